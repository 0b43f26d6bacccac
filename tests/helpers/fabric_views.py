"""Designs with fabrics on a desk whose client answers what the fabric view asks, at once."""

from functools import cache
from pathlib import Path

from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.engine.subjects.fabrics.mapping import fabric_map_of
from designer.model.design import Design
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.render.fabric_things import FabricIndex, Thing
from designer.runtime.engine_questions import Answer
from designer.ui.state.fabric_state import FabricState
from designer.ui.views.fabric.view import FabricView
from designer.wiring.network import expand_network
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk, SilentClient


@cache
def shipped() -> Catalog:
    return load_shipped()


@cache
def superpod(units: int, template: str = "dgx-superpod-h100") -> Design:
    return build(template, {"scalable_units": str(units)}, shipped())


@cache
def indexed(
    units: int, fabric: str = "compute", template: str = "dgx-superpod-h100"
) -> FabricIndex:
    """Return the map of a fabric of a reference design with what is looked up in it."""
    design = superpod(units, template)
    wiring = expand_network(design, shipped()).find(fabric)
    assert wiring is not None
    return FabricIndex(fabric_map_of(wiring, shipped()), Layout(design).name_of)


class ShownFabric:
    """The view on a desk; the engine answers in this process when `answer` is called."""

    def __init__(
        self, qtbot: QtBot, folder: Path, design: Design, *, alone: bool = True,
        size: tuple[int, int] = (1000, 800),
    ) -> None:  # fmt: skip

        self.desk = Desk(folder, design)
        self.space = self.desk.workspace
        self.evaluator = Evaluator(shipped())
        self.answered = 0
        self.state = FabricState(self.space)
        self.view = FabricView(self.space, self.state)
        if alone:
            qtbot.addWidget(self.view)
        self.view.resize(*size)
        self.view.show()
        qtbot.waitExposed(self.view)
        self.publish()

    @property
    def client(self) -> SilentClient:
        return self.desk.client

    def publish(self) -> None:
        """Report on the design as it stands, and answer what is asked then."""
        self.desk.report(self.evaluator.report(self.space.document.design))
        settle()
        self.answer()

    def finish(self) -> None:
        """Publish what the engine works out after the report, as it does while nobody waits."""
        while self.evaluator.work_later():
            pass
        found = self.evaluator.report_later()
        if found is not None:
            self.desk.report(found)
            settle()
            self.answer()

    def answer(self) -> None:
        """Answer the questions that were asked since the last time."""
        while self.answered < len(self.client.questions):
            revision, subject, question, asked, _ = self.client.questions[self.answered]
            self.answered += 1
            found = self.evaluator.answer(
                self.space.document.design, str(subject), str(question),
                asked.model_dump(exclude_defaults=True),  # type: ignore[attr-defined] # a record
            )  # fmt: skip
            self.client.answered.emit(Answer(self.answered, int(str(revision)), found))
        settle()

    @property
    def index(self) -> FabricIndex:
        found = self.state.index
        assert found is not None
        return found

    def key(self, thing: Thing) -> str:
        return self.index.key(thing)
