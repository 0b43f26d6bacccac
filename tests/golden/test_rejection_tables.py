"""Coolers, towers and chillers over temperature, against what is printed of them."""

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.engine.subjects.climate.rejection_table import Line, capacity_at

CATALOG = load_shipped()
REJECTORS = [part for part in CATALOG.parts if part.traits.rejects]


def lines(part_id: str) -> list[Line]:
    figures = CATALOG.require(part_id).rejection
    assert figures is not None
    return [Line(one.against_c, one.water_c, one.capacity_kw) for one in figures.points]


@pytest.mark.parametrize(
    ("part_id", "air_c", "water_c", "kw"),
    [
        # Reference capacities of the data set, beside its curves: water 6.67 °C, air 35 °C.
        ("chiller-carrier-30rb390", 35.0, 6.67, 1325.8),
        ("chiller-trane-cgam80", 35.0, 6.67, 266.576),
        ("chiller-daikin-agz075d", 35.0, 6.67, 257.1),
        # Its least and most output, of 1,325.8 kW: 0.7545 and 1.3619.
        ("chiller-carrier-30rb390", 48.89, 4.44, 1000.3),
        ("chiller-carrier-30rb390", 29.44, 15.56, 1805.6),
        ("chiller-carrier-19xr-742", 21.11, 5.56, 742.0),
    ],
)
def test_chillers_take_what_their_data_set_prints(
    part_id: str, air_c: float, water_c: float, kw: float
) -> None:
    """NREL EnergyPlus, datasets/AirCooledChiller.idf and Chillers.idf; within 0.8 % (its fit)."""
    low, high = capacity_at(lines(part_id), air_c, water_c)
    assert low == high == pytest.approx(kw, rel=0.008)


@pytest.mark.parametrize(("air_c", "water_c"), [(32.2, 8.3), (37.5, 11.4), (42.0, 14.2)])
def test_between_the_lines_of_a_table_it_follows_the_fit(air_c: float, water_c: float) -> None:
    """The fit itself (biquadratic of Carrier 30RB390) between its lines, within 0.5 %."""
    x, y = water_c, air_c
    share = (
        0.9061565538 + 0.0623330771 * x - 0.0006503808 * x**2
        - 0.0014416333 * y - 0.0001025746 * y**2 - 0.0004835891 * x * y
    )  # fmt: skip
    low, high = capacity_at(lines("chiller-carrier-30rb390"), air_c, water_c)
    assert low == high == pytest.approx(1325.8 * share, rel=0.005)


@pytest.mark.parametrize(("tons", "kw"), [(33, 144), (5141, 22596)])
def test_towers_take_the_kilowatts_of_their_nominal_tons(tons: int, kw: float) -> None:
    """EVAPCO Bulletin 331D prints both; a nominal ton is 15,000 Btu/h, within 1 %."""
    low, high = capacity_at(lines(f"tower-evapco-at-{tons}"), 25.6, 29.4)
    assert low == high == kw == pytest.approx(tons * 15_000 * 0.29307e-3, rel=0.01)


@pytest.mark.parametrize(
    ("condenser_c", "water_c", "kw", "draws_kw"),
    [
        (35, 7, 995, 208.159),
        (45, 5, 854, 271.111),
        (45, 18, 1278, 274.249),
        (37.5, 7, 974.5, 223.0),
    ],
)
def test_a_water_cooled_chiller_takes_and_draws_what_its_catalogue_prints(
    condenser_c: float, water_c: float, kw: float, draws_kw: float
) -> None:
    """LBNL Modelica Buildings, Carrier30XWP1012_1MW (Carrier 30XW); exact, power to 0.1 kW."""
    figures = CATALOG.require("chiller-carrier-30xw-p-1012").rejection
    assert figures is not None
    told = [
        Line(one.against_c, one.water_c, one.power_kw)
        for one in figures.points if one.power_kw is not None
    ]  # fmt: skip
    assert capacity_at(lines("chiller-carrier-30xw-p-1012"), condenser_c, water_c) == (kw, kw)
    assert capacity_at(told, condenser_c, water_c)[0] == pytest.approx(draws_kw, abs=0.1)


def test_a_dry_cooler_takes_by_its_law_what_its_model_prints() -> None:
    """Fujitsu Laboratories of Europe (2011), BAC S8013-S213B: 123 kW at 40 °C and 28 °C; exact.

    Its fans draw `4.5 kW · ((Q / (40 − T)) / (123 / 12))³`: at full speed it takes
    `Q = 123 / 12 · (40 − T)`, of air from −10 °C on.
    """
    figures = CATALOG.require("dry-cooler-bac-s8013").rejection
    assert figures is not None
    law = figures.over_difference
    assert law is not None
    assert law.kw_per_k * (40 - 28) == pytest.approx(123)
    assert law.power_kw == 3 * 1.5
    assert law.most_k == 40 - -10


YORK = (
    -0.359741205, -0.055053608, 0.0023850432, 0.173926877, -0.0248473764, 0.00048430224,
    -0.005589849456, 0.0005770079712, -0.00001342427256, 2.84765801111111, -0.121765149,
    0.0014599242, 1.680428651, -0.0166920786, -0.0007190532, -0.025485194448, 0.0000487491696,
    0.00002719234152, -0.0653766255555556, -0.002278167, 0.0002500254, -0.0910565458,
    0.00318176316, 0.000038621772, -0.0034285382352, 0.00000856589904, -0.000001516821552,
)  # fmt: skip
"""YorkCalc, of the liquid-to-gas ratio, the range and the wet bulb, each to the power of 0 to 2."""


def approach_k(wet_bulb_c: float, range_k: float) -> float:
    """Return the approach of a tower with its rated water and air: a liquid-to-gas ratio of 1."""
    powers = [(at // 3 % 3, at % 3) for at in range(27)]
    return sum(c * range_k**r * wet_bulb_c**t for c, (r, t) in zip(YORK, powers, strict=True))


def range_of(wet_bulb_c: float, water_c: float) -> float:
    """Return the range with which a tower gives water of a temperature, by halving."""
    low, high = 1.1, 22.2
    for _ in range(60):
        middle = (low + high) / 2
        if approach_k(wet_bulb_c, middle) < water_c - wet_bulb_c:
            low = middle
        else:
            high = middle
    return low


def test_the_curve_of_towers_has_the_design_point_of_energyplus() -> None:
    """NREL EnergyPlus, YorkCalc: wet bulb 25.6 °C, range 5.6 K, approach 3.9 K; within 0.05 K."""
    assert approach_k(25.6, 5.6) == pytest.approx(3.9, abs=0.05)


@pytest.mark.parametrize(("tons", "kw"), [(33, 144.0), (5141, 22596.0)])
def test_towers_follow_the_published_curve_from_their_nominal_point(tons: int, kw: float) -> None:
    """Lines within 0.3 % of YorkCalc, scaled to the nominal point; between them within 3 %."""
    table, nominal = lines(f"tower-evapco-at-{tons}"), range_of(25.6, 29.4)
    for line in table:
        share = range_of(line.against_c, line.water_c) / nominal
        assert line.capacity_kw == pytest.approx(kw * share, rel=3e-3)
    for wet_c, water_c in ((21.0, 26.0), (24.0, 28.5), (18.0, 23.5), (26.5, 31.0)):
        low, high = capacity_at(table, wet_c, water_c)
        assert low == high == pytest.approx(kw * range_of(wet_c, water_c) / nominal, rel=0.03)


@pytest.mark.parametrize("part", REJECTORS, ids=lambda part: part.id)
def test_no_table_gives_more_in_warmer_air_or_less_with_warmer_water(part: Part) -> None:
    """What bounds a unit beside its table rests on it."""
    table = lines(part.id)
    for one in table:
        for other in table:
            if other.against_c >= one.against_c and other.water_c <= one.water_c:
                assert other.capacity_kw <= one.capacity_kw + 0.05


def test_every_kind_of_heat_rejection_is_there() -> None:
    assert {part.kind for part in REJECTORS} == {"dry-cooler", "cooling-tower", "chiller"}
    assert all(part.rejection is not None for part in REJECTORS)
