"""One rack of the small catalogue with devices in it, and what is said of it."""

from designer.engine.evaluate import evaluate
from designer.engine.report import RackReport, Report
from designer.model.design import (
    Design,
    Device,
    Rack,
    Room,
    Site,
)
from tests.helpers import engine_designs as parts

CATALOG = parts.small_catalog()
PART_IDS = [p.id for p in parts.PARTS if not p.stands_on_floor]


def rack_of(report: Report, key: str) -> RackReport:
    return next(rack for rack in report.racks if rack.id == key)


def device(key: str, part: str, rack: str = "r", half_u: int = 2, **more: str) -> Device:
    return Device(id=key, name=key, part=part, rack=rack, half_u=half_u, **more)  # type: ignore[arg-type]  # fields by name


def pdu(key: str, part: str = parts.PDU.id, feed: str = "A") -> Device:
    return Device(id=key, name=key, part=part, rack="r", face="zero-u", feed=feed)


def drawn(
    *devices: Device, site: Site | None = None, room: Room | None = None, **rack: str
) -> Design:
    place = Rack(id="r", name="R", part=parts.RACK.id, x_mm=4000, y_mm=4000, **rack)  # type: ignore[arg-type]  # fields by name
    return Design(
        site=site or Site(),
        room=room or Room(),
        power=parts.FEEDS,
        racks=(place,),
        devices=tuple(sorted(devices, key=lambda d: d.id)),
    )


def one(design: Design) -> tuple[Report, RackReport]:
    report = evaluate(design, CATALOG)
    return report, report.racks[0]


def keys(report: Report) -> set[str]:
    return {check.key for check in report.checks}
