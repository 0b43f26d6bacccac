"""Records that are made many at once are those that each would be by itself, problems and all."""

import random
from typing import Any

import pytest

from designer.io import design_reader
from designer.io.design_reader import design_from
from designer.io.plain_records import read_at_once
from designer.io.record_repair import Findings
from designer.model.design import Design, Device, Rack
from designer.model.problem import Problem
from designer.model.ranges import are_in_range, out_of_range

ODD: tuple[tuple[str, Any], ...] = (
    ("u", 46.5), ("u", 4.25), ("u", True), ("u", -1), ("u", 1e300), ("u", "3"), ("half_u", 4),
    ("repeat", 4), ("repeat", 0), ("pitch", 2), ("id", "other"), ("id", 7), ("part", 5),
    ("rack", None), ("face", "upside"), ("qqq", 1), ("name", ["a"]), ("rack", {}), ("fabric", "x"),
)  # fmt: skip
"""What makes a line another than most: right, wrong or read otherwise."""


def read(data: dict[str, Any]) -> tuple[Design, list[Problem]]:
    """Return the design and the problems that plain data gives."""
    findings = Findings(lambda path: ".".join(map(str, path)))
    return design_from(data, "", findings), findings.problems


def lines(seed: int) -> dict[str, Any]:
    """Return tables of devices and racks, some of them odd."""
    chance = random.Random(seed)
    devices: dict[str, Any] = {}
    for number in range(chance.randrange(1, 40)):
        fields: dict[str, Any] = {"name": f"n{number}", "part": "dgx-h100", "rack": "A", "u": 3}
        if not chance.randrange(4):
            fields.update([chance.choice(ODD)])
        devices[f"n{number:02}"] = fields if chance.randrange(30) else chance.choice([1, [], ""])
    if not chance.randrange(4):
        devices[""] = {"name": "n", "part": "dgx-h100", "rack": "A"}
    racks: dict[str, Any] = {"A": {"name": "A", "part": "rack-48u", "x_mm": 0, "y_mm": 600}}
    if chance.randrange(2):
        racks["B"] = {"name": "B", "part": "rack-48u", "x_mm": 10**12, "y_mm": 1.0, "feeds": ["a"]}
    return {"devices": devices, "racks": racks}


@pytest.mark.parametrize("seed", range(60))
def test_at_once_is_as_one_by_one(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    data = lines(seed)
    at_once = read(data)
    monkeypatch.setattr(design_reader, "read_at_once", lambda *_: {})
    one_by_one = read(data)
    assert at_once == one_by_one
    for one, other in zip(at_once[0].devices, one_by_one[0].devices, strict=True):
        assert one.model_fields_set == other.model_fields_set


def test_plain_lines_are_made_at_once_and_others_are_left() -> None:
    plain = {"name": "n", "part": "dgx-h100", "rack": "A", "u": 1.5}
    data = {"a": plain, "b": plain | {"repeat": 3}, "c": plain | {"u": 0.3}, "d": 1}
    found = read_at_once(Device, data)
    assert list(found) == ["a"]
    assert found["a"] == Device(id="a", name="n", part="dgx-h100", rack="A", half_u=3)
    assert "half_u" not in plain, "the data of the file stays"


def test_one_that_is_wrong_leaves_its_batch_to_be_looked_at() -> None:
    plain = {"name": "n", "part": "dgx-h100", "rack": "A"}
    assert not read_at_once(Device, {"a": plain, "b": plain | {"part": 4}})


def test_what_is_in_range_is_asked_of_all_at_once() -> None:
    fine = Rack(id="A", name="A", part="rack-48u", x_mm=0, y_mm=0)
    far = fine.evolve(x_mm=10**12)
    assert are_in_range([])
    assert are_in_range([fine, fine])
    assert not are_in_range([fine, far])
    assert list(out_of_range(far))
