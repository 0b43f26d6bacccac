"""The schema of a part. Unknown is `None`, never 0; every figure has a provenance entry."""

from typing import Any, Literal

from designer.model.record import Record

PartKind = Literal[
    "node",
    "rack-system",
    "switch",
    "storage",
    "server",
    "appliance",
    "rack",
    "rack-pdu",
    "rear-door",
    "cdu",
    "crah",
    "cable",
    "transceiver",
    "blank",
]
"""`rack-system`: a rack that is sold filled, such as an NVL72. It stands on the floor as a rack."""

FLOOR_KINDS: frozenset[str] = frozenset({"rack", "rack-system", "cdu", "crah"})
"""Kinds that stand on the floor themselves; all others go into a rack."""

SourceKind = Literal["vendor", "reference-design", "guide", "derived", "assumed"]
PortPurpose = Literal[
    "compute", "storage", "in-band", "out-of-band", "nvlink", "fabric", "uplink", "other"
]


class Provenance(Record):
    """Where figures come from. `fields` are names of `Part` fields, dotted for nested ones.

    Attributes
    ----------
    other
        What another source says, when sources disagree: shown as a note, never computed with.
    """

    fields: tuple[str, ...]
    source: str
    kind: SourceKind
    note: str = ""
    other: str = ""


class Psu(Record):
    """Power supplies. `redundancy` is `4+2` (needed + spare) or empty when not known."""

    count: int
    rating_w: float | None = None
    redundancy: str = ""
    inlet: str = ""
    volts_min: float | None = None
    volts_max: float | None = None
    amps_max: float | None = None


class PortGroup(Record):
    """Ports of one purpose: `count` logical ports of `rate_gbps` in `cages` cages.

    A switch's fabric ports have purpose `fabric`; `breakout` is how many ports of a lower rate one
    port can be split into.
    """

    name: str
    purpose: PortPurpose
    kind: Literal["infiniband", "ethernet", "nvlink"]
    rate_gbps: float
    count: int
    cages: int | None = None
    connector: str = ""
    breakout: int = 1


class RackFigures(Record):
    """What a rack can hold. Widths and depths of the rack itself are in `Part`."""

    units: int
    static_kg: float | None = None
    dynamic_kg: float | None = None
    usable_depth_mm: int | None = None


class PduFigures(Record):
    """What a rack PDU can carry.

    Attributes
    ----------
    volts
        Line to line for three phases.
    rated_kva
        The nameplate where it already holds the continuous derate; `None`: use volts and amps.
    """

    volts: float
    amps: float
    phases: Literal[1, 3]
    rated_kva: float | None = None
    standard: Literal["nec", "iec"] = "nec"
    outlets_c13: int | None = None
    outlets_c19: int | None = None
    plug: str = ""


class CoolingFigures(Record):
    """What a cooling unit removes, and under which condition its maker says so."""

    method: Literal["room-air", "in-row", "rear-door", "direct-to-chip", "immersion"]
    capacity_kw: float | None = None
    condition: str = ""
    airflow_m3h: float | None = None
    flow_lpm: float | None = None
    approach_k: float | None = None


class StorageFigures(Record):
    """What a storage system delivers, decimal GB/s and TB."""

    system: str = ""
    read_gb_s: float | None = None
    write_gb_s: float | None = None
    raw_tb: float | None = None
    usable_tb: float | None = None


class CableFigures(Record):
    """What a cable or transceiver carries and how far."""

    medium: Literal["DAC", "ACC", "AEC", "AOC", "MMF", "SMF", "copper"]
    rate_gbps: float
    length_min_m: float | None = None
    length_max_m: float | None = None
    lengths_m: tuple[float, ...] = ()
    links: int = 1


class Price(Record):
    """A price somebody published: never without a date, a source and what it is for."""

    amount_cents: int
    currency: str = "USD"
    as_of: str
    source: str
    kind: SourceKind
    scope: str = "purchase"
    low_cents: int | None = None
    high_cents: int | None = None
    note: str = ""


class Part(Record):
    """A thing that can be bought and placed.

    Attributes
    ----------
    height_half_u
        Rack height in half units; 0 for what takes none (0U, floor, cables).
    power_max_w, power_peak_w, power_typical_w, power_idle_w
        The four figures: maximum (circuits, cooling), highest observed, typical (energy), idle.
    power_passive_w
        A switch's power with passive cables, where the maximum is with active optics.
    liquid_fraction
        Part of the heat that leaves with a liquid, 0 to 1.
    nodes
        Compute nodes the part holds: 1 for a server, 18 for an NVL72.
    """

    id: str
    kind: PartKind
    vendor: str = ""
    name: str
    summary: str = ""
    height_half_u: int = 0
    width_mm: int | None = None
    height_mm: int | None = None
    depth_mm: int | None = None
    full_depth: bool = True
    mass_kg: float | None = None
    power_max_w: float | None = None
    power_peak_w: float | None = None
    power_typical_w: float | None = None
    power_idle_w: float | None = None
    power_passive_w: float | None = None
    airflow_m3h: float | None = None
    airflow: Literal["", "front-to-rear", "rear-to-front", "side", "none"] = ""
    inlet_max_c: float | None = None
    liquid_fraction: float | None = None
    gpus: int = 0
    gpu: str = ""
    nodes: int = 0
    psu: Psu | None = None
    ports: tuple[PortGroup, ...] = ()
    rack: RackFigures | None = None
    pdu: PduFigures | None = None
    cooling: CoolingFigures | None = None
    storage: StorageFigures | None = None
    cable: CableFigures | None = None
    prices: tuple[Price, ...] = ()
    replaces: str = ""
    provenance: tuple[Provenance, ...] = ()
    note: str = ""

    def source_of(self, field: str) -> Provenance | None:
        """Return where a figure comes from, or None if the part does not say."""
        exact = [p for p in self.provenance if field in p.fields]
        group = [p for p in self.provenance if field.partition(".")[0] in p.fields]
        return next(iter(exact or group), None)

    def figures(self) -> dict[str, Any]:
        """Return every known number by dotted field name, for display and validation."""
        found: dict[str, Any] = {}
        for name in type(self).model_fields:
            value = getattr(self, name)
            if isinstance(value, Record):
                found.update(
                    (f"{name}.{key}", v)
                    for key, v in value
                    if isinstance(v, int | float) and not isinstance(v, bool)
                )
            elif isinstance(value, int | float) and not isinstance(value, bool):
                found[name] = value
        return found
