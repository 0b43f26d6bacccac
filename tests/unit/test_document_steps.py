"""The document step by step: what is told, what merges, how far the history reaches."""

import pytest

from designer.catalog.load import load_shipped
from designer.document import edits, history
from designer.document.document import Document
from designer.document.edits.naming import after_rack, fresh_id, next_name, slug
from designer.document.edits.unfold import detached
from designer.document.errors import DocumentBusyError, EditError
from designer.document.history import History, Step
from designer.model.design import (
    Assembly,
    Design,
    Device,
    Fabric,
    Obstacle,
    PowerNode,
    Rack,
    Room,
    Row,
    Slot,
)


def named(name):
    return lambda design: design.evolve(name=name)


def labels(document):
    return [step.label for step in document.history.steps]


def test_an_edit_returns_what_it_changed():
    document = Document(Design())
    assert document.apply("a", named("a")).single == (("name", "a"),)
    assert document.apply("again", named("a")).is_empty()
    document.apply("b", named("b"))
    assert document.amend("c", named("c")).single == (("name", "c"),)
    assert document.amend("again", named("c")).is_empty()
    assert labels(document) == ["New design", "a", "c"]


def test_a_step_merges_only_with_an_unsaved_step_of_its_own_key():
    document = Document(Design())
    document.apply("first", named("1"), merge="k")
    document.apply("second", named("2"), merge="k")
    assert labels(document) == ["New design", "second"], "the state before the first is kept"
    document.apply("third", named("3"), merge="other")
    document.apply("fourth", named("4"))
    document.apply("fifth", named("5"))
    assert labels(document) == ["New design", "second", "third", "fourth", "fifth"]
    document.apply("sixth", named("6"), merge="k")
    document.mark_saved()
    document.apply("seventh", named("7"), merge="k")
    assert labels(document)[-2:] == ["sixth", "seventh"]


def test_the_first_step_is_never_merged_into():
    steps = History()
    steps.push(Step("begin", 0), Design(), "k", may_merge=False)
    steps.push(Step("edit", 1), Design(name="a"), "k", may_merge=True)
    assert [step.label for step in steps.steps] == ["begin", "edit"]
    assert steps.current == Step("edit", 1)


def test_a_history_forgets_its_oldest_steps(monkeypatch):
    monkeypatch.setattr(history, "MAX_STEPS", 3)
    document = Document(Design())
    for name in "abcd":
        document.apply(name, named(name))
    assert labels(document) == ["b", "c", "d"]
    assert document.history.position == 2
    assert document.undo()
    assert document.undo()
    assert not document.undo()
    assert document.design.name == "b"


@pytest.mark.parametrize("position", [-1, 2, 99])
def test_no_step_outside_the_history(position):
    document = Document(Design())
    document.apply("a", named("a"))
    with pytest.raises(IndexError, match=f"no step {position} in a history of 2"):
        document.history.design_at(position)
    assert document.history.design_at(0).name == "untitled"
    assert document.history.design_at(1).name == "a"


def test_the_first_step_is_not_replaced():
    document = Document(Design())
    with pytest.raises(IndexError, match="cannot be replaced"):
        document.history.replace_current(Step("x", 1), Design())
    document.apply("a", named("a"))
    document.apply("b", named("b"))
    document.undo()
    document.history.replace_current(Step("x", 9), Design(name="x"))
    assert labels(document) == ["New design", "x"]
    assert document.history.design_at(1).name == "x"


def test_revisions_grow_and_everybody_is_told_who_did_it():
    document, told, me = Document(Design()), [], object()
    leave = document.subscribe(told.append)
    document.apply("a", named("a"), initiator=me)
    document.undo(initiator=me)
    document.redo()
    assert [(t.revision, t.label, t.initiator, t.whole) for t in told] == [
        (1, "a", me, False), (2, "Undo a", me, False), (3, "a", None, False),
    ]  # fmt: skip
    assert told[0].before.name == "untitled"
    assert told[0].after is document.design
    document.replace(Design(name="other"), "Open", saved=False)
    assert (told[-1].whole, told[-1].opened, document.is_saved) == (True, True, False)
    document.replace(Design(name="third"), "Open", saved=True)
    assert document.is_saved
    document.retell("Newer figures")
    assert (told[-1].whole, told[-1].opened, document.is_saved) == (True, False, False)
    leave()
    leave()
    count = len(told)
    document.apply("b", named("b"))
    assert len(told) == count


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.apply("b", named("b")),
        lambda d: d.amend("b", named("b")),
        lambda d: d.undo(),
        lambda d: d.go_to(0),
        lambda d: d.replace(Design(name="z"), "Open", saved=True),
        lambda d: d.retell("Newer figures"),
    ],
)
def test_nothing_changes_the_document_while_it_tells_what_changed(change):
    document, refused = Document(Design()), []
    document.apply("first", named("1"))

    def react(_told):
        with pytest.raises(DocumentBusyError) as error:
            change(document)
        refused.append(error)

    leave = document.subscribe(react)
    document.apply("a", named("a"))
    leave()
    assert len(refused) == 1
    assert document.design.name == "a"
    change(document)


def test_amending_is_possible_only_on_a_step_that_is_not_saved():
    document = Document(Design())
    document.amend("first", named("a"))
    assert labels(document) == ["New design", "first"]
    document.mark_saved()
    document.amend("second", named("b"))
    assert labels(document) == ["New design", "first", "second"]
    document.amend("second and third", named("c"))
    assert labels(document) == ["New design", "first", "second and third"]
    assert (document.can_undo, document.can_redo) == (True, False)
    assert document.undo()
    assert document.design.name == "a"
    assert document.is_saved
    assert (document.can_undo, document.can_redo) == (True, True)


@pytest.mark.parametrize(
    ("taken", "like", "name"),
    [
        ({"B08"}, "B08", "B09"),
        ({"B09", "B10"}, "B08", "B11"),
        (set(), "B99", "B100"),
        (set(), "rack", "rack-2"),
        ({"rack-2"}, "rack", "rack-3"),
        (set(), "A0", "A1"),
    ],
)
def test_the_next_name_counts_on(taken, like, name):
    assert next_name(taken, like) == name


def test_ids_are_plain_and_fresh():
    assert [slug(text) for text in ("Rack Nº 1!", "--", "ÄB c")] == ["rack-n-1", "x", "b-c"]
    assert fresh_id(set(), "n") == "n-1"
    assert fresh_id({"n-1", "n-2"}, "n") == "n-3"


@pytest.mark.parametrize(
    ("text", "renamed"),
    [
        ("dgx-A1-2", "dgx-B7-2"),
        ("dgx-A10-2", "dgx-A10-2"),
        ("a1", "B7"),
        ("leaf", "leaf"),
        ("A1 and A1", "B7 and B7"),
    ],
)
def test_only_whole_words_of_a_racks_name_are_renamed(text, renamed):
    assert after_rack(text, "A1", "B7") == renamed


def rows():
    racks = tuple(
        Rack(id=f"A{n:02d}", name=f"A{n:02d}", part="rack-48u", x_mm=1200 * n, y_mm=3000, row="A")
        for n in (1, 2)
    )
    return Design(rows=(Row(id="A", name="A", x_mm=1200, y_mm=3000), Row(id="B", name="B")),
                  racks=racks)  # fmt: skip


def test_a_row_moves_with_its_racks():
    moved = edits.move_row(load_shipped(), "A", 600, -1200)(rows())
    assert [(r.x_mm, r.y_mm) for r in moved.rows] == [(1800, 1800), (0, 0)]
    assert [(r.x_mm, r.y_mm) for r in moved.racks] == [(1800, 1800), (3000, 1800)]
    alone = edits.move_row(load_shipped(), "B", 600, 1200)(rows())
    assert [(r.x_mm, r.y_mm) for r in alone.rows] == [(1200, 3000), (600, 1200)]
    with pytest.raises(EditError, match="no row 'C'"):
        edits.move_row(load_shipped(), "C", 0, 0)(rows())


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (edits.rename_row("C", "X"), "no row 'C'"),
        (edits.rename_row("A", "  "), "a name cannot be empty"),
        (edits.rename_row("A", "B"), "the row name B is taken"),
        (edits.remove_row("C"), "no row 'C'"),
        (edits.rename("A01", " "), "a name cannot be empty"),
        (edits.rename("A01", "A02"), "the name A02 is taken"),
        (edits.rename("nothing", "x"), "nothing with a name is called 'nothing'"),
        (edits.remove(("nothing",)), "nothing is called 'nothing'"),
        (edits.drop("racks", "nothing"), "nothing in racks is called 'nothing'"),
        (edits.resize_room(0), "width_mm cannot be 0"),
        (edits.resize_room(None, 0), "depth_mm cannot be 0"),
        (edits.remove_obstacle("o"), "no obstacle 'o'"),
        (
            edits.put_obstacle(Obstacle(id="o", x_mm=0, y_mm=0, width_mm=0, depth_mm=1)),
            "_mm cannot be 0",
        ),
        (
            edits.put_obstacle(Obstacle(id="o", x_mm=0, y_mm=0, width_mm=1, depth_mm=0)),
            "_mm cannot be 0",
        ),
        (edits.remove_feed("A"), "no feed 'A'"),
    ],
)
def test_what_cannot_be_is_said(edit, said):
    with pytest.raises(EditError, match=said):
        edit(rows())


def test_a_room_of_one_millimetre_is_a_room_and_others_are_not_resized():
    small = edits.resize_room(1, 1)(Design())
    assert small.room.size_mm() == (1, 1)
    assert edits.resize_room(None, 5000)(Design()).room.size_mm() == (12_000, 5000)
    five = Room(outline=((0, 0), (9, 0), (9, 9), (5, 9), (0, 9)))
    slanted = Room(outline=((0, 0), (9, 0), (8, 9), (0, 9)))
    for room in (five, slanted):
        with pytest.raises(EditError, match="only a rectangular room"):
            edits.resize_room(5, 5)(Design(room=room))


def test_records_that_stay_are_not_touched_by_a_rename_to_ones_own_name():
    design = rows()
    assert edits.rename("A01", "A01")(design) == design
    assert edits.rename_row("A", "A")(design) == design
    assert edits.rename("A", "Cold row")(design).rows[0].name == "Cold row"


def test_several_edits_are_one_or_none():
    both = edits.in_sequence(edits.rename("A01", "X1"), edits.rename("A02", "X2"))
    assert [r.name for r in both(rows()).racks] == ["X1", "X2"]
    with pytest.raises(EditError):
        edits.in_sequence(edits.rename("A01", "X1"), edits.rename("A02", "X1"))(rows())


def test_fields_are_set_where_they_belong():
    design = edits.set_fields("design", name="hall", note="n")(Design())
    assert (design.name, design.note) == ("hall", "n")
    assert edits.set_fields("site", altitude_m=500)(design).site.altitude_m == 500
    with_feed = Design(power=(PowerNode(id="A"),), fabrics=(Fabric(id="f"),))
    changed = edits.set_fields("power", "A", capacity_kw=5)(with_feed)
    assert [(n.id, n.capacity_kw) for n in changed.power] == [("A", 5)]
    with pytest.raises(EditError, match="f: rails: "):
        edits.set_fields("fabrics", "f", rails="many")(with_feed)
    with pytest.raises(EditError, match="site: altitude_m: "):
        edits.set_fields("site", altitude_m="high")(with_feed)
    with pytest.raises(EditError, match="nothing in power is called 'B'"):
        edits.set_fields("power", "B", capacity_kw=5)(with_feed)


PLACES = {
    0: [(1200, 3000), (2000, 3000), (2800, 3000)],
    90: [(1200, 3000), (1200, 3800), (1200, 4600)],
    180: [(1200, 3000), (2000, 3000), (2800, 3000)],
    270: [(1200, 3000), (1200, 3800), (1200, 4600)],
}


@pytest.mark.parametrize("rotation", PLACES)
def test_a_new_row_runs_along_its_racks_sides(rotation):
    """Racks of 800 × 1200 mm close up by their long sides, whichever way they face."""
    catalog = load_shipped()
    design = edits.add_row(catalog, "rack-48u", 3, 1200, 3000, rotation=rotation)(Design())
    assert [(r.x_mm, r.y_mm) for r in design.racks] == PLACES[rotation]
    assert {r.rotation for r in (*design.racks, *design.rows)} == {rotation}
    assert [(r.id, r.row) for r in design.racks] == [(f"A0{n}", "A") for n in (1, 2, 3)]


def test_a_new_row_may_be_wider_and_takes_the_next_free_letter():
    catalog = load_shipped()
    design = edits.add_row(catalog, "rack-48u", 2, 1200, 1200, pitch_mm=900)(Design())
    assert [r.x_mm for r in design.racks] == [1200, 2100]
    for _ in range(2):
        y = max(r.y_mm for r in design.rows) + 2400
        design = edits.add_row(catalog, "rack-48u", 1, 1200, y)(design)
    assert [row.id for row in design.rows] == ["A", "B", "C"]
    with pytest.raises(EditError, match="the row name B is taken"):
        edits.add_row(catalog, "rack-48u", 1, 6000, 1200, name="B")(design)
    with pytest.raises(EditError, match="at least one is needed"):
        edits.add_row(catalog, "rack-48u", 0, 6000, 1200)(design)
    with pytest.raises(EditError, match="0, 90, 180 or 270"):
        edits.add_row(catalog, "rack-48u", 1, 6000, 1200, rotation=91)(design)


def copied():
    slots = (Slot(id="n", part="dgx-h100", half_u=6), Slot(id="s", part="qm9700", half_u=90))
    return rows().evolve(
        assemblies=(Assembly(id="a", rack_part="rack-48u", slots=slots),),
        racks=tuple(rack.evolve(assembly="a") for rack in rows().racks),
    )


def test_a_field_of_a_copys_device_takes_that_rack_out_of_its_assembly():
    design = edits.set_fields("devices", "A01/n", note="warm")(copied())
    assert [(r.id, r.assembly) for r in design.racks] == [("A01", ""), ("A02", "a")]
    assert sorted((d.part, d.note) for d in design.devices) == [
        ("dgx-h100", "warm"),
        ("qm9700", ""),
    ]
    with pytest.raises(EditError, match="nothing in racks is called 'A01/n'"):
        edits.set_fields("racks", "A01/n", note="x")(copied())


def test_a_copys_device_gets_a_name_of_its_own():
    design = edits.rename("A02/s", "spine")(copied())
    assert [(r.id, r.assembly) for r in design.racks] == [("A01", "a"), ("A02", "")]
    assert {d.name for d in design.devices if d.part == "qm9700"} == {"spine"}
    assert {d.rack for d in design.devices} == {"A02"}


def filled():
    devices = (
        Device(id="a", name="dgx-A01-1", part="dgx-h100", rack="A01", half_u=6),
        Device(id="b", name="a01 leaf", part="qm9700", rack="A01", half_u=90, feed="A", note="n"),
        Device(id="c", name="gateway", part="qm9700", rack="A01", half_u=80, face="rear"),
    )
    return rows().evolve(devices=devices, room=rows().room)


def test_a_rack_is_copied_with_devices_named_after_it():
    """What holds the rack's name holds the copy's; what does not gets a name of its own."""
    design = edits.duplicate(load_shipped(), ("A01",))(filled())
    (copy,) = {r.id: r for r in design.racks}.keys() - {"A01", "A02"}
    made = {d.part + d.face: d for d in design.devices if d.rack == copy}
    assert made["dgx-h100front"].name == f"dgx-{copy}-1"
    assert made["qm9700front"].name == f"{copy.lower()} leaf"
    assert made["qm9700rear"].name == made["qm9700rear"].id
    assert (made["qm9700front"].feed, made["qm9700front"].note) == ("A", "n")
    assert {d.half_u for d in made.values()} == {6, 80, 90}
    assert len({d.id for d in design.devices}) == 6


def test_a_device_is_copied_to_the_first_place_with_all_it_has():
    design = edits.duplicate(load_shipped(), ("b",))(filled())
    (copy,) = [d for d in design.devices if d.id not in ("a", "b", "c")]
    assert (copy.part, copy.rack, copy.feed, copy.note) == ("qm9700", "A01", "A", "n")
    assert copy.half_u == 96
    assert copy.name == "a01 leaf-2"
    with pytest.raises(EditError, match="neither a device nor a rack is called 'z'"):
        edits.duplicate(load_shipped(), ("z",))(filled())


def test_detaching_leaves_a_rack_without_an_assembly_as_it_is():
    design = filled()
    assert detached(design, "A01") == (design, {})
    with pytest.raises(EditError, match="no rack 'Z'"):
        detached(design, "Z")
    loose, renamed = detached(copied(), "A01")
    assert renamed == {"A01/n": "A01-n", "A01/s": "A01-s"}
    assert {d.id for d in loose.devices} == {"A01-n", "A01-s"}
    taken = copied().evolve(devices=(Device(id="A01-n", name="x", part="qm9700", rack="A02"),))
    assert detached(taken, "A01")[1] == {"A01/n": "A01-n-2", "A01/s": "A01-s"}


def test_a_row_turns_only_with_all_its_racks():
    catalog = load_shipped()
    wide = edits.resize_room(20_000, 20_000)(rows())
    both = edits.rotate_racks(catalog, ("A01", "A02"))(wide)
    assert [(r.id, r.rotation) for r in both.rows] == [("A", 90), ("B", 0)]
    assert {r.rotation for r in both.racks} == {90}
    one = edits.rotate_racks(catalog, ("A02",))(wide)
    assert [(r.id, r.rotation) for r in one.rows] == [("A", 0), ("B", 0)]
    assert [r.rotation for r in one.racks] == [0, 90]
    back = wide
    for _ in range(4):
        back = edits.rotate_racks(catalog, ("A01", "A02"))(back)
    assert back == wide


def test_a_record_is_added_or_replaced():
    design = edits.put("fabrics", Fabric(id="f", rails=2))(Design())
    assert [f.rails for f in design.fabrics] == [2]
    design = edits.put("fabrics", Fabric(id="f", rails=4))(design)
    assert [f.rails for f in design.fabrics] == [4]


def test_a_feed_that_goes_is_taken_from_racks_slots_and_what_hangs_on_it():
    power = (PowerNode(id="A"), PowerNode(id="B"), PowerNode(id="U", kind="ups", parents=("A",)))
    racks = tuple(
        r.evolve(feeds=f) for r, f in zip(rows().racks, [("A", "B"), ("B",)], strict=True)
    )
    slots = (Slot(id="p", part="pdu", face="zero-u", feed="A"), Slot(id="q", part="pdu", feed="B"))
    design = rows().evolve(
        power=power, racks=racks, assemblies=(Assembly(id="a", rack_part="r", slots=slots),)
    )
    done = edits.remove_feed("A")(design)
    assert [r.feeds for r in done.racks] == [("B",), ("B",)]
    assert [s.feed for s in done.assemblies[0].slots] == ["", "B"]
    assert [(n.id, n.parents) for n in done.power] == [("B", ()), ("U", ())]
    assert done.racks[1] is design.racks[1]
