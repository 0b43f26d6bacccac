"""A rack at which an error stands bears the same sign on the canvas, on plans and in pictures."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from designer.engine.report import Check, Report
from designer.model.design import Waiver
from designer.model.layout import Layout
from designer.render import rack_top
from designer.render.drawing import faulty_racks, floor_drawings
from designer.render.output import write_floor
from designer.render.sheets import plan_racks
from designer.ui.state.workspace import Workspace
from tests.helpers.canvas_space import rack_report, report_of
from tests.helpers.drawn_hall import CATALOG, hall
from tests.helpers.drawn_hall import report as hall_report
from tests.helpers.marks import texts
from tests.helpers.printed import set_marks
from tests.helpers.shown_views import shown_canvas

pytestmark = pytest.mark.usefixtures("qapp")

WORDS = "a limit is exceeded, or a fault"


def check(*where: str, severity: str = "error", waived: bool = False) -> Check:
    return Check(rule="F02", severity=severity, where=where, message="m", key="k", waived=waived)


def found(*checks: Check) -> Report:
    """Return the report of the hall without limits: only findings give its racks a sign."""
    plain = hall_report()
    return plain.evolve(racks=tuple(rack.evolve(limits=()) for rack in plain.racks), checks=checks)


@pytest.mark.parametrize(
    ("told", "faulty"),
    [
        (check("a1"), {"a1"}),
        (check("s1", "b2/n1", "compute"), {"b1", "b2"}),
        (check("a1", waived=True), set()),
        (check("a1", severity="warning"), set()),
    ],
)
def test_an_error_that_nobody_accepted_signs_its_racks(told: Check, faulty: set[str]) -> None:
    design = hall()
    layout, report = Layout(design), found(told)
    assert faulty_racks(report, layout) == faulty
    assert faulty_racks(None, layout) == frozenset()
    drawings = floor_drawings(layout, CATALOG, design.racks, report)
    assert list(drawings) == [rack.id for rack in design.racks]
    assert {rack for rack, drawing in drawings.items() if drawing.state == "error"} == faulty
    assert {drawing.state for rack, drawing in drawings.items() if rack not in faulty} == {""}


class Signs:
    """Counts the signs that a plan gets, by state."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.found: list[str] = []
        for room in (rack_top, plan_racks):
            patch.setattr(room, "paint_state", self._paint)

    def _paint(self, *given: object) -> None:
        self.found.append(str(given[2]))


def test_the_plan_of_a_sheet_and_its_legend_tell_of_a_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    signs = Signs(monkeypatch)
    design = hall(waivers=(Waiver(id="k", reason="r"),))

    def plan(*checks: Check) -> list[str]:
        signs.found.clear()
        sheets = set_marks(design, CATALOG, found(*checks), "A3", ("floor",))
        return [text for marks in sheets.values() for text in texts(marks)]

    assert WORDS in plan(check("a1"))
    # One at the rack, one in the legend.
    assert signs.found.count("error") == 2
    assert WORDS not in plan(check("a1", waived=True))
    assert "error" not in signs.found


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_a_picture_of_the_floor_has_the_sign_of_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    signs, path = Signs(monkeypatch), tmp_path / f"floor.{ending}"
    write_floor(path, hall(), CATALOG, found(check("a1", "b2/n1")))
    assert signs.found == ["error", "error"], "at both racks"
    if ending == "svg":
        assert WORDS in path.read_text(encoding="utf-8")
    signs.found.clear()
    write_floor(path, hall(), CATALOG, found(check("a1", waived=True)))
    assert signs.found == []


def test_the_canvas_signs_what_a_plan_signs(qtbot: QtBot, space: Workspace) -> None:
    canvas = shown_canvas(qtbot, space)
    racks = (rack_report("A01", 5.0), rack_report("B02", 20.4))
    report = report_of(*racks).evolve(checks=(check("B02"), check("A01", severity="warning")))
    with qtbot.waitSignal(space.report_changed):
        space.report_store.accept(1, report)
    layout = space.layout()
    plan = floor_drawings(layout, space.catalog, layout.design.racks, report)
    canvas.grab()  # What is painted is drawn.
    shown = {key: item._drawing for key, item in canvas.floor.racks.items()}
    assert {key: drawing.state for key, drawing in shown.items() if drawing} == {
        key: drawing.state for key, drawing in plan.items()
    }
    assert plan["B02"].state == "error"
