"""Capital: what is bought more never lowers it, and its categories add up to it."""

from math import fsum, inf

import pytest

from designer.engine.cost_report import Cost
from designer.model.design import Design, Device
from tests.helpers.sections import section_report
from tests.helpers.signed_designs import DESIGNS
from tests.helpers.signed_parts import CATALOG

HALLS = sorted(name for name, draw in DESIGNS.items() if draw().racks)
IN_RACK = sorted(part.id for part in CATALOG.parts if not part.stands_on_floor)


def cost_of(design: Design) -> Cost:
    return section_report(design, CATALOG, "cost", sums=True).cost


def with_one_more(design: Design, part: str) -> Design:
    """Return a design with one part more in its first rack; where it hangs costs nothing."""
    more = Device(id="zz-more", name="more", part=part, rack=design.racks[0].id, half_u=2)
    return design.evolve(devices=(*design.devices, more))


def told(cost: Cost) -> tuple[float, float]:
    """Return the bounds of the capital, which the categories told beside it must add up to."""
    capital = cost.figure("capex", cost.currency)
    if cost.by_category:
        parts = cost.told_by_category()
        assert fsum(part.low for part in parts) == pytest.approx(capital.low)
        assert sum(part.high for part in parts) == pytest.approx(capital.high)
        if capital.value is not None:
            assert fsum(part.value or 0.0 for part in parts) == pytest.approx(capital.value)
        else:
            assert not any(part.estimated for part in parts)
    return capital.low, capital.high


def is_no_lower(before: tuple[float, float], after: tuple[float, float]) -> bool:
    slack = 1 + 1e-9
    return all(was <= now * slack for was, now in zip(before, after, strict=True))


@pytest.mark.parametrize("name", HALLS)
def test_one_part_more_lowers_no_bound_of_the_capital(name: str) -> None:
    """A switch without a price took all of the network out of the sum: $74 M became $71 M."""
    design = DESIGNS[name]()
    before = told(cost_of(design))
    # Every hall with some of the parts, all of them over all the halls.
    for part in IN_RACK[HALLS.index(name) % 7 :: 7]:
        after = told(cost_of(with_one_more(design, part)))
        assert is_no_lower(before, after), part


def test_a_part_without_a_price_takes_away_the_upper_end_and_nothing_else() -> None:
    design = DESIGNS["dollars"]()
    for part in IN_RACK:
        before, after = cost_of(design), cost_of(with_one_more(design, part))
        if part in after.parts_without_price and part not in before.parts_without_price:
            assert told(after) == (pytest.approx(told(before)[0]), inf)
            break
    else:
        pytest.fail("every part has a price")
