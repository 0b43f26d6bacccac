"""Chips that list one kind of change each, and say what its mark on the floor looks like."""

from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from designer.document.comparison import Kind
from designer.engine.beside_words import difference
from designer.model.figure_words import change
from designer.render.compared_floor import paint_sign, paint_swatch
from designer.render.theme import Theme
from designer.ui.kit.clearing import add_clearing
from designer.ui.kit.style import set_role
from designer.ui.kit.value_line import ValueLine
from designer.ui.state.change_rows import KINDS, Filter
from designer.ui.state.comparing import Comparing
from designer.ui.state.workspace import Workspace

_ICON: Final = QSize(28, 16)
_TYPING_MS: Final = 120


class ChangeFilters(QWidget):
    """A chip for each kind, a line to search, and how much is listed."""

    def __init__(self, workspace: Workspace, comparing: Comparing) -> None:
        super().__init__()
        self._space, self._comparing = workspace, comparing
        self.setAccessibleName("Filter changes")
        self.heading = QLabel("Changes")
        set_role(self.heading, "heading")
        self.chips: dict[Kind, QPushButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 6, 12, 6)
        row.setSpacing(4)
        row.addWidget(self.heading)
        for kind in KINDS:
            chip = QPushButton()
            set_role(chip, "chip")
            chip.setCheckable(True)
            chip.setIconSize(_ICON)
            chip.clicked.connect(partial(self._toggle, kind))
            self.chips[kind] = chip
            row.addWidget(chip)
        row.addStretch(1)
        self.count = QLabel()
        set_role(self.count, "dim")
        row.addWidget(self.count)
        self.line = ValueLine()
        self.line.setPlaceholderText("Filter changes")
        self.line.setAccessibleName("Filter changes by words")
        add_clearing(self.line, "Show changes with any words")
        self.line.setMinimumWidth(110)
        self.line.setMaximumWidth(200)
        row.addWidget(self.line, 1)
        self._typed = QTimer(self)
        self._typed.setSingleShot(True)
        self._typed.setInterval(_TYPING_MS)
        self._typed.timeout.connect(self._search)
        self.line.textChanged.connect(lambda _: self._typed.start())
        comparing.changed.connect(self.refresh)
        comparing.listed.connect(self.refresh)
        comparing.worked_out.connect(self.refresh)
        workspace.theme_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Count the changes of each kind that the rows are about."""
        comparing = self._comparing
        counts = comparing.counts
        theme = self._space.theme
        for kind, chip in self.chips.items():
            number = counts[kind]
            chip.setText(f"{number:,} {kind}")
            chip.setIcon(_swatch(kind, theme, self.devicePixelRatioF()))
            chip.setAccessibleName(f"Only {kind}: {number:,}")
            chip.setToolTip(f"{number:,} {kind}: list these alone, and mark them alone")
            chip.setChecked(kind in comparing.filter.kinds)
            chip.setEnabled(bool(number) or chip.isChecked())
        shown, every = len(comparing.rows), len(comparing.every)
        told = f"{every:,} rows" if every != 1 else "1 row"
        said = told if shown == every else f"{shown:,} of {told}"
        keys = frozenset[str]().union(*(row.keys for row in comparing.rows))
        both = comparing.powers.of(keys) if comparing.powers is not None else None
        power = difference(*both) if both is not None else ""
        self.count.setText(f"{said} · {power}" if power else said)
        self.count.setToolTip(f"The racks that they touch: {change(*both)}" if both else "")

    def _toggle(self, kind: Kind) -> None:
        now = self._comparing.filter
        self._comparing.set_filter(Filter(now.kinds ^ {kind}, now.text))

    def _search(self) -> None:
        now = self._comparing.filter
        self._comparing.set_filter(Filter(now.kinds, self.line.text()))


def _swatch(kind: str, theme: Theme, ratio: float) -> QIcon:
    """Return a mark of a kind with its sign, as it is on the floor."""
    picture = QPixmap(_ICON * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_swatch(painter, QRectF(1.5, 2.5, 18, 12), kind, theme)
    paint_sign(painter, QPointF(20, 8), kind, theme, 6.5)
    painter.end()
    return QIcon(picture)
