"""Numbers of a fabric's devices before and after a change: equal exactly where their keys are."""

from collections.abc import Callable, Iterable

import pytest

from designer.model.design import Design
from designer.wiring.network import expand_network
from designer.wiring.network_members import Members
from designer.wiring.same_members import NumberedMembers, numbered_members
from tests.bench.designs import unfolded
from tests.helpers.fabric_views import shipped, superpod


def without_a_rack(design: Design) -> Design:
    gone = design.racks[1].id
    return design.evolve(
        racks=tuple(one for one in design.racks if one.id != gone),
        devices=tuple(one for one in design.devices if one.rack != gone),
    )


def moved(design: Design) -> Design:
    """All devices of a rack in another one, by their own ids."""
    first, second = design.racks[0].id, design.racks[1].id
    return design.evolve(
        devices=tuple(
            one.evolve(rack=second) if one.rack == first else one for one in design.devices
        )
    )


EDITS: dict[str, tuple[Callable[[Design], Design], Callable[[Design], Design]]] = {
    "nothing": (lambda it: it, lambda it: it),
    "a rack less": (lambda it: it, without_a_rack),
    "a rack more": (without_a_rack, lambda it: it),
    "drawn one by one": (lambda it: it, unfolded),
    "a device less": (unfolded, lambda it: without_a_rack(unfolded(it))),
    "devices in another rack": (unfolded, lambda it: moved(unfolded(it))),
}


def members(design: Design) -> list[Members]:
    return [one.members for one in expand_network(design, shipped()).fabrics]


def keys(members: Members) -> list[str]:
    return [
        *map(members.node_key, range(len(members.node_rack))),
        *map(members.switch_key, range(len(members.switch_rack))),
    ]


def pairs(sides: Iterable[NumberedMembers]) -> list[tuple[str, int]]:
    return [
        pair for one in sides for pair in zip(keys(one.members), one.every.tolist(), strict=True)
    ]


@pytest.mark.parametrize("edit", EDITS)
def test_a_key_has_one_number_and_a_number_one_key(edit: str) -> None:
    first, then = EDITS[edit]
    design = superpod(1)
    for was, now in zip(members(first(design)), members(then(design)), strict=True):
        found = pairs(numbered_members(was, now))
        assert len(found) == len(keys(was)) + len(keys(now)) > 0
        assert len({key for key, _ in found}) == len({at for _, at in found}) == len({*found})


def test_keys_are_found_by_their_numbers_and_others_can_be_given() -> None:
    design = superpod(1)
    was, now = members(design)[0], members(without_a_rack(design))[0]
    old, new = numbered_members(was, now)
    gone = {key: at for key, at in pairs((old,)) if key not in keys(now)}
    assert gone
    assert dict(old.keys_of(old.every)) == dict(pairs((old,)))
    assert dict(old.keys_of(old.nodes[:0])) == {}
    at = int(new.nodes[0])
    other = new.with_numbers({at: -1})
    assert (other.nodes == -1).tolist() == (new.nodes == at).tolist()
    assert -1 not in new.nodes
