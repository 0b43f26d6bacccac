"""Cooling units of planned halls: enough for the engine's own rules, by heat and by flow."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.planning.hall import HallLoad, airflow_of, cooling_units, plates_lpm
from designer.planning.templates import build

SHIPPED = load_shipped()


@pytest.mark.parametrize(
    ("template", "arguments"),
    [
        *[("dgx-superpod-h100", {"scalable_units": n}) for n in ("1", "2", "3", "4", "8")],
        ("dgx-superpod-h100", {"scalable_units": "4", "cooling": "air"}),
        ("dgx-superpod-h100", {"scalable_units": "2", "system": "h200", "nodes_per_rack": "1"}),
        *[("dgx-superpod-gb200", {"scalable_units": n}) for n in ("1", "2", "3", "5")],
    ],
)
def test_a_planned_hall_may_lose_a_unit_of_each_kind(
    template: str, arguments: dict[str, str]
) -> None:
    report = evaluate(build(template, arguments, SHIPPED), SHIPPED)
    said = {check.rule for check in report.checks}
    assert not said & {"C02", "C03", "C05", "C06", "C09", "C17"}
    assert report.facility.cdu_redundancy in ("", "N+1")


def test_flow_decides_where_it_asks_for_more_units_than_heat() -> None:
    # Row CDU: 1,300 kW and 1,800 L/min. 1,250 kW ask for 1 + 1, 1,885 L/min for 2 + 1.
    assert cooling_units(SHIPPED, HallLoad(liquid_kw=1250, coolant_lpm=100)) == ["cdu-row"] * 2
    load = HallLoad(liquid_kw=1250, coolant_lpm=plates_lpm(1250))
    assert cooling_units(SHIPPED, load) == ["cdu-row"] * 3


def test_air_decides_where_it_asks_for_more_units_than_heat() -> None:
    # CRAH: 100 kW and 25,000 m³/h.
    assert cooling_units(SHIPPED, HallLoad(air_kw=90, airflow_m3h=24_000)) == ["crah"] * 2
    assert cooling_units(SHIPPED, HallLoad(air_kw=90, airflow_m3h=26_000)) == ["crah"] * 3
    assert cooling_units(SHIPPED, HallLoad()) == []


def test_air_is_what_parts_state_or_what_carries_their_heat() -> None:
    assert airflow_of(SHIPPED, ["dgx-h100"]) == SHIPPED.require("dgx-h100").airflow_m3h
    server = SHIPPED.require("mgmt-server")
    assert server.airflow_m3h is None
    # 1.07 kW at the smallest rise of 10 K: 3600 · 1.07 / (1.2 · 1.005 · 10).
    assert airflow_of(SHIPPED, ["mgmt-server"]) == pytest.approx(319.4, abs=0.1)
