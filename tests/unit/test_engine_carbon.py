"""Carbon: what is summed closes, sources that disagree are a range, one source is named as one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.engine.calc import calculate
from designer.engine.subjects.carbon.factors import GRIDS, Gpu, gpu_kg, wafer_mm2


@given(
    st.floats(0, 1e9), st.floats(0, 2000), st.floats(0, 1e6), st.floats(0.1, 20),
    st.floats(0.1, 20),
)  # fmt: skip
def test_energy_and_hardware_make_up_the_total(
    kwh: float, grid: float, embodied: float, years: float, life: float
) -> None:
    asked = {"kwh": kwh, "grid_g_per_kwh": grid, "embodied_kg": embodied,
             "years": years, "life_years": life}  # fmt: skip
    found = calculate("carbon", {name: f"{value:.17f}" for name, value in asked.items()})
    assert found.results["operational_kg"] == pytest.approx(kwh * grid / 1000)
    assert found.results["embodied_kg"] == pytest.approx(embodied * years / life)
    assert found.results["total_kg"] == pytest.approx(
        found.results["operational_kg"] + found.results["embodied_kg"]
    )
    assert found.bounds == {}


def test_embodied_carbon_is_a_range_between_two_sources_and_never_one_of_them() -> None:
    """575.1 kg a GPU bottom-up and 164 by the maker, a quarter of it in the first of four years."""
    found = calculate("carbon", {"gpus": "8", "kwh": "1000", "grid_g_per_kwh": "350"})
    assert found.results["embodied_kg"] is None
    assert found.bounds["embodied_kg"] == pytest.approx((1312 / 4, 4600.7 / 4), rel=1e-4)
    assert "Boavizta" in " ".join(found.basis["embodied_kg"])
    assert "NVIDIA" in " ".join(found.basis["embodied_kg"])
    assert found.results["total_kg"] is None
    low, high = found.bounds["total_kg"]
    assert (low, high) == pytest.approx((350 + 328, 350 + 4600.7 / 4), rel=1e-4)
    assert found.results["bottom_up_kg"] / found.results["maker_kg"] == pytest.approx(3.5, abs=0.05)


def test_the_makers_figure_is_of_its_own_gpu_and_of_no_other() -> None:
    found = calculate("carbon", {"gpus": "2", "vram_gb": "24", "life_years": "1"})
    assert "maker_kg" not in found.results
    assert found.results["embodied_kg"] == found.results["bottom_up_kg"]
    assert "of one source" in found.note


def test_figures_of_several_sources_are_a_range_without_a_value() -> None:
    found = calculate("carbon", {"kwh": "1000", "grid_g_per_kwh": "384,350"})
    assert found.results["operational_kg"] is None
    assert found.bounds["operational_kg"] == (350, 384)
    found = calculate("carbon", {"embodied_kg": "4601,1312", "life_years": "1"})
    assert found.bounds["embodied_kg"] == (1312, 4601)


@pytest.mark.parametrize("zone", GRIDS)
def test_a_zone_has_its_newest_figure_and_the_one_before_as_bounds(zone: str) -> None:
    found = calculate("carbon", {"kwh": "1000", "zone": zone})
    low, high = found.bounds["operational_kg"]
    assert found.results["operational_kg"] == GRIDS[zone][1]
    assert {low, high} == set(GRIDS[zone])
    assert len(found.basis["operational_kg"]) == 2


def test_what_is_left_out_is_said() -> None:
    assert calculate("carbon", {"kwh": "1", "zone": "us"}).note == (
        "without embodied_kg or gpus: the hardware is not in it"
    )
    assert "total_kg" not in calculate("carbon", {"kwh": "1", "zone": "us"}).results
    both = calculate("carbon", {"embodied_kg": "100"}).note
    assert both == (
        "embodied carbon of one source: of a GPU two are 3.5 times apart; "
        "without kwh: the energy is not in it"
    )
    assert calculate("carbon", {"kwh": "1", "zone": "us", "gpus": "1"}).note == ""


def test_what_is_contracted_stands_beside_the_grid() -> None:
    asked = {"kwh": "2000", "grid_g_per_kwh": "350", "market_g_per_kwh": "20"}
    found = calculate("carbon", asked).results
    assert (found["operational_kg"], found["market_kg"]) == (700, 40)


def test_energy_of_devices_is_of_their_year_and_their_building() -> None:
    """Ten A100 of 226.5 W over 8,760 h at PUE 1.2."""
    asked = {"gpus": "10", "idle_w": "46", "full_w": "407", "pue": "1.2", "grid_g_per_kwh": "100"}
    assert calculate("carbon", asked).results["kwh"] == pytest.approx(2.265 * 8760 * 1.2)


@given(st.floats(10, 2000), st.floats(1, 500))
def test_a_larger_die_takes_more_wafer_than_it_is_larger(die: float, more: float) -> None:
    """Fewer of them fit, and fewer work."""
    assert wafer_mm2(die) > die
    assert wafer_mm2(die + more) / wafer_mm2(die) > (die + more) / die * (1 - 1e-9)


def test_a_die_that_no_wafer_holds_is_refused() -> None:
    with pytest.raises(ValueError, match="no die of 40000 mm² fits on a wafer of 300 mm"):
        wafer_mm2(40_000)


@given(st.floats(0, 10), st.floats(0, 5))
def test_more_material_never_holds_less_carbon(mass: float, more: float) -> None:
    for name in ("mass_kg", "heatsink_kg", "casing_kg", "board_cm2"):
        less, heavier = (gpu_kg(Gpu(**{name: value})) for value in (mass, mass + more))
        assert less <= heavier
