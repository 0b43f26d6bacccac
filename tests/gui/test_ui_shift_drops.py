"""Shift onto the nearest free place: card, ghost and panels tell of the drop that is made."""

from random import Random

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.document.as_of import as_of
from designer.document.document import Document
from designer.engine.evaluate import Evaluator
from designer.engine.preview import Foreseen, Preview
from designer.engine.reasons import is_open
from designer.engine.report import Report
from designer.model.change import apply
from designer.model.design import Design, Stage
from designer.planning.templates import build
from designer.runtime.report_store import ReportStore
from designer.ui.state.drag_payload import encode_part
from designer.ui.state.drop_preview import DropPreview
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.canvas import FloorCanvas
from tests.helpers.canvas_drags import SentDrag
from tests.helpers.canvas_space import WaitingClient
from tests.helpers.random_drops import Drops
from tests.helpers.sent_mouse import move
from tests.helpers.shown_views import at_u, middle, shown_canvas, shown_elevation

ALT, SHIFT = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier
NONE, LEFT = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
ERROR = Foreseen.model_validate(
    {"rule": "F06", "severity": "error", "message": "too near", "key": "F06"}
)


@pytest.fixture
def canvas(qtbot: QtBot, space: Workspace) -> FloorCanvas:
    return shown_canvas(qtbot, space)


def client_of(space: Workspace) -> WaitingClient:
    assert isinstance(space.client, WaitingClient)
    return space.client


def answered(space: Workspace, *comes: Foreseen) -> Preview:
    """Answer the newest question of the engine."""
    client = client_of(space)
    told = Preview(preview=len(client.asked), comes=comes)
    client.previewed.emit(told)
    return told


def shift(widget: QWidget, *, down: bool, held: Qt.KeyboardModifier = NONE) -> None:
    """Press Shift, or let it go; what else is held stays so, as `QTest` does not leave it."""
    kind, was = (QEvent.Type.KeyPress, held) if down else (QEvent.Type.KeyRelease, held | SHIFT)
    QApplication.sendEvent(widget, QKeyEvent(kind, Qt.Key.Key_Shift, was))


def held_over_a_neighbour(canvas: FloorCanvas) -> QPoint:
    """Drag A03 freely, with Alt, until A04 is in the way, and hold it there; return where."""
    port, at = canvas.view.viewport(), middle(canvas, "A03")
    to = at + QPoint(round(240 * canvas.view.scale_factor()), 20)
    QTest.mousePress(port, LEFT, ALT, at)
    move(port, to, pressed=True, keys=ALT)
    return to


def test_shift_held_over_a_refused_place_tells_of_the_nearest_one(
    canvas: FloorCanvas, space: Workspace, qtbot: QtBot
) -> None:
    """The card stayed that of the refused place, and the release brought errors."""
    view, client = canvas.view, client_of(space)
    at = held_over_a_neighbour(canvas)
    qtbot.waitUntil(lambda: view.preview.nearest is not None)
    offered = view.preview.nearest
    assert offered is not None
    assert client.asked == []
    assert view.ghost.boundingRect().height() > 1_400, "the offered place is dashed"
    shift(view, down=True, held=ALT)
    assert view.preview.plan is offered
    words = view.card.words().splitlines()
    assert words[0] == f"✓ {offered.verdict.title}"
    assert words[1] == "nearest free place: here A03: A04 is in the way"
    assert "sizing…" in words
    qtbot.waitUntil(lambda: len(client.asked) == 1)
    told = answered(space, ERROR)
    assert space.released.preview is told
    assert view.ghost.doubtful
    assert "+ 1 error: too near" in view.card.words()
    assert "Release moves · Esc cancels" in view.card.words()
    QTest.mouseRelease(view.viewport(), LEFT, ALT | SHIFT, at)
    assert space.document.design == apply(canvas_design(space), client.asked[0][1])


def canvas_design(space: Workspace) -> Design:
    """Return the design before its newest step."""
    space.document.undo()
    before = space.document.design
    space.document.redo()
    return before


def test_shift_let_go_shows_again_that_the_place_is_refused(
    canvas: FloorCanvas, space: Workspace, qtbot: QtBot
) -> None:
    view, before = canvas.view, space.document.design
    at = held_over_a_neighbour(canvas)
    shift(view, down=True, held=ALT)
    qtbot.waitUntil(lambda: view.preview.is_elsewhere)
    shift(view, down=False, held=ALT)
    words = view.card.words().splitlines()
    assert words[0] == "✕ A03: A04 is in the way"
    assert words[2].startswith("nearest free place: A03 by ")
    QTest.mouseRelease(view.viewport(), LEFT, ALT, at)
    assert space.document.design is before


@pytest.mark.parametrize("where", ["floor", "elevation"])
def test_a_part_held_with_shift_is_told_where_it_goes(
    space: Workspace, qtbot: QtBot, where: str
) -> None:
    if where == "floor":
        canvas = shown_canvas(qtbot, space)
        preview, mime, at = canvas.view.preview, encode_part("rack"), middle(canvas, "A01")
        drag = SentDrag(canvas.view.viewport(), mime)
    else:
        panel = shown_elevation(qtbot, space)
        preview, mime, at = panel.view.preview, encode_part("node"), at_u(panel, 14)
        drag = SentDrag(panel.view, mime)
    assert drag.enter(at)
    assert drag.move(at)
    assert preview.plan is not None
    assert not preview.plan.verdict.ok
    drag.move(at, SHIFT)
    qtbot.waitUntil(lambda: preview.is_elsewhere)
    client = client_of(space)
    qtbot.waitUntil(lambda: len(client.asked) == 1)
    answered(space, ERROR)
    assert preview.is_doubtful
    drag.drop(at, SHIFT)
    assert space.document.design == apply(canvas_design(space), client.asked[0][1])


def test_by_keys_shift_shows_what_enter_does_with_it(space: Workspace, qtbot: QtBot) -> None:
    panel = shown_elevation(qtbot, space)
    view = panel.view
    assert view.aim.begin("node")
    while view.preview.plan is None or view.preview.plan.verdict.ok:
        QTest.keyClick(view, Qt.Key.Key_Down)
    shift(view, down=True)
    qtbot.waitUntil(lambda: view.preview.is_elsewhere)
    meant = view.preview.plan
    shift(view, down=False)
    assert not view.preview.plan.verdict.ok
    shift(view, down=True)
    assert view.preview.plan is meant
    QTest.keyClick(view, Qt.Key.Key_Return, SHIFT)
    assert space.document.history.current.label.startswith(meant.label)


@pytest.mark.parametrize("early", [False, True])
def test_the_card_of_a_random_drop_with_shift_is_what_the_report_says_after_it(
    qtbot: QtBot, early: bool
) -> None:
    """Half of them are made at a stage before every other rack comes."""
    catalog = load_shipped()
    design = build("starter-32", {}, catalog)
    later = ("", "later") if early else ("",)
    racks = tuple(r.evolve(stage=later[n % len(later)]) for n, r in enumerate(design.racks))
    days = (Stage(id="now", order=1), Stage(id="later", order=2)) if early else ()
    document, client = Document(design.evolve(racks=racks, stages=days)), WaitingClient()
    space = Workspace(document, catalog, ReportStore(interval_ms=0), client)  # type: ignore[arg-type]  # stands in
    space.stage.look_at("now" if early else "")
    preview, evaluator = DropPreview(space), Evaluator(catalog)
    seen = as_of(document.design, "now") if early else document.design
    before, made = evaluator.report(seen), 0
    parts = tuple(part.id for part in catalog.parts if part.id in parts_of(design))
    drops = Drops(document.design, catalog, parts, Random(f"shift {early}"))
    for plan in drops.refused(12):
        client.asked.clear()
        preview.show(plan, elsewhere=True)
        meant = preview.dropped()
        if not preview.is_elsewhere or meant is None or meant.edit is None:
            continue
        qtbot.waitUntil(lambda: len(client.asked) == 1)
        whole = document.made(space.stage.staged(meant.edit))
        after = as_of(whole, "now") if early else whole
        _, change, ids = client.asked[-1]
        assert apply(seen, change) == after
        told = evaluator.preview(1, seen, change, ids)
        client.previewed.emit(told)
        see(preview, before, Evaluator(catalog).report(after))
        made += 1
    preview.clear()
    space.close()
    assert made > 6


def parts_of(design: Design) -> set[str]:
    return (
        {d.part for d in design.devices}
        | {r.part for r in design.racks}
        | {slot.part for one in design.assemblies for slot in one.slots}
    )


def see(preview: DropPreview, before: Report, after: Report) -> None:
    """See that the card counts the errors that the report has besides."""
    known, new = errors(before), errors(after)
    said = [line.text for line in preview.lines()]
    count = len(new - known)
    words = f"+ {count} error"
    assert any(text.startswith(words) for text in said) == (count > 0), (said, new - known)


def errors(report: Report) -> set[str]:
    return {
        check.key
        for check in report.checks
        if check.severity == "error" and not check.waived and not is_open(check.key)
    }
