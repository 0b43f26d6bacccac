"""Cables as a reader sees them."""

from collections.abc import Iterator

from designer.engine.page import Section, number
from designer.engine.report import Report
from designer.model.figure_words import words


def written(report: Report) -> Iterator[Section]:
    """Yield the section of cables."""
    cables = report.cables
    facts = [("Cables", words(cables.figure("count"), 0))]
    if cables.by_hand:
        facts.append(("of which laid by hand", number(cables.by_hand, 0)))
    if cables.figure("count").high > 0:
        facts.append(("Length of all", words(cables.figure("length_m"), 0)))
        facts.append(("Longest", words(cables.figure("longest_m"), 1)))
    if cables.off_trays:
        facts.append(("Between racks, on no tray", number(cables.off_trays, 0)))
    facts += [(f"Cables, {medium}", number(n, 0)) for medium, n in cables.by_medium]
    missing = cables.figure("not_connected")
    if missing.high > 0:
        facts.append(("Not connected", words(missing, 0)))
    yield Section("Cables", tuple(facts), lines=tuple(it.words for it in cables.unconnected))
