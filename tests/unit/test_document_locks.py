"""Locks: what a locked thing is kept from, whoever asks; what stays possible; how it is told."""

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.plant_places import pipe_key, plant_key
from designer.document import edits
from designer.document.document import Document, Edit
from designer.document.drop_plans import DraggedDevices, devices_into_rack, racks_by, with_locks
from designer.document.edits.groups import with_groups
from designer.document.edits.row_names import number_row
from designer.document.edits.trays import draw_tray, move_trays
from designer.document.element_plans import element_by
from designer.document.errors import EditError
from designer.document.locks import is_locked
from designer.document.row_plans import row_of_count
from designer.io.design_file import loads
from designer.io.design_text import dumps
from designer.model.change import Change
from designer.model.design import Design, Obstacle, Rack
from designer.model.layout import Layout
from designer.script.errors import ScriptError
from designer.script.session import Session

CATALOG = load_shipped()
RACK, NODE, TRAY = "A02", "a02-dgx-h100-1", "tray:t"


def hall() -> Design:
    """Return a row of four racks, one with a node, a tray, a UPS and pipes."""
    design = edits.add_row(CATALOG, "rack-48u", 4, 3_000, 3_000, name="A")(Design())
    tray = next(part for part in CATALOG.parts if part.traits.holds_cables)
    for edit in (
        edits.place_device(CATALOG, "dgx-h100", RACK, 4, key=NODE),
        draw_tray(((600, 600), (6_000, 600)), tray),
        edits.place_plant(CATALOG, "ups-module-20", x_mm=9_000, y_mm=6_000),
        edits.place_pipe("loop", x_mm=600, y_mm=7_000, end_x_mm=6_000, end_y_mm=7_000),
    ):
        design = edit(design)
    return design


def locked(*keys: str) -> Document:
    design = hall()
    return Document(edits.lock(keys or (RACK,))(design))


DESIGN = hall()
UPS = plant_key(DESIGN.power[-1].id)
TRAY_ID = DESIGN.trays[0].id


@pytest.mark.parametrize(
    ("name", "edit", "verb"),
    [
        ("move", edits.move_racks(CATALOG, ("A01", RACK), 0, 1_200), "moved"),
        ("move row", edits.move_row(CATALOG, "A", 0, 1_200), "moved"),
        ("turn", edits.rotate_racks(CATALOG, (RACK,), 2), "moved"),
        ("mirror", edits.mirror_racks(CATALOG, ("A01", RACK, "A03")), "moved"),
        ("remove", edits.remove((RACK,)), "removed"),
        ("remove row", edits.remove_row("A"), "removed"),
        ("rename", edits.rename(RACK, "Z"), "renamed"),
        ("number", number_row("A", "{row}{n:03}"), "renamed"),
        ("table", edits.set_each("racks", {RACK: {"y_mm": 9_000}}), "moved"),
        ("out of its row", edits.set_fields("racks", RACK, row=""), "moved"),
        ("replace", edits.set_fields("racks", RACK, part="rack-52u"), "replaced"),
        ("shape", edits.shape_row(CATALOG, "A", count=1), "removed"),
    ],
)
def test_no_edit_touches_a_locked_rack(name, edit, verb):
    document = locked()
    with pytest.raises(EditError, match=rf"^A02 is locked and is not {verb}: .*\(Ctrl\+L\)$"):
        document.apply(name, edit)
    assert document.revision == 0
    free = Document(DESIGN)
    assert not free.apply(name, edit).is_empty()


@pytest.mark.parametrize(
    ("keys", "edit"),
    [
        ((NODE,), edits.move_devices(CATALOG, (NODE,), "A01", 4)),
        ((NODE,), edits.remove((RACK,))),
        ((NODE,), edits.set_fields("devices", NODE, face="rear")),
        ((f"tray:{TRAY_ID}",), move_trays((TRAY_ID,), 600, 0)),
        ((f"tray:{TRAY_ID}",), edits.drop("trays", TRAY_ID)),
        ((UPS,), edits.move_plant(CATALOG, (UPS,), 600, 0)),
        ((pipe_key("loop"),), edits.set_run(CATALOG, pipe_key("loop"), end_x_mm=9_000)),
    ],
)
def test_devices_trays_power_and_pipes_are_locked_alike(keys, edit):
    with pytest.raises(EditError, match="is locked and is not"):
        locked(*keys).apply("Try", edit)
    assert not Document(DESIGN).apply("Try", edit).is_empty()


def test_a_locked_rack_may_be_filled_and_told_about_and_moves_when_it_is_unlocked():
    document = locked()
    document.apply("Place", edits.place_device(CATALOG, "dgx-h100", RACK, 30))
    document.apply("Note", edits.set_fields("racks", RACK, note="by the column", cooling="in-row"))
    document.apply("Move its neighbour", edits.move_racks(CATALOG, ("A01",), -600, 0))
    document.apply("Unlock", edits.unlock((RACK,)))
    document.apply("Move", edits.move_racks(CATALOG, (RACK,), 0, 1_200))
    assert document.layout.racks[RACK].y_mm == 4_200


def test_a_device_goes_with_its_rack_also_when_the_device_is_locked():
    document = locked(NODE)
    document.apply("Move", edits.move_racks(CATALOG, (RACK,), 0, 1_200))
    assert document.layout.devices[NODE].rack == RACK


def test_what_is_undone_before_a_lock_is_undone():
    document = Document(DESIGN)
    document.apply("Move", edits.move_racks(CATALOG, (RACK,), 0, 1_200))
    document.apply("Lock", edits.lock((RACK,)))
    assert document.undo()
    assert document.undo()
    assert document.layout.racks[RACK].y_mm == 3_000


def test_a_plan_of_a_locked_thing_is_refused_before_the_drop():
    layout = locked().layout
    plan = with_locks(racks_by(layout, CATALOG, ("A01", RACK), 0, 1_200), layout)
    assert not plan.verdict.ok
    assert plan.edit is None
    assert plan.verdict.reason == "A02 is locked and is not moved: unlock it first (Ctrl+L)"
    stays = with_locks(racks_by(layout, CATALOG, (RACK,), 0, 0), layout)
    assert stays.verdict.ok
    node = locked(NODE).layout
    dragged = DraggedDevices((NODE,))
    assert not with_locks(devices_into_rack(node, CATALOG, dragged, "A01", 4), node).verdict.ok
    into = with_locks(devices_into_rack(layout, CATALOG, dragged, RACK, 30), layout)
    assert into.verdict.ok
    planned = row_of_count(layout, CATALOG, ("A01", "A02", "A03", "A04"), 1)
    assert planned is not None
    assert "A02 is locked" in with_locks(planned[0], layout).verdict.reason


def test_a_script_has_to_unlock_and_may_do_so_within_a_step():
    session = Session(edits.lock((RACK,))(DESIGN), CATALOG)
    with pytest.raises(ScriptError, match="A02 is locked"), session.step("Move"):
        session.move_racks(RACK, 0, 1_200)
    with session.step("Move it all the same"):
        session.unlock(RACK)
        session.move_racks(RACK, 0, 1_200)
        session.lock(RACK)
    assert session.layout.racks[RACK].y_mm == 4_200
    assert is_locked(session.layout, RACK)
    session.undo()
    assert session.layout.racks[RACK].y_mm == 3_000


def test_a_change_by_records_is_held_to_locks_as_well():
    session = Session(edits.lock((RACK,))(DESIGN), CATALOG)
    with pytest.raises(ScriptError, match="A02 is locked and is not removed"):
        session.apply(Change(drop=(("racks", (RACK,)),)))


def test_what_an_assembly_brings_is_not_locked_by_itself():
    design = edits.make_assembly(CATALOG, RACK, "One node")(DESIGN)
    slot = Document(design).layout.in_rack(RACK)[0].key
    with pytest.raises(EditError, match=r"brought by the assembly of A02.*detach"):
        edits.lock((slot,))(design)


def test_many_are_told_by_the_first():
    document = locked("A01", "A02", "A03", "A04", UPS)
    with pytest.raises(EditError, match=r"^A01, A02, A03, A04 are locked and are not removed"):
        document.apply("Remove", edits.remove(("A01", "A02", "A03", "A04")))


def test_only_what_an_edit_touches_is_looked_at(monkeypatch):
    document = locked()
    asked = []
    held = Rack.__getattribute__

    def counted(self, name):
        if name == "locked":
            asked.append(1)
        return held(self, name)

    monkeypatch.setattr(Rack, "__getattribute__", counted)
    document.apply("Move", edits.move_racks(CATALOG, ("A01",), -600, 0))
    assert 0 < len(asked) <= 2


def with_column(**fields: object) -> Design:
    """Return the hall with a column between the rows and the wall."""
    column = Obstacle.model_validate(
        {"id": "k1", "name": "Column 1", "kind": "column", "x_mm": 9_600, "y_mm": 600,
         "width_mm": 600, "depth_mm": 1_200, **fields}
    )  # fmt: skip
    return edits.put_obstacle(column)(hall())


@pytest.mark.parametrize(
    ("name", "edit", "verb"),
    [
        ("move", edits.move_things(CATALOG, ("room:k1",), 600, 0), "moved"),
        ("turn", edits.turn_obstacles(("k1",)), "moved"),
        ("remove", edits.remove_obstacle("k1"), "removed"),
        ("put", edits.put_obstacle(
            Obstacle(id="k1", name="Z", kind="column", x_mm=9_600, y_mm=600, width_mm=600,
                     depth_mm=1_200, locked=True)), "renamed"),
    ],
)  # fmt: skip
def test_a_locked_column_stays_where_and_what_it_is(name: str, edit: Edit, verb: str) -> None:
    document = Document(edits.lock(("room:k1",))(with_column()))
    before = document.design
    assert is_locked(Layout(before), "room:k1"), name
    with pytest.raises(EditError, match=f"Column 1 is locked and is not {verb}"):
        document.apply(name, edit)
    assert document.design is before
    document.apply("Wider room", edits.resize_room(width_mm=20_000))
    document.apply("Unlock", edits.unlock(("k1",)))
    document.apply(name, edit)
    plan = element_by(Layout(before), "room:k1", 600, 0)
    assert not plan.verdict.ok
    assert "locked" in plan.verdict.reason


def test_a_column_is_moved_with_its_group_and_turned_about_its_middle() -> None:
    design = edits.group(("A01", "room:k1"))(with_column())
    layout = Layout(design)
    both = with_groups(layout, ("room:k1",))
    assert set(both) == {"A01", "room:k1"}
    # A rack goes where the column stood: they move as one.
    moved = edits.move_things(CATALOG, both, 0, 600)(design)
    (column,) = moved.room.obstacles
    assert (column.x_mm, column.y_mm) == (9_600, 1_200)
    assert moved.racks[0].y_mm == design.racks[0].y_mm + 600
    (turned,) = edits.turn_obstacles(("room:k1",))(design).room.obstacles
    assert turned.box == (9_300, 900, 10_500, 1_500)
    assert edits.turn_obstacles(("k1",))(edits.turn_obstacles(("k1",))(design)) == design
    with pytest.raises(EditError, match="no 'gone'"):
        edits.turn_obstacles(("gone",))(design)
    (alone,) = edits.ungroup(("room:k1",))(design).room.obstacles
    assert alone.group == ""
    assert loads(dumps(design, CATALOG)).design.room == design.room
