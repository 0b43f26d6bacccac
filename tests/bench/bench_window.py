"""What drops, drags and names cost the window, whole: until nothing is left to paint.

Every edit is one that was not made before, and is undone without being measured: a device of each
kind in turn goes into another rack, another rack gets a name. Processor time of the window's thread
and the wall, with the engine's work in it. A target is a limit for each, so it is held against what
19 of 20 take at most.

Designs are the DGX SuperPOD H100 with about 1,000, 16,000 and 100,000 GPUs, folded as the template
draws them and unfolded: every rack and every device a record.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Final

from tests.bench.designs import catalog, site, unfolded
from tests.bench.kinds_of_edit import DROPPED
from tests.bench.row import Row
from tests.bench.sample import Sample, growth
from tests.bench.window_hand import Took, sample_of, window_on

if TYPE_CHECKING:
    from tests.bench.window_hand import Hand

TIMES: Final = 12
STEPS: Final = 20
DROP_MS, TOTAL_MS, STEP_MS = 16, 50, 8
ANSWER_MS: Final = 33.4
"""An answer is shown within two frames of a screen."""
SIZES: Final = (
    (1_000, True), (16_000, True), (16_000, False), (100_000, True), (100_000, False),
)  # fmt: skip


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on drops, drags and names in the whole window."""
    found: list[Row] = []
    medians: dict[str, dict[int, float]] = {kind: {} for kind in DROPPED}
    for gpus, folded in SIZES[:1] if tiny else SIZES:
        design = site(catalog(), gpus)
        name = f"{gpus:,} GPUs{'' if folded else ', unfolded'}"
        with window_on(design if folded else unfolded(design)) as hand:
            drops = dropped(hand, 1 if tiny else TIMES)
            found += _dropped(drops, name)
            found += _dragged(hand, name, 2 if tiny else STEPS)
            there, _ = hand.there_and_back(islice(hand.renames(), 2 if tiny else TIMES + 1))
            found.append(_renamed(sample_of(there), drops, name))
        if folded:
            for kind, sample in drops.items():
                medians[kind][gpus] = sample.median
    for kind, by_size in medians.items():
        if len(by_size) > 1:
            found.append(
                Row(f"growth of a drop of {kind} in the window, folded", growth(by_size), 0.5,
                    unit="(exponent)")
            )  # fmt: skip
    return found


def dropped(hand: "Hand", times: int) -> dict[str, Sample]:
    """Return what drops take, one of each kind after the other; the first of each does not count.

    A kind is left out where its part has room in no rack.
    """
    taken: dict[str, list[Took]] = {}
    edits = {kind: hand.drops(part) for kind, part in DROPPED.items()}
    for number in range(times + 1):
        for kind, made in edits.items():
            there, _ = hand.there_and_back(islice(made, 1), uncounted=0)
            taken.setdefault(kind, []).extend(there if number else ())
    return {kind: sample_of(every) for kind, every in taken.items() if every}


def two_rows(what: str, sample: Sample, most_ms: float, total_ms: float | None) -> Iterator[Row]:
    """Yield a row on the window's thread, and one on the wall where it has a target."""
    words = f"median, 95 and 99 of 100: {sample.words}"
    yield Row(
        f"{what}, window thread", sample.p95 * 1e3, most_ms, "ms (95 of 100)", detail=words
    )  # fmt: skip
    if total_ms is not None:
        yield Row(
            f"{what}, total", sample.wall_p95 * 1e3, total_ms, "ms (95 of 100)",
            detail=f"median {sample.wall_median * 1e3:.0f} ms, wall, engine included",
        )  # fmt: skip


def _dropped(drops: Mapping[str, Sample], name: str) -> Iterator[Row]:
    for kind, sample in drops.items():
        yield from two_rows(f"drop of {kind} → all painted, {name}", sample, DROP_MS, TOTAL_MS)


def _dragged(hand: "Hand", name: str, steps: int) -> Iterator[Row]:
    for kind, part in DROPPED.items():
        taken = hand.drag(part, steps)
        if not taken:
            continue
        sample, what = sample_of(taken), f"drag step of {kind} with its card, {name}"
        yield from two_rows(what, sample, STEP_MS, None)
        yield Row(
            f"{what}, until it is answered and painted", sample.wall_p95 * 1e3, ANSWER_MS,
            "ms (95 of 100)", detail=f"median {sample.wall_median * 1e3:.0f} ms, wall",
        )  # fmt: skip


def _renamed(renamed: Sample, drops: Mapping[str, Sample], name: str) -> Row:
    every = Sample(
        tuple(one for sample in drops.values() for one in sample.cpu),
        tuple(one for sample in drops.values() for one in sample.wall),
    )
    each = ", ".join(f"{k} {renamed.median / drop.median:.2f}" for k, drop in drops.items())
    return Row(
        f"rename of a rack → all painted, {name}", renamed.median / every.median, 1,
        against="a drop, in the median of its kinds", detail=f"{renamed.words}; of {each}",
    )  # fmt: skip
