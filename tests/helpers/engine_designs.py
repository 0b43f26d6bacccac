"""Small catalogues and designs for tests of the engine: figures are those of the shipped parts."""

from designer.catalog.bands import CoolingBand, PlanningDefault
from designer.catalog.catalog import Catalog
from designer.catalog.part import (
    CoolingFigures,
    Part,
    PduFigures,
    PortGroup,
    Price,
    Psu,
    RackFigures,
)
from designer.model.design import (
    Assembly,
    Design,
    Device,
    Fabric,
    PowerNode,
    Rack,
    Room,
    Row,
    Slot,
)

USD = {"as_of": "2024-08", "source": "test", "kind": "assumed"}

DGX = Part(
    id="dgx-h100", kind="node", name="DGX H100", height_half_u=16, depth_mm=897, mass_kg=130.45,
    power_max_w=10_200, power_peak_w=8_400, power_typical_w=7_300, airflow_m3h=1877, gpus=8,
    nodes=1, liquid_fraction=0,
    psu=Psu(
        count=6, rating_w=3300, redundancy="4+2", inlet="C20", amps_max=16, volts_min=200,
        volts_max=240,
    ),
    ports=(PortGroup(name="c", purpose="compute", kind="infiniband", rate_gbps=400, count=8),),
    prices=(Price(amount_cents=31_000_000, **USD),),
)  # fmt: skip
SWITCH = Part(
    id="qm9700", kind="switch", name="QM9700", height_half_u=2, depth_mm=660, mass_kg=14.8,
    power_max_w=1_720, power_typical_w=1_720, liquid_fraction=0,
    psu=Psu(count=2, inlet="C14", volts_min=200, volts_max=240),
    ports=(PortGroup(name="f", purpose="fabric", kind="infiniband", rate_gbps=400, count=64),),
    prices=(Price(amount_cents=3_600_000, **USD),),
)  # fmt: skip
PDU = Part(
    id="pdu-415v-60a-3ph", kind="rack-pdu", name="415 V 60 A", mass_kg=15, power_max_w=0,
    pdu=PduFigures(volts=415, amps=60, phases=3, rated_kva=34.5, outlets_c13=6, outlets_c19=18),
    prices=(Price(amount_cents=350_000, **USD),),
)  # fmt: skip
PDU_IEC = Part(
    id="pdu-400v-32a-3ph",
    kind="rack-pdu",
    name="400 V 32 A",
    mass_kg=10,
    pdu=PduFigures(volts=400, amps=32, phases=3, standard="iec"),
)
PDU_BARE = Part(
    id="pdu-bare",
    kind="rack-pdu",
    name="415 V 60 A, plug rating",
    mass_kg=10,
    pdu=PduFigures(volts=415, amps=60, phases=3, standard="nec"),
)
RACK = Part(
    id="rack-48u",
    kind="rack",
    name="48U",
    width_mm=800,
    depth_mm=1200,
    mass_kg=150,
    rack=RackFigures(units=48, static_kg=1500, usable_depth_mm=1000),
)
NVL72 = Part(
    id="gb200-nvl72", kind="rack-system", name="GB200 NVL72", width_mm=600, depth_mm=1068,
    mass_kg=1360, power_max_w=132_000, power_typical_w=120_000, liquid_fraction=0.87, gpus=72,
    nodes=18, psu=Psu(count=48, rating_w=5500),
)  # fmt: skip
CDU = Part(
    id="cdu-row", kind="cdu", name="CDU", width_mm=900, depth_mm=1200, mass_kg=1500,
    power_max_w=15_000,
    cooling=CoolingFigures(method="direct-to-chip", capacity_kw=1300, flow_lpm=2800, approach_k=4),
)  # fmt: skip
CRAH = Part(
    id="crah",
    kind="crah",
    name="CRAH",
    width_mm=2550,
    depth_mm=890,
    mass_kg=800,
    cooling=CoolingFigures(
        method="room-air", capacity_kw=100, airflow_m3h=25_000, water_max_c=18, air_in_c=35
    ),
)
DOOR = Part(
    id="rdhx",
    kind="rear-door",
    name="Rear door",
    mass_kg=140,
    cooling=CoolingFigures(
        method="rear-door",
        capacity_kw=55,
        flow_lpm=80,
        water_max_c=18,
        airflow_m3h=9500,
        air_in_c=41,
    ),
)
MYSTERY = Part(id="mystery", kind="server", name="Unknown server", height_half_u=2)
SMALL = Part(
    id="single",
    kind="server",
    name="Single-corded",
    height_half_u=2,
    mass_kg=5,
    power_max_w=500,
    power_typical_w=300,
    liquid_fraction=0,
    psu=Psu(count=1, rating_w=800, inlet="C14"),
)
STORE = Part(
    id="store", kind="storage", name="Store", height_half_u=4, mass_kg=40, power_max_w=2000,
    power_typical_w=1500, liquid_fraction=0, psu=Psu(count=2, rating_w=2600),
).evolve(storage={"read_gb_s": 90.0, "write_gb_s": 65.0})  # fmt: skip

BANDS = tuple(
    CoolingBand(
        id=i, method=m, name=n, contained=c, warn_kw=w, error_kw=e, source="t", kind="guide"
    )
    for i, m, n, c, w, e in (
        ("room-air", "room-air", "Perimeter air", False, 10, 20),
        ("in-row", "in-row", "In-row air", True, 30, 45),
        ("rear-door", "rear-door", "Rear door", False, 40, 75),
        ("direct-to-chip", "direct-to-chip", "Direct-to-chip", False, None, None),
    )
)
DEFAULTS = (
    PlanningDefault(id="pue", name="PUE", value=1.5, source="t", kind="guide"),
    PlanningDefault(
        id="electricity-price", name="Price", value=0.1, unit="USD/kWh", source="t", kind="guide"
    ),
)
PARTS = (
    DGX, SWITCH, PDU, PDU_IEC, PDU_BARE, RACK, NVL72, CDU, CRAH, DOOR, MYSTERY, SMALL, STORE,
)  # fmt: skip


def small_catalog() -> Catalog:
    return Catalog(PARTS, BANDS, DEFAULTS)


FEEDS = tuple(PowerNode(id=feed, capacity_kw=1e6, volts=415.0) for feed in "ABC")
"""Feeds of the room that are never full."""


def pdus(number: int, part: str = PDU.id) -> list[Slot]:
    """Rack PDUs on as many feeds."""
    return [Slot(id=f"pdu-{n}", part=part, face="zero-u", feed=FEEDS[n].id) for n in range(number)]


def dgx_assembly(nodes: int = 4, feeds: int = 3) -> Assembly:
    positions = (6, 22, 44, 60, 76)
    slots = [Slot(id=f"n{n}", part=DGX.id, half_u=positions[n]) for n in range(nodes)]
    slots += pdus(feeds)
    return Assembly(
        id=f"dgx-{nodes}", rack_part=RACK.id, slots=tuple(sorted(slots, key=lambda s: s.id))
    )


def superpod(units: int = 4, own: bool = False) -> Design:
    """A whole H100 pod of `units` scalable units: racks of four nodes, switch racks, a fabric.

    Parameters
    ----------
    own
        Draw every device by itself, without assemblies: the largest number of records.
    """
    nodes = 32 * units
    compute = [f"c{n:04d}" for n in range(nodes // 4)]
    leaf, spine, core = _switches(units)
    fabric = Fabric(
        id="compute", name="Compute", nodes=(DGX.id,), rails=8, rate_gbps=400, switch=SWITCH.id,
        leaf_policy="rail-per-su", su_nodes=32,
    )  # fmt: skip
    tiers = ["leaf"] * leaf + ["spine"] * spine + ["core"] * core
    switch_racks = [f"s{n:04d}" for n in range(-(-len(tiers) // 16))]
    devices = [
        Device(
            id=f"sw-{n:05d}", name=f"sw-{n}", part=SWITCH.id, rack=switch_racks[n // 16],
            half_u=2 + 4 * (n % 16), fabric="compute", tier=tier,
        )
        for n, tier in enumerate(tiers)
    ]  # fmt: skip
    devices += [
        Device(id=f"sp-{rack}-{n}", name="p", part=PDU.id, rack=rack, face="zero-u", feed="AB"[n])
        for rack in switch_racks
        for n in range(2)
    ]
    assembly = dgx_assembly()
    if own:
        devices += [
            Device(id=f"{rack}-{s.id}", name=s.id, part=s.part, rack=rack, half_u=s.half_u,
                   face=s.face, feed=s.feed)
            for rack in compute
            for s in assembly.slots
        ]  # fmt: skip
    racks = [
        _rack(key, n, "" if own or key.startswith("s") else assembly.id)
        for n, key in enumerate(compute + switch_racks)
    ]
    rows = tuple(Row(id=f"r{n:03d}") for n in range(-(-len(racks) // 16)))
    width, depth = 16 * 800 + 4000, (len(rows) + 2) * 2700
    return Design(
        name=f"pod-{units}",
        room=Room(outline=((0, 0), (width, 0), (width, depth), (0, depth)), floor_limit_kpa=12),
        power=FEEDS,
        rows=rows,
        assemblies=() if own else (assembly,),
        racks=tuple(sorted(racks, key=lambda rack: rack.id)),
        devices=tuple(sorted(devices, key=lambda device: device.id)),
        fabrics=(fabric,),
    )


def _switches(units: int) -> tuple[int, int, int]:
    """Switches of the published rows: two tiers to 8 units, three beyond."""
    leaf = 8 * units
    if units <= 8:
        return leaf, -(-32 // min(64 // leaf, 16)), 0
    return leaf, leaf, leaf // 2


def _rack(key: str, number: int, assembly: str) -> Rack:
    row, place = divmod(number, 16)
    return Rack(
        id=key, name=key.upper(), part=RACK.id, x_mm=2000 + 800 * place, y_mm=1500 + 2700 * row,
        row=f"r{row:03d}", assembly=assembly,
    )  # fmt: skip
