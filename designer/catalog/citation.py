"""Which document a source is, whose, in which revision, where it is found, and when it was read.

What the sentence that a person reads (`source`) says, as fields: each is filled in where it is
known and empty where it is not. Pure.
"""

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from designer.model.record import Record

_PLACE: Final = re.compile(
    r"(?:pp?\.|pages?|§|sections?|tables?|appendix|appendices|figures?|chapters?|concepts?|slides?"
    r"|exhibits?|notes?) \S.*|[1-9]\d*(?:[–-]\d+)?",
    re.IGNORECASE,
)
"""A page, or another place that a reader turns to."""
_ADDRESS: Final = re.compile(
    r"(?:https?://)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d+)?(?:/\S*)?"
    r"|doi:10\.\d{4,}/\S+|isbn:[\d-]{10,17}",
    re.IGNORECASE,
)
_SEVERAL: Final = ", "


class Citation(Record):
    """A source in fields; empty where not known.

    Attributes
    ----------
    document
        Its title, with its number where it has one.
    revision
        Edition, version or date, as the document prints it: `V11, 2023-09-22`.
    page
        Page, table or section: `p. 24`, `table 5`, `section Cloud pricing`; `24` is a page.
    address
        Where the document, or the copy that was read, is found: a web address with or without
        `https://`, `doi:…` or `isbn:…`. Several are parted by a comma and a blank.
    publisher
        The maker or other publisher of the document.
    accessed
        The day by which it was read, `2026-11-21`: pages change, and what they say since is
        another source.
    """

    document: str = ""
    revision: str = ""
    page: str = ""
    address: str = ""
    publisher: str = ""
    accessed: str = ""

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield what is no revision, no place in a document, or no address."""
        if self.revision and not any(sign.isdigit() for sign in self.revision):
            yield "revision", f"revision {self.revision!r} names no number, edition or date"
        if self.page and not _PLACE.fullmatch(self.page):
            yield "page", f"page {self.page!r} is none: give p. 24, table 5 or section NAME"
        for one in self.address.split(_SEVERAL) if self.address else ():
            if not _ADDRESS.fullmatch(one):
                yield "address", f"address {one!r} is none: give example.com/sheet.pdf or doi:10.…"
        if self.accessed and not _is_day(self.accessed):
            yield "accessed", f"accessed {self.accessed!r} is no day: give it as 2026-11-21"
        if self.accessed and not self.address:
            yield "accessed", "a day of access needs the address that was read"
        if (self.revision or self.page) and not self.document:
            yield "document", "a revision or a page needs the document that it is of"

    def sentence(self) -> str:
        """Return document, revision and page as one reads them; empty where none is known."""
        return ", ".join(text for text in (self.document, self.revision, self._place) if text)

    def words(self, beside: str = "") -> str:
        """Return what is known, with labels: `document: A · revision: 2 · p. 3 · address: a.com`.

        Parameters
        ----------
        beside
            The sentence that stands beside it; what says the same is left out.
        """
        said = {
            "document: ": self.document,
            "revision: ": self.revision,
            "": self._place,
        }
        if beside and beside == self.sentence():
            said = {}
        if self.publisher.casefold() not in f"{self.document} {beside}".casefold():
            said["published by: "] = self.publisher
        said["address: "] = self.address
        said["read by: "] = self.accessed
        return " · ".join(label + text for label, text in said.items() if text)

    def searched(self) -> Iterator[str]:
        """Yield what a search reads: all but the day on which it was read, as nobody asks it."""
        fields = (self.document, self.revision, self.page, self.address, self.publisher)
        yield from (text for text in fields if text)

    @property
    def _place(self) -> str:
        return f"p. {self.page}" if self.page[:1].isdigit() else self.page


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


NOTHING_CITED: Final = Citation()
