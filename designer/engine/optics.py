"""What switches draw with the modules of their cables, as far as a rack's filling has to know it.

A switch that states its power with passive cables draws that in use, and its modules, each counted
by the cage, and never more than its maximum. Which modules those are follows from the ways of its
cables. What makers print with passive cables is a typical power, so that no maximum follows from
it: what breakers, supplies, feeds and cooling are held to stays that of the part, whatever cables
it has; where nobody states one, it is at least the power in use.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import inf
from typing import Any, Final

from designer.catalog.part import Part
from designer.catalog.part_bounds import CABLED as CABLED_W
from designer.catalog.part_bounds import EDP, PartFigures
from designer.engine.assumptions import Assumptions
from designer.engine.results import Key
from designer.model.figures import Figure, estimate, exact, missing, total
from designer.model.figures import stated as drawn

AS_CABLED: Final = "rule passive power and modules of the cables"
OPEN_MODULES: Final = "modules of cables"
"""Leaves open what a switch draws: its cables follow no tray, or their medium or its watts is not
known."""


@dataclass(frozen=True, slots=True)
class Span:
    """Watts of the modules of one switch: of several that are alike, from the least to the most.

    Attributes
    ----------
    stated
        The part of the mean that somebody states; the rest is at most so much.
    """

    least: float
    mean: float | None
    largest: float
    stated: float | None


@dataclass(frozen=True, slots=True)
class Modules:
    """The modules of the switches of one part in a rack.

    Attributes
    ----------
    number
        How many of them are in a fabric; others have no cables.
    most, usual
        By the highest and by the typical power of modules.
    """

    part: str
    number: int
    most: Span
    usual: Span


Optics = tuple[Modules, ...]
"""Those of a rack, by part; empty where switches are taken at their maximum."""


def site_with(
    site: Assumptions, optics: Optics, numbers: Mapping[str, int], *, summed: bool = False
) -> Assumptions:
    """Return the site as a filling sees it: with the power that its switches have as cabled.

    Parameters
    ----------
    numbers
        How many of each part stand there.
    summed
        Whether it is asked for what alike switches draw together: each is then taken for their
        mean, and not for what any one of them may draw.
    """
    if not optics:
        return site
    spread = tuple(_spread(one, numbers.get(one.part, one.number)) for one in optics)
    if summed:
        spread = tuple(_mean(one) for one in spread)
    return replace(site, figures=_figures(site.figures.plain, spread))


def _mean(modules: Modules) -> Modules:
    """Return modules of which each switch has the mean, where that is known."""
    spans = [
        span
        if span.mean is None or span.stated is None or span.largest == inf
        else Span(span.stated, span.mean, span.mean, span.stated)
        for span in (modules.most, modules.usual)
    ]
    return replace(modules, most=spans[0], usual=spans[1])


def _spread(modules: Modules, held: int) -> Modules:
    """Return the modules of so many switches, of which those in no fabric have none."""
    if held <= modules.number:
        return modules
    part = modules.number / held

    def each(span: Span) -> Span:
        mean = None if span.mean is None else span.mean * part
        known = None if span.stated is None else span.stated * part
        return Span(0.0, mean, span.largest, known)

    return Modules(modules.part, held, each(modules.most), each(modules.usual))


@lru_cache(maxsize=128)
def _figures(figures: PartFigures, optics: Optics) -> PartFigures:
    power = {}
    for one in optics:
        part = figures.part(one.part)
        if part is not None and part.power_passive_w is not None:
            power[part.id] = _power(part, one, figures)
    return figures.with_power(power)


def _power(part: Part, modules: Modules, figures: PartFigures) -> dict[str, Figure]:
    """Return what a switch draws with its modules, by the names of figures."""
    top = figures.of(part.id, "power_max_w")
    passive = drawn(part.power_passive_w, f"{part.id}.power_passive_w", "W")
    cabled, usual = (
        total((passive, _watts(part, span, figures)))
        .clipped(most=top.high)
        .clipped(passive.low)
        .rest_on(AS_CABLED)
        for span in (modules.most, modules.usual)
    )
    usual = usual.clipped(most=cabled.high)
    most = top if top.exact else top.clipped(least=cabled.low)
    return {
        "power_max_w": most,
        CABLED_W: cabled,
        "power_typical_w": usual,
        "power_peak_w": missing(f"{part.id}.power_peak_w", "W", usual.low, most.high),
        "power_idle_w": missing(f"{part.id}.power_idle_w", "W", 0.0, usual.high),
        EDP: most,
    }


def as_cabled(modules: Modules, figures: PartFigures) -> tuple[Figure, Figure] | None:
    """Return what switches of a part draw together as cabled, and at most whatever their cables.

    None of one whose part is not in the catalogue.
    """
    part = figures.part(modules.part)
    if part is None:
        return None
    most = figures.of(part.id, "power_max_w")
    mine = _power(part, _mean(modules), figures)[CABLED_W]
    return mine.times(modules.number), most.times(modules.number)


def _watts(part: Part, span: Span, figures: PartFigures) -> Figure:
    """Return the watts of modules as a figure."""
    if span.least == span.largest:
        return exact(span.least, "W", f"{part.id} {OPEN_MODULES}")
    if span.mean is None or not figures.estimates:
        return missing(OPEN_MODULES, "W", span.least, span.largest)
    return estimate(span.mean, span.least, span.largest, "W", OPEN_MODULES, AS_CABLED)


@dataclass(frozen=True, eq=False)
class RackOptics:
    """The modules of the switches of each rack, by its id.

    Attributes
    ----------
    of
        The switches of each fabric that they were found of.
    """

    racks: Mapping[str, Optics] = field(default_factory=dict)
    of: tuple[Any, ...] = field(default=(), repr=False)
    _told: dict[int, tuple[PartFigures, dict[Optics, Any]]] = field(
        default_factory=dict, repr=False
    )

    def told_by(self, figures: PartFigures) -> dict[Optics, Any]:
        """Return what was said of modules by these figures, to which more may be added.

        It stands as long as the figures are the same object, and is begun anew with others.
        """
        held = self._told.get(id(figures))
        if held is None:
            self._told.clear()
            held = self._told[id(figures)] = figures, {}
        return held[1]


OPTICS: Final[Key[RackOptics]] = Key("optics")
CABLED: Final[Key[RackOptics]] = Key("cabled")
"""The same whether contents are sized with it or with the highest power of switches."""
