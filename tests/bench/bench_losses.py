"""Every single loss at 16,384 GPUs: a whole evaluation, and what one edit costs beside it.

The yardstick of the whole evaluation is numpy summing, once for each thing that may be lost (each
supply, rack PDU, breaker, shelf, cooling unit, and all upstream), the columns that a loss is judged
by: the load of every power link, and the GPUs behind it. It only adds up what is left, without
asking which supply hangs where, whether what is left is enough, or what cannot be told. Alike
things of a rack, such as six supplies, stand in one line of the report; the detail says what the
ratio is where each line counts once.

An edit is a switch that is dropped into a rack and taken out again, evaluated in this process. In
halls as people draw them by hand each edit is a new one: another switch into another rack. Those
have racks that hold the same at heights of their own, racks that hold other devices or feed them
otherwise, devices in place of assemblies, a coolant loop for each distribution unit, and all that
supplies three sides of the hall from a utility and generators down to busways.

What is asked of a report is asked for the first time: the answer to the last loss is kept, and
asking for it again, as for another rack, takes next to nothing.
"""

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations, cycle
from random import Random
from typing import Final

import numpy as np

from designer.catalog.catalog import Catalog
from designer.document.placement import first_fit
from designer.engine.evaluate import Evaluator
from designer.engine.report import Report
from designer.engine.together_report import LossAsked
from designer.model.change import Change, apply
from designer.model.design import Design, Device
from designer.model.layout import Layout
from designer.wiring.power import expand_power
from tests.bench.designs import catalog, pod, with_plant
from tests.bench.measure import in_turn
from tests.bench.row import Row
from tests.helpers.unlike_racks import loops_of_rows, other_devices, other_heights, own_devices

PART = "qm9700"
TIMES = 15


def processor_seconds(work: Callable[[], object]) -> float:
    """Return the processor time of one call: a busy machine changes it little."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def cases_of(report: Report) -> tuple[int, int]:
    """Return how many things may be lost by themselves, and in how many lines they are listed."""
    inside = [loss for rack in report.racks for loss in rack.losses]
    others = [*report.power.losses, *report.cooling.losses]
    each = sum(loss.number for loss in inside)
    return each + sum(getattr(loss, "number", 1) for loss in others), len(inside) + len(others)


def summed(columns: np.ndarray, cases: int) -> None:
    """Sum the columns once for each case."""
    for _ in range(cases):
        columns.sum(axis=1)


class Edits:
    """Drops a switch into a rack and takes it out again, in this process."""

    def __init__(self, evaluator: Evaluator, design: Design, parts: Catalog) -> None:
        self._evaluator = evaluator
        layout = Layout(design)
        # A rack with room for it: beside a cooling unit it would change next to nothing.
        found = ((rack, first_fit(layout, parts, PART, rack)) for rack in layout.racks)
        room = [(rack, at) for rack, at in found if at is not None]
        self.rack, half_u = room[0]
        self._untried = cycle(room[1:])
        device = Device(id="~bench", name="bench", part=PART, rack=self.rack, half_u=half_u)
        self.there = Change(put=(("devices", (device,)),))
        self._gone = Change(drop=(("devices", (device.id,)),))
        self.design = design
        evaluator.report(design)

    def edit(self) -> None:
        """Make the next edit and its report."""
        layout_has = any(one.id == "~bench" for one in self.design.devices)
        self.design = apply(self.design, self._gone if layout_has else self.there)
        self._evaluator.report(self.design)

    def preview(self) -> None:
        """Ask what a drop into another rack would do, with the verdict after every loss."""
        rack, half_u = next(self._untried)
        device = Device(id="~tried", name="tried", part=PART, rack=rack, half_u=half_u)
        there = Change(put=(("devices", (device,)),))
        self._evaluator.preview(1, self.design, there, (rack,))


class Drops:
    """Drops a switch into one rack after the other, in this process: each edit is a new one."""

    def __init__(self, evaluator: Evaluator, design: Design, parts: Catalog) -> None:
        self._evaluator = evaluator
        layout = Layout(design)
        found = ((rack, first_fit(layout, parts, PART, rack)) for rack in layout.racks)
        self._room = iter([(rack, at) for rack, at in found if at is not None])
        self.design = design
        evaluator.report(design)

    def edit(self) -> None:
        """Make the next edit and its report."""
        rack, half_u = next(self._room)
        device = Device(id=f"~bench-{rack}", name="bench", part=PART, rack=rack, half_u=half_u)
        self.design = apply(self.design, Change(put=(("devices", (device,)),)))
        self._evaluator.report(self.design)


HALLS: Final[tuple[tuple[str, Callable[[Design], Design]], ...]] = (
    ("racks that hold the same at other heights", other_heights),
    ("racks that hold other devices", other_devices),
    ("devices in place of assemblies", own_devices),
    ("a coolant loop for each distribution unit", loops_of_rows),
    ("82 nodes upstream", with_plant),
)
"""Halls that no template draws."""


_ASKED: Final = (
    ("preview of an edit for the first time, with what it does to losses", Edits.preview, 16),
)
"""What is asked of a design whose report was just made, and its target in ms."""


def _asked(edits: Edits, asked: tuple[str, Callable[[Edits], None], int], times: int) -> Row:
    """Return the row on something that is asked of a design beside its report."""
    what, ask, target = asked
    each = [processor_seconds(lambda: ask(edits)) for _ in range(times)]
    return Row(
        what, statistics.median(each) * 1e3, target, unit="ms",
        detail="processor time, median",
    )  # fmt: skip


def _of_pairs(parts: Catalog, design: Design, times: int, hall: str = "") -> Row:
    """Return the row on the loss of two things together: no report is asked the same pair twice."""
    pairs = list(combinations([node.id for node in design.power], 2))
    chosen = Random(0).sample(pairs, min(times, len(pairs)))
    whole: list[float] = []
    each: list[float] = []
    while len(each) < times:
        took, of_pairs = _asked_once(parts, design, chosen)
        whole.append(took)
        each += of_pairs
    median, of_whole = statistics.median(each), statistics.median(whole)
    return Row(
        f"loss of two things together, each pair for the first time{hall}", median * 1e3, 50,
        unit="ms",
        detail=f"processor time, median of {len(each)}, {max(each) * 1e3:.0f} ms at most; "
        f"{median / of_whole:.3f} × a whole evaluation ({of_whole * 1e3:.0f} ms)",
    )  # fmt: skip


def _asked_once(
    parts: Catalog, design: Design, pairs: Sequence[tuple[str, str]]
) -> tuple[float, list[float]]:
    """Return the processor time of a report, and of the loss of each pair asked of it."""
    evaluator = Evaluator(parts)
    whole = processor_seconds(lambda: evaluator.report(design))
    # As the engine's own process does after its first report.
    gc.collect()
    gc.freeze()
    each = [
        processor_seconds(partial(evaluator.together, 1, design, LossAsked(upstream=pair)))
        for pair in pairs
    ]
    gc.unfreeze()
    return whole, each


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on every single loss, an edit and a preview."""
    parts, times = catalog(), 1 if tiny else TIMES
    design = pod(parts, tiny=tiny)
    others = [row for hall, drawn in HALLS for row in _of_hall(hall, parts, drawn(design), times)]
    return [*_whole(parts, design, times), *_of_edits(parts, design, times), *others]


def _whole(parts: Catalog, design: Design, times: int, hall: str = "") -> list[Row]:
    """Return the row on every single loss of a whole evaluation."""
    cases, lines = cases_of(Evaluator(parts).report(design))
    links = len(expand_power(design, parts).graph.link_to)
    columns = np.full((2, links), 1.7)
    whole, sums = in_turn(
        lambda: processor_seconds(lambda: Evaluator(parts).report(design)),
        lambda: processor_seconds(lambda: summed(columns, cases)),
        times,
    )
    return [
        Row(
            f"whole evaluation with every single loss, 16,384 GPUs{hall}",
            whole / sums,
            5,
            against="numpy summing load and GPUs of every power link once for each thing lost",
            detail=f"{whole * 1e3:.0f} ms against {sums * 1e3:.0f} ms; {cases:,} things in "
            f"{lines:,} lines ({whole / sums * cases / lines:.1f} × a line), {links:,} links; "
            "processor time",
        ),
    ]


def _of_hall(hall: str, parts: Catalog, design: Design, times: int) -> list[Row]:
    """Return the rows on a hall that no template draws: each edit in it is a new one."""
    drops = Drops(Evaluator(parts), design, parts)
    few = max(min(times, 3), times // 3)
    # As the engine's own process does after its first report.
    gc.collect()
    gc.freeze()
    edit, again = in_turn(
        lambda: processor_seconds(drops.edit),
        lambda: processor_seconds(lambda: Evaluator(parts).report(design)),
        times,
    )
    gc.unfreeze()
    return [
        *_whole(parts, design, few, f", {hall}"),
        Row(
            f"one new edit in a rack, with every single loss, {hall}",
            edit / again,
            1 / 20,
            against="the whole evaluation",
            detail=f"{edit * 1e3:.1f} ms against {again * 1e3:.0f} ms; processor time",
        ),
        Row(
            f"report of that edit, {hall}", edit * 1e3, 16, unit="ms",
            detail="processor time of the evaluation, without the pipe",
        ),
        _of_pairs(parts, design, few, f", {hall}"),
    ]  # fmt: skip


def _of_edits(parts: Catalog, design: Design, times: int) -> list[Row]:
    """Return the rows on an edit in a rack, its preview, and the loss of two feeds."""
    edits, drops = (kind(Evaluator(parts), design, parts) for kind in (Edits, Drops))
    edit, again = in_turn(
        lambda: processor_seconds(edits.edit),
        lambda: processor_seconds(lambda: Evaluator(parts).report(design)),
        times,
    )
    new = statistics.median(processor_seconds(drops.edit) for _ in range(times))
    # After an even number of edits the device is gone: it can be tried.
    while any(one.id == "~bench" for one in edits.design.devices):
        edits.edit()
    asked = [_asked(edits, what, times) for what in _ASKED]
    return [
        Row(
            "one new edit in a rack, with every single loss, 16,384 GPUs",
            new / again,
            1 / 20,
            against="the whole evaluation",
            detail=f"{new * 1e3:.1f} ms against {again * 1e3:.0f} ms; processor time",
        ),
        Row(
            "the same edit again, with every single loss, 16,384 GPUs",
            edit / again,
            1 / 20,
            against="the whole evaluation",
            detail=f"{edit * 1e3:.1f} ms against {again * 1e3:.0f} ms; processor time",
        ),
        Row(
            "report of a new edit",
            new * 1e3,
            16,
            unit="ms",
            detail="processor time of the evaluation, without the pipe",
        ),
        *asked,
        _of_pairs(parts, design, times),
    ]


if __name__ == "__main__":
    for row in rows():
        print(row.what, row.measured, row.target, row.verdict, row.detail, sep=" | ")
