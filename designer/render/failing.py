"""What may be lost: upstream of the racks, on the floor, and inside what stands there.

Named as the report has its losses. May import the catalogue, the engine's report, and `model`. No
Qt.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from designer.catalog.catalog import Catalog
from designer.catalog.inside_layout import InsideBox
from designer.engine.cooling_report import CoolingLossReport
from designer.engine.power_report import InsideLossReport
from designer.engine.report import RackReport, Report
from designer.engine.together_report import InsideLost, LossAsked, SwitchLost, UnitLost
from designer.model.layout import Layout, Placed
from designer.render.switch_losses import CALLED, cannot_say, lost_switch, switch_id

DOOR: Final = "door:"
"""Begins the id of the loss of a rear door."""
FailingKind = Literal["power", "cooling", "inside", "network", "fabric"]
"""Of a network a switch; of a fabric a cable, or what a rack holds of it."""


class Failing(NamedTuple):
    """What is lost in thought.

    Attributes
    ----------
    id
        Of a feed or what is upstream its id; of a cooling unit the id of its loss in the report;
        inside a rack what `inside_id` returns; of a switch what `switch_id` does; of a cable, or
        what a rack holds of a fabric, what `fabric_loss_id` does.
    where
        The thing on the floor that it is or stands in; empty upstream of racks.
    device
        The key of the device that was meant, where one was.
    name
        What people call it, where the report does not know that.
    switches
        Of a rack what `switch_id` returns of the switches that are lost with it; of a cable the
        rack of its upper end.
    """

    kind: FailingKind
    id: str
    where: str = ""
    device: str = ""
    name: str = ""
    switches: tuple[str, ...] = ()


class Target(NamedTuple):
    """Something that may be lost, and what people call it."""

    failing: Failing
    words: str


def inside_id(losses: Sequence[InsideLossReport], at: int) -> str:
    """Return what names a loss inside a rack: its kind, what it is on or of, and which of these."""
    loss = losses[at]
    before = sum(
        (one.kind, one.feed, one.part) == (loss.kind, loss.feed, loss.part) for one in losses[:at]
    )
    return f"{loss.kind}|{loss.feed or loss.part}|{before}"


def failing_inside(
    loss: InsideLossReport, rack: str, losses: Sequence[InsideLossReport]
) -> Failing:
    """Return a loss inside a rack, of whose losses it is one, as what may be lost."""
    return Failing("inside", inside_id(losses, losses.index(loss)), rack)


ONE_SWITCH: Final = (
    "what the loss of this switch does cannot be said, so that nothing is lost besides it"
)
ONE_PUMP: Final = (
    "a pump is tried by itself: what its unit moves with something else lost is not computed"
)

ONE_OF_A_FABRIC: Final = (
    "a cable, or what a rack holds of a network, is tried by itself: nothing is lost besides it"
)


def why_not_together(report: Report | None, every: Iterable[Failing]) -> str:
    """Return why the loss of several things together cannot be told; empty where it can."""
    lost = tuple(every)
    if len(lost) < 2:
        return ""
    units = {one.id for one in lost if one.kind == "cooling"}
    if any(one.kind == "fabric" for one in lost):
        return ONE_OF_A_FABRIC
    switches = [one.id for one in lost if one.kind == "network"]
    if report is None or any(lost_switch(report, one) is None for one in switches):
        return ONE_SWITCH if switches else ""
    return ONE_PUMP if any(one.endswith(":pump") for one in units) else ""


def touches_power(failing: Iterable[Failing]) -> bool:
    """Return whether any of what is lost takes power: cooling and switches take none."""
    return any(one.kind in ("power", "inside") for one in failing)


def touches_racks(failing: Iterable[Failing]) -> bool:
    """Return whether any of what is lost changes a limit of a rack: power, or its rear door."""
    lost = tuple(failing)
    return touches_power(lost) or any(one.id.startswith(DOOR) for one in lost)


def asked_of(
    report: Report, every: Iterable[Failing], looked_at: Iterable[str] = ()
) -> LossAsked | None:
    """Return what the engine is asked of a loss; None where the report has no such loss any more.

    Parameters
    ----------
    looked_at
        Ids of racks of which each device is to be told.
    """
    upstream, inside, units, switches = [], [], [], []
    racks = {one.id: one for one in report.racks}
    for one in every:
        if one.kind == "power":
            upstream.append(one.id)
        elif one.kind == "cooling":
            units.append(UnitLost(id=one.id, where=one.where))
        elif one.kind == "inside":
            losses = racks[one.where].losses if one.where in racks else ()
            at = next((n for n in range(len(losses)) if inside_id(losses, n) == one.id), None)
            if at is None:
                return None
            inside.append(InsideLost(rack=one.where, at=at, device=one.device))
        elif one.kind == "fabric":
            return None
        else:
            fabric, _, rest = one.id.partition("|")
            switches.append(SwitchLost(fabric=fabric, key=rest.partition("|")[2]))
    return LossAsked(
        upstream=tuple(upstream), inside=tuple(inside), units=tuple(units),
        switches=tuple(switches), racks=tuple(one for one in looked_at if one in racks),
    )  # fmt: skip


def targets_upstream(report: Report) -> tuple[Target, ...]:
    """Return the feeds and all that is upstream of them, feeds first."""
    ranked = sorted(report.power.losses, key=lambda loss: (loss.kind != "feed", loss.name))
    return tuple(Target(Failing("power", loss.id), loss.name) for loss in ranked)


def targets_at(report: Report, rack: RackReport) -> tuple[Target, ...]:
    """Return what may be lost of a thing on the floor: it itself, its feeds, what is inside it."""
    units = [
        Target(Failing("cooling", loss.id, rack.id), _called(loss, rack))
        for loss in report.cooling.of_units
        if rack.id in loss.where
    ]
    feeds = {feed.id: feed for feed in rack.feeds}
    power = [one for one in targets_upstream(report) if one.failing.id in feeds]
    inside = [
        Target(Failing("inside", inside_id(rack.losses, at), rack.id), loss.name)
        for at, loss in enumerate(rack.losses)
    ]
    return (*units, *power, *inside)


def door_of(rack: RackReport) -> str:
    """Return what people call the rear door of a rack."""
    return f"rear door of {rack.name or rack.id}"


def _called(loss: CoolingLossReport, rack: RackReport) -> str:
    """Return what people call a cooling unit of a rack: a door, of which racks have one, by it."""
    return door_of(rack) if loss.kind == "rear door" else loss.name


def targets_of_switches(report: Report, placed: Iterable[Placed]) -> tuple[Target, ...]:
    """Return those of some devices whose loss as a switch of a fabric is told."""
    found = ((one, lost_switch(report, switch_id(one))) for one in placed if one.fabric)
    return tuple(
        Target(Failing("network", switch_id(one), one.rack, one.key, one.name),
               f"{CALLED[lost.loss.tier] if lost else 'switch'} {one.name}")
        for one, lost in found if lost is not None or cannot_say(report, switch_id(one))
    )  # fmt: skip


def targets_of_device(
    report: Report, rack: RackReport, placed: Placed, layout: Layout, catalog: Catalog
) -> tuple[Target, ...]:
    """Return what may be lost of a device: a rack PDU, a supply, a shelf, a cooling unit."""
    part = catalog.get(placed.part)
    if part is not None and part.traits.feeds_devices:
        beside = [
            one for one in layout.in_rack(rack.id)
            if one.feed == placed.feed and _feeds_devices(catalog, one)
        ]  # fmt: skip
        beside.sort(key=lambda one: (one.half_u, one.part, one.key))
        wanted = {f"rack PDU|{placed.feed}|{beside.index(placed)}"} if placed in beside else set()
        if beside == [placed]:
            # Breakers are told by their feed: those of two rack PDUs on one are not told apart.
            wanted |= {f"breaker|{placed.feed}|{at}" for at in range(len(rack.losses))}
    else:
        kinds = ("supply", "power shelf")
        wanted = {f"{kind}|{placed.part}|0" for kind in kinds}
    units = [
        Target(Failing("cooling", loss.id, rack.id, placed.key), _called(loss, rack))
        for loss in report.cooling.of_units
        if rack.id in loss.where and loss.id.endswith(f":{placed.part}")
    ]
    inside = [
        Target(_inside_of(name, loss, rack, placed), loss.name)
        for at, loss in enumerate(rack.losses)
        if (name := inside_id(rack.losses, at)) in wanted
    ]
    return (*targets_of_switches(report, (placed,)), *units, *inside)


def _inside_of(name: str, loss: InsideLossReport, rack: RackReport, placed: Placed) -> Failing:
    """Return the loss of a device, or of a supply of it: that is called by its device."""
    called = placed.name if loss.kind == "supply" else ""
    return Failing("inside", name, rack.id, placed.key, called)


_NO_LOSS: Final[Mapping[str, str]] = {
    "compute-tray": "no other tray hangs on it: its loss takes its own GPUs, and nothing besides",
    "switch-tray": "nobody publishes what the NVLink of the rack carries without it",
    "management-switch": "nobody publishes what hangs on it",
    "busbar": "all that is in the rack hangs on it: try the loss of the rack's feeds",
    "manifold": "all that is in the rack hangs on it: try the loss of its loop's units",
}


def why_not_lost(box: InsideBox) -> str:
    """Return why the loss of a unit of a filled rack is not told; empty where it may be."""
    if box.unit.is_power_shelf:
        return ""
    return _NO_LOSS.get(box.unit.kind, "nobody publishes what hangs on it")


def targets_of_shelves(rack: RackReport, box: InsideBox) -> tuple[Target, ...]:
    """Return the loss of a power shelf of a filled rack, where its unit is one."""
    if not box.unit.is_power_shelf:
        return ()
    return tuple(
        Target(Failing("inside", inside_id(rack.losses, at), rack.id, box.name), loss.name)
        for at, loss in enumerate(rack.losses)
        if loss.kind == "power shelf"
    )


def _feeds_devices(catalog: Catalog, placed: Placed) -> bool:
    part = catalog.get(placed.part)
    return part is not None and part.traits.feeds_devices
