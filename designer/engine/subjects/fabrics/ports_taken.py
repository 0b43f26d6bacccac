"""How many of their ports the drawn switches of a fabric have taken: counted by links, as rows are.

A link that finds no port on a switch is asked of it all the same: only so is more asked than there
is. What else keeps a link of the rule from being made leaves its port free.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.catalog.catalog import Catalog
from designer.engine.network_report import PortsTaken
from designer.engine.subjects.fabrics.graph import Flags, Ints
from designer.engine.subjects.fabrics.unstated import portless_switches, uncounted_nodes
from designer.model.figures import Figure, exact, missing
from designer.model.measured import fields_of
from designer.wiring.network_columns import CONNECTED, FabricWiring
from designer.wiring.network_ports import PortFit

_NO_RULE: Final = "rule of the fabric"
_NOBODY: Final = -1
_State = tuple[int, int, int]
"""What links of a switch are certain, what they are at most, and its part."""


def ports_taken(wiring: FabricWiring, catalog: Catalog) -> tuple[PortsTaken, ...]:
    """Return what is taken of the ports of drawn switches, alike ones as one, the fullest first.

    Where nobody counted the nodes, or states the ports of a switch of the rule, how many links a
    switch has is open; so is a link at a part whose ports nobody states.
    """
    members = wiring.members
    if not len(members.switch_parts):
        return ()
    asked, sure = _links_of_switches(wiring)
    racks: dict[_State, dict[str, None]] = {}
    for at, part in enumerate(members.switch_parts.tolist()):
        state = (int(sure[at]), int(asked[at]), part)
        racks.setdefault(state, {})[members.racks[int(members.switch_rack[at])]] = None
    why = _open_on(wiring, catalog)
    joined: dict[tuple[Figure, Figure], dict[str, None]] = {}
    for state, found in sorted(racks.items(), key=_links_asked, reverse=True):
        joined.setdefault(_figures(wiring, state, why), {}).update(found)
    return tuple(
        PortsTaken(racks=tuple(found), **fields_of({"taken": taken, "ports": ports}))
        for (taken, ports), found in joined.items()
    )


def _links_asked(one: tuple[_State, object]) -> int:
    (_, asked, _), _ = one
    return asked


def _open_on(wiring: FabricWiring, catalog: Catalog) -> str:
    """Return the input that leaves open what the rule links; empty where nothing does."""
    unsaid = (*uncounted_nodes(wiring, catalog), *portless_switches(wiring, catalog))
    if unsaid:
        return unsaid[0]
    return _NO_RULE if wiring.plan is None else ""


def _figures(wiring: FabricWiring, state: _State, why: str) -> tuple[Figure, Figure]:
    """Return what is taken of the ports of a switch, and how many it has."""
    sure, asked, part = state
    fit = wiring.switch_fits[part]
    if fit.refusal:
        ports = exact(0)
    elif fit.lanes is None:
        ref = f"{wiring.members.parts[part]}.ports"
        return missing(why or ref), missing(ref)
    else:
        ports = exact(fit.lanes)
    if why:
        return missing(why), ports
    if sure == asked:
        return exact(asked), ports
    return missing(wiring.open_on[0], "", float(sure), float(asked)), ports


def _links_of_switches(wiring: FabricWiring) -> tuple[Ints, Ints]:
    """Return the links that are asked of each drawn switch, and those that are so for certain."""
    links, members = wiring.links, wiring.members
    asked, sure = np.zeros((2, len(members.switch_parts)), dtype=np.int64)
    doubtful = _doubtful(wiring)
    for mine, port in ((links.a, links.a_port), (links.b, links.b_port)):
        rows = np.flatnonzero((mine >= wiring.first_place) & (links.rate_mbps > 0))
        switch = wiring.places.switch[mine[rows] - wiring.first_place]
        rows, switch = rows[switch >= 0], switch[switch >= 0]
        wanted = links.fault[rows] == CONNECTED
        if not wanted.all():
            wanted = wanted | _without_a_port(wiring, rows, switch.astype(np.int64), port[rows])
        rows, switch = rows[wanted], switch[wanted]
        count = links.count[rows].astype(np.int64)
        np.add.at(asked, switch, count)
        np.add.at(sure, switch, np.where(doubtful[rows], 0, count))
    return asked, sure


def _without_a_port(
    wiring: FabricWiring, rows: Ints, switch: Ints, port: NDArray[np.int32]
) -> Flags:
    """Return which links of the rule are not made because a switch has no port for them."""
    links, members, plan = wiring.links, wiring.members, wiring.plan
    number = {part: at for at, part in enumerate(members.parts)}
    blamed = np.array([number.get(part, _NOBODY) for part in wiring.fault_parts])
    fault, part = links.fault[rows], members.switch_parts[switch]
    ruled = (fault != CONNECTED) & (fault < wiring.faults_by_rule)
    lanes = np.array([_most(fit) for fit in wiring.switch_fits], dtype=np.int64)
    beyond = (blamed[fault] == part) & (port + links.count[rows] > lanes[part])
    if plan is not None:
        # A leaf whose ports for nodes are full blames no part.
        crowded = (links.end[rows] >= 0) & (port >= plan.leaf_ports - plan.leaf_up)
        beyond = beyond | (crowded & (blamed[fault] == _NOBODY))
    found: Flags = ruled & beyond
    return found


def _most(fit: PortFit) -> int:
    """Return the links that a switch can take; more than any rule asks for where nobody says."""
    if fit.lanes is not None:
        return fit.lanes
    return 0 if fit.refusal else np.iinfo(np.int32).max


def _doubtful(wiring: FabricWiring) -> Flags:
    """Return of which links it is not sure that they can be made."""
    links, members, first = wiring.links, wiring.members, wiring.first_place
    found = np.zeros(len(links), dtype=bool)
    if not wiring.open_on:
        return found
    unmade = {refusal.part for refusal in wiring.unmade}
    of_nodes = np.array([bool(fit.doubt) for fit in wiring.node_fits])
    of_switches = np.array([bool(fit.doubt) for fit in wiring.switch_fits])
    lower = np.array([part in unmade for part in members.parts])
    for mine, at_lower in ((links.a, True), (links.b, False)):
        rows = np.flatnonzero(mine < first)
        part = members.node_parts[wiring.nodes.device[mine[rows]]]
        found[rows] |= of_nodes[part] | (lower[part] & at_lower)
        rows = np.flatnonzero(mine >= first)
        switch = wiring.places.switch[mine[rows] - first]
        rows, part = rows[switch >= 0], members.switch_parts[switch[switch >= 0]]
        found[rows] |= of_switches[part] | (lower[part] & at_lower)
    return found
