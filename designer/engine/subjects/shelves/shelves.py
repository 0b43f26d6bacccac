"""The power shelves of a rack: loads, whips and bus bar, with all up and after each loss.

    shelf = rack on the bus bar / shelves left        whip = shelf / η / whips / (√3 · V · PF)

A whip, a branch and a busway carry what lasts: the highest power. Only shelves, UPS and generators
see a peak of milliseconds.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt
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
    """The power shelves of a rack.

    Attributes
    ----------
    by_feed
        Shelves on each feed, in order.
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
    along
        What stands along the bus bar; None of what is built in.
    batteries
        Battery shelves on the same bus bar.
    open_on, perhaps_more
        Parts that leave open whether there are more shelves, and how many more there may be.
    """

    part: Part
    by_feed: Mapping[str, int]
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
    along: tuple[Along, ...] | None = None
    batteries: Batteries | None = None
    open_on: tuple[str, ...] = ()
    perhaps_more: int = 0

    @property
    def number(self) -> int:
        """Shelves that hang on feeds."""
        return sum(self.by_feed.values())

    @property
    def spread(self) -> str:
        """How they are dealt over the feeds: `4+4`."""
        return "+".join(str(count) for count in self.by_feed.values())

    def left_kw(self, left: int) -> Figure:
        """Return what so many give together."""
        return self._at_least(self.each_kw.times(left))

    def _at_least(self, given: Figure) -> Figure:
        """Return what known shelves give as what all of them do, where there may be more."""
        if not self.open_on:
            return given
        return missing(self.open_on[0], given.unit, given.low)

    def _at_most(self, taken: Figure) -> Figure:
        """Return what known shelves take of a load, where others may take all of it."""
        return taken.perhaps_none(self.open_on) if self.open_on else taken

    def without(self, feeds: frozenset[str]) -> int:
        """Return how many are left without some feeds."""
        return sum(count for feed, count in self.by_feed.items() if feed not in feeds)

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

    def whip_a(self, left: int, lost: frozenset[str] = frozenset()) -> Figure:
        """Return the highest current of a whip with so many shelves left, none on lost feeds."""
        return self._amps(self.input_kw.times(1 / left) if left else NOTHING, lost)

    def whip_at_rating(self, left: int, lost: frozenset[str]) -> Figure:
        """Return the same of shelves that give no more than they are rated for."""
        if not left:
            return self._amps(NOTHING, lost)
        most = self.each_kw.per(efficiency_of(self.part, self.site), "kW")
        return self._amps(lowest([self.input_kw.times(1 / left), most]), lost)

    def whip_as_stated(self, left: int, lost: frozenset[str]) -> Figure:
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
        for feed in self.by_feed:
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
        return self._at_most(highest(found)) if found else exact(0.0, "A")

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
        shelf = self.part.shelf
        if shelf is None or shelf.bus_volts_min is None:
            return None
        most = kw.times(amps_per_kw(shelf.bus_volts_min, "dc", 1.0), "A")
        if shelf.bus_volts_max is None:
            return most.perhaps_none((f"{self.part.id}.shelf.bus_volts_max",))
        least = kw.times(amps_per_kw(shelf.bus_volts_max, "dc", 1.0), "A")
        return hull((least, most), f"{self.part.id}.shelf.bus_volts_min")

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
            shelves=self.number, spread=self.spread,
            batteries=self.batteries.called if self.batteries is not None else "",
            cases=tuple(self._cases()), **fields_of(figures),
        )  # fmt: skip

    def after(self, supplies: int, lost: frozenset[str]) -> ShelvesReport:
        """Return the shelves with a loss: one case, what those that are whole carry then.

        Parameters
        ----------
        supplies
            How many of the rack's supplies run.
        lost
            Feeds that are lost.
        """
        each = supplies_of_shelf(self.part)
        can = self._at_least(self.each_kw.times(supplies / each))
        capped = lowest([self.bus_kw, can])
        figures = {"left_kw": can, "capped_kw": capped, "left": exact(supplies / each)}
        if supplies:
            load = self._at_most(self.bus_kw.times(each / supplies))
            figures |= {"load_kw": load, "share": load.per(self.each_kw)}
            figures["whip_a"] = self._amps(self.input_kw.times(each / supplies), lost)
        case = ShelfCase(
            kind="tried", state=STATES[within(self.bus_kw, can).answer], **fields_of(figures)
        )
        normal = self.report
        bus = self.bus_amps(capped) if supplies else exact(0.0, "A")
        names = ("shelf_kw", "shelf_bus_a", "shelf_bus_limit_a", "whip_limit_a", "peak_kw")
        more = ("battery_kw", "battery_s") if self.batteries is not None else ()
        known = {name: normal.figure(name) for name in (*names, *more)}
        known |= {"bus_a": bus} if bus is not None else {}
        return normal.evolve(cases=(case,), **fields_of(known))

    def pulse_kw(self, left: int) -> Figure | None:
        """Return what so many shelves give for a moment; None where nobody states it."""
        shelf = self.part.shelf
        if shelf is None or shelf.pulse is None:
            return None
        return self.left_kw(left).times(shelf.pulse)

    def _cases(self) -> Iterator[ShelfCase]:
        number = self.number
        yield self._case("none", "", number, number)
        yield self._case("shelf", "one power shelf", number - 1, number - 1)
        if whips := self._whips:
            # Nobody says whether a shelf of several whips runs on those that are left.
            yield self._case("whip", "one whip", number - 1, number - (whips == 1))
        for feed, count in self.by_feed.items():
            left, lost = number - count, frozenset({feed})
            yield self._case("feed", f"feed {self.called[feed]}", left, left, lost)

    @property
    def _whips(self) -> int | None:
        """Whips of a shelf; None where nobody states them."""
        return self.part.shelf.whips if self.part.shelf else None

    def _case(
        self, kind: ShelfLossKind, name: str, least: int, most: int,
        lost: frozenset[str] = frozenset(),
    ) -> ShelfCase:  # fmt: skip
        """Return one case.

        Parameters
        ----------
        least, most
            Shelves left.
        """
        ref, ends = f"{self.part.id}.shelf", dict.fromkeys((least, most))
        can = hull([self.left_kw(end) for end in ends], ref)
        figures = {"left_kw": can, "capped_kw": lowest([self.bus_kw, can])}
        more, more_ref = self.perhaps_more, next(iter(self.open_on), ref)
        figures["left"] = missing(more_ref, "", float(least), float(most + more))
        if least:
            load = self._at_most(hull([self.bus_kw.times(1 / end) for end in ends], ref))
            figures |= {"load_kw": load, "share": load.per(self.each_kw)}
            figures["whip_a"] = hull([self.whip_a(end, lost) for end in ends], ref)
        answer = within(self.bus_kw, can).answer
        whips, limit = self._whips, self.whip_limit()
        if kind == "whip" and least and whips is not None and whips > 1:
            # A shelf that runs on takes all that it takes through the whips that are left.
            others = self.whip_a(self.number).times(whips / (whips - 1))
            figures["whip_a"] = hull([figures["whip_a"], others], ref)
            if answer == "yes" and limit and within(figures["whip_a"], limit).answer != "yes":
                answer = "open"
        return ShelfCase(kind=kind, name=name, state=STATES[answer], **fields_of(figures))


SHELVES: Key[Shelves | None] = Key("shelves")


def shelves_in(filling: Filling) -> Shelves | None:
    """Return the power shelves of a filled rack; None where it has none, or they hang nowhere."""
    wiring, site = filling.filled.wiring, filling.site
    part = wiring.itself
    if part is None or part.psu is None or not supplies_of_shelf(part) or not wiring.whips:
        return None
    by_feed = Counter(feed for feed, _ in wiring.whips)
    each = stated(part.psu.rating_w, f"{part.id}.psu.rating_w", "W").times(
        supplies_of_shelf(part) / 1000, "kW"
    )
    case, efficiency = Case(wiring, site), efficiency_of(part, site)
    power, peak = case.lines.kw(part.id), at_peak(case).kw(part.id)
    bus = behind_supplies(part, power, efficiency)
    asked = {
        frozenset(case.lines.lines[at].feed for at in lost)
        for names in case.assignments
        for _, lost in (case.losses(names) if site.policy != "N" else ())
    }
    return Shelves(
        part, {feed: by_feed[feed] for feed in sorted(by_feed)}, each,
        bus, power,
        behind_supplies(part, peak, efficiency), site,
        part.transient is not None,
        tuple(sorted(asked, key=sorted)),
        {feed: site.short(feed) for feed in by_feed},
        wiring.bus.called if wiring.bus is not None else "",
        wiring.part,
        along_bus(wiring, site),
        batteries_of(wiring, bus) if wiring.bus is not None else None,
        wiring.shelves_open_on, len(wiring.perhaps_shelves),
    )  # fmt: skip


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
