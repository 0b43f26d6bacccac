"""What owning costs over the years, what renting costs, and which inputs decide between them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from math import inf
from types import MappingProxyType
from typing import Final

from designer.engine.ownership_report import (
    Has,
    LikeForLike,
    OwnAsked,
    Ownership,
    Paid,
    Rented,
)
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.bill.bill import BILL
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.ownership import answers
from designer.engine.subjects.ownership.answers import BOUGHT, Formula, Input, figure_of, swings_of
from designer.engine.subjects.ownership.inputs import ADDED, owning
from designer.engine.subjects.ownership.kinds import kinds_of
from designer.engine.subjects.ownership.plants import parts_of
from designer.engine.subjects.ownership.scopes import BUILDING, contained, with_drawn
from designer.engine.subjects.ownership.terms import ON_DEMAND, Term, terms_of
from designer.engine.subjects.totals.totals import TOTALS
from designer.model.figures import Figure, exact
from designer.model.measured import fields_of

OWNERSHIP: Key[Ownership] = Key("ownership")

BREAK_EVEN: Final = "months until owning has cost less than renting on demand"
GPU_HOUR: Final = "cost of a GPU-hour that is used, owned"
_LEFT_OUT: Final = "interest on the capital"
_EXPECTED: Final = ("network", "optics and cables", "storage")
_STANDS: Final = "the place with its power and cooling plant, which stands"
_IN_THE_RENT: Final = "power plant and cooling plant, which are in the rent of the hall"


def tried(facts: Facts, asked: OwnAsked) -> Ownership:
    """Return owning against renting with something else assumed."""
    return ownership_of(assuming(facts, asked), dict(asked.inputs))


def assuming(facts: Facts, asked: OwnAsked) -> Facts:
    """Return facts of the same design with another site."""
    return replace(facts, design=facts.design.evolve(site=asked.site))


def counted_from(
    facts: Facts, given: Mapping[str, float]
) -> tuple[tuple[Input, ...], tuple[Term, ...]]:
    """Return the inputs of owning, and the ways to rent with theirs.

    Parameters
    ----------
    given
        What some inputs are, by name, whatever the design says of them.
    """
    terms = (replace(one, inputs=_with(one.inputs, given)) for one in terms_of(facts))
    return _with(owning(facts), given), tuple(terms)


def ownership_of(facts: Facts, given: Mapping[str, float] = MappingProxyType({})) -> Ownership:
    """Return owning against renting; nothing where there is no GPU.

    Parameters
    ----------
    given
        What some inputs are, by name, whatever the design says of them.
    """
    gpus = facts[TOTALS].figure("gpus")
    if gpus.high <= 0:
        return Ownership()
    site, (inputs, terms) = facts.design.site, counted_from(facts, given)
    by_name = {one.name: one.figure for one in inputs}
    money, years = site.currency, by_name["years"]
    sums = {
        "capital": figure_of(answers.capital, inputs, money),
        "running": figure_of(answers.running, inputs, f"{money} a year"),
        "resale": figure_of(answers.resale, _as_sold(inputs), money, falls=True),
        "tco": figure_of(answers.owned, inputs, money),
        "gpu_hour": figure_of(answers.own_hour, inputs, money),
        "depreciation": figure_of(answers.written_off, inputs, f"{money} a year"),
    }
    if not site.utilisation:
        # Of what is never used nothing costs an hour.
        del sums["gpu_hour"]
    on_demand = next((one for one in terms if one.name == ON_DEMAND), None)
    answer, formula, of = GPU_HOUR, answers.own_hour, inputs
    if on_demand is not None:
        answer, formula, of = BREAK_EVEN, answers.months, (*inputs, *on_demand.inputs)
    left_out = tuple(left_out_of(facts))
    # One of them says what all rest on: each drop of a part sends them.
    fields = fields_of({name: f if name == "tco" else _bare(f) for name, f in sums.items()})
    return Ownership.model_validate(
        {
            **fields, "currency": money, "years": years.value, "used": site.utilisation,
            "years_stated": site.cost_years is not None, "hall": site.hall or "rented",
            "bought": tuple(_bought(facts, inputs, money)),
            "each_year": tuple(_each_year(facts, inputs, money)),
            "rented": tuple(_rented(one, inputs, money) for one in terms),
            "answer": answer, "swings": swings_of(formula, of, _MOST_SWINGS),
            "contents": tuple(_contents(facts, by_name)),
            "not_counted": tuple(words for words, _ in left_out),
            "left_to": tuple(field for _, field in left_out if field),
            "budget": _budget(facts, sums["capital"], money),
            "kinds": tuple(kinds_of(facts, inputs)),
            "open_by": tuple(
                one.words for one in answers.read_by(answers.owned, inputs)
                if one.figure.high == inf
            ),
        }
    )  # fmt: skip


def _with(inputs: tuple[Input, ...], given: Mapping[str, float]) -> tuple[Input, ...]:
    """Return inputs, of which some are what is given."""
    return tuple(
        replace(one, figure=exact(given[one.words], one.figure.unit)) if one.words in given else one
        for one in inputs
    )


_MOST_SWINGS: Final = 6
YEARLY: Final[tuple[tuple[str, str, Formula, tuple[str, ...]], ...]] = (
    ("energy_price", "Energy", answers.energy, ("energy_price", "pue", "demand", "peak_pue")),
    ("hall_rent", "Colocation, rent of the hall", answers.hall, ("hall_rent",)),
    ("support_share", "Support and spares", answers.support, ("support_share",)),
    (
        "insurance_share", "Insurance",
        lambda v: answers.part_of_hardware(v, "insurance_share"), ("insurance_share",),
    ),
    ("people", "Staff", answers.staff, ("people", "person_year")),
    ("licences", "Licences", answers.licences, ("licences",)),
    (
        "other_running", "Staff, place and support as stated",
        lambda v: v["other_running"], ("other_running",),
    ),
)  # fmt: skip


def _as_sold(inputs: tuple[Input, ...]) -> tuple[Input, ...]:
    """Return inputs as a resale sees them, which grows with what was paid."""
    return tuple(
        replace(one, sign=-1) if one.name.startswith(BOUGHT) or one.name == "building" else one
        for one in inputs
    )


def _bought(facts: Facts, inputs: tuple[Input, ...], money: str) -> Iterator[Paid]:
    names = {one.name: one for one in inputs}
    for one in inputs:
        if one.name.startswith(BOUGHT):
            source = said_by(facts, one.figure.basis) if one.figure.estimated else ""
            yield _paid(one.words, one.figure, source, contained(one.name))
    for name, words in ADDED:
        if name in names:
            amount = figure_of(partial(_first, name), inputs, money)
            yield _paid(words, amount, said_by(facts, names[name].figure.basis), contained(name))
    if "building" in names:
        yield from _built(facts, names["building"])


def _paid(name: str, amount: Figure, source: str, scope: str) -> Paid:
    return Paid(name=name, source=source, scope=scope, **fields_of({"amount": _bare(amount)}))


def _first(name: str, v: answers.Values) -> float:
    """Return what is paid at first of one of what is added."""
    return answers.part_of_hardware(v, name) if name in answers.SHARES_AT_FIRST else v[name]


def _built(facts: Facts, whole: Input) -> Iterator[Paid]:
    """Yield what is built as its power plant, its cooling plant and the rest."""
    source = said_by(facts, whole.figure.basis)
    parts = tuple(parts_of(facts.catalog, whole.figure))
    standing = _rejecting(facts)
    for name, amount, shares in parts:
        scope = contained(name) if name == BUILDING else with_drawn(facts.design, name, standing)
        yield _paid(name, amount, "; ".join(dict.fromkeys((source, *shares))), scope)
    if not parts:
        yield _paid(whole.words, whole.figure, source, contained(whole.name))


def _rejecting(facts: Facts) -> Counter[str]:
    """Return how many units of heat rejection are drawn of each kind."""
    found = Counter[str]()
    for part_id, number in facts[CONTENTS].counts.parts.items():
        part = facts.catalog.get(part_id)
        if part is not None and part.traits.rejects:
            found[part.kind] += number
    return found


def _each_year(facts: Facts, inputs: tuple[Input, ...], money: str) -> Iterator[Paid]:
    names = {one.name: one for one in inputs}
    for name, words, formula, rests in YEARLY:
        if name not in names:
            continue
        amount = figure_of(formula, inputs, f"{money} a year")
        refs = [names[of].figure.basis[0] for of in rests if of in names and names[of].figure.basis]
        scope = contained(name, demand="demand" in names)
        yield _paid(words, amount, said_by(facts, refs), scope)


def _bare(figure: Figure) -> Figure:
    """Return a figure without what it rests on, which its line says in words."""
    return replace(figure, basis=(), gaps=())


def said_by(facts: Facts, refs: Iterable[str]) -> str:
    """Return what figures rest on, as people read it; prices of parts need no word."""
    found = []
    for ref in refs:
        default = facts.catalog.default(ref.removeprefix("default "))
        if default is not None:
            found.append(default.source)
        elif ref.startswith("site."):
            found.append("as the site states it")
        elif not ref.endswith(".price"):
            found.append(ref)
    return "; ".join(dict.fromkeys(found))


def _rented(term: Term, inputs: tuple[Input, ...], money: str) -> Rented:
    every = (*inputs, *term.inputs)
    figures = {
        "rate": term.rate,
        "total": figure_of(answers.rented, every, money, falls=True),
        "gpu_hour": figure_of(answers.rented_hour, every, money, falls=True),
        "break_even_months": figure_of(answers.months, every, "months"),
        "present_value": figure_of(answers.worth, every, money, falls=True),
    }
    if figures["present_value"].low == -inf:
        # Of what may cost without end nobody can say what it is worth.
        del figures["present_value"]
    saved = figure_of(answers.saved, every, money, falls=True)
    return Rented(
        term=term.name, billed=term.billed, source=term.source, never=saved.high <= 0,
        **fields_of({name: _bare(figure) for name, figure in figures.items()}),
    )  # fmt: skip


def _contents(facts: Facts, by_name: dict[str, Figure]) -> Iterator[LikeForLike]:
    """Yield what is in owning, and in renting: else they are not like for like."""
    site = facts.design.site
    lumped = "other_running"
    place: Has = _paid_for(by_name, lumped, "hall_rent")
    if place == "no" and site.hall:
        place = _paid_for(by_name, "building") if site.hall == "built" else "yes"
    help_, people = (_paid_for(by_name, lumped, of) for of in ("support_share", "person_year"))
    stored, joined = (_paid_for(by_name, f"{BOUGHT}{of}") for of in ("storage", "network"))
    said = site.cloud_per_gpu_hour is not None
    extras: Has = "yes" if not said or site.cloud_extras is not None else "open"
    licensed: Has = "open" if site.licences_per_gpu_year is None else "yes"
    for item, own, rented in (
        ("power", "yes", "yes"), ("cooling", "yes", "yes"), ("hall", place, "yes"),
        ("network", joined, "yes"), ("storage", stored, extras), ("support", help_, "yes"),
        ("staff", people, "yes"), ("traffic out", "no", extras), ("licences", licensed, "open"),
    ):  # fmt: skip
        yield LikeForLike.model_validate({"item": item, "own": own, "rented": rented})


def _paid_for(by_name: dict[str, Figure], *names: str) -> Has:
    """Return whether one of some inputs is in owning, with what it costs."""
    found = [by_name[name] for name in names if name in by_name]
    if not found:
        return "no"
    return "yes" if all(figure.high < inf for figure in found) else "open"


def left_out_of(facts: Facts) -> Iterator[tuple[str, str]]:
    """Yield what is in no sum, and the field of the site that states it; some have none."""
    site = facts.design.site
    if site.hall == "stands":
        yield _STANDS, "hall"
    elif site.hall != "built":
        yield _IN_THE_RENT, "hall"
    bought = {line.category for line in facts[BILL].by_category}
    if lacking := [category for category in _EXPECTED if category not in bought]:
        yield f"{', '.join(lacking)}, of which none is drawn", ""
    yield from (said for said in _MAY_COST if getattr(site, said[1]) is None)
    if site.residual_share is None:
        yield "a resale at the end", "residual_share"
    yield from ((_lower(words), name) for name, words in ADDED if getattr(site, name) is None)
    yield _LEFT_OUT, ""


_MAY_COST: Final = (
    ("licences", "licences_per_gpu_year"),
    ("a demand charge for the highest power", "demand_charge_per_kw_month"),
    ("insurance", "insurance_share"),
    ("nodes bought anew within the years", "refresh_years"),
)
"""What makes owning dearer once the site states it, beside what is paid at first."""


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]


def _budget(facts: Facts, capital: Figure, money: str) -> str:
    """Return what the published thresholds of budgets say."""
    told = facts.catalog.guideline("build-or-rent-budget")
    if told is None or told.low is None or told.high is None or money != told.unit:
        return ""
    if capital.high < told.low:
        return "rent"
    if capital.low > told.high:
        return "build"
    return "undecided" if told.low <= capital.low and capital.high <= told.high else ""
