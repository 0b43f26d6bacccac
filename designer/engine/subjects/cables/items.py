"""Every cable as a row: ends with cage and lane, way, medium, length, price. Made on demand.

Which cables are asked for is found in columns; only the rows of a page are made.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from designer.engine.cable_report import CableEnd, CableRow, CableRows, CablesAsked
from designer.engine.subject import Facts
from designer.engine.subjects.cables.bill import MEDIA_ORDER, longest_lead
from designer.engine.subjects.cables.choosing import MISFIT, TOO_FAR
from designer.engine.subjects.cables.media import MEDIA, Chosen, Media
from designer.engine.subjects.cables.states import (
    FAR,
    MAY_NOT,
    OPEN,
    REACHED,
    STATES,
    open_reach,
    overreached,
)
from designer.model.figures import Figure
from designer.model.layout import Layout, Placed
from designer.model.measured import fields_of
from designer.model.units import u_of
from designer.wiring.cable_media import Option
from designer.wiring.tray_loads import way_of

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Places = NDArray[np.intp]
_Place = tuple[str, str, str, str, str]
"""Id and name of a device, id and name of its rack, and its unit."""
_Way = tuple[tuple[str, ...], tuple[tuple[int, int], ...]]
"""Names of trays, and corners."""


def cable_rows(facts: Facts, asked: CablesAsked) -> CableRows:
    """Return the cables that are asked for."""
    table = CableTable(facts)
    found = table.asked_for(asked)
    page = found[max(0, asked.first) : max(0, asked.first) + max(0, asked.count)]
    near = table.first_near(found, frozenset(asked.near)) if asked.near else None
    return CableRows(total=len(found), near=near, rows=tuple(table.row(int(at)) for at in page))


@dataclass
class CableTable:
    """All cables of a design, numbered fabric by fabric."""

    facts: Facts

    def __post_init__(self) -> None:
        self.media: Media = self.facts[MEDIA]
        self.layout = Layout(self.facts.design)
        sizes = [len(chosen.ends) for chosen in self.media.fabrics]
        self.starts = np.concatenate(([0], np.cumsum(sizes))).astype(np.intp)
        self._racks = [rack.id for rack in self.facts.design.racks]
        pins = zip(overreached(self.media), (FAR, MAY_NOT), strict=True)
        self._pins = {at: state for places, state in pins for at in places.tolist()}
        self._leads: dict[tuple[str, ...], tuple[Figure, int]] = {}
        self._told: dict[tuple[int, int], tuple[str, str]] = {}
        self._placed: dict[tuple[int, int], _Place] = {}
        self._ways: dict[int, _Way] = {}

    def __len__(self) -> int:
        return int(self.starts[-1])

    def asked_for(self, asked: CablesAsked) -> Places:
        """Return the numbers of the cables that are asked for, in order."""
        kept = np.ones(len(self), dtype=bool)
        for fabric in range(len(self.media.fabrics)):
            part = kept[self.starts[fabric] : self.starts[fabric + 1]]
            self._keep(asked, fabric, part)
        if asked.medium:
            wanted = MEDIA_ORDER.index(asked.medium) if asked.medium in MEDIA_ORDER else -2
            kept &= self._medium == wanted
        if asked.wrong:
            wrong = np.isin(self._choice, (TOO_FAR, MISFIT))
            wrong[overreached(self.media)[0]] = True
            kept &= wrong
        words = asked.text.casefold().split()
        for word in filter(_is_of_a_name, words):
            kept &= self._named(word)
        words = [word for word in words if not _is_of_a_name(word)]
        found = np.flatnonzero(kept)
        if words:
            found = found[[all(w in self._said(int(at)) for w in words) for at in found]]
        return self._sorted(found, asked)

    def _keep(self, asked: CablesAsked, fabric: int, kept: Flags) -> None:
        """Drop what is not asked for of one fabric."""
        chosen = self.media.fabrics[fabric]
        ends, routes = chosen.ends, self.media.routing.routes
        if asked.fabric and ends.wiring.fabric.id != asked.fabric:
            kept[:] = False
        if asked.rack:
            number = routes.places.number.get(asked.rack, -2)
            rack = routes.fabrics[fabric].heights.rack
            kept &= (rack[ends.a] == number) | (rack[ends.b] == number)
        if asked.device:
            mine = [v for v in range(len(ends.devices)) if ends.wiring.key(v) == asked.device]
            kept &= np.isin(ends.a, mine) | np.isin(ends.b, mine)
        if asked.tray:
            pair = routes.fabrics[fabric].pair
            kept &= (pair >= 0) & self._pairs_on(asked.tray)[pair]

    def first_near(self, found: Places, keys: frozenset[str]) -> int | None:
        """Return which of these cables is first one of those by hand, else ends at one of these."""
        by_hand, ending = np.zeros(len(self), dtype=bool), np.zeros(len(self), dtype=bool)
        routes = self.media.routing.routes
        racks = [routes.places.number[key] for key in keys if key in routes.places.number]
        for fabric, chosen in enumerate(self.media.fabrics):
            start, ends = int(self.starts[fabric]), chosen.ends
            for at, cable in ends.by_hand.items():
                by_hand[start + at] = cable.id in keys
            mine = [v for v in range(len(ends.devices)) if ends.wiring.key(v) in keys]
            rack = routes.fabrics[fabric].heights.rack
            part = ending[start : int(self.starts[fabric + 1])]
            for vertices in (ends.a, ends.b):
                part |= np.isin(vertices, mine) | np.isin(rack[vertices], racks)
        for flags in (by_hand, ending):
            places = np.flatnonzero(flags[found])
            if len(places):
                return int(places[0])
        return None

    def _pairs_on(self, tray: str) -> Flags:
        """Return which pairs of racks run along a tray."""
        graph = self.media.routing.routes.graph
        found = np.zeros(len(self.media.routing.routes.pairs.a) + 1, dtype=bool)
        number = next((n for n, t in enumerate(self.facts.design.trays) if t.id == tray), -2)
        if graph is not None:
            spans = self.media.routing.spans
            found[spans.pair[graph.tray[spans.piece] == number]] = True
        return found

    @cached_property
    def _choice(self) -> NDArray[np.int32]:
        return np.concatenate(
            [chosen.choice for chosen in self.media.fabrics] or [np.empty(0, dtype=np.int32)]
        )

    @cached_property
    def _medium(self) -> NDArray[np.int8]:
        found = []
        for chosen in self.media.fabrics:
            codes = [MEDIA_ORDER.index(option.medium) for option in chosen.options]
            table = np.array([*codes, -1], dtype=np.int8)
            found.append(table[np.where(chosen.choice < 0, len(codes), chosen.choice)])
        return np.concatenate(found or [np.empty(0, dtype=np.int8)])

    def _sorted(self, found: Places, asked: CablesAsked) -> Places:
        keys: Mapping[str, Floats] = {
            "length": self.media.routing.metres[1],
            "stock": self._of_each(lambda chosen: chosen.stock_m),
            "price": self._of_each(partial(_link_prices, self.media)),
            "medium": self._medium.astype(float),
        }
        key = keys.get(asked.sort)
        if key is None:
            return found[::-1] if asked.descending else found
        # What has no figure stands last, whichever way.
        values = key[found]
        values = np.where(np.isnan(values), np.inf, -values if asked.descending else values)
        return np.asarray(found[np.argsort(values, kind="stable")], dtype=np.intp)

    def _of_each(self, column: Callable[[Chosen], Floats]) -> Floats:
        found = [column(chosen) for chosen in self.media.fabrics]
        return np.concatenate(found or [np.empty(0)])

    def _named(self, word: str) -> Flags:
        """Return which cables have an end whose names, or label without port, hold a word."""
        found = []
        for fabric, chosen in enumerate(self.media.fabrics):
            ends = chosen.ends
            mine = np.zeros(max(1, len(ends.devices)), dtype=bool)
            for side, vertices in enumerate((ends.a, ends.b)):
                used, first = np.unique(vertices, return_index=True)
                for vertex, at in zip(used.tolist(), first.tolist(), strict=True):
                    mine[vertex] = word in " ".join(self._of_end(fabric, at, side)).casefold()
            found.append(mine[ends.a] | mine[ends.b])
        return np.concatenate(found or [np.empty(0, dtype=bool)])

    def _of_end(self, fabric: int, at: int, side: int) -> tuple[str, str]:
        """Return the label of an end without its port, and its names: alike for all its ports."""
        ends = self.media.fabrics[fabric].ends
        key = fabric, int((ends.a, ends.b)[side][at])
        told = self._told.get(key)
        if told is None:
            end = self.end(fabric, at, side)
            before = identified(end).removesuffix(end.port)
            told = self._told[key] = before, f"{end.name} {end.rack_name}"
        return told

    def _said(self, number: int) -> str:
        """Return what a word is looked for in: the label, and the names of both ends."""
        fabric, at = self.place(number)
        ends = self.media.fabrics[fabric].ends
        label, names = [], []
        for side, (vertices, lanes) in enumerate(((ends.a, ends.a_lane), (ends.b, ends.b_lane))):
            before, name = self._of_end(fabric, at, side)
            label.append(before + ends.wiring.fit(int(vertices[at])).text(int(lanes[at])))
            names.append(name)
        return f"{'/'.join(label)} {' '.join(names)}".casefold()

    def place(self, number: int) -> tuple[int, int]:
        """Return the fabric of a cable by number, and its number there."""
        fabric = int(np.searchsorted(self.starts, number, side="right")) - 1
        return fabric, number - int(self.starts[fabric])

    def row(self, number: int) -> CableRow:
        """Return one cable."""
        fabric, at = self.place(number)
        chosen = self.media.fabrics[fabric]
        option = option_of(chosen, at)
        one, two = self.end(fabric, at, 0), self.end(fabric, at, 1)
        routing = self.media.routing
        low, likely, high = (float(case[number]) for case in routing.metres)
        straight = bool(routing.off_trays[number])
        figures = {"length_m": routing.figure(low, likely, high, straight=straight)}
        unstated = 0
        if option is not None:
            figures["price"] = self.media.link_price(option, float(chosen.stock_m[at]))
            figures["lead_weeks"], unstated = self._lead(option)
        by_hand = chosen.ends.by_hand.get(at)
        wiring = chosen.ends.wiring
        trays, corners = self._way(int(routing.routes.fabrics[fabric].pair[at]))
        return CableRow(
            number=number,
            label=label_of(one, two),
            fabric=wiring.fabric.id,
            fabric_name=wiring.fabric.name or wiring.fabric.id,
            rate_gbps=int(chosen.ends.rate_mbps[at]) / 1000,
            a=one,
            b=two,
            medium=option.medium if option is not None else "",
            part=option.cable.id if option is not None else "",
            part_name=option.cable.name if option is not None else "",
            pinned=at in chosen.pinned,
            stock_m=None if option is None else float(chosen.stock_m[at]),
            reach_m=None if option is None else option.reach_m,
            trays=trays,
            on_tray=not straight,
            lead_unstated=unstated,
            state=self.state(number, int(chosen.choice[at])),
            by_hand=by_hand.id if by_hand is not None else "",
            corners=corners,
            **fields_of(figures),
        )

    def state(self, number: int, code: int) -> str:
        """Return whether what is chosen reaches."""
        told = self._pins.get(number) or STATES.get(code)
        return told or (OPEN if self._open[number] else REACHED)

    @cached_property
    def _open(self) -> Flags:
        return open_reach(self.media)

    def _lead(self, option: Option) -> tuple[Figure, int]:
        key = tuple(part.id for part in option.parts)
        found = self._leads.get(key)
        if found is None:
            found = self._leads[key] = longest_lead(self.media, option.parts)
        return found

    def _way(self, pair: int) -> _Way:
        """Return trays and corners of the way between a pair of racks: alike for all its cables."""
        found = self._ways.get(pair)
        if found is None:
            found = self._ways[pair] = (
                (self.trays(pair), self._corners(pair)) if pair >= 0 else ((), ())
            )
        return found

    def trays(self, pair: int) -> tuple[str, ...]:
        """Return the names of the trays that a pair of racks runs along."""
        graph, spans = self.media.routing.routes.graph, self.media.routing.spans
        if graph is None:
            return ()
        trays = self.facts.design.trays
        numbers = np.unique(graph.tray[spans.piece[spans.pair == pair]])
        return tuple(trays[n].name or trays[n].id for n in numbers.tolist() if n >= 0)

    def _corners(self, pair: int) -> tuple[tuple[int, int], ...]:
        return tuple((round(x), round(y)) for x, y in way_of(self.media.routing.routes, pair))

    def end(self, fabric: int, at: int, side: int) -> CableEnd:
        """Return one end of a cable of a fabric: 0 the near one, 1 the far one."""
        chosen = self.media.fabrics[fabric]
        ends = chosen.ends
        vertex = int((ends.a, ends.b)[side][at])
        lane = int((ends.a_lane, ends.b_lane)[side][at])
        fit = ends.wiring.fit(vertex)
        option = option_of(chosen, at)
        module = option.modules[side] if option is not None else None
        cage, place = divmod(lane, max(1, fit.lanes_per_cage))
        key, name, rack, rack_name, unit = self._place_of(fabric, vertex)
        return CableEnd(
            device=key, name=name, rack=rack, rack_name=rack_name, unit=unit,
            port=fit.text(lane), cage=cage + 1, lane=place + 1,
            module=module.name if module is not None else "",
        )  # fmt: skip

    def _place_of(self, fabric: int, vertex: int) -> _Place:
        """Return id and name of a device, those of its rack, and its unit: alike for its ports."""
        found = self._placed.get((fabric, vertex))
        if found is None:
            key = self.media.fabrics[fabric].ends.wiring.key(vertex)
            number = int(self.media.routing.routes.fabrics[fabric].heights.rack[vertex])
            rack = self._racks[number] if number >= 0 else ""
            found = self._placed[fabric, vertex] = (
                key, self.layout.name_of(key), rack, self.layout.name_of(rack) if rack else "",
                _unit(self.layout.find(key)),
            )  # fmt: skip
        return found

    def rows(self) -> Iterator[CableRow]:
        """Yield all cables."""
        for number in range(len(self)):
            yield self.row(number)


def _is_of_a_name(word: str) -> bool:
    """Return whether a word can be of names alone: it has a letter, and no sign of a port."""
    return any(map(str.isalpha, word)) and not set(word) & set(":/.")


def option_of(chosen: Chosen, at: int) -> Option | None:
    """Return the medium that a cable of a fabric has; None where none is chosen."""
    code = int(chosen.choice[at])
    return chosen.options[code] if code >= 0 else None


def _link_prices(media: Media, chosen: Chosen) -> Floats:
    """Return the price of each link; nan where there is none."""
    values = [option.price.value for option in chosen.options]
    table = np.array([*(np.nan if v is None else v for v in values), np.nan])
    found = table[np.where(chosen.choice < 0, len(values), chosen.choice)]
    for number, option in enumerate(chosen.options):
        if not option.is_priced_by_length:
            continue
        rows = np.flatnonzero(chosen.choice == number)
        prices = (media.link_price(option, metres).value for metres in chosen.stock_m[rows])
        found[rows] = [np.nan if price is None else price for price in prices]
    return np.asarray(found, dtype=float)


def _unit(placed: Placed | None) -> str:
    if placed is None or placed.half_u <= 0:
        return ""
    return f"{u_of(placed.half_u):g}"


def label_of(one: CableEnd, two: CableEnd) -> str:
    """Return the label of a cable, near end first: `A10-21:2.1/A09-41:17.2`.

    Rack, unit and port of each end with a stroke between, as TIA-606 identifies links; what stands
    in no unit has the name of the device in its place.
    """
    return f"{identified(one)}/{identified(two)}"


def identified(end: CableEnd) -> str:
    """Return an end as labels name it: `A10-21:2.1`."""
    if not end.rack_name:
        return f"{end.name}:{end.port}"
    unit = f"{int(float(end.unit)):02d}" if end.unit else end.name
    return f"{end.rack_name}-{unit}:{end.port}"
