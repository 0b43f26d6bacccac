"""The bar of a node of the one-line: red where its own load is too much, whatever else is said."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from designer.render.one_line_painter import paint_bar
from designer.render.one_line_words import Said
from designer.render.theme import DARK

pytestmark = pytest.mark.usefixtures("qapp")


def colour(said: Said) -> str:
    image = QImage(100, 10, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    paint_bar(painter, QRectF(0, 0, 100, 10), said, DARK)
    painter.end()
    return image.pixelColor(20, 5).name()


@pytest.mark.parametrize(
    ("share", "note", "role"),
    [
        (0.5, "130 % after the loss of A", "ok"),
        (0.5, "", "error"),
        (1.0, "130 % after the loss of A", "error"),
    ],
)
def test_what_is_full_by_itself_is_red_with_a_note_too(share: float, note: str, role: str) -> None:
    said = Said("Busway 1", note, "300 of 250 kW", (share, share), state="error")
    assert colour(said) == QColor(getattr(DARK, role)).name()
