"""Review in the window: F8 begins and ends it, a drag moves nothing and says why."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from designer.document import edits
from designer.document.errors import IN_REVIEW
from designer.ui.state.clip_formats import ClipMime
from designer.ui.state.drag_payload import encode_part
from designer.ui.window.main_window import MainWindow
from designer.ui.window.review_chip import ReviewChip
from tests.helpers.canvas_drags import SentDrag
from tests.helpers.ui_desk import Desk


def _drag_first_rack(window: MainWindow, desk: Desk) -> None:
    view = window.floor.view
    rack = desk.design.racks[0]
    window.floor.zoom_to((rack.id,))
    at = view.mapFromScene(rack.x_mm + 200, rack.y_mm + 200)
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    for step in (20, 60, 120):
        QTest.mouseMove(view.viewport(), at + QPoint(0, step))
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=at + QPoint(0, 120))


def test_f8_holds_everything_and_the_chip_lets_go(window: MainWindow, desk: Desk) -> None:
    chip = window.status.findChild(ReviewChip)
    assert chip is not None
    assert not chip.isVisible()
    QTest.keyClick(window, Qt.Key.Key_F8)
    assert chip.isVisible()
    before = desk.design
    _drag_first_rack(window, desk)
    assert desk.design is before
    assert desk.messages[-1] == (IN_REVIEW, "info")
    desk.workspace.select((before.racks[0].id,))
    for command in ("edit.remove", "edit.duplicate"):
        window.actions_by_id[command].trigger()
        assert desk.design is before, command
        assert desk.messages[-1] == (IN_REVIEW, "warning"), command
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert not chip.isVisible()
    assert not window.actions_by_id["view.review"].isChecked()
    _drag_first_rack(window, desk)
    assert desk.design is not before


def test_undo_waits_for_the_end_of_a_review(window: MainWindow, desk: Desk) -> None:
    desk.workspace.apply("Rename", edits.rename(desk.design.racks[0].id, "Z9"))
    turned = desk.design
    window.actions_by_id["view.review"].setChecked(True)
    window.actions_by_id["edit.undo"].trigger()
    assert desk.design is turned
    assert desk.messages[-1] == (IN_REVIEW, "warning")
    window.actions_by_id["view.review"].setChecked(False)
    window.actions_by_id["edit.undo"].trigger()
    assert desk.design is not turned


def _carried(desk: Desk, what: str) -> QMimeData:
    if what != "pod":
        return encode_part(what)
    return ClipMime(desk.design, desk.catalog, None)


@pytest.mark.parametrize("what", ["rack-48u", "dgx-h100", "pod"])
def test_the_ghost_over_the_floor_is_refused_and_the_engine_is_not_asked(
    window: MainWindow, desk: Desk, what: str
) -> None:
    view = window.floor.view
    window.actions_by_id["view.review"].setChecked(True)
    asked, before = len(desk.client.previews), desk.design
    rack = before.racks[0]
    at = view.mapFromScene(rack.x_mm + 300, rack.y_mm + 3000 * (what != "dgx-h100") + 300)
    drag = SentDrag(view.viewport(), _carried(desk, what))
    assert drag.enter(at)
    assert view.ghost.isVisible()
    refused, *about = view.card.words().splitlines()
    assert refused == f"✕ {IN_REVIEW}"
    assert len(about) == 1, "what is dragged, and nothing that follows"
    assert desk.messages[-1][0].endswith(IN_REVIEW)
    assert drag.drop(at)
    assert desk.messages[-1][0].endswith(IN_REVIEW)
    assert (desk.design, len(desk.client.previews)) == (before, asked)
    window.actions_by_id["view.review"].setChecked(False)
    drag = SentDrag(view.viewport(), _carried(desk, what))
    assert drag.enter(at)
    assert IN_REVIEW not in view.card.words()
    drag.leave()


def test_a_part_over_the_elevation_is_refused_with_the_reason_of_the_review(
    window: MainWindow, desk: Desk
) -> None:
    before = desk.design
    desk.workspace.select((before.racks[0].id,))
    view = window.elevation.view
    window.actions_by_id["view.review"].setChecked(True)
    drag = SentDrag(view, encode_part("dgx-h100"))
    assert drag.enter(view.rect().center())
    assert view.card.words().splitlines() == [f"✕ {IN_REVIEW}", "DGX H100 into A01 · U1–U8"]
    assert drag.drop(view.rect().center())
    assert desk.messages[-1][0].endswith(IN_REVIEW)
    assert desk.design is before


@pytest.mark.parametrize("command", ["edit.duplicate", "edit.paste", "edit.rotate", "insert.row"])
def test_a_command_with_a_reason_of_its_own_tells_that_of_the_review(
    window: MainWindow, desk: Desk, command: str
) -> None:
    room = desk.design.room.evolve(outline=((0, 0), (1200, 0), (1200, 1200), (0, 1200)))
    desk.workspace.apply("Narrow", lambda design: design.evolve(room=room))
    desk.workspace.select(rack.id for rack in desk.design.racks)
    window.actions_by_id["edit.copy"].trigger()
    window.actions_by_id["view.review"].setChecked(True)
    before = desk.design
    window.actions_by_id[command].trigger()
    assert desk.messages[-1] == (IN_REVIEW, "warning")
    assert desk.design is before
    QGuiApplication.clipboard().clear()


def test_another_design_begins_outside_of_review(
    window: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    chip = window.status.findChild(ReviewChip)
    assert chip is not None
    path = tmp_path / "kept.cluster.toml"
    desk.session.save_as(path)
    review = window.actions_by_id["view.review"]
    for begin in (window.actions_by_id["file.new"].trigger, lambda: desk.session.open(path)):
        review.setChecked(True)
        assert chip.isVisible()
        begin()
        assert not desk.session.document.reviewing
        assert not chip.isVisible()
        assert not review.isChecked()
