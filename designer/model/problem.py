"""One thing that is wrong, where it is, and how to mend it."""

import re
from typing import Final, Literal

from pydantic import field_validator

from designer.model.record import Record

_NO_CHARACTER: Final = re.compile("[\ud800-\udfff]")

Severity = Literal["info", "warning", "error"]


class Problem(Record):
    """A finding about input that a person can act on.

    Attributes
    ----------
    where
        Place in the input: `file.toml:12:4`, `racks.A01.part`, `scalable_units`.
    what
        What is wrong, in one line.
    done
        What the reader did about it, for who works on with the rest: `left out`.
    mend
        What would be right, in one line; empty where `what` already says it.
    """

    severity: Severity = "error"
    where: str
    what: str
    done: str = ""
    mend: str = ""

    @field_validator("where", "what", "done", "mend", mode="before")
    @classmethod
    def _printable(cls, text: object) -> object:
        """Show bytes of a file's name that are no UTF-8, which no text can hold, as �."""
        if not isinstance(text, str) or text.isascii():
            return text
        return _NO_CHARACTER.sub("\ufffd", text)

    def line(self) -> str:
        """Return the finding as one line of text."""
        said = "; ".join(words for words in (self.what, self.done, self.mend) if words)
        return f"{self.where}: {said}"
