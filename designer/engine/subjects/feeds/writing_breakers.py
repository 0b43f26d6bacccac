"""The branch breakers of rack PDUs as a reader sees them: alike racks in one row."""

from collections.abc import Iterator

from designer.engine.page import Align, Section, Table
from designer.engine.power_report import BreakerReport
from designer.engine.report import Report
from designer.model.feed_words import feed_called
from designer.model.figure_words import words
from designer.model.some_names import some


def written_breakers(report: Report) -> Iterator[Section]:
    """Yield the section on breakers, where a rack PDU states its own."""
    found: dict[tuple[str, BreakerReport], list[str]] = {}
    for rack in report.racks:
        for feed in rack.feeds:
            for breaker in feed.breakers:
                found.setdefault((feed.called, breaker), []).append(rack.name or rack.id)
    if not found:
        return
    columns: tuple[tuple[str, Align], ...] = (
        ("Breaker", "left"), ("On line", "left"), ("In racks", "left"), ("Load", "right"),
        ("After a loss", "right"), ("Carries", "right"), ("Rating", "right"),
    )  # fmt: skip
    rows = tuple(
        (
            f"{breaker.number} of {breaker.part}"
            f"{f' ({breaker.pdu})' if breaker.pdu > 1 else ''}, {feed_called(called)}",
            breaker.line,
            some(racks),
            words(breaker.figure("load_a")),
            words(breaker.figure("load_after_loss_a")),
            words(breaker.figure("limit_a")),
            f"{breaker.rating_a:g} A",
        )
        for (called, breaker), racks in found.items()
    )
    yield Section(
        "Breakers of rack PDUs",
        table=Table(columns, rows),
        lines=(
            "Cords are dealt over the breakers of a rack PDU by their loads; the schedule of cords "
            "(export cords.csv) says which supply hangs in which outlet.",
        ),
    )
