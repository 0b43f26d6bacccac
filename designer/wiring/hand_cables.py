"""Whether a cable by hand may join two sockets, and which ports of which fabric it takes there.

A socket is told as one sees it on a panel: its device, the name of its group of ports, its number
in it. What is said here of two sockets is what `lay_by_hand` makes of a cable between them; only
that it is said before there is one, without the graph of a whole fabric.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part, PortGroup
from designer.model.design import Cable, Design, Fabric
from designer.model.hall import Halls
from designer.model.layout import Layout, Placed
from designer.wiring.network_ports import (
    PortFit,
    connectors_meet,
    fabric_ports,
    fitting_ports,
    node_fit,
    nothing_known,
    switch_fit,
    taken_of,
)
from designer.wiring.network_scope import PortUses, takes

KIND_NAMES = {"infiniband": "InfiniBand", "ethernet": "Ethernet", "nvlink": "NVLink"}


@dataclass(frozen=True, slots=True)
class Socket:
    """A socket on a panel: device key, group of ports, number in the group from 0."""

    device: str
    group: str
    number: int


@dataclass(frozen=True, slots=True)
class FreePorts:
    """A device that a cable is to end at, wherever it has room.

    Attributes
    ----------
    ports
        Its ports that carry nothing, as a cable names them, in order.
    why
        Why there are none.
    """

    device: str
    ports: tuple[str, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class Joined:
    """What a cable between two sockets would be.

    Attributes
    ----------
    refusal
        Why it cannot be; empty where it can.
    fabric
        The fabric that it belongs to; empty where that is not decided.
    ports
        The ports that it takes, as a cable names them.
    words
        What it would be: `Compute · InfiniBand 400 Gb/s · OSFP to OSFP`.
    """

    refusal: str = ""
    fabric: str = ""
    ports: tuple[str, str] = ("", "")
    words: str = ""


@dataclass(frozen=True, slots=True)
class _End:
    """One end of a cable in a fabric: its ports, and the lanes of the socket."""

    placed: Placed
    fit: PortFit
    lanes: range
    connector: str


class _RefusedError(Exception):
    """A cable cannot be; the message says why."""


def join(layout: Layout, catalog: Catalog, one: Socket, other: Socket) -> Joined:
    """Return what a cable between two sockets would be, or why it cannot be."""
    try:
        return _joined(layout, catalog, one, other)
    except _RefusedError as refused:
        return Joined(refusal=str(refused))


def join_free(
    layout: Layout, catalog: Catalog, fabric_id: str, one: FreePorts, other: FreePorts
) -> Joined:
    """Return what a cable between the first free ports of two devices that fit would be."""
    try:
        return _joined_free(layout, catalog, fabric_id, one, other)
    except _RefusedError as refused:
        return Joined(refusal=str(refused))


def refusal_of(layout: Layout, catalog: Catalog, socket: Socket) -> str:
    """Return why no cable by hand can begin at a socket; empty where one may."""
    placed = layout.find(socket.device)
    part = catalog.get(placed.part) if placed else None
    if placed is None or part is None:
        return nothing_known(placed.part if placed else socket.device, part)
    fabrics = _fabrics_of(layout, placed)
    if not fabrics:
        return f"{placed.name} belongs to no fabric"
    reasons = []
    for fabric in fabrics:
        try:
            _end(layout, catalog, placed, socket, fabric)
        except _RefusedError as refused:
            reasons.append(str(refused))
            continue
        return ""
    return reasons[0]


def socket_of(layout: Layout, catalog: Catalog, cable: Cable, device: str) -> Socket | None:
    """Return the socket that a cable by hand takes at one of its devices.

    None where it names no port there, or one that the device does not have.
    """
    found = _lane_of(layout, catalog, cable, device)
    if found is None:
        return None
    group, lane, lanes = found
    return Socket(device, group.name, lane // _lanes_each(group, range(lanes)))


@dataclass(frozen=True, slots=True)
class PortLink:
    """A link of a port: device key, group of ports, port of it and, of a split one, part, from 0.

    A port is one of the group's `count`; a socket may hold several.
    """

    device: str
    group: str
    port: int
    part: int = 0


def link_of(layout: Layout, catalog: Catalog, cable: Cable, device: str) -> PortLink | None:
    """Return the link that a cable by hand takes at one of its devices; None as of `socket_of`."""
    found = _lane_of(layout, catalog, cable, device)
    if found is None:
        return None
    group, lane, lanes = found
    return PortLink(device, group.name, *divmod(lane, max(1, lanes // max(1, group.count))))


@dataclass(frozen=True, slots=True)
class Landing:
    """Where an end of a cable by hand would be: why it cannot, its port, the connector there."""

    refusal: str = ""
    port: str = ""
    connector: str = ""


def landing(layout: Layout, catalog: Catalog, fabric_id: str, link: PortLink) -> Landing:
    """Return how a cable by hand of a fabric would name a link, or why it cannot take it."""
    placed, fabric = layout.find(link.device), _fabric(layout.design, fabric_id)
    part = catalog.get(placed.part) if placed else None
    if placed is None or part is None or fabric is None:
        return Landing(f"there is no {fabric_id if fabric is None else link.device} any more")
    fit = _fit(layout.design, catalog, placed, part, fabric)
    if fit.refusal:
        return Landing(fit.refusal)
    for group, lanes in _groups(catalog, placed, part, fabric, fit):
        if group.name == link.group and link.port < group.count:
            each = max(1, len(lanes) // max(1, group.count))
            if link.part >= each:
                return Landing(f"{part.name}: its {group.name} ports are split into {each} here")
            return Landing("", fit.text(lanes.start + link.port * each + link.part),
                           group.connector)  # fmt: skip
    name = layout.fabric_name(fabric_id)
    return Landing(f"{part.name}: its {link.group} ports are not for {name}")


def _lane_of(
    layout: Layout, catalog: Catalog, cable: Cable, device: str
) -> tuple[PortGroup, int, int] | None:
    """Return the group that a cable by hand ends at, its lane in it, and how many it has there."""
    text = cable.a_port if device == cable.a else cable.b_port
    placed, fabric = layout.find(device), _fabric(layout.design, cable.fabric)
    part = catalog.get(placed.part) if placed else None
    if placed is None or part is None or fabric is None or not text:
        return None
    fit = _fit(layout.design, catalog, placed, part, fabric)
    lane = fit.lane(text)
    if lane is None:
        return None
    for group, lanes in _groups(catalog, placed, part, fabric, fit):
        if lane in lanes:
            return group, lane - lanes.start, len(lanes)
    return None


def new_cable(design: Design, one: str, other: str, joined: Joined) -> Cable:
    """Return the record of a cable between two devices, under an id that nothing else has."""
    known = {cable.id for cable in design.cables}
    number = next(n for n in range(1, len(known) + 2) if f"cable-{n}" not in known)
    return Cable(
        id=f"cable-{number}", a=one, b=other, a_port=joined.ports[0], b_port=joined.ports[1],
        fabric=joined.fabric,
    )  # fmt: skip


def _joined(layout: Layout, catalog: Catalog, one: Socket, other: Socket) -> Joined:
    if one == other:
        raise _RefusedError("both ends are at one port")
    a, b = _two(layout, one.device, other.device)
    refusals = []
    for fabric in _common(layout, a, b):
        try:
            return _in_fabric(layout, catalog, fabric, ((a, one), (b, other)))
        except _RefusedError as refused:
            refusals.append(str(refused))
    raise _RefusedError(refusals[0])


def _two(layout: Layout, one: str, other: str) -> tuple[Placed, Placed]:
    """Return the two devices of a cable."""
    a, b = layout.find(one), layout.find(other)
    if a is None or b is None:
        raise _RefusedError(f"there is no {one if a is None else other} any more")
    if one == other:
        raise _RefusedError("both ends are at one device")
    return a, b


def _in_fabric(
    layout: Layout,
    catalog: Catalog,
    fabric: Fabric,
    at: tuple[tuple[Placed, Socket], tuple[Placed, Socket]],
) -> Joined:
    """Return what a cable would be as one of a fabric."""
    a, b = (_end(layout, catalog, placed, socket, fabric) for placed, socket in at)
    if connectors_meet(a.connector, b.connector) is False:
        raise _RefusedError(f"{a.connector} meets no {b.connector}")
    ports = _free_port(layout.design, a), _free_port(layout.design, b)
    return Joined("", fabric.id, ports, _words(fabric, a.connector, b.connector))


def _words(fabric: Fabric, one: str, other: str) -> str:
    """Return what a cable of a fabric between two connectors is."""
    words = f"{fabric.name or fabric.id} · {KIND_NAMES[fabric.kind]} {fabric.rate_gbps:g} Gb/s"
    return f"{words} · {one} to {other}" if one and other else words


def _joined_free(
    layout: Layout, catalog: Catalog, fabric_id: str, one: FreePorts, other: FreePorts
) -> Joined:
    a, b = _two(layout, one.device, other.device)
    fabric = next((it for it in _common(layout, a, b) if it.id == fabric_id), None)
    if fabric is None:
        name = layout.fabric_name(fabric_id)
        raise _RefusedError(f"neither {a.name} nor {b.name} is a switch of {name}")
    for placed, free in ((a, one), (b, other)):
        if not free.ports:
            raise _RefusedError(f"{placed.name}: {free.why}")
    return _first_fitting(layout, catalog, fabric, ((a, one), (b, other)))


def _first_fitting(
    layout: Layout,
    catalog: Catalog,
    fabric: Fabric,
    ends: tuple[tuple[Placed, FreePorts], tuple[Placed, FreePorts]],
) -> Joined:
    """Return a cable between the first ports of two devices whose connectors meet."""
    # Ports with one connector are alike: the first of each has to be tried, and no other.
    a, b = (_by_connector(layout, catalog, fabric, *end) for end in ends)
    for one, port in a.items():
        for other, far in b.items():
            if connectors_meet(one, other) is not False:
                return Joined("", fabric.id, (port, far), _words(fabric, one, other))
    raise _RefusedError(f"{', '.join(a)} meets no {', '.join(b)}")


def _by_connector(
    layout: Layout, catalog: Catalog, fabric: Fabric, placed: Placed, free: FreePorts
) -> dict[str, str]:
    """Return the first free port of each connector that a device has for a fabric."""
    part = catalog.get(placed.part)
    if part is None:
        raise _RefusedError(nothing_known(placed.part, part))
    fit = _fit(layout.design, catalog, placed, part, fabric)
    if fit.refusal:
        raise _RefusedError(fit.refusal)
    groups = list(_groups(catalog, placed, part, fabric, fit))
    found: dict[str, str] = {}
    for text in free.ports:
        lane = fit.lane(text)
        mine = (group.connector for group, lanes in groups if lane is not None and lane in lanes)
        found.setdefault(next(mine, ""), text)
    return found


def _common(layout: Layout, a: Placed, b: Placed) -> list[Fabric]:
    """Return the fabrics in which one of two devices is a switch and the other a member."""
    named = list(dict.fromkeys(it.fabric for it in (a, b) if it.fabric))
    if not named:
        raise _RefusedError("it would join no switch of a fabric")
    fabrics = [fabric for one in named if (fabric := _fabric(layout.design, one)) is not None]
    both = [fabric for fabric in fabrics if all(_is_in(layout, fabric, it) for it in (a, b))]
    if both:
        return both
    if len(named) > 1:
        first, second = layout.fabric_name(a.fabric), layout.fabric_name(b.fabric)
        raise _RefusedError(f"{a.name} is in {first}, {b.name} in {second}")
    if not fabrics:
        raise _RefusedError(f"there is no fabric {named[0]!r}")
    other = b if a.fabric else a
    name = layout.fabric_name(named[0])
    raise _RefusedError(f"{other.name} is neither a node nor a switch of {name}")


def _is_in(layout: Layout, fabric: Fabric, placed: Placed) -> bool:
    if placed.fabric == fabric.id:
        return True
    hall = Halls(layout.design.halls).one(layout.racks[placed.rack])
    return takes(fabric, placed.part, hall)


def _end(layout: Layout, catalog: Catalog, placed: Placed, socket: Socket, fabric: Fabric) -> _End:
    """Return the ports of a socket in a fabric."""
    part = catalog.get(placed.part)
    if part is None:
        raise _RefusedError(nothing_known(placed.part, part))
    name = layout.fabric_name(fabric.id)
    fit = _fit(layout.design, catalog, placed, part, fabric)
    if fit.refusal:
        raise _RefusedError(fit.refusal)
    for group, lanes in _groups(catalog, placed, part, fabric, fit):
        if group.name != socket.group:
            continue
        each = _lanes_each(group, lanes)
        first = lanes.start + socket.number * each
        if first not in lanes:
            break
        return _End(placed, fit, range(first, min(first + each, lanes.stop)), group.connector)
    raise _RefusedError(f"{placed.name}: its {socket.group} ports are not for {name}")


def _fit(design: Design, catalog: Catalog, placed: Placed, part: Part, fabric: Fabric) -> PortFit:
    if placed.fabric == fabric.id:
        return switch_fit(fabric, part.id, catalog)
    uses = PortUses()
    for before in design.fabrics:
        if before.id == fabric.id:
            break
        if part.id in before.nodes:
            uses.take(before, taken_of(part, before, uses.before(before))[1])
    return node_fit(fabric, part.id, taken_of(part, fabric, uses.before(fabric))[0], catalog)


def _groups(
    catalog: Catalog, placed: Placed, part: Part, fabric: Fabric, fit: PortFit
) -> Iterable[tuple[PortGroup, range]]:
    """Yield the groups of ports that a fabric uses of a device, each with its lanes."""
    if placed.fabric == fabric.id:
        group = fabric_ports(part)
        if group is not None and fit.lanes is not None:
            yield group, range(fit.lanes)
        return
    first = 0
    for group, links in fitting_ports(part, fabric, catalog, fit.first):
        yield group, range(first, first + links)
        first += links


def _lanes_each(group: PortGroup, lanes: range) -> int:
    """Return the lanes of one socket of a group."""
    return max(1, len(lanes) // max(1, group.cages or group.count))


def _free_port(design: Design, end: _End) -> str:
    """Return the first port of a socket that no cable by hand has."""
    holders = {}
    for cable in design.cables:
        for device, text in ((cable.a, cable.a_port), (cable.b, cable.b_port)):
            if device == end.placed.key and text:
                holders[end.fit.lane(text)] = cable.id
    for lane in end.lanes:
        if lane not in holders:
            return end.fit.text(lane)
    raise _RefusedError(f"cable {holders[end.lanes[0]]} has the port already")


def _fabrics_of(layout: Layout, placed: Placed) -> list[Fabric]:
    """Return the fabrics that a device is in, first the one in which it is a switch."""
    mine = [fabric for fabric in layout.design.fabrics if _is_in(layout, fabric, placed)]
    return sorted(mine, key=lambda fabric: fabric.id != placed.fabric)


def _fabric(design: Design, fabric_id: str) -> Fabric | None:
    return next((fabric for fabric in design.fabrics if fabric.id == fabric_id), None)
