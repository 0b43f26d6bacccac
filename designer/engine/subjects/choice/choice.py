"""Own or rent: what a design answers of the published advice, and what its work costs."""

from collections.abc import Iterator
from typing import Final

from designer.engine.choice_report import Choice
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.choice.reasons import MONTHS, PLANNED, advice_of
from designer.engine.subjects.choice.work import work_of
from designer.engine.subjects.ownership.ownership import OWNERSHIP
from designer.engine.subjects.workloads.planned import PLANS
from designer.engine.subjects.workloads.workloads import WORKLOADS
from designer.model.figures import Figure, exact

CHOICE: Key[Choice] = Key("choice")

_SEVERAL_YEARS: Final = 2.0
_MONTHS_A_YEAR: Final = 12
_BILLION: Final = 1e9
_ASKED: Final = {
    "sensitive": "data_stays", "steady": "load_steady", "capital": "capital_there",
    "staff": "staff_there", "research": "for_research",
}  # fmt: skip


def choice_of(facts: Facts) -> Choice:
    """Return advice and unit costs; nothing where there is nothing to own."""
    owned, workloads = facts[OWNERSHIP], facts.read(WORKLOADS) or ()
    if not owned.is_computed:
        return Choice()
    found = advice_of(facts.catalog.guidelines, dict(_known(facts)))
    work = (work_of(one, owned) for one in workloads)
    return Choice(
        currency=owned.currency, advice=found.advice, why=found.why, measured=found.measured,
        asked=found.asked,
        work=tuple(one for one in work if one is not None),
    )  # fmt: skip


def _known(facts: Facts) -> Iterator[tuple[str, Figure | bool]]:
    """Yield what a design answers: its money, its models, and what the site says."""
    owned, site = facts[OWNERSHIP], facts.design.site
    capital = owned.figure("capital", owned.currency)
    if owned.currency == "USD" and not capital.unknown:
        yield "budget", capital
    sizes = [
        one.job.shape.parameters / _BILLION
        for one in facts[PLANS].by_id.values()
        if one.job is not None and one.workload.kind == "training"
    ]
    if sizes:
        yield "parameters_b", exact(max(sizes), "10⁹ parameters")
    if site.cost_years is not None:
        yield "roadmap", site.cost_years >= _SEVERAL_YEARS
    for fact, field in _ASKED.items():
        said = getattr(site, field)
        if said:
            yield fact, said == "yes"
    on_demand = owned.term("on demand")
    if on_demand is not None and owned.years is not None:
        months = on_demand.figure("break_even_months", "months")
        if not months.unknown:
            yield MONTHS, months
            yield PLANNED, exact(owned.years * _MONTHS_A_YEAR, "months")
