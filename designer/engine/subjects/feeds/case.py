"""One filling of a rack, looked at: its lines, what they are rated for, and what may be lost.

What is lost depends on the policy of the site:

* N+1: any one feed, and what is left carries everything (k-of-m: `(m − 1) · capacity ≥ load`);
* 3N/2, 4N/3: the same, and any one system as a whole: three or four independent systems, of which
  each carries two thirds or three quarters of its rating with all up;
* 2N: two independent systems, each of which carries everything alone (`min(A, B) ≥ load`), so any
  system must do when all others are lost. Feeds that meet upstream are one system.

Sources: rules P5 and P12 of the tool's facility notes (N+N at the rack; 2N loads a unit to at most
50 %); Uptime Institute Tier Standard: Topology, for two active independent distribution paths.
What follows from a case stands in a module for each question: `worst_loss`, `device_supplies`,
`on_room`, and `feeds` for the record of them all.
"""

from collections.abc import Container, Mapping, Sequence
from copy import copy
from functools import cached_property, partial

from designer.catalog.kinds import Kind
from designer.catalog.lost_parts import lost_ref, may_be
from designer.catalog.part import Part, PduFigures
from designer.catalog.part_bounds import PartFigures
from designer.engine.assumptions import Assumptions, Loss
from designer.engine.bus_load import lost_in_ups, taken_w, ups_of
from designer.engine.electric import circuit_kva
from designer.engine.subjects.feeds.lines import (
    Draw,
    Line,
    Lines,
    Lost,
    PowerOf,
    each_draw,
    each_pdu,
    lines_of,
)
from designer.engine.subjects.feeds.supplies import UNNAMED, feed_not_known, lowest_volts
from designer.engine.subjects.feeds.voltage import brought, inlets, of_what_it_is_made_for
from designer.model.figure_cases import hull, lowest
from designer.model.figures import Figure, exact, missing, product, total
from designer.wiring.power_naming import nameless
from designer.wiring.power_rack import RackWiring

Losses = tuple[tuple[str, Lost], ...]
"""What is lost together, under the name of the feed (for 2N: of the feed that is left)."""


def pdu_kw(pdu: PduFigures, site: Assumptions, volts: float | None = None) -> float:
    """Return what a rack PDU carries continuously.

    A UL nameplate (`rated_kva`) already holds the 80 %: it is never derated again. IEC ratings
    are continuous. Only a NEC plug rating takes the site's derate (NEC 210.20(A)). What warm air
    leaves of breakers applies to all: that of its circuit stands before the nameplate as well,
    which no cold air raises.

    Parameters
    ----------
    volts
        At its inlet: its amps carry less at a lower voltage, and no more than its rating at a
        higher one. Its own where not given.
    """
    at = min(pdu.volts, volts) if volts is not None else pdu.volts
    if pdu.rated_kva is not None:
        return pdu.rated_kva * at / pdu.volts * min(1.0, site.ambient) * site.power_factor
    derate = site.derate if pdu.standard == "nec" else 1.0
    return circuit_kva(at, pdu.amps, pdu.phases, derate * site.ambient) * site.power_factor


def _as_ups(part: Part, rated: Figure) -> Figure:
    """Return what a rack PDU carries that is a UPS: of its kVA and its kW the lower counts, kW.

    A UPS of which nobody states the kW carries no more than its kVA give.
    """
    ups = part.ups
    if ups is None or not part.traits.buffers:
        return rated
    ref = f"{part.id}.ups.rated_kw"
    if ups.rated_kw is None:
        return missing(ref, "kW", 0.0, rated.high).rest_on(*rated.basis)
    return lowest([rated, exact(ups.rated_kw, "kW", ref)])


def _power_of(figures: PartFigures, part_id: str) -> Figure:
    """Return the highest power of a part in W; nothing bounds one that is not in the catalogue."""
    if part_id not in figures.index:
        return missing(lost_ref(part_id), "W")
    return figures.of(part_id, "power_max_w")


def _buffers(kind: Kind) -> bool:
    return kind.buffers


def drawn_in(wiring: RackWiring, site: Assumptions, name: str, others: PowerOf) -> PowerOf:
    """Return what draws how much: of a bus bar, what its power shelves take for all that hangs on.

    Parameters
    ----------
    name
        The figure of power, `power_max_w`.
    others
        What draws else.
    """
    bus = wiring.bus
    if bus is None:
        return others
    by_shelves = taken_w(wiring, site.figures, name, site.psu_efficiency)

    def power_of(part_id: str) -> Figure:
        return by_shelves if part_id == bus.part.id else others(part_id)

    return power_of


class Case:
    """One filling, looked at: its lines, every way they may hang on feeds, ratings and losses."""

    def __init__(self, wiring: RackWiring, site: Assumptions, lines: Lines | None = None) -> None:
        self.wiring = wiring
        self.site = site
        self.lines = lines or lines_of(
            wiring,
            drawn_in(wiring, site, "power_max_w", partial(_power_of, site.figures)),
            estimates=site.figures.estimates,
        )
        self.assignments = self.lines.assignments(site.feeds)
        self.volts = dict(site.volts)
        self._inlets = inlets(wiring, self.volts)
        self._only: Loss | None = None
        self._gone: Lost = frozenset()

    def after(self, loss: Loss) -> "Case":
        """Return the same filling with this as the only loss; by N+1."""
        found = copy(self)
        found._only = loss
        return found

    def without_line(self, at: int) -> "Case":
        """Return the same filling, each rack PDU a line of its own, with one as the only loss."""
        found = copy(self._each_pdu)
        found._gone = frozenset({at})
        return found

    @cached_property
    def _each_pdu(self) -> "Case":
        """The same filling with every rack PDU as a line of its own, on the feed that it names.

        On which of them the others hang is all the same to the loss of one.
        """
        found = Case(self.wiring, self.site, self.apart[0])
        found.assignments = (tuple(line.feed for line in found.lines.lines),)
        return found

    @staticmethod
    def lines_on(feeds: Container[str], names: Sequence[str]) -> Lost:
        """Return which lines go with these feeds when the lines belong to the feeds named."""
        return frozenset(at for at, name in enumerate(names) if name in feeds)

    @cached_property
    def lost_in_ups(self) -> tuple[Figure, ...]:
        """What UPS in the rails take of each line besides what hangs on them, kW."""
        wiring = self.wiring
        found = {item: lost_in_ups(wiring, item, self.site) for item in ups_of(wiring)}
        for item in wiring.lost_strips:
            if may_be(held := wiring.filling.held[item].lost, _buffers):
                found[item] = missing(lost_ref(held.part), "kW")
        return tuple(
            total((found[item] for item in line.pdus if item in found), "kW")
            for line in self.lines.lines
        )

    @cached_property
    def taken_together(self) -> Sequence[frozenset[str]]:
        """Feeds that one loss takes, which may take a line; all where nobody knows of any line."""
        if not self.assignments:
            return tuple(filter(None, self.site.taken_together))
        return self.site.taken_of(frozenset[str]().union(*self.assignments))

    def part_name(self, item: int) -> str:
        """Return what people call something that the rack holds, by position."""
        part = self.wiring.parts[item]
        return part.name if part else self.wiring.filling.held[item].part

    @cached_property
    def parts_by_id(self) -> Mapping[str, Part]:
        """Parts of the rack, and the rack itself or its bus bar, by id."""
        return {part.id: part for part in (*self.wiring.parts, self.wiring.itself) if part}

    @cached_property
    def capacities(self) -> tuple[Figure, ...]:
        """What each line carries, kW."""
        return tuple(self._capacity(line) for line in self.lines.lines)

    @cached_property
    def unnamed(self) -> str:
        """What leaves open on which feeds of the room the rack hangs."""
        lines, feeds = self.lines.lines, self.site.feeds
        if all(line.open_on or line.feed in feeds for line in lines):
            may_be_pdus = (line.open_on for line in lines if line.feed not in feeds)
            return next(may_be_pdus, UNNAMED)
        return feed_not_known((line.feed for line in lines if not line.open_on), feeds)

    @property
    def loss_open_on(self) -> tuple[str, ...]:
        """What leaves open what a loss does to the rack as a whole; empty where that is known.

        With a line less, or one more, something else is lost and something else is left; so it is
        where supplies are dealt anew.
        """
        return self.may_be_lines or ((self.unnamed,) if self._is_dealt_anew() else ())

    def _is_dealt_anew(self) -> bool:
        """Return whether a loss may do something else once each rack PDU names its feed.

        The rule of cords deals supplies feed by feed, and a PDU that names none is a feed of its
        own to it: a name deals them anew. Where one loss takes all that the rack hangs on, that is
        all the same.
        """
        lines = self.lines.lines
        nameless = [line for line in lines if line.pdus and not line.feed and not line.open_on]
        if not any(len(lines) > 1 or len(line.pdus) > 1 for line in nameless):
            return False
        return not all(
            any(len(lost) == len(names) for _, lost in self.losses(names))
            for names in self.assignments
        )

    @cached_property
    def may_be_lines(self) -> tuple[str, ...]:
        """The parts that leave open how many lines there are, two of them."""
        return tuple(dict.fromkeys(line.open_on for line in self.lines.lines if line.open_on))[:2]

    @cached_property
    def limited(self) -> tuple[int, ...]:
        """Lines with a limit of their own: PDUs. A whip is as strong as the feed it comes from."""
        return tuple(at for at, line in enumerate(self.lines.lines) if line.pdus)

    def _capacity(self, line: Line) -> Figure:
        """Return what a line carries: its PDUs; nobody rates whips."""
        if not line.pdus:
            return missing(f"feed {line.feed}.whips", "kW")
        return total((self.rating(item) for item in line.pdus), "kW")

    def together(self, lost: Lost) -> Figure:
        """Return what the lines that are left carry together."""
        if not self.limited:
            return missing("rule rating of rack PDUs", "kW")
        left = [self.capacities[at] for at in self.limited if at not in lost]
        return total(left, "kW")

    def rating(self, item: int) -> Figure:
        """Return what a rack PDU carries on its feed, kW, by position."""
        part = self.wiring.parts[item]
        if part is None:
            return missing(lost_ref(self.wiring.filling.held[item].part), "kW")
        if part.pdu is None:
            return missing(f"{part.id}.pdu", "kW")
        if item in self.unnamed_pdus:
            return _as_ups(part, self._rating_on_any(part.pdu, f"{part.id}.pdu"))
        rated = exact(pdu_kw(part.pdu, self.site, self._inlets.get(item)), "kW", f"{part.id}.pdu")
        return _as_ups(part, self._at_its_volts(rated, self._feed_of[item]))

    @cached_property
    def unnamed_pdus(self) -> frozenset[int]:
        """Rack PDUs that may hang on any feed of the room, by position; none where it has none."""
        return frozenset(nameless(self.wiring) if self.site.feeds else ())

    def _rating_on_any(self, pdu: PduFigures, ref: str) -> Figure:
        """Return what a rack PDU that names no feed carries on any of them, kW."""
        ratings = (
            self._at_its_volts(
                exact(pdu_kw(pdu, self.site, brought(pdu, self.volts.get(feed))), "kW", ref), feed
            )
            for feed in self.site.feeds
        )
        return hull(ratings, UNNAMED)

    @cached_property
    def _feed_of(self) -> Mapping[int, str]:
        """The feed that each rack PDU names, by position."""
        return {at: feed for feed, pdus in self.wiring.groups for at in pdus}

    @cached_property
    def lowest_volts(self) -> Figure | None:
        """The lowest voltage of the outlets; None where nobody knows one."""
        return lowest_volts(self.wiring, self.site)

    def open_volts(self, feed: str) -> Figure | None:
        """Return the voltage at PDUs of a feed over that which they are made for; None where known.

        In a room without feeds there is none that could state one.
        """
        if feed in self.volts or not self.site.feeds:
            return None
        known = feed in self.site.feeds
        return of_what_it_is_made_for(f"feed {feed}.volts" if known else self.unnamed)

    def _at_its_volts(self, rated: Figure, feed: str) -> Figure:
        """Return what a rack PDU carries: less at a lower voltage, and no more at a higher one."""
        volts = self.open_volts(feed)
        return rated if volts is None else product(rated, volts.clipped(most=1.0), "kW")

    def current(self, amps: Figure, feed: str) -> Figure:
        """Return a current by the volts that PDUs are made for, as it is by those of their feed."""
        volts = self.open_volts(feed)
        return amps if volts is None else product(amps, exact(1.0).per(volts), "A")

    @cached_property
    def apart(self) -> tuple[Lines, tuple[int, ...]]:
        """The lines with every rack PDU as one of its own, and the line that each belongs to."""
        return each_pdu(self.wiring, self.lines)

    @cached_property
    def draw_of(self) -> Mapping[int, Draw]:
        """How each thing hangs on the lines, with every rack PDU as one of its own, by position."""
        lines = self.apart[0]
        return dict(each_draw(self.wiring, lines.lines, lines.cords.pdus, lines.cords))

    def pdu_called(self, at: int, item: int) -> str:
        """Return what people call a rack PDU within a sentence.

        Parameters
        ----------
        at
            Its position among the lines, with every rack PDU as one of its own.
        item
            Its position among what the rack holds.
        """
        line = self.lines.lines[self.apart[1][at]]
        if not line.feed:
            return f"a rack PDU that names no feed ({self.part_name(item)})"
        short = self.site.short(line.feed)
        if len(line.pdus) == 1:
            return f"the {self.strip_word(item)} on feed {short}"
        number = line.pdus.index(item) + 1
        word = self.strip_word(item)
        return f"{word} {number} of {len(line.pdus)} ({self.part_name(item)}) on feed {short}"

    def strip_word(self, item: int) -> str:
        """Return what devices are plugged into: a rack PDU, or a UPS in the rails."""
        part = self.wiring.parts[item]
        return part.traits.singular if part is not None and part.traits.buffers else "rack PDU"

    def apart_from(self, lost: Lost) -> Lost:
        """Return which lines are lost, with every rack PDU as one of its own."""
        return frozenset(at for at, line in enumerate(self.apart[1]) if line in lost)

    def losses(self, names: Sequence[str]) -> Losses:
        """Return what may be lost together when the lines belong to these feeds."""
        if self._gone:
            return (("", self._gone),)
        if self._only is not None:
            return ((self._only.name, self.lines_on(self._only.feeds, names)),)
        if self.site.policy != "2N":
            return self._lost_by_one(names)
        systems: dict[str, list[int]] = {}
        for at, name in enumerate(names):
            systems.setdefault(self.site.system_of(name), []).append(at)
        every = frozenset(range(len(names)))
        if len(systems) > 1:
            return tuple((names[mine[0]], every - frozenset(mine)) for mine in systems.values())
        # On one system, all is lost when only another is left, or where the room has no other.
        others = (feed for feed in self.site.feeds if self.site.system_of(feed) not in systems)
        return ((next(others, names[0]), every),)

    def _lost_by_one(self, names: Sequence[str]) -> Losses:
        """Return what the loss of a feed takes, or of what is upstream of several."""
        site = self.site
        found: dict[Lost, str] = {}
        for one in dict.fromkeys((*names, *site.losses_of(names))):
            if lost := self.lines_on(site.gone_with(one), names):
                found.setdefault(lost, one)
        return tuple((name, lost) for lost, name in found.items())

    def called(self, lost: str) -> str:
        """Return what people call a loss; by 2N it is named by the feed that is left."""
        alone = self.site.policy == "2N"
        return f"feed {self.site.short(lost)}" if alone else self.site.called(lost)

    def when(self, lost: str) -> str:
        """Return when that is, in words: after a loss, or with all others lost by 2N."""
        if self.site.policy == "2N":
            return f"with only {self.called(lost)} up"
        return f"after losing {self.called(lost)}"

    def is_lost(self, name: str, lost: str) -> bool:
        """Return whether a feed is down: by N+1 what goes with a loss, by 2N all other systems."""
        if not lost:
            return False
        if self.site.policy == "2N":
            return self.site.system_of(name) != self.site.system_of(lost)
        return name in self.site.gone_with(lost)
