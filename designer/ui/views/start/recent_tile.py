"""A recent file on the start page: a small plan of what stands in it, its name, its folder."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from designer.io.sketches import Sketch
from designer.model.plural import plural
from designer.render.sketch_painter import paint_sketch
from designer.ui.kit.elided_label import ElidedLabel
from designer.ui.kit.glyphs import theme_of
from designer.ui.kit.style import set_role
from designer.ui.kit.style_sheet import TILE_PX

WIDE_PX: Final = 196
PICTURE_PX: Final = 108
NO_PICTURE: Final = "No picture yet: it is drawn when the file is open"


class RecentTile(QPushButton):
    """The tile: a click, Enter or Space opens the file."""

    def __init__(self, path: Path, sketch: Sketch | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "tile")
        self.setAutoDefault(False)
        self.setAccessibleName(f"Open {path}")
        self.setToolTip(str(path))
        self.setMinimumSize(QSize(WIDE_PX, TILE_PX))
        self.setMaximumHeight(TILE_PX)
        self.picture = SketchPicture(sketch)
        name, folder, holds = ElidedLabel(), ElidedLabel(), ElidedLabel()
        name.set_full_text(path.name.removesuffix(".toml").removesuffix(".cluster"))
        set_role(name, "strong")
        folder.set_full_text(str(path.parent) if path.exists() else f"{path.parent} · not there")
        set_role(folder, "caption")
        holds.set_full_text(_holds(sketch))
        set_role(holds, "caption")
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(2)
        column.addWidget(self.picture)
        column.addSpacing(4)
        for label in (name, holds, folder):
            column.addWidget(label)
        for child in self.findChildren(QWidget):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


class SketchPicture(QWidget):
    """The small plan, or words that there is none."""

    def __init__(self, sketch: Sketch | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sketch = sketch
        self.setFixedHeight(PICTURE_PX)
        self.setAccessibleName("Plan of the file" if sketch else NO_PICTURE)
        if sketch is None:
            words = QLabel(NO_PICTURE, self)
            words.setWordWrap(True)
            words.setAlignment(Qt.AlignmentFlag.AlignCenter)
            set_role(words, "caption")
            column = QVBoxLayout(self)
            column.addWidget(words)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the plan in the colours of the theme."""
        del event
        theme = theme_of(self.palette())
        painter = QPainter(self)
        box = QRectF(self.rect())
        painter.fillRect(box, QColor(theme.background))
        if self.sketch is not None:
            paint_sketch(painter, box, self.sketch, theme)
        painter.end()


def _holds(sketch: Sketch | None) -> str:
    if sketch is None:
        return ""
    racks = plural(sketch.count, "rack") if sketch.count else "no rack yet"
    return f"{sketch.name or 'untitled'} · {racks}"
