"""The question to the engine while something is dragged: asked once a plan, never out of turn."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from designer.document.drop_plans import (
    DraggedDevices,
    DropPlan,
    devices_into_rack,
    part_onto_floor,
    racks_by,
)
from designer.document.edits import remove
from designer.engine.preview import CablesMoved, Foreseen, Preview
from designer.ui.kit.line_card import Line
from designer.ui.state.apply_plan import apply_plan
from designer.ui.state.drop_preview import MOST_PREVIEWED, DropPreview
from designer.ui.state.drop_words import NO_ANSWER
from designer.ui.state.workspace import Workspace
from tests.helpers.canvas_space import WaitingClient, racks, small_design, space_of
from tests.helpers.sessions import rest

Told = list[tuple[str, str]]


@pytest.fixture
def preview(space: Workspace) -> DropPreview:
    return DropPreview(space)


@pytest.fixture
def changes(preview: DropPreview) -> list[str]:
    heard: list[str] = []
    preview.lines_changed.connect(lambda: heard.append("lines"))
    return heard


def client(space: Workspace) -> WaitingClient:
    assert isinstance(space.client, WaitingClient)
    return space.client


def move(space: Workspace, half_u: int, key: str = "node-1") -> DropPlan:
    """Return the plan of a device that is dragged to a position of A02."""
    dragged = DraggedDevices((key,))
    return devices_into_rack(space.layout(), space.catalog, dragged, "A02", half_u)


def texts(preview: DropPreview) -> list[str]:
    return [line.text for line in preview.lines()]


def answer(space: Workspace, number: int, *severities: str) -> None:
    """Answer a question of the engine with findings."""
    found = tuple(
        Foreseen.model_validate({"rule": "r", "severity": s, "message": s, "key": f"r:{n}"})
        for n, s in enumerate(severities)
    )
    client(space).previewed.emit(Preview(preview=number, comes=found))


def test_nothing_dragged_says_nothing(preview: DropPreview) -> None:
    assert (preview.plan, preview.lines(), preview.is_doubtful) == (None, (), False)


def test_a_plan_is_asked_for_once_and_its_answer_is_shown(
    qtbot: QtBot, space: Workspace, preview: DropPreview, changes: list[str]
) -> None:
    plan = move(space, 40)
    assert preview.show(plan)
    assert preview.plan is plan
    assert texts(preview)[-1] == "sizing…"
    assert not preview.show(move(space, 40)), "the same place, the same words"
    qtbot.waitUntil(lambda: bool(client(space).asked))
    (asked,) = client(space).asked
    assert asked[2] == plan.rack_ids
    assert changes == []
    assert preview.findChildren(QTimer)[0].interval() < 10_000, "the next may be asked soon"
    answer(space, 1, "error", "warning")
    assert changes == ["lines"]
    assert "sizing…" not in texts(preview)
    assert preview.is_doubtful
    preview.clear()
    assert (preview.plan, preview.lines(), preview.is_doubtful) == (None, (), False)


def test_what_is_told_at_once_is_shown_until_the_rest_is_there(
    qtbot: QtBot, space: Workspace, preview: DropPreview, changes: list[str]
) -> None:
    preview.show(move(space, 40))
    qtbot.waitUntil(lambda: len(client(space).asked) == 1)
    cables = CablesMoved(
        count_before=2,
        count=2,
        length_before_m=4.0,
        length_m=9.0,
        longest_before_m=2.0,
        longest_m=5.0,
        too_far=1,
    )
    begun = Preview(preview=1, rest_follows=True, cables=cables)
    client(space).preview_begun.emit(begun)
    assert changes == ["lines"]
    assert texts(preview)[-3:] == [
        "longest: 2.0 → 5.0 m", "✕ 1 cable out of reach", "sizing…",
    ]  # fmt: skip
    assert (preview.answer, preview.is_answered, preview.is_doubtful) == (begun, False, False)
    whole = Preview(preview=1, cables=cables)
    client(space).previewed.emit(whole)
    assert (preview.answer, preview.is_answered) == (whole, True)
    assert "sizing…" not in texts(preview)
    preview.show(move(space, 50))
    client(space).preview_begun.emit(begun)
    assert texts(preview)[-1] == "sizing…"
    assert preview.answer is None, "too late"
    qtbot.waitUntil(lambda: len(client(space).asked) == 2)
    client(space).preview_begun.emit(begun.evolve(preview=2))
    client(space).preview_failed.emit(2, "the engine crashed")
    assert preview.lines()[-1] == Line(NO_ANSWER, "warning")
    assert "✕ 1 cable out of reach" in texts(preview)
    preview.clear()


def test_another_plan_forgets_the_answer_to_the_one_before(
    qtbot: QtBot, space: Workspace, preview: DropPreview, changes: list[str]
) -> None:
    preview.show(move(space, 40))
    qtbot.waitUntil(lambda: len(client(space).asked) == 1)
    answer(space, 1, "error")
    assert preview.is_doubtful
    assert preview.show(move(space, 50))
    assert not preview.is_doubtful
    assert texts(preview)[-1] == "sizing…"
    answer(space, 1, "error")
    assert (changes, preview.is_doubtful) == (["lines"], False), "too late"
    qtbot.waitUntil(lambda: len(client(space).asked) == 2)
    answer(space, 2)
    assert changes == ["lines", "lines"]


def test_that_no_figures_will_come_is_said_of_the_plan_on_show(
    qtbot: QtBot, space: Workspace, preview: DropPreview, changes: list[str]
) -> None:
    preview.show(move(space, 40))
    qtbot.waitUntil(lambda: len(client(space).asked) == 1)
    client(space).preview_failed.emit(1, "no such rack")
    assert changes == ["lines"]
    assert preview.lines()[-1] == Line(NO_ANSWER, "warning")
    preview.show(move(space, 50))
    assert texts(preview)[-1] == "sizing…", "of another place nothing failed yet"
    client(space).preview_failed.emit(1, "no such rack")
    assert changes == ["lines"]
    preview.clear()


def test_a_refused_plan_asks_nothing_and_is_said_until_it_is_left(
    qtbot: QtBot, space: Workspace, preview: DropPreview, told: Told
) -> None:
    outside = move(space, 97)
    preview.show(outside)
    assert told == [(f"{outside.verdict.title}: {outside.verdict.reason}", "warning")]
    assert texts(preview) == [f"✕ {outside.verdict.reason}", outside.verdict.title]
    assert client(space).asked == [], "a refused plan asks nothing"
    preview.show(move(space, 40))
    assert told[1:] == [("", "info")]
    preview.show(move(space, 42))
    assert len(told) == 2, "nothing is left to take back"
    preview.show(outside)
    preview.clear()
    assert told[-1] == ("", "info")
    assert len(told) == 4
    rest(qtbot, preview)
    assert len(client(space).asked) == 1, "the first plan at once, and none that was left since"


def test_an_edit_that_the_design_no_longer_allows_is_not_asked_for(
    qtbot: QtBot, space: Workspace, preview: DropPreview
) -> None:
    preview.show(move(space, 42))
    preview.show(move(space, 40))
    assert len(client(space).asked) == 1, "the second one waits its turn"
    space.apply("Remove", remove(("node-1",)))
    rest(qtbot, preview)
    assert len(client(space).asked) == 1
    answer(space, 0, "error")
    assert not preview.is_doubtful


@pytest.fixture
def many(qtbot: QtBot) -> Iterator[Workspace]:
    made = space_of(small_design().evolve(racks=racks(1, 14), devices=(), rows=()))
    yield made
    made.close()


def test_figures_are_asked_for_as_many_racks_as_the_card_has_room_for(
    qtbot: QtBot, many: Workspace
) -> None:
    preview = DropPreview(many)
    ids = tuple(rack.id for rack in many.document.design.racks)
    plan = racks_by(many.layout(), many.catalog, ids, 0, 600)
    preview.show(plan)
    qtbot.waitUntil(lambda: bool(client(many).asked))
    assert client(many).asked[0][2] == ids[:MOST_PREVIEWED]
    preview.clear()


def test_a_plan_is_one_step_and_what_arrived_is_selected(space: Workspace, told: Told) -> None:
    plan = move(space, 40)
    apply_plan(space, plan)
    assert space.document.history.current.label == plan.label
    assert space.selection == ("node-1",)
    assert told == [(plan.label, "info")]
    placed = space.layout().find("node-1")
    assert placed is not None
    assert (placed.rack, placed.half_u) == ("A02", 40)


def test_what_was_placed_is_selected_and_not_what_it_left(space: Workspace) -> None:
    """A device that leaves a copy of an assembly changes the record of that rack, too."""
    plan = move(space, 40, key="B01/n1")
    apply_plan(space, plan)
    assert space.layout().racks["B01"].assembly == ""
    (selected,) = space.selection
    placed = space.layout().find(selected)
    assert placed is not None
    assert (placed.rack, placed.half_u) == ("A02", 40)


def test_a_rack_from_the_list_is_selected_where_it_stands(space: Workspace) -> None:
    before = {rack.id for rack in space.document.design.racks}
    plan = part_onto_floor(space.layout(), space.catalog, "rack", 9000, 6000, free=True)
    apply_plan(space, plan)
    (selected,) = space.selection
    assert selected not in before


def test_racks_that_moved_stay_selected(space: Workspace, told: Told) -> None:
    plan = racks_by(space.layout(), space.catalog, ("A03", "A04"), 0, 600)
    apply_plan(space, plan)
    assert space.selection == ("A03", "A04")


def test_a_plan_that_cannot_be_is_said_and_changes_nothing(space: Workspace, told: Told) -> None:
    space.select(("A04",))
    outside, before = move(space, 97), space.document.design
    apply_plan(space, outside)
    assert told == [(f"{outside.verdict.title}: {outside.verdict.reason}", "warning")]
    assert (space.document.design, space.selection) == (before, ("A04",))
    late = move(space, 40)
    space.apply("Remove", remove(("node-1",)))
    told.clear()
    apply_plan(space, late)
    assert [severity for _, severity in told] == ["warning"]
    assert space.selection == ("A04",)


def test_what_shift_adds_is_told_apart_from_the_figures_once_it_is_known(
    qtbot: QtBot, preview: DropPreview, space: Workspace
) -> None:
    """With Shift held the card's figures seemed to be those of what is built as well."""
    preview.show(move(space, 40), elsewhere=False)
    qtbot.waitUntil(lambda: bool(client(space).asked))
    wanted = {"rule": "R07", "severity": "error", "message": "m"}
    found = tuple(
        Foreseen.model_validate({**wanted, "key": f"r:{n}", "remedy": action})
        for n, action in enumerate(("hang-pdus", "add-air-units", ""))
    )
    client(space).previewed.emit(Preview(preview=1, comes=found, rest_follows=True))
    assert "Shift" not in "".join(texts(preview)), "the rest follows"
    client(space).previewed.emit(Preview(preview=1, comes=found))
    assert texts(preview)[-1] == "Shift also builds for 2 findings; figures here are without it"
    assert texts(preview)[-2].startswith("Release ")
    assert preview.turn(elsewhere=True), "Shift is held: that is what a release does now"
    line = preview.lines()[1]
    assert line == Line("Shift also builds for 2 findings; figures here are without it", "warning")
    assert texts(preview)[-1].startswith("Release ")
