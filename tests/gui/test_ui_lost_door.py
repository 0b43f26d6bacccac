"""A rear door that is lost: the elevation and the sheets of its rack say what takes its heat."""

from pathlib import Path

import pytest
from pypdf import PdfReader
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.engine.report import Report
from designer.model.design import Design
from designer.planning.templates import build
from designer.render.failing import DOOR, Failing
from designer.render.lettering import text_width, with_short_names
from designer.ui.views.dialogs.print_dialog import PrintDialog
from designer.ui.views.elevation.panel import ElevationPanel
from tests.helpers.crowded_room import settle
from tests.helpers.prints import PrintedAtOnce
from tests.helpers.ui_desk import Desk

CATALOG = load_shipped()


@pytest.fixture(scope="module")
def sized() -> tuple[Design, Report]:
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)
    return design, Evaluator(CATALOG).report(design)


@pytest.fixture
def desk(sized: tuple[Design, Report], tmp_path: Path, qtbot: QtBot) -> Desk:
    desk = Desk(tmp_path, sized[0])
    desk.report(sized[1])
    return desk


def lose_door(desk: Desk, rack_id: str) -> None:
    rack = desk.workspace.rack_report(rack_id)
    targets = desk.workspace.what_if.targets(rack)
    (door,) = [one for one in targets if one.failing.id.startswith(DOOR)]
    assert door.words == f"rear door of {rack_id}"
    desk.workspace.what_if.fail(door.failing)


def answer(desk: Desk) -> None:
    """Answer what was asked last, as the engine would."""
    asked = desk.client.losses[-1][1]
    found = Evaluator(CATALOG).together(len(desk.client.losses), desk.design, asked)
    desk.client.lost_together.emit(found)
    settle()


def test_the_elevation_has_the_limit_of_the_rooms_air_in_place_of_the_doors(
    desk: Desk, qtbot: QtBot
) -> None:
    """It crossed the door out, and said beside it that the door takes the heat."""
    panel = ElevationPanel(desk.workspace)
    qtbot.addWidget(panel)
    panel.resize(1000, 700)
    panel.show()
    desk.workspace.select(("A02",))
    settle()
    before = panel.limits.words()
    assert "Cooling, rear-door heat exchanger, active" in before
    lose_door(desk, "A02")
    assert desk.client.losses[-1][1].racks == ("A02",)
    assert panel.limits.accessibleName() == "Limits of this rack · before the loss"
    answer(desk)
    assert panel.limits.accessibleName() == "Limits of this rack after loss of rear door of A02"
    words = panel.limits.words()
    assert "Cooling, in the room's air: 40.8 of 45.0 kW" in words
    assert "rear-door heat exchanger, active:" not in words
    assert "its rear door is lost" in words
    assert "Power, all feeds" in words, "its power is as before"
    assert panel.fate.full_text() == "Lost its rear door: the room's air takes its heat"
    desk.workspace.select(("A03",))
    answer(desk)
    assert panel.limits.accessibleName() == "Limits of this rack", "its neighbour has its door"
    desk.workspace.what_if.restore()
    desk.workspace.select(("A02",))
    settle()
    assert panel.limits.words() == before


@pytest.mark.parametrize("paper", ["A3", "A4"])
def test_the_rack_that_lost_its_door_is_printed_on_its_own_sheet(
    desk: Desk, qtbot: QtBot, tmp_path: Path, paper: str
) -> None:
    """The sheet of racks that keep theirs was all there was of it, with the door's limit."""
    dialog = PrintDialog(desk.workspace, str(tmp_path), "pod.toml", PrintedAtOnce())
    qtbot.addWidget(dialog)
    dialog.paper.setCurrentText(paper)
    for key, box in dialog.sheets.items():
        box.setChecked(key == "racks")
    number = int(dialog.words.text().split()[0])
    lose_door(desk, "A02")
    dialog.after_loss.setChecked(True)
    assert set(desk.client.losses[-1][1].racks) == {one.id for one in desk.design.racks}
    answer(desk)
    assert int(dialog.words.text().split()[0]) == number + 1, "A02 has a sheet of its own"
    for key, box in dialog.sheets.items():
        box.setChecked(key in ("floor", "overlays", "racks"))
    assert dialog.write(tmp_path / "lost.pdf")
    pages = [" ".join(p.extract_text().split()) for p in PdfReader(tmp_path / "lost.pdf").pages]
    assert not any("before the loss" in page for page in pages)
    assert any("Mass, static, with nothing lost" in page for page in pages)
    own = [page for page in pages if "Rack A02 after loss of rear door of A02" in page]
    assert any("Cooling, in the room's air" in page for page in own)
    assert any("40.8 of 45.0 kW" in page for page in own)
    assert not any("identical racks" in page for page in own)
    others = [page for page in pages if "Rack A01 after loss of rear door of A02" in page]
    assert any("Cooling, rear-door heat exchanger, active" in page for page in others)
    assert not any("in the room's air" in page for page in others)
    further = [page for page in pages if "continued" in page and "Rack A" in page]
    for page in further:
        # Twice: on top, and in the title block.
        assert page.count("after loss of rear door of A02, continued") == 2
    plan = [page for page in pages if "Floor plan after loss of rear door of A02" in page]
    assert any("no door" in page for page in plan)


def test_a_title_loses_the_middle_of_its_longest_name_first() -> None:
    lost, rack = "rear door of A02, feed A and one of 6 supplies of DGX H100 in A02", "A01"
    text = f"Rack {rack} after loss of {lost}: elevation, front, rear, side"
    whole = text_width(text, 10, 600)
    short = with_short_names(text, (lost, rack), 10, 600, whole * 0.7)
    assert text_width(short, 10, 600) <= whole * 0.7
    assert short.startswith("Rack A01 after loss of rear")
    assert short.endswith("A02: elevation, front, rear, side")
    assert with_short_names(text, (lost, rack), 10, 600, whole) == text


def test_a_door_lost_with_a_feed_is_told_beside_the_power_that_is_left(
    desk: Desk, qtbot: QtBot
) -> None:
    panel = ElevationPanel(desk.workspace)
    qtbot.addWidget(panel)
    panel.resize(1000, 700)
    panel.show()
    desk.workspace.select(("A02",))
    lose_door(desk, "A02")
    desk.workspace.what_if.add(Failing("power", "A"))
    answer(desk)
    words = panel.limits.words()
    assert "Cooling, in the room's air: 40.8 of 45.0 kW" in words
    assert "Rack PDU on feed B" in words
    assert panel.fate.full_text().startswith("Lost its rear door")
