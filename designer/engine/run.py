"""One evaluation: each subject in order, kept where all that it reads is what it read before."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeGuard

from designer.catalog.catalog import Catalog
from designer.engine.assumptions import Assumptions
from designer.engine.checks import Asked, Noted, Said, SaidBefore, said_by
from designer.engine.findings import Finding
from designer.engine.memory import Memory
from designer.engine.results import Lost
from designer.engine.subject import ContentsWork, Facts, Subject
from designer.engine.watch import Watch
from designer.model.design import Design


@dataclass
class Work:
    """What all evaluations of one evaluator share.

    Attributes
    ----------
    of_contents
        Work on the contents of racks, by subject.
    made
        How much of each sort was made anew since this was cleared.
    """

    catalog: Catalog
    of_contents: tuple[tuple[str, ContentsWork], ...]
    made: Counter[str] = field(default_factory=Counter)
    _memory: tuple[Assumptions | None, Memory] = field(default_factory=lambda: (None, Memory()))

    def memory(self, site: Assumptions) -> Memory:
        """Return what rules remember of the same decisions."""
        known = self._memory[0]
        if known is not site and known != site:
            self._memory = site, Memory()
        return self._memory[1]


@dataclass(frozen=True)
class Known:
    """What was computed of a design: kept for the next as far as what it rests on is the same."""

    design: Design
    site: Assumptions
    results: Mapping[str, Any]
    said: Mapping[Asked, Said]


@dataclass
class Run:
    """One evaluation.

    Attributes
    ----------
    trial
        Whether the design is only tried.
    anew
        Subjects that are computed although what they read is the same.
    computed
        Names of the subjects that were not kept, in order.
    """

    work: Work
    before: Known | None
    design: Design
    site: Assumptions
    tried: Known | None = None
    trial: bool = False
    anew: frozenset[str] = frozenset()
    watch: Watch = field(default_factory=Watch)
    said: dict[Asked, Said] = field(default_factory=dict)
    computed: list[str] = field(default_factory=list)
    _same: dict[tuple[int, str], bool] = field(default_factory=dict)

    def results(
        self, subjects: Sequence[Subject], known: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """Return the result of each subject by name; those whose input is the same are kept.

        Parameters
        ----------
        known
            Results of some of them that this evaluation has found already.
        """
        results: dict[str, Any] = dict(known or {})
        for subject in subjects:
            if subject.compute is None or subject.name in results:
                continue
            if self._keeps(self.before, subject, results):
                results[subject.name] = self._earlier[subject.name]
            elif not subject.tries_less and self._keeps(self.tried, subject, results):
                results[subject.name] = self.tried.results[subject.name]
            else:
                results[subject.name] = self._computed(subject, results)
                self.computed.append(subject.name)
            self.watch.stage(subject.name)
        return results

    @property
    def _earlier(self) -> Mapping[str, Any]:
        return self.before.results if self.before else {}

    def _keeps(
        self, known: Known | None, subject: Subject, results: dict[str, Any]
    ) -> TypeGuard[Known]:
        """Return whether everything that a subject reads is what it read the last time."""
        if known is None or subject.name not in known.results or subject.name in self.anew:
            return False
        return self._alike(known, subject.design, subject.names, results)

    def _alike(
        self,
        known: Known,
        fields: Iterable[str],
        names: Iterable[str],
        results: dict[str, Any],
    ) -> bool:
        """Return whether some fields of the design and some results are those of another."""
        return all(results.get(name) is known.results.get(name) for name in names) and all(
            self._is_same(known.design, name) for name in fields
        )

    def _is_same(self, old: Design, name: str) -> bool:
        known = self._same.get((id(old), name))
        if known is None:
            known = self._same[id(old), name] = same(old, self.design, name)
        return known

    def _computed(self, subject: Subject, results: dict[str, Any]) -> Any:  # noqa: ANN401 - each subject has its own type
        """Return a subject's result; the object from before, where that says the same."""
        there = {name: results[name] for name in subject.names if name in results}
        known, mine = self._earlier, (*subject.names, subject.name)
        earlier = {name: known[name] for name in mine if name in known}
        facts = self._facts(there, earlier)
        result = subject.computed(facts)
        was = earlier.get(subject.name)
        return was if was is not None and type(was) is type(result) and was == result else result

    def losing(self, subjects: Sequence[Subject]) -> dict[str, Any]:
        """Return the results of subjects for a site that only loses other things together.

        That is those of before, but for subjects that see what is lost.
        """
        names = [subject.name for subject in subjects]
        results = {name: self._earlier[name] for name in names if name in self._earlier}
        for subject in subjects:
            if subject.losing is None or isinstance(results[subject.name], Lost):
                continue
            mine = (*subject.names, subject.name)
            there = {name: results[name] for name in mine if name in results}
            facts = self._facts(there, {subject.name: results[subject.name]})
            results[subject.name] = subject.lost_anew(facts)
        return results

    def facts(self, results: dict[str, Any]) -> Facts:
        """Return what work looks at that reads all of these results."""
        return self._facts(results, {})

    def facts_of(self, subject: Subject, results: Mapping[str, Any]) -> Facts:
        """Return what a subject looks at when its own result is there with those it reads."""
        mine = (*subject.names, subject.name)
        there = {name: results[name] for name in mine if name in results}
        return self._facts(there, there)

    def _facts(self, results: dict[str, Any], earlier: dict[str, Any]) -> Facts:
        return Facts(
            self.design, self.work.catalog, self.site, results, earlier,
            self.before.design if self.before else None, self.trial, self.work.of_contents,
            self.work.made,
        )  # fmt: skip

    def findings(
        self, subjects: Sequence[Subject], results: dict[str, Any]
    ) -> dict[str, tuple[Finding, ...]]:
        """Return what each subject's rules say of all results."""
        facts = replace(self._facts(results, {}), memory=self.work.memory(self.site))
        noted, before = Noted(facts), self._said_before(results)
        found: dict[str, tuple[Finding, ...]] = {}
        for subject in subjects:
            if subject.rules:
                said, read = said_by(subject, noted, before)
                found[subject.name] = said
                self.said |= read
        return found

    def _said_before(self, results: Mapping[str, Any]) -> tuple[SaidBefore, ...]:
        """Return what rules said before: of the last design, and of one that was tried."""
        return tuple(
            SaidBefore(
                known.said,
                frozenset(
                    name
                    for name in results.keys() | known.results.keys()
                    if results.get(name) is not known.results.get(name)
                ),
                frozenset(n for n in Design.model_fields if not self._is_same(known.design, n)),
            )
            for known in (self.before, self.tried)
            if known is not None
        )


def alike(old: Design, new: Design) -> bool:
    """Return whether two designs say the same in all their fields."""
    return all(same(old, new, name) for name in Design.model_fields)


def same(old: Design, new: Design, name: str) -> bool:
    """Return whether a field of two designs is the same."""
    was, now = getattr(old, name), getattr(new, name)
    return bool(was is now or was == now)
