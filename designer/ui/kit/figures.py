"""Figures as people read them: unit chosen by size, `unknown` for what is not known.

May import nothing but the standard library. A new quantity gets a function here, so that the same
figure reads the same everywhere in the window.
"""

from typing import Final

UNKNOWN: Final = "unknown"
CURRENCY_SIGNS: Final = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}
NEEDED_TIERS: Final = ("leaf", "spine", "core")


def at_least(text: str, complete: bool) -> str:
    """Return a figure marked `≥` where part of what it sums is not known."""
    return text if complete or text == UNKNOWN else f"≥ {text}"


def partial(kw: float | None, complete: bool) -> str:
    """Return a sum of powers; a sum of nothing known is unknown, not 0."""
    if kw == 0 and not complete:
        return UNKNOWN
    return at_least(power(kw), complete)


def power(kw: float | None) -> str:
    """Return kW as `0.75 kW`, `40.8 kW` or `1.49 MW`."""
    if kw is None:
        return UNKNOWN
    if abs(kw) >= 1000:
        return f"{kw / 1000:.2f} MW"
    return f"{kw:.2f} kW" if 0 < abs(kw) < 1 else f"{kw:.1f} kW"


def amount(value: float | None, unit: str) -> str:
    """Return a figure of a limit without its unit: units as they are, kg whole, else 0.1."""
    if value is None:
        return UNKNOWN
    if unit == "U" or not unit:
        return f"{value:,g}"
    return f"{value:,.0f}" if unit == "kg" or abs(value) >= 1000 else f"{value:,.1f}"


def watts(value: float | None) -> str:
    """Return watts as kW, for parts."""
    return UNKNOWN if value is None else power(value / 1000)


def energy(mwh: float | None) -> str:
    """Return MWh as `940 MWh` or `12.4 GWh`."""
    if mwh is None:
        return UNKNOWN
    return f"{mwh / 1000:.1f} GWh" if abs(mwh) >= 1000 else f"{mwh:.0f} MWh"


def money(amount: float | None, currency: str = "USD") -> str:
    """Return an amount as `$47.1 M` or `€310 k`; an unknown currency shows its code."""
    if amount is None:
        return UNKNOWN
    sign = CURRENCY_SIGNS.get(currency, f"{currency} ")
    for size, suffix in ((1e9, " bn"), (1e6, " M"), (1e4, " k")):
        if abs(amount) >= size:
            scaled = amount / (1e3 if suffix == " k" else size)
            return (
                f"{sign}{scaled:.0f}{suffix}" if suffix == " k" else f"{sign}{scaled:.1f}{suffix}"
            )
    return f"{sign}{amount:,.0f}"


def bandwidth(gbps: float | None) -> str:
    """Return Gb/s as bytes a second, `25.4 TB/s` or `400 GB/s` (8 bits a byte, decimal)."""
    if gbps is None:
        return UNKNOWN
    return f"{gbps / 8000:.1f} TB/s" if gbps >= 8000 else f"{gbps / 8:.0f} GB/s"


def count(value: int | None) -> str:
    """Return a whole number with thousands separated."""
    return UNKNOWN if value is None else f"{value:,}"


def plural(number: int, one: str, many: str = "") -> str:
    """Return `1 rack`, `2 racks`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def metres(mm: float) -> str:
    """Return millimetres as `5.40 m`."""
    return f"{mm / 1000:.2f} m"


def ratio(bisection: float | None, injection: float | None) -> str:
    """Return how much more one half can send than crosses the middle, as `1:1` or `4:3`.

    One half of the nodes can send half of the injection bandwidth to the other half.
    """
    if not bisection or not injection:
        return ""
    value = injection / 2 / bisection
    for below in range(1, 5):
        above = round(value * below)
        if above <= 12 and abs(value * below - above) < 0.005 * below:
            return f"{above}:{below}"
    return f"{value:.1f}:1"
