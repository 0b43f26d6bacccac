"""The examples of the guide's page on scripting do what it says."""

import re
import tomllib
from pathlib import Path

import pytest

from designer import script
from designer.app.main import main
from designer.catalog.data_files import data_folder
from designer.script import Session
from tests.helpers.plugin_dists import install

PAGE = (data_folder("resources") / "guide/scripting.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)
PYTHON = [text for kind, text in BLOCKS if kind == "python"]
PLUG_IN = next(text for text in PYTHON if "# acme_checks.py" in text)


def test_every_block_of_python_runs_after_the_one_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for text in PYTHON:
        if text is not PLUG_IN:
            exec(text, names)  # the text is what is tested
    said = capsys.readouterr().out
    assert "place_device" in said
    assert "hall.cluster.toml" in {path.name for path in tmp_path.iterdir()}
    assert names["session"].report().totals.nodes == names["again"].report().totals.nodes >= 5


def test_the_plug_in_of_the_page_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    project = tomllib.loads(next(text for kind, text in BLOCKS if kind == "toml"))["project"]
    groups = project["entry-points"]
    entries = {
        group.removeprefix("cluster_designer."): {
            name: target.partition(":")[2] for name, target in named.items()
        }
        for group, named in groups.items()
    }
    install(tmp_path, monkeypatch, project["name"], PLUG_IN, entries)
    assert main(["plugins", "list"]) == 0
    assert capsys.readouterr().out.count("    on\n") == 3
    session = script.new("acme-row", racks=3)
    assert session.export("racks.tsv").startswith("name\tholds\tkW\nA01\t")
    assert "plug-in/numbered" not in {check.rule for check in session.check()}
    session.rename("A02", "Q")
    (mine,) = [check for check in session.check() if check.rule == "plug-in/numbered"]
    assert mine.where == ("A02",)


def test_the_page_names_every_edit_of_a_session() -> None:
    named = set(re.findall(r"`(\w+)`", PAGE[PAGE.index("## The edits") :]))
    others = {
        "history", "calls", "undo", "redo", "step", "report", "check", "build", "build_all",
        "waive", "save",
        "export", "foresee", "do", "plan_device", "plan_rack", "design", "catalog", "layout",
        "is_saved",
    }  # fmt: skip
    own = {name for name in dir(Session) if not name.startswith("_")} - others
    assert own <= named
