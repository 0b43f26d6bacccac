"""The schedule of cables as CSV, and the same as a plan from port to port.

One row for each cable that has both ends, also of those that nothing reaches, which say so.
"""

from collections.abc import Iterator
from itertools import islice
from math import inf
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part_prices import BETWEEN_LENGTHS
from designer.engine.cable_report import CableEnd, CableRow
from designer.engine.report import Report
from designer.engine.subjects.cables.questions import table_of
from designer.io.export.csv_table import csv_table
from designer.model.design import Design
from designer.model.plural import plural

_END: Final = ("rack", "unit", "device", "cage", "lane", "port", "module")
_COLUMNS: Final = (
    "label", "fabric", "Gb/s",
    *(f"from {name}" for name in _END), *(f"to {name}" for name in _END),
    "medium", "part", "chosen by", "m", "m low", "m high", "m bought", "m reach", "trays",
    "price", "price low", "price high", "currency", "note", "part id", "from end", "to end",
    "lead weeks", "lead not stated", "price basis",
)  # fmt: skip
_POINTS: Final = (
    "A-Node Name", "A-Rack", "A-U", "A-Port", "A-Cage", "A-Lane", "Z-Node Name", "Z-Rack", "Z-U",
    "Z-Port", "Z-Cage", "Z-Lane", "Fabric", "Rate", "Cable", "Length", "Label",
)  # fmt: skip
STATE_WORDS: Final = {
    "too far": "no medium of the catalogue reaches",
    "may not reach": "whether the part that is chosen by hand reaches cannot be said",
    "cannot be said": "whether it reaches cannot be said",
    "does not fit": "the part that is chosen by hand does not fit",
    "none known": "no cable of the catalogue is known to fit",
}
"""What the state of a cable means, where it is not simply reached."""


def cables_csv(design: Design, catalog: Catalog, report: Report | None = None) -> str:
    """Return the schedule of cables as CSV (RFC 4180, UTF-8 with its mark, a header line).

    Parameters
    ----------
    report
        Not needed: cables follow from the design.
    """
    currency = design.site.currency
    return csv_table(_COLUMNS, (_cells(row, currency) for row in table_of(design, catalog).rows()))


def points_csv(design: Design, catalog: Catalog, report: Report | None = None) -> str:
    """Return the plan from port to port as CSV: both ends of each cable with cage and lane.

    Parameters
    ----------
    report
        Not needed, as above.
    """
    return csv_table(_POINTS, (_points(row) for row in table_of(design, catalog).rows()))


def first_lines(kind: str, design: Design, catalog: Catalog, most: int) -> tuple[str, int] | None:
    """Return the first lines of a table of cables and how many it has, without making the rest.

    Parameters
    ----------
    kind
        `cables.csv` or `p2p.csv`; None is returned for any other.
    """
    if kind not in ("cables.csv", "p2p.csv"):
        return None
    table, currency = table_of(design, catalog), design.site.currency
    some = islice(table.rows(), most)
    made = (
        csv_table(_COLUMNS, (_cells(row, currency) for row in some))
        if kind == "cables.csv" else csv_table(_POINTS, map(_points, some))
    )  # fmt: skip
    return made, len(table) + 1


def _cells(row: CableRow, currency: str) -> dict[str, str]:
    length, price = row.figure("length_m"), row.figure("price")
    found = {
        "label": row.label,
        "fabric": row.fabric_name,
        "Gb/s": f"{row.rate_gbps:g}",
        **dict(_end("from", row.a)),
        **dict(_end("to", row.b)),
        "medium": row.medium,
        "part": row.part_name,
        "part id": row.part,
        "chosen by": "hand" if row.pinned else "rule",
        "m": f"{row.length_m:.1f}",
        "m low": f"{length.low:.1f}",
        "m high": f"{length.high:.1f}" if length.high < inf else "",
        "m bought": "" if row.stock_m is None else f"{row.stock_m:g}",
        "m reach": "" if row.reach_m is None else f"{row.reach_m:g}",
        "trays": ", ".join(row.trays) if row.on_tray else "none: a straight way",
        "note": STATE_WORDS.get(row.state, ""),
        "from end": f"{row.a.device}:{row.a.port}",
        "to end": f"{row.b.device}:{row.b.port}",
    }
    lead = row.figure("lead_weeks", "weeks")
    if lead.low > 0 or lead.exact:
        found["lead weeks"] = f"{lead.low:g}" if lead.exact else f">= {lead.low:g}"
    if row.lead_unstated:
        found["lead not stated"] = plural(row.lead_unstated, "part")
    if price.value is not None:
        ends = {"price": price.value, "price low": price.low, "price high": price.high}
        found |= {name: f"{amount:.2f}" for name, amount in ends.items() if amount < inf}
        found["currency"] = currency
        bound = row.bound("price")
        if bound is not None and BETWEEN_LENGTHS in bound.basis:
            found["price basis"] = "estimated from the prices of other lengths"
    return found


def _end(side: str, end: CableEnd) -> Iterator[tuple[str, str]]:
    yield f"{side} rack", end.rack_name
    yield f"{side} unit", end.unit
    yield f"{side} device", end.name
    yield f"{side} cage", str(end.cage)
    yield f"{side} lane", str(end.lane)
    yield f"{side} port", end.port
    yield f"{side} module", end.module


def _points(row: CableRow) -> dict[str, str]:
    found = {"Fabric": row.fabric_name, "Rate": f"{row.rate_gbps:g}", "Label": row.label,
             "Cable": row.part_name or row.medium,
             "Length": "" if row.stock_m is None else f"{row.stock_m:g} m"}  # fmt: skip
    for letter, end in (("A", row.a), ("Z", row.b)):
        found |= {
            f"{letter}-Node Name": end.name, f"{letter}-Rack": end.rack_name,
            f"{letter}-U": end.unit, f"{letter}-Port": end.port, f"{letter}-Cage": str(end.cage),
            f"{letter}-Lane": str(end.lane),
        }  # fmt: skip
    return found
