"""All that the rules need is built as one step, each on the report of the design as it is then."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.document import edits
from designer.document.drop_plans import DropPlan, part_onto_floor
from designer.engine.evaluate import evaluate
from designer.engine.remedy import Remedy
from designer.engine.report import Check, Report
from designer.ui.commands.build import BuildCommands
from designer.ui.state.actions import ActionSet
from designer.ui.state.apply_plan import apply_plan
from designer.ui.views.dashboard.build_strip import STOP
from designer.ui.views.dashboard.checks import ChecksView
from designer.ui.window.main_window import MainWindow
from tests.helpers.ui_desk import Desk

LEFT = Qt.MouseButton.LeftButton
TOO_HOT = Check(
    rule="C22", severity="error", where=("A02",), message="900 kW", key="C22:no-door:beyond",
    remedy=Remedy(action="hang-doors", kw=900),
)  # fmt: skip
UNITS = Check(
    rule="C23", severity="error", where=(), message="too few air units", key="C23:crah",
    remedy=Remedy(action="add-air-units", part="crah", number=1),
)  # fmt: skip


@pytest.fixture
def view(qtbot: QtBot, desk: Desk) -> Iterator[ChecksView]:
    made = ChecksView(desk.workspace)
    qtbot.addWidget(made)
    made.resize(360, 600)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()


def publish(desk: Desk, report: Report) -> None:
    """Publish a report, and let views hear of it."""
    desk.report(report)
    while desk.store.is_untold:
        QApplication.processEvents()


def size(desk: Desk) -> Report:
    """Publish what the engine says of the design as it stands."""
    report = evaluate(desk.design, desk.catalog)
    publish(desk, report)
    return report


def errors(report: Report) -> set[str]:
    return {check.key for check in report.checks if check.severity == "error"}


def run(view: ChecksView, desk: Desk) -> int:
    """Answer each step with its report until nothing more is built; return how many."""
    steps = 0
    while view.build_all.is_at_work:
        size(desk)
        steps += 1
        assert steps < 30
    return steps


def test_a_click_builds_for_all_findings_and_one_undo_takes_all_back(
    view: ChecksView, desk: Desk
) -> None:
    desk.workspace.apply("No fabric", edits.remove_fabric("compute"))
    before, was = desk.design, size(desk)
    assert "P26:no-pdu:dgx-h100x1" in errors(was)
    assert view.strip.isVisible()
    QTest.mouseClick(view.strip.button, LEFT)
    assert view.strip.button.text() == STOP
    assert run(view, desk) > 2
    now = evaluate(desk.design, desk.catalog)
    assert errors(now) < errors(was)
    assert not any(key.startswith(("P26:no-pdu", "R07:")) for key in errors(now))
    history = desk.session.document.history
    assert history.position == 2, "one step"
    assert history.current.label.startswith("Build what the rules need: ")
    assert "built as one step" in desk.messages[-1][0]
    desk.session.document.undo()
    assert desk.design == before


def test_what_finds_no_place_is_told_and_the_rest_is_built(view: ChecksView, desk: Desk) -> None:
    publish(desk, Report(checks=(TOO_HOT, UNITS)))
    view.build_all.toggle()
    assert [rack.part for rack in desk.design.racks].count("crah") == 1
    publish(desk, Report(checks=(TOO_HOT,)))
    assert not view.build_all.is_at_work
    said, _ = desk.messages[-1]
    assert said.startswith("Place 1 × CRAH 100 kW: done")
    assert "not built: C22: no rear door of the catalogue takes" in said


def test_a_rule_that_asks_again_and_again_ends(view: ChecksView, desk: Desk) -> None:
    publish(desk, Report(checks=(UNITS,)))
    view.build_all.toggle()
    for _ in range(2):
        publish(desk, Report(checks=(UNITS,)))
    assert view.build_all.is_at_work
    publish(desk, Report(checks=(UNITS,)))
    assert not view.build_all.is_at_work
    assert [rack.part for rack in desk.design.racks].count("crah") == 3


def test_what_was_tried_in_vain_is_not_promised_again_until_the_design_changes(
    view: ChecksView, desk: Desk
) -> None:
    """Each press promised two things again, built none, and cut the reason off."""
    publish(desk, Report(checks=(TOO_HOT,)))
    assert view.strip.words.text() == "1 finding can be built for, as one step"
    view.build_all.toggle()
    said, severity = desk.messages[-1]
    assert said.startswith("Nothing built; not built: C22: no rear door of the catalogue takes")
    assert severity == "warning"
    assert view.build_all.asked() == []
    assert view.strip.isVisible()
    shown = view.strip.words
    assert shown.text().startswith("Not built: C22: no rear door of the catalogue takes")
    QApplication.processEvents()
    assert shown.height() >= shown.heightForWidth(shown.width()), "the whole reason is read"
    assert not view.strip.button.isEnabled()
    view.build_all.toggle()
    why = "Build what the rules need: nothing more can be built until the design changes: C22: no"
    assert desk.messages[-1][0].startswith(why)
    desk.workspace.apply("Rename", edits.rename("A01", "X01"))
    publish(desk, Report(checks=(TOO_HOT,)))
    assert view.strip.words.text() == "1 finding can be built for, as one step"


def test_what_was_built_for_in_vain_is_not_promised_again(view: ChecksView, desk: Desk) -> None:
    publish(desk, Report(checks=(UNITS,)))
    view.build_all.toggle()
    for _ in range(3):
        publish(desk, Report(checks=(UNITS,)))
    assert not view.build_all.is_at_work
    assert view.build_all.asked() == []
    often = "C23: built for 3 times, and the rule still asks for more"
    assert view.strip.words.text() == f"Not built: {often}"
    assert desk.messages[-1][0].endswith(f"not built: {often}")


def test_the_keys_say_why_nothing_can_be_built(window: MainWindow, desk: Desk) -> None:
    publish(desk, Report())
    QTest.keyClick(window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    none = "Build what the rules need: no finding asks for anything that can be placed"
    assert desk.messages[-1] == (none, "warning")
    publish(desk, Report(checks=(UNITS,)))
    QTest.keyClick(window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert [rack.part for rack in desk.design.racks].count("crah") == 1


def test_stop_keeps_what_is_built_and_an_edit_meanwhile_ends_it(
    view: ChecksView, desk: Desk
) -> None:
    publish(desk, Report(checks=(UNITS,)))
    view.build_all.toggle()
    QTest.mouseClick(view.strip.button, LEFT)
    assert not view.build_all.is_at_work
    assert desk.messages[-1][0].endswith("stopped")
    count = len(desk.design.racks)
    publish(desk, Report(checks=(UNITS,)))
    assert len(desk.design.racks) == count

    view.build_all.toggle()
    desk.workspace.apply("Rename", edits.rename("A01", "X01"))
    publish(desk, Report(checks=(UNITS,)))
    assert not view.build_all.is_at_work
    assert desk.messages[-1][0].endswith("the design was edited")
    assert desk.session.document.history.current.label == "Rename"


def test_the_command_says_why_it_cannot_be(view: ChecksView, desk: Desk) -> None:
    actions = ActionSet()
    commands = BuildCommands(actions, view.build_all)
    publish(desk, Report())
    assert actions.reason("checks.build_all") == "no finding asks for anything that can be placed"
    assert not view.strip.isVisible()
    publish(desk, Report(checks=(UNITS,)))
    assert actions.reason("checks.build_all") == ""
    desk.workspace.apply("Rename", edits.rename("A01", "X01"))
    desk.store.expect(desk.session.document.revision)
    commands.refresh()
    assert actions.reason("checks.build_all") == "the figures are of an earlier edit"
    view.build_all.toggle()
    assert not view.build_all.is_at_work


def test_the_tip_names_what_would_be_built(view: ChecksView, desk: Desk) -> None:
    publish(desk, Report(checks=(TOO_HOT, UNITS)))
    said = view.build_all.words().splitlines()
    assert said[0].startswith("C22: Hang a rear door (no rear door of the catalogue takes")
    assert said[1].startswith("C23: Place 1 × CRAH")


def dropped(desk: Desk, part: str) -> DropPlan:
    """Return the plan of a part near a corner of the room, at the nearest place that is free."""
    plan = part_onto_floor(desk.workspace.layout(), desk.catalog, part, 6000, 6000, free=False)
    if not plan.verdict.ok and plan.elsewhere is not None:
        plan = plan.elsewhere(()) or plan
    assert plan.edit is not None
    return plan


def test_a_drop_with_shift_builds_what_it_asks_for_in_its_own_step(
    view: ChecksView, desk: Desk
) -> None:
    """Only for what the drop brings: what was asked before it is left as it was."""
    was = size(desk)
    before = desk.design
    asked_before = {check.key for check in was.checks if check.remedy is not None}
    plan = dropped(desk, "gb200-nvl72")
    apply_plan(desk.workspace, plan, builds=True)
    assert run(view, desk) > 1
    now = evaluate(desk.design, desk.catalog)
    history = desk.session.document.history
    assert history.current.label.startswith(f"{plan.label} and build ")
    assert history.position == 1, "one step"
    assert {check.key for check in now.checks} >= asked_before
    desk.session.document.undo()
    assert desk.design == before


def test_a_drop_that_asks_for_nothing_is_its_own_step_and_says_so(
    view: ChecksView, desk: Desk
) -> None:
    publish(desk, Report(checks=(TOO_HOT, UNITS)))
    plan = dropped(desk, "crah")
    apply_plan(desk.workspace, plan, builds=True)
    publish(desk, Report(checks=(TOO_HOT, UNITS)))
    assert not view.build_all.is_at_work
    assert desk.session.document.history.current.label == plan.label
    said = f"{plan.label}: nothing more to build, no new finding"
    assert desk.messages[-1] == (said, "info")
