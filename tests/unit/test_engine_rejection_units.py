"""What a unit of heat rejection takes on the design day by its part (C13), within and beside it."""

from math import inf

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.engine.report import Check
from designer.engine.subjects.climate.rejection_table import Line, capacity_at
from designer.io.design_file import dumps, loads
from designer.model.design import Design, Rack, Site
from designer.model.ranges import out_of_range

TABLE = [Line(30, 20, 600), Line(40, 20, 400), Line(30, 30, 900), Line(40, 30, 700)]


def unit(kind: str = "chiller", against: str = "dry-bulb", lines: list[Line] = TABLE) -> Part:
    points = [
        {"by": "A", "against_c": one.against_c, "water_c": one.water_c,
         "capacity_kw": one.capacity_kw} for one in lines
    ]  # fmt: skip
    return Part.model_validate(
        {"id": "a-unit", "kind": kind, "name": "A unit",
         "rejection": {"against": against, "points": points}}
    )  # fmt: skip


def said(part: Part | None, **site: object) -> dict[str, Check]:
    """Return C13 of four racks of 132 kW, 528 kW, whose power losses others cool."""
    catalog = load_shipped().overlay((part,) if part else ())
    racks = tuple(
        Rack(id=f"r{n}", name=f"R{n}", part="gb200-nvl72", x_mm=700 * n, y_mm=0) for n in range(4)
    )
    base: dict[str, object] = {
        "plant_cools_power": False, "rejection_part": "a-unit", "cooling_water_c": 20.0,
    }  # fmt: skip
    design = Design(racks=racks, site=Site.model_validate(base | site))
    found = evaluate(design, catalog).checks
    return {one.key: one for one in found if one.rule == "C13" and "rejection" in one.key}


@pytest.mark.parametrize(
    ("air_c", "water_c", "expected"),
    [
        (30, 20, (600, 600)), (35, 20, (500, 500)), (35, 25, (650, 650)), (40, 30, (700, 700)),
        # Beside the table: no more is read than what colder air and warmer water never take.
        (25, 20, (600, inf)), (45, 20, (0, 400)), (45, 25, (0, 700)), (25, 35, (900, inf)),
        (35, 15, (0, 500)), (35, 35, (800, inf)), (45, 35, (0, inf)),
    ],
)  # fmt: skip
def test_a_table_is_read_between_its_lines_and_never_beyond(
    air_c: float, water_c: float, expected: tuple[float, float]
) -> None:
    assert capacity_at(TABLE, air_c, water_c) == pytest.approx(expected)


def test_a_single_line_bounds_and_an_empty_table_says_nothing() -> None:
    assert capacity_at(TABLE[:1], 30, 20) == (600, 600)
    assert capacity_at(TABLE[:1], 31, 20) == (0, 600)
    assert capacity_at([], 30, 20) == (0, inf)


def test_units_that_carry_the_design_day_with_one_lost_say_nothing() -> None:
    """At 35 °C each takes 500 kW: two of three left take 1,000 of 528 kW."""
    assert not said(unit(), rejection_units=3, design_dry_bulb_c=35.0)


def test_one_lost_leaves_too_little_on_the_design_day() -> None:
    found = said(unit(), rejection_units=2, design_dry_bulb_c=35.0)
    assert set(found) == {"C13:rejection"}
    assert found["C13:rejection"].message == (
        "2 × 500 kW (A unit) of heat rejection for 528 kW of heat; one lost leaves 500 kW"
    )
    # In milder air the same unit takes enough, and with warmer water.
    assert not said(unit(), rejection_units=2, design_dry_bulb_c=32.0)
    assert not said(unit(), rejection_units=2, design_dry_bulb_c=35.0, cooling_water_c=25.0)


def test_a_design_day_beyond_the_table_is_open_unless_a_bound_decides() -> None:
    beyond = said(unit(), rejection_units=3, design_dry_bulb_c=42.0)
    assert set(beyond) == {"C13:open:rejection"}
    # The most that it may take at 42 °C is 400 kW, which one unit left alone does not carry it by.
    assert set(said(unit(), rejection_units=2, design_dry_bulb_c=42.0)) == {"C13:rejection"}


def test_what_is_hidden_never_clears_the_finding() -> None:
    hidden = said(unit(), rejection_units=2)
    assert set(hidden) == {"C13:open:rejection"}
    assert "dry bulb of the design day" in hidden["C13:open:rejection"].message
    uncounted = said(unit(), design_dry_bulb_c=35.0)
    assert "number of units of heat rejection" in uncounted["C13:open:rejection"].message
    lost = said(None, rejection_units=2, design_dry_bulb_c=35.0)
    assert set(lost) == {"C13:open:rejection"}
    blank = unit(lines=[])
    assert set(said(blank, rejection_units=2, design_dry_bulb_c=35.0)) == {"C13:open:rejection"}


def test_what_the_site_states_of_a_unit_goes_before_its_table() -> None:
    assert not said(unit(), rejection_units=2, design_dry_bulb_c=35.0, rejection_unit_kw=600.0)


def test_a_dry_cooler_behind_which_chillers_stand_is_asked_for_water_nobody_states() -> None:
    alone = {"rejection_units": 2, "design_dry_bulb_c": 35.0, "heat_rejection": "dry-cooler",
             "rejection_approach_k": -5.0}  # fmt: skip
    cooler = unit("dry-cooler")
    alone["cooling_water_c"] = 30.0
    # 35 °C and a stated approach of none make water of 30 °C: 800 kW each.
    assert not said(cooler, chillers=False, **(alone | {"rejection_approach_k": 0.0}))
    behind = said(cooler, chillers=True, **alone)
    assert set(behind) == {"C13:open:rejection"}
    assert "whether chillers make the facility's water" in behind["C13:open:rejection"].message


def test_a_tower_meets_the_wet_bulb_and_a_water_cooled_chiller_what_towers_make() -> None:
    wet = {"rejection_units": 2, "design_wet_bulb_c": 30.0, "heat_rejection": "cooling-tower"}
    tower = unit("cooling-tower", "wet-bulb")
    assert not said(
        tower, chillers=False, rejection_approach_k=0.0, **(wet | {"cooling_water_c": 30.0})
    )
    chiller = unit("chiller", "condenser-water")
    assert not said(chiller, rejection_approach_k=2.0, **wet)
    assert set(said(chiller, rejection_approach_k=8.0, **wet)) == {"C13:rejection"}


def test_thin_air_takes_less_at_most_its_share_of_the_pressure() -> None:
    """528 kW of heat: 560 kW at sea level carry it, 0.84 of it at 1,500 m may not."""
    site = {"rejection_units": 2, "design_dry_bulb_c": 32.0}
    assert not said(unit(), **site)
    assert set(said(unit(), altitude_m=1500.0, **site)) == {"C13:open:rejection"}


def test_the_part_is_kept_in_a_design_file() -> None:
    catalog = load_shipped().overlay((unit(),))
    design = Design(site=Site(rejection_part="a-unit"))
    read = loads(dumps(design, catalog))
    assert read.design.site.rejection_part == "a-unit"
    assert {part.id for part in read.parts} == {"a-unit"}


def test_the_same_temperatures_twice_are_refused() -> None:
    twice = unit(lines=[TABLE[0], TABLE[0]])
    (problem,) = [text for _, text in out_of_range(twice)]
    assert "A 30/20 °C stands there twice" in problem
