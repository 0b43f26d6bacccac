"""What the window shares: each signal comes once, with what changed, and never without a change."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from designer.document.edits import remove, set_fields
from designer.document.errors import EditError
from designer.engine.report import Check, NotComputed, Report
from designer.model.change import diff
from designer.model.design import Design
from designer.render.theme import DARK, LIGHT
from designer.ui.state.selection_filter import SelectionFilter
from designer.ui.state.workspace import Workspace
from tests.helpers.canvas_space import (
    NODE,
    RACK,
    WaitingClient,
    rack_report,
    report_of,
    small_design,
)

Heard = list[tuple[object, ...]]


def listen(signal: object) -> Heard:
    """Return the list that grows by what a signal says."""
    heard: Heard = []
    signal.connect(lambda *said: heard.append(said))  # type: ignore[attr-defined]  # a Qt signal
    return heard


def client(space: Workspace) -> WaitingClient:
    assert isinstance(space.client, WaitingClient)
    return space.client


def publish(space: Workspace, report: Report) -> None:
    """Show a report as one of the design as it stands."""
    space.report_store.expect(space.document.revision)
    space.report_store.accept(space.document.revision, report)
    QCoreApplication.processEvents()


def refuse(_design: Design) -> Design:
    raise EditError("no room")


def refuse_without_words(_design: Design) -> Design:
    raise EditError


def test_a_selection_is_told_once_and_only_when_it_is_another(space: Workspace) -> None:
    heard = listen(space.selection_changed)
    space.select(())
    assert heard == []
    space.select(["A02", "A01", "A02"])
    assert (space.selection, len(heard)) == (("A02", "A01"), 1)
    space.select(("A02", "A01"))
    assert len(heard) == 1
    space.select(("A01", "A02"))
    assert len(heard) == 2, "the first one selected is another"


def test_focus_selects_and_asks_the_drawing_to_show(space: Workspace) -> None:
    asked = listen(space.focus_requested)
    space.focus(iter(("A01", "node-1")))
    assert space.selection == ("A01", "node-1")
    assert asked == [(("A01", "node-1"),)]


def test_selected_racks_are_those_selected_or_holding_what_is(space: Workspace) -> None:
    space.select(("node-1", "A03", "A01", "leaf-1", "B01/n1", "nothing like it"))
    assert space.selected_rack_ids() == ("A01", "A03", "B01")
    assert space.target_rack_ids() == ("A01", "A03", "B01")
    space.select(())
    space.place_next_in("A04")
    assert space.target_rack_ids() == ("A04",)
    space.place_next_in("gone")
    assert space.target_rack_ids() == ()


def test_what_is_removed_is_no_longer_selected_and_the_rest_stays(space: Workspace) -> None:
    space.select(("node-1", "A02", "B01/n2"))
    heard = listen(space.selection_changed)
    assert space.apply("Note", set_fields("racks", "A03", note="x"))
    assert heard == []
    assert space.apply("Remove", remove(("node-1",)))
    assert space.selection == ("A02", "B01/n2")
    assert len(heard) == 1


def test_the_document_is_told_of_before_the_selection_that_it_ends(space: Workspace) -> None:
    space.select(("A02",))
    order: list[str] = []
    space.document_changed.connect(lambda _: order.append(f"design with {space.selection}"))
    space.selection_changed.connect(lambda: order.append(f"selected {space.selection}"))
    space.document.replace(small_design(), "Opened", saved=True)
    assert order == ["design with ()", "selected ()"], "A02 of another design is another rack"
    order.clear()
    space.document.replace(Design(), "Opened", saved=True)
    assert order == ["design with ()"]


def test_the_index_is_of_the_design_as_it_stands(space: Workspace) -> None:
    seen: list[bool] = []
    before = space.layout()
    assert space.layout() is before, "made once for each design"
    space.document_changed.connect(lambda _: seen.append("A02" in space.layout().racks))
    space.apply("Remove", remove(("A02",)))
    assert seen == [False]
    assert space.layout().design is space.document.design


def test_a_refused_edit_is_said_and_changes_nothing(
    space: Workspace, told: list[tuple[str, str]]
) -> None:
    before, changed = space.document.design, listen(space.document_changed)
    assert not space.apply("Try", refuse)
    assert told == [("no room", "warning")]
    assert space.attempt("Try", refuse) == "no room"
    assert space.attempt("Try", refuse_without_words) == "not possible"
    assert len(told) == 1, "who attempts says it"
    assert (space.document.design, changed) == (before, [])
    assert space.apply("Call it", set_fields("design", name="other"))
    assert space.attempt("Call it", set_fields("design", name="third")) == ""
    assert (len(told), len(changed)) == (1, 2)


def test_steps_that_merge_are_one_step(space: Workspace) -> None:
    for name in ("a", "ab", "abc"):
        space.apply("Call it", set_fields("design", name=name), merge="name")
    assert len(space.document.history.steps) == 2
    space.document.undo()
    assert space.document.design.name == "small"


def test_the_initiator_of_a_change_is_told(space: Workspace) -> None:
    by: list[object] = []
    space.document_changed.connect(lambda change: by.append(change.initiator))
    space.apply("Call it", set_fields("design", name="a"), initiator=space)
    space.apply("Call it", set_fields("design", name="b"))
    assert by == [space, None]


def test_parts_are_called_by_their_name_or_by_their_id(space: Workspace) -> None:
    assert space.part_name(NODE.id) == "Node 8U"
    assert space.part_name("not-there") == "not-there"


def test_a_theme_is_told_once(space: Workspace) -> None:
    heard = listen(space.theme_changed)
    space.set_theme(DARK)
    assert heard == []
    space.set_theme(LIGHT)
    space.set_theme(LIGHT)
    assert (space.theme, len(heard)) == (LIGHT, 1)


def test_reports_of_racks_follow_the_report_on_show(space: Workspace) -> None:
    assert space.rack_report("A01") is None
    publish(space, report_of(rack_report("A01", 20.4), rack_report("A02", 1.0)))
    found = space.rack_report("A02")
    assert found is not None
    assert found.power_max_kw == 1.0
    assert space.rack_report("B01") is None
    publish(space, report_of(rack_report("A01", 3.0)))
    again = space.rack_report("A01")
    assert again is not None
    assert again.power_max_kw == 3.0
    assert space.rack_report("A02") is None


def check(severity: str, *where: str, waived: bool = False) -> Check:
    return Check.model_validate(
        {"rule": "x", "severity": severity, "where": where, "message": "m", "key": f"x:{where}",
         "waived": waived}
    )  # fmt: skip


def test_faulty_are_racks_with_an_error_that_nobody_accepted(space: Workspace) -> None:
    assert space.faulty_racks() == frozenset()
    publish(
        space,
        Report(
            checks=(
                check("error", "A01"), check("error", "B01/n1", "compute"), check("warning", "A02"),
                check("error", "A03", waived=True),
            )
        ),
    )  # fmt: skip
    assert space.faulty_racks() == {"A01", "B01"}
    publish(space, Report(checks=(check("error", "A04"),)))
    assert space.faulty_racks() == {"A04"}


def test_what_could_not_be_computed_of_a_rack_is_told_for_that_rack(space: Workspace) -> None:
    assert space.rack_lost("A01") == ()
    lost = NotComputed(subject="rack A01", because="a test says so")
    publish(space, Report(not_computed=(lost,)))
    assert space.rack_lost("A01") == space.report_store.report.lost_of("A01")
    assert space.rack_lost("A02") == ()


def test_a_preview_asks_for_the_difference_and_hears_only_its_own_answer(space: Workspace) -> None:
    heard, failed = listen(space.preview_changed), listen(space.preview_failed)
    before = space.document.design
    edit = remove(("node-1",))
    assert space.request_preview(edit, ["A01"])
    assert space.request_preview(diff(before, edit(before)), iter(("A01", "A02")))
    (first, second) = client(space).asked
    assert first[:2] == second[:2] == (space.document.revision, diff(before, edit(before)))
    assert (first[2], second[2]) == (("A01",), ("A01", "A02"))
    assert space.document.design is before
    client(space).previewed.emit(SimpleNamespace(preview=1))
    client(space).preview_failed.emit(1, "too late")
    assert (heard, failed) == ([], [])
    mine = SimpleNamespace(preview=2)
    client(space).previewed.emit(mine)
    client(space).preview_failed.emit(2, "no such rack")
    assert (heard, failed) == ([(mine,)], [()])


@pytest.mark.parametrize(
    "end",
    [lambda space: space.cancel_preview(), lambda space: space.request_preview(refuse, ())],
    ids=["cancelled", "an edit that is refused"],
)
def test_an_answer_that_nobody_waits_for_is_let_go(
    space: Workspace, end: Callable[[Workspace], bool | None]
) -> None:
    heard, failed = listen(space.preview_changed), listen(space.preview_failed)
    space.request_preview(remove(("node-1",)), ("A01",))
    assert not end(space)
    assert len(client(space).asked) == 1
    client(space).previewed.emit(SimpleNamespace(preview=1))
    client(space).preview_failed.emit(1, "no such rack")
    assert (heard, failed) == ([], [])


def test_the_engine_lets_go_of_what_ended_and_not_of_what_is_looked_at_next(
    qtbot: QtBot, space: Workspace
) -> None:
    space.request_preview(remove(("node-1",)), ("A01",))
    space.end_preview()
    space.request_preview(remove(("node-1",)), ("A01",))
    QCoreApplication.processEvents()
    assert client(space).let_go_of == 0
    space.end_preview()
    qtbot.waitUntil(lambda: client(space).let_go_of == 1)
    space.end_preview()
    QCoreApplication.processEvents()
    assert client(space).let_go_of == 1, "nothing was looked at"


def test_a_failed_engine_is_told_until_it_works_or_figures_are_there(space: Workspace) -> None:
    heard = listen(space.sizing_changed)
    assert (space.engine_failure, space.is_sizing) == ("", True)
    client(space).state_changed.emit("busy", "sizing")
    assert heard == []
    client(space).state_changed.emit("failed", "it ended three times")
    client(space).state_changed.emit("failed", "it ended three times")
    assert (space.engine_failure, space.is_sizing) == ("it ended three times", False)
    assert len(heard) == 1
    publish(space, Report())
    assert (space.engine_failure, space.is_sizing) == ("", False)
    space.apply("Call it", set_fields("design", name="other"))
    space.report_store.expect(space.document.revision)
    assert (space.engine_failure, space.is_sizing) == ("it ended three times", False)
    client(space).state_changed.emit("idle", "")
    assert (space.engine_failure, space.is_sizing, len(heard)) == ("", True, 2)


def test_a_closed_workspace_hears_no_more_of_the_document(space: Workspace) -> None:
    heard = listen(space.document_changed)
    space.close()
    space.document.apply("Call it", set_fields("design", name="other"))
    assert heard == []


def test_kinds_are_switched_and_told_only_when_they_change() -> None:
    chosen = SelectionFilter()
    heard = listen(chosen.changed)
    assert chosen.allows_part(RACK)
    assert chosen.allows_part(None)
    chosen.switch("cooling", on=True)
    assert heard == []
    chosen.switch("racks", on=False)
    chosen.switch("racks", on=False)
    assert heard == [("racks",)]
    assert not chosen.allows("racks")
    assert not chosen.allows_part(RACK)
    assert not chosen.allows_part(None), "what the catalogue does not have counts as a rack"
    assert chosen.allows("devices")
    cdu = RACK.evolve(id="cdu", kind="cdu", rack=None)
    assert chosen.allows_part(cdu)
    chosen.switch("racks", on=True)
    chosen.switch("cooling", on=False)
    assert (chosen.allows_part(cdu), chosen.allows_part(RACK)) == (False, True)
    assert heard == [("racks",), ("racks",), ("cooling",)]
