"""A picture of the floor shows what stands outside the room, too, as the sheet does."""

from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgRenderer

from designer.catalog.load import load_shipped
from designer.model.design import Design, Rack, Room
from designer.render.output import write_floor
from designer.render.sheets.ink import Ink
from designer.render.sheets.zones import match_line
from tests.helpers.marks import marks_of

pytestmark = pytest.mark.usefixtures("qapp")


def size_of(folder: Path, *places: tuple[int, int]) -> tuple[int, int]:
    """Return width and height of the picture of a room of 4 m with racks at these places."""
    racks = tuple(
        Rack(id=f"r{n}", name=f"r{n}", part="rack-48u", x_mm=x, y_mm=y)
        for n, (x, y) in enumerate(places)
    )
    room = Room(outline=((0, 0), (4000, 0), (4000, 4000), (0, 4000)))
    path = folder / "floor.svg"
    write_floor(path, Design(name="beyond", room=room, racks=racks), load_shipped(), None)
    size = QSvgRenderer(str(path)).defaultSize()
    return size.width(), size.height()


def test_a_rack_outside_the_room_is_in_the_picture(tmp_path: Path) -> None:
    inside = size_of(tmp_path, (1000, 1000))
    wide, tall = size_of(tmp_path, (1000, 1000), (8000, 1000))
    assert wide / tall > 1.5 * inside[0] / inside[1]
    _, taller = size_of(tmp_path, (1000, 1000), (1000, -6000))
    assert taller > 1.5 * inside[1]


def test_the_match_line_of_the_legend_is_a_chain_line() -> None:
    """As a box without height it went forth and back, which filled its gaps."""

    def draw(painter: QPainter) -> None:
        match_line(Ink(painter, 10.0), QRectF(1, 5, 12, 0))

    (mark,) = marks_of(200, 100, draw)
    assert mark.kind == "line"
    assert mark.dashes
