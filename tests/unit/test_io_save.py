"""Saving: one step, a backup, permissions, links, and never over somebody else's work."""

import errno
import os
import random
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from designer.io import atomic_file
from designer.io.atomic_file import WriteError, backup_path, replace_file
from designer.io.design_file import FileChangedError, NewerFileError, file_digest, load, save
from designer.io.output_file import write_output
from designer.model.design import Design
from tests.helpers.designs import small_catalog

CATALOG = small_catalog()
ONE, TWO = Design(name="one"), Design(name="two")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.cluster.toml"


def names(folder):
    return sorted(entry.name for entry in folder.iterdir())


def test_previous_file_is_kept_as_backup(path):
    save(path, ONE, CATALOG)
    assert names(path.parent) == ["a.cluster.toml"]
    save(path, TWO, CATALOG)
    assert names(path.parent) == ["a.cluster.toml", "a.cluster.toml.bak"]
    assert load(backup_path(path)).design == ONE
    assert load(path).design == TWO


def test_saving_the_same_again_keeps_the_backup(path):
    save(path, ONE, CATALOG)
    save(path, TWO, CATALOG)
    save(path, TWO, CATALOG)
    assert load(backup_path(path)).design == ONE


def test_digest_is_that_of_the_file(path):
    assert file_digest(path) == ""
    assert save(path, ONE, CATALOG, expected_digest="") == file_digest(path) == load(path).digest


def test_file_changed_on_disk_is_not_overwritten(path):
    digest = save(path, ONE, CATALOG)
    path.write_text(path.read_text().replace("one", "theirs"))
    theirs = path.read_bytes()
    with pytest.raises(FileChangedError, match="changed by someone else"):
        save(path, TWO, CATALOG, digest)
    assert path.read_bytes() == theirs
    path.unlink()
    with pytest.raises(FileChangedError, match="gone"):
        save(path, TWO, CATALOG, digest)
    path.write_bytes(theirs)
    with pytest.raises(FileChangedError):
        save(path, TWO, CATALOG, "")
    assert path.read_bytes() == theirs


def test_file_of_a_newer_schema_is_replaced_only_when_asked(path):
    path.write_text("schema_version = 99\n")
    with pytest.raises(NewerFileError, match="newer version"):
        save(path, ONE, CATALOG)
    assert path.read_text() == "schema_version = 99\n"
    save(path, ONE, CATALOG, replace_newer=True)
    assert load(path).design == ONE


def test_permissions_are_kept_and_new_files_follow_the_umask(path):
    save(path, ONE, CATALOG)
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask
    path.chmod(0o640)
    save(path, TWO, CATALOG)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_symbolic_link_stays_one(path, tmp_path):
    (tmp_path / "real").mkdir()
    target = tmp_path / "real" / "b.toml"
    path.symlink_to(target)
    save(path, ONE, CATALOG)
    save(path, TWO, CATALOG)
    assert path.is_symlink()
    assert load(target).design == TWO
    assert names(target.parent) == ["b.toml", "b.toml.bak"]


def test_write_protected_file_is_respected(path):
    save(path, ONE, CATALOG)
    path.chmod(0o444)
    with pytest.raises(WriteError, match="write-protected"):
        save(path, TWO, CATALOG)
    assert load(path).design == ONE


def test_missing_folder_is_said_with_a_remedy(tmp_path):
    with pytest.raises(WriteError, match="make the folder first"):
        save(tmp_path / "none" / "a.toml", ONE, CATALOG)
    with pytest.raises(WriteError, match="choose a file name"):
        save(tmp_path, ONE, CATALOG)


@pytest.mark.parametrize("call", ["fsync", "replace", "link"])
def test_any_failure_leaves_the_old_file_and_nothing_else(path, monkeypatch, call):
    save(path, ONE, CATALOG)

    def full(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(atomic_file.os, call, full)
    if call == "link":
        monkeypatch.setattr(atomic_file.shutil, "copy2", full)
    with pytest.raises(WriteError, match="free some space"):
        save(path, TWO, CATALOG)
    monkeypatch.undo()
    assert names(path.parent) == ["a.cluster.toml"]
    assert load(path).design == ONE


def test_backup_works_without_hard_links(path, monkeypatch):
    save(path, ONE, CATALOG)

    def unsupported(*_):
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(atomic_file.os, "link", unsupported)
    save(path, TWO, CATALOG)
    assert load(backup_path(path)).design == ONE


def test_output_goes_to_files_and_to_pipes(tmp_path):
    write_output(tmp_path / "a.txt", "ä\n")
    assert (tmp_path / "a.txt").read_bytes() == "ä\n".encode()
    write_output("/dev/null", b"gone")
    with pytest.raises(WriteError):
        write_output(tmp_path / "no" / "a.txt", "x")


def test_leftovers_of_killed_writers_are_removed_later(path):
    old, young = (path.with_name(f".{path.name}.{c * 12}.tmp") for c in "ab")
    other = path.with_name(".b.cluster.toml.cccccccccccc.tmp")
    for leftover in (old, young, other):
        leftover.write_text("half")
    os.utime(old, (1, 1))
    os.utime(other, (1, 1))
    save(path, ONE, CATALOG)
    assert not old.exists()
    assert young.exists()
    assert other.exists()


SAVE_FOR_EVER = """
import itertools, sys
from designer.io.design_file import save
from designer.model.design import Design, Device
from tests.helpers.designs import small_catalog
catalog = small_catalog()
for number in itertools.count():
    devices = tuple(Device(id=f"n{i:03}", name=str(number), part="p", rack="") for i in range(200))
    save(sys.argv[1], Design(name=str(number), devices=devices), catalog)
    print(number, flush=True)
"""


def test_killed_at_any_moment_the_file_is_whole(path):
    top = Path(__file__).parents[2]
    command = [sys.executable, "-c", SAVE_FOR_EVER, str(path)]
    for lines in random.Random(7).sample(range(2, 60), 5):
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=top) as process:
            said = [process.stdout.readline() for _ in range(lines)]
            process.kill()
        opened = load(path)
        assert opened.writable
        assert int(opened.design.name) >= int(said[-1])
        assert {d.name for d in opened.design.devices} == {opened.design.name}
        assert load(backup_path(path)).writable


@pytest.mark.parametrize(("number", "room"), [(errno.ENOSPC, True), (errno.EIO, False)])
@pytest.mark.parametrize("held", ["# before", "", None])
def test_old_content_is_said_to_be_untouched_where_there_is_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, room: bool, held: str | None
) -> None:
    out = tmp_path / "x.txt"
    if held is not None:
        out.write_text(held)

    def refused(_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", refused)
    with pytest.raises(WriteError) as told:
        replace_file(out, b"after")
    assert ("free some space" in str(told.value)) == room
    assert ("the old content is untouched" in str(told.value)) == bool(held)
    assert (out.read_text() if out.exists() else None) == held


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_stream_has_no_old_content(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match=r"free some space, or choose another disk$"):
        replace_file(Path("/dev/full"), b"x")
    held = tmp_path / "held.txt"
    held.write_text("# before")
    with held.open() as reader:  # open for reading alone
        with pytest.raises(WriteError) as told:
            replace_file(Path(f"/dev/fd/{reader.fileno()}"), b"x")
        closed = reader.fileno()
    assert "untouched" not in str(told.value)
    with pytest.raises(WriteError, match=r"nothing is open as that: name a file$"):
        replace_file(Path(f"/dev/fd/{closed}"), b"x")
