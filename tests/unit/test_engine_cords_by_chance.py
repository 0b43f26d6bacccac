"""Racks by chance, with cords by hand and scarce outlets, in which nobody states something.

Whatever the figure that is hidden turns out to be, every result lies within what is said without
it, no error that is said without it turns out to be none, and no wrong voltage is passed over.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from designer.catalog.part import Part, PduFigures, Psu
from designer.engine.evaluate import evaluate
from designer.engine.limit import beside
from designer.engine.reasons import is_open
from designer.engine.report import Report
from designer.model.design import Cord, Design, Site
from tests.helpers import engine_designs as parts
from tests.helpers.hidden_figures import bound_otherwise, outside, results, softened
from tests.unit.test_engine_feeds import CATALOG, design_of, device, feed, pdus

BATCHES = 5
RACKS = 12
"""Racks of a batch: each is evaluated once as it is said, and once for every truth."""

DARK = {"P10", "P26"}
WORSE = {
    "P03": {"P03", "P13", *DARK}, "P13": {"P03", "P13", *DARK}, "P10": DARK,
    "P08": {"P01", "P02", "P08"},
}  # fmt: skip
"""Rules that say as much of supplies, or that more is lacking, by the rule that says too few; and
that a rack PDU carries too much as a whole, where a line of it does."""


class Drawn(NamedTuple):
    """A rack with what is said of its parts, and each of the parts that it may have in truth."""

    design: Design
    said: tuple[Part, ...]
    truths: tuple[tuple[Part, ...], ...]
    hidden: str


def supplies(dice: Random, count: int) -> Psu:
    needed = dice.randint(1, count)
    return Psu(
        count=count, inlet=dice.choice(("C14", "C20")),
        redundancy=dice.choice(("", f"{needed}+{count - needed}")),
        rating_w=dice.choice((None, 700, 3_000)),
        volts_min=200, volts_max=dice.choice((None, 240, 415)),
    )  # fmt: skip


def strip(dice: Random, at: int) -> Part:
    counts = (0, 1, 2, 3, 24)
    figures = PduFigures(
        volts=dice.choice((208, 415, 415, 480)), amps=dice.choice((5, 60)), phases=3,
        standard="nec",
        outlets_c13=dice.choice(counts), outlets_c19=dice.choice(counts),
    )  # fmt: skip
    return parts.PDU.evolve(id=f"strip-{at}", name=f"Strip {at}", pdu=figures)


def load(dice: Random, at: int) -> Part:
    kind = dice.choice(("node", "storage"))
    return Part(
        id=f"load-{at}", kind=kind, name=f"Load {at}", height_half_u=4, mass_kg=20,
        power_max_w=dice.choice((300, 3_000)), airflow_m3h=100, liquid_fraction=0,
        psu=supplies(dice, dice.choice((1, 2, 2, 3, 4, 6))),
    )  # fmt: skip


def cords_by_hand(dice: Random, held: dict[str, Part], strips: int) -> tuple[Cord, ...]:
    """Return cords to any outlet of a rack PDU, to one by its number, or to none."""
    found: dict[str, Cord] = {}
    for _ in range(dice.choice((0, 1, 2, 3))):
        key = dice.choice(sorted(held))
        psu = held[key].psu
        assert psu is not None
        supply, at = f"{key}:psu{dice.randint(1, psu.count)}", dice.randrange(strips)
        outlet = dice.choice(("", f"pdu-{at}", f"pdu-{at}", f"pdu-{at}:2", f"pdu-{at}:60"))
        found[supply] = Cord(id=supply.replace(":", "-"), supply=supply, outlet=outlet)
    return tuple(found.values())


def least_count(design: Design, part: str) -> int:
    """Return how many supplies a part has at least: as many as cords by hand name."""
    held = {one.id for one in design.devices if one.part == part}
    named = (cord.supply.partition(":psu") for cord in design.cords)
    return max((int(number) for key, _, number in named if key in held), default=1)


def hide(dice: Random, part: Part, least: int) -> tuple[str, Part | None, tuple[Part, ...]]:
    """Return what is hidden of a part, the part without it, and parts that it may be."""
    if part.pdu is not None:
        field = dice.choice(("outlets_c13", "outlets_c19"))
        others = [part.pdu.evolve(**{field: number}) for number in (0, 1, 2, 4)]
        hidden = part.evolve(pdu=part.pdu.evolve(**{field: None}))
        return field, hidden, tuple(part.evolve(pdu=one) for one in others)
    assert part.psu is not None
    if dice.random() < 0.2:
        inlets = (part.evolve(psu=part.psu.evolve(inlet=inlet)) for inlet in ("C14", "C20"))
        return "psu.inlet", part.evolve(psu=part.psu.evolve(inlet="")), tuple(inlets)
    counts = [count for count in range(1, 7) if count >= least]
    others = tuple(part.evolve(psu=supplies(dice, count)) for count in counts)
    return ("", None, others) if dice.random() < 0.2 else ("psu", part.evolve(psu=None), others)


def drawn(seed: int) -> Drawn:
    dice = Random(seed)
    feeds = dice.choice(("AB", "AB", "ABC", "AAB"))
    strips = [strip(dice, at) for at in range(len(feeds))]
    loads = [load(dice, at) for at in range(3)]
    held = {f"n{at}": dice.choice(loads) for at in range(dice.randint(1, 5))}
    rule = dice.choice(("", "", "", "by-side", "1+1", "2+1"))
    design = design_of(
        *(device(key, part.id, 2 + 6 * at, cording=dice.choice(("", "", rule)))
          for at, (key, part) in enumerate(held.items())),
        *(one.evolve(part=f"strip-{at}") for at, one in enumerate(pdus(feeds))),
        cords=cords_by_hand(dice, held, len(feeds)),
        site=Site(feed_policy=dice.choice(("N", "N+1", "N+1", "2N"))),
        power=(
            feed("U", kind="ups"), feed("A", parents=("U",)), feed("B", parents=("U",)), feed("C")
        ) if dice.random() < 0.2 else tuple(feed(key, dice.choice((2, 60))) for key in "ABC"),
    )  # fmt: skip
    stated = [*loads, *strips]
    known = dice.choice((*held.values(), *held.values(), *strips))
    what, without, others = hide(dice, known, least_count(design, known.id))
    rest = tuple(part for part in stated if part is not known)
    said = rest if without is None else (*rest, without)
    truths = tuple((*rest, one) for one in (known, *others))
    return Drawn(design, said, truths, f"{known.id}.{what}")


def refuted(true: Report, said: Report) -> Iterator[str]:
    """Yield errors that are said for certain and are none."""
    errors = {check.rule for check in true.checks if check.severity == "error"}
    for check in said.checks:
        sure = check.severity == "error" and not is_open(check.key)
        if sure and check.rule != "D02" and errors.isdisjoint(WORSE.get(check.rule, {check.rule})):
            yield f"{check.key} is none: {check.message}"


def passed_over(true: Report, said: Report) -> Iterator[str]:
    """Yield wrong voltages of which nothing is said, not even that it cannot be said."""
    told = any(check.rule == "P11" for check in said.checks)
    for check in true.checks:
        if check.rule == "P11" and check.severity == "error" and not told:
            yield f"{check.key} is not told: {check.message}"


def of_two_minds(report: Report) -> Iterator[str]:
    """Yield what a limit that is open says in other numbers than those that it is drawn with."""
    for one in (limit for rack in report.racks for limit in rack.limits):
        used, of = beside(one.figure("used"), one.figure("limit"))
        numbers = (f"{used} kW; ", f"{used} of {of} kW; ", "cannot be said")
        unsaid = one.name == "power-feed-lost" and one.state == "unknown"
        if unsaid and not one.text.startswith(numbers):
            yield f"{one.text}, of {used} and {of}"


def wrong_in(seed: int) -> Iterator[str]:
    one = drawn(seed)
    said = evaluate(one.design, CATALOG.overlay(one.said))
    bounds = results(said)
    yield from (f"{seed}: {wrong}" for wrong in of_two_minds(said))
    for truth in one.truths:
        true = evaluate(one.design, CATALOG.overlay(truth))
        found = (
            *outside(results(true), bounds), *softened(true, said), *refuted(true, said),
            *bound_otherwise(true, said),
            *passed_over(true, said),
        )  # fmt: skip
        yield from (f"{seed}, {one.hidden} is {truth[-1].psu or truth[-1].pdu}: {w}" for w in found)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_whatever_is_hidden_beside_cords_by_hand_lies_within_what_is_said(batch: int) -> None:
    seeds = range(batch * RACKS, (batch + 1) * RACKS)
    wrong = [one for seed in seeds for one in wrong_in(seed)]
    assert not wrong, "\n".join(wrong)
