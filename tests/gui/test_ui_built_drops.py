"""What a drop with Shift builds is known before it is let go: the card is the report after it."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.document.document import Document
from designer.document.drop_plans import DropPlan, part_into_rack, part_onto_floor
from designer.document.edits import rename
from designer.engine.evaluate import Evaluator
from designer.engine.preview import IT_POWER, Preview
from designer.engine.reasons import is_open
from designer.engine.report import Report
from designer.model.design import Design
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.runtime.report_store import ReportStore
from designer.ui.kit.line_card import Line
from designer.ui.state.apply_plan import apply_plan
from designer.ui.state.build_all import BuildAll
from designer.ui.state.built_drop import BuiltPlan
from designer.ui.state.drop_preview import DropPreview
from designer.ui.state.workspace import Workspace
from tests.helpers.canvas_space import WaitingClient
from tests.helpers.random_drops import Drops
from tests.helpers.ui_bars import see_bars

NODE = "dgx-h100"


@dataclass
class Hands:
    """A drag over a design, whose questions the engine answers when it is told to."""

    qtbot: QtBot
    space: Workspace
    preview: DropPreview
    before: Report

    @property
    def client(self) -> WaitingClient:
        assert isinstance(self.space.client, WaitingClient)
        return self.space.client

    def answer(self, *, most: int = 60) -> int:
        """Answer questions until no more come, or so many are; return how many."""
        done, whole = 0, self.space.document.design
        evaluator = Evaluator(self.space.catalog)
        evaluator.report(whole)
        while len(self.client.asked) > done < most:
            done = len(self.client.asked)
            _, change, ids = self.client.asked[-1]
            told = evaluator.preview(done, whole, change, ids, asks=self.client.with_asks[-1])
            self.client.previewed.emit(told)
        return done

    def hold(self, plan: DropPlan, *, shift: bool) -> None:
        """Hold it over another place until the engine is asked of it."""
        self.client.asked.clear()
        self.client.with_asks.clear()
        self.preview.show(plan, elsewhere=shift)
        self.qtbot.waitUntil(lambda: bool(self.client.asked), timeout=5_000)

    def texts(self) -> list[str]:
        return [line.text for line in self.preview.lines()]


def over(qtbot: QtBot, design: Design, catalog: Catalog) -> Hands:
    space = Workspace(
        Document(design), catalog, ReportStore(interval_ms=0), WaitingClient()  # type: ignore[arg-type]  # stands in
    )  # fmt: skip
    before = Evaluator(catalog).report(design)
    space.report_store.expect(space.document.revision)
    space.report_store.accept(space.document.revision, before)
    return Hands(qtbot, space, DropPreview(space), before)


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


@pytest.fixture(scope="module")
def hall(catalog: Catalog) -> Design:
    return build("starter-32", {}, catalog)


@pytest.fixture
def hands(qtbot: QtBot, catalog: Catalog, hall: Design) -> Iterator[Hands]:
    made = over(qtbot, hall, catalog)
    yield made
    made.preview.clear()
    made.space.close()


def a_node(hands: Hands) -> DropPlan:
    """Return a node into the rack of the network: it needs a rack PDU there, and more cooling."""
    return part_into_rack(hands.space.layout(), hands.space.catalog, NODE, "A02", 52)


def sized(hands: Hands) -> Report:
    """Publish the report of the design as it stands."""
    space = hands.space
    report = Evaluator(space.catalog).report(space.document.design)
    space.report_store.expect(space.document.revision)
    space.report_store.accept(space.document.revision, report)
    space.report_changed.emit()
    return report


def released(hands: Hands) -> BuildAll:
    """Let go with Shift, and answer each step with its report until nothing more is built."""
    space, plan = hands.space, hands.preview.dropped()
    work = BuildAll(space)
    assert plan is not None
    apply_plan(space, plan, builds=True)
    for _ in range(40):
        if not work.is_at_work:
            break
        sized(hands)
    return work


def counts(report: Report) -> tuple[int, int]:
    """Return how many errors and warnings stand."""
    standing = [one for one in report.checks if not one.waived and not is_open(one.key)]
    return tuple(  # type: ignore[return-value]  # two of them
        sum(one.severity == severity for one in standing) for severity in ("error", "warning")
    )


def foreseen_counts(told: Preview) -> tuple[int, int]:
    number = {one.sort: one.after for one in told.counts}
    return number.get("error", 0), number.get("warning", 0)


def test_the_card_of_a_random_drop_with_shift_is_the_report_after_what_it_builds(
    qtbot: QtBot, catalog: Catalog, hall: Design
) -> None:
    """Held it told 1.44 MW and no error; let go there were 1.48 MW, two racks more and a finding.

    What is built is as of old: for one finding after another, on the report after each step.
    """
    parts = (NODE, "rack-48u", "crah", "sn4600c", "qm9700", "pdu-415v-30a-3ph")
    known = tuple(part for part in parts if catalog.get(part))
    built = 0
    for kind, plan in Drops(hall, catalog, known, Random("x")).drawn(24):
        if kind == "removal":
            continue  # no gesture of the mouse: nothing is built for it
        hands, other = over(qtbot, hall, catalog), over(qtbot, hall, catalog)
        hands.hold(plan, shift=True)
        hands.answer()
        told, meant = hands.preview.answer, hands.preview.dropped()
        assert told is not None
        assert isinstance(meant, BuiltPlan)
        other.preview.show(plan, elsewhere=False)
        released(other)
        label = other.space.document.history.current.label
        assert meant.label == label, "as of old"
        built += len(meant.work.built)
        released(hands)
        assert hands.space.document.history.current.label == label
        assert hands.space.document.design == other.space.document.design
        after = Evaluator(catalog).report(hands.space.document.design)
        assert foreseen_counts(told) == counts(after)
        see_bars(hands.before, told, after)
        power = [one for one in told.changes if one.what == IT_POWER]
        assert [one.after for one in power] in ([], [after.totals.power_max_kw])
        for one in (hands, other):
            one.preview.clear()
            one.space.close()
    assert built > 6


def test_a_fabric_that_is_drawn_for_the_first_node_has_its_bar_before_the_release(
    qtbot: QtBot, catalog: Catalog
) -> None:
    """The card said that it is drawn and what it carries; beside it stood "No fabric yet"."""
    room = build("empty-room", {}, catalog)
    rack = part_onto_floor(Layout(room), catalog, "rack-48u", 5_000, 5_000, free=False)
    assert rack.edit is not None
    room = rack.edit(room)
    hands = over(qtbot, room, catalog)
    plan = part_into_rack(Layout(room), catalog, NODE, room.racks[0].id, None)
    hands.hold(plan, shift=True)
    hands.answer()
    told = hands.preview.answer
    assert told is not None
    released(hands)
    after = Evaluator(catalog).report(hands.space.document.design)
    held = see_bars(hands.before, told, after)
    assert any(row.changes and row.words.endswith("1:1") for row in held), held
    hands.preview.clear()
    hands.space.close()


def test_the_card_says_what_is_built_and_until_then_that_it_is_worked_out(hands: Hands) -> None:
    hands.hold(a_node(hands), shift=True)
    assert hands.client.with_asks == [True]
    hands.answer(most=1)
    words = "working out what is built for 2 findings, 1 so far…; figures here are without it"
    assert hands.preview.lines()[1] == Line(words, "warning")
    assert hands.space.released.is_stale
    alone = hands.preview.answer
    hands.answer()
    texts = hands.texts()
    assert texts[1:3] == ["also builds: Hang 1 rack PDU in 1 rack", texts[2]]
    assert texts[2].startswith("also builds: Place ")
    assert not any("without it" in one for one in texts)
    assert texts[-1] == "Release places · Esc cancels"
    assert not hands.space.released.is_stale
    assert hands.space.released.preview is hands.preview.answer is not alone
    assert len(hands.preview.boxes_built) == 2, "the units that are placed on the floor"


def test_what_is_told_at_once_is_said_to_be_without_it(hands: Hands) -> None:
    hands.hold(a_node(hands), shift=True)
    words = Line("Shift also builds what it needs; figures here are without it", "warning")
    hands.client.preview_begun.emit(Preview(preview=1, rest_follows=True))
    assert hands.preview.lines()[1] == words
    hands.preview.turn(elsewhere=False)
    assert words not in hands.preview.lines()


def test_shift_let_go_tells_of_the_drop_alone_again(hands: Hands) -> None:
    hands.hold(a_node(hands), shift=False)
    assert hands.client.with_asks == [False]
    hands.answer()
    alone = hands.preview.answer
    words = "Shift also builds for 2 findings; figures here are without it"
    assert hands.preview.lines()[-1] == Line(words, "dim")
    assert hands.preview.turn(elsewhere=True)
    hands.answer()
    whole = hands.preview.answer
    assert whole is not alone
    assert hands.client.with_asks == [False, True, True, True]
    assert hands.preview.turn(elsewhere=False)
    assert hands.preview.answer is hands.space.released.preview is alone
    assert hands.preview.boxes_built == ()
    assert hands.preview.lines()[-1] == Line(words, "dim")
    plan = hands.preview.dropped()
    assert not isinstance(plan, BuiltPlan)
    assert hands.preview.turn(elsewhere=True)
    assert hands.preview.answer is hands.space.released.preview is whole
    assert len(hands.client.asked) == 4, "known already"


def test_it_is_one_step_and_what_arrived_is_selected(hands: Hands) -> None:
    before, space = hands.space.document.design, hands.space
    heard: list[str] = []
    space.message.connect(lambda words, _: heard.append(words))
    hands.hold(a_node(hands), shift=True)
    hands.answer()
    work = released(hands)
    assert not work.is_at_work
    assert space.document.history.current.label.endswith(" and build 2 things")
    (arrived,) = space.selection
    found = space.layout().find(arrived)
    assert found is not None
    assert found.part == NODE
    assert "Hang 1 rack PDU in 1 rack, Place " in heard[-1]
    assert space.document.undo()
    assert space.document.design == before
    assert not space.document.can_undo


def test_let_go_before_it_is_known_it_is_built_on_the_reports(hands: Hands) -> None:
    hands.hold(a_node(hands), shift=True)
    hands.answer(most=1)
    assert not isinstance(hands.preview.dropped(), BuiltPlan)
    released(hands)
    assert hands.space.document.history.current.label.endswith(" and build 2 things")


def test_where_the_engine_fails_the_figures_are_said_to_be_without_it(hands: Hands) -> None:
    hands.hold(a_node(hands), shift=True)
    hands.answer(most=1)
    hands.client.preview_failed.emit(2, "the engine crashed")
    words = "Shift also builds for 2 findings; figures here are without it"
    assert hands.preview.lines()[1] == Line(words, "warning")
    assert hands.preview.is_answered
    assert len(hands.client.asked) == 2, "not asked in vain again"
    released(hands)
    assert hands.space.document.history.current.label.endswith(" and build 2 things")


def test_while_figures_are_of_an_earlier_edit_nothing_is_promised(hands: Hands) -> None:
    hands.space.apply("Rename A01", rename("A01", "B01"))
    hands.hold(a_node(hands), shift=True)
    hands.answer()
    assert len(hands.client.asked) == 1
    assert not isinstance(hands.preview.dropped(), BuiltPlan)


def test_where_shift_means_nothing_it_is_not_spoken_of(hands: Hands) -> None:
    """Grips of a row, trays and cables do not build; their card said that Shift would."""
    hands.client.asked.clear()
    hands.preview.show(a_node(hands))
    hands.answer()
    assert not any("Shift" in one for one in hands.texts())
