"""One training prediction against the same arithmetic written flat, and how it grows with plans.

The yardstick is one function of plain numbers with a dense GPT layer's terms of the same formula:
no records, no choices. Both are timed in the same process, best of several.
"""

from dataclasses import replace

import numpy as np

from designer.catalog.load import load_shipped
from designer.engine.subjects.workloads.memory import allocated_by_each, training_memory
from designer.engine.subjects.workloads.plan import RECIPES, Plan, Plans
from designer.engine.subjects.workloads.search import Asked, grid
from designer.engine.subjects.workloads.training import iteration
from tests.bench.measure import in_turn, seconds
from tests.bench.row import Row
from tests.helpers.training_groups import A100, cluster, gpt, profile

TIMES = 9
CALLS = 2000
FLAT = "a bare flat Python call of the same arithmetic"


def flat(
    layers: float, hidden: float, heads: float, vocabulary: float, sequence: float, micro: float,
    tensor: float, pipeline: float, data: float, passes: float, chunks: float, peak: float,
    memory: float, links: float, network: float,
) -> float:  # fmt: skip
    """The iteration of a dense GPT plan with scores in memory and everything computed again."""
    tokens = micro * sequence
    held = 12 * hidden * hidden / tensor
    scores = 11 * micro * heads * sequence * sequence / tensor
    moved = 2 * held + 2 * tokens * (4 * hidden + 4 * hidden / tensor + 16 * hidden / tensor)
    moved += tokens * hidden * 22 + scores
    linear_s = 2 * tokens * held / (peak * 0.8)
    attend_s = 4 * tokens * sequence * hidden / tensor / (peak * 0.5)
    bytes_s = moved / (memory * 0.8)
    launch_s = 14 * 6e-6
    tensor_s = 2 * (4 * (tensor - 1) / tensor * tokens * hidden / (links * 0.65) + 1e-5)
    forward = linear_s + attend_s + bytes_s + launch_s + tensor_s
    back = 2 * linear_s + 2 * attend_s + 1.8 * bytes_s + 2 * launch_s + tensor_s
    each = layers / pipeline
    logits_s = 6 * tokens * hidden * vocabulary / tensor / (peak * 0.8)
    logits_s += 18 * tokens * vocabulary / tensor / (memory * 0.8)
    pass_s = 2 * chunks * (2 * tokens * hidden / tensor / (network * 0.9) + 1e-5)
    stage = each * (2 * forward + back) + logits_s + pass_s
    count = each * held + hidden * vocabulary / tensor
    data_s = 4 * (data - 1) / data * count / (network * 0.9)
    return passes * stage + (pipeline - 1) / chunks * stage + data_s + 22 * count / (memory * 0.8)


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows of one prediction and of a search."""
    calls = 50 if tiny else CALLS
    shape, recipe, gpus = gpt(12_288, 96, 96), RECIPES["mixed-precision"], cluster(A100, 200)
    stack = profile("megatron-a100")
    load_shipped()
    plan = Plan(
        tensor=8, pipeline=8, data=8, sequence=2048, micro_batches=32, interleave=3,
        recompute="full", sharding="none", sequence_parallel=False, flash=False,
    )  # fmt: skip

    def ours() -> None:
        for _ in range(calls):
            iteration(shape, plan, recipe, gpus, stack)

    def bare() -> None:
        for _ in range(calls):
            flat(96, 12_288, 96, 51_200, 2048, 1, 8, 8, 8, 32, 3, gpus.peak,
                 gpus.memory_bandwidth, gpus.scaleup, gpus.scaleout)  # fmt: skip

    first, second = in_turn(lambda: seconds(ours), lambda: seconds(bare), TIMES)
    return [
        Row(
            "one training prediction",
            first / second,
            20,
            against=FLAT,
            detail=f"{1e6 * first / calls:.1f} µs against {1e6 * second / calls:.1f} µs",
        ),
        _of_search(tiny),
    ]


def _of_search(tiny: bool) -> Row:
    """Return how much longer single calls take than columns for the same plans."""
    shape, recipe, gpus = gpt(12_288, 96, 96), RECIPES["mixed-precision"], cluster(A100, 200)
    stack = profile("megatron-a100")
    plans = grid(Asked(shape, recipe, gpus, stack, 3072, 9216, 32_768, 80))
    number = 500 if tiny else 10_000
    some = _first(plans, number)
    each = [some.at(place) for place in range(number)]

    def together() -> None:
        allocated_by_each(shape, some, recipe)
        iteration(shape, some, recipe, gpus, stack)

    def singly() -> None:
        for plan in each:
            training_memory(shape, plan, recipe)
            iteration(shape, plan, recipe, gpus, stack)

    quick, slow = in_turn(lambda: seconds(together), lambda: seconds(singly), 3)
    return Row(
        f"a search of {number:,} plans as columns",
        quick / slow,
        1 / 50,
        against="the same plans one by one",
        detail=f"{1e3 * quick:.1f} ms against {1e3 * slow:.0f} ms: {slow / quick:.0f} × faster",
    )


def _first(plans: Plans, number: int) -> Plans:
    """Return the first of many plans, from the beginning again where they are fewer."""
    names = ("tensor", "pipeline", "data", "context", "expert", "micro_batch", "micro_batches",
             "interleave")  # fmt: skip
    return replace(plans, **{name: np.resize(getattr(plans, name), number) for name in names})
