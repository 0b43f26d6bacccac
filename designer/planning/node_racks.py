"""Racks of one kind of node: how many nodes, which rack PDUs on how many feeds carry them.

A device of `4+2` supplies outlives a lost feed only if no feed holds more than two of them, so
that it takes three; one of `3+3` takes two. What is left after the loss of a feed carries the rack.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, isfinite
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part, Psu
from designer.engine.dealing import fullest_line_a, line_limit_a
from designer.model.design import Assembly, Slot
from designer.model.figures import exact, total, within
from designer.model.units import half_u_of
from designer.planning.arguments import fail
from designer.planning.hall import POWER_FACTOR, max_kw
from designer.planning.rack_filling import (
    LOWEST_U,
    NEC_CONTINUOUS,
    SPARE_TOP_U,
    feed_kw,
    pdu_slots,
)

FEED_NAMES: Final = ("A", "B", "C")
NODE_PDUS: Final = ("pdu-415v-30a-3ph", "pdu-415v-60a-3ph", "pdu-415v-100a-3ph")
"""Rack PDUs with C19 outlets at 415 V, the smallest first."""


@dataclass(frozen=True)
class NodeRack:
    """A rack of nodes.

    Attributes
    ----------
    most
        Nodes that it may hold.
    feeds
        Feeds of the room that it hangs on, each with a rack PDU of the part `pdu`.
    """

    rack: str
    node: str
    most: int
    pdu: str
    feeds: tuple[str, ...]

    def assembly(self, catalog: Catalog, count: int, door: str = "") -> Assembly:
        """Return a rack of so many nodes, one above the other, with a rear door if named."""
        node = catalog.require(self.node)
        slots = [
            Slot(
                id=f"n{at + 1}",
                part=node.id,
                half_u=half_u_of(LOWEST_U) + at * node.height_half_u,
                name=f"node-{{rack}}-{at + 1}",
            )
            for at in range(count)
        ]
        slots += pdu_slots(self.pdu, self.feeds)
        if door:
            slots.append(Slot(id="door", part=door, face="door", name="door-{rack}"))
        return Assembly(
            id=f"nodes-x{count}",
            name=f"{count} × {node.name}, feeds {'+'.join(self.feeds)}",
            rack_part=self.rack,
            slots=tuple(sorted(slots, key=lambda slot: slot.id)),
        )


def feeds_for(part: Part) -> int:
    """Return the feeds that a node's supplies need, so that it outlives the loss of one.

    Two where nobody states how many of its supplies may be lost; no more than three.
    """
    psu = part.psu
    if psu is None or not psu.declared or psu.declared >= psu.count:
        return 2
    return min(len(FEED_NAMES), max(2, ceil(psu.count / (psu.count - psu.declared))))


def outlives_a_feed(part: Part) -> bool:
    """Return whether a node's supplies carry it after the loss of one of the feeds it hangs on."""
    psu = part.psu
    if psu is None or not psu.declared:
        return True
    return _left_without_a_feed(part, psu) >= psu.declared


def runs_capped_after_a_feed(part: Part) -> bool:
    """Return whether a node is stated to run on capped with the supplies that a feed leaves."""
    return part.psu is not None and (
        part.psu.runs_capped(_left_without_a_feed(part, part.psu)) == "yes"
    )


def _left_without_a_feed(part: Part, psu: Psu) -> int:
    return psu.count - ceil(psu.count / feeds_for(part))


def node_rack(
    catalog: Catalog, rack: str, node: str, cooled_kw: float, *, most: int = 0, door: str = ""
) -> NodeRack:
    """Return the rack that holds most nodes within cooling, power, height and mass.

    Parameters
    ----------
    cooled_kw
        What may be cooled in one rack, kW.
    most
        Most nodes that are asked for; 0 for as many as it holds.
    door
        Part of a rear door that hangs on it.

    Raises
    ------
    TemplateError
        If a rack does not hold one node.
    """
    part = catalog.require(node)
    kw = max_kw(catalog, [node])
    if not isfinite(kw):
        raise fail("system", f"nothing bounds the power of {part.name}", "choose another")
    feeds = feeds_for(part)
    limit = _by_height(catalog, rack, part)
    limit = min(limit, int(cooled_kw / kw + 1e-9), most or limit)
    fans_kw = max_kw(catalog, [door] if door else [])
    for count in range(limit, 0, -1):
        if not _rolls(catalog, rack, [*[node] * count, *([door] if door else [])], feeds):
            continue
        for pdu in NODE_PDUS:
            if _carries(catalog, catalog.require(pdu), part, count, feeds, fans_kw):
                return NodeRack(rack, node, count, pdu, FEED_NAMES[:feeds])
    raise fail("system", f"no rack holds one {part.name}", "choose another, or other cooling")


def _by_height(catalog: Catalog, rack: str, part: Part) -> int:
    figures = catalog.require(rack).rack
    units = (figures.units if figures else 42) - LOWEST_U + 1 - SPARE_TOP_U
    return 2 * units // max(1, part.height_half_u)


def _rolls(catalog: Catalog, rack: str, held: Sequence[str], feeds: int) -> bool:
    """Return whether a rack may be rolled to its place with what it holds.

    As far as masses are known, as of racks without nodes.
    """
    figures, planned = catalog.require(rack).rack, catalog.default("cables-per-device")
    if figures is None or figures.dynamic_kg is None:
        return True
    parts = [rack, *[NODE_PDUS[-1]] * feeds, *held]
    laid = exact(planned.value if planned else 0.0, "kg").times(len(held) + feeds)
    mass = total((catalog.figures().sum("mass_kg", Counter(parts)), laid), "kg")
    return within(mass, exact(figures.dynamic_kg, "kg")).answer != "no"


def _carries(
    catalog: Catalog, pdu: Part, part: Part, count: int, feeds: int, fans_kw: float
) -> bool:
    """Return whether rack PDUs have the outlets, and those left after a loss carry all.

    Parameters
    ----------
    fans_kw
        What a rear door draws, from one cord.
    """
    if pdu.pdu is None:
        return False
    kw = count * max_kw(catalog, [part.id])
    cords = _cords(part, feeds) * count
    if pdu.pdu.outlets_c19 is not None and cords > pdu.pdu.outlets_c19:
        return False
    left = kw / (feeds - 1)
    if left + fans_kw > feed_kw(pdu, POWER_FACTOR):
        return False
    supplies = ((left / cords, cords), *(((fans_kw, 1),) if fans_kw else ()))
    fullest = fullest_line_a(pdu.pdu.volts, supplies, POWER_FACTOR)
    return fullest <= line_limit_a(pdu.pdu, NEC_CONTINUOUS)


def _cords(part: Part, feeds: int) -> int:
    return ceil(part.psu.count / feeds) if part.psu else 1


def split_over_racks(nodes: int, racks: int) -> Sequence[int]:
    """Return how many nodes each rack holds, as alike as they can be, the fuller first."""
    each, more = divmod(nodes, racks)
    return [each + 1] * more + [each] * (racks - more)
