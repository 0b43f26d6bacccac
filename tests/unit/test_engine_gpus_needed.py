"""R15: the GPUs that a site needs at once, against those that the design has."""

import pytest

from designer.engine.evaluate import evaluate
from designer.model.design import Site
from tests.unit.test_engine_feeds import CATALOG, design_of, nodes, pdus


@pytest.mark.parametrize(
    ("needed", "said"),
    [(None, {}), (16, {}),
     (17, {"R15:gpus-needed": "the site needs 17 GPUs at once, and the design has 16 GPUs"})],
)  # fmt: skip
def test_a_design_has_the_gpus_that_its_site_needs(
    needed: int | None, said: dict[str, str]
) -> None:
    design = design_of(*nodes(2), *pdus("AB"), site=Site(gpus_needed=needed))
    found = evaluate(design, CATALOG).checks
    assert {check.key: check.message for check in found if check.rule == "R15"} == said


def test_gpus_that_nobody_counted_leave_it_open() -> None:
    lost = nodes(1, "node-of-nobody")
    design = design_of(*nodes(1), *lost, *pdus("AB"), site=Site(gpus_needed=9))
    found = evaluate(design, CATALOG).checks
    assert [check.key for check in found if check.rule == "R15"] == ["R15:open:gpus-needed"]
