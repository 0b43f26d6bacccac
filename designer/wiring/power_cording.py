"""Rules by which the power supplies of a device spread over the feeds of its rack.

A rule gives each supply the number of a feed, in the order of feeds; which outlet of that feed it
then takes is decided by what is free (`power_dealing`). `CORDING` in the model names the rules.
"""

import re
from collections.abc import Sequence
from typing import Final

from designer.model.design import CORDING

OUTLET_OF: Final = {"C14": "C13", "C16": "C13", "C20": "C19", "C22": "C19"}
"""Outlet of a rack PDU for each inlet (IEC 60320-1): the cord has at one end the connector of the
inlet and at the other a plug C14 or C20. Hot inlets C16 and C22 take cords with such plugs too."""

NO_CORD: Final = "busbar"
"""Inlets that begin so are no inlets for cords: the supply sits in a power shelf."""

_DECLARED: Final = re.compile(r"[0-9]{1,3}(?:\+[0-9]{1,3})*")


def declared(rule: str) -> tuple[int, ...]:
    """Return the supplies for each feed of a declared spread such as `3+3`; empty if it is none."""
    return tuple(map(int, rule.split("+"))) if _DECLARED.fullmatch(rule) else ()


def complaint(rule: str, supplies: int, feeds: int) -> str:
    """Return what keeps a rule from serving all supplies, or an empty text."""
    if rule in CORDING:
        return ""
    counts = declared(rule)
    if not counts:
        named = ", ".join(name for name in CORDING if name)
        return f"{rule!r} is no rule for supplies: write {named} or a spread such as 3+3"
    if sum(counts) != supplies:
        return f"{rule} spreads {sum(counts)} supplies, there are {supplies}"
    if len(counts) > feeds:
        return f"{rule} needs {len(counts)} feeds, the rack has {feeds}"
    return ""


def spread(rule: str, supplies: int, feeds: int, start: int = 0) -> Sequence[int]:
    """Return the feed of each supply, -1 where the rule names none.

    Parameters
    ----------
    feeds
        Feeds there are, at least one.
    start
        The feed with which `evenly` begins: where the device below ended.
    """
    if rule in ("", "evenly"):
        return [(start + supply) % feeds for supply in range(supplies)]
    if rule == "by-side":
        each, more = divmod(supplies, feeds)
        counts: Sequence[int] = [each + (feed < more) for feed in range(feeds)]
    else:
        counts = declared(rule)
    dealt = [feed for feed, count in enumerate(counts) for _ in range(count)]
    dealt = [feed if feed < feeds else -1 for feed in dealt[:supplies]]
    return dealt + [-1] * (supplies - len(dealt))
