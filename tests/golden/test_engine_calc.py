"""Published or hand-derived figures that the calculations must give. Each row cites its source."""

import pytest

from designer.engine.calc import CalcError, calculate
from tests.helpers import signed_calculations

# subject, arguments, result, expected, relative tolerance, citation
CASES = [
    ("tco", "capex=200e6 it_kw=15000 years=15 rate=0.05 power_share=0.82 pue=1.7 usd_per_kwh=0.07",
     "capital_per_watt_year", 1.053, 1e-3, "V73: Hamilton, perspectives.mvdirona.com"),
    ("tco", "capex=200e6 it_kw=15000 years=15 rate=0.05 power_share=0.82 pue=1.7 usd_per_kwh=0.07",
     "burdened_per_watt_year", 2.1, 0.01, "V73: the same with energy; the post has 2.12"),
    ("capital", "nodes=128 node_usd=310000 switches=48 switch_usd=36000 cables_per_node_usd=20480 "
     "facility_per_node_usd=50000", "total", 50_429_440, 0,
     "V80: cost sheet of H100 clusters, August 2024, 128 nodes: 50,429,440 USD"),
    ("capital", "nodes=128 node_usd=310000 switches=48 switch_usd=36000 cables_per_node_usd=20480 "
     "facility_per_node_usd=50000", "per_node", 393_980, 1e-6, "V80: the same, 393,980 a node"),
    ("capital", "nodes=128 node_usd=310000 switches=48 switch_usd=36000 cables_per_node_usd=20480 "
     "facility_per_node_usd=50000", "per_gpu", 49_248, 1e-4, "V80: the same, 49,248 a GPU"),
    ("capital", "nodes=128 node_usd=310000 switches=48 switch_usd=36000 cables_per_node_usd=20480 "
     "facility_per_node_usd=50000", "network_share_pct", 8.6, 0.006, "V81: the same, ±0.1"),
    ("building", "it_mw=2 usd_per_mw=11.7e6 premium=0.1", "usd", 25.74e6, 1e-9,
     "V85: Cushman & Wakefield 2025, mean 11.7 M a MW; Turner & Townsend 2025, 10 % for AI"),
    ("building", "it_mw=1 usd_per_mw=11.7e6", "shell", 11.7e6 * (0.21 + 0.10 + 0.04 + 0.02), 1e-9,
     "Cushman & Wakefield 2025, pages 6–7: shell 21 %, site 10, back of house 4, offices 2"),
    ("building", "it_mw=1 usd_per_mw=35e6 rack_usd=5.9e6", "racks_per_gw", 5_932, 5e-3,
     "V86: Bernstein, 35 B a GW and 5.9 M a rack"),
    ("building", "it_mw=1 usd_per_mw=35e6 rack_usd=5.9e6", "kw_per_rack", 168.6, 5e-3, "V86"),
    ("building", "it_mw=1 usd_per_mw=35e6 rack_usd=5.9e6 gpu_share=0.39", "gpu_usd_per_rack", 2.3e6,
     5e-3, "V86: 39 % of it for GPUs"),
    ("licences", "gpus=1024", "usd_per_year", 4_608_000, 0,
     "V87: NVIDIA AI Enterprise, 4,500 USD a GPU and year"),
    ("fabric", "nodes=2048 radix=64 leaf_policy=pooled max_tiers=2 rate_gbps=400", "endpoints",
     2_048, 0, "V83: two tiers of 64 ports end at 64²/2 endpoints"),
    ("feed", "volts=230 amps=30 phases=1 derate=0.8 power_factor=0.9", "kw", 4.968, 1e-3,
     "V01: AusNOG list 2025-04-08 on derating, 4968 W"),
    ("feed", "volts=415 amps=60", "kva", 34.502, 1e-3,
     "V03: Raritan PX3-5878I2R data sheet, 34.5 kVA"),
    ("feed", "volts=415 amps=60", "kw", 32.8, 2e-3,
     "reference architectures V30: NVIDIA's 32.7/32.8 kW needs power factor 0.95"),
    ("feed", "volts=415 amps=32 derate=1", "kw", 21.8, 3e-3,
     "reference architectures V31: DGX SuperPOD data center design, 21.8 kW"),
    ("feed", "volts=208 amps=60", "kva", 17.293, 1e-3, "V04: √3·208·60·0.8"),
    ("feed", "volts=208 amps=30", "kva", 8.646, 1e-3, "V05: √3·208·30·0.8"),
    ("feed", "volts=400 amps=32 derate=1", "kva", 22.17, 1e-3, "V06: IEC 60309 32 A"),
    ("feed", "volts=400 amps=63 derate=1", "kva", 43.648, 1e-3, "V07: IEC 60309 63 A"),
    ("psu", "count=6 rating_kw=3.3 feeds=3+3 load_kw=10.2", "remaining_kw", 9.9, 1e-9,
     "V14: DGX H100 user guide, six 3.3 kW supplies"),
    ("psu", "count=6 rating_kw=3.3 feeds=2+2+2 load_kw=10.2", "remaining_kw", 13.2, 1e-9, "V15"),
    ("psu", "count=12 rating_kw=3.2 feeds=6+6 load_kw=14.5", "remaining_kw", 19.2, 1e-9,
     "V17: DGX B300 guide"),
    ("phases", "line_a=4.6,4.6,6.3", "kw", 1.831, 1e-3,
     "V19: Server Technology, Ask the engineer: 1831 W"),
    ("phases", "connection=wye branch_a=20,16,10", "neutral_a", 8.72, 1e-3, "V22"),
    ("ups", "load_kw=80 module_kw=20 redundancy=N+1", "modules", 5, 0, "V28: Electrical Trader"),
    ("generator", "load_kw=12 load_factor=0.7", "kw", 17.1, 0.006, "V30: technica.ph, ±0.1 kW"),
    ("generator", "load_kw=2500 hours=48", "litres", 31_452, 1e-3, "V31: Cummins DQKAN"),
    ("battery", "load_kw=1000 minutes=5 efficiency=0.96 depth=0.8", "kwh", 108.5, 1e-3, "V32"),
    ("airflow", "kw=4 delta_t_k=11.1111", "cfm", 629, 0.01, "V38: bearingsasia.com, 20 °F"),
    ("airflow", "kw=10.2 delta_t_k=16.2", "cfm", 1105, 0.01, "V39: DGX H100 user guide"),
    ("airflow", "kw=14.3 delta_t_k=16.2", "cfm", 1550, 0.01, "V40: DGX B200"),
    ("airflow", "kw=120 delta_t_k=11.1111", "cfm", 18_960, 0.01, "V42: 20 °F, about 19,000 CFM"),
    ("airflow", "kw=1 delta_t_k=12", "m3h", 248.8, 1e-3, "V44: ρ 1.2, cp 1.005"),
    ("airflow", "kw=0.93 delta_t_k=12 altitude_m=609.6", "m3h", 248.8, 5e-3,
     "APC Application Note 126: 0.93 at 2,000 ft"),
    ("airflow", "kw=0.69 delta_t_k=12 altitude_m=3048", "m3h", 248.8, 5e-3,
     "APC Application Note 126: 0.69 at 10,000 ft"),
    ("coolant", "kw=1 delta_t_k=10 fluid=water", "lpm", 1.44, 5e-3, "V46"),
    ("coolant", "kw=1 delta_t_k=10 fluid=pg25", "lpm", 1.508, 0.01, "V47"),
    ("coolant", "kw=100", "lpm", 150, 0.01, "V48: OCP, 150 L/min for 100 kW"),
    ("dew-point", "dew_point_c=15", "least_water_c", 17, 1e-9,
     "V55: HPE and Motivair door QuickSpecs, 2 K above the highest dew point"),
    ("dew-point", "dry_bulb_c=20 rh_pct=50", "wet_bulb_c", 13.7, 1e-3, "Stull 2011, his example"),
    ("dew-point", "dry_bulb_c=25 rh_pct=50", "dew_point_c", 13.86, 1e-3,
     "ASHRAE psychrometric chart 1, sea level: 13.9 °C"),
    ("derate", "air_class=A2 altitude_m=1800", "max_inlet_c", 32, 1e-9, "V56: 35 − 900/300"),
    ("derate", "air_class=A4 altitude_m=1900", "max_inlet_c", 37, 1e-9, "45 − 1000/125"),
    ("derate", "air_class=A1 altitude_m=1900", "derate_k", 3.3, 0.02,
     "Teradata, Environmental Requirements: 3.3 K for each 1,000 m from 900 m"),
    ("derate", "air_class=A3 altitude_m=1950", "derate_k", 6, 1e-9,
     "Lenovo SR650 V2: 1 K for each 175 m from 900 m"),
    ("door", "load_kw=75 rated_kw=75 water_c=30 rated_water_c=30 room_c=30 delta_t_k=25 "
     "flow_lpm=87", "leaving_water_c", 42.4, 1e-3,
     "Motivair ChilledDoor: 75 kW, 30 °C, 23 US gal/min: 12.4 K; no room is cooled below 30 °C"),
    ("door", "load_kw=40.8 rated_kw=55 rated_air_c=41 delta_t_k=16.2215 water_c=25 flow_lpm=80 "
     "rated_m3h=9500", "caught_kw", 30.20, 1e-3,
     "Kays and London, by hand: ε 0.789 of 2.515 kW/K and 15.22 K, as the report says"),
    ("cdu", "liquid_kw=10000 unit_kw=2500 redundancy=N+2", "units", 6, 0, "V52: Motivair"),
    ("cdu", "liquid_kw=1263.2 unit_kw=1300", "units", 2, 0, "11 NVL72 by heat alone"),
    ("cdu", "liquid_kw=1263.2 unit_kw=1300 unit_lpm=1800", "units", 3, 0, "11 NVL72: 1,905 L/min"),
    ("floor", "mass_kg=1360 width_mm=600 depth_mm=1068", "footprint_kpa", 20.8, 5e-3,
     "V61: GB200 NVL72"),
    ("floor", "mass_kg=1360 width_mm=600 depth_mm=1068", "footprint_kg_m2", 2122, 5e-3,
     "V61: GB200 NVL72"),
    ("floor", "mass_kg=1360", "caster_kg", 340, 0, "V63: ININET, equal share"),
    ("floor", "mass_kg=1360 depth_mm=1200 front_aisle_mm=1200 rear_aisle_mm=1000", "pitch_m", 4.6,
     1e-12, "V65: two rows back to back"),
    ("floor", "mass_kg=1360 depth_mm=1200 front_aisle_mm=1200 rear_aisle_mm=1000", "rack_m2", 1.38,
     1e-12, "V65: two rows back to back"),
    ("tray", "cables=100 diameter_mm=7.62 width_mm=203.2 depth_mm=101.6", "fill_pct",
     100 * 7.065 / 32, 1e-3, "Leviton: 100 cables of 0.30 in, 7.065 in²"),
    ("tray", "cables=890 diameter_mm=4.70408 width_mm=304.8 depth_mm=101.6", "cables_most", 890, 0,
     "MP Husky: 4 × 12 in, 0.1852 in"),
    ("tray", "cables=692 diameter_mm=5.334 width_mm=304.8 depth_mm=101.6", "cables_most", 692, 0,
     "MP Husky: 4 × 12 in, 0.21 in"),
    ("rolling", "devices_kg=521.8 rack_kg=150 pdus_kg=45 cables_kg=20", "mass_kg", 736.8, 0,
     "V64: four DGX H100 in a rack"),
    ("ocpd", "continuous_a=24", "required_a", 30, 1e-9, "V09: NEC 210.20(A), 1.25 · 24 A"),
    ("branch", "volts=230 amps=30 phases=1 ambient_factor=0.87 power_factor=0.8", "usable_kw",
     3.8419, 1e-4, "V02: AusNOG list, 40 °C; it prints 3848 W, which its factors do not give"),
    ("branch", "load_kw=120 volts=48 phases=dc", "load_a", 2500, 1e-3, "V33: The Register, 2.5 kA"),
    ("branch", "load_kw=120 volts=54 phases=dc", "load_a", 2222.2, 1e-3, "V33"),
    ("branch", "load_kw=120 volts=800 phases=dc", "load_a", 150, 1e-3, "V33"),
    ("branch", "load_kw=132 power_factor=0.98", "load_a", 187.4, 1e-3, "V34: 415 V, three phases"),
    ("branch", "load_kw=132 peak_factor=1.4", "peak_kw", 184.8, 1e-9,
     "V35: ai-infrastructure.net, about 1.4 times the steady load"),
    ("branch", "load_kw=33 efficiency=0.975 power_factor=0.99", "load_a", 47.56, 1e-3,
     "33 kW shelf of HPR Rev 0.3 on a whip of 415 V"),
    ("branch", "load_kw=28.6 volts=380 amps=32 derate=0.8", "usable_kw", 16.01, 1e-3, "V11"),
    ("branch", "load_kw=55 efficiency=0.98 power_factor=0.99 volts=400", "load_a", 81.8, 1e-3,
     "VR NVL72: a shelf of 110 kW on two whips"),
    ("branch", "load_kw=16.5 efficiency=0.975 power_factor=0.99 volts=480", "load_a", 20.55, 2e-3,
     "GB200 NVL72 of 132 kW, eight shelves: 23.8 A at 415 V"),
    ("branch", "load_kw=2.38333 volts=240 phases=1 power_factor=0.99", "load_a", 10.03, 1e-3,
     "DGX B200, 14.3 kW over six cords"),
    ("branch", "load_kw=2.7 volts=208 phases=1 power_factor=0.98", "load_a", 13.25, 1e-3,
     "a supply of 2.7 kW between two lines of 208 V"),
    ("phases", "branch_a=26.49,23.74,23.74", "line_1_a", 43.5, 1e-3,
     "delta PDU of 60 A with two GPU servers and four others, other feed lost"),
    ("phases", "branch_a=26.49,23.74,23.74", "line_3_a", 41.1, 1e-3, "the same"),
    ("phases", "branch_a=32,0,32", "line_1_a", 55.4, 1e-3,
     "four breakers of 16 A: 13.3 kVA fit 17.3, but this line is above its 48 A"),
    ("phases", "connection=wye branch_a=29.28,30.52,28.48 volts=400", "neutral_a", 1.78, 5e-3,
     "wye PDU of 32 A with the other feed lost"),
    ("chain", "load_kw=500 efficiencies=0.96", "loss_kw", 20.8, 0.005, "V26: novtriq, ±0.1 kW"),
    ("chain", "", "efficiency", 0.8402, 1e-4, "V27: EfficiencyConfig of acnewkirk"),
    ("rolling", "devices_kg=521.8 rack_kg=150 pdus_kg=45 cables_kg=20", "mass_kg", 736.8, 1e-9,
     "V64: four DGX H100 of 130.45 kg, three rack PDUs of 15 kg"),
    ("pue", "it_kw=800 ups_kw=40 distribution_kw=12 cooling_kw=256", "pue", 1.385, 1e-3,
     "V37: before lighting"),
    ("pue", "it_kw=1000 ups_kw=0 distribution_kw=0 cooling_kw=100 load=0.8 fixed=0 exponent=3",
     "loss_kw", 51.2, 1e-9, "V60: a fan at 80 % of its flow takes 0.512 of its power"),
    ("wue", "it_kw=10000 wue=3", "litres_per_day", 720_000, 1e-9, "V57: kvrm.in"),
    ("wue", "", "evaporation_l_per_kwh", 1.48, 0.01, "V58: 3600/2430"),
    ("wue", "cycles=4", "makeup_l_per_kwh", 1.98, 0.01, "V58: four cycles of concentration"),
    ("wue", "cycles=5 water_c=25", "makeup_l_per_kwh", 1.84, 2e-3,
     "balance of Lei and Masanet 2022 at 25 °C"),
    ("wue", "wue=0.36 pue=1.4 grid_l_per_kwh=4.52", "source_wue", 6.688, 1e-9,
     "LBNL-2001637: United States 2023, 0.36 + 1.4 · 4.52"),
    ("ride-through", "load_kw=100 air_m3=500", "air_s", 60, 0.01, "V59: sealed air, 10 K"),
    ("ride-through", "load_kw=1000 liquid_m3=1", "liquid_s", 42, 0.01,
     "a cubic metre of water for each MW, 10 K"),
    ("noise", "level_db=96", "osha_h", 3.48, 0.01, "V71: soundtrace.com, under four hours"),
    ("noise", "level_db=96", "niosh_h", 0.63, 0.01, "V71"),
    ("noise", "level_db=90 number=4", "level_db", 96.02, 1e-4, "four of 90 dB(A): 6 dB more"),
    ("facility", "it_kw=1000 pue=1.2 power_factor=0.96", "mva", 1.25, 1e-9, "P = S·PF"),
    ("carbon", "kwh=1000 grid_lb_per_mwh=823.1", "grid_g_per_kwh", 373.4, 1e-3, "V91: eGRID2022"),
    ("carbon", "gpus=1", "die_wafer_mm2", 2808.445, 1e-6, "V92: tests of boaviztapi"),
    ("carbon", "gpus=1", "bottom_up_kg", 575.1, 1e-3, "V92: a large GPU, 80 GB in six dies"),
    ("carbon", "gpus=8", "bottom_up_kg", 4601, 1e-3, "eight of it"),
    ("carbon", "gpus=2 mass_kg=2.2 vram_gb=24 vram_dies=12", "vram_wafer_mm2", 506.63, 1e-5, "V93"),
    ("carbon", "gpus=2 mass_kg=2.2 vram_gb=24 vram_dies=12", "bottom_up_kg", 477.2, 1e-3,
     "V93: tests of boaviztapi"),
    ("carbon", "gpus=1 zone=se idle_w=46 full_w=407", "device_w", 226.5, 1e-9,
     "V95: A100 at 50 %, Cloud Carbon Footprint, Methodology, appendix III"),
    ("carbon", "kwh=1000 grid_g_per_kwh=98 embodied_kg=4000 years=1 life_years=4", "embodied_kg",
     1000, 1e-9, "Software Carbon Intensity: M = TE·TR/EL"),
    ("facility", "it_kw=1000 pue=1", "mwh", 8760, 1e-9, "V74: 1 MW, $876,000 at $0.10"),
    ("energy", "devices=1 device_w=1000000 overhead=1 pue=1 usd_per_kwh=0.1", "usd", 876_000, 1e-9,
     "V74: Shiyana portfolio, 1 MW for a year"),
    ("energy", "devices=32051 device_w=1000 overhead=1.3 pue=1.2 utilisation=0.7 years=5 "
     "usd_per_kwh=0.08", "usd", 122.64e6, 1e-3, "V89: with the servers that aiinframap leaves out"),
    ("energy", "devices=32051 device_w=1000 overhead=1 pue=1.2 utilisation=0.7 years=5 "
     "usd_per_kwh=0.08", "usd", 94.34e6, 1e-3, "V89: aiinframap, Cluster Buildout Sizer"),
    ("energy", "devices=32051 device_w=1000 overhead=1.3 pue=1.2", "facility_kw", 50_000, 1e-3,
     "the same: 50 MW"),
    ("energy", "devices=32051 device_w=1000 overhead=1.3 pue=1.2", "it_kw", 41_700, 1e-3,
     "the same: 41.7 MW"),
    ("energy", "devices=32051 device_w=1000 overhead=1.3 pue=1.2", "cooling_tons", 11_847, 1e-4,
     "the same: 11,847 RT"),
    ("energy", "devices=10000 device_w=700 overhead=1.3 pue=1.3", "facility_kw", 11_830, 1e-3,
     "aiinframap, Datacenter Power Calculator: 10,000 H100, 11.83 MW"),
    ("energy", "devices=10000 device_w=700 overhead=1.3 pue=1.3", "mwh", 103_600, 1e-3,
     "the same: 103.6 GWh a year"),
    ("energy", "devices=10000 device_w=700 overhead=1.3 pue=1.3 usd_per_kwh=0.08", "usd", 8.3e6,
     2e-3, "the same: $8.3 M a year"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("subject", "arguments", "result", "expected", "tolerance", "source"), CASES
)
def test_a_published_figure_comes_out(
    subject: str, arguments: str, result: str, expected: float, tolerance: float, source: str
) -> None:
    given = dict(item.split("=") for item in arguments.split())
    found = calculate(subject, given).results[result]
    assert found == pytest.approx(expected, rel=tolerance), source


@pytest.mark.parametrize(("volts", "fits"), [(400, False), (415, True), (480, True)])
def test_a_whip_of_60_a_carries_a_33_kw_shelf_from_415_v_on(volts: int, fits: bool) -> None:
    """49.35 A at 400 V and 47.56 at 415 against the 48 A that NEC leaves of 60 A."""
    asked = {"load_kw": "33", "efficiency": "0.975", "power_factor": "0.99", "amps": "60"}
    assert calculate("branch", asked | {"volts": str(volts)}).results["fits"] is fits


@pytest.mark.parametrize(
    ("amps", "code", "size"),
    [(24, "nec", 30), (24.01, "nec", 35), (24, "nec-100", 25), (24, "iec", 25), (63, "iec", 63),
     (101, "iec", 125), (4800, "nec", 6000)],
)  # fmt: skip
def test_protection_is_the_next_standard_size(amps: float, code: str, size: int) -> None:
    """NEC 240.6; IEC 60898-1."""
    asked = {"continuous_a": str(amps), "code": code}
    assert calculate("ocpd", asked).results["breaker_a"] == size


@pytest.mark.parametrize(("feeds", "survives"), [("3+3", False), ("2+2+2", True)])
def test_a_dgx_h100_survives_a_feed_only_on_three(feeds: str, survives: bool) -> None:
    """V14, V15: 4+2 supplies are feed-redundant only when wired over three feeds.

    Three supplies give 9.9 kW, which is more than 10.2 kW · 94 % at their output; but the maker
    declares four as needed, and that decides.
    """
    given = {"feeds": feeds, "redundancy": "4+2"}
    assert calculate("psu", given).results["survives"] is survives


def test_supplies_are_rated_at_their_output() -> None:
    """10.2 kW at the inlets are 9.588 kW at the output by 94 %, and 9.996 by 98 %."""
    found = calculate("psu", {"feeds": "3+3"}).results
    assert found["output_kw"] == pytest.approx(9.588)
    assert found["survives"] is True
    assert calculate("psu", {"feeds": "3+3", "efficiency": "0.98"}).results["survives"] is False


@pytest.mark.parametrize(
    ("words", "switches", "cables"),
    [
        ("nodes=64 rails=8 switch=sn5600 su_nodes=64 planes=2 breakout=2", (16, 8, 0), (512, 512)),
        ("nodes=64 rails=8 switch=sn5600 su_nodes=64 planes=2 rate_gbps=400",
         (16, 8, 0), (512, 512)),
        ("nodes=288 rails=8 radix=144 rate_gbps=800 su_nodes=72", (32, 18, 0), (2304, 2304)),
        ("nodes=288 rails=4 switch=qm9700 racks=16 leaf_policy=rail-per-rack su_nodes=144",
         (64, 48, 18), (1152, 1152)),
        ("nodes=2048 rails=8 switch=qm9700 su_nodes=32", (512, 512, 256), (16384, 16384)),
        ("nodes=16 rails=8 switch=sn5600 rate_gbps=400 leaf_policy=pooled", (2, 2, 0), (64, 64)),
    ],
    ids=["V11", "V11 by rate", "V18", "V22", "V10", "V57"],
)  # fmt: skip
def test_published_fabrics_through_the_shipped_catalogue(
    words: str, switches: tuple[int, ...], cables: tuple[int, ...]
) -> None:
    """DGX SuperPOD reference architectures B200, B300 (Spectrum-X, XDR), GB200; Cisco 2 × 2."""
    found = calculate("fabric", dict(item.split("=") for item in words.split())).results
    assert (found["leaf"], found["spine"], found["core"]) == switches
    assert (found["node_leaf_cables"], found["leaf_spine_cables"]) == cables


def test_v03_of_the_reference_architectures_through_the_calculation() -> None:
    """V03: DGX SuperPOD H100 RA Table 4, 3 SU of 95 nodes."""
    words = "nodes=95 rails=8 radix=64 rate_gbps=400 su_nodes=32 reserved_slots=1"
    found = calculate("fabric", dict(item.split("=") for item in words.split()))
    assert (found.results["leaf"], found.results["spine"]) == (24, 16)
    assert found.results["node_leaf_cables"] == 760
    assert "16 spines" in found.note


def test_all_results_of_many_inputs_are_as_they_were_read_and_signed() -> None:
    """`python -m tests.helpers.signed_calculations` writes them anew; the difference is read."""
    assert signed_calculations.told() == signed_calculations.FILE.read_text(encoding="utf-8")


def test_v83_two_tiers_of_64_ports_end_at_2048_and_three_need_640_switches() -> None:
    """The sheet that is cited counts 384 switches for 8,192 GPUs, as if two tiers reached them."""
    asked = {"nodes": "8192", "radix": "64", "leaf_policy": "pooled", "rate_gbps": "400"}
    found = calculate("fabric", asked).results
    assert (found["tiers"], found["leaf"] + found["spine"] + found["core"]) == (3, 640)
    with pytest.raises(CalcError, match="at most 64 leaves, 2048 node links"):
        calculate("fabric", {**asked, "nodes": "2049", "max_tiers": "2"})
