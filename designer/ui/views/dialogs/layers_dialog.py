"""The list of layers: an eye and a padlock for each. It stays open beside the drawing."""

from collections import Counter

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from designer.document.edits.groups import names_of
from designer.render.icons import icon
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.state.layers import KINDS, OWN
from designer.ui.state.workspace import Workspace

_LEAD = (
    "A hidden layer is not drawn on the floor and not taken; a padlock lets press and band pass "
    "over it. It is how you look: file, sheets, totals and checks have everything."
)
_NO_OWN = "Layers of your own: select things, then Arrange → Put on a layer."


class LayersDialog(QDialog):
    """One line for each kind of thing, and for each layer that things name.

    Parameters
    ----------
    workspace
        Whose layers are switched.
    """

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.setWindowTitle("Layers")
        self.setAccessibleName("Layers")
        self.setMinimumWidth(320)
        self.eyes: dict[str, QToolButton] = {}
        self.padlocks: dict[str, QToolButton] = {}
        self._numbers: dict[str, QLabel] = {}
        self._lines: list[QWidget] = []
        self._shown: tuple[tuple[str, str], ...] = ()
        heading = QLabel("Layers")
        set_role(heading, "heading")
        lead = WrappedLabel(_LEAD)
        set_role(lead, "dim")
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(2, 1)
        self._own = WrappedLabel(_NO_OWN)
        set_role(self._own, "dim")
        self.all_button = QPushButton("Show all")
        self.all_button.setAutoDefault(False)
        self.all_button.clicked.connect(lambda _=False: workspace.layers.show_all())
        close = QPushButton("Close")
        close.setAutoDefault(False)
        close.clicked.connect(lambda _=False: self.close())
        buttons = QHBoxLayout()
        buttons.addWidget(self.all_button)
        buttons.addStretch(1)
        buttons.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(10)
        column.addWidget(heading)
        column.addWidget(lead)
        column.addLayout(self._grid)
        column.addWidget(self._own)
        column.addStretch(1)
        column.addLayout(buttons)
        workspace.layers.changed.connect(self.refresh)
        workspace.document_changed.connect(lambda _: self.refresh())
        workspace.comments.changed.connect(self.refresh)
        workspace.theme_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the layers as they are now."""
        if not self.isVisible() and self._shown:
            return
        layers = self._workspace.layers
        found = layers.all()
        if found != self._shown:
            self._build(found)
        counts, theme = self._counts(), self._workspace.theme
        for layer, words in found:
            hidden, held = layers.is_hidden(layer), layers.is_held(layer)
            signs = [(self.eyes[layer], not hidden, "eye-off" if hidden else "eye", "shown")]
            if layer in self.padlocks:
                sign = "lock" if held else "unlock"
                signs.append((self.padlocks[layer], held, sign, "spared by the hand"))
            for button, on, name, said in signs:
                button.blockSignals(True)
                button.setChecked(on)
                button.blockSignals(False)
                button.setIcon(icon(name, theme.text if on else theme.dim))
                button.setAccessibleName(f"{words}: {said if on else f'not {said}'}")
            self._numbers[layer].setText(f"{counts[layer]:,}")
        self._own.setVisible(len(found) == len(KINDS))
        self.all_button.setEnabled(layers.any_hidden)

    def showEvent(self, event: object) -> None:
        """Catch up with what changed while it was closed."""
        super().showEvent(event)  # type: ignore[arg-type] # Qt passes a QShowEvent
        self.refresh()

    def _build(self, found: tuple[tuple[str, str], ...]) -> None:
        for widget in self._lines:
            self._grid.removeWidget(widget)
            widget.deleteLater()
        self._lines.clear()
        for known in (self.eyes, self.padlocks, self._numbers):
            known.clear()
        self._shown = found
        layers = self._workspace.layers
        for row, (layer, words) in enumerate(found):
            eye = self.eyes[layer] = _button("Show or hide it")
            eye.toggled.connect(lambda on, key=layer: layers.hide(key, on=not on))
            self._grid.addWidget(eye, row, 0)
            if layer != "notes":  # a press on these moves nothing
                padlock = self.padlocks[layer] = _button("Let press and band pass over it, or not")
                padlock.toggled.connect(lambda on, key=layer: layers.hold(key, on=on))
                self._grid.addWidget(padlock, row, 1)
            count = self._numbers[layer] = QLabel("")
            set_role(count, "dim")
            name = QLabel(words)
            self._grid.addWidget(name, row, 2)
            self._grid.addWidget(count, row, 3, Qt.AlignmentFlag.AlignRight)
            self._lines += [eye, name, count]
            self._lines += [self.padlocks[layer]] if layer in self.padlocks else []

    def _counts(self) -> Counter[str]:
        """Return how many things are on each layer."""
        layers, design = self._workspace.layers, self._workspace.document.design
        found: Counter[str] = Counter(map(layers.kind_of, design.racks))
        placed = [node for node in design.power if node.x_mm is not None]
        found["power"] = len(placed) + sum(loop.x_mm is not None for loop in design.loops)
        found["trays"], found["notes"] = len(design.trays), layers.said()
        found["room"] = len(design.room.obstacles)
        found.update({f"{OWN}{name}": many for name, many in names_of(design, "layer").items()})
        return found


def _button(tip: str) -> QToolButton:
    made = QToolButton()
    made.setCheckable(True)
    made.setAutoRaise(True)
    made.setIconSize(QSize(16, 16))
    made.setToolTip(tip)
    made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return made
