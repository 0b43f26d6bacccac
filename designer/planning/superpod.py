"""DGX SuperPOD H100 at any number of scalable units, laid out: racks, networks, room, cooling.

Source: NVIDIA RA-11333-001 V11, Tables 3, 4, 6, 7 and 8, and NVIDIA's data center design guide for
rack positions. What those leave open is decided here and said in the design's note.
"""

from dataclasses import dataclass, replace
from math import ceil
from typing import Final, Literal

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.model.aisle_widths import LONGEST_ROW
from designer.model.design import Assembly, Design, Fabric, Slot, Tier
from designer.model.plural import plural
from designer.model.units import half_u_of
from designer.planning.arguments import Arguments, Parameter, Template
from designer.planning.campus import in_halls
from designer.planning.floor_plan import RackSpec, lay_out
from designer.planning.hall import (
    FEEDS,
    POWER_FACTOR,
    HallLoad,
    airflow_of,
    cooling_units,
    max_kw,
    on_feeds,
    plates_lpm,
    room_of,
    site_of,
    unbounded_words,
    with_capacity,
)
from designer.planning.rack_filling import (
    Assemblies,
    Filling,
    Item,
    feed_kw,
    network_budget,
    packed,
    pdu_slots,
)
from designer.planning.superpod_fabrics import (
    OOB_PORTS,
    SU_NODES,
    Switches,
    compute_record,
    compute_request,
    in_band_record,
    in_band_request,
    out_of_band_record,
    storage_record,
    storage_request,
    switches_of,
    target_leaves,
)
from designer.planning.trays import with_trays
from designer.wiring.network_size import plan_fabric

NODES: Final = {"h100": "dgx-h100", "h200": "dgx-h200"}
"""H200 has the same chassis and the same reference design (RA-11336-001)."""
RACK: Final = "rack-48u"
PDU: Final = "pdu-415v-60a-3ph"
DOOR: Final = "rdhx"
SWITCH_PDU: Final = "pdu-415v-60a-3ph-c13"
"""Table 7 names another PDU for racks without nodes; switches have C14 inlets."""
NODE_POSITIONS_U: Final = (3, 11, 22, 30)
"""Four systems to a rack with three units of air gap at U19–U21 (NVIDIA, H100 design guide)."""
SWITCHES_PER_RACK: Final = 16
"""InfiniBand switches: the leaves of two scalable units; 27.5 kW, within contained air's band and
less than one of two rack PDUs carries."""
MANAGEMENT_SERVERS: Final = 4
"""Table 7; its web edition says 5."""
SUS_PER_MANAGEMENT_GROUP: Final = 16
FABRIC_MANAGERS: Final = 4
"""Table 7: a pair for the compute and a pair for the storage network."""
HALL_UNITS: Final = 128
"""Of a hall: three tiers of 64-port switches join 65,536 links, of which its storage network and
the room's power and cooling leave half."""
TESTED_UNITS: Final = 4
"""Up to here the published pod gives up one node slot to the fabric manager (Table 4)."""
STORAGE_GB_S: Final = {"good": (15.0, 7.5), "better": (40.0, 20.0), "best": (125.0, 62.5)}
"""Read and write a scalable unit needs, GB/s: a quarter of the 4-SU columns of Table 6."""
NODES_PER_RACK: Final = {"rear-door": 4, "air": 2}
"""Four as in the reference; 40.8 kW are more than most sources plan with for contained air."""
STORAGE_PARTS: Final = {"ddn": ("ddn-es400nvx2", 2), "weka": ("weka-node", 8)}
"""Part and fewest systems: two DDN appliances for failover, eight WEKA servers (WEKA's docs)."""


@dataclass(frozen=True)
class Bill:
    """What a pod is made of, apart from its racks."""

    units: int
    node: str
    nodes: int
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


def bill_of(arguments: Arguments, catalog: Catalog, pdus: int, oob: int) -> Bill:
    """Return what a pod of the asked size is made of, given its rack PDUs and OOB switches."""
    units = arguments.number("scalable_units")
    managed = arguments.choice("ufm")
    included = managed == "included" or (managed == "auto" and units <= TESTED_UNITS)
    reserved = int(included)
    nodes = units * SU_NODES - reserved
    servers = MANAGEMENT_SERVERS * ceil(units / SUS_PER_MANAGEMENT_GROUP)
    part_id, fewest = STORAGE_PARTS[arguments.choice("storage")]
    systems = _storage_systems(catalog, part_id, fewest, units, arguments.choice("storage_level"))
    links = ceil(systems * _storage_gbps(catalog, part_id) / 400)
    switch = catalog.require("qm9700").ports[0]
    ethernet = catalog.require("sn4600c").ports[0]
    compute = switches_of(
        plan_fabric(compute_request(nodes, reserved, switch.count, switch.rate_gbps))
    )
    targets = target_leaves(units, links)
    storage = switches_of(
        plan_fabric(storage_request(nodes, reserved, targets, switch.count, switch.rate_gbps))
    )
    in_band = switches_of(
        plan_fabric(in_band_request(nodes, servers, oob, ethernet.count, ethernet.rate_gbps))
    )
    managers = FABRIC_MANAGERS * reserved
    endpoints = (
        nodes
        + servers
        + managers
        + compute.total
        + storage.total
        + in_band.total
        + pdus
        + systems * _management_ports(catalog, part_id)
    )
    return Bill(
        units=units,
        node=NODES[arguments.choice("system")],
        nodes=nodes,
        fabric_managers=managers,
        servers=servers,
        storage_part=part_id,
        storage_systems=systems,
        compute=compute,
        targets=targets,
        storage=storage,
        in_band=in_band,
        endpoints=endpoints,
        out_of_band=max(2, ceil(endpoints / OOB_PORTS)),
    )


def _storage_systems(catalog: Catalog, part_id: str, fewest: int, units: int, level: str) -> int:
    """Return the storage systems that give the bandwidth of Table 6."""
    figures = catalog.require(part_id).storage
    read, write = STORAGE_GB_S[level]
    needed = [fewest]
    if figures and figures.read_gb_s:
        needed.append(ceil(units * read / figures.read_gb_s))
    if figures and figures.write_gb_s:
        needed.append(ceil(units * write / figures.write_gb_s))
    return max(needed)


def _storage_gbps(catalog: Catalog, part_id: str) -> float:
    ports = catalog.require(part_id).ports
    return sum(p.count * p.rate_gbps for p in ports if p.purpose == "storage")


def _management_ports(catalog: Catalog, part_id: str) -> int:
    ports = catalog.require(part_id).ports
    return sum(p.count for p in ports if p.purpose == "out-of-band")


def build_superpod(arguments: Arguments, catalog: Catalog) -> Design:
    """Return the laid-out pod, in several halls where one does not hold it."""

    def hall(units: int) -> Design:
        return _hall(arguments.having("scalable_units", units), catalog)

    most = arguments.number("units_per_hall")
    return in_halls(arguments.number("scalable_units"), most, catalog, hall)


def _hall(arguments: Arguments, catalog: Catalog) -> Design:
    """Return a hall, laid out.

    PDUs need out-of-band ports, which need switches, which need racks with PDUs: the bill is
    repeated until it holds. Every step only adds, so it ends.
    """
    bill = bill_of(arguments, catalog, 0, 2)
    fillings = network_racks(bill, catalog)
    for _ in range(10):
        pdus = 3 * _node_racks(bill, arguments) + 2 * len(fillings)
        better = bill_of(arguments, catalog, pdus, bill.out_of_band)
        if better == bill:
            break
        bill, fillings = better, network_racks(better, catalog)
    return _drawn(arguments, catalog, bill, fillings)


def _node_racks(bill: Bill, arguments: Arguments) -> int:
    return ceil(bill.nodes / _per_rack(arguments))


def _per_rack(arguments: Arguments) -> int:
    """Return the nodes of a rack: by `auto` as many as its cooling is planned for as a rule."""
    asked = arguments.choice("nodes_per_rack")
    return NODES_PER_RACK[arguments.choice("cooling")] if asked == "auto" else int(asked)


def network_racks(bill: Bill, catalog: Catalog) -> list[Filling]:
    """Return what stands in racks other than the nodes', role by role (RA figure 3)."""
    switches = network_budget(catalog, RACK, SWITCH_PDU, POWER_FACTOR)
    fabric = replace(switches, most=SWITCHES_PER_RACK)
    systems = network_budget(catalog, RACK, PDU, POWER_FACTOR)
    compute = _switches("qm9700", "compute", "c", bill.compute)
    storage = _switches("qm9700", "storage", "s", bill.storage)
    stored = [Item(bill.storage_part, "st", "storage")] * bill.storage_systems
    uses_c20 = _inlet(catalog, bill.storage_part) == "C20"
    return [
        *packed(catalog, "compute-net", compute, fabric),
        *packed(catalog, "storage-net", storage, fabric),
        *packed(catalog, "management", _management(bill), switches),
        *packed(catalog, "storage", stored, systems if uses_c20 else switches),
    ]


def _inlet(catalog: Catalog, part_id: str) -> str:
    psu = catalog.require(part_id).psu
    return psu.inlet if psu else ""


def _switches(part: str, fabric: str, letter: str, counts: Switches) -> list[Item]:
    """Return a network's switches, leaves first.

    The reference design's switches blow from power to connector: mounted with their ports to the
    rear, they take cold air and blow into the hot aisle.
    """
    tiers: tuple[tuple[Tier, int], ...] = (
        ("leaf", counts.leaf),
        ("spine", counts.spine),
        ("core", counts.core),
    )
    return [
        Item(part, f"{letter}{tier}", f"{letter}-{tier}", "top", "rear", fabric, tier)
        for tier, count in tiers
        for _ in range(count)
    ]


def _management(bill: Bill) -> list[Item]:
    oob = Item("sn2201", "oob", "oob", "top", "rear", "out-of-band", "leaf")
    return [
        *_switches("sn4600c", "in-band", "ib", bill.in_band),
        *[oob] * bill.out_of_band,
        *[Item("ufm-appliance", "ufm", "ufm")] * bill.fabric_managers,
        *[Item("mgmt-server", "mgmt", "mgmt")] * bill.servers,
    ]


def _node_assembly(node: Part, count: int, doors: bool) -> Assembly:
    """Return a rack of DGX systems on three feeds; 2+2+2 supplies keep a system up without one."""
    nodes = [
        Slot(id=f"n{i}", part=node.id, half_u=half_u_of(u), name=f"dgx-{{rack}}-{i}")
        for i, u in enumerate(NODE_POSITIONS_U[:count], start=1)
    ]
    slots = [*nodes, *pdu_slots(PDU, ("A", "B", "C"))]
    if doors:
        slots.append(Slot(id="door", part=DOOR, face="door", name="door-{rack}"))
    return Assembly(
        id=f"dgx-x{count}",
        name=f"{count} × {node.name}, feeds A+B+C",
        rack_part=RACK,
        slots=tuple(sorted(slots, key=lambda s: s.id)),
        note="each system's six supplies are wired two to each feed",
    )


def _doors_lpm(catalog: Catalog, doors: int, heat_kw: float) -> float:
    """Return the water of rear doors: the flow they are rated at, else by their heat, L/min."""
    cooling = catalog.require(DOOR).cooling
    if cooling is None or cooling.flow_lpm is None:
        return plates_lpm(heat_kw)
    return cooling.flow_lpm * doors


def _drawn(arguments: Arguments, catalog: Catalog, bill: Bill, fillings: list[Filling]) -> Design:
    """Return the design with racks in rows."""
    doors = arguments.choice("cooling") == "rear-door"
    per_rack = _per_rack(arguments)
    node, assemblies = catalog.require(bill.node), Assemblies(catalog, RACK)
    full, rest = divmod(bill.nodes, per_rack)
    node_racks = [assemblies.add(_node_assembly(node, per_rack, doors))] * full
    if rest:
        node_racks.append(assemblies.add(_node_assembly(node, rest, doors)))
    network = [(f.role, assemblies.of_filling(f)) for f in fillings]
    order = _order(node_racks, network, SU_NODES // per_rack)
    profile: Literal["auto", "in-row"] = (
        "auto" if doors else "in-row"
    )  # the reference ships these racks in contained air
    specs = [RackSpec(RACK, a, profile if a in node_racks else "auto") for a in order]
    units = cooling_units(catalog, _load(catalog, bill, fillings, len(node_racks), doors=doors))
    plan = lay_out(catalog, specs, units, doors=doors, per_row=arguments.racks_per_row())
    design = Design(
        name=f"{node.name.replace('DGX', 'DGX SuperPOD')}, {bill.units} SU",
        note=_note(bill, node.name, doors=doors) + _unbounded(catalog, bill, fillings, per_rack),
        site=site_of(catalog, DOOR if doors else ""),
        room=room_of(catalog, plan),
        power=FEEDS,
        rows=plan.rows,
        assemblies=assemblies.every(),
        racks=on_feeds(catalog, plan.racks, FEEDS),
        fabrics=_fabrics(bill),
    )
    return with_capacity(catalog, with_trays(catalog, design))


def _load(
    catalog: Catalog, bill: Bill, fillings: list[Filling], node_racks: int, *, doors: bool
) -> HallLoad:
    """Return what the hall's cooling units must carry."""
    share = _node_share_kw(catalog, ceil(bill.nodes / node_racks))
    alone = network_budget(catalog, RACK, PDU, POWER_FACTOR).kw
    node_kw = bill.nodes * max_kw(catalog, [bill.node], share)
    others = [item.part for f in fillings for item in f.items]
    to_doors = node_kw if doors else 0.0
    node_air = 0.0 if doors else bill.nodes * airflow_of(catalog, [bill.node], share)
    return HallLoad(
        liquid_kw=to_doors,
        coolant_lpm=_doors_lpm(catalog, node_racks if doors else 0, to_doors),
        air_kw=max_kw(catalog, others, alone) + node_kw - to_doors,
        airflow_m3h=airflow_of(catalog, others, alone) + node_air,
    )


def _node_share_kw(catalog: Catalog, nodes: int) -> float:
    """Return a node's share of what a rack of nodes may draw: two of its three PDUs carry it."""
    return 2 * feed_kw(catalog.require(PDU), POWER_FACTOR) / nodes


def _unbounded(catalog: Catalog, bill: Bill, fillings: list[Filling], per_rack: int) -> str:
    """Return what the note says of parts whose power nothing bounds."""
    alone = network_budget(catalog, RACK, PDU, POWER_FACTOR).kw
    share = _node_share_kw(catalog, per_rack)
    return unbounded_words(
        catalog, [bill.node], f"planned with {share:.1f} kW each, its share of its rack's PDUs"
    ) + unbounded_words(
        catalog,
        (item.part for f in fillings for item in f.items),
        f"each stands in a rack by itself, planned with the {alone:.1f} kW that a rack may draw",
    )


def _fabrics(bill: Bill) -> tuple[Fabric, ...]:
    managed = {bill.node, PDU, SWITCH_PDU, bill.storage_part, "mgmt-server", "qm9700", "sn4600c"}
    if bill.fabric_managers:
        managed.add("ufm-appliance")
    reserved = int(bill.fabric_managers > 0)
    return (
        compute_record(bill.node, reserved),
        in_band_record(bill.node, bill.out_of_band),
        out_of_band_record(tuple(sorted(managed)), bill.endpoints),
        storage_record(bill.node, bill.storage_part, reserved, bill.targets),
    )


def _order(nodes: list[str], network: list[tuple[str, str]], su_racks: int) -> list[str]:
    """Return racks in the order in which they fill the rows.

    A rack of leaves stands between the two scalable units it serves; what serves all stands in
    the middle.
    """
    leaves = [a for role, a in network if role == "compute-net"]
    local = leaves[: ceil(len(nodes) / su_racks / 2)]
    rest = leaves[len(local) :] + [a for role, a in network if role != "compute-net"]
    order: list[str] = []
    for index, leaf in enumerate(local):
        mine = nodes[index * 2 * su_racks : (index + 1) * 2 * su_racks]
        middle = ceil(len(mine) / 2)
        order += [*mine[:middle], leaf, *mine[middle:]]
    centre = len(order) // 2
    return [*order[:centre], *rest, *order[centre:]]


def _note(bill: Bill, system: str, *, doors: bool) -> str:
    slot = (
        "one node slot is given up to the fabric manager"
        if bill.fabric_managers
        else "the fabric is managed from outside, every node slot holds a node"
    )
    cooling = "rear doors on CDUs (N+1)" if doors else "air from CRAHs (N+1), contained cold aisles"
    return (
        f"NVIDIA RA-11333-001 V11: {plural(bill.units, 'scalable unit')}, {bill.nodes} {system}; "
        f"{slot}. "
        f"Cooling: {cooling}. Storage, in-band and out-of-band counts follow rules derived from "
        "its Tables 7 and 8. Assumed: four management servers for each 16 SU, each room feed "
        "sized for its load after the loss of another, 5 kg of cables for each device, ladders "
        "over all rows, filled to 80 % of what they may, no storage of home directories."
    )


SUPERPOD_H100: Final = Template(
    id="dgx-superpod-h100",
    name="DGX SuperPOD H100",
    summary="32 DGX H100 (or H200) a scalable unit, rail-optimised NDR InfiniBand, in a room",
    parameters=(
        Parameter("scalable_units", "int", "4", 1, 4096, "scalable units of 32 node slots"),
        Parameter(
            "units_per_hall", "int", "128", 1, HALL_UNITS,
            "scalable units that a hall holds at most; more stand in halls side by side",
        ),
        Parameter("system", "choice", "h100", help="DGX system", choices=tuple(NODES)),
        Parameter(
            "cooling", "choice", "rear-door", help="how node racks are cooled",
            choices=("rear-door", "air"),
        ),
        Parameter(
            "nodes_per_rack", "choice", "auto",
            help="DGX systems in a rack; auto: 4 with rear doors, 2 in the room's air",
            choices=("auto", "1", "2", "4"),
        ),
        Parameter(
            "ufm", "choice", "auto",
            help="fabric manager in the pod, for one node slot; auto: up to 4 SU",
            choices=("auto", "included", "external"),
        ),
        Parameter(
            "storage", "choice", "ddn", help="kind of storage system", choices=("ddn", "weka")
        ),
        Parameter(
            "storage_level", "choice", "best", help="bandwidth, by Table 6 of the RA",
            choices=("good", "better", "best"),
        ),
        Parameter(
            "racks_per_row", "int", "0", 0, LONGEST_ROW,
            "0: automatic, for a room about square; else 2 and more",
        ),
    ),
    builder=build_superpod,
)  # fmt: skip
"""Published counts it reproduces: Table 4 (1–4 SU), Table 3 (4–64 SU), Table 7 (4 SU)."""
