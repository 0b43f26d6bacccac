"""What is left of a filled rack's shelves bounds what it takes where several feeds are lost."""

from functools import cache

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.engine.power_report import LossReport
from designer.engine.together_report import LossAsked
from designer.planning.templates import build

CATALOG = load_shipped()


@cache
def lost(*feeds: str, throttles: bool | None = None) -> LossReport:
    part = CATALOG.require("gb200-nvl72")
    assert part.shelf is not None
    catalog = CATALOG.overlay([part.evolve(shelf=part.shelf.evolve(throttles=throttles))])
    design = build("dgx-superpod-gb200", {"scalable_units": "1"}, CATALOG)
    evaluator = Evaluator(catalog)
    evaluator.report(design)
    found = evaluator.together(1, design, LossAsked(upstream=feeds))
    assert found.loss is not None
    return found.loss


def test_the_third_feed_carries_no_more_than_its_shelves_give() -> None:
    """Two or three of eight shelves of 33 kW hang on C in each rack, and it carried all 132 kW."""
    (left,) = [one for one in lost("A", "B").loads if one.id == "C"]
    load = left.figure("load_kw")
    assert load.high <= 8 * 3 * 33 / 0.96 + 60
    assert load.low < load.high  # nobody says whether the racks slow down, or stop


def test_racks_that_are_said_to_slow_down_take_all_that_their_shelves_give() -> None:
    (left,) = [one for one in lost("A", "B", throttles=True).loads if one.id == "C"]
    load = left.figure("load_kw")
    assert load.low >= 8 * 2 * 33


def test_one_lost_feed_is_as_before() -> None:
    """Five or six shelves of 33 kW carry a rack of 132 kW."""
    assert lost("A").short_gpus == 0
    (left,) = [one for one in lost("A").loads if one.id == "C"]
    assert left.load_kw is not None
