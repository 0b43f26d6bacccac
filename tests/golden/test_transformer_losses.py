"""Transformers of the catalogue lose what their tables say, and carry what they are rated for."""

import math

import pytest

from designer.catalog.load import load_shipped
from designer.engine.plant_losing import losing_of
from designer.engine.plant_stages import by_losses
from designer.engine.subjects.feeds.part_ratings import nameplate_of
from designer.model.design import PowerNode
from designer.model.figures import Figure, exact

SHIPPED = load_shipped()


def loss_kw(part_id: str, load_kw: float, **node: object) -> Figure:
    """Return what a transformer loses; its owner states no rating but what `node` does."""
    part = SHIPPED.require(part_id)
    one = PowerNode(id="t", kind="transformer", part=part_id, **node)
    plate = nameplate_of(one, part, always=False)
    assert plate is not None
    losing = losing_of(one, part, plate.carries(1.0), SHIPPED)
    return losing.flow((exact(load_kw, "kW"),)).loss


@pytest.mark.parametrize(
    ("part_id", "share", "watts"),
    [
        # Regulation (EU) 548/2014, annex I, stage 2: P0 + k² · Pk of tables I.1 and I.2
        ("transformer-liquid-1600", 0.0, 1080), ("transformer-liquid-1600", 0.5, 1080 + 3000),
        ("transformer-liquid-1600", 1.0, 13_080), ("transformer-liquid-2500", 0.4, 1575 + 2960),
        ("transformer-liquid-3150", 1.0, 24_980), ("transformer-dry-1000", 0.5, 1395 + 2250),
        ("transformer-dry-2500", 1.0, 21_790), ("transformer-dry-3150", 0.6, 3420 + 7920),
        # Huawei STS-3000K-H1 (2020), to 24 kV
        ("transformer-huawei-sts-3000k", 1.0, 29_700),
    ],
)  # fmt: skip
def test_a_transformer_loses_what_its_table_says(part_id: str, share: float, watts: float) -> None:
    kva = SHIPPED.require(part_id).transformer.rated_kva
    loss = loss_kw(part_id, share * kva)
    assert loss.exact
    assert loss.value == pytest.approx(watts / 1000)


def test_its_station_loses_what_stage_1_allowed() -> None:
    """3,150 kVA liquid: 27,500 W and 2,200 W (Regulation (EU) 548/2014, table I.1, stage 1)."""
    made = SHIPPED.require("transformer-huawei-sts-3000k").transformer
    assert (made.load_w, made.no_load_w) == (27_500, 2200)
    late = SHIPPED.require("transformer-liquid-3150").transformer
    assert (late.load_w, late.no_load_w) < (made.load_w, made.no_load_w)


def test_two_share_the_load() -> None:
    """Two of 1,000 kVA at 1,000 kW lose 2 · (693 + 0.25 · 7,600) W."""
    loss = loss_kw("transformer-liquid-1000", 1000, modules=2)
    assert loss.value == pytest.approx(2 * (693 + 1900) / 1000)


@pytest.mark.parametrize(
    "owner", [{"efficiency": 0.985}, {"capacity_kw": 900}, {"capacity_kva": 1000}]
)
def test_what_its_owner_states_goes_before_its_table(owner: dict[str, float]) -> None:
    assert not loss_kw("transformer-liquid-1000", 500, **owner).exact


def test_a_rating_in_kva_carries_kilowatts_by_the_power_factor() -> None:
    part = SHIPPED.require("transformer-dry-1600")
    node = PowerNode(id="t", kind="transformer", part=part.id)
    assert nameplate_of(node, part, always=False).carries(0.95).value == pytest.approx(1520)
    bare = SHIPPED.require("transformer-generic")
    assert nameplate_of(node, bare, always=False) is None


def test_the_least_part_that_is_lost_is_where_both_losses_are_alike() -> None:
    """P0 + k²·Pk over k is least at k = √(P0 ÷ Pk), and is then 2·√(P0·Pk)."""
    stage = by_losses(100.0, 1000.0, 1, 100.0)
    at = math.sqrt(0.001 / 0.010)
    assert stage.least_part == pytest.approx(stage.least(at) / at)
    assert all(stage.least(x) / x >= stage.least_part for x in (0.1, 0.3, 0.32, 0.5, 1.0))
