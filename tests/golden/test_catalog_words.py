"""What the catalogue calls things: fields, kinds, and the names that one searches by.

The files in `data` hold fields of every sort with their heading, label, unit and how values read in
them; each kind with all that holds for it; and what each short name finds in one entry of each
family. A change of words or of a rule shows in them line by line.
"""

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from designer.app.commands.catalog_page import page
from designer.catalog.fact_words import label_of, section_of, unit_of, value_text
from designer.catalog.kinds import KINDS, PART_FAMILIES, Kind
from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.vocabulary import (
    SHORT_FIGURES,
    field_names,
    figures_named,
    port_count,
    port_rate,
    shown_price,
    table_of,
    text_names,
    words_named,
)
from tests.helpers.derived_entries import EVERY

DATA = Path(__file__).parent / "data"
TEXTS = ("kind", "vendor", "family", "id", "name", "gpu", "accelerator", "architecture", "purpose")
FIGURES = (
    *SHORT_FIGURES, "count", "rate_gbps", "power_max_w", "power_max", "storage.read_gb_s",
    "accelerator.fp16_dense_tflops", "ports.f.count", "ports.count", "days", "tokens_s", "layers",
)  # fmt: skip


FIELDS = (
    "accelerator.c2c_gb_s", "accelerator.chips_per_pod", "accelerator.ecc", "accelerator.form",
    "accelerator.fp16_dense_tflops", "accelerator.int8_sparse_tops", "accelerator.l2_mb",
    "accelerator.memory_gb", "accelerator.pcie_generation",
    "accelerator.shared_kb_per_sm", "accelerator.scaleup_gb_s", "accelerator.sm_count",
    "accelerator.temperature_max_c", "accelerator.architecture", "airflow_m3h", "attention",
    "battery_minutes", "compute.gpu", "compute.memory_gb",
    "context_tokens", "coolant_max_c", "cooling.capacity_kw", "cpu.cores", "days_high", "days_low",
    "engine", "estimated", "full_depth", "gpus", "height_half_u", "inlet_max_c", "kv_heads",
    "length_max_m", "liquid_fraction", "mass_kg", "mfu", "mfu_low", "nodes",
    "pdu.amps", "pdu.outlets_c13", "pdu.standard", "ports.count", "ports.rate_gbps",
    "power_max_w", "power_typical_w", "psu.rating_w", "psu.volts_max", "rack.units", "storage.iops",
    "switch.throughput_tbps", "tokens_s_high", "ups.battery_minutes", "variants.low", "width_mm",
    "year",
)  # fmt: skip
VALUES = (0.25, 12, 1234.5, 12_345.678, 2_000_000, 1_234_567.8, 0.000123456, "nec", "api", True)


def field_lines() -> Iterator[str]:
    for name in FIELDS:
        read = ", ".join(value_text(name, value) for value in VALUES)
        means = [word for word, names in (("figure", field_names()), ("word", text_names()))
                 if name in names]  # fmt: skip
        yield f"{name}: {section_of(name)} | {label_of(name)} | {unit_of(name)} | {read} | {means}"


def kind_lines() -> Iterator[str]:
    plain = {one.name: one.default for one in fields(Kind)}
    for kind in KINDS:
        yield f"[{kind.id}]"
        for name, default in plain.items():
            value = getattr(kind, name)
            if value != default and name != "id":
                yield f"{name} = {value}"
        follows = [name for name, said in vars(Kind).items() if isinstance(said, property)]
        yield f"so it: {', '.join(name for name in follows if getattr(kind, name))}"
    for one in PART_FAMILIES:
        yield f"[family {one.id}] {one.title} | {one.group} | {one.file} | {one.symbol}"


def name_lines() -> Iterator[str]:
    for entry in EVERY:
        price = shown_price(entry)
        listed = f"{price.scope} per {price.per}, {price.as_of}" if price else "no price"
        yield f"[{entry.id}] {table_of(entry)}: {listed}, {port_count(entry)} x {port_rate(entry)}"
        for name in FIGURES:
            found = figures_named(entry, name)
            if found:
                yield f"{name} = {', '.join(format(value, '.10g') for value in found)}"
        for name in TEXTS:
            words = words_named(entry, name)
            if words:
                yield f"{name}: {', '.join(words)}"


def test_a_field_has_its_words() -> None:
    assert list(field_lines()) == kept("field-words.txt")


def test_every_kind_has_its_rules() -> None:
    """Kinds that came later stand in no file: a new one is an entry of the table and a part."""
    known = blocks(list(kind_lines()))
    assert [block for block in blocks(kept("kinds.txt")) if block not in known] == []


def test_every_short_name_finds_its_figure() -> None:
    assert list(name_lines()) == kept("search-names.txt")


def blocks(lines: list[str]) -> list[list[str]]:
    """Return lines by entry, each of which begins with its id in brackets."""
    found: list[list[str]] = []
    for line in lines:
        if line.startswith("["):
            found.append([])
        found[-1].append(line)
    return found


def kept(name: str) -> list[str]:
    return (DATA / name).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("entry_id", "said"),
    [
        ("training-scale-7b", "variant FLOP: 10²¹ FLOP; as printed"),
        ("training-scale-70b", "variant FLOP: 10²³ FLOP; as printed"),
        ("training-scale-400b", "variant FLOP: 10²⁴ FLOP; as printed"),
        ("training-scale-1t", "variant FLOP: 10²⁵ FLOP; as printed"),
        ("multi-gpu-checks", "variant TCP port: 29400 "),
        ("budget-team", "variant Model that it trains: 100 billion parameters; it does not fit"),
    ],
)
def test_a_figure_is_written_as_people_write_it(entry_id: str, said: str) -> None:
    library = shipped_library()
    entry = library.get("guideline", entry_id)
    assert entry is not None
    assert said in "\n".join(page(entry, load_shipped(), library))
