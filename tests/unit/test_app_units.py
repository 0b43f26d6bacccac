"""`--units imperial`: pages for people turn, files for programs stay metric."""

import re
from pathlib import Path

import pytest

from designer.app.main import main
from designer.engine.report import Report
from designer.model.design import Design
from designer.model.presented import METRIC, Presented
from designer.render.edge import presented
from designer.runtime.print_job import PrintJob
from tests.helpers.printed import pages_of
from tests.helpers.prints import as_sent

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


def test_a_report_tells_feet_and_pounds_and_lays_its_columns_out_for_them(
    lab: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(lab), "--units", "imperial"]) == 0
    text = capsys.readouterr().out
    assert "20 ft × 15.7 ft" in " ".join(text.split())
    assert not re.search(r"[0-9] (?:m|kg|m²|m³/h)\b", text)
    assert main(["report", str(lab), "--units", "metric"]) == 0
    plain = capsys.readouterr().out
    assert main(["report", str(lab)]) == 0
    assert capsys.readouterr().out == plain
    assert "6 m × 4.8 m" in plain


def test_json_is_for_programs_and_stays_metric(
    lab: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(lab), "--format", "json", "--units", "imperial"]) == 0
    imperial = capsys.readouterr().out
    assert main(["report", str(lab), "--format", "json"]) == 0
    timings = re.compile(r'"timings".*?}', re.S)
    assert timings.sub("", imperial) == timings.sub("", capsys.readouterr().out)


def test_sheets_are_printed_in_imperial_and_the_program_is_metric_after(
    lab: Path, tmp_path: Path
) -> None:
    out = tmp_path / "lab.pdf"
    assert (
        main(["print", str(lab), "-o", str(out), "--sheets", "floor", "--units", "imperial"]) == 0
    )
    words = " ".join(pages_of(out))
    assert "19.7 × 15.7 ft" in words
    assert "in lb kW" in words
    assert "ft at 1 :" in words
    assert presented() == METRIC


def test_what_the_window_prints_is_read_as_the_window_is() -> None:
    job = PrintJob(
        design=Design(name="Lab"), parts=(), report=Report(), sheets=("floor",), paper="A3",
        presented=Presented("imperial", "de"),
    )  # fmt: skip
    assert as_sent(job).presented == Presented("imperial", "de")
