"""What flows in the bus bar of a rack with power shelves of its own, section by section.

    section = | what the shelves below it give − what the devices below it draw | / volts

Shelves give alike, by their ratings, wherever they stand; no source says how a bus bar is fed in
another way. So shelves at both ends load it less than all of them at one, and the loss of a feed
may load it more.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from designer.engine.circuits import amps_per_kw
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.feeds.fed_racks import heading
from designer.engine.subjects.shelves.shelves import SHELVES, Shelves
from designer.model.figure_cases import highest
from designer.model.figure_words import words
from designer.model.figures import Figure, exact, missing, total, within

NO_LOAD = exact(0.0, "kW")


@dataclass(frozen=True)
class Bar:
    """The bus bar of a rack.

    Attributes
    ----------
    sorts
        Each sort of its power shelves.
    shelves
        One of them, of which it has what all share: what stands along the bus bar, and losses.
    """

    sorts: tuple[Shelves, ...]
    shelves: Shelves

    @property
    def volts(self) -> tuple[float | None, float | None, str]:
        """The lowest voltage of the bus bar and the highest, with what is not known of them."""
        for one in self.sorts:
            shelf = one.part.shelf
            if shelf is None or shelf.bus_volts_min is None:
                most = shelf.bus_volts_max if shelf is not None else None
                return None, most, f"{one.part.id}.shelf.bus_volts_min"
        made = [one.part.shelf for one in self.sorts]
        lows = [one.bus_volts_min for one in made if one is not None]
        return min((low for low in lows if low is not None), default=None), None, ""


def bar_of(sorts: tuple[Shelves, ...]) -> Bar | None:
    """Return the bus bar of power shelves; None without any."""
    return Bar(sorts, sorts[0]) if sorts else None


def left_without(bar: Bar, lost: frozenset[str]) -> bool:
    """Return whether a loss of feeds leaves a shelf."""
    return any(one.weight and one.feed not in lost for one in bar.shelves.along or ())


def fullest_section(bar: Bar, lost: frozenset[str] = frozenset()) -> Figure | None:
    """Return the current of the fullest section, A; None where a maker built it in.

    Parameters
    ----------
    lost
        Feeds that are lost, with their shelves.
    """
    along = bar.shelves.along
    open_on = min((one.open_after(lost) for one in bar.sorts), key=len)
    if along is None:
        return None
    if open_on:
        # Another shelf, wherever it stands, gives some of what flows.
        return missing(open_on[0], "A")
    given = [0 if one.feed in lost else one.weight for one in along]
    whole = sum(given)
    if not whole:
        return exact(0.0, "A")
    sections = [NO_LOAD]
    for cut in range(1, len(along)):
        below = sum(given[:cut]) / whole
        up = total((one.draws.times(below) for one in along[cut:]), "kW")
        down = total((one.draws.times(1 - below) for one in along[:cut]), "kW")
        sections += [up.minus(down).clipped(0.0), down.minus(up).clipped(0.0)]
    kw = highest(sections)
    low, high, unknown = bar.volts
    if low is not None or not kw.high:
        return kw.times(amps_per_kw(low, "dc", 1.0) if low else 0.0, "A")
    # At the highest voltage that is stated it is least; at one that nobody states it may be any.
    least = kw.times(amps_per_kw(high, "dc", 1.0) if high else 0.0, "A")
    return missing(unknown, "A", least.low)


def rating_of(bar: Bar) -> Figure | None:
    """Return what the bus bar of the rack carries, A; None where nobody states it."""
    rack = bar.shelves.rack
    if rack is None or rack.rack is None or rack.rack.bus_a is None:
        return None
    return exact(rack.rack.bus_a, "A", f"{rack.id}.rack.bus_a")


def racks_have_a_bus_bar(facts: Facts) -> Iterator[Finding]:
    """P26: a bus bar joins what hangs on it and the power shelves of its rack.

    A rack that does not say whether it has one leaves open whether anything of it has power.
    """
    for core, racks in facts[CONTENTS].racks_by_core.items():
        bus, rack = core.filled.wiring.bus, core.filled.rack_part
        if bus is None or not bus.devices or rack is None or rack.rack is None:
            continue
        joins = rack.rack.joins_by_bus
        if joins is None:
            yield cannot_be_said(
                "P26", f"bus-joins:{core.cause}", racks,
                f"{heading(core)}: {rack.name} states no bus bar: whether its power shelves feed "
                "what takes no cord", (f"{rack.id}.rack.bus_bar",), facts.name_of,
            )  # fmt: skip
        elif not joins:
            yield Finding(
                "P26", "error", f"bus-joins:{core.cause}", racks,
                f"{heading(core)}: {rack.name} has no bus bar: its power shelves feed nothing that "
                "takes no cord",
                "Choose a rack with a bus bar, such as an Open Rack or an MGX frame.",
                len(bus.devices),
            )  # fmt: skip


def bus_bars_carry_their_load(facts: Facts) -> Iterator[Finding]:
    """P05: each section of a bus bar carries what flows in it, with all up and after a loss."""
    for core, racks in facts[CONTENTS].racks_having(SHELVES):
        bar = bar_of(core[SHELVES])
        limit = rating_of(bar) if bar is not None else None
        if bar is None or limit is None:
            continue
        yield from _of_bar(facts, core, racks, bar, limit)


def _of_bar(
    facts: Facts, core: RackCore, racks: tuple[str, ...], bar: Bar, limit: Figure
) -> Iterator[Finding]:
    """Yield what is too much for a bus bar in any case; else what may be."""
    unsure: Finding | None = None
    for lost, when in _losses(facts, bar):
        amps = fullest_section(bar, lost)
        if amps is None:
            return
        answer = within(amps, limit)
        if answer.answer == "open":
            unsure = unsure or cannot_be_said(
                "P05", f"bus-bar:{core.cause}", racks,
                f"{heading(core)}: whether the bus bar carries its load {when}",
                answer.because, facts.name_of,
            )  # fmt: skip
        if answer.answer == "no":
            yield Finding(
                "P05", "error", f"bus-bar:{core.cause}", racks,
                f"{heading(core)}: {words(amps, 0)} in the fullest section of a bus bar that "
                f"carries {words(limit, 0)} {when}",
                "Stand power shelves above and below what they feed, take a device out, or "
                "choose a rack with a larger bus bar.", amps.minus(limit).low,
            )  # fmt: skip
            return
    yield from (unsure,) if unsure else ()


def _losses(facts: Facts, bar: Bar) -> Iterator[tuple[frozenset[str], str]]:
    yield frozenset(), "with all feeds up"
    for feeds in bar.shelves.asked:
        if left_without(bar, feeds):
            lost = ", ".join(map(facts.site.short, sorted(filter(None, feeds))))
            yield feeds, f"after losing feed {lost or 'of a rack PDU that names none'}"
