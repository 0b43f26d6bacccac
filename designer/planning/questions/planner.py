"""From answers to a design that meets them, or one line why not with the nearest that fits."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from designer.catalog.catalog import Catalog
from designer.model.plural import plural
from designer.planning.arguments import fail
from designer.planning.questions.answers import COOLING_WORDS, Answers
from designer.planning.questions.assumed import assumptions_of
from designer.planning.questions.fitting import Fit, fit
from designer.planning.questions.generations import (
    Candidate,
    Generation,
    Offer,
    generation_of,
)
from designer.planning.questions.limits import cooling_units_of
from designer.planning.questions.outcome import Assumption, Plan, Proposal
from designer.planning.questions.run_size import gpus_of_run

VOLTS: Final = (400.0, 415.0)
"""Three-phase, line to line: what the rack PDUs of the reference designs are for."""
FEEDS: Final = 3
"""Of the reference designs, any two of which carry the room."""
MOST_SURPLUS: Final = 2.0
"""A design of more than so many times what is wanted is offered, not taken for the answer."""


class GivenUpError(Exception):
    """Nobody waits for the plan any more."""


def plan(answers: Answers, catalog: Catalog, given_up: Callable[[], bool] = lambda: False) -> Plan:
    """Return the reference design that comes nearest to answers and keeps their limits.

    It comes laid out, connected and fed. Where nothing does, one line says why and what would do,
    with what fits nearest, if anything does.

    Parameters
    ----------
    given_up
        Asked before each design that is tried: whether nobody waits for the plan any more.

    Raises
    ------
    TemplateError
        If an answer names what is not known: a GPU, a design, a model.
    GivenUpError
        If nobody waits for it any more.
    """
    generation = generation_of(answers.generation)
    offers = _offers(generation, answers)
    wanted, sized = _wanted(answers, generation, catalog)
    refused = _supply(answers)
    if refused:
        return Plan(None, refused)
    cooled = [one for one in offers if answers.cooling in ("", *one.coolings())]
    if not cooled:
        return _otherwise_cooled(answers, generation, offers, catalog, given_up)
    return _Search(answers, generation, tuple(cooled), wanted, sized, catalog, given_up).plan()


def _offers(generation: Generation, answers: Answers) -> tuple[Offer, ...]:
    if not answers.design:
        return generation.offers
    found = tuple(one for one in generation.offers if one.template == answers.design)
    if not found:
        names = ", ".join(one.template for one in generation.offers)
        raise fail(
            "design", f"{answers.design} does not hold {generation.name}", f"any, or {names}"
        )
    return found


def _wanted(
    answers: Answers, generation: Generation, catalog: Catalog
) -> tuple[int, tuple[Assumption, ...]]:
    """Return the GPUs that are wanted, and how they follow from a run."""
    if answers.run is not None:
        gpus, why = gpus_of_run(answers.run, generation.gpu, catalog)
        return gpus, (why,)
    if answers.gpus is None:
        raise fail("gpus", "how many GPUs is not answered", "for instance 512")
    return answers.gpus, ()


def _supply(answers: Answers) -> str:
    """Return why feeds are none that a reference design stands on; empty where they are."""
    feeds = answers.feeds
    if feeds is None:
        return ""
    if feeds.volts not in VOLTS:
        return (
            f"feeds of {feeds.volts:g} V: the rack PDUs of the reference designs are for 415 V "
            "three-phase, and do at 400 V; ask for one of these, or have the feeds sized"
        )
    if feeds.count < FEEDS:
        each = feeds.count * feeds.kw / FEEDS
        return (
            f"{plural(feeds.count, 'feed')}: the reference designs stand on three, any two of "
            f"which carry the room; three of {each:,.0f} kW would give as much"
        )
    return ""


def _otherwise_cooled(
    answers: Answers,
    generation: Generation,
    offers: tuple[Offer, ...],
    catalog: Catalog,
    given_up: Callable[[], bool],
) -> Plan:
    """Return that no design of a generation is cooled so, with one that is cooled otherwise."""
    has = [way for way in COOLING_WORDS if any(way in one.coolings() for one in offers)]
    words = " or ".join(COOLING_WORDS[way] for way in has)
    why = (
        f"no reference design of {generation.name} has {COOLING_WORDS[answers.cooling]}: its nodes "
        f"are made for {words}"
    )
    other = plan(replace(answers, cooling=""), catalog, given_up)
    return Plan(None, why, other.proposal or other.nearest)


class _Search:
    """The search for the design of answers that are sound.

    Parameters
    ----------
    offers
        Reference designs that are cooled as asked.
    wanted, sized
        GPUs, and what is to be said of how they follow.
    """

    def __init__(
        self,
        answers: Answers,
        generation: Generation,
        offers: tuple[Offer, ...],
        wanted: int,
        sized: tuple[Assumption, ...],
        catalog: Catalog,
        given_up: Callable[[], bool],
    ) -> None:
        self._given_up = given_up
        self._answers, self._generation, self._offers = answers, generation, offers
        self._wanted, self._sized, self._catalog = wanted, sized, catalog
        self._one_hall = answers.room_m is not None or answers.feeds is not None

    def plan(self) -> Plan:
        """Return what meets the answers, else why not and the nearest."""
        candidates = sorted(self._candidates(), key=lambda one: one.gpus)
        if not candidates:
            return self._too_many()
        why = ""
        for candidate in candidates:
            found = self._fit(candidate)
            if not found.why_not:
                proposal = self._proposal(candidate, found)
                if candidate.gpus > MOST_SURPLUS * self._wanted:
                    return Plan(None, self._surplus(candidate), proposal)
                return Plan(proposal)
            why = why or f"{plural(candidate.gpus, 'GPU')}: {found.why_not}"
        return self._refused(why, self._nearest())

    def _fit(self, candidate: Candidate) -> Fit:
        if self._given_up():
            raise GivenUpError
        return fit(candidate, self._answers, self._catalog)

    def _candidates(self) -> Iterator[Candidate]:
        for offer in self._offers:
            found = offer.holding(self._wanted, one_hall=self._one_hall)
            if found is not None:
                yield found

    def _too_many(self) -> Plan:
        most = max(
            one.at(one.sizes(one_hall=self._one_hall)[-1], self._wanted).gpus
            for one in self._offers
        )
        where = " in one room" if self._one_hall else ""
        why = (
            f"{self._wanted:,} GPUs are more than the reference designs of "
            f"{self._generation.name} hold{where}: {most:,} at most"
        )
        return self._refused(why, self._nearest())

    def _surplus(self, candidate: Candidate) -> str:
        return (
            f"{self._wanted:,} GPUs: the smallest reference design of {self._generation.name} that "
            f"holds them has {candidate.gpus:,}, more than twice as many; take it, or another GPU"
        )

    def _refused(self, why: str, nearest: Proposal | None) -> Plan:
        if nearest is None:
            return Plan(None, f"{why}; no size of these designs fits")
        racks = plural(nearest.racks, "rack")
        return Plan(None, f"{why}; {racks}, {nearest.gpus:,} GPUs fit", nearest)

    def _nearest(self) -> Proposal | None:
        """Return the largest design below what is wanted that keeps the limits."""
        best: tuple[Candidate, Fit] | None = None
        for offer in self._offers:
            found = self._largest(offer, best[0].gpus if best else 0)
            if found is not None:
                best = found
        return None if best is None else self._proposal(*best)

    def _largest(self, offer: Offer, above: int) -> tuple[Candidate, Fit] | None:
        """Return the largest size that fits and has more GPUs than another design that does.

        By halving what is left to try: more of it needs more.
        """
        sizes = offer.sizes(one_hall=self._one_hall)
        holding = offer.holding(self._wanted, one_hall=self._one_hall)
        low = max(sizes[0], above // offer.unit_gpus + 1)
        high = sizes[-1] if holding is None else holding.size
        best, size = None, low
        while low <= high:
            # The smallest first: where that is beyond a limit, so is all.
            candidate = offer.at(size, min(self._wanted, size * offer.unit_gpus))
            found = self._fit(candidate)
            if found.why_not:
                high = size - 1 if best else low - 1
            else:
                best, low = (candidate, found), size + 1
            size = (low + high) // 2
        return best

    def _proposal(self, candidate: Candidate, found: Fit) -> Proposal:
        if found.drawn is None:
            raise ValueError("what is not drawn is no proposal")
        racks = len(found.drawn.racks) - len(cooling_units_of(found.drawn, self._catalog))
        return Proposal(
            template=candidate.offer.template,
            arguments=found.arguments,
            design=found.drawn,
            gpus=candidate.gpus,
            racks=racks,
            assumptions=(
                *self._sized,
                *assumptions_of(
                    self._answers, candidate, found, self._wanted, self._others(candidate)
                ),
            ),
        )

    def _others(self, taken: Candidate) -> tuple[Candidate, ...]:
        """Return other designs that would hold what is wanted."""
        return tuple(one for one in self._candidates() if one.offer is not taken.offer)
