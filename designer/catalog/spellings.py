"""How a word is spelt on the other side of the Atlantic: `fiber` and `fibre` are one word.

Endings that differ by rule are here once; a word that follows none is a pair of `_PAIRS`. What a
rule makes of other words (`noize` of `noise`) is said nowhere, and so finds nothing.
"""

import re
from functools import lru_cache
from typing import Final

_PAIRS: Final = (
    "aluminium aluminum", "analogue analog", "artefact artifact", "catalogue catalog",
    "defence defense", "dialogue dialog", "disc disk", "grey gray", "licence license",
    "mould mold", "offence offense", "practise practice", "programme program", "storey story",
    "sulphur sulfur",
)  # fmt: skip
_OTHER: Final = {one: other for pair in map(str.split, _PAIRS) for one, other in (pair, pair[::-1])}
_ENDINGS: Final = tuple(
    (re.compile(pattern), new)
    for pattern, new in (
        (r"(?<=[a-z]{2}[iy])s(?=(?:e|ed|er|ing|ation)$)", "z"),
        (r"(?<=[a-z]{2}[iy])z(?=(?:e|ed|er|ing|ation)$)", "s"),
        (r"(fib|cent|met|lit|theat|calib)re(d?)$", r"\1er\2"),
        (r"(fib|cent|met|lit|theat|calib)er(ed)?$", r"\1re\2"),
        (r"(?<=[a-z]{2})our(?=(?:ed|ing|less)?$)", "or"),
        (r"(?<=[a-z]{2})or(?=(?:ed|ing|less)?$)", "our"),
        (r"(?<=[a-z][aeiou])ll(?=(?:ed|er|ing)$)", "l"),
        (r"(?<=[a-z][aeiou])l(?=(?:ed|er|ing)$)", "ll"),
    )
)


@lru_cache(maxsize=1 << 10)
def spelt_otherwise(word: str) -> tuple[str, ...]:
    """Return the other spellings of a word in small letters; none for most."""
    found = [_OTHER[word]] if word in _OTHER else []
    found += [pattern.sub(new, word) for pattern, new in _ENDINGS if pattern.search(word)]
    return tuple(dict.fromkeys(found))
