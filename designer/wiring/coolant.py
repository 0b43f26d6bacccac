"""The coolant graph of a hall: which distribution units feed which loop, and what hangs on it.

CDU → loop → rack or tank that gives heat to a liquid
air unit → room
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from designer.catalog.catalog import Catalog
from designer.catalog.kinds import kind_of
from designer.catalog.part import Part
from designer.catalog.part_bounds import liquid_figure
from designer.model.design import Design, Loop
from designer.model.layout import Layout
from designer.model.marked_names import marked
from designer.wiring.coolant_units import Standing, feeding, standing_units
from designer.wiring.power import Problem
from designer.wiring.power_rack import Ints

ROOM: Final = "room"
"""What air units cool."""
LOOP: Final = "loop "
"""Before the id of a loop that a reason marks: racks and loops may have the same ids."""
NO_UNIT: Final = "no coolant distribution unit feeds it"
"""Why a loop with racks is no loop yet."""


@dataclass(frozen=True, slots=True)
class LoopWiring:
    """A loop with what feeds it and what hangs on it, by id (units in racks by device key).

    Attributes
    ----------
    unsure
        What may feed it: the catalogue lacks its part.
    own
        Id of the rack of which it is the own loop, by a unit in its rails; empty for others.
    """

    loop: Loop
    units: tuple[str, ...]
    racks: tuple[str, ...]
    unsure: tuple[str, ...] = ()
    own: str = ""


@dataclass(frozen=True)
class CoolantWiring:
    """The coolant wiring of a design.

    Attributes
    ----------
    air_units
        Things on the floor that take heat out of the room's air.
    unconnected
        Liquid-cooled racks without a loop, loops without a unit, and what a loop names in vain.
    idle
        Distribution units that feed no loop, by id.
    idle_unsure
        Parts of what stands in racks, may be a unit, and is in no loop: the catalogue lacks them.
    """

    loops: tuple[LoopWiring, ...]
    air_units: tuple[str, ...]
    unconnected: tuple[Problem, ...]
    idle: tuple[str, ...] = ()
    idle_unsure: tuple[str, ...] = ()

    def columns(self) -> tuple[tuple[str, ...], Ints]:
        """Return the nodes' names and the links, shape (n, 2), as positions among them."""
        pairs: list[tuple[str, str]] = [(unit, ROOM) for unit in self.air_units]
        for one in self.loops:
            pairs += [(f"{unit}:secondary", f"{one.loop.id}:in") for unit in one.units]
            pairs += [(f"{one.loop.id}:out", f"{rack}:coolant") for rack in one.racks]
        names = tuple(dict.fromkeys(name for pair in pairs for name in pair))
        number = {name: at for at, name in enumerate(names)}
        table = np.array([(number[a], number[b]) for a, b in pairs], dtype=np.int32)
        return names, table.reshape(-1, 2)


def expand_coolant(
    design: Design,
    catalog: Catalog,
    liquid: Sequence[str] | None = None,
    layout: Layout | None = None,
) -> CoolantWiring:
    """Return the coolant wiring of a design.

    A design without loops has one: all distribution units on the floor serve all racks that need
    coolant and have none in their rails. What two loops name belongs to the first of them and is
    reported: a unit's capacity is there once.

    Parameters
    ----------
    liquid
        Ids of the racks that want coolant, in the design's order, where somebody knows them.
    layout
        Of the design, where somebody has it.
    """
    layout = layout or Layout(design)
    parts = {rack.id: catalog.get(rack.part) for rack in design.racks}
    air = tuple(key for key, part in parts.items() if part and kind_of(part).cools_room_air)
    standing = standing_units(design, catalog, layout)
    if liquid is None:
        liquid = tuple(_wanting_coolant(design, catalog, layout))
    if not design.loops and not (standing.units or liquid or standing.unsure):
        return CoolantWiring((), air, ())
    return _connected(design, standing, liquid, air)


def _wanting_coolant(design: Design, catalog: Catalog, layout: Layout) -> Iterator[str]:
    for rack in design.racks:
        inside = (catalog.get(placed.part) for placed in layout.in_rack(rack.id))
        if wants_coolant((catalog.get(rack.part), *inside)):
            yield rack.id


def wants_coolant(parts: Iterable[Part | None]) -> bool:
    """Return whether anything here gives its heat to a liquid, or may: nobody says it does not."""
    return any(
        part is None
        or liquid_figure(part).high > 0
        or kind_of(part).cools in ("rack-door", "own-tank")
        for part in parts
    )


def _connected(
    design: Design, standing: Standing, liquid: Sequence[str], air: tuple[str, ...]
) -> CoolantWiring:
    """Return the loops with their units and racks, and what stays without."""
    row_of = {rack.id: rack.row for rack in design.racks}
    rows = {row.id for row in design.rows}
    mine = _Named(liquid, row_of, {name for loop in design.loops for name in loop.racks})
    every = feeding(design, standing)
    alone = {fed.rack for fed in every if fed.rack}
    problems = []
    found = []
    owner: dict[str, str] = {}
    for fed in every:
        loop = fed.loop
        if fed.rack:
            racks = [key for key in (fed.rack,) if key in liquid]
            found.append(LoopWiring(loop, fed.units, tuple(racks), fed.unsure, fed.rack))
            continue
        problems += [
            Problem(loop.id, f"{marked(unit)} is no coolant distribution unit here")
            for unit in loop.units
            if unit not in standing.units and unit not in standing.unsure
        ]
        problems += [
            Problem(loop.id, f"{marked(name)} is no rack and no row here")
            for name in loop.racks
            if name not in row_of and name not in rows
        ]
        racks = [key for key in mine.of(loop) if key not in alone]
        problems += _twice(loop, (*fed.asked, *racks), owner)
        owner.update(dict.fromkeys(fed.units, loop.id))
        racks = [key for key in racks if owner.setdefault(key, loop.id) == loop.id]
        found.append(LoopWiring(loop, fed.units, tuple(racks), fed.unsure))
        if racks and not fed.units and not fed.unsure:
            problems.append(Problem(loop.id, NO_UNIT))
    served = {rack for one in found for rack in one.racks}
    problems += [Problem(key, "no loop serves it") for key in liquid if key not in served]
    used = {unit for one in found for unit in one.units}
    idle = tuple(unit for unit in standing.units if unit not in used)
    used |= {unit for one in found for unit in one.unsure}
    unsure = tuple(p for u, p in standing.unsure.items() if u in standing.holders and u not in used)
    return CoolantWiring(tuple(found), air, tuple(problems), idle, unsure)


class _Named:
    """Racks that want coolant, by what names them: their ids and their rows."""

    def __init__(self, liquid: Sequence[str], row_of: Mapping[str, str], named: set[str]) -> None:
        self._place = {key: at for at, key in enumerate(liquid)}
        self._by_name: dict[str, list[str]] = {}
        self._others: list[str] = []
        for key in liquid:
            names = {key, row_of[key]} & named
            for name in names:
                self._by_name.setdefault(name, []).append(key)
            if not names:
                self._others.append(key)

    def of(self, loop: Loop) -> list[str]:
        """Return those of a loop, in the design's order: one that names none has all others."""
        if not loop.racks:
            return self._others
        found = {key for name in loop.racks for key in self._by_name.get(name, ())}
        return sorted(found, key=self._place.__getitem__)


def _twice(loop: Loop, keys: Iterable[str], owner: Mapping[str, str]) -> list[Problem]:
    """Return what another loop has already."""
    return [
        Problem(loop.id, f"{marked(key)} hangs on {marked(f'{LOOP}{owner[key]}')} already")
        for key in keys
        if owner.get(key, loop.id) != loop.id
    ]
