"""At an early stage: card, ghost, keys and release say the same of every way to fill a rack."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.document.drop_plans import part_into_rack
from designer.engine.preview import Foreseen, Preview
from designer.engine.remedy import Remedy
from designer.engine.report import Check, Report
from designer.model.design import Design, Stage
from designer.ui.state.apply_plan import apply_plan
from designer.ui.state.build_all import BuildAll
from designer.ui.state.drag_payload import encode_devices, encode_part
from designer.ui.state.drop_preview import DropPreview
from designer.ui.state.workspace import Workspace
from designer.ui.views.dashboard.build_strip import BuildStrip
from tests.helpers.canvas_drags import SentDrag
from tests.helpers.canvas_space import WaitingClient, small_design, space_of
from tests.helpers.shown_views import at_u, middle, shown_canvas, shown_elevation

DAYS = (Stage(id="day-1", name="Day 1"), Stage(id="day-2", name="Day 2"))
SHIFT = Qt.KeyboardModifier.ShiftModifier
WHY = "A02 comes in Day 2: look at that stage to fill it"
EARLY = (
    "what Day 1 lacks may come in a later stage: put it into Day 1, or look at the last stage to "
    "build"
)
PAYLOADS = {
    "node": lambda: encode_part("node"),
    "leaf": lambda: encode_part("leaf"),
    "a device": lambda: encode_devices(("node-1",)),
    "two devices": lambda: encode_devices(("node-1", "leaf-1")),
    "of an assembly": lambda: encode_devices(("B01/n1",)),
}


def hall() -> Design:
    design = small_design()
    racks = tuple(r.evolve(stage="day-2") if r.id == "A02" else r for r in design.racks)
    return design.evolve(stages=DAYS, racks=racks)


@pytest.fixture
def early(qtbot: QtBot) -> Iterator[Workspace]:
    made = space_of(hall())
    made.stage.look_at("day-1")
    yield made
    made.close()


@pytest.fixture
def heard(early: Workspace) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    early.message.connect(lambda text, kind: found.append((text, kind)))
    return found


def see_refused(qtbot: QtBot, space: Workspace, preview: DropPreview) -> None:
    """See the card say no, and name a place in a rack that is there."""
    assert preview.plan is not None
    assert (preview.plan.verdict.ok, preview.plan.edit) == (False, None)
    assert preview.lines()[0].text == f"✕ {WHY}"
    assert preview.lines()[0].tone == "error"
    qtbot.waitUntil(lambda: preview.nearest is not None)
    assert preview.nearest is not None
    assert not space.stage.later.racks & set(preview.nearest.fills)
    last = preview.lines()[-1].text
    assert " does nothing · Shift" in last
    assert "builds" not in last, "nothing is built at an early stage"
    assert isinstance(space.client, WaitingClient)
    assert space.client.asked == []


@pytest.mark.parametrize("what", PAYLOADS)
@pytest.mark.parametrize("where", ["floor", "elevation"])
def test_a_drag_onto_a_rack_that_comes_later_is_refused_before_it_ends(
    qtbot: QtBot, early: Workspace, heard: list[tuple[str, str]], what: str, where: str
) -> None:
    """The card said `Release places`, and the release was refused."""
    mime: QMimeData = PAYLOADS[what]()
    before = early.document.design
    if where == "floor":
        canvas = shown_canvas(qtbot, early)
        at, preview = middle(canvas, "A02"), canvas.view.preview
        drag = SentDrag(canvas.view.viewport(), mime)
    else:
        panel = shown_elevation(qtbot, early)
        early.select(("A02",))
        panel.grab()
        at, preview = at_u(panel, 40), panel.view.preview
        drag = SentDrag(panel.view, mime)
    assert drag.enter(at)
    assert drag.move(at)
    see_refused(qtbot, early, preview)
    drag.drop(at)
    assert early.document.design is before
    assert heard[-1][0].endswith(f": {WHY}")
    assert drag.enter(at)
    see_refused(qtbot, early, preview)
    drag.drop(at, SHIFT)
    assert early.document.design is not before, "Shift: at the nearest place that is free"
    late = early.layout().in_rack("A02")
    assert late == ()


def test_by_keys_it_is_refused_before_enter(
    qtbot: QtBot, early: Workspace, heard: list[tuple[str, str]]
) -> None:
    panel = shown_elevation(qtbot, early)
    view, before = panel.view, early.document.design
    assert view.aim.begin("leaf")
    assert view.preview.plan is not None
    assert view.preview.plan.verdict.ok
    while view.rack_id != "A02":
        QTest.keyClick(view, Qt.Key.Key_Right)
    assert isinstance(early.client, WaitingClient)
    early.client.asked.clear()
    see_refused(qtbot, early, view.preview)
    assert view.preview.lines()[-1].text.startswith("Enter does nothing · Shift+Enter places")
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert early.document.design is before
    assert view.aim.part_id == "leaf", "it goes on being aimed"
    QTest.keyClick(view, Qt.Key.Key_Return, SHIFT)
    assert early.document.design is not before
    assert early.layout().in_rack("A02") == ()
    assert view.aim.part_id == ""


def test_what_is_said_of_a_stage_goes_with_it(
    early: Workspace, heard: list[tuple[str, str]]
) -> None:
    """It stood in the status line after its reason was gone."""
    plan = part_into_rack(early.layout(), early.catalog, "node", "A02")
    apply_plan(early, plan)
    assert heard[-1][0].endswith(WHY)
    early.stage.look_at("")
    assert heard[-1] == ("", "info")
    apply_plan(early, plan)
    assert early.layout().in_rack("A02") != ()


def test_shift_promises_no_building_and_says_why(
    qtbot: QtBot, early: Workspace, heard: list[tuple[str, str]]
) -> None:
    """The card said that Shift also builds; nothing was built, and nobody said why."""
    preview, work = DropPreview(early), BuildAll(early)
    early.report_store.expect(early.document.revision)
    early.report_store.accept(early.document.revision, Report())
    preview.show(part_into_rack(early.layout(), early.catalog, "node", "A03"), elsewhere=False)
    assert isinstance(early.client, WaitingClient)
    qtbot.waitUntil(lambda: len(early.client.asked) == 1)  # type: ignore[attr-defined] # seen above
    asks = Foreseen.model_validate(
        {"rule": "R07", "severity": "error", "message": "m", "key": "r", "remedy": "hang-pdus"}
    )
    early.client.previewed.emit(Preview(preview=1, comes=(asks,)))
    assert preview.lines()[-1].text == f"Shift builds nothing: {EARLY}"
    plan = preview.dropped()
    assert plan is not None
    preview.clear()
    apply_plan(early, plan, builds=True)
    assert not work.is_at_work
    assert heard[-1] == (f"{plan.label}; nothing is built for it: {EARLY}", "info")


def test_the_strip_says_why_nothing_is_built(qtbot: QtBot, early: Workspace) -> None:
    strip = BuildStrip(BuildAll(early))
    qtbot.addWidget(strip)
    needed = Remedy(action="add-air-units", part="crah", number=1)
    found = Check(rule="P26", severity="error", key="P26:a", message="m", where=("A01",),
                  remedy=needed)  # fmt: skip
    early.report_store.expect(early.document.revision)
    early.report_store.accept(early.document.revision, Report(checks=(found,)))
    while early.report_store.is_untold:
        QApplication.processEvents()
    assert strip.words.text() == f"Nothing is built for 1 finding: {EARLY}"
    assert not strip.button.isEnabled()
    early.stage.look_at("")
    assert strip.words.text() == "1 finding can be built for, as one step"
