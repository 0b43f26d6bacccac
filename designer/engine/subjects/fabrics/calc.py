"""The fabric calculation: a switch from the catalogue, or ports and rate by hand."""

from typing import Any, get_args

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import PortGroup
from designer.engine.calculation import CalcError, Calculation, Parameter, Value
from designer.engine.subjects.fabrics.fabric import FabricError, FabricRequest, size_fabric
from designer.model.design import Fabric, LeafPolicy
from designer.wiring.network_cages import node_cages, switch_cages
from designer.wiring.network_ports import fabric_ports, switch_fit
from designer.wiring.network_remedies import in_words


def _switch(part_id: str, catalog: Catalog) -> PortGroup:
    part = catalog.get(part_id)
    ports = fabric_ports(part) if part else None
    if part is None or ports is None:
        known = [p.id for p in catalog.parts if p.traits.switches]
        what = "is not in the catalogue" if part is None else "has no fabric ports"
        raise CalcError(f"switch {part_id!r} {what}; switches are {', '.join(known)}")
    return ports


def _breakout(asked: int, rate_gbps: float, ports: PortGroup | None) -> int:
    """Return the links of a port: as asked, or as many of the asked rate as the switch splits."""
    if asked or ports is None or not rate_gbps:
        return asked or 1
    links = int(ports.rate_gbps // rate_gbps)
    return links if 1 < links <= ports.breakout else 1


def _see_that_it_fits(part_id: str, rate_gbps: float, breakout: int, catalog: Catalog) -> None:
    """Refuse what ports of a switch cannot do, by the protocol that they speak."""
    kind = _switch(part_id, catalog).kind
    fabric = Fabric(id="asked", kind=kind, rate_gbps=rate_gbps, breakout=breakout)
    if why := switch_fit(fabric, part_id, catalog).refusal:
        raise CalcError(f"fabric: {why}")


def _cage_links(ports: PortGroup | None, breakout: int) -> int:
    """Return the links that one cage of a switch holds: twin-port cages hold two ports."""
    if ports is None or not ports.cages:
        return breakout
    return max(1, ports.count // ports.cages) * breakout


def _fabric(v: dict[str, Any], catalog: Catalog | None) -> dict[str, Value]:
    radix, rate, spine_radix = v["radix"], v["rate_gbps"], v["spine_radix"]
    ports: PortGroup | None = None
    if v["switch"] or v["spine_switch"]:
        catalog = catalog or load_shipped()
    if v["switch"] and catalog:
        ports = _switch(v["switch"], catalog)
    breakout = _breakout(v["breakout"] or 0, rate or 0.0, ports)
    if ports is not None:
        radix, rate = radix or ports.count, rate or ports.rate_gbps / breakout
    if v["spine_switch"] and catalog:
        spine_radix = spine_radix or _switch(v["spine_switch"], catalog).count
    if not radix or not rate:
        raise CalcError("fabric needs a switch, or radix and rate_gbps")
    for part_id in filter(None, (v["switch"], v["spine_switch"])):
        _see_that_it_fits(part_id, rate, breakout, catalog or load_shipped())
    policy: LeafPolicy = v["leaf_policy"] or ("pooled" if v["rails"] == 1 else "rail-per-su")
    # What was looked up or chosen is shown among the inputs, so that the answer can be checked.
    v.update(radix=radix, rate_gbps=rate, breakout=breakout, leaf_policy=policy)
    v["spine_radix"] = spine_radix or None
    request = FabricRequest(
        nodes=v["nodes"], rails=v["rails"], radix=radix, rate_gbps=rate,
        spine_radix=spine_radix or 0, leaf_policy=policy, su_nodes=v["su_nodes"] or 0,
        racks=v["racks"] or 0, reserved_slots=v["reserved_slots"],
        oversubscription=v["oversubscription"],
        spine_oversubscription=v["spine_oversubscription"], spines=v["spines"],
        planes=v["planes"], breakout=breakout, planned_nodes=v["nodes_future"],
        expandable=v["expandable"] == "yes", max_tiers=v["max_tiers"], tiers=v["tiers"],
        topology=v["topology"],
    )  # fmt: skip
    try:
        size = size_fabric(request)
    except FabricError as error:
        possible = in_words(request)
        raise CalcError(f"fabric: {error}" + (f". {possible}" if possible else "")) from error
    split = v["cage_links"] or _cage_links(ports, breakout)
    v["cage_links"] = split
    names = (
        "tiers", "leaf", "spine", "core", "bundle", "node_leaf_cables", "reserved_cables",
        "leaf_spine_cables", "spine_core_cables", "endpoints", "injection_gbps",
        "bisection_gbps", "bisection_lower_gbps", "bisection_upper_gbps", "exact",
        "bisection_ratio", "bisection_with_nvlink_gbps", "bisection_with_nvlink_ratio", "islands",
        "oversubscription", "max_nodes", "rail_aligned", "most_switches", "built_nodes",
        "free_nodes", "free_leaf_ports", "free_spine_ports", "free_core_ports",
    )  # fmt: skip
    results: dict[str, Value] = {name: getattr(size, name) for name in names}
    results |= {
        "cables": size.node_leaf_cables + size.leaf_spine_cables + size.spine_core_cables,
        "switch_cages": switch_cages(size.plan, split),
        "node_cages": node_cages(size.plan, v["node_cage_links"]),
    }
    note = size.explanation
    if size.islands > 1:
        note += f"; bisection 0: {size.islands} islands that no link of the fabric joins"
    if v["spines"] and not size.spine:
        note += f"; no spine is needed, {v['spines']} are asked for"
    return {**results, "note": note}


FABRIC = Calculation(
    name="fabric",
    summary="switches, cables and bisection of a leaf-spine(-core) fabric",
    parameters=(
        Parameter("nodes", "count", help="nodes that are connected"),
        Parameter("rails", "count", default=1, help="links of a node, per plane"),
        Parameter("switch", "text", optional=True, help="catalogue id of the leaf switch"),
        Parameter("radix", "count", optional=True, help="ports of a leaf, if no switch"),
        Parameter("rate_gbps", unit="Gb/s", optional=True, help="of one node link"),
        Parameter("spine_switch", "text", optional=True, help="catalogue id, if another"),
        Parameter("spine_radix", "count", optional=True, help="ports, if other"),
        Parameter(
            "leaf_policy", "text", optional=True, choices=get_args(LeafPolicy),
            help="rail-per-su unless rails=1",
        ),
        Parameter("su_nodes", "count", optional=True, help="nodes of a scalable unit"),
        Parameter("racks", "count", optional=True, help="racks, for rail-per-rack"),
        Parameter(
            "topology", "text", default="fat-tree", choices=("fat-tree", "rail-only"),
            help="rail-only: no link joins rails; others: calc topology",
        ),
        Parameter("reserved_slots", "count", default=0, help="for the fabric manager"),
        Parameter(
            "nodes_future", "count", default=0, help="nodes it is sized for, where more than nodes"
        ),
        Parameter(
            "oversubscription", default=1.0, help="leaf down : up; below 1 more uplinks than down"
        ),
        Parameter(
            "spine_oversubscription", default=1.0, help="spine down : up, under a core tier"
        ),
        Parameter(
            "spines", "count", default=0, help="asked for, of each pod of a plane; 0 as needed"
        ),
        Parameter("planes", "count", default=1, help="parallel fabrics"),
        Parameter(
            "breakout", "count", optional=True,
            help="links of one port; without it as rate_gbps and switch tell, else 1",
        ),
        Parameter(
            "cage_links", "count", optional=True,
            help="links that a cage of a switch holds: 2 of a twin-port one; as the switch states",
        ),
        Parameter("node_cage_links", "count", default=1, help="links that a cage of a node holds"),
        Parameter("expandable", "text", default="yes", choices=("yes", "no"), help="dense leaves"),
        Parameter("max_tiers", "count", default=3, help="refuse beyond"),
        Parameter(
            "tiers", "count", default=0,
            help="of which it is built: 1 for leaves alone, 3 for pods under a core; 0 as needed",
        ),
    ),
    results=(
        ("tiers", ""), ("leaf", ""), ("spine", ""), ("core", ""), ("bundle", ""),
        ("node_leaf_cables", ""), ("reserved_cables", ""), ("leaf_spine_cables", ""),
        ("spine_core_cables", ""), ("endpoints", ""), ("injection_gbps", "Gb/s"),
        ("bisection_gbps", "Gb/s each way"), ("bisection_lower_gbps", "Gb/s"),
        ("bisection_upper_gbps", "Gb/s"), ("exact", ""), ("bisection_ratio", ""),
        ("bisection_with_nvlink_gbps", "Gb/s each way"), ("bisection_with_nvlink_ratio", ""),
        ("islands", ""), ("oversubscription", ""),
        ("max_nodes", ""), ("rail_aligned", ""), ("most_switches", ""),
        ("built_nodes", ""), ("free_nodes", ""), ("free_leaf_ports", ""),
        ("free_spine_ports", ""), ("free_core_ports", ""),
        ("cables", ""), ("switch_cages", ""), ("node_cages", ""),
    ),
    formula=(
        "leaf d = trunc(P·B/(1+B)), u = P − d; bundle = spine ports // leaves; spines = ceil(u / "
        "bundle); core = links / P; injection = endpoints·rate; bisection = the least "
        "cut between two halves of the endpoints, found and proven on the graph"
    ),
    sources=(
        "DGX SuperPOD reference architectures H100, B200, B300, GB200",
        "Solnushkin, arXiv 1301.6179 (two-layer fat-trees)",
    ),
    run=_fabric,
)  # fmt: skip
