"""The form of a part: sections of fields that follow its kind, its ports, its price, its source."""

import re
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from designer.document.errors import EditError
from designer.io.part_text import own_source, value_at
from designer.ui.fields.part_fields import PartField, has_ports, sections_of
from designer.ui.fields.reading import plain_number, shown
from designer.ui.kit.style import set_role
from designer.ui.kit.wheel import ignore_wheel
from designer.ui.views.own_parts.ports import PortsEditor

LABEL_PX: Final = 128
UNKNOWN: Final = "unknown"
SOURCE_KINDS: Final = ("assumed", "vendor", "guide", "reference-design", "derived")
PRICE_FIELDS: Final = ("amount", "currency", "as_of", "source")


class PartForm(QScrollArea):
    """Editors over the data of one part.

    Signals
    -------
    changed
        Path and new value (None removes it) of what the person edited.
    source_changed
        Citation and kind of the person's own figures.
    unread_changed
        An editor holds what the part does not: `unread` says what.
    """

    changed = Signal(object, object)
    source_changed = Signal(str, str)
    unread_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Form of the part")
        self.setWidgetResizable(True)
        # Tab goes through its fields, and the page follows; a stop of its own shows nothing.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._kind: str | None = None
        self._data: Mapping[str, Any] = {}
        self.editors: dict[tuple[str, ...], QLineEdit | QComboBox] = {}
        self.lines: dict[tuple[str, ...], QLabel] = {}
        self._fields: dict[tuple[str, ...], PartField] = {}
        self.ports: PortsEditor | None = None
        self.price: dict[str, QLineEdit] = {}
        self.citation, self.citation_kind = QLineEdit(), QComboBox()

    @property
    def unread(self) -> str:
        """What was typed and is not in the part, in words; empty if all is."""
        for path, line in self.lines.items():
            if line.text():
                name = self._fields[path].label if path in self._fields else "Price"
                return f"{name}: {line.text()}"
        return self.ports.unread if self.ports is not None else ""

    def forget(self) -> None:
        """Drop what was typed and not read: another part is to be shown, from its top."""
        lines = [e for e in self.editors.values() if isinstance(e, QLineEdit)]
        for line in (*lines, *self.price.values(), self.citation):
            line.setModified(False)
        for path in self.lines:
            self._say(path, "")
        if self.ports is not None:
            self.ports.forget()
        self.verticalScrollBar().setValue(0)

    def show_part(self, data: Mapping[str, Any]) -> None:
        """Show a part's data; the fields are those of its kind."""
        self._data = data
        kind = str(data.get("kind", ""))
        if kind != self._kind:
            self._build(kind)
        for path, field in self._fields.items():
            self._fill(field, value_at(data, path))
        if self.ports is not None:
            self.ports.show_ports(data.get("ports", ()))
        self._fill_price(data.get("prices", ()))
        citation, source_kind = own_source(data)
        if not self.citation.isModified():
            self.citation.setText(citation)
        self.citation_kind.setCurrentText(source_kind)

    def _build(self, kind: str) -> None:
        self._kind = kind
        self.editors, self.lines, self._fields, self.price = {}, {}, {}, {}
        page = QWidget()
        set_role(page, "clear")
        column = QVBoxLayout(page)
        column.setContentsMargins(16, 12, 16, 16)
        column.setSpacing(8)
        for title, fields in sections_of(kind):
            grid = _section(column, title)
            for field in fields:
                self._add(grid, field)
        self.ports = None
        if has_ports(kind):
            _heading(column, "Ports")
            self.ports = PortsEditor()
            self.ports.changed.connect(lambda rows: self.changed.emit(("ports",), rows or None))
            self.ports.refused.connect(self.unread_changed)
            column.addWidget(self.ports)
        self._build_price(_section(column, "Purchase price"))
        self._build_source(_section(column, "Where your figures are from"))
        column.addStretch(1)
        self.setWidget(page)

    def _add(self, grid: QFormLayout, field: PartField) -> None:
        editor: QLineEdit | QComboBox
        if field.kind == "choice":
            box = QComboBox()
            ignore_wheel(box)
            for choice in field.choices:
                box.addItem(choice or UNKNOWN, choice)
            box.activated.connect(partial(self._choose, field, box))
            editor = box
        else:
            line = QLineEdit()
            line.setPlaceholderText("needed" if field.needed else UNKNOWN)
            line.editingFinished.connect(partial(self._commit, field, line))
            editor = line
        label = f"{field.label}, {field.unit}" if field.unit else field.label
        editor.setAccessibleName(label)
        editor.setToolTip(field.hint)
        self._fields[field.path] = field
        self.editors[field.path] = editor
        self.lines[field.path] = _row(grid, label, editor, field.hint)

    def _choose(self, field: PartField, box: QComboBox, _index: int) -> None:
        value = box.currentData()
        if field.path == ("pdu", "phases"):
            value = int(value)
        self.changed.emit(field.path, value if value != "" else None)

    def _commit(self, field: PartField, line: QLineEdit) -> None:
        if not line.isModified():
            return
        try:
            value = _read(field, line.text())
        except EditError as refusal:
            self._say(field.path, str(refusal))
            self.unread_changed.emit()
            return
        line.setModified(False)
        self._say(field.path, "")
        if value != value_at(self._data, field.path):
            self.changed.emit(field.path, value)
        else:
            self.unread_changed.emit()

    def _fill(self, field: PartField, value: Any) -> None:  # noqa: ANN401 - any TOML value
        editor = self.editors[field.path]
        if isinstance(editor, QComboBox):
            index = editor.findData("" if value is None else str(value))
            editor.setCurrentIndex(max(index, -1))
        elif not editor.isModified():
            if field.kind == "half-u" and isinstance(value, int | float):
                value = value / 2
            editor.setText(shown(value) if not isinstance(value, dict | list) else "")
            editor.setCursorPosition(0)
            self._say(field.path, "")

    def _say(self, path: tuple[str, ...], words: str) -> None:
        line = self.lines[path]
        set_role(line, "error")
        line.setText(words)
        line.setVisible(bool(words))

    def _build_price(self, grid: QFormLayout) -> None:
        labels = ("Price of one", "Currency", "As of", "Source of the price")
        hints = ("", "Three letters, such as USD.", "YYYY, YYYY-MM or YYYY-MM-DD", "")
        for name, label, hint in zip(PRICE_FIELDS, labels, hints, strict=True):
            line = QLineEdit()
            line.setAccessibleName(label)
            line.setToolTip(hint)
            # A price without a word on its currency is one in dollars.
            line.setPlaceholderText("USD" if name == "currency" else hint or UNKNOWN)
            line.editingFinished.connect(partial(self._commit_price, line))
            self.price[name] = line
            self.lines["prices", name] = _row(grid, label, line, hint)

    def _fill_price(self, prices: Any) -> None:  # noqa: ANN401 - any TOML value
        first = prices[0] if isinstance(prices, list) and prices else {}
        if any(line.isModified() for line in self.price.values()):
            return
        cents = first.get("amount_cents")
        self.price["amount"].setText(shown(cents / 100) if isinstance(cents, int) else "")
        for name in PRICE_FIELDS[1:]:
            self.price[name].setText(str(first.get(name, "")))
            self.price[name].setCursorPosition(0)

    def _commit_price(self, line: QLineEdit) -> None:
        """Write the price once all that a price needs is there."""
        if not line.isModified():
            return
        given = {name: box.text().strip() for name, box in self.price.items()}
        self._say(("prices", "amount"), "")
        if not any(given.values()):
            self._settle_price(None)
            return
        try:
            amount = _whole_price(given)
        except EditError as refusal:
            self._say(("prices", "amount"), str(refusal))
            self.unread_changed.emit()
            return
        _, kind = own_source(self._data)
        record = {
            "amount_cents": round(amount * 100),
            "currency": given["currency"].upper() or "USD",
            "as_of": given["as_of"],
            "source": given["source"],
            "kind": kind,
        }
        others = self._data.get("prices", [])[1:]
        self._settle_price([record, *others])

    def _settle_price(self, rows: list[Any] | None) -> None:
        for box in self.price.values():
            box.setModified(False)
        self.changed.emit(("prices",), rows)

    def _build_source(self, grid: QFormLayout) -> None:
        self.citation, self.citation_kind = QLineEdit(), QComboBox()
        ignore_wheel(self.citation_kind)
        self.citation_kind.addItems(SOURCE_KINDS)
        self.citation.editingFinished.connect(self._commit_source)
        self.citation_kind.activated.connect(lambda _: self._commit_source(force=True))
        hint = "A quote, a data sheet with its date, a measurement."
        self.citation.setAccessibleName("Source of your figures")
        self.citation_kind.setAccessibleName("Kind of source")
        _row(grid, "Source", self.citation, hint)
        _row(grid, "Kind of source", self.citation_kind, "")

    def _commit_source(self, *, force: bool = False) -> None:
        if force or self.citation.isModified():
            self.citation.setModified(False)
            words = self.citation.text().strip()
            if words:
                self.source_changed.emit(words, self.citation_kind.currentText())


def _whole_price(given: Mapping[str, str]) -> float:
    """Return the amount of a price that has all a price needs.

    Raises
    ------
    EditError
        If something is missing, or is no number or currency.
    """
    amount = plain_number(given["amount"])
    if amount < 0:
        raise EditError("a price is not negative")
    if given["currency"] and not re.fullmatch(r"[A-Za-z]{3}", given["currency"]):
        raise EditError(f"{given['currency']!r} is not a currency: three letters, such as USD")
    names = {"as_of": "its date", "source": "its source"}
    missing = [words for name, words in names.items() if not given[name]]
    if missing:
        raise EditError(f"a price needs {' and '.join(missing)}, too")
    return amount


def _heading(column: QVBoxLayout, title: str) -> None:
    if column.count():
        column.addSpacing(8)
    heading = QLabel(title)
    set_role(heading, "heading")
    column.addWidget(heading)


def _section(column: QVBoxLayout, title: str) -> QFormLayout:
    _heading(column, title)
    grid = QFormLayout()
    grid.setVerticalSpacing(6)
    grid.setHorizontalSpacing(12)
    grid.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    grid.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
    column.addLayout(grid)
    return grid


def _row(grid: QFormLayout, words: str, editor: QWidget, hint: str) -> QLabel:
    """Add a labelled editor; return the line under it, for a refusal."""
    line = QLabel("")
    line.setWordWrap(True)
    line.setVisible(False)
    cell = QWidget()
    below = QVBoxLayout(cell)
    below.setContentsMargins(0, 0, 0, 0)
    below.setSpacing(2)
    below.addWidget(editor)
    below.addWidget(line)
    label = QLabel(words)
    label.setMinimumSize(LABEL_PX, 26)
    label.setToolTip(hint)
    label.setBuddy(editor)
    set_role(label, "dim")
    grid.addRow(label, cell)
    return line


def _read(field: PartField, text: str) -> str | int | float | None:
    """Return what was typed; None for nothing.

    Raises
    ------
    EditError
        If it is no number where one is asked for.
    """
    text = text.strip()
    if not text:
        return None
    if field.kind == "text":
        return text
    number = plain_number(text)
    if field.kind == "half-u":
        if number * 2 != round(number * 2):
            raise EditError("whole or half units")
        return round(number * 2)
    if field.kind == "integer":
        if number != round(number):
            raise EditError(f"{text!r} is not a whole number")
        return round(number)
    return round(number) if number == round(number) else number
