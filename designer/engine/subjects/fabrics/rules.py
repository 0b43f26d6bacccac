"""Rules of fabrics: can they be built, is what stands what the rule asks for, do ports fit."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from designer.catalog.catalog import Catalog
from designer.catalog.kinds import Kind
from designer.catalog.lost_parts import lost_ref, that_may_be
from designer.engine.findings import Finding
from designer.engine.network_report import FabricReport
from designer.engine.reasons import OPEN, cannot_be_said
from designer.engine.remedy import Remedy
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.contents.rules import named_parts_are_known
from designer.engine.subjects.fabrics.fabrics import FABRICS
from designer.engine.subjects.fabrics.network import NETWORK
from designer.engine.subjects.fabrics.unstated import portless_switches, uncounted_nodes
from designer.model.change import racks_with_ids
from designer.model.figure_words import words as number_words
from designer.model.figures import exact
from designer.model.hall import NO_HALL, Halls
from designer.model.layout import Layout
from designer.model.marked_names import with_names
from designer.model.plural import plural
from designer.wiring.network_columns import FabricWiring, Refusal
from designer.wiring.network_fabric import asked_of, stands_inside
from designer.wiring.network_remedies import in_words
from designer.wiring.network_search import need_of, search

_TIERS = ("leaf", "spine", "core")


def parts_of_fabrics_are_known(facts: Facts) -> Iterator[Finding]:
    """D02: the nodes and switches that a fabric names are in the catalogue or in the file."""
    named = (
        (part, f"fabric {fabric.name or fabric.id}")
        for fabric in facts.design.fabrics
        for part in (*fabric.nodes, fabric.switch, fabric.spine_switch, fabric.core_switch)
    )
    yield from named_parts_are_known(facts, named)


def fabric_can_be_built(facts: Facts) -> Iterator[Finding]:
    """R03: a fabric's nodes fit its switches, policy and tiers."""
    for wiring in facts[NETWORK].wiring.fabrics:
        unstated = uncounted_nodes(wiring, facts.catalog)
        if wiring.plan is None:
            unstated += portless_switches(wiring, facts.catalog)
        if len(wiring.nodes) and unstated:
            yield cannot_be_said(
                "R03", wiring.fabric.id, (wiring.fabric.id,),
                f"{_name(wiring)}: whether its switches carry its nodes", unstated,
                facts.name_of,
            )  # fmt: skip
        elif len(wiring.nodes) and wiring.problem:
            yield Finding(
                "R03", "error", wiring.fabric.id, (wiring.fabric.id,),
                f"{_name(wiring)}: {wiring.problem}", _possible(wiring, facts.catalog),
            )  # fmt: skip


def _possible(wiring: FabricWiring, catalog: Catalog) -> str:
    """Return what would make a fabric possible: neighbours of its rule that can be built."""
    asked, fabric = asked_of(wiring, catalog), wiring.fabric
    if asked is None:
        return "Change the fabric's policy, switch or scalable unit."
    nodes = max(asked.nodes, len(wiring.seats))
    fewest = search(
        need_of(fabric, nodes, wiring.seats.racks), fabric.kind, catalog, "switches"
    ).ranked
    said = [in_words(asked), f"Of the catalogue: {fewest[0].words}." if fewest else ""]
    return " ".join(it for it in said if it) or "Change the fabric's policy or scalable unit."


def a_slot_for_the_fabric_manager(facts: Facts) -> Iterator[Finding]:
    """R04: full scalable units leave no slot for the fabric manager (31 of 32 nodes)."""
    for fabric in facts.design.fabrics:
        report = next((r for r in facts[FABRICS] if r.id == fabric.id), None)
        full = fabric.su_nodes and report and report.nodes and not report.nodes % fabric.su_nodes
        if (
            full
            and report
            and fabric.kind == "infiniband"
            and fabric.leaf_policy == "rail-per-su"
            and not fabric.reserved_slots
        ):
            yield Finding(
                "R04", "info", fabric.id, (fabric.id,),
                f"{report.name}: {report.nodes} nodes fill every slot; none is left for the fabric "
                "manager",
                "Reference designs give one node slot of the fabric to UFM.",
            )  # fmt: skip


def switches_are_those_of_the_rule(facts: Facts) -> Iterator[Finding]:
    """R07: as many switches stand in each tier as the sizing rule asks for."""
    for fabric in facts[FABRICS]:
        idle = fabric.placed_leaf + fabric.placed_spine + fabric.placed_core
        if fabric.nodes == 0 and idle:
            yield Finding(
                "R07", "warning", f"{fabric.id}:idle", (fabric.id,),
                f"{fabric.name}: {plural(idle, 'switch', 'switches')} for a fabric without nodes; "
                "nothing is connected to them",
                "Add parts to the fabric's nodes, or remove the switches.", idle,
            )  # fmt: skip
        if fabric.tiers == 0:
            continue
        for tier in _TIERS:
            yield from _switches(facts, fabric, tier)
        yield from _kept_free(facts, fabric)


def _kept_free(facts: Facts, fabric: FabricReport) -> Iterator[Finding]:
    """Yield that places are kept free for what was taken away."""
    free = [it for it in facts.design.places if not it.taken_by]
    nodes = [it for it in free if fabric.id in it.nodes_of]
    switches = [it for it in free if it.fabric == fabric.id]
    if not (nodes or switches):
        return
    places = [
        *([plural(len(nodes), "place of a node", "places of nodes")] if nodes else ()),
        *([plural(len(switches), "place of a switch", "places of switches")] if switches else ()),
    ]
    number = len(nodes) + len(switches)
    first = (switches or nodes)[0]
    where = f"{first.name or first.id} in {facts.name_of(first.rack)}"
    yield Finding(
        "R07", "info", f"{fabric.id}:kept-free", (fabric.id,),
        f"{fabric.name}: {' and '.join(places)} {'is' if number == 1 else 'are'} kept free, so "
        "that the cables of the others stay as they are"
        + (f": {where}" if number == 1 else f": {where} and {number - 1} more"),
        "What is added takes them again. Give them up where nothing is cabled yet: the fabric is "
        "then sized for what stands, and its places are taken in order of rack and id.", number,
        remedy=Remedy(action="close-places", number=number, fabric=fabric.id),
    )  # fmt: skip


def _switches(facts: Facts, fabric: FabricReport, tier: str) -> Iterator[Finding]:
    """Yield that a tier has more or fewer switches than it needs, or that it cannot be said."""
    needed, placed = fabric.figure(tier), getattr(fabric, f"placed_{tier}")
    if needed.exact and placed == needed.low:
        return
    if needed.low <= placed <= needed.high:
        yield cannot_be_said(
            "R07", f"{fabric.id}:{tier}", (fabric.id,),
            f"{fabric.name}: whether {placed:,} {tier} switches are as many as it needs",
            (gap.ref for gap in needed.gaps), facts.name_of,
        )  # fmt: skip
        return
    lack = placed < needed.low
    stand = exact(float(placed))
    wide = int((needed.minus(stand) if lack else stand.minus(needed)).low)
    words = "missing" if lack else "more than the rule cables"
    yield Finding(
        "R07", "error" if lack else "warning",
        f"{fabric.id}:{tier}:{'missing' if lack else 'extra'}", (fabric.id,),
        f"{fabric.name}: {placed:,} of {number_words(needed, 0)} {tier} switches stand, {wide:,} "
        f"{words}",
        f"{fabric.explanation}{_in_order(facts, fabric, tier, wide) if lack and placed else ''}",
        wide, remedy=_switches_to_place(facts, fabric, tier, wide, lack=lack),
    )  # fmt: skip


def _in_order(facts: Facts, fabric: FabricReport, tier: str, missing: int) -> str:
    """Return that nobody says which places are empty, so that the last are; else nothing."""
    free = sum(
        not it.taken_by and (it.fabric, it.tier or "leaf") == (fabric.id, tier)
        for it in facts.design.places
    )
    if free >= missing:
        return ""
    return (
        f"; which {tier} places are empty is not on record, so switches take them in order of rack "
        "and id and the last stay empty: place what is missing before anything is cabled"
    )


def _switches_to_place(
    facts: Facts, fabric: FabricReport, tier: str, number: int, *, lack: bool
) -> Remedy | None:
    """Return that the switches are to be placed which are missing for certain."""
    record = next((one for one in facts.design.fabrics if one.id == fabric.id), None)
    if record is None or not lack:
        return None
    parts = {"leaf": record.switch, "spine": record.spine_switch, "core": record.core_switch}
    part = parts[tier] or record.spine_switch or record.switch
    return Remedy(action="place-switches", part=part, number=number, fabric=fabric.id, tier=tier)


def ports_fit_the_fabric(facts: Facts) -> Iterator[Finding]:
    """R08: kind, rate, number, connector and split of the ports that a fabric uses."""
    for wiring in facts[NETWORK].wiring.fabrics:
        fabric = wiring.fabric.id
        for refusal in wiring.refusals:
            if refusal.by_hand or (not refusal.part and refusal.reason.endswith("not drawn")):
                continue
            yield Finding(
                "R08", "error", f"{fabric}:{refusal.part or 'leaf-ports'}", (fabric,),
                f"{_name(wiring)}: {_called(facts, refusal)}; "
                f"{_links(refusal.links)} not connected",
                "Choose parts whose ports fit, or change the fabric's rate, kind or rails.",
                refusal.links,
            )  # fmt: skip
        for doubt in wiring.doubts:
            yield Finding(
                "R08", "warning", f"{OPEN}:{fabric}:{doubt.part}", (fabric,),
                f"{_name(wiring)}: whether its ports fit cannot be said, because "
                f"{_called(facts, doubt)}",
                "Enter the ports of the part with their source.",
            )  # fmt: skip


def _called(facts: Facts, refusal: Refusal) -> str:
    """Return a reason with the name of the part that it is about, which the wiring tells by id."""
    part = facts.catalog.get(refusal.part) if refusal.part else None
    if part is None or not part.name:
        return refusal.reason
    return re.sub(
        rf"(?<![\w-]){re.escape(part.id)}(?![\w-])", lambda _: part.name, refusal.reason, count=1
    )


def _nodes_in_halls(facts: Facts) -> Counter[tuple[str, str]]:
    """Return how often each part is a node in each hall that has fabrics of its own."""
    found: Counter[tuple[str, str]] = Counter()
    network = facts[NETWORK]
    for wiring in network.wiring.fabrics:
        if wiring.fabric.hall != NO_HALL:
            # What is a node of one of a hall's fabrics is one of all that name its part.
            found |= network.measures.of_wiring("nodes in the hall", wiring, _nodes_in_hall)
    return found


def _nodes_in_hall(wiring: FabricWiring) -> Counter[tuple[str, str]]:
    members, hall = wiring.members, wiring.fabric.hall
    numbers = np.bincount(members.node_parts, minlength=len(members.parts)).tolist()
    return Counter({(part, hall): n for part, n in zip(members.parts, numbers, strict=True)})


def _outside(facts: Facts, racks: Sequence[str], halls: set[str]) -> tuple[str, ...]:
    """Return which of some racks stand in none of the halls that a fabric is for."""
    standing = racks_with_ids(facts.design.racks, set(racks))
    where = Halls(facts.design.halls).of(standing)
    return tuple(rack.id for rack, hall in zip(standing, where, strict=True) if hall not in halls)


def compute_nodes_have_a_fabric(facts: Facts) -> Iterator[Finding]:
    """R09: every compute node belongs to a compute fabric, and to each other sort that is drawn."""
    named: dict[str, dict[str, set[str]]] = {"compute": {}}
    for fabric in facts.design.fabrics:
        if not stands_inside(fabric):
            served = named.setdefault(fabric.purpose, {})
            for node in fabric.nodes:
                served.setdefault(node, set()).add(fabric.hall)
    contents, nodes_in = facts[CONTENTS], _nodes_in_halls(facts)
    for part_id in sorted(contents.counts.parts):
        part, count = facts.catalog.get(part_id), contents.counts.parts[part_id]
        if part is None or not part.traits.computes or not count:
            continue
        # Racks that nobody counted bring one node each at least.
        each = max(1, 1 if part.node_count is None else part.node_count)
        least = "at least " if part.node_count is None else ""
        for purpose, served in named.items():
            halls = served.get(part_id, set())
            left = 0 if NO_HALL in halls else count - sum(nodes_in[part_id, it] for it in halls)
            if not left:
                continue
            racks = contents.racks_with(part_id)
            racks = _outside(facts, racks, halls) if halls else racks
            nodes = left * each
            many = f"{least}{nodes}"
            yield Finding(
                "R09", "warning" if facts.design.fabrics else "info",
                part_id if purpose == "compute" else f"{purpose}:{part_id}",
                racks,
                f"{many} {part.name} node belongs to no {purpose} fabric"
                if nodes == 1
                else f"{many} {part.name} nodes belong to no {purpose} fabric",
                "Add the part to a fabric's nodes, or draw a fabric for it.", nodes,
                remedy=Remedy(action="draw-fabric", part=part_id, number=nodes)
                if purpose == "compute" and not halls else None,
            )  # fmt: skip
    lost = that_may_be(contents.counts.lost_things, _may_compute) if facts.design.fabrics else ()
    for part_id in sorted(lost):
        for purpose in (purpose for purpose, parts in named.items() if part_id not in parts):
            yield cannot_be_said(
                "R09", part_id if purpose == "compute" else f"{purpose}:{part_id}",
                contents.racks_with(part_id),
                f"{facts.name_of(part_id)}: whether a node is missing in the {purpose} fabric",
                (lost_ref(part_id),), facts.name_of,
            )  # fmt: skip


def _may_compute(kind: Kind) -> bool:
    return kind.computes


def switches_name_a_fabric_that_exists(facts: Facts) -> Iterator[Finding]:
    """R10: a drawn switch belongs to a fabric of the design."""
    lost: dict[str, list[str]] = {}
    for key, fabric in facts[NETWORK].wiring.strays:
        lost.setdefault(fabric, []).append(key)
    for fabric, keys in lost.items():
        one = len(keys) == 1
        yield Finding(
            "R10", "error", fabric, tuple(keys),
            f"{len(keys)} {'switch names' if one else 'switches name'} fabric {fabric!r}, which "
            f"does not exist; nothing is connected to {'it' if one else 'them'}",
            "Give them a fabric of the design.", len(keys),
        )  # fmt: skip


def cables_by_hand_fit(facts: Facts) -> Iterator[Finding]:
    """R11: a cable laid by hand connects what it says."""
    network = facts[NETWORK].wiring
    for cable, reason in network.loose:
        yield _cable(facts, cable, f"cable {cable}: {reason}", ())
    for wiring in network.fabrics:
        for refusal in wiring.refusals:
            if refusal.form == "refused":
                yield _cable(facts, refusal.cable, _called(facts, refusal), (wiring.fabric.id,))


def _cable(facts: Facts, cable: str, message: str, where: tuple[str, ...]) -> Finding:
    told = with_names(message, Layout(facts.design).name_of)
    return Finding(
        "R11", "error", cable, (*where, cable), f"{told}; it connects nothing",
        "Change its ends or ports, or remove it.",
    )  # fmt: skip


def _links(count: int) -> str:
    return "1 link is" if count == 1 else f"{count} links are"


def _name(wiring: FabricWiring) -> str:
    return wiring.fabric.name or wiring.fabric.id
