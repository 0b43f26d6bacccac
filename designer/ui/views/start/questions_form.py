"""The five questions as a form: what is typed is given as texts, and read by who plans."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from designer.catalog.load import shipped_library
from designer.catalog.records.workloads import Model
from designer.planning.questions.answers import COOLING_WORDS
from designer.planning.questions.generations import GENERATIONS
from designer.ui.kit.style import set_role
from designer.ui.kit.wheel import ignore_wheel
from designer.ui.kit.widget_edge import given_choice

USUAL: Final = {"gpus": "512", "parameters_b": "70", "tokens": "15e12", "days": "60"}
"""What stands there at first, so that something comes of it."""
CURRENCIES: Final = ("USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD", "INR", "CNY", "KRW")
LABEL_PX: Final = 84
SHORT_PX: Final = 78
COUNT_PX: Final = 62
BOLD_PX: Final = 26
"""Beside the words of a segment, which are bold while it is chosen."""
NUMBER_PX: Final = 20
_TRANSFORMERS: Final = ("decoder", "moe-decoder")


class QuestionsForm(QWidget):
    """The form.

    Signals
    -------
    changed
        Another answer stands there.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._lines: dict[str, QLineEdit] = {}
        self._rows: dict[str, QLabel] = {}
        """What stands before each answer: marked where it means nothing."""
        self._holders: dict[str, QWidget] = {}
        self._ask_how_many()
        self._ask_which()
        self._ask_where()
        self._ask_cooling()
        self._ask_budget()
        self._column.addStretch(1)
        for key, text in USUAL.items():
            self._lines[key].setText(text)
        self._offer_designs()
        self._show_kind()
        for line in self._lines.values():
            line.textEdited.connect(lambda _: self.changed.emit())
        for box in self.findChildren(QComboBox):
            ignore_wheel(box)
            box.currentIndexChanged.connect(lambda _: self.changed.emit())

    def answers(self) -> dict[str, str]:
        """Return the answers as texts, by the keys of the questions."""
        texts = {key: self._lines[key].text().strip() for key in ("rack_kw",)}
        texts["generation"] = str(self.generation.currentData())
        texts["design"] = str(self.design.currentData())
        texts["cooling"] = str(self.cooling.currentData())
        if self.by_run.isChecked():
            model = str(self.model.currentData())
            texts["model"] = model
            texts["parameters_b"] = "" if model else self._lines["parameters_b"].text()
            texts["tokens"] = self._lines["tokens"].text()
            texts["days"] = self._lines["days"].text()
        else:
            texts["gpus"] = self._lines["gpus"].text()
        texts["room"] = self._pair("length", "width")
        texts["feeds"] = self._pair("count", "kw")
        texts["volts"] = given_choice(self.volts).split(" ", maxsplit=1)[0]
        amount = self._lines["budget"].text().strip()
        texts["budget"] = f"{amount} {given_choice(self.currency)}" if amount else ""
        return {key: text for key, text in texts.items() if text.strip()}

    def fill(self, key: str, text: str) -> None:
        """Give the answer of a line, as if it had been typed."""
        self._lines[key].setText(text)
        self.changed.emit()

    def line(self, key: str) -> QLineEdit:
        """Return the line of an answer."""
        return self._lines[key]

    def mark(self, key: str) -> str:
        """Mark the answer that means nothing, empty for none; return what it is called."""
        for name, label in self._rows.items():
            set_role(label, "warning" if name == key else "dim")
        return self._rows[key].text() if key in self._rows else ""

    def _pair(self, first: str, second: str) -> str:
        one, other = (self._lines[key].text().strip() for key in (first, second))
        return f"{one}x{other}" if one or other else ""

    def _heading(self, number: int, text: str) -> QFormLayout:
        """Begin a question: its number, its words, and a form below."""
        row = QHBoxLayout()
        row.setSpacing(8)
        badge, words = QLabel(str(number)), QLabel(text)
        set_role(badge, "badge")
        badge.setFixedSize(NUMBER_PX, NUMBER_PX)
        set_role(words, "heading")
        row.addWidget(badge)
        row.addWidget(words, 1)
        if number > 1:
            self._column.addSpacing(6)
        self._column.addLayout(row)
        form = QFormLayout()
        form.setContentsMargins(NUMBER_PX + 8, 0, 0, 0)
        form.setVerticalSpacing(6)
        form.setHorizontalSpacing(8)
        self._column.addLayout(form)
        return form

    def _line(self, key: str, called: str, empty: str, width: int = 0) -> QLineEdit:
        line = QLineEdit()
        line.setAccessibleName(called)
        line.setPlaceholderText(empty)
        if width:
            line.setFixedWidth(width)
        self._lines[key] = line
        return line

    def _row(self, form: QFormLayout, key: str, words: str, *pieces: QWidget | str) -> None:
        label = QLabel(words)
        label.setFixedWidth(LABEL_PX)
        set_role(label, "dim")
        self._rows[key] = label
        self._holders[key] = holder = QWidget()
        row = QHBoxLayout()
        row.setSpacing(6)
        for piece in pieces:
            if isinstance(piece, str):
                told = QLabel(piece)
                set_role(told, "dim")
                row.addWidget(told)
            else:
                row.addWidget(piece)
        if not any(isinstance(piece, QComboBox) for piece in pieces):
            row.addStretch(1)
        row.setContentsMargins(0, 0, 0, 0)
        holder.setLayout(row)
        form.addRow(label, holder)

    def _ask_how_many(self) -> None:
        form = self._heading(1, "How many GPUs, or which training run by when?")
        self.by_gpus, self.by_run = QPushButton("GPUs"), QPushButton("A training run")
        self._kinds = QButtonGroup(self)
        kinds = QHBoxLayout()
        kinds.setSpacing(4)
        for button in (self.by_gpus, self.by_run):
            button.setCheckable(True)
            button.setAutoDefault(False)
            set_role(button, "segment")
            button.setMinimumWidth(button.fontMetrics().horizontalAdvance(button.text()) + BOLD_PX)
            self._kinds.addButton(button)
            kinds.addWidget(button)
        kinds.addStretch(1)
        self.by_gpus.setChecked(True)
        form.addRow(kinds)
        self._row(form, "gpus", "GPUs", self._line("gpus", "GPUs", "none", SHORT_PX))
        self.model = QComboBox()
        self.model.setAccessibleName("Model")
        self.model.addItem("by its parameters", "")
        self._row(form, "model", "Model", self.model)
        parameters = self._line("parameters_b", "Parameters in billions", "none", SHORT_PX)
        self._row(form, "parameters_b", "Parameters", parameters, "billion that work on a token")
        tokens = self._line("tokens", "Tokens", "none", 2 * SHORT_PX)
        self._row(form, "tokens", "Trained on", tokens, "tokens")
        days = self._line("days", "Days", "none", SHORT_PX)
        self._row(form, "days", "Done in", days, "days")
        self._how_many = form
        self._kinds.buttonToggled.connect(lambda _button, on: self._show_kind() if on else None)
        self.model.currentIndexChanged.connect(lambda _: self._show_kind())

    def _show_kind(self) -> None:
        """Show what belongs to the way in which the number is asked for."""
        run = self.by_run.isChecked()
        if run and self.model.count() == 1:
            for entry in shipped_library().entries("model"):
                if isinstance(entry, Model) and entry.architecture in _TRANSFORMERS:
                    self.model.addItem(entry.name, entry.id)
        form = self._how_many
        shown = {"gpus": not run, "model": run, "tokens": run, "days": run}
        shown["parameters_b"] = run and not self.model.currentData()
        for key, on in shown.items():
            form.setRowVisible(self._holders[key], on)
        self.changed.emit()

    def _ask_which(self) -> None:
        form = self._heading(2, "Which GPU?")
        self.generation, self.design = QComboBox(), QComboBox()
        for one in GENERATIONS:
            self.generation.addItem(one.name, one.id)
        self.generation.setAccessibleName("GPU")
        self.design.setAccessibleName("Reference design")
        self._row(form, "generation", "GPU", self.generation)
        self._row(form, "design", "Design", self.design)
        self.generation.currentIndexChanged.connect(lambda _: self._offer_designs())

    def _offer_designs(self) -> None:
        """List the reference designs of the chosen GPU."""
        blocked = self.design.blockSignals(True)
        self.design.clear()
        self.design.addItem("the one that comes nearest", "")
        for offer in GENERATIONS[self.generation.currentIndex()].offers:
            self.design.addItem(offer.of.name, offer.template)
        self.design.setEnabled(self.design.count() > 2)
        self.design.blockSignals(blocked)

    def _ask_where(self) -> None:
        form = self._heading(3, "Which room and feeds?")
        length = self._line("length", "Length of the room in metres", "sized", SHORT_PX)
        width = self._line("width", "Width of the room in metres", "sized", SHORT_PX)
        self._row(form, "room", "Room", length, "×", width, "m")
        count = self._line("count", "Number of feeds", "sized", COUNT_PX)
        each = self._line("kw", "kW of each feed", "sized", COUNT_PX)
        self.volts = QComboBox()
        self.volts.addItems(("415 V", "400 V"))
        self.volts.setAccessibleName("Volts of the feeds")
        self._row(form, "feeds", "Feeds", count, "×", each, "kW at", self.volts)
        rack = self._line("rack_kw", "Most kW of a rack", "any", SHORT_PX)
        self._row(form, "rack_kw", "A rack", rack, "kW at most")

    def _ask_cooling(self) -> None:
        form = self._heading(4, "Which cooling?")
        self.cooling = QComboBox()
        self.cooling.setAccessibleName("Cooling")
        self.cooling.addItem("what the reference design has", "")
        for key, words in COOLING_WORDS.items():
            self.cooling.addItem(words, key)
        self._row(form, "cooling", "Nodes", self.cooling)

    def _ask_budget(self) -> None:
        form = self._heading(5, "Which budget?")
        self.currency = QComboBox()
        self.currency.setAccessibleName("Currency of the budget")
        self.currency.addItems(CURRENCIES)
        amount = self._line("budget", "Budget", "any", 2 * SHORT_PX)
        self._row(form, "budget", "At most", amount, self.currency)
