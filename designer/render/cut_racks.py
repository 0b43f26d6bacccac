"""How much of each rack stands on the tinted side of a cut: for floors, large and small.

Nothing is computed here that the drawing of the fabric does not show: of a leaf whose links to
nodes are cut, the first nodes of its unit stand on its side, as they are painted there. May import
the engine's map of a fabric. No Qt.
"""

from collections import defaultdict

from designer.engine.fabric_map import FabricCut
from designer.render.fabric_things import SWITCHES, FabricIndex


def racks_of_cut(index: FabricIndex, cut: FabricCut) -> dict[str, float]:
    """Return the racks that hold anything on the tinted side, and which share of it: 1 for all.

    Of a rack with nodes their ends count, else its switches.
    """
    every, away = _ends(index, cut)
    alone, mine = _switches(index, cut)
    for rack, count in alone.items():
        if rack not in every:
            every[rack], away[rack] = count, mine.get(rack, 0.0)
    racks = index.map.racks
    return {
        racks[rack]: min(away[rack] / count, 1.0)
        for rack, count in sorted(every.items())
        if count and away.get(rack, 0.0) > 0
    }


def _ends(index: FabricIndex, cut: FabricCut) -> tuple[dict[int, float], dict[int, float]]:
    """Return how many ends of nodes each rack holds, and how many of them on the tinted side."""
    leaves, rack = index.map.leaves, index.map.nodes.rack
    tinted, parted = set(cut.leaves), dict(cut.nodes)
    every: dict[int, float] = defaultdict(float)
    away: dict[int, float] = defaultdict(float)
    for unit, members in enumerate(index.leaves_of_unit):
        nodes = index.nodes_of_unit[unit]
        for leaf in members:
            down, cut_here = leaves.down[leaf], parted.get(leaf, 0)
            if not down:
                continue
            share = (down - cut_here if leaf in tinted else cut_here) / down
            side = share * len(nodes)
            for at, node in enumerate(nodes):
                every[rack[node]] += 1.0
                away[rack[node]] += min(max(side - at, 0.0), 1.0)
    every.pop(-1, None)
    return every, away


def _switches(index: FabricIndex, cut: FabricCut) -> tuple[dict[int, float], dict[int, float]]:
    """Return how many switches each rack holds, and how many of them on the tinted side."""
    every: dict[int, float] = defaultdict(float)
    away: dict[int, float] = defaultdict(float)
    for tier, tinted in zip(SWITCHES, (cut.leaves, cut.spines, cut.cores), strict=True):
        mine, there = index.switches(tier), set(tinted)
        for at, (key, rack) in enumerate(zip(mine.keys, mine.rack, strict=True)):
            if key and rack >= 0:
                every[rack] += 1.0
                away[rack] += at in there
    return every, away
