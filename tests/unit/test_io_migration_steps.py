"""Schema 0 to 1, on data as old files hold it: nested, in metres, now and then without an id."""

import pytest

from designer.io.migrations.step_0_to_1 import migrate


def device(**fields):
    return {"type": "node", "u": 4, **fields}


def nested(*devices, **rack):
    return {"rows": [{"id": "A", "racks": [{"id": "A01", "devices": list(devices), **rack}]}]}


def test_what_was_nested_lies_flat_and_names_what_held_it():
    old = {
        "schema_version": 0,
        "name": "Lab",
        "rows": [
            {"id": "A", "x": 1.2, "y": 2.4, "racks": [
                {"id": "A01", "type": "rack-48u", "x": 1.95, "y": 2.4,
                 "devices": [device(id="n1", name="node one"), device(id="n2", u=12.5)]},
            ]},
            {"id": "B"},
        ],
    }  # fmt: skip
    new, messages = migrate(old)
    assert new == {
        "schema_version": 1,
        "name": "Lab",
        "rows": {"A": {"name": "A", "x_mm": 1200, "y_mm": 2400}, "B": {"name": "B"}},
        "racks": {
            "A01": {"name": "A01", "part": "rack-48u", "x_mm": 1950, "y_mm": 2400, "row": "A"}
        },
        "devices": {
            "n1": {"name": "node one", "part": "node", "half_u": 8, "rack": "A01"},
            "n2": {"name": "n2", "part": "node", "half_u": 25, "rack": "A01"},
        },
    }
    assert messages == [
        "2 rows, 1 racks and 2 devices were taken out of each other; metres became millimetres, "
        "rack units became half units"
    ]
    assert old["rows"][0]["racks"][0]["devices"][0]["u"] == 4, "the input is left as it is"


def test_ids_that_are_missing_or_taken_get_a_number():
    new, _ = migrate(
        nested(device(id="n"), device(id="n"), device(id="n"), device(), device(), device(id=7))
    )
    assert list(new["devices"]) == ["n", "n-2", "n-3", "1", "2", "7"]
    assert [d["name"] for d in new["devices"].values()] == ["n", "n-2", "n-3", "1", "2", "7"]


def test_the_site_is_gathered_and_the_room_becomes_an_outline():
    new, messages = migrate(
        {"price_per_kwh": 0.12, "currency": "EUR", "site": "B7", "room": {"width": 9.6, "depth": 7}}
    )
    assert new["site"] == {"electricity_price": 0.12, "currency": "EUR", "name": "B7"}
    assert new["room"] == {"outline": [[0, 0], [9600, 0], [9600, 7000], [0, 7000]]}
    assert messages == [
        "the price of electricity and the currency moved to the site",
        "the room's width and depth became an outline in millimetres",
    ]


@pytest.mark.parametrize("room", [{"width": 9.6}, {"depth": 7.2}, {"name": "Lab"}])
def test_half_a_size_of_a_room_passes_through_and_is_reported_by_the_reader(room):
    new, messages = migrate({"room": dict(room)})
    assert (new["room"], messages) == (room, [])


@pytest.mark.parametrize("wrong", ["wide", float("nan"), float("inf"), None, [1]])
def test_what_is_no_number_passes_through_and_is_reported_by_the_reader(wrong):
    new, _ = migrate(
        {**nested(device(id="n", u=wrong), x=wrong), "room": {"width": wrong, "depth": 1}}
    )
    kept = (
        new["devices"]["n"]["half_u"],
        new["racks"]["A01"]["x_mm"],
        new["room"]["outline"][1][0],
    )
    assert all(value is wrong or value == wrong for value in kept)


@pytest.mark.parametrize("rows", [[], "rows", {"A": 1}, ["A"], [{"racks": 3}]])
def test_what_is_no_row_is_no_record(rows):
    new, messages = migrate({"rows": rows})
    assert "devices" not in new
    assert bool(messages) is (rows == [{"racks": 3}])
    assert new.get("rows", {}) in ({"1": {"name": "1"}}, {}, "rows", {"A": 1})


def test_what_this_step_does_not_know_stays():
    new, messages = migrate({"schema_version": 0, "colour": "red", "room": "large"})
    assert new == {"schema_version": 1, "colour": "red", "room": "large"}
    assert messages == []
