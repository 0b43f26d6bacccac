"""Questions beside the report: a workload that is only tried, and what the library would do here.

A question is answered in slices, so that an edit never waits long for one: the first answer to a
workload has its plan, the next ones what follows from other numbers of GPUs; the library is told as
far as it is known. What was found stays with the plans for one design and its fabrics:
where nothing runs the plans themselves rest on nothing, and outlive every edit.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from designer.catalog.records.workloads import Model
from designer.engine.network_report import FabricReport
from designer.engine.subject import Facts, Question
from designer.engine.subjects.fabrics.fabrics import FABRICS
from designer.engine.subjects.workloads.given import library_entries
from designer.engine.subjects.workloads.planned import (
    PLANS,
    OnOthers,
    Planned,
    Plans,
    on_others,
    planned,
    room_for,
    with_others,
)
from designer.engine.subjects.workloads.served import served
from designer.engine.subjects.workloads.stored import with_storage
from designer.engine.subjects.workloads.trained import trained
from designer.engine.workload_report import (
    LibraryAsked,
    LibraryRow,
    Tried,
    TriedAsked,
    WorkloadLibrary,
    WorkloadReport,
)
from designer.model.design import Design
from designer.model.measured import fields_of
from designer.model.workload import Workload

_SEARCHES: Final = 8
"""Of a slice: some 20 ms of dense models, several times that of models with many experts."""
_ROWS: Final = 2
"""Of the library in a slice."""
_DECODERS: Final = ("decoder", "moe-decoder")
_BILLION: Final = 1e9
_LARGE: Final = 100 * _BILLION
_SEQUENCE: Final = 8192
_BATCH_TOKENS: Final = (4 * 2**20, 16 * 2**20)
"""Of an iteration, of models below and from 100 billion parameters: what is printed of Llama 3."""
_PROMPT, _ANSWER = 1024, 512


@dataclass(frozen=True, eq=False)
class RestsOn:
    """What an answer rests on, as it stood when it was begun."""

    design: Design
    fabrics: tuple[FabricReport, ...]

    def stands(self, facts: Facts) -> bool:
        """Return whether the same stands still."""
        return self.design is facts.design and self.fabrics is facts[FABRICS]


@dataclass
class Trying:
    """What is tried just now, and the rest of its work."""

    asked: Workload
    of: "RestsOn"
    found: Planned
    tried: int
    rest: Generator[bool, None, OnOthers] | None = None


@dataclass
class Shelf:
    """What is known of the library: rows in order, and those that are still to be found."""

    of: "RestsOn"
    rows: list[LibraryRow] = field(default_factory=list)
    total: int = 0
    rest: Iterator[LibraryRow] | None = None


def report_of(facts: Facts, found: Planned) -> WorkloadReport:
    """Return the report of what was planned."""
    made = (trained if found.workload.kind == "training" else served)(facts, found)
    return with_storage(facts, found, made)


def _tried(facts: Facts, asked: TriedAsked) -> Tried:
    plans = facts[PLANS]
    trying = plans.trying
    begun = isinstance(trying, Trying) and trying.asked == asked.workload
    if not isinstance(trying, Trying) or not begun or not trying.of.stands(facts):
        trying = _begin(facts, plans, asked.workload)
        plans.trying = trying
    else:
        _go_on(trying)
    report = report_of(facts, trying.found)
    return Tried(report=report, plans=trying.tried, working=trying.rest is not None)


def _begin(facts: Facts, plans: Plans, workload: Workload) -> Trying:
    found = planned(facts, workload, plans)
    tried = found.plans.tried if found.plans is not None else len(found.sizes)
    trying = Trying(workload, RestsOn(facts.design, facts[FABRICS]), found, tried)
    drawn, job, known = found.drawn, found.job, found.scaling or found.fitting_gpus is not None
    if found.plans is not None and drawn is not None and job is not None and not known:
        room = room_for(plans, found)
        trying.rest = on_others(workload, drawn, job, found.plans, facts.catalog, room)
    return trying


def _go_on(trying: Trying) -> None:
    rest = trying.rest
    if rest is None:
        return
    try:
        for _ in range(_SEARCHES):
            next(rest)
    except StopIteration as end:
        trying.rest = None
        trying.found = with_others(trying.found, end.value)


def _library(facts: Facts, _: LibraryAsked) -> WorkloadLibrary:
    plans = facts[PLANS]
    shelf = plans.shelf
    if not isinstance(shelf, Shelf) or not shelf.of.stands(facts):
        asked = tuple(library_workloads())
        of = RestsOn(facts.design, facts[FABRICS])
        shelf = Shelf(of, total=len(asked), rest=_rows(facts, asked))
        plans.shelf = shelf
    found = list(islice(shelf.rest, _ROWS)) if shelf.rest is not None else []
    shelf.rows += found
    if len(found) < _ROWS:
        shelf.rest = None
    return WorkloadLibrary(
        rows=tuple(shelf.rows), total=shelf.total, working=shelf.rest is not None
    )


def library_workloads() -> Iterator[Workload]:
    """Yield what could be added: runs of models whose tokens are known, a service of each."""
    models = [
        one for one in library_entries("model")
        if isinstance(one, Model) and one.architecture in _DECODERS and one.layers
    ]  # fmt: skip
    for one in models:
        if one.training_tokens_b is None:
            continue
        tokens = one.training_tokens_b * _BILLION
        sequence = min(_SEQUENCE, one.context_tokens or _SEQUENCE)
        size = one.parameters_b if one.parameters_b is not None else one.nominal_b
        large = size is not None and size * _BILLION >= _LARGE
        yield Workload(
            id=f"train-{one.id}", name=f"{one.name}, {tokens / 1e12:.3g} T",
            model=one.id, tokens=tokens, sequence_tokens=sequence,
            global_batch=_BATCH_TOKENS[large] // sequence,
        )  # fmt: skip
    for one in models:
        yield Workload(
            id=f"serve-{one.id}", name=one.name, kind="inference", model=one.id,
            precision="fp8", prompt_tokens=_PROMPT, answer_tokens=_ANSWER,
        )  # fmt: skip


def _rows(facts: Facts, asked: tuple[Workload, ...]) -> Iterator[LibraryRow]:
    nothing = Plans()
    for one in asked:
        workload, found = one, planned(facts, one, nothing)
        if found.missing and one.kind == "inference":
            # Not every GPU multiplies in 8 bits.
            workload = one.evolve(precision="bf16")
            found = planned(facts, workload, nothing)
        report = report_of(facts, found)
        name = "days" if one.kind == "training" else "tokens_per_s"
        known = report.fits is not False and not report.missing
        yield LibraryRow(
            workload=workload, fits=report.fits, missing=report.missing,
            lacking_gb=report.lacking_gb,
            **fields_of({name: report.figure(name)} if known else {}),
        )  # fmt: skip


QUESTIONS: Final = (
    Question("tried", TriedAsked, Tried, _tried),
    Question("library", LibraryAsked, WorkloadLibrary, _library),
)
