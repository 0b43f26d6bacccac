"""A hall of node racks, of racks with network, servers and storage, of feeds and cooling.

What the designs share that know no scalable unit: a starter, a BasePOD, a row for inference. Each
says which nodes, which devices beside them and which networks; here racks are filled, rack PDUs and
feeds chosen, cooling units counted (N+1), rows drawn, and trays hung.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Final, Literal

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.model.aisle_widths import LONGEST_ROW
from designer.model.design import Assembly, Cable, Design, Fabric, Site, Slot, Tier
from designer.model.layout import Layout
from designer.planning.arguments import fail
from designer.planning.floor_plan import RackSpec, lay_out
from designer.planning.hall import (
    FEEDS,
    POWER_FACTOR,
    HallLoad,
    airflow_of,
    cooling_units,
    max_kw,
    on_feeds,
    room_of,
    site_of,
    unbounded_words,
    with_capacity,
)
from designer.planning.node_racks import (
    NodeRack,
    node_rack,
    outlives_a_feed,
    runs_capped_after_a_feed,
    split_over_racks,
)
from designer.planning.rack_filling import (
    Assemblies,
    Budget,
    Filling,
    Item,
    network_budget,
    packed,
)
from designer.planning.trays import with_trays

RACK: Final = "rack-48u"
DOOR: Final = "rdhx"
OTHER_PDUS: Final = ("pdu-415v-30a-3ph", "pdu-415v-60a-3ph-c13")
"""Rack PDUs of racks without nodes, the smallest first."""
WATER_STEP_KW: Final = 10
"""What the building gives the rear doors is stated in such steps."""
BARE_KW: Final = 10.0
"""Of a rack whose aisle nothing closes: above it C14 asks for containment."""
SPARE: Final = 0.8
OOB_SWITCH: Final = "sn2201"
OOB_PORTS: Final = 48

Cooling = Literal["room-air", "contained", "rear-door"]
"""`room-air`: one row in the room's air; `contained`: rows that face each other over a closed cold
aisle; `rear-door`: every rack has a rear door on the building's water."""


@dataclass(frozen=True)
class Role:
    """Devices that stand together in racks without nodes."""

    id: str
    items: tuple[Item, ...]


@dataclass(frozen=True)
class Peers:
    """Cables between the two leaves of each pair of a network, which its rule does not lay."""

    fabric: str
    cables: int


@dataclass(frozen=True)
class Pod:
    """What a hall holds.

    Attributes
    ----------
    per_rack
        Most nodes of a rack; 0 for as many as its cooling and its feeds allow.
    roles
        Devices beside the nodes; switches of the out-of-band network are added to the first.
    fabrics
        Networks but that for management, which joins all that has a port for it.
    racks
        Racks of nodes; 0 for as few as hold them.
    one_row
        Whether all racks stand in one row, as long as it may be.
    peers
        What joins pairs of leaves.
    """

    name: str
    note: str
    node: str
    nodes: int
    roles: tuple[Role, ...]
    fabrics: tuple[Fabric, ...]
    cooling: Cooling = "contained"
    per_rack: int = 0
    racks_per_row: int = 0
    racks: int = 0
    one_row: bool = False
    peers: tuple[Peers, ...] = ()
    rack: str = RACK


def switches(part: str, fabric: str, letter: str, tiers: dict[Tier, int]) -> list[Item]:
    """Return a network's switches, leaves first, their ports to the rear as nodes have theirs."""
    return [
        Item(part, f"{letter}{tier}", f"{letter}-{tier}", "top", "rear", fabric, tier)
        for tier, count in tiers.items()
        for _ in range(count)
    ]


def hall_of(pod: Pod, catalog: Catalog) -> Design:
    """Return a pod laid out, connected, fed and cooled."""
    doors = DOOR if pod.cooling == "rear-door" else ""
    racks = node_rack(
        catalog, pod.rack, pod.node, _cooled_kw(catalog, pod), most=pod.per_rack, door=doors
    )
    counts = split_over_racks(pod.nodes, _racks(pod, catalog, racks.most))
    pdus = [racks.pdu] * len(racks.feeds) * len(counts)
    fillings, endpoints = _others(pod, catalog, pdus)
    assemblies = Assemblies(catalog, pod.rack)
    filled = [assemblies.add(racks.assembly(catalog, count, doors)) for count in counts]
    others = [assemblies.of_filling(filling) for filling in fillings]
    middle = ceil(len(filled) / 2)
    specs = [RackSpec(pod.rack, a) for a in (*filled[:middle], *others, *filled[middle:])]
    units = cooling_units(catalog, _load(pod, catalog, fillings, doors=bool(doors)))
    one_row = pod.one_row and len(specs) <= LONGEST_ROW
    plan = lay_out(
        catalog, specs, units,
        doors=bool(doors), per_row=pod.racks_per_row, one_row=one_row,
    )  # fmt: skip
    managed = _managed(pod, catalog, racks, fillings)
    design = Design(
        name=pod.name,
        note=pod.note + _n_words(catalog.require(pod.node)) + _unbounded(catalog, fillings),
        site=_site(pod, catalog, (item.part for f in fillings for item in f.items)),
        room=room_of(catalog, plan).evolve(containment="none" if one_row else "cold"),
        power=FEEDS,
        rows=plan.rows,
        assemblies=_with_doors(assemblies.every(), doors),
        racks=on_feeds(catalog, plan.racks, FEEDS),
        fabrics=_sorted((*pod.fabrics, _out_of_band(managed, endpoints))),
    )
    joined = design.evolve(cables=_peer_cables(design, pod.peers))
    return with_capacity(catalog, with_trays(catalog, joined))


def _with_doors(assemblies: tuple[Assembly, ...], door: str) -> tuple[Assembly, ...]:
    """Return racks, each with a rear door if there are any."""
    if not door:
        return assemblies
    return tuple(
        assembly.evolve(
            slots=(Slot(id="door", part=door, face="door", name="door-{rack}"), *assembly.slots)
        )
        if all(slot.face != "door" for slot in assembly.slots)
        else assembly
        for assembly in assemblies
    )


def _racks(pod: Pod, catalog: Catalog, most: int) -> int:
    """Return the racks of nodes: as many as asked for, no more than there are nodes.

    Raises
    ------
    TemplateError
        If so few do not hold them.
    """
    least = ceil(pod.nodes / most)
    if not pod.racks:
        return least
    if pod.racks < least:
        name = catalog.require(pod.node).name
        what = f"{pod.nodes} × {name} take {least} racks at least, {most} in each"
        raise fail("racks", what, f"0, or {least} and more")
    return min(pod.racks, pod.nodes)


def _peer_cables(design: Design, peers: Iterable[Peers]) -> tuple[Cable, ...]:
    """Return the cables between the leaves of each pair, in order of ids."""
    leaves: dict[str, list[str]] = {}
    for placed in Layout(design).every():
        if placed.tier == "leaf":
            leaves.setdefault(placed.fabric, []).append(placed.key)
    cables = []
    for each in peers:
        found = sorted(leaves.get(each.fabric, ()))
        for pair, (a, b) in enumerate(zip(found[::2], found[1::2], strict=False), start=1):
            cables += [
                Cable(id=f"{each.fabric}-peer-{pair}-{at:02d}", a=a, b=b, fabric=each.fabric)
                for at in range(1, each.cables + 1)
            ]
    return tuple(sorted(cables, key=lambda cable: cable.id))


def _site(pod: Pod, catalog: Catalog, others: Iterable[str]) -> Site:
    """Return the site; rear doors hang on the building's water, which gives what they take.

    Nodes that no three feeds keep up, such as those of `5+1` supplies, are planned as N.

    Parameters
    ----------
    others
        Parts in racks without nodes.
    """
    site = site_of(catalog)
    if _is_n(catalog.require(pod.node)):
        site = site.evolve(feed_policy="N")
    if pod.cooling != "rear-door":
        return site
    door = catalog.require(DOOR).cooling
    warmest = door.water_max_c if door else None
    heat = pod.nodes * max_kw(catalog, [pod.node]) + max_kw(catalog, others)
    return site.evolve(
        cooling_water_c=site.cooling_water_c if warmest is None else warmest,
        building_water_kw=ceil(heat / WATER_STEP_KW) * WATER_STEP_KW,
        note=f"{site.note}; facility water: that of the doors' rating, from the building",
    )


def _sorted(fabrics: Iterable[Fabric]) -> tuple[Fabric, ...]:
    return tuple(sorted(fabrics, key=lambda fabric: fabric.id))


def _cooled_kw(catalog: Catalog, pod: Pod) -> float:
    """Return what may be cooled in a rack of nodes, kW, by the bands of its cooling."""
    if pod.cooling == "room-air":
        return BARE_KW
    contained = pod.cooling == "contained"
    band = catalog.band("in-row" if contained else "rear-door", contained=contained)
    return band.warn_kw if band and band.warn_kw is not None else 0.0


def _others(pod: Pod, catalog: Catalog, node_pdus: Sequence[str]) -> tuple[list[Filling], int]:
    """Return racks without nodes, and the ports that the out-of-band network joins.

    Rack PDUs need such ports, which need switches, which need racks with PDUs: repeated until it
    holds. Every step only adds.
    """
    own = [item.part for role in pod.roles for item in role.items]
    own += [*node_pdus, *[pod.node] * pod.nodes]
    count, fillings = 1, list[Filling]()
    while True:
        fillings = _packed(pod, catalog, count)
        pdus = [f.pdu for f in fillings for _ in range(2)]
        ports = sum(_management_ports(catalog, part) for part in (*own, *pdus))
        if ports <= count * OOB_PORTS:
            return fillings, ports
        count = ceil(ports / OOB_PORTS)


def _management_ports(catalog: Catalog, part_id: str) -> int:
    ports = catalog.require(part_id).ports
    return sum(port.count for port in ports if port.purpose == "out-of-band")


def _packed(pod: Pod, catalog: Catalog, oob: int) -> list[Filling]:
    """Return racks without nodes, with so many switches of the out-of-band network."""
    first, *rest = pod.roles
    added = switches(OOB_SWITCH, "out-of-band", "oob", {"leaf": oob})
    ordered = sorted((*first.items, *added), key=lambda item: item.end != "top")
    return [
        filling
        for role, items in [(first.id, ordered), *((role.id, role.items) for role in rest)]
        for filling in _smallest(pod, catalog, role, items)
    ]


def _smallest(pod: Pod, catalog: Catalog, role: str, items: Sequence[Item]) -> list[Filling]:
    """Return a role's racks on the smallest rack PDUs with which it takes no more of them."""
    tried = [packed(catalog, role, items, _budget(pod, catalog, pdu)) for pdu in OTHER_PDUS]
    return min(tried, key=len)


def _budget(pod: Pod, catalog: Catalog, pdu: str) -> Budget:
    """Return what a rack without nodes may hold: in the room's own air, less.

    The smaller rack PDU keeps a fifth to spare, so that a device may be added; each keeps a line
    for the fans of a rear door.
    """
    budget = network_budget(catalog, pod.rack, pdu, POWER_FACTOR)
    kw = budget.kw if pdu == OTHER_PDUS[-1] else SPARE * budget.kw
    if pod.cooling == "rear-door":
        kw -= 3 * max_kw(catalog, [DOOR])
    return replace(budget, kw=min(kw, BARE_KW) if pod.cooling == "room-air" else kw)


def _load(pod: Pod, catalog: Catalog, fillings: Sequence[Filling], *, doors: bool) -> HallLoad:
    """Return what the hall's air units must carry: doors hang on the facility's water."""
    others = [item.part for filling in fillings for item in filling.items]
    nodes = [] if doors else [pod.node] * pod.nodes
    alone = network_budget(catalog, pod.rack, OTHER_PDUS[-1], POWER_FACTOR).kw
    return HallLoad(
        air_kw=max_kw(catalog, nodes) + max_kw(catalog, others, alone),
        airflow_m3h=airflow_of(catalog, nodes) + airflow_of(catalog, others, alone),
    )


def _is_n(node: Part) -> bool:
    """Return whether nodes stop without a feed: too few supplies are left, and they do not slow."""
    return not (outlives_a_feed(node) or runs_capped_after_a_feed(node))


def _n_words(node: Part) -> str:
    """Return what the note says of nodes that too few supplies are left to without a feed."""
    if outlives_a_feed(node):
        return ""
    words = f" Supplies of {node.name} outlive the loss of one of them and not that of a feed: "
    return words + ("planned as N." if _is_n(node) else "after it the nodes run on capped.")


def _unbounded(catalog: Catalog, fillings: Sequence[Filling]) -> str:
    return unbounded_words(
        catalog,
        (item.part for filling in fillings for item in filling.items),
        "each stands in a rack by itself",
    )


def _managed(
    pod: Pod, catalog: Catalog, racks: NodeRack, fillings: Sequence[Filling]
) -> tuple[str, ...]:
    """Return the parts that have a port for the out-of-band network."""
    parts = {pod.node, racks.pdu, *(filling.pdu for filling in fillings)}
    parts |= {item.part for filling in fillings for item in filling.items}
    return tuple(sorted(part for part in parts if _management_ports(catalog, part)))


def _out_of_band(managed: tuple[str, ...], endpoints: int) -> Fabric:
    """Return the record of the management network: one tier, 48 ports a switch."""
    return Fabric(
        id="out-of-band",
        name="Out-of-band",
        kind="ethernet",
        purpose="out-of-band",
        nodes=managed,
        rails=1,
        rate_gbps=1,
        switch=OOB_SWITCH,
        leaf_policy="pooled",
        planned_nodes=endpoints,
        tiers=1,
        note="48 ports a switch; their uplinks go to the other networks",
    )
