"""`climate`: what the catalogue has, what a weather file says, and a file read into a design."""

from pathlib import Path

import pytest

from designer.app.main import main
from designer.io.design_file import load
from tests.helpers.weather_files import epw


@pytest.fixture
def design(tmp_path: Path) -> Path:
    path = tmp_path / "room.cluster.toml"
    assert main(["new", "empty-room", "-o", str(path)]) == 0
    return path


@pytest.fixture
def weather(tmp_path: Path) -> Path:
    path = tmp_path / "denver.epw"
    path.write_bytes(epw().bytes())
    return path


def test_climates_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["climate", "list"]) == 0
    out = capsys.readouterr().out
    assert "ashburn          Ashburn, Virginia\n" in out


def test_a_file_is_shown_by_month(weather: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["climate", "show", str(weather)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[:4] == [
        "Denver Centennial, CO, USA",
        "source: TMY3 724666, denver.epw",
        "station: 39.74° north, -105.18° east, 1,829 m, 81.5 kPa",
        "sizing: dry bulb 33 °C with wet bulb 15.7 °C (0.4 %), wet bulb 18.4 °C with dry bulb "
        "27.3 °C (0.4 %), coldest -18.8 °C (99.6 %)",
    ]
    assert len(out) == 18
    assert out[5].startswith("January ")


def test_a_file_is_read_into_a_design(
    design: Path, weather: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    out = tmp_path / "other.cluster.toml"
    words = ["climate", "import", str(weather), str(design), "--id", "den", "-o", str(out)]
    assert main(words) == 0
    assert capsys.readouterr().out == f"wrote {out}: climate Denver Centennial, CO, USA\n"
    read = load(out).design
    assert (read.site.climate, [year.id for year in read.weather_years]) == ("den", ["den"])
    assert load(design).design.site.climate == ""
    assert main(["climate", "import", str(weather), str(design)]) == 0
    assert load(design).design.site.climate == "denver-centennial"
    assert design.with_name(f"{design.name}.bak").exists()


def test_what_was_mended_is_said_and_bad_input_is_one_line(
    design: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bare = tmp_path / "bare.epw"
    bare.write_bytes(epw(design="DESIGN CONDITIONS,0").bytes())
    capsys.readouterr()
    assert main(["climate", "import", str(bare), str(design)]) == 0
    assert capsys.readouterr().err == "note: it states no design conditions\n"
    before = design.read_bytes()
    for text, said in ((b"a,b", "no weather file"), (b"%PDF-1.4", "is a PDF")):
        bare.write_bytes(text)
        assert main(["climate", "import", str(bare), str(design)]) != 0
        err = capsys.readouterr().err
        assert said in err
        assert err.count("\n") == 1
    assert design.read_bytes() == before
