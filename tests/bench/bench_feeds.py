"""Designs in which each row has feeds of its own, and designs of which much was accepted.

A feed A, B and C for each row is how halls are wired whose busways follow the rows; the template
has three feeds in all. The yardstick is the same design as the template feeds it, in turn: the
first evaluation, and a drop of a fabric switch into another rack each time. Waivers are of findings
that the design has, as far as it has so many, and of findings that are gone. All in processor time.
"""

import gc
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from designer.catalog.catalog import Catalog
from designer.document.document import Document
from designer.engine.evaluate import Evaluator
from designer.model.design import Design, PowerNode, Waiver
from tests.bench.designs import catalog, pod
from tests.bench.kinds_of_edit import drops
from tests.bench.measure import processor_seconds
from tests.bench.row import Row
from tests.bench.sample import Sample, growth

PART: Final = "qm9700"
UNITS: Final = (64, 128)
GPUS_OF_A_UNIT: Final = 256
WAIVERS: Final = (1_000, 40_000)
WAIVED_UNITS: Final = 16
TIMES, DROPS = 3, 12
_AT_MOST: Final = 1.5
"""Our own limit: so many times the same design without what is measured."""
_FEED_KW: Final = 850.0


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on feeds and on waivers."""
    parts = catalog()
    times, many = (1, 2) if tiny else (TIMES, DROPS)
    Evaluator(parts).report(pod(parts, units=1))  # what is read once in a process
    found: list[Row] = []
    first: dict[int, float] = {}
    drop: dict[int, float] = {}
    for units in (1, 2) if tiny else UNITS:
        plain = pod(parts, units=units)
        fed = fed_by_rows(plain)
        gpus = units * GPUS_OF_A_UNIT
        called = f"{len(fed.power)} feeds, three a row, {gpus:,} GPUs"
        against = f"the same design with {len(plain.power)} feeds"
        taken = _both(parts, fed, plain, times, many)
        first[gpus], drop[gpus] = (ours.median for ours, _ in taken)
        found += _rows(called, against, taken)
    for what, by_size in (("first evaluation", first), ("drop", drop)):
        limit = 1.0 if by_size is first else 0.5
        said = ", ".join(f"{gpus:,}: {s * 1e3:.0f} ms" for gpus, s in by_size.items())
        found.append(
            Row(f"{what} with feeds of each row: growth with GPUs", growth(by_size), limit,
                unit="", against="exponent", detail=said)
        )  # fmt: skip
    plain = pod(parts, units=1 if tiny else WAIVED_UNITS)
    for number in (10, 100) if tiny else WAIVERS:
        accepted = waived(plain, parts, number)
        taken = _both(parts, accepted, plain, times, many)
        found += _rows(f"{number:,} waivers", "the same design without", taken)
    return found


def fed_by_rows(design: Design) -> Design:
    """Return a design in which a feed A, B and C supplies each row in place of the whole hall."""
    held = {one.id: one for one in design.assemblies}
    numbers = {row: f"{at:03d}" for at, row in enumerate(sorted({r.row for r in design.racks}))}
    feeds = [
        PowerNode(id=f"{side}{number}", kind="feed", capacity_kw=_FEED_KW, volts=415.0)
        for side in "ABC"
        for number in numbers.values()
    ]
    assemblies, racks = {}, []
    for rack in design.racks:
        number = numbers[rack.row]
        if not rack.assembly:
            racks.append(rack.evolve(feeds=tuple(feed + number for feed in rack.feeds)))
            continue
        key = f"{rack.assembly}~{number}"
        if key not in assemblies:
            whole = held[rack.assembly]
            slots = (
                slot.evolve(feed=slot.feed + number) if slot.feed else slot for slot in whole.slots
            )
            assemblies[key] = whole.evolve(id=key, slots=tuple(slots))
        racks.append(rack.evolve(assembly=key))
    return design.evolve(
        power=tuple(sorted(feeds, key=lambda one: one.id)),
        assemblies=tuple(assemblies[key] for key in sorted(assemblies)),
        racks=tuple(racks),
    )


def waived(design: Design, parts: Catalog, number: int) -> Design:
    """Return a design in which so many findings are accepted, those that it has before others."""
    report = Evaluator(parts).report(design)
    keys = [check.key for check in report.checks if check.can_be_waived]
    keys += [f"gone:{at:05d}" for at in range(number)]
    accepted = dict.fromkeys(keys[:number])
    return design.evolve(
        waivers=tuple(Waiver(id=key, reason="Agreed with the owner") for key in sorted(accepted))
    )


def _both(
    parts: Catalog, ours: Design, plain: Design, times: int, many: int
) -> tuple[tuple[Sample, Sample], tuple[Sample, Sample]]:
    """Return first evaluations and drops, each of a design and of its yardstick in turn."""
    firsts: tuple[list[float], list[float]] = [], []
    for _ in range(times):
        for taken, design in zip(firsts, (ours, plain), strict=True):
            engine = Evaluator(parts)
            gc.collect()
            taken.append(processor_seconds(lambda e=engine, d=design: e.report(d)))
    dropping = [_drops(parts, design) for design in (ours, plain)]
    dropped: tuple[list[float], list[float]] = [], []
    for _ in range(many + 1):
        for taken, drop in zip(dropped, dropping, strict=True):
            taken.append(drop())
    # The first of each has to import and to compute what is kept from then on.
    return (
        (_sample(firsts[0]), _sample(firsts[1])),
        (_sample(dropped[0][1:]), _sample(dropped[1][1:])),
    )


def _drops(parts: Catalog, design: Design) -> Callable[[], float]:
    """Return what drops into another rack each time and returns how long its report takes."""
    engine, document = Evaluator(parts), Document(design)
    engine.report(design)
    edits = drops(document, parts, PART)

    def drop() -> float:
        for edit in islice(edits, 1):
            document.apply("Drop", edit)
        took = processor_seconds(lambda: engine.report(document.design))
        document.undo()
        engine.report(document.design)
        while engine.work_later():
            pass
        engine.report_later()
        return took

    return drop


def _rows(
    called: str, against: str, taken: tuple[tuple[Sample, Sample], tuple[Sample, Sample]]
) -> Iterator[Row]:
    for what, (ours, plain) in zip(("first evaluation", "drop, engine"), taken, strict=True):
        yield Row(
            f"{what}, {called}", ours.median / plain.median, _AT_MOST, against=against,
            detail=f"{ours.median * 1e3:.0f} ms, longest {max(ours.cpu) * 1e3:.0f}, against "
            f"{plain.median * 1e3:.0f} ms, n = {len(ours.cpu)}; the limit is ours",
        )  # fmt: skip


def _sample(taken: list[float]) -> Sample:
    return Sample(tuple(taken), tuple(taken))
