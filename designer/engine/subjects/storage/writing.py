"""Storage as a reader sees it."""

from collections.abc import Iterator

from designer.engine.page import Section
from designer.engine.report import Report
from designer.model.figure_words import words


def written(report: Report) -> Iterator[Section]:
    """Yield the section of storage, where any stands."""
    s = report.storage
    systems = s.figure("systems")
    if systems.high > 0:
        facts = (
            ("Storage systems", words(systems, 0)),
            ("Storage, read", words(s.figure("read_gb_s"))),
            ("Storage, write", words(s.figure("write_gb_s"))),
            ("Storage, raw", words(s.figure("raw_tb"), 0)),
        )
        yield Section("Storage", facts)
