"""The words in which a fabric's report says why these switches, and what they carry."""

from designer.catalog.catalog import Catalog
from designer.engine.subjects.fabrics.carrying import Carried
from designer.engine.subjects.fabrics.graph import Graph
from designer.model.plural import plural
from designer.wiring.network_cages import line_cards
from designer.wiring.network_columns import FabricWiring
from designer.wiring.network_size import FabricPlan


def in_words(graph: Graph, plan: FabricPlan, network: Carried, joined: Carried | None) -> str:
    """Return why these switches, and what the graph carries."""
    words = [plan.explanation] if plan.explanation else []
    if network.parts > 1:
        text = f"bisection 0: {network.parts} islands that no link of the fabric joins"
        if joined is not None and joined.parts == 1 and plan.request.rails > 1:
            text += "; they meet over NVLink inside the nodes"
        words.append(text)
    elif not network.bounds.exact:
        low, high = network.bounds.low, network.bounds.high
        words.append(
            f"bisection is proven to be at least {low} links, and the best cut found has {high}"
        )
    unlinked = len(graph.unlinked)
    if network.parts <= 1 and 0 < unlinked < graph.endpoints:
        have = "has" if unlinked == 1 else "have"
        words.append(
            f"{unlinked:,} of {plural(graph.endpoints, 'endpoint')} {have} no link; "
            "a halving is one of all"
        )
    if joined is not None and network.parts <= 1 and joined.bounds.low > network.bounds.high:
        words.append("with NVLink inside the nodes the bisection is higher")
    return "; ".join(words)


def cards_in_words(wiring: FabricWiring, plan: FabricPlan, catalog: Catalog) -> str:
    """Return how many line cards of its chassis carry links, in words; empty without one."""
    fabric = wiring.fabric
    spine = fabric.spine_switch or fabric.switch
    slots: list[int | None] = []
    ports: list[int | None] = []
    for part_id in (fabric.switch, spine, fabric.core_switch or spine):
        part = catalog.get(part_id)
        held = part.switch if part else None
        slots.append(held.card_slots if held else None)
        ports.append(held.card_ports if held else None)
    return line_cards(plan, tuple(slots), tuple(ports))
