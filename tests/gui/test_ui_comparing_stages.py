"""Comparing while an early stage is looked at: figures follow it, what comes later is there."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.document.as_of import as_of
from designer.document.edits import move_racks, remove
from designer.engine.report import Totals
from designer.io import design_file
from designer.model.design import Design, KeptPlace, Stage
from designer.runtime.git_revisions import GitRevisions
from designer.ui.state.compared_sides import Choice, Side
from designer.ui.state.comparing import Comparing
from designer.ui.views.compare.filters import ChangeFilters
from designer.ui.views.compare.panel import ComparePanel
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk, small_design, small_report
from tests.helpers.variants import FakeAside, variants_of

DAYS = (Stage(id="day-1", name="Day 1"), Stage(id="day-2", name="Day 2"))


def staged_design() -> Design:
    """The second rack of two comes on the second day."""
    design = small_design()
    racks = tuple(r.evolve(stage="day-2") if r.id == "A02" else r for r in design.racks)
    return design.evolve(stages=DAYS, racks=racks)


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, staged_design())
    # As the window does it: what was measured is of another stage.
    made.workspace.stage.changed.connect(made.store.clear)
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


def beside(comparing: Comparing, folder: Path, design: Design) -> None:
    """Look at a file beside the open design."""
    path = folder / "other.cluster.toml"
    design_file.save(path, design, load_shipped(), None)
    comparing.look(shown=True)
    comparing.show_before(comparing.sides.file(path))


def words(comparing: Comparing, qtbot: QtBot) -> str:
    """Return what is said of GPUs, once it is there."""
    qtbot.waitUntil(lambda: comparing.found is not None)
    assert comparing.found is not None
    figure = comparing.found.figure("gpus")
    assert figure is not None
    return figure.words


def gpus(number: int) -> Totals:
    return Totals(gpus=number)


def test_figures_follow_the_stage_that_is_looked_at(
    comparing: Comparing, desk: Desk, engine: FakeAside, tmp_path: Path, qtbot: QtBot
) -> None:
    before = staged_design().evolve(note="earlier")
    panel = ComparePanel(desk.workspace, comparing)
    qtbot.addWidget(panel)
    beside(comparing, tmp_path, before)
    engine.found.emit(small_report().evolve(totals=gpus(64)))
    desk.report(small_report().evolve(totals=gpus(72)))
    assert words(comparing, qtbot) == "64 → 72"
    assert panel.as_of.text() == ""
    desk.workspace.stage.look_at("day-1")
    qtbot.waitUntil(lambda: comparing.found is None)
    assert engine.asked[-1] == as_of(before, "day-1")
    engine.found.emit(small_report().evolve(totals=gpus(16)))
    desk.report(small_report().evolve(totals=gpus(24)))
    assert words(comparing, qtbot) == "16 → 24"
    assert panel.as_of.text() == "Figures as of Day 1. Changes and floor are of all stages."
    # Back at the whole the other side is not measured anew.
    asked = len(engine.asked)
    desk.workspace.stage.step(1)
    qtbot.waitUntil(lambda: comparing.found is None)
    desk.report(small_report().evolve(totals=gpus(72)))
    assert words(comparing, qtbot) == "64 → 72"
    assert len(engine.asked) == asked


def test_a_stage_looked_at_elsewhere_is_followed_when_it_is_looked_at_again(
    comparing: Comparing, desk: Desk, engine: FakeAside, tmp_path: Path, qtbot: QtBot
) -> None:
    beside(comparing, tmp_path, staged_design().evolve(note="earlier"))
    comparing.look(shown=False)
    desk.workspace.stage.look_at("day-1")
    desk.report(small_report())
    settle()
    comparing.look(shown=True)
    assert comparing.after is not None
    assert comparing.after.sized is desk.workspace.sized_design
    assert comparing.before is not None
    assert comparing.before.stage == "day-1"


def test_an_answer_of_another_stage_is_not_waited_for(
    comparing: Comparing, desk: Desk, engine: FakeAside, tmp_path: Path, qtbot: QtBot
) -> None:
    beside(comparing, tmp_path, staged_design().evolve(note="earlier"))
    stops = engine.stops
    desk.workspace.stage.look_at("day-1")
    qtbot.waitUntil(lambda: len(engine.asked) == 2)
    assert engine.stops > stops


def test_what_merely_comes_later_is_not_removed_and_not_put_back(
    comparing: Comparing, desk: Desk, tmp_path: Path
) -> None:
    desk.workspace.stage.look_at("day-1")
    beside(comparing, tmp_path, staged_design())
    assert comparing.rows == ()
    beside(comparing, tmp_path, small_design())
    said = [(row.kind, row.what) for row in comparing.rows]
    assert ("changed", "Rack A02") in said
    assert "removed" not in dict(said)
    assert comparing.as_of_words == (
        "Figures as of Day 1. other.cluster.toml has no such stage: all of it counts. "
        "Changes and floor are of all stages."
    )


def test_what_is_put_back_comes_in_the_stage_in_which_it_came(
    comparing: Comparing, desk: Desk, tmp_path: Path
) -> None:
    desk.workspace.apply("Remove", remove(("A02",)))
    desk.workspace.stage.look_at("day-1")
    beside(comparing, tmp_path, staged_design())
    assert [(row.kind, row.what) for row in comparing.rows] == [("removed", "Rack A02")]
    assert comparing.put_back(comparing.rows)
    assert desk.design.racks[1] == staged_design().racks[1]
    assert comparing.rows == ()


def test_a_variant_kept_at_an_early_stage_is_whole_beside_the_design(
    comparing: Comparing, desk: Desk
) -> None:
    desk.workspace.stage.look_at("day-1")
    desk.report(small_report())
    variants = comparing.sides._variants
    assert variants.keep("then") == ""
    move = move_racks(load_shipped(), ("A01",), 0, 2400)
    desk.workspace.apply("Move", move)
    comparing.look(shown=True)
    choice = next(one for one in comparing.sides.choices() if one.origin == "variant")
    comparing.show_before(choice)
    assert [(row.kind, row.what) for row in comparing.rows] == [("moved", "Rack A01")]
    assert comparing.before is not None
    assert comparing.before.report is not None
    assert comparing.before.stage == "day-1"


def test_nothing_is_printed_beside_another_at_an_early_stage(
    comparing: Comparing, desk: Desk, engine: FakeAside, tmp_path: Path
) -> None:
    beside(comparing, tmp_path, staged_design().evolve(note="earlier"))
    engine.found.emit(small_report())
    assert comparing.earlier() is not None
    desk.workspace.stage.look_at("day-1")
    assert comparing.earlier() is None


def test_chips_count_what_the_rows_are_about(
    comparing: Comparing, desk: Desk, qtbot: QtBot
) -> None:
    """Kept places that come along with a rack are in its row, and are not told on a chip."""
    chips = ChangeFilters(desk.workspace, comparing)
    qtbot.addWidget(chips)
    places = tuple(
        KeptPlace(id=f"k{at}", fabric="compute", rack="A02", part="dgx-h100") for at in range(3)
    )
    before = remove(("A02",))(staged_design()).evolve(places=places)
    comparing.look(shown=True)
    choice = Choice("file", "other", "other")
    comparing.show_side(Side(choice, before, load_shipped()), before=True)
    assert comparing.comparison is not None
    assert len(comparing.comparison.changes) == 4
    assert [(row.kind, row.what) for row in comparing.rows] == [("added", "Rack A02")]
    assert chips.chips["added"].text() == "1 added"
    assert chips.chips["removed"].text() == "0 removed"
    assert not chips.chips["removed"].isEnabled()
