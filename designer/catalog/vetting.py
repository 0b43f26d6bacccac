"""What a part must say about itself beyond its schema: a source for every figure, dated prices."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from designer.catalog.part import Part
from designer.model.problem import Problem

_DATE: Final = re.compile(r"\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?")
_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_SHARE = "liquid_fraction"


def part_problems(part: Part, where: Callable[[str], str]) -> Iterator[Problem]:
    """Yield what a reviewer would hold against a part.

    Parameters
    ----------
    where
        Returns `file:line` of a field.
    """
    if not _ID.fullmatch(part.id):
        yield Problem(
            where=where("id"),
            what=f"{part.id!r} is not an id",
            mend="small letters, digits and single hyphens",
        )
    yield from _unsourced(part, where)
    yield from _impossible(part, where)
    yield from _prices(part, where)


def unsourced_figures(part: Part) -> list[str]:
    """Return the dotted names of figures the part states without saying where they come from."""
    said = part.model_fields_set
    names = [name for name in part.figures() if name.partition(".")[0] in said]
    if part.ports:
        names.append("ports")
    return [name for name in names if part.source_of(name) is None]


def _unsourced(part: Part, where: Callable[[str], str]) -> Iterator[Problem]:
    for name in unsourced_figures(part):
        yield Problem(
            where=where(name.partition(".")[0]),
            what=f"{part.id}: {name} has no source",
            mend=f'add {name!r} to the fields of a provenance entry (kind "assumed" if so)',
        )
    known = set(part.figures()) | {"ports", "airflow", "summary", "name", "gpu", "full_depth"}
    known |= {name.partition(".")[0] for name in known}
    for entry in part.provenance:
        for name in entry.fields:
            if name not in known:
                yield Problem(
                    severity="warning",
                    where=where("provenance"),
                    what=f"{part.id}: provenance names {name!r}, which the part does not state",
                    mend="remove it, or state the figure",
                )


def _impossible(part: Part, where: Callable[[str], str]) -> Iterator[Problem]:
    for name, value in part.figures().items():
        if value < 0:
            yield Problem(where=where(name), what=f"{part.id}: {name} is negative")
    if part.liquid_fraction is not None and part.liquid_fraction > 1:
        yield Problem(where=where(_SHARE), what=f"{part.id}: more than all heat", mend="0 to 1")
    powers = [
        (name, value)
        for name in ("power_max_w", "power_peak_w", "power_typical_w", "power_idle_w")
        if (value := getattr(part, name)) is not None
    ]
    for (above, more), (below, less) in pairwise(powers):
        if less > more:
            yield Problem(
                where=where(below), what=f"{part.id}: {below} {less:g} W exceeds {above} {more:g} W"
            )


def _prices(part: Part, where: Callable[[str], str]) -> Iterator[Problem]:
    for price in part.prices:
        if not _DATE.fullmatch(price.as_of):
            yield Problem(
                where=where("prices"),
                what=f"{part.id}: price date {price.as_of!r} is not a date",
                mend="YYYY, YYYY-MM or YYYY-MM-DD",
            )
        low, high = price.low_cents, price.high_cents
        if (low is not None and low > price.amount_cents) or (
            high is not None and high < price.amount_cents
        ):
            yield Problem(
                where=where("prices"), what=f"{part.id}: the price lies outside its own band"
            )
        if not price.source:
            yield Problem(where=where("prices"), what=f"{part.id}: a price without a source")
