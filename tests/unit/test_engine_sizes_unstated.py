"""Aisles and the floor where nobody states how wide or deep something is: sure of any size only.

Every size of what has none is tried at random; what the engine says without it must hold for all.
"""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.engine.report import Check, Report
from designer.engine.subjects.floor.aisles import Aisles, aisles_of
from designer.model.design import Design, Obstacle, Rack, Room
from tests.helpers import engine_designs as parts

PARTS = (
    Part(id="wide", kind="rack", name="Wide", width_mm=800, depth_mm=1200),
    Part(id="no-width", kind="rack", name="No width", depth_mm=1200),
    Part(id="no-depth", kind="rack", name="No depth", width_mm=600),
    Part(id="neither", kind="rack", name="Neither"),
)
CATALOG = Catalog(PARTS)
ROOM = Room(outline=((0, 0), (12_000, 0), (12_000, 9_000), (0, 9_000)))
SIZES = st.sampled_from((1, 300, 600, 1100, 2500, 40_000))
RACKS = st.lists(
    st.builds(
        Rack,
        id=st.uuids().map(str), name=st.just("R"),
        part=st.sampled_from(("wide", "no-width", "no-depth", "neither", "gone")),
        x_mm=st.integers(-1, 9).map(lambda n: 1200 * n),
        y_mm=st.integers(-1, 12).map(lambda n: 700 * n),
        rotation=st.sampled_from((0, 90, 180, 270)),
    ),
    min_size=1, max_size=7, unique_by=lambda rack: rack.id,
)  # fmt: skip
STONE = Obstacle(id="pillar", x_mm=5000, y_mm=4000, width_mm=300, depth_mm=300)


@given(RACKS, st.booleans(), st.booleans(), st.data())
def test_every_size_lies_within_what_is_said_without_it(
    racks: list[Rack], walled: bool, stone: bool, data: st.DataObject
) -> None:
    room = ROOM.evolve(outline=ROOM.outline if walled else (), obstacles=(STONE,) if stone else ())
    said = aisles_of(tuple(racks), room, CATALOG)
    sized = [
        part.evolve(
            width_mm=part.width_mm or data.draw(SIZES), depth_mm=part.depth_mm or data.draw(SIZES)
        )
        for part in (*PARTS, Part(id="gone", kind="rack", name="Gone"))
    ]
    true = aisles_of(tuple(racks), room, Catalog(sized))
    for key, one in said.items():
        assert _holds(one, true[key]), (one, true[key])


def _holds(said: Aisles, true: Aisles) -> bool:
    """Return whether aisles are as what was said without some sizes lets them be."""
    front = said.least.front_mm if said.least else said.front_mm
    rear = said.least.rear_mm if said.least else said.rear_mm
    free = front <= true.front_mm <= said.front_mm and rear <= true.rear_mm <= said.rear_mm
    over = bool(true.over) or not said.over
    outside = true.outside or not said.outside
    may = said.least is not None and said.least.over
    leave = said.least is not None and said.least.outside
    open_over = may or bool(said.over) or not true.over
    open_outside = leave or said.outside or not true.outside
    return free and over and outside and open_over and open_outside


@given(RACKS)
def test_with_all_sizes_nothing_is_open(racks: list[Rack]) -> None:
    known = tuple(rack.evolve(part="wide") for rack in racks)
    assert not any(one.least for one in aisles_of(known, ROOM, CATALOG).values())


RACK = parts.RACK
"""0.8 × 1.2 m."""


def rack(key: str, y: int, part: str = RACK.id, x: int = 3000, **more: Any) -> Rack:
    table = {"id": key, "name": key.upper(), "part": part, "x_mm": x, "y_mm": y}
    return Rack.model_validate(table | more)


def report(*racks: Rack, room: Room = ROOM, **sizes: None) -> Report:
    """Return the report of racks, of which `odd` lacks some sizes."""
    odd = RACK.evolve(id="odd", name="Odd rack", **sizes)
    design = Design(room=room, racks=racks, assemblies=(parts.dgx_assembly(),))
    return evaluate(design, parts.small_catalog().overlay([odd]))


def floor_checks(found: Report) -> dict[str, tuple[str, ...]]:
    return {c.key: c.where for c in found.checks if c.rule in ("F06", "F19")}


def check(found: Report, key: str) -> Check:
    return next(one for one in found.checks if one.key == key)


def test_a_depth_that_nobody_states_leaves_open_what_is_behind_it() -> None:
    """`odd` faces y = 0 with 3 m before it: only behind it is the aisle open."""
    found = report(rack("odd", 3000, "odd"), depth_mm=None)
    assert floor_checks(found) == {"F06:open:size": ("odd",), "F19:open:size": ("odd",)}
    assert check(found, "F06:open:size").message == (
        "whether the aisles of ODD are wide enough cannot be said, because the depth of Odd rack "
        "is not known"
    )
    assert check(found, "F19:open:size").message == (
        "whether ODD stands clear of others and inside the room cannot be said, because the "
        "depth of Odd rack is not known"
    )
    assert check(found, "F19:open:size").severity == "warning"


def test_a_neighbour_that_no_size_reaches_is_certain() -> None:
    """`odd` is 0.8 m wide for certain: beside it, and before it, its depth matters to nobody."""
    racks = (rack("before", 600), rack("beside", 3000, x=3800), rack("odd", 3000, "odd"))
    checks = floor_checks(report(*racks, depth_mm=None))
    assert set(checks) == {"F06:front", "F06:open:size", "F19:open:size"}
    assert checks["F06:front"] == ("before",)  # 0.6 m to the wall
    assert checks["F06:open:size"] == ("odd",)
    assert checks["F19:open:size"] == ("odd",)


def test_a_width_that_nobody_states_may_reach_what_stands_beside() -> None:
    racks = (rack("beside", 3000, x=5000), rack("far", 6000, x=9000), rack("odd", 3000, "odd"))
    checks = floor_checks(report(*racks, width_mm=None))
    assert checks["F19:open:size"] == ("beside", "odd")
    # Where they stand in each other, neither has an aisle; `far` has its own in any case.
    assert checks["F06:open:size"] == ("beside", "odd")


def test_a_width_that_reaches_nothing_leaves_aisles_certain() -> None:
    """The walls are 3 m before and 4.8 m behind, however wide `odd` is."""
    checks = floor_checks(report(rack("odd", 3000, "odd"), width_mm=None))
    assert checks == {"F19:open:size": ("odd",)}  # it may reach through the wall beside it


@pytest.mark.parametrize(("y", "sure"), [(2000, False), (3000, True), (4100, True), (4200, False)])
def test_what_stands_in_another_at_any_size_is_an_error(y: int, sure: bool) -> None:
    """The corner of `odd` is certain: inside `r`, which reaches from 3.0 to 4.2 m."""
    racks = (rack("odd", y, "odd"), rack("r", 3000))
    checks = floor_checks(report(*racks, width_mm=None, depth_mm=None))
    assert ("F19:overlap" in checks) is sure
    assert "F19:open:size" in checks


@pytest.mark.parametrize(("x", "sure"), [(-1, True), (0, False), (11_999, False), (12_000, True)])
def test_what_leaves_the_room_at_any_size_is_an_error(x: int, sure: bool) -> None:
    checks = floor_checks(report(rack("odd", 3000, "odd", x=x), width_mm=None))
    assert ("F19:outside" in checks, "F19:open:size" in checks) == (sure, not sure)


def test_an_aisle_that_is_too_narrow_for_any_size_is_an_error() -> None:
    """1.0 m before `r`, whatever the depth of the rack that faces it from behind its corner."""
    racks = (rack("odd", 5200, "odd"), rack("r", 3000, rotation=180))
    checks = floor_checks(report(*racks, depth_mm=None))
    assert checks["F06:front"] == ("odd", "r")
    assert checks["F06:open:size"] == ("odd",)


def test_a_part_that_no_catalogue_has_leaves_its_sizes_open() -> None:
    found = report(rack("a", 3000, "nowhere"), rack("b", 6000))
    assert floor_checks(found)["F19:open:size"] == ("a", "b")
    assert "the part nowhere is not in the catalogue" in (check(found, "F06:open:size").message)


def test_a_lone_rack_in_a_room_without_walls_stands_apart() -> None:
    found = report(rack("odd", 3000, "odd"), room=Room(outline=()), depth_mm=None, width_mm=None)
    assert "F19:open:size" not in floor_checks(found)


@pytest.mark.parametrize("limit", [3.5, 4.0, 5.0, 6.0])
def test_the_floor_load_of_a_neighbour_is_open_on_the_size_beside_it(limit: float) -> None:
    """716.8 kg on 0.8 m by 1.2 m and half of the aisles: of 1.2 + 1.2 m 3.66 kPa.

    `odd` stands 3 m before `r` and may reach it: then half of the aisle behind is left, 1.2 + 0.6 m
    and 4.88 kPa.
    """
    room = ROOM.evolve(floor_limit_kpa=limit)
    racks = (rack("odd", 1000, "odd"), rack("r", 4000, assembly="dgx-4"))
    found = report(*racks, room=room, depth_mm=None)
    r = found.racks[1]
    load = r.figure("floor_load_kpa")
    assert (load.low, load.high) == (pytest.approx(3.66, rel=1e-3), pytest.approx(4.88, rel=1e-3))
    assert r.floor_load_kpa is None
    assert [gap.ref for gap in load.gaps] == ["odd.depth_mm"]
    state = next(one.state for one in r.limits if one.name == "floor")
    assert state == {3.5: "error", 4.0: "unknown", 5.0: "warning", 6.0: "ok"}[limit]
    keys = {c.key for c in found.checks if c.rule == "F04" and "r" in c.where}
    assert keys == {
        3.5: {"F04:dgx-h100x4"}, 4.0: {"F04:open:dgx-h100x4"}, 5.0: set(), 6.0: set(),
    }[limit]  # fmt: skip


def test_a_depth_beyond_the_planned_aisle_leaves_the_floor_load_exact() -> None:
    """`odd` stands behind `r`, 2 m off: it grows away from it, and the aisle is as planned."""
    room = ROOM.evolve(floor_limit_kpa=9.0)
    racks = (rack("r", 3000, assembly="dgx-4"), rack("odd", 6200, "odd"))
    (r, _) = report(*racks, room=room, depth_mm=None).racks
    assert r.floor_load_kpa == pytest.approx(3.66, rel=1e-3)
    assert r.figure("floor_load_kpa").exact
