"""Racks found by their corner: the same ones as by a look at each, and few looked at."""

from random import Random

import pytest

from designer.catalog.load import load_shipped
from designer.document.corners import Corners, corners_of
from designer.document.placement import (
    EDGE_SNAP_MM,
    beside_rack,
    can_place_rack,
    footprint,
    overlap,
    rack_box,
)
from designer.model.design import Design, Rack, Room, Rotation
from designer.model.layout import Layout

PARTS = ("rack-48u", "rack-42u-800", "unknown")
WIDE = 200_000
ROOM = Room(outline=((0, 0), (WIDE, 0), (WIDE, WIDE), (0, WIDE)))


def scattered(count: int, seed: int) -> Design:
    by = Random(seed)
    racks = tuple(
        Rack(
            id=f"r{at:04d}", name=f"r{at:04d}", part=by.choice(PARTS),
            x_mm=by.randrange(-2_000, WIDE // 8), y_mm=by.randrange(-2_000, WIDE // 8),
            rotation=by.choice((0, 90, 180, 270)),
        )
        for at in range(count)
    )  # fmt: skip
    return Design(room=ROOM, racks=racks)


@pytest.mark.parametrize("box", [(0, 0, 9_000, 4_000), (-9_000, 3_999, 8_001, 9_001),
                                 (-10**6, -10**6, 10**6, 10**6), (5, 5, 5, 5)])  # fmt: skip
def test_those_inside_are_found_in_their_order(box: tuple[int, int, int, int]) -> None:
    racks = scattered(400, 1).racks
    left, top, right, bottom = box
    inside = [r for r in racks if left < r.x_mm < right and top < r.y_mm < bottom]
    assert list(Corners(racks).within(*box)) == inside


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("rotation", [0, 90])
def test_what_is_in_the_way_and_what_is_beside_is_found_as_by_a_look_at_each(
    seed: int, rotation: Rotation
) -> None:
    catalog, design, by = load_shipped(), scattered(300, seed), Random(seed)
    layout, found = Layout(design), 0
    wide, deep = footprint(catalog.get("rack-48u"), rotation)
    for _ in range(60):
        x, y = by.randrange(0, WIDE // 8), by.randrange(0, WIDE // 8)
        box = (x, y, x + wide, y + deep)
        hit = next((r.name for r in design.racks if overlap(box, rack_box(catalog, r))), None)
        verdict = can_place_rack(layout, catalog, "rack-48u", x, y, rotation)
        assert verdict.ok == (hit is None)
        assert hit is None or verdict.reason == f"{hit} is in the way"
        spots: dict[tuple[int, int], int] = {}
        for rack in design.racks:
            left, top, right, bottom = rack_box(catalog, rack)
            beside = (((left - wide, top), (right, top)) if rotation == 0
                      else ((left, top - deep), (left, bottom)))  # fmt: skip
            spots |= {at: max(abs(at[0] - x), abs(at[1] - y)) for at in beside}
        nearest = min(spots, key=spots.__getitem__)
        near = nearest if spots[nearest] <= EDGE_SNAP_MM else None
        assert beside_rack(layout, catalog, "rack-48u", x, y, rotation) == near
        found += near is not None
    assert found, "some stood near enough"


def test_a_place_is_asked_for_without_a_look_at_racks_far_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    catalog = load_shipped()
    racks = tuple(
        Rack(id=f"r{n:04d}", name="r", part="rack-48u", x_mm=3_000 * (n % 60),
             y_mm=3_000 * (n // 60))
        for n in range(3_600)
    )  # fmt: skip
    layout, looked = Layout(Design(room=ROOM, racks=racks)), []
    within = Corners.within

    def counted(self: Corners, *box: int) -> list[Rack]:
        looked.extend(within(self, *box))
        return list(within(self, *box))

    monkeypatch.setattr(Corners, "within", counted)
    for at in range(50):
        can_place_rack(layout, catalog, "rack-48u", 3_000 * at + 1_000, 90_000)
        beside_rack(layout, catalog, "rack-48u", 3_000 * at + 650, 90_000, 0)
    assert 0 < len(looked) <= 4 * 100
    assert corners_of(racks) is corners_of(racks), "and is made once"
