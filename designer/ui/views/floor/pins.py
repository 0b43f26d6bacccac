"""Remarks on the floor: a numbered pin at what each is about; its words are in the tooltip."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.model.design import Note
from designer.model.layout import Layout
from designer.render.fonts import font
from designer.ui.state.workspace import Workspace

_RADIUS_PX = 8.0
_STEP_MM = 260
"""Distance between the pins of one rack, so that the second does not hide the first."""


class NotePin(QGraphicsItem):
    """One remark. It keeps its size at every zoom.

    Parameters
    ----------
    workspace
        Where the theme comes from.
    number
        What it shows: the remark's place among all remarks, from 1.
    note
        The remark.
    """

    def __init__(self, workspace: Workspace, number: int, note: Note) -> None:
        super().__init__()
        self._workspace = workspace
        self._number = number
        self.note_id, self.text = note.id, note.text
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setZValue(20)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        """Return the pin's box in device pixels."""
        reach = _RADIUS_PX + 1.5
        return QRectF(-reach, -reach, 2 * reach, 2 * reach)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint a disc with the number."""
        theme = self._workspace.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.panel), 1.5))
        painter.setBrush(QColor(theme.accent))
        painter.drawEllipse(QPointF(0, 0), _RADIUS_PX, _RADIUS_PX)
        painter.setPen(QColor(theme.background))
        painter.setFont(font(10, 700))
        painter.drawText(self.boundingRect(), Qt.AlignmentFlag.AlignCenter, str(self._number))


def place_of(note: Note, layout: Layout, boxes: dict[str, QRectF]) -> QPointF | None:
    """Return where a remark is pinned, in mm; None where its target stands nowhere."""
    if note.x_mm is not None and note.y_mm is not None:
        return QPointF(note.x_mm, note.y_mm)
    if not note.target:
        corner = layout.design.room.outline[0] if layout.design.room.outline else (0, 0)
        return QPointF(corner[0], corner[1])
    placed = None if note.target in boxes else layout.find(note.target)
    box = boxes.get(placed.rack if placed else note.target)
    return box.topRight() if box is not None else None


def pins(workspace: Workspace, boxes: dict[str, QRectF]) -> list[NotePin]:
    """Return a pin for every remark that has a place; `boxes` are the racks' footprints."""
    made: list[NotePin] = []
    taken: dict[tuple[float, float], int] = {}
    for number, note in enumerate(workspace.document.design.notes, start=1):
        at = place_of(note, workspace.layout(), boxes)
        if at is None:
            continue
        pin = NotePin(workspace, number, note)
        before = taken.get((at.x(), at.y()), 0)
        taken[(at.x(), at.y())] = before + 1
        pin.setPos(at + QPointF(0, before * _STEP_MM))
        made.append(pin)
    return made
