"""Why an edit did not happen."""

from typing import Final

IN_REVIEW: Final = "in review nothing is changed but remarks, waivers and revisions; F8 ends it"


class EditError(ValueError):
    """The edit is impossible; the message is one line for the person who tried."""


class DocumentBusyError(RuntimeError):
    """A subscriber tried to change the document from inside a notification."""
