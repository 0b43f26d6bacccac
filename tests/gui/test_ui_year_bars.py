"""PUE by month on the dashboard: bars with bounds, words of a month, nothing without a climate."""

from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from designer.engine.climate_report import ClimateMonth, ClimateYear
from designer.engine.report import Report
from designer.model.measured import Bound
from designer.ui.views.dashboard.year_bars import YearView, month_words
from tests.helpers.dashboard_views import shown_view
from tests.helpers.ui_desk import Desk


def month(number: int, pue: float, wue: float = 0.0) -> ClimateMonth:
    bounds = (
        Bound(name="pue", low=pue - 0.05, high=pue + 0.2, estimated=True),
        Bound(name="chilled_share", low=0.1, high=0.4, estimated=True),
    )
    return ClimateMonth(
        month=number, dry_bulb_c=4.5, pue=pue, wue=wue, chilled_share=0.2, bounds=bounds
    )


def year(*pues: float) -> Report:
    months = tuple(month(number, pue) for number, pue in enumerate(pues, start=1))
    bound = Bound(name="pue", low=1.05, high=1.5, estimated=True)
    found = ClimateYear(
        place="Tokyo", rejection="dry coolers", scope="no sizing", pue=1.2, wue=0.0,
        water_m3_per_year=0.0, months=months, bounds=(bound,),
    )  # fmt: skip
    return Report(climate=found)


def test_nothing_shows_without_a_year(qtbot: QtBot, desk: Desk) -> None:
    view = shown_view(qtbot, desk, YearView, Report())
    assert view.isHidden()
    view.show_report(year(*[1.2] * 12))
    assert not view.isHidden()
    view.show_report(None)
    assert view.isHidden()


def test_bars_are_as_high_as_the_excess_of_each_month(qtbot: QtBot, desk: Desk) -> None:
    pues = [1.05, 1.1, 1.15, 1.2, 1.25, 1.3, 1.3, 1.25, 1.2, 1.15, 1.1, 1.05]
    view = shown_view(qtbot, desk, YearView, year(*pues))
    assert view.note.text() == "~1.20 (1.05–1.50)"
    assert view.caption.text() == "Tokyo: dry coolers"
    bars = view.bars
    assert bars.top == 1.5
    picture, colour = bars.grab().toImage(), QColor(desk.workspace.theme.accent)
    heights = []
    for at in range(12):
        box = bars.box_of(at)
        x = round(box.center().x() - box.width() * 0.22)
        heights.append(sum(picture.pixelColor(x, y) == colour for y in range(picture.height())))
    whole = bars.box_of(0).height()
    for pue, height in zip(pues, heights, strict=True):
        assert abs(height - (pue - 1) / 0.5 * whole) <= 2


def test_a_month_says_its_figures_where_it_is_pointed_at(qtbot: QtBot, desk: Desk) -> None:
    view = shown_view(qtbot, desk, YearView, year(*[1.2] * 12))
    bars = view.bars
    assert bars.month_at(2) is None
    for at in (0, 6, 11):
        assert bars.month_at(QPoint(round(bars.box_of(at).center().x()), 5).x()) == at
    assert month_words(month(7, 1.2, 1.5)) == (
        "July: PUE ~1.20 (1.15–1.40)\n4.5 °C outdoors on average\n"
        "~20% (10–40) of the heat to chillers\n1.50 L/kWh of water"
    )
    assert "water" not in month_words(month(7, 1.2))
