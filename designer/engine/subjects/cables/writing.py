"""Cables as a reader sees them."""

from collections.abc import Iterator

from designer.engine.page import Section, number
from designer.engine.report import Report
from designer.model.figure_words import words
from designer.model.figures import total


def written(report: Report) -> Iterator[Section]:
    """Yield the section of cables."""
    facts = [("Cables", words(report.cables.figure("count"), 0))]
    facts += [(f"Cables, {medium}", number(n, 0)) for medium, n in report.cables.by_medium]
    missing = total(fabric.figure("unconnected") for fabric in report.fabrics)
    if missing.high > 0:
        facts.append(("of which lack a switch or a port that fits", words(missing, 0)))
    yield Section("Cables", tuple(facts))
