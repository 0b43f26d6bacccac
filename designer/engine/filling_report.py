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


def filling_report(works: Iterable[tuple[str, ContentsWork]], filling: Filling) -> FillingReport:
    """Return what all work on contents gives to racks with a filling.

    What stands on the floor without being a rack has no limits.
    """
    fields: list[Mapping[str, Any]] = []
    limits: list[Limit] = []
    lost: list[Lost] = []
    fills_up: set[str] = set()
    limits_open = False
    for name, work in works:
        result = filling.results[name]
        fills_up.update(work.fills_up)
        if isinstance(result, Lost):
            lost.append(result)
            limits_open = limits_open or bool(work.fills_up)
            continue
        if work.fields is not None:
            own = attempt(name, partial(_fields, work, result), FIGURES)
            if isinstance(own, Lost):
                lost.append(own)
            else:
                fields.append(own)
        if work.limits is not None and not filling.filled.is_floor_unit:
            made = attempt(name, partial(_limits, work, filling), LIMITS)
            if isinstance(made, Lost):
                lost.append(made)
                limits_open = limits_open or bool(work.fills_up)
            else:
                limits += made
    return FillingReport(
        tuple(fields), tuple(limits), tuple(lost), frozenset(fills_up), limits_open
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
