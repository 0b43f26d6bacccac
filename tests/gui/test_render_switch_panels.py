"""Panels of switches: a socket for each port in two rows, and on the rear no figure."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QRectF

from designer.render.device_faces import paint_front, paint_rear
from designer.render.drawing import Cages
from designer.render.faces.panel import Panel
from designer.render.rack_painter import paint_elevation
from tests.helpers.drawn_racks import device, look, rack
from tests.helpers.marks import Mark, marks_of, texts, token_theme

pytestmark = pytest.mark.usefixtures("qapp")


def panel(ports: int, paint: Callable[[Panel], None]) -> list[Mark]:
    """Return what is painted of a switch of 1U that is 700 pixels wide."""
    switch = device("leaf-1", look("switch", psu_count=2, cages=(Cages("f", ports, "OSFP"),)))
    box = QRectF(10, 10, 700, 14)
    return marks_of(720, 34, lambda p: paint(Panel(p, box, switch, token_theme(), 1.0, 14.0)))


@pytest.mark.parametrize(("ports", "columns"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (64, 32)])
def test_every_port_has_a_socket_and_two_stand_above_each_other(ports: int, columns: int) -> None:
    sockets = [mark for mark in panel(ports, paint_front) if mark.kind == "box"]
    assert len(sockets) == ports
    assert len({round(mark.left, 2) for mark in sockets}) == columns


def test_the_front_and_the_rear_of_a_switch_write_its_name_and_no_power() -> None:
    """Its fans and supplies need the room, and power is that of the whole device."""
    assert texts(panel(2, paint_front)) == texts(panel(2, paint_rear)) == ["leaf-1"]


SPINES = tuple(f"c-spine-B{n:02}-{n:02}" for n in (8, 10, 11, 12))
"""Names as wide as each other but for the narrow figure 1."""


@pytest.mark.parametrize("is_print", [False, True])
@pytest.mark.parametrize("of", ["switch", "server", "node", "storage"])
@pytest.mark.parametrize("depth", [True, False])
@pytest.mark.parametrize("wide", range(132, 420, 48))
def test_devices_of_one_part_show_the_same_in_a_rack(
    is_print: bool, of: str, depth: bool, wide: int
) -> None:
    part = look(of, psu_count=2, cages=(Cages("f", 8, "OSFP"),), full_depth=depth)
    held = rack(*(device(name, part, n, feeds=("A", "C")) for n, name in enumerate(SPINES, 1)))
    for face in ("front", "rear"):
        marks = marks_of(
            wide, 300,
            lambda p, face=face: paint_elevation(
                p, QRectF(0, 0, wide, 300), held, face, token_theme(is_print=is_print)
            ), 1,
        )  # fmt: skip
        said = texts(marks)
        assert said.count("A") in (0, len(SPINES))
        assert said.count("C") == said.count("A")
        names = [mark for mark in marks if mark.kind == "text" and mark.words.startswith("c-")]
        assert len({(mark.size, mark.left, "other side" in mark.words) for mark in names}) <= 1
        boxes = [round(mark.left, 1) for mark in marks if mark.kind == "box" and mark.height < 14]
        assert all(boxes.count(left) % len(SPINES) == 0 for left in set(boxes))


def test_a_printed_spine_shows_its_supplies_and_ports_beside_a_long_name() -> None:
    """A 19-inch panel at 1 : 12.5, 36 mm wide, where `c-spine-B03-10` stood with nothing."""
    part = look("switch", psu_count=2, cages=(Cages("f", 32, "OSFP"),))
    spine = device("c-spine-B03-10", part, feeds=("A", "C"))
    box = QRectF(10, 10, 136, 13.4)

    def painted(paint: Callable[[Panel], None]) -> list[Mark]:
        paper = token_theme(is_print=True)
        return marks_of(160, 34, lambda p: paint(Panel(p, box, spine, paper, 1.0, 13.4)))

    assert texts(painted(paint_rear)) == ["c-spine-B03-10", "A", "C"]
    assert [mark.kind for mark in painted(paint_front)] != ["text"]
