"""The power one-line as a sheet, with every single loss; too wide a one is told, not squeezed."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from PySide6.QtCore import QRectF

from designer.engine.power_report import LossReport, PowerReport
from designer.engine.report import Report
from designer.model.figure_words import UNKNOWN, amount, how_many
from designer.model.sentence import capital
from designer.render.group_fates import group_after
from designer.render.one_line import BoxKey, OneLine, arranged
from designer.render.one_line_groups import groups_of
from designer.render.one_line_painter import SMALLEST_EM, paint_one_line
from designer.render.one_line_words import (
    NO_PLANT,
    Said,
    group_said,
    left_out_in_words,
    said_of,
    why_not_computed,
)
from designer.render.sheets import floor_lists
from designer.render.sheets.drawing_frame import TITLE_HEIGHT, draw_frame, frame_box, title_box
from designer.render.sheets.findings import finding_rows, findings_of
from designer.render.sheets.flow import Block, columns_of, fill_all, parts_of
from designer.render.sheets.ink import TEXT_MM, Ink
from designer.render.sheets.legend import legend
from designer.render.sheets.paper import PAPERS, Paper
from designer.render.sheets.power_legend import power_entries
from designer.render.sheets.sheet import PAD, Sheet, continuation
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.tables import Column, FurtherRow, notes, table
from designer.render.theme import LEAST_EM_MM

_TYPE: Final = "Power one-line"
_HEAD: Final = 12.0
_LARGEST: Final = 0.34
"""Millimetres of a nominal pixel where there is room for more."""
_SMALLEST: Final = LEAST_EM_MM / SMALLEST_EM
_SHARE: Final = 0.72
"""Of the space's height that the drawing takes where it can be read so: the lists begin below."""
_GAP: Final = 7.0
_COLUMN: Final = 190.0
_LOSSES: Final = (
    Column("lost", 0.3, weight=600),
    Column("carried", 0.12),
    Column("cooled", 0.12),
    Column("fullest then", 0.16),
    Column("its load", 0.1, right=True),
    Column("GPUs without power", 0.1, right=True),
    Column("short of power", 0.1, right=True),
    Column("racks without", 0.1, right=True),
    Column("short", 0.07, right=True),
    Column("overloaded", 0.1, right=True),
)
_COOLING: Final = (
    Column("lost", 0.24, weight=600),
    Column("cooled", 0.11),
    Column("what it does", 0.28),
    Column("what is left", 0.37),
)
_FATES: Final = ("dark", "short", "overloaded")
_CARRIED: Final = {"ok": "yes", "warning": "yes", "error": "no", "unknown": "cannot be said"}
_OF_DRAWING: Final = (
    "kW: highest power at racks, CDUs and air units, upstream of feeds with what is lost below. "
    "Under it: the whole load in the worst case that the site must survive, where that is more. "
    "Taking over: what it stands by for is lost. Alone: by 2N all other systems are lost."
)
_OF_LISTS: Final = (
    "GPUs short of power have fewer supplies left than carry their node. Units: CDUs and air "
    "units. Cooled: whether the cooling units that keep power take all heat. Losses inside racks "
    "are not listed."
)


def power_sheets(
    ink: Ink, context: SheetContext, told: Collection[str] = (), *, alone: bool = False
) -> list[Sheet]:
    """Return the one-line with its lists, and what continues these; none without feeds.

    Parameters
    ----------
    told
        Ids of racks that have a sheet of their own in the same set.
    alone
        Whether no floor sheet in the same set lists the findings of all subjects.
    """
    report = context.report
    if report is None or not context.design.power:
        return []
    title = f"{_TYPE}{context.after_loss}: {context.design.room.name or context.design.name}"
    inside = frame_box(context.paper.mm)
    space = _space(context.paper)
    drawing = _drawing(context)
    wide, high = drawing.width, drawing.height
    fits = _fits(drawing, context.paper)
    scale = max(_SMALLEST, min(space.width() / wide, _SHARE * space.height() / high, _LARGEST))
    top = space.top() + (drawing.height * scale + 4 if fits else 0.0)
    texts = _texts(context, drawing)
    why = why_not_computed(report)
    said = [f"{why}." if why else ""]
    if fits:
        said += [left_out_in_words(drawing, context.design.power), _OF_DRAWING]
    else:
        said.append(_too_large(drawing, context.paper))
    said.append(_OF_LISTS)
    blocks = [
        legend(ink, power_entries(drawing, texts, context.design.power), tight=True)
        if fits
        else None,
        losses(ink, report),
        cooling_losses(ink, report),
        floor_lists.feeds(ink, context) if fits else floor_lists.plant(ink, context),
        _findings(ink, context, told, alone=alone),
        notes(ink, "Notes", list(filter(None, said))),
    ]
    filled, rest = fill_all(parts_of(blocks), _frames(context.paper, top))

    def draw(page: int, pages: int) -> None:
        name = context.design.room.name or context.design.name
        draw_frame(
            ink, context.paper.mm, context.fields(title, _TYPE, "P1", "–", page, pages, name)
        )
        head = QRectF(space.left(), inside.top() + 3, space.width(), 7)
        _draw_head(ink, context, head, title)
        if fits:
            left = space.left() + (space.width() - drawing.width * scale) / 2
            _paint(ink, context, drawing, texts, (left, space.top(), scale))
        for part in filled:
            part.draw(ink)

    name = context.design.room.name or context.design.name
    return [Sheet(title, draw), *continuation(ink, context, rest, title, _TYPE, "P1", name)]


def _draw_head(ink: Ink, context: SheetContext, head: QRectF, title: str) -> None:
    """Write what the sheet is, and what a loss that is tried does."""
    name = context.design.room.name or context.design.name
    ink.text(
        head,
        ink.with_short_names(title, context.short_names(name), 5.2, head.width(), 700),
        5.2,
        weight=700,
    )
    if context.lost is not None:
        line = QRectF(head.left(), head.top() + 6.6, head.width(), 4)
        ink.text(line, context.lost.words, TEXT_MM, colour=ink.theme.dim)


def losses(ink: Ink, report: Report) -> Block | None:
    """Return every single loss upstream of the racks, the gravest first."""
    rows = [row for loss in report.listed_losses() for row in _rows(loss, report)]
    return table(ink, "Every single loss upstream of the racks", _LOSSES, rows)


def cooling_losses(ink: Ink, report: Report) -> Block | None:
    """Return every single loss of a cooling unit, and of feeds that take some; None of none."""
    rows = [
        (
            capital(report.cooling_lost_in_words(loss)),
            _CARRIED[loss.state],
            capital(report.cooling_verdict(loss)),
            loss.text,
        )
        for loss in report.cooling.losses
    ]
    return table(ink, "Every single loss of cooling", _COOLING, rows) if rows else None


def _rows(loss: LossReport, report: Report) -> Iterator[tuple[str, ...]]:
    """Yield the row of a loss, and below it what is overloaded then, or may be."""
    yield _row(loss, report)
    if said := report.power.too_full_in_words(loss):
        fill = ("",) * (len(_LOSSES) - 2)
        yield FurtherRow(("", f"overloaded or not sure: {said}", *fill))


def _row(loss: LossReport, report: Report) -> tuple[str, ...]:
    power, cooling = report.power, report.cooling_after(loss)
    return (
        power.lost_in_words(loss),
        _CARRIED[loss.state],
        _CARRIED[cooling.state] if cooling else "as before",
        power.name_of(loss.fullest) if loss.fullest else UNKNOWN,
        loss.fullest_in_words or UNKNOWN,
        *(amount(loss.figure(f"{fate}_gpus"), 0) for fate in _FATES[:2]),
        *(_racks(loss, fate) for fate in _FATES),
    )


def _racks(loss: LossReport, fate: str) -> str:
    """Return in how many racks and units something happens: `4`, `4 + 2 units`."""
    racks, units = (loss.figure(f"{fate}_{of}") for of in ("racks", "units"))
    if not units.high:
        return amount(racks, 0)
    return " + ".join([*[amount(racks, 0)] * (racks.high > 0), how_many(units, "unit")])


def _drawing(context: SheetContext) -> OneLine:
    racks = context.report.racks if context.report else ()
    return arranged(context.design.power, groups_of(racks, context.layout, context.catalog))


def _texts(context: SheetContext, drawing: OneLine) -> dict[BoxKey, Said]:
    """Return what stands in each box."""
    power = context.report.power if context.report else PowerReport()
    plant = context.report.plant if context.report else NO_PLANT
    shown = context.lost
    loss = shown.loss if shown else None
    said = said_of(context.design.power, power, loss, why_not_computed(context.report), plant)
    said |= {group.key: group_said(group, loss) for group in drawing.groups}
    if shown is not None:
        said |= {one.key: group_after(said[one.key], one.racks, shown) for one in drawing.groups}
    return said


def _space(paper: Paper) -> QRectF:
    """Return what a paper has for drawing and lists."""
    return frame_box(paper.mm).adjusted(PAD, _HEAD, -PAD, -3)


def _frames(paper: Paper, top: float) -> list[QRectF]:
    """Return the columns under a drawing, those over the title block down to it."""
    space, title = _space(paper), title_box(paper.mm)
    box = QRectF(space.left(), top, space.width(), space.bottom() - top)
    columns = columns_of(box, max(1, int(box.width() / _COLUMN)))
    for column in columns:
        if column.right() > title.left() - _GAP:
            column.setBottom(min(column.bottom(), title.top() - _GAP))
    return [column for column in columns if column.height() > 0]


def _fits(drawing: OneLine, paper: Paper) -> bool:
    """Return whether a drawing can be read on a paper as a whole."""
    space = _space(paper)
    high = space.height() - TITLE_HEIGHT
    return drawing.width * _SMALLEST <= space.width() and drawing.height * _SMALLEST <= high


def _too_large(drawing: OneLine, paper: Paper) -> str:
    """Return which paper a drawing asks for, in a sentence: one of the same series if any."""
    fitting = [one for one in PAPERS.values() if _fits(drawing, one)]
    if not fitting:
        return "The one-line is too large for every paper: the lists tell what is on it."

    def order(one: Paper) -> tuple[bool, float]:
        foreign = one.name.startswith("A") != paper.name.startswith("A")
        return foreign, one.mm.width() * one.mm.height()

    least = min(fitting, key=order)
    return f"The one-line is too large for this paper: print it on {least.name}."


def _findings(
    ink: Ink, context: SheetContext, told: Collection[str], *, alone: bool
) -> Block | None:
    """Return the findings of power, and without a floor sheet all open errors."""
    found = [
        finding
        for finding in findings_of(context.report, context.layout)
        if finding.check.rule.startswith("P") or (alone and finding.state == "error")
    ]
    title = "Findings of power and open errors" if alone else "Findings of power"
    return floor_lists.listed(ink, title, finding_rows(found, context.layout, None, told), found)


def _paint(
    ink: Ink,
    context: SheetContext,
    drawing: OneLine,
    texts: Mapping[BoxKey, Said],
    place: tuple[float, float, float],
) -> None:
    left, top, scale = (ink.dots_per_mm * one for one in place)
    kinds = {node.id: node.kind for node in context.design.power}
    ink.painter.save()
    ink.painter.translate(left, top)
    ink.painter.scale(scale, scale)
    paint_one_line(ink.painter, drawing, texts, kinds, ink.theme)
    ink.painter.restore()
