"""What the power plot shows after one report and the next: bars, hatching, limits, scale."""

from math import isclose

import pyqtgraph as pg
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from designer.engine.limit_report import Limit
from designer.engine.report import RackReport, Report
from designer.model.measured import Bound
from designer.render.theme import DARK, LIGHT, METHOD_COLOURS
from designer.ui.views.dashboard.power_data import PowerBars
from designer.ui.views.dashboard.power_items import PowerItems, nice_step
from designer.ui.views.dashboard.power_plot import NO_RACKS, PowerPlot
from tests.helpers.ui_desk import Desk

Limits = tuple[float | None, ...]


@pytest.fixture
def plot(qtbot: QtBot) -> pg.PlotWidget:
    made = pg.PlotWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def items(plot: pg.PlotWidget) -> PowerItems:
    return PowerItems(plot)


def bars(
    kw: tuple[float, ...],
    most: Limits | None = None,
    methods: tuple[str, ...] = (),
    cooling: Limits = (),
    feed: Limits = (),
    fed: tuple[float, ...] = (),
) -> PowerBars:
    count = len(kw)
    names = tuple(f"A{number:02d}" for number in range(1, count + 1))
    none: Limits = (None,) * count
    return PowerBars(
        names, names, kw, kw if most is None else most, ("",) * count,
        methods or ("room-air",) * count, cooling or none, feed or none,
        fed or kw, ("",) * count, ("",) * count,
    )  # fmt: skip


def drawn(item: pg.BarGraphItem) -> list[tuple[float, float, float]]:
    """Return where each bar stands, its lower end and its height."""
    opts = item.opts
    lows = opts["y0"] if opts.get("y0") is not None else [0.0] * len(opts["x"])
    return list(zip(opts["x"], lows, opts["height"], strict=True))


def dashes(items: PowerItems, name: str) -> list[tuple[float, float]]:
    xs, ys = items._limits[name].getData()
    return [] if xs is None else list(zip(xs.tolist(), ys.tolist(), strict=True))


def test_each_method_has_its_bars_and_loses_them_with_the_next_report(items: PowerItems) -> None:
    items.show(bars((9.0, 7.0, 4.0), methods=("rear-door", "room-air", "rear-door")), DARK)
    assert drawn(items._bars["rear-door"]) == [(0, 0.0, 9.0), (2, 0.0, 4.0)]
    assert drawn(items._bars["room-air"]) == [(1, 0.0, 7.0)]
    brush = QColor(items._bars["rear-door"].opts["brush"])
    assert brush == QColor(METHOD_COLOURS["rear-door"])
    items.show(bars((8.0,), methods=("room-air",)), DARK)
    assert drawn(items._bars["rear-door"]) == []
    assert drawn(items._bars["room-air"]) == [(0, 0.0, 8.0)]
    items.show(None, DARK)
    assert drawn(items._bars["room-air"]) == []


def test_a_report_draws_anew_only_what_it_changes(
    items: PowerItems, monkeypatch: pytest.MonkeyPatch
) -> None:
    methods = ("rear-door", "room-air", "rear-door")
    limits: Limits = (9.5, 9.5, 9.5)
    items.show(bars((9.0, 7.0, 4.0), methods=methods, cooling=limits), DARK)
    items.show(bars((9.0, 7.0, 4.0), methods=methods, cooling=limits), DARK)
    given: list[object] = []
    monkeypatch.setattr(
        pg.BarGraphItem, "setOpts", lambda _, **opts: given.append((opts["x"], opts["height"]))
    )
    monkeypatch.setattr(pg.PlotCurveItem, "setData", lambda _, *data, **__: given.append(data))
    monkeypatch.setattr(pg.TextItem, "setHtml", lambda _, html: given.append(html))
    monkeypatch.setattr(pg.AxisItem, "setTicks", lambda _, ticks: given.append(ticks))
    items.show(bars((9.0, 7.0, 4.0), methods=methods, cooling=limits), DARK)
    assert given == []
    items.show(bars((9.0, 7.0, 5.0), methods=methods, cooling=limits), DARK)
    assert given == [([0, 2], [9.0, 5.0])]


def test_what_a_bar_may_be_is_hatched_from_what_is_certain_on(
    items: PowerItems, plot: pg.PlotWidget
) -> None:
    items.show(bars((10.0, 8.0)), DARK)
    assert items._open is None, "what is exact leaves nothing open"
    first = bars((10.0, 8.0, 6.0), most=(12.0, 8.0, None))
    items.show(first, DARK)
    assert items._open in plot.getPlotItem().items
    assert drawn(items._open) == [(0, 10.0, 2.0), (2, 6.0, first.top - 6.0)]
    items.show(bars((5.0, 4.0), most=(5.0, 7.0)), DARK)
    assert drawn(items._open) == [(1, 4.0, 3.0)]
    assert items._open.opts["brush"].color() == QColor(DARK.dim)
    items.show(bars((5.0, 4.0), most=(5.0, 7.0)), LIGHT)
    assert items._open.opts["brush"].color() == QColor(LIGHT.dim)
    assert items._open.opts["brush"].style() == Qt.BrushStyle.BDiagPattern
    items.show(bars((5.0, 4.0)), DARK)
    assert drawn(items._open) == []


def test_what_fans_and_pumps_draw_stands_on_the_bar(items: PowerItems) -> None:
    """A bar of 32.3 kW ended below `feed 33`, which the check held against 33.5 kW."""
    items.show(bars((32.3, 20.0, 9.0), fed=(33.5, 20.0, 10.0)), DARK)
    assert drawn(items._fed) == [(0, 32.3, pytest.approx(1.2)), (2, 9.0, pytest.approx(1.0))]
    assert items._fed.opts["brush"].color() == QColor(DARK.dim)
    assert items._fed.opts["brush"].style() == Qt.BrushStyle.SolidPattern
    assert bars((10.0,), fed=(12.0,)).top == pytest.approx(12.0 * 1.18)
    items.show(bars((32.3,)), DARK)
    assert drawn(items._fed) == []


@pytest.mark.parametrize("feed", [66.0, 71.0, 20.0])
def test_each_limit_that_is_drawn_has_its_name_within_the_plot(
    items: PowerItems, plot: pg.PlotWidget, qtbot: QtBot, feed: float
) -> None:
    """A line at 75 of 77.5 kW was drawn, and its name lay above the plot."""
    plot.getPlotItem().hideAxis("bottom")
    plot.resize(310, 116)
    plot.show()
    qtbot.waitExposed(plot)
    view = plot.getPlotItem().vb
    for cooling in (60.0, 66.0, 71.0, 71.1, 75.0, 77.0, 90.0):
        known = bars((32.3,), cooling=(cooling,), feed=(feed,))
        items.show(known, DARK)
        QApplication.processEvents()
        within = view.mapRectToScene(view.rect())
        for name, limit in (("cooling", cooling), ("feed", feed)):
            label = items._labels[name]
            assert bool(dashes(items, name)) == label.isVisible() == (limit <= known.reach)
            if label.isVisible():
                box = label.textItem.mapRectToScene(label.textItem.boundingRect())
                # The margin of a text holds no letters.
                letters = box.adjusted(0, 4, 0, -4)
                assert within.top() <= letters.top(), (name, limit)
                assert letters.bottom() <= within.bottom(), (name, limit)


def test_a_limit_is_one_dash_over_racks_in_a_row_and_is_gone_when_unknown(
    items: PowerItems, plot: pg.PlotWidget
) -> None:
    cooling = (30.0, 30.0, None, 20.0, 30.0, 1_000.0)
    items.show(bars((20.0,) * 6, cooling=cooling), DARK)
    assert dashes(items, "cooling") == [
        (-0.5, 30.0), (1.5, 30.0), (2.5, 20.0), (3.5, 20.0), (3.5, 30.0), (4.5, 30.0),
    ], "a limit far above all bars is off the scale"  # fmt: skip
    assert dashes(items, "feed") == []
    assert items._labels["cooling"].toPlainText() == "cooling 30"
    (_, right), _ = plot.getPlotItem().vb.viewRange()
    assert items._labels["cooling"].pos() == QPointF(right, 30.0)
    assert not items._labels["feed"].isVisible()
    items.show(bars((20.0,), feed=(25.0,)), DARK)
    assert dashes(items, "cooling") == []
    assert dashes(items, "feed") == [(-0.5, 25.0), (0.5, 25.0)]
    assert not items._labels["cooling"].isVisible()
    items.show(None, DARK)
    assert dashes(items, "feed") == []
    assert not items._labels["feed"].isVisible()


def test_lines_and_words_have_the_colours_of_the_theme(items: PowerItems) -> None:
    for theme in (DARK, LIGHT):
        items.show(bars((20.0,), cooling=(40.0,), feed=(25.0,)), theme)
        for name, colour in (("cooling", theme.warning), ("feed", theme.error)):
            pen = items._limits[name].opts["pen"]
            assert pen.color() == QColor(colour)
            assert pen.style() == Qt.PenStyle.DashLine
            assert QColor(colour).name() in items._labels[name].textItem.toHtml()
            assert items._labels[name].fill.color().name() == QColor(theme.panel).name()
    ground = items._grid.opts["pen"].color()
    items.show(bars((20.0,)), DARK)
    assert items._grid.opts["pen"].color() != ground


def test_the_scale_holds_all_bars_and_its_lines_stand_at_its_figures(
    items: PowerItems, plot: pg.PlotWidget
) -> None:
    view, axis = plot.getPlotItem().vb, plot.getAxis("left")
    items.show(None, DARK)
    assert not axis.isVisible()
    assert items._grid.getData()[0] is None or not len(items._grid.getData()[0])
    many = bars(tuple(float(kw) for kw in range(30, 10, -1)))
    for known, wide in ((bars((10.0, 8.0)), 8), (many, 20)):
        items.show(known, DARK)
        assert axis.isVisible()
        (left, right), (low, high) = view.viewRange()
        assert (left, right) == pytest.approx((-0.6, wide - 0.4)), "a few do not fill the plot"
        assert (low, high) == pytest.approx((0.0, known.top))
        ticks = axis._tickLevels[0]
        step = nice_step(known.top)
        assert [value for value, _ in ticks] == [step * n for n in range(len(ticks))]
        assert ticks[-1][0] <= known.top < ticks[-1][0] + step
        assert [words for _, words in ticks] == [f"{value:g}" for value, _ in ticks]
        xs, ys = items._grid.getData()
        assert ys.tolist() == [value for value, _ in ticks for _ in range(2)]
        assert set(xs.tolist()) == {-0.6, wide - 0.4}
    items.show(None, DARK)
    items.show(many, DARK)
    assert axis.isVisible()
    assert view.viewRange()[1][1] == pytest.approx(many.top)


@pytest.mark.parametrize("count", [1, 8, 16, 200])
@pytest.mark.parametrize(
    ("cooling", "feed"), [(45.0, 32.8), (45.0, 42.0), (33.0, 33.0), (4.0, 2.0)]
)
def test_names_of_limits_cover_neither_bars_nor_each_other(
    items: PowerItems, plot: pg.PlotWidget, qtbot: QtBot, count: int, cooling: float, feed: float
) -> None:
    """`feed 33` hid the tops of the last bars, which are what it is compared with."""
    plot.getPlotItem().hideAxis("bottom")
    plot.resize(310, 116)
    plot.show()
    qtbot.waitExposed(plot)
    known = bars((40.8,) * count, cooling=(cooling,) * count, feed=(feed,) * count)
    items.show(known, DARK)
    view = plot.getPlotItem().vb

    def check() -> None:
        last = view.mapViewToScene(QPointF(count - 1 + 0.37, 0.0)).x()
        boxes = [
            label.textItem.mapRectToScene(label.textItem.boundingRect())
            for label in items._labels.values()
        ]
        edge = view.mapRectToScene(view.rect()).right()
        for label, box in zip(items._labels.values(), boxes, strict=True):
            assert label.isVisible()
            assert last <= box.left() + 0.5, "no word on a bar"
            assert box.right() == pytest.approx(edge, abs=1.0)
        one, other = (box.adjusted(0, 4, 0, -4) for box in boxes)
        assert not one.intersects(other)

    QApplication.processEvents()
    check()
    plot.resize(200, 116)
    QApplication.processEvents()
    check()
    items.show(bars((40.8,) * count), DARK)
    (left, right), _ = view.viewRange()
    assert (left, right) == pytest.approx((-0.6, max(count, 8) - 0.4)), "no name, no room for it"


@pytest.mark.parametrize(
    "top", [0.004, 0.3, 1.0, 1.18, 2.0, 5.4, 5.6, 9.9, 10.0, 27.4, 56.0, 550.0]
)
def test_a_scale_has_two_to_six_steps_of_1_2_or_5(top: float) -> None:
    step = nice_step(top)
    assert 2 <= top / step <= 5.5
    leading = float(f"{step:e}".partition("e")[0])
    assert any(isclose(leading, wanted) for wanted in (1.0, 2.0, 5.0))


def rack(name: str, kw: float | None, **fields: object) -> RackReport:
    return RackReport.model_validate({"id": name, "name": name, "power_max_kw": kw, **fields})


def test_the_legend_counts_methods_and_tells_limits_off_the_scale(qtbot: QtBot, desk: Desk) -> None:
    view = PowerPlot(desk.workspace)
    qtbot.addWidget(view)
    assert (view.caption.text(), view.note.text(), view.describe(0)) == ("", "", "")
    view.show_report(Report())
    assert view.caption.text() == NO_RACKS
    assert view._frame.isHidden(), "no blank above the words"
    assert view.note.text() == ""
    feed = (
        Limit(
            name="power", group="power", label="Power, all feeds", used=9.0, limit=400.0, unit="kW"
        ),
    )
    racks = (
        rack("A01", 9.0, cooling_method="rear-door", limits=feed),
        rack("A02", 8.0, cooling_method="rear-door"),
        rack("A03", None),
    )
    view.show_report(Report(racks=racks))
    assert view.note.text() == "kW · 3 racks"
    assert not view._frame.isHidden()
    plain = view.caption.text()
    assert "·" not in plain, "a line that breaks there would end with it"
    assert plain.count("■") == 2
    assert "&nbsp;2" in plain
    assert "not&nbsp;decided&nbsp;1" in plain
    assert plain.endswith("&nbsp;&nbsp; feed&nbsp;limit&nbsp;400&nbsp;kW")
    assert QColor(METHOD_COLOURS["rear-door"]).name() in plain
    assert view.describe(0).splitlines()[1:] == ["Power, all feeds: 400.0 kW"]
    assert view.describe(2).splitlines()[0] == "A03: —, cooling unknown"
    near = feed[0].evolve(limit=15.0)
    view.show_report(Report(racks=(racks[0].evolve(limits=(near,)),)))
    assert "limit" not in view.caption.text(), "the line in the plot says it"
    assert "fans" not in view.caption.text()
    fans = near.evolve(used=9.5, text="9.5 of 15.0 kW")
    warm = Limit(
        name="cooling", group="cooling", label="Cooling", used=9.0, limit=75.0,
        text="9.0 of 75.0 kW",
    )  # fmt: skip
    view.show_report(Report(racks=(racks[0].evolve(limits=(fans, warm)),)))
    assert view.describe(0).splitlines() == [
        "A01: 9.0 kW, Rear-door exchanger", "with fans and pumps: 9.5 kW",
        "Cooling: 9.0 of 75.0 kW", "Power, all feeds: 9.5 of 15.0 kW",
    ]  # fmt: skip
    assert "■</span>&nbsp;fans,&nbsp;pumps" in view.caption.text()
    assert view.caption.text().endswith("&nbsp;&nbsp; cooling&nbsp;limit&nbsp;75&nbsp;kW")
    view.show_report(None)
    assert (view.caption.text(), view.note.text()) == ("Not sized yet", "")
    assert not view._frame.isHidden(), "sizing moves nothing"


def test_the_pointer_over_a_bar_names_its_rack_and_beside_the_bars_nothing(
    qtbot: QtBot, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = PowerPlot(desk.workspace)
    qtbot.addWidget(view)
    view.resize(400, 200)
    view.show()
    unsure = Bound(name="power_max_kw", low=10.4, high=16.0)
    view.show_report(Report(racks=(rack("A01", 20.0), rack("A02", None, bounds=(unsure,)))))
    view.load()
    first = view.plot
    view.load()
    assert view.plot is first is not None
    assert drawn(view._items._open) == [(1, 10.4, pytest.approx(5.6))], "what came before the plot"
    qtbot.waitExposed(view)
    QApplication.processEvents()
    told: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _at, text, *_: told.append(text))
    asked: list[object] = []
    desk.workspace.focus_requested.connect(asked.append)
    box = first.getPlotItem().vb
    left = Qt.MouseButton.LeftButton
    for x in (1.0, 5.0, -0.55):
        at = QPointF(first.mapFromScene(box.mapViewToScene(QPointF(x, 5.0))))
        for kind, held in ((QEvent.Type.MouseMove, Qt.MouseButton.NoButton),
                           (QEvent.Type.MouseButtonPress, left)):  # fmt: skip
            event = QMouseEvent(kind, at, first.mapToGlobal(at), held, held, Qt.KeyboardModifier(0))
            QApplication.sendEvent(first.viewport(), event)
    assert [words.splitlines()[0] for words in told] == ["A02: 10.4–16.0 kW, cooling unknown"]
    assert asked == [("A02",)]
    assert [view.rack_at(x) for x in (-0.6, 0.4, 1.4, 1.6)] == [None, 0, 1, None]


def test_of_a_crowd_alike_bars_that_touch_are_one_box(items: PowerItems) -> None:
    kw = (9.0,) * 300 + (7.0,) * 200 + (7.5,)
    methods = ("rear-door",) * 250 + ("room-air",) * 251
    items.show(bars(kw, methods=methods, most=(*kw[:-1], 8.0)), DARK)
    assert drawn(items._bars["rear-door"]) == [(124.5, 0.0, 9.0)]
    assert items._bars["rear-door"].opts["width"] == [250.0]
    assert drawn(items._bars["room-air"]) == [
        (274.5, 0.0, 9.0), (399.5, 0.0, 7.0), (500.0, 0.0, 7.5),
    ]  # fmt: skip
    assert items._bars["room-air"].opts["width"] == [50.0, 200.0, 1.0]
    assert drawn(items._open) == [(500.0, 7.5, 0.5)]
    items.show(bars(kw[:300], methods=methods[:300]), DARK)
    assert len(drawn(items._bars["rear-door"])) == 250
    assert set(items._bars["rear-door"].opts["width"]) == {0.74}
