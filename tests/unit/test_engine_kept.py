"""What is kept from edit to edit: after any sequence the report is that from scratch."""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.assumptions import DECISIONS, assumptions_of
from designer.engine.evaluate import Evaluator
from designer.engine.filling import SOME_FABRIC, Contents
from designer.engine.findings import Finding
from designer.engine.patch import apply_patch, report_patch
from designer.engine.report import FabricReport
from designer.engine.results import Key
from designer.engine.settle import Settled
from designer.engine.subject import Facts, Subject
from designer.engine.subjects import SUBJECTS
from designer.engine.subjects.contents import fillings
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.fabrics import fabrics
from designer.engine.subjects.fabrics.graph import distinct
from designer.engine.subjects.floor.aisles import AISLES, aisles_of
from designer.engine.waivers import Groups, grouped
from designer.model.change import Change, apply, diff, racks_with_ids
from designer.model.design import Design, Device, Rack, Row
from designer.planning.templates import build
from designer.wiring.network_columns import FabricWiring
from tests.helpers import engine_designs as parts
from tests.helpers.edits_at_random import DROPPED, at_once, bare, fewer_devices, put, sequence
from tests.helpers.losses_told import with_losses

SHIPPED = load_shipped()
SMALL = {"dgx-superpod-h100": {"scalable_units": "1"}}


def rounded(said: Any) -> Any:
    """Return the same with 12 digits of every fraction."""
    if isinstance(said, float):
        return float(f"{said:.12g}")
    if isinstance(said, dict):
        return {name: rounded(value) for name, value in said.items()}
    return tuple(map(rounded, said)) if isinstance(said, list | tuple) else said


@pytest.mark.parametrize(
    ("template", "seed"),
    [("dgx-superpod-h100", 1), ("dgx-superpod-h100", 2), ("dgx-superpod-gb200", 3)],
)
def test_after_a_sequence_of_edits_report_and_patch_are_those_from_scratch(
    template: str, seed: int
) -> None:
    first = build(template, SMALL.get(template, {}), SHIPPED)
    evaluator = Evaluator(SHIPPED)
    last = evaluator.report(first)
    shown = apply_patch(None, report_patch(None, last).data())
    for step, design in enumerate(sequence(first, seed, 24)):
        report, afresh = with_losses(evaluator, design), at_once(design)
        assert bare(report) == bare(afresh), step
        shown = apply_patch(shown, report_patch(last, report).data())
        assert bare(shown) == bare(afresh), step
        last = report


@pytest.mark.parametrize("seed", [4, 5])
def test_previews_between_the_edits_leave_no_trace(seed: int) -> None:
    first = build("dgx-superpod-h100", SMALL["dgx-superpod-h100"], SHIPPED)
    evaluator, random = Evaluator(SHIPPED), Random(seed)
    for step, design in enumerate(sequence(first, seed, 8)):
        new = Device(
            id="tried", name="tried", part=random.choice(DROPPED), half_u=2,
            rack=random.choice(design.racks).id,
        )  # fmt: skip
        change = Change(put=(("devices", (new,)),))
        preview = evaluator.preview(step, design, change, (new.rack,))
        assert bare(with_losses(evaluator, design)) == bare(at_once(design)), step
        tried = at_once(apply(design, change))
        assert preview.racks[0].after == next(r for r in tried.racks if r.id == new.rack)


@pytest.mark.parametrize(
    ("template", "seed"), [("dgx-superpod-h100", 6), ("dgx-superpod-gb200", 7)]
)
def test_a_drop_after_its_preview_is_that_from_scratch(template: str, seed: int) -> None:
    design = build(template, SMALL.get(template, {}), SHIPPED)
    evaluator, random = Evaluator(SHIPPED), Random(seed)
    evaluator.report(design)
    for step, after in enumerate(sequence(design, seed, 16)):
        change = diff(design, after)
        for tried in (Change(), change)[random.randrange(2) :]:
            evaluator.preview(step, design, tried, ())
        design = apply(design, change)
        report = with_losses(evaluator, design)
        assert bare(report) == bare(at_once(design)), step


def at_maximum(design: Design) -> Design:
    """Return a design whose switches draw alike whatever their cables are."""
    return design.evolve(site=design.site.evolve(switch_power="maximum"))


def test_a_drop_after_its_preview_computes_nothing_twice() -> None:
    design = at_maximum(build("dgx-superpod-h100", SMALL["dgx-superpod-h100"], SHIPPED))
    evaluator = Evaluator(SHIPPED)
    evaluator.report(design)
    new = Device(id="tried", name="tried", part="dgx-h100", rack=design.racks[0].id, half_u=2)
    change = Change(put=(("devices", (new,)),))
    evaluator.preview(1, design, change, ())
    after = apply(design, change)
    assert bare(with_losses(evaluator, after)) == bare(at_once(after))
    assert (evaluator.evaluated_racks, evaluator.evaluated_contents) == (0, 0)
    evaluator.report(design)  # an undo
    assert (evaluator.evaluated_racks, evaluator.evaluated_contents) == (0, 0)


def test_racks_that_differ_in_their_networks_alone_share_what_follows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    design = at_maximum(build("dgx-superpod-h100", {"scalable_units": "16"}, SHIPPED))
    computed: list[Contents] = []
    core_of = fillings.core_of

    def counted(contents: Contents, facts: Facts, ordered: RackCore) -> RackCore:
        computed.append(contents)
        return core_of(contents, facts, ordered)

    monkeypatch.setattr(fillings, "core_of", counted)
    together = at_once(design)
    shared = len(computed)
    items = [item for contents in computed for item in contents.items]
    assert {(item.fabric, item.tier) for item in items} == {("", ""), (SOME_FABRIC, "")}
    computed.clear()
    monkeypatch.setattr(fillings, "without_networks", lambda contents: contents)
    # Sums go over fewer groups where these share what follows: the last digit may differ.
    assert rounded(bare(at_once(design))) == rounded(bare(together))
    assert shared < 0.75 * len(computed)


def test_that_a_lost_device_is_in_a_fabric_is_not_lost_by_sharing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What serves a fabric is a switch or a node, and no storage or PDU."""
    design = build("dgx-superpod-h100", SMALL["dgx-superpod-h100"], SHIPPED)
    for fabric in ("", design.fabrics[0].id):
        lost = Device(
            id="x", name="x", part="gone", rack=design.racks[0].id, half_u=80, fabric=fabric
        )
        after = put(design, "devices", lost)
        shared = at_once(after)
        with monkeypatch.context() as patched:
            patched.setattr(fillings, "without_networks", lambda contents: contents)
            assert bare(at_once(after)) == bare(shared)


def test_an_undo_finds_the_graph_and_the_report_of_a_fabric_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    design = build("dgx-superpod-h100", SMALL["dgx-superpod-h100"], SHIPPED)
    told, fabric_report = [], fabrics.fabric_report

    def counted(wiring: FabricWiring, *rest: Any, **named: Any) -> FabricReport:
        told.append(wiring.fabric.id)
        return fabric_report(wiring, *rest, **named)

    evaluator = Evaluator(SHIPPED)
    evaluator.report(design)
    monkeypatch.setattr(fabrics, "fabric_report", counted)
    new = Device(id="new", name="new", part="qm9700", rack=design.racks[0].id, half_u=2)
    after = put(design, "devices", new)
    first = [bare(with_losses(evaluator, one)) for one in (after, design)]
    assert told == ["out-of-band"]
    assert [bare(with_losses(evaluator, one)) for one in (after, design)] == first
    assert told == ["out-of-band"]
    assert first == [bare(at_once(one)) for one in (after, design)]


def test_a_drop_that_was_tried_on_another_design_is_computed() -> None:
    first = build("dgx-superpod-h100", SMALL["dgx-superpod-h100"], SHIPPED)
    evaluator = Evaluator(SHIPPED)
    new = Device(id="tried", name="tried", part="dgx-h100", rack=first.racks[0].id, half_u=2)
    change = Change(put=(("devices", (new,)),))
    evaluator.preview(1, first, change, ())
    moved = put(first, "racks", first.racks[1].evolve(name="moved"))
    assert bare(with_losses(evaluator, moved)) == bare(at_once(moved))
    dropped = apply(moved, change)
    assert bare(with_losses(evaluator, dropped)) == bare(at_once(dropped))


def test_a_rule_is_asked_again_when_what_it_read_has_changed() -> None:
    asked: list[str] = []

    def of_the_site(facts: Facts) -> Iterator[Finding]:
        asked.append("site")
        if facts.design.site.pue is not None:
            yield replace(FOUND, cause="pue")

    def of_all(facts: Facts) -> Iterator[Finding]:
        asked.append("all")
        yield replace(FOUND, rule="C02", cause=facts.design.model_dump_json()[:9], where=())

    def of_a_result(facts: Facts) -> Iterator[Finding]:
        asked.append("result")
        yield replace(FOUND, rule="C24", message=str(facts[RACKS_THERE]), where=())

    def failing(_: Facts) -> Iterator[Finding]:
        asked.append("failing")
        raise ValueError("no answer")

    there = Subject(
        key=RACKS_THERE, design=("racks",), compute=lambda facts: len(facts.design.racks)
    )
    rules = Subject(key=Key("rules"), checks=(of_the_site, of_all, of_a_result, failing))
    evaluator = Evaluator(SHIPPED, (there, rules))
    design = build("dgx-superpod-h100", SMALL["dgx-superpod-h100"], SHIPPED)

    def told(after: Design) -> list[str]:
        asked.clear()
        findings = evaluator.report(after).checks
        heard = list(asked)
        assert findings == Evaluator(SHIPPED, (there, rules)).report(after).checks
        return heard

    assert told(design) == ["site", "all", "result", "failing"]
    named = design.evolve(name="other")
    assert told(named) == ["all"]
    assert told(put(named, "racks", named.racks[0].evolve(name="x"))) == ["all"]
    fewer = named.evolve(racks=named.racks[1:])
    assert told(fewer) == ["all", "result"]
    assert told(fewer.evolve(site=fewer.site.evolve(pue=1.2)))[0] == "site"


@pytest.mark.parametrize(
    "moved",
    [
        {"x_mm": 300}, {"y_mm": 1500}, {"rotation": 90}, {"part": "rack-42u-800x1200"},
        {"name": "other"}, {"assembly": ""}, {"id": "another"},
    ],
)  # fmt: skip
def test_aisles_are_kept_while_racks_stand_as_they_stood(moved: dict[str, Any]) -> None:
    design = build("dgx-superpod-h100", SMALL["dgx-superpod-h100"], SHIPPED)
    (subject,) = (subject for subject in SUBJECTS if subject.key is AISLES)
    first = aisles_of(design.racks, design.room, SHIPPED)
    rack = design.racks[3]
    changed = rack.evolve(**moved)
    assert changed != rack
    after = design.evolve(racks=(*design.racks[:3], changed, *design.racks[4:]))
    site = assumptions_of(design, SHIPPED)
    facts = Facts(after, SHIPPED, site, {}, {AISLES.name: first}, design)
    assert subject.compute is not None
    found = subject.compute(facts)
    free = {key: replace(one, contained=True, contained_on=()) for key, one in found.items()}
    assert free == aisles_of(after.racks, after.room, SHIPPED)
    # Nobody knows how large a rack of a part that is not in the catalogue is.
    assert any(one.contained_on for one in found.values()) is ("part" in moved)
    # A rack that turns its side to the aisle stands in none that is contained, and nor does one
    # beside the air unit at the wall, which ends the aisle, or one set back from its row.
    open_ones = [key for key, one in found.items() if not one.contained]
    assert open_ones == ([changed.id] if moved.keys() & {"rotation", "x_mm", "y_mm"} else [])
    assert (found is first) is (moved.keys() <= {"name", "assembly"})
    smaller = design.evolve(room=design.room.evolve(outline=design.room.outline[:3]))
    facts = Facts(smaller, SHIPPED, site, {}, {AISLES.name: first}, design)
    assert subject.compute(facts) is not first


RACKS_THERE: Key[int] = Key("racks-there")


def test_racks_that_come_over_the_pipe_share_what_they_say_alike() -> None:
    design = build("dgx-superpod-h100", SMALL["dgx-superpod-h100"], SHIPPED)
    report = at_once(design)
    data = json.loads(report_patch(None, report).json())
    shown = apply_patch(None, data)
    assert shown.racks == report.racks
    looks = {rack.evolve(id="", name="", row="").model_dump_json() for rack in shown.racks}
    assert len(data["racks"]["like"]) == len(looks) < len(shown.racks)
    assert len({id(rack.limits) for rack in shown.racks}) <= len(looks)


@pytest.mark.parametrize(
    "put", [5, "A01", [5], ["A01"], [{"id": "A01", "limits": 5}], [{"id": "A01", "feeds": [{}]}]]
)
def test_racks_that_are_none_are_refused(put: object) -> None:
    with pytest.raises(ValueError, match=r"validation error"):
        apply_patch(None, {"racks": {"put": put, "drop": []}})


def test_different_numbers_are_counted() -> None:
    assert distinct(np.array([3, 0, 3, 7], dtype=np.int64)) == 3
    assert distinct(np.array([], dtype=np.int64)) == 0


class Watched:
    """A design that notes which of its fields are read."""

    def __init__(self, design: Design, read: set[str]) -> None:
        self._design, self._read = design, read

    def __getattr__(self, name: str) -> Any:
        self._read.add("power" if name == "feeds" else name)
        return getattr(self._design, name)


@pytest.mark.parametrize("catalog", [SHIPPED, parts.small_catalog(), Catalog(())])
def test_assumptions_are_read_from_the_decisions_alone(catalog: Catalog) -> None:
    read: set[str] = set()
    design = parts.superpod(1)
    outdoors = design.evolve(site=design.site.evolve(heat_rejection="dry-cooler", chillers=False))
    assumptions_of(Watched(outdoors, read), catalog)  # type: ignore[arg-type]  # fields by name
    assert read == set(DECISIONS)


FOUND = Finding("C01", "warning", "filling", ("b", "a"), "too warm", "cool it", 3.0, ("x.gpus",))


def test_a_check_is_kept_while_its_findings_are_the_same() -> None:
    groups = Groups()
    (first,) = groups.checks([FOUND])
    assert first.where == ("a", "b")
    (kept,) = groups.checks([replace(FOUND)])
    assert kept is first


@pytest.mark.parametrize(
    "other",
    [
        [replace(FOUND, where=("a",))],
        [replace(FOUND, message="far too warm")],
        [replace(FOUND, severity="error")],
        [FOUND, replace(FOUND, where=("c",), weight=4.0, message="worst")],
        [],
    ],
)
def test_a_check_is_made_anew_when_its_findings_differ(other: list[Finding]) -> None:
    groups = Groups()
    groups.checks([FOUND])
    assert groups.checks(other) == grouped(other)


def test_a_fork_of_the_groups_leaves_them_as_they_are() -> None:
    groups = Groups()
    (first,) = groups.checks([FOUND])
    groups.fork().checks([replace(FOUND, where=("z",))])
    assert groups.checks([FOUND]) == [first]
    assert groups.checks([FOUND])[0] is first


def test_what_would_settle_it_is_kept_until_something_else_waits() -> None:
    settled, figures = Settled(), SHIPPED.figures()
    first = settled.of([FOUND], {}, figures, str)
    assert settled.of([replace(FOUND, message="said otherwise")], {}, figures, str) is first
    for other in (replace(FOUND, where=("a",)), replace(FOUND, open_on=("y.mass_kg",))):
        assert settled.of([other], {}, figures, str) == Settled().of([other], {}, figures, str)
        assert settled.of([other], {}, figures, str) != first


@pytest.mark.parametrize(
    "wanted", [{"b"}, {"a", "d"}, {"d", "c", "b", "a"}, {"nowhere"}, {"nowhere", "b"}, set()]
)
@pytest.mark.parametrize("ids", ["abcd", "dbca"])
def test_racks_are_found_by_id_in_their_order(wanted: set[str], ids: str) -> None:
    racks = tuple(Rack(id=key, name=key, part="rack", x_mm=0, y_mm=0) for key in ids)
    found = [rack.id for rack in racks_with_ids(racks, wanted)]
    assert sorted(found) == sorted(wanted & set(ids))
    if ids == "abcd":
        assert found == sorted(found)


def test_an_input_for_which_the_same_waits_keeps_its_entry() -> None:
    settled, figures = Settled(), SHIPPED.figures()
    other = replace(FOUND, open_on=("y.mass_kg",))
    before = {entry.ref: entry for entry in settled.of([FOUND, other], {}, figures, str)}
    more = [FOUND, replace(other, where=("a", "b", "c"))]
    after = {entry.ref: entry for entry in settled.of(more, {}, figures, str)}
    assert tuple(after.values()) == Settled().of(more, {}, figures, str)
    assert after["x.gpus"] is before["x.gpus"]
    assert (before["y.mass_kg"].verdicts, after["y.mass_kg"].verdicts) == (2, 3)
    again = [FOUND, replace(more[1], rule="C09")]
    assert settled.of(again, {}, figures, str) == Settled().of(again, {}, figures, str)


LOST_BEHIND = Design(
    name="t",
    racks=(
        Rack(id="A01", name="A01", part="rack-48u", x_mm=1200, y_mm=1200),
        Rack(id="G01", name="G01", part="gone-rack", x_mm=1200, y_mm=3400),
    ),
)
IN_IT = Device(id="n", name="n", part="dgx-h100", rack="G01", half_u=6)


@pytest.mark.parametrize("filled_first", [False, True])
def test_what_stands_in_a_rack_decides_whether_its_aisle_is_judged(filled_first: bool) -> None:
    """A thing that no catalogue has may be a cooling unit while it is empty, and asks for no aisle.

    Rules of the floor were kept as long as racks stood as they stood.
    """
    filled = put(LOST_BEHIND, "devices", IN_IT)
    steps = (filled, LOST_BEHIND, filled) if filled_first else (LOST_BEHIND, filled, LOST_BEHIND)
    kept = Evaluator(SHIPPED)
    for design in steps:
        report = kept.report(design)
        assert bare(report) == bare(at_once(design))
        narrow = [check.severity for check in report.checks if check.rule == "F06"]
        assert ("error" in narrow) is bool(design.devices)


LOST = ("gone-rack", "cdu-row", "crah", "rack-48u")


def _lost_rack(design: Design, random: Random) -> Design:
    rack = random.choice(design.racks)
    return put(design, "racks", rack.evolve(part=random.choice(LOST), assembly=""))


def _lost_device(design: Design, random: Random) -> Design:
    part = random.choice(("gone-part", "dgx-h100", "qm9700"))
    rack = random.choice(design.racks).id
    new = Device(id=f"lost-{random.randrange(4)}", name="lost", part=part, rack=rack, half_u=2)
    return put(design, "devices", new)


@pytest.mark.parametrize("seed", range(8))
def test_edits_of_what_no_catalogue_has_give_what_a_fresh_evaluation_gives(seed: int) -> None:
    random, design, kept = Random(seed), LOST_BEHIND, Evaluator(SHIPPED)
    racks = tuple(
        Rack(
            id=f"R{n}", name=f"R{n}", part=random.choice(LOST), x_mm=600 * n,
            y_mm=random.choice((5400, 6600)),
        )
        for n in range(5)
    )  # fmt: skip
    design = put(design, "racks", *racks)
    for step in range(30):
        edit = random.choice((_lost_rack, _lost_device, _lost_device, fewer_devices))
        design = edit(design, random)
        assert bare(with_losses(kept, design)) == bare(at_once(design)), step


@pytest.mark.parametrize("number", range(3, 16))
def test_the_power_of_a_row_is_added_up_as_from_scratch(number: int) -> None:
    """A node one unit higher makes other contents and the same report of its rack.

    The row had kept its sum then, which differs in the last digit: n p is not (n - 1) p + p.
    """
    racks = tuple(
        Rack(id=f"r{n:02}", name="", part="rack-48u", row="A", x_mm=600 * n, y_mm=0)
        for n in range(number)
    )
    nodes = tuple(
        Device(id=f"n{n:02}", name="", part="dgx-b200", rack=f"r{n:02}", half_u=2)
        for n in range(number)
    )
    design = Design(name="t", racks=racks, rows=(Row(id="A", name="A"),), devices=nodes)
    kept = Evaluator(SHIPPED)
    kept.report(design)
    higher = put(design, "devices", nodes[0].evolve(half_u=4))
    assert kept.report(higher).rows == at_once(higher).rows
