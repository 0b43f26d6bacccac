"""`plan`: answers come to a design that is told, written, or refused with the nearest."""

import json
from pathlib import Path

import pytest

from designer.app.main import main
from designer.io.design_file import load

H100 = ["plan", "gpus=256", "generation=h100"]


def test_a_design_is_told_with_all_that_it_assumes_and_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "plan.cluster.toml"
    assert main([*H100, "budget=1e6 USD", "-o", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "DGX SuperPOD H100, 1 SU: 256 GPUs in 12 racks, " in shown
    assert "\nbudget: over 1,000,000 USD" in shown
    assert "\nchecks: 0 errors" in shown
    assert "\n  Cooling: rear doors (what the reference design has)" in shown
    assert "\nthe same without limits of the room: cluster-designer new dgx-superpod-h100" in shown
    assert load(file).design.name == "DGX SuperPOD H100, 1 SU"
    assert main([*H100, "-o", str(file)]) == 2
    assert "exists; choose another name" in capsys.readouterr().err


def test_what_does_not_fit_is_told_by_the_exit_code_and_written_only_when_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "plan.cluster.toml"
    asked = ["plan", "gpus=512", "generation=h100", "feeds=3x300", "-o", str(file)]
    assert main(asked) == 1
    assert capsys.readouterr().out.startswith("does not fit: 512 GPUs: racks and cooling")
    assert not file.exists()
    assert main([*asked, "--nearest"]) == 1
    assert file.exists()


def test_the_answer_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*H100, "--json", "budget=1e6 EUR"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["fits"]
    assert (said["design"]["gpus"], said["design"]["racks"]) == (256, 12)
    assert said["figures"]["errors"] == []
    assert said["figures"]["budget"]["answer"] == "open"


def test_a_design_on_the_standard_output_is_alone_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*H100, "-o", "-"]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("schema_version")
    assert "\nassumed:" in shown.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["gpus=8"], "generation: which GPU is not answered"),
        (["gpus=8", "gpus=9"], "gpus is given twice"),
        (["gpus=8", "generation=qqq zzz"], "no reference design holds"),
    ],
)
def test_bad_answers_are_one_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["plan", *words]) == 2
    shown = capsys.readouterr().err
    assert said in shown
    assert shown.count("\n") == 1
