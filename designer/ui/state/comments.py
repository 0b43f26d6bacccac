"""The comments of a review in the window: which are shown, which one is looked at, what is written.

Views listen here and write here; the file is the store's.
"""

import os
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Final, Literal, Protocol

from PySide6.QtCore import QObject, Signal, SignalInstance

from designer.catalog.plant_places import loop_of, node_of
from designer.io.atomic_file import WriteError
from designer.io.comments_file import fresh_id
from designer.model import comment_edits
from designer.model.comment_edits import CommentEdit, CommentError
from designer.model.comments import About, Comment, Comments, Reply, by_number, next_number
from designer.model.layout import Layout
from designer.model.network_keys import cable_of, element_of, tray_of

Shown = Literal["open", "resolved", "all"]
NOT_READY: Final = "no design is open yet"
Box = tuple[int, int, int, int]
"""Left, top, width and depth on the floor, in mm."""


class Store(Protocol):
    """Where comments are kept."""

    changed: SignalInstance
    told: SignalInstance
    comments: Comments

    @property
    def why_not(self) -> str:
        """Why none can be written now; empty while one can."""

    def write(self, edit: CommentEdit) -> Comments:
        """Change what is kept; return it as it is then."""


class CommentState(QObject):
    """What all views share of the comments.

    Signals
    -------
    changed
        Other comments, or others of them are shown.
    chosen_changed
        Another one is looked at.
    refused
        Why something was not written.
    asked
        The one that is looked at was pressed twice on a drawing: its words are wanted.
    """

    changed = Signal()
    chosen_changed = Signal()
    refused = Signal(str)
    asked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store: Store | None = None
        self._shown: Shown = "open"
        self._chosen = ""
        self.author: Callable[[], str] = lambda: os.environ.get("USER", "")
        self.clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    def attach(self, store: Store) -> None:
        """Show what a store keeps."""
        self._store = store
        store.changed.connect(self._on_changed)
        store.told.connect(self.refused)
        self._on_changed()

    @property
    def kept(self) -> Comments:
        """Every comment, the same collection until another one is kept."""
        return self._store.comments if self._store else ()

    @property
    def all(self) -> Comments:
        """Every comment, in the order of their numbers."""
        return by_number(self.kept)

    @property
    def listed(self) -> Comments:
        """Those that are shown, in the order of their numbers."""
        return tuple(one for one in self.all if self._shown in ("all", _state(one)))

    @property
    def shown(self) -> Shown:
        """Which are shown."""
        return self._shown

    def show(self, which: Shown) -> None:
        """Show those that are open, those that are resolved, or all."""
        if which != self._shown:
            self._shown = which
            self.changed.emit()

    @property
    def chosen(self) -> Comment | None:
        """The comment that is looked at; None of none."""
        return next((one for one in self.all if one.id == self._chosen), None)

    def choose(self, comment_id: str) -> None:
        """Look at a comment, whether or not those of its state are shown; at none with no id."""
        if comment_id == self._chosen:
            return
        self._chosen = comment_id
        chosen = self.chosen
        if chosen is not None and chosen not in self.listed:
            self.show("all")
        self.chosen_changed.emit()

    @property
    def why_not(self) -> str:
        """Why no comment can be written now; empty while one can."""
        return self._store.why_not if self._store else NOT_READY

    def add(
        self, text: str, about: About, target: str = "", *, name: str = "", box: Box | None = None
    ) -> bool:
        """Write a comment and look at it; return whether that was possible.

        Parameters
        ----------
        name
            What a finding is called; other things have names.
        box
            Where it is on the floor, and of a cloud its size.
        """
        x, y, wide, deep = box or (None, None, None, None)
        size = {"width_mm": wide, "depth_mm": deep} if about == "cloud" else {}
        draft = Comment(
            id=fresh_id(), number=next_number(self.all), about=about, target=target,
            name=name, x_mm=x, y_mm=y, author=self.author(), date=self._now(), text=text, **size,
        )  # fmt: skip
        if not self._write(lambda: comment_edits.add(draft)):
            return False
        self.choose(draft.id)
        return True

    def answer(self, text: str) -> bool:
        """Answer the comment that is looked at; return whether that was possible."""
        seen = self.chosen
        return seen is not None and self._write(
            lambda: comment_edits.answer(seen, self._reply(text))
        )

    def resolve(self) -> bool:
        """Settle the comment that is looked at; return whether that was possible."""
        seen = self.chosen
        return seen is not None and self._write(
            lambda: comment_edits.resolve(seen, self.author(), self._now())
        )

    def reopen(self, why: str = "") -> bool:
        """Open the comment that is looked at again; return whether that was possible."""
        seen = self.chosen
        return seen is not None and self._write(
            lambda: comment_edits.reopen(seen, self._reply(why))
        )

    def reword(self, text: str) -> bool:
        """Give the comment that is looked at other words; return whether that was possible."""
        seen = self.chosen
        return seen is not None and self._write(
            lambda: comment_edits.reword(seen, text, self._now())
        )

    def _reply(self, text: str) -> Reply:
        return Reply(
            id=fresh_id(), author=self.author(), date=self._now(), text=text
        )  # fmt: skip

    def _now(self) -> str:
        return self.clock().isoformat(timespec="seconds")

    def _write(self, edit: Callable[[], CommentEdit]) -> bool:
        if self._store is None or self.why_not:
            self.refused.emit(self.why_not)
            return False
        try:
            self._store.write(edit())
        except (CommentError, WriteError) as error:
            self.refused.emit(str(error))
            return False
        return True

    def _on_changed(self) -> None:
        self.changed.emit()
        if self._chosen and self.chosen is None:
            self._chosen = ""
            self.chosen_changed.emit()


def about_of(keys: Iterable[str], layout: Layout) -> tuple[About, str] | None:
    """Return what a selection is about, by its last thing; None where it is about nothing."""
    key = next(reversed(tuple(keys)), "")
    found: tuple[tuple[About, str], ...] = (
        ("power", node_of(key)), ("loop", loop_of(key)), ("tray", tray_of(key)),
        ("cable", cable_of(key)), ("element", element_of(key)),
    )  # fmt: skip
    named = next(((about, target) for about, target in found if target), None)
    if named is not None or not key:
        return named
    if key in layout.racks:
        return "rack", key
    return ("device", key) if layout.find(key) is not None else None


def _state(comment: Comment) -> Shown:
    return "open" if comment.is_open else "resolved"
