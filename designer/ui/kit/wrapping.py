"""Breaks a text into lines of a width, at words: what is painted by hand wraps like a label."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QHelpEvent
from PySide6.QtWidgets import QToolTip, QWidget

from designer.render.edge import Read, shown

_MIDDLE: Final = Qt.TextElideMode.ElideMiddle


def wrapped(text: str, metrics: QFontMetrics, width: int, most: int = 0) -> tuple[str, ...]:
    """Return a text as it is read, in lines no wider than a width in pixels.

    Parameters
    ----------
    most
        The most lines; the last one then ends in an ellipsis after a whole word. 0 for all.
    """
    lines: list[str] = []
    for word in shown(text).split():
        longer = Read(f"{lines[-1]} {word}" if lines else word)
        if lines and metrics.horizontalAdvance(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(Read(word))
    # A single word that is too wide is all that is ever cut: the ends of names tell them apart.
    fitted = [
        line if " " in line else Read(metrics.elidedText(line, _MIDDLE, width)) for line in lines
    ]
    if most and len(fitted) > most:
        fitted = [*fitted[: most - 1], _ended(fitted[most - 1], metrics, width)]
    return tuple(fitted)


def show_tip(widget: QWidget, event: QHelpEvent) -> None:
    """Show the tip of a widget that paints its things itself."""
    QToolTip.showText(event.globalPos(), widget.toolTip(), widget)


def _ended(line: str, metrics: QFontMetrics, width: int) -> str:
    """Return a line that says that there is more, cut at a word."""
    words = line.split()
    while len(words) > 1 and metrics.horizontalAdvance(Read(f"{' '.join(words)} …")) > width:
        words.pop()
    return Read(f"{' '.join(words)} …")
