"""The forms of English words: `prints`, `printed` and `printing` are `print`.

For prose of pages, where a question says `fails` and the page `fail`. The stems of the catalogue
know plurals only: names and part numbers have no other forms.
"""

import re
from typing import Final

_SHORTEST: Final = 3
_VERBAL: Final = re.compile(r"^(\w*[aeiouy]\w*[^aeiou\W])(?:ed|ing)$")
_DOUBLED: Final = re.compile(r"^\w*[aeiou]([bdgmnprt])\1$")
_HISSING: Final = ("ches", "shes", "xes", "sses", "zes")


def forms_of(word: str) -> tuple[str, frozenset[str]]:
    """Return the root of a word in small letters, and what its forms add to that.

    Where a form may be of two words (`rated` of `rat` or `rate`), the endings are of both.
    """
    found = _forms(word) if word.isalpha() else None
    if found is None or len(found[0]) < _SHORTEST:
        return word, frozenset(("", "s"))
    root, endings = found
    return root, frozenset(endings.split(",")) | {f"{root[-1]}ed", f"{root[-1]}ing"}


def _forms(word: str) -> tuple[str, str] | None:
    for ending in ("ying", "ies", "ied", "y"):
        if word.endswith(ending):
            return word.removesuffix(ending), "y,ys,ies,ied,yed,ying"
    verbal = _VERBAL.match(word)
    if verbal is not None:
        root = verbal[1]
        return (root[:-1] if _DOUBLED.match(root) else root), ",e,s,es,ed,ing"
    if word.endswith(_HISSING):
        return word[:-2], ",e,es,ed,ing"
    is_plural = word.endswith("s") and not word.endswith(("ss", "us", "is"))
    bare = word[:-1] if is_plural else word
    if bare.endswith("e"):
        return bare[:-1], "e,es,ed,ing"
    return bare, ",s,es,ed,ing"
