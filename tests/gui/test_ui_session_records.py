"""The lists of the design's settings: what each shows, offers, adds, refuses, explains, removes."""

import datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.model.design import Design, PriceOverride
from designer.ui.fields import paper_records
from designer.ui.state.actions import ActionSet
from designer.ui.views.design_settings.record_section import RecordSection
from designer.ui.views.design_settings.window import DesignSettings
from tests.helpers.expected import Script, as_expected
from tests.helpers.sessions import settle
from tests.helpers.shown import widget_lines
from tests.helpers.ui_desk import Desk
from tests.helpers.ui_hall import design_lines, hall, hall_report

TITLES = (
    "Feeds", "Coolant loops", "Obstacles", "Doors and lifts", "Assemblies", "Fabrics", "Prices",
    "Spares", "Revisions", "Stages", "Notes", "Waivers", "Weather", "Grid carbon", "Cable trays",
    "Building plans",
)  # fmt: skip


@pytest.fixture
def first_design() -> Design:
    own = PriceOverride(id="qm9700", amount_cents=2_500_000, currency="USD", as_of="2026-05-01")
    return hall().evolve(prices=(own,))


@pytest.fixture
def settings(qtbot: QtBot, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> DesignSettings:
    monkeypatch.setattr(paper_records, "_today", lambda: "2026-06-01")
    made = DesignSettings(desk.workspace, ActionSet())
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    qtbot.waitExposed(made)
    return made


def as_shown(section: RecordSection) -> list[str]:
    """Return the lines of a section; a choice of hundreds of parts by its first ones."""
    return [line if len(line) < 400 else f"{line[:400]} …" for line in widget_lines(section)]


def test_every_list_is_among_the_titles(settings: DesignSettings) -> None:
    assert set(settings.records) == set(TITLES)


@pytest.mark.parametrize("title", TITLES)
def test_a_list(title: str, desk: Desk, settings: DesignSettings) -> None:
    settings.show_page(title)
    section = settings.records[title]

    def look() -> list[str]:
        steps = [step.label for step in desk.session.document.history.steps]
        design = design_lines(desk.design, desk.catalog)
        return [
            *as_shown(section), f"chosen: {section.chosen()}", f"last step: {steps[-1]}",
            *(f"design: {line}" for line in design),
        ]  # fmt: skip

    script = Script(look)

    def step(words: str) -> None:
        settle()
        script.step(words)

    step("before the engine has answered")
    desk.report(hall_report())
    settings.refresh()
    step("with a report")
    for row in range(section.list.count()):
        section.list.setCurrentRow(row)
        step(f"record {row}")
    for text in ("", "-1", "12.5", "C", "C") if section.line.isVisible() else ():
        section.line.setFocus()
        section.line.clear()
        QTest.keyClicks(section.line, text)
        QTest.keyClick(section.line, Qt.Key.Key_Return)
        step(f"add {text!r}")
    if section.choice.count() > 1:
        section.choice.setCurrentIndex(section.choice.count() - 1)
        section.add()
        step("add the last choice")
    for _ in range(3):
        section.remove()
        step("remove the chosen one")
    desk.session.document.go_to(0)
    step("all undone")
    as_expected(f"records-{title.lower()}", script.lines)


def test_what_was_typed_stays_when_the_design_changes(desk: Desk, settings: DesignSettings) -> None:
    settings.show_page("Revisions")
    section = settings.records["Revisions"]
    section.line.setFocus()
    section.line.selectAll()
    QTest.keyClicks(section.line, "Z")
    assert desk.workspace.apply("x", lambda design: design.evolve(name="other"))
    settle()
    assert section.line.text() == "Z"
    section.forget()
    section.refresh()
    assert section.line.text() == "A", "the next letter is suggested"


def test_figures_that_follow_from_a_record_come_with_the_report(
    desk: Desk, settings: DesignSettings
) -> None:
    settings.show_page("Fabrics")
    section = settings.records["Fabrics"]
    before = section.explanation.text()
    desk.report(hall_report())
    settle()
    assert section.explanation.text() != before
    assert "8" in section.explanation.text()


def test_the_window_is_put_right_when_it_is_shown_again(
    desk: Desk, settings: DesignSettings
) -> None:
    settings.show_page("Revisions")
    section = settings.records["Revisions"]
    section.line.clear()
    QTest.keyClick(section.line, Qt.Key.Key_Return)
    assert section.refusal.isVisible()
    assert section.refusal.text() == "give its letter"
    settings.hide()
    assert desk.workspace.apply("x", lambda design: design.evolve(revisions=()))
    settle()
    settings.show()
    assert not section.refusal.isVisible()
    assert not section.list.isVisible()
    assert section.empty.text() == "No revision yet."


def test_today_is_today() -> None:
    now = datetime.datetime.now().astimezone().date().isoformat()
    utc = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    assert paper_records._today() in (now, utc)
