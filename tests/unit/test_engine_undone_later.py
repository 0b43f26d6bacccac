"""What was worked out of fabrics is there again after several undos, as of a design made anew."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.engine.network_report import FabricReport
from designer.engine.report import Report
from designer.model.change import apply, diff
from designer.model.design import Design
from designer.planning.templates import build
from tests.helpers.edits_at_random import sequence

CATALOG = load_shipped()


@pytest.fixture(scope="module")
def pod() -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)


@pytest.mark.parametrize("seed", [3008, 714, 17])
def test_losses_of_fabrics_are_there_again_after_undos(pod: Design, seed: int) -> None:
    """The work on a graph was kept longer than what came of it: losses and all-to-all were gone."""
    states = [pod, *sequence(pod, seed, 3)]
    evaluator = Evaluator(CATALOG)
    evaluator.report(pod)
    found: dict[int, tuple[FabricReport, ...]] = {}
    stands = pod
    for number in (1, 2, 3, 1, 2, 1, 3, 2, 1, 0):
        # As after an undo: the same records, another design.
        stands = apply(stands, diff(stands, states[number]))
        told = fabrics(evaluator.whole(stands))
        assert told == found.setdefault(number, told), f"state {number} says another thing later"
    for number, told in found.items():
        assert told == fabrics(Evaluator(CATALOG).whole(states[number]))


def fabrics(report: Report) -> tuple[FabricReport, ...]:
    assert all(one.worked_out for one in report.fabrics)
    return tuple(report.fabrics)
