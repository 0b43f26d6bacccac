"""The shipped catalogue kept ready made: the same as its files say, never older than they are."""

import hashlib
import os
import pickle
import stat
from pathlib import Path

import pytest

from designer.catalog import compiled as keeping
from designer.catalog.catalog import Catalog
from designer.catalog.compiled import compiled
from designer.catalog.data_files import data_folder
from designer.catalog.load import load_folder, load_library, load_shipped, shipped_library
from designer.catalog.part import Part
from designer.catalog.user_home import HOME_VARIABLE, cache_place

LONG = hashlib.sha256().digest_size


class Shelf:
    """A folder of one source, and how often it was read."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.source, self.readings = folder, folder / "parts.toml", 0
        folder.mkdir()
        self.source.write_text("first")

    def look(self) -> tuple[Part, ...]:
        return compiled("shelf", self.folder, [self.source], self._read)

    def _read(self) -> tuple[Part, ...]:
        self.readings += 1
        return (Part(id="a", name=self.source.read_text(), kind="switch"),)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def shelf(tmp_path):
    return Shelf(tmp_path / "shelf")


def kept_file() -> Path:
    (file,) = cache_place().iterdir()
    return file


def test_what_was_read_once_is_not_read_again_and_is_the_same(shelf):
    first, again = shelf.look(), shelf.look()
    assert shelf.readings == 1
    assert again == first
    assert again is not first
    assert again[0].model_fields_set == first[0].model_fields_set


def test_the_shipped_catalogue_is_as_its_files_say(home):
    folder = data_folder("catalogs")
    read, library = load_folder(folder)[0], load_library(folder)[0]
    for _ in range(2):  # made, then kept
        kept = load_shipped.__wrapped__()
        assert kept.made_of == read.made_of
        assert [kept.digest(p) for p in kept.parts] == [read.digest(p) for p in read.parts]
        assert shipped_library.__wrapped__().tables == library.tables
    assert len(list(cache_place().iterdir())) == 2


def test_nothing_is_read_where_the_shipped_catalogue_is_kept(monkeypatch):
    load_shipped.__wrapped__()
    shipped_library.__wrapped__()
    for name in ("load_folder", "load_library"):
        monkeypatch.setattr(f"designer.catalog.load.{name}", None)
    assert isinstance(load_shipped.__wrapped__(), Catalog)
    assert shipped_library.__wrapped__().entries("model")


def test_another_byte_in_a_source_is_read(shelf):
    shelf.look()
    about = shelf.source.stat()
    shelf.source.write_text("other")
    # As a tool may leave it that keeps times: neither the size nor the time says so.
    os.utime(shelf.source, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert shelf.source.stat().st_size == about.st_size
    assert shelf.look()[0].name == "other"
    assert shelf.readings == 2


def test_another_name_of_a_source_is_read(shelf):
    shelf.look()
    shelf.source = shelf.source.rename(shelf.folder / "others.toml")
    shelf.look()
    assert shelf.readings == 2


@pytest.mark.parametrize(
    "what",
    [
        "designer.__version__",
        "pydantic.VERSION",
        "sys.version",
        "designer.catalog.compiled._SHAPE",
    ],
)
def test_another_version_reads_again(shelf, monkeypatch, what):
    shelf.look()
    monkeypatch.setattr(what, "another")
    shelf.look()
    assert shelf.readings == 2


def test_another_module_of_records_reads_again(shelf, tmp_path, monkeypatch):
    room = tmp_path / "room" / "inner"
    room.mkdir(parents=True)
    module = room / "records.py"
    module.write_text("A = 1\n")
    monkeypatch.setattr(keeping, "_ROOMS", (room.parent,))
    shelf.look()
    shelf.look()
    assert shelf.readings == 1
    module.write_text("A = 12\n")
    shelf.look()
    assert shelf.readings == 2


def test_the_modules_of_records_are_among_what_is_watched():
    told = repr(tuple(keeping._versions()))
    for module in ("catalog/part.py", "catalog/records/guidance.py", "model/figures.py"):
        assert f"designer/{module}" in told.replace(os.sep, "/")


@pytest.mark.parametrize("at", [0, LONG, 2 * LONG + 3, -1])
def test_a_damaged_file_is_read_over_and_mended(shelf, at):
    shelf.look()
    whole = kept_file().read_bytes()
    damaged = bytearray(whole)
    damaged[at] ^= 0x40
    kept_file().write_bytes(damaged)
    assert shelf.look()[0].name == "first"
    assert shelf.readings == 2
    assert kept_file().read_bytes() == whole


@pytest.mark.parametrize("length", [0, 1, LONG, 2 * LONG, 2 * LONG + 20])
def test_a_file_cut_off_is_read_over(shelf, length):
    shelf.look()
    kept_file().write_bytes(kept_file().read_bytes()[:length])
    assert shelf.look()[0].name == "first"
    assert shelf.readings == 2


class _Runs:
    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self):
        return os.mkdir, (str(self._path),)


def body(what: object) -> bytes:
    return pickle.dumps(what)


@pytest.mark.parametrize("kind", ["call", "function of ours", "no tuple", "class of others"])
def test_nothing_but_records_is_made_of_a_file_that_says_it_fits(shelf, tmp_path, kind):
    shelf.look()
    trap = tmp_path / "trap"
    said = {
        "call": body((_Runs(trap),)),
        "function of ours": body((load_folder,)),
        "no tuple": body([]),
        "class of others": body((Path("/"),)),
    }[kind]
    key = kept_file().read_bytes()[:LONG]
    kept_file().write_bytes(key + hashlib.sha256(said).digest() + said)
    assert shelf.look()[0].name == "first"
    assert shelf.readings == 2
    assert not trap.exists()


def test_a_file_that_others_may_write_is_not_believed(shelf):
    shelf.look()
    kept_file().chmod(0o666)
    shelf.look()
    assert shelf.readings == 2
    assert stat.S_IMODE(kept_file().stat().st_mode) == 0o600


def test_a_folder_in_its_place_is_no_matter(shelf):
    shelf.look()
    file = kept_file()
    file.unlink()
    file.mkdir()
    assert shelf.look()[0].name == "first"
    assert shelf.readings == 2
    assert list(cache_place().iterdir()) == [file]  # nothing half-written beside it


def test_without_a_folder_to_keep_it_in_it_is_read_each_time(shelf, home):
    home.write_text("a file where a folder should be")
    shelf.look()
    assert shelf.look()[0].name == "first"
    assert shelf.readings == 2
    assert home.read_text() == "a file where a folder should be"


def test_what_was_refused_is_not_kept(shelf, monkeypatch):
    def refused() -> None:
        raise ValueError("the shipped catalogue is damaged")

    with pytest.raises(ValueError, match="damaged"):
        compiled("shelf", shelf.folder, [shelf.source], refused)
    assert not cache_place().exists()


def test_a_source_that_is_gone_is_told_by_the_reader(shelf):
    shelf.source.unlink()
    with pytest.raises(FileNotFoundError):
        shelf.look()


def test_two_installs_keep_their_own(shelf, tmp_path):
    shelf.look()
    other = Shelf(tmp_path / "other")
    other.look()
    shelf.look()
    other.look()
    assert (shelf.readings, other.readings) == (1, 1)
