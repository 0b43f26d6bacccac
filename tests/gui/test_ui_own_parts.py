"""The window of own parts, and the offer of newer figures, driven with the hand's own events."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.catalog.entry import Price, Provenance
from designer.catalog.part import Part
from designer.catalog.updates import updates
from designer.engine.evaluate import Evaluator
from designer.io import design_file, part_file
from designer.io.part_text import values
from designer.runtime.own_parts import OwnParts
from designer.ui.commands.own_parts import TAKEN
from designer.ui.views.own_parts.dialog import OwnPartsDialog
from designer.ui.views.own_parts.updates_dialog import (
    UpdatesDialog,
    label_text,
    side_text,
    sources_text,
)
from designer.ui.window.main_window import MainWindow
from tests.helpers.own_parts_window import own_parts_dialog, window_with
from tests.helpers.sessions import press_notice
from tests.helpers.ui_desk import Desk


@pytest.fixture
def own(qtbot: QtBot, tmp_path: Path) -> OwnParts:
    return OwnParts(tmp_path / "mine")


@pytest.fixture
def window(qtbot: QtBot, desk: Desk, own: OwnParts) -> Iterator[MainWindow]:
    yield window_with(qtbot, desk, own)
    desk.session.document.mark_saved()


@pytest.fixture
def dialog(qtbot: QtBot, window: MainWindow) -> OwnPartsDialog:
    return own_parts_dialog(qtbot, window)


def type_into(editor: object, text: str) -> None:
    assert isinstance(editor, QLineEdit)
    editor.setFocus()
    editor.selectAll()
    QTest.keyClick(editor, Qt.Key.Key_Delete)
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, Qt.Key.Key_Return)


def shown(dialog: OwnPartsDialog) -> dict:
    data = values(dialog.text.toPlainText())
    assert data is not None
    return data


def test_the_marked_part_is_the_beginning(dialog: OwnPartsDialog):
    assert shown(dialog)["id"] == "dgx-h100"
    assert dialog.form.editors["power_max_w",].text() == "10200"
    assert dialog.form.editors["height_half_u",].text() == "8", "units, not half units"
    assert dialog.save_button.isEnabled()
    assert "goes before the shipped part" in dialog.verdict.text()


def test_a_figure_typed_into_the_form_is_the_users(dialog: OwnPartsDialog, own: OwnParts):
    type_into(dialog.form.editors["power_max_w",], "9,800")
    assert shown(dialog)["power_max_w"] == 9800
    QTest.mouseClick(dialog.save_button, Qt.MouseButton.LeftButton)
    (part,) = own.parts
    assert part.power_max_w == 9800
    assert part.source_of("power_max_w").source == "Own figures"
    assert part.source_of("mass_kg").kind == "second-hand"
    assert "Saved DGX H100" in dialog.verdict.text()


def test_what_is_no_number_is_refused_at_its_field(dialog: OwnPartsDialog):
    before = dialog.text.toPlainText()
    type_into(dialog.form.editors["mass_kg",], "heavy")
    assert "is not a number" in dialog.form.lines["mass_kg",].text()
    assert dialog.text.toPlainText() == before
    assert not dialog.save_button.isEnabled(), "saved, the part would hold another mass than shown"
    assert "Mass" in dialog.verdict.text()
    type_into(dialog.form.editors["mass_kg",], "130.45")
    assert dialog.save_button.isEnabled()


def test_wavelengths_are_typed_with_commas_between_them(dialog: OwnPartsDialog, window: MainWindow):
    dialog.begin_with(window.session.catalog.require("xcvr-osfp-2x400g-fr4"))
    editor = dialog.form.editors["cable", "wavelengths_nm"]
    assert editor.text() == "1271, 1291, 1311, 1331"
    type_into(editor, "1295.56, 1300")
    assert shown(dialog)["cable"]["wavelengths_nm"] == [1295.56, 1300]
    type_into(editor, "1295, red")
    assert "is not a number" in dialog.form.lines["cable", "wavelengths_nm"].text()
    assert shown(dialog)["cable"]["wavelengths_nm"] == [1295.56, 1300]


def test_what_was_refused_is_not_carried_to_another_part(
    dialog: OwnPartsDialog, window: MainWindow
):
    type_into(dialog.form.editors["mass_kg",], "heavy")
    dialog.begin_with(window.session.catalog.require("dgx-b200"))
    assert dialog.form.editors["mass_kg",].text() != "heavy"
    assert dialog.save_button.isEnabled()


def test_leaving_a_part_that_is_not_saved_asks(dialog: OwnPartsDialog, own: OwnParts):
    type_into(dialog.form.editors["power_max_w",], "9800")
    dialog.close()
    assert dialog.isVisible()
    assert dialog.question is not None
    QTest.mouseClick(dialog.question.discard_button, Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()
    assert shown(dialog)["power_max_w"] == 10200
    assert own.parts == ()


def test_a_part_is_begun_with_by_its_id_or_by_words(dialog: OwnPartsDialog):
    line = dialog.start.lineEdit()
    for typed, found in (("dgx-b200", "dgx-b200"), ("gb200 nvl72 (", "gb200-nvl72")):
        type_into(line, typed)
        assert shown(dialog)["id"] == found
    type_into(line, "no such part")
    assert "No part" in dialog.verdict.text()
    assert shown(dialog)["id"] == "gb200-nvl72"


def test_the_wheel_scrolls_the_form_and_changes_no_choice(dialog: OwnPartsDialog):
    before = dialog.text.toPlainText()
    ports = dialog.form.ports
    assert ports is not None
    for box in (dialog.form.editors["kind",], ports.editor(0, "Kind"), ports.editor(1, "For")):
        place = QPointF(box.rect().center())
        wheel = QWheelEvent(
            place, QPointF(box.mapToGlobal(place.toPoint())), QPoint(), QPoint(0, -120),
            Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(box, wheel)
        assert not wheel.isAccepted(), "it is the page's"
    assert dialog.text.toPlainText() == before


def test_the_kind_decides_the_fields(dialog: OwnPartsDialog):
    kind = dialog.form.editors["kind",]
    assert isinstance(kind, QComboBox)
    kind.setCurrentIndex(kind.findData("rack"))
    kind.activated.emit(kind.currentIndex())
    assert ("rack", "units") in dialog.form.editors
    assert ("psu", "count") not in dialog.form.editors
    assert dialog.form.ports is None


def test_ports_are_added_and_changed(dialog: OwnPartsDialog):
    ports = dialog.form.ports
    assert ports is not None
    number = len(shown(dialog)["ports"])
    QTest.mouseClick(ports.add, Qt.MouseButton.LeftButton)
    assert len(shown(dialog)["ports"]) == number + 1
    type_into(ports.editor(number, "Ports"), "16")
    assert shown(dialog)["ports"][-1]["count"] == 16
    type_into(ports.editor(number, "Ports"), "1.5")
    assert "not a whole number" in ports.refusal.text()
    assert not dialog.save_button.isEnabled(), "what stands there would be lost"
    type_into(ports.editor(number, "Ports"), "18")
    assert shown(dialog)["ports"][-1]["count"] == 18
    assert dialog.save_button.isEnabled()


def test_a_price_is_written_when_it_is_whole(dialog: OwnPartsDialog):
    before = len(shown(dialog).get("prices", []))
    for name, text in (("amount", "2950000"), ("as_of", ""), ("source", "Quote 4711")):
        type_into(dialog.form.price[name], text)
    assert not dialog.save_button.isEnabled()
    assert "needs its date" in dialog.verdict.text()
    type_into(dialog.form.price["as_of"], "2026-10")
    assert dialog.save_button.isEnabled()
    assert dialog.form.price["amount"].text() == "2950000"
    prices = shown(dialog)["prices"]
    assert (prices[0]["amount_cents"], prices[0]["source"]) == (295_000_000, "Quote 4711")
    assert len(prices) == max(before, 1)


def test_an_error_in_the_text_leads_to_its_line(dialog: OwnPartsDialog, own: OwnParts):
    text = dialog.text.toPlainText()
    dialog.text.setPlainText(text.replace("mass_kg = 130.45", 'mass_kg = "heavy"'))
    assert not dialog.check()
    item = dialog.problems.item(0)
    assert item is not None
    line = next(i for i, t in enumerate(text.splitlines(), 1) if t.startswith("mass_kg"))
    assert item.text().startswith(f"Line {line}, column 1: dgx-h100: mass_kg")
    dialog.problems.clicked.emit(dialog.problems.indexFromItem(item))
    assert dialog.text.textCursor().blockNumber() == line - 1
    assert dialog.tabs.pages.currentWidget() is dialog.text
    assert not dialog.save()
    assert own.parts == ()


def test_a_text_that_is_no_toml_keeps_the_form_as_it_was(dialog: OwnPartsDialog):
    QTest.keyClicks(dialog.text, "[[")
    dialog.check()
    assert not dialog.form.isEnabled()
    assert "is not TOML" in dialog.problems.item(0).text()
    assert not dialog.save_button.isEnabled()
    QTest.keyClick(dialog.text, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert dialog.check()
    assert dialog.form.isEnabled()


def test_another_citation_is_that_of_all_own_figures(dialog: OwnPartsDialog):
    type_into(dialog.form.editors["power_max_w",], "9800")
    type_into(dialog.form.citation, "Quote 4711, 2026-10-02")
    (own,) = [r for r in shown(dialog)["provenance"] if "power_max_w" in r["fields"]]
    assert own["source"] == "Quote 4711, 2026-10-02"


def test_an_own_part_is_in_the_list_and_can_be_removed(
    dialog: OwnPartsDialog, own: OwnParts, window: MainWindow
):
    type_into(dialog.form.editors["id",], "my-h100")
    type_into(dialog.form.editors["name",], "My H100")
    assert dialog.save()
    assert [dialog.list.item(i).text() for i in range(dialog.list.count())] == ["My H100"]
    assert window.workspace.catalog.get("my-h100") is None, "the desk does not follow by itself"
    assert window.session.catalog.require("my-h100").name == "My H100"
    assert dialog.remove()
    assert own.parts == ()
    assert [path.name for path in own.folder.iterdir()] == ["my-h100.toml.bak"]


def test_a_used_part_is_offered_and_taken(
    dialog: OwnPartsDialog, window: MainWindow, own: OwnParts
):
    design = window.workspace.document.design
    used = {device.part for device in design.devices}
    part = window.session.catalog.require(sorted(used)[0])
    dialog.begin_with(part)
    type_into(dialog.form.editors["mass_kg",], "77")
    assert dialog.save()
    assert window.session.catalog.require(part.id).mass_kg == part.mass_kg
    window.actions_by_id["catalog.updates"].trigger()
    updates = window.own_part_commands.updates
    assert isinstance(updates, UpdatesDialog)
    assert updates.chosen() == [part.id]
    words = [updates.tree.topLevelItem(0).child(0).text(c) for c in range(4)]
    assert words[0] == "Mass"
    assert words[2] == "77 kg"
    assert words[3] == "Own figures (assumed)"
    QTest.mouseClick(updates.take, Qt.MouseButton.LeftButton)
    assert window.session.catalog.require(part.id).mass_kg == 77
    assert not window.session.document.is_saved


def test_a_part_begins_with_what_the_catalogue_says_today(
    dialog: OwnPartsDialog, window: MainWindow, tmp_path: Path
):
    today = window.session.catalog
    design = window.workspace.document.design
    part = today.require(design.racks[0].part)
    assert part.mass_kg is not None
    older = today.overlay([part.evolve(mass_kg=part.mass_kg + 5)])
    design_file.save(tmp_path / "older.toml", design, older)
    window.session.open(tmp_path / "older.toml")
    assert window.session.catalog.require(part.id).mass_kg == part.mass_kg + 5
    dialog.start.setCurrentIndex(dialog.start.findData(part.id))
    dialog.start.activated.emit(dialog.start.currentIndex())
    assert shown(dialog)["mass_kg"] == part.mass_kg


def test_a_part_without_a_tick_keeps_its_figures(window: MainWindow, qtbot: QtBot):
    old = Part(id="a", kind="rack", name="A", mass_kg=1)
    found = updates([old], Catalog([old.evolve(mass_kg=2)]))
    dialog = UpdatesDialog(found, window)
    taken: list[object] = []
    dialog.taken.connect(taken.append)
    item = dialog.tree.topLevelItem(0)
    item.setCheckState(0, Qt.CheckState.Unchecked)
    assert not dialog.take.isEnabled()
    item.setCheckState(0, Qt.CheckState.Checked)
    QTest.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
    assert taken == [["a"]]


def test_every_widget_has_a_name(dialog: OwnPartsDialog):
    for kind in (QLineEdit, QComboBox, QPushButton):
        for widget in dialog.findChildren(kind):
            own_name = widget.accessibleName() or (
                widget.text() if isinstance(widget, QPushButton) else ""
            )
            inside = isinstance(widget.parent(), QComboBox)
            assert own_name or inside, widget


def test_the_browser_lists_own_parts_and_begins_one(
    window: MainWindow, own: OwnParts, qtbot: QtBot
):
    window.session.catalog_changed.connect(
        lambda: setattr(window.workspace, "catalog", window.session.catalog)
    )
    browser = window.catalogue.browse("part/dgx-h200")
    qtbot.waitExposed(browser)
    browser.page.choose_family("@own")
    qtbot.waitUntil(lambda: "No part of your own yet" in browser.page.empty.text())
    browser.show_entry("part/dgx-h200")
    QTest.mouseClick(browser.own_part, Qt.MouseButton.LeftButton)
    dialog = window.own_part_commands.dialog
    assert dialog is not None
    assert shown(dialog)["id"] == "dgx-h200"
    type_into(dialog.form.editors["id",], "my-h200")
    assert dialog.save()
    qtbot.waitUntil(lambda: browser.entry_index.own_parts() != [])
    assert [part.id for part in browser.entry_index.own_parts()] == ["my-h200"]
    assert browser.page.families.families.count("@own") == 1


def test_both_sides_of_a_difference_read_as_in_the_catalogue():
    price = Price(amount_cents=500, as_of="2026-06", source="shop", kind="guide")
    assert label_text("ports.compute.rate_gbps") == "Compute ports, rate"
    assert (label_text("height_half_u"), side_text("height_half_u", 16)) == (
        "Rack units taken",
        "8 U",
    )
    assert side_text("prices", (price,)) == "$5 (Purchase, each · 2026-06)"
    assert side_text("prices", ()) == side_text("mass_kg", None) == "—"
    assert side_text("full_depth", False) == "no"


def test_sources_that_differ_are_named_without_those_of_both():
    sheet, guide, note = (
        Provenance(fields=("*",), source=source, kind="vendor", note=words)
        for source, words in (("Sheet", ""), ("Guide", ""), ("Sheet", "page 2"))
    )
    assert sources_text((sheet,), (sheet, guide)) == ("the same but for that", "Guide")
    assert sources_text((sheet,), (note,))[1] == "the same sources with other notes"


def test_sources_worded_otherwise_are_no_reason_for_an_offer(window: MainWindow, own: OwnParts):
    design = window.workspace.document.design
    part = window.session.catalog.require(sorted({device.part for device in design.devices})[0])
    banners = window.centre.banners
    for change, offered in (
        ({"provenance": (*part.provenance, Provenance(fields=("note",), source="A", kind="guide"))},
         False),
        ({"mass_kg": 77}, True),
    ):  # fmt: skip
        own.save(part_file.dumps([part.evolve(**change)]), window.session.catalog)
        assert window.session.updates(), "the command shows it"
        window.own_part_commands.offer()
        assert ("parts" in banners.texts()) is offered


@pytest.mark.expect_log("broken.toml")
def test_a_file_that_is_not_read_is_told(
    window: MainWindow, dialog: OwnPartsDialog, own: OwnParts, qtbot: QtBot
):
    own.folder.mkdir(exist_ok=True)
    broken = own.folder / "broken.toml"
    broken.write_text("[[part]]\nid = \n")
    own.reload()
    banners = window.centre.banners
    qtbot.waitUntil(lambda: "broken.toml:2" in banners.texts().get("own-parts", ""))
    assert "broken.toml:2" in dialog.unread.text()
    assert dialog.unread.isVisible()
    broken.unlink()
    own.reload()
    qtbot.waitUntil(lambda: "own-parts" not in banners.texts())
    assert not dialog.unread.isVisible()


def test_removing_an_own_part_in_use_takes_its_offer_away(
    dialog: OwnPartsDialog, window: MainWindow, own: OwnParts, qtbot: QtBot
):
    design = window.workspace.document.design
    part = window.session.catalog.require(sorted({device.part for device in design.devices})[0])
    dialog.begin_with(part)
    type_into(dialog.form.editors["mass_kg",], "77")
    banners = window.centre.banners
    assert dialog.save()
    qtbot.waitUntil(lambda: "parts" in banners.texts())
    assert dialog.remove()
    qtbot.waitUntil(lambda: "parts" not in banners.texts())


def test_a_figure_that_is_entered_to_settle_something_is_used_at_once(
    window: MainWindow, own: OwnParts, desk: Desk
) -> None:
    open_ = desk.catalog.require("dgx-h100").evolve(mass_kg=None)
    catalog = desk.catalog.overlay([open_])
    session = window.session
    session._use_parts((open_,))
    session.catalog_changed.emit()
    asked = [entry.ref for entry in Evaluator(catalog).report(session.document.design).settle]
    assert "dgx-h100.mass_kg" in asked
    window.dashboard.settle.enter_requested.emit("dgx-h100", "mass_kg")
    dialog = window.own_part_commands.dialog
    assert dialog is not None
    type_into(dialog.form.editors["mass_kg",], "131")
    assert dialog.save()
    used = session.catalog
    assert used.require("dgx-h100").mass_kg == 131
    report = Evaluator(used).report(session.document.design)
    assert "dgx-h100.mass_kg" not in [entry.ref for entry in report.settle]
    assert not session.document.is_saved
    banners = window.centre.banners
    assert banners.texts()[TAKEN].startswith("The design uses your figures of DGX H100")
    press_notice(banners, TAKEN, "Take back")
    assert session.catalog.require("dgx-h100").mass_kg is None, "one click takes it back"


def test_what_was_different_before_is_offered_and_not_taken(
    window: MainWindow, own: OwnParts, desk: Desk
) -> None:
    session = window.session
    older = desk.catalog.require("dgx-h100").evolve(mass_kg=None, power_max_w=9_999.0)
    session._use_parts((older,))
    mine = older.evolve(power_max_w=10_100.0)
    own.save(own.text_of(mine), desk.catalog)
    window.dashboard.settle.enter_requested.emit("dgx-h100", "mass_kg")
    dialog = window.own_part_commands.dialog
    assert dialog is not None
    type_into(dialog.form.editors["mass_kg",], "131")
    assert dialog.save()
    assert session.catalog.require("dgx-h100").power_max_w == 9_999.0
    assert session.catalog.require("dgx-h100").mass_kg is None
    assert [u.new.id for u in session.updates()] == ["dgx-h100"]


def test_a_part_saved_without_being_asked_for_is_offered(window: MainWindow, desk: Desk) -> None:
    part = desk.catalog.require("dgx-h100")
    window.own_part_commands.enter_figure("dgx-h100", "mass_kg")
    window.own_part_commands.show_own_parts(part)
    dialog = window.own_part_commands.dialog
    assert dialog is not None
    type_into(dialog.form.editors["mass_kg",], "77")
    assert dialog.save()
    assert window.session.catalog.require("dgx-h100").mass_kg == part.mass_kg
