"""The sheet "from feed to supply": the chain of power inside racks, as the one-line unfolds it.

Of the racks that are unfolded in the window, else of the fullest rack of each kind.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF

from designer.catalog.catalog import Catalog
from designer.engine.limit_report import NEAR
from designer.engine.report import RackReport
from designer.model.layout import Layout
from designer.model.plural import plural
from designer.render.chain_layout import Laid, laid_out
from designer.render.chain_painter import paint_chain
from designer.render.chain_pieces import Chain
from designer.render.one_line_painter import SMALLEST_EM
from designer.render.rack_chain import chain_of
from designer.render.sheets.drawing_frame import TITLE_HEIGHT, draw_frame, frame_box
from designer.render.sheets.flow import Block, Filled, Part, Piece, columns_of, fill, parts_of
from designer.render.sheets.flow import Laid as LaidBlock
from designer.render.sheets.ink import Ink
from designer.render.sheets.sheet import PAD, Sheet
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.tables import notes
from designer.render.theme import LEAST_EM_MM
from designer.render.unfolded import fullest

TITLE: Final = "From feed to supply"
_TYPE: Final = "Power chain"
_NUMBER: Final = "P2"
_HEAD: Final = 12.0
_SCALE: Final = LEAST_EM_MM / SMALLEST_EM
"""Millimetres of a nominal pixel: the smallest at which all can be read."""
_COLUMN: Final = 165.0
_BETWEEN: Final = 7.0
_TOO_WIDE: Final = "Chains wider than this paper are drawn smaller: print them on a larger one."
_READ: Final = (
    "A letter in a square is that of the feed. A load stands as {loads}, of what may flow for "
    "long; the bar is half tone normally, full tone for what {loss} adds, and ends at the limit. "
    "A dot joins, lines without one cross. A × 2: two supplies of each device hang on A.",
    "Triangle: from {near} of the limit. Octagon: overloaded{when}. Hatched square: cannot be "
    "said. — is what {unknown}. Currents of lines and breakers are at the highest power.",
)
_WORST: Final = {
    "loads": "normal / after the loss that is worst for it", "loss": "that loss",
    "when": ", now or in the worst case", "unknown": "no source states",
}  # fmt: skip
_TRIED: Final = {
    "loads": "normal → with what is lost", "loss": "the loss", "when": " with what is lost",
    "unknown": "no source states, or what is not computed after this loss",
}  # fmt: skip


@dataclass(frozen=True)
class Kind:
    """The fullest rack of a kind, and how many racks hold the same parts."""

    rack: RackReport
    number: int


def kinds_of(layout: Layout, catalog: Catalog, racks: Sequence[RackReport]) -> tuple[Kind, ...]:
    """Return the fullest rack of each kind: a kind is which parts draw IT power in it."""
    found: dict[tuple[str, ...], list[RackReport]] = {}
    for rack in racks:
        record = layout.racks.get(rack.id)
        if record is None or not rack.feeds:
            continue
        held = {one.part for one in layout.in_rack(rack.id) if _draws(catalog, one.part)}
        if _draws(catalog, record.part):
            held.add(record.part)
        if held:
            found.setdefault(tuple(sorted(held)), []).append(rack)
    return tuple(
        Kind(max(alike, key=lambda rack: fullest(rack).share), len(alike))
        for alike in found.values()
    )


def _draws(catalog: Catalog, part_id: str) -> bool:
    part = catalog.get(part_id)
    return part is not None and part.traits.draws_it_power


def shown_kinds(context: SheetContext) -> tuple[Kind, ...]:
    """Return the racks whose chain a set shows: those unfolded, else one of each kind."""
    racks = context.report.racks if context.report else ()
    by_id = {rack.id: rack for rack in racks if rack.id in context.layout.racks}
    unfolded = [Kind(by_id[key], 1) for key in context.unfolded if key in by_id]
    return tuple(unfolded) or kinds_of(context.layout, context.catalog, racks)


def chain_sheets(ink: Ink, context: SheetContext) -> list[Sheet]:
    """Return the sheets with the chains; none where no rack hangs on a feed."""
    kinds = shown_kinds(context)
    chains = [chain_of(context.layout, context.catalog, kind.rack, context.lost) for kind in kinds]
    if not chains:
        return []
    inside = frame_box(context.paper.mm)
    box = inside.adjusted(PAD, _HEAD, -PAD, -TITLE_HEIGHT - 3)
    # A rack of many rack PDUs is as wide as these need: fewer columns then.
    widest = max(laid_out(chain, 0, 0, 0).width * _SCALE for chain in chains)
    frames = columns_of(box, max(1, int(box.width() / max(_COLUMN, widest + _BETWEEN))))
    small = [_TOO_WIDE] if widest > box.width() else []
    blocks: list[Block | None] = list(map(_block, kinds, chains))
    blocks.append(notes(ink, "How to read", [*small, *_read(context)]))
    pages: list[list[Filled]] = []
    rest: Sequence[Part] = parts_of(blocks)
    while rest:
        columns: list[Filled] = []
        for frame in frames:
            if rest:
                columns.append(fill(rest, frame, must=frame is frames[0]))
                rest = columns[-1].rest
        pages.append(columns)
    return [_sheet(ink, context, page, at, len(pages)) for at, page in enumerate(pages, 1)]


def _read(context: SheetContext) -> tuple[str, ...]:
    """Return how the sheet is read: with nothing lost, or with a loss that is tried."""
    words = _TRIED if context.lost is not None else _WORST
    return tuple(one.format(near=f"{NEAR * 100:.0f} %", **words) for one in _READ)


def _sheet(
    ink: Ink, context: SheetContext, columns: Sequence[Filled], place: int, count: int
) -> Sheet:
    name = context.design.room.name or context.design.name
    words = f"{TITLE}{context.after_loss}: {name}" + (f" ({place} of {count})" if count > 1 else "")
    number = _NUMBER if place == 1 else f"{_NUMBER}-{place}"

    def draw(page: int, pages: int) -> None:
        fields = context.fields(words, _TYPE, number, "–", page, pages, name)
        inside = draw_frame(ink, context.paper.mm, fields)
        head = QRectF(inside.left() + PAD, inside.top() + 3, inside.width() - 2 * PAD, 7)
        ink.text(
            head,
            ink.with_short_names(words, context.short_names(name), 5.2, head.width(), 700),
            5.2,
            weight=700,
        )
        for column in columns:
            column.draw(ink)

    return Sheet(words, draw)


def _block(kind: Kind, chain: Chain) -> Block:
    """Return the chain of a rack as a block of one piece, as wide as its column."""
    name = kind.rack.name or kind.rack.id
    of = f", the fullest of {plural(kind.number, 'rack')} of its kind" if kind.number > 1 else ""

    def lay(width: float) -> LaidBlock:
        laid = laid_out(chain, 0, 0, width / _SCALE)
        scale = min(_SCALE, width / max(laid.width, 1.0))

        def draw(ink: Ink, box: QRectF) -> None:
            _paint(ink, laid, box, scale)

        return LaidBlock((Piece(laid.height * scale, draw),))

    return Block(f"Rack {name}{of}", lay)


def _paint(ink: Ink, laid: Laid, box: QRectF, scale: float) -> None:
    ink.painter.save()
    ink.painter.translate(ink.box(box).topLeft())
    ink.painter.scale(scale * ink.dots_per_mm, scale * ink.dots_per_mm)
    paint_chain(ink.painter, laid, ink.theme)
    ink.painter.restore()
