"""Two halls whose availability was worked out and simulated elsewhere, by a design's functions.

Both were computed in closed form and by an event simulation of 4 × 3,000 years; inputs that nobody
publishes were assumed there and are typed here: they are no rates of the catalogue.
"""

import pytest

from designer.catalog.failures import HOURS_OF
from designer.catalog.load import load_shipped
from designer.engine.calc import calculate
from designer.engine.calculation import Calculation
from designer.engine.subjects.availability.expected import (
    Block,
    Event,
    at_least,
    distribution,
    expected,
)
from designer.engine.subjects.availability.rates import LIKELY, rated, unit_of
from designer.engine.subjects.facility.availability_calc import AVAILABILITY
from designer.engine.subjects.facility.reliability import (
    Sets,
    Unit,
    all_down,
    any_down,
    capacity_short,
    dark,
    down,
)

SHIPPED = load_shipped()


def unit(name: str) -> Unit:
    rate = rated(SHIPPED, name)
    assert rate is not None
    return unit_of(rate, LIKELY)


def share(name: str) -> float:
    return down(unit(name).rate, unit(name).repair_h)


SITE = share("site")


def test_a_hall_of_128_nodes_with_leaf_switches_ups_sets_and_coolers() -> None:
    """1,000.78 of 1,024 GPUs; simulated 1,000.92 ± 0.17 (standard error).

    Nodes and switches of the catalogue (StepFun; HPN, eight a group of 32), two of three sets
    (REopt.jl, INL), UPS 2N (UFGS), coolers of 17,520 h and 24 h of which four of five are needed
    (assumed). At least 120 nodes: 0.99735 of nodes alone; what all share takes 1e-4 more.
    """
    blocks = [Block(4, 32, 8, share("node"), any_down(unit("leaf"), 8))]
    sets = Sets(3, 2, 0.005, 0.0094, 0.00828, 0.909e-3, 0.0138)
    shared = [
        Event(SITE, 1024), Event(dark(unit("utility"), sets), 1024),
        Event(all_down(unit("ups"), 2), 1024),
    ]  # fmt: skip
    cooling = Event(capacity_short(Unit(1 / 17_520, 24), 5, 4), 1024)
    layers = [(one,) for one in (*shared, cooling)]
    assert expected(blocks, layers) == pytest.approx(1000.78, abs=0.01)
    assert abs(expected(blocks, layers) - 1000.92) < 0.17
    independent, left_out = distribution(blocks, shared)
    assert left_out < 1e-9
    assert at_least(independent, 960) == pytest.approx(0.99735, abs=2e-4)
    together, _ = distribution(blocks, shared, 0.0124)
    # 0.9545 was worked out with λr for the share of time; with λr/(1 + λr) it is 0.9567.
    assert at_least(together, 960) == pytest.approx(0.9567, abs=2e-4)


# Switch trays 9 × 200,000 h and 2.5 h, backplane 100,000 h and 16 h (assumed), couplings 54 × 4e-7
# (FESHM 4240) and 8 h.
RACK_PARTS = 1 - (1 - 1.13e-4) * (1 - 1.60e-4) * (1 - 1.73e-4)
CDU = 1 - (1 - all_down(unit("pump"), 2)) * (1 - down(1e-5, 8))


def test_sixteen_racks_of_72_gpus_on_two_cdus() -> None:
    """1,150.862 of 1,152 GPUs; simulated 1,150.858 ± 0.005. Each CDU feeds eight racks."""
    assert share("tray") == pytest.approx(4.33e-4, rel=1e-3)
    blocks = [Block(16, 18, 4, share("tray"), RACK_PARTS)]
    layers = [(Event(SITE, 1152),), (Event(CDU, 576, number=2),)]
    assert expected(blocks, layers) == pytest.approx(1150.862, abs=3e-3)


def test_what_racks_share_is_asked_before_the_racks() -> None:
    """At least 14 of 16 racks: 0.999803 (simulated 0.999798), 15: 0.999779 (0.999775).

    With each rack independent of the others it would be 0.99999990: a thousand times better.
    """
    racks = [Block(16, 1, 1, RACK_PARTS)]
    found, left_out = distribution(racks, [Event(SITE, 16), Event(CDU, 8, number=2)])
    assert left_out < 1e-8
    assert at_least(found, 14) == pytest.approx(0.999803, abs=3e-6)
    assert at_least(found, 15) == pytest.approx(0.999779, abs=3e-6)
    each = 1 - (1 - RACK_PARTS) * (1 - CDU) * (1 - SITE)
    wrong, _ = distribution([Block(16, 1, 1, each)], [])
    assert 1 - at_least(wrong, 14) == pytest.approx(1e-7, rel=0.1)


_OF_CALC = {
    "node": "node", "leaf": "switch", "site": "site", "utility": "utility", "ups": "ups",
    "pump": "pump",
}  # fmt: skip


@pytest.mark.parametrize("name", _OF_CALC)
def test_the_command_and_the_catalogue_have_the_same_rates(name: str) -> None:
    rate, typed = rated(SHIPPED, name), _defaults(AVAILABILITY)
    assert rate is not None
    scale = {"year": 1.0, "million-hours": 1.0, "thousand-node-days": 1.0}[rate.per]
    assert rate.per in HOURS_OF
    assert tuple(figure * scale for figure in rate.failures) == typed[f"{_OF_CALC[name]}_failures"]
    repair = typed[f"{_OF_CALC[name]}_repair_h"]
    assert rate.repair_h == (repair if len(repair) == 3 else repair * 3)
    common = typed.get(f"{_OF_CALC[name]}_common")
    if common is not None:
        assert rate.common == common


def test_the_command_and_the_catalogue_have_the_same_standby_sets() -> None:
    typed = _defaults(AVAILABILITY)
    each = [SHIPPED.failure(f"generator-{name}") for name in ("out", "start", "run")]
    assert [one.failures for one in each if one] == [
        typed["set_out"], typed["set_start"], typed["set_run"],
    ]  # fmt: skip
    assert [one.common for one in each if one] == [(), typed["start_common"], typed["run_common"]]


def _defaults(calculation: Calculation) -> dict[str, tuple[float, ...]]:
    assert calculate("availability", {}).results
    return {
        one.name: one.default for one in calculation.parameters if isinstance(one.default, tuple)
    }
