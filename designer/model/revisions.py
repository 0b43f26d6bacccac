"""In which order the revisions of a design came. May import the records of this room."""

import datetime
import re
from collections.abc import Iterable
from typing import Final

from designer.model.design import Design, Revision
from designer.model.number_text import counted

_RUN: Final = re.compile(r"\d+|[A-Za-z]+|[^\dA-Za-z]+")
_PRELIMINARY: Final = re.compile(r"[Pp]\d")
_FILLERS: Final = "\u115f\u1160\u3164\uffa0"
"""Letters of Hangul that stand for an absent one and are drawn as nothing."""
_Word = tuple[int, int, str]
_Entered = tuple[int, tuple[_Word, ...]]


def in_order(revisions: Iterable[Revision]) -> tuple[Revision, ...]:
    """Return revisions, the oldest first.

    By date, then by the order in which they were entered. Where neither tells them apart (files
    written by hand), the names count up: 9 before 10, Z before AA, and P with a number, which
    stands for preliminary, before every other letter (UK annex of ISO 19650-2: P01 … before C01).

    One without a date that can be read follows the newest of those entered before it: it may be
    what is being drawn now, and nothing says that it is older than what was issued.
    """
    given = tuple(revisions)
    dated = sorted((r for r in given if date_of(r)), key=_key)
    places = {revision.id: at for at, revision in enumerate(dated)}

    def place(revision: Revision) -> tuple[int, int, _Entered]:
        if revision.id in places:
            return places[revision.id], 0, _entered(revision)
        before = (at for at, other in enumerate(dated) if _is_entered_before(other, revision))
        return max(before, default=-1), 1, _entered(revision)

    return tuple(sorted(given, key=place))


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
    if not date_of(last):
        return f"revision {last.id} has no date{' that can be read' if last.date.strip() else ''}"
    if not _names_somebody(design.title_block.approved_by):
        return f"nobody approved revision {last.id}"
    return ""


def next_entry(revisions: Iterable[Revision]) -> int:
    """Return the number of entry of a revision that is added to others."""
    return max((revision.entry for revision in revisions), default=0) + 1


def date_of(revision: Revision) -> str:
    """Return a revision's date so that it can be compared; empty where it cannot be read."""
    try:
        return datetime.date.fromisoformat(revision.date.strip()).isoformat()
    except ValueError:
        return ""


def _names_somebody(text: str) -> bool:
    """Return whether a name has a letter or a figure that can be seen."""
    return any(letter.isalnum() and letter not in _FILLERS for letter in text)


def _key(revision: Revision) -> tuple[str, _Entered]:
    return date_of(revision), _entered(revision)


def _entered(revision: Revision) -> _Entered:
    return revision.entry, _words(revision)


def _is_entered_before(one: Revision, other: Revision) -> bool:
    """Return whether one of two came first; where nobody counted both, their names tell."""
    if one.entry and other.entry:
        return _entered(one) < _entered(other)
    return _words(one) < _words(other)


def _words(revision: Revision) -> tuple[_Word, ...]:
    words = tuple(map(_word, _RUN.findall(revision.id)))
    return ((0, 0, ""), *words[1:]) if _PRELIMINARY.match(revision.id) else words


def _word(run: str) -> _Word:
    """Return a part of a name as it counts up: numbers by value, letters as columns are named."""
    if run.isdecimal():
        return 1, counted(run), ""
    if run.isalpha():
        return 2, len(run), run.upper()
    return 0, 0, run
