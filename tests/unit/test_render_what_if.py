"""A loss that is tried: what may be lost where, what it does, in words; no window."""

import pytest

from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Design, Site
from designer.model.layout import Layout
from designer.render.failing import (
    Failing,
    targets_at,
    targets_of_device,
    targets_of_switches,
    targets_upstream,
)
from designer.render.fate import DARK, PARTLY_DARK, Fate
from designer.render.group_fates import group_after
from designer.render.one_line_words import Said
from designer.render.what_if import WhatIf, answered, of_power
from tests.unit.test_engine_fabrics import SHIPPED, SWITCH, hall, pod
from tests.unit.test_engine_feeds import CATALOG, design_of, feed, nodes, pdus


def design(held: str = "ABC") -> Design:
    power = tuple(feed(key, 100) for key in "ABC")
    return design_of(*nodes(4), *pdus(held), power=power, site=Site())


def report(held: str = "ABC") -> Report:
    return evaluate(design(held), CATALOG)


def fate_of(found: Report, key: str) -> str:
    shown = answered(found, Failing("power", key))
    assert shown is not None
    fate = shown.fates.get(found.racks[0].id)
    return fate.state if fate else "untouched"


def test_each_loss_of_a_feed_has_its_fate() -> None:
    assert [fate_of(report(), key) for key in "ABC"] == ["carries"] * 3
    assert [fate_of(report("AB"), key) for key in "ABC"] == ["short", "short", "untouched"]
    assert fate_of(report("A"), "A") == "dark"


def test_what_the_report_lacks_cannot_be_lost() -> None:
    for failing in (
        Failing("power", "gone"), Failing("cooling", "gone"), Failing("inside", "x", "r"),
        Failing("inside", "x", "gone"),
    ):  # fmt: skip
        assert answered(report(), failing) is None


def test_a_rack_offers_its_feeds_and_what_is_inside_it() -> None:
    found = report()
    words = [one.words for one in targets_at(found, found.racks[0])]
    assert words[:3] == ["feed A", "feed B", "feed C"]
    assert words[3:6] == [f"rack PDU on feed {key}" for key in "ABC"]
    assert words[6] == "one of 6 supplies of DGX H100"
    assert [one.words for one in targets_upstream(found)] == words[:3]
    for target in targets_at(found, found.racks[0]):
        assert answered(found, target.failing) is not None, target


def test_a_rack_pdu_offers_its_own_loss_and_a_node_that_of_a_supply() -> None:
    found, layout = report(), Layout(design())
    rack = found.racks[0]

    def offered(key: str) -> list[str]:
        placed = layout.find(key)
        assert placed is not None
        told = targets_of_device(found, rack, placed, layout, CATALOG)
        assert all(one.failing.device == key for one in told)
        return [one.words for one in told]

    by_feed = {one.feed: one.key for one in layout.in_rack(rack.id) if one.feed}
    assert {feed: offered(key) for feed, key in by_feed.items()} == {
        key: [f"rack PDU on feed {key}"] for key in "ABC"
    }
    node = next(one.key for one in layout.in_rack(rack.id) if not one.feed)
    assert offered(node) == ["one of 6 supplies of DGX H100"]


def test_a_lost_rack_pdu_says_what_it_does_in_its_rack() -> None:
    found = report("AB")
    pdu = next(one for one in targets_at(found, found.racks[0]) if "rack PDU" in one.words)
    shown = answered(found, pdu.failing)
    assert shown is not None
    assert shown.title == "rack PDU on feed A in R"
    assert shown.words.startswith("32 GPUs short of power")
    assert shown.fates[found.racks[0].id].state == "short"
    assert shown.state == "error"


@pytest.mark.parametrize(
    ("states", "value", "state"),
    [
        ({"a": "short", "b": "carries"}, "1 short, 1 carry on", "error"),
        ({"a": "open"}, "1 cannot be said", "unknown"),
        ({"a": "carries"}, "on 2 of 3 feeds", "ok"),
        ({}, "on 2 of 3 feeds", "ok"),
    ],
)
def test_a_group_of_the_one_line_counts_what_becomes_of_its_racks(
    states: dict[str, str], value: str, state: str
) -> None:
    fates = {key: Fate(one, (one,), one) for key, one in states.items()}  # type: ignore[arg-type]  # states
    shown = WhatIf((), "feed A", "", "", "ok", fates)
    said = group_after(Said("2 racks", "A + B", "on 2 of 3 feeds"), ("a", "b"), shown)
    assert (said.value, said.state) == (value, state)


def test_a_rack_on_an_overloaded_feed_does_not_carry_on() -> None:
    found = report()
    loss = next(one for one in found.power.losses if one.id == "A").evolve(overloaded=("B",))
    shown = of_power(found, loss, (Failing("power", "A"),))
    fate = shown.fates[found.racks[0].id]
    assert (fate.state, fate.words[0]) == ("overloaded", "overload")
    assert "upstream" in fate.text
    other = loss.evolve(overloaded=("elsewhere",))
    assert of_power(found, other, (Failing("power", "A"),)).fates[found.racks[0].id].state == (
        "carries"
    )


def test_what_hangs_on_an_overloaded_node_is_overloaded() -> None:
    found = report()
    lost_a, lost_b = (next(o for o in found.power.losses if o.id == key) for key in "AB")
    ups = lost_b.evolve(id="ups", kind="ups", feeds=("B",))
    power = found.power.evolve(losses=(*found.power.losses, ups))
    loss = lost_a.evolve(overloaded=("ups",))
    shown = of_power(found.evolve(power=power), loss, (Failing("power", "A"),))
    assert shown.fates[found.racks[0].id].state == "overloaded"


def test_a_group_says_part_dark_where_the_floor_does() -> None:
    shown = WhatIf((), "feed A", "", "", "ok", {"a": PARTLY_DARK})
    said = group_after(Said("1 rack", "A + B", "on 1 of 2 feeds"), ("a",), shown)
    assert (said.value, said.state) == ("1 part dark", "error")


def rails() -> tuple[Report, Layout]:
    made, catalog = hall(64, 16, 8)
    return evaluate(made, catalog), Layout(made)


def test_a_leaf_switch_says_who_loses_a_rail_and_what_remains() -> None:
    found, layout = rails()
    (target,) = targets_of_switches(found, layout.in_rack("s")[:1])
    assert target.failing == Failing("network", "f|leaf|leaf00", "s", "leaf00", "")
    shown = answered(found, target.failing)
    assert shown is not None
    assert shown.sentence == (
        "32 of 512 GPUs lose their rail of f; the 32 nodes keep their other links"
    )
    assert shown.fullest.startswith("480 of 512 rails remain, bisection left: ")
    assert shown.state == "warning"
    assert {key: fate.state for key, fate in shown.fates.items()} == {
        "r00": "rail", "r01": "rail", "r02": "rail", "r03": "rail", "s": "holds",
    }  # fmt: skip


def test_a_spine_switch_takes_no_rail_and_leaves_less_between_halves() -> None:
    found, layout = rails()
    spine = next(one for one in layout.in_rack("s") if one.tier == "spine")
    shown = answered(found, targets_of_switches(found, (spine,))[0].failing)
    assert shown is not None
    assert shown.sentence == "no node loses a link to f"
    assert shown.fullest.startswith("Bisection left: ")
    assert list(shown.fates) == ["s"]


def test_a_switch_that_alone_joins_devices_cuts_them_off() -> None:
    found = evaluate(pod(1), SHIPPED)
    oob = next(one for one in found.fabrics if one.id == "out-of-band")
    key = oob.switch_losses[0].groups[0].switches[0]
    shown = answered(found, Failing("network", f"out-of-band|leaf|{key}", "A06", key, "OOB"))
    assert shown is not None
    assert (
        "48 of 94 devices lose a link to Out-of-band; all of them have no other" in shown.sentence
    )
    assert shown.state == "error"
    assert {fate.state for fate in shown.fates.values()} == {"cut"}
    assert answered(found, Failing("network", "compute|core|gone")) is None


def unsure(capacity_kw: float | None) -> Report:
    """Feed A and B, of which nobody may say what B carries; no device in the rack is open."""
    power = (feed("A", 100), feed("B", capacity_kw), feed("C", 100))
    return evaluate(design_of(*nodes(4), *pdus("ABC"), power=power, site=Site()), CATALOG)


def test_a_rack_left_on_a_feed_of_unknown_capacity_cannot_be_said_with_the_reason() -> None:
    assert fate_of(unsure(100), "A") == "carries"
    shown = answered(unsure(None), Failing("power", "A"))
    assert shown is not None
    (fate,) = shown.fates.values()
    assert fate.state == "open"
    assert fate.words == ("?",)
    assert fate.text.startswith("whether feed B carries what it gets then cannot be said, because")
    assert "capacity" in fate.text


def test_a_switch_of_a_fabric_of_uncounted_nodes_cannot_be_said_with_the_reason() -> None:
    made, catalog = hall(64, 16, 8)
    catalog = catalog.overlay((SWITCH.evolve(ports=()),))
    found, layout = evaluate(made, catalog), Layout(made)
    (target,) = targets_of_switches(found, layout.in_rack("s")[:1])
    shown = answered(found, target.failing)
    assert shown is not None
    assert shown.state == "unknown"
    assert "cannot be said, because the list of ports of switch is not known" in shown.sentence
    assert {fate.state for fate in shown.fates.values()} == {"holds"}


def test_what_is_dark_in_part_is_never_called_dark() -> None:
    """A rack of which the door alone had no power was struck out and called dark."""
    partly = PARTLY_DARK
    assert partly.in_part
    assert not {"dark", "no power"} & set(partly.words)
    assert not DARK.in_part


@pytest.mark.parametrize(("kw", "state"), [(8.5, "carries"), (9.5, "tight"), (10.0, "tight")])
def test_a_rack_of_which_the_feed_left_is_nearly_full_says_so(kw: float, state: str) -> None:
    """Green at 95 % of what its rack PDUs carry looked like one at a half."""
    found = report("AB")
    (rack,) = found.racks
    feeds = tuple(
        one.evolve(load_kw=kw / 2, load_after_loss_kw=kw, capacity_kw=10.0, bounds=())
        for one in rack.feeds
    )
    quiet = rack.evolve(feeds=feeds, fates=())
    loss = next(one for one in found.power.losses if one.id == "A")
    loss = loss.evolve(overloaded=(), unsure=(), state="ok")
    fate = of_power(found.evolve(racks=(quiet,)), loss, ()).fates[rack.id]
    assert (fate.state, fate.severity) == (state, "ok" if state == "carries" else "warning")
    third = feeds[0].evolve(id="C")
    several = quiet.evolve(feeds=(*feeds, third))
    fates = of_power(found.evolve(racks=(several,)), loss, ()).fates
    assert fates[rack.id].state == "carries", "what each has after this loss the report has not"
