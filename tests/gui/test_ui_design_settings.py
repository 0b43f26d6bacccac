"""The settings of the design: fields, lists, refusals at the field, defaults with their source."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from designer.catalog.data_files import data_folder
from designer.document import edits
from designer.document.errors import EditError
from designer.engine.network_report import FabricReport
from designer.engine.report import Facility, Report
from designer.model.design import Note, PowerNode, Waiver
from designer.ui.fields.reading import plain_number
from designer.ui.kit.check_list import CheckList
from designer.ui.state.actions import ActionSet
from designer.ui.views.design_settings.window import DesignSettings
from designer.ui.window.main_window import MainWindow
from tests.helpers.sessions import settle
from tests.helpers.ui_desk import Desk, small_design, small_report


@pytest.fixture
def settings(qtbot: QtBot, desk: Desk) -> DesignSettings:
    made = DesignSettings(desk.workspace, ActionSet())
    qtbot.addWidget(made)
    made.show()
    return made


def type_into(line: object, text: str) -> None:
    assert isinstance(line, QLineEdit)
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, text)
    QTest.keyClick(line, Qt.Key.Key_Return)


def steps(desk: Desk) -> list[str]:
    return [step.label for step in desk.session.document.history.steps]


def test_a_page_is_made_when_it_is_looked_at(desk: Desk, settings: DesignSettings) -> None:
    def made() -> list[str]:
        return [one.accessibleName() for one in (*settings.forms.made, *settings.records.made)]

    assert made() == ["Design and site"]
    assert settings.forms["Design and site"].isVisible()
    desk.report(small_report())
    assert settings.form_with("width") == "Room"
    assert settings.form_with("qqq zzz") == ""
    settle()
    assert made() == ["Design and site"], "a report, or a search, makes no page"
    settings.show_page("Feeds")
    assert made() == ["Design and site", "Feeds"]
    feeds = settings.records["Feeds"]
    assert feeds.isVisible()
    settings.show_page("Room")
    settings.show_page("Feeds")
    assert made() == ["Design and site", "Room", "Feeds"]
    assert settings.records["Feeds"] is feeds


def test_settings_begin_at_the_page_that_is_asked_for(qtbot: QtBot, desk: Desk) -> None:
    made = DesignSettings(desk.workspace, ActionSet())
    qtbot.addWidget(made)
    made.show_page("Prices")
    made.show()
    assert made.records["Prices"].isVisible()
    assert made.forms.made == ()


def test_a_value_is_one_step_and_undo_is_shown(
    qtbot: QtBot, desk: Desk, settings: DesignSettings
) -> None:
    editors = settings.forms["Design and site"].editors
    type_into(editors["altitude_m"], "1600")
    type_into(editors["pue"], "1.25")
    assert (desk.design.site.altitude_m, desk.design.site.pue) == (1600.0, 1.25)
    assert steps(desk)[1:] == ["Set altitude of the site", "Set PUE of the site"]
    desk.session.document.undo()
    pue = editors["pue"]
    assert isinstance(pue, QLineEdit)
    qtbot.waitUntil(lambda: pue.text() == "")
    assert "by default" in pue.placeholderText()


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("pue", "0.9", "PUE cannot be 0.9: give 1 to 10"),
        ("pue", "good", "'good' is not a number"),
        ("electricity_price", "0,12", "write decimals with a point"),
        ("altitude_m", "nan", "is not a number"),
        ("currency", " ", "a text is needed"),
    ],
)
def test_bad_input_is_said_at_its_field_and_nothing_is_lost(
    desk: Desk, settings: DesignSettings, name: str, text: str, words: str
) -> None:
    form = settings.forms["Design and site"].forms["Site"]
    before = desk.design
    line = form.editors[name]
    type_into(line, text)
    assert desk.design is before
    assert words in form.lines[name].text()
    assert form.lines[name].isVisible()
    assert "refused" in line.accessibleDescription()
    assert isinstance(line, QLineEdit)
    desk.workspace.apply("other", lambda d: d.evolve(name="other"))
    settings.refresh()
    assert line.text() == text
    assert words in form.lines[name].text()


def test_what_was_refused_is_forgotten_with_the_design_it_was_meant_for(
    qtbot: QtBot, desk: Desk, settings: DesignSettings
) -> None:
    form = settings.forms["Design and site"].forms["Site"]
    line = form.editors["pue"]
    type_into(line, "0.9")
    desk.session.document.replace(small_design(), "Open", saved=True)
    assert isinstance(line, QLineEdit)
    qtbot.waitUntil(lambda: line.text() == "")
    assert "cannot" not in form.lines["pue"].text()


def test_numbers_are_read_as_written() -> None:
    assert plain_number("1,200.5") == 1200.5
    assert plain_number("12 000") == 12000
    assert plain_number("1\u202f234\u202f567") == 1_234_567
    assert plain_number("-.5") == plain_number("\u22120.5") == -0.5
    assert plain_number("2e3") == 2000
    wrong = (
        "", "1,2", "1.2.3", "inf", "nan", "12,00", "0,120", "1 5", "1,234 567", "1_000", "1e400",
        "0x10", "\u0663",
    )  # fmt: skip
    for text in wrong:
        with pytest.raises(EditError):
            plain_number(text)


def test_a_room_is_resized_and_its_containment_chosen(desk: Desk, settings: DesignSettings) -> None:
    editors = settings.forms["Room"].editors
    type_into(editors["width"], "15,000")
    assert desk.design.room.size_mm() == (15_000, 9_000)
    box = editors["containment"]
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findData("cold"))
    box.activated.emit(box.currentIndex())
    assert desk.design.room.containment == "cold"


def test_feeds_are_added_given_a_capacity_and_removed(desk: Desk, settings: DesignSettings) -> None:
    section = settings.records["Feeds"]
    assert section.line.text() == "C"
    assert section.add()
    assert section.chosen() == "C"
    type_into(section.form.editors["capacity_kw"], "800")
    assert desk.design.feeds[2].capacity_kw == 800.0
    assert "No rack PDU" in section.explanation.text()
    assert section.line.text() == "D"
    section.line.setText("A")
    assert not section.add()
    assert section.refusal.text() == "there is a feed A already"
    section.choose("C")
    assert section.remove()
    assert [feed.id for feed in desk.design.feeds] == ["A", "B"]
    assert steps(desk)[1:] == [
        "Add feed C", "Set capacity of feed C", "Remove feed C",
    ]  # fmt: skip


def test_a_fabric_shows_what_the_engine_makes_of_it(desk: Desk, settings: DesignSettings) -> None:
    section = settings.records["Fabrics"]
    assert "has not sized" in section.explanation.text()
    fabric = FabricReport(
        id="compute", explanation="16 leaves by rail", leaf=16, placed_leaf=12,
        bisection_gbps=3200.0, injection_gbps=3200.0,
    )  # fmt: skip
    desk.report(Report(fabrics=(fabric,)))
    settings.refresh()
    assert section.explanation.text().startswith("16 leaves by rail\nPlaced: 12 of 16 leaf")
    switch = section.form.editors["switch"]
    assert isinstance(switch, QComboBox)
    switch.setCurrentIndex(switch.findData("qm9700"))
    switch.activated.emit(switch.currentIndex())
    assert desk.design.fabrics[0].switch == "qm9700"
    section.line.setText("storage")
    assert section.add()
    assert [fabric.id for fabric in desk.design.fabrics] == ["compute", "storage"]


def test_a_fabric_offers_the_parts_and_switches_that_fit_by_name(
    desk: Desk, settings: DesignSettings
) -> None:
    """The mouse ticks a node; what has no port of the kind and rate is not offered."""
    settings.show_page("Fabrics")
    form = settings.records["Fabrics"].form
    nodes = form.editors["nodes"]
    assert isinstance(nodes, CheckList)
    names = [nodes.item(row).text() for row in range(nodes.count())]
    assert names[0] == "NVIDIA DGX H100", "what stands in the design comes first"
    assert nodes.chosen() == ("dgx-h100",)
    assert "NVIDIA DGX B200" in names
    assert not [name for name in names if "DGX A100" in name], "its ports run at 200 Gb/s"
    item = nodes.item(names.index("NVIDIA DGX B200"))
    nodes.scrollToItem(item)
    box = nodes.visualItemRect(item)
    at = QPoint(box.left() + 12, box.center().y())
    QTest.mouseClick(nodes.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert desk.design.fabrics[0].nodes == ("dgx-h100", "dgx-b200")
    assert steps(desk)[-1] == "Set nodes of fabric compute"
    QTest.keyClick(nodes, Qt.Key.Key_Space)
    assert desk.design.fabrics[0].nodes == ("dgx-h100",)
    switch = form.editors["switch"]
    assert isinstance(switch, QComboBox)
    ids = [switch.itemData(row) for row in range(switch.count())]
    assert "qm9700" in ids
    assert "sn2201" not in ids, "Ethernet at 1 Gb/s"
    assert switch.itemText(ids.index("qm9700")) == "NVIDIA QM9700"
    # Of another kind, the chosen node stays in the list and says what is wrong with it.
    type_into(form.editors["rate_gbps"], "800")
    settings.refresh()
    words = [nodes.item(row).text() for row in range(nodes.count())]
    assert (
        "NVIDIA DGX H100, does not fit: its compute ports run at 400 Gb/s, the fabric at 800 Gb/s"
        in words
    )
    assert nodes.chosen() == ("dgx-h100",)


def test_a_price_needs_an_amount_and_is_never_zero_by_default(
    desk: Desk, settings: DesignSettings
) -> None:
    section = settings.records["Prices"]
    assert section.choice.itemText(0) == "NVIDIA DGX H100"
    assert not section.add()
    assert section.refusal.text() == "a number is needed"
    section.line.setText("289,500.50")
    assert section.add()
    (price,) = desk.design.prices
    assert (price.id, price.amount_cents, price.currency) == ("dgx-h100", 28_950_050, "USD")
    assert "The catalogue" in section.explanation.text()
    type_into(section.form.editors["price_source"], "quote 4711")
    type_into(section.form.editors["as_of"], "soon")
    assert "is not a date" in section.form.lines["as_of"].text()
    assert desk.design.prices[0].source == "quote 4711"


def test_obstacles_revisions_and_title_block(desk: Desk, settings: DesignSettings) -> None:
    obstacles = settings.records["Obstacles"]
    assert obstacles.add()
    type_into(obstacles.form.editors["x_mm"], "2400")
    assert desk.design.room.obstacles[0].x_mm == 2400
    revisions = settings.records["Revisions"]
    assert revisions.add()
    type_into(revisions.form.editors["text"], "first issue")
    assert [(r.id, r.text) for r in desk.design.revisions] == [("A", "first issue")]
    assert revisions.line.text() == "B"
    type_into(settings.forms["Title block"].editors["drawing_number"], "E-101")
    assert desk.design.title_block.drawing_number == "E-101"


def test_notes_are_edited_pinned_by_name_and_removed(desk: Desk, settings: DesignSettings) -> None:
    section = settings.records["Notes"]
    section.line.setText("mind the ramp")
    assert section.add()
    type_into(section.form.editors["target"], "node 1")
    assert desk.design.notes == (Note(id="note-1", text="mind the ramp", target="n1"),)
    type_into(section.form.editors["target"], "nothing")
    assert "names no racks or devices" in section.form.lines["target"].text()
    assert section.remove()
    assert desk.design.notes == ()


def test_a_stale_waiver_is_called_so_and_can_be_removed(
    desk: Desk, settings: DesignSettings
) -> None:
    desk.workspace.apply("waive", lambda d: d.evolve(waivers=(
        Waiver(id="feeds:A01", reason="fed from above"), Waiver(id="gone:X", reason="old"),
    )))  # fmt: skip
    desk.report(small_report())
    settings.refresh()
    section = settings.records["Waivers"]
    assert section.add_button.isHidden()
    assert "Waives: no rack PDU in A01" in section.explanation.text()
    section.choose("gone:X")
    assert section.explanation.text().startswith("Stale")
    assert section.remove()
    assert [waiver.id for waiver in desk.design.waivers] == ["feeds:A01"]


@pytest.mark.parametrize(
    ("ref", "page", "field"),
    [
        ("feed A.capacity_kw", "Feeds", "capacity_kw"),
        ("site.pue", "Design and site", "pue"),
        ("room.floor_limit_kpa", "Room", "floor_limit_kpa"),
    ],
)
def test_a_figure_to_enter_opens_its_page_at_its_field(
    qtbot: QtBot, desk: Desk, window: MainWindow, ref: str, page: str, field: str
) -> None:
    feeds = edits.in_sequence(edits.put_feed(PowerNode(id="A")), edits.put_feed(PowerNode(id="B")))
    assert desk.workspace.apply("set up", feeds)
    window.design.enter_figure(ref)
    shown = window.design.settings
    assert shown is not None
    qtbot.waitUntil(lambda: shown.names.currentItem().text() == page)
    if page == "Feeds":
        assert shown.records[page].chosen() == "A"
        editor = shown.records[page].form.editors[field]
    else:
        editor = shown.forms[page].editors[field]
    assert shown.focusWidget() is editor


def test_the_editors_of_sections_below_each_other_begin_at_one_edge(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.design.show_settings()
    shown = window.design.settings
    assert shown is not None
    qtbot.waitExposed(shown)
    settle()
    page = shown.forms["Design and site"]
    assert len(page.forms) == 3
    starts = {editor.mapTo(page, QPoint(0, 0)).x() for editor in page.editors.values()}
    assert len(starts) == 1


def test_the_manual_names_every_page(window: MainWindow) -> None:
    window.design.show_settings()
    settings = window.design.settings
    assert settings is not None
    pages = [settings.names.item(row).text() for row in range(settings.names.count())]
    manual = (data_folder("resources") / "guide" / "manual.md").read_text(encoding="utf-8")
    listed = manual.partition("## Design settings")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in listed.splitlines() if line.startswith("| *")]
    assert [page.strip(" *") for row in rows for page in row.split(",")] == sorted(
        pages, key=lambda page: listed.index(f"*{page}*")
    )
    settings.close()


def test_the_manual_says_which_lists_have_nothing_to_add(settings: DesignSettings) -> None:
    manual = (data_folder("resources") / "guide" / "manual.md").read_text(encoding="utf-8")
    (line,) = [line for line in manual.splitlines() if line.startswith("On a page that lists")]
    without = [section.kind.one for section in settings.records.values() if not section.kind.ask]
    assert without == ["assembly", "waiver", "weather file", "hours of a grid", "building plan"]
    assert "on all of them but five: an assembly is" in line
    assert "and a waiver in" in line
    for section in settings.records.values():
        assert section.add_button.isHidden() == (section.kind.one in without)


def test_a_refusal_takes_no_line_from_a_source_above_it(
    qtbot: QtBot, desk: Desk, dark_look: None
) -> None:
    """The second line of where the PUE is from was cut off below its middle."""
    made = DesignSettings(desk.workspace, ActionSet())
    qtbot.addWidget(made)
    made.show()
    source = "weighted with heat: 93 % PUE, contained aisle (1.37); 7 % PUE, chilled water " * 2
    facility = Facility(pue=1.37, pue_source=source)
    desk.report(small_report().evolve(facility=facility))
    site = made.forms["Design and site"].forms["Site"]
    above, below = site.lines["pue"], site.lines["utilisation"]
    qtbot.waitUntil(lambda: above.text() == source)
    settle()
    type_into(site.editors["utilisation"], "1e308")
    settle()
    assert below.isVisible()
    # The page was made a moment ago: its layouts take some turns until none asks another.
    qtbot.waitUntil(lambda: above.height() == above.heightForWidth(above.width()))
    for words in (above, below):
        cell = words.parentWidget()
        assert words.height() == words.heightForWidth(words.width())
        assert cell.height() == cell.heightForWidth(cell.width()) == words.geometry().bottom() + 1
