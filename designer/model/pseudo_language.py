"""A language that nobody speaks: a look at it tells what is no message and what has no room."""

import re
from itertools import pairwise
from typing import Final

from designer.model.phrases import GAP_UNIT

_ACCENTS: Final = str.maketrans("aeiouycnAEIOUYCN", "àéïöüýçñÅÉÎØÛÝÇÑ")
_LONGER: Final = 0.35
_TAIL_WORD: Final = 8
_KEPT_PIECES: Final = re.compile(rf"{{[^{{}}]*}}(?:{GAP_UNIT.pattern})?")


def pseudo(message: str) -> str:
    """Return a message as the pseudo-language has it: other letters, gaps and units as they are."""
    ends = [0]
    for found in _KEPT_PIECES.finditer(message):
        ends += [found.start(), found.end()]
    ends.append(len(message))
    pieces = [message[begin:end] for begin, end in pairwise(ends)]
    return "".join(
        piece if number % 2 else piece.translate(_ACCENTS) for number, piece in enumerate(pieces)
    )


def bracketed(text: str) -> str:
    """Return a text in brackets and a third longer, as other languages are, in words that wrap."""
    more = round(len(text) * _LONGER)
    tail = " ".join("~" * min(_TAIL_WORD, more - at) for at in range(0, more, _TAIL_WORD))
    return f"«[{text}{tail}]»"
