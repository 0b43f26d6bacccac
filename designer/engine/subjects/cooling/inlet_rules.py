"""The rule of inlet air: what reaches the racks is within what their parts state."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from designer.catalog.kinds import Kind
from designer.catalog.lost_parts import lost_ref, that_may_be
from designer.catalog.part import Part
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS

_ADVICE = "Change the temperature of the supply air, or choose parts of another class."
_NAMED: Final = 8
"""Parts that the finding names, and one more where only that is left: the rest is counted."""


def inlet_air_suits_the_parts(facts: Facts) -> Iterator[Finding]:
    """C04: air at the inlets is neither warmer nor colder than parts allow (ASHRAE TC 9.9 classes).

    Nobody is asked for the site's temperature while no part that stands there states a limit.
    """
    fillings, supply_c = facts[CONTENTS], facts.design.site.supply_air_c
    parts = [
        part
        for part_id in sorted(fillings.counts.consumers)
        if (part := facts.catalog.get(part_id)) is not None and _breathes(part)
    ]
    if supply_c is None:
        limited = [part for part in parts if _limits(part) != (None, None)]
        if limited:
            yield cannot_be_said(
                "C04", "supply-air", _where(facts, limited),
                f"whether the supply air suits {_named(map(_name, limited))}",
                ("site.supply_air_c",),
                facts.name_of,
            )  # fmt: skip
        return
    for part in parts:
        least, most = _limits(part)
        outside = (most is not None and supply_c > most) or (least is not None and supply_c < least)
        if outside:
            yield Finding(
                "C04", "error", part.id, _where(facts, [part]),
                f"{_name(part)}: supply air of {supply_c:g} °C, it takes "
                f"{_span(least, most)}",
                _ADVICE, max(supply_c - (most or supply_c), (least or supply_c) - supply_c),
            )  # fmt: skip
    yield from _not_stated(facts, [part for part in parts if _limits(part)[1] is None], supply_c)


def _not_stated(facts: Facts, silent: Sequence[Part], supply_c: float) -> Iterator[Finding]:
    """Yield that nobody states what parts take: nor of what is in no catalogue and may breathe."""
    name_of = facts.name_of
    lost = sorted(that_may_be(facts[CONTENTS].counts.lost_things, _draws_it_power))
    refs = (*(f"{part.id}.inlet_max_c" for part in silent), *map(lost_ref, lost))
    if refs:
        names = _named([*map(_name, silent), *map(name_of, lost)])
        yield cannot_be_said(
            "C04", "inlets", facts[CONTENTS].racks_with(*(part.id for part in silent), *lost),
            f"whether supply air of {supply_c:g} °C suits {names}", refs[:2], name_of,
        )  # fmt: skip


def _draws_it_power(kind: Kind) -> bool:
    return kind.draws_it_power


def _breathes(part: Part) -> bool:
    """Return whether air cools any of a part."""
    return part.liquid_fraction is None or part.liquid_fraction < 1


def _limits(part: Part) -> tuple[float | None, float | None]:
    return part.inlet_min_c, part.inlet_max_c


def _span(least: float | None, most: float | None) -> str:
    ends = (("at least", least), ("at most", most))
    return " and ".join(f"{words} {end:g} °C" for words, end in ends if end is not None)


def _name(part: Part) -> str:
    return part.name or part.id


def _named(called: Iterable[str]) -> str:
    """Return the parts' names: the sheet of each rack has to name those that stand in it."""
    names = list(dict.fromkeys(called))
    more = len(names) - _NAMED
    if more > 1:
        return f"{', '.join(names[:_NAMED])} and {more} more"
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _where(facts: Facts, parts: list[Part]) -> tuple[str, ...]:
    return facts[CONTENTS].racks_with(*(part.id for part in parts))
