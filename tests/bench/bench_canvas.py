"""The floor with 100,000 devices: frames of all of it and zoomed, of one row, and steps of a drag.

A tray hangs over each row, and two join them.

Frames are those of the real widget at 1600 × 900, painted through its event loop; the yardstick is
a view of 100,000 plain `QGraphicsRectItem` at the same places, painted the same way.
"""

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Any

from tests.bench.measure import in_turn, seconds
from tests.bench.row import Row

if TYPE_CHECKING:
    from PySide6.QtWidgets import QGraphicsView

    from designer.model.design import Design
    from designer.ui.views.floor.canvas import FloorCanvas

RACKS = 2_381
IN_RACK = 42
IN_ROW = 97
"""Racks in a row: 25 rows of 58 m make the floor about as wide as the window."""
ZOOMS = (1.5, 2, 4)
"""Beyond the whole floor: racks in colours, with words, and with what they hold."""
_ROW_PITCH_MM = 2_400
_SIZE = (1_600, 900)
_METHODS = ("room-air", "in-row", "rear-door", "direct-to-chip")


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on frames and drag steps."""
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication([])
    racks = 60 if tiny else RACKS
    times = 2 if tiny else 15
    canvas = _canvas(_design(range(racks)))
    plain = _plain_view(canvas, racks)
    found = [_whole_floor(canvas, plain, times)]
    found += [_zoomed(canvas, plain, zoom, times) for zoom in ZOOMS]
    found.append(_first_zoomed(canvas, plain, times))
    found.append(_first_step(canvas, plain, max(2, times // 3)))
    found.append(_drag(canvas, 6 if tiny else 120, times))
    alone = _canvas(_design(range(10, 50) if tiny else range(IN_ROW, 2 * IN_ROW)))
    found.insert(1 + len(ZOOMS), _one_row(canvas, alone, times))
    del application
    return found


def _whole_floor(canvas: "FloorCanvas", plain: "QGraphicsView", times: int) -> Row:
    canvas.fit_all()
    ours, theirs = in_turn(_frame(canvas.view), _frame(plain), times)
    return Row(
        "frame, whole floor, 100,000 devices",
        ours / theirs,
        0.15,
        against="a scene of 100,000 plain `QGraphicsRectItem` in C++",
        detail=_detail(ours, theirs),
    )


def _zoomed(canvas: "FloorCanvas", plain: "QGraphicsView", zoom: float, times: int) -> Row:
    """Repaint a part of the floor, scrolled a little before each frame."""
    shown = _zoom(canvas, zoom)
    step = count()

    def scrolled() -> float:
        canvas.view.scroll_by(*((5, 3) if next(step) % 2 else (-5, -3)))
        return seconds(canvas.view.viewport().repaint)

    scrolled()
    ours, theirs = in_turn(scrolled, _frame(plain), times)
    return Row(
        f"frame while scrolling, zoomed to {zoom:g} × the whole floor, 100,000 devices",
        ours / theirs,
        0.15,
        against="a scene of 100,000 plain `QGraphicsRectItem` in C++",
        detail=f"{_detail(ours, theirs)}, {shown} racks",
    )


def _first_zoomed(canvas: "FloorCanvas", plain: "QGraphicsView", times: int) -> Row:
    """Paint a part of the floor at scales at which it was never painted."""
    shown = _zoom(canvas, 2)
    step = count(1)

    def at_another_scale() -> float:
        _zoom(canvas, 2 + next(step) / 1000)
        return seconds(canvas.view.viewport().repaint)

    at_another_scale()
    ours, theirs = in_turn(at_another_scale, _frame(plain), times)
    return Row(
        "first frame at a scale, about 2 × the whole floor, 100,000 devices",
        ours / theirs,
        1,
        against="a scene of 100,000 plain `QGraphicsRectItem` in C++",
        detail=f"{_detail(ours, theirs)}, {shown} racks",
    )


def _zoom(canvas: "FloorCanvas", zoom: float) -> int:
    """Show the middle of the floor; return how many racks are in view."""
    from PySide6.QtCore import QRectF

    bounds = canvas.floor.bounds_of(canvas.floor.racks)
    middle, wide = bounds.center(), bounds.width() / zoom
    high = wide * _SIZE[1] / _SIZE[0]
    canvas.view.show_rect(QRectF(middle.x() - wide / 2, middle.y() - high / 2, wide, high))
    return len(canvas.floor.racks_in(canvas.view.visible_rect(), enclosed=False))


def _first_step(canvas: "FloorCanvas", plain: "QGraphicsView", times: int) -> Row:
    """Begin a drag over a rack, each time after an edit: nothing of the design was looked up."""
    from PySide6.QtCore import Qt
    from PySide6.QtWidgets import QApplication

    from designer.document.edits import set_fields
    from designer.ui.views.floor.drops import DropPart

    canvas.fit_all()
    view, space = canvas.view, canvas.view.workspace
    rack = next(iter(canvas.floor.racks))
    at = view.mapFromScene(canvas.floor.racks[rack].sceneBoundingRect().center())
    device = space.document.design.devices[0].id
    step = count()

    def first() -> float:
        edit = set_fields("devices", device, name=f"n{next(step)}")
        space.document.apply("Rename", edit)
        QApplication.processEvents()
        view.viewport().repaint()
        gesture = DropPart(view, "device")

        def move() -> None:
            gesture.move(at, Qt.KeyboardModifier.NoModifier)
            QApplication.processEvents()

        took = seconds(move)
        assert gesture.plan is not None
        assert gesture.plan.edit is not None
        gesture.cancel()
        return took

    first()
    ours, theirs = in_turn(first, _frame(plain), times)
    return Row(
        "first step of a drag after an edit, 100,000 devices",
        ours / theirs,
        0.5,
        against="a scene of 100,000 plain `QGraphicsRectItem` in C++",
        detail=_detail(ours, theirs),
    )


def _one_row(canvas: "FloorCanvas", alone: "FloorCanvas", times: int) -> Row:
    from PySide6.QtCore import QRectF

    middle = alone.floor.bounds_of(alone.floor.racks).center()
    high = 2 * _ROW_PITCH_MM - 1_200 - 200  # ends just before the racks of the next rows
    for shown in (canvas, alone):
        shown.view.show_rect(QRectF(middle.x() - 100, middle.y() - high / 2, 200, high))
        assert len(shown.floor.racks_in(shown.view.visible_rect(), enclosed=False)) < IN_ROW
    ours, theirs = in_turn(_frame(canvas.view), _frame(alone.view), times)
    return Row(
        "frame, one row in view, 100,000 devices",
        ours / theirs,
        2,
        against="the same view of a design with that row only",
        detail=_detail(ours, theirs),
    )


def _drag(canvas: "FloorCanvas", steps: int, times: int) -> Row:
    """Move a part over the whole floor: a step is the event, its check and what it repaints."""
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtWidgets import QApplication

    from designer.ui.views.floor.drops import DropPart

    canvas.fit_all()
    view = canvas.view
    gesture = DropPart(view, "device")
    width, height = view.viewport().width(), view.viewport().height()

    def stream() -> float:
        for step in range(steps):
            at = QPoint(60 + step * (width - 120) // steps, 120 + (step * 37) % (height - 240))
            gesture.move(at, Qt.KeyboardModifier.NoModifier)
            QApplication.processEvents()
        return 0.0

    stream()
    step, full = in_turn(lambda: seconds(stream) / steps, _frame(view), max(2, times // 3))
    gesture.cancel()
    return Row(
        "drag step with the whole floor visible, 100,000 devices",
        step / full,
        0.5,
        against="a full frame",
        detail=_detail(step, full),
    )


def _frame(view: "QGraphicsView") -> Callable[[], float]:
    """Return a measurement of one full repaint of a view."""
    port = view.viewport()
    port.repaint()
    return lambda: seconds(port.repaint)


def _detail(ours: float, theirs: float) -> str:
    return f"{ours * 1e3:.1f} ms against {theirs * 1e3:.1f} ms"


def _design(numbers: range) -> "Design":
    """Return a floor of racks with 42 devices of 1U each, every one a record of its own."""
    from designer.model.design import Design, Device, Rack, Room, Tray

    racks, devices = [], []
    for number in numbers:
        row, column = divmod(number, IN_ROW)
        key = f"R{number:04d}"
        racks.append(
            Rack(id=key, name=key, part="rack", x_mm=column * 600, y_mm=row * _ROW_PITCH_MM)
        )
        devices += [
            Device(id=f"{key}-{u:02d}", name=f"n{u}", part="device", rack=key, half_u=2 * u)
            for u in range(1, IN_RACK + 1)
        ]
    wide, deep = IN_ROW * 600, (RACKS // IN_ROW + 1) * _ROW_PITCH_MM
    room = Room(outline=((0, 0), (wide, 0), (wide, deep), (0, deep)))
    heights = sorted({rack.y_mm + 1_200 for rack in racks})
    ways = [((0, y), (wide, y)) for y in heights]
    ways += [((x, heights[0]), (x, heights[-1])) for x in (0, wide) if len(heights) > 1]
    trays = tuple(
        Tray(id=f"t{at}", name=f"Tray {at}", corners=way, width_mm=600)
        for at, way in enumerate(ways)
    )
    return Design(name="bench", room=room, racks=tuple(racks), devices=tuple(devices), trays=trays)


def _canvas(design: "Design") -> "FloorCanvas":
    from PySide6.QtWidgets import QApplication

    from designer.catalog.part import Part, RackFigures
    from designer.engine.report import RackReport, Report
    from designer.ui.views.floor.canvas import FloorCanvas
    from tests.helpers.canvas_space import space_of

    rack = Part(id="rack", kind="rack", name="Rack", width_mm=600, depth_mm=1200,
                rack=RackFigures(units=48, usable_depth_mm=1100))  # fmt: skip
    device = Part(id="device", kind="node", name="Device", height_half_u=2, power_max_w=800)
    space: Any = space_of(design, (rack, device))
    space.report_store.accept(
        0,
        Report(
            racks=tuple(
                RackReport(
                    id=r.id, name=r.name, power_max_kw=33.6, summary="42 × Device",
                    cooling_method=_METHODS[index % 4], cooling_capacity_kw=45,
                )
                for index, r in enumerate(design.racks)
            )
        ),
    )  # fmt: skip
    canvas = FloorCanvas(space)
    space.setParent(canvas)
    canvas.resize(*_SIZE)
    canvas.show()
    QApplication.processEvents()
    return canvas


def _plain_view(canvas: "FloorCanvas", racks: int) -> "QGraphicsView":
    """Return a view of plain items where the devices are, as a first attempt would draw them."""
    from PySide6.QtCore import QRectF, Qt
    from PySide6.QtGui import QBrush, QColor, QPainter, QPen
    from PySide6.QtWidgets import QApplication, QFrame, QGraphicsScene, QGraphicsView

    scene = QGraphicsScene(canvas.floor.sceneRect(), canvas)
    pen, brush = QPen(QColor("#3d4957"), 0), QBrush(QColor("#56b4e9"))
    for number in range(racks):
        row, column = divmod(number, IN_ROW)
        for u in range(IN_RACK):
            top = row * _ROW_PITCH_MM + u * 1200 / IN_RACK
            scene.addRect(QRectF(column * 600, top, 600, 1200 / IN_RACK), pen, brush)
    view = QGraphicsView(scene)
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    view.setHorizontalScrollBarPolicy(off)
    view.setVerticalScrollBarPolicy(off)
    view.resize(canvas.view.viewport().size())
    view.fitInView(scene.sceneRect(), Qt.AspectRatioMode.KeepAspectRatio)
    view.show()
    QApplication.processEvents()
    return view
