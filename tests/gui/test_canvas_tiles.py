"""The floor is kept in tiles: they show what painting shows, and an edit touches few of them."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.catalog.part import Part, RackFigures
from designer.document.edits import put, set_fields
from designer.model.design import Device, Note
from designer.ui.views.floor import ground_tiles
from designer.ui.views.floor.canvas import FloorCanvas
from designer.ui.views.floor.ground_tiles import EDGE, GroundTiles
from designer.ui.views.floor.rack_index import RackIndex
from designer.ui.views.floor.zoomed_view import FAR_BELOW
from tests.bench.floors import floor_of, report_of
from tests.helpers.canvas_space import space_of

RACK = Part(id="rack", kind="rack", name="Rack", width_mm=600, depth_mm=1200,
            rack=RackFigures(units=48, usable_depth_mm=1100))  # fmt: skip
DEVICE = Part(id="device", kind="node", name="Device", height_half_u=2, power_max_w=800)
SCALES = (0.012, FAR_BELOW * 1.01, 0.05, 0.2)
"""Racks as blocks, without words, with words, with the devices in them."""


@pytest.fixture
def canvas(qtbot: QtBot) -> FloorCanvas:
    design = floor_of(3_000, folded=True)
    space = space_of(design, (RACK, DEVICE))
    space.report_store.accept(0, report_of(design))
    made = FloorCanvas(space)
    space.setParent(made)
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    QApplication.processEvents()
    return made


def shown(canvas: FloorCanvas) -> QImage:
    return canvas.view.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def painted_directly(canvas: FloorCanvas) -> QImage:
    """Return the ground of what is in view, painted in one go and not from tiles."""
    view = canvas.view
    at, scale, _ = view._seen_tiles()
    port = view.viewport().rect()
    image = QImage(port.size(), QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        painter.setWindow(port.translated(at))
        painter.setViewport(port)
        box = QRectF(port.translated(at))
        for _ in canvas.floor.ground.steps(painter, box, scale, 0.0, is_far=canvas.floor.is_far):
            pass
    return image


def anew(canvas: FloorCanvas) -> QImage:
    """Return what is shown when nothing was kept."""
    canvas.floor.tiles.forget()
    canvas.floor.near.pictures.forget()
    canvas.floor.far.forget()
    return shown(canvas)


def pixels(image: QImage) -> np.ndarray:
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1, 4)
    return lines[:, : image.width(), :3].astype(int)


def are_alike(one: QImage, other: QImage) -> bool:
    """Return whether two pictures differ by no more than rounding at edges of lines."""
    assert one.size() == other.size()
    apart = np.abs(pixels(one) - pixels(other)).max(axis=2)
    return bool(apart.max() <= 16 and (apart > 3).mean() < 0.001)


@pytest.mark.parametrize("scale", SCALES)
def test_tiles_show_to_the_pixel_what_painting_shows(canvas: FloorCanvas, scale: float) -> None:
    canvas.view.look_at(canvas.floor.standing().center() + QPointF(371, 113), scale)
    assert are_alike(shown(canvas), painted_directly(canvas))


@pytest.mark.parametrize("scale", SCALES)
def test_scrolling_and_zooming_back_paint_no_tile_anew(canvas: FloorCanvas, scale: float) -> None:
    view, tiles = canvas.view, canvas.floor.tiles
    view.look_at(canvas.floor.standing().center(), scale)
    first = shown(canvas)
    while tiles.hurries:
        view._refine()
    view.scroll_by(150, 90)
    shown(canvas)
    while tiles.hurries:
        view._refine()
    before = tiles.painted
    view.scroll_by(-150, -90)
    assert shown(canvas) == first
    assert tiles.painted == before


def test_an_edit_paints_little_and_leaves_the_picture_of_all(canvas: FloorCanvas) -> None:
    space, tiles = canvas._workspace, canvas.floor.tiles
    racks = space.document.design.racks
    middle = racks[len(racks) // 2]
    free = put("devices", Device(id="x", name="x", part="device", rack=racks[3].id, half_u=90))
    hotter = report_of(space.document.design)
    known = hotter.racks[7].evolve(power_max_kw=44.0)
    hotter = hotter.evolve(racks=(*hotter.racks[:7], known, *hotter.racks[8:]))
    edits: dict[str, Callable[[], object]] = {
        "rename": lambda: space.apply("x", set_fields("racks", middle.id, name="other")),
        "move": lambda: space.apply("x", set_fields("racks", middle.id, y_mm=middle.y_mm + 400)),
        "back": lambda: space.document.undo(),
        "away": lambda: space.apply("x", set_fields("racks", racks[0].id, x_mm=-2_000)),
        "drop": lambda: space.apply("x", free),
        "select": lambda: space.select((racks[5].id, racks[30].id)),
        "select none": lambda: space.select(()),
        "report": lambda: space.report_store.accept(space.document.revision, hotter),
        "note": lambda: space.apply("x", put("notes", Note(id="n", text="n", target=middle.id))),
        "turn": lambda: space.apply("x", set_fields("racks", middle.id, rotation=180)),
        "delete": lambda: space.apply(
            "x", lambda design: design.evolve(racks=design.racks[:-1])
        ),
    }  # fmt: skip
    for scale in SCALES:
        for what, edit in edits.items():
            if scale != SCALES[0] and what == "delete":
                continue
            canvas.view.look_at(canvas.floor.standing().center(), scale)
            shown(canvas)
            kept = sum(tile.dirty is None for tile in tiles._tiles.values())
            whole = {key for key, tile in tiles._tiles.items() if key.is_far and not tile.dirty}
            edit()
            QApplication.processEvents()
            left = sum(tile.dirty is None for tile in tiles._tiles.values())
            assert left or kept < 3 or what in ("away", "delete"), what
            if what in ("rename", "drop"):
                touched = {key for key in whole if tiles._tiles[key].dirty}
                assert touched == set(), "from afar it looks the same until it is reported on"
            now = shown(canvas)
            assert are_alike(now, anew(canvas)), (what, scale)
        while space.document.history.position > 0:
            space.document.undo()


def test_what_is_missing_in_a_hurry_is_stood_in_for_and_painted_after(
    canvas: FloorCanvas, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ground_tiles, "FRAME_S", 0.0)
    monkeypatch.setattr(ground_tiles, "SLICE_S", 0.0)
    view, tiles = canvas.view, canvas.floor.tiles
    view.look_at(canvas.floor.standing().center(), 0.1)
    ground = shown(canvas).pixelColor(2, 2)
    for factor in (1.5, 0.4, 0.4):
        view.zoom_by(factor)
        assert tiles.hurries
        first = shown(canvas)
        exact = painted_directly(canvas)
        assert not are_alike(first, exact), "not painted yet"
        boxes = [view.mapFromScene(item.sceneBoundingRect()).boundingRect().center()
                 for item in canvas.floor.racks.values()]  # fmt: skip
        inside = [at for at in boxes if first.rect().contains(at)]
        assert inside
        assert sum(first.pixelColor(at) != ground for at in inside) > 0.9 * len(inside)
        turns = 0
        while tiles.hurries:
            view._refine()
            turns += 1
            assert turns < 20_000
        assert turns > 3
        assert are_alike(shown(canvas), exact)


def test_what_is_around_the_view_is_painted_slice_by_slice_and_comes_to_an_end(
    canvas: FloorCanvas, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tile that took longer than a slice was begun anew in each, for ever."""
    view, tiles = canvas.view, canvas.floor.tiles
    view.look_at(canvas.floor.standing().center(), 0.05)
    view.hurry()
    shown(canvas)
    monkeypatch.setattr(ground_tiles, "SLICE_S", 0.0)
    before, turns = tiles.painted, 0
    while view._refining.isActive():
        view._refining.stop()
        view._refine()
        turns += 1
        assert turns < 5_000
    assert turns > tiles.painted - before > 10
    at = tiles.painted
    view.scroll_by(EDGE // 2, EDGE // 2)
    shown(canvas)
    assert tiles.painted == at


def test_a_frame_in_a_hurry_paints_a_few_racks_of_many(
    canvas: FloorCanvas, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ground_tiles, "FRAME_S", 0.0)
    view, painted = canvas.view, list[str]()
    look = type(next(iter(canvas.floor.racks.values()))).look

    def noted(item, scale: float):  # type: ignore[no-untyped-def]  # only passed on
        painted.append(item.rack_id)
        return look(item, scale)

    view.look_at(canvas.floor.standing().center(), 0.04)
    shown(canvas)
    monkeypatch.setattr(type(next(iter(canvas.floor.racks.values()))), "look", noted)
    view.zoom_by(1.2)
    view.viewport().repaint()
    assert len(painted) <= 2 < len(canvas.floor.index.touching(view.visible_rect()))


def test_tiles_take_no_more_memory_than_they_may(canvas: FloorCanvas) -> None:
    tiles = GroundTiles(canvas.floor.ground, most_bytes=10 * EDGE * EDGE * 4)
    image = QImage(4 * EDGE, 4 * EDGE, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        for step in range(5):
            at = QPoint(step * EDGE, 0)
            place = QRect(0, 0, 2 * EDGE, 2 * EDGE)
            assert tiles.paint(painter, place, at, 0.05, 1.0, is_far=False)
            assert 0 < tiles.held_bytes <= 10 * EDGE * EDGE * 4
    tiles.forget()
    assert tiles.held_bytes == 0
    tiles.make_room(QSize(7_680, 4_320), 1.0)
    with QPainter(image) as painter:
        place = QRect(0, 0, 7_680, 4_320)
        assert tiles.paint(painter, place, QPoint(), 0.05, 1.0, is_far=False)
    assert tiles.held_bytes >= 7_680 * 4_320 * 4, "a view of this size is kept whole"


def test_the_index_finds_what_looking_at_all_finds_and_looks_at_few() -> None:
    chance, index = Random(7), RackIndex()
    boxes: dict[str, tuple[int, int, int, int]] = {}

    def stand(key: str) -> None:
        left, top = chance.randrange(-90_000, 90_000), chance.randrange(-90_000, 90_000)
        boxes[key] = (left, top, left + chance.choice((600, 1200, 2400)), top + 1200)
        index.put(key, boxes[key])

    for number in range(3_000):
        stand(f"r{number}")
    for number in range(0, 3_000, 7):
        stand(f"r{number}")
    for number in range(0, 3_000, 11):
        index.drop(f"r{number}")
        del boxes[f"r{number}"]
    lefts, tops, rights, bottoms = zip(*boxes.values(), strict=True)
    assert index.bounds() == (min(lefts), min(tops), max(rights), max(bottoms))
    index.looked_at = 0
    for _ in range(300):
        x, y = chance.randrange(-95_000, 95_000), chance.randrange(-95_000, 95_000)
        found = index.at(x, y)
        assert set(found) == {
            key for key, (a, b, c, d) in boxes.items() if a <= x <= c and b <= y <= d
        }
    assert index.looked_at / 300 < len(boxes) / 50
    for _ in range(100):
        x, y = chance.randrange(-95_000, 95_000), chance.randrange(-95_000, 95_000)
        box = QRectF(x, y, chance.randrange(1, 40_000), chance.randrange(1, 40_000))
        touched = {
            key for key, (a, b, c, d) in boxes.items()
            if QRectF(a, b, c - a, d - b).intersects(box)
        }  # fmt: skip
        assert set(index.touching(box)) == touched
        assert index.is_free(box) is (not touched)
        assert set(index.enclosed(box)) == {
            key for key, (a, b, c, d) in boxes.items() if box.contains(QRectF(a, b, c - a, d - b))
        }
    for key in list(boxes):
        index.drop(key)
    assert index.bounds() is None
    assert index.at(0, 0) == []


def test_selecting_all_damages_the_floor_once(
    canvas: FloorCanvas, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    damage = GroundTiles.damage

    def noted(tiles: GroundTiles, boxes: list[QRectF], **more: bool) -> None:
        told.append(len(boxes))
        damage(tiles, boxes, **more)

    monkeypatch.setattr(GroundTiles, "damage", noted)
    space = canvas._workspace
    space.select(tuple(canvas.floor.racks))
    assert told == [1]
    assert canvas.floor.tiles.hurries
    while canvas.floor.tiles.hurries:
        canvas.view._refine()
    marked = shown(canvas)
    assert are_alike(marked, anew(canvas))
    space.select(())
    while canvas.floor.tiles.hurries:
        canvas.view._refine()
    assert shown(canvas) != marked


def test_every_tile_that_reaches_into_a_part_may_stand_in_for_it(canvas: FloorCanvas) -> None:
    """They are looked up by place, which must find what a look at each of them does."""
    view, tiles = canvas.view, canvas.floor.tiles
    for scale in (0.05, 0.06, 0.09):
        view.look_at(canvas.floor.standing().center(), scale)
        shown(canvas)
    painted = [key for key in tiles._tiles if tiles._is_painted(key)]
    found = 0
    for before in {key.scale for key in painted}:
        for times in (0.3, 0.7, 1.2, 3.1):
            edge = EDGE * times
            for key in painted[::7]:
                seen = QRect(round(key.x * edge) - 5, round(key.y * edge) + 9, 40, 70)
                near = set(tiles._painted_in(seen, before, times, key.ratio))
                reach = {
                    one for one in painted
                    if one.scale == before
                    and QRectF(one.x * edge, one.y * edge, edge, edge).intersects(seen)
                }  # fmt: skip
                assert reach <= near
                found += len(reach)
    assert found > 20
