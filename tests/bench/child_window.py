"""Started as a process of its own by the benches: opens one window and says when it was painted.

`empty` is a bare `QMainWindow`, `plot` one with a pyqtgraph plot, `designer [FILE]` our own window.
Prints JSON: `painted` (`time.monotonic()`), `modules` (heavy modules loaded by then), `pss_mb`.
With `settle`, it first waits until the window has shown a report and nothing more is under way.
"""

import json
import os
import sys
import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from tests.bench.measure import resident_mb

HEAVY = ("pyqtgraph", "numpy", "pypdf", "PySide6.QtPrintSupport", "PySide6.QtSvg")


class FirstPaint(QObject):
    """Calls back once, when a widget has been painted for the first time."""

    def __init__(self, window: QWidget, then: Callable[[], None]) -> None:
        super().__init__(window)
        self._window, self._then, self._seen = window, then, False
        QApplication.instance().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and not self._seen:
            self._seen = True
            # After this turn of the loop everything that was due is on the screen.
            QTimer.singleShot(0, self._then)
        return False


def loaded() -> list[str]:
    return [name for name in HEAVY if name in sys.modules]


def reference_window(kind: str) -> QMainWindow:
    window = QMainWindow()
    if kind == "plot":
        import pyqtgraph

        plot = pyqtgraph.PlotWidget()
        plot.plot(list(range(100)))
        window.setCentralWidget(plot)
    return window


def say(**facts: object) -> None:
    print(json.dumps(facts), flush=True)
    # Without tidying up: what is measured is over.
    os._exit(0)


def run_reference(kind: str) -> None:
    application = QApplication(sys.argv[:1])
    window = reference_window(kind)
    window.resize(1600, 1000)

    def painted() -> None:
        say(painted=time.monotonic(), modules=loaded(), pss_mb=resident_mb(os.getpid()))

    FirstPaint(window, painted)
    window.show()
    application.exec()


if __name__ == "__main__":
    run_reference(sys.argv[1])
