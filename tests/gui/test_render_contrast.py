"""Colours of every look: text and lines stand out, and what colours tell apart stays apart."""

import itertools
from collections.abc import Iterable

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from designer.render.theme import (
    DARK,
    HIGH_DARK,
    HIGH_LIGHT,
    LIGHT,
    METHOD_COLOURS,
    PRINT,
    ROLE_COLOURS,
    THEMES,
    Theme,
    theme_named,
)
from designer.ui.kit.glyphs import theme_of
from designer.ui.kit.style import palette, style_sheet
from tests.helpers.seen_colours import BLINDNESS, contrast, distance

pytestmark = pytest.mark.usefixtures("qapp")

HIGH = [HIGH_DARK, HIGH_LIGHT]
TOLD_APART = 10.0
"""CIE 1976; about 2.3 can just be noticed side by side. Signs and words say the same besides."""


def surfaces(theme: Theme) -> tuple[str, ...]:
    return theme.background, theme.panel, theme.raised, theme.canvas, theme.device


def every_ground(theme: Theme) -> tuple[str, ...]:
    racks = theme.rack, theme.rack_inner, theme.cold_aisle, theme.hot_aisle
    return (*surfaces(theme), *racks)


def nearest(colours: Iterable[str]) -> float:
    pairs = list(itertools.combinations(sorted(set(colours)), 2))
    return min(distance(one, other, eye) for one, other in pairs for eye in BLINDNESS)


@pytest.mark.parametrize("theme", [DARK, LIGHT, PRINT], ids=lambda theme: theme.name)
def test_text_stands_out_on_every_surface(theme: Theme) -> None:
    for surface in surfaces(theme):
        assert contrast(theme.text, surface) >= 7
        assert contrast(theme.dim, surface) >= 4.5


@pytest.mark.parametrize("theme", [DARK, LIGHT, PRINT], ids=lambda theme: theme.name)
def test_aisle_labels_stand_out_on_the_aisles(theme: Theme) -> None:
    assert contrast(theme.text, theme.cold_aisle) >= 4.5
    assert contrast(theme.text, theme.hot_aisle) >= 4.5


@pytest.mark.parametrize("theme", HIGH, ids=lambda theme: theme.name)
def test_in_high_contrast_every_word_has_seven_to_one_wherever_it_stands(theme: Theme) -> None:
    words = ("text", "dim", "faint", "accent", "ok", "warning", "error")
    poor = [
        (word, ground, round(contrast(getattr(theme, word), ground), 2))
        for word in words
        for ground in every_ground(theme)
        if contrast(getattr(theme, word), ground) < 7
    ]
    assert poor == []


@pytest.mark.parametrize("theme", HIGH, ids=lambda theme: theme.name)
def test_in_high_contrast_lines_and_the_ring_of_the_focus_have_three_to_one(theme: Theme) -> None:
    for ground in every_ground(theme):
        for line in (theme.line, theme.device_line, theme.accent):
            assert contrast(line, ground) >= 3
    assert f"QPushButton:focus {{ border: 2px solid {theme.text}" in style_sheet(theme)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_severities_are_told_apart_by_every_eye(theme: Theme) -> None:
    assert nearest((theme.ok, theme.warning, theme.error, theme.accent)) >= TOLD_APART


def test_methods_and_kinds_of_parts_are_told_apart_by_every_eye() -> None:
    assert nearest(METHOD_COLOURS.values()) >= TOLD_APART
    assert nearest(ROLE_COLOURS.values()) >= TOLD_APART


def test_the_measures_know_what_is_published() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert distance("#000000", "#ffffff", "none") == pytest.approx(100, abs=0.1)
    assert distance("#ff0000", "#00ff00", "none") > 150
    assert distance("#d40000", "#5a5a00", "deuteranopia") < 30


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_a_look_is_found_by_its_name_and_by_its_palette(theme: Theme) -> None:
    assert theme_named(theme.name) is theme
    assert theme_of(palette(theme)) is theme


def test_where_no_look_has_the_name_the_first_is_taken() -> None:
    assert theme_named("qqq zzz") is DARK
    strange = palette(DARK)
    strange.setColor(strange.ColorRole.Window, QColor("#fefefe"))
    assert theme_of(strange) is LIGHT
    assert isinstance(QApplication.instance(), QApplication)
