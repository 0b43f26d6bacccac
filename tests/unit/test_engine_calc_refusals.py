"""Calculations of fabrics and cables refuse what no port, rack or medium can do."""

import pytest

from designer.engine.calc import CalcError, calculate


@pytest.mark.parametrize(
    ("name", "given", "why"),
    [
        ("fabric", {"nodes": "8", "rails": "8", "switch": "qm9700", "rate_gbps": "800"},
         "run at 400 Gb/s, the fabric at 800"),
        ("fabric", {"nodes": "100", "switch": "sn2201", "rate_gbps": "400"},
         "run at 1 Gb/s, the fabric at 400"),
        ("fabric", {"nodes": "64", "switch": "qm9700", "breakout": "8"},
         "splits into 2 at most, the fabric asks for 8"),
        ("fabric", {"nodes": "64", "rails": "8", "switch": "qm9700", "spine_switch": "sn2201"},
         "sn2201: its fabric ports run at 1 Gb/s"),
        ("cable", {"from_u": "60", "to_u": "10", "racks_apart": "3"},
         "from_u=60 lies above the top of the rack at 48 U"),
        ("cable", {"from_u": "10", "to_u": "49"}, "to_u=49 lies above"),
        ("media", {"rate_gbps": "0", "length_m": "20"}, "a rate above 0"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(name: str, given: dict[str, str], why: str) -> None:
    with pytest.raises(CalcError, match=why):
        calculate(name, given)


def test_what_nobody_says_of_a_medium_is_not_that_none_reaches() -> None:
    """NVIDIA's guide allows two patch panels; of three nobody says how far light goes."""
    found = calculate("media", {"rate_gbps": "400", "length_m": "20", "panels": "3"}).results
    assert found["medium"] == "not known"
    assert "nobody says how far" in str(found["parts"])
    far = calculate("media", {"rate_gbps": "400", "length_m": "90000"}).results
    assert far["medium"] == "none"


def test_spines_that_are_not_needed_are_told() -> None:
    found = calculate("fabric", {"nodes": "10", "switch": "qm9700", "spines": "7"})
    assert found.results["spine"] == 0
    assert "no spine is needed, 7 are asked for" in found.note
