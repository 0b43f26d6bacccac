"""The `print` command: what it attaches, what it cannot letter, what has a sheet."""

import hashlib
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from designer.app.commands import design_input
from designer.app.main import main

# Commands that paint use the application that is there: the suite's own.
pytestmark = pytest.mark.usefixtures("qapp")

LAB = """schema_version = 2
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
