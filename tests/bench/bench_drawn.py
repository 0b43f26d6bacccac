"""Fabrics as they are drawn: what the engine's report costs after one cable, and what follows it.

Measured on `Evaluator`, as the engine's process has it: a report, and the work that it does not
wait for, slice by slice, to its end. Times are processor time, the least of several; a slice is
that of its own thread, as the exact program runs beside it. A first interval is the report of the
edit; all of it is that report with the work after it.
"""

import gc
import time
from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

from designer.catalog.catalog import Catalog
from designer.engine.evaluate import Evaluator
from designer.model.design import Cable, Design
from designer.wiring.network import expand_network
from tests.bench.bench_network import NODES, cluster
from tests.bench.designs import catalog
from tests.bench.row import Row
from tests.unit.test_engine_fabrics import hall

TIMES: Final = 3
SLICE_MS: Final = 50
"""What an edit waits at most for a slice that is under way."""


class Drawn(NamedTuple):
    """A design with a fabric, and one with a cable more."""

    name: str
    parts: Catalog
    design: Design
    cabled: Design


class Taken(NamedTuple):
    """What a report and the work after it took, in seconds, and its longest slice."""

    report: float
    later: float
    longest: float
    by_hand: int


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on drawn fabrics."""
    drawn = [_torus(4 if tiny else 16), _random(12 if tiny else 64), _drawn(tiny)]
    return [row for one in drawn for row in _rows(one, 1 if tiny else TIMES)]


def _rows(drawn: Drawn, times: int) -> list[Row]:
    runs = [_run(drawn) for _ in range(times)]
    whole = min(first.report + first.later for first, _ in runs)
    at_once = min(after.report for _, after in runs)
    again = min(after.report + after.later for _, after in runs)
    longest = max(min(one[at].longest for one in runs) for at in (0, 1))
    waiting, alone = _renames(drawn, times)
    return [
        Row(
            f"{drawn.name}, a cable more: the report", at_once / whole, 1 / 20,
            against="all of it before", detail=f"{at_once * 1e3:.0f} ms against {whole:.2f} s",
        ),
        Row(
            f"{drawn.name}, a cable more: all of it", again / whole, 1.2,
            against="all of it before", detail=f"{again:.2f} s against {whole:.2f} s",
        ),
        Row(f"{drawn.name}: the longest slice after a report", longest * 1e3, SLICE_MS, unit="ms"),
        Row(
            f"{drawn.name}: a rack renamed while slices are left", waiting / alone, 2,
            against="the same with none left",
            detail=f"{waiting * 1e3:.1f} ms against {alone * 1e3:.1f} ms, without the slice",
        ),
    ]  # fmt: skip


def _run(drawn: Drawn) -> tuple[Taken, Taken]:
    """Return what a first report takes, and the next with a cable more."""
    evaluator = Evaluator(drawn.parts)
    first = _taken(evaluator, drawn.design)
    # As the engine's own process does after its first report.
    gc.collect()
    gc.freeze()
    after = _taken(evaluator, drawn.cabled)
    gc.unfreeze()
    if after.by_hand != first.by_hand + 1:
        raise RuntimeError(f"{drawn.name}: the cable connects nothing")
    return first, after


def _taken(evaluator: Evaluator, design: Design) -> Taken:
    begin = time.process_time()
    made = evaluator.report(design)
    report = time.process_time() - begin
    begin, longest, more = time.process_time(), 0.0, True
    while more:
        mine = time.thread_time()
        more = evaluator.work_later()
        longest = max(longest, time.thread_time() - mine)
    later = time.process_time() - begin + _seconds(evaluator.report_later)
    return Taken(report, later, longest, sum(one.hand_cables for one in made.fabrics))


def _renames(drawn: Drawn, times: int) -> tuple[float, float]:
    """Return what a rename takes while slices are left, and when none are."""
    evaluator, design = Evaluator(drawn.parts), drawn.design
    evaluator.report(design)

    def rename(number: int) -> float:
        first = design.racks[0].evolve(name=f"renamed {number}")
        after = design.evolve(racks=(first, *design.racks[1:]))
        return _seconds(lambda: evaluator.report(after))

    waiting = []
    for number in range(times + 1):
        for _ in range(5):
            evaluator.work_later()
        waiting.append(rename(number))
    while evaluator.work_later():
        pass
    evaluator.report_later()
    return min(waiting), min(rename(100 + number) for number in range(times + 1))


def _seconds(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def _torus(side: int) -> Drawn:
    design, parts = hall(
        side * side * 2, side * side, topology="torus", shape=(side, side), hosts=2, rails=1,
        leaf_policy="pooled", su_nodes=0,
    )  # fmt: skip
    cable = Cable(id="zz", a="leaf00", b="leaf03", fabric="f")
    return Drawn(f"torus of {side * side} switches", parts, design, _with(design, cable))


def _random(switches: int) -> Drawn:
    """Return switches with two nodes each, joined by chance to four others or more."""
    chance = Random(switches)
    design, parts = hall(
        switches * 2, switches, topology="hand-drawn", rails=1, leaf_policy="pooled", su_nodes=0
    )
    cables = [
        Cable(id=f"n{at:03d}", a=f"n{at:03d}", b=f"leaf{at // 2:02d}", fabric="f")
        for at in range(switches * 2)
    ]
    degree = [0] * switches
    for one in range(switches):
        while degree[one] < 4:
            other = chance.randrange(switches)
            if other != one:
                at = len(cables)
                cables.append(
                    Cable(id=f"t{at:04d}", a=f"leaf{one:02d}", b=f"leaf{other:02d}", fabric="f")
                )
                degree[one] += 1
                degree[other] += 1
    joined = _with(design, *cables)
    cable = Cable(id="zz", a="leaf00", b="leaf03", fabric="f")
    return Drawn(f"{switches} switches joined by chance", parts, joined, _with(joined, cable))


def _drawn(tiny: bool) -> Drawn:
    design = cluster(NODES // 50 if tiny else NODES, 50 if tiny else 1)
    leaf, spine = (
        next(rack.id for rack in design.racks if rack.assembly == tier)
        for tier in ("leaf", "spine")
    )
    one, other = _trunks(design, f"{leaf}/leaf01", f"{spine}/spine01")
    cable = Cable(
        id="zz", a=one[0], a_port=one[1], b=other[0], b_port=other[1], fabric="compute"
    )  # fmt: skip
    name = f"{8 * (NODES // 50 if tiny else NODES):,} GPUs drawn"
    return Drawn(name, catalog(), design, _with(design, cable))


def _trunks(design: Design, leaf: str, spine: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return a port of a leaf that leads to no such spine, and one of the spine."""
    wiring = expand_network(design, catalog()).find("compute")
    assert wiring is not None
    for lower, upper, _ in wiring.cables():
        (a, port), (b, other) = (end.rsplit(":", 1) for end in (lower, upper))
        if a == leaf and "spine" in b and b != spine:
            up = port
        if b == spine and a != leaf:
            down = other
    return (leaf, up), (spine, down)


def _with(design: Design, *cables: Cable) -> Design:
    every = sorted((*design.cables, *cables), key=lambda one: one.id)
    return design.evolve(cables=tuple(every))


if __name__ == "__main__":
    for row in rows():
        print(row.what, row.measured, row.target, row.verdict, row.detail, sep=" | ")
