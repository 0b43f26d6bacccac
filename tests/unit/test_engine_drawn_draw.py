"""What drawn coolers and chillers draw themselves, in place of what is planned with."""

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.engine.evaluate import Design, evaluate
from designer.engine.report import Report
from designer.model.design import PowerNode, Rack, Site

CATALOG = load_shipped()
SITE = {"climate": "ashburn", "cooling_water_c": 20.0, "plant_cools_power": False}
POINTS = [
    {"by": "A", "against_c": 30, "water_c": 20, "capacity_kw": 600, "power_kw": 100},
    {"by": "A", "against_c": 40, "water_c": 20, "capacity_kw": 400, "power_kw": 100},
]


def cooler(power_kw: float | None, kw_per_k: float = 25.0) -> Part:
    law = {"by": "A", "kw_per_k": kw_per_k, "most_k": 60.0, "power_kw": power_kw}
    return Part.model_validate(
        {"id": "a-cooler", "kind": "dry-cooler", "name": "Cooler",
         "rejection": {"against": "dry-bulb", "over_difference": law}}
    )  # fmt: skip


def chiller(against: str = "dry-bulb", points: object = POINTS) -> Part:
    return Part.model_validate(
        {"id": "a-chiller", "kind": "chiller", "name": "Chiller",
         "rejection": {"against": against, "points": points}}
    )  # fmt: skip


def hall(*drawn: Part, power: tuple[PowerNode, ...] = (), **site: object) -> Report:
    """Return the report of four racks of 132 kW, with units in the yard beside them."""
    racks = [
        Rack(
            id=f"r{n}",
            name=f"R{n}",
            part="gb200-nvl72",
            x_mm=1200 + 700 * n,
            y_mm=1200,
            feeds=("A",) if power else (),
        )
        for n in range(4)
    ]
    yard = [
        Rack(id=f"y{n}", name=f"Y{n}", part=part.id, x_mm=-4000 - 3000 * n, y_mm=0)
        for n, part in enumerate(drawn)
    ]
    kept = {"heat_rejection": "dry-cooler"} | SITE | site
    design = Design(racks=(*racks, *yard), site=Site.model_validate(kept), power=power)
    return evaluate(design, CATALOG.overlay(tuple({one.id: one for one in drawn}.values())))


def likely(report: Report) -> float:
    value = report.facility.pue
    assert value is not None
    return value


def without_chillers(*drawn: Part) -> float:
    """Return the PUE of coolers alone, whose difference never falls below the least."""
    return likely(hall(*drawn, chillers=False))


def test_fans_draw_what_their_part_states_at_the_least_difference() -> None:
    """The plan's 3.66 % are 3.66 % · 25 kW/K · (8 + 6.9 K) = 13.63 kW of a cooler of 25 kW/K.

    A part of 13.6335 kW therefore alters nothing, and one of twice that adds as much again as the
    fans of the plan do.
    """
    plan = without_chillers()
    assert without_chillers(cooler(0.0366 * 25 * 14.9)) == pytest.approx(plan, abs=1e-9)
    none = without_chillers(cooler(1e-9))
    twice = without_chillers(cooler(2 * 0.0366 * 25 * 14.9))
    assert none < plan < twice
    assert twice - plan == pytest.approx(plan - none, rel=1e-6)


def test_a_stated_approach_is_that_of_the_fans() -> None:
    """4.5 kW of 10.25 kW/K and 8 + 6.9 K are 2.946 %, 0.805 of the plan's fans."""
    site = {"chillers": False, "rejection_approach_k": 8.0}
    bac = CATALOG.require("dry-cooler-bac-s8013")
    plan, none = likely(hall(**site)), likely(hall(cooler(1e-9), **site))
    share = 4.5 / (10.25 * 14.9) / 0.0366
    assert share == pytest.approx(0.805, abs=5e-4)
    assert likely(hall(bac, **site)) - none == pytest.approx(share * (plan - none), rel=1e-6)


def test_a_part_that_states_no_power_leaves_the_plan_as_it_is() -> None:
    assert without_chillers(cooler(None)) == without_chillers()
    tower = CATALOG.require("tower-evapco-at-33")
    assert likely(hall(tower, heat_rejection="cooling-tower")) == likely(
        hall(heat_rejection="cooling-tower")
    )
    bare = [{**one, "power_kw": None} for one in POINTS]
    assert likely(hall(chiller(points=bare))) == likely(hall())


def test_chillers_of_air_have_the_cop_of_their_table_on_the_design_day() -> None:
    """At 35 °C 500 kW and 100 kW: a COP of 5 in place of 2.96, so that hot hours cost less."""
    site = {"design_dry_bulb_c": 35.0}
    better = hall(chiller(), **site)
    assert likely(better) < likely(hall(**site))
    assert "a-chiller.rejection" in better.facility.figure("pue").basis
    assert "default chiller-cop-air" not in better.facility.figure("pue").basis
    # Beyond the table no COP is read: the least line that is hotter bounds it, the plan stays.
    hotter = hall(chiller(), design_dry_bulb_c=42.0).facility.figure("pue")
    plan = hall(design_dry_bulb_c=42.0).facility.figure("pue")
    assert hotter.low <= plan.low
    assert hotter.value is not None
    assert plan.value is not None
    assert better.facility.figure("pue").high <= plan.high


def test_chillers_of_water_have_their_part_of_the_regression() -> None:
    site = {"heat_rejection": "cooling-tower", "cooling_water_c": 10.0}
    carrier = CATALOG.require("chiller-carrier-30xw-p-1012")
    found, plan = (hall(*one, **site).facility.figure("pue") for one in ((carrier,), ()))
    # From 0.53 of the regression (45 °C) on, where the plan ends at 0.6.
    assert found.high > plan.high
    assert "chiller-carrier-30xw-p-1012.rejection" in found.basis


def test_mains_are_asked_for_what_the_drawn_plant_draws() -> None:
    """P22 counts the plant outdoors: with fans of a hundred times the plan's they are too small."""
    mains = (
        PowerNode(id="m", kind="utility", capacity_kw=700.0),
        PowerNode(id="A", parents=("m",), capacity_kw=700.0),
    )
    site = {"chillers": False, "design_dry_bulb_c": 30.0, "cooling_water_c": 40.0}

    def found(*drawn: Part) -> set[str]:
        report = hall(*drawn, power=mains, **site)
        return {one.key for one in report.checks if one.rule == "P22" and "plant" in one.key}

    assert "P22:plant" not in found()
    assert "P22:plant" in found(cooler(100 * 0.0366 * 25 * 14.9))
