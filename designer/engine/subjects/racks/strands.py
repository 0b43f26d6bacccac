"""What a rack cannot use of each of its capacities once the limit that binds is full.

Everything in the rack grows alike until the fullest limit is full: what another limit then has
left is stranded by it.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from designer.engine.limit_report import Limit
from designer.engine.row_report import StrandedOf
from designer.engine.subjects.contents.core import Place, RackCore
from designer.engine.subjects.feeds.feeds import FEEDS, Feeds
from designer.engine.subjects.racks.floor_share import FLOOR, carried_kg
from designer.engine.subjects.racks.limits import Binding, left_of, usable
from designer.engine.subjects.racks.terms import whole
from designer.model.design import FeedPolicy
from designer.model.figures import Figure, exact
from designer.model.measured import fields_of

_POWER: Final = "power"
"""The group of what feeds carry: its limits are one capacity, after the loss that is survived."""


def can_be_filled(core: RackCore) -> bool:
    """Return whether devices go into a rack: one that its maker fills takes no more."""
    part = core.filled.rack_part
    return core.is_rack and (part is None or part.traits.draws != "it")


def strands_of(
    core: RackCore, place: Place, limits: Iterable[Limit], binding: Binding, policy: FeedPolicy
) -> tuple[StrandedOf, ...]:
    """Return what is stranded of each capacity; nothing where no limit binds.

    Parameters
    ----------
    limits
        Those that fill up with more of the same devices.
    """
    if binding.share is None or not can_be_filled(core):
        return ()
    return tuple(_each(core, place, limits, binding, policy))


def _each(
    core: RackCore, place: Place, limits: Iterable[Limit], binding: Binding, policy: FeedPolicy
) -> Iterator[StrandedOf]:
    feeds = core.read(FEEDS)
    powered = False
    for limit in limits:
        if limit.limit is None and limit.bound("limit") is None:
            continue  # no fixed limit
        if limit.group != _POWER:
            left, whole = left_of(limit, binding), limit.figure("limit", limit.unit)
            label, unit = limit.label.partition(",")[0], limit.unit
            if limit.name == FLOOR:
                left, whole = (carried_kg(core, place, one) for one in (left, whole))
                unit = "kg"
            yield _stranded(limit.name, label, unit, left, whole)
        elif feeds is not None and not powered:
            powered = True
            found = _stranded(
                _POWER, "Feed power", "kW", binding.stranded_kw, usable(feeds, policy)
            )
            yield found.evolve(**_racks(feeds))


def _racks(feeds: Feeds) -> dict[str, Any]:
    """Return that a rack is counted: perhaps, where no rack PDU hangs in it for certain."""
    open_on = [line.open_on for line in feeds.lines.lines if line.pdus]
    if not all(open_on):
        return {}
    found = fields_of({"racks": exact(1.0).perhaps_none(open_on[:1], likely=True)})
    return found | {"racks": whole(found["racks"])}


def _stranded(name: str, label: str, unit: str, left: Figure, whole: Figure) -> StrandedOf:
    return StrandedOf(
        limit=name, label=label, unit=unit, **fields_of({"stranded": left, "capacity": whole})
    )
