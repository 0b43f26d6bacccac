"""Storage as a reader sees it."""

from collections.abc import Iterator

from designer.engine.page import Section
from designer.engine.report import Report, StorageReport
from designer.engine.subjects.storage.rules import LIMITS
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
        yield Section("Storage", (*facts, *_sent(s)))


def _sent(s: StorageReport) -> Iterator[tuple[str, str]]:
    if s.network_gb_s is None and s.bound("network_gb_s") is None:
        return
    why = LIMITS.get(s.limit, "")
    yield "Its network carries", words(s.figure("network_gb_s"), 0)
    yield "Nodes read of it", words(s.figure("sent_gb_s"), 0) + (f"; {why}" if why else "")
    yield "Nodes write to it", words(s.figure("taken_gb_s"), 0)
    if s.worst_loss:
        left = words(s.figure("sent_after_loss_gb_s"), 0)
        yield "Nodes read, worst switch lost", left
