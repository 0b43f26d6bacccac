"""What gestures, keys and row names need of the view they act in, and no more."""

from collections.abc import Callable, Iterable
from typing import Protocol

from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import QTransform
from PySide6.QtWidgets import QWidget

from designer.document.drop_plans import DropPlan
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.scene import FloorScene


class Surface(Protocol):
    """A drawing of the floor."""

    @property
    def workspace(self) -> Workspace:
        """What every view shares."""

    @property
    def floor(self) -> FloorScene:
        """The scene that is drawn."""

    def viewport(self) -> QWidget:
        """Return the widget that the drawing is painted on."""


class GestureSurface(Surface, Protocol):
    """A drawing that a gesture moves, and that shows what the gesture would do."""

    def mapToScene(self, point: QPoint) -> QPointF:  # noqa: N802 - Qt's name
        """Return a point of the viewport as one of the floor, in mm."""

    def mapFromScene(self, point: QPointF) -> QPoint:  # noqa: N802 - Qt's name
        """Return a point of the floor as one of the viewport."""

    def scroll_by(self, dx: int, dy: int) -> None:
        """Move the drawing over the floor by pixels."""

    def show_plan(
        self, plan: DropPlan, at: QPoint, *, keeps_pins: bool = False, elsewhere: bool | None = None
    ) -> None:
        """Show what a drop would do, beside a point of the viewport.

        Parameters
        ----------
        keeps_pins
            Cables by hand stay as they are (`Alt`).
        elsewhere
            What may not be here is done at the nearest free place (`Shift`), which is shown.
        """

    def hide_plan(self) -> None:
        """Show it no longer."""

    def dropped(self) -> DropPlan | None:
        """Return what letting go does as it is shown, with what it unpins."""


class KeySurface(Surface, Protocol):
    """A drawing that keys zoom and move."""

    def visible_rect(self) -> QRectF:
        """Return the part of the floor that is in view, in mm."""

    def zoom_by(self, factor: float) -> None:
        """Zoom about the middle."""

    def zoom_to(self, rack_ids: Iterable[str]) -> None:
        """Show racks."""

    def hurry(self) -> None:
        """Show at once what there is of the next frames; the rest follows."""

    def fit_all(self) -> None:
        """Show the whole room."""

    def centre_on(self, point: QPointF) -> None:
        """Bring a point of the floor to the middle."""

    @property
    def ends_besides(self) -> Callable[[], bool]:
        """What Esc ends besides; whether there was anything."""


class NameSurface(Surface, Protocol):
    """A drawing that row names are painted on."""

    def viewportTransform(self) -> QTransform:  # noqa: N802 - Qt's name
        """Return how the floor is mapped to the viewport."""
