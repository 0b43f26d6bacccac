"""Rules of the library as data: when one is asked, what it needs, what is said where it fails.

A condition asks one field (`rule_fields`) with an operator, or joins others: `all`, `any`, `none`.
It is held against a value, a figure of the entry that carries it (so that no number stands twice),
or another field. What is wrong with a rule is said when its file is read; it is evaluated by the
engine's subject of the platform alone.
"""

import re
from collections.abc import Iterator
from math import isfinite
from typing import Any, Final, Literal

from pydantic import field_validator

from designer.catalog.entry import Entry
from designer.catalog.rule_fields import OPERATORS, RULE_FIELDS, RuleField
from designer.model.platform import version_of
from designer.model.record import Record

RuleLevel = Literal["note", "info", "warning", "error"]
"""A `note` is told in the report and is no finding."""
RuleTopic = Literal["software", "accelerators", "network", "storage", "workloads", "readiness"]
PLACEHOLDER: Final = re.compile(r"\{([^{}]*)\}")
_DEEPEST: Final = 6
_LARGEST: Final = 10**18
FIGURE: Final = "figure"
"""In a text, stands for what is asked by the first condition of `needs` that holds against one."""


class Condition(Record):
    """What is asked.

    Attributes
    ----------
    field, op
        What is asked, and how it is compared.
    value, figure, than
        What it is held against: a value, a field of the entry (`low`,
        `variants.minimum.value`), or another field; one of them.
    times
        Factor of the figure or of the other field.
    unit
        That of the field, so that a number is never read in another.
    all, any, none
        Other conditions, in place of all of the above.
    """

    field: str = ""
    op: str = "=="
    value: bool | float | str | tuple[str, ...] | None = None
    figure: str = ""
    than: str = ""
    times: float = 1.0
    unit: str = ""
    all: tuple["Condition", ...] = ()
    any: tuple["Condition", ...] = ()
    none: tuple["Condition", ...] = ()

    @field_validator("value", mode="before")
    @classmethod
    def _of_one_kind(cls, value: object) -> object:
        """Refuse what no field holds in one line, where each kind would give a line of its own."""
        texts = isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)
        plain = value is None or isinstance(value, bool | int | str)
        if not (texts or plain or (isinstance(value, float) and isfinite(value))):
            raise ValueError("give a finite number, a text, a list of texts, true or false")
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) > _LARGEST:
            raise ValueError("give a number that anything can be")
        return value

    @property
    def joined(self) -> tuple["Condition", ...]:
        """The conditions that it joins."""
        return (*self.all, *self.any, *self.none)

    def leaves(self) -> Iterator["Condition"]:
        """Yield itself, or the conditions in it that ask a field."""
        if self.field or not self.joined:
            yield self
        for one in self.joined:
            yield from one.leaves()

    def fields(self) -> Iterator[str]:
        """Yield the names of the fields that it asks."""
        for leaf in self.leaves():
            yield leaf.field
            if leaf.than:
                yield leaf.than

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield what cannot be asked, in one line each."""
        joins = [name for name in ("all", "any", "none") if getattr(self, name)]
        if joins:
            if self.field or len(joins) > 1:
                yield joins[0], f"{joins[0]} stands alone: put the others into a condition of it"
            return
        known = RULE_FIELDS.get(self.field)
        if known is None:
            yield "field", f"no design has {self.field!r}: choose of {', '.join(RULE_FIELDS)}"
            return
        yield from self._wrong_comparison(known)

    def _wrong_comparison(self, known: RuleField) -> Iterator[tuple[str, str]]:
        name = known.name
        if self.op not in OPERATORS[known.kind]:
            yield "op", f"{name} cannot be asked {self.op!r}: {' '.join(OPERATORS[known.kind])}"
        if self.unit != known.unit:
            said = f"in {self.unit!r}" if self.unit else "without a unit"
            meant = f"unit = {known.unit!r}" if known.unit else "no unit"
            yield "unit", f"{name} is asked {said}: give {meant}"
        against = [self.value is not None, bool(self.figure), bool(self.than)]
        if sum(against) != 1:
            yield "value", f"{name} is held against one of value, figure, than"
        elif self.value is not None and not _fits(known, self.value):
            yield "value", f"{name} is a {known.kind}: it cannot be held against {self.value!r}"
        elif self.than:
            other = RULE_FIELDS.get(self.than)
            if other is None or (other.kind, other.unit) != (known.kind, known.unit):
                yield "than", f"{name} cannot be held against {self.than!r}: another kind or unit"


def _fits(known: RuleField, value: object) -> bool:
    """Return whether a value is of the kind of a field."""
    if known.kind == "flag":
        return isinstance(value, bool)
    if known.kind == "number":
        return isinstance(value, float) and not isinstance(value, bool)
    if known.kind == "version":
        return isinstance(value, str) and version_of(value) is not None
    if known.kind == "texts":
        return isinstance(value, tuple)
    return isinstance(value, str | tuple)


class LibraryRule(Record):
    """A rule that an entry carries.

    Attributes
    ----------
    name, label
        Tells it from the entry's other rules, empty for the only one; what a list calls it, empty
        for the name of the entry.
    topic
        Under which findings it is told.
    when
        Where it is asked; nothing for everywhere.
    needs
        What must hold there.
    text
        What is wrong where it does not, with `{field}` for what was found and `{figure}` for what
        was asked.
    remedy
        What would meet it.
    rests_on
        Field of the entry whose provenance is its source; empty for `statement`, or all.
    """

    name: str = ""
    topic: RuleTopic
    severity: RuleLevel
    when: Condition | None = None
    needs: Condition
    text: str
    remedy: str = ""
    label: str = ""
    rests_on: str = ""

    @property
    def of_workload(self) -> bool:
        """Whether it is asked once for each workload."""
        return any(RULE_FIELDS[name].of_workload for name in self.fields() if name in RULE_FIELDS)

    def fields(self) -> Iterator[str]:
        """Yield the names of the fields that it asks."""
        if self.when is not None:
            yield from self.when.fields()
        yield from self.needs.fields()

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield a text that tells what no field has, and nesting that nobody reads."""
        for field in ("text", "remedy"):
            for name in PLACEHOLDER.findall(getattr(self, field)):
                if name != FIGURE and name not in RULE_FIELDS:
                    yield field, f"{field} tells {name!r}, which no design has"
        if not self.text:
            yield "text", "a rule says what is wrong where it fails"
        for field in ("when", "needs"):
            asked = getattr(self, field)
            if asked is not None and _depth(asked) > _DEEPEST:
                yield field, f"{field} is nested deeper than {_DEEPEST} conditions"


def _depth(asked: Condition) -> int:
    return 1 + max(map(_depth, asked.joined), default=0)


class RuledEntry(Entry):
    """An entry of the library that may carry rules."""

    rules: tuple[LibraryRule, ...] = ()

    def figure_of(self, dotted: str) -> Any:  # noqa: ANN401 - any figure of any entry
        """Return a figure by its dotted name; None where the entry states none."""
        if RuledEntry not in self.made:
            self.made[RuledEntry] = self.facts()
        return self.made[RuledEntry].get(dotted)

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield rules that are told by one name, and figures that the entry does not state."""
        names = [rule.name for rule in self.rules]
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield "rules", f"rules: two are called {name!r}: give each a name of its own"
        for rule in self.rules:
            for leaf in (one for asked in (rule.when, rule.needs) if asked
                         for one in asked.leaves()):  # fmt: skip
                yield from self._wrong_figure(leaf)

    def _wrong_figure(self, leaf: Condition) -> Iterator[tuple[str, str]]:
        known = RULE_FIELDS.get(leaf.field)
        if not leaf.figure or known is None:
            return
        held = self.figure_of(leaf.figure)
        if isinstance(held, int) and not isinstance(held, bool):
            held = str(held) if known.kind == "version" else float(held)
        elif known.kind == "version" and isinstance(held, float) and held.is_integer():
            held = str(int(held))
        if known.kind == "texts" and isinstance(held, str):
            held = tuple(held.split(", "))
        if held is None or not _fits(known, held):
            yield "rules", f"rules: {leaf.field} is held against {leaf.figure!r}: no such figure"
