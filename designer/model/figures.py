"""Figures with bounds: how large a result is, how much of it is known, and what it rests on.

A `Figure` is `low <= value <= high` with a unit. Where nothing is stated the value is missing and
the bounds say what is certain; unknown is never 0. Sums, products and limits of figures are made
here, many figures as numpy arrays in `figure_columns`, and what is made of several, of which nobody
may know which holds, in `figure_cases`; nowhere else is computed with bounds. Loads, capacities,
masses and prices are never negative, which the rules for products and ratios rely on.

Rules (all follow from interval arithmetic, R. E. Moore, "Interval Analysis", 1966, chapter 2):

* a sum's bounds are the sums of the bounds; `n` of the same part are `n` times its bounds, because
  the same unknown does not average out;
* a product of non-negative figures multiplies the bounds;
* a limit holds when `load.high <= capacity.low`, fails when `load.low > capacity.high`, and cannot
  be said otherwise, with the inputs that leave it open.

May import nothing of this project. Words for people are in `figure_words`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import reduce
from itertools import chain, islice, repeat
from math import ceil, inf, isclose, isfinite
from operator import add
from typing import Final, Literal

Answer = Literal["yes", "no", "open"]

TOLERANCE: Final = 1e-9
"""Relative difference below which two figures are the same: rounding of binary fractions."""

MOST_BASIS: Final = 12
"""References that a figure keeps; a sum over a whole hall rests on hundreds."""
MOST_GAPS: Final = 6
"""Inputs that a figure names as leaving it open, widest first."""


@dataclass(frozen=True, slots=True)
class Gap:
    """An input that leaves a result open, and how much of the result's width is due to it.

    Attributes
    ----------
    ref
        The input: `dgx-h200.power_typical_w`, `site.pue`.
    width
        Its part of `high - low` in the result's unit; `inf` where it has no upper bound.
    """

    ref: str
    width: float


@dataclass(frozen=True, slots=True, init=False)
class Figure:
    """One result with its bounds.

    Attributes
    ----------
    low, high
        Bounds that hold for certain; `high` is `inf` where nothing bounds it. Those of a planning
        default are the range that its sources hold, which a site may well lie outside of.
    value
        The figure itself, exact or estimated; None where it is not known.
    known
        Share of what it is made of that is known, 0 to 1.
    basis
        What it rests on: catalogue figures, rules, decisions of the site.
    gaps
        Inputs that leave it open, widest first.
    estimated
        Whether `value` rests on a named estimate.

    Raises
    ------
    ValueError
        If the bounds are no interval around the value.
    """

    low: float
    high: float
    value: float | None = None
    unit: str = ""
    known: float = 1.0
    basis: tuple[str, ...] = ()
    gaps: tuple[Gap, ...] = ()
    estimated: bool = False

    # Written out, because a report makes hundreds of figures with each edit and setting a field of
    # a frozen record by its name takes twice as long as by its slot.
    def __init__(
        self, low: float, high: float, value: float | None = None, unit: str = "",
        known: float = 1.0, basis: tuple[str, ...] = (), gaps: tuple[Gap, ...] = (),
        estimated: bool = False,
    ) -> None:  # fmt: skip
        # Every comparison with a nan is false: what is no number is refused as well.
        if not low <= high or not low < inf:
            raise ValueError(f"{low:g} to {high:g} is no interval")
        if value is None:
            if low == high:
                # Bounds that meet leave nothing open: what exceeds 55 kW of at most 45 kW is 0.
                value = low
        elif not low <= value <= high:
            raise ValueError(f"{value:g} is outside {low:g} to {high:g}")
        _SET_LOW(self, low)
        _SET_HIGH(self, high)
        _SET_VALUE(self, value)
        _SET_UNIT(self, unit)
        _SET_KNOWN(self, known)
        _SET_BASIS(self, basis)
        _SET_GAPS(self, gaps)
        _SET_ESTIMATED(self, estimated)

    @property
    def exact(self) -> bool:
        """Whether the bounds meet and nothing is estimated."""
        return self.low == self.high and not self.estimated

    @property
    def unknown(self) -> bool:
        """Whether nothing at all is known: no value, no bound."""
        return self.value is None and self.low <= 0 and self.high == inf

    @property
    def likely(self) -> float:
        """The value, or where there is none what is certain: what one length can draw of it."""
        return self.low if self.value is None else self.value

    @property
    def width(self) -> float:
        """Distance between the bounds."""
        return 0.0 if self.low == self.high else self.high - self.low

    def __add__(self, other: "Figure") -> "Figure":
        return total((self, other))

    def __mul__(self, other: "Figure") -> "Figure":
        return product(self, other)

    def times(self, factor: float, unit: str | None = None) -> "Figure":
        """Return the figure times an exact factor, which must not be negative.

        Also the rule for `n` of the same part: its unknown is the same every time.
        """
        if not (isfinite(factor) and factor >= 0):
            raise ValueError(f"{factor:g} is no factor of a figure")
        if factor == 1 and unit in (None, self.unit):
            return self
        return Figure(
            self.low * factor,
            self.high * factor if factor else 0.0,
            None if self.value is None else self.value * factor,
            self.unit if unit is None else unit,
            self.known,
            self.basis,
            tuple(Gap(g.ref, g.width * factor) for g in self.gaps) if factor else (),
            self.estimated and factor > 0,
        )

    def minus(self, other: "Figure") -> "Figure":
        """Return the difference. It may be negative; bounds are those of independent figures."""
        value = None
        if self.value is not None and other.value is not None:
            value = self.value - other.value
        low = -inf if other.high == inf else self.low - other.high
        high = self.high - other.low
        return Figure(
            low,
            high,
            None if value is None else min(max(value, low), high),
            self.unit,
            (self.known + other.known) / 2,
            joined((*self.basis, *other.basis)),
            merged((*self.gaps, *other.gaps)),
            value is not None and (self.estimated or other.estimated),
        )

    def clipped(self, least: float = -inf, most: float = inf) -> "Figure":
        """Return the figure with what is below `least` raised, what is above `most` lowered."""
        if least <= self.low and self.high <= most:
            return self
        low, high = min(max(self.low, least), most), min(max(self.high, least), most)
        value = None if self.value is None else min(max(self.value, least), most)
        return replace(self, low=low, high=high, value=value)

    def per(self, other: "Figure", unit: str = "") -> "Figure":
        """Return this over another, both non-negative; unbounded where the other may be 0."""
        low, high = self.ends_per(other)
        value = None
        if self.value is not None and other.value is not None and other.value > 0:
            value = min(max(self.value / other.value, low), high)
        return Figure(
            low, high, value, unit, self.known * other.known,
            joined((*self.basis, *other.basis)), merged((*self.gaps, *other.gaps)),
            value is not None and (self.estimated or other.estimated),
        )  # fmt: skip

    def ends_per(self, other: "Figure") -> tuple[float, float]:
        """Return the bounds of this over another."""
        return (
            self.low / other.high if other.high > 0 else 0.0,
            self.high / other.low if other.low > 0 else inf,
        )

    def perhaps_none(self, refs: Iterable[str], *, likely: bool = False) -> "Figure":
        """Return the figure where inputs that nobody states may leave nothing of it.

        Parameters
        ----------
        refs
            Those inputs.
        likely
            Whether its value stays, as an estimate.
        """
        if not self.high:
            return self
        because = tuple(refs)
        gaps = merged((*(Gap(ref, self.high) for ref in because), *self.gaps))
        value = self.value if likely else None
        return Figure(
            0.0, self.high, value, self.unit, 0.0, joined(because), gaps, value is not None
        )

    def counted_as(self, value: float) -> "Figure":
        """Return the figure with a value inside its bounds that whoever asks has reason to use."""
        return replace(self, value=value)

    def without_upper_end(self) -> "Figure":
        """Return the figure as a lower bound: no estimate is part of one."""
        return replace(self, high=inf, value=None, estimated=False)

    def in_steps(self, step: float) -> "Figure":
        """Return the figure raised to a whole number of steps, as of ratings that are sold."""
        low, high = _raised(self.low, step), _raised(self.high, step)
        value = None if self.value is None else _raised(self.value, step)
        return replace(self, low=low, high=high, value=value)

    def rest_on(self, *refs: str) -> "Figure":
        """Return the figure with more of what it rests on."""
        return replace(self, basis=joined((*self.basis, *refs)))


(
    _SET_LOW, _SET_HIGH, _SET_VALUE, _SET_UNIT, _SET_KNOWN, _SET_BASIS, _SET_GAPS, _SET_ESTIMATED,
) = (getattr(Figure, slot.name).__set__ for slot in fields(Figure))  # fmt: skip


def _raised(number: float, step: float) -> float:
    return number if number == inf else step * ceil(number / step - TOLERANCE)


def exact(value: float, unit: str = "", *basis: str) -> Figure:
    """Return a figure that is known."""
    return Figure(value, value, value, unit, 1.0, basis)


def missing(ref: str, unit: str = "", low: float = 0.0, high: float = inf) -> Figure:
    """Return a figure that nobody states, with the bounds that hold all the same."""
    if low == high:
        return Figure(low, high, low, unit, 1.0, (ref,))
    return Figure(low, high, None, unit, 0.0, (ref,), (Gap(ref, high - low),))


def at_most(high: float, unit: str = "") -> Figure:
    """Return a figure of which only its upper bound counts, as for what must be enough."""
    return Figure(0.0, high, unit=unit)


def stated(value: float | None, ref: str, unit: str = "") -> Figure:
    """Return a figure that a source may state: exact where it does, unbounded where not."""
    return missing(ref, unit) if value is None else exact(value, unit, ref)


def estimate(value: float, low: float, high: float, unit: str, ref: str, rule: str) -> Figure:
    """Return a named estimate: the value is put inside the bounds, which stay as wide as they are.

    Parameters
    ----------
    ref
        What is not stated.
    rule
        The estimate's name, as people read it.
    """
    inside = min(max(value, low), high)
    if low == high:
        return Figure(low, high, inside, unit, 1.0, (ref, rule))
    return Figure(low, high, inside, unit, 0.0, (ref, rule), (Gap(ref, high - low),), True)


def joined(refs: Iterable[str]) -> tuple[str, ...]:
    """Return references without repetition, as many as a figure keeps."""
    kept: dict[str, None] = {}
    for ref in refs:
        kept[ref] = None
        if len(kept) == MOST_BASIS:
            break
    return tuple(kept)


def merged(gaps: Iterable[Gap]) -> tuple[Gap, ...]:
    """Return gaps with those of one input added up, widest first; equal ones by name."""
    widths: dict[str, float] = {}
    for gap in gaps:
        widths[gap.ref] = widths.get(gap.ref, 0.0) + gap.width
    return _widest(widths)


def _widest(widths: dict[str, float]) -> tuple[Gap, ...]:
    """Return inputs with their widths as gaps, widest first, as many as a figure keeps."""
    if not widths:
        return ()
    if len(widths) == 1:
        order = list(widths.items())
    else:
        order = sorted(widths.items(), key=lambda item: (-item[1], item[0]))
    return tuple([Gap(ref, width) for ref, width in order[:MOST_GAPS] if width > 0])


def total(figures: Iterable[Figure], unit: str = "") -> Figure:
    """Return the sum; of nothing it is an exact 0."""
    items = tuple(figures)
    if not items:
        return exact(0.0, unit)
    if len(items) == 1 and _is_own_sum(items[0], unit):
        return items[0]
    low = high = 0.0
    value: float | None = 0.0
    certain, known, estimated = True, True, False
    for figure in items:
        low += figure.low
        high += figure.high
        if value is not None:
            value = None if figure.value is None else value + figure.value
        certain = certain and not figure.gaps
        known = known and figure.known == 1
        estimated = estimated or figure.estimated
    return Figure(
        low,
        high,
        # The bounds round on their own: the value is held inside them.
        None if value is None else min(max(value, low), high),
        unit or items[0].unit,
        1.0 if known else _share(items),
        basis_of(items, certain and not estimated),
        () if certain else merged(gap for f in items for gap in f.gaps),
        value is not None and estimated,
    )


def repeated(pairs: Iterable[tuple[Figure, float]], unit: str = "") -> Figure:
    """Return the sum of figures, each as often as it occurs; the same as `times` and `total`.

    The same unknown repeated is as wide as they are many.

    Parameters
    ----------
    pairs
        Figures, each with how often it occurs, which must not be negative.
    """
    return _added_up([(figure, times, 1) for figure, times in pairs if times], unit)


def repeated_in_turn(runs: Iterable[tuple[Figure, float, int]], unit: str = "") -> Figure:
    """Return the same of pairs of which many that follow one another are alike.

    Parameters
    ----------
    runs
        Figures, each with how often it occurs in a pair, and how many such pairs follow.
    """
    return _added_up([run for run in runs if run[1] and run[2]], unit)


def _added_up(runs: Sequence[tuple[Figure, float, int]], unit: str) -> Figure:
    if not runs:
        return exact(0.0, unit)
    first, times, number = runs[0]
    if len(runs) == 1 and times == number == 1 and _is_own_sum(first, unit):
        return first
    # Racks that are filled alike give the same figure: what it rests on is read once.
    alike: dict[int, Figure] = {}
    low = 0.0
    for figure, times, number in runs:
        alike[id(figure)] = figure
        low = low + figure.low * times if number == 1 else _turns(low, figure.low * times, number)
    each = tuple(alike.values())
    open_ones = [f for f in each if f.low != f.high or f.gaps or f.known != 1 or f.estimated]
    if not open_ones:
        basis = basis_of(each, certain=True)
        return Figure(low, low, low, unit or first.unit, 1.0, basis)
    high = 0.0
    widths: dict[str, float] = {}
    for figure, times, number in runs:
        more = figure.high * times
        high = high + more if number == 1 else _turns(high, more, number)
        for gap in figure.gaps:
            widths[gap.ref] = _turns(widths.get(gap.ref, 0.0), gap.width * times, number)
    value = None
    if all(figure.value is not None for figure in open_ones):
        value = in_turn(0.0, [((f.value or 0.0) * times, number) for f, times, number in runs])
    estimated = any(figure.estimated for figure in open_ones)
    known = all(figure.known == 1 for figure in open_ones)
    return Figure(
        low, high, None if value is None else min(max(value, low), high), unit or first.unit,
        1.0 if known else _repeated_share(runs, value),
        basis_of(each, not (widths or estimated)),
        _widest(widths),
        value is not None and estimated,
    )  # fmt: skip


def in_turn(amount: float, terms: Iterable[tuple[float, int]]) -> float:
    """Return an amount to which terms are added one after the other, each so many times.

    That is not the product: a sum rounds at each step, and stays what it is however terms are kept.
    """
    for term, number in terms:
        amount = amount + term if number == 1 else _turns(amount, term, number)
    return amount


def _turns(amount: float, term: float, number: int) -> float:
    """Return an amount to which a term is added so many times, one after the other."""
    if number == 1:
        return amount + term
    return reduce(add, repeat(term, number), amount) if term else amount


def _is_own_sum(figure: Figure, unit: str) -> bool:
    """Return whether a sum of this figure alone is the figure as it is, in this unit."""
    return (
        figure.exact
        and figure.known == 1
        and not figure.gaps
        and len(figure.basis) <= MOST_BASIS
        and (not unit or unit == figure.unit)
    )


def _repeated_share(runs: Sequence[tuple[Figure, float, int]], value: float | None) -> float:
    """Return the known share: by value where there is one, else by how many there are."""
    by_value = value is not None and value > 0
    each = [
        ((f.value or 0.0) * times if by_value else times, f.known, number)
        for f, times, number in runs
    ]
    known = sum(chain.from_iterable(repeat(known * weight, n) for weight, known, n in each))
    return min(1.0, known / sum(chain.from_iterable(repeat(weight, n) for weight, _, n in each)))


def basis_of(items: Sequence[Figure], certain: bool) -> tuple[str, ...]:
    """Return what figures rest on, that of open ones first, as many as a figure keeps.

    Parameters
    ----------
    certain
        Whether none of them is open or estimated.
    """
    if len(items) == 1:
        return tuple(dict.fromkeys(items[0].basis))[:MOST_BASIS]
    kept: dict[str, None] = {}
    seen: set[tuple[str, ...]] = set()
    # Those that were asked first add nothing the second time, nor do others that rest on the same.
    for group in (items,) if certain else (filter(_is_open, items), items):
        for figure in group:
            if figure.basis in seen:
                continue
            seen.add(figure.basis)
            for ref in figure.basis:
                kept[ref] = None
            if len(kept) >= MOST_BASIS:
                return tuple(islice(kept, MOST_BASIS))
    return tuple(kept)


def _is_open(figure: Figure) -> bool:
    return bool(figure.gaps) or figure.estimated


def _share(items: Sequence[Figure]) -> float:
    """Return the known share: by value where every term has one, else by count."""
    weights = [abs(f.value) for f in items if f.value is not None]
    if len(weights) < len(items) or not sum(weights):
        weights = [1.0] * len(items)
    share = sum([f.known * w for f, w in zip(items, weights, strict=True)]) / sum(weights)
    return min(1.0, share)


def product(a: Figure, b: Figure, unit: str = "") -> Figure:
    """Return the product of two figures that are never negative.

    Raises
    ------
    ValueError
        If one of them may be negative.
    """
    if a.low < 0 or b.low < 0:
        raise ValueError("a product of figures needs figures that are never negative")
    high = 0.0 if 0.0 in (a.high, b.high) else a.high * b.high
    low = a.low * b.low
    value = None
    if a.value is not None and b.value is not None:
        value = min(max(a.value * b.value, low), high)
    gaps = [Gap(g.ref, _scaled(g.width, b)) for g in a.gaps]
    gaps += [Gap(g.ref, _scaled(g.width, a)) for g in b.gaps]
    return Figure(
        low, high, value, unit or a.unit, a.known * b.known,
        basis_of((a, b), certain=False), merged(gaps),
        value is not None and (a.estimated or b.estimated),
    )  # fmt: skip


def undone(quotient: Figure, divisor: Figure) -> Figure:
    """Return what was divided: of a quotient and its own divisor, which bounds it once."""
    low, high = quotient.low * divisor.high, quotient.high * divisor.low
    found = product(quotient, divisor)
    if low <= high or isclose(low, high, rel_tol=TOLERANCE):  # binary fractions are rounded
        return found.clipped(min(low, high), max(low, high))
    return found  # another divisor than its own leaves the bounds of the product


def _scaled(width: float, by: Figure) -> float:
    """Return the width that a factor gives to another factor's gap, at the factor's best guess."""
    middle = by.value if by.value is not None else by.low
    return width * middle if middle else (width if by.high else 0.0)


def alike(a: Figure, b: Figure) -> bool:
    """Return whether two figures say the same, but for the rounding of binary fractions."""
    if a.estimated != b.estimated or (a.value is None) != (b.value is None):
        return False
    return (
        isclose(a.low, b.low, rel_tol=TOLERANCE)
        and isclose(a.high, b.high, rel_tol=TOLERANCE)
        and (a.value is None or b.value is None or isclose(a.value, b.value, rel_tol=TOLERANCE))
    )


def filled(used: Figure, limit: Figure) -> tuple[float, float]:
    """Return the least and the largest share of a limit that is used, 0 to 1."""
    share = used.per(limit).clipped(0.0, 1.0)
    return share.low, share.high


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a load is within a capacity: yes, no, or open, because of inputs not known.

    Attributes
    ----------
    near
        Whether the load comes within `near` of the capacity for certain, though it is within.
    because
        The inputs that leave it open, widest first, at most two; empty for a yes or no.
    """

    answer: Answer
    near: bool = False
    because: tuple[str, ...] = ()


def within(load: Figure, capacity: Figure, near: float = 1.0) -> Verdict:
    """Return whether a load is within a capacity.

    Parameters
    ----------
    near
        Share of the capacity from which a load that is within counts as near.
    """
    slack = TOLERANCE * max(abs(capacity.low), abs(load.low), 1e-12)
    if load.high <= capacity.low + slack:
        return Verdict("yes", near < 1 and load.high > near * capacity.low + slack)
    if load.low > capacity.high + slack:
        return Verdict("no")
    gaps = merged((*load.gaps, *capacity.gaps))
    return Verdict("open", because=tuple(gap.ref for gap in gaps[:2]))
