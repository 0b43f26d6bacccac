"""“sizing…” ends, whatever the engine answers: with figures, with none, with the same again.

The engine is a stand-in process that does what the design's name says (`fake_engine.py`).
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.document.document import Document
from designer.document.drop_plans import racks_by
from designer.document.edits import set_fields
from designer.model.design import Design, Rack
from designer.runtime.engine_client import EngineClient
from designer.runtime.engine_feed import EngineFeed
from designer.runtime.report_store import ReportStore
from designer.ui.state.drop_preview import DropPreview
from designer.ui.state.engine_state import EngineState
from designer.ui.state.workspace import Workspace
from designer.ui.views.dashboard.panel import DashboardPanel
from designer.ui.views.elevation.panel import ElevationPanel
from tests.helpers.canvas_space import PARTS

FAKE = (sys.executable, str(Path(__file__).parents[1] / "helpers" / "fake_engine.py"))


class Sized:
    """A workspace on the stand-in engine, with what tells of sizing."""

    def __init__(self, qtbot: QtBot, name: str = "plain") -> None:
        rack = Rack(id="A01", name="A01", part="rack", x_mm=3000, y_mm=3000)
        self.document = Document(Design(name=name, racks=(rack,)))
        self.store = ReportStore(interval_ms=0)
        self.client = EngineClient(self.store, command=FAKE, back_off_ms=(0,))
        self.feed = EngineFeed(self.document, self.client, tuple, begin=False)
        self.space = Workspace(self.document, Catalog(PARTS), self.store, self.client)
        self.pill: list[str] = []
        self.engine = EngineState(self.space)
        self.engine.changed.connect(lambda _state, words, _detail: self.pill.append(words))
        self.dashboard = DashboardPanel(self.space)
        self.elevation = ElevationPanel(self.space)
        for widget in (self.dashboard, self.elevation):
            qtbot.addWidget(widget)
            widget.show()
        self.feed.begin()

    def is_sizing(self) -> bool:
        shown = (self.dashboard.stale.toolTip(), self.elevation.limits.words(), *self.pill[-1:])
        return any("sizing" in one or "updating" in one or "earlier" in one for one in shown)

    def rename(self, name: str) -> None:
        self.document.apply(f"Call it {name}", set_fields("design", name=name))


@pytest.fixture
def sized(qtbot: QtBot) -> Iterator[Sized]:
    made = Sized(qtbot)
    qtbot.waitUntil(lambda: made.store.is_current(made.document.revision))
    qtbot.waitUntil(lambda: not made.is_sizing())
    yield made
    made.feed.close()
    made.client.finish()
    made.space.close()


def test_with_a_report_that_comes_while_another_tab_is_in_front(qtbot: QtBot, sized: Sized) -> None:
    """The words stand in the corner of the tabs, where they are seen from every tab."""
    sized.dashboard.hide()
    sized.rename("other")
    assert sized.is_sizing()
    qtbot.waitUntil(lambda: not sized.is_sizing())
    assert sized.store.is_current(sized.document.revision)


def test_with_an_edit_that_changes_no_figure_and_one_that_is_taken_back(
    qtbot: QtBot, sized: Sized
) -> None:
    sized.document.apply("Note", set_fields("design", note="x"))
    qtbot.waitUntil(lambda: not sized.is_sizing())
    sized.document.apply("Note", set_fields("design", note="y"))
    sized.document.undo()
    assert sized.is_sizing()
    qtbot.waitUntil(lambda: not sized.is_sizing())
    sized.document.redo()
    qtbot.waitUntil(lambda: not sized.is_sizing())
    assert sized.pill[-1].startswith("sized in")


def test_with_a_failure_which_says_that_the_figures_are_of_an_earlier_edit(
    qtbot: QtBot, sized: Sized
) -> None:
    sized.rename("fail")
    qtbot.waitUntil(lambda: "failed" in sized.pill[-1])
    qtbot.waitUntil(lambda: not sized.is_sizing())
    assert sized.dashboard.stale.text() == "■"
    assert "asked to fail" in sized.dashboard.stale.toolTip()
    sized.document.undo()
    qtbot.waitUntil(lambda: sized.store.is_current(sized.document.revision))
    qtbot.waitUntil(lambda: sized.dashboard.stale.text() == "")


def test_with_a_failure_before_the_first_report(qtbot: QtBot) -> None:
    made = Sized(qtbot, "fail")
    made.space.select(("A01",))
    qtbot.waitUntil(lambda: made.pill != [] and "failed" in made.pill[-1])
    qtbot.waitUntil(lambda: not made.is_sizing())
    made.feed.close()
    made.client.finish()
    made.space.close()


def test_on_the_card_of_a_drop_that_the_engine_cannot_answer(qtbot: QtBot, sized: Sized) -> None:
    preview = DropPreview(sized.space)
    plan = racks_by(sized.space.layout(), sized.space.catalog, ("A01",), 600, 0)
    sized.rename("fail")
    qtbot.waitUntil(lambda: "failed" in sized.pill[-1])
    preview.show(plan)
    assert "sizing…" in [line.text for line in preview.lines()]
    qtbot.waitUntil(lambda: "sizing…" not in [line.text for line in preview.lines()])
    assert "figures unknown: the engine has no answer" in [line.text for line in preview.lines()]
