"""The legend of a floor plan as a picture: every colour, line and sign on it, and no other.

On paper it is `designer.render.sheets.legend`'s, in black and white.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from designer.catalog.catalog import Catalog
from designer.model.cooling_words import METHOD_NAMES
from designer.model.layout import Layout
from designer.render.drawing import RackDrawing
from designer.render.element_painter import RoomKey, room_keys
from designer.render.floor_painter import (
    CONTAINED_WORDS,
    paint_containment,
    shown_aisles,
)
from designer.render.hatch import paint_hatch
from designer.render.lettering import draw_text, text_width
from designer.render.plant_painter import PlantKey, plant_keys
from designer.render.rack_top import STATE_WORDS, legend_methods, open_words, paint_state
from designer.render.theme import LIGHT, METHOD_COLOURS, METHOD_PATTERNS

LINE: Final = 20.0
"""From one line of keys to the next, in pixels."""
_SIGN: Final = 18.0
_WORDS: Final = 24.0
_GAP: Final = 22.0
_SIZE: Final = 11.0


@dataclass(frozen=True, slots=True)
class Key:
    """A mark and its meaning; `paint` paints it into a box of 18 × 12 pixels."""

    words: str
    paint: Callable[[QPainter, QRectF], None]

    @property
    def wide(self) -> float:
        """Pixels it takes in its line, with the gap to the next."""
        return _WORDS + text_width(self.words, _SIZE) + _GAP


def picture_keys(
    layout: Layout, catalog: Catalog, drawings: Collection[RackDrawing]
) -> tuple[Key, ...]:
    """Return the keys of what a floor bears."""
    keys = [Key(METHOD_NAMES[method], _method(method)) for method in legend_methods(drawings)]
    if lacking := open_words(drawings):
        keys.append(Key(lacking, _open))
    if any(aisle.contained for aisle in shown_aisles(layout, catalog)):
        keys.append(Key(CONTAINED_WORDS, _contained))
    keys += [Key(key.words, _plant(key)) for key in room_keys(layout.design.room.obstacles)]
    keys += [Key(key.words, _plant(key)) for key in plant_keys(layout.design, catalog)]
    states = {drawing.state for drawing in drawings}
    keys += [Key(words, _state(state)) for state, words in STATE_WORDS if state in states]
    return tuple(keys)


def in_lines(keys: Sequence[Key], wide: float) -> tuple[tuple[Key, ...], ...]:
    """Return keys in lines that are no wider than so many pixels, one at least in each."""
    lines: list[list[Key]] = []
    taken = 0.0
    for key in keys:
        if not lines or taken + key.wide - _GAP > wide:
            lines.append([])
            taken = 0.0
        lines[-1].append(key)
        taken += key.wide
    return tuple(tuple(line) for line in lines)


def paint_keys(painter: QPainter, lines: Sequence[Sequence[Key]], corner: QPointF) -> None:
    """Paint lines of keys from their upper left corner on."""
    for number, line in enumerate(lines):
        x, y = corner.x(), corner.y() + number * LINE
        for key in line:
            key.paint(painter, QRectF(x, y, _SIGN, 12))
            box = QRectF(x + _WORDS, y - 2, key.wide - _WORDS, 16)
            draw_text(painter, box, key.words, _SIZE, LIGHT.text)
            x += key.wide


def _method(method: str) -> Callable[[QPainter, QRectF], None]:
    def paint(painter: QPainter, box: QRectF) -> None:
        painter.fillRect(box, QColor(METHOD_COLOURS[method]))
        shade = QColor("#000000")
        shade.setAlphaF(0.22)
        paint_hatch(painter, box, METHOD_PATTERNS[method], shade, pitch=3.5, line=0.8)

    return paint


def _plant(key: PlantKey | RoomKey) -> Callable[[QPainter, QRectF], None]:
    return lambda painter, box: key.paint(painter, box, LIGHT, 1)


def _open(painter: QPainter, box: QRectF) -> None:
    painter.fillRect(box, QColor(LIGHT.faint))


def _contained(painter: QPainter, box: QRectF) -> None:
    paint_containment(painter, box.adjusted(1, 1, -1, -1), LIGHT, 1)


def _state(state: str) -> Callable[[QPainter, QRectF], None]:
    def paint(painter: QPainter, box: QRectF) -> None:
        paint_state(painter, QRectF(box.left() + 3, box.top(), 12, 12), state, LIGHT)

    return paint
