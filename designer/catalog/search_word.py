"""The words of a search, each with all that it may stand as in a text.

`415V` and `415 V`, `H 100` and `H100` are one word: a figure with its unit, a letter with its
number. Nothing else is found from one word of a text to the next.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from designer.catalog.search_words import STOP_WORDS, UNITS, may_be_missing, said_as
from designer.catalog.spellings import spelt_otherwise
from designer.catalog.stems import stems

SHORT: Final = 2
"""A word of so many letters is whole where a text says it, and never the beginning of another."""

_LONGEST_NAME: Final = 14
"""Letters of a name that may stand as two words in a text, as `tpuv5p` does."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a search.

    Attributes
    ----------
    typed
        As it was typed, without capitals: names are found by their middle, too.
    lines
        Its stem, and the stems of what else people mean by it, each after a blank.
    needed
        Whether an entry that does not say it is not meant.
    """

    typed: str
    lines: tuple[str, ...]
    needed: bool = True

    @property
    def matches_inside(self) -> bool:
        """Whether it is looked for in the middle of the words of names, too."""
        return self.needed and len(self.typed) > SHORT

    def is_in(self, line: str) -> bool:
        """Return whether a line of stems has it."""
        # Written out: a search asks this of every entry, and a generator takes three times as long.
        for each in self.lines:  # noqa: SIM110 - see above
            if each in line:
                return True
        return False


def words_of(pieces: list[str]) -> tuple[Word, ...]:
    """Return the words of a search: `break-even` has two, and `the` is none."""
    found = _figures_whole(
        [
            (stem, ("".join(parts),))
            for piece in pieces
            for parts in (stems(piece),)
            for stem in parts
        ]
    )
    telling = [each for each in found if each[0] not in STOP_WORDS] or found
    some_needed = not all(may_be_missing(stem) for stem, _ in telling)
    return tuple(
        Word(stem, _lines(stem, others), needed=not (some_needed and may_be_missing(stem)))
        for stem, others in telling
    )


def _figures_whole(found: list[tuple[str, tuple[str, ...]]]) -> list[tuple[str, tuple[str, ...]]]:
    """Return stems with what else they may be, a number and its unit as one: `415 v` is `415v`."""
    whole: list[tuple[str, tuple[str, ...]]] = []
    taken = False
    for (stem, others), (after, _) in pairwise([*found, ("", ())]):
        if taken:
            taken = False
            continue
        before = whole[-1][0] if whole else ""
        taken = _is_number(stem) and after in UNITS
        taken = taken or (_is_letter(stem) and _begins_number(after))
        if taken:
            whole.append((stem + after, (f"{stem} {after}",)))
        elif before == "a" and _begins_number(stem):  # `a 100` is a name or an article
            whole.append((stem, (*others, before + stem)))
        else:
            whole.append((stem, others))
    return whole


def _lines(stem: str, others: tuple[str, ...]) -> tuple[str, ...]:
    """Return what lines of stems have where they say a word, also spelt or called otherwise."""
    names = (stem, *others, *spelt_otherwise(stem), *_apart(stem), *said_as(stem))
    return tuple(dict.fromkeys(map(_line, names)))


def _apart(stem: str) -> list[str]:
    """Return a name with digits as the two words that it may be: `415 v`, `connectx 7`, `tpu v5p`.

    A short name of the first word stands for it here, too: `cx7` is `connectx 7`.
    """
    if not (_has_digit(stem) and SHORT < len(stem) <= _LONGEST_NAME) or _is_number(stem):
        return []
    found: list[str] = []
    for at in range(1, len(stem)):
        head, tail = stem[:at], stem[at:]
        if _is_number(head):
            found += [f"{head} {tail}"] * (tail in UNITS)
        elif len(head) >= SHORT and (len(tail) >= SHORT or tail.isdecimal()):
            short = said_as(head) if tail[0].isdecimal() else ()
            found += [f"{name} {tail}" for name in (head, *short)]
    return found


def _line(words: str) -> str:
    """Return what a line of stems has where it says so; a short word is no beginning of another."""
    before, _, last = words.rpartition(" ")
    begins = len(last) > SHORT or (before and last[0].isalpha() and _has_digit(last))
    return f" {words}" if begins else f" {words} "


def _is_number(word: str) -> bool:
    return word.replace(".", "", 1).isdecimal()


def _is_letter(word: str) -> bool:
    return len(word) == 1 and word.isalpha() and word not in STOP_WORDS


def _begins_number(word: str) -> bool:
    return len(word) >= SHORT and word[0].isdecimal()


def _has_digit(word: str) -> bool:
    return any(letter.isdecimal() for letter in word)
