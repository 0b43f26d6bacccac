"""Which figures stand in the table of a family, and what a cell says. No Qt.

A family without a line of its own shows what every entry has. A new column is a key in `TABLES`: a
field's dotted name, or one of `_SPECIAL`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from designer.catalog.derived.base import newest_rate
from designer.catalog.entry import Entry, PriceScope
from designer.catalog.exchange import BASE
from designer.catalog.fact_words import label_of, number_text, unit_of, value_text
from designer.catalog.families import FAMILIES, family_of
from designer.catalog.part import Part
from designer.catalog.price_age import age_words
from designer.catalog.records.cloud import CloudOffer
from designer.catalog.vocabulary import (
    SHORT_FIGURES,
    bounds_named,
    port_rate,
    shown_price,
    value_at,
)
from designer.ui.state import price_words
from designer.ui.views.catalogue import day
from designer.ui.views.catalogue.detail_rows import bounds_row, kind_words
from designer.ui.views.catalogue.entry_index import EntryIndex
from designer.ui.views.catalogue.rejection_cells import rejection_cell
from designer.ui.views.catalogue.source_words import ORDERING, disagrees, hover, source_lines


@dataclass(frozen=True)
class Cell:
    """What a cell says; `order` sorts it, None is not known and sorts last."""

    text: str = ""
    order: float | str | None = None
    tip: str = ""
    conflict: bool = False


@dataclass(frozen=True)
class Column:
    """A column of the table.

    Attributes
    ----------
    width
        The most it takes of its own, in px; it takes less where its words are shorter.
    """

    key: str
    title: str
    unit: str = ""
    is_number: bool = True
    width: int = 130


TABLES: Final[dict[str, tuple[str, ...]]] = {
    "nodes": ("gpus", "compute.gpu", "height_half_u", "@kw", "@price", "vendor", "mass_kg",
              "compute.memory_gb", "liquid_fraction", "year", "summary"),
    "rack-systems": ("gpus", "nodes", "compute.gpu", "@kw", "@price", "vendor", "mass_kg",
                     "liquid_fraction", "year", "summary"),
    "gpus": ("vendor", "accelerator.memory_gb", "accelerator.memory_gb_s",
             "accelerator.fp16_dense_tflops", "accelerator.fp8_dense_tflops",
             "accelerator.fp4_dense_tflops", "power_max_w", "@price", "accelerator.form",
             "accelerator.architecture", "year", "summary"),
    "asics": ("vendor", "accelerator.memory_gb", "accelerator.memory_gb_s",
              "accelerator.fp16_dense_tflops", "accelerator.fp8_dense_tflops",
              "accelerator.int8_dense_tops", "power_max_w", "accelerator.chips_per_pod", "year",
              "summary"),
    "cpus": ("vendor", "kind", "cpu.cores", "cpu.boost_ghz", "cpu.l3_mb", "cpu.memory_gb_s",
             "cpu.pcie_generation", "power_max_w", "@price", "year", "summary"),
    "baseboards": ("vendor", "gpus", "compute.gpu", "@kw", "compute.nvlink_switches", "@price",
                   "year", "summary"),
    "switches": ("vendor", "@ports", "@rate", "switch.throughput_tbps", "@kw", "height_half_u",
                 "switch.latency_ns", "@price", "year", "summary"),
    "adapters": ("vendor", "kind", "@ports", "@rate", "power_max_w", "@price", "year", "summary"),
    "cables": ("vendor", "kind", "cable.medium", "cable.rate_gbps", "cable.length_max_m",
               "power_max_w", "@price", "summary"),
    "patch-panels": ("vendor", "height_half_u", "patch.mpo_ports", "patch.lc_ports", "patch.fibres",
                     "depth_mm", "mass_kg", "@price", "summary"),
    "interconnects": ("kind", "generation", "rate_gbps", "link_gb_s", "links", "device_gb_s",
                      "year", "summary"),
    "storage": ("vendor", "storage.scope", "storage.read_gb_s", "storage.write_gb_s",
                "storage.usable_tb", "storage.iops", "height_half_u", "@kw", "@price", "summary"),
    "servers": ("vendor", "kind", "height_half_u", "@kw", "mass_kg", "@price", "summary"),
    "racks": ("vendor", "kind", "rack.units", "width_mm", "depth_mm", "rack.static_kg", "mass_kg",
              "@price", "summary"),
    "power": ("vendor", "kind", "pdu.volts", "pdu.amps", "ups.rated_kw", "generator.standby_kw",
              "busway.amps", "ups.efficiency", "@price", "summary"),
    "cooling": ("vendor", "kind", "cooling.capacity_kw", "cooling.method", "cooling.condition",
                "@kw", "cooling.airflow_m3h", "cooling.flow_lpm", "@price"),
    "cloud-providers": ("kind", "services", "strengths"),
    "cloud-offers": ("provider", "accelerator", "accelerators", "@hour_gpu", "@hour", "@spot",
                     "accelerator_memory_gb", "vcpus", "network_gbps", "summary"),
    "models": ("vendor", "architecture", "parameters_b", "active_parameters_b", "layers", "hidden",
               "heads", "kv_heads", "context_tokens", "year", "summary"),
    "training-runs": ("model", "accelerator", "accelerators", "days", "accelerator_hours",
                      "tokens_b", "mfu", "@price", "year", "summary"),
    "inference-runs": ("model", "accelerator", "accelerators", "precision", "batch", "tokens_s",
                       "summary"),
    "techniques": ("kind", "where", "impact", "scope"),
    "operating-systems": ("vendor", "kernel", "driver_min", "cuda", "lustre_client", "slurm",
                          "kubernetes", "use_cases"),
    "software": ("vendor", "kind", "use", "accelerators"),
    "kernel-parameters": ("value", "target", "applies_to", "summary"),
    "mig-profiles": ("accelerator", "compute_slices", "memory_slices", "memory_gb",
                     "instances_max", "summary"),
    "limits": ("subject", "@span", "per", "summary"),
    "guidelines": ("subject", "@span", "statement"),
    "topics": ("subject", "summary"),
    "conflicts": ("weight", "decision"),
}  # fmt: skip
"""Columns after the name, by family."""

MIXED: Final = ("@family", "vendor", "year", "@price", "summary")
"""Columns of lists that hold several families."""

_TITLES: Final = {
    "vendor": "Maker", "gpus": "GPUs", "nodes": "Nodes", "accelerator.memory_gb": "Memory",
    "accelerator.memory_gb_s": "Bandwidth", "accelerator.fp16_dense_tflops": "FP16 dense",
    "accelerator.fp8_dense_tflops": "FP8 dense", "accelerator.fp4_dense_tflops": "FP4 dense",
    "accelerator.int8_dense_tops": "INT8 dense", "power_max_w": "Power",
    "compute.memory_gb": "System memory", "liquid_fraction": "In liquid", "mass_kg": "Mass",
    "cpu.memory_gb_s": "Bandwidth", "cpu.pcie_generation": "PCIe", "cpu.boost_ghz": "Boost",
    "compute.nvlink_switches": "NVSwitches", "switch.latency_ns": "Latency",
    "cable.rate_gbps": "Rate", "cable.length_max_m": "Length", "storage.read_gb_s": "Read",
    "storage.write_gb_s": "Write", "storage.usable_tb": "Usable", "storage.scope": "Figures of",
    "patch.mpo_ports": "MPO", "patch.lc_ports": "LC duplex", "patch.fibres": "Fibres",
    "rack.units": "Units", "rack.static_kg": "Carries", "width_mm": "Width", "depth_mm": "Depth",
    "cooling.capacity_kw": "Removes", "cooling.method": "Method",
    "cooling.condition": "At", "cooling.airflow_m3h": "Air", "cooling.flow_lpm": "Flow",
    "accelerator": "Chip", "accelerators": "Chips", "accelerator_memory_gb": "HBM in all",
    "vcpus": "vCPUs", "network_gbps": "Network", "parameters_b": "Parameters",
    "active_parameters_b": "Active", "heads": "Heads", "kv_heads": "KV heads",
    "context_tokens": "Context", "accelerator_hours": "Chip-hours", "mfu": "MFU",
    "tokens_s": "Output", "pdu.volts": "Volts", "pdu.amps": "Amps", "ups.rated_kw": "UPS",
    "generator.standby_kw": "Generator", "busway.amps": "Busway", "ups.efficiency": "Efficiency",
    "device_gb_s": "Device", "link_gb_s": "Link", "accelerator.form": "Form",
    "accelerator.architecture": "Architecture", "accelerator.chips_per_pod": "Pod",
    "compute_slices": "Compute", "memory_slices": "Memory slices", "memory_gb": "Memory",
    "instances_max": "Instances", "weight": "Effect", "height_half_u": "Units",
    "switch.throughput_tbps": "Throughput",
}  # fmt: skip
_UNITS: Final = {"rack.units": "U", "parameters_b": "10⁹", "active_parameters_b": "10⁹",
                 "tokens_b": "10⁹", "context_tokens": "", "days": "d", "accelerator_hours": "h",
                 "pdu.volts": "V", "pdu.amps": "A", "busway.amps": "A"}  # fmt: skip
_WORD_WIDTHS: Final = {
    "vendor": 110, "compute.gpu": 160, "accelerator": 160, "model": 170, "provider": 120,
    "summary": 420, "statement": 460, "decision": 460, "strengths": 300, "services": 240,
    "impact": 240, "where": 200, "use": 300, "use_cases": 260, "applies_to": 170,
    "cooling.condition": 190,
}  # fmt: skip
_SPECIAL: Final = {
    "@kw": Column("@kw", "Power", "kW"),
    "@ports": Column("@ports", "Ports"),
    "@rate": Column("@rate", "Rate", "Gb/s"),
    "@price": Column("@price", "Price", width=160),
    "@hour": Column("@hour", "Instance", "per h"),
    "@hour_gpu": Column("@hour_gpu", "Chip", "per h"),
    "@spot": Column("@spot", "Chip, spot", "per h"),
    "@span": Column("@span", "Value", width=200),
    "@family": Column("@family", "Family", is_number=False, width=190),
}
_WORDS: Final = frozenset(
    {"vendor", "kind", "summary", "statement", "decision", "strengths", "services", "impact",
     "where", "scope", "use", "use_cases", "applies_to", "subject", "architecture", "unit", "per",
     "provider", "model", "accelerator", "compute.gpu", "storage.scope", "cooling.method",
     "cooling.condition", "generation", "precision", "kernel", "driver_min", "cuda",
     "lustre_client", "slurm", "kubernetes", "target", "weight", "cable.medium",
     "accelerator.form", "accelerator.architecture"}
)  # fmt: skip


def columns_of(family_id: str) -> tuple[Column, ...]:
    """Return the columns of a family after the name; of a mixed list for an unknown one."""
    return tuple(_column(key, family_id) for key in TABLES.get(family_id, MIXED))


def telling_columns(family_id: str, entry_index: EntryIndex) -> tuple[Column, ...]:
    """Return the columns of a family in which some entry says something."""
    family = next((family for family in FAMILIES if family.id == family_id), None)
    columns = columns_of(family_id)
    if family is None:
        return columns
    entries = entry_index.members(family)
    return tuple(c for c in columns if any(cell_of(e, c, entry_index).text for e in entries))


def cell_of(entry: Entry, column: Column, entry_index: EntryIndex) -> Cell:
    """Return what an entry says in a column."""
    maker = _MAKERS.get(column.key)
    if maker is not None:
        return maker(entry, entry_index)
    value = value_at(entry, column.key)
    if value is None and (told := rejection_cell(entry, column.key)) is not None:
        return Cell(told[0], told[1], hover((told[2],)) if told[2] else "")
    if isinstance(value, tuple):
        value = ", ".join(str(item) for item in value)
    if value is None or value == "" or (value == 0 and column.key in {"gpus", "height_half_u"}):
        return Cell()
    link = entry_index.target(entry, column.key)
    target = entry_index.find(link) if link else None
    text = target.name if target else value_text(column.key, value)
    if column.key == "kind":
        text = kind_words(entry) if isinstance(entry, Part) else text.replace("-", " ")
    order = float(value) if isinstance(value, int | float) else text.casefold()
    if column.key in ORDERING:
        return Cell(text, order)
    return _with_source(entry, column.key, text, order, entry_index)


def _column(key: str, family_id: str) -> Column:
    if key in _SPECIAL:
        return _SPECIAL[key]
    title = _TITLES.get(key) or label_of(key)
    is_number = key not in _WORDS and (family_id, key) not in {
        ("kernel-parameters", "value"), ("software", "accelerators"),
    }  # fmt: skip
    unit = _UNITS.get(key, unit_of(key)) if is_number else ""
    return Column(key, title, unit, is_number, _WORD_WIDTHS.get(key, 130))


def _with_source(
    entry: Entry,
    field: str,
    text: str,
    order: float | str,
    entry_index: EntryIndex,
    column: Column | None = None,
) -> Cell:
    """Return a cell that tells its source; a column of its own has its own words and unit."""
    record = entry.source_of(field)
    label, unit = (column.title, column.unit) if column else (label_of(field), unit_of(field))
    lines = (f"{label}: {text} {unit}".strip(), *source_lines(record, entry_index))
    return Cell(text, order, hover(lines), disagrees(record))


def _kilowatts(entry: Entry, entry_index: EntryIndex) -> Cell:
    kw = SHORT_FIGURES["power"](entry)
    if kw is None:
        return _bounded_kilowatts(entry)
    text = number_text(round(kw, 4))
    return _with_source(entry, "power_max_w", text, kw, entry_index, _SPECIAL["@kw"])


def _bounded_kilowatts(entry: Entry) -> Cell:
    """Return between what a draw lies that nobody states, `8.1–12.8`; sorted by its upper end."""
    ends = bounds_named(entry, "power")
    if len(ends) < 2:
        told = rejection_cell(entry, "power_max_w")
        return Cell(told[0], told[1], hover((told[2],))) if told else Cell()
    low, high = (round(end, 1) for end in ends)
    text = f"{low:,.1f}–{high:,.1f}" if low < high else f"{high:,.1f}"
    looked = entry.unpublished_of("power_max_w") if isinstance(entry, Part) else None
    why = looked.bound if looked is not None else "bounded by what else the part states"
    return Cell(text, high, hover((f"Power: {text} kW", "nobody states it", why)))


def _ports(entry: Entry, entry_index: EntryIndex) -> Cell:
    count = SHORT_FIGURES["ports"](entry)
    if not count:
        return Cell()
    return _with_source(entry, "ports", f"{count:,.0f}", count, entry_index, _SPECIAL["@ports"])


def _rate(entry: Entry, entry_index: EntryIndex) -> Cell:
    rate = port_rate(entry)
    field = "ports" if isinstance(entry, Part) and entry.ports else "rate_gbps"
    if rate is None:
        return Cell()
    return _with_source(entry, field, number_text(rate), rate, entry_index, _SPECIAL["@rate"])


def _price(entry: Entry, entry_index: EntryIndex) -> Cell:
    """Return the price in US dollars, in which prices are compared: after `≈` where converted."""
    quoted = shown_price(entry)
    if quoted is None:
        return Cell()
    price, how = price_words.listed_price(quoted, entry_index.catalog.rates)
    per = "" if price.per == "unit" else f" {price_words.PER[price.per].replace('per ', '/ ')}"
    per += "" if price.length_m is None else f" of {price.length_m:g} m"
    text = ("≈ " if price is not quoted else "") + price_words.amount_text(price) + per
    age = age_words(price.as_of, day.today())
    said = (price_words.label_text(price), how, age, price.source, price.note)
    # What is in another currency is compared with nothing.
    order = price.figure_cents / 100 if price.currency == BASE else None
    return Cell(text, order, hover(tuple(filter(None, said))))


def _hourly(scope: str, per: str) -> Callable[[Entry, EntryIndex], Cell]:
    def cell(entry: Entry, _entry_index: EntryIndex) -> Cell:
        fitting = [p for p in entry.prices if p.scope == scope and p.per == per]
        if not fitting:
            return Cell()
        price = max(fitting, key=lambda p: p.as_of)
        note = (price.note,) if price.note else ()
        lines = (price_words.label_text(price), price.source, *note)
        cents = price.amount_cents
        text = price_words.amount_text(price) if cents is None else _fine(cents, price.currency)
        return Cell(text, price.figure_cents / 100, hover(lines))

    return cell


def _per_chip(scope: PriceScope) -> Callable[[Entry, EntryIndex], Cell]:
    """Return the maker of cells that hold what one accelerator costs an hour."""

    def cell(entry: Entry, _entry_index: EntryIndex) -> Cell:
        rate = newest_rate(entry, scope) if isinstance(entry, CloudOffer) else None
        if rate is None:
            return Cell()
        price = rate.price
        parts = f"{price_words.amount_text(price)} ÷ {rate.offer.counted}"
        how = (f"computed: {parts}",) if price.per == "instance-hour" else ()
        note = (price.note,) if price.note else ()
        lines = (price_words.label_text(price), *how, price.source, *note)
        return Cell(_fine(round(rate.usd * 100), "USD"), rate.usd, hover(lines))

    return cell


def _fine(cents: int, currency: str) -> str:
    """Return an hourly price, always with its cents: in a column they stand below each other."""
    return price_words.sum_text(cents, currency, cents_too=True)


def _bounds(entry: Entry, entry_index: EntryIndex) -> Cell:
    row = bounds_row(entry, entry_index)
    if row is None:
        return Cell()
    ends = (getattr(entry, name, None) for name in ("value", "low", "high"))
    order = next((end for end in ends if end is not None), 0.0)
    return Cell(row.value, order, hover((row.value, *row.tip)), row.conflict)


def _family(entry: Entry, _entry_index: EntryIndex) -> Cell:
    text = kind_words(entry)
    text = text[:1].upper() + text[1:] if not isinstance(entry, Part) else family_of(entry).title
    return Cell(text, text.casefold())


_MAKERS: Final[dict[str, Callable[[Entry, EntryIndex], Cell]]] = {
    "@kw": _kilowatts,
    "@ports": _ports,
    "@rate": _rate,
    "@price": _price,
    "@hour": _hourly("on-demand", "instance-hour"),
    "@hour_gpu": _per_chip("on-demand"),
    "@spot": _per_chip("spot"),
    "@family": _family,
    "@span": _bounds,
}
