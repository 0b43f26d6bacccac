"""What a subject of the engine is: what it reads, computes, checks, and how it is written.

A subject is one folder in `designer.engine.subjects` with a `Subject` in its `subject.py`, and one
entry in the list of `designer.engine.subjects`. Evaluation, patches, preview, worker, checks,
`calc` and the written report go over that list and name none of its subjects, but for what every
subject of racks rests on: the checks ask rules of contents for the fillings of `contents`, and a
patch knows the tables of a report (`racks`, `rows`, `fabrics`) by their names.

What a subject declares is called through the methods here (rules: `checks`; what it says of a
preview: `compared`). Whatever of it fails is `Lost`, which the report says under the subject's
name, and all that other subjects give stands.

Two kinds of work, of which a subject may do both:

* `of_contents` runs once for each distinct filling of a rack, however many racks have it;
* `compute` runs once for a design, when something that the subject declares to read has changed.

A result is kept while everything that its subject declares to read is the same; so a subject that
reads without declaring it would keep a stale result. Results of subjects that it does not declare
are not there to be read; a test does the same for sections of the design.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, Final, NamedTuple, TypeVar, get_args, get_origin

from designer.catalog.catalog import Catalog
from designer.engine.assumptions import Assumptions
from designer.engine.calculation import Calculation
from designer.engine.filling import Filled
from designer.engine.findings import Finding
from designer.engine.limit_report import Limit, LimitGroup
from designer.engine.memory import Memory
from designer.engine.page import Section
from designer.engine.report import Report
from designer.engine.results import Key, Lost, News, NotComputedError, attempt, found
from designer.engine.together_report import LossAsked
from designer.model.design import Design
from designer.model.figures import Figure
from designer.model.measured import Measured
from designer.model.record import Record, odd_field
from designer.model.section_words import section_rows, section_title

T = TypeVar("T")

FIGURES: Final = "figures"
LIMITS: Final = "limits"
LOSSES: Final = "what is lost of it"
PAGE: Final = "its part of the report"
"""What of a subject may fail while its result stands, in words."""
_OF_ALL: Final = ("design", "checks", "settle", "timings", "sections", "not_computed")
"""Fields of a report that follow from all subjects, or from none."""


@dataclass(frozen=True)
class Facts:
    """What a subject computes from, and what rules look at.

    Attributes
    ----------
    site
        The site's decisions and the catalogue's planning figures.
    results
        Results of the subjects that this one declares to read; for rules, of all.
    earlier
        The results that they and this subject gave for `before`, for one that computes only what
        changed; empty the first time.
    before
        The design that was evaluated last.
    trial
        Whether the design is only tried, for a preview: the next one follows the design before.
    contents_work
        What is computed for each distinct filling, by subject, in order.
    made
        How many of a thing were made anew in this evaluation: racks, contents.
    memory
        What rules found of things that reports share.
    """

    design: Design
    catalog: Catalog
    site: Assumptions
    results: Mapping[str, Any]
    earlier: Mapping[str, Any] = field(default_factory=dict)
    before: Design | None = None
    trial: bool = False
    contents_work: tuple[tuple[str, "ContentsWork"], ...] = ()
    made: Counter[str] = field(default_factory=Counter)
    memory: Memory = field(default_factory=Memory)

    def last(self, key: Key[T]) -> T | None:
        """Return what a subject gave for the design before; None if there is nothing."""
        result = self.earlier.get(key.name)
        return None if isinstance(result, Lost) else result

    def __getitem__(self, key: Key[T]) -> T:
        result: T = found(self.results, key.name)
        return result

    def read(self, key: Key[T]) -> T | None:
        """Return a result, or None where it could not be computed."""
        try:
            return self[key]
        except NotComputedError:
            return None

    def name_of(self, owner: str) -> str:
        """Return what people call the owner of an input: a part, or `feed A` of the room."""
        part = self.catalog.get(owner)
        return (part.name if part else "") or self.site.owner_name(owner)


Rule = Callable[[Facts], Iterator[Finding]]


class Headline(NamedTuple):
    """A figure of the whole design in a subject's result.

    Attributes
    ----------
    what
        What it is in words.
    key
        By what two results are compared, where the words may change or be those of another figure;
        the words where it is empty.
    unpriced
        Of a sum of prices, the pieces in it that have none.
    limit
        What the figure has to stay within; None of one that has no limit.
    """

    what: str
    figure: Figure
    key: str = ""
    unpriced: int = 0
    limit: Figure | None = None


@dataclass(frozen=True)
class ContentsWork:
    """What a subject computes once for each distinct filling of a rack.

    Attributes
    ----------
    compute
        From the filling (parts at their positions), the site and the results of earlier subjects
        for the same filling. Which fabric a device serves, and in which tier, is not told: racks
        that differ in that alone share the result. Work on the hall sees it.
    fields
        Fields of a rack's report that follow from the result.
    field_names
        Which these are. Each belongs to one subject.
    limits
        Limits of a rack with this filling. Neither they nor the fields are told its place.
    limit_names
        All names that these may have. Each belongs to one subject, as a limit that binds is told
        by its name.
    fills_up
        Names of those of its limits that more of the same devices fill up: the fullest of these
        binds. A limit that decides whether, and not how much, is none of them.
    groups
        Groups that its limits are of. Each belongs to one subject, as plots and sheets show its
        first and its last limit beside a figure of the rack; a limit of no group stands for itself.
    by_order
        Whether it sees of heights which thing stands above which, and no more: racks that are
        filled alike but for the heights share its result, fields and limits, and what the rules of
        contents of its subject say. All of these are told heights that count up from 0, and of
        other subjects the results of such work alone.
    losing
        What it gives for the same filling and a site that only loses other things together
        (`Assumptions.losing`), from its result; the same object where that does not touch it. None
        for work that does not see what is lost together: its result is kept.
    limits_by_loss
        Whether its limits are of power with nothing lost, or after any loss that a site must
        survive: where a rack is told after one loss that is tried, others stand in their place.

    Raises
    ------
    TypeError
        If names are no tuple of texts.
    ValueError
        If `fills_up` names a limit that is not among `limit_names`.
    """

    compute: Callable[["Filling"], Any]
    fields: Callable[[Any], Mapping[str, Any]] | None = None
    field_names: tuple[str, ...] = ()
    limits: Callable[["Filling"], Iterable[Limit]] | None = None
    limit_names: tuple[str, ...] = ()
    fills_up: tuple[str, ...] = ()
    groups: tuple[LimitGroup, ...] = ()
    by_order: bool = False
    losing: Callable[[Any, "Filling"], Any] | None = None
    limits_by_loss: bool = False

    def __post_init__(self) -> None:
        """See that all that it declares is names: else every rack would fail with this work."""
        for what in ("field_names", "limit_names", "fills_up", "groups"):
            names = getattr(self, what)
            if not isinstance(names, tuple) or not all(isinstance(name, str) for name in names):
                raise TypeError(f"{what} is {names!r} in place of a tuple of names")
        for name in self.fills_up:
            if name not in self.limit_names:
                raise ValueError(f"{name} fills up and is not among the names of limits")


@dataclass(frozen=True)
class Filling:
    """What work on one filling looks at: the parts in their places, and what is known of it."""

    filled: Filled
    site: Assumptions
    results: Mapping[str, Any]

    def __getitem__(self, key: Key[T]) -> T:
        result: T = found(self.results, key.name)
        return result

    def read(self, key: Key[T]) -> T | None:
        """Return a result, or None where it could not be computed."""
        try:
            return self[key]
        except NotComputedError:
            return None

    def name_of(self, part_id: str) -> str:
        """Return what people call one of the parts that stand here, or another owner of inputs."""
        parts = (part for part in self.filled.all_parts if part.id == part_id)
        return next((part.name for part in parts if part.name), self.site.owner_name(part_id))


def all_of_kind(kind: type[T], found: Iterable[T]) -> tuple[T, ...]:
    """Return what a subject gave, all of which must be of one type.

    Raises
    ------
    TypeError
        If it is of another type.
    """
    entries = tuple(found)
    for entry in entries:
        if not isinstance(entry, kind):
            raise TypeError(f"{type(entry).__name__} in place of {kind.__name__}")
    return entries


@dataclass(frozen=True)
class PreviewWork:
    """What a subject says of a change that is not made yet.

    Attributes
    ----------
    field
        The field of `Preview` it fills; empty puts it into `Preview.sections`.
    compare
        From the results before and after (None where there is none), and the racks asked for.
    at_once
        Whether it is told before all else, where the change alters the result, and in the order of
        the subjects: what a drag is steered by must not wait for the whole design.
    of_steps
        Whether it is also said of a change once it is made, beside the report.

    Raises
    ------
    ValueError
        If what is told at once, or of steps, has no field of its own.
    """

    compare: Callable[[Any, Any, Sequence[str]], Any]
    field: str = ""
    at_once: bool = False
    of_steps: bool = False

    def __post_init__(self) -> None:
        """See that what is told at once has a place in both parts of a preview."""
        if (self.at_once or self.of_steps) and not self.field:
            raise ValueError("what a preview tells at once, or of steps, fills one of its fields")


@dataclass(frozen=True)
class Question:
    """What may be asked of a subject beside its report: what is large, or seen only when looked at.

    Attributes
    ----------
    asked, answer
        Types of what is asked and of what is answered: records that the window knows as well.
    find
        Finds the answer, from the results that the subject reads and its own.
    """

    name: str
    asked: type[Record]
    answer: type[Record]
    find: Callable[[Facts, Any], Record]


@dataclass(frozen=True)
class Subject:
    """One subject of the engine.

    Attributes
    ----------
    key
        Its name, with the type of its result.
    title
        What people call it: `cannot be computed` stands under it.
    design
        Fields of the design that it reads.
    reads
        Subjects whose results it reads.
    of_contents
        What it computes for each distinct filling.
    compute
        What it computes for a design.
    section
        Where the result stands in a report: a field of `Report`, or a name of its own in
        `Report.sections`; empty for a result that only other subjects read. Each belongs to one
        subject.
    record
        The type of an added section, by which a patch is read: texts, numbers, and tuples and
        records of these. Window, sheets and written report show it under the section's name, a row
        for each field.
    checks
        Its rules.
    contents_checks
        Rules that look at one filling after the other and at nothing else, so that what they said
        of a filling is kept as long as the filling is.
    tries_less
        Whether it computes less for a design that is only tried: the report needs it whole.
    calc
        Its calculations on the command line.
    write
        Its part of the written report, where it says more than the rows of its section.
    lost
        What within its result could not be computed, and for which racks.
    preview
        What it says of a change that is not made yet.
    headlines
        Figures of the whole design in its result; a preview tells those that a change alters.
    losing
        What it computes for the same design and a site that only loses other things together
        (`Assumptions.losing`): its results, and its own among them, are those of the report as
        far as no such work made them anew. None where what is lost together does not touch what
        `together` reads of it: its result is kept.
    together
        Fields of `LostTogether` for a loss of several things; what it reads is that of the report,
        and of subjects with `losing` that of a site that knows of this loss alone.
    together_of
        The field of `LossAsked` without which nobody asks it; what it reads is then that of the
        report, whatever else is lost. Empty where every such loss is asked of it.
    questions
        What may be asked of it beside its report.
    later
        What it works out when the report is there and nobody waits, slice by slice (each of some
        50 ms at most): yields after each whether its result would be another now, or what of it
        cannot be computed. The slices leave what they find where `compute` looks for it. What
        rests on its result follows when all are done, or before where it yields that it presses.
        An edit begins it anew: what was done should be kept.
    """

    key: Key[Any]
    title: str = ""
    design: tuple[str, ...] = ()
    reads: tuple[Key[Any], ...] = ()
    of_contents: ContentsWork | None = None
    compute: Callable[[Facts], Any] | None = None
    section: str = ""
    record: type[Measured] | None = None
    checks: tuple[Rule, ...] = ()
    contents_checks: tuple[Rule, ...] = ()
    tries_less: bool = False
    calc: tuple[Calculation, ...] = ()
    write: Callable[[Report], Iterable[Section]] | None = None
    lost: Callable[[Any], Iterable[tuple[Lost, tuple[str, ...]]]] | None = None
    preview: PreviewWork | None = None
    headlines: Callable[[Any], Iterable[Headline]] | None = None
    losing: Callable[[Facts], Any] | None = None
    together: Callable[[Facts, LossAsked], Mapping[str, Any]] | None = None
    together_of: str = ""
    questions: tuple[Question, ...] = ()
    later: Callable[[Facts], Iterator[bool | News | Lost]] | None = None

    def question(self, name: str) -> Question:
        """Return a question by its name.

        Raises
        ------
        ValueError
            If nothing of that name may be asked.
        """
        for one in self.questions:
            if one.name == name:
                return one
        raise ValueError(f"nobody can ask {self.name} for {name!r}")

    def lost_together(self, facts: Facts, lost: LossAsked) -> Mapping[str, Any] | Lost:
        """Return what it says of a loss of several things; what went wrong where it cannot."""
        work = self.together
        return {} if work is None else attempt(self.name, lambda: work(facts, lost))

    def __post_init__(self) -> None:
        for what in ("design", "reads", "checks", "contents_checks", "calc", "questions"):
            given = getattr(self, what)
            if not isinstance(given, tuple):
                raise TypeError(f"{what} of {self.name} is {given!r} in place of a tuple")
        unknown = set(self.design) - set(Design.model_fields)
        if unknown:
            raise ValueError(
                f"{self.name} reads {sorted(unknown)[0]!r}: a design has no such field"
            )
        self._see_that_the_section_fits()

    def _see_that_the_section_fits(self) -> None:
        """See that the section is one that a report can hold and a patch can carry."""
        of_report = self.section in Report.model_fields
        if self.name in _OF_ALL:
            raise ValueError(f"{self.name} is no name for a subject: a report has its own of it")
        if self.section in _OF_ALL:
            raise ValueError(f"{self.name} has the section {self.section}, which no subject gives")
        if self.record is None:
            if self.section and not of_report:
                raise ValueError(f"{self.name} has a section of its own and names no record for it")
            if self.preview is not None and not self.preview.field:
                raise ValueError(f"{self.name} speaks of previews and names no record for it")
            return
        if not self.section or of_report:
            raise ValueError(f"{self.name} names a record and has no section of its own for it")
        if not issubclass(self.record, Measured):
            raise TypeError(f"{self.record.__name__} of {self.name} cannot carry bounds")
        odd = odd_field(self.record)
        if odd:
            raise TypeError(
                f"{odd} of {self.record.__name__} is no text or number, nor a tuple or record of "
                "these"
            )

    @cached_property
    def name(self) -> str:
        """Its name."""
        return self.key.name

    @cached_property
    def names(self) -> frozenset[str]:
        """Names of the subjects that it reads."""
        return frozenset(key.name for key in self.reads)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All of its rules."""
        return (*self.contents_checks, *self.checks)

    @property
    def words(self) -> str:
        """What people call it."""
        return self.title or self.name

    def computed(self, facts: Facts) -> Any:  # noqa: ANN401 - each subject has its own type
        """Return its result for a design, or why it cannot be computed."""
        return attempt(self.name, partial(self._result, facts))

    def lost_anew(self, facts: Facts) -> Any:  # noqa: ANN401 - each subject has its own type
        """Return its result for a site that only loses other things together than before."""
        if self.losing is None:
            return facts.results[self.name]
        return attempt(self.name, partial(self.losing, facts))

    def _result(self, facts: Facts) -> Any:  # noqa: ANN401 - each subject has its own type
        if self.compute is None:
            raise RuntimeError(f"{self.name} has nothing to compute for a design")
        result = self.compute(facts)
        table, kind = self._shown
        # Of a table the first entry stands for all: a hall has thousands of racks.
        first = result[:1] if table and isinstance(result, tuple) else (result,)
        all_of_kind(kind, first)
        return result

    @cached_property
    def _shown(self) -> tuple[bool, type]:
        """Whether its section is a table, and the type of the section or of the table's entries."""
        if not self.section:
            return False, object
        if self.record is not None:
            return False, self.record
        shown: Any = Report.model_fields[self.section].annotation
        is_table = get_origin(shown) is tuple
        return is_table, get_args(shown)[0] if is_table else shown

    def losses(
        self, result: object, others: Collection[str] = ()
    ) -> tuple[tuple[Lost, tuple[str, ...]], ...]:
        """Return what within its result could not be computed, and for which racks.

        Parameters
        ----------
        others
            Subjects whose work on single racks it may hold.
        """
        if isinstance(result, Lost):
            return ((result, ()),)
        if self.lost is None:
            return ()
        found = attempt(self.name, partial(self._losses, self.lost, result, others), LOSSES)
        return ((found, ()),) if isinstance(found, Lost) else found

    def _losses(
        self,
        lost: Callable[[Any], Iterable[tuple[Lost, tuple[str, ...]]]],
        result: object,
        others: Collection[str],
    ) -> tuple[tuple[Lost, tuple[str, ...]], ...]:
        found = tuple(lost(result))
        all_of_kind(Lost, (one for one, _ in found))
        for one, racks in found:
            if not isinstance(racks, tuple):
                raise TypeError(f"{type(racks).__name__} in place of a tuple of racks")
            all_of_kind(str, (one.because, one.part, *racks))
            if one.subject != self.name and not (racks and one.subject in others):
                raise ValueError(f"{one.subject} is not what {self.name} computes")
        return found

    def written(self, report: Report) -> tuple[Section, ...] | Lost:
        """Return its part of the written report, or why it cannot be written."""
        return attempt(self.name, lambda: all_of_kind(Section, self._sections(report)), PAGE)

    def _sections(self, report: Report) -> Iterable[Section]:
        """Return what it writes; without a word of its own, a row for each field of its section."""
        if self.write is not None:
            return self.write(report)
        result = report.section(self.section)
        if result is None:
            return ()
        facts = tuple((row.label, row.text) for row in section_rows(result))
        return (Section(section_title(self.section), facts),)
