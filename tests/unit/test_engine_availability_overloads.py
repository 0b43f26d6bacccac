"""What carries too much goes down with what left it so, and with nothing else that fails."""

import pytest

from designer.model.design import Design, PowerNode
from tests.unit.test_engine_availability_down import GPUS, availability, hall, taking

KINDS = ("utility", "switchboard", "ups")


def plant(*, utilities: int = 1, sets: tuple[float, ...] = (), standby_ups: float = 0.0) -> Design:
    """Each feed behind a UPS and a board of its own; boards hang on utilities, then on sets."""
    grids = [PowerNode(id=f"grid{n}", kind="utility", capacity_kw=9e4) for n in range(utilities)]
    made = [
        PowerNode(id=f"g{n}", kind="generator", capacity_kw=kw) for n, kw in enumerate(sets)
    ]  # fmt: skip
    above = tuple(one.id for one in (*grids, *made))
    nodes: list[PowerNode] = []
    for node in hall().power:
        board, ups = f"s{node.id}", f"u{node.id}"
        standby = ("uB",) if node.id == "A" and standby_ups else ()
        kw = standby_ups if node.id == "B" and standby_ups else 9e3
        nodes += [
            node.evolve(parents=(ups, *standby), capacity_kw=9e3),
            PowerNode(id=ups, kind="ups", parents=(board,), capacity_kw=kw),
            PowerNode(id=board, kind="switchboard", parents=above, capacity_kw=9e3),
        ]
    return hall().evolve(power=(*nodes, *made, *grids))


def lost(design: Design) -> dict[str, float]:
    found = taking(availability(design))
    return {kind: found[kind].figure("lost_gpus").likely for kind in KINDS if kind in found}


def test_a_set_that_is_too_small_is_no_set_and_takes_nothing_with_other_failures() -> None:
    none, small, enough = (lost(plant(sets=sets)) for sets in ((), (1.0,), (9e3,)))
    assert small == pytest.approx(none, rel=1e-3)
    assert small["utility"] > 50 * enough["utility"]
    for kind in ("switchboard", "ups"):
        assert small[kind] == pytest.approx(enough[kind], rel=1e-2)
    assert taking(availability(plant(sets=(1.0,))))["utility"].takes_gpus == GPUS


def test_two_utilities_and_a_small_set_are_two_utilities() -> None:
    none, small, enough = (
        lost(plant(utilities=2, sets=sets)) for sets in ((), (1.0,), (9e3,))
    )  # fmt: skip
    assert 0 < enough["utility"] < none["utility"]
    assert small == pytest.approx(none, rel=1e-3)


def test_a_second_set_that_is_too_small_is_none() -> None:
    """It would carry all where the first does not start."""
    one, small, enough = (lost(plant(sets=sets)) for sets in ((9e3,), (9e3, 1.0), (9e3, 9e3)))
    assert small["utility"] == pytest.approx(one["utility"], rel=0.02)
    assert enough["utility"] < small["utility"] / 2


def test_a_ups_that_stands_by_and_is_too_small_goes_down_with_the_one_it_replaces() -> None:
    """A UPS that carries its own feed alone: when uA fails, uB takes A and B."""
    few, enough = lost(plant(standby_ups=700.0)), lost(plant(standby_ups=9e3))
    # Racks hold on with one of three feeds lost, and not with two: the UPS and board of A count.
    down = {"ups": 4.0e-5, "switchboard": 0.588e-6 * 261}
    for kind, share in down.items():
        assert few[kind] - enough[kind] == pytest.approx(GPUS * share, rel=0.06)
    assert few["utility"] == pytest.approx(enough["utility"], rel=1e-3)


def test_utilities_that_fail_together_are_named_as_not_rated() -> None:
    """They count as independent of each other: nobody publishes how often one outage takes both."""

    def together(
        utilities: int = 1, sets: tuple[float, ...] = ()
    ) -> list[tuple[float | None, float | None]]:
        found = availability(plant(utilities=utilities, sets=sets)).not_rated
        return [(one.number, one.takes_gpus) for one in found if one.kind == "utilities-together"]

    assert together() == []
    assert together(utilities=2) == [(2, GPUS)]
    assert together(utilities=2, sets=(9e3,)) == [(2, 0)]
    (small,) = availability(plant(utilities=2, sets=(1.0,))).not_rated[:1]
    assert (small.kind, small.figure("takes_gpus").high) == ("utilities-together", GPUS)
