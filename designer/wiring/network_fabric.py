"""The graph of one fabric: the rule's links between the switches and nodes that are drawn."""

from dataclasses import dataclass, field, replace
from math import ceil

import numpy as np

from designer.catalog.catalog import Catalog
from designer.model.design import Fabric
from designer.wiring.network_columns import (
    CONNECTED,
    Endpoints,
    FabricWiring,
    Links,
    Nodes,
    Places,
    Refusal,
    Seats,
)
from designer.wiring.network_line import same_line
from designer.wiring.network_links import (
    Attachments,
    Ints,
    attachments,
    trunks_of,
    units_of,
)
from designer.wiring.network_media import Unmade
from designer.wiring.network_members import TIERS, Members
from designer.wiring.network_ports import (
    PartPorts,
    PortFit,
    connectors_meet,
    fabric_ports,
    nothing_known,
)
from designer.wiring.network_request import FabricError, FabricRequest
from designer.wiring.network_size import FabricPlan, plan_fabric

_NONE: Ints = np.empty(0, dtype=np.int32)


@dataclass
class Faults:
    """Reasons why links stay unconnected, numbered; the first is that there is none."""

    texts: list[str] = field(default_factory=lambda: [""])
    parts: list[str] = field(default_factory=lambda: [""])

    def number(self, text: str, part: str = "") -> int:
        """Return the number of a reason."""
        if text in self.texts:
            return self.texts.index(text)
        self.texts.append(text)
        self.parts.append(part)
        return len(self.texts) - 1


def request_of(fabric: Fabric, nodes: int, seats: Seats, catalog: Catalog) -> FabricRequest | None:
    """Return the sizing request of a fabric; None where its switches have no known ports.

    Parameters
    ----------
    nodes
        How many are drawn.
    seats
        The places of nodes, with those that are kept free.
    """
    places, racks = len(seats), seats.racks
    leaf = fabric_ports(catalog.get(fabric.switch))
    spine = fabric_ports(catalog.get(fabric.spine_switch))
    core = fabric_ports(catalog.get(fabric.core_switch))
    above = [catalog.get(switch) for switch in (fabric.spine_switch, fabric.core_switch) if switch]
    if leaf is None or any(part is None or not part.ports for part in above):
        return None
    if fabric.planned_nodes > places and racks:
        racks = ceil(racks * fabric.planned_nodes / places)
    return FabricRequest(
        nodes=nodes,
        rails=fabric.rails,
        radix=leaf.count,
        rate_gbps=fabric.rate_gbps,
        leaf_policy=fabric.leaf_policy,
        spine_radix=spine.count if spine else 0,
        core_radix=core.count if core else 0,
        su_nodes=fabric.su_nodes,
        racks=max(1, racks),
        rack_nodes=seats.most_in_rack if fabric.leaf_policy == "rail-per-rack" else 0,
        reserved_slots=fabric.reserved_slots,
        oversubscription=fabric.oversubscription,
        spine_oversubscription=fabric.spine_oversubscription,
        spines=fabric.spines,
        planes=fabric.planes,
        breakout=fabric.breakout,
        planned_nodes=max(fabric.planned_nodes, places if places > nodes else 0),
        tiers=fabric.tiers,
        target_leaves=fabric.target_leaves,
        target_links=fabric.target_links,
        topology=fabric.topology,
        shape=fabric.shape,
        hosts=fabric.hosts,
        width=fabric.width,
        global_links=fabric.global_links,
    )


def stands_inside(fabric: Fabric) -> bool:
    """Return whether a fabric's switches stand in its nodes: NVLink that names no switch."""
    return fabric.kind == "nvlink" and not fabric.switch


def asked_of(wiring: FabricWiring, catalog: Catalog) -> FabricRequest | None:
    """Return what a fabric was asked for the nodes that stand; None where it cannot be asked."""
    if not len(wiring.nodes):
        return None
    return request_of(wiring.fabric, len(wiring.nodes), wiring.seats, catalog)


def wire_fabric(
    fabric: Fabric,
    members: Members,
    taken: tuple[int, ...],
    ports: PartPorts,
    before: FabricWiring | None = None,
) -> FabricWiring:
    """Return the graph of a fabric, without cables by hand.

    Parameters
    ----------
    ports
        What parts have for the fabric.
    taken
        For each of the members' parts, the links that earlier fabrics take of the same ports of
        one node.
    before
        A graph of the same fabric and the same parts: where only its switches differ, the columns
        that the nodes decide are taken from it.
    """
    node_fits, switch_fits = _fits(members, taken, ports)
    faults = Faults()
    rails = fabric.rails
    by_hand = fabric.topology == "hand-drawn"
    if before is not None and (by_hand or not _has_nodes_of(before, members, node_fits)):
        before = None
    if before is not None:
        nodes, seats, plan, problem, endpoints = (
            before.nodes, before.seats, before.plan, before.problem, before.endpoints,
        )  # fmt: skip
    else:
        nodes, seats = nodes_of(members, ports)
        if stands_inside(fabric):
            plan, problem = None, ""
        elif by_hand:
            plan, problem = _drawn(fabric, len(nodes), members), ""
        else:
            plan, problem = _planned(fabric, len(nodes), seats, ports.catalog)
        endpoints = _endpoints(fabric, members, nodes, node_fits)
    places = _places(fabric, plan, members)
    links = _no_links()
    if plan is not None:
        wires = _Wires(plan, members, nodes, places, node_fits, switch_fits, faults)
        if by_hand:
            links = _no_links()
        else:
            laid = before.links if before is not None else wires.laid(endpoints, seats)
            links = wires.links(laid, len(endpoints), rails)
    return FabricWiring(
        fabric, members, plan, problem, nodes, seats, endpoints, places, links,
        node_fits, switch_fits,
        tuple(faults.texts), tuple(faults.parts), _doubts(members, node_fits, switch_fits),
        len(faults.texts),
        unmade=Unmade(fabric, members, nodes, places, (node_fits, switch_fits)).of(
            links, ports.catalog
        ),
    )  # fmt: skip


def _has_nodes_of(before: FabricWiring, members: Members, node_fits: tuple[PortFit, ...]) -> bool:
    """Return whether a graph has these nodes in these places, with the same ports."""
    was, known = before.members, len(before.members.parts)
    return (
        members.parts[:known] == was.parts
        and node_fits[:known] == before.node_fits
        and np.array_equal(members.node_parts, was.node_parts)
        and np.array_equal(members.node_rack, was.node_rack)
        and same_line(members.lines[0], was.lines[0])
    )


def nodes_of(members: Members, ports: PartPorts) -> tuple[Nodes, Seats]:
    """Return the nodes, and their places."""
    units = np.array([ports.units(part) for part in members.parts], dtype=np.int32)
    line = members.lines[0]
    part, rack = (members.node_parts, members.node_rack) if line is None else (line.part, line.rack)
    device = np.arange(len(part), dtype=np.int32) if line is None else line.holder
    each = units[part] if len(units) else _NONE
    changes = np.diff(rack, prepend=np.int32(-1)) != 0
    rack = np.cumsum(changes, dtype=np.int32) - np.int32(1)
    unit = np.zeros(len(device), dtype=np.int32)
    if len(each) and int(each.max()) > 1:
        entry = np.repeat(np.arange(len(device), dtype=np.int32), each)
        first = np.cumsum(each, dtype=np.int32) - each
        unit = np.arange(len(entry), dtype=np.int32) - first[entry]
        device, rack = device[entry], rack[entry]
    here = np.flatnonzero(device >= 0).astype(np.int32)
    return Nodes(device[here], unit[here]), Seats(rack, here)


def _planned(
    fabric: Fabric, nodes: int, seats: Seats, catalog: Catalog
) -> tuple[FabricPlan | None, str]:
    """Return the rule's answer, or why there is none."""
    if not nodes:
        return None, "no node of this fabric stands yet"
    request = request_of(fabric, nodes, seats, catalog)
    if request is None:
        return None, _no_ports(fabric, catalog)
    try:
        return plan_fabric(request), ""
    except FabricError as error:
        return None, str(error)


def _drawn(fabric: Fabric, nodes: int, members: Members) -> FabricPlan | None:
    """Return a plan of what is drawn, which has no rule; None without a node."""
    if not nodes:
        return None
    drawn = np.bincount(members.tiers, minlength=len(TIERS)).tolist()
    return plan_fabric(
        FabricRequest(
            nodes=nodes, radix=1, rate_gbps=fabric.rate_gbps, rails=fabric.rails,
            planes=fabric.planes, topology="hand-drawn", shape=tuple(drawn),
        )
    )  # fmt: skip


def _no_ports(fabric: Fabric, catalog: Catalog) -> str:
    """Return why a fabric cannot be sized by the ports of its switches."""
    for switch in (fabric.switch, fabric.spine_switch, fabric.core_switch):
        part = catalog.get(switch)
        if switch and (part is None or not part.ports):
            return nothing_known(switch, part)
    return f"{fabric.switch} has no fabric ports" if fabric.switch else "it names no switch"


def _fits(
    members: Members, taken: tuple[int, ...], ports: PartPorts
) -> tuple[tuple[PortFit, ...], tuple[PortFit, ...]]:
    """Return the ports of every part as a node and as a switch; those it is not stay empty."""
    as_node = set(np.flatnonzero(np.bincount(members.node_parts)).tolist())
    as_switch = set(np.flatnonzero(np.bincount(members.switch_parts)).tolist())
    none = PortFit()
    return (
        tuple(
            ports.of_node(part, taken[n]) if n in as_node else none
            for n, part in enumerate(members.parts)
        ),
        tuple(
            ports.of_switch(part) if n in as_switch else none
            for n, part in enumerate(members.parts)
        ),
    )


def _doubts(
    members: Members, node_fits: tuple[PortFit, ...], switch_fits: tuple[PortFit, ...]
) -> tuple[Refusal, ...]:
    """Return what is not known of ports, part by part; connectors as far as they are asked for."""
    found = {
        fit.doubt: part
        for fits in (node_fits, switch_fits)
        for part, fit in zip(members.parts, fits, strict=True)
        if fit.doubt
    }
    return tuple(Refusal(doubt, part) for doubt, part in sorted(found.items()))


def _endpoints(
    fabric: Fabric, members: Members, nodes: Nodes, fits: tuple[PortFit, ...]
) -> Endpoints:
    """Return every rail of every node with the lane of its device's port."""
    rails, lanes = np.int32(fabric.rails), np.int32(fabric.rails * fabric.planes)
    rail = np.arange(rails, dtype=np.int32)
    # A filled rack's ports are dealt out evenly to its nodes, earlier fabrics' links first.
    each = np.array([_lanes_each(fit, int(lanes)) for fit in fits], dtype=np.int32)
    offset = np.array([fit.first for fit in fits], dtype=np.int32)
    part = members.node_parts[nodes.device]
    first = nodes.unit * each[part] + offset[part]
    return Endpoints(
        np.repeat(np.arange(len(nodes), dtype=np.int32), rails),
        (first[:, None] + rail * np.int32(fabric.planes)).ravel(),
        np.broadcast_to(rail, (len(nodes), len(rail))).ravel(),
    )


def _lanes_each(fit: PortFit, asked: int) -> int:
    """Return the lanes of one node, at least those it is asked for."""
    return max(fit.first + asked, fit.lanes_each or 0)


def _places(fabric: Fabric, plan: FabricPlan | None, members: Members) -> Places:
    """Return the places of the rule with the switches drawn for them, then those beyond it."""
    roles = (plan.leaf, plan.spine, plan.core) if plan is not None else (0, 0, 0)
    switch, beyond = [], []
    for number, count in enumerate(roles):
        mine = np.flatnonzero(members.tiers == number).astype(np.int32)
        line = members.lines[1 + number]
        # What is drawn by hand has no rule that would have places.
        free = line is not None and plan is not None and plan.ruled
        held = line.held if line is not None and free else np.arange(len(mine), dtype=np.int32)
        within = held < count
        at = np.full(count, -1, dtype=np.int32)
        at[held[within]] = mine[within]
        if number == 0 and plan is not None:
            at = at[_leaf_order(fabric, plan, np.arange(count, dtype=np.int32))]
        switch.append(at)
        beyond.append(mine[~within])
    plane, unit = _planes_and_units(plan) if plan is not None else (_NONE, _NONE)
    tiers = np.repeat(np.arange(2 * len(roles)), [len(them) for them in (*switch, *beyond)])
    none = np.full(sum(map(len, beyond)), -1, dtype=np.int32)
    return Places(
        np.concatenate((*switch, *beyond)), (tiers % len(roles)).astype(np.int32),
        np.concatenate((plane, none)), np.concatenate((unit, none)),
    )  # fmt: skip


def _leaf_order(fabric: Fabric, plan: FabricPlan, at: Ints) -> Ints:
    """Return which drawn leaf takes each place: as they come, or one rail after another."""
    rails = plan.request.rails
    if fabric.leaf_order != "by-rail" or plan.request.leaf_policy != "rail-per-su":
        return at
    each = len(at) // plan.planes
    plane, role = np.divmod(at, np.int32(each))
    units = plan.leaves.count // rails
    unit, rail = np.divmod(role, np.int32(rails))
    turned = plane * np.int32(each) + rail * np.int32(units) + unit
    return np.where(role < units * rails, turned, at).astype(np.int32)


def _planes_and_units(plan: FabricPlan) -> tuple[Ints, Ints]:
    """Return plane and pod of every role: leaves, then spines, then core switches."""
    planes = plan.planes
    leaf, spine, pods = units_of(plan)
    core = np.full(plan.spines.core, -1, dtype=np.int32)
    plane, unit = [], []
    for tier in (leaf, spine, core):
        mine = np.repeat(np.arange(planes, dtype=np.int32), len(tier))
        pod = np.tile(tier, planes)
        plane.append(mine)
        unit.append(np.where(pod >= 0, pod + mine * np.int32(pods), pod))
    return np.concatenate(plane), np.concatenate(unit)


def _no_links() -> Links:
    return Links(_NONE, _NONE, _NONE, _NONE, _NONE, _NONE, _NONE, _NONE)


@dataclass
class _Wires:
    """Puts the links of a plan between places, with the fault of those that cannot be."""

    plan: FabricPlan
    members: Members
    nodes: Nodes
    places: Places
    node_fits: tuple[PortFit, ...]
    switch_fits: tuple[PortFit, ...]
    faults: Faults

    def links(self, laid: Links, endpoints: int, rails: int) -> Links:
        """Return all links of the rule with their faults; as they were where these are the same."""
        links, nodes = replace(laid, fault=np.zeros_like(laid.fault)), endpoints * self.plan.planes
        self._node_faults(links, nodes, rails)
        self._trunk_faults(links, slice(nodes, None))
        return laid if np.array_equal(laid.fault, links.fault) else links

    def laid(self, endpoints: Endpoints, seats: Seats) -> Links:
        """Return all links of the rule as if each were connected; none of places kept free."""
        plan, nodes = self.plan, len(self.nodes)
        each = plan.leaves.count + plan.leaves.targets
        at = attachments(plan, len(seats), seats.rack)
        if seats.free:
            rails = np.int32(plan.request.rails)
            rows = (seats.at[:, None] * rails + np.arange(rails, dtype=np.int32)).ravel()
            at = Attachments(at.leaf[rows], at.port[rows])
        a, end, b, b_port, a_port = (
            endpoints.node, np.arange(len(endpoints), dtype=np.int32), at.leaf, at.port,
            endpoints.port,
        )  # fmt: skip
        if plan.planes > 1:
            plane = np.repeat(np.arange(plan.planes, dtype=np.int32), len(a))
            a, end, b, b_port, a_port = (
                np.tile(column, plan.planes) for column in (a, end, b, b_port, a_port)
            )
            b, a_port = b + plane * np.int32(each), a_port + plane
        trunks = trunks_of(plan)
        first = np.int32(nodes)
        size = len(a) + len(trunks)
        count = np.ones(size, dtype=np.int32)
        count[len(a) :] = trunks.count
        ends = np.full(size, -1, dtype=np.int32)
        ends[: len(a)] = end
        return Links(
            np.concatenate((a, trunks.a + first)),
            np.concatenate((a_port, trunks.a_port)),
            np.concatenate((b + first, trunks.b + first)),
            np.concatenate((b_port, trunks.b_port)),
            count,
            np.full(size, round(plan.request.rate_gbps * 1000), dtype=np.int32),
            ends,
            np.zeros(size, dtype=np.int32),
        )

    def _node_faults(self, links: Links, number: int, rails: int) -> None:
        """Mark links of nodes that cannot be connected; the first reason found stands."""
        plan, fault = self.plan, links.fault[:number]
        leaf = links.b[:number] - np.int32(len(self.nodes))
        lanes = rails * plan.planes
        limits = [self._node_fault(n, lanes) for n in range(len(self.members.parts))]
        if any(limits):
            part = self.members.node_parts[self.nodes.device[links.a[:number]]]
            plane = np.repeat(np.arange(plan.planes, dtype=np.int32), number // plan.planes)
            lane = links.end[:number] % rails * np.int32(plan.planes) + plane
            for n, limit in enumerate(limits):
                if limit:
                    _mark(fault, (part == n) & (lane >= limit[0]), limit[1])
        self._switch_faults(fault, leaf, links.b_port[:number], 1)
        up = plan.leaf_up
        crowded = links.b_port[:number] >= plan.leaf_ports - up
        if crowded.any():
            text = f"a leaf has {plan.leaf_ports - up} ports for nodes, its rack has more"
            _mark(fault, crowded, self.faults.number(text))
        self._pair_faults(fault, links.a[:number], leaf)

    def _node_fault(self, part: int, lanes: int) -> tuple[int, int] | None:
        """Return from which of a node's links on they fail, and the fault; None where all fit."""
        fit, name = self.node_fits[part], self.members.parts[part]
        if fit.refusal:
            return 0, self.faults.number(fit.refusal, name)
        if fit.lanes_each is None or fit.first + lanes <= fit.lanes_each:
            return None
        rails, planes = self.plan.request.rails, self.plan.planes
        asked = f"{rails} rails" if planes == 1 else f"{rails} rails in {planes} planes"
        used = f", {fit.first} of them taken by other fabrics" if fit.first else ""
        text = f"{name}: {fit.lanes_each} ports fit the fabric{used}; it asks for {asked}"
        return fit.lanes_each - fit.first, self.faults.number(text, name)

    def _trunk_faults(self, links: Links, rows: slice) -> None:
        fault, first = links.fault[rows], np.int32(len(self.nodes))
        if not len(fault):
            return
        a, b = links.a[rows] - first, links.b[rows] - first
        self._switch_faults(fault, a, links.a_port[rows], links.count[rows])
        self._switch_faults(fault, b, links.b_port[rows], links.count[rows])
        meets = self._pairs(self.switch_fits, self.switch_fits)
        if meets.any():
            kinds = self._parts_of(a), self._parts_of(b)
            _mark_each(fault, meets[kinds])

    def _switch_faults(self, fault: Ints, place: Ints, port: Ints, count: Ints | int) -> None:
        """Mark links at places without a switch, at switches that do not fit, beyond their ports.

        A place's tables are as long as there are switches, so that links only look up.
        """
        problem, lanes = self._place_tables()
        if problem.any():
            _mark_each(fault, problem[place])
        if int(lanes.min(initial=2**31 - 1)) < max(
            self.plan.leaf_ports, self.plan.spine_ports, self.plan.core_ports
        ):
            beyond = port + np.int32(count) > lanes[place] if isinstance(count, int) else (
                port + count > lanes[place]
            )  # fmt: skip
            for part, fit in enumerate(self.switch_fits):
                if fit.lanes is not None and not fit.refusal:
                    mine = beyond & (self._parts_of(place) == part)
                    if mine.any():
                        name = self.members.parts[part]
                        text = f"{name} has {fit.lanes} ports, the fabric's rule uses more"
                        _mark(fault, mine, self.faults.number(text, name))

    def _place_tables(self) -> tuple[Ints, Ints]:
        """Return for every place the fault of its switch, and the lanes that it has."""
        part = self._parts_of(np.arange(len(self.places), dtype=np.int32))
        most = np.int32(2**31 - 1)
        refused = [
            self.faults.number(fit.refusal, name) if fit.refusal else 0
            for fit, name in zip(self.switch_fits, self.members.parts, strict=True)
        ]
        lanes = [most if fit.lanes is None else fit.lanes for fit in self.switch_fits]
        problem = np.array([*refused, 0], dtype=np.int32)[part]
        for tier, name in enumerate(TIERS):
            of_tier = self.places.tier == tier
            missing = of_tier & (self.places.switch < 0)
            if missing.any():
                text = f"{int(missing.sum())} of {int(of_tier.sum())} {name} switches are not drawn"
                problem[missing] = self.faults.number(text)
        return problem, np.array([*lanes, most], dtype=np.int32)[part]

    def _parts_of(self, place: Ints) -> Ints:
        """Return the parts at places; -1, the last entry of tables, where none is drawn."""
        switch = self.places.switch
        parts = np.append(self.members.switch_parts, np.int32(-1))[switch]
        return parts[place]

    def _pair_faults(self, fault: Ints, node: Ints, leaf: Ints) -> None:
        meets = self._pairs(self.node_fits, self.switch_fits)
        if meets.any():
            parts = self.members.node_parts[self.nodes.device[node]]
            _mark_each(fault, meets[parts, self._parts_of(leaf)])

    def _pairs(self, ones: tuple[PortFit, ...], others: tuple[PortFit, ...]) -> Ints:
        """Return the fault of every pair of parts whose connectors meet by no cable."""
        table = np.zeros((len(ones) + 1, len(others) + 1), dtype=np.int32)
        names = self.members.parts
        for i, one in enumerate(ones):
            for j, other in enumerate(others):
                if connectors_meet(one.connector, other.connector) is False:
                    text = (
                        f"{names[i]}: {one.connector} ports meet no {other.connector} port of "
                        f"{names[j]}"
                    )
                    table[i, j] = self.faults.number(text, names[i])
        return table


def _mark(fault: Ints, rows: np.ndarray, number: int) -> None:
    """Give a fault to rows that have none."""
    fault[rows & (fault == CONNECTED)] = number


def _mark_each(fault: Ints, found: Ints) -> None:
    """Give each row its fault where it has none."""
    rows = (fault == CONNECTED) & (found != CONNECTED)
    fault[rows] = found[rows]
