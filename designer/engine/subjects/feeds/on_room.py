"""What a rack takes from each feed of the room, normally and after each loss."""

from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial

from designer.engine.subjects.feeds.case import Case
from designer.engine.subjects.feeds.lines import Lost
from designer.engine.subjects.feeds.supplies import efficiency_of, supplied
from designer.model.figure_cases import hull, lowest
from designer.model.figures import Figure, missing, stated, total


def on_room(case: Case) -> Mapping[str, Mapping[str, Figure]]:
    """Return what the rack takes from each feed of the room, normally and after each loss."""
    found: dict[str, dict[str, Figure]] = {}
    touched = _touched(case)
    losses = case.site.feeds if case.site.policy == "2N" else case.site.losses_of(touched)
    for lost in ("", *losses):
        found[lost] = _from_feeds(case, touched, partial(case.is_lost, lost=lost))
    return found


def with_down(case: Case, feeds: Container[str]) -> dict[str, Figure]:
    """Return what the rack takes from each feed of the room that is left with some of them down.

    Shelves that are too few for a filled rack give what they are rated for at most: it slows down,
    or stops.
    """
    left = tuple(feed for feed in _touched(case) if feed not in feeds)
    return _from_feeds(case, left, feeds.__contains__, held=True)


def _touched(case: Case) -> tuple[str, ...]:
    """Return the feeds of the room that the rack may hang on."""
    named = {line.feed for line in case.lines.lines}
    places = case.site.place_of_feed
    return tuple(sorted(named, key=places.__getitem__)) if named <= places.keys() else tuple(places)


def _from_feeds(
    case: Case, feeds: Sequence[str], is_down: Callable[[str], bool], *, held: bool = False
) -> dict[str, Figure]:
    """Return what is taken from each of some feeds, over all that lines may hang on."""
    if not case.assignments:
        nothing = missing(case.unnamed, "kW", 0.0, case.lines.all_draws.high)
        return dict.fromkeys(feeds, nothing)
    down = set(filter(is_down, frozenset[str]().union(*case.assignments)))
    cases: dict[str, list[Figure]] = {feed: [] for feed in feeds}
    for names in case.assignments:
        gone = frozenset(at for at, name in enumerate(names) if name in down)
        loads: Sequence[Figure] = case.lines.loads(gone)
        if held and gone:
            loads = [_held_back(case, gone, at, load) for at, load in enumerate(loads)]
        loads = [
            load if at in gone or not lost.high else load + lost
            for at, (load, lost) in enumerate(zip(loads, case.lost_in_ups, strict=True))
        ]
        for feed, found in cases.items():
            found.append(total((loads[at] for at, n in enumerate(names) if n == feed), "kW"))
    return {feed: hull(found, case.unnamed) for feed, found in cases.items()}


def _held_back(case: Case, gone: Lost, at: int, load: Figure) -> Figure:
    """Return what power shelves take from a line, as far as the supplies that are left give it.

    Those of a filled rack, or of a bus bar: their whips are a line of their own.
    """
    part = case.wiring.itself
    draw = None if part is None else next((d for d in case.lines.draws if d.part == part.id), None)
    if at in gone or part is None or draw is None or draw.order or case.lines.lines[at].pdus:
        return load
    if case.wiring.bus is None and len(case.lines.draws) != 1:
        return load
    if draw.is_open or part.psu is None or part.psu.rating_w is None:
        # Of supplies that nobody states, those that are left may be too few.
        return load.perhaps_none((f"{part.id}.psu.rating_w",))
    left = sum(number for line, number in enumerate(draw.supplies) if line not in gone)
    efficiency = efficiency_of(part, case.site)
    if supplied(part, left, case.lines.kw(part.id), efficiency, None)[2].answer == "yes":
        return load
    rated = stated(part.psu.rating_w, f"{part.id}.psu.rating_w", "W").times(0.001, "kW")
    most = lowest((load, rated.times(draw.supplies[at]).per(efficiency, "kW")))
    if part.shelf is not None and part.shelf.throttles:
        return most
    return most.perhaps_none((f"{part.id}.shelf.throttles",))
