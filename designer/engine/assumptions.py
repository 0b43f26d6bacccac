"""What an evaluation takes for given: the site's decisions and the catalogue's planning figures.

A frozen value: while it is equal, what was found for a rack's contents stays true.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from designer.catalog.bands import PlanningDefault
from designer.catalog.catalog import Catalog
from designer.catalog.part_bounds import EFFICIENCY, PartFigures
from designer.engine.facility_water import facility_water
from designer.model.design import Containment, Design, FeedPolicy, PowerNode, Room
from designer.model.feed_words import (
    NO_FEED_LETTER,
    called_in_power,
    feed_called,
    feed_letters,
    feed_short,
    names_in_power,
)
from designer.model.figures import Figure, estimate, exact, missing, total
from designer.wiring.brought_volts import volts_of_feeds
from designer.wiring.power_upstream import lost_with, lost_without, systems, taken_by

COOLANT_DELTA_T_K = 10.0
"""OCP: at most 10 K over a direct-to-chip loop."""
COOLANT = "pg25"
AIR_METHODS = ("room-air", "in-row", "rear-door")
"""Methods that cool parts made for air, from the simplest to the strongest."""
FROM_WEAKEST = (*AIR_METHODS, "direct-to-chip", "immersion")
"""All methods, from the simplest to the strongest."""

_FALL_BACK = {
    "air-delta-t": 12.0,
    "supply-air": 24.0,
    "cdu-approach": 4.0,
    "cold-aisle": 1200.0,
    "hot-aisle": 1200.0,
    "cables-per-device": 0.0,
    "cable-slack": 10.0,
    "cable-loop": 0.5,
    "cable-side": 0.3,
    "tray-above-racks": 500.0,
    "tray-below-floor": 300.0,
    "coolant-per-kw": 0.0,
}
"""Used only with a catalogue that has no defaults of its own, as in tests."""


@dataclass(frozen=True)
class Band:
    """What a cooling method handles per rack; None where no fixed figure holds.

    `contained`: only in contained aisles.
    """

    method: str
    name: str
    warn_kw: float | None
    error_kw: float | None
    source: str
    contained: bool = False


@dataclass(frozen=True)
class Loss:
    """Feeds that are lost together.

    Attributes
    ----------
    name
        Id of the feed whose loss it is, or of what is upstream of several; by 2N, of the system
        that is left alone, or of the only one. Empty where the room has no feeds.
    """

    name: str
    feeds: frozenset[str]


_UPS_REF: Final = "default ups-loss-full"
_UPS_IDLE: Final = "default ups-loss-idle"
UPS_LOSS: Final = missing(_UPS_REF, "", 0.0, 1.0)
"""What a UPS loses of its rating where no catalogue says."""


def _ups_losses(catalog: Catalog, *, estimates: bool) -> tuple[Figure, Figure]:
    """Return what a UPS loses at any load, of its rating: from none to full load, by default.

    Both have the same bounds. The likely value of the first is that at full load, of the second
    that of a UPS that carries nothing; none where the site wants no estimates.
    """
    idle = catalog.default_figure("ups-loss-idle")
    full = catalog.default_figure("ups-loss-full")
    if idle is None or full is None:
        return UPS_LOSS, UPS_LOSS
    if not estimates:
        open_ = missing(_UPS_REF, "", idle.low, full.high).rest_on(_UPS_IDLE)
        return open_, open_
    most, least = (
        estimate(one.likely, idle.low, full.high, "", _UPS_REF, _UPS_IDLE) for one in (full, idle)
    )
    return most, least


@dataclass(frozen=True)
class Assumptions:
    """Values that hold for every rack of a design.

    Attributes
    ----------
    allowed
        Methods that may cool racks here; empty for all.
    air_bypass
        Part of the air that racks draw which units move beside it; None for none.
    figures
        What parts draw and weigh, with bounds, and with estimates where the site wants them.
    water
        The facility's water on the design day, °C.
    supply_air_c
        Temperature of the air at the racks' inlets; None where the site does not state it.
    usual_supply
        The same by the planning default, °C.
    door_air
        Air that enters a rear door by the planning defaults: supply air and the rise over a rack.
    door_rise
        By how much a door cools its air by the planning defaults: the rise over a rack.
    cable_kg
        Mass of the cables of one device: of the room, else by default.
    coolant_l_per_kw
        Coolant in what is cooled by a liquid, for each kW that it takes, where a part states none.
    cdu_approach
        By which coolant is warmer than the facility's water, by the planning default.
    volts
        Voltage of the feeds that state one.
    power_names
        What people call feeds, and what is upstream of them, by id.
    power_called
        The same as owners of inputs: `feed a` is called `feed West`.
    letters
        The letter of each feed on drawings, by id.
    dc_feeds
        Those of direct current.
    taken_together
        The feeds that one loss takes, for each loss of a feed or of anything upstream that takes
        some; each once.
    units_lost
        Cooling units that are lost with each of these: the thing on the floor that one is or stands
        in, and its part.
    ambient
        What the air around breakers leaves of their rating.
    """

    figures: PartFigures
    power_factor: float
    derate: float
    policy: FeedPolicy
    altitude_m: float
    containment: Containment
    air_delta_t: Figure
    water: Figure
    supply_air_c: float | None
    usual_supply: Figure
    door_air: Figure
    door_rise: Figure
    cdu_approach: Figure
    cold_aisle_mm: float
    hot_aisle_mm: float
    floor_limit_kpa: float | None
    cable_kg: Figure
    coolant_l_per_kw: Figure
    bands: tuple[Band, ...]
    allowed: tuple[str, ...] = ()
    air_bypass: float | None = None
    psu_efficiency: Figure = EFFICIENCY
    ups_loss: Figure = UPS_LOSS
    ups_loss_idle: Figure = UPS_LOSS
    feeds: tuple[str, ...] = ()
    systems: tuple[tuple[str, str], ...] = ()
    volts: tuple[tuple[str, float], ...] = ()
    lost_with: tuple[Loss, ...] = ()
    power_names: tuple[tuple[str, str], ...] = ()
    power_called: tuple[tuple[str, str], ...] = ()
    letters: tuple[tuple[str, str], ...] = ()
    taken_together: tuple[frozenset[str], ...] = ()
    units_lost: tuple[tuple[str, str], ...] = ()
    ambient: float = 1.0
    dc_feeds: frozenset[str] = frozenset()

    @cached_property
    def losses(self) -> tuple[Loss, ...]:
        """What a hall must survive: by 2N all systems but one, else a feed or what feeds several.

        By 3N/2 and 4N/3 a whole system is among these: whatever its feeds meet at takes all of
        them. A feed takes with it what hangs on it. Where there is only one system it is lost
        itself: no other could be left.
        """
        if self.policy != "2N":
            return self.lost_with
        if self.on_one_system:
            return (Loss(self.system_of(self.feeds[0]), frozenset(self.feeds)),)
        names = dict.fromkeys(self.system_of(feed) for feed in self.feeds)
        return tuple(
            Loss(name, frozenset(f for f in self.feeds if self.system_of(f) != name))
            for name in names
        )

    def losing(
        self,
        power: Sequence[PowerNode],
        lost: Collection[str],
        units: Sequence[tuple[str, str]] = (),
    ) -> "Assumptions":
        """Return the same for a site that loses some nodes together, and nothing else.

        Parameters
        ----------
        units
            Cooling units that are lost as well: the thing on the floor that each is or stands in,
            and its part.
        """
        feeds = lost_without(power, lost)
        taken = (feeds,) if feeds or units else ()
        return replace(self, taken_together=taken, units_lost=tuple(units))

    @property
    def supply_air(self) -> Figure:
        """Return the supply air, °C: as the site states it, else what is planned with."""
        ref = "site.supply_air_c"
        if self.supply_air_c is not None:
            return exact(self.supply_air_c, "°C", ref)
        usual = self.usual_supply
        return estimate(usual.likely, usual.low, usual.high, "°C", ref, "default supply-air")

    @property
    def on_one_system(self) -> bool:
        """Whether all feeds of the room are one system."""
        return len({self.system_of(feed) for feed in self.feeds}) == 1

    def system_of(self, feed: str) -> str:
        """Return the system that a feed belongs to; feeds that meet upstream are one system."""
        return self._systems.get(feed, feed)

    def gone_with(self, lost: str) -> frozenset[str]:
        """Return the feeds that are lost with a feed, or with what is upstream of several."""
        return self._gone_with.get(lost, frozenset((lost,)))

    def losses_of(self, feeds: Iterable[str]) -> list[str]:
        """Return the names of the losses that take one of these feeds, in order."""
        takes = self._lost_with_feed
        found = {at for feed in feeds for at in takes.get(feed, ())}
        return [self.lost_with[at].name for at in sorted(found)]

    def taken_of(self, feeds: Iterable[str]) -> list[frozenset[str]]:
        """Return the entries of `taken_together` with one of these feeds, in order."""
        takes = self._taken_with_feed
        found = {at for feed in feeds for at in takes.get(feed, ())}
        return [self.taken_together[at] for at in sorted(found)]

    def called(self, lost: str) -> str:
        """Return what people call something whose loss takes feeds: `feed A`, `UPS 1`."""
        return self._power_words.get(lost) or feed_called(lost)

    def short(self, feed: str) -> str:
        """Return what people call a feed after the word feed: `A`."""
        return feed_short(self.power_name(feed))

    def letter(self, feed: str) -> str:
        """Return the letter of a feed on drawings; `?` where the room has no such feed."""
        return self._letters.get(feed, NO_FEED_LETTER)

    def power_name(self, node: str) -> str:
        """Return what people call a feed, or what is upstream of it; its id without a name."""
        return self._power_names.get(node) or node

    def feed_volts(self, feed: str) -> float | None:
        """Return the voltage of a feed; None where the room states none."""
        return self._volts.get(feed)

    def owner_name(self, owner: str) -> str:
        """Return what people call the owner of an input of the room's power: `feed A`."""
        return self._power_called.get(owner, owner)

    @cached_property
    def _volts(self) -> dict[str, float]:
        return dict(self.volts)

    @cached_property
    def _gone_with(self) -> dict[str, frozenset[str]]:
        return {loss.name: loss.feeds for loss in reversed(self.lost_with)}

    @cached_property
    def _lost_with_feed(self) -> dict[str, list[int]]:
        return _places_of_feeds(loss.feeds for loss in self.lost_with)

    @cached_property
    def _taken_with_feed(self) -> dict[str, list[int]]:
        return _places_of_feeds(self.taken_together)

    @cached_property
    def place_of_feed(self) -> Mapping[str, int]:
        """The feeds of the room, with their places among them."""
        return {feed: at for at, feed in enumerate(self.feeds)}

    @cached_property
    def losses_by_feeds(self) -> Mapping[frozenset[str], Loss]:
        """The losses of `lost_with` by the feeds that they take."""
        return {loss.feeds: loss for loss in self.lost_with}

    @cached_property
    def _systems(self) -> dict[str, str]:
        return dict(self.systems)

    @cached_property
    def _letters(self) -> dict[str, str]:
        return dict(self.letters)

    @cached_property
    def _power_names(self) -> dict[str, str]:
        return dict(self.power_names)

    @cached_property
    def _power_called(self) -> dict[str, str]:
        return dict(self.power_called)

    @cached_property
    def _power_words(self) -> dict[str, str]:
        return {owner.partition(" ")[2]: words for owner, words in self.power_called}

    def allows(self, method: str) -> bool:
        """Return whether a method may cool racks here."""
        return not self.allowed or method in self.allowed

    def band(self, method: str) -> Band | None:
        """Return what a method handles here, or None if the catalogue does not say."""
        return next((band for band in self.bands if band.method == method), None)


def _places_of_feeds(losses: Iterable[frozenset[str]]) -> dict[str, list[int]]:
    """Return for each feed the positions of the losses that take it."""
    found: dict[str, list[int]] = {}
    for at, feeds in enumerate(losses):
        for feed in feeds:
            found.setdefault(feed, []).append(at)
    return found


DECISIONS: Final = ("site", "room", "power", "weather_years")
"""Fields of a design that its assumptions are read from; a test proves that there are no more."""


def assumptions_of(design: Design, catalog: Catalog) -> Assumptions:
    """Return what a design and a catalogue give for every rack."""
    site, room = design.site, design.room
    contained = room.containment != "none"
    usual_rise, usual_supply = (
        planning_figure(catalog, name) for name in ("air-delta-t", "supply-air")
    )
    rise = usual_rise
    if site.air_rise_k is not None:
        rise = exact(site.air_rise_k, rise.unit, "site.air_rise_k")
    methods = dict.fromkeys(band.method for band in catalog.bands)
    chosen = [
        catalog.band(method, contained=contained, preset=site.cooling_bands) for method in methods
    ]
    losses = _ups_losses(catalog, estimates=site.estimates)
    return Assumptions(
        figures=catalog.figures(estimates=site.estimates),
        power_factor=site.power_factor,
        derate=site.continuous_derate,
        policy=site.feed_policy,
        altitude_m=site.altitude_m,
        containment=room.containment,
        air_delta_t=rise,
        water=facility_water(design, catalog),
        supply_air_c=site.supply_air_c,
        usual_supply=usual_supply,
        door_air=total((usual_supply, usual_rise), "°C"),
        door_rise=usual_rise,
        cdu_approach=planning_figure(catalog, "cdu-approach"),
        cold_aisle_mm=planning_value(catalog, "cold-aisle"),
        hot_aisle_mm=planning_value(catalog, "hot-aisle"),
        floor_limit_kpa=room.floor_limit_kpa,
        cable_kg=_cables(room, catalog),
        coolant_l_per_kw=planning_figure(catalog, "coolant-per-kw"),
        bands=tuple(
            Band(b.method, b.name, b.warn_kw, b.error_kw, b.source, b.contained)
            for b in chosen
            if b
        ),
        allowed=site.cooling_methods,
        air_bypass=site.air_bypass,
        psu_efficiency=catalog.default_figure("psu-efficiency") or EFFICIENCY,
        ups_loss=losses[0],
        ups_loss_idle=losses[1],
        feeds=tuple(feed.id for feed in design.feeds),
        systems=tuple(systems(design.power).items()),
        volts=tuple(volts_of_feeds(design.power).items()),
        power_names=tuple(names_in_power(design.power).items()),
        power_called=tuple(called_in_power(design.power).items()),
        letters=tuple(feed_letters(design.power).items()),
        lost_with=tuple(Loss(name, feeds) for name, feeds in lost_with(design.power).items()),
        taken_together=tuple(
            dict.fromkeys(feeds for feeds in taken_by(design.power).values() if feeds)
        ),
        ambient=1.0 if site.ambient_factor is None else site.ambient_factor,
        dc_feeds=frozenset(feed.id for feed in design.feeds if feed.dc),
    )


def _cables(room: Room, catalog: Catalog) -> Figure:
    """Return the mass of the cables of one device, as the room has it or by default."""
    if room.cable_kg is not None:
        return exact(room.cable_kg, "kg", "room.cable_kg")
    return planning_figure(catalog, "cables-per-device")


def planning_value(catalog: Catalog, name: str) -> float:
    """Return a planning figure that every catalogue must be able to give."""
    found = catalog.default(name)
    return found.value if found else _FALL_BACK[name]


def planning_figure(catalog: Catalog, name: str) -> Figure:
    """Return a planning figure with its range; without a range of its own it is taken as it is."""
    default = catalog.default(name)
    if default is None or default.low is None or default.high is None:
        return exact(planning_value(catalog, name), "", f"default {name}")
    return default.figure


def pue_default(catalog: Catalog, method: str) -> PlanningDefault | None:
    """Return the catalogue's PUE for a method, that of the next weaker one, or its general one.

    A method without an entry is at least as good as a weaker one that has it, so that a better
    hall never costs more for want of an entry.
    """
    if method in FROM_WEAKEST:
        for weaker in reversed(FROM_WEAKEST[: FROM_WEAKEST.index(method) + 1]):
            default = catalog.default(f"pue-{weaker}")
            if default is not None:
                return default
    return catalog.default("pue")
