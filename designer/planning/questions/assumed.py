"""What a proposed design assumes beside what was answered: what, its value, and why."""

from collections.abc import Iterator, Sequence

from designer.model.plural import plural
from designer.planning.questions.answers import COOLING_WORDS, Answers
from designer.planning.questions.fitting import Fit
from designer.planning.questions.generations import Candidate
from designer.planning.questions.limits import size_m
from designer.planning.questions.outcome import Assumption


def assumptions_of(
    answers: Answers,
    candidate: Candidate,
    found: Fit,
    wanted: int,
    others: Sequence[Candidate],
) -> tuple[Assumption, ...]:
    """Return all that a design assumes.

    Parameters
    ----------
    others
        Reference designs that would hold what is wanted as well.
    """
    return tuple(
        one
        for told in (
            _design(answers, candidate, wanted, others),
            _count(candidate, wanted),
            _racks(answers, candidate, found),
            _cooling(answers, candidate),
            _supply(answers, found),
            _room(answers, found),
            _stated(found),
        )
        for one in told
    )


def _design(
    answers: Answers, candidate: Candidate, wanted: int, others: Sequence[Candidate]
) -> Iterator[Assumption]:
    if answers.design:
        return
    if candidate.gpus < wanted:
        name = candidate.offer.of.name
        yield Assumption("Reference design", name, "the one of which most fits")
        return
    also = ", ".join(f"{one.offer.of.name} {one.gpus:,}" for one in others)
    why = "it comes nearest to what is wanted" if others else "the only one of this GPU and size"
    yield Assumption(
        "Reference design",
        candidate.offer.of.name,
        f"{why}; GPUs of others: {also}" if also else why,
    )


def _count(candidate: Candidate, wanted: int) -> Iterator[Assumption]:
    if candidate.gpus != wanted:
        yield Assumption(
            "GPUs", f"{candidate.gpus:,} in place of {wanted:,}",
            _why_so_many(candidate, wanted),
        )  # fmt: skip
    if ("ufm", "external") in candidate.arguments:
        yield Assumption(
            "Fabric manager", "outside the pod", "its node slot holds a node, as all are wanted"
        )
    if ("ufm", "included") in candidate.arguments:
        yield Assumption(
            "Fabric manager", "in the pod", "it takes one node slot, as in the published design"
        )


def _why_so_many(candidate: Candidate, wanted: int) -> str:
    if candidate.gpus < wanted:
        return "as many as fit"
    if not candidate.offer.size:
        return "the design has one size"
    unit = "scalable units" if candidate.offer.size == "scalable_units" else "nodes"
    return f"the design is built of whole {unit}, {candidate.offer.unit_gpus} GPUs each"


def _racks(answers: Answers, candidate: Candidate, found: Fit) -> Iterator[Assumption]:
    number = dict(found.arguments).get("nodes_per_rack")
    if number is not None:
        most = f"{answers.rack_kw:g} kW" if answers.rack_kw is not None else "the rack"
        yield Assumption("Nodes in a rack", number, f"as many as {most} allow")
    elif candidate.offer.racks_of():
        yield Assumption(
            "Nodes in a rack", "as in the reference design", "no limit of a rack asks for fewer"
        )


def _cooling(answers: Answers, candidate: Candidate) -> Iterator[Assumption]:
    if not answers.cooling:
        way = candidate.offer.coolings()[0]
        yield Assumption("Cooling", COOLING_WORDS[way], "what the reference design has")


def _supply(answers: Answers, found: Fit) -> Iterator[Assumption]:
    design = found.drawn
    if design is None:
        return
    if answers.feeds is None:
        sizes = ", ".join(
            f"{node.id} {node.capacity_kw:,.0f} kW" if node.capacity_kw is not None
            else f"{node.id} open" for node in design.power[:6]
        )  # fmt: skip
        more = " …" if len(design.power) > 6 else ""
        yield Assumption(
            "Feeds", f"{sizes}{more} at {design.power[0].volts:g} V",
            "sized for what each carries after the loss of another, in steps of 50 kW",
        )  # fmt: skip
    elif answers.feeds.count > len(design.power):
        spare = answers.feeds.count - len(design.power)
        yield Assumption(
            "Feeds", f"{len(design.power)} of {answers.feeds.count} are used",
            f"the design stands on three, any two of which carry it; {plural(spare, 'feed')} left",
        )  # fmt: skip


def _room(answers: Answers, found: Fit) -> Iterator[Assumption]:
    if found.drawn is None:
        return
    if answers.room_m is None:
        wide, deep = size_m(found.drawn)
        yield Assumption(
            "Room", f"{wide:g} × {deep:g} m",
            "sized for rows, aisles and cooling units; doors, ramps and columns are not known",
        )  # fmt: skip
        return
    rows = dict(found.arguments).get("racks_per_row")
    laid = f"rows of {rows} racks" if rows else "rows as long as make the plan about square"
    yield Assumption(
        "Rows", laid, "they go into the room; doors, ramps and columns of it are not known"
    )


def _stated(found: Fit) -> Iterator[Assumption]:
    """Yield what the design itself says that it assumes, and the planning figures of its site."""
    if found.drawn is None:
        return
    if found.drawn.note:
        yield Assumption("Of the design", found.drawn.note, "")
    if found.drawn.site.note:
        yield Assumption("Of the site", found.drawn.site.note, "planning figures of the catalogue")
