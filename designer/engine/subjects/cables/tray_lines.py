"""What runs along each tray, for the report: cables, section, mass at the fullest place."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf, pi

import numpy as np
from numpy.typing import NDArray

from designer.engine.network_report import TrayPiece, TrayReport
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.cables.media import MEDIA, NO_MEDIUM, Media
from designer.engine.subjects.cables.routing import Routing
from designer.engine.subjects.floor.trays import MOST_FILL_PCT
from designer.model.design import Design, Tray
from designer.model.figure_cases import highest
from designer.model.figures import Figure, Gap, exact, missing
from designer.model.measured import fields_of
from designer.wiring.cable_media import Option
from designer.wiring.tray_graph import TrayGraph
from designer.wiring.tray_loads import carried_pairs

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Places = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Held:
    """What the cables that join each pair of racks take of a tray.

    Attributes
    ----------
    weights
        Shape (pairs, 5): how many there are, then their section and mass, each followed by of how
        many links nobody says so.
    refs
        What would have to be known for their section, and for their mass.
    of
        What was chosen for them.
    """

    weights: Floats
    refs: tuple[tuple[str, ...], tuple[str, ...]]
    of: Media = field(repr=False)


@dataclass(frozen=True, eq=False)
class TrayLines:
    """What runs along each tray of a design, for the report.

    Attributes
    ----------
    fullest
        Shape (pieces, 5): the weights of `Held` at the fullest place of each piece.
    trays, graph, routing
        Of what they are told.
    """

    lines: tuple[TrayReport, ...] = ()
    held: Held | None = field(default=None, repr=False)
    fullest: Floats | None = field(default=None, repr=False)
    trays: tuple[Tray, ...] = field(default=(), repr=False)
    graph: TrayGraph | None = field(default=None, repr=False)
    routing: Routing | None = field(default=None, repr=False)


TRAY_LINES: Key[TrayLines] = Key("cable trays")


def trays_from(facts: Facts) -> TrayLines:
    """Return what runs along each tray; lines of trays with the same in them are kept."""
    return trays_of(facts.design, facts[MEDIA], facts.last(TRAY_LINES))


def trays_of(design: Design, media: Media, last: TrayLines | None = None) -> TrayLines:
    """Return what runs along each tray of a design.

    Parameters
    ----------
    last
        The same of the design before.
    """
    routing = media.routing
    graph = routing.routes.graph
    if graph is None:
        return TrayLines()
    then = last.routing if last is not None else None
    to = carried_pairs(then.routes, routing.routes) if then is not None else None
    held = _held(media, last.held if last is not None else None, to)
    before = (last.held, last.fullest) if last is not None else (None, None)
    if then is not None and to is not None and before[0] is not None and before[1] is not None:
        routing.carry_spans(then, to)
        fullest = _fullest((routing, held), (then, before[0].weights, before[1]), to)
    else:
        fullest = routing.spans.fullest(len(graph.tray), held.weights)
    known: list[TrayReport | None] = [None] * len(design.trays)
    same = np.zeros(len(graph.tray), dtype=bool)
    if last is not None and last.fullest is not None and _are(last, design, graph, held):
        known = list(last.lines)
        same = (fullest == last.fullest).all(axis=1)
    lines = []
    for number, (tray, was) in enumerate(zip(design.trays, known, strict=True)):
        mine = np.flatnonzero(graph.tray == number)
        if was is not None and same[mine].all():
            lines.append(was)
            continue
        pieces = zip(mine.tolist(), was.pieces, strict=True) if was is not None else ()
        old = {at: piece for at, piece in pieces if same[at]}
        lines.append(_line(tray, graph, mine, (fullest, held.refs), old))
    return TrayLines(tuple(lines), held, fullest, design.trays, graph, routing)


def _are(last: TrayLines, design: Design, graph: TrayGraph, held: Held) -> bool:
    """Return whether lines of before can be of the same trays and media."""
    return (
        last.graph is graph
        and last.trays == design.trays
        and last.held is not None
        and last.held.refs == held.refs
    )


def _line(
    tray: Tray,
    graph: TrayGraph,
    mine: Places,
    told: tuple[Floats, tuple[tuple[str, ...], tuple[str, ...]]],
    old: Mapping[int, TrayPiece],
) -> TrayReport:
    """Return what runs along one tray.

    Parameters
    ----------
    mine
        Its pieces.
    told
        The weights at the fullest place of all pieces, and what is open of them.
    old
        Pieces that hold the same as before.
    """
    fullest, refs = told
    usable = _usable(tray)
    filled, masses, pieces = [], [], []
    for at in mine.tolist():
        cables, section, no_section, mass, no_mass = fullest[at].tolist()
        fill = _fill(_figure(section, no_section, refs[0], "mm²"), usable)
        filled.append(fill)
        masses.append(_figure(mass, no_mass, refs[1], "kg/m"))
        pieces.append(old.get(at) or _piece(graph, at, cables, fill))
    figures = {
        "length_m": exact(float(graph.length[mine].sum()) / 1000, "m"),
        "fill_pct": _worst(filled, "%"),
        "kg_per_m": _worst(masses, "kg/m"),
    }
    return TrayReport(
        id=tray.id, name=tray.name, kind=tray.kind, pieces=tuple(pieces), usable_mm2=usable,
        carries_kg_per_m=tray.carries_kg_per_m,
        cables=max((piece.cables for piece in pieces), default=0), **fields_of(figures),
    )  # fmt: skip


def _piece(graph: TrayGraph, at: int, cables: float, fill: Figure) -> TrayPiece:
    start, end = int(graph.start[at]), int(graph.end[at])
    return TrayPiece(
        x_mm=round(float(graph.x[start])),
        y_mm=round(float(graph.y[start])),
        end_x_mm=round(float(graph.x[end])),
        end_y_mm=round(float(graph.y[end])),
        cables=round(cables),
        **fields_of({"fill_pct": fill}),
    )


def _fullest(now: tuple[Routing, Held], was: tuple[Routing, Floats, Floats], to: Places) -> Floats:
    """Return the weights at the fullest place of each piece: of most as they were.

    Parameters
    ----------
    was
        The ways of before, the weights of their pairs of racks, and those at the fullest places.
    to
        The number that each pair of racks of before has now; -1 where its way is not as it was.
    """
    (routing, held), (then, weights, fullest) = now, was
    stay = np.flatnonzero(to >= 0)
    other = np.ones(len(held.weights), dtype=bool)
    other[to[stay]] = (held.weights[to[stay]] != weights[stay]).any(axis=1)
    some = np.zeros(len(fullest), dtype=bool)
    some[routing.spans.piece[other[routing.spans.pair]]] = True
    some[then.spans.piece[(to < 0)[then.spans.pair]]] = True
    found = fullest.copy()
    if some.any():
        found[some] = routing.spans.on(some).fullest(len(found), held.weights)[some]
    return found


def _held(media: Media, last: Held | None, to: Places | None) -> Held:
    """Return what the cables that join each pair of racks take; as before where they are so.

    Parameters
    ----------
    to
        The number that each pair of racks of before has now; -1 where its way is not as it was.
    """
    routing = media.routing
    if last is not None and last.of.routing.columns is routing.columns:
        pairs = zip(media.fabrics, last.of.fabrics, strict=True)
        if all(a.choice is b.choice and a.options is b.options for a, b in pairs):
            return last
    number = len(routing.routes.pairs.a)
    some = _other_pairs(media, last, to) if last is not None and to is not None else None
    if some is None or last is None or to is None:
        some, weights = np.ones(number, dtype=bool), np.zeros((number, 5))
    else:
        weights = np.zeros((number, 5))
        weights[to[to >= 0]] = last.weights[to >= 0]
    pair = routing.columns.pair
    rows = np.flatnonzero(np.append(some, np.False_)[pair])  # the last: within one rack
    here, mine = pair[rows], np.flatnonzero(some)
    columns, refs = [routing.each[rows]], []
    for name in ("diameter_mm", "kg_per_m"):
        amounts, unknown, open_on = _takes(media, name, rows)
        columns += [amounts, unknown]
        refs.append(open_on)
    for at, column in enumerate(columns):
        weights[mine, at] = np.bincount(here, column, minlength=number)[mine]
    return Held(weights, (refs[0], refs[1]), media)


def _other_pairs(media: Media, last: Held, to: Places) -> Flags | None:
    """Return which pairs of racks other cables may join than before, or cables of other media.

    None where fabrics are not those of before.
    """
    was, now = last.of.routing.routes.fabrics, media.routing.routes.fabrics
    if [one.ends.wiring.fabric.id for one in was] != [one.ends.wiring.fabric.id for one in now]:
        return None
    found = np.zeros(len(media.routing.routes.pairs.a), dtype=bool)
    gone = np.zeros(len(to), dtype=bool)
    for old, new, one, other in zip(was, now, last.of.fabrics, media.fabrics, strict=True):
        if not (
            new.keys is old.keys
            and new.ends.order is old.ends.order
            and one.choice is other.choice
            and one.options is other.options
        ):
            gone[old.pair[old.pair >= 0]] = True
            found[new.pair[new.pair >= 0]] = True
    found[to[gone & (to >= 0)]] = True
    found[np.flatnonzero(np.bincount(to[to >= 0], minlength=len(found)) == 0)] = True
    return found


def _takes(media: Media, name: str, rows: Places) -> tuple[Floats, Floats, tuple[str, ...]]:
    """Return what some cables take: of the section by their diameter, or their mass; what is open.

    Where nobody says what one takes, the second is 1 in place of the first. Open is what any cable
    leaves so.
    """
    amounts, unknown = [np.empty(0)], [np.empty(0)]
    refs: dict[str, None] = {}
    start = 0
    for chosen in media.fabrics:
        said = [_of_link(option, name) for option in chosen.options]
        if chosen.often[-1]:
            refs[NO_MEDIUM] = None
        for option, one, number in zip(chosen.options, said, chosen.often[:-1], strict=True):
            if one is None and number:
                refs[f"{option.cable.id}.cable.{name}"] = None
        first, end = np.searchsorted(rows, (start, start + len(chosen.ends))).tolist()
        code = np.maximum(chosen.choice[rows[first:end] - start], -1)  # the last: of no medium
        start += len(chosen.ends)
        amount, open_ones = np.zeros(len(said) + 1), np.ones(len(said) + 1)
        for at, one in enumerate(said):
            if one is not None:
                amount[at], open_ones[at] = one, 0.0
        amounts.append(amount[code])
        unknown.append(open_ones[code])
    return np.concatenate(amounts), np.concatenate(unknown), tuple(refs)


def _of_link(option: Option, name: str) -> float | None:
    """Return what one link takes of its cable; None where nobody says."""
    cable = option.cable.cable
    said: float | None = getattr(cable, name) if cable is not None else None
    if said is None or cable is None:
        return None
    links = round(1 / option.share)
    return (pi * said**2 / 4 if name == "diameter_mm" else said) / links


def _figure(amount: float, unknown: float, refs: tuple[str, ...], unit: str) -> Figure:
    """Return what cables take at a place, of which nobody may say what some take."""
    if unknown > 0:
        return Figure(amount, inf, None, unit, 0.0, refs, tuple(Gap(ref, inf) for ref in refs))
    return exact(amount, unit)


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
