"""What a drag would make of lines of the schedule: the row as it would be, by its number."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from designer.model.figures import Figure, exact, missing

if TYPE_CHECKING:
    from designer.engine.cable_report import CableRow
    from designer.engine.preview import ChangedCables


class Changes:
    """The lines that a drag would alter."""

    def __init__(self, rows: ChangedCables | None) -> None:
        self._rows = rows
        self._at = {number: at for at, number in enumerate(rows.numbers)} if rows else {}

    def __bool__(self) -> bool:
        return bool(self._at)

    def after(self, row: CableRow) -> CableRow | None:
        """Return a row as it would be; None where it stays."""
        at, rows = self._at.get(row.number), self._rows
        if at is None or rows is None:
            return None
        trays, medium = rows.trays[rows.ways[at]], rows.media[at]
        length = _figure(rows.low_m[at], rows.metres[at], rows.high_m[at], "m")
        cost = _figure(rows.price_low[at], rows.price[at], rows.price_high[at], "")
        return row.with_figures({"length_m": length, "price": cost}).evolve(
            medium=medium,
            stock_m=rows.stock_m[at],
            state=rows.states[at],
            reach_m=row.reach_m if medium == row.medium else None,
            trays=trays or (),
            on_tray=trays is None or bool(trays),
        )


def _figure(low: float | None, likely: float | None, high: float | None, unit: str) -> Figure:
    if low is None:
        return missing("price", unit)
    if low == high:
        return exact(low, unit)
    known = likely is not None
    return Figure(low, inf if high is None else high, likely, unit, estimated=known)
