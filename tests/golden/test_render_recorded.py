"""What small drawings are made of, mark by mark: places, words, colours by their tokens.

The kept records are read like drawings: a line a style, lengths in pixels or mm. They state what
`tests/gui/test_render_*` says in words for whole drawings; where a look changes on purpose, the
record changes with it (see `assert_as_kept`).
"""

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from designer.model.figures import Figure, exact, missing
from designer.render.device_faces import paint_front, paint_hidden, paint_rear
from designer.render.drawing import PartLook, RackDrawing
from designer.render.faces.panel import Panel
from designer.render.faces.rack_pdu import paint_strip
from designer.render.hatch import paint_hatch, paint_open_sign
from designer.render.part_signs import paint_sign
from designer.render.rack_painter import paint_elevation
from designer.render.rack_top import paint_rack_top, paint_state
from tests.helpers import drawn_racks
from tests.helpers.drawn_racks import device, filled_rack, look, rack
from tests.helpers.marks import Mark, assert_as_kept, assert_same_drawing, marks_of, token_theme

pytestmark = pytest.mark.usefixtures("qapp")
THEMES = {"screen": token_theme(), "print": token_theme(is_print=True)}

PANELS: dict[str, tuple[PartLook, float]] = {
    "plain": (look("cdu", name="In-rack CDU", height_half_u=8), 12),
    "node of 4U": (drawn_racks.NODE, 12),
    "node of 8U": (look("node", height_half_u=16, gpus=0, psu_count=6,
                        cages=drawn_racks.NODE_CAGES), 12),
    "node of 8U, small": (look("node", height_half_u=16, gpus=8, psu_count=6,
                               cages=drawn_racks.NODE_CAGES), 5),
    "node of 4U without cages": (look("node", height_half_u=8, psu_count=2), 12),
    "node of 1U": (drawn_racks.FLAT_NODE, 14),
    "switch of 1U": (drawn_racks.SWITCH, 14),
    "switch of 2U": (look("switch", height_half_u=4, cages=drawn_racks.SWITCH_CAGES), 12),
    "switch, ports too small": (drawn_racks.SWITCH, 5),
    "switch without ports": (look("switch"), 12),
    "storage of 1U": (look("storage", psu_count=2), 12),
    "storage of 2U": (drawn_racks.STORAGE, 12),
    "storage of 4U": (look("storage", height_half_u=8), 12),
    "server": (drawn_racks.SERVER, 14),
    "PDU in the rails": (look("rack-pdu"), 12),
    "blank": (drawn_racks.BLANK, 12),
    "gone": (drawn_racks.GONE, 12),
}  # fmt: skip


def panel_marks(
    of: PartLook, unit: float, theme: str, paint: Callable[[Panel], None], px: float = 1.0
) -> list[Mark]:
    feeds = tuple("AABBCC"[: of.psu_count])
    drawn = device("a-device-1", of, feeds=feeds)
    height = of.height_half_u / 2 * unit

    def draw(painter: QPainter) -> None:
        box = QRectF(10 * px, 10 * px, 180 * px, height * px)
        paint(Panel(painter, box, drawn, THEMES[theme], px, unit * px))

    return marks_of(200, height + 20, draw, px)


@pytest.mark.parametrize("theme", THEMES)
def test_panels_are_drawn_as_kept(theme: str) -> None:
    sections = {}
    for title, (of, unit) in PANELS.items():
        sections[f"{title}, front"] = panel_marks(of, unit, theme, paint_front)
        sections[f"{title}, rear"] = panel_marks(of, unit, theme, paint_rear)
        sections[f"{title}, hidden"] = panel_marks(of, unit, theme, paint_hidden)
    assert_as_kept(f"panels-{theme}", sections)


@pytest.mark.parametrize("theme", THEMES)
def test_strips_are_drawn_as_kept(theme: str) -> None:
    def strip(width: float, height: float, *, ghosted: bool) -> list[Mark]:
        drawn = device("pdu-a", drawn_racks.PDU, 0, face="zero-u", feed="a", feeds=("A",))

        def draw(painter: QPainter) -> None:
            box = QRectF(20, 10, width, height)
            paint_strip(Panel(painter, box, drawn, THEMES[theme], 1.0, 12), ghosted=ghosted)

        return marks_of(60, height + 20, draw)

    assert_as_kept(
        f"strips-{theme}",
        {
            "from behind": strip(12, 100, ghosted=False),
            "from the front": strip(12, 100, ghosted=True),
            "narrow": strip(3, 60, ghosted=False),
            "low": strip(12, 14, ghosted=False),
        },
    )


def elevation(
    drawing: RackDrawing,
    face: str,
    theme: str,
    height: float = 260,
    px: float = 1.0,
    **options: object,
) -> list[Mark]:
    def draw(painter: QPainter) -> None:
        box = QRectF(10 * px, 10 * px, 200 * px, height * px)
        paint_elevation(painter, box, drawing, face, THEMES[theme], px=px, **options)

    return marks_of(220, height + 20, draw, px)


def test_elevations_are_drawn_as_kept() -> None:
    filled = filled_rack()
    door = device("door-1", look("rear-door", name="Door exchanger"), 0, face="door")
    doored = filled_rack(devices=(*filled.devices, door))
    sealed = rack(kind="rack-system", units=0, gpus=72, height_mm=2_200, part_name="NVL rack")
    sections = {
        "front": elevation(filled, "front", "screen"),
        "rear": elevation(filled, "rear", "screen"),
        "front in print": elevation(filled, "front", "print"),
        "rear in print, to scale": elevation(doored, "rear", "print", to_scale=True),
        "rear with a door": elevation(doored, "rear", "screen"),
        "front with a door": elevation(doored, "front", "screen", detail="names"),
        "names": elevation(filled, "front", "screen", detail="names"),
        "every sixth number": elevation(filled_rack(units=36, height_mm=1_700), "front", "screen"),
        "names by their size": elevation(filled_rack(units=60), "rear", "screen"),
        "blocks by their size": elevation(filled, "front", "screen", height=28),
        "blocks": elevation(filled, "front", "screen", detail="blocks"),
        "marked": elevation(
            rack(device("n", drawn_racks.FLAT_NODE, 4), device("m", drawn_racks.FLAT_NODE, 6)),
            "front", "screen", detail="blocks", selected={"n"}, hover="m",
        ),
        "sealed": elevation(sealed, "front", "screen"),
        "on the floor": elevation(rack(kind="cdu", units=0), "rear", "print"),
    }  # fmt: skip
    assert_as_kept("elevations", sections)


def top_of(
    drawing: RackDrawing,
    wide: float,
    tall: float,
    theme: str = "screen",
    px: float = 1.0,
    **options: object,
) -> list[Mark]:
    def draw(painter: QPainter) -> None:
        box = QRectF(10 * px, 10 * px, wide * px, tall * px)
        scale = wide / 600 * px
        paint_rack_top(painter, box, drawing, THEMES[theme], scale, px=px, **options)

    return marks_of(wide + 20, tall + 20, draw, px)


def sized(**fields: object) -> RackDrawing:
    given: dict[str, object] = {
        "power": exact(10.2, "kW"), "heat": exact(10.0, "kW"), "capacity": exact(20.0, "kW"),
        "method": "in-row", "state": "ok",
    }  # fmt: skip
    return filled_rack(**(given | fields))


def racks_from_above(px: float = 1.0) -> dict[str, list[Mark]]:
    open_power = Figure(20.4, 25.2, None, "kW")
    top = partial(top_of, px=px)
    return {
        "without a report": top(filled_rack(), 60, 100),
        "near": top(sized(), 60, 100),
        "near, facing down": top(sized(rotation=180), 60, 100),
        "large, with rows and names": top(sized(rotation=90), 200, 330),
        "wide": top(sized(rotation=270), 160, 60),
        "open figures": top(sized(power=open_power, heat=open_power, capacity=exact(30.0, "kW"),
                                  state="unknown"), 90, 120),
        "open figures without heat": top(sized(power=open_power, heat=None, state="unknown"), 90,
                                         120),
        "nothing known": top(sized(power=missing("x", "kW"), heat=None, capacity=None), 60, 90),
        "a warning": top(sized(state="warning"), 60, 90),
        "an error": top(sized(state="error", method="rear-door"), 40, 70),
        "far": top(sized(), 12, 18),
        "far with an error": top(sized(state="error"), 14, 20),
        "far, open": top(sized(state="unknown"), 14, 20),
        "narrow": top(sized(summary="12 × Some node of a long name"), 24, 60),
        "low": top(sized(), 60, 24),
        "sold filled": top(sized(kind="rack-system", units=0, gpus=72, devices=()), 60, 100),
        "a CDU": top(rack(kind="cdu", units=0, name="CDU-1", part_name="Test CDU"), 60, 100),
        "a narrow in-row unit": top(rack(kind="in-row", units=0, name="IRC-1",
                                         part_name="Row unit"), 24, 96),
        "a tank": top(rack(kind="immersion", units=0, name="TANK-1", method="immersion"), 90, 60),
        "selected": top(sized(), 12, 18, selected=True),
        "under the cursor": top(sized(), 12, 18, hover=True),
        "many devices": top(rack(*(device(f"n{u}", drawn_racks.FLAT_NODE, u) for u in range(1, 11)),
                                 units=42), 60, 90),
    }  # fmt: skip


def test_racks_from_above_are_drawn_as_kept() -> None:
    assert_as_kept("racks-from-above", racks_from_above())


def test_racks_from_above_look_the_same_on_finer_devices() -> None:
    """A length that does not grow with the dots of the device stands out."""
    fine = racks_from_above(px=4.0)
    for title, marks in racks_from_above().items():
        if title == "a narrow in-row unit":
            continue  # its name is made to fit, by letters as wide as whole dots
        assert_same_drawing(title, marks, fine[title], finer=4.0)


def test_hatches_and_signs_are_drawn_as_kept() -> None:
    black = QColor("#000000")
    styles = ("BDiagPattern", "FDiagPattern", "DiagCrossPattern", "HorPattern", "VerPattern",
              "NoBrush", "Dense4Pattern")  # fmt: skip

    def hatch(style: str) -> list[Mark]:
        brush = Qt.BrushStyle[style]
        box = QRectF(10, 10, 32, 20)
        return marks_of(60, 40, lambda p: paint_hatch(p, box, brush, black, pitch=6, line=0.5))

    def state(name: str) -> list[Mark]:
        box = QRectF(10, 10, 12, 16)
        return marks_of(40, 40, lambda p: paint_state(p, box, name, THEMES["screen"]))

    def sign(kind: str) -> list[Mark]:
        box = QRectF(2, 2, 36, 24)
        return marks_of(40, 28, lambda p: paint_sign(p, box, kind, THEMES["screen"]))

    def open_sign(wide: float, tall: float) -> list[Mark]:
        box = QRectF(10, 10, wide, tall)
        return marks_of(40, 40, lambda p: paint_open_sign(p, box, black, px=0.5))

    sections = {style: hatch(style) for style in styles}
    sections |= {f"state {name}": state(name) for name in ("unknown", "warning", "error")}
    sections |= {
        f"sign of {kind}": sign(kind)
        for kind in ("node", "storage", "server", "switch", "rack", "rack-system", "cdu")
    }
    sections |= {"open sign": open_sign(8, 12), "open sign, large": open_sign(24, 20)}
    assert_as_kept("hatches-and-signs", sections)


def test_finer_devices_show_the_same_as_kept() -> None:
    """Recorded in nominal pixels: lengths that did not grow with the dots would stand out."""
    panels = {
        f"{title}, {name}": panel_marks(of, unit, "screen", paint, 4.0)
        for title, (of, unit) in PANELS.items()
        for name, paint in (("front", paint_front), ("rear", paint_rear), ("hidden", paint_hidden))
    }
    assert_as_kept("panels-fine", panels)
    open_power = sized(state="unknown", power=Figure(5.0, 12.0, None, "kW"), heat=None)
    unit = rack(kind="in-row", units=0, name="IRC-1", part_name="Row unit")
    tops = {
        f"{title}, {wide} x {tall}, {theme}": top_of(drawing, wide, tall, theme, 4.0, selected=True)
        for title, drawing in (("open", open_power), ("error", sized(state="error", units=42)),
                               ("in-row unit", unit))
        for wide, tall in ((12, 18), (60, 100), (24, 96))
        for theme in THEMES
    }  # fmt: skip
    assert_as_kept("racks-from-above-fine", tops)
    door = device("door-1", look("rear-door", name="Door exchanger"), 0, face="door")
    filled = filled_rack(devices=(*filled_rack().devices, door))
    assert_as_kept("elevations-fine", {
        f"{face}, {height}": elevation(filled, face, "screen", height, 4.0,
                                       selected={"srv-1"}, hover="node-1")
        for face in ("front", "rear")
        for height in (28.0, 60.0, 260.0)
    })  # fmt: skip
