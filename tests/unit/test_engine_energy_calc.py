"""Energy of devices: what a bare device leaves out is asked for, and parts agree with others."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from designer.engine.calc import CalcError, calculate


def test_the_servers_around_devices_are_never_left_out_silently() -> None:
    """As in aiinframap's sizer, whose price is of the accelerators alone (V89)."""
    with pytest.raises(CalcError, match="energy needs overhead: 1 of whole nodes"):
        calculate("energy", {"devices": "8", "device_w": "700"})
    with pytest.raises(CalcError, match="overhead"):
        calculate("energy", {"devices": "8", "device_w": "700", "overhead": "0.9"})


def test_without_a_price_there_is_none() -> None:
    found = calculate("energy", {"devices": "8", "device_w": "700", "overhead": "1.3"})
    assert "usd" not in found.results
    assert found.results["it_kw"] == pytest.approx(7.28)


@given(
    st.integers(1, 100_000), st.floats(1, 1e6), st.floats(1, 2), st.floats(1, 3), st.floats(0, 1),
    st.floats(0.1, 20),
)  # fmt: skip
def test_it_agrees_with_the_building_of_the_same_load(
    devices: int, watts: float, overhead: float, pue: float, used: float, years: float
) -> None:
    assume(devices * watts * overhead < 1e11)  # 100 GW, beyond which a building is refused
    asked = {"device_w": watts, "overhead": overhead, "pue": pue, "utilisation": used,
             "years": years, "usd_per_kwh": 0.5}  # fmt: skip
    text = {name: f"{value:.15f}" for name, value in asked.items()}
    found = calculate("energy", text | {"devices": str(devices)}).results
    building = {
        "it_kw": f"{found['it_kw']:.15f}", "pue": text["pue"], "utilisation": text["utilisation"],
        "hours": f"{8760 * years:.15f}",
    }  # fmt: skip
    same = calculate("facility", building).results
    assert found["facility_kw"] == pytest.approx(same["facility_kw"])
    assert found["mwh"] == pytest.approx(same["mwh"])
    assert found["usd"] == pytest.approx(found["mwh"] * 500)
