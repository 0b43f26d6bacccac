"""Cooling units of planned halls: enough for the engine's own rules, by heat and by flow."""

from math import inf

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.model.layout import Layout
from designer.planning.hall import HallLoad, airflow_of, cooling_units, max_kw, plates_lpm
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


def hiding(part_id: str, **fields: object) -> Catalog:
    """Return the shipped catalogue with figures of one part not known."""
    return SHIPPED.overlay([SHIPPED.require(part_id).evolve(**fields)])


def test_power_that_is_not_known_is_planned_with_its_upper_bound() -> None:
    # Four of six supplies of 3.3 kW carry a system, at the lowest efficiency of 0.88.
    catalog = hiding("dgx-h100", power_max_w=None)
    assert max_kw(catalog, ["dgx-h100"]) == pytest.approx(4 * 3.3 / 0.88)
    assert max_kw(catalog, ["dgx-h100"] * 3, 5.0) == pytest.approx(3 * 4 * 3.3 / 0.88)
    # Its supplies state no rating, so nothing bounds it.
    catalog = hiding("weka-node", power_max_w=None)
    assert max_kw(catalog, ["weka-node"]) == inf
    assert max_kw(catalog, ["weka-node", "weka-node", "sn2201"], 30.0) == pytest.approx(60.15)


def test_storage_of_unknown_power_does_not_fill_one_rack() -> None:
    arguments = {"scalable_units": "4", "storage": "weka", "cooling": "air"}
    catalog = hiding("weka-node", power_max_w=None)
    known = build("dgx-superpod-h100", arguments, SHIPPED)
    design = build("dgx-superpod-h100", arguments, catalog)
    stores = [p.rack for p in Layout(design).every() if p.part == "weka-node"]
    assert len(stores) >= 8
    assert len(set(stores)) == len(stores)
    assert len(design.racks) > len(known.racks)
    assert (
        "The highest power of WEKA storage node is not known and nothing bounds it" in design.note
    )
    assert "30.0 kW that a rack may draw" in design.note
    assert "nothing bounds" not in known.note


def test_air_for_what_is_not_known_is_not_left_out() -> None:
    arguments = {"scalable_units": "4", "storage": "weka", "cooling": "air"}
    known = build("dgx-superpod-h100", arguments, SHIPPED)
    design = build("dgx-superpod-h100", arguments, hiding("weka-node", power_max_w=None))
    units = [sum(rack.part == "crah" for rack in found.racks) for found in (known, design)]
    stores = sum(p.part == "weka-node" for p in Layout(design).every())
    # 30 kW for each that nothing bounds, 1.1 kW where it is known; a CRAH takes 100 kW.
    assert units[1] - units[0] >= stores * (30 - 1.1) / 100 - 1


def test_a_hall_of_racks_that_nothing_bounds_leaves_its_units_open() -> None:
    catalog = hiding("gb200-nvl72", power_max_w=None, psu=None)
    design = build("dgx-superpod-gb200", {}, catalog)
    assert not {rack.part for rack in design.racks} & {"cdu-row", "crah"}
    assert "how many cooling units it needs is open" in design.note
    assert cooling_units(SHIPPED, HallLoad(liquid_kw=inf, coolant_lpm=inf)) == []
