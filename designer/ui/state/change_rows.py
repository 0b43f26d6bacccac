"""The rows of a comparison: alike changes as one, in words, and which of them are listed."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from designer.document.change_groups import Group, grouped
from designer.document.change_places import ChangePlaces
from designer.document.change_words import ChangeWords, field_words, titled
from designer.document.comparison import Comparison, Kind

KINDS: Final[tuple[Kind, ...]] = ("added", "removed", "moved", "changed")
_MOST_NAMED: Final = 4


@dataclass(eq=False)
class ChangeRow:
    """A row: one change, or several that are alike.

    Attributes
    ----------
    keys
        What of the floor it touches.
    """

    group: Group
    _words: ChangeWords = field(repr=False)
    _places: ChangePlaces = field(repr=False)

    @property
    def kind(self) -> Kind:
        """Whether it came, went, moved or changed."""
        return self.group.kind

    @cached_property
    def what(self) -> str:
        """What it is about: `Rack A01`, `64 racks`."""
        return titled(self._words.what(self.group))

    @cached_property
    def names(self) -> str:
        """Which they are, where there are several."""
        return self._words.names(self.group, _MOST_NAMED)

    @cached_property
    def how(self) -> str:
        """What differs."""
        return self._words.how(self.group)

    @cached_property
    def keys(self) -> frozenset[str]:
        """What of the floor it touches."""
        return frozenset().union(*map(self._places.of, self.group.members))

    @cached_property
    def fields(self) -> tuple[tuple[str, str, str], ...]:
        """What differs in the first of them: field, value before, value after."""
        return tuple(self._fields())

    def same_as(self, other: "ChangeRow") -> bool:
        """Return whether another row is about the same record."""
        mine, its = self.group.first, other.group.first
        return (mine.collection, mine.id) == (its.collection, its.id)

    def _fields(self) -> Iterator[tuple[str, str, str]]:
        first = self.group.first
        for one in first.fields:
            yield (
                titled(field_words(one.path)), self._words.value(one, "old"),
                self._words.value(one, "new"),
            )  # fmt: skip


@dataclass(frozen=True)
class Filter:
    """Which rows are listed.

    Attributes
    ----------
    kinds
        What is listed; empty for all.
    text
        What each of its words must be found in.
    """

    kinds: frozenset[Kind] = frozenset()
    text: str = ""

    def takes(self, row: ChangeRow) -> bool:
        """Return whether a row is listed."""
        if self.kinds and row.kind not in self.kinds:
            return False
        wanted = self.text.casefold().split()
        if not wanted:
            return True
        names = " ".join(filter(None, (row.names, row.what, row.how, row.kind)))
        said = f"{names} {row.group.collection}".casefold()
        return all(word in said for word in wanted)


def rows_of(
    comparison: Comparison, words: ChangeWords, places: ChangePlaces
) -> tuple[ChangeRow, ...]:
    """Return the rows of a comparison."""
    return tuple(ChangeRow(group, words, places) for group in grouped(comparison.changes))
