"""Whole wirings of small halls, and fabrics by their counts, as text to be read and signed.

`python -m tests.helpers.signed_wirings` writes them anew to `tests/golden/data/wirings`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from designer.model.design import Design
from designer.model.marked_names import with_names
from designer.wiring.coolant import expand_coolant
from designer.wiring.network import expand_network
from designer.wiring.network_columns import FabricWiring, NetworkWiring
from designer.wiring.network_links import (
    Trunks,
    leaf_spine_trunks,
    spine_core_trunks,
    trunks_of,
)
from designer.wiring.network_request import FabricError, FabricRequest
from designer.wiring.network_size import FabricPlan, plan_fabric
from designer.wiring.power import PowerWiring, expand_power
from tests.helpers.signed_designs import DESIGNS
from tests.helpers.signed_parts import CATALOG

FOLDER = Path(__file__).parents[1] / "golden" / "data" / "wirings"
FABRICS = "fabrics by their counts"
_MOST_BUNDLES = 80

NDR = FabricRequest(nodes=1, rails=8, radix=64, rate_gbps=400, leaf_policy="rail-per-su",
                    su_nodes=32)  # fmt: skip
SMALL = FabricRequest(nodes=1, radix=8, rate_gbps=100)
NVL = FabricRequest(nodes=18, rails=4, radix=64, rate_gbps=400, leaf_policy="rail-per-rack")
STORE = NDR.__class__(
    nodes=1, rails=2, radix=64, rate_gbps=200, leaf_policy="rail-per-su", su_nodes=32,
    oversubscription=4 / 3, target_leaves=1, target_links=12,
)  # fmt: skip

REQUESTS: tuple[FabricRequest, ...] = tuple(
    base.__class__(**{**vars(base), **more})
    for base, changes in (
        (NDR, (
            *({"nodes": n} for n in (1, 31, 32, 33, 64, 96, 256, 257, 512)),
            {"nodes": 31, "reserved_slots": 1}, {"nodes": 32, "reserved_slots": 1},
            {"nodes": 20, "su_nodes": 0}, {"nodes": 20, "su_nodes": 33},
            {"nodes": 8, "su_nodes": 4},
            {"nodes": 40, "planes": 2, "breakout": 2}, {"nodes": 40, "planned_nodes": 96},
            {"nodes": 40, "oversubscription": 3.0}, {"nodes": 64, "spine_radix": 32},
            {"nodes": 512, "max_tiers": 2}, {"nodes": 64, "max_tiers": 1},
            {"nodes": 64, "tiers": 1}, {"nodes": 600, "core_radix": 128},
            {"nodes": 80, "rails": 3, "su_nodes": 16}, {"nodes": 64, "minimum_spines": 5},
            {"nodes": 64, "spines": 16}, {"nodes": 64, "spines": 20},
            {"nodes": 64, "tiers": 3, "spines": 8}, {"nodes": 64, "oversubscription": 8 / 9},
            {"nodes": 512, "spine_oversubscription": 3.0},
            {"nodes": 128, "topology": "rail-only"}, {"nodes": 32, "topology": "rail-only"},
            {"nodes": 16, "topology": "torus"}, {"nodes": 16, "topology": "hyperx"},
            {"nodes": 33_000, "su_nodes": 32},
        )),
        (SMALL, (
            *({"nodes": n} for n in (1, 7, 8, 9, 12, 16, 17, 32, 33, 40, 128, 129)),
            {"nodes": 4, "rails": 2}, {"nodes": 10, "rails": 2}, {"nodes": 9, "expandable": False},
            {"nodes": 16, "topology": "torus", "shape": (4, 2)},
            {"nodes": 16, "topology": "mesh", "shape": (3, 2), "width": 2},
            {"nodes": 16, "topology": "hypercube", "shape": (3,), "planes": 2},
            {"nodes": 12, "topology": "dragonfly", "shape": (3, 2), "global_links": 1},
            {"nodes": 16, "topology": "dragonfly-plus", "shape": (2, 2, 2)},
            {"nodes": 64, "topology": "dragonfly", "shape": (3, 2)},
            {"nodes": 21, "expandable": False, "oversubscription": 2.0},
            {"nodes": 21, "oversubscription": 3.0}, {"nodes": 6, "oversubscription": 1.5},
            {"nodes": 10, "breakout": 2}, {"nodes": 30, "planes": 3}, {"nodes": 50, "breakout": 4},
            {"nodes": 20, "tiers": 1}, {"nodes": 9, "reserved_slots": 3},
            {"nodes": 9, "planned_nodes": 17}, {"nodes": 8, "oversubscription": 8.0},
            {"nodes": 17, "minimum_spines": 1}, {"nodes": 17, "minimum_spines": 3},
            {"nodes": 40, "spine_radix": 16}, {"nodes": 40, "core_radix": 4},
            {"nodes": 24, "radix": 12, "oversubscription": 2.0}, {"nodes": 50, "radix": 10},
        )),
        (NVL, (
            *({"nodes": 18 * n, "racks": n} for n in (1, 2, 7, 8, 9, 16, 20)),
            {"nodes": 144, "racks": 8, "su_nodes": 36}, {"nodes": 60, "racks": 1},
            {"nodes": 36, "racks": 2, "radix": 20}, {"nodes": 30, "racks": 4},
            {"nodes": 144, "racks": 8, "max_tiers": 1}, {"nodes": 288, "racks": 16, "max_tiers": 2},
            {"nodes": 18 * 40, "racks": 40, "radix": 36, "su_nodes": 36},
            {"nodes": 18, "racks": 1, "planned_nodes": 40}, {"nodes": 100, "racks": 40,
                                                             "su_nodes": 6, "radix": 8},
        )),
        (STORE, (
            *({"nodes": n} for n in (20, 32, 64, 127, 300)), {"nodes": 64, "target_leaves": 2},
            {"nodes": 64, "target_links": 7}, {"nodes": 127, "radix": 32, "su_nodes": 16},
            {"nodes": 400, "radix": 48, "su_nodes": 24}, {"nodes": 64, "max_tiers": 1},
        )),
        (SMALL, (
            {"nodes": 0}, {"rails": 0}, {"radix": 0}, {"planes": 0}, {"breakout": 0},
            {"max_tiers": 0}, {"spine_radix": -1}, {"core_radix": -1}, {"su_nodes": -1},
            {"racks": -1}, {"reserved_slots": -1}, {"target_leaves": -1}, {"target_links": -1},
            {"rate_gbps": 0.0}, {"oversubscription": 0.9}, {"leaf_policy": "any"},
            {"target_leaves": 1}, {"target_links": 1}, {"target_leaves": 1, "target_links": 1},
            {"target_leaves": 1, "target_links": 5, "leaf_policy": "rail-per-su"},
            {"target_leaves": 1, "target_links": 4, "leaf_policy": "rail-per-su"},
            {"leaf_policy": "rail-per-rack"}, {"radix": 1},
        )),
    )
    for more in changes
)  # fmt: skip


def file_of(name: str) -> Path:
    """Return where the signed wiring of a hall is."""
    return FOLDER / f"{re.sub('[^a-z0-9]+', '-', name.lower())}.txt"


def told_of_fabrics() -> str:
    """Return what the sizing rule says of every request, and its bundles where they are few."""
    return "\n".join(line for request in REQUESTS for line in _fabric(request)) + "\n"


def _fabric(request: FabricRequest) -> Iterator[str]:
    default = FabricRequest(nodes=1, radix=1, rate_gbps=1)
    said = [f"{k}={v}" for k, v in vars(request).items() if v != getattr(default, k)]
    yield " ".join(said)
    try:
        plan = plan_fabric(request)
    except FabricError as error:
        yield f"  refused: {error}"
        return
    spines = plan.spines
    yield (
        f"  {spines.tiers} tiers of {plan.leaf} + {plan.spine} + {plan.core} switches, bundle "
        f"{spines.bundle}, leaf {plan.leaves.down} + {plan.leaf_up}, spine {spines.spine_down} + "
        f"{spines.spine_up}, up to {spines.max_nodes} nodes"
    )
    yield (
        f"  cables {plan.node_leaf_cables} + {plan.leaf_spine_cables} + {plan.spine_core_cables}, "
        f"reserved {plan.reserved_cables}; {plan.endpoints} endpoints, {plan.injection_gbps:g} "
        f"Gb/s; down to up {', '.join(f'{tier:.4g}' for tier in plan.oversubscription)}"
    )
    yield f"  {plan.explanation}"
    yield from _pods(plan)
    tiers = (("leaf", leaf_spine_trunks(plan)), ("spine", spine_core_trunks(plan)))
    for name, trunks in (("switch", trunks_of(plan)),) if plan.shape else tiers:
        yield from _trunks(name, trunks)


def _pods(plan: FabricPlan) -> Iterator[str]:
    for pods in plan.spines.pods:
        yield f"  {pods.count} pods of " + ", ".join(
            f"{name} {value}" for name, value in vars(pods).items() if name != "count"
        )


def _trunks(name: str, trunks: Trunks) -> Iterator[str]:
    columns = (trunks.a, trunks.a_port, trunks.b, trunks.b_port, trunks.count)
    rows = list(zip(*(column.tolist() for column in columns), strict=True))
    if len(rows) <= _MOST_BUNDLES:
        text = [f"{a}:{ap}-{b}:{bp}×{n}" for a, ap, b, bp, n in rows]
        yield from (f"  {name} {' '.join(text[at : at + 8])}" for at in range(0, len(text), 8))
    else:
        sums = [sum(column.tolist()) for column in columns]
        yield f"  {name} bundles {len(rows)}, columns sum to {sums}"


def told(design: Design) -> str:
    """Return all that hangs on what in a design, and what hangs nowhere."""
    power, network = expand_power(design, CATALOG), expand_network(design, CATALOG)
    lines = (*told_of_power(power), *told_of_network(network), *_coolant(design))
    return "\n".join(lines) + "\n"


def told_of_power(wiring: PowerWiring) -> Iterator[str]:
    """Yield every link and problem of a power wiring."""
    yield from (f"power {a} > {b}" for a, b in wiring.links())
    yield from (f"no power {end}: {with_names(reason, str)}" for end, reason in wiring.problems())
    for rack, racks in zip(wiring.design.racks, wiring.racks, strict=True):
        ends = [(kind.role, len(kind.ends)) for kind in racks.types]
        yield f"power of {rack.id}: groups {racks.groups}, open {racks.open_items}, ends {ends}"


def told_of_network(network: NetworkWiring) -> Iterator[str]:
    """Yield every cable of a network, and what stays unconnected."""
    for wiring in network.fabrics:
        yield f"fabric {wiring.fabric.id}: {len(wiring.nodes)} nodes; {wiring.problem}"
        yield f"  places {_places(wiring)}"
        ends: dict[str, list[str]] = {}
        for a, b, rate in wiring.cables():
            ends.setdefault(f"{a.rpartition(':')[0]} at {rate:g}", []).append(
                f"{a.rpartition(':')[2]}>{b}"
            )
        yield from (f"  {of}: {' '.join(cables)}" for of, cables in ends.items())
        for one in (*wiring.refusals, *wiring.doubts):
            hand = " by hand" if one.by_hand else ""
            yield f"  not {one.links}{hand}: {with_names(one.reason, str)} ({one.part})"
    yield from (f"loose {cable}: {why}" for cable, why in network.loose)
    yield from (f"stray {key} of {fabric}" for key, fabric in network.strays)


def _places(wiring: FabricWiring) -> str:
    places = wiring.places
    columns = (places.switch, places.tier, places.plane, places.unit)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return " ".join("/".join(map(str, row)) for row in rows)


def _coolant(design: Design) -> Iterator[str]:
    wiring = expand_coolant(design, CATALOG)
    names, links = wiring.columns()
    yield from (f"coolant {names[a]} > {names[b]}" for a, b in links.tolist())
    yield from (f"loop {one.loop.id}: {one.units} feed {one.racks}" for one in wiring.loops)
    yield from (
        f"no coolant {end}: {with_names(reason, str)}" for end, reason in wiring.unconnected
    )


def main() -> None:
    """Write every wiring anew."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    file_of(FABRICS).write_text(told_of_fabrics(), encoding="utf-8")
    for name, draw in DESIGNS.items():
        file_of(name).write_text(told(draw()), encoding="utf-8")


if __name__ == "__main__":
    main()
