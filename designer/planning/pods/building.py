"""Lay a pod out: racks of nodes and of everything else, rows, room, feeds, cooling, trays."""

from collections import Counter
from dataclasses import replace
from typing import Final, Literal

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.model.design import Assembly, Design, Face, Slot, Tier, Waiver
from designer.model.plural import plural
from designer.model.units import half_u_of
from designer.planning.arguments import Arguments
from designer.planning.campus import in_halls
from designer.planning.floor_plan import RackSpec, lay_out
from designer.planning.hall import (
    FEEDS,
    POWER_FACTOR,
    HallLoad,
    airflow_of,
    cooling_units,
    liquid_and_air,
    max_kw,
    on_feeds,
    plates_lpm,
    room_of,
    site_of,
    with_capacity,
)
from designer.planning.pods.bill import Bill, bill_of, fabrics_of
from designer.planning.pods.fabrics import OOB_SWITCH, Switches
from designer.planning.pods.rack_choice import check_racks
from designer.planning.pods.row_order import in_order
from designer.planning.pods.spec import PodSpec
from designer.planning.pods.words import note_of, unbounded_of
from designer.planning.rack_filling import (
    Assemblies,
    Filling,
    Item,
    feed_kw,
    network_budget,
    packed,
    pdu_slots,
)
from designer.planning.trays import with_trays

PDU: Final = "pdu-415v-60a-3ph"
SWITCH_PDU: Final = "pdu-415v-60a-3ph-c13"
"""Table 7 of the H100 design has another PDU for racks without nodes; switches have C14 inlets."""


def build_pod(spec: PodSpec, arguments: Arguments, catalog: Catalog) -> Design:
    """Return the laid-out pod, in several halls where one does not hold it.

    Raises
    ------
    TemplateError
        If its racks do not hold or cool the nodes that are asked for.
    """
    check_racks(spec, arguments, catalog)

    def hall(size: int) -> Design:
        return _hall(spec, arguments.having(spec.size_name, size), catalog)

    asked = arguments.number(spec.size_name)
    most = arguments.number("units_per_hall") if spec.counts_units else asked
    return in_halls(asked, most, catalog, hall)


def _hall(spec: PodSpec, arguments: Arguments, catalog: Catalog) -> Design:
    """Return a hall, laid out.

    PDUs need out-of-band ports, which need switches, which need racks with PDUs: the bill is
    repeated until it holds. Every step only adds, so it ends.
    """
    bill = bill_of(spec, arguments, catalog, 0, 2)
    fillings = network_racks(bill, catalog)
    for _ in range(10):
        pdus = len(bill.rack.feeds) * bill.node_racks + 2 * len(fillings)
        better = bill_of(spec, arguments, catalog, pdus, bill.out_of_band)
        if better == bill:
            break
        bill, fillings = better, network_racks(better, catalog)
    return _drawn(arguments, catalog, bill, fillings)


def network_racks(bill: Bill, catalog: Catalog) -> list[Filling]:
    """Return what stands in racks other than the nodes', role by role (RA-11333-001, figure 3)."""
    spec = bill.spec
    compute = _switches(catalog.require(spec.compute.switch), "compute", "c", bill.compute)
    stored = [Item(bill.storage_part, "st", "storage")] * bill.storage_systems
    storage: list[Item] = []
    if spec.storage:
        storage = _switches(catalog.require(spec.storage.switch), "storage", "s", bill.storage)
    most = spec.switches_per_rack
    return [
        *_packed(catalog, spec, "compute-net", compute, most),
        *_packed(catalog, spec, "storage-net", storage, most),
        *_packed(catalog, spec, "management", _management(bill, catalog)),
        *_packed(catalog, spec, "storage", stored),
    ]


def _packed(
    catalog: Catalog, spec: PodSpec, role: str, items: list[Item], most: int = 10_000
) -> list[Filling]:
    """Return the racks that devices fill, on rack PDUs with outlets for their inlets."""
    plugs = Counter(_inlet(catalog, item.part) for item in items)
    large = plugs["C20"] > plugs["C14"]
    budget = network_budget(catalog, spec.rack, PDU if large else SWITCH_PDU, POWER_FACTOR)
    return packed(catalog, role, items, replace(budget, most=most))


def _inlet(catalog: Catalog, part_id: str) -> str:
    psu = catalog.require(part_id).psu
    return psu.inlet if psu else ""


def _face(part: Part) -> Face:
    """Return the face of a rack from which a switch takes cold air.

    Most blow from power to connector: mounted with their ports to the rear, they take cold air and
    blow into the hot aisle. Those that blow the other way stand with their ports in front.
    """
    return "front" if part.airflow == "front-to-rear" else "rear"


def _switches(part: Part, fabric: str, letter: str, counts: Switches) -> list[Item]:
    """Return a network's switches, leaves first."""
    tiers: tuple[tuple[Tier, int], ...] = (
        ("leaf", counts.leaf),
        ("spine", counts.spine),
        ("core", counts.core),
    )
    return [
        Item(part.id, f"{letter}{tier}", f"{letter}-{tier}", "top", _face(part), fabric, tier)
        for tier, count in tiers
        for _ in range(count)
    ]


def _management(bill: Bill, catalog: Catalog) -> list[Item]:
    oob = Item(OOB_SWITCH, "oob", "oob", "top", "rear", "out-of-band", "leaf")
    return [
        *_switches(catalog.require(bill.in_band_net.switch), "in-band", "ib", bill.in_band),
        *[oob] * bill.out_of_band,
        *[Item("ufm-appliance", "ufm", "ufm")] * bill.fabric_managers,
        *[Item(bill.in_band_net.servers, "mgmt", "mgmt")] * bill.servers,
    ]


def _node_assembly(bill: Bill, node: Part, count: int, *, doors: bool) -> Assembly:
    """Return a rack of nodes on its feeds; 2+2+2 supplies keep a DGX up without one."""
    rack, spec = bill.rack, bill.spec
    nodes = [
        Slot(id=f"n{i}", part=node.id, half_u=half_u_of(u), name=f"{spec.node_name}-{{rack}}-{i}")
        for i, u in enumerate(rack.positions_u[:count], start=1)
    ]
    slots = [*nodes, *pdu_slots(rack.pdu, rack.feeds)]
    if doors:
        slots.append(Slot(id="door", part=bill.door, face="door", name="door-{rack}"))
    return Assembly(
        id=f"{spec.node_name}-x{count}",
        name=f"{count} × {node.name}, feeds {'+'.join(rack.feeds)}",
        rack_part=spec.rack,
        slots=tuple(sorted(slots, key=lambda s: s.id)),
        note=_cords_words(node, len(rack.feeds)),
    )


def _cords_words(node: Part, feeds: int) -> str:
    """Return how the supplies of a node are dealt to its feeds; empty where nobody counts them."""
    names = {2: "two", 3: "three", 4: "four", 6: "six", 12: "twelve"}
    if node.psu is None or node.psu.count % feeds:
        return ""
    all_of, each = node.psu.count, node.psu.count // feeds
    return (
        f"each system's {names.get(all_of, all_of)} supplies are wired {names.get(each, each)} to "
        "each feed"
    )


def _drawn(arguments: Arguments, catalog: Catalog, bill: Bill, fillings: list[Filling]) -> Design:
    """Return the design with racks in rows."""
    spec, doors = bill.spec, bill.rack.cooling == "rear-door"
    node, assemblies = catalog.require(bill.node), Assemblies(catalog, spec.rack)
    full, rest = divmod(bill.nodes, bill.per_rack)
    node_racks = (
        [assemblies.add(_node_assembly(bill, node, bill.per_rack, doors=doors))] * full
        if full
        else []
    )
    if rest:
        node_racks.append(assemblies.add(_node_assembly(bill, node, rest, doors=doors)))
    network = [(f, assemblies.of_filling(f)) for f in fillings]
    order = in_order(bill, node_racks, network)
    # The reference ships these racks in contained air.
    profile: Literal["auto", "in-row"] = "in-row" if bill.rack.cooling == "air" else "auto"
    specs = [RackSpec(spec.rack, a, profile if a in node_racks else "auto") for a in order]
    units = cooling_units(catalog, _load(catalog, bill, fillings, len(node_racks)))
    plan = lay_out(catalog, specs, units, doors=doors, per_row=arguments.racks_per_row())
    design = Design(
        name=_name(bill, node),
        note=note_of(bill, node.name, catalog)
        + unbounded_of(catalog, bill, fillings, _kw_each(catalog, bill)),
        site=site_of(catalog, bill.door if doors else ""),
        room=room_of(catalog, plan),
        power=FEEDS,
        rows=plan.rows,
        assemblies=assemblies.every(),
        racks=on_feeds(catalog, plan.racks, FEEDS),
        waivers=_waivers(bill),
        fabrics=fabrics_of(bill, catalog, frozenset({bill.rack.pdu, *(f.pdu for f in fillings)})),
    )
    return with_capacity(catalog, with_trays(catalog, design))


def _waivers(bill: Bill) -> tuple[Waiver, ...]:
    """Return the findings that the published design has, accepted with the reason."""
    known = bill.spec.waived
    return tuple(
        Waiver(id=key, reason=why) for slots, key, why in known if bill.size.slots >= slots
    )


def _name(bill: Bill, node: Part) -> str:
    size = f"{bill.units} SU" if bill.spec.counts_units else plural(bill.nodes, "node")
    return f"{bill.spec.name_of(node.name)}, {size}"


def _load(catalog: Catalog, bill: Bill, fillings: list[Filling], node_racks: int) -> HallLoad:
    """Return what the hall's cooling units must carry."""
    spec, node = bill.spec, catalog.require(bill.node)
    share = _kw_each(catalog, bill)
    alone = network_budget(catalog, spec.rack, PDU, POWER_FACTOR).kw
    heat = bill.nodes * max_kw(catalog, [node.id], share)
    others = [item.part for f in fillings for item in f.items]
    nodes_air = bill.nodes * airflow_of(catalog, [node.id], share)
    plates, in_air = liquid_and_air(node, heat)
    liquid, coolant = plates, plates_lpm(plates) if plates else 0.0
    if bill.rack.cooling == "rear-door":
        liquid, coolant, in_air, nodes_air = heat, _doors_lpm(catalog, bill, node_racks, heat), 0, 0
    return HallLoad(
        liquid_kw=liquid,
        coolant_lpm=coolant,
        air_kw=max_kw(catalog, others, alone) + in_air,
        airflow_m3h=airflow_of(catalog, others, alone) + nodes_air,
    )


def _doors_lpm(catalog: Catalog, bill: Bill, doors: int, heat_kw: float) -> float:
    """Return the water of rear doors: the flow they are rated at, else by their heat, L/min."""
    cooling = catalog.require(bill.door).cooling
    if cooling is None or cooling.flow_lpm is None:
        return plates_lpm(heat_kw)
    return cooling.flow_lpm * doors


def _kw_each(catalog: Catalog, bill: Bill) -> float:
    """Return a node's share of what a rack of nodes may draw: one of its PDUs may be lost."""
    pdu = catalog.require(bill.rack.pdu)
    most = min(bill.per_rack, bill.nodes)
    return (len(bill.rack.feeds) - 1) * feed_kw(pdu, POWER_FACTOR) / most


__all__ = ["PDU", "SWITCH_PDU", "build_pod", "network_racks"]
