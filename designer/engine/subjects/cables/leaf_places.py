"""Where the racks of a fabric's leaves could stand, compared by length and cost of all cables.

Racks with leaves and racks of the same footprint exchange their places: at the end of their rows,
in the middle of these, or in the middle of the hall, with what they hold. Or they stay, and a rack
holds the leaves of a rail in place of those of a scalable unit.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from designer.engine.cable_report import LeafPlace, LeafPlaces, PlacesAsked, RackPlace
from designer.engine.subject import Facts
from designer.engine.subjects.cables.bill import bill_of, media_lines, over_media
from designer.engine.subjects.cables.choosing import TOO_FAR
from designer.engine.subjects.cables.media import MEDIA, Media, media_of
from designer.engine.subjects.cables.routing import ROUTING, routing_of
from designer.engine.subjects.fabrics.network import NETWORK, Network, network_of
from designer.model.change import Change, apply
from designer.model.design import Design, Fabric, LeafOrder, Rack, Rotation
from designer.model.measured import fields_of

AS_DRAWN: Final = "as drawn"


class _Spot(NamedTuple):
    """A place in a row."""

    x: int
    y: int
    rotation: Rotation
    row: str


@dataclass(frozen=True)
class _Hall:
    """Racks that may exchange their places: in rows, of one footprint."""

    racks: tuple[Rack, ...]
    leaves: frozenset[str]

    @property
    def rows(self) -> Mapping[str, list[Rack]]:
        """The racks of each row, along it."""
        found: dict[str, list[Rack]] = {}
        for rack in sorted(self.racks, key=lambda rack: (rack.x_mm, rack.y_mm)):
            found.setdefault(rack.row, []).append(rack)
        return found


def leaf_places(facts: Facts, asked: PlacesAsked) -> LeafPlaces:
    """Return ways to place the racks of a fabric's leaves, as drawn first."""
    wiring = facts[NETWORK].wiring.find(asked.fabric)
    if wiring is None:
        return LeafPlaces(fabric=asked.fabric, problem="there is no such fabric")
    members = wiring.members
    holding = {
        members.racks[int(rack)]
        for rack, tier in zip(members.switch_rack, members.tiers, strict=True)
        if tier == 0
    }
    hall = _hall(facts, holding)
    if not hall.leaves:
        return LeafPlaces(fabric=asked.fabric, problem="none of its leaves stands in a row")
    found = [_place(facts, AS_DRAWN, {})]
    ways = (
        ("end of row", _in_rows(hall, middle=False)),
        ("middle of row", _in_rows(hall, middle=True)),
        ("middle of hall", _in_the_middle(hall)),
    )
    found += [_place(facts, kind, spots) for kind, spots in ways]
    fabric = wiring.fabric
    if fabric.leaf_policy == "rail-per-su" and fabric.rails > 1:
        found.append(_other_order(facts, fabric))
    return LeafPlaces(fabric=asked.fabric, places=tuple(found))


def _hall(facts: Facts, holding: set[str]) -> _Hall:
    """Return the racks that may exchange places with those that hold leaves."""
    sizes = {}
    for rack in facts.design.racks:
        part = facts.catalog.get(rack.part)
        if rack.row and part is not None and part.traits.contains:
            sizes[rack.id] = (part.width_mm, part.depth_mm)
    wanted = {sizes[rack] for rack in holding if rack in sizes}
    # Of several footprints those of the most racks with leaves move.
    size = max(sorted(wanted, key=str), default=None,
               key=lambda one: sum(sizes.get(rack) == one for rack in holding))  # fmt: skip
    racks = tuple(rack for rack in facts.design.racks if rack.row and sizes.get(rack.id) == size)
    return _Hall(racks, frozenset(rack.id for rack in racks if rack.id in holding))


def _spot(rack: Rack) -> _Spot:
    return _Spot(rack.x_mm, rack.y_mm, rack.rotation, rack.row)


def _in_rows(hall: _Hall, *, middle: bool) -> dict[str, _Spot]:
    """Return where racks stand with those that hold leaves at the end, or the middle, of rows."""
    found: dict[str, _Spot] = {}
    for racks in hall.rows.values():
        mine = [rack for rack in racks if rack.id in hall.leaves]
        others = [rack for rack in racks if rack.id not in hall.leaves]
        at = len(others) // 2 if middle else len(others)
        order = [*others[:at], *mine, *others[at:]]
        found.update(_moved(order, [_spot(rack) for rack in racks]))
    return found


def _in_the_middle(hall: _Hall) -> dict[str, _Spot]:
    """Return where racks stand with those that hold leaves nearest to the middle of all."""
    x = sum(rack.x_mm for rack in hall.racks) / len(hall.racks)
    y = sum(rack.y_mm for rack in hall.racks) / len(hall.racks)
    near = sorted(hall.racks, key=lambda rack: (abs(rack.x_mm - x) + abs(rack.y_mm - y), rack.id))
    taken = near[: len(hall.leaves)]
    mine = [rack for rack in hall.racks if rack.id in hall.leaves]
    held = {rack.id for rack in taken}
    coming = [rack for rack in mine if rack.id not in held]
    going = [rack for rack in taken if rack.id not in hall.leaves]
    found = _moved(coming, [_spot(rack) for rack in going])
    return found | _moved(going, [_spot(rack) for rack in coming])


def _moved(racks: Sequence[Rack], spots: Sequence[_Spot]) -> dict[str, _Spot]:
    """Return the new places of racks that do not stand there yet."""
    return {rack.id: spot for rack, spot in zip(racks, spots, strict=True) if _spot(rack) != spot}


def _place(facts: Facts, kind: str, spots: Mapping[str, _Spot]) -> LeafPlace:
    """Return one way to place racks, with what all cables are then."""
    if not spots:
        return _told(kind, facts[MEDIA])
    media = _media_of(facts, moved_racks(facts.design, spots), facts[NETWORK])
    return _told(kind, media).evolve(moves=tuple(_moves(spots)))


def _told(kind: str, media: Media) -> LeafPlace:
    routing = media.routing
    low, likely, high = (float(case.max(initial=0.0)) for case in routing.metres)
    straight = bool(routing.off_trays.any())
    lines = tuple(media_lines(media, bill_of(media)))
    lacking = any(bool((chosen.choice < 0).any()) for chosen in media.fabrics)
    figures = {
        "length_m": routing.sum_m(),
        "longest_m": routing.figure(low, likely, high, straight=straight),
        "price": over_media(media, lines, lacking=lacking)["price"],
    }
    far = sum(int((chosen.choice == TOO_FAR).sum()) for chosen in media.fabrics)
    return LeafPlace(
        kind=kind, too_far=far, media=tuple((line.medium, line.count) for line in lines),
        unpriced=sum(line.unpriced for line in lines), **fields_of(figures),
    )  # fmt: skip


def _other_order(facts: Facts, fabric: Fabric) -> LeafPlace:
    """Return the racks as they stand, with leaves drawn by rail in place of by unit, or back."""
    order: LeafOrder = "" if fabric.leaf_order else "by-rail"
    other = fabric.evolve(leaf_order=order)
    design = apply(facts.design, Change(put=(("fabrics", (other,)),)))
    kind = "rack per rail" if order else "rack per unit"
    told = _told(kind, _media_of(facts, design, network=None))
    return told.evolve(leaf_order=order)


def _moves(spots: Mapping[str, _Spot]) -> Iterator[RackPlace]:
    for rack, spot in sorted(spots.items()):
        yield RackPlace(rack=rack, x_mm=spot.x, y_mm=spot.y, rotation=spot.rotation, row=spot.row)


def _media_of(facts: Facts, design: Design, network: Network | None) -> Media:
    """Return what cables are in a design that is only tried.

    Parameters
    ----------
    network
        Its graph; None to expand it.
    """
    results: dict[str, object] = {}
    earlier: dict[str, object] = {
        NETWORK.name: facts[NETWORK], ROUTING.name: facts[ROUTING], MEDIA.name: facts[MEDIA],
    }  # fmt: skip
    tried = Facts(design, facts.catalog, facts.site, results, earlier, facts.design, trial=True)
    results[NETWORK.name] = network if network is not None else network_of(tried)
    results[ROUTING.name] = routing_of(tried)
    return media_of(tried)


def moved_racks(design: Design, spots: Mapping[str, _Spot]) -> Design:
    """Return a design with some racks in other places."""
    racks = tuple(
        rack.evolve(x_mm=spot.x, y_mm=spot.y, rotation=spot.rotation, row=spot.row)
        for rack in design.racks
        if (spot := spots.get(rack.id)) is not None
    )
    return apply(design, Change(put=(("racks", racks),)))
