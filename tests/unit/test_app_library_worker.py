"""The process that imports for the window: reads once, merges as it is told, writes when asked."""

import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

from designer.app.library_worker import LibraryWork, serve
from designer.catalog.load import load_shipped
from designer.engine.protocol import encode
from designer.io.user_folders import catalogs_folder

TYPE = """\
manufacturer: {maker}
model: {model}
slug: {slug}
u_height: 1
is_full_depth: true
weight: 99
weight_unit: kg
"""


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "device-types" / "Acme"
    folder.mkdir(parents=True)
    types = {
        "a": TYPE.format(maker="Mellanox", model="SN4600C", slug="mellanox-sn4600c"),
        "b": TYPE.format(maker="Acme", model="PowerEdge 9999", slug="acme-9999"),
        "c": "a: &a 1\nb: *a\n",
    }
    for name, text in types.items():
        (folder / f"{name}.yaml").write_text(text)
    return tmp_path


class Asked:
    """What an import answers to frames, the last answer first at hand."""

    def __init__(self) -> None:
        self.answers: list[dict[str, Any]] = []
        self.work = LibraryWork(self.answers.append)

    def ask(self, kind: str, **frame: object) -> dict[str, Any]:
        self.work.take({"type": kind, **frame})
        return self.answers[-1]


def test_what_was_read_is_told(library: Path):
    told = Asked().ask("read", path=str(library))
    assert (told["type"], told["choice"], told["only"]) == ("merged", "keep", "")
    assert (told["files"], told["read"], told["known"]) == (3, 2, 1)
    assert told["kinds"] == {"switch": 1, "server": 1}
    assert (told["new"], told["merged"], told["unchanged"]) == (1, 1, 0)
    assert told["refusals"] == 1
    assert "uses an anchor (&)" in told["refused"][0]
    (mass,) = (one for one in told["figures"] if one["figure"] == "Mass")
    shipped = load_shipped().require("sn4600c")
    assert mass["part"] == f"{shipped.vendor} {shipped.name}"
    assert (mass["ours"], mass["theirs"], mass["kept"]) == (
        f"{shipped.mass_kg:g} kg", "99 kg", "ours",
    )  # fmt: skip
    assert mass["theirs_source"].endswith("Acme/a.yaml")
    assert list(catalogs_folder().iterdir()) == []


@pytest.mark.parametrize(
    ("choice", "only", "counts", "kept"),
    [
        ("theirs", "", (1, 1), "theirs"),
        ("both", "", (2, 0), ""),
        ("keep", "known", (0, 1), "ours"),
        ("keep", "server", (1, 0), ""),
        ("keep", "rack", (0, 0), ""),
    ],
)
def test_another_choice_takes_no_second_reading(
    library: Path, choice: str, only: str, counts: tuple[int, int], kept: str
):
    asked = Asked()
    asked.ask("read", path=str(library))
    for file in (library / "device-types" / "Acme").iterdir():
        file.unlink()
    told = asked.ask("merge", choice=choice, only=only)
    assert (told["new"], told["merged"]) == counts
    assert {one["kept"] for one in told["figures"] if one["figure"] == "Mass"} == (
        {kept} if kept else set()
    )


def test_nothing_is_written_before_it_is_asked_for(library: Path):
    asked = Asked()
    asked.ask("read", path=str(library))
    asked.ask("merge", choice="keep", only="known")
    assert asked.ask("write") == {"type": "written", "parts": 1, "files": 1}
    (path,) = catalogs_folder().glob("*.toml")
    assert [part["id"] for part in tomllib.loads(path.read_text())["part"]] == ["sn4600c"]


def test_what_cannot_be_read_is_one_line(tmp_path: Path):
    told = Asked().ask("read", path=str(tmp_path / "none"))
    assert told["type"] == "failed"
    assert told["message"].endswith(
        "no such file or folder; name a YAML file, a folder or a checkout"
    )


def test_a_damaged_file_of_the_users_stops_the_writing(library: Path):
    asked = Asked()
    asked.ask("read", path=str(library))
    path = catalogs_folder() / "netbox-nvidia.toml"
    path.write_text("[[part]\n")
    told = asked.ask("write")
    assert told["type"] == "failed"
    assert "netbox-nvidia.toml:1:" in told["message"]
    assert path.read_text() == "[[part]\n"


def test_frames_are_served_until_it_is_told_to_quit(library: Path):
    coming, going = os.pipe()
    for frame in (
        {"type": "read", "path": str(library)}, {"type": "quit"}, {"type": "write"},
    ):  # fmt: skip
        os.write(going, encode(frame))
    os.close(going)
    answers: list[dict[str, Any]] = []
    with os.fdopen(coming, "rb") as source:
        serve(source, answers.append)
    assert [answer["type"] for answer in answers] == ["merged"]
