"""What people called things and wrote beside them: no reader's choice changes a letter of it.

A row called `Phase 5 m` is no length, and a stage called `Power` no word of the program. Texts
are put together far from the edge at which they are turned, also by the engine in its process; so
whoever turns a text knows the names of the open design, and looks for them where turning would
change something: a text that stays as it is costs nothing. A figure alone is a name only where it
is the whole text.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain, combinations, pairwise
from typing import Final, get_args

from designer.model.gap_values import untouched
from designer.model.record import Record

Turn = Callable[[str], str]
Given = Record | tuple[Record, ...] | None
Supplier = Callable[[], Given]
Place = tuple[int, int]
"""Where a name begins in a text, and where it ends."""
_FIELDS: Final = frozenset({
    "name", "note", "text", "reason", "author", "group", "layer", "source", "owner",
    "drawing_number", "created_by", "checked_by", "approved_by",
})  # fmt: skip
"""Fields of records that hold what people wrote; in no other record do they mean another thing."""
_OF_THE_PROGRAM: Final = frozenset({"New room", "Room"})
"""What a new design and its room are called until somebody calls them otherwise."""
_RACK: Final = "{rack}"
"""Stands in the name of a device of an assembly for that of its rack."""
_WORD: Final = re.compile(r"\w+")
_LETTER: Final = re.compile(r"[^\W\d_]")
_PHRASE: Final = re.compile(r"[^\W\d_]{2,}|(?:^|[^\w.,/-])[0-9][0-9.,]*$")
"""A word, or a number at the end that one behind it makes a figure of: `Row 12 × 600 mm`."""
_GOES_ON: Final = re.compile(r"\w|[.,]\d")
_FIRST_PLACE: Final = 0xE100
"""Characters of the private use area, one for each name in a text; others are `marked_names`'."""
_MOST_CHOSEN: Final = 4
"""Names in a text of which each may as well be the program's own word."""


@lru_cache(maxsize=256)
def _fields_of(kind: type[Record]) -> tuple[tuple[tuple[str, object], ...], tuple[str, ...]]:
    """Return fields with what people wrote, each with its default, and those of other records."""
    fields = kind.model_fields
    written = tuple((name, fields[name].default) for name in fields if name in _FIELDS)
    others = (name for name in fields if name not in _FIELDS and _holds(fields[name].annotation))
    return written, tuple(others)


def _holds(annotation: object) -> bool:
    """Return whether what a field may hold is a record, or has one."""
    if isinstance(annotation, type) and issubclass(annotation, Record):
        return True
    return any(map(_holds, get_args(annotation)))


def given_texts(record: Record, *, collections: bool = True) -> Iterator[str]:
    """Yield what people wrote into a record and the records in it; no defaults, some twice.

    Parameters
    ----------
    collections
        Whether its tuples of records are read, too.
    """
    written, others = _fields_of(type(record))
    held = record.__dict__
    for name, default in written:
        text = held[name]
        if text and text != default and text not in _OF_THE_PROGRAM:
            yield str(text)
    for name in others:
        value = held[name]
        if isinstance(value, Record):
            yield from given_texts(value)
        elif collections and _is_collection(value):
            for one in value:
                yield from given_texts(one)


def _is_collection(value: object) -> bool:
    return type(value) is tuple and bool(value) and isinstance(value[0], Record)


class GivenNames:
    """The names that are spared when texts are turned.

    Parameters
    ----------
    suppliers
        Who know the records with the names: each is asked for every text in which one may be.
    """

    def __init__(self, *suppliers: Supplier) -> None:
        self._suppliers = suppliers
        self._seen: list[Given] = []
        self._by_part: dict[int, tuple[object, frozenset[str]]] = {}
        self._names: frozenset[str] = frozenset()
        self._by_word: dict[str, tuple[tuple[int, int], ...]] = {}
        self._risky: dict[tuple[object, str], bool] = {}

    def also(self, supplier: Supplier) -> None:
        """Spare the names of other records as well: of a design beside the one that is open."""
        self._suppliers = (*self._suppliers, supplier)

    def kept(
        self, text: str, told: str, turn: Turn, key: object,
        is_own: Callable[[str], bool] | None = None,
    ) -> str:  # fmt: skip
        """Return a text turned, except for the names in it.

        Parameters
        ----------
        told
            The whole text turned, in which names may be changed.
        turn
            Turns a text, and leaves a character of the private use area where it is.
        key
            Tells one way of turning from another.
        is_own
            Whether the program says a text as it is, without a name.
        """
        self._look_again()
        if not self._names:
            return told
        if text.strip() in self._names:
            return text
        if is_own is not None and is_own(text):
            return told
        places = self._places(text, turn, key)
        if not places:
            return told
        best, fewest = told, -1
        for chosen in _choices(places):
            marked, found = _marked(text, chosen)
            turned = turn(marked)
            left = untouched(turned, marked)
            if fewest < 0 or left < fewest:
                best, fewest = _restored(turned, found), left
            if not left:
                break
        return best

    def _look_again(self) -> None:
        """Read the names of records that are others than the last time."""
        now = [supplier() for supplier in self._suppliers]
        if len(now) == len(self._seen) and all(
            a is b for a, b in zip(now, self._seen, strict=True)
        ):
            return
        self._seen = now
        parts = {id(part): part for one in now for part in _parts(one)}
        before = self._by_part
        self._by_part = {
            key: before[key] if key in before else (part, frozenset(_texts_of(part)))
            for key, part in parts.items()
        }
        names = frozenset().union(*(texts for _, texts in self._by_part.values()))
        if names != self._names:
            self._names, self._by_word = names, _by_word(names)
            self._risky.clear()

    def _places(self, text: str, turn: Turn, key: object) -> list[Place]:
        """Return where names stand that turning would change, the longest at each place."""
        found: list[Place] = []
        for word in _WORD.finditer(text):
            for length, before in self._by_word.get(word[0], ()):
                begin, end = word.start() - before, word.start() - before + length
                if begin < 0 or end > len(text) or text[begin:end] not in self._names:
                    continue
                if not self._stands_alone(text, begin, end):
                    continue
                if self._is_risky(text[begin:end], turn, key):
                    found.append((begin, end))
                    break
        return found

    def _stands_alone(self, text: str, begin: int, end: int) -> bool:
        if text[end - 1].isalnum() and _GOES_ON.match(text, end):
            return False
        return not (begin and text[begin].isalnum() and text[begin - 1].isalnum())

    def _is_risky(self, name: str, turn: Turn, key: object) -> bool:
        known = self._risky.get((key, name))
        if known is None:
            # Alone it may stay, and not in front of what would make a phrase of it.
            known = bool(_PHRASE.search(name)) or turn(name) != name
            self._risky[key, name] = known
        return known


def names_in(*given: Given) -> GivenNames:
    """Return the names in records that stay as they are."""
    return GivenNames(*(lambda one=one: one for one in given))


def _parts(given: Given) -> Iterator[object]:
    """Yield what is read again only when it is another object: collections, and all the rest."""
    if given is None:
        return
    yield given
    if isinstance(given, tuple):
        return
    for value in given.__dict__.values():
        if _is_collection(value):
            yield value


def _texts_of(part: object) -> Iterator[str]:
    if isinstance(part, Record):
        written = set(given_texts(part, collections=False))
    else:
        assert isinstance(part, tuple)
        written = set(chain.from_iterable(map(given_texts, part)))
    for text in written:
        yield from filter(None, map(str.strip, (text, *text.split(_RACK))))


def _by_word(names: Iterable[str]) -> dict[str, tuple[tuple[int, int], ...]]:
    """Return by first word how long names with it are and what precedes it, longest first.

    A name without letters is none within a text.
    """
    found: dict[str, set[tuple[int, int]]] = {}
    for name in names:
        first = _WORD.search(name)
        if first is not None and _LETTER.search(name):
            found.setdefault(first[0], set()).add((len(name), first.start()))
    return {word: tuple(sorted(those, reverse=True)) for word, those in found.items()}


def _choices(places: list[Place]) -> Iterator[tuple[Place, ...]]:
    """Yield which places hold names: all of them first, else fewer are the program's own words."""
    yield _joined(places)
    if len(places) <= _MOST_CHOSEN:
        for many in range(len(places), -1, -1):
            for some in combinations(places, many):
                if all(one[1] <= other[0] for one, other in pairwise(some)):
                    yield some


def _joined(places: list[Place]) -> tuple[Place, ...]:
    """Return places of which those that overlap are one."""
    found: list[Place] = []
    for begin, end in places:
        if found and begin < found[-1][1]:
            begin, end = found[-1][0], max(end, found.pop()[1])
        found.append((begin, end))
    return tuple(found)


def _marked(text: str, places: Iterable[Place]) -> tuple[str, list[str]]:
    pieces, names, at = list[str](), list[str](), 0
    for begin, end in places:
        pieces += [text[at:begin], chr(_FIRST_PLACE + len(names))]
        names.append(text[begin:end])
        at = end
    return "".join((*pieces, text[at:])), names


def _restored(text: str, names: list[str]) -> str:
    for number, name in enumerate(names):
        text = text.replace(chr(_FIRST_PLACE + number), name)
    return text
