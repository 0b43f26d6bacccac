"""The schedule of cords as CSV: which supply hangs on which outlet, breaker and line, and its amps.

One row for each supply of a rack, also of those that hang nowhere, which say why. The currents are
those of the report: with all feeds up, and the highest after a loss that the site must survive.
"""

from collections.abc import Iterator
from math import inf
from typing import Final

from designer.catalog.catalog import Catalog
from designer.engine.report import Report
from designer.engine.subjects.feeds.schedule import CordRow, RackSchedule, schedules_of
from designer.io.export.csv_table import csv_table
from designer.model.design import Design
from designer.model.figures import Figure
from designer.model.layout import Layout
from designer.model.marked_names import with_names

_COLUMNS: Final = (
    "rack", "device", "part", "supply", "feed", "rack PDU", "outlet", "socket", "breaker", "line",
    "line by", "cord by", "A", "A low", "A high", "A after loss", "A after loss low",
    "A after loss high", "note", "supply end", "outlet end",
)  # fmt: skip


def cords_csv(design: Design, catalog: Catalog, report: Report | None = None) -> str:
    """Return the schedule of cords as CSV (RFC 4180, UTF-8 with its mark, a header line).

    Parameters
    ----------
    report
        Not needed: cords follow from the design.
    """
    layout = Layout(design)
    rows = (
        _cells(layout, schedule, row)
        for schedule in schedules_of(design, catalog)
        for row in schedule.rows
    )
    return csv_table(_COLUMNS, rows)


def _cells(layout: Layout, schedule: RackSchedule, row: CordRow) -> dict[str, str]:
    held, keys = schedule.wiring.filling.held, schedule.keys
    part = schedule.wiring.parts[row.item]
    found = {
        "rack": layout.name_of(schedule.rack),
        "device": layout.name_of(keys[row.item]),
        "part": part.name if part is not None else held[row.item].part,
        "supply": str(row.supply) if row.supply else "",
        "note": with_names(row.reason, layout.name_of),
        "supply end": f"{keys[row.item]}:psu{row.supply}" if row.supply else keys[row.item],
    }
    if row.pdu < 0:
        return found
    by = ("by rule" if row.dealt else "by its breaker") if row.line else ""
    return found | {
        "feed": layout.name_of(held[row.pdu].feed) if held[row.pdu].feed else "",
        "rack PDU": layout.name_of(keys[row.pdu]),
        "outlet": str(row.outlet) if row.outlet else "",
        "socket": row.socket,
        "breaker": str(row.breaker) if row.breaker else "",
        "line": row.line,
        "line by": by,
        "cord by": "by hand" if row.by_hand else "by rule",
        "outlet end": f"{keys[row.pdu]}:{row.outlet}" if row.outlet else keys[row.pdu],
        **dict(_figure("A", row.load)),
        **dict(_figure("A after loss", row.after_loss)),
    }


def _figure(column: str, figure: Figure | None) -> Iterator[tuple[str, str]]:
    """Yield a current and its bounds; nothing where nobody can say it."""
    if figure is None:
        return
    if figure.value is not None:
        yield column, f"{figure.value:.2f}"
    if figure.low > 0:
        yield f"{column} low", f"{figure.low:.2f}"
    if figure.high < inf:
        yield f"{column} high", f"{figure.high:.2f}"
