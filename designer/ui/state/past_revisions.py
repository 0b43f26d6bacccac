"""Revisions of the open design's file that git has, as sides of a comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from designer.catalog.input_file import ReadError
from designer.ui.state.compared_sides import Choice, why_unread

if TYPE_CHECKING:
    from designer.runtime.design_session import DesignSession
    from designer.runtime.git_revisions import GitRevisions, Revision
    from designer.ui.state.compared_sides import Sides


class PastRevisions(QObject):
    """Lists them while somebody looks, and reads one when it is chosen.

    Signals
    -------
    found
        The `Side` that was read.
    failed
        Why one cannot be read, in a line.
    """

    found = Signal(object)
    failed = Signal(str)

    def __init__(
        self, session: DesignSession, sides: Sides, git: GitRevisions,
        parent: QObject | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._session, self._sides, self._git = session, sides, git
        self.every: tuple[Revision, ...] = ()
        git.listed.connect(self._take)
        git.found.connect(self._on_found)
        git.failed.connect(self._on_failed)

    def look(self) -> None:
        """List the revisions anew."""
        self._git.look_at(self._session.path)

    def close(self) -> None:
        """End what is asked."""
        self._git.close()

    def choices(self) -> list[Choice]:
        """Return what may be chosen, the newest first."""
        return [self._choice(one) for one in self.every]

    def read(self, choice: Choice) -> None:
        """Read one; `found` or `failed` follows."""
        revision = next((one for one in self.every if one.id == choice.key), None)
        path = self._session.path
        if revision is None or path is None:
            self.failed.emit(why_unread(choice, LookupError("there is no such revision any more")))
        else:
            self._git.read(path, revision)

    def _take(self, every: tuple[Revision, ...]) -> None:
        self.every = every

    def _choice(self, one: Revision) -> Choice:
        about = f"{one.at:%Y-%m-%d %H:%M} · {one.subject}"
        return Choice("revision", one.id, one.short, about)

    def _on_found(self, revision: Revision, data: bytes) -> None:
        choice = self._choice(revision)
        name = self._session.path.name if self._session.path is not None else choice.name
        try:
            read = self._session.read_aside_bytes(data, f"{choice.name}:{name}", revision.at)
        except ReadError as error:
            self.failed.emit(why_unread(choice, error))
            return
        self.found.emit(self._sides.side_of(choice, read))

    def _on_failed(self, revision: Revision, why: str) -> None:
        self.failed.emit(why_unread(self._choice(revision), LookupError(why)))
