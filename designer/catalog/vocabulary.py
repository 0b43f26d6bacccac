"""What the figures of entries are called when one searches for them, and what a name means.

Every field of every schema has a name here by itself: a new field needs no line. What a field is
called on the screen stands in `fact_words`.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from math import inf, isfinite
from typing import Any, Final, get_args

from designer.catalog.ends import BOUNDED, ends_of
from designer.catalog.entry import NO_FACTS, Entry, Price
from designer.catalog.families import FAMILIES, LIBRARY_TABLES, family_of
from designer.catalog.part import Part
from designer.model.record import Record
from designer.model.units import UNITS_BY_ENDING

Figure = Callable[[Entry], float | None]


def _of_part(figure: Callable[[Part], float | None]) -> Figure:
    return lambda entry: figure(entry) if isinstance(entry, Part) else None


def _known(*names: str, per: int = 1) -> Figure:
    """Return the first of some figures that an entry has, in a unit of so many of its own."""

    def figure(entry: Entry) -> float | None:
        for name in names:
            value = value_at(entry, name)
            if isinstance(value, int | float) and not isinstance(value, bool):
                return value / per  # 10,200 W are 10.2 kW; times 0.001 they are more
        return None

    return figure


_CARRIED: Final = _known(
    "cooling.capacity_kw", "ups.rated_kw", "generator.standby_kw", "generator.prime_kw"
)


def _carried_kw(entry: Entry) -> float | None:
    """Return what a thing carries, kW; of what gives heat off the most that its table has."""
    table = entry.rejection if isinstance(entry, Part) else None
    if table is None:
        return _CARRIED(entry)
    return max((point.capacity_kw for point in table.points), default=None)


SHORT_FIGURES: Final[dict[str, Figure]] = {
    "power": _known("power_max_w", per=1000),
    "kw": _carried_kw,
    "u": _of_part(lambda p: p.height_half_u / 2 if p.height_half_u else None),
    "gpus": _of_part(lambda p: p.gpu_count),
    "nodes": _of_part(lambda p: p.node_count),
    "mass": _known("mass_kg"),
    "depth": _known("depth_mm"),
    "ports": lambda entry: port_count(entry),
    "rate": lambda entry: port_rate(entry),
    "memory": _known(
        "accelerator.memory_gb", "accelerator_memory_gb", "compute.memory_gb", "memory_gb",
        "cpu.memory_gb_max",
    ),
    "bandwidth": _known("accelerator.memory_gb_s", "cpu.memory_gb_s", "device_gb_s"),
    "fp64": _known("accelerator.fp64_tensor_tflops", "accelerator.fp64_vector_tflops"),
    "fp32": _known("accelerator.fp32_tflops"),
    "tf32": _known("accelerator.tf32_dense_tflops"),
    "fp16": _known("accelerator.fp16_dense_tflops"),
    "bf16": _known("accelerator.fp16_dense_tflops"),
    "fp8": _known("accelerator.fp8_dense_tflops"),
    "fp4": _known("accelerator.fp4_dense_tflops"),
    "int8": _known("accelerator.int8_dense_tops"),
    "nvlink": _known("accelerator.scaleup_gb_s"),
    "throughput": _known("switch.throughput_tbps", "tokens_s"),
    "cores": _known("cpu.cores"),
    "parameters": _known("parameters_b"),
    "context": _known("context_tokens"),
    "price": lambda entry: _dollars(shown_price(entry)),
}  # fmt: skip
"""Short names that people type; `power` and `kw` are kW, `memory` GB, `price` the currency unit."""

_SHORT_TEXTS: Final[dict[str, Callable[[Entry], str]]] = {
    "kind": lambda e: str(getattr(e, "kind", "") or table_of(e)),
    "vendor": lambda e: e.vendor,
    "family": lambda e: f"{(family := family_of(e)).id} {family.title} {family.group}",
    "id": lambda e: e.id,
    "name": lambda e: e.name,
    "gpu": lambda e: " ".join(_named_gpus(e)),
}
_UNIT: Final = re.compile(
    f"(?:{'|'.join((*(suffix for suffix, _ in UNITS_BY_ENDING), '_tokens'))})$"
)
_SCOPES: Final = (
    ("purchase", "unit"), ("purchase", "rack"), ("purchase", "gpu"), ("purchase", "baseboard"),
    ("on-demand", "gpu-hour"), ("on-demand", "instance-hour"),
)  # fmt: skip
"""Which of several prices stands in a list: of the thing first, of an hour of it else."""


def figures_named(entry: Entry, name: str) -> tuple[float, ...]:
    """Return the known figures of an entry that a name means; none if it has no such figure.

    A price within a band is no known figure: the band bounds it.
    """
    if name == "price" and _band(entry):
        return ()
    short = SHORT_FIGURES.get(name)
    if short:
        value = short(entry)
        return () if value is None else (value,)
    return tuple(
        float(value)
        for value in _facts_named(entry, name)
        if isinstance(value, int | float) and not isinstance(value, bool)
    )


def bounds_named(entry: Entry, name: str) -> tuple[float, ...]:
    """Return the ends of a figure that a part does not state, as far as rules or the part bound it.

    None where nothing bounds it above: what has no end fits no comparison. Of a price in a band
    the ends of that, in dollars.
    """
    if name == "price":
        return _band(entry)
    if not isinstance(entry, Part):
        return ()
    field, per = {"power": ("power_max_w", 1000), "mass": ("mass_kg", 1)}.get(name, (name, 1))
    if field == "power_max_w" and entry.traits.draws == "none":
        return ()  # nobody asks what a rack draws
    if field in BOUNDED:
        ends: tuple[float, float] = getattr(ends_of(entry), field)
    else:
        looked = entry.unpublished_of(field)
        if looked is None or looked.low is None or looked.high is None:
            return ()
        ends = (looked.low, looked.high)
    return tuple(end / per for end in ends) if isfinite(ends[1]) else ()


def words_named(entry: Entry, name: str) -> tuple[str, ...]:
    """Return what an entry says in words under a name, without capitals."""
    short = _SHORT_TEXTS.get(name)
    if short:
        return (short(entry).casefold(),)
    return tuple(
        str(value).casefold()
        for value in _facts_named(entry, name)
        if isinstance(value, str | bool)
    )


def _dollars(price: Price | None) -> float | None:
    """Return a price in dollars, in which prices are compared; None of another currency."""
    return None if price is None or price.currency != "USD" else price.figure_cents / 100


def _band(entry: Entry) -> tuple[float, ...]:
    """Return the band around the price that stands for an entry, in dollars; none without one."""
    price = shown_price(entry)
    if price is None or price.currency != "USD" or price.low_cents == price.high_cents:
        return ()
    low, high = price.low_cents, price.high_cents
    return (-inf if low is None else low / 100, inf if high is None else high / 100)


def shown_price(entry: Entry) -> Price | None:
    """Return the price that stands for an entry in a list, the newest of its scope."""
    for scope, per in (*_SCOPES, *((p.scope, p.per) for p in entry.prices)):
        fitting = [p for p in entry.prices if (p.scope, p.per) == (scope, per)]
        if fitting:
            return max(fitting, key=lambda price: (price.currency == "USD", price.as_of))
    return None


def port_count(entry: Entry) -> float | None:
    """Return how many ports a part has; of a switch those of its fabric, not for its management.

    Of a patch panel the LC duplex adapters that it takes, or those for MPO where it takes no LC.
    """
    patch = entry.patch if isinstance(entry, Part) else None
    if patch is not None:
        adapters = patch.mpo_ports if patch.lc_ports is None else patch.lc_ports
        return None if adapters is None else float(adapters)
    ports = entry.ports if isinstance(entry, Part) else ()
    fabric = [group for group in ports if group.purpose == "fabric"]
    counted = [group.count for group in fabric or ports]
    return float(sum(counted)) if counted else None


def port_rate(entry: Entry) -> float | None:
    """Return the rate of the fastest ports of a part, of a cable or of a link, in Gb/s."""
    if not isinstance(entry, Part):
        rate = value_at(entry, "rate_gbps")
        return rate if isinstance(rate, int | float) else None
    if entry.ports:
        return max(group.rate_gbps for group in entry.ports)
    return entry.cable.rate_gbps if entry.cable else None


def value_at(entry: Entry, field: str) -> Any:  # noqa: ANN401 - any field
    """Return what stands in a field by its dotted name; None where a group or field is missing."""
    value: Any = entry
    for name in field.split("."):
        value = getattr(value, name, None)
    return value


def table_of(entry: Entry) -> str:
    """Return the name of the table an entry stands in."""
    if isinstance(entry, Part):
        return "part"
    return next(name for name, record in LIBRARY_TABLES.items() if isinstance(entry, record))


@cache
def field_names() -> frozenset[str]:
    """Return every name that may mean a figure."""
    names: set[str] = set()
    for field, is_number, _ in _schema():
        if is_number:
            names.update((field, *_names_of(field)))
    return frozenset(names)


@cache
def known_kinds() -> frozenset[str]:
    """Return every kind that an entry may be of, without capitals."""
    kinds = {kind for family in FAMILIES for kind in family.kinds}
    for table, record in LIBRARY_TABLES.items():
        field = record.model_fields.get("kind")
        kinds.update(get_args(field.annotation) if field else (table,))
    return frozenset(str(kind).casefold() for kind in kinds)


def kinds_called(value: str) -> frozenset[str]:
    """Return the kinds that a word means, without capitals: `rack` that of a rack PDU as well.

    A word of their names goes before letters within one: a switchboard is no switch.
    """
    words = frozenset(kind for kind in known_kinds() if f"-{value}-" in f"-{kind}-")
    return words or frozenset(kind for kind in known_kinds() if value in kind)


@cache
def text_names() -> frozenset[str]:
    """Return every name that may mean words."""
    names = set(_SHORT_TEXTS)
    for field, _, is_text in _schema():
        if is_text:
            names.update((field, *_names_of(field)))
    return frozenset(names)


def _facts_named(entry: Entry, name: str) -> Iterator[Any]:
    """Yield what an entry says under a name, without listing all it says: a key is typed per row.

    A name with that of a group in it, such as `ports.compute.rate_gbps`, is no field of the schema.
    """
    fields = _fields_named(type(entry), name)
    if fields or "." not in name:
        for field in fields:
            yield from _said(entry, field.split("."))
    elif name in (facts := entry.facts()):
        yield facts[name]


def _said(value: Any, steps: list[str]) -> Iterator[Any]:  # noqa: ANN401 - any field
    """Yield the known scalars at the end of a path; of a tuple of records those of each."""
    if isinstance(value, tuple):
        words = [item for item in value if isinstance(item, str)]
        if words and not steps:
            yield ", ".join(words)
        numbers = (item for item in value if isinstance(item, int | float))
        for item in value if steps else numbers:
            yield from _said(item, steps)
    elif steps:
        yield from _said(getattr(value, steps[0], None), steps[1:])
    elif value is not None and value != "" and not isinstance(value, Record):
        yield value


@cache
def _fields_named(record: type[Entry], name: str) -> tuple[str, ...]:
    """Return the fields of a schema that a name means."""
    return tuple(
        field
        for field, _, _ in _fields(record, "")
        if field not in NO_FACTS and name in (field, *_names_of(field))
    )


@cache
def _names_of(field: str) -> tuple[str, ...]:
    """Return the other names of a field: without its group, and without its unit."""
    bare = field.rpartition(".")[2]
    return bare, _UNIT.sub("", bare)


def _schema() -> Iterator[tuple[str, bool, bool]]:
    """Yield every field's dotted name, whether it holds numbers and whether it holds words."""
    for record in dict.fromkeys(
        Part if family.table == "part" else LIBRARY_TABLES[family.table] for family in FAMILIES
    ):
        yield from _fields(record, "")


def _fields(
    record: type[Record], prefix: str, within: tuple[type[Record], ...] = ()
) -> Iterator[tuple[str, bool, bool]]:
    """Yield the fields of a record and of those in it; one that holds itself is entered once."""
    for name, field in record.model_fields.items():
        if name in {"prices", "provenance", "rules", "unpublished"}:
            continue
        kinds = set(_leaves(field.annotation))
        yield f"{prefix}{name}", bool(kinds & {int, float}), bool(kinds & {str, bool})
        for kind in kinds:
            if isinstance(kind, type) and issubclass(kind, Record) and kind not in within:
                yield from _fields(kind, f"{prefix}{name}.", (*within, kind))


def _leaves(annotation: Any) -> Iterator[Any]:  # noqa: ANN401 - any annotation
    """Yield the classes in an annotation; of a `Literal` those of its values."""
    inner = get_args(annotation)
    if not inner:
        yield annotation if isinstance(annotation, type) else type(annotation)
    for part in inner:
        if part is not Ellipsis:
            yield from _leaves(part)


def _named_gpus(entry: Entry) -> tuple[str, ...]:
    fields = ("gpu", "compute.gpu", "accelerator")
    values = (value_at(entry, field) for field in fields)
    return tuple(value for value in values if isinstance(value, str))
