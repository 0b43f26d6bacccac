"""What several rules and figures say of one loss agrees: feeds, rooms without feeds, spare CDUs."""

import pytest

from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Design, Device, FeedPolicy, PowerNode, Rack
from tests.helpers import engine_designs as parts
from tests.unit.test_engine_cooling_feeds import hall

CATALOG = parts.small_catalog()
ON_ONE_UPS = (
    PowerNode(id="A", capacity_kw=500, parents=("ups",)),
    PowerNode(id="B", capacity_kw=500, parents=("ups",)),
    PowerNode(id="C", capacity_kw=500),
    PowerNode(id="ups", kind="ups", capacity_kw=500),
)


ON_TWO_UPS = (
    PowerNode(id="A", capacity_kw=500, parents=("ups1",)),
    PowerNode(id="B", capacity_kw=500, parents=("ups1",)),
    PowerNode(id="C", capacity_kw=500, parents=("ups2",)),
    PowerNode(id="D", capacity_kw=500, parents=("ups2",)),
    PowerNode(id="ups1", kind="ups", capacity_kw=500),
    PowerNode(id="ups2", kind="ups", capacity_kw=500),
)


def rack_on(
    feeds: str, nodes: int = 1, power: tuple[PowerNode, ...] = ON_ONE_UPS, cording: str = "",
    part: str = parts.DGX.id,
) -> Report:  # fmt: skip
    """Nodes of 10.2 kW, which need four of six supplies, on PDUs of 32.8 kW."""
    rack = Rack(id="r", name="R", part=parts.RACK.id, x_mm=4000, y_mm=4000)
    devices = [
        Device(id=f"n{at}", name="n", part=part, rack="r", half_u=2 + 18 * at,
               cording=cording)
        for at in range(nodes)
    ]  # fmt: skip
    devices += [
        Device(id=f"p{at}", name="p", part=parts.PDU.id, rack="r", face="zero-u", feed=feed)
        for at, feed in enumerate(feeds)
    ]
    return evaluate(Design(power=power, racks=(rack,), devices=tuple(devices)), CATALOG)


def by_key(report: Report, *rules: str) -> dict[str, str]:
    return {c.key: c.severity for c in report.checks if c.rule in rules}


def test_a_shared_ups_is_an_error_where_its_loss_takes_a_rack() -> None:
    """P02 said error and P12 warning, of the same loss."""
    assert by_key(rack_on("AB"), "P02", "P12") == {
        "P02:one-feed:dgx-h100x1": "error", "P12:N+1:ups:harm": "error",
    }  # fmt: skip


def test_a_shared_ups_is_an_error_where_its_loss_takes_too_many_supplies() -> None:
    """By A, B and C a node keeps two of the four supplies that it needs when the UPS is lost."""
    found = by_key(rack_on("ABC"), "P03", "P12")
    assert found["P12:N+1:ups:harm"] == "error"
    assert found["P03:dgx-h100:2+2+2"] == "error"


def test_of_two_ups_whose_loss_is_as_bad_both_are_errors() -> None:
    """Each leaves 3 of 6 supplies, and 4 are needed; only the first was called an error."""
    assert by_key(rack_on("ABCD", 1, ON_TWO_UPS, "2+1+2+1"), "P12") == {
        "P12:N+1:ups1:harm": "error", "P12:N+1:ups2:harm": "error",
    }  # fmt: skip


def test_a_ups_that_takes_a_switch_with_one_supply_is_a_warning() -> None:
    """P13 warns of such a device on one feed; its maker built it so."""
    found = by_key(rack_on("AC", part=parts.SMALL.id), "P02", "P03", "P12", "P13")
    assert found == {"P12:N+1:ups": "warning", "P13:single": "warning"}


def test_a_ups_is_an_error_though_the_loss_of_one_of_its_feeds_does_as_much() -> None:
    """A node on A and C keeps 3 of 6 supplies whether it loses A or the UPS of A and B."""
    assert by_key(rack_on("AC"), "P12") == {"P12:N+1:ups:harm": "error"}


def test_a_shared_ups_whose_loss_harms_nothing_is_a_warning() -> None:
    assert by_key(rack_on("AC", nodes=0), "P02", "P03", "P12") == {"P12:N+1:ups": "warning"}


@pytest.mark.parametrize("policy", ["N+1", "2N"])
def test_spare_units_that_hang_on_one_feed_are_not_called_spare_alone(policy: FeedPolicy) -> None:
    """It said N+1 beside the error that a lost feed leaves none of them."""
    lost = "with one system left" if policy == "2N" else "after a lost feed"
    report = evaluate(hall("A A AB AB", policy), CATALOG)
    assert report.facility.cdu_redundancy == f"N+1; less than N {lost}"
    assert evaluate(hall("A B AB AB", policy), CATALOG).facility.cdu_redundancy == "N+1"
    unknown = evaluate(hall("- A AB AB", policy), CATALOG)
    # A unit on no feed carries nothing.
    assert unknown.facility.cdu_redundancy == f"N; less than N {lost}"


def test_units_on_the_only_system_are_less_than_n_by_2n() -> None:
    report = evaluate(hall("A A AB AB", "2N", (PowerNode(id="A"),)), CATALOG)
    assert report.facility.cdu_redundancy == "N+1; less than N after losing the only system"


def test_by_policy_n_no_feed_may_be_lost_and_spare_units_are_counted_alone() -> None:
    assert evaluate(hall("A A AB AB", "N"), CATALOG).facility.cdu_redundancy == "N+1"


def test_2n_in_a_room_without_feeds_says_that_there_are_none() -> None:
    """The message ended in "by system: ", and cooling lost "a feed" where 2N loses a system."""
    report = evaluate(hall("- - - -", "2N", power=()), CATALOG)
    told = {check.key: check.message for check in report.checks}
    assert told["P12:2N:systems"] == (
        "2N asks for two independent systems that each carry everything; the room has no feeds"
    )
    assert "; losing all but one system leaves" in told["C06:open:cdu-feed"]
    one = evaluate(hall("- - - -", "N+1", power=()), CATALOG)
    (said,) = (check.message for check in one.checks if check.key == "C06:open:cdu-feed")
    assert "; losing a feed leaves" in said
