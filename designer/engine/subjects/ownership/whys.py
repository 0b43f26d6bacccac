"""Why a figure of owning and renting is what it is: formula, inputs, sources, how wide it is.

A line says what an input is and on what it rests. Prices of parts are those of the bill.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from math import inf, isclose
from typing import Final

from designer.catalog.part_prices import length_prices, newest_price
from designer.engine.ownership_report import PLANNED, Ownership, OwnWhyAsked, Rented, Swing
from designer.engine.subject import Facts, Question
from designer.engine.subjects.bill.bill import Piece, cables_bought, parts_bought
from designer.engine.subjects.ownership import answers
from designer.engine.subjects.ownership.answers import BOUGHT, Formula, Input, read_by
from designer.engine.subjects.ownership.calc import BUY_OR_RENT
from designer.engine.subjects.ownership.inputs import ADDED
from designer.engine.subjects.ownership.ownership import (
    BREAK_EVEN,
    YEARLY,
    assuming,
    counted_from,
    left_out_of,
    ownership_of,
    said_by,
)
from designer.engine.subjects.ownership.terms import Term
from designer.engine.subjects.ownership.unpriced import PER_TB, unpriced_size
from designer.engine.why_report import Why
from designer.model.figure_words import UNKNOWN, money, percent, quantity, words
from designer.model.figures import Figure, exact
from designer.model.plural import plural
from designer.model.units import HOURS_PER_YEAR

_MOST_PIECES: Final = 8
"""Parts of a category that are named, the dearest first."""
_WHERE: Final = "Design settings › Ownership"


@dataclass(frozen=True)
class _Case:
    """What is asked about: a design as it stands or is tried, its answers and their inputs."""

    facts: Facts
    owned: Ownership
    inputs: tuple[Input, ...]
    terms: tuple[Term, ...]
    tried: frozenset[str]

    @property
    def money(self) -> str:
        """The currency of its site."""
        return self.owned.currency

    def line(self, one: Input) -> str:
        """Return an input with what it rests on."""
        found = self.rests_on(one)
        return f"{one.words}: {input_words(one)}{f' = {found}' if found else ''}"

    def rests_on(self, one: Input) -> str:
        """Return what an input rests on, in words; empty of what needs none."""
        if one.name in _AS_DRAWN:
            return _AS_DRAWN[one.name]
        if one.name == "rate":
            return next((term.source for term in self.terms if one in term.inputs), "")
        return said_by(self.facts, one.figure.basis[:1])

    def lines(self, formula: Formula, inputs: Iterable[Input]) -> Iterator[str]:
        """Yield the inputs that a formula reads; what stands on the floor is told by *Capital*."""
        for one in read_by(formula, inputs):
            of_no_hour = one.name == "idle_kw" and self.owned.used == 1
            if not one.name.startswith(BOUGHT) and not of_no_hour:
                yield self.line(one)

    def sources(self, inputs: Iterable[Input]) -> Iterator[str]:
        """Yield the sources of inputs that are planned, each once."""
        refs = dict.fromkeys(ref for one in inputs for ref in one.figure.basis)
        for ref in refs:
            default = self.facts.catalog.default(ref.removeprefix("default "))
            if default is not None:
                yield f"{default.name}: {default.source}"


_AS_DRAWN: Final = {
    "gpus": "as drawn",
    "typical_kw": "what is drawn, at its typical load, as cabled",
    "idle_kw": "what is drawn, idle",
    "contract_kw": "what is drawn, at its maximum",
}
_PER_CENT: Final = ("used", "billed", "extras", "discount")


def input_words(one: Input) -> str:
    """Return an input with its unit and bounds, a share of something in per cent."""
    figure = one.figure
    if figure.unknown:
        return "not known"
    if one.name in _PER_CENT or one.name.endswith("_share"):
        whole = figure.times(100.0, "%")
        # Half a per cent of a price is an amount: `8 %` would be another share than `7.5 %`.
        told = percent(figure) if isclose(whole.likely, round(whole.likely)) else words(whole, 1)
        return f"{told} {figure.unit}"
    if figure.exact and figure.low == round(figure.low):
        return words(figure, 0)
    if figure.likely >= _LARGE:
        return money(figure)
    return words(figure, 2 if figure.likely >= 1 else 4)


_LARGE: Final = 100


def _capital(case: _Case) -> Why:
    """Return of what capital consists, part by part."""
    pieces: defaultdict[str, list[Piece]] = defaultdict(list)
    for piece in (*parts_bought(case.facts), *cables_bought(case.facts)):
        pieces[piece.category].append(piece)
    lines: list[str] = []
    for paid in case.owned.bought:
        lines.append(f"{paid.name}: {_sum(paid.figure('amount', case.money))}"
                     f"{f' = {paid.source}' if paid.source else ''}")  # fmt: skip
        if paid.scope:
            lines.append(f"   {paid.scope}")
        if paid.name in case.tried:
            lines.append("   tried, in place of what its parts cost")
            continue
        lines += _pieces(case, pieces.get(paid.name.lower(), []))
        if PLANNED in paid.source:
            lines += _by_size(case)
    read = read_by(answers.capital, case.inputs)
    lines += [
        f"{'Of these: ' if one.name == 'building' else ''}{case.line(one)}"
        for one in read if one.name in _AT_FIRST
    ]  # fmt: skip
    lines.append(f"Together: {_sum(case.owned.figure('capital', case.money))}")
    dated = sorted({piece.date for of in pieces.values() for piece in of if piece.date})
    when = f"Prices of {dated[0]} to {dated[-1]}. " if dated else ""
    lacking = sum(piece.price.unknown for of in pieces.values() for piece in of)
    error = f"{when}Bounds hold the band of each price, all at once at one end."
    if lacking:
        error += f" {plural(lacking, 'part')} without a price: {_open(case)}."
    return Why(
        what="capital", title="Why: capital", formula=(
            "capital = Σ number · price of what stands on the floor · (1 + shares of "
            "installation, delivery, spares) + sums paid at first + contracted MW · price of a "
            "building"
        ),
        lines=tuple(lines), sources=(*_price_sources(case, pieces), *case.sources(read)),
        error=error,
    )  # fmt: skip


_AT_FIRST: Final = (*(name for name, _ in ADDED), "building", "building_years", "contract_kw")


def _open(case: _Case) -> str:
    """Return what parts without a price do to the sum."""
    if case.owned.figure("capital").high == inf:
        return "the sum has no upper end"
    return "a planning range stands for what they are part of"


def _by_size(case: _Case) -> Iterator[str]:
    """Yield the size of storage that has no price, and what a terabyte is planned at."""
    size, each = unpriced_size(case.facts), case.facts.catalog.default(PER_TB)
    if each is not None and not size.unknown:
        yield f"   without a price: {words(size, 0)} raw at {words(each.figure, 0)}"


def _pieces(case: _Case, pieces: list[Piece]) -> Iterator[str]:
    """Yield the parts of a category with number and price, the dearest first, open ones above."""
    for piece in _dearest(pieces):
        part = case.facts.catalog.get(piece.part)
        name = part.name if part is not None else piece.part
        length = f", {piece.metres:g} m" if piece.metres is not None else ""
        when = f", {piece.date}" if piece.date else ""
        said = ": no price" if piece.price.unknown else f" at {_sum(piece.price)}{when}"
        yield f"   {piece.number:,} × {name}{length}{said}"
    more = len(pieces) - _MOST_PIECES
    if more > 0:
        yield f"   and {plural(more, 'cheaper sort')}"


def _dearest(pieces: list[Piece]) -> list[Piece]:
    """Return the parts of a category that are named: of one without a price nobody knows."""

    def dear(piece: Piece) -> float:
        return inf if piece.price.unknown else piece.price.times(piece.number).likely

    return sorted(pieces, key=dear, reverse=True)[:_MOST_PIECES]


def _price_sources(case: _Case, pieces: dict[str, list[Piece]]) -> Iterator[str]:
    """Yield whose prices they are, each once, of the dearest part of each category."""
    own = {price.id for price in case.facts.design.prices}
    found: dict[str, None] = {}
    for of in pieces.values():
        for piece in _dearest(of):
            if piece.part in own:
                found["quotations that the design states"] = None
                continue
            part = case.facts.catalog.get(piece.part)
            rates = case.facts.catalog.rates
            price = newest_price(part, case.money, rates) if part is not None else None
            if price is None and part is not None:
                price = next((each for _, each in length_prices(part, case.money, rates)), None)
            if price is not None:
                quoted = f", {price.quoted}" if price.quoted else ""
                found[f"{price.source} ({price.as_of}, {price.kind}{quoted})"] = None
    yield from found


_YEARLY_FORMULAS: Final = {
    "energy_price": (
        f"(power at work · hours used + idle power · the others) · {HOURS_PER_YEAR:,} h · PUE · "
        "price + contracted power · PUE · 12 · demand charge"
    ),
    "hall_rent": "contracted power · 12 · rent of a kW and month",
    "support_share": "hardware · share",
    "insurance_share": "hardware · share",
    "people": "people · cost of one",
    "licences": "GPUs · licence",
    "other_running": "as stated",
}


def _each_year(case: _Case) -> Why:
    """Return of what a year consists, line by line."""
    amounts = {one.name: one.figure("amount", f"{case.money} a year")
               for one in case.owned.each_year}  # fmt: skip
    lines: list[str] = []
    for name, said, formula, _ in YEARLY:
        if said in amounts:
            lines.append(f"{said}: {_sum(amounts[said])} = {_YEARLY_FORMULAS[name]}")
            lines += [f"   {line}" for line in case.lines(formula, case.inputs)]
            if name.endswith("_share"):
                lines.append(f"   Hardware: {_sum(_hardware(case))}, what stands on the floor")
    read = read_by(answers.running, case.inputs)
    return Why(
        what="running", title="Why: each year", formula=(
            "a year = energy + rent of the hall + support and spares + insurance + staff + licences"
        ),
        lines=tuple(lines), sources=tuple(case.sources(read)),
        error="Bounds hold all inputs at the ends that make it dear, or cheap. Planning ranges "
        "stand for what the site does not state.",
    )  # fmt: skip


def _hardware(case: _Case) -> Figure:
    return answers.figure_of(answers.hardware, case.inputs, case.money)


def _swings(case: _Case) -> Why:
    """Return from where to where each input is tried, and what the answer is there."""
    unit = "months" if case.owned.answer == BREAK_EVEN else case.money
    every = (*case.inputs, *(one for term in case.terms[:1] for one in term.inputs))
    rests = {one.words: one for one in every}
    lines = [_swing(case, one, rests, unit) for one in case.owned.swings]
    return Why(
        what="swings", title="Why: what moves the answer", formula=(
            f"{case.owned.answer}: one input at its ends, all others as they are"
        ),
        lines=tuple(lines), sources=tuple(case.sources(every)),
        error="Decisions (hours used) and what the site states are tried over the range that is "
        "usual, unknowns between their bounds. Two at once move it farther than the longer one.",
    )  # fmt: skip


def _swing(case: _Case, one: Swing, rests: dict[str, Input], unit: str) -> str:
    given = rests[one.name]
    low, high = (
        input_words(replace(given, figure=exact(end, one.unit)))
        for end in (one.input_low, one.input_high)
    )
    source = case.rests_on(given)
    if one.decided and source:
        source = f"{input_words(given)} {source}, only tried"
    return f"{one.name}: {low} to {high} → {_ends(one, unit)}{f' = {source}' if source else ''}"


def _ends(one: Swing, unit: str) -> str:
    """Return the answer at both ends of an input, without what others leave open."""
    ends = (
        "never" if one.never(end) else words(one.figure(end, unit), 1).partition(" (")[0]
        for end in ("at_low", "at_high")
    )
    return " to ".join(ends)


def _course(case: _Case) -> Why:
    """Return the two lines and where they meet."""
    m, owned = case.money, case.owned
    years = f"{owned.years:g}" if owned.years is not None else UNKNOWN
    lines = [
        f"Own, at first: {_sum(owned.figure('capital', m))}",
        f"Own, each year: {_sum(owned.figure('running', m))}",
        f"Own, over {years} years less the resale: {_sum(owned.figure('tco', m))}",
    ]
    for one in owned.rented:
        lines.append(f"{one.term.capitalize()}: {_sum(one.figure('total', m))} over {years} years")
        lines.append(f"   owning costs less {_month(one)}")
    found = _first_term(case)
    return Why(
        what="course", title="Why: own against cloud", formula=(
            "owned(t) = capital + running · t, down to the resale at the end; "
            f"rented(t) = GPUs · {HOURS_PER_YEAR:,} h · hours billed · rate · (1 + extras) · t; "
            "month = 12 · capital / (rented a year − running)"
        ),
        lines=(*lines, *found), sources=(*BUY_OR_RENT.sources, *_term_sources(case)),
        error=_widest(case),
    )  # fmt: skip


def _first_term(case: _Case) -> Iterator[str]:
    for term in case.terms[:1]:
        yield f"Inputs of renting {term.name}"
        yield from (f"   {case.line(one)}" for one in term.inputs)


def _terms(case: _Case) -> Why:
    """Return what an hour costs each way, and what that follows from."""
    m = case.money
    lines = [f"Own: {words(case.owned.figure('gpu_hour', m), 2)} an hour that is used"]
    lines += [f"   {line}" for line in case.lines(answers.own_hour, case.inputs)]
    lines += [
        f"   {one.gpus:,} {one.id}: "
        f"{words(one.figure('gpu_hour', m), 2)} = its own nodes, "
        "with none to all of what the kinds share, likely by power"
        for one in case.owned.kinds
    ]
    for term in case.terms:
        rented = case.owned.term(term.name)
        if rented is None:
            continue
        lines.append(f"{term.name.capitalize()}: {words(rented.figure('gpu_hour', m), 2)} an hour "
                     f"that is used, billed for {term.billed}")  # fmt: skip
        lines += [f"   {case.line(one)}" for one in term.inputs]
    return Why(
        what="terms", title="Why: cost of a unit", formula=(
            f"own = TCO / (GPUs · {HOURS_PER_YEAR:,} h · years · hours used); rented = rate · (1 + "
            "extras) · hours billed / hours used; worth = Σ (rented a year − running) / (1 + "
            "discount)^t + resale at the end − capital"
        ),
        lines=tuple(lines), sources=(*BUY_OR_RENT.sources, *_term_sources(case),
                                     *case.sources(read_by(answers.own_hour, case.inputs))),
        error=_widest(case),
    )  # fmt: skip


def _term_sources(case: _Case) -> Iterator[str]:
    for term in case.terms:
        yield f"{term.name}: {term.source}"
    yield from case.sources(one for term in case.terms for one in term.inputs)


def _left_out(case: _Case) -> Why:
    """Return where each thing that is not counted would be stated."""
    lines = [f"{one}: {_how(one, field)}" for one, field in left_out_of(case.facts)]
    return Why(
        what="left_out", title="Why: not in these sums", formula=(
            "A sum holds what is drawn, what the site states, and planning ranges of what every "
            "cluster pays"
        ),
        lines=tuple(lines), error="Each of them makes owning dearer, but for a resale.",
    )  # fmt: skip


def _how(item: str, field: str) -> str:
    if field == "hall":
        return "counted where the hall is built"
    if field:
        return f"counted once it is stated in {_WHERE}"
    return "counted once it is drawn" if "drawn" in item else "in present values, by the discount"


def _like(case: _Case) -> Why:
    """Return what decides each sign."""
    lines = [f"{one.item}: own {_HAS[one.own]}, rented {_HAS[one.rented]}"
             for one in case.owned.contents]  # fmt: skip
    return Why(
        what="like", title="Why: like for like", formula=(
            "A price contains a thing where it is paid for in it; nobody knows it where its amount "
            "has no end, or nobody says what a stated rate contains"
        ),
        lines=tuple(lines), sources=tuple(_term_sources(case)),
    )  # fmt: skip


_HAS: Final = {"yes": "contains it", "no": "does not", "open": "is not known to"}


def _widest(case: _Case) -> str:
    """Return which input moves the answer farthest."""
    if not case.owned.swings:
        return ""
    one = case.owned.swings[0]
    unit = "months" if case.owned.answer == BREAK_EVEN else case.money
    return (
        "Bounds hold all inputs at the ends that make owning dear, or cheap at once. "
        f"{case.owned.answer[:1].upper()}{case.owned.answer[1:]}: farthest moves "
        f"“{one.name}” alone, {_ends(one, unit)}."
    )


def _month(one: Rented) -> str:
    months = one.figure("break_even_months", "months")
    if one.never:
        return "never"
    return "from nobody knows when" if months.unknown else f"from month {words(months, 0, '')}"


def _sum(figure: Figure) -> str:
    return "no price" if figure.unknown else quantity(figure)


_MADE: Final[dict[str, Callable[[_Case], Why]]] = {
    "capital": _capital, "running": _each_year, "swings": _swings, "course": _course,
    "terms": _terms, "left_out": _left_out, "like": _like,
}  # fmt: skip


def why(facts: Facts, asked: OwnWhyAsked) -> Why:
    """Return why the figures of a box are what they are."""
    tried = asked.tried
    given = dict(tried.inputs) if tried is not None else {}
    seen = assuming(facts, tried) if tried is not None else facts
    owned = ownership_of(seen, given)
    made = _MADE.get(asked.what)
    if not owned.is_computed or made is None:
        return Why(what=asked.what, title="Nothing is known of it")
    inputs, terms = counted_from(seen, given)
    return made(_Case(seen, owned, inputs, terms, frozenset(given)))


WHY: Final = Question("why", OwnWhyAsked, Why, why)
