"""Own parts in the user's folder, and designs that keep the figures they were drawn with."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.catalog.library import Library
from designer.catalog.part import Part, RackFigures
from designer.document.document import DocumentChange
from designer.document.edits import place_rack
from designer.io import design_file
from designer.io.journal import Recovered, journals, recover
from designer.io.user_folders import journals_folder
from designer.model.design import Design
from designer.runtime.design_session import DesignSession
from designer.runtime.engine_feed import EngineFeed
from designer.runtime.own_parts import OwnPartError, OwnParts
from designer.runtime.session import scan

RACK = Part(
    id="rack-x", kind="rack", name="Rack X", width_mm=600, depth_mm=1200, mass_kg=100,
    rack=RackFigures(units=42),
)  # fmt: skip
CATALOG = Catalog([RACK])
TEXT = """
[[part]]
id = "rack-x"
kind = "rack"
name = "My rack X"
width_mm = 600
depth_mm = 1200
mass_kg = 140
rack = { units = 42 }
provenance = [{ fields = ["*"], source = "weighed in our hall", kind = "assumed" }]
"""


@pytest.fixture
def own(qtbot: QtBot, tmp_path: Path) -> OwnParts:
    return OwnParts(tmp_path / "mine")


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[DesignSession]:
    made = DesignSession(CATALOG)
    yield made
    made.close()


def draw(session: DesignSession) -> None:
    session.document.apply("Place", place_rack(session.catalog, "rack-x", 1200, 1200, 0))


def mass(session: DesignSession) -> float | None:
    return session.catalog.require("rack-x").mass_kg


def test_a_saved_part_is_read_back_and_wins(own: OwnParts):
    part = own.save(TEXT, CATALOG)
    assert own.parts == (part,)
    assert OwnParts(own.folder).parts == (part,)
    assert CATALOG.overlay(own.parts).require("rack-x").mass_kg == 140
    assert own.text_of(part) == TEXT, "comments and layout of the file are the user's"


def test_what_is_replaced_is_kept_beside(own: OwnParts):
    own.save(TEXT, CATALOG)
    own.save(TEXT.replace("140", "150"), CATALOG)
    assert own.parts[0].mass_kg == 150
    assert (own.folder / "rack-x.toml.bak").read_text() == TEXT
    kept = own.remove("rack-x")
    assert own.parts == ()
    assert "150" in kept.read_text()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("mass_kg = 140", "mass_kg = 'heavy'"), "part:8:1: rack-x: mass_kg: Input should be"),
        (("{ units = 42 }", "{ unit = 42 }"), "part:9:10: rack-x: rack.unit: Extra inputs"),
        (("mass_kg = 140", "mass_kg = "), "part:8:11: is not TOML"),
        (('["*"]', '["name"]'), "has no source"),
        (("[[part]]", "[[rack]]"), "unknown table 'rack'"),
        (('id = "rack-x"', 'id = "Rack X"'), "is not an id"),
    ],
)
def test_an_error_is_said_with_line_and_column_and_nothing_is_written(
    own: OwnParts, change: tuple[str, str], said: str
):
    text = TEXT.replace(*change)
    _, problems = own.check(text, CATALOG, Library({}))
    assert any(said in p.line() for p in problems), [p.line() for p in problems]
    with pytest.raises(OwnPartError):
        own.save(text, CATALOG)
    assert not own.folder.exists()


def test_a_part_among_others_is_not_overwritten(own: OwnParts):
    own.folder.mkdir()
    two = TEXT + TEXT.replace("rack-x", "rack-y")
    (own.folder / "both.toml").write_text(two)
    own.reload()
    assert {part.id for part in own.parts} == {"rack-x", "rack-y"}
    with pytest.raises(OwnPartError, match=r"stands among other parts in both\.toml"):
        own.save(TEXT, CATALOG)
    with pytest.raises(OwnPartError, match="among other parts"):
        own.remove("rack-x")
    assert (own.folder / "both.toml").read_text() == two


def test_a_drawn_design_keeps_its_figures_until_asked(session: DesignSession, own: OwnParts):
    draw(session)
    session.set_own_parts([own.save(TEXT, CATALOG)])
    assert mass(session) == 100
    (update,) = session.updates()
    assert [(d.field, d.old, d.new) for d in update.differences][-1] == ("mass_kg", 100, 140)


def test_newer_figures_are_taken_and_taken_back(session: DesignSession, own: OwnParts):
    draw(session)
    session.document.mark_saved()
    session.set_own_parts([own.save(TEXT, CATALOG)])
    assert session.document.is_saved, "nothing of the design has changed yet"
    told: list[DocumentChange] = []
    session.document.subscribe(told.append)
    session.take_updates(["rack-x"])
    assert mass(session) == 140
    assert session.updates() == ()
    assert not session.document.is_saved
    assert told[-1].whole
    assert session.document.can_undo, "the history stays"
    assert session.take_updates_back()
    assert mass(session) == 100
    assert not session.take_updates_back()


def test_a_file_keeps_its_figures_over_a_changed_catalogue(tmp_path: Path, qtbot: QtBot):
    path = tmp_path / "pod.toml"
    old = DesignSession(CATALOG)
    draw(old)
    old.save_as(path)
    old.close()
    newer = Catalog([RACK.evolve(mass_kg=120)])
    session = DesignSession(newer)
    session.open(path)
    assert mass(session) == 100
    assert [u.new.mass_kg for u in session.updates()] == [120]
    session.take_updates(["rack-x"])
    session.save()
    session.close()
    assert design_file.load(path).parts[0].mass_kg == 120


def test_a_removed_part_comes_back_with_the_undo_that_needs_it(
    session: DesignSession, own: OwnParts, tmp_path: Path
):
    part = own.save(TEXT.replace("rack-x", "rack-new"), CATALOG)
    session.set_own_parts(own.parts)
    session.document.apply("Place", place_rack(session.catalog, "rack-new", 1200, 1200, 0))
    session.document.undo()
    own.remove("rack-new")
    session.set_own_parts(own.parts)
    assert session.catalog.get("rack-new") is None
    changed: list[bool] = []
    session.catalog_changed.connect(lambda: changed.append(True))
    session.document.redo()
    assert changed == [True]
    assert session.catalog.get("rack-new") == part
    assert journal().parts == (part,)
    session.save_as(tmp_path / "pod.toml")
    assert design_file.load(tmp_path / "pod.toml").parts == (part,)
    session.new(Design())
    assert session.catalog.get("rack-new") is None


def journal() -> Recovered:
    (path,) = journals(journals_folder())
    return recover(path)


def test_figures_as_drawn_are_in_the_journal_before_the_next_change(
    tmp_path: Path, session: DesignSession, own: OwnParts
):
    draw(session)
    session.save_as(tmp_path / "pod.toml")
    session.document.apply("Rename", lambda design: design.evolve(name="other"))
    session.set_own_parts([own.save(TEXT, CATALOG)])
    assert [part.mass_kg for part in journal().parts] == [100]
    assert journal().design == session.document.design
    session.document.apply("Rename", lambda design: design.evolve(name="third"))
    assert journal().design.name == "third"


def test_taking_newer_figures_is_in_the_journal_once(session: DesignSession, own: OwnParts):
    draw(session)
    session.set_own_parts([own.save(TEXT, CATALOG)])
    session.take_updates(["rack-x"])
    assert journal().parts == ()
    assert journal().design == session.document.design
    (path,) = journals(journals_folder())
    assert path.read_text().count('"racks"') == 1, "the design told anew is not written anew"


def test_the_engine_is_opened_anew_only_for_other_parts(session: DesignSession, own: OwnParts):
    opened: list[int] = []

    class Client:
        def open(self, revision: int, _design: Design, parts: tuple[Part, ...]) -> None:
            opened.append(len(parts))

        def update(self, *_: object, **__: object) -> None: ...

    feed = EngineFeed(session.document, Client(), lambda: session.extra_parts)  # type: ignore[arg-type]  # stands in
    session.catalog_changed.connect(feed.reopen)
    draw(session)
    assert opened == [0]
    session.set_own_parts([own.save(TEXT, CATALOG)])
    assert opened == [0, 1]
    session.take_updates(["rack-x"])
    assert opened == [0, 1, 1], "told by the document and by the catalogue, opened once"
    feed.close()


def test_a_file_that_another_program_filled_meanwhile_is_left_alone(own: OwnParts):
    part = own.save(TEXT, CATALOG)
    two = TEXT + TEXT.replace("rack-x", "rack-y")
    (own.folder / "rack-x.toml").write_text(two)
    with pytest.raises(OwnPartError, match=r"rack-x\.toml was changed meanwhile"):
        own.save(TEXT, CATALOG)
    assert {part.id for part in own.parts} == {"rack-x", "rack-y"}, "read again"
    (own.folder / "rack-x.toml").write_text(TEXT)
    own.reload()
    (own.folder / "rack-x.toml").write_text(two)
    with pytest.raises(OwnPartError, match="was changed meanwhile"):
        own.remove(part.id)
    assert (own.folder / "rack-x.toml").read_text() == two


@pytest.mark.expect_log("is not read again")
def test_a_part_whose_file_is_gone_is_written_out_as_it_was_read(own: OwnParts):
    part = own.save(TEXT, CATALOG)
    (own.folder / "rack-x.toml").unlink()
    assert own.check(own.text_of(part), CATALOG)[0] == part


def test_new_own_parts_reach_engine_and_palette(session: DesignSession, own: OwnParts):
    fired: list[bool] = []
    session.catalog_changed.connect(lambda: fired.append(True))
    session.set_own_parts([own.save(TEXT.replace("rack-x", "rack-new"), CATALOG)])
    assert fired == [True]
    assert session.catalog.get("rack-new") is not None
    assert [part.id for part in session.extra_parts] == ["rack-new"]
    session.new(Design())
    assert [part.id for part in session.extra_parts] == ["rack-new"]
    assert scan() == []


def test_what_another_program_wrote_is_read_when_looked_for(own: OwnParts):
    told: list[bool] = []
    own.changed.connect(lambda: told.append(True))
    assert not own.follow(), "an empty folder has not changed"
    own.folder.mkdir()
    (own.folder / "netbox-maker.toml").write_text(TEXT)
    assert own.follow()
    assert [part.mass_kg for part in own.parts] == [140]
    assert not own.follow()
    (own.folder / "netbox-maker.toml").write_text(TEXT.replace("140", "1500"))
    assert own.follow()
    assert [part.mass_kg for part in own.parts] == [1500]
    (own.folder / "netbox-maker.toml").unlink()
    assert own.follow()
    assert own.parts == ()
    assert told == [True, True, True]
