"""Racks by contents are taken over from edit to edit, and are as from scratch in their order."""

from random import Random

import pytest

from designer.engine.evaluate import Evaluator
from designer.engine.subjects.contents import fillings as fillings_module
from designer.engine.subjects.contents.fillings import CONTENTS, Fillings
from designer.model.design import Design, Device, Rack
from designer.wiring import network_members, power
from tests.helpers.signed_parts import CATALOG

RACKS = 40
PARTS = ("dgx-h200", "qm9700", "sn2201")


def hall() -> Design:
    racks = tuple(
        Rack(id=f"r{n:02}", name=f"r{n:02}", part="rack-48u", row="", x_mm=700 * n, y_mm=0)
        for n in range(RACKS)
    )
    return Design(name="hall", racks=racks)


def fillings(evaluator: Evaluator, design: Design) -> Fillings:
    evaluator.report(design)
    found = evaluator._state.results[CONTENTS.name]
    assert isinstance(found, Fillings)
    return found


def told(found: Fillings) -> list[tuple[object, list[str], int]]:
    return [(core.contents, keys, found.numbers[core]) for core, keys in found.keys_by_core.items()]


@pytest.mark.parametrize("seed", range(6))
def test_racks_by_contents_are_as_from_scratch(seed: int) -> None:
    chance, design, kept = Random(seed), hall(), Evaluator(CATALOG)
    before = fillings(kept, design)
    for step in range(25):
        many = RACKS if step % 9 == 8 else chance.randint(1, 3)
        devices = {device.id: device for device in design.devices}
        for rack in chance.sample(design.racks, many):
            key = f"d-{rack.id}"
            if devices.pop(key, None) is None:
                part = chance.choice(PARTS)
                devices[key] = Device(id=key, name=key, part=part, rack=rack.id, half_u=0)
        design = design.evolve(devices=tuple(devices.values()))
        after = fillings(kept, design)
        assert told(after) == told(fillings(Evaluator(CATALOG), design))
        differ = {key for key, core in after.cores.items() if core is not before.cores[key]}
        assert set(after.differing(before)) == differ
        assert after.changed is not None
        assert not tuple(after.differing(after))
        before = after


def test_where_racks_move_what_they_hold_is_compared_no_further() -> None:
    design, kept = hall(), Evaluator(CATALOG)
    before = fillings(kept, design)
    device = Device(id="d", name="d", part="qm9700", rack="r03", half_u=0)
    racks = tuple(rack.evolve(y_mm=1200) for rack in design.racks)
    after = fillings(kept, design.evolve(racks=racks, devices=(device,)))
    assert after.changed == ("r03",)
    assert list(after.differing(before)) == ["r03"]
    row = design.racks[0].evolve(row="another")
    other = fillings(kept, design.evolve(racks=(row, *racks[1:]), devices=(device,)))
    assert other.changed is None
    assert list(other.differing(after)) == []


def test_contents_that_no_rack_has_any_more_are_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else an engine grows with every edit: each rack of 40 holds a switch at some 40 heights."""
    for module in (fillings_module, power, network_members):
        monkeypatch.setattr(module, "STALE", 8)
    chance, design, kept = Random(7), hall(), Evaluator(CATALOG)
    sizes, wired, unlike = [], power.PowerExpander(CATALOG), RACKS
    for _ in range(120):
        rack = chance.choice(design.racks).id
        others = tuple(device for device in design.devices if device.rack != rack)
        held = Device(id=f"d-{rack}", name="d", part="sn2201", rack=rack,
                      half_u=2 * chance.randrange(40))  # fmt: skip
        design = design.evolve(devices=(*others, held))
        found = fillings(kept, design)
        assert set(found.numbers) <= set(found.known.values())
        assert len(found.known) <= max(unlike + 8, len(found.keys_by_core))
        unlike = len(found.keys_by_core)
        wired.expand(design)
        sizes.append((len(found.known), len(wired._known)))
    most = max(len(set(found.cores.values())), RACKS) + 8 + 1
    assert max(map(max, sizes)) <= most
    assert told(found) == told(fillings(Evaluator(CATALOG), design))
