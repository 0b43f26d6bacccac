"""The floor plan as DXF (AutoCAD 2013), in true mm: layers by kind, a block for each rack type.

x to the right and y upwards, so that what is y downwards on screen is negative. May import
`document`, the catalogue and `model`. Imports `ezdxf`, which takes a quarter of a second: import
this module only to write.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Any, Final

import ezdxf
from ezdxf import units
from ezdxf.enums import TextEntityAlignment

from designer.catalog.aisles import aisles, row_bands
from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.catalog.plant_places import Pipe, Plant, drawn_of
from designer.document.placement import Box, footprint, rack_box
from designer.engine.report import Report
from designer.model.design import Design, Rack, Room
from designer.model.layout import Layout
from designer.model.one_line import one_line
from designer.model.outline import box_of
from designer.model.room_areas import swing_of

LAYERS: Final = {
    "ROOM": 7, "HALLS": 7, "TILES": 9, "OBSTACLES": 8, "COLUMNS": 7, "WALLS": 7, "ZONES": 6,
    "DOORS": 7, "AISLES": 150, "RACKS": 3, "RACK-NAMES": 7,
    "DEVICE-NAMES": 8, "TRAYS": 30, "FEEDS": 1, "PIPES": 5, "TEXT": 7,
}  # fmt: skip
"""Layers with their colours, by the colour index of AutoCAD."""
_OF_KIND: Final = {
    "column": "COLUMNS", "wall": "WALLS", "keep-out": "ZONES", "ceiling": "ZONES",
}  # fmt: skip
_FROM_START: Final = ("TILES", "DEVICE-NAMES")
"""Layers that are off at first: they say more than a plan at a small scale can show."""
_NAME_MM: Final = 120.0
_SMALL_MM: Final = 55.0
_TITLE_MM: Final = 400.0
_FRONT_MM: Final = 60
"""How deep the strip is that marks the front of a rack."""
_DASHES: Final = [300.0, 200.0, -100.0]


def floor_dxf(design: Design, catalog: Catalog, report: Report) -> str:
    """Return the plan of the floor; the same text for the same design.

    Parameters
    ----------
    report
        Read by no layer: the signature is that of all exporters.
    """
    # Otherwise the file holds the moment and made-up ids: the same design gives the same bytes.
    fixed = ezdxf.options.write_fixed_meta_data_for_testing
    ezdxf.options.write_fixed_meta_data_for_testing = True
    try:
        return _Plan(design, catalog).text()
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = fixed


class _Plan:
    """A drawing that is being made."""

    def __init__(self, design: Design, catalog: Catalog) -> None:
        self._design, self._catalog, self._layout = design, catalog, Layout(design)
        self._file: Any = ezdxf.new("R2013", units=units.MM)
        self._file.header["$MEASUREMENT"] = 1
        self._file.linetypes.add("DASHED", _DASHES, description="Dashed __ __ __")
        for name, colour in LAYERS.items():
            layer = self._file.layers.add(name, color=colour)
            if name in _FROM_START:
                layer.off()
        self._space: Any = self._file.modelspace()
        self._blocks: dict[str, str] = {}

    def text(self) -> str:
        """Draw all, and return it."""
        self._draw_room()
        for aisle in aisles(self._design, self._catalog):
            left, top = aisle.x_mm, aisle.y_mm
            box = left, top, left + aisle.width_mm, top + aisle.depth_mm
            self._box(box, "AISLES", dashed=not aisle.contained)
            turn = 0 if aisle.across else 90
            self._words(aisle.label, _middle(box), _NAME_MM, "AISLES", turn=turn)
        for rack in self._design.racks:
            self._draw_rack(rack)
        self._draw_rows()
        for tray in self._design.trays:
            self._line(tray.corners, "TRAYS", width=tray.width_mm)
            for corner in tray.corners[:1]:
                self._words(tray.name or tray.id, corner, _NAME_MM, "TRAYS", beside=True)
        for one in drawn_of(self._design, self._catalog):
            self._draw_plant(one)
        text = StringIO()
        self._file.write(text)
        return text.getvalue()

    def _draw_room(self) -> None:
        design, room = self._design, self._design.room
        self._line(room.outline, "ROOM", closed=True)
        for hall in design.halls:
            self._line(hall.outline, "HALLS", closed=True)
        left, top, right, bottom = box_of(room.outline) if room.outline else (0, 0, 0, 0)
        for x in _lines(left, right, room.tile_mm, room.tile_origin[0]):
            self._line(((x, top), (x, bottom)), "TILES")
        for y in _lines(top, bottom, room.tile_mm, room.tile_origin[1]):
            self._line(((left, y), (right, y)), "TILES")
        self._draw_elements(room)
        title = " · ".join(filter(None, (design.name, room.name)))
        place = (left, round(top - 2 * _TITLE_MM))
        self._words(title or "Floor plan", place, _TITLE_MM, "TEXT", beside=True)

    def _draw_elements(self, room: Room) -> None:
        for one in room.obstacles:
            layer = _OF_KIND.get(one.kind, "OBSTACLES")
            if one.round:
                middle, around = _middle(one.box), min(one.width_mm, one.depth_mm) / 2
                self._space.add_circle(_point(*middle), around, dxfattribs={"layer": layer})
            else:
                self._box(one.box, layer, dashed=not one.is_solid)
            self._words(one.called, _middle(one.box), _NAME_MM, layer)
        for door in room.passages:
            swing = swing_of(room, door)
            if swing is not None:
                self._box(swing, "DOORS", dashed=True)
                self._words(door.name or door.id, _middle(swing), _NAME_MM, "DOORS")

    def _draw_rack(self, rack: Rack) -> None:
        box, part = rack_box(self._catalog, rack), self._catalog.get(rack.part)
        middle, name = _middle(box), rack.name or rack.id
        # On screen rotation counts clockwise, and so does a negative one of y upwards.
        placed = self._space.add_blockref(
            self._block_of(rack.part, part), _point(*middle),
            dxfattribs={"layer": "RACKS", "rotation": -rack.rotation % 360},
        )  # fmt: skip
        placed.add_attrib("NAME", one_line(name), _point(*middle), {
            "layer": "RACK-NAMES", "height": _NAME_MM, "flags": 1,
        })  # fmt: skip
        self._words(name, middle, _NAME_MM, "RACK-NAMES")
        held = Counter(self._called(one.part) for one in self._layout.in_rack(rack.id))
        lines = [f"{count} x {called}" if count > 1 else called for called, count in held.items()]
        for at, line in enumerate(lines):
            lower = middle[0], middle[1] + _NAME_MM + (at + 0.5) * 1.6 * _SMALL_MM
            self._words(line, lower, _SMALL_MM, "DEVICE-NAMES")

    def _called(self, part_id: str) -> str:
        part = self._catalog.get(part_id)
        return part.name if part else part_id

    def _block_of(self, part_id: str, part: Part | None) -> str:
        """Return the block of a rack type; its origin is the middle of the rack, its front up."""
        known = self._blocks.get(part_id)
        if known is not None:
            return known
        name = f"RACK-{re.sub(r'[^A-Za-z0-9_-]', '_', part_id) or 'UNKNOWN'}"
        if name.upper() in (one.upper() for one in self._blocks.values()):
            name = f"{name}-{len(self._blocks) + 1}"
        self._blocks[part_id] = name
        block = self._file.blocks.new(name)
        wide, deep = footprint(part, 0)
        x, y = wide / 2, deep / 2
        shape = {"layer": "0", "color": 0}  # that of the layer it is placed on
        corners = [(-x, -y), (x, -y), (x, y), (-x, y)]
        block.add_lwpolyline(corners, close=True, dxfattribs=shape)
        block.add_line((-x, y - _FRONT_MM), (x, y - _FRONT_MM), dxfattribs=shape)
        block.add_attdef("NAME", (0, 0), dxfattribs={"height": _NAME_MM, "flags": 1, **shape})
        return name

    def _draw_rows(self) -> None:
        names = {row.id: row.name or row.id for row in self._design.rows}
        for band in row_bands(self._design, self._catalog):
            if band.named:
                lying = band.rotation in (0, 180)
                across = (band.top + band.bottom) / 2 if lying else (band.left + band.right) / 2
                place = (band.left - 3 * _NAME_MM, across) if lying else (
                    across, band.top - 3 * _NAME_MM
                )  # fmt: skip
                self._words(names.get(band.row, band.row), place, 2 * _NAME_MM, "TEXT")

    def _draw_plant(self, one: Plant | Pipe) -> None:
        layer = "PIPES" if isinstance(one, Pipe) else "FEEDS"
        self._box(one.box, layer, dashed=one.is_run)
        left, top, right, bottom = one.box
        turn = 90 if one.is_run and bottom - top > right - left else 0
        self._words(one.name, _middle(one.box), _NAME_MM, layer, turn=turn)

    def _line(
        self, corners: Sequence[tuple[float, float]], layer: str, *, closed: bool = False,
        width: float | None = None, dashed: bool = False,
    ) -> None:  # fmt: skip
        if len(corners) < 2:
            return
        look: dict[str, Any] = {"layer": layer}
        if width is not None:
            look["const_width"] = width
        if dashed:
            look["linetype"] = "DASHED"
        points = [_point(x, y) for x, y in corners]
        self._space.add_lwpolyline(points, close=closed, dxfattribs=look)

    def _box(self, box: Box, layer: str, *, dashed: bool = False) -> None:
        left, top, right, bottom = box
        corners = (left, top), (right, top), (right, bottom), (left, bottom)
        self._line(corners, layer, closed=True, dashed=dashed)

    def _words(
        self, words: str, at: tuple[float, float], height: float, layer: str, *, turn: int = 0,
        beside: bool = False,
    ) -> None:  # fmt: skip
        text = self._space.add_text(
            one_line(words), height=height, rotation=turn, dxfattribs={"layer": layer}
        )
        align = TextEntityAlignment.MIDDLE_LEFT if beside else TextEntityAlignment.MIDDLE_CENTER
        text.set_placement(_point(*at), align=align)


def _point(x: float, y: float) -> tuple[float, float]:
    """Return a point of the plan as DXF counts, y upwards."""
    return float(x), 0.0 - y


def _middle(box: Box) -> tuple[float, float]:
    left, top, right, bottom = box
    return (left + right) / 2, (top + bottom) / 2


def _lines(low: int, high: int, pitch: int, origin: int) -> Iterable[int]:
    """Return where lines of tiles lie between two walls."""
    first = low + (origin - low) % max(pitch, 1)
    return (at for at in range(first, high, max(pitch, 1)) if low < at)
