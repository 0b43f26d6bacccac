"""A cable in few words, as tables of every cable hold it, made of a page of the engine's answer."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import inf

from designer.engine.cable_report import CableCells
from designer.model.figures import Figure, exact, missing


@dataclass(frozen=True, slots=True)
class LineEnd:
    """A device at which cables end: its key and name, and its rack."""

    device: str
    name: str
    rack: str
    rack_name: str
    unit: str


@dataclass(frozen=True, slots=True)
class CableLine:
    """A cable.

    Attributes
    ----------
    number
        Among all cables of the design.
    medium, state
        As the engine's report has them; empty where no medium is known.
    trays
        Names of those that it runs along.
    length, stock_m, price
        Of its way; as it is bought; of this link in the currency of the site.
    by_hand
        Id of the cable where it is laid by hand; empty where a rule makes it.
    key
        What it is known by, whatever its number is: both its ends, and the how-manieth it is of
        those that join the same ports.
    """

    number: int
    label: str
    a: LineEnd
    a_port: str
    b: LineEnd
    b_port: str
    fabric: str
    rate_gbps: float
    medium: str
    part: str
    pinned: bool
    state: str
    trays: str
    by_hand: str
    length: Figure
    stock_m: float | None
    price: Figure
    key: str

    @property
    def rack(self) -> str:
        """The rack that it is folded with: that of its near end."""
        return self.a.rack


def lines_in(page: CableCells, met: Counter[tuple[str, str]]) -> Iterator[CableLine]:
    """Yield the cables of a page.

    Parameters
    ----------
    met
        How many cables of the pages before join each two ports; those of the page are added.
    """
    ends = [LineEnd(e.device, e.name, e.rack, e.rack_name, e.unit) for e in page.ends]
    texts, prices = page.texts, [_figure(*one, "") for one in page.figures]
    none = missing("price", "")
    for at in range(len(page.a)):
        price, a, b = page.price[at], ends[page.a[at]], ends[page.b[at]]
        a_port, b_port = texts[page.a_port[at]], texts[page.b_port[at]]
        one, other = sorted((f"{a.device}:{a_port}", f"{b.device}:{b_port}"))
        met[one, other] += 1
        yield CableLine(
            page.first + at, texts[page.label[at]], a, a_port,
            b, b_port, texts[page.fabric[at]], page.rate_gbps[at],
            texts[page.medium[at]], texts[page.part[at]], page.pinned[at], texts[page.state[at]],
            texts[page.trays[at]], texts[page.by_hand[at]],
            _figure(
                page.length_m[at], page.length_low_m[at], page.length_high_m[at],
                page.length_open[at], "m",
            ),
            page.stock_m[at], none if price < 0 else prices[price],
            f"{one} {other} {met[one, other]}",
        )  # fmt: skip


@lru_cache(maxsize=50_000)
def _figure(
    value: float | None, low: float, high: float | None, estimated: bool, unit: str
) -> Figure:
    """Return a figure; alike ones are the same object, by which sums know them."""
    if value is not None and low == high == value and not estimated:
        return exact(value, unit)
    return Figure(low, inf if high is None else high, value, unit, estimated=estimated)
