"""The reports of rows and of the hall: what racks hold together, and what their limits strand.

A limit strands feed power that a rack could not use once it is full. Racks that have room for more
of the same devices strand it only if they are filled up; what full ones strand is stranded now.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

from designer.catalog.lost_parts import as_racks, lost_ref
from designer.catalog.part_bounds import gpu_figure
from designer.engine.assumptions import Assumptions
from designer.engine.limit import NEAR
from designer.engine.report import RackReport, RowReport, Stranding
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS, RackCore
from designer.engine.subjects.feeds.feeds import FEEDS
from designer.engine.subjects.power.power import POWER
from designer.engine.subjects.racks.all_racks import RACKS
from designer.engine.subjects.racks.limits import share_of, usable
from designer.engine.subjects.racks.rack import FLOOR
from designer.model.design import Row
from designer.model.figures import Figure, Gap, exact, missing, repeated, total
from designer.model.measured import fields_of

ROWS: Key[tuple[RowReport, ...]] = Key("rows")
HALL: Key[RowReport] = Key("hall")

Full = Literal["yes", "no", "open"]
_NOTHING: Final = exact(0.0, "kW")
_OPEN: Final = "rule stranded power"
_SUMS: Final = ("air_kw", "liquid_kw", "weight_kg", "u_used", "u_total")


@dataclass(frozen=True, eq=False)
class Alike:
    """Racks of a row that hold the same and stand alike: one report stands for all."""

    core: RackCore
    report: RackReport
    number: int

    @cached_property
    def racks(self) -> Figure:
        """How many racks they are: what no catalogue has may be a unit that cools."""
        filled = self.core.filled
        held = bool(filled.wiring.filling.held)
        part = self.core.contents.rack_part
        return as_racks(filled.rack_part, part, holds=held).times(self.number)

    @cached_property
    def can_be_filled(self) -> bool:
        """Whether devices go in: a rack that its maker fills takes no more, whatever is left."""
        part = self.core.filled.rack_part
        return self.core.is_rack and (part is None or part.traits.draws != "it")

    @cached_property
    def stranded(self) -> Figure:
        """What each could not use if it were filled up, kW; nothing where no limit binds."""
        if not self.can_be_filled:
            return _NOTHING
        if not self.report.binding_constraint and not self.report.binding_open:
            return _NOTHING
        found = self.report.figure("stranded_kw")
        refs = (ref for ref in self.open_on if found.gaps)
        width = found.width
        return replace(found, gaps=tuple(Gap(ref, width) for ref in refs))

    @cached_property
    def full(self) -> Full:
        """Whether no more of the same devices goes in: nine tenths of the limit that binds.

        A floor of which nobody says what it carries is told by F04, and fills no rack.
        """
        shares = [
            share
            for limit in self.report.limits
            if limit.name in self._names
            and (share := share_of(limit)) is not None
            and not (limit.name == FLOOR and limit.figure("limit").unknown)
        ]
        if any(share.low >= NEAR for share in shares):
            return "yes"
        return "open" if any(share.high >= NEAR for share in shares) else "no"

    @property
    def full_racks(self) -> Figure:
        """In how many of them nothing more goes in."""
        if self.full == "no":
            return self.racks.times(0.0)
        return self.racks if self.full == "yes" else self.racks.perhaps_none(self.open_on)

    @cached_property
    def stranded_now(self) -> Figure:
        """What each strands as it stands, kW."""
        if not self.can_be_filled or self.full == "no":
            return _NOTHING
        found = self.stranded
        return found if self.full == "yes" else found.perhaps_none(self.open_on)

    @cached_property
    def open_on(self) -> tuple[str, ...]:
        """The inputs that leave open whether it is full, or what it strands."""
        gaps = (
            gap.ref
            for limit in self.report.limits
            if limit.name in self._names and (share := share_of(limit)) is not None
            for gap in share.gaps
        )
        return tuple(dict.fromkeys((*self.report.binding_on, *gaps))) or (_OPEN,)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """The limits of which one binds."""
        return (self.report.binding_constraint, *self.report.binding_open)


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
            new = _row(row, alike_in(facts, contents.rows.get(row.id, ())), facts.site)
            made[row.id] = new if last != new else last
    return tuple(made[row.id] for row in facts.design.rows)


def hall_of(facts: Facts) -> RowReport:
    """Return the same over everything that stands on the floor; of a trial, what it was."""
    last = facts.last(HALL)
    if facts.trial and last is not None:
        return last
    every = [one for one in alike_in(facts, facts[CONTENTS].cores) if _holds(one)]
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


def alike_in(facts: Facts, keys: Iterable[str]) -> list[Alike]:
    """Return racks grouped by what they hold and where they stand, in the design's order."""
    contents, racks = facts[CONTENTS], facts[RACKS]
    groups: dict[tuple[RackCore, int], tuple[RackReport, list[str]]] = {}
    for key in keys:
        report = racks[contents.order[key]]
        # Reports of the same contents in the same place are made of the same limits.
        group = groups.setdefault((contents.cores[key], id(report.limits)), (report, []))
        group[1].append(key)
    return [Alike(core, report, len(held)) for (core, _), (report, held) in groups.items()]


def _holds(one: Alike) -> bool:
    return one.core.is_rack


def _row(row: Row, racks: Sequence[Alike], site: Assumptions) -> RowReport:
    return _report(row.id, row.name, racks, _sums(racks, site))


def _sums(racks: Sequence[Alike], site: Assumptions) -> dict[str, Figure]:
    """Return what racks are together. What stands in a row and is no rack counts by its mass."""
    held = [one for one in racks if _holds(one)]
    powers = Counter[RackCore]()
    for one in racks:
        powers[one.core] += one.number
    limit = repeated(((_usable(one, site), one.number) for one in held), "kW")
    now = repeated(((one.stranded_now, one.number) for one in held), "kW")
    figures = {
        "power_max_kw": repeated(((core[POWER].max_kw, n) for core, n in powers.items()), "kW"),
        "power_limit_kw": limit,
        "gpus": repeated((gpus_in(one.core), one.number) for one in held),
        "stranded_kw": repeated(((one.stranded, one.number) for one in held), "kW"),
        "stranded_full_kw": now,
        **{name: repeated((one.report.figure(name), one.number) for one in racks if _has(one, name))
           for name in _SUMS},
    }  # fmt: skip
    fillable = repeated(
        ((_usable(one, site), one.number) for one in held if one.can_be_filled), "kW"
    )
    figures["stranded_pct"] = _share(now, fillable)
    return figures


def _report(
    key: str, name: str, racks: Sequence[Alike], figures: Mapping[str, Figure]
) -> RowReport:
    held = [one for one in racks if _holds(one)]
    by = tuple(_by_limit(held))
    fields = fields_of({**figures, "racks": total(one.racks for one in held)})
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
        refs = [gap.ref for gap in fillable.gaps] or [_OPEN]
        return Figure(0.0, 100.0, None, "%", 0.0, (), tuple(Gap(ref, 100.0) for ref in refs))
    return now.per(fillable).times(100, "%").clipped(0.0, 100.0)


def gpus_in(core: RackCore) -> Figure:
    """Return the GPUs of a rack; of a part that no catalogue has nobody knows them."""
    parts = {part.id: part for part in core.filled.all_parts if part.gpu_count != 0}
    known = [(gpu_figure(part), core.parts[name]) for name, part in parts.items()]
    lost = [(missing(lost_ref(part)), number) for part, number in core.filled.lost.items()]
    return repeated((*known, *lost))


def _has(one: Alike, name: str) -> bool:
    """Return whether a thing counts for a sum: of what is no rack only its mass does."""
    return name == "weight_kg" or _holds(one)


def _usable(one: Alike, site: Assumptions) -> Figure:
    feeds = one.core.read(FEEDS)
    return missing("rule feeds", "kW") if feeds is None else usable(feeds, site.policy)


def _by_limit(racks: Sequence[Alike]) -> Iterator[Stranding]:
    """Yield what each limit strands that binds in some racks, what strands most first.

    A rack of which one of several limits may bind counts perhaps with each of them.
    """
    found: dict[str, list[tuple[Alike, bool]]] = {}
    for one in racks:
        if not one.can_be_filled:
            continue
        binds = one.report.binding_constraint
        for name in (binds,) if binds else one.report.binding_open:
            found.setdefault(name, []).append((one, bool(binds)))
    made = [_stranding(name, bound) for name, bound in found.items()]
    return iter(sorted(made, key=_rank, reverse=True))


def _stranding(name: str, bound: Sequence[tuple[Alike, bool]]) -> Stranding:
    """Return what a limit strands in racks of which it binds, or (False) may bind."""

    def summed(of: Callable[[Alike], Figure], unit: str = "") -> Figure:
        terms = (of(one) if sure else of(one).perhaps_none(one.open_on) for one, sure in bound)
        return total(terms, unit)

    fields = fields_of({
        "racks": summed(lambda one: one.racks),
        "full_racks": summed(lambda one: one.full_racks),
        "stranded_kw": summed(lambda one: one.stranded.times(one.number), "kW"),
    })  # fmt: skip
    counts = {what: _whole(fields[what]) for what in ("racks", "full_racks")}
    label = next(limit.label for limit in bound[0][0].report.limits if limit.name == name)
    return Stranding(limit=name, label=label, **{**fields, **counts})


def _rank(one: Stranding) -> tuple[float, ...]:
    return one.figure("stranded_kw").low, one.figure("racks").low, one.figure("racks").high
