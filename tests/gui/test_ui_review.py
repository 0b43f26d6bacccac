"""Review in the window: F8 begins and ends it, a drag moves nothing and says why."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from designer.document import edits
from designer.document.errors import IN_REVIEW
from designer.ui.window.main_window import MainWindow
from designer.ui.window.review_chip import ReviewChip
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
