"""What every rule of the library says of a design: it holds, fails, or cannot be said, and why."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final

from designer.catalog.entry import Provenance
from designer.catalog.families import LIBRARY_TABLES
from designer.catalog.library import Library
from designer.catalog.predicate import FIGURE, PLACEHOLDER, LibraryRule, RuledEntry
from designer.engine.platform_report import (
    NOT_ASKED,
    ReadyRow,
    RowAnswer,
    RuleAnswer,
    RuleReport,
)
from designer.engine.subjects.platform.asking import Said, asked, asked_words, target_words
from designer.engine.subjects.platform.known import (
    Facts,
    Known,
    known_of,
    not_stated,
    why_open,
    words_of,
)
from designer.model.workload import Workload

READINESS: Final = "readiness"
_MOST_REASONS: Final = 2
_ROW: Final[dict[str, RowAnswer]] = {"holds": "met", "fails": "missed", "open": "open"}


_Read = tuple[tuple[str, Known | None], ...]
"""What a rule read: of each field what was known, None where nothing was."""
_MOST_KEPT: Final = 4
"""Answers kept of each rule: those of a design, of an edit that is tried, and of an undo."""


@dataclass(frozen=True, eq=False)
class Carried:
    """A rule with the entry that carries it.

    Attributes
    ----------
    said
        What it said last, with what it read for that: while this is known alike, it says the same.
    """

    table: str
    entry: RuledEntry
    rule: LibraryRule
    said: deque[tuple[_Read, RuleReport]] = field(
        default_factory=lambda: deque(maxlen=_MOST_KEPT), repr=False
    )

    @cached_property
    def of_workload(self) -> bool:
        """Whether it is asked once for each workload."""
        return self.rule.of_workload

    @cached_property
    def key(self) -> str:
        """How it is called: `guideline/lustre-client-match`, with its own name behind."""
        own = f".{self.rule.name}" if self.rule.name else ""
        return f"{self.table}/{self.entry.id}{own}"


@lru_cache(maxsize=4)
def carried(library: Library) -> tuple[Carried, ...]:
    """Return all rules of a library, in its order; the same objects of the same library."""
    return tuple(
        Carried(table, entry, rule)
        for table in LIBRARY_TABLES
        for entry in library.entries(table)
        if isinstance(entry, RuledEntry)
        for rule in entry.rules
    )


def answers(
    rules: Iterable[Carried], facts: Facts, works: Iterable[tuple[Workload, Mapping[str, object]]]
) -> Iterator[RuleReport]:
    """Yield what each rule says.

    Parameters
    ----------
    works
        Workloads with what is known of each, over what is known of the design.
    """
    of_each = [(one, dict(known)) for one, known in works]
    for one in rules:
        if not one.of_workload:
            yield _kept(one, facts)
            continue
        for work, known in of_each:
            found = answer(one, {**facts, **known})  # type: ignore[dict-item]  # facts of a workload
            said = f"{work.name or work.id}: {found.said}" if found.said else ""
            yield found.evolve(key=f"{found.key}:{work.id}", workload=work.id, said=said)


class _Noted(Mapping[str, Known]):
    """What is known, noting which of it is asked for."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self.read: dict[str, Known | None] = {}

    def __getitem__(self, name: str) -> Known:
        self.read[name] = self._facts.get(name)
        return self._facts[name]

    def __iter__(self) -> Iterator[str]:
        raise TypeError("a rule asks for fields by their names")

    def __len__(self) -> int:
        return len(self._facts)


def _kept(one: Carried, facts: Facts) -> RuleReport:
    """Return what a rule says; what it said before where all that it read is known alike."""
    for read, said in one.said:
        if all(facts.get(name) == known for name, known in read):
            return said
    noted = _Noted(facts)
    found = answer(one, noted)
    one.said.appendleft((tuple(noted.read.items()), found))
    return found


def answer(one: Carried, facts: Facts) -> RuleReport:
    """Return what a rule says.

    Of one that is not asked, or not yet, no more than that: so a report has the same rules at the
    same places whatever is drawn, and what a change alters of them is small.
    """
    rule, entry = one.rule, one.entry
    when, needs = asked(rule.when, facts, entry), asked(rule.needs, facts, entry)
    if when.answer == "no" or (when.answer == "open" and needs.answer == "yes"):
        return _in_short(one, NOT_ASKED, "")
    if when.answer == "yes" and needs.answer == "yes":
        return _reported(one, facts, "holds", "holds")
    if when.answer == "yes" and needs.answer == "no":
        return _reported(one, facts, "fails", told(rule.text, one, facts))
    return _open(one, facts, when, needs)


def _open(one: Carried, facts: Facts, when: Said, needs: Said) -> RuleReport:
    names = tuple(dict.fromkeys((*when.waits, *needs.waits)))
    because = _because(facts, names)
    said = f"cannot be said, because {because}"
    if when.answer != "yes":
        return _in_short(one, "open", said)
    refs = dict.fromkeys(ref for name in names for ref in known_of(facts, name).refs)
    return _reported(one, facts, "open", said).evolve(open_on=tuple(refs))


def _in_short(one: Carried, said: RuleAnswer, words: str) -> RuleReport:
    rule = one.rule
    return RuleReport(key=one.key, title=one.entry.name, topic=rule.topic, answer=said, asked=False,
                      severity=rule.severity, said=words, label=rule.label)  # fmt: skip


def _because(facts: Facts, names: tuple[str, ...]) -> str:
    """Return why fields are open: what nobody states first, two reasons at most."""
    choices = [not_stated(facts, name) for name in names]
    labels = list(dict.fromkeys(filter(None, choices)))[:_MOST_REASONS]
    others = (why_open(facts, name) for name, label in zip(names, choices, strict=True)
              if not label)  # fmt: skip
    stated = [f"nobody states {' and '.join(labels)}"] if labels else []
    return " and ".join((*stated, *list(dict.fromkeys(others))[: _MOST_REASONS - len(labels)]))


def readiness(rules: Iterable[RuleReport]) -> Iterator[ReadyRow]:
    """Yield the check list of an AI-ready data centre: its rules as rows."""
    for one in rules:
        if one.topic == READINESS and one.answer != NOT_ASKED:
            yield ReadyRow(
                item=one.label or one.title, asks=one.asks, drawn=one.drawn,
                answer=_ROW[one.answer], because="" if one.answer == "holds" else one.said,
                source=one.source, other=one.other,
            )  # fmt: skip


def told(text: str, one: Carried, facts: Facts) -> str:
    """Return a text of a rule with what was found and asked."""

    def value(name: str) -> str:
        if name == FIGURE:
            return target_words(one.rule, facts, one.entry)
        return words_of(facts, name)

    return PLACEHOLDER.sub(lambda found: value(found[1]), text)


def _reported(one: Carried, facts: Facts, said: str, words: str) -> RuleReport:
    rule, entry = one.rule, one.entry
    source = rests_on(one)
    return RuleReport(
        key=one.key, title=entry.name, topic=rule.topic, answer=said, severity=rule.severity,
        said=words, remedy=told(rule.remedy, one, facts), label=rule.label,
        asks=asked_words(rule.needs, facts, entry),
        drawn=" · ".join(words_of(facts, name) for name in dict.fromkeys(rule.needs.fields())),
        source=source.source if source else "", kind=source.kind if source else "",
        other=source.other if source else "",
    )  # fmt: skip


def rests_on(one: Carried) -> Provenance | None:
    """Return where a rule comes from: its own field's source, its first figure's, the entry's."""
    figures = (leaf.figure for leaf in one.rule.needs.leaves() if leaf.figure)
    return one.entry.source_of(one.rule.rests_on or next(figures, "statement"))
