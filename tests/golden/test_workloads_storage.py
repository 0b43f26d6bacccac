"""Storage by the rules that are published: each figure of the documents, applied."""

import pytest

from designer.engine.calc import CalcError, calculate
from designer.engine.calculation import CalcResult
from designer.engine.subjects.workloads.calc_storage import level_of, levels, tier_for


def calc(**given: object) -> CalcResult:
    return calculate("storage", {name: str(value) for name, value in given.items()})


@pytest.mark.parametrize(
    ("level", "unit", "four"),
    [("good", (15, 7), (60, 28)), ("better", (40, 20), (160, 80)), ("best", (125, 62), (500, 248))],
)
def test_levels_of_a_superpod(level: str, unit: tuple[int, int], four: tuple[int, int]) -> None:
    """NVIDIA DGX SuperPOD H100, RA-11333-001: aggregate of one unit of 32 nodes and of four."""
    assert levels(32)[level] == unit
    found = calc(gpus=1024).results
    assert (found[f"read_{level}_gb_s"], found[f"write_{level}_gb_s"]) == four
    assert level_of(*unit, 32) == level
    assert level_of(unit[0], unit[1] - 0.1, 32) != level


def test_storage_below_the_lowest_level_is_said() -> None:
    assert calc(gpus=256, read_gb_s=14, write_gb_s=50).results["level"] == "below good"
    assert calc(gpus=256, read_gb_s=180, write_gb_s=130).results["level"] == "best"


def test_capacity_is_three_to_five_times_the_data() -> None:
    """NCA-AIIO study page: 200 TB of data ask for 600 to 1,000 TB."""
    found = calc(dataset_tb=200)
    assert found.bounds["capacity_tb"] == (600, 1000)


@pytest.mark.parametrize(
    ("size", "tier", "rate"),
    [
        # AI/ML Infrastructure (2026-06-18), § AI storage, requirements.
        (9.9, "storage-tier-below-10-tb", 10),
        (10, "storage-tier-10-to-100-tb", 100),
        (100, "storage-tier-100-tb-to-10-pb", 500),
        (10_000, "storage-tier-above-10-pb", 1000),
    ],
)
def test_the_tier_follows_the_size_of_the_data(size: float, tier: str, rate: float) -> None:
    assert tier_for(size).id == tier
    found = calc(dataset_tb=size).results
    assert (found["tier"], found["tier_gb_s"]) == (tier, rate)


def test_images_feed_gpus() -> None:
    """3,000 images a second of 110 KB are 0.33 GB/s for each H100."""
    assert calc(gpus=8).results["images_gb_s"] == pytest.approx(8 * 3000 * 110e3 / 1e9)


def test_checkpoints_by_strategy() -> None:
    """AI/ML Infrastructure (2026-06-18), § Checkpointing: 70 billion parameters are 980 GB."""
    found = calc(parameters_b=70, gpus=64, write_gb_s=100, interval_s=1800)
    told = found.results
    assert told["checkpoint_gb"] == pytest.approx(980)
    assert told["full_stall_s"] == pytest.approx(9.8)
    assert told["shard_gb"] == pytest.approx(15.3, abs=0.02)
    assert told["full_gb_s"] == pytest.approx(980 / 60)
    assert told["async_gb_s"] == pytest.approx(980 / 1800)
    assert found.bounds["continuous_gb_s"] == pytest.approx((980 / 300, 980 / 60))
    for word in ("full", "async", "distributed", "in memory", "continuous"):
        assert word in found.note


def test_a_checkpoint_of_a_model_of_the_catalogue() -> None:
    """405.9 billion parameters at 14 bytes are 5.68 TB: in 474 s, 12 GB/s."""
    found = calc(model="llama-3-1-405b", interval_s=474).results
    assert found["async_gb_s"] == pytest.approx(12, rel=0.01)


def test_nothing_asked_is_refused() -> None:
    with pytest.raises(CalcError, match="needs dataset_tb, gpus, or a model"):
        calc()
