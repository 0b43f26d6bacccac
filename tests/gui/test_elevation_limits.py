"""The limits beside a rack: what stands there before, while and after the engine sizes it."""

import pytest
from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QImage, QKeyEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.document.edits import rename
from designer.engine.limit_report import Limit
from designer.engine.power_report import FeedReport, InsideLossReport
from designer.model.design import Design
from designer.ui.state.workspace import Workspace
from designer.ui.views.elevation.limits import LimitsList, heading_lines, loss_remarks
from designer.ui.views.elevation.panel import NO_RACKS, ElevationPanel
from designer.ui.views.elevation.remark import Remark
from tests.helpers.canvas_space import WaitingClient, rack_report, report_of
from tests.helpers.shown_views import shown_elevation

HEADING = QRect(0, 0, 320, 18)
KEYS = Qt.KeyboardModifier


@pytest.fixture
def panel(qtbot: QtBot, space: Workspace) -> ElevationPanel:
    return shown_elevation(qtbot, space)


def heading(panel: ElevationPanel) -> QImage:
    QApplication.processEvents()
    return panel.limits.grab().toImage().copy(HEADING)


def publish(panel: ElevationPanel, space: Workspace, kw: float) -> None:
    space.report_store.accept(space.document.revision, report_of(rack_report("A01", kw)))
    QApplication.processEvents()


def test_figures_of_an_earlier_edit_are_marked_until_the_next_report(
    panel: ElevationPanel, space: Workspace
) -> None:
    client = space.client
    assert isinstance(client, WaitingClient)
    assert panel.limits.words() == "sizing…"
    assert panel.limits.accessibleDescription() == "sizing…"
    waits = heading(panel)
    space.report_store.expect(space.document.revision)
    publish(panel, space, 40.8)
    known = heading(panel)
    assert known != waits
    assert space.apply("x", rename("A04", "Z04"))
    space.report_store.expect(space.document.revision)
    space.sizing_changed.emit()
    marked = heading(panel)
    assert marked != known
    client.state_changed.emit("failed", "the engine ended twice")
    failed = heading(panel)
    assert failed not in (marked, known)
    client.state_changed.emit("idle", "ready")
    publish(panel, space, 41.8)
    assert heading(panel) == known


def test_without_figures_the_reason_stands_in_their_place(
    panel: ElevationPanel, space: Workspace
) -> None:
    client = space.client
    assert isinstance(client, WaitingClient)
    client.state_changed.emit("failed", "the engine ended twice")
    QApplication.processEvents()
    panel.refresh()
    assert panel.limits.words() == space.engine_failure != ""
    assert panel.limits.accessibleDescription() == space.engine_failure


def test_remarks_stand_below_each_other_and_make_room_for_their_lines(
    qtbot: QtBot, space: Workspace
) -> None:
    made = LimitsList(space)
    qtbot.addWidget(made)
    made.show_report(None, stale=False)
    assert made.words() == "not sized"
    report = rack_report("A01", 10.0)
    short, long = Remark("Load", "one", "plain"), Remark("Power supplies, one feed lost", "w " * 90)

    def painted(*told: Remark) -> QImage:
        made.show_report(report, stale=False, about=told, heading="This unit")
        made.resize(320, made.heightForWidth(320))
        assert made.height() == made.sizeHint().height()
        return made.grab().toImage()

    def lines(image: QImage) -> list[int]:
        """Return the upper edges of the lines of words that are painted below the heading."""
        ground = image.pixel(319, image.height() - 1)
        inked = [
            any(image.pixel(x, y) != ground for x in range(0, 320, 1))
            for y in range(30, image.height())
        ]
        return [y for y in range(1, len(inked)) if inked[y] and not inked[y - 1]]

    one, two = painted(short), painted(short, short)
    assert made.accessibleName() == "This unit"
    assert made.words().splitlines() == ["Load: one", "Load: one"]
    assert two.height() > one.height()
    assert len(lines(two)) == len(lines(one)) + 1
    wrapped = painted(long, short)
    assert wrapped.height() > two.height() + 20
    assert len(lines(wrapped)) >= len(lines(two)) + 2
    titled = Remark("Losing one of 2 supplies of Rear-door heat exchanger, active west", "stays")
    assert len(lines(painted(titled))) == len(lines(one)) + 2, "a long heading goes on below"
    assert " ".join(heading_lines(titled, 320)) == titled.what
    assert len(heading_lines(titled, 320)) == 2


def test_sources_of_limits_and_feeds_with_a_known_capacity_are_told(
    panel: ElevationPanel, space: Workspace
) -> None:
    limits = (
        Limit(
            name="mass",
            group="mass",
            label="Mass",
            used=1.0,
            limit=2.0,
            unit="kg",
            source="data sheet, p. 2",
        ),
        Limit(name="power", group="power", label="Power", used=1.0, limit=2.0, unit="kW"),
    )
    feeds = tuple(
        FeedReport(
            id=key, name=name, side=key.upper(), load_kw=1.0, load_after_loss_kw=load,
            capacity_kw=most,
        )
        for key, name, load, most in (
            ("a", "Feed A", 41.0, 65.5), ("b", "", 70.0, 65.5),
            ("c", "C", None, 65.5), ("d", "D", 4.0, None),
        )
    )  # fmt: skip
    space.report_store.accept(1, report_of(rack_report("A01", 1.0, limits=limits, feeds=feeds)))
    QApplication.processEvents()
    assert panel.limits.toolTip() == "Mass: data sheet, p. 2"
    assert panel.limits.words().splitlines()[2:] == [
        "Feed A after losing another: 41.0 of 65.5 kW",
        "Feed B after losing another: 70.0 of 65.5 kW",
    ]
    assert [remark.state for remark in panel.limits._remarks(panel.limits._report)] == [
        "ok", "error",
    ]  # fmt: skip


def test_the_panel_tells_whether_there_is_a_rack_to_show(qtbot: QtBot, space: Workspace) -> None:
    panel, told = ElevationPanel(space), list[bool]()
    qtbot.addWidget(panel)
    panel.filled_changed.connect(told.append)
    space.select(("A01",))
    space.select(("A02",))
    space.select(())
    assert (told, panel.view.rack_id) == ([True], "A02"), "the last one stays"
    space.select(("A02",))
    space.document.replace(Design(), "New", saved=True)
    assert (told, panel.view.rack_id) == ([True, False], "")
    assert panel.hint.text() == NO_RACKS


def test_keys_of_the_elevation_are_taken_and_others_left_to_the_window(
    panel: ElevationPanel, space: Workspace
) -> None:
    space.select(("node-2",))
    for key, taken in (
        (Qt.Key.Key_Up, True), (Qt.Key.Key_Down, True), (Qt.Key.Key_Return, True),
        (Qt.Key.Key_F7, False), (Qt.Key.Key_Left, False), (Qt.Key.Key_Escape, True),
        (Qt.Key.Key_Delete, True),
    ):  # fmt: skip
        event = QKeyEvent(QEvent.Type.KeyPress, key, KEYS.NoModifier)
        QApplication.sendEvent(panel.view, event)
        assert event.isAccepted() is taken


def test_what_losses_inside_the_rack_do_is_said_the_gravest_first() -> None:
    fine = InsideLossReport(
        kind="supply", name="one of 6 supplies of X", dark=False, short=False, overloaded=False,
        text="5 of 6 supplies left", state="ok",
    )  # fmt: skip
    bad = InsideLossReport(
        kind="rack PDU", name="rack PDU on feed A", dark_gpus=8.0, dark=True, short=False,
        overloaded=False, text="feed B is fullest: 3.0 of 4.0 kW", state="error",
    )  # fmt: skip
    assert loss_remarks(rack_report("A01", 40.8).evolve(losses=(fine, bad))) == (
        Remark(
            "Losing rack PDU on feed A",
            "8 GPUs without power; feed B is fullest: 3.0 of 4.0 kW", "error",
        ),
        Remark("Losing one of 6 supplies of X", "5 of 6 supplies left", "ok"),
    )  # fmt: skip
