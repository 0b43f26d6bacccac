"""From a drop to its report on the screen at 16,384 GPUs, in the whole window.

The clock runs from the edit of the document until every view has taken the new report and nothing
is left to paint: totals, plots, checks, the floor's rack and the elevation of the rack dropped
into. The yardstick is the bare round trip of the same design's snapshot, as JSON, through a pipe
and a process of the same kind, waited for in the same event loop.
"""

import statistics
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from designer.document.edits import place_device
from designer.document.placement import first_fit
from tests.bench.measure import in_turn, seconds
from tests.bench.row import Row
from tests.bench.studio_on_pod import studio_on_pod

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from designer.app.composition import Studio

PART = "qm9700"
TIMES = 15
PATIENCE_S = 60
PAUSE_S = 0.6
"""Between two drops, as a hand makes: what one left to do is done before the next, also the notice
above the drawing that the rack no longer is a plain copy of its assembly. It is not in the time."""


def rows(tiny: bool = False) -> list[Row]:
    """Return the row on what a drop's report takes until it is seen."""
    with studio_on_pod(tiny=tiny) as (application, studio):
        hand = Hand(application, studio)
        echo = Echo(application, studio)
        shown, echoed = in_turn(hand.drop, echo.round_trip, 3 if tiny else TIMES)
        echo.close()
        hand.close()
    return [
        Row(
            "drop → new report shown, 16,384 GPUs",
            shown / echoed,
            3,
            against="the bare round trip of the same snapshot through the same pipe",
            detail=f"{shown * 1e3:.1f} ms to all views painted, of which "
            f"{hand.reported * 1e3:.1f} ms to the report, against {echoed * 1e3:.1f} ms",
        )
    ]


class Hand:
    """Drops a switch into a rack of the window, and takes it out again."""

    def __init__(self, application: "QApplication", studio: "Studio") -> None:
        self._studio = studio
        self._arrivals: list[float] = []
        self._until_report: list[float] = []
        wait_for(application, lambda: studio.window.is_populated)
        studio.client.reported.connect(self._on_reported)
        wait_for(application, self._is_shown)
        wait_for(application, lambda: studio.window.dashboard.power.plot is not None)
        self._application = application
        layout, parts = studio.workspace.layout(), studio.workspace.catalog
        self._rack = next(
            rack for rack in layout.racks if first_fit(layout, parts, PART, rack) is not None
        )
        studio.workspace.select((self._rack,))
        self._pause()

    def drop(self) -> float:
        """Return how long it takes from the edit until nothing is left to paint."""
        document, catalog = self._studio.session.document, self._studio.workspace.catalog
        edit = place_device(catalog, PART, self._rack)
        begin = time.perf_counter()
        took = seconds(lambda: self._follow(lambda: document.apply("Drop", edit)))
        self._until_report.append(self._arrivals[-1] - begin)
        self._pause()
        self._follow(document.undo)
        self._pause()
        return took

    @property
    def reported(self) -> float:
        """How long the report itself took to arrive, mostly."""
        return statistics.median(self._until_report)

    def close(self) -> None:
        """Close window and engine."""
        studio = self._studio
        studio.client.finish()
        studio.close()
        studio.window.close()

    def _follow(self, edit: Callable[[], object]) -> None:
        edit()
        wait_for(self._application, self._is_shown)
        paint_all()

    def _is_shown(self) -> bool:
        studio = self._studio
        report = studio.store.report
        return (
            studio.store.is_current(studio.session.document.revision)
            and studio.window.dashboard.shown is report
            and report is not None
        )

    def _on_reported(self, _: int) -> None:
        self._arrivals.append(time.perf_counter())

    def _pause(self) -> None:
        rest(self._application, PAUSE_S)


class Echo:
    """A second engine, of which only echoes are asked."""

    def __init__(self, application: "QApplication", studio: "Studio") -> None:
        from designer.runtime.worker_process import WorkerProcess

        design = studio.session.document.design
        self._snapshot = design.model_dump(mode="json", exclude_defaults=True)
        self._application = application
        self._answers: list[Any] = []
        self._worker = WorkerProcess()
        self._worker.received.connect(self._answers.append)
        self._worker.start()
        wait_for(application, lambda: self._worker.is_running)
        self.round_trip()

    def round_trip(self) -> float:
        """Return how long the snapshot takes there and back."""
        return seconds(self._go)

    def close(self) -> None:
        """End the engine."""
        self._worker.finish()

    def _go(self) -> None:
        self._answers.clear()
        self._worker.send({"type": "echo", "payload": self._snapshot})
        wait_for(self._application, lambda: bool(self._answers))


def rest(application: "QApplication", seconds: float) -> None:
    """Do what is left to do, and wait for nothing for a while, as a hand does between two moves."""
    end = time.perf_counter() + seconds
    wait_for(application, lambda: time.perf_counter() > end)


def wait_for(
    application: "QApplication", ready: Callable[[], bool], patience_s: float = PATIENCE_S
) -> None:
    """Turn the event loop until something is so."""
    from PySide6.QtCore import QEventLoop, QTimer

    # So that the loop also wakes when nothing at all happens.
    pulse = QTimer()
    pulse.start(20)
    end = time.monotonic() + patience_s
    dispatcher = application.eventDispatcher()
    while not ready():
        if time.monotonic() > end:
            raise RuntimeError("the window never showed a report")
        dispatcher.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


def paint_all() -> None:
    """Do all that is due now, the painting last."""
    from PySide6.QtCore import QCoreApplication, QEventLoop

    dispatcher = QCoreApplication.eventDispatcher()
    while dispatcher.processEvents(QEventLoop.ProcessEventsFlag.AllEvents):
        pass
