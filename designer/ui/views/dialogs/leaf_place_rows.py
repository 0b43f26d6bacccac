"""The table of a fabric's leaves placed in several ways: a row each, today's first. No engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from designer.engine.cable_report import LeafPlace
from designer.engine.preview import Preview
from designer.model.figure_words import quantity, to_the_digit
from designer.model.figures import Figure, exact
from designer.model.plural import plural
from designer.ui.kit.model_edge import as_read

Index = QModelIndex | QPersistentModelIndex
NAMES: Final = {
    "as drawn": "As they stand today", "end of row": "Ends of rows",
    "middle of row": "Middle of rows", "middle of hall": "Middle of the hall",
    "rack per rail": "A rack for each rail", "rack per unit": "A rack for each scalable unit",
}  # fmt: skip
COLUMNS: Final = (
    "Leaf switches", "Racks moved", "All cables", "Longest", "Media", "Price", "Out of reach",
    "Findings",
)  # fmt: skip
_LEFT: Final = frozenset({0, 4, 7})
_WAITING: Final = "…"


@dataclass(frozen=True)
class PlaceRow:
    """One way, with what the engine and the document say of it.

    Attributes
    ----------
    refusal
        Why it cannot be applied; empty where it can.
    preview
        What it would do to the checks; None while nobody knows. `failed`: nobody will.
    """

    place: LeafPlace
    currency: str = ""
    refusal: str = ""
    preview: Preview | None = None
    failed: bool = False

    @property
    def is_settled(self) -> bool:
        """Whether nothing more has to be asked of it."""
        same = not self.place.is_other
        return same or bool(self.refusal) or self.failed or self.preview is not None


class PlaceRows(QAbstractTableModel):
    """The rows as they stand."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[PlaceRow] = []

    def show_rows(self, rows: list[PlaceRow]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def put(self, at: int, row: PlaceRow) -> None:
        """Show more of one row."""
        self.rows[at] = row
        self.dataChanged.emit(self.index(at, 0), self.index(at, len(COLUMNS) - 1))

    # Of Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many ways there are."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(COLUMNS)

    @as_read
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # noqa: ANN401 - what Qt asks for
        """Return a heading."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(_aligned(section))
        return COLUMNS[section] if role == Qt.ItemDataRole.DisplayRole else None

    @as_read
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - what Qt asks for
        """Return a cell's words, or what hovering says."""
        row = self.rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return cell(row, self.rows[0], index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(finding_lines(row)) or cell(row, self.rows[0], index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(_aligned(index.column()))
        return None


def _aligned(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if column in _LEFT else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter


def cell(row: PlaceRow, today: PlaceRow, column: int) -> str:
    """Return what a cell says; lengths with the difference to today's where both are known."""
    place = row.place
    if column == 0:
        return NAMES.get(place.kind, place.kind)
    if column == 1:
        return f"{len(place.moves):,}"
    if column in (2, 3):
        name = "length_m" if column == 2 else "longest_m"
        digits = 0 if column == 2 else 1
        length, was = place.figure(name, "m"), today.place.figure(name, "m")
        return f"{to_the_digit(length, digits, 'm')}{_than(length, was, digits)}"
    if column == 4:
        return " · ".join(f"{medium} {count:,}" for medium, count in place.media) or "none"
    if column == 5:
        return price_text(row, today)
    if column == 6:
        return f"✕ {place.too_far:,}" if place.too_far else "0"
    return findings_text(row)


def does_text(place: LeafPlace) -> str:
    """Return what applying a way does: racks that move, or leaves that are wired anew."""
    return f"moves {plural(len(place.moves), 'rack')}" if place.moves else (
        "no rack moves, its leaves are cabled in another order"
    )  # fmt: skip


def price_text(row: PlaceRow, today: PlaceRow) -> str:
    """Return the price with its bounds, how it differs, and how many pieces have none."""
    price, was = (one.place.figure("price", one.currency) for one in (row, today))
    text = "no price" if price.unknown else quantity(price)
    if not price.unknown and not was.unknown and row.place.unpriced == today.place.unpriced:
        by = price.minus(was).value
        if price != was and by:
            text = f"{text}\n{'+' if by > 0 else '−'}{quantity(exact(abs(by), row.currency))}"
    without = row.place.unpriced
    return f"{text}\n+ {without:,} pieces without a price" if without else text


def _than(now: Figure, was: Figure, digits: int) -> str:
    by = now.minus(was).value
    if now == was or by is None:
        return ""
    return f"\n{'+' if by > 0 else '−'}{abs(by):,.{digits}f} m"


def findings_text(row: PlaceRow) -> str:
    """Return how many findings a way brings and ends."""
    if not row.place.is_other:
        return "as today" if row.place.kind == "as drawn" else "they stand so today"
    if row.refusal:
        return f"no room: {row.refusal}"
    if row.failed:
        return "unknown: no answer"
    if row.preview is None:
        return _WAITING
    comes = [c for c in row.preview.comes if c.severity != "info"]
    goes = [c for c in row.preview.goes if c.severity != "info"]
    parts = [
        f"+{plural(sum(c.severity == severity for c in comes), severity)}"
        for severity in ("error", "warning")
        if any(c.severity == severity for c in comes)
    ]
    if goes:
        parts.append(f"−{len(goes)} gone")
    return ", ".join(parts) or "none gained, none lost"


def finding_lines(row: PlaceRow) -> list[str]:
    """Return the findings that a way brings and ends, in sentences; notes are none."""
    if row.preview is None:
        return []
    return [
        f"{sign} {check.rule} {check.message}"
        for sign, checks in (("+", row.preview.comes), ("−", row.preview.goes))
        for check in checks
        if check.severity != "info"
    ]
