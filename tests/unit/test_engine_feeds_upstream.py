"""Upstream of the feeds: shared points behind a fork, circles without a source, an only feed."""

import pytest

from designer.engine.evaluate import evaluate
from designer.model.design import PowerNode, Site
from tests.unit.test_engine_feeds import CATALOG, design_of, feed, keys, message, nodes, pdus

GRID = PowerNode(id="grid", kind="utility", capacity_kw=1e6)


def board(key: str, *parents: str) -> PowerNode:
    return PowerNode(id=key, kind="switchboard", parents=parents, capacity_kw=1e6)


def forked(ups_parent: str) -> tuple[PowerNode, ...]:
    """Two feeds, each on two switchboards, all on one UPS."""
    ups = PowerNode(id="ups1", kind="ups", parents=(ups_parent,), capacity_kw=1e6)
    return (
        feed("A", parents=("s1", "s2")), feed("B", parents=("s3", "s4")), GRID,
        *(board(f"s{n}", "ups1") for n in (1, 2, 3, 4)), ups,
    )  # fmt: skip


def test_two_feeds_that_meet_behind_a_fork_are_no_two_systems() -> None:
    design = design_of(*nodes(1), *pdus("AB"), power=forked("grid"), site=Site(feed_policy="2N"))
    found = keys(evaluate(design, CATALOG))
    assert {"P12:2N:ups1", "P12:2N:systems", "P02:one-feed:dgx-h100x1"} <= found
    assert not {key for key in found if key.startswith("P26")}
    plus_one = keys(evaluate(design.evolve(site=Site()), CATALOG))
    assert "P12:N+1:ups1:harm" in plus_one


def test_one_system_alone_is_said_without_a_figure_of_nothing() -> None:
    design = design_of(*nodes(1), *pdus("AB"), power=forked("grid"), site=Site(feed_policy="2N"))
    (told,) = [
        check.message for check in evaluate(design, CATALOG).checks if check.key.endswith("systems")
    ]
    assert told.endswith("by system: A is the only one")


def test_a_circle_upstream_is_an_error_by_every_policy() -> None:
    for policy in ("N", "N+1", "2N"):
        site = Site(feed_policy=policy)
        report = evaluate(design_of(*nodes(1), *pdus("AB"), power=forked("s1"), site=site), CATALOG)
        assert "P26:no-source:s1,ups1" in keys(report)
        assert "feeds A, B: no source upstream; s1, ups1" in message(report, "P26")


def test_what_supplies_no_feed_is_told_and_what_does_is_not() -> None:
    """A UPS beside the chain, with a board below it, carries nothing whatever it is rated for."""
    spare = PowerNode(id="ups9", name="UPS 9", kind="ups", parents=("grid",), capacity_kw=1e6)
    design = design_of(*nodes(1), *pdus("AB"), power=(*forked("grid"), spare, board("s9", "ups9")))
    report = evaluate(design, CATALOG)
    idle = {key for key in keys(report, "P26") if ":idle:" in key}
    assert idle == {"P26:idle:ups9", "P26:idle:s9"}
    assert message(report, "P26:idle:ups9") == "UPS 9 supplies no feed"


ALONE = {
    "unknown load": (feed("A", 30), feed("U", 1e6, kind="ups")),
    "unknown capacity": (feed("A", None), feed("U", 1e6, kind="ups")),
    "a UPS of unknown capacity": (feed("A", 1e6, parents=("U",)), feed("U", None, kind="ups")),
}  # fmt: skip


@pytest.mark.parametrize("policy", ["N", "N+1", "2N"])
@pytest.mark.parametrize(("case", "node"), list(zip(ALONE, "AAU", strict=True)))
def test_what_cannot_be_said_of_an_only_feed_is_told(case: str, node: str, policy: str) -> None:
    """Nothing outlives the loss of a room's only feed, so its load after one is none."""
    catalog = CATALOG
    if case == "unknown load":
        catalog = CATALOG.overlay([CATALOG.require("dgx-h100").evolve(power_max_w=None)])
    site = Site(feed_policy=policy)
    report = evaluate(design_of(*nodes(4), *pdus("A"), power=ALONE[case], site=site), catalog)
    states = {one.id: one.state for one in (*report.power.feeds, *report.power.upstream)}
    assert states[node] == "unknown"
    assert keys(report, "P14") == {f"P14:open:{key}" for key in states if states[key] == "unknown"}
