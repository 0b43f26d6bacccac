"""A fabric as `ibnetdiscover` prints one that runs, so that tools of the field read it beforehand.

ibsim and OpenSM route it, `slurmibtopology` and topograph make Slurm's topology of it. Each rail of
a node is a channel adapter, as network adapters are, with a port in each plane; ports of switches
are numbered by lane: `17.2` of twin-port cages is 34. GUIDs follow from the keys of devices and are
no maker's.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

import numpy as np

from designer.catalog.catalog import Catalog
from designer.engine.report import Report
from designer.model.design import Design
from designer.model.layout import Layout
from designer.wiring.network import expand_network
from designer.wiring.network_columns import CONNECTED, FabricWiring

_SWITCH, _ADAPTER = 0x10, 0x20
"""First byte of a GUID, by what it names; the last one numbers ports."""
_LANE_RATES: Final = (
    (200, "XDR"),
    (100, "NDR"),
    (50, "HDR"),
    (25, "EDR"),
    (14, "FDR"),
    (10, "QDR"),
)
"""Gb/s of one lane by the name of the generation."""
LANES: Final = 4
"""Lanes of a port that is not split."""
_HCA: Final = " HCA-"


def ibnetdiscover_text(
    design: Design, catalog: Catalog, report: Report | None = None, fabric: str = ""
) -> str:
    """Return a fabric of a design as `ibnetdiscover` prints it.

    Parameters
    ----------
    report
        Not needed: what is linked to what follows from the design.
    fabric
        Id or name; the first InfiniBand fabric with a link where it is empty.

    Raises
    ------
    ValueError
        If there is none; the message says why in one line.
    """
    wirings = expand_network(design, catalog).fabrics
    return topology_text(_chosen(wirings, fabric), Layout(design).name_of)


def _chosen(wirings: Iterable[FabricWiring], wanted: str) -> FabricWiring:
    there = tuple(wirings)
    if wanted:
        found = [one for one in there if wanted in (one.fabric.id, one.fabric.name)]
        if not found:
            known = ", ".join(one.fabric.id for one in there) or "none"
            raise ValueError(f"there is no fabric {wanted!r}; fabrics are {known}")
        if found[0].fabric.kind != "infiniband":
            raise ValueError(f"fabric {wanted!r} is no InfiniBand fabric, of which alone it tells")
        return found[0]
    for one in there:
        if one.fabric.kind == "infiniband" and (one.links.fault == CONNECTED).any():
            return one
    raise ValueError("the design has no InfiniBand fabric with a link")


def topology_text(wiring: FabricWiring, name_of: Callable[[str], str] = str) -> str:
    """Return the connected links of a fabric as `ibnetdiscover` prints them.

    Parameters
    ----------
    name_of
        What people call a device.
    """
    ends = _Ends(wiring, name_of)
    lines = ["# Written from a design: nothing of it was discovered."]
    for thing in ends.switches():
        lines += ["", *_switch(thing, ends)]
    for thing in ends.adapters():
        lines += ["", *_adapter(thing, ends)]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class _End:
    """A port of a switch or an adapter: the thing, and the number of the port, from 1."""

    thing: str
    port: int


class _Ends:
    """Switches and adapters with what is at each of their ports."""

    def __init__(self, wiring: FabricWiring, name_of: Callable[[str], str]) -> None:
        self._name_of = name_of
        self._ports: dict[str, dict[int, tuple[_End, str]]] = {}
        self._switches: dict[str, int] = {}
        self._adapters: dict[str, int] = {}
        self._of_several = frozenset(
            f"{wiring.key(vertex)}{unit}" for vertex, unit in _units_of(wiring).items() if unit
        )
        for a, b, rate in _links(wiring, self._switches, self._adapters):
            speed = speed_words(rate, wiring.fabric.breakout)
            self._ports.setdefault(a.thing, {})[a.port] = b, speed
            self._ports.setdefault(b.thing, {})[b.port] = a, speed
        self._guids = _guids(self._switches, _SWITCH) | _guids(self._adapters, _ADAPTER)

    def switches(self) -> Iterator[str]:
        """Yield those with a link, in order of the wiring."""
        yield from self._switches

    def adapters(self) -> Iterator[str]:
        """Yield those with a link, in order of the wiring."""
        yield from self._adapters

    def ports(self, thing: str) -> list[tuple[int, _End, str]]:
        """Return what is at the ports of one, with the speed of each link."""
        there = self._ports.get(thing, {})
        return [(port, *there[port]) for port in sorted(there)]

    def count(self, thing: str) -> int:
        """Return how many ports one has."""
        return self._switches.get(thing) or self._adapters[thing]

    def guid(self, thing: str) -> int:
        """Return the number of one."""
        return self._guids[thing]

    def name(self, thing: str) -> str:
        """Return its id as it stands in quotation marks."""
        return f"{'S' if thing in self._switches else 'H'}-{self.guid(thing):016x}"

    def said(self, thing: str) -> str:
        """Return what people call one, as it stands in the comment of a line."""
        device, hca, rail = thing.partition(_HCA)
        key, dash, unit = device.rpartition("-") if device in self._of_several else (device, "", "")
        return f"{self._name_of(key)}{dash}{unit}{hca}{rail}".replace('"', "'")

    def is_switch(self, thing: str) -> bool:
        """Return whether one is a switch."""
        return thing in self._switches


def _links(
    wiring: FabricWiring, switches: dict[str, int], adapters: dict[str, int]
) -> Iterator[tuple[_End, _End, float]]:
    """Yield connected links one by one with their rate in Gb/s; note their ends with all ports."""
    links, first, ends = wiring.links, wiring.first_place, wiring.endpoints
    planes, each = wiring.fabric.planes, _units_of(wiring)
    for row in np.flatnonzero(links.fault == CONNECTED).tolist():
        a, b, end = int(links.a[row]), int(links.b[row]), int(links.end[row])
        a_port, b_port = int(links.a_port[row]), int(links.b_port[row])
        rate = int(links.rate_mbps[row]) / 1000
        for step in range(int(links.count[row])):
            upper = _at_switch(wiring, b, b_port + step, switches)
            if a >= first:
                yield _at_switch(wiring, a, a_port + step, switches), upper, rate
                continue
            name = f"{wiring.key(a)}{each[a]}{_HCA}{int(ends.rail[end]) + 1}"
            plane = a_port - int(ends.port[end])
            adapters[name] = max(planes, plane + 1)
            yield _End(name, plane + 1), upper, rate


def _units_of(wiring: FabricWiring) -> dict[int, str]:
    """Return what tells the nodes of one device apart; nothing where it is a single node."""
    devices = np.bincount(wiring.nodes.device, minlength=1)
    return {
        vertex: f"-{int(wiring.nodes.unit[vertex]) + 1}" if devices[device] > 1 else ""
        for vertex, device in enumerate(wiring.nodes.device.tolist())
    }


def _at_switch(wiring: FabricWiring, vertex: int, lane: int, switches: dict[str, int]) -> _End:
    key = wiring.key(vertex)
    stated = wiring.fit(vertex).lanes
    switches[key] = max(switches.get(key, 0), lane + 1 if stated is None else stated)
    return _End(key, lane + 1)


def speed_words(rate_gbps: float, split: int = 1) -> str:
    """Return a rate as InfiniBand has it: `4xNDR` for 400 Gb/s, `2xNDR` for half such a port."""
    for lane, name in _LANE_RATES:
        if rate_gbps * split == lane * LANES and LANES % split == 0:
            return f"{LANES // split}x{name}"
    return f"{rate_gbps:g}Gbps"


def _guids(things: Iterable[str], first: int) -> dict[str, int]:
    """Return for each a number of its own, the same in every design that has one of its name."""
    found: dict[str, int] = {}
    taken: set[int] = set()
    for thing in things:
        middle = int.from_bytes(blake2b(thing.encode(), digest_size=6).digest())
        while middle in taken:
            middle = (middle + 1) % (1 << 48)
        taken.add(middle)
        found[thing] = (first << 56) | (middle << 8)
    return found


def _switch(thing: str, ends: _Ends) -> Iterator[str]:
    guid = ends.guid(thing)
    yield from (
        "vendid=0x0",
        "devid=0x0",
        f"sysimgguid=0x{guid:x}",
        f"switchguid=0x{guid:x}({guid:x})",
    )
    yield (
        f'Switch\t{ends.count(thing)} "{ends.name(thing)}"\t\t# "{ends.said(thing)}" '
        "base port 0 lid 0 lmc 0"
    )
    yield from (
        f"[{port}]\t{_peer(ends, other)}{speed}" for port, other, speed in ends.ports(thing)
    )


def _adapter(thing: str, ends: _Ends) -> Iterator[str]:
    guid = ends.guid(thing)
    yield from ("vendid=0x0", "devid=0x0", f"sysimgguid=0x{guid:x}", f"caguid=0x{guid:x}")
    yield f'Ca\t{ends.count(thing)} "{ends.name(thing)}"\t\t# "{ends.said(thing)}"'
    for port, other, speed in ends.ports(thing):
        yield f"[{port}]({guid + port:x}) \t{_peer(ends, other)}{speed}"


def _peer(ends: _Ends, other: _End) -> str:
    port = "" if ends.is_switch(other.thing) else f"({ends.guid(other.thing) + other.port:x})"
    name = ends.said(other.thing)
    return f'"{ends.name(other.thing)}"[{other.port}]{port}\t\t# "{name}" lid 0 '
