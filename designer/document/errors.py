"""Why an edit did not happen."""


class EditError(ValueError):
    """The edit is impossible; the message is one line for the person who tried."""


class DocumentBusyError(RuntimeError):
    """A subscriber tried to change the document from inside a notification."""
