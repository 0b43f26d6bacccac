"""What floats over the floor while cables are shown: fabrics to choose, and what lines mean."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from designer.render.cable_painter import bundle_wide, most_cables
from designer.render.fonts import font
from designer.ui.kit.style import set_role
from designer.ui.state.cables_shown import CablesShown
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.float_panel import paint_panel

_LINE: Final = 18
_LEAST_ROOM: Final = 440
"""Height of the drawing below which it begins folded: it would cover rows of racks."""


class CableKey(QWidget):
    """A checkbox for each fabric with its number of cables; widths and colours below."""

    def __init__(self, workspace: Workspace, shown: CablesShown, parent: QWidget) -> None:
        super().__init__(parent)
        self._workspace, self._shown = workspace, shown
        self.setAccessibleName("Cables shown")
        self.boxes: dict[str, QCheckBox] = {}
        self._counts: dict[str, QLabel] = {}
        self._folded: bool | None = None
        self._room = 10_000
        self.heading = QPushButton()
        set_role(self.heading, "fold")
        self.heading.setAccessibleName("Cables shown")
        self.heading.clicked.connect(lambda _=False: self.fold(folded=not self.is_folded))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 8, 12, 10)
        self._column.setSpacing(4)
        self._column.addWidget(self.heading)
        self._lines = _Lines(workspace, shown)
        self._column.addWidget(self._lines)
        self.note = QLabel()
        set_role(self.note, "dim")
        self.note.setWordWrap(True)
        self._column.addWidget(self.note)
        shown.changed.connect(self.refresh)
        self.refresh()

    @property
    def is_folded(self) -> bool:
        """Whether the heading stands alone: as it was left, else where it would cover the floor."""
        return self._room < _LEAST_ROOM if self._folded is None else self._folded

    def fold(self, *, folded: bool) -> None:
        """Show the heading alone, or all of it."""
        self._folded = folded
        self.refresh()

    def give_room(self, high: int) -> None:
        """Take note of how high the drawing is that it floats over."""
        folded, self._room = self.is_folded, high
        if self.is_folded != folded:
            self.refresh()

    def refresh(self) -> None:
        """Show what is shown now."""
        self.setVisible(self._shown.is_on)
        if not self._shown.is_on:
            return
        ways = self._shown.ways
        counts = {one.fabric: one.cables for one in ways.fabrics} if ways else {}
        for fabric in self._workspace.document.design.fabrics:
            box = self.boxes.get(fabric.id) or self._add(fabric.id)
            box.setText(fabric.name or fabric.id)
            box.blockSignals(True)
            box.setChecked(self._shown.is_shown(fabric.id))
            box.blockSignals(False)
            count = counts.get(fabric.id)
            self._counts[fabric.id].setText("…" if count is None else f"{count:,}")
        known = {fabric.id for fabric in self._workspace.document.design.fabrics}
        for key in [key for key in self.boxes if key not in known]:
            row = self.boxes.pop(key).parentWidget()
            self._counts.pop(key)
            if row is not None:
                row.deleteLater()
        folded = self.is_folded
        self.heading.setText(f"{'▸' if folded else '▾'} Cables shown")
        self.heading.setToolTip("Show fabrics, widths and colours" if folded else "Fold it")
        for box in self.boxes.values():
            if (row := box.parentWidget()) is not None:
                row.setVisible(not folded)
        self._lines.setVisible(not folded)
        self._lines.updateGeometry()
        self._lines.update()
        self.note.setText(self._words())
        self.note.setVisible(bool(self.note.text()))
        self.adjustSize()

    def _words(self) -> str:
        ways = self._shown.ways
        if ways is None:
            return self._shown.why or "routing…"
        if ways.straight and not ways.bundles:
            return "~ no tray is drawn: straight ways, an estimate"
        if ways.straight:
            return "~ dashed: no tray leads there"
        return ""

    def _add(self, fabric: str) -> QCheckBox:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(12)
        box, count = QCheckBox(), QLabel()
        box.setAccessibleName(f"Cables of {fabric}")
        set_role(count, "dim")
        count.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        box.toggled.connect(lambda on: self._shown.show_fabric(fabric, on=on))
        line.addWidget(box, 1)
        line.addWidget(count)
        self._column.insertWidget(1 + len(self.boxes), row)
        self.boxes[fabric], self._counts[fabric] = box, count
        return box

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground of a panel."""
        painter = QPainter(self)
        paint_panel(painter, self.rect(), self._workspace.theme)
        painter.end()


class _Lines(QWidget):
    """Widths of bundles, and colours by fill."""

    def __init__(self, workspace: Workspace, shown: CablesShown) -> None:
        super().__init__()
        self._workspace, self._shown = workspace, shown
        self.setAccessibleName("Widths by number of cables, colours by fill of a tray")

    def sizeHint(self) -> QSize:
        """Return the room of the lines."""
        fills = 4 if self._has_trays() else 0
        return QSize(156, (1 + len(self._steps()) + fills) * _LINE + 8)

    def _has_trays(self) -> bool:
        ways = self._shown.ways
        return ways is not None and bool(ways.bundles)

    def _steps(self) -> tuple[int, ...]:
        ways = self._shown.ways
        if ways is None:
            return ()
        most = most_cables(ways)
        return tuple(dict.fromkeys(n for n in (most // 4, most // 2, most) if n))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a line for each width and a swatch for each colour."""
        theme, steps = self._workspace.theme, self._steps()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row = QRect(0, 2, self.width(), _LINE)

        def words(text: str, left: int, colour: str, *, heading: bool = False) -> None:
            painter.setFont(font(11, 600 if heading else 400))
            painter.setPen(QColor(colour))
            at = Qt.AlignmentFlag.AlignVCenter
            if not heading and not left:
                at |= Qt.AlignmentFlag.AlignRight
            painter.drawText(row.adjusted(left, 0, 0, 0), at, text)

        words("Bundle, cables", 0, theme.dim, heading=True)
        for count in steps:
            row.translate(0, _LINE)
            painter.setPen(QPen(QColor(theme.dim), bundle_wide(count, steps[-1])))
            painter.drawLine(0, row.center().y(), 44, row.center().y())
            words(f"{count:,}", 0, theme.text)
        if not self._has_trays():
            painter.end()
            return
        row.translate(0, _LINE + 4)
        words("Tray, of usable section", 0, theme.dim, heading=True)
        for text, colour in (
            ("to 80 %, or not known", theme.dim), ("80–100 %, near", theme.warning),
            ("over", theme.error),
        ):  # fmt: skip
            row.translate(0, _LINE)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colour))
            painter.drawRoundedRect(0, row.center().y() - 4, 14, 9, 2, 2)
            words(text, 22, theme.text)
        painter.end()
