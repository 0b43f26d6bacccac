"""What a session says and refuses, signal by signal: titles, locks, own parts, newer figures."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part, RackFigures
from designer.document.document import Document
from designer.document.edits import place_rack
from designer.io import design_file
from designer.io.lockfile import DesignLock, LockedError
from designer.io.user_folders import locks_folder
from designer.model.design import Design
from designer.runtime.design_session import DesignSession, SaveRefusedError
from designer.runtime.engine_feed import EngineFeed
from designer.runtime.file_watch import FileWatch

pytestmark = pytest.mark.usefixtures("qapp")
RACK = Part(
    id="rack-x", kind="rack", name="Rack X", width_mm=600, depth_mm=1200, mass_kg=100,
    rack=RackFigures(units=42),
)  # fmt: skip
CATALOG = Catalog([RACK])


class Heard:
    """A session with all that it said."""

    def __init__(self, catalog: Catalog = CATALOG, document: Document | None = None) -> None:
        self.watch = FileWatch()
        self.session = DesignSession(catalog, document, watch=self.watch)
        self.said: list[tuple[object, ...]] = []
        self.labels: list[str] = []
        self.session.document.subscribe(lambda change: self.labels.append(change.label))
        for name in ("title_changed", "opened", "catalog_changed", "problems_found",
                     "changed_on_disk", "locked_by", "autosave_failed"):  # fmt: skip
            getattr(self.session, name).connect(self._listener(name))

    def _listener(self, name: str) -> Callable[..., None]:
        return lambda *given: self.said.append((name, *given))

    def rename(self, name: str) -> None:
        self.session.document.apply("Name", lambda design: design.evolve(name=name))

    def take(self) -> list[tuple[object, ...]]:
        said, self.said = self.said, []
        return said


@pytest.fixture
def make() -> Iterator[Callable[..., Heard]]:
    made: list[Heard] = []

    def one(*given: object) -> Heard:
        made.append(Heard(*given))  # type: ignore[arg-type]  # as given
        return made[-1]

    yield one
    for heard in made:
        heard.session.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "pod.toml"
    design_file.save(path, Design(name="pod"), CATALOG)
    return path


def test_a_new_session_has_an_empty_design_or_the_given_one(make: Callable[..., Heard]) -> None:
    session = make().session
    assert session.document.design == Design()
    assert (session.path, session.parts, session.extra_parts) == (None, (), ())
    assert session.title == Design().name
    given = Document(Design(name=""))
    assert make(CATALOG, given).session.document is given
    assert make(CATALOG, Document(Design(name=""))).session.title == "untitled"


def test_titles_follow_name_file_and_what_is_unsaved(
    make: Callable[..., Heard], file: Path
) -> None:
    heard = make()
    heard.session.new(Design(name="fresh"), "Begin")
    assert heard.take() == [("title_changed", "fresh"), ("opened",)]
    assert heard.session.document.history.current.label == "Begin"
    heard.rename("other")
    heard.rename("another")
    assert heard.take() == [("title_changed", "other *"), ("title_changed", "another *")]
    heard.session.open(file)
    assert heard.take() == [("title_changed", "pod.toml"), ("opened",)]
    assert heard.session.path == file
    heard.rename("x")
    heard.rename("y")
    assert heard.take() == [("title_changed", "pod.toml *")], "told once"
    assert heard.session.save() == file
    assert heard.take() == [("title_changed", "pod.toml")]


def test_a_file_that_another_window_holds_is_for_reading(
    make: Callable[..., Heard], file: Path
) -> None:
    mine, theirs = make(), make()
    theirs.session.open(file)
    mine.session.open(file)
    said = mine.take()
    ((_, words),) = [each for each in said if each[0] == "locked_by"]
    assert mine.session.is_read_only
    assert mine.session.title == "pod.toml (read only)"
    assert [each[0] for each in said] == ["title_changed", "opened", "locked_by"]
    with pytest.raises(SaveRefusedError) as caught:
        mine.session.save(force=True)
    assert (caught.value.obstacle, str(caught.value)) == ("locked", words)
    with pytest.raises(SaveRefusedError) as caught:
        mine.session.save_as(file)
    assert caught.value.obstacle == "locked"
    theirs.session.new(Design())
    assert mine.session.save_as(file) == file
    assert not mine.session.is_read_only
    assert mine.session.title == "pod.toml"


def test_a_save_elsewhere_moves_lock_watch_and_title(
    make: Callable[..., Heard], file: Path
) -> None:
    heard = make()
    heard.session.open(file)
    heard.rename("x")
    heard.take()
    other = file.with_name("other.toml")
    assert heard.session.save_as(other) == other
    assert heard.take() == [("title_changed", "other.toml")]
    assert (heard.session.path, heard.watch.path) == (other, other)
    DesignLock.acquire(file, locks_folder(), 0.0).release()
    with pytest.raises(LockedError, match="is open in another window"):
        DesignLock.acquire(other, locks_folder(), 0.0)
    assert heard.session.save_as(other) == other, "its own file is simply saved"
    heard.session.close()
    assert heard.watch.path is None
    DesignLock.acquire(other, locks_folder(), 0.0).release()


def test_a_save_elsewhere_that_fails_keeps_the_file(
    make: Callable[..., Heard], file: Path, tmp_path: Path
) -> None:
    heard = make()
    heard.session.open(file)
    heard.rename("x")
    none = tmp_path / "none" / "x.toml"
    with pytest.raises(OSError, match="none"):
        heard.session.save_as(none)
    assert heard.session.path == file
    assert heard.watch.path == file
    assert not heard.session.document.is_saved
    assert heard.session.save() == file


def test_a_file_that_cannot_be_opened_leaves_all_as_it_was(
    make: Callable[..., Heard], file: Path, tmp_path: Path
) -> None:
    heard = make()
    heard.session.open(file)
    heard.take()
    gone = tmp_path / "gone.toml"
    with pytest.raises(OSError, match="gone"):
        heard.session.open(gone)
    assert heard.take() == []
    assert heard.session.path == file
    DesignLock.acquire(gone, locks_folder(), 0.0).release()


def test_problems_are_told_once_after_the_design(make: Callable[..., Heard], file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    file.write_text(text + "\n[racks]\nA = {part = 'x', nmae = 'A'}\n", encoding="utf-8")
    heard = make()
    heard.session.open(file)
    told = [each for each in heard.said if each[0] == "problems_found"]
    assert len(told) == 1
    assert told[0][1]
    assert [each[0] for each in heard.said][-2:] == ["opened", "problems_found"]
    with pytest.raises(SaveRefusedError, match=r"pod\.toml could not be read whole") as caught:
        heard.session.save()
    assert caught.value.obstacle == "damaged"
    assert heard.session.save(force=True) == file
    heard.rename("later")
    assert heard.session.save() == file, "it is whole by now"


def test_a_design_without_a_file_is_refused(make: Callable[..., Heard]) -> None:
    with pytest.raises(SaveRefusedError, match=r"^this design has no file yet$") as caught:
        make().session.save()
    assert caught.value.obstacle == "no-path"
    make().session.keep_mine()


def test_what_somebody_else_wrote_is_kept_until_decided(
    make: Callable[..., Heard], file: Path
) -> None:
    heard = make()
    heard.session.open(file)
    design_file.save(file, Design(name="theirs"), CATALOG)
    heard.rename("mine")
    with pytest.raises(SaveRefusedError) as caught:
        heard.session.save()
    assert caught.value.obstacle == "changed"
    heard.session.keep_mine()
    heard.session.save()
    assert design_file.load(file).design.name == "mine"


@pytest.mark.expect_log("is not locked")
def test_a_lock_that_cannot_be_had_keeps_nobody_from_the_design(
    make: Callable[..., Heard], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> DesignLock:
        raise OSError("read-only file system")

    monkeypatch.setattr(DesignLock, "acquire", refuse)
    heard = make()
    heard.session.open(file)
    assert not heard.session.is_read_only
    assert heard.session.document.design.name == "pod"


def drawn(heard: Heard) -> Part:
    """Draw a rack; return another part under its id."""
    session = heard.session
    session.document.apply("Place", place_rack(session.catalog, "rack-x", 1200, 1200, 0))
    return RACK.evolve(mass_kg=140, name="Mine")


def test_own_parts_come_under_what_the_design_was_drawn_with(make: Callable[..., Heard]) -> None:
    heard = make()
    mine = drawn(heard)
    heard.take()
    other = RACK.evolve(id="unused", name="Unused")
    heard.session.set_own_parts(iter([mine, other]))
    assert heard.take() == [("catalog_changed",)]
    session = heard.session
    assert session.catalog.require("rack-x").mass_kg == 100
    assert session.catalog.get("unused") is not None
    assert [part.id for part in session.parts] == ["rack-x"]
    assert {part.id: part.mass_kg for part in session.extra_parts} == {
        "rack-x": 100, "unused": 100
    }  # fmt: skip
    assert session.todays_catalog().require("rack-x").mass_kg == 140
    (update,) = session.updates()
    assert (update.old.mass_kg, update.new.mass_kg) == (100, 140)
    session.take_updates(["rack-x"])
    assert heard.take()[-1] == ("catalog_changed",)
    assert session.catalog.require("rack-x").mass_kg == 140
    assert heard.labels[-1] == "Take newer figures of 1 part"
    assert session.updates() == ()
    assert session.take_updates_back()
    assert session.catalog.require("rack-x").mass_kg == 100
    assert heard.labels[-1] == "Take back the newer figures"
    assert not session.take_updates_back(), "once"


def test_several_newer_figures_are_counted(make: Callable[..., Heard]) -> None:
    heard = make()
    heard.session.take_updates(["a", "b"])
    assert heard.labels == ["Take newer figures of 2 parts"]


def test_todays_catalogue_is_the_same_object_until_something_changes(
    make: Callable[..., Heard],
) -> None:
    heard = make()
    session = heard.session
    assert session.todays_catalog() is CATALOG
    only = RACK.evolve(id="only-here")
    session.set_own_parts([only])
    session.document.apply("Place", place_rack(session.catalog, "only-here", 1200, 1200, 0))
    session.set_own_parts([])
    first = session.todays_catalog()
    assert first.get("only-here") is not None
    assert session.todays_catalog() is first
    session.new(Design())
    assert session.todays_catalog() is not first
    assert session.todays_catalog().get("only-here") is None


def test_a_part_that_was_removed_comes_back_with_the_undo_that_needs_it(
    make: Callable[..., Heard],
) -> None:
    heard = make()
    session = heard.session
    session.set_own_parts([RACK.evolve(id="gone")])
    session.document.apply("Place", place_rack(session.catalog, "gone", 1200, 1200, 0))
    session.document.undo()
    session.set_own_parts([])
    assert session.catalog.get("gone") is None
    heard.take()
    session.document.redo()
    assert ("catalog_changed",) in heard.take()
    assert session.catalog.get("gone") is not None
    assert [part.id for part in session.parts] == ["gone"]


class Client:
    def __init__(self) -> None:
        self.told: list[tuple[object, ...]] = []

    def open(self, revision: int, design: Design, parts: tuple[Part, ...]) -> None:
        self.told.append(("open", revision, design.name, tuple(part.id for part in parts)))

    def update(self, revision: int, base: int, change: object, design: Design) -> None:
        self.told.append(("update", revision, base, design.name))


def test_the_engine_is_told_every_step_and_whole_designs_whole() -> None:
    document, client, parts = Document(Design(name="a")), Client(), [RACK]
    feed = EngineFeed(document, client, lambda: parts, begin=False)  # type: ignore[arg-type]  # stands for the client
    feed.reopen()
    document.apply("Name", lambda design: design.evolve(name="b"))
    assert client.told == []
    feed.begin()
    feed.begin()
    assert client.told == [("open", 1, "b", ("rack-x",))]
    document.apply("Name", lambda design: design.evolve(name="c"))
    document.replace(Design(name="d"), "Open", saved=True)
    assert client.told[1:] == [("update", 2, 1, "c"), ("open", document.revision, "d", ("rack-x",))]
    feed.reopen()
    assert len(client.told) == 3, "the same parts"
    parts.append(RACK.evolve(id="more"))
    feed.reopen()
    assert client.told[3:] == [("open", document.revision, "d", ("rack-x", "more"))]
    feed.close()
    document.apply("Name", lambda design: design.evolve(name="e"))
    assert len(client.told) == 4
    at_once = Client()
    EngineFeed(document, at_once, lambda: ()).close()  # type: ignore[arg-type]  # as above
    assert at_once.told == [("open", document.revision, "e", ())]
