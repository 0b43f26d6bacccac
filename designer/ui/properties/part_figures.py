"""A part's figures as lines: name, value with unit, and where it is from. No Qt."""

from dataclasses import dataclass
from typing import Final

from designer.catalog.part import Part

SUFFIXES: Final = (
    ("_kw", "kW"), ("_kva", "kVA"), ("_w", "W"), ("_mm", "mm"), ("_kg", "kg"), ("_m3h", "m³/h"),
    ("_lpm", "l/min"), ("_gb_s", "GB/s"), ("_tb", "TB"), ("_gbps", "Gb/s"), ("_c", "°C"),
    ("_k", "K"), ("_m", "m"),
)  # fmt: skip
HIDDEN: Final = frozenset({"height_half_u"})
WORDS: Final = {
    "power_max_w": "Power, maximum",
    "power_peak_w": "Power, highest observed",
    "power_typical_w": "Power, typical",
    "power_idle_w": "Power, idle",
    "power_passive_w": "Power, passive cables",
    "mass_kg": "Mass",
    "gpus": "GPUs",
    "liquid_fraction": "Heat into liquid",
}


@dataclass(frozen=True)
class Figure:
    """One line; `source` is empty where the catalogue does not say."""

    label: str
    text: str
    source: str


def part_figures(part: Part) -> list[Figure]:
    """Return what the catalogue knows of a part, and where from."""
    lines = []
    if part.height_half_u:
        lines.append(
            Figure("Height", f"{part.height_half_u / 2:g} U", _source(part, "height_half_u"))
        )
    for name, value in part.figures().items():
        if (
            name in HIDDEN
            or name.startswith("ports.")
            or (value == 0 and name in {"gpus", "nodes"})
        ):
            continue
        label, unit = words_of(name)
        text = f"{value:,.4g}" if isinstance(value, float) and value < 1000 else f"{value:,.0f}"
        lines.append(Figure(label, f"{text} {unit}".strip(), _source(part, name)))
    return lines


def words_of(name: str) -> tuple[str, str]:
    """Return a figure's label and unit from its dotted name."""
    bare = name.rpartition(".")[2]
    unit = next((unit for suffix, unit in SUFFIXES if bare.endswith(suffix)), "")
    if name in WORDS:
        return WORDS[name], unit
    for suffix, _ in SUFFIXES:
        bare = bare.removesuffix(suffix)
    group = name.partition(".")[0] if "." in name else ""
    bare = bare.replace("_c13", " C13").replace("_c19", " C19")
    group = group.upper() if group in {"pdu", "psu"} else group
    words = f"{group} {bare}".strip().replace("_", " ")
    return words[:1].upper() + words[1:], unit


def _source(part: Part, name: str) -> str:
    found = part.source_of(name)
    if found is None:
        return ""
    notes = [f"{found.source} ({found.kind})", found.note]
    if found.other:
        notes.append(f"elsewhere: {found.other}")
    return "\n".join(text for text in notes if text)
