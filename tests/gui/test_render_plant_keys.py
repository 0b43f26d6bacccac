"""What stands upstream of the racks is named on paper, and every mark of it has a key."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from designer.model.design import Design, Loop, PowerNode
from designer.render.output import write_floor
from tests.helpers.drawn_hall import CATALOG, hall
from tests.helpers.drawn_hall import report as hall_report
from tests.helpers.marks import texts
from tests.helpers.printed import set_marks

pytestmark = pytest.mark.usefixtures("qapp")

BUSWAY, PIPES = "busway overhead", "pipes of a coolant loop; broken: return"
NO_SIZE = "broken outline: nobody states its size"


def with_plant() -> Design:
    """Return the hall with a UPS, a board of no part, a busway and the pipes of a loop."""
    plain = hall()
    left, top = plain.room.outline[0]
    power = (
        PowerNode(id="north-ups", kind="ups", part="ups-galaxy-vxl", x_mm=left + 400,
                  y_mm=top + 300),
        PowerNode(id="north-board", kind="switchboard", x_mm=left + 3400, y_mm=top + 300),
        PowerNode(id="north-bus", kind="busway", part="busway-400a", x_mm=left + 400,
                  y_mm=top + 2200, end_x_mm=left + 5400, end_y_mm=top + 2200),
    )  # fmt: skip
    loop = Loop(id="tcs", name="North loop", x_mm=left + 400, y_mm=top + 2700,
                end_x_mm=left + 5400, end_y_mm=top + 2700)  # fmt: skip
    return plain.evolve(power=(*plain.power, *power), loops=(loop,))


def words_of_the_plan(design: Design) -> list[str]:
    sheets = set_marks(design, CATALOG, hall_report(), "A3", ("floor",))
    return [text for marks in sheets.values() for text in texts(marks)]


def test_the_floor_sheet_names_what_is_upstream_and_has_a_key_for_its_marks() -> None:
    words = words_of_the_plan(with_plant())
    for name in ("north-ups", "north-board", "north-bus", "North loop"):
        assert words.count(name) == 1, name
    for key in ("UPS", "switchboard", NO_SIZE, BUSWAY, PIPES):
        assert words.count(key) == 1, key


def test_a_floor_sheet_has_no_key_for_marks_that_do_not_occur() -> None:
    plain = words_of_the_plan(hall())
    assert not {"UPS", "switchboard", NO_SIZE, BUSWAY, PIPES} & set(plain)
    every = with_plant()
    ups = set(words_of_the_plan(every.evolve(power=every.power[:-2], loops=())))
    assert {"UPS", NO_SIZE} < ups, "no publication states the size of this UPS"
    assert not {"switchboard", BUSWAY, PIPES} & ups
    run = set(words_of_the_plan(every.evolve(power=every.power[-1:], loops=())))
    assert BUSWAY in run
    assert not {"UPS", "switchboard", NO_SIZE, PIPES} & run


def test_a_picture_of_the_floor_has_the_keys_of_the_sheet(tmp_path: Path) -> None:
    path = tmp_path / "floor.svg"
    write_floor(path, with_plant(), CATALOG, hall_report())
    root = ElementTree.parse(path).getroot()
    words = [node.attrib.get("aria-label") for node in root.iter()]
    for key in ("UPS", "switchboard", NO_SIZE, BUSWAY, PIPES):
        assert words.count(key) == 1, key
