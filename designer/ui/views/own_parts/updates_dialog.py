"""Shows which figures of a design's parts the catalogue has changed, and takes those chosen."""

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from designer.catalog.entry import Provenance
from designer.catalog.fact_words import label_of, spelt, unit_of, value_text
from designer.catalog.updates import Difference, PartUpdate
from designer.model.figure_words import UNKNOWN
from designer.model.plural import plural
from designer.ui.kit.style import set_role
from designer.ui.state import price_words

COLUMNS: Final = ("Figure", "In this design", "In the catalogue", "Source")
PART: Final = Qt.ItemDataRole.UserRole


class UpdatesDialog(QDialog):
    """Parts with their differences; nothing is taken that is not chosen.

    Signals
    -------
    taken
        Ids of the parts chosen.
    """

    taken = Signal(object)

    def __init__(self, updates: Sequence[PartUpdate], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Newer part figures")
        self.setAccessibleName("Newer part figures")
        self.resize(860, 520)
        heading = QLabel(f"The catalogue says something else of {_parts(len(updates))}")
        set_role(heading, "title")
        lead = QLabel(
            "The design keeps the figures it was drawn with until you take the newer ones. Power, "
            "cooling, fabrics and cost are then computed anew."
        )
        lead.setWordWrap(True)
        set_role(lead, "dim")
        self.tree = QTreeWidget()
        self.tree.setAccessibleName("Differences")
        self.tree.setHeaderLabels(list(COLUMNS))
        self.tree.setUniformRowHeights(True)
        for update in updates:
            self.tree.addTopLevelItem(_item(update))
        if len(updates) <= 6:
            self.tree.expandAll()
        header = self.tree.header()
        header.setAccessibleName("Columns")
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        for column, width in enumerate((230, 170, 170)):
            self.tree.setColumnWidth(column, width)
        self.take = QPushButton("Take newer figures")
        set_role(self.take, "primary")
        self.take.setDefault(True)
        self.take.clicked.connect(lambda _=False: self._take())
        keep = QPushButton("Keep as drawn")
        keep.setAutoDefault(False)
        keep.clicked.connect(self.reject)
        self.tree.itemChanged.connect(lambda *_: self._allow())
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(keep)
        row.addWidget(self.take)
        column_ = QVBoxLayout(self)
        column_.setContentsMargins(16, 16, 16, 16)
        column_.setSpacing(8)
        column_.addWidget(heading)
        column_.addWidget(lead)
        column_.addWidget(self.tree, 1)
        column_.addLayout(row)
        self._allow()

    def chosen(self) -> list[str]:
        """Return the ids of the parts with a tick."""
        items = [self.tree.topLevelItem(i) for i in range(self.tree.topLevelItemCount())]
        return [
            str(item.data(0, PART))
            for item in items
            if item is not None and item.checkState(0) == Qt.CheckState.Checked
        ]

    def _allow(self) -> None:
        number = len(self.chosen())
        self.take.setEnabled(number > 0)
        self.take.setText(f"Take newer figures of {_parts(number)}")

    def _take(self) -> None:
        self.taken.emit(self.chosen())
        self.accept()


def _parts(number: int) -> str:
    return plural(number, "part")


def _item(update: PartUpdate) -> QTreeWidgetItem:
    name = f"{update.new.vendor} {update.new.name}".strip()
    count = plural(len(update.differences), "difference")
    item = QTreeWidgetItem([name, count])
    item.setData(0, PART, update.new.id)
    item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
    item.setCheckState(0, Qt.CheckState.Checked)
    for difference in update.differences:
        item.addChild(_row(difference))
    return item


def _row(difference: Difference) -> QTreeWidgetItem:
    label = label_text(difference.field)
    if difference.field == "provenance":
        old, new = sources_text(difference.old, difference.new)
    else:
        old, new = (side_text(difference.field, side) for side in (difference.old, difference.new))
    source = difference.source
    cited = f"{source.source} ({source.kind})" if source else ""
    row = QTreeWidgetItem([label, old, new, cited])
    for column, words in enumerate((label, old, new, cited)):
        row.setToolTip(column, words)
    return row


def label_text(field: str) -> str:
    """Return what a fact is called; of ports with the name of their group."""
    if field == "provenance":
        return "Sources of the figures"
    group = field.split(".")
    if group[0] == "ports" and len(group) > 2:
        return f"{spelt(group[1])} ports, {label_of(field).lower()}"
    return label_of(field)


def side_text(field: str, value: Any) -> str:  # noqa: ANN401 - any fact
    """Return what one side says of a fact, with its unit; what nobody knows as unknown."""
    if value is None or value in ("", ()):
        return UNKNOWN
    if not isinstance(value, tuple):
        return f"{value_text(field, value)} {unit_of(field)}".strip()
    words = (
        f"{price_words.amount_text(price)} ({price_words.label_text(price)})" for price in value
    )
    return "; ".join(dict.fromkeys(words))


def sources_text(old: Sequence[Provenance], new: Sequence[Provenance]) -> tuple[str, str]:
    """Return which sources either side alone names: all of them would read alike."""
    was, now = ([record.source for record in side] for side in (old, new))
    gone = "; ".join(dict.fromkeys(source for source in was if source not in now))
    come = "; ".join(dict.fromkeys(source for source in now if source not in was))
    if not gone and not come:
        return "the same sources", "the same sources with other notes"
    return gone or "the same but for that", come or "the same but for that"
