"""A subject that is added to the engine is seen in the window and on paper, and nothing else is."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from designer.engine.evaluate import Evaluator
from designer.engine.report import Report
from designer.render.sheets.rack_facts import limit_rows
from designer.ui.views.dashboard.panel import DashboardPanel
from designer.ui.views.elevation.limits import LimitsList
from tests.helpers import engine_designs as parts
from tests.helpers.printed import printed
from tests.helpers.toy_subject import WITH_TOY
from tests.helpers.ui_desk import Desk

CATALOG = parts.small_catalog()
DESIGN = parts.superpod(1).evolve(assemblies=(parts.dgx_assembly(4).evolve(id="dgx-4"),))
REPORT = Evaluator(CATALOG, WITH_TOY).report(DESIGN)
RACKS = f"{REPORT.totals.racks}"


def dashboard(qtbot: QtBot, desk: Desk) -> DashboardPanel:
    panel = DashboardPanel(desk.workspace)
    qtbot.addWidget(panel)
    panel.show()
    return panel


def test_an_added_section_stands_in_the_window_with_its_bounds(qtbot: QtBot, desk: Desk) -> None:
    panel = dashboard(qtbot, desk)
    desk.report(REPORT)
    qtbot.waitUntil(panel.added.isVisible)
    texts = panel.added.texts()
    assert texts["Noise"] == {"Loudest, dB": "72", "Racks": RACKS, "Fans": "10.0–20.0 kW"}
    section = [*panel.added._views.values()][[*texts].index("Noise")]
    assert "left open by: " in section._rows["Fans"][1].toolTip()


def test_a_section_that_is_gone_leaves_no_heading_behind(qtbot: QtBot, desk: Desk) -> None:
    panel = dashboard(qtbot, desk)
    desk.report(REPORT)
    qtbot.waitUntil(panel.added.isVisible)
    panel.added.show_report(Report())
    assert panel.added.texts() == {}
    assert not panel.added.isVisible()
    panel.added.show_report(None)
    assert not panel.added.isVisible()


def test_nothing_is_said_of_what_there_is_nothing_of(qtbot: QtBot, desk: Desk) -> None:
    panel = dashboard(qtbot, desk)
    empty = Evaluator(CATALOG).report(DESIGN.evolve(racks=(), assemblies=(), devices=()))
    assert "availability" in dict(empty.sections)
    panel.added.show_report(empty)
    assert "Availability" not in panel.added.texts()
    panel.added.show_report(Evaluator(CATALOG).report(DESIGN))
    assert "Availability" in panel.added.texts()


def test_rows_of_an_added_section_fit_the_panel(qtbot: QtBot, desk: Desk) -> None:
    panel = dashboard(qtbot, desk)
    panel.resize(346, 900)
    desk.report(REPORT)
    qtbot.waitUntil(panel.added.isVisible)
    assert "Availability" in panel.added.texts()
    long = "Of what has a published failure rate, and of all that stands in the hall beside it"
    section = panel.added._view("availability")
    section.show_rows([(long, "1,000 (900–1,010)", ""), ("Short", "Nodes: ~23 (9–37) GPUs …", "")])
    caption, value = section._rows[long]
    qtbot.waitUntil(lambda: caption.height() > 2 * section._rows["Short"][0].height())
    for label in (value, section._rows["Short"][1], panel.totals.capital.value):
        assert label.width() >= label.sizeHint().width()
        assert label.mapTo(panel, label.rect().topRight()).x() < panel.width()
    # A name makes room for its own figure, not for the longest of another row.
    assert caption.width() > value.x() - 12


def test_a_limit_of_an_added_subject_stands_beside_those_of_the_rack(
    qtbot: QtBot, desk: Desk
) -> None:
    limits = LimitsList(desk.workspace)
    qtbot.addWidget(limits)
    limits.show_report(REPORT.racks[0], stale=False)
    assert "Noise: 64.0 of 63.0 dB" in limits.words().splitlines()
    rows = [(row.label, row.text) for row in limit_rows(REPORT.racks[0])]
    assert ("Noise", "64.0 of 63.0 dB · OVER") in rows


def test_the_floor_sheet_lists_an_added_section(tmp_path: Path, qapp: object) -> None:
    assert qapp is not None
    text = " ".join(printed(tmp_path, DESIGN, CATALOG, REPORT, sheets=("floor",)))
    assert "NOISE" in text
    assert "Loudest, dB 72" in text
    assert "Fans 10.0–20.0 kW" in text
    bare = REPORT.evolve(sections=())
    assert "NOISE" not in " ".join(printed(tmp_path, DESIGN, CATALOG, bare, sheets=("floor",)))
