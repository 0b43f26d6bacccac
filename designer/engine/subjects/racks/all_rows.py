"""The reports of rows and of the hall: what racks hold together, and what their limits strand."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Final

from designer.engine.cabled_power import told_powers
from designer.engine.report import RackReport
from designer.engine.results import Key
from designer.engine.row_report import RowReport
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.racks.alike import (
    ALIKE,
    OF_ALL,
    OF_RACKS,
    OPEN,
    groups_in,
    runs_of,
)
from designer.engine.subjects.racks.all_racks import RACKS
from designer.engine.subjects.racks.places import PLACES
from designer.engine.subjects.racks.shares import (
    KeptShares,
    by_limit,
    shares_of,
    strands_of,
)
from designer.engine.subjects.racks.terms import Run, Terms, whole
from designer.model.design import Row
from designer.model.figures import Figure, Gap, exact, repeated_in_turn
from designer.model.measured import fields_of

_FEW: Final = 64
"""Of so few racks with another report it is seen whether more than their names differ."""
_OF_ROWS: Final = attrgetter(*(name for name in RackReport.model_fields if name != "name"))
ROWS: Key[tuple[RowReport, ...]] = Key("rows")
HALL: Key[RowReport] = Key("hall")


def rows_of(facts: Facts) -> tuple[RowReport, ...]:
    """Return the report of each row; the same object where none of its racks changed.

    Racks that hold something else count even where their report is the same: the same power added
    up of other terms may differ in its last digit.
    """
    contents, known = facts[CONTENTS], {row.id: row for row in facts.last(ROWS) or ()}
    made, rows = dict(known), _touched(facts)
    for row in facts.design.rows:
        last = known.get(row.id)
        if rows is None or row.id in rows or last is None or last.name != row.name:
            runs = runs_of(groups_in(facts, contents.rows.get(row.id, ())))
            new = _row(row, runs, facts[ALIKE].shares)
            made[row.id] = new if last != new else last
    return tuple(made[row.id] for row in facts.design.rows)


def hall_of(facts: Facts) -> RowReport:
    """Return the same over everything that stands on the floor; of a trial, what it was."""
    last = facts.last(HALL)
    if facts.trial and last is not None:
        return last
    every = _racks(facts[ALIKE].runs)
    # What leaves these open, totals and facility name: it waits for nothing more here.
    figures = {name: replace(one, gaps=()) for name, one in _sums(every).items()}
    return _report("", "", every, figures, facts[ALIKE].shares)


def _touched(facts: Facts) -> set[str] | None:
    """Return the rows in which a rack changed, came or went; None where all may have."""
    contents, racks = facts[CONTENTS], facts[RACKS]
    before, last = facts.last(RACKS), facts.last(CONTENTS)
    if before is None or last is None:
        return None
    moved = _stand_otherwise(facts)
    if contents.order is last.order and len(before) == len(racks):
        changed = contents.differing(last)
        found = {facts.design.racks[contents.order[key]].row for key in changed}
        if before is not racks:
            differ = [pair for pair in zip(before, racks, strict=True) if pair[0] is not pair[1]]
            if len(differ) <= _FEW:
                differ = [pair for pair in differ if _OF_ROWS(pair[0]) != _OF_ROWS(pair[1])]
            found |= {new.row for _, new in differ}
        return found | {facts.design.racks[contents.order[key]].row for key in moved}
    reports = {report.id: report for report in before}

    def same(key: str) -> bool:
        report = racks[contents.order[key]]
        kept = reports.get(key) is report and last.cores.get(key) is contents.cores[key]
        return kept and key not in moved

    return {
        row.id
        for row in facts.design.rows
        if last.rows.get(row.id) != (keys := contents.rows.get(row.id))
        or not all(map(same, keys or ()))
    }


def _stand_otherwise(facts: Facts) -> frozenset[str]:
    """Return racks that stand in another place: sums group by it, and round by their groups.

    The report of such a rack may be the same as before.
    """
    places, before = facts[PLACES], facts.last(PLACES)
    if before is None or before is places:
        return frozenset()
    return frozenset(key for key, place in places.items() if before.get(key) != place)


def _racks(runs: Iterable[Run]) -> list[Run]:
    """Return runs without what stands in a row and is no rack: only its power and mass count."""
    return [run for run in runs if run[0].is_rack]


def _row(row: Row, runs: Sequence[Run], kept: KeptShares) -> RowReport:
    return _report(row.id, row.name, _racks(runs), _sums(runs), kept)


def _sums(runs: Sequence[Run]) -> dict[str, Figure]:
    """Return what racks are together, with the mass of what stands in a row and is no rack."""
    held = _racks(runs)
    fillable = [run for run in held if run[0].can_be_filled]
    now = _sum(held, attrgetter("stranded_now"), "kW")
    return {
        **told_powers(
            _sum(runs, attrgetter("power"), "kW"), _sum(runs, attrgetter("cabled"), "kW")
        ),
        "power_limit_kw": _sum(held, attrgetter("usable"), "kW"),
        "gpus": _sum(held, attrgetter("gpus")),
        "stranded_kw": _sum(held, attrgetter("stranded"), "kW"),
        "stranded_full_kw": now,
        **{name: _sum(held, partial(Terms.figure, name=name)) for name in OF_RACKS},
        **{name: _sum(runs, partial(Terms.figure, name=name)) for name in OF_ALL},
        "stranded_pct": _share(now, _sum(fillable, attrgetter("usable"), "kW")),
    }


def _sum(runs: Iterable[Run], figure: Callable[[Terms], Figure], unit: str = "") -> Figure:
    return repeated_in_turn([(figure(one), n, times) for one, n, times in runs], unit)


def _report(
    key: str, name: str, racks: Sequence[Run], figures: Mapping[str, Figure], kept: KeptShares
) -> RowReport:
    shares = shares_of(racks, kept)
    by = by_limit(shares)
    number = _sum(racks, attrgetter("racks"))
    fields = fields_of({**figures, "racks": number})
    return RowReport(
        id=key, name=name, stranded_by=by, binding_constraint=by[0].limit if by else "",
        strands=strands_of(shares),
        **{**fields, "racks": whole(fields["racks"])},
    )  # fmt: skip


def _share(now: Figure, fillable: Figure) -> Figure:
    """Return the share of feed power that is stranded, %; of none it is 0."""
    if not now.high:
        return exact(0.0, "%")
    if not fillable.low:
        refs = [gap.ref for gap in fillable.gaps] or [OPEN]
        return Figure(0.0, 100.0, None, "%", 0.0, (), tuple(Gap(ref, 100.0) for ref in refs))
    return now.per(fillable).times(100, "%").clipped(0.0, 100.0)
