"""Racks saved as a pod; pods and assemblies listed, dragged onto the floor, placed by Enter."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from designer.document import edits
from designer.document.clip_plans import clip_of_assembly, clip_onto_floor, pod_of
from designer.document.edits.paste import PasteTarget, paste
from designer.document.errors import EditError
from designer.document.placement import overlap
from designer.model.design import Design
from designer.model.network_keys import element_key
from designer.ui.commands.pod import PodCommands
from designer.ui.state.actions import ActionSet
from designer.ui.state.clip_formats import ClipMime
from designer.ui.views.floor.canvas import FloorCanvas
from designer.ui.views.parts.blocks import BlockList
from designer.ui.views.properties.panel import PropertiesPanel
from tests.helpers.canvas_drags import SentDrag
from tests.helpers.ui_desk import Desk


@pytest.fixture
def blocks(qtbot: QtBot, desk: Desk) -> Iterator[BlockList]:
    made = BlockList(desk.workspace, desk.settings)
    qtbot.addWidget(made)
    yield made
    made.close()


@pytest.fixture
def pods(desk: Desk, blocks: BlockList) -> PodCommands:
    return PodCommands(desk.workspace, desk.settings, ActionSet(), blocks, blocks.reload)


def listed(blocks: BlockList) -> list[str]:
    """Return the pods and assemblies that are listed, before what a room has."""
    rows = [row for row, block in enumerate(blocks.blocks) if block.element is None]
    assert rows == list(range(len(rows)))
    return [blocks.item(row).text() for row in rows]


def test_racks_are_saved_as_a_pod_that_every_window_lists(
    qtbot: QtBot, desk: Desk, blocks: BlockList, pods: PodCommands
) -> None:
    assert listed(blocks) == []
    assert pods.save(("A01", "A02"), "Two racks / ½")
    assert listed(blocks) == ["Two racks / ½ · 2 racks"]
    other = BlockList(desk.workspace, desk.settings)
    qtbot.addWidget(other)
    qtbot.waitUntil(lambda: listed(other) == listed(blocks))
    assert pods.save(("A01",), "Two racks / ½"), "one of the same name is replaced"
    assert listed(blocks) == ["Two racks / ½ · A01"]
    blocks.remove("Two racks / ½")
    assert listed(blocks) == []
    assert desk.messages[-1] == ("Removed pod Two racks / ½", "info")


def test_a_pod_needs_racks(desk: Desk, blocks: BlockList) -> None:
    actions = ActionSet()
    PodCommands(desk.workspace, desk.settings, actions, blocks, blocks.reload)
    assert actions.reason("pod.save") == "select racks first"
    desk.workspace.select(("A01",))
    assert actions.reason("pod.save") == ""


def test_enter_places_a_pod_at_a_free_place_as_one_step(
    desk: Desk, blocks: BlockList, pods: PodCommands
) -> None:
    pods.save(("A01", "A02"), "Pair")
    blocks.setCurrentRow(0)
    before = desk.design
    assert blocks.place_chosen()
    new = [rack for rack in desk.design.racks if rack.id not in {r.id for r in before.racks}]
    assert len(new) == 2
    assert set(desk.workspace.selection) == {rack.id for rack in new}
    assert {rack.group for rack in new} == {"Pair"}
    assert desk.design.devices == before.devices, "what it holds is an assembly"
    layout = desk.workspace.layout()
    assert [one.part for rack in new for one in layout.in_rack(rack.id)] == ["dgx-h100"]
    assert desk.session.document.history.current.label == "Place Pair"


def test_a_placed_pod_is_taken_apart_by_any_of_its_racks(desk: Desk, blocks: BlockList) -> None:
    actions = ActionSet()
    pods = PodCommands(desk.workspace, desk.settings, actions, blocks, blocks.reload)
    pods.save(("A01", "A02"), "Pair")
    blocks.setCurrentRow(0)
    blocks.place_chosen()
    desk.workspace.select(("A01",))
    assert actions.reason("pod.detach") == "select a pod, or racks of one group"
    mine = tuple(rack.id for rack in desk.design.racks if rack.group)
    desk.workspace.select(mine[:1])
    actions["pod.detach"].trigger()
    assert desk.session.document.history.current.label == "Detach Pair"
    assert not any(rack.group or rack.assembly for rack in desk.design.racks)


def test_the_inspector_names_a_pod_and_takes_it_apart(
    qtbot: QtBot, desk: Desk, blocks: BlockList, pods: PodCommands
) -> None:
    panel = PropertiesPanel(desk.workspace)
    qtbot.addWidget(panel)
    panel.show()
    pods.save(("A01", "A02"), "Pair")
    blocks.setCurrentRow(0)
    blocks.place_chosen()
    asked: list[str] = []
    panel.command_asked.connect(asked.append)
    row = next(rack.row for rack in desk.design.racks if rack.group)
    title = f"Row {row} · 2 racks"
    qtbot.waitUntil(lambda: title in [one.text() for one in panel.findChildren(QLabel)])
    for button in panel.findChildren(QPushButton):
        button.click()
    assert asked == ["row.duplicate", "edit.mirror", "row.detach"]
    desk.workspace.apply("Detach row", edits.detach_row(row))
    qtbot.waitUntil(lambda: "Pair · 2 racks" in [one.text() for one in panel.findChildren(QLabel)])
    asked.clear()
    for button in panel.findChildren(QPushButton):
        button.click()
    assert asked == ["edit.duplicate", "edit.mirror", "pod.detach"]


def test_assemblies_of_the_design_are_listed_and_searched(desk: Desk, blocks: BlockList) -> None:
    desk.workspace.apply("Make", edits.make_assembly(desk.catalog, "A01", "One node"))
    assert listed(blocks) == ["One node × 1"]
    blocks.search("qqq zzz")
    assert listed(blocks) == []
    blocks.search("node ONE")
    assert listed(blocks) == ["One node × 1"]
    clip = blocks.clip_of(0)
    assert clip is not None
    assert [rack.assembly for rack in clip.racks] == [desk.design.assemblies[0].id]
    assert blocks.clip_of(7) is None


def test_what_a_room_has_is_listed_last_and_placed_by_enter(desk: Desk, blocks: BlockList) -> None:
    blocks.search("ceiling")
    assert [block.name for block in blocks.blocks] == ["Ceiling zone"]
    blocks.setCurrentRow(0)
    assert blocks.place_chosen()
    (zone,) = desk.design.room.obstacles
    assert (zone.kind, zone.name) == ("ceiling", "Ceiling 1")
    assert desk.workspace.selection == (element_key(zone.id),)
    assert blocks.place_chosen()
    assert [one.name for one in desk.design.room.obstacles] == ["Ceiling 1", "Ceiling 2"]
    first, second = (one.box for one in desk.design.room.obstacles)
    assert not overlap(first, second)


def test_a_pod_is_dragged_onto_the_floor_with_a_ghost_of_each_rack(
    qtbot: QtBot, desk: Desk
) -> None:
    canvas = FloorCanvas(desk.workspace)
    qtbot.addWidget(canvas)
    canvas.resize(900, 700)
    canvas.show()
    qtbot.waitExposed(canvas)
    pod = pod_of(desk.design, ("A01", "A02"), "Pair")
    at = canvas.view.mapFromScene(QPointF(4_000, 5_000))
    drag = SentDrag(canvas.view.viewport(), ClipMime(pod, desk.catalog, None))
    assert drag.enter(at)
    assert "Pair · 2 racks" in canvas.view.card.words()
    assert canvas.view.ghost.isVisible()
    drag.drop(at)
    new = [rack for rack in desk.design.racks if rack.id not in ("A01", "A02")]
    assert sorted(rack.x_mm for rack in new) == [3_000, 3_800]
    assert len({rack.row for rack in new} - {"A"}) == 1, "a row of its own"
    desk.session.document.undo()
    assert len(desk.design.racks) == 2


def test_a_pod_that_meets_a_rack_is_refused(desk: Desk) -> None:
    layout = desk.workspace.layout()
    pod = pod_of(desk.design, ("A01", "A02"), "Pair")
    plan = clip_onto_floor(layout, desk.catalog, pod, 2_000, 1_800, free=True)
    assert plan.edit is None
    assert "A01" in plan.verdict.reason
    target = PasteTarget(by_mm=(0, 0))
    with pytest.raises(EditError, match="in the way"):
        paste(desk.catalog, pod, target)(desk.design)


def test_an_assembly_that_is_gone_is_nothing_to_drop() -> None:
    assert clip_of_assembly(Design(), "none").racks == ()


def test_a_file_that_is_no_design_is_passed_over(
    desk: Desk, blocks: BlockList, pods: PodCommands
) -> None:
    pods.save(("A01",), "Good")
    folder = next(iter(desk.settings.pods._folder.glob("*"))).parent
    (folder / "bad.cluster.toml").write_text("= no design", encoding="utf-8")
    blocks.reload()
    assert listed(blocks) == ["Good · A01"]
