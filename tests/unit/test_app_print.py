"""The `print` command: what it attaches, what it cannot letter, what has a sheet."""

import hashlib
import re
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from designer.app.commands import design_input
from designer.app.main import main
from tests.helpers.printed import pages_of

# Commands that paint use the application that is there: the suite's own.
pytestmark = pytest.mark.usefixtures("qapp")

LAB = """schema_version = 3
name = "Lab"
[room]
outline = [[0, 0], [6000, 0], [6000, 4800], [0, 4800]]
[racks]
A01 = {name = "A01", part = "rack-48u", x_mm = 1000, y_mm = 1000}
"""


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    path = tmp_path / "lab.toml"
    path.write_text(LAB)
    return path


def test_what_is_attached_is_what_was_drawn_though_the_file_is_saved_meanwhile(
    lab: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = design_input.evaluate

    def evaluate(*design: Any) -> Any:
        lab.write_text(LAB.replace("Lab", "Hall"))
        return real(*design)

    monkeypatch.setattr(design_input, "evaluate", evaluate)
    out = tmp_path / "out.pdf"
    assert main(["print", str(lab), "--sheets", "floor", "-o", str(out)]) == 0
    found = PdfReader(out)
    (attached,) = found.attachments.values()
    assert attached[0].decode() == LAB
    assert hashlib.sha256(LAB.encode()).hexdigest() in str(found.metadata)


@pytest.mark.parametrize("name", ["\U0001f680.toml", "ราง.toml"])
def test_the_name_of_a_file_that_cannot_be_lettered_is_refused(
    name: str, lab: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = lab.rename(tmp_path / name)
    out = tmp_path / "out.pdf"
    assert main(["print", str(odd), "--sheets", "floor", "-o", str(out)]) == 2
    letter = min(set(name) - set(".toml"))
    said = capsys.readouterr().err
    assert f"no font has {letter} (U+{ord(letter):04X}" in said
    assert "in the name of the file" in said
    assert not out.exists()


TANK = """T1 = {name = "T1", part = "immersion-smartpodx", x_mm = 3000, y_mm = 1000}
C1 = {name = "CDU-01", part = "crah", x_mm = 100, y_mm = 3000}
[devices]
n1 = {name = "bath-node-1", part = "dgx-h200", rack = "T1", u = 1}
n2 = {name = "bath-node-2", part = "dgx-h200", rack = "T1", u = 9}
n3 = {name = "air-node", part = "dgx-h100", rack = "A01", u = 3}
"""


def test_a_tank_is_in_the_schedule_and_has_a_sheet_of_what_it_holds(
    lab: Path, tmp_path: Path
) -> None:
    lab.write_text(LAB + TANK)
    out = tmp_path / "out.pdf"
    assert main(["print", str(lab), "-o", str(out)]) == 0
    floor, *_, tank = pages_of(out)
    assert "2 racks · 24 GPUs · highest IT power 30.6 kW" in floor
    assert re.search(r"2 all racks 30\.6", floor), "one sum on one sheet"
    assert "bath-node-1" in tank
    assert "bath-node-2" in tank
    assert "Units of a tank are counted along it" in tank
    assert "blanking" not in tank
    assert main(["print", str(lab), "--sheets", "racks", "--racks", "T1", "-o", str(out)]) == 0
    assert "bath-node-2" in " ".join(pages_of(out))


def test_a_unit_without_a_sheet_is_told(
    lab: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lab.write_text(LAB + TANK)
    out = tmp_path / "out.pdf"
    words = ["print", str(lab), "-o", str(out), "--racks"]
    assert main([*words, "CDU-01,A01"]) == 0
    said = capsys.readouterr().err
    assert "info: --racks: CDU-01 (air handler) has no sheet of its own; the floor sheet" in said
    out.unlink()
    assert main([*words, "CDU-01", "--sheets", "racks"]) == 2
    assert "CDU-01 (air handler) has no sheet of its own" in capsys.readouterr().err
    assert not out.exists()


def test_a_design_without_feeds_has_no_power_sheet_and_says_so(
    lab: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It said that the design has no rack to draw, or nothing at all."""
    out = tmp_path / "out.pdf"
    assert main(["print", str(lab), "-o", str(out), "--sheets", "power"]) == 2
    said = capsys.readouterr().err
    assert "nothing to print: the design names no feeds" in said
    assert "rack" not in said
    assert main(["print", str(lab), "-o", str(out), "--sheets", "floor,power"]) == 0
    assert "the design names no feeds; it has no power sheet" in capsys.readouterr().err


def test_words_longer_than_a_sheet_go_on_upon_further_ones(lab: Path, tmp_path: Path) -> None:
    remark = 'n1 = {text = "' + "R" * 9_000 + '", target = "A01"}'
    note = f'name = "Lab"\nnote = "{"Z" * 20_000}"'
    text = LAB.replace('name = "Lab"', note, 1)
    lab.write_text(f"{text}\n[notes]\n{remark}\n")
    out = tmp_path / "out.pdf"
    assert main(["print", str(lab), "--sheets", "floor", "-o", str(out)]) == 0
    said = "".join(pages_of(out))
    assert said.count("Z") >= 20_000
    assert said.count("R") >= 9_000


NEXT = LAB.replace("x_mm = 1000", "x_mm = 2200") + (
    'A02 = {name = "A02", part = "rack-48u", x_mm = 3400, y_mm = 1000}\n'
)


@pytest.mark.parametrize("paper", ["A3", "A4"])
def test_a_comparison_is_printed_with_its_plan_and_tables(
    paper: str, lab: Path, tmp_path: Path
) -> None:
    now, out = tmp_path / "next.toml", tmp_path / "out.pdf"
    now.write_text(NEXT)
    words = ["print", str(now), "--compare", str(lab), "--paper", paper, "-o", str(out)]
    assert main(words) == 0
    (page,) = [text for text in pages_of(out) if "Comparison: lab.toml → next.toml" in text][:1]
    assert "Moved: A01 1.2 m right." in page
    for said in ("Rack A02", "from the left: 1,000 mm → 2,200 mm", "Racks", "1 → 2"):
        assert said in page, said
    assert "FINDINGS" in " ".join(pages_of(out)).upper()


def test_a_comparison_stands_before_the_sheets_that_are_asked_for(
    lab: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    now, out = tmp_path / "next.toml", tmp_path / "out.pdf"
    now.write_text(NEXT)
    both = ["--compare", str(lab), "--sheets", "floor,compare", "-o", str(out)]
    assert main(["print", str(now), *both]) == 0
    titles = [one.title for one in PdfReader(out).outline]  # type: ignore[union-attr]  # flat
    assert titles[0] == "Comparison: lab.toml → next.toml"
    assert len(titles) > 1
    for lone in (["--compare", str(lab), "--sheets", "floor"], ["--sheets", "compare"]):
        assert main(["print", str(now), *lone, "-o", str(out)]) == 2
        assert "a comparison needs --" in capsys.readouterr().err
    gone = str(tmp_path / "gone.toml")
    assert main(["print", str(now), "--compare", gone, "-o", str(out)]) == 2
    assert gone in capsys.readouterr().err


def test_nothing_differs_and_the_sheet_says_so(lab: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    assert main(["print", str(lab), "--compare", str(lab), "-o", str(out)]) == 0
    assert "Both designs are the same." in " ".join(pages_of(out))
