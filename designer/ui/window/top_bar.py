"""The strip at the top: menu, what is open, views, command box, engine state, print and export."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QWidget,
)

from designer.ui.kit.elided_button import ElidedButton
from designer.ui.kit.elided_label import ElidedLabel
from designer.ui.kit.glyphs import theme_of
from designer.ui.kit.style import set_role

HEIGHT_PX = 46
_NAME_PX = 190
"""Of the name of the design at least: what it says of its size gives way first."""
_VIEW_GAP_PX = 2
_LEAST_COMMAND_PX, _NARROW_COMMAND_PX, _NARROW_NAME_PX = 164, 110, 36
_NARROW_PX = 1200
"""Below this width of the strip both are shorter: letters of 125 % on a small screen."""


class MenuButton(QPushButton):
    """The program's mark, which opens the menu."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "menu")
        self.setFixedSize(32, 32)
        self.setAccessibleName("Menu")
        self.setToolTip("Menu (F10)")
        self.setShortcut("F10")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint three rack rows on the accent."""
        super().paintEvent(event)
        theme = theme_of(QApplication.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.accent))
        box = QRectF(0, 0, 20, 20)
        box.moveCenter(QRectF(self.rect()).center())
        painter.drawRoundedRect(box, 5, 5)
        painter.setPen(QPen(QColor(theme.background), 2))
        for offset in (-4, 0, 4):
            y = box.center().y() + offset
            painter.drawLine(QPointF(box.left() + 5, y), QPointF(box.right() - 5, y))


class StatePill(QFrame):
    """What the engine does: a dot and words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "card")
        self.setFixedHeight(26)
        self.setMinimumWidth(116)
        self._state = "idle"
        row = QHBoxLayout(self)
        row.setContentsMargins(22, 0, 12, 0)
        self.label = QLabel("starting…")
        set_role(self.label, "dim")
        row.addWidget(self.label)
        self.show_state("busy", "starting…")

    def show_state(self, state: str, words: str, detail: str = "") -> None:
        """Show a state of `EngineState` with words; the detail on hovering."""
        self._state = state
        self.label.setText(words)
        # As wide as the widest words so far: each edit changes them twice, and all of the strip
        # would move aside and back.
        self.label.setFixedSize(self.label.sizeHint().expandedTo(self.label.minimumSize()))
        self.setAccessibleName(f"Engine: {words}")
        self.setToolTip(f"Sizing engine: {detail or words}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the frame and the dot; a ring while the engine works or losses follow."""
        super().paintEvent(event)
        theme = theme_of(QApplication.palette())
        names = {
            "idle": theme.ok, "following": theme.ok, "busy": theme.accent,
            "restarting": theme.warning,
        }  # fmt: skip
        colour = QColor(names.get(self._state, theme.error))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour, 1.5))
        painter.setBrush(colour if self._state == "idle" else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(13, self.height() / 2), 3.2, 3.2)


class TopBar(QFrame):
    """The strip at the top of the window."""

    view_chosen = Signal(str)

    def __init__(
        self, menu: QMenu, command_box: QWidget, views: Sequence[str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        set_role(self, "top")
        self.setFixedHeight(HEIGHT_PX)
        self.setAccessibleName("Top bar")
        self.menu_button = MenuButton()
        self.menu_button.clicked.connect(lambda: self._open_menu(menu))
        self.name = ElidedLabel(least_px=_NAME_PX)
        set_role(self.name, "title")
        self.subtitle = ElidedLabel()
        set_role(self.subtitle, "dim")
        self.pill = StatePill()
        self.print_button = QPushButton("Print")
        self.export_button = QPushButton("Export")
        for button in (self.print_button, self.export_button):
            set_role(button, "strong")
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 12, 0)
        row.setSpacing(8)
        row.addWidget(self.menu_button)
        row.addWidget(self.name)
        row.addWidget(self.subtitle)
        row.addStretch(1)
        self._views = self._add_views(row, views)
        row.addStretch(1)
        self._command_box = command_box
        command_box.setMinimumWidth(_NARROW_COMMAND_PX)
        command_box.setMaximumWidth(300)
        row.addWidget(command_box, 3)
        row.addWidget(self.pill)
        row.addWidget(self.print_button)
        row.addWidget(self.export_button)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the name and the command box where the strip is narrow."""
        super().resizeEvent(event)
        narrow = event.size().width() < _NARROW_PX
        self._command_box.setMinimumWidth(_NARROW_COMMAND_PX if narrow else _LEAST_COMMAND_PX)
        self.name.setMinimumWidth(_NARROW_NAME_PX if narrow else 0)

    def show_design(self, name: str, subtitle: str, saved: str) -> None:
        """Show what is open: name, whether it is saved, and a word on its size."""
        self.name.set_full_text(name)
        words = " · ".join(part for part in (saved, subtitle) if part)
        self.subtitle.set_full_text(words, kept=saved)

    def show_view(self, view: str) -> None:
        """Mark the view now shown, without choosing it."""
        for button in self._views.buttons():
            button.setChecked(button.objectName() == view)

    def _add_views(self, row: QHBoxLayout, views: Sequence[str]) -> QButtonGroup:
        group = QButtonGroup(self)
        group.setExclusive(True)
        beside = QHBoxLayout()
        beside.setSpacing(_VIEW_GAP_PX)
        row.addLayout(beside)
        for view in views:
            button = ElidedButton(view)
            button.setObjectName(view)
            button.setCheckable(True)
            button.setAccessibleName(f"View: {view}")
            set_role(button, "view")
            button.clicked.connect(lambda _=False, v=view: self.view_chosen.emit(v))
            group.addButton(button)
            beside.addWidget(button)
        return group

    def _open_menu(self, menu: QMenu) -> None:
        menu.popup(self.menu_button.mapToGlobal(self.menu_button.rect().bottomLeft()))
