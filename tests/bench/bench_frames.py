"""Time between frames of the window while the engine works without a pause, against an idle engine.

The floor of 16,384 GPUs is repainted every 16 ms. In the busy run the next edit is made the moment
the report of the last one is there, so the engine never rests, and everything that a report sets
in motion (canvas, plots, checks) competes with the frames as it does in life.
"""

import os
import tempfile
import time
from collections.abc import Callable
from itertools import count, pairwise
from pathlib import Path

from tests.bench.designs import catalog, pod
from tests.bench.measure import percentile
from tests.bench.row import Row

FRAME_MS = 16
FRAMES = 400


def rows(tiny: bool = False) -> list[Row]:
    """Return the row on frames."""
    from PySide6.QtWidgets import QApplication, QGraphicsView

    from designer.app.composition import Studio
    from designer.io.design_file import dumps

    frames = 20 if tiny else FRAMES
    parts = catalog()
    with tempfile.TemporaryDirectory() as home:
        os.environ["CLUSTER_DESIGNER_HOME"] = home
        path = Path(home) / "pod.toml"
        path.write_text(dumps(pod(parts, tiny=tiny), parts), encoding="utf-8")
        existing = QApplication.instance()
        application = existing if isinstance(existing, QApplication) else QApplication(["bench"])
        studio = Studio(application)
        studio.window.resize(1600, 1000)
        studio.show(path)
        _wait(application, lambda: not studio.store.is_stale and studio.store.revision > 0)
        view = studio.window.floor.findChild(QGraphicsView)
        assert view is not None
        paint = view.viewport().repaint
        _intervals(application, paint, frames // 4)
        idle = _intervals(application, paint, frames)
        work = _Work(studio)
        work.next()
        busy = _intervals(application, paint, frames)
        reports = work.end()
        studio.client.finish()
        studio.close()
        studio.window.close()
    ratio = percentile(busy, 0.95) / percentile(idle, 0.95)
    return [
        Row(
            "window frames while the engine is busy",
            ratio,
            2,
            against="idle (95th percentile)",
            detail=f"{percentile(busy, 0.95) * 1e3:.1f} ms against "
            f"{percentile(idle, 0.95) * 1e3:.1f} ms; {reports} reports shown meanwhile",
        )
    ]


class _Work:
    """Edits the design without a pause: one device moved into a rack and out again."""

    def __init__(self, studio: object) -> None:
        from designer.app.composition import Studio
        from designer.document import edits

        assert isinstance(studio, Studio)
        self._studio, self._edits = studio, edits
        self._steps = count()
        self._reports = 0
        self._rack = studio.session.document.design.racks[0].id
        studio.client.reported.connect(self._on_report)

    def next(self) -> None:
        number = next(self._steps)
        set_note = self._edits.set_fields("racks", self._rack, name=f"busy {number}")
        self._studio.session.document.apply("Rename", set_note, merge="busy")

    def end(self) -> int:
        self._studio.client.reported.disconnect(self._on_report)
        return self._reports

    def _on_report(self, _: int) -> None:
        self._reports += 1
        self.next()


def _wait(application: object, ready: Callable[[], bool], patience_s: float = 60) -> None:
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    end = time.monotonic() + patience_s
    timer = QTimer()
    timer.timeout.connect(lambda: loop.quit() if ready() or time.monotonic() > end else None)
    timer.start(10)
    loop.exec()
    if not ready():
        raise RuntimeError("the window never showed a report")


def _intervals(application: object, paint: Callable[[], None], frames: int) -> list[float]:
    """Return the seconds between the ends of frames painted at the rate of a screen."""
    from PySide6.QtCore import QEventLoop, Qt, QTimer

    ends: list[float] = []
    loop = QEventLoop()

    def frame() -> None:
        paint()
        ends.append(time.perf_counter())
        if len(ends) > frames:
            loop.quit()

    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(frame)
    timer.start(FRAME_MS)
    loop.exec()
    timer.stop()
    return [later - earlier for earlier, later in pairwise(ends)]
