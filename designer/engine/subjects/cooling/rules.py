"""Rules of a rack's cooling: bands, doors, containment (OCP; vendor guides)."""

from collections.abc import Iterator

from designer.catalog.lost_parts import lost_ref
from designer.catalog.part import Part
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.remedy import Remedy
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.cooling.air_methods import strongest_of_room
from designer.engine.subjects.cooling.containment import end_without_containment
from designer.engine.subjects.cooling.cooling import COOLING, Cooling
from designer.engine.subjects.cooling.heat import gives_heat
from designer.model.cooling_words import METHOD_SHORT_NAMES
from designer.model.figure_cases import planned
from designer.model.figure_words import told, words
from designer.model.figures import Figure, exact, within


def heat_within_the_band(facts: Facts) -> Iterator[Finding]:
    """C01: a rack's heat in air is within what its air method handles, that of a tank in its own.

    Cold plates do nothing for the heat that stays in air.
    """
    for core, racks in facts[CONTENTS].racks_having(COOLING):
        cooling = core[COOLING]
        end = cooling.capacity if cooling.rated is None else cooling.rated
        if end is not None:
            yield from _within_the_band(facts, core, racks, end)


def _within_the_band(
    facts: Facts, core: RackCore, racks: tuple[str, ...], capacity: Figure
) -> Iterator[Finding]:
    cooling = core[COOLING]
    method, name, heat = _limited(cooling)
    in_air = " in air" if cooling.liquid.high > 0 and cooling.tank.high <= 0 else ""
    end = within(heat, capacity)
    planned = within(heat, exact(cooling.warn_kw, "kW")) if cooling.warn_kw is not None else end
    said = f"{core.called}: {told(heat, 'amount')}{' of heat' if heat.unknown else ''}{in_air}"
    if end.answer == "no":
        yield Finding(
            "C01", "error", f"{method}:beyond", racks,
            f"{said}, {name} ends at {words(capacity, 0)}",
            "Spread the devices over more racks, or choose a stronger method.",
            heat.minus(capacity).low, remedy=_door(facts, core),
        )  # fmt: skip
    elif "open" in (end.answer, planned.answer):
        refs = end.because if end.answer == "open" else planned.because
        yield cannot_be_said(
            "C01", method, racks, f"{said}: whether {name} takes it", refs, facts.name_of
        )
    elif planned.answer == "no" and cooling.warn_kw is not None:
        # Where the room has no containment the air ends earlier, which C14 says.
        band = facts.site.band(cooling.air_method)
        bare = facts.site.containment == "none" and band is not None and band.contained
        yield Finding(
            "C01", "warning", method, racks,
            f"{said} with {name}, most sources plan with {cooling.warn_kw:g} kW and none beyond "
            f"{words(capacity, 0)}{', in contained aisles' if bare else ''}",
            "Have the vendor confirm the rack profile, or use a rear door.",
            heat.minus(exact(cooling.warn_kw)).low, remedy=_door(facts, core),
        )  # fmt: skip


def _door(facts: Facts, core: RackCore) -> Remedy | None:
    """Return that a rear door is to hang, where the room's air takes the heat and one may."""
    cooling, part = core[COOLING], core.filled.rack_part
    if core.filled.door is not None or core.filled.lost_doors:
        return None
    if cooling.air_method not in ("room-air", "in-row") or not facts.site.allows("rear-door"):
        return None
    if part is None or part.rack is None:
        return None
    return Remedy(action="hang-doors", kw=planned(cooling.air))


def _limited(cooling: Cooling) -> tuple[str, str, Figure]:
    """Return the method that has a limit, its name, and the heat that it must take."""
    if cooling.tank.high > 0:
        return cooling.method, cooling.name, cooling.tank
    return cooling.air_method, cooling.air_name, cooling.air


def rear_doors_hang_where_needed(facts: Facts) -> Iterator[Finding]:
    """C22: a rack whose heat asks for a rear door has one.

    Until it hangs the room's air takes the heat: beyond the end of its strongest band, or of its
    bare air in a room without containment, an error.
    """
    for core, racks in facts[CONTENTS].racks_having(COOLING):
        lacks = core[COOLING].lacks_door
        if lacks == "yes":
            yield from _without_door(facts, core, racks)
        elif lacks == "open":
            yield _perhaps_without_door(facts, core, racks)


def _without_door(facts: Facts, core: RackCore, racks: tuple[str, ...]) -> Iterator[Finding]:
    """Yield that no door hangs, and whether the room's air takes the heat meanwhile."""
    air, (end, said_end) = core[COOLING].air, _room_end(facts, core)
    by_hand = core.contents.cooling == "rear-door"
    meanwhile = None if end is None else within(air, end)
    beyond = meanwhile is not None and meanwhile.answer == "no"
    said = f", and the room's air ends at {said_end}" if beyond else ""
    asked = f"{words(air)} ask for a rear door"
    advice = (
        "Place a rear door on the rack, or decide its cooling by hand if the vendor stands for the "
        "rack profile in contained air."
    )
    if by_hand:
        asked = f"a rear door is decided by hand for {told(air, 'amount')}"
        asked += " of heat" if air.unknown else ""
        advice = "Place a rear door on the rack, or let the design choose the method."
    cause = "no-door:beyond" if beyond else "no-door:by-hand" if by_hand else "no-door"
    yield Finding(
        "C22", "error" if beyond or by_hand else "warning", cause, racks,
        f"{core.called}: {asked}, and none hangs{said}", advice, air.low,
        remedy=Remedy(action="hang-doors", kw=planned(air)),
    )  # fmt: skip
    if meanwhile is not None and end is not None and meanwhile.answer == "open":
        yield cannot_be_said(
            "C22", "no-door:beyond", racks,
            f"{core.called}: {told(air, 'amount')} of heat in air, and no rear door hangs: whether "
            f"the room's air, which ends at {said_end}, takes it",
            meanwhile.because, facts.name_of,
        )  # fmt: skip


def _room_end(facts: Facts, core: RackCore) -> tuple[Figure | None, str]:
    """Return where the room's air ends for a rack whose door does not hang, and in words.

    Whether an aisle of a room with containment is closed, C14 finds.
    """
    if facts.site.containment == "none":
        bare = end_without_containment(core[COOLING], facts.site)
        if bare is not None:
            return bare, words(bare, 0)
    end = core[COOLING].room_end
    if end is None:
        return None, ""
    band = strongest_of_room(facts.site)
    contained = band is not None and band.contained
    return end, f"{words(end, 0)}{' in contained aisles' if contained else ''}"


def _perhaps_without_door(facts: Facts, core: RackCore, racks: tuple[str, ...]) -> Finding:
    """Return that it cannot be said whether there is heat for a door, or so much."""
    air = core[COOLING].air
    asked = f"{told(air, 'amount')} of heat in air: whether it asks for a rear door"
    if core.contents.cooling == "rear-door":
        asked = (
            "a rear door is decided by hand, and none hangs: whether there is heat in air for it"
        )
    return cannot_be_said(
        "C22", "no-door", racks, f"{core.called}: {asked}",
        (gap.ref for gap in air.gaps[:2]), facts.name_of,
    )  # fmt: skip


def parts_can_do_what_is_decided(facts: Facts) -> Iterator[Finding]:
    """C20: a rack decided to be cooled by a liquid has cold plates or is a tank.

    Where it is not, its heat goes where its parts can give it; a missing door is C22's.
    """
    for core, racks in facts[CONTENTS].racks_having(COOLING):
        decided, cooling = core.contents.cooling, core[COOLING]
        if decided == "auto" or cooling.heat.high <= 0:
            continue
        if core.filled.tank is not None:
            if decided != "immersion":
                yield from _tank_takes_it(facts, core, racks, core.filled.tank)
        elif decided not in ("direct-to-chip", "immersion"):
            if cooling.perhaps_tank.high > 0:
                yield cannot_be_said(
                    "C20", "tank", racks,
                    f"{core.called}: {METHOD_SHORT_NAMES[decided]} is decided by hand: whether it "
                    "stands in a tank, which takes all of its heat,",
                    (lost_ref(core.contents.rack_part),), facts.name_of,
                )  # fmt: skip
        else:
            yield from _no_liquid_takes_it(facts, core, racks)


def _tank_takes_it(
    facts: Facts, core: RackCore, racks: tuple[str, ...], tank: Part
) -> Iterator[Finding]:
    """Yield that a tank takes what is decided to go elsewhere, if there is heat."""
    heat, name = core[COOLING].heat, METHOD_SHORT_NAMES[core.contents.cooling]
    said = f"{core.called}: {name} is decided by hand, and it stands in {tank.name}"
    if gives_heat(core.filled, facts.site):
        yield Finding(
            "C20", "error", "tank", racks, f"{said}, which takes all of its heat",
            "Let the design choose the method, or move the devices to a rack.", heat.low,
        )  # fmt: skip
    else:
        yield cannot_be_said(
            "C20", "tank", racks, f"{said}: whether it has any heat, which the tank would take,",
            (gap.ref for gap in heat.gaps[:2]), facts.name_of,
        )  # fmt: skip


def _no_liquid_takes_it(facts: Facts, core: RackCore, racks: tuple[str, ...]) -> Iterator[Finding]:
    """Yield that no part gives heat to the liquid that is decided, or that this is not known."""
    decided, cooling = core.contents.cooling, core[COOLING]
    plates, name = decided == "direct-to-chip", METHOD_SHORT_NAMES[decided]
    lost = (lost_ref(core.contents.rack_part),) if core.filled.rack_part is None else ()
    if lost or (plates and cooling.wet == "open"):
        asked = (
            "parts here have the cold plates that are"
            if plates
            else "it stands in the tank that is"
        )
        yield cannot_be_said(
            "C20", decided, racks, f"{core.called}: whether {asked} decided by hand",
            lost or tuple(gap.ref for gap in cooling.liquid.gaps[:2]), facts.name_of,
        )  # fmt: skip
    elif not (plates or gives_heat(core.filled, facts.site)):
        yield cannot_be_said(
            "C20", decided, racks,
            f"{core.called}: {name} is decided by hand, and no tank holds it: whether there is "
            "heat for one", (gap.ref for gap in cooling.heat.gaps[:2]), facts.name_of,
        )  # fmt: skip
    elif not (plates and cooling.wet == "yes"):
        lacking = "no part here has cold plates" if plates else "no tank holds it"
        yield Finding(
            "C20", "error", decided, racks,
            f"{core.called}: {name} is decided by hand, and {lacking}; "
            f"{told(cooling.air, 'amount')} of heat is in air",
            "Choose parts with cold plates, or let the design choose the method."
            if plates else "Place the devices in a tank, or let the design choose the method.",
            cooling.air.low,
        )  # fmt: skip
