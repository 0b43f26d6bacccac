"""What bounds the draw of a system: the supplies that it needs, and what its text says of it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from designer.catalog.part_bounds import EFFICIENCY, power_figures
from designer.io.netbox.redundancy import draw_said, redundancy_said
from tests.helpers.netbox_types import BODY, HEAD, Read, reader, supplies


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Read]:
    return reader(tmp_path)


@pytest.mark.parametrize(
    ("text", "count", "said"),
    [
        ("3+3 redundant supplies", 6, "3+3"),
        ("six PSUs (4 + 2)", 6, "4+2"),
        ("power: N+N", 6, "3+3"),
        ("supplies, n+1 redundant", 4, "3+1"),
        ("grid redundancy", 4, "2+2"),
        ("dual redundant power supplies", 2, "1+1"),
        ("two redundant and hot-swappable AC power supplies", 2, "1+1"),
        ("redundant 800W Platinum power supplies", 2, "1+1"),
        ("6x 3000 W (3+3)", 6, "3+3"),
        ("4 x 2700W, 2+2", 4, "2+2"),
        ("8x 3000 W (3+3)", 6, ""),
        # Of another number of supplies, or of none.
        ("2+2 redundant supplies", 6, ""),
        ("1+1 redundant supply", 1, ""),
        ("redundant power supplies", 4, ""),
        ("N+N supplies", 3, ""),
        # Several, or what may be bought.
        ("N+N or N+1 supplies", 4, ""),
        ("3+3 or 4+2 redundant supplies", 6, ""),
        ("optional redundant power supply", 2, ""),
        ("redundant power supply, sold separately", 2, ""),
        ("non-redundant power supplies", 2, ""),
        ("with external redundant power supply", 2, ""),
        # No supplies are meant.
        ("4+2 ports of 10 Gb/s", 6, ""),
        ("2+2 cores", 4, ""),
        ("SFP28+2 of power", 4, ""),
        ("redundant fans", 2, ""),
        ("", 2, ""),
    ],
)
def test_needed_and_spare_supplies_by_a_text(text: str, count: int, said: str):
    assert redundancy_said(text, count) == said


@pytest.mark.parametrize(
    ("text", "watts"),
    [
        ("Max Power Consumption: 340W", 340),
        ("maximum power draw 214 W, average 109 W", 214),
        ("max. power consumption 1,750 W", 1750),
        ("Maximum draw: 2.5 kW", 2500),
        ("maximum power 300 W, maximum power 300 W", 300),
        ("maximum power 300 W, max draw 400 W", None),
        ("maximum PoE power 740 W", None),
        ("PoE maximum power budget: 840 W", None),
        ("PoE+ max power 740 W", None),
        ("power consumption 300 W", None),
        ("maximum draw 0 W", None),
        ("", None),
    ],
)
def test_a_draw_that_a_text_names(text: str, watts: float | None):
    assert draw_said(text) == watts


@pytest.mark.parametrize(
    ("comments", "needed"), [("", 6), ("comments: 3+3 redundant supplies\n", 3)]
)
def test_the_supplies_that_it_needs_bound_its_draw(read, comments: str, needed: int):
    found = read(HEAD + comments + BODY + supplies(6, 3000))
    part = found.only
    figure = power_figures(part)["power_max_w"]
    assert part.power_max_w is None
    assert (figure.value, figure.low) == (None, 0)
    assert figure.high == pytest.approx(needed * 3000 / EFFICIENCY.low)
    which = f"the {needed} of 6 supplies that it needs" if comments else "all its supplies"
    assert f"at most what {which} give together, {needed * 3000:,} W" in found.one("nameplate").what
    source = part.source_of("psu.redundancy")
    assert source is not None
    assert source.kind == ("derived" if comments else "second-hand")


def test_a_draw_in_the_text_is_taken_over(read):
    found = read(HEAD + "comments: Maximum power draw 900 W\n" + BODY + supplies(2, 800))
    assert found.only.power_max_w == 900
    assert "900 W" in found.one("draw-said").what
    source = found.only.source_of("power_max_w")
    assert source is not None
    assert (source.kind, "by its text" in source.note) == ("second-hand", True)


def test_a_draw_that_no_supply_delivers_is_left_out(read):
    found = read(HEAD + "comments: Maximum power draw 9000 W\n" + BODY + supplies(2, 800))
    assert found.only.power_max_w is None
    assert "9,000 W" in found.one("implausible-power").what


def test_a_draw_that_is_too_little_for_its_supplies_is_left_out(read):
    head = HEAD + "comments: maximum power consumption 3 W\n" + BODY
    found = read(head + supplies(2, 750))
    assert found.only.power_max_w is None
    assert "3 W" in found.one("implausible-power").what
    assert "left out" in found.one("implausible-power").what


def test_a_small_draw_of_small_supplies_is_believed(read):
    head = HEAD + "comments: maximum power consumption 8 W\n" + BODY
    assert read(head + supplies(1, 60)).only.power_max_w == 8


def test_unlike_supplies_bound_it_together(read):
    text = supplies(1, 3000) + "  - name: PSU2\n    type: iec-60320-c14\n    maximum_draw: 800\n"
    part = read(HEAD + BODY + text).only
    assert part.psu is not None
    assert part.psu.rating_w is None
    figure = power_figures(part)["power_max_w"]
    assert (figure.low, figure.high) == (0, pytest.approx(3800 / EFFICIENCY.low, abs=1))
    looked = part.unpublished_of("power_max_w")
    assert looked is not None
    assert "3,800 W together" in looked.bound
    assert looked.looked_in.endswith("Acme/Box-1.yaml")


def test_a_supply_of_no_known_rating_bounds_nothing(read):
    text = supplies(1, 3000) + "  - name: PSU2\n    type: iec-60320-c14\n"
    part = read(HEAD + BODY + text).only
    assert part.unpublished == ()
    assert power_figures(part)["power_max_w"].high == float("inf")
