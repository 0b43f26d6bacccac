"""Rules of a rack's cooling: bands, doors, containment (OCP; vendor guides)."""

from collections.abc import Iterator

from designer.catalog.kinds import Kind
from designer.catalog.lost_parts import is_surely, lost_ref
from designer.catalog.part import Part
from designer.engine.assumptions import Assumptions
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said, names_of
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS, RackCore
from designer.engine.subjects.cooling.cooling import COOLING, Cooling
from designer.engine.subjects.cooling.heat import in_air
from designer.engine.subjects.cooling.limits import end_without_containment
from designer.engine.subjects.floor.aisles import AISLES
from designer.model.cooling_words import METHOD_SHORT_NAMES
from designer.model.figure_cases import highest
from designer.model.figure_words import told, words
from designer.model.figures import Figure, exact, within
from designer.model.plural import plural

CONTAINMENT_FROM_KW = 10.0
"""Above 10 kW a rack without containment draws its own exhaust: planning rule DRC-C14."""

_IN_ROOM = ("room-air", "in-row")


def heat_within_the_band(facts: Facts) -> Iterator[Finding]:
    """C01: a rack's heat in air is within what its air method handles, that of a tank in its own.

    Cold plates do nothing for the heat that stays in air.
    """
    for core, racks in facts[CONTENTS].racks_having(COOLING):
        cooling = core[COOLING]
        if cooling.capacity is not None:
            yield from _within_the_band(facts, core, racks, cooling.capacity)


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
            heat.minus(capacity).low,
        )  # fmt: skip
    elif "open" in (end.answer, planned.answer):
        refs = end.because if end.answer == "open" else planned.because
        yield cannot_be_said(
            "C01", method, racks, f"{said}: whether {name} takes it", refs, names_of(facts.catalog)
        )
    elif planned.answer == "no" and cooling.warn_kw is not None:
        yield Finding(
            "C01", "warning", method, racks,
            f"{said} with {name}, most sources plan with {cooling.warn_kw:g} kW and none beyond "
            f"{words(capacity, 0)}",
            "Have the vendor confirm the rack profile, or use a rear door.",
            heat.minus(exact(cooling.warn_kw)).low,
        )  # fmt: skip


def _limited(cooling: Cooling) -> tuple[str, str, Figure]:
    """Return the method that has a limit, its name, and the heat that it must take."""
    if cooling.tank.high > 0:
        return cooling.method, cooling.name, cooling.tank
    return cooling.air_method, cooling.air_name, cooling.air


def rear_doors_hang_where_needed(facts: Facts) -> Iterator[Finding]:
    """C12: a rack whose heat asks for a rear door has one.

    Until it hangs the room's air takes the heat: beyond the end of its strongest band, an error.
    """
    for core, racks in facts[CONTENTS].racks_having(COOLING):
        cooling = core[COOLING]
        hangs = core.filled.door is not None or core.filled.lost_doors
        if hangs or "rear-door" not in (cooling.air_method, cooling.strongest):
            continue
        by_hand = core.contents.cooling == "rear-door"
        if cooling.needs_door and by_hand and not _gives_heat(core, facts.site, to_air=True):
            yield cannot_be_said(
                "C12", "no-door", racks,
                f"{core.called}: a rear door is decided by hand, and none hangs: whether there is "
                "heat in air for it", (gap.ref for gap in cooling.air.gaps[:2]),
                names_of(facts.catalog),
            )  # fmt: skip
        elif cooling.needs_door:
            end = cooling.room_end
            beyond = end is not None and within(cooling.air, end).answer == "no"
            said = f", and the room's air ends at {words(end, 0)}" if beyond and end else ""
            asked = f"{words(cooling.air)} ask for a rear door"
            advice = (
                "Place a rear door on the rack, or decide its cooling by hand if the vendor "
                "stands for the rack profile in contained air."
            )
            if by_hand:
                asked = f"a rear door is decided by hand for {told(cooling.air, 'amount')}"
                asked += " of heat" if cooling.air.unknown else ""
                advice = "Place a rear door on the rack, or let the design choose the method."
            cause = "no-door:beyond" if beyond else "no-door:by-hand" if by_hand else "no-door"
            yield Finding(
                "C12", "error" if beyond or by_hand else "warning", cause, racks,
                f"{core.called}: {asked}, and none hangs{said}",
                advice, cooling.air.low,
            )  # fmt: skip
        else:
            yield cannot_be_said(
                "C12", "no-door", racks,
                f"{core.called}: {told(cooling.air, 'amount')} of heat in air: whether it asks for "
                "a rear door", (gap.ref for gap in cooling.air.gaps[:2]), names_of(facts.catalog),
            )  # fmt: skip


def _gives_heat(core: RackCore, site: Assumptions, *, to_air: bool = False) -> bool:
    """Return whether something here gives heat for certain, however much.

    A part of no catalogue may give none, unless a fabric says that it is a switch; how much of
    that is in air, nobody knows.
    """
    known = {part.id: part for _, part in core.filled.powered}
    if any(
        site.figures.of(part.id, "power_max_w").high > 0
        and not (to_air and in_air(part, site).low <= 0)
        for part in known.values()
    ):
        return True
    return not to_air and any(is_surely(lost, _computes) for lost in core.filled.lost_things)


def _computes(kind: Kind) -> bool:
    return kind.draws_it_power


def parts_can_do_what_is_decided(facts: Facts) -> Iterator[Finding]:
    """C20: a rack decided to be cooled by a liquid has cold plates or is a tank.

    Where it is not, its heat goes where its parts can give it; a missing door is C12's.
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
                    (lost_ref(core.contents.rack_part),), names_of(facts.catalog),
                )  # fmt: skip
        else:
            yield from _no_liquid_takes_it(facts, core, racks)


def _tank_takes_it(
    facts: Facts, core: RackCore, racks: tuple[str, ...], tank: Part
) -> Iterator[Finding]:
    """Yield that a tank takes what is decided to go elsewhere, if there is heat."""
    heat, name = core[COOLING].heat, METHOD_SHORT_NAMES[core.contents.cooling]
    said = f"{core.called}: {name} is decided by hand, and it stands in {tank.name}"
    if _gives_heat(core, facts.site):
        yield Finding(
            "C20", "error", "tank", racks, f"{said}, which takes all of its heat",
            "Let the design choose the method, or move the devices to a rack.", heat.low,
        )  # fmt: skip
    else:
        yield cannot_be_said(
            "C20", "tank", racks, f"{said}: whether it has any heat, which the tank would take,",
            (gap.ref for gap in heat.gaps[:2]), names_of(facts.catalog),
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
            lost or tuple(gap.ref for gap in cooling.liquid.gaps[:2]), names_of(facts.catalog),
        )  # fmt: skip
    elif not (plates or _gives_heat(core, facts.site)):
        yield cannot_be_said(
            "C20", decided, racks,
            f"{core.called}: {name} is decided by hand, and no tank holds it: whether there is "
            "heat for one", (gap.ref for gap in cooling.heat.gaps[:2]), names_of(facts.catalog),
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


def containment_where_air_needs_it(facts: Facts) -> Iterator[Finding]:
    """C14: racks above 10 kW, or whose method asks for it, that air cools are in contained aisles.

    Where the room has containment, the aisles that the floor draws say which racks it encloses;
    where it has none, it encloses no rack.
    """
    bare = {key for key, aisles in facts[AISLES].items() if not aisles.contained}
    everywhere = facts.site.containment == "none"
    if not (bare or everywhere):
        return
    hot: list[tuple[RackCore, tuple[str, ...]]] = []
    open_ones: list[tuple[RackCore, tuple[str, ...]]] = []
    for core, all_keys in facts[CONTENTS].racks_having(COOLING):
        cooling, keys = core[COOLING], all_keys
        if not everywhere:
            keys = tuple(key for key in all_keys if key in bare)
        cool = within(cooling.air, exact(CONTAINMENT_FROM_KW, "kW")).answer
        lost = core.filled.rack_part is None
        rests = not lost and end_without_containment(cooling, facts.site) is not None
        by_air = lost or cooling.air_method in _IN_ROOM or cooling.needs_door
        if not keys or not by_air or (cool == "yes" and not rests):
            continue
        certain = cool == "no" and (cooling.needs_door or cooling.strongest in _IN_ROOM)
        (hot if certain or rests else open_ones).append((core, keys))
    yield from _outside_containment(hot, facts)
    for core, keys in open_ones:
        air = core[COOLING].air
        yield cannot_be_said(
            "C14", "containment", keys,
            f"{core.called}: {told(air, 'amount')} of heat in air: whether it needs containment",
            (gap.ref for gap in air.gaps[:2]), names_of(facts.catalog),
        )  # fmt: skip


Asking = list[tuple[RackCore, tuple[str, ...]]]


def _outside_containment(hot: Asking, facts: Facts) -> Iterator[Finding]:
    """Yield what is said of racks that no containment encloses.

    What rests on containment falls back on the room's air, and beyond its end that is an error.
    """
    ends = [(core, keys, end_without_containment(core[COOLING], facts.site)) for core, keys in hot]
    beyond = [
        (core, keys, end)
        for core, keys, end in ends
        if end is not None and within(core[COOLING].air, end).answer == "no"
    ]
    rest = [(core, keys) for core, keys, _ in ends if all(core is not one for one, *_ in beyond)]
    containment = facts.site.containment
    cause, place, action = (
        "open-aisle",
        f"at aisles that the room's {containment} aisle containment does not close",
        "Turn or move racks so that fronts face fronts across the aisle, and contain it.",
    )
    if containment == "none":
        cause, place, action = (
            "containment",
            "in aisles without containment",
            "Contain the cold or the hot aisles between rows that face each other (settings of the "
            "room), or hang rear doors; close empty units with blanking panels.",
        )
    for group, ending in ((rest, ""), ([b[:2] for b in beyond], ":beyond")):
        if group:
            racks = tuple(key for _, keys in group for key in keys)
            most = highest([core[COOLING].air for core, _ in group])
            past = f"; the room's air ends at {words(beyond[0][2], 0)}" if ending else ""
            yield Finding(
                "C14", "error" if ending else "warning", cause + ending, racks,
                f"{plural(len(racks), 'rack')} of up to {words(most)} {place}{past}",
                action, most.low,
            )  # fmt: skip
