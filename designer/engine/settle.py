"""What would settle it: the figures nobody states, ranked by how many verdicts wait for them.

Which limit of a rack binds is no verdict of a rule, and waits for inputs all the same.

May import findings, the report's records and figures; names no subject.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import inf
from typing import Any, Final

from designer.catalog.part_bounds import UNITS, PartFigures
from designer.engine.findings import Finding
from designer.engine.reasons import NameOf, input_in_words
from designer.engine.report import RackReport, Settle
from designer.model.figure_ref import figure_ref
from designer.model.measured import Measured

MOST: Final = 12
"""Entries that a report lists: what comes later waits for few verdicts."""

_DECISIONS: Final = (
    ("default pue", "site.pue"),
    ("default electricity-price", "site.electricity_price"),
)
"""Planning defaults that a decision of the site replaces."""


@dataclass
class _Input:
    """What waits for one input."""

    verdicts: int = 0
    binding: int = 0
    rules: dict[str, None] = field(default_factory=dict)
    affects: dict[str, None] = field(default_factory=dict)
    weight: float = 0.0


Verdicts = tuple[tuple[tuple[str, ...], int, str], ...]
"""Inputs that a finding waits for, at how many places, and its rule."""
Bindings = tuple[tuple[tuple[str, ...], int], ...]
"""Inputs that leave open which limit of a rack binds, and of how many racks."""
Affected = tuple[tuple[str, tuple[str, ...]], ...]
"""A figure of the report, and the inputs that leave it open, widest first."""


Waiting = tuple[Verdicts, Bindings, Affected]


@dataclass
class Settled:
    """What would settle a report; kept while the same verdicts and figures wait."""

    _last: tuple[Waiting, PartFigures, tuple[Settle, ...]] | None = None
    _names: NameOf | None = None

    def of(
        self,
        findings: Iterable[Finding],
        sections: Mapping[str, Any],
        figures: PartFigures,
        name_of: NameOf,
    ) -> tuple[Settle, ...]:
        """Return the inputs that leave most open, first those that most verdicts wait for.

        Parameters
        ----------
        sections
            Results of the report by name; records with bounds say what leaves them open, racks
            what leaves open which limit binds.
        name_of
            The same function as long as everything is called the same.
        """
        verdicts = tuple(
            (finding.open_on, max(1, len(finding.where)), finding.rule)
            for finding in findings
            if finding.open_on
        )
        affected = tuple(
            (f"{name}.{bound.name}", bound.gaps)
            for name, result in sections.items()
            if isinstance(result, Measured)
            for bound in result.bounds
        )
        waiting = verdicts, _bindings(sections.get("racks") or ()), affected
        last = self._last
        if last is not None and last[:2] == (waiting, figures) and self._names is name_of:
            return last[2]
        known = last[2] if last is not None and last[1] is figures else ()
        settled = _called_now(_ranked(waiting, figures, name_of, known), name_of)
        self._last, self._names = (waiting, figures, settled), name_of
        return settled


def _called_now(entries: tuple[Settle, ...], name_of: NameOf) -> tuple[Settle, ...]:
    """Return entries with the names of now: a feed may be called otherwise, and nothing else."""
    said = [input_in_words(entry.ref, name_of) for entry in entries]
    if all(entry.what == words for entry, words in zip(entries, said, strict=True)):
        return entries
    return tuple(entry.evolve(what=words) for entry, words in zip(entries, said, strict=True))


def _bindings(racks: Iterable[RackReport]) -> Bindings:
    return tuple(Counter([on for rack in racks if (on := rack.binding_on)]).items())


def _ranked(
    waiting: Waiting,
    figures: PartFigures,
    name_of: NameOf,
    known: tuple[Settle, ...],
) -> tuple[Settle, ...]:
    """Return the entries, those of before where nothing else waits for them."""
    verdicts, bindings, affected = waiting
    inputs: defaultdict[str, _Input] = defaultdict(_Input)
    for open_on, places, rule in verdicts:
        for ref in open_on:
            entry = inputs[_decided(ref)]
            entry.verdicts += places
            entry.rules[rule] = None
    for open_on, racks in bindings:
        for ref in dict.fromkeys(map(_decided, open_on)):
            inputs[ref].binding += racks
    for name, gaps in affected:
        for place, ref in enumerate(gaps):
            entry = inputs[_decided(ref)]
            entry.affects[name] = None
            # Gaps stand widest first: the first leaves most of the figure open.
            entry.weight += 1 / (1 + place)
    ranked = sorted(inputs.items(), key=_rank)
    before = {entry.ref: entry for entry in known}
    return tuple(
        was if (was := before.get(ref)) is not None and _waits_alike(was, entry)
        else _settle(ref, entry, figures, name_of)
        for ref, entry in ranked[:MOST]
    )  # fmt: skip


def _rank(one: tuple[str, _Input]) -> tuple[int, int, float, str]:
    """Return what inputs are sorted by: verdicts, else limits that may bind, then figures."""
    ref, entry = one
    return -entry.verdicts, 0 if entry.verdicts else -entry.binding, -entry.weight, ref


def _waits_alike(was: Settle, entry: _Input) -> bool:
    """Return whether the same waits for an input as before."""
    return (was.verdicts, was.binding, was.rules, was.affects) == (
        entry.verdicts, entry.binding, tuple(sorted(entry.rules)), tuple(entry.affects)
    )  # fmt: skip


# Kept, because each edit asks for the same few inputs again.
@lru_cache(maxsize=1024)
def _decided(ref: str) -> str:
    """Return the input that a person can give for one that leaves a figure open."""
    return next((input_ for start, input_ in _DECISIONS if ref.startswith(start)), ref)


def _settle(ref: str, entry: _Input, figures: PartFigures, name_of: NameOf) -> Settle:
    read = figure_ref(ref)
    owner, name = read.owner, read.field
    known = read.of == "part" and name in UNITS and owner in figures.index
    figure = figures.of(owner, name) if known else None
    return Settle(
        ref=ref,
        what=input_in_words(ref, name_of),
        part=owner if read.of == "part" and owner in figures.index else "",
        field=name,
        verdicts=entry.verdicts,
        binding=entry.binding,
        rules=tuple(sorted(entry.rules)),
        affects=tuple(entry.affects),
        low=figure.low if figure else None,
        high=figure.high if figure and figure.high < inf else None,
        unit=UNITS[name] if known else "",
    )
