"""The subject that contents read for the modules of switches: what each draws by its cables.

Modules are counted by the cage: two links of a twin module share it. Where cables of a switch
follow no tray, or their medium or its watts is not known, its modules draw between nothing and as
much as it can. A site that takes switches at their maximum needs none of this.
"""

from collections.abc import Iterator
from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.catalog.catalog import Catalog
from designer.engine.network_report import SwitchesDrawn
from designer.engine.optics import CABLED, OPTICS, Modules, RackOptics, Span, as_cabled
from designer.engine.subject import Facts
from designer.engine.subjects.cables.media import MEDIA, Chosen, Media
from designer.model.figures import total
from designer.model.measured import fields_of
from designer.wiring.cable_media import Option

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Places = NDArray[np.intp]

_NAMES: Final = ("power_max_w", "power_typical_w")


def optics_of(facts: Facts) -> RackOptics:
    """Return what modules of switches draw, rack by rack."""
    last = facts.last(OPTICS)
    found = facts[CABLED] if facts.design.site.switch_power == "as-cabled" else RackOptics()
    return last if last is not None and last.racks == found.racks else found


def cabled_of(facts: Facts) -> RackOptics:
    """Return what modules of switches draw, rack by rack, whatever the site counts with."""
    last, found = facts.last(CABLED), _found(facts)
    return last if last is not None and last.racks == found.racks else found


def switches_of(facts: Facts) -> Iterator[SwitchesDrawn]:
    """Yield what the switches of each rack draw as cabled."""
    figures, cabled = facts.site.figures.plain, facts[CABLED].racks
    for rack in facts.design.racks:
        each = [(one, as_cabled(one, figures)) for one in cabled.get(rack.id, ())]
        drawn = [(one.number, both) for one, both in each if both is not None]
        if drawn:
            sums = {
                name: total(both[at] for _, both in drawn).times(0.001, "kW")
                for at, name in enumerate(("cabled_kw", "most_kw"))
            }
            yield SwitchesDrawn(
                rack=rack.id, name=rack.name or rack.id, number=sum(n for n, _ in drawn),
                **fields_of(sums),
            )  # fmt: skip


def _found(facts: Facts) -> RackOptics:
    media = facts[MEDIA]
    ids = [rack.id for rack in facts.design.racks]
    found: dict[str, dict[str, list[tuple[Floats, bool]]]] = {}
    start = 0
    for at, chosen in enumerate(media.fabrics):
        rows = slice(start, start + len(chosen.ends))
        start = rows.stop
        straight = media.routing.off_trays[rows]
        for rack, part, watts, unsure in _switches(facts.catalog, media, at, chosen, straight):
            found.setdefault(ids[rack], {}).setdefault(part, []).append((watts, unsure))
    return RackOptics(
        {
            rack: tuple(_modules(part, each) for part, each in sorted(parts.items()))
            for rack, parts in found.items()
        }
    )


def _modules(part: str, each: list[tuple[Floats, bool]]) -> Modules:
    """Return the modules of the switches of one part in a rack."""
    spans = []
    for name in range(len(_NAMES)):
        watts = [float(one[name]) for one, _ in each]
        unknown = any(np.isnan(watts))
        unsure = unknown or any(flag for _, flag in each)
        likely = None if unknown else sum(watts) / len(watts)
        low, high = (0.0, inf) if unsure else (min(watts), max(watts))
        spans.append(Span(low, likely, high))
    return Modules(part, len(each), spans[0], spans[1])


def _switches(
    catalog: Catalog, media: Media, fabric: int, chosen: Chosen, straight: Flags
) -> list[tuple[int, str, Floats, bool]]:
    """Return rack, part, watts of modules (highest, typical) and doubt of a fabric's switches."""
    ends, wiring = chosen.ends, chosen.ends.wiring
    members = wiring.members
    known = {
        at
        for at, part in enumerate(members.parts)
        if (held := catalog.get(part)) is not None and held.power_passive_w is not None
    }
    places = np.flatnonzero(wiring.places.switch >= 0)
    parts = ends.switch_parts[places]
    kept = np.isin(parts, list(known))
    places, parts = places[kept], parts[kept]
    if not len(places):
        return []
    watts, unsure = modules_of_devices(chosen, straight)
    racks = media.routing.routes.fabrics[fabric].heights.rack
    found = []
    for place, part in zip(places.tolist(), parts.tolist(), strict=True):
        vertex = wiring.first_place + place
        device, rack = int(ends.devices[vertex]), int(racks[vertex])
        if rack >= 0:
            doubt = bool(unsure[device]) or bool(wiring.doubts)
            found.append((rack, members.parts[part], watts[:, device], doubt))
    return found


def modules_of_devices(chosen: Chosen, straight: Flags) -> tuple[Floats, Flags]:
    """Return watts of the modules of each device, shape (2, devices), and what is in doubt."""
    ends = chosen.ends
    watts = chosen.watts.get(_OF_DEVICES)
    if watts is None:
        watts = chosen.watts[_OF_DEVICES] = _watts_of_devices(chosen)
    unsure: Flags = np.asarray(np.isnan(watts).any(axis=0), dtype=np.bool_)
    if straight.any():
        for cages in ends.cages:
            unsure[cages.device[cages.of[straight]]] = True
    return watts, unsure


_OF_DEVICES: Final = "devices"


def _watts_of_devices(chosen: Chosen) -> Floats:
    """Return watts of the modules of each device, shape (2, devices): highest and typical."""
    ends = chosen.ends
    devices = int(ends.devices.max(initial=-1)) + 1
    keys, values = [], []
    for side, cages in enumerate(ends.cages):
        # The same cage may hold a link up and a link down: one key for both.
        keys.append(cages.device[cages.of] * _MOST_CAGES + cages.cage[cages.of])
        table = np.array([_watts(option, side) for option in chosen.options] + [[np.nan] * 2])
        values.append(table[np.where(chosen.choice < 0, len(chosen.options), chosen.choice)])
    cage, of = np.unique(np.concatenate(keys), return_inverse=True)
    each = np.full((len(cage), 2), -inf)
    np.maximum.at(each, of, np.concatenate(values))  # nan stays
    columns = [np.bincount(cage // _MOST_CAGES, each[:, n], minlength=devices) for n in (0, 1)]
    return np.asarray(np.stack(columns), dtype=float)


_MOST_CAGES: Final = 1 << 16


def _watts(option: Option, side: int) -> list[float]:
    """Return what an option draws from a cage at one end: highest and typical; nan for unknown."""
    found = [option.watts(side, name) for name in _NAMES]
    return [np.nan if one is None else one for one in found]
