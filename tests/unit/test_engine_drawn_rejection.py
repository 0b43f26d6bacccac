"""Coolers, towers and chillers that stand on the plan (C13): what they take, with one lost."""

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.engine.report import Check, Report
from designer.engine.subjects.climate.rejection_table import Line
from designer.model.design import Design, Hall, PriceOverride, Rack, Room, Site
from designer.model.ranges import out_of_range

TABLE = [Line(30, 20, 600), Line(40, 20, 400), Line(30, 30, 900), Line(40, 30, 700)]
LAW = {"by": "A", "kw_per_k": 25.0, "most_k": 40.0, "power_kw": 9.0}


def unit(kind: str = "chiller", against: str = "dry-bulb", **more: object) -> Part:
    points = [
        {"by": "A", "against_c": one.against_c, "water_c": one.water_c,
         "capacity_kw": one.capacity_kw, "power_kw": one.capacity_kw / 4} for one in TABLE
    ]  # fmt: skip
    figures = {"against": against, "points": points} if not more else {"against": against, **more}
    return Part.model_validate(
        {"id": f"a-{kind}", "kind": kind, "name": f"A {kind}", "rejection": figures,
         "width_mm": 2000, "depth_mm": 5000}
    )  # fmt: skip


def hall(*drawn: Part, prices: tuple[PriceOverride, ...] = (), **site: object) -> Report:
    """Return the report of four racks of 132 kW, 528 kW, with units in the yard beside them."""
    racks = [
        Rack(id=f"r{n}", name=f"R{n}", part="gb200-nvl72", x_mm=1200 + 700 * n, y_mm=1200)
        for n in range(4)
    ]
    yard = [
        Rack(id=f"y{n}", name=f"Y{n}", part=part.id, x_mm=-4000 - 3000 * n, y_mm=0)
        for n, part in enumerate(drawn)
    ]
    base: dict[str, object] = {"plant_cools_power": False, "cooling_water_c": 20.0}
    design = Design(racks=(*racks, *yard), site=Site.model_validate(base | site), prices=prices)
    return evaluate(design, load_shipped().overlay(tuple({one.id: one for one in drawn}.values())))


def said(report: Report, rule: str = "C13") -> dict[str, Check]:
    return {one.key: one for one in report.checks if one.rule == rule and "rejection" in one.key}


def test_units_that_carry_the_design_day_with_one_lost_say_nothing() -> None:
    """At 35 °C each takes 500 kW: two of three left take 1,000 of 528 kW."""
    report = hall(unit(), unit(), unit(), design_dry_bulb_c=35.0)
    assert not said(report)
    facility = report.facility
    assert facility.rejection_units == 3
    assert (facility.rejection_kw, facility.rejection_left_kw) == (1500, 1000)
    assert facility.rejection_heat_kw == pytest.approx(528)


def test_one_lost_leaves_too_little_and_the_message_tells_air_and_water() -> None:
    found = said(hall(unit(), unit(), design_dry_bulb_c=35.0))
    assert set(found) == {"C13:rejection"}
    assert found["C13:rejection"].message == (
        "2 × 500 kW (A chiller) at 35.0 °C air and water of 20.0 °C for 528 kW of heat; one lost "
        "leaves 500 kW"
    )


def test_units_that_take_nothing_are_not_mended_by_another_of_them() -> None:
    """Water of 18 °C and at most 10 K of it warmed stay below air of 35 °C."""
    cooler = unit("dry-cooler", over_difference=LAW)
    found = said(hall(cooler, cooler, design_dry_bulb_c=35.0, cooling_water_c=18.0))
    assert "2 × 0 kW" in found["C13:rejection"].message
    assert "make the water warmer than the air" in found["C13:rejection"].advice
    small = said(hall(unit(), unit(), design_dry_bulb_c=35.0))
    assert "Draw another unit" in small["C13:rejection"].advice


def test_the_largest_is_lost_of_units_that_differ() -> None:
    """400 kW of the law (25 kW/K, 16 K) and 500 kW: without the larger 400 kW are left."""
    cooler = unit("dry-cooler", over_difference=LAW)
    report = hall(unit(), cooler, design_dry_bulb_c=35.0, chillers=True, cooling_water_c=20.0)
    # Water of 20 °C and at most 10 K of it warmed stay below air of 35 °C: the cooler takes none.
    assert report.facility.rejection_left_kw == 0
    warm = hall(unit(), cooler, design_dry_bulb_c=30.0, chillers=True, cooling_water_c=25.0)
    # 25 kW/K · (25 + 6.9 − 30 K), between 5 and 10 K: 0 to 125 kW, beside 750 kW of the chiller.
    left = warm.facility.figure("rejection_left_kw")
    assert (left.low, left.value, left.high) == pytest.approx((0, 47.5, 125))


def test_no_unit_drawn_leaves_the_question_to_what_the_site_counts() -> None:
    assert not said(hall(design_dry_bulb_c=35.0))
    report = hall(design_dry_bulb_c=35.0, rejection_units=2, rejection_unit_kw=300.0)
    assert set(said(report)) == {"C13:rejection"}
    assert report.facility.rejection_units == 0
    assert report.facility.rejection_kw is None


def test_what_is_drawn_goes_before_what_the_site_counts_and_says_where_they_differ() -> None:
    report = hall(unit(), unit(), unit(), design_dry_bulb_c=35.0, rejection_units=1)
    assert set(said(report)) == {"C13:rejection-count"}
    assert "3 units of heat rejection are drawn, the site counts 1" in (
        said(report)["C13:rejection-count"].message
    )
    assert not said(hall(unit(), unit(), unit(), design_dry_bulb_c=35.0, rejection_units=3))


def test_the_heat_that_the_site_states_of_a_unit_is_that_of_the_drawn_ones() -> None:
    site = {"design_dry_bulb_c": 35.0, "rejection_unit_kw": 600.0}
    assert not said(hall(unit(), unit(), **site))


def test_what_is_hidden_never_clears_the_finding() -> None:
    hidden = said(hall(unit(), unit(), unit()))
    assert set(hidden) == {"C13:open:rejection"}
    assert "dry bulb of the design day" in hidden["C13:open:rejection"].message
    blank = Part(id="a-chiller", kind="chiller", name="A chiller")
    assert set(said(hall(blank, blank, design_dry_bulb_c=35.0))) == {"C13:open:rejection"}


def test_a_part_that_no_catalogue_has_may_be_one_of_them() -> None:
    """Two of 500 kW leave too little for certain; a third thing may carry the rest."""
    lost = Rack(id="zz", name="ZZ", part="gone", x_mm=-20_000, y_mm=0)
    first = unit()
    racks = [
        Rack(id=f"r{n}", name=f"R{n}", part="gb200-nvl72", x_mm=1200 + 700 * n, y_mm=1200)
        for n in range(4)
    ]
    yard = [
        Rack(id=f"y{n}", name=f"Y{n}", part=first.id, x_mm=-4000 - 3000 * n, y_mm=0)
        for n in range(2)
    ]
    site = Site(plant_cools_power=False, cooling_water_c=20.0, design_dry_bulb_c=35.0)
    design = Design(racks=(*racks, *yard, lost), site=site)
    found = said(evaluate(design, load_shipped().overlay((first,))))
    assert set(found) == {"C13:open:rejection"}


def test_coolers_without_chillers_make_the_planned_water_by_the_law() -> None:
    """25 kW/K · (37 + 6.9 − 35 K): 222.5 kW each, between 175 (5 K) and 300 kW (10 K)."""
    cooler = unit("dry-cooler", over_difference=LAW)
    site = {"design_dry_bulb_c": 35.0, "cooling_water_c": 37.0}
    report = hall(cooler, cooler, cooler, **site)
    taken = report.facility.figure("rejection_kw")
    assert (taken.low, taken.value, taken.high) == pytest.approx((525, 667.5, 900))
    assert set(said(report)) == {"C13:open:rejection"}
    assert not said(hall(*[cooler] * 5, **site))  # 4 × 175 kW are 700 kW
    # That chillers stand behind them and are not drawn leaves their water open.
    assert set(said(hall(*[cooler] * 5, chillers=True, **site))) == {"C13:open:rejection"}


def test_beyond_the_largest_difference_a_cooler_takes_no_less_than_there() -> None:
    cooler = unit("dry-cooler", over_difference=LAW)
    cold = {"design_dry_bulb_c": -20.0, "cooling_water_c": 37.0}
    taken = hall(cooler, **cold).facility.figure("rejection_kw")
    assert taken.low == 1000
    assert taken.high == float("inf")


def test_chillers_to_water_and_what_takes_their_heat_are_asked_by_themselves() -> None:
    """Chillers draw a quarter of what they take: 660 kW reach the towers."""
    chiller, tower = unit("chiller", "condenser-water"), unit("cooling-tower", "wet-bulb")
    site = {
        "design_wet_bulb_c": 30.0, "heat_rejection": "cooling-tower", "rejection_approach_k": 0.0,
    }  # fmt: skip
    # At a wet bulb and condenser water of 30 °C: chillers of 600 kW (20 °C), towers of 900 (30 °C).
    enough = hall(chiller, chiller, tower, tower, **site)
    assert not said(enough)
    assert enough.facility.rejection_heat_kw == pytest.approx(528 * 1.25)
    assert enough.facility.rejection_units == 4
    assert set(said(hall(chiller, tower, tower, **site))) == {"C13:rejection-chillers"}
    assert set(said(hall(chiller, chiller, tower, **site))) == {"C13:rejection"}


def test_what_stands_in_the_yard_leaves_the_hall_as_it_is() -> None:
    """Neither size nor mass that nobody states opens an aisle, a floor or a price of the hall."""
    bare = Part.model_validate(
        {"id": "a-chiller", "kind": "chiller", "name": "A chiller",
         "rejection": {"against": "dry-bulb", "points": []}}
    )  # fmt: skip
    before, after = hall(), hall(bare)
    hers = {one.key for one in after.checks} - {one.key for one in before.checks}
    assert hers == {"C13:rejection", "F19:open:yard-size"}
    assert after.cost.capex == before.cost.capex
    assert after.facility.it_kw == before.facility.it_kw
    assert after.totals.figure("weight_kg") == before.totals.figure("weight_kg")


@pytest.mark.parametrize(
    ("against", "halls", "x_mm", "found"),
    [
        ("dry-bulb", (), 1000, True), ("dry-bulb", (), 20_000, False),
        ("condenser-water", (), 1000, False),
        ("dry-bulb", ((0, 5000),), 1000, True), ("dry-bulb", ((0, 5000),), 7000, False),
    ],
)  # fmt: skip
def test_what_gives_heat_to_air_stands_within_no_walls(
    against: str, halls: tuple[tuple[int, int], ...], x_mm: int, *, found: bool
) -> None:
    """The room is a hall itself, or the ground around those that are drawn."""
    one = unit("chiller", against)
    room = Room(outline=((0, 0), (12_000, 0), (12_000, 9000), (0, 9000)))
    drawn = tuple(
        Hall(id=f"h{n}", outline=((left, 0), (right, 0), (right, 9000), (left, 9000)))
        for n, (left, right) in enumerate(halls)
    )
    rack = Rack(id="y", name="Y", part=one.id, x_mm=x_mm, y_mm=1000)
    report = evaluate(Design(room=room, halls=drawn, racks=(rack,)), load_shipped().overlay((one,)))
    keys = {check.key for check in report.checks if check.rule == "F19"}
    assert ("F19:indoors" in keys) is found


def test_a_price_of_one_is_said_to_be_in_no_sum() -> None:
    price = PriceOverride(id="a-chiller", amount_cents=10_000_000)
    report = hall(unit(), prices=(price,))
    assert [one.key for one in report.checks if one.rule == "K07"] == ["K07:plant:a-chiller"]
    assert report.cost.capex == hall().cost.capex


def test_what_is_drawn_is_named_in_the_line_of_the_cooling_plant() -> None:
    report = hall(unit(), unit(), unit("dry-cooler", over_difference=LAW), hall="built")
    (plant,) = [one for one in report.ownership.bought if one.name == "Cooling plant"]
    assert plant.scope.endswith("As drawn: 1 dry cooler, 2 chillers")


def test_a_law_beside_a_table_is_refused() -> None:
    point = {"by": "A", "against_c": 30, "water_c": 20, "capacity_kw": 1}
    both = unit("dry-cooler", points=[point], over_difference=LAW)
    assert "no table" in str(list(out_of_range(both)))
    wet = unit("cooling-tower", "wet-bulb", over_difference=LAW)
    assert "no table" in str(list(out_of_range(wet)))
