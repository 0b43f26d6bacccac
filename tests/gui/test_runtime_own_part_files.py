"""Own parts file by file: names, texts, what is refused and what is said."""

from pathlib import Path

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.library import Library
from designer.catalog.load import shipped_library
from designer.io import part_file
from designer.runtime.own_parts import OwnPartError, OwnParts

pytestmark = pytest.mark.usefixtures("qapp")
CATALOG = Catalog(())


def text(*ids: str, mass: int = 140) -> str:
    return "".join(
        f'[[part]]\nid = "{key}"\nkind = "rack"\nname = "Rack {key}"\nmass_kg = {mass}\n'
        "width_mm = 600\ndepth_mm = 1200\nrack = { units = 42 }\n"
        'provenance = [{ fields = ["*"], source = "weighed", kind = "assumed" }]\n'
        for key in ids
    )


@pytest.fixture
def own(tmp_path: Path) -> OwnParts:
    return OwnParts(tmp_path / "deep" / "mine")


@pytest.fixture
def told(own: OwnParts) -> list[tuple[str, ...]]:
    """The ids of the parts each time that they are said to be others."""
    heard: list[tuple[str, ...]] = []
    own.changed.connect(lambda: heard.append(tuple(part.id for part in own.parts)))
    return heard


def test_a_folder_that_is_not_there_is_empty_and_made_by_the_first_save(
    own: OwnParts, told: list[tuple[str, ...]]
) -> None:
    assert (own.parts, own.problems) == ((), ())
    assert not own.is_own("x")
    made = own.save(text("x"), CATALOG)
    assert made.id == "x"
    assert own.is_own("x")
    assert not own.is_own("y")
    assert told == [("x",)]
    assert [path.name for path in own.folder.iterdir()] == ["x.toml"]
    assert (own.folder / "x.toml").read_text(encoding="utf-8") == text("x")


def test_a_name_that_is_taken_is_counted_up(own: OwnParts) -> None:
    own.folder.mkdir(parents=True)
    for name in ("x.toml", "x-2.toml"):
        (own.folder / name).write_text("# of somebody else\n")
    own.save(text("x"), CATALOG)
    assert (own.folder / "x-3.toml").exists()
    assert (own.folder / "x.toml").read_text() == "# of somebody else\n"
    own.save(text("x", mass=150), CATALOG)
    assert "150" in (own.folder / "x-3.toml").read_text(), "its own file is written anew"


def test_the_text_of_a_part_is_its_file_or_is_made(own: OwnParts) -> None:
    made = own.save(f"# weighed twice\n{text('x')}", CATALOG)
    assert own.text_of(made).startswith("# weighed twice\n")
    other = made.evolve(id="other")
    assert own.text_of(other) == part_file.dumps([other])


@pytest.mark.expect_log("is not read again")
@pytest.mark.parametrize("content", [None, b"\xff\xfe\xff"])
def test_the_text_of_a_file_that_cannot_be_read_is_made(
    own: OwnParts, content: bytes | None
) -> None:
    made = own.save(text("x"), CATALOG)
    file = own.folder / "x.toml"
    file.unlink()
    if content is not None:
        file.write_bytes(content)
    assert own.text_of(made) == part_file.dumps([made])


def test_two_parts_in_one_text_are_refused(own: OwnParts) -> None:
    part, problems = own.check(text("x", "y"), CATALOG)
    assert part is not None
    assert part.id == "x"
    (problem,) = problems
    assert (problem.where, problem.what, problem.mend) == (
        "part", "2 parts in one text", "describe one; save the others for themselves"
    )  # fmt: skip
    with pytest.raises(OwnPartError, match="2 parts in one text"):
        own.save(text("x", "y"), CATALOG)
    assert not own.folder.exists()


def test_no_part_is_refused(own: OwnParts) -> None:
    assert own.check("", CATALOG, Library({}))[0] is None
    with pytest.raises(OwnPartError):
        own.save("", CATALOG)
    with pytest.raises(OwnPartError):
        own.save("# nothing here\n", CATALOG)


def test_a_part_among_others_names_their_file(own: OwnParts) -> None:
    own.folder.mkdir(parents=True)
    (own.folder / "both.toml").write_text(text("x", "y"))
    own.reload()
    _, (problem,) = own.check(text("x"), CATALOG)
    assert (problem.where, problem.what, problem.mend) == (
        "part", "'x' stands among other parts in both.toml",
        "choose another id, or edit that file",
    )  # fmt: skip
    with pytest.raises(OwnPartError, match=r"^'x' stands among other parts in both\.toml$"):
        own.remove("x")
    with pytest.raises(OwnPartError, match=r"^'z' is not your own$"):
        own.remove("z")
    assert own.text_of(own.parts[0]) == part_file.dumps([own.parts[0]])


def test_what_is_removed_is_kept_beside(own: OwnParts, told: list[tuple[str, ...]]) -> None:
    own.save(text("x"), CATALOG)
    kept = own.remove("x")
    assert kept.read_text(encoding="utf-8") == text("x")
    assert kept.parent == own.folder
    assert kept.suffix == ".bak"
    assert not (own.folder / "x.toml").exists()
    assert told == [("x",), ()]


def test_a_file_that_cannot_be_moved_or_written_is_said(
    own: OwnParts, monkeypatch: pytest.MonkeyPatch
) -> None:
    own.save(text("x"), CATALOG)

    def refuse(*_: object, **__: object) -> None:
        raise OSError("planted")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(OwnPartError, match=r"x\.toml was not removed: planted$"):
        own.remove("x")
    monkeypatch.setattr("designer.runtime.own_parts.replace_file", refuse)
    with pytest.raises(OwnPartError, match=r"x\.toml was not written: planted$"):
        own.save(text("x"), CATALOG)
    assert own.is_own("x")


def test_a_file_with_others_by_now_is_neither_written_nor_removed(
    own: OwnParts, told: list[tuple[str, ...]]
) -> None:
    own.save(text("x"), CATALOG)
    (own.folder / "x.toml").write_text(text("x", "y"))
    said = r"^x\.toml was changed meanwhile and holds other parts, too$"
    with pytest.raises(OwnPartError, match=said):
        own.remove("x")
    assert told[-1] == ("x", "y"), "and it is read again"
    (own.folder / "x.toml").write_text(text("x"))
    own.reload()
    (own.folder / "x.toml").write_text(text("x", "y"))
    with pytest.raises(OwnPartError, match=said):
        own.save(text("x", mass=1), CATALOG)
    assert (own.folder / "x.toml").read_text() == text("x", "y")


def test_the_folder_is_read_again_only_where_it_changed(
    own: OwnParts, told: list[tuple[str, ...]]
) -> None:
    assert not own.follow()
    own.folder.mkdir(parents=True)
    assert not own.follow()
    (own.folder / "note.txt").write_text("no part")
    assert not own.follow()
    (own.folder / "x.toml").write_text(text("x"))
    assert own.follow()
    assert not own.follow()
    (own.folder / "x.toml").write_text(text("x", mass=12))
    assert own.follow()
    (own.folder / "x.toml").unlink()
    assert own.follow()
    assert told == [("x",), ("x",), ()]


@pytest.mark.expect_log("own parts: ")
def test_what_cannot_be_read_is_a_problem(own: OwnParts) -> None:
    own.folder.mkdir(parents=True)
    (own.folder / "x.toml").write_text("[[part]]\nid = ")
    own.reload()
    (problem,) = own.problems
    assert "x.toml" in problem.line()


def test_the_library_is_the_shipped_one_under_ones_own(own: OwnParts) -> None:
    own.folder.joinpath("library").mkdir(parents=True)
    (own.folder / "library" / "mine.toml").write_text(
        '[[topic]]\nid = "mine"\nname = "Mine"\nsubject = "glossary"\nbody = "x"\n'
        'provenance = [{ fields = ["*"], source = "me", kind = "assumed" }]\n'
    )
    own.reload()
    assert own.library.get("topic", "mine") is not None
    assert len(own.library.entries("topic")) == len(shipped_library().entries("topic")) + 1
