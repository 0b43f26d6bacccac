"""Which limit of a rack binds: named only where no figure that nobody states could change it."""

from math import inf

import pytest

from designer.catalog.part import Psu
from designer.engine.evaluate import evaluate
from designer.engine.limit_report import Limit
from designer.engine.subjects.racks.limits import Binding, binding_of
from designer.model.design import Room, Site
from designer.model.figures import Figure, Gap, exact, missing
from designer.model.measured import fields_of
from tests.helpers import engine_designs as parts
from tests.helpers.one_rack import CATALOG, device, drawn, one, pdu

UNRATED = missing("shelf.static_kg", "kg")
LOAD = Figure(20.0, 40.0, None, "kW", 0.5, (), (Gap("node.power_max_w", 20.0),))


def limit(name: str, used: Figure, most: Figure | None, group: str = "") -> Limit:
    figures = {"used": used} if most is None else {"used": used, "limit": most}
    return Limit(name=name, label=name, group=group, **fields_of(figures))  # type: ignore[arg-type]  # one of the groups


def found(*limits: Limit) -> Binding:
    return binding_of(limits, None, "N+1", str)


@pytest.mark.parametrize(
    ("others", "name", "may_bind"),
    [
        ((), "floor", ()),
        ((limit("units", exact(30.0), exact(40.0)),), "floor", ()),
        ((limit("units", exact(35.0), exact(40.0)),), "units", ()),
        ((limit("mass", exact(1360.0, "kg"), UNRATED),), "", ("floor", "mass")),
        ((limit("cooling", LOAD, exact(50.0, "kW")),), "floor", ()),
        ((limit("cooling", LOAD, exact(45.0, "kW")),), "", ("floor", "cooling")),
        ((limit("cooling", LOAD, exact(22.0, "kW")),), "cooling", ()),
        ((limit("cooling", exact(9.0), Figure(10.0, 20.0)),), "", ("floor", "cooling")),
        ((limit("cooling", exact(9.0), Figure(10.0, 11.0)),), "cooling", ()),
        # Nothing fills up what has no fixed limit, or of which nothing is used.
        ((limit("loop", exact(114.8, "kW"), None),), "floor", ()),
        ((limit("units", exact(0.0), missing("rack.units")),), "floor", ()),
    ],
)  # fmt: skip
def test_a_limit_binds_where_it_is_the_fullest_in_every_case(
    others: tuple[Limit, ...], name: str, may_bind: tuple[str, ...]
) -> None:
    floor = limit("floor", exact(9.8, "kPa"), exact(12.0, "kPa"))
    for limits in ((floor, *others), (*others, floor)):
        binding = found(*limits)
        assert (binding.name, binding.may_bind) == (name, may_bind)
        assert bool(binding.because) == bool(may_bind)


def test_none_binds_where_nothing_is_used_or_nothing_ends() -> None:
    assert found() == Binding()
    units = limit("units", exact(0.0), exact(48.0))
    assert found(units, limit("loop", exact(3.0), None)) == Binding()


def test_what_leaves_it_open_is_named_once_the_surest_limit_first() -> None:
    rated = limit("cooling", LOAD, exact(45.0, "kW"))
    unrated = limit("mass", exact(10.0, "kg"), UNRATED)
    binding = found(unrated, rated, limit("lift", exact(5.0, "kg"), UNRATED))
    assert binding.may_bind == ("cooling", "mass", "lift")
    assert binding.because == ("the highest power of node and the static kg of shelf are not known")


def test_of_two_limits_of_the_same_load_the_larger_never_binds() -> None:
    """Their shares overlap, and still the smaller is fuller whatever the load is."""
    all_feeds = limit("power", LOAD, exact(60.0, "kW"), "power")
    one_lost = limit("power-feed-lost", LOAD, exact(32.0, "kW"), "power")
    assert found(all_feeds, one_lost).name == "power-feed-lost"
    air = limit("cooling", LOAD, exact(40.0, "kW"), "cooling")
    open_between = found(all_feeds, one_lost, air)
    assert open_between.may_bind == ("power-feed-lost", "cooling")


def test_stranded_power_goes_with_the_limits_that_may_bind() -> None:
    devices = [device(f"d{n}", "dgx-h100", half_u=2 + 16 * n) for n in range(3)]
    filled = (*devices, *(pdu(f"p{feed}", feed=feed) for feed in "ABC"))
    capacity = 2 * 34.5 * 0.95
    known = one(drawn(*filled, room=Room(floor_limit_kpa=12), cooling="room-air"))[1]
    assert (known.binding_constraint, known.binding_open) == ("cooling", ())
    assert known.stranded_kw == pytest.approx(capacity - 20)
    rack = one(drawn(*filled, cooling="room-air"))[1]
    assert rack.binding_constraint == ""
    assert rack.binding_open == ("cooling", "floor")
    assert rack.binding_because == "the load limit of the floor is not known"
    stranded = rack.figure("stranded_kw")
    assert (stranded.value, stranded.low) == (None, pytest.approx(capacity - 20))
    # A floor that carries next to nothing strands all of it.
    assert stranded.high == pytest.approx(capacity)


def test_an_unknown_that_cannot_be_the_fullest_leaves_nothing_open() -> None:
    """A limit with bounds of which the most is below the fullest: stranded power stays exact."""
    sure = limit("cooling", exact(30.6, "kW"), exact(20.0, "kW"))
    loose = limit("mass", Figure(100.0, 900.0, None, "kg"), exact(1701.0, "kg"))
    assert found(sure, loose).name == "cooling"


def test_a_rack_on_a_floor_of_unknown_limit_says_so_in_its_report() -> None:
    devices = [device("d", "dgx-h100"), pdu("p", feed="A"), pdu("q", feed="B")]
    rack = one(drawn(*devices))[1]
    assert rack.binding_constraint == ""
    assert rack.binding_open[-1] == "floor"
    words = {each.name: rack.binding_words(each) for each in rack.limits}
    assert {name for name, word in words.items() if word == "may bind"} == set(rack.binding_open)
    known = one(drawn(*devices, room=Room(floor_limit_kpa=12)))[1]
    (name,) = (each.name for each in known.limits if known.binding_words(each) == "binding")
    assert name == known.binding_constraint


def test_loads_of_which_nothing_is_known_are_not_taken_for_the_same() -> None:
    """That of one feed and that of all have the same bounds then."""
    nothing = missing("node.power_max_w", "kW")
    all_feeds = limit("power", nothing, exact(60.0, "kW"), "power")
    one_lost = limit("power-feed-lost", nothing, exact(32.0, "kW"), "power")
    assert set(found(all_feeds, one_lost).may_bind) == {"power", "power-feed-lost"}


def test_a_limit_that_may_admit_nothing_is_not_said_to_bind() -> None:
    """With no room at all it is no candidate: its state says so, and the next one binds."""
    one_lost = limit("power-feed-lost", exact(1.6, "kW"), Figure(0.0, 4.7, None, "kW"), "power")
    all_feeds = limit("power", exact(1.6, "kW"), exact(9.4, "kW"), "power")
    binding = found(one_lost, all_feeds, limit("units", exact(2.0), exact(48.0)))
    assert (binding.name, binding.may_bind) == ("", ("power-feed-lost", "power"))
    nothing = limit("power-feed-lost", exact(1.6, "kW"), exact(0.0, "kW"), "power")
    assert found(nothing, all_feeds).name == "power"
    assert found(one_lost).name == "power-feed-lost"


def test_of_several_that_may_admit_nothing_each_may_leave_the_next_to_bind() -> None:
    """Mass binds where the floor carries much and no feed is left: it was not among them."""
    one_lost = limit("power-feed-lost", exact(10.2, "kW"), Figure(0.0, 32.0, None, "kW"), "power")
    floor = limit("floor", exact(4.0, "kPa"), missing("room.floor_limit_kpa", "kPa"))
    mass = limit("mass", exact(700.0, "kg"), exact(1360.0, "kg"))
    units = limit("units", exact(8.0), exact(48.0))
    binding = found(one_lost, floor, mass, units)
    assert (binding.name, set(binding.may_bind)) == ("", {"power-feed-lost", "floor", "mass"})


SINGLE = Psu(count=1, inlet="C20", rating_w=40_000)


@pytest.mark.parametrize("watts", [9_900, 16_300, 16_500, 33_000, 40_000])
def test_what_one_feed_lost_leaves_is_what_hangs_on_the_other(watts: int) -> None:
    """Two servers with one cord each: 32.6 of 32.8 kW became 16.5 of 32.8 with more power."""
    server = parts.DGX.evolve(id="server", name="Server", power_max_w=watts, psu=SINGLE)
    design = drawn(
        device("m", "server", half_u=2), device("n", "server", half_u=22),
        pdu("p", feed="A"), pdu("q", feed="B"), room=Room(floor_limit_kpa=50),
    )  # fmt: skip
    rack = evaluate(design, CATALOG.overlay([server])).racks[0]
    (lost,) = (each for each in rack.limits if each.name == "power-feed-lost")
    assert (lost.used, lost.limit) == pytest.approx((watts / 1000, 32.775))
    # One cord takes one line of the PDU, which carries 10.9 kW; so the lines do not, beyond.
    assert lost.state == ("error" if watts > 10_925 else "ok")


@pytest.mark.parametrize("count", [1, 3])
def test_nothing_is_stranded_where_the_feeds_themselves_bind(count: int) -> None:
    """A door that draws from them was left out of what they carry: 3.45 kW stranded, exact."""
    door = parts.DOOR.evolve(id="active", name="Active", power_max_w=1_500)
    devices = [device(f"n{at}", "dgx-h100", half_u=2 + 16 * at) for at in range(count)]
    devices += [device("z", "active", half_u=0).evolve(face="door")]
    design = drawn(*devices, pdu("p", feed="A"), pdu("q", feed="B"),
                   room=Room(floor_limit_kpa=50),
                   site=Site(supply_air_c=24.0, cooling_water_c=12.0))  # fmt: skip
    rack = evaluate(design, CATALOG.overlay([door])).racks[0]
    assert rack.binding_constraint == "power-feed-lost"
    stranded = rack.figure("stranded_kw")
    assert (stranded.low, stranded.high) == (0.0, 0.0)


def test_nothing_is_said_to_be_stranded_where_no_feed_is_sure() -> None:
    """A lost part may be the only rack PDU, or none: it said 0 kW for certain."""
    for devices in ([device("x", "gone")], [device("d", "dgx-h100"), device("x", "gone")]):
        rack = one(drawn(*devices, room=Room(floor_limit_kpa=12)))[1]
        stranded = rack.figure("stranded_kw")
        assert (stranded.value, stranded.low, stranded.high) == (None, 0.0, inf)
