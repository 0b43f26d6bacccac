"""Racks by chance with rack PDUs that name no feed, against every way to name them.

Whatever feeds of the room such PDUs hang on, nothing that is said for certain without their names
turns out to be otherwise: no error that is none, and no error that is passed over.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import product as every
from random import Random
from typing import NamedTuple

import pytest

from designer.catalog.part import Part
from designer.engine.reasons import is_open
from designer.engine.report import Check, Report
from designer.model.design import Design, PowerNode, Site
from tests.helpers.hidden_figures import Bounds, bound_otherwise, outside, results, softened
from tests.helpers.sections import power_report
from tests.unit.test_engine_cords_by_chance import cords_by_hand, hide, least_count, load, strip
from tests.unit.test_engine_feeds import CATALOG, design_of, device, feed, pdus

BATCHES = 5
RACKS = 12
"""Racks of a batch: each is evaluated once without names, and once for every way to name."""

WHOLE = {"P07": {"P01", "P02", "P08"}, "P08": {"P01", "P02"}}
"""Rules that speak for those of lines: what a rack PDU carries as a whole is asked before."""
TOLD_BY = {"P03": {"P02", "P13"}, "P13": {"P02", "P03"}, **WHOLE}
"""Rules that speak for another: where a loss takes all, nothing is told of supplies."""


def drawn(seed: int) -> tuple[Design, tuple[Part, ...]]:
    dice = Random(seed)
    rooms = dice.choice(("AB", "AB", "ABC"))
    named = [dice.choice((*rooms, "-", "-")) for _ in range(dice.randint(2, 6))]
    least = 3 if len(rooms) > 2 else 4
    for at in [at for at, name in enumerate(named) if name == "-"][least:]:
        named[at] = dice.choice(rooms)
    if "-" not in named:
        named[-1] = "-"
    strips = [strip(dice, at) for at in range(len(named))]
    made = [dice.choice((at, 0)) for at in range(len(named))]
    if dice.random() < 0.5:
        # Outlets enough, so that what a loss does decides.
        strips = [
            one.evolve(pdu=one.pdu.evolve(volts=415, outlets_c13=24, outlets_c19=24))
            for one in strips if one.pdu is not None
        ]  # fmt: skip
    loads = [load(dice, at) for at in range(3)]
    if dice.random() < 0.3:
        loads[0] = loads[0].evolve(power_max_w=None)
    held = {f"n{at}": dice.choice(loads) for at in range(dice.randint(1, 4))}
    rule = dice.choice(("", "", "", "by-side", "1+1", "2+1"))
    design = design_of(
        *(device(key, part.id, 2 + 6 * at, cording=dice.choice(("", "", rule)))
          for at, (key, part) in enumerate(held.items())),
        *(one.evolve(part=f"strip-{made[at]}") for at, one in enumerate(pdus("".join(named)))),
        cords=cords_by_hand(dice, held, len(named)) if dice.random() < 0.5 else (),
        site=Site(feed_policy=dice.choice(("N", "N+1", "N+1", "N+1", "2N", "2N"))),
        power=power(dice, rooms),
    )  # fmt: skip
    return design, (*loads, *strips)


def power(dice: Random, rooms: str) -> tuple[PowerNode, ...]:
    """Return feeds of one voltage or several, two of which may hang on one thing upstream."""
    volts = dice.choice(((None,), (None,), (415,), (208, 415)))
    shared = {"A": ("U",), "B": ("U",)} if dice.random() < 0.2 else {}
    feeds = [
        feed(key, dice.choice((2, 60)), volts=dice.choice(volts), parents=shared.get(key, ()))
        for key in rooms
    ]  # fmt: skip
    return (feed("U", kind="ups"), *feeds) if shared else tuple(feeds)


def with_names(design: Design) -> Iterator[Design]:
    """Yield the design with its rack PDUs on feeds of the room, in every way."""
    free = [one.id for one in design.devices if "pdu" in one.id and not one.feed]
    feeds = [node.id for node in design.power if node.kind == "feed"]
    for names in every(feeds, repeat=len(free)):
        on = dict(zip(free, names, strict=True))
        devices = (one.evolve(feed=on[one.id]) if one.id in on else one for one in design.devices)
        yield design.evolve(devices=tuple(devices))


def by_rule(report: Report) -> Mapping[str, list[Check]]:
    """Return what is said of power, by rule; not that a PDU names no feed."""
    found: dict[str, list[Check]] = {}
    for check in report.checks:
        if check.key.startswith("P") and check.rule != "P27" and check.severity != "info":
            found.setdefault(check.rule, []).append(check)
    return found


def refuted(true: Report, said: Report, told_by: Mapping[str, set[str]] = TOLD_BY) -> Iterator[str]:
    """Yield what is said for certain and is not so."""
    truth = by_rule(true)
    for rule, checks in by_rule(said).items():
        told = [
            *truth.get(rule, ()),
            *(c for by in told_by.get(rule, ()) for c in truth.get(by, ())),
        ]
        for check in checks:
            if not is_open(check.key) and not any(not is_open(one.key) for one in told):
                yield f"{check.severity} {check.key} is none: {check.message}"


def passed_over(
    true: Report, said: Report, told_by: Mapping[str, set[str]] = TOLD_BY
) -> Iterator[str]:
    """Yield what is so and of which nothing is said, not even that it cannot be said."""
    told = by_rule(said)
    for rule, checks in by_rule(true).items():
        if not any(one in told for one in (rule, *told_by.get(rule, ()))):
            for check in checks:
                if not is_open(check.key):
                    yield f"{check.severity} {check.key} is not told: {check.message}"


def numbers(report: Report) -> dict[str, Bounds]:
    """Return what feeds of the room carry, and those of a rack together after a loss."""
    told = ("power.", "racks[")
    return {
        where: of for where, of in results(report).items()
        if where.startswith(told[0]) or (where.startswith(told[1]) and "[power-feed-lost]" in where)
    }  # fmt: skip


def feeds_in(design: Design) -> str:
    return "".join(one.feed for one in design.devices if "pdu" in one.id)


class Asked(NamedTuple):
    """What is said of a rack whose PDUs name no feed, and of it for every way to name them."""

    seed: int
    said: Report
    ways: tuple[tuple[str, Report], ...]


def asked(seed: int) -> Asked:
    design, parts = drawn(seed)
    catalog = CATALOG.overlay(parts)
    ways = ((feeds_in(named), power_report(named, catalog)) for named in with_names(design))
    return Asked(seed, power_report(design, catalog), tuple(ways))


# Of the module, so that both tests of a batch follow one another and share its reports.
@pytest.fixture(scope="module", params=range(BATCHES))
def batch_of_racks(request: pytest.FixtureRequest) -> list[Asked]:
    return [asked(seed) for seed in range(request.param * RACKS, (request.param + 1) * RACKS)]


def wrong_in(one: Asked) -> Iterator[str]:
    seed, said = one.seed, one.said
    bounds = numbers(said)
    for names, true in one.ways:
        found = (
            *refuted(true, said),
            *passed_over(true, said),
            *softened(true, said),
            *bound_otherwise(true, said),
            *outside(numbers(true), bounds),
        )
        yield from (f"{seed}, on {names}: {wrong}" for wrong in found)


def test_devices_that_hang_alike_and_are_dealt_to_apart_are_each_asked() -> None:
    """One of two hung on one supply by some names, and only the other was asked."""
    assert not list(wrong_in(asked(1215)))


def test_whatever_feeds_rack_pdus_hang_on_what_is_certain_without_names_holds(
    batch_of_racks: list[Asked],
) -> None:
    wrong = [one for rack in batch_of_racks for one in wrong_in(rack)]
    assert not wrong, "\n".join(wrong)


SAMPLE = 6
"""Ways to name feeds of a hall that are tried, each with one of the parts that it may be."""
HALLS = 12

DARK = {"P10", "P26"}
OTHERWISE = {
    "P02": {"P02", *DARK}, "P03": {"P02", "P03", "P13", *DARK}, "P04": {"P02", "P04"},
    "P09": {"P01", "P02", "P09", *DARK}, "P10": DARK, "P13": {"P02", "P03", "P13", *DARK}, **WHOLE,
}  # fmt: skip
"""Rules that say as much, or more, where a part turns out to be another one. Which outlet a plug
has that nobody knows, P10 says; what a cord of unknown load carries, the rules of the whole PDU."""


class Hall(NamedTuple):
    """Racks of which a part is hidden as a whole or in a figure, and what it may be."""

    design: Design
    said: tuple[Part, ...]
    truths: tuple[tuple[Part, ...], ...]
    hidden: str


def hall(seed: int) -> Hall:
    dice = Random(seed)
    design, stated = drawn(seed)
    if dice.random() < 0.2:
        design = on_one_feed(design)
    while dice.random() < 0.3 and len(design.racks) < 3:
        design = one_rack_more(dice, design, stated)
    used = {one.part for one in design.devices}
    if dice.random() < 0.3:
        in_rails = dice.choice([part.id for part in stated if part.id in used and part.pdu])
        design = moved_into_rails(design, in_rails)
        stated = tuple(
            part.evolve(height_half_u=2) if part.id == in_rails else part for part in stated
        )
    known = dice.choice([part for part in stated if part.id in used])
    rest = tuple(part for part in stated if part is not known)
    if dice.random() < 0.4:
        return Hall(design, stated, (stated,), "nothing")
    what, without, others = hidden(dice, design, known)
    said = rest if without is None else (*rest, without)
    return Hall(design, said, tuple((*rest, one) for one in (known, *others)),
                f"{known.id}.{what}")  # fmt: skip


def hidden(dice: Random, design: Design, known: Part) -> tuple[str, Part | None, tuple[Part, ...]]:
    """Return what is hidden of a part, the part without it, and parts that it may be."""
    if known.pdu is None or dice.random() < 0.6:
        return hide(dice, known, least_count(design, known.id))
    others = (known.pdu.evolve(outlets_c13=n, outlets_c19=6 - n, amps=60) for n in (0, 2, 6))
    return "part", None, tuple(known.evolve(pdu=pdu) for pdu in others)


def on_one_feed(design: Design) -> Design:
    """Return a room whose only feed is A, with all rack PDUs that name one on it."""
    devices = (one.evolve(feed="A") if one.feed else one for one in design.devices)
    power = (node for node in design.power if node.kind != "feed" or node.id == "A")
    return design.evolve(devices=tuple(devices), power=tuple(power))


def one_rack_more(dice: Random, design: Design, stated: tuple[Part, ...]) -> Design:
    """Return the racks with one beside them, at most one PDU of which names no feed."""
    key = f"s{len(design.racks)}"
    feeds = [node.id for node in design.power if node.kind == "feed"]
    names = [dice.choice((*feeds, "")), *(dice.choice(feeds) for _ in range(dice.randint(0, 2)))]
    loads, strips = (
        [part.id for part in stated if bool(part.pdu) == feeds_devices]
        for feeds_devices in (False, True)
    )
    more = [
        device(f"{key}-n{at}", dice.choice(loads), 2 + 6 * at).evolve(rack=key)
        for at in range(dice.randint(1, 2))
    ]
    more += [
        one.evolve(id=f"{key}-{one.id}", part=dice.choice(strips), rack=key, feed=name)
        for one, name in zip(pdus("-" * len(names)), names, strict=True)
    ]
    first, x_mm = design.racks[0], 4000 + 2000 * len(design.racks)
    return design.evolve(
        racks=(*design.racks, first.evolve(id=key, name=key, x_mm=x_mm)),
        devices=tuple(sorted((*design.devices, *more), key=lambda one: one.id)),
    )


def moved_into_rails(design: Design, part: str) -> Design:
    """Return the racks with the rack PDUs of a part in the rails, above all else."""
    found = list(design.devices)
    for number, at in enumerate(at for at, one in enumerate(found) if one.part == part):
        found[at] = found[at].evolve(face="front", half_u=40 + 4 * number)
    return design.evolve(devices=tuple(found))


def wrong_in_hall(seed: int) -> Iterator[str]:
    one, dice = hall(seed), Random(seed)
    said = power_report(one.design, CATALOG.overlay(one.said))
    ways, bounds = list(with_names(one.design)), shown(said)
    for named in dice.sample(ways, min(len(ways), SAMPLE)):
        truth = dice.choice(one.truths)
        true = power_report(named, CATALOG.overlay(truth))
        found = (
            *refuted(true, said, OTHERWISE),
            *passed_over(true, said, OTHERWISE),
            *softened(true, said),
            *bound_otherwise(true, said),
            *outside(shown(true), bounds),
        )  # fmt: skip
        what = f"{one.hidden} is {truth[-1].psu or truth[-1].pdu}"
        yield from (f"{seed}, on {feeds_in(named)}, {what}: {wrong}" for wrong in found)


def shown(report: Report) -> dict[str, Bounds]:
    """Return the figures of the room and of racks, but of a feed there: it is told as named."""
    return {
        where: of for where, of in results(report).items()
        if where.startswith("power.") or (where.startswith("racks[") and ".feeds[" not in where)
    }  # fmt: skip


@pytest.mark.parametrize("batch", range(BATCHES))
def test_whatever_is_hidden_beside_rack_pdus_that_name_no_feed_holds(batch: int) -> None:
    seeds = range(batch * HALLS, (batch + 1) * HALLS)
    wrong = [one for seed in seeds for one in wrong_in_hall(seed)]
    assert not wrong, "\n".join(wrong)


def test_an_only_feed_is_told_of_though_nothing_outlives_its_loss() -> None:
    """With the C19 outlets of a PDU hidden its feed carried 0 to 3 of 2 kW: P14 was silent."""
    assert not list(wrong_in_hall(137))


def test_by_2n_a_lost_rack_pdu_that_names_no_feed_may_be_on_any() -> None:
    """On A and C, it mended what was an error for certain."""
    assert not list(wrong_in_hall(657))


WHATEVER = "whatever feeds"
NUMBERED = re.compile(r"(?:the |a )?rack PDU (?:\d+ of \d+ \([^)]*\) )?on feed")


def unnumbered(text: str) -> str:
    """Return what is told of lines of `rack PDU 1 of 2 on feed A` as of any PDU on it."""
    return text if "line" not in text else NUMBERED.sub("a rack PDU on feed", text)


def worded_by_one_name(asked: Asked) -> Iterator[str]:
    """Yield what is told of a feed, of a PDU or its load that some way to name does not give."""
    seed, said = asked.seed, asked.said
    truths = [true for _, true in asked.ways]
    told = [{check.key: unnumbered(check.message) for check in true.checks} for true in truths]
    worded = ("P01:pdu", "P01:uneven", "P07", "P08")
    for check in said.checks:
        open_words = is_open(check.key) or any(one in check.message for one in (WHATEVER, "–"))
        of_one = check.key.startswith(worded) and not open_words
        message = unnumbered(check.message)
        if of_one and any(message != messages.get(check.key) for messages in told):
            yield f"{seed}: {check.key}: {check.message}"
    for limit in (one for one in said.racks[0].limits if one.name == "power"):
        if limit.state == "error" and WHATEVER not in limit.text and "–" not in limit.text:
            others = {unnumbered(one.text) for true in truths for one in true.racks[0].limits
                      if one.name == limit.name}  # fmt: skip
            if others != {unnumbered(limit.text)}:
                yield f"{seed}: {limit.name}: {limit.text}, and not {others}"


def test_what_is_told_of_an_overload_is_not_told_of_one_way_to_name(
    batch_of_racks: list[Asked],
) -> None:
    """P01 and the limit of the rack named a PDU and its load that only one way to name gives."""
    wrong = [one for rack in batch_of_racks for one in worded_by_one_name(rack)]
    assert not wrong, "\n".join(wrong)


def test_by_2n_the_system_without_a_supply_is_named_only_where_every_name_gives_it() -> None:
    """It was said to be C, which is one way to name; by another way it is B."""
    design, parts = drawn(5)
    catalog = CATALOG.overlay(parts)
    key = "P13:2n:load-0"
    true = {one.message for named in with_names(design)
            for one in power_report(named, catalog).checks if one.key == key}  # fmt: skip
    assert {words.partition(", when")[0] for words in true} == {
        "Load 0 has no supply on feed B", "Load 0 has no supply on feed C"
    }  # fmt: skip
    (said,) = [one for one in power_report(design, catalog).checks if one.key == key]
    assert said.message == (
        "Load 0 has no supply on one of the systems, whatever feeds its rack PDUs hang on"
    )
