"""Started as a process of its own by the benches: opens one window and says when it was painted.

`empty` is a bare `QMainWindow`, `plot` one with a pyqtgraph plot, `widgets JSON` one with so many
widgets of so many kinds, `designer [FILE]` our own window. Prints JSON: `painted`, and of our own
window `populated` (all panels are painted) and `plotted` (so are the plots), each as the clock of
all processes and the processor time of this one since its start; `modules` (heavy modules loaded
when it was first painted), `widgets` (how many of each kind our window holds), `pss_mb`. With
`settle`, it first waits until the window has shown a report and nothing more is under way.
"""

import gc
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from designer.app.qt_import import import_qt

import_qt()  # as `designer.app.window`, and before anything else of Qt

from PySide6 import QtWidgets  # noqa: E402 - after `import_qt`
from PySide6.QtCore import QEvent, QObject, QTimer  # noqa: E402 - after `import_qt`
from PySide6.QtWidgets import QApplication, QMainWindow, QVBoxLayout, QWidget  # noqa: E402 - after `import_qt`

from tests.bench.measure import resident_mb  # noqa: E402 - after `import_qt`

HEAVY = ("pyqtgraph", "numpy", "pypdf", "PySide6.QtPrintSupport", "PySide6.QtSvg")
SETTLE_MS = 400
PATIENCE_S = 40
_MADE_BY_OTHERS = ("QSplitterHandle", "QSizeGrip", "QRubberBand", "QAbstractButton", "QHeaderView")


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


def moment() -> tuple[float, float]:
    """The clock of all processes, and the processor time that this one took."""
    return time.monotonic(), time.process_time()


def kinds_of(window: QWidget) -> dict[str, int]:
    """Count the widgets of a window by the class of Qt that each is, and whether it is in sight."""
    found: Counter[str] = Counter()
    for widget in window.findChildren(QWidget):
        kind = next(k for k in type(widget).__mro__ if k.__module__ == "PySide6.QtWidgets")
        found[f"{kind.__name__} {'shown' if widget.isVisible() else 'hidden'}"] += 1
    return dict(found)


def window_of(counts: dict[str, int]) -> QMainWindow:
    """A window that holds as many widgets of each class, with no look and nothing behind them."""
    window = QMainWindow()
    sides = {"shown": QWidget(window), "hidden": QWidget(window)}
    sides["hidden"].hide()
    columns = {name: QVBoxLayout(side) for name, side in sides.items()}
    window.setCentralWidget(sides["shown"])
    for name, count in counts.items():
        kind, side = name.split()
        # What only a widget of its own can make, such as the handle of a splitter, is a plain one.
        made = QWidget if kind in _MADE_BY_OTHERS else getattr(QtWidgets, kind)
        for _ in range(count):
            columns[side].addWidget(made())
    return window


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


def run_reference(kind: str, counts: dict[str, int]) -> None:
    application = QApplication(sys.argv[:1])
    window = window_of(counts) if counts else reference_window(kind)
    window.resize(1600, 1000)

    def painted() -> None:
        say(painted=moment(), modules=loaded(), pss_mb=resident_mb(os.getpid()))

    FirstPaint(window, painted)
    window.show()
    application.exec()


def run_designer(path: Path | None, settle: bool) -> None:
    """Open our own window as the program does; with `settle`, wait until it shows the report."""
    gc.disable()  # as `designer.app.window`
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

    facts: dict[str, object] = {}

    def painted() -> None:
        facts.update(painted=moment(), modules=loaded())

    populate, load_plots = studio.window.populate, None

    def populated(*services: object) -> None:
        nonlocal load_plots
        populate(*services)
        # Layouts and paints that are due.
        application.processEvents()
        facts["populated"] = moment()
        load_plots = studio.window.dashboard.load_plots
        studio.window.dashboard.load_plots = plotted

    def plotted() -> None:
        load_plots()
        application.processEvents()
        facts.update(plotted=moment(), widgets=kinds_of(studio.window))
        # Left alone, it would go on starting beside the window that is measured next.
        studio.client.finish()
        say(**facts)

    if not settle:
        studio.window.populate = populated
    FirstPaint(studio.window, settled if settle else painted)
    studio.show(path)
    application.exec()


def main() -> None:
    kind, *rest = sys.argv[1:]
    if kind == "widgets":
        run_reference(kind, json.loads(rest[0]))
    settle = "settle" in rest
    files = [Path(word) for word in rest if word != "settle"]
    if kind == "designer":
        run_designer(files[0] if files else None, settle)
    else:
        run_reference(kind, {})


if __name__ == "__main__":
    main()
