"""Working space before live parts: NEC 110.26(A)(1), by volts to ground and what is across."""

import pytest

from designer.engine.evaluate import evaluate
from designer.engine.report import Check
from designer.model.design import Design, Obstacle, PowerNode, Rack, Room
from tests.unit.test_engine_delivery import TALL, catalog_with, rack

OUTLINE = ((0, 0), (20_000, 0), (20_000, 10_000), (0, 10_000))


def ups(y: int, volts: float | None = 480, **more: object) -> PowerNode:
    known = {
        "id": "u", "name": "UPS 1", "kind": "ups", "x_mm": 5_000, "y_mm": y, "width_mm": 1_000,
        "depth_mm": 800, "volts": volts,
    }  # fmt: skip
    return PowerNode.model_validate(known | more)


def found(*power: PowerNode, racks: tuple[Rack, ...] = (), **room: object) -> dict[str, Check]:
    room = {"outline": OUTLINE, **room}
    design = Design(power=power, racks=racks, room=Room.model_validate(room))
    checks = evaluate(design, catalog_with(TALL)).checks
    return {check.key: check for check in checks if check.rule == "F20"}


@pytest.mark.parametrize(
    ("volts", "least"), [(208, 914.4), (259, 914.4), (400, 1066.8), (480, 1066.8)]
)
def test_before_a_wall_the_depth_follows_from_the_volts_to_ground(
    volts: float, least: float
) -> None:
    """OSHA Table S-1: 3 ft to 150 V to ground; 3.5 ft from 151 V with grounded parts across."""
    assert not found(ups(int(least) + 1, volts))
    (check,) = found(ups(int(least), volts)).values()
    assert (check.key, check.severity, check.where) == ("F20:working-space", "error", ("u",))
    assert f"{int(least) / 1000:.2f} m before UPS 1" in check.message
    assert "grounded parts across" in check.message


@pytest.mark.parametrize(("gap", "keys"), [(1_219, ["F20:working-space"]), (1_220, [])])
def test_live_parts_that_face_each_other_need_four_feet(gap: int, keys: list[str]) -> None:
    one = ups(5_000)
    other = ups(5_000 - gap - 800, id="v", name="Board", kind="switchboard", rotation=180)
    checks = found(one, other)
    assert list(checks) == keys
    if keys:
        assert set(checks[keys[0]].where) == {"u", "v"}
        assert "live parts across" in checks[keys[0]].message


def test_gear_that_shows_its_back_is_grounded_and_no_live_part() -> None:
    one, other = ups(5_000), ups(5_000 - 1_100 - 800, id="v", kind="switchboard", rotation=0)
    assert not found(one, other)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_every_way_round_the_space_is_before_the_front(rotation: int) -> None:
    """A rack 0.5 m before the front is in the way, and one at the three other sides is not."""
    one = ups(5_000, rotation=rotation, width_mm=1_000, depth_mm=1_000)
    wide, deep = TALL.width_mm or 0, TALL.depth_mm or 0
    places = {
        0: (5_000, 5_000 - 500 - deep), 180: (5_000, 6_500),
        90: (6_500, 5_000), 270: (5_000 - 500 - wide, 5_000),
    }  # fmt: skip
    for at, (x, y) in places.items():
        assert bool(found(one, racks=(rack("a", x, y),))) is (at == rotation)


def test_an_obstacle_and_the_cut_corner_of_a_room_are_in_the_way() -> None:
    column = Obstacle(id="c", x_mm=5_200, y_mm=4_000, width_mm=300, depth_mm=300)
    assert found(ups(5_000), obstacles=(column,))
    assert not found(ups(5_000), obstacles=(column.evolve(x_mm=7_000),))
    cut = ((4_000, 0), (20_000, 0), (20_000, 10_000), (0, 10_000), (0, 4_500), (4_000, 4_500))
    assert not found(ups(6_000, x_mm=1_000), outline=cut)
    assert found(ups(5_500, x_mm=1_000), outline=cut)


def test_unknown_volts_leave_it_open_between_the_least_and_the_most() -> None:
    (check,) = found(ups(1_000, None)).values()
    assert check.key == "F20:open:working-space"
    assert "volts" in check.message
    assert not found(ups(1_067, None))
    assert set(found(ups(900, None))) == {"F20:working-space"}


def test_above_600_volts_to_ground_no_figure_is_stated() -> None:
    assert set(found(ups(1_000, 800, dc=True))) == {"F20:working-space"}
    assert set(found(ups(3_000, 800, dc=True))) == {"F20:open:working-space"}


def test_what_has_no_known_size_may_reach_into_the_space() -> None:
    hidden = TALL.evolve(id="hidden", width_mm=None, depth_mm=None)
    design = Design(
        power=(ups(5_000),), racks=(rack("a", 3_000, 3_000, part="hidden"),),
        room=Room(outline=OUTLINE),
    )  # fmt: skip
    checks = evaluate(design, catalog_with(TALL, hidden)).checks
    assert [check.key for check in checks if check.rule == "F20"] == ["F20:open:working-space"]


def test_what_has_no_place_runs_overhead_or_has_no_live_front_is_not_asked() -> None:
    assert not found(ups(100, kind="generator"))
    assert not found(ups(100, x_mm=None, y_mm=None))
    assert not found(ups(100, kind="busway", end_x_mm=9_000, end_y_mm=100))
    assert not found(ups(100), outline=())


def panel(y: int = 5_000, **more: object) -> PowerNode:
    """Return a panel of 0.4 m: 0.76 m is asked for, wherever it begins beside the gear."""
    return ups(y, kind="panel", name="Panel", width_mm=400, depth_mm=300, **more)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize(("between", "narrow"), [(761, True), (762, False)])
def test_narrow_gear_needs_thirty_inches(between: int, narrow: bool, rotation: int) -> None:
    """NEC 110.26(A)(2): racks on both sides of the front left 0.4 m, and nobody said so."""
    wide, deep = TALL.width_mm or 0, TALL.depth_mm or 0
    one = panel(rotation=rotation)
    right = 5_000 + 400 + 100
    left = right - between
    racks = {
        0: ((left - wide, 4_900 - deep), (right, 4_900 - deep)),
        180: ((left - wide, 5_400), (right, 5_400)),
        90: ((5_500, left - deep), (5_500, right)),
        270: ((4_900 - wide, left - deep), (4_900 - wide, right)),
    }[rotation]  # fmt: skip
    checks = found(one, racks=tuple(rack(f"r{at}", x, y) for at, (x, y) in enumerate(racks)))
    assert bool(checks) is narrow
    if checks:
        (check,) = checks.values()
        assert "before Panel over a width of 0.76 m, at least 1.07 m" in check.message


def test_gear_at_a_wall_has_its_width_to_the_other_side() -> None:
    assert not found(panel(x_mm=0))
    beside = rack("r", 761, 5_000 - 800 - (TALL.depth_mm or 0))
    assert found(panel(x_mm=0), racks=(beside,))


def test_the_wall_of_a_notch_ends_the_space() -> None:
    """The room's box had 2 m there."""
    notch = ((0, 0), (20_000, 0), (20_000, 10_000), (8_000, 10_000), (8_000, 4_500), (0, 4_500))
    one = ups(3_000, rotation=180)
    assert found(one, outline=notch)
    assert not found(one.evolve(x_mm=9_000), outline=notch)
