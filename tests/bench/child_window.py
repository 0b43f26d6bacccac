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
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from tests.bench.measure import resident_mb

HEAVY = ("pyqtgraph", "numpy", "pypdf", "PySide6.QtPrintSupport", "PySide6.QtSvg")
SETTLE_MS = 400
PATIENCE_S = 40


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


def run_designer(path: Path | None, settle: bool) -> None:
    """Open our own window as the program does; with `settle`, wait until it shows the report."""
    from designer.app.composition import Studio

    application = QApplication(sys.argv[:1])
    studio = Studio(application)

    patience_ends = time.monotonic() + PATIENCE_S

    def settled() -> None:
        if not studio.store.is_stale and studio.client.state == "idle" and "pyqtgraph" in loaded():
            # The plots have drawn the report by the time this fires.
            QTimer.singleShot(SETTLE_MS, measured)
        elif time.monotonic() > patience_ends:
            sys.exit(f"no report was shown; the engine is {studio.client.state}")
        else:
            QTimer.singleShot(20, settled)

    def measured() -> None:
        engine = studio.client.process_id
        shares = {"pss_mb": resident_mb(os.getpid()), "engine_mb": resident_mb(engine)}
        studio.client.finish()
        say(modules=loaded(), racks=len(studio.session.document.design.racks), **shares)

    def painted() -> None:
        populated(time.monotonic(), loaded())

    def populated(since: float, modules: list[str]) -> None:
        if studio.window.is_populated:
            reached = time.monotonic()
            # Left alone, it would go on starting beside the window that is measured next.
            studio.client.finish()
            say(painted=since, populated=reached, modules=modules)
        else:
            QTimer.singleShot(1, lambda: populated(since, modules))

    FirstPaint(studio.window, settled if settle else painted)
    studio.show(path)
    application.exec()


def main() -> None:
    kind, *rest = sys.argv[1:]
    settle = "settle" in rest
    files = [Path(word) for word in rest if word != "settle"]
    if kind == "designer":
        run_designer(files[0] if files else None, settle)
    else:
        run_reference(kind)


if __name__ == "__main__":
    main()
