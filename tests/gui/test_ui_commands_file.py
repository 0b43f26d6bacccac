"""Commands of the File, View and Catalogue menus, with stand-ins for the drawings."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from designer.app.composition import SCALE, enlarged
from designer.io import design_file
from designer.model.design import Design
from designer.model.problem import Problem
from designer.render.theme import DARK, HIGH_DARK, HIGH_LIGHT, LIGHT
from designer.runtime.design_session import SaveRefusedError
from designer.ui.commands.file import FileCommands
from designer.ui.commands.looks import LookCommands
from designer.ui.commands.menus import build_menu
from designer.ui.commands.view import ViewCommands
from designer.ui.kit.banner import BannerArea
from designer.ui.kit.tab_stack import TabStack
from designer.ui.kit.unsaved_question import UnsavedQuestion
from designer.ui.state.actions import MENUS, SEPARATOR, ActionSet
from designer.ui.state.submenus import SUBMENUS
from tests.helpers.sessions import press_notice, settle
from tests.helpers.ui_commands import Shelf
from tests.helpers.ui_desk import Desk


class Floor(QWidget):
    """Stands for the drawing: remembers what was asked of it."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[object] = []
        self.looked_at: tuple[QPointF, float] | None = None

    def fit_all(self) -> None:
        self.asked.append("all")

    def fit_standing(self) -> None:
        self.asked.append("standing")

    def keep_scale(self) -> None:
        self.asked.append("keep scale")

    def look(self) -> tuple[QPointF, float] | None:
        return self.looked_at

    def look_at(self, centre: QPointF, scale: float) -> None:
        self.asked.append((centre, scale))

    def zoom_to(self, ids: tuple[str, ...]) -> None:
        self.asked.append(tuple(ids))


class Middle:
    """Stands for the middle of the window."""

    def __init__(self) -> None:
        self.banners = BannerArea()
        self.view = "Floor"
        self.is_start, self.has_elevation = False, True

    def show_view(self, view: str) -> None:
        self.view, self.is_start = view, False

    def show_start_page(self) -> None:
        self.is_start = True

    def on_start_page(self) -> bool:
        return self.is_start

    def set_elevation_shown(self, shown: bool) -> None:
        self.has_elevation = shown


class Start:
    """Stands for the start page."""

    def __init__(self) -> None:
        self.offered: list[str] = []
        self.refreshed = 0

    def refresh(self) -> None:
        self.refreshed += 1

    def offer_recovery(self, found: object) -> None:
        pass

    def offer_return(self, name: str) -> None:
        self.offered.append(name)


class Top:
    """Stands for the strip at the top, and for the command line in it."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def show_view(self, view: str) -> None:
        self.said.append(view)

    def open(self) -> None:
        self.said.append("command line")


class Rig:
    """The commands on a desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.window = desk, QWidget()
        self.actions = ActionSet(self.window)
        self.floor, self.middle, self.start, self.top = Floor(), Middle(), Start(), Top()
        self.shelf, self.left, self.right = Shelf(), TabStack("left"), TabStack("right")
        for page in ("Parts", "Outline"):
            self.left.add(page, QLabel(page))
        for page in ("Totals", "Properties"):
            self.right.add(page, QLabel(page))
        self.files = FileCommands(
            self.window, desk.workspace, desk.session, desk.settings, self.actions,
            floor=self.floor, centre=self.middle, start_page=self.start,
            show_view=self.middle.show_view,
        )  # fmt: skip
        self.views = ViewCommands(
            self.window, desk.workspace, desk.settings, self.actions, floor=self.floor,
            centre=self.middle, parts=self.shelf, top=self.top, left=self.left, right=self.right,
            command_line=self.top,
        )  # fmt: skip
        self.looks = LookCommands(self.window, desk.workspace, desk.settings, self.actions)

    def notice(self, topic: str) -> str:
        return self.middle.banners.texts().get(topic, "")

    def buttons(self) -> list[str]:
        """Return the words of the buttons of all notices, without those that dismiss one."""
        found = self.middle.banners.findChildren(QPushButton)
        return [b.text() for b in found if b.text() != "Dismiss" and not b.parent().isHidden()]

    def press(self, topic: str, words: str) -> None:
        press_notice(self.middle.banners, topic, words)
        settle()

    def change(self, name: str = "changed") -> None:
        assert self.desk.workspace.apply("Call it", lambda design: design.evolve(name=name))

    def asked(self) -> QFileDialog | None:
        dialog = self.files.dialog
        return dialog if isinstance(dialog, QFileDialog) and dialog.isVisible() else None


@pytest.fixture
def rig(qtbot: QtBot, desk: Desk, dark_look: None) -> Iterator[Rig]:
    made = Rig(desk)
    for widget in (made.window, made.floor, made.middle.banners, made.left, made.right):
        qtbot.addWidget(widget)
    desk.session.document.mark_saved()
    yield made
    if isinstance(made.files.dialog, QFileDialog):
        made.files.dialog.close()
    desk.session.document.mark_saved()


def refusal(obstacle: str) -> Callable[..., Path]:
    def save(*_: object, **__: object) -> Path:
        raise SaveRefusedError(obstacle, f"it is {obstacle}")  # type: ignore[arg-type]  # of those

    return save


def fails(*_: object, **__: object) -> Path:
    raise OSError("the disk is full")


@pytest.mark.parametrize(
    ("obstacle", "on_save", "on_save_as"),
    [
        ("changed", ["Replace it", "Save as…"], ["Replace it"]),
        ("damaged", ["Replace it", "Save as…"], ["Replace it"]),
        ("newer", ["Replace it", "Save as…"], ["Replace it"]),
        ("locked", ["Save as…"], []),
    ],
)
def test_a_refused_save_offers_what_may_be_done(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, obstacle: str, on_save: list[str],
    on_save_as: list[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(rig.desk.session, "save", refusal(obstacle))
    monkeypatch.setattr(rig.desk.session, "save_as", refusal(obstacle))
    rig.actions["file.save"].trigger()
    assert rig.notice("save") == f"Not saved: it is {obstacle}"
    assert rig.buttons() == on_save
    rig.middle.banners.dismiss("save")
    assert not rig.files.save_as(tmp_path / "pod.toml")
    assert rig.notice("save") == f"Not saved: it is {obstacle}"
    settle()
    assert rig.buttons() == on_save_as


def test_replacing_is_forced_only_when_it_was_asked_for(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    forced: list[tuple[str, bool]] = []

    def save(*, force: bool) -> Path:
        forced.append(("save", force))
        if not force:
            raise SaveRefusedError("changed", "it was changed")
        return tmp_path / "pod.toml"

    def save_as(path: Path, *, force: bool) -> Path:
        forced.append(("save as", force))
        if not force:
            raise SaveRefusedError("changed", "it was changed")
        return path

    monkeypatch.setattr(rig.desk.session, "save", save)
    monkeypatch.setattr(rig.desk.session, "save_as", save_as)
    assert not rig.files.save()
    rig.press("save", "Replace it")
    assert not rig.files.save_as(tmp_path / "other.toml")
    rig.press("save", "Replace it")
    assert forced == [("save", False), ("save", True), ("save as", False), ("save as", True)]
    assert rig.desk.messages == [("Saved pod.toml", "info"), ("Saved other.toml", "info")]
    assert rig.notice("save") == ""


def test_a_disk_that_is_full_is_said_and_another_place_offered(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(rig.desk.session, "save", fails)
    monkeypatch.setattr(rig.desk.session, "save_as", fails)
    assert not rig.files.save()
    assert rig.notice("save") == "Not saved: the disk is full"
    rig.press("save", "Save as…")
    assert rig.asked() is not None
    assert not rig.files.save_as(tmp_path / "pod.toml")
    assert rig.notice("save") == "Not saved: the disk is full"
    settle()
    assert rig.buttons() == []


def test_a_save_takes_the_notices_of_the_file_away(rig: Rig, tmp_path: Path) -> None:
    topics = ("save", "disk", "leave", "autosave", "lock", "links", "parts-taken")
    for topic in (*topics, "recovery"):
        rig.middle.banners.show_banner(topic, "warning", topic)
    rig.change()
    assert rig.files.save_as(tmp_path / "pod.toml")
    assert list(rig.middle.banners.texts()) == ["recovery"]
    assert rig.desk.messages[-1] == ("Saved pod.toml", "info")
    assert rig.desk.settings.recent_files() == [tmp_path / "pod.toml"]
    assert rig.desk.session.document.is_saved
    rig.change("again")
    assert rig.files.save()
    assert design_file.load(tmp_path / "pod.toml").design.name == "again"


def test_without_a_name_saving_asks_for_one(rig: Rig, tmp_path: Path) -> None:
    rig.change("hall")
    assert not rig.files.save()
    dialog = rig.asked()
    assert dialog is not None
    assert dialog.acceptMode() == QFileDialog.AcceptMode.AcceptSave
    assert dialog.selectedFiles()[0].endswith("/hall.cluster.toml")
    for typed, wanted in (("pod", "pod.cluster.toml"), ("pod.toml", "pod.toml")):
        line = dialog.findChild(QLineEdit, "fileNameEdit")
        assert line is not None
        line.setText(typed)
        assert [Path(name).name for name in dialog.selectedFiles()] == [wanted]
    dialog.fileSelected.emit(str(tmp_path / "given.toml"))
    assert (tmp_path / "given.toml").exists()
    assert rig.desk.session.path == tmp_path / "given.toml"


def test_saving_under_another_name_begins_at_the_file(rig: Rig, tmp_path: Path) -> None:
    assert rig.files.save_as(tmp_path / "pod.toml")
    rig.actions["file.save_as"].trigger()
    dialog = rig.asked()
    assert dialog is not None
    assert dialog.selectedFiles() == [str(tmp_path / "pod.toml")]
    rig.actions["file.open"].trigger()
    opened = rig.asked()
    assert opened is not None
    assert opened.directory().path() == str(tmp_path)
    assert opened.fileMode() == QFileDialog.FileMode.ExistingFile


def test_what_replaces_the_design_asks_where_work_is_not_saved(rig: Rig, tmp_path: Path) -> None:
    design_file.save(tmp_path / "pod.toml", Design(name="pod"), rig.desk.catalog)
    rig.change("work")
    rig.files.open(tmp_path / "pod.toml")
    assert rig.desk.design.name == "work"
    assert rig.notice("leave") == "“work” has changes that are not saved."
    assert rig.buttons() == ["Save, then open pod.toml", "Discard, then open pod.toml"]
    rig.press("leave", "Save, then")
    dialog = rig.asked()
    assert dialog is not None
    dialog.fileSelected.emit(str(tmp_path / "work.toml"))
    assert design_file.load(tmp_path / "work.toml").design.name == "work"
    assert rig.desk.design.name == "pod", "what was to follow the save followed"
    rig.change("more")
    rig.actions["file.new"].trigger()
    rig.press("leave", "Discard, then new")
    assert rig.desk.design.racks == ()
    assert rig.desk.session.path is None
    assert rig.floor.asked == ["standing", "standing"]


def test_a_save_that_is_given_up_is_followed_by_nothing(rig: Rig, tmp_path: Path) -> None:
    rig.change("work")
    rig.actions["file.new"].trigger()
    rig.press("leave", "Save, then new")
    dialog = rig.asked()
    assert dialog is not None
    dialog.reject()
    assert rig.files.save_as(tmp_path / "work.toml")
    assert rig.desk.design.name == "work"


def test_what_is_shown_first_of_a_design_is_all_of_it(rig: Rig) -> None:
    rig.middle.show_start_page()
    rig.desk.workspace.select(("A01",))
    for topic in ("file", "leave", "save", "disk", "lock", "problems", "parts-taken", "recovery"):
        rig.middle.banners.show_banner(topic, "warning", topic)
    rig.actions["file.new"].trigger()
    assert (rig.middle.is_start, rig.middle.view) == (False, "Floor")
    assert rig.floor.asked == ["standing"]
    assert rig.desk.workspace.selection == ()
    assert list(rig.middle.banners.texts()) == ["recovery"]


def test_a_template_that_cannot_be_built_is_said(rig: Rig) -> None:
    before = rig.desk.design
    rig.files.new_from_template("no such template", {})
    assert rig.notice("file")
    assert rig.desk.design is before
    assert rig.floor.asked == []


def test_a_file_that_is_not_there_is_forgotten(rig: Rig, tmp_path: Path) -> None:
    path = tmp_path / "gone.toml"
    rig.desk.settings.add_recent_file(path)
    assert not rig.files.open_now(path)
    assert rig.notice("file").startswith("gone.toml was not opened: ")
    assert rig.desk.settings.recent_files() == []


@pytest.mark.parametrize("exists", [True, False])
def test_a_file_that_somebody_else_changed_is_offered(
    rig: Rig, tmp_path: Path, exists: bool
) -> None:
    path = tmp_path / "pod.toml"
    design_file.save(path, Design(name="theirs"), rig.desk.catalog)
    if not exists:
        path.unlink()
    rig.floor.looked_at = (QPointF(1, 2), 0.5)
    rig.desk.session.changed_on_disk.emit(str(path))
    what = "was changed by somebody else" if exists else "was removed"
    assert rig.notice("disk") == f"pod.toml {what}."
    both = ["Load theirs", "Keep mine", "Save mine as…"]
    assert rig.buttons() == (both if exists else ["Keep mine"])
    if exists:
        rig.press("disk", "Load theirs")
        assert rig.desk.design.name == "theirs"
        assert rig.floor.asked == ["standing", (QPointF(1, 2), 0.5)], "looked at as before"


def test_what_the_session_tells_comes_after_the_notices_of_the_file_before(rig: Rig) -> None:
    session = rig.desk.session
    session.locked_by.emit("Open on desk-2")
    session.other_names.emit("It has other names")
    problems = [
        Problem(severity="warning", where="racks", what="odd"),
        Problem(severity="error", where="racks", what="bad"),
    ]
    session.problems_found.emit(problems)
    assert rig.middle.banners.texts() == {}
    settle()
    assert rig.notice("lock") == "Open on desk-2. You can look; saving asks for another name."
    assert rig.notice("links") == "It has other names."
    words = f"Opened as far as it could be read: 2 problems. {problems[0].line()}"
    assert rig.notice("problems") == words
    assert rig.buttons() == ["Save as…", "Save as…", "Show all"]
    rig.press("problems", "Show all")
    assert rig.files.dialog is not None
    assert rig.files.dialog.isVisible()
    session.autosave_failed.emit("The journal cannot be written")
    assert rig.notice("autosave") == "The journal cannot be written"


def test_the_window_closes_when_nothing_is_lost(rig: Rig) -> None:
    assert rig.files.may_close()
    rig.change("work")
    assert not rig.files.may_close()
    question = rig.files.dialog
    assert isinstance(question, UnsavedQuestion)
    assert question.isVisible()
    question.discard_chosen.emit()
    assert rig.files.may_close(), "the answer holds"
    question.close()


@pytest.mark.parametrize(
    ("is_begun", "name", "offered"),
    [(False, "", ""), (True, "hall", "hall"), (True, "", "untitled")],
)
def test_the_start_page_offers_the_way_back_to_what_is_open(
    rig: Rig, is_begun: bool, name: str, offered: str
) -> None:
    rig.desk.session.new(Design())
    if is_begun:
        rig.desk.session.new(Design(name=name, note="x"))
    rig.actions["file.start"].trigger()
    assert rig.start.offered == [offered]
    assert rig.start.refreshed == 1
    assert rig.middle.is_start


# Views


def test_panels_are_shown_as_they_were_left_and_remembered(rig: Rig) -> None:
    rig.desk.settings.set_flag("show_left", value=False)
    rig.views.restore(rig.desk.settings)
    checked = [rig.actions[f"view.{name}"].isChecked() for name in ("left", "elevation", "right")]
    assert checked == [False, True, True]
    assert (rig.left.isHidden(), rig.right.isHidden(), rig.middle.has_elevation) == (
        True, False, True,
    )  # fmt: skip
    assert rig.top.said == ["Floor"]
    rig.floor.asked.clear()
    for name in ("left", "elevation", "right"):
        rig.actions[f"view.{name}"].trigger()
    assert (rig.left.isHidden(), rig.right.isHidden(), rig.middle.has_elevation) == (
        False, True, False,
    )  # fmt: skip
    settings = rig.desk.settings
    panels = ("left", "elevation", "right")
    kept = [settings.flag(f"show_{name}", default=True) for name in panels]
    assert kept == [True, False, False]
    assert rig.floor.asked == ["keep scale"] * 3


def test_a_view_is_shown_and_marked(rig: Rig) -> None:
    rig.actions["file.start"].trigger()
    rig.actions["view.elevation_only"].trigger()
    assert (rig.middle.view, rig.middle.is_start) == ("Elevation", False)
    rig.actions["view.floor_only"].trigger()
    assert rig.top.said == ["Elevation", "Floor"]
    rig.actions["view.command"].trigger()
    assert rig.top.said[2:] == ["command line"]
    rig.actions["view.fit"].trigger()
    assert rig.floor.asked == ["all"]


def test_looking_for_a_part_opens_the_list(rig: Rig) -> None:
    rig.actions["view.left"].setChecked(False)
    rig.left.show_page("Outline")
    rig.actions["view.find_part"].trigger()
    assert (rig.actions["view.left"].isChecked(), rig.left.page()) == (True, "Parts")
    assert rig.shelf.placed == ["search"]


def test_properties_and_totals_change_places(rig: Rig) -> None:
    rig.actions["view.right"].setChecked(False)
    for page in ("Properties", "Totals", "Properties"):
        rig.actions["view.properties"].trigger()
        assert (rig.actions["view.right"].isChecked(), rig.right.page()) == (True, page)


def test_zooming_needs_something_selected(rig: Rig) -> None:
    rig.actions["view.zoom_selection"].trigger()
    assert rig.desk.messages == [("Nothing is selected", "info")]
    rig.desk.workspace.select(("n1", "A02"))
    rig.actions["view.zoom_selection"].trigger()
    assert rig.floor.asked == [("A01", "A02")]


def test_the_theme_is_changed_and_remembered(rig: Rig) -> None:
    space = rig.desk.workspace
    assert space.theme is DARK
    rig.actions["view.theme"].trigger()
    assert (space.theme, rig.desk.settings.theme()) == (LIGHT, "light")
    rig.actions["view.theme"].trigger()
    assert (space.theme, rig.desk.settings.theme()) == (DARK, "dark")


def test_high_contrast_stays_when_dark_turns_light_and_is_remembered(rig: Rig) -> None:
    space, contrast = rig.desk.workspace, rig.actions["view.contrast"]
    contrast.trigger()
    assert (space.theme, rig.desk.settings.theme()) == (HIGH_DARK, "high-dark")
    rig.actions["view.theme"].trigger()
    assert (space.theme, contrast.isChecked()) == (HIGH_LIGHT, True)
    contrast.trigger()
    assert (space.theme, contrast.isChecked()) == (LIGHT, False)


def test_larger_letters_are_remembered_for_the_next_start(rig: Rig) -> None:
    assert rig.actions["view.letters_100"].isChecked()
    rig.actions["view.letters_125"].trigger()
    assert rig.desk.settings.letters() == 125
    said = "Letters and controls of 125 % from the next start of the program"
    assert rig.desk.messages == [(said, "info")]
    assert not rig.actions["view.letters_100"].isChecked()
    assert Rig(rig.desk).actions["view.letters_125"].isChecked()
    rig.desk.settings.set_letters(999)
    assert rig.desk.settings.letters() == 100


def test_an_application_begins_with_letters_besides_what_was_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(SCALE, "2")
    with enlarged(125):
        assert os.environ[SCALE] == "2.5"
    assert os.environ[SCALE] == "2"
    monkeypatch.setenv(SCALE, "twice")
    with enlarged(150):
        assert os.environ[SCALE] == "1.5"
    monkeypatch.delenv(SCALE)
    with enlarged(100):
        assert os.environ[SCALE] == "1"
    assert SCALE not in os.environ


@pytest.mark.parametrize(
    "act",
    [
        lambda rig: rig.desk.workspace.select(("A01",)),
        lambda rig: rig.desk.workspace.focus(()),
        lambda rig: rig.change(),
    ],
    ids=["selected", "asked to be shown", "edited"],
)
def test_what_is_shown_leaves_the_start_page(rig: Rig, act: Callable[[Rig], None]) -> None:
    rig.actions["file.start"].trigger()
    rig.desk.workspace.select(())
    rig.desk.session.document.retell("Parts")
    assert rig.middle.is_start, "nothing is to be seen on the floor"
    act(rig)
    assert not rig.middle.is_start


# The menu


def menus(rig: Rig) -> dict[str, QMenu]:
    menu = build_menu(
        rig.actions, rig.desk.settings, rig.desk.workspace.overlay, rig.files.open_now, rig.window
    )
    return {action.text(): action.menu() for action in menu.actions()}


def test_the_menu_has_every_command_in_its_place(rig: Rig) -> None:
    found = menus(rig)
    assert list(found) == [title for title, _ in MENUS]
    assert all(menu.toolTipsVisible() for menu in found.values()), "why not is in the tip"
    for title, ids in MENUS:
        below = found[title].actions()
        assert [a.isSeparator() for a in below] == [one == SEPARATOR for one in ids]
        for action, action_id in zip(below, ids, strict=True):
            if action_id not in (SEPARATOR, "recent", "overlays", "units", *SUBMENUS):
                assert action is rig.actions[action_id]


def test_recent_files_are_listed_when_the_list_is_opened(rig: Rig, tmp_path: Path) -> None:
    recent = next(a.menu() for a in menus(rig)["&File"].actions() if a.text() == "Open recent")
    assert recent.toolTipsVisible(), "the folder is in the tip"
    recent.aboutToShow.emit()
    (nothing,) = recent.actions()
    assert (nothing.text(), nothing.isEnabled()) == ("no file yet", False)
    for name in ("a", "b"):
        design_file.save(tmp_path / f"{name}.toml", Design(name=name), rig.desk.catalog)
        rig.desk.settings.add_recent_file(tmp_path / f"{name}.toml")
    recent.aboutToShow.emit()
    assert [a.text() for a in recent.actions()] == ["b.toml", "a.toml"]
    assert recent.actions()[1].toolTip() == str(tmp_path / "a.toml")
    recent.actions()[1].trigger()
    assert rig.desk.design.name == "a"
