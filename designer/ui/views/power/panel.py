"""The power view: verdict, one-line, every single loss ranked. What is failed is never saved."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from designer.catalog.plant_places import plant_key
from designer.engine.report import Report
from designer.render.chain_layout import Laid
from designer.render.chain_pieces import Piece, PieceKey
from designer.render.failing import Failing
from designer.render.group_fates import group_after
from designer.render.one_line import Group, GroupKey, OneLine, arranged
from designer.render.one_line_groups import groups_of
from designer.render.one_line_words import (
    group_said,
    left_out_in_words,
    said_of,
    why_not_computed,
)
from designer.render.unfolded import MOST_CARDS, Unfolding, unfolded
from designer.render.what_if import WhatIf
from designer.ui.kit.clearing import add_clearing
from designer.ui.kit.glyphs import SeverityGlyph
from designer.ui.kit.hand import ScrolledHand
from designer.ui.kit.lines_label import LinesLabel
from designer.ui.kit.style import set_role
from designer.ui.state.travel import Look
from designer.ui.state.workspace import Workspace
from designer.ui.views.power.drops import PartDrops
from designer.ui.views.power.loss_list import HIGH_PX, WIDE_PX, LossList
from designer.ui.views.power.view import AnyKey, OneLineView

NOTHING_FEEDS = (
    "Nothing feeds this room yet: name its feeds under Feeds in the design settings (Ctrl+,). "
    "What stands upstream of them is dragged from the parts onto what it is to feed."
)
SIZING = "The loads appear as soon as the design is sized."
CLICK = (
    "Click a source, a UPS or a feed to lose it, Shift and a click a second one; a click on racks "
    "unfolds them"
)
_BESIDE_FROM_PX: Final = 1100
"""Width of the view from which the list of losses leaves the drawing room enough beside it."""
LEFT_PX: Final = 102.0
"""Where what is unfolded begins: beside the names of stages, where there is room for that."""
EDGE_PX: Final = 24.0
HINT_PX: Final = 32
"""Between a sentence that stands alone and the edges."""
WIDE_FROM_PX: Final = 1020.0
_SIGNS: Final = {"ok": "info", "unknown": "open", "warning": "warning", "error": "error"}


class PowerPanel(QWidget):
    """Shows where power comes from, and what is left when something of it is lost."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._what_if = workspace.what_if
        self._left_out = ""
        self._groups: dict[GroupKey, Group] = {}
        self._unfolding = Unfolding()
        self._pieces: Mapping[PieceKey, Piece] = {}
        self._laid_for = 0
        self._began = False
        self.setAccessibleName("Power")
        set_role(self, "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        # As high whatever they say: a loss moves nothing under the pointer.
        self.heading = LinesLabel(1)
        set_role(self.heading, "heading")
        self.verdict = LinesLabel(2)
        set_role(self.verdict, "dim")
        self.sign = SeverityGlyph("info")
        self.restore_button = QPushButton("Restore  Esc")
        self.restore_button.clicked.connect(self.restore)
        self.hint = QLabel()
        set_role(self.hint, "dim")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint.setWordWrap(True)
        self.hint.setContentsMargins(*(HINT_PX,) * 4)
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("Filter racks by name or contents")
        self.filter.setAccessibleName("Filter of the racks that are unfolded")
        add_clearing(self.filter, "Clear the filter of racks")
        self.filter.setFixedWidth(230)
        self.filter.textChanged.connect(self._on_filter)
        self.view = OneLineView(workspace.theme)
        self.losses = LossList()
        self._drops = PartDrops(workspace, self._key_at, self._say_drop)
        self.setAcceptDrops(True)
        self._lay_out()
        self.view.picked.connect(self._on_picked)
        self.view.added.connect(self._on_added)
        self.view.opened.connect(self._on_opened)
        self.view.walked.connect(self.show_box)
        self.view.zoom_asked.connect(self._zoom)
        self._hand = ScrolledHand(
            self._scroll, workspace.navigation,
            lambda at: not self.view.box_at(at.toPoint()), self._zoom,
        )  # fmt: skip
        self.losses.picked.connect(self._what_if.fail)
        self.losses.racks_picked.connect(workspace.select)
        workspace.report_changed.connect(self.refresh)
        workspace.document_changed.connect(lambda _: self._on_document())
        workspace.what_if.changed.connect(self._on_what_if)
        workspace.theme_changed.connect(self.refresh)
        self._after_resize = QTimer(self)
        self._after_resize.setSingleShot(True)
        self._after_resize.timeout.connect(self._fit)

    @property
    def lost(self) -> str:
        """What is failed upstream of the racks now, by its id; empty where nothing is."""
        failing = self._what_if.failing
        return failing.id if failing and failing.kind == "power" else ""

    def fail(self, key: str) -> None:
        """Show what the loss of something does; of what is lost already, restore it."""
        self._what_if.fail(Failing("power", key))

    def restore(self) -> None:
        """Show everything as it is with nothing lost."""
        self._what_if.restore()

    def _on_what_if(self) -> None:
        self.refresh()
        if self.lost and self.isVisible() and not self._is_seen(self.lost):
            self.show_box(self.lost)

    def _is_seen(self, key: AnyKey) -> bool:
        """Return whether the middle of a box is in view: then it stays where it is."""
        port = self._scroll.viewport()
        at = self.view.mapTo(port, self.view.place_of(key).center())
        return port.rect().contains(at)

    def refresh(self) -> None:
        """Show the newest report."""
        if not self.isVisible():
            return
        report = self._workspace.report_store.report
        power = self._workspace.document.design.power
        if not power or report is None:
            self.hint.setText(SIZING if power else NOTHING_FEEDS)
            self._pages.setCurrentIndex(0)
            return
        self._pages.setCurrentIndex(1)
        shown = self._what_if.shown
        loss = shown.loss if shown else None
        self._show_drawing(report, shown)
        self._show_verdict(report, shown)
        chosen = Failing("power", loss.like or loss.id) if loss else self._what_if.failing
        self.losses.show_losses(report, chosen, self._workspace.theme)

    def _show_drawing(self, report: Report, shown: WhatIf | None) -> None:
        loss = shown.loss if shown else None
        design = self._workspace.document.design
        groups = groups_of(report.racks, self._workspace.layout(), self._workspace.catalog)
        said = said_of(design.power, report.power, loss, why_not_computed(report), report.plant)
        said |= {group.key: group_said(group, loss) for group in groups}
        if shown is not None:
            said |= {one.key: group_after(said[one.key], one.racks, shown) for one in groups}
        drawing = arranged(design.power, groups)
        kinds = {node.id: node.kind for node in design.power}
        self.view.show_drawing(drawing, said, kinds, self._workspace.theme)
        self._left_out = left_out_in_words(drawing, design.power)
        self._groups = {group.key: group for group in groups}
        self._show_below(report, drawing, shown)
        self._fit()

    def _show_below(self, report: Report, drawing: OneLine, shown: WhatIf | None) -> None:
        """Show the racks and chains that are unfolded, below the one-line."""
        groups = tuple(self._groups.values())
        is_open = self._unfolding.groups & self._groups.keys()
        many = any(len(self._groups[key].racks) > MOST_CARDS for key in is_open)
        self.filter.setVisible(many or bool(self._unfolding.filter and is_open))
        below = Laid()
        self._laid_for = self._scroll.viewport().width()
        if is_open:
            racks = {rack.id: rack for rack in report.racks}
            wide = self.view.wide_in(self._scroll.viewport().width())
            left = LEFT_PX if wide >= WIDE_FROM_PX else EDGE_PX
            place = (left, drawing.height, wide - left - EDGE_PX)
            space = self._workspace
            below = unfolded(
                space.layout(), space.catalog, racks, groups, self._unfolding, place, shown,
            )  # fmt: skip
        chains = (cell.piece.key for cell in below.cells if cell.look == "head")
        looked_at = dict.fromkeys(cell.piece.key.rack for cell in below.cells)
        self._what_if.look_at("one-line", looked_at)
        self._workspace.unfolded = tuple(key.rack for key in chains if key.rack)
        self._pieces = {cell.piece.key: cell.piece for cell in reversed(below.cells)}
        self.view.show_below(below, is_open)

    def unfold(self, key: GroupKey | str) -> None:
        """Unfold a group of racks, or a rack of one that is unfolded; fold what is unfolded."""
        one = self._unfolding
        self._unfolding = one.with_group(key) if isinstance(key, GroupKey) else one.with_rack(key)
        self.refresh()
        self._bring_up(key)

    def _bring_up(self, key: GroupKey | str) -> None:
        """Scroll so that what was unfolded is seen, with as much of it as there is room for."""
        chain = (
            self.view.place_of(PieceKey(key, "rack", number=1)) if isinstance(key, str) else None
        )
        place = chain if chain is not None else self.view.place_of(key)
        if place.isEmpty() or self._scroll.viewport().height() < place.height():
            return
        room = self._scroll.viewport().height()
        bar = self._scroll.verticalScrollBar()
        below = place.top() - 12 if chain is not None else place.top() - room // 3
        if place.top() - bar.value() > room // 2:
            bar.setValue(below)

    def _on_filter(self, text: str) -> None:
        self._unfolding = replace(self._unfolding, filter=text)
        self.refresh()

    def _show_verdict(self, report: Report, shown: WhatIf | None) -> None:
        self.restore_button.setVisible(shown is not None)
        self.sign.setVisible(shown is not None)
        if shown is None:
            self.heading.setText("Power")
            why = why_not_computed(report)
            what_to_do = f"{why}." if why else f"{CLICK}. The design stays as it is."
            self.verdict.setText(" ".join(filter(None, (what_to_do, self._left_out))))
            return
        self.sign.set_severity(_SIGNS[shown.state])
        self.heading.setText(shown.heading)
        self.verdict.setText(shown.words)

    def _on_picked(self, key: AnyKey) -> None:
        if isinstance(key, GroupKey):
            self._workspace.select(self._groups[key].racks)
            self.unfold(key)
        elif isinstance(key, PieceKey):
            self._on_piece(key)
        elif key:
            self.fail(key)
        else:
            self.restore()

    def _on_piece(self, key: PieceKey, *, besides: bool = False) -> None:
        """Select what a piece is, and fail it, alone or besides what is lost; unfold a rack."""
        piece = self._pieces.get(key)
        if piece is None:
            return
        of_feed = key.what == "lead" and key.item in self._feeds
        self._workspace.select(piece.selects)
        if key.what == "rack":
            self.unfold(key.rack)
            return
        failing = Failing("power", key.item) if of_feed else piece.failing or self._cooling(key)
        if failing is not None:
            (self._what_if.add if besides else self._what_if.fail)(failing)

    def _on_opened(self, key: AnyKey) -> None:
        """Select a record of the room's power: its properties show it."""
        if isinstance(key, str) and key:
            self._workspace.select((plant_key(key),))

    def _cooling(self, key: PieceKey) -> Failing | None:
        """Return the loss of a CDU or an air unit, where a piece is one."""
        rack = self._workspace.rack_report(key.rack) if key.what == "unit" else None
        targets = self._what_if.targets(rack) if rack is not None else ()
        return next((one.failing for one in targets if one.failing.kind == "cooling"), None)

    def _on_added(self, key: AnyKey) -> None:
        """Lose something besides what is lost; racks are selected as ever."""
        if isinstance(key, GroupKey):
            self._on_picked(key)
        elif isinstance(key, PieceKey):
            self._on_piece(key, besides=True)
        else:
            self._what_if.add(Failing("power", key))

    def _on_document(self) -> None:
        if not self._workspace.document.design.power:
            self.refresh()

    @property
    def _feeds(self) -> frozenset[str]:
        return frozenset(feed.id for feed in self._workspace.document.design.feeds)

    def show_box(self, key: AnyKey) -> None:
        """Scroll to a box of the drawing."""
        place = self.view.place_of(key)
        if not place.isEmpty():
            centre = place.center()
            self._scroll.ensureVisible(
                centre.x(), centre.y(), place.width() // 2 + 8, place.height() // 2 + 8
            )

    def _key_at(self, at: QPoint) -> AnyKey:
        """Return what of the one-line is at a point of the panel; empty beside it."""
        if self._pages.currentIndex() == 0 or not self._scroll.rect().contains(
            self._scroll.mapFrom(self, at)
        ):
            return ""
        return self.view.box_at(self.view.mapFrom(self, at))

    def _say_drop(self, words: str, ok: bool, key: AnyKey) -> None:
        """Say what a drop would do in place of the verdict; without words that again."""
        self.view.light(key if ok else "")
        if words:
            self.verdict.setText(f"{words}.")
            self.hint.setText(f"{words}.")
        else:
            self.refresh()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take a part that is to feed something."""
        self._drops.enter(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Say what letting go here would do."""
        self._drops.move(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Forget the part: the pointer went elsewhere."""
        self._drops.leave(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Add the part upstream of what is here."""
        self._drops.drop(event, self.view)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Restore with Esc, wherever in the view the keyboard is."""
        if event.key() != Qt.Key.Key_Escape or not self._what_if.restore():
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what came while hidden."""
        super().showEvent(event)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the list beside the drawing or below it; scale that once the layout has settled."""
        super().resizeEvent(event)
        beside = self.width() >= _BESIDE_FROM_PX
        way = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        if way != self._body.orientation() or event.oldSize().isEmpty():
            self._body.setOrientation(way)
            self._body.setSizes([10 * WIDE_PX, WIDE_PX if beside else HIGH_PX])
        self._after_resize.start(0)

    def _fit(self) -> None:
        if self._laid_for not in (0, self._scroll.viewport().width()) and self.view.below.cells:
            self.refresh()
            return
        room = self._scroll.maximumViewportSize()
        self.view.fit(room)
        if self.view.height() > room.height():
            # Beside the bar that is there then, and not once it has come.
            room.setWidth(room.width() - self._scroll.verticalScrollBar().sizeHint().width())
            self.view.fit(room)

    def _begin(self, first: int, last: int) -> None:
        """Begin in the middle of a wide drawing: there stands what all hangs on."""
        if not self._began and last > first:
            self._began = True
            self._scroll.horizontalScrollBar().setValue((first + last) // 2)

    def _zoom(self, times: float, at: QPointF) -> None:
        """Zoom; what is at a point of the drawing stays where it is."""
        before = self.view.drawn_at(at)
        self.view.zoom(times)
        self._fit()
        moved = self.view.widget_at(*before) - at.toPoint()
        for bar, by in (
            (self._scroll.horizontalScrollBar(), moved.x()),
            (self._scroll.verticalScrollBar(), moved.y()),
        ):
            bar.setValue(bar.value() + by)

    def seen(self) -> Look:
        """Return how far the one-line is scrolled, in pixels, and its zoom; 0 as by itself."""
        across, down = self._scroll.horizontalScrollBar(), self._scroll.verticalScrollBar()
        return Look("", across.value(), down.value(), self.view.zoomed)

    def see(self, look: Look | None) -> None:
        """Show of the one-line what was seen, as `seen` returned it."""
        if look is None:
            return
        self.view.zoomed = look.scale
        self._fit()
        self._scroll.horizontalScrollBar().setValue(round(look.x))
        self._scroll.verticalScrollBar().setValue(round(look.y))

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(16, 10, 12, 8)
        head.setSpacing(10)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.heading)
        words.addWidget(self.verdict)
        head.addWidget(self.sign)
        head.addLayout(words, 1)
        head.addWidget(self.filter)
        head.addWidget(self.restore_button)
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setAccessibleName("Power one-line, scrolled")
        self._scroll.setWidget(self.view)
        set_role(self._scroll.viewport(), "canvas")
        self._scroll.horizontalScrollBar().rangeChanged.connect(self._begin)
        body = self._body = QSplitter(Qt.Orientation.Horizontal)
        body.setAccessibleName("One-line and losses")
        body.setHandleWidth(1)
        body.setChildrenCollapsible(False)
        body.addWidget(self._scroll)
        body.addWidget(self.losses)
        body.setStretchFactor(0, 1)
        body.splitterMoved.connect(lambda _at, _index: self._fit())
        shown = QWidget()
        column = QVBoxLayout(shown)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(body, 1)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.hint)
        self._pages.addWidget(shown)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._pages)
        self.setFocusProxy(self.view)
