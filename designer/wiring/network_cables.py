"""Cables laid by hand: they add links to a fabric's rule or take the place of its links.

A cable that names a port takes it from the rule's link there; one that names none takes a port
whose link the rule could not make, or a free one. A cable whose ends do not fit stays unconnected,
with its reason, and leaves the rule's links as they are.

A link that gave way is *replaced* where a cable by hand does its work: it is at the same port of
the node, or joins the same two switches. Otherwise it is *displaced*, and what it joined is cut.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from designer.model.design import Cable
from designer.model.marked_names import marked
from designer.wiring.network_columns import (
    CONNECTED,
    Endpoints,
    FabricWiring,
    FaultForm,
    HandFault,
    Links,
)
from designer.wiring.network_members import Members
from designer.wiring.network_ports import PortFit, connectors_meet


class CableError(ValueError):
    """A cable by hand cannot be connected; the message says why."""


def sorted_by_fabric(
    cables: Iterable[Cable], members: Mapping[str, Members]
) -> tuple[dict[str, tuple[Cable, ...]], tuple[tuple[str, str], ...]]:
    """Return cables by the fabric they belong to, and the others with the reason.

    A cable that names no fabric belongs to the one of which both ends are members.
    """
    found: dict[str, list[Cable]] = {}
    loose = []
    for cable in cables:
        mine = cable.fabric
        if not mine:
            both = [
                fabric
                for fabric, them in members.items()
                if cable.a in them.places and cable.b in them.places
            ]
            if len(both) != 1:
                several = f"both ends are in {' and '.join(map(marked, both))}; name its fabric"
                loose.append((cable.id, several if both else "no fabric has both its ends"))
                continue
            mine = both[0]
        elif mine not in members:
            loose.append((cable.id, f"there is no fabric {mine!r}"))
            continue
        found.setdefault(mine, []).append(cable)
    return {fabric: tuple(mine) for fabric, mine in found.items()}, tuple(loose)


def lay_by_hand(wiring: FabricWiring, cables: tuple[Cable, ...]) -> FabricWiring:
    """Return a fabric's graph with its cables by hand."""
    if not cables:
        return wiring
    layer = _Layer(wiring)
    layer.look_at(cables)
    for cable in cables:
        try:
            layer.lay(cable)
        except CableError as error:
            layer.refuse(cable, str(error))
    return layer.done()


@dataclass(frozen=True, slots=True)
class _End:
    """One end of a cable: a vertex and a lane; `endpoint` is -1 at a switch."""

    vertex: int
    lane: int
    tier: int
    endpoint: int = -1


@dataclass
class _Layer:
    """Lays cables one after another over the rule's links."""

    wiring: FabricWiring
    rows: list[list[int]] = field(default_factory=list)
    taken: dict[tuple[int, int], int] = field(default_factory=dict)
    by_hand: dict[tuple[int, int], str] = field(default_factory=dict)
    lost: dict[int, dict[int, str]] = field(default_factory=dict)
    ends: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    faults: list[HandFault] = field(default_factory=list)
    more: list[tuple[int, int, int]] = field(default_factory=list)
    vertices: dict[int, int] = field(default_factory=dict)

    def look_at(self, cables: Iterable[Cable]) -> None:
        """Index what the rule has at the devices that cables end at."""
        wiring = self.wiring
        self.texts = list(wiring.faults)
        places = wiring.members.places
        keys = {key for cable in cables for key in (cable.a, cable.b) if key in places}
        devices = {places[key][1] for key in keys if places[key][0] == "node"}
        switches = {places[key][1] for key in keys if places[key][0] == "switch"}
        units = np.flatnonzero(np.isin(wiring.nodes.device, list(devices)))
        at = np.flatnonzero(np.isin(wiring.places.switch, list(switches)))
        for place in at.tolist():
            self.vertices[int(wiring.places.switch[place])] = place + wiring.first_place
        ends = wiring.endpoints
        for end in np.flatnonzero(np.isin(ends.node, units)).tolist():
            node = int(ends.node[end])
            device = int(wiring.nodes.device[node])
            for plane in range(wiring.fabric.planes):
                self.ends[device, int(ends.port[end]) + plane] = (node, end)
        links = wiring.links
        mine = np.concatenate((units, at + wiring.first_place))
        hit = np.isin(links.a, mine) | np.isin(links.b, mine)
        for row in np.flatnonzero(hit & (links.fault == CONNECTED)).tolist():
            for step in range(int(links.count[row])):
                for vertex, port in ((links.a, links.a_port), (links.b, links.b_port)):
                    key = self._port(int(vertex[row]), int(port[row]) + step)
                    self.taken[key] = row

    def lay(self, cable: Cable) -> None:
        """Connect one cable.

        Raises
        ------
        CableError
            If its ends do not fit.
        """
        forms = [self._place(key)[0] for key in (cable.a, cable.b)]
        if forms == ["node", "node"]:
            raise CableError("it joins two nodes and no switch")
        if cable.a == cable.b:
            raise CableError("both ends are at one switch")
        a, b = self._end(cable.a, cable.a_port), self._end(cable.b, cable.b_port)
        if a.tier > b.tier:
            a, b = b, a
        fits = self.wiring.fit(a.vertex), self.wiring.fit(b.vertex)
        if connectors_meet(fits[0].connector, fits[1].connector) is False:
            raise CableError(f"{fits[0].connector} meets no {fits[1].connector}")
        for end in (a, b):
            held = self.by_hand.get(self._port(end.vertex, end.lane))
            if held is not None:
                raise CableError(f"cable {held} has the port already")
        for end in (a, b):
            self._take(end, cable)
        endpoint = a.endpoint
        if a.tier < 0 and endpoint < 0:
            endpoint = len(self.wiring.endpoints) + len(self.more)
            self.more.append((a.vertex, a.lane, a.lane))
        rate = round(self.wiring.fabric.rate_gbps * 1000)
        self.rows.append([a.vertex, a.lane, b.vertex, b.lane, 1, rate, endpoint, CONNECTED])

    def refuse(self, cable: Cable, reason: str) -> None:
        """Note a cable that stays unconnected, between vertices that do not matter."""
        number = self._fault("refused", cable.id, f"cable {cable.id}: {reason}")
        self.rows.append([0, 0, 0, 0, 1, 0, -1, number])

    def done(self) -> FabricWiring:
        """Return the graph with all cables."""
        wiring, links = self.wiring, self.wiring.links
        names = ("a", "a_port", "b", "b_port", "count", "rate_mbps", "end", "fault")
        columns = [getattr(links, name).copy() for name in names]
        pieces: list[list[int]] = []
        faults = self._faults_of_lost()
        for row, steps in self.lost.items():
            values = [int(column[row]) for column in columns]
            singles = [_single(values, step, faults[row, step]) for step in steps]
            kept = [s for s in range(values[4]) if s not in steps]
            pieces += singles + [_single(values, step, CONNECTED) for step in kept]
        keep = np.ones(len(links), dtype=bool)
        keep[list(self.lost)] = False
        new = np.array([*pieces, *self.rows], dtype=np.int32).reshape(-1, len(names)).T
        joined = [np.concatenate((c[keep], more)) for c, more in zip(columns, new, strict=True)]
        more = np.array(self.more, dtype=np.int32).reshape(-1, 3).T
        ends = wiring.endpoints
        grown = (np.concatenate((ends.node, more[0])), np.concatenate((ends.port, more[1])),
                 np.concatenate((ends.rail, more[2])))  # fmt: skip
        parts = (*wiring.fault_parts, *[""] * (len(self.texts) - len(wiring.faults)))
        return replace(
            wiring, links=Links(*joined), endpoints=Endpoints(*grown), faults=tuple(self.texts),
            fault_parts=parts, hand_faults=tuple(self.faults), laid=len(self.rows),
        )  # fmt: skip

    def _faults_of_lost(self) -> dict[tuple[int, int], int]:
        """Return the fault of every link that gave way, by row and step: all cables are laid."""
        links, first = self.wiring.links, self.wiring.first_place
        between = Counter((a, b) for a, _, b, *_, fault in self.rows if fault == CONNECTED)
        numbers: dict[HandFault, int] = {}
        found = {}
        for row, steps in self.lost.items():
            a, b, port = int(links.a[row]), int(links.b[row]), int(links.a_port[row])
            for step, cable in steps.items():
                if a < first:
                    replaced = self._port(a, port + step) in self.by_hand
                else:
                    replaced = between[a, b] > 0
                    between[a, b] -= replaced
                form: FaultForm = "replaced" if replaced else "displaced"
                fault = HandFault(form, cable)
                if fault not in numbers:
                    verb = "does the work" if replaced else "takes the place"
                    numbers[fault] = self._fault(
                        form, cable, f"cable {cable} {verb} of a link of the rule"
                    )
                found[row, step] = numbers[fault]
        return found

    def _fault(self, form: FaultForm, cable: str, text: str) -> int:
        """Return the number of a new reason."""
        self.texts.append(text)
        self.faults.append(HandFault(form, cable))
        return len(self.texts) - 1

    def _end(self, key: str, text: str) -> _End:
        form, number = self._place(key)
        if form == "switch":
            vertex = self.vertices[number]
            tier = int(self.wiring.places.tier[vertex - self.wiring.first_place])
            fit = self.wiring.fit(vertex)
            return _End(vertex, self._lane(key, vertex, text, fit), tier)
        units = np.flatnonzero(self.wiring.nodes.device == number)
        first = int(units[0])
        lane = self._lane(key, first, text, self.wiring.fit(first))
        vertex, end = self.ends.get((number, lane), (first, -1))
        return _End(vertex, lane, -1, end)

    def _place(self, key: str) -> tuple[str, int]:
        place = self.wiring.members.places.get(key)
        if place is None:
            raise CableError(f"{marked(key)} is neither a node nor a switch of the fabric")
        return place

    def _lane(self, key: str, vertex: int, text: str, fit: PortFit) -> int:
        """Return the lane a cable takes at a device: the one it names, or a free one."""
        if fit.refusal:
            raise CableError(fit.refusal)
        if text:
            lane = fit.lane(text)
            if lane is None:
                raise CableError(f"{marked(key)} has no port {text}")
            return lane
        last = 2**16 if fit.lanes is None else fit.lanes
        for lane in range(fit.first, last):
            here = self._port(vertex, lane)
            if here not in self.taken and here not in self.by_hand:
                return lane
        raise CableError(f"{marked(key)} has no free port")

    def _take(self, end: _End, cable: Cable) -> None:
        """Give a port to a cable; the rule's link there is lost."""
        here = self._port(end.vertex, end.lane)
        self.by_hand[here] = cable.id
        row = self.taken.pop(here, None)
        if row is None:
            return
        links = self.wiring.links
        at_a = self._port(int(links.a[row]), 0)[0] == here[0]
        step = end.lane - int((links.a_port if at_a else links.b_port)[row])
        self.lost.setdefault(row, {})[step] = cable.id
        for vertex, port in ((links.a, links.a_port), (links.b, links.b_port)):
            self.taken.pop(self._port(int(vertex[row]), int(port[row]) + step), None)

    def _port(self, vertex: int, lane: int) -> tuple[int, int]:
        """Return a key for a port: nodes of one device share its ports."""
        if vertex < self.wiring.first_place:
            return -1 - int(self.wiring.nodes.device[vertex]), lane
        return vertex, lane


def _single(values: list[int], step: int, fault: int) -> list[int]:
    """Return one link of a bundle as a row of its own."""
    a, a_port, b, b_port, _, rate, end, _ = values
    return [a, a_port + step, b, b_port + step, 1, rate, end, fault]
