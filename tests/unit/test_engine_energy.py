"""Energy of a year: typical power while the cluster works, and idle power for the rest of it."""

from math import inf

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Cost
from designer.model.design import Design, Device, Rack
from tests.helpers import engine_designs as parts

HOURS = 8760
IDLE = parts.DGX.evolve(id="idle", power_idle_w=2_500.0)


def cost_of(part: str, utilisation: float) -> Cost:
    rack = Rack(id="r", name="R", part=parts.RACK.id, x_mm=4000, y_mm=4000)
    node = Device(id="n", name="n", part=part, rack="r", half_u=6)
    design = Design(racks=(rack,), devices=(node,))
    site = design.site.evolve(utilisation=utilisation, pue=1.2, electricity_price=0.1)
    return evaluate(design.evolve(site=site), parts.small_catalog().overlay([IDLE])).cost


@pytest.mark.parametrize("utilisation", [0.0, 0.5, 0.8])
def test_the_rest_of_the_year_counts_at_idle_power(utilisation: float) -> None:
    """`P_idle + u · (P_busy − P_idle)`: Fan, Weber and Barroso, ISCA 2007; CCF, Appendix III.

    The rest counted as switched off: 7.3 kW at 50 % were 38 MWh a year, and are 52.
    """
    watts = 2_500 + utilisation * (7_300 - 2_500)
    cost = cost_of("idle", utilisation)
    energy = cost.figure("energy_mwh_per_year")
    assert energy.exact
    assert energy.value == pytest.approx(watts * 1.2 * HOURS / 1e6)
    assert cost.opex_per_year == pytest.approx(watts / 1000 * 1.2 * HOURS * 0.1)


def test_the_published_mean_of_an_a100() -> None:
    """CCF methodology, Appendix III: 46 W idle, 407 W full, 50 % used: 226.5 W."""
    a100 = IDLE.evolve(id="a100", power_max_w=407, power_peak_w=None, power_typical_w=407,
                       power_idle_w=46)  # fmt: skip
    rack = Rack(id="r", name="R", part=parts.RACK.id, x_mm=4000, y_mm=4000)
    node = Device(id="n", name="n", part="a100", rack="r", half_u=6)
    design = Design(racks=(rack,), devices=(node,))
    site = design.site.evolve(utilisation=0.5, pue=1.0)
    cost = evaluate(design.evolve(site=site), parts.small_catalog().overlay([a100])).cost
    assert cost.energy_mwh_per_year == pytest.approx(226.5 * HOURS / 1e6)


def test_idle_power_that_nobody_states_leaves_the_energy_open_up_to_typical_power() -> None:
    full = cost_of("dgx-h100", 1.0).figure("energy_mwh_per_year")
    half = cost_of("dgx-h100", 0.5).figure("energy_mwh_per_year")
    assert full.exact
    assert half.value is None
    assert (half.low, half.high) == (pytest.approx(full.low / 2), pytest.approx(full.high))
    assert [gap.ref for gap in half.gaps] == ["dgx-h100.power_idle_w"]


def test_a_cluster_that_always_works_asks_nobody_for_its_idle_power() -> None:
    energy = cost_of("dgx-h100", 1.0).figure("energy_mwh_per_year")
    assert energy.value == pytest.approx(7_300 * 1.2 * HOURS / 1e6)
    assert "dgx-h100.power_idle_w" not in energy.basis


def test_a_cluster_that_never_works_asks_nobody_for_its_typical_power() -> None:
    """The energy was exact, and was listed as estimated for want of a power that counts for 0."""
    node = (
        load_shipped()
        .require("dgx-h100")
        .evolve(id="untypical", power_typical_w=None, power_peak_w=None, power_idle_w=2_000.0)
    )
    rack = Rack(id="r", name="R", part="rack-48u", x_mm=4000, y_mm=4000)
    device = Device(id="n", name="n", part=node.id, rack="r", half_u=6)
    design = Design(racks=(rack,), devices=(device,))
    design = design.evolve(site=design.site.evolve(utilisation=0.0, pue=1.2))
    cost = evaluate(design, load_shipped().overlay([node])).cost
    energy = cost.figure("energy_mwh_per_year")
    assert energy.exact
    assert energy.value == pytest.approx(2_000 * 1.2 * HOURS / 1e6)
    assert not [ref for ref in energy.basis if "typical" in ref]


def test_a_part_of_which_nothing_is_known_has_no_upper_end_while_it_idles() -> None:
    energy = cost_of("mystery", 0.0).figure("energy_mwh_per_year")
    assert (energy.low, energy.high) == (0.0, inf)
