"""Fonts, icons and colours: what is bundled is there, readable, and sharp."""

import itertools
from typing import get_args

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFontInfo, QImage, QPainter, QRawFont
from pytestqt.qtbot import QtBot

from designer.catalog.data_files import data_folder
from designer.catalog.families import FAMILIES, LIBRARY_TABLES
from designer.catalog.kinds import KIND_IDS, KINDS, kind_named
from designer.model.cooling_words import METHOD_NAMES, METHOD_SHORT_NAMES
from designer.model.design import CoolingMethod
from designer.render.device_faces import FRONTS, REARS
from designer.render.fonts import WEIGHTS, font, load_fonts, metrics
from designer.render.icons import icon, icon_names, paint_icon, pixmap
from designer.render.part_signs import GLYPH_PAINTERS, ICONS, paint_sign
from designer.render.theme import (
    DARK,
    METHOD_COLOURS,
    METHOD_PATTERNS,
    ROLE_COLOURS,
    kind_colour,
)

pytestmark = pytest.mark.usefixtures("qapp")

NEEDED = [
    "app",
    "node",
    "switch",
    "storage",
    "server",
    "rack",
    "pdu",
    "door",
    "cdu",
    "crah",
    "cable",
    "warning",
    "error",
    "ok",
    "info",
    "undo",
    "redo",
    "search",
    "close",
    "zoom-in",
    "zoom-out",
    "fit",
    "fan",
    "bolt",
    "drop",
    "weight",
    "grid",
    "minimap",
    "print",
    "export",
    "save",
    "open",
    "new",
    "history",
    "outline",
    "parts",
    "check",
    "eye",
    "lock",
    "sun",
    "moon",
    "plus",
    "minus",
    "rotate",
    "duplicate",
    "delete",
    "arrow",
    "chevron",
    "note",
    "cost",
    "network",
    "feed",
    "floor",
    "elevation",
]


def test_cooling_methods_differ_by_hatch_as_well_as_colour() -> None:
    assert set(METHOD_COLOURS) == set(METHOD_PATTERNS) == set(get_args(CoolingMethod))
    assert list(METHOD_NAMES) == list(METHOD_SHORT_NAMES) == list(get_args(CoolingMethod))
    assert len(set(METHOD_PATTERNS.values())) == len(METHOD_PATTERNS)
    for one, other in itertools.combinations(METHOD_COLOURS.values(), 2):
        assert one != other


def test_every_kind_of_part_has_a_colour() -> None:
    assert {kind.colour for kind in KINDS} == set(ROLE_COLOURS)
    assert kind_colour(kind_named("storage")) == METHOD_COLOURS["rear-door"]


def test_every_kind_of_part_has_a_symbol_and_both_its_panels():
    assert {kind.symbol for kind in KINDS} <= set(icon_names())
    assert {kind.panel for kind in KINDS} == set(FRONTS) == set(REARS)


def test_every_kind_and_every_table_has_a_sign_of_its_own() -> None:
    assert set(ICONS) == {*KIND_IDS, *LIBRARY_TABLES}
    assert {*ICONS.values(), *(family.symbol for family in FAMILIES)} <= set(icon_names())
    assert {kind.glyph for kind in KINDS} == {*GLYPH_PAINTERS, "icon"}
    alike: dict[bytes, set[str]] = {}
    for sign in ICONS:
        alike.setdefault(painted_sign(sign), set()).add(sign)
    shared = sorted(sorted(signs) for signs in alike.values() if len(signs) > 1)
    assert shared == [
        ["appliance", "server"], ["battery-shelf", "rack-ups", "ups"],
        ["blank", "rack", "reserved"],
        ["patch-panel", "switch"], ["power-shelf", "rack-pdu"],
    ]  # fmt: skip


def painted_sign(sign: str) -> bytes:
    image = QImage(36, 24, QImage.Format.Format_ARGB32)
    image.fill(QColor(DARK.panel))
    painter = QPainter(image)
    paint_sign(painter, QRectF(0, 0, 36, 24), sign, DARK)
    painter.end()
    return bytes(image.constBits())


def test_units_and_tanks_that_are_a_method_bear_its_colour():
    by_itself = [k for k in KINDS if k.method and k.stands_in_row]
    assert {k.method: kind_colour(k) for k in by_itself} == {
        method: METHOD_COLOURS[method] for method in ("in-row", "immersion")
    }


@pytest.mark.parametrize("style", WEIGHTS.values())
def test_the_bundled_font_has_every_sign_we_write(style: str) -> None:
    path = data_folder("resources") / "fonts" / f"Inter-{style}.ttf"
    raw = QRawFont(str(path), 12.0)
    # supportsCharacter, because QFontMetrics says yes as soon as any other font has the sign.
    missing = [c for c in "×·–—…°²³Δ≤≥→↑↓−½µ“”’€£$✓" if not raw.supportsCharacter(ord(c))]
    assert missing == []


def test_the_font_is_ours_and_its_licence_is_shipped() -> None:
    assert QFontInfo(font(12)).family() == load_fonts() == "Inter"
    licence = (data_folder("resources") / "fonts" / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence


def test_tabular_figures_are_equally_wide() -> None:
    assert metrics(40).horizontalAdvance("1111") == metrics(40).horizontalAdvance("0000")


def test_a_font_changed_by_its_caller_changes_nobody_elses() -> None:
    first = font(12)
    first.setPixelSize(40)
    assert font(12).pixelSize() == 12


def test_every_needed_icon_exists() -> None:
    assert set(NEEDED) <= set(icon_names())


@pytest.mark.parametrize("name", icon_names())
def test_an_icon_takes_its_colour_and_fills_its_box(name: str) -> None:
    image = pixmap(name, "#ff0000", 24, 2.0).toImage()
    assert (image.width(), image.devicePixelRatio()) == (48, 2.0)
    inked = [
        (x, y)
        for x in range(48)
        for y in range(48)
        if QColor.fromRgba(image.pixel(x, y)).alpha() > 200
    ]
    assert inked
    assert all(QColor.fromRgba(image.pixel(x, y)).red() > 200 for x, y in inked)
    wide = max(x for x, _ in inked) - min(x for x, _ in inked)
    tall = max(y for _, y in inked) - min(y for _, y in inked)
    assert max(wide, tall) >= 20


def test_an_icon_is_drawn_for_each_pixel_ratio() -> None:
    made = icon("node", "#ffffff", 16)
    assert sorted(size.width() for size in made.availableSizes()) == [16, 32, 48]


def test_a_missing_icon_is_said() -> None:
    with pytest.raises(KeyError, match="no icon 'unheard-of'"):
        icon("unheard-of", "#ffffff")


def test_an_icon_can_be_painted_as_lines(qtbot: QtBot) -> None:
    image = QImage(40, 40, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    paint_icon(painter, QRectF(0, 0, 40, 40), "check", "#00ff00")
    painter.end()
    assert any(QColor(image.pixel(x, 22)).green() > 200 for x in range(40))
