"""Aligning and distributing what stands on the floor, and devices across racks."""

import pytest

from designer.catalog.load import load_shipped
from designer.document import edits
from designer.document.errors import EditError
from designer.document.placement import rack_box
from designer.model.change import diff
from designer.model.design import Design, Rack
from designer.model.room import Room

CATALOG = load_shipped()
ROOM = Room(outline=((0, 0), (30_000, 0), (30_000, 20_000), (0, 20_000)))


def floor(*places: tuple[int, int, int], part: str = "rack-48u") -> Design:
    """Return racks R1, R2, … by their corner and the way they face."""
    racks = tuple(
        Rack(id=f"R{n}", name=f"R{n}", part=part, x_mm=x, y_mm=y, rotation=way)
        for n, (x, y, way) in enumerate(places, start=1)
    )
    return Design(room=ROOM, racks=racks)


THREE = floor((1_000, 1_000, 0), (3_100, 2_300, 0), (7_250, 1_500, 0))
IDS = ("R1", "R2", "R3")


def boxes(design: Design) -> list[tuple[int, int, int, int]]:
    return [rack_box(CATALOG, rack) for rack in design.racks]


@pytest.mark.parametrize(
    ("side", "at", "value"),
    [("top", 1, 1_000), ("bottom", 3, 3_500), ("fronts", 1, 1_000)],
)
def test_edges_stand_in_one_line(side, at, value):
    made = edits.align_racks(CATALOG, IDS, side)(THREE)
    assert {box[at] for box in boxes(made)} == {value}
    assert [box[0] for box in boxes(made)] == [1_000, 3_100, 7_250]


@pytest.mark.parametrize(("side", "value"), [("left", 1_000), ("right", 8_050)])
def test_edges_stand_in_one_column(side, value):
    apart = floor((1_000, 1_000, 0), (3_100, 4_000, 0), (7_250, 9_000, 0))
    made = edits.align_racks(CATALOG, IDS, side)(apart)
    assert {box[0 if side == "left" else 2] for box in boxes(made)} == {value}


def test_middles_stand_in_one_line():
    deep = floor((1_000, 1_000, 0), (5_000, 2_000, 90))
    made = edits.align_racks(CATALOG, ("R1", "R2"), "centre-y")(deep)
    (_, top, _, low), (_, other_top, _, other_low) = boxes(made)
    assert abs((top + low) - (other_top + other_low)) <= 1


def test_fronts_are_aligned_among_those_that_face_one_way():
    design = floor((0, 1_000, 0), (1_000, 1_300, 0), (3_000, 5_000, 180), (5_000, 5_400, 180))
    made = edits.align_racks(CATALOG, ("R1", "R2", "R3", "R4"), "fronts")(design)
    tops, lows = [box[1] for box in boxes(made)], [box[3] for box in boxes(made)]
    assert tops[:2] == [1_000, 1_000]
    assert lows[2:] == [6_600, 6_600]


def test_gaps_are_equal_and_the_ends_stay():
    made = edits.distribute_racks(CATALOG, IDS, "x")(THREE)
    (_, _, a, _), (b, _, c, _), (d, _, _, _) = boxes(made)
    assert abs((b - a) - (d - c)) <= 1
    assert (a, d) == (1_800, 7_250)
    assert [box[1] for box in boxes(made)] == [1_000, 2_300, 1_500]


def test_corners_come_to_the_lines_between_tiles():
    made = edits.racks_to_tiles(CATALOG, IDS)(THREE)
    assert [box[:2] for box in boxes(made)] == [(1_200, 1_200), (3_000, 2_400), (7_200, 1_200)]


def test_a_group_is_arranged_as_one():
    design = edits.group(("R2", "R3"))(THREE)
    made = edits.align_racks(CATALOG, IDS, "top")(design)
    assert [box[1] for box in boxes(made)] == [1_000, 1_800, 1_000]


def test_a_row_that_is_aligned_whole_goes_with_its_racks():
    design = edits.add_row(CATALOG, "rack-48u", 2, 9_000, 6_000, name="A")(THREE)
    made = edits.align_racks(CATALOG, ("A01", "A02", "R1"), "top")(design)
    assert made.rows[0].y_mm == 1_000


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (edits.align_racks(CATALOG, IDS, "left"), r"R\d: .*R\d"),
        (edits.align_racks(CATALOG, ("R1",), "left"), "two racks or more"),
        (edits.distribute_racks(CATALOG, ("R1", "R2"), "x"), "three racks or more"),
        (edits.distribute_racks(CATALOG, IDS, "y"), "do not fit between the first and the last"),
        (edits.align_racks(CATALOG, ("R1", "qqq zzz"), "left"), "no rack 'qqq zzz'"),
    ],
)
def test_what_cannot_be_says_what_and_why(edit, why):
    crowded = floor((1_000, 1_000, 0), (3_100, 1_300, 0), (7_250, 1_500, 0))
    with pytest.raises(EditError, match=why):
        edit(crowded)


def racked() -> Design:
    design = edits.add_row(CATALOG, "rack-48u", 3, 3_000, 9_000, name="A")(Design(room=ROOM))
    for rack, at in (("A01", 20), ("A02", 4), ("A03", 60)):
        design = edits.place_device(CATALOG, "qm9700", rack, at, key=f"s-{rack}")(design)
    return design


def test_devices_come_to_the_unit_of_the_first_each_in_its_rack():
    design = racked()
    made = edits.align_devices(CATALOG, ("s-A01", "s-A02", "s-A03"))(design)
    assert {device.half_u for device in made.devices} == {20}
    assert {device.rack for device in made.devices} == {"A01", "A02", "A03"}
    assert dict(diff(design, made).put).keys() == {"devices"}


def test_a_unit_that_is_taken_is_named_with_its_rack():
    design = edits.place_device(CATALOG, "qm9700", "A02", 20, name="in the way")(racked())
    with pytest.raises(EditError, match=r"s-A02 in A02 to U10: U10 held by in the way"):
        edits.align_devices(CATALOG, ("s-A01", "s-A02", "s-A03"))(design)
