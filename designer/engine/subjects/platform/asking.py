"""The one evaluator of the library's rules: yes, no, or cannot be said, and what leaves it open.

What is not known is neither yes nor no: `all` is no where one is no, open where one is open and
none is no; `any` the other way round; `none` is no where one is yes.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from designer.catalog.predicate import Condition, LibraryRule, RuledEntry
from designer.catalog.rule_fields import RULE_FIELDS
from designer.engine.subjects.platform.known import (
    Facts,
    Known,
    known_of,
    number,
    span,
    version,
)
from designer.model.figures import Answer


@dataclass(frozen=True)
class Said:
    """An answer, and the fields that it waits for."""

    answer: Answer
    waits: tuple[str, ...] = ()


YES: Final = Said("yes")
_TURNED: Final[dict[Answer, Answer]] = {"yes": "no", "no": "yes", "open": "open"}


def asked(condition: Condition | None, facts: Facts, entry: RuledEntry) -> Said:
    """Return whether a condition holds; one that is not there does.

    Parameters
    ----------
    entry
        Carries the rule: its figures are what some conditions are held against.
    """
    if condition is None:
        return YES
    if condition.all:
        return _all(asked(one, facts, entry) for one in condition.all)
    if condition.any:
        return _not(_all(_not(asked(one, facts, entry)) for one in condition.any))
    if condition.none:
        return _all(_not(asked(one, facts, entry)) for one in condition.none)
    found, against = known_of(facts, condition.field), target(condition, facts, entry)
    answer = _compared(condition, found, against)
    if answer != "open":
        return Said(answer)
    names = [condition.than] if condition.than and not against.is_known else []
    if not names or not found.is_known:
        names.insert(0, condition.field)
    return Said("open", tuple(names))


def target(condition: Condition, facts: Facts, entry: RuledEntry) -> Known:
    """Return what a condition holds its field against."""
    if condition.than:
        other = known_of(facts, condition.than)
        if other.is_number and condition.times != 1:
            return Known(low=other.low * condition.times, high=other.high * condition.times)
        return other
    value = entry.figure_of(condition.figure) if condition.figure else condition.value
    kind = RULE_FIELDS[condition.field].kind
    if kind == "number" and isinstance(value, float | int):
        return number(value * condition.times)
    if kind == "version" and isinstance(value, str | float | int):
        return version(f"{value:g}" if isinstance(value, float) else str(value))
    if isinstance(value, tuple):
        return Known(frozenset(value))
    if kind == "texts" and isinstance(value, str):
        return Known(frozenset(value.split(", ")))
    return Known(value) if isinstance(value, str | bool) else Known()


_WORDS: Final = {
    "==": "", "!=": "not", "<": "below", "<=": "at most", ">": "more than", ">=": "at least",
    "in": "", "not in": "not", "has": "with", "lacks": "without", "within": "",
}  # fmt: skip


def asked_words(condition: Condition, facts: Facts, entry: RuledEntry) -> str:
    """Return what a condition asks, in words: `at most 120 kW`."""
    for joined, word in ((condition.all, " and "), (condition.any, " or ")):
        if joined:
            return word.join(_one_of_several(one, facts, entry) for one in joined)
    if condition.none:
        return "not " + ", nor ".join(_one_of_several(one, facts, entry) for one in condition.none)
    against = _in_words(target(condition, facts, entry), condition)
    return f"{_WORDS[condition.op]} {against}".strip()


def _one_of_several(condition: Condition, facts: Facts, entry: RuledEntry) -> str:
    """Return the same of a condition beside others: a switch by its name."""
    said = asked_words(condition, facts, entry)
    if condition.joined:
        return said
    field = RULE_FIELDS[condition.field]
    if field.kind != "flag":
        return f"{field.words} {said}"
    return field.words if said == "yes" else f"no {field.words}"


def target_words(rule: LibraryRule, facts: Facts, entry: RuledEntry) -> str:
    """Return what a rule asks for: its first figure, else its first value."""
    leaves = list(rule.needs.leaves())
    leaf = next((one for one in leaves if one.figure), leaves[0])
    against = target(leaf, facts, entry)
    return _in_words(against, leaf)


def _in_words(against: Known, leaf: Condition) -> str:
    if against.is_number:
        return span(against.low, against.high, leaf.unit)
    if leaf.than and not against.is_known:
        return RULE_FIELDS[leaf.than].words
    if isinstance(against.value, frozenset):
        return " or ".join(sorted(against.value))
    if isinstance(against.value, tuple):
        return against.said
    if isinstance(against.value, bool):
        return "yes" if against.value else "no"
    return "what is not known" if against.value is None else against.value


def _all(said: Iterable[Said]) -> Said:
    open_on: dict[str, None] = {}
    answer: Answer = "yes"
    for one in said:
        if one.answer == "no":
            return one
        if one.answer == "open":
            answer = "open"
            open_on |= dict.fromkeys(one.waits)
    return Said(answer, tuple(open_on))


def _not(said: Said) -> Said:
    return Said(_TURNED[said.answer], said.waits)


def _compared(condition: Condition, found: Known, against: Known) -> Answer:
    kind = RULE_FIELDS[condition.field].kind
    if kind == "number":
        return _OF_NUMBERS[condition.op](found, against)
    if kind == "version":
        return _of_versions(condition.op, found.value, against.value)
    if kind == "texts":
        return _of_sets(condition.op, found, against)
    if found.value is None or against.value is None:
        return "open"
    wanted = against.value if isinstance(against.value, frozenset) else {against.value}
    return _answer(found.value in wanted, turned=condition.op in ("!=", "not in"))


def _answer(holds: bool, *, turned: bool = False) -> Answer:
    return "yes" if holds != turned else "no"


def _below(one: Known, other: Known) -> Answer:
    if one.high < other.low:
        return "yes"
    return "no" if one.low >= other.high else "open"


def _at_most(one: Known, other: Known) -> Answer:
    if one.high <= other.low:
        return "yes"
    return "no" if one.low > other.high else "open"


def _equal(one: Known, other: Known) -> Answer:
    if one.low == one.high == other.low == other.high:
        return "yes"
    return "no" if one.high < other.low or one.low > other.high else "open"


_OF_NUMBERS: Final[dict[str, Callable[[Known, Known], Answer]]] = {
    "<": _below,
    "<=": _at_most,
    ">": lambda one, other: _TURNED[_at_most(one, other)],
    ">=": lambda one, other: _TURNED[_below(one, other)],
    "==": _equal,
    "!=": lambda one, other: _TURNED[_equal(one, other)],
}


def _of_versions(op: str, one: object, other: object) -> Answer:
    """Compare versions; `525` may be any release of its branch, and be older than `525.60.13`."""
    if not isinstance(one, tuple) or not isinstance(other, tuple):
        return "open"
    shared = min(len(one), len(other))
    if one[:shared] == other[:shared] and len(one) < len(other):
        return "open"
    exact = (*one, *(0,) * (len(other) - len(one)))
    meant = (*other, *(0,) * (len(one) - len(other)))
    if op in ("==", "!="):
        return _answer(one[: len(other)] == other, turned=op == "!=")
    order = {"<": exact < meant, "<=": exact <= meant or one[: len(other)] == other,
             ">": exact > meant and one[: len(other)] != other, ">=": exact >= meant}  # fmt: skip
    return _answer(order[op])


def _of_sets(op: str, found: Known, against: Known) -> Answer:
    have, wanted = found.value, against.value
    if not isinstance(have, frozenset) or not isinstance(wanted, frozenset):
        return "open"
    if op == "within":
        if have - wanted:
            return "no"
        return "yes" if found.whole else "open"
    if have & wanted:
        return _answer(op == "has")
    return _answer(op == "lacks") if found.whole else "open"
