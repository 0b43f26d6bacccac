"""The ports of one device in one fabric: what each is joined to, and why one is not."""

from collections.abc import Iterator
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from designer.engine.fabric_map import PortRow, PortRows
from designer.wiring.network_columns import CONNECTED, FabricWiring

_NODE_TIER = -1


def port_rows(wiring: FabricWiring, key: str) -> PortRows:
    """Return the ports of a switch or a node, in order; of what the fabric does not have, none."""
    vertices = _vertices(wiring, key)
    if not vertices:
        return PortRows(fabric=wiring.fabric.id, key=key)
    fit = wiring.fit(vertices[0])
    rows = dict(_linked(wiring, vertices))
    if fit.lanes is not None:
        for lane in range(fit.lanes):
            rows.setdefault(lane, PortRow(port=fit.text(lane)))
    each = fit.lanes_per_cage
    return PortRows(
        fabric=wiring.fabric.id, key=key, ports=fit.lanes, links_each=each,
        rows=tuple(
            rows[lane].evolve(cage=lane // each + 1, lane=lane % each + 1) for lane in sorted(rows)
        ),
    )  # fmt: skip


def _vertices(wiring: FabricWiring, key: str) -> list[int]:
    """Return the vertices of a device: of a filled rack those of all its nodes."""
    form, number = wiring.members.places.get(key, ("", -1))
    if form == "switch":
        places = np.flatnonzero(wiring.places.switch == number)
        return (places + wiring.first_place).tolist()
    return np.flatnonzero(wiring.nodes.device == number).tolist() if form == "node" else []


def _linked(wiring: FabricWiring, vertices: list[int]) -> Iterator[tuple[int, PortRow]]:
    """Yield the lane of every link of some vertices and its row; one that is made comes last."""
    links = wiring.links
    found: list[tuple[bool, int, PortRow]] = []
    for mine, port, other, other_port in (
        (links.a, links.a_port, links.b, links.b_port),
        (links.b, links.b_port, links.a, links.a_port),
    ):
        hit: NDArray[np.bool_] = np.isin(mine, vertices) & (links.rate_mbps > 0)
        for row in np.flatnonzero(hit).tolist():
            one, far = int(mine[row]), int(other[row])
            fits = wiring.fit(one), wiring.fit(far)
            fault = int(links.fault[row])
            side = _side(_tier(wiring, one), _tier(wiring, far))
            for step in range(int(links.count[row])):
                lane = int(port[row]) + step
                found.append((
                    fault == CONNECTED, lane,
                    PortRow(
                        port=fits[0].text(lane), side=side, to=wiring.key(far),
                        to_port=fits[1].text(int(other_port[row]) + step),
                        fault=wiring.faults[fault],
                    ),
                ))  # fmt: skip
    for _, lane, shown in sorted(found, key=lambda one: (one[0], one[1])):
        yield lane, shown


def _tier(wiring: FabricWiring, vertex: int) -> int:
    if vertex < wiring.first_place:
        return _NODE_TIER
    return int(wiring.places.tier[vertex - wiring.first_place])


def _side(mine: int, far: int) -> Literal["down", "up", "beside"]:
    if mine == far:
        return "beside"
    return "down" if far < mine else "up"
