"""Storage as a reader sees it."""

from collections.abc import Iterator

from designer.engine.page import Section, number
from designer.engine.report import Report


def written(report: Report) -> Iterator[Section]:
    """Yield the section of storage, where any stands."""
    s = report.storage
    if s.systems:
        facts = (
            ("Storage systems", number(s.systems, 0)),
            ("Storage, read", number(s.read_gb_s, 1, "GB/s")),
            ("Storage, write", number(s.write_gb_s, 1, "GB/s")),
            ("Storage, raw", number(s.raw_tb, 0, "TB")),
        )
        yield Section("Storage", facts)
