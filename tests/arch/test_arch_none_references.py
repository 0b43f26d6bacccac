"""Canary: the binding must not drop references to `None`.

PySide6 6.12.0 on Python 3.11 loses one with most calls that return nothing and aborts the
interpreter after some 5,000 of them; `pyproject.toml` excludes it. From Python 3.12 on `None` is
immortal and its count says nothing.
"""

import sys
from collections.abc import Callable

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QColor, QImage, QPainter

pytestmark = pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal")

CALLS = 2000
TOLERANCE = 100


def drift(work: Callable[[], object]) -> int:
    """Return by how many references to `None` some work changed the count."""
    before = sys.getrefcount(None)
    kept = work()
    after = sys.getrefcount(None)
    del kept
    return after - before


def name_objects() -> None:
    for _ in range(CALLS):
        QObject().setObjectName("x")


def paint() -> None:
    image = QImage(8, 8, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    for _ in range(CALLS):
        painter.setPen(QColor("red"))
        painter.drawRect(0, 0, 4, 4)
    painter.end()


@pytest.mark.parametrize("work", [name_objects, paint])
def test_qt_calls_keep_the_count_of_none(qapp: object, work: Callable[[], object]) -> None:
    work()  # caches fill on the first run
    assert abs(drift(work)) < TOLERANCE


def test_a_planted_drift_is_seen() -> None:
    assert drift(lambda: [None] * CALLS) >= CALLS
