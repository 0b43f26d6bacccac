"""A hall with feeds of its own for each row: a rack looks at the losses that take its feeds."""

from collections import Counter
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.engine.subjects.availability.hall import Drawn
from designer.engine.subjects.feeds import rack_loads
from designer.engine.subjects.feeds.case import Case
from designer.engine.subjects.feeds.every_loss import Hall
from designer.model.design import Assembly, Design, PowerNode, Rack
from designer.model.figures import repeated_in_turn
from designer.planning.templates import build

SHIPPED = load_shipped()


def with_feeds(groups: int) -> Design:
    """Return a pod whose racks hang on the first of so many groups of three feeds."""
    pod = build("dgx-superpod-h100", {"scalable_units": "1"}, SHIPPED)
    more = tuple(
        PowerNode(id=f"{name}{at:03d}", kind="feed", capacity_kw=850.0, volts=415.0)
        for at in range(1, groups)
        for name in "ABC"
    )
    return pod.evolve(power=tuple(sorted((*pod.power, *more), key=lambda node: node.id)))


def lines_asked(design: Design) -> int:
    """Return how often racks ask which of their lines a loss takes."""
    asked, real = 0, Case.lines_on

    def noted(*given: object) -> object:
        nonlocal asked
        asked += 1
        return real(*given)  # type: ignore[arg-type]  # only passed on

    with patch.object(Case, "lines_on", staticmethod(noted)):
        Evaluator(SHIPPED).report(design)
    return asked


def test_feeds_of_other_rows_are_not_asked_of_a_rack() -> None:
    assert lines_asked(with_feeds(20)) == lines_asked(with_feeds(2))


def by_rows(units: int) -> Design:
    """Return a pod in which each row of racks has three feeds of its own."""
    pod = build("dgx-superpod-h100", {"scalable_units": str(units)}, SHIPPED)
    held = {one.id: one for one in pod.assemblies}
    rows = sorted({rack.row for rack in pod.racks})
    feeds, assemblies, racks = dict[str, PowerNode](), dict[str, Assembly](), list[Rack]()
    for rack in pod.racks:
        row = f"{rows.index(rack.row):02d}"
        for name in "ABC":
            one = PowerNode(id=name + row, kind="feed", capacity_kw=850.0, volts=415.0)
            feeds[one.id] = one
        if not rack.assembly:
            racks.append(rack.evolve(feeds=tuple(feed + row for feed in rack.feeds)))
            continue
        like = held[rack.assembly]
        slots = tuple(
            slot.evolve(feed=slot.feed + row) if slot.feed else slot for slot in like.slots
        )
        assemblies[like.id + row] = like.evolve(id=like.id + row, slots=slots)
        racks.append(rack.evolve(assembly=like.id + row))
    return pod.evolve(
        power=tuple(feeds[key] for key in sorted(feeds)), racks=tuple(racks),
        assemblies=tuple(assemblies[key] for key in sorted(assemblies)),
    )  # fmt: skip


def looked_at(engine: Evaluator, design: Design) -> Counter[str]:
    """Return how many loads, nodes and losses a report looks at, and what it says of losses."""
    found: Counter[str] = Counter()

    def noting(name: str, real: Callable[..., object]) -> Callable[..., object]:
        def noted(*given: object, **named: object) -> object:
            found[name] += 1
            return real(*given, **named)

        return noted

    with (
        patch.object(rack_loads, "repeated_in_turn", noting("loads", repeated_in_turn)),
        patch.object(Hall, "_carried", noting("nodes", Hall._carried)),
        patch.object(Hall, "_report", noting("losses", Hall._report)),
    ):
        engine.report(design)
    return found


def test_a_loss_looks_at_the_feeds_that_it_moves() -> None:
    few, many = by_rows(4), by_rows(16)
    less, more = (looked_at(Evaluator(SHIPPED), one) for one in (few, many))
    times = len(many.power) / len(few.power)
    assert less["losses"] == len(few.power)
    for name in ("loads", "nodes", "losses"):
        assert more[name] <= less[name] * times * 1.1


def test_an_edit_of_a_row_tells_the_losses_of_its_feeds_anew() -> None:
    design, engine = by_rows(4), Evaluator(SHIPPED)
    engine.report(design)
    after = design.evolve(racks=design.racks[:-1])
    said = looked_at(engine, after)
    assert 0 < said["losses"] <= 3
    assert 0 < said["loads"] <= 3 * 4
    assert engine.report(after).power == Evaluator(SHIPPED).report(after).power


def test_a_loss_asks_for_the_gpus_of_racks_on_its_feeds() -> None:
    asked: Counter[int] = Counter()
    real = Drawn._lost_of

    def noted(self: Drawn, *given: Any) -> float:
        asked[len(self.racks)] += 1
        return real(self, *given)

    with patch.object(Drawn, "_lost_of", noted):
        for units in (4, 16):
            Evaluator(SHIPPED).report(by_rows(units))
    (few, less), (many, more) = sorted(asked.items())
    assert many > few
    assert more <= less * many / few * 1.1
