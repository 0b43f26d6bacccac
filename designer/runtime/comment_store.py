"""The comments on the open design: read with it, read again when somebody else wrote, and written.

No widgets. A comment is on the disk before `write` returns; what was written is told by `changed`.
"""

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from designer.document.document import DocumentChange
from designer.io.atomic_file import WriteError
from designer.io.comments_file import (
    CommentFile,
    comments_path,
    read_comments,
    take_along,
    updated,
)
from designer.io.design_file import file_digest
from designer.model.comment_edits import CommentEdit
from designer.model.comments import Comments, follow, remembered
from designer.model.problem import Problem
from designer.runtime.design_session import DesignSession
from designer.runtime.file_watch import FileWatch

NO_FILE = "comments stand in a file beside the design: save the design first"


class CommentStore(QObject):
    """What the file of comments beside the open design holds.

    Parameters
    ----------
    session
        The open design with its file.

    Signals
    -------
    changed
        Other comments, or other names and places of what they are about.
    told
        A line about the file: what is wrong with it, or what became of another one.
    """

    changed = Signal()
    told = Signal(str)

    def __init__(
        self, session: DesignSession, parent: QObject | None = None, *,
        watch: FileWatch | None = None, clock: Callable[[], float] = time.time,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._session, self._clock = session, clock
        self._watch = watch or FileWatch(self)
        self._watch.changed_on_disk.connect(lambda _: self.reread())
        self.comments: Comments = ()
        self._problem: Problem | None = None
        session.opened.connect(self._on_opened)
        session.saved.connect(self._on_saved)
        self._unsubscribe = session.document.subscribe(self._on_document)
        self._on_opened()

    @property
    def path(self) -> Path | None:
        """The file; None while the design has none."""
        return comments_path(self._session.path) if self._session.path else None

    @property
    def why_not(self) -> str:
        """Why no comment can be written now; empty while one can."""
        if self.path is None:
            return NO_FILE
        return self._problem.line() if self._problem else ""

    def write(self, edit: CommentEdit) -> Comments:
        """Change what the file holds by now; return it as it is then.

        Raises
        ------
        WriteError
            If there is no file, it is damaged, or it cannot be written. Nothing was.
        """
        path = self.path
        if path is None:
            raise WriteError(Problem(where="comments", what=NO_FILE))
        made = updated(path, lambda there: self._followed(edit(there)), self._clock())
        self._watch.expect(file_digest(path))
        self._take(made)
        return self.comments

    def reread(self) -> None:
        """Read the file anew: somebody else wrote it, or it is another design's."""
        path = self.path
        self._take(read_comments(path) if path else CommentFile())

    def close(self) -> None:
        """Let go of the file and the document."""
        self._unsubscribe()
        self._watch.forget()

    def _followed(self, there: Comments) -> Comments:
        return follow(remembered(there, self.comments), self._session.document.layout)

    def _take(self, read: CommentFile) -> None:
        bad = next((one for one in read.problems if one.severity == "error"), None)
        news = [problem.line() for problem in read.problems if problem != self._problem]
        before, self._problem = (self.comments, self._problem), bad
        # Of a file that cannot be read whole, what could be read is better than nothing.
        self.comments = self._followed(read.comments)
        if before != (self.comments, bad):
            self.changed.emit()
        for words in news:
            self.told.emit(words)

    def _on_opened(self) -> None:
        self.comments, self._problem = (), None
        path = self.path
        if path is None:
            self._watch.forget()
        else:
            self._watch.watch(path, _known(path))
        self.reread()
        self.changed.emit()

    def _on_saved(self, before: Path | None) -> None:
        """Take the comments along to another file; keep last names and places with a save."""
        path = self._session.path
        if path is None:
            return
        try:
            if before is None or comments_path(before) != comments_path(path):
                kept = take_along(before, path)
                if kept is not None:
                    self.told.emit(f"comments of the design that was there are kept as {kept.name}")
                self._on_opened()
            elif self.comments and not self._problem:
                self.write(lambda there: there)
        except WriteError as error:
            self.told.emit(str(error))

    def _on_document(self, change: DocumentChange) -> None:
        if change.opened or not self.comments:
            return
        followed = follow(self.comments, self._session.document.layout)
        if followed is not self.comments:
            self.comments = followed
            self.changed.emit()


def _known(path: Path) -> str | None:
    """Return the digest of a file; None if it cannot be read, which reading it tells."""
    try:
        return file_digest(path)
    except WriteError:
        return None
