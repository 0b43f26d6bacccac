"""What holds the window of a hall of 16,384 GPUs: many racks at once, tables, stages, units.

The whole window with all panels on show and the real engine behind it. Processor time of the
window's thread in the call itself, in which nothing is painted and no key is taken; each is undone
before the next. Held against 100 ms, above which an action has to tell how far it is.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from designer.document.edits import move_racks
from designer.model.design import Design
from tests.bench.bench_marks import staged
from tests.bench.designs import catalog, site
from tests.bench.row import Row
from tests.bench.window_hand import Took, sample_of, timed, window_on

if TYPE_CHECKING:
    from tests.bench.window_hand import Hand

HOLD_MS: Final = 100.0
TIMES: Final = 5
MANY: Final = 500
_FREE_MM: Final = 60_000
"""Of floor beside the hall, for copies."""


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on a hall."""
    gpus = 1_000 if tiny else 16_000
    many, times = (10, 1) if tiny else (MANY, TIMES)
    found: list[Row] = []
    with window_on(roomy(site(catalog(), gpus))) as hand:
        name = f"{gpus:,} GPUs"
        for what, taken in _all(hand, many, times):
            sample = sample_of(taken)
            least = min(sample.cpu) * 1e3
            found.append(
                Row(f"{what}, {name}", least, HOLD_MS, "ms (least)",
                    detail=f"median {sample.median * 1e3:.0f} ms, wall "
                    f"{sample.wall_median * 1e3:.0f} ms, n = {len(taken)}")
            )  # fmt: skip
    return found


def roomy(design: Design) -> Design:
    """Return a design with free floor to the right and below."""
    xs, ys = zip(*design.room.outline, strict=True)
    right, low = max(xs) + _FREE_MM, max(ys) + _FREE_MM
    outline = ((min(xs), min(ys)), (right, min(ys)), (right, low), (min(xs), low))
    return design.evolve(room=design.room.evolve(outline=outline))


def _all(hand: "Hand", many: int, times: int) -> Iterator[tuple[str, list[Took]]]:
    window, space = hand.studio.window, hand.studio.workspace
    document = space.document
    racks = tuple(rack.id for rack in document.design.racks)
    some = racks[:many]

    def repeated(
        work: Callable[[], object], before: Callable[[], object], after: Callable[[], object]
    ) -> list[Took]:
        taken = []
        for _ in range(times):
            before()
            hand.pause()
            taken.append(timed(work))
            hand.pause()
            after()
            hand.pause()
        return taken

    def act(action_id: str) -> Callable[[], None]:
        return window.actions_by_id[action_id].trigger

    def choose() -> None:
        space.select(some)

    def nothing() -> None:
        """Change nothing."""

    yield f"duplicate {many} racks", repeated(act("edit.duplicate"), choose, document.undo)
    choose()
    act("edit.copy")()
    yield f"copy {many} racks", repeated(act("edit.copy"), choose, nothing)
    yield f"paste {many} racks", repeated(act("edit.paste"), nothing, document.undo)
    tables = repeated(act("view.tables"), nothing, window.tables.close)
    yield "tables opened the first time", tables[:1]
    yield "tables opened again", tables[-1:]
    yield "units switched", repeated(act("view.imperial"), nothing, act("view.metric"))
    document.apply("Stages", staged)
    hand.pause()
    looked = repeated(act("view.stage_before"), nothing, act("view.stage_after"))
    yield "an early stage looked at the first time", looked[:1]
    yield "an early stage looked at again", looked[-1:]
    act("view.stage_before")()
    hand.settle()
    move = move_racks(space.catalog, racks[5:6], 0, 1)
    yield (
        "a rack moved while an early stage is looked at",
        repeated(lambda: space.apply("Move", move), nothing, document.undo),
    )
