"""The tab of workloads: which is chosen, what is asked of it, its figures; adding and removing."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.document.edits import drop, put
from designer.engine.workload_report import WorkloadReport
from designer.model.design import Device
from designer.model.figures import Figure, exact
from designer.model.measured import fields_of
from designer.planning.templates import build
from designer.ui.state.workload_choice import WorkloadChoice
from designer.ui.views.workloads.figures import figure_rows
from designer.ui.views.workloads.panel import EMPTY, WorkloadsPanel
from designer.ui.window.frame import LEAST_RIGHT_PX
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk
from tests.helpers.workload_reports import RUN, SERVICE, show


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, build("dgx-superpod-h100", {"scalable_units": "1"}, load_shipped()))
    yield made
    made.close()


@pytest.fixture
def panel(qtbot: QtBot, desk: Desk) -> WorkloadsPanel:
    made = WorkloadsPanel(desk.workspace, WorkloadChoice(desk.workspace))
    made.resize(360, 900)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def type_into(panel: WorkloadsPanel, name: str, text: str) -> None:
    """Type an exact number into the line of a slider; the keys go where a click leads them."""
    slider = panel.inputs.sliders[name]
    place = QPoint(slider.width() - 10, slider.height() // 2)
    QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=place)
    assert slider.line.isVisible()
    slider.line.selectAll()
    QTest.keyClick(slider.line, Qt.Key.Key_Backspace)
    QTest.keyClicks(slider.line, text)
    QTest.keyClick(slider.line, Qt.Key.Key_Return)
    assert not slider.line.isVisible()


def test_an_empty_design_says_what_to_do(panel: WorkloadsPanel) -> None:
    assert panel.verdict.text() == EMPTY
    assert panel.form.isHidden()
    assert panel.chosen.isHidden()


def test_figures_stand_with_their_bands_and_where_these_are_from(
    panel: WorkloadsPanel, desk: Desk
) -> None:
    show(desk, RUN)
    assert panel.verdict.text() == "fits on 256"
    assert {row.label: row.value for row in figure_rows(RUN)}["Iteration"] == "~10 s (8–12)"
    assert "20 % either way" in panel.note.text()


def test_nothing_is_wider_than_the_narrowest_tab(panel: WorkloadsPanel, desk: Desk) -> None:
    dear = Figure(1.8e6, 4.9e6, 2.9e6, "USD", estimated=True)
    costs = fields_of({"energy_cost": dear, "cost": dear, "days": exact(1_100.0, "d")})
    show(desk, RUN.evolve(name="Run " * 90, **costs))
    panel.resize(LEAST_RIGHT_PX, 700)
    settle()
    page = panel.widget()
    assert page.width() <= panel.viewport().width()
    assert {row.label: row.value for row in figure_rows(RUN.evolve(**costs))}["Cost"] == (
        "~$2.9 M (1.8–4.9)"
    )


def test_what_is_not_stated_is_said(panel: WorkloadsPanel, desk: Desk) -> None:
    show(desk, WorkloadReport(id="run", missing="it states no global_batch"))
    assert panel.verdict.text() == "Not computed: it states no global_batch"
    assert panel.inputs.sliders["global_batch"].text() == "not stated"


@pytest.mark.parametrize(("fits", "sign"), [(True, "ok"), (None, "open"), (False, "error")])
def test_a_verdict_has_a_sign(
    panel: WorkloadsPanel, desk: Desk, fits: bool | None, sign: str
) -> None:
    show(desk, RUN.evolve(fits=fits))
    assert panel.sign.accessibleName() == sign


def test_a_workload_is_added_chosen_and_removed(panel: WorkloadsPanel, desk: Desk) -> None:
    show(desk, RUN)
    panel.chooser.kind.setCurrentIndex(1)
    panel.chooser.answer.setValue(77)
    panel.chooser.add.click()
    made = {one.id: one for one in desk.workspace.document.design.workloads}
    assert made["workload-1"].kind == "inference"
    assert made["workload-1"].answer_tokens == 77
    assert made["workload-1"].model == "llama-3-70b"
    assert panel.chosen.currentData() == "workload-1"
    panel.remove.click()
    assert [one.id for one in desk.workspace.document.design.workloads] == ["run"]
    assert panel.chosen.currentData() == "run"


@pytest.mark.parametrize("one", [RUN, SERVICE])
def test_software_that_was_measured_elsewhere_can_be_named(
    panel: WorkloadsPanel, desk: Desk, one: WorkloadReport
) -> None:
    catalog = desk.workspace.catalog
    known = catalog.training_profiles if one is RUN else catalog.inference_profiles
    show(desk, one)
    box = panel.form.editors["profile"]
    assert isinstance(box, QComboBox)
    assert [box.itemData(at) for at in range(box.count())] == ["", *(each.id for each in known)]
    box.setCurrentIndex(2)
    box.activated.emit(2)
    assert desk.workspace.document.design.workloads[0].profile == known[1].id


def test_a_workload_takes_a_kind_of_gpu_that_is_drawn(panel: WorkloadsPanel, desk: Desk) -> None:
    def offered() -> list[str]:
        box = panel.form.editors["workload_gpu"]
        assert isinstance(box, QComboBox)
        return [box.itemData(at) for at in range(box.count())]

    show(desk, RUN)
    assert offered() == ["", "h100-sxm"]
    rack = next(iter(desk.workspace.document.design.racks)).id
    other = Device(id="other", name="other", part="dgx-a100", rack=rack, half_u=80)
    desk.workspace.apply("Place", put("devices", other))
    show(desk, RUN)
    assert offered() == ["", "a100-sxm-80gb", "h100-sxm"]
    box = panel.form.editors["workload_gpu"]
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(1)
    box.activated.emit(1)
    assert desk.workspace.document.design.workloads[0].gpu == "a100-sxm-80gb"
    desk.workspace.apply("Remove", drop("devices", "other"))
    show(desk, RUN, gpu="a100-sxm-80gb")
    box = panel.form.editors["workload_gpu"]
    assert isinstance(box, QComboBox)
    assert box.itemText(box.currentIndex()).endswith(": none drawn"), "what stands is seen"


def test_a_training_run_takes_what_its_form_says(panel: WorkloadsPanel, desk: Desk) -> None:
    panel.chooser.run.setValue(2000)
    panel.chooser.add.click()
    (one,) = desk.workspace.document.design.workloads
    assert (one.kind, one.tokens, one.global_batch) == ("training", 2e12, 1024)
    assert panel.chooser.prompt.isHidden()


def test_what_is_asked_is_changed_in_place_a_step_each(panel: WorkloadsPanel, desk: Desk) -> None:
    show(desk, RUN, global_batch=512)
    type_into(panel, "tokens", "15.6 T")
    type_into(panel, "global_batch", "2016")
    type_into(panel, "sequence_tokens", "8192")
    (one,) = desk.workspace.document.design.workloads
    assert (one.tokens, one.global_batch, one.sequence_tokens) == (15.6e12, 2016, 8192)
    desk.workspace.document.undo()
    (one,) = desk.workspace.document.design.workloads
    assert (one.tokens, one.sequence_tokens) == (15.6e12, None)
    type_into(panel, "global_batch", "")
    assert desk.workspace.document.design.workloads[0].global_batch is None


def test_a_service_is_asked_for_times_and_load(panel: WorkloadsPanel, desk: Desk) -> None:
    show(desk, SERVICE)
    assert panel.inputs.sliders["tokens"].isHidden()
    type_into(panel, "requests_per_s", "200")
    type_into(panel, "token_ms", "-4")
    one = desk.workspace.document.design.workloads[0]
    assert (one.requests_per_s, one.token_ms) == (200.0, None)
    assert panel.inputs.sliders["token_ms"].text() == "not asked"
