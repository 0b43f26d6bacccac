"""What one part draws, weighs and costs, with bounds, from its table alone."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable
from typing import Any

from tests.helpers.recompute.spans import OPEN, ZERO, Span, known

Table = dict[str, Any]

LOADS = ("node", "rack-system", "switch", "storage", "server", "appliance")
"""Kinds whose power is IT power."""
HELD_BY_OTHERS = ("gpu", "asic", "cpu", "superchip", "baseboard", "nic", "dpu", "transceiver")
RISING = ("power_idle_w", "power_typical_w", "power_peak_w", "power_max_w")


def ratios(parts: Iterable[Table], defaults: dict[str, Table]) -> dict[str, float]:
    """Typical over highest power by kind: as measured, or where three parts or more state both."""
    found: dict[str, list[float]] = {}
    for part in parts:
        typical, most = part.get("power_typical_w"), part.get("power_max_w")
        guessed = assumed(part, "power_typical_w") or assumed(part, "power_max_w")
        if part["kind"] in LOADS and typical and most and typical <= most and not guessed:
            found.setdefault(part["kind"], []).append(typical / most)
    by_parts = {kind: statistics.median(of) for kind, of in found.items() if len(of) >= 3}
    measured = {
        kind: defaults[f"typical-share-{kind}"]["value"]
        for kind in LOADS
        if f"typical-share-{kind}" in defaults
    }
    return by_parts | measured


def power(part: Table | None, name: str, ratio: float | None, worst_efficiency: float) -> Span:
    """One of the four power figures, W."""
    if part is None:
        return OPEN
    if part.get(name) is not None:
        return _stated_power(part, name, worst_efficiency)
    at = RISING.index(name)
    beside = {}
    for other in RISING:
        if part.get(other) is not None:
            least, most = assumed(part, other) or (part[other], part[other])
            beside[other] = Span(
                at_inputs(part, least, worst_efficiency).low,
                None,
                at_inputs(part, most, worst_efficiency).high,
            )
    lower = [beside[n].low for n in RISING[:at] if n in beside]
    upper = [beside[n].high for n in RISING[at + 1 :] if n in beside]
    if name == "power_max_w" and part.get("power_passive_w") is not None:
        lower.append(part["power_passive_w"])
    low, high = max([0.0, *lower]), min([math.inf, *upper])
    low, high = min(low, high), max(low, high)
    high = min(high, _supplied(part, low, worst_efficiency))
    for place, other in enumerate(RISING):
        least, most = _told(part, other)
        least, most = least if place == at else 0.0, most if place >= at else math.inf
        if max(low, least) <= min(high, most):
            low, high = max(low, least), min(high, most)
    value = None
    if name == "power_typical_w" and ratio is not None and part.get("power_max_w") is not None:
        value = sorted((low, ratio * part["power_max_w"], high))[1]
    return Span(float(low), low if low == high else value, float(high))


def _stated_power(part: Table, name: str, worst_efficiency: float) -> Span:
    """A power that the part states; one that is assumed lies between its bounds."""
    stated = at_inputs(part, float(part[name]), worst_efficiency)
    ends = assumed(part, name)
    if ends is None or ends[1] <= part[name]:
        return stated
    least, most = (at_inputs(part, end, worst_efficiency) for end in ends)
    return Span(least.low, stated.value, most.high)


def assumed(part: Table, field: str) -> tuple[float, float] | None:
    """Bounds of a figure that the part says it assumes; None of what it does not bound so.

    The record that names the figure itself counts, then its group's, then that of all the rest.
    """
    records = part.get("provenance", [])
    group = field.partition(".")[0]
    for name in (field, group, "*"):
        for record in records:
            if name not in record["fields"]:
                continue
            if record["kind"] != "assumed" or "low" not in record:
                return None
            return float(record["low"]), float(record["high"])
    return None


def at_inputs(part: Table, watts: float, worst_efficiency: float) -> Span:
    """What is drawn for a stated power; of a rack with shelves it may be that behind them."""
    shelf = part.get("shelf", {})
    if not (shelf or part.get("compute", {}).get("power_shelves")):
        return known(watts)
    if shelf.get("power_at") == "input":
        return known(watts)
    most = watts / part.get("psu", {}).get("efficiency", worst_efficiency)
    assert shelf.get("power_at") != "bus", "no part of these designs is measured on its bus bar"
    return Span(watts, watts, most)


def _supplied(part: Table, least: float, worst_efficiency: float) -> float:
    psu = part.get("psu", {})
    count, rating = psu.get("count", 0), psu.get("rating_w")
    if not rating or not count:
        return math.inf
    # Of a rating that is assumed its upper end counts.
    _, rating = assumed(part, "psu.rating_w") or (rating, rating)
    share = psu.get("efficiency", worst_efficiency)
    first = psu.get("redundancy", "").split("+")[0].strip()
    needed = min(int(first), count) if first.isdigit() and int(first) else count
    if part.get("compute", {}).get("power_shelves"):
        needed = count  # its shelves share the load, the spare ones too
    for running in (needed, count):
        if running * rating / share >= least:
            return float(running * rating / share)
    return math.inf


def _told(part: Table, name: str) -> tuple[float, float]:
    """Bounds that an entry gives a figure which nobody publishes."""
    told = [one for one in part.get("unpublished", ()) if name in one["fields"]]
    return (told[0].get("low", 0.0), told[0].get("high", math.inf)) if told else (0.0, math.inf)


def mass(part: Table | None) -> Span:
    if part is None:
        return OPEN
    if part.get("mass_kg") is None:
        low, high = _told(part, "mass_kg")
        return Span(float(low), None, float(high))
    kg, ends = float(part["mass_kg"]), assumed(part, "mass_kg")
    # What is assumed at its upper end is an allowance, and kept as it is.
    return known(kg) if ends is None or ends[1] <= kg else Span(ends[0], kg, ends[1])


def gpus(part: Table | None) -> Span:
    if part is None:
        return OPEN
    if part.get("gpus") is not None:
        return known(float(part["gpus"]))
    return OPEN if part["kind"] in ("node", "rack-system") else ZERO


def in_liquid(part: Table | None) -> Span:
    """Share of the heat that goes into a liquid; air alone where it says which way air goes."""
    if part is None:
        return Span(0.0, None, 1.0)
    if part.get("liquid_fraction") is not None:
        return known(part["liquid_fraction"])
    if any("liquid_fraction" in one["fields"] for one in part.get("unpublished", ())):
        low, high = _told(part, "liquid_fraction")
        return Span(float(low), None, min(float(high), 1.0))
    if part.get("airflow", "none") != "none" and part.get("coolant_max_c") is None:
        return ZERO
    return Span(0.0, None, 1.0)


def price(part: Table | None, currency: str, rates: dict[str, Table]) -> tuple[Span, str]:
    """Newest purchase price of one, and its date; open where nobody says one.

    What nobody quotes in the currency is converted, at rates by currency.
    """
    every = [
        one
        for one in (part or {}).get("prices", [])
        if one.get("scope", "purchase") == "purchase"
        and one.get("per", "unit") == "unit"
        and not one.get("suspect", False)
    ]
    found = [one for one in every if one.get("currency", "USD") == currency]
    found = found or [told for one in every if (told := _converted(one, currency, rates))]
    if not found:
        return OPEN, ""
    newest = max(one["as_of"] for one in found)
    one = next(one for one in found if one["as_of"] == newest)
    amount, low, high = (one.get(f"{name}_cents") for name in ("amount", "low", "high"))
    if amount is None and (low is None or high is None):
        return Span((low or 0) / 100, None, math.inf if high is None else high / 100), newest
    value = (low + high) // 2 if amount is None else amount
    ends = [end for end in (amount, low, high) if end is not None]
    return Span(min(ends) / 100, value / 100, max(ends) / 100), newest


def _converted(one: Table, currency: str, rates: dict[str, Table]) -> Table | None:
    """A price at the mean rate, in whole cents, between what the lowest and highest rate make.

    Rates are units of a currency for one dollar.
    """
    dollar = {"per_usd": 1.0, "low": 1.0, "high": 1.0}
    told = {"USD": dollar} | rates
    old, new = told.get(one.get("currency", "USD")), told.get(currency)
    if old is None or new is None:
        return None
    amount, low, high = (one.get(f"{name}_cents") for name in ("amount", "low", "high"))
    ends = [end for end in (amount, low, high) if end is not None]
    found: Table = {"as_of": one["as_of"]}
    if amount is not None:
        found["amount_cents"] = round(amount * new["per_usd"] / old["per_usd"])
    if amount is not None or low is not None:
        found["low_cents"] = round(min(ends) * new["low"] / old["high"])
    if amount is not None or high is not None:
        found["high_cents"] = round(max(ends) * new["high"] / old["low"])
    return found
