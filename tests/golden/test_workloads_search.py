"""Plans that were published for big runs, against what the search finds on the same GPUs."""

import pytest

from designer.catalog.load import shipped_library
from designer.catalog.records.workloads import Model
from designer.engine.subjects.workloads.hardware import Cluster
from designer.engine.subjects.workloads.plan import RECIPES, Plan
from designer.engine.subjects.workloads.search import Asked, priced, search
from designer.engine.subjects.workloads.shape import shape_of
from tests.helpers.training_groups import profile

H100 = Cluster(989e12, 3.35e12, 450e9, 50e9, 8)


@pytest.mark.parametrize(
    ("model", "batch", "plan"),
    [
        # The Llama 3 Herd of Models, arXiv 2407.21783, table 4: 8,192 GPUs; chunks are not printed.
        (
            "llama-3-1-405b", 2048,
            Plan(tensor=8, pipeline=16, data=64, sequence=8192, micro_batches=32),
        ),
        # NVIDIA Megatron-Bridge, docs/performance-summary-archive.md: 64 and 1,024 H100.
        (
            "llama-3-70b", 256,
            Plan(tensor=4, pipeline=8, data=2, sequence=8192, micro_batches=128, interleave=5),
        ),
        (
            "llama-3-1-405b", 1536,
            Plan(tensor=8, pipeline=8, data=8, context=2, sequence=8192, micro_batches=192),
        ),
    ],
)  # fmt: skip
def test_what_is_found_is_no_slower_than_what_people_ran(
    model: str, batch: int, plan: Plan
) -> None:
    found = shipped_library().get("model", model)
    assert isinstance(found, Model)
    asked = Asked(
        shape_of(found), RECIPES["fp32-gradients"], H100, profile("megatron-h100"), plan.ranks,
        batch, plan.sequence, 80,
    )  # fmt: skip
    best = search(asked)
    assert best is not None
    assert best.fits is True
    published = priced(asked, plan)
    assert best.best[0].ledger.total <= published.ledger.total
    if plan.pipeline < 16:
        # Not much faster either, where the schedule is printed: experts chose well by trial.
        assert best.best[0].ledger.total > 0.8 * published.ledger.total
    # Both keep a layer whole inside the links of one node.
    assert best.best[0].plan.tensor in (4, 8)
