"""What a rack's sheet lists beside its views: summary, limits, contents, and what was found."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from PySide6.QtCore import QRectF

from designer.engine.reasons import names_of
from designer.render.drawing import RackDrawing
from designer.render.lettering import RIGHT
from designer.render.sheets import floor_lists
from designer.render.sheets.documents import document_rows
from designer.render.sheets.findings import Finding
from designer.render.sheets.flow import Block, Laid, Piece
from designer.render.sheets.ink import LINE_MM, TEXT_MM, Ink, measuring
from designer.render.sheets.limit_bar import draw_bar, open_sign
from designer.render.sheets.rack_facts import (
    LimitRow,
    contents_rows,
    grouped_rows,
    inside_rows,
    limit_rows,
    notes_of,
    summary_rows,
)
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.sheet_list import RackGroup
from designer.render.sheets.tables import Column, notes, table

_CONTENTS: Final = (
    Column("U", 0.12),
    Column("name", 0.3, weight=600),
    Column("part", 0.32),
    Column("kW", 0.12, right=True),
    Column("kg", 0.14, right=True),
)
_INSIDE: Final = (
    Column("U", 0.15),
    Column("units", 0.27, weight=600),
    Column("holds, connections", 0.58),
)
_SUMMARY: Final = (
    Column("", 0.33, dim=True),
    Column("", 0.41, weight=600),
    Column("", 0.26, right=True, dim=True),
)
_DOCUMENTS: Final = (Column("", 0.55), Column("", 0.45))
_NO_DOCUMENT: Final = "The catalogue names no document for the figures of these parts."
_SIGN: Final = 2.6
_LIMIT_PAD: Final = 1.9


@dataclass(frozen=True, slots=True)
class RackSubject:
    """What one sheet is about: the group of alike racks, and the first of them as it is drawn."""

    context: SheetContext
    group: RackGroup
    drawing: RackDrawing
    found: tuple[Finding, ...]
    preface: str = ""

    @property
    def ids(self) -> tuple[str, ...]:
        """The racks that share the sheet."""
        return tuple(rack.id for rack in self.group.racks)


class RackLists:
    """The lists of one sheet, made once however often it is tried what fits."""

    def __init__(self, ink: Ink, subject: RackSubject) -> None:
        self.ink, self.subject = ink, subject

    def blocks(self, *, grouped: bool) -> list[Block | None]:
        """Return all of them, in the order in which a reader needs them.

        Parameters
        ----------
        grouped
            Whether neighbours of one part share a line of the contents.
        """
        above, below = self._others
        return [*above, self._grouped if grouped else self._contents, *below]

    @cached_property
    def _contents(self) -> Block | None:
        drawing, report = self.subject.drawing, self.subject.group.report
        return _listed(self.ink, contents_rows(drawing, report))

    @cached_property
    def _grouped(self) -> Block | None:
        drawing, report = self.subject.drawing, self.subject.group.report
        return _listed(self.ink, grouped_rows(drawing, report))

    @cached_property
    def _others(self) -> tuple[list[Block | None], list[Block | None]]:
        return around_contents(self.ink, self.subject)

    @cached_property
    def revised(self) -> Block | None:
        """The revisions of the design."""
        return floor_lists.revisions(self.ink, self.subject.context)


def _listed(ink: Ink, rows: Sequence[Sequence[str]]) -> Block | None:
    return table(ink, "Contents", _CONTENTS, rows, strong_last=True)


def around_contents(
    ink: Ink, subject: RackSubject
) -> tuple[list[Block | None], list[Block | None]]:
    """Return the lists of a rack's sheet above its contents, and those below."""
    context, group, drawing = subject.context, subject.group, subject.drawing
    name_of = names_of(context.catalog, context.design.power)
    said = notes_of(group, drawing, context.layout, name_of)
    kept = limit_rows(
        group.report, group.lost, parts={d.look.name for d in drawing.devices}, name_of=name_of
    )
    preface = [subject.preface] if subject.preface else []
    looks = (*(device.look for device in drawing.devices), drawing.look)
    documents = document_rows((look.id for look in looks), context.catalog)
    above = [
        table(ink, "Summary", _SUMMARY, summary_rows(group.report, group.lost), names=False),
        limits(ink, kept),
    ]
    below = [
        table(ink, "Inside", _INSIDE, inside_rows(drawing)),
        floor_lists.findings(ink, context, subject.found, subject.ids),
        floor_lists.remarks(ink, context, subject.ids),
        floor_lists.comments(ink, context, subject.ids),
        notes(ink, "Notes", [*preface, *said, *([] if documents else [_NO_DOCUMENT])]),
        table(
            ink,
            "Documents",
            _DOCUMENTS,
            documents,
            names=False,
            remark="which figures of parts each states",
        ),
    ]
    return above, below


def limits(ink: Ink, rows: Sequence[LimitRow]) -> Block | None:
    """Return each limit with a bar of what is used of it: solid for certain, hatched at most.

    What cannot be said bears a hatched square.
    """
    if not rows:
        return None
    return Block(
        "Limits", lambda width: Laid(tuple(_limit(ink.dots_per_mm, row, width) for row in rows))
    )


@lru_cache(maxsize=512)
def _limit(dots: float, limit: LimitRow, width: float) -> Piece:
    ink = measuring(dots)
    sign = _SIGN + 1.0 if limit.state == "unknown" else 0.0
    together = ink.width_of(limit.label, TEXT_MM) + ink.width_of(limit.text, TEXT_MM, 500)
    if together + sign + 2 <= width:
        labels, figures = [limit.label], [limit.text]
    else:
        # Its figures stand below a label that is too long for one line with them.
        labels = ink.wrap(limit.label, TEXT_MM, width - sign)
        figures = ["" for _ in labels] + ink.wrap(limit.text, TEXT_MM, width, 500)
    lines = max(len(labels), len(figures))

    def draw(ink: Ink, box: QRectF) -> None:
        if sign:
            open_sign(ink, QRectF(box.left(), box.top() + 0.3, _SIGN, _SIGN))
        line = QRectF(box.left(), box.top(), box.width(), LINE_MM)
        for number, label in enumerate(labels):
            place = line.translated(0, number * LINE_MM).adjusted(sign, 0, 0, 0)
            ink.text(place, label, TEXT_MM, colour=ink.theme.dim)
        for number, words in enumerate(figures):
            place = line.translated(0, number * LINE_MM)
            ink.text(place, words, TEXT_MM, weight=500, align=RIGHT)
        low, high = limit.shares or (0.0, 1.0 if limit.state == "unknown" else 0.0)
        draw_bar(ink, QRectF(box.left(), box.bottom() - 1.5, box.width(), 0.8), low, high)

    return Piece(lines * LINE_MM + _LIMIT_PAD, draw)
