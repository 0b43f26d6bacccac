"""The form of a part: sections of fields that follow its kind, its ports, its price, its source."""

from collections.abc import Mapping
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from designer.document.errors import EditError
from designer.io.part_text import own_source, value_at
from designer.ui.fields.field import Field, Value
from designer.ui.fields.field_form import Editor, FieldForm
from designer.ui.fields.part_fields import (
    NUMBER_LISTS,
    PartField,
    form_field,
    has_ports,
    numbers_of,
    sections_of,
)
from designer.ui.fields.part_price import PriceDraft
from designer.ui.kit.reveal import reveal
from designer.ui.kit.style import set_role
from designer.ui.views.own_parts.ports import PortsEditor

LABEL_PX: Final = 128
SOURCE_KINDS: Final = (
    "assumed", "vendor", "second-hand", "measured", "guide", "reference-design",
    "derived",
)  # fmt: skip
Path = tuple[str, ...]
_FIRST_OF: Final = {"part": "kind", "pdu": "pdu.volts", "psu": "psu.count", "rack": "rack.units"}
"""A record that a reference names as a whole, and its figure that is given first."""


class PartForm(QScrollArea):
    """Editors over the data of one part.

    Signals
    -------
    changed
        Path and new value (None removes it) of what the user edited.
    source_changed
        Citation and kind of the user's own figures.
    unread_changed
        An editor may hold what the part does not: `unread` says what.
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
        self._sections: list[tuple[tuple[PartField, ...], FieldForm]] = []
        self._draft = PriceDraft()
        self.ports: PortsEditor | None = None
        self._price, self._source = FieldForm(self._take_price), FieldForm(self._take_source)
        self._price_line = QLabel("")

    @property
    def editors(self) -> dict[Path, Editor]:
        """The editors of the part's fields, by where the value stands."""
        return {
            tuple(name.split(".")): editor
            for _, form in self._sections
            for name, editor in form.editors.items()
        }

    @property
    def lines(self) -> dict[Path, QLabel]:
        """The lines under these editors."""
        return {
            tuple(name.split(".")): line
            for _, form in self._sections
            for name, line in form.lines.items()
        }

    @property
    def price(self) -> dict[str, Editor]:
        """The editors of the price."""
        return self._price.editors

    @property
    def citation(self) -> QLineEdit:
        """The editor of the source of the user's own figures."""
        editor = self._source.editors["citation"]
        assert isinstance(editor, QLineEdit)
        return editor

    @property
    def unread(self) -> str:
        """What was typed and is not in the part, in words; empty if all is."""
        forms = (*(form for _, form in self._sections), self._price, self._source)
        problems = [words for form in forms for words in form.form.problems()]
        if not problems and self._draft.missing():
            problems.append(f"Price: {self._draft.missing()}")
        if problems:
            return problems[0]
        return self.ports.unread if self.ports is not None else ""

    def forget(self) -> None:
        """Drop what was typed and not read: another part is to be shown, from its top."""
        self._draft.forget()
        for form in (*(form for _, form in self._sections), self._price, self._source):
            form.forget()
        if self.ports is not None:
            self.ports.forget()
        self.verticalScrollBar().setValue(0)

    def show_part(self, data: Mapping[str, Any]) -> None:
        """Show a part's data; the fields are those of its kind."""
        self._data = data
        kind = str(data.get("kind", ""))
        if kind != self._kind:
            self._build(kind)
        for fields, form in self._sections:
            form.show_fields([form_field(f, value_at(data, f.path)) for f in fields], kind)
        if self.ports is not None:
            self.ports.show_ports(data.get("ports", ()))
        prices = data.get("prices", ())
        first = prices[0] if isinstance(prices, list) and prices else {}
        self._draft.show(first if isinstance(first, Mapping) else {})
        self._show_price()
        citation, source_kind = own_source(data)
        kinds = tuple((words, words) for words in SOURCE_KINDS)
        self._source.show_fields(
            [
                Field("citation", "Source", "text", citation,
                      hint="A quote, a data sheet with its date, a measurement."),
                Field("citation_kind", "Kind of source", "choice", source_kind, choices=kinds),
            ],
            "the source",
        )  # fmt: skip

    def show_field(self, name: str) -> bool:
        """Scroll to a field and let the next key go into it; return whether the form has it.

        Parameters
        ----------
        name
            Where the figure stands in the part, as a reference has it: `price` is that of the
            purchase, `psu` the number of supplies.
        """
        editor = self.editor_of(name)
        if editor is not None:
            reveal(editor)
        return editor is not None

    def editor_of(self, name: str) -> QWidget | None:
        """Return where a figure is given; None where only the text has it."""
        if name == "price":
            return next(iter(self._price.editors.values()), None)
        if name == "ports":
            return self.ports.add if self.ports is not None else None
        return self.editors.get(tuple(_FIRST_OF.get(name, name).split(".")))

    def _build(self, kind: str) -> None:
        self._kind = kind
        self._sections = []
        page = QWidget()
        set_role(page, "clear")
        column = QVBoxLayout(page)
        column.setContentsMargins(16, 12, 16, 16)
        column.setSpacing(8)
        for title, fields in sections_of(kind):
            form = self._add(column, title, FieldForm(self._take, label_px=LABEL_PX))
            self._sections.append((fields, form))
        self.ports = None
        if has_ports(kind):
            _heading(column, "Ports")
            self.ports = PortsEditor()
            self.ports.changed.connect(lambda rows: self.changed.emit(("ports",), rows or None))
            self.ports.refused.connect(self.unread_changed)
            column.addWidget(self.ports)
        self._price = self._add(
            column, "Purchase price", FieldForm(self._take_price, label_px=LABEL_PX)
        )
        self._price_line = QLabel("")
        self._price_line.setWordWrap(True)
        set_role(self._price_line, "error")
        column.addWidget(self._price_line)
        self._source = self._add(
            column, "Where your figures are from", FieldForm(self._take_source, label_px=LABEL_PX)
        )
        column.addStretch(1)
        # The form that is left may be the one whose choice brought this one: it goes later.
        before = self.takeWidget()
        if before is not None:
            before.hide()
            before.deleteLater()
        self.setWidget(page)

    def _add(self, column: QVBoxLayout, title: str, form: FieldForm) -> FieldForm:
        _heading(column, title)
        set_role(form, "clear")
        form.setAccessibleName(title)
        form.settled.connect(self.unread_changed)
        column.addWidget(form)
        return form

    def _take(self, field: Field, value: Value, _subject: str) -> str:
        given: Any = None if value == "" else value
        if field.name == "pdu.phases" and given is not None:
            given = int(given)
        if isinstance(given, float) and given.is_integer():
            given = int(given)
        if field.name in NUMBER_LISTS and given is not None:
            try:
                given = numbers_of(given)
            except EditError as error:
                return str(error)
        self.changed.emit(tuple(field.name.split(".")), given)
        return ""

    def _take_price(self, field: Field, value: Value, _subject: str) -> str:
        self._draft.take(field.name, value)
        if not self._draft.missing():
            _, kind = own_source(self._data)
            record = self._draft.record(kind)
            self._draft.forget()
            others = self._data.get("prices", [])[1:]
            self.changed.emit(("prices",), [record, *others] if record else None)
        self._show_price()
        return ""

    def _show_price(self) -> None:
        self._price.show_fields(self._draft.fields(), "the price")
        words = self._draft.missing()
        self._price_line.setText(words)
        self._price_line.setVisible(bool(words))

    def _take_source(self, field: Field, value: Value, _subject: str) -> str:
        citation, kind = own_source(self._data)
        if field.name == "citation":
            citation = str(value).strip()
        else:
            kind = str(value)
        if citation:
            self.source_changed.emit(citation, kind)
        return ""


def _heading(column: QVBoxLayout, title: str) -> None:
    if column.count():
        column.addSpacing(8)
    heading = QLabel(title)
    set_role(heading, "heading")
    column.addWidget(heading)
