"""The order in which racks of a pod fill the rows.

A rack of compute leaves stands amid the racks of the scalable units that it serves; what serves
all stands in the middle.
"""

from math import ceil

from designer.planning.pods.bill import Bill
from designer.planning.rack_filling import Filling


def in_order(bill: Bill, nodes: list[str], network: list[tuple[Filling, str]]) -> list[str]:
    """Return the assemblies of racks in the order in which they fill the rows.

    Parameters
    ----------
    nodes
        Assemblies of the racks of nodes, unit by unit.
    network
        What fills each other rack, and its assembly.
    """
    blocks = _blocks(bill, [filling for filling, _ in network], len(nodes))
    amid = {at for _, _, fillings in blocks for at in fillings}
    rest = [assembly for at, (_, assembly) in enumerate(network) if at not in amid]
    order: list[str] = []
    for first, last, fillings in blocks:
        mine = nodes[first:last]
        middle = ceil(len(mine) / 2)
        order += [*mine[:middle], *(network[at][1] for at in fillings), *mine[middle:]]
    if not blocks:
        order = list(nodes)
    centre = len(order) // 2
    return [*order[:centre], *rest, *order[centre:]]


def _blocks(
    bill: Bill, fillings: list[Filling], racks: int
) -> list[tuple[int, int, tuple[int, ...]]]:
    """Return racks of nodes, first and behind the last, with the fillings whose leaves serve them.

    None where leaves and units do not part alike, so that no rack of leaves has racks of its own.
    """
    planes = bill.spec.compute.planes
    plane, leaves = bill.compute.leaf // planes, 0
    served: dict[tuple[int, int], list[int]] = {}
    for at, filling in enumerate(fillings):
        here = sum(item.fabric == "compute" and item.tier == "leaf" for item in filling.items)
        if not here:
            continue
        first, last = leaves % plane, leaves % plane + here
        if last > plane:
            return []
        served.setdefault((first, last), []).append(at)
        leaves += here
    blocks = [
        (_rack_at(bill, first, plane, racks), _rack_at(bill, last, plane, racks), tuple(mine))
        for (first, last), mine in sorted(served.items())
    ]
    ends = [0, *(last for _, last, _ in blocks)]
    return (
        blocks
        if ends[-1] == racks and all(b[0] == e for b, e in zip(blocks, ends, strict=False))
        else []
    )


def _rack_at(bill: Bill, leaf: int, leaves: int, racks: int) -> int:
    """Return the rack of nodes at which what a leaf of a plane serves begins."""
    if leaf >= leaves:
        return racks
    slots = bill.size.units * bill.size.step.su_nodes
    return min(racks, ceil(slots * leaf / leaves / bill.per_rack))
