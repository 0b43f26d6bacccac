"""The comparison of the window: sides, what is followed, what is awaited, what is put back."""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.document.edits import move_racks, remove, rename, set_fields
from designer.engine.report import Report, Totals
from designer.io import design_file
from designer.model.design import Design, Rack
from designer.model.presented import Presented
from designer.render.edge import present, presented, presenting, shown
from designer.runtime.git_revisions import GitRevisions
from designer.ui.state.change_rows import Filter
from designer.ui.state.compared_sides import OPEN, Choice
from designer.ui.state.comparing import NOT_OPEN, Comparing
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk, small_design, small_report
from tests.helpers.variants import FakeAside, variants_of


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, small_design())
    yield made
    made.close()


@pytest.fixture
def engine() -> FakeAside:
    return FakeAside()


@pytest.fixture
def comparing(desk: Desk, engine: FakeAside) -> Comparing:
    variants = variants_of(desk)
    made = Comparing(desk.workspace, desk.session, variants, engine, GitRevisions())  # type: ignore[arg-type] # stands for the engine
    made.setParent(variants)
    return made


@pytest.fixture
def refusals(comparing: Comparing) -> list[str]:
    found: list[str] = []
    comparing.refused.connect(found.append)
    return found


def saved(folder: Path, design: Design, name: str = "other") -> Path:
    path = folder / f"{name}.cluster.toml"
    design_file.save(path, design, load_shipped(), None)
    return path


def beside(comparing: Comparing, path: Path) -> None:
    """Look at a file beside the open design."""
    comparing.look(shown=True)
    comparing.show_before(comparing.sides.file(path))


def rows(comparing: Comparing) -> list[tuple[str, str]]:
    return [(row.kind, row.what) for row in comparing.rows]


def finished(comparing: Comparing, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: comparing.found is not None)


def test_it_begins_with_the_file_as_it_was_saved(
    comparing: Comparing, desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    desk.session.save_as(tmp_path / "mine.cluster.toml")
    comparing.look(shown=True)
    assert comparing.before is not None
    assert comparing.before.choice.name == "mine.cluster.toml"
    assert comparing.before.choice.about.startswith("as saved 2")
    assert comparing.after is not None
    assert comparing.after.is_open
    assert comparing.comparison is not None
    assert comparing.comparison.is_same
    desk.workspace.apply("Rename", rename("A01", "B01"))
    qtbot.waitUntil(lambda: rows(comparing) == [("changed", "Rack B01")])
    desk.session.save()
    qtbot.waitUntil(lambda: comparing.rows == ())


def test_nothing_is_worked_out_while_nobody_looks(
    comparing: Comparing, desk: Desk, engine: FakeAside, tmp_path: Path, qtbot: QtBot
) -> None:
    beside(comparing, saved(tmp_path, small_design()))
    comparing.look(shown=False)
    told: list[bool] = []
    comparing.changed.connect(lambda: told.append(True))
    desk.workspace.apply("Rename", rename("A01", "B01"))
    settle()
    assert told == []
    comparing.look(shown=True)
    assert rows(comparing) == [("changed", "Rack B01")]


def test_what_follows_comes_with_both_reports(
    comparing: Comparing, desk: Desk, engine: FakeAside, tmp_path: Path, qtbot: QtBot
) -> None:
    other = rename("A01", "B01")(small_design())
    beside(comparing, saved(tmp_path, other))
    assert engine.asked == [other]
    assert comparing.is_pending
    assert comparing.waits_for == "other.cluster.toml"
    engine.found.emit(Report(totals=Totals(gpus=16, power_max_kw=20.4)))
    assert comparing.waits_for == "This design"
    desk.report(small_report())
    finished(comparing, qtbot)
    assert comparing.found is not None
    figure = comparing.found.figure("gpus")
    assert figure is not None
    assert figure.words == "16 → 8"
    # An edit makes it pending again; the other side is not measured twice.
    desk.workspace.apply("Rename", rename("A02", "B02"))
    qtbot.waitUntil(lambda: comparing.waits_for == "This design")
    assert len(engine.asked) == 1
    desk.report(small_report().evolve(totals=Totals(gpus=24)))
    finished(comparing, qtbot)
    figure = comparing.found.figure("gpus")
    assert figure is not None
    assert figure.words == "16 → 24"


def test_an_engine_that_fails_is_told_and_nothing_is_pending(
    comparing: Comparing, desk: Desk, engine: FakeAside, tmp_path: Path
) -> None:
    beside(comparing, saved(tmp_path, small_design()))
    engine.failed.emit("the engine crashed")
    assert not comparing.is_pending
    assert comparing.why == (
        "other.cluster.toml: its figures could not be computed: the engine crashed"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("schema_version = 3\nname = [", ("bad.cluster.toml", ":2:8:", "never closed")),
        ("schema_version = 9999\n", ("bad.cluster.toml", "9999", "newer")),
        (None, ("bad.cluster.toml", "No such file")),
    ],
)
def test_a_file_that_cannot_be_read_leaves_the_last_comparison(
    comparing: Comparing, refusals: list[str], tmp_path: Path, text: str | None,
    words: tuple[str, ...],
) -> None:  # fmt: skip
    good = rename("A01", "B01")(small_design())
    beside(comparing, saved(tmp_path, good))
    path = tmp_path / "bad.cluster.toml"
    if text is not None:
        path.write_text(text)
    comparing.show_before(comparing.sides.file(path))
    said = refusals[-1]
    assert said.startswith("Not compared: ")
    assert "\n" not in said
    assert [one for one in words if one not in said] == []
    assert rows(comparing) == [("changed", "Rack A01")]
    assert comparing.before is not None
    assert comparing.before.choice.name == "other.cluster.toml"
    comparing.show_before(comparing.sides.file(saved(tmp_path, small_design(), "third")))
    assert refusals[-1] == ""


def test_sides_are_exchanged_and_changes_with_them(
    comparing: Comparing, desk: Desk, tmp_path: Path
) -> None:
    beside(comparing, saved(tmp_path, remove(("A02",))(small_design())))
    assert rows(comparing) == [("added", "Rack A02")]
    assert comparing.verb == "Put back"
    comparing.swap()
    assert rows(comparing) == [("removed", "Rack A02")]
    assert comparing.verb == "Take over"
    assert comparing.after is not None
    assert comparing.after.choice.name == "other.cluster.toml"


def test_one_change_is_put_back_as_one_step(
    comparing: Comparing, desk: Desk, tmp_path: Path
) -> None:
    other = set_fields("site", name="elsewhere")(remove(("A02",))(small_design()))
    beside(comparing, saved(tmp_path, other))
    assert rows(comparing) == [("changed", "Site"), ("added", "Rack A02")]
    row = comparing.rows[1]
    comparing.choose(row)
    steps = len(desk.session.document.history.steps)
    assert comparing.put_back((row,))
    assert [rack.id for rack in desk.design.racks] == ["A01"]
    assert desk.session.document.history.current.label == "Put back Rack A02"
    assert len(desk.session.document.history.steps) == steps + 1
    assert rows(comparing) == [("changed", "Site")]
    assert comparing.chosen is comparing.rows[0]
    desk.session.document.undo()
    assert desk.design == small_design()


def test_what_cannot_be_put_back_says_why(comparing: Comparing, desk: Desk, tmp_path: Path) -> None:
    beside(comparing, saved(tmp_path, small_design()))
    assert desk.workspace.apply("Remove", remove(("A01",)))
    moved = move_racks(desk.catalog, ("A02",), -800, 0)
    assert desk.workspace.apply("Move", moved)
    comparing.look(shown=True)
    gone = next(row for row in comparing.rows if row.what == "Rack A01")
    assert not comparing.put_back((gone,))
    assert desk.messages[-1] == ("A01 cannot stand there: A02 is in the way", "warning")


def test_without_the_open_design_nothing_is_put_back(
    comparing: Comparing, desk: Desk, tmp_path: Path
) -> None:
    beside(comparing, saved(tmp_path, small_design()))
    comparing.show_after(
        comparing.sides.file(saved(tmp_path, rename("A01", "X")(small_design()), "b"))
    )
    assert comparing.why_not_put_back == NOT_OPEN
    before = desk.design
    assert not comparing.put_back(comparing.rows[:1])
    assert desk.design is before
    assert desk.messages[-1] == (f"Not put back: {NOT_OPEN}", "warning")


def test_a_part_that_the_open_design_lacks_comes_with_its_rack(
    comparing: Comparing, desk: Desk, tmp_path: Path
) -> None:
    shipped = desk.catalog.get("rack-48u")
    assert shipped is not None
    own = shipped.evolve(id="my-rack", name="Mine")
    rack = Rack(id="Z", name="Z", part="my-rack", x_mm=8000, y_mm=6000)
    other = small_design().evolve(racks=(*small_design().racks, rack))
    path = tmp_path / "own.cluster.toml"
    design_file.save(path, other, desk.catalog.overlay([own]), None)
    desk.session.catalog_changed.connect(
        lambda: setattr(desk.workspace, "catalog", desk.session.catalog)
    )
    beside(comparing, path)
    assert desk.session.catalog.get("my-rack") is None
    assert comparing.put_back(comparing.rows[:1])
    assert [one.id for one in desk.design.racks] == ["A01", "A02", "Z"]
    assert desk.session.catalog.get("my-rack") == own


def test_rows_are_filtered_by_kind_and_by_words(
    comparing: Comparing, desk: Desk, tmp_path: Path
) -> None:
    other = rename("A01", "old")(remove(("A02", "n1"))(small_design()))
    beside(comparing, saved(tmp_path, other))
    assert [row.kind for row in comparing.rows] == ["added", "changed", "added"]
    comparing.choose(comparing.rows[1])
    comparing.set_filter(Filter(frozenset({"added"})))
    assert [row.what for row in comparing.rows] == ["Rack A02", "Compute node node 1 in A01"]
    assert comparing.chosen is None
    comparing.set_filter(Filter(text="DGX u2"))
    assert [row.what for row in comparing.rows] == ["Compute node node 1 in A01"]
    comparing.set_filter(Filter(text="qqq zzz"))
    assert comparing.rows == ()
    assert len(comparing.every) == 3


def test_rows_are_walked_and_found_by_their_place(
    comparing: Comparing, desk: Desk, tmp_path: Path
) -> None:
    other = rename("A01", "old")(remove(("A02", "n1"))(small_design()))
    beside(comparing, saved(tmp_path, other))
    for at in (0, 1, 2, 0):
        comparing.step(1)
        assert comparing.chosen is comparing.rows[at]
    comparing.step(-1)
    assert comparing.chosen is comparing.rows[2]
    comparing.choose(None)
    told = []
    for _ in range(3):
        comparing.choose_at("A01")
        assert comparing.chosen is not None
        told.append(comparing.chosen.what)
    assert told == ["Rack A01", "Compute node node 1 in A01", "Rack A01"]


def test_another_design_begins_anew(comparing: Comparing, desk: Desk, tmp_path: Path) -> None:
    beside(comparing, saved(tmp_path, rename("A01", "B01")(small_design())))
    desk.session.new(Design(name="next"))
    comparing.look(shown=True)
    assert comparing.before is None
    assert comparing.after is not None
    assert comparing.after.design.name == "next"
    assert comparing.rows == ()


def test_a_variant_stands_with_its_report_and_a_lost_one_is_told(
    comparing: Comparing, desk: Desk, refusals: list[str], qtbot: QtBot
) -> None:
    variants = comparing.parent()
    desk.report(small_report())
    variants.keep("as drawn")  # type: ignore[union-attr] # the fixture made them its parent
    comparing.look(shown=True)
    assert comparing.before is not None
    assert (comparing.before.choice.origin, comparing.before.choice.key) == ("variant", "A")
    desk.workspace.apply("Rename", rename("A01", "B01"))
    desk.report(small_report())
    finished(comparing, qtbot)
    assert rows(comparing) == [("changed", "Rack B01")]
    comparing.show_before(Choice("variant", "C", "lost"))
    assert refusals[-1] == "Not compared: lost: variant C stands no more"


def test_many_differences_are_found_while_the_window_goes_on(
    comparing: Comparing, desk: Desk, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside(comparing, saved(tmp_path, small_design()))
    monkeypatch.setattr("designer.ui.state.comparing._AT_ONCE_MS", 0)
    told: list[bool] = []
    comparing.worked_out.connect(lambda: told.append(comparing.is_comparing))
    assert desk.workspace.apply("Rename", rename("A01", "B01"))
    qtbot.waitUntil(lambda: rows(comparing) == [("changed", "Rack B01")])
    assert told[0]
    assert not comparing.is_comparing

    # Who looks away meanwhile finds it done when looking again.
    comparing.worked_out.connect(lambda: comparing.look(shown=False))
    assert desk.workspace.apply("Rename", rename("A02", "B02"))
    qtbot.waitUntil(lambda: len(told) > 3 or comparing.is_comparing)
    settle()
    assert len(comparing.rows) == 1
    comparing.worked_out.disconnect()
    comparing.look(shown=True)
    qtbot.waitUntil(lambda: [row.what for row in comparing.rows] == ["2 racks"])


def test_both_sides_may_be_the_open_design(comparing: Comparing, desk: Desk) -> None:
    comparing.look(shown=True)
    comparing.show_before(OPEN)
    assert comparing.comparison is not None
    assert comparing.comparison.is_same
    assert comparing.why_not_put_back == NOT_OPEN


def test_a_file_says_when_it_was_written(comparing: Comparing, tmp_path: Path) -> None:
    path = saved(tmp_path, small_design())
    os.utime(path, (1_700_000_000, 1_700_000_000))
    beside(comparing, path)
    assert comparing.before is not None
    assert comparing.before.choice.about.startswith("written 2023-11-1")


def test_a_side_that_is_let_go_is_measured_no_more(
    comparing: Comparing, engine: FakeAside, tmp_path: Path
) -> None:
    beside(comparing, saved(tmp_path, small_design().evolve(name="one")))
    comparing.show_before(comparing.sides.file(saved(tmp_path, small_design(), "two")))
    assert engine.stops == 1
    assert [one.name for one in engine.asked] == ["one", "small"]
    comparing.close()
    assert engine.stops == 2


def test_names_of_the_other_file_stay_as_people_wrote_them(
    comparing: Comparing, desk: Desk, tmp_path: Path
) -> None:
    design = desk.design
    rack = design.racks[0].evolve(name="Test 600 mm")
    path = saved(tmp_path, design.evolve(racks=(rack, *design.racks[1:])))
    with presenting(Presented("imperial")):
        present(replace(presented(), names=desk.workspace.names))
        assert shown("Test 600 mm: 600 mm wide") == "Test 23.6 in: 23.6 in wide"
        beside(comparing, path)
        assert shown("Test 600 mm: 600 mm wide") == "Test 600 mm: 23.6 in wide"
