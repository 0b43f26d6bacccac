"""A reference design on the start page: folded to its name, unfolded with its parameters."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from designer.planning.templates import Parameter, Template
from designer.ui.kit.number_boxes import IntegerBox, RefusedNumbers, integer_box
from designer.ui.kit.style import set_role
from designer.ui.kit.wheel import ignore_wheel
from designer.ui.kit.wrapped_label import WrappedLabel

FIELD_PX = 150


class TemplateCard(QFrame):
    """A reference design with its parameters.

    Signals
    -------
    chosen
        Id and arguments: it is to be created.
    opened
        It was unfolded by whoever works.
    """

    chosen = Signal(str, object)
    opened = Signal()

    def __init__(self, template: Template, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._template = template
        self.unfolded = False
        set_role(self, "card")
        self.setAccessibleName(f"Reference design {template.name}")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.heading = QPushButton()
        set_role(self.heading, "fold")
        self.heading.clicked.connect(lambda: self.turn(unfolded=not self.unfolded))
        summary = WrappedLabel(template.summary)
        set_role(summary, "dim")
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 16, 10)
        column.setSpacing(4)
        column.addWidget(self.heading)
        column.addWidget(summary)
        self._column = column
        self._made: CardForm | None = None
        self.fold()

    @property
    def form(self) -> "CardForm":
        """What unfolds; made when it is first asked for, as most cards stay folded."""
        if self._made is None:
            self._made = CardForm(self._template)
            self._made.create_button.clicked.connect(
                lambda: self.chosen.emit(self._template.id, self.arguments())
            )
            self._column.addWidget(self._made)
        return self._made

    @property
    def fields(self) -> dict[str, IntegerBox | QComboBox]:
        """The editors of the parameters, by name."""
        return self.form.fields

    @property
    def words(self) -> WrappedLabel:
        """What says which number cannot be."""
        return self.form.words

    @property
    def create_button(self) -> QPushButton:
        """What creates the design."""
        return self.form.create_button

    def turn(self, *, unfolded: bool) -> None:
        """Show the parameters or hide them, as asked for by hand."""
        if unfolded:
            self.unfold()
            self.opened.emit()
        else:
            self.fold()

    def unfold(self) -> None:
        """Show the parameters."""
        self._set(unfolded=True)

    def fold(self) -> None:
        """Show the name and the summary alone."""
        self._set(unfolded=False)

    def _set(self, *, unfolded: bool) -> None:
        self.unfolded = unfolded
        if unfolded or self._made is not None:
            self.form.setVisible(unfolded)
        self.heading.setText(f"{'▾' if unfolded else '▸'}  {self._template.name}")
        state = "hide its parameters" if unfolded else "show its parameters"
        self.heading.setAccessibleName(f"{self._template.name}: {state}")

    def arguments(self) -> dict[str, str]:
        """Return the parameters as the template takes them."""
        return self.form.arguments()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the press of a click that unfolds it."""
        if self._unfolds(event):
            event.accept()
        else:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Unfold it by a click anywhere on it."""
        if self._unfolds(event):
            event.accept()
            self.turn(unfolded=True)
        else:
            super().mouseReleaseEvent(event)

    def _unfolds(self, event: QMouseEvent) -> bool:
        inside = self.rect().contains(event.position().toPoint())
        return event.button() == Qt.MouseButton.LeftButton and inside and not self.unfolded

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Create the design by Enter, wherever in the card: a field keeps it while it refuses.

        A folded card is unfolded first, so that nobody creates what was not shown.
        """
        if not is_plain_enter(event):
            super().keyPressEvent(event)
        elif self.unfolded:
            self.create_button.click()
        else:
            self.turn(unfolded=True)


class CardForm(QWidget):
    """The parameters of a reference design, and the button that creates it."""

    def __init__(self, template: Template, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._template = template
        self.fields: dict[str, IntegerBox | QComboBox] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 2)
        column.setSpacing(6)
        for parameter in template.parameters:
            column.addLayout(self._field(parameter))
        self.words = WrappedLabel()
        set_role(self.words, "warning")
        self.words.hide()
        column.addWidget(self.words)
        boxes = [box for box in self.fields.values() if isinstance(box, IntegerBox)]
        self._refused = RefusedNumbers(boxes, self)
        self._refused.changed.connect(self._judge)
        self.create_button = QPushButton("Create")
        self.create_button.setAccessibleName(f"Create {template.name}")
        set_role(self.create_button, "primary")
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.create_button)
        column.addLayout(row)

    def arguments(self) -> dict[str, str]:
        """Return the parameters as the template takes them."""
        return {
            name: str(field.value()) if isinstance(field, IntegerBox) else field.currentData()
            for name, field in self.fields.items()
        }

    def _judge(self) -> None:
        """Say what number cannot be; with one that stands there nothing is created."""
        self.words.setText(self._refused.words)
        self.words.setVisible(bool(self._refused.words))
        self.create_button.setEnabled(not self._refused.stand)

    def _field(self, parameter: Parameter) -> QHBoxLayout:
        words = parameter_words(parameter.name)
        label = QLabel(words)
        set_role(label, "dim")
        field = _editor(parameter)
        field.setAccessibleName(f"{self._template.name}: {words}")
        field.setToolTip(parameter.help)
        field.setFixedWidth(FIELD_PX)
        self.fields[parameter.name] = field
        row = QHBoxLayout()
        row.addWidget(label)
        row.addStretch(1)
        row.addWidget(field)
        return row


def is_plain_enter(event: QKeyEvent) -> bool:
    """Return whether a key is Enter alone, on either side of the keyboard, and not held down."""
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
    return enter and not held and not event.isAutoRepeat()


def parameter_words(name: str) -> str:
    """Return a parameter's name as people write it: `scalable_units`, `width_m`, `ufm`."""
    words, _, unit = name.rpartition("_")
    if unit in {"m", "kw"} and words:
        return f"{words.replace('_', ' ').capitalize()}, {'kW' if unit == 'kw' else unit}"
    return _LABELS.get(name, name.replace("_", " ").capitalize())


_LABELS: Final = {
    "ufm": "UFM", "nodes_per_rack": "Nodes per rack", "racks_per_row": "Racks per row",
    "scalable_units": "Scalable units", "units_per_hall": "Units per hall",
    "storage_level": "Storage level", "stations": "Workstations", "leaves": "Leaves",
    "system": "System", "form": "Form", "pods": "PODs",
}  # fmt: skip
"""Of parameters whose names are no words of any other label: translators find them."""


def _editor(parameter: Parameter) -> IntegerBox | QComboBox:
    if parameter.kind == "choice":
        choice = QComboBox()
        ignore_wheel(choice)
        for value in parameter.choices:
            choice.addItem(value, value)
        choice.setCurrentIndex(choice.findData(parameter.default))
        return choice
    low, high = parameter.minimum, parameter.maximum
    box = integer_box(
        0 if low is None else low, 1_000_000 if high is None else high, int(parameter.default)
    )
    if parameter.default == "0" and box.minimum() == 0:
        box.setSpecialValueText("automatic")
    return box
