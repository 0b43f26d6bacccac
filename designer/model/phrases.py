"""Texts of the program in another language: found among its messages, with what fills their gaps.

The program writes English, and so does the engine in its process. A text is translated where it
is read (`render/edge.py`): it is one of the messages of `resources/languages/designer.pot`, or one
with gaps that something fills, which is itself translated; else it is put together of such, with
marks between. What is no message stays as it is: names of parts and things, files, units, numbers.

In a language that people read a sentence is translated whole or not at all: what fills a gap is a
name, a figure or a message, and where it is none the sentence stays English. Only what stands side
by side, lines and what a `·` parts, is looked up piece by piece. The pseudo-language translates
what it finds of a sentence, so that a look tells what it misses.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from designer.model.gap_values import (
    ALL,
    AT_END,
    BEHIND_FIGURE,
    BESIDE,
    FIGURE,
    JOINS,
    LINKS,
    NAME,
    SMALL,
    WORD,
    beside_another,
    follow,
    inner_words,
    is_aside,
    is_bare,
    is_torn,
    is_unit,
    others,
    untouched,
)

Translate = Callable[[str], str]
_GAP: Final = re.compile(r"\{([a-z_A-Z0-9]+)\}")
GAP_UNIT: Final = re.compile(
    r"(?<=\}) (mm|m|km|kg|kPa|m²|m³|m³/h|L/min|L/kWh|L|K|°C|kW|kVA|MW|W|A|V|U)(?![\w²³/])"
)
"""Units behind a gap belong to what fills it: a reader may have chosen others."""
_PARTS: Final = tuple(
    re.compile(mark)
    for mark in (
        r"(\n+|\t+|  +)",
        "( · )",
        r"(; |: | — | → | \+ |\. | \(|\)|, )",
        r"(^\W+|\W+$)",
        r"( (?:U|V|W|kW|kVA|kV|kg|MW|mm|m|%|[GT]B|[GT][bB]/s|L/min|m³/h|K|°C)$"
        r"|(?<=[0-9]) [AB]$)",
        r"([−+~≥≤$]? ?[0-9][0-9,.:–\u2060]*(?:[%×]|\s(?:kW|kVA|W|A|V|kg|mm|m|U|K|°C|%)(?=\s))?\s*)",
    )
)  # fmt: skip
"""Marks at which a text that is no message falls apart, the strongest first, numbers last."""
_SURE_SHARE: Final = 0.5
"""Share of a text's letters from which on a message with gaps is surely what it is."""
_MOST_TRIED: Final = 4
"""Messages with gaps that are tried on a text."""
_MOST_JOINED: Final = 9
"""Pieces of a text, with the marks between, that may be one message."""
_FINISHED: Final = re.compile(r"(«\[.*?\]»)", re.DOTALL)
"""What the pseudo-language has made already, of which other texts are put together."""
_MARKS: Final = " ;,.:·—()\n"
"""What a message may begin or end with that joins it to others."""
_BEGIN: Final = " ,;"
"""What the second of two gaps without anything between may begin with."""
_ENDS: Final = ".:;,"
"""Marks that a message may have behind it and not within."""
_KEPT: Final = 16_384
_SIDE_BY_SIDE: Final = (
    re.compile(r"((?:</?[a-z][^<>]*>|&nbsp;|[■▨])+)"),
    re.compile(r"(\n+|\t+|  +)"),
    re.compile("( · )"),
    re.compile(r"((?<=[a-z)0-9])[.!?] (?=[A-Z]))"),
)
"""Between whole texts: marks of markup, lines, what a dot parts, sentences."""
_IN_LIST: Final = re.compile("(; )")
_LIST: Final = 5
"""Clauses from which on what semicolons part is a list of texts, not one."""
_LONGEST: Final = 300
"""Letters of one text: what is longer is several."""
_WITHIN: Final = tuple(
    re.compile(mark)
    for mark in (
        r"(^[!+?✕✓] )",
        r"(; |: )",
        r"( — | → | \+ )",
        r"( \(|\)|, )",
        r"(^\W+|\W+$)",
        r"((?<=[a-z]) (?:k?W|kVA|kg|m?m|U|V|A|min|kPa|[GT]B)$)",
    )
)
"""Between parts of one text, of which all are known or none is translated."""
_CLAUSE: Final = re.compile("[,;:] ")
_CLAUSE_OR_WORD: Final = re.compile(r"[,;:] |^[a-z]+$")


@dataclass(frozen=True, slots=True)
class _Shape:
    """A message with gaps: what stands around them.

    Attributes
    ----------
    around
        Texts before, between and behind the gaps: one more than these.
    words
        Words in them that stand alone, so that a text without one of them is another message.
    lines
        How often they begin a new line.
    """

    message: str
    names: tuple[str, ...]
    around: tuple[str, ...]
    words: frozenset[str]
    lines: int
    letters: int

    def may_be(self, text: str, words: frozenset[str], lines: int) -> bool:
        """Return whether a text has the ends, the words and the lines of this message.

        What fills a gap stands on one line.
        """
        return (
            self.lines == lines
            and self.words <= words
            and text.startswith(self.around[0])
            and text.endswith(self.around[-1])
        )

    def is_quoted(self, number: int) -> bool:
        """Return whether a gap stands in quotation marks: a name fills it, whatever it says."""
        return (self.around[number][-1:], self.around[number + 1][:1]) in (("“", "”"), ("'", "'"))

    def values_in(self, text: str, is_known: Callable[[str], bool]) -> list[str] | None:
        """Return what fills the gaps of a text; None where it is another one.

        Where a mark between two gaps stands in the text several times, the longest value is taken
        that is known; the first where none is.
        """
        first, *inner, last = self.around
        if not text.startswith(first) or not text.endswith(last):
            return None
        at, end, found = len(first), len(text) - len(last), []
        for number, piece in enumerate(inner):
            place = text.find(piece, at, end) if piece else at
            if piece == " " and BEHIND_FIGURE.match(text, place + 1):
                place = text.find(piece, place + 1, end)  # a figure keeps its unit
            if place < 0:
                return None
            rest = inner[number + 1 :]
            has_words = WORD.search(text[at:place]) is not None
            if piece and has_words and not any(map(str.isalpha, piece)):
                more = others(text, piece, place + 1, end)
                fitting = [p for p in more if follow(rest, text, p + len(piece), end)]
                known = (p for p in reversed(fitting) if is_known(text[at:p]))
                place = next(known, place)
            elif not piece and number == len(inner) - 1 and is_known(text[at:end]):
                place = end
            elif not piece and number == len(inner) - 1:
                ends = (p for mark in _BEGIN for p in others(text, mark, at + 1, end))
                place = next((p for p in sorted(ends) if is_known(text[p:end].strip())), place)
            found.append(text[at:place])
            at = place + len(piece)
        if at > end:
            return None
        return [*found, text[at:end]]


class PhraseBook:
    """The messages of the program, with their translation.

    Parameters
    ----------
    messages
        Every message with the plural of what it counts, empty where it counts nothing.
    translate
        Gives the translation of a message; the message itself where it has none.
    finish
        Is done to a text as a whole when all of it is translated.
    names
        Gives names and titles that stay as they are: asked for when a text is first looked up.
    is_whole
        Whether a sentence of which something is not known stays as it is.
    units
        Writes signs of units as the language does, in any text: `12 of 48 U` has `HE` in German.
    """

    def __init__(
        self,
        messages: Iterable[tuple[str, str]],
        translate: Translate,
        finish: Translate = lambda text: text,
        names: Callable[[], frozenset[str]] = frozenset,
        *,
        is_whole: bool = False,
        units: Translate = lambda text: text,
    ) -> None:
        self._units = units
        self._names = lru_cache(maxsize=1)(names)
        self._translate, self._finish = translate, finish
        self._bare: dict[str, str] = {}
        self._whole: dict[str, str] = {}
        self._folded: dict[str, str] = {}
        self._by_word: dict[str, list[_Shape]] = {}
        for _ in self.taking(messages):
            pass
        self._done: dict[str, None] = {}
        self._said = lru_cache(maxsize=_KEPT)(self._text)
        self._wholly = lru_cache(maxsize=_KEPT)(self._look_up_whole)
        self._message = lru_cache(maxsize=_KEPT)(self._look_up_message)
        self._found = lru_cache(maxsize=_KEPT)(self._side_by_side if is_whole else self._look_up)

    def taking(self, messages: Iterable[tuple[str, str]]) -> Iterator[None]:
        """Take messages in, a few at each step: of a book made without, before it is read.

        Thousands take a tenth of a second, in which a window could answer.
        """
        for message, many in messages:
            for one in filter(None, (message, many)):
                self._take(one)
                for bare in (one.strip(_MARKS), one.replace("`", "")):
                    if bare != one:
                        self._bare[bare] = one
            yield
        for bare in self._bare:
            self._take(bare)
            yield

    def text(self, text: str) -> str:
        """Return a text in the language, as far as it is known."""
        return self._said(text) if WORD.search(text) else self._units(text)

    def knows(self, text: str) -> bool:
        """Return whether a text is a message as it is, without gaps."""
        return text in self._whole

    def _take(self, message: str) -> None:
        if not _GAP.search(message):
            plain = _plain(message)
            self._whole.setdefault(plain, message)
            self._folded.setdefault(plain.casefold(), message)
            return
        shape = _shape_of(message)
        if shape.words:
            self._by_word.setdefault(max(shape.words, key=len), []).append(shape)

    def _text(self, text: str) -> str:
        if text in self._done:  # Qt gives texts back that it was given
            return text
        found = "".join(
            piece if number % 2 else self._found(piece)
            for number, piece in enumerate(_FINISHED.split(text))
        )
        finished = self._units(self._finish(found) if found != text else text)
        if finished == text:
            return text
        if len(self._done) > _KEPT:
            self._done.clear()
        self._done[finished] = None
        return finished

    def _look_up(self, text: str) -> str:
        """Return a text translated, whole or piece by piece: as leaves the fewest words English."""
        if not WORD.search(text):
            return text
        exact = self._exact(text)
        if exact is not None:
            return exact
        if NAME.fullmatch(text):
            return text
        core = text.rstrip(_ENDS)
        whole = self._surely(core) if core != text and core else None
        if whole is not None:
            return whole + text[len(core) :]
        filled, letters = self._filled(text)
        if filled is not None and not untouched(filled, text):
            return filled
        begun = self._begun(core)
        if begun is not None:
            return begun + text[len(core) :]
        if filled == text and letters >= _SURE_SHARE * _letters(text):
            return text  # nobody has translated it: half of it in each language reads worse
        split = self._split(text)
        if filled is None:
            return split
        return min(filled, split, key=lambda one: untouched(one, text))

    def _side_by_side(self, text: str) -> str:
        """Return a text translated whole, or each of those that stand side by side in it."""
        whole = self._wholly(text)
        if whole is not None and whole != text:
            return whole  # capitals alone may be a name, or several texts beside each other
        for mark in (*_SIDE_BY_SIDE, _IN_LIST):
            pieces = mark.split(text)
            if len(pieces) > (2 * _LIST - 2 if mark is _IN_LIST else 1):
                return "".join(self._joined_whole(pieces) or ())
        return text

    def _joined_whole(self, pieces: list[str], *, all_known: bool = False) -> list[str] | None:
        """Return pieces translated, the longest first that are one message with their marks.

        None where all have to be known and one is not.
        """
        found, at = list[str](), 0
        while at < len(pieces):
            last = min(len(pieces), at + _MOST_JOINED)
            for end in range(last - (last - at + 1) % 2, at, -2):
                alone = end == at + 1
                if end - at == len(pieces):
                    continue
                text = "".join(pieces[at:end])
                whole = self._wholly(text) if alone else self._message(text)
                if whole is not None:
                    break
            else:
                if all_known:
                    return None
                end, whole = at + 1, self._found(pieces[at])
            found += [whole, *pieces[end : end + 1]]
            at = end + 1
        return found

    def _look_up_whole(self, text: str) -> str | None:
        """Return a text of which everything is known, translated; None for any other."""
        is_name = NAME.fullmatch(text) and not self.knows(text)
        if not WORD.search(text) or is_name or is_unit(text):
            return text
        said = self._message(text)
        if said is not None:
            return said
        if len(text) > _LONGEST or BESIDE.search(text):
            return None  # several texts: each is looked up alone
        for mark in _WITHIN:
            pieces = mark.split(text)
            joined = self._joined_whole(pieces, all_known=True) if len(pieces) > 1 else None
            if joined is not None:
                return "".join(joined)
        return self._beside_figure(text)

    def _beside_figure(self, text: str) -> str | None:
        """Return a name, or a label with a figure at one end of it; None for a sentence."""
        bare = FIGURE.sub(" ", text)
        label = bare.strip()
        if label in SMALL or AT_END.search(label):
            return None
        if self.knows(label) and text.count(label) == 1:
            said = self._message(label)
            if said is None:  # a name; a word that nobody has translated is none
                return text if is_bare(label) else None
            return text.replace(label, said)
        if is_bare(text):
            return text
        if label == text.strip() or text.count(label) != 1:
            return None
        said = self._message(label)
        return None if said is None else text.replace(label, said)

    def _look_up_message(self, text: str) -> str | None:
        """Return a text that is one message, translated; None where it is none."""
        core = text.rstrip(_ENDS)
        for one in dict.fromkeys((text, core)):
            said = self._said_whole(one) if one else None
            if said is None and one[:1].isupper() and one[1:2].islower():
                small = self._said_whole(one[0].lower() + one[1:])
                said = None if small is None else _first_capital(small)
            if said is not None:
                return said + text[len(one) :]
        return None

    def _said_whole(self, text: str) -> str | None:
        if text in LINKS:
            return None  # `with` alone is not the word that it is within a sentence
        if text in self._names():
            return text
        if (name := _first_capital(text)) in self._names():
            return name
        message = self._whole.get(text) or self._folded.get(text.casefold())
        if message is not None and self._is_known(message):
            exact = self._exact(text)
            if exact is not None:
                return exact
        tried = 0
        beside = BESIDE.findall(text)
        for shape in self._shapes(text):
            if BESIDE.findall("".join(shape.around)) != beside:
                continue  # no value holds such a mark
            values = shape.values_in(text, self._is_value)
            if values is None or text in values or any(map(is_aside, values)):
                continue
            if len(shape.words) == 1 and self._holds_clause(shape, values):
                continue  # `power {power}` is not the message of `power supplies, one lost`
            if not self._is_known(shape.message):
                continue
            if not self._may_take(shape, values):
                continue
            told = [
                value if shape.is_quoted(number) else self._wholly(value)
                for number, value in enumerate(values)
            ]
            if None not in told:
                return self._put(shape, [one or "" for one in told])
            tried += 1
            if tried == _MOST_TRIED:
                break
        return None

    def _may_take(self, shape: _Shape, values: list[str]) -> bool:
        """Return whether a message may have such values: one of small words alone has no texts."""
        if any(map(is_torn, values)):
            return False
        numbers = (value for name, value in zip(shape.names, values, strict=True) if name == "n")
        if any(WORD.search(one) and one not in ALL for one in numbers):
            return False  # what counts is a figure: `{n} rack` is not `add 1 rack`
        if not shape.words <= SMALL or shape.words <= JOINS:
            return True
        if not all(map(is_bare, beside_another(shape.around, values))):
            return False  # an adjective, and its noun
        return all(is_bare(one) or self._counts(one) for one in values)

    def _counts(self, text: str) -> bool:
        """Return whether a text is a message, or a figure with one: `16.4 kW (all feeds)`."""
        bare = FIGURE.sub(" ", text).strip(" ()")
        return self._exact(text.strip()) is not None or self._exact(bare) is not None

    def _is_value(self, text: str) -> bool:
        """Return whether a text may fill a gap: it is known, and no more than part of a text."""
        return not is_aside(text) and self._wholly(text) is not None

    def _holds_clause(self, shape: _Shape, values: list[str]) -> bool:
        """Return whether a gap that no colon leads to holds more of a sentence than a name."""
        clause = _clause_of(shape)
        free = (
            value
            for before, value in zip(shape.around, values, strict=False)
            if not before.endswith(": ") and _first_capital(value) not in self._names()
        )
        return any(map(clause.search, free))

    def _begun(self, text: str) -> str | None:
        """Return a message that begins a sentence here, translated; None where it is none."""
        if not text[:1].isupper() or not text[1:2].islower():
            return None
        small = text[0].lower() + text[1:]
        whole = self._surely(small)
        return None if whole in (None, small) else _first_capital(whole or "")

    def _split(self, text: str) -> str:
        for marks in _PARTS:
            pieces = marks.split(text)
            if len(pieces) > 1:
                return "".join(self._joined(pieces))
        return text

    def _joined(self, pieces: list[str]) -> Iterator[str]:
        """Yield pieces translated; messages that hold a mark themselves are put together again."""
        at = 0
        while at < len(pieces):
            last = min(len(pieces), at + _MOST_JOINED)
            for end in range(last - (last - at + 1) % 2, at + 1, -2):
                whole = self._surely("".join(pieces[at:end])) if end - at < len(pieces) else None
                if whole is not None:
                    break
            else:
                end, whole = at + 1, self._found(pieces[at])
            yield whole
            yield from pieces[end : end + 1]
            at = end + 1

    def _surely(self, text: str) -> str | None:
        """Return a text that is one message; None where it is none, or hardly one."""
        exact = self._exact(text)
        if exact is not None:
            return exact
        filled, letters = self._filled(text)
        if filled is None or letters >= _SURE_SHARE * _letters(text):
            return filled
        # A name has capitals or digits, and is the same in every language.
        return None if untouched(filled, text, islower=True) else filled

    def _exact(self, text: str) -> str | None:
        message = self._whole.get(text)
        if message is not None:
            return self._told(message)
        if text in self._names():
            return text
        message = self._folded.get(text.casefold())
        if message is None:
            return None
        told = self._told(message)
        if text == message.upper():
            return told.upper()
        if text in (_first_capital(message), message.capitalize()):
            return _first_capital(told)
        # Which words begin with a small letter within a sentence, the language knows.
        return told if text == message.lower() else None

    def _told(self, message: str) -> str:
        return _plain(self._translation(message))

    def _is_all_known(self, text: str) -> bool:
        if self._exact(text) is not None:
            return True
        found = self._found(text)
        return found != text and not untouched(found, text, islower=True)

    def _is_known(self, message: str) -> bool:
        """Return whether a message has a translation, or no words to translate."""
        return self._translation(message) != message or not WORD.search(_GAP.sub("", message))

    def _translation(self, message: str) -> str:
        """Return the translation of a message, or of one without its marks of code or at ends."""
        whole = self._bare.get(message)
        if whole is None:
            return self._translate(message)
        told = self._translate(whole)
        if "`" not in message:
            told = told.replace("`", "")
        return told.strip(_MARKS) if message == message.strip(_MARKS) else told

    def _filled(self, text: str) -> tuple[str | None, int]:
        """Return a text that is a message with gaps, and the letters of that; None for none.

        Of several messages that it may be, it is the one that leaves the fewest words English.
        """
        best: tuple[int, str, int] | None = None
        tried = 0
        for shape in self._shapes(text):
            values = shape.values_in(text, self._is_all_known)
            if values is None or text in values:
                continue
            filled = self._fill(shape, values) if self._is_known(shape.message) else text
            left = untouched(filled, text)
            if best is None or left < best[0]:
                best = left, filled, shape.letters
            tried += 1
            if not left or tried == _MOST_TRIED:
                break
        return (None, 0) if best is None else (best[1], best[2])

    def _shapes(self, text: str) -> list[_Shape]:
        """Return the messages with gaps that a text may be, those of most letters first."""
        words, lines = frozenset(WORD.findall(text)), text.count("\n")
        found = (
            shape
            for word in words
            for shape in self._by_word.get(word, ())
            if shape.may_be(text, words, lines)
        )
        return sorted(found, key=lambda shape: (-shape.letters, -len("".join(shape.around))))

    def _fill(self, shape: _Shape, values: list[str]) -> str:
        return self._put(shape, [self._found(value) for value in values])

    def _put(self, shape: _Shape, values: list[str]) -> str:
        """Return the translation of a message with its gaps filled."""
        filled = dict(zip(shape.names, values, strict=True))
        told = GAP_UNIT.sub("", self._translation(shape.message))
        return _plain(_GAP.sub(lambda gap: filled.get(gap[1], gap[0]), told))


def _clause_of(shape: _Shape) -> re.Pattern[str]:
    """Return what the gap of a message of one word does not hold: more of a sentence than it."""
    return _CLAUSE_OR_WORD if shape.around[0] else _CLAUSE


def _shape_of(message: str) -> _Shape:
    pieces = _GAP.split(GAP_UNIT.sub("", message))
    around = tuple(map(_plain, pieces[::2]))
    words = {
        word
        for number, piece in enumerate(around)
        for word in WORD.findall(inner_words(piece, number > 0, number < len(around) - 1))
    }
    whole = "".join(around)
    lines = whole.count("\n")
    return _Shape(message, tuple(pieces[1::2]), around, frozenset(words), lines, _letters(whole))


def _plain(message: str) -> str:
    return message.replace("{{", "{").replace("}}", "}")


def _letters(text: str) -> int:
    return sum(map(str.isalpha, text))


def _first_capital(text: str) -> str:
    return text[:1].upper() + text[1:]
