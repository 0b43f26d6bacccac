"""Stages of designs in which things of several kinds are called alike: ids are unique in a kind."""

import random
import re
from typing import Any, Final

import pytest

from designer.document import edits
from designer.document.as_of import as_of, come_later
from designer.document.document import Document
from designer.document.later import Later
from designer.document.staged import staged
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
    Row,
    Slot,
    Stage,
    Tray,
    Waiver,
)
from designer.model.stages import STAGED
from tests.helpers.renamed_ids import MARK, NAMED, with_marked_ids

DAYS: Final = (Stage(id="day-1"), Stage(id="day-2"), Stage(id="day-3"))
ALIKE: Final = {
    "racks": "zqb", "power": "zqb", "trays": "zqb", "assemblies": "zqb",
    "devices": "zqa", "fabrics": "zqa", "loops": "zqa", "rows": "zqc",
}  # fmt: skip
"""What ids begin with, in an order as before: those of one letter are given to several kinds."""


def hall() -> Design:
    """Some of every kind, with all that names them."""
    return Design(
        stages=DAYS,
        power=(
            PowerNode(id="A", parents=("U1",)), PowerNode(id="B", parents=("U1", "U2")),
            PowerNode(id="U1", kind="ups"), PowerNode(id="U2", kind="ups"),
        ),
        assemblies=(
            Assembly(id="two", rack_part="rack-48u", slots=(
                Slot(id="s1", part="dgx-h100", half_u=6, feed="A", fabric="f1"),
                Slot(id="s2", part="dgx-h100", half_u=22, feed="B"),
            )),
        ),
        rows=(Row(id="row-1", name="1"), Row(id="row-2", name="2")),
        racks=(
            Rack(id="R1", name="R1", part="rack-48u", x_mm=0, y_mm=0, row="row-1",
                 feeds=("A", "B")),
            Rack(id="R2", name="R2", part="rack-48u", x_mm=600, y_mm=0, row="row-1"),
            Rack(id="R3", name="R3", part="rack-48u", x_mm=1200, y_mm=0, row="row-2",
                 assembly="two"),
        ),
        devices=tuple(
            Device(id=f"n{n}", name=f"n{n}", part="dgx-h100", rack=f"R{1 + n % 2}",
                   half_u=6 + 16 * n, feed="AB"[n % 2], fabric=("f1", "f2", "")[n % 3])
            for n in range(4)
        ),
        fabrics=(Fabric(id="f1"), Fabric(id="f2")),
        cables=(
            Cable(id="c1", a="n0", b="n1"), Cable(id="c2", a="n2", b="R3/s1", fabric="f1"),
            Cable(id="c3", a="n3", b="n0", fabric="f2"),
        ),
        cords=(
            Cord(id="k1", supply="n0:psu1", outlet="n1:1"), Cord(id="k2", supply="n2:psu1"),
            Cord(id="k3", supply="R3/s2:psu1", outlet="n3:1"),
        ),
        trays=tuple(
            Tray(id=f"t{n}", corners=((0, 600 * n), (6000, 600 * n))) for n in range(3)
        ),
        loops=(
            Loop(id="l1", racks=("R1", "row-2")), Loop(id="l2", units=("R2", "n1")),
            Loop(id="l3", racks=("row-1",)),
        ),
        notes=(Note(id="m1", text="a", target="R1"), Note(id="m2", text="b", target="n0"),
               Note(id="m3", text="c", target="R3/s1"), Note(id="m4", text="d")),
    )  # fmt: skip


def at_random(design: Design, seed: int) -> Design:
    """Return a design of which everything comes in a stage by chance."""
    chance = random.Random(seed)

    def put(one: Any) -> Any:
        return one.evolve(stage=chance.choice(("", "day-1", "day-2", "day-3")))

    slots = (one.evolve(slots=tuple(map(put, one.slots))) for one in design.assemblies)
    kinds = {name: tuple(map(put, getattr(design, name))) for name in STAGED}
    return design.evolve(assemblies=tuple(slots), **kinds)


def alike(text: object) -> str:
    """Return what says the ids of kinds with those that several kinds are given."""
    kinds = "|".join(NAMED)
    return re.sub(rf"{MARK}({kinds})(?=\d{{4}})", lambda found: ALIKE[found[1]], repr(text))


@pytest.mark.parametrize("seed", range(20))
def test_what_is_there_hangs_on_no_thing_of_another_kind_that_is_called_alike(seed: int) -> None:
    design = at_random(hall(), seed)
    apart, together = with_marked_ids(design), with_marked_ids(design, ALIKE)
    assert alike(apart) == repr(together)
    for stage in ("day-1", "day-2"):
        assert alike(as_of(apart, stage)) == repr(as_of(together, stage)), stage
        for kind in STAGED:
            found = (getattr(come_later(one, stage), kind) for one in (apart, together))
            of_apart, of_together = found
            assert {alike(key) for key in of_apart} == {repr(key) for key in of_together}, kind


def named(**kinds: Any) -> Design:
    """Return two racks, `A01` and `A02`, and what else is given."""
    racks = tuple(
        Rack(id=key, name=key, part="rack-48u", x_mm=600 * at, y_mm=0)
        for at, key in enumerate(("A01", "A02"))
    )
    return Design(stages=DAYS[:2], **{"racks": racks, **kinds})


def test_a_remark_on_a_rack_stays_where_a_tray_of_its_name_comes_later() -> None:
    tray = Tray(id="A01", corners=((0, 0), (600, 0)), stage="day-2")
    note = Note(id="m", text="mind the door", target="A01")
    design = named(trays=(tray,), notes=(note,), waivers=(Waiver(id="F01:A01", reason="so"),))
    first = as_of(design, "day-1")
    assert first.notes == (note,)
    assert first.waivers == design.waivers
    assert first.trays == ()
    assert come_later(design, "day-1") == Later(trays=frozenset({"A01"}))
    # Of a tray alone a remark goes with it, and a waiver too.
    other = named(
        trays=(tray.evolve(id="t"),), notes=(note.evolve(target="t"),),
        waivers=(Waiver(id="N01:t", reason="so"),),
    )  # fmt: skip
    assert (as_of(other, "day-1").notes, as_of(other, "day-1").waivers) == ((), ())


def test_a_cord_stays_where_a_fabric_of_the_name_of_its_device_comes_later() -> None:
    node = Device(id="n1", name="n1", part="dgx-h100", rack="A01", half_u=6)
    design = named(
        devices=(node, node.evolve(id="n2", name="n2", half_u=22)),
        fabrics=(Fabric(id="n1", stage="day-2"),),
        cords=(Cord(id="k", supply="n1:psu1"),), cables=(Cable(id="c", a="n1", b="n2"),),
    )  # fmt: skip
    first = as_of(design, "day-1")
    assert (first.cords, first.cables) == (design.cords, design.cables)
    # An end is a device before it is a rack of that name.
    rack = named(devices=(node.evolve(id="A02"),), cords=(Cord(id="k", supply="A02:psu1"),))
    late = rack.evolve(racks=(rack.racks[0], rack.racks[1].evolve(stage="day-2")))
    assert as_of(late, "day-1").cords == rack.cords
    gone = rack.evolve(devices=(rack.devices[0].evolve(stage="day-2"),))
    assert as_of(gone, "day-1").cords == ()


def test_a_remark_is_on_a_rack_before_it_is_on_a_device_of_that_name() -> None:
    node = Device(id="A02", name="n", part="dgx-h100", rack="A01", half_u=6)
    design = named(devices=(node,), notes=(Note(id="m", text="x", target="A02"),))
    late = design.evolve(racks=(design.racks[0], design.racks[1].evolve(stage="day-2")))
    assert as_of(late, "day-1").notes == ()
    only = design.evolve(devices=(node.evolve(stage="day-2"),))
    assert as_of(only, "day-1").notes == design.notes


def test_a_waiver_of_a_row_stays_where_a_feed_of_its_name_comes_later() -> None:
    design = named(
        rows=(Row(id="B", name="B"),), power=(PowerNode(id="B", stage="day-2"),),
        waivers=(Waiver(id="F07:B", reason="so"),),
    )  # fmt: skip
    assert as_of(design, "day-1").waivers == design.waivers


def test_a_loop_is_there_from_the_first_rack_of_its_row() -> None:
    racks = tuple(
        Rack(id=f"R{n}", name=f"R{n}", part="rack-48u", x_mm=600 * n, y_mm=0, row=row, stage=stage)
        for n, (row, stage) in enumerate((("one", ""), ("one", "day-2"), ("two", "day-2")))
    )
    design = named(
        racks=racks, rows=(Row(id="one"), Row(id="two")),
        loops=(
            Loop(id="half", racks=("one",)), Loop(id="none", racks=("two",)),
            Loop(id="part", racks=("one", "two")), Loop(id="lost", racks=("nowhere",)),
        ),
    )  # fmt: skip
    first = as_of(design, "day-1")
    assert {loop.id: loop.racks for loop in first.loops} == {
        "half": ("one",), "part": ("one", "two"), "lost": ("nowhere",),
    }  # fmt: skip
    assert come_later(design, "day-1").loops == {"none"}


def test_an_assembly_that_is_new_or_only_renamed_says_no_stage() -> None:
    """Only slots that are new in one that was there come in the stage; its racks do so else."""
    document = Document(hall())
    new = Assembly(id="three", rack_part="rack-48u", slots=(Slot(id="s", part="sn2201", half_u=2),))
    document.apply("Put", staged(edits.put("assemblies", new), "day-2"))
    made = next(one for one in document.design.assemblies if one.id == "three")
    assert [slot.stage for slot in made.slots] == [""]
    calls = document.history.call_at(1)
    assert "set_stage" not in calls
    document.apply("Rename", staged(edits.set_fields("assemblies", "two", note="seen"), "day-2"))
    assert "set_stage" not in document.history.call_at(2)
    assert document.history.call_at(2)
