"""How much an edit makes the engine do, counted: what an edit does not touch is not computed."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.engine.memory import Memory
from designer.engine.report import Report
from designer.engine.subject import Facts, Subject
from designer.engine.subjects import SUBJECTS
from designer.engine.subjects.availability import availability
from designer.engine.subjects.availability.rates import CASES
from designer.engine.subjects.fabrics.power_lost import Standing
from designer.engine.subjects.floor import aisles
from designer.engine.subjects.platform import answers
from designer.engine.subjects.storage import delivery
from designer.model.change import Change, apply
from designer.model.design import Design, Device
from designer.planning.campus import in_halls
from designer.planning.templates import build
from designer.wiring import network

SHIPPED = load_shipped()
POD = build("dgx-superpod-h100", {"scalable_units": "1"}, SHIPPED)


@contextmanager
def counted(owner: object, name: str, called: Callable[..., str]) -> Iterator[Counter[str]]:
    """Count calls of a function by what each is called."""
    found: Counter[str] = Counter()
    real = getattr(owner, name)

    def noted(*given: Any) -> Any:
        found[called(*given)] += 1
        return real(*given)

    with patch.object(owner, name, noted):
        yield found


def computed() -> Any:
    """Count the subjects that are computed."""

    def name_of(subject: Subject, _: Facts) -> str:
        return subject.name

    return counted(Subject, "computed", name_of)


def started() -> Evaluator:
    engine = Evaluator(SHIPPED)
    engine.whole(POD)
    return engine


def plain(report: Report) -> Report:
    """Return a report without what depends on the clock."""
    return report.evolve(timings=())


def with_rack(**other: Any) -> Design:
    rack = POD.racks[3].evolve(**other)
    return apply(POD, Change(put=(("racks", (rack,)),)))


def with_device() -> Design:
    device = Device(id="new", name="new", part="sn2201", rack=POD.racks[0].id, half_u=80)
    return apply(POD, Change(put=(("devices", (device,)),)))


OF_CONTENTS = {
    "ownership", "bill", "cost", "carbon", "availability", "sums", "totals", "room-power", "peaks",
    "cooling-losses", "temperatures", "facility", "climate", "media", "optics", "fabrics", "choice",
}  # fmt: skip
"""Subjects that read what racks hold, and not what they are called."""


@pytest.mark.parametrize("other", [{"name": "called otherwise"}, {"note": "a note"}])
def test_a_rack_that_is_called_otherwise_holds_what_it_held(other: dict[str, str]) -> None:
    """No sum, no price and no power follows from a name: these subjects are not even asked."""
    engine, after = started(), with_rack(**other)
    with computed() as asked:
        report = engine.report(after)
    assert {subject.name for subject in SUBJECTS} > OF_CONTENTS
    assert "racks" in asked
    assert OF_CONTENTS.isdisjoint(asked), OF_CONTENTS & set(asked)
    assert plain(engine.whole(after)) == plain(Evaluator(SHIPPED).whole(after))
    assert report.racks[3].name == after.racks[3].name
    assert engine.evaluated_racks <= 1


@pytest.mark.parametrize("after", [with_device(), with_rack(x_mm=0), with_rack(assembly="")])
def test_an_undo_and_a_redo_compute_nothing(after: Design) -> None:
    engine = started()
    first = engine.whole(POD)
    changed = engine.whole(after)
    # As they come over the pipe: equal, and other objects.
    back, forth = (Design.model_validate(one.model_dump()) for one in (POD, after))
    with computed() as asked:
        undone, redone = engine.report(back), engine.report(forth)
    assert not asked
    assert (undone, redone) == (first, changed)
    assert plain(engine.whole(back)) == plain(Evaluator(SHIPPED).whole(back))


def test_an_edit_after_an_undo_follows_from_the_design_that_came_back() -> None:
    engine = started()
    engine.whole(with_device())
    back = Design.model_validate(POD.model_dump())
    engine.whole(back)
    after = back.evolve(site=back.site.evolve(utilisation=0.5), racks=with_rack(name="n").racks)
    assert plain(engine.whole(after)) == plain(Evaluator(SHIPPED).whole(after))


def test_rules_of_the_library_are_asked_again_where_what_they_read_differs() -> None:
    engine = started()

    def key_of(one: answers.Carried, _: answers.Facts) -> str:
        return one.key

    with counted(answers, "answer", key_of) as asked:
        engine.report(with_device())
    rules = len(engine.report(with_device()).platform.rules)
    assert sum(asked.values()) < rules / 4


def test_a_switch_that_nothing_shares_leaves_the_numbers_of_gpus_over_a_year() -> None:
    """The distribution follows from nodes and what they share: it is the dearest sum of all."""
    engine = started()
    with counted(availability, "distribution", lambda *_: "made") as made:
        engine.report(with_device())
        assert not made
        engine.report(POD.evolve(site=POD.site.evolve(gpus_needed=200)))
        assert made["made"] == len(CASES)


def test_a_switch_that_no_fabric_has_leaves_what_fabrics_lose_with_power() -> None:
    engine, after = started(), with_device()
    with counted(Standing, "_gone", lambda *_: "looked") as looked:
        report = engine.whole(after)
        assert not looked
        # Switches that hang on one feed now go dark with it.
        held = POD.assemblies[0]
        slots = tuple(slot.evolve(feed=slot.feed and "A") for slot in held.slots)
        alone = apply(POD, Change(put=(("assemblies", (held.evolve(slots=slots),)),)))
        other = engine.whole(alone)
        assert looked
    assert plain(report) == plain(Evaluator(SHIPPED).whole(after))
    assert plain(other) == plain(Evaluator(SHIPPED).whole(alone))


def test_what_was_found_of_the_same_things_is_not_looked_for_again() -> None:
    memory, looked = Memory(), list[object]()

    def look(one: object, other: object) -> str:
        looked.append((one, other))
        return f"{one} {other}"

    a, b, alike = ["a"], ["b"], ["a"]
    assert memory.each("x", ((a, b), (b, a)), look) == ["['a'] ['b']", "['b'] ['a']"]
    assert memory.each("x", ((b, a), (a, b)), look) == ["['b'] ['a']", "['a'] ['b']"]
    assert len(looked) == 2
    memory.each("y", ((a, b),), look)  # another question
    memory.each("x", ((alike, b),), look)  # another thing that says the same
    memory.each("x", ((a, b),), look)  # was not among the last
    assert len(looked) == 5


def site() -> Design:
    """Return three halls, each the pod."""
    return in_halls(3, 1, SHIPPED, lambda _: POD)


def without_a_row(design: Design) -> Design:
    """Return a site without the row of the middle hall in which its first racks stand."""
    row = next(rack.row for rack in design.racks if rack.id.startswith("H02"))
    gone = {rack.id for rack in design.racks if rack.row == row}
    return design.evolve(
        racks=tuple(rack for rack in design.racks if rack.id not in gone),
        rows=tuple(one for one in design.rows if one.id != row),
    )


def test_a_row_removed_leaves_the_networks_of_other_halls_as_they_are() -> None:
    """Not even their graphs are made anew, and so nothing that is seen in them."""
    design = site()
    engine = Evaluator(SHIPPED)
    engine.report(design)
    with counted(network, "wire_fabric", lambda fabric, *_: str(fabric.id)) as wired:
        engine.report(without_a_row(design))
    assert wired
    assert {fabric.partition("-")[0] for fabric in wired} == {"H02"}


def test_a_row_removed_leaves_what_storage_delivers_in_other_halls() -> None:
    design = site()
    engine = Evaluator(SHIPPED)
    engine.report(design)
    with counted(delivery, "_branch", lambda *given: str(given[2].fabric.hall)) as flows:
        engine.report(without_a_row(design))
    assert set(flows) == {"H02"}


def test_racks_that_go_are_missed_by_those_before_and_behind_them_alone() -> None:
    """The aisles of other halls' racks are not measured again."""
    design = site()
    engine = Evaluator(SHIPPED)
    engine.report(design)
    with counted(aisles, "_measured", lambda racks, *_: str(len(racks))) as measured:
        engine.report(without_a_row(design))
    (racks,) = map(int, measured)
    assert 0 < racks < len(design.racks) / 2
