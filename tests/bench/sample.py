"""Many measurements of one thing: processor time of this thread and wall time, and how they grow.

A median says what is usual, the 95th and 99th percentile what is felt as a hitch. Processor time of
the thread leaves out what other programs took; the wall has it.
"""

import gc
import math
import statistics
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

from tests.bench.measure import percentile


class Sample(NamedTuple):
    """Times of one thing done many times, in seconds."""

    cpu: tuple[float, ...]
    wall: tuple[float, ...]

    @property
    def median(self) -> float:
        """Processor time that half of them take at most, in seconds."""
        return statistics.median(self.cpu)

    @property
    def p95(self) -> float:
        """Processor time that 19 of 20 take at most, in seconds; the longest of fewer than 20."""
        return percentile(self.cpu, 0.95)

    @property
    def p99(self) -> float:
        """Processor time that 99 of 100 take at most, in seconds; the longest of fewer than 100."""
        return percentile(self.cpu, 0.99)

    @property
    def wall_median(self) -> float:
        """Wall time that half of them take at most, in seconds."""
        return statistics.median(self.wall)

    @property
    def wall_p95(self) -> float:
        """Wall time that 19 of 20 take at most, in seconds; the longest of fewer than 20."""
        return percentile(self.wall, 0.95)

    @property
    def noise(self) -> float:
        """How far the wall is above processor time in the median: what else the machine did."""
        return self.wall_median / max(self.median, 1e-9)

    @property
    def words(self) -> str:
        """Median, 95th and 99th percentile of processor time, and the median of the wall, in ms."""
        cpu = " / ".join(_ms(value) for value in (self.median, self.p95, self.p99))
        return f"{cpu} ms, wall {_ms(self.wall_median)} ms, n = {len(self.cpu)}"


def sampled(work: Callable[[], object], times: int, between: Callable[[], object] | None = None,
            ) -> Sample:  # fmt: skip
    """Do something many times in this thread.

    Parameters
    ----------
    between
        Done before each, without being measured.
    """
    cpu, wall = [], []
    gc.collect()
    for _ in range(times):
        if between is not None:
            between()
        begin, begin_cpu = time.perf_counter(), time.thread_time()
        work()
        cpu.append(time.thread_time() - begin_cpu)
        wall.append(time.perf_counter() - begin)
    return Sample(tuple(cpu), tuple(wall))


def growth(by_size: Mapping[int, float]) -> float:
    """Return the exponent with which a time grows with a size: 1 is in proportion, 0 not at all.

    The slope of a straight line, by least squares, through the logarithms of both.
    """
    xs = [math.log(size) for size in by_size]
    ys = [math.log(max(value, 1e-9)) for value in by_size.values()]
    middle_x, middle_y = statistics.fmean(xs), statistics.fmean(ys)
    spread = sum((x - middle_x) ** 2 for x in xs)
    if not spread:
        raise ValueError("growth needs two sizes at least")
    return sum((x - middle_x) * (y - middle_y) for x, y in zip(xs, ys, strict=True)) / spread


def _ms(value: float) -> str:
    milliseconds = value * 1e3
    return f"{milliseconds:.0f}" if milliseconds >= 100 else f"{milliseconds:.3g}"
