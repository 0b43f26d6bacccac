"""Configure a system: which one, what it is made of, and what follows for it at once."""

from itertools import pairwise
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QSplitter,
    QWidget,
)

from designer.catalog.catalog import Catalog
from designer.catalog.configuration.build import part_of
from designer.catalog.configuration.choices import Choice, origin, systems
from designer.catalog.configuration.derive import Configured, configured
from designer.catalog.part import Part
from designer.ui.kit.clearing import add_clearing
from designer.ui.kit.form_dialog import FormDialog
from designer.ui.kit.lines_pane import LinesPane
from designer.ui.kit.plain_table import plain_table, stacked
from designer.ui.kit.style import set_role
from designer.ui.kit.wheel import ignore_wheel
from designer.ui.state.configure_words import follows, missing_lines, verdict
from designer.ui.views.configure.component_rows import ComponentRows
from designer.ui.views.configure.follows_rows import FollowsRows
from designer.ui.views.configure.supplies_row import SuppliesRow

_WIDTHS: Final = (184, 190)
TITLE: Final = "Configure a system"
APART: Final = "Take apart"


class ConfigureDialog(FormDialog):
    """A system at the left, piece by piece; what follows for it at the right.

    Parameters
    ----------
    catalog
        Systems that say what they are made of, and the parts that they may be made of.
    own
        Ids of the user's own parts: one that is taken apart keeps its id under its own name.
    system
        What to begin with; None: the first that there is.

    Signals
    -------
    made
        The configured system as a part, and the id of the one that it was begun with.
    """

    made = Signal(object, str)

    def __init__(
        self,
        catalog: Catalog,
        own: frozenset[str],
        system: Part | None,
        parent: QWidget | None,
        *,
        title: str = TITLE,
    ) -> None:
        super().__init__(title, "Make the part", parent, width_px=900)
        self._catalog, self._own = catalog, own
        self._systems = systems(catalog)
        begun = system if system is not None and system.made_of else self._systems[0]
        self.system, self.name = QComboBox(), QLineEdit()
        self.rows, self.supplies = ComponentRows(catalog), SuppliesRow()
        self.figures, self.missing = FollowsRows(self), LinesPane("What nobody states")
        self.table = plain_table(self.figures, "What follows", _WIDTHS)
        self.table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.system.setAccessibleName("System to begin with")
        ignore_wheel(self.system)
        for one in self._systems:
            self.system.addItem(f"{one.vendor} {one.name}".strip(), one.id)
        self.system.setCurrentIndex(self.system.findData(begun.id))
        self.name.setAccessibleName("Name of the part")
        add_clearing(self.name, "Clear the name")
        self.lay_out((self._top(), self._body()))
        self.system.currentIndexChanged.connect(lambda _: self._begin())
        self.rows.changed.connect(self._show)
        self.supplies.changed.connect(self._show)
        self.name.textChanged.connect(lambda _: self._show())
        self.accept_button.clicked.disconnect()
        self.accept_button.clicked.connect(lambda _=False: self._make())
        self.rows.rebuilt.connect(self._put_in_order)
        self.resize(1120, 690)
        self._begin()
        # Of a system that was picked its pieces are to be changed, else it is to be picked.
        first = self.rows.editors.get((0, "count")) if title == APART else None
        (first or self.system).setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def begun(self) -> Part:
        """The system that it was begun with."""
        return self._systems[self.system.currentIndex()]

    def part(self) -> Part:
        """Return the configured system as a part."""
        begun, base = self.begun, origin(self.begun, self._catalog)
        name = self.name.text().strip()
        same = begun.id in self._own and name in ("", begun.name)
        choice = Choice(
            self.rows.components, self.supplies.psu,
            name or (begun.name if same else f"{begun.name}, configured"), begun.id if same else "",
        )  # fmt: skip
        return part_of(base, choice, self._catalog)

    def follows(self) -> Configured:
        """Return what follows for it as it stands."""
        base = origin(self.begun, self._catalog)
        return configured(base, self.rows.components, self.supplies.psu, self._catalog)

    def _begin(self) -> None:
        begun = self.begun
        self.name.setPlaceholderText(
            begun.name if begun.id in self._own else f"{begun.name}, configured"
        )
        self.rows.show_components(begun.made_of)
        self.supplies.show_psu(begun.psu)
        self._show()

    def _put_in_order(self) -> None:
        """Let Tab go as one reads: the system, its pieces, its supplies, the buttons."""
        supplies = (self.supplies.count, self.supplies.rating, self.supplies.redundancy)
        chain = [
            self.system, self.name, *self.rows.chain, *supplies, self.missing,
            self.cancel_button, self.accept_button,
        ]  # fmt: skip
        for before, after in pairwise(chain):
            QWidget.setTabOrder(before, after)

    def _show(self) -> None:
        found = self.follows()
        self.figures.show_rows(follows(found))
        self.missing.show_lines(missing_lines(found))
        self.say(*verdict(found))
        self.accept_button.setEnabled(not found.refused)

    def _make(self) -> None:
        self.made.emit(self.part(), self.begun.id)
        self.accept()

    def _top(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(QLabel("System"))
        row.addWidget(self.system, 3)
        row.addSpacing(8)
        row.addWidget(QLabel("Name"))
        row.addWidget(self.name, 2)
        return row

    def _body(self) -> QSplitter:
        made = QSplitter(Qt.Orientation.Horizontal)
        made.setChildrenCollapsible(False)
        made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        supplies = QLabel("Supplies")
        set_role(supplies, "section")
        made.addWidget(stacked((self.rows, 1), (supplies, 0), (self.supplies, 0)))
        open_ones = QLabel("Nobody states")
        open_ones.setContentsMargins(8, 6, 0, 0)
        set_role(open_ones, "section")
        made.addWidget(stacked((self.table, 3), (open_ones, 0), (self.missing, 2)))
        made.setHandleWidth(1)
        made.setStretchFactor(0, 1)
        made.setStretchFactor(1, 1)
        made.setSizes([540, 550])
        return made
