"""Fabrics as a reader sees them."""

from collections.abc import Iterator
from typing import Final

from designer.engine.network_report import FabricReport, SwitchLoss
from designer.engine.page import UNKNOWN, Align, Section, Table
from designer.engine.report import Report
from designer.model.figure_words import amount, number
from designer.model.figures import total


def written(report: Report) -> Iterator[Section]:
    """Yield the section of fabrics."""
    columns: tuple[tuple[str, Align], ...] = (
        ("Fabric", "left"), ("Kind", "left"), ("Nodes", "right"), ("Tiers", "right"),
        ("Leaf", "right"), ("Spine", "right"), ("Core", "right"), ("Injection Tb/s", "right"),
        ("Bisection Tb/s", "right"), ("Ratio", "right"), ("Oversubscription", "right"),
        ("Cables", "right"),
    )  # fmt: skip
    lines = tuple(f"{f.name or f.id}: {f.explanation}" for f in report.fabrics if f.explanation)
    rows = tuple(_fabric(fabric) for fabric in report.fabrics)
    yield Section("Fabrics", table=Table(columns, rows), lines=lines)
    losses = tuple(
        _loss(fabric, loss) for fabric in report.fabrics for loss in fabric.switch_losses
    )
    if losses:
        yield Section("Single losses of switches", table=Table(_LOSS, losses))


_LOSS: Final[tuple[tuple[str, Align], ...]] = (
    ("Fabric", "left"), ("Lost", "left"), ("Alike", "right"), ("Nodes that lose a link", "right"),
    ("without any", "right"), ("Rails lost", "right"), ("Bisection left Tb/s", "right"),
)  # fmt: skip


def _loss(f: FabricReport, loss: SwitchLoss) -> tuple[str, ...]:
    counts = (loss.number, loss.nodes, loss.cut_nodes, loss.cut_ends)
    left = loss.figure("bisection_gbps").times(1 / 1000)
    shown = (number(float(count), 0) for count in counts)
    return (f.name or f.id, f"one {loss.tier}", *shown, amount(left, 2))


def _fabric(f: FabricReport) -> tuple[str, ...]:
    cables = total(
        f.figure(name) for name in ("node_leaf_cables", "leaf_spine_cables", "spine_core_cables")
    )
    made = f.figure("connected_cables")
    pairs = ((f.placed_leaf, "leaf"), (f.placed_spine, "spine"), (f.placed_core, "core"))
    return (
        f.name or f.id,
        f.kind,
        amount(f.figure("nodes"), 0),
        amount(f.figure("tiers"), 0),
        *(f"{placed} of {amount(f.figure(needed), 0)}" for placed, needed in pairs),
        _bounded(f, "injection_gbps", 1000),
        _bounded(f, "bisection_gbps", 1000),
        _bounded(f, "bisection_ratio", 1),
        ", ".join(f"{ratio:g} : 1" for ratio in f.oversubscription) or UNKNOWN,
        amount(made, 0) if made == cables else f"{amount(made, 0)} of {amount(cables, 0)}",
    )


def _bounded(f: FabricReport, name: str, per: float) -> str:
    """Return a figure with its bounds where they do not meet."""
    return amount(f.figure(name).times(1 / per), 2)
