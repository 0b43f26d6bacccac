"""No rule falls silent while what it judges may still be too little: ratings swept by small steps.

From a rating that is too small by far to one that is enough in any case findings get milder: an
error, then what is known to be tight or cannot be said, then nothing. Nothing between two findings
means that a rule forgot what it knows at a neighbour's rating.
"""

from collections.abc import Sequence
from itertools import pairwise

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.unpublished import Unpublished
from designer.engine.evaluate import Evaluator
from designer.model.design import Design, PowerNode, Rack, Site

SHIPPED = load_shipped()
STEP, FIRST, STEPS = 1.03, 40.0, 52
"""From 40 to some 180: 60 kW at the racks, 55 to 65 where these are bounded."""
AMPLE, ENOUGH = 1e4, 190.0
"""A set of the first has too little to do, one of the second has room in any case."""
SYSTEM = SHIPPED.require("gb200-nvl72").evolve(
    id="system", power_max_w=12_000.0, power_peak_w=None, power_typical_w=8000.0,
    liquid_fraction=0.0, unpublished=(),
)  # fmt: skip
BOUNDED = SYSTEM.evolve(
    power_max_w=None,
    unpublished=(
        Unpublished(
            fields=("power_max_w",), looked_in="its sheet", bound="its supplies", low=11_000.0,
            high=13_000.0,
        ),
    ),
)  # fmt: skip
POWER = (
    PowerNode(id="m", kind="utility", capacity_kw=AMPLE),
    PowerNode(id="g", kind="generator", capacity_kw=AMPLE),
    PowerNode(id="t", kind="transformer", capacity_kva=AMPLE, parents=("m",)),
    *(
        PowerNode(
            id=f"u{key}", kind="ups", capacity_kw=80.0, efficiency=0.96, parents=("t", "g"),
        )
        for key in "AB"
    ),
    *(PowerNode(id=key, capacity_kw=190.0, volts=415, parents=(f"u{key}",)) for key in "AB"),
)  # fmt: skip
RACKS = tuple(
    Rack(id=f"R{at}", name=f"R{at}", part="system", x_mm=3000 + 800 * at, y_mm=3000,
         feeds=("A", "B"))
    for at in range(5)
)  # fmt: skip
SITE = Site(
    design_dry_bulb_c=35.0, design_wet_bulb_c=24.0, cooling_water_c=10.0,
    heat_rejection="dry-cooler", feed_policy="2N",
)  # fmt: skip
MODELS = {"known": SHIPPED.overlay([SYSTEM]), "bounded": SHIPPED.overlay([BOUNDED])}
RULES = ("P14", "P15", "P17", "P22")
RATED = {"m": "capacity_kw", "g": "capacity_kw", "t": "capacity_kva", "uA": "capacity_kw",
         "A": "capacity_kw"}  # fmt: skip


def grave(power: str, evaluator: Evaluator, rating: float) -> dict[str, int]:
    """Return how grave each finding is, by its key: 2 an error, 1 any other."""
    nodes = tuple(one.evolve(**{RATED[power]: rating}) if one.id == power else one for one in POWER)
    report = evaluator.whole(Design(site=SITE, power=nodes, racks=RACKS))
    return {
        check.key: 2 if check.severity == "error" else 1
        for check in report.checks
        if check.rule in RULES
    }


def falls(runs: Sequence[int]) -> bool:
    """Return whether each is no more than the one before."""
    return all(after <= before for before, after in pairwise(runs))


def in_one_run(runs: Sequence[int]) -> bool:
    """Return whether nothing stands only before the first and after the last of them."""
    told = [at for at, one in enumerate(runs) if one]
    return not told or len(told) == told[-1] - told[0] + 1


@pytest.mark.parametrize("power", RATED)
@pytest.mark.parametrize("known", MODELS)
def test_findings_get_milder_with_a_higher_rating_and_none_is_left_out(
    known: str, power: str
) -> None:
    # One evaluator: between ratings it keeps what racks hold.
    evaluator = Evaluator(MODELS[known])
    ample = grave(power, evaluator, AMPLE if power != "g" else ENOUGH)
    found = [grave(power, evaluator, FIRST * STEP**step) for step in range(STEPS)]
    new = [{key: much for key, much in one.items() if much > ample.get(key, 0)} for one in found]
    worst = [max(one.values(), default=0) for one in new]
    assert worst[0] == 2
    assert worst[-1] == 0
    assert falls(worst), worst
    for rule in {key.partition(":")[0] for one in new for key in one}:
        of_rule = [
            max((much for key, much in one.items() if key.startswith(f"{rule}:")), default=0)
            for one in new
        ]
        assert in_one_run(of_rule), (rule, of_rule)


def test_a_gap_is_seen() -> None:
    assert in_one_run([0, 2, 1, 1, 0])
    assert not in_one_run([2, 0, 1])
    assert not falls([2, 1, 2])
