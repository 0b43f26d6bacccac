"""What flows in the bus bar of a rack with power shelves of its own, section by section.

    section = | what the shelves below it give − what the devices below it draw | / volts

Shelves give alike, by their ratings, wherever they stand; no source says how a bus bar is fed in
another way. So shelves at both ends load it less than all of them at one, and the loss of a feed
may load it more.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from designer.catalog.part import Part
from designer.engine.assumptions import Assumptions
from designer.engine.circuits import amps_per_kw
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.feeds.fed_racks import heading
from designer.engine.subjects.feeds.supplies import supplies_of_shelf
from designer.engine.subjects.shelves.shelves import SHELVES, Along, along_bus
from designer.model.figure_cases import highest
from designer.model.figure_words import words
from designer.model.figures import Figure, exact, missing, total, within
from designer.wiring.power_rack import RackWiring

NO_LOAD = exact(0.0, "kW")


class Bar(Protocol):
    """A bus bar with what stands along it, as `Shelves` has it."""

    @property
    def part(self) -> Part:
        """The shelves, told as one part."""

    @property
    def rack(self) -> Part | None:
        """The rack that has it."""

    @property
    def along(self) -> tuple[Along, ...] | None:
        """What stands along it, lowest first."""

    @property
    def open_on(self) -> tuple[str, ...]:
        """What leaves open how shelves share its load."""

    @property
    def asked(self) -> tuple[frozenset[str], ...]:
        """Feeds that may be lost together by the site's policy."""


@dataclass(frozen=True)
class UnlikeShelves:
    """The bus bar of a rack whose shelves are of several sizes."""

    part: Part
    rack: Part | None
    along: tuple[Along, ...] | None
    open_on: tuple[str, ...]
    asked: tuple[frozenset[str], ...]


def unlike_shelves(wiring: RackWiring, site: Assumptions) -> UnlikeShelves | None:
    """Return the bus bar of shelves of several sizes; None of those that are alike, and of none."""
    bus = wiring.bus
    if bus is None or not wiring.whips or (supplies_of_shelf(bus.part) and bus.part.psu):
        return None
    feeds = {feed for feed, _ in wiring.whips}
    lost = {frozenset({feed}) for feed in feeds}
    lost |= {frozenset(feeds - {feed}) for feed in feeds} if site.policy == "2N" else set()
    asked = () if site.policy == "N" else tuple(sorted(lost, key=sorted))
    return UnlikeShelves(
        bus.part, wiring.part, along_bus(wiring, site), wiring.shares_open_on, asked
    )


def left_without(bar: Bar, lost: frozenset[str]) -> bool:
    """Return whether a loss of feeds leaves a shelf."""
    return any(one.weight and one.feed not in lost for one in bar.along or ())


def fullest_section(shelves: Bar, lost: frozenset[str] = frozenset()) -> Figure | None:
    """Return the current of the fullest section, A; None where nobody states the bus bar's volts.

    Parameters
    ----------
    lost
        Feeds that are lost, with their shelves.
    """
    shelf, along = shelves.part.shelf, shelves.along
    volts = shelf.bus_volts_min if shelf is not None else None
    if volts is None or along is None:
        return None
    if shelves.open_on:
        # Another shelf, wherever it stands, gives some of what flows.
        return missing(shelves.open_on[0], "A")
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
    return highest(sections).times(amps_per_kw(volts, "dc", 1.0), "A")


def rating_of(shelves: Bar) -> Figure | None:
    """Return what the bus bar of the rack carries, A; None where nobody states it."""
    rack = shelves.rack
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
        shelves: Bar | None = core[SHELVES]
        if shelves is None:
            shelves = unlike_shelves(core.filled.wiring, core.filled.seen_from(facts.site))
        limit = rating_of(shelves) if shelves is not None else None
        if shelves is None or limit is None:
            continue
        for lost, when in _losses(facts, shelves):
            amps = fullest_section(shelves, lost)
            if amps is None:
                break
            answer = within(amps, limit)
            if answer.answer == "open":
                yield cannot_be_said(
                    "P05", f"bus-bar:{core.cause}", racks,
                    f"{heading(core)}: whether the bus bar carries its load {when}",
                    answer.because, facts.name_of,
                )  # fmt: skip
                break
            if answer.answer == "no":
                yield Finding(
                    "P05", "error", f"bus-bar:{core.cause}", racks,
                    f"{heading(core)}: {words(amps, 0)} in the fullest section of a bus bar that "
                    f"carries {words(limit, 0)} {when}",
                    "Stand power shelves above and below what they feed, take a device out, or "
                    "choose a rack with a larger bus bar.", amps.minus(limit).low,
                )  # fmt: skip
                break


def _losses(facts: Facts, shelves: Bar) -> Iterator[tuple[frozenset[str], str]]:
    yield frozenset(), "with all feeds up"
    for feeds in shelves.asked:
        if left_without(shelves, feeds):
            lost = ", ".join(map(facts.site.short, sorted(filter(None, feeds))))
            yield feeds, f"after losing feed {lost or 'of a rack PDU that names none'}"
