"""Where copies of racks stand, in small rooms turned each way.

`data/copy-places.txt` has a line for each room: how far the copies stand from their racks, whether
they are turned round, and what that breaks. Racks are 600 × 1200 mm (`rack-42u`), the room of
12 × 12 m is seen whole unless a line says otherwise. Its first corner is not that of the drawing.
"""

from collections.abc import Iterator
from pathlib import Path

from designer.catalog.load import load_shipped
from designer.document.edits.copy_places import FloorInView, copy_place
from designer.document.placement import Box
from designer.model.design import Design, Obstacle, Rack, Room, Rotation, Row

DATA = Path(__file__).parent / "data" / "copy-places.txt"
SIDE = 12_000
CORNER = (-3_000, 1_700)
ROTATIONS: tuple[Rotation, ...] = (0, 90, 180, 270)
CASES: dict[str, tuple[tuple[tuple[int, int], ...], dict[str, object]]] = {
    "one rack in the middle": (((5400, 5400),), {}),
    "one rack in a corner": (((0, 0),), {}),
    "one rack in the far corner": (((10_800, 10_800),), {}),
    "two side by side": (((4800, 5400), (5400, 5400)), {}),
    "a row with a gap of 200 mm": (((3000, 5400), (3800, 5400), (4600, 5400)), {}),
    "a row that counts back": (((4600, 5400), (3800, 5400), (3000, 5400)), {}),
    "a row at the wall": (((9600, 5400), (10_200, 5400), (10_800, 5400)), {}),
    "the last of a row": (((3000, 5400), (3600, 5400), (4200, 5400)), {"copied": (2,)}),
    "the first of a row that counts back": (
        ((4600, 5400), (3800, 5400), (3000, 5400)), {"copied": (0,)}),
    "a whole row": (((3000, 5400), (3600, 5400), (4200, 5400)), {"whole": True}),
    "a whole row at the wall": (((3000, 1200), (3600, 1200), (4200, 1200)), {"whole": True}),
    "a whole row with no cold aisle's width left beyond its copy": (
        ((3000, 7500), (3600, 7500), (4200, 7500)), {"whole": True}),
    "a column in the way": (((5400, 5400),), {"column": (6000, 5400, 300, 300)}),
    "a column before it": (((5400, 5400),), {"column": (5400, 3600, 6600, 300)}),
    "a wall of columns": (((5400, 5400),), {"column": (6000, 0, 200, 12_000)}),
    "in no row, only the left half is seen": (
        ((5400, 5400),), {"seen": (0, 0, 6000, 12_000), "free": True}),
    "in no row, only a far corner is seen": (
        ((5400, 5400),), {"seen": (9000, 9000, 12_000, 12_000), "free": True}),
    "in no row, something floats over the place beside it": (
        ((5400, 5400),), {"covered": ((6000, 4800, 6500, 5500), (5300, 5300, 5400, 6700)),
                          "free": True}),
    "in no row, something floats over all around it": (
        ((5400, 5400),), {"covered": ((0, 0, 12_000, 12_000),), "free": True}),
    "in view only where it would face the same way as racks before it": (
        ((5400, 5400), (4800, 3000), (5400, 3000), (6000, 3000)),
        {"seen": (4800, 5300, 6600, 6700), "copied": (0,), "free": True}),
    "a row that ends out of view": (
        ((3000, 5400), (3600, 5400)), {"copied": (0,), "seen": (0, 0, 4000, 12_000)}),
    "a whole row that is all there is in view": (
        ((3000, 5400), (3600, 5400)), {"whole": True, "seen": (0, 5000, 12_000, 7000)}),
    "in no row, a wall on either side": (
        ((5400, 5400),), {"column": (6000, 0, 200, 12_000), "free": True}),
    "in no row, a column before it": (
        ((5400, 5400),), {"column": (0, 3600, 12_000, 300), "free": True}),
    "in no row, a neighbour before it that faces it": (
        ((5400, 5400), (5400, 3000)), {"copied": (0,), "turned": (1,), "free": True}),
    "in no row, a neighbour before it that faces the same way": (
        ((5400, 5400), (5400, 3000)), {"copied": (0,), "free": True}),
    "in no row, a neighbour behind it that faces the same way": (
        ((5400, 5400), (5400, 7800)), {"copied": (0,), "free": True}),
    "in no row, neighbours before and behind that turn their backs": (
        ((5400, 5400), (5400, 3000), (5400, 7800)), {"copied": (0,), "turned": (1, 2),
                                                     "free": True}),
    "in no row, a crowd": (
        ((5400, 5400), (4800, 5400), (6000, 5400), (5400, 3000), (4800, 3000), (6000, 3000)),
        {"copied": (0,), "turned": (3, 4, 5), "free": True}),
    "in no row, two at an angle": (((3000, 3000), (4200, 5400)), {"free": True}),
    "a neighbour before it that faces it": (
        ((5400, 5400), (5400, 3000)), {"copied": (0,), "turned": (1,)}),
    "a neighbour before it that faces the same way": (
        ((5400, 5400), (5400, 3000)), {"copied": (0,)}),
    "a neighbour behind it that faces the same way": (
        ((5400, 5400), (5400, 7800)), {"copied": (0,)}),
    "a narrow aisle before it": (((5400, 5400), (5400, 3600)), {"copied": (0,), "turned": (1,)}),
    "a floor unit beside it": (((5400, 5400), (7000, 5400)), {"copied": (0,), "unit": 1}),
    "a floor unit is copied": (((5400, 5400), (7000, 5400)), {"copied": (1,), "unit": 1}),
    "a row that goes on before racks that face the same way": (
        ((4800, 5400), (5400, 5400), (6000, 7800)), {"copied": (1,), "rows": "AAB"}),
    "a row that goes on behind racks that face the same way": (
        ((4800, 5400), (5400, 5400), (6000, 3000)), {"copied": (1,), "rows": "AAB"}),
    "a row back to back with a rack, and behind one that faces the same way": (
        ((4800, 5400), (5400, 5400), (6000, 3000), (5700, 6600)),
        {"copied": (1,), "turned": (3,), "rows": "AABC"}),
    "a row front to front with a rack, and before one that faces the same way": (
        ((4800, 5400), (5400, 5400), (6000, 7800), (5700, 4200)),
        {"copied": (1,), "turned": (3,), "rows": "AABC"}),
    "a room that is full": (((0, 1200), (600, 1200)), {"side": 3600, "whole": True}),
    "a room for one more": (((0, 1200),), {"side": 3600}),
}  # fmt: skip


def turned_with(x: int, y: int, wide: int, deep: int, rotation: Rotation, side: int) -> Box:
    """Return a box of the drawn room (front to smaller y) where the room is turned."""
    if rotation == 0:
        return x, y, x + wide, y + deep
    if rotation == 180:
        return side - x - wide, side - y - deep, side - x, side - y
    if rotation == 90:
        return side - y - deep, x, side - y, x + wide
    return y, side - x - wide, y + deep, side - x


def moved(box: Box) -> Box:
    """Return a box of the room where the room stands in the drawing."""
    (x, y), (left, top, right, bottom) = CORNER, box
    return left + x, top + y, right + x, bottom + y


def place(name: str, rotation: Rotation) -> str:
    at, said = CASES[name]
    side = int(said.get("side", SIDE))  # type: ignore[call-overload]  # a number where it is said
    shipped = load_shipped()
    racks = []
    for number, (x, y) in enumerate(at):
        is_unit = said.get("unit") == number
        part = shipped.require("crah" if is_unit else "rack-42u")
        size = (part.width_mm or 0, part.depth_mm or 0)
        box = moved(turned_with(x, y, *size, rotation, side))
        faces = ROTATIONS[(ROTATIONS.index(rotation) + 2) % 4]
        own = faces if number in said.get("turned", ()) else rotation  # type: ignore[operator]  # places
        row = "" if is_unit or said.get("free") else "AB"[own != rotation]
        if "rows" in said:
            row = str(said["rows"])[number]
        racks.append(
            Rack(id=f"R{number}", name=f"R{number}", part=part.id, x_mm=box[0], y_mm=box[1],
                 rotation=own, row=row)
        )  # fmt: skip
    copied = [racks[n] for n in said.get("copied", range(len(racks)))]  # type: ignore[attr-defined]  # places
    obstacles = ()
    if "column" in said:
        left, top, right, bottom = moved(
            turned_with(*said["column"], rotation, side)  # type: ignore[misc]  # four numbers
        )
        obstacles = (
            Obstacle(id="c", name="c", x_mm=left, y_mm=top, width_mm=right - left,
                     depth_mm=bottom - top),
        )  # fmt: skip
    rows = (Row(id="A", name="A"), Row(id="B", name="B"), Row(id="C", name="C"))
    west, north, east, south = moved((0, 0, side, side))
    outline = ((west, north), (east, north), (east, south), (west, south))
    design = Design(room=Room(outline=outline, obstacles=obstacles), rows=rows, racks=tuple(racks))
    seen: Box = said.get("seen", (0, 0, side, side))  # type: ignore[assignment]  # four numbers
    covered: tuple[Box, ...] = said.get("covered", ())  # type: ignore[assignment]  # boxes
    view = FloorInView(moved(seen), tuple(map(moved, covered)))
    whole = [rows[0]] if said.get("whole") else []
    found = copy_place(design, shipped, copied, whole, view)
    if found is None:
        return "nowhere"
    turn = ", turned round" if found.turned else ""
    said_too = "".join(f", {words}" for words in (found.breaks, found.beyond) if words)
    return f"{found.dx_mm:+}, {found.dy_mm:+}{turn}{said_too}"


def lines() -> Iterator[str]:
    for name in CASES:
        for rotation in ROTATIONS:
            yield f"{name}, {rotation}°: {place(name, rotation)}"


def test_copies_stand_where_they_stood() -> None:
    assert list(lines()) == DATA.read_text(encoding="utf-8").splitlines()
