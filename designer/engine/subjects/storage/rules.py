"""Rules of storage and its network: nodes get what systems deliver."""

from collections.abc import Iterator, Sequence
from math import isclose

from designer.catalog.kinds import Kind
from designer.catalog.lost_parts import lost_ref, that_may_be
from designer.catalog.part import Part
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.fabrics.network import NETWORK
from designer.engine.subjects.storage.attached import PURPOSE
from designer.engine.subjects.storage.delivery import stores
from designer.engine.subjects.storage.storage import STORAGE
from designer.model.design import Fabric
from designer.model.figure_words import words
from designer.model.plural import plural
from designer.wiring.network_ports import PROTOCOLS, purpose_ports, reaching_ports

LIMITS = {
    "links": "the links of its systems hold it down",
    "nodes": "the links of nodes hold it down",
    "fabric": "the fabric between holds it down",
}
REMEDIES = {
    "links": "Give its systems more ports, or leaves more of theirs for storage.",
    "nodes": "Give nodes more ports for storage, or count on what they take.",
    "fabric": "Give its leaves more uplinks, or count on what they carry.",
}
_REMEDY = "Draw a fabric of storage that carries it, or count on what it carries."


def network_carries_storage(facts: Facts) -> Iterator[Finding]:
    """L07: fabrics of storage carry to nodes what storage reads."""
    storage = facts.read(STORAGE)
    if storage is None:
        return
    sent, read = storage.figure("sent_gb_s"), storage.figure("read_gb_s")
    if storage.network_gb_s is None and storage.bound("network_gb_s") is None:
        return
    falls_short = sent.high < read.low and not isclose(sent.high, read.low, rel_tol=1e-6)
    if not read.unknown and falls_short:
        why = LIMITS.get(storage.limit, "")
        yield Finding(
            "L07", "warning", "storage", (),
            f"storage reads {words(read, 0)}, of which its network carries {words(sent, 0)} to "
            f"nodes{f': {why}' if why else ''}",
            REMEDIES.get(storage.limit, _REMEDY),
        )  # fmt: skip


def systems_find_ports(facts: Facts) -> Iterator[Finding]:
    """L10: leaves have ports for all links of storage systems."""
    storage = facts.read(STORAGE)
    if storage is None or not storage.ports_left:
        return
    yield Finding(
        "L10", "warning", "ports", (),
        f"{plural(storage.ports_left, 'port')} of storage systems find none on a leaf",
        "Draw more leaves for storage, or state that these links stay out.",
    )  # fmt: skip


def systems_reach_a_network(facts: Facts) -> Iterator[Finding]:
    """L10: every storage system has ports that a fabric of storage takes, or is a node of one.

    Nothing is asked of a design without fabrics.
    """
    fabrics = [one.fabric for one in facts[NETWORK].wiring.fabrics]
    storage = [one for one in fabrics if one.purpose == PURPOSE]
    named = {part for one in fabrics if one.purpose != "out-of-band" for part in one.nodes}
    if not fabrics:
        return
    counts = facts[CONTENTS].counts
    for lost in sorted(that_may_be(counts.lost_things, _stores)):
        if lost not in named and not storage:
            yield _unsaid(facts, lost, lost_ref(lost))
    for part, number in stores(counts.parts, facts.catalog):
        if part.id in named:
            continue
        if storage and not part.ports:
            yield _unsaid(facts, part.id, f"{part.id}.ports")
            continue
        if any(reaching_ports(part, one, facts.catalog) for one in storage):
            continue
        yield Finding(
            "L10", "error" if storage else "warning", f"unreached:{part.id}", (),
            f"{number} × {part.name} reach no network: {_why_not(part, storage)}",
            "Draw a fabric of storage of the protocol of its ports, or name it among the nodes of "
            "a fabric; or choose a system whose ports the fabric takes.", number,
        )  # fmt: skip


def _unsaid(facts: Facts, part: str, ref: str) -> Finding:
    text = f"whether {facts.name_of(part)} reaches a network as storage"
    return cannot_be_said("L10", f"unreached:{part}", (), text, (ref,), facts.name_of)


def _stores(kind: Kind) -> bool:
    return kind.stores


def _why_not(part: Part, storage: Sequence[Fabric]) -> str:
    """Return why fabrics of storage take no port of a system."""
    if not storage:
        return "no fabric of the design is one of storage"
    ports = [port for one in storage for port in purpose_ports(part, one)]
    if not ports:
        return "it has no port for storage"
    mine = " and ".join(sorted({PROTOCOLS[port.kind] for port in ports}))
    theirs = ", ".join(f"{one.name or one.id} is {PROTOCOLS[one.kind]}" for one in storage)
    return f"its ports for storage are {mine}, and {theirs}"
