"""Tiles, ceilings, dead ends, and the way of racks and people between doors and aisles."""

import random
from collections import deque

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.engine.report import Check
from designer.engine.subjects.floor.boxes import Box
from designer.engine.subjects.floor.free_ways import FreeWays
from designer.engine.subjects.floor.ways import side_by_side
from designer.model.design import Design, Device, Obstacle, Passage, Rack, Room, Row
from tests.helpers import engine_designs as parts

TALL = parts.RACK.evolve(id="tall", name="Tall rack", height_mm=2258)


def catalog_with(*own: Part) -> Catalog:
    """Return the small catalogue with some parts of its own, in place of those of their ids."""
    ids = {part.id for part in own}
    kept = (part for part in parts.PARTS if part.id not in ids)
    return Catalog((*kept, *own), parts.BANDS, parts.DEFAULTS)


CATALOG = catalog_with(TALL)


def rack(key: str, x: int, y: int, rotation: int = 0, part: str = TALL.id, row: str = "") -> Rack:
    return Rack(id=key, name=key, part=part, x_mm=x, y_mm=y, rotation=rotation, row=row)  # type: ignore[arg-type]  # a literal


def found(racks: tuple[Rack, ...], rule: str, **room: object) -> dict[str, Check]:
    rows = tuple(Row(id=key) for key in sorted({one.row for one in racks if one.row}))
    design = Design(racks=racks, rows=rows, room=Room.model_validate(room))
    checks = evaluate(design, CATALOG).checks
    return {check.key: check for check in checks if check.rule == rule}


def door(**more: object) -> Passage:
    known = {"id": "d", "name": "Door", "wall": "left", "at_mm": 3000, "height_mm": 2400}
    return Passage.model_validate(known | more)


# Tiles.


def test_a_foot_carries_up_to_a_third_more_than_a_quarter() -> None:
    """V63: 1,360 kg on four feet are 340 kg each; 1.3 times that is 442 kg."""
    racks = (rack("n", 4000, 4000, part=parts.NVL72.id),)
    assert not found(racks, "F05", tile_load_kg=442)
    check = found(racks, "F05", tile_load_kg=441)["F05:foot:gb200-nvl72x1"]
    assert check.severity == "error"
    assert "442 kg on one foot, a tile carries 441 kg" in check.message


def test_feet_of_two_racks_on_one_tile_add_up() -> None:
    """1,360 kg each: 442 kg on one foot, 884 kg on a tile that two share."""
    apart = (rack("a", 3300, 4200, part="gb200-nvl72"), rack("b", 4500, 4200, part="gb200-nvl72"))
    together = (apart[0], apart[1].evolve(x_mm=3900))
    assert not found(apart, "F05", tile_load_kg=700)
    check = found(together, "F05", tile_load_kg=700)["F05:tile"]
    assert set(check.where) == {"a", "b"}
    assert "2 feet of a, b put up to 884 kg on one tile" in check.message
    assert not found(together, "F05", tile_load_kg=884)


def test_tiles_of_no_stated_rating_are_not_judged_and_hidden_masses_are_open() -> None:
    racks = (rack("a", 3000, 4200, part="gb200-nvl72"),)
    assert not found(racks, "F05")
    hidden = parts.NVL72.evolve(mass_kg=None)
    room = Room(tile_load_kg=500)
    report = evaluate(Design(racks=racks, room=room), catalog_with(hidden))
    assert [c.key for c in report.checks if c.rule == "F05"] == ["F05:open:foot:gb200-nvl72x1"]


# Heights.


def test_the_room_is_as_high_as_what_stands_in_it_and_ways_need() -> None:
    racks = (rack("a", 3000, 4200),)
    assert not found(racks, "F08")
    assert not found(racks, "F08", height_mm=2400)
    low = found(racks, "F08", height_mm=2200)
    assert set(low) == {"F08:room", "F08:over:tall"}
    assert "2,258 mm" in low["F08:over:tall"].message


def test_a_coolant_unit_has_headroom_and_one_of_no_known_height_is_open() -> None:
    unit = parts.CDU.evolve(height_mm=2300)
    racks = (rack("u", 3000, 4200, part=unit.id),)
    for height, keys in ((3800, []), (3799, ["F08:over:cdu-row"])):
        design = Design(racks=racks, room=Room(height_mm=height))
        checks = evaluate(design, catalog_with(unit)).checks
        assert [c.key for c in checks if c.rule == "F08"] == keys
    assert set(found(racks, "F08", height_mm=3800)) == {"F08:open:over:cdu-row"}


# Rows.


def row_of(number: int, x: int = 3000) -> tuple[Rack, ...]:
    return tuple(rack(f"r{n:02}", x + 800 * n, 4200, row="A") for n in range(number))


@pytest.mark.parametrize(
    ("number", "left", "keys"),
    [(10, 0, []), (11, 0, ["F07:dead-end:A"]), (11, 1200, []), (11, 1199, ["F07:dead-end:A"])],
)
def test_a_long_row_at_a_wall_is_a_dead_end(number: int, left: int, keys: list[str]) -> None:
    outline = ((0, 0), (20_000, 0), (20_000, 9000), (0, 9000))
    assert list(found(row_of(number, left), "F07", outline=outline)) == keys


def test_an_obstacle_closes_the_end_of_an_aisle_and_one_behind_the_row_does_not() -> None:
    outline = ((0, 0), (20_000, 0), (20_000, 9000), (0, 9000))
    before = Obstacle(id="c", x_mm=2500, y_mm=3500, width_mm=300, depth_mm=300)
    behind = before.evolve(y_mm=5600)
    assert found(row_of(11), "F07", outline=outline, obstacles=(before,))
    assert not found(row_of(11), "F07", outline=outline, obstacles=(behind,))


# Steps of the way.


@pytest.mark.parametrize(
    ("step", "cause"),
    [
        ({"kind": "lift", "width_mm": 799}, "width"),
        ({"kind": "lift", "height_mm": 2257}, "height"),
        ({"kind": "lift", "depth_mm": 1199}, "depth"),
        ({"kind": "lift", "rating_kg": 149}, "mass"),
        ({"kind": "ramp", "rating_kg": 149}, "mass"),
        ({"kind": "corridor", "width_mm": 799}, "width"),
        ({"kind": "door", "height_mm": 2257}, "height"),
    ],
)  # fmt: skip
def test_a_rack_has_to_pass_every_step_before_the_room(step: dict[str, object], cause: str) -> None:
    """A rack of 800 × 1,200 × 2,258 mm and 150 kg; what nobody states is told."""
    racks = (rack("a", 3000, 4200),)
    wide = {"width_mm": 2000, "height_mm": 3000, "depth_mm": 3000, "rating_kg": 2000}
    fails = Passage.model_validate({"id": "p", "slope_pct": 5} | wide | step)
    name, value = next((n, v) for n, v in step.items() if n != "kind")
    passes = fails.evolve(**{name: int(str(value)) + 1})
    assert set(found(racks, "F17", passages=(fails,))) == {f"F17:{cause}:p:tall"}
    assert not found(racks, "F17", passages=(passes,))
    hidden = found(racks, "F17", passages=(fails.evolve(**{name: None}),))
    assert set(hidden) == {"F17:open:stated:p"}
    named = {"width_mm": "width", "height_mm": "height", "depth_mm": "depth", "rating_kg": "rating"}
    kind = step["kind"]
    assert f"the {named[name]} of {kind} p is not known" in hidden["F17:open:stated:p"].message


def test_a_rack_of_no_known_height_leaves_a_lift_open() -> None:
    racks = (rack("a", 3000, 4200, part=parts.RACK.id),)
    lift = Passage(
        id="p", kind="lift", width_mm=2000, height_mm=2500, depth_mm=3000, rating_kg=2000
    )
    assert set(found(racks, "F17", passages=(lift,))) == {"F17:open:height:p:rack-48u"}


def test_a_ramp_is_no_steeper_than_one_in_twelve() -> None:
    ramp = Passage(id="p", kind="ramp", slope_pct=8.3)
    assert not found((), "F17", passages=(ramp,))
    assert set(found((), "F17", passages=(ramp.evolve(slope_pct=10),))) == {"F17:slope:p"}


def test_one_door_of_a_wall_is_high_enough() -> None:
    racks = (rack("a", 3000, 4200),)
    low = door(width_mm=1500, height_mm=2100)
    high = door(width_mm=1500, height_mm=2300).evolve(id="e", wall="right")
    assert set(found(racks, "F17", passages=(low,))) == {"F17:doors:tall"}
    assert not found(racks, "F17", passages=(low, high))


def test_a_door_of_no_known_height_leaves_it_open() -> None:
    """Neither deleting the height of a low door nor another such door removes what is told."""
    racks = (rack("a", 3000, 4200),)
    low = door(width_mm=1500, height_mm=2100)
    unknown = door(width_mm=1500, height_mm=None).evolve(id="e", name="East", wall="right")
    for passages in ((unknown,), (low, unknown)):
        said = found(racks, "F17", passages=passages)
        assert set(said) == {"F17:open:doors:tall"}
        assert "the height of East is not known" in said["F17:open:doors:tall"].message
        assert "Doors and lifts" in said["F17:open:doors:tall"].advice
    assert not found(racks, "F17", passages=(unknown, door(width_mm=1500)))


def test_each_door_is_judged_by_its_width_and_height_together() -> None:
    """Racks fit neither through a low wide door nor through a high narrow one."""
    racks = (rack("a", 5000, 4200),)
    low = door(width_mm=2000, height_mm=2100)
    narrow = door(width_mm=799, height_mm=2400).evolve(id="e", name="East", wall="right")
    assert set(found(racks, "F17", passages=(low, narrow))) == {"F17:way"}
    assert not found(racks, "F17", passages=(low, narrow.evolve(width_mm=800)))
    said = found(racks, "F17", passages=(low.evolve(height_mm=None), narrow))
    assert set(said) == {"F17:open:way"}
    assert "the height of Door is not known" in said["F17:open:way"].message


# The floor between a door and a rack.


def test_a_door_of_no_known_width_leaves_the_way_open() -> None:
    racks = (rack("a", 5000, 4200),)
    passages = (door(width_mm=None),)
    said = found(racks, "F17", passages=passages)
    assert set(said) == {"F17:open:way"}
    assert "the width of Door is not known" in said["F17:open:way"].message
    # Another door that is wide enough settles it.
    assert not found(racks, "F17", passages=(*passages, door(width_mm=900).evolve(id="e")))


def test_hiding_the_width_of_a_door_never_removes_that_people_are_shut_in() -> None:
    """An obstacle before the door leaves people a way only if the door goes on past it."""
    racks = (rack("a", 8000, 4200),)
    before = Obstacle(id="o", x_mm=0, y_mm=2500, width_mm=1000, depth_mm=2500)
    room = {"obstacles": (before,)}
    narrow = (door(width_mm=1500),)
    assert set(found(racks, "F06", passages=narrow, **room)) == {"F06:egress"}
    said = found(racks, "F06", passages=(narrow[0].evolve(width_mm=None),), **room)
    assert set(said) == {"F06:open:egress"}
    assert "the width of Door is not known" in said["F06:open:egress"].message
    across = {"obstacles": wall_with_gap(1199)}
    hidden = (door(width_mm=None),)
    assert set(found(racks, "F06", passages=hidden, **across)) == {"F06:egress"}


def test_a_rack_comes_in_through_a_door_as_wide_as_it_is() -> None:
    racks = (rack("a", 5000, 4200),)
    assert not found(racks, "F17", passages=(door(width_mm=800),))
    assert found(racks, "F17", passages=(door(width_mm=799),))["F17:way"].where == ("a",)


def wall_with_gap(gap_mm: int) -> tuple[Obstacle, ...]:
    """Two obstacles across the room of 12 × 9 m, at 3 m from the left, with a gap at 4 m."""
    return (
        Obstacle(id="w1", x_mm=3000, y_mm=0, width_mm=200, depth_mm=4000),
        Obstacle(id="w2", x_mm=3000, y_mm=4000 + gap_mm, width_mm=200, depth_mm=5000 - gap_mm),
    )


@pytest.mark.parametrize(("gap", "blocked"), [(1200, False), (800, False), (799, True)])
def test_a_way_is_as_wide_as_the_rack(gap: int, blocked: bool) -> None:
    racks = (rack("a", 8000, 4200),)
    room = {"passages": (door(width_mm=2000),), "obstacles": wall_with_gap(gap)}
    assert ("F17:way" in found(racks, "F17", **room)) is blocked


def test_a_rack_is_turned_only_where_a_circle_around_it_is_free() -> None:
    """0.8 × 1.2 m: 1,443 mm across. It comes in along x and has to stand along y."""

    def room(high: int) -> dict[str, object]:
        outline = ((0, 0), (12_000, 0), (12_000, high), (0, high))
        return {"outline": outline, "passages": (door(at_mm=0, width_mm=1100),)}

    racks = (rack("a", 6000, 0, 180),)
    # In its place it stands along y and is pulled out by its own depth.
    assert "F17:way" not in found(racks, "F17", **room(2400))
    assert "F17:way" in found(racks, "F17", **room(2399))
    # Obstacles leave a strip of 1,442 mm, and one of 1,443 mm, before it.
    for high, blocked in ((1442, True), (1443, False)):
        beside = tuple(
            Obstacle(id=f"o{at}", x_mm=at, y_mm=high, width_mm=2000, depth_mm=2400 - high)
            for at in (0, 2000, 4000, 6800, 8800)
        )  # fmt: skip
        more = room(2400) | {"obstacles": beside}
        turned = found((rack("a", 6000, 1200, 0),), "F17", **more)
        assert ("F17:way" in turned) is blocked


def test_others_stand_in_the_way() -> None:
    """A rack walled in by others cannot be brought to its place as they stand."""
    inner = rack("a", 6000, 6000)
    fence = (rack("b", 6000, 4700), rack("c", 6000, 7300))
    passages = (door(width_mm=2000),)
    assert not found((inner,), "F17", passages=passages)
    assert "a" in found((inner, *fence), "F17", passages=passages)["F17:way"].where


def test_sizes_that_nobody_states_leave_a_way_open() -> None:
    racks = (rack("a", 5000, 4200), rack("m", 9000, 4200, part="nowhere"))
    assert set(found(racks, "F17", passages=(door(width_mm=2000),))) == {"F17:open:way"}


@pytest.mark.parametrize(("gap", "shut_in"), [(1200, False), (1199, True)])
def test_people_leave_by_a_way_of_a_metre_and_a_fifth(gap: int, shut_in: bool) -> None:
    racks = (rack("a", 8000, 4200),)
    room = {"passages": (door(width_mm=900),), "obstacles": wall_with_gap(gap)}
    assert ("F06:egress" in found(racks, "F06", **room)) is shut_in
    assert "F06:egress" not in found(racks, "F06", obstacles=wall_with_gap(gap))


def test_racks_side_by_side_are_one_thing_in_the_way() -> None:
    row = [(600 * n, 0, 600 * n + 600, 1200) for n in range(20)]
    assert side_by_side([*row, (0, 3000, 600, 4200)]) == [
        (0, 0, 12_000, 1200),
        (0, 3000, 600, 4200),
    ]
    assert side_by_side([(0, 0, 600, 600), (0, 600, 600, 900), (0, 1000, 600, 1100)]) == [
        (0, 0, 600, 900), (0, 1000, 600, 1100)
    ]  # fmt: skip


def by_steps(solids: list[Box], room: Box, size: tuple[int, int]) -> dict[tuple[int, int], int]:
    """Return the part of each place of a fine grid, found step by step."""
    wide, high = 2 * (room[2] - size[0]), 2 * (room[3] - size[1])

    def free(x: int, y: int) -> bool:
        return not any(
            2 * (s[0] - size[0]) < x < 2 * s[2] and 2 * (s[1] - size[1]) < y < 2 * s[3]
            for s in solids
        )

    parts_of: dict[tuple[int, int], int] = {}
    for start in ((x, y) for x in range(wide + 1) for y in range(high + 1)):
        if start in parts_of or not free(*start):
            continue
        waiting = deque([start])
        parts_of[start] = number = len(parts_of) + 1
        while waiting:
            x, y = waiting.popleft()
            for at in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                inside = 0 <= at[0] <= wide and 0 <= at[1] <= high
                if inside and at not in parts_of and free(*at):
                    parts_of[at] = number
                    waiting.append(at)
    return parts_of


@pytest.mark.parametrize("seed", range(40))
def test_ways_are_those_of_a_search_step_by_step(seed: int) -> None:
    chance = random.Random(seed)
    solids = []
    for _ in range(chance.randint(0, 7)):
        x, y = chance.randint(-2, 11), chance.randint(-2, 11)
        solids.append((x, y, x + chance.randint(1, 6), y + chance.randint(1, 6)))
    size, room = (chance.randint(1, 4), chance.randint(1, 4)), (0, 0, 12, 10)
    ways, steps = FreeWays(side_by_side(solids), room, size), by_steps(solids, room, size)
    same: dict[int, int] = {0: 0}
    for x in range(room[2] - size[0] + 1):
        for y in range(room[3] - size[1] + 1):
            assert same.setdefault(steps.get((2 * x, 2 * y), 0), ways.at(x, y)) == ways.at(x, y)
    assert len(set(same.values())) == len(same)


# Noise.


@pytest.mark.parametrize(("levels", "told"), [((81, 81), ""), ((82, 82), "85 dB"), ((), "")])
def test_the_sound_of_a_rack_adds_up(levels: tuple[float, ...], told: str) -> None:
    """Two alike sources are 3.01 dB louder than one: 85.01 dB(A) of two of 82.

    Noise addition, bams-thinkery.ca.
    """
    own = tuple(
        parts.DGX.evolve(id=f"loud-{n}", name="Loud", height_half_u=2, sound_dba=level)
        for n, level in enumerate(levels)
    )  # fmt: skip
    devices = tuple(
        Device(id=f"d{n}", name=f"D{n}", part=part.id, rack="a", half_u=2 + 4 * n)
        for n, part in enumerate(own)
    )  # fmt: skip
    checks = evaluate(
        Design(racks=(rack("a", 3000, 4200),), devices=devices), catalog_with(*own, TALL)
    )
    found_one = [c.message for c in checks.checks if c.rule == "F18"]
    assert len(found_one) == bool(told)
    assert told in "".join(found_one)
