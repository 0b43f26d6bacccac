"""What the marks on the panels of an elevation stand for, without painting it.

A legend explains those that occur. Panels of one part that are equally large bear the same marks:
each is painted for nobody once, however many racks hold it.
"""

from dataclasses import replace
from functools import lru_cache

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPicture

from designer.model.design import Face
from designer.render.device_faces import paint_front, paint_rear
from designer.render.drawing import DeviceDrawing, RackDrawing
from designer.render.elevation_frame import frame_in
from designer.render.faces.panel import Panel
from designer.render.faces.rack_pdu import paint_strip
from designer.render.lettering import NotingPainter
from designer.render.rack_painter import device_rect, is_in_blocks, panels_seen
from designer.render.theme import Theme


def panel_marks(
    rect: QRectF, drawing: RackDrawing, face: Face, theme: Theme, *, px: float
) -> frozenset[str]:
    """Return what the marks on the devices of an elevation to scale stand for: of `PanelMark`.

    Parameters
    ----------
    rect, px
        As `paint_elevation` takes them.
    """
    found: frozenset[str] = frozenset()
    seen = set()
    for panel, is_front in panels_seen(rect, drawing, face, theme, px=px, to_scale=True):
        device, size = panel.device, _size(panel)
        # A rack holds many that are alike: they are told apart by little before all is compared.
        if (key := (is_front, id(device.look), device.feeds, device.tier, size)) in seen:
            continue
        seen.add(key)
        way = "front" if is_front else "rear"
        found |= _of_panel(way, _alike(device, panel.widest), *size, theme, px)
    frame = frame_in(rect, drawing, px, to_scale=True)
    is_seen = face == "rear" and drawing.inside is None and bool(drawing.units)
    for strip in drawing.zero_u if is_seen and not is_in_blocks(frame, px) else ():
        box = device_rect(rect, drawing, strip, face, px=px, to_scale=True)
        size = round(box.width(), 6), round(box.height(), 6), frame.unit
        found |= _of_panel("strip", _alike(strip, ""), *size, theme, px)
    return found


def _size(panel: Panel) -> tuple[float, float, float]:
    """Return width, height and unit without what is left over of sums of fractions."""
    return round(panel.box.width(), 6), round(panel.box.height(), 6), panel.unit


def _alike(device: DeviceDrawing, widest: str) -> DeviceDrawing:
    """Return a device as all that are like it, with the name that decides how much room is left."""
    return replace(device, key="", name=widest, half_u=0, tier="", fabric="", feed="", feed_name="")


@lru_cache(maxsize=1024)
def _of_panel(
    way: str,
    device: DeviceDrawing,
    width: float,
    height: float,
    unit: float,
    theme: Theme,
    px: float,
) -> frozenset[str]:
    picture = QPicture()
    painter = NotingPainter(picture)
    try:
        panel = Panel(painter, QRectF(0, 0, width, height), device, theme, px, unit)
        if way == "strip":
            paint_strip(panel, ghosted=False)
        elif way == "front":
            paint_front(panel)
        else:
            paint_rear(panel)
    finally:
        painter.end()
    return frozenset(painter.marks)
