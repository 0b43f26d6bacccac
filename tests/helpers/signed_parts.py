"""Parts of the signed halls: each lacks, states or contradicts what some rule asks for."""

from designer.catalog.bands import PlanningDefault
from designer.catalog.catalog import Catalog
from designer.catalog.climate import Climate
from designer.catalog.compute_figures import AcceleratorFigures, ComputeFigures
from designer.catalog.figures import CoolingFigures, PduFigures, PortGroup, Psu, RackFigures
from designer.catalog.part import Part, Price
from designer.catalog.surge_figures import ShelfFigures, TransientFigures
from tests.helpers import engine_designs as shipped

NVL = shipped.NVL72.evolve(
    psu=Psu(count=48, rating_w=5500, redundancy="24+24", inlet="busbar shelf"), coolant_max_c=45.0
)
OWN = (
    NVL,
    shipped.DGX.evolve(power_idle_w=2_500.0, inlet_min_c=5.0, inlet_max_c=30.0),
    shipped.SWITCH.evolve(
        power_idle_w=800.0, psu=Psu(count=2, rating_w=2_000, redundancy="1+1", inlet="C14")
    ),
    shipped.DOOR.evolve(power_max_w=0.0),
    shipped.RACK.evolve(
        rack=RackFigures(units=48, static_kg=1_500, dynamic_kg=1_200, usable_depth_mm=1_000),
        prices=(Price(amount_cents=250_000, as_of="2026-02", source="t", kind="assumed"),),
    ),
    Part(
        liquid_fraction=0,
        id="undeclared", kind="node", name="Undeclared", height_half_u=8, depth_mm=900,
        mass_kg=60, power_max_w=6_000, power_typical_w=4_000, power_idle_w=1_000, gpus=4, nodes=1,
        airflow_m3h=900, inlet_min_c=10, inlet_max_c=30,
        psu=Psu(count=4, rating_w=2_000, inlet="C14", volts_min=200, volts_max=240),
    ),
    Part(
        liquid_fraction=0,
        id="uncounted", kind="server", name="Uncounted", height_half_u=2, mass_kg=20,
        power_max_w=900, power_typical_w=500, power_idle_w=200, full_depth=False,
    ),
    Part(
        liquid_fraction=0,
        id="unrated", kind="server", name="Unrated", height_half_u=2, mass_kg=20, depth_mm=1_100,
        power_max_w=900, power_typical_w=500, power_idle_w=200, psu=Psu(count=2, inlet="C14"),
    ),
    Part(
        liquid_fraction=0,
        id="halogen", kind="server", name="480 V server", height_half_u=4, mass_kg=30,
        power_max_w=3_000, power_typical_w=2_000, power_idle_w=900,
        psu=Psu(count=2, rating_w=4_000, inlet="C20", volts_min=277, volts_max=300, amps_max=5),
    ),
    Part(
        liquid_fraction=0,
        id="upside-down", kind="server", name="Upside-down", height_half_u=2, mass_kg=10,
        power_max_w=400, power_typical_w=900, power_idle_w=100,
        psu=Psu(count=2, rating_w=1_000, inlet="C14"),
        prices=(Price(low_cents=100_000, high_cents=300_000, as_of="2025-03", source="t",
                      kind="assumed"),),
    ),
    Part(
        id="half-wet", kind="node", name="Half wet", height_half_u=8, mass_kg=90, gpus=8, nodes=1,
        power_max_w=20_000, power_typical_w=15_000, power_idle_w=3_000, liquid_fraction=0.75,
        coolant_max_c=25.0, psu=Psu(count=6, rating_w=5_000, redundancy="4+2", inlet="C20"),
        ports=(
            PortGroup(name="c", purpose="compute", kind="infiniband", rate_gbps=400, count=8),
        ),
    ),
    Part(
        id="wet-unknown", kind="node", name="Wet, power unknown", height_half_u=8, gpus=8, nodes=1,
        liquid_fraction=0.5, mass_kg=90, psu=Psu(count=4, rating_w=5_000, inlet="C20"),
    ),
    Part(id="pdu-unrated", kind="rack-pdu", name="Unrated PDU", mass_kg=10),
    Part(
        id="pdu-narrow", kind="rack-pdu", name="Two outlets", mass_kg=10,
        pdu=PduFigures(volts=400, amps=32, phases=3, standard="iec", outlets_c13=1, outlets_c19=1),
    ),
    Part(
        id="rack-light", kind="rack", name="Light rack", width_mm=600, depth_mm=1_000, mass_kg=100,
        rack=RackFigures(units=42, static_kg=600, dynamic_kg=300, usable_depth_mm=850),
    ),
    Part(id="rack-silent", kind="rack", name="Silent rack", width_mm=600,
         rack=RackFigures(units=12)),
    Part(
        id="tank", kind="immersion", name="Tank", width_mm=1_200, depth_mm=1_000, mass_kg=900,
        rack=RackFigures(units=24), power_max_w=1_000,
        cooling=CoolingFigures(method="immersion", capacity_kw=15, flow_lpm=200,
                               condition="32 °C water", water_max_c=32),
    ),
    Part(id="tank-silent", kind="immersion", name="Silent tank", width_mm=1_200, depth_mm=1_000,
         rack=RackFigures(units=24), cooling=CoolingFigures(method="immersion")),
    Part(
        id="door-silent", kind="rear-door", name="Silent door", mass_kg=100,
        cooling=CoolingFigures(method="rear-door"),
    ),
    Part(
        id="cdu-silent", kind="cdu", name="Silent CDU", width_mm=600, depth_mm=1_200,
        power_max_w=9_000, power_typical_w=7_000,
        cooling=CoolingFigures(method="direct-to-chip"),
    ),
    Part(
        id="cdu-small", kind="cdu", name="Small CDU", width_mm=600, depth_mm=1_200, mass_kg=700,
        power_max_w=5_000, psu=Psu(count=2),
        cooling=CoolingFigures(method="direct-to-chip", capacity_kw=130, flow_lpm=150,
                               approach_k=8),
    ),
    Part(
        id="crah-cold", kind="crah", name="Cold-water CRAH", width_mm=2_000, depth_mm=900,
        mass_kg=700, power_max_w=4_000,
        cooling=CoolingFigures(method="room-air", capacity_kw=40, airflow_m3h=3_000,
                               water_max_c=12),
    ),
    Part(
        id="crac", kind="crah", name="CRAC", width_mm=1_000, depth_mm=900, mass_kg=500,
        cooling=CoolingFigures(method="room-air", capacity_kw=30, airflow_m3h=6_000,
                               rejects_to="outdoor-air"),
    ),
    Part(id="crac-silent", kind="crah", name="Silent CRAC", width_mm=1_000, depth_mm=900,
         cooling=CoolingFigures(method="room-air", rejects_to="outdoor-air")),
    Part(
        id="switch-eth", kind="switch", name="Ethernet switch", height_half_u=2, mass_kg=10,
        power_max_w=600, power_typical_w=400, power_idle_w=200,
        psu=Psu(count=2, rating_w=800, inlet="C14"),
        ports=(PortGroup(name="f", purpose="fabric", kind="ethernet", rate_gbps=100, count=32),),
    ),
    Part(
        id="switch-4", kind="switch", name="4-port switch", height_half_u=2, mass_kg=3,
        power_max_w=100, power_typical_w=60, power_idle_w=30,
        psu=Psu(count=2, rating_w=200, inlet="C14"),
        ports=(PortGroup(name="f", purpose="fabric", kind="infiniband", rate_gbps=100, count=4),),
    ),
    Part(
        id="sfp", kind="switch", name="Pluggable switch", height_half_u=2, mass_kg=3,
        power_max_w=100, power_typical_w=60, power_idle_w=30,
        psu=Psu(count=2, rating_w=200, inlet="C14"),
        ports=(PortGroup(name="f", purpose="fabric", kind="ethernet", rate_gbps=10, count=8,
                         cages=4, connector="SFP+"),),
    ),
    Part(
        id="linked", kind="node", name="One link", height_half_u=2, mass_kg=10, gpus=1, nodes=1,
        power_max_w=500, power_typical_w=400, power_idle_w=100, inlet_max_c=35,
        psu=Psu(count=2, rating_w=1_000, inlet="C14"),
        ports=(PortGroup(name="c", purpose="compute", kind="infiniband", rate_gbps=100, count=1),),
    ),
    Part(
        id="jack", kind="node", name="Twisted pair", height_half_u=2, mass_kg=10, gpus=1, nodes=1,
        power_max_w=500, power_typical_w=400, power_idle_w=100, inlet_max_c=35,
        psu=Psu(count=2, rating_w=1_000, inlet="C14"),
        ports=(PortGroup(name="m", purpose="in-band", kind="ethernet", rate_gbps=10, count=1,
                         connector="RJ45"),),
    ),
    Part(id="fast-gpu", kind="gpu", name="Fast GPU",
         accelerator=AcceleratorFigures(memory_gb=80, scaleup_gb_s=900)),
    Part(
        id="filled", kind="rack-system", name="Filled rack", width_mm=600, depth_mm=1_068,
        mass_kg=900, power_max_w=40_000, power_typical_w=30_000, power_idle_w=9_000,
        liquid_fraction=0.9, coolant_max_c=45, gpus=16, nodes=4, inlet_max_c=35,
        psu=Psu(count=8, rating_w=11_000, redundancy="4+4", inlet="busbar shelf"),
        compute=ComputeFigures(gpu="fast-gpu", nvlink_domain_gpus=16, power_shelves=2),
        ports=(
            PortGroup(name="c storage", purpose="compute", kind="infiniband", rate_gbps=400,
                      count=16, cages=8, connector="OSFP"),
        ),
    ),
    Part(
        id="shelved", kind="rack-system", name="Shelved", width_mm=600, depth_mm=1_068,
        mass_kg=900, power_max_w=60_000, power_typical_w=50_000, power_idle_w=9_000,
        liquid_fraction=0.0, gpus=8, nodes=2, psu=Psu(count=24, rating_w=5_500, inlet="busbar"),
        compute=ComputeFigures(power_shelves=6),
    ),
    Part(
        id="uncounted-shelves", kind="rack-system", name="Uncounted shelves", width_mm=600,
        depth_mm=1_068, mass_kg=900, power_max_w=60_000, power_typical_w=50_000,
        power_idle_w=9_000, liquid_fraction=0.0, gpus=8, nodes=2, compute=ComputeFigures(),
    ),
    Part(
        id="rectifier", kind="power-shelf", name="Rectifier shelf", height_half_u=2, mass_kg=20,
        depth_mm=800, shelf=ShelfFigures(
            pulse=1.5, whips=1, whip_a=60, power_factor=0.99, bus_volts_min=49, bus_volts_max=50
        ),
        psu=Psu(count=6, rating_w=3_000, current="ac", efficiency=0.96, volts_min=200,
                volts_max=277),
    ),
    Part(
        id="large-rectifier", kind="power-shelf", name="Large rectifier shelf", height_half_u=2,
        depth_mm=800, psu=Psu(count=6, rating_w=5_500), shelf=ShelfFigures(bus_volts_min=48),
    ),
    Part(
        id="bus-tray", kind="node", name="Tray on a bus bar", height_half_u=4, mass_kg=40,
        depth_mm=900, power_max_w=6_000, power_typical_w=4_000, power_idle_w=1_000, gpus=4,
        nodes=1, liquid_fraction=0.5, coolant_max_c=45, airflow="front-to-rear",
        transient=TransientFigures(peak_w=8_000, duration_ms=50),
        psu=Psu(count=0, inlet="busbar", current="dc", volts_min=48, volts_max=52),
    ),
    Part(id="shelf", kind="server", name="Shelf without a cord", height_half_u=2, mass_kg=5,
         power_max_w=0.0),
    Part(
        id="switch-18", kind="switch", name="18-port switch", height_half_u=2, mass_kg=8,
        power_max_w=500, power_typical_w=300, power_idle_w=100,
        psu=Psu(count=2, rating_w=700, inlet="C14"),
        ports=(PortGroup(name="f", purpose="fabric", kind="infiniband", rate_gbps=400, count=18,
                         breakout=2),),
    ),
    Part(
        id="switch-silent", kind="switch", name="Switch of no known ports", height_half_u=2,
        mass_kg=8, power_max_w=500, psu=Psu(count=2, rating_w=700, inlet="C14"),
    ),
)  # fmt: skip

DEFAULTS = (
    *shipped.DEFAULTS,
    PlanningDefault(id="pue-room-air", name="PUE of perimeter air", value=1.5, low=1.3, high=1.8,
                    source="s", kind="guide"),
    PlanningDefault(id="pue-rear-door", name="PUE of rear doors", value=1.25, low=1.2, high=1.4,
                    source="s", kind="guide"),
    PlanningDefault(id="pue-direct-to-chip", name="PUE of cold plates", value=1.15, low=0.9,
                    high=1.25, source="s", kind="guide"),
    PlanningDefault(id="air-delta-t", name="Rise of air", value=12, low=10, high=16, unit="K",
                    source="s", kind="guide"),
    PlanningDefault(id="cold-aisle", name="Cold aisle", value=1200, unit="mm", source="s",
                    kind="guide"),
    PlanningDefault(id="hot-aisle", name="Hot aisle", value=1000, unit="mm", source="s",
                    kind="guide"),
)  # fmt: skip

_YEAR = {
    "ups-efficiency": (0.96, 0.94, 0.98), "transformer-efficiency": (0.99, 0.985, 0.995),
    "distribution-loss": (0.01, 0, 0.02), "facility-water-delta-t": (8, 6, 10),
    "water-pump-share": (0.006, 0.004, 0.009), "cdu-share": (0.01, 0.005, 0.015),
    "air-fan-share": (0.05, 0.02, 0.1), "tower-cycles": (5, 3, 10), "tower-approach": (7, 5, 9),
    "tower-fans": (0.012, 0.005, 0.013), "chiller-cop-spread": (1, 0.7, 1.1),
}  # fmt: skip
CLIMATES = (
    Climate(
        id="seaside", name="Seaside", pressure_kpa=101.3, source="s", kind="guide",
        high_c=(8, 9, 12, 15, 18, 21, 23, 23, 20, 16, 11, 9),
        low_c=(2, 2, 4, 6, 9, 12, 14, 14, 12, 9, 5, 3),
        dew_point_c=(2, 2, 3, 5, 8, 11, 13, 13, 11, 9, 5, 3),
    ),
)  # fmt: skip

CATALOG = Catalog(
    shipped.PARTS,
    shipped.BANDS,
    (
        *DEFAULTS,
        *(
            PlanningDefault(id=id_, name=id_, value=v, low=low, high=high, source="s", kind="guide")
            for id_, (v, low, high) in _YEAR.items()
        ),
    ),
    CLIMATES,
).overlay(list(OWN))
