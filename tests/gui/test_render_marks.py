"""The mark of a finding on a footprint covers no figure and no name, however far one looks."""

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from designer.catalog.load import load_shipped
from designer.engine.limit_report import Limit
from designer.engine.report import RackReport
from designer.model.design import Design, Device, Rack
from designer.model.layout import Layout
from designer.render import rack_top
from designer.render.drawing import RackDrawing, rack_drawing, with_report
from designer.render.theme import DARK, PRINT, Theme

pytestmark = pytest.mark.usefixtures("qapp")
SCALES = [0.02 + 0.002 * step for step in range(40)] + [0.15, 0.2, 0.3, 0.45, 0.6]
"""Pixels a mm, from where a rack has a name to the nearest zoom of the floor."""


class Seen:
    """Boxes of what is written and of marks, in units of the device."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.words: list[tuple[str, QRectF]] = []
        self.marks: list[QRectF] = []
        write, mark = rack_top.draw_text, rack_top.paint_state

        def writes(
            painter: QPainter, box: QRectF, text: str, size: float, *rest: object, **more: object
        ) -> float:
            width = write(painter, box, text, size, *rest, **more)  # type: ignore[arg-type] # as it was called
            align = more.get("align", rest[2] if len(rest) > 2 else Qt.AlignmentFlag.AlignLeft)
            assert isinstance(align, Qt.AlignmentFlag)
            left = box.left()
            if align & Qt.AlignmentFlag.AlignRight:
                left = box.right() - width
            elif align & Qt.AlignmentFlag.AlignHCenter:
                left = box.center().x() - width / 2
            # From the top of capitals to the line they stand on.
            lettered = QRectF(left, box.center().y() - 0.37 * size, width, 0.74 * size)
            self.words.append((text, painter.transform().mapRect(lettered)))
            return width

        def marks(
            painter: QPainter, box: QRectF, state: str, theme: Theme, px: float = 1.0
        ) -> None:
            self.marks.append(painter.transform().mapRect(box))
            mark(painter, box, state, theme, px)

        patch.setattr(rack_top, "draw_text", writes)
        patch.setattr(rack_top, "paint_state", marks)


def drawing(part: str, state: str, rotation: int, width_mm: int) -> RackDrawing:
    catalog = load_shipped()
    rack = Rack(
        id="A01", name="CRAH-02" if part == "crah" else "A01", part=part, x_mm=0, y_mm=0,
        rotation=rotation,
    )  # fmt: skip
    devices = tuple(
        Device(id=f"n{n}", name=f"node {n}", part="dgx-h100", rack="A01", half_u=half)
        for n, half in enumerate((4, 24, 44, 64), start=1)
    )
    held = devices if part == "rack-48u" else ()
    layout = Layout(Design(racks=(rack,), devices=held))
    report = RackReport(
        id="A01", name=rack.name, power_max_kw=132.0 if width_mm == 600 else 40.8,
        cooling_method="rear-door", summary="4 × DGX H100",
        limits=(Limit(name="cooling", group="cooling", label="Cooling", state=state),),
    )  # fmt: skip
    return with_report(rack_drawing(layout, catalog, layout.racks["A01"]), report)


@pytest.mark.parametrize("state", ["unknown", "warning", "error"])
@pytest.mark.parametrize(
    ("part", "width_mm", "depth_mm", "rotation"),
    [
        ("rack-48u", 800, 1200, 0),
        ("rack-48u", 600, 1068, 180),
        ("rack-48u", 1200, 800, 90),
        ("cdu-row", 900, 1200, 0),
        ("crah", 900, 2500, 0),
        ("crah", 2500, 900, 90),
    ],
)
@pytest.mark.parametrize("theme", [DARK, PRINT], ids=["screen", "paper"])
def test_a_mark_covers_no_word(
    monkeypatch: pytest.MonkeyPatch,
    theme: Theme,
    part: str,
    width_mm: int,
    depth_mm: int,
    rotation: int,
    state: str,
) -> None:
    shown = drawing(part, state, rotation, width_mm)
    seen = Seen(monkeypatch)
    marked, lettered = 0, 0
    for scale in SCALES:
        seen.words.clear()
        seen.marks.clear()
        box = QRectF(0, 0, width_mm * scale, depth_mm * scale)
        image = QImage(round(box.width()) + 1, round(box.height()) + 1, QImage.Format.Format_RGB32)
        image.fill(QColor(theme.canvas))
        painter = QPainter(image)
        rack_top.paint_rack_top(painter, box, shown, theme, scale)
        painter.end()
        marked += len(seen.marks)
        lettered += len(seen.words)
        for mark in seen.marks:
            assert box.contains(mark), f"at {scale:.3f} the mark leaves the footprint"
            covered = [text for text, words in seen.words if words.intersects(mark)]
            assert covered == [], f"at {scale:.3f} the mark covers {covered}"
    assert marked == len(SCALES), "a finding is marked at every zoom"
    assert lettered >= len(SCALES) // 2
