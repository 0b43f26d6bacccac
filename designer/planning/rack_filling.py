"""Fill racks with devices under limits of height and power, as assemblies that can be repeated.

A rack that is filled like another shares its assembly, so that a cluster of thousands of devices
stays a few hundred records.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from typing import Final, Literal

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.dealing import fullest_line_a, line_limit_a
from designer.model.design import Assembly, Face, Slot, Tier
from designer.model.figure_cases import balance
from designer.model.figures import Figure, exact, total, within
from designer.model.units import half_u_of

LOWEST_U: Final = 3
"""NVIDIA fills racks from U3 on (DGX SuperPOD H100 data center design guide)."""
SPARE_TOP_U: Final = 2
"""Kept free at the top for cables to enter."""
MOST_FILLED: Final = 0.9
"""Part of a rack's units that may be used; from there on it counts as full, which strands power."""
NEC_CONTINUOUS: Final = 0.8
"""NEC 210.20(A): of a plug's rating, for a load of three hours or more."""
FEED_PAIRS: Final = (("A", "B"), ("B", "C"), ("C", "A"))
"""Racks with two rack PDUs take turns, so that three feeds carry the same."""


@dataclass(frozen=True)
class Item:
    """A device to be placed: `slot` starts its slot ids, `name` its name in the rack.

    Attributes
    ----------
    end
        Which end of the rack it is filled from: switches from the top, all else from the bottom.
    """

    part: str
    slot: str
    name: str
    end: Literal["top", "bottom"] = "bottom"
    face: Face = "front"
    fabric: str = ""
    tier: Tier = ""


@dataclass(frozen=True)
class Filling:
    """A rack's content, in the order in which it was filled, and the PDU that feeds it."""

    role: str
    label: str
    items: tuple[Item, ...]
    pdu: str


@dataclass(frozen=True)
class Budget:
    """What one rack of a role may hold.

    Attributes
    ----------
    units
        Rack units that may be used.
    kw
        Power the rack may draw with one of its feeds lost.
    pdu
        Part of its two rack PDUs; their outlets limit it too.
    most
        Most devices.
    power_factor
        Of its devices, for the lines of its PDUs carry amperes; None where these are not asked.
    rolled
        The part of the rack and what it may weigh as it is rolled to its place, kg; None where
        nobody states that, or it is not asked.
    """

    units: int
    kw: float
    pdu: str
    most: int = 10_000
    power_factor: float | None = None
    rolled: tuple[str, float | None] = ("", None)


@dataclass
class Assemblies:
    """The assemblies made so far, by content."""

    catalog: Catalog
    rack_part: str
    made: dict[tuple[object, ...], Assembly] = field(default_factory=dict)
    _pairs: "cycle[tuple[str, ...]]" = field(default_factory=lambda: cycle(FEED_PAIRS))
    _numbers: dict[str, int] = field(default_factory=dict)

    def of_filling(self, filling: Filling) -> str:
        """Return the id of the assembly for a content, with two PDUs on the next pair of feeds."""
        feeds = next(self._pairs)
        key = (filling, feeds)
        known = self.made.get(key)
        if known is None:
            number = self._numbers[filling.role] = self._numbers.get(filling.role, 0) + 1
            slots = [*self._stacked(filling.items), *pdu_slots(filling.pdu, feeds)]
            known = self.made[key] = Assembly(
                id=f"{filling.role}-{number:02d}",
                name=f"{filling.label}, feeds {'+'.join(feeds)}",
                rack_part=self.rack_part,
                slots=tuple(sorted(slots, key=lambda s: s.id)),
            )
        return known.id

    def add(self, assembly: Assembly) -> str:
        """Keep an assembly made elsewhere."""
        self.made[(assembly.id,)] = assembly
        return assembly.id

    def every(self) -> tuple[Assembly, ...]:
        """Return all assemblies, by id."""
        return tuple(sorted(self.made.values(), key=lambda a: a.id))

    def _stacked(self, items: Sequence[Item]) -> list[Slot]:
        """Return slots one above the other from the bottom, one below the other from the top.

        Those from the top begin no higher than leaves the centre of gravity of all no higher than
        about the middle of the rack.
        """
        rack = self.catalog.require(self.rack_part)
        units = rack.rack.units if rack.rack else 42
        low = half_u_of(LOWEST_U)
        high = self._highest(items, units)
        counts: dict[str, int] = {}
        slots = []
        for item in items:
            height = self.catalog.require(item.part).height_half_u
            if item.end == "top":
                high -= height
                position = high
            else:
                position = low
                low += height
            number = counts[item.slot] = counts.get(item.slot, 0) + 1
            slots.append(
                Slot(
                    id=f"{item.slot}{number:02d}",
                    part=item.part,
                    half_u=position,
                    face=item.face,
                    name=f"{item.name}-{{rack}}-{number:02d}",
                    fabric=item.fabric,
                    tier=item.tier,
                )
            )
        return slots

    def _highest(self, items: Sequence[Item], units: int) -> int:
        """Return where those from the top begin, in half units."""
        sizes = {item.part: self.catalog.require(item.part) for item in items}
        bottom, top = (
            [sizes[item.part] for item in items if item.end == end] for end in ("bottom", "top")
        )
        base, stack = (sum(part.height_half_u for part in parts) for parts in (bottom, top))
        high, least = half_u_of(units - SPARE_TOP_U + 1), half_u_of(LOWEST_U) + base + stack
        if not stack:
            return high
        if not bottom:
            high = min(high, half_u_of((units + stack // 2) // 2 + 1))
        figures, middle = self.catalog.figures(), exact(units * 1.0)
        laid = _cables(self.catalog)
        weights = {part: figures.of(part, "mass_kg") + laid for part in sizes}
        while high > least:
            at = self._heights(items, high)
            centre = balance([(weights[item.part], at[n]) for n, item in enumerate(items)])
            if within(centre, middle).answer != "no":
                break
            high -= 2
        return high

    def _heights(self, items: Sequence[Item], high: int) -> list[float]:
        """Return the middle of each device above the lowest unit, in half units."""
        low, found = half_u_of(LOWEST_U), []
        for item in items:
            height = self.catalog.require(item.part).height_half_u
            if item.end == "top":
                high -= height
            at = high if item.end == "top" else low
            low += 0 if item.end == "top" else height
            found.append(at - half_u_of(1) + height / 2)
        return found


def pdu_slots(part: str, feeds: Iterable[str]) -> list[Slot]:
    """Return a 0U rack PDU on each feed."""
    return [
        Slot(id=f"pdu-{f.lower()}", part=part, face="zero-u", name=f"pdu-{{rack}}-{f}", feed=f)
        for f in feeds
    ]


def feed_kw(pdu: Part, power_factor: float) -> float:
    """Return what one rack PDU carries for continuous load, in kW.

    A UL nameplate already holds the 80 % of NEC 210.20; an IEC rating knows no blanket derate.
    """
    if pdu.pdu is None:
        raise ValueError(f"{pdu.id} is not a rack PDU")
    kva = pdu.pdu.rated_kva
    if kva is None:
        kva = pdu.pdu.volts * pdu.pdu.amps * (3**0.5 if pdu.pdu.phases == 3 else 1) / 1000
    return kva * power_factor


def network_budget(
    catalog: Catalog, rack: str, pdu: str, power_factor: float, *, contained: bool = True
) -> Budget:
    """Return what an air-cooled rack on two PDUs may hold.

    Either PDU carries all of it, and it stays within what contained aisles are planned with, or
    the room's air where none is contained.
    """
    figures = catalog.require(rack).rack
    every = figures.units if figures else 42
    units = min(every - LOWEST_U + 1 - SPARE_TOP_U, int(every * MOST_FILLED))
    kw = feed_kw(catalog.require(pdu), power_factor)
    band = catalog.band("in-row" if contained else "room-air", contained=contained)
    if band and band.warn_kw is not None:
        kw = min(kw, band.warn_kw)
    most = figures.dynamic_kg if figures else None
    return Budget(units, kw, pdu, power_factor=power_factor, rolled=(rack, most))


def packed(catalog: Catalog, role: str, items: Sequence[Item], budget: Budget) -> list[Filling]:
    """Return the racks that a list of devices fills, in order."""
    fillings: list[Filling] = []
    batch: list[Item] = []
    for item in items:
        if batch and not _fits(catalog, [*batch, item], budget):
            fillings.append(_filling(role, batch, budget.pdu))
            batch = []
        batch.append(item)
    if batch:
        fillings.append(_filling(role, batch, budget.pdu))
    return fillings


def _fits(catalog: Catalog, items: Sequence[Item], budget: Budget) -> bool:
    """Return whether devices fit one rack for certain: height, power, outlets, lines of its PDUs.

    What has no upper bound of its power shares a rack with nothing. Masses count as far as they
    are stated.
    """
    parts = [catalog.require(item.part) for item in items]
    return (
        len(parts) <= budget.most
        and sum(part.height_half_u for part in parts) <= 2 * budget.units
        and _rolls(catalog, items, budget)
        and pdus_carry(catalog, parts, budget)
    )


def _rolls(catalog: Catalog, items: Sequence[Item], budget: Budget) -> bool:
    """Return whether a rack with devices, two rack PDUs and their cables may be rolled.

    By their likely masses, as far as they are stated or assumed.
    """
    rack, most = budget.rolled
    if most is None:
        return True
    parts = [rack, budget.pdu, budget.pdu, *(item.part for item in items)]
    laid = _cables(catalog).times(len(parts))
    mass = total((catalog.figures().sum("mass_kg", Counter(parts)), laid), "kg")
    likely = mass if mass.value is None else exact(mass.value, "kg")
    return within(likely, exact(most, "kg")).answer != "no"


def _cables(catalog: Catalog) -> Figure:
    """Return the mass of the cables of a device that templates plan with, kg."""
    planned = catalog.default("cables-per-device")
    return exact(planned.value if planned else 0.0, "kg")


def pdus_carry(catalog: Catalog, parts: Sequence[Part], budget: Budget) -> bool:
    """Return whether two rack PDUs have outlets for devices, and either carries all for certain."""
    pdu = catalog.require(budget.pdu).pdu
    power = catalog.figures().sum("power_max_w", Counter(part.id for part in parts))
    outlets = {"C14": pdu.outlets_c13, "C20": pdu.outlets_c19} if pdu else {}
    for inlet, count in outlets.items():
        plugs = sum(part.psu.count for part in parts if part.psu and part.psu.inlet == inlet)
        if count is not None and plugs > 2 * count:
            return False
    return power.high <= 1000 * budget.kw and _lines_carry(catalog, parts, budget)


def _lines_carry(catalog: Catalog, parts: Sequence[Part], budget: Budget) -> bool:
    """Return whether each line of either PDU carries all, with half of the supplies on it."""
    pdu = catalog.require(budget.pdu).pdu
    if pdu is None or pdu.phases == 1 or budget.power_factor is None:
        return True
    supplies, figures = [], catalog.figures()
    for part_id, number in Counter(part.id for part in parts).items():
        part = catalog.require(part_id)
        cords = max(1, part.psu.count // 2) if part.psu else 1
        power = figures.of(part_id, "power_max_w").times(0.001 / cords, "kW")
        supplies.append((power.high, cords * number))
    fullest = fullest_line_a(pdu.volts, tuple(supplies), budget.power_factor)
    return fullest <= line_limit_a(pdu, NEC_CONTINUOUS)


def _filling(role: str, items: Sequence[Item], pdu: str) -> Filling:
    counts: dict[str, int] = {}
    for item in items:
        counts[item.name] = counts.get(item.name, 0) + 1
    label = ", ".join(f"{count} {name}" for name, count in counts.items())
    return Filling(role, label, tuple(items), pdu)
