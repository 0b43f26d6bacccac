"""Figures of the shipped catalogue against what is published of whole clusters."""

import pytest

from designer.catalog.load import load_shipped


@pytest.mark.parametrize(
    ("figure", "kw"),
    [("power_max_w", 326.4), ("power_peak_w", 268.8), ("power_typical_w", 233.6)],
)
def test_v23_power_of_32_dgx_h100(figure: str, kw: float) -> None:
    """NVIDIA's 10.2 kW; 8.4 kW at most in training (Latif 2025); 7.3 kW mean (Newkirk 2025)."""
    assert 32 * getattr(load_shipped().require("dgx-h100"), figure) / 1000 == pytest.approx(kw)


def test_v70_optics_of_an_sn5610() -> None:
    """2.08 kW with 64 optics against 0.9 kW without: 18.4 W each, ±1 %."""
    switch = load_shipped().require("sn5610")
    assert (switch.power_max_w - switch.power_passive_w) / 64 == pytest.approx(18.4, rel=0.01)
