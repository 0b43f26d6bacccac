"""Where everything of a fabric stands: within the room, apart, by unit; what is at a point."""

from itertools import pairwise

import pytest

from designer.engine.fabric_map import Bundles, FabricMap, MapSwitches, MapUnit
from designer.engine.subjects.fabrics.mapping import fabric_map_of
from designer.model.layout import Layout
from designer.render.fabric_drawing import Box, FabricDrawing
from designer.render.fabric_layout import LABEL_HIGH, laid_out
from designer.render.fabric_look import FabricLook, joined_to
from designer.render.fabric_things import FabricIndex, Thing
from designer.wiring.network import expand_network
from tests.helpers.fabric_views import indexed, shipped
from tests.helpers.fabrics_by_hand import by_hand

ROOM = (870.0, 560.0)


def rows(drawing: FabricDrawing) -> dict[float, list[Box]]:
    found: dict[float, list[Box]] = {}
    for box in (*drawing.boxes.values(), *drawing.cards.values()):
        found.setdefault(box.y, []).append(box)
    return {y: sorted(boxes, key=lambda one: one.x) for y, boxes in sorted(found.items())}


def test_four_units_stand_switch_by_switch_with_a_strip_each() -> None:
    drawing = laid_out(indexed(4), ROOM)
    assert drawing.form == "tiers"
    kinds = [[box.thing.what for box in row] for row in rows(drawing).values()]
    assert kinds == [["spine"] * 16, ["leaf"] * 32]
    assert [(strip.unit, len(strip.nodes)) for strip in drawing.strips] == [
        (0, 32), (1, 32), (2, 32), (3, 31),
    ]  # fmt: skip
    assert {strip.columns for strip in drawing.strips} == {32}
    assert [hub.links for hub in drawing.hubs] == [256] * 4
    assert {hub.each for hub in drawing.hubs} == {(16, 16)}
    assert (drawing.width, drawing.height) == ROOM


@pytest.mark.parametrize("room", [(660.0, 420.0), (870.0, 560.0), (1400.0, 900.0)])
@pytest.mark.parametrize("units", [1, 4, 8, 64])
@pytest.mark.parametrize("fabric", ["compute", "in-band", "storage", "out-of-band"])
def test_nothing_overlaps_and_all_is_within_the_drawing(
    units: int, fabric: str, room: tuple[float, float]
) -> None:
    drawing = laid_out(indexed(units, fabric), room, unfolded=0)
    for row in rows(drawing).values():
        for one, other in pairwise(row):
            assert one.x + one.width <= other.x + 0.01
    for box in (*drawing.boxes.values(), *drawing.cards.values()):
        assert box.x >= 0
        assert box.x + box.width <= drawing.width
        assert box.bottom <= drawing.height
    for strip in drawing.strips:
        assert strip.y + strip.height < drawing.height
        assert strip.x + strip.width <= drawing.width
    heights = sorted(rows(drawing))
    for y, below in pairwise(heights):
        assert max(box.bottom for box in rows(drawing)[y]) <= below


@pytest.mark.parametrize("joined", [False, True])
def test_islands_stand_apart_each_with_its_spines(joined: bool) -> None:
    """Four nodes on each of two leaves by hand; a spine joins them, or two spines do not."""
    design = by_hand(joined=joined, apart=joined)
    wiring = expand_network(design, shipped()).find("compute")
    assert wiring is not None
    index = FabricIndex(fabric_map_of(wiring, shipped()), Layout(design).name_of)
    drawing = laid_out(index, ROOM)
    frames = [words for words in drawing.words if words.tier == "island"]
    assert [len(one.units) for one in index.islands] == [1, 1]
    assert [len(one.spines) for one in index.islands] == ([1, 1] if joined else [0, 0])
    for frame, island in zip(frames, index.islands, strict=True):
        mine = [Thing("leaf", leaf) for unit in island.units for leaf in index.leaves_of_unit[unit]]
        mine += [Thing("spine", one) for one in island.spines]
        others = [thing for thing in drawing.boxes if thing not in mine]
        inside = [frame.x <= drawing.boxes[one].middle <= frame.x + frame.width for one in mine]
        assert all(inside)
        assert not any(
            frame.x <= drawing.boxes[one].middle <= frame.x + frame.width for one in others
        )


def test_frames_of_islands_end_with_their_nodes_whatever_room_there_is() -> None:
    """Leaves alone take the height that they need: what is below stays bare."""
    index = indexed(4, "out-of-band")
    low, high = (laid_out(index, (ROOM[0], times * ROOM[1])) for times in (1, 3))
    assert len(index.islands) == 7
    lowest = max(strip.y + strip.height for strip in high.strips)
    assert lowest + LABEL_HIGH <= high.bottom == low.bottom < high.height


def test_one_network_has_no_frames_and_islands_of_rails_have_no_place_of_their_own() -> None:
    for index in (indexed(4), indexed(1, template="dgx-superpod-gb200")):
        assert index.islands == ()
        assert not [words for words in laid_out(index, ROOM).words if words.tier == "island"]


def test_sixty_four_units_are_folded_by_pod_and_one_unfolds() -> None:
    index = indexed(64)
    drawing = laid_out(index, ROOM)
    assert drawing.form == "folded"
    assert len(drawing.cards) == 64
    assert [box.thing for box in drawing.boxes.values() if box.thing.what == "pod"] == [
        Thing("pod", at) for at in range(16)
    ]
    assert len(drawing.lines) == 16 + 16, "a trunk for each pod, up and down"
    opened = laid_out(index, ROOM, unfolded=11)
    leaves = [thing for thing in opened.boxes if thing.what == "leaf"]
    assert leaves == [Thing("leaf", at) for at in range(88, 96)]
    assert [strip.unit for strip in opened.strips] == [11]
    assert opened.height > drawing.height


def test_leaves_of_rails_that_lead_to_several_pods_are_folded_in_one_column() -> None:
    drawing = laid_out(indexed(2, template="dgx-superpod-gb200"), ROOM)
    assert drawing.form == "folded"
    assert len(drawing.cards) == 16
    trunks = [line for line in drawing.lines if line.upper.what == "pod" and line.chip]
    assert [line.links for line in trunks] == [144] * 8


def test_a_point_names_what_is_there() -> None:
    drawing = laid_out(indexed(4), ROOM)
    for thing in (Thing("leaf", 20), Thing("spine", 3), Thing("node", 70, 5)):
        box = drawing.place_of(thing)
        assert box is not None
        assert drawing.thing_at(box.middle, box.y + box.height / 2) == thing
    hub = drawing.hubs[1]
    assert drawing.thing_at(hub.x, hub.y) == Thing("unit", 1)
    assert drawing.thing_at(2, 2) is None


def test_links_lead_from_a_leaf_to_all_spines_and_to_its_rail_of_its_nodes() -> None:
    index = indexed(4)
    leaf = Thing("leaf", 20)
    assert index.above(leaf) == tuple(Thing("spine", at) for at in range(16))
    below = index.below(leaf)
    assert len(below) == 32
    assert {thing.rail for thing in below} == {4}
    assert {index.map.nodes.unit[thing.at] for thing in below} == {2}
    assert index.above(below[0]) == (leaf,)
    assert len(index.below(Thing("spine", 0))) == 32
    assert joined_to(index, [leaf]) == {leaf, *index.above(leaf), *below}


def test_links_of_three_tiers_stay_within_their_pod() -> None:
    index = indexed(64)
    spines = index.above(Thing("leaf", 40))
    assert {index.map.spines.unit[thing.at] for thing in spines} == {1}
    assert len(index.above(spines[0])) == 256
    rack = indexed(2, template="dgx-superpod-gb200")
    pods = {rack.map.spines.unit[thing.at] for thing in rack.above(Thing("leaf", 2))}
    assert len(pods) == 1, "the spines of its rail, not those of its rack"


def test_names_are_those_of_the_field() -> None:
    index = indexed(4)
    assert index.title(Thing("leaf", 20)) == "Leaf 3·5"
    assert index.title(Thing("spine", 0)) == "Spine 1"
    assert index.tip(Thing("leaf", 20)) == ("Leaf 3·5 · c-leaf-C10-05 · rail 5 · 32 down, 32 up")
    assert index.unit_name(0) == "SU 1"
    storage = indexed(4, "storage")
    assert storage.unit_name(4) == "Storage"
    rack = indexed(1, template="dgx-superpod-gb200")
    assert rack.title(Thing("leaf", 2)) == "Leaf 3 of A01"


def test_rails_that_are_not_chosen_are_not_shown() -> None:
    index = indexed(4)
    look = FabricLook(rails=frozenset({2}))
    assert look.shows(index, Thing("leaf", 2))
    assert not look.shows(index, Thing("leaf", 3))
    assert look.shows(index, Thing("spine", 0))
    assert not look.shows(index, Thing("node", 0, 1))


def ring(groups: int, each: int) -> FabricIndex:
    """Groups of switches joined all to all, and neighbouring groups by one bundle."""
    size = groups * each
    inside = [
        (g * each + a, g * each + b) for g in range(groups) for a in range(each) for b in range(a)
    ]
    between = [(g * each, ((g + 1) % groups) * each + each - 1) for g in range(groups)]
    pairs = [(min(a, b), max(a, b)) for a, b in (*inside, *between)]
    ones = (1,) * size
    return FabricIndex(
        FabricMap(
            fabric="f", name="Dragonfly",
            units=tuple(MapUnit(form="group", number=at + 1) for at in range(groups)),
            leaves=MapSwitches(
                keys=tuple(f"s{at}" for at in range(size)),
                unit=tuple(at // each for at in range(size)), above=(-1,) * size,
                plane=(0,) * size, rail=(-1,) * size, rack=(-1,) * size, part=(-1,) * size,
                down=ones, up=ones, missing=(0,) * size,
            ),
            beside=Bundles(
                lower=tuple(a for a, _ in pairs), upper=tuple(b for _, b in pairs),
                links=(2,) * len(pairs), missing=(0,) * len(pairs),
            ),
        )
    )  # fmt: skip


def test_groups_without_spines_stand_on_a_circle_with_bundles_between_them() -> None:
    drawing = laid_out(ring(9, 4), ROOM)
    assert drawing.form == "circle"
    assert sorted(drawing.cards) == list(range(9))
    assert len(drawing.lines) == 9
    assert {line.links for line in drawing.lines} == {2}
    boxes = list(drawing.cards.values())
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            beside = one.x + one.width <= other.x or other.x + other.width <= one.x
            above = one.bottom <= other.y or other.bottom <= one.y
            assert beside or above


def test_switches_of_one_group_stand_on_a_circle_by_themselves() -> None:
    drawing = laid_out(ring(1, 8), ROOM)
    assert len(drawing.boxes) == 8
    assert len(drawing.lines) == 28


def test_a_fabric_without_switches_is_empty() -> None:
    drawing = laid_out(FabricIndex(FabricMap(fabric="f")), ROOM)
    assert drawing.form == "empty"
    assert drawing.thing_at(100, 100) is None
