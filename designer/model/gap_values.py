"""What fills a gap of a message in a language that people read, and what is torn off a sentence.

A gap takes a name, a figure or a message (`phrases.py`). Small words of English are none of these:
`after {what}` is not `after a`, nor `{it} of {that} {more}` whatever has an `of` in it.
"""

import re
from typing import Final

WORD: Final = re.compile(r"[^\W\d_]{2,}")
NAME: Final = re.compile(r"(?=\S*(?:[0-9_/\\]|[.-]\w))[\w.:/\\-]+")
"""One word with digits or marks in it is a name, `rack-42u`, `pod.toml`: no `word.` is one."""
FIGURE: Final = re.compile(
    r"(?<![\w.])[~≥≤−+$€]*[0-9][0-9.,\u2060–]*"
    r"(?: ?(?:%|°|×)|[ \u00a0\u202f](?:[kMGTP]?(?:W|VA|V|A|Wh|B|b|b/s|B/s|bit/s|Hz|M|bn)"
    r"|[mck]?m|in|ft|mi|kg|lb|[kM]?Pa|psf|psi|[mf]t?[²³](?:/h)?|cfm|L|L/min|gpm|gal"
    r"|°[CF]|K|U|HE|[mµn]?s|h|t|dB)"
    r"(?![\w/]))?"
)
"""A number and its unit, which are the same in every language."""

_LONGEST_VALUE: Final = 120
"""Letters that a gap takes: what is longer is no part of a sentence."""
BESIDE: Final = re.compile(r"[\n\t]|(?<!\S)·|·(?!\S)")
"""Stands in no part of a sentence; `Leaf 1·1` is a name."""
JOINS: Final = frozenset({"and", "or"})
LINKS: Final = frozenset(
    re.split(r"\|", "a|an|the|of|by|with|to|for|on|at|as|from|than|and|or|is|are")
)
"""Words that join others: alone they are another word, or none."""
SMALL: Final = LINKS | frozenset(
    re.split(
        r"\|",
        "its|it|in|their|they|was|were|be|has|have|had|after|before|without|not|if|so|that|"
        "which|this|these",
    )
)
"""Words that say nothing alone: no gap takes one, and a message of such alone fits too much."""
AT_END: Final = re.compile(
    rf"(?:^|(?<=\s))(?:{'|'.join(sorted(SMALL - {'it', 'that', 'this', 'is', 'are'}))})$"
    r"|[,;:]$|^[,;:]"
)
"""What is torn off a sentence ends in: `on capped to`, `nothing is`, `no GPU lost,`."""
ALL: Final = frozenset({"all", "both", "no"})
"""Words that stand in the place of a number."""
BEHIND_FIGURE: Final = re.compile(r"(?:kW|kVA|MW|kg|mm|m³/h|L/min|kPa)(?!\S)")
_SENTENCE: Final = re.compile(r" cannot be | because |(?: is| are) not known\b")
"""Stands in a sentence that a gap does not take the end of."""
_MOST_PLACES: Final = 8
"""Places of a mark between two gaps that are tried."""
_NEXT_FIGURE: Final = re.compile(r"; [0-9][0-9.,]*$")


def is_unit(text: str) -> bool:
    """Return whether a text is a unit by itself; `in` is a word as well."""
    return text != "in" and FIGURE.fullmatch(f"1 {text}") is not None


def is_aside(value: str) -> bool:
    """Return whether a value is no part of a sentence: in brackets, or one of what dots part."""
    in_brackets = value[:1] == "(" and value[-1:] == ")"
    is_torn = value.count("(") != value.count(")") or _NEXT_FIGURE.search(value) is not None
    is_more = len(value) > _LONGEST_VALUE or BESIDE.search(value) is not None
    return is_more or in_brackets or is_torn


def is_torn(value: str) -> bool:
    """Return whether a value is a word of nothing, or a piece that is torn off a sentence."""
    value = value.strip()
    if value in SMALL or AT_END.search(value) or BEHIND_FIGURE.match(value):
        return True
    return _SENTENCE.search(value) is not None and not value.startswith(("whether ", "the "))


def is_bare(text: str) -> bool:
    """Return whether a text is figures and names alone."""
    words = (one for one in FIGURE.sub(" ", text).split() if not NAME.fullmatch(one))
    return not any(
        one == "a" or word.islower() for one in words for word in WORD.findall(one) or [one]
    )


def beside_another(around: tuple[str, ...], values: list[str]) -> list[str]:
    """Return the values that nothing but a space parts from another: words that agree with it.

    Parameters
    ----------
    around
        Texts before, between and behind the gaps: one more than values.
    """
    last = len(values) - 1
    return [
        value
        for at, value in enumerate(values)
        if (at and not around[at].strip()) or (at < last and not around[at + 1].strip())
    ]


def others(text: str, piece: str, at: int, end: int) -> list[int]:
    """Return further places of a piece in a text, the first of many."""
    found: list[int] = []
    while len(found) < _MOST_PLACES and (at := text.find(piece, at, end)) >= 0:
        found.append(at)
        at += 1
    return found


def follow(pieces: list[str], text: str, at: int, end: int) -> bool:
    """Return whether pieces follow each other in a text."""
    for piece in pieces:
        at = text.find(piece, at, end)
        if at < 0:
            return False
        at += len(piece)
    return at <= end


def inner_words(piece: str, behind_gap: bool, before_gap: bool) -> str:
    """Return a piece without words that a gap may go on with: `finding` of `finding{s}`."""
    if behind_gap:
        piece = re.sub(r"^\w+", "", piece)
    return re.sub(r"\w+$", "", piece) if before_gap else piece


def untouched(translated: str, text: str, *, islower: bool = False) -> int:
    """Return how many words of a text its translation has, too, or of those in small letters.

    These are English still.
    """
    before = set(WORD.findall(text))
    words = (word for word in WORD.findall(translated) if not islower or word.islower())
    return sum(word in before for word in words)
