"""What leaves a fabric's counts open: nodes that nobody counted, switches without stated ports."""

from collections.abc import Iterable
from math import inf
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.catalog.lost_parts import lost_ref
from designer.model.figures import Figure, Gap
from designer.model.measured import bounds_of
from designer.wiring.network_columns import FabricWiring

RULED: Final = (
    "tiers", "leaf", "spine", "core", "endpoints", "node_leaf_cables", "leaf_spine_cables",
    "spine_core_cables", "unconnected", "connected_cables", "unconnected_cables",
    "unlinked_endpoints", "unlinked_nodes",
)  # fmt: skip
"""Counts that follow from the rule, for the nodes and the switches' ports that there are."""
GROWING: Final = ("nodes", "endpoints", "node_leaf_cables", "injection_gbps")
"""What is no smaller for more nodes, whatever the rule makes of them."""
OF_NETWORK: Final = (
    "injection_gbps", "bisection_gbps", "bisection_lower_gbps", "bisection_upper_gbps",
    "bisection_ratio",
)  # fmt: skip
MEASURED: Final = (*OF_NETWORK, "bisection_with_nvlink_gbps", "bisection_with_nvlink_ratio")
"""What a fabric carries; NVLink counts only where nodes have some."""


def uncounted_nodes(wiring: FabricWiring, catalog: Catalog) -> tuple[str, ...]:
    """Return the inputs that leave open how many nodes there are: `gb200-nvl72.nodes`.

    What the fabric takes for its nodes and the catalogue lacks brings at least one each.
    """
    parts = ((part_id, catalog.get(part_id)) for part_id in wiring.node_kinds)
    return tuple(
        lost_ref(part_id) if part is None else f"{part_id}.nodes"
        for part_id, part in parts
        if part is None or part.node_count is None
    )


def portless_switches(wiring: FabricWiring, catalog: Catalog) -> tuple[str, ...]:
    """Return the inputs that leave open how a fabric is sized: `qm9700.ports`."""
    fabric = wiring.fabric
    ids = dict.fromkeys((fabric.switch, fabric.spine_switch, fabric.core_switch))
    parts = ((part_id, catalog.get(part_id)) for part_id in ids if part_id)
    return tuple(
        lost_ref(part_id) if part is None else f"{part_id}.ports"
        for part_id, part in parts
        if part is None or not part.ports
    )


def opened(fields: dict[str, Any], least: Iterable[str], open_: Iterable[str],
           refs: Iterable[str]) -> dict[str, Any]:  # fmt: skip
    """Return a fabric's fields with some that nothing bounds above.

    Parameters
    ----------
    least
        Those that are at least what the field holds.
    open_
        Those of which nothing is known.
    refs
        The inputs that leave them open.
    """
    whys = tuple(refs)
    lows = {name: float(fields[name]) for name in least}
    lows |= dict.fromkeys(open_, 0.0)
    gaps = tuple(Gap(ref, inf) for ref in whys)
    bounds = bounds_of(
        {name: Figure(low, inf, None, "", 0.0, whys, gaps) for name, low in lows.items()}
    )
    kept = tuple(bound for bound in fields.get("bounds", ()) if bound.name not in lows)
    return {**fields, **dict.fromkeys(lows), "bounds": (*kept, *bounds), "complete": False}
