"""What a rack's feed carries after another feed is lost, where the rack hangs on one alone."""

import pytest

from designer.engine.evaluate import evaluate
from designer.engine.power_report import FeedReport
from designer.engine.report import Report
from designer.model.design import Design, Device, FeedPolicy, PowerNode, Rack, Site
from tests.helpers import engine_designs as parts

CATALOG = parts.small_catalog()


def feed(key: str, *parents: str) -> PowerNode:
    return PowerNode(id=key, capacity_kw=1e6, parents=parents)


def two_nodes(on: str, *power: PowerNode, policy: FeedPolicy = "N+1") -> Report:
    """Return the report of two DGX H100, 20.4 kW, with a rack PDU on each of these feeds."""
    devices = (
        *(Device(id=f"n{n}", name="n", part=parts.DGX.id, rack="r", half_u=2 + 20 * n)
          for n in range(2)),
        *(Device(id=f"p{n}", name="p", part=parts.PDU.id, rack="r", face="zero-u", feed=name)
          for n, name in enumerate(on)),
    )  # fmt: skip
    design = Design(
        power=power, racks=(Rack(id="r", name="R", part=parts.RACK.id, x_mm=4000, y_mm=4000),),
        devices=devices, site=Site(feed_policy=policy),
    )  # fmt: skip
    return evaluate(design, CATALOG)


def rows(report: Report) -> tuple[FeedReport, ...]:
    return report.racks[0].feeds


@pytest.mark.parametrize("policy", ["N", "N+1", "2N"])
@pytest.mark.parametrize("on", ["A", "AA"])
def test_a_rack_on_one_of_two_feeds_keeps_its_load_when_the_other_is_lost(
    policy: FeedPolicy, on: str
) -> None:
    """It was said to carry nothing, while the room's feed carried the same 20.4 kW."""
    report = two_nodes(on, feed("A"), feed("B"), policy=policy)
    (row,) = rows(report)
    assert (row.load_kw, row.load_after_loss_kw) == (pytest.approx(20.4), pytest.approx(20.4))
    assert row.bound("load_after_loss_kw") is None
    if policy != "N":
        assert report.power.feeds[0].load_after_loss_kw == pytest.approx(20.4)
        # With A itself, the rack is lost all the same.
        found = {check.key: check.severity for check in report.checks}
        assert found["P02:one-feed:dgx-h100x2"] == "error"


@pytest.mark.parametrize("policy", ["N", "N+1", "2N"])
def test_nothing_is_said_of_a_loss_where_no_other_feed_can_be_lost(policy: FeedPolicy) -> None:
    (row,) = rows(two_nodes("A", feed("A"), policy=policy))
    assert (row.load_kw, row.load_after_loss_kw) == (pytest.approx(20.4), None)
    assert row.figure("load_after_loss_kw").unknown


def test_no_feed_outlives_the_only_system_by_2n() -> None:
    """A and B hang on one UPS: there is no other system that could be left, or lost."""
    ups = PowerNode(id="u", kind="ups", capacity_kw=1e6)
    report = two_nodes("AB", feed("A", "u"), feed("B", "u"), ups, policy="2N")
    assert [row.load_after_loss_kw for row in rows(report)] == [None, None]


@pytest.mark.parametrize(("on", "kept"), [("A", None), ("B", 20.4)])
def test_a_feed_that_hangs_on_the_other_outlives_no_loss(on: str, kept: float | None) -> None:
    """B takes A with it; B keeps its load when A is lost."""
    (row,) = rows(two_nodes(on, feed("A", "B"), feed("B")))
    assert row.load_after_loss_kw == (None if kept is None else pytest.approx(kept))


def test_a_room_that_states_no_feeds_leaves_open_what_the_only_one_carries() -> None:
    """Another may be in the room or not."""
    (row,) = rows(two_nodes("A"))
    after = row.figure("load_after_loss_kw")
    assert (after.value, after.low, after.high) == (None, 0.0, pytest.approx(20.4))
