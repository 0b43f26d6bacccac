"""Words of the ways out: which limit it is, and how many nodes stand where."""

from collections import Counter
from collections.abc import Mapping

from designer.engine.limit_report import Limit
from designer.engine.preview import FigureChange
from designer.model.figure_words import amount
from designer.model.layout import Layout
from designer.model.plural import plural

_NAMED = 2


def limit_words(limit: Limit) -> str:
    """Return `Cooling: 57.2 of 55 kW`; in its own words where it breaks by something else."""
    used, most = limit.figure("used", limit.unit), limit.figure("limit", limit.unit)
    if used.unknown or most.unknown or used.high <= most.low:
        return f"{limit.label}: {limit.text}" if limit.text else limit.label
    return f"{limit.label}: {amount(used)} of {amount(most)} {limit.unit}".rstrip()


def upstream_words(one: FigureChange) -> str:
    """Return `feed A after a loss: 978 of 750 kW`."""
    used, most = one.figure("after", one.unit), one.figure("limit", one.unit)
    return f"{one.what}: {amount(used)} of {amount(most)} {one.unit}".rstrip()


def numbers_words(layout: Layout, stay: Mapping[str, int]) -> str:
    """Return `3 in each rack, 2 in D08`: the number of most racks, and where it is another."""
    racks: dict[int, list[str]] = {}
    for rack, number in stay.items():
        racks.setdefault(number, []).append(rack)
    if not racks:
        return ""
    most, _ = max(Counter(stay.values()).items(), key=lambda one: (one[1], one[0]))
    told = [f"{most or 'none'} in each rack"] if len(stay) > 1 else []
    if not told:
        rack = next(iter(stay))
        return f"{stay[rack] or 'none'} in {layout.name_of(rack)}"
    for number in sorted(set(racks) - {most}, reverse=True):
        where = racks[number]
        names = ", ".join(map(layout.name_of, where))
        here = names if len(where) <= _NAMED else plural(len(where), "rack")
        told.append(f"{number or 'none'} in {here}")
    return ", ".join(told)
