"""The building's side: PUE, and the coolant and air units that stand and that are needed.

A PUE that nobody decided is the planning default of each cooling method, weighted with the heat
that it takes: a rack that goes over to a better method never makes the hall worse.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial

from designer.catalog.bands import PlanningDefault
from designer.catalog.lost_parts import lost_ref
from designer.engine.assumptions import Assumptions, pue_default
from designer.engine.report import Facility
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.cooling.thermal import water_class
from designer.engine.subjects.facility.drawn_rejection import drawn_rejection
from designer.engine.subjects.facility.heat_rejection import heat_of
from designer.engine.subjects.facility.loops import LoopLoad
from designer.engine.subjects.facility.plant import PLANT
from designer.engine.subjects.facility.units import LESS, needed, redundancy, worst_loss
from designer.engine.subjects.facility.year import CLIMATE
from designer.engine.subjects.totals.sums import SUMS
from designer.model.figure_cases import likely_shares, weighted
from designer.model.figures import Figure, exact, missing, product, repeated, total
from designer.model.measured import fields_of

FACILITY: Key[Facility] = Key("facility")

NO_DEFAULT = "not known: the site gives none and the catalogue has no default"


def facility_of(facts: Facts) -> Facility:
    """Return the building's side: PUE, coolant and air units placed and needed (N+1)."""
    plant, it = facts[PLANT], facts[SUMS]["max"]
    pue, source = pue_of(plant.by_method, facts)
    wet = [one for one in plant.loops if one.heat.load.high > 0 or one.heat.capacities]
    each = [(one.once("needed", partial(needed, one.both)), one.alike) for one in wet]
    known = [(figure, alike) for figure, alike in each if figure is not None]
    # How many units doors need depends on the water that the building has of its own.
    left = plant.left_to_the_building
    known += [(missing(ref), 1) for ref in plant.perhaps_own]
    cdus = (
        repeated(known) if len(known) - len(plant.perhaps_own) == len(each) and not left else None
    )
    movers, water = needed((plant.air,)), facts.site.water
    figures = {
        "it_kw": it,
        "facility_kw": product(it, pue),
        "pue": pue,
        "air_kw": plant.room,
        "liquid_kw": plant.water,
        "coolant_lpm": plant.coolant,
        "water_c": water,
    }
    if facts[CLIMATE].is_computed:
        figures["wue"] = facts[CLIMATE].figure("wue", "L/kWh")
    counts = {
        "cdu_units_needed": cdus,
        "cooling_units_needed": movers,
        "cdu_units": _standing(plant.loops, plant.idle_unsure),
        "cooling_units": plant.air.units,
    }
    drawn = drawn_rejection(facts)
    if drawn:
        counts["rejection_units"] = drawn.units
        figures |= {
            "rejection_kw": drawn.last.all_kw,
            "rejection_left_kw": drawn.last.left_kw,
            "rejection_heat_kw": heat_of(facts, drawn),
        }
    figures |= {name: figure for name, figure in counts.items() if figure is not None}
    fields = fields_of(figures)
    for name in counts:
        fields[name] = None if fields.get(name) is None else int(fields[name])
    return Facility.model_construct(
        **fields,
        pue_source=source,
        cdu_redundancy="" if left else _redundancy(wet, facts.site),
        water_class=_class_of(water),
    )


def _class_of(water: Figure) -> str:
    """Return the class of facility water; empty where its bounds lie in several."""
    low, high = water_class(water.low), water_class(water.high)
    return low if low == high else ""


def _redundancy(loops: Sequence[LoopLoad], site: Assumptions) -> str:
    """Return how many distribution units may fail, and whether a loss of feeds leaves enough."""
    said = redundancy([both for one in loops for both in one.both])
    if not said or said == LESS:
        return said
    twice = site.policy == "2N"
    cases = [worst_loss(one.both, 2 if twice else None) for one in loops]
    answers = {case.verdict.answer for case in cases if case is not None}
    when = "with one system left" if twice else "after a lost feed"
    if twice and site.on_one_system:
        when = "after losing the only system"
    if "no" in answers:
        return f"{said}; {LESS} {when}"
    # Without a spare unit there is nothing that a feed could take unnoticed.
    return f"{said}; not known {when}" if "open" in answers and said != "N" else said


def _standing(loops: Sequence[LoopLoad], idle_unsure: Iterable[str]) -> Figure:
    """Return how many distribution units stand.

    Several loops that name no units share what may be one: it is one all the same.
    """
    known = sum((len(one.heat.capacities) - len(one.heat.because)) * one.alike for one in loops)
    may_be = Counter[str]()
    for one in loops:
        if not one.inside:
            may_be |= Counter(one.heat.because)
    for one in loops:
        if one.inside:
            may_be.update(ref for ref in one.heat.because for _ in range(one.alike))
    may_be.update(map(lost_ref, idle_unsure))
    open_ = (missing(ref, "", 0.0, 1.0).times(number) for ref, number in may_be.items())
    return total((exact(float(known)), *open_))


def pue_of(heat: Mapping[str, Figure], facts: Facts) -> tuple[Figure, str]:
    """Return the power usage effectiveness and where it comes from.

    Parameters
    ----------
    heat
        Heat by cooling method, kW.
    """
    site, year = facts.design.site, facts[CLIMATE]
    if site.pue is not None:
        return exact(site.pue, "", "site.pue"), "decided for this site"
    if year.is_computed:
        return year.figure("pue"), f"typical year by the hour, {year.place}: {year.rejection}"
    weights = _weights(heat)
    if heat and not any(kw.low > 0 for kw in heat.values()):
        # Where it may be that nothing draws power, the building may have the PUE of an empty one.
        weights.setdefault("", 0.0)
    defaults = {method: pue_default(facts.catalog, method) for method in weights}
    found = {default.id: default for default in defaults.values() if default is not None}
    if None in defaults.values() or not found:
        return missing("site.pue", low=1.0), NO_DEFAULT
    if len(found) == 1:
        (default,) = found.values()
        return _at_least_one(default), f"{default.name}: {default.source}{_not_there(found, facts)}"
    shares = {
        id_: sum(w for m, w in weights.items() if pue_default(facts.catalog, m) is default)
        for id_, default in found.items()
    }
    open_on = {gap.ref for method in weights if method in heat for gap in heat[method].gaps}
    certain = all(heat[method].exact for method in weights if method in heat)
    means = [_at_least_one(default) for default in found.values()]
    pue = weighted(means, tuple(shares.values()), None if certain else sorted(open_on))
    return pue, f"{_mixed(found, shares)}{_not_there(found, facts)}"


def _weights(heat: Mapping[str, Figure]) -> dict[str, float]:
    """Return the share of the heat by method; of heat that is not known, what is certain."""
    shares = likely_shares(tuple(heat.values()))
    if not any(shares):
        # Nothing stands, or nothing is known of what does: each method counts alike.
        return dict.fromkeys(heat, 1 / len(heat)) if heat else {"": 1.0}
    return {
        method: share
        for (method, kw), share in zip(heat.items(), shares, strict=True)
        if share or not kw.exact
    }


def _at_least_one(default: PlanningDefault) -> Figure:
    """Return a default; a building never draws less than the IT in it."""
    return default.figure.clipped(1.0)


def _mixed(defaults: Mapping[str, PlanningDefault], shares: Mapping[str, float]) -> str:
    """Return how a mean came about: the share of the heat, and the default that it takes."""
    order = sorted(shares, key=lambda name: -shares[name])
    each = (f"{100 * shares[n]:.0f} % {defaults[n].name} ({defaults[n].value:g})" for n in order)
    return f"weighted with heat: {'; '.join(each)}"


def _not_there(defaults: Collection[str], facts: Facts) -> str:
    """Return that a default is that of a method which the room does not have; empty if it has."""
    if facts.site.containment != "none" or "pue-in-row" not in defaults:
        return ""
    return "; planned by the method that the heat asks for, though the room has no containment"


def planned_elsewhere(facts: Facts) -> bool:
    """Return whether the site's price of a kWh is the catalogue's, of another currency.

    A template writes the planning price of energy into the site, in dollars: to the digit the same
    number beside another currency is that, and no price in it.
    """
    site, default = facts.design.site, facts.catalog.default("electricity-price")
    return (
        default is not None
        and site.electricity_price == default.value
        and "/" in default.unit
        and not default.unit.startswith(f"{site.currency}/")
    )


def electricity_figure(facts: Facts) -> Figure:
    """Return the price of a kWh: the site's, or the catalogue's where its currency fits."""
    site, catalog = facts.design.site, facts.catalog
    unit = f"{site.currency}/kWh"
    if planned_elsewhere(facts):
        return missing("site.electricity_price", unit)
    if site.electricity_price is not None:
        return exact(site.electricity_price, unit, "site.electricity_price")
    default = catalog.default("electricity-price")
    if default is None or not default.unit.startswith(f"{site.currency}/"):
        return missing("site.electricity_price", unit)
    return default.figure
