"""The list of fabrics: nodes, switches, the rule, and what the engine makes of it."""

import re
from collections.abc import Callable
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.document.document import Edit
from designer.document.edits import add_fabric, remove_fabric, set_fields
from designer.document.edits.naming import slug
from designer.document.errors import EditError
from designer.engine.network_report import FabricReport
from designer.engine.report import Report
from designer.model.design import Design, Fabric
from designer.model.figure_words import amount
from designer.model.number_text import counted
from designer.model.plural import plural
from designer.model.ranges import range_of
from designer.ui.fields.field import Field, Kind
from designer.ui.fields.record_kind import Lines, RecordKind
from designer.ui.kit import figures
from designer.wiring.network_ports import node_fit, switch_fit
from designer.wiring.network_search import Objective, need_of, search

KINDS: Final = (("InfiniBand", "infiniband"), ("Ethernet", "ethernet"), ("NVLink", "nvlink"))
PURPOSES: Final = (
    ("compute", "compute"), ("storage", "storage"), ("in-band", "in-band"),
    ("out-of-band", "out-of-band"),
)  # fmt: skip
POLICIES: Final = (
    ("one leaf a rail, each scalable unit", "rail-per-su"),
    ("one leaf a rail, each rack", "rail-per-rack"),
    ("pooled: any free port", "pooled"),
)  # fmt: skip
LEAF_ORDERS: Final = (("unit after unit", ""), ("rail after rail", "by-rail"))
TIERS: Final = (
    ("as many as the rule needs", "0"), ("leaves, whose uplinks go elsewhere", "1"),
    ("two: leaves and spines", "2"), ("three: a core also where two would do", "3"),
)  # fmt: skip
TOPOLOGIES: Final = (
    ("fat-tree: leaves, spines, core", "fat-tree"),
    ("rail-only: no link joins rails", "rail-only"),
    ("torus", "torus"), ("mesh", "mesh"), ("HyperX", "hyperx"), ("hypercube", "hypercube"),
    ("dragonfly", "dragonfly"), ("dragonfly+", "dragonfly-plus"),
    ("drawn by hand, cable by cable", "hand-drawn"),
)  # fmt: skip
_SIZES: Final = {
    **dict.fromkeys(("torus", "mesh", "hyperx"), "switches in each dimension: 16 × 16"),
    "hypercube": "its dimensions: 6 for 64 switches",
    "dragonfly": "groups × switches of a group",
    "dragonfly-plus": "groups × leaves × spines of a group",
}  # fmt: skip


def fabrics(catalog: Catalog) -> RecordKind:
    """Return the list of fabrics, with the switches and nodes of a catalogue to choose from."""
    return RecordKind(
        title="Fabrics",
        one="fabric",
        lead="Networks: which nodes hang on each, which switches build it, and by which rule. "
        "The switches drawn are compared with what the rule needs.",
        lines=_lines,
        fields=lambda design, key: _fields(design, catalog, key),
        remove=remove_fabric,
        ask="Name",
        suggest=lambda design: "compute" if not design.fabrics else "",
        add=lambda _design, _choice, text: (slug(text), add_fabric(text)),
        called=_in_words,
        explain=lambda design, report, key: "\n".join(
            text
            for text in (explanation(design, report, key), _searched(design, report, key, catalog))
            if text
        ),
    )


def _in_words(design: Design, key: str) -> str:
    found = next(one for one in design.fabrics if one.id == key)
    return f"fabric {found.name or key}"


def _lines(design: Design) -> Lines:
    return [
        (f.id, f"{f.name or f.id} · {f.purpose} · {f.rails} × {f.rate_gbps:g} Gb/s a node")
        for f in design.fabrics
    ]


def _fields(design: Design, catalog: Catalog, key: str) -> list[Field]:
    fabric = next(f for f in design.fabrics if f.id == key)
    nodes = node_choices(design, catalog, fabric)
    leaf, spine, core = (
        switch_choices(catalog, fabric, chosen)
        for chosen in (fabric.switch, fabric.spine_switch, fabric.core_switch)
    )

    def setter(name: str) -> Callable[[Any], Edit]:
        return lambda value: set_fields("fabrics", key, **{name: value})

    def field(name: str, label: str, kind: Kind, **more: Any) -> Field:  # noqa: ANN401 - Field checks them
        return Field(
            name, label, kind, getattr(fabric, name), setter(name), record="Fabric", **more
        )

    shaped = _shape_fields(fabric, field, setter) if fabric.topology != "fat-tree" else []
    halls = tuple((hall.name or hall.id, hall.id) for hall in design.halls)
    if fabric.hall and fabric.hall not in dict(halls).values():
        halls = (*halls, (f"{fabric.hall}: no such hall", fabric.hall))
    return [
        Field("fabric_name", "Name", "text", fabric.name, setter("name")),
        field("kind", "Kind", "choice", choices=KINDS),
        field("purpose", "Purpose", "choice", choices=PURPOSES),
        field("nodes", "Nodes", "several", choices=nodes,
              source="" if nodes else f"no part has ports for it: {_asked(fabric)}",
              hint="every device of a ticked part is a node: parts with ports for the purpose, "
                   "of the kind and rate of this fabric"),
        *([field("hall", "Hall", "choice", choices=(("the whole site", ""), *halls),
                 hint="its nodes are those that stand there")] if halls else []),
        field("switch", "Leaf switch", "choice", choices=(("none", ""), *leaf),
              hint="switches with fabric ports of the kind and rate of this fabric"),
        field("spine_switch", "Spine switch", "choice", choices=(("as leaf", ""), *spine)),
        field("core_switch", "Core switch", "choice", choices=(("as spine", ""), *core)),
        field("topology", "Topology", "choice", choices=TOPOLOGIES),
        *shaped,
        field("leaf_policy", "Leaves", "choice", choices=POLICIES),
        field("leaf_order", "Leaves are drawn", "choice", choices=LEAF_ORDERS,
              hint="which leaves the drawn ones are, rack after rack"),
        *_rule_fields(fabric, field, setter),
        field("bisection_target_pct", "Bisection to keep", "number", unit="%", optional=True,
              hint="of a full one, with nothing lost and without any single thing; empty where "
                   "nobody asks"),
        field("length_spread_m", "Links of a leaf differ by", "number", unit="m", optional=True,
              hint="in length, to its nodes, at most; empty where nobody asks"),
        field("note", "Note", "text"),
    ]  # fmt: skip


def _rule_fields(
    fabric: Fabric, field: Callable[..., Field], setter: Callable[[str], Callable[[Any], Edit]]
) -> list[Field]:
    """Return the fields of the rule: links, ratios, planes, tiers, growth."""
    return [
        field("rails", "Links of a node", "integer",
              hint="each is a rail where the leaves are by rail"),
        field("rate_gbps", "Rate of a link", "number", unit="Gb/s", low=0.1),
        field("su_nodes", "Nodes of a scalable unit", "integer",
              hint="for one leaf a rail in each scalable unit; 0 elsewhere"),
        field("reserved_slots", "Reserved node slots", "integer",
              hint="node slots given up, for instance to the fabric manager"),
        field("oversubscription", "Oversubscription", "number", unit=": 1",
              hint="node-facing to spine-facing capacity of a leaf; 1 is non-blocking, below 1 "
                   "more uplinks than links to nodes"),
        field("spine_oversubscription", "Oversubscription to the core", "number", unit=": 1",
              hint="leaf-facing to core-facing capacity of a spine, where a core tier stands"),
        field("spines", "Spines asked for", "integer",
              hint="of each pod of a plane, where more than the rule needs; 0 for as many as it "
                   "needs"),
        field("planes", "Planes", "integer"),
        field("breakout", "Links of a switch port", "integer",
              hint="links that one port is split into; cables are counted by port"),
        Field("tiers", "Tiers", "choice", str(fabric.tiers),
              lambda value: setter("tiers")(int(value)), choices=TIERS),
        field("planned_nodes", "Planned nodes", "integer",
              hint="nodes it is to be built for; 0 for those that are drawn"),
    ]  # fmt: skip


def _shape_fields(
    fabric: Fabric, field: Callable[..., Field], setter: Callable[[str], Callable[[Any], Edit]]
) -> list[Field]:
    """Return the fields of what is no tree: its sizes, and how wide its links are."""
    if fabric.topology not in _SIZES:
        return []
    return [
        Field("shape", "Sizes", "text", " × ".join(map(str, fabric.shape)),
              lambda text: setter("shape")(_sizes(text)), optional=True,
              fallback="the smallest that holds the nodes", hint=_SIZES[fabric.topology]),
        field("hosts", "Node links of a switch", "integer",
              hint="0 for as few as hold the nodes"),
        field("width", "Links to a neighbour", "integer",
              hint="0 for one, or as many as are left where the sizes are chosen"),
        *([field("global_links", "Links between two groups", "integer",
                 hint="0 for as many as ports are left")]
          if fabric.topology.startswith("dragonfly") else []),
    ]  # fmt: skip


def _sizes(text: str | None) -> tuple[int, ...]:
    """Return the sizes that a text names: `16 × 16`, `16x16` or `16, 16`."""
    words = re.split(r"[\s,×x]+", (text or "").strip())
    if words == [""]:
        return ()
    sizes = []
    for word in words:
        if not word.isdecimal():
            raise EditError(f"sizes are whole numbers, such as 16 × 16, and not {word!r}")
        bounds = range_of("Fabric", "shape")
        wrong = bounds.problem("a size", counted(word)) if bounds else ""
        if wrong:
            raise EditError(wrong)
        sizes.append(counted(word))
    return tuple(sizes)


def node_choices(design: Design, catalog: Catalog, fabric: Fabric) -> tuple[tuple[str, str], ...]:
    """Return words and id of the parts that can be nodes of a fabric, those in use first.

    A part that is a node and does not fit stays in the list, with the reason.
    """
    used = {device.part for device in design.devices} | {rack.part for rack in design.racks}
    used |= {slot.part for assembly in design.assemblies for slot in assembly.slots}
    found = []
    for part in catalog.parts:
        fit = node_fit(fabric, part.id, 0, catalog)
        if part.placeable and not fit.refusal and not fit.doubt:
            found.append(part)
    found.sort(key=lambda part: (part.id not in used, part.name))
    fitting = {part.id for part in found}
    others = [
        (_with_reason(catalog, part_id, fit.refusal or fit.doubt), part_id)
        for part_id in fabric.nodes
        if part_id not in fitting
        for fit in (node_fit(fabric, part_id, 0, catalog),)
    ]
    return (*((_called(part), part.id) for part in found), *others)


def switch_choices(
    catalog: Catalog, fabric: Fabric, chosen: str = ""
) -> tuple[tuple[str, str], ...]:
    """Return words and id of the switches that can build a fabric; the chosen one always."""
    found = []
    for part in catalog.parts:
        fit = switch_fit(fabric, part.id, catalog)
        reason = fit.refusal or fit.doubt
        if not reason:
            found.append((_called(part), part.id))
        elif part.id == chosen:
            found.append((_with_reason(catalog, part.id, reason), part.id))
    return tuple(found)


def _called(part: Part) -> str:
    return f"{part.vendor} {part.name}".strip()


def _with_reason(catalog: Catalog, part_id: str, reason: str) -> str:
    part = catalog.get(part_id)
    words = reason.removeprefix(f"{part_id}: ").removeprefix(f"{part_id} ")
    return f"{_called(part) if part else part_id}, does not fit: {words}"


def _asked(fabric: Fabric) -> str:
    kind = dict((value, words) for words, value in KINDS)[fabric.kind]
    return f"{kind} at {fabric.rate_gbps:g} Gb/s, {fabric.purpose}"


def explanation(_design: Design, report: Report | None, key: str) -> str:
    """Return what the engine made of a fabric, in words."""
    found = next((f for f in report.fabrics if f.id == key), None) if report else None
    if found is None:
        return "The engine has not sized this fabric yet."
    pieces = [found.explanation, _counts(found), _way(found)]
    low, high = found.bisection_lower_gbps, found.bisection_upper_gbps
    if found.bisection_gbps is None and low is not None and high is not None:
        span = f"{figures.bandwidth(low)} to {figures.bandwidth(high)}"
        pieces.append(f"Bisection {span} each way.")
    if found.bisection_gbps is not None:
        words = figures.oversubscription(found.bisection_ratio)
        ending = f", {words}" if words else ""
        pieces.append(f"Bisection {figures.bandwidth(found.bisection_gbps)} each way{ending}.")
    return "\n".join(piece for piece in pieces if piece)


def _way(found: FabricReport) -> str:
    """Return how far a message goes through a fabric, as far as its switches state it."""
    if not found.most_switches:
        return ""
    switches = plural(found.most_switches, "switch", "switches")
    delay = amount(found.figure("switches_ns"), 0)
    return f"On the longest way stand {switches}: {delay} ns, adapters and cables apart."


def _searched(design: Design, report: Report | None, key: str, catalog: Catalog) -> str:
    """Return the cheapest switches of the catalogue for a fabric, and those of least power."""
    found = next((f for f in report.fabrics if f.id == key), None) if report else None
    fabric = next(f for f in design.fabrics if f.id == key)
    by_rack = fabric.leaf_policy == "rail-per-rack"  # needs the racks, which no report counts
    if found is None or not found.nodes or by_rack or fabric.topology == "hand-drawn":
        return ""
    need, currency = need_of(fabric, found.nodes, 1), design.site.currency
    said = []
    asked: tuple[tuple[Objective, str], ...] = (("cost", "Cheapest"), ("power", "Least power"))
    for objective, words in asked:
        done = search(need, fabric.kind, catalog, objective, currency=currency)
        if done.ranked:
            best = done.ranked[0]
            what = (
                f"{amount(best.cost, 0)} {currency}, prices of {', '.join(best.dates)}"
                if objective == "cost"
                else f"{amount(best.power_w.times(0.001), 1)} kW at most"
            )
            said.append(f"{words} of the catalogue: {best.words} ({what}).")
    return " ".join(said)


def _counts(found: FabricReport) -> str:
    tiers = (
        ("leaf", found.placed_leaf), ("spine", found.placed_spine), ("core", found.placed_core),
    )  # fmt: skip
    needs = {tier: found.figure(tier) for tier, _ in tiers}
    said = [
        f"{placed} of {amount(needs[tier], 0)} {tier}"
        for tier, placed in tiers
        if placed or needs[tier].high > 0
    ]
    return f"Placed: {', '.join(said)} switches." if said else ""
