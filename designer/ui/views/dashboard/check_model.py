"""The findings as rows: in order, remarks folded, advice opened."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from designer.engine.reasons import gravity, standing_words
from designer.engine.report import Check
from designer.ui.kit.model_edge import as_read
from designer.ui.views.dashboard.check_words import fold_words, where_words

Index = QModelIndex | QPersistentModelIndex
FOLDED_FROM: Final = 3
"""So many remarks are folded under one line: errors and warnings must not drown in them."""
BUILD: Final = "build"
"""The link of a finding that says what would meet its rule."""
LINKS: Final = ("why", "show")
OPENED_LINKS: Final = ("less", "guide", "show")
"""What can be clicked at the right of a finding's title, closed and with its advice shown."""


@dataclass(frozen=True)
class Fold:
    """The line under which remarks are folded: `10 notes for information`."""

    words: str
    is_open: bool


def can_build(check: Check) -> bool:
    """Return whether a finding offers to build what would meet its rule."""
    return check.remedy is not None and not check.waived


class CheckModel(QAbstractListModel):
    """Findings: errors, warnings, what cannot be said, folded remarks; waived ones last.

    Parameters
    ----------
    name_of
        What people call a place of a finding.

    Attributes
    ----------
    checks
        All findings, errors first.
    rows
        What the list shows: findings and the fold's line.
    opened
        Keys whose advice is shown.
    """

    def __init__(self, name_of: Callable[[str], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name_of = name_of
        self.checks: list[Check] = []
        self.rows: list[Check | Fold] = []
        self.opened: set[str] = set()
        self._unfolded = False

    def show(self, checks: Iterable[Check]) -> None:
        """Show other findings."""
        ordered = sorted(checks, key=lambda c: (c.waived, *gravity(c)))
        if ordered == self.checks:
            return
        self.beginResetModel()
        self.checks = ordered
        self.rows = self._rows()
        self.endResetModel()

    def check_at(self, index: Index) -> Check | None:
        """Return the finding of a row; None for the fold's line."""
        row = self.rows[index.row()]
        return row if isinstance(row, Check) else None

    def links(self, check: Check) -> tuple[str, ...]:
        """Return what can be clicked beside a finding's title."""
        links = OPENED_LINKS if check.key in self.opened else LINKS
        return (BUILD, *links) if can_build(check) else links

    def toggle(self, index: Index) -> None:
        """Show or hide the advice of a finding, or the folded remarks."""
        check = self.check_at(index)
        if check is not None:
            self.opened ^= {check.key}
            at = self.index(index.row())
            self.dataChanged.emit(at, at)
            return
        self.beginResetModel()
        self._unfolded = not self._unfolded
        self.rows = self._rows()
        self.endResetModel()

    def _rows(self) -> list[Check | Fold]:
        remarks = [c for c in self.checks if c.severity == "info" and not c.waived]
        if len(remarks) < FOLDED_FROM:
            return [*self.checks]
        first = self.checks.index(remarks[0])
        fold = Fold(fold_words(remarks), self._unfolded)
        shown = remarks if self._unfolded else []
        return [*self.checks[:first], fold, *shown, *self.checks[first + len(remarks) :]]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.rows)

    @as_read
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a finding, or what a screen reader says of it."""
        check = self.rows[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return check
        if isinstance(check, Fold):
            spoken = {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}
            return check.words if role in spoken else None
        if role == Qt.ItemDataRole.DisplayRole:
            return check.rule
        if role == Qt.ItemDataRole.AccessibleTextRole:
            waived = "waived " if check.waived else ""
            word = standing_words(check)
            return f"{waived}{word}: {check.rule}: {check.message} {check.advice}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(
                text for text in (check.message, where_words(check, self._name_of)) if text
            )
        return None
