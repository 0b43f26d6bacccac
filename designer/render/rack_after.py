"""A rack after a loss that is tried: its limits as they are then, and each device, in words.

May import the engine's report and `model`. No Qt.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Final

from designer.engine.limit_report import Limit, LimitState
from designer.engine.report import RackReport, Report
from designer.engine.together_report import (
    DeviceAfterLoss,
    DeviceState,
    DoorAfterLoss,
    RackAfterLoss,
)
from designer.model.plural import plural
from designer.render.failing import touches_power, touches_racks
from designer.render.fate import Fate
from designer.render.what_if import WhatIf

_STATES: Final[Mapping[DeviceState, LimitState]] = {
    "dark": "error", "short": "error", "open": "unknown",
}  # fmt: skip
DEVICE_STATES: Final[Mapping[DeviceState, str]] = {
    "dark": "no power", "short": "slows down or stops", "open": "cannot be said",
}  # fmt: skip
NOT_COMPUTED: Final = "what this loss leaves in the rack is not computed"
SHORT: Final = Fate("short", ("slows or stops", "short"), "has too few supplies left")
OPEN: Final = Fate("open", ("?",), "what the loss does to it cannot be said")
OVERLOADED: Final = Fate("overloaded", ("overload", "over"), "carries more than it can then")


_DOOR_LOST: Final = "its rear door is lost"
_DOOR_NOT_COMPUTED: Final = Limit(
    name="cooling", label="Cooling, without its rear door", group="cooling",
    text=f"cannot be said, because {NOT_COMPUTED}",
)  # fmt: skip


def limits_after(
    report: RackReport,
    after: RackAfterLoss | None,
    door: DoorAfterLoss | None,
    name_of: Callable[[str], str],
) -> RackReport:
    """Return a rack's report with the limits of its power and its air as they are after the loss.

    What other limits hold (mass, height) a loss leaves alone. Feeds have what they carry then, and
    nothing after another loss.

    Parameters
    ----------
    after
        Its power then; None where no power is lost.
    door
        What takes its heat in air where its rear door does not run, or may not; None where it
        runs.
    name_of
        What people call a part.
    """
    if door is not None:
        report = _without_door(report, door)
    if after is None:
        return report
    kept = tuple(limit for limit in report.limits if limit.name not in after.replaced)
    limits = (*after.limits, *_devices(after, name_of), *kept)
    return report.evolve(
        limits=limits, feeds=after.feeds, losses=(),
        binding_constraint="", binding_open=(), strands=(),
    )  # fmt: skip


def _without_door(report: RackReport, door: DoorAfterLoss) -> RackReport:
    """Return a rack's report with what takes its heat in air in place of its rear door.

    Which of its limits binds then is not computed.
    """
    limit, by_air = door.limit, report.cooling_method == report.cooling_air_method
    figures = {name: door.figure(name) for name in ("air_kw", "liquid_kw", "coolant_lpm")}
    said = report.with_figures({**figures, "cooling_capacity_kw": limit.figure("limit", "kW")})
    return said.evolve(
        limits=tuple(limit if one.name == limit.name else one for one in report.limits),
        cooling_method=door.method if by_air else report.cooling_method,
        cooling_air_method=door.method, cooling_reason=door.reason, cooling_headroom_kw=None,
        bounds=tuple(one for one in said.bounds if one.name != "cooling_headroom_kw"),
        binding_constraint="", binding_open=(), strands=(),
    )  # fmt: skip


def report_after(report: Report, shown: WhatIf, name_of: Callable[[str], str]) -> Report:
    """Return a report of which the racks are as they are after what is lost in thought.

    Of a rack of which that is not computed no figure of its power is left, and of one that lost
    its rear door none of what took its heat in air.
    """
    if not touches_racks(shown.failing):
        return report
    found = []
    for rack in report.racks:
        after, door = shown.racks.get(rack.id), shown.doors.get(rack.id)
        if after is None and touches_power(shown.failing):
            after = RackAfterLoss(id=rack.id, because=NOT_COMPUTED if rack.feeds else "")
            hidden = tuple(one.name for one in rack.limits if one.group in ("power", "device"))
            after = after.evolve(replaced=hidden)
        if door is None and shown.takes_door_of(rack.id):
            door = DoorAfterLoss(id=rack.id, limit=_DOOR_NOT_COMPUTED, reason=_DOOR_LOST)
        found.append(limits_after(rack, after, door, name_of))
    return report.evolve(racks=tuple(found))


def _devices(after: RackAfterLoss, name_of: Callable[[str], str]) -> Iterator[Limit]:
    """Yield what becomes of devices, those alike together."""

    def alike(one: DeviceAfterLoss) -> tuple[str, str, int, int]:
        return one.part, one.state, one.left, one.count

    if after.because:
        yield Limit(name="after-devices", label="Devices after the loss", group="device",
                    text=f"cannot be said, because {after.because}")  # fmt: skip
    for number, (_, group) in enumerate(groupby(sorted(after.devices, key=alike), alike)):
        each = list(group)
        first = each[0]
        text = DEVICE_STATES[first.state]
        if first.count:
            text += f"; {first.left} of {plural(first.count, 'supply', 'supplies')} left"
        label = name_of(first.part)
        yield Limit(
            name=f"after-device-{number}", group="device", text=text, state=_STATES[first.state],
            label=f"{len(each)} × {label}" if len(each) > 1 else label,
        )  # fmt: skip
