"""Small painted signs: severity, engine state, part kinds. Shape and colour, never colour alone."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QApplication, QWidget

from designer.render.icons import paint_icon
from designer.render.theme import DARK, LIGHT, Theme

DRAWN_KINDS: Final = {
    kind: kind
    for kind in (
        "gpu", "asic", "cpu", "superchip", "baseboard", "nic", "dpu", "busway", "ups", "generator",
        "in-row", "immersion", "rear-door", "cdu", "crah", "rack-pdu", "cable", "transceiver",
    )
} | {
    "cloud_provider": "cloud", "cloud_offer": "offer", "model": "model",
    "training_run": "training", "inference_run": "inference", "operating_system": "os",
    "software": "software", "kernel_parameter": "kernel", "mig_profile": "mig",
    "technique": "technique", "interconnect": "interconnect", "guideline": "guideline",
    "limit": "limit", "topic": "topic", "conflict": "conflict",
}  # fmt: skip
"""Part kinds and tables whose sign is the icon of this name in a frame."""


def theme_of(palette: QPalette) -> Theme:
    """Return the theme whose palette is in force."""
    return DARK if palette.color(QPalette.ColorRole.Window).lightness() < 128 else LIGHT


def severity_colour(severity: str, theme: Theme) -> QColor:
    """Return the colour of a severity (or limit state); the accent for `info`."""
    names = {"error": theme.error, "warning": theme.warning, "ok": theme.ok, "info": theme.accent}
    return QColor(names.get(severity, theme.dim))


def paint_severity(painter: QPainter, box: QRectF, severity: str, colour: QColor) -> None:
    """Paint a severity: a triangle warns, an octagon refuses, a disc informs."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    centre, half = box.center(), min(box.width(), box.height()) / 2
    if severity == "warning":
        top = QPointF(centre.x(), centre.y() - half)
        left = QPointF(centre.x() - half, centre.y() + half * 0.85)
        right = QPointF(centre.x() + half, centre.y() + half * 0.85)
        painter.drawPolygon(QPolygonF([top, right, left]))
    elif severity == "error":
        cut = half * 0.42
        corners = [
            (-cut, -half), (cut, -half), (half, -cut), (half, cut),
            (cut, half), (-cut, half), (-half, cut), (-half, -cut),
        ]  # fmt: skip
        points = [QPointF(centre.x() + x, centre.y() + y) for x, y in corners]
        painter.drawPolygon(QPolygonF(points))
    else:
        painter.drawEllipse(centre, half * 0.85, half * 0.85)


class SeverityGlyph(QWidget):
    """A severity sign of 12 px beside words."""

    def __init__(self, severity: str = "info", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._severity = severity
        self.setFixedSize(QSize(14, 18))
        self.setAccessibleName(severity)

    def set_severity(self, severity: str) -> None:
        """Show another severity; empty shows nothing."""
        self._severity = severity
        self.setAccessibleName(severity or "no severity")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the sign."""
        if not self._severity:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = theme_of(QApplication.palette())
        colour = severity_colour(self._severity, theme)
        paint_severity(painter, QRectF(1, 3, 12, 12), self._severity, colour)


def paint_part(painter: QPainter, box: QRectF, kind: str, theme: Theme) -> None:
    """Paint the sign of a part kind in a box of about 36 × 24 px: bays, ports, drives, frame."""
    painter.setPen(QPen(QColor(theme.faint), 1))
    painter.setBrush(QColor(theme.raised))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    painter.setPen(Qt.PenStyle.NoPen)
    inner = box.adjusted(5, 4, -5, -4)
    if kind in DRAWN_KINDS:
        edge = min(inner.width(), inner.height() + 2)
        sign = QRectF(0, 0, edge, edge)
        sign.moveCenter(inner.center())
        paint_icon(painter, sign, DRAWN_KINDS[kind], theme.dim)
    elif kind in {"node", "server", "appliance", "storage"}:
        _paint_bars(painter, inner, QColor(_bar_colour(kind, theme)), QColor(theme.faint))
    elif kind == "switch":
        painter.setBrush(QColor(theme.ok))
        step = inner.width() / 8
        for index in range(8):
            left = inner.left() + index * step
            painter.drawRect(QRectF(left, inner.center().y() - 3, step * 0.62, 6))
    else:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.dim), 1.2))
        width = inner.height() * 0.62
        frame = QRectF(box.center().x() - width / 2, inner.top(), width, inner.height())
        painter.drawRoundedRect(frame, 1.5, 1.5)
        if kind == "rack-system":
            middle = frame.center().y()
            painter.drawLine(QPointF(frame.left() + 3, middle), QPointF(frame.right() - 3, middle))


def _bar_colour(kind: str, theme: Theme) -> str:
    colours = {"node": theme.accent, "storage": theme.warning}
    return str(colours.get(kind, theme.dim))


def _paint_bars(painter: QPainter, inner: QRectF, bright: QColor, quiet: QColor) -> None:
    pitch = inner.height() / 4
    for index in range(4):
        painter.setBrush(quiet if index == 2 else bright)
        top = inner.top() + index * pitch
        painter.drawRect(QRectF(inner.left(), top + 0.5, inner.width(), pitch * 0.6))
