"""How a rack is cooled: the split of its heat, the methods that take each part, air and coolant.

All power becomes heat. Parts give a share of it to a liquid; a share that nobody states leaves open
how much heat is in air and how much in liquid, though not their sum. Heat in air and heat in liquid
are taken in different ways, and each meets its own limit: cold plates do nothing for the heat that
stays in air, which is left to the room or to a rear door. In an immersion tank all heat goes into
its liquid.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import Final

from designer.catalog.lost_parts import lost_ref, not_in_catalogue
from designer.catalog.part import Part
from designer.engine.assumptions import (
    AIR_METHODS,
    COOLANT,
    COOLANT_DELTA_T_K,
    Assumptions,
    Band,
)
from designer.engine.filling import Filled
from designer.engine.subject import Key
from designer.engine.subjects.cooling.thermal import airflow_m3h, coolant_lpm
from designer.model.figure_words import amount, words
from designer.model.figures import (
    Answer,
    Figure,
    Gap,
    estimate,
    exact,
    merged,
    missing,
    product,
    total,
)

NOTHING: Final = exact(0.0, "kW")
WHOLE: Final = exact(1.0)
NO_AIR: Final = exact(0.0, "m³/h")
FLOW_BY_HEAT: Final = "rule flow of 10 K"
"""PG25 that takes a heat at the OCP's 10 K; a unit's maker may rate it at another flow."""
NO_FLOW: Final = exact(0.0, "L/min")
_OF_ROOM: Final = ("room-air", "in-row")
BY_HAND: Final = "decided by hand for this rack"


@dataclass(frozen=True)
class Cooling:
    """What cooling a rack needs and has. Heat is in kW.

    Attributes
    ----------
    method, name
        What most people call it by: the liquid where cold plates or a tank give heat to one,
        else the method that takes the air.
    air_method, air_name
        What takes the heat that stays in air; empty where none does.
    strongest
        The air method if the heat is as high as it may be; another one than `air_method` only
        where the heat is not known.
    by_hand
        Whether a person decided what takes the heat in air.
    heat
        All heat of the rack.
    air, liquid
        Heat that leaves the devices with air, and with a liquid.
    wet
        Whether something here has cold plates, or stands in a tank.
    door
        Part of `air` that the rear door takes from the room.
    room
        The rest of `air`, which reaches the room.
    tank
        Part of `liquid` that an immersion tank gives to the building's water by itself.
    perhaps_tank
        Heat that a tank takes if what holds the devices is one: the catalogue lacks its part.
    warn_kw, capacity
        Where a reviewer asks, and where the air method (or the tank) ends; None where no fixed
        figure holds.
    needs_door
        Whether the air method is a rear door that does not hang.
    room_end, room_source
        Where the room's air ends for a rack that needs a door: until it hangs, air takes its heat.
    airflow
        Air that the devices draw, m³/h.
    flow, door_flow
        Liquid of the cold plates or the tank, and water of the door, L/min.
    """

    method: str = ""
    name: str = ""
    air_method: str = ""
    air_name: str = ""
    strongest: str = ""
    reason: str = ""
    by_hand: bool = False
    heat: Figure = NOTHING
    air: Figure = NOTHING
    liquid: Figure = NOTHING
    wet: Answer = "no"
    door: Figure = NOTHING
    room: Figure = NOTHING
    tank: Figure = NOTHING
    perhaps_tank: Figure = NOTHING
    warn_kw: float | None = None
    capacity: Figure | None = None
    needs_door: bool = False
    room_end: Figure | None = None
    room_source: str = ""
    airflow: Figure = NO_AIR
    flow: Figure = NO_FLOW
    door_flow: Figure = NO_FLOW
    source: str = ""

    @cached_property
    def end(self) -> Figure | None:
        """Where that ends which takes the rack's heat as it stands."""
        return self.room_end if self.needs_door else self.capacity

    @cached_property
    def water(self) -> Figure:
        """Heat that leaves the rack with a liquid: of cold plates, tank and door."""
        return self.liquid + self.door

    @cached_property
    def looped(self) -> Figure:
        """Heat in liquid that asks for a coolant distribution unit; a tank brings its own."""
        return NOTHING if self.tank.high > 0 else self.liquid

    @cached_property
    def present(self) -> tuple[tuple[str, Figure], ...]:
        """Figures that halls add up, by name, without those that are nothing for certain."""
        names = ("room", "water", "looped", "looped_flow", "door", "door_flow")
        figures = ((name, getattr(self, name)) for name in names)
        return tuple((name, figure) for name, figure in figures if figure.high > 0)

    @cached_property
    def looped_flow(self) -> Figure:
        """Liquid that the distribution units move through cold plates, L/min."""
        return NO_FLOW if self.tank.high > 0 else self.flow

    @cached_property
    def taken(self) -> tuple[tuple[str, Figure], ...]:
        """What takes which part of the heat, without what is nothing: without a door, the room.

        Heat that is not known may call for another sort of room air: then either takes it, unless
        a person decided which. What is in no catalogue may be a tank.
        """
        room = self.air_method if self.air_method in _OF_ROOM else "room-air"
        perhaps = self.perhaps_tank.counted_as(0.0)
        taken = [
            ("immersion", self.tank if self.tank.high > 0 else perhaps),
            ("direct-to-chip", self.looped),
            ("rear-door", self.door),
            (room, self.room),
        ]
        if not (self.by_hand or self.air.exact or self.door.high > 0 or self.room.high <= 0):
            other = next(method for method in _OF_ROOM if method != room)
            may = missing("rule cooling method", "kW", 0.0, self.room.high)
            taken.append((other, replace(may.counted_as(0.0), gaps=self.room.gaps)))
        return tuple((method, kw) for method, kw in taken if kw.high > 0)


COOLING: Key[Cooling] = Key("cooling")


def cooling_of(filled: Filled, site: Assumptions) -> Cooling:
    """Return how a rack is cooled."""
    heat = _sum(filled, site, None)
    if filled.rack_part is None and heat.high > 0:
        return _in_what_is_lost(filled, heat, site)
    if heat.high <= 0:
        return Cooling(reason="no heat to remove")
    if filled.tank is not None:
        return _in_tank(filled, filled.tank, heat, site)
    return _in_rack(filled, heat, site)


def in_liquid(part: Part, site: Assumptions) -> Figure:
    """Return the share of a part's heat that leaves with a liquid, 0 to 1."""
    return site.figures.of(part.id, "liquid_fraction")


def in_air(part: Part, site: Assumptions) -> Figure:
    """Return the share of a part's heat that stays in air, 0 to 1."""
    return WHOLE.minus(in_liquid(part, site))


Share = Callable[[Part, Assumptions], Figure]


def _sum(filled: Filled, site: Assumptions, share: Share | None) -> Figure:
    """Return a share of the heat of all parts, kW; parts that are not known leave it open.

    Parameters
    ----------
    share
        None: all heat.
    """
    if filled.is_floor_unit:
        return NOTHING
    found = []
    for part, number in _counted(filled):
        watts, of = site.figures.of(part.id, "power_max_w"), share(part, site) if share else None
        if of is None or of.high > 0:
            found.append(_shared(watts, of, number / 1000))
    return total((*found, *_lost(filled, "kW")), "kW")


def _shared(watts: Figure, share: Figure | None, number: float) -> Figure:
    """Return a share of what a number of parts draw; all of it where there is no share."""
    if share is None or share.exact:
        return watts.times(number * (1.0 if share is None else share.low), "kW")
    return product(watts.times(number, "kW"), share, "kW")


def _lost(filled: Filled, unit: str) -> tuple[Figure, ...]:
    """Return what parts add that are not in the catalogue: nothing bounds it."""
    return tuple(missing(lost_ref(part_id), unit).times(n) for part_id, n in filled.lost.items())


def _counted(filled: Filled) -> list[tuple[Part, int]]:
    """Return the parts that draw power, each once, with their number."""
    parts = {part.id: part for _, part in filled.powered}
    return [(parts[key], n) for key, n in Counter(part.id for _, part in filled.powered).items()]


def _in_tank(filled: Filled, tank: Part, heat: Figure, site: Assumptions) -> Cooling:
    band = site.band("immersion")
    cooling = tank.cooling
    rated = cooling is not None and cooling.capacity_kw is not None
    return Cooling(
        method="immersion",
        name=tank.name,
        reason=f"everything stands in {tank.name}",
        heat=heat,
        liquid=heat,
        wet="yes",
        tank=heat,
        capacity=_capacity(tank),
        warn_kw=None if rated or band is None else band.warn_kw,
        flow=_flow_if_any(tank, heat, heat),
        source=_rating("tank", tank),
    )  # fmt: skip


def _in_what_is_lost(filled: Filled, heat: Figure, site: Assumptions) -> Cooling:
    """Return how something is cooled that may be a rack, a tank, or a cooling unit itself.

    A rear door takes nothing of what stands in a tank.
    """
    ref = lost_ref(filled.contents.rack_part)
    as_rack = _in_rack(filled, heat, site)
    unknown = missing(ref, "kW")
    return replace(
        as_rack, air=unknown, liquid=unknown, room=unknown, tank=NOTHING, wet="open",
        perhaps_tank=heat.perhaps_none((ref,)) if filled.contents.items else NOTHING,
        capacity=missing(ref, "kW"), warn_kw=None, needs_door=False, room_end=None,
        airflow=missing(ref, "m³/h"), flow=missing(ref, "L/min"),
        door=as_rack.door.perhaps_none((ref,)), door_flow=as_rack.door_flow.perhaps_none((ref,)),
    )  # fmt: skip


def _in_rack(filled: Filled, heat: Figure, site: Assumptions) -> Cooling:
    air, liquid = _sum(filled, site, in_air), _sum(filled, site, in_liquid)
    wet = _wet(filled, site)
    air_method, why = _air_method(filled, air, site)
    strongest, _ = _air_method(filled, air.counted_as(air.high), site)
    hangs = filled.door is not None and air_method == "rear-door"
    door = filled.door if hangs else None
    band = site.band(air_method)
    warn, capacity, source = _air_limits(door, band)
    room = _strongest_of_room(site)
    if capacity is not None and strongest != air_method:
        # A door that does not hang takes nothing, however much heat there may be.
        most = site.band(strongest) if strongest != "rear-door" else room
        capacity = _between(capacity, _end(most), air)
    needs_door = air_method == "rear-door" and door is None
    taken, left = _through(door, air)
    if filled.lost_doors and door is None and air_method == "rear-door":
        ref = lost_ref(filled.lost_doors[0])
        needs_door = False
        taken = left = missing(ref, "kW", 0.0, air.high)
        capacity = missing(ref, "kW")
    method, reason = _headline(filled, heat, liquid, (air_method, why), wet)
    air_name = door.name if door else _name(air_method, band)
    return Cooling(
        method=method,
        name=air_name if method == air_method else _name(method, site.band(method)),
        air_method=air_method,
        air_name=air_name,
        strongest=strongest,
        reason=reason,
        by_hand=filled.contents.cooling in AIR_METHODS,
        heat=heat,
        air=air,
        liquid=liquid,
        wet=wet,
        door=taken,
        room=left,
        warn_kw=warn,
        capacity=capacity,
        needs_door=needs_door,
        room_end=_end(room) if needs_door else None,
        room_source=room.source if needs_door and room else "",
        airflow=_airflow(filled, site),
        flow=_flow(liquid),
        door_flow=_flow_if_any(door, air, taken) if door else _lost_flow(filled, air_method),
        source=source,
    )


def _wet(filled: Filled, site: Assumptions) -> Answer:
    """Return whether something here has cold plates."""
    shares = [in_liquid(part, site) for part, _ in _counted(filled)]
    if any(share.low > 0 for share in shares):
        return "yes"
    return "open" if filled.lost or any(share.high > 0 for share in shares) else "no"


def _headline(
    filled: Filled, heat: Figure, liquid: Figure, in_air_by: tuple[str, str], wet: Answer
) -> tuple[str, str]:
    """Return the method that the rack is named by, and why it is this one; empty if it is open.

    Parameters
    ----------
    in_air_by
        What takes the heat in air, and why.
    """
    decided = filled.contents.cooling
    air_method, why = in_air_by
    if wet == "no" or liquid.high <= 0:
        # What is decided gives no heat to a liquid: parts do, or a tank.
        return air_method, why
    if wet == "open" and decided in AIR_METHODS:
        return decided, BY_HAND
    if wet == "open":
        return "", f"how much of {words(heat)} of heat goes into a liquid is not known"
    share = liquid.per(heat)
    said = "" if share.value is None else f" {amount(share.times(100), 0)} % of"
    text = f"parts with cold plates give{said} the heat to a loop"
    return "direct-to-chip", f"{text}; in air {why}" if why else text


def _air_method(filled: Filled, air: Figure, site: Assumptions) -> tuple[str, str]:
    """Return what takes the heat in air, and why it is this method.

    What hangs there decides, or a person; without it, the simplest method that sources plan with
    for this heat, or where none does, the strongest that reaches it at all: so that a rack which
    grows never goes back to a weaker method.
    """
    if air.high <= 0:
        return "", ""
    decided = filled.contents.cooling
    if decided in AIR_METHODS:
        return decided, BY_HAND
    if filled.door is not None:
        return "rear-door", f"{filled.door.name} hangs on the rack"
    if filled.lost_doors:
        return "rear-door", f"a door hangs on the rack; {not_in_catalogue(filled.lost_doors[0])}"
    # What is not known is judged by the limit, not by the method.
    heat = air.likely
    bands = [band for name in AIR_METHODS if (band := site.band(name)) is not None]
    said = f"{heat:.1f} kW" if air.exact else words(air)
    for band in bands:
        if band.warn_kw is None or heat < band.warn_kw:
            return band.method, _holds(band, heat, said)
    for band in reversed(bands):
        if band.error_kw is None or heat <= band.error_kw:
            return band.method, _holds(band, heat, said)
    if not bands:
        return "", "the catalogue states no cooling bands"
    last = bands[-1]
    return last.method, f"{said} is beyond every air method; {last.name} ends highest"


def _holds(band: Band, heat_kw: float, said: str) -> str:
    if band.error_kw is None:
        return f"{band.name}: no fixed limit"
    if band.warn_kw is not None and heat_kw < band.warn_kw:
        return f"{said}: {band.name.lower()}, planned with up to {band.warn_kw:g} kW"
    return (
        f"{said}: {band.name.lower()} reaches {band.error_kw:g} kW, but most sources "
        f"plan with {band.warn_kw:g} kW"
    )


def _name(method: str, band: Band | None) -> str:
    """Return what people call a method."""
    return band.name if band else method.replace("-", " ")


def _end(band: Band | None) -> Figure | None:
    """Return where a band ends; None where no fixed figure holds."""
    if band is None or band.error_kw is None:
        return None
    return exact(band.error_kw, "kW", f"rule {band.name}")


def _between(weaker: Figure, stronger: Figure | None, air: Figure) -> Figure | None:
    """Return where the air method ends, if the heat leaves open which one it is."""
    if stronger is None:
        return None
    low, high = sorted((weaker.low, stronger.high))
    end = Figure(low, high, None, "kW", 0.0, (*weaker.basis, *stronger.basis))
    return replace(end, gaps=merged(Gap(gap.ref, end.width) for gap in air.gaps))


def _capacity(unit: Part) -> Figure:
    """Return what a door or tank is rated for."""
    rated = unit.cooling.capacity_kw if unit.cooling else None
    ref = f"{unit.id}.cooling.capacity_kw"
    return missing(ref, "kW") if rated is None else exact(rated, "kW", ref)


def _rating(word: str, unit: Part) -> str:
    condition = unit.cooling.condition if unit.cooling else ""
    return f"rating of the {word}{f' at {condition}' if condition else ''}"


def _air_limits(door: Part | None, band: Band | None) -> tuple[float | None, Figure | None, str]:
    """Return where the air method warns and ends; a door's own rating goes before its band."""
    if door is not None:
        capacity = _capacity(door)
        warn = band.warn_kw if band and not capacity.exact else None
        return warn, capacity, _rating("door", door)
    if band is None:
        return None, None, ""
    return band.warn_kw, _end(band), band.source


def _strongest_of_room(site: Assumptions) -> Band | None:
    """Return the strongest method that takes heat with the room's air."""
    return site.band("in-row") or site.band("room-air")


def _through(door: Part | None, air: Figure) -> tuple[Figure, Figure]:
    """Return the heat in air that a door takes, and that it leaves to the room."""
    if door is None:
        return NOTHING, air
    capacity = _capacity(door)
    if capacity.value is None:
        ref = capacity.basis[0]
        return missing(ref, "kW", 0.0, air.high), missing(ref, "kW", 0.0, air.high)
    return air.clipped(most=capacity.value), air.minus(capacity).clipped(0.0)


def _airflow(filled: Filled, site: Assumptions) -> Figure:
    """Return the rack's airflow: what parts state, and by their heat where they do not."""
    carries = airflow_m3h(1.0, 1.0, site.altitude_m)
    flows = [_air_of(part, site, carries).times(number) for part, number in _counted(filled)]
    return total((*flows, *_lost(filled, "m³/h")), "m³/h")


def _air_of(part: Part, site: Assumptions, carries: float) -> Figure:
    """Return the air that a part draws; by its heat it is an estimate, as its rise is not known.

    Parameters
    ----------
    carries
        Air that carries 1 kW at a rise of 1 K, m³/h.
    """
    ref = f"{part.id}.airflow_m3h"
    if part.airflow_m3h is not None:
        return exact(part.airflow_m3h, "m³/h", ref)
    heat = _shared(site.figures.of(part.id, "power_max_w"), in_air(part, site), carries / 1000)
    flow = heat.per(site.air_delta_t, "m³/h")
    gaps = () if flow.low == flow.high else merged((*heat.gaps, Gap(ref, flow.width)))
    return replace(flow, gaps=gaps)


def _flow(liquid: Figure) -> Figure:
    """Return the coolant that carries a heat, L/min."""
    return liquid.times(coolant_lpm(1.0, COOLANT_DELTA_T_K, COOLANT), "L/min")


def _lost_flow(filled: Filled, air_method: str) -> Figure:
    """Return the water of a door that the catalogue lacks; none where none takes heat."""
    if air_method != "rear-door":
        return NO_FLOW
    flows = (missing(lost_ref(part_id), "L/min") for part_id in filled.lost_doors)
    return next(flows, NO_FLOW)


def _flow_if_any(unit: Part, heat: Figure, taken: Figure) -> Figure:
    """Return the water of a rear door or a tank: none where there may be no heat for it.

    Parameters
    ----------
    taken
        What it takes of the heat.
    """
    flow = _unit_flow(unit, taken)
    return flow if heat.low > 0 else flow.perhaps_none(gap.ref for gap in heat.gaps)


def _unit_flow(unit: Part, heat: Figure) -> Figure:
    """Return the water of a door or a tank: the flow at which it is rated, else by its heat."""
    flow, ref = unit.cooling.flow_lpm if unit.cooling else None, f"{unit.id}.cooling.flow_lpm"
    if flow is not None:
        return exact(flow, "L/min", ref)
    by_heat = _flow(heat)
    if by_heat.value is None:
        return missing(ref, "L/min")
    return estimate(by_heat.value, 0.0, inf, "L/min", ref, FLOW_BY_HEAT)
