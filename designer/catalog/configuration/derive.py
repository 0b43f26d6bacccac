"""What follows for a system from its components: bounds of its draw, mass and price, its ports.

A sum of components is not the maker's maximum: fans, switch chips and losses are in none of them.
So a sum bounds the maximum from below. From above it is bounded by what the maker states of the
system as sold, moved by what is exchanged, and by what its supplies deliver.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final, NamedTuple

from designer.catalog.catalog import Catalog
from designer.catalog.component import ROLES, Component
from designer.catalog.configuration.fits import cannot_be, other_board
from designer.catalog.configuration.shares import Share, share_of, summed
from designer.catalog.figures import PortGroup, Psu
from designer.catalog.part import Part
from designer.catalog.part_bounds import (
    EFFICIENCY,
    mass_figure,
    power_figures,
    supply_limit,
)
from designer.catalog.part_prices import price_figure
from designer.catalog.shelf_power import PSU_EFFICIENCY
from designer.model.figures import Figure, exact, total

RULE: Final = "rule sum of components"
NO_MAXIMUM: Final = "not the maker's maximum"
HEAT_ROLES: Final = frozenset({"board", "gpus"})
"""Roles with whose components the maker's own figures go: another GPU is another system."""


class Beyond(NamedTuple):
    """How many of a role it holds, and is sold with: fewer, so that it may have no room."""

    title: str
    held: int
    sold: int


@dataclass(frozen=True, slots=True)
class Configured:
    """What follows for a system.

    Attributes
    ----------
    as_sold
        Whether its components and supplies are those of the system that is sold.
    shares
        What each component adds.
    listed
        Sum of the components at their maxima, as far as it is stated or estimated, in W: not the
        maker's maximum.
    at_least
        The same with what nobody states of them, in W at the supplies' output.
    power_max, mass, price
        Of the whole system, with bounds: in W at its inputs, in kg, in a currency.
    capped
        Whether the supplies are what bounds the draw above.
    short
        Whether the supplies that carry it deliver less than its components take at their maxima,
        as far as these are listed, or of one that is not sold so less than it draws for certain.
    refused
        Why it cannot be, in words; empty where nothing that the catalogue states is against it.
    other_maker
        Whether its processors are of another maker than those of the system as sold.
    other_board
        Whether it holds a baseboard with which it is not sold.
    gpus, cpus, drives
        How many.
    memory_gb
        None where nobody says with how much.
    beyond
        Of what it holds more than it is sold with.
    open
        Names of components of which the draw, the mass or the price has no upper bound.
    """

    as_sold: bool
    shares: tuple[Share, ...]
    listed: Figure
    at_least: Figure
    power_max: Figure
    mass: Figure
    price: Figure
    capped: bool
    short: bool
    refused: str
    other_maker: bool
    other_board: bool
    gpus: int
    cpus: int
    drives: int
    memory_gb: float | None
    ports: tuple[PortGroup, ...]
    beyond: tuple[Beyond, ...]
    open: tuple[tuple[str, tuple[str, ...]], ...]


def configured(
    base: Part, components: Sequence[Component], psu: Psu | None, catalog: Catalog,
    currency: str = "USD",
) -> Configured:  # fmt: skip
    """Return what follows for a system that is made of other components than the one sold.

    Parameters
    ----------
    base
        The system as sold, which says what it is made of: chassis, supplies, what its maker states.
    components
        What it is to be made of.
    psu
        Its supplies; those of the base, or others.
    """
    shares = tuple(share_of(one, catalog, currency) for one in components)
    more, less = (
        tuple(share_of(one, catalog, currency) for one in ones)
        for ones in exchanged(base.made_of, components)
    )
    as_sold = not more and not less and supplies_alike(psu, base.psu)
    efficiency = _efficiency(base, psu, catalog)
    power, capped = _power(base, psu, shares, more, less, efficiency)
    carry = carried(shares)
    if not as_sold:
        carry = max(carry, power.low * efficiency.low)
    mass = _mass(base, more, less)
    price = _moved(price_figure(base, currency), more, less, "price", currency).clipped(least=0.0)
    at_least = summed(shares, "power", "W")
    return Configured(
        as_sold, shares, listed(shares),
        at_least, power, mass, price, capped, _is_short(psu, carry),
        refused=cannot_be(base, components, catalog),
        other_maker=not _makers(components, catalog) <= _makers(base.made_of, catalog),
        other_board=other_board(base, components),
        gpus=sum(_gpus(one, catalog) for one in components),
        cpus=sum(one.count for one in components if one.role == "cpus"),
        drives=sum(one.count for one in components if one.role == "drives"),
        memory_gb=memory_of(components),
        ports=ports_of(base, components, catalog),
        beyond=tuple(_beyond(base.made_of, components)),
        open=tuple(_open(shares)),
    )  # fmt: skip


def listed(shares: Iterable[Share]) -> Figure:
    """Return what components draw at their maxima in W, as far as it is stated or estimated."""
    return total([exact(share.power.likely, "W") for share in shares], "W")


def exchanged(
    before: Sequence[Component], after: Sequence[Component]
) -> tuple[tuple[Component, ...], tuple[Component, ...]]:
    """Return the components that came, and those that went; alike ones are counted, not told."""
    counts: Counter[tuple[str, str, float | None]] = Counter()
    ones: dict[tuple[str, str, float | None], Component] = {}
    for sign, side in ((-1, before), (1, after)):
        for one in side:
            counts[one.key] += sign * one.count
            ones[one.key] = one
    came = tuple(ones[key].evolve(count=n) for key, n in counts.items() if n > 0)
    went = tuple(ones[key].evolve(count=-n) for key, n in counts.items() if n < 0)
    return came, went


def memory_of(components: Iterable[Component]) -> float | None:
    """Return the memory of all modules in GB; None where nobody says how much."""
    modules = [one for one in components if one.role == "memory"]
    if not modules or any(one.size_gb is None for one in modules):
        return None
    return sum(one.count * one.size_gb for one in modules if one.size_gb is not None)


def ports_of(
    base: Part, components: Sequence[Component], catalog: Catalog
) -> tuple[PortGroup, ...]:
    """Return the ports: those of adapters and baseboard, and those that no adapter carries.

    Adapters with which the system is sold keep their ports as they are stated of it.
    """
    sold = {(one.role, one.part, one.purpose, one.count) for one in base.made_of}
    pieces: list[tuple[Component, Part, bool]] = []
    for one in components:
        part = catalog.get(one.part) if one.role in _WITH_PORTS else None
        if part is not None:
            kept = (one.role, one.part, one.purpose, one.count) in sold
            pieces.append((one, part, kept))
    onboard = [group for group in base.ports if not group.nic]
    # Ports that stay keep their names: those that come are called otherwise.
    stay = [*onboard, *(g for one, part, kept in pieces if kept for g in _sold(base, one, part))]
    found: list[PortGroup] = []
    for one, part, kept in pieces:
        if kept:
            found.extend(_sold(base, one, part))
            continue
        for group in part.ports:
            nic = group.nic or (one.part if one.role == "nics" else "")
            found.append(_ports(group, one, nic, (*stay, *found)))
    return (*found, *onboard)


_WITH_PORTS: Final = ("nics", "board")


def _sold(base: Part, one: Component, part: Part) -> list[PortGroup]:
    """Return the ports of a component with which a system is sold, as they are stated of it."""
    brings = {one.part} if one.role == "nics" else {group.nic for group in part.ports}
    return [g for g in base.ports if g.nic in brings and one.purpose in ("", g.purpose)]


def _ports(group: PortGroup, one: Component, nic: str, there: Sequence[PortGroup]) -> PortGroup:
    """Return the ports of all alike adapters, under a name that none has yet."""
    # A port of management on an adapter manages it, whatever the others are for.
    manages = group.purpose == "out-of-band"
    purpose = group.purpose if manages or not one.purpose else one.purpose
    names = {known.name for known in there}
    name, number = str(purpose), 2
    while name in names:
        name, number = f"{purpose}-{number}", number + 1
    cages = None if group.cages is None else one.count * group.cages
    return group.evolve(
        name=name, purpose=purpose, count=one.count * group.count, cages=cages, nic=nic
    )


def _gpus(one: Component, catalog: Catalog) -> int:
    part = catalog.get(one.part)
    if one.role == "gpus":
        return one.count
    if part is None or one.role != "board" or part.gpus is None:
        return 0
    return one.count * part.gpus


def _moved(
    stated: Figure, more: Sequence[Share], less: Sequence[Share], name: str, unit: str
) -> Figure:
    """Return a figure of the system as sold with what came, without what went."""
    if not more and not less:
        return stated
    came = total((stated, summed(more, name, unit)), unit)
    return came.minus(summed(less, name, unit)).rest_on(RULE)


def _mass(base: Part, more: Sequence[Share], less: Sequence[Share]) -> Figure:
    """Return the mass in kg, bounded from below as the part's is: by the chassis without GPUs."""
    found = _moved(mass_figure(base), more, less, "mass", "kg").clipped(least=0.0)
    if base.bare_kg is None or found.exact:
        return found
    return found.clipped(least=base.bare_kg).rest_on(f"{base.id}.bare_kg")


def without_loss(psu: Psu | None) -> Psu | None:
    """Return supplies of which nobody says how what they feed goes on after a loss of some."""
    if psu is None:
        return None
    domains = tuple(one.evolve(throttles=None, throttles_from=None) for one in psu.domains)
    return psu.evolve(throttles=None, throttles_from=None, domains=domains)


def supplies_alike(one: Psu | None, other: Psu | None) -> bool:
    """Return whether supplies are the same, whatever is known of a loss of some of them."""
    return without_loss(one) == without_loss(other)


def _efficiency(base: Part, psu: Psu | None, catalog: Catalog) -> Figure:
    """Return the efficiency of supplies: as they state it, else the catalogue's default."""
    if psu is not None and psu.efficiency is not None:
        return exact(psu.efficiency, "", f"{base.id}.psu.efficiency")
    return catalog.default_figure(PSU_EFFICIENCY.partition(" ")[2]) or EFFICIENCY


def _power(
    base: Part, psu: Psu | None, shares: Sequence[Share], more: Sequence[Share],
    less: Sequence[Share], efficiency: Figure,
) -> tuple[Figure, bool]:  # fmt: skip
    """Return bounds of the highest power at the inputs, and whether supplies bound it above."""
    if not more and not less and supplies_alike(psu, base.psu):
        return power_figures(base, None, efficiency)["power_max_w"], False
    same_gpus = not any(one.component.role in HEAT_ROLES for one in (*more, *less))
    least = _at_least(psu, shares, efficiency)
    found = Figure(least, inf, None, "W", 0.0, (RULE,))
    if same_gpus:
        stated = power_figures(base.evolve(psu=None), None, efficiency)["power_max_w"]
        found = _at_inputs(stated, more, less, efficiency).clipped(least=least).rest_on(RULE)
    # What components take they take at the outputs: what they could draw through the worst of
    # efficiencies is compared with what supplies draw through the same one.
    asked = max(found.low, carried(shares) / efficiency.low)
    limit, why = supply_limit(base.evolve(psu=psu), efficiency, asked)
    if limit < found.high:
        return found.clipped(most=limit).rest_on(*why), True
    return found, False


def _at_least(psu: Psu | None, shares: Sequence[Share], efficiency: Figure) -> float:
    """Return what components take for certain, at the inputs: through the best efficiency, W."""
    least = summed(shares, "power", "W").low
    return least if psu is None or not psu.count else least / efficiency.high


def carried(shares: Sequence[Share]) -> float:
    """Return what supplies have to carry at their outputs, W: components as far as listed."""
    return max(summed(shares, "power", "W").low, listed(shares).likely)


def _at_inputs(
    stated: Figure, more: Sequence[Share], less: Sequence[Share], efficiency: Figure
) -> Figure:
    """Return a draw with what came, without what went: at the inputs, through one efficiency."""
    came, went = summed(more, "power", "W"), summed(less, "power", "W")
    if went.high <= came.low:
        return total((stated, came.minus(went).per(efficiency, "W")), "W")
    if came.high <= went.low:
        return stated.minus(went.minus(came).per(efficiency, "W"))
    return total((stated, came.per(efficiency, "W")), "W").minus(went.per(efficiency, "W"))


def _makers(components: Iterable[Component], catalog: Catalog) -> set[str]:
    """Return the makers of the processors."""
    found = (catalog.get(one.part) for one in components if one.role == "cpus")
    return {part.vendor for part in found if part is not None}


def _is_short(psu: Psu | None, carry: float) -> bool:
    """Return whether the supplies that are needed give less than they have to carry, W."""
    given = psu.given_w if psu is not None and psu.count else None
    return given is not None and given[0] < carry


def _beyond(sold: Sequence[Component], held: Sequence[Component]) -> Iterable[Beyond]:
    """Yield of which roles there are more than are sold; GPUs also where it is sold without."""
    before, after = (_counts(ones) for ones in (sold, held))
    for role in ROLES:
        # Nobody may have listed its drives or adapters: of these only known counts are compared.
        listed_so = before[role.id] or role.id in HEAT_ROLES
        if listed_so and after[role.id] > before[role.id]:
            yield Beyond(_ONES.get(role.id, role.title), after[role.id], before[role.id])


_ONES: Final = {"gpus": "GPU cards"}
"""What a role is called where GPUs stand on a baseboard as well."""


def _counts(components: Sequence[Component]) -> Counter[str]:
    found: Counter[str] = Counter()
    for one in components:
        found[one.role] += one.count
    return found


def _open(shares: Iterable[Share]) -> Iterable[tuple[str, tuple[str, ...]]]:
    for share in shares:
        names = ("power", "mass", "price")
        found = tuple(name for name in names if getattr(share, name).high == inf)
        if found:
            yield share.title, found
