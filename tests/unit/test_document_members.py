"""The index of members: after any edit it is what counting anew finds, and it looks at no more."""

from random import Random

import pytest

from designer.catalog.load import load_shipped
from designer.document import kept_places
from designer.document.edits import replace_part
from designer.document.members import Members
from designer.model.change import Change, apply
from designer.model.design import Design, Device
from designer.model.layout import Layout
from designer.planning.templates import build
from tests.bench.designs import unfolded

CATALOG = load_shipped()
HALL = build("dgx-superpod-h100", {"scalable_units": "2"}, CATALOG)


def told(members: Members) -> dict[tuple[str, str], tuple[str, set[str]]]:
    """Return what can be asked of each list: its last rack, and its racks."""
    every = {*members.layout.racks, *members.layout.own_devices}
    return {
        one: (members.last_rack(one, frozenset()), members.racks(one, every, frozenset()))
        for one in members.all()
    }


def changes(design: Design, dice: Random) -> Change:
    """Return one edit of a design, by chance."""
    layout = Layout(design)
    rack = dice.choice(design.racks)
    held = layout.own_devices.get(rack.id, [])
    what = dice.randrange(9)
    if what == 7:  # all nodes are of another part, which the fabrics take in its place
        was, now = dice.sample(["dgx-h100", "dgx-h200", "dgx-a100"], 2)
        swapped = [d.evolve(part=now) for d in design.devices if d.part == was]
        racks = [
            a.evolve(slots=tuple(s.evolve(part=now) if s.part == was else s for s in a.slots))
            for a in design.assemblies
        ]
        served = [
            f.evolve(nodes=tuple(now if part == was else part for part in f.nodes))
            for f in design.fabrics
        ]
        put = (("devices", swapped), ("assemblies", racks), ("fabrics", served))
        return Change(put=tuple((name, tuple(them)) for name, them in put))
    if what == 8 and held:
        return Change(put=(("devices", (dice.choice(held).evolve(name="called so"),)),))
    if what == 0 and held:
        return Change(drop=(("devices", (dice.choice(held).id,)),))
    if what == 1 and held:
        other = dice.choice(held).evolve(part="qm9700", fabric="compute", tier="spine")
        return Change(put=(("devices", (other,)),))
    if what == 2:
        new = Device(id=f"x{dice.random()}", part="dgx-h100", rack=rack.id, half_u=2, name="x")
        return Change(put=(("devices", (new,)),))
    if what == 3:
        return Change(put=(("racks", (rack.evolve(assembly=""),)),))
    if what == 4 and rack.assembly:
        new_rack = rack.evolve(id=f"Z{dice.randrange(99)}")
        return Change(put=(("racks", (new_rack,)),))
    if what == 5 and not held:
        return Change(drop=(("racks", (rack.id,)),))
    fabric = dice.choice(design.fabrics)
    return Change(put=(("fabrics", (fabric.evolve(nodes=("dgx-h100", "mgmt-server")),)),))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("hall", [HALL, unfolded(HALL)], ids=["folded", "unfolded"])
def test_members_after_edits_are_those_of_the_design(hall: Design, seed: int) -> None:
    dice = Random(seed)
    members = Members(Layout(hall))
    told(members)  # so that the orders of racks are kept, too
    for _ in range(40):
        before, numbers = members, members._numbers
        members = members.after(apply(members.design, changes(members.design, dice)))
        anew = Members(Layout(members.design))
        assert told(members) == told(anew)
        assert members._numbers == anew._numbers
        if members.stands_as_before and members is not before:
            assert anew._numbers == numbers


@pytest.mark.parametrize("hall", [HALL, unfolded(HALL)], ids=["folded", "unfolded"])
def test_a_device_more_counts_its_rack_and_no_other(
    hall: Design, monkeypatch: pytest.MonkeyPatch
) -> None:
    members = Members(Layout(hall))
    members.prepare()
    seen: list[set[str]] = []
    counted = Members._counted

    def watched(self: Members, racks: set[str]) -> object:
        seen.append(set(racks))
        return counted(self, racks)

    monkeypatch.setattr(Members, "_counted", watched)
    new = Device(
        id="new", part="qm9700", rack="A01", half_u=2, name="new", fabric="compute", tier="leaf"
    )
    after = members.after(apply(hall, Change(put=(("devices", (new,)),))))
    assert after.last_rack(("compute", "leaf"), ())
    assert seen == [{"A01"}]


@pytest.mark.parametrize("hall", [HALL, unfolded(HALL)], ids=["folded", "unfolded"])
def test_other_nodes_in_the_place_of_all_are_counted_at_no_rack(
    hall: Design, monkeypatch: pytest.MonkeyPatch
) -> None:
    members = Members(Layout(hall))
    members.prepare()
    for name in ("_counted", "_counted_all"):
        monkeypatch.setattr(Members, name, lambda *_: pytest.fail("counted anew"))
    monkeypatch.setattr(kept_places, "_things", lambda *_: pytest.fail("looked at each thing"))
    after = kept_places.made(members, replace_part(CATALOG, "dgx-h100", "dgx-h200"))
    assert after.places == hall.places == ()
    later = members.after(after)
    assert later is members.after(after), "made once for an edit"
    assert later.stands_as_before
    assert told(later) == told(members)
    renamed = replace_part(CATALOG, "dgx-h200", "dgx-h100")(after)
    fewer = apply(renamed, Change(put=(("fabrics", (renamed.fabrics[0].evolve(nodes=()),)),)))
    assert not later.after(fewer).stands_as_before, "what a fabric takes counts"


def test_what_is_left_out_is_named_by_its_key() -> None:
    """A key is a device, a slot of a rack's assembly, or a rack."""
    own = Device(
        id="own", part="qm9700", rack="far", half_u=2, name="new", fabric="compute", tier="leaf"
    )
    design = apply(HALL, Change(put=(("devices", (own,)),)))
    members = Members(Layout(design))
    assert members.racks(("compute", "leaf"), ["far", "gone"], ()) == {"far"}
    assert members.racks(("compute", "leaf"), ["far"], ["own", "nobody", "A01/none"]) == set()
    full = next(r for r in HALL.racks if r.assembly and "dgx" in r.assembly)
    keys = [f"{full.id}/n{n}" for n in (1, 2, 3, 4)]
    nodes = ("compute", "nodes")
    assert members.racks(nodes, [full.id], keys[:-1]) == {full.id}
    assert members.racks(nodes, [full.id], keys) == set()
    assert members.last_rack(("compute", "core"), ()) == ""


def test_what_an_edit_leaves_out_is_counted_once_for_all_lists(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    members, looked = Members(Layout(HALL)), list[str]()
    of_key = Members._of_key

    def noted(members: Members, key: str) -> tuple[str, frozenset[tuple[str, str]]]:
        looked.append(key)
        return of_key(members, key)

    monkeypatch.setattr(Members, "_of_key", noted)
    lists = sorted(members.all())
    last = {one: members.last_rack(one, frozenset()) for one in lists}
    left_out = frozenset(
        placed.key for rack in {*last.values()} for placed in members.layout.in_rack(rack)
    )
    for one in lists:
        assert members.last_rack(one, left_out) != last[one]
        assert last[one] not in members.racks(one, members.layout.racks, left_out)
    assert len(lists) > 3
    assert sorted(looked) == sorted(left_out)
