"""All cables in few words, column by column: for tables that filter and sort every one of them.

A row of the schedule is a record; of a hundred thousand only their cells are sent, words once.
"""

from dataclasses import dataclass, field
from math import inf
from typing import Any

from designer.engine.cable_report import CableCells, CableEnd, CellsAsked
from designer.engine.subject import Facts
from designer.engine.subjects.cables.items import CableTable, identified, option_of
from designer.model.figures import Figure
from designer.wiring.cable_media import Option

_BETWEEN_TRAYS = ", "


def cable_cells(facts: Facts, asked: CellsAsked) -> CableCells:
    """Return a page of all cables in the order of fabrics and ends."""
    table = CableTable(facts)
    first = max(0, asked.first)
    page = _Page(table)
    for number in range(first, min(len(table), first + max(0, asked.count))):
        page.add(number)
    return CableCells(
        total=len(table), first=first, ends=tuple(page.ends), texts=tuple(page.texts),
        figures=tuple(page.figures), **{name: tuple(cells) for name, cells in page.cells.items()},
    )  # fmt: skip


@dataclass
class _Page:
    """Gathers cells: ends, words and prices that several cables have stand once."""

    table: CableTable
    ends: dict[CableEnd, int] = field(default_factory=dict)
    texts: dict[str, int] = field(default_factory=dict)
    figures: dict[tuple[float | None, float, float | None, bool], int] = field(default_factory=dict)
    cells: dict[str, list[Any]] = field(default_factory=dict)
    _devices: dict[tuple[int, int], CableEnd] = field(default_factory=dict)
    _of_pairs: dict[int, str] = field(default_factory=dict)
    _prices: dict[tuple[int, float], int] = field(default_factory=dict)

    def add(self, number: int) -> None:
        """Add a cable."""
        table = self.table
        fabric, at = table.place(number)
        chosen, routing = table.media.fabrics[fabric], table.media.routing
        ends, option = chosen.ends, option_of(chosen, at)
        (one, a_port), (two, b_port) = (self._end(fabric, at, side) for side in (0, 1))
        low, likely, high = (float(case[number]) for case in routing.metres)
        length = routing.figure(low, likely, high, straight=bool(routing.off_trays[number]))
        stock = None if option is None else float(chosen.stock_m[at])
        by_hand = ends.by_hand.get(at)
        told = ends.wiring.fabric
        label = f"{identified(one)}{a_port}/{identified(two)}{b_port}"
        said = {
            "a": self.ends.setdefault(one, len(self.ends)),
            "b": self.ends.setdefault(two, len(self.ends)),
            "a_port": self._text(a_port), "b_port": self._text(b_port),
            "label": self._text(label), "fabric": self._text(told.name or told.id),
            "medium": self._text(option.medium if option else ""),
            "part": self._text(option.cable.name if option else ""),
            "state": self._text(table.state(number, int(chosen.choice[at]))),
            "trays": self._text(self._trays(int(routing.routes.fabrics[fabric].pair[at]))),
            "by_hand": self._text(by_hand.id if by_hand is not None else ""),
            "pinned": at in chosen.pinned, "length_m": length.value, "length_low_m": length.low,
            "length_high_m": _finite(length.high), "length_open": length.estimated,
            "stock_m": stock, "rate_gbps": int(ends.rate_mbps[at]) / 1000,
            "price": self._price(option, stock),
        }  # fmt: skip
        for name, cell in said.items():
            self.cells.setdefault(name, []).append(cell)

    def _end(self, fabric: int, at: int, side: int) -> tuple[CableEnd, str]:
        """Return an end without its port, which all cables of the device have, and its port."""
        ends = self.table.media.fabrics[fabric].ends
        vertex = int((ends.a, ends.b)[side][at])
        lane = int((ends.a_lane, ends.b_lane)[side][at])
        known = self._devices.get((fabric, vertex))
        if known is None:
            end = self.table.end(fabric, at, side)
            known = self._devices[fabric, vertex] = end.evolve(port="", cage=0, lane=0, module="")
        return known, ends.wiring.fit(vertex).text(lane)

    def _trays(self, pair: int) -> str:
        if pair not in self._of_pairs:
            names = self.table.trays(pair) if pair >= 0 else ()
            self._of_pairs[pair] = _BETWEEN_TRAYS.join(names)
        return self._of_pairs[pair]

    def _price(self, option: Option | None, stock: float | None) -> int:
        if option is None or stock is None:
            return -1
        key = id(option), stock
        if key not in self._prices:
            self._prices[key] = self._figure(self.table.media.link_price(option, stock))
        return self._prices[key]

    def _text(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))

    def _figure(self, price: Figure) -> int:
        if price.unknown:
            return -1
        told = (price.value, price.low, _finite(price.high), price.estimated)
        return self.figures.setdefault(told, len(self.figures))


def _finite(high: float) -> float | None:
    return None if high == inf else high
