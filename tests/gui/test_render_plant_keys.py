"""What stands upstream of the racks is named on paper, and every mark of it has a key."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QTransform

from designer.catalog.load import load_shipped
from designer.catalog.plant_places import Pipe, drawn_of
from designer.model.design import Design, Loop, PowerNode, Tray
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.render.floor_painter import aisle_lettering
from designer.render.lettering import text_width
from designer.render.output import write_floor
from designer.render.plant_painter import NameRoom, paint_pipe
from designer.render.theme import LIGHT
from tests.helpers.drawn_hall import CATALOG, hall
from tests.helpers.drawn_hall import report as hall_report
from tests.helpers.marks import marks_of, texts
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


def test_an_overlay_sheet_has_the_keys_of_plant_too() -> None:
    design = with_plant()
    report = hall_report()
    sheets = set_marks(design, CATALOG, report, "A3", ("overlays",))
    for marks in sheets.values():
        words = texts(marks)
        for key in ("UPS", "switchboard", NO_SIZE, BUSWAY, PIPES):
            assert words.count(key) == 1, key
    assert sheets


def floor_of(design: Design, *, wide: float = 900.0) -> tuple[QTransform, Layout]:
    scale = wide / 12_000
    return QTransform.fromScale(scale, scale), Layout(design)


def test_the_name_of_an_aisle_keeps_off_a_busway_over_it() -> None:
    """It stood in the middle of the aisle, under the busway."""
    catalog = load_shipped()
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, catalog)
    transform, layout = floor_of(design)
    (plain,) = aisle_lettering(layout, catalog, LIGHT, transform, 1.0)
    middle = transform.inverted()[0].map(plain.center())
    bus = PowerNode(
        id="bus", kind="busway", x_mm=3600, end_x_mm=8400, y_mm=round(middle.y()),
        end_y_mm=round(middle.y()),
    )  # fmt: skip
    under = design.evolve(power=(*design.power, bus))
    (name,) = aisle_lettering(Layout(under), catalog, LIGHT, transform, 1.0)
    run = next(one for one in drawn_of(under, catalog) if one.is_run)
    left, top, right, bottom = run.box
    assert not name.intersects(transform.mapRect(QRectF(left, top, right - left, bottom - top)))


def test_the_name_of_a_run_is_whole_or_not_there() -> None:
    """A unit stood over the first letters of the name of its pipes."""

    def named(*taken: QRectF) -> list[QRectF]:
        def paint(painter: QPainter) -> None:
            pipe = next(one for one in drawn_of(design, CATALOG) if isinstance(one, Pipe))
            room = NameRoom(taken, QRectF(0, 0, 800, 100))
            paint_pipe(painter, QTransform.fromScale(0.1, 0.1), pipe, LIGHT, 1.0, room)

        wide = text_width("Distribution units", 11, 600)
        return [
            QRectF(mark.left, mark.top - 8, wide, 8)
            for mark in marks_of(800, 100, paint)
            if "Distribution units" in texts([mark])
        ]

    loop = Loop(id="l", name="Distribution units", x_mm=0, y_mm=300, end_x_mm=8000, end_y_mm=300)
    design = hall().evolve(loops=(loop,))
    (free,) = named()
    unit = QRectF(340, 0, 100, 60)
    assert free.intersects(unit)
    (beside,) = named(unit)
    assert not beside.intersects(unit)
    assert named(QRectF(0, 0, 800, 60)) == []


def test_trays_are_named_on_the_floor_sheet_and_have_a_key() -> None:
    left, top = hall().room.outline[0]
    trays = tuple(
        Tray(id=name, name=name, kind=kind, corners=((left + 200, y), (left + 5400, y)))
        for name, kind, y in (("Ladder", "overhead", top + 400), ("Duct", "underfloor", top + 900))
    )
    words = words_of_the_plan(hall().evolve(trays=trays))
    keys = ("cable tray overhead", "cable tray under the floor")
    assert [words.count(text) for text in ("Ladder", "Duct", *keys)] == [1, 1, 1, 1]
    plain = words_of_the_plan(hall())
    assert not set(keys) & set(plain)
