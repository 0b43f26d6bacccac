"""Which rear door takes the heat of racks at the water that it will get, and which CDUs with it.

The water is that of the units that serve the racks; where none does, that of the units which must
be built with the doors; where the building takes the heat, the facility's.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.assumptions import assumptions_of
from designer.engine.coolant_water import approach_of, door_water
from designer.engine.filling import Contents, Coolant, Filled, contents_of, fill
from designer.engine.remedy import Remedy
from designer.engine.subjects.contents.coolants import coolants_of
from designer.engine.subjects.cooling.cooling import Cooling, cooling_of
from designer.model.design import ONLY_LOOP, Device
from designer.model.figure_cases import highest, planned
from designer.model.figure_words import told, words
from designer.model.figures import Answer, Figure, exact, total, within
from designer.model.layout import Layout
from designer.planning.remedies.parts import Units, doors_of, units_of
from designer.wiring.coolant import LoopWiring, expand_coolant, wants_coolant

_HELP: Final = "plan colder water in the design settings, or spread the devices over more racks"


@dataclass(frozen=True)
class DoorChoice:
    """A door for racks, with the units that must be built for it; or why there is none.

    `note` is what of it cannot be said, with what would settle it.
    """

    door: Part | None = None
    units: tuple[Units, ...] = ()
    reason: str = ""
    note: str = ""


@dataclass(frozen=True)
class _Tried:
    """What a door and units would do: the worst answer of the racks, and of which rack it is."""

    answer: Answer
    rack: str = ""
    air: Figure | None = None
    water: Figure | None = None
    takes: Figure | None = None
    door: str = ""


_GRAVITY: Final[tuple[Answer, ...]] = ("yes", "open", "no")


class DoorHall:
    """The doors of a design, those that hang and those that would hang on some racks.

    Parameters
    ----------
    racks
        Ids of the racks that are to get a door.
    """

    def __init__(self, racks: Sequence[str], layout: Layout, catalog: Catalog) -> None:
        self._new, self._layout, self._catalog = frozenset(racks), layout, catalog
        design = layout.design
        self._site = assumptions_of(design, catalog)
        self._coolants = coolants_of(design, catalog)
        self._own: dict[str, list[Device]] = {}
        for device in design.devices:
            self._own.setdefault(device.rack, []).append(device)
        self._seen: dict[Contents, tuple[Filled, Cooling]] = {}

    def choose(self, least_kw: float) -> DoorChoice:
        """Return the first door of the catalogue that all racks can have, by what is known.

        One that takes the heat for certain comes before one of which that is open.

        Parameters
        ----------
        least_kw
            What the door is rated for at the least.
        """
        doors = doors_of(self._layout, self._catalog, least_kw)
        if not doors:
            return DoorChoice(reason=f"no rear door of the catalogue takes {least_kw:,.1f} kW")
        perhaps: tuple[DoorChoice, _Tried] | None = None
        worst: tuple[_Tried, tuple[Units, ...]] | None = None
        for door in doors:
            units, why = self._units_for(door)
            if why:
                return DoorChoice(reason=why)
            tried = self._tried(door, units)
            if tried.answer == "yes":
                return DoorChoice(door, units)
            if tried.answer == "no":
                worst = tried, units
            elif perhaps is None:
                perhaps = DoorChoice(door, units), tried
        if perhaps is not None:
            choice, tried = perhaps
            return replace(choice, note=_note(choice, tried) + self._colder(doors))
        assert worst is not None, "each door has an answer"
        return DoorChoice(reason=self._refusal(*worst) + (self._colder(doors) or f": {_HELP}"))

    def _colder(self, doors: Sequence[Part]) -> str:
        """Return with which facility water which door takes the heat; empty where none does."""
        now = self._site.water.low
        for door in doors:
            units, why = self._units_for(door)
            rated = door.cooling.water_max_c if door.cooling else None
            if why or rated is None:
                continue
            approach = [approach_of(one.part, self._site) for one in units] or [exact(0.0, "K")]
            water_c = exact(rated, "°C").minus(highest(approach)).low
            if not 0 < water_c < now:
                continue
            site = self._layout.design.site.evolve(cooling_water_c=water_c)
            layout = Layout(self._layout.design.evolve(site=site))
            other = DoorHall(sorted(self._new), layout, self._catalog)
            if other._tried(door, units).answer == "yes":
                return f": with facility water of {water_c:g} °C {door.name} does"
        return ""

    def harmed_by(self, part: Part, loop: str) -> str:
        """Return which door that hangs no unit's water of a part would let take its heat.

        Empty where each does, or may; asked of loops that no unit feeds yet.
        """
        wiring = next((one for one in self._without_units if _named(one) == loop), None)
        if wiring is None:
            return ""
        tried = self._tried(None, (Units(part, 1, loop),), wiring.racks)
        return self._refusal(tried, (Units(part, 1, loop),)) if tried.answer == "no" else ""

    def _refusal(self, tried: _Tried, units: tuple[Units, ...]) -> str:
        """Return why no door takes it, and what would help."""
        if tried.air is None or tried.water is None:
            return "no rear door of the catalogue takes it"
        of = f"water of {words(tried.water, 0)}"
        if units:
            of += f" that {units[0].part.name} delivers"
        heat = f"the {told(tried.air, 'amount')} of {self._layout.name_of(tried.rack)}"
        if tried.rack in self._new:
            return f"no rear door of the catalogue takes {heat} with {of}"
        takes = "" if tried.takes is None else f" takes {told(tried.takes, 'amount', 0)} of"
        return f"{tried.door}{takes} {heat} with {of}: hang a stronger door first, {_HELP}"

    @cached_property
    def _loops(self) -> tuple[LoopWiring, ...]:
        """The loops, with the racks that are to get a door."""
        layout, catalog = self._layout, self._catalog
        liquid = [
            rack.id
            for rack in layout.design.racks
            if rack.id in self._new
            or wants_coolant(
                (catalog.get(rack.part), *(catalog.get(p.part) for p in layout.in_rack(rack.id)))
            )
        ]
        return expand_coolant(layout.design, catalog, liquid, layout).loops

    @cached_property
    def _without_units(self) -> tuple[LoopWiring, ...]:
        return tuple(one for one in self._loops if not one.units and not one.unsure)

    def _units_for(self, door: Part) -> tuple[tuple[Units, ...], str]:
        """Return the units that must be built with doors, or why that cannot be."""
        served = {rack for one in self._loops for rack in one.racks}
        outside = [rack for rack in sorted(self._new) if rack not in served]
        asked = [one for one in self._without_units if not self._new.isdisjoint(one.racks)]
        if not (outside or asked) or self._building_takes(door, outside):
            return (), ""
        if outside:
            named = self._layout.name_of(outside[0])
            return (), f"no coolant loop serves {named}: name it, or its row, in one first"
        found = []
        for one in asked:
            cooled = [self._cooling(rack, door)[1] for rack in one.racks]
            heat = total((c.door + c.looped for c in cooled), "kW")
            flow = total((c.door_flow + c.looped_flow for c in cooled), "L/min")
            remedy = Remedy(
                action="add-coolant-units", kw=planned(heat), flow=planned(flow), loop=_named(one)
            )
            units = next(iter(units_of(remedy, self._layout, self._catalog)), None)
            if units is None:
                return (), (
                    "the doors need a coolant distribution unit, and none of the catalogue states "
                    "that it takes their load"
                )
            found.append(Units(*units, _named(one)))
        return tuple(found), ""

    def _building_takes(self, door: Part, outside: Sequence[str]) -> bool:
        """Return whether the building's own water takes the heat of all doors without units."""
        taken = self._layout.design.site.building_water_kw
        if not taken:
            return False
        racks = [*outside, *(rack for one in self._without_units for rack in one.racks)]
        whole = total((self._cooling(rack, door)[1].door for rack in racks), "kW")
        return within(whole, exact(taken, "kW")).answer == "yes"

    def _tried(
        self, door: Part | None, units: tuple[Units, ...], more: Sequence[str] = ()
    ) -> _Tried:
        """Return the worst answer of the racks, and of those whose water the units would be."""
        fed = {one.loop: one.part for one in units}
        part_of = {
            rack: fed[_named(one)]
            for one in self._without_units
            if _named(one) in fed
            for rack in one.racks
        }
        worst = _Tried("yes")
        for rack in dict.fromkeys((*sorted(self._new), *part_of, *more)):
            filled, cooling = self._cooling(rack, door, part_of.get(rack))
            answer = _answer(cooling, certain=rack in self._new)
            if _GRAVITY.index(answer) > _GRAVITY.index(worst.answer):
                name = filled.door.name if filled.door else ""
                water = door_water(filled, self._site)
                worst = _Tried(answer, rack, cooling.air, water, cooling.capacity, name)
        return worst

    def _cooling(
        self, rack_id: str, door: Part | None, unit: Part | None = None
    ) -> tuple[Filled, Cooling]:
        """Return how a rack would be cooled, with the door and by the unit that are new."""
        rack = self._layout.racks[rack_id]
        own = tuple(self._own.get(rack_id, ()))
        if door is not None and rack_id in self._new:
            own += (Device(id="door", name="door", part=door.id, rack=rack_id, face="door"),)
            rack = rack.evolve(cooling="auto")
        coolant: Coolant = self._coolants.of(rack)
        if unit is not None:
            coolant = replace(coolant, units=(unit.id,))
        assembly = self._layout.assemblies.get(rack.assembly)
        contents = contents_of(rack, assembly, own, coolant=coolant)
        if contents not in self._seen:
            filled = fill(contents, self._catalog)
            self._seen[contents] = filled, cooling_of(filled, self._site)
        return self._seen[contents]


def _note(choice: DoorChoice, tried: _Tried) -> str:
    """Return what cannot be said of a door that is chosen."""
    if choice.door is None or tried.air is None or tried.water is None:
        return ""
    heat, water = told(tried.air, "amount"), words(tried.water, 0)
    return f"whether {choice.door.name} takes {heat} with water of {water} cannot be said"


def _named(one: LoopWiring) -> str:
    """Return the id of a loop as a remedy has it: empty where the design declares none."""
    return "" if one.loop == ONLY_LOOP else one.loop.id


def _answer(cooling: Cooling, *, certain: bool) -> Answer:
    """Return whether a rack's door takes its heat; `yes` of a rack without one.

    Parameters
    ----------
    certain
        Whether what is open of its rating counts: a door that hangs is as it is.
    """
    if cooling.rated is None or cooling.capacity is None or cooling.air.high <= 0:
        return "yes"
    rated = within(cooling.air, cooling.rated).answer
    if rated == "no" and not certain:
        return "yes"  # C01 says so already.
    answers: Iterator[Answer] = iter((rated, within(cooling.air, cooling.capacity).answer))
    return max(answers, key=_GRAVITY.index)
