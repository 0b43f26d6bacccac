"""The middle of the window: the start page or the views, and the notices that float over them."""

from typing import Final

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from designer.ui.kit.banner import BannerArea
from designer.ui.kit.style import set_role
from designer.ui.window.cut_bar import CutBar
from designer.ui.window.stages_bar import StagesBar
from designer.ui.window.variants_bar import VariantsBar
from designer.ui.window.what_if_bar import WhatIfBar

VIEWS = ("Floor", "Elevation", "Fabric", "Power", "Workloads", "Cost", "Compare")
_ALONE: Final = {"Power": 2, "Fabric": 3, "Workloads": 4, "Cost": 5, "Compare": 6}
"""Views that have the middle to themselves, with their place among the pages."""
STRIP_PX: Final = 36
"""Height of the elevation while it has no rack to show: room for one sentence."""
LEAST_ELEVATION_PX: Final = 200
UNBOUNDED_PX: Final = 16777215
"""Qt's QWIDGETSIZE_MAX."""


class Centre(QWidget):
    """Floor above elevation, the elevation alone, another view, or the start page.

    Notices float over the drawing, which stays where it is when one comes or goes, and below the
    floor's upper ruler. The start page and the views that have the middle to themselves give way to
    them: what power and fabric say of a loss, and *Restore*, stand where they would lie.

    Parameters
    ----------
    ruler_px
        Height of the floor's upper ruler.
    what_if
        The strip that says what a loss does; it floats as notices do.
    cut
        The strip that says which cut the racks of the floor are tinted by, below it.
    variants
        The strip that lists variants, over the views on which they stand.
    stages
        The strip that lists the stages of the design, over every view.

    Signals
    -------
    covered_changed
        Pixels that notices cover, from the upper edge of the drawing under its ruler.
    view_changed
        Another view is shown.
    """

    covered_changed = Signal(int)
    view_changed = Signal(str)

    def __init__(
        self,
        floor: QWidget,
        elevation: QWidget,
        power: QWidget,
        fabric: QWidget,
        workloads: QWidget,
        cost: QWidget,
        compare: QWidget,
        start_page: QWidget,
        parent: QWidget | None = None,
        *,
        ruler_px: int = 0,
        what_if: WhatIfBar | None = None,
        cut: CutBar | None = None,
        variants: VariantsBar | None = None,
        stages: StagesBar | None = None,
    ) -> None:
        super().__init__(parent)
        set_role(self, "canvas")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Drawing")
        self.floor, self.elevation, self.power = floor, elevation, power
        self.fabric, self.workloads, self.cost = fabric, workloads, cost
        self.compare = compare
        self.banners = BannerArea(self)
        self.banners.height_changed.connect(self._place_banners)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setAccessibleName("Floor above rack elevation")
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(floor)
        self.splitter.addWidget(elevation)
        self.splitter.setStretchFactor(0, 53)
        self.splitter.setStretchFactor(1, 47)
        self._split, self._filled = [530, 400], False
        self.stack = QStackedWidget()
        for page in (self.splitter, start_page, power, fabric, workloads, cost, compare):
            self.stack.addWidget(page)
        self.stack.currentChanged.connect(lambda _: self._on_page())
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        for widget in filter(None, (stages, variants, self.stack)):
            self._column.addWidget(widget, int(widget is self.stack))
        self.stages = stages
        self.what_if, self.cut, self.variants = what_if, cut, variants
        self._take_strips()
        if stages is not None:
            stages.came_or_went.connect(self._place_banners)
        self._view = VIEWS[0]
        self._elevation_wanted = True
        self._aside, self._covered = False, 0
        self._ruler_px = ruler_px
        # A second press would miss what it aims at if the floor shrank under the pointer.
        self._after_press = QTimer(self)
        self._after_press.setSingleShot(True)
        self._after_press.setInterval(QApplication.doubleClickInterval())
        self._after_press.timeout.connect(self._arrange_soon)
        self._arrange()

    def _take_strips(self) -> None:
        """Let the strips float over the drawing, below the notices."""
        strips: list[WhatIfBar | CutBar] = [one for one in (self.what_if, self.cut) if one]
        for strip in strips:
            strip.setParent(self)
            strip.came_or_went.connect(self._place_banners)
            strip.raise_()
        self.banners.raise_()

    def event(self, event: QEvent) -> bool:
        """Leave the keys of the drawing to a table or list that has the keyboard.

        Ctrl+A in it selects its rows, and Del removes nothing that is selected on the floor.
        """
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and isinstance(self.focusWidget(), QAbstractItemView)
            and QKeySequence(event.keyCombination()) in [one.shortcut() for one in self.actions()]
        ):
            event.accept()
            return True
        return super().event(event)

    @property
    def view(self) -> str:
        """The view now shown."""
        return self._view

    def show_view(self, view: str) -> None:
        """Show the floor (with the elevation below, unless hidden), or another view alone."""
        before, self._view = self._view, view if view in VIEWS else VIEWS[0]
        self.stack.setCurrentIndex(_ALONE.get(self._view, 0))
        self.floor.setVisible(self._view == "Floor")
        self.elevation.setVisible(self._view == "Elevation" or self._elevation_wanted)
        self._arrange()
        self._on_page()
        if self._view != before:
            self.view_changed.emit(self._view)

    def take_keyboard(self) -> None:
        """Give the keyboard to the drawing that is shown."""
        if not self.on_start_page():
            drawings = {
                "Floor": self.floor, "Power": self.power, "Fabric": self.fabric,
                "Workloads": self.workloads, "Cost": self.cost, "Compare": self.compare,
            }  # fmt: skip
            drawing = drawings.get(self._view, self.elevation)
            drawing.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_elevation(self) -> None:
        """Give the keyboard to the elevation, if it is shown."""
        if not self.on_start_page() and not self.elevation.isHidden():
            self.elevation.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_start_page(self) -> None:
        """Show the start page."""
        self.stack.setCurrentIndex(1)

    def on_start_page(self) -> bool:
        """Return whether the start page is shown."""
        return self.stack.currentIndex() == 1

    def set_elevation_shown(self, shown: bool) -> None:
        """Show or hide the elevation below the floor."""
        self._elevation_wanted = shown
        self.elevation.setVisible(shown or self._view == "Elevation")

    def set_elevation_filled(self, filled: bool) -> None:
        """Give the elevation its share of the height, or one line while it has no rack to show."""
        if filled != self._filled:
            self._note_split()
            self._filled = filled
            self._place_banners()
            self._arrange_soon()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the notices as wide as the drawing."""
        super().resizeEvent(event)
        self._place_banners()

    def _on_page(self) -> None:
        if self.variants is not None:
            self.variants.show_view("" if self.on_start_page() else self._view)
        if self.stages is not None:
            self.stages.stand(on=not self.on_start_page())
        self._place_banners()

    def _place_banners(self) -> None:
        """Lay the notices along the upper edge of the drawing."""
        high = self.banners.height_at(self.width())
        has_ruler = self._view == "Floor" and not self.on_start_page()
        above = self._ruler_px if has_ruler else 0
        if has_ruler and self.stages is not None:
            above += self.stages.needed_px
        self.banners.setGeometry(0, above, self.width(), high)
        gives_way = self.on_start_page() or self._view in _ALONE
        self._column.setContentsMargins(0, high if gives_way else 0, 0, 0)
        below = self._place_what_if(self.banners.geometry().top() + high)
        if self._view == "Elevation" and not self.on_start_page():
            # The name of the rack would lie under them; the floor has room above its racks.
            self._column.setContentsMargins(0, high + below, 0, 0)
        high += below + self._place_cut(self.banners.geometry().top() + high + below)
        covered = 0 if self._aside else high
        if covered != self._covered:
            self._covered = covered
            self.covered_changed.emit(covered)

    def _place_what_if(self, top: int) -> int:
        """Lay what a loss does below the notices; return the height that it takes.

        The one-line says it in its own heading. The elevation alone gives way to it, so that it
        stands there with the first rack, before anything is lost: a click that loses something
        moves nothing.
        """
        bar = self.what_if
        if bar is None:
            return 0
        stands = bar.wanted or (self._view == "Elevation" and self._filled)
        shown = stands and not self.on_start_page() and self._view not in _ALONE
        high = bar.needed_px if shown else 0
        if shown:
            bar.setGeometry(0, top, self.width(), high)
        bar.setVisible(shown)
        return high

    def _place_cut(self, top: int) -> int:
        """Lay what is said of a cut below that, on the floor; return the height that it takes."""
        bar = self.cut
        if bar is None:
            return 0
        shown = bar.wanted and self._view == "Floor" and not self.on_start_page()
        high = bar.needed_px if shown else 0
        if shown:
            bar.setGeometry(0, top, self.width(), high)
        bar.setVisible(shown)
        return high

    def let_notices_step_aside(self, aside: bool) -> None:
        """Put the notices behind the drawing, or over it again.

        What a drop would do has to be read before it is done; a notice can wait until then.
        """
        if aside == self._aside:
            return
        self._aside = aside
        if aside:
            self.banners.lower()
        else:
            self.banners.raise_()
        self._place_banners()

    def split(self) -> tuple[int, int]:
        """Return how floor and elevation share the height while both are shown whole."""
        self._note_split()
        return self._split[0], self._split[1]

    def set_split(self, floor: int, elevation: int) -> None:
        """Share the height as it was left the last time."""
        if floor > 0 and elevation > 0:
            self._split = [floor, elevation]
            if self.elevation.maximumHeight() > STRIP_PX:
                self.splitter.setSizes(self._split)

    def _note_split(self) -> None:
        """Remember what the user made of the split."""
        sizes = self.splitter.sizes()
        if self.elevation.maximumHeight() > STRIP_PX and min(sizes) > 0:
            self._split = sizes

    def _arrange_soon(self) -> None:
        if QApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._after_press.start()
        else:
            self._arrange()

    def _arrange(self) -> None:
        self._note_split()
        strip = not self._filled and self._view == "Floor"
        self.elevation.setMinimumHeight(STRIP_PX if strip else LEAST_ELEVATION_PX)
        self.elevation.setMaximumHeight(STRIP_PX if strip else UNBOUNDED_PX)
        self.splitter.refresh()
        if not strip:
            self.splitter.setSizes(self._split)
