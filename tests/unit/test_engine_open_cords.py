"""Cords that nobody can say: whatever an unknown inlet, count or outlet turns out to be, it fits.

A device, or a rack PDU, hides a figure; each of the values that it may have is put in its place:
every load, limit and finding of that hall lies within what is said without it.
"""

from collections.abc import Iterator
from itertools import product

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import Part, PduFigures, Psu
from designer.engine.evaluate import evaluate
from designer.engine.limit_report import Limit
from designer.engine.report import Check, Report
from designer.engine.subjects.feeds.open_cords import MOST_SUPPLIES, open_cords
from designer.model.design import Cord, Design, Site
from designer.wiring.power import expand_power
from designer.wiring.power_rack import RackWiring
from tests.helpers import engine_designs as parts
from tests.helpers.hidden_figures import Bounds, outside, results, silenced, softened
from tests.unit.test_engine_feeds import CATALOG, design_of, device, pdus, rack_of

STRIP = PduFigures(volts=400, amps=32, phases=3, standard="iec", outlets_c13=6, outlets_c19=6)
"""Carries 22.2 kVA: 21.1 kW at the planning power factor of 0.95."""


def node(key: str, psu: Psu | None, watts: float = 5_000) -> Part:
    return parts.DGX.evolve(id=key, name=key, power_max_w=watts, power_typical_w=None, psu=psu)


X = node("x", Psu(count=4, rating_w=2_500, redundancy="2+2", inlet="C20"))
Y = node("y", Psu(count=3, rating_w=3_000, redundancy="2+1", inlet="C20"))
ONE = node("one", Psu(count=1, rating_w=6_000, inlet="C14"))
STRIPS = parts.PDU.evolve(id="strip", name="Strip", pdu=STRIP)
HALLS = {
    "x below": ("x", "y", "one"),
    "x between": ("y", "x", "one"),
    "x above": ("y", "y", "x"),
    "two of x": ("x", "x", "y"),
}
FEEDS = ("A", "AB", "ABC", "AAB", "AAAB", "A-")


def hall(order: tuple[str, ...], feeds: str, policy: str = "N+1") -> Design:
    held = [device(f"n{at}", part, 2 + 16 * at) for at, part in enumerate(order)]
    strips = [one.evolve(id=f"{one.id}-{at}") for at, one in enumerate(pdus(feeds, "strip"))]
    return design_of(*held, *strips, site=Site(feed_policy=policy))


def catalog(*changed: Part) -> Catalog:
    return CATALOG.overlay([X, Y, ONE, STRIPS, *changed])


def inlets() -> Iterator[tuple[Part, Part]]:
    """Yield a device without its inlet, and with every one that it may have."""
    assert X.psu is not None
    for inlet in ("C14", "C20", "Saf-D-Grid"):
        yield X.evolve(psu=X.psu.evolve(inlet="")), X.evolve(psu=X.psu.evolve(inlet=inlet))


def supplies() -> Iterator[tuple[Part, Part]]:
    """Yield a device without its supplies, and with those that it may have."""
    for count, inlet in product((1, 2, 5, 12), ("C14", "C20")):
        psu = Psu(count=count, rating_w=6_000, redundancy=f"{count}+0", inlet=inlet)
        yield X.evolve(psu=None), X.evolve(psu=psu)


def outlets() -> Iterator[tuple[Part, Part]]:
    """Yield a rack PDU without its outlets of a kind, or without any figure, and with them."""
    for number in (0, 1, 2, 4, 40):
        told = STRIPS.evolve(pdu=STRIP.evolve(outlets_c19=number))
        yield STRIPS.evolve(pdu=STRIP.evolve(outlets_c19=None)), told
        yield STRIPS.evolve(pdu=None), told


CASES = [
    pytest.param(name, feeds, policy, id=f"{name}, feeds {feeds}, {policy}")
    for name, feeds, policy in (
        *product(HALLS, FEEDS, ("N+1",)),
        *product(("x below", "two of x"), ("A", "AB", "ABC"), ("N", "2N")),
    )
]


@pytest.mark.parametrize("hidden", [inlets, supplies, outlets])
@pytest.mark.parametrize(("name", "feeds", "policy"), CASES)
def test_whatever_the_cords_turn_out_to_be_lies_within_what_is_said(
    name: str, feeds: str, policy: str, hidden: type[Iterator[tuple[Part, Part]]]
) -> None:
    design = hall(HALLS[name], feeds, policy)
    said: dict[Part, Report] = {}
    bounds: dict[Part, dict[str, Bounds]] = {}
    wrong: list[str] = []
    for without, known in hidden():
        for one in (without, known):
            if one not in said:
                said[one] = evaluate(design, catalog(one))
                bounds[one] = results(said[one])
        true = said[known]
        found = [
            *outside(bounds[known], bounds[without]),
            *softened(true, said[without]),
            *(one for one in silenced(true, said[without]) if not _fails(one, said[without])),
        ]
        wrong += [f"{known.psu or known.pdu}: {one}" for one in found]
    assert not wrong, "\n".join(wrong)


def _fails(finding: str, said: Report) -> bool:
    """Return whether supplies that none is left of (P13) are told to be too few in any case."""
    part = finding.partition(": ")[0].rpartition(":")[2]
    errors = {check.key for check in said.checks if check.severity == "error"}
    return "P13:" in finding and any(key.startswith(f"P03:{part}:") for key in errors)


def limit(report: Report, name: str) -> Limit:
    return next(one for one in rack_of(report).limits if one.name == name)


def check(report: Report, key: str) -> Check:
    return next(one for one in report.checks if one.key == key)


def open_in(
    *held: str, feeds: str = "AB", cords: tuple[Cord, ...] = (), parts: tuple[Part, ...] = ()
) -> dict[str, tuple[str, ...]]:
    """Return what leaves open on which feeds devices hang, by id of the part, `+` for another."""
    wiring = wiring_of(hall(held, feeds).evolve(cords=cords), *parts)
    names = [one.part for one in wiring.filling.held]
    found: dict[str, tuple[str, ...]] = {}
    for item, refs in sorted(open_cords(wiring).feeds.items()):
        found[f"{names[item]}+" if names[item] in found else names[item]] = refs
    return found


def wiring_of(design: Design, *changed: Part) -> RackWiring:
    (wiring,) = expand_power(design, catalog(*changed)).racks
    return wiring


SILENT = node("x", None)
NO_INLET = node("x", Psu(count=4, rating_w=2_500, redundancy="2+2"))
HALF_COUNTED = STRIPS.evolve(pdu=STRIP.evolve(outlets_c19=None))


def test_where_all_is_stated_no_cord_is_open() -> None:
    assert open_in("x", "y", "one", feeds="AAB") == {}


def test_without_an_inlet_it_is_open_and_what_needs_the_outlets_that_it_may_take() -> None:
    """Twelve outlets: seven are taken and five left for four; with a second, none of eight."""
    refs = ("x.psu.inlet",)
    assert open_in("x", "y", parts=(NO_INLET,)) == {"x": refs}
    assert open_in("y", "x", "y", "y", parts=(NO_INLET,)) == {"x": refs, "y": refs}


def test_outlets_that_nobody_counted_leave_open_who_needs_that_kind() -> None:
    assert open_in("x", "one", parts=(HALF_COUNTED,)) == {"x": ("strip.pdu.outlets_c19",)}
    assert open_in("one", parts=(STRIPS.evolve(pdu=None),)) == {"one": ("strip.pdu",)}


def test_supplies_that_nobody_counted_leave_open_where_the_next_device_begins() -> None:
    """Three supplies over two feeds are 2+1 or 1+2; those below have their places already."""
    refs = ("x.psu",)
    assert open_in("y", "x", "y", parts=(SILENT,)) == {"x": refs, "y": refs}
    four = node("y", Psu(count=4, rating_w=3_000, redundancy="2+2", inlet="C20"))
    roomy = STRIPS.evolve(pdu=STRIP.evolve(outlets_c19=8))
    assert open_in("x", "y", parts=(SILENT, four, roomy)) == {"x": refs}


def test_a_cord_by_hand_is_laid_before_all_others_and_certain() -> None:
    cords = (Cord(id="c", supply="n1:psu1", outlet="pdu-0-0"),)
    assert open_in("x", "one", parts=(SILENT,), cords=cords) == {"x": ("x.psu",)}


def test_a_cord_to_the_number_of_an_outlet_asks_for_the_numbers_of_both_kinds() -> None:
    uncounted = STRIPS.evolve(pdu=STRIP.evolve(outlets_c13=None))
    for outlet, refs in (("pdu-0-0", {}), ("pdu-0-0:3", {"y": ("strip.pdu.outlets_c13",)})):
        cords = (Cord(id="c", supply="n0:psu1", outlet=outlet),)
        assert open_in("y", parts=(uncounted,), cords=cords) == refs


def test_on_two_rack_pdus_of_one_feed_only_the_pdu_may_be_open() -> None:
    four = STRIPS.evolve(pdu=STRIP.evolve(outlets_c19=20))
    wiring = wiring_of(hall(("x", "y"), "AAB"), NO_INLET, four)
    x, y = ([one.part for one in wiring.filling.held].index(key) for key in "xy")
    cords, refs = open_cords(wiring), ("x.psu.inlet",)
    assert dict(cords.feeds) == {x: refs}
    assert dict(cords.pdus) == {x: refs, y: refs}


def test_limits_and_findings_name_the_inlet_that_leaves_them_open() -> None:
    report = evaluate(hall(("x", "x"), "ABC"), catalog(NO_INLET.evolve(name="X")))
    why = "cannot be said, because the inlet of the power supplies of X is not known"
    assert limit(report, "psu-feed-lost").state == "unknown"
    assert why in limit(report, "psu-feed-lost").text
    assert why in check(report, "P03:open:x:2+1+1").message
    feed = rack_of(report).feeds[0].figure("load_kw")
    assert (feed.low, feed.high) == pytest.approx((0, 10))


def test_what_has_no_outlet_still_needs_power_and_fails_its_limit() -> None:
    """Two of 6 kW and no outlet for either: the rack is to carry 12 kW all the same."""
    direct = X.evolve(name="X", power_max_w=6_000, psu=Psu(count=2, inlet="Saf-D-Grid"))
    report = evaluate(hall(("x", "x"), "AB"), catalog(direct))
    assert limit(report, "power").used == pytest.approx(12)
    supplies = limit(report, "psu-feed-lost")
    assert (supplies.state, supplies.text) == (
        "error", "X: none of its supplies hangs in an outlet"
    )  # fmt: skip
    assert [feed.load_kw for feed in rack_of(report).feeds] == [0, 0]


@pytest.mark.parametrize(("inlet", "severity", "state"), [
    ("C20", "error", "error"),
    ("", "warning", "unknown"),
    ("Saf-D-Grid", None, "ok"),
])  # fmt: skip
def test_too_little_for_all_of_it_after_a_loss_is_an_error_where_it_hangs_on_what_is_left(
    inlet: str, severity: str | None, state: str
) -> None:
    """30 kW on two feeds of 21.1 kW each: but what finds no outlet loads neither.

    So it is open where nobody states the inlet, though every cord would overload what is left.
    """
    assert X.psu is not None
    strong = X.evolve(power_max_w=10_000, psu=X.psu.evolve(inlet=inlet))
    report = evaluate(hall(("x",) * 3, "AB"), catalog(strong))
    found = [one.severity for one in report.checks if one.rule == "P02"]
    assert found == ([severity] if severity else [])
    lost = limit(report, "power-feed-lost")
    assert lost.state == state
    if state == "unknown":
        used, most = lost.figure("used"), lost.figure("limit")
        assert (used.low, used.high) == pytest.approx((0, 30))
        assert (most.low, most.high) == pytest.approx((21.06, 21.06), abs=0.1)


def test_a_loss_is_open_where_one_feed_of_a_pdu_overloads_and_another_does_not() -> None:
    """One on each PDU, 15 kW, and 12 kW on all: 21 kW after a loss, or 27 kW if two PDUs go."""
    report = evaluate(
        hall(("y", "one", "one", "one"), "AB-"),
        catalog(Y.evolve(power_max_w=12_000), ONE.evolve(power_max_w=15_000)),
    )
    lost = limit(report, "power-feed-lost")
    assert lost.state == "unknown"
    assert lost.text == (
        "27.0–42.0 of 21.0–42.2 kW; "
        "cannot be said, because the feed of a rack PDU that names none is not known"
    )
    assert [one.severity for one in report.checks if one.rule == "P02"] == ["warning"]


def test_one_supply_after_a_device_of_unknown_supplies_goes_down_with_some_feed() -> None:
    report = evaluate(hall(("x", "one"), "AB"), catalog(SILENT))
    assert check(report, "P13:one").message == "one hangs on one feed alone and goes down with it"


@pytest.mark.parametrize(
    ("feeds", "part", "words"),
    [
        ("Z", "one", "one hangs on feed Z alone and goes down with it"),
        ("-", "one", "one hangs on one rack PDU alone, which names no feed, and goes down with it"),
        ("A", "one", "one hangs on feed A alone and goes down with it"),
        ("AZ", "y", "y: 2+1 supplies leave too few after a loss, whatever feeds they hang on"),
    ],
)
def test_the_limit_names_the_feed_that_supplies_hang_on(feeds: str, part: str, words: str) -> None:
    report = evaluate(hall((part,), feeds), catalog())
    assert limit(report, "psu-feed-lost").state == "error"
    assert limit(report, "psu-feed-lost").text == words


def test_no_device_of_the_catalogue_has_more_supplies_than_one_may_have_that_says_none():
    counts = [
        part.psu.count for part in load_shipped().parts if part.psu and not part.traits.is_rack
    ]
    assert max(counts) == MOST_SUPPLIES
