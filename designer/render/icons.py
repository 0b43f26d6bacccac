"""Our own icons: SVG files of a 24 px grid with 1.75 px strokes, coloured when they are drawn.

Files are in `resources/icons/`; `currentColor` in them becomes the colour asked for. A new icon is
a new file there.
"""

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from designer.catalog.data_files import data_folder

_RATIOS: Final = (1, 2, 3)
"""Device pixel ratios that an icon is drawn for; Qt scales the next larger one in between."""


def icon_names() -> tuple[str, ...]:
    """Return the names of all icons, sorted."""
    return tuple(sorted(path.stem for path in (data_folder("resources") / "icons").glob("*.svg")))


@lru_cache(maxsize=512)
def icon(name: str, colour: str, size: int = 16) -> QIcon:
    """Return an icon in a colour, sharp at device pixel ratios 1, 2 and 3.

    Parameters
    ----------
    name
        Stem of a file in `resources/icons/`.
    colour
        `#rrggbb`.
    size
        Edge in device-independent pixels.

    Raises
    ------
    KeyError
        If there is no such icon.
    """
    made = QIcon()
    for ratio in _RATIOS:
        made.addPixmap(pixmap(name, colour, size, ratio))
    return made


@lru_cache(maxsize=512)
def pixmap(name: str, colour: str, size: int = 16, ratio: float = 1.0) -> QPixmap:
    """Return an icon as a pixmap for one device pixel ratio; raises as `icon` does."""
    edge = round(size * ratio)
    made = QPixmap(QSize(edge, edge))
    made.fill(Qt.GlobalColor.transparent)
    lines = _renderer(name, QColor(colour).name())
    painter = QPainter(made)
    lines.render(painter, QRectF(0, 0, edge, edge))
    painter.end()
    made.setDevicePixelRatio(ratio)
    return made


def paint_icon(painter: QPainter, box: QRectF, name: str, colour: str) -> None:
    """Paint an icon as lines (in print as vectors) into a box; raises as `icon` does."""
    lines = _renderer(name, QColor(colour).name())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    lines.render(painter, box)
    painter.restore()


@lru_cache(maxsize=512)
def _renderer(name: str, colour: str) -> QSvgRenderer:
    path = data_folder("resources") / "icons" / f"{name}.svg"
    if not path.is_file():
        raise KeyError(f"no icon {name!r}")
    text = path.read_text(encoding="utf-8").replace("currentColor", colour)
    return QSvgRenderer(QByteArray(text.encode()))
