"""What a fabric loses with each single loss upstream of the racks.

That takes the devices that no supply runs any more; where it cannot be said of one, nobody knows
what is left. Nor does anybody know it of what has no power path that is drawn. What a fabric lost
the last time is told again while its members go dark with the same losses.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.fabrics.losses import Gone
from designer.engine.subjects.fabrics.network import NETWORK
from designer.engine.subjects.feeds.feeds import FEEDS, Feeds
from designer.engine.subjects.feeds.lines import Draw
from designer.engine.subjects.feeds.room import POWER_TREE
from designer.wiring.network_columns import FabricWiring
from designer.wiring.power_upstream import PowerTree

Parts = frozenset[str]
Fate = tuple[Parts, Parts]
"""Parts of a rack of which all go dark, and those of which it cannot be said."""

_NONE: Fate = frozenset(), frozenset()
_SURE, _PERHAPS = 1, 2


def power_lost(facts: Facts, wiring: FabricWiring) -> tuple[Gone, ...]:
    """Return what a fabric loses with each loss upstream that takes feeds: it may be nothing."""
    standing = facts[NETWORK].measures.of_wiring("what stands where", wiring, Standing)
    cores = facts[CONTENTS].cores
    return standing.lost(facts[POWER_TREE], tuple(map(cores.get, standing.racks)))


@dataclass(frozen=True)
class _Told:
    """What was lost, of which power nodes and of which contents."""

    tree: PowerTree
    cores: tuple[RackCore | None, ...]
    gone: tuple[Gone, ...]


class Standing:
    """The racks that members of a fabric stand in.

    Attributes
    ----------
    racks
        Their ids.
    """

    def __init__(self, wiring: FabricWiring) -> None:
        members, switch = wiring.members, wiring.places.switch
        self._drawn = np.flatnonzero(switch >= 0)
        drawn, nodes = switch[self._drawn], wiring.nodes.device
        here = np.union1d(members.switch_rack[drawn], members.node_rack[nodes])
        here = here[here >= 0]
        self.racks = tuple(members.racks[at] for at in here.tolist())
        self._parts = members.parts
        # The last row and the last column stand for no rack and no part, whose number is -1.
        row = np.full(len(members.racks) + 1, len(here))
        row[here] = np.arange(len(here))
        self._columns = tuple(
            (row[rack], part)
            for rack, part in (
                (members.switch_rack[drawn], members.switch_parts[drawn]),
                (members.node_rack[nodes], members.node_parts[nodes]),
            )
        )
        self._told: _Told | None = None

    @cached_property
    def _held(self) -> tuple[Parts, ...]:
        """Parts of the fabric in each of the racks."""
        held: list[set[str]] = [set() for _ in range(len(self.racks) + 1)]
        for rows, parts in self._columns:
            for row, part in np.unique(np.stack((rows, parts)), axis=1).T.tolist():
                held[row].update((self._parts[part],) if part >= 0 else ())
        return tuple(map(frozenset, held))

    def lost(self, tree: PowerTree, cores: tuple[RackCore | None, ...]) -> tuple[Gone, ...]:
        """Return what is lost with each loss upstream.

        Parameters
        ----------
        cores
            What each of the racks holds.
        """
        told = self._told
        if told is None or told.tree is not tree:
            gone = self._gone(tree, cores)
        elif told.cores == cores or self._go_alike(tree, told.cores, cores):
            gone = told.gone
        else:
            gone = self._gone(tree, cores)
        self._told = _Told(tree, cores, gone)
        return gone

    def _go_alike(
        self,
        tree: PowerTree,
        before: tuple[RackCore | None, ...],
        now: tuple[RackCore | None, ...],
    ) -> bool:
        """Return whether the same members go dark of other contents as before, or may."""
        losses = _taking(tree)
        return all(
            _fate_of(was, taken, held) == _fate_of(core, taken, held)
            for was, core, held in zip(before, now, self._held, strict=False)
            if was is not core
            for taken in losses
        )

    def _gone(self, tree: PowerTree, cores: tuple[RackCore | None, ...]) -> tuple[Gone, ...]:
        nothing = np.zeros(0, dtype=np.int64)
        kinds = {core: at for at, core in enumerate(dict.fromkeys(cores))}
        kind = np.array([*(kinds[core] for core in cores), len(kinds)])
        found = []
        for taken, ids in _taking(tree).items():
            fates = self._fates(kinds, taken)
            if not fates.any():
                found.append(Gone("feed", ids, nothing, nothing))
                continue
            switches, nodes = (fates[kind[rows], parts] for rows, parts in self._columns)
            perhaps = any(bool((one & _PERHAPS).any()) for one in (switches, nodes))
            places = self._drawn[(switches & _SURE) > 0].astype(np.int64)
            gone = np.flatnonzero(nodes & _SURE).astype(np.int64)
            found.append(Gone("feed", ids, places, gone, perhaps))
        return tuple(found)

    def _fates(
        self, kinds: Mapping[RackCore | None, int], taken: frozenset[str]
    ) -> NDArray[np.uint8]:
        """Return what becomes of each part in racks of each contents."""
        fates = np.zeros((len(kinds) + 1, len(self._parts) + 1), dtype=np.uint8)
        for core, row in kinds.items():
            sure, perhaps = _fate(core, taken)
            if sure or perhaps:
                for column, part in enumerate(self._parts):
                    fates[row, column] = _SURE * (part in sure) | _PERHAPS * (part in perhaps)
        return fates


def _taking(tree: PowerTree) -> dict[frozenset[str], tuple[str, ...]]:
    """Return the sets of feeds that single losses take, each with the power nodes that take it."""
    taken: dict[frozenset[str], list[str]] = {}
    for key, gone in tree.alone.items():
        if gone.taken:
            taken.setdefault(gone.taken, []).append(key)
    return {feeds: tuple(ids) for feeds, ids in taken.items()}


def _fate_of(core: RackCore | None, taken: frozenset[str], parts: Parts) -> Fate:
    """Return what becomes of some parts of a rack."""
    sure, perhaps = _fate(core, taken)
    return sure & parts, perhaps & parts


def _fate(core: RackCore | None, taken: frozenset[str]) -> Fate:
    """Return what becomes of a rack's parts with some feeds."""
    return _NONE if core is None else core.once(("goes dark", taken), partial(_seen, core, taken))


def _seen(core: RackCore, taken: frozenset[str]) -> Fate:
    feeds = core.read(FEEDS)
    sure, perhaps = _dark_on(feeds, core, taken)
    return sure, perhaps | (_without_path(feeds, core) - sure)


def _without_path(feeds: Feeds | None, core: RackCore) -> Parts:
    """Return the parts of which something hangs on no feed that is drawn, or may do so."""
    if feeds is None or not feeds.lines.lines:
        return frozenset(core.parts)
    unsure = (
        part for draw in feeds.lines.draws if draw.is_open
        for part in feeds.wiring.parts_of_draw(draw.part)
    )  # fmt: skip
    return frozenset((*feeds.lines.without, *unsure))


def _dark_on(feeds: Feeds | None, core: RackCore, lost: frozenset[str]) -> Fate:
    """Return the parts of which all go dark with some feeds, and those of which it may be so."""
    outcome = feeds.outcomes.get(lost) if feeds is not None else None
    if feeds is None or outcome is None or (outcome.dark == "no" and outcome.short == "no"):
        return _NONE
    if outcome.all_dark:
        return frozenset(core.parts), frozenset()
    every: dict[str, set[bool | None]] = {}
    for draw in feeds.lines.draws:
        for part in feeds.wiring.parts_of_draw(draw.part):
            every.setdefault(part, set()).add(_is_dark(draw, feeds, lost))
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
