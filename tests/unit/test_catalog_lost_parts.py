"""What a part that the catalogue lacks may be follows from where it stands, and nothing else."""

from collections import Counter

import pytest

from designer.catalog.kinds import KINDS, Kind, Mount
from designer.catalog.load import load_shipped
from designer.catalog.lost_parts import (
    LostThing,
    count_of,
    is_lost_ref,
    kinds_of,
    least_half_u,
    lost_ref,
    may_be,
    not_in_catalogue,
    open_figures,
    part_of,
    place_of,
    that_may_be,
)


def ids(place: Mount, *, in_fabric: bool = False, holds: bool = False) -> set[str]:
    return {kind.id for kind in kinds_of(place, in_fabric=in_fabric, holds=holds)}


def stores(kind: Kind) -> bool:
    return kind.stores


def is_rack(kind: Kind) -> bool:
    return kind.contains


def test_where_a_thing_stands_says_what_it_may_be() -> None:
    assert ids("floor") == {
        "rack-system", "rack", "cdu", "crah", "in-row", "immersion", "dry-cooler",
        "cooling-tower", "chiller",
    }  # fmt: skip
    assert ids("rails") == {
        "node", "switch", "storage", "server", "appliance", "blank", "reserved", "cdu", "rack-pdu",
        "patch-panel", "power-shelf", "battery-shelf", "rack-ups",
    }  # fmt: skip
    assert ids("side") == {"rack-pdu"}
    assert ids("door") == {"rear-door"}


def test_what_holds_devices_is_no_unit_and_what_names_a_fabric_is_a_switch() -> None:
    assert ids("floor", holds=True) == {"rack-system", "rack", "immersion"}
    assert ids("rails", in_fabric=True) == {"switch"}


def test_everything_that_is_placed_may_be_lost_somewhere() -> None:
    places: tuple[Mount, ...] = ("floor", "rails", "side", "door")
    assert set().union(*(ids(place) for place in places)) == {
        kind.id for kind in KINDS if kind.placed_by_hand
    }


@pytest.mark.parametrize(
    ("face", "place"),
    [("front", "rails"), ("rear", "rails"), ("zero-u", "side"), ("door", "door")],
)
def test_the_face_of_a_device_is_its_place(face: str, place: str) -> None:
    assert place_of(face) == place


def test_a_count_is_open_by_what_may_be_of_the_sort() -> None:
    things = Counter({LostThing("a", "rails"): 2, LostThing("b", "door"): 5})
    figure = count_of(3, things, stores)
    assert (figure.low, figure.high, figure.value) == (3, 5, None)
    assert [gap.ref for gap in figure.gaps] == ["a.part"]
    assert that_may_be(things, stores) == {"a": 2}
    assert not may_be(LostThing("b", "door"), stores)


def test_a_count_holds_what_is_surely_of_the_sort() -> None:
    figure = count_of(3, {LostThing("a", "floor", holds=True): 2}, is_rack)
    assert (figure.low, figure.high) == (5, 5)
    assert figure.exact


def test_a_sum_has_no_upper_end_where_a_part_may_add_to_it() -> None:
    things = {LostThing("a", "rails"): 2, LostThing("b", "door"): 5}
    ((figure, number),) = open_figures(things, stores, "TB")
    assert (figure.low, figure.high, figure.unit, number) == (0, float("inf"), "TB", 2)


def test_a_whole_part_is_an_input_that_has_words() -> None:
    ref = lost_ref("rack-1.5u")
    assert is_lost_ref(ref)
    assert part_of(ref) == "rack-1.5u"
    assert not is_lost_ref("rack-1.5u.mass_kg")
    assert not_in_catalogue("x") == "the part x is not in the catalogue"


def test_a_lost_thing_is_named_by_where_it_stands() -> None:
    assert LostThing.on_floor("a", holds=True) == LostThing("a", "floor", holds=True)
    assert LostThing.in_rack("a", "front") == LostThing("a", "rails")
    assert LostThing.in_rack("a", "door", "f") == LostThing("a", "door", in_fabric=True)


def test_a_device_of_no_known_height_takes_half_a_unit_at_least() -> None:
    parts = {part.id: part for part in load_shipped().parts}
    strip = next(one for one in parts.values() if one.kind == "rack-pdu" and not one.height_half_u)
    assert [least_half_u(one) for one in (None, strip, parts["dgx-h100"])] == [1, 0, 16]
