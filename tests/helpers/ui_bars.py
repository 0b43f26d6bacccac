"""Sees that bars of bisection which stand undimmed while a part is held are those after it."""

from designer.engine.preview import Preview
from designer.engine.report import Report
from designer.ui.views.dashboard.fabric_bars import FabricRow, fabric_rows


def bars(rows: list[FabricRow]) -> list[tuple[str, str, float | None, float | None]]:
    return [(row.name, row.words, row.lower, row.upper) for row in rows]


def is_loss(row: FabricRow) -> bool:
    return ", worst " in row.name


def see_bars(before: Report, preview: Preview, after: Report) -> list[FabricRow]:
    """See that what stands undimmed is what the report says; return all that is shown."""
    held, released = fabric_rows(before, preview), fabric_rows(after)
    later = {row.name for row in held if row.later}
    sure = [row for row in held if not row.later]
    told = [row for row in released if row.name not in later]
    assert bars([row for row in sure if not is_loss(row)]) == bars(
        [row for row in told if not is_loss(row)]
    )
    assert set(bars([row for row in sure if is_loss(row)])) <= set(bars(released))
    return held
