"""Rules of storage and its network: nodes get what systems deliver."""

from collections.abc import Iterator
from math import isclose

from designer.engine.findings import Finding
from designer.engine.subject import Facts
from designer.engine.subjects.storage.storage import STORAGE
from designer.model.figure_words import words
from designer.model.plural import plural

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
