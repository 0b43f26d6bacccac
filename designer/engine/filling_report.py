"""What work on contents gives to the report of every rack with one filling.

It is made once for each distinct filling; `subjects.racks` adds what follows from a rack's place.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from designer.engine.limit_report import Limit
from designer.engine.report import RackReport
from designer.engine.results import Lost, attempt
from designer.engine.subject import FIGURES, LIMITS, ContentsWork, Filling, all_of_kind


@dataclass(frozen=True)
class FillingReport:
    """What the subjects of contents give to the report of every rack with one filling.

    Attributes
    ----------
    lost
        What of it could not be computed.
    fills_up
        Names of the limits of which one binds.
    limits_open
        Whether such a limit is lost: it may be the one that binds.
    """

    fields: tuple[Mapping[str, Any], ...] = ()
    limits: tuple[Limit, ...] = ()
    lost: tuple[Lost, ...] = ()
    fills_up: frozenset[str] = frozenset()
    limits_open: bool = False


@dataclass(frozen=True)
class Given:
    """What one subject gives to it."""

    fields: Mapping[str, Any] | None = None
    limits: tuple[Limit, ...] = ()
    lost: tuple[Lost, ...] = ()
    limits_open: bool = False


def given_by(name: str, work: ContentsWork, filling: Filling) -> Given:
    """Return what work on contents gives to racks with a filling.

    What stands on the floor without being a rack has no limits.
    """
    result = filling.results[name]
    if isinstance(result, Lost):
        return Given(lost=(result,), limits_open=bool(work.fills_up))
    lost: list[Lost] = []
    fields: Mapping[str, Any] | None = None
    limits: tuple[Limit, ...] = ()
    limits_open = False
    if work.fields is not None:
        own = attempt(name, partial(_fields, work, result), FIGURES)
        if isinstance(own, Lost):
            lost.append(own)
        else:
            fields = own
    if work.limits is not None and not filling.filled.is_floor_unit:
        made = attempt(name, partial(_limits, work, filling), LIMITS)
        if isinstance(made, Lost):
            lost.append(made)
            limits_open = bool(work.fills_up)
        else:
            limits = made
    return Given(fields, limits, tuple(lost), limits_open)


def filling_report(
    works: Iterable[tuple[str, ContentsWork]], given: Mapping[str, Given]
) -> FillingReport:
    """Return what all work on contents gives to racks with a filling.

    Parameters
    ----------
    given
        What each gives, by the name of its subject.
    """
    each = [(work, given[name]) for name, work in works]
    return FillingReport(
        tuple(one.fields for _, one in each if one.fields is not None),
        tuple(limit for _, one in each for limit in one.limits),
        tuple(lost for _, one in each for lost in one.lost),
        frozenset(name for work, _ in each for name in work.fills_up),
        any(one.limits_open for _, one in each),
    )


def _fields(work: ContentsWork, result: object) -> dict[str, Any]:
    """Return fields of a rack's report that it takes: those of many racks are not read anew."""
    found = dict(work.fields(result) if work.fields else {})
    RackReport.model_validate({"id": "", **found})
    named = {bound.name for bound in found.get("bounds", ())} | found.keys() - {"bounds"}
    for name in sorted(named.difference(work.field_names)):
        raise TypeError(f"{name} is a field of a rack that is not declared")
    return found


def _limits(work: ContentsWork, filling: Filling) -> tuple[Limit, ...]:
    """Return the limits that a subject gives, of its own names, and of no group or its own."""
    made = all_of_kind(Limit, work.limits(filling) if work.limits else ())
    if len({limit.name for limit in made}) < len(made):
        raise TypeError("two limits have one name")
    for limit in made:
        if limit.name not in work.limit_names:
            raise TypeError(f"the limit {limit.name} is not declared")
        if limit.group and limit.group not in work.groups:
            raise TypeError(f"{limit.name} is of the group {limit.group}, which is not declared")
    return made
