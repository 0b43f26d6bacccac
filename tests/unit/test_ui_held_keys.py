"""Alt with Shift held is a key of another name on X11; what is held is told all the same."""

import pytest
from PySide6.QtCore import Qt

from designer.ui.kit.held_keys import held

SHIFT, ALT, META, CONTROL, NONE = (
    Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.MetaModifier, Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.NoModifier,
)  # fmt: skip


@pytest.mark.parametrize(
    ("told", "meant"),
    [
        (SHIFT | META, SHIFT | ALT),
        (SHIFT | ALT | META, SHIFT),
        (SHIFT | META | CONTROL, SHIFT | ALT | CONTROL),
        (SHIFT | ALT, SHIFT | ALT),
        (META, META),
        (ALT | META, ALT | META),
        (NONE, NONE),
    ],
)
def test_alt_beside_shift_is_told_on_x11(
    told: Qt.KeyboardModifier, meant: Qt.KeyboardModifier
) -> None:
    """Pressed it flips Meta alone, let go it flips Meta and leaves Alt: the card was another's."""
    assert held(told, "xcb") == meant
    assert held(told, "offscreen") == told
