"""Writes drawings to files: PDF sheets, floor plan and elevations as SVG or PNG.

Needs a `QGuiApplication` (the offscreen platform will do), no widgets. A file is written in one
step: a failure leaves what was there before.
"""

from collections.abc import Callable, Collection, Sequence
from os import PathLike
from pathlib import Path
from typing import Final, Literal

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QPainter, QPen, QTransform

from designer.catalog.aisles import rack_size
from designer.catalog.catalog import Catalog
from designer.engine.fabric_map import FabricMaps
from designer.engine.report import Report
from designer.io.export.comparison_content import Compared
from designer.io.output_file import write_output
from designer.model.comments import Comments
from designer.model.design import Design
from designer.model.figure_words import cabled_first
from designer.model.layout import Layout
from designer.model.one_line import one_line
from designer.model.revisions import not_issued
from designer.render.drawing import RackDrawing, floor_drawings, rack_drawing
from designer.render.elevation_frame import above_roof, frame_in
from designer.render.faces.panel import figure_text
from designer.render.floor_painter import floor_box, paint_room
from designer.render.fonts import letters_without_font, load_fonts
from designer.render.lettering import CENTRE, NotingPainter, draw_text
from designer.render.pdf_file import DOTS_PER_INCH, finished, new_pdf
from designer.render.picture_file import Draw, png_picture, svg_picture
from designer.render.picture_legend import LINE, in_lines, paint_keys, picture_keys
from designer.render.printed_plans import paint_plans
from designer.render.rack_painter import paint_elevation
from designer.render.rack_top import paint_rack_top
from designer.render.sheets.comment_marks import texts_of
from designer.render.sheets.ink import Ink
from designer.render.sheets.paper import PAPERS
from designer.render.sheets.scale_bar import bar_steps
from designer.render.sheets.sheet_context import SheetContext, context_of
from designer.render.sheets.sheet_set import SHEETS, USUAL, chosen_comments, sheet_set, why_no_sheet
from designer.render.theme import LIGHT
from designer.render.tray_painter import paint_tray
from designer.render.what_if import WhatIf
from designer.render.written import lettered, lettering_places

_PICTURE_MARGIN: Final = 24.0
_PLAN_WIDE: Final = 1600.0
_PLAN_WIDEST: Final = 6000.0
_LEAST_SCALE: Final = 0.036
"""Pixels to a millimetre at which a rack of 600 mm bears its name."""
_RACK_TALL: Final = 900.0
_BAR_WIDE: Final = 320.0
_BAR_ROOM: Final = _BAR_WIDE + 46
"""What the scale bar takes of the last line, with its unit and a gap."""
Phase = Literal["laid out", "drawn"]
Told = Callable[[Phase, int, int], object]
"""Is told how many sheets are laid out or drawn, and of how many."""


class OutputError(ValueError):
    """What was asked for cannot be drawn; the message says what can."""


def write_pdf(
    path: str | PathLike[str],
    design: Design,
    catalog: Catalog,
    report: Report | None,
    *,
    sheets: Sequence[str] = USUAL,
    paper: str = "A3",
    racks: Collection[str] | None = None,
    overlays: Collection[str] | None = None,
    file_name: str = "",
    file: bytes | None = None,
    unfolded: Collection[str] = (),
    lost: WhatIf | None = None,
    maps: FabricMaps | None = None,
    compared: Compared | None = None,
    comments: Comments = (),
) -> int:
    """Write sheets as one vector PDF, as `pdf_of` makes it; return the number of its pages.

    Raises
    ------
    OutputError
        As `pdf_of`.
    designer.io.atomic_file.WriteError
        If the file cannot be written.
    """
    pdf, pages = pdf_of(
        design, catalog, report, sheets=sheets, paper=paper, racks=racks, overlays=overlays,
        file_name=file_name, file=file, unfolded=unfolded, lost=lost, maps=maps, compared=compared,
        comments=comments,
    )  # fmt: skip
    write_output(path, pdf)
    return pages


def pdf_of(
    design: Design,
    catalog: Catalog,
    report: Report | None,
    *,
    sheets: Sequence[str] = USUAL,
    paper: str = "A3",
    racks: Collection[str] | None = None,
    overlays: Collection[str] | None = None,
    file_name: str = "",
    file: bytes | None = None,
    unfolded: Collection[str] = (),
    lost: WhatIf | None = None,
    maps: FabricMaps | None = None,
    compared: Compared | None = None,
    comments: Comments = (),
    told: Told = lambda _phase, _done, _of: None,
) -> tuple[bytes, int]:
    """Return sheets as one vector PDF with embedded fonts, bookmarks and the design attached.

    Parameters
    ----------
    sheets
        Of `SHEETS`.
    paper
        A name of `sheets.paper.PAPERS`.
    racks
        Ids of the racks to draw; None for all. Racks that are alike share one sheet.
    overlays
        Ids of the overlays to draw; None for all of which a rack has a load.
    file_name
        Name of the design's file for the title block; the design's name if empty.
    file
        The bytes of that file, where it holds what is drawn: they are attached, and the digest is
        theirs. Without them both are of the design's text as it would be saved.
    unfolded
        Ids of the racks whose chain the power sheet shows; none are the fullest of each kind.
    lost
        A loss that is tried: floor and one-line show what it does and say so in titles.
    maps
        The fabrics that the sheets of fabrics draw, with their worst cuts.
    compared, comments
        The design beside an earlier one, and what a review said: each where its sheet is asked for.
    told
        Is told how far it is.

    Returns
    -------
    The file, and the number of its pages.

    Raises
    ------
    OutputError
        If a sheet or paper is not known, a letter has no font, or there is nothing to draw.
    """
    comments = _required(design, catalog, comments, sheets, paper)
    said = (file_name, file, unfolded, lost, maps, compared, comments)
    context, attached = context_of(design, catalog, report, paper, *said)
    pages, titles = _draw_pdf(context, sheets, racks, overlays, attached, told)
    return finished(pages, titles, _subject(context), ", ".join(sheets)), len(titles)


def _required(
    design: Design, catalog: Catalog, comments: Comments, sheets: Sequence[str], paper: str
) -> Comments:
    """Refuse what cannot be drawn; return the comments that are."""
    comments = chosen_comments(comments, sheets)
    require_letters(design, catalog, texts_of(comments))
    _require_known(paper, sheets)
    return comments


def _subject(context: SheetContext) -> str:
    return f"{context.file_name}, SHA-256 of the {context.digest_of}: {context.digest}"


def _require_known(paper: str, sheets: Sequence[str]) -> None:
    """Refuse a paper or a sheet that there is not."""
    if paper not in PAPERS:
        raise OutputError(f"no paper {paper!r}; there are {', '.join(PAPERS)}")
    unknown = [sheet for sheet in sheets if sheet not in SHEETS]
    if unknown:
        raise OutputError(f"no sheet {unknown[0]!r}; there are {', '.join(SHEETS)}")


def require_letters(design: Design, catalog: Catalog, besides: Sequence[str] = ()) -> None:
    """Refuse a design with a letter that no font has: it would be drawn as an empty box.

    Parameters
    ----------
    besides
        Texts of the drawing that are not the design's.

    Raises
    ------
    OutputError
        If there is one; the message names it and where it stands.
    """
    load_fonts()
    if gone := letters_without_font((*lettered(design, catalog), *besides)):
        raise _no_font(lettering_places(design, catalog, gone, besides))


def require_drawn(
    painter: NotingPainter, design: Design, catalog: Catalog, file_name: str = ""
) -> None:
    """Refuse what was drawn with a letter that no font has.

    A drawing also says what no design does: the name of the file, sources of parts, and what the
    engine makes of them.

    Parameters
    ----------
    file_name
        Of the design's file, if the drawing bears it.

    Raises
    ------
    OutputError
        If there is one; the message names it and where it stands.
    """
    if gone := letters_without_font(painter.texts):
        raise _no_font(lettering_places(design, catalog, gone, painter.texts, file_name))


def _no_font(places: str) -> OutputError:
    return OutputError(f"no font has {places}; write it otherwise, or install a font that has it")


def _draw_pdf(
    context: SheetContext,
    kinds: Sequence[str],
    racks: Collection[str] | None,
    overlays: Collection[str] | None,
    attached: bytes,
    told: Told,
) -> tuple[bytes, list[str]]:
    """Return the PDF as Qt writes it and the title of each page."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    title, author = one_line(context.design.name), context.design.title_block.created_by
    writer = new_pdf(buffer, context.paper.layout(), title, attached, author)
    writer.addFileAttachment(Path(context.file_name).name, attached, "application/toml")
    painter = NotingPainter(writer)
    ink = Ink(painter, DOTS_PER_INCH / 25.4)
    try:
        sheets = sheet_set(
            ink, context, kinds, racks, overlays, lambda done, of: told("laid out", done, of)
        )
        if not sheets:
            raise OutputError(why_no_sheet(kinds))
        for index, sheet in enumerate(sheets, start=1):
            if index > 1:
                writer.newPage()
            told("drawn", index - 1, len(sheets))
            sheet.draw(index, len(sheets))
        require_drawn(painter, context.design, context.catalog, context.file_name)
    finally:
        # Qt aborts when a device goes while somebody still paints on it.
        painter.end()
    return bytes(buffer.data().data()), [sheet.title for sheet in sheets]


def write_elevation(
    path: str | PathLike[str],
    design: Design,
    catalog: Catalog,
    report: Report | None,
    rack_id: str,
) -> None:
    """Write front and rear of a rack as SVG or PNG, by the path's ending.

    Raises
    ------
    OutputError
        If there is no such rack, the ending is neither `.svg` nor `.png`, or a letter has no font.
    designer.io.atomic_file.WriteError
        If the file cannot be written.
    """
    require_letters(design, catalog)
    layout = Layout(design)
    rack = layout.racks.get(rack_id)
    if rack is None:
        raise OutputError(f"no rack {rack_id!r} in the design")
    reports = {r.id: r for r in report.racks} if report else {}
    drawing = rack_drawing(layout, catalog, rack, reports.get(rack_id))
    width = 380.0
    # What stands above the roof, which is a fault, may be as high as the rack; the rest is cut.
    frame = frame_in(QRectF(0, 0, width, _RACK_TALL), drawing)
    above = min(above_roof(frame, drawing), _RACK_TALL)
    size = QSizeF(2 * width + 3 * _PICTURE_MARGIN, _RACK_TALL + above + 74)
    part, name = catalog.get(rack.part), rack.name or rack.id
    title, draft = part.traits.titled(name) if part else name, _draft(design)

    def draw(painter: NotingPainter) -> None:
        _draw_elevations(painter, drawing, size, width, (title, draft))
        require_drawn(painter, design, catalog)

    _write_picture(Path(path), size, title, draw)


def _draw_elevations(
    painter: QPainter, drawing: RackDrawing, size: QSizeF, width: float, said: tuple[str, str]
) -> None:
    title, draft = said
    margin = _PICTURE_MARGIN
    painter.fillRect(QRectF(0, 0, size.width(), size.height()), QColor(LIGHT.panel))
    head = QRectF(margin, 10, size.width() - 2 * margin, 24)
    taken = draw_text(painter, head, title, 17, LIGHT.text, 600)
    figure = "" if drawing.power is None else f" · {figure_text(drawing.power)}"
    if drawing.power is not None and drawing.cabled is not None:
        figure = f" · {cabled_first(drawing.cabled, drawing.power)}"
    words = f"{drawing.summary} · {drawing.part_name}{figure}{f' · {draft}' if draft else ''}"
    draw_text(painter, head.adjusted(taken + 12, 2, 0, 0), words, 12, LIGHT.dim)
    for index, face in enumerate(("front", "rear")):
        left = margin + index * (width + margin)
        draw_text(painter, QRectF(left, 38, width, 18), face.upper(), 11, LIGHT.dim, 600, CENTRE)
        painter.save()
        painter.setClipRect(QRectF(left, 56, width, size.height() - 56))
        box = QRectF(left, size.height() - _RACK_TALL - 16, width, _RACK_TALL)
        paint_elevation(painter, box, drawing, "front" if face == "front" else "rear", LIGHT)
        painter.restore()


def write_floor(
    path: str | PathLike[str], design: Design, catalog: Catalog, report: Report | None
) -> None:
    """Write the floor plan as SVG or PNG, by the path's ending, over the plans that are printed.

    Raises
    ------
    OutputError
        If the ending is neither `.svg` nor `.png`, or a letter has no font.
    designer.io.atomic_file.WriteError
        If the file cannot be written.
    """
    require_letters(design, catalog)
    layout = Layout(design)
    drawings = floor_drawings(layout, catalog, design.racks, report)
    box = floor_box(design, catalog)
    scale = picture_scale(box.width())
    size = QSizeF(box.width(), box.height()) * scale
    beside_bar = max(0.0, size.width() - _BAR_ROOM)
    keys = in_lines(picture_keys(layout, catalog, drawings.values()), beside_bar)
    further = LINE * max(0, len(keys) - 1)
    size += QSizeF(2 * _PICTURE_MARGIN, 2 * _PICTURE_MARGIN + 76 + further)
    title = f"Floor plan: {design.room.name or design.name}"

    def draw(painter: NotingPainter) -> None:
        painter.fillRect(QRectF(0, 0, size.width(), size.height()), QColor(LIGHT.canvas))
        head = QRectF(_PICTURE_MARGIN, 10, size.width() - 2 * _PICTURE_MARGIN, 24)
        taken = draw_text(painter, head, title, 17, LIGHT.text, 600)
        draw_text(painter, head.adjusted(taken + 12, 2, 0, 0), _draft(design), 12, LIGHT.dim)
        _draw_floor(painter, design, layout, catalog, drawings, scale)
        corner = QPointF(_PICTURE_MARGIN, size.height() - 10 - len(keys) * LINE)
        paint_keys(painter, keys, corner)
        _draw_metres(painter, QPointF(size.width() - _PICTURE_MARGIN, size.height() - 40), scale)
        require_drawn(painter, design, catalog)

    _write_picture(Path(path), size, title, draw)


def picture_scale(across_mm: float) -> float:
    """Return the pixels to a millimetre of a plan: a large room gets a large picture.

    Racks keep outline, name and hatch, for which they need `_LEAST_SCALE`, as far as a picture may
    be that wide.
    """
    least = min(_LEAST_SCALE, _PLAN_WIDEST / across_mm)
    return max(min(_PLAN_WIDE / across_mm, 0.2), least)


def _draw_floor(
    painter: QPainter,
    design: Design,
    layout: Layout,
    catalog: Catalog,
    drawings: dict[str, RackDrawing],
    scale: float,
) -> None:
    corner = floor_box(design, catalog).topLeft()
    before = painter.worldTransform()
    transform = QTransform.fromTranslate(_PICTURE_MARGIN, _PICTURE_MARGIN + 20)
    transform = transform.scale(scale, scale).translate(-corner.x(), -corner.y())
    painter.setWorldTransform(transform)
    painter.setWorldTransform(before)
    paint_plans(painter, design, transform, LIGHT, transform.mapRect(floor_box(design, catalog)))
    painter.setWorldTransform(transform)
    paint_room(painter, design, layout, catalog, LIGHT, scale)
    painter.setWorldTransform(before)
    for rack in design.racks:
        width, depth = rack_size(rack, catalog)
        place = transform.mapRect(QRectF(rack.x_mm, rack.y_mm, width, depth))
        paint_rack_top(painter, place, drawings[rack.id], LIGHT, scale)
    feet = [
        transform.mapRect(QRectF(rack.x_mm, rack.y_mm, *rack_size(rack, catalog)))
        for rack in design.racks
    ] if design.trays else []  # fmt: skip
    for tray in design.trays:
        paint_tray(
            painter, tray, transform, LIGHT, 1.0,
            is_free=lambda place: not any(place.intersects(foot) for foot in feet),
        )  # fmt: skip


def _draft(design: Design) -> str:
    """Return that a picture is a draft, and why; empty for an issued design."""
    why = not_issued(design)
    return f"DRAFT: {why}" if why else ""


def _draw_metres(painter: QPainter, right: QPointF, scale: float) -> None:
    """Draw a scale bar that ends at a point. A picture has no paper: its bar is its only scale."""
    step = bar_steps(1 / scale, _BAR_WIDE)
    wide = step * scale
    left = right.x() - 5 * wide - 16
    painter.setPen(QPen(QColor(LIGHT.text), 1))
    for index in range(5):
        part = QRectF(left + index * wide, right.y() + 14, wide, 5)
        painter.setBrush(QColor(LIGHT.text if index % 2 == 0 else LIGHT.canvas))
        painter.drawRect(part)
    for index in range(6):
        words = f"{index * step / 1000:g}" + (" m" if index == 5 else "")
        place = QRectF(left + index * wide - 40, right.y() - 2, 80, 14)
        draw_text(painter, place, words, 11, LIGHT.text, 400, CENTRE)


def _write_picture(path: Path, size: QSizeF, title: str, draw: Draw) -> None:
    ending = path.suffix.lower()
    if ending == ".svg":
        write_output(path, svg_picture(size, title, draw))
    elif ending == ".png":
        write_output(path, png_picture(size, draw))
    else:
        raise OutputError(f"{path.name}: a picture ends in .svg or .png")
