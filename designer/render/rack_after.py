"""A rack after a loss that is tried: its limits as they are then, and each device, in words.

May import the engine's report and `model`. No Qt.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Final

from designer.engine.limit_report import Limit, LimitState
from designer.engine.report import RackReport, Report
from designer.engine.together_report import DeviceAfterLoss, DeviceState, RackAfterLoss
from designer.model.plural import plural
from designer.render.failing import touches_power
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


def limits_after(
    report: RackReport, after: RackAfterLoss, name_of: Callable[[str], str]
) -> RackReport:
    """Return a rack's report with the limits of its power as they are after the loss.

    What other limits hold (heat, mass, height) a loss leaves alone. Feeds have what they carry
    then, and nothing after another loss.

    Parameters
    ----------
    name_of
        What people call a part.
    """
    kept = tuple(limit for limit in report.limits if limit.name not in after.replaced)
    limits = (*after.limits, *_devices(after, name_of), *kept)
    return report.evolve(
        limits=limits, feeds=after.feeds, losses=(), binding_constraint="", binding_open=()
    )  # fmt: skip


def report_after(report: Report, shown: WhatIf, name_of: Callable[[str], str]) -> Report:
    """Return a report of which the racks are as they are after what is lost in thought.

    Of a rack of which that is not computed no figure of its power is left.
    """
    if not touches_power(shown.failing):
        return report
    found = []
    for rack in report.racks:
        after = shown.racks.get(rack.id)
        if after is None:
            after = RackAfterLoss(id=rack.id, because=NOT_COMPUTED if rack.feeds else "")
            hidden = tuple(one.name for one in rack.limits if one.group in ("power", "device"))
            after = after.evolve(replaced=hidden)
        found.append(limits_after(rack, after, name_of))
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
