"""Figures of storage, power and cooling against what their sources print."""

import itertools
import math
import re

import pytest

from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.part import Part
from designer.catalog.part_bounds import mass_figure
from designer.catalog.records.guidance import Guideline
from designer.catalog.records.methods import Technique
from designer.engine.calc import calculate

POUND_KG = 0.453_592_37
GALLON_L = 3.785_411_8
CFM_TO_M3H = 1.699
READ = "storage.read_gb_s"


def part(part_id: str) -> Part:
    return load_shipped().require(part_id)


def parts_of(kind: str) -> list[Part]:
    return [part for part in load_shipped().parts if part.kind == kind]


def guideline(rule_id: str) -> Guideline:
    found = shipped_library().get("guideline", rule_id)
    assert isinstance(found, Guideline)
    return found


@pytest.mark.parametrize(
    ("part_id", "wanted_gb_s", "units"),
    [
        # AI/ML Infrastructure, survey 2026-06-18, § Storage solution comparison
        ("weka", 100, 13),  # 80 GB/s of 10 nodes
        ("weka", 160, 20),
        ("minio", 100, 5),  # 20 GB/s a gateway
        ("netapp-aff", 20, 2),  # 10 GB/s a controller, a pair
        ("lustre", 100, 1),  # of the whole cluster
    ],
)
def test_units_for_a_bandwidth_by_its_scope(part_id: str, wanted_gb_s: float, units: int) -> None:
    storage = part(part_id).storage
    assert math.ceil(wanted_gb_s / (storage.read_gb_s / storage.scope_units) - 1e-9) == units


def test_a_survey_figure_and_a_node_name_each_other() -> None:
    """8 GB/s a WEKA node in the survey, 71 of one with eight times the ports."""
    system, node = part("weka"), part("weka-node")
    figures = system.storage
    assert f"{figures.read_gb_s / figures.scope_units:g} GB/s" in node.source_of(READ).other
    assert f"{node.storage.read_gb_s:g} GB/s" in system.source_of(READ).other


def test_shelves_answer_no_client_and_controllers_hold_no_drives() -> None:
    """Bandwidth is counted at controllers, terabytes at shelves: neither is counted twice."""
    for shelf in ("netapp-ns224", "netapp-nx224", "vast-dbox-ceres", "vast-dbox-mavericks"):
        storage = part(shelf).storage
        assert (storage.read_gb_s, storage.write_gb_s) == (0, 0)
        assert storage.raw_tb > 0
    for box in ("netapp-aff-a1k", "netapp-afx-1k", "vast-cbox-gen6"):
        assert part(box).storage.raw_tb == 0


def test_every_bandwidth_says_what_it_is_of() -> None:
    """Conflict c-077: figures of unlike scopes are not comparable, so each names its own."""
    for storage in parts_of("storage"):
        if storage.storage and storage.storage.read_gb_s is not None:
            assert storage.storage.scope, storage.id
            assert storage.storage.scope_units, storage.id


def test_wekapod_is_eight_nodes() -> None:
    """568 and 256 GB/s, 71 and 32 a node, 6.4 kW (WEKApod Nitro WPS155)."""
    pod = part("wekapod-nitro")
    assert (pod.storage.read_gb_s / 8, pod.storage.write_gb_s / 8) == (71, 32)
    assert pod.power_typical_w == 6400
    assert pod.height_half_u == 8 * part("weka-node").height_half_u


def test_vast_boxes() -> None:
    """C-Box Gen6 11.3 kg, 550 and 775 W; D-Box Ceres V2 29.5 kg, 368–850 W, 338 TB."""
    cbox, dbox = part("vast-cbox-gen6"), part("vast-dbox-ceres")
    assert (cbox.mass_kg, cbox.power_typical_w, cbox.power_max_w) == (11.3, 550, 775)
    assert (dbox.mass_kg, dbox.power_idle_w, dbox.power_max_w) == (29.5, 368, 850)
    assert dbox.storage.raw_tb == 338


@pytest.mark.parametrize("pdu", parts_of("rack-pdu"), ids=lambda pdu: pdu.id)
def test_a_nameplate_follows_from_volts_and_amps(pdu: Part) -> None:
    """kVA = √3 · V · I, with NEC's 80 % in the nameplate (UL-listed rack PDUs; NEC 210.20)."""
    figures = pdu.pdu
    if figures.rated_kva is None:
        assert figures.standard == "iec"
        return
    words = {"volts": str(figures.volts), "amps": str(figures.amps), "phases": str(figures.phases)}
    assert figures.rated_kva == pytest.approx(calculate("feed", words).results["kva"], rel=1e-3)


@pytest.mark.parametrize(
    ("part_id", "kva"),
    [
        # Rack PDU quick table of the facility study: derived from P1, P2 and NEC 210.20
        ("pdu-208v-30a-1ph", 4.99), ("pdu-208v-30a-3ph", 8.65), ("pdu-208v-50a-3ph", 14.41),
        ("pdu-208v-60a-3ph", 17.29), ("pdu-415v-30a-3ph", 17.25), ("pdu-415v-100a-3ph", 57.5),
        ("pdu-230v-32a-1ph", 7.36), ("pdu-400v-16a-3ph", 11.09), ("pdu-415v-63a-3ph", 45.28),
    ],
)  # fmt: skip
def test_what_rack_pdus_carry(part_id: str, kva: float) -> None:
    pdu = part(part_id).pdu
    root = math.sqrt(3) if pdu.phases == 3 else 1
    carries = pdu.rated_kva or root * pdu.volts * pdu.amps / 1000
    assert carries == pytest.approx(kva, rel=1e-3)


def test_a_ups_carries_no_more_kilowatts_than_kilovoltamperes() -> None:
    for supply in parts_of("ups"):
        if supply.ups.rated_kva is not None:
            assert supply.ups.rated_kw <= supply.ups.rated_kva, supply.id
        assert supply.ups.rated_kw, supply.id
        assert (supply.ups.efficiency or 0) <= (supply.ups.efficiency_eco or 1) <= 1


def test_five_modules_of_20_kva_carry_80() -> None:
    """80 kVA on 20 kVA modules, N+1: five (Electrical Trader UPS guide)."""
    module = str(part("ups-module-20").ups.rated_kva)
    found = calculate("ups", {"load_kw": "80", "module_kw": module, "redundancy": "N+1"})
    assert found.results["modules"] == 5


def test_generator_fuel() -> None:
    """2.5 MW and 173.1 US gal/h: 0.262 L/kWh (Cummins DQKAN); kVA at power factor 0.8."""
    cummins = part("generator-cummins-dqkan").generator
    assert cummins.fuel_full_load_lph == pytest.approx(173.1 * GALLON_L, rel=1e-3)
    assert cummins.standby_kw / cummins.standby_kva == pytest.approx(0.8)
    assert cummins.fuel_full_load_lph / cummins.standby_kw == pytest.approx(0.262, rel=2e-3)
    for unit in parts_of("generator"):
        figures = unit.generator
        if figures.fuel_full_load_lph and figures.standby_kw:
            # Diesel holds about 10 kWh a litre, of which engines of this size turn 30 to 45 %.
            assert 0.22 < figures.fuel_full_load_lph / figures.standby_kw < 0.34, unit.id


def test_bounds_of_masses_that_nobody_publishes_follow_their_rules() -> None:
    """UPS without batteries: 0.9–5 kg a kW; sets: 6–10 kg a kW. Those published lie within.

    Galaxy VXL 1,169 kg of 1,250 kW (990-55111), Galaxy VX 4,116 kg of 1,500 kW (990-5783D),
    Trinergy Cube cores 465 kg of 200 kW, 610 kg of 400 kW (Vertiv's table); Cat 3516E 18,480 kg of
    2,750 kW dry (LEHE1351-04); Cummins DQKC 15,152 kg of 1,650 kW wet (D-3223g).
    """
    double = "double conversion"
    plants = [
        *((one, one.ups.rated_kw, 0.9, 5.0) for one in parts_of("ups")
          if one.ups.topology.startswith(double) and (one.ups.rated_kw or 0) > 100),
        *((one, one.generator.standby_kw, 6.0, 10.0) for one in parts_of("generator")),
    ]  # fmt: skip
    stated = {one.id: one.mass_kg / kw for one, kw, *_ in plants if one.mass_kg is not None}
    assert {"ups-trinergy-cube-200", "ups-trinergy-cube-400", "ups-galaxy-vxl"} < stated.keys()
    assert {"generator-cat-3516e", "generator-cummins-dqkc"} < stated.keys()
    for one, kw, least, most in plants:
        mass = mass_figure(one)
        assert least <= mass.low / kw + 0.01, one.id
        assert mass.high / kw <= most + 0.01, one.id


@pytest.mark.parametrize(
    ("part_id", "kva"),
    [
        # Product detail of APDU11450ME: 34.6 kW; files of the others in devicetype-library
        ("pdu-apc-apdu11450me", 34.6), ("pdu-apc-ap8853", 7.36), ("pdu-apc-apdu10350sw", 22.2),
        ("pdu-vertiv-vp7n32a0", 4.9), ("pdu-servertech-c3wg36rl-5kw", 5.0),
        ("pdu-apc-ap8881", 11.0), ("pdu-lenovo-1u-208v-80a", 28.8),
    ],
)  # fmt: skip
def test_what_rack_pdus_of_makers_carry(part_id: str, kva: float) -> None:
    pdu = part(part_id).pdu
    root = math.sqrt(3) if pdu.phases == 3 else 1
    carries = pdu.rated_kva or root * pdu.volts * pdu.amps / 1000
    assert carries == pytest.approx(kva, rel=0.02)


@pytest.mark.parametrize(
    ("part_id", "pounds", "feet"),
    [("busway-250a", 46, 10), ("busway-400a", 100, 10), ("busway-800a", 152, 10)],
)
def test_busway_mass(part_id: str, pounds: float, feet: float) -> None:
    """Straight sections of Starline T5 (Track Busway Product Selection Guide REV2)."""
    expected = pounds * POUND_KG / (feet * 0.3048)
    assert part(part_id).busway.kg_per_m == pytest.approx(expected, rel=2e-3)


def test_row_cdus() -> None:
    """CHx2000: 2,125 L/min for 2,000 kW at 5 K; MCDU-70: 991 US gal/min, 105.8 to 113 °F."""
    coolit, motivair = part("cdu-chx2000").cooling, part("cdu-mcdu-70").cooling
    assert (coolit.capacity_kw, coolit.flow_lpm, coolit.approach_k) == (2000, 2125, 5)
    assert motivair.flow_lpm == pytest.approx(991 * GALLON_L, rel=1e-3)
    assert motivair.approach_k == pytest.approx((113 - 105.8) / 1.8)


def test_in_rack_cdu_flow_decides_before_its_heat() -> None:
    """121 kW at 4 K, 120 L/min at 1.15 bar (CoolChip CDU 100 sheet): by OCP's 1.5 L/min 80 kW."""
    cdu = part("cdu-in-rack-100").cooling
    assert (cdu.capacity_kw, cdu.approach_k, cdu.head_kpa) == (121, 4, 115)
    assert cdu.flow_lpm / guideline("coolant-flow").value == 80


def test_in_rack_cdus_mount_in_a_rack_and_row_cdus_do_not() -> None:
    for cdu in parts_of("cdu"):
        assert cdu.stands_on_floor == (not cdu.id.startswith("cdu-in-rack")), cdu.id


PSI_KPA = 6.894757
INCH_MM = 25.4


@pytest.mark.parametrize(
    ("part_id", "gallons", "psi"),
    [
        ("cdu-deschutes-2000", 500, 80),  # OCP Project Deschutes v0.8.0 p. 12, v1.0 section 3.1
        ("cdu-mcdu-70", 991, 38),  # Motivair CDU brochure 2026
    ],
)
def test_flow_and_head_of_row_cdus(part_id: str, gallons: float, psi: float) -> None:
    cooling = part(part_id).cooling
    assert cooling.flow_lpm == pytest.approx(gallons * GALLON_L, rel=1e-3)
    assert cooling.head_kpa == pytest.approx(psi * PSI_KPA, rel=2e-3)


@pytest.mark.parametrize(
    ("part_id", "psi"), [("cdu-chx1500", 34), ("cdu-rackchiller-800", 46), ("cdu-mcdu-25", 37)]
)
def test_heads_in_psi(part_id: str, psi: float) -> None:
    assert part(part_id).cooling.head_kpa == pytest.approx(psi * PSI_KPA, rel=3e-3)


@pytest.mark.parametrize(
    ("part_id", "width_in", "height_in", "depth_in", "pounds"),
    [
        ("cdu-deschutes-2000", 65, 93.1, 47.2, 6910),  # OCP Project Deschutes v0.8.0 p. 17
        ("cdu-mcdu-25", 31.5, 73.625, 42.5, None),  # Motivair MCDU-25 cut sheet
        ("crac-dse-265", 120.125, None, 83.5, 6455),  # Liebert DSE, models table
    ],
)
def test_sizes_in_inches(
    part_id: str, width_in: float, height_in: float | None, depth_in: float, pounds: float | None
) -> None:
    unit = part(part_id)
    for mm, inches in ((unit.width_mm, width_in), (unit.height_mm, height_in),
                       (unit.depth_mm, depth_in)):  # fmt: skip
        assert inches is None or mm == pytest.approx(inches * INCH_MM, rel=2e-3)
    assert pounds is None or unit.mass_kg == pytest.approx(pounds * POUND_KG, rel=1e-3)


def test_a_nameplate_bounds_what_a_cdu_draws() -> None:
    """9.1 A at 460 V, three phases (Motivair MCDU-25 cut sheet)."""
    assert part("cdu-mcdu-25").power_max_w == pytest.approx(math.sqrt(3) * 460 * 9.1, rel=1e-3)


def test_pump_power_follows_the_cube_of_speed() -> None:
    """10.2 kW with pumps at 96 % (nVent CDU800 deck, slide 8)."""
    assert part("cdu-rackchiller-800").power_max_w == pytest.approx(10_200 / 0.96**3, rel=5e-3)


def test_what_bounds_cdus_holds_for_those_that_publish_it() -> None:
    """The rules by which mass and draw are bounded, against each unit that states them."""
    rows = [p for p in parts_of("cdu") if p.stands_on_floor and p.cooling.rejects_to == "water"]
    heavy = [p for p in rows if p.mass_kg is not None and p.id != "cdu-row"]
    assert len(heavy) >= 6
    for unit in heavy:
        assert unit.width_mm
        assert unit.depth_mm
        assert 970 <= unit.mass_kg / (unit.width_mm * unit.depth_mm / 1e6) <= 1585, unit.id
        assert 0.77 <= unit.mass_kg / unit.cooling.capacity_kw <= 1.57, unit.id
    stated = [p for p in parts_of("cdu") if sourced(p, "power_max_w") and p.id != "cdu-row"]
    water = [p for p in stated if p.cooling.rejects_to == "water"]
    assert len(water) >= 8
    for unit in water:
        assert 0.006 <= unit.power_max_w / unit.cooling.capacity_kw / 1000 <= 0.037, unit.id
        if unit.cooling.head_kpa and unit.cooling.flow_lpm:
            moved_w = unit.cooling.flow_lpm / 60 * unit.cooling.head_kpa
            assert 1.4 <= unit.power_max_w / moved_w <= 4.3, unit.id


def sourced(unit: Part, name: str) -> bool:
    said = unit.source_of(name)
    return said is not None and said.kind in ("vendor", "second-hand")


def test_liquid_to_air_unit() -> None:
    """70 kW and 5,945 CFM (Vertiv CoolChip CDU 70)."""
    assert part("cdu-sidecar-70").cooling.airflow_m3h == pytest.approx(5945 * CFM_TO_M3H, rel=1e-3)


@pytest.mark.parametrize(
    ("part_id", "cfm"),
    [
        ("cdu-gocool-150", 17_658),  # ServeTheHome, 2026-08-08
        ("crac-dse-265", 36_500),  # Liebert DSE, models table
        ("fan-wall-fa069", 40_600), ("fan-wall-fa096", 56_800), ("crah-pw170", 29_081),
    ],
)  # fmt: skip
def test_air_of_units_that_print_cubic_feet(part_id: str, cfm: float) -> None:
    assert part(part_id).cooling.airflow_m3h == pytest.approx(cfm * CFM_TO_M3H, rel=1e-3)


@pytest.mark.parametrize(
    ("part_id", "rise_k"), [("fan-wall-fa069", 7), ("fan-wall-fa096", 7), ("crah-pw170", 20)]
)
def test_water_of_air_units_carries_their_heat_and_their_fans(part_id: str, rise_k: float) -> None:
    """548.4, 761.4 and 175 L/min at 18/25, 18/25 and 18/38 °C (constants of a planning tool)."""
    unit = part(part_id)
    carried_kw = unit.cooling.flow_lpm / 60 * 4.186 * rise_k
    assert carried_kw == pytest.approx(unit.cooling.capacity_kw + unit.power_max_w / 1000, rel=0.01)


def test_in_row_unit_heats_its_air_by_its_brochure() -> None:
    """57.9 kW and 7,410 m³/h are about 23.3 K (Liebert CRV CR050)."""
    unit = part("in-row-crv-50").cooling
    rise = calculate("airflow", {"kw": str(unit.capacity_kw), "delta_t_k": "1"}).results["m3h"]
    assert rise / unit.airflow_m3h == pytest.approx(23.3, rel=0.01)


def test_door_flow() -> None:
    """75 kW at 23 US gal/min (Motivair ChilledDoor)."""
    assert part("rdhx-chilleddoor-75").cooling.flow_lpm == pytest.approx(23 * GALLON_L, rel=2e-3)


def test_every_way_of_cooling_has_a_unit() -> None:
    methods = {p.cooling.method for p in load_shipped().parts if p.cooling}
    assert methods >= {"room-air", "in-row", "rear-door", "direct-to-chip", "immersion"}
    phases = {p.cooling.phases for p in parts_of("immersion")}
    assert phases >= {"single-phase", "two-phase"}


@pytest.mark.parametrize(
    ("kw", "chosen"),
    [
        # AI/ML Infrastructure, survey 2026-06-18, § Cooling technologies;
        # half-open, the simpler method first
        (14.9, "air-crac"), (15, "in-row"), (20, "in-row"), (30, "rear-door"), (43, "rear-door"),
        (50, "direct-to-chip"), (120, "direct-to-chip"), (160, "immersion-single-phase"),
        (210, "immersion-two-phase"),
    ],
)  # fmt: skip
def test_the_survey_selects_by_heat(kw: float, chosen: str) -> None:
    ways = [t for t in shipped_library().entries("technique") if isinstance(t, Technique)]
    cooling = [way for way in ways if way.kind == "cooling"]
    fitting = [
        way for way in cooling if way.rack_kw_low <= kw < (way.rack_kw_high or math.inf)
    ]  # fmt: skip
    assert fitting[0].id == chosen


@pytest.mark.parametrize(
    ("gpus", "design"),
    [(8, "single-node"), (9, "basepod"), (64, "basepod"), (159, "basepod"), (160, "pod-superpod"),
     (999, "pod-superpod"), (1000, "custom"), (1024, "custom")],
)  # fmt: skip
def test_scale_has_no_gaps(gpus: int, design: str) -> None:
    """Conflict c-038: closed bands from 1 GPU on (NCA-AIIO study page, concept 8)."""
    bands = [guideline(f"scale-{n}") for n in ("single-node", "basepod", "pod-superpod", "custom")]
    found = [band.id for band in bands if band.low <= gpus <= (band.high or math.inf)]
    assert found == [f"scale-{design}"]


def test_power_caps_interpolate_to_the_air_row() -> None:
    """4.5 kW of eight GPUs are 562.5 W and 11.6 %, inside 10–15 % (§ Power and thermal limits)."""
    rule = guideline("power-cap-dgx-h100")
    upper, lower = guideline("power-cap-h100-600w"), guideline("power-cap-h100-500w")
    watts = 4500 / 8
    loss = lower.value + (upper.value - lower.value) * (watts - 500) / 100
    assert loss == pytest.approx(rule.value, abs=0.05)
    assert rule.low < loss < rule.high


def test_full_checkpoint_of_70_billion() -> None:
    """70 B · 14 bytes = 980 GB: 9.8 s at 100 GB/s, 15.3 GB a rank of 64 (§ Checkpointing)."""
    full = shipped_library().get("technique", "checkpoint-full")
    assert isinstance(full, Technique)
    size_gb = 70 * full.bytes_per_parameter
    assert size_gb == 980
    assert size_gb / guideline("checkpoint-bandwidth").value == pytest.approx(9.8)
    assert size_gb / 64 == pytest.approx(15.3, rel=2e-3)


def test_images_of_a_gpu() -> None:
    """3,000 images a second of 110 KB: 0.33 GB/s; a million would be 110 GB/s (c-031)."""
    rule = guideline("training-data-rate")
    values = {variant.name: variant.value for variant in rule.variants}
    rate = values["images-per-second-per-H100"] * values["image-KB"] * 1e3 / 1e9
    assert rate == pytest.approx(rule.value)
    assert values["images per second, NCA-AIIO study page"] * values["image-KB"] * 1e3 / 1e9 > 64


def test_supply_of_a_dgx_h100() -> None:
    """10.2 kW at 208 V three-phase: 28.3 A a phase (course O1, § 1.24)."""
    amps = part("dgx-h100").power_max_w / (math.sqrt(3) * 208)
    assert amps == pytest.approx(guideline("supply-dgx-h100").value, rel=1e-3)


def test_nvl72_on_its_footprint() -> None:
    """1,360 kg on 0.6 × 1.068 m: 2,122 kg/m², above 1,500 (survey § AI-ready data center)."""
    rack = part("gb200-nvl72")
    load = rack.mass_kg / (rack.width_mm * rack.depth_mm / 1e6)
    assert load == pytest.approx(2122, rel=5e-3)
    assert load > guideline("ai-ready-floor-load").value


@pytest.mark.parametrize(("part_id", "kg"), [("rack-42u-750", 161.36), ("rack-48u-750", 185.45)])
def test_apc_racks(part_id: str, kg: float) -> None:
    """APC AR3350 and AR3357 (devicetype-library)."""
    assert part(part_id).mass_kg == kg


def test_rack_heights_from_42_to_60_units() -> None:
    units = {rack.rack.units for rack in parts_of("rack")}
    assert {42, 45, 47, 48, 52, 60} <= units


def test_a_system_without_a_box_is_not_placed() -> None:
    """Founding documents name systems; a hand places the appliances they run on."""
    for system in ("lustre", "storage-scale", "weka", "vast", "minio", "netapp-aff"):
        assert not part(system).placeable
    for box in ("ddn-es400nvx2", "weka-node", "wekapod-nitro", "vast-cbox-gen6", "cdu-in-rack-100"):
        assert part(box).placeable
    assert part("busway-630a").placeable, "as a record of the room's power"


def test_a_stronger_cooling_method_never_has_the_worse_power_usage() -> None:
    """Lei et al. 2025 (in-row: waterside economizer, midsize, zone 4A); planning defaults."""
    methods = ("room-air", "in-row", "rear-door", "direct-to-chip", "immersion")
    found = [load_shipped().default_figure(f"pue-{method}") for method in methods]
    ends = [(f.low, f.value, f.high) for f in found if f is not None]
    assert len(ends) == len(methods)
    assert ends[1][1] == 1.37
    for weaker, stronger in itertools.pairwise(ends):
        assert all(better <= worse for worse, better in zip(weaker, stronger, strict=True))
        assert stronger[1:] < weaker[1:]


@pytest.mark.parametrize(
    ("method", "measured"),
    [
        # Google's sites, Q3 2025 and twelve months, as copied: from 1.04 (Lancaster) to 1.15.
        ("room-air", (1.04, 1.15)),
        # Lei et al. 2025, RCR 219:108310, 5-95 % in zone 4A: air-cooled chiller, direct expansion.
        ("room-air", (1.66, 2.17, 1.88, 2.32)),
        # Lei and Masanet 2022, RCR 182:106323: direct expansion in a small hall, zone 4A.
        ("room-air", (1.892, 2.346)),
        # Lei et al. 2025: chilled water with waterside economizer, direct expansion, midsize.
        ("in-row", (1.28, 1.47, 1.65, 2.15)),
        # The same: dry cooler and air-cooled chiller; water-cooled chiller.
        ("rear-door", (1.48, 1.79, 1.42, 1.63)),
        # The same: liquid with waterside economizer, medians over zones and 5-95 % in 4A.
        ("direct-to-chip", (1.112, 1.244, 1.06, 1.20)),
        # NREL ESIF 1.036; OLCF Frontier about 1.03 (Scientific Data 11:1077, 2024).
        ("direct-to-chip", (1.036, 1.03)),
        # LBNL-2001758 (2026): AI-serving halls of the United States, 2024.
        ("direct-to-chip", (1.145,)),
        # Uptime Institute surveys: 1.58 (2023), 1.54 (2025); Microsoft 1.12-1.30; AWS to 1.46.
        ("", (1.58, 1.54, 1.12, 1.30, 1.46)),
    ],
)
def test_published_power_usage_lies_in_the_range_of_its_method(
    method: str, measured: tuple[float, ...]
) -> None:
    """Ranges were those that people plan with: 1.35-1.50 for air, past which halls are measured."""
    figure = load_shipped().default_figure(f"pue-{method}" if method else "pue")
    assert figure is not None
    assert figure.estimated
    assert figure.low <= min(measured) <= max(measured) <= figure.high


@pytest.mark.parametrize(
    ("part_id", "warmest_c"),
    [
        ("rdhx", 18),  # planning: water 18 °C in
        ("rdhx-chilleddoor-75", 30),  # Motivair ChilledDoor: 75 kW at 30 °C
        ("fan-wall-cwa-500", 20),  # Vertiv MKA4L0UKCWA: water 20/32 °C
        ("in-row-crv-50", 7),  # Vertiv CRV: water 7/12 °C
        ("cdu-mcdu-70", 41),  # Motivair MCDU-70: facility water 41 °C
    ],
)
def test_a_rating_names_the_warmest_water_it_holds_with(part_id: str, warmest_c: float) -> None:
    cooling = part(part_id).cooling
    assert cooling is not None
    assert cooling.water_max_c == warmest_c
    assert re.search(rf"water\D* {warmest_c}\b", cooling.condition)


@pytest.mark.parametrize("part_id", ["gb200-nvl72", "gb300-nvl72"])
def test_cold_plates_of_an_nvl72_take_liquid_of_45_degrees(part_id: str) -> None:
    """QCT QoolRack brief; Lenovo Press LP2357, p. 24."""
    assert part(part_id).coolant_max_c == 45
