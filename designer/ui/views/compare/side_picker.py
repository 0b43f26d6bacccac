"""A button that says what stands on a side of the comparison, and opens a menu to change it."""

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Signal
from PySide6.QtGui import QAction, QActionGroup, QColor, QPaintEvent
from PySide6.QtWidgets import (
    QMenu,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QWidget,
)

from designer.render.icons import icon
from designer.render.lettering import LEFT, draw_text, text_width
from designer.ui.state.compared_sides import Choice
from designer.ui.state.workspace import Workspace

NOTHING: Final = "choose a design"
ANOTHER: Final = "Another file…"
_EDGE_PX, _CHEVRON_PX = 10, 14


class SidePicker(QPushButton):
    """Shows one side.

    Parameters
    ----------
    caption
        Which side it is: `Before`.
    choices
        What may be chosen now, in groups.

    Signals
    -------
    chosen
        A `Choice`.
    file_asked
        A file that is not among them is wanted.
    """

    chosen = Signal(object)
    file_asked = Signal()

    def __init__(
        self, workspace: Workspace, caption: str,
        choices: Callable[[], Iterable[tuple[str, Iterable[Choice]]]],
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._space, self._caption, self._choices = workspace, caption, choices
        self._shown: Choice | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(150)
        self.list = QMenu(self)
        self.list.setAccessibleName(f"{caption}: designs")
        self.list.aboutToShow.connect(self._fill)
        self.setMenu(self.list)
        self.show_choice(None)

    def show_choice(self, choice: Choice | None) -> None:
        """Show what stands there."""
        self._shown = choice
        said = NOTHING if choice is None else f"{choice.name}, {choice.about}".rstrip(", ")
        self.setAccessibleName(f"{self._caption}: {said}")
        self.setToolTip(f"{self._caption}: {said}")
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of a button."""
        return QSize(220, 30)

    def _fill(self) -> None:
        """List what may be chosen now; what stands there is ticked."""
        self.list.clear()
        group = QActionGroup(self.list)
        for title, choices in self._choices():
            found = list(choices)
            if title and found:
                self.list.addSection(title)
            for one in found:
                self._add(one, group)
        self.list.addSeparator()
        self.list.addAction(ANOTHER, self.file_asked.emit)

    def _add(self, one: Choice, group: QActionGroup) -> None:
        letter = f"{one.key}  " if one.origin == "variant" else ""
        about = f"\t{one.about}" if one.about else ""
        action = QAction(f"{letter}{one.name}{about}".replace("&", "&&"), group)
        action.setCheckable(True)
        now = self._shown
        action.setChecked(now is not None and (now.origin, now.key) == (one.origin, one.key))
        action.triggered.connect(lambda _=False: self.chosen.emit(one))
        self.list.addAction(action)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the button, the side in dim letters, and what stands there."""
        painter, theme = QStylePainter(self), self._space.theme
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        box = QRectF(self.rect()).adjusted(_EDGE_PX, 0, -_EDGE_PX - _CHEVRON_PX, 0)
        wide = draw_text(painter, box, self._caption, 11, theme.dim, 400, LEFT) + 8
        box.adjust(wide, 0, 0, 0)
        one = self._shown
        if one is None:
            draw_text(painter, box, NOTHING, 12, theme.dim, 400, LEFT)
        else:
            name = f"{one.key}  {one.name}" if one.origin == "variant" else one.name
            draw_text(painter, box, name, 12, theme.text, 600, LEFT)
            box.adjust(min(text_width(name, 12, 600), box.width()) + 8, 0, 0, 0)
            if one.about and box.width() > 40:
                draw_text(painter, box, one.about, 11, theme.dim, 400, LEFT)
        colour = QColor(theme.dim).name()
        at = QRect(self.width() - _EDGE_PX - 12, self.height() // 2 - 6, 12, 12)
        icon("chevron-down", colour).paint(painter, at)
