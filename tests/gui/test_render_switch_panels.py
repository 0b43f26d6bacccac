"""Panels of switches: a socket for each port in two rows, and on the rear no figure."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QRectF

from designer.render.device_faces import Panel, paint_front, paint_rear
from designer.render.drawing import Cages
from tests.helpers.drawn_racks import device, look
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
