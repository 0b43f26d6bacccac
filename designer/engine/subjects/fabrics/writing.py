"""Fabrics as a reader sees them."""

from collections.abc import Iterator

from designer.engine.page import UNKNOWN, Align, Section, Table, number
from designer.engine.report import FabricReport, Report
from designer.model.figure_words import amount


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


def _fabric(f: FabricReport) -> tuple[str, ...]:
    cables = f.node_leaf_cables + f.leaf_spine_cables + f.spine_core_cables
    pairs = ((f.placed_leaf, f.leaf), (f.placed_spine, f.spine), (f.placed_core, f.core))
    return (
        f.name or f.id,
        f.kind,
        number(f.nodes, 0),
        str(f.tiers),
        *(f"{placed} of {needed}" for placed, needed in pairs),
        number(_tera(f.injection_gbps), 2),
        _bounded(f, "bisection_gbps", 1000),
        _bounded(f, "bisection_ratio", 1),
        ", ".join(f"{ratio:g} : 1" for ratio in f.oversubscription) or UNKNOWN,
        number(cables, 0),
    )


def _bounded(f: FabricReport, name: str, per: float) -> str:
    """Return a figure with its bounds where they do not meet."""
    return amount(f.figure(name).times(1 / per), 2)


def _tera(gbps: float | None) -> float | None:
    return None if gbps is None else gbps / 1000
