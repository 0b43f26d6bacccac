"""What a part's figures are, with the narrowest bounds that the catalogue justifies.

What a part states is exact. What it does not state is bounded by what it does:

* idle <= typical <= highest observed <= maximum, by what the four power figures mean;
* a system draws at most what the supplies it needs deliver, over their efficiency (a supply is
  rated at its output);
* a filled rack draws at the inputs of its shelves what its maker states of one side of them;
* a peak of milliseconds is at least the maximum, and nothing bounds it above where nobody states
  it; what holds no GPUs has none beyond its maximum;
* an entry may bound a figure that was looked for and that nobody publishes;
* a figure that an entry assumes lies between the bounds that it gives for it;
* where nothing bounds it, 0 … unbounded; a share is at most 1.

A typical power that nobody states may be estimated from the maximum: by what was measured of its
kind, where the catalogue holds that, else by the ratio of parts of the kind that state both. The
estimate fills in the value and leaves the bounds as they are.

References are `part-id.field`, `default NAME` and `rule NAME`. May import the entries, parts and
kinds of the catalogue, and figures.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from math import inf
from statistics import median
from typing import Final

import numpy as np

from designer.catalog.exchange import NO_RATES, Rates
from designer.catalog.kinds import kind_named
from designer.catalog.part import Part
from designer.catalog.part_prices import price_date, price_figure
from designer.catalog.shelf_power import PSU_EFFICIENCY, drawn_w
from designer.catalog.unpublished import Unpublished
from designer.model.figure_columns import Array, Columns, columns
from designer.model.figures import Figure, Gap, estimate, exact, missing, stated, total

POWER_FIGURES: Final = ("power_max_w", "power_peak_w", "power_typical_w", "power_idle_w")
"""The four power figures, each at least as large as the next."""

EDP: Final = "power_edp_w"
"""The peak of milliseconds (electrical design point), as the columns name it."""

CABLED: Final = "power_cabled_w"
"""What a part draws as cabled, as the columns name it: its maximum, but of a switch that states its
power with passive cables that and the modules of its cables, where these are known."""

UNITS: Final[dict[str, str]] = {
    **dict.fromkeys(POWER_FIGURES, "W"),
    CABLED: "W",
    EDP: "W",
    "mass_kg": "kg",
    "gpus": "",
    "nodes": "",
    "liquid_fraction": "",
}
"""Figures of a part that have bounds, with their units; prices come by currency."""

TYPICAL_AND_MOST: Final = ("power_typical_w", "power_max_w")

_STATED: Final = tuple(name for name in UNITS if name != CABLED)

FEWEST_PARTS: Final = 3
"""Parts that must state both figures before their ratio is used for others."""

EFFICIENCY: Final = Figure(0.88, 0.965, 0.94, "", 0.0, (PSU_EFFICIENCY,), (), True)
"""Used only with a catalogue that has no defaults of its own, as in tests; the same figures as
the shipped one's `psu-efficiency`."""


CLEARANCE_MM: Final = 203.0
"""A rack's depth beyond that of what stands in it, enough in NVIDIA's data center planning: racks
at least 1,100 mm deep for systems of 897 mm."""

SURGE: Final = "default transient-factor"

TYPICAL_SHARE: Final = "typical-share"
"""Begins the ids of planning defaults of typical over maximum power; the kind follows."""

ASSUMED: Final = "rule assumed between bounds"
"""The estimate's name where a part states an assumption with its bounds."""


@dataclass(frozen=True, slots=True)
class TypicalRatio:
    """Typical over maximum power of one kind: as measured, or of its parts that state both.

    Attributes
    ----------
    low, median, high
        The smallest, the middle and the largest ratio.
    parts
        Ids of the parts it is taken from; none where it was measured.
    """

    kind: str
    low: float
    median: float
    high: float
    parts: tuple[str, ...]

    @property
    def rule(self) -> str:
        """The estimate's name, as people read it."""
        many = kind_named(self.kind).plural
        who = f"{len(self.parts)} {many} that state both" if self.parts else f"{many} as measured"
        return f"rule typical = {self.median:.2f} x highest ({self.low:.2f}–{self.high:.2f}, {who})"


def typical_ratios(parts: Iterable[Part]) -> dict[str, TypicalRatio]:
    """Return the ratio of typical to maximum power by kind, where enough parts state both.

    What an entry assumes is no statement: a ratio of it would tell what was assumed.
    """
    found: dict[str, dict[str, float]] = {}
    for part in parts:
        typical, most = part.power_typical_w, part.power_max_w
        # A typical power above the maximum is a mistake, which validation reports.
        if not (part.traits.draws_it_power and typical and most and typical <= most):
            continue
        if not any(map(part.assumed_between, TYPICAL_AND_MOST)):
            found.setdefault(part.kind, {})[part.id] = typical / most
    return {
        kind: TypicalRatio(
            kind, min(of.values()), median(of.values()), max(of.values()), tuple(of)
        )
        for kind, of in found.items()
        if len(of) >= FEWEST_PARTS
    }  # fmt: skip


def measured_ratio(kind: str, share: Figure) -> TypicalRatio:
    """Return a ratio of typical to maximum power that was measured of a kind."""
    return TypicalRatio(kind, share.low, share.likely, share.high, ())


def power_figures(
    part: Part, ratio: TypicalRatio | None = None, efficiency: Figure = EFFICIENCY
) -> dict[str, Figure]:
    """Return the four power figures of a part at its inputs, in watts.

    Parameters
    ----------
    ratio
        What to estimate an unstated typical power by; None: not at all.
    efficiency
        Of supplies that state none.
    """
    figures = {name: _power(part, name, efficiency) for name in POWER_FIGURES}
    typical = figures["power_typical_w"]
    most = figures["power_max_w"].value
    if ratio is not None and part.power_typical_w is None and most is not None:
        guess = estimate(
            ratio.median * most, typical.low, typical.high, "W",
            f"{part.id}.power_typical_w", ratio.rule,
        )  # fmt: skip
        figures["power_typical_w"] = guess.rest_on(f"{part.id}.power_max_w")
    return figures


def _power(part: Part, name: str, efficiency: Figure) -> Figure:
    """Return one power figure: as stated, or between those that must be below and above it."""
    value, ref = getattr(part, name), f"{part.id}.{name}"
    if value is not None:
        drawn = drawn_w(part, value, ref, efficiency)
        ends = [drawn_w(part, end, ref, efficiency) for end in part.assumed_between(name) or ()]
        return _assumed(drawn, ends, ref)
    if part.traits.draws == "none":
        return exact(0.0, "W", ref)
    at = POWER_FIGURES.index(name)
    below = _ends(part, POWER_FIGURES[at + 1 :], 0)
    if name == "power_max_w":
        # The maximum is with active optics, which passive cables draw less than.
        below |= _ends(part, ("power_passive_w",), 0)
    above = _ends(part, POWER_FIGURES[:at], 1)
    low = max((drawn_w(part, w, ref, efficiency).low for w in below.values()), default=0.0)
    high = min((drawn_w(part, w, ref, efficiency).high for w in above.values()), default=inf)
    if low > high:
        # Stated figures contradict each other, which validation reports; either may be the wrong
        # one.
        low, high = high, low
    why = [f"{part.id}.{other}" for other in (*below, *above)]
    own = part.unpublished_of(name)
    # What is known to be drawn tells how many supplies it takes, whoever says it.
    surely = low if own is None or own.low is None else max(low, own.low)
    supplied, source = supply_limit(part, efficiency, surely)
    if supplied < high and not _is_configured(part):
        high = supplied
        why += source
    for other in POWER_FIGURES[at::-1]:
        looked = part.unpublished_of(other) if getattr(part, other) is None else None
        if looked is not None:
            # What bounds a figure above it bounds this one from above, and not from below.
            low, high = _narrowed(looked if other == name else looked.evolve(low=None), low, high)
    return missing(ref, "W", low, high).rest_on(*why)


def _is_configured(part: Part) -> bool:
    """Return whether a part says with its draw what its supplies bound of its own components.

    What they can carry is told by these at the outputs, which the draw alone does not tell.
    """
    return bool(part.based_on) and part.unpublished_of("power_max_w") is not None


def _assumed(figure: Figure, ends: Sequence[Figure], ref: str) -> Figure:
    """Return a figure that is assumed between two others: known to lie within them, not where.

    One that is assumed at its upper end is an allowance, which is kept as it is.
    """
    if not ends or all(end.high <= figure.low for end in ends):
        return figure
    low, high = min(one.low for one in ends), max(one.high for one in ends)
    return estimate(figure.likely, low, high, figure.unit, ref, ASSUMED)


def _narrowed(looked: Unpublished, low: float, high: float) -> tuple[float, float]:
    """Return bounds within those that an entry gives a figure that nobody publishes.

    What follows from figures that are stated holds where the two contradict each other.
    """
    least = low if looked.low is None else max(low, looked.low)
    most = high if looked.high is None else min(high, looked.high)
    return (least, most) if least <= most else (low, high)


def edp_figure(
    part: Part, most: Figure, factor: Figure | None = None, efficiency: Figure = EFFICIENCY
) -> Figure:
    """Return what a part draws at a peak of milliseconds, in W: never less than its maximum.

    Thermal breakers do not see it; shelves, UPS and generators do. Where sources disagree both are
    its bounds. GPUs of a job start and stop together; what holds none draws its maximum.

    Parameters
    ----------
    most
        Its highest power.
    factor
        What to estimate a peak by that nobody states; None: not at all.
    efficiency
        Of supplies that state none.
    """
    stated_peak = part.transient.peak_w if part.transient else None
    ref = f"{part.id}.transient.peak_w"
    if stated_peak is not None and part.transient is not None:
        other = part.transient.peak_high_w
        peak = drawn_w(part, stated_peak, ref, efficiency)
        if other is not None and other != stated_peak:
            why = f"{part.id}.transient.peak_high_w"
            both = (peak, drawn_w(part, other, why, efficiency))
            low, high = min(one.low for one in both), max(one.high for one in both)
            gaps = (Gap(why, high - low), *peak.gaps)
            peak = Figure(low, high, peak.value, "W", 1.0, (ref, why), gaps, True)
        return peak.clipped(least=most.low)
    if not part.traits.computes or part.gpu_count == 0:
        return most
    guess = None if factor is None or most.value is None else most.times(factor.likely).value
    if guess is None:
        return missing(ref, "W", most.low)
    return estimate(guess, most.low, inf, "W", ref, SURGE).rest_on(f"{part.id}.power_max_w")


def contradictions(part: Part) -> tuple[tuple[str, float, str, float], ...]:
    """Return power figures that cannot both be right: the lower one, and the higher one below it.

    Idle <= typical <= highest observed <= maximum, by what the figures mean.
    """
    stated_ones = [
        (name, value) for name in POWER_FIGURES if (value := getattr(part, name)) is not None
    ]
    return tuple(
        (above, most, below, less)
        for at, (above, most) in enumerate(stated_ones)
        for below, less in stated_ones[at + 1 :]
        if less > most
    )


def _ends(part: Part, names: Iterable[str], end: int) -> dict[str, float]:
    """Return figures that a part states: of what is assumed the lower (0) or the upper end (1)."""
    found = {}
    for name in names:
        value = getattr(part, name)
        if value is not None:
            found[name] = (part.assumed_between(name) or (value, value))[end]
    return found


def supply_limit(part: Part, efficiency: Figure, at_least: float) -> tuple[float, list[str]]:
    """Return the most that a part's supplies can draw, and what that rests on; inf: not known.

    A supply is rated at its output, so that its input is the rating over the efficiency. A system
    with spare supplies runs on those that it needs; if it is known to draw more than they give,
    all of them bound it. Of supplies in domains each domain gives what it needs.

    Parameters
    ----------
    at_least
        What the part draws for certain, W.
    """
    psu = part.psu
    if psu is None or not psu.rating_w or psu.count < 1 or psu.given_w is None:
        return inf, []
    why = [f"{part.id}.psu.rating_w"]
    _, rating = part.assumed_between("psu.rating_w") or (0.0, psu.rating_w)
    share = efficiency.low
    if psu.efficiency is not None:
        share, why = psu.efficiency, [*why, f"{part.id}.psu.efficiency"]
    else:
        why += efficiency.basis
    if not 0 < share <= 1:
        return inf, []
    carry, whole = psu.given_w
    for watts in (whole if _has_shelves(part) else carry, whole):
        # Of a rating that is assumed its upper end counts.
        limit = watts * rating / psu.rating_w / share
        if limit >= at_least:
            return limit, why
    return inf, []


def _has_shelves(part: Part) -> bool:
    """Return whether a part is fed by power shelves, or may be.

    Spare shelves are those of a lost feed: with all of them a rack may lean on more than half, so
    that a filled rack whose shelves nobody counts may as well.
    """
    if part.compute is None:
        return False
    shelves = part.compute.power_shelves
    return part.stands_on_floor if shelves is None else bool(shelves)


def mass_figure(part: Part) -> Figure:
    """Return a part's mass in kg: no less than that of its bare chassis, where that is stated."""
    ref = f"{part.id}.mass_kg"
    looked = None if part.mass_kg is not None else part.unpublished_of("mass_kg")
    if looked is None:
        ends = [exact(end, "kg", ref) for end in part.assumed_between("mass_kg") or ()]
        found = _assumed(stated(part.mass_kg, ref, "kg"), ends, ref)
    else:
        found = missing(ref, "kg", *_narrowed(looked, 0.0, inf))
    if part.mass_kg is not None or part.bare_kg is None:
        return found
    return found.clipped(least=part.bare_kg).rest_on(f"{part.id}.bare_kg")


def depth_figure(rack: Part) -> Figure:
    """Return the depth that a rack takes, mm.

    Where nobody states it, it is no more than the rack's own, and no less than that without what
    doors, rails and cables need where NVIDIA puts systems of 897 mm into racks of 1,100 mm.
    """
    ref = f"{rack.id}.rack.usable_depth_mm"
    stated_one = rack.rack.usable_depth_mm if rack.rack else None
    if stated_one is not None:
        return exact(float(stated_one), "mm", ref)
    if rack.depth_mm is None:
        return missing(ref, "mm")
    return missing(ref, "mm", max(0.0, rack.depth_mm - CLEARANCE_MM), float(rack.depth_mm))


def gpu_figure(part: Part) -> Figure:
    """Return how many GPUs a part brings; kinds that hold none bring 0 for certain."""
    return stated(part.gpu_count, f"{part.id}.gpus")


def node_figure(part: Part) -> Figure:
    """Return how many compute nodes a part brings.

    One of a kind that is a node brings one unless it says otherwise. A filled rack that nobody
    counted brings at least one: it is bought to compute.
    """
    ref, count = f"{part.id}.nodes", part.node_count
    return missing(ref, low=1.0) if count is None else exact(float(count), "", ref)


def liquid_figure(part: Part) -> Figure:
    """Return the share of a part's heat that leaves with a liquid, 0 to 1.

    Where nobody states it, an entry may bound it. Else a part is known to be cooled by air alone
    if it says which way air goes through it and names no coolant. Anything else may give all of
    its heat to a liquid, or none.
    """
    ref = f"{part.id}.liquid_fraction"
    if part.liquid_fraction is not None:
        return exact(part.liquid_fraction, "", ref)
    looked = part.unpublished_of("liquid_fraction")
    if looked is not None:
        return missing(ref, "", *_narrowed(looked, 0.0, 1.0))
    if not part.traits.draws_it_power:
        return exact(0.0, "", ref)
    if part.airflow not in ("", "none") and part.coolant_max_c is None:
        return exact(0.0, "", f"{part.id}.airflow")
    return missing(ref, low=0.0, high=1.0)


class PartFigures:
    """The figures of all parts of a catalogue: one by one, as columns, and summed by count.

    Parameters
    ----------
    parts
        Each id once.
    efficiency
        Of power supplies that state none.
    estimates
        Whether named estimates fill in for figures that nobody states.
    surge
        Peak over maximum of a GPU system that states none; None where no catalogue says.
    measured
        Typical over maximum power of kinds of which it was measured.
    below
        Figures by the same decisions of a catalogue whose parts these are in the same order, but
        for some: what it says of the others is kept.

    Attributes
    ----------
    index
        Position of each part in the columns, by id.
    rates
        What prices are converted by that nobody quotes in the currency asked for.
    """

    def __init__(
        self, parts: Iterable[Part], efficiency: Figure = EFFICIENCY, *, estimates: bool = True,
        surge: Figure | None = None, measured: Iterable[TypicalRatio] = (),
        rates: Rates = NO_RATES, below: "PartFigures | None" = None,
    ) -> None:  # fmt: skip
        self.rates = rates
        self._parts = tuple(parts)
        self._efficiency = efficiency
        self.estimates = estimates
        self._surge = surge if estimates else None
        self._measured = tuple(measured)
        self._prices: dict[str, Columns] = {}
        self._plain: PartFigures | None = None
        self._below = below
        self._newest: dict[tuple[str, str, float | None], tuple[Figure, str]] = {}
        self.index: dict[str, int] = {part.id: at for at, part in enumerate(self._parts)}

    @cached_property
    def ratios(self) -> dict[str, TypicalRatio]:
        """Typical over maximum power by kind; empty where estimates are off."""
        if not self.estimates:
            return {}
        return typical_ratios(self._parts) | {one.kind: one for one in self._measured}

    @cached_property
    def columns(self) -> dict[str, Columns]:
        """Columns by figure, in the order of `index`: power, mass, GPUs, nodes, heat."""
        below = self._below
        if below is None:
            every = list(map(self._of, self._parts))
            found = {name: columns([of[name] for of in every], UNITS[name]) for name in _STATED}
        else:
            new = {at: self._of(part) for at, part in self._unlike(below)}
            found = {
                name: below.columns[name].replaced({at: of[name] for at, of in new.items()})
                for name in _STATED
            }
        return {name: found["power_max_w" if name == CABLED else name] for name in UNITS}

    def _unlike(self, below: "PartFigures") -> Iterator[tuple[int, Part]]:
        """Yield parts, with their places, of which another catalogue may say something else."""
        for at, part in enumerate(self._parts):
            here, there = self.ratios.get(part.kind), below.ratios.get(part.kind)
            if at >= len(below._parts) or part is not below._parts[at] or here != there:
                yield at, part

    def _of(self, part: Part) -> dict[str, Figure]:
        """Return the figures of one part that are held as columns."""
        power = power_figures(part, self.ratios.get(part.kind), self._efficiency)
        return {
            **power,
            EDP: edp_figure(part, power["power_max_w"], self._surge, self._efficiency),
            "mass_kg": mass_figure(part),
            "gpus": gpu_figure(part),
            "nodes": node_figure(part),
            "liquid_fraction": liquid_figure(part),
        }

    def part(self, part_id: str) -> Part | None:
        """Return a part of the catalogue; None where it has none."""
        at = self.index.get(part_id)
        return None if at is None else self._parts[at]

    def with_power(self, power: Mapping[str, Mapping[str, Figure]]) -> "PartFigures":
        """Return the figures with another power of some parts.

        Parameters
        ----------
        power
            Figures by name, by the id of a part of the catalogue.
        """
        return self.plain.also(power)

    def also(self, power: Mapping[str, Mapping[str, Figure]]) -> "PartFigures":
        """Return these figures, whatever parts have another power already, with that of some more.

        Parameters
        ----------
        power
            Figures by name, by the id of a part of the catalogue.
        """
        found = copy(self)
        found._plain = self.plain
        found.columns = {
            name: column.replaced(
                {self.index[part]: of[name] for part, of in power.items() if name in of}
            )
            for name, column in self.columns.items()
        }
        return found

    @property
    def plain(self) -> "PartFigures":
        """The figures of the parts themselves, with no other power of any."""
        return self._plain or self

    def prices(self, currency: str) -> Columns:
        """Return what each part costs in a currency, in the order of `index`."""
        if currency not in self._prices:
            below = self._below
            if below is None or below.rates is not self.rates:
                figures = [price_figure(part, currency, rates=self.rates) for part in self._parts]
                self._prices[currency] = columns(figures, currency)
            else:
                new = {
                    at: price_figure(part, currency, rates=self.rates)
                    for at, part in self._unlike(below)
                }
                self._prices[currency] = below.prices(currency).replaced(new)
        return self._prices[currency]

    def newest_price(
        self, part: Part, currency: str, metres: float | None = None
    ) -> tuple[Figure, str]:
        """Return what one part costs, and the date of that price; looked for once.

        Parameters
        ----------
        metres
            Of a cable that is priced by length.
        """
        known = self._newest.get((part.id, currency, metres))
        if known is None:
            known = (
                price_figure(part, currency, metres, self.rates),
                price_date(part, currency, self.rates),
            )
            self._newest[part.id, currency, metres] = known
        return known

    def of(self, part_id: str, name: str) -> Figure:
        """Return one figure of a part; of a part that is not in the catalogue nothing is known."""
        at = self.index.get(part_id)
        if at is None:
            return missing(f"{part_id}.{name}", UNITS[name])
        return self.columns[name].figure(at)

    def counts(self, numbers: Mapping[str, float]) -> Array:
        """Return how many there are of each part, in the order of `index`, for `Columns.sum`.

        Parameters
        ----------
        numbers
            How many by id; ids that are not in the catalogue are left out.
        """
        counts = np.zeros(len(self._parts))
        for part_id, number in numbers.items():
            at = self.index.get(part_id)
            if at is not None:
                counts[at] += number
        return counts

    def sum(self, name: str, numbers: Mapping[str, float]) -> Figure:
        """Return the sum of a figure over parts; one that is not in the catalogue leaves it open.

        Parameters
        ----------
        numbers
            How many by id.
        """
        known = self.columns[name].sum(self.counts(numbers))
        lost = [
            missing(f"{part_id}.{name}", UNITS[name]).times(number)
            for part_id, number in numbers.items()
            if part_id not in self.index and number
        ]
        return total((known, *lost)) if lost else known
