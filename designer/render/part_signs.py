"""Signs of kinds of parts and of tables of the library, for lists: small pictures and icons."""

from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from designer.catalog.families import FAMILIES
from designer.catalog.kinds import KINDS, Glyph, Kind
from designer.render.icons import paint_icon
from designer.render.theme import Theme

ICONS: Final = {kind.id: kind.symbol for kind in KINDS} | {
    family.table: family.symbol for family in FAMILIES if family.table != "part"
}
"""Icon of each kind of part and of each table of the library."""
_PICTURED: Final = {kind.id: kind for kind in KINDS if kind.glyph != "icon"}


def paint_sign(painter: QPainter, box: QRectF, sign: str, theme: Theme) -> None:
    """Paint the sign of a kind or of a table in a box of about 36 × 24 px."""
    painter.setPen(QPen(QColor(theme.faint), 1))
    painter.setBrush(QColor(theme.raised))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    painter.setPen(Qt.PenStyle.NoPen)
    inner = box.adjusted(5, 4, -5, -4)
    pictured = _PICTURED.get(sign)
    if pictured is not None:
        GLYPH_PAINTERS[pictured.glyph](painter, inner, pictured, theme)
        return
    edge = min(inner.width(), inner.height() + 2)
    square = QRectF(0, 0, edge, edge)
    square.moveCenter(inner.center())
    paint_icon(painter, square, ICONS[sign], theme.dim)


def _paint_bays(painter: QPainter, inner: QRectF, kind: Kind, theme: Theme) -> None:
    bright = {"compute": theme.accent, "storage": theme.warning}.get(kind.colour, theme.dim)
    pitch = inner.height() / 4
    for index in range(4):
        painter.setBrush(QColor(theme.faint if index == 2 else bright))
        top = inner.top() + index * pitch
        painter.drawRect(QRectF(inner.left(), top + 0.5, inner.width(), pitch * 0.6))


def _paint_ports(painter: QPainter, inner: QRectF, _kind: Kind, theme: Theme) -> None:
    painter.setBrush(QColor(theme.ok))
    step = inner.width() / 8
    for index in range(8):
        left = inner.left() + index * step
        painter.drawRect(QRectF(left, inner.center().y() - 3, step * 0.62, 6))


def _paint_frame(painter: QPainter, inner: QRectF, kind: Kind, theme: Theme) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.dim), 1.2))
    width = inner.height() * 0.62
    frame = QRectF(inner.center().x() - width / 2, inner.top(), width, inner.height())
    painter.drawRoundedRect(frame, 1.5, 1.5)
    if kind.glyph == "divided-frame":
        middle = frame.center().y()
        painter.drawLine(QPointF(frame.left() + 3, middle), QPointF(frame.right() - 3, middle))


GLYPH_PAINTERS: Final[Mapping[Glyph, Callable[[QPainter, QRectF, Kind, Theme], None]]] = {
    "bays": _paint_bays,
    "ports": _paint_ports,
    "frame": _paint_frame,
    "divided-frame": _paint_frame,
}
"""Small pictures of fronts; a kind with another glyph is marked by its icon."""
