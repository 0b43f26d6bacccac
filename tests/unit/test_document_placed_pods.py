"""A placed pod is one group of its name with shared fillings; rows and pods are taken apart."""

from functools import cache

import pytest

from designer.catalog.load import load_shipped
from designer.document.clip_plans import placed_pod, pod_of
from designer.document.document import Document
from designer.document.edits import (
    add_row,
    detach_pod,
    detach_row,
    duplicate,
    edit_assembly,
    in_sequence,
    mirror_racks,
    place_device,
    rotate_racks,
)
from designer.document.edits.groups import names_of, with_groups
from designer.document.edits.paste import PasteTarget, paste
from designer.document.errors import EditError
from designer.model.change import Change, apply
from designer.model.design import Design, Loop, Note
from designer.model.layout import Layout
from designer.planning.templates import build

CATALOG = load_shipped()


@cache
def hall() -> Design:
    """Two racks of one node each, in a row, in a room with space for more."""
    room = build("empty-room", {}, CATALOG)
    return in_sequence(
        add_row(CATALOG, "rack-48u", 2, 1_200, 2_400),
        place_device(CATALOG, "dgx-h100", "A01", 2, "front", "dgx-A01"),
        place_device(CATALOG, "dgx-h100", "A02", 2, "front", "dgx-A02"),
    )(room)


@cache
def pod() -> Design:
    return placed_pod(CATALOG, pod_of(hall(), ("A01", "A02"), "Pair"))


def placed(times: int = 1) -> Document:
    document = Document(hall())
    for _ in range(times):
        document.apply("Place Pair", paste(CATALOG, pod(), PasteTarget()))
    return document


def racks_of(design: Design, group: str) -> tuple[str, ...]:
    return tuple(rack.id for rack in design.racks if rack.group == group)


def test_each_placed_pod_is_a_group_of_its_name() -> None:
    document = placed(2)
    assert names_of(document.design, "group") == {"Pair": 2, "Pair-2": 2}
    first = racks_of(document.design, "Pair")
    assert set(with_groups(document.layout, first[:1])) == set(first), "one click chooses all"
    assert all(not rack.group for rack in document.design.racks if rack.id in ("A01", "A02"))


def test_what_is_changed_once_follows_in_every_pod_and_exceptions_stay() -> None:
    document = placed(2)
    (filling,) = document.design.assemblies
    copies = (*racks_of(document.design, "Pair"), *racks_of(document.design, "Pair-2"))
    assert {Layout(document.design).racks[key].assembly for key in copies} == {filling.id}
    before = Layout(document.design)
    assert [one.part for key in copies for one in before.in_rack(key)] == ["dgx-h100"] * 4
    own = pod_of(document.design, copies[:1], "x")
    assert own.racks[0].assembly, "the filling goes with it"
    slots = tuple(one.evolve(part="dgx-h200") for one in filling.slots)
    document.apply("Edit", edit_assembly(CATALOG, filling.id, slots))
    after = Layout(document.design)
    assert [one.part for key in copies for one in after.in_rack(key)] == ["dgx-h200"] * 4
    assert [one.part for one in after.in_rack("A01")] == ["dgx-h100"], "what it was saved from"


def test_a_pod_is_turned_mirrored_and_duplicated_as_one() -> None:
    document = placed()
    ids = racks_of(document.design, "Pair")
    for edit in (rotate_racks(CATALOG, ids, 2), mirror_racks(CATALOG, ids, "x")):
        document.apply("Turn", edit)
        assert racks_of(document.design, "Pair") == ids
    document.apply("Duplicate", duplicate(CATALOG, ids))
    assert names_of(document.design, "group") == {"Pair": 2, "Pair-2": 2}


def test_what_remarks_hang_on_keeps_its_devices() -> None:
    (device, other) = hall().devices
    note = Note(id="n1", target=device.id, text="burnt")
    noted = apply(hall(), Change(put=(("notes", (note,)),)))
    made = placed_pod(CATALOG, pod_of(noted, ("A01", "A02"), "Pair"))
    assert [one.id for one in made.devices] == [device.id]
    assert [bool(rack.assembly) for rack in made.racks] == [False, True]
    assert other.part == made.assemblies[0].slots[0].part


def test_a_pod_is_taken_apart_as_one_step() -> None:
    document = placed()
    ids, before = racks_of(document.design, "Pair"), document.design
    held = [one.part for key in ids for one in Layout(before).in_rack(key)]
    document.apply("Detach", detach_pod("Pair"))
    now = Layout(document.design)
    assert not names_of(document.design, "group")
    assert [now.racks[key].assembly for key in ids] == ["", ""]
    assert [one.part for key in ids for one in now.in_rack(key)] == held
    document.undo()
    assert document.design == before
    with pytest.raises(EditError, match="no pod or group 'Pare'"):
        detach_pod("Pare")(document.design)


def test_the_racks_of_a_row_stand_alone_and_stay_fed() -> None:
    row = hall().rows[0].id
    loop = Loop(id="loop-1", racks=(row,))
    fed = apply(hall(), Change(put=(("loops", (loop,)),)))
    now = detach_row(row)(fed)
    assert now.rows == ()
    assert [(one.id, one.row, one.x_mm, one.name) for one in now.racks] == [
        (one.id, "", one.x_mm, one.name) for one in fed.racks
    ]
    assert now.loops[0].racks == ("A01", "A02")
    assert now.devices == fed.devices
    with pytest.raises(EditError, match="no row 'Z'"):
        detach_row("Z")(fed)
