"""Units and constants of the physical world that more than one room needs.

Lengths are millimetres, power watts or kilowatts (the name says which), rates gigabits a second.
Rack positions are **half units**: `half_u = 2 * U`, so U22 is 44 and the half unit above it 45.

Bytes are decimal (1 GB = 1e9 B) everywhere; only context lengths count in 1,024 tokens, and a query
of "1K tokens" has 1,000.
"""

from functools import cache
from typing import Final

UNITS_BY_ENDING: Final[tuple[tuple[str, str], ...]] = (
    ("_kb_per_sm", "KB"), ("_mwh_per_year", "MWh a year"),
    ("_gb_s", "GB/s"), ("_gib", "GiB"), ("_tbps", "Tb/s"), ("_gbps", "Gb/s"), ("_mpps", "Mpps"),
    ("_tflops", "TFLOPS"), ("_tops", "TOPS"), ("_ghz", "GHz"),
    ("_dba", "dB(A)"), ("_mwh", "MWh"), ("_kva", "kVA"), ("_kw", "kW"), ("_w", "W"), ("_a", "A"),
    ("_v", "V"), ("_m3h", "m³/h"), ("_lpm", "L/min"), ("_lph", "L/h"), ("_l", "L"),
    ("_kpa", "kPa"), ("_kg", "kg"), ("_m2", "m²"), ("_mm", "mm"), ("_nm", "nm"), ("_m", "m"),
    ("_pb", "PB"), ("_tb", "TB"), ("_gb", "GB"), ("_mb", "MB"), ("_kb", "KB"), ("_b", "billion"),
    ("_ns", "ns"), ("_us", "µs"), ("_ms", "ms"), ("_s", "s"),
    ("_c", "°C"), ("_k", "K"), ("_pct", "%"),
)  # fmt: skip
"""Ends of field names and the unit they mean, of parts and of results alike."""

RACK_UNIT_MM = 44.45
"""Height of one rack unit, EIA-310-D."""

HOURS_PER_DAY = 24
HOURS_PER_MONTH = 730
"""A twelfth of a year, as cloud price lists count."""
HOURS_PER_YEAR = 8760
"""365 days."""

TOKENS_PER_QUERY = 1000
"""Output tokens of a query where nobody says how long its answer is."""
CONTEXT_TOKENS_PER_K = 1024
"""Context lengths are stated in 1,024: "128K" is 131,072 tokens."""


@cache
def unit_of(name: str) -> str:
    """Return the unit that a field's name ends in; empty where it names none."""
    return next((unit for end, unit in UNITS_BY_ENDING if name.endswith(end)), "")


def u_of(half_u: int) -> float:
    """Return the rack unit of a half-unit position: 44 is U22, 45 is U22.5."""
    return half_u / 2


def half_u_of(u: float) -> int:
    """Return the half-unit position of a rack unit: U22 is 44, U22.5 is 45."""
    return round(u * 2)


def place_text(half_u: int, height_half_u: int, side: str = "") -> str:
    """Return where a device hangs for people, with its half of the width: `U22 left`."""
    return f"{u_text(half_u, height_half_u)} {side}".rstrip()


def u_text(half_u: int, height_half_u: int) -> str:
    """Return a device's span for people: `U22–U29`, `U46`, `U22.5`."""
    first = u_of(half_u)
    last = u_of(half_u + height_half_u - 1)
    low = f"U{first:g}"
    return low if int(last) <= first else f"{low}–U{int(last)}"
