"""Oversubscription of what is drawn: what faces endpoints over what faces up, tier by tier."""

from collections.abc import Iterable, Iterator

import numpy as np

from designer.engine.network_report import TierRatio
from designer.engine.subjects.fabrics.graph import Graph
from designer.model.figures import exact
from designer.model.measured import fields_of
from designer.wiring.network_columns import FabricWiring
from designer.wiring.network_members import TIERS


def drawn_tiers(graph: Graph) -> Iterator[tuple[TierRatio, int]]:
    """Yield the ratio of every tier of which a switch has links up, and the place of its worst one.

    Of links between switches of one tier either end counts as up. Which device stands at the place
    no graph says.
    """
    low, high = graph.tier[graph.a], graph.tier[graph.b]
    same = low == high
    up = np.bincount(graph.a, graph.count, graph.places)
    up += np.bincount(graph.b[same], graph.count[same], graph.places)
    down = np.bincount(graph.place, minlength=graph.places).astype(np.float64)
    down += np.bincount(graph.b[~same], graph.count[~same], graph.places)
    for tier, name in enumerate(TIERS):
        mine = np.flatnonzero((graph.tier == tier) & (up > 0))
        if not len(mine):
            continue
        ratio = down[mine] / up[mine]
        worst = float(ratio.max())
        figures = {
            "ratio": exact(float(down[mine].sum() / up[mine].sum())),
            "worst_ratio": exact(worst),
        }
        at = int(mine[np.argmax(ratio)])
        alike = int(np.count_nonzero(ratio >= worst * (1 - 1e-9)))
        yield TierRatio(tier=name, alike=alike, **fields_of(figures)), at


def named(wiring: FabricWiring, tiers: Iterable[tuple[TierRatio, int]]) -> tuple[TierRatio, ...]:
    """Return ratios with the keys of the worst switches."""
    first = wiring.first_place
    return tuple(tier.evolve(worst=wiring.key(first + place)) for tier, place in tiers)


def unlinked_nodes(wiring: FabricWiring, graph: Graph) -> int:
    """Return the nodes of which no rail has a link."""
    linked = np.zeros(len(wiring.nodes), dtype=bool)
    linked[wiring.endpoints.node[graph.endpoint]] = True
    return int(np.count_nonzero(~linked))
