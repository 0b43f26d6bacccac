"""`desktop-install`: files in their places, a command that starts from anywhere, all gone after."""

import configparser
import re
import shlex
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from designer.app import desktop
from designer.app.exit_codes import BAD_INPUT
from designer.app.main import main
from designer.catalog.data_files import data_folder

PLACES = {
    "applications/cluster-designer.desktop",
    "icons/hicolor/scalable/apps/cluster-designer.svg",
    "icons/hicolor/scalable/mimetypes/application-x-cluster-designer+toml.svg",
    "mime/packages/cluster-designer.xml",
    "metainfo/internal.cluster_designer.ClusterDesigner.metainfo.xml",
}
COMMAND = ("/opt/cluster/bin/cluster-designer",)
needs_mime = pytest.mark.skipif(
    shutil.which("update-mime-database") is None, reason="needs update-mime-database"
)


@pytest.fixture
def share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of shared data of a home of its own."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the desktop's own programs rest."""
    monkeypatch.setattr(desktop, "INDICES", ())


def placed(folder: Path) -> set[str]:
    return {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()}


def entry(path: Path) -> configparser.SectionProxy:
    read = configparser.ConfigParser(interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign]  # keys are case-sensitive
    read.read(path, encoding="utf-8")
    return read["Desktop Entry"]


@pytest.mark.usefixtures("quiet")
def test_every_file_is_put_into_the_home_folder(
    share: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["desktop-install"]) == 0
    assert placed(share) == PLACES
    assert {place for _, place in desktop.FILES} == PLACES
    assert capsys.readouterr().out.splitlines() == [
        f"wrote {share / place}" for _, place in desktop.FILES
    ]
    assert main(["desktop-install"]) == 0, "again: the program has moved"
    assert placed(share) == PLACES


@pytest.mark.usefixtures("quiet")
def test_all_of_it_is_removed_and_nothing_else(
    share: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["desktop-install"])
    other = share / "applications/other.desktop"
    other.write_text("[Desktop Entry]\n")
    capsys.readouterr()
    assert main(["desktop-install", "--uninstall"]) == 0
    assert placed(share) == {"applications/other.desktop"}
    assert capsys.readouterr().out.count("removed ") == len(PLACES)
    assert main(["desktop-install", "--uninstall"]) == 0
    assert capsys.readouterr().out == f"nothing of it is in {share}\n"


@pytest.mark.usefixtures("quiet")
def test_a_prefix_takes_them_instead(share: Path, tmp_path: Path) -> None:
    assert main(["desktop-install", "--prefix", str(tmp_path / "usr")]) == 0
    assert placed(tmp_path / "usr/share") == PLACES
    assert not share.exists()
    assert main(["desktop-install", "--prefix", str(tmp_path / "usr"), "--uninstall"]) == 0
    assert placed(tmp_path / "usr") == set()


@pytest.mark.usefixtures("quiet")
def test_a_relative_prefix_is_that_of_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["desktop-install", "--prefix", "here"]) == 0
    assert f"wrote {tmp_path}/here/share/" in capsys.readouterr().out


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("named", ["", "relative/data"])
def test_without_a_data_folder_the_usual_one_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", named)
    assert main(["desktop-install"]) == 0
    assert placed(tmp_path / ".local/share") == PLACES


def test_without_a_home_it_asks_for_a_prefix(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def homeless() -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setattr(Path, "home", homeless)
    assert main(["desktop-install"]) == BAD_INPUT
    assert "name a place with --prefix" in capsys.readouterr().err


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_a_system_without_such_desktops_says_so(
    share: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    system: str,
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert main(["desktop-install"]) == BAD_INPUT
    assert "no desktop entries" in capsys.readouterr().err
    assert not share.exists()


@pytest.mark.usefixtures("quiet")
def test_a_folder_that_cannot_be_made_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "share").write_text("a file")
    assert main(["desktop-install", "--prefix", str(tmp_path)]) == BAD_INPUT
    said = capsys.readouterr().err
    assert said.startswith(f"cluster-designer: {tmp_path}/share/applications: cannot be made: ")
    assert said.count("\n") == 1


@pytest.mark.usefixtures("quiet")
def test_the_entry_starts_this_installation(share: Path, tmp_path: Path) -> None:
    script = tmp_path / "my env/bin/cluster-designer"
    script.parent.mkdir(parents=True)
    script.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    script.chmod(0o755)
    command = desktop.start_command(str(script.with_name("python")))
    assert command == (str(script),)
    desktop.install(share, command)
    said = entry(share / desktop.ENTRY)
    assert said["TryExec"] == str(script)
    words = shlex.split(said["Exec"])
    assert words == [str(script), "%f"]
    done = subprocess.run([words[0], "a file"], capture_output=True, text=True, check=True)
    assert done.stdout == "a file\n"
    shipped = entry(data_folder("resources") / "desktop/cluster-designer.desktop")
    others = {key: text for key, text in said.items() if key not in ("Exec", "TryExec")}
    assert others == {k: t for k, t in shipped.items() if k not in ("Exec", "TryExec")}


@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("/opt/cd", "/opt/cd %f"),
        ("/opt/c d", '"/opt/c d" %f'),
        ("/opt/100%", "/opt/100%% %f"),
        # Escaped once for the command, and once more for the key (Desktop Entry 1.5, Exec).
        ('/o"p', r'"/o\\"p" %f'),
        ("/o$p", r'"/o\\$p" %f'),
        ("/o\\p", r'"/o\\\\p" %f'),
        ("/o`p", r'"/o\\`p" %f'),
    ],
)
def test_a_command_of_any_name_is_written_as_the_specification_says(word: str, line: str) -> None:
    text = desktop.entry_for("[Desktop Entry]\nExec=x %f\nTryExec=x\nName=Exec=\n", (word,))
    assert text.splitlines()[1] == f"Exec={line}"
    assert text.splitlines()[3] == "Name=Exec="


def test_where_no_script_stands_beside_python_another_way_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    assert desktop.start_command(str(tmp_path / "python")) == ("/usr/bin/cluster-designer",)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert desktop.start_command("/x/python") == ("/x/python", "-m", "designer")


def test_the_desktop_reads_its_folders_anew(share: Path) -> None:
    desktop.install(share, COMMAND)
    (share / "icons/hicolor/icon-theme.cache").touch()
    asked: list[list[str]] = []

    def run(words: list[str], **_: object) -> "subprocess.CompletedProcess[str]":
        asked.append(words)
        return subprocess.CompletedProcess(words, 0, "", "")

    assert list(desktop.refresh(share, lambda name: f"/bin/{name}", run)) == []
    assert [(words[0], words[-1]) for words in asked] == [
        ("/bin/update-mime-database", str(share / "mime")),
        ("/bin/update-desktop-database", str(share / "applications")),
        ("/bin/gtk-update-icon-cache", str(share / "icons/hicolor")),
    ]


def test_no_cache_of_icons_is_begun(share: Path) -> None:
    desktop.install(share, COMMAND)
    said = list(desktop.refresh(share, lambda name: None))
    assert [line.partition(" ")[0] for line in said] == [
        "update-mime-database", "update-desktop-database",
    ]  # fmt: skip


def test_a_program_that_fails_is_told_and_stops_nothing(share: Path) -> None:
    desktop.install(share, COMMAND)

    def run(words: list[str], **_: object) -> "subprocess.CompletedProcess[str]":
        if words[0].endswith("mime-database"):
            raise subprocess.TimeoutExpired(words, 60)
        return subprocess.CompletedProcess(words, 3, "", "one\nno such folder\n")

    said = list(desktop.refresh(share, lambda name: f"/bin/{name}", run))
    assert said[0].startswith("update-mime-database: ")
    assert "timed out" in said[0]
    assert said[1] == "update-desktop-database: no such folder"


def test_what_is_not_there_is_not_read_anew(tmp_path: Path) -> None:
    assert list(desktop.refresh(tmp_path, lambda name: None)) == []


@needs_mime
def test_a_design_has_its_type_after_it_and_none_before(share: Path) -> None:
    globs = share / "mime/globs2"
    desktop.install(share, COMMAND)
    assert (
        list(desktop.refresh(share, lambda n: shutil.which(n) if "mime" in n else "/bin/true"))
        == []
    )
    assert "80:application/x-cluster-designer+toml:*.cluster.toml" in globs.read_text()
    desktop.uninstall(share)
    list(desktop.refresh(share, lambda n: shutil.which(n) if "mime" in n else "/bin/true"))
    assert not globs.is_file() or "cluster" not in globs.read_text()


def test_the_files_name_one_another() -> None:
    folder = data_folder("resources") / "desktop"
    described = ET.parse(folder / "cluster-designer.metainfo.xml").getroot()
    said = entry(folder / "cluster-designer.desktop")
    described_by = next(place for _, place in desktop.FILES if place.startswith("metainfo"))
    assert described_by == f"metainfo/{described.findtext('id')}.metainfo.xml"
    assert re.fullmatch(r"[a-z]+\.[a-z_]+\.[A-Za-z]+", described.findtext("id") or "")
    assert described.findtext("launchable") == Path(desktop.ENTRY).name
    assert said["Icon"] == described.findtext("icon") == "cluster-designer"
    assert said["MimeType"] == f"{described.findtext('provides/mediatype')};"
    assert {c.text for c in described.iter("category")} == set(said["Categories"].split(";")) - {""}
    icons = [place for name, place in desktop.FILES if name.endswith(".svg")]
    assert icons[0].endswith(f"apps/{said['Icon']}.svg")
    assert icons[1].endswith(f"mimetypes/{said['MimeType'].strip(';').replace('/', '-')}.svg")
    assert ET.parse(folder / "cluster-designer.svg").getroot().get("width") == "128"
    assert {name for name, _ in desktop.FILES} == {path.name for path in folder.iterdir()}


@pytest.mark.skipif(shutil.which("appstreamcli") is None, reason="needs appstreamcli")
def test_the_description_has_no_error() -> None:
    path = data_folder("resources") / "desktop/cluster-designer.metainfo.xml"
    done = subprocess.run(
        ["appstreamcli", "validate", "--no-net", str(path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert not [line for line in done.stdout.splitlines() if line.startswith("E:")]
