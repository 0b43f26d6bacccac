"""What a change brings of findings, in words: before it is made, and once its report is there."""

from collections.abc import Iterable, Sequence
from typing import Final

from designer.engine.preview import Foreseen
from designer.engine.reasons import OPEN_WORDS, is_open
from designer.model.plural import plural

_MOST_RULES: Final = 5
"""Rules that are named; the list of findings has all."""


def news_words(comes: Sequence[Foreseen]) -> str:
    """Return `2 new errors: C06, P14 · 1 new warning: C12`; what is for information does not count.

    Parameters
    ----------
    comes
        Findings that are new, the gravest first.
    """
    said = _counted(comes, "new ")
    return " · ".join(said) or "no new finding"


def brings_words(comes: Sequence[Foreseen], failed: Sequence[str] = ()) -> str:
    """Return `brings 3 errors: P14`, and what the first of them says.

    Parameters
    ----------
    failed
        What could not be computed of the design after the change, in sentences.
    """
    if failed:
        return f"what it brings cannot be computed: {failed[0]}"
    said = _counted(comes, "")
    if not said:
        return "brings no new finding"
    first = comes[0]
    return f"brings {' · '.join(said)}\n{first.rule}: {first.message}"


def ends_words(goes: Sequence[Foreseen]) -> str:
    """Return `ends 1 error: C14`; empty where nothing ends but what is for information."""
    said = _counted(goes, "")
    return f"ends {' · '.join(said)}" if said else ""


def gravest(comes: Iterable[Foreseen]) -> str:
    """Return the severity of the gravest new finding, as messages have it."""
    found = {check.severity for check in comes}
    return next((severity for severity in ("error", "warning") if severity in found), "info")


def _counted(comes: Iterable[Foreseen], new: str) -> list[str]:
    sorts: dict[str, list[Foreseen]] = {"error": [], "warning": [], OPEN_WORDS: []}
    for check in comes:
        word = OPEN_WORDS if is_open(check.key) else check.severity
        if word in sorts:
            sorts[word].append(check)
    return [
        f"{_count(len(among), word, new)}: {_rules(among)}"
        for word, among in sorts.items()
        if among
    ]


def _count(number: int, word: str, new: str) -> str:
    """Return `2 new errors`, and of what cannot be said `2 more cannot be said`."""
    if word == OPEN_WORDS:
        return f"{number} {'more ' if new else ''}{word}"
    return plural(number, f"{new}{word}")


def _rules(checks: Iterable[Foreseen]) -> str:
    rules = list(dict.fromkeys(check.rule for check in checks))
    more = len(rules) - _MOST_RULES
    return ", ".join(rules[:_MOST_RULES]) + (f" and {more} more" if more > 0 else "")
