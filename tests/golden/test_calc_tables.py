"""Published tables that calculations must reproduce, typed in with their citation."""

import pytest

from designer.engine.calc import calculate
from designer.engine.circuits import CODES

# OSHA, 29 CFR 1910.95, appendix A, table G-16A (osha.gov, 1910.95AppA, read 2026-11-23): dB(A), h.
G_16A = {
    80: "32", 81: "27.9", 82: "24.3", 84: "18.4", 85: "16", 86: "13.9", 87: "12.1", 88:
    "10.6", 89: "9.2", 90: "8", 91: "7.0", 92: "6.1", 93: "5.3", 94: "4.6", 95: "4", 96:
    "3.5", 97: "3.0", 98: "2.6", 99: "2.3", 100: "2", 101: "1.7", 102: "1.5", 103: "1.3",
    104: "1.1", 105: "1", 106: "0.87", 107: "0.76", 108: "0.66", 109: "0.57", 110: "0.5",
    111: "0.44", 112: "0.38", 113: "0.33", 114: "0.29", 115: "0.25", 120: "0.125", 125:
    "0.063", 130: "0.031",
}  # fmt: skip

# Noise Exposure - NIOSH Permissible Levels and Duration (engineeringtoolbox.com d_717, read
# 2026-11-23): dB(A), hours, minutes and seconds as they are printed.
NIOSH = {
    80: (25, 24, 0), 81: (20, 10, 0), 82: (16, 0, 0), 83: (12, 42, 0), 84: (10, 5, 0),
    85: (8, 0, 0), 86: (6, 21, 0), 87: (5, 2, 0), 88: (4, 0, 0), 89: (3, 10, 0), 90: (2, 31, 0),
    91: (2, 0, 0), 92: (1, 35, 0), 93: (1, 16, 0), 94: (1, 0, 0), 95: (0, 47, 37),
    96: (0, 37, 48), 97: (0, 30, 0), 98: (0, 23, 49), 99: (0, 18, 59), 100: (0, 15, 0),
    103: (0, 7, 30), 106: (0, 3, 45),
}  # fmt: skip


@pytest.mark.parametrize(("level", "hours"), G_16A.items())
def test_osha_prints_the_hours_of_a_level(level: int, hours: str) -> None:
    """Rounded as they are printed; 83 dB(A) is left out: OSHA prints 21.1 and 21.2."""
    found = calculate("noise", {"level_db": str(level)}).results["osha_h"]
    decimals = len(hours.partition(".")[2])
    assert found == pytest.approx(float(hours), rel=1e-9, abs=0.5001 * 10**-decimals)


@pytest.mark.parametrize(("level", "printed"), NIOSH.items())
def test_niosh_prints_the_time_of_a_level(level: int, printed: tuple[int, int, int]) -> None:
    hours, minutes, seconds = printed
    found = calculate("noise", {"level_db": str(level)}).results["niosh_h"]
    assert found == pytest.approx(hours + minutes / 60 + seconds / 3600, abs=1 / 60)


# 29 CFR 1910.95(b)(1), table G-16 (cejn.com, OSHA 1910.95(b)(1), read 2026-11-23): h, dB(A).
G_16 = {8: 90, 6: 92, 4: 95, 3: 97, 2: 100, 1.5: 102, 1: 105, 0.5: 110, 0.25: 115}


@pytest.mark.parametrize(("hours", "level"), G_16.items())
def test_osha_allows_the_hours_of_its_table(hours: float, level: int) -> None:
    """NIOSH allows less: OSHA's are the most of what is allowed."""
    found = calculate("noise", {"level_db": str(level)})
    assert found.bounds["allowed_h"][1] == pytest.approx(hours, rel=0.02)
    assert found.note == ""


@pytest.mark.parametrize(
    "asked", [{"level_db": "115.1"}, {"level_db": "130"}, {"level_db": "112.5", "number": "2"}]
)
def test_osha_allows_no_time_above_the_end_of_its_table(asked: dict[str, str]) -> None:
    """The hours of appendix A above 115 dB(A) are for a dose; 130 dB(A) were allowed 112 s."""
    found = calculate("noise", asked)
    assert found.bounds["allowed_h"] == (0.0, found.results["niosh_h"])
    assert "table G-16 ends at 115 dB(A): it allows no time above" in found.note


@pytest.mark.parametrize(("number", "more"), [(2, 3.01), (10, 10.0)])
def test_alike_sources_add_what_is_published(number: int, more: float) -> None:
    """Noise addition (bams-thinkery.ca/tools/noise-addition, read 2026-11-23)."""
    asked = {"level_db": "80", "number": str(number)}
    assert calculate("noise", asked).results["level_db"] == pytest.approx(80 + more, abs=0.005)


def test_nec_lists_these_ratings() -> None:
    """NEC 240.6 (2023) by callout.app/codes/nec-2023-240-6, read 2026-11-23."""
    listed = (
        "15, 20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 90, 100, 110, 125, 150, 175, 200, 225, 250, "
        "300, 350, 400, 450, 500, 600, 700, 800, 1000, 1200, 1600, 2000, 2500, 3000, 4000, 5000, "
        "6000"
    )
    for code in ("nec", "nec-100"):
        assert CODES[code][1] == tuple(int(size) for size in listed.split(", "))


def test_iec_60898_1_prefers_these_ratings() -> None:
    """Standard Current Ratings (liquisearch.com/circuit_breaker, read 2026-11-23)."""
    listed = "6, 10, 13, 16, 20, 25, 32, 40, 50, 63, 80, 100, 125"
    assert CODES["iec"][1] == tuple(int(size) for size in listed.split(", "))


@pytest.mark.parametrize(
    ("air_class", "metres"), [("A2", 300), ("A3", 175), ("A4", 125)], ids=["A2", "A3", "A4"]
)
def test_a_maker_derates_each_class_from_950_m_on(air_class: str, metres: int) -> None:
    """Azure Stack Edge Pro (MicrosoftDocs/azure-docs, read 2026-11-23): up to 35, 40 and 45 °C."""
    asked = {"air_class": air_class, "altitude_m": str(950 + 4 * metres)}
    low, _ = calculate("derate", asked).bounds["derate_k"]
    assert low == pytest.approx(4)


@pytest.mark.parametrize(("air_class", "metres"), [("A2", 300), ("A3", 175)], ids=["A2", "A3"])
def test_another_maker_derates_from_900_m_on(air_class: str, metres: int) -> None:
    """Lenovo SR650 V2, environment specifications (pubs.lenovo.com, read 2026-11-23)."""
    asked = {"air_class": air_class, "altitude_m": str(900 + 4 * metres)}
    assert calculate("derate", asked).results["derate_k"] == pytest.approx(4)
