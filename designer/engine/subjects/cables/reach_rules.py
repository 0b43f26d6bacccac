"""Rules of the ways of cables: a medium reaches, copper is offered, trays hold their cables."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.engine.findings import Finding
from designer.engine.network_report import TrayReport
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.cables.cables import CABLES
from designer.engine.subjects.cables.choosing import MISFIT, TOO_FAR
from designer.engine.subjects.cables.media import MEDIA, Chosen, Media
from designer.engine.subjects.cables.no_medium import cables_without_medium
from designer.model.design import Cable
from designer.model.figures import Figure, exact, within
from designer.model.layout import Layout
from designer.model.plural import plural

NEAR: Final = 0.8
"""Part of its usable section from which a tray is told as nearly full."""
XDR_GBPS: Final = 800
"""Rate of a link from which InfiniBand has lanes of 200 Gb/s."""
COPPER_XDR_M: Final = 1.0
"""The longest passive cable of such lanes that any maker offers."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class _Case:
    """The cables of one fabric with their lengths: low, likely and high, m."""

    chosen: Chosen
    low: Floats
    likely: Floats
    high: Floats
    off: NDArray[np.bool_]


def _cases(media: Media) -> Iterator[_Case]:
    routing, start = media.routing, 0
    for chosen in media.fabrics:
        rows = slice(start, start + len(chosen.ends))
        low, likely, high = (case[rows] for case in routing.metres)
        yield _Case(chosen, low, likely, high, routing.off_trays[rows])
        start = rows.stop


def cables_are_reached(facts: Facts) -> Iterator[Finding]:
    """F10: a medium of the catalogue reaches from one end of each cable to the other."""
    media = facts[MEDIA]
    names = Layout(facts.design)
    for case in _cases(media):
        far = np.flatnonzero(case.chosen.choice == TOO_FAR)
        by_sort = np.unique(case.chosen.sort[far]).tolist() if len(far) else ()
        for sort in by_sort:
            rows = far[case.chosen.sort[far] == sort]
            yield _too_far(facts, case, rows, int(sort), names)
        for at, cable in case.chosen.ends.by_hand.items():
            if cable.part:
                yield from _pinned(facts, case, at, cable, names)
        yield from cables_without_medium(facts, case.chosen)
    yield from _panels(facts)


def _too_far(
    facts: Facts, case: _Case, rows: NDArray[np.intp], sort: int, names: Layout
) -> Finding:
    """Return the finding of cables that no medium reaches."""
    chosen = case.chosen
    wiring, reach = chosen.ends.wiring, chosen.sorts[sort].offer.longest_m
    worst = int(rows[np.argmax(chosen.metres[rows])])
    keys = tuple(wiring.key(int(end[worst])) for end in (chosen.ends.a, chosen.ends.b))
    _, ends = chosen.ends.sorts
    parts = (wiring.members.parts[end[1]] for end in ends[sort][:2])
    cause = ":".join((wiring.fabric.id, *parts))
    name = wiring.fabric.name or wiring.fabric.id
    between = " and ".join(map(names.name_of, keys))
    said = f"{name}: {plural(len(rows), 'cable')} of up to {chosen.metres[rows].max():.1f} m"
    where = (wiring.fabric.id, *keys)
    if float(case.low[worst]) <= reach:
        return cannot_be_said(
            "F10", cause, where,
            f"whether any medium reaches {plural(len(rows), 'cable')} of {name}, "
            f"of which the longest joins {between} and may have {chosen.metres[worst]:.1f} m,",
            _open_on(facts, case, worst), facts.name_of,
        )  # fmt: skip
    return Finding(
        "F10", "error", cause, where,
        f"{said} are beyond every medium of the catalogue, of which the furthest reaches "
        f"{reach:g} m; the longest joins {between}",
        "Move what they join closer together, or add a medium that reaches to the catalogue.",
        float(len(rows)),
    )  # fmt: skip


def _open_on(facts: Facts, case: _Case, row: int) -> tuple[str, ...]:
    straight = bool(case.off[row])
    low, likely, high = (float(one[row]) for one in (case.low, case.likely, case.high))
    figure = facts[MEDIA].routing.figure(low, likely, high, straight=straight)
    return tuple(gap.ref for gap in figure.gaps)


def _pinned(facts: Facts, case: _Case, at: int, cable: Cable, names: Layout) -> Iterator[Finding]:
    """Yield what is wrong with the part that is pinned to a cable."""
    part = facts.catalog.get(cable.part)
    if part is None or part.cable is None:
        return  # D02 tells
    chosen = case.chosen
    where = (chosen.ends.wiring.fabric.id, cable.id, cable.a, cable.b)
    between = f"cable {cable.id} from {names.name_of(cable.a)} to {names.name_of(cable.b)}"
    code = int(chosen.choice[at])
    if code == MISFIT:
        offer = chosen.sorts[int(chosen.sort[at])].offer
        why = next((one.reason for one in offer.refusals if one.part.id == part.id), "")
        told = f": {why}" if why else f": it carries {part.cable.rate_gbps:g} Gb/s a link"
        if any(one.id == part.id for option in offer.options for one in option.parts):
            told = ": what shares a cage with it cannot be joined so"
        yield Finding(
            "F10", "error", f"{cable.id}:misfit", where,
            f"{between} has {part.name}, which does not fit its ports{told}",
            "Choose another part for it, or none, so that one is chosen that fits.",
        )  # fmt: skip
        return
    option = chosen.options[code]
    reach = option.reach_m
    if reach is None:
        return
    low, likely = float(case.low[at]), float(case.likely[at])
    rule = "F11" if part.cable.is_fibre else "F10"
    cause = f"{cable.id}:reach"
    if low > reach:
        yield Finding(
            rule, "error", cause, where,
            f"{between} needs {likely:.1f} m, and {part.name} reaches {reach:g} m",
            "Choose another part for it, or none, so that one is chosen that reaches; or move what "
            "it joins closer together.", likely,
        )  # fmt: skip
    elif likely > reach:
        yield cannot_be_said(
            rule, cause, where,
            f"whether {part.name}, which reaches {reach:g} m, reaches along {between}, which may "
            f"have {likely:.1f} m,", _open_on(facts, case, at), facts.name_of,
        )  # fmt: skip


def _panels(facts: Facts) -> Iterator[Finding]:
    """Yield that fibres pass more panels than makers count in the reach of modules."""
    panels = facts.design.room.patch_panels
    if panels is not None and panels > 2 and facts[CABLES].patch_ports:
        yield Finding(
            "F10", "warning", "panels", ("room",),
            f"each fibre between racks passes {panels} patch panels; makers state the reach of "
            "modules with at most two",
            "Plan two panels at most, or have the losses of each link worked out.", float(panels),
        )  # fmt: skip


def copper_is_offered(facts: Facts) -> Iterator[Finding]:
    """F12: no passive copper is pinned to links whose lanes run at 200 Gb/s."""
    names = Layout(facts.design)
    for case in _cases(facts[MEDIA]):
        fabric = case.chosen.ends.wiring.fabric
        if fabric.kind != "infiniband" or fabric.rate_gbps < XDR_GBPS:
            continue
        for at, cable in case.chosen.ends.by_hand.items():
            part = facts.catalog.get(cable.part) if cable.part else None
            if part is None or part.cable is None or part.cable.medium != "DAC":
                continue
            long = float(case.low[at]) > COPPER_XDR_M
            yield Finding(
                "F12", "error" if long else "warning", f"{cable.id}{':long' if long else ''}",
                (fabric.id, cable.id, cable.a, cable.b),
                f"cable {cable.id} from {names.name_of(cable.a)} to {names.name_of(cable.b)} is "
                f"passive copper at 200 Gb/s a lane, of which NVIDIA offers none"
                + (f", and others {COPPER_XDR_M:g} m at most" if long else ""),
                "Choose active copper or modules for it.",
            )  # fmt: skip


def trays_hold_their_cables(facts: Facts) -> Iterator[Finding]:
    """F15: cables take no more of a tray than they may, and weigh no more than it carries."""
    for tray in facts[CABLES].trays:
        name = tray.name or tray.id
        if tray.usable_mm2 is not None:
            yield from _fill(facts, tray, name)
        if tray.carries_kg_per_m is not None:
            load, most = tray.figure("kg_per_m", "kg/m"), exact(tray.carries_kg_per_m, "kg/m")
            yield from _load(facts, tray, name, load, most)


def _fill(facts: Facts, tray: TrayReport, name: str) -> Iterator[Finding]:
    fill = tray.figure("fill_pct")
    verdict = within(fill, exact(100.0, "%"), NEAR)
    advice = "Draw a wider or deeper tray, or another one beside it."
    if verdict.answer == "no":
        yield Finding(
            "F15", "error", f"{tray.id}:full", (tray.id,),
            f"tray {name} holds {plural(tray.cables, 'cable')} at its fullest place: "
            f"{fill.low:.0f} % of what may be filled", advice, fill.low,
        )  # fmt: skip
    elif verdict.answer == "open":
        yield cannot_be_said(
            "F15", f"{tray.id}:fill", (tray.id,), f"whether the cables fit into tray {name}",
            verdict.because, facts.name_of,
        )  # fmt: skip
    elif verdict.near:
        yield Finding(
            "F15", "warning", f"{tray.id}:near", (tray.id,),
            f"tray {name} holds {plural(tray.cables, 'cable')} at its fullest place: "
            f"{fill.low:.0f} % of what may be filled", advice, fill.low,
        )  # fmt: skip


def _load(
    facts: Facts, tray: TrayReport, name: str, load: Figure, most: Figure
) -> Iterator[Finding]:
    verdict = within(load, most)
    if verdict.answer == "no":
        yield Finding(
            "F15", "error", f"{tray.id}:load", (tray.id,),
            f"the cables in tray {name} weigh {load.low:.1f} kg/m, and it carries "
            f"{most.low:g} kg/m",
            "Draw a tray that carries more, or another one beside it.", load.low,
        )  # fmt: skip
    elif verdict.answer == "open":
        yield cannot_be_said(
            "F15", f"{tray.id}:weight", (tray.id,),
            f"whether tray {name} carries its cables", verdict.because, facts.name_of,
        )  # fmt: skip
