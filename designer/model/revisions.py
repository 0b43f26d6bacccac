"""In which order the revisions of a design came. May import the records of this room."""

import datetime
import re
from collections.abc import Iterable
from typing import Final

from designer.model.design import Design, Revision

_RUN: Final = re.compile(r"\d+|[A-Za-z]+|[^\dA-Za-z]+")
_PRELIMINARY: Final = re.compile(r"[Pp]\d")

Word = tuple[int, int, str]


def in_order(revisions: Iterable[Revision]) -> tuple[Revision, ...]:
    """Return revisions, the oldest first.

    By date, then by the order in which they were entered. Where neither tells them apart (files
    written by hand), the names count up: 9 before 10, Z before AA, and P with a number, which
    stands for preliminary, before every other letter (UK annex of ISO 19650-2: P01 … before C01).
    """
    return tuple(sorted(revisions, key=_key))


def newest(revisions: Iterable[Revision]) -> Revision | None:
    """Return the last revision; None without any."""
    return next(reversed(in_order(revisions)), None)


def not_issued(design: Design) -> str:
    """Return why what is drawn is a draft; empty where it is issued.

    Issued is a drawing with a date of issue and an approval (ISO 7200 asks for both), whose newest
    revision is not a preliminary one.
    """
    last = newest(design.revisions)
    if last is None:
        return "no revision is entered"
    if _PRELIMINARY.match(last.id):
        return f"revision {last.id} is preliminary"
    if not _date(last.date):
        return f"revision {last.id} has no date"
    if not design.title_block.approved_by:
        return f"nobody approved revision {last.id}"
    return ""


def next_entry(revisions: Iterable[Revision]) -> int:
    """Return the number of entry of a revision that is added to others."""
    return max((revision.entry for revision in revisions), default=0) + 1


def _key(revision: Revision) -> tuple[str, int, tuple[Word, ...]]:
    words = tuple(map(_word, _RUN.findall(revision.id)))
    if _PRELIMINARY.match(revision.id):
        words = ((0, 0, ""), *words[1:])
    return _date(revision.date), revision.entry, words


def _date(text: str) -> str:
    """Return a date that can be compared; what is none comes before all that are."""
    try:
        return datetime.date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        return ""


def _word(run: str) -> Word:
    """Return a part of a name as it counts up: numbers by value, letters as columns are named."""
    if run.isdigit():
        return 1, int(run), ""
    if run.isalpha():
        return 2, len(run), run.upper()
    return 0, 0, run
