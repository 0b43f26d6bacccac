"""Ways out of a replacement that does not fit: what each promises is what it does."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from math import inf

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.document import edits
from designer.document.document import Document
from designer.document.equivalents import candidates
from designer.document.replace_scopes import replace_scopes
from designer.engine.evaluate import Evaluator
from designer.engine.limit_report import Limit
from designer.engine.new_findings import brought
from designer.engine.preview import FigureChange, Preview
from designer.engine.report import Report
from designer.model.change import diff
from designer.model.design import Design
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.planning.ways_out import (
    PUBLISHED,
    AsItIs,
    Question,
    Replacement,
    WayOut,
    answered,
    ways_out,
)

CATALOG = load_shipped()
HALLS = {
    "superpod": ("dgx-superpod-h100", {"scalable_units": "1"}),
    "basepod": ("dgx-basepod", {}),
    "row": ("inference-row", {}),
    "lab": ("lab-workstations", {}),
}
CASES = 28
"""Replacements that are tried of each design: more than a hundred in all."""


@dataclass
class Bench:
    """A design, its report, and the engine that is asked about it."""

    design: Design
    engine: Evaluator = field(default_factory=lambda: Evaluator(CATALOG))
    asked: int = 0

    @property
    def report(self) -> Report:
        return self.engine.report(self.design)

    def answer(self, question: Question) -> Preview:
        self.asked += 1
        change = diff(self.design, question.after)
        return self.engine.preview(
            self.asked, self.design, change, question.racks, asks=question.asks
        )

    def find(
        self, part: str, by: str, only: tuple[str, ...] | None = None
    ) -> tuple[AsItIs, list[WayOut], Replacement]:
        report = self.report
        over = tuple(one.id for one in report.power.feeds if one.state == "error")
        asked = Replacement(
            self.design,
            CATALOG,
            part,
            by,
            only,
            (),
            report.racks,
            report.checks,
            over,
            make=Document(self.design).made,
        )
        as_it_is, *ways = answered(ways_out(asked), self.answer)
        assert isinstance(as_it_is, AsItIs)
        return as_it_is, [way for way in ways if isinstance(way, WayOut)], asked


@cache
def bench(name: str) -> Bench:
    template, arguments = HALLS[name]
    return Bench(build(template, dict(arguments), CATALOG))


def held(design: Design, part: str) -> Counter[str]:
    return Counter(one.rack for one in Layout(design).every() if one.part == part)


def broken(before: Report, after: Report) -> Iterator[Limit]:
    """Yield limits of racks that hold before and not after; those of one device are findings."""
    was = {rack.id: {one.name: one for one in rack.limits} for rack in before.racks}
    for rack in after.racks:
        for one in rack.limits:
            old = was.get(rack.id, {}).get(one.name)
            if (
                one.state == "error"
                and one.group != "device"
                and (old is None or old.state != "error")
            ):
                yield one


def told_figure(told: Preview, what: str) -> FigureChange | None:
    return next((one for one in told.changes if one.what == what), None)


def check_promise(found: Bench, asked: Replacement, way: WayOut) -> None:
    """Compare what a way says with the report once it is done, and undo it as one step."""
    if way.edit is None:
        assert way.reason
        assert way.told is None
        return
    assert way.told is not None
    document, before = Document(found.design), found.report
    document.apply(way.title, way.edit)
    after = document.design
    assert after == way.after
    here, was = held(after, asked.by), held(found.design, asked.by)
    assert here.total() - was.total() == way.nodes
    assert way.nodes + way.removed == asked.total
    assert all(here[rack] - was[rack] == number for rack, number in way.numbers)
    assert len(after.racks) - len(found.design.racks) >= way.added
    report = found.engine.report(after)
    came = {(one.key, one.severity) for one in brought(before.checks, report.checks)}
    assert {(one.key, one.severity) for one in way.told.comes} == came
    for what, section, name in (("GPUs", "totals", "gpus"), ("capital", "cost", "capex")):
        now = getattr(getattr(report, section), name)
        said = told_figure(way.told, what)
        told = said.after if said else getattr(getattr(before, section), name)
        assert told == pytest.approx(now), what
    old, new = (CATALOG.require(part).gpu_count for part in (asked.part_id, asked.by))
    if None not in (old, new, report.totals.gpus, before.totals.gpus):
        gained = way.nodes * new - asked.total * old
        assert report.totals.gpus - before.totals.gpus == gained
    racks = {rack.id: rack for rack in report.racks}
    for one in way.told.racks:
        assert one.after is not None
        assert one.after.limits == racks[one.id].limits
    if way.kind == "fewer":
        mine = dict(way.numbers)
        kept = report.evolve(racks=tuple(rack for rack in report.racks if mine.get(rack.id)))
        assert list(broken(before, kept)) == []
    document.undo()
    assert document.design is found.design


def fuller(part_id: str) -> list[Part]:
    """Return the likest parts, first of all those that are higher or draw more."""
    part, others = CATALOG.require(part_id), candidates(CATALOG, part_id)[:40]
    heavier = [
        one for one in others
        if one.height_half_u > part.height_half_u
        or (one.power_max_w or 0) > (part.power_max_w or inf)
    ]  # fmt: skip
    return [*heavier, *heavier, *others[:6]]


@pytest.mark.parametrize("name", HALLS)
def test_what_a_way_promises_is_what_the_report_says_once_it_is_done(name: str) -> None:
    chance, found = random.Random(f"ways {name}"), bench(name)
    layout = Layout(found.design)
    parts = sorted({
        one.part for one in layout.every() if CATALOG.require(one.part).traits.computes
    })  # fmt: skip
    tried = possible = 0
    while tried < CASES:
        part = chance.choice(parts)
        by = chance.choice(fuller(part)).id
        one = chance.choice([one for one in layout.every() if one.part == part])
        selected = chance.choice((one.rack, one.rack, one.key))
        scope = chance.choice(replace_scopes(layout, part, (selected,)))
        as_it_is, ways, asked = found.find(part, by, scope.only)
        tried += 1
        assert (len(ways) == 0) is as_it_is.fits
        for way in ways:
            check_promise(found, asked, way)
            possible += way.is_possible
    assert possible, "no way was tried"


def with_free_racks(design: Design, number: int) -> Design:
    """Return a design in which so many racks of nodes hold nothing but their rack PDUs and door."""
    for rack in [r for r in design.racks if r.id in held(design, "dgx-h100")][-number:]:
        keys = tuple(one.key for one in Layout(design).in_rack(rack.id) if one.face == "front")
        design = edits.remove(keys)(design)
    return design


def test_nodes_that_leave_go_to_racks_that_are_free() -> None:
    """Five racks of four keep three each: the five others fit into the two that are free."""
    found = Bench(with_free_racks(bench("superpod").design, 2))
    _, ways, asked = found.find("dgx-h100", "dgx-b200")
    fewer = next(way for way in ways if way.kind == "fewer")
    assert (asked.total, fewer.nodes, fewer.moved, fewer.removed) == (23, 23, 5, 0)
    assert fewer.after is not None
    names = {one.name for one in Layout(found.design).every() if one.part == "dgx-h100"}
    assert {one.name for one in Layout(fewer.after).every() if one.part == "dgx-b200"} == names
    check_promise(found, asked, fewer)


def test_a_published_density_has_its_source_and_others_are_not_claimed() -> None:
    for part, density in PUBLISHED.items():
        assert CATALOG.require(part).traits.computes
        assert density.nodes > 0
        assert "RA-" in density.source
    _, ways, _ = bench("superpod").find("dgx-h100", "dell-xe9680-h100")
    published = next(way for way in ways if way.kind == "published")
    assert published.edit is None
    assert published.reason.startswith("no reference design is known")


def test_what_is_locked_is_no_way_out() -> None:
    design = bench("superpod").design
    racks = tuple(rack.evolve(locked=True) for rack in design.racks)
    found = Bench(design.evolve(racks=racks))
    as_it_is, ways, _ = found.find("dgx-h100", "dgx-b200")
    assert "locked" not in as_it_is.refusal
    own = edits.remove((next(iter(Layout(design).every())).key,))(design)
    devices = tuple(one.evolve(locked=True) for one in own.devices)
    found = Bench(own.evolve(devices=devices))
    as_it_is, ways, _ = found.find("dgx-h100", "dgx-b200")
    assert "locked" in as_it_is.refusal
    assert all("locked" in way.reason for way in ways if way.kind != "published")


def test_a_limit_of_one_device_is_a_finding_and_no_reason_to_take_fewer() -> None:
    """B300 in the lab's racks: no number of nodes gives one of them another supply."""
    found = bench("basepod")
    as_it_is, ways, _ = found.find("dgx-h100", "hpe-xd685-b200")
    assert "Power supplies" not in as_it_is.because
    assert all("Power supplies" not in way.reason for way in ways)
