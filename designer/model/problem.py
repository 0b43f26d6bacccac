"""One thing that is wrong, where it is, and how to mend it."""

from typing import Literal

from designer.model.record import Record

Severity = Literal["info", "warning", "error"]


class Problem(Record):
    """A finding about input that a person can act on.

    Attributes
    ----------
    where
        Place in the input: `file.toml:12:4`, `racks.A01.part`, `scalable_units`.
    what
        What is wrong, in one line.
    mend
        What would be right, in one line; empty where `what` already says it.
    """

    severity: Severity = "error"
    where: str
    what: str
    mend: str = ""

    def line(self) -> str:
        """Return the finding as one line of text."""
        mend = f"; {self.mend}" if self.mend else ""
        return f"{self.where}: {self.what}{mend}"
