"""Racks that hold the same and stand alike: what one of them strands, all of them do.

A limit strands feed power that a rack could not use once it is full. Racks that have room for more
of the same devices strand it only if they are filled up; what full ones strand is stranded now.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from operator import is_
from typing import Final, Literal

from designer.catalog.lost_parts import as_racks
from designer.engine.limit_report import NEAR
from designer.engine.report import RackReport
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.feeds.feeds import FEEDS
from designer.engine.subjects.power.power import POWER
from designer.engine.subjects.racks.all_racks import RACKS
from designer.engine.subjects.racks.floor_share import FLOOR
from designer.engine.subjects.racks.limits import share_of, usable
from designer.engine.subjects.racks.places import PLACES
from designer.engine.subjects.racks.shares import KeptShares
from designer.engine.subjects.racks.strands import can_be_filled
from designer.engine.subjects.racks.terms import Bound, Run, Strand, Terms
from designer.model.design import FeedPolicy
from designer.model.figures import Figure, Gap, exact, missing

Full = Literal["yes", "no", "open"]
OPEN: Final = "rule stranded power"
_NOTHING: Final = exact(0.0, "kW")
OF_RACKS: Final = ("air_kw", "liquid_kw", "u_used", "u_total")
OF_ALL: Final = ("weight_kg",)
"""Figures of a report that are summed over racks, and over all that stands in a row."""


@dataclass(frozen=True, eq=False)
class Alike:
    """A rack that stands for all that hold the same and stand alike: what its report says."""

    core: RackCore
    report: RackReport
    policy: FeedPolicy

    @cached_property
    def racks(self) -> Figure:
        """How many racks it is: what no catalogue has may be a unit that cools."""
        filled = self.core.filled
        held = bool(filled.wiring.filling.held)
        return as_racks(filled.rack_part, self.core.contents.rack_part, holds=held)

    @cached_property
    def figures(self) -> Mapping[str, Figure]:
        """Figures of its report that are summed."""
        names = (*OF_RACKS, *OF_ALL) if self.core.is_rack else OF_ALL
        return {name: self.report.figure(name) for name in names}

    @cached_property
    def power(self) -> Figure:
        """What its report says of its highest power, kW."""
        return self.report.figure("power_max_kw")

    @cached_property
    def footprint(self) -> Figure:
        """What its report says of the load on its share of the floor, kPa."""
        return self.report.figure("footprint_kpa")

    @cached_property
    def can_be_filled(self) -> bool:
        """Whether devices go in: a rack that its maker fills takes no more, whatever is left."""
        return can_be_filled(self.core)

    @cached_property
    def stranded(self) -> Figure:
        """What each could not use if it were filled up, kW; nothing where no limit binds."""
        if not self.can_be_filled:
            return _NOTHING
        if not self.report.binding_constraint and not self.report.binding_open:
            return _NOTHING
        found = self.report.figure("stranded_kw")
        refs = (ref for ref in self.open_on if found.gaps)
        width = found.width
        return replace(found, gaps=tuple(Gap(ref, width) for ref in refs))

    @cached_property
    def full(self) -> Full:
        """Whether no more of the same devices goes in: nine tenths of the limit that binds.

        A floor of which nobody says what it carries is told by F04, and fills no rack.
        """
        shares = [
            share
            for limit in self.report.limits
            if limit.name in self._names
            and (share := share_of(limit)) is not None
            and not (limit.name == FLOOR and limit.figure("limit").unknown)
        ]
        if any(share.low >= NEAR for share in shares):
            return "yes"
        return "open" if any(share.high >= NEAR for share in shares) else "no"

    @cached_property
    def full_racks(self) -> Figure:
        """In how many of them nothing more goes in."""
        if self.full == "no":
            return self.racks.times(0.0)
        return self.racks if self.full == "yes" else self.racks.perhaps_none(self.open_on)

    @cached_property
    def stranded_now(self) -> Figure:
        """What each strands as it stands, kW."""
        if not self.can_be_filled or self.full == "no":
            return _NOTHING
        found = self.stranded
        return found if self.full == "yes" else found.perhaps_none(self.open_on)

    @cached_property
    def open_on(self) -> tuple[str, ...]:
        """The inputs that leave open whether it is full, or what it strands."""
        gaps = (
            gap.ref
            for limit in self.report.limits
            if limit.name in self._names and (share := share_of(limit)) is not None
            for gap in share.gaps
        )
        return tuple(dict.fromkeys((*self.report.binding_on, *gaps))) or (OPEN,)

    @property
    def binding(self) -> tuple[str, ...]:
        """The limit that binds, or those of which any may."""
        binds = self.report.binding_constraint
        return (binds,) if binds else self.report.binding_open

    @cached_property
    def bound(self) -> Bound:
        """What it adds to what its limit strands; perhaps, with each, where several may bind."""
        found = Bound(self.racks, self.full_racks, self.stranded)
        if self.report.binding_constraint:
            return found
        return Bound(*(one.perhaps_none(self.open_on) for one in found))

    @property
    def strands(self) -> Iterator[Strand]:
        """Yield what it adds to what is stranded of each capacity, with what leaves it open."""
        for one in self.report.strands:
            left, whole = (one.figure(name, one.unit) for name in ("stranded", "capacity"))
            width = left.width
            gaps = tuple(Gap(ref, width) for ref in self.open_on) if left.gaps else ()
            refs = tuple(gap.ref for gap in one.figure("racks").gaps)
            yield Strand(one.limit, one.label, one.unit, replace(left, gaps=gaps), whole, refs)

    @cached_property
    def terms(self) -> Terms:
        """What it adds to sums; the same object where racks that hold the same in order add it."""
        feeds = self.core.read(FEEDS)
        called: dict[str, dict[str, None]] = {name: {} for name in self.binding}
        for limit in self.report.limits:
            if limit.name in called:
                called[limit.name][limit.label] = None
        terms = Terms(
            self.core.is_rack, self.can_be_filled, self.racks, self.core[POWER].max_kw,
            self.core[POWER].cabled_kw, self.core.filled.gpus,
            missing("rule feeds", "kW") if feeds is None else usable(feeds, self.policy),
            self.stranded, self.stranded_now, tuple(self.figures.items()),
            tuple((name, tuple(labels)) for name, labels in called.items()), self.bound,
            tuple(self.strands),
        )  # fmt: skip
        return self.core.by_order.once(("terms", terms), lambda: terms)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """The limits of which one binds."""
        return (self.report.binding_constraint, *self.report.binding_open)


Group = tuple[Alike, int]
"""A rack that stands for others, and how many there are of them with it."""


@dataclass(frozen=True, eq=False)
class AllAlike:
    """All that stands on the floor, by what it holds and how it stands.

    Attributes
    ----------
    by_core
        Groups of each contents, in the design's order.
    shares
        What racks of which the same limits bind add together, kept from one report to the next.
    """

    by_core: Mapping[RackCore, tuple[Group, ...]]
    shares: KeptShares

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """What all of them add."""
        return runs_of(group for groups in self.by_core.values() for group in groups)


def runs_of(groups: Iterable[Group]) -> tuple[Run, ...]:
    """Return what racks add, of those that follow one another and add the same at once."""
    found: list[Run] = []
    terms, racks, times = None, 0, 0
    for one, number in groups:
        mine = one.terms
        if mine is terms and number == racks:
            times += 1
            continue
        if terms is not None:
            found.append((terms, racks, times))
        terms, racks, times = mine, number, 1
    if terms is not None:
        found.append((terms, racks, times))
    return tuple(found)


ALIKE: Key[AllAlike] = Key("alike racks")


def alike_of(facts: Facts) -> AllAlike:
    """Return racks grouped; contents whose racks are the same, and stand the same, are kept."""
    last, was, contents = facts.last(ALIKE), facts.last(CONTENTS), facts[CONTENTS]
    kept = last.by_core if last is not None and facts.last(PLACES) is facts[PLACES] else {}
    before = was.keys_by_core if was is not None else {}
    by_core = {
        core: kept[core]
        if core in kept and before.get(core) is keys
        else tuple(groups_in(facts, keys, core))
        for core, keys in contents.keys_by_core.items()
    }
    known = last.by_core if last is not None else {}
    alike = list(by_core) == list(known) and all(map(is_, by_core.values(), known.values()))
    if last is not None and alike:
        return last  # what racks are called is no part of this
    return AllAlike(by_core, KeptShares(last.shares if last is not None else None))


def groups_in(facts: Facts, keys: Iterable[str], core: RackCore | None = None) -> Iterator[Group]:
    """Yield racks grouped by what they hold and how they stand, in the order of their ids.

    A report says the same of all contents that differ in their networks alone.

    Parameters
    ----------
    core
        What all of them hold, where that is known.
    """
    contents, racks, places = facts[CONTENTS], facts[RACKS], facts[PLACES]
    policy = facts.site.policy
    wanted = tuple(keys)
    stand = tuple(map(places.__getitem__, wanted))
    held = None if core is not None else tuple(map(contents.cores.__getitem__, wanted))
    # Contents and places that are alike are one object: there are few pairs of these.
    pairs: Sequence[Hashable] = tuple(map(id, stand))
    if held is not None:
        pairs = tuple(zip(map(id, held), pairs, strict=True))
    first = dict(zip(reversed(pairs), range(len(pairs) - 1, -1, -1), strict=True))
    for pair, number in Counter(pairs).items():
        at = first[pair]
        mine, place = core if held is None else held[at], stand[at]
        if mine is None:
            raise RuntimeError("what is held is told, or looked up")
        report = racks[contents.order[wanted[at]]]
        yield mine.once(("alike", place), partial(Alike, mine, report, policy)), number
