"""The stages of a design beside each other: what each comes to, by how much more, and its findings.

Taken from the reports of the stages as they stand. May import the report, what stands beside each
other, and the words for open inputs.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from designer.engine.beside_words import difference
from designer.engine.page import Align, Section, Table
from designer.engine.preview import CapitalChange
from designer.engine.reasons import OPEN, OPEN_WORDS, gravity, standing
from designer.engine.report import Check, Report
from designer.model.figure_words import grown_by, quantity
from designer.model.figures import Figure
from designer.model.plural import plural
from designer.model.stages import Stage, stage_words

UNSAID: Final = "cannot be computed"
_CAPITAL: Final = "Capital"
COLUMNS: Final[tuple[tuple[str, str, str], ...]] = (
    ("GPUs", "totals", "gpus"),
    ("Racks", "totals", "racks"),
    ("Highest power", "totals", "power_max_kw"),
    ("Heat to cool", "totals", "heat_kw"),
    (_CAPITAL, "cost", "capex"),
)
"""What is told of each stage: words, section and name in the report."""


@dataclass(frozen=True)
class StageFigure:
    """A figure of a stage: in words, and by how much it is more than in the one before.

    `more` is empty for the first stage, and where only the bounds of both are known.
    """

    what: str
    words: str
    more: str = ""

    @property
    def text(self) -> str:
        """Both: `1,362 kW (+454)`."""
        return f"{self.words} ({self.more})" if self.more else self.words


@dataclass(frozen=True)
class StageLine:
    """What a stage comes to.

    Attributes
    ----------
    checks
        Its findings that nobody accepted, the gravest first.
    """

    stage: Stage
    figures: tuple[StageFigure, ...]
    checks: tuple[Check, ...]

    @property
    def called(self) -> str:
        """Name and date: `Day 2, 2028-03`."""
        return stage_words(self.stage)

    @property
    def findings(self) -> str:
        """How many findings there are: `1 error, 3 warnings, 2 cannot be said`; or none."""
        numbers = Counter(map(standing, self.checks))
        said = [plural(numbers[one], one) for one in ("error", "warning") if numbers[one]]
        said += [f"{numbers[OPEN]:,} {OPEN_WORDS}"] if numbers[OPEN] else []
        return ", ".join(said) or "none"


def stage_lines(
    found: Sequence[tuple[Stage, Report]], raised: Sequence[CapitalChange | None] = ()
) -> tuple[StageLine, ...]:
    """Return what the stages of a design come to.

    Parameters
    ----------
    found
        Each stage with the report on the design as of it, in order.
    raised
        By how much the capital of each grows from the one before, where that was worked out: the
        difference of two sums with bounds says less.
    """
    lines = []
    for at, (stage, report) in enumerate(found):
        before = found[at - 1][1] if at else None
        by = raised[at] if at < len(raised) else None
        figures = tuple(_figure(column, before, report, by) for column in COLUMNS)
        checks = sorted((one for one in report.checks if not one.waived), key=gravity)
        lines.append(StageLine(stage, figures, tuple(checks)))
    return tuple(lines)


def stage_section(lines: Iterable[StageLine]) -> Section:
    """Return the stages as a part of a written report: a row for each."""
    columns: tuple[tuple[str, Align], ...] = (
        ("Stage", "left"),
        *((what, "right") for what, _, _ in COLUMNS),
        ("Findings", "left"),
    )
    rows = tuple(
        (one.called, *(figure.text for figure in one.figures), one.findings) for one in lines
    )
    return Section("Stages", table=Table(columns, rows))


def _figure(
    column: tuple[str, str, str], before: Report | None, now: Report, by: CapitalChange | None
) -> StageFigure:
    what, section, name = column
    figure = _read(now, section, name)
    if figure is None:
        return StageFigure(what, UNSAID)
    words = quantity(figure)
    if what == _CAPITAL and by is not None:
        return StageFigure(what, words, grown_by(figure, by.figure("by", by.currency))[
            len(words) :
        ].removeprefix(", "))  # fmt: skip
    was = _read(before, section, name) if before is not None else None
    return StageFigure(what, words, difference(was, figure))


def _read(report: Report, section: str, name: str) -> Figure | None:
    if report.lost(section):
        return None
    record = getattr(report, section)
    figure: Figure = record.figure(name, record.currency if section == "cost" else "")
    return figure
