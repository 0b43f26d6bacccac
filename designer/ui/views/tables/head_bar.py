"""The bar above the lines: what they are, the filter and those that are kept, columns, export."""

from typing import Final

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QPushButton, QWidget

from designer.ui.fields.tables.column import Table
from designer.ui.kit.style import set_role
from designer.ui.kit.value_line import ValueLine
from designer.ui.state.settings import Settings

FILTER_HINT: Final = "Filter: words, row:A, kw>30, name:gpu*, note:none"
MOST_KEPT: Final = 12


class HeadBar(QFrame):
    """Title, filter, counts, and three buttons.

    Parameters
    ----------
    settings
        Remember the filters that are kept, table by table.
    """

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._table = ""
        set_role(self, "top")
        self.setFixedHeight(46)
        self.heading, self.count = QLabel(), QLabel()
        self.filter = ValueLine()
        self.kept, self.group, self.columns, self.export = (
            QPushButton("Filters"), QPushButton("Group by rack"), QPushButton("Columns"),
            QPushButton("Export…"),
        )  # fmt: skip
        set_role(self.heading, "title")
        set_role(self.count, "dim")
        set_role(self.group, "toggle")
        self.filter.setPlaceholderText(FILTER_HINT)
        self.filter.setAccessibleName("Filter")
        self.filter.setAccessibleDescription(FILTER_HINT)
        self.filter.setMinimumWidth(160)
        self.group.setCheckable(True)
        self.kept.setToolTip("Keep this filter, or take one that is kept")
        self.group.setToolTip("Fold the lines of each rack together; Right unfolds, Left folds")
        self.columns.setToolTip("Choose the columns that are shown")
        self.export.setToolTip(
            "Write what is shown as CSV, with tabs between (TSV) or as a workbook (XLSX)"
        )
        self.kept.clicked.connect(lambda _: self.pop_up(self.kept_menu(), self.kept))
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 0, 12, 0)
        row.setSpacing(8)
        row.addWidget(self.heading)
        row.addWidget(self.filter, 1)
        for widget in (self.count, self.kept, self.group, self.columns, self.export):
            row.addWidget(widget)

    def show_table(self, table: Table, text: str, *, grouped: bool) -> None:
        """Show another table with its filter; nobody is told."""
        self._table = table.id
        self.heading.setText(table.title)
        for widget in (self.filter, self.group):
            widget.blockSignals(True)
        self.filter.setText(text)
        self.filter.settle()
        self.group.setVisible(table.by_rack)
        self.group.setChecked(grouped)
        for widget in (self.filter, self.group):
            widget.blockSignals(False)

    def kept_menu(self) -> QMenu:
        """Return the filters of the table that are kept, and what keeps and forgets them."""
        menu, kept = QMenu(self), self._settings.kept_filters(self._table)
        menu.setAccessibleName("Filters that are kept")
        for text in kept:
            menu.addAction(text).triggered.connect(lambda _=False, t=text: self.filter.setText(t))
        if kept:
            menu.addSeparator()
        now = self.filter.text().strip()
        keep = menu.addAction(f"Keep {now}" if now else "Keep the filter that is typed")
        keep.setEnabled(bool(now) and now not in kept)
        keep.triggered.connect(lambda _=False: self._keep([now, *kept][:MOST_KEPT]))
        if now in kept:
            forget = QAction(f"Forget {now}", menu)
            forget.triggered.connect(lambda _=False: self._keep([t for t in kept if t != now]))
            menu.addAction(forget)
        return menu

    def pop_up(self, menu: QMenu, button: QPushButton) -> None:
        """Open a menu below its button."""
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def _keep(self, filters: list[str]) -> None:
        self._settings.keep_filters(self._table, filters)
