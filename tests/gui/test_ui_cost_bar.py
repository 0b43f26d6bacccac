"""The bar of capital: a category has its colour in every design, in the bar and in the legend."""

import re

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from designer.engine.cost_report import Cost, CostLine
from designer.engine.report import Check, Report, Settle
from designer.model.measured import Bound
from designer.render.theme import METHOD_COLOURS
from designer.ui.views.dashboard.checks import ChecksView
from designer.ui.views.dashboard.cost_bar import CostView, cost_parts
from designer.ui.views.dashboard.totals import TotalsView
from designer.ui.window.frame import SMALLEST
from designer.ui.window.main_window import MainWindow
from tests.helpers.sessions import rest
from tests.helpers.ui_desk import Desk, small_report


def report(**dollars: float | None) -> Report:
    lines = tuple(
        CostLine(category=name.replace("_", " "), amount=amount) for name, amount in dollars.items()
    )
    return Report(cost=Cost(currency="USD", by_category=lines))


def legend(view: CostView) -> dict[str, str]:
    """Return the colour beside each category that the legend shows."""
    shown = [name.text() for name, _ in view._labels if not name.isHidden()]
    found = [re.search(r"color:(#\w+)'>.*&nbsp;(.*)$", words) for words in shown]
    return {match[2]: match[1] for match in found if match}


def test_the_order_of_size_does_not_change_the_colours(qtbot: QtBot, desk: Desk) -> None:
    view = CostView(desk.workspace)
    qtbot.addWidget(view)
    seen = []
    for amounts in (
        {"nodes": 9.0, "network": 2.0, "storage": 1.0},
        {"nodes": 1.0, "network": 9.0, "storage": 2.0},
        {"storage": 0.0, "nodes": 3.0, "network": 2.0, "other": 1.0},
    ):
        view.show_report(report(**amounts))
        seen.append(legend(view))
        assert seen[-1] == {part.name: part.colour for part in view.stack.parts}
    assert seen[0] == seen[1]
    assert seen[0]["Nodes"] == METHOD_COLOURS["direct-to-chip"].lower()
    assert all(seen[2][name] == seen[0][name] for name in seen[0])
    assert len(set(seen[2].values())) == 4


def test_every_category_of_parts_has_a_colour_of_its_own() -> None:
    from designer.catalog.kinds import KINDS

    categories = {kind.cost for kind in KINDS} - {"other"}
    parts = cost_parts(report(**{name: 1.0 for name in categories}))
    assert len({part.colour for part in parts}) == len(categories)


def bounded(category: str, low: float, value: float, high: float) -> CostLine:
    bound = Bound(name="amount", low=low, high=high, estimated=True)
    return CostLine(category=category, amount=value, bounds=(bound,))


def of(*lines: CostLine, low: float) -> Cost:
    whole = Bound(name="capex", low=low, gaps=("ddn-es400nvx2.price",))
    return Cost(by_category=lines, bounds=(whole,), scope="no building")


STORAGE = CostLine(category="storage", unpriced=6, bounds=(Bound(name="amount", low=0.0),))
ESTIMATED = bounded("nodes", 38e6, 40e6, 64e6), bounded("racks", 1e6, 2e6, 3e6)


def test_a_capital_without_an_upper_end_and_its_parts_are_told_as_lower_bounds(
    qtbot: QtBot, desk: Desk
) -> None:
    """`>= $39 M` above `~$40 M` and `~$2 M` was no sum of what stands below it.

    Nor was `~$42 M (39-67)` without storage the capital, of which nobody knows an upper end.
    """
    view, totals = CostView(desk.workspace), TotalsView(desk.workspace)
    for widget in (view, totals):
        qtbot.addWidget(widget)
    unpriced = ("ddn-es400nvx2", "cables (574, not routed yet)")
    shown = Report(cost=of(*ESTIMATED, STORAGE, low=39e6).evolve(unpriced=unpriced))
    view.show_report(shown)
    totals.show_report(shown)
    assert totals.capital.text == view.note.text() == "≥ $39.0 M"
    assert totals.capital.name.full_text() == "Capital"
    assert totals.capital.accessibleName() == "Capital: ≥ $39.0 M"
    assert view.legend() == {"Nodes": "≥ $38.0 M", "Racks": "≥ $1.0 M", "Storage": "no price"}
    name = desk.workspace.part_name("ddn-es400nvx2")
    assert view.scope.text() == f"no price for {name}; no building"
    assert [round(part.part, 3) for part in view.stack.parts] == [0.974, 0.026, 0.0]
    priced = Report(cost=Cost(by_category=ESTIMATED, capex=42e6, unpriced=unpriced[1:]))
    view.show_report(priced)
    assert view.note.text() == "$42.0 M"
    assert view.legend() == {"Nodes": "~$40 M (38–64)", "Racks": "~$2.0 M (1.0–3.0)"}
    assert not view.scope.text(), "cables are no part of the capital"


def test_parts_without_a_price_are_named_as_long_as_there_are_few(qtbot: QtBot, desk: Desk) -> None:
    view = CostView(desk.workspace)
    qtbot.addWidget(view)
    for count, end in ((5, "p3, p4"), (6, "p3, 2 more")):
        unpriced = tuple(f"p{number}" for number in range(count))
        view.show_report(Report(cost=of(STORAGE, low=0.0).evolve(unpriced=unpriced)))
        assert view.scope.text() == f"no price for p0, p1, p2, {end}; no building"


def test_exact_parts_of_a_lower_bound_are_told_exactly() -> None:
    exact = CostLine(category="nodes", amount=3e6)
    told = of(exact, STORAGE, low=3e6).told_by_category()
    assert told[0].exact
    assert told[1].unknown


def test_nothing_that_costs_shows_no_bar(qtbot: QtBot, desk: Desk) -> None:
    view = CostView(desk.workspace)
    qtbot.addWidget(view)
    assert view.stack.isHidden()
    view.show_report(Report(cost=Cost(scope="what stands on the floor", capex=0.0)))
    assert view.note.text() == "no cost yet"
    assert view.stack.isHidden()
    assert view.scope.isHidden(), "of no sum there is nothing to leave out"
    view.show_report(Report(cost=of(STORAGE, low=0.0)))
    assert view.stack.isHidden(), "no price is no cost of nothing"
    view.show_report(report(nodes=1.0))
    assert not view.stack.isHidden()


def test_counts_on_two_lines_end_at_the_same_edge(qtbot: QtBot, desk: Desk) -> None:
    view = ChecksView(desk.workspace)
    qtbot.addWidget(view)
    view.resize(240, 200)
    view.show()
    severities = ("error", "warning", "info", "info")
    checks = tuple(
        Check(rule="P01", severity=severity, message="", advice="", key=f"P01:{number}")
        for number, severity in enumerate(severities)
    )
    open_ = Check(rule="F02", severity="warning", message="", advice="", key="F02:open:x")
    view.show_report(Report(checks=(*checks, open_)))
    assert view.note.text().count("\n") == 1
    assert view.note.alignment() & Qt.AlignmentFlag.AlignRight
    image = view.note.grab().toImage()
    background = image.pixelColor(0, 0)
    halves = (range(image.height() // 2), range(image.height() // 2, image.height()))
    ends = [
        max(x for x in range(image.width()) for y in rows if image.pixelColor(x, y) != background)
        for rows in halves
    ]
    assert abs(ends[0] - ends[1]) <= 2


def test_no_figure_is_cut_off_in_the_smallest_window(
    window: MainWindow, desk: Desk, qtbot: QtBot
) -> None:
    """At 1100 x 700 the ends of energy and running cost lay beyond the panel."""
    window.resize(*SMALLEST)
    energy = Bound(name="energy_mwh_per_year", low=11_310.0, high=12_290.0, estimated=True)
    opex = Bound(name="opex_per_year", low=880_000.0, high=980_000.0, estimated=True)
    cost = small_report().cost.evolve(
        energy_mwh_per_year=11_800.0, opex_per_year=930_000.0, bounds=(energy, opex)
    )
    entries = tuple(Settle(ref=f"p{n}.power_idle_w", what=f"idle power of p{n}") for n in range(4))
    desk.report(small_report().evolve(cost=cost, settle=entries))
    rest(qtbot, window, desk.store)
    assert window.dashboard.figures.texts()["Energy"] == "~11.8 GWh a year (11.3–12.3)"
    scroll = window.dashboard.splitter.widget(0)
    assert isinstance(scroll, QScrollArea)
    assert scroll.widget().width() <= scroll.viewport().width()
