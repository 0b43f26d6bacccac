"""Palette, outline, history, properties, dashboard, command box, start page: each on its own."""

import itertools

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QResizeEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QSpinBox
from pytestqt.qtbot import QtBot

from designer.document.edits import set_fields
from designer.engine.report import Check, Report
from designer.model.design import Waiver
from designer.render.theme import DARK, LIGHT
from designer.ui.commands.command_box import CommandBox
from designer.ui.commands.command_entries import Findable
from designer.ui.fields.reading import MIXED
from designer.ui.kit.glyphs import paint_severity
from designer.ui.state.actions import ActionSet
from designer.ui.state.drag_payload import decode_part
from designer.ui.views.dashboard.check_words import count_words, title_words
from designer.ui.views.dashboard.panel import DashboardPanel
from designer.ui.views.navigator.history import HistoryPanel
from designer.ui.views.navigator.outline import OutlinePanel
from designer.ui.views.parts.model import Heading
from designer.ui.views.parts.panel import NOTHING_FITS, PartsPanel
from designer.ui.views.properties.panel import PropertiesPanel
from designer.ui.views.start.page import StartPage
from tests.helpers.ui_desk import Desk, small_report


@pytest.fixture
def parts(qtbot: QtBot, desk: Desk) -> PartsPanel:
    made = PartsPanel(desk.workspace, desk.settings)
    qtbot.addWidget(made)
    made.resize(252, 800)
    made.show()
    return made


@pytest.fixture
def properties(qtbot: QtBot, desk: Desk) -> PropertiesPanel:
    made = PropertiesPanel(desk.workspace)
    qtbot.addWidget(made)
    made.show()
    return made


def type_into(editor: object, text: str) -> None:
    assert isinstance(editor, QLineEdit)
    editor.setFocus()
    editor.selectAll()
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, Qt.Key.Key_Return)


@pytest.fixture
def dashboard(qtbot: QtBot, desk: Desk) -> DashboardPanel:
    made = DashboardPanel(desk.workspace)
    qtbot.addWidget(made)
    made.resize(346, 900)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_search_takes_tokens_and_counts_by_group(parts: PartsPanel) -> None:
    everything = len(parts.model.rows)
    parts.search.setText("kind:switch")
    headings = [row for row in parts.model.rows if isinstance(row, Heading)]
    assert [h.text for h in headings] == ["Switches"], "a switchboard is none"
    assert headings[0].count == len(parts.model.rows) - 1
    parts.search.setText("powr<2")
    assert parts.note.text().endswith("no figure is called powr (did you mean power?)")
    parts.search.setText("powr<2 power<")
    assert parts.note.text().endswith(
        "no figure is called powr (did you mean power?); a value is missing after power<"
    )
    parts.search.setText("xyzzy")
    assert parts.note.isVisible()
    assert parts.note.text() == NOTHING_FITS
    QTest.keyClick(parts.search, Qt.Key.Key_Escape)
    assert len(parts.model.rows) == everything


def test_cables_are_listed_only_when_looked_for(parts: PartsPanel) -> None:
    kinds = {row.kind for row in parts.model.rows if not isinstance(row, Heading)}
    assert "cable" not in kinds
    parts.search.setText("kind:cable")
    assert len(parts.model.rows) > 1


def test_enter_places_at_the_first_fit_in_the_selected_rack(parts: PartsPanel, desk: Desk) -> None:
    desk.workspace.select(("A02",))
    parts.search.setText("kind:node dgx h100")
    parts.choose("dgx-h100")
    QTest.keyClick(parts.search, Qt.Key.Key_Return)
    placed = [device for device in desk.design.devices if device.rack == "A02"]
    assert [device.part for device in placed] == ["dgx-h100"]
    assert desk.workspace.selection == (placed[0].id,)
    assert desk.settings.recent_parts() == ["dgx-h100"]
    parts.search.clear()
    assert parts.model.rows[0] == Heading("Last placed", 1)
    assert getattr(parts.model.rows[1], "id", "") == "dgx-h100"


def test_without_a_rack_selected_the_message_says_so(parts: PartsPanel, desk: Desk) -> None:
    parts.choose("dgx-h100")
    assert not parts.place_chosen()
    assert desk.messages[-1][1] == "warning"
    assert "rack" in desk.messages[-1][0]


def test_a_rack_goes_beside_the_selected_one(parts: PartsPanel, desk: Desk) -> None:
    desk.workspace.select(("A02",))
    parts.choose("rack-48u")
    assert parts.place_chosen()
    added = next(rack for rack in desk.design.racks if rack.id not in {"A01", "A02"})
    width = desk.catalog.require("rack-48u").width_mm
    assert width is not None
    assert (added.x_mm, added.y_mm, added.row) == (2000 + width, 1200, "A")


def test_a_drag_carries_the_part(parts: PartsPanel) -> None:
    parts.choose("qm9700")
    mime = parts.model.mimeData([parts.list.currentIndex()])
    assert decode_part(mime) == "qm9700"


def test_outline_opens_lazily_and_follows_the_selection(qtbot: QtBot, desk: Desk) -> None:
    outline = OutlinePanel(desk.workspace)
    qtbot.addWidget(outline)
    outline.show()
    row = outline.model.index(0, 0)
    assert outline.model.data(row) == "Row A  ·  2"
    rack = outline.model.index(0, 0, row)
    assert outline.model.hasChildren(rack)
    desk.workspace.select(("n1",))
    chosen = outline.tree.selectionModel().selectedIndexes()
    assert [outline.model.keys_of(i) for i in chosen] == [("n1",)]
    outline.tree.setCurrentIndex(outline.model.index(1, 0, row))
    assert desk.workspace.selection == ("A02",)


def test_history_goes_where_it_is_clicked(
    qtbot: QtBot, desk: Desk, properties: PropertiesPanel
) -> None:
    history = HistoryPanel(desk.workspace)
    qtbot.addWidget(history)
    history.show()
    type_into(properties.editors["name"], "one")
    type_into(properties.editors["name"], "two")
    assert history.model.rowCount() == 3
    history.go(history.model.index(2, 0))
    assert desk.design.name == "small"
    history.go(history.model.index(0, 0))
    assert desk.design.name == "two"


def test_several_racks_show_what_differs_and_change_in_one_step(
    qtbot: QtBot, desk: Desk, properties: PropertiesPanel
) -> None:
    # A row that is selected whole has fields of its own.
    desk.workspace.apply("Loose", set_fields("racks", "A02", row=""))
    desk.workspace.select(("A01", "A02"))
    qtbot.waitUntil(lambda: "cooling" in properties.editors)
    left = properties.editors["x_mm"]
    assert isinstance(left, QLineEdit)
    assert left.placeholderText() == MIXED
    top = properties.editors["y_mm"]
    assert isinstance(top, QLineEdit)
    assert top.text() == "1200"
    cooling = properties.editors["cooling"]
    assert isinstance(cooling, QComboBox)
    steps = len(desk.session.document.history.steps)
    cooling.setCurrentIndex(cooling.findData("rear-door"))
    cooling.activated.emit(cooling.currentIndex())
    assert {rack.cooling for rack in desk.design.racks} == {"rear-door"}
    assert len(desk.session.document.history.steps) == steps + 1


def test_a_device_moves_to_another_u_or_says_why_not(
    qtbot: QtBot, desk: Desk, properties: PropertiesPanel
) -> None:
    desk.workspace.select(("n1",))
    qtbot.waitUntil(lambda: "u" in properties.editors)
    type_into(properties.editors["u"], "10")
    assert desk.design.devices[0].half_u == 20
    type_into(properties.editors["u"], "47")
    assert desk.design.devices[0].half_u == 20
    assert "refused" in properties.editors["u"].accessibleDescription()
    assert "outside" in properties.editors["u"].accessibleDescription()


def test_a_rack_moves_once_however_often_its_editor_reports(
    qtbot: QtBot, desk: Desk, properties: PropertiesPanel
) -> None:
    desk.workspace.select(("A02",))
    qtbot.waitUntil(lambda: "x_mm" in properties.editors)
    box = properties.editors["x_mm"]
    assert isinstance(box, QLineEdit)
    box.setFocus()
    steps = len(desk.session.document.history.steps)
    box.selectAll()
    QTest.keyClicks(box, "2600")
    box.editingFinished.emit()
    box.editingFinished.emit()
    assert desk.design.racks[1].x_mm == 2600
    assert len(desk.session.document.history.steps) == steps + 1


def test_a_default_holds_with_its_source_until_a_value_is_given(
    qtbot: QtBot, desk: Desk, properties: PropertiesPanel
) -> None:
    qtbot.waitUntil(lambda: "electricity_price" in properties.editors)
    line = properties.editors["electricity_price"]
    assert isinstance(line, QLineEdit)
    assert line.text() == ""
    assert line.placeholderText() == "0.0859 by default"
    assert "US EIA table 5.6.A" in line.accessibleDescription()
    line.setFocus()
    QTest.keyClicks(line, "0.12")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert desk.design.site.electricity_price == 0.12


def test_totals_say_what_is_not_known(dashboard: DashboardPanel, desk: Desk) -> None:
    assert dashboard.totals.power.value.text() == "—"
    desk.report(small_report())
    dashboard._dirty = True
    dashboard._refresh_if_dirty()
    assert dashboard.totals.gpus.value.text() == "8"
    assert dashboard.totals.power.value.text() == "10.2 kW"
    assert dashboard.totals.capital.value.text() == "≥ $350 k"
    assert "qm9700" in dashboard.totals.capital.toolTip()


def test_figures_are_marked_while_they_are_of_an_earlier_edit(
    dashboard: DashboardPanel, desk: Desk, properties: PropertiesPanel
) -> None:
    desk.report(small_report())
    dashboard._dirty = True
    dashboard._refresh_if_dirty()
    assert dashboard.stale.text() == ""
    type_into(properties.editors["name"], "changed")
    assert dashboard.stale.text() == "◌"
    assert dashboard.stale.toolTip() == "figures of an earlier edit"


def test_plots_come_later_and_a_click_selects_the_rack(
    dashboard: DashboardPanel, desk: Desk, qtbot: QtBot
) -> None:
    assert dashboard.power.plot is None
    desk.report(small_report())
    dashboard.load_plots()
    dashboard._dirty = True
    dashboard._refresh_if_dirty()
    assert dashboard.power.plot is not None
    assert "A01: 10.2 kW, Rear-door exchanger" in dashboard.power.describe(0)
    assert "A02: —," in dashboard.power.describe(1)
    asked: list[object] = []
    desk.workspace.focus_requested.connect(asked.append)
    QApplication.processEvents()
    view = dashboard.power.plot.getPlotItem().vb
    at = dashboard.power.plot.mapFromScene(view.mapViewToScene(QPointF(0.0, 5.0)))
    QTest.mouseClick(dashboard.power.plot.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert asked == [("A01",)]


def test_the_plot_changes_its_ground_with_the_theme(dashboard: DashboardPanel, desk: Desk) -> None:
    dashboard.load_plots()
    plot = dashboard.power.plot
    assert plot is not None
    for theme in (LIGHT, DARK):
        desk.workspace.set_theme(theme)
        image = plot.grab().toImage()
        assert image.pixelColor(2, 2).name() == QColor(theme.panel).name()


def test_a_fabric_short_of_switches_is_said_in_words(dashboard: DashboardPanel, desk: Desk) -> None:
    desk.report(small_report())
    dashboard._dirty = True
    dashboard._refresh_if_dirty()
    rows = dashboard.fabrics.bars.rows
    assert rows[0].words == "6 of 8 leaves placed"
    assert rows[0].problem
    assert rows[1].words == "88 % · leaf 1"


def test_checks_show_their_place_and_take_a_waiver(dashboard: DashboardPanel, desk: Desk) -> None:
    desk.report(small_report())
    dashboard._dirty = True
    dashboard._refresh_if_dirty()
    shown = dashboard.checks.list
    assert dashboard.checks.note.text() == "1 error · 1 warning"
    shown.show_place(shown.checks.index(1, 0))
    assert desk.workspace.selection == ("A01",)
    shown.checks.toggle(shown.checks.index(1, 0))
    assert shown.visualRect(shown.checks.index(1, 0)).height() >= 46
    shown.ask_waiver(shown.checks.checks[1])
    assert shown.prompt is not None
    assert not shown.prompt.accept_button.isEnabled()
    shown.prompt.line.setText("fed from above")
    shown.prompt.accept()
    waiver = desk.design.waivers[0]
    assert isinstance(waiver, Waiver)
    assert (waiver.id, waiver.reason) == ("feeds:A01", "fed from above")


def test_what_cannot_be_said_is_counted_and_worded_by_itself(
    dashboard: DashboardPanel, desk: Desk
) -> None:
    shown = dashboard.checks.list.checks
    kinds = (
        ("e", "error"), ("w1", "warning"), ("w2:cause", "warning"), ("C01:open:air", "warning"),
        ("F02:open:x4", "error"), ("M01:open", "info"), ("i", "info"),
    )  # fmt: skip
    checks = [Check(rule=k, severity=s, message="m", key=k) for k, s in kinds]
    taken = Check(rule="x", severity="warning", message="m", key="W:open:x", waived=True)
    assert count_words([*checks, taken]) == (
        "1 error · 2 warnings · 3 cannot be said · 1 info · 1 waived"
    )
    assert count_words(checks[:2]) == "1 error · 1 warning"
    shown.show(reversed(checks))
    rules = [shown.data(shown.index(row, 0)) for row in range(shown.rowCount())]
    assert rules == ["e", "w1", "w2:cause", "C01:open:air", "F02:open:x4", "M01:open", "i"]
    spoken = shown.data(shown.index(3, 0), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("cannot be said: C01:open:air: m")
    assert title_words(checks[3], str) == "C01:open:air · cannot be said"
    assert title_words(checks[1], str) == "w1"


def test_the_sign_of_what_cannot_be_said_is_no_other(dashboard: DashboardPanel) -> None:
    def sign(severity: str) -> QImage:
        image = QImage(16, 16, QImage.Format.Format_RGB32)
        image.fill(QColor("white"))
        painter = QPainter(image)
        paint_severity(painter, QRectF(1, 1, 13, 13), severity, QColor("black"))
        painter.end()
        return image

    signs = [sign(severity) for severity in ("error", "warning", "open", "info")]
    assert all(one != other for one, other in itertools.combinations(signs, 2))


def test_counts_that_do_not_fit_break_and_lose_no_number(dashboard: DashboardPanel) -> None:
    view = dashboard.checks
    checks = [
        Check(rule="r", severity=severity, message="m", key=f"R:{cause}:{n}")
        for severity, cause in (
            ("error", "x"),
            ("warning", "y"),
            ("warning", "open"),
            ("info", "z"),
        )
        for n in range(12)
    ]
    whole = "12 errors · 12 warnings · 12 cannot be said · 12 info"
    view.resize(900, 300)
    view.show_report(Report(checks=tuple(checks)))
    assert view.note.text() == whole
    view.resize(250, 300)
    view.resizeEvent(QResizeEvent(view.size(), view.size()))
    assert view.note.text() == "12 errors · 12 warnings\n12 cannot be said · 12 info"


def test_remarks_are_folded_under_errors_and_warnings(
    dashboard: DashboardPanel, desk: Desk
) -> None:
    shown = dashboard.checks.list.checks
    remarks = [
        Check(rule="Figure not known", severity="info", message=f"m{n}", key=f"k{n}")
        for n in range(10)
    ]
    wrong = Check(rule="Cooling", severity="error", message="too hot", key="e")
    shown.show([*remarks, wrong])
    assert [shown.data(shown.index(row, 0)) for row in range(shown.rowCount())] == [
        "Cooling",
        "10 notes for information",
    ]
    dashboard.checks.list.show_place(shown.index(1, 0))
    assert shown.rowCount() == 12
    shown.toggle(shown.index(1, 0))
    assert shown.rowCount() == 2
    shown.show(remarks[:2])
    assert shown.rowCount() == 2, "two need no fold"


def test_command_box_finds_commands_parts_racks_and_checks(qtbot: QtBot, desk: Desk) -> None:
    desk.report(small_report())
    actions = ActionSet()
    actions.allow("edit.redo", "nothing to redo")
    placed: list[object] = []
    box = CommandBox(Findable(desk.workspace, actions, placed.append).pools)
    qtbot.addWidget(box)
    box.show()
    QTest.keyClicks(box, "redo")
    assert box.model.rowCount() == 0
    box.open()
    QTest.keyClicks(box, "redo")
    assert box.model.entries[0].reason == "nothing to redo"
    box.close_list()
    box.open()
    QTest.keyClicks(box, "@a02")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert desk.workspace.selection == ("A02",)
    box.open()
    QTest.keyClicks(box, "place qm9700")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert getattr(placed[0], "id", "") == "qm9700"
    box.open()
    QTest.keyClicks(box, "! leaf switches")
    assert [entry.kind for entry in box.model.entries] == ["check"]


def test_start_page_gives_a_design_with_its_parameters(qtbot: QtBot, desk: Desk) -> None:
    page = StartPage(desk.settings)
    qtbot.addWidget(page)
    page.show()
    chosen: list[tuple[str, object]] = []
    page.template_chosen.connect(lambda key, values: chosen.append((key, values)))
    card = page.cards[0]
    units = card.fields["scalable_units"]
    assert isinstance(units, QSpinBox)
    units.setValue(2)
    per_row = card.fields["racks_per_row"]
    assert isinstance(per_row, QSpinBox)
    assert per_row.text() == "automatic"
    QTest.mouseClick(card.create_button, Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    key, values = chosen[0]
    assert key == "dgx-superpod-h100"
    assert isinstance(values, dict)
    assert values["scalable_units"] == "2"
