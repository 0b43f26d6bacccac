"""What plug-ins are: functions and templates that another distribution names as entry points.

    [project.entry-points."cluster_designer.checks"]
    aisles = "acme_checks:aisles"

The groups are `cluster_designer.exporters`, `cluster_designer.checks` and
`cluster_designer.templates`. A plug-in is loaded when it is asked for. Design, catalogue and report
are read, not changed. What a plug-in raises, or gives that does not fit, switches it off for the
rest of the run, and findings and `plugins list` say so.
"""

from collections.abc import Iterable
from typing import Protocol

from designer.catalog.catalog import Catalog
from designer.engine.findings import Finding, Level
from designer.engine.report import Report
from designer.model.design import Design
from designer.planning.arguments import Arguments, Parameter, Template, fail

__all__ = [
    "Arguments",
    "Catalog",
    "Checker",
    "Design",
    "Exporter",
    "Finding",
    "Parameter",
    "Report",
    "Template",
    "fail",
    "finding",
]


class Exporter(Protocol):
    """A format of `export --to`; its entry point's name is the format, as `racks.csv`."""

    def __call__(self, design: Design, catalog: Catalog, report: Report) -> str | bytes:
        """Return the file's text or bytes."""


class Checker(Protocol):
    """A check; findings have the rule `plug-in/NAME`, and can be waived as all others."""

    def __call__(self, design: Design, catalog: Catalog, report: Report) -> Iterable[Finding]:
        """Return what is found, each made with `finding`."""


def finding(
    severity: Level,
    message: str,
    where: Iterable[str] = (),
    *,
    cause: str = "",
    advice: str = "",
    weight: float = 0.0,
) -> Finding:
    """Return a finding of a check.

    Parameters
    ----------
    severity
        `info`, `warning` or `error`.
    message
        What is wrong, in a sentence.
    where
        Ids of racks, devices or other records; texts show their names.
    cause
        What it is filed under: findings of one cause are one line with all their places, and a
        waiver names it. It stays the same while the cause does.
    advice
        What mends it.
    weight
        How bad it is: the worst of one cause gives the words.
    """
    places = (where,) if isinstance(where, str) else tuple(where)
    return Finding("", severity, cause, places, message, advice, weight)
