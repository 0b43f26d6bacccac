"""Blanking panels and reserved units: what counts as used, what is closed, what is bought."""

import pytest

from designer.catalog.load import load_shipped
from designer.document.edits import place_device
from designer.document.placement import can_place
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.io.export.bill_of_materials import bill_of_materials
from designer.model.design import Design, Rack, Room
from designer.model.layout import Layout

CATALOG = load_shipped()


def rack_of(*parts: tuple[str, int]) -> Design:
    design = Design(
        racks=(Rack(id="R", name="R", part="rack-42u", x_mm=2400, y_mm=2400),),
        room=Room(blanking="no"),
    )
    for part, unit in parts:
        design = place_device(CATALOG, part, "R", 2 * unit)(design)
    return design


def told(design: Design) -> Report:
    return evaluate(design, CATALOG)


def finds_open_units(design: Design) -> bool:
    return any(it.rule == "C14" and "open units" in it.message for it in told(design).checks)


def bought(design: Design) -> set[str]:
    return {line.part for line in bill_of_materials(design, CATALOG, told(design))}


def test_a_blanking_panel_closes_units_and_uses_none():
    node = rack_of(("dgx-h100", 1))
    closed = rack_of(("dgx-h100", 1), ("blank-1u", 9), ("blank-2u", 10))
    assert told(node).racks[0].u_used == told(closed).racks[0].u_used == 8
    filled = rack_of(("dgx-h100", 1), *(("blank-2u", unit) for unit in range(9, 43, 2)))
    assert told(filled).racks[0].u_used == 8
    assert finds_open_units(closed)
    assert not finds_open_units(filled)


def test_a_panel_has_a_place_a_mass_and_a_line_in_the_bill():
    design = rack_of(("blank-1u", 9))
    layout = Layout(design)
    taken = can_place(layout, CATALOG, "dgx-h100", "R", 18)
    assert taken.reason == "U9 held by r-blank-1u-1"
    mass = told(design).racks[0].figure("weight_kg")
    bare = told(rack_of()).racks[0].figure("weight_kg")
    assert mass.low == pytest.approx(bare.low + 0.05)
    assert mass.high == pytest.approx(bare.high + 0.5)
    assert "blank-1u" in bought(design)


def test_reserved_units_are_taken_and_nothing_is_there():
    design = rack_of(("dgx-h100", 1), ("reserved-4u", 9))
    report, bare = told(design), told(rack_of(("dgx-h100", 1)))
    assert report.racks[0].u_used == 12
    assert not can_place(Layout(design), CATALOG, "dgx-h100", "R", 18).ok
    assert bought(design) == bought(rack_of(("dgx-h100", 1)))
    for name in ("weight_kg", "power_max_kw"):
        one, other = report.racks[0].figure(name), bare.racks[0].figure(name)
        assert (one.low, one.high) == (other.low, other.high)
    about = {it.message for it in report.checks if "Reserved" in it.message}
    assert about == set()
    filled = rack_of(
        ("dgx-h100", 1),
        *(("blank-2u", unit) for unit in range(13, 43, 2)),
        ("reserved-4u", 9),
    )
    assert finds_open_units(filled), "open until something comes"
