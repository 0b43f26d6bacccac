"""The call of every single edit, run on the same design, gives the same design."""

import pytest

from designer.catalog.plant_places import pipe_key, plant_key
from designer.document import edits
from designer.document.calls import calls_of
from designer.document.document import Document, Edit
from designer.document.edits.clips import clip_of
from designer.document.edits.copy_places import FloorInView
from designer.document.edits.cords import lay_cord, leave_to_rule
from designer.document.edits.fabrics import unpin
from designer.document.edits.grid import drop_grid, take_grid
from designer.document.edits.paste import PasteTarget, paste
from designer.document.edits.plant import replace_plant
from designer.document.edits.stages import add_stage, drop_stage, set_stage
from designer.document.edits.trays import draw_tray, move_corner, move_trays, remake_tray
from designer.document.edits.underlays import move_underlay, scale_underlay
from designer.document.edits.weather import drop_weather, take_weather
from designer.model.design import Cable, Cord, Design, Obstacle, Passage, Rack, Underlay
from designer.model.grid_year import GridYear
from designer.model.layout import Layout
from designer.model.weather_year import WeatherYear
from tests.unit.test_script_calls import CATALOG, assert_same, factories, hall, lab

TRAY = next(part for part in CATALOG.parts if part.traits.holds_cables)
UPS = "ups-module-20"


def room() -> Design:
    """Return a lab with a tray, a placed UPS, a loop with pipes, and records by hand."""
    design = lab()
    rack = design.racks[0].id
    for edit in (
        edits.detach_assembly(rack),
        draw_tray(((600, 600), (3_000, 600)), TRAY),
        edits.resize_room(20_000, 20_000),
        edits.place_plant(CATALOG, UPS, x_mm=15_000, y_mm=15_000),
        edits.place_pipe("loop", x_mm=600, y_mm=9_000, end_x_mm=6_000, end_y_mm=9_000),
        edits.put_obstacle(Obstacle(id="c1", x_mm=9_000, y_mm=18_000, width_mm=300, depth_mm=600)),
        edits.put_passage(Passage(id="d1", width_mm=1_200)),
        edits.put("racks", Rack(id="loose", name="R07", part="rack-48u", x_mm=600, y_mm=12_000)),
        edits.add_row(CATALOG, "rack-48u", 3, 9_000, 12_000, name="Z"),
        edits.place_device(CATALOG, "dgx-h100", "Z01"),
        edits.make_assembly(CATALOG, "Z01", "One node"),
        edits.copy_assembly(CATALOG, "one-node", ("Z02",)),
        edits.group(("Z01", "Z02"), "Pod 1"),
        edits.put("underlays", Underlay(id="plan", file="plan.png")),
        take_weather(WeatherYear(id="w1")),
        take_grid(GridYear(id="g1")),
        add_stage("Day 1"),
    ):
        design = edit(design)
    devices = [device.id for device in design.devices]
    cable = Cable(id="by-hand", a=devices[0], b=devices[1], part="dac")
    cord = Cord(id="cord", supply=f"{devices[0]}:psu1")
    return edits.put("cords", cord)(edits.put("cables", cable)(design))


def record_cases(design: Design) -> dict[str, Edit]:
    """Return edits of records that stand in no rack."""
    rack, node = design.racks[0].id, next(d.id for d in design.devices if d.part == "dgx-spark")
    return {
        "scale_underlay": scale_underlay("plan", (0.0, 0.0), (100.0, 0.0), 250.0),
        "move_underlay": move_underlay("plan", 100, 200),
        "put_obstacle": edits.put_obstacle(design.room.obstacles[0].evolve(name="Column")),
        "remove_obstacle": edits.remove_obstacle("c1"),
        "turn_obstacles": edits.turn_obstacles(("room:c1",)),
        "put_passage": edits.put_passage(Passage(id="d2", kind="lift", rating_kg=2_000.0)),
        "remove_passage": edits.remove_passage("d1"),
        "drop_weather": drop_weather("w1"),
        "drop_grid": drop_grid("g1"),
        "add_stage": add_stage("Day 2", date="2028-03"),
        "set_stage": set_stage((rack, node), "day-1"),
        "drop_stage": drop_stage("day-1"),
        "step": take_weather(WeatherYear(id="w2")),
        "detach_row": edits.detach_row("Z"),
        "detach_pod": edits.detach_pod("Pod 1"),
    }


def cases() -> dict[str, Edit]:
    """Return an edit of each factory that edits by chance do not try, by what it is told with."""
    design = room()
    ups = next(node.id for node in design.power if node.part == UPS and node.x_mm == 15_000)
    tray, rack = design.trays[-1].id, design.racks[0].id
    node = next(d for d in design.devices if d.part == "dgx-spark")
    seen = FloorInView((0, 0, 20_000, 20_000), ((0, 0, 600, 600),))
    whole = clip_of(design, (rack,))
    target = PasteTarget(at_mm=(9_000, 9_000), seen=seen)
    return {
        "set_each": edits.set_each(
            "racks", {rack: {"note": "first"}, "loose": {"name": "R08", "note": "second"}}
        ),
        "lock": edits.lock((rack, node.id, f"tray:{tray}", plant_key(ups), pipe_key("loop"))),
        "unlock": edits.unlock((rack,)),
        "group": edits.group(("Z01", "Z02", "loose")),
        "ungroup": edits.ungroup((rack,)),
        "put_on_layer": edits.put_on_layer(("Z01", plant_key(ups)), "Phase 2"),
        "give_properties": edits.give_properties(
            CATALOG,
            ("Z03", "loose"),
            {"cooling": "in-row", "note": "as it", "assembly": "one-node"},
        ),
        "move_things": edits.move_things(
            CATALOG,
            ("Z01", "Z02", "Z03", plant_key(ups), pipe_key("loop"), f"tray:{tray}"),
            600,
            600,
        ),
        "align_racks": edits.align_racks(CATALOG, ("Z01", "loose"), "top"),
        "distribute_racks": edits.distribute_racks(CATALOG, ("loose", "Z01", "Z03"), "x"),
        "racks_to_tiles": edits.racks_to_tiles(CATALOG, ("loose",)),
        "align_devices": edits.align_devices(CATALOG, ("Z01/dgx-h100-1", "Z02/dgx-h100-1"), 20),
        "place_plant": edits.place_plant(CATALOG, UPS, x_mm=9_000, y_mm=15_000),
        "replace_plant": replace_plant(CATALOG, ups, "ups-powerups-9000-1250"),
        "move_plant": edits.move_plant(CATALOG, (plant_key(ups),), 600, 0),
        "set_plant": edits.set_plant(CATALOG, ups, x_mm=12_000),
        "turn_plant": edits.turn_plant(CATALOG, (plant_key(ups),)),
        "set_run": edits.set_run(CATALOG, pipe_key("loop"), end_x_mm=7_000),
        "place_pipe": edits.take_pipe_off("loop"),
        "move_trays": move_trays((tray,), 600, 600),
        "move_corner": move_corner(tray, 0, (900, 600)),
        "remake_tray": remake_tray(design.trays[0].id, TRAY),
        "draw_tray": draw_tray(((600, 3_000), (3_000, 3_000)), TRAY),
        "lay_cord": lay_cord(f"{node.id}:psu1", ""),
        "leave_to_rule": leave_to_rule(f"{design.devices[0].id}:psu1"),
        "unpin": unpin(("by-hand",)),
        "paste": paste(CATALOG, whole, target),
        "begin_row": edits.begin_row(CATALOG, "loose", 2),
        "shape_row": edits.shape_row(CATALOG, "Z", 4, 900),
        "put_in_line": edits.put_in_line(CATALOG, ("Z03",)),
        "follow_row": edits.follow_row(CATALOG, ("Z03",)),
        "number_row": edits.number_row("Z", "{row}-{n}", 5, 2, from_end=True),
        "mirror_racks": edits.mirror_racks(CATALOG, ("loose",), "x"),
        "move_devices": edits.move_devices(CATALOG, (node.id,), rack, 40),
        **record_cases(design),
    }


@pytest.mark.parametrize("name", cases())
def test_the_call_of_an_edit_does_the_same(name: str) -> None:
    edit = cases()[name]
    text = assert_same(edit, room())
    said = text.removeprefix("with ")
    assert said.startswith(f"session.{name}(")
    assert calls_of(edit)


def test_an_assembly_is_changed_for_all_copies_by_the_same_call() -> None:
    design = hall()
    rack = next(rack for rack in design.racks if rack.assembly)
    held = Layout(design).in_rack(rack.id)[0]
    own = Document(design)
    own.apply("Own", edits.detach_assembly(rack.id))
    own.apply("Less", edits.remove((own.layout.in_rack(rack.id)[0].key,)))
    assert held is not None
    text = assert_same(edits.apply_to_copies(CATALOG, rack.id, rack.assembly), own.design)
    assert text == f"session.apply_to_copies({rack.id!r}, {rack.assembly!r})"


def test_every_factory_is_tried_here_or_by_chance() -> None:
    by_chance = {
        "place_rack", "place_device", "move_racks", "move_row", "rotate_racks", "exchange_places",
        "place_leaves", "duplicate", "remove", "rename", "rename_row", "remove_row", "add_row",
        "set_fields", "replace_part", "replace_fewer", "detach_assembly", "make_assembly",
        "copy_assembly", "edit_assembly", "add_fabric", "remove_fabric", "close_places",
        "remove_feed", "put_feed", "resize_room", "put", "drop", "draw_row_trays", "put_upstream",
    }  # fmt: skip
    assert factories().keys() - by_chance - cases().keys() == {"apply_to_copies", "remove_assembly"}
