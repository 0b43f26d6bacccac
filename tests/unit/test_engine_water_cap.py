"""C17: water against a permit, and evaporation where water is short."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.planning.templates import build
from tests.helpers.one_rack import keys

TOWERS = {"climate": "dallas", "heat_rejection": "cooling-tower"}


def hall(**site: object) -> Report:
    design = build("dgx-superpod-gb200", {"scalable_units": "1"}, load_shipped())
    return evaluate(design.evolve(site=design.site.evolve(**site)), load_shipped())


def c17(report: Report) -> set[str]:
    return {key for key in keys(report) if key.startswith("C17")}


def test_water_is_held_against_the_cap() -> None:
    wue = hall(**TOWERS).climate.figure("wue")
    assert wue.low < wue.high
    cases = ((wue.low * 0.9, {"C17:cap"}), (wue.high * 1.01, set()), (wue.likely, {"C17:open:cap"}))
    for cap, said in cases:
        report = hall(wue_max_l_per_kwh=cap, **TOWERS)
        assert c17(report) == said
    report = hall(wue_max_l_per_kwh=wue.low * 0.9, **TOWERS)
    (told,) = [check for check in report.checks if check.key == "C17:cap"]
    assert told.severity == "warning"
    assert "L/kWh are allowed" in told.message


def test_nothing_is_asked_of_a_site_that_states_neither() -> None:
    for site in ({}, TOWERS, {"water_stressed": "no", **TOWERS}):
        assert c17(hall(**site)) == set()


def test_dry_coolers_take_no_water() -> None:
    dry = {"heat_rejection": "dry-cooler", "wue_max_l_per_kwh": 0.0, "water_stressed": "yes"}
    assert c17(hall(**dry)) == set()
    assert c17(hall(climate="dallas", **dry)) == set()


@pytest.mark.parametrize("site", [{}, {"climate": "dallas"}, {"heat_rejection": "cooling-tower"}])
def test_without_plant_or_climate_it_cannot_be_said(site: dict[str, str]) -> None:
    assert c17(hall(wue_max_l_per_kwh=1.0, **site)) == {"C17:open:cap"}


def test_towers_where_water_is_short_are_told() -> None:
    assert c17(hall(water_stressed="yes", **TOWERS)) == {"C17:stressed"}
    assert c17(hall(water_stressed="yes")) == {"C17:open:stressed"}
