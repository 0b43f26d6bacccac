"""Every single loss of a rack or of power as a fabric sees it: which switches and nodes go with it.

A rack takes everything that stands in it. What is upstream of the racks takes the devices that no
supply runs any more; where that cannot be said of one, nobody knows what is left. Nor does
anybody know it of what has no power path that is drawn.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.fabrics.graph import Flags, Ints
from designer.engine.subjects.feeds.feeds import FEEDS, Feeds
from designer.engine.subjects.feeds.lines import Draw
from designer.engine.subjects.feeds.room import POWER_TREE
from designer.wiring.network_columns import FabricWiring

Kind = Literal["cable", "switch", "rack", "feed"]

Parts = frozenset[str]


@dataclass(frozen=True)
class Dark:
    """What goes dark in some racks with the same contents.

    Attributes
    ----------
    racks
        Their ids.
    parts, perhaps
        Ids of parts whose devices go dark there for certain, and of those of which it cannot be
        said.
    """

    racks: tuple[str, ...]
    parts: Parts
    perhaps: Parts


@dataclass(frozen=True)
class PowerLoss:
    """What the loss of something upstream takes; alike ones are one.

    Attributes
    ----------
    ids
        The power nodes, each of which takes the same feeds when it is lost.
    """

    ids: tuple[str, ...]
    dark: tuple[Dark, ...]

    @cached_property
    def racks(self) -> frozenset[str]:
        """Ids of the racks in which something goes dark, or may."""
        return frozenset(rack for dark in self.dark for rack in dark.racks)


def power_losses(facts: Facts) -> tuple[PowerLoss, ...]:
    """Return what every single loss upstream of the racks takes that takes feeds."""
    fillings = facts[CONTENTS]
    taken: dict[frozenset[str], list[str]] = {}
    for key, gone in facts[POWER_TREE].alone.items():
        if gone.taken:
            taken.setdefault(gone.taken, []).append(key)
    every = [
        (core, tuple(racks), feeds, _without_path(feeds, core))
        for core, racks in fillings.keys_by_core.items()
        for feeds in (core.read(FEEDS),)
    ]
    found = []
    for lost, ids in taken.items():
        dark = []
        for core, racks, feeds, pathless in every:
            sure, perhaps = _dark_on(feeds, core, lost)
            perhaps |= pathless - sure
            if sure or perhaps:
                dark.append(Dark(racks, sure, perhaps))
        found.append(PowerLoss(tuple(ids), tuple(dark)))
    return tuple(found)


def _without_path(feeds: Feeds | None, core: RackCore) -> Parts:
    """Return the parts of which something hangs on no feed that is drawn, or may do so."""
    if feeds is None or not feeds.lines.lines:
        return frozenset(core.parts)
    unsure = (draw.part for draw in feeds.lines.draws if draw.is_open)
    return frozenset((*feeds.lines.without, *unsure))


def _dark_on(feeds: Feeds | None, core: RackCore, lost: frozenset[str]) -> tuple[Parts, Parts]:
    """Return the parts of which all go dark with some feeds, and those of which it may be so."""
    outcome = feeds.outcomes.get(lost) if feeds is not None else None
    if feeds is None or outcome is None or (outcome.dark == "no" and outcome.short == "no"):
        return frozenset(), frozenset()
    if outcome.all_dark:
        return frozenset(core.parts), frozenset()
    every: dict[str, set[bool | None]] = {}
    for draw in feeds.lines.draws:
        every.setdefault(draw.part, set()).add(_is_dark(draw, feeds, lost))
    if outcome.short != "no":
        # What is short of power slows down or stops: nobody can say that it still forwards.
        short = {part for part, fates in every.items() if fates != {True}}
        return frozenset(every.keys() - short), frozenset(short)
    sure = frozenset(part for part, fates in every.items() if fates == {True})
    return sure, frozenset(part for part, fates in every.items() if fates not in ({True}, {False}))


def _is_dark(draw: Draw, feeds: Feeds, lost: Collection[str]) -> bool | None:
    """Return whether a device has no supply left; None where that cannot be said."""
    lines = feeds.lines.lines
    gone = {at for at, line in enumerate(lines) if line.feed in lost}
    if draw.order:
        return all(at in gone for at in draw.order)
    if draw.is_open or draw.turned or any(not line.feed for line in lines):
        return False if not gone else True if len(gone) == len(lines) else None
    return not any(count for at, count in enumerate(draw.supplies) if at not in gone)


@dataclass(frozen=True)
class Gone:
    """Switches and nodes of a fabric that are lost together.

    Attributes
    ----------
    places, nodes
        Places of the switches, and numbers of the nodes.
    perhaps
        Whether others may be lost as well.
    """

    kind: Kind
    ids: tuple[str, ...]
    places: Ints
    nodes: Ints
    perhaps: bool = False

    def same_as(self, other: "Gone") -> bool:
        """Return whether another loss takes the same by the same names."""
        return (
            (self.kind, self.ids, self.perhaps) == (other.kind, other.ids, other.perhaps)
            and np.array_equal(self.places, other.places)
            and np.array_equal(self.nodes, other.nodes)
        )


def same_losses(one: Sequence[Gone], other: Sequence[Gone]) -> bool:
    """Return whether losses take the same by the same names."""
    return len(one) == len(other) and all(map(Gone.same_as, one, other))


def racks_lost(wiring: FabricWiring) -> Iterator[Gone]:
    """Yield the loss of each rack in which anything of a fabric stands."""
    members = wiring.members
    switch = wiring.places.switch
    drawn = np.flatnonzero(switch >= 0)
    of_place = members.switch_rack[switch[drawn]]
    of_node = members.node_rack[wiring.nodes.device]
    for rack in np.union1d(of_place, of_node).tolist():
        if members.racks[rack]:
            places = drawn[of_place == rack].astype(np.int64)
            nodes = np.flatnonzero(of_node == rack).astype(np.int64)
            yield Gone("rack", (members.racks[rack],), places, nodes)


def feeds_lost(wiring: FabricWiring, losses: tuple[PowerLoss, ...]) -> Iterator[Gone]:
    """Yield what a fabric loses with each loss upstream, which may be nothing."""
    members = wiring.members
    switch = wiring.places.switch
    drawn = np.flatnonzero(switch >= 0)
    switches = (members.switch_rack[switch[drawn]], members.switch_parts[switch[drawn]])
    nodes = wiring.nodes.device
    hosts = (members.node_rack[nodes], members.node_parts[nodes])
    here = np.union1d(switches[0], hosts[0]).tolist()
    numbers: Mapping[str, int] = {members.racks[at]: at for at in here}
    nothing = np.zeros(0, dtype=np.int64)
    # The last stands for what stands in no rack, and for no part, whose number is -1.
    standing: dict[tuple[str, ...], Flags | None] = {}
    for loss in losses:
        # Most of what is upstream on a site of many halls feeds others.
        if numbers.keys().isdisjoint(loss.racks):
            yield Gone("feed", loss.ids, nothing, nothing)
            continue
        sure = [np.zeros(len(column[0]), dtype=bool) for column in (switches, hosts)]
        perhaps = False
        for dark in loss.dark:
            if dark.racks not in standing:
                racks = [numbers[rack] for rack in dark.racks if rack in numbers]
                standing[dark.racks] = _flags(len(members.racks), racks) if racks else None
            here = standing[dark.racks]
            if here is None:
                continue
            gone_parts, unsure = (
                _flags(len(members.parts), [at for at, p in enumerate(members.parts) if p in parts])
                for parts in (dark.parts, dark.perhaps)
            )
            for found, (rack, part) in zip(sure, (switches, hosts), strict=True):
                inside = here[rack]
                found |= inside & gone_parts[part]
                perhaps |= bool(unsure.any()) and bool((inside & unsure[part]).any())
        places, gone = drawn[sure[0]].astype(np.int64), np.flatnonzero(sure[1]).astype(np.int64)
        yield Gone("feed", loss.ids, places, gone, perhaps)


def _flags(number: int, places: Sequence[int]) -> Flags:
    """Return flags of so many things, of which some are set, and one more that never is."""
    found: Flags = np.zeros(number + 1, dtype=bool)
    found[list(places)] = True
    return found
