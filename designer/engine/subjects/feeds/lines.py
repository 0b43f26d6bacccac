"""What a rack's feeds carry, in normal operation and after a loss, from its power wiring.

A *line* is a feed as it comes into a rack: the rack PDUs of that feed, or its whips. A PDU that
names no feed is a line of its own that may belong to any feed of the room: what follows from it is
computed for every feed that it may be on, and bounded by all of these.

Rules: the running supplies of a device share its load evenly; power shelves likewise; a cooling
unit with several whips takes its power from the first that has any, by its transfer switch; a
device of which nobody can say where its supplies hang may take from a line nothing, or all it needs
(`open_cords`).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product as every

from designer.catalog.lost_parts import lost_ref
from designer.catalog.part import Part
from designer.engine.subjects.feeds.open_cords import NOTHING_OPEN, OpenCords, Refs, open_cords
from designer.model.figures import Figure, Gap, estimate, exact, merged, total
from designer.wiring.power_ends import shelves_of
from designer.wiring.power_filling import ITSELF, needs_power, surely_feeds
from designer.wiring.power_rack import RackWiring

PowerOf = Callable[[str], Figure]
"""Highest power of a part in W, by its id."""

Lost = frozenset[int]
"""Positions of the lines that are lost."""

MOST_TRIED = 25_000
"""Loads of feeds that are looked at, for each way to put PDUs on feeds, each of which may be lost:
four PDUs on five feeds (625 ways) are tried one by one, on six (1,296 ways) they are not."""
EVENLY = "rule supplies spread evenly over the feeds"
PLUGGED = "rule every supply finds an outlet"


@dataclass(frozen=True, slots=True)
class Line:
    """A feed as it comes into a rack.

    Attributes
    ----------
    feed
        Its id; empty where a PDU names none.
    pdus
        Positions of its PDUs among what the rack holds.
    open_on
        The part that leaves open whether there is such a line: what no catalogue has may be a rack
        PDU, or may not. Empty where there is one.
    """

    feed: str
    pdus: tuple[int, ...] = ()
    open_on: str = ""


@dataclass(frozen=True, slots=True)
class Draw:
    """Something that draws power, and how it hangs on the lines.

    Attributes
    ----------
    supplies
        Running supplies on each line, by the rule of cords; all 0 where nobody can say.
    order
        Lines in the order in which a transfer switch takes them; empty where supplies share.
    because
        What leaves open where its supplies hang; empty where that is known.
    turned
        Whether `supplies` is one of the spreads that it may have: from whichever feed they begin,
        they take one feed after the other.
    domains
        The supplies of each domain on each line; empty where all share one load.
    """

    part: str
    supplies: tuple[int, ...]
    order: tuple[int, ...] = ()
    because: Refs = ()
    turned: bool = False
    domains: tuple[tuple[int, ...], ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether nobody knows on which lines it hangs."""
        return bool(self.because) or self.is_uncounted

    @property
    def is_uncounted(self) -> bool:
        """Whether nobody knows how its supplies spread over the lines."""
        return not any(self.supplies) and not self.order

    @property
    def is_uneven(self) -> bool:
        """Whether its domains hang otherwise on the lines than all of its supplies do."""
        whole = sum(self.supplies)
        return any(
            count * whole != of_line * sum(domain)
            for domain in self.domains
            for count, of_line in zip(domain, self.supplies, strict=True)
        )

    def shares(self, lost: Lost) -> tuple[float, ...]:
        """Return the part of its power that it takes from each line; all 0 where it goes down."""
        if self.order:
            first = next((line for line in self.order if line not in lost), None)
            return tuple(float(line == first) for line in range(len(self.supplies)))
        running = [0 if line in lost else count for line, count in enumerate(self.supplies)]
        left = sum(running)
        return tuple(count / left if left else 0.0 for count in running)


@dataclass(frozen=True, eq=False)
class Lines:
    """All lines of a rack and what draws from them.

    Attributes
    ----------
    estimates
        Whether supplies of which nobody can say where they hang are estimated to spread evenly.
    without
        Parts that hang on none of the lines, and how many: they find no outlet. They need power
        all the same, so that the rack is to carry them; what a loss leaves, they do not load.
    cords
        What leaves open where supplies hang.
    perhaps_off_pdus
        Parts that hang on rack PDUs or on a bus bar, with what leaves open which.
    """

    lines: tuple[Line, ...]
    draws: Mapping[Draw, int]
    power_of: PowerOf
    estimates: bool = True
    without: Mapping[str, int] = field(default_factory=dict)
    cords: OpenCords = NOTHING_OPEN
    perhaps_off_pdus: Mapping[str, str] = field(default_factory=dict)
    _known: dict[Lost, tuple[Figure, ...]] = field(default_factory=dict, repr=False)

    def loads(self, lost: Lost = frozenset()) -> tuple[Figure, ...]:
        """Return the load of each line in kW when some are lost."""
        known = self._known.get(lost)
        if known is None:
            known = self._known[lost] = tuple(self._loads(lost))
        return known

    def _loads(self, lost: Lost) -> Iterator[Figure]:
        weights: list[Counter[str]] = [Counter() for _ in self.lines]
        unsure = [(draw, number) for draw, number in self.draws.items() if draw.is_open]
        for draw, number in self.draws.items():
            if draw.is_open:
                continue
            for line, share in enumerate(draw.shares(lost)):
                if share:
                    weights[line][draw.part] += number * share  # type: ignore[assignment]  # shares
        for line, of_parts in enumerate(weights):
            if line in lost:
                yield exact(0.0, "kW")
                continue
            figures = [self.kw(part).times(weight) for part, weight in of_parts.items()]
            figures += [self._unsure(draw, lost, line).times(number) for draw, number in unsure]
            yield total(figures, "kW")

    def kw(self, part: str) -> Figure:
        """Return the highest power of a part in kW."""
        return self.power_of(part).times(0.001, "kW")

    def _unsure(self, draw: Draw, lost: Lost, line: int) -> Figure:
        """Return what a device may draw from a line if nobody can say where it hangs."""
        whole = self.kw(draw.part)
        refs = draw.because or (f"{draw.part}.psu",)
        if whole.value is None or not self.estimates:
            gaps = merged((*whole.gaps, Gap(refs[0], whole.high)))
            return Figure(0.0, whole.high, None, "kW", 0.0, (*refs, *whole.basis), gaps)
        unspread = draw.is_uncounted or draw.turned
        share = 1 / (len(self.lines) - len(lost)) if unspread else draw.shares(lost)[line]
        each = whole.times(share).value
        if each is None:
            raise ValueError(f"a share of the known power of {draw.part} is not known")
        rule = EVENLY if unspread else PLUGGED
        return estimate(each, 0.0, whole.high, "kW", refs[0], rule)

    @property
    def unsure(self) -> Mapping[int, Refs]:
        """What leaves open on which feeds devices hang, by their position."""
        return self.cords.feeds

    @property
    def lacking(self) -> frozenset[int]:
        """Devices of which it is open whether all supplies find an outlet, by position."""
        return self.cords.lacking

    @cached_property
    def whips(self) -> Lost:
        """Positions of the whips that pass by the rack PDUs; none where there are no rack PDUs."""
        bare = frozenset(at for at, line in enumerate(self.lines) if not line.pdus)
        return bare if len(bare) < len(self.lines) else frozenset()

    @property
    def certain(self) -> int:
        """How many lines there are for certain: those of rack PDUs where there are any."""
        return sum(
            not line.open_on for at, line in enumerate(self.lines) if at not in self.whips
        )  # fmt: skip

    @property
    def all_draws(self) -> Figure:
        """What everything that is to hang on the lines draws together, kW."""
        return self._together(self.draws)

    @property
    def on_pdus(self) -> Figure:
        """The same without what hangs on whips that pass by the rack PDUs."""
        on_them = {draw: number for draw, number in self.draws.items() if not self._on_whips(draw)}
        if not self.perhaps_off_pdus:
            return self._together(on_them)
        perhaps = [
            self.kw(draw.part).times(number).perhaps_none((ref,))
            for draw, number in on_them.items()
            if (ref := self.perhaps_off_pdus.get(draw.part)) is not None
        ]
        sure = {d: n for d, n in on_them.items() if d.part not in self.perhaps_off_pdus}
        return total((self._together(sure), *perhaps), "kW")

    def _on_whips(self, draw: Draw) -> bool:
        hangs = draw.order or tuple(at for at, number in enumerate(draw.supplies) if number)
        return bool(hangs) and self.whips.issuperset(hangs)

    def _together(self, draws: Mapping[Draw, int]) -> Figure:
        parts = Counter(self.without)
        for draw, number in draws.items():
            parts[draw.part] += number
        return total((self.kw(part).times(number) for part, number in parts.items()), "kW")

    def assignments(self, feeds: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """Return every way in which the lines may belong to feeds, by position; none if too many.

        Parameters
        ----------
        feeds
            Feeds of the room. What names none of them may hang on any; where the room has no
            feeds at all, the lines may belong to one or many.
        """
        free = [at for at, line in enumerate(self.lines) if not _is_known(line.feed, feeds)]
        names = tuple(line.feed for line in self.lines)
        if not free:
            return (names,)
        offered = list(feeds) or [f"?{at}" for at in range(len(free))]
        if len(offered) ** (len(free) + 2) > MOST_TRIED:
            return ()
        found = []
        for choice in every(offered, repeat=len(free)):
            chosen = dict(zip(free, choice, strict=True))
            found.append(tuple(chosen.get(at, name) for at, name in enumerate(names)))
        return tuple(found)


def _is_known(feed: str, feeds: Sequence[str]) -> bool:
    """Return whether a line's feed says what it hangs on: a feed that the room has."""
    return feed in feeds


def lines_of(wiring: RackWiring, power_of: PowerOf, *, estimates: bool = True) -> Lines:
    """Return the lines of a rack and what hangs on them."""
    held = wiring.filling.held
    groups = (*wiring.groups, *((held[item].feed, (item,)) for item in wiring.lost_strips))
    pdus: dict[str, list[int]] = {}
    if wiring.part is None:
        # What is not known may be a filled rack or a cooling unit, which takes whips.
        pdus |= {feed: [] for feed in wiring.feeds_of_lost}
    for feed, items in groups:
        if feed:
            pdus.setdefault(feed, []).extend(items)
    # Whips pass by the rack PDUs of their feed.
    whipped: dict[str, tuple[int, ...]] = {feed: () for feed, _ in wiring.whips}
    both = [(feed, tuple(items)) for feed, items in pdus.items()]
    named = sorted((*whipped.items(), *both))
    named += [("", items) for feed, items in groups if not feed]
    lines = [Line(feed, items, _open_on(wiring, feed, items)) for feed, items in named]
    cords = open_cords(wiring)
    draws = dict(Counter(draw for _, draw in each_draw(wiring, lines, cords.feeds, cords)))
    without = _without(wiring, cords)
    return Lines(
        tuple(lines), draws, power_of, estimates, without, cords, wiring.perhaps_off_pdus
    )  # fmt: skip


def _open_on(wiring: RackWiring, feed: str, pdus: Sequence[int]) -> str:
    """Return the part that leaves open whether there is a line; empty where there is."""
    held, parts = wiring.filling.held, wiring.parts
    if not pdus and any(feed == whip for whip, _ in wiring.whips):
        return ""
    if any(surely_feeds(held[item], parts[item]) for item in pdus):
        return ""
    return lost_ref(held[pdus[0]].part if pdus else wiring.filling.part)


def _without(wiring: RackWiring, cords: OpenCords) -> Counter[str]:
    """Return what needs power and for certain hangs on none of the rack PDUs that there are.

    Nor on any that there may be: what is left unplugged by hand needs its power all the same.
    """
    if not wiring.groups and not wiring.lost_strips and wiring.bus is None:
        return Counter()
    fed = {cord.item for cord in wiring.plugged} | set(wiring.open_items) | cords.lacking
    fed.update(wiring.on_bus)
    return Counter(
        part.id for item, part in enumerate(wiring.parts)
        if part is not None and needs_power(part) and item not in fed
    )  # fmt: skip


def each_pdu(wiring: RackWiring, lines: Lines) -> tuple[Lines, tuple[int, ...]]:
    """Return the lines with every rack PDU as a line of its own, and the line each belongs to.

    Supplies on a feed share their load evenly, its PDUs need not: one may hold more supplies.
    """
    if all(len(line.pdus) <= 1 for line in lines.lines):
        return lines, tuple(range(len(lines.lines)))
    split, belongs = [], []
    for at, line in enumerate(lines.lines):
        apart = [Line(line.feed, (pdu,)) for pdu in line.pdus] or [Line(line.feed)]
        split += apart
        belongs += [at] * len(apart)
    draws = Counter(draw for _, draw in each_draw(wiring, split, lines.cords.pdus, lines.cords))
    return replace(lines, lines=tuple(split), draws=dict(draws), _known={}), tuple(belongs)


def each_draw(
    wiring: RackWiring,
    lines: Sequence[Line],
    unsure: Mapping[int, Refs],
    cords: OpenCords,
) -> Iterator[tuple[int, Draw]]:
    """Yield what draws power, with its position.

    Parameters
    ----------
    unsure
        What leaves open where supplies hang, by the position of their device.
    """
    nobody_knows = (0,) * len(lines)
    line_of = {pdu: at for at, line in enumerate(lines) for pdu in line.pdus}
    by_item: dict[int, list[int]] = {}
    hung: dict[int, list[tuple[int, int]]] = {}
    for item, supply, pdu, _ in wiring.plugged:
        by_item.setdefault(item, [0] * len(lines))[line_of[pdu]] += 1
        hung.setdefault(item, []).append((supply, line_of[pdu]))
    by_hand = {cord.item for cord in wiring.filling.cords}
    nowhere_known = (*wiring.open_items, *sorted(cords.lacking))
    for item in nowhere_known:
        # A cord that is laid says nothing of the others, where these may hang anywhere.
        by_item.pop(item, None)
    for item, counts in by_item.items():
        part, spread, turns = wiring.parts[item], tuple(counts), item in cords.turned
        all_of_them = part is not None and part.psu is not None and sum(spread) == part.psu.count
        if turns and (item in by_hand or not all_of_them):
            spread, turns = nobody_knows, False
        name = wiring.filling.held[item].part
        domains = _domains(part, hung[item], len(lines)) if any(spread) else ()
        yield item, Draw(name, spread, (), unsure.get(item, ()), turns, domains)
    for item in nowhere_known:
        if item in wiring.on_bus_alone:
            continue  # What draws for it is the bus bar, or nothing.
        name = wiring.filling.held[item].part
        yield item, Draw(name, nobody_knows, because=unsure.get(item, ()))
    if wiring.part is None and wiring.feeds_of_lost:
        itself = wiring.filling.part
        yield ITSELF, Draw(itself, nobody_knows, because=(lost_ref(itself),))
    if wiring.whips and wiring.itself is not None:
        yield ITSELF, _itself(wiring, wiring.itself, lines)


def _domains(
    part: Part | None, hung: Sequence[tuple[int, int]], lines: int
) -> tuple[tuple[int, ...], ...]:
    """Return the supplies of each domain of a device on each line; none where it has no domains.

    Parameters
    ----------
    hung
        Number and line of each supply.
    """
    if part is None or part.psu is None or not part.psu.domains:
        return ()
    counts = [[0] * lines for _ in part.psu.domains]
    for supply, line in hung:
        counts[part.psu.domain_of(supply)][line] += 1
    return tuple(map(tuple, counts))


def _itself(wiring: RackWiring, part: Part, lines: Sequence[Line]) -> Draw:
    """Return how the thing on the floor itself hangs on the lines, or the bus bar of a rack."""
    place = {line.feed: at for at, line in enumerate(lines) if line.feed and not line.pdus}
    on = [place[feed] for feed, _ in wiring.whips]
    if wiring.bus is not None:
        weights = Counter[int]()
        for line, (_, shelf) in zip(on, wiring.whips, strict=True):
            weights[line] += wiring.bus.weights[shelf]
        spread = tuple(weights[at] for at in range(len(lines)))
        return Draw(part.id, spread, because=wiring.shares_open_on)
    compute, traits = part.compute, part.traits
    counted = compute is not None and compute.power_shelves is not None
    if traits.is_rack and not counted and len(on) > 1:
        # Shelves that nobody counted may hang on any of its feeds: no transfer switch is known.
        return Draw(part.id, (0,) * len(lines))
    shelves = shelves_of(part)
    psu = part.psu
    each = psu.count // shelves if shelves and psu and psu.count % shelves == 0 else 1
    counts = Counter(on)
    supplies = tuple(counts[at] * each for at in range(len(lines)))
    return Draw(part.id, supplies, () if shelves else tuple(on))
