"""What runs along each tray, for the report: cables, section, mass at the fullest place."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, pi

import numpy as np
from numpy.typing import NDArray

from designer.engine.network_report import TrayPiece, TrayReport
from designer.engine.subjects.cables.media import NO_MEDIUM, Media
from designer.engine.subjects.cables.routing import Routing
from designer.engine.subjects.floor.trays import MOST_FILL_PCT
from designer.model.design import Design, Tray
from designer.model.figure_cases import highest
from designer.model.figures import Figure, Gap, exact, missing
from designer.model.measured import fields_of
from designer.wiring.cable_media import Option
from designer.wiring.tray_graph import TrayGraph

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class _Held:
    """What each cable takes of a tray, and what of it nobody states.

    Attributes
    ----------
    amount, unknown
        Shape (cables,): how much, and whether nobody says so (1 or 0).
    refs
        What would have to be known.
    """

    amount: Floats
    unknown: Floats
    refs: tuple[str, ...]


def trays_of(design: Design, media: Media) -> Iterator[TrayReport]:
    """Yield what runs along each tray of a design."""
    routing = media.routing
    graph = routing.routes.graph
    if graph is None:
        return
    cables = _fullest(routing, graph, routing.each)
    section = _along(routing, graph, _held(media, "diameter_mm"), "mm²")
    mass = _along(routing, graph, _held(media, "kg_per_m"), "kg/m")
    for number, tray in enumerate(design.trays):
        mine = np.flatnonzero((graph.tray == number) & (graph.tray >= 0))
        usable = _usable(tray)
        filled = [_fill(section[at], usable) for at in mine.tolist()]
        pieces = tuple(
            TrayPiece(
                x_mm=round(float(graph.x[graph.start[at]])),
                y_mm=round(float(graph.y[graph.start[at]])),
                end_x_mm=round(float(graph.x[graph.end[at]])),
                end_y_mm=round(float(graph.y[graph.end[at]])),
                cables=round(float(cables[at])),
                **fields_of({"fill_pct": fill}),
            )
            for at, fill in zip(mine.tolist(), filled, strict=True)
        )
        figures = {
            "length_m": exact(float(graph.length[mine].sum()) / 1000, "m"),
            "fill_pct": _worst(filled, "%"),
            "kg_per_m": _worst([mass[at] for at in mine.tolist()], "kg/m"),
        }
        yield TrayReport(
            id=tray.id, name=tray.name, kind=tray.kind, pieces=pieces, usable_mm2=usable,
            carries_kg_per_m=tray.carries_kg_per_m,
            cables=max((piece.cables for piece in pieces), default=0), **fields_of(figures),
        )  # fmt: skip


def _fullest(routing: Routing, graph: TrayGraph, weight: Floats) -> Floats:
    """Return the largest weight of cables at any place of each piece."""
    pairs = routing.columns.by_pair(len(routing.routes.pairs.a), weight)
    return routing.spans.fullest(len(graph.tray), pairs)


def _held(media: Media, name: str) -> _Held:
    """Return what each cable takes: of the section by its diameter, or its mass."""
    amounts, unknown = [], []
    refs: dict[str, None] = {}
    for chosen in media.fabrics:
        amount = np.zeros(len(chosen.choice))
        open_ones = (chosen.choice < 0).astype(float)
        if open_ones.any():
            refs[NO_MEDIUM] = None
        for number, option in enumerate(chosen.options):
            mine = chosen.choice == number
            if not mine.any():
                continue
            one = _of_link(option, name)
            if one is not None:
                amount[mine] = one
            else:
                open_ones[mine] = 1.0
                refs[f"{option.cable.id}.cable.{name}"] = None
        amounts.append(amount)
        unknown.append(open_ones)
    nothing = [np.empty(0)]
    return _Held(np.concatenate(amounts or nothing), np.concatenate(unknown or nothing),
                 tuple(refs))  # fmt: skip


def _of_link(option: Option, name: str) -> float | None:
    """Return what one link takes of its cable; None where nobody says."""
    cable = option.cable.cable
    said: float | None = getattr(cable, name) if cable is not None else None
    if said is None or cable is None:
        return None
    links = option.split if cable.is_fibre else cable.links
    return (pi * said**2 / 4 if name == "diameter_mm" else said) / links


def _along(routing: Routing, graph: TrayGraph, held: _Held, unit: str) -> list[Figure]:
    """Return what cables take at the fullest place of each piece."""
    known = _fullest(routing, graph, held.amount).tolist()
    open_on = (_fullest(routing, graph, held.unknown) > 0).tolist()
    return [
        Figure(amount, inf, None, unit, 0.0, held.refs, tuple(Gap(ref, inf) for ref in held.refs))
        if unsure
        else exact(amount, unit)
        for amount, unsure in zip(known, open_on, strict=True)
    ]


def _usable(tray: Tray) -> float | None:
    """Return the section that cables may take, mm²; None where sizes are not stated."""
    if tray.width_mm is None or tray.depth_mm is None:
        return None
    most = MOST_FILL_PCT if tray.fill_pct is None else tray.fill_pct
    return tray.width_mm * tray.depth_mm * most / 100


def _fill(section: Figure, usable: float | None) -> Figure:
    if usable is None:
        return missing("tray sizes", "%")
    return section.per(exact(usable, "mm²"), "%").times(100, "%")


def _worst(figures: list[Figure], unit: str) -> Figure:
    """Return the largest of figures."""
    if not figures:
        return exact(0.0, unit)
    return highest(figures)
