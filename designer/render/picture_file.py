"""Draws a picture as SVG, with letters as outlines, or as PNG of twice the pixels."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgGenerator

from designer import __version__
from designer.model.one_line import one_line
from designer.render.edge import shown
from designer.render.lettering import NotingPainter
from designer.render.svg_letters import with_outlines

_PNG_RATIO: Final = 2
Draw = Callable[[NotingPainter], None]


def svg_picture(size: QSizeF, title: str, draw: Draw) -> bytes:
    """Return what is drawn as an SVG document."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # Version 1.1: Tiny 1.2, the default, loses clipping.
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    generator.setOutputDevice(buffer)
    # At 96 dots an inch one unit is one pixel, so that letters keep the size they were given.
    generator.setResolution(96)
    generator.setSize(QSize(round(size.width()), round(size.height())))
    generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
    generator.setTitle(one_line(shown(title)))
    generator.setDescription(f"Cluster Designer {__version__}")
    painter = NotingPainter(generator)
    try:
        draw(painter)
    finally:
        painter.end()
    return with_outlines(bytes(buffer.data().data()).decode()).encode()


def png_picture(size: QSizeF, draw: Draw) -> bytes:
    """Return what is drawn as a PNG image, on white."""
    pixels = QSize(round(size.width() * _PNG_RATIO), round(size.height() * _PNG_RATIO))
    image = QImage(pixels, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(_PNG_RATIO)
    image.fill(Qt.GlobalColor.white)
    painter = NotingPainter(image)
    try:
        draw(painter)
    finally:
        painter.end()
    return _png_of(image)


def small_png(png: bytes, room: QSize) -> tuple[bytes, QSize]:
    """Return a PNG image fitted into a room, and the size of the whole, in pixels."""
    image = QImage.fromData(png)
    keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    return _png_of(image.scaled(room, keep, smooth)), image.size()


def _png_of(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # PySide takes the format as text only, its stubs as bytes only.
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # see the line above
    return bytes(buffer.data().data())
