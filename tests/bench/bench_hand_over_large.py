"""The rows of `bench_hand_over` for designs of 100,000 GPUs that are not as a template draws them.

The template unfolded, so that each device is a record of its own; and a hall of one fabric of three
tiers without a plant, which is no point of any growth. After each new edit of that hall the engine
proves its bisection anew, which is waited for: so there are few.
"""

from typing import Final

from tests.bench.bench_hand_over import rows_of_design
from tests.bench.designs import catalog, site, unfolded
from tests.bench.large_designs import NODES_OF_100K, hall
from tests.bench.row import Row

TIMES: Final = 5
TIMES_IN_HALL: Final = 3
IN_HALL: Final = {
    "a fabric switch": "q3400-ra", "a node": "dgx-b300", "an idle switch": "sn4700",
}  # fmt: skip


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on two more designs of 100,000 GPUs."""
    parts = catalog()
    gpus, times = (1_000, 1) if tiny else (100_000, TIMES)
    found, _ = rows_of_design(
        unfolded(site(parts, gpus)), parts, f"{gpus:,} GPUs, unfolded", gpus, times
    )
    large = hall(parts, NODES_OF_100K // 100 if tiny else NODES_OF_100K)
    called = f"a hall of one fabric of {gpus:,} GPUs"
    others, _ = rows_of_design(
        large, parts, called, gpus, min(times, TIMES_IN_HALL), dropped=IN_HALL, node="dgx-b300"
    )
    return found + others
