"""Every single loss inside racks: a rack PDU, a power shelf, a supply."""

from itertools import product

import pytest

from designer.engine.evaluate import evaluate
from designer.engine.power_report import InsideLossReport, LossReport
from designer.engine.report import Report
from designer.model.design import Design, Site
from tests.unit.test_engine_feeds import CATALOG, design_of, device, feed, nodes, pdus
from tests.unit.test_engine_phases import SHOP, racked


def inside(report: Report) -> dict[str, InsideLossReport]:
    """Return the losses inside the only rack by what is lost."""
    (rack,) = report.racks
    return {loss.name: loss for loss in rack.losses}


def on(strips: str, *held: object, **site: object) -> dict[str, InsideLossReport]:
    rooms = sorted(set(strips) - {"-"} | {"A", "B"})
    power = tuple(feed(room) for room in rooms)
    design = design_of(*(held or nodes(4)), *pdus(strips), power=power, site=Site(**site))
    return inside(evaluate(design, CATALOG))


@pytest.mark.parametrize("policy", ["N", "N+1", "2N"])
def test_of_3_and_3_supplies_a_lost_pdu_leaves_too_few_and_a_lost_supply_enough(
    policy: str,
) -> None:
    """NVIDIA DGX H100 user guide: four of six supplies carry the system."""
    found = on("AB", feed_policy=policy)
    for room in "AB":
        loss = found[f"rack PDU on feed {room}"]
        assert (loss.kind, loss.number, loss.state) == ("rack PDU", 1, "error")
        assert (loss.dark_gpus, loss.short_gpus, loss.dark, loss.short) == (0, 32, False, True)
    supply = found["one of 6 supplies of DGX H100"]
    assert (supply.number, supply.state) == (24, "ok")
    assert supply.text == "5 of 6 supplies left, 4 declared as needed"
    assert supply.verdict == "no device suffers"


def test_over_three_feeds_a_lost_pdu_leaves_four_of_six() -> None:
    found = on("ABC")
    assert {loss.state for loss in found.values()} == {"ok"}
    assert found["rack PDU on feed A"].text.startswith("rack PDU on feed B is fullest: ")


def test_two_pdus_on_a_feed_are_lost_one_by_one_and_not_together() -> None:
    """Six supplies over AABB lie 2, 1, 2 and 1: whichever PDU goes, at least four are left."""
    found = on("AABB")
    lost = [name for name in found if name.startswith("rack PDU")]
    assert lost == [f"rack PDU {n} of 2 on feed {room}" for room in "AB" for n in (1, 2)]
    assert {(found[name].short_gpus, found[name].state) for name in lost} == {(0, "ok")}


def test_a_device_with_one_supply_goes_dark_with_it_and_with_its_pdu() -> None:
    found = on("AB", device("s", "single", 1))
    fates = {name: (loss.dark, loss.state) for name, loss in found.items()}
    assert fates.pop("a supply of Single-corded") == (True, "error")
    assert sorted(fates.values()) == [(False, "ok"), (True, "error")]


def test_a_line_that_is_too_full_after_a_lost_pdu_is_told_with_its_current() -> None:
    report = evaluate(racked("AB", "delta", *["server"] * 4), SHOP)
    loss = inside(report)["rack PDU on feed B"]
    assert (loss.overloaded, loss.state) == (True, "error")
    assert loss.text == "line L1 of the rack PDU on feed A carries 53.6 of 48.0 A"
    assert loss.verdict == "perhaps a device short of power, a rack PDU is overloaded"


def test_of_supplies_that_nobody_states_it_is_not_said_that_nothing_happens() -> None:
    catalog = CATALOG.overlay([CATALOG.require("dgx-h100").evolve(psu=None)])
    design = design_of(*nodes(1), *pdus("AB"), power=(feed("A"), feed("B")))
    found = inside(evaluate(design, catalog))
    for loss in found.values():
        assert loss.state == "unknown"
        bound = loss.bound("dark_gpus")
        assert bound is not None
        assert (bound.low, bound.high) == (0, 8)
    assert "a supply of DGX H100" in found


def test_a_part_that_is_lost_from_the_catalogue_leaves_each_loss_open() -> None:
    design = design_of(device("x", "nowhere", 1), *pdus("AB"), power=(feed("A"), feed("B")))
    found = inside(evaluate(design, CATALOG))
    assert found
    assert {loss.state for loss in found.values()} == {"unknown"}


def test_where_pdus_name_no_feed_what_each_name_gives_is_said() -> None:
    for loss in on("--").values():
        if loss.kind == "rack PDU":
            assert loss.name == "rack PDU that names no feed"
            assert loss.state in ("unknown", "error")


def alone_on_its_feed(strips: str, held: int, part: str) -> tuple[Design, Report]:
    design = design_of(
        *(device(f"d{at}", part, 1 + 8 * at) for at in range(held)), *pdus(strips),
        power=tuple(feed(room) for room in sorted(set(strips))),
    )  # fmt: skip
    return design, evaluate(design, CATALOG)


@pytest.mark.parametrize(
    ("strips", "part", "held"),
    list(product(("AB", "ABC", "ABCD"), ("dgx-h100", "single"), (1, 2, 4))),
)
def test_a_pdu_alone_on_its_feed_is_lost_as_the_feed_is(strips: str, part: str, held: int) -> None:
    _, report = alone_on_its_feed(strips, held, part)
    upstream: dict[str, LossReport] = {loss.id: loss for loss in report.power.losses}
    for room in strips:
        mine, whole = inside(report)[f"rack PDU on feed {room}"], upstream[room]
        assert (mine.dark_gpus, mine.short_gpus) == (whole.dark_gpus, whole.short_gpus)
        assert (int(bool(mine.dark)), int(bool(mine.short)), int(bool(mine.overloaded))) == (
            whole.dark_racks, whole.short_racks, whole.overloaded_racks,
        )  # fmt: skip
