"""Makes the animation of a drag: frames of the real window, written as a GIF.

A node is dragged from the list of parts over full racks to one with room, and dropped. The frames
are grabbed offscreen, where no platform drags: the floor gets the events that a platform would
send, and the pointer is painted over each frame. Needs Pillow, which `packaging/test.sh` installs.
"""

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PIL.Image import Image
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QImage, QPixmap

    from designer.app.composition import Studio

PART: Final = "dgx-h100"
OVER, TARGET = "A01", "A03"
"""A rack that would be too heavy and too hot, and one from which a node was taken."""
WINDOW: Final = (1280, 800)
SHOWN: Final = (960, 600)
STEPS: Final = 7
"""Frames from one place to the next."""
STEP_MS, REST_MS, END_MS = 90, 1500, 2600
PATIENCE_MS: Final = 6000
COLOURS: Final = 160


@dataclass(frozen=True)
class Frame:
    """A picture and for how long it is shown."""

    image: "QImage"
    shown_ms: int


def make(studio: "Studio", path: Path) -> None:
    """Drag in a window on a design with the two racks, and write the animation."""
    write(path, list(frames(studio)))


def write(path: Path, shown: list[Frame]) -> None:
    """Write frames as a GIF that repeats, all in the colours of all."""
    from PIL import Image as pillow  # noqa: N813 - `Image` is the type here

    pictures = [_picture(frame.image) for frame in shown]
    width, height = pictures[0].size
    # One palette of all: a frame with its own would make the next one flicker.
    sample = pillow.new("RGB", (width, height * len(pictures)))
    for number, picture in enumerate(pictures):
        sample.paste(picture, (0, number * height))
    palette = sample.quantize(COLOURS, method=pillow.Quantize.MAXCOVERAGE)
    flat = [p.quantize(palette=palette, dither=pillow.Dither.NONE) for p in pictures]
    flat[0].save(
        path,
        save_all=True,
        append_images=flat[1:],
        duration=[frame.shown_ms for frame in shown],
        loop=0,
        optimize=True,
        disposal=1,
    )


def frames(studio: "Studio") -> Iterator[Frame]:
    """Drag a part over a full rack to one that takes it; yield what the window shows."""
    from PySide6.QtCore import QPoint

    window = studio.window
    view = window.floor.view
    window.resize(*WINDOW)
    _take_one_out(studio)
    # Floor only: the elevation would move it when the part is dropped, and leave the card no room.
    window.actions_by_id["view.elevation"].setChecked(False)
    studio.workspace.select((TARGET,))
    window.centre.banners.hide()  # that the rack is no copy any more
    pause(800)
    wait(lambda: not studio.store.is_stale)
    window.floor.fit_standing()
    pause(300)
    drag, start = _Drag(studio), QPoint(130, 150)
    over, target = (_middle(studio, rack) for rack in (OVER, TARGET))
    yield Frame(grabbed(studio, start), REST_MS // 2)
    for at in _between(start, over):
        drag.move(at)
        yield Frame(grabbed(studio, at, carried=True), STEP_MS)
    pause(900)  # The card waits for the engine's answer.
    yield Frame(grabbed(studio, over, carried=True), REST_MS)
    for at in _between(over, target):
        drag.move(at)
        yield Frame(grabbed(studio, at, carried=True), STEP_MS)
    pause(900)
    yield Frame(grabbed(studio, target, carried=True), 2 * REST_MS)
    drag.drop(target)
    wait(lambda: not studio.store.is_stale)
    pause(400)
    view.viewport().update()
    yield Frame(grabbed(studio, target), END_MS)


def pause(ms: int) -> None:
    """Let the window live for a while."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    QTimer.singleShot(ms, loop.quit)
    loop.exec()


def wait(done: Callable[[], bool]) -> None:
    """Let the window live until something is true."""
    for _ in range(PATIENCE_MS // 50):
        if done():
            return
        pause(50)
    raise TimeoutError("the window did not get there")


def grabbed(studio: "Studio", at: "QPoint", *, carried: bool = False) -> "QImage":
    """Return the window with the pointer, and what it carries, painted over it."""
    from PySide6.QtCore import QPointF, Qt
    from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

    picture: QPixmap = studio.window.grab()
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    points = [(0, 0), (0, 17), (4, 13.5), (6.6, 19.4), (9.2, 18.2), (6.6, 12.5), (12, 12.2)]
    arrow = QPolygonF([QPointF(at.x() + x, at.y() + y) for x, y in points])
    painter.setPen(QPen(QColor("#10151c"), 1.2))
    painter.setBrush(QColor("#ffffff" if not carried else "#58a6ff"))
    painter.drawPolygon(arrow)
    painter.end()
    return picture.toImage().scaled(
        *SHOWN, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    )


def _picture(image: "QImage") -> "Image":
    from PIL import Image as pillow  # noqa: N813 - `Image` is the type here
    from PySide6.QtCore import QBuffer, QIODevice

    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return pillow.open(io.BytesIO(bytes(buffer.data().data()))).convert("RGB")


def _take_one_out(studio: "Studio") -> None:
    """Make room in the target: the node that is dragged there is the one that is missing."""
    from designer.document.edits import remove

    nodes = [d for d in studio.workspace.layout().in_rack(TARGET) if d.part == PART]
    studio.workspace.apply("Remove a node", remove((nodes[-1].key,)))


def _middle(studio: "Studio", rack: str) -> "QPoint":
    """Return where the middle of a rack is in the window."""
    view = studio.window.floor.view
    item = view.floor.racks[rack]
    at = view.mapFromScene(item.sceneBoundingRect().center())
    return view.viewport().mapTo(studio.window, at)


def _between(start: "QPoint", end: "QPoint") -> "Iterator[QPoint]":
    """Yield places from one to another, slower at both ends, the last one included."""
    for step in range(1, STEPS + 1):
        part = step / STEPS
        part = part * part * (3 - 2 * part)
        yield start + (end - start) * part


class _Drag:
    """What a platform sends the floor while a part is dragged from the list."""

    def __init__(self, studio: "Studio") -> None:
        from designer.ui.state.drag_payload import encode_part

        self._window, self._port = studio.window, studio.window.floor.view.viewport()
        self._payload = encode_part(PART)
        self._is_over = False

    def move(self, at: "QPoint") -> None:
        """Go to a place of the window."""
        from PySide6.QtCore import Qt
        from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent
        from PySide6.QtWidgets import QApplication

        inside = self._port.mapFrom(self._window, at)
        if self._port.rect().contains(inside):
            kind = QDragMoveEvent if self._is_over else QDragEnterEvent
            self._is_over = True
            button, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
            event = kind(inside, Qt.DropAction.CopyAction, self._payload, button, keys)
            QApplication.sendEvent(self._port, event)
        pause(120)

    def drop(self, at: "QPoint") -> None:
        """Let go."""
        from PySide6.QtCore import QPointF, Qt
        from PySide6.QtGui import QDropEvent
        from PySide6.QtWidgets import QApplication

        inside = QPointF(self._port.mapFrom(self._window, at))
        action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
        keys = Qt.KeyboardModifier.NoModifier
        event = QDropEvent(inside, action, self._payload, button, keys)
        QApplication.sendEvent(self._port, event)
