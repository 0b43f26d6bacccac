"""Rows of a `QListWidget`, filled without items that Python has made.

An item made by Python tells its wrapper when Qt deletes it. Where the wrapper was collected before,
PySide 6.11 follows a pointer to nothing: the program ends (`clear()` after some edits of the feeds,
`Shiboken::BindingManager::releaseWrapper`). Items that Qt makes itself tell nobody.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget


def show_rows(rows: QListWidget, texts: Sequence[str], tips: Sequence[str] = ()) -> None:
    """Show texts, each its own tooltip if no others are given; rows that are so already stay."""
    model = rows.model()
    if model.rowCount() > len(texts):
        model.removeRows(len(texts), model.rowCount() - len(texts))
    rows.addItems([*texts[model.rowCount() :]])
    for row, (text, tip) in enumerate(zip(texts, tips or texts, strict=True)):
        index = model.index(row, 0)
        if index.data() != text:
            model.setData(index, text)
        if index.data(Qt.ItemDataRole.ToolTipRole) != tip:
            model.setData(index, tip, Qt.ItemDataRole.ToolTipRole)
