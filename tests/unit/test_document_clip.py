"""Copy and paste: of racks and devices, within a design and into another one."""

import pytest

from designer.catalog.load import load_shipped
from designer.document.edits import duplicate, place_device, place_rack, put_obstacle, remove
from designer.document.edits.clips import clip_of, is_clip, loose_devices
from designer.document.edits.paste import PasteTarget, lost_in, paste
from designer.document.edits.unfold import with_own_devices
from designer.document.errors import EditError
from designer.document.placement import can_stand, rack_box
from designer.io.design_file import loads
from designer.io.design_text import dumps
from designer.model.design import Cord, Design, Note, Obstacle, PowerNode, Room
from designer.model.layout import Layout
from designer.planning.templates import build

CATALOG = load_shipped()
HALL = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)
EMPTY = Design(room=Room(outline=((0, 0), (30000, 0), (30000, 20000), (0, 20000))))


def contents(design: Design, rack_id: str) -> list[tuple[str, int, str]]:
    return sorted((d.part, d.half_u, d.face) for d in Layout(design).in_rack(rack_id))


def test_a_clip_holds_racks_with_all_that_they_hold() -> None:
    rack = HALL.racks[0]
    clip = clip_of(HALL, [rack.id])
    assert [one.id for one in clip.racks] == [rack.id]
    assert clip.rows == (), "one rack is no row"
    assert contents(clip, rack.id) == contents(HALL, rack.id)
    assert not clip.fabrics
    assert not is_clip(clip_of(HALL, ["qqq zzz"]))


def test_a_clip_is_the_same_after_it_was_written_and_read() -> None:
    keys = [rack.id for rack in HALL.racks[:3]]
    loose = Layout(HALL).in_rack(HALL.racks[4].id)[0].key
    clip = clip_of(HALL, [*keys, loose])
    read = loads(dumps(clip, CATALOG), "clipboard").design
    assert read == clip
    assert len(loose_devices(read)) == 1


def test_racks_pasted_into_another_design_keep_names_and_contents() -> None:
    row = HALL.rows[0]
    racks = [rack.id for rack in HALL.racks if rack.row == row.id]
    clip = clip_of(HALL, racks)
    done = paste(CATALOG, clip, PasteTarget(at_mm=(15000, 10000)))(EMPTY)
    assert {rack.name for rack in done.racks} == {r.name for r in HALL.racks if r.row == row.id}
    assert [one.name for one in done.rows] == [row.name]
    for rack in done.racks:
        assert contents(done, rack.id) == contents(HALL, rack.id)
    # Their places to each other stay.
    was = {rack.name: (rack.x_mm, rack.y_mm) for rack in clip.racks}
    moved = {(r.x_mm - was[r.name][0], r.y_mm - was[r.name][1]) for r in done.racks}
    assert len(moved) == 1


def test_what_the_other_design_lacks_is_left_out_and_told() -> None:
    clip = clip_of(HALL, [rack.id for rack in HALL.racks])
    feeds = {feed.id for feed in HALL.feeds}
    done = paste(CATALOG, clip, PasteTarget())(
        HALL.evolve(racks=(), devices=(), rows=(), assemblies=(), fabrics=(), power=())
    )
    placed = [one for rack in done.racks for one in Layout(done).in_rack(rack.id)]
    assert len(placed) == sum(len(Layout(HALL).in_rack(rack.id)) for rack in HALL.racks)
    assert {one.feed for one in placed} == {one.fabric for one in placed} == {""}
    told = lost_in(EMPTY, clip)
    assert all(f"feed {feed}" in told for feed in feeds)
    assert "fabric compute" in told
    assert lost_in(HALL, clip) == ""


def test_a_cut_rack_comes_back_to_its_place_under_its_name() -> None:
    rack = HALL.racks[5]
    clip = clip_of(HALL, [rack.id])
    done = paste(CATALOG, clip, PasteTarget())(remove((rack.id,))(HALL))
    back = next(one for one in done.racks if one.name == rack.name)
    assert (back.x_mm, back.y_mm, back.rotation) == (rack.x_mm, rack.y_mm, rack.rotation)
    assert back.row == rack.row
    assert contents(done, back.id) == contents(HALL, rack.id)


def test_a_paste_beside_a_row_stands_flush_with_it_and_belongs_to_it() -> None:
    row = [rack for rack in HALL.racks if rack.row == HALL.rows[0].id]
    last = max(row, key=lambda rack: rack.x_mm)
    box = rack_box(CATALOG, last)
    near = (box[2] + (box[2] - box[0]) // 2 + 90, (box[1] + box[3]) // 2 - 70)
    done = paste(CATALOG, clip_of(HALL, [row[0].id]), PasteTarget(at_mm=near))(HALL)
    (new,) = (rack for rack in done.racks if rack.id not in {r.id for r in HALL.racks})
    assert (new.x_mm, new.y_mm, new.row) == (box[2], last.y_mm, last.row)
    far = paste(CATALOG, clip_of(HALL, [row[0].id]), PasteTarget(at_mm=(9000, 600)))(HALL)
    (new,) = (rack for rack in far.racks if rack.id not in {r.id for r in HALL.racks})
    assert new.row == ""


def test_a_paste_of_a_rack_that_stands_there_is_named_anew() -> None:
    rack = HALL.racks[0]
    done = paste(CATALOG, clip_of(HALL, [rack.id]), PasteTarget())(HALL)
    added = [one for one in done.racks if one.id not in {r.id for r in HALL.racks}]
    assert len(added) == 1
    assert added[0].name not in {r.name for r in HALL.racks}
    assert contents(done, added[0].id) == contents(HALL, rack.id)


def test_devices_go_to_their_units_or_to_the_first_that_fit() -> None:
    rack, other = HALL.racks[0], HALL.racks[1]
    assert contents(HALL, rack.id) == contents(HALL, other.id)
    node = next(d for d in Layout(HALL).in_rack(rack.id) if d.part == "dgx-h100")
    clip = clip_of(HALL, [node.key])
    with pytest.raises(EditError, match="1 device to paste: select the rack"):
        paste(CATALOG, clip, PasteTarget())(HALL)
    # Where the place is free it goes there, under the name of the rack that takes it.
    same = next(d for d in Layout(HALL).in_rack(other.id) if d.half_u == node.half_u)
    opened, keys = with_own_devices(HALL, (same.key,))
    bare = remove(keys)(opened)
    done = paste(CATALOG, clip, PasteTarget(racks=(other.id,)))(bare)
    assert contents(done, other.id) == contents(HALL, other.id)
    placed = next(d for d in Layout(done).in_rack(other.id) if d.half_u == node.half_u)
    assert other.name in placed.name
    more = paste(CATALOG, clip, PasteTarget(racks=(other.id,)))
    fifth = more(done)
    held = [d for d in Layout(fifth).in_rack(other.id) if d.part == "dgx-h100"]
    assert len({d.half_u for d in held}) == len({d.name for d in held}) == 5
    with pytest.raises(EditError, match="no room"):
        more(fifth)


def test_an_assembly_of_the_same_id_and_another_filling_is_kept_apart() -> None:
    rack = next(rack for rack in HALL.racks if rack.assembly)
    clip = clip_of(HALL, [rack.id])
    one = clip.assemblies[0]
    same = paste(CATALOG, clip, PasteTarget())(HALL)
    assert same.assemblies == HALL.assemblies
    changed = HALL.evolve(
        assemblies=tuple(
            a.evolve(slots=a.slots[1:]) if a.id == one.id else a for a in HALL.assemblies
        )
    )
    done = paste(CATALOG, clip, PasteTarget())(changed)
    added = {a.id for a in done.assemblies} - {a.id for a in changed.assemblies}
    assert len(added) == 1
    new = next(r for r in done.racks if r.assembly in added)
    assert contents(done, new.id) == contents(HALL, rack.id)


def test_cords_and_remarks_of_what_is_copied_come_along() -> None:
    design = EMPTY.evolve(power=(PowerNode(id="A"), PowerNode(id="B")))
    design = place_rack(CATALOG, HALL.racks[0].part, 3000, 3000)(design)
    design = place_device(CATALOG, "dgx-h100", design.racks[0].id, 2)(design)
    rack, node = design.racks[0], next(d for d in design.devices if d.part == "dgx-h100")
    design = design.evolve(
        cords=(Cord(id="c", supply=f"{node.id}:psu1"),),
        notes=(Note(id="n", text="t", target=rack.id), Note(id="m", text="u")),
    )
    clip = clip_of(design, [rack.id])
    assert (len(clip.cords), len(clip.notes)) == (1, 1)
    done = paste(CATALOG, clip, PasteTarget())(design)
    new = next(r for r in done.racks if r.id != rack.id)
    copy = next(d for d in done.devices if d.rack == new.id and d.part == "dgx-h100")
    assert {cord.supply for cord in done.cords} == {f"{node.id}:psu1", f"{copy.id}:psu1"}
    assert {note.target for note in done.notes} == {rack.id, "", new.id}


def test_a_paste_where_nothing_is_free_says_so_and_changes_nothing() -> None:
    clip = clip_of(HALL, [rack.id for rack in HALL.racks])
    small = Design(room=Room(outline=((0, 0), (2000, 0), (2000, 2000), (0, 2000))))
    with pytest.raises(EditError, match="no room for"):
        paste(CATALOG, clip, PasteTarget())(small)
    with pytest.raises(EditError, match="nothing to paste"):
        paste(CATALOG, Design(), PasteTarget())(small)


def test_a_part_that_the_catalogue_lacks_is_named() -> None:
    rack = HALL.racks[0]
    clip = clip_of(HALL, [rack.id])
    strange = clip.evolve(racks=(clip.racks[0].evolve(part="qqq-zzz"),))
    with pytest.raises(EditError, match="qqq-zzz"):
        paste(CATALOG, strange, PasteTarget())(EMPTY)


def test_duplicates_are_named_as_before() -> None:
    row = HALL.rows[0]
    racks = tuple(rack.id for rack in HALL.racks if rack.row == row.id)
    wide = HALL.evolve(
        room=HALL.room.evolve(outline=((0, 0), (90000, 0), (90000, 90000), (0, 90000)))
    )
    done = duplicate(CATALOG, racks)(wide)
    added = [rack for rack in done.racks if rack.id not in {r.id for r in HALL.racks}]
    assert len(added) == len(racks)
    assert len({rack.row for rack in added}) == 1
    assert added[0].row not in {r.id for r in HALL.rows}


def test_what_stands_outdoors_is_copied_outdoors() -> None:
    """A dry cooler in the yard was duplicated into the middle of the hall."""
    cooler = next(part for part in CATALOG.parts if part.kind == "dry-cooler")
    yard = place_rack(CATALOG, cooler.id, 31000, 2000)(EMPTY)
    twice = duplicate(CATALOG, (yard.racks[0].id,))(yard)
    assert [rack.x_mm >= 30000 for rack in twice.racks] == [True, True]
    clip = clip_of(yard, [yard.racks[0].id])
    done = paste(CATALOG, clip, PasteTarget())(twice)
    assert [rack.x_mm >= 30000 for rack in done.racks] == [True, True, True]
    assert len({(rack.x_mm, rack.y_mm) for rack in done.racks}) == 3


def test_columns_are_copied_alone_and_keep_their_distance_to_racks() -> None:
    design = paste(CATALOG, clip_of(HALL, [HALL.racks[0].id]), PasteTarget(at_mm=(15000, 3000)))(
        EMPTY
    )
    rack = design.racks[0]
    column = Obstacle(
        id="k1", name="Column 1", kind="column", x_mm=rack.x_mm - 1_200, y_mm=rack.y_mm,
        width_mm=400, depth_mm=300, locked=True,
    )  # fmt: skip
    design = put_obstacle(column)(design)
    alone = clip_of(design, ("room:k1",))
    assert (alone.racks, [one.id for one in alone.room.obstacles]) == ((), ["k1"])
    assert not alone.room.obstacles[0].locked
    assert loads(dumps(alone, CATALOG)).design.room.obstacles == alone.room.obstacles
    pasted = paste(CATALOG, alone, PasteTarget(at_mm=(6_000, 9_000)))(design)
    (copy,) = [one for one in pasted.room.obstacles if one.id != "k1"]
    assert copy.name == "Column 2"
    assert abs(copy.x_mm + 200 - 6_000) <= 300
    assert (copy.width_mm, copy.depth_mm) == (400, 300)
    free = paste(CATALOG, alone, PasteTarget())(design)
    (other,) = [one for one in free.room.obstacles if one.id != "k1"]
    assert can_stand(Layout(design), CATALOG, "", other.box).ok
    both = clip_of(design, (rack.id, "room:k1"))
    pasted = paste(CATALOG, both, PasteTarget(by_mm=(0, 6_000)))(design)
    (copy,) = [one for one in pasted.room.obstacles if one.id != "k1"]
    assert (copy.x_mm, copy.y_mm) == (column.x_mm, column.y_mm + 6_000)
    assert len(pasted.racks) == len(design.racks) + 1
