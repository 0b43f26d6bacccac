"""What a planning report says, section by section, before it becomes text, Markdown or HTML.

One content for all of them, so that a reviewer who signs the one has signed the others. A new
subject of the engine writes its own section. May import `model`, `catalog` and what the engine says
of its subjects; computes nothing that the report does not hold.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from designer import __version__
from designer.catalog.catalog import Catalog
from designer.engine.page import UNKNOWN, Align, Section, Table, some
from designer.engine.report import Report
from designer.engine.subject import Subject
from designer.engine.subjects import SUBJECTS
from designer.io.design_text import used_parts
from designer.model.design import Design

DISCLAIMER: Final = (
    "These figures are estimates for planning. They rest on the sources named below; final "
    "electrical, mechanical, structural and fire-safety design is the work of licensed engineers."
)
READING: Final = (
    f"{UNKNOWN} means not known, never zero. ≥ means that something the sum needs is not known, "
    "so that the true value is higher."
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
    made = (
        _design(design),
        *(section for subject in subjects for section in _written(subject, report)),
        _checks(report),
        _unknown(report),
        _sources(design, catalog),
        Section("Approval", lines=("Prepared by: ____________________   Date: __________",
                                   "Checked by:  ____________________   Date: __________",
                                   "Approved by: ____________________   Date: __________")),
    )  # fmt: skip
    sections = tuple(s for s in made if s.facts or s.lines or (s.table and s.table.rows))
    return Content(f"Planning report: {design.name}", DISCLAIMER, sections)


def _written(subject: Subject, report: Report) -> Iterator[Section]:
    """Yield what a subject writes, or that it could not be computed."""
    lost = [entry for entry in report.not_computed if entry.subject == subject.name]
    for entry in lost:
        racks = f" ({some(entry.where)})" if entry.where else ""
        line = f"cannot be computed, because {entry.because}{racks}"
        yield Section(subject.words, lines=(line,))
    if subject.write is not None and not any(not entry.where for entry in lost):
        yield from subject.write(report)


def _design(design: Design) -> Section:
    block, site = design.title_block, design.site
    width, depth = design.room.size_mm()
    facts = [
        ("Site", ", ".join(filter(None, (site.name, site.location)))),
        ("Room", f"{design.room.name} {width / 1000:g} m × {depth / 1000:g} m".strip()),
        ("Owner", block.owner),
        ("Drawing number", block.drawing_number),
        ("Revision", design.revisions[-1].id if design.revisions else ""),
        ("Feed policy", site.feed_policy),
        ("Continuous derate", f"{site.continuous_derate:g}"),
        ("Power factor", f"{site.power_factor:g}"),
        ("Made with", f"Cluster Designer {__version__}"),
    ]
    lines = (design.note, READING) if design.note else (READING,)
    return Section("Design", tuple((k, v) for k, v in facts if v), lines=lines)


def _checks(report: Report) -> Section:
    if not report.checks:
        return Section("Checks", lines=("No finding.",))
    columns: tuple[tuple[str, Align], ...] = (
        ("Severity", "left"), ("Where", "left"), ("Finding", "left"), ("Advice", "left"),
    )  # fmt: skip
    rank = {"error": 0, "warning": 1, "info": 2}
    ordered = sorted(report.checks, key=lambda c: (c.waived, rank[c.severity], c.rule, c.key))
    rows = tuple(
        ("waived" if c.waived else c.severity, some(c.where), c.message, c.advice) for c in ordered
    )
    return Section("Checks", table=Table(columns, rows))


def _unknown(report: Report) -> Section:
    lines = []
    if report.cost.unpriced:
        lines.append(f"Without a published price: {', '.join(report.cost.unpriced)}.")
    racks_of: dict[str, list[str]] = {}
    for rack in report.racks:
        for figure in rack.unknown:
            racks_of.setdefault(figure, []).append(rack.name or rack.id)
    lines += [f"{figure}: not known ({some(racks)})." for figure, racks in racks_of.items()]
    return Section("Not known", lines=tuple(lines))


def _sources(design: Design, catalog: Catalog) -> Section:
    columns: tuple[tuple[str, Align], ...] = (
        ("Part", "left"), ("Digest", "left"), ("Kind", "left"), ("Source", "left"),
    )  # fmt: skip
    rows = []
    for part in used_parts(design, catalog):
        said = {(p.kind, p.source): None for p in part.provenance}
        said |= {(p.kind, f"price {p.as_of}: {p.source}"): None for p in part.prices}
        rows += [(part.name, catalog.digest(part), kind, source) for kind, source in said]
    return Section("Sources", table=Table(columns, tuple(rows)))
