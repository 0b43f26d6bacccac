"""Work that a crash left behind, as the window offers it: taken back, thrown away, asked about."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFrame, QLabel, QPushButton

from designer.document.edits import rename
from designer.io.journal import Header, Journal
from designer.model.change import diff
from designer.runtime.session import Recoverable
from designer.ui.commands import file as file_commands
from designer.ui.views.start.page import StartPage
from designer.ui.window.main_window import MainWindow
from tests.helpers.sessions import settle
from tests.helpers.ui_desk import Desk


def left(desk: Desk, folder: Path, name: str, labels: tuple[str, ...]) -> Recoverable:
    journal = folder / f"{name}.journal"
    base = desk.design
    writer = Journal.begin(journal, Header(key=name), base)
    writer.append(diff(base, base.evolve(name=name)), 1, labels[-1], 0.0)
    writer.close()
    lost = rename("A01", name)(base)
    return Recoverable(
        key=name, journal=journal, file=None, file_digest="", file_changed=False,
        file_damaged=False, base=base, design=lost.evolve(name=name), parts=(), labels=labels,
        difference=diff(base, lost), started=0.0, problems=(),
    )  # fmt: skip


@pytest.fixture
def found(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Recoverable]:
    """What a scan finds: all whose journal is still there."""
    made = [
        left(desk, tmp_path, "Z01", ("one", "two")),
        left(desk, tmp_path, "Z02", tuple(f"Step {n}" for n in range(1, 8))),
    ]
    monkeypatch.setattr(file_commands, "scan", lambda **_: [m for m in made if m.journal.exists()])
    return made


def press(window: MainWindow, words: str) -> None:
    (button,) = [b for b in window.centre.banners.findChildren(QPushButton) if b.text() == words]
    button.click()
    settle()


def offered(window: MainWindow) -> list[str]:
    return [
        b.text() for b in window.centre.banners.findChildren(QPushButton) if b.text()
    ]  # fmt: skip


def cards(page: StartPage) -> list[QFrame]:
    return [
        card for card in page.findChildren(QFrame)
        if card.accessibleName() == "Work to get back" and not card.isHidden()
    ]  # fmt: skip


def test_over_a_design_a_notice_offers_the_newest(
    window: MainWindow, desk: Desk, found: list[Recoverable]
) -> None:
    window.files.show_start_page()
    window.files.offer_recovery()
    assert "recovery" not in window.centre.banners.texts(), "the start page has it"
    window.files.new_empty()
    window.files.offer_recovery()
    assert "Unsaved work on “Z01” (never saved)" in window.centre.banners.texts()["recovery"]
    assert [w for w in offered(window) if w != "×"][:3] == ["Recover", "Discard", "Show all 2"]
    press(window, "Discard")
    assert not found[0].journal.exists()
    assert "“Z02”" in window.centre.banners.texts()["recovery"]
    assert "Show all 2" not in offered(window), "it is the only one"
    press(window, "Recover")
    assert desk.design.name == "Z02"
    assert desk.messages[-1] == (
        "Recovered: 1 record differs from the design it began with; save to keep it",
        "info",
    )


def test_all_of_it_stands_on_the_start_page(window: MainWindow, found: list[Recoverable]) -> None:
    window.files.new_empty()
    window.files.offer_recovery()
    press(window, "Show all 2")
    assert window.centre.on_start_page()
    page = window.findChild(StartPage)
    assert page is not None
    shown = cards(page)
    assert len(shown) == 2
    words = [card.findChild(QLabel).text().splitlines() for card in shown]
    assert words[0][0].startswith("Unsaved work on “Z01” (never saved): 1 record differs")
    assert words[0][1] == "one → two"
    assert words[1][1] == "3 earlier steps → Step 4 → Step 5 → Step 6 → Step 7"
    assert shown[1].findChild(QLabel).toolTip().splitlines() == [f"Step {n}" for n in range(1, 8)]
    assert [b.accessibleName() for b in shown[0].findChildren(QPushButton)] == [
        "Discard unsaved work on Z01", "Recover Z01",
    ]  # fmt: skip
    assert [card.property("role") for card in shown] == ["card", "card"]
    primary = [b for b in shown[0].findChildren(QPushButton) if b.property("role") == "primary"]
    assert [b.text() for b in primary] == ["Recover"]
    left_of, right_of = shown[0].findChildren(QPushButton)[0], primary[0]
    assert left_of.x() < right_of.x()


def test_the_buttons_of_the_start_page_do_what_they_say(
    window: MainWindow, desk: Desk, found: list[Recoverable]
) -> None:
    window.files.show_start_page()
    window.files.offer_recovery()
    settle()
    page = window.findChild(StartPage)
    assert page is not None
    (drop,) = [b for b in cards(page)[0].findChildren(QPushButton) if b.text() == "Discard"]
    drop.click()
    settle()
    assert [f.journal.exists() for f in found] == [False, True]
    (card,) = cards(page)
    (get,) = [b for b in card.findChildren(QPushButton) if b.text() == "Recover"]
    get.click()
    settle()
    assert desk.design.name == "Z02"
    assert not window.centre.on_start_page()


def test_what_cannot_be_thrown_away_is_said(
    window: MainWindow, found: list[Recoverable], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_: Recoverable) -> None:
        raise OSError("the folder is read only")

    monkeypatch.setattr(Recoverable, "discard", refused)
    shown: list[str] = []
    banners = window.centre.banners
    monkeypatch.setattr(
        banners, "show_banner", lambda topic, kind, text, *_: shown.append(f"{kind}: {text}")
    )
    window.files.discard(found[0])
    assert shown[0] == "warning: the folder is read only"
    assert found[0].journal.exists()
    window.files.discard("nothing of the kind")
    window.files.recover("nothing of the kind")
    assert len(shown) == 1 or all("Unsaved work" in one for one in shown[1:])
