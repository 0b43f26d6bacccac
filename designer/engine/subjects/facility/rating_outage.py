"""What a rating asks of generating sets: that the site runs on them, with any one thing taken out.

The Uptime Institute takes the loss of the utility for no failure, but for a condition that is to be
expected: Tier III and IV are shown while the engine-generator plant carries the site (*Accredited
Tier Designer Technical Paper Series: Engine-Generator Ratings*, on *Tier Standard: Topology*).
"""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from designer.engine.subject import Facts
from designer.engine.subjects.feeds.carried import Node
from designer.engine.subjects.feeds.every_loss import Hall
from designer.engine.subjects.feeds.room import POWER_TREE, ROOM_POWER
from designer.engine.subjects.upstream.plant import SEVERAL_FEEDS
from designer.model.design import PowerNode
from designer.model.figure_ref import power_ref
from designer.wiring.power_upstream import MAINS, all_mains

ASKED: Final = frozenset({"3", "4"})
"""Ratings of which the mains are no part."""
NO_SET: Final = "no generating set"
_SOURCES: Final = MAINS | {"utility", "generator"}


def in_an_outage(facts: Facts, rating: str) -> tuple[list[str], list[str]]:
    """Return what fails, or is single, with all mains lost, and what leaves that open.

    Where nothing is drawn upstream of the feeds, and where nothing draws power, nothing is said.
    """
    power, loads = facts.design.power, facts[ROOM_POWER].table[""]
    loaded = {feed for feed, kw in loads.items() if kw.high > 0}
    if rating not in ASKED or not loaded or all(node.kind == "feed" for node in power):
        return [], []
    bare = [
        power_ref(node, "parents") for node in power
        if not node.parents and node.kind not in {*_SOURCES, "feed"}
    ]  # fmt: skip
    if bare:
        return [], bare
    sets = [node for node in power if node.kind == "generator"]
    mains = all_mains(power)
    if not sets:
        return ([NO_SET], []) if mains else ([], [])
    outage = _Outage(facts, mains, frozenset(loaded))
    fails, unsure = outage.without(None)
    if fails:
        return fails, unsure
    for node in power:
        if node.id not in mains and node.kind != "feed":
            found, more = outage.without(node, module=rating == "3")
            fails += found
            unsure += more
    return fails, unsure


class _Outage:
    """A site with all mains lost."""

    def __init__(self, facts: Facts, mains: tuple[str, ...], loaded: frozenset[str]) -> None:
        self._facts, self._mains, self._loaded = facts, mains, loaded

    def without(
        self, node: PowerNode | None, *, module: bool = False
    ) -> tuple[list[str], list[str]]:
        """Return what fails with a node taken out, and what leaves it open.

        Parameters
        ----------
        node
            None where everything else runs.
        module
            Whether one of its modules is taken out, where it has several.
        """
        facts = self._facts
        part = node is not None and module and node.kind == "generator" and (node.modules or 1) > 1
        lost = self._mains if node is None or part else (*self._mains, node.id)
        tree = facts[POWER_TREE]
        gone = tree.without(lost)
        taken = gone.taken
        named = facts.site.called(node.id) if node is not None else ""
        if taken and (node is None or taken != tree.alone[node.id].taken):
            return self._dark(taken, named)
        if node is not None and node.kind != "generator":
            return [], []  # What it does is in the list of single losses.
        room = facts[ROOM_POWER]
        known = room.after.get(taken)
        if known is None:
            return [], [SEVERAL_FEEDS]
        nodes = [_less_one(one, node) if part else one for one in room.nodes]
        hall = Hall(nodes, tree, facts.site, (known,))
        beyond, unsure = hall.beyond(gone, known)
        if beyond:
            return [named] if named else [self._too_much(one) for one in beyond], []
        return [], list(self._open(unsure))

    def _dark(self, taken: frozenset[str], named: str) -> tuple[list[str], list[str]]:
        """Return whether the loss of feeds that go down then takes racks."""
        lost = named or self._feeds(taken)
        if taken >= self._loaded:
            return [lost], []
        for loss in self._facts[ROOM_POWER].losses:
            if frozenset(loss.feeds) == taken:
                return ([lost], []) if loss.state == "error" else ([], [])
        return [], [SEVERAL_FEEDS]

    def _too_much(self, key: str) -> str:
        return f"{self._facts.site.called(key)} carries too much"

    def _feeds(self, taken: Collection[str]) -> str:
        site = self._facts.site
        return f"no power for {', '.join(site.called(feed) for feed in sorted(taken))}"

    def _open(self, unsure: Collection[str]) -> Iterator[str]:
        for load in self._facts[ROOM_POWER].loads:
            if load.node.id in unsure:
                yield from (gap.ref for gap in (*load.capacity.gaps, *load.after.gaps))


def _less_one(one: Node, node: PowerNode | None) -> Node:
    """Return a node without one of its sets."""
    number = node.modules if node is not None else None
    if node is None or not number or one.node.id != node.id:
        return one
    return replace(one, capacity=one.capacity.times((number - 1) / number))
