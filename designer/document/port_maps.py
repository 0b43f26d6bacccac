"""Which port of a new part takes what hung by hand on a port of the old one.

The rule of a fabric deals ports in their order and needs no map. Cables and cords by hand name
theirs: those follow the map, and where it names no port for one, that one is taken away. A port is
told by its group and what is written beside it, `compute:3.2`; a supply by `supply:2`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part, PortGroup
from designer.model.change import Change, apply
from designer.model.design import Cable, Cord, Design
from designer.model.layout import Layout, Placed
from designer.wiring.hand_cables import Landing, PortLink, landing, link_of
from designer.wiring.network_ports import connectors_meet

SUPPLY: Final = "supply"
"""The group of a part's supplies."""
_PSU: Final = "psu"

Pairs = tuple[tuple[str, str], ...]
"""Ports of the old part, each with that of the new one; an empty one takes away what hangs there.
"""


@dataclass(frozen=True, slots=True)
class Port:
    """A port or supply of a part: `compute:3`, what people read, what it is for, what it is."""

    key: str
    words: str
    purpose: str
    what: str


@dataclass(frozen=True, slots=True)
class PortLine:
    """What hangs by hand on a port of the old part, and where it would hang on the new one.

    Attributes
    ----------
    then
        The port of the new part; empty where what hangs there is taken away.
    held
        Ids of the cables and cords by hand.
    refusal
        Why they cannot hang there; empty where they can.
    """

    port: Port
    then: str
    held: tuple[str, ...]
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class _Hung:
    """An end of a cable or cord by hand at a device that is replaced."""

    record: Cable | Cord
    device: str
    key: str
    link: int = 0


def ports_of(part: Part) -> tuple[Port, ...]:
    """Return the ports and supplies of a part, group by group, in their order."""
    made = []
    for group in part.ports:
        what = f"{group.rate_gbps:g} Gb/s {group.connector or group.kind}"
        for at in range(group.count):
            text = _text(group, at)
            made.append(Port(f"{group.name}:{text}", f"{group.name} {text}", group.purpose, what))
    count = part.psu.count if part.psu is not None else 0
    inlet = part.psu.inlet if part.psu is not None else ""
    made += [Port(f"{SUPPLY}:{at + 1}", f"{SUPPLY} {at + 1}", SUPPLY, inlet) for at in range(count)]
    return tuple(made)


def _text(group: PortGroup, port: int) -> str:
    """Return a port as people write it: `3.2`, or `3` where a cage holds one."""
    each = max(1, group.count // (group.cages or group.count))
    return f"{port // each + 1}.{port % each + 1}" if each > 1 else f"{port + 1}"


def proposed(old: Part, new: Part) -> dict[str, str]:
    """Return the port that takes the place of each: the next of its purpose, in their order.

    Empty where the new part has no more of the purpose.
    """
    free: dict[str, Iterator[Port]] = {}
    for port in ports_of(new):
        free.setdefault(port.purpose, iter([p for p in ports_of(new) if p.purpose == port.purpose]))
    found = ((port, next(free.get(port.purpose, iter(())), None)) for port in ports_of(old))
    return {port.key: then.key if then is not None else "" for port, then in found}


def port_lines(
    before: Design, after: Design, catalog: Catalog, parts: tuple[str, str], pairs: Pairs = ()
) -> tuple[PortLine, ...]:
    """Return what hangs by hand on devices that are replaced, by the ports of the old part.

    Parameters
    ----------
    after
        The design with the new part in which nothing of cables and cords is changed.
    parts
        Ids of the old and the new part.
    pairs
        What differs from the proposal.
    """
    work = _moving(before, after, catalog, parts, pairs)
    return work.lines() if work is not None else ()


def remapped(
    before: Design, after: Design, catalog: Catalog, parts: tuple[str, str], pairs: Pairs
) -> tuple[Design, str]:
    """Return the design in which what hung by hand on the old part hangs on the new one.

    Returns
    -------
    tuple
        The design, and why it cannot be; empty where it can.
    """
    work = _moving(before, after, catalog, parts, pairs)
    lines = work.lines() if work is not None else ()
    if work is None or not lines:
        return after, ""
    for line in lines:
        if line.refusal:
            return after, f"{', '.join(line.held)} at {line.port.words}: {line.refusal}"
    return work.done(), ""


def _moving(
    before: Design, after: Design, catalog: Catalog, parts: tuple[str, str], pairs: Pairs
) -> "_Moving | None":
    """Return what follows a map; None where nothing hangs by hand, or a part is not known."""
    old, new = (catalog.get(one) for one in parts)
    if old is None or new is None or not (before.cables or before.cords):
        return None
    return _Moving(before, after, catalog, (old, new), pairs)


class _Moving:
    """Follows a map with the ends of cables and cords by hand."""

    def __init__(
        self, before: Design, after: Design, catalog: Catalog, parts: tuple[Part, Part],
        pairs: Pairs,
    ) -> None:  # fmt: skip
        self._before, self._after = Layout(before), Layout(after)
        self._catalog, self._parts = catalog, parts
        self._given = frozenset(key for key, _ in pairs)
        self._pairs = {**proposed(*parts), **dict(pairs)}
        self._links = [_links_of(part) for part in parts]
        self._supplies = {port.key for port in ports_of(parts[1]) if port.purpose == SUPPLY}
        self._keys = {link: key for key, link in self._links[0].items()}
        self._hung = tuple(self._found())

    def lines(self) -> tuple[PortLine, ...]:
        """Return a line for each port of the old part on which something hangs."""
        told = self._refusals()
        held: dict[str, list[_Hung]] = {}
        for one in self._hung:
            held.setdefault(one.key, []).append(one)
        return tuple(
            PortLine(
                port, self._pairs.get(port.key, ""),
                tuple(dict.fromkeys(one.record.id for one in held[port.key])),
                told.get(port.key, ""),
            )
            for port in ports_of(self._parts[0]) if port.key in held
        )  # fmt: skip

    def _found(self) -> Iterator[_Hung]:
        """Yield the ends that hang on what is replaced, where they name a port that there is."""
        for cable in self._before.design.cables:
            for device in (cable.a, cable.b):
                if self._is_replaced(device):
                    found = link_of(self._before, self._catalog, cable, device)
                    if found is not None:
                        key = self._keys[found.group, found.port]
                        yield _Hung(cable, device, key, found.part)
        for cord in self._before.design.cords:
            device, _, end = cord.supply.rpartition(":")
            number = end.removeprefix(_PSU)
            if number.isdecimal() and self._is_replaced(device):
                yield _Hung(cord, device, f"{SUPPLY}:{number}")

    def _refusals(self) -> dict[str, str]:
        """Return the first reason why what hangs on a port cannot hang where the map says."""
        told: dict[str, str] = {}
        taken: dict[tuple[str, ...], _Hung] = {}
        for one in self._hung:
            then = self._pairs.get(one.key, "")
            refusal, place = self._refusal(one, then)
            first = taken.setdefault(place, one) if place else one
            if (first.key, first.link) != (one.key, one.link):
                refusal = f"{first.record.id} hangs there already"
            if refusal:
                told.setdefault(one.key, refusal)
        return told

    def done(self) -> Design:
        """Return the design in which all ends follow the map."""
        changed: dict[tuple[str, str], Cable | Cord | None] = {}
        for one in self._hung:
            where = "cables" if isinstance(one.record, Cable) else "cords", one.record.id
            now = changed.get(where, one.record)
            changed[where] = None if now is None else self._moved(now, one)
        put: dict[str, list[Cable | Cord]] = {}
        drop: dict[str, list[str]] = {}
        for (collection, key), now in changed.items():
            if now is None:
                drop.setdefault(collection, []).append(key)
            else:
                put.setdefault(collection, []).append(now)
        return apply(self._after.design, Change(
            put=tuple((name, tuple(some)) for name, some in put.items()),
            drop=tuple((name, tuple(keys)) for name, keys in drop.items()),
        ))  # fmt: skip

    def _moved(self, record: Cable | Cord, one: _Hung) -> Cable | Cord | None:
        then = self._pairs.get(one.key, "")
        if not then:
            return None
        if isinstance(record, Cord):
            return record.evolve(supply=f"{one.device}:{_PSU}{then.rpartition(':')[2]}")
        port = self._landing(record, one, then).port
        if record.a == one.device:
            return record.evolve(a_port=port)
        return record.evolve(b_port=port)

    def _refusal(self, one: _Hung, then: str) -> tuple[str, tuple[str, ...]]:
        """Return why an end cannot hang at a port, and the place that it takes there."""
        if not then:
            lost = one.key not in self._given
            return f"{self._parts[1].name} has no port left for it" if lost else "", ()
        if isinstance(one.record, Cord):
            fits = then in self._supplies
            why = "" if fits else f"a cord hangs on a supply, and {then} is none"
            return why, (one.device, then)
        if then not in self._links[1]:
            return f"a cable of a network hangs on a port, and {then} is none", ()
        found = self._landing(one.record, one, then)
        if found.refusal:
            return found.refusal, ()
        far = self._far_connector(one.record, one.device)
        if connectors_meet(found.connector, far) is False:
            return f"{found.connector} meets no {far} at the other end", ()
        return "", (one.device, one.record.fabric, found.port)

    def _landing(self, cable: Cable, one: _Hung, then: str) -> Landing:
        link = PortLink(one.device, *self._links[1][then], one.link)
        return landing(self._after, self._catalog, cable.fabric, link)

    def _far_connector(self, cable: Cable, device: str) -> str:
        """Return the connector at the other end, as it was if that is replaced as well."""
        far = cable.b if device == cable.a else cable.a
        found = link_of(self._before, self._catalog, cable, far)
        if found is None:
            return ""
        return landing(self._before, self._catalog, cable.fabric, found).connector

    def _is_replaced(self, device: str) -> bool:
        was, now = self._before.find(device), self._after.find(device)
        return _is(was, self._parts[0].id) and _is(now, self._parts[1].id)


def _is(placed: Placed | None, part_id: str) -> bool:
    return placed is not None and placed.part == part_id


def _links_of(part: Part) -> dict[str, tuple[str, int]]:
    """Return the group and the number from 0 of each port, by what it is told by."""
    return {
        f"{group.name}:{_text(group, at)}": (group.name, at)
        for group in part.ports for at in range(group.count)
    }  # fmt: skip
