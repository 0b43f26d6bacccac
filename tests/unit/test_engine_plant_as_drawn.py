"""A plan that shows another plant than the site states: told (C13), and the year is open."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Check, Report
from designer.engine.subjects.climate.as_drawn import of_all
from designer.engine.subjects.climate.plant_means import DesignHour
from designer.model.design import Design, Rack, Site
from designer.model.figures import Figure, exact

CATALOG = load_shipped()
DRY, TOWER = "dry-cooler-bac-s8013", "tower-evapco-at-33"
TO_AIR, TO_WATER = "chiller-trane-cgam80", "chiller-carrier-30xw-p-1012"
YEAR = ("pue", "peak_pue", "wue", "water_m3_per_year")


def report_of(*drawn: str, **site: object) -> Report:
    """Return the report of four racks with units in the yard beside them."""
    racks = [
        Rack(id=f"r{n}", name=f"R{n}", part="gb200-nvl72", x_mm=1200 + 700 * n, y_mm=1200)
        for n in range(4)
    ]
    yard = [
        Rack(id=f"y{n}", name=f"Y{n}", part=part, x_mm=-4000 - 4000 * n, y_mm=0)
        for n, part in enumerate(drawn)
    ]
    kept = {
        "climate": "ashburn", "cooling_water_c": 20.0, "design_dry_bulb_c": 35.0,
        "design_wet_bulb_c": 24.0, "plant_cools_power": False,
    }  # fmt: skip
    design = Design(racks=(*racks, *yard), site=Site.model_validate(kept | site))
    return evaluate(design, CATALOG)


def told(report: Report) -> dict[str, Check]:
    return {one.key: one for one in report.checks if one.key in ("C13:as-drawn",
                                                                 "C13:chillers-drawn")}  # fmt: skip


def figure(report: Report, name: str) -> Figure:
    return report.climate.figure(name)


def holds(found: Report, *cases: Report) -> None:
    """See that each figure of the year holds what each case gives, without a value of its own."""
    for name in YEAR:
        each = [figure(case, name) for case in cases]
        mine = figure(found, name)
        low, high = min(one.low for one in each), max(one.high for one in each)
        assert (mine.low, mine.high) == pytest.approx((low, high)), name
        assert mine.value is None or mine.low == mine.high, name


def test_towers_on_the_plan_of_a_site_that_says_dry_coolers() -> None:
    """The towers that stand evaporate water; a site of dry coolers had none, exactly."""
    found = report_of(TOWER, TOWER, heat_rejection="dry-cooler")
    (check,) = told(found).values()
    assert check.severity == "warning"
    assert "the site says that dry coolers give off the heat" in check.message
    assert "cooling towers stand on the plan" in check.message
    towers = report_of(TOWER, TOWER, heat_rejection="cooling-tower")
    holds(found, towers, report_of(heat_rejection="dry-cooler"))
    assert figure(found, "wue").high > 1
    assert found.climate.rejection.count(" or cooling towers") == 1


def test_air_cooled_chillers_on_the_plan_of_a_site_of_towers() -> None:
    found = report_of(TO_AIR, TO_AIR, heat_rejection="cooling-tower")
    (check,) = told(found).values()
    assert "air-cooled chillers stand on the plan" in check.message
    assert figure(found, "wue").low == 0
    holds(found, report_of(heat_rejection="cooling-tower"),
          report_of(TO_AIR, TO_AIR, heat_rejection="dry-cooler"))  # fmt: skip


def test_chillers_on_the_plan_of_a_site_that_says_there_are_none() -> None:
    found = report_of(TO_AIR, heat_rejection="dry-cooler", chillers=False)
    assert list(told(found)) == ["C13:chillers-drawn"]
    holds(found, report_of(TO_AIR, heat_rejection="dry-cooler", chillers=True),
          report_of(heat_rejection="dry-cooler", chillers=False))  # fmt: skip
    warm, alone = (
        figure(found, "warm_hours_per_year"),
        report_of(heat_rejection="dry-cooler", chillers=False).climate.figure(
            "warm_hours_per_year"
        ),
    )
    assert (warm.low, warm.high) == (0, alone.high)


@pytest.mark.parametrize(("drawn", "kind"), [
    ((DRY, TO_AIR), "dry-cooler"), ((TOWER, TO_WATER), "cooling-tower"),
    ((TO_WATER,), "cooling-tower"), ((), "dry-cooler"), ((DRY,), "outside-air"),
    ((TOWER,), ""),
])  # fmt: skip
def test_what_stands_as_stated_or_beside_it_says_nothing(drawn: tuple[str, ...], kind: str) -> None:
    assert told(report_of(*drawn, heat_rejection=kind)) == {}


def test_both_on_one_plan_are_told_as_the_one_that_is_not_stated() -> None:
    found = report_of(DRY, TOWER, heat_rejection="dry-cooler")
    (check,) = told(found).values()
    assert "cooling towers stand on the plan" in check.message
    assert figure(found, "wue").low == 0 < figure(found, "wue").high


def test_what_only_one_case_has_may_be_none() -> None:
    hour = DesignHour(exact(30.0, "°C"), exact(0.5))
    both = of_all([hour, DesignHour(exact(40.0, "°C"), None)])
    assert (both.water_c.low, both.water_c.high) == (30, 40)
    assert both.chilled is not None
    assert (both.chilled.low, both.chilled.high) == (0, 0.5)
    assert of_all([None, None]) is None
    assert of_all([hour]) is hour
