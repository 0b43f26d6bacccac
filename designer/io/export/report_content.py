"""What a planning report says, section by section, before it becomes text, Markdown or HTML.

One content for all of them, so that a reviewer who signs the one has signed the others. A new
subject of the engine writes its own section. May import `model`, `catalog` and what the engine says
of its subjects; computes nothing that the report does not hold.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from designer import __version__
from designer.catalog.catalog import Catalog
from designer.engine.page import UNKNOWN, Align, Section, Table
from designer.engine.reasons import gravity, names_of, standing, standing_words
from designer.engine.report import NotComputed, Report, unknown_in_words
from designer.engine.results import Lost
from designer.engine.stage_lines import StageLine, stage_section
from designer.engine.subject import Subject
from designer.engine.subjects import SUBJECTS
from designer.io.design_text import used_parts
from designer.io.export.open_figures import open_figures
from designer.model.design import Design
from designer.model.layout import Layout
from designer.model.revisions import newest, not_issued
from designer.model.some_names import some
from designer.model.stages import in_order, stage_words

DISCLAIMER: Final = (
    "These figures are estimates for planning. They rest on the sources named below; final "
    "electrical, mechanical, structural and fire-safety design is the work of licensed engineers."
)
READING: Final = (
    f"{UNKNOWN} means not known, never zero. ≥ 20 is a lower bound, because something that the "
    "figure needs is not known; 20–26 lies between the two for certain; ~24 (20–26) is a named "
    "estimate within such bounds. What these figures rest on stands under their own heading."
)


@dataclass(frozen=True)
class Content:
    """The whole report."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]


def report_content(
    design: Design,
    catalog: Catalog,
    report: Report,
    subjects: Iterable[Subject] = SUBJECTS,
) -> Content:
    """Return what the report on a design says.

    Parameters
    ----------
    design, catalog
        What the report was made from.
    report
        The engine's figures.
    subjects
        The subjects that the report was made of: each writes its own sections.
    """
    layout = Layout(design)
    made = (
        _design(design),
        *(section for subject in subjects for section in _written(subject, report, layout)),
        _checks(report, layout),
        open_figures(report, catalog, design.power),
        _unknown(report, names_of(catalog)),
        _sources(design, catalog),
        Section("Approval", lines=("Prepared by: ____________________   Date: __________",
                                   "Checked by:  ____________________   Date: __________",
                                   "Approved by: ____________________   Date: __________")),
    )  # fmt: skip
    sections = tuple(s for s in made if s.facts or s.lines or (s.table and s.table.rows))
    return Content(f"Planning report: {design.name}", DISCLAIMER, sections)


def stages_content(name: str, lines: Iterable[StageLine]) -> Content:
    """Return what is said of the stages of a design: beside each other, then what each breaks."""
    lines = tuple(lines)
    sections = [stage_section(lines)]
    for line in lines:
        said = [
            f"{standing_words(check)} {check.rule}: {check.message}"
            for check in line.checks
            if standing(check) != "info"
        ]
        sections.append(Section(line.called, lines=tuple(said) or ("No rule is broken.",)))
    return Content(f"Stages: {name}", DISCLAIMER, tuple(sections))


def _written(subject: Subject, report: Report, layout: Layout) -> Iterator[Section]:
    """Yield what a subject writes, or that it could not be computed."""
    lost = [entry for entry in report.not_computed if entry.subject == subject.name]
    for entry in lost:
        yield _lost(subject, entry, layout)
    if any(entry.whole for entry in lost):
        return
    written = subject.written(report)
    if isinstance(written, Lost):
        yield _lost(subject, written.record(), layout)
    else:
        yield from written


def _lost(subject: Subject, lost: NotComputed, layout: Layout) -> Section:
    """Return the section that stands in place of what could not be computed of a subject."""
    what = f"{lost.part}: " if lost.part else ""
    racks = f" ({some(layout.names_of(lost.where))})" if lost.where else ""
    line = f"{what}cannot be computed, because {lost.because}{racks}"
    return Section(subject.words, lines=(line,))


def _design(design: Design) -> Section:
    block, site = design.title_block, design.site
    width, depth = design.room.size_mm()
    last, draft = newest(design.revisions), not_issued(design)
    facts = [
        ("Site", ", ".join(filter(None, (site.name, site.location)))),
        ("Room", f"{design.room.name} {width / 1000:g} m × {depth / 1000:g} m".strip()),
        ("Owner", block.owner),
        ("Drawing number", block.drawing_number),
        ("Revision", last.id if last else ""),
        ("Stage", stage_words(in_order(design.stages)[-1]) if design.stages else ""),
        ("State", f"draft: {draft}" if draft else "issued"),
        ("Feed policy", site.feed_policy),
        ("Continuous derate", f"{site.continuous_derate:g}"),
        (
            "Breaker ambient factor",
            "" if site.ambient_factor is None else f"{site.ambient_factor:g}",
        ),
        ("Power factor", f"{site.power_factor:g}"),
        ("Made with", f"Cluster Designer {__version__}"),
    ]
    lines = (design.note, READING) if design.note else (READING,)
    return Section("Design", tuple((k, v) for k, v in facts if v), lines=lines)


def _checks(report: Report, layout: Layout) -> Section:
    if not report.checks:
        return Section("Checks", lines=("No finding.",))
    columns: tuple[tuple[str, Align], ...] = (
        ("Severity", "left"), ("Where", "left"), ("Finding", "left"), ("Advice", "left"),
    )  # fmt: skip
    ordered = sorted(report.checks, key=lambda c: (c.waived, *gravity(c)))
    rows = tuple(
        (
            "waived" if c.waived else standing_words(c),
            some(layout.names_of(c.where)),
            c.message,
            c.advice,
        )
        for c in ordered
    )
    return Section("Checks", table=Table(columns, rows))


def _unknown(report: Report, name_of: Callable[[str], str]) -> Section:
    lines = []
    if report.cost.unpriced:
        lines.append(f"Without a published price: {', '.join(report.cost.unpriced)}.")
    racks_of: dict[str, list[str]] = {}
    for rack in report.racks:
        for figure in rack.unknown:
            racks_of.setdefault(figure, []).append(rack.name or rack.id)
    lines += [
        f"{unknown_in_words(figure, name_of)}: not known ({some(racks)})."
        for figure, racks in racks_of.items()
    ]
    return Section("Not known", lines=tuple(lines))


def _sources(design: Design, catalog: Catalog) -> Section:
    """Return where the figures of the parts are from: each document with what it states."""
    columns: tuple[tuple[str, Align], ...] = (
        ("Part", "left"), ("Digest", "left"), ("Kind", "left"), ("Source", "left"),
        ("Figures", "left"),
    )  # fmt: skip
    rows = []
    for part in used_parts(design, catalog):
        said: dict[tuple[str, str], list[str]] = {}
        for known in part.provenance:
            said.setdefault((known.kind, known.source), []).extend(known.fields)
        for price in part.prices:
            said.setdefault((price.kind, f"price {price.as_of}: {price.source}"), ["price"])
        digest = catalog.digest(part)
        rows += [
            (part.name, digest, kind, source, ", ".join(map(_stated, fields)))
            for (kind, source), fields in said.items()
        ]
    return Section("Sources", table=Table(columns, tuple(rows)))


def _stated(field: str) -> str:
    return "every other figure" if field == "*" else field
