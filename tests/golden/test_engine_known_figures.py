"""Designs of known figures give the numbers they gave before figures had bounds.

`data/known_figures.json` holds what the engine said of three designs on 2026-11-22, for figures of
which every input is stated: sums over the design, rows, and one rack of each filling. Masses are
those of racks without coolant, whose volume nobody states, and without cables; switches are taken
at their maximum, as at that time. Since then storage of the second weighs 49 kg each, where 40 kg
were assumed; and masses of racks, rack PDUs and cooling units that are assumed have bounds, the
likely ones being what they were.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.model.design import Design
from designer.planning.templates import build
from tests.helpers import engine_designs as parts

KNOWN: dict[str, Any] = json.loads(
    (Path(__file__).parent / "data" / "known_figures.json").read_text(encoding="utf-8")
)

OF_MASS = ("weight_kg", "floor_load_kpa")


def drawn(name: str) -> tuple[Design, Catalog]:
    if name == "superpod-1-own":
        return parts.superpod(1, own=True), parts.small_catalog()
    shipped = load_shipped()
    if name == "dgx-superpod-h100-2":
        return build("dgx-superpod-h100", {"scalable_units": "2"}, shipped), shipped
    return build("dgx-superpod-gb200", {}, shipped), shipped


@pytest.mark.parametrize("name", list(KNOWN))
def test_known_figures_are_what_they_were(name: str) -> None:
    known, (design, catalog) = KNOWN[name], drawn(name)
    site = design.site.evolve(switch_power="maximum")
    bare = design.evolve(room=design.room.evolve(cable_kg=0.0), site=site)
    report = evaluate(bare, catalog)
    for field, value in known["totals"].items():
        assert getattr(report.totals, field) == pytest.approx(value, abs=1e-5), field
        assert report.totals.bound(field) is None, field
    rows = {row.id: row.power_max_kw for row in report.rows}
    assert rows == pytest.approx(known["rows"], abs=1e-5)
    racks = {rack.id: rack for rack in report.racks}
    for was in known["racks"]:
        rack = racks[was["rack"]]
        for field, value in was.items():
            if field not in ("rack", "limits"):
                assert getattr(rack, field) == pytest.approx(value, abs=1e-5), (rack.id, field)
                assert rack.bound(field) is None or field in OF_MASS, (rack.id, field)
        limits = {limit.name: limit for limit in rack.limits}
        for limit_name, (used, limit, state) in was["limits"].items():
            now = limits[limit_name]
            assert (now.used, now.limit) == pytest.approx((used, limit), abs=1e-5)
            assert now.state == state, (rack.id, limit_name)
