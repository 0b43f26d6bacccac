"""Bars of the power plot, report after report: the same as read from nothing."""

from random import Random

import pytest

from designer.engine.report import Limit, RackReport, Report
from designer.ui.views.dashboard.power_data import BarReader


def rack(key: str, random: Random) -> RackReport:
    """Return a rack's report with figures drawn by chance, unknown ones among them."""
    limit = Limit(name="cooling", label="Cooling", limit=random.choice((None, 20.0, 45.0)))
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
