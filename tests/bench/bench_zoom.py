"""The floor at every zoom: frames of each notch, scrolling, what is under the pointer, all chosen.

The real canvas at 1600 × 900 with rulers and minimap; processor time of the window's thread. A
notch is measured in both directions, the first time and again, with the picture sharp before it and
in one gesture without a pause. Each is held against 16 ms, or 1.5 × the same picture as plain items
in C++ where that is more; the row tells 99 of 100 by that measure, and the worst. The wall
counts from a notch until its picture is sharp, with the event loop turning as in the window.

    python -m tests.bench.bench_zoom 1000000 folded

prints every notch of one floor.
"""

import gc
import sys
from collections.abc import Iterable, Iterator
from itertools import chain, count
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Final, NamedTuple

from tests.bench.floors import SIZE, canvas_of, floor_of
from tests.bench.measure import percentile
from tests.bench.row import Row
from tests.bench.sample import Sample, growth, sampled

if TYPE_CHECKING:
    from designer.ui.views.floor.canvas import FloorCanvas

SIZES: Final = (1_000, 16_000, 100_000, 1_000_000)
NOTCH: Final = 1.2
FRAME_MS: Final = 16.0
_PAN_MS: Final = {100_000: 8.0}
_ANCHORED: Final = 1.5
"""A frame may take so many times as long as plain items, where that is more."""
SHARP_MS: Final = 250.0
"""Our own limit."""
_FILMS: Final = 3
"""So often all notches are gone through: 99 of 100 of fewer than 100 would be the worst one."""


class Notch(NamedTuple):
    """One notch: scale after it, processor time of its frame, and until the picture is sharp.

    Attributes
    ----------
    sharp
        The wall from the notch until the picture is sharp; 0 in a gesture without a pause.
    plain
        What the same picture takes as plain items; 0 where that was not measured.
    longest
        The longest slice in which the window does nothing else.
    """

    way: str
    scale: float
    frame: float
    sharp: float
    longest: float
    plain: float


def rows(tiny: bool = False, *, folded: bool = False) -> list[Row]:
    """Return the rows on floors of all sizes, whose racks are folded or not."""
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication([])
    found: list[Row] = []
    worst: dict[str, dict[int, float]] = {}
    for size in (100, 600) if tiny else SIZES:
        canvas = canvas_of(floor_of(size, folded=folded))
        gc.collect()
        gc.freeze()  # as the window's process does
        for row in _rows(canvas, size, "folded" if folded else "unfolded", tiny=tiny):
            found.append(row)
            what = row.what.rpartition(f", {size:,} devices")[0]
            worst.setdefault(what, {})[size] = row.value or 0.0
        canvas.close()
        canvas.deleteLater()
        gc.unfreeze()
    for what, by_size in worst.items():
        exponent = growth(by_size)
        found.append(
            Row(f"{what}: growth with devices", exponent, 0.5, unit="exponent",
                detail=", ".join(f"{size:,}: {value:.2f}" for size, value in by_size.items()))
        )  # fmt: skip
    del application
    return found


def _rows(canvas: "FloorCanvas", size: int, how: str, *, tiny: bool) -> Iterator[Row]:
    about = f"{size:,} devices, {how}"
    again = () if tiny else range(_FILMS - 1)
    rest = (one for _ in again for one in film(canvas, anchored=False))
    notches = with_plain(chain(film(canvas, tiny=tiny), rest))
    frames = Sample(tuple(one.frame for one in notches), tuple(one.frame for one in notches))
    worst = max(notches, key=share)
    missed = sum(share(one) > 1 for one in notches)
    yield Row(
        f"frame of a zoom notch, 99 of 100, {about}", percentile([*map(share, notches)], 0.99), 1,
        against="16 ms, or 1.5 × the plain items of that notch where that is more",
        detail=f"the worst {share(worst):.2f}, {_told(worst)}; {missed} of {len(notches)} above it;"
        f" median, 95 and 99 of 100: {frames.words}",
    )  # fmt: skip
    sharp = [one for one in notches if one.sharp]
    slow = max(sharp, key=lambda one: one.sharp)
    waits = Sample(tuple(one.sharp for one in sharp), tuple(one.sharp for one in sharp))
    yield Row(
        f"from a notch until it is sharp, {about}", slow.sharp * 1e3, SHARP_MS,
        unit="ms (wall, longest)",
        detail=f"median {waits.median * 1e3:.0f}, 95 of 100 {waits.p95 * 1e3:.0f} ms; longest "
        f"{slow.way} at {slow.scale * 1e3:.1f} px/m; longest slice "
        f"{max(n.longest for n in notches) * 1e3:.1f} ms; the limit is ours",
    )  # fmt: skip
    limit = _PAN_MS.get(size, FRAME_MS)
    for words, step in (("few pixels", (7, 5)), ("half a view", (800, 0))):
        pans = _pans(canvas, step, 3 if tiny else 40)
        yield Row(f"scroll by {words}, {about}", pans.p99 * 1e3, limit,
                  unit="ms (p99)", detail=pans.words)  # fmt: skip
    hits = _hits(canvas, 20 if tiny else 400)
    yield Row(f"move of the pointer, {about}", hits.p99 * 1e3, 0.1, unit="ms (p99)",
              detail=hits.words)  # fmt: skip
    chosen = _select_all(canvas, 2 if tiny else 8)
    yield Row(f"select all, {about}", chosen.p99 * 1e3, FRAME_MS, unit="ms (p99)",
              detail=f"with its frame: {chosen.words}")  # fmt: skip
    moved = _moves(canvas, 2 if tiny else 12)
    yield Row(f"canvas after a rack is moved, {about}", moved.p99 * 1e3, FRAME_MS, unit="ms (p99)",
              detail=f"with its frame: {moved.words}")  # fmt: skip


def with_plain(notches: Iterable[Notch]) -> list[Notch]:
    """Return notches, each with what plain items take at its scale, whichever way it was come to.

    They are measured once for each scale; a gesture without a pause comes to the same ones.
    """
    every = list(notches)
    plain = {round(one.scale, 9): one.plain for one in every if one.plain}
    return [one._replace(plain=plain.get(round(one.scale, 9), 0.0)) for one in every]


def share(notch: Notch) -> float:
    """Return what a frame takes, as a part of what it may take at its notch."""
    return notch.frame * 1e3 / _allowed_ms(notch)


def _allowed_ms(notch: Notch) -> float:
    return max(FRAME_MS, _ANCHORED * notch.plain * 1e3)


def _told(notch: Notch) -> str:
    plain = f", plain items {notch.plain * 1e3:.1f} ms" if notch.plain else ""
    return f"{notch.way} at {notch.scale * 1e3:.1f} px/m: {notch.frame * 1e3:.1f} ms{plain}"


def film(canvas: "FloorCanvas", *, tiny: bool = False, anchored: bool = True) -> Iterator[Notch]:
    """Zoom from the whole floor to one unit and back, twice with pauses and once without."""
    from designer.ui.views.floor.zoomed_view import MOST_ZOOM

    canvas.fit_all()
    frame(canvas)
    settle(canvas)
    fitted = canvas.view.scale_factor()
    plain: dict[float, float] = {}
    ways = ("first", "again", "at a stretch")
    for way in ways[1:] if tiny else ways:
        for into in (True, False):
            while (
                canvas.view.scale_factor() < MOST_ZOOM if into
                else canvas.view.scale_factor() > fitted * 1.001
            ):  # fmt: skip
                begin = perf_counter()
                took = _notch(canvas, NOTCH if into else max(1 / NOTCH, fitted / _scale(canvas)))
                scale = _scale(canvas)
                sharp = longest = 0.0
                if way != "at a stretch":
                    longest = sharpen(canvas)
                    sharp = perf_counter() - begin
                    settle(canvas)
                if anchored and way == ways[1] and scale not in plain:
                    plain[scale] = _plain(canvas, 2 if tiny else 4)
                known = plain.get(scale, 0.0)
                yield Notch(f"{way} {'in' if into else 'out'}", scale, took, sharp, longest, known)
    settle(canvas)


def _scale(canvas: "FloorCanvas") -> float:
    return canvas.view.scale_factor()


def _notch(canvas: "FloorCanvas", factor: float) -> float:
    middle = canvas.view.viewport().rect().toRectF().center()
    begin = thread_time()
    canvas.view.zoom_by(factor, middle)
    frame(canvas)
    return thread_time() - begin


def frame(canvas: "FloorCanvas") -> None:
    """Paint all of the canvas that a move of the floor changes."""
    for widget in (canvas.view.viewport(), canvas._top, canvas._left, canvas.minimap):
        widget.repaint()


def sharpen(canvas: "FloorCanvas") -> float:
    """Turn the event loop until the picture is sharp and painted; return its longest slice."""
    from PySide6.QtWidgets import QApplication

    longest = 0.0
    while canvas.view.floor.tiles.hurries:
        begin = thread_time()
        QApplication.processEvents()
        longest = max(longest, thread_time() - begin)
    canvas.view.viewport().repaint()
    return longest


def settle(canvas: "FloorCanvas") -> None:
    """Let the picture become sharp, also beyond the view, without waiting for the event loop."""
    view = canvas.view
    while view.floor.tiles.hurries or view._refining.isActive():
        view._refining.stop()
        view._refine()
    view.viewport().repaint()


def _plain(canvas: "FloorCanvas", times: int) -> float:
    from PySide6.QtWidgets import QApplication

    from tests.bench.plain_floor import plain_view

    view = plain_view(canvas)
    QApplication.processEvents()
    port = view.viewport()
    port.repaint()
    took = sampled(port.repaint, times).median
    view.close()
    view.deleteLater()
    QApplication.sendPostedEvents(view, 0)
    return took


def _pans(canvas: "FloorCanvas", step: tuple[int, int], times: int) -> Sample:
    """Scroll at scales from the whole floor to one unit, back and forth."""
    made: list[Sample] = []
    canvas.fit_all()
    whole = _scale(canvas)
    for scale in (whole * 1.5, 0.022, 0.026, 0.06, 0.2):
        canvas.view.look_at(canvas.floor.standing().center(), max(scale, whole))
        frame(canvas)
        canvas.view.hurry()
        settle(canvas)
        number = count()

        def scroll(number: "count[int]" = number) -> None:
            sign = 1 if next(number) % 8 < 4 else -1
            canvas.view.scroll_by(sign * step[0], sign * step[1])
            frame(canvas)

        made.append(sampled(scroll, times, between=lambda: settle(canvas)))
    return _all(made)


def _all(made: list[Sample]) -> Sample:
    return Sample(
        tuple(one for sample in made for one in sample.cpu),
        tuple(one for sample in made for one in sample.wall),
    )


def _hits(canvas: "FloorCanvas", times: int) -> Sample:
    from PySide6.QtCore import QPoint

    canvas.fit_all()
    frame(canvas)
    settle(canvas)
    number = count()

    def move() -> None:
        at = next(number)
        canvas.view._hover_at(QPoint(40 + at * 37 % (SIZE[0] - 80), 40 + at * 23 % (SIZE[1] - 80)))

    move()
    return sampled(move, times)


def _select_all(canvas: "FloorCanvas", times: int) -> Sample:
    canvas.fit_all()
    frame(canvas)
    settle(canvas)
    every = tuple(canvas.floor.racks)

    def choose() -> None:
        canvas.view.workspace.select(every)
        frame(canvas)

    def none() -> None:
        settle(canvas)
        canvas.view.workspace.select(())
        frame(canvas)
        settle(canvas)

    choose()
    return sampled(choose, times, between=none)


def _moves(canvas: "FloorCanvas", times: int) -> Sample:
    """Move a rack: what the canvas does with the change, and the frame after it."""
    from designer.document.edits import set_fields

    space, number = canvas.view.workspace, count(1)
    rack = space.document.design.racks[len(canvas.floor.racks) // 2]
    spent: list[float] = []
    # What else listens to the document is none of the canvas.
    told = canvas._on_document

    def noted(change: object) -> None:
        begin = thread_time()
        told(change)  # type: ignore[arg-type]  # only passed on
        spent.append(thread_time() - begin)

    space.document_changed.disconnect(told)
    space.document_changed.connect(noted)
    took = []
    for _ in range(times + 1):
        by = next(number) * 10
        space.document.apply("x", set_fields("racks", rack.id, x_mm=rack.x_mm + by))
        begin = thread_time()
        frame(canvas)
        took.append(spent[-1] + thread_time() - begin)
        settle(canvas)
    space.document_changed.disconnect(noted)
    space.document_changed.connect(told)
    return Sample(tuple(took[1:]), tuple(took[1:]))


def main() -> None:
    """Print every notch of one floor."""
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication([])
    devices, how = int(sys.argv[1]), sys.argv[2]
    canvas = canvas_of(floor_of(devices, folded=how == "folded"))
    gc.collect()
    gc.freeze()
    for notch in with_plain(film(canvas)):
        part = f"{share(notch):.2f} of what it may take"
        print(f"{_told(notch)}, {part}, sharp after {notch.sharp * 1e3:.0f} ms", flush=True)
    del application


if __name__ == "__main__":
    main()
