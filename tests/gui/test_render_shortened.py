"""Texts that are too long for their place keep the numbered words that tell them apart."""

import pytest

from designer.render.fonts import load_fonts
from designer.render.lettering import shortened, text_width

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize(
    ("text", "room", "kept"),
    [
        ("Rack B01, 16 switches", 0.8, ("B01,", "16")),
        ("1,024 × Quantum-2 QM9700", 0.75, ("1,024", "QM9700")),
        ("Leaf switch in the first row, c-leaf-A09-09", 0.7, ("c-leaf-A09-09",)),
        ("Behind row B", 2.0, ("Behind", "row", "B")),
    ],
)
def test_numbered_words_stay_whole(text: str, room: float, kept: tuple[str, ...]) -> None:
    load_fonts()
    width = text_width(text, 11, 400) * room
    shown = shortened(text, 11, 400, width)
    assert text_width(shown, 11, 400) <= width
    words = shown.split()
    for word in kept:
        assert word.strip(",") in [one.strip(",") for one in words], shown


def test_without_room_for_any_the_middle_goes() -> None:
    load_fonts()
    text = "dgx-superpod-h100-a100"
    assert shortened(text, 11, 400, text_width(text, 11, 400) * 0.5).count("…") == 1
