"""A design as of each of its stages: what is there by then, and nothing that leads nowhere."""

import random
from typing import Any

import pytest
from hypothesis import Phase, given, settings

from designer.catalog.load import load_shipped
from designer.document import edits
from designer.document.as_of import as_of, come_later, each_stage
from designer.document.document import Document, Edit
from designer.document.edits.stages import add_stage, drop_stage, set_stage
from designer.document.errors import EditError
from designer.document.later import Later
from designer.document.staged import staged
from designer.io.design_file import dumps, loads
from designer.io.references import dangling
from designer.model.design import (
    Assembly,
    Cable,
    Cord,
    Design,
    Device,
    Fabric,
    Loop,
    Note,
    PowerNode,
    Rack,
    Slot,
    Stage,
    Waiver,
)
from designer.model.layout import Layout
from designer.model.stages import STAGED, in_order
from designer.planning.templates import build
from designer.wiring.network import expand_network
from tests.helpers.designs import sound_designs

CATALOG = load_shipped()
DAYS = (Stage(id="day-1", name="Day 1"), Stage(id="day-2", name="Day 2"), Stage(id="day-3"))


def small() -> Design:
    """Two racks, the second of the second day, each with a node and a PDU."""
    return Design(
        stages=DAYS,
        power=(
            PowerNode(id="A", parents=("ups-a",)),
            PowerNode(id="B", parents=("ups-b",)),
            PowerNode(id="ups-a", kind="ups"),
            PowerNode(id="ups-b", kind="ups", stage="day-2"),
        ),
        assemblies=(
            Assembly(id="two", rack_part="rack-48u", slots=(
                Slot(id="n1", part="dgx-h100", half_u=6),
                Slot(id="n2", part="dgx-h100", half_u=22, stage="day-3"),
            )),
        ),
        racks=(
            Rack(id="R1", name="R1", part="rack-48u", x_mm=0, y_mm=0, feeds=("A", "B")),
            Rack(id="R2", name="R2", part="rack-48u", x_mm=600, y_mm=0, stage="day-2"),
            Rack(id="R3", name="R3", part="rack-48u", x_mm=1200, y_mm=0, assembly="two"),
        ),
        devices=(
            Device(id="n1", name="n1", part="dgx-h100", rack="R1", half_u=6),
            Device(id="n2", name="n2", part="dgx-h100", rack="R2", half_u=6),
            Device(id="pdu-a", name="pdu-a", part="pdu-415v-60a-3ph", rack="R1", face="zero-u",
                   feed="A"),
            Device(id="pdu-b", name="pdu-b", part="pdu-415v-60a-3ph", rack="R1", face="zero-u",
                   feed="B"),
        ),
        fabrics=(Fabric(id="f", stage="day-3", nodes=("dgx-h100",)),),
        cables=(
            Cable(id="c1", a="n1", b="n2"),
            Cable(id="c2", a="n1", b="R3/n1"),
            Cable(id="c3", a="n1", b="R3/n2"),
            Cable(id="c4", a="n1", b="R3/n1", fabric="f"),
        ),
        cords=(
            Cord(id="k1", supply="n1:psu1", outlet="pdu-a:1"),
            Cord(id="k2", supply="n2:psu1"),
        ),
        loops=(Loop(id="l1", racks=("R1", "R2")), Loop(id="l2", racks=("R2",))),
        notes=(Note(id="m", text="later", target="R2"),),
        waivers=(
            Waiver(id="C05:R2", reason="agreed"), Waiver(id="C14:containment", reason="agreed"),
        ),
    )  # fmt: skip


def ids(records: tuple[object, ...]) -> list[str]:
    return [getattr(one, "id", "") for one in records]


def test_what_comes_later_is_not_there_nor_what_needs_it() -> None:
    first = as_of(small(), "day-1")
    assert ids(first.stages) == ["day-1"]
    assert ids(first.racks) == ["R1", "R3"]
    assert ids(first.devices) == ["n1", "pdu-a", "pdu-b"]
    assert ids(first.assemblies[0].slots) == ["n1"]
    assert ids(first.fabrics) == []
    assert ids(first.cables) == ["c2"]
    assert ids(first.cords) == ["k1"]
    assert [(loop.id, loop.racks) for loop in first.loops] == [("l1", ("R1",))]
    assert ids(first.notes) == []
    assert ids(first.waivers) == ["C14:containment"]
    assert list(dangling(first)) == []


def test_a_feed_comes_with_what_feeds_it_and_until_then_feeds_nothing() -> None:
    first = as_of(small(), "day-1")
    assert ids(first.power) == ["A", "ups-a"]
    assert first.racks[0].feeds == ("A",)
    assert {device.id: device.feed for device in first.devices if "pdu" in device.id} == {
        "pdu-a": "A",
        "pdu-b": "",
    }
    second = as_of(small(), "day-2")
    assert second.power == tuple(one.evolve() for one in small().power)
    assert second.devices == small().devices


def test_the_last_stage_is_the_design_itself_and_an_unknown_one_is_refused() -> None:
    design = small()
    assert as_of(design, "day-3") is design
    first = as_of(design, "day-1")
    assert as_of(first, "day-1") is first
    with pytest.raises(KeyError):
        as_of(design, "day-4")
    assert list(each_stage(Design())) == []


def test_stages_come_by_their_number_and_then_as_their_ids_count() -> None:
    stages = [Stage(id=f"day-{n}") for n in (10, 9, 1)] + [Stage(id="pilot", order=-1)]
    assert ids(in_order(stages)) == ["pilot", "day-1", "day-9", "day-10"]


def test_what_comes_later_is_told_by_kind() -> None:
    second = Later(fabrics=frozenset({"f"}), devices=frozenset({"R3/n2"}))
    assert come_later(small(), "day-2") == second
    assert come_later(small(), "day-1") == Later(
        racks=frozenset({"R2"}), devices=frozenset({"n2", "R3/n2"}),
        power=frozenset({"ups-b", "B"}), fabrics=frozenset({"f"}), loops=frozenset({"l2"}),
    )  # fmt: skip
    assert come_later(small(), "day-3") == come_later(small(), "") == Later()
    assert second
    assert not Later()


def named(design: Design) -> set[tuple[object, ...]]:
    """Return what a design names and has not; slots are counted anew where one goes."""
    return {(one.path[:2], one.field, one.value) for one in dangling(design)}


def grows(design: Design) -> None:
    """See that a design is sound in each stage, and that nothing goes that was there."""
    lost, before = named(design), set[str]()
    for stage, then in each_stage(design):
        assert named(then) <= lost, stage.id
        assert as_of(then, stage.id) is then
        later, there = come_later(design, stage.id), set[tuple[str, str]]()
        for kind in STAGED:
            stays = keys_of(then, kind)
            assert not getattr(later, kind) & stays
            assert getattr(later, kind) | stays == keys_of(design, kind)
            there |= {(kind, key) for key in stays}
        assert before <= there
        before = there


def keys_of(design: Design, kind: str) -> set[str]:
    """Return the keys of a kind in a design, those of what assemblies bring with the devices."""
    if kind == "devices":
        return {placed.key for placed in Layout(design).every()}
    return set(ids(getattr(design, kind)))


@given(sound_designs())
@settings(max_examples=40, deadline=None, phases=[Phase.explicit, Phase.generate])
def test_no_stage_of_any_design_names_what_it_has_not(design: Design) -> None:
    grows(design.evolve(stages=DAYS))


def at_random(design: Design, seed: int) -> Design:
    """Return a design of which everything comes in a stage by chance."""
    chance = random.Random(seed)

    def put(one: Any) -> Any:
        return one.evolve(stage=chance.choice(("", "", "day-1", "day-2", "day-3")))

    staged_slots = (one.evolve(slots=tuple(map(put, one.slots))) for one in design.assemblies)
    fields = {name: tuple(map(put, getattr(design, name))) for name in STAGED}
    return design.evolve(stages=DAYS, assemblies=tuple(staged_slots), **fields)


@pytest.mark.parametrize("seed", range(25))
def test_no_stage_names_what_comes_later(seed: int) -> None:
    whole = at_random(small(), seed)
    grows(whole)
    assert as_of(as_of(whole, "day-2"), "day-1") == as_of(whole, "day-1")


def test_a_reference_design_is_sound_in_stages_by_chance() -> None:
    for seed in range(3):
        grows(at_random(build("starter-32", {}, CATALOG), seed))


@pytest.mark.parametrize("seed", range(3))
def test_a_hall_grows_and_no_cable_of_it_is_plugged_anew(seed: int) -> None:
    """Later nodes and switches take places that were kept for them."""
    chance = random.Random(seed)
    whole = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)
    later = {rack.id for rack in whole.racks if rack.assembly.startswith("dgx-x")}
    later = set(chance.sample(sorted(later), len(later) // 2))
    design = whole.evolve(
        stages=DAYS[:2],
        racks=tuple(r.evolve(stage="day-2") if r.id in later else r for r in whole.racks),
    )
    first = as_of(design, "day-1")
    assert list(dangling(first)) == []
    assert len(first.racks) == len(whole.racks) - len(later)

    def links(of: Design) -> set[tuple[str, str, int, str, int]]:
        return {
            (one.fabric.id, one.key(int(a)), int(a_port), one.key(int(b)), int(b_port))
            for one in expand_network(of, CATALOG).fabrics
            for a, a_port, b, b_port in zip(
                one.links.a, one.links.a_port, one.links.b, one.links.b_port, strict=True
            )
        }

    early, all_of_them = links(first), links(design)
    assert early
    assert early < all_of_them
    assert as_of(design, "day-2") is design


def test_stages_are_written_and_read() -> None:
    design = small()
    opened = loads(dumps(design, CATALOG))
    assert opened.design == design
    assert [problem.what for problem in opened.problems] == []


def test_alike_devices_share_a_line_only_within_a_stage() -> None:
    devices = tuple(
        Device(id=f"n{n}", name=f"n{n}", part="dgx-h100", rack="R1", half_u=2 + 16 * n,
               stage="day-2" if n > 3 else "")
        for n in range(1, 7)
    )  # fmt: skip
    design = Design(stages=DAYS, racks=(Rack(id="R1", name="R1", part="rack-48u", x_mm=0, y_mm=0),),
                    devices=devices)  # fmt: skip
    text = dumps(design, CATALOG)
    assert text.count("repeat = 3") == 2
    assert loads(text).design == design


def test_a_stage_that_is_not_there_is_told_by_the_record_that_names_it() -> None:
    design = small().evolve(stages=DAYS[:2])
    opened = loads(dumps(design, CATALOG))
    assert [problem.what for problem in opened.problems] == [
        "fabrics.f: there is no stage 'day-3'",
        "assemblies.two.slots.1: there is no stage 'day-3'",
    ]


# Edits.


def test_stages_are_added_in_order_with_a_name_and_a_date() -> None:
    design = add_stage("Day 2", date="2028-03")(add_stage("Day 1")(Design()))
    assert [(s.id, s.name, s.date) for s in in_order(design.stages)] == [
        ("day-1", "Day 1", ""), ("day-2", "Day 2", "2028-03"),
    ]  # fmt: skip
    for name, date, words in (
        ("Day 2", "", "there is a stage Day 2 already"),
        (" ", "", "a stage needs a name"),
        ("Day 3", "soon", "date cannot be 'soon': give YYYY"),
    ):
        with pytest.raises(EditError, match=words):
            Document(design).apply("Add", add_stage(name, date))


def test_things_are_put_into_a_stage_in_one_step() -> None:
    document = Document(small())
    document.apply("Put", set_stage(("R1", "ups-a", "n2"), "day-2"))
    assert {one.id: one.stage for one in document.design.racks}["R1"] == "day-2"
    assert {one.id: one.stage for one in document.design.power}["ups-a"] == "day-2"
    assert {one.id: one.stage for one in document.design.devices}["n2"] == "day-2"
    document.undo()
    assert document.design == small()


def test_a_device_cannot_come_before_its_rack() -> None:
    with pytest.raises(EditError) as told:
        set_stage(("n2",), "day-1")(small())
    assert str(told.value) == (
        "n2 cannot come in Day 1: its rack R2 comes in Day 2; let the rack come earlier, or choose "
        "Day 2 or later"
    )
    # With its rack it can.
    moved = set_stage(("n2", "R2"), "day-1")(small())
    assert ids(as_of(moved, "day-1").racks) == ids(moved.racks)


@pytest.mark.parametrize(
    ("keys", "stage", "words"),
    [
        (("R1",), "day-9", "there is no stage 'day-9'; the design has day-1, day-2, day-3"),
        (("nobody",), "day-2", "nothing that comes in a stage is called 'nobody'"),
    ],
)
def test_what_cannot_be_put_into_a_stage_is_told(
    keys: tuple[str, ...], stage: str, words: str
) -> None:
    with pytest.raises(EditError) as told:
        set_stage(keys, stage)(small())
    assert str(told.value) == words


@pytest.mark.parametrize("edit", [drop_stage("day-2"), edits.remove(("day-2",))])
def test_what_came_in_a_stage_that_goes_comes_in_the_one_before(edit: Edit) -> None:
    left = edit(small())
    assert ids(left.stages) == ["day-1", "day-3"]
    assert {rack.id: rack.stage for rack in left.racks}["R2"] == "day-1"
    none = drop_stage("day-1")(drop_stage("day-3")(left))
    assert not [rack.id for rack in none.racks if rack.stage]
    assert not [slot.id for slot in none.assemblies[0].slots if slot.stage]
    assert list(dangling(none)) == []


def test_what_is_added_while_a_stage_is_looked_at_comes_in_it() -> None:
    document = Document(small())
    place = edits.place_rack(CATALOG, "rack-48u", 3000, 0, name="R9")
    document.apply("Place", staged(place, "day-2"))
    assert Layout(document.design).racks["R9"].stage == "day-2"
    assert document.history.call_at(1).splitlines() == [
        "with session.step('Place'):",
        "    session.place_rack('rack-48u', 3000, 0, name='R9')",
        "    session.set_stage(('R9',), 'day-2')",
    ]
    # Of the first stage nothing need be said.
    document.undo()
    document.apply("Place", staged(place, "day-1"))
    assert Layout(document.design).racks["R9"].stage == ""


def test_a_rack_that_is_detached_has_nothing_new_in_it() -> None:
    after = staged(edits.rename("R3/n1", "other"), "day-2")(small())
    assert {one.name: one.stage for one in after.devices if one.rack == "R3"} == {
        "other": "", "R3": "day-3",
    }  # fmt: skip


def test_a_slot_that_is_added_for_all_copies_comes_in_the_stage() -> None:
    slots = (*small().assemblies[0].slots, Slot(id="n3", part="dgx-h100", half_u=40))
    after = staged(edits.edit_assembly(CATALOG, "two", slots), "day-2")(small())
    assert {slot.id: slot.stage for slot in after.assemblies[0].slots} == {
        "n1": "", "n2": "day-3", "n3": "day-2",
    }  # fmt: skip
