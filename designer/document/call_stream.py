"""What happens to a document, told as the lines of a script while it happens: for a console."""

from collections.abc import Callable

from designer.document.calls import SESSION, step_text
from designer.document.document import Document, DocumentChange


class CallStream:
    """Tells every change of a document as the call that makes it, undo and redo included.

    Run in order by a session on the design that the stream began with, the lines give the design
    as it stands; after another design was put in, on that one. Edits that the document joined to
    one step, as while a number is dragged, are steps of their own there: only an undo after them
    goes less far back.

    Parameters
    ----------
    document
        What is listened to, until `close`.
    tell
        Gets the text of each change: one line, or several where several calls make one step. A
        design that is put in is told as a comment, with its label.
    """

    def __init__(self, document: Document, tell: Callable[[str], None]) -> None:
        self._document = document
        self._tell = tell
        self._position = document.history.position
        self._unsubscribe = document.subscribe(self._on_change)

    def close(self) -> None:
        """Listen no more."""
        self._unsubscribe()

    def _on_change(self, change: DocumentChange) -> None:
        was, history = self._position, self._document.history
        self._position = history.position
        if change.whole:
            if change.opened:
                self._tell(f"# {' '.join(change.label.split())}")
        elif history.current.revision == change.revision:
            self._tell(step_text(change.calls, change.before, change.after, change.label))
        else:
            name = "undo" if history.position < was else "redo"
            call = f"{SESSION}.{name}()"
            self._tell("\n".join([call] * abs(history.position - was)))
