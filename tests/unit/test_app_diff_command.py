"""`diff A B`: what it says in each format, its exit codes, and one line for bad input."""

import io
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from designer.app.main import main
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.io.design_file import dumps, load
from designer.io.export.consequences import Side, consequences
from designer.model.change import Change, apply
from designer.model.design import Design

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture(scope="module")
def pods(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """One scalable unit, and the same with a rack of nodes less and another nearer to its row."""
    folder = tmp_path_factory.mktemp("pods")
    one, other = folder / "one.cluster.toml", folder / "other.cluster.toml"
    assert main(["new", "dgx-superpod-h100", "scalable_units=1", "-o", str(one)]) == 0
    design = load(one).design
    first, second = (rack for rack in design.racks if rack.name in ("A01", "A02"))
    moved = second.evolve(y_mm=second.y_mm + 600)
    change = Change(put=(("racks", (moved,)),), drop=(("racks", (first.id,)),))
    other.write_text(dumps(apply(design, change), load_shipped()))
    return one, other


def diff_json(pods: tuple[Path, Path], capsys: pytest.CaptureFixture[str], *more: str) -> Any:
    assert main(["diff", *map(str, pods), "--format", "json", *more]) == 1
    return json.loads(capsys.readouterr().out)


def test_the_same_end_with_0_and_others_with_1(
    pods: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", str(pods[0]), str(pods[0])]) == 0
    assert "Both designs are the same." in capsys.readouterr().out
    assert main(["diff", *map(str, pods)]) == 1
    text = capsys.readouterr().out
    assert "2 records differ: 1 removed, 1 moved." in text
    assert "32 GPUs fewer" in text
    assert "→ moved" in text
    assert "− removed" in text


def test_comments_and_layout_are_no_difference(pods: tuple[Path, Path], tmp_path: Path) -> None:
    other = tmp_path / "spaced.cluster.toml"
    other.write_text(pods[0].read_text().replace(" = {", "   = {"))
    assert main(["diff", str(pods[0]), str(other)]) == 0


def test_json_says_records_and_what_follows(
    pods: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    data = diff_json(pods, capsys)
    assert data["counts"] == {"added": 0, "removed": 1, "moved": 1, "changed": 0}
    kinds = {one["id"]: one["kind"] for one in data["changes"]}
    assert kinds == {"A01": "removed", "A02": "moved"}
    (moved,) = [one for one in data["changes"] if one["kind"] == "moved"]
    (field,) = moved["fields"]
    assert field["now"] - field["was"] == 600
    figures = {one["name"]: one for one in data["consequences"]["figures"] if one["name"]}
    designs = [load(path).design for path in pods]
    for side, design in zip(("was", "now"), designs, strict=True):
        report = evaluate(design, load_shipped())
        assert figures["gpus"][side]["value"] == report.totals.gpus
        told = figures["power_max_kw"][side]["value"]
        assert told == pytest.approx(report.totals.power_max_kw)
    bill = {one["part"]: one for one in data["consequences"]["bill"]}
    assert bill["dgx-h100"]["was"] - bill["dgx-h100"]["now"] == 4


def test_what_is_unknown_is_null_and_no_zero(
    pods: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    capital = next(
        one for one in diff_json(pods, capsys)["consequences"]["figures"] if one["name"] == "capex"
    )
    assert capital["was"]["value"] is None
    low, high = capital["was"]["bounds"]
    assert low > 0
    assert high is None


def test_without_a_report_only_records_are_told(
    pods: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    data = diff_json(pods, capsys, "--no-report")
    assert data["consequences"] is None
    assert data["verdict"] == ""
    assert data["counts"]["removed"] == 1


def test_the_page_needs_nothing_else_and_takes_no_marks(
    pods: tuple[Path, Path], tmp_path: Path
) -> None:
    hostile, page = tmp_path / "bad.cluster.toml", tmp_path / "out.html"
    design = load(pods[0]).design
    racks = tuple(rack.evolve(name=f"<script>{rack.name}&") for rack in design.racks)
    hostile.write_text(dumps(design.evolve(racks=racks), load_shipped()))
    words = ["diff", str(pods[0]), str(hostile), "--no-report", "-o", str(page)]
    assert main(words) == 1
    text = page.read_text()
    assert "<script>" not in text
    assert "&lt;script&gt;A01&amp;" in text
    assert "prefers-color-scheme:dark" in text
    assert '<tr class="changed"><td>~ changed</td>' in text
    assert not [mark for mark in ("src=", "href=", "@import", "url(") if mark in text]


def test_one_of_both_may_come_by_the_standard_input(
    pods: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given = io.TextIOWrapper(io.BytesIO(pods[1].read_bytes()))
    monkeypatch.setattr(sys, "stdin", given)
    assert main(["diff", str(pods[0]), "-", "--no-report"]) == 1
    assert "standard input" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        (("-", "-"), "cluster-designer: diff: the standard input can be one"),
        (("{one}", "qqq zzz"), "cluster-designer: qqq zzz: cannot be read"),
        (("{one}",), "cluster-designer diff: the following arguments are required: B"),
        (("{one}", "{text}"), "cluster-designer: {text}: is no design"),
        (("{one}", "{broken}"), "cluster-designer: {broken}:"),
    ],
)
def test_bad_input_is_one_line(
    words: tuple[str, ...], begins: str, pods: tuple[Path, Path], tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    text, broken = tmp_path / "a.txt", tmp_path / "broken.cluster.toml"
    text.write_text("hello\n")
    broken.write_text(pods[0].read_text().replace("rotation = 180", "rotation = = 180", 1))
    names = {"one": pods[0], "text": text, "broken": broken}
    assert main(["diff", *(word.format(**names) for word in words)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1, captured.err
    assert captured.err.startswith(begins.format(**names))


def in_repository(folder: Path, *words: str) -> None:
    done = subprocess.run(["git", *words], cwd=folder, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def repository(pods: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository whose last commit holds the first of the pods, and its work tree the second."""
    for name, value in (("HOME", tmp_path / "home"), ("GIT_CONFIG_NOSYSTEM", "1")):
        monkeypatch.setenv(name, str(value))
    monkeypatch.delenv("GIT_DIR", raising=False)
    root = tmp_path / "halls"
    (root / "sub").mkdir(parents=True)
    in_repository(root, "init", "-q")
    in_repository(root, "config", "user.name", "K. Lund")
    in_repository(root, "config", "user.email", "k@example.org")
    shutil.copy(pods[0], root / "sub/pod.cluster.toml")
    in_repository(root, "add", ".")
    in_repository(root, "commit", "-qm", "Draw a pod")
    shutil.copy(pods[1], root / "sub/pod.cluster.toml")
    return root


@needs_git
def test_a_file_of_a_revision(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder, names in (
        (repository, ("HEAD:sub/pod.cluster.toml", "sub/pod.cluster.toml")),
        (repository / "sub", ("HEAD:pod.cluster.toml", "pod.cluster.toml")),
        (repository / "sub", ("HEAD:sub/pod.cluster.toml", "pod.cluster.toml")),
    ):
        monkeypatch.chdir(folder)
        assert main(["diff", *names, "--no-report"]) == 1
        assert "2 records differ" in capsys.readouterr().out
    assert main(["diff", "HEAD:pod.cluster.toml", ":pod.cluster.toml"]) == 0


@needs_git
def test_a_revision_that_is_not_there_is_one_line(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(repository)
    for name in ("v9:pod.cluster.toml", "HEAD:qqq zzz"):
        assert main(["diff", name, "sub/pod.cluster.toml"]) == 2
        captured = capsys.readouterr()
        assert captured.err.count("\n") == 1
        assert captured.err.startswith(f"cluster-designer: {name}: no such file")


def test_consequences_of_nothing_are_none(pods: tuple[Path, Path]) -> None:
    design = load(pods[0]).design
    catalog = load_shipped()
    side = Side(design, catalog, evaluate(design, catalog))
    found = consequences(side, side)
    told = (found.others, found.limits, found.gained, found.gone, found.parts)
    assert told == ((), (), (), (), ())
    assert not [one for one in found.key if one.differs]
    assert found.figure("qqq zzz") is None


def test_findings_that_come_and_go_are_told_once(pods: tuple[Path, Path]) -> None:
    designs: list[Design] = [load(path).design for path in pods]
    catalog = load_shipped()
    sides = [Side(design, catalog, evaluate(design, catalog)) for design in designs]
    there, back = consequences(*sides), consequences(*sides[::-1])
    assert {one.key for one in there.gained} == {one.key for one in back.gone}
    assert [one.rule for one in there.gained if one.severity == "error"]
    assert there.gained[0].severity == "error"
