"""Panels of patch panels: adapters in rows in front, the openings of trunks at the rear."""

from PySide6.QtCore import QRectF

from designer.render.faces.panel import (
    SMALLEST_MARK_PX,
    Panel,
    grid,
    name_and_rest,
    paint_header,
    paint_marks,
)

_PER_GROUP = 12
"""Adapters that are drawn close together: places are not known, counts are."""


def patch_front(panel: Panel) -> None:
    """Paint the name, and the adapters as outlines: nothing in them is lit."""
    left, right = name_and_rest(panel, 0.36)
    paint_header(panel, left, with_power=False)
    cells = patch_cells(panel, right)
    paint_marks(panel, cells, panel.theme.dim, "port", filled=False)


def patch_rear(panel: Panel) -> None:
    """Paint the name: trunks enter through openings of which nobody states the place."""
    paint_header(panel, panel.inner, with_power=False)


def patch_cells(panel: Panel, box: QRectF) -> list[QRectF]:
    """Return the boxes of the adapters in two rows per unit; none where they would be too small."""
    count = sum(group.count for group in panel.device.look.cages)
    rows = max(1, round(panel.box.height() / panel.unit)) * 2 if panel.unit else 2
    columns = -(-count // rows)
    if not count or box.isEmpty():
        return []
    gaps = (columns - 1) // _PER_GROUP
    width = box.width() / (columns + 0.6 * gaps)
    if width * 0.72 < SMALLEST_MARK_PX * panel.px or box.height() / rows < 1.6 * panel.px:
        return []
    found = []
    for start in range(0, columns, _PER_GROUP):
        wide = min(_PER_GROUP, columns - start)
        x = box.left() + width * (start + 0.6 * (start // _PER_GROUP))
        area = QRectF(x, box.top(), width * wide, box.height())
        found += grid(area, wide, rows)
    return found[:count]
