"""Rack PDUs that name no feed: sure is what every way to name them gives, and the rest is open."""

from collections.abc import Sequence

import pytest

from designer.catalog.part import PduFigures, Psu
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.engine.subjects.feeds.limits import ANY_FEEDS
from designer.engine.subjects.feeds.lines import Line, Lines, lines_of
from designer.model.design import Cord, Design, Rack, Site
from designer.model.figures import exact
from designer.wiring.power import expand_power
from designer.wiring.power_filling import held_of
from designer.wiring.power_naming import MOST_NAMINGS, namings
from designer.wiring.power_rack import RackWiring
from tests.helpers import engine_designs as parts
from tests.helpers.hidden_figures import Bounds, outside, results
from tests.unit.test_engine_feed_names_by_chance import with_names
from tests.unit.test_engine_feeds import CATALOG, design_of, device, feed, pdus

BOTH = (feed("A"), feed("B"))
UNSAID = "cannot be said, because the feed of a rack PDU that names none is not known"


def said(design: Design) -> dict[str, str]:
    """Return what is said of power, by key; not that a PDU names no feed."""
    checks = evaluate(design, CATALOG).checks
    return {
        check.key: check.message
        for check in checks
        if check.key.startswith("P") and check.rule != "P27"
    }


def states(design: Design) -> dict[str, str]:
    return {limit.name: limit.state for limit in evaluate(design, CATALOG).racks[0].limits}


def rack_of(feeds: str, part: str, count: int = 1, policy: str = "N+1", **more: object) -> Design:
    """Return a rack of devices on PDUs on feeds by letter; `-` names none."""
    held = (device(f"n{at}", part, 6 + 6 * at) for at in range(count))
    site = Site(feed_policy=policy)
    return design_of(*held, *pdus(feeds), **{"power": BOTH, "site": site} | more)


def by_side(feeds: str) -> Design:
    """Return a switch with both supplies on the last PDU, by hand, and one dealt by the rule."""
    cords = tuple(
        Cord(id=f"c{number}", supply=f"n0:psu{number}", outlet=f"pdu-{len(feeds) - 1}")
        for number in (1, 2)
    )
    return rack_of(feeds, "qm9700", 2, cords=cords)


@pytest.mark.parametrize("third", ["A", "B", "-"])
def test_a_device_on_one_pdu_by_hand_goes_down_with_it_whatever_its_name(third: str) -> None:
    assert "P13:qm9700" in said(by_side(f"AB{third}"))
    assert states(by_side(f"AB{third}"))["psu-feed-lost"] == "error"


BARE = parts.PDU.evolve(
    id="bare", name="Bare",
    pdu=PduFigures(volts=415, amps=60, phases=3, rated_kva=34.5, outlets_c13=0, outlets_c19=18),
)  # fmt: skip


TWICE = parts.SWITCH.evolve(
    id="twice", name="Twice", psu=Psu(count=2, inlet="C14", rating_w=2_000, redundancy="1+1")
)


@pytest.mark.parametrize(
    ("third", "found"), [("A", set()), ("B", {"P13:twice"}), ("-", {"P03:open:twice:1"})]
)
def test_that_a_device_goes_down_is_open_where_a_name_deals_it_over_two_feeds(
    third: str, found: set[str]
) -> None:
    """The PDU on A has no outlet for it, one on B has. It was said to go down with B for certain.

    With the third PDU on A it hangs on both feeds.
    """
    on_a, *others = pdus("AB" + third)
    design = design_of(device("n0", "twice"), on_a.evolve(part="bare"), *others, power=BOTH)
    checks = evaluate(design, CATALOG.overlay([BARE, TWICE])).checks
    told = {one.key: one.message for one in checks if one.rule in {"P03", "P13"}}
    assert told.keys() == found
    assert all(UNSAID in message for key, message in told.items() if "open" in key)


@pytest.mark.parametrize(("feeds", "sure"), [("AB", False), ("A-", False), ("--", False),
                                             ("-", True), ("A", True), ("AA", True)])  # fmt: skip
def test_by_2n_a_name_may_mend_what_two_systems_do_not_reach(feeds: str, sure: bool) -> None:
    told = said(rack_of(feeds, "qm9700", policy="2N"))
    assert ("P12:2N:systems" in told) == sure
    assert ("P12:open:2N:systems" in told) == ("-" in feeds and not sure)
    if "P12:open:2N:systems" in told:
        assert told["P12:open:2N:systems"].endswith(UNSAID)


@pytest.mark.parametrize(("other", "sure"), [("A", True), ("AB", False), ("-", True)])
def test_by_2n_each_rack_needs_a_name_of_its_own(other: str, sure: bool) -> None:
    """One rack hangs on A and a PDU that names none; no name of it feeds the other rack."""
    design = rack_of("A-", "qm9700", policy="2N")
    second = Rack(id="s", name="S", part=parts.RACK.id, x_mm=8000, y_mm=4000)
    more = [device("m", "qm9700").evolve(rack="s")]
    more += [one.evolve(id=f"s-{one.id}", rack="s") for one in pdus(other)]
    design = design.evolve(
        racks=(*design.racks, second),
        devices=tuple(sorted((*design.devices, *more), key=lambda one: one.id)),
    )
    told = said(design)
    assert ("P12:2N:systems" in told) == sure
    assert ("P12:open:2N:systems" in told) != sure


@pytest.mark.parametrize("part", [parts.PDU.id, "nope"])
@pytest.mark.parametrize(("second", "mended"), [("-", True), ("A", False)])
def test_by_2n_what_hangs_beside_the_rails_may_be_named_though_no_catalogue_has_it(
    part: str, second: str, mended: bool
) -> None:
    """With the part known, or with the name B, it was no error; P27 counts it as a rack PDU."""
    strips = [one.evolve(part=part) if at else one for at, one in enumerate(pdus("A" + second))]
    site = Site(feed_policy="2N")
    design = design_of(device("n0", "qm9700"), *strips, power=BOTH, site=site)
    told = said(design)
    assert ("P12:open:2N:systems" in told) == mended
    assert ("P12:2N:systems" in told) != mended


@pytest.mark.parametrize(
    ("feeds", "count", "sure"), [("A-", 4, True), ("AB-", 4, True), ("--", 4, True),
                                 ("A-", 1, False), ("AB-", 1, False)],
)  # fmt: skip
@pytest.mark.parametrize("policy", ["N+1", "2N"])
def test_that_a_rack_outlives_no_loss_is_sure_where_every_name_gives_it(
    feeds: str, count: int, sure: bool, policy: str
) -> None:
    """Four DGX H100 draw 40.8 kW, and either name leaves them one feed of 32.8 kW, or none."""
    design = rack_of(feeds, "dgx-h100", count, policy)
    key = f"dgx-h100x{count}"
    told = {key: text for key, text in said(design).items() if key.startswith("P02")}
    (limit,) = [one for one in evaluate(design, CATALOG).racks[0].limits
                if one.name == "power-feed-lost"]  # fmt: skip
    if sure:
        assert told == {f"P02:{key}": f"{count} × DGX H100: {ANY_FEEDS}"}
        assert (limit.state, limit.text) == ("error", ANY_FEEDS)
    else:
        assert told.keys() == {f"P02:open:{key}"}
        assert limit.state == "unknown"


def test_what_a_loss_leaves_of_supplies_is_told_beside_a_rack_that_outlives_none() -> None:
    """By either name a loss takes three of six supplies, where four are needed."""
    told = said(rack_of("AB-", "dgx-h100", 4))
    assert "P02:dgx-h100x4" in told
    assert [key for key in told if key.startswith("P03:dgx-h100:")]


def test_where_no_outlet_is_found_is_open_where_a_name_gives_one() -> None:
    """One PDU has no C20 outlet: on A, the supplies that it cannot take hang on the other."""
    strips = [one.evolve(part="bare") if at else one for at, one in enumerate(pdus("A-"))]
    design = design_of(device("n0", "qm9700"), *strips, power=BOTH)
    told = {check.key: check.message for check in evaluate(design, CATALOG.overlay([BARE])).checks}
    assert "P10:C13:qm9700x1" not in told
    assert told["P10:open:qm9700x1"].endswith(UNSAID)


def test_whether_rack_pdus_carry_what_hangs_nowhere_is_open_where_its_power_is_unknown() -> None:
    """P01 was silent, though the same device with a stated power of 90 kW is an error."""

    def dark(watts: float | None) -> dict[str, str]:
        heavy = parts.DGX.evolve(
            id="heavy", name="Heavy", power_max_w=watts,
            psu=Psu(count=6, inlet="C14"),
        )  # fmt: skip
        design = design_of(
            device("n0", "heavy"), *(one.evolve(part="bare") for one in pdus("AB")), power=BOTH
        )
        report = evaluate(design, CATALOG.overlay([heavy, BARE]))
        return {check.key: check.message for check in report.checks}

    assert "P01:heavyx1" in dark(90_000)
    assert not {key for key in dark(9_000) if key.startswith("P01")}
    told = dark(None)
    assert {key for key in told if key.startswith("P26:dark")}
    assert told["P01:open:heavyx1"] == (
        "whether the feeds carry 1 × Heavy cannot be said, because the highest power of Heavy is "
        "not known"
    )


def test_too_many_ways_to_name_leave_everything_open() -> None:
    power = tuple(feed(key) for key in "ABCDEF")
    design = rack_of("------", "qm9700", power=power)
    (wiring,) = expand_power(design, CATALOG).places
    assert namings(wiring, tuple("ABCDEF")) == ()
    told = said(design)
    assert {"P01:open:qm9700x1", "P10:open:qm9700x1", "P26:open:qm9700x1"} <= told.keys()
    assert all(":open:" in key for key in told)


def test_alike_pdus_may_change_places_unless_a_cord_by_hand_leads_to_one() -> None:
    alike = rack_of("----", "qm9700", power=tuple(map(feed, "ABCD")))
    (wiring,) = expand_power(alike, CATALOG).places
    assert len(namings(wiring, tuple("ABCD"))) == 35 <= MOST_NAMINGS
    (by_hand,) = expand_power(by_side("---"), CATALOG).places
    assert len(namings(by_hand, ("A", "B"))) == 8


@pytest.mark.parametrize(("feeds", "ways"), [("ABC", 81), ("ABCDE", 625), ("ABCDEF", 0)])
def test_ways_onto_feeds_are_tried_as_long_as_losses_and_feeds_are_few(
    feeds: str, ways: int
) -> None:
    """Of 24 feeds and two rack PDUs without one a rack took 15 s: 576 ways, 24 losses each."""
    (wiring,) = expand_power(
        rack_of("----", "qm9700", power=tuple(map(feed, feeds))), CATALOG
    ).places
    lines = lines_of(wiring, lambda _: exact(1_000.0, "W"))
    assert len(lines.assignments(tuple(feeds))) == ways
    pair = Lines((Line("A", (1,)), Line("", (2,)), Line("", (3,))), {}, lines.power_of)
    rooms = tuple(f"f{at}" for at in range(23))
    assert len(pair.assignments(("A", *rooms[:10]))) == 121
    assert pair.assignments(("A", *rooms)) == ()


UNCOUNTED = parts.PDU.evolve(
    id="uncounted", name="Uncounted",
    pdu=PduFigures(volts=415, amps=60, phases=3, rated_kva=34.5, outlets_c13=24),
)  # fmt: skip
STORE = parts.SWITCH.evolve(
    id="store-1", name="Store", psu=Psu(count=1, inlet="C20", rating_w=2_000, redundancy="1+0")
)


@pytest.mark.parametrize(("name", "told"), [("A", True), ("-", True), ("B", False)])
def test_an_outlet_count_that_a_name_brings_in_is_open_without_the_name(
    name: str, told: bool
) -> None:
    """On A the PDU takes the only supply, and nobody states whether it has an outlet for it.

    Nothing was said without the name, as the supply then hangs on the other PDU.
    """
    strips = [one.evolve(part=part) for one, part in
              zip(pdus("B" + name), (parts.PDU.id, "uncounted"), strict=True)]  # fmt: skip
    design = design_of(device("n0", "store-1"), *strips, power=BOTH)
    checks = evaluate(design, CATALOG.overlay([UNCOUNTED, STORE])).checks
    found = {one.key: one.message for one in checks if one.rule in {"P10", "P26"}}
    assert set(found) == ({"P10:open:store-1x1", "P26:open:store-1x1"} if told else set())
    assert all("C19 outlets of Uncounted is not known" in message or name == "-"
               for message in found.values())  # fmt: skip


@pytest.mark.parametrize("part", [parts.PDU.id, "nope"])
def test_what_is_left_unplugged_counts_whatever_is_known_of_the_rack_pdus(part: str) -> None:
    """The sum shrank to what hangs on them, and the PDUs that stand there were asked for."""
    cords = tuple(Cord(id=f"c{n}", supply=f"n0:psu{n}", outlet="") for n in range(1, 7))
    strips = [one.evolve(part=part) for one in pdus("AB")]
    held = (device("n0", "dgx-h100"), device("n1", "qm9700", 30))
    report = evaluate(design_of(*held, *strips, power=BOTH, cords=cords), CATALOG)
    used = {limit.name: limit.figure("used") for limit in report.racks[0].limits}["power"]
    assert (used.low, used.high) == (pytest.approx(11.92), pytest.approx(11.92))
    (dark,) = [one for one in report.checks if one.rule == "P26" and one.severity == "error"]
    assert dark.key == "P26:dark:dgx-h100x1"


MIXED = tuple(feed(key, volts=volts) for key, volts in (("A", 415), ("B", 415), ("C", 208)))
NARROW = STORE.evolve(
    id="narrow", name="Narrow",
    psu=Psu(count=2, inlet="C14", rating_w=2_000, redundancy="1+1", volts_min=200, volts_max=240),
)  # fmt: skip


@pytest.mark.parametrize("policy", ["N", "N+1"])
@pytest.mark.parametrize("named", ["", "A"])
def test_beyond_what_can_be_tried_nothing_is_exact_that_hangs_on_the_voltage_of_a_feed(
    named: str, policy: str
) -> None:
    """The limit was that of 415 V, exact, though on C the PDUs carry half; P11 said nothing."""
    strips = [f"alike-{at}" for at in range(5)]
    catalog = CATALOG.overlay([NARROW, *(parts.PDU.evolve(id=key) for key in strips)])
    site = Site(feed_policy=policy)

    def report(feeds: str) -> Report:
        on = zip(pdus(feeds + named), (*strips, "alike-0"), strict=False)
        held = (device("n0", "narrow"), *(one.evolve(part=part) for one, part in on))
        return evaluate(design_of(*held, power=MIXED, site=site), catalog)

    unsaid = report("-----")
    assert {one.key for one in unsaid.checks if one.rule == "P11"} == {
        "P11:open:narrow:0", *(f"P11:open:feed:{key}" for key in strips)
    }  # fmt: skip
    for feeds in ("AAAAA", "CCCCC", "ABCCA"):
        assert not list(outside(numbers(report(feeds)), numbers(unsaid))), feeds


def numbers(report: Report) -> dict[str, Bounds]:
    """Return the figures of the rack, but those of a feed: it has others without names."""
    found = ((where, of) for where, of in results(report).items() if where.startswith("racks["))
    return {where: of for where, of in found if ".feeds[" not in where}


SLIM = parts.PDU.evolve(
    id="slim", name="Slim",
    pdu=PduFigures(volts=208, amps=5, phases=3, standard="nec", outlets_c13=24),
)  # fmt: skip
HEAVY = STORE.evolve(id="heavy", name="Heavy", power_max_w=1_000, psu=Psu(count=1, inlet="C14"))
LIGHT = HEAVY.evolve(id="light", name="Light", power_max_w=250)


def filled_in_turn(feeds: str, held: str = "HHLLH") -> Design:
    """Return devices of one supply, by letter; the first two hang on the first and last PDU."""
    last = len(feeds) - 1
    return design_of(
        *(device(f"n{at}", "heavy" if one == "H" else "light", 2 + 6 * at)
          for at, one in enumerate(held)),
        *(one.evolve(part="slim") for one in pdus(feeds)),
        cords=(Cord(id="c0", supply="n0:psu1", outlet="pdu-0"),
               Cord(id="c1", supply="n1:psu1", outlet=f"pdu-{last}")),
        power=(feed("A"),), site=Site(feed_policy="N"),
    )  # fmt: skip


def overloads(design: Design) -> set[str]:
    report = evaluate(design, CATALOG.overlay([SLIM, HEAVY, LIGHT]))
    return {one.key for one in report.checks if one.rule == "P01"}


@pytest.mark.parametrize("feeds", ["AAA", "-A-"])
def test_a_pdu_that_gets_its_name_may_come_between_those_that_have_one(feeds: str) -> None:
    """An overload was said to be certain, though the room has one feed, and none is there on it.

    The fourth device joins the first, the fifth the third: no PDU carries two heavy ones.
    """
    assert not overloads(filled_in_turn(feeds))


def test_which_of_alike_pdus_is_the_first_once_named_is_known_of_each_rack() -> None:
    """Racks are filled alike but for the ids of their PDUs, and only one of them is overloaded."""
    design = filled_in_turn("-A-")
    between = {"pdu-0": "s-pdu-1", "pdu-1": "s-pdu-0", "pdu-2": "s-pdu-2"}
    devices = [*design.devices]
    devices += [one.evolve(id=between.get(one.id, f"s-{one.id}"), rack="s") for one in devices]
    cords = [*design.cords]
    cords += [Cord(id=f"s-{one.id}", supply=f"s-{one.supply}", outlet=between[one.outlet])
              for one in cords]  # fmt: skip
    second = Rack(id="s", name="S", part=parts.RACK.id, x_mm=8000, y_mm=4000)
    both = design.evolve(
        racks=(*design.racks, second), cords=tuple(cords),
        devices=tuple(sorted(devices, key=lambda one: one.id)),
    )  # fmt: skip
    named = both.evolve(devices=tuple(
        one.evolve(feed="A") if "pdu" in one.id else one for one in both.devices
    ))  # fmt: skip
    report = evaluate(both, CATALOG.overlay([SLIM, HEAVY, LIGHT]))
    assert [one.where for one in report.checks if one.rule == "P01"] == [("s",)]
    assert {one.split(":")[0] for one in overloads(named)} == {"P01"}
    assert len(overloads(named)) == len(overloads(both)) == 1


@pytest.mark.parametrize("feeds", ["-A-", "A-A-B", "-AB-", "--AA", "-A-A-", "AA--"])
@pytest.mark.parametrize("by_hand", [(0,), (1, 3), (0, 2, 0), (3, 2, 1)])
def test_each_way_to_name_is_wired_as_the_rack_that_is_named_so(
    feeds: str, by_hand: tuple[int, ...]
) -> None:
    held = [device(f"n{at}", part, 2 + 6 * at)
            for at, part in enumerate(("qm9700", "store-1", "qm9700", "store-1"))]  # fmt: skip
    cords = tuple(
        Cord(id=f"c{at}", supply=f"n{at}:psu1", outlet=f"pdu-{pdu % len(feeds)}")
        for at, pdu in enumerate(by_hand)
    )
    design = design_of(*held, *pdus(feeds), power=BOTH, cords=cords)
    catalog = CATALOG.overlay([STORE])
    wiring = expand_power(design, catalog)
    (rack,) = wiring.racks
    keys = held_of(None, design.devices)[1]
    found = {cords_of(one.wiring, [by for _, by in sorted(zip(one.places, keys, strict=True))])
             for one in namings(rack, ("A", "B"))}  # fmt: skip
    true = {cords_of(expand_power(named, catalog).racks[0], held_of(None, named.devices)[1])
            for named in with_names(design)}  # fmt: skip
    assert found == true


def cords_of(wiring: RackWiring, keys: Sequence[str]) -> frozenset[tuple[str, int, str, str]]:
    """Return the cords of a rack: device, supply, rack PDU and the feed that it names."""
    held = wiring.filling.held
    return frozenset(
        (keys[one.item], one.supply, keys[one.pdu], held[one.pdu].feed) for one in wiring.plugged
    )
