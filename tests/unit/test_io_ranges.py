"""A file with a figure that cannot be opens without it, and says where it stands."""

import time

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.library import Library
from designer.catalog.load import load_own
from designer.catalog.own_text import read_parts
from designer.io.design_file import dumps, loads
from designer.io.netbox.walk import import_path
from designer.model.design import Design, PriceOverride, Site
from tests.helpers.designs import small_catalog

CATALOG = small_catalog()


def opened_with(section, line, head="schema_version = 3\n"):
    """Open a file with one line in a section; return it and where the line's key stands."""
    opened = loads(f"{head}[{section}]\n{line}\n", "a.toml")
    return opened


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("pue = 0.6", "give 1 to 10"),
        ("power_factor = 1.3", "above 0, to 1"),
        ("utilisation = 2", "give 0 to 1"),
        ("utilisation = 1e308", "give 0 to 1"),
        ("altitude_m = 12000", "-500 to 10,000 m"),
        ("continuous_derate = 0", "above 0, to 1"),
        ("electricity_price = -0.1", "0 to 1,000,000"),
        ("supply_air_c = 400", "-40 to 60 °C"),
        ("currency = ''", "three capital letters, such as USD"),
        ("currency = 'usd'", "three capital letters, such as USD"),
    ],
)
def test_a_site_figure_that_cannot_be_has_its_default(line, words):
    opened = opened_with("site", f'name = "Lab"\n{line}')
    assert opened.design.site == Site(name="Lab")
    (problem,) = opened.problems
    assert problem.where == "a.toml:4:1"
    assert problem.severity == "error"
    assert words in problem.what
    assert problem.done == "left out"
    assert not opened.writable, "a save would lose what the file says"


@pytest.mark.parametrize("wrong", ["nan", "inf", "-inf"])
def test_no_number_is_refused_by_its_field(wrong):
    opened = opened_with("site", f"pue = {wrong}")
    assert opened.design.site.pue is None
    assert opened.problems[0].where == "a.toml:3:1"


def test_an_obstacle_of_10_to_the_30_mm_goes_and_its_neighbour_stays():
    opened = opened_with(
        "room",
        "obstacles = [\n"
        '  {id = "a", x_mm = 0, y_mm = 0, width_mm = 1' + "0" * 30 + ", depth_mm = 1},\n"
        '  {id = "b", x_mm = 0, y_mm = 0, width_mm = 1, depth_mm = 1},\n'
        '  {id = "c", x_mm = 0, y_mm = 1' + "0" * 30 + ", width_mm = 1, depth_mm = 1},\n]",
    )
    assert [(o.id, o.y_mm) for o in opened.design.room.obstacles] == [("b", 0), ("c", 0)]
    assert [(p.where, p.done) for p in opened.problems] == [
        ("a.toml:4:34", "what must state it is left out"),
        ("a.toml:6:24", "0 was taken"),
    ]


def test_an_outline_that_cannot_be_has_its_default():
    opened = opened_with(
        "room", "outline = [[0, 0], [1" + "0" * 40 + ", 0], [0, 9]]\ntile_mm = 500"
    )
    assert opened.design.room.outline == Design().room.outline
    assert opened.design.room.tile_mm == 500
    assert opened.problems[0].where == "a.toml:3:1"


def test_records_of_one_line_say_line_and_column():
    opened = opened_with(
        "power", "A = {capacity_kw = -5.0}\nB = {capacity_kw = 400.0, volts = 1e9}"
    )
    assert [(n.id, n.capacity_kw, n.volts) for n in opened.design.power] == [
        ("A", None, None), ("B", 400.0, None),
    ]  # fmt: skip
    assert [p.where for p in opened.problems] == ["a.toml:3:6", "a.toml:4:27"]


def test_a_position_beyond_10_km_is_taken_as_0():
    opened = opened_with("racks", 'A = {name = "A", part = "rack-z", x_mm = 20000000, y_mm = 600}')
    assert [(r.x_mm, r.y_mm) for r in opened.design.racks] == [(0, 600)]
    assert opened.problems[0].done == "0 was taken"


def test_a_price_below_zero_goes():
    opened = opened_with("prices", "node-x = {amount_cents = -5}\nrack-z = {amount_cents = 5}")
    assert [p.id for p in opened.design.prices] == ["rack-z"]


@pytest.mark.parametrize("date", ["2026", "2026-02", "2026-02-28", ""])
def test_a_price_is_as_of_a_year_a_month_or_a_day(date):
    opened = opened_with("prices", f'rack-z = {{amount_cents = 5, as_of = "{date}"}}')
    assert opened.problems == ()
    assert opened.design.prices[0].as_of == date


@pytest.mark.parametrize(
    "date",
    ["=HYPERLINK(1)", "2026-02-30", "2026-13", "Q3 2026", "2026-1-2", "2026\\r\\n", "٢٠٢٦", "0000"],
)
def test_a_price_date_that_is_none_is_said_and_left_out(date):
    opened = opened_with("prices", f'rack-z = {{amount_cents = 5, as_of = "{date}"}}')
    assert opened.design.prices == (PriceOverride(id="rack-z", amount_cents=5),)
    (problem,) = opened.problems
    assert problem.where == "a.toml:3:29"
    assert problem.severity == "error"
    assert "give YYYY, YYYY-MM or YYYY-MM-DD" in problem.what
    assert not opened.writable, "a save would lose what the file says"


def test_a_position_of_a_device_is_said_in_rack_units():
    opened = opened_with("devices", 'n = {name = "n", part = "p", rack = "", u = 250}')
    assert opened.design.devices[0].half_u == 0
    assert "u cannot be 250: give 0 to 100 U" in opened.problems[0].what


PART = """\
schema_version = 3
[parts.x]
name = "X"
kind = "node"
mass_kg = -4.0
power_max_w = 10000.0
psu = {count = -6, rating_w = 3300.0}
ports = [
  {name = "a", purpose = "compute", kind = "infiniband", rate_gbps = 400.0, count = 8},
  {name = "b", purpose = "compute", kind = "infiniband", rate_gbps = -1.0, count = 8},
]
prices = [
  {amount_cents = -1, as_of = "2026", source = "s", kind = "guide"},
]
"""


def test_figures_of_an_embedded_part_become_unknown():
    opened = loads(PART, "a.toml")
    (part,) = opened.parts
    assert (part.mass_kg, part.power_max_w, part.psu, part.prices) == (None, 10_000.0, None, ())
    assert [port.name for port in part.ports] == ["a"]
    assert sorted(p.where for p in opened.problems if p.severity == "error") == [
        "a.toml:10:58", "a.toml:13:1", "a.toml:13:4", "a.toml:5:1", "a.toml:7:8",
    ]  # fmt: skip


def test_many_wrong_figures_are_read_in_linear_time():
    lines = "".join(
        f'  {{id = "{i}", x_mm = 0, y_mm = 0, width_mm = -1, depth_mm = 1}},\n' for i in range(5000)
    )
    started = time.process_time()
    opened = opened_with("room", f"obstacles = [\n{lines}]")
    assert time.process_time() - started < 10
    assert opened.design.room.obstacles == ()
    assert len(opened.problems) == 201


def test_a_design_that_was_opened_saves_and_opens_without_a_word():
    opened = loads(PART, "a.toml")
    text = dumps(opened.design, CATALOG.overlay(opened.parts))
    assert loads(text).problems == ()


OWN = """\
[[part]]
id = "mine"
kind = "node"
name = "Mine"
mass_kg = -4.0
liquid_fraction = 1.5
psu = {count = 6, rating_w = -1.0}
provenance = [{fields = ["*"], source = "me", kind = "assumed"}]
"""


def test_an_own_part_with_figures_that_cannot_be_is_refused_with_its_lines(tmp_path):
    parts, problems = read_parts(OWN, "mine.toml", Catalog(()), Library({}))
    assert parts == ()
    assert [p.where for p in problems] == ["mine.toml:5:1", "mine.toml:6:1", "mine.toml:7:19"]
    assert "mass_kg cannot be -4: give 0 to" in problems[0].what
    assert "psu.rating_w" in problems[2].what
    (tmp_path / "mine.toml").write_text(OWN + OWN.replace("mine", "other").replace("-", ""))
    own = load_own(tmp_path)
    assert [part.id for part in own.parts] == [], "1.5 is more than all heat in both"
    fine = OWN.replace("-", "").replace("1.5", "0.5")
    (tmp_path / "mine.toml").write_text(OWN + fine.replace('"mine"', '"other"'))
    assert [part.id for part in load_own(tmp_path).parts] == ["other"]


def test_an_import_leaves_out_what_cannot_be(tmp_path):
    folder = tmp_path / "rack-types" / "Maker"
    folder.mkdir(parents=True)
    (folder / "box.yaml").write_text(
        "manufacturer: Maker\nmodel: Box\nslug: maker-box\nu_height: 42\nweight: 9e9\n"
        "weight_unit: kg\nmax_weight: 9e9\nouter_width: 600\nouter_unit: mm\n"
    )
    imported = import_path(folder / "box.yaml")
    (part,) = imported.parts
    assert part.mass_kg is None
    assert part.rack is not None
    assert (part.rack.units, part.rack.static_kg, part.width_mm) == (42, None, 600)
    said = [p.what for report in imported.files for p in report.problems if p.code == "bad-value"]
    assert any("static_kg cannot be 9,000,000,000: give 0 to" in what for what in said)


@pytest.mark.parametrize("wrong", ["1" * 400, '"abc"', "[1]", '""'])
@pytest.mark.parametrize(
    ("table", "field", "fits"),
    [
        ("site", "pue", "give 1 to 10 (the building's power contains that of the IT)"),
        ("room", "floor_limit_kpa", "give above 0, to 1,000 kPa"),
    ],
)
def test_what_is_no_number_is_told_what_would_be(table, field, fits, wrong):
    opened = opened_with(table, f"{field} = {wrong}")
    problem = opened.problems[0]
    assert problem.what.startswith(f"{table}: {field} cannot be ")
    assert problem.what.endswith(fits)
    assert len(problem.line()) < 300
