"""Sites of several halls have dozens of fabrics: chosen from a list, told once where alike."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from designer.engine.network_report import FabricReport
from designer.engine.report import Report
from designer.ui.views.dashboard.fabric_bars import fabric_rows
from tests.helpers.fabric_views import ShownFabric, superpod

HALLS = 3


def fabric(hall: int, name: str, gbps: float) -> FabricReport:
    """Return what is said of a fabric of a hall."""
    key = f"h{hall:02d}-{name}"
    return FabricReport.model_validate(
        {"id": key, "name": f"H{hall:02d} {name}", "nodes": 127, "endpoints": 1016,
         "purpose": "storage", "bisection_gbps": gbps, "bisection_lower_gbps": gbps,
         "bisection_upper_gbps": gbps, "bisection_ratio": 1.0, "islands": 1}
    )  # fmt: skip


def test_fabrics_of_halls_that_are_alike_are_one_row() -> None:
    told = [fabric(hall, name, 100_000) for hall in range(1, 5) for name in ("storage", "in-band")]
    odd = fabric(5, "storage", 50_000)
    rows = fabric_rows(Report(fabrics=(*told, odd, fabric(5, "in-band", 100_000))))
    assert [row.name for row in rows] == ["Storage × 4", "In-band × 5", "H05 storage"]
    assert "H01 storage, H02 storage, H03 storage, H04 storage" in rows[0].tip
    assert rows[0].words != rows[2].words
    few = fabric_rows(Report(fabrics=tuple(told[:6])))
    assert [row.name for row in few][:2] == ["H01 storage", "H01 in-band"]


@pytest.fixture
def many(qtbot: QtBot, tmp_path: Path) -> ShownFabric:
    """Show a pod with as many fabrics as three halls have."""
    design = superpod(1)
    again = tuple(
        one.evolve(id=f"h{hall}-{one.id}", name=f"H{hall} {one.name}")
        for hall in range(1, HALLS)
        for one in design.fabrics
    )
    fabrics = tuple(sorted((*design.fabrics, *again), key=lambda one: one.id))
    return ShownFabric(qtbot, tmp_path, design.evolve(fabrics=fabrics))


def test_one_of_many_fabrics_is_chosen_from_a_list(many: ShownFabric) -> None:
    header = many.view.header
    assert header.chooser.isVisible()
    assert not header.fabrics
    assert header.chooser.count() == len(many.state.fabrics) == HALLS * 4
    assert header.chooser.currentData() == many.state.fabric == "compute"
    at = header.chooser.findData("storage")
    header.chooser.setCurrentIndex(at)
    header.chooser.activated.emit(at)
    many.answer()
    assert many.state.fabric == "storage"
    assert header.chooser.currentText() == "Storage"
