"""The rule of inlet air: what reaches the racks is within what their parts state."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import floor
from typing import Final

from designer.catalog.kinds import Kind
from designer.catalog.lost_parts import lost_ref, that_may_be
from designer.catalog.part import Part
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.cooling.inlet_limit import LEAST_C, highest_inlet
from designer.model.figure_cases import lowest
from designer.model.figure_words import words
from designer.model.figures import exact, within

_ADVICE = "Change the temperature of the supply air, or choose parts of another class."
_ASK: Final = "Ask the vendor for the limit at this altitude, or lower the supply air."
_NAMED: Final = 8
"""Parts that the finding names, and one more where only that is left: the rest is counted."""


def inlet_air_suits_the_parts(facts: Facts) -> Iterator[Finding]:
    """C04: air at the inlets is neither warmer nor colder than parts allow (ASHRAE TC 9.9 classes).

    Above 900 m their highest inlet falls; by how much no part states, so that it lies in bounds.
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
    yield from _in_thin_air(
        facts, [part for part in parts if _limits(part)[1] is not None], supply_c
    )
    yield from _not_stated(facts, [part for part in parts if _limits(part)[1] is None], supply_c)


def _in_thin_air(facts: Facts, stating: Sequence[Part], supply_c: float) -> Iterator[Finding]:
    """Yield that the air may be too warm at the site's altitude for what states a limit above it.

    Makers let a limit fall by 1 K for each 125 to 300 m above 900 m; by how much, no part states.
    """
    altitude, supply = facts.design.site.altitude_m, exact(supply_c, "°C")
    limits = {part.id: highest_inlet(part, altitude) for part in stating}
    open_ = [part for part in stating if within(supply, limits[part.id]).answer == "open"]
    if not open_:
        return
    least = lowest([limits[part.id] for part in open_])
    kept = "" if least.low <= LEAST_C else f" At most {floor(least.low):d} °C suits them anyway."
    found = cannot_be_said(
        "C04", "altitude", _where(facts, open_),
        f"whether supply air of {supply_c:g} °C suits {_named(map(_name, open_))} at "
        f"{altitude:,.0f} m, where {words(least)} is the limit,",
        [gap.ref for part in open_ for gap in limits[part.id].gaps][:2], facts.name_of,
    )  # fmt: skip
    yield replace(found, advice=f"{_ASK}{kept}")


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
    """Return the coldest and the warmest air that a part can be meant for, °C; None: not known."""
    least, most = part.inlet_min_c, part.inlet_max_c
    if least is None and (looked := part.unpublished_of("inlet_min_c")) is not None:
        least = looked.low
    if most is None and (looked := part.unpublished_of("inlet_max_c")) is not None:
        most = looked.high
    return least, most


def _span(least: float | None, most: float | None) -> str:
    ends = (("at least", least), ("at most", most))
    return " and ".join(f"{side} {end:g} °C" for side, end in ends if end is not None)


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
