"""Weather files of EnergyPlus: what is read, what is mended and told, what is refused in a line.

Columns, header and codes: U.S. Department of Energy, EnergyPlus, Auxiliary Programs, EPW data
dictionary.
"""

from pathlib import Path

import numpy as np
import pytest

from designer.catalog.input_file import ReadError
from designer.engine.subjects.climate.weather import DAYS, year_of
from designer.engine.subjects.cooling.humid_air import dew_point_c
from designer.io.weather.epw import epw_of, read_epw
from designer.model.hours_text import hours_read, hours_text
from designer.model.ranges import out_of_range
from designer.model.weather_year import WeatherYear, hours_of_months
from tests.helpers.weather_files import DESIGN, LOCATION, EpwText, Row, epw, weather_of_chance


def refused(raw: bytes) -> str:
    with pytest.raises(ReadError) as error:
        epw_of(raw, "x.epw")
    line = error.value.problem.line()
    assert "\n" not in line
    return line


def changed(column: int, *values: tuple[int, str], source: EpwText | None = None) -> bytes:
    """A file in which one column of some hours says something else."""
    text = source or epw()

    def rows(found: list[Row]) -> list[Row]:
        for at, value in values:
            found[at][column] = value
        return found

    text.rows = rows
    return text.bytes()


def test_a_year_is_read_hour_by_hour(tmp_path: Path) -> None:
    text = epw()
    path = tmp_path / "denver.epw"
    path.write_bytes(text.bytes())
    read = read_epw(path)
    year = read.year
    assert read.notes == ()
    assert (year.id, year.name) == ("denver-centennial", "Denver Centennial, CO, USA")
    assert year.source == "TMY3 724666, denver.epw"
    assert (year.latitude, year.longitude, year.utc_h) == (39.74, -105.18, -7.0)
    assert (year.elevation_m, year.pressure_kpa) == (1829, 81.5)
    assert not list(out_of_range(year))
    hours = year_of(year)
    assert hours.dry_bulb_c == pytest.approx(np.asarray(text.dry), abs=1e-6)
    assert hours.dew_point_c == pytest.approx(np.asarray(text.dew), abs=1e-6)
    assert [int((hours.month == month).sum()) for month in range(12)] == [d * 24 for d in DAYS]


def test_rare_hours_are_kept_for_sizing() -> None:
    """Denver Centennial in ASHRAE 2009: 33.0/15.7 and 18.4/27.3 °C, 99.6 % −18.8 °C, highest 22.9.

    The same columns hold 34.1/23.9, 25.4/31.6, −11.8 and 28.9 °C of Dulles in published lists.
    """
    year = epw_of(epw().bytes(), "x.epw").year
    assert (year.design_dry_bulb_c, year.design_dry_wet_c) == (33, 15.7)
    assert (year.design_wet_bulb_c, year.design_wet_dry_c) == (18.4, 27.3)
    assert (year.coldest_c, year.highest_wet_bulb_c) == (-18.8, 22.9)


@pytest.mark.parametrize("said", ["DESIGN CONDITIONS,0", "DESIGN CONDITIONS", DESIGN[:70]])
def test_design_conditions_that_are_not_there_are_told(said: str) -> None:
    read = epw_of(epw(design=said).bytes(), "x.epw")
    assert read.year.design_dry_bulb_c is None
    assert read.notes == ("it states no design conditions",)


def test_latin_1_utf_8_and_every_end_of_line_are_read() -> None:
    place = LOCATION.replace("Denver Centennial", "São Paulo-Guarulhos")
    for encoding, end in (("latin-1", "\n"), ("utf-8", "\r\n"), ("utf-8-sig", "\r")):
        year = epw_of(epw(location=place, end=end).bytes(encoding), "x.epw").year
        assert (year.id, year.name) == ("sao-paulo-guarulhos", "São Paulo-Guarulhos, CO, USA")


def test_codes_for_missing_are_filled_in_from_the_hours_beside() -> None:
    text = epw()
    raw = changed(6, (100, "99.9"), (101, "99.9"), source=text)
    read = epw_of(raw, "x.epw")
    assert read.notes == ("2 hours without a dry bulb: taken from the hours beside them",)
    hours = list(hours_of_months(read.year.dry_bulb))
    third = (text.dry[102] - text.dry[99]) / 3
    assert hours[100:102] == pytest.approx(
        [text.dry[99] + third, text.dry[99] + 2 * third], abs=0.1
    )


def test_a_missing_dew_point_comes_from_the_humidity_where_that_is_stated() -> None:
    text = epw()

    def rows(found: list[Row]) -> list[Row]:
        found[500][7], found[500][8] = "99.9", "40"
        found[900][7], found[900][8] = "99.9", "999"
        return found

    text.rows = rows
    read = epw_of(text.bytes(), "x.epw")
    assert read.notes == ("1 hour without a dew point: taken from the hours beside them",)
    hours = list(hours_of_months(read.year.dew_point))
    assert hours[500] == pytest.approx(dew_point_c(text.dry[500], 40), abs=0.06)
    assert hours[900] == pytest.approx((text.dew[899] + text.dew[901]) / 2, abs=0.06)


def test_a_gap_at_the_turn_of_the_year_is_between_december_and_january() -> None:
    text = epw()
    read = epw_of(changed(6, (0, "99.9"), (8759, "99.9"), source=text), "x.epw")
    hours = list(hours_of_months(read.year.dry_bulb))
    rise = (text.dry[1] - text.dry[8758]) / 3
    assert hours[8759] == pytest.approx(text.dry[8758] + rise, abs=0.06)
    assert hours[0] == pytest.approx(text.dry[1] - rise, abs=0.06)


def test_hours_missing_at_both_ends_of_the_year_are_one_gap() -> None:
    ends = [*((at, "99.9") for at in range(13)), *((8759 - at, "99.9") for at in range(13))]
    with pytest.raises(ReadError, match="26 hours without a dry bulb in a row, from hour 8748"):
        epw_of(changed(6, *ends, source=epw()), "x.epw")
    read = epw_of(changed(6, *ends[:12], *ends[13:25], source=epw()), "x.epw")
    assert any("24 hours without a dry bulb" in note for note in read.notes)


def test_a_single_dew_point_that_cannot_be_is_told_and_makes_no_wet_bulb_spike() -> None:
    text = epw()
    raw = changed(7, (4000, f"{text.dew[4000] + 15:.1f}"), source=text)
    read = epw_of(raw, "x.epw")
    assert any("dew point more than 5 K above" in note for note in read.notes)
    clean = year_of(epw_of(epw().bytes(), "x.epw").year)
    assert year_of(read.year).wet_bulb_c.max() == pytest.approx(clean.wet_bulb_c.max(), abs=0.3)


def test_a_dew_point_above_the_dry_bulb_is_held_to_it() -> None:
    text = epw()
    values = [(at, f"{text.dry[at] + 3:.1f}") for at in range(3000, 3004)]
    read = epw_of(changed(7, *values, source=text), "x.epw")
    assert any("with a dew point above the dry bulb" in note for note in read.notes)
    assert not list(out_of_range(read.year))


@pytest.mark.parametrize("pressure", ["999999", "0", ""])
def test_pressures_that_nobody_measured_are_those_of_the_height(pressure: str) -> None:
    read = epw_of(changed(9, *((at, pressure) for at in range(8760))), "x.epw")
    assert read.year.pressure_kpa == pytest.approx(81.2, abs=0.3)
    assert read.notes == ("pressures are missing: 81.2 kPa, the standard of its height",)
    some = epw_of(changed(9, *((at, pressure) for at in range(100))), "x.epw")
    assert (some.year.pressure_kpa, some.notes) == (81.5, ())


def test_a_pressure_that_repeats_and_does_not_fit_the_height_is_told() -> None:
    read = epw_of(epw(pressure_pa=101_325).bytes(), "x.epw")
    assert read.year.pressure_kpa == 101.32 or read.year.pressure_kpa == 101.33
    assert "is not that of its height of 1,829 m" in read.notes[0]


def test_a_leap_day_is_left_out_and_said() -> None:
    text = epw()

    def rows(found: list[Row]) -> list[Row]:
        at = (31 + 28) * 24
        leap = [["2020", "2", "29", *row[3:]] for row in found[at - 24 : at]]
        return [*found[:at], *leap, *found[at:]]

    text.rows = rows
    read = epw_of(text.bytes(), "x.epw")
    assert read.notes == ("29 February is left out: a year here has 365 days",)
    assert read.year.dry_bulb == epw_of(epw().bytes(), "x.epw").year.dry_bulb


def test_what_is_no_year_of_hours_is_refused_in_one_line() -> None:
    assert "x.epw:1: no weather file" in refused(b"hello,world\n")
    assert "x.epw:1: no weather file" in refused(b"")
    no_periods = refused(epw(periods="DATA").bytes())
    assert "no DATA PERIODS line" in no_periods
    assert "line 8 begins with DATA PERIODS" in no_periods
    assert "4 values an hour" in refused(epw(periods="DATA PERIODS,1,4,Data").bytes())
    assert "2 data periods" in refused(epw(periods="DATA PERIODS,2,1,Data").bytes())
    assert "x.epw:9: hour 0: an EPW counts them from 1 to 24" in refused(changed(3, (0, "0")))
    assert "there is no day 31 of month 1" not in refused(changed(1, (0, "13")))
    assert "there is no day 1 of month 13" in refused(changed(1, (0, "13")))
    warm = refused(changed(6, (7, "warm")))
    assert "x.epw:16: column 7 (dry bulb) holds 'warm', which is no number" in warm
    assert "write a number there, or 99.9 where nobody measured" in warm
    for endless in ("inf", "1e400", "nan"):
        for column, name in ((1, "month"), (3, "hour")):
            said = refused(changed(column, (0, endless)))
            assert f"x.epw:9: column {column + 1} ({name}) holds '{endless}'" in said
            assert "write the date of the hour there" in said
    assert "column 2 (month) is empty" in refused(changed(1, (0, "")))
    assert "stands there twice" in refused(changed(3, (1, "1")))
    gap = refused(changed(6, *((at, "99.9") for at in range(2000, 2030))))
    assert "30 hours without a dry bulb in a row, from hour 2001" in gap
    short = epw()
    short.rows = lambda rows: rows[:4000]
    # 4,000 hours are 166 days and 16 hours: the 167th day is 16 June.
    few = refused(short.bytes())
    assert (
        "holds 4000 of the 8760 hours of a year; the first that lacks is hour 17 of day 16" in few
    )
    assert "of month 6" in few
    narrow = epw()
    narrow.rows = lambda rows: [row[:5] for row in rows]
    assert "an hour has 5 columns, not 35" in refused(narrow.bytes())
    nowhere = epw(location="LOCATION,Nowhere", pressure_pa=0)
    assert "neither pressures nor the height" in refused(nowhere.bytes())


def test_hours_as_text_are_small_and_say_the_same_again() -> None:
    dry, dew = weather_of_chance()
    values = [*dry.tolist(), -40.0, 45.0, -99.9]
    text = hours_text(values)
    assert hours_read(text) == pytest.approx(values, abs=1e-9)
    assert not set(text) & set("#\"'\\")
    year = epw_of(EpwText(dry=dry, dew=dew).bytes(), "x.epw").year
    assert sum(map(len, (*year.dry_bulb, *year.dew_point))) < 20_000
    for wrong in ("%", "~12", "~12x4", "~1000#", "~10002é"):
        with pytest.raises(ValueError, match="character"):
            hours_read(wrong)
    with pytest.raises(ValueError, match="is no value"):
        hours_text([1000.0])


def test_a_year_that_was_changed_by_hand_is_found() -> None:
    year = epw_of(epw().bytes(), "x.epw").year
    assert not list(year.own_problems())
    short = year.evolve(dry_bulb=year.dry_bulb[:11])
    assert [name for name, _ in short.own_problems()] == ["dry_bulb"]
    cut = year.evolve(dew_point=(*year.dew_point[:11], year.dew_point[11][:-5]))
    assert [words for _, words in cut.own_problems()] == [
        "dew_point: month 12 holds 739 hours, not 744"
    ]
    wet = year.evolve(dew_point=tuple(hours_text([40.0] * d * 24) for d in DAYS))
    assert [name for name, _ in wet.own_problems()] == ["dew_point"]
    hot = year.evolve(dry_bulb=tuple(hours_text([80.0] * d * 24) for d in DAYS))
    assert [name for name, _ in hot.own_problems()] == ["dry_bulb"]
    assert not WeatherYear(id="x").has_hours
