"""Which fields the form of a part has, by the part's kind. No widgets.

A new field is one line in `SECTIONS`.
"""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from designer.catalog.figures import PortPurpose
from designer.catalog.kinds import KIND_IDS
from designer.catalog.part import FLOOR_KINDS

FieldKind = Literal["text", "integer", "number", "choice", "half-u", "switch"]
RACKED: Final = frozenset({"node", "switch", "storage", "server", "appliance"})
POWERED: Final = RACKED | (FLOOR_KINDS - {"rack"}) | {"gpu", "asic"}


@dataclass(frozen=True)
class PartField:
    """One line of the form.

    Attributes
    ----------
    path
        Where the value stands in the part.
    kinds
        Kinds of part that have the field; empty for all.
    group
        What must be given together with it: a record whose schema needs these.
    """

    path: tuple[str, ...]
    label: str
    kind: FieldKind = "number"
    unit: str = ""
    choices: tuple[str, ...] = ()
    kinds: frozenset[str] = frozenset()
    needed: bool = False
    hint: str = ""


Section = tuple[str, tuple[PartField, ...]]


def _field(
    path: str, label: str, kind: FieldKind = "number", unit: str = "", **more: object
) -> PartField:
    return PartField(tuple(path.split(".")), label, kind, unit, **more)  # type: ignore[arg-type]  # options by name


SECTIONS: Final[tuple[Section, ...]] = (
    (
        "What it is",
        (
            _field("id", "Id", "text", needed=True,
                   hint="Small letters, digits, hyphens. The id of a shipped part replaces it."),
            _field("kind", "Kind", "choice", choices=KIND_IDS, needed=True),
            _field("name", "Name", "text", needed=True),
            _field("vendor", "Maker", "text"),
            _field("summary", "One line", "text"),
            _field("note", "Note", "text"),
        ),
    ),
    (
        "Size and mass",
        (
            _field("height_half_u", "Height", "half-u", "U", kinds=RACKED | {"blank"}),
            _field("width_mm", "Width", "integer", "mm"),
            _field("depth_mm", "Depth", "integer", "mm"),
            _field("height_mm", "Height", "integer", "mm", kinds=FLOOR_KINDS),
            _field("mass_kg", "Mass", "number", "kg"),
        ),
    ),
    (
        "Power",
        (
            _field("power_max_w", "Maximum", "number", "W", kinds=POWERED,
                   hint="Circuits and cooling are sized on it: of the whole system."),
            _field("power_peak_w", "Highest observed", "number", "W", kinds=POWERED),
            _field("power_typical_w", "Typical", "number", "W", kinds=POWERED,
                   hint="The cost of energy is computed with it."),
            _field("power_idle_w", "Idle", "number", "W", kinds=POWERED),
            _field("psu.count", "Supplies", "integer", kinds=RACKED),
            _field("psu.rating_w", "Rating of one", "number", "W", kinds=RACKED),
            _field("psu.redundancy", "Redundancy", "text", kinds=RACKED,
                   hint="Needed + spare, such as 4+2."),
            _field("psu.inlet", "Inlet", "text", kinds=RACKED),
        ),
    ),
    (
        "Air and liquid",
        (
            _field("airflow", "Air goes", "choice", kinds=RACKED,
                   choices=("", "front-to-rear", "rear-to-front", "side", "none")),
            _field("airflow_m3h", "Air", "number", "m³/h", kinds=RACKED),
            _field("inlet_max_c", "Inlet, highest", "number", "°C", kinds=RACKED),
            _field("liquid_fraction", "Heat into liquid", "number", "of 1",
                   kinds=RACKED | {"rack-system"}),
        ),
    ),
    (
        "Compute",
        (
            _field("gpus", "GPUs", "integer", kinds=frozenset({"node", "rack-system"})),
            _field("gpu", "GPU, in words", "text", kinds=frozenset({"node", "rack-system"})),
            _field("compute.gpu", "GPU, id", "text", kinds=frozenset({"node", "rack-system"}),
                   hint="Id of a GPU of the catalogue, such as h100-sxm."),
            _field("nodes", "Nodes", "integer", kinds=frozenset({"node", "rack-system"})),
            _field("compute.memory_gb", "Memory", "number", "GB", kinds=frozenset({"node"})),
            _field("compute.nvme_tb", "Local NVMe", "number", "TB", kinds=frozenset({"node"})),
        ),
    ),
    (
        "Chip",
        tuple(
            _field(f"accelerator.{name}", label, "number", unit, kinds=frozenset({"gpu", "asic"}))
            for name, label, unit in (
                ("memory_gb", "Memory", "GB"),
                ("memory_gb_s", "Memory bandwidth", "GB/s"),
                ("fp16_dense_tflops", "FP16 dense", "TFLOPS"),
                ("fp16_sparse_tflops", "FP16 sparse", "TFLOPS"),
                ("fp8_dense_tflops", "FP8 dense", "TFLOPS"),
                ("scaleup_gb_s", "Links to peers", "GB/s"),
            )
        ),
    ),
    (
        "Rack",
        (
            _field("rack.units", "Units", "integer", "U", kinds=frozenset({"rack"}), needed=True),
            _field("rack.static_kg", "Static load", "number", "kg", kinds=frozenset({"rack"})),
            _field("rack.usable_depth_mm", "Usable depth", "integer", "mm",
                   kinds=frozenset({"rack"})),
        ),
    ),
    (
        "Rack PDU",
        (
            _field("pdu.volts", "Voltage", "number", "V", kinds=frozenset({"rack-pdu"}),
                   needed=True, hint="Line to line for three phases."),
            _field("pdu.amps", "Current", "number", "A", kinds=frozenset({"rack-pdu"}),
                   needed=True),
            _field("pdu.phases", "Phases", "choice", choices=("1", "3"),
                   kinds=frozenset({"rack-pdu"}), needed=True),
            _field("pdu.standard", "Derate by", "choice", choices=("nec", "iec"),
                   kinds=frozenset({"rack-pdu"})),
            _field("pdu.outlets_c13", "C13 outlets", "integer", kinds=frozenset({"rack-pdu"})),
            _field("pdu.outlets_c19", "C19 outlets", "integer", kinds=frozenset({"rack-pdu"})),
        ),
    ),
    (
        "Cooling unit",
        (
            _field("cooling.method", "Method", "choice",
                   choices=("room-air", "in-row", "rear-door", "direct-to-chip", "immersion"),
                   kinds=frozenset({"cdu", "crah", "in-row", "rear-door", "immersion"}),
                   needed=True),
            _field("cooling.capacity_kw", "Capacity", "number", "kW",
                   kinds=frozenset({"cdu", "crah", "in-row", "rear-door", "immersion"})),
            _field("cooling.condition", "At", "text",
                   kinds=frozenset({"cdu", "crah", "in-row", "rear-door", "immersion"}),
                   hint="The condition under which the maker says so."),
        ),
    ),
    (
        "Storage",
        (
            _field("storage.read_gb_s", "Read", "number", "GB/s", kinds=frozenset({"storage"})),
            _field("storage.write_gb_s", "Write", "number", "GB/s", kinds=frozenset({"storage"})),
            _field("storage.usable_tb", "Usable", "number", "TB", kinds=frozenset({"storage"})),
            _field("storage.raw_tb", "Raw", "number", "TB", kinds=frozenset({"storage"})),
        ),
    ),
)  # fmt: skip

PORT_PURPOSES: Final[tuple[str, ...]] = get_args(PortPurpose)
PORT_KINDS: Final = ("infiniband", "ethernet", "nvlink")
WITH_PORTS: Final = RACKED | {"rack-system"}


def sections_of(kind: str) -> tuple[Section, ...]:
    """Return the sections of a kind of part, without the fields it does not have."""
    found = []
    for title, fields in SECTIONS:
        fitting = tuple(f for f in fields if not f.kinds or kind in f.kinds)
        if fitting:
            found.append((title, fitting))
    return tuple(found)
