"""From a move of a dragged part to its card with the verdict after each loss, at 16,384 GPUs.

The clock runs from the step of the drag onto another place until the card shows what the engine
says of it (figures, findings, the worst single loss) and nothing is left to paint. The yardstick is
a frame in which all of the window is painted, in the same run.

A rack with cables is dragged likewise, until the card shows lengths, media and reach of its cables:
the engine tells them before all else. What the window's thread and the engine's process work for
that is added up, as if one waited for the other: processor time, the least of several.
"""

import time
from collections.abc import Callable
from functools import partial
from itertools import islice
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPoint

from designer.catalog.catalog import Catalog
from designer.document.drop_plans import DropPlan, part_into_rack, racks_by
from designer.document.edits.records import remove
from designer.document.placement import first_fit
from designer.engine.preview import CablesMoved, Preview
from designer.model.design import Design
from tests.bench.bench_edits import cables_of_racks, rack_with_cables
from tests.bench.bench_shown import paint_all, wait_for
from tests.bench.measure import in_turn, seconds
from tests.bench.row import Row
from tests.bench.studio_on_pod import studio_on_pod

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from designer.app.composition import Studio

PART = "qm9700"
TIMES = 25
FRAME_MS: Final = 16.7
LEAST_CABLES: Final = 256
CALLED: Final = ("the fewest", "the most", "256")
PAUSE_S = 0.1
"""Between two steps: a hand rests on a place whose card it reads."""


def rows(tiny: bool = False) -> list[Row]:
    """Return the row on what a card takes until it shows the verdict."""
    with studio_on_pod(tiny=tiny) as (application, studio):
        drag = Drag(application, studio)
        card, frame = in_turn(drag.step, drag.frame, 3 if tiny else TIMES)
        racks = [RackDrag(application, studio, fewest=fewest) for fewest in (True, False)]
        took = [least_of(rack, 3 if tiny else TIMES) for rack in racks]
        # Last: it alters the hall. No rack of it has so few.
        thin_out(studio, racks[0].rack)
        racks.append(RackDrag(application, studio, rack=racks[0].rack))
        took.append(least_of(racks[-1], 3 if tiny else TIMES))
        drag.close()
    return [
        Row(
            "drag card with the verdict after each loss, 16,384 GPUs",
            card / frame,
            1,
            against="a frame of the whole window",
            detail=f"{card * 1e3:.1f} ms from the step to the card painted, against "
            f"{frame * 1e3:.1f} ms",
        ),
        *(
            Row(
                f"drag of a rack with {called} cables: lengths, media and reach on the card, "
                "16,384 GPUs",
                (least.window + least.engine) * 1e3,
                FRAME_MS,
                unit="ms",
                against="a frame",
                detail=f"{rack.cables:,} cables; {least.window * 1e3:.1f} ms of the window's "
                f"thread and {least.engine * 1e3:.1f} ms of the engine; the rest of the card "
                f"{least.rest * 1e3:.1f} ms of the window's later",
            )
            for called, rack, least in zip(CALLED, racks, took, strict=True)
        ),
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
        rest(self._application)


class Step(NamedTuple):
    """Processor time of one step, s: until the cables are on the card, and for all else there."""

    window: float
    engine: float
    rest: float


class RackDrag:
    """Drags a rack with cables from one free place to another, and never lets go.

    Parameters
    ----------
    fewest
        Whether it has the fewest of those with at least 256; else it has the most of all.
    rack
        Which one it is; empty for one of these.
    """

    def __init__(
        self, application: "QApplication", studio: "Studio", *, fewest: bool = False, rack: str = ""
    ) -> None:
        self._application, self._studio = application, studio
        self._view = studio.window.floor.view
        studio.window.floor.fit_all()
        self._told: CablesMoved | None = None
        studio.workspace.preview_begun.connect(self._on_begun)
        space = studio.workspace
        layout, parts = space.layout(), space.catalog
        design = space.document.design
        self.rack, self.cables = cabled_rack(design, parts, fewest=fewest, rack=rack)
        at, moved = layout.racks[self.rack], partial(racks_by, layout, parts, (self.rack,))
        free = (
            plan
            for y in range(0, 60_000, 600)
            for x in range(0, 90_000, 300)
            if (plan := moved(x - at.x_mm, y - at.y_mm)).edit is not None
        )
        self._plans = list(islice(free, 2 * TIMES))
        self._number = 0
        rest(application)

    def step(self) -> Step:
        """Return what the next step takes until its cables are on the card, and after it."""
        plan = self._plans[self._number % len(self._plans)]
        self._number += 1
        self._told = None
        engine, window = worked_s(self._studio.client.process_id), time.thread_time()
        self._view.show_plan(plan, QPoint(300, 300))
        paint_all()
        wait_for(self._application, lambda: self._told is not None)
        engine = worked_s(self._studio.client.process_id) - engine
        paint_all()
        begun = time.thread_time()
        wait_for(self._application, lambda: self._view.preview.is_answered)
        paint_all()
        took = Step(begun - window, engine, time.thread_time() - begun)
        rest(self._application)
        return took

    def _on_begun(self, preview: object) -> None:
        self._told = preview.cables if isinstance(preview, Preview) else None


def least_of(rack: RackDrag, times: int) -> Step:
    """Return the step that took least of several."""
    steps = (rack.step() for _ in range(times))
    return min(steps, key=lambda step: step.window + step.engine)


def cabled_rack(design: Design, parts: Catalog, *, fewest: bool, rack: str = "") -> tuple[str, int]:
    """Return the rack with the most cables, or the fewest from 256 on, and how many these are.

    Parameters
    ----------
    rack
        Its id, where it is no other.
    """
    from designer.engine.evaluate import Evaluator

    engine = Evaluator(parts)
    engine.report(design)
    if rack:
        at = next(at for at, one in enumerate(design.racks) if one.id == rack)
        return rack, int(cables_of_racks(engine, design)[at])
    found, cables = rack_with_cables(engine, design, fewest=fewest)
    return found.id, cables


def thin_out(studio: "Studio", rack: str) -> None:
    """Leave of the switches of a rack as many as have 256 cables together, or a few more."""
    space = studio.workspace
    switches = [
        one.key for one in space.layout().in_rack(rack)
        if (part := space.catalog.get(one.part)) is not None and part.traits.switches
    ]  # fmt: skip
    _, cables = cabled_rack(space.document.design, space.catalog, fewest=False, rack=rack)
    # One more, as cables within the rack are counted once.
    left = ceil(len(switches) * LEAST_CABLES / cables) + 1
    space.apply("Remove", remove(tuple(switches[left:])))


def worked_s(process_id: int) -> float:
    """Return the processor time of a process's first thread, s."""
    return int(Path(f"/proc/{process_id}/schedstat").read_text().split()[0]) / 1e9


def rest(application: "QApplication") -> None:
    """Let a moment go by, as a hand does that reads the card."""
    end = time.perf_counter() + PAUSE_S
    over: Callable[[], bool] = lambda: time.perf_counter() > end  # noqa: E731 - one expression
    wait_for(application, over)
