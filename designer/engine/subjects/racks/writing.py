"""Racks and their feeds as a reader sees them."""

from collections.abc import Iterable, Iterator, Sequence

from designer.engine.cabled_power import cabled_kw, tells_cabled
from designer.engine.page import UNKNOWN, Align, Section, Table, number
from designer.engine.power_report import FeedReport
from designer.engine.report import RackReport, Report
from designer.engine.row_report import RowReport, StrandedOf
from designer.model.cooling_words import SHOWN_SHORT_NAMES
from designer.model.figure_words import amount, side_of_limit
from designer.model.figures import Figure
from designer.model.some_names import some


def written(report: Report) -> Iterator[Section]:
    """Yield the section of racks, and that of their feeds."""
    yield _racks(report)
    yield _feeds(report)


def rows_written(report: Report) -> Iterator[Section]:
    """Yield rows and the hall, with what their racks strand."""
    columns: tuple[tuple[str, Align], ...] = (
        ("Row", "left"), ("Racks", "right"), ("GPUs", "right"), ("Max kW", "right"),
        ("Feeds carry kW", "right"), ("Air kW", "right"), ("Liquid kW", "right"), ("kg", "right"),
        ("U", "right"), ("Stranded kW", "right"), ("of it in full racks", "right"),
        ("Stranded by", "left"),
    )  # fmt: skip
    rows = [row for row in report.rows if row.figure("racks").high > 0]
    if not report.hall.figure("racks").high:
        return
    lines = (
        "Stranded is power of feeds that racks could not use if each were filled up with more of "
        "the same devices, after the loss that the site must survive. Full are racks of which "
        "nine tenths of a limit are used.",
    )
    made = (*(_of_row(row, row.name or row.id) for row in rows), _of_row(report.hall, "Hall"))
    yield Section("Rows", table=Table(columns, made), lines=lines)
    yield from _stranded(rows, report.hall)


def _stranded(rows: Sequence[RowReport], hall: RowReport) -> Iterator[Section]:
    """Yield what is stranded of each capacity, by row; of the hall also by the limit that binds."""
    names = {(one.limit, one.unit): one.label for one in hall.strands}
    if not names:
        return
    heads: tuple[tuple[str, Align], ...] = (
        ("Row", "left"), ("Binds first", "left"), ("Racks", "right"),
        *((f"{label}, {unit}", "right") for (_, unit), label in names.items()),
    )  # fmt: skip

    def line(
        called: str, binds: str, racks: Figure, strands: Iterable[StrandedOf]
    ) -> tuple[str, ...]:
        by = {(one.limit, one.unit): one for one in strands}
        told = ("" if key not in by else by[key].amounts for key in names)
        return (called, binds, amount(racks, 0), *told)

    made = [
        line(row.name or row.id, row.binds_first, row.figure("racks"), row.strands) for row in rows
    ]
    made.append(line("Hall", hall.binds_first, hall.figure("racks"), hall.strands))
    made += [line("Hall", one.label, one.figure("racks"), one.strands) for one in hall.stranded_by]
    said = (
        "What is left of each capacity when racks are filled up with more of the same until a "
        "limit is full; the lines of the hall after the first are the racks of each limit.",
    )
    yield Section("Stranded capacity", table=Table(heads, tuple(made)), lines=said)


def _of_row(row: RowReport, called: str) -> tuple[str, ...]:
    by = (
        f"{one.label} {amount(one.figure('stranded_kw'))} ({amount(one.figure('racks'), 0)})"
        for one in row.stranded_by
    )
    return (
        called, amount(row.figure("racks"), 0), amount(row.figure("gpus"), 0),
        amount(row.figure("power_max_kw")), amount(row.figure("power_limit_kw")),
        amount(row.figure("air_kw")), amount(row.figure("liquid_kw")),
        amount(row.figure("weight_kg"), 0),
        f"{amount(row.figure('u_used'), 0)} of {amount(row.figure('u_total'), 0)}",
        amount(row.figure("stranded_kw")), amount(row.figure("stranded_full_kw")),
        "; ".join(by),
    )  # fmt: skip


def _racks(report: Report) -> Section:
    columns: tuple[tuple[str, Align], ...] = (
        ("Rack", "left"), ("Row", "left"), ("Max kW", "right"), ("Typical kW", "right"),
        ("Cooling", "left"), ("Air kW", "right"), ("Liquid kW", "right"), ("m³/h", "right"),
        ("kg", "right"), ("U", "right"), ("Limited by", "left"),
    )  # fmt: skip
    lines = tuple(_open_words(report))
    rows = {row.id: row.name or row.id for row in report.rows}
    racks = tuple(_rack(rack, rows.get(rack.row, rack.row)) for rack in report.racks)
    if any(map(tells_cabled, report.racks)):
        columns, racks = _with_cabled(columns, racks, report.racks)
    return Section("Racks", table=Table(columns, racks), lines=lines)


def _with_cabled(
    columns: tuple[tuple[str, Align], ...],
    lines: Sequence[tuple[str, ...]],
    racks: Sequence[RackReport],
) -> tuple[tuple[tuple[str, Align], ...], tuple[tuple[str, ...], ...]]:
    """Return the table with what racks draw as cabled, before what they draw at most."""
    told = (amount(cabled_kw(rack)) if _holds(rack) else "" for rack in racks)
    more = zip(lines, told, strict=True)
    return (
        (*columns[:2], ("As cabled kW", "right"), *columns[2:]),
        tuple((*line[:2], text, *line[2:]) for line, text in more),
    )


def _open_words(report: Report) -> Iterator[str]:
    """Yield what leaves open which limit of a rack binds, once for racks with the same cause."""
    racks: dict[str, list[str]] = {}
    for rack in report.racks:
        if rack.binding_open and _holds(rack):
            racks.setdefault(_open_cause(rack), []).append(rack.name or rack.id)
    for cause, names in racks.items():
        yield f"{some(names)}: {cause}."


def _open_cause(rack: RackReport) -> str:
    said = f"cannot be said, because {rack.binding_because}"
    first = next((limit for limit in rack.limits if limit.name == rack.binding_open[0]), None)
    if first is None or first.state == "unknown":
        return f"which of the limits named binds {said}"
    return f"limited by the first limit named at least; whether another is fuller {said}"


def _rack(rack: RackReport, row: str) -> tuple[str, ...]:
    """Return a row; of a CDU or air unit nothing is said of an IT load: its own stands at feeds.

    A 0.0 would read as if the unit drew no power.
    """
    mass = amount(rack.figure("weight_kg"), 0)
    if not _holds(rack):
        return (rack.name or rack.id, row, *[""] * 6, mass, "", "")
    return (
        rack.name or rack.id,
        row,
        amount(rack.figure("power_max_kw")),
        amount(rack.figure("power_typical_kw")),
        SHOWN_SHORT_NAMES.get(rack.cooling_shown, rack.cooling_shown) or UNKNOWN,
        amount(rack.figure("air_kw")),
        amount(rack.figure("liquid_kw")),
        amount(rack.figure("airflow_m3h"), 0),
        mass,
        _units(rack),
        _limited_by(rack),
    )


def _holds(rack: RackReport) -> bool:
    """Return whether it can hold an IT load: CDUs and air units have neither units nor power."""
    return rack.u_total != 0 or rack.power_max_kw != 0


def _limited_by(rack: RackReport) -> str:
    """Return the label of the limit that binds, or of those that may; JSON has their names."""
    labels = {limit.name: limit.label for limit in rack.limits}
    names = rack.binding_open or (rack.binding_constraint,)
    return "; or ".join(labels.get(name, name) for name in names)


def _units(rack: RackReport) -> str:
    if rack.u_total == 0:
        return ""
    used, whole = (side_of_limit(rack.figure(name, "U")) for name in ("u_used", "u_total"))
    return f"{used} of {whole}"


def _feeds(report: Report) -> Section:
    columns: tuple[tuple[str, Align], ...] = (
        ("Rack", "left"), ("Feed", "left"), ("Side", "left"), ("Capacity kW", "right"),
        ("Load kW", "right"), ("After a loss kW", "right"),
    )  # fmt: skip

    def row(rack: RackReport, feed: FeedReport) -> tuple[str, ...]:
        figures = (feed.capacity_kw, feed.load_kw, feed.load_after_loss_kw)
        return (
            rack.name or rack.id,
            feed.name or feed.id,
            feed.side,
            *(number(f) for f in figures),
        )

    rows = tuple(row(rack, feed) for rack in report.racks for feed in rack.feeds)
    return Section("Feeds of racks", table=Table(columns, rows))
