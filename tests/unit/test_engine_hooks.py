"""Each hook of each subject may fail: it says so under its name, and all the others stand."""

import json
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

import pytest

from designer.app.main import main
from designer.engine.evaluate import Evaluator
from designer.engine.findings import Finding
from designer.engine.page import Section
from designer.engine.patch import apply_patch
from designer.engine.protocol import (
    FrameReader,
    change_request,
    open_request,
    preview_from_answer,
    preview_request,
)
from designer.engine.report import Limit, LimitGroup, RackReport, Report
from designer.engine.subject import ContentsWork, Facts, PreviewWork, Rule, Subject
from designer.engine.subjects import SUBJECTS
from designer.engine.worker import Worker
from designer.io.design_file import save
from designer.io.export.report_json import report_data
from designer.io.export.report_layouts import report_html, report_markdown, report_text
from designer.model.change import Change
from designer.model.design import Device
from designer.model.figures import Figure, exact
from designer.model.layout import Layout
from designer.render.drawing import faulty_racks
from designer.render.sheets.rack_facts import limit_rows
from tests.helpers import engine_designs as parts
from tests.helpers.toy_subject import TOY, TOY_OF_RACKS, Noise

CATALOG: Final = parts.small_catalog()
DESIGN: Final = parts.superpod(1).evolve(assemblies=(parts.dgx_assembly(4).evolve(id="dgx-4"),))
REASON: Final = "cannot be computed, because RuntimeError: no such luck"


def _quiet(_: Facts) -> Iterator[Finding]:
    yield from ()


def _told(noise: Noise) -> Iterator[tuple[str, Figure]]:
    yield "loudest", exact(noise.loudest_db or 0.0, "dB")


def _page(_: Report) -> Iterator[Section]:
    yield Section("Noise", facts=(("Loudest", "72 dB"),))


LOUD: Final = replace(
    TOY, contents_checks=(_quiet,), write=_page, lost=lambda _: (), headlines=_told
)
LOUD_RACKS: Final = replace(
    TOY_OF_RACKS,
    of_contents=replace(TOY_OF_RACKS.of_contents, fields=lambda _: {}),
)
MISSING: Final = ("door_missing", "containment_missing")
EVERY: Final = (*SUBJECTS, LOUD_RACKS, LOUD)

Hook = tuple[str, ...]
HOOKS: Final[dict[str, Hook]] = {
    "compute": ("compute",),
    "checks": ("checks",),
    "contents checks": ("contents_checks",),
    "write": ("write",),
    "lost": ("lost",),
    "headlines": ("headlines",),
    "preview": ("preview", "compare"),
    "contents": ("of_contents", "compute"),
    "fields": ("of_contents", "fields"),
    "limits": ("of_contents", "limits"),
}
"""What a subject may declare to be called, by where it stands."""
SAID: Final = {"fields": "figures", "limits": "limits", "lost": "what is lost of it"}
"""What the report says of hooks that fail beside a result that stands."""


def _fails(*_: object) -> Any:
    raise RuntimeError("no such luck")


def _fails_late(*_: object) -> Iterator[Any]:
    yield from ()
    raise RuntimeError("no such luck")


def _found(subject: Subject, hook: str) -> object:
    held: object = subject
    for name in HOOKS[hook]:
        held = getattr(held, name, None)
    return held


def broken(name: str, hook: str, how: Any = _fails) -> tuple[Subject, ...]:
    """Return all subjects, with one hook of one of them in another's place."""

    def other(subject: Subject) -> Subject:
        outer, *inner = HOOKS[hook]
        if inner:
            return replace(subject, **{outer: replace(getattr(subject, outer), **{inner[0]: how})})
        return replace(subject, **{outer: (how,) if "checks" in outer else how})

    return tuple(other(s) if s.name == name else s for s in EVERY)


CASES: Final = tuple(
    (subject.name, hook) for subject in EVERY for hook in HOOKS if _found(subject, hook)
)
OF_RACKS: Final = tuple(case for case in CASES if case[1] in ("fields", "limits"))


@cache
def whole() -> Report:
    return Evaluator(CATALOG, EVERY).report(DESIGN)


def words_of(name: str) -> str:
    return next(subject.words for subject in EVERY if subject.name == name)


def asked(worker: Worker, request: dict[str, Any]) -> dict[str, Any]:
    frames, _ = worker.answer([json.dumps(request).encode()])
    (answer,) = (frame for data in frames for frame in FrameReader().feed(data))
    return answer


def bare(report: Report) -> dict[str, Any]:
    """Return what a report says but for its times."""
    return {name: getattr(report, name) for name in Report.model_fields if name != "timings"}


def test_no_hook_is_left_out_here() -> None:
    """Calculations of the command line are no part of a report: each is asked by itself."""
    for kind in (Subject, ContentsWork, PreviewWork):
        called = {
            f.name for f in fields(kind) if "Callable" in str(f.type) or "Rule" in str(f.type)
        }
        assert called <= {hook[-1] for hook in HOOKS.values()}, kind
    assert {hook for _, hook in CASES} == set(HOOKS)
    toys = {hook for name, hook in CASES if name in (TOY.name, TOY_OF_RACKS.name)}
    assert toys == set(HOOKS)


@pytest.mark.parametrize(("name", "hook"), CASES)
def test_a_hook_that_fails_is_named_everywhere_and_stops_nothing(name: str, hook: str) -> None:
    subjects = broken(name, hook, _fails)
    report = Evaluator(CATALOG, subjects).report(DESIGN)
    if hook not in ("compute", "contents"):
        assert [rack.id for rack in report.racks] == [rack.id for rack in whole().racks]
        assert report.rows == whole().rows
        assert report.totals == whole().totals
    written = [
        form(DESIGN, CATALOG, report, subjects)
        for form in (report_text, report_html, report_markdown)
    ]
    said = "".join(check.message for check in report.checks if check.rule == "E01")
    if hook in SAID:
        (lost,) = report.not_computed
        assert (lost.subject, lost.part) == (name, SAID[hook])
        assert f"{words_of(name)} ({SAID[hook]}) {REASON}" in said
        assert report.lost(name) is None
    elif hook in ("write", "headlines", "preview"):
        assert bare(report) == bare(whole())
    else:
        assert REASON in said
    if "checks" in hook:
        assert all("no such luck" in text for text in written)
    elif hook not in ("headlines", "preview"):
        assert all(REASON in text for text in written)
        assert all(words_of(name) in text for text in written)
    data = json.loads(json.dumps(report_data(report), allow_nan=False))
    assert [entry["subject"] for entry in data["not_computed"]] == [
        entry.subject for entry in report.not_computed
    ]
    if hook in SAID:
        assert data.get(name, {}) is not None


@pytest.mark.parametrize(("name", "hook"), CASES)
def test_the_worker_goes_on_with_a_hook_that_fails(name: str, hook: str) -> None:
    subjects = broken(name, hook, _fails)
    worker = Worker(CATALOG, subjects)
    first = apply_patch(None, asked(worker, open_request(1, DESIGN))["patch"], subjects)
    assert bare(first) == bare(Evaluator(CATALOG, subjects).report(DESIGN))
    rack = DESIGN.racks[0].id
    device = Device(id="new", name="new", part="single", rack=rack, half_u=94)
    drop = Change(put=(("devices", (device,)),))
    preview = preview_from_answer(asked(worker, preview_request(9, 1, drop, [rack])), subjects)
    assert preview.preview == 9
    told = any("no such luck" in sentence for sentence in preview.not_computed)
    # What the drop does not change has no figure that differs.
    assert told == (hook != "write") or hook == "headlines"
    after = apply_patch(first, asked(worker, change_request(2, 1, drop))["patch"], subjects)
    assert len(after.racks) == len(first.racks)


@pytest.mark.parametrize(("name", "hook"), OF_RACKS)
def test_a_rack_keeps_what_other_subjects_gave_and_does_not_look_well(name: str, hook: str) -> None:
    report = Evaluator(CATALOG, broken(name, hook)).report(DESIGN)
    subject = next(subject for subject in EVERY if subject.name == name)
    assert subject.of_contents is not None
    (lost,) = report.not_computed
    faulty = faulty_racks(report, Layout(DESIGN))
    for rack, before in zip(report.racks, whole().racks, strict=True):
        assert not rack.complete
        assert rack.id in lost.where
        assert rack.id in faulty
        mine = _own(hook, subject, rack, before)
        for field in RackReport.model_fields:
            if field not in mine:
                assert getattr(rack, field) == getattr(before, field), field
    rack = report.racks[0]
    (row, *_) = limit_rows(rack, report.lost_of(rack.id))
    assert (row.label, row.state) == (f"{subject.words} ({SAID[hook]})", "unknown")


def _own(hook: str, subject: Subject, rack: RackReport, before: RackReport) -> set[str]:
    """Return the fields that a hook's failure takes, having looked at what they say now."""
    gone: set[str] = {"complete"}
    if hook == "limits":
        here = {limit.name for limit in rack.limits}
        assert {limit for limit in before.limits if limit.name in here} == set(rack.limits)
        assert here < {limit.name for limit in before.limits}
        gone.add("limits")
        if subject.of_contents is not None and subject.of_contents.fills_up:
            assert (rack.binding_constraint, rack.stranded_kw) == ("", None)
            gone |= {"binding_constraint", "stranded_kw", "bounds"}
        return gone
    for field, info in RackReport.model_fields.items():
        if getattr(rack, field) != getattr(before, field) and field not in ("bounds", "complete"):
            assert getattr(rack, field) == info.default, field
            assert not (isinstance(info.default, float | int) and field not in MISSING), field
            gone.add(field)
    return gone | {"bounds"}


@pytest.mark.parametrize("hook", ["limits", "lost", "write", "headlines", "checks"])
def test_a_hook_that_fails_while_it_is_read_is_no_other(hook: str) -> None:
    """A generator fails when it is run through, not when it is called."""
    name = TOY_OF_RACKS.name if hook == "limits" else TOY.name
    subjects = broken(name, hook, _fails_late)
    report = Evaluator(CATALOG, subjects).report(DESIGN)
    assert len(report.racks) == len(DESIGN.racks)
    text = report_text(DESIGN, CATALOG, report, subjects)
    assert ("no such luck" in text) == (hook != "headlines")


@pytest.mark.parametrize(
    ("name", "hook", "gives", "because"),
    [
        ("noise", "compute", 5, "TypeError: int in place of Noise"),
        ("noise", "compute", None, "TypeError: NoneType in place of Noise"),
        ("totals", "compute", Noise(), "TypeError: Noise in place of Totals"),
        ("racks", "compute", 5, "TypeError: int in place of RackReport"),
        ("fabrics", "compute", (5,), "TypeError: int in place of FabricReport"),
        ("space", "limits", ("mass",), "TypeError: str in place of Limit"),
        ("space", "fields", {"height": 3.0}, "ValidationError: 1 validation error"),
        ("space", "fields", {"u_used": "many"}, "ValidationError: 1 validation error"),
        ("noise", "write", ("Noise",), "TypeError: str in place of Section"),
        ("contents", "lost", (("power", ()),), "TypeError: str in place of Lost"),
    ],
)
def test_what_a_hook_gives_of_another_type_is_a_failure(
    name: str, hook: str, gives: object, because: str
) -> None:
    subjects = broken(name, hook, lambda *_: gives)
    worker = Worker(CATALOG, subjects)
    report = apply_patch(None, asked(worker, open_request(1, DESIGN))["patch"], subjects)
    for form in (report_text, report_html):
        text = form(DESIGN, CATALOG, report, subjects)
        assert f"cannot be computed, because {because}" in " ".join(text.split())
    assert json.dumps(report_data(report), allow_nan=False)


def _louder(_: Facts, than: float) -> Iterator[Finding]:
    yield Finding("T02", "info", "loud", (), f"louder than {than:g} dB")


class _Rule:
    """A rule that is an object, as its type allows."""

    def __init__(self, *, fails: bool = False) -> None:
        self._fails = fails

    def __call__(self, facts: Facts) -> Iterator[Finding]:
        if self._fails:
            raise RuntimeError("no such luck")
        return _louder(facts, 63)


@pytest.mark.parametrize("hook", ["checks", "contents checks"])
@pytest.mark.parametrize(
    "rule", [partial(_louder, than=63), _Rule(), lambda facts: _louder(facts, 63)]
)
def test_a_rule_may_be_anything_that_can_be_called(rule: Rule, hook: str) -> None:
    report = Evaluator(CATALOG, broken("noise", hook, rule)).report(DESIGN)
    assert [c.message for c in report.checks if c.rule == "T02"] == ["louder than 63 dB"]


@pytest.mark.parametrize("hook", ["checks", "contents checks"])
@pytest.mark.parametrize(
    ("rule", "because"),
    [
        (lambda _: (None,), "the rule “<lambda>” cannot be computed, because TypeError: NoneType"),
        (lambda _: ("T02",), "the rule “<lambda>” cannot be computed, because TypeError: str"),
        (lambda _: 5, "the rule “<lambda>” cannot be computed, because TypeError: 'int'"),
        (_Rule(fails=True), "the rule “ Rule” cannot be computed, because RuntimeError"),
        (partial(_louder, "than", 63), "the rule “ louder” cannot be computed, because TypeError"),
        (
            lambda _: (Finding("T02", "fatal", "x", (), "m"),),  # type: ignore[arg-type]  # on purpose
            "the rule “<lambda>” cannot be computed, because ValueError: a finding has no severity "
            "'fatal'",
        ),
    ],
)
def test_a_rule_that_gives_no_findings_is_told_and_stops_nothing(
    rule: Rule, because: str, hook: str
) -> None:
    report = Evaluator(CATALOG, broken("noise", hook, rule)).report(DESIGN)
    assert any(c.rule == "E01" and c.message.startswith(because) for c in report.checks)
    assert len(report.racks) == len(DESIGN.racks)


def test_a_limit_of_an_added_subject_touches_no_other_figure_of_a_rack() -> None:
    """The toy's is over in every rack: fuller than those that fill up."""
    plain = Evaluator(CATALOG, SUBJECTS).report(DESIGN)
    for rack, before in zip(whole().racks, plain.racks, strict=True):
        own = [limit for limit in rack.limits if limit.name == "noise"]
        assert rack.evolve(limits=tuple(x for x in rack.limits if x not in own)) == before
        assert [limit.label for limit in own] == (["Noise"] if before.limits else [])
    fullest = whole().racks[0].limits_of("")
    assert ("noise", "error") in [(limit.name, limit.state) for limit in fullest]


@pytest.mark.parametrize("group", ["power", "device", "mass", "cooling", "liquid", "floor"])
@pytest.mark.parametrize("first", [True, False])
def test_a_group_of_limits_belongs_to_one_subject(group: LimitGroup, *, first: bool) -> None:
    """Plots and sheets show its first and its last limit: another's would stand in their place."""
    assert TOY_OF_RACKS.of_contents is not None
    toy = replace(TOY_OF_RACKS, of_contents=replace(TOY_OF_RACKS.of_contents, groups=(group,)))
    ordered = (SUBJECTS[0], toy, *SUBJECTS[1:]) if first else (*SUBJECTS, toy)
    with pytest.raises(ValueError, match=f"limits of the group {group} are those of "):
        Evaluator(CATALOG, ordered)


def test_a_limit_of_a_group_that_is_not_declared_is_lost_and_told() -> None:
    def limits(_: object) -> tuple[Limit, ...]:
        return (Limit(name="noise", label="Noise", group="power", used=1.0, limit=2.0),)

    report = Evaluator(CATALOG, broken(TOY_OF_RACKS.name, "limits", limits)).report(DESIGN)
    plain = Evaluator(CATALOG, SUBJECTS).report(DESIGN)
    for rack, before in zip(report.racks, plain.racks, strict=True):
        assert rack.limits_of("power") == before.limits_of("power")
    because = "noise is of the group power, which is not declared"
    assert any(c.rule == "E01" and because in c.message for c in report.checks)


def test_a_limit_that_fills_up_binds_where_its_subject_says_so() -> None:
    assert TOY_OF_RACKS.of_contents is not None
    filling = replace(TOY_OF_RACKS.of_contents, fills_up=("noise",))
    toys = (replace(TOY_OF_RACKS, of_contents=filling), TOY)
    # One node a rack: nothing is contained here, and four are beyond the end of the room's air.
    cool = DESIGN.evolve(assemblies=(parts.dgx_assembly(1).evolve(id="dgx-4"),))
    rack = Evaluator(CATALOG, (*SUBJECTS, *toys)).report(cool).racks[0]
    assert rack.binding_constraint == "noise"
    assert rack.stranded_kw != Evaluator(CATALOG).report(cool).racks[0].stranded_kw


def _fail_in_place(patch: pytest.MonkeyPatch, subject: Subject, hook: str) -> None:
    """Make a hook of a shipped subject fail for the whole program."""
    outer, *inner = HOOKS[hook]
    held = vars(getattr(subject, outer)) if inner else vars(subject)
    patch.setitem(held, inner[0] if inner else outer, (_fails,) if "checks" in outer else _fails)


SHIPPED: Final = tuple(
    case for case in CASES if case[0] in {s.name for s in SUBJECTS} and case[1] != "preview"
)


@pytest.mark.parametrize(("name", "hook"), SHIPPED)
def test_the_command_line_reports_with_a_hook_that_fails(
    name: str,
    hook: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "one.cluster.toml"
    save(file, DESIGN, CATALOG)
    subject = next(subject for subject in SUBJECTS if subject.name == name)
    _fail_in_place(monkeypatch, subject, hook)
    for form in ("text", "json"):
        assert main(["report", str(file), "--format", form]) == 0
        text = capsys.readouterr().out
        assert ("no such luck" in text) == (
            hook != "headlines" and (hook, form) != ("write", "json")
        )
