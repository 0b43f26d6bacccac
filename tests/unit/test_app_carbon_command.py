"""`carbon`: what an export of a grid says, and one read into a design."""

from pathlib import Path

import pytest

from designer.app.main import main
from designer.io.design_file import load
from tests.helpers.grid_files import export, swinging


@pytest.fixture
def design(tmp_path: Path) -> Path:
    path = tmp_path / "room.cluster.toml"
    assert main(["new", "empty-room", "-o", str(path)]) == 0
    return path


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "pjm.csv"
    path.write_bytes(export(swinging()))
    return path


def test_a_table_is_shown_by_month(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["carbon", "show", str(table)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[:4] == [
        "PJM",
        "Carbon intensity gCO₂eq/kWh (direct), 2023, pjm.csv; hours in UTC; mean 300 g CO2e/kWh",
        "            mean  least   most  g CO2e/kWh",
        "January      300    100    500",
    ]
    assert len(out) == 15


def test_a_table_is_read_into_a_design(
    design: Path, table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    out = tmp_path / "other.cluster.toml"
    assert main(["carbon", "import", str(table), str(design), "--id", "east", "-o", str(out)]) == 0
    assert capsys.readouterr().out == f"wrote {out}: grid PJM\n"
    read = load(out).design
    assert (read.site.grid_year, [year.id for year in read.grid_years]) == ("east", ["east"])
    assert load(design).design.site.grid_year == ""
    assert main(["carbon", "import", str(table), str(design)]) == 0
    assert load(design).design.site.grid_year == "pjm"
    assert design.with_name(f"{design.name}.bak").exists()


def test_what_is_doubtful_is_said_and_bad_input_is_one_line(
    design: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.csv"
    path.write_bytes(export(swinging(), "hour,CO2 g/kWh", "{n},{g:.0f}"))
    capsys.readouterr()
    assert main(["carbon", "import", str(path), str(design)]) == 0
    err = capsys.readouterr().err
    assert err == "note: its clock is not named: taken for local standard time of the site\n"
    before = design.read_bytes()
    for raw, said in ((b"a,b", "no column of carbon"), (export(swinging()[:99]), "99 lines")):
        path.write_bytes(raw)
        assert main(["carbon", "import", str(path), str(design)]) != 0
        err = capsys.readouterr().err
        assert said in err
        assert err.count("\n") == 1
    assert design.read_bytes() == before
