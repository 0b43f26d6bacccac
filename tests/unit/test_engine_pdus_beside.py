"""0U rack PDUs beside the devices of a rack, or behind them (F09)."""

import pytest

from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.engine.report import Check
from designer.model.design import Design, Device, Rack
from tests.helpers import engine_designs as parts
from tests.unit.test_engine_delivery import catalog_with

WIDE = parts.PDU.evolve(id="wide", name="Wide PDU", width_mm=85, depth_mm=85)
"""APC APDU11590SM is 85 × 85 mm, APDU9953 56 × 46 mm."""
SLIM = WIDE.evolve(id="slim", name="Slim PDU", width_mm=56, depth_mm=46)
BARE = WIDE.evolve(id="bare", name="Bare PDU", width_mm=None, depth_mm=None)


def rack_of(width: int | None, depth: int, usable: int | None) -> Part:
    figures = parts.RACK.rack
    assert figures is not None
    return parts.RACK.evolve(
        id="r", width_mm=width, depth_mm=depth, rack=figures.evolve(usable_depth_mm=usable)
    )


def found(pdu: str, width: int | None = 600, depth: int = 1_200, usable: int | None = 970,
          node_mm: int | None = 897) -> dict[str, Check]:  # fmt: skip
    node = next(one for one in parts.PARTS if one.id == "dgx-h100").evolve(depth_mm=node_mm)
    devices = (
        Device(id="n", name="n", part="dgx-h100", rack="k", half_u=4),
        Device(id="p", name="p", part=pdu, rack="k", face="zero-u"),
    )
    design = Design(racks=(Rack(id="k", name="K", part="r", x_mm=3_000, y_mm=3_000),),
                    devices=devices)  # fmt: skip
    catalog = catalog_with(node, WIDE, SLIM, BARE, rack_of(width, depth, usable))
    checks = evaluate(design, catalog).checks
    return {check.key: check for check in checks if check.rule == "F09" and "pdu" in check.key}


@pytest.mark.parametrize(
    ("pdu", "width", "keys"),
    [
        ("slim", 600, []), ("wide", 600, ["F09:pdu:wide:dgx-h100x1"]),
        ("wide", 700, []), ("slim", 594, ["F09:pdu:slim:dgx-h100x1"]),
    ],
)  # fmt: skip
def test_a_rack_of_600_mm_has_59_mm_on_either_side(pdu: str, width: int, keys: list[str]) -> None:
    """(600 − 482.6) / 2 = 58.7 mm; 897 mm and 85 mm behind are more than 940 usable."""
    usable = 982 - 42
    assert list(found(pdu, width, usable=usable)) == keys


def test_a_wide_pdu_hangs_behind_the_devices_where_the_rack_is_deep_enough() -> None:
    """897 + 85 = 982 mm."""
    assert not found("wide", usable=982)
    (check,) = found("wide", usable=981).values()
    assert check.severity == "warning"
    assert "Wide PDU is 85 mm wide, 58.7 mm are free beside the devices" in check.message
    assert "982 mm of the rack" in check.message


def test_an_unstated_usable_depth_or_width_leaves_it_open() -> None:
    assert set(found("wide", depth=1_100, usable=None)) == {"F09:open:pdu:wide:dgx-h100x1"}
    assert not found("wide", depth=1_200, usable=None)
    assert set(found("wide", None, usable=900)) == {"F09:open:pdu:wide:dgx-h100x1"}
    assert set(found("wide", usable=990, node_mm=None)) == {"F09:open:pdu:wide:dgx-h100x1"}


def test_a_pdu_that_states_no_size_is_not_asked() -> None:
    assert not found("bare", usable=900)
