"""What it takes to choose all racks, or an overlay, with the whole floor in view.

In the window, with all panels on show. Processor time of its thread: of an overlay to the first
frame and until all is painted, and of the selection until all is painted. As in `bench_window`,
targets are held against what 19 of 20 take at most; each overlay is chosen once, so none is known.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from tests.bench.bench_shown import paint_all
from tests.bench.bench_window import two_rows
from tests.bench.designs import catalog, site
from tests.bench.row import Row
from tests.bench.window_hand import sample_of, timed, window_on

if TYPE_CHECKING:
    from tests.bench.window_hand import Hand

SIZES: Final = (16_000, 100_000)
TIMES: Final = 12
FRAME_MS: Final = 16.0
PAINTED_MS: Final = 50.0
"""Our own limit, of what follows the first frame: that of any edit."""


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on selecting and shading all racks."""
    found: list[Row] = []
    for gpus in (1_000,) if tiny else SIZES:
        with window_on(site(catalog(), gpus)) as hand:
            hand.studio.window.floor.fit_all()
            hand.settle()
            found += _selected(hand, f"{gpus:,} GPUs", 2 if tiny else TIMES)
            found += _shaded(hand, f"{gpus:,} GPUs", 3 if tiny else TIMES)
    return found


def _selected(hand: "Hand", name: str, times: int) -> Iterator[Row]:
    space, taken = hand.studio.workspace, []
    for _ in range(times + 1):
        hand.pause()
        taken.append(timed(lambda: _to_all_painted(hand.studio.window.edits.select_all)))
        hand.pause()
        space.select(())
    yield from two_rows(
        f"all racks selected → all painted, {name}", sample_of(taken[1:]), FRAME_MS, None
    )


def _shaded(hand: "Hand", name: str, times: int) -> Iterator[Row]:
    overlay, first, whole = hand.studio.workspace.overlay, [], []
    # The first is not counted: it imports what overlays are made with.
    for one in overlay.all()[: times + 1]:
        hand.pause()
        cpu, wall = timed(lambda one=one: _to_first_frame(lambda: overlay.choose(one.id)))
        more_cpu, more_wall = timed(paint_all)
        first.append((cpu, wall))
        whole.append((cpu + more_cpu, wall + more_wall))
        hand.pause()
        overlay.choose("")
    yield from two_rows(
        f"overlay chosen → its first frame, {name}", sample_of(first[1:]), FRAME_MS, None
    )
    yield from two_rows(
        f"overlay chosen → all painted, {name}", sample_of(whole[1:]), PAINTED_MS, None
    )


def _to_all_painted(work: Callable[[], object]) -> None:
    work()
    paint_all()


def _to_first_frame(work: Callable[[], object]) -> None:
    """Do something, and what is posted and painted at once; no more."""
    from PySide6.QtCore import QCoreApplication, QEventLoop

    work()
    QCoreApplication.sendPostedEvents()
    dispatcher = QCoreApplication.eventDispatcher()
    dispatcher.processEvents(QEventLoop.ProcessEventsFlag.ExcludeSocketNotifiers)
