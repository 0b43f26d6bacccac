"""Where rear doors get water: distribution units, or a building that nobody describes.

The 1 SU reference: eight racks of four DGX H100 behind doors of 80 L/min each.
"""

from functools import cache

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Check, Report
from designer.engine.subjects.facility.writing import written
from designer.model.design import Design, Loop
from designer.planning.templates import build

CATALOG = load_shipped()


@cache
def hall() -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)


def without_units(design: Design) -> Design:
    return design.evolve(racks=tuple(r for r in design.racks if r.part != "cdu-row"))


def doors(design: Design) -> tuple[str, ...]:
    """Return the racks that hold nodes: each has a door."""
    full = [one.id for one in design.assemblies if any(s.part == "rdhx" for s in one.slots)]
    return tuple(rack.id for rack in design.racks if rack.assembly in full)


def of_water(report: Report) -> list[Check]:
    return [check for check in report.checks if check.rule in ("C05", "C06", "C21")]


LOOPS = {
    "one that serves all": (Loop(id="l"),),
    "one that serves a rack": (Loop(id="l", racks=("A01",)),),
    "one of a unit that does not stand": (Loop(id="l", units=("gone",)),),
    "one for a rack, one for all others": (
        Loop(id="l", units=("cdu-01", "cdu-02"), racks=("A01",)), Loop(id="m"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LOOPS)
@pytest.mark.parametrize("units", [True, False])
def test_loops_leave_the_coolant_of_the_hall_as_it_is(name: str, units: bool) -> None:
    design = hall() if units else without_units(hall())
    facility = evaluate(design.evolve(loops=LOOPS[name]), CATALOG).facility
    assert facility.figure("coolant_lpm").low == facility.coolant_lpm == 640
    assert evaluate(design, CATALOG).facility.coolant_lpm == 640


def test_doors_with_distribution_units_have_water() -> None:
    report = evaluate(hall(), CATALOG)
    assert of_water(report) == []
    assert (report.facility.cdu_units_needed, report.facility.cdu_redundancy) == (2, "N+1")


def test_doors_without_any_distribution_unit_are_not_said_to_have_water() -> None:
    report = evaluate(without_units(hall()), CATALOG)
    (check,) = of_water(report)
    assert (check.key, check.severity) == ("C06:no-cdu", "error")
    assert check.where == doors(hall())
    assert check.message == (
        "8 rear doors with 316 kW and 640 L/min: no CDU stands, and no capacity of the building "
        "is stated"
    )
    # How many are needed depends on that water too: none is no answer.
    assert report.facility.cdu_units_needed is None
    (section,) = written(report)
    assert ("CDUs, placed of needed", "0 of —") in section.facts


@pytest.mark.parametrize(("kw", "said"), [(0.0, True), (315.0, True), (320.0, False)])
def test_a_building_that_states_its_water_takes_so_much_of_doors(kw: float, said: bool) -> None:
    design = without_units(hall())
    site = design.site.evolve(building_water_kw=kw)
    found = of_water(evaluate(design.evolve(site=site), CATALOG))
    assert [(one.key, one.severity) for one in found] == [("C06:no-cdu", "error")] * said
    assert all(f"the building takes {kw:g} kW of them" in one.message for one in found)


def test_doors_on_a_loop_without_units_are_said_with_its_name() -> None:
    loops = (Loop(id="west", name="West", units=("cdu-01", "cdu-02"), racks=("A01",)),
             Loop(id="east", name="East"))  # fmt: skip
    report = evaluate(hall().evolve(loops=loops), CATALOG)
    (check,) = of_water(report)
    assert check.key == "C06:no-cdu:east"
    assert check.where == tuple(key for key in doors(hall()) if key != "A01")
    assert "no CDU feeds the loop East" in check.message
    assert report.facility.cdu_redundancy == ""


def test_doors_on_no_loop_are_said() -> None:
    """The loop takes both units for one rack; the others are named by none."""
    report = evaluate(hall().evolve(loops=LOOPS["one that serves a rack"]), CATALOG)
    (check,) = of_water(report)
    assert (check.key, check.severity) == ("C06:no-loop", "error")
    assert check.where == tuple(key for key in doors(hall()) if key != "A01")
    assert "7 rear doors with 275 kW and 560 L/min" in check.message
    assert "no coolant loop serves them" in check.message
    assert report.facility.cdu_units_needed is None


def test_a_loop_of_a_unit_that_does_not_stand_leaves_its_doors_open() -> None:
    report = evaluate(hall().evolve(loops=LOOPS["one of a unit that does not stand"]), CATALOG)
    found = {check.key: check.severity for check in of_water(report)}
    assert found == {
        "C21:l:gone": "error", "C06:no-cdu:l": "error", "C21:idle": "warning",
    }  # fmt: skip


@pytest.mark.parametrize(("racks", "said"), [(("B05",), True), (("A01",), False)])
def test_a_loop_without_units_and_without_heat_is_said(racks: tuple[str, ...], said: bool) -> None:
    """B05 holds switches: nothing in it gives heat to a liquid."""
    units = ("cdu-01", "cdu-02")
    loops = (Loop(id="main", units=units), Loop(id="idle", name="Idle", racks=racks))
    found = {c.key: c for c in of_water(evaluate(hall().evolve(loops=loops), CATALOG))}
    assert ("C21:idle:empty" in found) is said
    assert ("C06:no-cdu:idle" in found) is not said
    if said:
        assert found["C21:idle:empty"].severity == "warning"
        assert found["C21:idle:empty"].where == ("idle",)
        assert found["C21:idle:empty"].message == (
            "coolant loop Idle has no distribution unit, and nothing gives it heat"
        )


def test_no_racks_no_doors_and_no_loop_need_no_water() -> None:
    bare = evaluate(Design(), CATALOG)
    assert of_water(bare) == []
    assert (bare.facility.coolant_lpm, bare.facility.cdu_units_needed) == (0, 0)
