"""Small painted signs: severity, engine state. Shape and colour, never colour alone."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QApplication, QWidget

from designer.render.hatch import paint_open_sign
from designer.render.theme import DARK, LIGHT, THEMES, Theme


def theme_of(palette: QPalette) -> Theme:
    """Return the theme whose palette is in force."""
    window, ink = palette.window().color(), palette.windowText().color()
    found = (one for one in THEMES if window == QColor(one.panel) and ink == QColor(one.text))
    return next(found, DARK if window.lightness() < 128 else LIGHT)


def severity_colour(severity: str, theme: Theme) -> QColor:
    """Return the colour of a severity (or limit state); the accent for `info`.

    What cannot be said is neither good nor bad: it is drawn in the colour of text.
    """
    names = {
        "error": theme.error, "warning": theme.warning, "ok": theme.ok, "info": theme.accent,
        "open": theme.text, "unknown": theme.text,
    }  # fmt: skip
    return QColor(names.get(severity, theme.dim))


def paint_severity(painter: QPainter, box: QRectF, severity: str, colour: QColor) -> None:
    """Paint a severity: a triangle warns, an octagon refuses, a disc informs.

    A hatched square, `open`, says that nobody can tell.
    """
    if severity == "open":
        paint_open_sign(painter, box, colour)
        return
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


def paint_gone(painter: QPainter, box: QRectF, colour: QColor) -> None:
    """Paint the sign of what is no fault any more: a tick in a ring."""
    painter.setPen(QPen(colour, 1.3))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(box.adjusted(0.5, 0.5, -0.5, -0.5))
    middle, arm = box.center(), box.width() * 0.22
    points = ((-arm, 0.0), (-arm * 0.2, arm * 0.8), (arm, -arm * 0.8))
    painter.drawPolyline(QPolygonF([middle + QPointF(x, y) for x, y in points]))


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
