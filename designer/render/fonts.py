"""The bundled font: Inter, the same on screen, in pictures and in print."""

from functools import cache, lru_cache
from typing import Final

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

from designer.catalog.data_files import data_folder

FAMILY: Final = "Inter"
WEIGHTS: Final = {400: "Regular", 500: "Medium", 600: "SemiBold", 700: "Bold"}


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
        path = data_folder("resources") / "fonts" / f"{FAMILY}-{name}.ttf"
        if QFontDatabase.addApplicationFont(str(path)) < 0:
            raise FileNotFoundError(f"{path}: cannot be read; install cluster-designer again")
    return FAMILY


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
    return QFont(_font(max(1, round(px)), weight, tabular))


@lru_cache(maxsize=256)
def metrics(px: float, weight: int = 400, tabular: bool = True) -> QFontMetricsF:
    """Return the measures of the font; without hinting they hold on every device."""
    return QFontMetricsF(font(px, weight, tabular))


@lru_cache(maxsize=256)
def _font(px: int, weight: int, tabular: bool) -> QFont:
    made = QFont(load_fonts())
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
