"""What edits of many racks at once cost the window, whole: until nothing is left to paint.

Another row is removed each time, and all nodes become another part each time; both are undone. The
same replacement again, which was made some edits ago, is a row of its own. As in `bench_window`,
targets are held against what 19 of 20 take at most.
"""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from tests.bench.bench_window import SIZES, TIMES, two_rows
from tests.bench.designs import catalog, site, unfolded
from tests.bench.kinds_of_edit import replaced, rows_removed
from tests.bench.row import Row
from tests.bench.window_hand import Took, sample_of, window_on

if TYPE_CHECKING:
    from tests.bench.window_hand import Hand

MANY_MS: Final = 50.0


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on edits of many racks in the whole window."""
    found: list[Row] = []
    for gpus, folded in SIZES[:1] if tiny else SIZES:
        design = site(catalog(), gpus)
        name = f"{gpus:,} GPUs{'' if folded else ', unfolded'}"
        with window_on(design if folded else unfolded(design)) as hand:
            found += _rows(hand, name, 1 if tiny else TIMES)
    return found


def _rows(hand: "Hand", name: str, times: int) -> Iterator[Row]:
    space = hand.studio.workspace
    gone, back = hand.there_and_back(islice(rows_removed(space.document), times + 1))
    yield from _two(f"another row removed each time → all painted, {name}", gone)
    yield from _two(f"undo of a removed row → all painted, {name}", back)
    others = replaced(space.document, space.catalog)[: times + 1]
    new, back = hand.there_and_back(others)
    yield from _two(f"all nodes replaced, by another part each time → all painted, {name}", new)
    yield from _two(f"undo of all nodes replaced → all painted, {name}", back)
    again, _ = hand.there_and_back(others[1:], uncounted=0)
    yield from _two(f"all nodes replaced once more by the same part → all painted, {name}", again)


def _two(what: str, taken: list[Took]) -> Iterator[Row]:
    yield from two_rows(what, sample_of(taken), MANY_MS, MANY_MS)
