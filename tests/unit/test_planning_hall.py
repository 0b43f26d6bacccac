"""Cooling units of planned halls: enough for the engine's own rules, by heat and by flow."""

from math import inf

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.model.design import Design, Rack
from designer.model.layout import Layout
from designer.planning.hall import (
    FEEDS,
    HallLoad,
    airflow_of,
    cooling_units,
    liquid_and_air,
    max_kw,
    plates_lpm,
    site_of,
    unbounded_words,
    with_capacity,
)
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
    assert not said & {"C02", "C24", "C05", "C06", "C09", "C23"}
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


@pytest.mark.parametrize(
    ("share", "heat_kw", "liquid", "air"),
    [
        (None, 10, 10, 10),
        (0, 10, 0, 10),
        (0.85, 132, 112.2, 19.8),
        (1, 10, 10, 0),
        (None, inf, inf, inf),
        (0.5, inf, inf, inf),
        (1, inf, inf, 0),
        (0.25, 0, 0, 0),
    ],
)
def test_heat_leaves_with_liquid_and_with_air(
    share: float | None, heat_kw: float, liquid: float, air: float
) -> None:
    """A share that nobody states counts for the most of both."""
    part = SHIPPED.require("gb200-nvl72").evolve(liquid_fraction=share)
    assert liquid_and_air(part, heat_kw) == pytest.approx((liquid, air))


def without(*names: str) -> Catalog:
    """Return the shipped catalogue without planning defaults."""
    kept = [default for default in SHIPPED.defaults if default.id not in names]
    return Catalog(SHIPPED.parts, SHIPPED.bands, kept)


def test_a_site_has_what_the_planning_defaults_say_and_no_more() -> None:
    price, air = SHIPPED.default("electricity-price"), SHIPPED.default("supply-air")
    assert price is not None
    assert air is not None
    both = site_of(SHIPPED)
    assert (both.electricity_price, both.supply_air_c) == (price.value, air.value)
    assert both.note == f"electricity: {price.source}; supply air: {air.source}"
    bare = site_of(without("electricity-price", "supply-air"))
    assert (bare.electricity_price, bare.supply_air_c, bare.note) == (None, None, "")
    assert site_of(without("supply-air")).note == f"electricity: {price.source}"
    assert site_of(without("electricity-price")).supply_air_c == air.value


@pytest.mark.parametrize(
    ("part_id", "changed"),
    [
        ("crah", {"cooling": None}),
        ("crah", {"capacity_kw": None}),
        ("crah", {"airflow_m3h": None}),
        ("cdu-row", {"cooling": None}),
        ("cdu-row", {"capacity_kw": None}),
        ("cdu-row", {"flow_lpm": None}),
    ],
)
def test_units_that_state_no_capacity_or_flow_are_not_counted(
    part_id: str, changed: dict[str, object]
) -> None:
    cooling = SHIPPED.require(part_id).cooling
    assert cooling is not None
    fields = changed if "cooling" in changed else {"cooling": cooling.evolve(**changed)}
    load = HallLoad(liquid_kw=100, coolant_lpm=100, air_kw=50, airflow_m3h=1000)
    other = {"crah": "cdu-row", "cdu-row": "crah"}[part_id]
    assert cooling_units(hiding(part_id, **fields), load) == [other] * 2


@pytest.mark.parametrize(
    ("load", "units"),
    [
        (HallLoad(liquid_kw=inf, coolant_lpm=1, air_kw=50, airflow_m3h=1), ["crah"] * 2),
        (HallLoad(liquid_kw=1, coolant_lpm=inf, air_kw=50, airflow_m3h=1), ["crah"] * 2),
        (HallLoad(liquid_kw=1, coolant_lpm=1, air_kw=inf, airflow_m3h=1), ["cdu-row"] * 2),
        (HallLoad(liquid_kw=1, coolant_lpm=1, air_kw=1, airflow_m3h=inf), ["cdu-row"] * 2),
        (HallLoad(liquid_kw=1300, coolant_lpm=1800), ["cdu-row"] * 2),
        (HallLoad(liquid_kw=1300.1, coolant_lpm=1800), ["cdu-row"] * 3),
        (HallLoad(liquid_kw=1300, coolant_lpm=1800.1), ["cdu-row"] * 3),
        (HallLoad(air_kw=100, airflow_m3h=25_000), ["crah"] * 2),
        (HallLoad(air_kw=100, airflow_m3h=25_001), ["crah"] * 3),
    ],
)
def test_one_unit_is_spare_and_a_load_without_bound_has_none(
    load: HallLoad, units: list[str]
) -> None:
    assert cooling_units(SHIPPED, load) == units


@pytest.mark.parametrize(
    ("watts", "capacity"),
    [(50_000, 50), (50_001, 100), (99_900, 100), (100_000, 100), (100_100, 150), (0, None)],
)
def test_a_feed_is_the_next_step_of_50_kw(watts: float, capacity: float | None) -> None:
    """Without feed B all of the rack hangs on A, and the other way round."""
    catalog = hiding("gb200-nvl72", power_max_w=watts, power_typical_w=None, power_idle_w=None)
    racks = (Rack(id="N", name="N", part="gb200-nvl72", x_mm=0, y_mm=0, feeds=("A", "B")),)
    sized = with_capacity(catalog, Design(power=FEEDS, racks=racks))
    assert [feed.capacity_kw for feed in sized.feeds] == [capacity, capacity, None]


def test_words_for_what_nothing_bounds() -> None:
    open_ = hiding("weka-node", power_max_w=None)
    assert unbounded_words(SHIPPED, ["weka-node"], "so") == ""
    assert unbounded_words(open_, ["weka-node", "dgx-h100", "weka-node"], "so") == (
        " The highest power of WEKA storage node is not known and nothing bounds it: so."
    )


def test_parts_with_power_and_without_are_counted_together() -> None:
    open_ = hiding("weka-node", power_max_w=None)
    assert max_kw(open_, []) == 0
    assert max_kw(open_, ["weka-node"], 7) == 7
    assert max_kw(open_, ["weka-node"] * 3 + ["dgx-h100"] * 2, 7) == pytest.approx(21 + 20.4)
    # 10.2 kW of which all leaves with air: the flow of one is that of its data sheet, twice.
    one = airflow_of(SHIPPED, ["dgx-h100"])
    assert airflow_of(SHIPPED, ["dgx-h100", "dgx-h100"]) == 2 * one
    # 7 kW at 10 K: 3600 · 7 / (1.2 · 1.005 · 10).
    assert airflow_of(open_, ["weka-node", "dgx-h100"], 7) == pytest.approx(2089.6 + one, abs=0.1)


def test_flow_of_cold_plates() -> None:
    """1,194 kW are 1,801 L/min of PG25 at 10 K, as published for one CDU's 1,800."""
    assert plates_lpm(1194) == pytest.approx(1801, abs=0.5)
    assert plates_lpm(0) == 0
