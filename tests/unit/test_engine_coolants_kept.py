"""Which coolant reaches racks is followed from edit to edit, and is as from scratch."""

from random import Random

import pytest

from designer.engine.evaluate import Evaluator
from designer.engine.subjects.contents.coolants import coolants_of
from designer.engine.subjects.contents.fillings import CONTENTS, Fillings
from designer.model.design import Assembly, Design, Device, Loop, Rack, Slot
from designer.wiring.coolant import expand_coolant
from tests.helpers.signed_parts import CATALOG

UNITS = ("cdu-row", "cdu-chx2000", "crah", "gone")
LOOPS = (
    (), (Loop(id="a"),), (Loop(id="a", supply_c=30.0),), (Loop(id="a", units=("u0",)),),
    (Loop(id="a", racks=("r0", "west"), units=("u1", "i0")), Loop(id="b")),
    (Loop(id="a", racks=("r1",)), Loop(id="b", racks=("r1",), delta_t_k=12.0)),
)  # fmt: skip


def hall() -> Design:
    slots = (Slot(id="n", part="gb200-compute-tray", half_u=4), Slot(id="c", part="cdu-in-rack-80"))
    racks = [
        Rack(id=f"r{n}", name=f"R{n}", part="rack-48u", row="west" if n < 2 else "",
             x_mm=900 * n, y_mm=0)
        for n in range(6)
    ]  # fmt: skip
    return Design(
        racks=tuple(racks), assemblies=(Assembly(id="kit", rack_part="rack-48u", slots=slots),)
    )


def fillings(evaluator: Evaluator, design: Design) -> Fillings:
    evaluator.report(design)
    found = evaluator._state.results[CONTENTS.name]
    assert isinstance(found, Fillings)
    return found


def edited(design: Design, chance: Random) -> Design:
    """Return a design after a chance edit of units, racks, devices, kits or loops."""
    racks = {rack.id: rack for rack in design.racks}
    devices = {device.id: device for device in design.devices}
    what = chance.randrange(5)
    if what == 0:
        return design.evolve(loops=chance.choice(LOOPS))
    if what == 1:
        key = f"u{chance.randrange(2)}"
        if racks.pop(key, None) is None or chance.random() < 0.3:
            racks[key] = Rack(id=key, name=key, part=chance.choice(UNITS),
                              x_mm=900 * chance.randrange(9), y_mm=4000)  # fmt: skip
    elif what == 2:
        key = f"i{chance.randrange(2)}"
        if devices.pop(key, None) is None:
            held = chance.choice(("cdu-in-rack-80", "dgx-h100", "gone", "rdhx"))
            devices[key] = Device(id=key, name=key, part=held, half_u=20,
                                  rack=chance.choice([*racks]))  # fmt: skip
    elif what == 3:
        key = chance.choice([*racks])
        kit = "" if racks[key].assembly else "kit"
        racks[key] = racks[key].evolve(assembly=kit, row=chance.choice(("west", "")))
    else:
        kit, (slot, *others) = design.assemblies[0], design.assemblies[0].slots
        part = chance.choice(("gb200-compute-tray", "cdu-in-rack-250", "gone"))
        slots = (slot.evolve(part=part), *others)
        design = design.evolve(assemblies=(kit.evolve(slots=slots),))
    here = [device for device in devices.values() if device.rack in racks]
    return design.evolve(racks=tuple(racks.values()), devices=tuple(here))


@pytest.mark.parametrize("seed", range(6))
def test_coolant_is_as_from_scratch_after_every_edit(seed: int) -> None:
    chance, design, kept = Random(seed), hall(), Evaluator(CATALOG)
    for _ in range(30):
        design = edited(design, chance)
        found = fillings(kept, design)
        assert found.coolants == coolants_of(design, CATALOG)
        whole = fillings(Evaluator(CATALOG), design)
        assert {key: core.contents for key, core in found.cores.items()} == {
            key: core.contents for key, core in whole.cores.items()
        }


@pytest.mark.parametrize("seed", range(6))
def test_racks_have_the_coolant_of_the_loop_on_which_they_hang(seed: int) -> None:
    chance, design = Random(seed), hall()
    for _ in range(40):
        design = edited(design, chance)
        coolants = coolants_of(design, CATALOG)
        racks = {rack.id: rack for rack in design.racks}
        for one in expand_coolant(design, CATALOG).loops:
            for key in one.racks:
                coolant = coolants.of(racks[key])
                assert (coolant.supply_c, coolant.delta_t_k) == (
                    one.loop.supply_c, one.loop.delta_t_k,
                )  # fmt: skip
                assert bool(coolant.units) is bool(one.units)
                assert bool(coolant.lost) is bool(one.unsure)
