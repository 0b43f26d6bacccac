"""The reports of rows and of the hall: what racks hold together, and what their limits strand."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from designer.engine.assumptions import Assumptions
from designer.engine.results import Key
from designer.engine.row_report import RowReport, Stranding
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.feeds.feeds import FEEDS
from designer.engine.subjects.power.power import POWER
from designer.engine.subjects.racks.alike import (
    ALIKE,
    OF_ALL,
    OF_RACKS,
    OPEN,
    Alike,
    Group,
    groups_in,
)
from designer.engine.subjects.racks.all_racks import RACKS
from designer.engine.subjects.racks.limits import usable
from designer.model.design import Row
from designer.model.figures import Figure, Gap, exact, missing, repeated
from designer.model.measured import fields_of

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
            new = _row(row, tuple(groups_in(facts, contents.rows.get(row.id, ()))), facts.site)
            made[row.id] = new if last != new else last
    return tuple(made[row.id] for row in facts.design.rows)


def hall_of(facts: Facts) -> RowReport:
    """Return the same over everything that stands on the floor; of a trial, what it was."""
    last = facts.last(HALL)
    if facts.trial and last is not None:
        return last
    every = _racks(facts[ALIKE].groups)
    # What leaves these open, totals and facility name: it waits for nothing more here.
    figures = {name: replace(one, gaps=()) for name, one in _sums(every, facts.site).items()}
    return _report("", "", every, figures)


def _touched(facts: Facts) -> set[str] | None:
    """Return the rows in which a rack changed, came or went; None where all may have."""
    contents, racks = facts[CONTENTS], facts[RACKS]
    before, last = facts.last(RACKS), facts.last(CONTENTS)
    if before is None or last is None:
        return None
    if contents.changed is not None and len(before) == len(racks):
        found = {facts.design.racks[contents.order[key]].row for key in contents.changed}
        if before is not racks:
            found |= {new.row for old, new in zip(before, racks, strict=True) if old is not new}
        return found
    reports = {report.id: report for report in before}

    def same(key: str) -> bool:
        report = racks[contents.order[key]]
        return reports.get(key) is report and last.cores.get(key) is contents.cores[key]

    return {
        row.id
        for row in facts.design.rows
        if last.rows.get(row.id) != (keys := contents.rows.get(row.id))
        or not all(map(same, keys or ()))
    }


def _racks(groups: Iterable[Group]) -> list[Group]:
    """Return groups without what stands in a row and is no rack: only its mass counts."""
    return [group for group in groups if group[0].core.is_rack]


def _row(row: Row, groups: Sequence[Group], site: Assumptions) -> RowReport:
    return _report(row.id, row.name, _racks(groups), _sums(groups, site))


def _sums(groups: Sequence[Group], site: Assumptions) -> dict[str, Figure]:
    """Return what racks are together, with the mass of what stands in a row and is no rack."""
    held = _racks(groups)
    usable_kw = [(one, _usable(one, site), n) for one, n in held]
    now = repeated(((one.stranded_now, n) for one, n in held), "kW")
    fillable = repeated(((kw, n) for one, kw, n in usable_kw if one.can_be_filled), "kW")
    return {
        "power_max_kw": repeated(((one.core[POWER].max_kw, n) for one, n in groups), "kW"),
        "power_limit_kw": repeated(((kw, n) for _, kw, n in usable_kw), "kW"),
        "gpus": repeated((one.core.filled.gpus, n) for one, n in held),
        "stranded_kw": repeated(((one.stranded, n) for one, n in held), "kW"),
        "stranded_full_kw": now,
        **{name: repeated((one.figures[name], n) for one, n in held) for name in OF_RACKS},
        **{name: repeated((one.figures[name], n) for one, n in groups) for name in OF_ALL},
        "stranded_pct": _share(now, fillable),
    }


def _report(
    key: str, name: str, racks: Sequence[Group], figures: Mapping[str, Figure]
) -> RowReport:
    by = tuple(_by_limit(racks))
    number = repeated((one.racks, n) for one, n in racks)
    fields = fields_of({**figures, "racks": number})
    return RowReport(
        id=key, name=name, stranded_by=by, binding_constraint=by[0].limit if by else "",
        **{**fields, "racks": _whole(fields["racks"])},
    )  # fmt: skip


def _whole(number: float | None) -> int | None:
    return None if number is None else int(number)


def _share(now: Figure, fillable: Figure) -> Figure:
    """Return the share of feed power that is stranded, %; of none it is 0."""
    if not now.high:
        return exact(0.0, "%")
    if not fillable.low:
        refs = [gap.ref for gap in fillable.gaps] or [OPEN]
        return Figure(0.0, 100.0, None, "%", 0.0, (), tuple(Gap(ref, 100.0) for ref in refs))
    return now.per(fillable).times(100, "%").clipped(0.0, 100.0)


def _usable(one: Alike, site: Assumptions) -> Figure:
    feeds = one.core.read(FEEDS)
    return missing("rule feeds", "kW") if feeds is None else usable(feeds, site.policy)


def _by_limit(racks: Iterable[Group]) -> Iterator[Stranding]:
    """Yield what each limit strands that binds in some racks, what strands most first.

    A rack of which one of several limits may bind counts perhaps with each of them.
    """
    found: dict[str, list[tuple[Alike, int]]] = {}
    for one, number in racks:
        if one.can_be_filled:
            for name in one.binding:
                found.setdefault(name, []).append((one, number))
    made = [_stranding(name, bound) for name, bound in found.items()]
    return iter(sorted(made, key=_rank, reverse=True))


def _stranding(name: str, bound: Sequence[Group]) -> Stranding:
    """Return what a limit strands in racks of which it binds, or may bind."""
    fields = fields_of({
        "racks": repeated((one.bound.racks, n) for one, n in bound),
        "full_racks": repeated((one.bound.full_racks, n) for one, n in bound),
        "stranded_kw": repeated(((one.bound.stranded, n) for one, n in bound), "kW"),
    })  # fmt: skip
    counts = {what: _whole(fields[what]) for what in ("racks", "full_racks")}
    return Stranding(limit=name, label=_label(name, bound), **{**fields, **counts})


def _label(name: str, bound: Sequence[Group]) -> str:
    """Return what racks call a limit: of several names what they have in common."""
    labels = dict.fromkeys(
        limit.label for one, _ in bound for limit in one.report.limits if limit.name == name
    )
    first, *others = labels
    return first.partition(",")[0] if others else first


def _rank(one: Stranding) -> tuple[float, ...]:
    return one.figure("stranded_kw").low, one.figure("racks").low, one.figure("racks").high
