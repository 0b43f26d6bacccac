"""Every single cable, switch, rack and feed: what is told to be left holds what an exact cut says.

The cut is found by a program of the tests' own on the cables of the schedule, of fabrics that are
oversubscribed, of three tiers with a core switch less, and laid at random by hand. Endpoints that a
loss cuts off are not halved; those that never had a link are.
"""

from collections.abc import Callable, Iterable
from functools import cache

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.network_report import FabricLoss, FabricReport, SwitchLoss
from designer.model.design import Design
from designer.planning.templates import build
from tests.helpers import crooked_cables, signed_designs, signed_parts, small_radix
from tests.helpers.exact_halves import Net, net_of

Made = tuple[Design, Catalog, str]


def storage() -> Made:
    catalog = load_shipped()
    return build("dgx-superpod-h100", {"scalable_units": "1"}, catalog), catalog, "storage"


def oversubscribed() -> Made:
    design = small_radix.drawn(48, 12, 2.0)
    return design, small_radix.catalog(12), design.fabrics[0].id


def three_tiers() -> Made:
    return signed_designs.DESIGNS["a core switch less"](), signed_parts.CATALOG, "ib"


def by_hand(seed: int) -> Made:
    return crooked_cables.two_rails(seed), crooked_cables.CATALOG, "ib"


FABRICS: dict[str, Callable[[], Made]] = {
    "storage of a scalable unit": storage,
    "oversubscribed": oversubscribed,
    "three tiers, a core switch less": three_tiers,
    "by hand, 3 nodes": lambda: by_hand(9),
}


@cache
def measured(name: str) -> tuple[FabricReport, Net, float]:
    design, catalog, fabric_id = FABRICS[name]()
    report = next(one for one in evaluate(design, catalog).fabrics if one.id == fabric_id)
    rate = next(one.rate_gbps for one in design.fabrics if one.id == fabric_id)
    return report, net_of(design, catalog, fabric_id), rate


def holding(rows: Iterable[FabricLoss | SwitchLoss], gbps: float) -> list[FabricLoss | SwitchLoss]:
    """Return the rows whose interval holds a figure."""
    found = []
    for row in rows:
        told = row.figure("bisection_gbps")
        if told.low - 1e-6 <= gbps <= told.high + 1e-6:
            found.append(row)
    return found


@pytest.mark.parametrize("name", FABRICS)
def test_the_whole_fabric(name: str) -> None:
    report, net, rate = measured(name)
    told = report.figure("bisection_gbps")
    assert told.low - 1e-6 <= net.links_left() * rate <= told.high + 1e-6
    assert net.links_left() > 0


@pytest.mark.parametrize("name", FABRICS)
def test_every_cable(name: str) -> None:
    report, net, rate = measured(name)
    rows = [loss for loss in report.losses if loss.what == "cable"]
    assert sum(row.number for row in rows) == len(net.links)
    for pair in set(net.links):
        left = net.links_left(lost=pair) * rate
        tiers = {net.tiers[end] for end in pair}
        # By hand a node may hang on what is drawn as a spine, and counts as a leaf then.
        mine = [row for row in rows if set(row.ids) == tiers] or rows
        assert holding(mine, left), (pair, left)
        named = [row for row in rows if set(row.joins) == set(pair)]
        assert holding(named, left) == named, (pair, left)


@pytest.mark.parametrize("name", FABRICS)
def test_every_switch(name: str) -> None:
    report, net, rate = measured(name)
    joined = {end for pair in net.links for end in pair if net.tiers[end] != "node"}
    assert joined
    for switch in joined:
        left = net.links_left({switch}) * rate
        rows = [row for row in report.switch_losses if row.tier == net.tiers[switch]]
        assert holding(rows or report.switch_losses, left), (switch, left)
        named = [
            row for row in report.losses
            if row.what == "switch" and switch in (row.example, *row.ids)
        ]  # fmt: skip
        assert holding(named, left) == named, (switch, left)


@pytest.mark.parametrize("name", FABRICS)
def test_every_rack_and_feed(name: str) -> None:
    report, net, rate = measured(name)
    rows = [row for row in report.losses if row.what in ("rack", "feed")]
    tried = 0
    for row in rows:
        for key in row.ids:
            gone = net.in_racks([key]) if row.what == "rack" else net.dark_without(key)
            left = net.links_left(gone) * rate
            tried += 1
            assert holding([row], left) == [row], (row.what, key, left)
    assert tried
