"""Ports of patch panels: those that fibres between racks take, and those that drawn panels offer.

A panel is fitted with one sort of adapter, or with a share of both: what it offers of one it does
not offer of the other. Shares are not rounded to whole cassettes, so that panels are never said to
be too few where they are not.
"""

from collections.abc import Iterator, Mapping
from math import inf
from typing import Final, NamedTuple

import numpy as np

from designer.catalog.part import Part
from designer.catalog.patch_figures import PLUGS, plug_of
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.cables.cables import CABLES
from designer.engine.subjects.cables.media import MEDIA, NO_MEDIUM, Media
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.model.plural import plural

_SLIGHT: Final = 1e-6
"""Part of a port that is none."""


class Offered(NamedTuple):
    """Panels of one part: how many are drawn, and the ports of each by `PLUGS`; None unknown."""

    part: Part
    number: int
    ports: tuple[int | None, ...]


def ports_needed(media: Media, panels: int) -> tuple[dict[str, int], int]:
    """Return the ports that fibres between racks take, by sort of plug.

    Also those that cables without a medium would take if it were a fibre.

    Parameters
    ----------
    panels
        How many each fibre between racks passes.
    """
    routing, start, unknown = media.routing, 0, 0.0
    needed: dict[str, float] = dict.fromkeys(PLUGS, 0.0)
    for chosen in media.fabrics:
        rows = slice(start, start + len(chosen.ends))
        start = rows.stop
        each = np.where(routing.between[rows], routing.each[rows], 0.0)
        unknown += float(each[chosen.choice < 0].sum())
        for number, option in enumerate(chosen.options):
            figures = option.cable.cable
            plug = plug_of(figures.fibre) if figures is not None and figures.is_fibre else ""
            if plug:
                needed[plug] += float(each[chosen.choice == number].sum())
    return (
        {plug: panels * round(cables) for plug, cables in needed.items()},
        panels * round(unknown),
    )


def hold(needed: Mapping[str, float], panels: list[Offered], unknown: float) -> bool:
    """Return whether panels offer ports, however they are fitted.

    Those that offer most of the first sort for what they offer of the second take the first: no
    other way leaves more of the second.

    Parameters
    ----------
    unknown
        What a panel offers of a sort that nobody states: 0, or without end.
    """
    offers = [
        (float(one.number), *(unknown if n is None else float(n) for n in one.ports))
        for one in panels
    ]
    wanted = [
        0.0 if any(offer[at] == inf for offer in offers) else float(needed[plug])
        for at, plug in enumerate(PLUGS, start=1)
    ]
    order = sorted(offers, key=lambda offer: _ratio(offer[1], offer[2]), reverse=True)
    left = [offer[0] for offer in order]
    for at, numbers in ((1, range(len(order))), (2, range(len(order) - 1, -1, -1))):
        for number in numbers:
            each = order[number][at]
            if 0 < each < inf:
                taken = min(left[number], wanted[at - 1] / each)
                left[number] -= taken
                wanted[at - 1] -= taken * each
    return max(wanted) < _SLIGHT


def _ratio(first: float, second: float) -> float:
    if first in (0.0, inf):
        return 0.0
    return first / second if second else inf


def drawn_panels(facts: Facts) -> list[Offered]:
    """Return the patch panels that are drawn, by part."""
    found = []
    for part_id, number in sorted(facts[CONTENTS].counts.parts.items()):
        part = facts.catalog.get(part_id)
        if part is None or not part.traits.patches or not number:
            continue
        figures = part.patch
        ports = tuple(figures.ports(plug) if figures is not None else None for plug in PLUGS)
        found.append(Offered(part, number, ports))
    return found


def panels_have_ports(facts: Facts) -> Iterator[Finding]:
    """F22: where patch panels are drawn, they offer the ports that fibres between racks take."""
    per_fibre = facts.design.room.patch_panels
    panels = drawn_panels(facts) if per_fibre else []
    if not panels or not per_fibre:
        return
    needed, uncertain = ports_needed(facts[MEDIA], per_fibre)
    count = facts[CABLES].figure("count")
    if not hold(needed, panels, inf):
        yield _too_few(needed, panels)
        return
    sure = count.high == count.low
    if sure and all(hold(one, panels, 0.0) for one in _cases(needed, uncertain)):
        return
    refs = [f"{one.part.id}.{field}" for one in panels for field in _unstated(needed, one)]
    if uncertain:
        refs.append(NO_MEDIUM)
    if not sure:
        refs.extend(gap.ref for gap in count.gaps)
    yield cannot_be_said(
        "F22", "panels", ("room",),
        f"whether {_drawn(panels)} offer the {_ports(needed)} that fibres between racks take",
        tuple(dict.fromkeys(refs)), facts.name_of,
    )  # fmt: skip


def _cases(needed: Mapping[str, int], uncertain: int) -> Iterator[Mapping[str, int]]:
    """Yield what is needed, and what if all cables without a medium had one sort of plug."""
    yield needed
    if uncertain:
        yield from ({**needed, plug: needed[plug] + uncertain} for plug in PLUGS)


def _unstated(needed: Mapping[str, int], one: Offered) -> Iterator[str]:
    for plug, ports in zip(PLUGS, one.ports, strict=True):
        if ports is None and needed[plug]:
            yield f"patch.{plug.lower()}_ports"


def _ports(needed: Mapping[str, int]) -> str:
    asked = [f"{number:,} {plug}" for plug, number in needed.items() if number]
    total = sum(needed.values())
    return f"{' and '.join(asked)} {'port' if total == 1 else 'ports'}" if asked else "ports"


def _drawn(panels: list[Offered]) -> str:
    return plural(sum(one.number for one in panels), "patch panel")


def _offered(needed: Mapping[str, int], panels: list[Offered]) -> str:
    """Return what the panels offer of each sort that is asked for, when fitted with it alone."""
    told = []
    for at, plug in enumerate(PLUGS):
        each = [(one.number, one.ports[at]) for one in panels]
        known = [number * ports for number, ports in each if ports is not None]
        if needed[plug] and len(known) == len(each):
            told.append(f"{sum(known):,} {plug}")
    return " or ".join(told)


def _too_few(needed: Mapping[str, int], panels: list[Offered]) -> Finding:
    total = float(sum(needed.values()))
    return Finding(
        "F22", "warning", "panels:few", ("room",),
        f"fibres between racks take {_ports(needed)} of patch panels, and the {_drawn(panels)} "
        f"drawn have {_offered(needed, panels)} at most",
        "Place more panels, or such with more ports of that plug; or let fibres pass fewer.",
        total,
    )  # fmt: skip
