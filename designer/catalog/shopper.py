"""Plain questions of a shopper read as a search: `liquid 8 gpu node under 15 kW`.

A question names a kind of part, and says at least one condition that a figure can be held to:
`under 15 kW`, `64 ports`, `8 gpu`, `800G`, `liquid`. It becomes the tokens of the search language,
which are told, so that who searches learns them; words that are left are looked for as ever.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from designer.catalog.exchange import NO_RATES, Rates
from designer.catalog.kinds import kind_named
from designer.catalog.stems import stems

_Made = Callable[[re.Match[str], str], str]
"""Makes a token of what was found and the kind that is asked for; empty where it means nothing."""

_LESS: Final = r"under|below|less than|no more than|not more than|at most|up to|within|max(?:imum)?"
_MORE: Final = r"over|above|more than|no less than|at least|min(?:imum)?"
_STRICTLY: Final = {"under": "<", "below": "<", "less than": "<", "over": ">", "above": ">",
                    "more than": ">"}  # fmt: skip
_NUMBER: Final = r"(\d{1,3}(?:,\d{3})+|\d+(?:[.,]\d+)?)"
_SUM: Final = rf"(?:([$€])\s*{_NUMBER}|{_NUMBER}\s*-?\s*([a-z/]+))"
_MONEY: Final = {"€": "EUR", "£": "GBP", "euro": "EUR", "euros": "EUR", "yen": "JPY"}
_FOREIGN: Final = re.compile(
    rf"([€£])\s*{_NUMBER}|{_NUMBER}\s*(€|£|euros?|yen|eur|gbp|chf|jpy|cny|aud|cad|inr|sek|nok|dkk"
    rf"|krw|sgd|mxn|brl)(?!\w)"
)
_BOUND: Final = re.compile(rf"\b({_LESS}|{_MORE})\s+(?:of\s+)?{_SUM}")
_THOUSANDS: Final = re.compile(r",(?=\d{3})")
_COUNT: Final = re.compile(rf"\b{_NUMBER}\s*[-×x]?\s*(gpus?|accelerators?|ports?|nodes?|u)\b")
_SIZE: Final = re.compile(rf"\b{_NUMBER}\s*-?\s*(kw|mw|kva|mva)\b")
_RATE: Final = re.compile(r"\b(\d+(?:\.\d+)?)\s*(g|gb/s|gbe|gbps|gbit/s|t|tb/s|tbps)\b")
_VOLTS: Final = re.compile(r"\b(\d{3})\s*v(?:olts?|ac)?\b")
_COOLED: Final = r"(?:[ -]cooled|[ -]cooling)?\b"
_LIQUID: Final = re.compile(rf"\b(?:direct[ -])?(?:liquid|water){_COOLED}|\bdlc\b")
_AIR: Final = re.compile(rf"\bair{_COOLED}")

_KINDS: Final[dict[str, str]] = {
    "node": "node", "gpu server": "node", "gpu box": "node", "switch": "switch",
    "storage": "storage", "storage system": "storage", "server": "server", "rack": "rack",
    "cabinet": "rack", "pdu": "rack-pdu", "rack pdu": "rack-pdu", "cdu": "cdu",
    "rear door": "rear-door", "rear door heat exchanger": "rear-door", "rdhx": "rear-door",
    "chiller": "chiller", "dry cooler": "dry-cooler", "cooling tower": "cooling-tower",
    "in-row cooler": "in-row", "in-row unit": "in-row", "crac": "crah",
    "transformer": "transformer",
    "power shelf": "power-shelf", "power shelve": "power-shelf",
    "battery shelf": "battery-shelf", "battery shelve": "battery-shelf",
    "bbu": "battery-shelf", "air handler": "crah", "crah": "crah", "ups": "ups",
    "generator": "generator", "genset": "generator", "busway": "busway",
    "transceiver": "transceiver", "cable": "cable", "tank": "immersion",
    "immersion tank": "immersion",
    "patch panel": "patch-panel", "fiber panel": "patch-panel", "fibre panel": "patch-panel",
}  # fmt: skip
"""What people call a kind, one of it; its plural ends in s or es."""
_FILLED_RACK: Final = "rack-system"
_OF_A_FILLED_RACK: Final = re.compile(
    rf"\b(?:gpus?|accelerators?|nodes?|kw|mw|ports?)\b|\d(?:kw|mw)\b|{_LIQUID.pattern}|{_AIR.pattern}"
)
"""What a cabinet has none of: who asks for a rack of so many GPUs or kW means a filled one."""
_FILLERS: Final = frozenset({
    "a", "an", "any", "the", "with", "for", "of", "in", "and", "that", "which", "what", "has",
    "have", "is", "are", "i", "we", "need", "want", "find", "me", "show", "list", "all",
    "best", "good", "per", "each", "from", "by", "made", "draws", "draw", "drawing", "weighs",
    "weighing", "please",
})  # fmt: skip
_MOST_LEFT: Final = 2
"""Words beside kind and conditions of which a shopper's question may have so many."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a shopper asks.

    Attributes
    ----------
    tokens
        In the search language, the kind first.
    words
        Those that are left: a maker, a model.
    """

    tokens: tuple[str, ...]
    words: tuple[str, ...]

    @property
    def kind(self) -> str:
        """The kind of part that it names."""
        return self.tokens[0].partition("=")[2]

    @property
    def text(self) -> str:
        """The same as a search in tokens and words."""
        return " ".join((*self.tokens, *self.words))


def read(text: str, rates: Rates = NO_RATES) -> Question | None:
    """Return what a plain question asks for; None where it names no kind, or nothing to hold to.

    Parameters
    ----------
    rates
        What a sum in another currency is turned into dollars by, in which prices are compared; one
        of which no rate is known is not understood.
    """
    left = _in_dollars(f" {text.casefold()} ", rates)
    if any(sign in left for sign in "<>=:"):
        return None  # tokens already
    kind, left = _kind(left)
    if not kind:
        return None
    if kind_named(kind).is_cabinet and _OF_A_FILLED_RACK.search(left):
        kind = _FILLED_RACK
    tokens: list[str] = []
    for pattern, made in _CONDITIONS:
        tokens += filter(None, (made(found, kind) for found in pattern.finditer(left)))
        # What is not understood is words that are left.
        left = pattern.sub(partial(_left, made, kind), left)
    if not tokens:
        return None
    words = tuple(word for word in left.split() if word not in _FILLERS and stems(word))
    if len(words) > _MOST_LEFT:
        return None
    return Question((f"kind={kind}", *dict.fromkeys(tokens)), words)


def _in_dollars(text: str, rates: Rates) -> str:
    """Return a text with the sums of other currencies in dollars, as far as rates are known."""

    def dollars(found: re.Match[str]) -> str:
        sign, after, before, code = found.groups()
        rate = rates.per_usd(_MONEY.get(sign or code, (sign or code).upper()))
        if rate is None:
            return found[0]
        return f"${_number(after or before, 1 / rate, 0)}"

    return _FOREIGN.sub(dollars, text)


def _kind(text: str) -> tuple[str, str]:
    """Return the kind that a text names, the longest name first, and the text without it."""
    for name in sorted(_KINDS, key=len, reverse=True):
        found = re.search(rf"\b{name}(?:s|es)?\b(?!\s*-?\s*ports?\b)", text)
        if found:
            return _KINDS[name], f"{text[: found.start()]} {text[found.end() :]}"
    return "", text


def _left(made: _Made, kind: str, found: re.Match[str]) -> str:
    return " " if made(found, kind) else found[0]


def _bound(found: re.Match[str], kind: str) -> str:
    words, currency, priced, counted, unit = found.groups()
    number = priced or counted
    name, factor = _figure(currency or unit, kind)
    if not name:
        return ""
    less = re.fullmatch(_LESS, words) is not None
    sign = _STRICTLY.get(words, "<=" if less else ">=")
    return f"{name}{sign}{_number(number, factor)}"


def _figure(unit: str, kind: str) -> tuple[str, float]:
    """Return the figure that a unit is of, and what brings the number to the figure's unit."""
    if unit in ("$", "usd", "dollars"):
        return "price", 1
    traits = kind_named(kind)
    carried = "kw" if _is_carrier(kind) else "power"
    found = {
        "w": (carried, 0.001), "kw": (carried, 1), "mw": (carried, 1000),
        "kva": ("rated_kva", 1), "mva": ("rated_kva", 1000), "kg": ("mass", 1),
        "u": (_units(kind), 1), "mm": ("depth", 1), "gpus": ("gpus", 1), "gpu": ("gpus", 1),
        "ports": ("ports", 1), "port": ("ports", 1), "a": ("amps", 1), "v": ("volts", 1),
        "g": ("rate", 1), "gb/s": ("rate", 1), "gbe": ("rate", 1), "gbps": ("rate", 1),
        "tb": ("raw_tb", 1), "pb": ("raw_tb", 1000), "nodes": ("nodes", 1),
    }  # fmt: skip
    if traits.stores:
        found |= {"gb/s": ("read_gb_s", 1)}
    return found.get(unit, ("", 1))


def _is_carrier(kind: str) -> bool:
    """Return whether a kind is bought for kilowatts that it carries, not those that it draws."""
    traits = kind_named(kind)
    feeds = traits.feeds in ("hall", "bus") or traits.backs_bus
    return traits.draws == "building" or feeds or traits.rejects


def _sized(found: re.Match[str], kind: str) -> str:
    """Return what carries so much at least: a UPS of 1 MW is one that does."""
    if not _is_carrier(kind):
        return ""
    name = "rated_kva" if found[2].endswith("va") else "kw"
    return f"{name}>={_number(found[1], 1000 if found[2].startswith('m') else 1)}"


def _counted(found: re.Match[str], kind: str) -> str:
    number, unit = found[1], found[2].rstrip("s")
    name = {"gpu": "gpus", "accelerator": "gpus", "port": "ports", "node": "nodes",
            "u": _units(kind)}[unit]  # fmt: skip
    return f"{name}={_number(number, 1)}"


def _units(kind: str) -> str:
    """Return what units of height are called: those that a cabinet has, or that others take."""
    return "rack.units" if kind_named(kind).is_cabinet else "u"


def _rate(found: re.Match[str], kind: str) -> str:
    return f"rate={_number(found[1], 1000 if found[2].startswith('t') else 1)}"


def _number(text: str, factor: float, digits: int = 6) -> str:
    plain = _THOUSANDS.sub("", text).replace(",", ".")
    return f"{round(float(plain) * factor, digits):.12g}"


_CONDITIONS: Final[tuple[tuple[re.Pattern[str], _Made], ...]] = (
    (_BOUND, _bound),
    (_SIZE, _sized),
    (_COUNT, _counted),
    (_RATE, _rate),
    (_VOLTS, lambda found, kind: f"volts={found[1]}"),
    (_LIQUID, lambda found, kind: "liquid_fraction>0"),
    (_AIR, lambda found, kind: "liquid_fraction=0"),
)
"""In this order: a bound has its number and unit before a count takes them."""
