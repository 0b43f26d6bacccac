"""What comes in a later stage is dashed on the floor, each kind of it and nothing else."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from designer.document.calls import ExactEdit
from designer.document.edits.stages import set_stage
from designer.document.later import Later
from designer.model.change import diff
from designer.model.design import Design, Loop, PowerNode, Rack, Row, Stage, Tray
from designer.render.theme import Theme
from designer.ui.views.floor import later_marks
from designer.ui.views.floor.canvas import FloorCanvas
from tests.helpers.ui_desk import Desk, small_design

DAYS = (Stage(id="day-1", name="Day 1"), Stage(id="day-2", name="Day 2"))
BOXES = {
    "A02": (1950, 1150, 700, 1300),
    "crah": (4000, 1150, 2800, 1000),
    "power:ups": (7200, 1100, 900, 1500),
    "power:busway": (900, 3900, 2400, 200),
    "pipe:loop": (900, 4400, 2400, 200),
    "tray:over": (900, 4850, 2400, 300),
    "tray:under": (900, 5350, 2400, 300),
}
"""What comes later in turn, and where it is on the floor: left, top, width and depth in mm."""


def drawn_design() -> Design:
    """Some of every kind that is drawn on a floor."""
    design = small_design()
    run = {"x_mm": 1000, "end_x_mm": 3200}
    power = (
        PowerNode(id="ups", kind="ups", x_mm=7300, y_mm=1200),
        PowerNode(id="busway", kind="busway", y_mm=4000, end_y_mm=4000, **run),
    )
    trays = (
        Tray(id="over", corners=((1000, 5000), (3200, 5000)), width_mm=200),
        Tray(id="under", kind="underfloor", corners=((1000, 5500), (3200, 5500)), width_mm=200),
    )
    unit = Rack(id="crah", name="CRAH", part="crah", x_mm=4100, y_mm=1200)
    return design.evolve(
        stages=DAYS,
        racks=(*design.racks, unit),
        power=(*design.power, *power),
        loops=(Loop(id="loop", y_mm=4500, end_y_mm=4500, **run),),
        trays=trays,
    )


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, drawn_design())
    yield made
    made.close()


@pytest.fixture
def floor(qtbot: QtBot, desk: Desk) -> FloorCanvas:
    canvas = FloorCanvas(desk.workspace)
    qtbot.addWidget(canvas)
    canvas.resize(1100, 800)
    return canvas


@pytest.fixture
def seen(floor: FloorCanvas) -> Callable[[], dict[str, QImage]]:
    """Return what is seen at each place now."""

    def look() -> dict[str, QImage]:
        found = {}
        for key, box in BOXES.items():
            image = QImage(box[2] // 4, box[3] // 4, QImage.Format.Format_RGB32)
            image.fill(QColor("black"))
            painter = QPainter(image)
            floor.floor.render(painter, source=QRectF(*box))
            painter.end()
            found[key] = image
        return found

    return look


@pytest.mark.parametrize("key", BOXES)
def test_each_kind_that_comes_later_is_dashed_and_nothing_else(
    desk: Desk, seen: Callable[[], dict[str, QImage]], key: str
) -> None:
    desk.workspace.stage.look_at("day-1")
    whole = seen()
    assert desk.workspace.apply("Later", set_stage((key,), "day-2"))
    assert desk.workspace.stage.later
    first = seen()
    assert [one for one in BOXES if first[one] != whole[one]] == [key]
    desk.workspace.stage.look_at("")
    assert seen() == whole


def test_a_rack_is_not_dashed_for_a_tray_that_is_called_alike(
    desk: Desk, floor: FloorCanvas, seen: Callable[[], dict[str, QImage]]
) -> None:
    desk.workspace.stage.look_at("day-1")
    whole = seen()
    trays = (desk.design.trays[0].evolve(id="A02", stage="day-2"), desk.design.trays[1])
    called = desk.design.evolve(trays=trays)
    assert desk.workspace.apply("Call", ExactEdit(diff(desk.design, called)))
    assert desk.workspace.stage.later == Later(trays=frozenset({"A02"}))
    assert floor.floor.later.marked() == ()
    now = seen()
    assert [one for one in BOXES if now[one] != whole[one]] == ["tray:over"]


def test_a_run_that_comes_later_hides_no_rack_that_is_there(
    desk: Desk, seen: Callable[[], dict[str, QImage]]
) -> None:
    """Runs lie beneath racks; what washes them out lay above."""
    nodes = tuple(
        node.evolve(x_mm=1000, end_x_mm=5000, y_mm=1800, end_y_mm=1800)
        if node.id == "busway"
        else node
        for node in desk.design.power
    )
    assert desk.workspace.apply("Move", lambda design: design.evolve(power=nodes))
    whole = seen()["A02"].copy(20, 20, 130, 280)
    assert desk.workspace.apply("Later", set_stage(("power:busway",), "day-2"))
    desk.workspace.stage.look_at("day-1")
    assert seen()["A02"].copy(20, 20, 130, 280) == whole


@pytest.mark.parametrize("key", ["tray:over", "A02"])
def test_the_window_shows_it_where_the_floor_was_painted_before(
    qtbot: QtBot, desk: Desk, floor: FloorCanvas, key: str
) -> None:
    """Trays and racks lie still with the ground, of which pictures are kept."""
    assert desk.workspace.apply("Later", set_stage((key,), "day-2"))
    floor.show()
    qtbot.waitExposed(floor)

    def picture() -> QImage:
        box = floor.view.mapFromScene(QRectF(*BOXES[key])).boundingRect()
        return floor.view.viewport().grab(box).toImage()

    qtbot.waitUntil(lambda: picture() == picture())
    whole = picture()
    desk.workspace.stage.look_at("day-1")
    qtbot.waitUntil(lambda: picture() != whole)
    desk.workspace.stage.look_at("")
    qtbot.waitUntil(lambda: picture() == whole)


def test_a_later_rack_that_is_selected_is_outlined_over_its_dashes(
    desk: Desk, seen: Callable[[], dict[str, QImage]]
) -> None:
    """Its outline was left in the gaps of the dashes alone."""
    assert desk.workspace.apply("Later", set_stage(("A02",), "day-2"))
    desk.workspace.stage.look_at("day-1")
    accent = QColor(desk.workspace.theme.accent)

    def blue_part() -> float:
        """Return how much of the left and right edge of A02 is blue."""
        image, box = seen()["A02"], BOXES["A02"]
        rows = range(25, box[3] // 4 - 25)
        blue = [
            any(_like(image.pixelColor(x, y), accent) for x in range(image.width())) for y in rows
        ]
        return sum(blue) / len(rows)

    assert blue_part() < 0.05
    desk.workspace.select(("A02",))
    assert blue_part() > 0.95


def _like(colour: QColor, other: QColor) -> bool:
    sides = ((colour.red(), other.red()), (colour.green(), other.green()),
             (colour.blue(), other.blue()))  # fmt: skip
    return all(abs(one - two) < 60 for one, two in sides)


def facing_rows() -> Design:
    """Two rows before a closed cold aisle, of which the second comes on day 2."""
    design = small_design()
    above = tuple(rack.evolve(rotation=180) for rack in design.racks)
    below = tuple(
        rack.evolve(id=f"B0{n}", name=f"B0{n}", row="B", y_mm=3600, rotation=0, stage="day-2")
        for n, rack in enumerate(design.racks, 1)
    )
    rows = (*design.rows, Row(id="B", name="B", x_mm=1200, y_mm=3600))
    room = design.room.evolve(containment="cold")
    return design.evolve(stages=DAYS, racks=(*above, *below), rows=rows, room=room)


def test_no_aisle_is_drawn_closed_by_racks_that_come_later(qtbot: QtBot, tmp_path: Path) -> None:
    """It said `contained` at a stage at which the rules say that it is not."""
    made = Desk(tmp_path, facing_rows())
    canvas, stage = FloorCanvas(made.workspace), made.workspace.stage
    qtbot.addWidget(canvas)
    canvas.resize(1100, 800)
    canvas.show()
    qtbot.waitExposed(canvas)

    def picture() -> QImage:
        box = canvas.view.mapFromScene(QRectF(1300, 2450, 1400, 1100)).boundingRect()
        return canvas.view.viewport().grab(box).toImage()

    qtbot.waitUntil(lambda: not canvas.floor.tiles.hurries)
    whole = picture()
    fill = whole.pixelColor(whole.width() // 8, whole.height() // 8)
    assert fill.blue() > fill.red() + 15, "cold"

    def is_filled() -> bool:
        now = picture()
        return fill == now.pixelColor(now.width() // 8, now.height() // 8)

    stage.look_at("day-1")
    qtbot.waitUntil(lambda: not is_filled())
    assert made.workspace.apply("Now", set_stage(("B01", "B02"), "day-1"))
    qtbot.waitUntil(lambda: picture() == whole)
    stage.look_at("")
    qtbot.waitUntil(lambda: picture() == whole)
    made.close()


def test_a_frame_paints_no_rack_that_comes_later_anew(
    qtbot: QtBot, desk: Desk, floor: FloorCanvas, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 8,000 of them each frame took 80 ms; now it copies pictures of the floor."""
    assert desk.workspace.apply("Later", set_stage(("A02",), "day-2"))
    desk.workspace.stage.look_at("day-1")
    floor.show()
    qtbot.waitExposed(floor)
    qtbot.waitUntil(lambda: not floor.floor.tiles.hurries)
    floor.view.viewport().grab()
    painted = list[int]()
    paint = later_marks.paint_all_later

    def noted(painter: QPainter, things: list[tuple[QRectF, str]], theme: Theme) -> None:
        painted.append(len(things))
        paint(painter, things, theme)

    monkeypatch.setattr(later_marks, "paint_all_later", noted)
    floor.view.viewport().grab()
    assert painted == []
    assert desk.workspace.apply("Earlier", set_stage(("A02",), "day-1"))
    assert desk.workspace.apply("Later", set_stage(("A02",), "day-2"))
    floor.view.viewport().grab()
    assert set(painted) == {1}
