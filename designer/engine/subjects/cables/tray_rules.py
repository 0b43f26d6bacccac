"""Where trays are drawn, cables between racks lie on them."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from designer.engine.findings import Finding
from designer.engine.subject import Facts
from designer.engine.subjects.cables.routing import ROUTING, Routing
from designer.model.plural import plural
from designer.model.some_names import some
from designer.wiring.cable_routes import ENTRIES, Routes
from designer.wiring.tray_drops import SPAN_MM
from designer.wiring.tray_graph import TrayGraph

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Places = NDArray[np.intp]

_OPEN = "so that nobody knows how long they are"


def cables_lie_on_trays(facts: Facts) -> Iterator[Finding]:
    """F21: cables between racks follow trays, where any are drawn."""
    routing = facts[ROUTING]
    routes = routing.routes
    if routes.graph is None or not routing.off_trays.any():
        return
    cables = _off_by_pair(routing)
    pairs = np.flatnonzero(cables)
    near = _near_any(routes, routes.graph, facts.design.room.rack_entry)
    far = ~near[routes.pairs.a[pairs]] | ~near[routes.pairs.b[pairs]]
    if far.any():
        yield _far(facts, routes, pairs[far], cables, near)
    if not far.all():
        yield _apart(facts, routes, pairs[~far], cables)


def _off_by_pair(routing: Routing) -> Floats:
    """Return how many cables of each pair of racks follow no tray."""
    off = routing.off_trays
    pair = np.concatenate([one.pair for one in routing.routes.fabrics])[off]
    size = len(routing.routes.pairs.a)
    return np.asarray(np.bincount(pair, routing.each[off], minlength=size), dtype=float)


def _near_any(routes: Routes, graph: TrayGraph, entry: str) -> Flags:
    """Return which racks have a tray near enough on the side where cables enter them."""
    found = np.zeros(len(routes.places.x), dtype=bool)
    for part, drops in enumerate(routes.drops):
        kind = int(graph.kind[int(np.argmax(graph.part == part))])
        if not entry or ENTRIES[entry] == kind:
            found |= drops.count > 0
    return found


def _far(facts: Facts, routes: Routes, pairs: Places, cables: Floats, near: Flags) -> Finding:
    """Return the finding of cables of which a rack stands away from all trays."""
    ends = np.unique(np.concatenate((routes.pairs.a[pairs], routes.pairs.b[pairs])))
    racks = [facts.design.racks[at] for at in ends[~near[ends]].tolist()]
    number = round(float(cables[pairs].sum()))
    entry = facts.design.room.rack_entry
    where = {"top": " overhead", "bottom": " under the floor"}.get(entry, "")
    stand = "stand" if len(racks) > 1 else "stands"
    follow = "follow" if number != 1 else "follows"
    return Finding(
        "F21", "warning", "off-trays:far", tuple(rack.id for rack in racks),
        f"{plural(number, 'cable')} between racks {follow} no tray, {_OPEN}: "
        f"{some([rack.name or rack.id for rack in racks])} {stand} more than "
        f"{SPAN_MM / 1000:g} m from any tray{where}",
        "Draw a tray there that meets the others (Cable tray, T), or state the lengths of these "
        "cables.",
        float(number),
    )  # fmt: skip


def _apart(facts: Facts, routes: Routes, pairs: Places, cables: Floats) -> Finding:
    """Return the finding of cables whose racks are at trays that nothing joins."""
    worst = int(pairs[np.argmax(cables[pairs])])
    racks = facts.design.racks
    one, other = racks[int(routes.pairs.a[worst])], racks[int(routes.pairs.b[worst])]
    number = round(float(cables[pairs].sum()))
    follow = "follow" if number != 1 else "follows"
    more = f" (and {plural(len(pairs) - 1, 'more pair')} of racks)" if len(pairs) > 1 else ""
    return Finding(
        "F21", "warning", "off-trays:apart", (one.id, other.id),
        f"{plural(number, 'cable')} between racks {follow} no tray, {_OPEN}: "
        f"no tray joins those at {one.name or one.id} to those at {other.name or other.id}{more}",
        "Draw a tray that joins them (Cable tray, T).",
        float(number),
    )  # fmt: skip
