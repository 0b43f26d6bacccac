"""Every window that a command opens, and every control of it, has a name that a screen reader says.

Which commands open one is read from their list: those that end in "…".
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.catalog.updates import PartUpdate, updates
from designer.runtime.own_parts import OwnParts
from designer.ui.state.actions import SPECS
from designer.ui.window.main_window import MainWindow
from tests.helpers.accessible_names import nameless
from tests.helpers.own_parts_window import window_with
from tests.helpers.sessions import settle
from tests.helpers.ui_desk import Desk, small_report

OPENING = tuple(spec.id for spec in SPECS if spec.text.endswith("…"))
FILES = (
    "file.open", "file.save_as", "file.weather", "file.grid", "variants.pick", "plan.place",
)  # fmt: skip
"""They open a box of Qt's own to choose a file, whose controls Qt names."""
INSIDE = ("view.command", "view.find_part")
"""They show something in the main window."""
CLOSED = ("review.comment",)
"""Comments stand beside a file that was saved: `test_ui_comments.py` opens them."""


@pytest.fixture
def window(qtbot: QtBot, desk: Desk, tmp_path: Path, dark_look: None) -> Iterator[MainWindow]:
    made = window_with(qtbot, desk, OwnParts(tmp_path / "mine"))
    yield made
    desk.session.document.mark_saved()


def opened(window: MainWindow) -> list[QWidget]:
    return [one for one in QApplication.topLevelWidgets() if one.isVisible() and one is not window]


def newer(desk: Desk) -> tuple[PartUpdate, ...]:
    """Return what a catalogue has in which a node of the design has another mass."""
    part = desk.catalog.require("dgx-h100")
    return updates([part.evolve(mass_kg=1.0)], Catalog([part]))


def test_the_windows_of_all_commands_are_named_in_every_control(
    window: MainWindow, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk.session, "updates", lambda: newer(desk))
    desk.report(small_report())
    actions = window.actions_by_id
    desk.workspace.select(("A02",))
    actions["arrange.copy_properties"].trigger()
    unnamed, seen = {}, set()
    for action in OPENING:
        for chosen in ("n1", "A01"):
            desk.workspace.select((chosen,))
            settle()
            if actions[action].isEnabled():
                break
        actions[action].trigger()
        settle()
        found = opened(window)
        if found:
            seen.add(action)
        for one in found:
            words = one.accessibleName() or one.windowTitle()
            lacks = [] if isinstance(one, QFileDialog) else nameless(one)
            if not words or lacks:
                unnamed[action] = lacks
            assert isinstance(one, QFileDialog) == (action in FILES), action
            one.close()
        settle()
    assert unnamed == {}
    assert set(OPENING) - seen == {*INSIDE, *CLOSED}
