"""What laying out a set takes, counted: the gain of doing it once cannot quietly go."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from designer.catalog.catalog import Catalog
from designer.engine.evaluate import evaluate
from designer.model.design import Design
from designer.render import panel_marks
from designer.render.output import write_pdf
from designer.render.sheets import rack_lists
from designer.render.sheets.flow import Block, Laid
from designer.render.sheets.ink import Ink
from tests.bench.designs import unfolded
from tests.helpers.drawn_design import drawn_design

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module")
def apart() -> Design:
    """Eight racks, each with a sheet of its own."""
    return unfolded(drawn_design(8).evolve(cables=(), cords=(), notes=()))


def _print(folder: Path, design: Design, catalog: Catalog, count: int) -> int:
    racks = tuple(rack.id for rack in design.racks)[:count]
    report = evaluate(design, catalog)
    path = folder / f"{count}.pdf"
    return write_pdf(path, design, catalog, report, sheets=("racks",), racks=racks)


def test_a_list_is_made_once_for_a_sheet_and_laid_out_once_for_a_width(
    tmp_path: Path, catalog: Catalog, apart: Design, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: Counter[str] = Counter()
    laid: Counter[tuple[int, float]] = Counter()
    kept = []
    around = rack_lists.around_contents

    def noting(ink: Ink, subject: rack_lists.RackSubject) -> object:
        made[subject.group.first.id + subject.preface] += 1
        found = [[_counted(block, laid) for block in side] for side in around(ink, subject)]
        kept.append(found)
        return found

    monkeypatch.setattr(rack_lists, "around_contents", noting)
    assert _print(tmp_path, apart, catalog, 8) >= 8
    assert len(made) >= 8
    assert set(made.values()) == {1}
    assert len(laid) > 8
    assert set(laid.values()) == {1}


def _counted(block: Block | None, laid: Counter[tuple[int, float]]) -> Block | None:
    if block is None:
        return None
    lay: Callable[[float], Laid] = block.lay

    def counting(width: float) -> Laid:
        laid[id(lay), width] += 1
        return lay(width)

    return Block(block.title, counting, block.remark)


def test_panels_that_are_alike_are_painted_once_for_the_legends(
    tmp_path: Path, catalog: Catalog, apart: Design, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted = []
    panel = panel_marks.Panel

    def noting(*given: object) -> object:
        painted.append(given)
        return panel(*given)  # type: ignore[arg-type]  # as they come

    monkeypatch.setattr(panel_marks, "Panel", noting)
    panel_marks._of_panel.cache_clear()
    assert _print(tmp_path, apart, catalog, 8) >= 8
    # Front and rear of node and switch, and a strip, at two scales: not four nodes, three strips.
    assert 8 <= len(painted) <= 8 * 2 * 5
    before = len(painted)
    _print(tmp_path, apart, catalog, 7)
    assert len(painted) == before, "they are known from the set before"
