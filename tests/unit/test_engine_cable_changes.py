"""How many cables a change gives other ends or another route: counted anew by names of ports."""

from collections.abc import Callable
from functools import cache

import pytest

from designer.document.edits.assemblies import detach_assembly
from designer.document.edits.records import remove
from designer.engine.evaluate import Evaluator
from designer.engine.preview import CableChanges
from designer.model.change import diff
from designer.model.design import Design, Tray
from designer.model.layout import Layout
from designer.wiring.network import expand_network
from tests.helpers.cable_halls import PARTS, at, hall, leaf, node
from tests.helpers.fabric_views import shipped, superpod
from tests.helpers.made_design import made

Ends = dict[str, set[tuple[str, str]]]


@cache
def pod() -> Design:
    """One unit with its leaves and first nodes as devices."""
    design = superpod(1)
    for rack in design.racks:
        slots = next((one.slots for one in design.assemblies if one.id == rack.assembly), ())
        if slots and (rack is design.racks[0] or any(slot.tier == "leaf" for slot in slots)):
            design = made(design, detach_assembly(rack.id))
    return design


def changes(before: Design, after: Design, catalog: object = None) -> CableChanges | None:
    engine = Evaluator(catalog or shipped())  # type: ignore[arg-type] # a catalogue
    engine.report(before)
    told = engine.preview(1, before, diff(before, after), ()).cable_changes
    engine.report(after)
    step = engine.step()
    assert (step.cable_changes if step is not None else None) == told, "said after it as before"
    return told


def counted(before: Design, after: Design) -> tuple[int, int, int]:
    """Cables with another end, new ones, and gone ones, by the names of their ports.

    A cable whose lower port still has one is that one; then so with its upper port.
    """
    was, now = ends_of(before), ends_of(after)
    other = new = gone = 0
    for fabric in {*was, *now}:
        old, late = was.get(fabric, set()), now.get(fabric, set())
        old, late = old - late, late - old
        for end in (0, 1):
            there = {cable[end] for cable in old} & {cable[end] for cable in late}
            other += len(there)
            old = {cable for cable in old if cable[end] not in there}
            late = {cable for cable in late if cable[end] not in there}
        new, gone = new + len(late), gone + len(old)
    return other, new, gone


def ends_of(design: Design) -> Ends:
    wirings = expand_network(design, shipped()).fabrics
    return {one.fabric.id: {(a, b) for a, b, _ in one.cables()} for one in wirings}


def first(design: Design, tier: str) -> str:
    return next(
        one.id for one in design.devices
        if (one.fabric == "compute" and one.tier == tier) or (tier == "node" and "dgx" in one.part)
    )  # fmt: skip


def without_kept(design: Design) -> Design:
    """The places of all that stands follow the rule: none is kept."""
    return design.evolve(places=())


EDITS: dict[str, Callable[[], tuple[Design, Design]]] = {
    "a leaf less": lambda: (pod(), made(pod(), remove((first(pod(), "leaf"),)))),
    "a leaf put back": lambda: (made(pod(), remove((first(pod(), "leaf"),))), pod()),
    "a node less": lambda: (pod(), made(pod(), remove((first(pod(), "node"),)))),
    "a node less, places by the rule": lambda: (
        pod(),
        without_kept(pod().evolve(devices=tuple(
            one for one in pod().devices if one.id != first(pod(), "node")
        ))),
    ),
    "a rack less": lambda: (pod(), pod().evolve(racks=pod().racks[1:])),
    "a fabric less": lambda: (pod(), pod().evolve(fabrics=pod().fabrics[1:])),
    "another leaf in its place": lambda: (pod(), pod().evolve(devices=tuple(
        one.evolve(id="another") if one.id == first(pod(), "leaf") else one
        for one in pod().devices
    ))),
}  # fmt: skip


@pytest.mark.parametrize("edit", EDITS)
def test_the_numbers_are_those_of_the_names_of_ports(edit: str) -> None:
    before, after = EDITS[edit]()
    told = changes(before, after)
    assert told is not None
    assert (told.ends, told.new, told.gone) == counted(before, after)


def test_a_switch_of_an_assembly_takes_its_own_cables_alone() -> None:
    """Its rack leaves the assembly, so that all in it have other ids: their cables are the same."""
    whole = superpod(1)
    rack, slot = next(
        (rack, slot)
        for rack in whole.racks
        for one in whole.assemblies if one.id == rack.assembly
        for slot in one.slots if slot.tier == "spine" and slot.fabric == "compute"
    )  # fmt: skip
    key = next(
        one.key for one in Layout(whole).in_rack(rack.id)
        if one.tier == "spine" and one.fabric == "compute"
    )  # fmt: skip
    less = made(whole, remove((key,)))
    assert all(one.id != rack.id or not one.assembly for one in less.racks), "it left it"
    found = changes(whole, less)
    assert found is not None
    lost = changes(pod(), made(pod(), remove((first(pod(), "spine"),)))) if slot else None
    assert (found.ends, found.new) == (0, 0)
    assert found.gone > 0
    assert lost is None or lost.gone == found.gone
    assert changes(whole, made(whole, detach_assembly(rack.id))) is None


def test_a_leaf_takes_its_cables_and_brings_them_back() -> None:
    """31 of its rail's GPUs and 32 uplinks, and the port of its own management."""
    less = made(pod(), remove((first(pod(), "leaf"),)))
    gone = changes(pod(), less)
    assert gone is not None
    of_leaf = sum(
        any(port.startswith(f"{first(pod(), 'leaf')}:") for port in cable)
        for cables in ends_of(pod()).values() for cable in cables
    )  # fmt: skip
    assert (gone.ends, gone.route, gone.new, gone.gone) == (0, 0, 0, of_leaf)
    back = changes(less, pod())
    assert back is not None
    assert (back.ends, back.route, back.new, back.gone) == (0, 0, of_leaf, 0)


def test_some_edits_give_cables_other_ends() -> None:
    before, after = EDITS["another leaf in its place"]()
    assert counted(before, after)[0] > 32, "else the test above compares with 0"


def moved(design: Design, rack: str, dx: int) -> Design:
    return design.evolve(racks=tuple(
        one.evolve(x_mm=one.x_mm + dx) if one.id == rack else one for one in design.racks
    ))  # fmt: skip


def test_a_rack_that_moves_changes_routes_and_no_ends() -> None:
    rack = next(one.rack for one in pod().devices if one.id == first(pod(), "node"))
    told = changes(pod(), moved(pod(), rack, 20_000))
    assert told is not None
    stands = {f"{one.id}:" for one in pod().devices if one.rack == rack}
    mine = sum(
        any(port.startswith(tuple(stands)) for port in cable)
        for cables in ends_of(pod()).values() for cable in cables
    )  # fmt: skip
    assert (told.ends, told.new, told.gone, told.route) == (0, 0, 0, mine)
    assert 0 < told.longer <= told.route


def test_what_no_cable_feels_is_not_told() -> None:
    rack, *others = pod().racks
    assert changes(pod(), pod().evolve(racks=(rack.evolve(name="Other"), *others))) is None
    assert changes(pod(), pod().evolve(name="Other")) is None


RACKS = (at("a", 2000, 2000), at("b", 6000, 2000), at("c", 10_000, 2000))
THREE = hall(
    RACKS, (leaf("s", "a", 20), node("n1", "b", 20), node("n2", "c", 20), node("n3", "a", 10))
)


def trayed(*corners: tuple[int, int]) -> Design:
    return THREE.evolve(trays=(Tray(id="t", corners=corners, height_mm=2400),))


def test_a_tray_that_leads_around_makes_cables_longer() -> None:
    """Straight over, the nodes are 4 and 8 m away; around by y = 8 m each has 6 m more there and
    6 m more back, and the rise to the tray besides. The node in the leaf's own rack feels nothing.
    """
    straight = trayed((2000, 2000), (10_000, 2000))
    around = THREE.evolve(trays=(
        Tray(id="t", corners=((2000, 2000), (2000, 8000), (10_000, 8000), (10_000, 2000)),
             height_mm=2400),
        Tray(id="u", corners=((6000, 2000), (6000, 8000)), height_mm=2400),
    ))  # fmt: skip
    told = changes(straight, around, PARTS)
    assert told is not None
    assert (told.ends, told.new, told.gone) == (0, 0, 0)
    assert (told.route, told.longer) == (2, 2)
    assert told.figure("longer_by_m").likely == pytest.approx(12.0, abs=1e-6)
    back = changes(around, straight, PARTS)
    assert back is not None
    assert (back.route, back.longer, back.too_far) == (2, 0, 0)


def test_a_way_along_another_tray_of_the_same_length_is_another_route() -> None:
    near = trayed((2000, 2000), (10_000, 2000))
    other = near.evolve(trays=(near.trays[0].evolve(id="other"),))
    told = changes(near, other, PARTS)
    assert told is not None
    assert (told.route, told.longer) == (2, 0)


def test_what_is_beyond_reach_by_it_is_counted() -> None:
    rack = next(one.rack for one in pod().devices if one.id == first(pod(), "node"))
    away = moved(pod(), rack, 20_000_000)
    engine = Evaluator(shipped())
    engine.report(pod())
    told = engine.preview(1, pod(), diff(pod(), away), (rack,))
    assert told.cable_changes is not None
    assert told.cables is not None
    assert told.cable_changes.too_far == told.cables.too_far > 0
    back = changes(away, pod())
    assert back is not None
    assert (back.too_far, back.longer) == (0, 0)


def test_a_step_is_told_once_and_not_of_the_first_report() -> None:
    engine = Evaluator(shipped())
    engine.report(pod())
    assert engine.step() is None
    engine.report(moved(pod(), pod().racks[0].id, 20_000))
    assert engine.step() is not None
    assert engine.step() is None
