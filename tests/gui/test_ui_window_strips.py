"""The strips and the middle of the window, each by itself: what stands where, what is kept."""

from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFrame, QMenu, QWidget
from pytestqt.qtbot import QtBot

from designer.engine.network_report import Cables, FabricReport
from designer.engine.report import Report, Totals
from designer.model.design import Design, Fabric, Revision
from designer.model.figures import missing
from designer.model.measured import fields_of
from designer.render.fonts import load_fonts
from designer.render.theme import DARK, LIGHT, Theme
from designer.ui.state.selection_filter import SelectionFilter
from designer.ui.state.settings import Settings
from designer.ui.window.centre import LEAST_ELEVATION_PX, STRIP_PX, Centre
from designer.ui.window.counts import Counts, counts_of
from designer.ui.window.frame import LEFT_PX, RIGHT_PX, STATUS_PX, TOP_PX, BareFrame
from designer.ui.window.main_window import MainWindow
from designer.ui.window.status_bar import StatusBar
from designer.ui.window.title import design_words
from designer.ui.window.top_bar import MenuButton, StatePill, TopBar
from tests.helpers.sessions import settle


def colours(image: QImage) -> set[str]:
    found = {
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    }
    return found


def colour_at(image: QImage, x: int, y: int) -> str:
    return image.pixelColor(x, y).name()


# The middle


@pytest.fixture
def centre(qtbot: QtBot) -> Centre:
    floor, elevation, power, fabric, workloads, cost, compare, start = (QFrame() for _ in range(8))
    for widget in (floor, elevation, power, fabric, workloads, cost, compare, start):
        widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    made = Centre(floor, elevation, power, fabric, workloads, cost, compare, start)
    qtbot.addWidget(made)
    made.resize(800, 931)
    made.show()
    qtbot.waitExposed(made)
    settle()
    return made


def seen(centre: Centre) -> list[str]:
    parts = {"floor": centre.floor, "elevation": centre.elevation, "start": centre.stack.widget(1)}
    return [name for name, widget in parts.items() if widget.isVisible()]


def test_floor_and_elevation_are_shown_by_view_and_by_wish(centre: Centre) -> None:
    assert (centre.view, seen(centre)) == ("Floor", ["floor", "elevation"])
    centre.show_view("Elevation")
    assert (centre.view, seen(centre)) == ("Elevation", ["elevation"])
    centre.set_elevation_shown(False)
    assert seen(centre) == ["elevation"], "it is all there is to see"
    centre.show_view("Floor")
    assert (centre.view, seen(centre)) == ("Floor", ["floor"])
    centre.set_elevation_shown(True)
    assert seen(centre) == ["floor", "elevation"]
    centre.show_view("no such view")
    assert (centre.view, seen(centre)) == ("Floor", ["floor", "elevation"])


def test_the_start_page_stands_alone_until_a_view_is_asked_for(centre: Centre) -> None:
    assert not centre.on_start_page()
    centre.show_start_page()
    assert (centre.on_start_page(), seen(centre)) == (True, ["start"])
    centre.show_view("Floor")
    assert (centre.on_start_page(), seen(centre)) == (False, ["floor", "elevation"])


def test_the_keyboard_goes_to_the_drawing_that_is_shown(centre: Centre) -> None:
    centre.take_keyboard()
    assert centre.focusWidget() is centre.floor
    centre.show_view("Elevation")
    centre.take_keyboard()
    assert centre.focusWidget() is centre.elevation
    centre.show_start_page()
    centre.stack.widget(1).setFocus()
    centre.take_keyboard()
    assert centre.focusWidget() is centre.stack.widget(1)


def test_an_elevation_without_a_rack_is_one_line_high(centre: Centre) -> None:
    assert centre.elevation.height() == STRIP_PX
    centre.set_elevation_filled(True)
    settle()
    assert centre.elevation.height() >= LEAST_ELEVATION_PX
    assert centre.floor.height() > centre.elevation.height()
    centre.set_elevation_filled(False)
    settle()
    assert centre.elevation.height() == STRIP_PX
    centre.show_view("Elevation")
    settle()
    assert centre.elevation.height() > 2 * LEAST_ELEVATION_PX, "alone, it takes the whole height"


def test_the_split_that_the_user_made_is_given_back(centre: Centre) -> None:
    centre.set_elevation_filled(True)
    settle()
    centre.splitter.setSizes([600, 330])
    settle()
    chosen = centre.split()
    assert chosen == tuple(centre.splitter.sizes())
    assert chosen[1] < 400
    centre.set_elevation_filled(False)
    settle()
    assert centre.split() == chosen, "the strip is no choice of the user's"
    centre.show_view("Elevation")
    settle()
    assert centre.split() == chosen, "nor is the elevation alone"
    centre.show_view("Floor")
    centre.set_elevation_filled(True)
    settle()
    assert centre.splitter.sizes() == list(chosen)


@pytest.mark.parametrize("is_filled", [True, False])
def test_the_split_of_the_last_time_is_taken(centre: Centre, is_filled: bool) -> None:
    centre.set_elevation_filled(is_filled)
    settle()
    centre.set_split(500, 430)
    assert (centre.elevation.height() > STRIP_PX) == is_filled
    centre.set_elevation_filled(True)
    settle()
    assert centre.split() == (500, 430)
    for nothing in ((0, 400), (400, 0), (0, 0)):
        centre.set_split(*nothing)
        assert centre.split() == (500, 430)


def test_notices_cover_the_drawing_and_give_way_to_a_drop(centre: Centre) -> None:
    told: list[int] = []
    centre.covered_changed.connect(told.append)
    centre.banners.show_banner("x", "warning", "somebody changed it")
    settle()
    high = centre.banners.height()
    assert high > 0
    assert told[-1] == high
    assert centre.banners.geometry().topLeft() == QPoint(0, 0)
    assert centre.childAt(QPoint(2, 2)) is not centre.floor
    centre.let_notices_step_aside(True)
    assert told[-1] == 0
    assert centre.childAt(QPoint(2, 2)) is centre.floor
    number = len(told)
    centre.let_notices_step_aside(True)
    assert len(told) == number, "told once"
    centre.let_notices_step_aside(False)
    assert told[-1] == high
    assert centre.childAt(QPoint(2, 2)) is not centre.floor
    centre.resize(500, 900)
    assert centre.banners.width() == 500
    centre.show_start_page()
    settle()
    assert centre.stack.y() == centre.banners.height(), "the start page stands below them"
    centre.show_view("Power")
    settle()
    assert centre.stack.y() == centre.banners.height(), "and so does what the power view says"
    centre.show_view("Floor")
    settle()
    assert centre.stack.y() == 0


# The strip at the top


@pytest.fixture
def top(qtbot: QtBot, dark_look: None) -> TopBar:
    made = TopBar(QMenu(), QWidget(), ("Floor", "Elevation"))
    qtbot.addWidget(made)
    made.resize(1280, 46)
    made.show()
    return made


def views(top: TopBar) -> dict[str, bool]:
    return {button.text(): button.isChecked() for button in top._views.buttons()}


def test_a_view_is_chosen_by_its_button_and_marked_without_being_chosen(top: TopBar) -> None:
    chosen: list[str] = []
    top.view_chosen.connect(chosen.append)
    top.show_view("Elevation")
    assert views(top) == {"Floor": False, "Elevation": True}
    assert chosen == []
    floor = next(b for b in top._views.buttons() if b.text() == "Floor")
    QTest.mouseClick(floor, Qt.MouseButton.LeftButton)
    assert chosen == ["Floor"]
    assert views(top) == {"Floor": True, "Elevation": False}
    QTest.mouseClick(floor, Qt.MouseButton.LeftButton)
    assert views(top) == {"Floor": True, "Elevation": False}, "one of them always holds"


@pytest.mark.parametrize(
    ("subtitle", "saved", "words"),
    [("4 SU", "saved", "saved · 4 SU"), ("", "new", "new"), ("4 SU", "", "4 SU"), ("", "", "")],
)
def test_size_and_saved_state_stand_beside_the_name(
    top: TopBar, subtitle: str, saved: str, words: str
) -> None:
    top.show_design("pod", subtitle, saved)
    assert (top.name.full_text(), top.subtitle.full_text()) == ("pod", words)


def left_to_right(strip: QWidget, *parts: QWidget) -> bool:
    """Return whether widgets stand in a strip in this order, none upon another."""
    places = [part.mapTo(strip, QPoint(0, 0)).x() for part in parts if strip.isAncestorOf(part)]
    ends = [place + part.width() for place, part in zip(places, parts, strict=True)]
    return all(end <= place for end, place in zip(ends, places[1:], strict=False))


def test_the_strips_have_their_parts_side_by_side(
    qtbot: QtBot, dark_look: None, bar: StatusBar
) -> None:
    box = QWidget()
    made = TopBar(QMenu(), box, ("Floor", "Elevation"))
    qtbot.addWidget(made)
    made.resize(1280, 46)
    made.show_design("pod", "4 SU", "saved")
    made.show()
    settle()
    views = made._views.buttons()
    assert left_to_right(
        made, made.menu_button, made.name, made.subtitle, *views, box, made.pill,
        made.print_button, made.export_button,
    )  # fmt: skip
    bar.show_message("words", "warning")
    bar.show_snap(600)
    settle()
    assert left_to_right(bar, bar.position, bar.chips, bar.glyph, bar.message, bar.snap, bar.counts)
    chips = bar.chips.chips.values()
    assert left_to_right(bar.chips, *chips)
    assert [chip.toolTip() for chip in chips] == [
        f"{chip.accessibleDescription()}. Click to switch." for chip in chips
    ]


def test_the_state_of_the_engine_moves_nothing_beside_it_aside(qtbot: QtBot) -> None:
    """Each edit tells it twice, and the strip was laid out and painted anew both times."""
    box = QWidget()
    made = TopBar(QMenu(), box, ("Floor", "Elevation"))
    qtbot.addWidget(made)
    made.resize(1400, 46)
    made.show()
    qtbot.waitExposed(made)
    made.pill.show_state("idle", "sized in 125 ms")
    settle()
    asked: list[int] = []

    class Watch(QObject):
        def eventFilter(self, _: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.LayoutRequest:
                asked.append(1)
            return False

    watch = Watch()
    made.installEventFilter(watch)
    stood = [box.geometry(), made.pill.geometry(), made.print_button.geometry()]
    for state, words in (("busy", "sizing…"), ("idle", "sized in 31 ms"), ("busy", "sizing…")):
        made.pill.show_state(state, words)
        settle()
        assert [box.geometry(), made.pill.geometry(), made.print_button.geometry()] == stood
    assert asked == []
    made.pill.show_state("failed", "engine failed, and it takes many words to say so")
    settle()
    assert made.pill.width() > stood[1].width()


def test_the_menu_opens_below_its_button(qtbot: QtBot, dark_look: None) -> None:
    menu = QMenu()
    menu.addAction("one")
    made = TopBar(menu, QWidget(), ())
    qtbot.addWidget(made)
    qtbot.addWidget(menu)
    made.show()
    QTest.mouseClick(made.menu_button, Qt.MouseButton.LeftButton)
    assert menu.isVisible()
    below = made.menu_button.mapToGlobal(made.menu_button.rect().bottomLeft())
    assert menu.pos() == below
    menu.close()


def test_the_mark_of_the_menu_is_three_lines_in_the_middle_of_the_accent(
    qtbot: QtBot, dark_look: None
) -> None:
    button = MenuButton()
    qtbot.addWidget(button)
    image = button.grab().toImage()
    accent = QColor(DARK.accent).name()
    assert colour_at(image, 2, 2) != accent
    assert colour_at(image, 29, 29) != accent
    assert {colour_at(image, x, 16) for x in (8, 23)} == {accent}
    column = [colour_at(image, 16, y) for y in range(7, 26)]
    changes = sum(a == accent != b for a, b in pairwise(column))
    assert changes == 3


@pytest.mark.parametrize(
    ("state", "colour", "is_filled"),
    [
        ("idle", DARK.ok, True), ("busy", DARK.accent, False),
        ("restarting", DARK.warning, False), ("failed", DARK.error, False),
    ],
)  # fmt: skip
def test_the_engine_has_a_dot_when_done_and_a_ring_in_another_colour_else(
    qtbot: QtBot, dark_look: None, state: str, colour: str, is_filled: bool
) -> None:
    pill = StatePill()
    qtbot.addWidget(pill)
    assert pill.label.text() == "starting…"
    pill.show_state(state, "some words", "in detail")
    assert pill.label.text() == "some words"
    assert pill.accessibleName() == "Engine: some words"
    assert pill.toolTip() == "Sizing engine: in detail"
    image = pill.grab().toImage()
    name = QColor(colour).name()
    assert (colour_at(image, 13, 13) == name) == is_filled
    others = {QColor(c).name() for c in (DARK.ok, DARK.accent, DARK.warning, DARK.error)} - {name}
    sign = colours(image.copy(8, 8, 11, 11))
    assert not sign & others
    pill.show_state(state, "other words")
    assert pill.toolTip() == "Sizing engine: other words"


# The strip at the bottom


@pytest.fixture
def bar(qtbot: QtBot, dark_look: None) -> StatusBar:
    made = StatusBar(SelectionFilter())
    qtbot.addWidget(made)
    made.resize(1600, made.height())
    made.show()
    return made


def test_the_pointer_the_snap_and_the_zoom_are_told(bar: StatusBar) -> None:
    assert bar.position.text() == "x –  y –"
    bar.show_position(12_345, 600)
    assert bar.position.text() == "x 12.35 m  y 0.60 m"
    bar.show_snap(600)
    assert bar.snap.text() == "snap 600 mm"
    bar.show_snap(500)
    assert bar.snap.text() == "snap 500 mm"
    assert "tiles of 500 mm" in bar.snap.toolTip()
    bar.show_zoom(33.4)
    assert bar.counts.text() == "zoom 33 %"
    bar.show_counts(Counts(1, 2, None, why="no report"))
    assert bar.counts.text() == "1 rack · 2 devices · — cables · zoom 33 %"
    assert bar.counts.toolTip() == bar.counts.accessibleDescription() == "no report"
    bar.show_zoom(100)
    assert bar.counts.text().endswith("zoom 100 %")


@pytest.mark.parametrize(
    ("severity", "role"),
    [("warning", "warning"), ("error", "error"), ("info", "dim"), ("x", "dim")],
)
def test_a_message_has_the_sign_and_colour_of_its_severity(
    bar: StatusBar, severity: str, role: str
) -> None:
    bar.show_message("words", severity)
    assert bar.message.full_text() == "words"
    assert bar.message.property("role") == role
    assert bar.glyph.accessibleName() == severity
    bar.show_message("", severity)
    assert bar.glyph.accessibleName() == "no severity"


@pytest.mark.parametrize(("severity", "left"), [("warning", ""), ("error", "words"), ("info", "")])
def test_only_an_error_stays_after_the_next_change(
    bar: StatusBar, severity: str, left: str
) -> None:
    bar.show_message("words", severity)
    bar.forget_past()
    assert bar.message.full_text() == left


def test_a_chip_shows_and_switches_what_is_chosen(qtbot: QtBot, dark_look: None) -> None:
    chosen = SelectionFilter()
    chosen.switch("notes", on=False)
    made = StatusBar(chosen)
    qtbot.addWidget(made)
    chips = made.chips.chips
    on = {kind: chip.isChecked() for kind, chip in chips.items()}
    assert on == {
        "racks": True, "devices": True, "cables": False, "trays": True, "cooling": True,
        "notes": False,
    }  # fmt: skip
    chosen.switch("racks", on=False)
    assert not chips["racks"].isChecked()
    chips["notes"].click()
    chips["devices"].click()
    allowed = [chosen.allows(kind) for kind in ("racks", "devices", "cooling", "notes")]
    assert allowed == [False, False, True, True]


def test_cables_that_are_missing_are_added_in_words(bar: StatusBar) -> None:
    bar.show_counts(Counts(1_024, 1, 2_048, missing=1_500))
    assert bar.counts.text() == "1,024 racks · 1 device · 2,048 cables + 1,500 not connected"


def test_a_number_of_racks_that_is_open_says_by_what() -> None:
    open_ = fields_of({"racks": missing("x-1.part", "", 2, 3)})
    counts = counts_of(Report(totals=Totals(devices=1, **open_), cables=Cables(count=0)))
    assert counts.racks is None
    assert counts.why.startswith("2–3 racks: ")
    assert "x-1" in counts.why
    assert len(counts.why.splitlines()) == 1, "nothing follows from a rule"


# Name, size and saved state


class Stored:
    """What the title asks of a session."""

    def __init__(self, path: Path | None = None, *, is_read_only: bool = False) -> None:
        self.path, self.is_read_only = path, is_read_only


def words(
    session: Stored, design: Design, report: Report | None = None, *, is_saved: bool = False
) -> tuple[str, str, str]:
    document = SimpleNamespace(design=design, is_saved=is_saved)
    space = SimpleNamespace(document=document, report_store=SimpleNamespace(report=report))
    return design_words(space, session)  # type: ignore[arg-type]  # all that it asks


FILE = Path("/somewhere/pod.toml")


@pytest.mark.parametrize(
    ("session", "is_saved", "subtitle", "saved"),
    [
        (Stored(), False, "", "not saved"),
        (Stored(), True, "", "new"),
        (Stored(FILE), False, "pod.toml", "edited"),
        (Stored(FILE), True, "pod.toml", "saved"),
        (Stored(FILE, is_read_only=True), True, "pod.toml", "read only"),
        (Stored(is_read_only=True), False, "", "read only"),
    ],
)
def test_the_title_says_where_a_design_is_kept_and_whether_it_is_saved(
    session: Stored, is_saved: bool, subtitle: str, saved: str
) -> None:
    assert words(session, Design(name="pod"), is_saved=is_saved) == ("pod", subtitle, saved)


def test_the_last_revision_and_the_size_stand_in_the_title() -> None:
    design = Design(
        name="pod",
        fabrics=(Fabric(id="c", purpose="compute", su_nodes=32),),
        revisions=(Revision(id="A", date="2026-01-01", text=""),
                   Revision(id="B", date="2026-02-01", text="")),
    )  # fmt: skip
    report = Report(
        totals=Totals(nodes=64), fabrics=(FabricReport(id="c", purpose="compute", nodes=64),)
    )
    assert words(Stored(FILE), design, report)[1] == "pod.toml · 2 scalable units · rev B"
    assert words(Stored(FILE), design)[1] == "pod.toml · rev B"
    storage = design.evolve(fabrics=(design.fabrics[0].evolve(purpose="storage"),))
    assert words(Stored(), storage, report)[1] == "rev B", "units are of compute fabrics"


# Before anything is in the window


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_the_bare_frame_has_panels_around_an_empty_canvas(qtbot: QtBot, theme: Theme) -> None:
    frame = BareFrame(theme)
    qtbot.addWidget(frame)
    frame.resize(1280, 800)
    painted: list[bool] = []
    frame.painted.connect(lambda: painted.append(True))
    image = frame.grab().toImage()
    assert painted
    panel, canvas, line = (QColor(c).name() for c in (theme.panel, theme.canvas, theme.line))
    for x, y in (
        (5, 5),
        (LEFT_PX - 5, 400),
        (1280 - RIGHT_PX + 5, 400),
        (640, 800 - STATUS_PX + 5),
    ):
        assert colour_at(image, x, y) == panel
    right, bottom = 1280 - RIGHT_PX, 800 - STATUS_PX
    for x, y in ((LEFT_PX + 5, TOP_PX + 5), (right - 5, bottom - 5)):
        assert colour_at(image, x, y) == canvas
    for x, y in ((640, TOP_PX - 1), (640, bottom), (LEFT_PX, 400), (right, 400)):
        assert colour_at(image, x, y) == line


def words_painted(frame: BareFrame, canvas: str) -> list[int]:
    """Return where across the middle something is painted on the canvas."""
    image = frame.grab().toImage()
    rows = range(image.height() // 2 - 12, image.height() // 2 + 12)
    columns = range(LEFT_PX + 1, image.width() - RIGHT_PX)
    return [x for x in columns if any(colour_at(image, x, y) != canvas for y in rows)]


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_the_bare_frame_says_what_is_on_its_way(qtbot: QtBot, theme: Theme) -> None:
    load_fonts()
    frame, canvas = BareFrame(theme), QColor(theme.canvas).name()
    qtbot.addWidget(frame)
    frame.resize(1280, 800)
    frame.say("")
    assert words_painted(frame, canvas) == []
    frame.say("Opening pod.cluster.toml …")
    there = words_painted(frame, canvas)
    middle = (LEFT_PX + 1280 - RIGHT_PX) / 2
    assert there
    assert abs((there[0] + there[-1]) / 2 - middle) < 12
    assert frame.accessibleName() == "Opening pod.cluster.toml …"
    frame.say(f"Opening {'a-long-name-of-a-design' * 12}.cluster.toml …")
    there = words_painted(frame, canvas)
    assert there[0] > LEFT_PX + 20
    assert there[-1] < 1280 - RIGHT_PX - 20


def test_the_window_says_what_it_opens_until_it_is_there(qtbot: QtBot, tmp_path: Path) -> None:
    window = MainWindow(Settings(tmp_path, tmp_path), DARK)
    qtbot.addWidget(window)
    window.say_meanwhile("Opening pod.cluster.toml …")
    frame = window.centralWidget()
    assert isinstance(frame, BareFrame)
    assert frame.words == "Opening pod.cluster.toml …"
