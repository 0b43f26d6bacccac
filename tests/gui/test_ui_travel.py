"""Back and forward among the places looked at, as in a browser, in the real window."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.document.edits import remove
from designer.model.design import Design
from designer.ui.commands.travel import NOWHERE_AFTER, NOWHERE_BEFORE
from designer.ui.state.travel import MOST_PLACES, Look, Place, Travel
from designer.ui.window.main_window import MainWindow
from tests.helpers.crowded_room import settle
from tests.helpers.sessions import settle as sleep
from tests.helpers.ui_desk import Desk

ALT = Qt.KeyboardModifier.AltModifier


class Trip:
    """Somebody who looks around in the window and stays a while at each place."""

    def __init__(self, window: MainWindow) -> None:
        self.window, self.space = window, window.workspace
        self.commands = window._parts.travel
        self.stay()

    def stay(self) -> None:
        settle()
        self.commands.note()

    def view(self, name: str) -> None:
        self.window.views.show_view(name)
        self.stay()

    def select(self, *keys: str) -> None:
        self.space.select(keys)
        self.stay()

    def look(self, x: float, y: float, scale: float) -> None:
        self.window.floor.view.look_at(QPointF(x, y), scale)
        self.stay()

    def go(self, action: str) -> None:
        self.window.actions_by_id[action].trigger()
        settle()

    def here(self) -> tuple[str, tuple[str, ...]]:
        return self.window.centre.view, self.space.selection

    def middle(self) -> tuple[int, int, float]:
        seen = self.window.floor.seen()
        assert seen is not None
        return round(seen.x, -2), round(seen.y, -2), round(seen.scale, 3)


@pytest.fixture
def trip(window: MainWindow) -> Trip:
    return Trip(window)


def test_views_and_selections_are_gone_back_and_forward_through(trip: Trip) -> None:
    trip.select("A01")
    trip.view("Power")
    trip.view("Fabric")
    trip.select("A02")
    assert len(trip.commands.travel.places) == 5
    been = [trip.here()]
    for _ in range(4):
        trip.go("view.back")
        been.append(trip.here())
    assert been == [
        ("Fabric", ("A02",)), ("Fabric", ("A01",)), ("Power", ("A01",)), ("Floor", ("A01",)),
        ("Floor", ()),
    ]  # fmt: skip
    trip.go("view.back")
    assert trip.here() == ("Floor", ())
    for _ in range(4):
        trip.go("view.forward")
        assert trip.here() == been[-2]
        been.pop()


def test_whoever_goes_on_from_the_middle_leaves_what_came_after(trip: Trip) -> None:
    trip.view("Power")
    trip.view("Cost")
    trip.go("view.back")
    trip.select("A01")
    assert trip.window.actions_by_id["view.forward"].toolTip() == f"{NOWHERE_AFTER} (Alt+Right)"
    trip.go("view.forward")
    assert trip.window.status.message.full_text() == NOWHERE_AFTER
    trip.go("view.back")
    assert trip.here() == ("Power", ())


def test_a_place_is_seen_as_it_was_and_pans_are_one_step(trip: Trip) -> None:
    trip.look(2_000, 2_000, 0.2)
    start = trip.middle()
    trip.look(2_300, 2_000, 0.2)
    near = trip.middle()
    assert near != start
    steps = len(trip.commands.travel.places)
    for at in (9_000, 9_500, 14_000):
        trip.look(at, 3_000, 0.2)
    assert len(trip.commands.travel.places) == steps, "one place far away, then the same one"
    trip.select("A01")
    trip.view("Elevation")
    trip.go("view.back")
    trip.go("view.back")
    far = trip.middle()
    assert far[0] > 9_000
    trip.go("view.back")
    assert trip.window.floor.seen() is None, "fitted, as it began"
    trip.go("view.forward")
    assert trip.middle() == far


def test_the_tips_name_where_both_ways_lead(trip: Trip) -> None:
    actions = trip.window.actions_by_id
    assert actions["view.back"].toolTip() == f"{NOWHERE_BEFORE} (Alt+Left)"
    trip.select("A01")
    trip.view("Power")
    assert actions["view.back"].toolTip() == "Back to Floor: A01 (Alt+Left)"
    trip.go("view.back")
    assert actions["view.forward"].toolTip() == "Forward to Power: A01 (Alt+Right)"
    assert actions["view.back"].toolTip() == "Back to Floor (Alt+Left)"


def test_what_was_removed_since_is_passed_over_and_the_rest_is_shown(trip: Trip) -> None:
    trip.select("A01", "A02")
    trip.select("A02")
    trip.view("Cost")
    assert trip.space.apply("Remove", remove(("A02",)))
    trip.stay()
    trip.go("view.back")
    assert trip.here() == ("Floor", ())
    trip.go("view.back")
    assert trip.here() == ("Floor", ("A01",)), "the rack of the two that is left"


def test_another_design_begins_anew(trip: Trip, desk: Desk) -> None:
    trip.view("Power")
    desk.session.document.mark_saved()
    desk.session.new(Design(name="empty"))
    trip.stay()
    assert len(trip.commands.travel.places) == 1
    assert NOWHERE_BEFORE in trip.window.actions_by_id["view.back"].toolTip()


def test_keys_and_side_buttons_do_it_in_a_real_window(trip: Trip) -> None:
    window = trip.window
    trip.view("Power")
    window.activateWindow()
    handle, at = window.windowHandle(), QPoint(600, 400)
    assert handle is not None
    QTest.keyClick(handle, Qt.Key.Key_Left, ALT)
    assert window.centre.view == "Floor"
    QTest.keyClick(handle, Qt.Key.Key_Right, ALT)
    assert window.centre.view == "Power"
    QTest.mouseClick(handle, Qt.MouseButton.BackButton, Qt.KeyboardModifier.NoModifier, at)
    assert window.centre.view == "Floor"
    QTest.mouseClick(handle, Qt.MouseButton.ForwardButton, Qt.KeyboardModifier.NoModifier, at)
    assert window.centre.view == "Power"


def test_on_the_floor_alt_and_an_arrow_move_what_is_selected(trip: Trip) -> None:
    trip.view("Power")
    trip.view("Floor")
    trip.window.floor.view.setFocus()
    handle = trip.window.windowHandle()
    trip.select("A02")
    before = trip.space.layout().racks["A02"].x_mm
    QTest.keyClick(handle, Qt.Key.Key_Right, ALT)
    assert trip.space.layout().racks["A02"].x_mm == before + 10
    QTest.keyClick(handle, Qt.Key.Key_BracketLeft, Qt.KeyboardModifier.ControlModifier)
    assert trip.here() == ("Floor", ())


def test_the_tables_are_a_place_too(trip: Trip, qtbot: QtBot) -> None:
    trip.select("A01")
    tables = trip.window.tables.show()
    qtbot.waitUntil(tables.isActiveWindow)
    trip.stay()
    trip.go("view.back")
    qtbot.waitUntil(trip.window.isActiveWindow)
    assert trip.here() == ("Floor", ("A01",))
    tables.hide()
    trip.go("view.forward")
    assert tables.isVisible()
    tables.close()


def test_a_place_is_noted_once_one_stays_there(trip: Trip, qtbot: QtBot) -> None:
    trip.window.views.show_view("Cost")
    sleep()
    qtbot.waitUntil(lambda: len(trip.commands.travel.places) == 2)
    assert trip.commands.travel.places[-1].view == "Cost"


def test_the_oldest_places_are_forgotten() -> None:
    travel = Travel()
    for number in range(MOST_PLACES + 5):
        travel.note(Place("Floor", (str(number),)))
    assert len(travel.places) == MOST_PLACES
    assert travel.places[0].selection == ("5",)
    assert travel.ahead(1, lambda place: place) is None
    assert travel.ahead(-1, lambda place: place) == (
        MOST_PLACES - 2, travel.places[-2],
    )  # fmt: skip


def test_the_look_of_a_view_that_is_left_is_kept() -> None:
    travel = Travel()
    travel.note(Place("Power", (), Look("", 0, 0, 0)))
    travel.note(Place("Cost"), Look("", 50, 60, 2))
    assert travel.places[0].look == Look("", 50, 60, 2)
