"""Bars of the power plot, report after report: the same as read from nothing."""

from random import Random

import pytest

from designer.engine.evaluate import evaluate
from designer.engine.limit_report import Limit
from designer.engine.report import RackReport, Report
from designer.model.figures import Figure, exact, missing
from designer.model.measured import fields_of
from designer.ui.views.dashboard.power_data import BarReader, PowerBars
from tests.helpers import engine_designs as parts
from tests.helpers.one_rack import device, drawn, pdu


def rack(key: str, random: Random) -> RackReport:
    """Return a rack's report with figures drawn by chance, unknown ones among them."""
    limit = Limit(
        name="cooling", group="cooling", label="Cooling", limit=random.choice((None, 20.0, 45.0))
    )
    return RackReport(
        id=key,
        name=random.choice((key, "", "same name")),
        kind=random.choice(("rack", "rack", "cdu")),
        power_max_kw=random.choice((None, 5.0, 5.0, 17.25, 40.8)),
        cooling_method=random.choice(("", "rear-door", "room-air")),
        limits=random.choice(((), (limit,))),
    )


@pytest.mark.parametrize("seed", range(6))
def test_bars_after_some_changes_are_those_read_from_nothing(seed: int) -> None:
    random, reader = Random(seed), BarReader()
    racks = [rack(f"R{n}", random) for n in range(90)]
    for _ in range(25):
        report = Report(racks=tuple(racks))
        assert reader.read(report) == BarReader().read(report)
        changed = random.choice((0, 1, 3, 80))
        for at in random.sample(range(len(racks)), min(changed, len(racks))):
            racks[at] = rack(racks[at].id, random)
        match random.randrange(6):
            case 0:
                racks.append(rack(f"R{random.randrange(1000)}+", random))
            case 1:
                racks.pop(random.randrange(len(racks)))
            case 2:
                racks[0] = rack(f"{racks[0].id}'", random)


def test_bars_of_an_empty_hall_are_none_and_come_with_the_first_rack() -> None:
    reader = BarReader()
    assert reader.read(Report()).ids == ()
    assert reader.read(Report(racks=(RackReport(id="A01", power_max_kw=3.0),))).kw == (3.0,)
    assert reader.read(Report()).ids == ()


def test_bars_that_look_the_same_are_the_same_object() -> None:
    """So that the plot need not even compare them."""
    first = RackReport(id="A01", name="A01", power_max_kw=3.0, weight_kg=800.0)
    reader = BarReader()
    shown = reader.read(Report(racks=(first,)))
    assert reader.read(Report(racks=(first.evolve(weight_kg=900.0),))) is shown
    assert reader.read(Report(racks=(first.evolve(power_max_kw=4.0),))) is not shown


def test_a_rack_without_the_door_that_it_needs_is_no_rear_door_in_the_legend() -> None:
    hung = RackReport(id="A01", power_max_kw=40.8, cooling_method="rear-door")
    bare = hung.evolve(id="A02", door_missing=True)
    bars = BarReader().read(Report(racks=(hung, bare)))
    assert dict(zip(bars.ids, bars.methods, strict=True)) == {
        "A01": "rear-door", "A02": "needs-rear-door",
    }  # fmt: skip


def fed(name: str, used: Figure, limit: Figure) -> Limit:
    """Return a limit of a rack's feeds."""
    return Limit(
        name=name, group="power", label=name, unit="kW", **fields_of({"used": used, "limit": limit})
    )


def bars_of(*limits: Limit, kw: float = 30.6) -> PowerBars:
    """Return the bar of one rack with limits."""
    return BarReader().read(Report(racks=(RackReport(id="A01", power_max_kw=kw, limits=limits),)))


ALL_FEEDS = fed("power", exact(33.2, "kW"), exact(65.55, "kW"))


def test_an_open_limit_of_a_loss_is_not_replaced_by_that_of_all_feeds() -> None:
    """With a door whose supplies nobody states, `feed 33` became `feed 66` at the same PDUs."""
    lost = missing("door.psu", "kW", 0.0, 65.55)
    assert bars_of(ALL_FEEDS, fed("power-feed-lost", exact(33.2), lost)).feed_kw == (None,)
    known = fed("power-feed-lost", missing("door.psu", "kW", 30.0, 34.0), exact(32.775, "kW"))
    assert bars_of(ALL_FEEDS, known).feed_kw == (32.775,)
    assert bars_of(ALL_FEEDS).feed_kw == (65.55,), "no loss matters where none is planned for"
    assert bars_of().feed_kw == (None,)


def test_a_door_of_unknown_supplies_leaves_the_line_of_the_feeds_or_takes_it() -> None:
    door = parts.DOOR.evolve(power_max_w=2600)
    catalog = parts.small_catalog().overlay([door])
    devices = [device(f"n{at}", parts.DGX.id, half_u=2 + 16 * at) for at in range(3)]
    devices += [pdu("pdu-a", feed="A"), pdu("pdu-b", feed="B")]
    hung = device("door", door.id, face="door")
    bare, doored = (
        BarReader().read(evaluate(drawn(*held), catalog))
        for held in (devices, [*devices, hung])
    )  # fmt: skip
    assert bare.feed_kw == (pytest.approx(32.775),)
    assert doored.feed_kw in ((None,), bare.feed_kw)
    assert doored.fed_kw == (pytest.approx(33.2),)


def test_the_limit_of_one_feed_is_no_line_over_the_bar_of_the_whole_rack() -> None:
    """What hangs on the lost feed goes down with it, and asks nothing of the one that is left."""
    part = fed("power-feed-lost", exact(20.0, "kW"), exact(25.0, "kW"))
    assert bars_of(ALL_FEEDS, part).feed_kw == (None,)
    same = fed("power-feed-lost", exact(0.1 + 0.2, "kW"), exact(25.0, "kW"))
    assert bars_of(ALL_FEEDS, same, kw=0.3).feed_kw == (25.0,)
    assert bars_of(ALL_FEEDS, same.evolve(used=0.3), kw=0.1 + 0.2).feed_kw == (25.0,)


def test_a_bar_shows_what_fans_draw_only_where_its_power_is_known() -> None:
    bars = bars_of(ALL_FEEDS)
    assert (bars.fed_kw, bars.fed_words) == ((33.2,), ("33.2 kW",))
    assert bars.limit_words == ("power: 65.5 kW",)
    same = fed("power", exact(0.1 + 0.2, "kW"), exact(65.0, "kW"))
    alone = bars_of(same, kw=0.3)
    assert (alone.fed_kw, alone.fed_words) == ((0.3,), ("",)), "a difference of rounding is none"
    either = RackReport(
        id="A01", limits=(ALL_FEEDS,),
        **fields_of({"power_max_kw": missing("a", "kW", 10.0, 32.0)}),
    )  # fmt: skip
    unsure = BarReader().read(Report(racks=(either,)))
    assert (unsure.kw, unsure.fed_kw, unsure.fed_words) == ((10.0,), (10.0,), ("33.2 kW",))


def test_only_limits_of_which_none_is_drawn_are_told_as_far() -> None:
    def far(*cooling: float | None) -> tuple[tuple[str, float], ...]:
        racks = [
            RackReport(id=f"A{at}", power_max_kw=10.0, cooling_capacity_kw=kw)
            for at, kw in enumerate(cooling)
        ]
        return BarReader().read(Report(racks=tuple(racks))).far_limits()

    assert far(75.0, None, 60.0) == (("cooling", 60.0),)
    assert far(75.0, 22.0) == ()
    assert far(None) == ()
