"""P17: what a generator carries when it runs is between 30 % and 80 % of its rating."""

import pytest

from designer.engine.evaluate import evaluate
from designer.engine.report import Check
from designer.model.design import PowerNode, Site
from tests.unit.test_engine_feeds import CATALOG, design_of, feed, nodes, pdus


def said(rating: float | None, *, stands_by: bool = True, policy: str = "N+1") -> list[Check]:
    """Return what P17 says of a set that carries two DGX H100 on two feeds, 20.4 kW."""
    parents = ("grid", "set") if stands_by else ("set",)
    power = (
        feed("A", 1e6, parents=("u",)), feed("B", 1e6, parents=("u",)),
        PowerNode(id="u", kind="ups", parents=parents, capacity_kw=1e6),
        PowerNode(id="grid", kind="utility", capacity_kw=1e6),
        PowerNode(id="set", name="Set 1", kind="generator", capacity_kw=rating),
    )  # fmt: skip
    design = design_of(*nodes(2), *pdus("AB"), power=power, site=Site(feed_policy=policy))
    return [check for check in evaluate(design, CATALOG).checks if check.rule == "P17"]


@pytest.mark.parametrize("policy", ["N", "N+1", "2N"])
@pytest.mark.parametrize("stands_by", [True, False])
@pytest.mark.parametrize(
    ("rating", "key"),
    [
        (20.3, ""),  # P14 tells that it is too much
        (20.5, "P17:high:set"),
        (25.4, "P17:high:set"),
        (25.6, ""),
        (67.9, ""),
        (68.1, "P17:low:set"),
        (None, ""),  # P14 tells that it cannot be said
    ],
)
def test_a_set_is_told_by_what_it_carries_when_it_runs(
    rating: float | None, key: str, policy: str, *, stands_by: bool
) -> None:
    found = said(rating, stands_by=stands_by, policy=policy)
    assert [check.key for check in found] == ([key] if key else [])


def test_the_words_say_when_and_how_much() -> None:
    (high,) = said(25)
    assert high.message == (
        "Generator Set 1 carries 20.4 kW of its 25.0 kW when it takes over, above 80% of its rating"
    )
    (low,) = said(100, stands_by=False)
    assert low.message == (
        "Generator Set 1 carries 20.4 kW of its 100.0 kW when it runs, below 30% of its rating"
    )
    assert (low.severity, high.severity) == ("warning", "warning")


@pytest.mark.parametrize(
    ("rating", "sets", "spare", "key"),
    [
        (60.0, 3, 1, ""),  # two of three give 40 kW
        (30.0, 3, 1, "P17:spare:set"),  # two of three give 20 kW
        (30.0, 3, 0, ""),
        (30.0, None, None, ""),
        (60.0, 3, 2, "P17:spare:set"),
        (None, 3, 1, ""),  # P14 tells that it cannot be said
    ],
)
def test_sets_that_are_spare_are_not_needed(
    rating: float | None, sets: int | None, spare: int | None, key: str
) -> None:
    power = (
        feed("A", 1e6, parents=("grid", "set")), feed("B", 1e6, parents=("grid", "set")),
        PowerNode(id="grid", kind="utility", capacity_kw=1e6),
        PowerNode(
            id="set", name="Set 1", kind="generator", capacity_kw=rating, modules=sets,
            spare_modules=spare,
        ),
    )  # fmt: skip
    design = design_of(*nodes(2), *pdus("AB"), power=power, site=Site())
    found = [c for c in evaluate(design, CATALOG).checks if c.key.startswith("P17:spare")]
    assert [(check.key, check.severity) for check in found] == ([(key, "error")] if key else [])
    if key and rating == 30.0:
        assert found[0].message.startswith("Generator Set 1, 2+1 sets: 20.0 kW without its spare")
