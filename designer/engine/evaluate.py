"""From a design to its report: every subject in order, each kept while what it reads is the same.

What a rack's contents give is computed once per distinct contents, so a thousand copies of an
assembly cost as much as one; what a place gives is computed per rack and is cheap. Records that two
designs share are recognised by identity, so an edit costs what it touched. A subject that fails
says so; those that read it say so in turn, and all others are computed as ever.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.engine.ahead import Ahead, Findings
from designer.engine.assumptions import DECISIONS, Assumptions, assumptions_of
from designer.engine.checks import checked, not_computed
from designer.engine.compared import compared, told_at_once
from designer.engine.findings import Finding
from designer.engine.foreseen import Found, foreseen
from designer.engine.later import Later
from designer.engine.order import in_order
from designer.engine.power_report import PowerReport, RoomFeed
from designer.engine.preview import Preview
from designer.engine.reasons import NameOf, names_of
from designer.engine.report import NotComputed, Report
from designer.engine.results import Lost
from designer.engine.run import Known, Run, Work, alike, same
from designer.engine.settle import Settled
from designer.engine.subject import Facts, Subject, all_of_kind
from designer.engine.subjects import SUBJECTS
from designer.engine.together_report import LossAsked, LostTogether
from designer.engine.waivers import Groups
from designer.engine.watch import Watch
from designer.model.change import Change, apply
from designer.model.design import Design
from designer.model.record import Record

_STATES_KEPT: Final = 2
"""States kept beside the newest: an undo and a redo go back to one of them."""


@dataclass(frozen=True)
class _State(Known):
    """What the last report was made of."""

    every: tuple[Finding, ...]
    report: Report


@dataclass(frozen=True)
class _Tried(Known):
    """What a preview computed, beginning with a report: the drop that follows asks for the same."""

    base: _State


@dataclass(frozen=True)
class _MadeAhead:
    """What the report of a change takes over that was computed while the change was looked at."""

    state: _State
    groups: Groups
    step: Preview | None


class Evaluator:
    """Evaluates one design after another, keeping what untouched records gave.

    Parameters
    ----------
    subjects
        What is computed, in order.
    """

    def __init__(self, catalog: Catalog, subjects: Iterable[Subject] = SUBJECTS) -> None:
        self._subjects = in_order(subjects)
        of_contents = tuple(
            (one.name, one.of_contents) for one in self._subjects if one.of_contents
        )
        self._work = Work(catalog, of_contents)
        self._state: _State | None = None
        self._earlier: deque[tuple[_State, set[str] | None]] = deque(maxlen=_STATES_KEPT)
        """With what was worked out since by subjects; None of those that tell all of theirs."""
        self._tried: _Tried | None = None
        self._looked_at: tuple[Design, Assumptions] | None = None
        """A design that may be the next: the one that was tried last."""
        self._ahead: Ahead[_MadeAhead] | None = None
        self._lost_last: tuple[Design, Assumptions, Facts] | None = None
        self._groups = Groups()
        self._settled = Settled()
        self._names: tuple[Assumptions, NameOf] | None = None
        self._later: Later | None = None
        self._step: Callable[[], Preview | None] | None = None

    @property
    def evaluated_racks(self) -> int:
        """Racks whose report the last call to `report` made anew."""
        return self._work.made["racks"]

    @property
    def evaluated_contents(self) -> int:
        """Distinct contents that the last call computed."""
        return self._work.made["contents"]

    def report(self, design: Design) -> Report:
        """Return all that follows from a design."""
        self._work.made.clear()
        self._lost_last = None
        before = self._state
        if before is not None and before.design is design:
            return before.report
        told = self._later is not None and self._later.is_told
        altered = self._worked_out()
        made = None if altered else self._made_ahead(before, design)
        if made is not None:
            self._state, self._groups = replace(made.state, design=design), made.groups
        else:
            self._state = self._again(design) or self._next(before, design, altered)
        self._tried = self._looked_at = self._ahead = None
        if self._later is not None:
            self._later.end()
            self._later = None
        if before is not None:
            self._earlier.appendleft((before, None if told else set(altered)))
        self._step = None
        if before is not None:
            compares = partial(self._told_of_step, before.results, self._state.results)
            self._step = compares if made is None else lambda: made.step
        return self._state.report

    def _worked_out(self) -> frozenset[str]:
        """Return the subjects of which something was worked out that no report has told."""
        altered = self._later.taken() if self._later is not None else frozenset[str]()
        for _, since in self._earlier:
            if since is not None:
                since |= altered
        return altered

    def _again(self, design: Design) -> _State | None:
        """Return the state of a design like one that was evaluated shortly before, if any was.

        An undo, and a redo, give such a one.
        """
        designs = (state.design for state, _ in self._earlier)
        at = next((at for at, known in enumerate(designs) if alike(known, design)), None)
        if at is None:
            return None
        state, later = self._earlier[at][0], frozenset(self._earlier[at][1] or ())
        del self._earlier[at]
        return self._next(state, design, later) if later else replace(state, design=design)

    def whole(self, design: Design) -> Report:
        """Return all that follows from a design, with what is worked out later."""
        report = self.report(design)
        while self.work_later():
            pass
        return self.report_later() or report

    def step(self) -> Preview | None:
        """Return what is told of the change that the last report followed; None where nothing is.

        It is told once. What cannot be said is left out: the report stands without it.
        """
        step, self._step = self._step, None
        return step() if step is not None else None

    def _told_of_step(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> Preview | None:
        asked = [one for one in self._subjects if one.preview and one.preview.of_steps]
        said = told_at_once(asked, before, after, ())
        said = {name: value for name, value in said.items() if value is not None}
        return Preview.model_construct(preview=0, **said) if said else None

    def work_later(self) -> bool:
        """Do a slice of the work that a report does not wait for; return whether more is left."""
        state = self._state
        if state is None:
            return False
        if self._later is None:
            run = Run(self._work, state, state.design, state.site)
            self._later = Later(self._subjects, lambda one: run.facts_of(one, state.results))
        return self._later.slice()

    @property
    def news_press(self) -> bool:
        """Whether `report_later` is to be asked before all later work is done."""
        return self._later is not None and self._later.presses

    def report_later(self) -> Report | None:
        """Return the report with what was worked out later; None where that changes nothing."""
        state, later = self._state, self._later
        if state is None or later is None or not later.has_news:
            return None
        self._lost_last = None
        after = self._next(state, state.design, self._worked_out())
        lost = tuple(one.record(title=self._words(one.subject)) for one in later.lost)
        if lost:
            lost = (*after.report.not_computed, *lost)
            after = replace(after, report=after.report.evolve(not_computed=lost))
        self._state = after
        same = not lost and all(
            result is state.results.get(name) for name, result in after.results.items()
        )
        return None if same else after.report

    @property
    def begins_ahead(self) -> bool:
        """Whether nothing is computed yet of a change that is looked at."""
        ahead = self._ahead
        return self._looked_at is not None and (ahead is None or ahead.base is not self._state)

    @property
    def report_ahead(self) -> Report | None:
        """The report of the change that is looked at, once all of it is computed."""
        made = self._ahead.found if self._ahead is not None and not self.begins_ahead else None
        return None if made is None else made.state.report

    def work_ahead(self) -> bool:
        """Compute more of what the change gives that is looked at; return whether there was more.

        The report of that change takes over what is there.
        """
        if self._looked_at is None or self._state is None:
            return False
        if self._ahead is None or self.begins_ahead:
            self._ahead = self._begun(self._state, *self._looked_at)
        if self._ahead.is_done:
            return False
        self._ahead.slice()
        return True

    def look_away(self) -> None:
        """Compute no more of the change that is looked at; its report computes it."""
        self._looked_at = self._ahead = None

    def let_go(self) -> None:
        """Keep nothing of the change that was looked at: nobody looks any more."""
        self.look_away()
        self._tried = None

    def _begun(self, state: _State, design: Design, site: Assumptions) -> Ahead[_MadeAhead]:
        before = state if site == state.site else None
        run = Run(self._work, before, design, site, self._tried_from(state, site), trial=True)

        def made(known: Known, said: Findings) -> _MadeAhead:
            groups = self._groups.fork()
            after = self._state_of(known, said, groups, run.watch)
            return _MadeAhead(after, groups, self._told_of_step(state.results, after.results))

        return Ahead(self._subjects, run, state, made)

    def _made_ahead(self, before: _State | None, design: Design) -> _MadeAhead | None:
        """Return what was computed of a design while it was looked at, with what is left of it."""
        ahead = self._ahead
        fits = ahead is not None and ahead.follows(before, design, self._site(design))
        return ahead.finished() if ahead is not None and fits else None

    def answer(
        self, design: Design, subject: str, question: str, asked: Mapping[str, Any]
    ) -> Record:
        """Return the answer to a question that a subject answers beside its report.

        Raises
        ------
        ValueError
            If there is no such question, or what is asked does not fit it.
        NotComputedError
            If what it rests on cannot be computed.
        """
        if self._state is None or self._state.design is not design:
            self.report(design)
        state = self._state
        if state is None:
            raise RuntimeError("a report always leaves its state")
        mine = next((one for one in self._subjects if one.name == subject), None)
        if mine is None:
            raise ValueError(f"there is no subject {subject!r}")
        wanted = mine.question(question)
        facts = Run(self._work, state, design, state.site, trial=True).facts_of(mine, state.results)
        about = wanted.asked.model_validate(asked)
        return all_of_kind(wanted.answer, (wanted.find(facts, about),))[0]

    def preview(
        self, number: int, design: Design, change: Change, rack_ids: Iterable[str],
        *, asks: bool = False,
    ) -> Preview:  # fmt: skip
        """Return what a change would do to some racks, without making it.

        What the change leaves alone is kept; the last report stays the base.

        Parameters
        ----------
        asks
            Tell what could be built then as well.
        """
        return list(self.previewed(number, design, change, rack_ids, asks=asks))[-1]

    def previewed(
        self, number: int, design: Design, change: Change, rack_ids: Iterable[str],
        *, asks: bool = False, drags: bool = True,
    ) -> Iterator[Preview]:  # fmt: skip
        """Yield what a change would do to some racks: what is told at once, if any, then all.

        Each subject that tells at once does not wait for those after it. Of a drag `work_ahead`
        computes the rest.
        """
        if self._state is None or self._state.design is not design:
            self.report(design)
        state = self._state
        if state is None:
            raise RuntimeError("a report always leaves its state")
        after = apply(design, change)
        site = self._site(after)
        racks = tuple(dict.fromkeys(rack_ids))
        before = state if site == state.site else None
        run = Run(self._work, before, after, site, self._tried_from(state, site), trial=True)
        results: dict[str, Any] = {}
        said: dict[str, Any] = {}
        for subject in self._subjects:
            if subject.preview is None or not subject.preview.at_once:
                continue
            results = run.results(self._read_by((subject,)), results)
            more = told_at_once((subject,), state.results, results, racks)
            said |= more
            if any(value is not None for value in more.values()):
                yield Preview.model_construct(preview=number, rest_follows=True, **said)
        results = run.results(self._subjects, results)
        findings = run.findings(self._subjects, results)
        self._tried = _Tried(after, site, results, run.said, state)
        self._looked_at, self._ahead = ((after, site) if drags else None), None
        every = self._every(findings, self._lost(results))
        checks = checked(every, after.waivers, self._groups.fork())
        told = foreseen(
            Found(state.every, design.waivers, state.report.checks),
            Found(every, after.waivers, checks),
            frozenset(racks),
        )
        if asks:
            told["asks"] = tuple(one for one in checks if one.remedy is not None)
            told["feeds"] = _feeds(self._sections(results))
        fields, failed = compared(self._subjects, state.results, results, racks, said)
        told["not_computed"] += failed
        yield Preview.model_construct(preview=number, **fields, **told)

    def together(self, number: int, design: Design, lost: LossAsked) -> LostTogether:
        """Return what the loss of several things does together.

        Raises
        ------
        ValueError
            If the design has no such thing, or nothing is lost.
        RuntimeError
            If what it rests on cannot be computed.
        """
        if unknown := set(lost.upstream) - {node.id for node in design.power}:
            raise ValueError(f"nothing upstream is called {sorted(unknown)[0]!r}")
        there = {rack.id for rack in design.racks}
        named = (*(one.rack for one in lost.inside), *(one.where for one in lost.units))
        if unknown := {*named, *lost.racks} - there:
            raise ValueError(f"nothing on the floor is called {sorted(unknown)[0]!r}")
        if not (lost.upstream or lost.inside or lost.units or lost.switches):
            raise ValueError("no loss is named")
        units = [(one.where, one.part) for one in lost.units]
        site = self._site(design).losing(design.power, lost.upstream, units)
        state = self._state if self._state is not None and self._state.design is design else None
        asked = [subject for subject in self._subjects if subject.together is not None]
        every = [subject for subject in asked if not subject.together_of]
        some = [one for one in asked if one.together_of and getattr(lost, one.together_of)]
        facts = self._facts_of_loss(state, design, site, every)
        told = [subject.lost_together(facts, lost) for subject in every]
        if some:
            run = Run(self._work, state, design, self._site(design), trial=True)
            facts = run.facts(run.results(self._read_by(some)))
            told += [subject.lost_together(facts, lost) for subject in some]
        failed = [one for one in told if isinstance(one, Lost)]
        if failed:
            raise RuntimeError(failed[0].because)
        fields = {
            name: value for one in told if isinstance(one, dict) for name, value in one.items()
        }
        fields["racks"] = tuple(
            rack.evolve(replaced=(*self._replaced, *rack.replaced))
            for rack in fields.get("racks", ())
        )
        return LostTogether(number=number, asked=lost, **fields)

    def _facts_of_loss(
        self, state: _State | None, design: Design, site: Assumptions, asked: Sequence[Subject]
    ) -> Facts:
        """Return what subjects look at that tell a loss: the last one is asked rack after rack."""
        known = self._lost_last
        if known is None or known[0] is not design or known[1] != site:
            before = state or self._base(design)
            run = Run(self._work, before, design, site, trial=True)
            known = design, site, run.facts(run.losing(self._read_by(asked)))
            self._lost_last = known
        return known[2]

    def _base(self, design: Design) -> Known:
        """Return what a design gives with nothing lost: all that losses are told from."""
        site = self._site(design)
        run = Run(self._work, None, design, site, trial=True)
        asked = [subject for subject in self._subjects if subject.together is not None]
        return Known(design, site, run.results(self._read_by(asked)), {})

    @property
    def _replaced(self) -> tuple[str, ...]:
        """Names of the limits that do not stand beside what a rack carries after one loss."""
        work = (subject.of_contents for subject in self._subjects if subject.of_contents)
        return tuple(name for one in work if one.limits_by_loss for name in one.limit_names)

    def _read_by(self, asked: Iterable[Subject]) -> list[Subject]:
        """Return some subjects and all that they read, in order."""
        names = {subject.name for subject in asked}
        wanted: list[Subject] = []
        for subject in reversed(self._subjects):
            if subject.name in names:
                wanted.append(subject)
                names |= subject.names
        return wanted[::-1]

    def _next(
        self, before: _State | None, design: Design, anew: frozenset[str] = frozenset()
    ) -> _State:
        """Return the state of a design, sharing with the state before what did not change.

        Parameters
        ----------
        anew
            Subjects whose result is another although what they read is the same.
        """
        site = self._site(design)
        tried, self._tried = self._tried_from(before, site), None
        if before is not None and before.site != site:
            before = None
        run = Run(self._work, before, design, site, tried, anew=anew)
        results = run.results(self._subjects)
        findings = run.findings(self._subjects, results)
        known = Known(design, site, results, run.said)
        return self._state_of(known, findings, self._groups, run.watch)

    def _state_of(self, known: Known, findings: Findings, groups: Groups, watch: Watch) -> _State:
        """Return the state of a design whose subjects and rules have been asked."""
        design, site, results = known.design, known.site, known.results
        lost = self._lost(results)
        every = self._every(findings, lost)
        checks = checked(every, design.waivers, groups)
        sections = self._sections(results)
        settle = self._settled.of(every, sections, site.figures, self._names_by(site, design))
        watch.stage("checks")
        report = Report.model_construct(
            design=design.name, **sections, checks=checks, settle=settle, timings=watch.timings,
            not_computed=lost,
        )  # fmt: skip
        return _State(design, site, results, known.said, every, report)

    def _tried_from(self, base: _State | None, site: Assumptions) -> _Tried | None:
        """Return what the last preview computed, if it began with this report and these decisions.

        Some results say what differs from those before: another beginning would mislead.
        """
        tried = self._tried
        fits = tried is not None and tried.base is base and tried.site == site
        return tried if fits else None

    def _site(self, design: Design) -> Assumptions:
        """Return what decisions and catalogue give; kept while the decisions are the same."""
        state = self._state
        if state is not None and all(same(state.design, design, name) for name in DECISIONS):
            return state.site
        return assumptions_of(design, self._work.catalog)

    def _names_by(self, site: Assumptions, design: Design) -> NameOf:
        """Return what owners of inputs are called; the same function for the same decisions."""
        if self._names is None or self._names[0] is not site:
            self._names = site, names_of(self._work.catalog, design.power)
        return self._names[1]

    def _every(self, findings: Findings, lost: tuple[NotComputed, ...]) -> tuple[Finding, ...]:
        """Return what all rules said, and what could not be computed."""
        return (
            *(finding for said in findings.values() for finding in said),
            *(not_computed(entry.name, entry) for entry in lost),
        )

    def _words(self, name: str) -> str:
        return next(subject.words for subject in self._subjects if subject.name == name)

    def _lost(self, results: Mapping[str, Any]) -> tuple[NotComputed, ...]:
        """Return what could not be computed, each cause once with all of its racks."""
        entries: dict[Lost, dict[str, None]] = {}
        of_racks = [name for name, _ in self._work.of_contents]
        for subject in self._subjects:
            for lost, racks in subject.losses(results.get(subject.name), of_racks):
                entries.setdefault(lost, {}).update(dict.fromkeys(racks))
        return tuple(
            lost.record(tuple(sorted(racks)), self._words(lost.subject))
            for lost, racks in entries.items()
        )

    def _sections(self, results: Mapping[str, Any]) -> dict[str, Any]:
        """Return a report's fields for results, without those that could not be computed."""
        fields: dict[str, Any] = {}
        added: list[tuple[str, Any]] = []
        for subject in self._subjects:
            result = results.get(subject.name)
            if not subject.section or isinstance(result, Lost):
                continue
            if subject.section in Report.model_fields:
                fields[subject.section] = result
            else:
                added.append((subject.section, result))
        return {**fields, "sections": tuple(added)}


def evaluate(design: Design, catalog: Catalog) -> Report:
    """Return all that follows from a design, once, with what is worked out later."""
    return Evaluator(catalog).whole(design)


def _feeds(sections: Mapping[str, Any]) -> tuple[RoomFeed, ...]:
    """Return the feeds of the room by a report's fields; none where power is not computed."""
    power = sections.get("power")
    return power.feeds if isinstance(power, PowerReport) else ()
