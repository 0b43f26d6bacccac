"""What commands need of the views they act on: each view is handed in as one of these protocols."""

from collections.abc import Iterable
from typing import Protocol

from PySide6.QtCore import QPointF

from designer.catalog.part import Part
from designer.document.edits import FloorInView
from designer.model.room import ElementKind
from designer.runtime.session import Recoverable
from designer.ui.kit.banner import BannerArea


class FloorPlan(Protocol):
    """The drawing of the floor."""

    def fit_all(self) -> None:
        """Show the whole room."""

    def fit_standing(self) -> None:
        """Show all that stands in the room, as a design opens."""

    def keep_scale(self) -> None:
        """Keep the scale whatever room the panels around leave."""

    def look(self) -> tuple[QPointF, float] | None:
        """Return the point in the middle (in mm) and the scale (in pixels a mm); None if fitted."""

    def look_at(self, centre: QPointF, scale: float) -> None:
        """Show a point in the middle, at a scale, as `look` returned them."""

    def zoom_to(self, ids: Iterable[str]) -> None:
        """Show records."""

    def setFocus(self) -> None:  # noqa: N802 - Qt's name
        """Give the keyboard to the drawing."""


class SeenFloor(Protocol):
    """A drawing of the floor, as far as it is looked at."""

    def in_view(self) -> FloorInView | None:
        """Return what of the floor is looked at, in mm; None while it is not shown."""

    def draw_tray(self) -> None:
        """Begin to draw a cable tray, corner by corner."""


class PlanFloor(Protocol):
    """A drawing of the floor on which building plans lie."""

    def measure(self) -> None:
        """Begin to measure, point by point; a second time ends it."""

    def draw_element(self, kind: ElementKind) -> None:
        """Begin to draw columns, walls or zones, each from corner to corner."""

    def scale_plan(self, key: str) -> None:
        """Begin to set a building plan to scale by two points."""

    def move_plan(self, key: str) -> None:
        """Begin to move a building plan from one point to another."""


class PointedFloor(Protocol):
    """A drawing of the floor that a pointer may rest on."""

    def in_view(self) -> FloorInView | None:
        """Return what of the floor is looked at, in mm; None while it is not shown."""

    def pointed_at(self) -> tuple[int, int] | None:
        """Return the place that the pointer rests on, in mm; None where it is elsewhere."""


class PartsList(Protocol):
    """The list of parts."""

    def chosen(self) -> Part | None:
        """Return the part that is marked."""

    def place(self, part: Part) -> bool:
        """Place a part at its first fit."""

    def place_chosen(self) -> bool:
        """Place the marked part at its first fit."""

    def aim_chosen(self) -> bool:
        """Let the marked part be placed by arrows."""

    def focus_search(self) -> None:
        """Give the keyboard to the search line."""


class StartPage(Protocol):
    """Where a session begins."""

    def refresh(self) -> None:
        """Read the recent files anew."""

    def offer_recovery(self, found: Iterable[Recoverable]) -> None:
        """Offer work that a crash left behind."""

    def offer_return(self, name: str) -> None:
        """Offer to go back to the open design; an empty name says that none is."""


class Centre(Protocol):
    """The middle of the window: start page or drawings, notices above them."""

    @property
    def banners(self) -> BannerArea:
        """The notices."""

    @property
    def view(self) -> str:
        """The drawing now shown."""

    def show_view(self, view: str) -> None:
        """Show a drawing, leaving the start page."""

    def take_keyboard(self) -> None:
        """Give the keyboard to the drawing that is shown."""

    def show_start_page(self) -> None:
        """Show the start page."""

    def on_start_page(self) -> bool:
        """Return whether the start page is shown."""

    def set_elevation_shown(self, shown: bool) -> None:
        """Show or hide the elevation below the floor."""

    def focus_elevation(self) -> None:
        """Give the keyboard to the elevation, if it is shown."""


class TopBar(Protocol):
    """The strip at the top."""

    def show_view(self, view: str) -> None:
        """Mark the drawing now shown."""


class CommandLine(Protocol):
    """Where commands are typed."""

    def open(self) -> None:
        """Give it the keyboard."""
