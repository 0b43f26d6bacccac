"""Asks which part takes the place of another, and where, and shows what changes."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QObject, QStringListModel, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QFrame,
    QLabel,
    QLineEdit,
    QListView,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QWidget,
)

from designer.catalog.part import Part
from designer.document.equivalents import Line as ChangedLine
from designer.document.port_groups import PortGroups
from designer.document.port_maps import Pairs, PortLine
from designer.document.replace_scopes import ReplaceScope
from designer.model.plural import plural
from designer.planning.ways_out import WayKind, WayOut
from designer.ui.kit.clearing import add_clearing
from designer.ui.kit.form_dialog import FormDialog
from designer.ui.kit.line_card import Line
from designer.ui.kit.lines_pane import LinesPane
from designer.ui.kit.plain_table import plain_table, stacked
from designer.ui.kit.style import set_role
from designer.ui.state.way_drawing import WayDrawing
from designer.ui.views.dialogs.port_map_view import PortMapView
from designer.ui.views.dialogs.replace_rows import ReplaceRows
from designer.ui.views.dialogs.way_cards import WayCards
from designer.ui.views.dialogs.way_picture import WIDE_PX, WayPicture

_WIDTHS: Final = (176, 240)
_LOOK_MS: Final = 120
"""A mark that moves on sooner than this asks nothing of the engine."""
SIZING: Final = Line("sizing…", "dim")
DRAG: Final = "Ports and supplies: drag a line to another port"
LETS: Final = "Replace all the same: what does not fit is left unconnected"
UNFIT: Final = "Does not fit"
WHOLE: Final = "The whole design, after it"
REFUSED: Final = Line("nothing is replaced", "dim")
WORKING: Final = Line("being worked out…", "dim")
_WITH_WAYS: Final = (1240, 752)
"""Size of the window with ways out, as far as the screen has room."""


class Outcome(NamedTuple):
    """What would become of a replacement before its figures are known.

    Attributes
    ----------
    refusal
        Why it cannot be; empty if it can.
    moved
        Devices that stand elsewhere in their racks after it.
    hung
        What hangs by hand on what is replaced, and where it would hang.
    """

    refusal: str = ""
    moved: int = 0
    hung: tuple[PortLine, ...] = ()


class Asking(NamedTuple):
    """What a dialog asks of who knows the design; each is given the id of the other part first.

    Attributes
    ----------
    lines
        What changes of one.
    outcome
        What would become of it, with ports that are mapped by hand.
    groups
        The ports of both, with what hangs on them by hand.
    """

    lines: Callable[[str, ReplaceScope], Iterable[ChangedLine]]
    outcome: Callable[[str, ReplaceScope, Pairs], Outcome]
    groups: Callable[[str, Sequence[PortLine]], Sequence[PortGroups]]


class ShownWay(NamedTuple):
    """A way out as it is shown.

    Attributes
    ----------
    lines
        What its card says below the title.
    told
        What the whole design would do.
    button, stays
        What the button does once it is chosen, and what stays as it is.
    errors
        How many errors it would bring; None where that is not told.
    """

    way: WayOut
    lines: tuple[Line, ...]
    told: tuple[Line, ...] = ()
    drawing: WayDrawing | None = None
    button: str = ""
    stays: str = ""
    errors: int | None = None


class ReplaceDialog(FormDialog):
    """Candidates at the left, the likest first; what changes with the chosen one at the right.

    Parameters
    ----------
    part
        What is replaced.
    scopes
        Where it may be, everywhere first and what is selected last, which is meant to begin with.
    others
        What may take its place.
    asking
        What is asked of each.

    Signals
    -------
    asked
        The id of the part that takes its place, the `ReplaceScope`, the ports mapped by hand.
    way_asked
        The `WayOut` that is done in its place.
    changed
        Something else is marked, or meant: what was asked before is not wanted any more.
    looked_at
        The same as of `asked` of what is marked, once the mark has come to rest; `show_told` takes
        what the whole design would do, `begin_ways` that it does not fit as it is.
    """

    asked = Signal(str, object, object)
    way_asked = Signal(object)
    changed = Signal()
    looked_at = Signal(str, object, object)

    def __init__(
        self,
        part: Part,
        scopes: Sequence[ReplaceScope],
        others: Sequence[Part],
        asking: Asking,
        parent: QWidget | None,
    ) -> None:
        super().__init__("Replace with", "Replace", parent, width_px=860, heading=" ")
        self._asking = asking
        self._mapped: dict[str, str] = {}
        self._mapped_for: tuple[str, ReplaceScope] | None = None
        self.pairs: Pairs = ()
        self._part, self._others, self._scopes = part, tuple(others), tuple(scopes)
        self._is_waiting = self._let_go = False
        self._blocked = ""
        self._said = ("", "dim")
        """The line above the buttons for the replacement as it is, and its role."""
        self.where, self.filter, self.list = QComboBox(), QLineEdit(), QListView()
        self.rows = ReplaceRows(self)
        for one in scopes:
            self.where.addItem(f"{one.words}: {one.number:,}")
        self.where.setAccessibleName("Where it is replaced")
        self.where.setEnabled(len(scopes) > 1)
        self.where.setCurrentIndex(len(scopes) - 1)
        self.filter.setPlaceholderText("Narrow by name or maker")
        add_clearing(self.filter, "Clear the name or maker")
        self.filter.installEventFilter(self)
        self.filter.setAccessibleName("Narrow by name or maker")
        self._names = QStringListModel([f"{one.vendor} {one.name}".strip() for one in others], self)
        self.list.setModel(self._names)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setUniformItemSizes(True)
        self.list.setAccessibleName("Parts that may take its place")
        self.table, self.told = (
            plain_table(self.rows, "What changes", _WIDTHS),
            LinesPane("What the whole design would do"),
        )
        # Titles differ in their ends: highest power of one, and of a rack.
        self.table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self._rests = QTimer(self)
        self._rests.setSingleShot(True)
        self._rests.setInterval(_LOOK_MS)
        self._rests.timeout.connect(
            lambda: self.looked_at.emit(self.chosen(), self.scope, self.pairs)
        )
        self._make_ways()
        self.ports, self.lets = PortMapView(), QCheckBox(LETS)
        self.ports.mapped.connect(self._map)
        self.lets.toggled.connect(lambda _: self._show())
        self.lay_out((self._body(), self.lets))
        self.filter.textChanged.connect(self._narrow)
        self.where.currentIndexChanged.connect(lambda _: self._show())
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show())
        self.accepted.connect(self._ask)
        self.resize(1040, 720)
        self.filter.setFocus()
        self._mark(0)
        self._show()

    def _make_ways(self) -> None:
        """Make what shows ways out, after the list for who goes by Tab; hidden until needed."""
        self.ways, self.picture, self.caption = WayCards(), WayPicture(), QLabel(WHOLE)
        self._shown_ways: dict[str, ShownWay] = {}
        self._as_it_is: tuple[Line, ...] = ()
        self._may_as_it_is, self._pointed, self._errors = False, "", 0
        self.picture.hide()
        self.ways.pointed.connect(self._point)
        self.ways.chosen.connect(self._choose)

    @property
    def scope(self) -> ReplaceScope:
        """Where it is to be replaced."""
        return self._scopes[self.where.currentIndex()]

    def show_told(self, lines: Sequence[Line], errors: int = 0) -> None:
        """Show what the whole design would do with what is marked; only now it may be done.

        Parameters
        ----------
        errors
            How many errors that brings: the button says so, and is no plain yes.
        """
        if self._is_waiting and not self._rests.isActive():
            self._as_it_is, self._may_as_it_is, self._errors = tuple(lines), True, errors
            self._choose(self.ways.kind)

    def begin_ways(self, verdict: str) -> None:
        """Say that it does not fit as it is; the ways out follow."""
        self._shown_ways = {}
        self.ways.begin(verdict, (WORKING,))
        order = (self.list, *self.ways.cards.values(), self.table)
        for first, second in pairwise(order):
            self.setTabOrder(first, second)
        self.picture.show()
        self.picture.show_drawing(None)
        self._widen()

    def _widen(self) -> None:
        """Take the room that cards and picture need, about the same middle and on the screen."""
        area, middle = self.screen().availableGeometry(), self.geometry().center()
        wide = min(max(self.width(), _WITH_WAYS[0]), area.width())
        high = min(max(self.height(), _WITH_WAYS[1]), area.height())
        if (wide, high) == (self.width(), self.height()):
            return
        self.resize(wide, high)
        left = min(max(area.left(), middle.x() - wide // 2), area.left() + area.width() - wide)
        top = min(max(area.top(), middle.y() - high // 2), area.top() + area.height() - high)
        self.move(left, top)

    def show_way(self, shown: ShownWay) -> None:
        """Show what is known of a way out; only now it may be chosen."""
        kind: WayKind = shown.way.kind
        self._shown_ways[kind] = shown
        possible = shown.way.is_possible
        self.ways.show_way(kind, shown.way.title, shown.lines, possible=possible)

    def end_ways(self, words: str) -> None:
        """Say on the cards of which nothing is known yet that nothing will be."""
        for kind, card in self.ways.cards.items():
            if kind not in self._shown_ways:
                card.show_way("", (Line(words, "warning"),), possible=False)

    def mark_part(self, part_id: str) -> None:
        """Mark a part that may take its place; another mark stays where it may not."""
        row = next((at for at, one in enumerate(self._others) if one.id == part_id), None)
        if row is not None:
            self._mark(row)

    def chosen(self) -> str:
        """Return the id of the part that is marked; empty where none is."""
        row = self.list.currentIndex().row()
        return "" if row < 0 or self.list.isRowHidden(row) else self._others[row].id

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrows of the line above go through the list."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
            shown, at = self._shown(), self.list.currentIndex().row()
            if step and at in shown:
                self._mark(shown[(shown.index(at) + step) % len(shown)])
                return True
        return super().eventFilter(watched, event)

    def _shown(self) -> list[int]:
        return [row for row in range(len(self._others)) if not self.list.isRowHidden(row)]

    def _mark(self, row: int) -> None:
        self.list.setCurrentIndex(self._names.index(row))

    @property
    def way(self) -> WayOut | None:
        """The way out that is chosen; None for the replacement as it is."""
        shown = self._shown_ways.get(self.ways.kind)
        return shown.way if shown is not None else None

    def _ask(self) -> None:
        if self.way is not None:
            self.way_asked.emit(self.way)
        else:
            self.asked.emit(self.chosen(), self.scope, self.pairs)

    def _point(self, kind: str) -> None:
        """Show what the way that is pointed at would do; else the chosen one, or all as it is."""
        self._pointed = kind
        shown = self._shown_ways.get(kind) or self._shown_ways.get(self.ways.kind)
        if shown is None or not shown.way.is_possible:
            self.caption.setText(WHOLE)
            self.picture.show_drawing(None)
            self.told.show_lines(self._as_it_is)
            return
        self.caption.setText(f"{WHOLE}: {shown.way.title}")
        self.picture.show_drawing(shown.drawing)
        self.told.show_lines(shown.told)

    def _choose(self, kind: str) -> None:
        """Let the button do the way that is chosen, or the replacement as it is."""
        shown = self._shown_ways.get(kind)
        self._point(self._pointed)
        if shown is not None:
            self.say(shown.stays)
            self._offer(shown.button, shown.errors)
            self.accept_button.setToolTip("")
            self.accept_button.setEnabled(True)
            return
        self.say(*self._said)
        self._offer(f"Replace {self.scope.number:,}", self._errors)
        self.accept_button.setToolTip(self._blocked)
        self.accept_button.setEnabled(self._may_as_it_is)

    def _offer(self, words: str, errors: int | None = None) -> None:
        """Let the button say what it does; amber where that brings errors, with their number."""
        spite = f" in spite of {plural(errors, 'new error')}" if errors else ""
        self.accept_button.setText(f"{words}{spite}")
        set_role(self.accept_button, "caution" if spite else "primary")

    def _body(self) -> QWidget:
        made = QSplitter(Qt.Orientation.Horizontal)
        made.setChildrenCollapsible(False)
        made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        made.addWidget(stacked((self.where, 0), (self.filter, 0), (self.list, 1)))
        self.caption.setContentsMargins(8, 6, 0, 0)
        set_role(self.caption, "section")
        ports = QScrollArea()
        ports.setWidget(self.ports)
        ports.setWidgetResizable(True)
        ports.setFrameShape(QFrame.Shape.NoFrame)
        ports.setAccessibleName("Ports and supplies, both parts")
        hint = QLabel(DRAG)
        hint.setContentsMargins(8, 6, 0, 0)
        set_role(hint, "section")
        made.addWidget(stacked((self.table, 3), (hint, 0), (ports, 3), (self.caption, 0),
                               (self.told, 2)))  # fmt: skip
        made.addWidget(self.picture)
        made.setHandleWidth(10)
        made.setStretchFactor(1, 1)
        made.setSizes([300, 680, WIDE_PX])
        whole = stacked((self.ways, 0), (made, 1))
        whole.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        return whole

    def _narrow(self, text: str) -> None:
        words = text.casefold().split()
        for row, name in enumerate(self._names.stringList()):
            self.list.setRowHidden(row, not all(word in name.casefold() for word in words))
        shown = self._shown()
        if shown and not self.chosen():
            self._mark(shown[0])
        self._show()

    def _map(self, port: str, then: str) -> None:
        self._mapped[port] = then
        self._show()

    def _show(self) -> None:
        by, scope = self.chosen(), self.scope
        self._rests.stop()
        self._let_ways_go()
        self.heading.setText(f"Replace {scope.number:,} × {self._part.name} {scope.words}")
        self._offer(f"Replace {scope.number:,}")
        self.accept_button.setEnabled(False)
        if self._mapped_for != (by, scope):
            self._mapped, self._mapped_for = {}, (by, scope)
        if not by:
            self.rows.show_rows((), ("", self._part.name, ""))
            self.told.show_lines(())
            self.ports.show_groups(())
            self.lets.hide()
            self.say("Nothing is called so" if self._others else
                     "No part of the catalogue may take its place")  # fmt: skip
            return
        found = tuple(self._asking.lines(by, scope))
        then = self._names.data(self.list.currentIndex())
        self.rows.show_rows(found, ("", self._part.name, then))
        lost = [f"{line.title}: {line.then}" for line in found if line.lost]
        outcome = self._foreseen(by, scope)
        unfit = [f"{one.port.words}: {one.refusal}" for one in outcome.hung if one.refusal]
        self.ports.show_groups(self._asking.groups(by, outcome.hung))
        self.lets.setVisible(bool(unfit or lost or self._let_go))
        crossed = () if self.lets.isChecked() else (*unfit, *lost)
        self._say(outcome, crossed, lost)
        blocked = bool(outcome.refusal or crossed)
        self._blocked = outcome.refusal or "; ".join(crossed)
        self.accept_button.setToolTip(self._blocked)
        self._is_waiting = not blocked
        self._as_it_is = (REFUSED if blocked else SIZING,)
        self.told.show_lines(self._as_it_is)
        if not crossed:
            self._rests.start()

    def _let_ways_go(self) -> None:
        """Forget the ways out of what was marked before."""
        self._is_waiting = self._may_as_it_is = False
        self._errors = 0
        self._as_it_is, self._blocked, self._shown_ways, self._pointed = (), "", {}, ""
        self.ways.clear()
        self.picture.hide()
        self.caption.setText(WHOLE)
        self.changed.emit()

    def _foreseen(self, by: str, scope: ReplaceScope) -> Outcome:
        """Return what would become of it, what does not fit let go where that is wanted."""
        self.pairs, self._let_go = tuple(self._mapped.items()), False
        outcome = self._asking.outcome(by, scope, self.pairs)
        unfit = [one.port.key for one in outcome.hung if one.refusal]
        if not unfit or not self.lets.isChecked():
            return outcome
        self._let_go = True
        self.pairs = tuple({**self._mapped, **dict.fromkeys(unfit, "")}.items())
        return self._asking.outcome(by, scope, self.pairs)

    def _say(self, outcome: Outcome, crossed: Sequence[str], lost: Sequence[str]) -> None:
        if outcome.refusal or crossed:
            self._said = (outcome.refusal or f"{UNFIT}: {'; '.join(crossed)}",
                          "warning" if outcome.refusal else "error")  # fmt: skip
            self.say(*self._said)
            return
        off = sum(len(one.held) for one in outcome.hung if not one.then)
        words = [f"{plural(outcome.moved, 'device')} move in their racks"] if outcome.moved else []
        words += [f"{plural(off, 'cable')} by hand taken off"] if off else []
        words += lost or ["Names stay" if outcome.moved else "Names and places stay"]
        self._said = "; ".join(words), "warning" if lost or off or outcome.moved else "dim"
        self.say(*self._said)
