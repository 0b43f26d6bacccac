"""The feeds of the room as a reader sees them."""

from collections.abc import Iterator, Sequence

from designer.engine.page import Align, Section, Table
from designer.engine.power_report import (
    CARRIED,
    InsideLossReport,
    LossReport,
    PowerReport,
    RoomFeed,
)
from designer.engine.report import Report
from designer.engine.subjects.feeds.writing_breakers import written_breakers
from designer.model.figure_words import words
from designer.model.sentence import capital
from designer.model.some_names import some

_STATES = {"ok": "ok", "warning": "nearly full", "error": "overloaded", "unknown": "cannot be said"}
_FATES = ("dark", "short", "overloaded")
_MOST_DARK = 8
"""Findings of what has no power path that are told above the losses; the checks have all."""


def written(report: Report) -> Iterator[Section]:
    """Yield the section on feeds: loads of feeds, and what is upstream with its losses."""
    nodes = (*report.power.feeds, *report.power.upstream)
    if not nodes:
        return
    columns: tuple[tuple[str, Align], ...] = (
        ("Feed", "left"), ("Capacity", "right"), ("Load", "right"), ("After a loss", "right"),
        ("Worst loss", "left"), ("Peak of ms then", "right"), ("State", "left"),
    )  # fmt: skip
    yield Section(
        "Feeds of the room",
        table=Table(columns, tuple(_row(node, report.power) for node in nodes)),
        lines=(
            "Highest power of racks, CDUs and air units; upstream of the feeds with what is lost "
            "on the way to them, and of generators with what charges batteries. "
            "Peaks of milliseconds (EDP) size UPS and generators, and no breaker.",
        ),
    )
    yield from written_breakers(report)
    yield _every_loss(report.power, _without_path(report))
    if inside := report.inside_losses():
        yield _inside(report, inside)


def _without_path(report: Report) -> tuple[str, ...]:
    """Return what has no power with nothing lost, one line for each; no loss counts it."""
    names = {rack.id: rack.name or rack.id for rack in report.racks}
    found = [
        "Without power even with nothing lost, so that no loss counts it; "
        "the availability counts its GPUs as down: "
        f"{check.message} ({some([names[rack] for rack in check.where if rack in names])})."
        for check in report.checks
        if check.rule == "P26" and check.severity == "error" and check.where
    ]
    more = len(found) - _MOST_DARK
    return (
        *found[:_MOST_DARK],
        *((f"{more:,} more of these findings (P26).",) if more > 0 else ()),
    )


def _every_loss(power: PowerReport, dark: Sequence[str] = ()) -> Section:
    """Return the section on every single loss upstream of the racks, and what is dark before it."""
    columns: tuple[tuple[str, Align], ...] = (
        ("Lost", "left"), ("GPUs without power", "right"), ("GPUs short of power", "right"),
        ("Racks without, short, overloaded", "right"),
        ("CDUs and air units without, short, overloaded", "right"), ("Fullest then", "left"),
        ("Load", "right"), ("State", "left"), ("Overloaded or not sure", "left"),
    )  # fmt: skip
    return Section(
        "Every single loss upstream of the racks",
        table=Table(columns, tuple(_loss_row(loss, power) for loss in power.listed_losses)),
        lines=(
            *dark,
            "Each lost by itself, the gravest first, whatever the site must survive. GPUs short of "
            "power have fewer supplies left than carry their node: they slow down or stop. Losses "
            "inside racks are listed below. Racks, CDUs and air units are counted in which "
            "anything has no power, is short of it, or a rack PDU is overloaded.",
        ),
    )


def _inside(report: Report, inside: Sequence[tuple[InsideLossReport, tuple[str, ...]]]) -> Section:
    """Return the section on every single loss inside racks: those that are alike in one row."""
    names = {rack.id: rack.name or rack.id for rack in report.racks}
    columns: tuple[tuple[str, Align], ...] = (
        ("Lost", "left"), ("In racks", "left"), ("What it does to one of them", "left"),
        ("What is left", "left"), ("State", "left"),
    )  # fmt: skip
    rows = tuple(
        (
            capital(loss.name),
            some([names[rack] for rack in racks]),
            loss.verdict,
            loss.text or "—",
            CARRIED[loss.state],
        )
        for loss, racks in inside
    )
    return Section(
        "Every single loss inside racks",
        table=Table(columns, rows),
        lines=(
            *((f"{unjudged}.",) if (unjudged := report.breakers_not_judged()) else ()),
            "A rack PDU, one of its breakers, one power shelf or one supply, each lost by itself, "
            "with what that does to the rack it is in. A feed of the room carries no more then "
            "than it does normally, or after the loss of another feed as a whole.",
        ),
    )


def _loss_row(loss: LossReport, power: PowerReport) -> tuple[str, ...]:
    fullest = power.name_of(loss.fullest) if loss.fullest else "—"
    return (
        power.lost_in_words(loss),
        words(loss.figure("dark_gpus"), 0),
        words(loss.figure("short_gpus"), 0),
        *(
            ", ".join(words(loss.figure(f"{what}_{of}"), 0) for what in _FATES)
            for of in ("racks", "units")
        ),
        fullest,
        loss.fullest_in_words or "—",
        CARRIED[loss.state],
        power.too_full_in_words(loss) or "—",
    )


def _row(node: RoomFeed, power: PowerReport) -> tuple[str, ...]:
    name = node.name or node.id
    return (
        name if node.kind == "feed" else f"{name} ({node.kind})",
        " ".join(filter(None, (words(node.figure("capacity_kw")), node.rating))),
        words(node.figure("load_kw")),
        words(node.figure("load_after_loss_kw")),
        power.worst_loss_in_words(node) or "—",
        words(node.figure("load_edp_after_loss_kw")),
        _STATES[node.state],
    )
