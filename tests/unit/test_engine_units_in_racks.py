"""A distribution unit in the rails of a rack serves that rack alone, unless a loop shares it."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Assembly, Design, Loop, PowerNode, Rack, Site, Slot
from designer.model.figures import exact
from designer.render.failing import Failing
from designer.render.what_if import answered
from tests.helpers import engine_designs as parts
from tests.unit.test_engine_hidden_parts import encloses, errors, figures, records, same

NODE = parts.DGX.evolve(id="wet", name="Wet", liquid_fraction=0.9, airflow_m3h=None)
CATALOG = load_shipped().overlay([NODE])


def hall(racks: int, units: int = 1, holding: int | None = None, **fields: object) -> Design:
    """Return racks with four nodes of 10.2 kW, 90 % of it in liquid, some with units of 100 kW."""
    nodes = tuple(Slot(id=f"n{at}", part="wet", half_u=2 + 16 * at) for at in range(4))
    strips = tuple(
        Slot(id=feed, part="pdu-415v-60a-3ph", face="zero-u", feed=feed) for feed in "AB"
    )
    inside = tuple(
        Slot(id=f"c{at}", part="cdu-in-rack-100", half_u=70 + 8 * at) for at in range(units)
    )
    kits = (
        Assembly(id="with", rack_part="rack-48u", slots=(*nodes, *inside, *strips)),
        Assembly(id="without", rack_part="rack-48u", slots=(*nodes, *strips)),
    )
    with_units = racks if holding is None else holding
    placed = tuple(
        Rack(id=f"R{at}", name=f"R{at}", part="rack-48u", x_mm=3000 + 800 * at, y_mm=3000,
             assembly="with" if at < with_units else "without")
        for at in range(racks)
    )  # fmt: skip
    return Design(
        site=Site(supply_air_c=24.0), assemblies=kits, racks=placed,
        power=tuple(PowerNode(id=feed, capacity_kw=4000.0) for feed in "AB"), **fields,
    )  # fmt: skip


def found(report: Report, rule: str) -> dict[str, str]:
    return {c.key: c.message for c in report.checks if c.rule == rule}


def test_a_unit_in_each_rack_is_no_spare_of_another() -> None:
    """Four of 100 kW were N+2 for 147 kW: three of the four racks stop with their own unit."""
    report = evaluate(hall(4), CATALOG)
    assert report.facility.cdu_units == 4
    assert report.facility.cdu_redundancy == "N"
    assert report.facility.cdu_units_needed == 8
    (check,) = [c for c in report.checks if c.key == "C06:cdu:rack:R0"]
    assert check.message.startswith("each of R0 and 3 more: 1 CDU for 37 kW of liquid heat")
    assert "one lost leaves 0 kW" in check.message
    assert check.where == ("R0", "R1", "R2", "R3")


def test_two_units_in_each_rack_are_n_plus_one() -> None:
    report = evaluate(hall(4, units=2), CATALOG)
    assert report.facility.cdu_redundancy.startswith("N+1;")
    assert (report.facility.cdu_units, report.facility.cdu_units_needed) == (8, 8)
    # Nobody states the supplies of these units: what a feed takes of them is open.
    assert set(found(report, "C06")) == {"C06:open:cdu-feed:rack:R0"}


def test_racks_without_a_unit_have_none() -> None:
    """Two units fed ten racks."""
    report = evaluate(hall(5, units=2, holding=2), CATALOG)
    (said,) = found(report, "C05").values()
    assert said.startswith("3 liquid-cooled racks")
    assert said.endswith("no CDU on the floor serves them")
    availability = report.section("availability")
    assert availability is not None
    assert availability.figure("gpus_uncooled").low == 3 * 32


def test_the_loss_of_a_unit_takes_its_rack_and_no_other() -> None:
    report = evaluate(hall(4), CATALOG)
    (loss,) = [one for one in report.cooling.losses if one.kind == "CDU"]
    assert (loss.number, loss.each, loss.gpus) == (4, True, 32)
    assert round(loss.over_kw or 0, 1) == 36.7
    shown = answered(report, Failing("cooling", loss.id, "R2", "R2/c0"))
    assert shown is not None
    assert {key: fate.state for key, fate in shown.fates.items()} == {"R2": "warm"}


def test_a_loop_that_names_units_and_racks_shares_them() -> None:
    """A row whose units are piped together."""
    units = tuple(f"R{at}/c0" for at in range(4))
    report = evaluate(hall(4, loops=(Loop(id="L", units=units),)), CATALOG)
    assert report.facility.cdu_redundancy.startswith("N+2;")
    assert set(found(report, "C06")) == {"C06:open:cdu-feed:L"}


def test_a_unit_that_feeds_nothing_is_named() -> None:
    floor = Rack(id="X", name="X", part="cdu-row", x_mm=9000, y_mm=9000, feeds=("A", "B"))
    base = hall(2, units=0)
    spare = Rack(id="Y", name="Y", part="cdu-row", x_mm=12000, y_mm=9000, feeds=("A", "B"))
    design = base.evolve(racks=(*base.racks, floor, spare), loops=(Loop(id="L", units=("X",)),))
    assert found(evaluate(design, CATALOG), "C21") == {
        "C21:idle": "1 distribution unit feeds nothing: no coolant loop has it: Y"
    }
    assert not found(evaluate(design.evolve(loops=()), CATALOG), "C21")


def test_a_unit_in_a_rack_without_liquid_heat_is_named() -> None:
    kit = Assembly(
        id="dry", rack_part="rack-48u", slots=(Slot(id="c", part="cdu-in-rack-100", half_u=2),)
    )
    rack = Rack(id="Z", name="Z", part="rack-48u", x_mm=9000, y_mm=9000, assembly="dry")
    base = hall(2, units=2)
    design = base.evolve(racks=(*base.racks, rack), assemblies=(*base.assemblies, kit))
    (said,) = found(evaluate(design, CATALOG), "C21").items()
    assert said[0] == "C21:dry"
    assert said[1].startswith("1 rack with a distribution unit in the rails")


SHARED = Rack(id="X", name="X", part="cdu-row", x_mm=9000, y_mm=9000, feeds=("A", "B"))


@pytest.mark.parametrize("loops", [(), (Loop(id="L"),), (Loop(id="L", units=("X",)),)])
@pytest.mark.parametrize("units", [1, 2])
@pytest.mark.parametrize("shared", [True, False])
def test_a_unit_that_no_catalogue_has_leaves_open_what_serves_its_rack(
    loops: tuple[Loop, ...], units: int, shared: bool
) -> None:
    base = hall(5, units=units, holding=2, loops=loops if shared else ())
    design = base.evolve(racks=(*base.racks, SHARED)) if shared else base
    before = evaluate(design, CATALOG)
    kit = base.assemblies[0]
    slots = tuple(
        slot.evolve(part="gone") if slot.part == "cdu-in-rack-100" else slot for slot in kit.slots
    )
    lost = design.evolve(assemblies=(kit.evolve(slots=slots), base.assemblies[1]))
    after = evaluate(lost, CATALOG)
    hidden = dict(records(after))
    narrowed = [
        f"{where}: {name}: {old.low:g}–{old.high:g} became {new.low:g}–{new.high:g}"
        for (where, name), old in figures(before).items()
        if not encloses(new := hidden[where].figure(name) if where in hidden else exact(0.0), old)
    ]
    assert narrowed == []
    certain = [one for one in errors(after) if one.rule in ("C05", "C06", "C07", "C21")]
    assert not [one for one in certain if not any(same(one, old) for old in errors(before))]
    said = {check.rule for check in after.checks if check.severity != "info"}
    gone = {check.rule for check in errors(before)} - said
    assert not gone
