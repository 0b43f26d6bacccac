"""What a design file means where it says nothing: a default that moves changes every old file."""

import pytest

from designer.model import design as records
from designer.model import power_node, room, site, weather_year, workload
from designer.model.design import Design, Room
from designer.model.record import Record
from designer.model.units import u_text
from tests.helpers.record_rules import subclasses

MEANT = {
    "Device": {"half_u": 0, "locked": False},
    "Obstacle": {"round": False, "locked": False},
    "Passage": {"at_mm": 0},
    "PowerNode": {"dc": False, "rotation": 0, "locked": False},
    "Fabric": {
        "rails": 1,
        "rate_gbps": 400.0,
        "su_nodes": 0,
        "reserved_slots": 0,
        "oversubscription": 1.0,
        "spine_oversubscription": 1.0,
        "spines": 0,
        "hosts": 0,
        "width": 0,
        "global_links": 0,
        "planes": 1,
        "breakout": 1,
        "planned_nodes": 0,
        "target_leaves": 0,
        "target_links": 0,
        "tiers": 0,
    },
    "KeptPlace": {"half_u": 0, "last": 0},
    "Loop": {"locked": False},
    "Rack": {"rotation": 0, "locked": False},
    "Revision": {"entry": 0},
    "Room": {"tile_mm": 600, "scale": 100},
    "Row": {"x_mm": 0, "y_mm": 0, "rotation": 0},
    "Site": {
        "altitude_m": 0.0,
        "power_factor": 0.95,
        "continuous_derate": 0.8,
        "utilisation": 1.0,
        "cooling_water_c": 18.0,
        "estimates": True,
    },
    "Slot": {"half_u": 0},
    "Workload": {"gpus": 0},
}
"""Record and field: the number or choice that holds where the file leaves it out."""

MODULES = {one.__name__ for one in (records, power_node, room, site, weather_year, workload)}


def numbers_left_out(record: type[Record]) -> dict[str, float]:
    return {
        name: info.default
        for name, info in record.model_fields.items()
        if isinstance(info.default, int | float)
    }


def test_numbers_that_a_file_leaves_out_mean_what_they_meant():
    """A new default is entered above; an old one is changed only with a migration."""
    found = {
        record.__name__: numbers_left_out(record)
        for record in subclasses(Record)
        if record.__module__ in MODULES and numbers_left_out(record)
    }
    assert found == MEANT


def test_a_room_that_nobody_drew_is_twelve_by_nine_metres():
    assert Room().outline == ((0, 0), (12_000, 0), (12_000, 9_000), (0, 9_000))
    assert Design().room.size_mm() == (12_000, 9_000)
    off_centre = Room(outline=((-500, 100), (2000, 100), (2000, 3000), (-500, 3000)))
    assert off_centre.size_mm() == (2500, 2900)


@pytest.mark.parametrize(
    ("half_u", "height", "text"),
    [
        (2, 1, "U1"),
        (2, 2, "U1"),
        (2, 3, "U1–U2"),
        (3, 1, "U1.5"),
        (3, 2, "U1.5–U2"),
        (3, 3, "U1.5–U2"),
        (92, 2, "U46"),
        (92, 4, "U46–U47"),
    ],
)
def test_spans_of_half_units(half_u, height, text):
    assert u_text(half_u, height) == text
