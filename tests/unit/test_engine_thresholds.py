"""Where each rule begins to speak: just within its limit it is silent, just beyond it is not."""

from typing import Any

import pytest

from designer.catalog.bands import CoolingBand
from designer.catalog.catalog import Catalog
from designer.catalog.figures import CoolingFigures, PduFigures, Psu
from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.engine.report import RackReport, Report
from designer.engine.subjects.cooling.thermal import airflow_m3h
from designer.model.design import Design, Loop, PowerNode, Rack, Room, Site
from tests.helpers import engine_designs as parts
from tests.helpers.signed_designs import DESIGNS, hall, row_of, stand
from tests.helpers.signed_parts import CATALOG, DEFAULTS

LOAD = Part(
    id="load", kind="server", name="Load", height_half_u=4, depth_mm=800, mass_kg=100,
    power_max_w=1000, power_peak_w=900, power_typical_w=800, power_idle_w=100, airflow_m3h=100,
    inlet_min_c=10, inlet_max_c=30, liquid_fraction=0.0,
    psu=Psu(count=2, rating_w=1_000_000, inlet="C14"),
)  # fmt: skip
RACK = parts.RACK.evolve(
    rack={"units": 48, "static_kg": 1500, "dynamic_kg": 1500, "usable_depth_mm": 1000}
)
ON = (f"{parts.PDU.id}:A", f"{parts.PDU.id}:B")
PDU_KW = 34.5 * 0.95


def catalog(*more: Part, bands: tuple[CoolingBand, ...] = parts.BANDS, **fields: Any) -> Catalog:
    """Return the small catalogue with one load of these figures."""
    own = [LOAD.evolve(**fields), RACK, parts.DOOR.evolve(power_max_w=0.0), *more]
    return Catalog(parts.PARTS, bands, DEFAULTS).overlay(own)


def report(design: Design | None = None, *more: Part, **fields: Any) -> Report:
    return evaluate(design or hall(stand("a", "load@3", *ON)), catalog(*more, **fields))


def keys(found: Report, rule: str) -> set[str]:
    return {check.key for check in found.checks if check.rule == rule}


def state(found: Report, name: str, rack: int = 0) -> str:
    return next(limit.state for limit in found.racks[rack].limits if limit.name == name)


@pytest.mark.parametrize(
    ("kw", "method", "warns"),
    [
        (9.9, "room-air", set()), (10.0, "in-row", set()), (29.9, "in-row", set()),
        (30.0, "rear-door", set()), (39.9, "rear-door", set()), (40.0, "rear-door", set()),
        (40.1, "rear-door", {"C01:rear-door"}), (75.0, "rear-door", {"C01:rear-door"}),
        (75.1, "rear-door", {"C01:rear-door:beyond"}),
    ],
)  # fmt: skip
def test_a_method_is_chosen_and_ends_where_its_band_does(
    kw: float, method: str, warns: set[str]
) -> None:
    found = report(power_max_w=1000 * kw)
    assert found.racks[0].cooling_method == method
    assert keys(found, "C01") == warns
    # Without its door, the room's air takes the heat: it ends at 20 kW here, in the open.
    missing = {"C22:no-door:beyond"}
    assert keys(found, "C22") == (missing if method == "rear-door" else set())


@pytest.mark.parametrize(
    ("kw", "limit", "warns"),
    [
        (10.0, "ok", set()), (10.1, "warning", {"C01:room-air"}),
        (17.9, "warning", {"C01:room-air"}),
        (20.0, "warning", {"C01:room-air"}), (20.1, "error", {"C01:room-air:beyond"}),
    ],
)  # fmt: skip
def test_a_method_by_hand_warns_from_its_plan_and_fails_from_its_end(
    kw: float, limit: str, warns: set[str]
) -> None:
    found = report(hall(stand("a", "load@3", *ON, cooling="room-air")), power_max_w=1000 * kw)
    assert state(found, "cooling") == limit
    assert keys(found, "C01") == warns


@pytest.mark.parametrize(("kw", "found_"), [(10.0, set()), (10.1, {"C14:containment"})])
def test_containment_is_asked_for_above_ten_kilowatts(kw: float, found_: set[str]) -> None:
    open_room = hall(stand("a", "load@3", *ON, cooling="room-air"))
    assert keys(report(open_room, power_max_w=1000 * kw), "C14") == found_
    opposite = stand("b", y_mm=4000 + 1200 + 900, rotation=180)
    contained = hall(stand("a", "load@3", *ON), opposite, room=Room(containment="hot"))
    assert keys(report(contained, power_max_w=1000 * kw), "C14") == set()
    alone = hall(stand("a", "load@3", *ON), room=Room(containment="hot"))
    # From 10 kW on in-row air is chosen, which rests on a contained aisle.
    assert keys(report(alone, power_max_w=1000 * kw), "C14") == {"C14:open-aisle"}
    assert keys(report(power_max_w=1000 * kw), "C14") == {"C14:containment"}


@pytest.mark.parametrize(
    ("supply", "wrong"), [(9.9, True), (10.0, False), (30.0, False), (30.1, True)]
)
def test_supply_air_is_within_what_parts_take(supply: float, wrong: bool) -> None:
    design = hall(stand("a", "load@3", *ON), site=Site(supply_air_c=supply))
    assert keys(report(design), "C04") == ({"C04:load"} if wrong else set())


@pytest.mark.parametrize(
    ("kg", "mass", "errors"),
    [(1170, "ok", set()), (1171, "warning", set()), (1320, "warning", set()), (1321, "error", 1)],
)
def test_the_rack_warns_from_nine_tenths_and_fails_beyond_its_rating(
    kg: float, mass: str, errors: object
) -> None:
    """150 kg of rack and 30 of PDUs; 1,350 kg are nine tenths of 1,500."""
    found = report(mass_kg=kg)
    assert found.racks[0].weight_kg == 180 + kg
    # A rack may be filled where it stands: beyond what it may be rolled with, F03 warns.
    rolled = "warning" if errors else mass
    assert (state(found, "mass"), state(found, "mass-rolled")) == (mass, rolled)
    assert bool(keys(found, "F02")) == bool(keys(found, "F03")) == bool(errors)


@pytest.mark.parametrize(("limit", "wrong"), [(1.494, True), (1.493, True), (1.496, False)])
def test_the_floor_carries_what_is_within_its_limit(limit: float, wrong: bool) -> None:
    """280 kg on 0.8 × (1.2 + 0.6 + 0.5) m are 1.4923 kPa at a full cold and hot aisle."""
    load = 280 * 9.80665 / (0.8 * 2.3) / 1000
    assert load == pytest.approx(1.4923, abs=1e-4)
    design = hall(stand("a", "load@3", *ON), room=Room(floor_limit_kpa=load * limit / 1.495))
    assert bool(keys(report(design), "F04")) is wrong


@pytest.mark.parametrize(
    ("y", "front", "rear"),
    [(1200, False, False), (1199, True, False), (6900, False, False), (6901, False, True)],
)
def test_aisles_are_1_2_m_before_and_0_9_m_behind(y: int, front: bool, rear: bool) -> None:
    """A rack of 1.2 m in a room of 9 m."""
    found = keys(report(hall(stand("a", "load@3", *ON, y_mm=y))), "F06")
    assert found == ({"F06:front"} if front else set()) | ({"F06:rear"} if rear else set())


@pytest.mark.parametrize(("depth", "deep"), [(1000, False), (1001, True)])
def test_a_device_is_as_deep_as_the_rack_takes(depth: int, deep: bool) -> None:
    assert bool(keys(report(depth_mm=depth), "F09")) is deep


@pytest.mark.parametrize(("rails", "wide"), [("", False), ("21-inch", True)])
def test_a_device_is_for_the_rails_of_its_rack(rails: str, wide: bool) -> None:
    found = [check for check in report(rails=rails).checks if check.rule == "F09"]
    assert [check.severity for check in found] == (["error"] if wide else [])


@pytest.mark.parametrize(
    ("things", "clash"),
    [
        (("load@1",), False), (("load@0.5",), True), (("load@47",), False), (("load@47.5",), True),
        (("load@1", "load@3"), False), (("load@1", "load@2.5"), True),
        (("load@1", "load@1/rear"), True), (("flat@1", "flat@1/rear"), False),
        (("flat@1", "flat@2/rear"), False), (("flat@1", "load@2/rear"), True),
        (("flat@1", "flat@2"), True),
    ],
)  # fmt: skip
def test_devices_clash_where_they_share_units(things: tuple[str, ...], clash: bool) -> None:
    flat = LOAD.evolve(id="flat", full_depth=False, depth_mm=400)
    found = report(hall(stand("a", *things, *ON)), flat)
    assert bool(keys(found, "F01")) is clash
    assert (state(found, "units") == "error") is clash


@pytest.mark.parametrize(
    ("kw", "half", "lost", "near"),
    [
        (PDU_KW * 0.89, False, False, "ok"), (PDU_KW * 0.91, False, False, "warning"),
        (PDU_KW * 0.999, False, False, "warning"), (PDU_KW * 1.001, False, True, "error"),
    ],
)  # fmt: skip
def test_two_feeds_outlive_a_loss_up_to_what_one_carries(
    kw: float, half: bool, lost: bool, near: str
) -> None:
    # Three supplies a feed: one on each pair of lines, so that the PDU is full as a whole.
    found = report(power_max_w=1000 * kw, psu=Psu(count=6, rating_w=1_000_000, inlet="C14"))
    assert bool(keys(found, "P02")) is lost
    assert state(found, "power-feed-lost") == near
    assert bool(keys(found, "P04")) is half


def test_a_feed_above_half_is_told_where_the_other_has_room() -> None:
    """Two of three supplies on feed A: two thirds of 0.8 of a PDU are above half of it."""
    three = {"psu": Psu(count=3, rating_w=1_000_000, inlet="C14"), "power_max_w": 800 * PDU_KW}
    design = hall(stand("a", "load@3", *ON))
    found = report(design, **three)
    assert keys(found, "P04") == {"P04:loadx1"}
    (check,) = (check for check in found.checks if check.rule == "P04")
    assert check.message == "1 × Load: feed A at 53% with all feeds up, above half"
    assert keys(report(design, **{**three, "power_max_w": 740 * PDU_KW}), "P04") == set()


@pytest.mark.parametrize(
    ("kw", "answer"), [(5.0, "ok"), (4.49, "ok"), (4.51, "ok"), (9.02, "warning"), (10.01, "error")]
)
def test_a_feed_of_the_room_is_nearly_full_from_nine_tenths(kw: float, answer: str) -> None:
    """A device on one feed of 10 kW, by policy N."""
    design = hall(
        stand("a", "load@3", f"{parts.PDU.id}:A"),
        power=(PowerNode(id="A", capacity_kw=10.0),), site=Site(feed_policy="N"),
    )  # fmt: skip
    found = report(design, power_max_w=1000 * kw)
    assert found.power.feeds[0].state == answer
    assert bool(keys(found, "P14")) is (answer == "error")


@pytest.mark.parametrize(
    ("low", "high", "wrong"),
    [
        (None, None, False), (240.5, None, False), (241.0, None, True), (None, 239.0, False),
        (None, 238.5, True), (200.0, 240.0, False), (277.0, 300.0, True),
    ],
)  # fmt: skip
def test_nominal_voltages_are_rounded_by_a_volt(
    low: float | None, high: float | None, wrong: bool
) -> None:
    """Outlets of a PDU of 415 V have 415 / √3 = 239.6 V."""
    psu = Psu(count=2, rating_w=1_000_000, inlet="C14", volts_min=low, volts_max=high)
    assert ("P11:load:240" in keys(report(psu=psu), "P11")) is wrong


@pytest.mark.parametrize(
    ("water", "warmest", "answer"),
    [(18.0, 18.0, set()), (18.1, 18.0, {"C24:crah"}), (18.0, None, {"C24:open:crah"})],
)
def test_water_is_no_warmer_than_what_a_unit_is_rated_with(
    water: float, warmest: float | None, answer: set[str]
) -> None:
    unit = parts.CRAH.evolve(
        cooling=CoolingFigures(
            method="room-air", capacity_kw=100, airflow_m3h=25_000, water_max_c=warmest
        )
    )
    design = hall(stand("z", part="crah"), site=Site(cooling_water_c=water))
    assert keys(report(design, unit), "C24") == answer


@pytest.mark.parametrize(
    ("supply", "water", "warm"),
    [(45.0, 18.0, False), (45.1, 18.0, True), (None, 41.0, False), (None, 41.1, True)],
)
def test_coolant_is_no_warmer_than_cold_plates_take(
    supply: float | None, water: float, warm: bool
) -> None:
    """By what the loop says, else by the water and an approach of 4 K."""
    rack = parts.NVL72.evolve(coolant_max_c=45.0)
    loops = (Loop(id="l", supply_c=supply),) if supply is not None else ()
    design = hall(
        stand("n", part="gb200-nvl72"), stand("z", part="cdu-row", x=6000),
        site=Site(cooling_water_c=water), loops=loops,
    )  # fmt: skip
    assert bool(keys(report(design, rack), "C09")) is warm


@pytest.mark.parametrize(("units", "wrong"), [(1, {"C23:crah", "C02:crah-airflow"}), (2, set())])
def test_air_units_carry_heat_and_air_with_one_lost(units: int, wrong: set[str]) -> None:
    stands = [
        stand("a", "load@3", *ON),
        *row_of(units, part="crah", y_mm=7000, feeds=("A", "B")),
    ]
    design = hall(*stands, site=Site(supply_air_c=24.0))
    found = report(design, power_max_w=100_000, airflow_m3h=25_000)
    assert keys(found, "C23") | keys(found, "C02") == wrong
    more = report(design, power_max_w=100_100, airflow_m3h=25_001)
    assert keys(more, "C23") | keys(more, "C02") == {"C23:crah", "C02:crah-airflow"}


@pytest.mark.parametrize(
    ("rating", "redundancy", "wrong"),
    [
        (940, "1+1", set()), (940, "", {"P03:open:load:1+1"}), (939, "", {"P03:load:1+1"}),
        (470, "", {"P03:load:1+1"}),
        (469, "", {"P03:normal:load:1+1"}), (1, "1+1", {"P03:normal:load:1+1"}),
        (2_000, "2+0", {"P03:load:1+1"}),
    ],
)  # fmt: skip
def test_supplies_carry_what_they_give_at_their_output(
    rating: float, redundancy: str, wrong: set[str]
) -> None:
    """1 kW at the inlets is 940 W at the output of supplies that are stated with 94 %."""
    psu = Psu(
        count=2, rating_w=rating, inlet="C14", redundancy=redundancy, efficiency=0.94
    )  # fmt: skip
    assert keys(report(psu=psu), "P03") == wrong


@pytest.mark.parametrize(("amps", "wrong"), [(4.18, False), (4.17, True), (2.08, True)])
def test_an_inlet_takes_no_more_than_its_current(amps: float, wrong: bool) -> None:
    """1 kW through the inlet that is left, at 239.6 V, is 4.174 A."""
    psu = Psu(count=2, rating_w=5_000, inlet="C14", amps_max=amps, redundancy="1+1")
    assert bool(keys(report(psu=psu), "P03")) is wrong


@pytest.mark.parametrize(
    ("pdu", "kw"),
    [
        (PduFigures(volts=415, amps=60, phases=3, rated_kva=34.5), 34.5 * 0.95),
        (PduFigures(volts=400, amps=32, phases=3, standard="iec"), 22.17 * 0.95),
        (PduFigures(volts=400, amps=32, phases=3), 22.17 * 0.95 * 0.8),
        (PduFigures(volts=208, amps=30, phases=1), 6.24 * 0.95 * 0.8),
    ],
)
def test_what_a_rack_pdu_carries(pdu: PduFigures, kw: float) -> None:
    """A nameplate holds its derate, an IEC plug needs none, a NEC plug takes 80 %."""
    found = report(None, parts.PDU.evolve(pdu=pdu))
    assert found.racks[0].feeds[0].capacity_kw == pytest.approx(kw, rel=1e-3)


def rack(found: Report, key: str) -> RackReport:
    return next(one for one in found.racks if one.id == key)


def test_names_of_sides_are_short() -> None:
    """A feed of a longer name than a letter has the next free letter on the sheet."""
    design = hall(
        stand("a", "load@3", f"{parts.PDU.id}:ABC", f"{parts.PDU.id}:ABCD"),
        power=(PowerNode(id="ABC", capacity_kw=1e6), PowerNode(id="ABCD", capacity_kw=1e6)),
    )  # fmt: skip
    assert [feed.side for feed in rack(report(design), "a").feeds] == ["A", "B"]


def test_a_room_of_two_corners_has_no_area() -> None:
    """The shoelace formula of three corners and more."""
    triangle = Room(outline=((0, 0), (6_000, 0), (0, 4_000)))
    line = Room(outline=((0, 0), (6_000, 0)))
    assert report(Design(room=triangle)).totals.floor_area_m2 == 12.0
    # The same triangle anywhere in the plan and drawn either way round.
    moved = tuple((x + 3_000, y + 7_000) for x, y in triangle.outline)
    for outline in (moved, moved[::-1]):
        assert report(Design(room=Room(outline=outline))).totals.floor_area_m2 == 12.0
    assert report(Design(room=line)).totals.floor_area_m2 is None


def test_rows_count_racks_and_not_units_on_the_floor() -> None:
    places = [
        Rack(id=f"r{n:02}", name=f"R{n}", part="rack-48u", x_mm=800 * n, y_mm=4000, row="a")
        for n in range(20)
    ]
    unit = Rack(id="z", name="Z", part="crah", x_mm=16_000, y_mm=4000, row="a")
    room = Room(outline=((-2_000, 0), (30_000, 0), (30_000, 9_000), (-2_000, 9_000)))
    assert keys(report(Design(racks=(*places, unit), room=room)), "F07") == set()
    more = unit.evolve(part="rack-48u")
    assert keys(report(Design(racks=(*places, more), room=room)), "F07") == {"F07:a"}


def test_a_catalogue_without_bands_names_no_method() -> None:
    bare = Catalog(parts.PARTS, (), DEFAULTS).overlay([LOAD, RACK])
    found = evaluate(hall(stand("a", "load@3", *ON)), bare)
    (one,) = found.racks
    assert (one.cooling_method, one.cooling_air_method) == ("", "")
    assert one.cooling_reason == "the catalogue states no cooling bands"
    assert one.cooling_capacity_kw is None
    assert keys(found, "C01") == set()


@pytest.mark.parametrize(("kw", "method"), [(9.0, "in-row"), (29.0, "in-row"), (44.0, "in-row")])
def test_a_method_that_the_catalogue_lacks_is_passed_over(kw: float, method: str) -> None:
    some = tuple(band for band in parts.BANDS if band.method == method)
    own = [LOAD.evolve(power_max_w=1000 * kw), RACK]
    bands = Catalog(parts.PARTS, some, DEFAULTS).overlay(own)
    (one,) = evaluate(hall(stand("a", "load@3", *ON)), bands).racks
    assert one.cooling_method == method
    assert ("most sources plan with 30 kW" in one.cooling_reason) is (kw > 30)


def test_air_is_that_of_sea_level_unless_somebody_says_otherwise() -> None:
    """1 kW at 12 K: 3,600 / (1.2 · 1.005 · 12) = 248.756 m³/h."""
    assert airflow_m3h(1.0, 12.0) == pytest.approx(248.7562, rel=1e-6)
    assert airflow_m3h(1.0, 12.0, 1.0) > airflow_m3h(1.0, 12.0)


@pytest.mark.parametrize(("gb_s", "enough"), [(100, True), (99, False)])
def test_nvlink_joins_rails_from_what_they_must_exchange(gb_s: float, enough: bool) -> None:
    """Two rails of 400 Gb/s: 2 · 400 · 1/2 = 400 Gb/s one way are 100 GB/s both ways."""
    gpu = CATALOG.require("fast-gpu")
    figures = gpu.accelerator.evolve(scaleup_gb_s=gb_s) if gpu.accelerator else None
    catalog = CATALOG.overlay([gpu.evolve(accelerator=figures)])
    fabrics = evaluate(DESIGNS["filled racks, a leaf for each rail"](), catalog).fabrics
    joined = next(one for one in fabrics if one.id == "ib").figure("bisection_with_nvlink_gbps")
    assert (joined.low > 0) is enough
