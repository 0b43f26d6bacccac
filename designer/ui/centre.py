"""The middle of the window: notices above, below them the start page or the views."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from designer.ui.banner import BannerArea
from designer.ui.style import set_role

VIEWS = ("Floor", "Elevation")


class Centre(QWidget):
    """Floor above elevation, or the elevation alone, or the start page."""

    def __init__(
        self,
        floor: QWidget,
        elevation: QWidget,
        start_page: QWidget,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        set_role(self, "canvas")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Drawing")
        self.floor, self.elevation = floor, elevation
        self.banners = BannerArea()
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setAccessibleName("Floor above rack elevation")
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(floor)
        self.splitter.addWidget(elevation)
        self.splitter.setStretchFactor(0, 53)
        self.splitter.setStretchFactor(1, 47)
        self.splitter.setSizes([530, 400])
        self.stack = QStackedWidget()
        self.stack.addWidget(self.splitter)
        self.stack.addWidget(start_page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banners)
        column.addWidget(self.stack, 1)
        self._view = VIEWS[0]
        self._elevation_wanted = True

    @property
    def view(self) -> str:
        """The view now shown."""
        return self._view

    def show_view(self, view: str) -> None:
        """Show the floor (with the elevation below, unless hidden) or the elevation alone."""
        self._view = view if view in VIEWS else VIEWS[0]
        self.stack.setCurrentIndex(0)
        self.floor.setVisible(self._view == "Floor")
        self.elevation.setVisible(self._view == "Elevation" or self._elevation_wanted)

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

    def elevation_shown(self) -> bool:
        """Return whether the elevation stands below the floor."""
        return self._elevation_wanted
