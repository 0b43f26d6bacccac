"""The search over switches: which of the catalogue build a fabric for the least money or power."""

from dataclasses import replace
from typing import Any, Final, get_args

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.calculation import CalcError, Calculation, Parameter, Value
from designer.model.design import LeafPolicy
from designer.model.figure_words import amount
from designer.model.figures import Figure
from designer.model.plural import plural
from designer.wiring.network_remedies import in_words
from designer.wiring.network_request import FabricRequest, refuse_nonsense
from designer.wiring.network_search import OBJECTIVES, Found, Searched, search, widest

_SHOWN: Final = 4
"""Runners-up that are shown."""
_NAMED: Final = 3
"""What is open or refused, by name."""


def _search(v: dict[str, Any], catalog: Catalog | None) -> dict[str, Value | Figure]:
    catalog = catalog or load_shipped()
    policy: LeafPolicy = v["leaf_policy"] or ("pooled" if v["rails"] == 1 else "rail-per-su")
    v.update(leaf_policy=policy)
    need = FabricRequest(
        nodes=v["nodes"], rails=v["rails"], radix=1, rate_gbps=v["rate_gbps"],
        leaf_policy=policy, su_nodes=v["su_nodes"], racks=v["racks"],
        reserved_slots=v["reserved_slots"], oversubscription=v["oversubscription"],
        spine_oversubscription=v["spine_oversubscription"], planes=v["planes"],
        planned_nodes=v["nodes_future"], expandable=v["expandable"] == "yes",
        max_tiers=v["max_tiers"],
    )  # fmt: skip
    refuse_nonsense(need)
    only = tuple(it for it in (v["only"] or "").split(",") if it)
    unknown = [it for it in only if catalog.get(it) is None]
    if unknown:
        raise CalcError(f"fabric-search: {', '.join(unknown)} is not in the catalogue")
    done = search(need, v["kind"], catalog, v["objective"], v["cable_price"], only=only)
    if not done.ranked and not done.unranked:
        why = _why(done, need, v["kind"], catalog)
        raise CalcError(f"fabric-search: no switch of the catalogue builds it. {why}")
    best = done.ranked[0] if done.ranked else done.unranked[0]
    results: dict[str, Value | Figure] = {
        "leaf_switch": best.leaf.words,
        "spine_switch": best.spine.words if best.spine else None,
        "leaf": best.plan.leaf,
        "spine": best.plan.spine,
        "core": best.plan.core,
        "switches": best.switches,
        "cables": best.cables,
        "cost_usd": best.cost,
        "price_dates": ", ".join(best.dates) or None,
        "power_max_kw": best.power_w.times(0.001, "kW"),
        "power_passive_kw": best.passive_w.times(0.001, "kW"),
    }
    for number in range(1, _SHOWN + 1):
        results[f"runner_up_{number}"] = _runner_up(done, number)
    return {**results, "note": _note(done, best)}


def _runner_up(done: Searched, number: int) -> str | None:
    if number >= len(done.ranked):
        return None
    one = done.ranked[number]
    return f"{one.words}; {_sum_of(one)}; {done.why_behind(one)}"


def _sum_of(one: Found) -> str:
    cost, power = one.cost, one.power_w.times(0.001)
    said = f"{amount(cost, 0)} USD" if cost.value is not None else "price not known"
    return f"{said}, {amount(power, 1)} kW" if power.value is not None else said


def _note(done: Searched, best: Found) -> str:
    what = {"cost": "price", "power": "maximum power", "switches": "number"}[done.objective]
    said = []
    if not done.ranked:
        said.append(f"nothing is ranked: the {what} of every one is open; the first has the fewest "
                    "switches")  # fmt: skip
    said.append(best.plan.explanation)
    if done.unranked and done.ranked:
        named = "; ".join(one.words for one in done.unranked[:_NAMED])
        said.append(
            f"{len(done.unranked)} more can be built and are not ranked, because the {what} of a "
            f"switch is not known: {named}" + (" …" if len(done.unranked) > _NAMED else "")
        )
    if done.refused:
        named = "; ".join(f"{name}: {why.removeprefix(f'{name}: ')}"
                          for name, why in done.refused[:_NAMED])  # fmt: skip
        said.append(f"{plural(len(done.refused), 'switch or pair', 'switches or pairs')} cannot: "
                    f"{named}" + (" …" if len(done.refused) > _NAMED else ""))  # fmt: skip
    return "; ".join(said)


def _why(done: Searched, need: FabricRequest, kind: str, catalog: Catalog) -> str:
    """Return why nothing is found, and what would make it possible with the widest switch."""
    fitting = [why for name, why in done.refused if not why.startswith(f"{name}: ")]
    others = [why for name, why in done.refused if why.startswith(f"{name}: ")]
    reasons = list(dict.fromkeys((*fitting, *others)))[:_NAMED]
    largest = max(widest(need, catalog, kind), default=0)
    possible = in_words(replace(need, radix=largest)) if largest else ""
    return f"{'; '.join(reasons)}. {possible}".strip()


SEARCH = Calculation(
    name="fabric-search",
    summary="the cheapest or leanest fabric of the catalogue's switches, and the runners-up",
    parameters=(
        Parameter("nodes", "count", help="nodes that are connected"),
        Parameter("rails", "count", default=1, help="links of a node, per plane"),
        Parameter("rate_gbps", unit="Gb/s", default=400.0, help="of one node link"),
        Parameter(
            "kind", "text", default="infiniband", choices=("infiniband", "ethernet"),
            help="of the fabric",
        ),
        Parameter("objective", "text", default="cost", choices=OBJECTIVES, help="what is least"),
        Parameter(
            "leaf_policy", "text", optional=True, choices=get_args(LeafPolicy),
            help="rail-per-su unless rails=1",
        ),
        Parameter("su_nodes", "count", default=0, help="nodes of a scalable unit"),
        Parameter("racks", "count", default=0, help="racks, for rail-per-rack"),
        Parameter("reserved_slots", "count", default=0, help="for the fabric manager"),
        Parameter("oversubscription", default=1.0, help="leaf down : up"),
        Parameter("spine_oversubscription", default=1.0, help="spine down : up, under a core"),
        Parameter("planes", "count", default=1, help="parallel fabrics"),
        Parameter("nodes_future", "count", default=0, help="nodes it is sized for"),
        Parameter("expandable", "text", default="yes", choices=("yes", "no"), help="dense leaves"),
        Parameter("max_tiers", "count", default=3, help="refuse beyond"),
        Parameter(
            "cable_price", unit="USD", optional=True, help="of each cable; without it none counts"
        ),
        Parameter("only", "text", optional=True, help="catalogue ids, with commas: these alone"),
    ),
    results=(
        ("leaf_switch", ""), ("spine_switch", ""), ("leaf", ""), ("spine", ""), ("core", ""),
        ("switches", ""), ("cables", ""), ("cost_usd", "USD"), ("price_dates", ""),
        ("power_max_kw", "kW"), ("power_passive_kw", "kW"),
        *((f"runner_up_{number}", "") for number in range(1, _SHOWN + 1)),
    ),
    formula=(
        "every switch whose ports fit as leaf, with every one as spine and core, by the rule of "
        "calc fabric; a chassis with every number of line cards; cost = switches·price + "
        "cables·price of one; least first, and what lacks the figure is not ranked"
    ),
    sources=(
        "Solnushkin, SADDLE (Cluster Design Tools): every edge switch with every core switch",
        "prices and power of the catalogue, each with its source and date",
    ),
    run=_search,
)  # fmt: skip
