"""The feeds of the room as a reader sees them."""

from collections.abc import Iterator

from designer.engine.page import Align, Section, Table
from designer.engine.report import PowerReport, Report, RoomFeed
from designer.model.figure_words import words

_STATES = {"ok": "ok", "warning": "nearly full", "error": "overloaded", "unknown": "cannot be said"}


def written(report: Report) -> Iterator[Section]:
    """Yield the section on feeds: every load at the racks, without losses upstream."""
    nodes = (*report.power.feeds, *report.power.upstream)
    if not nodes:
        return
    columns: tuple[tuple[str, Align], ...] = (
        ("Feed", "left"), ("Capacity", "right"), ("Load", "right"), ("After a loss", "right"),
        ("Worst loss", "left"), ("State", "left"),
    )  # fmt: skip
    yield Section(
        "Feeds of the room",
        table=Table(columns, tuple(_row(node, report.power) for node in nodes)),
        lines=("Highest power at racks, CDUs and air units; losses upstream are not in it.",),
    )


def _row(node: RoomFeed, power: PowerReport) -> tuple[str, ...]:
    name = node.name or node.id
    return (
        name if node.kind == "feed" else f"{name} ({node.kind})",
        words(node.figure("capacity_kw")),
        words(node.figure("load_kw")),
        words(node.figure("load_after_loss_kw")),
        power.worst_loss_in_words(node) or "—",
        _STATES[node.state],
    )
