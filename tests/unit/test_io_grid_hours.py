"""Exports of a grid's hourly carbon, read into a year that a design keeps."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from designer.catalog.input_file import ReadError
from designer.document.edits.grid import drop_grid, take_grid
from designer.io.design_file import dumps, loads
from designer.io.weather.grid_csv import grid_of
from designer.model.design import Design
from designer.model.grid_year import GridYear, grams_text
from designer.model.weather_year import DAYS
from tests.helpers.grid_files import HOURS, export, swinging


def test_an_export_of_electricity_maps() -> None:
    read = grid_of(export(swinging()), "US-MIDA-PJM_2023_hourly.csv")
    year = read.year
    assert (year.id, year.name, year.utc_h) == ("pjm", "PJM", 0)
    assert year.source == (
        "Carbon intensity gCO₂eq/kWh (direct), 2023, US-MIDA-PJM_2023_hourly.csv"
    )
    assert list(year.grams) == pytest.approx(swinging(), abs=0.51)
    assert read.notes == ()
    assert not list(year.own_problems())


@pytest.mark.parametrize(
    ("header", "row", "utc_h", "factor"),
    [
        ("timestamp,MOER version,MOER", "{at:%Y-%m-%dT%H:%M:%S}+00:00,2.1,{g:.1f}", 0, 0.45359237),
        ("point_time,CO2 lb/MWh", "{at:%Y-%m-%dT%H:%M}Z,{g:.1f}", 0, 0.45359237),
        ("MTU (CET/CEST);CO2 g/kWh", "{at:%d.%m.%Y %H:%M} - {at:%d.%m.%Y %H:%M};{g:.1f}", 1, 1),
        ("Stunde;Intensity gCO2/kWh", "{n};{g:.1f}", None, 1),
        ("Date\tHour\tkg CO2/MWh", "{at:%d/%m/%Y}\t{at:%H}\t{g:.1f}", None, 1),
        ("Time (local),carbon_intensity", "{at:%Y-%m-%d %H:%M:%S}-05:00,{g:.1f}", -5, 1),
    ],
)
def test_other_tables(header: str, row: str, utc_h: float | None, factor: float) -> None:
    year = grid_of(export(swinging(), header, row), "grid.csv").year
    assert year.utc_h == utc_h
    assert list(year.grams) == pytest.approx([factor * g for g in swinging()], abs=0.55)
    assert year.id == "grid"


def test_decimal_commas_comments_and_chosen_columns() -> None:
    raw = export(swinging(), "time;direct g/kWh;LCA CO2 g/kWh", "{at:%Y-%m-%d %H:%M};1;{g:.1f}")
    raw = b"# made by hand\n\n" + raw.replace(b".0\n", b",0\n")
    read = grid_of(raw, "x.csv", column="lca")
    assert read.year.grams[0] == pytest.approx(swinging()[0], abs=0.51)
    both = export(
        swinging(), "Datetime (UTC),Carbon intensity (LCA) g/kWh,Carbon intensity (direct) g/kWh",
        "{at:%Y-%m-%d %H:%M},900,{g:.1f}",
    )  # fmt: skip
    found = grid_of(both, "x.csv")
    assert found.year.grams[0] == pytest.approx(swinging()[0], abs=0.51)
    assert "beside 'Carbon intensity (LCA) g/kWh'" in found.notes[0]


def test_a_leap_year_leaves_its_day_out() -> None:
    grams = swinging()[: 59 * 24] + [999.0] * 24 + swinging()[59 * 24 :]
    read = grid_of(export(grams, year=2024), "x.csv")
    assert max(read.year.grams) == pytest.approx(500, abs=1)
    assert "29 February is left out" in read.notes[-1]


def test_a_year_by_the_clock_of_its_place_may_begin_before_midnight_in_utc() -> None:
    assert grid_of(export(swinging(), start_h=-1), "x.csv").year.utc_h == 1
    assert grid_of(export(swinging(), start_h=5), "x.csv").year.utc_h == -5


def test_gaps_are_filled_and_told() -> None:
    lines = export([100.0] * 12 + [200.0] * (HOURS - 12)).decode().splitlines()
    lines[11] = lines[11].rpartition(",")[0] + ","
    lines[12] = lines[12].rpartition(",")[0] + ",n/e"
    lines[13] = lines[13].rpartition(",")[0] + ",nan"
    read = grid_of("\n".join(lines).encode(), "x.csv")
    assert list(read.year.grams[9:14]) == pytest.approx([100, 125, 150, 175, 200], abs=0.51)
    assert read.notes[0].startswith("3 hours without a value")


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "no column of carbon intensity"),
        (b"a,b\n1,2\n", "no column of carbon intensity"),
        (export(swinging()[:100]), "100 lines of values: hours of a year are 8,760, or 8,784"),
        (export(swinging() * 12), "105,120 lines of values"),
        (export(swinging(), start_h=2000), "it begins at 2023-03-25 08:00"),
        (export([2500.0] * HOURS), "2500.00 in the column"),
        (export([-1.0] * HOURS), "is no carbon of a grid"),
        (export(swinging(), row="{at:%Y-%m-%d %H:%M},PJM,x"), "no number in the column"),
        (export(swinging(), row="2023-01-{n:02d} 00:00,PJM,"), "no number in the column"),
    ],
)  # fmt: skip
def test_what_is_no_year_is_refused_in_one_line(raw: bytes, said: str) -> None:
    with pytest.raises(ReadError) as error:
        grid_of(raw, "x.csv")
    line = error.value.problem.line()
    assert said in line
    assert "\n" not in line


def test_hours_out_of_order_and_long_gaps_are_refused() -> None:
    lines = export(swinging()).decode().splitlines()
    turned = [lines[0], *lines[1:5000], lines[4000], *lines[5001:]]
    with pytest.raises(ReadError, match="comes after a later hour"):
        grid_of("\n".join(turned).encode(), "x.csv")
    holes = [
        *lines[:101],
        *(line.rpartition(",")[0] + "," for line in lines[101:131]),
        *lines[131:],
    ]
    with pytest.raises(ReadError, match="30 hours without a value in a row"):
        grid_of("\n".join(holes).encode(), "x.csv")
    with pytest.raises(ReadError, match="no column 'gas'"):
        grid_of(export(swinging()), "x.csv", column="gas")


@settings(max_examples=30)
@given(st.lists(st.floats(0, 2000), min_size=24, max_size=24))
def test_hours_are_kept_to_the_gram(day: list[float]) -> None:
    text = grams_text(day * 31)
    year = GridYear(id="g", intensity=tuple(grams_text(day * one) for one in DAYS))
    assert year.intensity[0] == text
    assert list(year.grams[:24]) == pytest.approx(day, abs=0.5001)


def test_a_design_keeps_them_and_forgets_them() -> None:
    year = grid_of(export(swinging()), "x.csv").year
    design = take_grid(year)(Design())
    text = dumps(design, None)
    assert loads(text).design == design
    assert len(text) < 40_000
    assert design.site.grid_year == "pjm"
    left = drop_grid("pjm")(design)
    assert (left.grid_years, left.site.grid_year) == ((), "")


def test_wrong_hours_of_a_design_are_told() -> None:
    for texts in (
        ("x",),
        tuple(
            grams_text([2500.0] * 24 * d) for d in (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
        ),
    ):
        assert [name for name, _ in GridYear(id="g", intensity=texts).own_problems()] == [
            "intensity"
        ]
