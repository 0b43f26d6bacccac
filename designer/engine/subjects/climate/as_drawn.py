"""Where the plan shows another plant than the site states: the sites that it may be, and of all.

The site says how it gives off its heat, and units that stand on the plan say it as well. Which of
both is right nobody can tell, so that figures of the year lie between what each of them gives.
Outside air is not asked: dry coolers beside it may take the heat of a liquid.
"""

from collections.abc import Container, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import product as combined
from typing import Any, Final, TypeVar, get_args

from designer.catalog.part import Part
from designer.engine.subject import Facts
from designer.engine.subjects.climate.drawn_plant import OUTDOORS
from designer.model.design import Site
from designer.model.figure_cases import hull
from designer.model.figures import Figure
from designer.model.site import HeatRejection

T = TypeVar("T")

AS_DRAWN: Final = "rule whether the plant is as drawn or as the site says"


def drawn_kinds(facts: Facts) -> tuple[HeatRejection, ...]:
    """Return by what units that are drawn give off heat: chillers of air as dry coolers do."""
    found: dict[HeatRejection, None] = {}
    for part in facts[OUTDOORS]:
        if part.traits.chills:
            if chills_to_air(part):
                found["dry-cooler"] = None
        elif (kind := _KINDS.get(part.kind)) is not None:
            found[kind] = None
    return tuple(found)


def chills_to_air(part: Part) -> bool:
    """Return whether a unit is a chiller that gives its heat to the air itself."""
    figures = part.rejection
    return part.traits.chills and figures is not None and figures.against == "dry-bulb"


def sites_drawn(facts: Facts) -> tuple[Site, ...]:
    """Return the site as stated, then as units on the plan show it where they contradict it."""
    site = facts.design.site
    if not site.heat_rejection or site.heat_rejection == "outside-air":
        return (site,)
    kinds = dict.fromkeys((site.heat_rejection, *drawn_kinds(facts)))
    chillers = [site.chillers]
    if site.chillers is False and any(part.traits.chills for part in facts[OUTDOORS]):
        chillers.append(True)
    return tuple(
        site.evolve(heat_rejection=kind, chillers=stand)
        for kind, stand in combined(kinds, chillers)
    )


def shown_as(facts: Facts, ways: Container[HeatRejection]) -> list[str]:
    """Return what people call units that are drawn and give off heat in some ways."""
    found: dict[str, None] = {}
    for part in facts[OUTDOORS]:
        if chills_to_air(part) and "dry-cooler" in ways:
            found["air-cooled chillers"] = None
        elif not part.traits.chills and _KINDS.get(part.kind, "") in ways:
            found[part.traits.plural] = None
    return list(found)


def of_all(cases: Sequence[T]) -> T:
    """Return what holds in all cases: each figure between those of all, what is no figure as first.

    A figure that only some cases have may be none.
    """
    first: Any = cases[0]
    if len(cases) == 1:
        return cases[0]
    known: list[Any] = [one for one in cases if one is not None]
    if len(known) < len(cases):
        first = of_all(known) if known else None
        if isinstance(first, Figure):
            first = first.perhaps_none((AS_DRAWN,))
        return first  # type: ignore[no-any-return]  # of the type of the cases
    if isinstance(first, Figure):
        first = hull(known, AS_DRAWN)
    elif isinstance(first, tuple):
        first = tuple(of_all(each) for each in zip(*known, strict=True))
    elif is_dataclass(first) and not isinstance(first, type):
        first = replace(
            first,
            **{
                field.name: of_all([getattr(one, field.name) for one in known])
                for field in fields(first) if field.init
            },
        )  # fmt: skip
    return first  # type: ignore[no-any-return]  # of the type of the cases


_KINDS: Final[dict[str, HeatRejection]] = {
    name: name for name in get_args(HeatRejection) if name and name != "outside-air"
}
