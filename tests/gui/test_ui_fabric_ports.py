"""Ports of a selected switch, drawn in its box where a fabric is seen closely."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF
from pytestqt.qtbot import QtBot

from designer.render.fabric_ports import PORTS_FROM, port_cells, port_words
from designer.render.fabric_things import Thing
from tests.helpers.crowded_room import settle
from tests.helpers.fabric_panels import ShownPanel
from tests.helpers.fabric_views import superpod
from tests.helpers.fabrics_by_hand import by_hand

LEAF = Thing("leaf", 4)


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> Iterator[ShownPanel]:
    made = ShownPanel(qtbot, tmp_path, superpod(4))
    made.finish()
    yield made
    made.desk.close()


def closely(shown: ShownPanel, thing: Thing, times: float = 12.0) -> None:
    shown.state.select(thing)
    shown.answer()
    shown.view.zoom(times, QPointF(10, 10))
    settle()


@pytest.mark.parametrize("thing", [LEAF, Thing("spine", 3)])
def test_each_port_has_its_place_within_the_switch(shown: ShownPanel, thing: Thing) -> None:
    closely(shown, thing)
    canvas, ports = shown.view.canvas, shown.state.ports
    assert ports is not None
    assert canvas.scale == 12.0
    box = canvas.drawing.boxes[thing]
    cells = list(port_cells(box, ports))
    assert [cell.row for cell in cells] == list(ports.rows)
    assert len(cells) == 64
    around = QRectF(box.x, box.y, box.width, box.height)
    assert all(around.contains(cell.place) for cell in cells)
    assert not any(one.place.intersects(two.place) for one, two in pairwise(cells))
    for cell in cells:
        assert canvas.port_at(cell.place.center() * canvas.scale) == cell.row
    assert canvas.port_at(QPointF(box.middle, box.y + 2) * canvas.scale) is None, "its name"


def test_ports_are_drawn_of_what_is_selected_and_only_closely(shown: ShownPanel) -> None:
    canvas = shown.view.canvas
    closely(shown, LEAF)
    place = canvas.place_of(LEAF)
    with_ports = canvas.grab(place).toImage()
    canvas.show_ports(None)
    assert canvas.grab(place).toImage() != with_ports
    shown.view.zoom(0, QPointF())
    closely(shown, LEAF, PORTS_FROM * 0.9)
    cells = port_cells(canvas.drawing.boxes[LEAF], shown.state.ports)  # type: ignore[arg-type] # asked for
    assert all(canvas.port_at(cell.place.center() * canvas.scale) is None for cell in cells)


def test_a_port_says_where_it_leads(shown: ShownPanel) -> None:
    closely(shown, LEAF)
    ports = shown.state.ports
    assert ports is not None
    said = [port_words(row, shown.index) for row in ports.rows]
    assert said[0].startswith("Port 1.1 to dgx-A01-1, ")
    assert said[-1].startswith("Port 32.2 to c-spine-B03-16, ")


def test_ports_that_nobody_laid_are_free(qtbot: QtBot, tmp_path: Path) -> None:
    shown = ShownPanel(qtbot, tmp_path, by_hand(joined=True))
    shown.finish()
    closely(shown, Thing("leaf", 0))
    ports = shown.state.ports
    assert ports is not None
    said = [port_words(row, shown.index) for row in ports.rows]
    assert sum(" to " in one for one in said) == 6, "four nodes and two links to a spine"
    assert any(one.endswith(": free") for one in said)
    assert not shown.view.canvas.grab(shown.view.canvas.place_of(Thing("leaf", 0))).isNull()
    shown.desk.close()
