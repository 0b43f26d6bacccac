"""A door that the catalogue lacks is any door: its bounds hold what each would make of a hall."""

from functools import cache

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import CoolingFigures, Part
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Design, Device, PowerNode, Rack, Room, Site

LOST = "door-of-nobody"
METHODS = ("auto", "room-air", "in-row", "rear-door", "direct-to-chip")
SMALL = Part(
    id="small", kind="rear-door", name="Small door", mass_kg=60, power_max_w=0,
    cooling=CoolingFigures(method="rear-door", capacity_kw=5, flow_lpm=8),
)  # fmt: skip
UNRATED = Part(id="unrated", kind="rear-door", name="Unrated door", mass_kg=60, power_max_w=200)
DOORS = ("rdhx", "rdhx-passive", "small", "unrated")
HELD = ((), ("q3450-ld",), ("dgx-h100",), ("dgx-h100",) * 2, ("dgx-h100",) * 4)


@cache
def parts() -> Catalog:
    shipped = load_shipped()
    known = shipped.require("gb300-nvl72")
    assert known.shelf is not None
    shelf = known.shelf.evolve(power_at="input")
    # 18 kW of heat in air, which take units in the row; 14 kW would not.
    known = known.evolve(shelf=shelf, liquid_fraction=0.87)
    return shipped.overlay((SMALL, UNRATED, known))


def hall(cooling: str, held: tuple[str, ...], door: str) -> Report:
    """Return the report of a rack with a door beside a rack of which all is known."""
    table = [(f"n{at}", part, "front", 2 + 18 * at) for at, part in enumerate(held)]
    table += [("door", door, "door", 0)] if door else []
    table += [(f"pdu-{feed}", "pdu-415v-60a-3ph", "zero-u", 0) for feed in "AB"]
    racks = [{"id": "S", "name": "S", "part": "rack-48u", "x_mm": 3000, "cooling": cooling}]
    racks += [{"id": "R", "name": "R", "part": "gb300-nvl72", "x_mm": 6000, "feeds": ("A", "B")}]
    return evaluate(
        Design(
            room=Room(
                outline=((0, 0), (9000, 0), (9000, 9000), (0, 9000)), containment="cold",
                floor_limit_kpa=20.0,
            ),
            site=Site(supply_air_c=24.0),
            power=tuple(PowerNode(id=feed, capacity_kw=500.0) for feed in "AB"),
            racks=tuple(Rack.model_validate(rack | {"y_mm": 3000}) for rack in racks),
            devices=tuple(
                Device(
                    id=key, name=key, part=part, rack="S", face=face, half_u=half_u,
                    feed=key[-1] if face == "zero-u" else "",
                )
                for key, part, face, half_u in sorted(table)
            ),
        ),
        parts(),
    )  # fmt: skip


def ends(report: Report) -> dict[str, tuple[float, float]]:
    figures = {f"hall {name}": report.facility.figure(name) for name in (
        "pue", "facility_kw", "air_kw", "liquid_kw", "coolant_lpm")}  # fmt: skip
    rack = next(rack for rack in report.racks if rack.id == "S")
    figures |= {f"rack {name}": rack.figure(name) for name in (
        "air_kw", "liquid_kw", "coolant_lpm", "airflow_m3h")}  # fmt: skip
    return {name: (figure.low, figure.high) for name, figure in figures.items()}


def sure(report: Report) -> set[str]:
    """Return what is found for certain of cooling."""
    return {
        check.key for check in report.checks if check.rule[0] == "C" and check.severity == "error"
    }


@pytest.mark.parametrize("cooling", METHODS)
@pytest.mark.parametrize("held", HELD, ids=lambda held: "+".join(held) or "nothing")
def test_bounds_hold_what_every_door_would_make_of_the_hall(
    cooling: str, held: tuple[str, ...]
) -> None:
    lost = hall(cooling, held, LOST)
    found = ends(lost)
    for door in DOORS:
        truth = hall(cooling, held, door)
        for name, (low, high) in ends(truth).items():
            assert found[name][0] <= low + 1e-9, (door, name)
            assert high <= found[name][1] + 1e-9, (door, name)
        assert sure(lost) <= sure(truth), door
        kept = {check.key for check in lost.checks if check.key.startswith("C22")}
        assert not kept, "a door hangs, whichever it is"


@pytest.mark.parametrize("door", ["", "rdhx", LOST])
def test_a_door_takes_nothing_where_room_air_is_decided_by_hand(door: str) -> None:
    """With a door or none, perimeter air was among what may take the heat, at the PUE of it."""
    pue = hall("in-row", ("q3450-ld",), door).facility.figure("pue")
    assert (pue.low, pue.high) == (1.03, 2.15)
    assert "chilled water" not in hall("in-row", ("q3450-ld",), door).facility.pue_source
