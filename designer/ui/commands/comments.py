"""Comments: write one on what is selected, on a place, a cloud, a finding; go to one."""

from collections.abc import Callable
from typing import Final, Protocol

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, SignalInstance
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit, QWidget

from designer.catalog.comment_words import thing_in_words
from designer.catalog.plant_places import pipe_key, plant_key
from designer.document.placement import rack_box
from designer.engine.report import Check
from designer.model.comments import About, Comment, is_gone
from designer.model.layout import Layout
from designer.model.network_keys import cable_key, element_key, tray_key
from designer.ui.kit.form_dialog import FormDialog
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.state.actions import ActionSet
from designer.ui.state.comments import Box, about_of
from designer.ui.state.settings import Settings
from designer.ui.state.workspace import Workspace

AROUND_MM: Final = 300
"""What a cloud around racks shows of the floor around them."""
_ON_FLOOR: Final = ("row", "rack", "device")
"""Kinds that the drawing shows by their racks."""
_KEYS: Final[dict[str, Callable[[str], str]]] = {
    "power": plant_key, "loop": pipe_key, "tray": tray_key, "cable": cable_key,
    "element": element_key,
}  # fmt: skip


class CommentedFloor(Protocol):
    """The drawing of the floor."""

    def draw_cloud(self) -> None:
        """Let the next press begin a cloud."""

    def look_at(self, centre: QPointF, scale: float) -> None:
        """Show a point in the middle, at a scale."""

    def scale_now(self) -> float:
        """Return the scale, in pixels a mm."""


class WordsEdit(QPlainTextEdit):
    """Several lines; Ctrl+Enter is the dialog's button, Tab goes on."""

    def __init__(self, accept: Callable[[], object], value: str) -> None:
        super().__init__(value)
        self._accept = accept
        self.setTabChangesFocus(True)
        self.setAccessibleName("Comment")
        self.setObjectName("comment words")
        self.setMinimumHeight(90)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Ctrl+Enter for the end of the words."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._accept()
        else:
            super().keyPressEvent(event)


class CommentPrompt(FormDialog):
    """Asks for the words of a comment and who writes it."""

    def __init__(
        self, about: str, accept: str, write: Callable[[str, str], str], parent: QWidget,
        author: str = "", value: str = "",
    ) -> None:  # fmt: skip
        super().__init__("Comment", accept, parent, done=self.accept)
        self._write = write
        thing = WrappedLabel(about)
        set_role(thing, "dim")
        words, name = QLabel("Comment (Ctrl+Enter writes it)"), QLabel("Author")
        for label in (words, name):
            set_role(label, "caption")
        self.edit = WordsEdit(self.accept, value)
        self.author = QLineEdit(author)
        self.author.setAccessibleName("Author")
        self.edit.textChanged.connect(self._allow)
        self.lay_out((thing, words, self.edit, name, self.author))
        self.edit.setFocus()
        self._allow()

    def accept(self) -> None:
        """Write the comment, unless it is refused."""
        if not self.edit.toPlainText().strip():
            return
        reason = self._write(self.edit.toPlainText(), self.author.text().strip())
        if reason:
            self.say(reason, "error")
            return
        super().accept()

    def _allow(self) -> None:
        self.accept_button.setEnabled(bool(self.edit.toPlainText().strip()))


class CommentCommands(QObject):
    """Carries them out.

    Parameters
    ----------
    show_panel
        Brings the list of comments to the front.
    cloud_drawn
        Tells the box of a cloud that was drawn, in mm.
    """

    def __init__(
        self,
        window: QWidget,
        workspace: Workspace,
        settings: Settings,
        actions: ActionSet,
        *,
        floor: CommentedFloor,
        show_floor: Callable[[], object],
        show_panel: Callable[[], object],
        cloud_drawn: SignalInstance,
    ) -> None:
        super().__init__(window)
        self._window, self._workspace, self._settings = window, workspace, settings
        self._actions, self._floor = actions, floor
        self._show_floor, self._show_panel = show_floor, show_panel
        self.prompt: CommentPrompt | None = None
        state = workspace.comments
        state.changed.connect(self.refresh)
        state.asked.connect(show_panel)
        state.refused.connect(lambda why: workspace.message.emit(why, "warning"))
        actions.bind("review.comment", self.ask)
        actions.bind("review.cloud", self.ask_cloud)
        actions.bind("review.comments", show_panel)
        cloud_drawn.connect(self._on_cloud)
        self.refresh()

    def refresh(self) -> None:
        """Allow what can be done now; say why not for the rest."""
        for action_id in ("review.comment", "review.cloud"):
            self._actions.allow(action_id, self._workspace.comments.why_not)

    def set_author(self, name: str) -> None:
        """Remember under which name comments are written."""
        self._settings.set_author(name)

    def ask(self) -> None:
        """Ask for a comment on what is selected: a thing, a whole row, several; else the design."""
        space = self._workspace
        layout, chosen = space.layout(), space.selection
        racks = [key for key in chosen if key in layout.racks]
        if len(racks) > 1 and len(racks) == len(chosen):
            rows = {layout.racks[key].row for key in racks}
            row = next(iter(rows))
            whole = row and sum(rack.row == row for rack in layout.design.racks) == len(racks)
            if len(rows) == 1 and whole:
                self.ask_about("row", row)
            else:
                self._ask_cloud_at(self._around(racks))
            return
        about = about_of(chosen, layout) or ("design", "")
        self.ask_about(*about)

    def ask_about(
        self, about: About, target: str = "", *, name: str = "", box: Box | None = None
    ) -> None:
        """Ask for a comment on one thing.

        Parameters
        ----------
        name, box
            As of `CommentState.add`.
        """
        seen = Comment(
            id="x", number=0, about=about, target=target, name=name, text="x",
            x_mm=box[0] if box else None, y_mm=box[1] if box else None,
        )  # fmt: skip

        def write(text: str, author: str) -> str:
            return self._written(
                lambda: self._workspace.comments.add(text, about, target, name=name, box=box),
                author,
            )

        self._ask(self._words(seen), "Comment", write)

    def ask_place(self, x_mm: int, y_mm: int) -> None:
        """Ask for a comment on a place of the floor."""
        self.ask_about("place", box=(x_mm, y_mm, 0, 0))

    def ask_finding(self, check: Check) -> None:
        """Ask for a comment on a finding; it stands at the first rack that the finding names."""
        layout = self._workspace.layout()
        named_racks = filter(None, map(layout.rack_of, check.where))
        rack = layout.racks.get(next(named_racks, ""))
        named = layout.name_of(check.where[0]) if check.where else ""
        name = " ".join(filter(None, (check.rule, named)))
        box = (rack.x_mm, rack.y_mm, 0, 0) if rack else None
        self.ask_about("finding", check.key, name=name, box=box)

    def ask_cloud(self) -> None:
        """Put a cloud around the racks that are selected; else let one be drawn on the floor."""
        layout = self._workspace.layout()
        racks = [key for key in self._workspace.selection if key in layout.racks]
        if racks:
            self._ask_cloud_at(self._around(racks))
        else:
            self._show_floor()
            self._floor.draw_cloud()

    def ask_words(self) -> None:
        """Ask for other words of the comment that is looked at."""
        seen = self._workspace.comments.chosen
        if seen is None:
            return

        def write(text: str, author: str) -> str:
            return self._written(lambda: self._workspace.comments.reword(text), author)

        about = f"{seen.number} · {self._words(seen)}"
        self._ask(about, "Reword", write, seen.text)

    def go(self) -> None:
        """Show what the comment that is looked at is about."""
        space = self._workspace
        comment = space.comments.chosen
        if comment is None:
            return
        layout = space.layout()
        if not is_gone(comment, layout):
            if comment.about in _ON_FLOOR:
                space.focus(_keys_of(comment, layout))
                return
            space.select(_keys_of(comment, layout))
        spot = comment.spot
        if spot is None:
            space.message.emit(f"{self._words(comment)} has no place on the floor", "info")
            return
        self._show_floor()
        middle = QRectF(*comment.cloud).center() if comment.cloud else QPointF(*spot)
        self._floor.look_at(middle, self._floor.scale_now())

    def _words(self, comment: Comment) -> str:
        space = self._workspace
        return thing_in_words(comment, space.layout(), space.catalog)

    def _on_cloud(self, box: QRectF) -> None:
        self._ask_cloud_at(
            (round(box.x()), round(box.y()), round(box.width()), round(box.height()))
        )

    def _ask_cloud_at(self, box: Box) -> None:
        self.ask_about("cloud", box=box)

    def _around(self, racks: list[str]) -> Box:
        layout, catalog = self._workspace.layout(), self._workspace.catalog
        boxes = [rack_box(catalog, layout.racks[key]) for key in racks]
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, low = max(box[2] for box in boxes), max(box[3] for box in boxes)
        more = 2 * AROUND_MM
        return left - AROUND_MM, top - AROUND_MM, right - left + more, low - top + more

    def _ask(
        self, about: str, accept: str, write: Callable[[str, str], str], value: str = ""
    ) -> None:
        why = self._workspace.comments.why_not
        if why:
            self._workspace.message.emit(why, "warning")
            return
        author = self._settings.author()
        self.prompt = CommentPrompt(about, accept, write, self._window, author, value)
        self.prompt.open()

    def _written(self, write: Callable[[], bool], author: str) -> str:
        """Write under a name; return why that was refused, or nothing."""
        self.set_author(author)
        refusals: list[str] = []
        state = self._workspace.comments
        keep = state.refused.connect(refusals.append)
        done = write()
        state.refused.disconnect(keep)
        if done:
            self._show_panel()
            return ""
        return refusals[-1] if refusals else "not possible"


def _keys_of(comment: Comment, layout: Layout) -> tuple[str, ...]:
    """Return what is selected of what a comment is about; nothing where it is no such thing."""
    if comment.about == "row":
        return tuple(rack.id for rack in layout.design.racks if rack.row == comment.target)
    if comment.about in _ON_FLOOR:
        return (comment.target,)
    key = _KEYS.get(comment.about)
    return (key(comment.target),) if key else ()
