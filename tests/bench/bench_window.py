"""What edits cost the window, whole: from the edit until nothing is left to paint.

The real window at 1600 × 1000 with the floor, the elevation, totals, plots, checks and limits on
show, and the real engine behind it. Every edit is one that was not made before: a switch goes into
another rack each time, another row is removed. Processor time of the window's thread, median, 95th
and 99th percentile, and the wall until all is painted, with the engine's work in it.

Designs are the DGX SuperPOD H100 with about 1,000, 16,000 and 100,000 GPUs, folded as the template
draws them and, up to 16,000, unfolded: every rack and every device a record.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from designer.document.edits import place_device, remove, rename, replace_part
from designer.document.placement import first_fit
from designer.model.design import Design
from tests.bench.bench_shown import paint_all, rest, wait_for
from tests.bench.designs import catalog, site, unfolded
from tests.bench.row import Row
from tests.bench.sample import Sample, growth

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QApplication

    from designer.app.composition import Studio
    from designer.document.document import Edit

PART: Final = "qm9700"
TIMES: Final = 12
STEPS: Final = 40
FEW: Final = 4
PAUSE_S: Final = 0.4
"""Between two edits, as a hand makes: what one left to do is done before the next."""
STEP_PAUSE_S: Final = 0.05
DROP_MS, TOTAL_MS, MANY_MS = 16, 50, 50
STEP_MS, ANSWER_MS = 8, 33.4
"""An answer is shown within two frames of a screen."""
SIZES: Final = ((1_000, True), (16_000, True), (16_000, False), (100_000, True))


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on edits in the whole window."""
    found: list[Row] = []
    medians: dict[int, float] = {}
    for gpus, folded in SIZES[:1] if tiny else SIZES:
        design = site(catalog(), gpus)
        with window_on(design if folded else unfolded(design)) as hand:
            name = f"{gpus:,} GPUs{'' if folded else ', unfolded'}"
            drop = hand.times(hand.drops(), 2 if tiny else TIMES)
            found += _two(f"drop → all painted, {name}", drop, DROP_MS, TOTAL_MS)
            found += _dragged(f"drag step with its card, {name}", hand.drag(4 if tiny else STEPS))
            renamed = hand.times(hand.renames(), 2 if tiny else TIMES)
            ratio = renamed.median / drop.median
            found.append(
                Row(
                    f"rename of a rack → all painted, {name}", ratio, 1, against="a drop",
                    detail=renamed.words,
                )
            )  # fmt: skip
            gone, back = hand.there_and_back(hand.rows(), 1 if tiny else FEW)
            found += _two(f"a row removed → all painted, {name}", gone, MANY_MS, None)
            found += _two(f"undo of that → all painted, {name}", back, MANY_MS, None)
            swapped, _ = hand.there_and_back(hand.swaps(), 1 if tiny else FEW)
            found += _two(f"all nodes replaced → all painted, {name}", swapped, MANY_MS, None)
            if folded:
                medians[gpus] = drop.median
    if len(medians) > 1:
        exponent = growth(medians)
        found.append(
            Row("growth of a drop in the window, folded", exponent, 0.5, unit="(exponent)")
        )
    return found


def _two(what: str, sample: Sample, most_ms: float, total_ms: float | None) -> list[Row]:
    """Return a row on the window's thread, and one on the wall where it has a target."""
    found = [Row(f"{what}, window thread", sample.median * 1e3, most_ms, "ms", detail=sample.words)]
    if total_ms is not None:
        wall = statistics.median(sample.wall) * 1e3
        found.append(Row(f"{what}, total", wall, total_ms, "ms", detail="wall, engine included"))
    return found


def _dragged(what: str, sample: Sample) -> list[Row]:
    wall = statistics.median(sample.wall) * 1e3
    return [
        Row(f"{what}, window thread", sample.median * 1e3, STEP_MS, "ms", detail=sample.words),
        Row(f"{what}, until it is answered and painted", wall, ANSWER_MS, "ms", detail="wall"),
    ]


@contextmanager
def window_on(design: Design) -> Iterator["Hand"]:
    """Open the whole window on a design, in a home folder of its own."""
    from PySide6.QtWidgets import QApplication

    from designer.app.composition import Studio
    from designer.io.design_file import dumps

    with tempfile.TemporaryDirectory() as home:
        os.environ["CLUSTER_DESIGNER_HOME"] = home
        path = Path(home) / "hall.cluster.toml"
        path.write_text(dumps(design, catalog()), encoding="utf-8")
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
        self._application, self._studio = application, studio
        wait_for(application, lambda: studio.window.is_populated)
        wait_for(application, self._is_shown)
        wait_for(application, lambda: studio.window.dashboard.power.plot is not None)
        self.pause()

    def pause(self, seconds: float = PAUSE_S) -> None:
        """Do what an edit left to do, and do nothing for a while."""
        rest(self._application, seconds)

    def times(self, edits: Iterator["Edit"], times: int) -> Sample:
        """Return what edits take, each undone without being measured; the first is not counted."""
        return self.there_and_back(edits, times)[0]

    def there_and_back(self, edits: Iterator["Edit"], times: int) -> tuple[Sample, Sample]:
        """Return what edits take, and what undoing each takes; the first is not counted."""
        document = self._studio.session.document
        there: list[tuple[float, float]] = []
        back: list[tuple[float, float]] = []
        for _ in range(times + 1):
            edit = next(edits)
            self.pause()
            there.append(self._follow(lambda edit=edit: document.apply("Edit", edit)))
            self.pause()
            back.append(self._follow(document.undo))
        self.pause()
        return _sample(there[1:]), _sample(back[1:])

    def drag(self, steps: int) -> Sample:
        """Return what steps of a switch over the floor take, each onto another rack.

        A step is done once its card says all that the engine has to say, and is painted.
        """
        from PySide6.QtCore import Qt

        from designer.ui.views.floor.drops import DropPart

        canvas = self._studio.window.floor
        view, space = canvas.view, self._studio.workspace
        canvas.fit_all()
        self.pause()
        free = [
            rack
            for rack in space.layout().racks
            if first_fit(space.layout(), space.catalog, PART, rack) is not None
        ]
        gesture, taken = DropPart(view, PART), []
        for rack in free[:: max(1, len(free) // (steps + 1))][: steps + 1]:
            at = view.mapFromScene(canvas.floor.racks[rack].sceneBoundingRect().center())

            def step(at: "QPoint" = at) -> None:
                gesture.move(at, Qt.KeyboardModifier.NoModifier)
                wait_for(self._application, lambda: view.preview.is_answered)
                paint_all()

            taken.append(_measured(step))
            self.pause(STEP_PAUSE_S)
        gesture.cancel()
        self.pause()
        return _sample(taken[1:])

    def drops(self) -> Iterator["Edit"]:
        """Yield drops of a switch, each into another rack, which is selected before."""
        space = self._studio.workspace
        for rack in tuple(space.layout().racks):
            if first_fit(space.layout(), space.catalog, PART, rack) is not None:
                space.select((rack,))
                yield place_device(space.catalog, PART, rack, known=space.layout())

    def renames(self) -> Iterator["Edit"]:
        """Yield renames of one rack after the other."""
        for rack in tuple(self._studio.workspace.layout().racks):
            self._studio.workspace.select((rack,))
            yield rename(rack, f"renamed {rack}")

    def rows(self) -> Iterator["Edit"]:
        """Yield removals of one row after the other, from the middle of the hall on."""
        design = self._studio.session.document.design
        for row in design.rows[len(design.rows) // 2 :] + design.rows:
            yield remove(tuple(rack.id for rack in design.racks if rack.row == row.id))

    def swaps(self) -> Iterator["Edit"]:
        """Yield replacements of all nodes by others, in turn."""
        parts = self._studio.workspace.catalog
        while True:
            yield replace_part(parts, "dgx-h100", "dgx-h200")
            yield replace_part(parts, "dgx-h100", "dgx-a100")

    def _follow(self, edit: Callable[[], object]) -> tuple[float, float]:
        """Return processor time of this thread and wall from an edit until all is painted."""

        def followed() -> None:
            edit()
            wait_for(self._application, self._is_shown)
            paint_all()

        return _measured(followed)

    def _is_shown(self) -> bool:
        studio = self._studio
        report = studio.store.report
        return (
            studio.store.is_current(studio.session.document.revision)
            and studio.window.dashboard.shown is report
            and report is not None
        )


def _measured(work: Callable[[], object]) -> tuple[float, float]:
    """Return processor time of this thread and wall of one piece of work."""
    begin, begin_cpu = time.perf_counter(), time.thread_time()
    work()
    return time.thread_time() - begin_cpu, time.perf_counter() - begin


def _sample(taken: list[tuple[float, float]]) -> Sample:
    return Sample(tuple(cpu for cpu, _ in taken), tuple(wall for _, wall in taken))
