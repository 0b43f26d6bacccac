"""Fabrics as a reader sees them."""

from collections.abc import Iterator
from typing import Final

from designer.engine.network_report import FabricLoss, FabricReport, SwitchLoss
from designer.engine.page import UNKNOWN, Align, Section, Table
from designer.engine.report import Report
from designer.model.figure_words import amount, number, part_of_one, quantity
from designer.model.figures import exact, total
from designer.model.plural import plural


def written(report: Report) -> Iterator[Section]:
    """Yield the section of fabrics."""
    columns: tuple[tuple[str, Align], ...] = (
        ("Fabric", "left"), ("Kind", "left"), ("Nodes", "right"), ("Tiers", "right"),
        ("Leaf", "right"), ("Spine", "right"), ("Core", "right"), ("Injection", "right"),
        ("Bisection each way", "right"), ("Ratio", "right"), ("Oversubscription", "right"),
        ("Cables", "right"),
    )  # fmt: skip
    lines = [f"{f.name or f.id}: {f.explanation}" for f in report.fabrics if f.explanation]
    lines += [_joined(fabric) for fabric in report.fabrics if fabric.meets_over_nvlink]
    rows = tuple(_fabric(fabric) for fabric in report.fabrics)
    yield Section("Fabrics", table=Table(columns, rows), lines=tuple(lines))
    ways = tuple(_way(fabric) for fabric in report.fabrics if fabric.most_switches)
    if ways:
        yield Section("Longest ways and spare ports of fabrics", table=Table(_WAYS, ways))
    carried = tuple(_carried(fabric) for fabric in report.fabrics if fabric.worked_out)
    if carried:
        yield Section("What fabrics carry", table=Table(_CARRIED, carried))
    losses = tuple(
        _loss(fabric, loss) for fabric in report.fabrics for loss in fabric.switch_losses
    )
    if losses:
        yield Section("Single losses of switches", table=Table(_LOSS, losses))
    names = _names(report)
    every = tuple(
        _any_loss(fabric, loss, names)
        for fabric in report.fabrics
        for loss in fabric.losses
        if loss.what != "switch"
    )
    if every:
        yield Section("Single losses of racks, feeds and cables", table=Table(_ANY_LOSS, every))


_NAMED: Final = 3
"""Racks or feeds that a row names; of more it says how many."""
_CARRIED: Final[tuple[tuple[str, Align], ...]] = (
    ("Fabric", "left"), ("All to all of linked rails", "right"), ("at most", "right"),
    ("Worst pairing", "right"), ("As drawn", "right"), ("Rails without a link", "right"),
)  # fmt: skip
_ANY_LOSS: Final[tuple[tuple[str, Align], ...]] = (
    ("Fabric", "left"), ("Lost", "left"), ("Switches", "right"), ("Nodes", "right"),
    ("Others that lose a link", "right"), ("without any", "right"), ("Islands", "right"),
    ("Bisection left each way", "right"), ("All to all of linked rails", "right"),
)  # fmt: skip


def _joined(f: FabricReport) -> str:
    """Return what goes between islands over NVLink, and which figures count it."""
    joined = f.figure("bisection_with_nvlink_gbps")
    islands = amount(f.figure("islands"), 0)
    return (
        f"{f.name or f.id}: its bisection in the table is that of the network alone, which is "
        f"{islands} islands; over NVLink inside nodes {quantity(joined)} each way "
        f"({part_of_one(f.figure('bisection_with_nvlink_ratio'))}), which losses and what all send "
        "each other count"
    )


def _with_nvlink(f: FabricReport) -> str:
    """Return the name of a fabric, and whether its figures count NVLink."""
    return f"{f.name or f.id}{', with NVLink' if f.meets_over_nvlink else ''}"


def _carried(f: FabricReport) -> tuple[str, ...]:
    ratios = (amount(tier.figure("ratio"), 2) for tier in f.drawn_tiers)
    names = ("all_to_all_ratio", "all_to_all_ceiling_ratio", "permutation_ratio")
    return (
        _with_nvlink(f), *(amount(f.figure(name), 2) for name in names),
        ", ".join(f"{ratio} : 1" for ratio in ratios) or UNKNOWN,
        amount(f.figure("unlinked_endpoints"), 0),
    )  # fmt: skip


def _names(report: Report) -> dict[str, str]:
    """Return what people call racks and what is upstream of them."""
    found = {rack.id: rack.name for rack in report.racks if rack.name}
    return found | {loss.id: loss.name for loss in report.power.losses if loss.name}


def _any_loss(f: FabricReport, loss: FabricLoss, names: dict[str, str]) -> tuple[str, ...]:
    counts = (loss.switches, loss.nodes, loss.hit_nodes, loss.cut_nodes)
    bare = loss.what == "cable" and not loss.hit_nodes
    of_nodes = ("", "", "", "") if bare else tuple(
        number(float(count), 0) for count in counts
    )  # fmt: skip
    return (
        _with_nvlink(f), _lost(loss, names), *of_nodes,
        "" if loss.islands is None else number(float(loss.islands), 0),
        quantity(loss.figure("bisection_gbps")),
        amount(loss.figure("all_to_all_ratio"), 2),
    )  # fmt: skip


def _lost(loss: FabricLoss, names: dict[str, str]) -> str:
    """Return what is lost in words: `rack B03`, `1 of 31 racks (A01, A02, A03 …)`."""
    if loss.what == "cable":
        return f"1 of {loss.number:,} cables {loss.ids[0]} to {loss.ids[1]}"
    what = "rack" if loss.what == "rack" else "feed"
    called = [names.get(one, one) for one in loss.ids]
    if len(called) == 1:
        return f"{what} {called[0]}" if loss.what == "rack" else called[0]
    more = " …" if len(called) > _NAMED else ""
    return f"1 of {plural(len(called), what)} ({', '.join(called[:_NAMED])}{more})"


_WAYS: Final[tuple[tuple[str, Align], ...]] = (
    ("Fabric", "left"), ("Switches on the longest way", "right"), ("Delay in them ns", "right"),
    ("Nodes its switches hold", "right"), ("Free ports: leaf", "right"), ("spine", "right"),
    ("core", "right"),
)  # fmt: skip


def _way(f: FabricReport) -> tuple[str, ...]:
    names = ("most_switches", "switches_ns", "built_nodes", "free_leaf_ports", "free_spine_ports",
             "free_core_ports")  # fmt: skip
    figures = (None if getattr(f, name) is None else f.figure(name) for name in names[2:])
    said = [UNKNOWN if it is None else amount(it, 0) for it in figures]
    return (f.name or f.id, amount(f.figure(names[0]), 0), amount(f.figure(names[1]), 0), *said)


_LOSS: Final[tuple[tuple[str, Align], ...]] = (
    ("Fabric", "left"), ("Lost", "left"), ("Alike", "right"), ("Nodes that lose a link", "right"),
    ("without any", "right"), ("Rails lost", "right"), ("Bisection left each way", "right"),
)  # fmt: skip


def _loss(f: FabricReport, loss: SwitchLoss) -> tuple[str, ...]:
    counts = (loss.number, loss.nodes, loss.cut_nodes, loss.cut_ends)
    shown = (number(float(count), 0) for count in counts)
    return (_with_nvlink(f), f"one {loss.tier}", *shown, quantity(loss.figure("bisection_gbps")))


def _fabric(f: FabricReport) -> tuple[str, ...]:
    names = ("node_leaf_cables", "leaf_spine_cables", "spine_core_cables")
    by_hand = exact(f.hand_cables)
    made, cables = f.figure("connected_cables") + by_hand, total(map(f.figure, names)) + by_hand
    if f.unconnected_cables is not None:
        # A link of the rule whose work a cable by hand does is no cable: that by hand counts.
        cables = made + f.figure("unconnected_cables")
    pairs = ((f.placed_leaf, "leaf"), (f.placed_spine, "spine"), (f.placed_core, "core"))
    return (
        f.name or f.id,
        f.kind,
        amount(f.figure("nodes"), 0),
        amount(f.figure("tiers"), 0),
        *(f"{placed} of {amount(f.figure(needed), 0)}" for placed, needed in pairs),
        quantity(f.figure("injection_gbps")),
        quantity(f.figure("bisection_gbps")),
        part_of_one(f.figure("bisection_ratio")),
        ", ".join(f"{ratio:g} : 1" for ratio in f.oversubscription) or UNKNOWN,
        amount(made, 0) if made == cables else f"{amount(made, 0)} of {amount(cables, 0)}",
    )
