"""The framework of subjects: one entry adds one, one that fails leaves the others alone."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from designer.engine.calc import calculate, calculations
from designer.engine.evaluate import Evaluator
from designer.engine.findings import Finding
from designer.engine.order import in_order
from designer.engine.patch import apply_patch
from designer.engine.protocol import (
    FrameReader,
    change_request,
    open_request,
    preview_from_answer,
    preview_request,
)
from designer.engine.report import Report
from designer.engine.subject import Facts, Subject
from designer.engine.subjects import SUBJECTS
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.totals.totals import TOTALS
from designer.engine.worker import Worker
from designer.io.export.report_content import report_content
from designer.io.export.report_json import report_data
from designer.io.export.report_layouts import report_html, report_text
from designer.model.change import Change, diff
from designer.model.design import Design, Device, Waiver
from designer.model.record import Record
from tests.helpers import engine_designs as parts
from tests.helpers.previews import looked_at
from tests.helpers.toy_subject import (
    TOY,
    TOY_OF_RACKS,
    WITH_TOY,
    Noise,
    noise,
    too_loud,
)

CATALOG = parts.small_catalog()


def drawn(nodes: int = 4) -> Design:
    return parts.superpod(1).evolve(assemblies=(parts.dgx_assembly(nodes).evolve(id="dgx-4"),))


def asked(worker: Worker, request: dict[str, Any]) -> dict[str, Any]:
    frames = worker.answer([json.dumps(request).encode()])
    (answer,) = (frame for data in frames for frame in FrameReader().feed(data))
    return answer


def test_one_entry_adds_a_subject_to_everything_that_there_is() -> None:
    design = drawn()
    report = Evaluator(CATALOG, WITH_TOY).report(design)
    assert report.section("noise") == noise(72, report.totals.racks)
    assert "T01:loud" in {check.key for check in report.checks}
    assert "noise" in {timing.stage for timing in report.timings}
    content = report_content(design, CATALOG, report, WITH_TOY)
    (section,) = (s for s in content.sections if s.title == "Noise")
    assert section.facts[0] == ("Loudest, dB", "72")
    assert ("Fans", "10.0–20.0 kW") in section.facts
    assert report_data(report)["sections"]["noise"]["loudest_db"] == 72
    known = calculations(WITH_TOY)
    assert calculate("two-sources", {"db": "60"}, CATALOG, known).results == {"both_db": 63}
    assert "two-sources" not in calculations(SUBJECTS)


def test_two_calculations_of_one_name_are_refused() -> None:
    entry = replace(TOY.calc[0], name="feed")
    with pytest.raises(ValueError, match="two calculations of the name feed"):
        calculations((*SUBJECTS, TOY_OF_RACKS, replace(TOY, calc=(entry,))))


def test_an_added_section_goes_over_the_pipe_and_back_to_unknown() -> None:
    worker, full = Worker(CATALOG, WITH_TOY), drawn()
    first = asked(worker, open_request(1, full))
    report = apply_patch(None, first["patch"], WITH_TOY)
    assert report.section("noise") == noise(72, report.totals.racks)
    empty = full.evolve(assemblies=(full.assemblies[0].evolve(slots=()),), devices=(), fabrics=())
    preview, rest = looked_at(worker, preview_request(3, 1, diff(full, empty), []), WITH_TOY)
    ((name, quiet),) = preview.sections
    assert (name, quiet) == ("noise", noise(None, report.totals.racks))
    with pytest.raises(ValueError, match="no subject has a section 'noise'"):
        preview_from_answer(rest, told=preview)
    second = asked(worker, change_request(2, 1, diff(full, empty)))
    after = apply_patch(report, second["patch"], WITH_TOY)
    assert after.section("noise") == noise(None, report.totals.racks)


def _fails(_: object) -> Any:
    raise RuntimeError("no such luck")


def failing(name: str) -> tuple[Subject, ...]:
    """Return the subjects with one that fails."""

    def broken(subject: Subject) -> Subject:
        if subject.of_contents is not None:
            return replace(subject, of_contents=replace(subject.of_contents, compute=_fails))
        return replace(subject, compute=_fails)

    return tuple(broken(s) if s.name == name else s for s in WITH_TOY)


@pytest.mark.parametrize("name", [subject.name for subject in WITH_TOY])
def test_a_subject_that_fails_says_so_and_leaves_the_others_alone(
    name: str,
) -> None:
    design, subjects = drawn(), failing(name)
    whole = Evaluator(CATALOG, WITH_TOY).report(design)
    report = Evaluator(CATALOG, subjects).report(design)
    lost = {entry.subject: entry for entry in report.not_computed}
    assert re.fullmatch(r"RuntimeError: no such luck \(\w+, line \d+\)", lost[name].because)
    affected = _readers(name)
    assert set(lost) <= affected
    for subject in WITH_TOY:
        if subject.section and subject.name not in affected:
            assert _section(report, subject) == _section(whole, subject), subject.name
    keys = {check.key for check in report.checks}
    assert {f"E01:{entry}" for entry in lost} <= keys
    words = next(subject.words for subject in subjects if subject.name == name)
    for text in (
        report_text(design, CATALOG, report, subjects),
        report_html(design, CATALOG, report, subjects),
    ):
        assert words in text
        assert "cannot be computed, because RuntimeError: no such luck" in text
    data = report_data(report)
    assert [entry["subject"] for entry in data["not_computed"]] == [
        entry.subject for entry in report.not_computed
    ]
    for entry in lost.values():
        if not entry.where and entry.subject in data:
            assert data[entry.subject] is None


@pytest.mark.parametrize("name", [subject.name for subject in WITH_TOY])
def test_a_preview_and_the_next_edit_survive_a_subject_that_fails(name: str) -> None:
    design, worker = drawn(), Worker(CATALOG, failing(name))
    first = asked(worker, open_request(1, design))
    report = apply_patch(None, first["patch"], WITH_TOY)
    rack = design.racks[0].id
    device = Device(id="new", name="new", part="single", rack=rack, half_u=94)
    drop = Change(put=(("devices", (device,)),))
    preview, _ = looked_at(worker, preview_request(9, 1, drop, [rack]), WITH_TOY)
    assert preview.preview == 9
    if "racks" not in _readers(name):
        assert preview.racks[0].after != preview.racks[0].before
    after = apply_patch(report, asked(worker, change_request(2, 1, drop))["patch"], WITH_TOY)
    assert {entry.subject for entry in after.not_computed} >= {name}
    assert after.lost("totals") or after.totals.devices == report.totals.devices + 1


def _readers(name: str) -> set[str]:
    """Return a subject and all that read it, directly or through others."""
    found = {name}
    of_contents = {s.name for s in WITH_TOY if s.of_contents is not None}
    for subject in WITH_TOY:
        if subject.names & found or (name in of_contents and CONTENTS.name in subject.names):
            found.add(subject.name)
    return found


def _section(report: Report, subject: Subject) -> object:
    if subject.record is not None:
        return report.section(subject.section)
    return getattr(report, subject.section)


def test_what_reads_a_failed_subject_names_it() -> None:
    report = Evaluator(CATALOG, failing("facility")).report(drawn())
    lost, cost = report.lost("bill"), report.lost("cost")
    assert lost is not None
    assert cost is not None
    assert lost.because.startswith("facility cannot be computed, because RuntimeError")
    assert "facility cannot be computed" in cost.because
    assert report.lost("totals") is None


def test_a_failed_subject_comes_back_with_the_design_that_it_can_compute() -> None:
    """What failed is tried anew once something it reads has changed."""

    def picky(facts: Facts) -> Noise:
        if len(facts[CONTENTS].cores) % 2:
            raise ValueError("an odd number of racks")
        return Noise(racks=len(facts[CONTENTS].cores))

    subjects = tuple(replace(s, compute=picky) if s is TOY else s for s in WITH_TOY)
    evaluator, design = Evaluator(CATALOG, subjects), drawn()
    fewer = design.evolve(racks=design.racks[1:])
    reports = [evaluator.report(d) for d in (design, fewer, design)]
    assert [bool(r.lost("noise")) for r in reports] in ([True, False, True], [False, True, False])


def test_a_rule_that_fails_is_a_finding_and_the_others_speak() -> None:
    def broken_rule(facts: Facts) -> Iterator[Finding]:
        yield from ()
        raise KeyError("gone")

    subjects = (*SUBJECTS, TOY_OF_RACKS, replace(TOY, checks=(broken_rule, too_loud)))
    keys = {check.key for check in Evaluator(CATALOG, subjects).report(drawn()).checks}
    assert {"E01:broken rule", "T01:loud"} <= keys


def test_the_order_is_checked_against_what_each_reads() -> None:
    with pytest.raises(ValueError, match="noise reads totals, which does not come before it"):
        in_order((SUBJECTS[0], replace(TOY, reads=(TOTALS,))))
    with pytest.raises(ValueError, match="twice"):
        in_order((*SUBJECTS, SUBJECTS[0]))
    with pytest.raises(ValueError, match="noise reads 'walls'"):
        replace(TOY, design=("walls",))
    with pytest.raises(ValueError, match="names no record"):
        replace(TOY, record=None)
    with pytest.raises(TypeError, match="Record of noise cannot carry bounds"):
        replace(TOY, record=Record)  # type: ignore[arg-type] # what a subject without types does


def test_a_subject_whose_input_is_the_same_is_not_computed_again() -> None:
    counted: list[str] = []

    def counting(subject: Subject) -> Subject:
        compute = subject.compute
        if compute is None:
            return subject

        def run(facts: Facts) -> Any:
            counted.append(subject.name)
            return compute(facts)

        return replace(subject, compute=run)

    of_the_site = {
        "plant-year", "climate", "facility", "availability", "plant-balance", "temperatures",
        "plant", "cooling-losses", "optics", "media",
    }  # fmt: skip
    evaluator, design = Evaluator(CATALOG, map(counting, SUBJECTS)), parts.superpod(1)
    evaluator.report(design)
    counted.clear()
    evaluator.report(design.evolve(site=design.site.evolve(utilisation=0.5)))
    assert set(counted) == {
        *of_the_site, "bill", "bought", "cost", "ownership", "carbon", "workloads", "choice",
        "platform",
    }  # fmt: skip
    counted.clear()
    evaluator.report(design.evolve(note="a remark"))
    assert set(counted) <= {
        *of_the_site, "bill", "bought", "cost", "ownership", "carbon", "workloads", "choice",
        "platform",
    }  # fmt: skip


# A patch grows with the change.


def busy(racks: int) -> Design:
    """Return racks that all have findings: no PDU, a small rack, hot, overlapping neighbours."""
    design = parts.superpod(racks // 8)
    slots = (
        *(slot for slot in design.assemblies[0].slots if slot.face != "zero-u"),
        parts.Slot(id="x", part="single", half_u=6),
        parts.Slot(id="y", part="mystery", half_u=7),
    )
    assembly = design.assemblies[0].evolve(slots=tuple(sorted(slots, key=lambda s: s.id)))
    return design.evolve(assemblies=(assembly,))


@pytest.mark.timeout(400)  # two thousand racks, and a machine that may be busy
def test_a_drop_sends_little_at_any_size() -> None:
    design = busy(2000)
    worker = Worker(CATALOG)
    first = asked(worker, open_request(1, design))
    report = apply_patch(None, first["patch"])
    assert sum(len(check.where) for check in report.checks) > 10_000
    for revision, rack in enumerate(
        (design.racks[0], design.racks[len(design.racks) // 2], design.racks[-1]), start=2
    ):
        device = Device(id=f"new-{revision}", name="new", part="single", rack=rack.id, half_u=80)
        after = design.evolve(devices=tuple(sorted((*design.devices, device), key=lambda d: d.id)))
        request = change_request(revision, revision - 1, diff(design, after))
        frames = list(worker.answer([json.dumps(request).encode()]))
        assert sum(map(len, frames)) <= 20_000
        (answer,) = (frame for data in frames for frame in FrameReader().feed(data))
        report, design = apply_patch(report, answer["patch"]), after
    assert _bare(report) == _bare(Evaluator(CATALOG).report(design)), (
        "patch upon patch is the whole"
    )


@pytest.mark.timeout(400)
def test_a_finding_on_all_racks_is_sent_as_one_run() -> None:
    design = busy(2000)
    worker = Worker(CATALOG)
    asked(worker, open_request(1, design))
    switch = next(d for d in design.devices if d.tier == "spine")
    change = Change(drop=(("devices", (switch.id,)),))
    frames = list(worker.answer([json.dumps(change_request(2, 1, change)).encode()]))
    assert sum(map(len, frames)) <= 20_000
    narrow = Change(single=(("room", design.room.evolve(floor_limit_kpa=1.0)),))
    frames = worker.answer([json.dumps(change_request(3, 2, narrow)).encode()])
    (answer,) = (frame for data in frames for frame in FrameReader().feed(data))
    new = [c for c in answer["patch"]["checks"]["put"] if c["rule"] == "F04"]
    assert sum(count for check in new for _, count in check["where"]) >= 2000
    assert len(json.dumps([check["where"] for check in new])) < 200


def _bare(report: Report) -> dict[str, Any]:
    return {name: getattr(report, name) for name in Report.model_fields if name != "timings"}


def test_a_value_can_go_back_to_unknown_over_the_pipe() -> None:
    design = parts.superpod(1)
    worker = Worker(CATALOG)
    report = apply_patch(None, asked(worker, open_request(1, design))["patch"])
    assert report.cost.opex_per_year is not None
    euro = Change(single=(("site", design.site.evolve(currency="EUR")),))
    answer = asked(worker, change_request(2, 1, euro))
    assert answer["patch"]["cost"]["opex_per_year"] is None
    assert apply_patch(report, answer["patch"]).cost.opex_per_year is None


@pytest.mark.parametrize(
    "patch",
    [
        {"checks": {"put": [], "change": [{"key": "nothing"}], "drop": []}},
        {"sections": {"noise": {}}},
        {"speed": 3},
        {"racks": {"put": [{"id": 5}], "drop": []}},
        {
            "checks": {
                "put": [{"rule": "X", "severity": "info", "message": "", "key": "X:1",
                         "where": [[0, 9]]}],
                "change": [], "drop": [],
            }
        },
    ],
)  # fmt: skip
def test_a_patch_that_does_not_fit_is_refused(patch: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        apply_patch(Report(), patch)


def test_the_report_says_in_a_sentence_why_a_subject_is_lost() -> None:
    report = Evaluator(CATALOG, failing("totals")).report(drawn())
    assert re.match(
        r"Totals cannot be computed, because RuntimeError: no such luck \(",
        report.why_lost("racks", "totals"),
    )
    assert report.why_lost("racks", "fabrics") == ""
    assert report.lost_by_rack() == {}


def test_the_report_says_by_rack_what_is_lost_of_it() -> None:
    design = drawn()
    report = Evaluator(CATALOG, failing("feeds")).report(design)
    by_rack = report.lost_by_rack()
    assert set(by_rack) == {rack.id for rack in design.racks}
    (lost,) = by_rack[design.racks[0].id]
    assert lost.words.startswith("Feeds of racks cannot be computed, because RuntimeError")
    assert report.why_lost("feeds") == ""


def test_no_limit_binds_while_others_are_lost() -> None:
    design = drawn()
    whole = Evaluator(CATALOG, WITH_TOY).report(design).racks[0]
    rack = Evaluator(CATALOG, failing("feeds")).report(design).racks[0]
    assert whole.binding_constraint in {limit.name for limit in whole.limits}
    assert rack.limits
    assert rack.binding_constraint == ""
    assert rack.stranded_kw is None
    toy = Evaluator(CATALOG, failing("rack-noise")).report(design).racks[0]
    assert toy.binding_constraint == whole.binding_constraint


def test_what_cannot_be_computed_cannot_be_waived() -> None:
    """The key names no cause: a waiver would hide the next failure as well."""
    waivers = tuple(Waiver(id=f"E01:{name}", reason="known") for name in ("facility", "cost"))
    design = drawn().evolve(waivers=waivers)
    checks = {c.key: c for c in Evaluator(CATALOG, failing("facility")).report(design).checks}
    for name in ("facility", "cost"):
        assert (checks[f"E01:{name}"].severity, checks[f"E01:{name}"].waived) == ("error", False)
        assert "cannot be accepted" in checks[f"W01:E01:{name}"].message
    mended = {c.key: c for c in Evaluator(CATALOG, WITH_TOY).report(design).checks}
    assert "fits no finding any more" in mended["W01:E01:facility"].message


@pytest.mark.parametrize("name", ["fabrics", "cables"])
def test_cost_stands_without_the_number_of_cables(name: str) -> None:
    design = drawn()
    whole = Evaluator(CATALOG, WITH_TOY).report(design)
    assert whole.cables.count
    report = Evaluator(CATALOG, failing(name)).report(design)
    assert report.lost("cables") is not None
    assert report.lost("cost") is None
    assert report.cost.figure("capex") == whole.cost.figure("capex")
    assert report.cost.figure("opex_per_year") == whole.cost.figure("opex_per_year")
    assert "cables (their number cannot be computed)" in report.cost.unpriced
    assert not report.cost.complete
