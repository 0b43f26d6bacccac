"""The bundled fonts: Inter, the same on screen, in pictures and in print, and what Inter lacks."""

import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QRawFont, QTextLayout

from designer.catalog.data_files import data_folder
from designer.model.one_line import one_line

FAMILY: Final = "Inter"
FALLBACK: Final = "WenQuanYi Micro Hei"
WEIGHTS: Final = {400: "Regular", 500: "Medium", 600: "SemiBold", 700: "Bold"}
_FALLBACK_FILE: Final = "WenQuanYiMicroHei.ttc"


@cache
def load_fonts() -> str:
    """Make the bundled font known to Qt and return its family; needs a `QGuiApplication`.

    Cheap after the first call.

    Raises
    ------
    FileNotFoundError
        If a font file is missing or damaged: the installation is.
    """
    for name in WEIGHTS.values():
        _load(f"{FAMILY}-{name}.ttf")
    return FAMILY


@cache
def load_fallback() -> str:
    """Make the font known that has what Inter lacks, and return its family.

    Five megabytes: only for who needs it.
    """
    _load(_FALLBACK_FILE)
    shared_font.cache_clear()
    metrics.cache_clear()
    return FALLBACK


def _load(file: str) -> None:
    path = data_folder("resources") / "fonts" / file
    if QFontDatabase.addApplicationFont(str(path)) < 0:
        raise FileNotFoundError(f"{path}: cannot be read; install cluster-designer again")


def letters_without_font(texts: Iterable[str]) -> str:
    """Return the letters that no font has, each once; loads the fallback if need be.

    Which ones are drawn as nothing is what the layout says: of the marks and signs of format only
    some are, whatever their category.
    """
    shown = [one_line(text) for text in texts if not text.isascii()]
    letters = sorted({letter for text in shown for letter in text})
    lacking = [letter for letter in letters if not in_inter(letter)]
    if lacking:
        load_fallback()
    gone = {letter for letter in lacking if not _is_shown(letter)}
    if any(map(unicodedata.combining, gone)):
        gone -= _combined(gone, shown)
    return "".join(sorted(gone))


@cache
def in_inter(letter: str) -> bool:
    """Return whether the bundled Inter has a letter: what it lacks needs the fallback."""
    return QRawFont.fromFont(font(20)).supportsCharacter(ord(letter))


def _combined(marks: Iterable[str], texts: Sequence[str]) -> set[str]:
    """Return the marks for which fonts have the letters with them, wherever they stand."""
    return {mark for mark in marks if all(_is_shown(text) for text in texts if mark in text)}


def _is_shown(text: str) -> bool:
    """Return whether some font, the system's included, has a shape for each letter."""
    layout = QTextLayout(text, font(20))
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    runs = layout.glyphRuns()
    return bool(runs) and all(0 not in run.glyphIndexes() for run in runs)


def font(px: float, weight: int = 400, tabular: bool = True) -> QFont:
    """Return the bundled font.

    Parameters
    ----------
    px
        Size of the em in units of the device: pixels on screen, dots of a printer. At least 1.
    weight
        400, 500, 600 or 700.
    tabular
        Figures of equal width, so that columns of numbers stand still.
    """
    # A copy: callers may change theirs. Qt shares the data until one does.
    return QFont(shared_font(max(1, round(px)), weight, tabular))


@lru_cache(maxsize=256)
def metrics(px: float, weight: int = 400, tabular: bool = True) -> QFontMetricsF:
    """Return the measures of the font; without hinting they hold on every device."""
    return QFontMetricsF(font(px, weight, tabular))


@lru_cache(maxsize=256)
def shared_font(px: int, weight: int, tabular: bool) -> QFont:
    """Return the bundled font for who only hands it to a painter: nobody may change it."""
    made = QFont(load_fonts())
    made.setFamilies([FAMILY, FALLBACK])
    made.setPixelSize(px)
    made.setWeight(QFont.Weight(weight))
    # Unhinted advances scale evenly: what fits on screen fits on paper.
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    # Contextual forms (of × - : between capitals or figures) have private code points in Inter:
    # in a PDF nobody could search for them.
    made.setFeature(QFont.Tag("calt"), 0)
    if tabular:
        made.setFeature(QFont.Tag("tnum"), 1)
    return made
