"""The list of pages beside a preview: small pictures as they come, with numbers and titles."""

from typing import Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
)
from PySide6.QtGui import QPixmap

from designer.ui.kit.model_edge import as_read

Index = QModelIndex | QPersistentModelIndex
THUMB_PX: Final = 132


class PagesModel(QAbstractListModel):
    """Pages by number; a page that is not drawn yet has a blank sheet.

    Parameters
    ----------
    ratio
        Height of the paper to its width, once it is known.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.titles: tuple[str, ...] = ()
        self.ratio = 1.0
        self._thumbs: dict[int, QPixmap] = {}

    def show(self, titles: tuple[str, ...], ratio: float) -> None:
        """Show other pages."""
        self.beginResetModel()
        self.titles, self.ratio = titles, ratio
        self._thumbs.clear()
        self.endResetModel()

    def put(self, page: int, picture: QPixmap) -> None:
        """Take the picture of a page."""
        if not 1 <= page <= len(self.titles):
            return
        self._thumbs[page] = picture.scaled(
            self.size(), Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )  # fmt: skip
        at = self.index(page - 1)
        self.dataChanged.emit(at, at)

    def has(self, page: int) -> bool:
        """Return whether a page's picture is there."""
        return page in self._thumbs

    def size(self) -> QSize:
        """Return how large a small picture is."""
        return QSize(THUMB_PX, max(round(THUMB_PX * self.ratio), 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many pages there are."""
        return 0 if parent.isValid() else len(self.titles)

    @as_read
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return number and title of a page, or its picture."""
        page = index.row() + 1
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return f"{page}  {self.titles[page - 1]}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"Page {page}: {self.titles[page - 1]}"
        if role == Qt.ItemDataRole.DecorationRole:
            return self._thumbs.get(page) or self._blank()
        return None

    def _blank(self) -> QPixmap:
        sheet = QPixmap(self.size())
        sheet.fill(Qt.GlobalColor.white)
        return sheet
