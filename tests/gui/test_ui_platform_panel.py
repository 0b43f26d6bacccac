"""The tab of the platform: choices are edits, what rules say follows, and all of it by keys."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.model.platform import Platform
from designer.planning.templates import build
from designer.ui.fields.platform_fields import NOT_STATED
from designer.ui.views.platform.panel import PlatformPanel, kernel_text
from designer.ui.window.frame import LEAST_RIGHT_PX
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, build("dgx-superpod-h100", {"scalable_units": "1"}, load_shipped()))
    yield made
    made.close()


@pytest.fixture
def panel(qtbot: QtBot, desk: Desk) -> PlatformPanel:
    made = PlatformPanel(desk.workspace)
    made.resize(LEAST_RIGHT_PX, 900)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def sized(desk: Desk) -> None:
    """Show the report of the design as it stands."""
    desk.report(evaluate(desk.workspace.document.design, desk.workspace.catalog))
    settle()


def chosen(panel: PlatformPanel, name: str, value: str) -> None:
    """Choose a value of a field with the keyboard."""
    box = panel.software.editors[name]
    assert isinstance(box, QComboBox)
    box.setFocus()
    wanted = box.findData(value)
    assert wanted >= 0
    key = Qt.Key.Key_Down if wanted > box.currentIndex() else Qt.Key.Key_Up
    for _ in range(abs(wanted - box.currentIndex())):
        QTest.keyClick(box, key)


def test_a_design_that_states_nothing_says_so(panel: PlatformPanel, desk: Desk) -> None:
    sized(desk)
    assert panel.verdict.text().startswith("Nothing is stated yet.")
    box = panel.software.editors["operating_system"]
    assert isinstance(box, QComboBox)
    assert box.currentText() == NOT_STATED
    assert [row.sign for row in panel.ready.shown].count("ok") > 3


def test_a_choice_is_one_step_and_the_rules_follow(panel: PlatformPanel, desk: Desk) -> None:
    document = desk.workspace.document
    document.apply("Choose", lambda d: d.evolve(platform=Platform(operating_system="bottlerocket")))
    sized(desk)
    before = [row.title for row in panel.rules.shown]
    assert "Lustre client and server go together" in before
    chosen(panel, "operating_system", "flatcar")
    assert document.design.platform.operating_system == "flatcar"
    sized(desk)
    (said,) = (row for row in panel.rules.shown if row.title.startswith("Lustre client"))
    assert said.sign == "error"
    assert said.words.startswith("Flatcar Container Linux has no Lustre client")
    assert "Source: AI/ML Infrastructure" in said.why
    document.undo()
    assert document.design.platform.operating_system == "bottlerocket"


def test_partitions_are_those_of_the_gpu_that_is_drawn(panel: PlatformPanel, desk: Desk) -> None:
    box = panel.software.editors["mig"]
    assert isinstance(box, QComboBox)
    offered = [box.itemText(at) for at in range(box.count())]
    assert offered[0] == NOT_STATED
    assert all("H100" in one for one in offered[1:])
    chosen(panel, "mig", "h100-80gb-1g-10gb")
    assert desk.workspace.document.design.platform.mig == ("h100-80gb-1g-10gb",) * 7


def test_what_holds_is_shown_when_asked_and_the_kernel_can_be_copied(
    panel: PlatformPanel, desk: Desk
) -> None:
    sized(desk)
    assert panel.holding.isHidden()
    panel.more.setFocus()
    QTest.keyClick(panel.more, Qt.Key.Key_Space)
    assert not panel.holding.isHidden()
    assert {row.sign for row in panel.holding.shown} == {"ok"}
    QTest.keyClick(panel.copy, Qt.Key.Key_Space)
    said = QGuiApplication.clipboard().text()
    assert "net.core.rmem_max = 134217728" in said
    assert "\n# mitigations=off  (whether anybody shares the machines is not stated)" in said
    assert "\n# kernel.sched_min_granularity_ns = 10000000  (gone since Linux 5.13" in said


def test_words_are_reached_by_tab_and_nothing_is_wider_than_the_tab(
    panel: PlatformPanel, desk: Desk
) -> None:
    sized(desk)
    page = panel.widget()
    assert page is not None
    assert page.minimumSizeHint().width() <= LEAST_RIGHT_PX
    panel.software.editors["operating_system"].setFocus()
    reached = set()
    for _ in range(400):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        reached.add(QApplication.focusWidget())
    assert {panel.more, panel.copy, panel.kernel} <= reached
    names = {widget.accessibleName() for widget in reached}
    assert any(name.startswith("Power of the fullest rack, most: ") for name in names)


def test_a_choice_that_is_asked_for_gets_the_keyboard(panel: PlatformPanel) -> None:
    panel.reveal_choice("gpu_utilization_pct")
    editor = panel.use.editors["gpu_utilization_pct"]
    assert editor.hasFocus() or editor.isAncestorOf(QApplication.focusWidget())


def test_a_report_without_parameters_has_no_kernel_text() -> None:
    report = evaluate(build("empty-room", {}, load_shipped()), load_shipped())
    assert kernel_text(report.platform).startswith("# sysctl.d\n")
    assert kernel_text(report.platform.evolve(kernel=())) == ""
