"""What can join two cages: copper, active cables, or modules and a fibre; cheapest first.

A part joins cages where its plugs, its rate and the links of a cage fit, and where the links of a
cage go to the cages that it has ends for. Both modules of a fibre speak the same optics at the same
rate; a module that is split in two serves twice the links at half the rate. Slower links that fill
two cages between them share one straight cable, whose lanes are then ports of their own: four of
200 Gb/s are the eight lanes of an 800G cage, two to a link (NVIDIA MCP4Y10: eight channels of 100
Gb/s; MCP7Y50: two of them to a port of 200 Gb/s; Intel Gaudi documentation: 4 × 200 Gb/s of an OSFP
cage go to a leaf together). Whatever does not fit is refused with the reason. How far modules reach
is by the grade of the fibre between them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, inf
from typing import Final, Literal, NamedTuple

from designer.catalog.cable_figures import CableFigures
from designer.catalog.part import Part
from designer.catalog.part_prices import is_priced_by_length
from designer.model.figures import Figure, total
from designer.wiring.network_ports import PortFit

Pairing = Literal["", "straight", "split-a", "split-b", "crossed", "halves"]
"""How the links of a cage go: all to one cage, to one cage each from `a` or from `b`, or to cages
whose links go elsewhere too; of these, each half of a cage to one half of another. Empty where
nobody says."""
PAIRINGS: Final[tuple[Pairing, ...]] = ("straight", "split-a", "split-b", "crossed", "halves")

_ACCEPTS: Final = {
    "OSFP": ("OSFP",),
    "OSFP112": ("OSFP",),
    "QSFP-DD": ("QSFP-DD", "QSFP56", "QSFP28"),
    "QSFP112": ("QSFP112", "QSFP56", "QSFP28"),
    "QSFP56": ("QSFP56", "QSFP28"),
}
"""Plugs that go into a cage; into others goes what is called as they are. Those of four lanes take
slower ones of the same form."""
_CARRIES_GBPS: Final = {
    "SFP28": 28.0, "SFP56": 56.0, "SFP112": 112.0,
    "QSFP28": 112.0, "QSFP56": 224.0, "QSFP112": 448.0,
}  # fmt: skip
"""What lanes of a plug carry together at most, coded: one lane, or four, of 28, 56 or 112 Gb/s as
the form is called (SFF-8402, SFF-8665, QSFP112 MSA)."""
_RANK: Final = ("copper", "DAC", "ACC", "AEC", "AOC", "MMF", "SMF", "LPO")
_PASSIVE: Final = ("copper", "DAC")
_GLASS: Final = {"MMF": "MMF", "SMF": "SMF", "LPO": "SMF"}
_LANES: Final = {"SR4": 4, "DR4": 4, "SR8": 8, "DR8": 8}
"""Lanes of a port of optics that give each a fibre of its own; others put them on one fibre."""
_WAYS: Final = "the links of a cage do not go"
_PANELS_VOUCHED: Final = 2
"""Patch panels that makers count in the reach of their modules (NVIDIA's cabling guide)."""


class Socket(NamedTuple):
    """A cage as a cable meets it.

    Attributes
    ----------
    plugs
        What goes into it; None where nobody says.
    links
        Links of one cage; None where nobody says.
    on_switch
        Whether it is a switch's, whose cages take finned modules; None where nobody says.
    port_gbps
        Rate of its ports: modules of faster ones are of another generation. None where nobody says.
    built_in
        Optics that are part of the switch, and need no module; empty where none are.
    """

    plugs: frozenset[str] | None = None
    links: int | None = None
    on_switch: bool | None = None
    port_gbps: float | None = None
    built_in: str = ""


ANY_SOCKET: Final = Socket()


@dataclass(frozen=True, slots=True)
class Option:
    """One way to join two cages.

    Attributes
    ----------
    cable
        The cable, or the fibre.
    modules
        Those at both ends; None where the cable has plugs of its own, or optics are built in.
    split
        Links of one fibre.
    reach_m
        How far it goes; None where nobody says.
    price
        Of one link: its part of modules and cable.
    share, beside
        What part of a cable one link takes, and what it costs beside that: its part of modules.
    """

    medium: str
    cable: Part
    modules: tuple[Part | None, Part | None]
    split: int
    reach_m: float | None
    price: Figure
    near: Literal["a", "b"] = "a"
    share: float = 1.0
    beside: tuple[Figure, ...] = ()

    def price_with(self, cable: Figure) -> Figure:
        """Return the price of one link whose cable costs as much as this one, of its length."""
        return total((*self.beside, cable.times(self.share)))

    @property
    def is_splitter(self) -> bool:
        """Whether one end of it is split."""
        return _figures(self.cable).far_ends > 1

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts of it."""
        return (self.cable, *(module for module in self.modules if module is not None))

    @property
    def words(self) -> str:
        """What it is in words."""
        modules = dict.fromkeys(module.name for module in self.modules if module is not None)
        return " and ".join((self.cable.name, *modules))

    def watts(self, end: int, name: str = "power_max_w") -> float | None:
        """Return what it draws from one cage; None where nobody says."""
        module = self.modules[end]
        if module is None and self.cable.cable is not None and self.cable.cable.is_fibre:
            return 0.0
        return cage_watts(module or self.cable, name)

    def stock_m(self, metres: float) -> float:
        """Return the length that is bought: the next of its list, or the next whole metre."""
        return stock_m(self.cable, metres)

    @property
    def is_priced_by_length(self) -> bool:
        """Whether the cable has a price of each length, and none of all of them."""
        return self.price.value is None and is_priced_by_length(self.cable)


def cage_watts(part: Part, name: str = "power_max_w") -> float | None:
    """Return what a module or a cable draws from one cage; None where nobody says.

    Passive copper draws the same whatever goes on: what reads its plugs, and nothing of a cable
    with plain plugs of which nobody says more.
    """
    found: float | None = getattr(part, name)
    if found is not None or part.cable is None or part.cable.medium not in _PASSIVE:
        return found
    return 0.0 if part.power_max_w is None and part.cable.medium == "copper" else part.power_max_w


def stock_m(cable: Part, metres: float) -> float:
    """Return the length in which a cable is bought: the next of its list, or the next metre."""
    longer = (one for one in sorted(_figures(cable).lengths_m) if one >= metres - 1e-9)
    return next(longer, float(ceil(metres - 1e-9)))


@dataclass(frozen=True, slots=True)
class Refusal:
    """A part that does not join two cages, and why."""

    part: Part
    reason: str


@dataclass(frozen=True)
class Offer:
    """All ways to join two cages, cheapest first, those without a price last; what was refused."""

    options: tuple[Option, ...]
    refusals: tuple[Refusal, ...]

    @property
    def longest_m(self) -> float:
        """How far the one goes that goes furthest; infinite where nobody says of one."""
        return max((inf if o.reach_m is None else o.reach_m for o in self.options), default=0.0)


PriceOf = Callable[[Part], Figure]


@dataclass(frozen=True, eq=False)
class Stock:
    """What joins cages, by its sort, each with its figures: sorted once for all pairs of cages.

    Attributes
    ----------
    cables
        What has plugs of its own, of copper or active.
    modules
        Transceivers.
    fibres
        Those between transceivers, by what they take.
    """

    cables: tuple[tuple[Part, CableFigures], ...]
    modules: tuple[tuple[Part, CableFigures], ...]
    fibres: Mapping[str, Sequence[tuple[Part, CableFigures]]]
    _fit: dict[tuple[object, ...], tuple[list[Part | None], list["Refusal"]]] = field(
        default_factory=dict, repr=False
    )

    @classmethod
    def of(cls, parts: Iterable[Part]) -> "Stock":
        """Return parts sorted; those that are no cables are left out."""
        cables, modules = [], []
        fibres: dict[str, list[tuple[Part, CableFigures]]] = {}
        for part in parts:
            figures = part.cable
            if figures is None:
                continue
            if figures.is_module:
                modules.append((part, figures))
            elif figures.is_fibre:
                fibres.setdefault(figures.fibre, []).append((part, figures))
            else:
                cables.append((part, figures))
        return cls(tuple(cables), tuple(modules), fibres)

    def modules_for(
        self, socket: Socket, rate_gbps: float, pinned: frozenset[str]
    ) -> tuple[list[Part | None], list["Refusal"]]:
        """Return the modules that go into a cage, and those that nearly do, with the reasons."""
        found = self._fit.get((socket, rate_gbps, pinned))
        if found is None:
            refusals: list[Refusal] = []
            modules = list(_modules(self.modules, socket, rate_gbps, refusals, pinned))
            found = self._fit[socket, rate_gbps, pinned] = modules, refusals
        return found


def socket_of(fit: PortFit, *, on_switch: bool) -> Socket:
    """Return the cages of a part's ports."""
    built_in = "DR4" if "co-packaged" in fit.connector else ""
    plugs = plugs_of(fit.connector)
    return Socket(plugs, fit.lanes_per_cage, on_switch, fit.port_gbps, built_in)


def plugs_of(connector: str) -> frozenset[str] | None:
    """Return the plugs that go into cages of a connector; None where nobody names it."""
    if not connector:
        return None
    plugs: set[str] = set()
    for word in connector.replace(",", " ").split():
        if word[:1].isupper() and word != "NDR200":
            plugs.update(_ACCEPTS.get(word, (word,)))
    return frozenset(plugs)


def plugs_carry(connector: str) -> float | None:
    """Return what any plug that goes into a cage carries at most, Gb/s; None where nobody says."""
    return _carried(plugs_of(connector))


def _carried(plugs: frozenset[str] | None) -> float | None:
    """Return what any of some plugs carries at most, Gb/s; None where nobody says of one."""
    if not plugs:
        return None
    known = [_CARRIES_GBPS.get(plug) for plug in plugs]
    return None if None in known else max(rate for rate in known if rate is not None)


def offer(
    ends: tuple[Socket, Socket],
    rate_gbps: float,
    parts: "Iterable[Part] | Stock",
    price_of: PriceOf,
    pairing: Pairing = "",
    panels: int | None = None,
    pinned: frozenset[str] = frozenset(),
) -> Offer:
    """Return all ways to join two cages.

    Parameters
    ----------
    ends
        The cages at `a` and at `b`.
    rate_gbps
        Of one link.
    pairing
        How the links of a cage go.
    panels
        Patch panels that each fibre passes; None for none.
    pinned
        Ids of parts that a person asks for.
    """
    sorted_ = parts if isinstance(parts, Stock) else Stock.of(parts)
    options: list[Option] = []
    refusals: list[Refusal] = []
    for part, cable in sorted_.cables:
        each = _links_each(cable, ends, rate_gbps, pairing)
        if not each:
            continue
        reasons = [_misfit(cable, ends, pairing, "a", each)]
        if cable.far_ends > 1:
            reasons.append(_misfit(cable, ends[::-1], pairing, "b"))
        if "" in reasons:
            options.append(_direct(part, price_of, "a" if not reasons[0] else "b", each))
        else:
            # What nearly fits says most: the ways of the links are asked last.
            told = next((one for one in reasons if one.startswith(_WAYS)), reasons[0])
            refusals.append(Refusal(part, told))
    more = refusals, pinned, pairing
    options += _optical(sorted_, ends, rate_gbps, price_of, panels, more)
    options.sort(key=_order)
    return Offer(tuple(options), tuple(refusals))


def _order(option: Option) -> tuple[bool, float, int, str]:
    price = option.price.low if option.is_priced_by_length else option.price.value
    rank = _RANK.index(option.medium)
    return price is None, inf if price is None else price, rank, option.words


def _figures(part: Part) -> CableFigures:
    if part.cable is None:
        raise ValueError(f"{part.id} is no cable")
    return part.cable


def _links_each(
    cable: CableFigures, ends: tuple[Socket, Socket], rate_gbps: float, pairing: Pairing
) -> int:
    """Return how many links each port of a cable carries; 0 where its rate is another.

    More than one where all links of both cages go to each other and fill the cable.
    """
    if cable.rate_gbps == rate_gbps:
        return 1
    each = _times(cable.rate_gbps, rate_gbps)
    fills = each > 1 and all(end.links == cable.links * each for end in ends)
    return each if fills and cable.far_ends == 1 and pairing in ("", "straight") else 0


def _times(rate_gbps: float, of_link: float) -> int:
    """Return how many links have a rate together; 0 where they do not part it evenly."""
    times = rate_gbps / of_link if of_link > 0 else 0.0
    return round(times) if times >= 1 and times == round(times) else 0


def _direct(part: Part, price_of: PriceOf, near: Literal["a", "b"], each: int) -> Option:
    cable = _figures(part)
    share = 1 / (cable.links * each)
    price = price_of(part).times(share)
    return Option(cable.medium, part, (None, None), 1, cable.length_max_m, price, near, share)


def _misfit(
    cable: CableFigures,
    ends: tuple[Socket, Socket],
    pairing: Pairing,
    near: str,
    each: int = 1,
) -> str:
    """Return why a cable with plugs of its own does not join two cages; empty where it does.

    Parameters
    ----------
    ends
        The cage of its near end, then that of the far ends.
    near
        Which end of the link that is.
    each
        Links that each of its ports carries.
    """
    plugs = cable.connector, cable.far_connector or cable.connector
    links = cable.links * each, cable.links * each // cable.far_ends
    for socket, plug, number in zip(ends, plugs, links, strict=True):
        if socket.built_in or (socket.plugs is not None and plug not in socket.plugs):
            return f"its {plug} does not go into the cage"
        if socket.links is not None and socket.links != number:
            return f"it has {number} to a cage of {socket.links} links"
    wanted = "straight" if cable.far_ends == 1 else f"split-{near}"
    if pairing and pairing != wanted and cable.links > 1:
        straight = "to one cage" if cable.far_ends == 1 else "each to a cage of its own"
        return f"{_WAYS} {straight}"
    return ""


def _optical(
    stock: "Stock",
    ends: tuple[Socket, Socket],
    rate_gbps: float,
    price_of: PriceOf,
    panels: int | None,
    more: tuple[list[Refusal], frozenset[str], Pairing],
) -> Iterator[Option]:
    """Yield modules with a fibre that join two cages.

    Parameters
    ----------
    more
        Where refusals go, parts that a person asks for, and how the links of a cage go.
    """
    refusals, pinned, pairing = more
    found = []
    for socket in ends:
        modules, refused = stock.modules_for(socket, rate_gbps, pinned)
        found.append(modules)
        refusals += refused
    anywhere = ends[0].plugs is None and ends[1].plugs is None
    for one in found[0]:
        for two in found[1]:
            if anywhere and one is not two:
                continue  # between any two cages a module stands for itself at both ends
            first = one or two
            if first is None or (one is not None and two is not None and not _speak(one, two)):
                continue
            fibres = stock.fibres.get(_figures(first).fibre, ())
            join = (one, two), fibres, ends, rate_gbps, price_of, panels
            yield from _joined(*join)
            if None not in (one, two) and pairing in ("", "straight", "halves"):
                shared = _shares(first, ends, rate_gbps, 2 if pairing == "halves" else 1)
                yield from _joined(*join, shared=shared)


def _speak(one: Part, two: Part) -> bool:
    """Return whether two modules understand each other: the same optics, light and rate."""
    first, second = _figures(one), _figures(two)
    alike = (first.optics, first.rate_gbps) == (second.optics, second.rate_gbps)
    return alike and first.same_light(second)


def _modules(
    parts: Iterable[tuple[Part, CableFigures]],
    socket: Socket,
    rate_gbps: float,
    refusals: list[Refusal],
    pinned: frozenset[str],
) -> Iterator[Part | None]:
    """Yield the modules that go into a cage; None for optics that are built in."""
    if socket.built_in:
        yield None
        return
    rates = (rate_gbps,) if socket.links is None else (rate_gbps, 2 * rate_gbps)
    for part, cable in parts:
        each = _times(cable.rate_gbps, rate_gbps)
        fills = each > 1 and socket.links == cable.links * each
        if cable.rate_gbps not in rates and not fills:
            continue
        reason = ""
        if socket.plugs is not None and cable.connector not in socket.plugs:
            reason = f"its {cable.connector} does not go into the cage"
        elif socket.on_switch is not None and cable.shell == _other_shell(socket):
            reason = f"its plug is {cable.shell}"
        elif _outruns(socket, cable, each) and not fills:
            reason = f"it is made for ports of {cable.rate_gbps:g} Gb/s"
        elif cable.medium == "LPO" and part.id not in pinned:
            reason = "only for hosts that are qualified for linear optics: pin it by hand"
        if reason:
            refusals.append(Refusal(part, reason))
        else:
            yield part


def _outruns(socket: Socket, cable: CableFigures, each: int) -> bool:
    """Return whether a module is made for faster ports than those of a cage.

    A port of a slower adapter may have a faster form's cage, and half a module's channels do: a
    400G module in 200G mode in a QSFP112 port of 200 Gb/s (NVIDIA MMA1Z00-NS400-T).
    """
    if socket.port_gbps is None or cable.rate_gbps <= socket.port_gbps:
        return False
    most = _carried(socket.plugs)
    return each != 2 or most is None or cable.rate_gbps > most


def _other_shell(socket: Socket) -> str:
    """Return the top of a plug that does not go into a cage: systems take flat ones."""
    return "flat" if socket.on_switch else "finned"


def _joined(
    modules: tuple[Part | None, Part | None],
    fibres: Iterable[tuple[Part, CableFigures]],
    ends: tuple[Socket, Socket],
    rate_gbps: float,
    price_of: PriceOf,
    panels: int | None,
    shared: int | None = None,
) -> Iterator[Option]:
    """Yield the options of two modules, of which there is one at least, and fibres of their sort.

    None where they do not go together.

    Parameters
    ----------
    shared
        Links that share a straight fibre; 0 where none can. None for one link a fibre, or split.
    """
    if shared == 0:
        return
    figures = [_figures(m) for m in modules if m is not None]
    first = figures[0]
    speaks = {(one.optics, one.rate_gbps, one.fibre, _GLASS[one.medium]) for one in figures}
    built = {socket.built_in for socket in ends if socket.built_in}
    if len(speaks) > 1 or (built and built != {first.optics}):
        return
    split = shared or round(first.rate_gbps / rate_gbps)
    if shared is None and not _links_fit(modules, ends, split):
        return
    medium = "LPO" if any(one.medium == "LPO" for one in figures) else first.medium
    beside: tuple[Figure, ...] | None = None
    for fibre, glass in fibres:
        if glass.medium != _GLASS[first.medium] or glass.far_ends != (1 if shared else split):
            continue
        vouched = panels is None or panels <= _PANELS_VOUCHED
        reach = _reach(figures, glass) if vouched else None
        if beside is None:
            beside = tuple(
                price_of(m).times(1 / (_figures(m).links * _halves(m, end, split)))
                for m, end in zip(modules, ends, strict=True) if m is not None
            )  # fmt: skip
        price = total((*beside, price_of(fibre).times(1 / split)))
        yield Option(medium, fibre, modules, split, reach, price, share=1 / split, beside=beside)


def _reach(modules: Iterable[CableFigures], glass: CableFigures) -> float | None:
    """Return how far modules reach over a fibre of its grade, m; None where nobody says.

    A module that states reaches, and none that holds for this grade, leaves it open; one that
    states nothing at all does not.
    """
    found = [] if glass.length_max_m is None else [glass.length_max_m]
    for one in modules:
        reach = one.reach_over(glass.grade)
        if reach is not None:
            found.append(reach)
        elif one.reaches:
            return None
    return min(found, default=None)


def _shares(module: Part, ends: tuple[Socket, Socket], rate_gbps: float, fibres: int) -> int:
    """Return how many links share each straight fibre between two such modules; 0 for none.

    Each has lanes of its own, and all links of both cages fill both modules.

    Parameters
    ----------
    fibres
        Those that a module needs at least: two where each half of a cage goes elsewhere.
    """
    figures = _figures(module)
    each = _times(figures.rate_gbps, rate_gbps)
    lanes = _LANES.get(figures.optics, 0)
    fills = all(end.links == figures.links * each for end in ends)
    parts = each > 1 and lanes > 0 and lanes % each == 0 and figures.links % fibres == 0
    return each if parts and fills else 0


def _halves(module: Part, socket: Socket, split: int) -> int:
    """Return into how many links each port of a module is split at this end."""
    links = _figures(module).links
    return split if socket.links is not None and socket.links == links * split else 1


def _links_fit(
    modules: tuple[Part | None, Part | None], ends: tuple[Socket, Socket], split: int
) -> bool:
    """Return whether modules have the links of their cages, split at one end at most."""
    halved = 0
    for module, socket in zip(modules, ends, strict=True):
        if module is None or socket.links is None:
            continue
        links = _figures(module).links
        if split > 1 and socket.links == links * split:
            halved += 1
        elif socket.links != links:
            return False
    return halved == (split > 1) or any(socket.links is None for socket in ends)
