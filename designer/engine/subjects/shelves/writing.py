"""Power shelves as a reader sees them: each sort of rack once."""

from collections.abc import Iterator

from designer.engine.page import Align, Section, Table
from designer.engine.report import Report
from designer.engine.shelf_report import ShelfCase, ShelvesReport
from designer.model.figure_words import words
from designer.model.plural import plural
from designer.model.sentence import capital
from designer.model.some_names import some

_COLUMNS: tuple[tuple[str, Align], ...] = (
    ("Lost", "left"), ("Shelves left", "right"), ("Each", "right"), ("By its rating", "right"),
    ("Whip", "right"), ("Together", "right"), ("Capped to", "right"), ("Carries", "left"),
)  # fmt: skip
_STATES = {"ok": "yes", "warning": "yes", "error": "no", "unknown": "cannot be said"}


def written(report: Report) -> Iterator[Section]:
    """Yield a section for each sort of filled rack with power shelves."""
    found: dict[ShelvesReport, list[str]] = {}
    for rack in report.racks:
        for shelves in rack.shelves:
            found.setdefault(shelves, []).append(rack.name or rack.id)
    for shelves, racks in found.items():
        title = f"Power shelves of {shelves.name}, {shelves.spread}"
        if shelves.placed:
            title = f"Power shelves, {shelves.name}, {shelves.spread}"
        yield Section(
            title, table=Table(_COLUMNS, tuple(_row(case) for case in shelves.cases)),
            lines=(f"In {some(racks)}: {'; '.join(_facts(shelves))}.",),
        )  # fmt: skip


def _facts(shelves: ShelvesReport) -> Iterator[str]:
    yield f"{plural(shelves.shelves, 'shelf', 'shelves')} of {words(shelves.figure('shelf_kw'))}"
    if shelves.bus_a is not None or shelves.bound("bus_a"):
        clip = shelves.shelf_bus_limit_a
        most = "" if clip is None else f", whose clip carries {clip:g} A"
        yield (
            f"{words(shelves.figure('bus_a'), 0)} on the bus bar, "
            f"{words(shelves.figure('shelf_bus_a'), 0)} of a full shelf{most}"
        )
    if shelves.whip_limit_a is not None:
        yield f"a whip carries {words(shelves.figure('whip_limit_a'))}"
    if shelves.batteries:
        lasts = shelves.figure("battery_s")
        told = f"for {words(lasts, 0)} at its highest power" if lasts.high else "too little for it"
        yield f"{shelves.batteries} give {words(shelves.figure('battery_kw'))}, {told}"
    if shelves.peak_kw is not None:
        yield f"{words(shelves.figure('peak_kw'))} for milliseconds"


def _row(case: ShelfCase) -> tuple[str, ...]:
    return (
        capital(case.name) if case.name else "Nothing",
        words(case.figure("left"), 0),
        words(case.figure("load_kw")),
        words(case.figure("share").times(100, "%"), 0),
        words(case.figure("whip_a")),
        words(case.figure("left_kw")),
        "—" if case.state == "ok" else words(case.figure("capped_kw")),
        _STATES[case.state],
    )
