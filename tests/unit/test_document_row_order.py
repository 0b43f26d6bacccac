"""Racks out of the line of a row keep their numbers: another pitch and back changes nothing."""

import random

import pytest

from designer.catalog.load import load_shipped
from designer.document import edits
from designer.document.edits.row_names import pattern_of
from designer.document.errors import EditError
from designer.document.placement import Box, rack_box
from designer.document.row_plans import aisles_beside, row_of_count, row_of_pitch
from designer.document.row_shapes import RowShape, box_of, shape_of
from designer.model.design import Design, Rack, Room, Rotation, Row
from designer.model.layout import Layout

CATALOG = load_shipped()
RACK, PARTS = "rack-48u", ("rack-48u", "rack-42u", "rack-orv3", "rack-orw-44ou")
ROTATIONS: tuple[Rotation, ...] = (0, 90, 180, 270)
HALL = Room(outline=((0, 0), (20_000, 0), (20_000, 20_000), (0, 20_000)))


def row(count: int = 6, rotation: Rotation = 0, pitch_mm: int = 800) -> Design:
    """Return row A from 5 m, 5 m on."""
    made = edits.add_row(CATALOG, RACK, count, 5000, 5000, pitch_mm, rotation=rotation)
    return made(Design(room=HALL))


def out(design: Design, *names: str, across: int = -1800, along: int = 0) -> Design:
    """Move racks out of the line of their row."""
    for rack in design.racks:
        if rack.name in names:
            by = (across, along) if rack.rotation in (90, 270) else (along, across)
            design = edits.move_racks(CATALOG, (rack.id,), *by)(design)
    return design


def shape(design: Design) -> RowShape:
    found = shape_of(Layout(design), CATALOG, "A")
    assert found is not None
    return found


def pitched(design: Design, *pitches: int) -> Design:
    for pitch in pitches:
        design = edits.shape_row(CATALOG, "A", pitch_mm=pitch)(design)
    return design


def at(design: Design) -> dict[str, int]:
    """Return where the racks of the row stand along it."""
    down = shape(design).sideways
    return {rack.name: rack.y_mm if down else rack.x_mm for rack in design.racks}


@pytest.mark.parametrize("rotation", ROTATIONS)
@pytest.mark.parametrize("names", [("A05",), ("A01",), ("A02", "A04"), ("A01", "A02", "A06")])
def test_another_pitch_and_back_leaves_each_rack_where_it_stood(
    rotation: Rotation, names: tuple[str, ...]
) -> None:
    """A rack that the others were spread past lost its number to the one before it."""
    design = row(rotation=rotation)
    moved = out(design, *names)
    wide = pitched(moved, 1200)
    assert at(pitched(wide, 1400)) == at(pitched(moved, 1400))
    assert shape(wide).pitch_mm == 1200
    assert pitched(wide, 800) == moved
    ids = tuple(rack.id for rack in reversed(shape(moved).out_of_line))
    assert edits.put_in_line(CATALOG, ids)(pitched(wide, 800)) == design
    back = edits.put_in_line(CATALOG, ids)(wide)
    assert list(at(back).values()) == [
        at(back)[min(at(back), key=at(back).__getitem__)] + 1200 * n for n in range(6)
    ], "in the order of their names"


def test_a_rack_out_of_line_keeps_its_number_in_names() -> None:
    moved = pitched(out(row(), "A05"), 1200)
    layout = Layout(moved)
    assert pattern_of(moved, layout.design.rows[0]) == ("{row}{n:02}", 1, 1, False)
    assert edits.number_row("A")(moved) == moved
    assert edits.rename_row("A", "A", renumber=True)(moved) == moved
    shorter = edits.shape_row(CATALOG, "A", 5)(moved)
    assert [rack.name for rack in shorter.racks] == ["A01", "A02", "A03", "A04", "A05"]
    assert edits.shape_row(CATALOG, "A", 6)(shorter) == moved


def test_names_by_hand_leave_the_order_to_ids() -> None:
    moved = out(row(), "A05")
    named = moved
    for rack, name in zip(moved.racks, ("X", "B", "Q", "C", "K", "A"), strict=True):
        named = edits.rename(rack.id, name)(named)
    assert pitched(named, 1200, 800) == named


def test_a_row_from_its_end_keeps_its_order() -> None:
    moved = out(edits.number_row("A", from_end=True)(row()), "A02", "A05")
    assert [rack.name for rack in shape(moved).racks] == [f"A0{n}" for n in range(6, 0, -1)]
    assert pitched(moved, 1300, 900, 800) == moved


def test_a_rack_whose_place_was_closed_goes_to_the_nearest_free_one() -> None:
    """Nothing tells a number of a rack that was added between others."""
    extra = Rack(id="A02b", name="A02b", part=RACK, row="A", x_mm=6000, y_mm=8000)
    design = edits.put("racks", extra)(row(4))
    assert shape(design).pitch_mm == 800
    assert pitched(design, 1600, 800) == design
    assert shape(pitched(design, 1600)).pitch_mm == 1600
    back = edits.put_in_line(CATALOG, ("A02b",))(design)
    assert at(back)["A02b"] == 5000 - 800


def test_a_distance_that_may_be_two_places_is_no_pitch() -> None:
    """Read as one of them, another pitch would be told as half of what was asked."""
    closed = edits.move_racks(CATALOG, ("A03",), -800, 0)(out(row(3), "A02"))
    assert shape(closed).pitch_mm is None
    assert shape(pitched(closed, 900)).pitch_mm == 900


def test_a_row_of_two_grows_at_its_pitch_with_one_of_them_out_of_line() -> None:
    """The pitch fell to the width of a rack, and the third was in the way of the second."""
    design = out(row(3, pitch_mm=1200), "A01", across=-1)
    two = edits.shape_row(CATALOG, "A", 2)(design)
    assert (shape(two).pitch_mm, shape(two).line_mm) == (1200, 5000)
    four = edits.shape_row(CATALOG, "A", 4)(two)
    assert at(four) == {"A01": 5000, "A02": 6200, "A03": 7400, "A04": 8600}
    assert {rack.y_mm for rack in four.racks} == {4999, 5000}
    assert [rack.name for rack in shape(four).out_of_line] == ["A01"]


def test_a_shortened_row_keeps_its_pitch_or_says_that_it_goes() -> None:
    design = out(row(5, pitch_mm=1100), "A01", "A03")
    assert shape(edits.shape_row(CATALOG, "A", 3)(design)).pitch_mm == 1100
    ids = tuple(rack.id for rack in design.racks)
    for count, says in ((3, False), (1, True)):
        found = row_of_count(Layout(design), CATALOG, ids, count)
        assert found is not None
        assert ("; the pitch of 1,100 mm goes" in found[0].note) is says


def test_a_rack_alone_in_its_line_has_no_pitch_to_change() -> None:
    """A pitch was taken, and the row read as before."""
    for design, name in ((row(1), "A01"), (out(row(2), "A02"), "A01")):
        with pytest.raises(EditError, match=f"a pitch of 1000 mm: {name} stands alone in its line"):
            pitched(design, 1000)
        assert not row_of_pitch(Layout(design), CATALOG, shape(design), 1000).verdict.ok
    grown = edits.shape_row(CATALOG, "A", count=3, pitch_mm=1000)(row(1))
    assert at(grown) == {"A01": 5000, "A02": 6000, "A03": 7000}


def test_a_count_is_planned_as_its_edit_makes_it() -> None:
    """Racks that are wider than the pitch were foreseen, and refused at the release."""
    wide = Rack(id="1", name="A01", part="rack-orw-44ou", row="A", x_mm=1200, y_mm=3600)
    other = Rack(id="2", name="A02", part="rack-hpe-10848-g2", row="A", x_mm=2050, y_mm=2000)
    rows = (Row(id="A", name="A", x_mm=1200, y_mm=2000),)
    design = Design(room=HALL, rows=rows, racks=(wide, other))
    assert shape(design).step_mm < shape(design).width_mm
    for count in (3, 4):
        found = row_of_count(Layout(design), CATALOG, ("1", "2"), count)
        assert found is not None
        assert found[1].most == 3
        assert "1200 mm wide" in found[1].stopped_by
        assert found[0].verdict.ok is (count == 3)
    assert shape(edits.shape_row(CATALOG, "A", 3)(design)).count == 3
    with pytest.raises(EditError, match="in the way"):
        edits.shape_row(CATALOG, "A", 4)(design)


def test_a_count_that_a_lock_forbids_is_refused_before_the_release() -> None:
    design = row()
    design = design.evolve(racks=tuple(rack.evolve(locked=True) for rack in design.racks))
    found = row_of_count(Layout(design), CATALOG, tuple(rack.id for rack in design.racks), 3)
    assert found is not None
    assert found[0].edit is None
    assert "locked" in found[0].verdict.reason


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_a_row_is_framed_and_mirrored_without_what_stands_out_of_it(rotation: Rotation) -> None:
    """The frame reached 1.8 m above the racks; the row leapt as far when it was mirrored."""
    design = row(rotation=rotation)
    moved = out(design, "A06")
    low, _, *_ = box_of(CATALOG, shape(edits.shape_row(CATALOG, "A", 5)(design)))
    assert box_of(CATALOG, shape(moved))[0] == low
    ids = tuple(rack.id for rack in moved.racks)
    across = "x" if shape(moved).sideways else "y"
    turned = edits.mirror_racks(CATALOG, ids, across)(moved)
    assert shape(turned).line_mm == shape(moved).line_mm == 5000
    assert shape(turned).out_by_mm(shape(turned).out_of_line[0]) == 1800
    assert edits.mirror_racks(CATALOG, ids, across)(turned) == moved


def test_the_aisles_beside_a_row_are_those_beside_its_line() -> None:
    other = edits.add_row(CATALOG, RACK, 6, 5000, 8000, rotation=180)(row())
    (aisle,) = aisles_beside(Layout(other), CATALOG, shape(other))
    moved = out(other, "A06", across=-1800)
    assert aisles_beside(Layout(moved), CATALOG, shape(moved)) == (aisle,)


def test_a_row_has_no_aisle_to_its_own_rack_out_of_line() -> None:
    """Its grip moved both, and the aisle stayed as it was."""
    moved = out(row(), "A05", across=-1800)
    assert aisles_beside(Layout(moved), CATALOG, shape(moved)) == ()


def random_row(chance: random.Random) -> Design | None:
    """Return a row of a few racks, some of another part or out of line; None where they overlap."""
    rotation, part = chance.choice(ROTATIONS), chance.choice(PARTS)
    pitch = 1200 + chance.choice((0, 50, 300))
    racks = []
    for number in range(chance.randint(2, 6)):
        off = chance.choice((0, 0, 0, 1, 200, -600, 1800))
        on, by = 3000 + number * pitch, 5000 + off
        x, y = (by, on) if rotation in (90, 270) else (on, by)
        racks.append(Rack(
            id=f"r{number}", name=f"A{number + 1:02}", row="A", x_mm=x, y_mm=y, rotation=rotation,
            part=chance.choice(PARTS) if chance.random() < 0.2 else part,
        ))  # fmt: skip
    x, y = (5000, 3000) if rotation in (90, 270) else (3000, 5000)
    rows = (Row(id="A", name="A", x_mm=x, y_mm=y, rotation=rotation),)
    design = Design(room=HALL, rows=rows, racks=tuple(racks))
    boxes = [rack_box(CATALOG, rack) for rack in racks]
    return None if any(_meet(a, b) for n, a in enumerate(boxes) for b in boxes[:n]) else design


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("seed", range(60))
def test_of_a_random_row_a_plan_is_what_its_edit_does_and_a_pitch_leads_back(seed: int) -> None:
    chance = random.Random(seed)
    design = random_row(chance)
    if design is None:
        return
    for _ in range(3):
        now, layout = shape(design), Layout(design)
        wanted = chance.choice((1200, 1250, 1300, 1500, now.width_mm))
        plan = row_of_pitch(layout, CATALOG, now, wanted)
        if plan.verdict.ok and now.pitch_mm is not None and now.pitch_mm >= now.width_mm:
            after = pitched(design, wanted)
            assert plan.boxes == tuple(
                rack_box(CATALOG, Layout(after).racks[rack.id]) for rack in now.racks
            )
            assert shape(after).pitch_mm == wanted
            assert pitched(after, now.pitch_mm) == design
            design = after
            now, layout = shape(design), Layout(design)
        count = max(1, now.count + chance.randint(-1, 2))
        found = row_of_count(layout, CATALOG, tuple(rack.id for rack in now.racks), count)
        assert found is not None
        if found[0].verdict.ok:
            design = edits.shape_row(CATALOG, "A", count)(design)
            assert shape(design).count == count
