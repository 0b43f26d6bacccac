"""What the floor sheet lists beside the plan: racks, feeds, findings, remarks, notes, revisions."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from designer.engine.cabled_power import tells_cabled
from designer.engine.power_report import PowerReport, RoomFeed
from designer.engine.reasons import names_of
from designer.engine.report import Report
from designer.engine.row_report import RowReport
from designer.model.cooling_words import SHOWN_NAMES
from designer.model.design import Design
from designer.model.feed_words import kind_in_words, lettered, names_in_power
from designer.model.figure_words import UNKNOWN, amount, how_many, quantity
from designer.model.figures import Figure, total
from designer.model.measured import Measured
from designer.model.plural import plural
from designer.model.revisions import in_order
from designer.model.section_words import section_rows, section_title
from designer.model.sentence import capital
from designer.render.edge import presented
from designer.render.printed_plans import plan_notes
from designer.render.sheets.comment_marks import comment_rows, of_racks
from designer.render.sheets.findings import (
    Finding,
    counts,
    finding_rows,
    remark_rows,
    unused_waivers,
)
from designer.render.sheets.flow import Block
from designer.render.sheets.ink import Ink
from designer.render.sheets.plan import remark_place
from designer.render.sheets.rack_facts import open_notes
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.sheet_list import holds_of, name_ranges, rack_groups, sides_of
from designer.render.sheets.tables import Column, FurtherRow, notes, table
from designer.render.sheets.written_notes import floor_unit_notes, plant_notes

_SCOPE: Final = (
    "kW: highest IT power of what stands in racks; no cooling units, UPS, generators, building."
    " {kg}: racks with contents."
)
_UNDER_A_NAME: Final = "Under the name of a rack: its highest IT power in kW, and its feeds."
_WITH_CABLED: Final = (
    "Under the name of a rack: its highest IT power in kW, before it what it draws as cabled where "
    "cables of switches decide that, and its feeds."
)
_DOCUMENTS: Final = (
    "The documents behind the figures of parts are listed on the sheets of the racks, and in the "
    "report."
)
_SHOWN: Final = ("racks", "totals")
"""Subjects whose results the sheet shows."""
_NAMES_FIRST: Final = 60
_NAMES_FURTHER: Final = 260
"""Letters of names on the first and on each further row of a group."""
_RACK_NAMES: Final = 1
_FINDING_PLACES: Final = 2
"""Columns of names."""
_RACKS: Final = (
    Column("no.", 0.06, dim=True),
    Column("racks", 0.28, weight=600),
    Column("holds", 0.32),
    Column("feeds", 0.08),
    Column("cooling", 0.16),
    Column("kW each", 0.1, right=True),
    Column("kW", 0.1, right=True),
    Column("kg each", 0.1, right=True),
    Column("kg", 0.1, right=True),
)
_FEEDS: Final = (
    Column("feed", 0.3, weight=600),
    Column("worst loss", 0.3),
    Column("rated kW", 0.15, right=True),
    Column("load kW", 0.15, right=True),
    Column("kW after the loss", 0.2, right=True),
)
_PLANT: Final = (
    Column("name", 0.18, weight=600),
    Column("kind", 0.1),
    Column("supplied by", 0.2),
    *_FEEDS[1:],
)
_STRANDED: Final = (Column("row", 0.1, weight=600), Column("binds first", 0.12))
_LEFT: Final = "left when racks are filled up with more of the same until a limit is full"
_ADDED: Final = (Column("", 0.5, dim=True), Column("", 0.5, right=True))
FINDINGS: Final = (
    Column("no.", 0.06, weight=600),
    Column("rule", 0.07),
    Column("at", 0.18),
    Column("finding", 0.51),
    Column("state", 0.1, weight=600),
    Column("reason, by", 0.22),
)
REMARKS: Final = (Column("", 0.1, weight=600), Column("at", 0.25), Column("remark", 0.65))
_COMMENTS: Final = (
    Column("no.", 0.07, weight=600), Column("thing", 0.22), Column("state", 0.18),
    Column("comment", 0.53),
)  # fmt: skip
_REVISIONS: Final = (
    Column("rev", 0.1, weight=600),
    Column("date", 0.2),
    Column("change", 0.7),
)
_SIGNED_REVISIONS: Final = (
    *_REVISIONS[:2], Column("author", 0.2), Column("change", 0.5),
)  # fmt: skip


Schedule = tuple[list[tuple[str, ...]], list[Figure], list[Figure]]
"""Rows of the rack schedule, and the power and the mass of all racks of each row."""


def schedule_rows(context: SheetContext) -> Schedule:
    """Return a row for each group of alike racks, and their power and mass, all of a group."""
    rows: list[tuple[str, ...]] = []
    powers, masses = [], []
    fabrics = {fabric.id: fabric.name or fabric.id for fabric in context.design.fabrics}
    for group in rack_groups(context.layout, context.catalog, context.report):
        drawing = context.drawing_of(group.first, group.report)
        names = name_ranges(rack.name or rack.id for rack in group.racks)
        count, report = len(group.racks), group.report
        figures, method = (UNKNOWN,) * 4, UNKNOWN
        if report is not None:
            power, mass = report.figure("power_max_kw"), report.figure("weight_kg")
            powers.append(power.times(count))
            masses.append(mass.times(count))
            figures = (amount(power), amount(powers[-1]), amount(mass, 0), amount(masses[-1], 0))
            method = SHOWN_NAMES.get(report.cooling_shown, report.cooling_shown) or UNKNOWN
        sides = sides_of(drawing, report)
        rows.append((str(count), names, holds_of(drawing, fabrics), sides, method, *figures))
    return rows, powers, masses


def schedule(ink: Ink, context: SheetContext, made: Schedule) -> Block | None:
    """Return a row for each group of alike racks, and their sum."""
    rows, powers, masses = made
    if not rows:
        return None
    sums = (UNKNOWN, UNKNOWN)
    if context.report is not None and not context.report.lost("racks"):
        sums = (amount(total(powers)), amount(total(masses), 0))
    count = sum(int(row[0]) for row in rows)
    last = (str(count), "all racks", "", "", "", "", sums[0], "", sums[1])
    lines = [line for row in rows for line in _named_in_full(row, _RACK_NAMES)]
    said = f"{plural(len(rows), 'group')}, {plural(count, 'rack')}"
    return table(ink, "Rack schedule", _RACKS, [*lines, last], strong_last=True, remark=said)


def _named_in_full(row: tuple[str, ...], at: int) -> list[tuple[str, ...]]:
    """Return a row with a long list of names on further rows, over all columns from its own on.

    Parameters
    ----------
    at
        The column that holds the names.
    """
    runs, chunks = row[at].split(", "), [""]
    for run in runs:
        most = _NAMES_FIRST if len(chunks) == 1 else _NAMES_FURTHER
        longer = f"{chunks[-1]}, {run}" if chunks[-1] else run
        if chunks[-1] and len(longer) > most:
            chunks[-1] += ","
            chunks.append(run)
        else:
            chunks[-1] = longer
    before, after = ("",) * at, ("",) * (len(row) - at - 1)
    further = [FurtherRow((*before, chunk, *after)) for chunk in chunks[1:]]
    return [(*row[:at], chunks[0], *row[at + 1 :]), *further]


def feeds(ink: Ink, context: SheetContext) -> Block | None:
    """Return the feeds of the room with their loads, each also after the worst loss."""
    power = context.report.power if context.report else PowerReport()
    rows = [_feed_row(feed, power, context.layout.feed_letter(feed.id)) for feed in power.feeds]
    return table(ink, "Feeds of the room", _FEEDS, rows)


def plant(ink: Ink, context: SheetContext) -> Block | None:
    """Return feeds and everything upstream, each with what supplies it: the one-line as a list."""
    power = context.report.power if context.report else PowerReport()
    nodes = {node.id: node for node in context.design.power}
    names = names_in_power(context.design.power)
    rows = []
    for one in (*power.feeds, *power.upstream):
        node = nodes.get(one.id)
        parents = node.parents if node else ()
        letter = context.layout.feed_letter(one.id) if one.kind == "feed" else ""
        named, *others = _feed_row(one, power, letter)
        fed_by = ", ".join(names.get(parent, parent) for parent in parents)
        rows.append((named, capital(kind_in_words(one.kind)), fed_by or UNKNOWN, *others))
    return table(ink, "Feeds, and what stands upstream of them", _PLANT, rows)


def _feed_row(feed: RoomFeed, power: PowerReport, letter: str) -> tuple[str, ...]:
    figures = ("capacity_kw", "load_kw", "load_after_loss_kw")
    cells = (amount(feed.figure(name, "kW"), 0) for name in figures)
    name = feed.name or feed.id
    named = lettered(name, letter) if letter else name
    return (named, power.worst_loss_in_words(feed), *cells)


def stranded(ink: Ink, context: SheetContext) -> Block | None:
    """Return what of each capacity rows and the hall strand, and which limit binds in most."""
    hall = context.report.hall if context.report else RowReport(id="")
    keys = [(one.limit, one.unit) for one in hall.strands]
    if not context.report or not keys:
        return None
    rows = [
        _stranded_row(row, row.name or row.id, keys) for row in context.report.rows if row.strands
    ]
    rows.append(_stranded_row(hall, "Hall", keys))
    figures = (Column(f"{one.label.lower()}, {one.unit}", 0.13, right=True) for one in hall.strands)
    columns = (*_STRANDED, *figures)
    return table(ink, "Stranded capacity", columns, rows, strong_last=True, remark=_LEFT)


def _stranded_row(row: RowReport, name: str, keys: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    by = {(one.limit, one.unit): one for one in row.strands}
    found = (by.get(key) for key in keys)
    return (name, row.binds_first, *(one.amounts if one else "" for one in found))


def added_sections(ink: Ink, context: SheetContext) -> list[Block | None]:
    """Return the results of subjects that have no list of their own, a list for each."""
    found = context.report.sections if context.report else ()
    return [
        table(ink, section_title(name), _ADDED, _rows_of(result), names=False)
        for name, result in found
    ]


def _rows_of(result: Measured) -> list[tuple[str, str]]:
    return [(row.label, row.text) for row in section_rows(result)]


def findings(
    ink: Ink,
    context: SheetContext,
    found: Sequence[Finding],
    racks: Sequence[str] | None = None,
    told: Collection[str] = (),
) -> Block | None:
    """Return findings and waivers: of the whole design, or of some racks.

    Parameters
    ----------
    told
        Ids of racks whose own sheets, in the same set, tell what is found of them.
    """
    rows = finding_rows(found, context.layout, racks, told)
    if racks is None:
        rows += unused_waivers(context.design, context.report)
        if context.report is not None and not rows:
            rows = [("", "", "no finding", "", "", "")]
    shown = [f for f in found if racks is None or set(f.racks) & set(racks)]
    return listed(ink, "Findings and waivers", rows, shown)


def listed(
    ink: Ink, title: str, rows: Sequence[tuple[str, ...]], found: Sequence[Finding]
) -> Block | None:
    """Return rows of findings as a table that says how many there are of each state."""
    lines = [line for row in rows for line in _named_in_full(row, _FINDING_PLACES)]
    return table(ink, title, FINDINGS, lines, remark=counts(found))


def remarks(ink: Ink, context: SheetContext, racks: Sequence[str] | None = None) -> Block | None:
    """Return the remarks that people pinned: to the whole design, or to some racks."""
    rows = remark_rows(context.design.notes, context.layout, racks)
    if racks is None:
        shown = (remark_place(context, note) for note in context.design.notes)
        rows = [
            (name, at, words) if rack or point is not None else (name, _off_plan(at), words)
            for (name, at, words), (rack, point) in zip(rows, shown, strict=True)
        ]
    return table(ink, "Remarks", REMARKS, rows, names=False)


def comments(ink: Ink, context: SheetContext, racks: Sequence[str]) -> Block | None:
    """Return the comments on some racks and on what is in them."""
    rows = comment_rows(of_racks(context, racks), context)
    said = [(number, thing, state, words) for number, thing, _, _, state, words in rows]
    return table(ink, "Comments", _COMMENTS, said)


def _off_plan(at: str) -> str:
    return f"{at}, not on the plan" if at else "not on the plan"


def floor_notes(ink: Ink, context: SheetContext, made: Schedule) -> Block | None:
    """Return what a reader of the floor sheet must know.

    Parameters
    ----------
    made
        The rack schedule, whose figures may be open.
    """
    _, powers, masses = made
    design, report = context.design, context.report
    is_cabled = report is not None and tells_cabled(report.totals)
    said = [
        *lost_notes(context.report, design),
        design.note,
        design.site.note,
        *plan_notes(design),
        *plant_notes(context.layout),
        *floor_unit_notes(context.layout, context.catalog),
        *([_WITH_CABLED if is_cabled else _UNDER_A_NAME] if design.racks else []),
        *([_SCOPE.format(kg=presented().unit("kg")), _DOCUMENTS] if powers else []),
        *open_notes((*powers, *masses), names_of(context.catalog, design.power)),
    ]
    return notes(ink, "Notes", list(dict.fromkeys(note for note in said if note)))


def lost_notes(report: Report | None, design: Design) -> list[str]:
    """Return the sentences on what of the sheet's figures could not be computed."""
    said = []
    names = {rack.id: rack.name or rack.id for rack in design.racks}
    for entry in report.not_computed if report else ():
        if entry.where:
            said.append(
                f"{entry.words} ({name_ranges(names.get(key, key) for key in entry.where)})."
            )
        elif entry.subject in _SHOWN:
            said.append(f"{entry.words}.")
    return said


def revisions(ink: Ink, context: SheetContext) -> Block | None:
    """Return the revisions, the newest first, with their authors where one is stated."""
    entered = in_order(context.design.revisions)[::-1]
    if any(revision.author for revision in entered):
        signed = [(r.id, r.date, r.author, r.text) for r in entered]
        return table(ink, "Revisions", _SIGNED_REVISIONS, signed, names=False)
    rows = [(r.id, r.date, r.text) for r in entered]
    return table(ink, "Revisions", _REVISIONS, rows or [("–", "", "not issued yet")], names=False)


def total_words(report: Report) -> list[str]:
    """Return racks, GPUs and power of the whole floor, a dash for each where they are lost."""
    if report.lost("totals"):
        return [f"{UNKNOWN} racks", f"{UNKNOWN} GPUs", f"highest IT power {UNKNOWN}"]
    sums = report.totals
    return [
        how_many(sums.figure("racks"), "rack"),
        f"{amount(sums.figure('gpus'), 0)} GPUs",
        f"highest IT power {quantity(sums.figure('power_max_kw'))}",
    ]
