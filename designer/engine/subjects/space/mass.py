"""Mass of a filled rack with its cables and coolant, and how high its centre of gravity is.

Heights are those of a plain rack: rails in the middle of its height, the mass of a device in the
middle of its units, and all that has no units (the frame, rack PDUs, doors, cables, coolant) at
half the height of the rack. Masses have their bounds; these heights are a convention.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Final

from designer.catalog.lost_parts import lost_ref
from designer.catalog.part import Part
from designer.engine.assumptions import Assumptions
from designer.engine.filling import Filled, Item, height_is_open
from designer.engine.part_sums import sum_over
from designer.model.figure_cases import balance
from designer.model.figures import Figure, exact, missing, product, repeated, stated, total
from designer.model.units import RACK_UNIT_MM, u_of

COOLANT_KG_PER_L: Final = Figure(
    0.99, 1.031, 1.02, "kg", 1.0, ("rule density of water and of 25 % propylene glycol",), (), True
)
"""Water at 45 °C to 25 % propylene glycol at 0 °C: Airedale, DeltaChill manual, page 53 (easymanua.
ls); 1.02 kg/L as for flows."""
LOWEST_U: Final = 1.0


@dataclass(frozen=True)
class Mass:
    """What a rack weighs, and where its centre of gravity is.

    Attributes
    ----------
    parts_kg
        The rack and what stands in it, as parts state it.
    cables_kg, coolant_kg
        What comes to it where it stands.
    cog_mm
        Height of the centre of gravity above the floor; None of what is sold filled, of tanks and
        of units, whose makers answer for it.
    rails_mm, middle_mm
        The same above the lowest unit, and the middle of the rails.
    heavy_above
        The heaviest device above that, and the rack unit that it begins at; empty where none is.
    """

    parts_kg: Figure
    cables_kg: Figure
    coolant_kg: Figure
    cog_mm: Figure | None = None
    rails_mm: Figure | None = None
    middle_mm: Figure | None = None
    heavy_above: str = ""

    @cached_property
    def whole_kg(self) -> Figure:
        """All of it."""
        return _sum(self.parts_kg, self.cables_kg, self.coolant_kg)

    @cached_property
    def added_kg(self) -> Figure:
        """What is no part: cables and coolant."""
        return _sum(self.cables_kg, self.coolant_kg)

    @cached_property
    def rolled_kg(self) -> Figure:
        """What rolls: a rack is filled with coolant where it stands."""
        return _sum(self.parts_kg, self.cables_kg)


def _sum(first: Figure, *more: Figure) -> Figure:
    """Return a sum; what is none for certain says nothing of how much of the rest is known."""
    return total((first, *(mass for mass in more if mass.high)), "kg")


def mass_of(filled: Filled, site: Assumptions) -> Mass:
    """Return what a filling weighs."""
    parts = sum_over(site.figures, "mass_kg", filled.counts, filled.lost)
    cables, coolant = _cables(filled, site), _coolant(filled, site)
    rack = filled.rack_part
    sold_filled = rack is not None and rack.traits.draws_it_power
    if sold_filled or filled.tank or filled.is_floor_unit:
        return Mass(parts, cables, coolant)
    if rack is None or rack.rack is None:
        ref = lost_ref(filled.contents.rack_part) if rack is None else f"{rack.id}.rack"
        open_ = missing(ref, "mm")
        return Mass(parts, cables, coolant, open_, open_, open_)
    rails = rack.rack.units * RACK_UNIT_MM
    middle = rails / 2
    unplaced = _of_no_known_height(filled)
    if unplaced:
        above_floor = missing(
            unplaced, "mm", 0.0, inf if rack.height_mm is None else float(rack.height_mm)
        )
        within_rails = missing(unplaced, "mm", 0.0, rails)
        return Mass(parts, cables, coolant, above_floor, within_rails, exact(middle, "mm"))
    placed = list(_placed(filled, rack, middle, site))
    weights = [(mass, height) for mass, height, _, _ in placed]
    weights += [(_sum(cables, coolant), middle)]
    if all(mass.high <= 0 for mass, _ in weights):
        return Mass(parts, cables, coolant)
    above = max(
        ((mass.likely, name, item) for mass, height, name, item in placed if height > middle),
        key=lambda one: one[0], default=None,
    )  # fmt: skip
    return Mass(
        parts, cables, coolant,
        cog_mm=_above_floor(weights, rack, rails),
        rails_mm=balance(weights, "mm"),
        middle_mm=exact(middle, "mm"),
        heavy_above=f"{above[1]} at U{u_of(above[2].half_u):g}" if above and above[2] else "",
    )  # fmt: skip


def _of_no_known_height(filled: Filled) -> str:
    """Return the input that leaves open where the middle of a device is; empty where none does."""
    parts = {part.id: part for _, part in filled.known}
    for item in filled.contents.items:
        part = parts.get(item.part)
        if item.face not in ("front", "rear"):
            continue
        if part is None:
            return lost_ref(item.part)
        if height_is_open(item, part):
            return f"{part.id}.height_half_u"
    return ""


def _above_floor(weights: Sequence[tuple[Figure, float]], rack: Part, rails: float) -> Figure:
    """Return the height of the centre above the floor, below the rails of which is a plinth."""
    if rack.height_mm is None:
        return missing(f"{rack.id}.height_mm", "mm")
    plinth = max(0.0, (rack.height_mm - rails) / 2)
    return balance([(mass, place + plinth) for mass, place in weights], "mm")


def _placed(
    filled: Filled, rack: Part, middle: float, site: Assumptions
) -> Iterator[tuple[Figure, float, str, Item | None]]:
    """Yield the mass of each thing that stands here, its height in the rails, and what it is."""
    yield site.figures.of(rack.id, "mass_kg"), middle, "", None
    parts = {part.id: part for _, part in filled.known}
    for item in filled.contents.items:
        part = parts.get(item.part)
        ref = lost_ref(item.part)
        mass = site.figures.of(part.id, "mass_kg") if part else missing(ref, "kg")
        if item.face not in ("front", "rear"):
            yield mass, middle, "", None
            continue
        high = part.height_half_u if part else 0
        at = (u_of(item.half_u) - LOWEST_U + high / 4) * RACK_UNIT_MM
        yield mass, at, part.name if part else item.part, item


def _cables(filled: Filled, site: Assumptions) -> Figure:
    """Return the mass of all cables; what no catalogue has may have some, or none."""
    known = site.cable_kg.times(len(filled.powered), "kg")
    if not filled.lost:
        return known
    lost = site.cable_kg.times(filled.lost.total(), "kg")
    return _sum(known, lost.perhaps_none(lost_ref(part) for part in filled.lost))


def _coolant(filled: Filled, site: Assumptions) -> Figure:
    """Return the mass of coolant in cold plates, doors and units here; a tank states its own."""
    if filled.tank:
        return exact(0.0, "kg")
    if filled.is_floor_unit:
        # What a unit holds is counted where its maker says it.
        unit = filled.rack_part
        filling = unit is not None and unit.coolant_l is not None
        litres_in = coolant_l(unit, site) if unit is not None and filling else exact(0.0, "L")
        return product(litres_in, COOLANT_KG_PER_L, "kg")
    counts = Counter(part for _, part in filled.known)
    if filled.rack_part is not None:
        counts[filled.rack_part] += 1
    litres = [(volume, n) for part, n in counts.items() if (volume := coolant_l(part, site)).high]
    litres += [(missing(lost_ref(part), "L"), n) for part, n in filled.lost.items()]
    if not litres:
        return exact(0.0, "kg")
    held = product(repeated(litres, "L"), COOLANT_KG_PER_L, "kg")
    # What no catalogue has may be a tank, whose mass is all that it holds.
    lost = lost_ref(filled.contents.rack_part)
    return held if filled.rack_part is not None else held.perhaps_none((lost,))


def coolant_l(part: Part, site: Assumptions) -> Figure:
    """Return the coolant in a part: as it states, else by the heat that its liquid takes.

    The mass of a rack that is sold filled may hold it already: no maker says whether it is wet.
    """
    if part.coolant_l is not None:
        return exact(part.coolant_l, "L", f"{part.id}.coolant_l")
    if part.traits.is_rear_door or part.traits.is_cooling_unit:
        rated = part.cooling.capacity_kw if part.cooling else None
        taken = stated(rated, f"{part.id}.cooling.capacity_kw", "kW")
    elif part.traits.draws_it_power:
        share = site.figures.of(part.id, "liquid_fraction")
        if not share.high:
            return exact(0.0, "L")
        watts = site.figures.of(part.id, "power_max_w")
        taken = product(watts, share).times(0.001, "kW")
    else:
        return exact(0.0, "L")
    volume = product(taken, site.coolant_l_per_kw, "L")
    if part.traits.contains and part.traits.draws_it_power:
        return volume.perhaps_none((f"{part.id}.coolant_l",), likely=True)
    return volume
