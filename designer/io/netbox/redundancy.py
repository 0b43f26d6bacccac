"""How many supplies carry a device, by its text: `2+2`, N+1, N+N, a redundant pair.

What bounds the draw of a system is what the supplies that it needs deliver. The sum over all of
them counts the spare ones, too: with two that stand in for each other it is the double.
"""

import re
from typing import Final

_COUNTS: Final = re.compile(r"(?<![\w.+])([1-9]\d?) ?\+ ?([1-9]\d?)(?![\w+]|\.\d)")
_RATED: Final = re.compile(
    r"(?<![\w.])(\d{1,2}) ?[x×] ?\d{3,5} ?w(?:atts?)?(?![a-z])", re.IGNORECASE
)
"""So many of so many watts, as in `6x 3000 W (3+3)`."""
_NEAR: Final = re.compile(r"redundan|power|psus?(?![a-z])|suppl", re.IGNORECASE)
_AROUND: Final = 48
_N_PLUS: Final = re.compile(r"(?<![a-z0-9])n ?\+ ?(n|[1-4])(?![a-z0-9])", re.IGNORECASE)
_GRID: Final = re.compile(r"grid redundan", re.IGNORECASE)
_PAIR: Final = re.compile(
    r"redundant(?:,| and| &)?(?: (?:hot[- ]?(?:swap(?:pable)?|plug(?:gable)?)|dual|ac|dc|or|and|"
    r"full range|modular|internal|\d{3,4} ?w(?:atts?)?|platinum|titanium|gold|level|"
    r"\([^)]{1,20}\)))*"
    r" ?(?:power suppl|psus?(?![a-z])|power module)|"
    r"(?:power suppl(?:y|ies)|psus?)(?: \([^)]{1,20}\))?,? (?:are )?redundant",
    re.IGNORECASE,
)
_NOT_SO: Final = re.compile(
    r"option|non-?\s?redundan|not redundan|without|separately|external|can be|available|"
    r"in place of|capable|ready",
    re.IGNORECASE,
)


def redundancy_said(text: str, count: int) -> str:
    """Return the needed and the spare ones of a device's supplies as a text says: `2+2`.

    Parameters
    ----------
    count
        How many supplies it has.

    Returns
    -------
    str
        Empty where the text says nothing, several things, or what is not of so many supplies.
    """
    if count < 2:
        return ""
    said = {*_written(text, count), *_by_letter(text, count)}
    if not said and count == 2 and _is_pair(text):
        said = {"1+1"}
    return said.pop() if len(said) == 1 else ""


def _written(text: str, count: int) -> set[str]:
    """Return what is written in figures beside a word of power or so many ratings in watts."""
    found = set()
    for match in _COUNTS.finditer(text):
        needed, spare = int(match[1]), int(match[2])
        around = text[max(0, match.start() - _AROUND) : match.end() + _AROUND]
        rated = any(int(one[1]) == count for one in _RATED.finditer(around))
        if needed + spare == count and (rated or _NEAR.search(around)):
            found.add(f"{needed}+{spare}")
    return found


def _by_letter(text: str, count: int) -> set[str]:
    found = set()
    for match in _N_PLUS.finditer(text):
        around = text[max(0, match.start() - _AROUND) : match.end() + _AROUND]
        if not _NEAR.search(around) or _NOT_SO.search(around):
            continue
        spare = count // 2 if match[1] in "nN" else int(match[1])
        if match[1] in "nN" and count % 2:
            continue
        if spare < count:
            found.add(f"{count - spare}+{spare}")
    if _GRID.search(text) and count % 2 == 0:
        found.add(f"{count // 2}+{count // 2}")
    return found


def _is_pair(text: str) -> bool:
    for match in _PAIR.finditer(text):
        around = text[max(0, match.start() - _AROUND) : match.end() + _AROUND]
        if not _NOT_SO.search(around):
            return True
    return False


_DRAW: Final = re.compile(
    r"max(?:imum|\.)? (?:system )?(?:power )?(?:consumption|draw|power|usage)\W{0,3}"
    r"(?:of |is |:)? ?(\d{1,3}(?:[ ,]\d{3})+|\d{1,5}(?:\.\d{1,2})?) ?(k?)w(?:atts?)?(?![a-z])",
    re.IGNORECASE,
)
_BUDGET: Final = re.compile(r"poe|budget|per port|psu", re.IGNORECASE)


def draw_said(text: str) -> float | None:
    """Return the most that a device draws, W, as its text says; None where it says none or several.

    What it passes on over its ports (PoE) is another figure.
    """
    said = set()
    for match in _DRAW.finditer(text):
        if not _BUDGET.search(text[max(0, match.start() - 24) : match.end() + 8]):
            watts = float(re.sub(r"[ ,]", "", match[1]))
            said.add(watts * 1000 if match[2] else watts)
    return said.pop() if len(said) == 1 and 0 not in said else None
