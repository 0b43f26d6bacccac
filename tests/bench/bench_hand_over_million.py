"""A few edits of a site of 1,000,000 GPUs between the window and the engine.

As in `bench_hand_over`, with 100,000 GPUs beside it in the same run for how they grow.
"""

from typing import Final

from tests.bench.bench_hand_over import growths, rows_of_design
from tests.bench.designs import catalog, site
from tests.bench.row import Row

SIZES: Final = (100_000, 1_000_000)
TIMES: Final = 3


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on few edits of the largest site."""
    parts = catalog()
    found: list[Row] = []
    by_size = {}
    for gpus in SIZES[:0] if tiny else SIZES:
        called = f"{gpus:,} GPUs, few edits"
        made, by_size[gpus] = rows_of_design(site(parts, gpus), parts, called, gpus, TIMES)
        # The smaller one is here for the growth alone.
        found += made if gpus == SIZES[-1] else []
    if tiny:
        found, _ = rows_of_design(site(parts, 1_000), parts, "1,000 GPUs", 1_000, 1)
    return found + growths(by_size)
