"""Tips are no wider than a card: Qt breaks no plain one, however long, and spans the screen.

One place folds them all: what widgets and actions are given as a tip, what is shown at a point, and
what models say (`model_edge.py`). A tip that is asked for is whole, as it was given. Rich text
breaks by itself and stays.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from textwrap import wrap
from typing import Any, Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, Qt
from PySide6.QtWidgets import QToolTip, QWidget

from designer.render.edge import Read

LETTERS: Final = 72
"""Letters of a line of a tip."""
_GIVEN: Final = "tip_given"
_FOLDS: Final = "folds_tips"


def folded(tip: str) -> str:
    """Return a plain tip with its lines broken at words; rich text as it is."""
    if len(tip) <= LETTERS or Qt.mightBeRichText(tip):
        return tip
    told = "\n".join(one if len(one) <= LETTERS else _broken(one) for one in tip.split("\n"))
    return Read(told) if isinstance(tip, Read) else told


# Kept, because most tips say after an edit what they said before it.
@lru_cache(maxsize=1024)
def _broken(line: str) -> str:
    return "\n".join(wrap(line, LETTERS))


def fold_tips() -> None:
    """Let every tip from now on be folded; done once."""
    if hasattr(QWidget.setToolTip, _FOLDS):
        return
    for kind in (QWidget, QAction):
        _put(kind, "setToolTip", _giving(kind.setToolTip))
        _put(kind, "toolTip", _asking(kind.toolTip))
    _put(QToolTip, "showText", staticmethod(_showing(QToolTip.showText)))


def _put(kind: type, name: str, method: object) -> None:
    setattr(kind, name, method)


def _giving(own: Callable[..., Any]) -> Callable[..., Any]:
    """Return a setter that folds a tip and keeps it whole for who asks."""

    @wraps(own)
    def taking(self: QObject, tip: str) -> None:
        told = folded(tip)
        if told != tip or self.property(_GIVEN) is not None:
            self.setProperty(_GIVEN, tip if told != tip else None)
        own(self, told)

    setattr(taking, _FOLDS, True)
    return taking


def _asking(own: Callable[..., Any]) -> Callable[..., Any]:
    """Return a getter that gives a tip as it was given."""

    @wraps(own)
    def asked(self: QObject) -> str:
        whole = self.property(_GIVEN)
        told: str = own(self)
        return whole if isinstance(whole, str) and folded(whole) == told else told

    return asked


def _showing(own: Callable[..., Any]) -> Callable[..., Any]:
    """Return how a tip is shown at a point: folded."""

    @wraps(own)
    def shown_at(place: Any, text: str, *given: Any) -> None:  # noqa: ANN401 - as Qt's own
        own(place, folded(text), *given)

    return shown_at
