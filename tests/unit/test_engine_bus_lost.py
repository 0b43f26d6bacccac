"""Losing one power shelf of a bus bar, or one supply in it: of one size, and of several."""

import pytest

from designer.engine.evaluate import Evaluator
from designer.engine.power_report import InsideLossReport
from designer.engine.together_report import InsideLost, LossAsked
from designer.model.figures import exact
from tests.unit.test_engine_bus_bar import CATALOG, SHELF, design_of, report_of

assert SHELF.psu is not None
SPARE = SHELF.evolve(
    id="spare", name="Spare shelf", psu=SHELF.psu.evolve(count=7, redundancy="6+1")
)
"""30 kW, as the shelf beside it, with one supply more."""


def losses_of(*held: str | tuple[str, str]) -> dict[str, InsideLossReport]:
    (rack,) = report_of(*held, parts=[SPARE]).racks
    return {loss.name: loss for loss in rack.losses}


@pytest.mark.parametrize(
    ("trays", "small", "large"),
    [(2, False, False), (3, False, True), (5, False, True), (6, True, True)],
)
def test_each_of_unlike_shelves_is_lost_alone(trays: int, small: bool, large: bool) -> None:
    """30 kW and 60 kW: what is left is 60 kW, or 30 kW; trays draw 12 kW each."""
    found = losses_of(("shelf", "A"), ("large", "B"), *["tray"] * trays)
    lost = {name: (loss.short, loss.dark) for name, loss in found.items()}
    assert lost["the Shelf"] == (small, False)
    assert lost["the Large shelf"] == (large, False)
    assert found["the Shelf"].text == "60.0 of 90.0 kW left"
    assert found["the Large shelf"].short_gpus == (8 * trays if large else 0)


def test_of_several_of_a_size_one_is_lost() -> None:
    found = losses_of("large", "shelf", "shelf", *["tray"] * 7)
    assert (found["one of 2 × Shelf"].number, found["one of 2 × Shelf"].short) == (2, False)
    assert found["the Large shelf"].short


def test_a_supply_of_unlike_shelves_takes_what_it_gives() -> None:
    """5 and 10 kW of 90 kW: 84 kW are carried without the one, and not without the other."""
    found = losses_of(("shelf", "A"), ("large", "B"), *["tray"] * 7)
    one, other = (found[f"one of 6 supplies of {name}"] for name in ("Shelf", "Large shelf"))
    assert (one.text, one.short) == ("85.0 of 90.0 kW left", False)
    assert (other.text, other.short) == ("80.0 of 90.0 kW left", True)


def test_a_spare_supply_stands_in_for_a_lost_one() -> None:
    trays = ["tray"] * 5
    assert losses_of("shelf", "shelf", *trays)["one of 12 supplies of the bus bar"].short is True
    found = losses_of("spare", "spare", *trays)["one of 14 supplies of the bus bar"]
    assert (found.short, found.dark, found.short_gpus) == (False, False, 0)
    assert "spare" in found.text


def test_more_supplies_than_are_spare_are_lost_as_if_of_one_shelf() -> None:
    design = design_of("spare", "spare", *["tray"] * 5)
    evaluator = Evaluator(CATALOG.overlay([SPARE]))
    (rack,) = evaluator.whole(design).racks
    at = [loss.kind for loss in rack.losses].index("supply")
    for number, left in ((1, 60), (2, 55), (3, 50)):
        asked = LossAsked(inside=(InsideLost(rack="r", at=at),) * number, racks=("r",))
        (after,) = evaluator.together(1, design, asked).racks
        (limit,) = (one for one in after.limits if one.name == "after-loss-shelves")
        assert exact(limit.limit or 0).low == pytest.approx(left)


def test_losing_more_of_unlike_shelves_leaves_less() -> None:
    design = design_of(("shelf", "A"), ("large", "B"), ("large", "A"), *["tray"] * 3)
    evaluator = Evaluator(CATALOG)
    (rack,) = evaluator.whole(design).racks
    names = [loss.name for loss in rack.losses]
    gone: list[InsideLost] = []
    for name, left in (("the Shelf", 120), ("one of 2 × Large shelf", 60)):
        gone.append(InsideLost(rack="r", at=names.index(name)))
        asked = LossAsked(inside=tuple(gone), racks=("r",))
        (after,) = evaluator.together(1, design, asked).racks
        (limit,) = (one for one in after.limits if one.name == "after-loss-shelves")
        assert limit.limit == pytest.approx(left)


def test_the_bus_bar_of_unlike_shelves_is_held_to_its_rating() -> None:
    """Both shelves below seven trays: 84 kW at 50 V are 1,680 A on a bus bar of 700 A."""
    report = report_of(("shelf", "A"), ("large", "B"), *["tray"] * 7)
    (check,) = (one for one in report.checks if one.key.startswith("P05:bus-bar"))
    assert (check.severity, "1,680 A" in check.message) == ("error", True)
    (rack,) = report.racks
    (limit,) = (one for one in rack.limits if one.name == "bus-bar")
    assert (limit.state, limit.limit) == ("error", 700)
    assert limit.used == pytest.approx(1680)
    apart = report_of(("shelf", "A"), "tray", ("large", "B"))
    assert not [one for one in apart.checks if one.key.startswith("P05")]


def test_the_loss_of_the_only_shelf_is_told_as_that() -> None:
    found = losses_of(("shelf", "A"), "tray")
    loss = found["the only power shelf of the bus bar"]
    assert (loss.kind, loss.dark) == ("power shelf", True)
    assert "one of 6 supplies of the bus bar" in found


def test_a_spare_supply_heals_no_shelf_that_carries_too_little_before() -> None:
    """Six of 5 kW that are needed give 30 kW; three trays take 36."""
    found = losses_of(("spare", "A"), "tray", "tray", "tray")
    assert found["one of 7 supplies of the bus bar"].short
    enough = losses_of(("spare", "A"), "tray", "tray")
    assert not enough["one of 7 supplies of the bus bar"].short
