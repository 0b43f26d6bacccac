"""The properties of a row that is selected whole: what its racks hold together."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from designer.engine.report import Report
from designer.engine.row_report import RowReport, StrandedOf, Stranding
from designer.model.figures import estimate, missing
from designer.model.measured import fields_of
from designer.ui.kit.elided_choice import ElidedChoice
from designer.ui.state.workspace import Workspace
from designer.ui.views.properties.panel import PropertiesPanel
from designer.ui.views.properties.row_summary import row_figures, whole_row
from designer.ui.window.frame import LEAST_RIGHT_PX
from tests.helpers.crowded_room import settle

MASS = "~18,000 kg (15,000–21,000)"
ROW = RowReport.model_validate({
    "id": "A", "racks": 4, "gpus": 96, "weight_kg": 3200.0, "u_used": 128.0, "u_total": 192.0,
    "air_kw": 40.0, "liquid_kw": 0.0, "power_limit_kw": 262.0,
    **fields_of({"power_max_kw": missing("x.power_max_w", "kW", 120.0, 163.2)}),
})  # fmt: skip


@pytest.fixture
def panel(qtbot: QtBot, space: Workspace) -> PropertiesPanel:
    made = PropertiesPanel(space)
    qtbot.addWidget(made)
    made.show()
    space.report_store.accept(space.document.revision, Report(rows=(ROW,)))
    settle()
    return made


def shown(panel: PropertiesPanel) -> list[str]:
    return [label.text() for label in panel.findChildren(QLabel)]


def row_of(space: Workspace, row: str) -> list[str]:
    return [rack.id for rack in space.document.design.racks if rack.row == row]


def test_a_row_selected_whole_has_its_figures(panel: PropertiesPanel, space: Workspace) -> None:
    space.select(row_of(space, "A"))
    settle()
    words = shown(panel)
    assert words[words.index("Power, maximum") + 1] == "120.0–163.2 kW"
    assert words[words.index("Rack units used") + 1] == "128"
    newer = ROW.evolve(u_used=136.0)
    space.report_store.accept(space.document.revision, Report(rows=(newer,)))
    settle()
    assert "136" in shown(panel)


def test_part_of_a_row_and_two_rows_have_none(panel: PropertiesPanel, space: Workspace) -> None:
    for keys in (row_of(space, "A")[:2], [*row_of(space, "A"), *row_of(space, "B")]):
        space.select(keys)
        settle()
        assert "Power, maximum" not in shown(panel)


@pytest.mark.usefixtures("dark_look")
def test_all_of_a_row_fits_the_narrowest_panel(panel: PropertiesPanel, space: Workspace) -> None:
    """Its figures ended in the middle at the right edge, where nothing scrolls."""
    panel.resize(LEAST_RIGHT_PX, 500)
    others = tuple(
        rack.evolve(assembly="") if rack.id == "B02" else rack
        for rack in space.document.design.racks
    )
    space.document.apply("apart", lambda design: design.evolve(racks=others))
    left = StrandedOf(
        limit="p", label="Feeds carry after the loss", unit="kW", racks=4, stranded=40.0,
        capacity=262.0,
    )  # fmt: skip
    mass = estimate(18_000.0, 15_000.0, 21_000.0, "kg", "x.mass_kg", "a rule")
    doors = "Heat that the rear doors of the row take"
    wide = ROW.evolve(
        id="B", strands=(left,),
        stranded_by=(Stranding(limit="d", label=doors, racks=4, strands=(left,)),),
        **fields_of({"weight_kg": mass}),
    )  # fmt: skip
    space.report_store.accept(space.document.revision, Report(rows=(wide,)))
    space.select(row_of(space, "B"))
    settle()
    page = panel.widget()
    assert page is not None
    assert "Exception B02" in shown(panel)
    assert panel.verticalScrollBar().maximum() > 0
    named = next(one for one in page.findChildren(QLabel) if one.text() == "Mass")
    kg = next(one for one in page.findChildren(QLabel) if one.text() == MASS)
    assert named.mapTo(page, QPoint()).y() == kg.mapTo(page, QPoint()).y(), "one line"
    assert page.minimumSizeHint().width() <= panel.viewport().width() < LEAST_RIGHT_PX
    for label in page.findChildren(QLabel):
        if label.isVisibleTo(page):
            assert label.mapTo(page, label.rect().bottomRight()).x() <= panel.viewport().width()
            if label.wordWrap():
                assert label.height() >= label.heightForWidth(label.width()), label.text()
            else:
                assert label.width() >= label.sizeHint().width(), label.text()


@pytest.mark.usefixtures("dark_look")
def test_a_long_assembly_ends_in_an_ellipsis_and_is_whole_in_the_tip(
    panel: PropertiesPanel, space: Workspace
) -> None:
    long = "4 × DGX H100, feeds A+B+C and more"
    named = tuple(one.evolve(name=long) for one in space.document.design.assemblies)
    space.document.apply("named", lambda design: design.evolve(assemblies=named))
    panel.resize(LEAST_RIGHT_PX, 500)
    space.select(row_of(space, "B"))
    settle()
    box = panel.editors["assembly"]
    assert isinstance(box, ElidedChoice)
    assert box.currentText() == long
    assert box.shown_text().startswith("4 × DGX")
    assert box.shown_text().endswith("…")
    assert box.tip().splitlines() == [long, *box.toolTip().splitlines()]
    panel.resize(900, 500)
    settle()
    assert box.shown_text() == long
    assert box.tip() == box.toolTip()
    box.grab()


def test_only_all_racks_of_one_row_are_that_row(space: Workspace) -> None:
    racks = space.document.design.racks
    assert whole_row(racks, row_of(space, "A")) == "A"
    assert whole_row(racks, row_of(space, "A")[1:]) == ""
    assert whole_row(racks, ()) == ""
    assert row_figures(None, "A") == []
    assert row_figures(Report(), "A") == []
