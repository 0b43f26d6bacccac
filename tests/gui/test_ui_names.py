"""In the window and on paper a record is called by its name, never by its id."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.document.edits import rename
from designer.engine.evaluate import evaluate
from designer.engine.report import Check, Report
from designer.planning.templates import build
from designer.ui.commands.command_entries import entries
from designer.ui.state.actions import ActionSet
from designer.ui.state.tips import device_tip, rack_tip
from designer.ui.views.dashboard.check_words import advice_words, title_words, where_words
from designer.ui.views.dashboard.checks import ChecksView
from designer.ui.views.elevation.limits import feed_remarks
from tests.helpers.marks import marks_of, texts
from tests.helpers.printed import printed
from tests.helpers.renamed_ids import MARK, with_marked_ids
from tests.helpers.ui_desk import Desk, small_design

ACROSS = Check(
    rule="P05", severity="warning", where=("A01", "n1", "A02"), message="no rack PDU", key="P05:a"
)


@pytest.fixture
def renamed(desk: Desk) -> Desk:
    """The desk with the names of its two racks swapped."""
    for key, name in (("A01", "A03"), ("A02", "A01"), ("A01", "A02"), ("n1", "first node")):
        assert desk.workspace.apply("Rename", rename(key, name)), desk.messages
    return desk


def test_a_finding_is_at_what_people_call_its_places(renamed: Desk) -> None:
    name_of = renamed.workspace.layout().name_of
    assert title_words(ACROSS, name_of) == "P05 · A02 +2"
    assert where_words(ACROSS, name_of) == "A02, first node, A01"
    assert advice_words(ACROSS, name_of).startswith("Where: A02, first node, A01\nThe rule: ")


def test_cards_and_tips_follow_a_new_name(desk: Desk, qtbot: QtBot) -> None:
    view = ChecksView(desk.workspace)
    qtbot.addWidget(view)
    view.resize(346, 600)
    view.show()
    view.show_report(Report(checks=(ACROSS,)))
    found = view.list

    def shown() -> list[str]:
        port = found.viewport()
        return texts(marks_of(port.width(), port.height(), lambda p: port.render(p, QPoint())))

    before = shown()
    assert any("A01 +2" in text for text in before), before
    assert desk.workspace.apply("Rename", rename("A01", "Front rack"))
    assert any("Front rack +2" in text for text in shown())
    tip = found.checks.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "no rack PDU\nFront rack, node 1, A02"


def test_the_command_box_names_the_places_of_a_finding(renamed: Desk) -> None:
    renamed.report(Report(checks=(ACROSS,)))
    actions = ActionSet()
    found = [e for e in entries(renamed.workspace, actions, lambda _: None) if e.kind == "check"]
    assert [entry.detail for entry in found] == ["A02, first node, A01"]


def test_no_tip_remark_or_entry_shows_an_id(desk: Desk) -> None:
    desk.session.new(with_marked_ids(small_design()))
    report = evaluate(desk.design, desk.catalog)
    desk.report(report)
    layout = desk.workspace.layout()
    said = [rack_tip(desk.workspace, rack.id) for rack in desk.design.racks]
    said += [device_tip(placed, layout, desk.catalog) for placed in layout.every()]
    said += [f"{r.label} {r.text}" for rack in report.racks for r in feed_remarks(rack)]
    actions = ActionSet()
    for entry in entries(desk.workspace, actions, lambda _: None):
        said += [f"{entry.kind}: {entry.title} {entry.detail}"]
    assert [text for text in said if MARK in text] == []


def test_no_sheet_prints_an_id(tmp_path: Path, qapp: object) -> None:
    catalog = load_shipped()
    design = with_marked_ids(build("dgx-superpod-h100", {"scalable_units": "1"}, catalog))
    report = evaluate(design, catalog)
    for page in printed(tmp_path, design, catalog, report):
        at = page.find(MARK)
        assert at < 0, page[max(0, at - 80) : at + 80]
