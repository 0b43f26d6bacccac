"""The elevation panel offscreen: what it shows, choosing, dropping, keys, limits in words."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetrics, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.catalog.figures import CoolingFigures
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.catalog.rejection_figures import RejectionFigures
from designer.document.edits import place_device
from designer.engine.limit_report import Limit
from designer.engine.power_report import FeedReport
from designer.engine.report import Facility, RackReport, Report
from designer.model.design import Design, Device, Rack
from designer.model.layout import Layout
from designer.render.fonts import font, load_fonts
from designer.ui.state.drag_payload import encode_devices, encode_part
from designer.ui.state.tips import device_tip
from designer.ui.state.workspace import Workspace
from designer.ui.views.elevation.floor_unit import unit_remarks
from designer.ui.views.elevation.limits import (
    figures_below,
    limit_text,
    remark_lines,
    remarks,
)
from designer.ui.views.elevation.panel import (
    NO_RACKS,
    NOT_SELECTED,
    NOTHING_SELECTED,
    ElevationPanel,
)
from designer.ui.views.elevation.remark import Remark
from tests.helpers.canvas_drags import SentDrag
from tests.helpers.canvas_space import rack_report, report_of, space_of
from tests.helpers.shown_views import at_u, shown_elevation

KEYS = Qt.KeyboardModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(qtbot: QtBot, space: Workspace) -> ElevationPanel:
    return shown_elevation(qtbot, space)


def test_nothing_selected_says_what_to_do(qtbot: QtBot, space: Workspace) -> None:
    panel = ElevationPanel(space)
    qtbot.addWidget(panel)
    assert panel.hint.text() == NOTHING_SELECTED
    space.document.replace(Design(), "New", saved=True)
    assert panel.hint.text() == NO_RACKS


def test_the_title_says_what_the_rack_is(panel: ElevationPanel, space: Workspace) -> None:
    assert panel.name.full_text() == "Rack A01"
    assert panel.about.full_text() == "48U · 600 × 1200 mm"
    space.select(("B02/n1",))
    assert panel.name.full_text() == "Rack B02"
    about = "48U · 600 × 1200 mm · 2 nodes · assembly (4 copies)"
    assert panel.about.full_text() == about
    space.select(())
    assert panel.about.full_text() == f"{NOT_SELECTED} · {about}"


def test_a_long_title_gives_way_and_makes_no_panel_wider(
    panel: ElevationPanel, space: Workspace
) -> None:
    """The middle of the window grew with it, and the floor jumped under the pointer."""
    least = panel.minimumSizeHint().width()
    long = "4 × DGX H100, feeds A+B+C, " * 6
    racks = [rack.evolve(name="Rack of a long name " * 4) for rack in space.layout().design.racks]
    assemblies = [one.evolve(name=long) for one in space.layout().design.assemblies]
    space.apply("x", lambda design: design.evolve(racks=tuple(racks), assemblies=tuple(assemblies)))
    space.select(("B02",))
    assert panel.minimumSizeHint().width() == least
    assert long in panel.about.toolTip()
    assert panel.about.toolTip() == panel.about.full_text()


def test_the_title_tells_devices_beside_those_of_the_assembly(
    panel: ElevationPanel, space: Workspace
) -> None:
    space.select(("B02",))
    space.document.apply("put", place_device(space.catalog, "node", "B02"))
    space.select(("B02",))
    assert panel.about.full_text().endswith("2 nodes · assembly (4 copies) and 1 device of its own")


def test_a_click_on_either_face_selects_the_device(panel: ElevationPanel, space: Workspace) -> None:
    QTest.mouseClick(panel.view, LEFT, KEYS.NoModifier, at_u(panel, 8))
    assert space.selection == ("node-1",)
    QTest.mouseClick(panel.view, LEFT, KEYS.ControlModifier, at_u(panel, 24, "rear"))
    assert space.selection == ("node-1", "node-2")
    QTest.mouseClick(panel.view, LEFT, KEYS.NoModifier, at_u(panel, 60))
    assert space.selection == ("A01",)


def test_a_drag_takes_the_whole_selection_along(panel: ElevationPanel, space: Workspace) -> None:
    space.select(("node-1", "node-2"))
    assert panel.view.payload("node-2") == ("node-2", "node-1")
    assert panel.view.payload("leaf-1") == ("leaf-1",)


def test_a_part_lands_where_the_hand_is(panel: ElevationPanel, space: Workspace) -> None:
    at = at_u(panel, 48)
    drag = SentDrag(panel.view, encode_part("node"))
    assert drag.enter(at)
    words = panel.view.card.words().splitlines()
    assert words[0] == "✓ Node 8U into A01 · U20–U27"
    drag.drop(at)
    placed = space.layout().in_rack("A01")
    assert [(p.part, p.half_u) for p in placed if p.half_u == 40] == [("node", 40)]
    assert len(space.document.history.steps) == 2


def test_alt_lands_on_half_units(panel: ElevationPanel, space: Workspace) -> None:
    at = at_u(panel, 49)
    drag = SentDrag(panel.view, encode_part("leaf"))
    drag.enter(at)
    assert panel.view.card.words().splitlines()[0].endswith("· U24")
    drag.drop(at, KEYS.AltModifier)
    assert 49 in [p.half_u for p in space.layout().in_rack("A01")]


def test_an_occupied_place_is_refused_in_words(
    panel: ElevationPanel, space: Workspace, told: list[tuple[str, str]]
) -> None:
    drag = SentDrag(panel.view, encode_part("node"))
    drag.enter(at_u(panel, 30))
    assert "held by node-2" in panel.view.card.words()
    assert "held by node-2" in told[-1][0]
    drag.drop(at_u(panel, 30))
    assert len(space.document.history.steps) == 1


def test_a_device_moves_within_the_rack_by_its_grip(
    panel: ElevationPanel, space: Workspace
) -> None:
    at = at_u(panel, 60)
    drag = SentDrag(panel.view, encode_devices(("node-2",), grip_half_u=4))
    drag.enter(at)
    drag.drop(at)
    assert space.layout().devices["node-2"].half_u == 56
    assert space.selection == ("node-2",)


def test_a_device_comes_from_another_rack(panel: ElevationPanel, space: Workspace) -> None:
    at = at_u(panel, 60)
    drag = SentDrag(panel.view, encode_devices(("B01/n2",)))
    drag.enter(at)
    drag.drop(at)
    assert [p.name for p in space.layout().in_rack("A01") if p.half_u == 60] == ["B01-n2"]
    assert space.layout().racks["B01"].assembly == ""


def test_leaving_takes_the_ghost_away(panel: ElevationPanel) -> None:
    drag = SentDrag(panel.view, encode_part("node"))
    drag.enter(at_u(panel, 60))
    assert panel.view.card.isVisible()
    drag.leave()
    assert not panel.view.card.isVisible()
    assert panel.view.preview.plan is None


def test_arrows_move_by_units_and_say_what_is_in_the_way(
    panel: ElevationPanel, space: Workspace, told: list[tuple[str, str]]
) -> None:
    space.select(("node-2",))
    QTest.keyClick(panel.view, Qt.Key.Key_Up)
    assert space.layout().devices["node-2"].half_u == 20
    QTest.keyClick(panel.view, Qt.Key.Key_Up, KEYS.AltModifier)
    assert space.layout().devices["node-2"].half_u == 21
    QTest.keyClick(panel.view, Qt.Key.Key_Down)
    QTest.keyClick(panel.view, Qt.Key.Key_Down)
    assert space.layout().devices["node-2"].half_u == 19
    assert "held by node-1" in told[-1][0]


def test_control_arrows_leap_to_free_units(panel: ElevationPanel, space: Workspace) -> None:
    space.select(("node-1",))
    QTest.keyClick(panel.view, Qt.Key.Key_Up, KEYS.ControlModifier)
    assert space.layout().devices["node-1"].half_u == 34


def test_shift_arrows_choose_and_delete_removes(panel: ElevationPanel, space: Workspace) -> None:
    QTest.keyClick(panel.view, Qt.Key.Key_Up)
    assert space.selection == ("node-1",)
    QTest.keyClick(panel.view, Qt.Key.Key_Up, KEYS.ShiftModifier)
    assert space.selection == ("node-2",)
    QTest.keyClick(panel.view, Qt.Key.Key_Delete)
    assert sorted(p.key for p in space.layout().in_rack("A01")) == ["leaf-1", "node-1"]
    assert space.selection == (), "a second Remove would take the rack"
    assert space.target_rack_ids() == ("A01",)
    assert panel.name.full_text() == "Rack A01"


def test_moving_a_device_of_an_assembly_says_that_it_detaches(
    panel: ElevationPanel, space: Workspace, told: list[tuple[str, str]]
) -> None:
    space.select(("B03/n2",))
    QTest.keyClick(panel.view, Qt.Key.Key_Up)
    assert told[-1] == ("B03 leaves assembly 2 nodes; 3 copies stay as they are", "info")
    assert panel.view.rack_id == "B03"
    assert [p.half_u for p in space.layout().in_rack("B03")] == [2, 20]


def test_the_limits_are_said_in_words(
    panel: ElevationPanel, space: Workspace, qtbot: QtBot
) -> None:
    report = rack_report(
        "A01", 40.8,
        binding_constraint="cooling", cooling_reason="above 30 kW a rack",
        limits=(
            Limit(name="power", group="power",
                  label="Power, both feeds", used=40.8, limit=98.3, unit="kW",
                  state="ok", text="40.8 of 98.3 kW"),
            Limit(name="cooling", group="cooling",
                  label="Cooling, rear door", used=40.8, limit=45, unit="kW",
                  state="warning"),
            Limit(name="psu-feed-lost", group="device", label="Losing feed A", state="ok",
                  text="4 × DGX stay up"),
        ),
        feeds=(
            FeedReport(
                id="a", name="A", side="A", capacity_kw=65.5, load_kw=20, load_after_loss_kw=41
            ),
            FeedReport(id="whips", side="W", load_kw=20, load_after_loss_kw=41),
        ),
    )  # fmt: skip
    with qtbot.waitSignal(space.report_changed):
        space.report_store.accept(1, report_of(report))
    assert panel.limits.words().splitlines() == [
        "Power, both feeds: 40.8 of 98.3 kW",
        "Cooling, rear door: 40.8 of 45.0 kW · binding",
        "Losing feed A: 4 × DGX stay up",
        "Feed A after losing another: 41.0 of 65.5 kW",
        "Why rear-door exchanger: above 30 kW a rack",
    ]
    assert not panel.grab().isNull()


def test_limits_of_which_any_may_bind_say_so(panel: ElevationPanel, space: Workspace) -> None:
    limits = (
        Limit(name="mass", group="mass", label="Mass", state="unknown",
              text="1,360 kg; cannot be said, because the load rating is not known"),
        Limit(name="floor", group="floor", label="Floor", used=9.8, limit=12, unit="kPa"),
        Limit(name="units", label="Units", used=8, limit=48, unit="U"),
    )  # fmt: skip
    report = rack_report("A01", 40.8, limits=limits, binding_open=("floor", "mass"))
    space.report_store.accept(1, report_of(report))
    panel.refresh()
    assert panel.limits.words().splitlines()[:3] == [
        "Mass: 1,360 kg; cannot be said, because the load rating is not known · may bind",
        "Floor: 9.8 of 12.0 kPa · may bind",
        "Units: 8 of 48 U",
    ]


def test_limits_that_do_not_fit_are_scrolled(panel: ElevationPanel, space: Workspace) -> None:
    """At 1280 × 800 the panel has 300 px of height, and a rack with feeds has ten bars."""
    limits = tuple(
        Limit(name=f"l{n}", label=f"Limit {n}", used=1, limit=2, unit="kW") for n in range(10)
    )
    report = rack_report("A01", 10.0, limits=limits, cooling_reason="because " * 30)
    space.report_store.accept(1, report_of(report))
    panel.resize(680, 300)
    panel.refresh()
    QApplication.processEvents()
    scroll = panel.findChild(QScrollArea)
    assert scroll is not None
    bar = scroll.verticalScrollBar()
    assert panel.limits.height() >= panel.limits.heightForWidth(panel.limits.width())
    assert bar.maximum() >= panel.limits.height() - scroll.viewport().height() > 0
    middle = QPointF(scroll.viewport().rect().center())
    wheel = QWheelEvent(
        middle, scroll.viewport().mapToGlobal(middle), QPoint(), QPoint(0, -120 * 20),
        Qt.MouseButton.NoButton, KEYS.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(scroll.viewport(), wheel)
    assert bar.value() > 0


def test_limits_have_their_height_before_they_are_painted(
    panel: ElevationPanel, space: Workspace
) -> None:
    """Else a report that needs another height paints all limits twice."""
    panel.resize(680, 300)
    QApplication.processEvents()
    limits = tuple(
        Limit(name=f"l{n}", label=f"Limit {n}", used=1, limit=2, unit="kW") for n in range(12)
    )
    for count in (8, 12, 10):
        report = rack_report("A01", 10.0, limits=limits[:count])
        space.report_store.accept(count, report_of(report))
        panel.refresh()
        assert panel.limits.height() == panel.limits.heightForWidth(panel.limits.width()) > 300


def test_figures_that_are_too_long_stand_below_their_limit(
    panel: ElevationPanel, space: Workspace
) -> None:
    """Beside it they would be painted over its name, as for a GB200 NVL72 at 1280 × 800."""
    long = Limit(
        name="cooling", group="cooling", label="Cooling, direct to chip",
        text="114.8 kW; no fixed limit, the loop's units decide", state="ok",
    )  # fmt: skip
    short = Limit(name="mass", group="mass", label="Mass", used=10, limit=20, unit="kg")
    width = 291
    below, metrics = figures_below(long, "", width), QFontMetrics(font(12))
    assert " ".join(below) == long.text
    assert all(metrics.horizontalAdvance(line) <= width for line in below)
    assert figures_below(short, "", width) == ()
    space.report_store.accept(1, report_of(rack_report("A01", 10.0, limits=(short,))))
    panel.refresh()
    bare = panel.limits.heightForWidth(width)
    space.report_store.accept(2, report_of(rack_report("A01", 10.0, limits=(long,))))
    QApplication.processEvents()
    panel.refresh()
    assert panel.limits.heightForWidth(width) >= bare + 16 * len(below)


def test_a_long_remark_with_a_long_heading_takes_the_whole_width() -> None:
    load_fonts()
    remark = Remark("Power supplies, one feed lost", "GB200 NVL72 stays up: 30 of 48 left " * 3)
    left, lines = remark_lines(remark, 291)
    assert left == 0
    assert " ".join(lines) == remark.text.strip()
    beside, (line,) = remark_lines(Remark("Feed A", "21.6 of 32.8 kW"), 291)
    assert beside > 0
    assert line == "21.6 of 32.8 kW"


def test_an_unknown_limit_is_not_zero() -> None:
    limit = Limit(name="floor", group="floor", label="Floor", used=6.1, limit=None, unit="kPa")
    assert limit_text(limit) == "6.1 of — kPa"


def test_every_widget_of_ours_has_an_accessible_name(panel: ElevationPanel) -> None:
    ours = [w for w in panel.findChildren(QWidget) if type(w).__module__.startswith("designer.")]
    assert ours
    assert [w for w in ours if not w.accessibleName()] == []


def test_near_an_end_of_the_rack_the_hand_means_the_last_place_that_fits(
    panel: ElevationPanel, space: Workspace
) -> None:
    space.select(("A02",))
    panel.grab()
    drag = SentDrag(panel.view, encode_part("node"))
    assert drag.enter(at_u(panel, 3))
    drag.drop(at_u(panel, 3))
    assert [placed.half_u for placed in space.layout().in_rack("A02")] == [2]


def test_what_is_not_known_is_said_in_words() -> None:
    report = rack_report("A01", 1.0, unknown=("power_idle_w of dgx-h100",))
    assert remarks(report)[-1].text == "idle power of dgx-h100"
    named = remarks(report, name_of={"dgx-h100": "DGX H100"}.__getitem__)
    assert named[-1].text == "idle power of DGX H100"


def test_the_tip_of_a_device_says_what_is_certain_and_what_leaves_it_open() -> None:
    catalog = load_shipped()

    def tip(part: str, *, estimates: bool = True) -> str:
        device = Device(id="d", name="d", part=part, rack="r", half_u=4)
        rack = Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0)
        layout = Layout(Design(racks=(rack,), devices=(device,)))
        (placed,) = layout.in_rack("r")
        return device_tip(placed, layout, catalog, estimates=estimates)

    assert "maximum 10.2 kW · typical ~" in tip("dgx-h200")
    assert "estimated by: rule typical = " in tip("dgx-h200")
    assert "typical ≤ 10.2 kW" in tip("dgx-h200", estimates=False)
    assert "left open by: typical power of DGX H200" in tip("dgx-h200", estimates=False)
    assert "maximum ≤ " in tip("qm8700")
    assert "mass 10–14 kg" in tip("qm8700")
    assert "maximum" not in tip("pdu-415v-60a-3ph")


UNITS = Design(
    name="units",
    racks=(
        Rack(id="cdu-01", name="CDU-01", part="cdu-row", x_mm=0, y_mm=0),
        Rack(id="crah-01", name="CRAH-01", part="crah", x_mm=3000, y_mm=0),
        Rack(id="irc-01", name="IRC-01", part="in-row-40kw", x_mm=6000, y_mm=0),
        Rack(id="tank-01", name="TANK-01", part="immersion-tank", x_mm=9000, y_mm=0),
    ),
)


def unit_panel(qtbot: QtBot, space: Workspace, rack_id: str) -> ElevationPanel:
    made = ElevationPanel(space)
    made.resize(900, 640)
    qtbot.addWidget(made)
    facility = Facility(
        liquid_kw=1295.4, cdu_units=3, cdu_units_needed=3, air_kw=138.1, cooling_units=2,
        cooling_units_needed=3,
    )  # fmt: skip
    own = tuple(
        RackReport(id=rack.id, weight_kg=800.0, cooling_reason="no heat to remove")
        for rack in space.document.design.racks
    )
    space.report_store.accept(1, Report(racks=own, facility=facility))
    space.select((rack_id,))
    return made


@pytest.fixture
def units(qtbot: QtBot) -> Iterator[Workspace]:
    catalog = load_shipped()
    ids = {kind: next(p.id for p in catalog.parts if p.kind == kind) for kind in KINDS_OF_UNITS}
    racks = tuple(rack.evolve(part=ids[KIND_OF[rack.id]]) for rack in UNITS.racks)
    made = space_of(UNITS.evolve(racks=racks), tuple(catalog.parts))
    yield made
    made.close()


KIND_OF = {"cdu-01": "cdu", "crah-01": "crah", "irc-01": "in-row", "tank-01": "immersion"}
KINDS_OF_UNITS = tuple(KIND_OF.values())


@pytest.mark.parametrize(
    ("rack_id", "title", "says"),
    [
        ("cdu-01", "CDU-01", "shared by 3 coolant distribution units; 3 are needed, so that"),
        ("crah-01", "Air handler CRAH-01", "Load: 138.1 kW, shared by 2 air units; 3 are needed"),
        ("irc-01", "In-row unit IRC-01", "Takes: heat that racks leave in the room's air"),
    ],
)
def test_a_cooling_unit_speaks_as_what_it_is(
    qtbot: QtBot, units: Workspace, rack_id: str, title: str, says: str
) -> None:
    panel = unit_panel(qtbot, units, rack_id)
    words = panel.limits.words()
    assert panel.name.full_text() == title
    assert says in words
    assert "no heat to remove" not in words
    assert "Removes: " in words
    assert " of the building's power" in words
    assert panel.limits.accessibleName().startswith("This ")
    assert not panel.grab().isNull()


def test_a_tank_has_limits_but_is_no_rack(qtbot: QtBot, units: Workspace) -> None:
    panel = unit_panel(qtbot, units, "tank-01")
    assert panel.name.full_text() == "Immersion tank TANK-01"
    assert panel.limits.accessibleName() == "Limits of this immersion tank"


def test_a_cooling_unit_says_what_nobody_states() -> None:
    part = Part(id="c", kind="crah", name="C", cooling=CoolingFigures(method="room-air"))
    lost = Report(facility=Facility(air_kw=10.0, cooling_units=1))
    told = unit_remarks(part, Catalog((part,)), RackReport(id="c"), lost, estimates=True)
    words = {remark.what: (remark.text, remark.state) for remark in told}
    assert words["Removes"] == ("capacity not stated", "unknown")
    assert words["Airflow"] == ("not stated", "unknown")
    assert words["Draws"] == ("power not stated", "unknown")
    assert words["Stands"] == ("mass not stated", "unknown")
    stands = RackReport(id="c", weight_kg=800.0, floor_load_kpa=2.1)
    told = unit_remarks(part, Catalog((part,)), stands, lost, estimates=True)
    assert told[-1].text == "800 kg, floor, tributary area: 2.1 kPa", "as the limit of a rack"
    assert words["Load"] == (
        "10.0 kW, shared by 1 air unit; how many are needed cannot be said", "unknown",
    )  # fmt: skip


def test_a_unit_of_a_loop_says_its_flow_approach_and_water() -> None:
    cooling = CoolingFigures(
        method="direct-to-chip", capacity_kw=1300, flow_lpm=1950, approach_k=4, water_max_c=40
    )
    part = Part(id="c", kind="cdu", name="C", cooling=cooling, power_max_w=3_000)
    told = unit_remarks(part, Catalog((part,)), None, None, estimates=True)
    assert [(remark.what, remark.text, remark.state) for remark in told] == [
        ("Removes", "1,300 kW", "plain"),
        ("Takes", "heat that coolant brings from cold plates, rear doors and tanks", "plain"),
        ("Flow", "1,950 l/min", "plain"),
        ("Approach", "4 K to the facility water", "plain"),
        ("Water", "40 °C at most", "plain"),
        ("Draws", "at most 3.0 kW of the building's power", "plain"),
    ]
    bare = part.evolve(cooling=CoolingFigures(method="direct-to-chip"))
    told = unit_remarks(bare, Catalog((bare,)), None, None, estimates=True)
    words = {remark.what: (remark.text, remark.state) for remark in told}
    assert words["Flow"] == words["Approach"] == ("not stated", "unknown")
    assert "Water" not in words


def test_a_unit_outdoors_says_what_it_gives_off_and_what_all_of_them_have_to() -> None:
    points = [{"by": "A", "against_c": 30, "water_c": 20, "capacity_kw": 600},
              {"by": "A", "against_c": 40, "water_c": 25, "capacity_kw": 400}]  # fmt: skip
    figures = {"against": "dry-bulb", "points": points}
    part = Part.model_validate({"id": "c", "kind": "chiller", "name": "C", "rejection": figures})
    facility = Facility(rejection_units=2, rejection_heat_kw=528.0, rejection_left_kw=500.0)
    report = Report(facility=facility)
    told = unit_remarks(part, Catalog((part,)), None, report, estimates=True)
    assert [(remark.what, remark.text, remark.state) for remark in told] == [
        ("Gives off", "400–600 kW, water of 20–25 °C", "plain"),
        ("Takes", "heat of the facility water, which it gives to outdoor air", "plain"),
        (
            "Load",
            "528.0 kW; with one of all that are drawn lost, the others take 500.0 kW",
            "error",
        ),
    ]
    law = {"by": "A", "kw_per_k": 10.25, "most_k": 50}
    cooler = part.evolve(
        kind="dry-cooler", rejection=RejectionFigures(against="dry-bulb", over_difference=law)
    )
    told = unit_remarks(cooler, Catalog((cooler,)), None, Report(), estimates=True)
    assert told[0].text == "10.25 kW for each kelvin between entering water and air"
    bare = part.evolve(rejection=None)
    assert unit_remarks(bare, Catalog((bare,)), None, None, estimates=True)[0].text == "not stated"


def test_fewer_units_than_are_needed_are_an_error() -> None:
    part = Part(id="c", kind="crah", name="C")
    report = Report(facility=Facility(air_kw=10.0, cooling_units=1, cooling_units_needed=2))
    told = unit_remarks(part, Catalog((part,)), None, report, estimates=True)
    assert {r.what: r.state for r in told}["Load"] == "error"
