"""The bar of capital: a category has its colour in every design, in the bar and in the legend."""

import re

from pytestqt.qtbot import QtBot

from designer.engine.report import Cost, CostLine, Report
from designer.render.theme import METHOD_COLOURS
from designer.ui.views.dashboard.cost_bar import CostView, cost_parts
from tests.helpers.ui_desk import Desk


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
