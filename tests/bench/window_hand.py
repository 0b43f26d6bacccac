"""A hand in the whole window: makes edits and waits until they are seen.

The real window at 1600 × 1000 with the floor, the elevation, totals, plots, checks and limits on
show, and the real engine behind it.
"""

import gc
import os
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from designer.document.edits import place_device
from designer.model.design import Design
from tests.bench.bench_shown import paint_all, rest, wait_for
from tests.bench.designs import catalog
from tests.bench.kinds_of_edit import places, renames
from tests.bench.measure import processor_ms_of
from tests.bench.sample import Sample

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QApplication

    from designer.app.composition import Studio
    from designer.document.document import Edit

PAUSE_S: Final = 0.4
"""Between two edits, as a hand makes: what one left to do is done before the next."""
STEP_PAUSE_S: Final = 0.05
OPENING_S: Final = 300.0
Took = tuple[float, float]
"""Processor time of the window's thread, and the wall, in seconds."""


@contextmanager
def window_on(design: Design) -> Iterator["Hand"]:
    """Open the whole window on a design, in a home folder of its own."""
    from designer.io.design_file import dumps

    with tempfile.TemporaryDirectory() as home:
        path = Path(home) / "hall.cluster.toml"
        path.write_text(dumps(design, catalog()), encoding="utf-8")
        with window_on_file(path) as hand:
            yield hand


@contextmanager
def window_on_file(path: Path) -> Iterator["Hand"]:
    """Open the whole window on a file, whose folder is the home folder."""
    from PySide6.QtWidgets import QApplication

    from designer.app.composition import Studio
    from designer.app.main import COLLECT_AFTER

    os.environ["CLUSTER_DESIGNER_HOME"] = str(path.parent)
    gc.set_threshold(COLLECT_AFTER)  # as the program's process does
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication(["bench"])
    studio = Studio(application)
    studio.window.resize(1600, 1000)
    studio.show(path)
    hand = Hand(application, studio)
    yield hand
    studio.client.finish()
    studio.close()
    studio.window.close()


class Hand:
    """Makes edits in the window and waits until they are seen."""

    def __init__(self, application: "QApplication", studio: "Studio") -> None:
        self._application, self.studio = application, studio
        wait_for(application, lambda: studio.window.is_populated, OPENING_S)
        wait_for(application, self.is_shown, OPENING_S)
        wait_for(application, lambda: studio.window.dashboard.power.plot is not None)
        self.pause()

    def pause(self, seconds: float = PAUSE_S) -> None:
        """Do what an edit left to do, and do nothing for a while."""
        rest(self._application, seconds)

    def settle(self) -> None:
        """Wait until the engine works at nothing any more."""
        quiet, before = 0, -1.0
        while quiet < 3:
            self.pause()
            now = processor_ms_of(self.studio.client.process_id)
            quiet, before = (quiet + 1 if now - before < 1 else 0), now

    def follow(self, edit: Callable[[], object]) -> Took:
        """Return what an edit takes until its report is shown and nothing is left to paint."""

        def followed() -> None:
            edit()
            wait_for(self._application, self.is_shown)
            paint_all()

        return timed(followed)

    def there_and_back(
        self, edits: Iterable["Edit"], uncounted: int = 1
    ) -> tuple[list[Took], list[Took]]:
        """Return what edits take, and what undoing each takes; the first are not counted."""
        document = self.studio.session.document
        there: list[Took] = []
        back: list[Took] = []
        for edit in edits:
            self.pause()
            there.append(self.follow(lambda edit=edit: document.apply("Edit", edit)))
            self.pause()
            back.append(self.follow(document.undo))
        self.pause()
        return there[uncounted:], back[uncounted:]

    def drops(self, part: str) -> Iterator["Edit"]:
        """Yield drops of a part, each into another rack, which is selected before."""
        space = self.studio.workspace
        for rack in places(space.document, space.catalog, part):
            space.select((rack,))
            yield place_device(space.catalog, part, rack, known=space.layout())

    def renames(self) -> Iterator["Edit"]:
        """Yield renames, each of another rack, which is selected before."""
        space = self.studio.workspace
        for rack, edit in renames(space.document):
            space.select((rack,))
            yield edit

    def drag(self, part: str, steps: int) -> list[Took]:
        """Return what steps of a part over the floor take, each onto another rack.

        A step is done once its card says all that the engine has to say, and is painted.
        """
        from PySide6.QtCore import Qt

        from designer.ui.views.floor.drops import DropPart

        canvas = self.studio.window.floor
        view, space = canvas.view, self.studio.workspace
        canvas.fit_all()
        self.pause()
        gesture, taken = DropPart(view, part), []
        for rack in places(space.document, space.catalog, part)[: steps + 1]:
            at = view.mapFromScene(canvas.floor.racks[rack].sceneBoundingRect().center())

            def step(at: "QPoint" = at) -> None:
                gesture.move(at, Qt.KeyboardModifier.NoModifier)
                wait_for(self._application, lambda: view.preview.is_answered)
                paint_all()

            taken.append(timed(step))
            self.pause(STEP_PAUSE_S)
        gesture.cancel()
        self.pause()
        return taken[1:]

    def is_shown(self) -> bool:
        """Whether the report of the design as it stands is on show."""
        studio = self.studio
        report = studio.store.report
        return (
            studio.store.is_current(studio.session.document.revision)
            and studio.window.dashboard.shown is report
            and report is not None
        )


def timed(work: Callable[[], object]) -> Took:
    """Return processor time of this thread and wall of one piece of work."""
    begin, begin_cpu = time.perf_counter(), time.thread_time()
    work()
    return time.thread_time() - begin_cpu, time.perf_counter() - begin


def sample_of(taken: Iterable[Took]) -> Sample:
    """Return many pieces of work as one sample."""
    cpu, wall = zip(*taken, strict=True)
    return Sample(cpu, wall)
