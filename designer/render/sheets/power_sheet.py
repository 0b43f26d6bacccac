"""The power one-line as a sheet, with every single loss; too wide a one is told, not squeezed."""

from typing import Final

from PySide6.QtCore import QRectF

from designer.engine.power_report import LossReport, PowerReport
from designer.model.figure_words import UNKNOWN, amount, how_many, words
from designer.render.one_line import OneLine, arranged
from designer.render.one_line_painter import SMALLEST_EM, paint_one_line
from designer.render.one_line_words import group_said, groups_of, said_of
from designer.render.sheets import floor_lists
from designer.render.sheets.drawing_frame import TITLE_HEIGHT, draw_frame, frame_box, title_box
from designer.render.sheets.flow import Block, columns_of, fill_all, parts_of
from designer.render.sheets.ink import Ink
from designer.render.sheets.sheet import PAD, Sheet, continuation
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.tables import Column, notes, table
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
    Column("fullest then", 0.16),
    Column("its load", 0.1, right=True),
    Column("GPUs without power", 0.1, right=True),
    Column("short of power", 0.1, right=True),
    Column("racks without", 0.1, right=True),
    Column("short", 0.07, right=True),
    Column("overloaded", 0.1, right=True),
)
_FATES: Final = ("dark", "short", "overloaded")
_CARRIED: Final = {"ok": "yes", "warning": "yes", "error": "no", "unknown": "cannot be said"}
_SAID: Final = (
    "kW: highest power at racks, CDUs and air units; losses upstream are not in it. Under it: what "
    "the worst loss that the site must survive adds.",
    "A broken line leads from a source that stands by. GPUs short of power have fewer supplies "
    "left than carry their node. Losses inside racks are not listed.",
)
_TOO_WIDE: Final = "The one-line is too large for this paper: print it on a larger one."


def power_sheets(ink: Ink, context: SheetContext) -> list[Sheet]:
    """Return the one-line with its lists, and what continues these; none without feeds."""
    report = context.report
    if report is None or not context.design.power:
        return []
    title = f"{_TYPE}: {context.design.room.name or context.design.name}"
    inside = frame_box(context.paper.mm)
    space = inside.adjusted(PAD, _HEAD, -PAD, -3)
    drawing = _drawing(context)
    wide, high = drawing.width, drawing.height
    fits = wide * _SMALLEST <= space.width() and high * _SMALLEST <= space.height() - TITLE_HEIGHT
    scale = max(_SMALLEST, min(space.width() / wide, _SHARE * space.height() / high, _LARGEST))
    top = space.top() + (drawing.height * scale + 4 if fits else 0.0)
    block = title_box(context.paper.mm)
    beside = block.left() - _GAP - space.left() >= _COLUMN / 2
    right = block.left() - _GAP if beside else space.right()
    bottom = space.bottom() if beside else space.bottom() - TITLE_HEIGHT
    box = QRectF(space.left(), top, right - space.left(), bottom - top)
    said = _SAID if fits else (_TOO_WIDE, *_SAID)
    blocks = [losses(ink, report.power), floor_lists.feeds(ink, context), notes(ink, "Notes", said)]
    frames = columns_of(box, max(1, int(box.width() / _COLUMN)))
    filled, rest = fill_all(parts_of(blocks), frames)

    def draw(page: int, pages: int) -> None:
        name = context.design.room.name or context.design.name
        draw_frame(
            ink, context.paper.mm, context.fields(title, _TYPE, "P1", "–", page, pages, name)
        )
        ink.text(QRectF(space.left(), inside.top() + 3, space.width(), 7), title, 5.2, weight=700)
        if fits:
            left = space.left() + (space.width() - drawing.width * scale) / 2
            _paint(ink, context, report.power, drawing, (left, space.top(), scale))
        for part in filled:
            part.draw(ink)

    name = context.design.room.name or context.design.name
    return [Sheet(title, draw), *continuation(ink, context, rest, title, _TYPE, "P1", name)]


def losses(ink: Ink, power: PowerReport) -> Block | None:
    """Return every single loss upstream of the racks, the gravest first."""
    rows = [_row(loss, power) for loss in power.listed_losses]
    return table(ink, "Every single loss upstream of the racks", _LOSSES, rows)


def _row(loss: LossReport, power: PowerReport) -> tuple[str, ...]:
    share = loss.figure("fullest_share")
    return (
        power.lost_in_words(loss),
        _CARRIED[loss.state],
        power.name_of(loss.fullest) if loss.fullest else UNKNOWN,
        words(share.times(100.0, "%"), 0) if loss.fullest else UNKNOWN,
        *(amount(loss.figure(f"{fate}_gpus"), 0) for fate in _FATES[:2]),
        *(_racks(loss, fate) for fate in _FATES),
    )


def _racks(loss: LossReport, fate: str) -> str:
    """Return in how many racks something happens, with units where there are some: `4 + 2 units`."""
    racks, units = (loss.figure(f"{fate}_{of}") for of in ("racks", "units"))
    if not units.high:
        return amount(racks, 0)
    return " + ".join([*[amount(racks, 0)] * (racks.high > 0), how_many(units, "unit")])


def _drawing(context: SheetContext) -> OneLine:
    racks = context.report.racks if context.report else ()
    return arranged(context.design.power, groups_of(racks, context.layout, context.catalog))


def _paint(
    ink: Ink,
    context: SheetContext,
    power: PowerReport,
    drawing: OneLine,
    place: tuple[float, float, float],
) -> None:
    left, top, scale = (ink.dots_per_mm * one for one in place)
    said = said_of(power, None)
    said |= {group.key: group_said(group, power, None) for group in drawing.groups}
    kinds = {node.id: node.kind for node in context.design.power}
    ink.painter.save()
    ink.painter.translate(left, top)
    ink.painter.scale(scale, scale)
    paint_one_line(ink.painter, drawing, said, kinds, ink.theme)
    ink.painter.restore()
