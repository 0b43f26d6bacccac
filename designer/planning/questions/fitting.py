"""Build a reference design at a size so that it keeps what the answers allow, or say why not."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Final

from designer.catalog.catalog import Catalog
from designer.model.design import Design
from designer.planning.arguments import TemplateError
from designer.planning.questions.answers import Answers
from designer.planning.questions.generations import Candidate
from designer.planning.questions.limits import (
    beyond_feeds,
    beyond_rack,
    on_feeds_of,
    set_into,
    size_m,
)
from designer.planning.templates import build

ROWS_TRIED: Final = (20, 16, 14, 12, 10, 8, 7, 6, 5, 4, 3, 2)
"""Racks of a row that are tried where the plan that is about square does not go into a room."""


NEARLY: Final = 1.15
"""An estimate of a plan with rows of another length errs by no more: what is larger is not laid."""


@dataclass(frozen=True)
class Fit:
    """A design that keeps the limits, with what built it; or why it does not.

    Attributes
    ----------
    why_not
        Empty where it does.
    drawn
        What is drawn; also where it does not fit, None where it cannot be built.
    """

    drawn: Design | None
    arguments: tuple[tuple[str, str], ...]
    why_not: str = ""


def fit(candidate: Candidate, answers: Answers, catalog: Catalog) -> Fit:
    """Return a candidate laid out within racks, feeds and room of the answers, or why not."""
    last: Fit | None = None
    for arguments in _racks(candidate, answers):
        try:
            drawn = build(candidate.offer.template, dict(arguments), catalog)
        except TemplateError as error:
            found = Fit(None, arguments, f"{error.problem.what}; {error.problem.mend}")
        else:
            found = _within(candidate, drawn, arguments, answers, catalog)
        if not found.why_not:
            return found
        last = found if last is None or found.drawn is not None else last
    if last is None:
        raise ValueError("nothing was tried")
    return last


def _racks(candidate: Candidate, answers: Answers) -> Iterator[tuple[tuple[str, str], ...]]:
    """Yield arguments with the racks that the design has, then with fewer nodes in each."""
    arguments = candidate.arguments
    if answers.cooling and "cooling" in {one.name for one in candidate.offer.of.parameters}:
        arguments += (("cooling", answers.cooling),)
    yield arguments
    if answers.rack_kw is not None:
        yield from ((*arguments, ("nodes_per_rack", str(n))) for n in candidate.offer.racks_of())


def _within(
    candidate: Candidate,
    drawn: Design,
    arguments: tuple[tuple[str, str], ...],
    answers: Answers,
    catalog: Catalog,
) -> Fit:
    if answers.rack_kw is not None:
        why = beyond_rack(drawn, catalog, answers.rack_kw)
        if why:
            return Fit(drawn, arguments, why)
    if answers.feeds is not None:
        drawn = on_feeds_of(drawn, answers.feeds)
        why = beyond_feeds(drawn, catalog, answers.feeds)
        if why:
            return Fit(drawn, arguments, why)
    if answers.room_m is None:
        return Fit(drawn, arguments)
    return _in_room(candidate, drawn, arguments, answers, catalog)


def _in_room(
    candidate: Candidate,
    drawn: Design,
    arguments: tuple[tuple[str, str], ...],
    answers: Answers,
    catalog: Catalog,
) -> Fit:
    """Return the design in the room: as it is laid out, else with rows of other lengths."""
    room = answers.room_m
    if room is None:
        return Fit(drawn, arguments)
    placed, least = set_into(drawn, catalog, room), size_m(drawn)
    if placed is not None:
        return Fit(placed, arguments)
    if any(one.name == "racks_per_row" for one in candidate.offer.of.parameters):
        for length in _row_lengths(drawn, catalog, room):
            other = (*arguments, ("racks_per_row", str(length)))
            try:
                laid = build(candidate.offer.template, dict(other), catalog)
            except TemplateError:
                continue
            if answers.feeds is not None:
                laid = on_feeds_of(laid, answers.feeds)
            placed = set_into(laid, catalog, room)
            if placed is not None and (
                answers.feeds is None or not beyond_feeds(placed, catalog, answers.feeds)
            ):
                return Fit(placed, other)
            least = min(least, size_m(laid), key=lambda size: size[0] * size[1])
    given = f"{room[0]:g} × {room[1]:g} m"
    return Fit(
        drawn, arguments,
        f"its rows, aisles and cooling units need {least[0]:g} × {least[1]:g} m, and the room has "
        f"{given}",
    )  # fmt: skip


def _row_lengths(drawn: Design, catalog: Catalog, room: tuple[float, float]) -> Iterator[int]:
    """Yield the lengths of rows with which a plan may go into a room, the longest first.

    Walls and aisles are taken to be as the plan has them that is about square.
    """
    rows = Counter(rack.row for rack in drawn.racks if rack.row)
    racks, longest = sum(rows.values()), max(rows.values())
    rack_m = max(
        (catalog.require(rack.part).width_mm or 600 for rack in drawn.racks if rack.row),
        default=600,
    ) / 1000  # fmt: skip
    wide, deep = size_m(drawn)
    ranks = max(2, len(rows))
    for length in ROWS_TRIED:
        across = wide + (length - longest) * rack_m
        down = deep * 2 * ceil(racks / (2 * length)) / ranks
        for along, beside in (room, room[::-1]):
            if across <= NEARLY * along and down <= NEARLY * beside:
                yield length
                break
