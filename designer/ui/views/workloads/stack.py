"""One stacked bar with its legend: parts of an iteration's time, or of a GPU's memory."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QLabel, QToolTip, QWidget

from designer.engine.workload_report import Part
from designer.render.hatch import paint_hatch
from designer.ui.kit.elided_label import ElidedLabel
from designer.ui.kit.style import set_role
from designer.ui.state.workspace import Workspace

_HIGH: Final = 18
_LEAST: Final = 0.005
"""Part of the whole below which nothing is drawn or named."""


MOST: Final = 3
"""Bars of variants."""
_LEGEND: Final = 1 + 2 * MOST
"""Row of the grid in which the legend begins."""


class Meaning(NamedTuple):
    """What a part is called, its colour, and whether it is work or waiting."""

    words: str
    colour: str
    waits: bool = False


_SKY, _BLUE, _GREEN = "#56b4e9", "#0072b2", "#009e73"
_ORANGE, _RED, _YELLOW, _PINK = "#e69f00", "#d55e00", "#f0e442", "#cc79a7"
_GREY: Final = "#8a919b"
LEDGER: Final = {
    "compute": Meaning("Matrix products", _BLUE),
    "attention": Meaning("Attention", _SKY),
    "memory": Meaning("Memory traffic", _GREEN),
    "logits": Meaning("Logits", _YELLOW),
    "launches": Meaning("Kernel launches", _GREY, waits=True),
    "recompute": Meaning("Recompute", _PINK, waits=True),
    "tensor": Meaning("Tensor all-reduce", _ORANGE, waits=True),
    "context": Meaning("Context exchange", _ORANGE, waits=True),
    "expert": Meaning("Expert all-to-all", _RED, waits=True),
    "pipeline": Meaning("Stage to stage", _GREY, waits=True),
    "bubble": Meaning("Pipeline bubble", _RED, waits=True),
    "data": Meaning("Gradient all-reduce", _PINK, waits=True),
    "optimizer": Meaning("Optimizer", _GREY),
}
"""Okabe and Ito's colour-blind safe family; what waits is hatched as well."""
MEMORY: Final = {
    "weights": Meaning("Weights", _BLUE),
    "gradients": Meaning("Gradients", _SKY),
    "optimizer": Meaning("Optimizer states", _GREEN),
    "activations": Meaning("Activations", _ORANGE),
    "logits": Meaning("Logits", _YELLOW),
    "work": Meaning("Work buffers", _PINK),
    "cache": Meaning("KV cache", _ORANGE),
    "reserve": Meaning("Reserve", _GREY, waits=True),
}

SERVING: Final = {
    "products": Meaning("Matrix products", _BLUE),
    "weights": Meaning("Weights read", _BLUE),
    "scores": Meaning("Attention", _SKY),
    "cache": Meaning("KV cache read", _ORANGE),
    "tensor": Meaning("Tensor all-reduce", _PINK, waits=True),
    "fixed": Meaning("Kernels, scheduler", _GREY, waits=True),
    "prompts": Meaning("Prompts in between", _GREEN),
}


class Beside(NamedTuple):
    """The parts of a variant, and what they are called."""

    name: str
    parts: tuple[Part, ...]
    limit: float | None = None


class Stack(QWidget):
    """The painted bar; where it has a limit, a tick marks it and free room stays open.

    Attributes
    ----------
    useful
        The part of it, 0 to 1, that a line below marks as useful, and the rest as waiting.
    scale
        What the whole width stands for at least, where another bar beside it is longer.
    """

    def __init__(self, workspace: Workspace, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.parts: tuple[tuple[Meaning, float, str], ...] = ()
        self.limit: float | None = None
        self.useful: float | None = None
        self.scale = 0.0
        self.setAccessibleName(name)
        self.setFixedHeight(_HIGH + 8)

    def sizeHint(self) -> QSize:
        """Return the bar's size."""
        return QSize(220, _HIGH + 8)

    @property
    def whole(self) -> float:
        """What the whole width stands for."""
        shown = max(self.scale, sum(size for _, size, _ in self.parts))
        return shown if self.limit is None else max(shown, self.limit)

    def boxes(self) -> list[tuple[QRectF, Meaning, str]]:
        """Return where each part stands, what it is, and what it says."""
        found, left = [], 0.0
        for meaning, size, text in self.parts:
            width = size / self.whole * self.width() if self.whole else 0.0
            box = QRectF(left, 4, max(1.0, width - 1), _HIGH)
            found.append((box, meaning, text))
            left += width
        return found

    def event(self, event: object) -> bool:
        """Name the part under the pointer."""
        if isinstance(event, QHelpEvent):
            for box, meaning, text in self.boxes():
                if box.left() <= event.pos().x() <= box.right():
                    QToolTip.showText(event.globalPos(), f"{meaning.words}: {text}", self)
                    return True
        return super().event(event)  # type: ignore[arg-type] # Qt passes a QEvent

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the parts side by side, the limit as a tick."""
        painter, theme = QPainter(self), self._workspace.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(QRectF(0, 4, self.width(), _HIGH), 3, 3)
        for box, meaning, _ in self.boxes():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(meaning.colour))
            painter.drawRoundedRect(box, 2, 2)
            if meaning.waits:
                ground = QColor(theme.panel)
                paint_hatch(painter, box, Qt.BrushStyle.BDiagPattern, ground, pitch=6, line=1)
        if self.limit is not None and self.whole:
            at = min(self.limit / self.whole * self.width(), self.width() - 1.5)
            painter.setPen(QPen(QColor(theme.text), 2))
            painter.drawLine(int(at), 0, int(at), _HIGH + 8)
        if self.useful is not None:
            filled = sum(size for _, size, _ in self.parts) / (self.whole or 1.0) * self.width()
            at, y = self.useful * filled, self.height() - 1.0
            painter.setPen(QPen(QColor(theme.ok), 2))
            painter.drawLine(QPointF(0, y), QPointF(max(0.0, at - 2), y))
            painter.setPen(QPen(QColor(theme.dim), 2, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(at + 1, y), QPointF(filled, y))
        painter.end()


class StackView(QWidget):
    """The bar with its legend in columns; what a part follows from stands beside or below it.

    Parameters
    ----------
    below
        Whether it stands below.
    """

    def __init__(
        self, workspace: Workspace, name: str, meanings: dict[str, Meaning], unit: str,
        parent: QWidget | None = None, *, columns: int = 2, below: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._meanings, self._unit, self._columns = meanings, unit, columns
        self._below = below
        self.bar = Stack(workspace, name)
        self.beside = [(ElidedLabel(), Stack(workspace, f"{name}, variant")) for _ in range(MOST)]
        self._beside: tuple[Beside, ...] = ()
        for label, bar in self.beside:
            set_role(label, "caption")
            label.hide()
            bar.hide()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(3)
        self._labels: list[tuple[QLabel, QLabel, ElidedLabel]] = []
        self._lay_out()

    def set_columns(self, columns: int) -> None:
        """Put the legend into so many columns."""
        if columns != self._columns:
            self._columns = columns
            self._lay_out()

    def show_parts(self, parts: Sequence[Part], limit: float | None = None) -> None:
        """Show the parts of a whole, and its limit."""
        whole = sum(part.amount for part in parts)
        told = [part for part in parts if whole and part.amount >= _LEAST * whole]
        self.bar.parts = tuple(
            (self._meanings[part.what], part.amount, self._words(part, whole)) for part in told
        )
        self.bar.limit = limit
        self._scale()
        shown = [(part.what, self.bar.parts[at][2], part.note) for at, part in enumerate(told)]
        here = {part.what for part in told}
        shown += [(what, "—", "of a variant") for what in self._of_others() if what not in here]
        for at in range(max(len(shown), len(self._labels))):
            if at == len(self._labels):
                self._add_label(at)
            name, value, note = self._labels[at]
            for label in (name, value, note):
                label.setVisible(at < len(shown))
            if at < len(shown):
                what, said, about = shown[at]
                note.set_full_text(about)
                meaning = self._meanings[what]
                sign = "▨" if meaning.waits else "■"
                name.setText(f"<span style='color:{meaning.colour}'>{sign}</span>&nbsp;"
                             f"{meaning.words}")  # fmt: skip
                value.setText(said)

    def show_beside(self, beside: Sequence[Beside]) -> None:
        """Show parts of variants as bars below, drawn to the same scale; `show_parts` follows."""
        self._beside = tuple(one for one in beside if one.parts)[:MOST]
        for at, (label, bar) in enumerate(self.beside):
            there = at < len(self._beside)
            label.setVisible(there)
            bar.setVisible(there)
            if there:
                one = self._beside[at]
                whole = whole_of(one.parts)
                bar.parts = tuple(
                    (self._meanings[part.what], part.amount, self._words(part, whole))
                    for part in one.parts
                    if part.amount >= _LEAST * whole
                )
                bar.limit = one.limit
                label.set_full_text(one.name)
                bar.setAccessibleDescription(
                    f"{one.name}: " + ", ".join(f"{m.words} {said}" for m, _, said in bar.parts)
                )

    def _of_others(self) -> list[str]:
        """Return what only variants may have, that which is large enough to be seen."""
        found = (
            part.what for one in self._beside for part in one.parts
            if part.amount >= _LEAST * whole_of(one.parts)
        )  # fmt: skip
        return list(dict.fromkeys(found))

    def _scale(self) -> None:
        """Draw all bars to the longest of them."""
        bars = [self.bar, *(bar for _, bar in self.beside[: len(self._beside)])]
        for bar in bars:
            bar.scale = 0.0
        longest = max(bar.whole for bar in bars) if self._beside else 0.0
        for bar in bars:
            bar.scale = longest
            bar.update()

    def texts(self) -> dict[str, str]:
        """Return what the legend says of each part."""
        return {meaning.words: text for meaning, _, text in self.bar.parts}

    def whole_words(self, parts: Sequence[Part]) -> str:
        """Return the sum of some parts in the unit of the bar."""
        return self._amount(whole_of(parts))

    def _amount(self, amount: float) -> str:
        if self._unit == "ms":
            return f"{1e3 * amount:.3g} ms"
        return f"{amount:.3g} s" if self._unit == "s" else f"{amount:.1f} {self._unit}"

    def _words(self, part: Part, whole: float) -> str:
        said = self._amount(part.amount)
        return f"{said} · {100 * part.amount / whole:.1f} %" if self._unit in ("ms", "s") else said

    def _add_label(self, at: int) -> None:
        name, value, note = QLabel(""), QLabel(""), ElidedLabel()
        set_role(name, "caption")
        set_role(note, "caption")
        set_role(value, "figure")
        self._labels.append((name, value, note))
        self._place(at)

    @property
    def _cells(self) -> int:
        """Columns of the grid that one column of the legend has."""
        return 2 if self._below else 3

    def _lay_out(self) -> None:
        cells = self._cells
        for column in range(max(self._grid.columnCount(), cells * self._columns)):
            grows = column < cells * self._columns and column % cells == (0 if self._below else 1)
            self._grid.setColumnStretch(column, 1 if grows else 0)
        bars = (widget for pair in self.beside for widget in pair)
        for row, widget in enumerate((self.bar, *bars)):
            self._grid.removeWidget(widget)
            self._grid.addWidget(widget, row, 0, 1, cells * self._columns)
        for at in range(len(self._labels)):
            self._place(at)

    def _place(self, at: int) -> None:
        row, column = _LEGEND + at // self._columns, self._cells * (at % self._columns)
        name, value, note = self._labels[at]
        for label in (name, value, note):
            self._grid.removeWidget(label)
        if self._below:
            row = 2 * row - _LEGEND
            self._grid.addWidget(name, row, column)
            self._grid.addWidget(value, row, column + 1)
            self._grid.addWidget(note, row + 1, column, 1, 2)
        else:
            self._grid.addWidget(name, row, column)
            self._grid.addWidget(note, row, column + 1)
            self._grid.addWidget(value, row, column + 2)


def whole_of(parts: Sequence[Part]) -> float:
    """Return the sum of parts that are all known."""
    return sum(part.amount for part in parts)


def waiting(parts: Sequence[Part]) -> float:
    """Return the part of an iteration that is no work on the model, 0 to 1."""
    whole = sum(part.amount for part in parts)
    return sum(part.amount for part in parts if LEDGER[part.what].waits) / whole if whole else 0.0


def useful_first(parts: Sequence[Part]) -> list[Part]:
    """Return the parts of an iteration with what waits or repeats at the end, else as they are."""
    return sorted(parts, key=lambda part: LEDGER[part.what].waits)
