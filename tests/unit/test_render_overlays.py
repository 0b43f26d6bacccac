"""What overlays say of racks: the report's own figures and verdicts, with their bounds."""

from math import inf

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.limit_report import Limit
from designer.engine.network_report import FabricReport, PortsTaken
from designer.engine.power_report import FeedReport, PduReport
from designer.engine.report import RackReport
from designer.model.figures import Figure, exact, missing
from designer.model.measured import fields_of
from designer.planning.templates import build
from designer.render.overlays import (
    GROUPS,
    NOTHING,
    Overlay,
    Reading,
    off_scale,
    overlays,
    overlays_after,
    overlays_of,
    title,
    worst,
    worst_words,
)


def limit(used: Figure, most: Figure, state: str = "ok", name: str = "mass", **named: str) -> Limit:
    fields = fields_of({"used": used, "limit": most})
    said = {"label": "Mass, static", "group": "mass", "unit": "kg", "text": "in words"} | named
    return Limit.model_validate({"name": name, "state": state, **said, **fields})


def rack(*limits: Limit, **fields: object) -> RackReport:
    return RackReport.model_validate({"id": "A01", "limits": limits, **fields})


def overlay(id_: str, *racks: RackReport) -> Overlay:
    return next(one for one in overlays(racks) if one.id == id_)


def read(one: RackReport, id_: str = "limit:mass") -> Reading:
    return overlay(id_, one).reading(one)


def spread(low: float, high: float) -> Figure:
    return missing("x.mass_kg", "kg", low, high)


@pytest.mark.parametrize(
    ("used", "most", "state", "said"),
    [
        (exact(840.0), exact(1000.0), "ok", ("known", 0.84, 0.84, "84 %", "840")),
        (spread(620, 745), exact(1000.0), "ok", ("known", 0.62, 0.745, "62–75 %", "620–745")),
        (exact(1004.0), exact(1000.0), "error", ("over", 1.004, 1.004, "100.4 %", "1,004")),
        (exact(996.0), exact(1000.0), "warning", ("known", 0.996, 0.996, "99.6 %", "996")),
        (exact(1000.0), exact(1000.0), "ok", ("known", 1.0, 1.0, "100 %", "1,000")),
        (spread(800, 1200), exact(1000.0), "unknown", ("open", 0.8, 1.2, "80–120 %", "800–1,200")),
        (spread(800, inf), exact(1000.0), "unknown", ("open", 0.8, inf, "≥ 80 %", "≥ 800")),
        (exact(800.0), spread(0, inf), "unknown", ("open", 0.0, inf, "?", "800")),
        (exact(800.0), exact(0.0), "error", ("over", inf, inf, "over", "800")),
    ],
)  # fmt: skip
def test_a_limit_is_read_as_the_report_says_it(
    used: Figure, most: Figure, state: str, said: tuple[object, ...]
) -> None:
    found = read(rack(limit(used, most, state)))
    told = (found.state, found.at_least, found.at_most, found.share, found.value)
    assert told == tuple(pytest.approx(x) if isinstance(x, float) else x for x in said)
    assert found.text == "in words"


def test_an_estimate_says_that_it_is_one() -> None:
    about = Figure(700, 900, 800, "kg", estimated=True)
    found = read(rack(limit(about, exact(1000.0))))
    assert (found.share, found.state, found.at_most) == ("~80 %", "known", 0.9)


def test_what_a_rack_does_not_have_is_no_load_of_it() -> None:
    other = rack(limit(exact(1.0), exact(2.0), name="floor", group="floor"))
    both = rack(limit(exact(840.0), exact(1000.0)), other.limits[0])
    mass = overlay("limit:mass", both, other)
    assert mass.reading(other) is NOTHING
    assert mass.reading(both).state == "known"


def test_a_load_without_a_fixed_limit_is_no_overlay() -> None:
    none = limit(exact(114.8), exact(1.0)).evolve(limit=None, bounds=(), state="ok")
    assert "limit:mass" not in [one.id for one in overlays((rack(none),))]


def test_overlays_stand_in_groups_and_name_what_labels_share() -> None:
    air = limit(exact(1.0), exact(2.0), name="cooling", group="cooling", label="Cooling, room air")
    door = air.evolve(label="Cooling, rear door")
    up = limit(exact(1.0), exact(2.0), name="power", group="power", label="Power, all feeds")
    two = up.evolve(label="Power, both feeds")
    lost = up.evolve(name="lost", label="Power, one feed lost")
    found = overlays((rack(air, up, lost), rack(door, two, lost)))
    titles = {one.id: one.title for one in found}
    assert titles["limit:cooling"] == "Cooling"
    assert titles["limit:power"] == "Power, all feeds", "else it would read like the next"
    assert titles["limit:lost"] == "Power, one feed lost"
    groups = [GROUPS.index(one.group) for one in found]
    assert groups == sorted(groups)
    assert all(one.has_limit == (one.end == "limit") for one in found)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ({"line_1_a": 20.0, "line_2_a": 24.0, "line_3_a": 12.0}, ("known", "50 %", "24.0")),
        ({"line_1_a": 20.0, "line_1_after_loss_a": 53.6}, ("over", "112 %", "53.6")),
        ({}, ("none", "", "")),
    ],
)
def test_the_fullest_line_is_the_gravest_of_all(
    lines: dict[str, float], said: tuple[str, str, str]
) -> None:
    pdu = PduReport(part="p", connection="wye", line_limit_a=48.0, **lines)
    one = rack(feeds=(FeedReport(id="A", side="A", pdus=(pdu,)),))
    found = read(one, "lines")
    assert (found.state, found.share, found.value) == said


def test_a_line_that_may_carry_too_much_cannot_be_said() -> None:
    fields = fields_of({"line_limit_a": exact(48.0), "line_1_a": spread(10, 60)})
    pdu = PduReport.model_validate({"part": "p", "connection": "wye", **fields})
    one = rack(feeds=(FeedReport(id="A", side="A", pdus=(pdu,)),))
    assert read(one, "lines").state == "open"


def test_nothing_stranded_is_known_and_no_coolant_is_no_load() -> None:
    one = rack(stranded_kw=0.0, coolant_lpm=0.0, airflow_m3h=7_500.0)
    assert (read(one, "stranded").state, read(one, "stranded").share) == ("known", "0.0")
    assert read(one, "coolant").state == "none"
    assert (read(one, "airflow").share, read(one, "airflow").at_most) == ("7,500", 0.5)
    open_ = RackReport.model_validate({"id": "A", **fields_of({"stranded_kw": spread(3, inf)})})
    assert (read(open_, "stranded").state, read(open_, "stranded").share) == ("open", "≥ 3.0")
    unknown = {"id": "A", **fields_of({"stranded_kw": spread(0, inf)})}
    judged = limit(exact(1.0), exact(2.0))
    nothing = RackReport.model_validate({**unknown, "limits": (judged,)})
    assert read(nothing, "stranded").share == "?"
    assert read(RackReport.model_validate(unknown), "stranded") == NOTHING


def test_the_worst_is_over_then_fullest_then_open() -> None:
    over, full, half, open_ = (
        Reading(low, high, state, "", "", "")
        for low, high, state in (
            (1.1, 1.1, "over"), (0.9, 0.9, "known"), (0.5, 0.5, "known"), (0.2, inf, "open"),
        )
    )  # fmt: skip
    assert worst((half, open_, over, full)) is over
    assert worst((half, open_, full)) is full
    assert worst((open_, NOTHING)) is open_
    assert worst(()) is NOTHING


def fed(*feeds: FeedReport) -> RackReport:
    return rack(feeds=feeds)


def feed_of(key: str, after: Figure | None, most: float = 30.0, **pdu: float | None) -> FeedReport:
    fields = fields_of({"load_after_loss_kw": after}) if after else {}
    pdus = (PduReport.model_validate({"part": "p", **pdu}),) if pdu else ()
    return FeedReport(id=key, side=key, capacity_kw=most, pdus=pdus, **fields)


def test_the_fullest_feed_after_a_loss_is_told() -> None:
    found = read(fed(feed_of("A", exact(20.0)), feed_of("B", exact(27.0))), "feed-after-loss")
    assert (found.state, found.share, found.value) == ("known", "90 %", "27.0")
    assert found.text == "27.0 of 30.0 kW on the rack PDUs of feed B after the loss of another"
    over = read(fed(feed_of("A", exact(31.0)), feed_of("B", exact(27.0))), "feed-after-loss")
    assert (over.state, over.share) == ("over", "103 %")
    assert read(fed(feed_of("A", spread(0, 40))), "feed-after-loss").state == "open"
    assert read(fed(feed_of("A", None)), "feed-after-loss") is NOTHING


def test_imbalance_is_that_of_the_worst_rack_pdu() -> None:
    even = feed_of("A", None, imbalance=0.02)
    odd = feed_of("B", None, imbalance=0.25, imbalance_after_loss=0.1)
    found = read(fed(even, odd), "imbalance")
    assert (found.state, found.share, found.at_most) == ("known", "25 %", 0.5)
    assert found.text == (
        "a line of the rack PDU on feed B is 25 % off their mean, after the worst loss 10 %"
    )
    unsaid = read(fed(feed_of("A", None, imbalance=None, line_1_a=None)), "imbalance")
    assert (unsaid.state, unsaid.share) == ("open", "?")
    assert read(fed(), "imbalance") is NOTHING


@pytest.mark.parametrize(
    ("margin", "said"),
    [
        (exact(8.0), ("known", "8 K", pytest.approx(7 / 15))),
        (exact(0.0), ("known", "0 K", pytest.approx(1.0))),
        (exact(-3.0), ("over", "-3 K", pytest.approx(18 / 15))),
        (spread(-60, 8), ("open", "≤ 8 K", pytest.approx(75 / 15))),
        (spread(-60, 7.2), ("open", "≤ 8 K", pytest.approx(75 / 15))),
        (spread(0, inf), ("open", "?", pytest.approx(1.0))),
        (spread(3, inf), ("known", "≥ 3 K", pytest.approx(12 / 15))),
        (spread(-60, inf), ("open", "?", pytest.approx(75 / 15))),
        (exact(30.0), ("known", "30 K", 0.0)),
    ],
)
def test_the_margin_of_inlet_air_fills_up_towards_the_limit(
    margin: Figure, said: tuple[object, ...]
) -> None:
    found = read(rack(**fields_of({"inlet_margin_k": margin})), "inlet")
    assert (found.state, found.share, found.at_most) == said
    assert read(rack(), "inlet") is NOTHING


def test_an_overlay_says_what_shades_and_where_its_scale_begins() -> None:
    inlet = overlay("inlet")
    assert title(inlet) == "Inlet margin, K below the warmest that parts take"
    assert (inlet.start, inlet.end) == ("15 K", "limit")


def test_pressure_under_a_footprint_stands_on_a_scale_of_its_own() -> None:
    found = read(rack(**fields_of({"footprint_kpa": exact(12.5, "kPa")})), "footprint")
    assert (found.state, found.share, found.value, found.at_most) == ("known", "12.5", "kPa", 0.5)
    assert overlay("footprint").group == "Floor and space"


def test_no_value_of_an_overlay_is_infinite() -> None:
    unknown = {
        name: fields_of({name: spread(0, inf)})
        for name in ("inlet_margin_k", "stranded_kw", "footprint_kpa", "airflow_m3h", "coolant_lpm")
    }
    judged = limit(spread(0, inf), spread(0, inf), "unknown")
    fields = {key: value for one in unknown.values() for key, value in one.items()}
    fields["bounds"] = tuple(bound for one in unknown.values() for bound in one["bounds"])
    nothing = rack(judged, **fields)
    for one in overlays((nothing,)):
        found = one.reading(nothing)
        said = f"{found.share} {found.value} {found.text}"
        assert "inf" not in said, one.id
        assert "∞" not in said, one.id
    about = spread(-60, inf)
    found = read(rack(**fields_of({"inlet_margin_k": about})), "inlet")
    assert "cannot be said" in found.text


def test_an_estimate_stands_on_a_rack_without_its_bounds() -> None:
    about = Figure(9.2, 9.9, 9.6, "kW", estimated=True)
    found = read(rack(limit(about, exact(45.0), unit="kW")))
    assert found.value == "~9.6"


def test_limits_of_power_shelves_are_of_power() -> None:
    whip = limit(exact(1.0), exact(2.0), name="whip", group="", unit="A")
    peak = limit(exact(1.0), exact(2.0), name="shelf-peak", group="", unit="kW")
    space = limit(exact(1.0), exact(2.0), name="space", group="", unit="U")
    found = {one.id: one.group for one in overlays((rack(whip, peak, space),))}
    assert found["limit:whip"] == found["limit:shelf-peak"] == "Power"
    assert found["limit:space"] == "Floor and space"


def ports(*some: PortsTaken, key: str = "A01") -> Reading:
    fabrics = (FabricReport(id="c", name="Compute", ports_taken=some),)
    found = next(one for one in overlays((), fabrics) if one.id == "ports")
    return found.reading(RackReport(id=key))


def taken(used: Figure, most: Figure) -> PortsTaken:
    fields = fields_of({"taken": used, "ports": most})
    return PortsTaken.model_validate({"racks": ("A01", "A02"), **fields})


@pytest.mark.parametrize(
    ("some", "said"),
    [
        ([(48, 64), (16, 64)], ("known", "75 %", "48", "48 of 64 ports of a switch of Compute")),
        ([(0, 64)], ("known", "0 %", "0", "0 of 64 ports of a switch of Compute")),
        (
            [(72, 64)],
            ("over", "112 %", "72", "72 ports asked of a switch of Compute, which has 64"),
        ),
        (
            [(4, 0)],
            ("over", "over", "4", "4 asked of a switch of Compute, of whose ports none fits"),
        ),
    ],
)
def test_ports_are_those_of_the_fullest_switch(
    some: list[tuple[int, int]], said: tuple[str, str, str, str]
) -> None:
    found = ports(*(taken(exact(used), exact(most)) for used, most in some))
    assert (found.state, found.share, found.value, found.text) == said


def test_ports_that_nobody_states_are_never_none() -> None:
    known, unstated = taken(exact(32), exact(64)), taken(spread(0, inf), spread(0, inf))
    found = ports(unstated)
    assert (found.state, found.share) == ("open", "?")
    assert "not stated" in found.text
    found = ports(known, unstated)
    assert (found.state, found.share, found.at_least) == ("open", "≥ 50 %", 0.5)
    found = ports(known, taken(spread(0, 48), exact(64)))
    assert (found.state, found.share, found.at_most) == ("known", "50–75 %", 0.75)
    assert ports(taken(spread(0, inf), exact(64))).state == "open"


def test_a_rack_without_switches_has_no_ports_to_shade() -> None:
    found = ports(taken(exact(64), exact(64)), key="B01")
    assert (found.state, found.text) == ("none", "no switch of a fabric")
    lost = next(one for one in overlays((), None) if one.id == "ports")
    assert lost.reading(RackReport(id="B01")).state == "open", "nobody knows where switches stand"


def test_the_worst_in_words_counts_what_cannot_be_said() -> None:
    mass = overlay("limit:mass", rack(limit(exact(1.0), exact(2.0))))
    known = Reading(0.3, 0.32, "known", "~32 %", "", "")
    unknown = Reading(0.0, inf, "open", "?", "", "")
    fuller = Reading(0.8, inf, "open", "≥ 80 %", "", "")
    over = Reading(1.2, 1.2, "over", "120 %", "", "")
    assert worst_words(mass, (known,)) == "~32 %"
    assert worst_words(mass, (known, unknown, unknown)) == "~32 %, 2 cannot be said"
    assert worst_words(mass, (known, fuller)) == "≥ 80 %, 1 cannot be said"
    assert worst_words(mass, (over, fuller)) == "over, 120 %, 1 cannot be said"
    assert worst_words(mass, (unknown,)) == "1 cannot be said"
    assert worst_words(mass, (NOTHING,)) == ""
    stranded = overlay("stranded")
    none = Reading(0.0, 0.0, "known", "0.0", "kW", "")
    assert worst_words(stranded, (none, unknown)) == "0.0 kW, 1 cannot be said"


def test_what_is_more_than_a_scale_shows_is_told_as_off_it() -> None:
    """60 % of imbalance stood there as if it were the end of the scale, 50 %."""
    at_end = Reading(1.0, 1.0, "known", "50 %", "", "")
    beyond = Reading(1.2, 1.2, "known", "60 %", "", "")
    perhaps = Reading(0.8, 1.2, "known", "40–60 %", "", "")
    assert [one.is_beyond for one in (at_end, beyond, perhaps)] == [False, True, False]
    assert off_scale((at_end, beyond, perhaps)) == (("beyond", "1 beyond its end"),)
    over = Reading(1.2, 1.2, "over", "120 %", "", "")
    assert not over.is_beyond


def test_a_reading_rests_on_the_fields_that_its_overlay_names() -> None:
    """Racks that are equal in these share one reading: it must be that of each of them."""
    catalog = load_shipped()
    hall = build("dgx-superpod-h100", {"scalable_units": "1"}, catalog)
    report = evaluate(hall, catalog)
    racks = report.racks
    for one in (*overlays_of(report), *overlays_after()):
        told = set[Reading]()
        for rack in racks:
            fields = {name: getattr(rack, name) for name in one.reads}
            bare = RackReport.model_validate({"id": "bare"} | fields)
            said = one.reading(rack)
            told.add(said)
            assert one.reading(bare) == said, (one.id, rack.id)
            rests_on = tuple(getattr(rack, name) for name in one.reads)
            assert one.rests_on(rack) == ((said,) if one.is_beside else rests_on)
        assert one.id == "coolant" or told != {NOTHING}, f"{one.id} reads nothing in this hall"
