"""Text that fits: measured unhinted, so on every device alike; shortened rather than clipped."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QPaintDevice,
    QPaintEngine,
    QPainter,
    QPen,
    QStaticText,
    QTransform,
)

from designer.model.one_line import one_line
from designer.render.edge import Read
from designer.render.edge import shown as as_read
from designer.render.fonts import font, in_inter, load_fallback, metrics, shared_font
from designer.render.theme import CAPITALS, Theme

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter
_ENDS_WITHIN = 5
"""So many letters to an em of a line are more than it holds, unless they have no width."""
_WHOLE = Qt.TextFlag.TextDontClip | Qt.TextFlag.TextSingleLine
_FLAGS = {align: int(align | _WHOLE) for align in (LEFT, RIGHT, CENTRE)}
"""What `drawText` takes: joining flags costs as much as measuring the text."""
_LEFT_FLAGS = _FLAGS[LEFT]
_RASTER = QPaintEngine.Type.Raster
_OWN_WIDTHS = (QPaintEngine.Type.Pdf, QPaintEngine.Type.SVG)


class NotingPainter(QPainter):
    """A painter that keeps what is drawn with it, where only that tells what a reader needs.

    Attributes
    ----------
    texts
        Every text beyond ASCII that `draw_text` draws, in that order: it comes from the design, its
        parts, the report or the name of a file, and fonts must have its letters.
    marks
        What the marks on panels of devices stand for, which a legend explains.
    engine
        What kind of device it paints on: asked once, not for every word.
    """

    def __init__(self, device: QPaintDevice) -> None:
        super().__init__(device)
        self.texts: dict[str, None] = {}
        self.marks: set[str] = set()
        self.engine = self.paintEngine().type()


def text_width(text: str, size: float, weight: int = 400) -> float:
    """Return the width of a text in units of the device."""
    return _width(as_read(text), round(size) if size > 1 else 1, weight, False)


def letter_size(wanted: float, room: float, theme: Theme, px: float) -> float:
    """Return the em to write with: at least the theme's, or 0 where its capitals do not fit.

    Parameters
    ----------
    wanted, room
        The em that suits the drawing and the height that there is, in units of the device.
    px
        Units of the device for one nominal pixel.
    """
    least = theme.least_px * px
    if wanted >= least:
        return wanted
    return least if room >= least * CAPITALS else 0.0


def draw_text(
    painter: QPainter,
    box: QRectF,
    text: str,
    size: float,
    colour: str,
    weight: int = 400,
    align: Qt.AlignmentFlag = LEFT,
) -> float:
    """Draw one line of text into a box and return the width it took.

    Too long a text loses its middle to an ellipsis: what tells names apart stands at their ends.
    Nothing is drawn where not even one letter fits.

    Parameters
    ----------
    size
        Em of the letters in units of the device.
    align
        `LEFT`, `RIGHT` or `CENTRE`, all in the middle of the box's height.
    """
    if not text.isprintable():
        text = one_line(text)
    text = as_read(text)
    room = box.width()
    if not text or room < size * 0.6:
        return 0.0
    # Figures stand still where they are aligned; names read better with their own widths. Not in a
    # PDF: the tabular forms have private code points there, and a sheet must stay searchable. Nor
    # in SVG, which does not say of a text that its figures are tabular.
    noting = painter if isinstance(painter, NotingPainter) else None
    engine = noting.engine if noting is not None else painter.paintEngine().type()
    tabular = align is RIGHT and engine not in _OWN_WIDTHS
    em = round(size) if size > 1 else 1
    shown, width = text, _width(text, em, weight, tabular)
    if tabular and width > room + 0.5:
        # Who measured it with its own widths found that it fits: a figure must not lose its end.
        tabular = False
        width = _width(text, em, weight, tabular)
    if width > room + 0.5:
        measure = metrics(em, weight, tabular=tabular)
        shown = measure.elidedText(text, Qt.TextElideMode.ElideMiddle, room)
        if shown in ("", "…"):
            return 0.0
        width = measure.horizontalAdvance(shown)
    if noting is not None and not text.isascii():
        noting.texts[text] = None
    painter.setFont(shared_font(em, weight, tabular))
    painter.setPen(_pen(colour))
    if engine is _RASTER:
        # The letters are laid out once: a floor writes the same words frame after frame.
        _draw_static(painter, box, _static(shown, em, weight, tabular), width, align)
    elif align is LEFT:
        painter.drawText(box, _LEFT_FLAGS, shown)
    else:
        painter.drawText(box, _FLAGS[align], shown)
    return width


def _draw_static(
    painter: QPainter, box: QRectF, words: QStaticText, width: float, align: Qt.AlignmentFlag
) -> None:
    left = box.x()
    if align == RIGHT:
        left += box.width() - width
    elif align == CENTRE:
        left += (box.width() - width) / 2
    top = box.y() + (box.height() - words.size().height()) / 2
    painter.drawStaticText(QPointF(left, top), words)


@lru_cache(maxsize=8192)
def _width(text: str, em: int, weight: int, tabular: bool) -> float:
    if not text.isascii() and not all(map(in_inter, set(text))):
        load_fallback()
    return metrics(em, weight, tabular=tabular).horizontalAdvance(text)


@lru_cache(maxsize=4096)
def _static(text: str, em: int, weight: int, tabular: bool) -> QStaticText:
    words = QStaticText(text)
    words.setTextFormat(Qt.TextFormat.PlainText)
    words.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
    words.prepare(QTransform(), font(em, weight, tabular))
    return words


@lru_cache(maxsize=64)
def _pen(colour: str) -> QPen:
    return QPen(QColor(colour))


def draw_longest(
    painter: QPainter,
    box: QRectF,
    texts: Sequence[str],
    size: float,
    colour: str,
    weight: int = 400,
    align: Qt.AlignmentFlag = LEFT,
) -> float:
    """Draw the first of several wordings that fits, else the last one shortened."""
    words = longest(texts, size, weight, box.width())
    return draw_text(painter, box, words, size, colour, weight, align)


def longest(texts: Sequence[str], size: float, weight: int, width: float) -> str:
    """Return the first of several wordings that fits a width, else the last one."""
    fitting = (text for text in texts if text_width(text, size, weight) <= width)
    return next(fitting, texts[-1])


def shortened(text: str, size: float, weight: int, width: float) -> str:
    """Return a text that fits a width, with as many of its numbered words whole as can be.

    Numbers tell names apart: of `Rack B01, 16 switches` the end is lost, of `1,024 × QM9700` what
    stands between, and only else the middle.
    """
    text = as_read(text)
    text = Read(text)
    if text_width(text, size, weight) <= width:
        return text
    measure = metrics(max(1, round(size)), weight, tabular=False)
    words = text.split()
    forms = [measure.elidedText(text, mode, width) for mode in _ELIDED]
    between = Read(f"{words[0]} … {words[-1]}") if len(words) > 2 else ""
    if between and text_width(between, size, weight) <= width:
        forms.insert(0, between)
    forms = [*map(Read, forms)]
    numbered = [word.strip(",;:()") for word in words if any(map(str.isdigit, word))]

    def kept(form: str) -> int:
        whole = [word.strip(",;:()") for word in form.split()]
        return sum(word in whole for word in numbered)

    return max(forms, key=kept)


_ELIDED: Final = (
    Qt.TextElideMode.ElideMiddle, Qt.TextElideMode.ElideRight, Qt.TextElideMode.ElideLeft,
)  # fmt: skip


def with_short_name(text: str, name: str, size: float, weight: int, width: float) -> str:
    """Return a text that fits a width because a name in it lost its middle; else the text.

    What the words beside the name say stays, and so do the ends of the name: it has been read then,
    as half a name is none that the edge would know.
    """
    text, name = _as_read_with(text, name)
    room = width - text_width(Read(text.replace(name, "", 1)), size, weight)
    if not name or text_width(text, size, weight) <= width:
        return text
    measure = metrics(max(1, round(size)), weight, tabular=False)
    short = measure.elidedText(name, Qt.TextElideMode.ElideMiddle, room)
    return text if short in ("", "…") else Read(text.replace(name, short, 1))


def _as_read_with(text: str, name: str) -> tuple[Read, Read]:
    """Return a text as it is read, with a name in it as it stands there."""
    read = Read(as_read(text))
    return read, Read(name if name in read else as_read(name))


def with_short_names(
    text: str, names: Iterable[str], size: float, weight: int, width: float
) -> str:
    """Return a text that fits a width because names in it lost their middle, the first one first.

    A further one is only shortened where the text is too long with those before it at a third.
    """
    text = Read(as_read(text))
    for name in names:
        short = with_short_name(text, name, size, weight, width)
        if text_width(short, size, weight) <= width:
            return short
        third = text_width(name, size, weight) / 3
        measure = metrics(max(1, round(size)), weight, tabular=False)
        least = measure.elidedText(name, Qt.TextElideMode.ElideMiddle, third)
        if name and least not in ("", "…"):
            text = Read(text.replace(name, least, 1))
    return text


def wrapped(text: str, size: float, weight: int, width: float) -> list[str]:
    """Return a text in lines that fit a width, broken at spaces, and where a word is too long."""
    words = as_read(text).split()
    whole = Read(" ".join(words))
    # Most cells of a table: what is not too wide as a whole is nowhere too wide.
    if not whole or text_width(whole, size, weight) <= width:
        return [whole] if whole else []
    return list(_wrapped(whole, size, weight, width))


# Kept, because the sheets of a set say much the same.
@lru_cache(maxsize=4096)
def _wrapped(text: str, size: float, weight: int, width: float) -> Sequence[str]:
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = Read(f"{line} {word}" if line else word)
        if line and text_width(longer, size, weight) > width:
            lines.append(line)
            longer = Read(word)
        *whole, line = _broken(longer, size, weight, width)
        lines += whole
    if line:
        lines.append(line)
    return tuple(map(Read, lines))


def _broken(word: str, size: float, weight: int, width: float) -> list[str]:
    """Return a word in pieces that fit a width, one letter at least in each."""
    pieces: list[str] = []
    while len(word) > 1 and _is_wider(Read(word), size, weight, width):
        fitting, beyond = 1, 2
        while beyond < len(word) and not _is_wider(Read(word[:beyond]), size, weight, width):
            fitting, beyond = beyond, 2 * beyond
        while beyond - fitting > 1:
            middle = (fitting + beyond) // 2
            if _is_wider(Read(word[:middle]), size, weight, width):
                beyond = middle
            else:
                fitting = middle
        pieces.append(word[:fitting])
        word = word[fitting:]
    return [*pieces, word]


def _is_wider(word: str, size: float, weight: int, width: float) -> bool:
    """Return whether a word is wider than a line: of a very long one, mostly its beginning is."""
    begins = Read(word[: int(_ENDS_WITHIN * (1 + width / size))])
    if text_width(begins, size, weight) > width:
        return True
    return len(begins) < len(word) and text_width(word, size, weight) > width


def broken_lines(lines: list[str], room: float) -> list[str]:
    """Return lines of which those too wide for a room are broken after how many it is."""
    found: list[str] = []
    for line in map(as_read, lines):
        many, times, what = line.partition(" × ")
        wide = times and text_width(line, 10) > room
        found += [Read(f"{many} ×"), Read(what)] if wide else [line]
    return found
