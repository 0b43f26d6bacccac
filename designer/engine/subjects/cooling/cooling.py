"""How a rack is cooled: the split of its heat, and the methods that take each part.

Heat in air and heat in liquid (`heat.py`) are taken in different ways, and each meets its own
limit: cold plates do nothing for the heat that stays in air, which is left to the room or to a rear
door (`air_methods.py`). In an immersion tank all heat goes into its liquid. The air and the coolant
that carry the heat are in `flows.py`.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from designer.catalog.lost_parts import lost_ref
from designer.catalog.part import Part
from designer.engine.assumptions import AIR_METHODS, Assumptions
from designer.engine.coolant_water import door_water
from designer.engine.filling import Filled
from designer.engine.results import Key
from designer.engine.subjects.cooling.air_methods import (
    BY_HAND,
    air_limits,
    air_method_of,
    band_end,
    capacity_of,
    end_between,
    headroom_of,
    method_name,
    next_method,
    rating_words,
    strongest_of_room,
    through_door,
)
from designer.engine.subjects.cooling.door_curve import capacity_at, least_left
from designer.engine.subjects.cooling.flows import (
    NO_FLOW,
    airflow_of,
    flow_of,
    lost_door_flow,
    unit_flow,
)
from designer.engine.subjects.cooling.heat import (
    NOTHING,
    heat_of,
    in_air,
    in_liquid,
    surely_warms_air,
)
from designer.model.figure_cases import spanning
from designer.model.figure_words import amount, words
from designer.model.figures import Answer, Figure, alike, exact, missing

NO_AIR: Final = exact(0.0, "m³/h")
_OF_ROOM: Final = ("room-air", "in-row")


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
    weakest, strongest
        The air method if the heat is as low, and as high, as it may be; another one than
        `air_method` only where the heat is not known.
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
    rated
        What the door that hangs is rated for; None where none does.
    lacks_door
        Whether the heat in air, or who decides, asks for a rear door, and none hangs.
    needs_door
        Whether the air method is a rear door that does not hang: the room's air is counted on.
    room_end, room_source
        Where the room's air ends for a rack that needs a door: until it hangs, air takes its heat.
    headroom, following
        Heat in air that may be added before another method is asked for, and which is then; None
        and empty where nothing is in air, or nobody knows.
    airflow
        Air that the devices draw, m³/h.
    flow, door_flow
        Liquid of the cold plates or the tank, and water of the door, L/min.
    """

    method: str = ""
    name: str = ""
    air_method: str = ""
    air_name: str = ""
    weakest: str = ""
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
    rated: Figure | None = None
    lacks_door: Answer = "no"
    needs_door: bool = False
    room_end: Figure | None = None
    room_source: str = ""
    headroom: Figure | None = None
    following: str = ""
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
    heat = heat_of(filled, site, None)
    if filled.rack_part is None and heat.high > 0:
        return _in_what_is_lost(filled, heat, site)
    if heat.high <= 0:
        return Cooling(reason="no heat to remove")
    if filled.tank is not None:
        return _in_tank(filled, filled.tank, heat, site)
    return _with_headroom(_in_rack(filled, heat, site), filled, site)


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
        capacity=capacity_of(tank),
        warn_kw=None if rated or band is None else band.warn_kw,
        flow=unit_flow(tank, heat, heat),
        source=rating_words("tank", tank),
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
        lacks_door="no" if as_rack.lacks_door == "no" else "open",
        airflow=missing(ref, "m³/h"), flow=missing(ref, "L/min"),
        door=as_rack.door.perhaps_none((ref,)), door_flow=as_rack.door_flow.perhaps_none((ref,)),
    )  # fmt: skip


def _in_rack(filled: Filled, heat: Figure, site: Assumptions) -> Cooling:
    air, liquid = heat_of(filled, site, in_air), heat_of(filled, site, in_liquid)
    wet = _wet(filled, site)
    air_method, why = air_method_of(filled, air, site)
    weakest, strongest = (
        air_method if air.exact else air_method_of(filled, air.counted_as(kw), site)[0]
        for kw in (air.low, air.high)
    )
    hangs = filled.door is not None and air_method == "rear-door"
    door = filled.door if hangs else None
    band = site.band(air_method)
    warn, capacity, source = air_limits(door, band)
    room = strongest_of_room(site)
    if capacity is not None and strongest != air_method:
        # A door that does not hang takes nothing, however much heat there may be.
        most = site.band(strongest) if strongest != "rear-door" else room
        capacity = end_between(capacity, band_end(most), air)
    needs_door = air_method == "rear-door" and door is None
    airflow, rated, taken, left = airflow_of(filled, site), None, NOTHING, air
    if door is not None:
        rated, water = capacity_of(door), door_water(filled, site)
        capacity = capacity_at(door, water, air, airflow, site)
        if not alike(capacity, rated):
            source = f"{source}, by its curve at water of {words(water)}"
        taken, left = through_door(air, capacity, least_left(water, air, airflow, site))
    if filled.lost_doors and door is None and air_method == "rear-door":
        ref = lost_ref(filled.lost_doors[0])
        needs_door = False
        taken = left = missing(ref, "kW", 0.0, air.high)
        capacity = missing(ref, "kW")
    method, reason = _headline(filled, heat, liquid, (air_method, why), wet)
    air_name = door.name if door else method_name(air_method, band)
    return Cooling(
        method=method,
        name=air_name if method == air_method else method_name(method, site.band(method)),
        air_method=air_method,
        air_name=air_name,
        weakest=weakest,
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
        rated=rated,
        lacks_door=_lacks_door(filled, air, (weakest, air_method, strongest), site),
        needs_door=needs_door,
        room_end=band_end(room) if needs_door else None,
        room_source=room.source if needs_door and room else "",
        airflow=airflow,
        flow=flow_of(filled, liquid, site),
        door_flow=unit_flow(door, air, taken) if door else lost_door_flow(filled, air_method),
        source=source,
    )


def _with_headroom(cooling: Cooling, filled: Filled, site: Assumptions) -> Cooling:
    """Return cooling with how much heat in air may be added, and what is asked for beyond.

    Without the door that is asked for, the room's air ends first.
    """
    air, hangs = cooling.air, filled.door is not None and cooling.air_method == "rear-door"
    if air.high <= 0 or filled.lost_doors:
        return cooling
    by_bands = not (cooling.by_hand or hangs)
    following = next_method(air, site) if by_bands and not cooling.needs_door else ""
    chosen = headroom_of(air, cooling.capacity, site, by_bands=by_bands)
    if cooling.lacks_door == "no":
        return replace(cooling, headroom=chosen, following=following)
    until_door = headroom_of(air, band_end(strongest_of_room(site)), site, by_bands=False)
    sure = cooling.lacks_door == "yes" and air.exact
    headroom = until_door if sure else spanning((chosen, until_door))
    return replace(cooling, headroom=headroom, following=following)


def _lacks_door(filled: Filled, air: Figure, methods: Collection[str], site: Assumptions) -> Answer:
    """Return whether a rear door is asked for that does not hang.

    Parameters
    ----------
    methods
        What takes the heat in air, if it is as low, as likely and as high as it may be.
    """
    if filled.door is not None or filled.lost_doors or "rear-door" not in methods:
        return "no"
    asks = all(method == "rear-door" for method in methods)
    return "yes" if asks and surely_warms_air(air, filled, site) else "open"


def _wet(filled: Filled, site: Assumptions) -> Answer:
    """Return whether something here has cold plates."""
    shares = [in_liquid(part, site) for part, _ in filled.powered_parts]
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
