"""A rack after a loss that is tried: its limits as they are then, and each device, in words.

May import the engine's report and `model`. No Qt.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Final

from designer.engine.limit_report import Limit, LimitState
from designer.engine.report import RackReport
from designer.engine.together_report import DeviceAfterLoss, DeviceState, RackAfterLoss
from designer.model.plural import plural
from designer.render.what_if import Fate

_STATES: Final[Mapping[DeviceState, LimitState]] = {
    "dark": "error", "short": "error", "open": "unknown",
}  # fmt: skip
DEVICE_STATES: Final[Mapping[DeviceState, str]] = {
    "dark": "no power", "short": "slows down or stops", "open": "cannot be said",
}  # fmt: skip
SHORT: Final = Fate("short", ("slows or stops", "short"), "has too few supplies left")
OPEN: Final = Fate("open", ("?",), "what the loss does to it cannot be said")
OVERLOADED: Final = Fate("overloaded", ("overload", "over"), "carries more than it can then")


def limits_after(
    report: RackReport, after: RackAfterLoss, name_of: Callable[[str], str]
) -> RackReport:
    """Return a rack's report with the limits of its power as they are after the loss.

    What other limits hold (heat, mass, height) a loss leaves alone.

    Parameters
    ----------
    name_of
        What people call a part.
    """
    kept = tuple(limit for limit in report.limits if limit.name not in after.replaced)
    limits = (*after.limits, *_devices(after, name_of), *kept)
    return report.evolve(
        limits=limits, feeds=(), losses=(), binding_constraint="", binding_open=()
    )  # fmt: skip


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
