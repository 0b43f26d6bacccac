"""The panel of cables: sums, lengths against reach, fill of trays, checks; each leads somewhere."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.document.edits import put
from designer.engine.network_report import (
    Cables,
    MediumReport,
    TrayReport,
    UnconnectedCables,
)
from designer.engine.report import Check, Report
from designer.model.design import Tray
from designer.model.network_keys import tray_key
from designer.planning.templates import build
from designer.ui.state.cables_shown import CablesShown
from designer.ui.views.cables.bars import Reach
from designer.ui.views.cables.panel import CablesPanel
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk

CHECK = Check(
    rule="F10", severity="error", where=("A01",), message="1 cable is 14.7 m too far",
    advice="Take its pin away.", key="reach:c1",
)  # fmt: skip
REPORT = Report(
    cables=Cables(
        count=3141, between_racks=3000, length_m=37_500.0, longest_m=27.0, price=4_030_000.0,
        currency="USD", too_far=1, optics_w=15_000.0, off_trays=12,
        media=(
            MediumReport(medium="DAC", count=265, shortest_m=1.2, longest_m=17.7, reach_m=3.0),
            MediumReport(medium="MMF", count=2289, shortest_m=4.0, longest_m=27.0, reach_m=50.0),
        ),
        trays=(
            TrayReport(id="b", name="B left", cables=554, usable_mm2=1.0, fill_pct=71.0),
            TrayReport(id="t", name="B right", cables=1201, usable_mm2=1.0, fill_pct=82.0),
            TrayReport(id="x", name="Unsized", cables=10),
        ),
    ),
    checks=(CHECK, CHECK.evolve(rule="P01", key="other")),
)  # fmt: skip


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, build("dgx-superpod-h100", {"scalable_units": "1"}, load_shipped()))
    made.workspace.apply("Draw", put("trays", Tray(id="t", corners=((600, 600), (3000, 600)))))
    yield made
    made.close()


@pytest.fixture
def shown(desk: Desk) -> CablesShown:
    return CablesShown(desk.workspace, desk.workspace)


@pytest.fixture
def panel(qtbot: QtBot, desk: Desk, shown: CablesShown) -> CablesPanel:
    made = CablesPanel(desk.workspace, shown)
    made.resize(340, 900)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    desk.report(REPORT)
    settle()
    return made


def values(panel: CablesPanel) -> list[str]:
    return [figure.value.text() for figure in panel.figures.values()]


def words(panel: CablesPanel) -> str:
    return "\n".join(label.text() for label in panel.findChildren(QLabel))


def test_sums_are_those_of_the_report(panel: CablesPanel) -> None:
    assert values(panel) == ["3,141", "37.5 km", "$4.0 M", "✕ 1", "0", "not stated"]
    assert "draw up to 15.0 kW at both ends" in panel.optics.text()
    assert "~ 12 cables follow no tray" in panel.optics.text()


def test_without_a_report_nothing_is_said(qtbot: QtBot, desk: Desk, shown: CablesShown) -> None:
    made = CablesPanel(desk.workspace, shown)
    qtbot.addWidget(made)
    made.show()
    assert set(values(made)) == {"—"}


def test_lengths_stand_against_the_reach_of_their_medium(panel: CablesPanel) -> None:
    told = panel.reach.accessibleDescription()
    assert "DAC: 265 cables, 1.2 to 17.7 m, reach 3 m" in told
    assert panel.reach.x_of(3.0) < panel.reach.x_of(17.7) < panel.reach.x_of(50.0)
    assert Reach("DAC", 1, 1.0, 3.1, 3.0).is_over
    assert not Reach("DAC", 1, 1.0, 3.0, 3.0).is_over
    assert not Reach("SMF", 1, 1.0, 9.0, None).is_over


def test_the_fullest_tray_comes_first_and_what_is_not_known_says_so(panel: CablesPanel) -> None:
    assert [line.name for line in panel.trays.lines] == ["B right", "B left", "Unsized"]
    told = panel.trays.accessibleDescription()
    assert "B right: 1,201 cables, 82 %" in told
    assert "Unsized: 10 cables, size not stated" in told


def test_a_click_on_a_tray_selects_it_and_filters_the_schedule(
    panel: CablesPanel, desk: Desk, shown: CablesShown
) -> None:
    QTest.mouseClick(
        panel.trays, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(40, 8)
    )
    assert desk.workspace.selection == (tray_key("t"),)
    assert shown.is_on
    assert shown.filter == "tray:t"


def test_trays_are_reached_by_keyboard(panel: CablesPanel) -> None:
    chosen: list[str] = []
    panel.trays.chosen.connect(chosen.append)
    QTest.keyClick(panel.trays, Qt.Key.Key_Down)
    QTest.keyClick(panel.trays, Qt.Key.Key_Return)
    assert chosen == ["b"]


def test_checks_of_cables_alone_are_listed_and_lead_to_their_place(
    panel: CablesPanel, desk: Desk
) -> None:
    assert "✕ F10 error" in words(panel)
    assert "14.7 m too far" in words(panel)
    assert "P01" not in words(panel)
    next(b for b in panel.findChildren(QPushButton) if b.text() == "show").click()
    assert desk.workspace.selection == ("A01",)


def test_it_is_painted_alike_in_no_two_states(qtbot: QtBot, panel: CablesPanel, desk: Desk) -> None:
    full = panel.grab().toImage()
    desk.workspace.apply("x", put("trays", Tray(id="u", corners=((0, 0), (600, 0)))))
    desk.report(REPORT.evolve(cables=REPORT.cables.evolve(trays=(), media=()), checks=()))
    settle()
    assert panel.grab().toImage() != full
    assert "No tray is drawn: T on the floor draws one." in words(panel)


def test_what_does_not_fit_is_not_out_of_reach_and_what_lost_its_end_is_told(
    panel: CablesPanel, desk: Desk
) -> None:
    lost = UnconnectedCables(fabric="c", name="Compute", reason="cables laid by hand take their "
                             "place", links=1)  # fmt: skip
    cables = REPORT.cables.evolve(too_far=0, misfits=1, not_connected=1, unconnected=(lost,))
    cut = CHECK.evolve(rule="R12", severity="error", message="1 link of 1 node gave way", key="R12")
    open_ = CHECK.evolve(rule="F15", severity="warning", key="F15:open:t", message="whether")
    desk.report(REPORT.evolve(cables=cables, checks=(cut, open_)))
    settle()
    assert panel.figures["Out of reach"].value.text() == "0"
    assert "1 cable: the pinned part does not fit" in panel.optics.text()
    assert panel.figures["Not connected"].value.text() == "✕ 1"
    assert "take their place" in panel.figures["Not connected"].toolTip()
    assert "✕ R12 error" in words(panel)
    assert "? F15 cannot be said" in words(panel)
    assert "F15 warning" not in words(panel)
