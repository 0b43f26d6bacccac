"""The words of findings: title, places, advice, counts. No Qt.

A place is called what people call it: the functions take who knows that, for a finding has ids.
"""

import re
from collections.abc import Callable, Iterable, Sized
from functools import lru_cache
from typing import Final

from designer.engine.reasons import OPEN_WORDS, is_open, standing
from designer.engine.report import Check, Report
from designer.io.guide import load_guide
from designer.model.plural import plural

LONGEST_RULE: Final = 480
"""Characters of a rule's words below a finding: some ten lines of the panel."""
_SENTENCE: Final = re.compile(r"(?<=[.:]) (?=[A-Z])")


def nothing_words(report: Report) -> str:
    """Return what an empty list means; what nobody states is listed above it, not here."""
    if not report.totals.racks:
        return "No rack stands, so nothing is checked: drag one from the parts onto the floor."
    found = "No rule is broken, and none is left open."
    if report.settle:
        count = plural(len(report.settle), "figure")
        found += f" {count} that no rule waits for can still be given: see What would settle it."
    return found


def fold_words(remarks: Sized) -> str:
    """Return `10 notes for information`: how many, and that none is a fault."""
    return f"{len(remarks)} notes for information"


def title_words(check: Check, name_of: Callable[[str], str]) -> str:
    """Return the rule with the first place it is about; what cannot be said says so."""
    first = f" · {name_of(check.where[0])}" if check.where else ""
    more = f" +{len(check.where) - 1}" if len(check.where) > 1 else ""
    waived = " · waived" if check.waived else ""
    said = f" · {OPEN_WORDS}" if is_open(check.key) else ""
    return f"{check.rule}{said}{first}{more}{waived}"


def where_words(check: Check, name_of: Callable[[str], str]) -> str:
    """Return every place of a finding."""
    return ", ".join(dict.fromkeys(map(name_of, check.where)))


def advice_words(check: Check, name_of: Callable[[str], str]) -> str:
    """Return what to do and where, and what the rule asks: formula, inputs, sources."""
    where, rule = where_words(check, name_of), rule_words(check.rule)
    parts = [check.advice, f"Where: {where}" if where else "", f"The rule: {rule}" if rule else ""]
    return "\n".join(part for part in parts if part)


@lru_cache(maxsize=256)
def rule_words(code: str) -> str:
    """Return what the guide says of a rule first; empty for a finding that is no rule's.

    Read when the first finding is opened, which never is before the window stands. The link beside
    it leads to the rest.
    """
    said = load_guide().rule_help(code)
    if said is None:
        return ""
    kept = ""
    for sentence in _SENTENCE.split(said.text):
        if kept and len(kept) + len(sentence) > LONGEST_RULE:
            return f"{kept} (more in the guide)"
        kept = f"{kept} {sentence}".strip()
    return kept


def count_words(checks: Iterable[Check]) -> str:
    """Return `1 error · 3 warnings · 2 cannot be said · 10 info · 1 waived`."""
    counts = {"error": 0, "warning": 0, "open": 0, "info": 0, "waived": 0}
    for check in checks:
        counts["waived" if check.waived else standing(check)] += 1
    words = [
        plural(counts["error"], "error"),
        plural(counts["warning"], "warning"),
    ]
    if counts["open"]:
        words.append(f"{counts['open']} {OPEN_WORDS}")
    if counts["info"]:
        words.append(f"{counts['info']} info")
    if counts["waived"]:
        words.append(f"{counts['waived']} waived")
    return " · ".join(words)
