"""Cooling, building, storage and cost where figures are not known: bounds, and what is open."""

from math import inf
from typing import Any

import pytest

from designer.catalog.bands import PlanningDefault
from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import CoolingFigures, Part, Price, Psu, StorageFigures
from designer.catalog.part_bounds import contradictions
from designer.engine.assumptions import pue_default
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Assembly, Design, Device, Loop, PowerNode, Rack, Room, Site, Slot
from designer.planning.templates import build
from tests.helpers.engine_designs import BANDS, CDU, CRAH, DEFAULTS, DOOR, NVL72, PARTS

USD = {"as_of": "2026-06", "source": "test", "kind": "assumed"}
AIR_51 = Part(
    id="air-51", kind="node", name="Air 51", height_half_u=20, power_max_w=50_900,
    liquid_fraction=0,
)  # fmt: skip
PLATED = Part(
    id="plated", kind="switch", name="Plated", height_half_u=2, power_max_w=100,
    liquid_fraction=1.0, coolant_max_c=40,
)  # fmt: skip
SILENT = Part(id="silent", kind="node", name="Silent", height_half_u=4, liquid_fraction=0)
CATALOG = Catalog((*PARTS, AIR_51, PLATED, SILENT), BANDS, DEFAULTS)


def rack(*parts: str, door: bool = False, cooling: Any = "auto", **site: Any) -> Design:
    slots = [Slot(id=f"s{n}", part=part, half_u=2 + 22 * n) for n, part in enumerate(parts)]
    slots += [Slot(id="door", part=DOOR.id, face="door")] if door else []
    filling = Assembly(id="a", rack_part="rack-48u", slots=tuple(slots))
    racks = (
        Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0, assembly="a", cooling=cooling),
    )
    return Design(assemblies=(filling,), racks=racks, site=Site(**site))


def stand(*parts: str, **site: Any) -> Design:
    racks = tuple(
        Rack(id=f"u{n}", name=f"U{n}", part=part, x_mm=2000 * n, y_mm=0)
        for n, part in enumerate(parts)
    )
    return Design(racks=racks, site=Site(**site))


def keys(report: Report) -> set[str]:
    return {check.key for check in report.checks}


def limits(report: Report) -> dict[str, Any]:
    return {limit.name: limit for limit in report.racks[0].limits}


# --- heat in air and in liquid -----------------------------------------------------------------


def test_a_cold_plate_of_100_watts_does_not_lift_the_limit_of_51_kw_of_air() -> None:
    report = evaluate(rack(AIR_51.id, PLATED.id), CATALOG)
    assert report.racks[0].cooling_method == "direct-to-chip"
    assert report.racks[0].cooling_air_method == "rear-door"
    found = limits(report)
    assert found["cooling"].used == pytest.approx(50.9)
    assert found["cooling"].limit is not None
    assert found["cooling-liquid"].used == pytest.approx(0.1)
    assert found["cooling-liquid"].state == "ok"
    alone = evaluate(rack(AIR_51.id), CATALOG)
    assert {"C01:rear-door", "C22:no-door:beyond"} <= keys(report) & keys(alone)


def test_cold_plates_decided_by_hand_do_nothing_for_parts_made_for_air() -> None:
    report = evaluate(rack(AIR_51.id, cooling="direct-to-chip"), CATALOG)
    assert report.racks[0].cooling_method == "rear-door"
    assert limits(report)["cooling"].state in ("warning", "error")
    assert "C01:rear-door" in keys(report)


def test_a_door_on_a_rack_with_cold_plates_takes_its_air() -> None:
    bare = evaluate(rack("dgx-h100", PLATED.id), CATALOG).racks[0]
    hung = evaluate(rack("dgx-h100", PLATED.id, door=True, supply_air_c=24.0), CATALOG).racks[0]
    assert bare.air_kw == pytest.approx(10.2)
    assert (hung.air_kw, hung.liquid_kw) == (0, pytest.approx(10.3))
    assert hung.cooling_air_method == "rear-door"
    assert hung.cooling_method == "direct-to-chip"


def test_heat_that_nobody_knows_is_bounded_and_no_verdict_is_given() -> None:
    report = evaluate(rack("dgx-h100", SILENT.id), CATALOG)
    found = report.racks[0].figure("air_kw")
    assert (found.low, found.value, found.high) == (pytest.approx(10.2), None, inf)
    assert limits(report)["cooling"].state == "unknown"
    assert "the highest power of Silent is not known" in limits(report)["cooling"].text
    assert {"C01:open:in-row", "C22:open:no-door"} <= keys(report)
    # At least 10.2 kW need a contained aisle or a door, however much more there is.
    assert "C14:containment" in keys(report)


@pytest.mark.parametrize("hidden", ["dgx-h100", "air-51"])
def test_hiding_a_power_never_silences_a_rule(hidden: str) -> None:
    design = rack("dgx-h100", AIR_51.id).evolve(
        racks=(
            *rack("dgx-h100", AIR_51.id).racks,
            Rack(id="c", name="C", part=CRAH.id, x_mm=4000, y_mm=0),
            Rack(id="d", name="D", part=CRAH.id, x_mm=7000, y_mm=0),
            *(Rack(id=f"n{n}", name="N", part=NVL72.id, x_mm=0, y_mm=3000 * n) for n in range(12)),
            Rack(id="e", name="E", part=CDU.id, x_mm=9000, y_mm=0),
        )
    )
    part = CATALOG.require(hidden).evolve(
        power_max_w=None, power_peak_w=None, power_typical_w=None, psu=None, airflow_m3h=None
    )
    before = evaluate(design, CATALOG)
    after = evaluate(design, CATALOG.overlay([part]))
    for rule in ("C01", "C02", "C06", "C22", "C14", "C23"):
        said = {k for k in keys(before) if k.startswith(f"{rule}:")}
        now = {k for k in keys(after) if k.startswith(f"{rule}:")}
        assert bool(said) <= bool(now), rule


# --- the building ------------------------------------------------------------------------------


def nvl72_hall(count: int, cdus: int) -> Design:
    racks = [
        Rack(id=f"n{n}", name="N", part="gb200-nvl72", x_mm=900 * n, y_mm=0) for n in range(count)
    ]
    racks += [Rack(id=f"c{n}", name="C", part="cdu-row", x_mm=0, y_mm=3000 * n + 3000)
              for n in range(cdus)]  # fmt: skip
    return Design(racks=tuple(racks))


def test_eleven_nvl72_need_three_units_because_of_their_flow() -> None:
    report = evaluate(nvl72_hall(11, 2), load_shipped())
    facility = report.facility
    assert facility.coolant_lpm == pytest.approx(1905, rel=0.001)
    # One of two units left takes 1,300 kW of 1,263, and moves 1,800 L/min of 1,905.
    assert (facility.cdu_units_needed, facility.cdu_redundancy) == (3, "N")
    assert "C06:cdu" in keys(report)
    enough = evaluate(nvl72_hall(11, 3), load_shipped())
    # The room has no feeds: which units one of them takes is open, as C06 says.
    assert enough.facility.cdu_redundancy == "N+1; not known after a lost feed"
    assert "C06:cdu" not in keys(enough)


def test_units_that_do_not_stand_have_no_number_that_is_needed() -> None:
    report = evaluate(nvl72_hall(1, 0), load_shipped())
    assert report.facility.cdu_units_needed is None
    assert report.facility.cdu_redundancy == ""
    assert "C05:no-cdu" in keys(report)
    assert evaluate(stand("cdu-row"), load_shipped()).facility.cdu_units_needed == 0


def test_a_finding_on_units_says_how_many_are_needed() -> None:
    report = evaluate(nvl72_hall(11, 2), load_shipped())
    said = {check.key: check.message for check in report.checks}
    assert "2 CDU for 1,263 kW" in said["C06:cdu"]
    assert said["C06:cdu"].endswith("3 are needed for N+1")
    hot = nvl72_hall(11, 3)
    hot = hot.evolve(racks=(*hot.racks, *stand("crah").racks))
    said = {check.key: check.message for check in evaluate(hot, load_shipped()).checks}
    # 11 × 17.16 kW of air: two units of 100 kW, and one to spare.
    (air,) = [check for check in evaluate(hot, load_shipped()).checks if check.key == "C23:crah"]
    assert air.where == ("u0",)
    assert said["C23:crah"] == "1 air unit for 189 kW of air heat; 3 are needed for N+1"


def test_the_worst_rack_of_a_cause_gives_the_words() -> None:
    hotter = AIR_51.evolve(id="air-53", name="Air 53", power_max_w=53_000)
    fillings = tuple(
        Assembly(id=p, rack_part="rack-48u", slots=(Slot(id="s", part=p, half_u=2),))
        for p in ("air-51", "air-53")
    )
    racks = tuple(
        Rack(id=p.id, name="R", part="rack-48u", x_mm=3000 * n, y_mm=0, assembly=p.id)
        for n, p in enumerate(fillings)
    )
    report = evaluate(Design(assemblies=fillings, racks=racks), CATALOG.overlay([hotter]))
    (check,) = [c for c in report.checks if c.key == "C01:rear-door"]
    assert check.where == ("air-51", "air-53")
    assert "53.0 kW" in check.message


def test_heat_that_may_be_beyond_what_is_planned_with_is_said_to_be_open() -> None:
    wide = Part(
        liquid_fraction=0,
        id="wide", kind="node", name="Wide", height_half_u=4, power_typical_w=35_000,
        psu=Psu(count=1, rating_w=45_000, efficiency=1.0),
    )  # fmt: skip
    # Rear doors are planned with up to 40 kW and end at 75.
    report = evaluate(rack("wide", cooling="rear-door"), CATALOG.overlay([wide]))
    (check,) = [c for c in report.checks if c.rule == "C01"]
    assert check.key.startswith("C01:open:")
    assert "the highest power of Wide is not known" in check.message


def test_a_unit_of_no_known_flow_is_said_to_be_open() -> None:
    silent = CDU.evolve(cooling=CoolingFigures(method="direct-to-chip", capacity_kw=1300))
    report = evaluate(stand(NVL72.id, CDU.id, CDU.id), CATALOG.overlay([silent]))
    (check,) = [c for c in report.checks if c.key == "C06:open:cdu"]
    assert "the coolant flow of CDU is not known" in check.message
    assert report.facility.cdu_units_needed is None
    assert report.facility.bound("cdu_units_needed") is not None


def test_units_of_no_known_airflow_are_said_to_be_open() -> None:
    still = CRAH.evolve(cooling=CoolingFigures(method="room-air", capacity_kw=100, water_max_c=18))
    design = rack("dgx-h100").evolve(
        racks=(*rack("dgx-h100").racks, *stand(CRAH.id, CRAH.id).racks)
    )
    assert "C02:open:crah-airflow" in keys(evaluate(design, CATALOG.overlay([still])))
    assert "C02:open:crah-airflow" not in keys(evaluate(design, CATALOG))


def defaults(**values: float) -> list[PlanningDefault]:
    return [
        PlanningDefault(
            id=name.replace("_", "-"), name=name, value=value, low=value - 0.05,
            high=value + 0.05, source="t", kind="guide",
        )
        for name, value in values.items()
    ]  # fmt: skip


def test_a_method_without_an_entry_is_no_worse_than_the_next_weaker_one() -> None:
    catalog = Catalog((), (), defaults(pue=1.58, pue_room_air=1.4, pue_rear_door=1.3))
    found = {
        method: pue_default(catalog, method)
        for method in ("room-air", "in-row", "rear-door", "direct-to-chip", "immersion", "")
    }
    assert {m: d.value for m, d in found.items() if d} == {
        "room-air": 1.4, "in-row": 1.4, "rear-door": 1.3, "direct-to-chip": 1.3,
        "immersion": 1.3, "": 1.58,
    }  # fmt: skip


SHIPPED = load_shipped()
WET = SHIPPED.require("dgx-h100").evolve(id="wet", liquid_fraction=1.0)
HALL = SHIPPED.overlay([WET])


def two_racks(*methods: str) -> Design:
    """A DGX H100 a rack, with what takes its heat: nothing of its own, a door, plates, a tank."""
    devices, racks = [], []
    for n, method in enumerate(methods):
        part = "immersion-smartpodx" if method == "immersion" else "rack-48u"
        decided = method if method in ("room-air", "in-row") else "auto"
        racks.append(
            Rack.model_validate(
                {"id": f"r{n}", "name": "R", "part": part, "x_mm": 3000 * n, "y_mm": 0,
                 "cooling": decided}
            )
        )  # fmt: skip
        node = "wet" if method == "direct-to-chip" else "dgx-h100"
        devices.append(Device(id=f"n{n}", name="n", part=node, rack=f"r{n}", half_u=2))
        if method == "rear-door":
            door = Device(id=f"d{n}", name="d", part="rdhx", rack=f"r{n}", face="door")
            devices.append(door)
    return Design(racks=tuple(racks), devices=tuple(sorted(devices, key=lambda d: d.id)))


def test_a_better_method_in_a_rack_never_makes_the_hall_worse() -> None:
    methods = ("room-air", "in-row", "rear-door", "direct-to-chip", "immersion")
    pues = [evaluate(two_racks("room-air", m), HALL).facility.figure("pue") for m in methods]
    values = [pue.value for pue in pues if pue.value is not None]
    assert values == sorted(values, reverse=True)
    assert len(values) == len(methods)
    assert values[0] == pytest.approx(1.4)
    assert values[1] == pytest.approx((1.4 + 1.37) / 2)
    assert (pues[1].low, pues[1].high) == (
        pytest.approx((1.04 + 1.04) / 2), pytest.approx((2.35 + 2.15) / 2),
    )  # fmt: skip
    assert all(pue.estimated for pue in pues)


def test_a_cold_plate_of_100_watts_counts_for_its_own_heat_in_the_pue() -> None:
    catalog = load_shipped().overlay([PLATED])
    said = {"supply_air_c": 24.0, "cooling_water_c": 12.0}
    bare = evaluate(rack("dgx-h100", door=True, **said), catalog).facility.figure("pue")
    plated = evaluate(rack("dgx-h100", PLATED.id, door=True, **said), catalog).facility.figure(
        "pue"
    )
    assert bare.value == pytest.approx(1.3)
    assert plated.value == pytest.approx((10.2 * 1.3 + 0.1 * 1.15) / 10.3)
    assert plated.low > bare.low - 0.01


def test_a_door_decided_by_hand_that_does_not_hang_takes_no_heat() -> None:
    decided = evaluate(rack("dgx-h100", cooling="rear-door"), load_shipped()).facility
    assert decided.figure("pue").value == pytest.approx(1.4)
    assert decided.pue_source.startswith("PUE, chilled water")


def test_a_pue_of_the_site_is_exact_and_one_of_no_source_is_bounded_by_physics() -> None:
    own = evaluate(rack("dgx-h100", pue=1.2), CATALOG).facility
    assert own.figure("pue").exact
    assert own.facility_kw == pytest.approx(10.2 * 1.2)
    report = evaluate(rack("dgx-h100"), Catalog(PARTS, BANDS))
    none = report.facility
    assert none.pue is None
    assert "D03:pue" not in keys(report)
    (told,) = (c.message for c in evaluate(rack("dgx-h100"), load_shipped()).checks
               if c.key == "D03:pue")  # fmt: skip
    assert told.startswith("PUE 1.4 is assumed, 1.04–2.35 by published ranges: PUE, chilled water")
    assert "D03:pue" in keys(evaluate(rack("dgx-h100"), CATALOG))
    assert "D03:pue" not in keys(evaluate(rack("dgx-h100", pue=1.2), CATALOG))
    assert "D03:pue" not in keys(evaluate(rack(), CATALOG))
    assert none.figure("facility_kw").low == pytest.approx(10.2)


def test_shares_of_heat_that_are_not_known_let_each_method_bound_the_pue() -> None:
    design = two_racks("room-air", "immersion")
    bare = load_shipped().require("dgx-h100")
    hidden = bare.evolve(power_max_w=None, psu=None)
    facility = evaluate(design, load_shipped().overlay([hidden])).facility
    pue = facility.figure("pue")
    assert (pue.low, pue.high) == (1.02, 2.35)
    assert pue.estimated


def test_the_report_names_the_class_of_the_water() -> None:
    facility = evaluate(stand(cooling_water_c=30.0), CATALOG).facility
    assert (facility.water_c, facility.water_class) == (30, "W32")


@pytest.mark.parametrize(("water_c", "said"), [(18, False), (35.9, False), (36.5, True)])
def test_cold_plates_get_coolant_no_warmer_than_they_take(water_c: float, said: bool) -> None:
    design = rack(PLATED.id, cooling_water_c=water_c)
    design = design.evolve(racks=(*design.racks, *stand(CDU.id, CDU.id).racks))
    # The unit adds 4 K, and the plates take 40 °C.
    assert ("C09:plated" in keys(evaluate(design, CATALOG))) is said


def test_cold_plates_of_no_known_temperature_are_said_to_be_open() -> None:
    design = rack(PLATED.id).evolve(racks=(*rack(PLATED.id).racks, *stand(CDU.id, CDU.id).racks))
    silent = PLATED.evolve(coolant_max_c=None)
    assert "C09:open:plated" in keys(evaluate(design, CATALOG.overlay([silent])))


def test_a_cooler_is_not_given_warmer_water_than_it_is_rated_with() -> None:
    shipped = load_shipped()
    assert "C24:in-row-crv-50" in keys(evaluate(stand("in-row-crv-50"), shipped))
    assert "C24:crah" not in keys(evaluate(stand("crah"), shipped))
    assert "C24:crah" in keys(evaluate(stand("crah", cooling_water_c=20.0), shipped))


# --- energy, money, storage --------------------------------------------------------------------


def measured_of_nodes(catalog: Catalog) -> PlanningDefault:
    """Typical over highest power of compute nodes, as measured."""
    default = catalog.default("typical-share-node")
    assert default is not None
    return default


def test_energy_does_not_fall_when_typical_power_is_unknown() -> None:
    shipped = load_shipped()
    args = {"scalable_units": "4"}
    stated = evaluate(build("dgx-superpod-h100", args, shipped), shipped)
    h100 = stated.cost
    design = build("dgx-superpod-h100", {**args, "system": "h200"}, shipped)
    h200 = evaluate(design, shipped).cost
    # The H200 draws the same highest power. Its typical one is estimated by what was
    # measured of nodes, where the H100 states its own.
    own, other = shipped.require("dgx-h100"), shipped.require("dgx-h200")
    assert own.power_typical_w is not None
    assert (other.power_typical_w, other.power_max_w) == (None, own.power_max_w)
    ratio = measured_of_nodes(shipped).value
    more_kw = (ratio * other.power_max_w - own.power_typical_w) / 1000
    more = stated.totals.nodes * more_kw * 8.76 * stated.facility.pue
    assert h200.energy_mwh_per_year == pytest.approx(h100.energy_mwh_per_year + more, rel=1e-6)
    assert h200.energy_mwh_per_year >= h100.energy_mwh_per_year
    figure = h200.figure("energy_mwh_per_year")
    assert figure.estimated
    assert figure.low < 0.5 * h100.energy_mwh_per_year < figure.high
    assert any(f"typical = {ratio:.2f} x highest" in ref for ref in figure.basis)
    bare = evaluate(design.evolve(site=design.site.evolve(estimates=False)), shipped).cost
    assert bare.energy_mwh_per_year is None
    assert bare.opex_per_year is None
    assert bare.figure("energy_mwh_per_year").low == pytest.approx(figure.low)
    assert bare.figure("energy_mwh_per_year").high == pytest.approx(figure.high)


def test_the_price_of_energy_bounds_the_running_cost() -> None:
    cost = evaluate(rack("dgx-h100", pue=1.0), load_shipped()).cost
    kwh = 7.3 * 8760
    opex = cost.figure("opex_per_year")
    assert opex.value == pytest.approx(kwh * 0.0859)
    assert (opex.low, opex.high) == (pytest.approx(kwh * 0.0604), pytest.approx(kwh * 0.1895))
    own = evaluate(rack("dgx-h100", pue=1.0, electricity_price=0.1), load_shipped()).cost
    assert own.figure("opex_per_year").exact


def priced(part_id: str, **price: Any) -> Part:
    return Part(
        id=part_id, kind="rack", name=part_id, prices=(Price.model_validate({**USD, **price}),)
    )


def test_bands_of_prices_bound_the_cost_and_dates_say_newest_and_oldest() -> None:
    parts = [
        priced("a", amount_cents=5_000_00, low_cents=4_000_00, high_cents=9_000_00),
        priced("b", amount_cents=1_000_00, as_of="2024-01"),
    ]
    cost = evaluate(stand("a", "a", "b"), Catalog(parts)).cost
    capex = cost.figure("capex")
    assert (capex.low, capex.value, capex.high) == (9_000, 11_000, 19_000)
    assert capex.estimated
    assert (cost.price_date, cost.oldest_price_date) == ("2026-06", "2024-01")
    (line,) = cost.by_category
    assert (line.category, line.figure("amount").high) == ("racks", 19_000)
    for left_out in ("UPS", "generators", "building", "trays"):
        assert left_out in cost.scope


def test_a_part_that_is_not_in_the_catalogue_leaves_power_heat_and_cost_open() -> None:
    report = evaluate(rack("dgx-h100", "gone"), CATALOG)
    for figure in (
        report.facility.figure("it_kw"),
        report.facility.figure("air_kw"),
        report.cost.figure("capex"),
        report.cost.figure("energy_mwh_per_year"),
    ):
        assert figure.value is None
        assert figure.high == inf
        assert figure.low > 0
    assert "gone" in report.cost.unpriced


def test_storage_of_which_one_figure_is_missing_is_a_lower_bound() -> None:
    fast = Part(id="fast", kind="storage", name="F", height_half_u=2,
                storage=StorageFigures(read_gb_s=90, raw_tb=500))  # fmt: skip
    slow = Part(id="slow", kind="storage", name="S", height_half_u=2,
                storage=StorageFigures(read_gb_s=10))  # fmt: skip
    storage = evaluate(rack("fast", "slow"), CATALOG.overlay([fast, slow])).storage
    assert storage.read_gb_s == 100
    assert (storage.raw_tb, storage.figure("raw_tb").low) == (None, 500)
    assert storage.figure("write_gb_s").unknown


def test_the_room_does_not_matter_for_what_is_known() -> None:
    """A hall in which everything is known has no bound but those of planning defaults."""
    design = rack("dgx-h100", pue=1.3, electricity_price=0.1).evolve(room=Room())
    report = evaluate(design, CATALOG)
    assert report.facility.bounds == ()
    # Support, staff and the hall are planned where the site states none.
    assert [bound.name for bound in report.cost.bounds] == ["capex", "tco", "gpu_hour"]


def test_a_figure_that_is_estimated_says_by_what_rule() -> None:
    shipped = load_shipped()
    design = build("dgx-superpod-h100", {"scalable_units": "1", "system": "h200"}, shipped)
    said = {c.key: c.message for c in evaluate(design, shipped).checks}
    of = measured_of_nodes(shipped)
    assert (
        f"estimated: typical = {of.value:.2f} x highest ({of.low:.2f}–{of.high:.2f}, "
        "compute nodes as measured)" in said["D01:dgx-h200"]
    )
    off = design.evolve(site=design.site.evolve(estimates=False))
    said = {c.key: c.message for c in evaluate(off, shipped).checks}
    assert "estimated" not in said["D01:dgx-h200"]
    assert "what rests on it has bounds" in said["D01:dgx-h200"]


def two_loops(second: Loop) -> Design:
    design = nvl72_hall(6, 4)
    feeds = tuple(PowerNode(id=name) for name in "AB")
    racks = tuple(rack.evolve(feeds=("A", "B")) for rack in design.racks)
    design = design.evolve(power=feeds, racks=racks)
    first = Loop(id="west", name="West", units=("c0", "c1"), racks=("n0", "n1", "n2"))
    return design.evolve(loops=(first, second))


def test_each_loop_must_do_with_its_own_units() -> None:
    shipped = load_shipped()
    even = Loop(id="east", units=("c2", "c3"), racks=("n3", "n4", "n5"))
    report = evaluate(two_loops(even), shipped)
    assert not {"C05", "C06"} & {check.rule for check in report.checks}
    assert (report.facility.cdu_units, report.facility.cdu_units_needed) == (4, 4)
    one = evaluate(two_loops(even.evolve(units=("c2",))), shipped)
    assert "C06:cdu:east" in keys(one)
    assert "C06:cdu:west" not in keys(one)
    assert one.facility.cdu_redundancy == "N"
    none = evaluate(two_loops(even.evolve(units=("n9",))), shipped)
    (check,) = [c for c in none.checks if c.rule == "C05"]
    assert (check.key, check.where) == ("C05:no-cdu:east", ("n3", "n4", "n5"))


def test_a_unit_that_two_loops_name_is_counted_once_and_reported() -> None:
    both = Loop(id="east", units=("c0", "c1"), racks=("n3", "n4", "n5"))
    report = evaluate(two_loops(both), load_shipped())
    assert {"C21:east:c0", "C21:east:c1", "C05:no-cdu:east"} <= keys(report)
    assert report.facility.cdu_units == 2
    racks = Loop(id="east", units=("c2", "c3"), racks=("n2", "n3", "n4", "n5"))
    twice = evaluate(two_loops(racks), load_shipped())
    assert "C21:east:n2" in keys(twice)
    assert twice.facility.cdu_units_needed == 4


def test_a_loop_that_names_what_does_not_stand_is_an_error() -> None:
    astray = Loop(id="east", units=("c2", "c3", "x9"), racks=("n3", "n4", "n5", "z1"))
    found = {c.key: c.severity for c in evaluate(two_loops(astray), load_shipped()).checks}
    assert found["C21:east:x9"] == found["C21:east:z1"] == "error"


def test_a_rack_on_no_loop_is_said() -> None:
    short = Loop(id="east", units=("c2", "c3"), racks=("n3", "n4"))
    (check,) = [
        c for c in evaluate(two_loops(short), load_shipped()).checks if c.key == "C05:no-loop"
    ]
    assert check.where == ("n5",)


def test_a_loop_that_states_its_temperature_needs_no_approach() -> None:
    warm = Loop(id="east", units=("c2", "c3"), racks=("n3", "n4", "n5"), supply_c=46.0)
    found = [c for c in evaluate(two_loops(warm), load_shipped()).checks if c.rule == "C09"]
    assert [c.key for c in found] == ["C09:gb200-nvl72"]
    cool = evaluate(two_loops(warm.evolve(supply_c=45.0)), load_shipped())
    assert "C09" not in {c.rule for c in cool.checks}


def test_units_in_racks_feed_the_loop_that_names_them() -> None:
    filling = Assembly(
        id="a", rack_part="rack-48u", slots=(Slot(id="u", part="cdu-in-rack-100", half_u=2),)
    )
    racks = (
        Rack(id="n", name="N", part="gb200-nvl72", x_mm=0, y_mm=0),
        Rack(id="c", name="C", part="rack-48u", x_mm=3000, y_mm=0, assembly="a"),
    )
    loop = Loop(id="l", units=("c/u",), racks=("n",))
    report = evaluate(Design(assemblies=(filling,), racks=racks, loops=(loop,)), load_shipped())
    # 114.84 kW on one unit of 100 kW.
    assert report.facility.cdu_redundancy == "less than N"
    (check,) = [c for c in report.checks if c.key == "C06:cdu:l"]
    assert check.where == ("c",)


def test_power_figures_that_contradict_each_other_are_an_error() -> None:
    wrong = SHIPPED.require("dgx-h100").evolve(power_max_w=5000.0, power_peak_w=None)
    design = two_racks("room-air")
    said = {c.key: c for c in evaluate(design, SHIPPED.overlay([wrong])).checks}
    assert said["D05:dgx-h100"].severity == "error"
    assert "typical power 7,300 W is above highest power 5,000 W" in said["D05:dgx-h100"].message
    assert "D05:dgx-h100" not in keys(evaluate(design, SHIPPED))
    assert not [part.id for part in SHIPPED.parts if contradictions(part)]
