"""The subject that contents read for the modules of switches: what each draws by its cables.

Modules are counted by the cage: two links of a twin module share it. Where cables of a switch
follow no tray, or their medium or its watts is not known, its modules draw between nothing and as
much as it can. A module that states no typical power draws at most its highest. A site that takes
switches at their maximum needs none of this.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf, isnan
from operator import attrgetter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.catalog.catalog import Catalog
from designer.catalog.part_bounds import PartFigures
from designer.engine.network_report import SwitchesDrawn
from designer.engine.optics import CABLED, OPTICS, Modules, Optics, RackOptics, Span, as_cabled
from designer.engine.subject import Facts
from designer.engine.subjects.cables.media import MEDIA, Chosen
from designer.model.change import went_and_came
from designer.model.figures import total
from designer.model.measured import fields_of
from designer.wiring.cable_media import Option

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Places = NDArray[np.intp]


def optics_of(facts: Facts) -> RackOptics:
    """Return what modules of switches draw, rack by rack."""
    last = facts.last(OPTICS)
    found = facts[CABLED] if facts.design.site.switch_power == "as-cabled" else RackOptics()
    return last if last is not None and last.racks == found.racks else found


def cabled_of(facts: Facts) -> RackOptics:
    """Return what modules of switches draw, rack by rack, whatever the site counts with."""
    last = facts.last(CABLED)
    if last is not None and facts.last(MEDIA) is facts[MEDIA] and same_racks(facts, "id"):
        return last
    found = _found(facts)
    return last if last is not None and last.racks == found.racks else found


def same_racks(facts: Facts, *fields: str) -> bool:
    """Return whether the same racks stand as before, as far as some of their fields say."""
    if facts.before is None:
        return False
    went, came = went_and_came(facts.before.racks, facts.design.racks)
    said = attrgetter(*fields)
    return list(map(said, went)) == list(map(said, came))


def switches_of(facts: Facts, last: Sequence[SwitchesDrawn] = ()) -> Iterator[SwitchesDrawn]:
    """Yield what the switches of each rack draw as cabled.

    Parameters
    ----------
    last
        The same of the design before: of racks whose modules are the same it is kept.
    """
    cabled, was, figures = facts[CABLED], facts.last(CABLED), facts.site.figures.plain
    known = was.told_by(figures) if was is not None else {}
    told, untold = cabled.told_by(figures), object()
    before = {one.rack: one for one in last} if was is not None else {}
    for rack in facts.design.racks:
        optics = cabled.racks.get(rack.id)
        if optics is None:
            continue
        name, old = rack.name or rack.id, before.get(rack.id)
        kept = was is not None and was.racks.get(rack.id) is optics
        if kept and old is not None and old.name == name:
            yield old
            continue
        # Asked once: to hash it takes as long as all else.
        drawn = told.get(optics, untold)
        if drawn is untold:
            drawn = known.get(optics, untold)
            told[optics] = drawn = _drawn(optics, figures) if drawn is untold else drawn
        if drawn is not None:
            number, fields = drawn
            yield SwitchesDrawn(rack=rack.id, name=name, number=number, **fields)


def _drawn(optics: Optics, figures: PartFigures) -> tuple[int, dict[str, object]] | None:
    """Return how many switches a rack has that draw as cabled, and what; None of none."""
    each = [(one.number, as_cabled(one, figures)) for one in optics]
    drawn = [(number, both) for number, both in each if both is not None]
    if not drawn:
        return None
    sums = {
        name: total(both[at] for _, both in drawn).times(0.001, "kW")
        for at, name in enumerate(("cabled_kw", "most_kw"))
    }
    return sum(number for number, _ in drawn), fields_of(sums)


@dataclass(frozen=True, eq=False)
class _Switches:
    """Switches of one fabric whose modules count, in columns.

    Attributes
    ----------
    rack, part
        Shape (switches,): where each stands, and its part among `parts`.
    watts
        Shape (switches, 3): of its modules, as `_watts` has them.
    unsure
        Shape (switches,): whether these are in doubt.
    parts
        Ids of parts of its fabric.
    """

    rack: Places
    part: Places
    watts: Floats
    unsure: Flags
    parts: tuple[str, ...]


def _found(facts: Facts) -> RackOptics:
    every = tuple(_by_fabric(facts))
    if not any(every):
        return RackOptics()
    ids = [rack.id for rack in facts.design.racks]
    last = facts.last(CABLED)
    touched = _touched(last, every, len(ids)) if same_racks(facts, "id") else None
    if last is None or touched is None:
        return RackOptics(dict(_of_racks(every, ids)), every)
    stay = dict(last.racks)
    for at in np.flatnonzero(touched).tolist():
        stay.pop(ids[at], None)
    # Tuples of before where they are the same: who compares them sees that at once.
    was = last.racks
    for rack, modules in _of_racks(every, ids, touched):
        known = was.get(rack)
        stay[rack] = known if known is not None and known == modules else modules
    return RackOptics(stay, every)


def _by_fabric(facts: Facts) -> Iterator[_Switches | None]:
    """Yield the switches of each fabric; the same object where nothing of them is another."""
    media, start = facts[MEDIA], 0
    for at, chosen in enumerate(media.fabrics):
        rows = slice(start, start + len(chosen.ends))
        start = rows.stop
        straight, racks = media.routing.off_trays[rows], media.routing.routes.fabrics[at].heights
        held = chosen.seen.get(_OF_SWITCHES)
        if held is None or held[0] is not racks or straight.any():
            found = _switches(facts.catalog, racks.rack, chosen, straight)
            held = chosen.seen[_OF_SWITCHES] = racks, found
        yield held[1]


def _touched(
    last: RackOptics | None, every: tuple[_Switches | None, ...], racks: int
) -> Flags | None:
    """Return in which racks switches may draw otherwise than before; None where in all."""
    if last is None or len(last.of) != len(every):
        return None
    found = np.zeros(racks, dtype=bool)
    for was, now in zip(last.of, every, strict=True):
        if was is not now:
            for one in (was, now):
                if one is not None:
                    found[one.rack] = True
    return found


def _of_racks(
    fabrics: Sequence[_Switches | None], ids: Sequence[str], some: Flags | None = None
) -> Iterator[tuple[str, Optics]]:
    """Yield the modules of the switches of each rack that has any.

    Parameters
    ----------
    some
        Shape (racks,): of which; None for all.
    """
    every = [one for one in fabrics if one is not None]
    parts = sorted({part for one in every for part in one.parts})
    code = {part: at for at, part in enumerate(parts)}
    part = np.concatenate([np.array([code[p] for p in one.parts])[one.part] for one in every])
    rack, watts, unsure = (
        np.concatenate([getattr(one, name) for one in every])
        for name in ("rack", "watts", "unsure")
    )
    if some is not None:
        rows = np.flatnonzero(some[rack])
        part, rack, watts, unsure = part[rows], rack[rows], watts[rows], unsure[rows]
    if not len(rack):
        return
    order = np.lexsort((part, rack))
    of = (rack * len(parts) + part)[order]
    starts = np.flatnonzero(np.diff(of, prepend=-1))
    number = np.diff(starts, append=len(of))
    columns = [
        number[:, None],
        np.logical_or.reduceat(unsure[order], starts)[:, None],
        *(step.reduceat(watts[order], starts) for step in (np.minimum, np.add, np.maximum)),
    ]
    made: dict[tuple[float, ...], Modules] = {}
    racks: dict[str, list[Modules]] = {}
    for place, row in zip(of[starts].tolist(), np.hstack(columns).tolist(), strict=True):
        at, mine = divmod(place, len(parts))
        modules = made.get((mine, *row))
        if modules is None:
            modules = made[(mine, *row)] = _modules(parts[mine], row)
        racks.setdefault(ids[at], []).append(modules)
    yield from ((rack, tuple(each)) for rack, each in racks.items())


def _modules(part: str, row: Sequence[float]) -> Modules:
    """Return the modules of the switches of one part in a rack.

    Parameters
    ----------
    row
        How many switches, whether any is in doubt, then the least watts, all together, and the
        most: of each those of `_watts`, nan where not known.
    """
    number, doubt, *watts = row
    least, together, most = watts[:3], watts[3:6], watts[6:]

    def span(at: int, stated: int) -> Span:
        if isnan(together[at]):
            return Span(0.0, None, inf, None)
        low, high = (0.0, inf) if doubt else (least[stated], most[at])
        return Span(low, together[at] / number, high, together[stated] / number)

    return Modules(part, int(number), span(_HIGHEST, _HIGHEST), span(_TYPICAL, _STATED))


def _switches(
    catalog: Catalog, racks: NDArray[np.int32], chosen: Chosen, straight: Flags
) -> _Switches | None:
    """Return the switches of a fabric whose power is stated without modules; None of none.

    Parameters
    ----------
    racks
        Shape (vertices,): in which each stands; -1 where no switch is drawn.
    """
    ends, wiring = chosen.ends, chosen.ends.wiring
    members = wiring.members
    known = [
        at
        for at, part in enumerate(members.parts)
        if (held := catalog.get(part)) is not None and held.power_passive_w is not None
    ]
    places = np.flatnonzero(wiring.places.switch >= 0)
    places = places[
        np.isin(ends.switch_parts[places], known) & (racks[wiring.first_place + places] >= 0)
    ]
    if not len(places):
        return None
    watts, unsure = modules_of_devices(chosen, straight)
    vertices = wiring.first_place + places
    devices = ends.devices[vertices]
    return _Switches(
        racks[vertices].astype(np.intp), ends.switch_parts[places].astype(np.intp),
        watts[:, devices].T,
        unsure[devices] | bool(wiring.doubts), tuple(members.parts),
    )  # fmt: skip


def modules_of_devices(chosen: Chosen, straight: Flags) -> tuple[Floats, Flags]:
    """Return watts of the modules of each device, shape (3, devices), and what is in doubt."""
    ends = chosen.ends
    watts = chosen.watts.get(_OF_DEVICES)
    if watts is None:
        watts = chosen.watts[_OF_DEVICES] = _watts_of_devices(chosen)
    unsure: Flags = np.asarray(np.isnan(watts).any(axis=0), dtype=np.bool_)
    if straight.any():
        for cages in ends.cages:
            unsure[cages.device[straight]] = True
    return watts, unsure


_OF_DEVICES: Final = "devices"
_OF_SWITCHES: Final = "switches"


def _watts_of_devices(chosen: Chosen) -> Floats:
    """Return watts of the modules of each device, shape (3, devices), as `_watts` has them."""
    ends = chosen.ends
    devices = int(ends.devices.max(initial=-1)) + 1
    # The same cage may hold a link up and a link down: one place for both.
    most = ends.cages[0].most
    each = np.full((_COLUMNS, devices * most), -inf)
    for side, cages in enumerate(ends.cages):
        table = np.array(
            [_watts(option, side) for option in chosen.options] + [[np.nan] * _COLUMNS]
        )
        of = np.where(chosen.choice < 0, len(chosen.options), chosen.choice)
        for column, watts in zip(each, table.T, strict=True):
            with np.errstate(invalid="ignore"):  # nan stays, and is no mistake
                np.maximum.at(column, cages.of, watts[of])
    used = np.flatnonzero(each[0] != -inf)  # a cable is there
    device = used // most
    return np.stack([np.bincount(device, column[used], minlength=devices) for column in each])


_HIGHEST, _TYPICAL, _STATED = range(3)
_COLUMNS: Final = 3


def _watts(option: Option, side: int) -> list[float]:
    """Return what an option draws from a cage at one end; nan for unknown.

    That is its highest power; its typical one, or where nobody states it the highest, which it
    is at most; and as much of that as is stated.
    """
    most, typical = (option.watts(side, name) for name in ("power_max_w", "power_typical_w"))
    usual = most if typical is None else typical
    sure = usual if usual is None or typical is not None else 0.0
    return [np.nan if one is None else one for one in (most, usual, sure)]
