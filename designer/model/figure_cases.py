"""What is made of several figures: the largest, bounds around all, what one has of a whole.

Often nobody knows which of them holds, or how much each counts for. May import the figures of this
room. Rules for figures that are added, multiplied or compared are in `figures`.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from math import inf

from designer.model.figures import (
    TOLERANCE,
    Figure,
    Gap,
    basis_of,
    estimate,
    exact,
    in_turn,
    joined,
    merged,
    missing,
    total,
)


def hull(cases: Iterable[Figure], because: str) -> Figure:
    """Return what holds in every case: bounds around all, the value only where all agree.

    Parameters
    ----------
    because
        What leaves open which case it is.
    """
    found = tuple(cases)
    low, high = min(f.low for f in found), max(f.high for f in found)
    first = found[0]
    if all((f.low, f.high, f.value) == (first.low, first.high, first.value) for f in found):
        return first
    width = inf if high == inf else high - low
    gaps = merged((Gap(because, width), *(gap for f in found for gap in f.gaps)))
    return Figure(low, high, None, first.unit, 0.0, (because,), gaps)


def weighted(
    figures: Sequence[Figure], shares: Sequence[float], open_on: Iterable[str] | None = None
) -> Figure:
    """Return the mean of estimates by the share of each; shares that are open let each bound it.

    Parameters
    ----------
    shares
        As many as figures; together 1.
    open_on
        Inputs that leave the shares open; None where they are certain.
    """
    mean = total(one.times(share) for one, share in zip(figures, shares, strict=True))
    if open_on is None:
        return mean
    low, high = min(f.low for f in figures), max(f.high for f in figures)
    gaps = [gap for f in figures for gap in f.gaps]
    gaps += [Gap(ref, high - low) for ref in open_on]
    return Figure(
        low, high, mean.value, mean.unit, 0.0, joined(ref for f in figures for ref in f.basis),
        merged(gaps), True,
    )  # fmt: skip


def planned(load: Figure) -> float:
    """Return what is to be built for a load: all that it may be, else what it likely is."""
    if load.high < inf:
        return load.high
    return load.low if load.value is None else load.value


def room_to_next(load: Figure, steps: Sequence[float]) -> Figure:
    """Return how much a load may grow up to the next of several steps; none beyond the last.

    It falls to nothing at each step and begins anew there, so that bounds around a step hold
    everything from nothing to the way between steps.
    """

    def room(at: float) -> float:
        return next((step - at for step in steps if at < step), 0.0)

    if load.exact:
        return exact(room(load.low), load.unit, *load.basis)
    inside = [step for step in steps if load.low < step <= load.high]
    low = 0.0 if inside else room(load.high)
    high = max(room(load.low), *(room(step) for step in inside), low)
    return Figure(
        low, high, None if load.value is None else room(load.value), load.unit, load.known,
        load.basis, merged(Gap(gap.ref, high - low) for gap in load.gaps), load.estimated,
    )  # fmt: skip


def certain_first(runs: Iterable[tuple[Figure, int, int]], unit: str, rule: str) -> Figure:
    """Return a sum in which what is exact is added as plain numbers, before what is not.

    Parameters
    ----------
    runs
        Figures, each with how often it occurs, and how many times so many follow one another.
    rule
        What the sum of those that are exact rests on.
    """
    sure: float | None = None
    unsure: list[Figure] = []
    for figure, number, times in runs:
        if figure.exact:
            sure = in_turn(0.0 if sure is None else sure, ((figure.low * number, times),))
        else:
            unsure += [figure.times(number)] * times
    return total(unsure if sure is None else (exact(sure, unit, rule), *unsure), unit)


def highest(figures: Sequence[Figure]) -> Figure:
    """Return the largest of several figures as a figure: the worst of loads.

    Raises
    ------
    ValueError
        If there are none.
    """
    low, high = max(f.low for f in figures), max(f.high for f in figures)
    return _one_of(figures, may_be_highest(figures), low, high, max)


def may_be_highest(figures: Sequence[Figure]) -> list[Figure]:
    """Return the figures that the largest of several is made of, whatever the others are."""
    low = max(f.low for f in figures)
    return [f for f in figures if f.high >= low]


def lowest(figures: Sequence[Figure]) -> Figure:
    """Return the smallest of several figures as a figure: the worst of capacities.

    Raises
    ------
    ValueError
        If there are none.
    """
    low, high = min(f.low for f in figures), min(f.high for f in figures)
    deciding = [f for f in figures if f.low <= high]
    return _one_of(figures, deciding, low, high, min)


def maybe_largest(
    figures: Sequence[Figure], there: Collection[int] | None = None
) -> tuple[int, ...]:
    """Return the places of those of which any may be the largest, the surest first.

    One alone is the largest in every case that the bounds allow: its least is no less than the most
    of any other.

    Parameters
    ----------
    there
        Places of those that count for certain: the others may be none, and keep none of these from
        being the largest. All where it is None.

    Raises
    ------
    ValueError
        If there are none.
    """
    places = range(len(figures))
    surest = _surest(figures, places)
    of_certain = surest if there is None else _surest(figures, there) if there else None
    least = 0.0 if of_certain is None else figures[of_certain].low * (1 + TOLERANCE)
    found = [at for at in places if figures[at].high > least or at == of_certain]
    return tuple(dict.fromkeys((surest, *found)))


def _surest(figures: Sequence[Figure], places: Iterable[int]) -> int:
    """Return which of these is the largest for certain, or nearest to it."""
    return max(places, key=lambda at: (figures[at].low, figures[at].high))


def _one_of(
    figures: Sequence[Figure],
    deciding: Sequence[Figure],
    low: float,
    high: float,
    pick: Callable[[Iterable[float]], float],
) -> Figure:
    """Return a figure between bounds that some of several figures decide."""
    values = [f.value for f in deciding if f.value is not None]
    known = len(values) == len(deciding)
    settled = low == high and any(f.exact and f.low == low for f in deciding)
    return Figure(
        low, high, min(max(pick(values), low), high) if known else None, figures[0].unit,
        min(f.known for f in deciding), basis_of(deciding, certain=False),
        merged(gap for f in deciding for gap in f.gaps) if low < high else (),
        known and not settled and any(f.estimated for f in deciding),
    )  # fmt: skip


def spanning(figures: Sequence[Figure]) -> Figure:
    """Return the narrowest bounds that hold each of several figures.

    Raises
    ------
    ValueError
        If there are none.
    """
    return Figure(
        min(f.low for f in figures), max(f.high for f in figures), unit=figures[0].unit,
        known=min(f.known for f in figures), basis=basis_of(figures, certain=False),
        gaps=merged(gap for f in figures for gap in f.gaps),
    )  # fmt: skip


def total_but_largest(figures: Sequence[Figure], unit: str = "") -> Figure:
    """Return the sum without the largest, as of units of which any one may be lost.

    More of any unit never leaves less, so the bounds are those of all lowest and all highest.
    """
    if not figures:
        return exact(0.0, unit)
    values = [f.value for f in figures if f.value is not None]
    known = len(values) == len(figures)
    low, high = _but_largest([f.low for f in figures]), _but_largest([f.high for f in figures])
    # Many units are of few kinds, and units of a kind share one figure.
    kinds = list({id(f): f for f in figures}.values())
    return Figure(
        low, high, min(max(_but_largest(values), low), high) if known else None,
        unit or figures[0].unit, sum([f.known for f in figures]) / len(figures),
        joined(ref for f in kinds for ref in f.basis),
        merged(gap for f in figures for gap in f.gaps) if low < high else (),
        known and any(f.estimated for f in kinds),
    )  # fmt: skip


def _but_largest(numbers: list[float]) -> float:
    """Return the sum without the largest; with two of no known end that has none either."""
    return sum(sorted(numbers)[:-1])


def likely_shares(figures: Sequence[Figure]) -> list[float]:
    """Return the part of each in all of them, by value or what is certain; 0 where all are 0."""
    whole = sum(figure.likely for figure in figures)
    return [figure.likely / whole if whole else 0.0 for figure in figures]


def taken_by_one(load: Figure, one: Figure, other: Figure, because: str) -> Figure:
    """Return what one of two takes of a load where nobody says how they share it.

    Parameters
    ----------
    because
        What leaves open how they share it.
    """
    most = min(load.high, one.high)
    least = min(most, max(0.0, load.low - other.high))
    return missing(because, load.unit, least, most)


def balance(weights: Sequence[tuple[Figure, float]], unit: str = "") -> Figure:
    """Return the centre of weights at known places: `Σ w·x / Σ w`.

    A centre is lowest where all weights up to some place are as large as can be and those beyond
    it as small as can be, and highest the other way about.

    Parameters
    ----------
    weights
        Weights, which are never negative, each with its place. Not all are 0 for certain.

    Raises
    ------
    ValueError
        If nothing weighs anything.
    """
    items = sorted((pair for pair in weights if pair[0].high > 0), key=lambda pair: pair[1])
    if not items:
        raise ValueError("nothing weighs anything")
    low = _extreme([(w.low, w.high, x) for w, x in items])
    # Both ends round on their own.
    high = max(low, -_extreme([(w.low, w.high, -x) for w, x in reversed(items)]))
    known = [w.value for w, _ in items if w.value is not None]
    whole = sum(known)
    value = None
    if len(known) == len(items) and whole > 0:
        moment = sum((w.value or 0.0) * x for w, x in items)
        value = min(max(moment / whole, low), high)
    middle = low + (high - low) / 2 if value is None else value
    least = sum(w.low for w, _ in items) or 1.0
    gaps = merged(
        Gap(gap.ref, gap.width * abs(x - middle) / least) for w, x in items for gap in w.gaps
    )
    open_ = low < high
    return Figure(
        low, high, value, unit, min(w.known for w, _ in items) if open_ else 1.0,
        basis_of([w for w, _ in items], certain=False), gaps if open_ else (),
        value is not None and open_ and any(w.estimated for w, _ in items),
    )  # fmt: skip


def _extreme(items: Sequence[tuple[float, float, float]]) -> float:
    """Return the lowest centre of weights between bounds, sorted by their places."""
    least = inf
    weight = sum(low for low, _, _ in items)
    moment = sum(low * place for low, _, place in items)
    for low, high, place in items:
        if high == inf:
            # Beside a weight without an end nothing else counts.
            return min(least, place)
        weight += high - low
        moment += (high - low) * place
        if weight > 0:
            least = min(least, moment / weight)
    return least


def along(
    load: Figure,
    rating: float,
    least: Callable[[float], float],
    most: Callable[[float], float],
    likely: Callable[[float], float] | None,
    ref: str,
) -> Figure:
    """Return what rises with a load, as losses do, between two curves.

    Parameters
    ----------
    rating
        Load at which the curves are at 1.
    least, most, likely
        From the part of the rating to the part of the rating; none of them ever falls.
    ref
        What the curves rest on.
    """
    low = rating * least(load.low / rating)
    high = inf if load.high == inf else max(low, rating * most(load.high / rating))
    value = None
    if likely is not None and load.value is not None:
        value = min(max(rating * likely(load.value / rating), low), high)
    at = load.likely / rating
    own = rating * (most(at) - least(at))
    gaps = (Gap(ref, own),) if own > TOLERANCE * rating else ()
    return Figure(
        low, high, value, load.unit, load.known if not gaps else load.known / 2,
        joined((*load.basis, ref)), merged((*gaps, *load.gaps)) if low < high else (),
        value is not None and low < high,
    )  # fmt: skip


Curve = Callable[[float], float]


def part_along(
    load: Figure,
    rating: float,
    curves: tuple[Curve, Curve, Curve | None],
    floor: Curve,
    places: Sequence[float],
    ref: str,
) -> Figure:
    """Return which part of a load is lost, between two curves of what is lost.

    Parameters
    ----------
    rating
        Load at which the curves are at 1; a load above counts as this one.
    curves
        Least, most and likely, as in `along`, of a load that is more than 0.
    floor
        Least part of any load that is no less than a part of the rating.
    places
        Parts of the rating between which the most that is lost, as a part of the load, has its
        highest values at their ends.
    ref
        What the curves rest on.
    """
    least, most, likely = curves
    first, last = (min(end / rating, 1.0) for end in (load.low, load.high))
    at = (first, last, *(x for x in places if first < x < last))
    low = least(first) / first if first == last else floor(first)
    high = max(low, *(most(x) / x for x in at))
    value = None
    if likely is not None and load.value is not None:
        x = min(load.value / rating, 1.0)
        value = min(max(likely(x) / x, low), high)
    gaps = merged((Gap(ref, high - low), *load.gaps)) if low < high else ()
    return Figure(
        low, high, value, "", load.known if low == high else load.known / 2,
        joined((*load.basis, ref)), gaps, value is not None and low < high,
    )  # fmt: skip


def at_least_part(load: Figure, part: float, ref: str) -> Figure:
    """Return what is at least a part of a load and has no upper bound."""
    low = load.low * part
    gaps = merged((Gap(ref, inf), *load.gaps))
    return Figure(low, inf, None, load.unit, 0.0, joined((ref, *load.basis)), gaps)


def by_exponent(ratio: Figure, least: float, most: float, ref: str) -> Figure:
    """Return a ratio raised to an exponent between two, of 1 or more; below 1 no lower bound.

    Parameters
    ----------
    ref
        What leaves the exponent open.
    """
    low = 0.0 if ratio.low < 1 else ratio.low**least
    high = max(ratio.high**least, ratio.high**most)
    own = inf if high == inf else high - ratio.high**least
    # What the ratio itself leaves open is due to its inputs by their part of it.
    rest, widths = high - own - low if high < inf else inf, sum(gap.width for gap in ratio.gaps)
    parts = [gap.width / widths if 0 < widths < inf else 1.0 for gap in ratio.gaps]
    gaps = [Gap(gap.ref, rest * part) for gap, part in zip(ratio.gaps, parts, strict=True)]
    return Figure(
        low, high, None, ratio.unit, 0.0, joined((*ratio.basis, ref)),
        merged((Gap(ref, own), *gaps)) if low < high else (),
    )  # fmt: skip


def in_place_of(planned: Figure, ref: str) -> Figure:
    """Return what is planned with as the estimate of what nobody states, which leaves it open."""
    if planned.value is None:
        return missing(ref, planned.unit, planned.low, planned.high)
    return estimate(planned.value, planned.low, planned.high, planned.unit, ref, *planned.basis[:1])


def lasting(store: Figure, load: Figure, unit: str, *, falls: bool = False) -> Figure:
    """Return how long a store lasts under a load; unbounded where that may be none.

    Parameters
    ----------
    falls
        Whether a store gives more the slower it is used: the time is then a lower bound.
    """
    found = store.per(load, unit)
    return found.without_upper_end() if falls else found
