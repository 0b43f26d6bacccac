"""Where cables end: the racks on the plan, and how high the ports of their devices are.

Lengths are in mm. A device's ports are taken at the middle of its height; those of a rack that is
sold filled may be anywhere in it, and so may be the top of a rack whose height nobody states:
`spread` says how far off a height may be.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.model.change import went_and_came
from designer.model.design import Design, Rack
from designer.model.units import RACK_UNIT_MM
from designer.wiring.cable_ends import numbered
from designer.wiring.network_columns import FabricWiring
from designer.wiring.network_members import Members

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
_Hung = tuple[int, str]
"""What hangs at a place of a rack: lowest half unit, and part."""

USUAL_HEIGHT_MM: Final = 2000.0
"""Of a rack of 42 units, where nobody states a height; others are up to half a metre off."""
OFF_MM: Final = 500.0
_USUAL_WIDTH_MM: Final = 600
_USUAL_DEPTH_MM: Final = 1200
_TABLE: Final = 1 << 20
"""Up to so many keys a table of all is faster than to sort those that occur."""
_MIDDLE_OFF_MM: Final = 300.0
"""How far off the middle of a footprint may be whose width or depth nobody states."""
PLACED: Final = ("x", "y", "top", "spread", "half_x", "half_y")
"""The columns of `RackPlaces` that say where a thing is."""


@dataclass(frozen=True, eq=False)
class RackPlaces:
    """Everything on the floor, in the design's order.

    Attributes
    ----------
    number
        Place of each in the columns, by id.
    x, y
        Shape (racks,): the middle of its footprint, where cables enter.
    top, spread
        Shape (racks,): its height, and how far off that and its middle may be together.
    half_x, half_y
        Shape (racks,): half its footprint along each axis of the plan.
    """

    number: Mapping[str, int]
    x: Floats
    y: Floats
    top: Floats
    spread: Floats
    half_x: Floats
    half_y: Floats

    def are(self, others: "RackPlaces") -> bool:
        """Return whether the same things stand at the same places."""
        return self.number is others.number and all(
            np.array_equal(getattr(self, name), getattr(others, name)) for name in PLACED
        )


def rack_places(
    design: Design, catalog: Catalog, before: tuple[RackPlaces, Design] | None = None
) -> RackPlaces:
    """Return the places of everything on the floor.

    Parameters
    ----------
    before
        Those of the design before, and that: what did not change there is taken over.
    """
    if before is None:
        number = {rack.id: at for at, rack in enumerate(design.racks)}
        return RackPlaces(number, *_columns(design.racks, catalog))
    places, old = before
    went, came = went_and_came(old.racks, design.racks)
    if not came and not went:
        return places
    if [rack.id for rack in went] != [rack.id for rack in came]:
        return rack_places(design, catalog)
    at = [places.number[rack.id] for rack in came]
    columns = [getattr(places, name).copy() for name in PLACED]
    for column, its in zip(columns, _columns(came, catalog), strict=True):
        column[at] = its
    return RackPlaces(places.number, *columns)


def _columns(racks: Sequence[Rack], catalog: Catalog) -> tuple[Floats, ...]:
    """Return the columns of some racks."""
    kinds: dict[tuple[str, int], int] = {}
    shapes = map(attrgetter("part", "rotation"), racks)
    kind = [kinds.setdefault(one, len(kinds)) for one in shapes]
    sizes = [_turned(_size(catalog.get(part)), turn in (90, 270)) for part, turn in kinds]
    of_kinds = np.array(sizes, dtype=float).reshape(-1, 4)
    wide, deep, top, spread = of_kinds[np.array(kind, dtype=np.intp)].T.copy()
    x, y = (
        np.array(list(map(attrgetter(name), racks)), dtype=float) + side / 2
        for name, side in (("x_mm", wide), ("y_mm", deep))
    )
    return x, y, top, spread, wide / 2, deep / 2


def _turned(size: tuple[int, int, float, float], turned: bool) -> tuple[int, int, float, float]:
    """Return width, depth, height and what is open of a footprint, a quarter turned or not."""
    width, depth, top, spread = size
    return (depth, width, top, spread) if turned else size


def _size(part: Part | None) -> tuple[int, int, float, float]:
    """Return width, depth, height, and how far off the height and the middle may be together."""
    width = part.width_mm if part is not None and part.width_mm else _USUAL_WIDTH_MM
    depth = part.depth_mm if part is not None and part.depth_mm else _USUAL_DEPTH_MM
    sides = (0, 0) if part is None else (part.width_mm, part.depth_mm)
    off = _MIDDLE_OFF_MM * sum(not side for side in sides)
    if part is not None and part.height_mm:
        return width, depth, float(part.height_mm), off
    if part is not None and part.rack is not None:
        # Rails and a frame of a hand's breadth above and below.
        return width, depth, part.rack.units * RACK_UNIT_MM + 150.0, 100.0 + off
    return width, depth, USUAL_HEIGHT_MM, OFF_MM + off


@dataclass(frozen=True, eq=False)
class Heights:
    """Where the ports of one fabric's vertices are.

    Attributes
    ----------
    rack
        Shape (vertices,): place in `RackPlaces`; -1 where no switch is drawn.
    z, spread
        Shape (vertices,): height above the floor, and how far off that may be.
    """

    rack: Ints
    z: Floats
    spread: Floats


@dataclass
class HeightFinder:
    """Finds heights of devices; those that stand alike are looked up once."""

    design: Design
    catalog: Catalog
    places: RackPlaces

    def __post_init__(self) -> None:
        self._own = {device.id: device.half_u for device in self.design.devices}
        self._slots = {
            assembly.id: {slot.id: slot.half_u for slot in assembly.slots}
            for assembly in self.design.assemblies
        }
        self._levels: list[tuple[float, float]] = [(0.0, OFF_MM)]  # the first: of no rack
        self._known: dict[tuple[str, float, float], dict[_Hung, int]] = {}
        self._numbers: dict[int, tuple[tuple[str, ...], Ints]] = {}  # fabrics have them in common
        kinds: dict[tuple[str, str], int] = {}
        fillings = map(attrgetter("part", "assembly"), self.design.racks)
        self._kinds = np.array(
            [*(kinds.setdefault(one, len(kinds)) for one in fillings), -1], dtype=np.int64
        )

    def heights(self, wiring: FabricWiring) -> Heights:
        """Return where the ports of a fabric's vertices are."""
        members = wiring.members
        racks = self._racks(members.racks)
        kinds = self._kinds[racks] + 1
        nodes = self._of(members, kinds, members.node_rack, members.node_occupant)
        switches = self._of(members, kinds, members.switch_rack, members.switch_occupant)
        switches = np.append(switches, [[0.0], [0.0]], axis=1)
        device, switch = wiring.nodes.device, wiring.places.switch
        node_rack = racks[members.node_rack[device]]
        switch_rack = racks[np.append(members.switch_rack, np.int32(-1))[switch]]
        return Heights(
            np.concatenate((node_rack, switch_rack)).astype(np.int32),
            np.concatenate((nodes[0, device], switches[0, switch])),
            np.concatenate((nodes[1, device], switches[1, switch])),
        )

    def _of(
        self, members: Members, kinds: NDArray[np.int64], racks: Ints, occupants: Ints
    ) -> Floats:
        """Return height and spread of members, shape (2, members).

        Parameters
        ----------
        kinds
            Shape (racks,): a number for racks of one part and assembly, above 0.
        """
        if not len(racks):
            return np.zeros((2, 0))
        size = len(members.occupants)
        # What stands alike in racks of a kind is looked up once, at any one of them.
        keys = kinds[racks] * size + occupants
        end = int(kinds.max()) * size + size
        used, which = numbered(keys, end) if end < _TABLE else np.unique(keys, return_inverse=True)
        any_of = np.empty(len(used), dtype=np.intp)
        any_of[which] = np.arange(len(keys))
        levels: list[int] = []
        listed, own, last = members.occupants, self._own, -1
        at_racks = self._racks(members.racks)[racks[any_of]].tolist()
        kind_of, occupant_of = (column.tolist() for column in np.divmod(used, size))
        for at, kind, occupant in zip(at_racks, kind_of, occupant_of, strict=True):
            if at < 0:
                levels.append(0)
                continue
            if kind != last:
                last, (slots, rack, known) = kind, self._of_rack(at)
            it, half_u = listed[occupant], 0
            if it.form == "slot":
                half_u = slots.get(it.id, 0)
            elif it.form == "device":
                half_u = own.get(it.id, 0)
            hung = half_u, it.part
            found = known.get(hung)
            if found is None:
                found = known[hung] = len(self._levels)
                self._levels.append(self._of_part(half_u, it.part, *rack))
            levels.append(found)
        of = np.array(levels, dtype=np.intp)[which]
        return np.array(self._levels, dtype=float).T.take(of, axis=1)

    def _of_rack(
        self, at: int
    ) -> tuple[Mapping[str, int], tuple[str, float, float], dict[_Hung, int]]:
        """Return where the slots of a rack are, its part, top and spread, and known levels in it.

        That is alike for all racks of a kind.
        """
        rack, (tops, spreads) = self.design.racks[at], self._tops
        key = rack.part, tops[at], spreads[at]
        return self._slots.get(rack.assembly, {}), key, self._known.setdefault(key, {})

    def _racks(self, ids: tuple[str, ...]) -> Ints:
        """Return the places of racks, and in the end that of what is not drawn; -1 for none."""
        known = self._numbers.get(id(ids))
        if known is None:
            number = self.places.number
            found = np.array([*(number.get(key, -1) for key in ids), -1], dtype=np.int32)
            known = self._numbers[id(ids)] = ids, found
        return known[1]

    @cached_property
    def _tops(self) -> tuple[list[float], list[float]]:
        """How high each rack is, and how far off that may be."""
        return self.places.top.tolist(), self.places.spread.tolist()

    def _of_part(
        self, half_u: int, part_id: str, rack_part: str, top: float, open_by: float
    ) -> tuple[float, float]:
        """Return the height of the ports of a part at a place of a rack, and how far off it is."""
        if half_u <= 0:  # the rack itself, beside the rails, or on the door
            return top / 2, top / 2 + open_by
        frame = self._frame(rack_part, top)
        frame_of = self.catalog.get(rack_part)
        if self.catalog.get(part_id) is None or frame_of is None or frame_of.rack is None:
            # Nobody knows its height, or where rails begin: from its lowest unit up to the top.
            least = frame + (half_u - 2) / 2 * RACK_UNIT_MM
            off = max(0.0, top - least) / 2
            return least + off, off + open_by
        return frame + ((half_u - 2) / 2 + self._half(part_id)) * RACK_UNIT_MM, 0.0

    def _frame(self, part_id: str, top: float) -> float:
        """Return the height at which the rails of a rack begin: as much as there is above them."""
        part = self.catalog.get(part_id)
        rails = part.rack.units * RACK_UNIT_MM if part is not None and part.rack else top
        return max(0.0, (top - rails) / 2)

    def _half(self, part_id: str) -> float:
        """Return half the height of a device in rack units."""
        part = self.catalog.get(part_id)
        return max(1, part.height_half_u if part else 1) / 4


def stand_alike(one: Design, other: Design, members: Members) -> bool:
    """Return whether members of a fabric stand alike in racks of two designs, wherever these are.

    Parameters
    ----------
    members
        Those of both.
    """
    went, came = went_and_came(one.devices, other.devices)
    if went or came:
        mine = {occupant.id for occupant in members.occupants if occupant.form not in _OF_RACKS}
        if any(device.id in mine for device in (*went, *came)):
            return False
    if any(went_and_came(one.assemblies, other.assemblies)):
        return False
    went, came = went_and_came(one.racks, other.racks)
    return [(r.id, r.part, r.assembly) for r in went] == [(r.id, r.part, r.assembly) for r in came]


_OF_RACKS: Final = ("rack", "slot")
"""Forms of occupants that are no devices of the design."""
