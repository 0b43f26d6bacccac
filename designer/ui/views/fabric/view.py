"""The fabric view: the drawing, what of it is shown, the cut and the loss in cards below it."""

from typing import Final

from PySide6.QtCore import QPointF, QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from designer.engine.fabric_map import INSIDE, NOWHERE, FabricCut
from designer.render.cut_racks import racks_of_cut
from designer.render.fabric_drawing import FabricDrawing
from designer.render.fabric_layout import laid_out
from designer.render.fabric_look import FabricLook
from designer.render.fabric_losses import LossRow
from designer.render.fabric_things import FabricIndex, Thing
from designer.render.fabric_words import islands_in_words, over_nvlink
from designer.render.theme import Theme
from designer.ui.kit.hand import ScrolledHand
from designer.ui.kit.line_card import LineCard
from designer.ui.kit.style import set_role
from designer.ui.state.fabric_state import FabricState
from designer.ui.state.travel import Look
from designer.ui.state.workspace import Workspace
from designer.ui.views.fabric.cable_drag import CableDrag
from designer.ui.views.fabric.canvas import CLOSEST, FabricCanvas, Held
from designer.ui.views.fabric.cards import CutCard, LossCard, ProofLine
from designer.ui.views.fabric.domains import DomainsView
from designer.ui.views.fabric.header import FabricHeader
from designer.ui.views.fabric.inset import FloorInset
from designer.ui.views.fabric.key_card import KeyCard
from designer.ui.views.fabric.told_loss import told_of_loss

NO_FABRIC: Final = (
    "This design has no fabric yet. Add one under Fabrics in the design settings (Ctrl+,): which "
    "parts are its nodes, which switches build it. Then drag nodes and switches from the parts "
    "onto the racks: the fabric is drawn as it is wired."
)
NO_NODES: Final = (
    "{} links nothing yet: {}. Drag nodes and switches from the parts onto the racks, and the "
    "fabric is drawn as it is wired."
)
INSIDE_UNKNOWN: Final = f"{{}}: {INSIDE}; {{}}."
ASKING: Final = "The fabric appears as soon as the design is sized."
CARDS_PX: Final = 150
_HINT_PX: Final = 32
_INSET_PX: Final = 210
_CARD_PX: Final = 300
"""Width that a card needs beside others."""
_EDGE_PX: Final = 8


class FabricView(QWidget):
    """Shows a fabric as it is drawn and wired."""

    def __init__(
        self, workspace: Workspace, state: FabricState, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._space, self._state = workspace, state
        self._laid: tuple[FabricIndex, tuple[int, int], int] | None = None
        self._zoom = 1.0
        self._wanted_look: Look | None = None
        self._shared: tuple[FabricIndex, FabricCut, dict[str, float]] | None = None
        self.setAccessibleName("Fabric view")
        set_role(self, "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.header = FabricHeader(state)
        self.canvas = FabricCanvas(workspace.theme)
        self.drag = CableDrag(workspace, state, self)
        self.drop_card = LineCard(
            lambda: workspace.theme, "What the drop would do", self.canvas,
            lambda: self.canvas.visibleRegion().boundingRect(),
        )  # fmt: skip
        self._at = QPointF()
        self.cut_card, self.loss_card = CutCard(), LossCard()
        self.key_card = KeyCard()
        self.inset = FloorInset(workspace.theme)
        self.apart = QLabel()
        set_role(self.apart, "strong")
        self.apart.setContentsMargins(12, 2, 12, 4)
        self.apart.setAccessibleName("Islands")
        self.apart.hide()
        self.domains = DomainsView()
        self.hint = QLabel()
        set_role(self.hint, "dim")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint.setWordWrap(True)
        self.hint.setContentsMargins(*(_HINT_PX,) * 4)
        self._after_resize = QTimer(self)
        self._after_resize.setSingleShot(True)
        self._after_resize.timeout.connect(self._fit)
        self._lay_out()
        self._connect()

    def refresh(self) -> None:
        """Show the fabric of now."""
        if not self.isVisible():
            return
        state, theme = self._state, self._space.theme
        self.header.refresh(theme)
        index, report = state.index, state.report
        inside = index is not None and index.map.problem == INSIDE
        if inside and report is not None and report.islands:
            self.domains.show_domains(report, theme)
            self._pages.setCurrentWidget(self.domains)
            return
        why = self._why_nothing(index)
        self._pages.setCurrentIndex(0 if why else 1)
        if why or index is None:
            self.hint.setText(why)
            return
        apart = islands_in_words(state.report)
        self.apart.setText(apart)
        if self.apart.isVisibleTo(self) != bool(apart):
            self.apart.setVisible(bool(apart))
            self._after_resize.start(0)
        self._fit()
        self._look()
        self._cards(index)
        # What was sized before the last edit dims until what follows from that is there.
        self.canvas.show_stale(stale=self._space.report_store.is_stale)

    def _why_nothing(self, index: FabricIndex | None) -> str:
        state = self._state
        if not state.fabrics:
            return NO_FABRIC
        if index is None:
            return f"The map cannot be drawn: {state.why}" if state.why else ASKING
        if index.map.problem == INSIDE:
            return INSIDE_UNKNOWN.format(index.map.name, self._state.why_unknown)
        if not len(index.map.leaves):
            return NO_NODES.format(index.map.name, index.map.problem or "no switch is drawn")
        return ""

    # The drawing

    def _fit(self) -> None:
        """Lay the drawing out for the room, anew where either is another."""
        index = self._state.index
        if index is None or not self.isVisible():
            return
        room = self._scroll.maximumViewportSize()
        wanted = (index, (room.width(), room.height()), self._state.unfolded)
        if self._laid is not None and self._laid == wanted and self._laid[0] is index:
            return
        self._laid = wanted
        drawing = self._laid_out(index, room)
        self.canvas.show_drawing(drawing, index, self._space.part_name, self._space.theme)
        self._apply_zoom()

    def _laid_out(self, index: FabricIndex, room: QSize) -> FabricDrawing:
        unfolded = self._state.unfolded
        wide, high = float(room.width()), float(room.height())
        drawing = laid_out(index, (wide, high), unfolded)
        bar = self._scroll.verticalScrollBar().sizeHint().width()
        if drawing.height > high:
            drawing = laid_out(index, (wide - bar, high), unfolded)
        return drawing

    def _look(self) -> None:
        look = self._state.look()
        self.canvas.show_look(look)
        self.canvas.show_ports(self._state.ports)
        self.inset.show_marks(self._marks(look), self._shares(look))

    def _apply_zoom(self) -> None:
        drawing, room = self.canvas.drawing, self._scroll.maximumViewportSize()
        least = min(
            1.0, room.width() / max(drawing.width, 1.0), room.height() / max(drawing.height, 1.0)
        )
        self._zoom = min(max(self._zoom, least), CLOSEST)
        self.canvas.set_scale(self._zoom)
        wanted, self._wanted_look = self._wanted_look, None
        if wanted is not None:
            self._scroll.horizontalScrollBar().setValue(round(wanted.x))
            self._scroll.verticalScrollBar().setValue(round(wanted.y))

    def seen(self) -> Look:
        """Return the fabric on show, how far it is scrolled, in pixels, and its zoom."""
        across, down = self._scroll.horizontalScrollBar(), self._scroll.verticalScrollBar()
        return Look(self._state.fabric, across.value(), down.value(), self._zoom)

    def see(self, look: Look | None) -> None:
        """Show of a fabric what was seen, as `seen` returned it, once its map is there."""
        if look is None or look.of not in (fabric for fabric, _ in self._state.fabrics):
            return
        self._zoom, self._wanted_look = look.scale, look
        if look.of != self._state.fabric:
            self._laid = None
            self._state.show(look.of)
        else:
            self._apply_zoom()

    def zoom(self, times: float, at: QPointF) -> None:
        """Zoom; what is at a point of the drawing stays where it is. By 0 as it is by itself."""
        before = self._zoom
        self._zoom = before * times if times else 1.0
        self._apply_zoom()
        ratio = self._zoom / before
        for bar, moved in (
            (self._scroll.horizontalScrollBar(), at.x() * (ratio - 1)),
            (self._scroll.verticalScrollBar(), at.y() * (ratio - 1)),
        ):
            bar.setValue(round(bar.value() + moved))

    def show_thing(self, thing: Thing) -> None:
        """Scroll to something that is drawn."""
        place = self.canvas.place_of(thing)
        if not place.isEmpty():
            centre = place.center()
            self._scroll.ensureVisible(
                centre.x(), centre.y(), place.width() // 2 + 8, place.height() // 2 + 8
            )

    # Cards

    def _cards(self, index: FabricIndex) -> None:
        state = self._state
        self.cut_card.setVisible(state.cut_wanted)
        if state.cut_wanted:
            cuts, cut = state.cuts, state.cut
            if cuts is not None and cut is not None:
                lost_too = self._space.what_if.shown is not None
                self.cut_card.show_cut(index, cuts, cut, state.cut_number, intact=lost_too)
            else:
                self.cut_card.show_none(cuts, over_nvlink(state.report))
            self._offer_proof(self.cut_card.exact, None)
        self.loss_card.setVisible(self._space.what_if.shown is not None)
        if self._space.what_if.shown is not None:
            self.loss_card.show_loss(*told_of_loss(self._space, state, index))
        lost = state.row_of_lost()
        if lost is not None:
            self._offer_proof(self.loss_card.exact, lost)
        else:
            self.loss_card.exact.hide()
        told = self.cut_card.isVisibleTo(self) + self.loss_card.isVisibleTo(self)
        self.key_card.show_key(index.map, self._space.theme)
        self.key_card.setVisible(self.width() >= _CARD_PX * (told + 1) + _INSET_PX)
        self.inset.show_floor(self._space.document.design, self._space.catalog, self._space.theme)

    def _offer_proof(self, line: ProofLine, row: LossRow | None) -> None:
        """Offer to prove the fabric as it is, or what a loss leaves; say what was proven."""
        state = self._state
        known = row.left if row is not None else state.bisection()
        open_ = known is not None and state.can_prove(known, row)
        line.show_proof(state.proof(row), state.proofs.seconds, open_=open_)

    def _shares(self, look: FabricLook) -> dict[str, float]:
        """Return how much of each rack stands on the tinted side of the cut."""
        index = self._state.index
        if index is None or look.cut is None:
            return {}
        if self._shared is None or self._shared[0] is not index or self._shared[1] is not look.cut:
            self._shared = index, look.cut, racks_of_cut(index, look.cut)
        return self._shared[2]

    def _marks(self, look: FabricLook) -> dict[str, str]:
        """Return what racks on the small floor hold."""
        index = self._state.index
        if index is None:
            return {}
        shown, found = index.map, dict[str, str]()
        pointed = {look.hovered} if look.hovered is not None else set()
        found |= dict.fromkeys(self._shares(look), "tinted")
        lost = self._space.what_if.shown
        fates = lost.fates if lost is not None else {}
        found |= {rack: "hit" for rack, fate in fates.items() if fate.severity == "error"}
        for mark, things in (
            ("joined", look.lit), ("lit", pointed),
            ("chosen", look.chosen), ("lost", (*look.lost, *(look.cable or ()))),
        ):  # fmt: skip
            for thing in things:
                for rack in _racks_of(index, thing):
                    found[shown.racks[rack]] = mark
        for key in self._space.selection:
            if key in self._space.layout().racks:
                found.setdefault(key, "chosen")
        return found

    # Events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End the what-if with Esc, wherever in the view the keyboard is."""
        if event.key() != Qt.Key.Key_Escape or not self._end():
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for the map, and catch up."""
        super().showEvent(event)
        self._state.set_visible(True)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Ask no more."""
        super().hideEvent(event)
        self._state.set_visible(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out anew once the layout has settled."""
        super().resizeEvent(event)
        self.header.fit(self.width())
        self._after_resize.start(0)
        index = self._state.index
        if index is not None:
            self._cards(index)

    def _on_pulled(self, thing: Thing | None) -> None:
        if thing is None or not self.drag.begin(thing):
            self.canvas.show_cable(None)

    def _on_pulled_over(self, thing: Thing | None, at: QPointF) -> None:
        self._at = at
        self.drag.move(thing)
        self._show_cable()

    def _show_cable(self) -> None:
        """Show the cable that is drawn, and what letting it go here would do."""
        drag = self.drag
        if drag.begins is None:
            self.canvas.show_cable(None)
            self.drop_card.hide()
            return
        self.canvas.show_cable(Held(drag.begins, self._at, drag.over, drag.fits))
        self.drop_card.show_lines(drag.preview.lines())
        over = self.canvas.place_of(drag.over) if drag.over is not None else None
        self.drop_card.place(self._at.toPoint(), over)

    def _end(self) -> bool:
        """End a cable that is drawn, what is lost, else the cut; return whether anything ended."""
        return self.drag.end() or self._state.restore() or self._state.end_cut()

    def _on_picked(self, thing: Thing | None) -> None:
        if thing is not None and thing.what == "unit" and self.canvas.drawing.cards:
            self._state.unfold(thing.at)
            return
        self._state.select(thing)

    def _on_opened(self, thing: Thing) -> None:
        """Show a device in its elevation."""
        index = self._state.index
        keys = list(index.keys(thing)) if index is not None else []
        placed = self._space.layout().find(keys[0]) if len(keys) == 1 else None
        if placed is not None:
            self._space.focus((placed.key,))
            self._space.elevation_requested.emit(placed.rack)

    def _on_theme(self, theme: Theme) -> None:
        self._laid = None
        self.inset.show_floor(self._space.document.design, self._space.catalog, theme)
        self.refresh()

    def _connect(self) -> None:
        state, canvas = self._state, self.canvas
        state.changed.connect(self.refresh)
        state.pointed.connect(self._look)
        canvas.picked.connect(self._on_picked)
        canvas.opened.connect(self._on_opened)
        canvas.pointed.connect(state.point_at)
        canvas.walked.connect(self.show_thing)
        canvas.lost.connect(state.lose)
        canvas.lost_besides.connect(lambda thing: state.lose(thing, besides=True))
        canvas.ended.connect(self._end)
        canvas.zoom_asked.connect(self.zoom)
        self._hand = ScrolledHand(
            self._scroll, self._space.navigation,
            lambda at: canvas.thing_at(at) is None, self.zoom,
        )  # fmt: skip
        canvas.pulled.connect(self._on_pulled)
        canvas.pulled_over.connect(self._on_pulled_over)
        canvas.let_go.connect(self.drag.let_go)
        self.drag.changed.connect(self._show_cable)
        self.cut_card.stepped.connect(state.step_cut)
        self.loss_card.restored.connect(state.restore)
        self.cut_card.exact.asked.connect(lambda: state.prove(None))
        self.loss_card.exact.asked.connect(lambda: state.prove(state.row_of_lost()))
        self.inset.picked.connect(lambda rack: self._space.select((rack,) if rack else ()))
        self._space.theme_changed.connect(lambda: self._on_theme(self._space.theme))

    def _lay_out(self) -> None:
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setAccessibleName("Fabric, scrolled")
        self._scroll.setWidget(self.canvas)
        set_role(self._scroll.viewport(), "canvas")
        self.inset.setFixedWidth(_INSET_PX)
        cards = QHBoxLayout()
        cards.setContentsMargins(_EDGE_PX, 6, _EDGE_PX, _EDGE_PX)
        cards.setSpacing(_EDGE_PX)
        cards.addWidget(self.cut_card, 4)
        cards.addWidget(self.loss_card, 3)
        cards.addWidget(self.key_card, 3)
        cards.addStretch(0)
        cards.addWidget(self.inset)
        below = QWidget()
        below.setLayout(cards)
        below.setFixedHeight(CARDS_PX)
        # Cards that find no room are hidden: they must not keep the columns beside from growing.
        below.setMinimumWidth(_INSET_PX + 2 * _EDGE_PX)
        shown = QWidget()
        column = QVBoxLayout(shown)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.apart)
        column.addWidget(self._scroll, 1)
        column.addWidget(below)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.hint)
        self._pages.addWidget(shown)
        self._pages.addWidget(self.domains)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.header)
        outer.addWidget(self._pages, 1)
        self.setFocusProxy(self.canvas)


def _racks_of(index: FabricIndex, thing: Thing) -> set[int]:
    """Return the racks that hold something: of a unit its leaves and its nodes."""
    shown = index.map
    if thing.what == "node":
        return {shown.nodes.rack[thing.at]}
    if thing.what == "unit":
        leaves = {shown.leaves.rack[at] for at in index.leaves_of_unit[thing.at]}
        nodes = {shown.nodes.rack[at] for at in index.nodes_of_unit[thing.at]}
        return (leaves | nodes) - {NOWHERE}
    if thing.what == "pod":
        return {shown.spines.rack[at] for at in index.spines_of_pod[thing.at]} - {NOWHERE}
    if thing.what == "group":
        return {shown.cores.rack[at] for at in index.cores_of_group[thing.at]} - {NOWHERE}
    return {index.switches(thing.what).rack[thing.at]} - {NOWHERE}
