"""One rack with several things lost together: device by device, and never more than with less."""

from collections import Counter
from itertools import combinations

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.assumptions import assumptions_of
from designer.engine.evaluate import Evaluator
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import fillings_of
from designer.engine.subjects.feeds.feeds import FEEDS
from designer.engine.subjects.feeds.rack_after import InsideTaken, RackAfter
from designer.engine.together_report import InsideLost, LossAsked, LostTogether, UnitLost
from designer.model.design import Design, Site
from designer.planning.templates import build
from tests.helpers.engine_contents import facts_of_contents
from tests.helpers.engine_designs import BANDS, DEFAULTS
from tests.helpers.engine_designs import PARTS as OTHERS
from tests.helpers.signed_designs import DESIGNS
from tests.helpers.signed_parts import CATALOG
from tests.unit.test_engine_cooling_feeds import hall as cooled
from tests.unit.test_engine_cooling_losses import RACK
from tests.unit.test_engine_feeds import CATALOG as PARTS
from tests.unit.test_engine_feeds import design_of, feed, nodes, pdus


def cores(design: Design) -> list[RackCore]:
    return list(fillings_of(facts_of_contents(design, CATALOG)).numbers)


@pytest.mark.parametrize("name", DESIGNS)
def test_device_by_device_it_says_what_the_rack_says_of_a_loss_of_feeds(name: str) -> None:
    design = DESIGNS[name]()
    site = assumptions_of(design, CATALOG)
    for core in cores(design):
        feeds = core.read(FEEDS)
        if feeds is None:
            continue
        for lost, outcome in feeds.outcomes.items():
            after = RackAfter(feeds, site, lost)
            if after.because:
                assert after.outcome.dark == "open"
                continue
            mine = after.outcome
            for word in ("dark", "short"):
                said, known = getattr(mine, word), getattr(outcome, word)
                assert said == known or "open" in (said, known), (name, lost, word)
            carried = mine.carries.verdict.answer, outcome.carries.verdict.answer
            assert "open" in carried or carried[0] == carried[1], (name, lost, after.pdus)


@pytest.mark.parametrize("name", DESIGNS)
def test_a_loss_inside_alone_does_what_the_report_says_of_it(name: str) -> None:
    design = DESIGNS[name]()
    site = assumptions_of(design, CATALOG)
    for core in cores(design):
        feeds = core.read(FEEDS)
        for loss in feeds.inside if feeds is not None else ():
            after = RackAfter(feeds, site, frozenset(), [InsideTaken(loss)])
            mine, known = after.outcome, loss.outcome
            for word in ("dark", "short"):
                said = getattr(mine, word), getattr(known, word)
                assert said[0] == said[1] or "open" in said, (name, loss.called, word)
            carried = mine.carries.verdict.answer, known.carries.verdict.answer
            assert carried != ("yes", "no"), (name, loss.called)


@pytest.mark.parametrize("name", DESIGNS)
def test_losing_more_in_a_rack_never_leaves_more(name: str) -> None:
    design = DESIGNS[name]()
    site = assumptions_of(design, CATALOG)
    for core in cores(design):
        feeds = core.read(FEEDS)
        if feeds is None:
            continue
        every = [InsideTaken(loss) for loss in feeds.inside][:4]
        downs = [frozenset(), *list(feeds.outcomes)[:2]]
        for down in downs:
            for both in combinations(every, 2):
                together = RackAfter(feeds, site, down, both)
                for one in both:
                    alone = RackAfter(feeds, site, down, [one])
                    no_more_left(alone, together)
                no_more_left(RackAfter(feeds, site, down), together)


def no_more_left(less: RackAfter, more: RackAfter) -> None:
    """See that no device has more supplies, and that nothing that was dark runs."""
    if less.because or more.because:
        return
    before = {item: fates for item, _, fates in less.devices}
    for item, _, fates in more.devices:
        assert more.left(item) <= less.left(item)
        if before[item] == {"dark"}:
            assert fates == {"dark"}
    assert more.outcome.dark_gpus.high >= less.outcome.dark_gpus.low
    assert len(more.pdus) <= len(less.pdus)


def hall(held: str = "ABC", kw: float | None = 100) -> Design:
    power = tuple(feed(key, kw) for key in "ABC")
    return design_of(*nodes(4), *pdus(held), power=power, site=Site())


def asked(design: Design, *lost: str, inside: tuple[int, ...] = (), rack: str = "") -> LostTogether:
    key = design.racks[0].id
    named = tuple(InsideLost(rack=key, at=at) for at in inside)
    question = LossAsked(upstream=lost, inside=named, racks=(rack,) if rack else ())
    return Evaluator(PARTS).together(1, design, question)


def test_a_rack_pdu_and_a_feed_leave_what_neither_leaves_by_itself() -> None:
    """Four of six supplies carry a DGX H100: a feed and the rack PDU of another leave two."""
    design = hall()
    report = Evaluator(PARTS).report(design)
    at = next(n for n, one in enumerate(report.racks[0].losses) if one.feed == "A")
    assert asked(design, "B").loss.short_gpus == 0
    both = asked(design, "B", inside=(at,), rack=design.racks[0].id)
    assert (both.loss.short_gpus, both.loss.state) == (32, "error")
    assert both.loss.name == "feed B and rack PDU on feed A in R"
    (there,) = both.racks
    assert [(one.state, one.left, one.count) for one in there.devices] == [("short", 2, 6)] * 4
    loads = {one.id: one.load_kw for one in both.loss.loads}
    assert loads["C"] == pytest.approx(40.8), "all of the rack hangs on feed C alone"
    ((fate, places),) = both.fates
    assert (fate.short, places) == (True, (0,))


def test_two_things_inside_one_rack_are_lost_together_in_it() -> None:
    design = hall("AB")
    both = asked(design, inside=(0, 1), rack=design.racks[0].id)
    assert both.loss.dark_gpus == 32
    (there,) = both.racks
    assert {one.state for one in there.devices} == {"dark"}
    assert there.pdus == ()


def test_after_a_loss_the_rack_pdus_left_tell_what_they_carry_then() -> None:
    design = hall("AB")
    one = asked(design, "A", rack=design.racks[0].id)
    (there,) = one.racks
    (limit,) = there.limits
    assert limit.used == pytest.approx(40.8)
    assert limit.label == "Rack PDU on feed B"
    normal = Evaluator(PARTS).report(design).racks[0].limits_of("power")[0]
    assert limit.limit == pytest.approx(normal.limit / 2)  # type: ignore[operator]  # it has one


def test_what_the_report_does_not_have_is_refused() -> None:
    with pytest.raises(RuntimeError, match="no such loss"):
        asked(hall(), inside=(99,))
    with pytest.raises(ValueError, match="nothing on the floor is called 'x'"):
        Evaluator(PARTS).together(1, hall(), LossAsked(upstream=("A",), racks=("x",)))


def test_a_cooling_unit_and_another_leave_less_than_one() -> None:
    design = cooled("A B A B")
    catalog = Catalog((*(p for p in OTHERS if p.id != RACK.id), RACK), BANDS, DEFAULTS)
    report = Evaluator(catalog).report(design)
    cdu = next(one for one in report.cooling.of_units if one.kind == "CDU")
    c1, c2 = (UnitLost(id=cdu.id, where=key) for key in ("c1", "c2"))
    for unit in (c1, c2):
        one = Evaluator(catalog).together(1, design, LossAsked(units=(unit,)))
        assert one.cooling is not None
        assert (one.cooling.state, one.cooling.left[0].share) == ("ok", cdu.left[0].share)
    both = Evaluator(catalog).together(1, design, LossAsked(units=(c1, c2))).cooling
    assert both is not None
    assert (both.state, both.gpus) == ("error", 72)
    assert both.over_kw == pytest.approx(114.84, abs=0.01)
    # A feed takes the unit on it: with the other lost as well nothing cools the loop.
    gone = Evaluator(catalog).together(1, design, LossAsked(upstream=("A",), units=(c2,))).cooling
    assert gone is not None
    assert gone.state == "error"
    same = Evaluator(catalog).together(1, design, LossAsked(upstream=("A",), units=(c1,))).cooling
    assert same is not None
    assert same.state == "ok", "c1 hangs on feed A: it is not lost twice"


@pytest.mark.parametrize("name", [name for name, made in DESIGNS.items() if made().power])
def test_losing_more_in_the_hall_never_leaves_more(name: str) -> None:
    """Of feeds, of GPUs that run, and of heat that is taken: whatever is lost together."""
    design, evaluator = DESIGNS[name](), Evaluator(CATALOG)
    report = evaluator.report(design)
    parts: list[LossAsked] = [LossAsked(upstream=(design.power[0].id,))]
    holding = next((rack for rack in report.racks if rack.losses), None)
    if holding is not None:
        parts.append(LossAsked(inside=(InsideLost(rack=holding.id, at=0),)))
    units = [loss for loss in report.cooling.of_units if not loss.each and loss.kind != "CDU pump"]
    parts += [LossAsked(units=(UnitLost(id=one.id, where=one.where[0]),)) for one in units[:1]]
    for one, other in combinations(parts, 2):
        both = evaluator.together(1, design, LossAsked(
            upstream=(*one.upstream, *other.upstream), inside=(*one.inside, *other.inside),
            units=(*one.units, *other.units),
        ))  # fmt: skip
        for part in (one, other):
            alone = evaluator.together(1, design, part)
            assert set(alone.loss.feeds) <= set(both.loss.feeds)
            assert harmed(both)[1] >= harmed(alone)[0], (name, part)
            if alone.cooling is not None and alone.cooling.state == "error":
                assert both.cooling is not None


def harmed(found: LostTogether) -> tuple[float, float]:
    """Return how many GPUs are dark or short of power, at least and at most."""
    figures = [found.loss.figure(word) for word in ("dark_gpus", "short_gpus")]
    return sum(one.low for one in figures), sum(one.high for one in figures)


def test_limits_of_power_with_nothing_lost_do_not_stand_beside_those_after_a_loss() -> None:
    after = asked(hall("AB"), "A", rack=hall("AB").racks[0].id).rack(hall("AB").racks[0].id)
    assert after is not None
    assert {
        "power",
        "power-feed-lost",
        "psu-feed-lost",
        "whip",
        "bus-bar",
        "shelf-peak",
    } == set(after.replaced)


def test_two_breakers_of_one_rack_pdu_take_what_hangs_on_both() -> None:
    """Breaker by breaker: the second one counted for nothing, so that GPUs seemed to run on."""
    pdu = "pdu-apc-ap8888"
    power = tuple(feed(key, 100) for key in "ABC")
    design = design_of(*nodes(2), *pdus("ABC", pdu), power=power)
    work = facts_of_contents(design, load_shipped())
    site = work.site
    (feeds,) = [core[FEEDS] for core in fillings_of(work).numbers if core.read(FEEDS)]
    breakers = [InsideTaken(one) for one in feeds.inside if one.breaker]

    def lost(*inside: InsideTaken) -> Counter[int]:
        after = RackAfter(feeds, site, frozenset(), inside)
        assert not after.because
        counts = {item: sum(draw.supplies) for item, draw in after.case.draw_of.items()}
        return Counter({item: n - after.left(item) for item, n in counts.items()})

    assert sum((lost(one) for one in breakers), Counter()).total() == 12, "each supply on one"
    for one, other in combinations(breakers, 2):
        assert lost(one, other) == lost(other, one)
        assert +lost(one, other) == lost(one) + lost(other)


def test_a_rear_door_without_power_is_said_to_cool_nothing_for_certain() -> None:
    """Its limit stood there in green, with the door crossed out."""
    shipped = load_shipped()
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, shipped)
    rack = next(one.id for one in design.racks if one.name == "A01")
    normal = next(one for one in Evaluator(shipped).report(design).racks if one.id == rack)
    assert [one.state for one in normal.limits if one.name == "cooling"] == ["ok"]
    answer = Evaluator(shipped).together(1, design, LossAsked(upstream=("A", "B"), racks=(rack,)))
    after = answer.rack(rack)
    assert after is not None
    assert "cooling" in after.replaced
    (cooling,) = [one for one in after.limits if one.group == "cooling"]
    assert cooling.state == "unknown"
    assert "cannot be said" in cooling.text
    one = (
        Evaluator(shipped).together(1, design, LossAsked(upstream=("A",), racks=(rack,))).rack(rack)
    )
    assert one is not None
    assert "cooling" not in one.replaced, "its second cord carries it"
