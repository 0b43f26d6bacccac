"""Findings, waivers and remarks as a sheet lists them: numbered once for the whole set. No Qt."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from designer.engine.reasons import OPEN, OPEN_WORDS, standing, standing_words
from designer.engine.report import Check, Report
from designer.model.design import Design, Note, Waiver
from designer.model.layout import Layout
from designer.model.plural import plural
from designer.render.sheets.sheet_list import name_runs

_WAIVED: Final = "waived"
_ORDER: Final = ("error", "warning", OPEN, _WAIVED, "info")
_RUNS_SHOWN: Final = 12
"""So many runs of names stand at a finding: the sheets of racks name their own."""
PLACES_MARKED: Final = 6
"""So many places of one finding bear its number on the plan: the list names all."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding with its number in the set.

    Attributes
    ----------
    racks
        Ids of what stands on the floor where it applies, in the order in which it is told.
    waiver
        Who accepted it and why; None for an open one.
    """

    number: int
    check: Check
    racks: tuple[str, ...] = ()
    waiver: Waiver | None = None

    @property
    def state(self) -> str:
        """`waived`, or what it counts as: `error`, `warning`, `open`, `info`."""
        return _state(self.check)

    @property
    def state_words(self) -> str:
        """The same in words."""
        return _WAIVED if self.check.waived else standing_words(self.check)

    @property
    def marked(self) -> tuple[str, ...]:
        """The places that bear its number on the plan: none for a mere remark."""
        shown = self.check.waived or self.check.severity != "info"
        return self.racks[:PLACES_MARKED] if shown else ()

    @property
    def marked_in_part(self) -> bool:
        """Whether it applies at places, too, that do not bear its number."""
        return bool(self.marked) and len(self.marked) < len(self.racks)


def findings_of(report: Report | None, layout: Layout) -> tuple[Finding, ...]:
    """Return the findings, numbered: errors, warnings, open ones, waived ones, remarks."""
    waivers = {waiver.id: waiver for waiver in layout.design.waivers}

    def order(check: Check) -> tuple[int, str, str]:
        return _ORDER.index(_state(check)), check.rule, check.key

    return tuple(
        Finding(
            number, check, _racks(check.where, layout),
            waivers.get(check.key) if check.waived else None,
        )
        for number, check in enumerate(sorted(report.checks, key=order) if report else (), start=1)
    )  # fmt: skip


def finding_rows(
    found: Iterable[Finding],
    layout: Layout,
    only: Collection[str] | None = None,
    told: Collection[str] = (),
) -> list[tuple[str, ...]]:
    """Return number, rule, place, finding with advice, state, and who accepted it why.

    Parameters
    ----------
    only
        Ids of racks: of each finding only what concerns one of them; None for all.
    told
        Ids of racks whose own sheets, in the same set, tell what is found of them.
    """
    rows: list[tuple[str, ...]] = []
    for finding in found:
        check = finding.check
        if only is not None and not set(finding.racks) & set(only):
            continue
        words = f"{check.message}. {check.advice}" if check.advice else check.message
        rows.append(
            (
                str(finding.number), check.rule, _places(check.where, layout, only, told),
                words.replace("..", "."), finding.state_words, _accepted(finding),
            )
        )  # fmt: skip
    return rows


def counts(found: Sequence[Finding]) -> str:
    """Return how many findings there are of each state: `2 errors, 1 cannot be said, 3 waived`."""
    states = [finding.state for finding in found]
    uncounted = {OPEN: OPEN_WORDS, _WAIVED: _WAIVED}
    counted = {"info": "remark"}
    said = [
        f"{states.count(state)} {uncounted[state]}" if state in uncounted
        else plural(states.count(state), counted.get(state, state))
        for state in _ORDER
        if state in states
    ]  # fmt: skip
    return ", ".join(said)


def _state(check: Check) -> str:
    return _WAIVED if check.waived else standing(check)


def unused_waivers(design: Design, report: Report | None) -> list[tuple[str, ...]]:
    """Return waivers to which no finding answers any more, in the columns of the findings."""
    if report is None:
        return []
    keys = {check.key for check in report.checks}
    return [
        ("–", waiver.id.partition(":")[0], "", f"No finding answers to the waiver {waiver.id}",
         "unused", _signed(waiver))
        for waiver in design.waivers if waiver.id not in keys
    ]  # fmt: skip


def remark_name(number: int) -> str:
    """Return the name of a pinned remark on the plan: `N2`."""
    return f"N{number}"


def remark_rows(
    remarks: Sequence[Note], layout: Layout, only: Collection[str] | None = None
) -> list[tuple[str, ...]]:
    """Return name, place and words of the remarks that people pinned to the design.

    Parameters
    ----------
    only
        Ids of racks: what is pinned to them or to what stands in them; None for all.
    """
    rows: list[tuple[str, ...]] = []
    for number, note in enumerate(remarks, start=1):
        racks = _racks((note.target,), layout) if note.target else ()
        if only is not None and not set(racks) & set(only):
            continue
        at = layout.name_of(note.target) if note.target else ""
        if not at and note.x_mm is not None and note.y_mm is not None:
            at = f"{note.x_mm / 1000:g} m, {note.y_mm / 1000:g} m"
        rows.append((remark_name(number), at, note.text))
    return rows


def remark_rack(note: Note, layout: Layout) -> str:
    """Return the id of what stands on the floor that a remark is pinned to; empty for none."""
    return next(iter(_racks((note.target,), layout)), "")


def _accepted(finding: Finding) -> str:
    if finding.waiver is None:
        return "without a reason" if finding.check.waived else ""
    return _signed(finding.waiver)


def _signed(waiver: Waiver) -> str:
    by = ", ".join(word for word in (waiver.author, waiver.date) if word)
    return " · ".join(word for word in (waiver.reason, by) if word)


def _racks(where: Iterable[str], layout: Layout) -> tuple[str, ...]:
    """Return where on the floor records are, each place once; what is nowhere is left out."""
    found = (layout.rack_of(ref) for ref in where)
    return tuple(dict.fromkeys(rack for rack in found if rack))


def _places(
    where: Iterable[str], layout: Layout, only: Collection[str] | None, told: Collection[str]
) -> str:
    """Return where a finding applies, as runs of names.

    Of very many, those that have a sheet of their own are counted; the others stand nowhere else.
    """
    at = {ref: layout.rack_of(ref) for ref in where}
    refs = [ref for ref, rack in at.items() if only is None or rack in only]
    runs, more = _runs(refs, layout), 0
    if len(runs) > _RUNS_SHOWN and told:
        here = _runs((ref for ref in refs if at[ref] not in told), layout)
        there = _runs((ref for ref in refs if at[ref] in told), layout)
        room = max(0, _RUNS_SHOWN - len(here))
        runs, more = here + there[:room], sum(count for _, count in there[room:])
    said = ", ".join(words for words, _ in runs)
    ending = f"{more} more, each told on its own sheet" if more else ""
    return " and ".join(filter(None, (said, ending)))


def _runs(refs: Iterable[str], layout: Layout) -> list[tuple[str, int]]:
    """Return the names of records as runs, each with how many there are."""
    names = Counter(layout.name_of(ref) for ref in refs)
    runs = name_runs(name for name, number in names.items() if number == 1)
    return runs + [(f"{name} ({number})", number) for name, number in names.items() if number > 1]
