"""Every fabric that the catalogue's switches can build for a need, cheapest or leanest first.

Each switch whose ports fit is tried as leaf with each as spine and core; a chassis of line cards
with as many cards as are needed, one after another. What lacks a figure is not ranked by it: it is
told apart, and counts as nothing in no sum.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from designer.catalog.catalog import Catalog
from designer.catalog.exchange import Rates
from designer.catalog.part import Part, PortGroup
from designer.catalog.part_bounds import power_figures
from designer.catalog.part_prices import newest_price, price_figure
from designer.model.design import Fabric
from designer.model.figures import Figure, exact, repeated, stated
from designer.model.plural import plural
from designer.wiring.network_ports import fabric_ports, most_split, switch_fit
from designer.wiring.network_remedies import switches_in_words
from designer.wiring.network_request import FabricError, FabricRequest
from designer.wiring.network_size import FabricPlan, plan_fabric

Objective = Literal["cost", "power", "switches"]
OBJECTIVES: Final = ("cost", "power", "switches")


@dataclass(frozen=True)
class Choice:
    """A switch as it would be bought.

    Attributes
    ----------
    lanes
        Links of the fabric's rate that it takes; `split` of them in one port.
    cards
        Line cards that are put into a chassis; None for a switch that is none.
    passive_w, power_w
        With passive cables, and at its maximum.
    priced
        When its price was published; empty without one.
    """

    part: str
    name: str
    lanes: int
    split: int
    price: Figure
    passive_w: Figure
    power_w: Figure
    priced: str = ""
    cards: int | None = None

    @property
    def words(self) -> str:
        """Its name, with its line cards: `SX6536 with 28 line cards`."""
        return self.name if self.cards is None else f"{self.name} with {self.cards} line cards"


@dataclass(frozen=True)
class Found:
    """A fabric that can be built.

    Attributes
    ----------
    spine
        Of spines and core switches; None where there is none.
    cost
        Of switches, and of cables where a price of one is given.
    """

    leaf: Choice
    spine: Choice | None
    plan: FabricPlan
    cost: Figure
    power_w: Figure
    passive_w: Figure
    dates: tuple[str, ...]

    @property
    def switches(self) -> int:
        """All switches."""
        return self.plan.leaf + self.plan.spine + self.plan.core

    @property
    def cables(self) -> int:
        """All cables."""
        plan = self.plan
        return plan.node_leaf_cables + plan.leaf_spine_cables + plan.spine_core_cables

    @property
    def words(self) -> str:
        """The switches in words: `32 leaf and 16 spine switches: QM9700, spines Q3400-RA`."""
        over = self.spine.words if self.spine and self.spine != self.leaf else ""
        return f"{switches_in_words(self.plan)}: {self.leaf.words}" + (
            f", spines {over}" if over else ""
        )

    def by(self, objective: Objective) -> Figure:
        """Return what it is ranked by."""
        if objective == "cost":
            return self.cost
        if objective == "power":
            return self.power_w
        return exact(float(self.switches))


@dataclass(frozen=True)
class Searched:
    """What a search found.

    Attributes
    ----------
    ranked
        The best first; alike in what is asked for, the fewest switches and cables.
    unranked
        Those that lack a figure it is ranked by: they may be better.
    refused
        Switches, and pairs of them, that cannot build it, with the reason.
    """

    objective: Objective
    ranked: tuple[Found, ...]
    unranked: tuple[Found, ...]
    refused: tuple[tuple[str, str], ...]

    def why_behind(self, one: Found) -> str:
        """Return why a fabric that is ranked is not the first: how far it is behind."""
        best = self.ranked[0]
        mine, first = one.by(self.objective), best.by(self.objective)
        if self.objective == "switches":
            if one.switches == best.switches:
                return f"as many switches, {one.cables:,} cables to {best.cables:,}"
            return f"{plural(one.switches - best.switches, 'switch', 'switches')} more"
        what = {"cost": "dearer", "power": "more power"}[self.objective]
        if mine.likely == first.likely:
            return f"the same, {one.switches:,} switches to {best.switches:,}"
        behind = mine.minus(first).per(first).times(100)
        words = f"{behind.likely:.0f} % {what}"
        return words if mine.low > first.high else f"{words}; their bands overlap"


def need_of(fabric: Fabric, nodes: int, racks: int) -> FabricRequest:
    """Return what a fabric of a design needs, whatever switches it names.

    Parameters
    ----------
    nodes, racks
        Nodes that stand, and the racks that hold them.
    """
    return FabricRequest(
        nodes=nodes, rails=fabric.rails, radix=1, rate_gbps=fabric.rate_gbps,
        leaf_policy=fabric.leaf_policy, su_nodes=fabric.su_nodes, racks=max(1, racks),
        reserved_slots=fabric.reserved_slots, oversubscription=fabric.oversubscription,
        spine_oversubscription=fabric.spine_oversubscription, spines=fabric.spines,
        planes=fabric.planes, planned_nodes=fabric.planned_nodes, tiers=fabric.tiers,
        target_leaves=fabric.target_leaves, target_links=fabric.target_links,
        topology=fabric.topology, shape=fabric.shape, hosts=fabric.hosts, width=fabric.width,
        global_links=fabric.global_links,
    )  # fmt: skip


def search(
    need: FabricRequest, kind: str, catalog: Catalog, objective: Objective = "cost",
    cable_price: float | None = None, currency: str = "USD", only: Collection[str] = (),
) -> Searched:  # fmt: skip
    """Return what the catalogue's switches can build.

    Parameters
    ----------
    need
        What is to be connected; its ports and its split are those of the switches that are tried.
    cable_price
        Of each cable; None leaves cables out of the cost.
    only
        Ids of the switches that are tried; all of the catalogue where it is empty.
    """
    choices: list[Choice] = []
    refused: list[tuple[str, str]] = []
    for part, split, why in _tried(need.rate_gbps, kind, catalog):
        if only and part.id not in only:
            continue
        if why:
            refused.append((part.id, why))
            continue
        choices += _bought(part, split, currency, catalog.rates)
    found = list(_fabrics(need, choices, cable_price, currency, refused))
    known = [it for it in found if it.by(objective).value is not None]
    known.sort(key=lambda it: (it.by(objective).likely, it.switches, it.cables, it.words))
    lacking = [it for it in found if it.by(objective).value is None]
    lacking.sort(key=lambda it: (it.switches, it.cables, it.words))
    return Searched(objective, tuple(known), tuple(lacking), tuple(refused))


def widest(need: FabricRequest, catalog: Catalog, kind: str) -> tuple[int, ...]:
    """Return the links that each switch which fits takes."""
    found = _tried(need.rate_gbps, kind, catalog)
    fits = [(fabric_ports(part), split) for part, split, why in found if not why]
    return tuple(group.count * split for group, split in fits if group is not None)


def _tried(rate_gbps: float, kind: str, catalog: Catalog) -> Iterator[tuple[Part, int, str]]:
    """Yield every switch with the links of one of its ports, and why it does not fit, or empty."""
    for part in catalog.parts:
        if not part.traits.switches or fabric_ports(part) is None:
            continue
        split = _split(part, rate_gbps)
        fabric = Fabric.model_validate(
            {"id": "asked", "kind": kind, "rate_gbps": rate_gbps, "breakout": split}
        )
        fit = switch_fit(fabric, part.id, catalog)
        yield part, split, fit.refusal or fit.doubt


def _fabrics(
    need: FabricRequest, choices: list[Choice], cable: float | None, currency: str,
    refused: list[tuple[str, str]],
) -> Iterator[Found]:  # fmt: skip
    """Yield what can be built: of a chassis with the fewest line cards that do."""
    starred: set[str] = set()
    for leaf in choices:
        alone = _planned(need, leaf, leaf, refused)
        if alone is not None and not alone.spine:
            if leaf.part not in starred:
                yield _found(leaf, None, alone, cable, currency)
            starred.add(leaf.part)
            continue
        if leaf.cards is not None:
            continue  # a chassis is a core or stands alone: it is no leaf at a rack
        built: set[tuple[str, int, int]] = set()
        for spine in choices:
            plan = _planned(need, leaf, spine, refused)
            if plan is None or (spine.part, plan.spine, plan.core) in built:
                continue  # as many of a chassis with fewer line cards do
            built.add((spine.part, plan.spine, plan.core))
            yield _found(leaf, spine, plan, cable, currency)


def _planned(
    need: FabricRequest, leaf: Choice, spine: Choice, refused: list[tuple[str, str]]
) -> FabricPlan | None:
    """Return a fabric of two switches; None where it cannot be built, which is noted."""
    over = spine.lanes // leaf.split
    if not over:
        return None
    asked = replace(
        need, radix=leaf.lanes // leaf.split, breakout=leaf.split, spine_radix=over, core_radix=over
    )
    try:
        return plan_fabric(asked)
    except FabricError as error:
        pair = leaf.part if leaf.part == spine.part else f"{leaf.part} under {spine.part}"
        if leaf.cards is None and spine.cards is None:
            refused.append((pair, str(error)))
        return None


def _found(
    leaf: Choice, spine: Choice | None, plan: FabricPlan, cable: float | None, currency: str
) -> Found:
    over = spine or leaf
    counts = (plan.leaf, plan.spine + plan.core)
    pairs = [(one, count) for one, count in zip((leaf, over), counts, strict=True) if count]
    links = plan.node_leaf_cables + plan.leaf_spine_cables + plan.spine_core_cables
    prices = [(one.price, count) for one, count in pairs]
    if cable is not None:
        prices.append((exact(cable, currency), links))
    dates = sorted({one.priced for one, _ in pairs if one.priced})
    return Found(
        leaf, spine, plan, repeated(prices, currency),
        repeated([(one.power_w, count) for one, count in pairs], "W"),
        repeated([(one.passive_w, count) for one, count in pairs], "W"), tuple(dates),
    )  # fmt: skip


def _split(part: Part, rate_gbps: float) -> int:
    """Return the links of a rate that a port of a switch is split into: as many as it can."""
    group = fabric_ports(part)
    if group is None or rate_gbps <= 0:
        return 1
    return max(1, min(most_split(part), int(group.rate_gbps // rate_gbps)))


def _bought(part: Part, split: int, currency: str, rates: Rates) -> Iterable[Choice]:
    """Yield a switch as it can be bought: a chassis with one line card, two, and so on."""
    group = fabric_ports(part)
    if group is None:
        return
    newest = newest_price(part, currency, rates)
    price = price_figure(part, currency, rates=rates)
    power = power_figures(part)
    whole = Choice(
        part.id, part.name, group.count * split, split, price, _passive(part, power),
        power["power_max_w"], newest.as_of if newest else "",
    )  # fmt: skip
    slots = part.switch.card_slots if part.switch else None
    if slots is None:
        yield whole
        return
    yield from _with_cards(part, whole, group, slots)


def _passive(part: Part, power: dict[str, Figure]) -> Figure:
    """Return a switch's power with passive cables; where nobody says it, its typical power."""
    if part.power_passive_w is not None:
        return exact(part.power_passive_w, "W", f"{part.id}.power_passive_w")
    return power["power_typical_w"]


def _with_cards(part: Part, whole: Choice, group: PortGroup, slots: int) -> Iterator[Choice]:
    """Yield a chassis with every number of line cards: its figures less those of missing ones."""
    held = part.switch
    if held is None:
        return
    each = held.card_ports if held.card_ports is not None else group.count // slots
    watts = stated(held.card_power_w, f"{part.id}.switch.card_power_w", "W")
    cents = held.card_price_cents
    dollars = stated(
        None if cents is None else cents / 100, f"{part.id}.switch.card_price_cents", "USD"
    )
    name = part.name.partition(" (")[0]
    for cards in range(1, slots + 1):
        missing_cards = slots - cards
        yield replace(
            whole, name=name, lanes=each * cards * whole.split, cards=cards,
            price=whole.price.minus(dollars.times(missing_cards)),
            passive_w=whole.passive_w.minus(watts.times(missing_cards)),
            power_w=whole.power_w.minus(watts.times(missing_cards)),
        )  # fmt: skip
