"""The platform as a reader sees it: choices, rules, the check list, kernel parameters."""

from collections.abc import Iterator
from typing import Final

from designer.engine.page import Align, Section, Table
from designer.engine.platform_report import (
    ANSWERS,
    ROWS,
    PlatformReport,
    counted,
    in_order,
    words_of,
)
from designer.engine.report import Report

TAKEN: Final = {True: "yes", False: "no", None: "cannot be said"}


def written(report: Report) -> Iterator[Section]:
    """Yield choices with the rules' answers, the check list, and the kernel's parameters.

    Of a design that states nothing of its platform, what fails by the drawing alone.
    """
    one = report.platform
    if not one.rules and not one.choices:
        return
    facts = [(choice.label, choice.value) for choice in one.choices]
    if not one.stated:
        facts.append(("Chosen", "nothing is stated"))
    if one.mig.words:
        facts.append(("Partitions of a GPU", one.mig.words))
    facts.append(("Rules of the catalogue", counted(one)))
    waiting = sum(rule.answer == "open" and not rule.asked for rule in one.rules)
    lines = (f"{waiting} more wait for what is not stated.",) if waiting and one.stated else ()
    yield Section("Platform", tuple(facts), _rules(one), lines)
    if one.stated:
        yield Section("AI-ready check list", (), _ready(one))
        yield Section("Kernel parameters", (), _kernel(one))


def _rules(one: PlatformReport) -> Table | None:
    shown = [rule for rule in in_order(one.rules) if rule.asked]
    if not one.stated:
        shown = [rule for rule in shown if rule.answer == "fails"]
    rows = tuple((rule.title, ANSWERS[rule.answer], words_of(rule), rule.source) for rule in shown)
    return _table(("Rule", "Answer", "Said", "Source"), rows)


def _ready(one: PlatformReport) -> Table | None:
    rows = tuple(
        (row.item, row.asks, row.drawn, ROWS[row.answer], row.source) for row in one.readiness
    )
    return _table(("Item", "Asked", "Drawn", "Answer", "Source"), rows)


def _kernel(one: PlatformReport) -> Table | None:
    rows = tuple(
        (line.line, line.target, TAKEN[line.advised], line.because or line.why)
        for line in one.kernel
    )
    return _table(("Line", "File", "Advised", "Why"), rows)


def _table(titles: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> Table | None:
    columns: tuple[tuple[str, Align], ...] = tuple((title, "left") for title in titles)
    return Table(columns, rows) if rows else None
