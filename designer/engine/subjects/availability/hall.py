"""A design as its failures see it: blocks of nodes, and what many of them share.

Which GPUs a thing takes is what the lists of single losses say of it; how often it does so is what
is published. All is asked for three cases: every rate at its low, its likely, its high figure.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from itertools import chain, combinations
from typing import Final, NamedTuple

from designer.engine.subject import Facts
from designer.engine.subjects.availability.expected import (
    Block,
    Event,
    Failing,
    Feeds,
    expected,
)
from designer.engine.subjects.availability.lost_gpus import lost_with
from designer.engine.subjects.availability.nodes import Nodes, gpus_of_a_node, nodes_of
from designer.engine.subjects.availability.power_failures import POWER_FAILURES, Breaking, Down
from designer.engine.subjects.availability.rates import BEST, CASES, LIKELY, WORST, share_down
from designer.engine.subjects.availability.standing_down import FROM, Overloads, uncooled_of
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.facility.cooling_groups import WHAT_RUNS
from designer.engine.subjects.facility.cooling_losses import COOLING_LOSSES
from designer.engine.subjects.feeds.feeds import FEEDS
from designer.engine.subjects.feeds.room import POWER_TREE, ROOM_POWER
from designer.engine.subjects.feeds.without_path import gpus_without_path
from designer.engine.subjects.totals.totals import TOTALS
from designer.model.figure_cases import highest, hull
from designer.model.figures import Figure, exact, total, within

_NOTHING: Final = exact(0.0)
_ALL_COOLED: Final = (0,) * len(CASES)
_OPPOSITE: Final = {BEST: WORST, LIKELY: LIKELY, WORST: BEST}
"""Least is lost to one cause where most is down for another."""
_HOLDS: Final = "rule whether what is overloaded holds"
MOST_SETS: Final = 24
"""Sets of feeds that are looked at in pairs for what they take together."""


class Held(NamedTuple):
    """Racks with GPUs that hold the same.

    Attributes
    ----------
    core
        What they share with all that hold the same in the same order.
    warm
        How many of them nothing cools with nothing lost, in each case.
    """

    core: RackCore
    number: int
    warm: tuple[int, ...]


class Drawn:
    """What a design has that fails, and what that takes; the same in all cases.

    Attributes
    ----------
    racks
        Racks with GPUs by their feeds.
    whole
        All GPUs.
    overloads
        Feeds that go down since they carry too much.
    uncooled
        Racks that nothing cools with nothing lost, in each case.
    dark
        Racks of GPUs without power with nothing lost: how many, and the GPUs of each and of all.
    without_power, without_cooling
        GPUs that are down even with nothing lost.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.nodes = nodes_of(facts)
        self.uncooled = uncooled_of(facts)
        self.racks: dict[Feeds, list[Held]] = {}
        for core, number in facts[CONTENTS].plain_numbers.items():
            shared = core.by_order
            if shared.filled.known_gpus.high > 0:
                warm = _ALL_COOLED
                if any(self.uncooled):
                    warm = tuple(len(each.get(id(core.results), ())) for each in self.uncooled)
                self.racks.setdefault(_feeds_of(shared), []).append(Held(shared, number, warm))
        self.whole = sum(one.groups * one.each * one.gpus for one in self.nodes)
        self._lost: dict[tuple[Feeds, Feeds, int, int], float] = {}
        self._cooling: dict[tuple[Feeds, int], float] = {}
        self._down_in: dict[tuple[int, str], Down] = {}
        self.overloads = Overloads(facts)
        most = float(self.whole)
        # Of what nobody counts, nobody can say what is down.
        self.dark = () if self.is_open else tuple(self._dark())
        self.without_power = total(gpus for _, _, gpus in self.dark).clipped(most=most)
        cooling = _NOTHING if self.is_open else self._without_cooling()
        self.without_cooling = cooling.clipped(most=most)
        self._never = tuple(
            0.0 if self.is_open else min(most, self._never_in(case)) for case in CASES
        )

    @property
    def says_who_has_power(self) -> bool:
        """Whether GPUs are without power, or somebody states what all feeds carry."""
        return bool(self.dark) or not self.overloads.unjudged

    def _dark(self) -> Iterator[tuple[int, Figure, Figure]]:
        """Yield how many racks hold GPUs that no power reaches: of each, and of all of them.

        They hang on no feed, on feeds that supply one another in a circle, on such as the room
        does not have, or on such as carry too much with nothing lost.
        """
        known: dict[RackCore, Figure] = {}
        for one in self._every:
            dark = known.get(one.core)
            if dark is None:
                dark = known[one.core] = self._dark_in(one.core)
            if dark.high > 0:
                yield one.number, dark, dark.times(one.number)

    @property
    def _every(self) -> Iterator[Held]:
        """All racks with GPUs, feeds by feeds."""
        return chain.from_iterable(self.racks.values())

    def _dark_in(self, core: RackCore) -> Figure:
        """Return the GPUs of a rack that no power reaches with nothing lost."""
        path = core.once("GPUs without a path", partial(_without_path, core))
        cases = [exact(self._down(core, frozenset(), case)) for case in CASES]
        if [one.low for one in cases] == [path.low, path.likely, path.high]:
            return path
        return hull(cases, _HOLDS).counted_as(cases[LIKELY].low)

    def _down(self, core: RackCore, gone: Feeds, case: int) -> float:
        """Return the GPUs of a rack that are down with some feeds, and with what never has power.

        What a rack PDU carries too much of with nothing lost may trip.
        """
        out = (gone | self.overloads.normally(case)) & _feeds_of(core)
        return core.once(("GPUs down", out, case), partial(self._down_without, core, out, case))

    def _down_without(self, core: RackCore, out: Feeds, case: int) -> float:
        whole = in_case(core.filled.known_gpus, case)
        if case >= core.once("rack carries too much", partial(_too_much_from, core)):
            return whole
        path = core.once("GPUs without a path", partial(_without_path, core))
        lost = in_case(self._lost_in(core, out), case) if out else 0.0
        return min(whole, in_case(path, case) + lost)

    def _without_cooling(self) -> Figure:
        """Return the GPUs that nothing cools with nothing lost."""
        if not any(any(one.warm) for one in self._every):
            return _NOTHING
        cases = [
            total(one.core.filled.known_gpus.times(one.warm[case]) for one in self._every)
            for case in CASES
        ]
        if not cases[WORST].high:
            return _NOTHING
        return hull(cases, "rule what cools it").counted_as(cases[LIKELY].likely)

    def _never_in(self, case: int) -> float:
        down = 0.0
        known = self._each(self._every, lambda core: self._down(core, frozenset(), case))
        for one in self._every:
            warm = one.warm[case]
            if warm:
                down += warm * in_case(one.core.filled.known_gpus, case)
            down += (one.number - warm) * known[one.core]
        return down

    def _each(
        self, racks: Iterable[Held], look: Callable[[RackCore], float]
    ) -> dict[RackCore, float]:
        """Return what is seen in racks: in those that hold the same in the same order once."""
        return {core: look(core) for core in dict.fromkeys(one.core for one in racks)}

    def never(self, case: int) -> float:
        """Return the GPUs that are down with nothing lost: nothing powers them, or cools them."""
        return self._never[case]

    def powered(self, case: int) -> float:
        """Return the part of all GPUs that run while nothing is lost."""
        return 1 - self.never(case) / self.whole

    @cached_property
    def is_open(self) -> bool:
        """Whether nobody can say how many GPUs there are, or in how many nodes."""
        contents = self.facts[CONTENTS]
        if not self.whole or contents.counts.lost or not self.facts[TOTALS].figure("gpus").exact:
            return True
        parts = map(self.facts.catalog.get, contents.counts.parts)
        return any(part.node_count is None for part in parts if part and gpus_of_a_node(part))

    def blocks(self, case: int) -> tuple[Block, ...]:
        """Return the nodes with how often they and their switches are down."""
        return self._blocks[case]

    @cached_property
    def _blocks(self) -> tuple[tuple[Block, ...], ...]:
        down = partial(share_down, self.facts.catalog)
        return tuple(
            tuple(
                Block(
                    one.groups, one.each, one.gpus, down(one.kind, case),
                    1.0 if case >= one.cut_from else down("leaf", case, one.leaves),
                )
                for one in self.nodes
            )
            for case in CASES
        )  # fmt: skip

    def power(self, case: int, without: str = "", running: int | None = None) -> float:
        """Return the GPUs that failures upstream take on average.

        Parameters
        ----------
        without
            A kind of thing that does not fail.
        running
            The case of what is down with nothing lost, which these cannot take; else the same.
        """
        things, down = self._down_by(case, without), case if running is None else running
        lost = sum(
            share * self._lost_of(feeds, gone, case, down)
            for feeds in self.racks
            for gone, share in things.of(feeds).items()
        )
        return lost + sum(
            share * self._uncooled(gone, case, down)
            for thing in things.things
            for gone, share in thing.outcomes
        )

    def _down_by(self, case: int, without: str) -> Down:
        """Return how often what fails takes feeds, as found before where the same things fail."""
        found = self._down_in.get((case, without))
        if found is None:
            known = self.facts[POWER_FAILURES].down
            found = Down(self.failing(case, without), known.get((case, without)))
            self._down_in[case, without] = known[case, without] = found
        return found

    def failing(self, case: int, without: str = "") -> tuple[Failing, ...]:
        """Return what fails upstream, with the feeds that carry too much then."""
        every = self._failing[case]
        return tuple(one for one in every if one.kind != without) if without else every

    @cached_property
    def _failing(self) -> tuple[tuple[Failing, ...], ...]:
        return tuple(
            tuple(failing for one in every if (failing := self._with_overloads(one, case)).outcomes)
            for case, every in enumerate(self.facts[POWER_FAILURES].cases)
        )

    def _with_overloads(self, thing: Breaking, case: int) -> Failing:
        shares: dict[Feeds, float] = {}
        for one in thing.outcomes:
            if after := self.overloads.after(one.nodes, one.feeds, case):
                shares[after] = shares.get(after, 0.0) + one.share
        return Failing(thing.name, thing.kind, tuple(shares.items()))

    def _lost_of(self, feeds: Feeds, gone: Feeds, case: int, running: int) -> float:
        """Return the GPUs of all racks with some feeds that are lost with some of these."""
        if not gone:
            return 0.0
        key = (feeds, gone, case, running)
        if key not in self._lost:
            known = self._each(
                self.racks[feeds],
                lambda core: max(
                    0.0, self._down(core, gone, case) - self._down(core, frozenset(), running)
                ),
            )
            self._lost[key] = sum(
                (one.number - one.warm[running]) * known[one.core] for one in self.racks[feeds]
            )
        return self._lost[key]

    def _lost_in(self, core: RackCore, gone: Feeds) -> Figure:
        return core.once(("lost with", gone), partial(lost_with, core, gone, self.facts.site))

    def _uncooled(self, gone: Feeds, case: int, running: int) -> float:
        """Return the GPUs that are short of cooling where feeds take cooling units.

        Those that are down without it are none of them.
        """
        most = self._short_of_cooling(gone, case)
        if not most:
            return 0.0
        return max(
            0.0, min(most, self.whole - self.never(running) - self._in_racks(gone, case, running))
        )

    def _short_of_cooling(self, gone: Feeds, case: int) -> float:
        if (gone, case) not in self._cooling:
            losses = self.facts[COOLING_LOSSES]
            site = self.facts.site
            single = [lost for lost in site.taken_of(gone) if lost <= gone]
            found = (losses.without(tuple(sorted(lost))) for lost in {gone, *single})
            each = [in_case(loss.figure("gpus"), case) for loss in found if loss is not None]
            self._cooling[gone, case] = max(each, default=0.0)
        return self._cooling[gone, case]

    def taken_with(self, gone: Feeds, case: int, running: int | None = None) -> float:
        """Return the GPUs of all racks that are lost with some feeds; `running` as in `power`."""
        down = case if running is None else running
        racks = self._in_racks(gone, case, down)
        return min(float(self.whole), racks + self._uncooled(gone, case, down))

    def _in_racks(self, gone: Feeds, case: int, running: int) -> float:
        """Return the GPUs in racks that are lost with some feeds: racks on others lose none."""
        places = {at for feed in gone for at in self._on_feed.get(feed, ())}
        touched = (self._by_feeds[at] for at in sorted(places))
        return sum((self._lost_of(feeds, gone & feeds, case, running) for feeds in touched), 0.0)

    @cached_property
    def _by_feeds(self) -> tuple[Feeds, ...]:
        return tuple(self.racks)

    @cached_property
    def _on_feed(self) -> dict[str, list[int]]:
        """The places of the racks that hang on each feed, among all by their feeds."""
        found: dict[str, list[int]] = {}
        for at, feeds in enumerate(self._by_feeds):
            for feed in feeds:
                found.setdefault(feed, []).append(at)
        return found

    def alone_takes(self, kind: str) -> Figure | None:
        """Return the GPUs that one thing upstream of a kind takes, at most; None without such.

        With what goes down since it lacks cooling then, or since what is left carries too much.
        """
        losses = self.facts[ROOM_POWER].losses
        found = [self.takes(frozenset({loss.id})) for loss in losses if loss.kind == kind]
        return highest(found) if found else None

    def takes(self, nodes: frozenset[str]) -> Figure:
        """Return the GPUs that things upstream take together."""
        gone = self.facts[POWER_TREE].without(sorted(nodes)).taken
        cases = [
            exact(self.taken_with(self.overloads.after(nodes, gone, case), case, _OPPOSITE[case]))
            for case in CASES
        ]
        ends = sorted(one.low for one in cases)
        if ends[0] == ends[-1]:
            return cases[LIKELY]
        return hull(cases, WHAT_RUNS).counted_as(cases[LIKELY].low)

    def power_events(self, case: int) -> Iterator[Event]:
        """Yield sets of feeds that are lost, one by one and by twos, with what they take."""
        shares: dict[Feeds, float] = {}
        for thing in self.failing(case):
            for gone, share in thing.outcomes:
                shares[gone] = shares.get(gone, 0.0) + share
        takes = {gone: self.taken_with(gone, case) for gone in shares}
        for gone, share in shares.items():
            if takes[gone]:
                yield Event(share, takes[gone])
        for one, other in combinations(tuple(shares)[:MOST_SETS], 2):
            both = one | other
            if both not in (one, other):
                more = self.taken_with(both, case)
                if more > max(takes[one], takes[other]):
                    yield Event(shares[one] * shares[other], more)

    def site(self, case: int) -> float:
        """Return the share of time in which an event of the site takes all."""
        return self._site[case]

    @cached_property
    def _site(self) -> tuple[float, ...]:
        return tuple(share_down(self.facts.catalog, "site", case) for case in CASES)

    def expected(self, case: int) -> float:
        """Return the GPUs that are there on average."""
        return self._expected[case]

    @cached_property
    def _expected(self) -> tuple[float, ...]:
        return tuple(
            expected(
                self.blocks(case),
                (
                    (Event(self.site(case), self.whole),),
                    (Event(1.0, self.never(case)), Event(1.0, self._power[case])),
                ),
            )
            for case in CASES
        )

    @cached_property
    def _power(self) -> tuple[float, ...]:
        return tuple(map(self.power, CASES))

    def lost(self, case: int) -> float:
        """Return the GPUs that are missing on average."""
        return self.whole - self.expected(case)

    def lost_to_nodes(self, kind: str, case: int) -> float:
        """Return the GPUs whose own node is down on average."""
        blocks = self._connected(case, _OPPOSITE[case])
        down = sum(block.whole * block.unit_down for one, block in blocks if one.kind == kind)
        return down * self.powered(_OPPOSITE[case])

    def lost_to_leaves(self, case: int) -> float:
        """Return the GPUs that leaf switches cut off on average."""
        blocks = self._connected(case, _OPPOSITE[case])
        down = sum(block.whole * block.down for _, block in blocks if block.down < 1)
        return down * self.powered(_OPPOSITE[case])

    def _connected(self, case: int, cut: int) -> tuple[tuple[Nodes, Block], ...]:
        """Return the nodes that are not cut off in some case, as they fail in another."""
        pairs = zip(self.nodes, self.blocks(case), strict=True)
        return tuple((one, block) for one, block in pairs if cut < one.cut_from)

    def cut_off(self, case: int) -> float:
        """Return the GPUs that hang on no leaf switch of their compute fabric."""
        return float(sum(
            one.groups * one.each * one.gpus for one in self.nodes if case >= one.cut_from
        ))  # fmt: skip

    def lost_to_site(self, case: int) -> float:
        """Return the GPUs that events of the site take on average."""
        return self.whole * self.site(case) * self.powered(_OPPOSITE[case])

    def lost_to(self, kind: str, case: int) -> float:
        """Return the GPUs that would be there more if nothing of a kind upstream ever failed."""
        running = _OPPOSITE[case]
        whole = self._power[case] if running == case else self.power(case, "", running)
        return max(0.0, whole - self.power(case, kind, running))

    def behind_a_leaf(self) -> float:
        """Return the GPUs that one leaf switch cuts off, at most of any."""
        return float(max((one.on_a_leaf * one.gpus for one in self.nodes), default=0))

    def events(self, case: int) -> tuple[Event, ...]:
        """Return all that many share, for a distribution."""
        return (Event(self.site(case), self.whole), *self.power_events(case))


def _feeds_of(core: RackCore) -> Feeds:
    return core.once("feeds of the room", partial(_feeds_read, core))


def _feeds_read(core: RackCore) -> Feeds:
    feeds = core.read(FEEDS)
    return frozenset(line.feed for line in feeds.lines.lines) if feeds is not None else frozenset()


def _too_much_from(core: RackCore) -> int:
    """Return the best case in which the lines of a rack carry too much with nothing lost."""
    feeds = core.read(FEEDS)
    if feeds is None or not any(line.pdus for line in feeds.lines.lines):
        return len(CASES)
    answers = (feeds.carries.verdict.answer, within(feeds.on_pdus, feeds.capacity).answer)
    return min(FROM.get(answer, len(CASES)) for answer in answers)


def _without_path(core: RackCore) -> Figure:
    """Return the GPUs of a rack that hang on no feed."""
    feeds, gpus = core.read(FEEDS), core.filled.known_gpus
    return gpus.perhaps_none(("rule feeds",)) if feeds is None else gpus_without_path(feeds, gpus)


def in_case(figure: Figure, case: int) -> float:
    """Return a figure of losses in the best, the likely or the worst case."""
    return {BEST: figure.low, LIKELY: figure.likely, WORST: figure.high}[case]


def in_cases(compute: Callable[[int], float], unit: str = "", *, estimated: bool = True) -> Figure:
    """Return a figure between its best and its worst case.

    Parameters
    ----------
    estimated
        Whether it is told as the estimate that published rates are, or by its bounds.
    """
    ends = sorted((compute(BEST), compute(WORST)))
    likely = min(max(compute(LIKELY), ends[0]), ends[1])
    basis = ("rule published failure rates",)
    return Figure(ends[0], ends[1], likely, unit, 1.0, basis, (), estimated)
