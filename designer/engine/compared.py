"""What a change would do to the results of subjects: those that differ, and figures to be told.

A result that cannot be computed is told as such: nothing that a preview leaves out for want of it
looks like a figure that stays as it is.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from math import isclose
from typing import Any

from designer.engine.limit import state_of
from designer.engine.limit_report import NEAR, LimitState
from designer.engine.preview import FigureChange
from designer.engine.report import NotComputed
from designer.engine.results import Lost, attempt
from designer.engine.subject import Headline, PreviewWork, Subject, all_of_kind
from designer.model.figures import TOLERANCE, Figure, alike, within
from designer.model.measured import fields_of
from designer.model.record import Record


def told_at_once(
    subjects: Iterable[Subject],
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    racks: Sequence[str],
) -> dict[str, Any]:
    """Return the fields of a preview that are told at once: of results that a change alters.

    What cannot be said is left to `compared`, which tells why.
    """
    fields: dict[str, Any] = {}
    for subject in subjects:
        was, now = before.get(subject.name), after.get(subject.name)
        if subject.preview is not None and was is not now:
            said = attempt(subject.name, partial(_told, subject, subject.preview, was, now, racks))
            if not isinstance(said, Lost):
                fields[subject.preview.field] = said
    return fields


def compared(
    subjects: Sequence[Subject],
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    racks: Sequence[str],
    told: Mapping[str, Any] | None = None,
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return a preview's fields from the results before and after, and what could not be compared.

    Parameters
    ----------
    before, after
        Results by subject.
    racks
        Those that are asked for.
    told
        Fields that were told at once.
    """
    fields: dict[str, Any] = dict(told or {})
    added: list[tuple[str, Any]] = []
    changes: list[FigureChange] = []
    altered: list[str] = []
    unmeasured: list[str] = []
    failed: list[str] = []
    for subject in subjects:
        was, now = before.get(subject.name), after.get(subject.name)
        differs = not _same(was, now)
        if differs and subject.section:
            (unmeasured if subject.tries_less else altered).append(subject.words)
        if differs:
            figures = attempt(subject.name, partial(_changes, subject, was, now))
            if isinstance(figures, Lost):
                failed.append(_why(subject, figures))
            else:
                changes += figures
        if subject.preview is None or subject.preview.field in fields:
            continue
        said = attempt(subject.name, partial(_told, subject, subject.preview, was, now, racks))
        if isinstance(said, Lost):
            failed.append(_why(subject, said))
        elif subject.preview.field:
            fields[subject.preview.field] = said
        else:
            added.append((subject.section, said))
    return {
        **fields,
        "sections": tuple(added),
        "changes": tuple(changes),
        "altered": tuple(altered),
        "unmeasured": tuple(unmeasured),
    }, tuple(failed)


def _told(
    subject: Subject, preview: PreviewWork, before: object, after: object, racks: Sequence[str]
) -> Any:  # noqa: ANN401 - each field of a preview has its own type
    """Return what a subject says of a change, which goes over the pipe as what it says it is."""
    said = preview.compare(_found(before), _found(after), racks)
    if not preview.field and subject.record is not None:
        all_of_kind(subject.record, (said,))
    return said


def _changes(subject: Subject, before: object, after: object) -> list[FigureChange]:
    """Return the figures that differ, and all of a result that the other side has lost.

    A figure that only one of two results has is none of the whole design, but for one with a limit:
    that of a new feed, or of the first air unit.
    """
    headlines = subject.headlines
    if headlines is None:
        return []
    results = (_found(before), _found(after))
    was, now = (
        {one.key or one.what: one for one in (() if result is None else headlines(result))}
        for result in results
    )
    changes, change = [], partial(FigureChange, section=subject.section)
    for key in dict.fromkeys((*was, *now)):
        sides = {
            side: found[key].figure
            for side, found in (("before", was), ("after", now))
            if key in found
        }
        unit = next(figure.unit for figure in sides.values())
        pieces = [found[key].unpriced if key in found else 0 for found in (was, now)]
        within_what = _limits(was.get(key), now.get(key))
        other = pieces[0] != pieces[1] or (len(sides) == 2 and not alike(*sides.values()))
        other = other or (len(within_what) == 2 and not alike(*within_what.values()))
        if other or (len(sides) == 1 and (None in results or within_what)):
            what = (now.get(key) or was[key]).what
            changes.append(
                change(what=what, unit=unit, unpriced_before=pieces[0], unpriced=pieces[1],
                       **_states(was.get(key), now.get(key)), **fields_of(sides | within_what))
            )  # fmt: skip
    return changes


def _limits(was: Headline | None, now: Headline | None) -> dict[str, Figure]:
    sides = (("limit_before", was), ("limit", now))
    return {name: one.limit for name, one in sides if one is not None and one.limit is not None}


def _states(was: Headline | None, now: Headline | None) -> dict[str, LimitState]:
    """Return whether a figure stays within its limit, on the sides that have one."""
    sides = (("state_before", was), ("state", now))
    return {
        name: state_of(within(one.figure, one.limit, NEAR))
        for name, one in sides
        if one is not None and one.limit is not None
    }


def _same(one: object, other: object) -> bool:
    """Return whether two results are the same, but for the rounding of binary fractions."""
    if one is other:
        return True
    match one, other:
        case float(a), float(b):
            return isclose(a, b, rel_tol=TOLERANCE)
        case tuple(a), tuple(b):
            return len(a) == len(b) and all(map(_same, a, b))
        case Record() as a, Record() as b if type(a) is type(b):
            return all(_same(value, getattr(b, name)) for name, value in a)
    return type(one) is type(other) and one == other


def _found(result: Any) -> Any:  # noqa: ANN401 - each subject has its own type
    """Return a result; None in place of one that is lost."""
    return None if isinstance(result, Lost) else result


def _why(subject: Subject, lost: Lost) -> str:
    """Return the sentence on what a subject could not say of a change."""
    return NotComputed(subject=subject.name, because=lost.because, title=subject.words).words
