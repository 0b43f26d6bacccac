"""R02: a rack that holds everything others need to reach each other is told."""

from designer.catalog.load import load_shipped
from designer.engine.checks import Check
from designer.engine.evaluate import Evaluator
from designer.model.design import Design
from designer.planning.templates import build

SHIPPED = load_shipped()


def pod(units: int) -> Design:
    return build("dgx-superpod-h100", {"scalable_units": str(units)}, SHIPPED)


def r02(design: Design) -> dict[str, Check]:
    checks = Evaluator(SHIPPED).report(design).checks
    return {check.key: check for check in checks if check.key.startswith("R02")}


def spread(design: Design) -> Design:
    """The same with the switches of a rack shared out to two: every second one moves."""
    racks = {rack.assembly: rack for rack in design.racks}
    assemblies, added = [], []
    for assembly in design.assemblies:
        switches = [slot for slot in assembly.slots if slot.fabric and slot.tier]
        if len(switches) < 2:
            assemblies.append(assembly)
            continue
        moved = set(switches[1::2])
        assemblies += [
            assembly.evolve(slots=tuple(it for it in assembly.slots if it not in moved)),
            assembly.evolve(
                id=f"{assembly.id}-2",
                slots=tuple(it for it in assembly.slots if it in moved or not it.fabric),
            ),
        ]
        rack = racks[assembly.id]
        added.append(rack.evolve(id=f"{rack.id}-2", name="", assembly=f"{assembly.id}-2"))
    every = sorted((*design.racks, *added), key=lambda rack: rack.id)
    return design.evolve(
        assemblies=tuple(sorted(assemblies, key=lambda it: it.id)), racks=tuple(every)
    )


def test_four_scalable_units_have_all_spines_in_one_rack() -> None:
    check = r02(pod(4))["R02:compute"]
    assert check.severity == "info"
    assert "32 leaves reach each other by 16 switches in rack B03 alone" in check.message
    assert "64 nodes reach the fabric by 16 switches in rack A09 alone" in check.message
    assert {"B03", "A09", "C10", "compute"} <= set(check.where)


def test_spines_in_two_racks_hold_no_leaf_alone() -> None:
    """Leaves take places rack by rack: all eight of a unit stand in one rack as before."""
    check = r02(spread(pod(4)))["R02:compute"]
    assert "leaves reach each other" not in check.message
    assert not {"B03", "B03-2"} & set(check.where)


def test_a_single_switch_is_no_matter_of_its_rack() -> None:
    """A management node has one link: that its switch may fail is told with the switch."""
    assert "R02:out-of-band" not in r02(pod(4))
