"""What brings a feed into a rack at a height says which: on paper, too, and in the contents."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from designer.render.drawing import PartLook, RackDrawing
from designer.render.rack_painter import paint_elevation
from designer.render.sheets.rack_facts import contents_rows, grouped_rows
from designer.render.theme import LIGHT, PRINT, Theme
from tests.helpers.drawn_racks import NODE, device, look, rack

pytestmark = pytest.mark.usefixtures("qapp")

SHELF = look("power-shelf", name="Test shelf", psu_count=6)
UPS = look("rack-ups", name="Test UPS", height_half_u=4)
LONG = "r01-power-shelf-orv3-18-1"


def drawn(of: PartLook, name: str = LONG, feed: str = "B") -> RackDrawing:
    return rack(device(name, of, 1, feeds=(feed,) * max(of.psu_count, 1), feed=feed))


def texts(monkeypatch: pytest.MonkeyPatch, of: RackDrawing, theme: Theme) -> list[str]:
    """Return what is written on the rear of a rack, in order."""
    said: list[str] = []
    for module in ("panel", "sockets"):
        path = f"designer.render.faces.{module}.draw_text"
        monkeypatch.setattr(path, _noting(said))
    image = QImage(240, 400, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    paint_elevation(painter, QRectF(0, 0, 240, 400), of, "rear", theme)
    painter.end()
    return said


def _noting(said: list[str]) -> Callable[..., float]:
    def draw(_painter: QPainter, _box: QRectF, text: str, *_: object, **__: object) -> float:
        said.append(text)
        return 8.0

    return draw


@pytest.mark.parametrize("of", [SHELF, UPS], ids=["power shelf", "rack UPS"])
def test_on_paper_its_feed_stands_beside_a_name_that_takes_all_the_width(
    monkeypatch: pytest.MonkeyPatch, of: PartLook
) -> None:
    said = texts(monkeypatch, drawn(of), PRINT)
    assert LONG in said
    assert "B" in said


def test_a_node_has_no_letter_beside_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    of = rack(device("a-name-that-takes-all-the-width-there-is", NODE, 1))
    assert "B" not in texts(monkeypatch, of, LIGHT)


@pytest.mark.parametrize("of", [SHELF, UPS], ids=["power shelf", "rack UPS"])
def test_the_contents_name_its_feed(of: PartLook) -> None:
    assert contents_rows(drawn(of), None)[0][2] == f"{of.name}, feed B"
    assert contents_rows(rack(device("pdu", look("rack-pdu"), 0, face="zero-u", feeds=("A",))),
                         None)[0][2] == "Test rack-pdu"  # fmt: skip


def test_shelves_on_two_feeds_stand_on_two_lines() -> None:
    feeds = ("A", "A", "B", "B")
    held = [
        device(f"shelf-{at}", SHELF, 1 + at, feeds=(feed,) * 6)
        for at, feed in enumerate(feeds, start=1)
    ]
    parts = [row[2] for row in grouped_rows(rack(*held), None)[:2]]
    assert parts == ["2 × Test shelf, feed B", "2 × Test shelf, feed A"]
