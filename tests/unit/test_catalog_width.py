"""Devices of half a width: who shares rack units with whom, wherever it is asked."""

import random

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.depth import conflicts_in
from designer.catalog.load import load_shipped
from designer.catalog.part import Part, RackFigures
from designer.document.drop_plans import DraggedDevices, devices_into_rack, part_into_rack
from designer.document.edits import (
    duplicate,
    make_assembly,
    move_devices,
    place_device,
    replace_part,
)
from designer.document.errors import EditError
from designer.document.placement import can_place, first_fit, free_half, largest_free_run
from designer.engine.evaluate import evaluate
from designer.model.design import Design, Device, Rack, Room
from designer.model.layout import Layout
from designer.render.drawing import rack_drawing


def part(key: str, *, half: bool, deep: bool = False, high: int = 2, mm: int | None = 400) -> Part:
    return Part(id=key, kind="switch", name=key, height_half_u=high, half_width=half, depth_mm=mm,
                full_depth=deep)  # fmt: skip


RACK = Part(id="rack", kind="rack", name="Rack", width_mm=600, depth_mm=1200,
            rack=RackFigures(units=6, usable_depth_mm=1000))  # fmt: skip
CATALOG = Catalog((
    RACK, part("half", half=True), part("tall", half=True, high=4), part("deep", half=True, mm=700),
    part("full", half=True, deep=True), part("whole", half=False),
    part("node", half=False, deep=True, high=4),
))  # fmt: skip
DEVICES = ("half", "tall", "deep", "full", "whole", "node")


def hung(*devices: tuple[str, int, str] | tuple[str, int, str, str]) -> Design:
    made = []
    for n, (kind, at, side, *face) in enumerate(devices):
        made.append(
            Device.model_validate({
                "id": f"d{n}", "name": f"d{n}", "part": kind, "rack": "R", "half_u": at,
                "side": side, "face": face[0] if face else "front",
            })
        )  # fmt: skip
    rack = Rack(id="R", name="R", part="rack", x_mm=2400, y_mm=2400)
    return Design(racks=(rack,), devices=tuple(made))


def clashes(design: Design) -> bool:
    found = (it for it in evaluate(design, CATALOG).checks if it.severity == "error")
    return any(it.rule == "F01" for it in found)


def test_two_halves_share_units_and_a_whole_one_does_not():
    layout = Layout(hung(("half", 4, "left")))
    ask = (layout, CATALOG)
    assert can_place(*ask, "half", "R", 4, side="right").ok
    assert can_place(*ask, "half", "R", 4, side="left").reason == "U2 left held by d0"
    assert can_place(*ask, "half", "R", 4, side="").reason == "U2 left held by d0"
    assert can_place(*ask, "whole", "R", 4).reason == "U2 left held by d0"
    assert can_place(*ask, "whole", "R", 6, side="left").reason == "whole takes the whole width"
    assert can_place(*ask, "half", "R", 4).ok, "whichever half is free"
    assert free_half(*ask, "half", "R", 4, "front") == "right"
    assert not clashes(hung(("half", 4, "left"), ("half", 4, "right")))
    assert clashes(hung(("half", 4, "left"), ("half", 4, "left")))
    assert clashes(hung(("half", 4, "left"), ("half", 4, "")))
    assert clashes(hung(("half", 4, "left"), ("whole", 4, "right"))), "it is as wide as the rails"


def test_front_and_rear_conflict_in_depth_within_a_half_alone():
    front = hung(("deep", 4, "left"))
    ask = (Layout(front), CATALOG, "half", "R", 4, "rear")
    assert not can_place(*ask, side="left").ok
    assert can_place(*ask, side="right").ok
    met = hung(("deep", 4, "left"), ("half", 4, "left", "rear"))
    beside = hung(("deep", 4, "left"), ("half", 4, "right", "rear"))
    assert clashes(met)
    assert not clashes(beside)
    assert len(conflicts_in(Layout(met), CATALOG, "R")) == 1
    assert conflicts_in(Layout(beside), CATALOG, "R") == ()


def space_of(design: Design) -> dict[str, list[tuple[int, str, str]]]:
    """Return the cells of height, half and rail that each device takes, apart from the code."""
    found = {}
    for one in design.devices:
        kind = CATALOG.require(one.part)
        halves = (one.side,) if kind.half_width and one.side else ("left", "right")
        cells = range(one.half_u, one.half_u + kind.height_half_u)
        found[one.id] = [(cell, half, one.face) for cell in cells for half in halves]
    return found


def overlaps(design: Design) -> bool:
    """Return whether two devices want the same space, by cells and by millimetres."""
    cells = space_of(design)
    held: dict[tuple[int, str], list[tuple[str, str]]] = {}
    for one in design.devices:
        for at, half, face in cells[one.id]:
            held.setdefault((at, half), []).append((one.part, face))
    for them in held.values():
        faces = [face for _, face in them]
        if len(set(faces)) < len(faces):
            return True
        kinds = [CATALOG.require(key) for key, _ in them]
        if len(kinds) > 1:
            deep = sum(kind.depth_mm or 0 for kind in kinds)
            if any(kind.full_depth for kind in kinds) or deep > 1000:
                return True
    return False


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_placed_or_moved_at_random_never_overlaps(seed: int):
    rng = random.Random(seed)
    design, refused = hung(), 0
    for _ in range(80):
        kind, at = rng.choice(DEVICES), rng.randrange(2, 13)
        face, side = rng.choice(("front", "rear")), rng.choice(("", "left", "right", None))
        edit = place_device(CATALOG, kind, "R", at, face, side=side)
        if len(design.devices) > 4 and rng.random() < 0.5:
            key = rng.choice(design.devices).id
            edit = move_devices(CATALOG, (key,), "R", at, side=side)
        try:
            design = edit(design)
        except EditError:
            refused += 1
        assert not overlaps(design)
    assert not clashes(design)
    assert len(design.devices) > 4
    assert refused


@pytest.mark.parametrize("seed", range(3))
def test_a_place_is_refused_exactly_where_something_is_in_the_way(seed: int):
    rng = random.Random(100 + seed)
    design = hung()
    for n in range(60):
        kind, at = rng.choice(DEVICES), rng.randrange(2, 9)
        face, side = rng.choice(("front", "rear")), rng.choice(("", "left", "right"))
        side = side if CATALOG.require(kind).half_width else ""
        new = Device(id=f"n{n}", name="n", part=kind, rack="R", half_u=at, face=face, side=side)
        wanted = design.evolve(devices=(*design.devices, new))
        ok = can_place(Layout(design), CATALOG, kind, "R", at, face, side=side).ok
        assert ok != overlaps(wanted)
        design = wanted if ok and len(design.devices) < 5 else design


def test_the_check_finds_exactly_what_overlaps():
    rng = random.Random(7)
    for _ in range(40):
        design = hung(*(
            (rng.choice(DEVICES), rng.randrange(2, 10), rng.choice(("", "left", "right")),
             rng.choice(("front", "rear")))
            for _ in range(3)
        ))  # fmt: skip
        assert clashes(design) == overlaps(design)


def test_the_first_place_is_beside_what_stands_alone():
    layout = Layout(hung(*(("half", at, "left") for at in range(2, 14, 2))))
    assert first_fit(layout, CATALOG, "whole", "R") is None
    assert first_fit(layout, CATALOG, "half", "R") == 12, "switches hang from the top"
    assert largest_free_run(layout, CATALOG, "tall", "R") == (2, 12)
    plan = part_into_rack(layout, CATALOG, "half", "R")
    assert plan.verdict.title == "half into R · U6 right"
    assert plan.spots[0].side == "right"


def test_a_unit_of_which_half_is_taken_counts_as_used():
    def used(design: Design) -> float | None:
        return evaluate(design, CATALOG).racks[0].u_used

    assert used(hung(("half", 4, "left"))) == 1
    assert used(hung(("half", 4, "left"), ("half", 4, "right"))) == 1
    assert used(hung(("half", 4, "left"), ("half", 6, "right"))) == 2


def test_devices_move_from_half_to_half():
    design = hung(("half", 4, "left"), ("half", 4, "right"))
    swapped = move_devices(CATALOG, ("d0", "d1"), "R", 4, side="right")(design)
    assert [(it.id, it.side) for it in swapped.devices] == [("d0", "right"), ("d1", "left")]
    with pytest.raises(EditError, match="U2 right held by d1"):
        move_devices(CATALOG, ("d0",), "R", 4, side="right")(design)
    kept = move_devices(CATALOG, ("d0",), "R", 8)(design)
    assert [(it.half_u, it.side) for it in kept.devices] == [(8, "left"), (4, "right")]
    dragged = DraggedDevices(("d0",))
    layout = Layout(design)
    assert devices_into_rack(layout, CATALOG, dragged, "R", 4, "left").stays
    plan = devices_into_rack(layout, CATALOG, dragged, "R", 8, "right")
    assert plan.verdict.title == "d0 into R · U4 right"
    assert plan.edit is not None
    assert plan.edit(design).devices[0].side == "right"


def test_copies_replacements_and_assemblies_keep_the_halves():
    design = hung(("half", 12, "left"))
    copied = duplicate(CATALOG, ("d0",))(design)
    assert [(it.half_u, it.side) for it in copied.devices] == [(12, "left"), (12, "right")]
    wide = replace_part(CATALOG, "half", "whole")(design)
    assert wide.devices[0].side == ""
    with pytest.raises(EditError):
        replace_part(CATALOG, "half", "whole")(copied)
    deep = replace_part(CATALOG, "half", "deep")(copied)
    assert {it.side for it in deep.devices} == {"left", "right"}
    made = make_assembly(CATALOG, "R", "pair")(copied)
    assert sorted(slot.side for slot in made.assemblies[0].slots) == ["left", "right"]
    assert not clashes(made)


def test_a_drawing_shows_halves_where_the_parts_have_them():
    design = hung(("half", 4, "left"), ("whole", 6, "right"))
    layout = Layout(design)
    drawing = rack_drawing(layout, CATALOG, layout.racks["R"])
    assert [it.side for it in drawing.mounted] == ["left", ""]
    assert drawing.free_halves == ((4, 6, "right"),)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"width_mm": 242}, "242 mm are wider than half of a panel, 241.5 mm"),
        ({"height_half_u": 0}, "half_width is for what takes rack units"),
    ],
)
def test_a_part_of_half_a_width_is_no_wider(fields: dict[str, int], said: str):
    data = {"id": "x", "kind": "switch", "name": "x", "height_half_u": 2, "half_width": True}
    problems = [words for _, words in Part.model_validate(data | fields).own_problems()]
    assert problems == [said]


def test_a_shipped_switch_takes_half_the_width():
    shipped = load_shipped()
    assert [part.id for part in shipped.parts if part.half_width] == ["sn2100"]


@pytest.mark.parametrize(("sides", "found"), [(("left", "right"), False), (("left",), True)])
def test_a_unit_half_of_which_is_open_is_not_closed(sides: tuple[str, ...], found: bool):
    warm = CATALOG.require("half").evolve(power_max_w=300, liquid_fraction=0)
    devices = [("half", at, side) for at in range(2, 14, 2) for side in sides]
    design = hung(*devices).evolve(room=Room(blanking="no"))
    checks = evaluate(design, CATALOG.overlay([warm])).checks
    assert any(it.rule == "C14" for it in checks) == found
