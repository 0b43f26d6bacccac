"""Which fields the form of a part has, by the part's kind. No widgets.

A new field is one line in `SECTIONS`, under what a kind must be to have it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from designer.catalog.cable_figures import GRADES, CableFigures
from designer.catalog.figures import PortPurpose
from designer.catalog.kinds import KIND_IDS, Kind, kind_named
from designer.model.design import CoolingMethod
from designer.ui.fields.field import Field
from designer.ui.fields.reading import plain_number

FieldKind = Literal["text", "integer", "number", "choice", "half-u", "numbers"]


@dataclass(frozen=True)
class PartField:
    """One line of the form.

    Attributes
    ----------
    path
        Where the value stands in the part.
    fits
        Whether the parts of a kind have the field; None for all.
    group
        What must be given together with it: a record whose schema needs these.
    """

    path: tuple[str, ...]
    label: str
    kind: FieldKind = "number"
    unit: str = ""
    choices: tuple[str, ...] = ()
    fits: Callable[[Kind], bool] | None = None
    needed: bool = False
    hint: str = ""


Section = tuple[str, tuple[PartField, ...]]

_MEDIA: Final[tuple[str, ...]] = get_args(CableFigures.model_fields["medium"].annotation)


def _field(
    path: str, label: str, kind: FieldKind = "number", unit: str = "", **more: object
) -> PartField:
    where = tuple(path.split("."))
    return PartField(where, label, kind, unit, **more)  # type: ignore[arg-type]  # the record checks


def _where(fits: Callable[[Kind], bool], *fields: PartField) -> tuple[PartField, ...]:
    return tuple(replace(field, fits=fits) for field in fields)


def _is_filled(kind: Kind) -> bool:
    """Return whether parts of a kind are racks that are sold filled."""
    return kind.is_rack and kind.draws_it_power


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
            *_where(lambda kind: kind.mount == "rails",
                    _field("height_half_u", "Height", "half-u", "U")),
            _field("width_mm", "Width", "integer", "mm"),
            _field("depth_mm", "Depth", "integer", "mm"),
            *_where(lambda kind: kind.mount == "floor" or kind.holds_cables,
                    _field("height_mm", "Height", "integer", "mm")),
            _field("mass_kg", "Mass", "number", "kg"),
        ),
    ),
    (
        "Power",
        (
            *_where(
                lambda kind: kind.draws != "none",
                _field("power_max_w", "Maximum", "number", "W",
                       hint="Circuits and cooling are sized on it: of the whole system."),
                _field("power_peak_w", "Highest observed", "number", "W"),
                _field("power_typical_w", "Typical", "number", "W",
                       hint="The cost of energy is computed with it."),
                _field("power_idle_w", "Idle", "number", "W"),
            ),
            *_where(
                lambda kind: kind.computes,
                _field("transient.peak_w", "Peak of ms", "number", "W",
                       hint="What it draws for some 50 ms (EDP): shelves and UPS are held to it."),
            ),
            *_where(
                lambda kind: kind.has_supplies or kind.feeds_bus or _is_filled(kind),
                _field("psu.count", "Supplies", "integer"),
                _field("psu.rating_w", "Rating of one", "number", "W"),
                _field("psu.redundancy", "Redundancy", "text",
                       hint="Needed + spare, such as 4+2."),
                _field("psu.inlet", "Inlet", "text"),
                _field("psu.current", "Current", "choice", choices=("", "ac", "dc", "both")),
                _field("psu.volts_min", "Voltage, lowest", "number", "V"),
                _field("psu.volts_max", "Voltage, highest", "number", "V"),
            ),
            *_where(
                _is_filled,
                _field("compute.power_shelves", "Power shelves", "integer"),
                _field("shelf.power_at", "Power measured at", "choice",
                       choices=("", "input", "bus"), hint="Input of its shelves, or bus bar."),
            ),
            *_where(
                lambda kind: kind.feeds_bus,
                _field("psu.efficiency", "Efficiency", "number", "of 1"),
                _field("shelf.bus_volts_min", "Bus bar, full load", "number", "V"),
                _field("shelf.bus_volts_max", "Bus bar, no load", "number", "V"),
            ),
            *_where(
                lambda kind: kind.feeds_bus or _is_filled(kind),
                _field("shelf.pulse", "Pulse of a shelf", "number", "of 1"),
                _field("shelf.whips", "Whips of a shelf", "integer"),
                _field("shelf.whip_a", "Breaker of a whip", "number", "A"),
            ),
        ),
    ),
    (
        "Air and liquid",
        (
            *_where(
                lambda kind: kind.has_supplies,
                _field("airflow", "Air goes", "choice",
                       choices=("", "front-to-rear", "rear-to-front", "side", "none")),
                _field("airflow_m3h", "Air", "number", "m³/h"),
                _field("inlet_max_c", "Inlet, highest", "number", "°C"),
            ),
            *_where(lambda kind: kind.draws_it_power,
                    _field("liquid_fraction", "Heat into liquid", "number", "of 1"),
                    _field("coolant_max_c", "Coolant, warmest", "number", "°C"),
                    _field("coolant_l", "Coolant in it", "number", "L"),
                    _field("coolant.pressure_max_kpa", "Coolant pressure, most", "number", "kPa"),
                    _field("sound_dba", "Sound at 1 m", "number", "dB(A)")),
        ),
    ),
    (
        "Compute",
        (
            *_where(
                lambda kind: kind.computes,
                _field("gpus", "GPUs", "integer"),
                _field("gpu", "GPU, in words", "text"),
                _field("compute.gpu", "GPU, id", "text",
                       hint="Id of a GPU of the catalogue, such as h100-sxm."),
                _field("nodes", "Nodes", "integer"),
            ),
            *_where(
                lambda kind: kind.counts_as_node,
                _field("compute.memory_gb", "Memory", "number", "GB"),
                _field("compute.nvme_tb", "Local NVMe", "number", "TB"),
            ),
        ),
    ),
    (
        "Chip",
        _where(
            lambda kind: kind.accelerates,
            *(
                _field(f"accelerator.{name}", label, "number", unit)
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
    ),
    (
        "Rack",
        _where(
            lambda kind: kind.is_cabinet,
            _field("rack.units", "Units", "integer", "U", needed=True),
            _field("rack.static_kg", "Static load", "number", "kg"),
            _field("rack.dynamic_kg", "Load when rolled", "number", "kg"),
            _field("rack.usable_depth_mm", "Usable depth", "integer", "mm"),
            _field("rack.bus_a", "Bus bar carries", "number", "A"),
        ),
    ),
    (
        "Rack PDU",
        _where(
            lambda kind: kind.feeds_devices,
            _field("pdu.volts", "Voltage", "number", "V", needed=True,
                   hint="Line to line for three phases."),
            _field("pdu.amps", "Current", "number", "A", needed=True),
            _field("pdu.phases", "Phases", "choice", choices=("1", "3"), needed=True),
            _field("pdu.standard", "Derate by", "choice", choices=("nec", "iec")),
            _field("pdu.outlets_c13", "C13 outlets", "integer"),
            _field("pdu.outlets_c19", "C19 outlets", "integer"),
            _field("pdu.outlets_either", "Of these for either plug", "integer"),
            _field("pdu.breakers", "Branch breakers", "integer",
                   hint="Inside the PDU; each feeds as many of its outlets."),
            _field("pdu.breaker_amps", "Breaker current", "number", "A"),
            _field("pdu.bank_c13", "C13 of each bank", "numbers",
                   hint="Behind each breaker, such as 4, 6; none where all have as many."),
            _field("pdu.bank_c19", "C19 of each bank", "numbers"),
            _field("pdu.breaker_lines", "Breakers on lines", "text",
                   hint="Of the first ones, such as L1 L2 L3; the others repeat them."),
        ),
    ),
    (
        "Cooling unit",
        _where(
            lambda kind: kind.cools != "none",
            _field("cooling.method", "Method", "choice", choices=get_args(CoolingMethod),
                   needed=True),
            _field("cooling.capacity_kw", "Capacity", "number", "kW"),
            _field("cooling.condition", "At", "text",
                   hint="The condition under which the maker says so."),
            _field("cooling.airflow_m3h", "Air", "number", "m³/h"),
            _field("cooling.flow_lpm", "Coolant flow", "number", "l/min"),
            _field("cooling.approach_k", "Approach", "number", "K"),
            _field("cooling.water_max_c", "Water, warmest", "number", "°C"),
            _field("cooling.altitude_m", "Altitude of the rating", "number", "m",
                   hint="Of an air unit; sea level where none is stated."),
            _field("cooling.air_in_c", "Air in, of the rating", "number", "°C"),
            _field("cooling.head_kpa", "Pressure left for racks", "number", "kPa"),
            _field("cooling.pumps", "Pumps", "integer"),
            _field("cooling.one_pump_less_lpm", "Flow with one pump lost", "number", "L/min"),
        ),
    ),
    (
        "Cable",
        _where(
            lambda kind: kind.is_cable,
            _field("cable.medium", "Medium", "choice", choices=_MEDIA, needed=True),
            _field("cable.rate_gbps", "Rate of a link", "number", "Gb/s", needed=True),
            _field("cable.connector", "Plug", "text",
                   hint="That goes into a cage, such as OSFP; none for a fibre."),
            _field("cable.fibre", "Plug of the fibre", "text", hint="Such as MPO-12 or LC."),
            _field("cable.length_max_m", "Reach", "number", "m",
                   hint="Of a module the longest by fibre."),
            _field("cable.optics", "Optics", "text",
                   hint="What both modules of a link must speak, such as DR4."),
            _field("cable.wavelengths_nm", "Wavelengths", "numbers", "nm",
                   hint="Of a module: one for each channel in a fibre, such as 1271, 1291."),
            *(_field(f"cable.reach_{grade.lower()}_m", f"Reach over {grade}", "number", "m")
              for grade in GRADES),
            _field("cable.grade", "Grade of the fibre", "text", hint="Such as OM4 or OS2."),
            _field("cable.diameter_mm", "Diameter", "number", "mm"),
            _field("cable.bend_mm", "Least bend", "number", "mm", hint="Radius."),
            _field("cable.kg_per_m", "Mass of a metre", "number", "kg/m"),
            _field("cable.lead_weeks", "Lead time", "number", "weeks",
                   hint="From order to delivery; that of a quotation goes before it."),
        ),
    ),
    (
        "Patch panel",
        _where(
            lambda kind: kind.patches,
            _field("patch.mpo_ports", "MPO ports", "integer",
                   hint="When it is fitted with nothing else."),
            _field("patch.lc_ports", "LC duplex ports", "integer",
                   hint="When it is fitted with nothing else."),
            _field("patch.fibres", "Fibres at most", "integer"),
            _field("patch.modules", "Cassettes or plates", "integer"),
        ),
    ),
    (
        "Storage",
        _where(
            lambda kind: kind.stores,
            _field("storage.read_gb_s", "Read", "number", "GB/s"),
            _field("storage.write_gb_s", "Write", "number", "GB/s"),
            _field("storage.usable_tb", "Usable", "number", "TB"),
            _field("storage.raw_tb", "Raw", "number", "TB"),
        ),
    ),
)  # fmt: skip

_RECORDS: Final = {"rack": "RackFigures"}
"""Records whose figures have ranges of their own in `model/ranges.py`, by where they stand."""

PORT_PURPOSES: Final[tuple[str, ...]] = get_args(PortPurpose)
PORT_KINDS: Final = ("infiniband", "ethernet", "nvlink")


PORT_FIELDS: Final = {
    "Name": Field("name", "name", "text", None),
    "For": Field(
        "purpose", "purpose", "choice", None, choices=tuple((p, p) for p in PORT_PURPOSES)
    ),
    "Kind": Field("kind", "kind", "choice", None, choices=tuple((k, k) for k in PORT_KINDS)),
    "Gb/s": Field("rate_gbps", "rate", "number", None, record="PortGroup"),
    "Ports": Field("count", "number of ports", "integer", None, record="PortGroup"),
    "Cages": Field("cages", "number of cages", "integer", None, optional=True, record="PortGroup"),
}
"""One row of ports, by the heading of the column."""


def name_of(path: tuple[str, ...]) -> str:
    """Return the name in the form of what stands at a path of the part."""
    return ".".join(path)


def form_field(field: PartField, value: object) -> Field:
    """Return a field of a part's form, with what the part holds there."""
    known = value if isinstance(value, str | int | float) else None
    low, high = (0.5, 100) if field.kind == "half-u" else (None, None)
    if field.kind in ("choice", "text"):
        known = "" if known is None else str(known)
    if field.kind == "numbers":
        known = ", ".join(f"{one:g}" for one in value) if isinstance(value, list | tuple) else ""
    return Field(
        name_of(field.path), field.label, "text" if field.kind == "numbers" else field.kind, known,
        choices=tuple((choice or "unknown", choice) for choice in field.choices),
        unit=field.unit, hint=field.hint, optional=True,
        fallback="needed" if field.needed else "",
        record="" if field.kind in ("text", "numbers") else _RECORDS.get(field.path[0], "Part"),
        figure=field.path[-1], low=low, high=high,
    )  # fmt: skip


NUMBER_LISTS: Final = frozenset(
    name_of(field.path) for _, fields in SECTIONS for field in fields if field.kind == "numbers"
)
"""Names of the fields that hold several numbers, typed with commas between them."""


def numbers_of(text: str) -> list[float] | None:
    """Return the numbers of a text, whole ones as such; None of an empty one.

    Raises
    ------
    EditError
        If one of them is none.
    """
    found = [plain_number(one.strip()) for one in text.split(",") if one.strip()]
    return [int(one) if one.is_integer() else one for one in found] or None


def has_ports(kind: str) -> bool:
    """Return whether the form lists ports."""
    return kind in KIND_IDS and kind_named(kind).has_ports


def sections_of(kind: str) -> tuple[Section, ...]:
    """Return the sections of a kind of part, without the fields it does not have."""
    traits = kind_named(kind) if kind in KIND_IDS else None
    found = []
    for title, fields in SECTIONS:
        fitting = tuple(f for f in fields if f.fits is None or (traits and f.fits(traits)))
        if fitting:
            found.append((title, fitting))
    return tuple(found)
