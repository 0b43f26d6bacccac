"""The cables of 16,384 GPUs: way, medium and length of each, against a bare Manhattan of the same.

The yardstick takes every cable from the network's graph and adds up the two axes of the plan from
the coordinates of its racks. Ours finds ports and their heights, the pairs of racks, their ways
over drawn trays in three cases, what shares cages, and the cheapest medium that reaches; after a
move also what is bought, what trays hold, and the section of the report. In processor time, the
least of several. A whole report goes before, as in the engine's process: until a program has given
back an array as large, its memory comes from the system anew each time, page by page.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from designer.catalog.catalog import Catalog
from designer.engine.assumptions import assumptions_of
from designer.engine.evaluate import Evaluator
from designer.engine.optics import CABLED
from designer.engine.subject import Facts
from designer.engine.subjects.cables.bill import BILL, bill_from
from designer.engine.subjects.cables.cables import CABLES, cables_of
from designer.engine.subjects.cables.media import MEDIA, media_of
from designer.engine.subjects.cables.optics import cabled_of
from designer.engine.subjects.cables.routing import ROUTING, Routing, routing_of
from designer.engine.subjects.cables.tray_lines import TRAY_LINES, trays_from
from designer.engine.subjects.fabrics.fabrics import FABRICS
from designer.engine.subjects.fabrics.network import NETWORK, network_of
from designer.model.design import Design, Tray
from designer.wiring.network_columns import CONNECTED
from tests.bench.designs import catalog, pod
from tests.bench.measure import least_in_turn, processor_seconds
from tests.bench.row import Row

TIMES = 15
AGAINST = "a bare Manhattan of the same cables in numpy"


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on routing all cables, and those of one rack."""
    parts = catalog()
    design = with_trays(pod(parts, tiny=tiny))
    chain = Chain(design, parts)
    chain.run(design)
    chain.tell()
    routing = chain.results[ROUTING.name]
    bare = manhattan(routing)
    times = 3 if tiny else TIMES
    ours, theirs = least_in_turn(
        lambda _: processor_seconds(lambda: Chain(design, parts, chain).run(design)),
        lambda _: processor_seconds(bare),
        times,
    )
    moved, _ = least_in_turn(lambda number: chain.moved(design, number), lambda _: 0.0, times)
    number = len(routing.each)
    return [
        Row(
            "way, medium and length of each cable of 16,384 GPUs",
            ours / theirs,
            5,
            against=AGAINST,
            detail=f"{ours * 1e3:.1f} ms against {theirs * 1e3:.2f} ms, {number:,} cables",
        ),
        Row(
            "the same after a rack moved, with what the report says of cables",
            moved / theirs,
            5,
            against=AGAINST,
            detail=f"{moved * 1e3:.2f} ms against {theirs * 1e3:.2f} ms",
        ),
    ]


class Chain:
    """What the engine computes of cables, without what comes before and after it."""

    def __init__(self, design: Design, parts: Catalog, like: "Chain | None" = None) -> None:
        self.parts = parts
        self.design = design
        self.fabrics: object = None
        self.site = like.site if like is not None else assumptions_of(design, parts)
        self.network = like.network if like is not None else None
        self.results: dict[str, object] = {}

    def run(self, design: Design, earlier: dict[str, object] | None = None) -> None:
        """Compute ways and media of a design; the network's graph is there already."""
        results: dict[str, object] = {}
        facts = self._facts(design, results, earlier or {})
        if self.network is None:
            self.network = network_of(facts)
        results[NETWORK.name] = self.network
        results[ROUTING.name] = routing = routing_of(facts)
        results[MEDIA.name] = media_of(facts)
        assert len(routing.metres[1]) == sum(len(one.ends) for one in routing.routes.fabrics)
        self.results = results

    def tell(self, earlier: dict[str, object] | None = None) -> None:
        """Compute what the report says of the cables; their fabrics are there already."""
        if self.fabrics is None:
            self.fabrics = Evaluator(self.parts).report(self.design).fabrics
        self.results[FABRICS.name] = self.fabrics
        facts = self._facts(self.design, self.results, earlier or {})
        told = (
            (BILL, bill_from),
            (TRAY_LINES, trays_from),
            (CABLED, cabled_of),
            (CABLES, cables_of),
        )
        for key, compute in told:
            self.results[key.name] = compute(facts)

    def moved(self, design: Design, number: int) -> float:
        """Return how long it takes after a rack moved by a tile, another rack for each number."""
        before = self.results
        standing = [rack for rack in design.racks if rack.row]
        rack = standing[number % len(standing)]
        after = design.evolve(
            racks=tuple(
                one.evolve(x_mm=one.x_mm + 600) if one is rack else one for one in design.racks
            )
        )

        def work() -> None:
            self.design = after
            self.run(after, before)
            self.tell(before)

        taken = processor_seconds(work)
        self.results, self.design = before, design
        return taken

    def _facts(
        self, design: Design, results: dict[str, object], earlier: dict[str, object]
    ) -> Facts:
        return Facts(design, self.parts, self.site, results, earlier)


def manhattan(routing: Routing) -> Callable[[], object]:
    """Return what adds up the axes of the plan for every cable that the graph has."""
    places = routing.routes.places
    graphs = [(one.ends.wiring.links, one.heights.rack) for one in routing.routes.fabrics]

    def bare() -> list[np.ndarray[Any, Any]]:
        found = []
        for links, rack in graphs:
            made = links.fault == CONNECTED
            a = rack[np.repeat(links.a[made], links.count[made])]
            b = rack[np.repeat(links.b[made], links.count[made])]
            found.append(np.abs(places.x[a] - places.x[b]) + np.abs(places.y[a] - places.y[b]))
        return found

    return bare


def with_trays(design: Design) -> Design:
    """Return a hall with a tray over each row, and one across at both ends."""
    racks = [rack for rack in design.racks if rack.row]
    left = min(rack.x_mm for rack in racks) - 600
    right = max(rack.x_mm for rack in racks) + 1200
    lines = sorted({rack.y_mm + 600 for rack in racks})
    trays = [
        Tray(id=f"t{n:03d}", corners=((left, y), (right, y)), height_mm=2800)
        for n, y in enumerate(lines)
    ]
    if len(lines) > 1:
        trays += [
            Tray(id=f"x{n}", corners=((x, lines[0]), (x, lines[-1])), height_mm=2800)
            for n, x in enumerate((left, right))
        ]
    return design.evolve(trays=tuple(trays))
