"""Frames of a floor on which much lies: racks of a later stage, and 200 comments.

The canvas and floors of `bench_zoom`, folded; processor time of the window's thread. A frame is
held against 16 ms. Half of the racks come in a later stage than the one that is looked at; comments
are spread evenly over the racks.
"""

import gc
from collections.abc import Callable, Iterator
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from designer.model.comments import Comment
from designer.model.design import Design, Stage
from tests.bench.bench_zoom import FRAME_MS, NOTCH, frame, settle
from tests.bench.floors import canvas_of, floor_of
from tests.bench.row import Row
from tests.bench.sample import Sample, sampled

if TYPE_CHECKING:
    from designer.ui.views.floor.canvas import FloorCanvas

SIZES: Final = (16_000, 100_000)
COMMENTS: Final = 200
_TIMES: Final = 24
_STAGES: Final = (Stage(id="day-1", name="Day 1"), Stage(id="day-2", name="Day 2"))


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on each kind of mark."""
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication([])
    found: list[Row] = []
    for size in (600,) if tiny else SIZES:
        for what, mark in (("half of the racks in a later stage", look_early),
                           (f"{COMMENTS} comments", comment)):  # fmt: skip
            canvas = canvas_of(staged(floor_of(size, folded=True)))
            gc.collect()
            gc.freeze()  # as the window's process does
            mark(canvas)
            found += _rows(canvas, f"{what}, {size:,} devices", 4 if tiny else _TIMES)
            canvas.close()
            canvas.deleteLater()
            gc.unfreeze()
    del application
    return found


def staged(design: Design) -> Design:
    """Return a design of which the second half of the racks comes in a second stage."""
    half = len(design.racks) // 2
    later = tuple(rack.evolve(stage="day-2") for rack in design.racks[half:])
    return design.evolve(stages=_STAGES, racks=(*design.racks[:half], *later))


def look_early(canvas: "FloorCanvas") -> None:
    """Look at the first stage."""
    canvas.view.workspace.stage.look_at("day-1")


def comment(canvas: "FloorCanvas") -> None:
    """Comment on racks."""
    from PySide6.QtCore import QObject, Signal

    class Store(QObject):
        """Has comments, and keeps none."""

        changed, told = Signal(), Signal(str)
        why_not = ""

        def __init__(self, comments: tuple[Comment, ...]) -> None:
            super().__init__(canvas)
            self.comments = comments

        def write(self, _edit: Any) -> tuple[Comment, ...]:
            return self.comments

    racks = canvas.view.workspace.document.design.racks
    made = tuple(
        Comment(id=f"c{at}", number=at + 1, about="rack", target=rack.id, x_mm=rack.x_mm,
                y_mm=rack.y_mm, author="a", date="2026-11-30T00:00:00Z", text="x")
        for at, rack in enumerate(racks[:: max(1, len(racks) // COMMENTS)][:COMMENTS])
    )  # fmt: skip
    canvas.view.workspace.comments.attach(Store(made))


def _rows(canvas: "FloorCanvas", about: str, times: int) -> Iterator[Row]:
    for words, work in (("scroll by few pixels", _scrolling), ("zoom notch", _zooming)):
        sample = _at_scales(canvas, work, times)
        yield Row(f"frame of a {words}, {about}", sample.p99 * 1e3, FRAME_MS, unit="ms (p99)",
                  detail=f"least {min(sample.cpu) * 1e3:.1f} ms, {sample.words}")  # fmt: skip


def _at_scales(
    canvas: "FloorCanvas", work: Callable[["FloorCanvas"], Callable[[], None]], times: int
) -> Sample:
    """Measure at scales from the whole floor to a few rows."""
    canvas.fit_all()
    frame(canvas)
    settle(canvas)
    whole = canvas.view.scale_factor()
    made = []
    for scale in (whole * 1.001, whole * 1.5, 0.022, 0.06, 0.2):
        canvas.view.look_at(canvas.floor.standing().center(), max(scale, whole * 1.001))
        frame(canvas)
        settle(canvas)
        frame(canvas)
        made.append(sampled(work(canvas), times, between=lambda: settle(canvas)))
    return Sample(
        tuple(one for sample in made for one in sample.cpu),
        tuple(one for sample in made for one in sample.wall),
    )


def _scrolling(canvas: "FloorCanvas") -> Callable[[], None]:
    number = count()

    def scroll() -> None:
        sign = 1 if next(number) % 8 < 4 else -1
        canvas.view.scroll_by(sign * 7, sign * 5)
        frame(canvas)

    return scroll


def _zooming(canvas: "FloorCanvas") -> Callable[[], None]:
    number = count()
    middle = canvas.view.viewport().rect().toRectF().center()

    def zoom() -> None:
        canvas.view.zoom_by(NOTCH if next(number) % 2 == 0 else 1 / NOTCH, middle)
        frame(canvas)

    return zoom
