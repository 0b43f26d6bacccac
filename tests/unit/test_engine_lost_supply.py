"""Rack PDUs when one device loses a supply: the supplies that it has left draw more from others."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from designer.engine.assumptions import assumptions_of
from designer.engine.evaluate import evaluate
from designer.engine.power_report import InsideLossReport
from designer.engine.subjects.feeds.case import Case
from designer.engine.subjects.feeds.inside import inside_losses
from designer.engine.subjects.feeds.line_currents import pdu_lines
from designer.engine.subjects.feeds.lines import Draw, Lines
from designer.model.design import Design
from designer.model.figures import within
from designer.wiring.power import expand_power
from tests.unit.test_engine_inside_losses import inside
from tests.unit.test_engine_phases import SHOP, racked, server

ODD = SHOP.overlay([server(f"s{n}", 700.0 * n, n) for n in range(1, 7)])


def losses(design: Design) -> dict[str, InsideLossReport]:
    return inside(evaluate(design, ODD))


@pytest.mark.parametrize(
    ("servers", "overloaded"),
    [(2, False), (3, False), (4, True), (5, True)],
)
def test_a_supply_that_is_lost_may_be_one_too_much_for_the_pdu_that_is_left(
    servers: int, overloaded: bool
) -> None:
    """A PDU of 208 V, 60 A and one phase carries 9.5 kW at 80 % and 0.95: two servers and a half.

    Of four servers of 4 kW each of two PDUs carries 8 kW; with one supply less the other carries
    10 kW. Of three it carries 8 kW, and of five it is overloaded before.
    """
    found = losses(racked("AB", "single", *["server"] * servers, policy="N"))
    supply = found["one of 2 supplies of Server"]
    assert supply.overloaded is overloaded
    assert ("a rack PDU is overloaded" in supply.verdict) is overloaded
    if overloaded:
        assert supply.state == "error"


def test_a_line_of_a_three_phase_pdu_is_said_to_hold_only_where_it_must() -> None:
    """Four servers of 4 kW carry 26.8 A on the fullest line of a delta of 48 A, and 53.6 A alone.

    With a supply less no line can carry more than twice 26.8 A: whether it stays below 48 A
    depends on the outlets.
    """
    found = losses(racked("AB", "delta", *["server"] * 4))
    assert found["one of 2 supplies of Server"].overloaded is None
    light = losses(racked("AB", "delta", *["light"] * 4))
    assert light["one of 2 supplies of Light"].overloaded is False


def test_a_load_that_nobody_states_leaves_open_what_a_lost_supply_does() -> None:
    found = losses(racked("AB", "single", "open", "server"))
    assert found["one of 2 supplies of Open"].overloaded is None
    assert found["one of 2 supplies of Server"].overloaded is None


def _moved(lines: Lines, draw: Draw, at: int) -> Lines:
    """Return the lines with one device of a kind that has lost one supply on a line."""
    left = tuple(count - (place == at) for place, count in enumerate(draw.supplies))
    draws = Counter(lines.draws)
    draws[draw] -= 1
    if any(left):  # else it is dark
        draws[replace(draw, supplies=left)] += 1
    return replace(lines, draws={d: n for d, n in draws.items() if n}, _known={})


@pytest.mark.parametrize("seed", range(40))
def test_what_is_said_is_what_moving_the_supply_gives(seed: int) -> None:
    """Each lost supply is dealt with by hand, of random racks of single-phase rack PDUs."""
    random = Random(seed)
    strips = "".join(random.choices("ABC", k=random.randint(2, 4)))
    held = [f"s{random.randint(1, 6)}" for _ in range(random.randint(1, 9))]
    design = racked(strips, "single", *held, policy=random.choice(["N", "N+1", "2N"]))
    site = assumptions_of(design, ODD)
    (wiring,) = expand_power(design, ODD).places
    case = Case(wiring, site)
    lines = case.apart[0]
    ratings = [case.rating(line.pdus[0]) for line in lines.lines]
    for loss in inside_losses(case, pdu_lines(case)):
        if loss.kind != "supply":
            continue
        part = next(one for one in ODD.parts if one.name and loss.called.endswith(one.name))
        answers = {
            within(load, rating).answer
            for draw in lines.draws
            if draw.part == part.id
            for at, count in enumerate(draw.supplies)
            if count
            for load, rating in zip(_moved(lines, draw, at).loads(), ratings, strict=True)
        }
        expected = "no" if "no" in answers else "yes"
        assert "open" not in answers
        assert loss.outcome.carries.verdict.answer == expected, (strips, held)
