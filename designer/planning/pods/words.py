"""What the note of a pod says: what is published, what is drawn, and what is assumed."""

from designer.catalog.catalog import Catalog
from designer.model.figure_words import words
from designer.model.plural import plural
from designer.planning.hall import POWER_FACTOR, unbounded_words
from designer.planning.pods.bill import Bill
from designer.planning.rack_filling import Filling, network_budget

COOLING = {
    "rear-door": "rear doors on CDUs (N+1)",
    "air": "air from CRAHs (N+1), contained cold aisles",
    "liquid": "cold plates on CDUs, the rest air from CRAHs (N+1 each)",
}


def note_of(bill: Bill, system: str, catalog: Catalog) -> str:
    """Return the design's note."""
    spec = bill.spec
    size = f"{plural(bill.units, 'scalable unit')}, {bill.nodes} {system}"
    if not spec.counts_units:
        size = f"{bill.nodes} {system}"
    return (
        f"{spec.sources}: {size}{_managed_words(bill)}. "
        f"Cooling: {COOLING[bill.rack.cooling]}. {_chosen(bill, catalog)}{spec.rules} "
        f"Assumed: {spec.assumed}each room feed sized for its load after the loss of another, "
        "5 kg of cables for each device, ladders over all rows, filled to 80 % of what they may, "
        "no storage of home directories."
    )


def _chosen(bill: Bill, catalog: Catalog) -> str:
    """Return which system and rear door the template chose, where it is not its usual one."""
    spec, rack, found = bill.spec, bill.rack, ""
    if bill.by_template and rack.system != spec.systems()[0]:
        found = f"{rack.system.title()} is the maker here whose nodes are cooled so. "
    if rack.cooling == "rear-door" and bill.door != spec.door:
        door = catalog.require(bill.door)
        kw = catalog.figures().of(rack.part, "power_max_w").times(bill.per_rack / 1000, "kW")
        found += (
            f"{bill.per_rack} systems of a rack are {words(kw, 1)}: their door is {door.name}, the "
            "smallest of the catalogue that is rated for it and states its water. "
        )
    return found


def _managed_words(bill: Bill) -> str:
    if bill.fabric_managers and bill.size.reserved:
        return "; one node slot is given up to the fabric manager"
    if bill.spec.tested_units:
        return "; the fabric is managed from outside, every node slot holds a node"
    return ""


def unbounded_of(catalog: Catalog, bill: Bill, fillings: list[Filling], share_kw: float) -> str:
    """Return what the note says of parts whose power nothing bounds."""
    alone = network_budget(catalog, bill.spec.rack, "pdu-415v-60a-3ph", POWER_FACTOR).kw
    return unbounded_words(
        catalog, [bill.node], f"planned with {share_kw:.1f} kW each, its share of its rack's PDUs"
    ) + unbounded_words(
        catalog,
        (item.part for f in fillings for item in f.items),
        f"each stands in a rack by itself, planned with the {alone:.1f} kW that a rack may draw",
    )
