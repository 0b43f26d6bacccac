"""Time between frames of the window while the engine works without a pause, against an idle engine.

The floor of 16,384 GPUs is repainted every 16 ms. The engine is kept busy as by a drag that never
ends: the next preview, a change of the site that makes it evaluate every rack anew, is asked for
the moment the last is answered. Beside it a storm of edits: the next edit is made
the moment its report is there, so canvas, plots and checks are redrawn as fast as they can be.
"""

import time
from collections.abc import Callable
from itertools import count, pairwise
from typing import TYPE_CHECKING

from designer.document.edits import set_fields
from designer.model.change import Change
from tests.bench.measure import percentile
from tests.bench.row import Row
from tests.bench.studio_on_pod import studio_on_pod

if TYPE_CHECKING:
    from designer.app.composition import Studio

FRAME_MS = 16
FRAMES = 400


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on frames."""
    from PySide6.QtWidgets import QGraphicsView

    frames = 20 if tiny else FRAMES
    with studio_on_pod(tiny=tiny) as (application, studio):
        _wait(application, lambda: not studio.store.is_stale and studio.store.revision > 0)
        view = studio.window.floor.findChild(QGraphicsView)
        assert view is not None
        paint = view.viewport().repaint
        _intervals(application, paint, frames // 4)
        idle = _intervals(application, paint, frames)
        previews = _Previews(studio)
        previews.next()
        busy = _intervals(application, paint, frames)
        answers = previews.end()
        storm = _Edits(studio)
        storm.next()
        stormy = _intervals(application, paint, frames)
        reports = storm.end()
        studio.client.finish()
        studio.close()
        studio.window.close()
    calm = percentile(idle, 0.95)
    against = "idle (95th percentile)"
    found = []
    for what, intervals, words in (
        ("while the engine is busy", busy, f"{answers} evaluations meanwhile"),
        ("in a storm of edits", stormy, f"{reports} reports shown meanwhile"),
    ):
        late = percentile(intervals, 0.95)
        detail = f"{late * 1e3:.1f} ms against {calm * 1e3:.1f} ms, {words}"
        found.append(Row(f"window frames {what}", late / calm, 2, against=against, detail=detail))
    return found


class _Previews:
    """Asks for one preview after another; none of them touches the document."""

    def __init__(self, studio: "Studio") -> None:
        self._studio = studio
        self._steps = count()
        self._answers = 0
        studio.client.previewed.connect(self._on_preview)

    def next(self) -> None:
        document = self._studio.session.document
        site = document.design.site.evolve(altitude_m=float(next(self._steps) % 1000 + 1))
        rack = document.design.racks[0].id
        self._studio.client.preview(document.revision, Change(single=(("site", site),)), (rack,))

    def end(self) -> int:
        self._studio.client.previewed.disconnect(self._on_preview)
        return self._answers

    def _on_preview(self, _: object) -> None:
        self._answers += 1
        self.next()


class _Edits:
    """Makes one edit after another: a rack gets another name."""

    def __init__(self, studio: "Studio") -> None:
        self._studio = studio
        self._steps = count()
        self._reports = 0
        self._rack = studio.session.document.design.racks[0].id
        studio.client.reported.connect(self._on_report)

    def next(self) -> None:
        rename = set_fields("racks", self._rack, name=f"busy {next(self._steps)}")
        self._studio.session.document.apply("Rename", rename, merge="busy")

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
