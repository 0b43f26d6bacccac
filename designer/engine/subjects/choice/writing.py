"""Own or rent as a reader sees it."""

from collections.abc import Iterator
from typing import Final

from designer.engine.choice_report import UnitCost, WorkCost
from designer.engine.page import UNKNOWN, Align, Section, Table
from designer.engine.report import Report
from designer.model.figure_words import money, words

SAYS: Final = {"own": "own", "rent": "rent", "open": UNKNOWN}
_REASONS: Final[tuple[tuple[str, Align], ...]] = (
    ("Advice", "left"), ("Where", "left"), ("Here", "left"), ("By", "left"),
)  # fmt: skip
_WORK: Final[tuple[tuple[str, Align], ...]] = (
    ("Work", "left"), ("Way", "left"), ("GPU-hour used", "right"), ("A run", "right"),
    ("10⁶ tokens trained", "right"), ("served, full servers", "right"), ("prompts", "right"),
    ("answers", "right"), ("served, at the load", "right"),
)  # fmt: skip
UNITS: Final = ("trained", "served", "prompts", "answers", "at_load")


def written(report: Report) -> Iterator[Section]:
    """Yield the advice with its reasons, and what work costs each way."""
    choice = report.choice
    if not choice.is_computed:
        return
    facts = (("By the published advice", choice.advice or UNKNOWN), ("Because", choice.why))
    rows = tuple(
        (SAYS[one.says], one.words, one.found or UNKNOWN, one.source) for one in choice.reasons
    )
    yield Section("Own or rent", facts, Table(_REASONS, rows))
    if choice.work:
        costs = tuple(_row(work, one, choice.currency) for work in choice.work for one in work.ways)
        notes = dict.fromkeys(one.note for work in choice.work for one in work.ways if one.note)
        yield Section("What work costs each way", (), Table(_WORK, costs), tuple(notes))


def _row(work: WorkCost, one: UnitCost, m: str) -> tuple[str, ...]:
    each = (words(one.figure(name, m), 2) for name in UNITS)
    return (
        work.name or work.id, one.way, words(one.figure("gpu_hour", m), 2),
        money(one.figure("run", m)), *each,
    )  # fmt: skip
