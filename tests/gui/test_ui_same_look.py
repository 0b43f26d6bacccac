"""A window that has followed a change looks as one that was opened on what is there now."""

import re
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.document.document import Edit
from designer.document.edits import move_racks, put, remove, rename, set_fields
from designer.engine.report import Report
from designer.model.design import Design, Device, Note, Obstacle, Rack
from designer.render.fonts import load_fonts
from designer.render.theme import DARK, LIGHT, Theme
from designer.ui.kit.style import apply_theme
from designer.ui.window import main_window
from designer.ui.window.main_window import MainWindow
from tests.helpers.sessions import rest, settle
from tests.helpers.shown import widget_lines
from tests.helpers.ui_desk import Desk
from tests.helpers.ui_hall import hall, hall_report


@dataclass
class Stage:
    """A window and its services."""

    desk: Desk
    window: MainWindow
    qtbot: QtBot

    def parts(self) -> dict[str, QWidget]:
        window = self.window
        return {
            "parts": window.parts_panel, "outline": window.outline, "totals": window.dashboard,
            "properties": window.properties, "floor": window.floor,
            "elevation": window.elevation,
        }  # fmt: skip

    def show(self, report: Report | None) -> None:
        if report is not None:
            self.desk.report(report)
        self.window.left.show_page("Outline")
        self.window.outline.tree.expandAll()
        self.window.floor.fit_all()
        self.desk.workspace.select(("A01",))
        rest(self.qtbot, self.window, self.desk.store)

    def words(self) -> list[str]:
        return [
            f"{name}: {line}" for name, part in self.parts().items() for line in widget_lines(part)
        ]

    def looks(self, *names: str) -> dict[str, QImage]:
        """Return the picture of each part that is shown."""
        found = self.parts()
        return {
            name: found[name].grab().toImage() for name in names or found if found[name].isVisible()
        }


@pytest.fixture
def stage(qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[[Design, Theme], Stage]]:
    load_fonts()
    made: list[Stage] = []

    def build(design: Design, theme: Theme) -> Stage:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        desk = Desk(tmp_path / str(len(made)), design)
        desk.workspace.set_theme(theme)
        apply_theme(app, theme)
        window = MainWindow(desk.settings, theme)
        window.populate(desk.workspace, desk.session)
        qtbot.addWidget(window)
        window.resize(1400, 900)
        window.show()
        qtbot.waitExposed(window)
        made.append(Stage(desk, window, qtbot))
        return made[-1]

    yield build
    for one in made:
        one.desk.session.document.mark_saved()
        one.desk.close()
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    app.setStyleSheet("")


def later(report: Report) -> Report:
    """Return a report in which every section says something else."""
    totals = report.totals.evolve(racks=9, gpus=72, power_max_kw=91.8)
    racks = tuple(rack.evolve(summary=f"now {rack.name}") for rack in report.racks)
    return report.evolve(totals=totals, racks=racks, checks=report.checks[:2])


@pytest.mark.parametrize(("first", "then"), [(DARK, LIGHT), (LIGHT, DARK)])
def test_another_theme_leaves_nothing_in_the_old_colours(
    stage: Callable[[Design, Theme], Stage], first: Theme, then: Theme
) -> None:
    switched = stage(hall(), first)
    switched.show(hall_report())
    switched.window.actions_by_id["view.theme"].trigger()
    settle()
    followed, top = switched.looks(), switched.window.top.grab().toImage()
    status = switched.window.status.grab().toImage()
    switched.window.hide()
    fresh = stage(hall(), then)
    fresh.show(hall_report())
    expected = fresh.looks()
    assert followed.keys() == expected.keys()
    # What is said of the design may stand some pixels higher there: the divider keeps its place.
    others = [name for name in expected if name != "totals"]
    assert [name for name in others if followed[name] != expected[name]] == []
    assert top == fresh.window.top.grab().toImage()
    assert status.size() == fresh.window.status.grab().size()


ADDED = Rack(id="A05", name="A05", part="rack-48u", x_mm=5800, y_mm=2400, row="A")
NEWER = Device(id="node-3", name="node 3", part="dgx-h100", rack="A01", half_u=44)
EDITS: dict[str, Edit] = {
    "a rack renamed": rename("A01", "first"),
    "a rack removed": remove(("A03",)),
    "a rack moved": lambda design: move_racks(load_shipped(), ("A04",), 1200, 0)(design),
    "a rack added": put("racks", ADDED),
    "a device added": put("devices", NEWER),
    "a device removed": remove(("node-2",)),
    "a device moved": set_fields("devices", "node-1", rack="A02"),
    "a row renamed": set_fields("rows", "A", name="First row"),
    "a rack turned": set_fields("racks", "CDU1", rotation=0),
    "an assembly changed": lambda design: set_fields(
        "assemblies", "pair", slots=design.assemblies[0].slots[:1]
    )(design),
    "a rack detached from its row": set_fields("racks", "A04", row=""),
    "a note added": put("notes", Note(id="n9", text="here", x_mm=12_000, y_mm=9_000)),
    "a note removed": remove(("note-1",)),
    "an obstacle moved": lambda design: design.evolve(
        room=design.room.evolve(obstacles=(design.room.obstacles[0].evolve(x_mm=11_000),))
    ),
    "an obstacle added": lambda design: design.evolve(
        room=design.room.evolve(
            obstacles=(
                *design.room.obstacles,
                Obstacle(id="c2", name="c2", x_mm=12_000, y_mm=600, width_mm=600, depth_mm=600),
            )
        )
    ),
    "another room": lambda design: design.evolve(
        room=design.room.evolve(outline=((0, 0), (16_000, 0), (16_000, 11_000), (0, 11_000)))
    ),
    "other tiles": lambda design: design.evolve(room=design.room.evolve(tile_mm=500)),
}


def test_after_many_edits_every_panel_shows_the_design_as_it_stands(
    stage: Callable[[Design, Theme], Stage],
) -> None:
    followed = stage(hall(), DARK)
    followed.show(hall_report())
    design = hall()
    for words, edit in EDITS.items():
        assert followed.desk.workspace.apply(words, edit), words
        design = edit(design)
        settle()
    followed.show(later(hall_report()))
    said = followed.words()
    followed.window.hide()
    fresh = stage(design, DARK)
    fresh.show(later(hall_report()))
    # Whether the minimap is folded goes by how the floor is looked at, and is no word of a design.
    assert unfolded(said) == unfolded(fresh.words())


def unfolded(said: list[str]) -> list[str]:
    return [re.sub(r"(Minimap) \(tip: [^)]*\)", r"\1", line) for line in said]


def test_dressed_at_the_end_it_looks_as_built_in_its_dress(
    stage: Callable[[Design, Theme], Stage], monkeypatch: pytest.MonkeyPatch
) -> None:
    def shown() -> tuple[dict[str, QImage], QImage, list[str]]:
        one = stage(hall(), DARK)
        one.show(hall_report())
        settle()
        # Which of two windows has the keyboard is said of its parts, and is no look of theirs.
        words = [line.replace(" focus", "") for line in one.words()]
        return one.looks(), one.window.status.grab().toImage(), words

    at_the_end = shown()
    monkeypatch.setattr(main_window, "undressed", nullcontext)
    assert shown() == at_the_end


def test_another_theme_gives_widgets_no_style_anew(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    apply_theme(app, DARK)
    given: list[object] = []
    monkeypatch.setattr(QApplication, "setStyle", lambda _, style: given.append(style))
    apply_theme(app, LIGHT)
    assert given == [], "each widget is dressed once, by the sheet"
    apply_theme(app, DARK)
