"""Nodes of the design by workload: which each takes in turn, which are spare, what is too many."""

from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from designer.render.hatch import paint_hatch
from designer.render.lettering import RIGHT, draw_text
from designer.ui.kit.style import mixed
from designer.ui.state.workload_choice import WorkloadChoice
from designer.ui.state.workspace import Workspace

_CELL: Final = 11.0
_GAP: Final = 2.0
_MOST_ROWS: Final = 9
_HEAD: Final = 20.0
_LINE: Final = 17.0
_PATTERNS: Final = (
    None, Qt.BrushStyle.BDiagPattern, Qt.BrushStyle.FDiagPattern, Qt.BrushStyle.DiagCrossPattern,
    Qt.BrushStyle.HorPattern, Qt.BrushStyle.VerPattern,
)  # fmt: skip


class Taken(NamedTuple):
    """What one workload takes: its id, its name, nodes."""

    key: str
    name: str
    nodes: int


class NodeMap(QWidget):
    """Squares for nodes, in turn, with a legend; a click on one chooses its workload."""

    def __init__(
        self, workspace: Workspace, choice: WorkloadChoice, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._space, self._choice = workspace, choice
        self.nodes, self.taken = 0, tuple[Taken, ...]()
        self.setAccessibleName("Nodes by workload")

    def refresh(self) -> None:
        """Show what the workloads on the GPUs of the chosen one take; what hangs there, after."""
        hanging, key = self._choice.hanging, self._choice.shown_key
        one = self._choice.report or self._choice.report_of(self._choice.key)
        gpu, found = (one.gpu if one is not None else ""), []
        self.nodes = 0
        if one is not None and one.standing_gpus and one.domain_gpus:
            self.nodes = -(-one.standing_gpus // one.domain_gpus)
            for each in (*self._choice.every, *([hanging] if hanging is not None else [])):
                here = each.id == key
                its = self._choice.report if here else self._choice.report_of(each.id)
                if its is not None and its.gpu == gpu and its.gpus and its.domain_gpus:
                    nodes = -(-its.gpus // its.domain_gpus)
                    found.append(Taken(each.id, each.name or each.id, nodes))
        self.taken = tuple(found)
        self.setVisible(self.nodes > 0)
        self.setAccessibleDescription("; ".join(f"{name}: {n}" for name, n in self.lines()))
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    @property
    def spare(self) -> int:
        """Nodes that no workload takes; below 0 as many as are taken twice."""
        return self.nodes - sum(one.nodes for one in self.taken)

    def lines(self) -> list[tuple[str, int]]:
        """Return the legend: names and nodes."""
        last = ("spare", self.spare) if self.spare >= 0 else ("more than stand", -self.spare)
        return [*((one.name, one.nodes) for one in self.taken), last]

    def owner(self, node: int) -> int | None:
        """Return which workload takes a node; None of a spare one."""
        end = 0
        for at, one in enumerate(self.taken):
            end += one.nodes
            if node < end:
                return at
        return None

    @property
    def _columns(self) -> int:
        return max(1, int((self.width() + _GAP) / (_CELL + _GAP)))

    @property
    def _each(self) -> int:
        """Nodes that one square stands for, where there are very many."""
        return max(1, -(-self.nodes // (self._columns * _MOST_ROWS)))

    def sizeHint(self) -> QSize:
        """Return room for squares and legend."""
        squares = -(-self.nodes // self._each)
        rows = -(-squares // self._columns)
        legend = _LINE * len(self.lines())
        return QSize(160, round(_HEAD + rows * (_CELL + _GAP) + 6 + legend))

    def cell(self, square: int) -> QRectF:
        """Return where a square stands."""
        row, column = divmod(square, self._columns)
        return QRectF(column * (_CELL + _GAP), _HEAD + row * (_CELL + _GAP), _CELL, _CELL)

    def resizeEvent(self, event: object) -> None:
        """Lay the squares out anew."""
        self.setFixedHeight(self.sizeHint().height())

    def node_at(self, x: float, y: float) -> int | None:
        """Return the node at a place."""
        column, row = int(x / (_CELL + _GAP)), int((y - _HEAD) / (_CELL + _GAP))
        if y < _HEAD or x < 0 or column >= self._columns:
            return None
        node = (row * self._columns + column) * self._each
        return node if node < self.nodes else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the workload of a node."""
        node = self.node_at(event.position().x(), event.position().y())
        owner = self.owner(node) if node is not None else None
        if owner is not None:
            self._choice.choose(self.taken[owner].key)

    def event(self, event: object) -> bool:
        """Say whose node is under the pointer."""
        if isinstance(event, QHelpEvent):
            node = self.node_at(event.pos().x(), event.pos().y())
            if node is not None:
                owner = self.owner(node)
                said = "spare" if owner is None else self.taken[owner].name
                QToolTip.showText(event.globalPos(), f"node {node + 1}: {said}", self)
                return True
        return super().event(event)  # type: ignore[arg-type] # Qt passes a QEvent

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint heading, squares and legend."""
        painter, theme = QPainter(self), self._space.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide = float(self.width())
        draw_text(painter, QRectF(0, 0, wide, 16), "NODES, TAKEN IN TURN", 11, theme.dim, 600)
        draw_text(painter, QRectF(0, 0, wide, 16), f"{self.nodes:,}", 11, theme.dim, 400, RIGHT)
        for square in range(-(-self.nodes // self._each)):
            self._paint_cell(painter, self.cell(square), self.owner(square * self._each))
        squares = -(-self.nodes // self._each)
        top = _HEAD + -(-squares // self._columns) * (_CELL + _GAP) + 4
        for at, (name, nodes) in enumerate(self.lines()):
            owner = at if at < len(self.taken) else None
            amber = owner is None and self.spare < 0
            if not amber:
                self._paint_cell(painter, QRectF(0, top + 2, _CELL, _CELL), owner)
            ink = theme.warning if amber else theme.text
            draw_text(painter, QRectF(18, top, wide - 60, 15), name, 11, ink)
            draw_text(painter, QRectF(0, top, wide, 15), f"{nodes:,}", 11, ink, 400, RIGHT)
            top += _LINE
        painter.end()

    def _paint_cell(self, painter: QPainter, box: QRectF, owner: int | None) -> None:
        theme = self._space.theme
        if owner is None:
            painter.setPen(QPen(QColor(theme.dim), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
            return
        chosen = self.taken[owner].key == self._choice.shown_key
        pattern = _PATTERNS[owner % len(_PATTERNS)]
        ink = QColor(theme.accent)
        ground = ink if chosen else mixed(QColor(theme.panel), ink, 0.4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(box, 2, 2)
        if pattern is not None:
            paint_hatch(painter, box, pattern, QColor(theme.panel), pitch=4, line=1)
