"""Stages in the window: which is looked at, what comes later, what is added, all beside another."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.document import edits
from designer.document.as_of import as_of
from designer.document.edits.stages import drop_stage, set_stage
from designer.document.later import Later
from designer.engine.evaluate import evaluate
from designer.model.change import diff
from designer.model.design import Design, Stage
from designer.planning.templates import build
from designer.runtime.engine_client import EngineClient
from designer.runtime.engine_feed import EngineFeed
from designer.runtime.report_store import ReportStore
from designer.ui.commands.stages import into_stage
from designer.ui.fields.record_fields import rack_fields
from designer.ui.fields.stage_records import stages
from designer.ui.fields.tables.devices import DEVICES
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.listing import done, in_slices
from designer.ui.fields.tables.racks import RACKS
from designer.ui.fields.tables.search import parse
from designer.ui.state.build_all import BuildAll
from designer.ui.state.stage_reports import StageReports
from designer.ui.state.tips import rack_tip
from designer.ui.views.dialogs.stages_dialog import StagesDialog
from designer.ui.views.elevation.panel import ElevationPanel
from designer.ui.views.floor.canvas import FloorCanvas
from designer.ui.window.main_window import MainWindow
from designer.ui.window.stage_chip import StageChip
from designer.ui.window.stages_bar import StagesBar
from tests.helpers.ui_desk import Desk, small_design
from tests.helpers.variants import FakeAside

CATALOG = load_shipped()
DAYS = (Stage(id="day-1", name="Day 1", date="2027-06"), Stage(id="day-2", name="Day 2"))


def staged_design() -> Design:
    """The second rack of two comes on the second day."""
    design = small_design()
    racks = tuple(r.evolve(stage="day-2") if r.id == "A02" else r for r in design.racks)
    return design.evolve(stages=DAYS, racks=racks)


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, staged_design())
    yield made
    made.close()


def test_the_last_stage_is_the_whole_and_another_narrows(desk: Desk) -> None:
    looked = desk.workspace.stage
    assert looked.stage is not None
    assert looked.stage.id == "day-2"
    assert not looked.narrows
    assert desk.workspace.sized_design is desk.design
    looked.look_at("day-1")
    assert looked.narrows
    assert looked.later == Later(racks=frozenset({"A02"}))
    assert desk.workspace.sized_design == as_of(desk.design, "day-1")
    assert desk.workspace.sized_design is desk.workspace.sized_design
    looked.look_at("nobody")
    assert looked.stage.id == "day-1"
    looked.step(1)
    assert not looked.narrows


def test_nothing_is_put_into_a_rack_that_comes_later(desk: Desk) -> None:
    """The card said that nothing changes, and the whole design had errors more."""
    workspace = desk.workspace
    into = edits.place_device(CATALOG, "sn2201", "A02")
    workspace.stage.look_at("day-1")
    said = workspace.attempt("Place", into)
    assert said == "A02 comes in Day 2: look at that stage to fill it"
    assert not workspace.request_preview(into, ("A02",))
    assert workspace.attempt("Place", edits.place_device(CATALOG, "sn2201", "A01")) == ""
    workspace.stage.look_at("")
    assert workspace.attempt("Place", into) == ""


def test_nothing_is_built_for_an_early_stage(desk: Desk) -> None:
    """It built switches a second time, which stood in a rack that comes later."""
    work = BuildAll(desk.workspace)
    desk.workspace.stage.look_at("day-1")
    assert work.reason().startswith("what Day 1 lacks may come in a later stage")
    work.toggle()
    assert not work.is_at_work
    desk.workspace.stage.look_at("")
    assert "later stage" not in work.reason()


def test_of_a_design_without_stages_nothing_is_different(qtbot: QtBot, tmp_path: Path) -> None:
    desk = Desk(tmp_path, small_design())
    edit = edits.rename("A01", "B01")
    assert desk.workspace.stage.staged(edit) is edit
    assert desk.workspace.stage.of(desk.design) is desk.design
    assert desk.workspace.stage.later == Later()
    bar, chip = StagesBar(desk.workspace), StageChip(desk.workspace)
    qtbot.addWidget(bar)
    qtbot.addWidget(chip)
    assert bar.isHidden()
    assert bar.needed_px == 0
    assert chip.isHidden()
    desk.close()


def test_a_button_looks_at_its_stage_and_the_chip_leads_back(qtbot: QtBot, desk: Desk) -> None:
    bar, chip = StagesBar(desk.workspace), StageChip(desk.workspace)
    for widget in (bar, chip):
        qtbot.addWidget(widget)
    assert [button.text() for button in bar.buttons.values()] == ["Day 1", "Day 2"]
    assert bar.buttons["day-2"].isChecked()
    assert bar.words.full_text() == "All of it. What you add comes in Day 2."
    QTest.mouseClick(bar.buttons["day-1"], Qt.MouseButton.LeftButton)
    assert desk.workspace.stage.narrows
    assert bar.buttons["day-1"].isChecked()
    assert not bar.buttons["day-2"].isChecked()
    assert bar.words.full_text() == (
        "What comes later is dashed and not counted. What you add comes in Day 1."
    )
    assert not chip.isHidden()
    assert chip.text() == "As of Day 1"
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert not desk.workspace.stage.narrows
    assert chip.isHidden()


def test_many_stages_are_chosen_from_a_list(qtbot: QtBot, desk: Desk) -> None:
    bar = StagesBar(desk.workspace)
    qtbot.addWidget(bar)
    for number in range(3, 9):
        desk.workspace.apply("Add", edits.put("stages", Stage(id=f"day-{number}")))
    assert bar.buttons == {}
    assert bar.choice.count() == 8
    bar.choice.activated.emit(0)
    stage = desk.workspace.stage.stage
    assert stage is not None
    assert stage.id == "day-1"


def test_a_stage_that_goes_is_looked_at_no_longer(qtbot: QtBot, desk: Desk) -> None:
    bar = StagesBar(desk.workspace)
    qtbot.addWidget(bar)
    desk.workspace.stage.look_at("day-1")
    desk.workspace.apply("Remove", drop_stage("day-1"))
    assert not desk.workspace.stage.narrows
    assert list(bar.buttons) == ["day-2"]
    desk.session.document.undo()
    assert desk.workspace.stage.narrows
    desk.session.new(staged_design())
    assert not desk.workspace.stage.narrows


def test_what_is_added_comes_in_the_stage_that_is_looked_at(desk: Desk) -> None:
    place = edits.place_rack(desk.catalog, "rack-48u", 4800, 4800, name="N1")
    assert desk.workspace.apply("Place", place)
    assert {rack.id: rack.stage for rack in desk.design.racks}["N1"] == "day-2"
    desk.session.document.undo()
    desk.workspace.stage.look_at("day-1")
    assert desk.workspace.apply("Place", place)
    assert {rack.id: rack.stage for rack in desk.design.racks}["N1"] == ""
    assert desk.session.document.history.current.label == "Place"


def test_a_preview_asks_for_what_is_there_by_then(desk: Desk) -> None:
    desk.workspace.stage.look_at("day-1")
    move = edits.set_fields("racks", "A02", note="later")
    assert desk.workspace.request_preview(move, ("A02",))
    assert desk.client.previews[-1][1].is_empty()
    note = edits.set_fields("racks", "A01", note="now")
    assert desk.workspace.request_preview(diff(desk.design, note(desk.design)), ("A01",))
    (put,) = desk.client.previews[-1][1].put
    assert [rack.id for rack in put[1]] == ["A01"]


def test_what_comes_later_is_dashed_on_the_floor(qtbot: QtBot, desk: Desk) -> None:
    floor = FloorCanvas(desk.workspace)
    qtbot.addWidget(floor)
    floor.resize(900, 600)
    marks = floor.floor.later
    assert marks.marked() == ()
    box = floor.floor.racks["A02"].sceneBoundingRect()

    def seen() -> QImage:
        image = QImage(120, 120, QImage.Format.Format_RGB32)
        image.fill(QColor("black"))
        painter = QPainter(image)
        floor.floor.render(painter, source=box)
        painter.end()
        return image

    whole = seen()
    desk.workspace.stage.look_at("day-1")
    assert marks.marked() == ("A02",)
    assert seen() != whole
    desk.workspace.apply("Earlier", set_stage(("A02",), ""))
    assert marks.marked() == ()


def test_a_rack_that_comes_later_is_a_ghost_from_every_side(qtbot: QtBot, desk: Desk) -> None:
    """Its deep devices were drawn as if they stood, seen from the rear and from the side."""
    node = edits.place_device(desk.workspace.catalog, "dgx-h100", "A02", 20)
    desk.workspace.apply("Node", node)
    key = desk.workspace.layout().in_rack("A02")[-1].key
    panel = ElevationPanel(desk.workspace)
    qtbot.addWidget(panel)
    panel.resize(1200, 500)
    panel.show_sides(("front", "rear", "side"))
    desk.workspace.select(("A02",))

    def inks() -> list[set[int]]:
        image, faces = panel.view.grab().toImage(), panel.view.faces
        boxes = [box.adjusted(4, 4, -4, -4).toAlignedRect() for _, box in faces.seen({key})]
        assert len(boxes) == 3
        return [
            {image.pixel(x, y) for x in range(box.left(), box.right()) for y in
             range(box.top(), box.center().y() - 8)}
            for box in boxes
        ]  # fmt: skip

    assert all(len(ink) > 1 for ink in inks()[:2])
    desk.workspace.stage.look_at("day-1")
    assert [len(ink) for ink in inks()] == [1, 1, 1], "nothing of it is seen but its outline"


def test_limits_of_a_rack_that_comes_later_say_when(qtbot: QtBot, desk: Desk) -> None:
    panel = ElevationPanel(desk.workspace)
    qtbot.addWidget(panel)
    desk.workspace.select(("A02",))
    desk.workspace.stage.look_at("day-1")
    words = "Comes in Day 2: as of Day 1 it is not there, so nothing of it is sized."
    assert panel.limits.words() == words
    assert words in rack_tip(desk.workspace, "A02")
    desk.workspace.select(("A01",))
    assert "Comes in" not in panel.limits.words()
    desk.workspace.select(("A02",))
    desk.workspace.stage.look_at("")
    assert "Comes in" not in panel.limits.words()


def test_things_are_put_into_a_stage_by_its_name_in_one_step(desk: Desk) -> None:
    assert desk.workspace.apply("Put", into_stage(("A01", "n1"), "day 2"))
    assert {rack.stage for rack in desk.design.racks} == {"day-2"}
    assert desk.design.devices[0].stage == "day-2"
    desk.session.document.undo()
    assert desk.workspace.apply("Put", into_stage(("A01",), "Day 3"))
    assert [one.name for one in desk.workspace.stage.every] == ["Day 1", "Day 2", "Day 3"]
    desk.session.document.undo()
    assert desk.design == staged_design()
    # The first of all brings the one before it, in which is what names none.
    made = into_stage(("A02",), "Day 2")(small_design())
    assert [one.name for one in made.stages] == ["Day 1", "Day 2"]
    assert as_of(made, "day-1").racks == made.racks[:1]
    assert (
        desk.workspace.attempt("Put", into_stage(("A01",), " ")) == "a stage needs a name, as Day 2"
    )


def test_properties_offer_the_stage_where_there_are_some(desk: Desk) -> None:
    def field(design: Design) -> list[tuple[object, bool]]:
        made = rack_fields(design, desk.catalog, design.racks)
        return [(one.value, one.mixed) for one in made if one.name == "stage"]

    assert field(small_design()) == []
    assert field(desk.design) == [(None, True)]
    one = rack_fields(desk.design, desk.catalog, desk.design.racks[:1])
    (stage,) = [found for found in one if found.name == "stage"]
    assert stage.choices == (("the first", ""), ("Day 1, 2027-06", "day-1"), ("Day 2", "day-2"))
    assert desk.workspace.apply("Set", stage.edit("day-2"))
    assert desk.design.racks[0].stage == "day-2"


def test_tables_filter_and_set_the_stage(desk: Desk) -> None:
    facts = Facts(desk.workspace.layout(), CATALOG)

    def found(text: str) -> list[str]:
        lines = done(in_slices(facts, RACKS, parse(text, RACKS), None))
        return [RACKS.called(facts, line) for line in lines]

    assert found('stage:"day 2"') == ["A02"]
    assert found("phase:none") == ["A01"]
    column = next(one for one in DEVICES.columns if one.key == "stage")
    assert column.edit is not None
    assert column.edit.choices is not None
    assert column.edit.choices(facts) == (("the first", ""), ("Day 1", "day-1"), ("Day 2", "day-2"))
    assert column.edit.edit is not None
    assert desk.workspace.apply("Set", column.edit.edit(facts, desk.design, "n1", "day-2"))
    assert desk.design.devices[0].stage == "day-2"


def test_the_list_of_stages_adds_counts_and_removes(desk: Desk) -> None:
    kind = stages()
    assert kind.lines(desk.design) == [
        ("day-1", "Day 1, 2027-06 · 0 things come in it"),
        ("day-2", "Day 2 · 1 thing comes in it"),
    ]
    key, edit = kind.add(desk.design, "", kind.suggest(desk.design))
    assert key == "day-3"
    assert desk.workspace.apply("Add", edit)
    assert desk.workspace.apply("Remove", kind.remove("day-2"))
    assert {rack.id: rack.stage for rack in desk.design.racks}["A02"] == "day-1"


def test_all_stages_are_measured_one_after_another(qtbot: QtBot, desk: Desk) -> None:
    engine = FakeAside()
    reports = StageReports(engine, lambda: ())
    dialog = StagesDialog(desk.workspace, reports)
    qtbot.addWidget(dialog)
    dialog.open_beside()
    assert engine.asked == [as_of(desk.design, "day-1")]
    assert dialog.state.text() == "Measuring 2 of 2…"
    for stage in ("day-1", "day-2"):
        engine.found.emit(evaluate(as_of(desk.design, stage), CATALOG))
    assert [one.called for one in reports.lines] == ["Day 1, 2027-06", "Day 2"]
    assert dialog.cells[1, 2].text() == "1"
    assert dialog.cells[2, 2].text() == "2 (+1)"
    assert dialog.state.text() == ""
    assert dialog.breaks.text().startswith("Day 1: error ")
    # An edit begins anew; one that dies says of which stage.
    desk.workspace.apply("Rename", edits.rename("A01", "B01"))
    assert reports.lines == ()
    engine.failed.emit("the engine crashed")
    assert dialog.state.text() == "Day 1: the engine crashed"
    dialog.close()
    assert reports.left == 0


def test_edit_stages_opens_the_settings_on_the_stages(window: MainWindow) -> None:
    parts = window._parts
    for before in ("", "Room"):
        if before:
            parts.design.show_settings(before)
        window.actions_by_id["view.stages"].trigger()
        assert parts.stages.dialog is not None
        parts.stages.dialog.edit_button.click()
        settings = parts.design.settings
        assert settings is not None
        assert settings.isVisible()
        item = settings.names.currentItem()
        assert item is not None
        assert item.text() == "Stages"
        assert settings.pages.currentIndex() == settings.names.currentRow()
        settings.close()


def test_commands_step_through_stages_and_say_why_they_cannot(
    window: MainWindow, desk: Desk
) -> None:
    actions = window.actions_by_id
    assert "select something first" in actions["arrange.stage"].toolTip()
    assert "it is the last" in actions["view.stage_after"].toolTip()
    actions["view.stage_before"].trigger()
    assert desk.workspace.stage.narrows
    assert "it is the first" in actions["view.stage_before"].toolTip()
    bar = window.findChild(StagesBar)
    assert bar is not None
    assert not bar.isHidden()
    window.centre.show_start_page()
    assert bar.isHidden()
    desk.workspace.select(("A01",))
    actions["arrange.stage"].trigger()
    desk.session.new(small_design())
    assert bar.isHidden()
    assert "has no stages" in actions["view.stage_before"].toolTip()


# The real process.


def test_the_engine_is_told_what_is_there_at_the_stage(qtbot: QtBot) -> None:
    from designer.document.document import Document

    whole = build("starter-32", {}, CATALOG)
    whole = whole.evolve(
        stages=DAYS,
        racks=tuple(r.evolve(stage="day-2") if r.id == "A03" else r for r in whole.racks),
    )
    document, store = Document(whole), ReportStore(interval_ms=0)
    client = EngineClient(store)
    looked = {"at": "day-2"}

    def narrow(design: Design) -> Design:
        return as_of(design, looked["at"])

    feed = EngineFeed(document, client, lambda: (), narrow=narrow)

    def is_of(design: Design) -> bool:
        report = store.report
        told = report is not None and store.is_current(document.revision)
        return told and report is not None and report.totals == evaluate(design, CATALOG).totals

    qtbot.waitUntil(lambda: is_of(whole), timeout=60_000)
    looked["at"] = "day-1"
    feed.look_again()
    qtbot.waitUntil(lambda: is_of(narrow(document.design)), timeout=60_000)
    document.apply("Rename", edits.rename("A03", "Z03"))
    document.apply("Remove", edits.remove(("A01",)))
    qtbot.waitUntil(lambda: is_of(narrow(document.design)), timeout=60_000)
    assert [rack.id for rack in store.report.racks] == [  # type: ignore[union-attr] # waited for
        rack.id for rack in narrow(document.design).racks
    ]
    feed.close()
    client.finish()
