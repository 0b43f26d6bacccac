"""Tells the engine what happens to the document: the one wire between the two."""

from collections.abc import Callable, Iterable

from designer.catalog.part import Part
from designer.document.document import Document, DocumentChange
from designer.model.change import diff
from designer.model.design import Design
from designer.runtime.engine_client import EngineClient


class EngineFeed:
    """Opens the document's design in the engine, then sends every change.

    Parameters
    ----------
    begin
        Open the design at once. Without it nothing is sent until `begin`: so the feed can listen
        before the views do, and the engine works while they redraw.
    parts
        Gives the parts the design may use, asked again whenever another design is put in whole
        (a file may bring parts of its own).
    narrow
        Gives what is to be measured of the document's design: as of the stage that is looked at.
    """

    def __init__(
        self,
        document: Document,
        client: EngineClient,
        parts: Callable[[], Iterable[Part]],
        *,
        begin: bool = True,
        narrow: Callable[[Design], Design] = lambda design: design,
    ) -> None:
        self._document = document
        self._client = client
        self._parts = parts
        self._narrow = narrow
        self._unsubscribe = document.subscribe(self._on_change)
        self._begun = False
        self._sent: tuple[Part, ...] = ()
        if begin:
            self.begin()

    def begin(self) -> None:
        """Open the design as it stands; once is enough."""
        if not self._begun:
            self._begun = True
            self._open(self._document.revision, self._document.design)

    def reopen(self) -> None:
        """Open the design again if there are other parts it may use than the engine was given."""
        if self._begun and tuple(self._parts()) != self._sent:
            self._open(self._document.revision, self._document.design)

    def look_again(self) -> None:
        """Open what is to be measured again: another stage is looked at."""
        if self._begun:
            self._open(self._document.revision, self._document.design)

    def close(self) -> None:
        """Listen no longer."""
        self._unsubscribe()

    def _on_change(self, change: DocumentChange) -> None:
        if not self._begun:
            return
        if change.whole:
            self._open(change.revision, change.after)
        else:
            before, after = self._narrow(change.before), self._narrow(change.after)
            whole = before is change.before and after is change.after
            told = change.change if whole else diff(before, after)
            self._client.update(change.revision, change.revision - 1, told, design=after)

    def _open(self, revision: int, design: Design) -> None:
        self._sent = tuple(self._parts())
        self._client.open(revision, self._narrow(design), self._sent)
