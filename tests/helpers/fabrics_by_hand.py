"""Reference designs whose compute fabric has another topology, or is laid cable by cable."""

from designer.model.design import Cable, Design
from designer.wiring.network import expand_network
from tests.helpers.fabric_views import shipped, superpod


def with_topology(units: int, **changes: object) -> Design:
    design = superpod(units)
    fabrics = tuple(one.evolve(**changes) if one.id == "compute" else one for one in design.fabrics)
    return design.evolve(fabrics=fabrics)


def by_hand(*, joined: bool, apart: bool = False) -> Design:
    """Four nodes on each of two leaves; these on a spine by two links each, or on none.

    With `apart` each leaf hangs on a spine of its own.
    """
    design = with_topology(1, topology="hand-drawn")
    wiring = expand_network(design, shipped()).find("compute")
    assert wiring is not None
    members = wiring.members
    places = wiring.places.switch
    of_tier = [
        [members.switch_key(int(places[at])) for at in range(len(places))
         if wiring.places.tier[at] == tier]
        for tier in (0, 1)
    ]  # fmt: skip
    leaves, spines = of_tier
    laid = [(members.node_key(node), leaves[node // 4]) for node in range(8)]
    above = spines if apart else [spines[0]] * 2
    pairs = zip(leaves[:2], above, strict=False)
    laid += [(leaf, spine) for leaf, spine in pairs for _ in range(2)] if joined else []
    cables = tuple(Cable(id=f"c{at}", fabric="compute", a=a, b=b) for at, (a, b) in enumerate(laid))
    return design.evolve(cables=cables)
