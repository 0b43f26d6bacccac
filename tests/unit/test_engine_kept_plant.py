"""What the plant keeps from edit to edit: after any sequence the report is that from scratch."""

from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.engine.report import Report
from designer.model.change import Change, apply
from designer.model.design import Design, Device, PowerKind, PowerNode, Rack
from tests.helpers.contents_once import SharedContents

SHIPPED = load_shipped()
SIDES = "AB"
HELD = ("dgx-h100", "dgx-b200", "qm9700", "sn2201", "no-such-part")


def _side(side: str, kw: float | None) -> list[PowerNode]:
    """Return what supplies two feeds: mains or a set, a switchboard, a UPS with a battery."""
    return [
        PowerNode(id=f"T{side}", kind="transformer", parents=("U",), capacity_kw=kw),
        PowerNode(id=f"G{side}", kind="generator", capacity_kw=kw, fuel_hours=24.0, start_s=10.0),
        PowerNode(id=f"S{side}", kind="switchboard", parents=(f"T{side}", f"G{side}")),
        PowerNode(
            id=f"P{side}", kind="ups", parents=(f"S{side}",), capacity_kw=kw, efficiency=0.96,
            battery_minutes=5.0,
        ),
        *(
            PowerNode(id=f"{side}{n}", parents=(f"P{side}",), capacity_kw=60.0)
            for n in range(2)
        ),
    ]  # fmt: skip


def _own_sets() -> tuple[PowerNode, ...]:
    return (PowerNode(id="U", kind="utility"), *_side("A", 400.0), *_side("B", 400.0))


def _shared_ups() -> tuple[PowerNode, ...]:
    """Return the same with a UPS that takes over for either side, and feeds of both."""
    spare = PowerNode(id="P", kind="ups", parents=("SA", "SB"), capacity_kva=300.0)
    return tuple(
        node.evolve(parents=(*node.parents, "P")) if node.kind == "feed" else node
        for node in (*_own_sets(), spare)
    )


def _ring() -> tuple[PowerNode, ...]:
    """Return the same with switchboards that stand by for each other, and one set for both."""
    others = {"SA": ("TA", "SB", "GA"), "SB": ("TB", "SA", "GA")}
    return tuple(
        node.evolve(parents=others.get(node.id, node.parents))
        for node in _own_sets()
        if node.id != "GB"
    )


def _circle() -> tuple[PowerNode, ...]:
    """Return the same with one side that no source supplies."""
    return tuple(node.evolve(parents=("PA",)) if node.id == "SA" else node for node in _own_sets())


PLANTS = {"sets": _own_sets, "shared UPS": _shared_ups, "ring": _ring, "circle": _circle}


def hall(power: tuple[PowerNode, ...]) -> Design:
    """Return eight racks on a feed of each side."""
    return Design(
        name="t",
        power=power,
        racks=tuple(
            Rack(
                id=f"R{n}", name=f"R{n}", part="rack-48u", x_mm=800 * n, y_mm=2000,
                feeds=(f"A{n % 2}", f"B{n // 4}"),
            )
            for n in range(8)
        ),
        devices=tuple(
            Device(id=f"d{n}-{at}", name="d", part="dgx-h100", rack=f"R{n}", half_u=2 + 20 * at)
            for n in range(8)
            for at in range(2)
        ),
    )  # fmt: skip


def _device(design: Design, random: Random) -> Design:
    new = Device(
        id=f"new-{random.randrange(6)}", name="new", part=random.choice(HELD), half_u=60,
        rack=random.choice(design.racks).id, feed=random.choice(("", "", "A0", "Z")),
    )  # fmt: skip
    return apply(design, Change(put=(("devices", (new,)),)))


def _fewer(design: Design, random: Random) -> Design:
    lost = random.choice(design.devices).id if design.devices else ""
    return design.evolve(devices=tuple(one for one in design.devices if one.id != lost))


def _feeds(design: Design, random: Random) -> Design:
    rack = random.choice(design.racks)
    names = [node.id for node in design.power if node.kind == "feed"]
    changed = rack.evolve(feeds=tuple(random.sample(names, random.choice((1, 2, 2)))))
    return apply(design, Change(put=(("racks", (changed,)),)))


def _rating(design: Design, random: Random) -> Design:
    node = random.choice(design.power)
    ratings = ({"capacity_kw": None}, {"capacity_kw": 250.0}, {"capacity_kva": 200.0})
    return apply(design, Change(put=(("power", (node.evolve(**random.choice(ratings)),)),)))


def _kind(design: Design, random: Random) -> Design:
    node = random.choice([one for one in design.power if one.kind != "feed"])
    kinds: tuple[PowerKind, ...] = ("switchboard", "ups", "busway", "generator")
    return apply(design, Change(put=(("power", (node.evolve(kind=random.choice(kinds)),)),)))


def _site(design: Design, random: Random) -> Design:
    name, value = random.choice(
        (
            ("feed_policy", "N"), ("feed_policy", "N+1"), ("feed_policy", "2N"),
            ("power_factor", 0.9), ("power_factor", 0.95), ("estimates", False),
            ("estimates", True), ("growth_pct", 20.0),
        )
    )  # fmt: skip
    return design.evolve(site=design.site.evolve(**{name: value}))


EDITS: tuple[Callable[[Design, Random], Design], ...] = (
    _device, _device, _device, _device, _fewer, _fewer, _feeds, _rating, _kind, _site,
)  # fmt: skip


@cache
def fresh() -> SharedContents:
    """Return what evaluates from scratch but for what stands in racks, which is no plant."""
    return SharedContents(SHIPPED)


def same(one: Report, other: Report) -> bool:
    return one.evolve(timings=()) == other.evolve(timings=())


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("plant", PLANTS)
def test_after_a_sequence_of_edits_the_plant_is_that_from_scratch(plant: str, seed: int) -> None:
    random, design, kept = Random(f"{plant} {seed}"), hall(PLANTS[plant]()), Evaluator(SHIPPED)
    kept.report(design)
    for step in range(24):
        edit = random.choice(EDITS)
        design = edit(design, random)
        assert same(kept.report(design), fresh().evaluate(design, SHIPPED)), (step, edit.__name__)


@pytest.mark.parametrize("plant", PLANTS)
def test_an_undo_gives_the_report_of_before(plant: str) -> None:
    random, design, kept = Random(plant), hall(PLANTS[plant]()), Evaluator(SHIPPED)
    first = kept.report(design)
    assert first.power.losses
    for _ in range(4):
        after = _device(design, random)
        assert not same(kept.report(after), first) or after == design
        assert same(kept.report(design), first)
