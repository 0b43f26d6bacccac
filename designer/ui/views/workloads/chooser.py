"""The chooser of a workload: a model, what is asked of it, and *Add*."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QPushButton, QWidget

from designer.catalog.load import shipped_library
from designer.catalog.records.workloads import Model
from designer.model.workload import Precision, Workload
from designer.ui.kit.number_boxes import integer_box
from designer.ui.kit.wheel import ignore_wheel
from designer.ui.kit.widget_edge import given_choice

_KINDS: Final = ("Training run", "Service")
_PRECISIONS: Final[tuple[Precision, ...]] = ("bf16", "fp8", "fp4")
_DECODERS: Final = ("decoder", "moe-decoder")
_USUAL: Final = "llama-3-70b"
_BILLION: Final = 1e9
_MOST_TOKENS: Final = 100_000_000


class Chooser(QWidget):
    """A form of what is to run.

    Signals
    -------
    added
        A workload without an id, as it is to be added.
    """

    added = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind, self.model, self.precision = QComboBox(), QComboBox(), QComboBox()
        for words in _KINDS:
            self.kind.addItem(words)
        self.precision.addItems(_PRECISIONS)
        self.batch = integer_box(1, 10_000_000, 1024, "sequences")
        self.sequence = integer_box(1, _MOST_TOKENS, 8192, "tokens")
        self.run = integer_box(1, 1_000_000, 1000, "10⁹ tokens")
        self.prompt = integer_box(1, _MOST_TOKENS, 1024, "tokens")
        self.answer = integer_box(1, _MOST_TOKENS, 512, "tokens")
        self.add = QPushButton("Add workload")
        self.form = QFormLayout(self)
        self.form.setContentsMargins(0, 0, 0, 0)
        for label, field in (
            ("Kind", self.kind), ("Model", self.model), ("Precision", self.precision),
            ("Batch", self.batch), ("Sequence", self.sequence), ("Run", self.run),
            ("Prompt", self.prompt), ("Answer", self.answer),
        ):  # fmt: skip
            ignore_wheel(field)
            field.setAccessibleName(label)
            self.form.addRow(label, field)
        self.form.addRow("", self.add)
        self.kind.currentIndexChanged.connect(lambda _: self._show_fields())
        self.add.setAutoDefault(True)  # Enter presses it
        self.add.clicked.connect(lambda _=False: self.added.emit(self.workload()))
        self._show_fields()

    def load(self) -> None:
        """List the models of the catalogue, the first time."""
        if self.model.count():
            return
        for entry in shipped_library().entries("model"):
            if isinstance(entry, Model) and entry.architecture in _DECODERS and entry.layers:
                self.model.addItem(entry.name, entry.id)
        self.model.setCurrentIndex(max(0, self.model.findData(_USUAL)))

    @property
    def trains(self) -> bool:
        """Whether a training run is chosen."""
        return self.kind.currentIndex() == 0

    def workload(self) -> Workload:
        """Return what the form says."""
        model, precision = self.model.currentData(), _PRECISIONS[self.precision.currentIndex()]
        name = given_choice(self.model)
        if self.trains:
            return Workload(
                id="new", name=f"Train {name}", model=model, precision=precision,
                global_batch=self.batch.value(), sequence_tokens=self.sequence.value(),
                tokens=self.run.value() * _BILLION,
            )  # fmt: skip
        return Workload(
            id="new", name=f"Serve {name}", kind="inference", model=model, precision=precision,
            prompt_tokens=self.prompt.value(), answer_tokens=self.answer.value(),
        )  # fmt: skip

    def _show_fields(self) -> None:
        for field in (self.batch, self.sequence, self.run):
            self.form.setRowVisible(field, self.trains)
        for field in (self.prompt, self.answer):
            self.form.setRowVisible(field, not self.trains)
