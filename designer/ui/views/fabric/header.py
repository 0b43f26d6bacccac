"""The strip above the drawing of a fabric: which fabric, which rails and planes, the worst cut."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from designer.model.sentence import capital
from designer.render.theme import Theme, rail_colour
from designer.ui.kit.style import set_role
from designer.ui.kit.wheel import ignore_wheel
from designer.ui.state.fabric_state import FabricState

_WHOLE_WORDS_FROM_PX = 560
_ONE_ROW_FROM_PX = 1040
"""Width from which everything stands in one row."""
_DOT_PX = 10
_MOST_BUTTONS = 6
"""Of more fabrics, as those of several halls, one is chosen from a list."""


class FabricHeader(QWidget):
    """Chooses what of which fabric is shown."""

    def __init__(self, state: FabricState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._names: tuple[tuple[str, str], ...] = ()
        self._rails = self._planes = 0
        self._theme: Theme | None = None
        self.setAccessibleName("What of the fabric is shown")
        self.fabrics: dict[str, QPushButton] = {}
        self.chooser = QComboBox()
        self.chooser.setAccessibleName("Fabric on show")
        self.chooser.setToolTip("The fabric that is drawn")
        self.chooser.setMaxVisibleItems(24)
        ignore_wheel(self.chooser)
        self.chooser.activated.connect(lambda _: state.show(self.chooser.currentData()))
        self.chooser.hide()
        self.rails: list[QPushButton] = []
        self.planes: list[QPushButton] = []
        self.all_rails = _chip("All", "All rails")
        self.all_rails.clicked.connect(self._on_all)
        self.rail_label, self.plane_label = QLabel("Rails"), QLabel("Planes")
        for label in (self.rail_label, self.plane_label):
            set_role(label, "dim")
        self.cut = QPushButton("Worst balanced cut")
        self.cut.setAccessibleName("Worst balanced cut")
        self.cut.setCheckable(True)
        self.cut.setToolTip("Draw the halving of the endpoints that cuts the fewest links")
        set_role(self.cut, "toggle")
        self.cut.clicked.connect(lambda on: state.show_cut(on))
        self._fabric_row = _row()
        self._chip_row = _row()
        for widget in (self.rail_label, self.all_rails, self.plane_label):
            self._chip_row.addWidget(widget)
        self._chip_row.addStretch(1)
        first, second = QWidget(), QWidget()
        first.setLayout(self._fabric_row)
        second.setLayout(self._chip_row)
        self._fabric_row.addWidget(self.chooser)
        self._fabric_row.addStretch(1)
        self._rows = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._rows.setContentsMargins(12, 7, 12, 5)
        self._rows.setSpacing(6)
        self._rows.addWidget(first)
        self._rows.addWidget(second, 1)
        # Beside the fabrics while there are two rows, at the end where there is one.
        self._fabric_row.addWidget(self.cut)

    def refresh(self, theme: Theme) -> None:
        """Show the fabrics, rails and planes of now."""
        state = self._state
        self._make_fabrics(state.fabrics)
        index = state.index
        rails, planes = (index.map.rails, index.map.planes) if index is not None else (0, 0)
        # A fabric whose leaves mix rails has none to choose.
        if index is not None and all(rail < 0 for rail in index.map.leaves.rail):
            rails = 0
        self._make_chips(rails if rails > 1 else 0, planes if planes > 1 else 0, theme)
        for fabric, button in self.fabrics.items():
            button.setChecked(fabric == state.fabric)
        self.chooser.setCurrentIndex(self.chooser.findData(state.fabric))
        self.all_rails.setChecked(not state.rails)
        for number, chip in enumerate(self.rails):
            chip.setChecked(not state.rails or number in state.rails)
        for number, chip in enumerate(self.planes):
            chip.setChecked(not state.planes or number in state.planes)
        # Without a switch that is drawn there is nothing to cut.
        self.cut.setEnabled(index is not None and len(index.map.leaves) > 0)
        self.cut.setChecked(state.cut_wanted and self.cut.isEnabled())

    def fit(self, width: int) -> None:
        """Stand in one row where there is room for it."""
        self.cut.setText("Worst balanced cut" if width >= _WHOLE_WORDS_FROM_PX else "Worst cut")
        one = width >= _ONE_ROW_FROM_PX
        way = QBoxLayout.Direction.LeftToRight if one else QBoxLayout.Direction.TopToBottom
        if way != self._rows.direction():
            self._rows.setDirection(way)
            (self._chip_row if one else self._fabric_row).addWidget(self.cut)

    def _make_fabrics(self, names: tuple[tuple[str, str], ...]) -> None:
        if names == self._names:
            return
        self._names = names
        for button in self.fabrics.values():
            _remove(button)
        self.fabrics = {}
        self.chooser.clear()
        many = len(names) > _MOST_BUTTONS
        self.chooser.setVisible(many)
        if many:
            for fabric, name in names:
                self.chooser.addItem(capital(name), fabric)
            return
        for at, (fabric, name) in enumerate(names):
            button = QPushButton(capital(name))
            button.setCheckable(True)
            button.setAutoExclusive(False)
            button.setAccessibleName(f"Fabric: {name}")
            set_role(button, "view")
            button.clicked.connect(lambda _=False, one=fabric: self._state.show(one))
            button.clicked.connect(lambda _=False, one=button: one.setChecked(True))
            self.fabrics[fabric] = button
            self._fabric_row.insertWidget(at, button)

    def _make_chips(self, rails: int, planes: int, theme: Theme) -> None:
        if (rails, planes, theme) == (self._rails, self._planes, self._theme):
            return
        self._rails, self._planes, self._theme = rails, planes, theme
        for chip in (*self.rails, *self.planes):
            _remove(chip)
        self.rails = [self._rail_chip(number, theme) for number in range(rails)]
        self.planes = [self._plane_chip(number) for number in range(planes)]
        for at, chip in enumerate(self.rails):
            self._chip_row.insertWidget(2 + at, chip)
        for at, chip in enumerate(self.planes):
            self._chip_row.insertWidget(3 + rails + at, chip)
        self.rail_label.setVisible(rails > 0)
        self.all_rails.setVisible(rails > 0)
        self.plane_label.setVisible(planes > 0)

    def _rail_chip(self, number: int, theme: Theme) -> QPushButton:
        chip = _chip(str(number + 1), f"Rail {number + 1}")
        chip.setIcon(_dot(rail_colour(number, theme)))
        chip.setToolTip("Click: this rail alone. Ctrl and click: one more, or one less")
        chip.clicked.connect(lambda _=False: self._state.choose_rail(number, adds=_adds()))
        chip.clicked.connect(lambda _=False: self.refresh(theme))
        return chip

    def _plane_chip(self, number: int) -> QPushButton:
        chip = _chip(str(number + 1), f"Plane {number + 1}")
        chip.setToolTip("Click: this plane alone. Ctrl and click: one more, or one less")
        chip.clicked.connect(lambda _=False: self._state.choose_plane(number, adds=_adds()))
        return chip

    def _on_all(self) -> None:
        self._state.show_all_rails()
        self.all_rails.setChecked(True)


def _chip(words: str, name: str) -> QPushButton:
    chip = QPushButton(words)
    chip.setCheckable(True)
    chip.setAccessibleName(name)
    chip.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    set_role(chip, "chip")
    return chip


def _remove(button: QPushButton) -> None:
    """Take a button out at once: its row would keep the place until it is deleted."""
    button.hide()
    button.setParent(None)
    button.deleteLater()


def _row() -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(5)
    return row


def _adds() -> bool:
    return bool(QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier)


def _dot(colour: str) -> QIcon:
    picture = QPixmap(_DOT_PX * 2, _DOT_PX * 2)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawRoundedRect(QRectF(2, 2, _DOT_PX * 2 - 4, _DOT_PX * 2 - 4), 5, 5)
    painter.end()
    return QIcon(picture)
