"""The ports of a part as rows: name, purpose, kind, rate, count, cages."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from designer.document.errors import EditError
from designer.ui.fields.part_fields import PORT_FIELDS, PORT_KINDS, PORT_PURPOSES
from designer.ui.fields.reading import read, shown
from designer.ui.kit.empty_layout import empty_layout
from designer.ui.kit.style import set_role
from designer.ui.kit.wheel import ignore_wheel

COLUMNS: Final = tuple(PORT_FIELDS)
FIELDS: Final = {field.name: field for field in PORT_FIELDS.values()}
NUMBERS: Final = ("rate_gbps", "count", "cages")
NEW_ROW: Final = {
    "name": "compute", "purpose": "compute", "kind": "infiniband", "rate_gbps": 400, "count": 8,
}  # fmt: skip


class PortsEditor(QWidget):
    """Rows of ports; what a row holds beside the columns stays as it is.

    Signals
    -------
    changed
        All rows, as a list of mappings.
    refused
        A line holds what is no figure.
    """

    changed = Signal(object)
    refused = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Ports")
        self._rows: list[dict[str, Any]] = []
        self._refused: dict[tuple[int, str], str] = {}
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(6)
        self._grid.setVerticalSpacing(4)
        self._editors: dict[tuple[int, int], QWidget] = {}
        self.refusal = QLabel("")
        set_role(self.refusal, "error")
        self.refusal.setVisible(False)
        self.add = QPushButton("Add ports")
        self.add.setAutoDefault(False)
        self.add.clicked.connect(lambda _=False: self._add())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._grid)
        column.addWidget(self.refusal)
        column.addWidget(self.add)

    def show_ports(self, rows: Any) -> None:  # noqa: ANN401 - any TOML value
        """Show rows; values that are no rows are shown as none."""
        wanted = [dict(r) for r in rows if isinstance(r, Mapping)] if _is_array(rows) else []
        if wanted != self._rows or not self._grid.count():
            self._rows = wanted
            self._build()

    def editor(self, row: int, column: str) -> QWidget:
        """Return the editor of a row, by the column's heading."""
        return self._editors[row, COLUMNS.index(column)]

    def forget(self) -> None:
        """Drop what was typed and is no figure."""
        self._rows = []
        self._build()

    @property
    def unread(self) -> str:
        """What stands in a line and is no figure, in words; empty if all is read."""
        return self.refusal.text()

    def _build(self) -> None:
        self._refused.clear()
        self._editors.clear()
        self._show_refusals()
        empty_layout(self._grid)
        if not self._rows:
            return
        for column, words in enumerate(COLUMNS):
            label = QLabel(words)
            set_role(label, "caption")
            self._grid.addWidget(label, 0, column)
        for number, row in enumerate(self._rows):
            self._line(number, 0, "name", row)
            self._choice(number, 1, "purpose", PORT_PURPOSES, row)
            self._choice(number, 2, "kind", PORT_KINDS, row)
            for column, key in enumerate(NUMBERS, start=3):
                self._line(number, column, key, row)
            remove = QPushButton("Remove")
            set_role(remove, "quiet")
            remove.setAutoDefault(False)
            remove.setAccessibleName(f"Remove ports {row.get('name', '')}")
            remove.clicked.connect(partial(self._remove, number))
            self._grid.addWidget(remove, number + 1, len(COLUMNS))
        for column, stretch in enumerate((3, 3, 3, 1, 1, 1)):
            self._grid.setColumnStretch(column, stretch)

    def _line(self, number: int, column: int, key: str, row: Mapping[str, Any]) -> None:
        value = row.get(key)
        text = shown(value) if isinstance(value, int | float) else str(value or "")
        line = QLineEdit(text)
        line.setMinimumWidth(48)
        line.setAccessibleName(f"{COLUMNS[column]} of ports {number + 1}")
        line.editingFinished.connect(partial(self._commit, number, key, line))
        self._put(line, number, column)

    def _choice(
        self, number: int, column: int, key: str, choices: Sequence[str], row: Mapping[str, Any]
    ) -> None:
        box = QComboBox()
        ignore_wheel(box)
        for value in choices:
            box.addItem(value, value)
        box.setCurrentIndex(box.findData(str(row.get(key, ""))))
        box.setAccessibleName(f"{COLUMNS[column]} of ports {number + 1}")
        box.activated.connect(lambda _: self._set(number, key, box.currentData()))
        self._put(box, number, column)

    def _put(self, editor: QWidget, number: int, column: int) -> None:
        self._grid.addWidget(editor, number + 1, column)
        self._editors[number, column] = editor

    def _commit(self, number: int, key: str, line: QLineEdit) -> None:
        if not line.isModified():
            return
        line.setModified(False)
        field = FIELDS[key]
        try:
            value = read(field, line.text())
        except EditError as refusal:
            line.setModified(True)
            self._say(number, key, str(refusal))
            self.refused.emit()
            return
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        self._set(number, key, value)

    def _set(self, number: int, key: str, value: Any) -> None:  # noqa: ANN401 - any TOML value
        self._say(number, key, "")
        row = self._rows[number]
        if value is None:
            row.pop(key, None)
        else:
            row[key] = value
        self._tell()

    def _say(self, number: int, key: str, words: str) -> None:
        self._refused.pop((number, key), None)
        if words:
            self._refused[number, key] = f"{FIELDS[key].label} of ports {number + 1}: {words}"
        self._show_refusals()

    def _show_refusals(self) -> None:
        self.refusal.setText("; ".join(self._refused.values()))
        self.refusal.setVisible(bool(self._refused))

    def _add(self) -> None:
        taken = {row.get("name") for row in self._rows}
        name = next((p for p in PORT_PURPOSES if p not in taken), f"ports-{len(self._rows) + 1}")
        purpose = name if name in PORT_PURPOSES else "other"
        self._rows.append({**NEW_ROW, "name": name, "purpose": purpose})
        self._build()
        self._tell()

    def _remove(self, number: int, _checked: bool = False) -> None:
        del self._rows[number]
        self._build()
        self._tell()

    def _tell(self) -> None:
        self.changed.emit([dict(row) for row in self._rows])


def _is_array(rows: Any) -> bool:  # noqa: ANN401 - any TOML value
    return isinstance(rows, list | tuple)
