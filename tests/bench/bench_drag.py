"""From a move of a dragged part to its card with the verdict after each loss, at 16,384 GPUs.

The clock runs from the step of the drag onto another place until the card shows what the engine
says of it (figures, findings, the worst single loss) and nothing is left to paint. The yardstick is
a frame in which all of the window is painted, in the same run.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from designer.document.drop_plans import DropPlan, part_into_rack
from designer.document.placement import first_fit
from tests.bench.bench_shown import paint_all, wait_for
from tests.bench.measure import in_turn, seconds
from tests.bench.row import Row
from tests.bench.studio_on_pod import studio_on_pod

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from designer.app.composition import Studio

PART = "qm9700"
TIMES = 25
PAUSE_S = 0.1
"""Between two steps: a hand rests on a place whose card it reads."""


def rows(tiny: bool = False) -> list[Row]:
    """Return the row on what a card takes until it shows the verdict."""
    with studio_on_pod(tiny=tiny) as (application, studio):
        drag = Drag(application, studio)
        card, frame = in_turn(drag.step, drag.frame, 3 if tiny else TIMES)
        drag.close()
    return [
        Row(
            "drag card with the verdict after each loss, 16,384 GPUs",
            card / frame,
            1,
            against="a frame of the whole window",
            detail=f"{card * 1e3:.1f} ms from the step to the card painted, against "
            f"{frame * 1e3:.1f} ms",
        )
    ]


def planned(studio: "Studio", rack: str, half_u: int) -> DropPlan:
    """Return what a drop of the part at a height of a rack would be."""
    space = studio.workspace
    return part_into_rack(space.layout(), space.catalog, PART, rack, half_u, "front")


def can_go(studio: "Studio", rack: str, half_u: int) -> bool:
    """Return whether the part may go there."""
    return planned(studio, rack, half_u).edit is not None


class Drag:
    """Holds a switch over one place of a rack after another, and never lets go."""

    def __init__(self, application: "QApplication", studio: "Studio") -> None:
        self._application, self._studio = application, studio
        wait_for(application, lambda: studio.window.is_populated)
        wait_for(application, lambda: studio.store.report is not None)
        wait_for(application, lambda: not studio.store.is_stale)
        layout, parts = studio.workspace.layout(), studio.workspace.catalog
        free = (
            (rack, [at for at in range(2, 98, 2) if can_go(studio, rack, at)])
            for rack in layout.racks
            if first_fit(layout, parts, PART, rack) is not None
        )
        self._rack, self._places = next((rack, places) for rack, places in free if len(places) > 1)
        self._number = 0
        studio.workspace.select((self._rack,))
        self._pause()

    def step(self) -> float:
        """Return how long it takes from a step until the card with the verdict is painted."""
        self._number += 1
        # To and fro between two places: neither is known from the step before.
        plan = planned(self._studio, self._rack, self._places[self._number % 2])
        took = seconds(lambda: self._show(plan))
        self._pause()
        return took

    def frame(self) -> float:
        """Return how long it takes to paint all of the window, with nothing kept of the rack."""
        window = self._studio.window
        window.elevation.view.kept.forget()
        return seconds(lambda: window.grab())

    def close(self) -> None:
        """Close window and engine."""
        studio = self._studio
        studio.window.elevation.view.preview.clear()
        studio.client.finish()
        studio.close()
        studio.window.close()

    def _show(self, plan: DropPlan) -> None:
        view = self._studio.window.elevation.view
        view.preview.show(plan)
        view.card.show_lines(view.preview.lines())
        view.update()
        wait_for(self._application, lambda: view.preview.is_answered)
        paint_all()

    def _pause(self) -> None:
        import time

        end = time.perf_counter() + PAUSE_S
        over: Callable[[], bool] = lambda: time.perf_counter() > end  # noqa: E731 - one expression
        wait_for(self._application, over)
