"""Racks and their feeds as a reader sees them."""

from collections.abc import Iterable, Iterator

from designer.engine.page import UNKNOWN, Align, Section, Table, number
from designer.engine.report import FeedReport, RackReport, Report
from designer.model.cooling_words import METHOD_SHORT_NAMES


def written(report: Report) -> Iterator[Section]:
    """Yield the section of racks, and that of their feeds."""
    yield _racks(report)
    yield _feeds(report)


def _racks(report: Report) -> Section:
    columns: tuple[tuple[str, Align], ...] = (
        ("Rack", "left"), ("Row", "left"), ("Max kW", "right"), ("Typical kW", "right"),
        ("Cooling", "left"), ("Air kW", "right"), ("Liquid kW", "right"), ("m³/h", "right"),
        ("kg", "right"), ("U", "right"), ("Limited by", "left"),
    )  # fmt: skip
    return Section("Racks", table=Table(columns, tuple(_rack(r) for r in report.racks)))


def _whole(racks: Iterable[RackReport], figure: str) -> bool:
    """Return whether a figure is known of every part in these racks.

    A rack names what it lacks as `mass_kg of qm9700`, and a part that no catalogue has as `part of
    …`, which leaves every figure partial. A rack that is incomplete and names nothing counts as
    lacking all of them.
    """
    for rack in racks:
        lacking = {text.partition(" of ")[0] for text in rack.unknown}
        if lacking & {figure, "part"} or not (rack.complete or lacking):
            return False
    return True


def _rack(rack: RackReport) -> tuple[str, ...]:
    return (
        rack.name or rack.id,
        rack.row,
        number(rack.power_max_kw, complete=_whole((rack,), "power_max_w")),
        number(rack.power_typical_kw, complete=_whole((rack,), "power_typical_w")),
        METHOD_SHORT_NAMES.get(rack.cooling_method, rack.cooling_method) or UNKNOWN,
        number(rack.air_kw),
        number(rack.liquid_kw),
        number(rack.airflow_m3h, 0),
        number(rack.weight_kg, 0, complete=_whole((rack,), "mass_kg")),
        f"{rack.u_used:g} of {rack.u_total:g}" if rack.u_total else "",
        rack.binding_constraint,
    )


def _feeds(report: Report) -> Section:
    columns: tuple[tuple[str, Align], ...] = (
        ("Rack", "left"), ("Feed", "left"), ("Side", "left"), ("Capacity kW", "right"),
        ("Load kW", "right"), ("After a loss kW", "right"),
    )  # fmt: skip

    def row(rack: RackReport, feed: FeedReport) -> tuple[str, ...]:
        figures = (feed.capacity_kw, feed.load_kw, feed.load_after_loss_kw)
        return (rack.name or rack.id, feed.id, feed.side, *(number(f) for f in figures))

    rows = tuple(row(rack, feed) for rack in report.racks for feed in rack.feeds)
    return Section("Feeds of racks", table=Table(columns, rows))
