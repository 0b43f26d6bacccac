"""What is built as power plant, cooling plant and the rest, by published shares and cases.

Hamilton, *Annual Fully Burdened Cost of Power* (perspectives.mvdirona.com); Cushman & Wakefield,
*Data Center Development Cost Guide 2025*, pages 6–9; IB Interview Questions, *Data Center Capex*;
Bernstein, October 2025, as Investing.com reports it.
"""

from math import isclose

import pytest

from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.records.guidance import Guideline
from designer.engine.evaluate import evaluate
from designer.engine.ownership_report import Ownership
from designer.model.design import Design, Device, Rack, Site
from designer.model.figures import Figure

MW = 10.2e-3
"""One DGX H100 at its maximum."""
HAMILTON_PER_MW = 200e6 / 15
CUSHMAN_PER_MW = 11.7e6
NAMES = ("Power plant", "Cooling plant", "Building")


def built(usd_per_mw: float | None) -> Ownership:
    """Return what a hall for one DGX H100 costs that is built."""
    site = Site.model_validate({"currency": "USD", "hall": "built", "building_per_mw": usd_per_mw})
    rack = Rack(id="r", name="R", part="rack-48u", x_mm=3_000, y_mm=3_000)
    node = Device(id="n", name="N", part="dgx-h100", rack="r", half_u=2)
    return evaluate(Design(racks=(rack,), devices=(node,), site=site), load_shipped()).ownership


def lines(owned: Ownership, usd_per_mw: float) -> dict[str, Figure]:
    """Return each part as a share of what is built."""
    whole = usd_per_mw * MW
    return {
        one.name: one.figure("amount").times(1 / whole) for one in owned.bought if one.name in NAMES
    }


def test_the_likely_parts_are_those_of_the_guide_that_says_what_a_megawatt_costs() -> None:
    """Cushman & Wakefield: 53 % critical capacity and 10 % white space, 37 % for all else."""
    found = lines(built(CUSHMAN_PER_MW), CUSHMAN_PER_MW)
    assert tuple(found) == NAMES
    plant = found["Power plant"].likely + found["Cooling plant"].likely
    assert plant == pytest.approx(0.53 + 0.10, abs=1e-9)
    assert found["Building"].likely == pytest.approx(0.21 + 0.10 + 0.04 + 0.02, abs=1e-9)


def test_hamiltons_plant_is_the_most_that_both_lines_leave_of_a_building() -> None:
    """164 of 200 million USD for 15 MW are for power and cooling: 18 % are left, and no less."""
    found = lines(built(HAMILTON_PER_MW), HAMILTON_PER_MW)
    assert found["Building"].low == pytest.approx(1 - 164 / 200, abs=1e-9)
    # Of 82 % the power plant is 50 to 77 %: that is the most of either.
    assert found["Power plant"].high == pytest.approx(0.82 * 0.77, abs=1e-9)
    assert found["Cooling plant"].high == pytest.approx(0.82 * 0.50, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        # IB Interview Questions, The Cost Stack Per Megawatt, which gives no likely share here.
        ("Power plant", 0.40, 0.50),
        ("Cooling plant", 0.15, 0.20),
    ],
)
def test_a_published_stack_that_gave_no_likely_share_holds_the_likely_parts(
    name: str, low: float, high: float
) -> None:
    part = lines(built(CUSHMAN_PER_MW), CUSHMAN_PER_MW)[name]
    assert low <= part.likely <= high
    assert part.low < low
    assert high < part.high


def test_a_gigawatt_of_ai_has_its_plant_within_the_bounds() -> None:
    """Bernstein: 5.9 million USD a rack, 2.5 of them no compute, a third of all is the plant."""
    share = load_shipped().default("building-plant-share")
    assert share is not None
    assert share.figure.low < 5.9 / 3 / 2.5 < share.figure.high


@pytest.mark.parametrize("usd_per_mw", [None, CUSHMAN_PER_MW, HAMILTON_PER_MW])
def test_parts_add_up_and_leave_the_whole_as_it_was(usd_per_mw: float | None) -> None:
    """9.3 to 15.0 million USD a megawatt, whatever the shares leave open of each line."""
    owned = built(usd_per_mw)
    amounts = {one.name: one.figure("amount") for one in owned.bought}
    ends = (9.3e6, 11.7e6, 15.0e6) if usd_per_mw is None else (usd_per_mw,) * 3
    rest = [figure for name, figure in amounts.items() if name not in NAMES]
    capital = owned.figure("capital")
    assert sum(amounts[name].likely for name in NAMES) == pytest.approx(MW * ends[1])
    assert capital.low - sum(one.low for one in rest) == pytest.approx(MW * ends[0])
    assert capital.likely - sum(one.likely for one in rest) == pytest.approx(MW * ends[1])
    assert capital.high - sum(one.high for one in rest) == pytest.approx(MW * ends[2])
    # Each whole and each pair of shares within its bounds splits into lines within theirs.
    for whole in (ends[0], ends[2]):
        for plant in (0.45, 0.82):
            for power in (0.50, 0.77):
                parts = (plant * power, plant * (1 - power), 1 - plant)
                for name, part in zip(NAMES, parts, strict=True):
                    amount = MW * whole * part
                    assert amounts[name].low <= amount * (1 + 1e-9)
                    assert amount * (1 - 1e-9) <= amounts[name].high


def test_sources_that_disagree_stand_by_name_and_the_range_spans_them() -> None:
    for name in ("building-plant-share", "power-share-of-plant"):
        told = shipped_library().get("guideline", name)
        assert isinstance(told, Guideline)
        assert len(told.variants) >= 4
        ends = [
            end for one in told.variants for end in (one.low, one.value, one.high)
            if end is not None
        ]  # fmt: skip
        assert isclose(min(ends), told.low or 0)
        assert isclose(max(ends), told.high or 0)
