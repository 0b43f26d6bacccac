"""Racks by chance with rack PDUs that name no feed, against every way to name them.

Whatever feeds of the room such PDUs hang on, nothing that is said for certain without their names
turns out to be otherwise: no error that is none, and no error that is passed over.
"""

from collections.abc import Iterator, Mapping
from itertools import product as every
from random import Random

import pytest

from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.engine.reasons import is_open
from designer.engine.report import Check, Report
from designer.model.design import Design, PowerNode, Site
from tests.helpers.hidden_figures import Bounds, outside, results, softened
from tests.unit.test_engine_cords_by_chance import cords_by_hand, load, strip
from tests.unit.test_engine_feeds import CATALOG, design_of, device, feed, pdus

BATCHES = 5
RACKS = 12
"""Racks of a batch: each is evaluated once without names, and once for every way to name."""

TOLD_BY = {"P03": {"P02", "P13"}, "P13": {"P02", "P03"}}
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
    free = [one.id for one in design.devices if one.face == "zero-u" and not one.feed]
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


def refuted(true: Report, said: Report) -> Iterator[str]:
    """Yield what is said for certain and is not so."""
    truth = by_rule(true)
    for rule, checks in by_rule(said).items():
        told = [
            *truth.get(rule, ()),
            *(c for by in TOLD_BY.get(rule, ()) for c in truth.get(by, ())),
        ]
        for check in checks:
            if not is_open(check.key) and not any(not is_open(one.key) for one in told):
                yield f"{check.severity} {check.key} is none: {check.message}"


def passed_over(true: Report, said: Report) -> Iterator[str]:
    """Yield what is so and of which nothing is said, not even that it cannot be said."""
    told = by_rule(said)
    for rule, checks in by_rule(true).items():
        if not any(one in told for one in (rule, *TOLD_BY.get(rule, ()))):
            for check in checks:
                if not is_open(check.key):
                    yield f"{check.severity} {check.key} is not told: {check.message}"


def numbers(report: Report) -> dict[str, Bounds]:
    """Return what feeds of the room carry; those of a rack are told as they are named."""
    return {where: of for where, of in results(report).items() if where.startswith("power.")}


def wrong_in(seed: int) -> Iterator[str]:
    design, parts = drawn(seed)
    catalog = CATALOG.overlay(parts)
    said = evaluate(design, catalog)
    for named in with_names(design):
        true = evaluate(named, catalog)
        names = "".join(one.feed for one in named.devices if one.face == "zero-u")
        found = (
            *refuted(true, said),
            *passed_over(true, said),
            *softened(true, said),
            *outside(numbers(true), numbers(said)),
        )
        yield from (f"{seed}, on {names}: {wrong}" for wrong in found)


def test_devices_that_hang_alike_and_are_dealt_to_apart_are_each_asked() -> None:
    """One of two hung on one supply by some names, and only the other was asked."""
    assert not list(wrong_in(1215))


@pytest.mark.parametrize("batch", range(BATCHES))
def test_whatever_feeds_rack_pdus_hang_on_what_is_certain_without_names_holds(batch: int) -> None:
    seeds = range(batch * RACKS, (batch + 1) * RACKS)
    wrong = [one for seed in seeds for one in wrong_in(seed)]
    assert not wrong, "\n".join(wrong)
