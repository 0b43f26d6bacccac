"""Plain edits of halls of three sizes, and drags of a rack: what the engine's process computes.

An edit is one that nobody made before: another rack is renamed, moved, or given a switch each time,
and undone without being measured. The yardstick reads the place of every rack and the part of every
device of the design into arrays and adds them up. Limits of edits are what the engine took at
3786e550, before cables had ways, on the machine of `resources/guide/bench.md`: 1.2 × of that for a
name, 1.5 × for a move and a switch. All in processor time, the least of several.
"""

import gc
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from designer.catalog.catalog import Catalog
from designer.document.placement import first_fit
from designer.engine.evaluate import Evaluator
from designer.engine.protocol import preview_answer
from designer.engine.subjects.cables.routing import ROUTING, Routing
from designer.model.change import Change, diff
from designer.model.design import Design, Device, Rack
from designer.model.layout import Layout
from tests.bench.designs import catalog
from tests.bench.measure import least_in_turn, processor_seconds
from tests.bench.row import Row

TIMES = 9
OFTEN = 20
"""The yardstick is short beside the clock of the processor."""
PART = "qm9700"
FRAME_MS = 16.7
_COLLECT_AFTER = 20_000
CABLES = 256
AGAINST = "reading places and parts of the design into arrays"
BEFORE: dict[int, dict[str, float]] = {
    4: {"a rack renamed": 325, "a rack moved": 393, "a switch dropped": 527},
    64: {"a rack renamed": 58.5, "a rack moved": 104, "a switch dropped": 66.7},
    128: {"a rack renamed": 48.6, "a rack moved": 89, "a switch dropped": 44.4},
}
"""What edits took before cables had ways, as multiples of the yardstick, by scalable units."""
MORE = {"a rack renamed": 1.2, "a rack moved": 1.5, "a switch dropped": 1.5}


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on edits and on drags."""
    parts = catalog()
    found = []
    for units in (4,) if tiny else BEFORE:
        found += _of_hall(parts, units, 2 if tiny else TIMES)
    return found


def hall(parts: Catalog, units: int) -> Design:
    """Return the DGX SuperPOD H100 of so many scalable units."""
    from designer.planning.templates import build

    return build("dgx-superpod-h100", {"scalable_units": str(units)}, parts)


def _of_hall(parts: Catalog, units: int, times: int) -> Iterator[Row]:
    design = hall(parts, units)
    engine = Evaluator(parts)
    engine.report(design)
    while engine.work_later():
        pass
    engine.report_later()
    gc.collect()
    gc.freeze()
    gc.set_threshold(_COLLECT_AFTER)  # as the engine's process has it
    for what, edit in edits(design, parts, times).items():
        ours, theirs = least_in_turn(
            lambda number, edit=edit: _edit(engine, design, edit(number)),
            lambda _: processor_seconds(lambda: [summed(design) for _ in range(OFTEN)]) / OFTEN,
            times,
        )
        yield Row(
            f"{what}, {units} scalable units",
            ours / theirs,
            round(MORE[what] * BEFORE[units][what], 1),
            against=AGAINST,
            detail=f"{ours * 1e3:.1f} ms against {theirs * 1e3:.2f} ms, {len(design.racks)} racks",
        )
    rack, cables = rack_with_cables(engine, design)
    ours, empty = least_in_turn(
        lambda number: _drag(engine, design, rack, 100 * (number + 1)),
        lambda number: processor_seconds(
            lambda: engine.preview(number, design, Change(), (rack.id,))
        ),
        times,
    )
    yield Row(
        f"drag of a rack with {cables:,} cables, each step a new place, {units} scalable units",
        ours * 1e3,
        FRAME_MS,
        unit="ms",
        against="a frame, engine's side",
        detail=f"{ours / empty:.0f} × a preview of no change, which takes {empty * 1e3:.2f} ms",
    )
    least, _ = least_in_turn(
        lambda number: _begun(engine, design, rack, 70 * (number + 1)), lambda _: 0.0, times
    )
    yield Row(
        f"the same until lengths, media, reach and ways of its cables, {units} scalable units",
        least * 1e3,
        FRAME_MS,
        unit="ms",
        against="a frame, engine's side",
    )
    gc.unfreeze()


def edits(design: Design, parts: Catalog, times: int) -> dict[str, Callable[[int], Design]]:
    """Return edits by name, each from its number to the design after it."""
    standing = [rack for rack in design.racks if rack.row]
    layout = Layout(design)
    found = ((rack, first_fit(layout, parts, PART, rack)) for rack in layout.racks)
    room = [(rack, at) for (rack, at), _ in zip(
        (one for one in found if one[1] is not None), range(times), strict=False
    )]  # fmt: skip

    def renamed(number: int) -> Design:
        rack = standing[5 + number]
        return _with(design, rack, rack.evolve(name=f"{rack.name} {number}"))

    def moved(number: int) -> Design:
        rack = standing[(7 + 13 * number) % len(standing)]
        return _with(design, rack, rack.evolve(x_mm=rack.x_mm + 600 + 10 * number))

    def dropped(number: int) -> Design:
        rack, half_u = room[number % len(room)]
        device = Device(id=f"~{number}", name="bench", part=PART, rack=rack, half_u=half_u or 0)
        return design.evolve(devices=tuple(sorted((*design.devices, device), key=lambda d: d.id)))

    return {"a rack renamed": renamed, "a rack moved": moved, "a switch dropped": dropped}


def cables_of_racks(engine: Evaluator, design: Design) -> NDArray[np.int_]:
    """Return how many cables end in each rack of a design that was reported."""
    assert engine._state is not None
    routing: Routing = engine._state.results[ROUTING.name]
    count = np.zeros(len(design.racks), dtype=int)
    for one in routing.routes.fabrics:
        a, b = one.heights.rack[one.ends.a], one.heights.rack[one.ends.b]
        ends = np.concatenate((a, b[b != a]))
        count += np.bincount(ends[ends >= 0], minlength=len(count))
    return count


def rack_with_cables(
    engine: Evaluator, design: Design, *, fewest: bool = False
) -> tuple[Rack, int]:
    """Return the rack with the most cables, and how many these are.

    Parameters
    ----------
    fewest
        Whether it is the one with the fewest of those with as many as a target names.
    """
    count = cables_of_racks(engine, design)
    at = int(
        np.argmin(np.where(count < CABLES, count.max() + 1, count)) if fewest else count.argmax()
    )
    if count[at] < CABLES:
        raise RuntimeError(f"no rack has {CABLES} cables")
    return design.racks[at], int(count[at])


def summed(design: Design) -> float:
    """Return sums of what the design states of its racks and devices: the yardstick."""
    places = np.array([(rack.x_mm, rack.y_mm, rack.rotation) for rack in design.racks])
    slots = {one.id: len(one.slots) for one in design.assemblies}
    held = np.array([slots.get(rack.assembly, 0) for rack in design.racks])
    heights = np.array([device.half_u for device in design.devices] or [0])
    return float(places.sum() + held.sum() + heights.sum())


def _edit(engine: Evaluator, design: Design, after: Design) -> float:
    took = processor_seconds(lambda: engine.report(after))
    engine.report(design)
    while engine.work_later():
        pass
    engine.report_later()
    return took


def _begun(engine: Evaluator, design: Design, rack: Rack, aside_mm: int) -> float:
    """Return how long it takes until what a preview tells at once is ready to be sent."""
    change = diff(design, _with(design, rack, rack.evolve(x_mm=rack.x_mm + aside_mm, row="")))

    def work() -> bytes:
        return preview_answer(next(engine.previewed(aside_mm, design, change, (rack.id,))))

    return processor_seconds(work)


def _drag(engine: Evaluator, design: Design, rack: Rack, aside_mm: int) -> float:
    after = _with(design, rack, rack.evolve(x_mm=rack.x_mm + aside_mm, row=""))
    change = diff(design, after)
    return processor_seconds(lambda: engine.preview(aside_mm, design, change, (rack.id,)))


def _with(design: Design, rack: Rack, other: Rack) -> Design:
    return design.evolve(racks=tuple(other if one is rack else one for one in design.racks))
