"""Aisles, and the rules of the floor, whichever way racks face."""

import pytest

from designer.engine.evaluate import evaluate
from designer.engine.subjects.floor.aisles import aisles_of
from designer.model.design import Design, Obstacle, Rack, Room
from tests.helpers import engine_designs as parts

CATALOG = parts.small_catalog()


def rack(key: str, x: int, y: int, rotation: int = 0, part: str = parts.RACK.id) -> Rack:
    return Rack(id=key, name=key, part=part, x_mm=x, y_mm=y, rotation=rotation)  # type: ignore[arg-type]  # fields by name


@pytest.mark.parametrize(
    ("rotation", "front", "rear"),
    [(0, 3000, 4800), (180, 4800, 3000), (270, 3000, 7800), (90, 7800, 3000)],
)
def test_a_lone_rack_sees_the_walls_before_and_behind_it(
    rotation: int, front: float, rear: float
) -> None:
    """Room of 12 × 9 m, rack of 0.8 × 1.2 m with its corner at 3 m, 3 m."""
    found = aisles_of((rack("r", 3000, 3000, rotation),), Room(), CATALOG)["r"]
    assert (found.front_mm, found.rear_mm) == (front, rear)
    assert (found.over, found.outside) == ("", False)


def test_facing_rows_share_their_aisle() -> None:
    racks = (rack("a", 3000, 1000, 180), rack("b", 3000, 3400, 0))
    found = aisles_of(racks, Room(), CATALOG)
    assert (found["a"].front_mm, found["b"].front_mm) == (1200, 1200)


def test_a_rack_beside_the_aisle_does_not_narrow_it() -> None:
    racks = (rack("a", 3000, 1000, 180), rack("b", 3800, 2300, 0))
    assert aisles_of(racks, Room(), CATALOG)["a"].front_mm == 9000 - 2200


def test_an_obstacle_ends_an_aisle() -> None:
    room = Room(obstacles=(Obstacle(id="c", x_mm=3100, y_mm=2000, width_mm=400, depth_mm=400),))
    found = aisles_of((rack("r", 3000, 3000),), room, CATALOG)["r"]
    assert found.front_mm == 600


def test_racks_on_the_same_floor_and_outside_the_room_are_errors() -> None:
    racks = (rack("a", 3000, 3000), rack("b", 3200, 3300), rack("c", 11_800, 0))
    checks = {check.key: check.where for check in evaluate(Design(racks=racks), CATALOG).checks}
    assert set(checks["F19:overlap"]) == {"a", "b"}
    assert checks["F19:outside"] == ("c",)


def test_neighbours_side_by_side_do_not_overlap() -> None:
    racks = tuple(rack(f"r{n}", 2000 + 800 * n, 3000) for n in range(6))
    assert not any(a.over for a in aisles_of(racks, Room(), CATALOG).values())


@pytest.mark.parametrize(("limit", "found"), [(3.0, True), (4.0, False), (None, False)])
def test_the_floor_limit_is_held_against_the_share_of_floor(
    limit: float | None, found: bool
) -> None:
    """Four DGX H100 in a rack: 716.8 kg on 0.8 × 2.4 m are 3.66 kPa."""
    design = Design(
        room=Room(floor_limit_kpa=limit),
        assemblies=(parts.dgx_assembly(),),
        racks=(rack("r", 3000, 3000).evolve(assembly="dgx-4"),),
    )
    report = evaluate(design, CATALOG)
    assert report.racks[0].floor_load_kpa == pytest.approx(3.66, rel=1e-3)
    assert ("F04:dgx-h100x4" in {check.key for check in report.checks}) is found


def test_air_units_must_move_the_air_with_one_lost() -> None:
    """Four DGX H100 draw 7,508 m³/h; one unit of 25,000 m³/h less one moves none."""
    room = Room(outline=((0, 0), (20_000, 0), (20_000, 12_000), (0, 12_000)))
    base = Design(
        room=room,
        assemblies=(parts.dgx_assembly(),),
        racks=(rack("r", 3000, 3000).evolve(assembly="dgx-4"),),
    )
    one = base.evolve(racks=(*base.racks, rack("u1", 9000, 9000, 0, "crah")))
    two = one.evolve(racks=(*one.racks, rack("u2", 14_000, 9000, 0, "crah")))
    assert "C02:crah-airflow" in {check.key for check in evaluate(one, CATALOG).checks}
    assert "C02:crah-airflow" not in {check.key for check in evaluate(two, CATALOG).checks}
