"""Coolant loops that an edit does not reach are kept, and are those from scratch."""

from random import Random

import pytest

from designer.engine.evaluate import Evaluator
from designer.engine.report import Report
from designer.engine.subjects.facility.plant import PLANT, Plant
from designer.model.design import Design, Device, Loop, Rack
from tests.helpers.signed_parts import CATALOG

TRAY, IN_RACK = "half-wet", "cdu-small"
LOOPS = (
    Loop(id="a", racks=("west",), units=("u0", "i0")),
    Loop(id="b", racks=("east",), units=("u1", "i1", "odd")),
)


def hall() -> Design:
    """Return two loops of three racks each, with a unit on the floor and one in a rack."""
    racks = [
        Rack(id=f"r{n}", name=f"R{n}", part="rack-48u", row="west" if n < 3 else "east",
             x_mm=900 * n, y_mm=0)
        for n in range(6)
    ]  # fmt: skip
    units = [
        Rack(id=f"u{n}", name=f"U{n}", part="cdu-row", x_mm=900 * n, y_mm=4000) for n in range(2)
    ]
    devices = [_device(f"n{n}", TRAY, f"r{n}", 4) for n in range(6)]
    devices += [_device("i0", IN_RACK, "r0", 30), _device("i1", IN_RACK, "r5", 30)]
    devices.append(_device("odd", "no-such-part", "r4", 40))
    devices.sort(key=lambda one: one.id)
    return Design(racks=(*racks, *units), devices=tuple(devices), loops=LOOPS)


def _device(key: str, part: str, rack: str, half_u: int) -> Device:
    return Device(id=key, name=key, part=part, rack=rack, half_u=half_u)


def with_device(design: Design, device: Device) -> Design:
    others = [one for one in design.devices if one.id != device.id]
    return design.evolve(devices=tuple(sorted([*others, device], key=lambda one: one.id)))


def edited(design: Design, chance: Random) -> Design:
    """Return a design after a device came, a unit moved, two changed places, or more."""
    what, where = chance.randrange(6), f"r{chance.randrange(6)}"
    devices = {device.id: device for device in design.devices}
    if what == 0:
        part = chance.choice(("dgx-h100", TRAY, "rack-light", "no-such-part"))
        return with_device(design, _device(f"x{chance.randrange(3)}", part, where, 50))
    if what == 1:
        unit = devices[chance.choice(("i0", "i1", "odd"))]
        return with_device(design, unit.evolve(rack=where))
    if what == 2:
        # Racks that hold the same afterwards as before, by other names.
        one, other = devices["i0"], devices["i1"]
        return with_device(
            with_device(design, one.evolve(rack=other.rack)), other.evolve(rack=one.rack)
        )
    if what == 3:
        gone = f"x{chance.randrange(3)}"
        return design.evolve(devices=tuple(one for one in design.devices if one.id != gone))
    if what == 4:
        racks = {rack.id: rack for rack in design.racks}
        key = chance.choice(("u0", "u1"))
        racks[key] = racks[key].evolve(part=chance.choice(("cdu-row", "cdu-silent")))
        return design.evolve(racks=tuple(racks.values()))
    return design.evolve(site=design.site.evolve(utilisation=chance.choice((0.5, 0.8))))


def plant_of(engine: Evaluator) -> Plant:
    assert engine._state is not None
    found = engine._state.results[PLANT.name]
    assert isinstance(found, Plant)
    return found


def plain(report: Report) -> Report:
    return report.evolve(timings=())


@pytest.mark.parametrize("seed", range(5))
def test_after_every_edit_the_report_is_that_from_scratch(seed: int) -> None:
    chance, design, kept = Random(seed), hall(), Evaluator(CATALOG)
    kept.report(design)
    for _ in range(12):
        design = edited(design, chance)
        fresh = Evaluator(CATALOG)
        assert plain(kept.report(design)) == plain(fresh.report(design))
        assert [one.stands for one in plant_of(kept).loops] == [
            one.stands for one in plant_of(fresh).loops
        ]


@pytest.mark.parametrize(
    ("device", "reached"),
    [
        (_device("x", "dgx-h100", "r1", 50), "a"),
        (_device("x", "dgx-h100", "r4", 50), "b"),
    ],
)
def test_a_drop_leaves_the_loops_that_it_does_not_reach(device: Device, reached: str) -> None:
    engine = Evaluator(CATALOG)
    whole = hall()
    # Of a part that no catalogue has it would be seen whether it is a unit.
    whole = whole.evolve(devices=tuple(one for one in whole.devices if one.id != "odd"))
    engine.report(whole)
    before = {one.loop.id: one for one in plant_of(engine).loops if one.loop is not None}
    engine.report(with_device(whole, device))
    assert engine._work.made["loops looked at"] == 1
    after = {one.loop.id: one for one in plant_of(engine).loops if one.loop is not None}
    assert {key for key, one in after.items() if before[key] is not one} == {reached}
