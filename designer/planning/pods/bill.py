"""What a pod of a specification is made of at a size, apart from its racks."""

from dataclasses import dataclass
from math import ceil
from typing import get_args

from designer.catalog.catalog import Catalog
from designer.model.design import Fabric
from designer.planning.arguments import Arguments
from designer.planning.pods.fabrics import (
    OOB_PORTS,
    OOB_SWITCH,
    Switches,
    compute_record,
    compute_request,
    in_band_record,
    out_of_band_record,
    pairs_request,
    ports_of,
    storage_pairs_record,
    switches_of,
    target_leaves,
    targets_record,
    targets_request,
)
from designer.planning.pods.rack_choice import door_of, rack_of
from designer.planning.pods.spec import (
    AUTO,
    STORAGE_GB_S,
    UNIT_NODES,
    Level,
    NodeRack,
    Pairs,
    PodSpec,
    Size,
    StorageChoice,
    Targets,
)
from designer.wiring.network_size import plan_fabric


@dataclass(frozen=True)
class Bill:
    """What a pod is made of, apart from its racks.

    Attributes
    ----------
    by_template
        Whether the template chose the system.
    door
        Part of the rear doors that take a full rack of nodes.
    targets
        Storage leaves of a scalable unit and the links of each; zeros without such leaves.
    endpoints
        Management ports of everything.
    """

    spec: PodSpec
    size: Size
    in_band_net: Pairs
    rack: NodeRack
    by_template: bool
    door: str
    per_rack: int
    fabric_managers: int
    servers: int
    storage_part: str
    storage_systems: int
    compute: Switches
    targets: tuple[int, int]
    storage: Switches
    in_band: Switches
    endpoints: int
    out_of_band: int

    @property
    def node(self) -> str:
        """Part of the node."""
        return self.rack.part

    @property
    def nodes(self) -> int:
        """Nodes that stand."""
        return self.size.nodes

    @property
    def units(self) -> int:
        """Scalable units as the publisher counts them, those begun."""
        return ceil(self.size.slots / (self.spec.unit_nodes or self.size.step.su_nodes))

    @property
    def node_racks(self) -> int:
        """Racks that the nodes fill."""
        return ceil(self.nodes / self.per_rack)


def bill_of(spec: PodSpec, arguments: Arguments, catalog: Catalog, pdus: int, oob: int) -> Bill:
    """Return what a pod of the asked size is made of, given its rack PDUs and OOB switches."""
    size = size_of(spec, arguments)
    rack = rack_of(spec, arguments, catalog)
    asked = arguments.choice("nodes_per_rack")
    per_rack = rack.per_rack if asked == "auto" else int(asked)
    servers = spec.servers * ceil(size.slots / spec.server_nodes)
    choice = _storage_choice(spec, arguments)
    systems = _systems(catalog, choice, size.slots, arguments.choice("storage_level"))
    gbps = _storage_gbps(catalog, choice.part) * systems
    radix = ports_of(catalog, spec.compute.switch).count
    compute = switches_of(plan_fabric(compute_request(spec.compute, size, radix)))
    targets, storage = _storage_network(spec, catalog, size, gbps)
    net = spec.in_band_of(size.slots)
    radix = ports_of(catalog, net.switch).count
    reserved = _in_band_reserved(spec, net, gbps, oob)
    in_band = switches_of(plan_fabric(pairs_request(net, size.nodes + servers, reserved, radix)))
    managers = spec.managers if size.reserved or not spec.tested_units else 0
    endpoints = (
        size.nodes
        + servers
        + managers
        + _managed(catalog, spec.compute.switch) * compute.total
        + (_managed(catalog, spec.storage.switch) * storage.total if spec.storage else 0)
        + _managed(catalog, net.switch) * in_band.total
        + pdus
        + systems * _management_ports(catalog, choice.part)
    )
    return Bill(
        spec=spec,
        size=size,
        in_band_net=net,
        rack=rack,
        by_template=arguments.choice("system") == AUTO,
        door=door_of(spec, rack, per_rack, catalog),
        per_rack=per_rack,
        fabric_managers=managers,
        servers=servers,
        storage_part=choice.part,
        storage_systems=systems,
        compute=compute,
        targets=targets,
        storage=storage,
        in_band=in_band,
        endpoints=endpoints,
        out_of_band=ceil(endpoints / OOB_PORTS),
    )


def size_of(spec: PodSpec, arguments: Arguments) -> Size:
    """Return how large the asked pod is."""
    asked = arguments.number(spec.size_name)
    slots = asked * spec.unit_nodes if spec.counts_units else asked
    if not spec.tested_units:
        return Size(slots, 0, spec.step_of(slots))
    managed = arguments.choice("ufm")
    included = managed == "included" or (managed == "auto" and asked <= spec.tested_units)
    return Size(slots, int(included), spec.step_of(slots))


def fabrics_of(bill: Bill, catalog: Catalog, pdus: frozenset[str]) -> tuple[Fabric, ...]:
    """Return the records of the networks, by id.

    Parameters
    ----------
    pdus
        Parts of all rack PDUs, which have management ports too.
    """
    spec, size, net = bill.spec, bill.size, bill.in_band_net
    gbps = _storage_gbps(catalog, bill.storage_part) * bill.storage_systems
    managed = {bill.node, *pdus, bill.storage_part, net.servers, spec.compute.switch}
    managed |= {net.switch} | ({spec.storage.switch} if spec.storage else set())
    if bill.fabric_managers:
        managed.add("ufm-appliance")
    found = [
        compute_record(spec.compute, bill.node, size),
        in_band_record(
            net,
            bill.node,
            _in_band_reserved(spec, net, gbps, bill.out_of_band),
            storage=spec.storage is None,
        ),
        out_of_band_record(
            tuple(sorted(part for part in managed if _managed(catalog, part))), bill.endpoints
        ),
    ]
    match spec.storage:
        case Targets() as store:
            found.append(targets_record(store, bill.node, bill.storage_part, size, bill.targets))
        case Pairs() as store:
            reserved = pairs_reserved(store, gbps)
            found.append(storage_pairs_record(store, bill.node, reserved))
    return tuple(found)


def _in_band_reserved(spec: PodSpec, net: Pairs, storage_gbps: float, oob: int) -> int:
    """Return the node slots in-band for out-of-band uplinks (2 a switch) and other systems."""
    shared = 0 if spec.storage else ceil(storage_gbps / net.rate_gbps / 2)
    return oob + net.reserved + shared


def pairs_reserved(net: Pairs, storage_gbps: float) -> int:
    """Return the node slots of storage systems on a network of pairs of leaves."""
    return net.reserved + ceil(storage_gbps / net.rate_gbps / 2)


def _storage_network(
    spec: PodSpec, catalog: Catalog, size: Size, gbps: float
) -> tuple[tuple[int, int], Switches]:
    """Return the storage leaves of a unit, and the switches of the storage network."""
    net = spec.storage
    if net is None:
        return (0, 0), Switches()
    radix = ports_of(catalog, net.switch).count
    if isinstance(net, Pairs):
        request = pairs_request(net, size.nodes, pairs_reserved(net, gbps), radix)
        return (0, 0), switches_of(plan_fabric(request))
    targets = target_leaves(net, size.units, ceil(gbps / net.rate_gbps))
    return targets, switches_of(plan_fabric(targets_request(net, size, targets, radix)))


def _storage_choice(spec: PodSpec, arguments: Arguments) -> StorageChoice:
    asked = arguments.choice("storage")
    return next(choice for choice in spec.storage_choices if choice.name == asked)


def _systems(catalog: Catalog, choice: StorageChoice, slots: int, level: str) -> int:
    """Return the storage systems that give the bandwidth of a level."""
    figures = catalog.require(choice.part).storage
    read, write = STORAGE_GB_S[next(one for one in get_args(Level) if one == level)]
    needed = [choice.fewest]
    if figures and figures.read_gb_s:
        needed.append(ceil(slots * read / UNIT_NODES / figures.read_gb_s))
    if figures and figures.write_gb_s:
        needed.append(ceil(slots * write / UNIT_NODES / figures.write_gb_s))
    return max(needed)


def _storage_gbps(catalog: Catalog, part_id: str) -> float:
    ports = catalog.require(part_id).ports
    return sum(p.count * p.rate_gbps for p in ports if p.purpose == "storage")


def _management_ports(catalog: Catalog, part_id: str) -> int:
    ports = catalog.require(part_id).ports
    return sum(p.count for p in ports if p.purpose == "out-of-band")


def _managed(catalog: Catalog, part_id: str) -> bool:
    """Return whether a part has a port for management; switches of some kinds have none."""
    return part_id != OOB_SWITCH and _management_ports(catalog, part_id) > 0
