"""Aisles and containment of halls whose rows are not straight, drawn either way round."""

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from designer.catalog.aisles import NARROWEST_MM, Aisle, aisles, uncontained
from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.model.design import Design, Rack, Room
from tests.helpers.crooked_halls import (
    MOVES,
    Box,
    box_of_rack,
    crooked_hall,
    moved,
    overlap,
)
from tests.helpers.rows_on_floor import lying, rows_of, two_rows

HALLS = 100


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


@pytest.fixture(scope="module")
def halls(catalog: Catalog) -> tuple[Design, ...]:
    return tuple(crooked_hall(seed, catalog) for seed in range(HALLS))


def box_of(aisle: Aisle) -> Box:
    x, y = aisle.x_mm, aisle.y_mm
    return x, y, x + aisle.width_mm, y + aisle.depth_mm


def drawn(design: Design, catalog: Catalog) -> set[tuple[str, bool, Box]]:
    return {(one.kind, one.contained, box_of(one)) for one in aisles(design, catalog)}


def unlike(design: Design, catalog: Catalog) -> list[str]:
    """Return the ways of turning a hall that give other aisles, or other contained racks."""
    here, bare = drawn(design, catalog), uncontained(design, catalog)
    found = []
    for name, move in MOVES.items():
        other = moved(design, catalog, move)
        there = {(kind, closed, move[0](box)) for kind, closed, box in here}
        if drawn(other, catalog) != there or uncontained(other, catalog) != bare:
            found.append(name)
    return found


def test_a_hall_has_the_same_aisles_whichever_way_round_it_is_drawn(
    catalog: Catalog, halls: tuple[Design, ...]
) -> None:
    assert {seed: ways for seed, hall in enumerate(halls) if (ways := unlike(hall, catalog))} == {}


def test_aisles_lie_apart_and_no_rack_stands_in_one(
    catalog: Catalog, halls: tuple[Design, ...]
) -> None:
    found = 0
    for seed, hall in enumerate(halls):
        boxes = [box_of(one) for one in aisles(hall, catalog)]
        found += len(boxes)
        assert not any(overlap(*pair) for pair in combinations(boxes, 2)), seed
        for rack in hall.racks:
            at = box_of_rack(rack, catalog)
            assert not any(overlap(at, box) for box in boxes), (seed, rack.id)
    assert found > HALLS


def facing(rack: Rack, hall: Design, catalog: Catalog) -> Iterator[tuple[Aisle, tuple[int, int]]]:
    """Yield aisles along the side that containment closes, each with where it begins and ends."""
    left, top, right, bottom = box_of_rack(rack, catalog)
    to_front = {0: (0, -1), 90: (1, 0), 180: (0, 1), 270: (-1, 0)}[rack.rotation]
    sign = 1 if hall.room.containment == "cold" else -1
    side = (sign * to_front[0], sign * to_front[1])
    for aisle in aisles(hall, catalog):
        box = box_of(aisle)
        apart = {
            (0, -1): top - box[3], (0, 1): box[1] - bottom,
            (-1, 0): left - box[2], (1, 0): box[0] - right,
        }[side]  # fmt: skip
        if aisle.across == (side[0] == 0) and abs(apart) < NARROWEST_MM:
            yield aisle, ((box[0], box[2]) if aisle.across else (box[1], box[3]))


def test_a_rack_is_contained_only_where_a_contained_aisle_lies_along_its_side(
    catalog: Catalog, halls: tuple[Design, ...]
) -> None:
    contained = 0
    for seed, hall in enumerate(halls):
        bare = uncontained(hall, catalog)
        for rack in hall.racks:
            part = catalog.get(rack.part)
            if rack.id in bare or part is None or not part.traits.stands_in_row:
                continue
            contained += 1
            box = box_of_rack(rack, catalog)
            at, end = (box[0], box[2]) if rack.rotation in (0, 180) else (box[1], box[3])
            middle = (at + end) / 2
            for aisle, (low, high) in sorted(facing(rack, hall, catalog), key=lambda one: one[1]):
                assert aisle.contained or high <= middle or middle <= low, (seed, rack.id)
                at = max(at, high) if aisle.contained and low <= at + 1 else at
            assert at >= end - 1, (seed, rack.id)
    assert contained > HALLS


def test_a_rack_across_the_aisle_of_another_row_cuts_it(catalog: Catalog) -> None:
    """A rack turned by 90 degrees, or a unit along no wall, between two rows of ten racks."""
    rows = rows_of(("a", 180, 0, 0, 10), ("b", 0, 0, 3600, 10)).evolve(
        room=Room(containment="cold")
    )
    rack = Rack(id="x", name="", part="rack-48u", row="x", rotation=90, x_mm=3200, y_mm=2000)
    for inside in (rack, rack.evolve(part="crah", row="", rotation=0)):
        _, _, right, _ = box_of_rack(inside, catalog)
        hall = rows.evolve(racks=(*rows.racks, inside))
        assert lying(hall, catalog) == [
            ("cold", 0, 1200, 3200, 3600), ("cold", right, 1200, 8000, 3600)
        ]  # fmt: skip
        assert unlike(hall, catalog) == []


def test_an_aisle_before_a_rack_that_stands_forward_begins_at_it(catalog: Catalog) -> None:
    """Of another row, it stands in line with row a and 250 mm further into the aisle."""
    hall = rows_of(("a", 180, 0, 0, 3), ("b", 0, 0, 2400, 8)).evolve(room=Room(containment="cold"))
    forward = Rack(id="x", name="", part="rack-48u", row="x", rotation=180, x_mm=2400, y_mm=250)
    other = hall.evolve(racks=(*hall.racks, forward))
    assert lying(other, catalog)[:2] == [
        ("cold", 0, 1200, 2400, 2400), ("cold", 2400, 1450, 6400, 2400)
    ]  # fmt: skip
    assert uncontained(other, catalog) == set()
    assert unlike(other, catalog) == []


def test_a_rack_turned_within_its_row_blows_at_the_one_opposite(catalog: Catalog) -> None:
    design = two_rows(180, 0, containment="cold")
    for name, opposite in (("a1", "b1"), ("b1", "a1")):
        hall = design.evolve(
            racks=tuple(
                rack.evolve(rotation=(rack.rotation + 180) % 360) if rack.id == name else rack
                for rack in design.racks
            )
        )
        assert lying(hall, catalog) == [
            ("cold", 0, 1200, 800, 2400), ("mixed", 800, 1200, 1600, 2400),
            ("cold", 1600, 1200, 2400, 2400),
        ]  # fmt: skip
        assert uncontained(hall, catalog) == {name, opposite}
        assert unlike(hall, catalog) == []


def test_a_rack_set_back_behind_the_panels_of_a_gap_is_not_seen(catalog: Catalog) -> None:
    """Racks less than 300 mm off their line stand in it; behind that, panels close the gap."""
    design = two_rows(180, 0, containment="cold")

    def hall(aside: int) -> Design:
        racks = (
            rack.evolve(rotation=180, y_mm=rack.y_mm + aside) if rack.id == "b1" else rack
            for rack in design.racks
        )
        return design.evolve(racks=tuple(racks))

    assert [one[0] for one in lying(hall(299), catalog)] == ["cold", "mixed", "cold"]
    assert uncontained(hall(299), catalog) == {"a1", "b1"}
    assert lying(hall(300), catalog) == [("cold", 0, 1200, 2400, 2400)]
    assert uncontained(hall(300), catalog) == {"b1"}
    assert unlike(hall(299), catalog) == unlike(hall(300), catalog) == []


def test_panels_of_a_gap_hide_all_that_stands_behind_them(catalog: Catalog) -> None:
    """Two shallow racks of another row, one behind the other in the place of one, face away."""
    sized = catalog.overlay([Part(id="shallow", name="", kind="rack", width_mm=800, depth_mm=300)])
    design = two_rows(0, 180, containment="hot")
    racks = [rack for rack in design.racks if rack.id != "a1"]
    racks += [
        Rack(id=f"x{top}", name="", part="shallow", row="x", rotation=180, x_mm=800, y_mm=top)
        for top in (100, 500)
    ]
    hall = design.evolve(racks=tuple(racks))
    assert lying(hall, sized) == [("hot", 0, 1200, 2400, 2400)]
    assert uncontained(hall, sized) == {"x100", "x500"}
    assert unlike(hall, sized) == []


def test_a_rack_behind_a_shallow_one_of_a_deep_row_is_what_the_next_row_sees(
    catalog: Catalog,
) -> None:
    """Of row a the second rack is 600 mm deep; x stands behind it and faces away."""
    sized = catalog.overlay([Part(id="shallow", name="", kind="rack", width_mm=800, depth_mm=600)])
    deep, *lower = rows_of(("a", 0, 0, 0, 1), ("b", 180, 0, 2400, 2)).racks
    second = Rack(id="a1", name="", part="shallow", row="a", x_mm=800, y_mm=0)
    behind = second.evolve(id="x", row="x", rotation=180, y_mm=600)
    hall = Design(racks=(deep, second, behind, *lower), room=Room(containment="hot"))
    assert lying(hall, sized) == [("hot", 0, 1200, 800, 2400), ("mixed", 800, 1200, 1600, 2400)]
    assert uncontained(hall, sized) == {"a1", "x", "b1"}
    assert unlike(hall, sized) == []


@pytest.mark.parametrize(("beyond", "parts"), [(0, 1), (1, 2)])
def test_what_stands_out_of_the_gap_of_a_row_ends_its_aisle(
    catalog: Catalog, beyond: int, parts: int
) -> None:
    """An upright rack, 800 mm deep here, or a unit along no wall: in line with row a, or before."""
    design = rows_of(("a", 180, 0, 0, 5), ("b", 0, 0, 2400, 5)).evolve(
        room=Room(containment="cold")
    )
    left = tuple(rack for rack in design.racks if rack.id not in {"a2", "a3"})
    rack = Rack(id="x", name="", part="rack-48u", row="x", rotation=90, x_mm=1600, y_mm=0)
    for thing in (rack, rack.evolve(part="crac-dx-30", row="", rotation=0)):
        depth = box_of_rack(thing, catalog)[3]
        inside = thing.evolve(y_mm=1200 - depth + beyond)
        hall = design.evolve(racks=(*left, inside))
        assert len(lying(hall, catalog)) == parts
        assert ("b2" in uncontained(hall, catalog)) == bool(beyond)
        assert unlike(hall, catalog) == []


def test_a_row_too_far_away_for_an_aisle_is_not_what_a_row_faces(catalog: Catalog) -> None:
    """Most of row a looks over 5 m at d; c, 3 m away, still stands further back than b."""
    rows = (("a", 180, 0, 0, 10), ("b", 0, 0, 2400, 2), ("c", 0, 1600, 4200, 1))
    hall = rows_of(*rows, ("d", 0, 2400, 6200, 7))
    assert lying(hall, catalog) == [("cold", 0, 1200, 1600, 2400)]


def test_a_rack_of_no_row_in_the_gap_of_a_row_leaves_its_aisle_whole(catalog: Catalog) -> None:
    design = two_rows(180, 0, containment="cold")
    for name in ("a1", "b1"):
        loose = design.evolve(
            racks=tuple(r.evolve(row="") if r.id == name else r for r in design.racks)
        )
        assert lying(loose, catalog) == [("cold", 0, 1200, 2400, 2400)]
        assert uncontained(loose, catalog) == set()


def test_rows_of_one_line_that_interleave_share_their_aisle(catalog: Catalog) -> None:
    """Racks of rows b and c stand in turn, with a gap in the middle that both go past."""
    racks = [
        Rack(id=f"a{n}", name="", part="rack-48u", row="a", rotation=180, x_mm=800 * n, y_mm=0)
        for n in range(7)
    ] + [
        Rack(id=f"{row}{n}", name="", part="rack-48u", row=row, rotation=0,
             x_mm=800 * n, y_mm=2400)
        for n, row in ((0, "b"), (1, "c"), (2, "b"), (4, "c"), (5, "b"), (6, "c"))
    ]  # fmt: skip
    hall = Design(racks=tuple(racks), room=Room(containment="cold"))
    assert sum(box[3] - box[1] for box in lying(hall, catalog)) == 5600
    assert uncontained(hall, catalog) == set()
    assert unlike(hall, catalog) == []


def cross(wide: int, high: int) -> Design:
    """Return four racks of 1,200 by 1,200 mm before a clear space, each with its front to it."""
    racks = tuple(
        Rack(id=name, name="", part="tank", row=name, rotation=turn, x_mm=x, y_mm=y)  # type: ignore[arg-type]  # angles by parameter
        for name, turn, x, y in (
            ("up", 180, (wide - 1200) // 2, -1200), ("down", 0, (wide - 1200) // 2, high),
            ("left", 90, -1200, (high - 1200) // 2), ("right", 270, wide, (high - 1200) // 2),
        )
    )  # fmt: skip
    return Design(racks=racks, room=Room(containment="cold"))


def test_where_two_aisles_cross_the_narrower_is_one(catalog: Catalog) -> None:
    sized = catalog.overlay([Part(id="tank", name="", kind="rack", width_mm=1200, depth_mm=1200)])
    wide, high = cross(2400, 1800), cross(1800, 2400)
    assert lying(wide, sized) == [("cold", 600, 0, 1800, 1800)]
    assert uncontained(wide, sized) == {"left", "right"}
    assert lying(high, sized) == [("cold", 0, 600, 1800, 1800)]
    assert uncontained(high, sized) == {"up", "down"}
    assert lying(cross(1800, 1800), sized) == []


def test_panels_end_before_those_of_an_aisle_that_would_cross(catalog: Catalog) -> None:
    """Row a goes on over an aisle between upright rows, of which q goes on past the end of b."""
    upright = tuple(
        Rack(id=f"{row}{n}", name="", part="rack-48u", row=row, rotation=turn,  # type: ignore[arg-type]  # angles by row
             x_mm=x, y_mm=y + 800 * n)
        for row, turn, x, y, count in (("p", 90, 3800, 3700, 4), ("q", 270, 6200, 1300, 7))
        for n in range(count)
    )  # fmt: skip
    level = rows_of(("a", 180, 0, 0, 10), ("b", 0, 0, 2400, 5)).racks
    hall = Design(racks=(*level, *upright), room=Room(containment="cold"))
    assert lying(hall, catalog) == [
        ("cold", 0, 1200, 5000, 2400), ("cold", 5000, 2400, 6200, 6900)
    ]  # fmt: skip
    assert unlike(hall, catalog) == []


def test_a_gap_between_rows_that_face_each_way_is_no_side_of_an_aisle(catalog: Catalog) -> None:
    """Racks of b and c stand in turn in one line; both go past the gap, which panels can close."""
    racks = [
        *rows_of(("a", 180, 0, 0, 5)).racks,
        *(
            Rack(id=f"{row}{n}", name="", part="rack-48u", row=row, rotation=turn,  # type: ignore[arg-type]  # angles by row
                 x_mm=800 * n, y_mm=2400)
            for row, turn, n in (("b", 0, 0), ("c", 180, 1), ("b", 0, 3), ("c", 180, 4))
        ),
    ]  # fmt: skip
    for containment, begins in (("none", 2400), ("cold", 1600)):
        hall = Design(racks=tuple(racks), room=Room.model_validate({"containment": containment}))
        assert [(kind, left, right) for kind, left, _, right, _ in lying(hall, catalog)] == [
            ("cold", 0, 800), ("mixed", 800, 1600), ("cold", begins, 3200), ("mixed", 3200, 4000)
        ]  # fmt: skip
        assert unlike(hall, catalog) == []


def test_racks_of_equal_many_lines_join_the_same_line_either_way_round(catalog: Catalog) -> None:
    """Two racks stand 500 mm apart and a third between them, near enough to either."""
    racks = tuple(
        Rack(id=f"r{n}", name="", part="rack-48u", row="a", x_mm=800 * n, y_mm=y)
        for n, y in enumerate((0, 500, 250))
    )
    hall = Design(racks=racks, room=Room(containment="cold"))
    opposite = rows_of(("z", 180, 0, -2400, 4)).racks
    assert unlike(hall.evolve(racks=(*racks, *opposite)), catalog) == []
    chance = random.Random(1)
    assert all(
        unlike(hall.evolve(racks=tuple(chance.sample((*racks, *opposite), 7))), catalog) == []
        for _ in range(5)
    )
