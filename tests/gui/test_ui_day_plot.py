"""Power through a day on the dashboard: lines within bounds, words of an hour, nothing without."""

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from designer.engine.climate_report import ClimateHour, ClimateYear
from designer.engine.report import Report
from designer.model.measured import Bound
from designer.ui.views.dashboard.day_plot import DayView, hour_words
from designer.ui.views.dashboard.panel import DashboardPanel
from tests.helpers.dashboard_views import shown_view
from tests.helpers.ui_desk import Desk


def hour(at: int, kw: float | None, high: float | None = None) -> ClimateHour:
    least = 1000.0 if kw is None else kw - 40
    most = least + 100 if high is None else high
    bound = Bound(name="power_kw", low=least, high=most, estimated=kw is not None)
    return ClimateHour(
        hour=at, dry_bulb_c=20.5, power_kw=kw, warmest_kw=1300.0, coldest_kw=1150.0, bounds=(bound,)
    )


def report(*hours: ClimateHour) -> Report:
    return Report(
        climate=ClimateYear(
            place="Tokyo", scope="no sizing", day=hours, warmest_month=8, coldest_month=1
        )
    )


def test_nothing_shows_without_a_climate_or_power(qtbot: QtBot, desk: Desk) -> None:
    view = shown_view(qtbot, desk, DayView, Report())
    assert view.isHidden()
    view.show_report(report(*(hour(at, 1200.0) for at in range(24))))
    assert not view.isHidden()
    nothing = ClimateHour(hour=0, power_kw=0.0, warmest_kw=0.0, coldest_kw=0.0)
    for none in (report(*[nothing] * 24), None):
        view.show_report(none)
        assert view.isHidden()


def test_the_line_is_where_the_power_of_each_hour_is(qtbot: QtBot, desk: Desk) -> None:
    powers = [1200.0 + 10 * min(at, 24 - at) for at in range(24)]
    view = shown_view(qtbot, desk, DayView, report(*(hour(at, kw) for at, kw in enumerate(powers))))
    lines = view.lines
    assert (lines.bottom, lines.top, lines.step) == (1100, 1400, 100)
    picture, accent = lines.grab().toImage(), QColor(desk.workspace.theme.accent)
    for at in (3, 8, 12, 20):
        x = round(lines.x_of(at + 0.5))
        column = [(y, picture.pixelColor(x, y)) for y in range(picture.height())]
        found = [y for y, colour in column if _is_near(colour, accent)]
        assert found
        assert sum(found) / len(found) == pytest.approx(lines.y_of(powers[at]), abs=2)
    assert "dashed August, dotted January" in view.caption.text()
    assert "typical IT power" in view.caption.text()
    assert view.note.text() == "kW, means"


def _is_near(one: QColor, other: QColor) -> bool:
    pairs = ((one.red(), other.red()), (one.green(), other.green()), (one.blue(), other.blue()))
    return all(abs(a - b) <= 24 for a, b in pairs)


def test_an_hour_says_its_figures_where_it_is_pointed_at(qtbot: QtBot, desk: Desk) -> None:
    given = report(*(hour(at, 1200.0) for at in range(24)))
    view = shown_view(qtbot, desk, DayView, given)
    lines = view.lines
    assert lines.hour_at(2) is None
    for at in (0, 12, 23):
        assert lines.hour_at(lines.x_of(at + 0.5)) == at
    assert hour_words(given.climate.day[14], given.climate) == (
        "14:00 to 15:00: ~1,200 kW (1,160–1,260)\n20.5 °C outdoors on average\n"
        "August: 1,300 kW\nJanuary: 1,150 kW"
    )


def test_power_that_is_not_known_has_a_band_and_no_line(qtbot: QtBot, desk: Desk) -> None:
    view = shown_view(qtbot, desk, DayView, report(*(hour(at, None, 1400.0) for at in range(24))))
    picture, accent = view.lines.grab().toImage(), QColor(desk.workspace.theme.accent)
    x = round(view.lines.x_of(12.5))
    colours = [picture.pixelColor(x, y) for y in range(picture.height())]
    assert not any(_is_near(colour, accent) for colour in colours)
    inside = picture.pixelColor(x, round(view.lines.y_of(1230)))
    assert inside != picture.pixelColor(x, 2)


def test_the_dashboard_shows_it_after_pue_by_month(qtbot: QtBot, desk: Desk) -> None:
    panel = DashboardPanel(desk.workspace)
    qtbot.addWidget(panel)
    order = [type(one).__name__ for one in panel._sections()]
    assert order.index("DayView") == order.index("YearView") + 1


def test_power_without_an_upper_bound_ends_the_axis_beyond_what_is_certain(
    qtbot: QtBot, desk: Desk
) -> None:
    bound = Bound(name="power_kw", low=1000.0, high=None)
    hours = [ClimateHour(hour=at, bounds=(bound,)) for at in range(24)]
    view = shown_view(qtbot, desk, DayView, report(*hours))
    lines = view.lines
    assert (lines.bottom, lines.top) == (1000, 1300)
    assert not view.grab().isNull()
