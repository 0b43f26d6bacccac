"""Assemblies: made of a rack, copied, changed in one copy for all, undone exactly."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import Part, PduFigures, RackFigures
from designer.document import edits
from designer.document.calls import calls_of
from designer.document.document import Document
from designer.document.errors import EditError
from designer.model.design import (
    Assembly,
    Cable,
    Cord,
    Design,
    Device,
    Loop,
    Note,
    PowerNode,
    Rack,
    Slot,
)
from designer.model.layout import Layout

CATALOG = Catalog(
    (
        Part(id="rack", kind="rack", name="Rack 48U", width_mm=600, depth_mm=1200,
             rack=RackFigures(units=48, usable_depth_mm=1000)),
        Part(id="short", kind="rack", name="Rack 12U", width_mm=600, depth_mm=1200,
             rack=RackFigures(units=12, usable_depth_mm=1000)),
        Part(id="node", kind="node", name="Node 8U", height_half_u=16, depth_mm=897),
        Part(id="leaf", kind="switch", name="Leaf 1U", height_half_u=2, depth_mm=400),
        Part(id="pdu", kind="rack-pdu", name="PDU",
             pdu=PduFigures(volts=415, amps=60, phases=3)),
    )
)  # fmt: skip


def racks(count=4):
    return tuple(
        Rack(id=f"A{n:02d}", name=f"A{n:02d}", part="rack", x_mm=600 * n, y_mm=0)
        for n in range(1, count + 1)
    )


def filled():
    """One rack with its own node, leaf and PDU, three empty ones, a cable and a remark."""
    return Design(
        power=(PowerNode(id="A"), PowerNode(id="B")),
        racks=racks(),
        devices=(
            Device(id="a01-leaf-1", name="leaf-A01", part="leaf", rack="A01", half_u=80,
                   fabric="compute", tier="leaf", note="rail 1"),
            Device(id="a01-node-1", name="a01-node-1", part="node", rack="A01", half_u=2),
            Device(id="pdu-x", name="left", part="pdu", rack="A01", face="zero-u", feed="B"),
        ),
        cables=(Cable(id="c1", a="a01-node-1", b="a01-leaf-1"),),
        notes=(Note(id="note-1", text="hot", target="a01-node-1"),),
    )  # fmt: skip


def copies(count=4):
    """Racks that all copy one assembly of a node and a leaf."""
    slots = (
        Slot(id="l1", part="leaf", half_u=80, name="leaf-{rack}", fabric="compute", tier="leaf"),
        Slot(id="n1", part="node", half_u=2, name="dgx-{rack}-1"),
    )
    return Design(
        assemblies=(Assembly(id="su", name="4 nodes", rack_part="rack", slots=slots),),
        racks=tuple(rack.evolve(assembly="su") for rack in racks(count)),
        cables=(Cable(id="c1", a="A02/n1", b="A03/n1"), Cable(id="c2", a="A01/n1", b="A02/l1")),
    )


def test_a_rack_becomes_the_first_copy_of_an_assembly():
    made = edits.make_assembly(CATALOG, "A01", "node rack")(filled())
    (assembly,) = made.assemblies
    assert (assembly.id, assembly.name, assembly.rack_part) == ("node-rack", "node rack", "rack")
    slots = {slot.id: slot for slot in assembly.slots}
    assert list(slots) == ["leaf-1", "node-1", "pdu-x"]
    assert slots["leaf-1"].name == "leaf-{rack}"
    assert (slots["leaf-1"].fabric, slots["leaf-1"].tier) == ("compute", "leaf")
    assert slots["leaf-1"].note == "rail 1"
    assert slots["node-1"].name == "{rack}-node-1"
    assert (slots["pdu-x"].name, slots["pdu-x"].feed, slots["pdu-x"].face) == (
        "{rack} left", "B", "zero-u",
    )  # fmt: skip
    assert made.devices == ()
    assert Layout(made).racks["A01"].assembly == "node-rack"
    held = {placed.name: placed.half_u for placed in Layout(made).in_rack("A01")}
    assert held == {"leaf-A01": 80, "A01-node-1": 2, "A01 left": 0}


def test_cables_and_remarks_follow_devices_into_an_assembly_and_out_of_it():
    made = edits.make_assembly(CATALOG, "A01")(filled())
    assert (made.cables[0].a, made.cables[0].b) == ("A01/node-1", "A01/leaf-1")
    assert made.notes[0].target == "A01/node-1"
    loose = edits.detach_assembly("A01")(made)
    assert (loose.cables[0].a, loose.cables[0].b) == ("A01-node-1", "A01-leaf-1")
    assert loose.notes[0].target == "A01-node-1"


def test_several_are_detached_at_once_as_one_after_the_other():
    keys = ("A02", "A03")
    both = edits.detach_assemblies(keys)
    one_by_one = edits.in_sequence(*map(edits.detach_assembly, keys))
    assert both(copies()) == one_by_one(copies())
    assert calls_of(both) == calls_of(one_by_one)
    with pytest.raises(EditError, match="A02 is no copy of an assembly"):
        both(both(copies()))
    with pytest.raises(EditError, match="no rack 'Z'"):
        edits.detach_assemblies(("A02", "Z"))(copies())


def test_what_names_a_device_at_either_end_follows_it_out_of_a_copy():
    cords = (
        Cord(id="k1", supply="A02/n1:psu1", outlet="A03/l1:24"),
        Cord(id="k2", supply="A03/n1:psu1", outlet="A02/l1"),
        Cord(id="k3", supply="A03/n1:psu2"),
    )
    loops = (Loop(id="w1", units=("cdu", "A02/n1")), Loop(id="w2", units=("A01/n1",)))
    notes = (Note(id="m1", text="hot", target="A02/l1"), Note(id="m2", text="!", target="A02"))
    cables = (*copies().cables, Cable(id="c3", a="A01/n1", b="A03/l1"))
    design = copies().evolve(cables=cables, cords=cords, loops=loops, notes=notes)
    loose = edits.detach_assembly("A02")(design)
    assert [(c.a, c.b) for c in loose.cables] == [
        ("A02-n1", "A03/n1"), ("A01/n1", "A02-l1"), ("A01/n1", "A03/l1"),
    ]  # fmt: skip
    assert [(c.supply, c.outlet) for c in loose.cords] == [
        ("A02-n1:psu1", "A03/l1:24"), ("A03/n1:psu1", "A02-l1"), ("A03/n1:psu2", ""),
    ]  # fmt: skip
    assert [loop.units for loop in loose.loops] == [("cdu", "A02-n1"), ("A01/n1",)]
    assert [note.target for note in loose.notes] == ["A02-l1", "A02"]


@pytest.mark.parametrize(
    ("key", "slot"),
    [
        ("A01-node", "node"),
        ("hall-3-node", "node"),
        ("A01-hall-3-node", "hall-3-node"),
        ("A01-", "A01-"),
        ("A012-node", "A012-node"),
        ("node-A01-x", "node-A01-x"),
    ],
)
def test_a_slot_is_called_as_its_device_without_the_racks_id_or_name_before_it(key, slot):
    rack = racks(1)[0].evolve(name="Hall 3")
    device = Device(id=key, name="n", part="node", rack="A01", half_u=2)
    made = edits.make_assembly(CATALOG, "A01", "x")(Design(racks=(rack,), devices=(device,)))
    assert [one.id for one in made.assemblies[0].slots] == [slot]


@pytest.mark.parametrize(
    ("rack", "name", "reason"),
    [
        ("A02", "", "A02 is empty"),
        ("nowhere", "", "no rack 'nowhere'"),
    ],
)
def test_making_an_assembly_says_why_not(rack, name, reason):
    with pytest.raises(EditError, match=reason):
        edits.make_assembly(CATALOG, rack, name)(filled())


def test_a_copy_makes_no_assembly_and_names_stay_apart():
    made = edits.make_assembly(CATALOG, "A01", "node rack")(filled())
    with pytest.raises(EditError, match="A01 is a copy of node rack already"):
        edits.make_assembly(CATALOG, "A01")(made)
    loose = edits.detach_assembly("A01")(made)
    with pytest.raises(EditError, match="an assembly is called node rack already"):
        edits.make_assembly(CATALOG, "A01", "node rack")(loose)


def test_an_assembly_is_copied_into_other_racks_with_their_names():
    made = edits.make_assembly(CATALOG, "A01", "node rack")(filled())
    done = edits.copy_assembly(CATALOG, "node-rack", ("A02", "A03"))(made)
    assert {p.name for p in Layout(done).in_rack("A03")} == {"leaf-A03", "A03-node-1", "A03 left"}
    assert Layout(done).in_rack("A04") == ()


def test_copying_refuses_where_a_device_is_in_the_way_or_the_rack_is_too_low():
    made = edits.make_assembly(CATALOG, "A01", "node rack")(filled())
    held = edits.place_device(CATALOG, "leaf", "A02", 4, name="other")(made)
    with pytest.raises(EditError, match=r"A02 holds other besides: .* held by A02-node-1"):
        edits.copy_assembly(CATALOG, "node-rack", ("A02", "A03"))(held)
    low = edits.set_fields("racks", "A03", part="short")(made)
    with pytest.raises(EditError, match="outside U1–U12"):
        edits.copy_assembly(CATALOG, "node-rack", ("A03",))(low)


def test_an_edit_of_one_copy_is_given_to_all_in_one_step():
    document = Document(copies())
    before = document.design
    document.apply("Move", edits.move_devices(CATALOG, ("A02/n1",), "A02", 22))
    assert Layout(document.design).racks["A02"].assembly == ""
    document.amend("Move in all copies", edits.apply_to_copies(CATALOG, "A02", "su"))
    assert [step.label for step in document.history.steps] == ["New design", "Move in all copies"]
    layout = Layout(document.design)
    assert document.design.devices == ()
    for rack in document.design.racks:
        assert {p.key: p.half_u for p in layout.in_rack(rack.id)} == {
            f"{rack.id}/n1": 22, f"{rack.id}/l1": 80,
        }  # fmt: skip
    slots = {slot.id: slot for slot in document.design.assemblies[0].slots}
    assert slots["n1"].name == "dgx-{rack}-1"
    assert (slots["l1"].fabric, slots["l1"].tier) == ("compute", "leaf")
    assert document.design.cables == before.cables
    document.undo()
    assert document.design is before


def test_a_device_added_to_a_copy_is_given_to_all():
    design = edits.place_device(CATALOG, "node", "A03", 40, name="dgx-A03-2")(copies())
    done = edits.apply_to_copies(CATALOG, "A03", "su")(design)
    assert {p.name for p in Layout(done).in_rack("A01")} == {"leaf-A01", "dgx-A01-1", "dgx-A01-2"}
    assert done.devices == ()


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("1 × Node 8U", "2 × Node 8U"),
        ("1 × Node 8U, feeds A+B", "2 × Node 8U, feeds A+B"),
        ("1 × Node 8U (A01)", "2 × Node 8U (A01)"),
        ("1 × Node 8U-X", "2 × Node 8U-X"),
        ("1 × Node 8Ultra", "1 × Node 8Ultra"),
        ("my racks", "my racks"),
        ("", ""),
    ],
)
def test_a_name_that_tells_the_contents_follows_them(name, after):
    design = copies()
    (assembly,) = design.assemblies
    design = design.evolve(assemblies=(assembly.evolve(name=name),))
    more = edits.place_device(CATALOG, "node", "A02", 20)(design)
    given = edits.apply_to_copies(CATALOG, "A02", "su")(more)
    assert given.assemblies[0].name == after
    slots = (*assembly.slots, Slot(id="n2", part="node", half_u=20))
    assert edits.edit_assembly(CATALOG, "su", slots)(design).assemblies[0].name == after
    moved = edits.move_devices(CATALOG, ("A02/n1",), "A02", 40)(design)
    same = edits.apply_to_copies(CATALOG, "A02", "su")(moved)
    assert same.assemblies[0].name == name, "moved, it holds the same"


def test_the_name_of_another_assembly_is_not_taken():
    design = copies()
    (assembly,) = design.assemblies
    other = Assembly(id="other", name="2 × Node 8U", rack_part="rack")
    design = design.evolve(assemblies=(other, assembly.evolve(name="1 × Node 8U")))
    slots = (*assembly.slots, Slot(id="n2", part="node", half_u=20))
    changed = edits.edit_assembly(CATALOG, "su", slots)(design)
    assert [a.name for a in changed.assemblies] == ["2 × Node 8U", "2 × Node 8U (su)"]


def test_contents_are_all_told_nodes_first():
    assert edits.filling_name(CATALOG, ("leaf", "leaf", "node")) == "1 × Node 8U + 2 × Leaf 1U"
    assert edits.filling_name(CATALOG, ("pdu", "leaf", "leaf")) == "2 × Leaf 1U"
    assert edits.filling_name(CATALOG, ("gone",)) == "1 × gone"
    assert edits.filling_name(CATALOG, ()) == ""


def test_a_rack_of_two_sorts_of_nodes_is_offered_both():
    parts = ("dgx-b200", *("dgx-h100",) * 4, "pdu-415v-60a-3ph")
    name = edits.filling_name(load_shipped(), parts)
    assert name == "4 × DGX H100 + 1 × DGX B200"


def test_a_long_name_is_shortened_in_the_middle():
    parts = tuple(f"part-with-a-long-name-{n}" for n in range(6) for _ in range(6 - n))
    name = edits.filling_name(CATALOG, parts)
    assert name == "6 × part-with-a-long-name-0 + … + 1 × part-with-a-long-name-5"


def test_a_name_that_left_a_node_out_tells_all_nodes_after_an_edit():
    catalog = load_shipped()
    four = tuple(Slot(id=f"n{n}", part="dgx-h100", half_u=2 + 16 * n) for n in range(4))
    other = Slot(id="o", part="dgx-b200", half_u=70)
    known = Assembly(id="su", name="4 × DGX H100", rack_part="rack-48u", slots=four[:3])
    design = Design(assemblies=(known.evolve(name="3 × DGX H100, feeds A+B"),))
    mixed = edits.edit_assembly(catalog, "su", (*four[:3], other))(design)
    assert mixed.assemblies[0].name == "3 × DGX H100 + 1 × DGX B200, feeds A+B"
    left_out = Design(assemblies=(known.evolve(slots=(*four, other)),))
    fewer = edits.edit_assembly(catalog, "su", (*four[:3], other))(left_out)
    assert fewer.assemblies[0].name == "3 × DGX H100 + 1 × DGX B200"


def test_slots_that_are_gone_take_their_cables_with_them():
    design = edits.remove(("A04/n1",))(copies())
    assert {cable.id for cable in design.cables} == {"c1", "c2"}
    done = edits.apply_to_copies(CATALOG, "A04", "su")(design)
    assert done.cables == ()
    assert all(len(Layout(done).in_rack(rack.id)) == 1 for rack in done.racks)


def test_an_assembly_goes_only_when_no_rack_copies_it():
    with pytest.raises(EditError, match="4 nodes: 2 racks copy it; detach them first"):
        edits.remove_assembly("su")(copies(2))
    loose = edits.in_sequence(*(edits.detach_assembly(f"A0{n}") for n in (1, 2)))(copies(2))
    assert edits.remove_assembly("su")(loose).assemblies == ()


def test_all_copies_refuse_where_one_has_no_room():
    design = edits.place_device(CATALOG, "leaf", "A01", 60, name="extra")(copies())
    moved = edits.move_devices(CATALOG, ("A02/n1",), "A02", 50)(design)
    document = Document(moved)
    with pytest.raises(EditError, match="A01 holds extra besides"):
        document.amend("all", edits.apply_to_copies(CATALOG, "A02", "su"))
    assert document.design is moved


def test_amending_a_saved_or_first_step_makes_a_step_of_its_own():
    document = Document(copies())
    document.amend("first", edits.set_fields("design", name="x"))
    document.mark_saved()
    document.amend("second", edits.set_fields("design", name="y"))
    assert [step.label for step in document.history.steps] == ["New design", "first", "second"]
    document.undo()
    document.amend("other", edits.set_fields("design", name="z"))
    assert [step.label for step in document.history.steps] == ["New design", "first", "other"]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(("move", "add", "remove", "rename")), st.integers(2, 90)),
        min_size=1,
        max_size=5,
    ),
    st.integers(1, 4),
)
def test_whatever_is_changed_in_one_copy_all_copies_have_the_same_then(steps, number):
    rack_id = f"A{number:02d}"
    document = Document(copies())
    before = document.design
    for what, u in steps:
        held = Layout(document.design).in_rack(rack_id)
        edit = edits.place_device(CATALOG, "leaf", rack_id, u)
        if held and what == "move":
            edit = edits.move_devices(CATALOG, (held[0].key,), rack_id, u)
        elif held and what == "remove":
            edit = edits.remove((held[-1].key,))
        elif held and what == "rename":
            edit = edits.rename(held[0].key, f"thing {u} of {rack_id}")
        try:
            document.apply(what, edit)
        except EditError:
            continue
    wanted = [
        (p.part, p.half_u, p.face, p.fabric) for p in Layout(document.design).in_rack(rack_id)
    ]
    try:
        document.amend("all", edits.apply_to_copies(CATALOG, rack_id, "su"))
    except EditError as refusal:
        assert "is empty" in str(refusal)  # noqa: PT017 - both ends are right, each with its facts
        return
    layout = Layout(document.design)
    for rack in document.design.racks:
        held = layout.in_rack(rack.id)
        assert sorted((p.part, p.half_u, p.face, p.fabric) for p in held) == sorted(wanted)
        assert all(p.from_assembly for p in held)
    names = [placed.name for placed in layout.every()]
    assert len(set(names)) == len(names) or any(what == "rename" for what, _ in steps)
    while document.can_undo:
        document.undo()
    assert document.design is before
