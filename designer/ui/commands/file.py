"""The commands of the File menu: new, open, save, recover, print, export.

Questions are asked in the window: what can wait stands as a notice above the drawing, and only
leaving unsaved work asks before anything happens.
"""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, SignalInstance
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from designer.engine.cable_report import CablesAsked
from designer.io.lockfile import LockedError
from designer.model.design import Design
from designer.model.plural import plural
from designer.model.problem import Problem
from designer.planning.templates import TEMPLATES, TemplateError, build
from designer.render.sketch_painter import sketch_of
from designer.runtime.design_session import DesignSession, SaveRefusedError
from designer.runtime.print_job import Earlier
from designer.runtime.session import Recoverable, scan
from designer.ui.commands.prints import Prints
from designer.ui.commands.view_protocols import Centre, FloorPlan, StartPage
from designer.ui.kit.banner import BannerArea, Button
from designer.ui.kit.problem_list import ProblemList
from designer.ui.kit.unsaved_question import UnsavedQuestion
from designer.ui.state.actions import ActionSet
from designer.ui.state.settings import Settings
from designer.ui.state.workspace import Workspace
from designer.ui.views.dialogs.export_dialog import CABLES, ExportDialog
from designer.ui.views.dialogs.labels_dialog import LabelsDialog
from designer.ui.views.dialogs.print_dialog import PrintDialog
from designer.ui.views.start.page import recovery_words

FILTER = "Cluster designs (*.toml);;All files (*)"
SKETCH_MS = 1000
"""After a file was opened or saved: what is shown comes first."""
ENDING = "cluster.toml"
"""What designs are called by default: the desktop knows them by it. Any `.toml` is opened."""


class FileCommands(QObject):
    """Carries them out with the session, and shows what the session tells.

    Parameters
    ----------
    window
        Which is closed at the end, and owns the dialogs.
    show_view
        Shows a view by its name, leaving the start page.
    listed_cables
        Which cables the schedule shows, and in words, where that is not all.
    earlier
        What the open design is compared with.
    compared
        Tells that this may be another now.
    """

    def __init__(
        self,
        window: QWidget,
        workspace: Workspace,
        session: DesignSession,
        settings: Settings,
        actions: ActionSet,
        *,
        floor: FloorPlan,
        centre: Centre,
        start_page: StartPage,
        show_view: Callable[[str], object],
        listed_cables: Callable[[], tuple[CablesAsked, str] | None] = lambda: None,
        earlier: Callable[[], Earlier | None] = lambda: None,
        compared: SignalInstance | None = None,
    ) -> None:
        super().__init__(window)
        self._earlier, self._compared = earlier, compared
        self._listed_cables = listed_cables
        self._window, self._workspace = window, workspace
        self._session, self._settings = session, settings
        self._floor, self._centre, self._start_page = floor, centre, start_page
        self._show_view = show_view
        self.dialog: QDialog | None = None
        self.prints = Prints(lambda: centre.banners, workspace.message.emit, window)
        self._may_leave = False
        self._then: Callable[[], object] | None = None
        actions.bind("file.new", self.new_empty)
        actions.bind("file.start", self.show_start_page)
        actions.bind("file.open", self.ask_open)
        actions.bind("file.save", self.save)
        actions.bind("file.save_as", self.save_under_new_name)
        actions.bind("file.print", self.ask_print)
        actions.bind("file.export", self.ask_export)
        actions.bind("file.labels", self.ask_labels)
        actions.bind("file.quit", window.close)
        self._session.problems_found.connect(self._on_problems)
        self._session.changed_on_disk.connect(self._on_changed)
        self._session.locked_by.connect(self._on_locked)
        self._session.other_names.connect(self._on_other_names)
        self._session.autosave_failed.connect(self._on_autosave_failed)

    @property
    def _banners(self) -> BannerArea:
        return self._centre.banners

    def show_start_page(self) -> None:
        """Show the start page; the design stays open behind it."""
        self._start_page.refresh()
        document, session = self._workspace.document, self._session
        is_begun = session.path is not None or document.can_undo or document.design != Design()
        self._start_page.offer_return(document.design.name or "untitled" if is_begun else "")
        self._centre.show_start_page()

    def new_empty(self) -> None:
        """Begin with an empty room."""
        self.new_from_template("empty-room", {})

    def new_from_template(self, template_id: str, arguments: object) -> None:
        """Begin with a reference design."""
        given = arguments if isinstance(arguments, dict) else {}
        values = {str(key): str(value) for key, value in given.items()}
        name = next((t.name for t in TEMPLATES if t.id == template_id), template_id)

        def begin() -> None:
            try:
                design = build(template_id, values, self._session.catalog)
            except TemplateError as error:
                self._banners.show_banner("file", "error", str(error))
                return
            self._begin(design, f"New from {name}")

        self._leave_then("new", begin)

    def new_from_design(self, design: Design, label: str) -> None:
        """Begin with a design that was made of answers, after asking about unsaved work.

        It is a step of its own after an empty design: undo takes it back, and it is not saved.
        """

        def begin() -> None:
            self._begin(Design(), "New design")
            self._workspace.apply(label, lambda _: design)
            self._floor.fit_standing()

        self._leave_then("new", begin)

    def ask_open(self) -> None:
        """Ask for a file."""
        dialog = QFileDialog(self._window, "Open a design", self.folder(), FILTER)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.open(Path(name)))
        self.dialog = dialog
        dialog.open()

    def open(self, path: object) -> None:
        """Open a file, after asking about unsaved work."""
        wanted = Path(str(path))
        self._leave_then(f"open {wanted.name}", lambda: self.open_now(wanted))

    def open_now(self, path: Path) -> bool:
        """Open a file and show all that stands in it; what is wrong with it becomes a notice."""
        try:
            self._session.open(path)
        except (OSError, ValueError) as error:
            self._settings.forget_recent_file(path)
            self._banners.show_banner("file", "error", f"{path.name} was not opened: {error}")
            return False
        self._remember(path)
        self._show_floor()
        return True

    def _remember(self, path: Path) -> None:
        """Put a file on the list of recent ones, with a small plan once there is time."""
        self._settings.add_recent_file(path)
        QTimer.singleShot(SKETCH_MS, self, lambda: self._sketch(path))

    def _sketch(self, path: Path) -> None:
        if self._session.path == path.absolute():
            design, catalog = self._workspace.document.design, self._workspace.catalog
            self._settings.keep_sketch(path, sketch_of(design, catalog))

    def _open_again(self, path: Path) -> None:
        """Take what somebody else made of the open file, looked at as before."""
        look = self._floor.look()
        if self.open_now(path) and look is not None:
            self._floor.look_at(*look)

    def offer_recovery(self) -> None:
        """Offer what a crash left behind: on the start page, and as a notice."""
        unread: list[str] = []
        found = scan(catalog=self._session.todays_catalog(), tell=unread.append)
        if unread:
            self._banners.show_banner("unread", "warning", "; ".join(unread))
        self._start_page.offer_recovery(found)
        if found and not self._centre.on_start_page():
            buttons: list[Button] = [
                ("Recover", lambda: self.recover(found[0])),
                ("Discard", lambda: self.discard(found[0])),
            ]
            if len(found) > 1:
                buttons.append((f"Show all {len(found)}", self.show_start_page))
            text = recovery_words(found[0])
            self._banners.show_banner("recovery", "warning", text, buttons)

    def recover(self, found: object) -> None:
        """Take back what a crash left behind, after asking about unsaved work."""
        if isinstance(found, Recoverable):
            self._leave_then("recover", lambda: self._recover_now(found))

    def _recover_now(self, found: Recoverable) -> None:
        if not found.is_there:
            words = "This work was taken back or thrown away in another window meanwhile"
            self._banners.show_banner("recovery", "info", words)
            self.offer_recovery()
            return
        self._session.recover(found)
        self._banners.dismiss("recovery")
        self._show_floor()
        words = f"Recovered: {found.difference_words()}; save to keep it"
        self._workspace.message.emit(words, "info")
        self.offer_recovery()

    def discard(self, found: object) -> None:
        """Throw away what a crash left behind."""
        if isinstance(found, Recoverable):
            try:
                found.discard()
            except (LockedError, OSError) as error:
                self._banners.show_banner("recovery", "warning", str(error))
            self.offer_recovery()

    def save(self) -> bool:
        """Save, asking for a name if there is none."""
        # What an earlier, refused save was to be followed by is no longer meant.
        self._then = None
        return self._save(force=False)

    def save_under_new_name(self) -> None:
        """Ask for a file to save to; nothing follows."""
        self._then = None
        self.ask_save_as()

    def ask_save_as(self) -> None:
        """Ask for a file to save to."""
        called = self._workspace.document.design.name or "untitled"
        name = self._session.path or Path(self.folder()) / f"{called}.{ENDING}"
        dialog = QFileDialog(self._window, "Save the design", str(name), FILTER)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(ENDING)
        dialog.fileSelected.connect(lambda chosen: self.save_as(Path(chosen)))
        dialog.rejected.connect(self._forget_then)
        self.dialog = dialog
        dialog.open()

    def save_as(self, path: Path, *, force: bool = False) -> bool:
        """Save to a file."""
        try:
            self._session.save_as(path, force=force)
        except SaveRefusedError as refusal:
            again: list[Button] = []
            if refusal.obstacle != "locked":
                again.append(("Replace it", lambda: self.save_as(path, force=True)))
            self._banners.show_banner("save", "warning", f"Not saved: {refusal}", again)
            return False
        except OSError as error:
            self._banners.show_banner("save", "error", f"Not saved: {error}")
            return False
        self._saved(path)
        return True

    def ask_print(self) -> None:
        """Ask what to print, and how."""
        name = self._session.path.name if self._session.path else ""
        self.dialog = PrintDialog(
            self._workspace, self.folder(), name, self.prints.start, self._window,
            self._session.saved_bytes, self._earlier, self._compared,
        )  # fmt: skip
        self.dialog.open()

    def ask_export(self, first: str = "") -> None:
        """Ask what to export, and where to; `first` is the key of the format chosen at first."""
        listed = self._listed_cables()
        self.dialog = ExportDialog(
            self._workspace, self.folder(), self.prints.start, self._window,
            first=first, filtered=listed[1] if listed else "",
        )  # fmt: skip
        self.dialog.open()

    def ask_export_cables(self) -> None:
        """Ask where to write the table of cables to."""
        self.ask_export(CABLES)

    def ask_labels(self) -> None:
        """Ask what to label: cables, all or those that the schedule shows, racks or devices."""
        self.dialog = LabelsDialog(
            self._workspace, self.folder(), self.prints.start, self._listed_cables(),
            self._window, self._session.saved_bytes,
        )  # fmt: skip
        self.dialog.open()

    def may_close(self) -> bool:
        """Return whether the window may close now; else something is asked first.

        So it is with unsaved work, and with a print that is not done.
        """
        if not self.prints.ask_before_leaving(self._window.close):
            return False
        document = self._workspace.document
        if document.is_saved or self._may_leave:
            return True
        question = UnsavedQuestion(document.design.name, self._window)
        question.save_chosen.connect(lambda: self._save_then(self._window.close))
        question.discard_chosen.connect(self._close_without_saving)
        self.dialog = question
        question.open()
        return False

    def _close_without_saving(self) -> None:
        self._may_leave = True
        self._window.close()

    def _leave_then(self, what: str, act: Callable[[], object]) -> None:
        """Do something that replaces the design; ask first where work is not saved."""
        document = self._workspace.document
        if document.is_saved:
            act()
            return
        name = document.design.name

        buttons: list[Button] = [
            (f"Save, then {what}", lambda: self._save_then(act)),
            (f"Discard, then {what}", act),
        ]
        text = f"“{name}” has changes that are not saved."
        self._banners.show_banner("leave", "warning", text, buttons)

    def _save_then(self, act: Callable[[], object]) -> None:
        """Save and go on, also where a name has to be asked for first."""
        self._then = act
        self._save(force=False)

    def _forget_then(self) -> None:
        self._then = None

    def _begin(self, design: Design, label: str) -> None:
        self._session.new(design, label)
        self._show_floor()

    def _show_floor(self) -> None:
        # Notices on the new file come a turn of the event loop later.
        for topic in ("file", "leave", "save", "disk", "lock", "problems", "parts-taken"):
            self._banners.dismiss(topic)
        self._workspace.select(())
        self._show_view("Floor")
        self._floor.fit_standing()

    def _save(self, *, force: bool) -> bool:
        try:
            path = self._session.save(force=force)
        except SaveRefusedError as refusal:
            if refusal.obstacle == "no-path":
                self.ask_save_as()
                return False
            buttons: list[Button] = [("Save as…", self.ask_save_as)]
            if refusal.obstacle != "locked":
                buttons.insert(0, ("Replace it", lambda: self._save(force=True)))
            self._banners.show_banner("save", "warning", f"Not saved: {refusal}", buttons)
            return False
        except OSError as error:
            retry: list[Button] = [("Save as…", self.ask_save_as)]
            self._banners.show_banner("save", "error", f"Not saved: {error}", retry)
            return False
        self._saved(path)
        return True

    def _saved(self, path: Path) -> None:
        for topic in ("save", "disk", "leave", "autosave", "lock", "links", "parts-taken"):
            self._banners.dismiss(topic)
        self._remember(path)
        self._workspace.message.emit(f"Saved {path.name}", "info")
        then, self._then = self._then, None
        if then is not None:
            then()

    def _on_problems(self, problems: list[Problem]) -> None:
        worst = "error" if any(p.severity == "error" for p in problems) else "warning"
        count = plural(len(problems), "problem")
        text = f"Opened as far as it could be read: {count}. {problems[0].line()}"
        buttons: list[Button] = [("Show all", lambda: self._show_problems(problems))]
        # Opening clears the notices of the file before; this one belongs to the new file.
        QTimer.singleShot(
            0, self, lambda: self._banners.show_banner("problems", worst, text, buttons)
        )

    def _show_problems(self, problems: list[Problem]) -> None:
        self.dialog = ProblemList(problems, self._window)
        self.dialog.open()

    def _on_changed(self, name: str) -> None:
        path = Path(name)
        gone = "was removed" if not path.exists() else "was changed by somebody else"
        buttons: list[Button] = [("Keep mine", self._session.keep_mine)]
        if path.exists():
            buttons.insert(0, ("Load theirs", lambda: self._open_again(path)))
            buttons.append(("Save mine as…", self.ask_save_as))
        self._banners.show_banner("disk", "warning", f"{path.name} {gone}.", buttons)

    def _on_locked(self, words: str) -> None:
        buttons: list[Button] = [("Save as…", self.ask_save_as)]
        text = f"{words}. You can look; saving asks for another name."
        QTimer.singleShot(
            0, self, lambda: self._banners.show_banner("lock", "warning", text, buttons)
        )

    def _on_other_names(self, words: str) -> None:
        buttons: list[Button] = [("Save as…", self.ask_save_as)]
        QTimer.singleShot(
            0, self, lambda: self._banners.show_banner("links", "warning", f"{words}.", buttons)
        )

    def _on_autosave_failed(self, words: str) -> None:
        buttons: list[Button] = [("Save", self.save), ("Save as…", self.ask_save_as)]
        self._banners.show_banner("autosave", "warning", words, buttons)

    def folder(self) -> str:
        """Return where files are asked for: beside the design, else beside the last one."""
        recent = self._settings.recent_files()
        path = self._session.path or (recent[0] if recent else Path.home() / "x")
        return str(path.parent)
