"""A DXF read as lines by layer: curves, blocks, units, and what is not drawn."""

import math
from base64 import b64decode
from itertools import pairwise
from pathlib import Path

import ezdxf
import numpy as np
import pytest

from designer.app.dxf_worker import read
from designer.io.dxf_plan import DxfError, read_dxf


def written(path: Path, units: int = 4) -> Path:
    """Write a drawing with a wall, an axis, a circle in a block, a text and a hatch."""
    file = ezdxf.new("R2013", units=units)
    for name in ("WALLS", "AXES", "OFF"):
        file.layers.add(name)
    file.layers.get("OFF").off()
    space = file.modelspace()
    wall = [(0, 0), (8_000, 0), (8_000, 6_000)]
    space.add_lwpolyline(wall, dxfattribs={"layer": "WALLS", "const_width": 200})
    space.add_line((0, 6_000), (8_000, 6_000), dxfattribs={"layer": "AXES"})
    space.add_line((0, 0), (90_000, 0), dxfattribs={"layer": "OFF"})
    block = file.blocks.new("COLUMN")
    block.add_circle((0, 0), 300)
    space.add_blockref("COLUMN", (4_000, 3_000), dxfattribs={"layer": "WALLS"})
    space.add_text("Hall 2")
    space.add_hatch().paths.add_polyline_path([(0, 0), (1_000, 0), (1_000, 1_000)])
    space.add_point((1, 1))
    file.saveas(path)
    return path


def test_lines_are_read_by_layer_from_the_upper_left_corner(tmp_path):
    plan = read_dxf(written(tmp_path / "hall.dxf"))
    assert (plan.wide, plan.high, plan.mm_per_unit) == (8_000, 6_000, 1)
    lines = dict(plan.lines)
    assert lines["AXES"] == ((0, 0), (8_000, 0))
    wall = next(line for layer, line in plan.lines if layer == "WALLS" and len(line) == 3)
    assert wall == ((0, 6_000), (8_000, 6_000), (8_000, 0))
    assert plan.off == ("OFF",)
    assert dict(plan.undrawn) == {"POINT": 1, "text": 1}


def test_an_arc_in_a_block_is_drawn_as_lines_that_keep_to_it(tmp_path):
    plan = read_dxf(written(tmp_path / "hall.dxf"))
    circle = max((line for _, line in plan.lines), key=len)
    away = [math.hypot(x - 4_000, y - 3_000) for x, y in circle]
    assert min(away) == pytest.approx(300, abs=0.01)
    assert max(away) == pytest.approx(300, abs=0.1)
    middles = [(np.array(a) + b) / 2 for a, b in pairwise(circle)]
    assert min(math.hypot(x - 4_000, y - 3_000) for x, y in middles) > 297


@pytest.mark.parametrize(("code", "mm"), [(0, None), (1, 25.4), (4, 1.0), (6, 1_000.0)])
def test_the_units_of_the_drawing_say_how_long_one_is(tmp_path, code, mm):
    assert read_dxf(written(tmp_path / "hall.dxf", code)).mm_per_unit == mm


@pytest.mark.parametrize("data", [b"", b"hello", b"\x00" * 200, b"0\nSECTION\n2\nENTITIES\n0\n"])
def test_what_is_no_drawing_is_refused_in_one_line(tmp_path, data):
    path = tmp_path / "bad.dxf"
    path.write_bytes(data)
    with pytest.raises(DxfError) as refused:
        read_dxf(path)
    assert "\n" not in str(refused.value)


def test_the_worker_tells_lines_and_then_the_plan_or_why_not(tmp_path):
    told: list[dict] = []
    read(7, written(tmp_path / "hall.dxf"), told.append)
    assert [frame["type"] for frame in told] == ["lines", "plan"]
    assert {frame["asked"] for frame in told} == {7}
    assert sum(told[0]["counts"]) * 16 == len(b64decode(told[0]["points"]))
    told.clear()
    read(8, tmp_path / "none.dxf", told.append)
    assert [frame["type"] for frame in told] == ["refused"]
    assert "none.dxf" in told[0]["message"]
