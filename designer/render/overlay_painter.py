"""Paints what an overlay says of racks: the shade of each with its words, and the scale.

Shades are those of cividis (Nuñez, Anderton and Renslow 2018, PLoS ONE 13(7): e0199239; in the
public domain): readers of any colour vision see the same order, which is also that of greys. What
is over its limit, and what cannot be said, is off the scale and has a hatch and a sign.
"""

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen

from designer.render.hatch import paint_hatch
from designer.render.lettering import CENTRE, draw_text, text_width, with_short_name
from designer.render.overlays import Reading
from designer.render.theme import Theme

CIVIDIS: Final = (
    "#00204d", "#002c69", "#06366e", "#2d426c", "#414d6b", "#52596c", "#61646f", "#6f7073",
    "#7d7c78", "#8b8779", "#9b9477", "#aca174", "#bcaf6f", "#cebc68", "#e0cb5e", "#f2da50",
    "#ffea46",
)  # fmt: skip
"""Every sixteenth of the map's 256 colours, and the last."""
STEPS: Final = 64
"""Shades that are told apart: a floor is painted in batches of one."""
_DARK_INK, _LIGHT_INK = "#14181d", "#ffffff"
_INK_FROM: Final = 0.2
"""Relative luminance from which dark letters have the higher contrast."""
_LEAST_LETTER: Final = 5.0
_LEAST_VALUE: Final = 7.5
"""Of the value, the third line, which repeats the share in other words: smaller it is left out."""
_LEAST_NAME: Final = 5
"""Letters of a name that lost its middle, at least."""
_TWO: Final = 2
_WEIGHTS: Final = (600, 700, 400)
"""Of name, share and value."""
_COUNT_EM: Final = 11.0
_FILLED: Final = 0.96
"""Of a rack's width that words fill at most: letters are no wider than told but for rounding."""
_LINE_MOST: Final = 15.0
_EM_OF_LINE: Final = 0.8


@lru_cache(maxsize=STEPS + 1)
def _shade(step: int) -> str:
    at = step / STEPS * (len(CIVIDIS) - 1)
    low = min(int(at), len(CIVIDIS) - 2)
    one, two = QColor(CIVIDIS[low]), QColor(CIVIDIS[low + 1])
    part = at - low
    mixed = (
        round(a + part * (b - a))
        for a, b in zip(one.getRgb()[:3], two.getRgb()[:3], strict=True)  # type: ignore[index]  # a tuple
    )
    return QColor(*mixed).name()


def shade(part: float) -> str:
    """Return the colour of a place on a scale from 0 to 1; beyond its ends that of the end."""
    return _shade(round(min(max(part, 0.0), 1.0) * STEPS))


def fill_of(reading: Reading, theme: Theme) -> str:
    """Return the colour of a whole rack; of what is not exact, that of its upper end."""
    if reading.state == "known":
        return shade(reading.at_most)
    return theme.error if reading.state == "over" else theme.raised


@lru_cache(maxsize=512)
def ink_on(colour: str) -> str:
    """Return the colour of letters that are read best on a ground (WCAG 2.1's luminance)."""
    parts = (value / 255 for value in QColor(colour).getRgb()[:3])  # type: ignore[index]  # a tuple
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return _DARK_INK if luminance > _INK_FROM else _LIGHT_INK


def paint_reading(
    painter: QPainter, body: QRectF, name: str, reading: Reading, theme: Theme, px: float
) -> None:
    """Paint a rack by what an overlay says of it: its shade, then as many words as have room."""
    colour = fill_of(reading, theme)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.device_line), px))
    painter.setBrush(QColor(colour))
    painter.drawRoundedRect(body, 3 * px, 3 * px)
    _hatch(painter, body, reading, theme, px)
    quiet = theme.dim if reading.state == "none" else theme.text
    least = max(_LEAST_LETTER, theme.least_px) * px
    ink = quiet if colour == theme.raised else ink_on(colour)
    ground = colour if reading.state in ("open", "over") or reading.is_beyond else ""
    # A sheet says itself how small its letters are read.
    of_value = least if theme.least_px else _LEAST_VALUE * px
    said = (_fitting(name, least, body.width() - 4 * px), reading.share, reading.value)
    _write(painter, body, said, (ink, ground), px, (least, of_value))
    painter.restore()


def _fitting(name: str, size: float, width: float) -> str:
    """Return a name that fits a width at a size because it lost its middle; else the name.

    Of short names too little would be left: they are left out where they do not fit.
    """
    short = with_short_name(name, name, size, _WEIGHTS[0], _FILLED * width)
    return short if len(short) >= _LEAST_NAME else name


def _hatch(painter: QPainter, body: QRectF, reading: Reading, theme: Theme, px: float) -> None:
    if reading.state == "open":
        line = QColor(theme.device_line)
        paint_hatch(painter, body, Qt.BrushStyle.BDiagPattern, line, pitch=7 * px, line=px)
    elif reading.state == "over":
        line = QColor(theme.panel)
        paint_hatch(painter, body, Qt.BrushStyle.FDiagPattern, line, pitch=7 * px, line=0.8 * px)
    elif reading.is_beyond:
        line = QColor(ink_on(fill_of(reading, theme)))
        paint_hatch(painter, body, Qt.BrushStyle.VerPattern, line, pitch=7 * px, line=0.8 * px)


def _write(
    painter: QPainter,
    body: QRectF,
    said: tuple[str, ...],
    colours: tuple[str, str],
    px: float,
    least: tuple[float, float],
) -> None:
    """Write what has room, the name before the share and the share before the value.

    Parameters
    ----------
    least
        Size of the smallest letters, and of those of the third line.
    colours
        Of letters, and of the ground that they need on a hatch; empty for none.
    """
    ink, ground = colours
    inner = body.adjusted(2 * px, 2 * px, -2 * px, -2 * px)
    lines = [one for one in zip(said, _WEIGHTS, strict=True) if one[0]]
    for count in range(len(lines), 0, -1):
        high = min(inner.height() / count, _LINE_MOST * px)
        em = high * _EM_OF_LINE
        sizes = [
            em * min(1.0, _FILLED * inner.width() / text_width(text, em, weight))
            for text, weight in lines[:count]
        ]
        if min(sizes) < least[0] or (count > _TWO and sizes[-1] < least[1]):
            continue
        top = inner.center().y() - count * high / 2
        for number, ((text, weight), size) in enumerate(zip(lines, sizes, strict=False)):
            line = QRectF(inner.left(), top + number * high, inner.width(), high)
            if ground:
                wide = text_width(text, size, weight) + 2 * px
                clear = QRectF(line.center().x() - wide / 2, line.top(), wide, line.height())
                painter.fillRect(clear.intersected(body), QColor(ground))
            draw_text(painter, line, text, size, ink, weight, CENTRE)
        return


def paint_scale(
    painter: QPainter, box: QRectF, bins: list[int], theme: Theme, *, has_limit: bool, px: float = 1
) -> None:
    """Paint a scale with how many racks stand where, and the line of the limit at its end."""
    letters = max(_COUNT_EM, theme.least_px / 0.9) * px
    high = (box.height() - letters) * 0.45
    bar = QRectF(box.left(), box.bottom() - high, box.width(), high)
    gradient = QLinearGradient(bar.topLeft(), bar.topRight())
    for number, colour in enumerate(CIVIDIS):
        gradient.setColorAt(number / (len(CIVIDIS) - 1), QColor(colour))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(gradient)
    painter.drawRect(bar)
    most, wide = max((*bins, 1)), box.width() / len(bins)
    room = bar.top() - box.top() - letters - 2 * px
    for number, count in enumerate(bins):
        if count:
            tall = max(count / most * room, 2 * px)
            left = box.left() + number * wide
            painter.fillRect(
                QRectF(left + px / 2, bar.top() - px - tall, wide - px, tall), QColor(theme.dim)
            )
            over = QRectF(left - wide, bar.top() - px - tall - letters, 3 * wide, letters)
            draw_text(painter, over, f"{count:,}", letters * 0.9, theme.dim, 400, CENTRE)
    if has_limit:
        painter.setPen(QPen(QColor(theme.text), 1.5 * px))
        end = QPointF(bar.right(), box.top())
        painter.drawLine(QLineF(end, bar.bottomRight()))
