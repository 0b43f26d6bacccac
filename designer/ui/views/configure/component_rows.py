"""The components of a system as rows under their roles: how many, of which part or capacity."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from designer.catalog.catalog import Catalog
from designer.catalog.component import ROLES, Component, Role
from designer.catalog.configuration.choices import chosen
from designer.catalog.configuration.fits import first_part
from designer.model.figure_words import NOT_STATED
from designer.ui.kit.number_boxes import IntegerBox, integer_box
from designer.ui.kit.style import set_role
from designer.ui.kit.wheel import ignore_wheel

MOST: Final = 1000
MOST_GB: Final = 1_000_000
PURPOSES: Final = ("", "compute", "storage", "in-band", "out-of-band", "other")
AS_ITS_PART: Final = "as it comes"
_FIRST_GB: Final = {"memory": 64.0, "drives": 3840.0}
_COUNT_PX, _PURPOSE_PX, _NAME_PX, _BAR_PX = 72, 112, 200, 12


class ComponentRows(QScrollArea):
    """Rows of components; each edit gives another tuple of them.

    Signals
    -------
    changed
        Another component, or another number of one.
    rebuilt
        All editors are others, in `chain`.
    """

    changed = Signal()
    rebuilt = Signal()

    def __init__(self, catalog: Catalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Components")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        # It scrolls to the editor that Tab comes to.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._catalog = catalog
        self.components: tuple[Component, ...] = ()
        self.editors: dict[tuple[int, str], QWidget] = {}
        self.chain: list[QWidget] = []
        """Editors and buttons as Tab goes through them: by roles, along each row."""
        self._build()

    def show_components(self, components: Sequence[Component]) -> None:
        """Show other components."""
        self.components = tuple(components)
        self._build()

    def add(self, role: Role) -> None:
        """Add one component of a role: as the one that is there, the first, or a usual capacity."""
        if role.sized:
            added = Component(role=role.id, count=1, size_gb=_FIRST_GB[role.id])
        else:
            part = first_part(role, self.components, self._catalog)
            added = Component(role=role.id, count=1, part=part.id)
        self.components = (*self.components, chosen(added))
        self._build()
        self.editors[len(self.components) - 1, "what"].setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()

    def remove(self, at: int) -> None:
        """Take a row of components out; the keyboard goes to the one that takes its place."""
        self.components = (*self.components[:at], *self.components[at + 1 :])
        self._build()
        left = self.editors.get((min(at, len(self.components) - 1), "remove"), self.chain[0])
        left.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()

    def _change(self, at: int, **changes: object) -> None:
        before = self.components[at]
        if all(getattr(before, name) == value for name, value in changes.items()):
            return
        made = chosen(before, **changes)
        self.components = (*self.components[:at], made, *self.components[at + 1 :])
        self.changed.emit()

    def _build(self) -> None:
        self.editors.clear()
        self.chain.clear()
        at_px = self.verticalScrollBar().value()
        # The button that asked for it stands in the old page: that one goes after this turn.
        old = self.takeWidget()
        body = QWidget()
        set_role(body, "page")
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(4)
        for role in ROLES:
            column.addLayout(self._head(role))
            grid = QGridLayout()
            grid.setHorizontalSpacing(6)
            grid.setVerticalSpacing(4)
            grid.setColumnStretch(1, 1)
            for line, (at, one) in enumerate(self._of(role)):
                self._row(grid, line, at, one, role)
            column.addLayout(grid)
            column.addSpacing(6)
        column.addStretch(1)
        self.setWidget(body)
        # Nothing of a row is cut: names give way down to their least width, then the page is wider.
        self.setMinimumWidth(body.minimumSizeHint().width() + _BAR_PX)
        self.verticalScrollBar().setValue(at_px)
        if old is not None:
            old.deleteLater()
        self.rebuilt.emit()

    def _of(self, role: Role) -> Iterator[tuple[int, Component]]:
        for at, one in enumerate(self.components):
            if one.role == role.id:
                yield at, one

    def _head(self, role: Role) -> QHBoxLayout:
        row = QHBoxLayout()
        there = any(True for _ in self._of(role))
        title = QLabel(role.title if there else f"{role.title}: none")
        set_role(title, "section")
        add = QPushButton("Add")
        add.setAutoDefault(False)
        add.setAccessibleName(f"Add {role.title}")
        set_role(add, "quiet")
        add.clicked.connect(lambda _=False: self.add(role))
        self.chain.append(add)
        row.addWidget(title)
        row.addStretch(1)
        row.addWidget(add)
        return row

    def _row(self, grid: QGridLayout, line: int, at: int, one: Component, role: Role) -> None:
        called = f"{role.title}, {line + 1}"
        count = integer_box(1, MOST, one.count)
        count.setFixedWidth(_COUNT_PX)
        count.setAccessibleName(f"Number of {called}")
        count.valueChanged.connect(lambda value: self._change(at, count=value))
        what = self._capacity(at, one) if role.sized else self._part(at, one, role)
        what.setAccessibleName(f"Capacity of {called}" if role.sized else called)
        self._put(grid, line, 0, at, "count", count)
        self._put(grid, line, 1, at, "what", what)
        if role.has_ports:
            purpose = self._purpose(at, one)
            purpose.setAccessibleName(f"Purpose of {called}")
            self._put(grid, line, 2, at, "purpose", purpose)
        out = QPushButton("Remove")
        set_role(out, "quiet")
        out.setAutoDefault(False)
        out.setAccessibleName(f"Remove {called}")
        out.clicked.connect(partial(self._on_remove, at))
        self._put(grid, line, 3, at, "remove", out)

    def _on_remove(self, at: int, _checked: bool = False) -> None:
        self.remove(at)

    def _put(
        self, grid: QGridLayout, line: int, column: int, at: int, name: str, editor: QWidget
    ) -> None:
        grid.addWidget(editor, line, column)
        self.chain.append(editor)
        self.editors[at, name] = editor

    def _part(self, at: int, one: Component, role: Role) -> QComboBox:
        box = QComboBox()
        ignore_wheel(box)
        box.setMinimumWidth(_NAME_PX)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for part in self._catalog.parts:
            if part.traits.role == role.id:
                box.addItem(f"{part.vendor} {part.name}".strip(), part.id)
        if box.findData(one.part) < 0:
            box.addItem(f"{one.part}, not in the catalogue", one.part)
        box.setCurrentIndex(box.findData(one.part))
        box.setToolTip(box.currentText())
        box.currentTextChanged.connect(box.setToolTip)
        box.currentIndexChanged.connect(lambda _: self._change(at, part=str(box.currentData())))
        return box

    def _capacity(self, at: int, one: Component) -> IntegerBox:
        box = integer_box(0, MOST_GB, 0, "GB")
        box.setSpecialValueText(NOT_STATED)
        if one.size_gb is not None:
            box.setValue(round(one.size_gb))
        box.setMinimumWidth(_NAME_PX)
        box.valueChanged.connect(
            lambda value: self._change(at, size_gb=float(value) if value else None)
        )
        return box

    def _purpose(self, at: int, one: Component) -> QComboBox:
        box = QComboBox()
        ignore_wheel(box)
        box.setFixedWidth(_PURPOSE_PX)
        for purpose in PURPOSES:
            box.addItem(purpose or AS_ITS_PART, purpose)
        box.setCurrentIndex(max(box.findData(one.purpose), 0))
        box.currentIndexChanged.connect(lambda _: self._change(at, purpose=str(box.currentData())))
        return box
