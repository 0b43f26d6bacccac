"""The power shelves of a rack: loads, whips and bus bar, with all up and after each loss.

    shelf = rack on the bus bar / shelves left        whip = shelf / η / whips / (√3 · V · PF)

Shelves of several sorts on one bus bar are told sort by sort. They share the load by their ratings,
so that others count as so many of this sort as they give: beside shelves of 33 kW one of 66 kW is
two.

A whip, a branch and a busway carry what lasts: the highest power. Only shelves, UPS and generators
see a peak of milliseconds.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import isclose, sqrt
from typing import Final, NamedTuple

from designer.catalog.part import Part
from designer.catalog.shelf_power import behind_supplies
from designer.engine.assumptions import Assumptions
from designer.engine.bus_load import each_on_bus_w
from designer.engine.circuits import amps_per_kw
from designer.engine.limit import STATES
from designer.engine.results import Key
from designer.engine.shelf_report import ShelfCase, ShelfLossKind, ShelvesReport
from designer.engine.subject import Filling
from designer.engine.subjects.feeds.case import Case
from designer.engine.subjects.feeds.peaks_on_room import at_peak
from designer.engine.subjects.feeds.supplies import (
    efficiency_of,
    supplies_of_shelf,
)
from designer.engine.subjects.shelves.batteries import Batteries, batteries_of
from designer.model.figure_cases import highest, hull, lowest
from designer.model.figures import Figure, exact, missing, stated, within
from designer.model.measured import fields_of
from designer.wiring.power_bus import RackBus, unrated
from designer.wiring.power_rack import RackWiring

NOTHING = exact(0.0, "kW")
LEAST_FACTOR: Final = 0.9
"""Power factor that supplies of 80 PLUS have at least (its test protocol, from memory)."""


class Along(NamedTuple):
    """Something along a bus bar, lowest first: what it draws of it, kW, or gives to it.

    Attributes
    ----------
    weight
        Of a shelf, its part of what all give; 0 for a device.
    feed
        Of a shelf, the feed that it hangs on; empty where on none.
    """

    draws: Figure
    weight: int = 0
    feed: str = ""


@dataclass(frozen=True)
class Shelves:
    """The power shelves of a rack, or those of one sort among several.

    Attributes
    ----------
    part
        The shelves told as one part, as a filled rack tells its own.
    by_feed
        Shelves on each feed, in order; others on the same bus bar as what they give by these. A
        feed of which nobody can say that is not in it.
    own
        Shelves of this sort on each feed, in order.
    each_kw
        What one gives.
    bus_kw, input_kw
        What the rack takes from the bus bar, and its shelves from their whips.
    edp_bus_kw
        What it takes from the bus bar at a peak of milliseconds.
    volts
        Of the feeds that state one.
    has_peaks
        Whether somebody says that it has peaks of milliseconds.
    asked
        Feeds that may be lost together by the site's policy.
    placed
        What shelves that stand in the rack are called; empty for those that a maker built in.
    rack
        The part of the rack in which they stand.
    bar
        All shelves on the bus bar, told as one part.
    along
        What stands along the bus bar; None of what is built in.
    batteries
        Battery shelves on the same bus bar; told by the first sort alone.
    open_on, perhaps_more
        What leaves open what these give beside others: whether there are more shelves, or what
        others are rated for. After it how many more there may be.
    sorts_on
        The sorts of shelf on each feed.
    """

    part: Part
    by_feed: Mapping[str, float]
    own: Mapping[str, int]
    each_kw: Figure
    bus_kw: Figure
    input_kw: Figure
    edp_bus_kw: Figure
    site: Assumptions
    has_peaks: bool = False
    asked: tuple[frozenset[str], ...] = ()
    called: Mapping[str, str] = field(default_factory=dict)
    placed: str = ""
    rack: Part | None = None
    bar: Part | None = None
    along: tuple[Along, ...] | None = None
    batteries: Batteries | None = None
    open_on: tuple[str, ...] = ()
    perhaps_more: int = 0
    sorts_on: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def number(self) -> float:
        """Shelves that hang on feeds, with what others give by these."""
        return sum(self.by_feed.values())

    @property
    def number_own(self) -> int:
        """Shelves of this sort that hang on feeds."""
        return sum(self.own.values())

    @property
    def is_one_of_several(self) -> bool:
        """Whether shelves of another sort stand on the same bus bar."""
        return self.bar is not None and self.bar is not self.part

    @property
    def spread(self) -> str:
        """How they are dealt over the feeds: `4+4`."""
        return "+".join(str(count) for count in self.own.values())

    def open_after(self, lost: frozenset[str]) -> tuple[str, ...]:
        """Return what leaves open what these give beside others that a loss of feeds leaves."""
        left = [sorts for feed, sorts in self.sorts_on.items() if feed not in lost]
        alone = self.sorts_on and all(sorts == {self.part.id} for sorts in left)
        return () if alone and not self.perhaps_more else self.open_on

    def left_kw(self, left: float, lost: frozenset[str] = frozenset()) -> Figure:
        """Return what so many give together, without those on lost feeds."""
        return self._at_least(self.each_kw.times(left), lost)

    def _at_least(self, given: Figure, lost: frozenset[str]) -> Figure:
        """Return what known shelves give as what all of them do, where there may be more."""
        refs = self.open_after(lost)
        return missing(refs[0], given.unit, given.low) if refs else given

    def _at_most(self, taken: Figure, lost: frozenset[str]) -> Figure:
        """Return what known shelves take of a load, where others may take all of it."""
        refs = self.open_after(lost)
        return taken.perhaps_none(refs) if refs else taken

    def without(self, feeds: frozenset[str]) -> float:
        """Return how many are left without some feeds, with what others give by these."""
        return sum(count for feed, count in self.by_feed.items() if feed not in feeds)

    def own_without(self, feeds: frozenset[str]) -> int:
        """Return how many of this sort are left without some feeds."""
        return sum(count for feed, count in self.own.items() if feed not in feeds)

    def breaker_a(self, times: float) -> Figure:
        """Return so many times the rating of a whip's breaker."""
        shelf = self.part.shelf
        rating = shelf.whip_a if shelf else None
        return stated(rating, f"{self.part.id}.shelf.whip_a", "A").times(times)

    def whip_limit(self) -> Figure | None:
        """Return what a whip carries continuously, A; None where nobody states its breaker."""
        shelf = self.part.shelf
        if shelf is None or shelf.whip_a is None:
            return None
        return self.breaker_a(self.site.derate * self.site.ambient)

    def whip_a(self, left: float, lost: frozenset[str] = frozenset()) -> Figure:
        """Return the highest current of a whip with so many shelves left, none on lost feeds."""
        return self._amps(self.input_kw.times(1 / left) if left else NOTHING, lost)

    def whip_at_rating(self, left: float, lost: frozenset[str]) -> Figure:
        """Return the same of shelves that give no more than they are rated for."""
        if not left:
            return self._amps(NOTHING, lost)
        most = self.each_kw.per(efficiency_of(self.part, self.site), "kW")
        return self._amps(lowest([self.input_kw.times(1 / left), most]), lost)

    def whip_as_stated(self, left: float, lost: frozenset[str]) -> Figure:
        """Return the same where it is stated that they hold the rack back, else up to all of it."""
        held, shelf = self.whip_at_rating(left, lost), self.part.shelf
        if shelf is not None and shelf.throttles:
            return held
        return hull([held, self.whip_a(left, lost)], f"{self.part.id}.shelf.throttles")

    def whip_at_peak(self) -> Figure:
        """Return the current of a whip at a peak of milliseconds, with all feeds up."""
        each = self.edp_bus_kw.per(efficiency_of(self.part, self.site), "kW")
        return self._amps(each.times(1 / self.number), frozenset())

    def _amps(self, kw: Figure, lost: frozenset[str]) -> Figure:
        shelf, site = self.part.shelf, self.site
        if shelf is None or not shelf.whips:
            return missing(f"{self.part.id}.shelf.whips", "A")
        # Shelves correct their power factor: at worst it is what 80 PLUS lets pass, or the site's.
        own = shelf.power_factor
        factors = (min(site.power_factor, LEAST_FACTOR), 1.0) if own is None else (own,)
        because = f"{self.part.id}.shelf.power_factor"
        found = []
        for feed in self.own:
            if feed in lost:
                continue
            stated, phases = site.feed_volts(feed), "dc" if feed in site.dc_feeds else "3"
            ends = (stated,) if stated is not None else self._volts_of_supplies(feed)
            by_volts = [
                hull(
                    [
                        kw.times(amps_per_kw(volts, phases, factor) / shelf.whips, "A")
                        for factor in factors
                    ],
                    because,
                )
                for volts in ends
            ]
            if not by_volts:
                return missing(f"feed {feed}.volts", "A")
            found.append(hull(by_volts, f"feed {feed}.volts"))
        return self._at_most(highest(found), lost) if found else exact(0.0, "A")

    def _volts_of_supplies(self, feed: str) -> tuple[float, ...]:
        """Return between which volts of a feed the supplies take it; none where nobody says."""
        psu = self.part.psu
        if psu is None or psu.volts_min is None or psu.volts_max is None:
            return ()
        # On three phases a supply stands between a phase and neutral.
        times = 1.0 if feed in self.site.dc_feeds else sqrt(3)
        return psu.volts_min * times, psu.volts_max * times

    def bus_amps(self, kw: Figure) -> Figure | None:
        """Return the current of the bus bar for a power; None where nobody states its voltage."""
        bar = self.bar or self.part
        shelf = bar.shelf
        if shelf is None or shelf.bus_volts_min is None:
            return None
        most = kw.times(amps_per_kw(shelf.bus_volts_min, "dc", 1.0), "A")
        if shelf.bus_volts_max is None:
            return most.perhaps_none((f"{bar.id}.shelf.bus_volts_max",))
        least = kw.times(amps_per_kw(shelf.bus_volts_max, "dc", 1.0), "A")
        return hull((least, most), f"{bar.id}.shelf.bus_volts_min")

    @property
    def report(self) -> ShelvesReport:
        """The shelves as the report holds them."""
        figures = {"shelf_kw": self.each_kw}
        bus, one = self.bus_amps(self.bus_kw), self.bus_amps(self.each_kw)
        if bus is not None and one is not None:
            figures |= {"bus_a": bus, "shelf_bus_a": one}
        shelf = self.part.shelf
        if shelf is not None and shelf.bus_a is not None:
            figures["shelf_bus_limit_a"] = exact(shelf.bus_a, "A", f"{self.part.id}.shelf.bus_a")
        limit, pulse = self.whip_limit(), self.pulse_kw(self.number)
        figures |= {"whip_limit_a": limit} if limit is not None else {}
        figures |= {"peak_kw": pulse} if pulse is not None else {}
        if (batteries := self.batteries) is not None:
            figures |= {"battery_kw": batteries.given_kw, "battery_s": batteries.lasts_s}
        return ShelvesReport(
            part=self.part.id, name=self.placed or self.part.name, placed=bool(self.placed),
            shelves=self.number_own, spread=self.spread,
            batteries=self.batteries.called if self.batteries is not None else "",
            cases=tuple(self._cases()), **fields_of(figures),
        )  # fmt: skip

    def after(self, share: float, lost: frozenset[str]) -> ShelvesReport:
        """Return the shelves with a loss: one case, what those that are whole carry then.

        Parameters
        ----------
        share
            What the rack's supplies that run give, of what all of them do.
        lost
            Feeds that are lost.
        """
        left = self.number * share
        can = self._at_least(self.each_kw.times(left), lost)
        capped = lowest([self.bus_kw, can])
        figures = {"left_kw": can, "capped_kw": capped, "left": self._left_then(left, lost)}
        if left and self.own_without(lost):
            load = self._at_most(self.bus_kw.times(1 / left), lost)
            figures |= {"load_kw": load, "share": load.per(self.each_kw)}
            figures["whip_a"] = self._amps(self.input_kw.times(1 / left), lost)
        case = ShelfCase(
            kind="tried", state=STATES[within(self.bus_kw, can).answer], **fields_of(figures)
        )
        normal = self.report
        bus = self.bus_amps(capped) if left else exact(0.0, "A")
        names = ("shelf_kw", "shelf_bus_a", "shelf_bus_limit_a", "whip_limit_a", "peak_kw")
        more = ("battery_kw", "battery_s") if self.batteries is not None else ()
        known = {name: normal.figure(name) for name in (*names, *more)}
        known |= {"bus_a": bus} if bus is not None else {}
        return normal.evolve(cases=(case,), **fields_of(known))

    def _left_then(self, left: float, lost: frozenset[str]) -> Figure:
        """Return how many of this sort run, where what is left is so much of all."""
        if not self.is_one_of_several:
            return exact(left)
        own, whole = self.own_without(lost), self.without(lost)
        if isclose(left, whole) or not left:
            return exact(own if left else 0.0)
        # One that is lost by itself may be of any sort.
        return missing(f"{self.part.id}.shelf", "", max(0.0, own - (whole - left)), own)

    def pulse_kw(self, left: float, lost: frozenset[str] = frozenset()) -> Figure | None:
        """Return what so many shelves give for a moment; None where nobody states it."""
        shelf = self.part.shelf
        if shelf is None or shelf.pulse is None:
            return None
        return self.left_kw(left, lost).times(shelf.pulse)

    def _cases(self) -> Iterator[ShelfCase]:
        number, own = self.number, self.number_own
        yield self._case("none", "", (number, number), (own, own))
        yield self._case("shelf", "one power shelf", (number - 1, number - 1), (own - 1, own - 1))
        if whips := self._whips:
            # Nobody says whether a shelf of several whips runs on those that are left.
            most = int(whips == 1)
            yield self._case("whip", "one whip", (number - 1, number - most), (own - 1, own - most))
        for feed in self.called:
            left, lost = self.without(frozenset({feed})), frozenset({feed})
            of_own = self.own_without(lost)
            name = f"feed {self.called[feed]}"
            yield self._case("feed", name, (left, left), (of_own, of_own), lost)

    @property
    def _whips(self) -> int | None:
        """Whips of a shelf; None where nobody states them."""
        return self.part.shelf.whips if self.part.shelf else None

    def _case(
        self, kind: ShelfLossKind, name: str, left: tuple[float, float], own: tuple[int, int],
        lost: frozenset[str] = frozenset(),
    ) -> ShelfCase:  # fmt: skip
        """Return one case.

        Parameters
        ----------
        left
            Shelves left, at least and at most, with what others give by these.
        own
            Shelves of this sort left, at least and at most.
        """
        least, most = left
        ref, ends = f"{self.part.id}.shelf", dict.fromkeys((least, most))
        can = hull([self.left_kw(end, lost) for end in ends], ref)
        figures = {"left_kw": can, "capped_kw": lowest([self.bus_kw, can])}
        more, more_ref = self.perhaps_more, next(iter(self.open_on), ref)
        figures["left"] = missing(more_ref, "", float(own[0]), float(own[1] + more))
        if least and own[1]:
            each = hull([self.bus_kw.times(1 / end) for end in ends], ref)
            load = self._at_most(each, lost)
            figures |= {"load_kw": load, "share": load.per(self.each_kw)}
            figures["whip_a"] = hull([self.whip_a(end, lost) for end in ends], ref)
        answer = within(self.bus_kw, can).answer
        whips, limit = self._whips, self.whip_limit()
        if kind == "whip" and "whip_a" in figures and whips is not None and whips > 1:
            # A shelf that runs on takes all that it takes through the whips that are left.
            others = self.whip_a(self.number).times(whips / (whips - 1))
            figures["whip_a"] = hull([figures["whip_a"], others], ref)
            if answer == "yes" and limit and within(figures["whip_a"], limit).answer != "yes":
                answer = "open"
        return ShelfCase(kind=kind, name=name, state=STATES[answer], **fields_of(figures))


SHELVES: Key[tuple[Shelves, ...]] = Key("shelves")


def shelves_in(filling: Filling) -> tuple[Shelves, ...]:
    """Return the power shelves of a filled rack, each sort of those that stand in its rails.

    Empty where it has none, or they hang nowhere.
    """
    wiring, site = filling.filled.wiring, filling.site
    part, bus = wiring.itself, wiring.bus
    if part is None or not wiring.whips or (bus is None and not supplies_of_shelf(part)):
        return ()
    case, efficiency = Case(wiring, site), efficiency_of(part, site)
    power, peak = case.lines.kw(part.id), at_peak(case).kw(part.id)
    on_bus = behind_supplies(part, power, efficiency)
    asked = {
        frozenset(case.lines.lines[at].feed for at in lost)
        for names in case.assignments
        for _, lost in (case.losses(names) if site.policy != "N" else ())
    }
    whole = Shelves(
        part, {}, {}, missing(f"{part.id}.psu.rating_w", "kW"), on_bus, power,
        behind_supplies(part, peak, efficiency), site,
        part.transient is not None,
        tuple(sorted(asked, key=sorted)),
        {feed: site.short(feed) for feed in sorted({feed for feed, _ in wiring.whips})},
        bus.called if bus is not None else "",
        wiring.part,
        part,
        along_bus(wiring, site),
        batteries_of(wiring, on_bus) if bus is not None else None,
        wiring.shares_open_on, len(wiring.perhaps_shelves),
    )  # fmt: skip
    if bus is None or len(bus.sorts) == 1:
        own = Counter(feed for feed, _ in wiring.whips)
        by_feed = {feed: own[feed] for feed in sorted(own)}
        return (replace(whole, by_feed=by_feed, own=by_feed, each_kw=_each_kw(part)),)
    return tuple(_sorts(wiring, bus, whole))


def _sorts(wiring: RackWiring, bus: RackBus, whole: Shelves) -> Iterator[Shelves]:
    """Yield each sort of shelf that stands in the rails of a rack, of several that do.

    Of others that nobody rates, or beside it, no shelf counts as any of this sort: they may give
    nothing, so that what these carry is at most what they would have to carry alone.
    """
    shelves = [(feed, part) for feed, at in wiring.whips if (part := wiring.parts[bus.shelves[at]])]
    batteries = whole.batteries
    feeds = sorted({feed for feed, _ in shelves})
    sorts_on = {feed: frozenset(part.id for f, part in shelves if f == feed) for feed in feeds}
    for sort in bus.sorts:
        own = Counter(feed for feed, part in shelves if part.id == sort.id)
        one = next((part for _, part in shelves if part.id == sort.id), None)
        if one is None:
            continue
        by_feed = Counter[str]()
        for feed, part in shelves:
            by_feed[feed] += _counted_as(part, one)  # type: ignore[assignment]  # shares of one
        number, others = sum(own.values()), Counter(part.name for _, part in shelves)
        others.pop(one.name)
        beside = ", ".join(f"{n} × {name}" for name, n in others.items())
        yield replace(
            whole, part=sort, by_feed={feed: by_feed[feed] for feed in sorted(by_feed)},
            own={feed: own[feed] for feed in sorted(own)}, each_kw=_each_kw(sort),
            input_kw=whole.bus_kw.per(efficiency_of(sort, whole.site), "kW"),
            placed=f"{number} × {one.name} beside {beside}", batteries=batteries,
            sorts_on=sorts_on,
        )  # fmt: skip
        batteries = None


def _counted_as(part: Part, one: Part) -> float:
    """Return as how many of another a shelf counts, by what both give; 0 where nobody says."""
    if part.id == one.id:
        return 1
    if unrated(part) or unrated(one) or part.psu is None or one.psu is None:
        return 0
    mine, other = part.psu.given_w, one.psu.given_w
    # What gives nothing carries nothing, however many of it stand beside others.
    return mine[0] / (other[0] or 0.001) if mine is not None and other is not None else 0


def _each_kw(part: Part) -> Figure:
    """Return what a power shelf gives of those that are told as one part."""
    each = supplies_of_shelf(part)
    if part.psu is None or not each:
        return missing(f"{part.id}.psu", "kW")
    return stated(part.psu.rating_w, f"{part.id}.psu.rating_w", "W").times(each / 1000, "kW")


def along_bus(wiring: RackWiring, site: Assumptions) -> tuple[Along, ...] | None:
    """Return what stands along the bus bar of a rack, lowest first; None where none is drawn."""
    bus = wiring.bus
    if bus is None:
        return None
    feeds = {bus.shelves[shelf]: feed for feed, shelf in wiring.whips}
    weights = dict(zip(bus.shelves, bus.weights, strict=True))
    draws = {item: figure.times(0.001, "kW") for item, figure in each_on_bus_w(wiring, site)}
    return tuple(
        Along(
            draws.get(item, NOTHING), weights[item] if item in feeds else 0, feeds.get(item, "")
        )
        for item in range(len(wiring.filling.held))
        if item in draws or item in weights
    )  # fmt: skip
