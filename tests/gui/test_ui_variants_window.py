"""Variants in the window: commands, notices, and the strip at the head of the plots."""

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.document.edits import drop
from designer.engine.ownership_report import Ownership
from designer.engine.report import Report, Totals
from designer.io import design_file
from designer.model.design import Design, Revision
from designer.model.figures import exact
from designer.model.measured import fields_of
from designer.render.theme import LIGHT
from designer.ui.window.main_window import MainWindow
from designer.ui.window.variants_bar import VariantsBar
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk, small_design
from tests.helpers.workload_reports import RUN, show

PATIENCE_MS = 60_000


@pytest.fixture
def first_design() -> Design:
    return small_design()


def bar(window: MainWindow) -> VariantsBar:
    found = window.centre.variants
    assert found is not None
    return found


def keep(window: MainWindow, name: str) -> None:
    window.actions_by_id["variants.keep"].trigger()
    prompt = window.variant_commands.prompt
    assert prompt is not None
    prompt.line.setText(name)
    prompt.accept_button.click()


def sized(desk: Desk, **more: object) -> Report:
    owned = Ownership(years=4.0, **fields_of({"tco": exact(20e6, "USD")}))
    return Report(totals=Totals(power_max_kw=1_430.0), workloads=(RUN,), ownership=owned, **more)


def test_the_design_is_kept_by_its_command_and_listed_with_three_figures(
    window: MainWindow, desk: Desk
) -> None:
    keep(window, "too early")
    prompt = window.variant_commands.prompt
    assert prompt is not None
    assert prompt.isVisible()
    assert prompt.words.text() == "its figures are not worked out yet"
    prompt.reject()
    show(desk, RUN)
    desk.report(sized(desk))
    settle()
    window.views.show_view("Workloads")
    assert not bar(window).isVisible()
    keep(window, "as drawn")
    settle()
    assert bar(window).isVisible()
    row = bar(window).rows["A"]
    assert [label.text() for label in row.figures] == ["1.43 MW", "~100 days", "TCO $20.0 M"]
    assert row.name.full_text() == "as drawn"
    desk.workspace.apply("Nothing runs", drop("workloads", "run"))
    settle()
    assert bar(window).now.figures[1].text() == ""
    desk.workspace.document.undo()
    assert row.about.full_text().startswith("kept ")
    assert row.about.full_text().endswith(" · small")
    assert bar(window).now.name.full_text() == "small"
    assert "as drawn, 1.43 MW, ~100 days" in bar(window).accessibleDescription()
    assert not bar(window).rows["B"].name.isVisible()
    assert window.actions_by_id["variants.clear"].isEnabled()


def test_a_sum_over_other_years_names_them(window: MainWindow, desk: Desk) -> None:
    desk.report(sized(desk))
    settle()
    window.views.show_view("Cost")
    keep(window, "four years")
    now = sized(desk)
    desk.workspace.apply("Go on", lambda design: design.evolve(name="next"))
    desk.report(now.evolve(ownership=now.ownership.evolve(years=5.0)))
    settle()
    row = bar(window).rows["A"]
    assert row.figures[2].text() == "TCO $20.0 M, 4 years"
    assert bar(window).now.figures[2].text() == "TCO $20.0 M"


def test_it_stands_over_workloads_and_cost_and_nowhere_else(window: MainWindow, desk: Desk) -> None:
    desk.report(sized(desk))
    settle()
    keep(window, "one")

    def shown(view: str) -> bool:
        window.views.show_view(view)
        return bar(window).isVisible()

    views = ("Floor", "Workloads", "Power", "Cost", "Elevation", "Fabric")
    assert [view for view in views if shown(view)] == ["Workloads", "Cost"]
    window.files.show_start_page()
    assert not bar(window).isVisible()


def test_a_cross_removes_one_with_the_keyboard_too(window: MainWindow, desk: Desk) -> None:
    desk.report(sized(desk))
    settle()
    window.views.show_view("Cost")
    for name in ("one", "two", "three"):
        keep(window, name)
    assert window.actions_by_id.reason("variants.keep") == (
        "3 variants stand already; remove one first"
    )
    cross = bar(window).rows["B"].cross
    assert cross.accessibleName() == "Remove variant B, two"
    assert cross.focusPolicy() & Qt.FocusPolicy.TabFocus
    cross.setFocus()
    QTest.keyClick(cross, Qt.Key.Key_Space)
    assert [one.name for one in window.variants.every] == ["one", "three"]
    window.actions_by_id["variants.clear"].trigger()
    assert window.variants.every == ()
    assert not bar(window).isVisible()
    assert window.actions_by_id.reason("variants.clear") == "there are none"


def test_files_are_asked_for_and_a_bad_one_becomes_a_notice(
    window: MainWindow, tmp_path: Path
) -> None:
    window.actions_by_id["variants.pick"].trigger()
    dialog = window.variant_commands.dialog
    assert dialog is not None
    bad = tmp_path / "bad.cluster.toml"
    bad.write_text("name = [")
    dialog.filesSelected.emit([str(bad)])
    dialog.reject()
    said = window.centre.banners.texts()["variants"]
    assert said.startswith("Not compared: ")
    assert "bad.cluster.toml" in said
    assert window.variants.every == ()


def test_each_of_several_bad_files_is_told(window: MainWindow, tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.cluster.toml" for name in ("first", "second")]
    for path in paths:
        path.write_text("name = [")
    window.variant_commands.pick(paths)
    said = window.centre.banners.texts()["variants"]
    assert all(path.name in said for path in paths)
    # What was taken away is not told again with the next.
    window.centre.banners.dismiss("variants")
    window.variants.refused.emit("third is not compared")
    assert window.centre.banners.texts()["variants"] == "third is not compared"


def test_what_is_cancelled_or_removed_is_told_in_place_of_what_was_said(
    window: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    path = tmp_path / "other.cluster.toml"
    design_file.save(path, small_design(), load_shipped(), None)
    window.variant_commands.pick([path])
    assert desk.messages[-1] == ("Measuring other.cluster.toml…", "info")
    bar(window).rows["A"].cross.click()
    assert desk.messages[-1] == ("other.cluster.toml is not compared: cancelled", "info")
    desk.report(sized(desk))
    settle()
    keep(window, "one")
    bar(window).rows["A"].cross.click()
    assert desk.messages[-1] == ("A is removed: one", "info")
    keep(window, "two")
    window.actions_by_id["variants.clear"].trigger()
    assert desk.messages[-1] == ("All variants are removed", "info")


def test_enter_presses_a_cross_and_it_stands_in_the_middle_of_its_row(
    window: MainWindow, desk: Desk
) -> None:
    desk.report(sized(desk))
    settle()
    window.views.show_view("Cost")
    keep(window, "one")
    keep(window, "two")
    settle()
    for letter in ("A", "B"):
        row = bar(window).rows[letter]
        assert row.cross.geometry().center().y() == row.figures[0].geometry().center().y()
        assert row.cross.height() == row.name.height()
    cross = bar(window).rows["A"].cross
    cross.setFocus()
    QTest.keyClick(cross, Qt.Key.Key_Return)
    assert [one.name for one in window.variants.every] == ["two"]


def test_a_file_is_measured_by_a_process_of_its_own_while_the_window_works(
    window: MainWindow, desk: Desk, qtbot: QtBot, tmp_path: Path
) -> None:
    other = small_design().evolve(
        name="other", revisions=(Revision(id="B", date="2026-11-01", text="x"),)
    )
    path = tmp_path / "other.cluster.toml"
    design_file.save(path, other, load_shipped(), None)
    desk.report(sized(desk))
    settle()
    window.views.show_view("Cost")
    window.variant_commands.pick([path])
    row = bar(window).rows["A"]
    assert row.figures[1].text() == "being measured…"
    assert row.cross.accessibleName() == "Cancel variant A, other"
    assert desk.messages[-1] == ("Measuring other.cluster.toml…", "info")
    qtbot.waitUntil(lambda: bool(window.variants.every), timeout=PATIENCE_MS)
    (one,) = window.variants.every
    assert one.report is not None
    assert one.report.totals.gpus == 8
    assert row.figures[0].text().endswith("kW")
    assert row.about.full_text().startswith("rev B · written ")
    assert desk.store.report is not one.report


def test_closing_the_window_ends_what_is_under_way(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "other.cluster.toml"
    design_file.save(path, small_design(), load_shipped(), None)
    window.variant_commands.pick([path])
    engine = window.variants._engine
    assert engine.process_id
    window.close()
    qtbot.waitUntil(lambda: engine.process_id == 0, timeout=PATIENCE_MS)
    assert window.variants.every == ()


def test_variants_stay_when_another_design_is_opened_and_say_of_which_they_are(
    window: MainWindow, desk: Desk
) -> None:
    desk.report(sized(desk))
    settle()
    keep(window, "before")
    desk.session.new(Design(name="another"))
    window.views.show_view("Cost")
    settle()
    assert bar(window).now.name.full_text() == "another"
    assert bar(window).rows["A"].about.full_text().endswith(" · small")


@pytest.mark.parametrize("light", [False, True])
@pytest.mark.parametrize(("wide", "high"), [(1280, 800), (1600, 1000)])
def test_rows_have_room_for_their_figures(
    window: MainWindow, desk: Desk, light: bool, wide: int, high: int
) -> None:
    if light:
        desk.workspace.set_theme(LIGHT)
    window.resize(wide, high)
    show(desk, RUN)
    desk.report(sized(desk))
    settle()
    window.views.show_view("Workloads")
    for name in ("a name that is rather long, as names of variants are", "two", "three"):
        keep(window, name)
    settle()
    strip = bar(window)
    rows = (strip.now, *strip.rows.values())

    def box(widget: QWidget) -> tuple[int, int]:
        left = widget.mapTo(strip, QPoint(0, 0)).x()
        return left, left + widget.width()

    for row in rows:
        for label in row.figures:
            assert label.width() >= label.fontMetrics().horizontalAdvance(label.text())
        shown = [box(widget) for widget in row.widgets if widget.isVisible()]
        assert all(one[1] <= other[0] for one, other in pairwise(shown))
        assert shown[-1][1] <= strip.width()
    view = window.centre.stack.currentWidget()
    assert view.mapTo(window, QPoint(0, 0)).y() >= strip.mapTo(window, QPoint(0, 0)).y() + (
        strip.height()
    )
