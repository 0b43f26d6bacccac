"""Each hook of each subject may fail: it says so under its name, and all the others stand."""

import html
import json
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cache, partial
from typing import Any, Final

import pytest

from designer.engine.cost_report import Cost
from designer.engine.evaluate import Evaluator
from designer.engine.findings import Finding
from designer.engine.limit_report import Limit, LimitGroup
from designer.engine.page import Section, Table
from designer.engine.patch import apply_patch
from designer.engine.protocol import (
    FrameReader,
    change_request,
    open_request,
    preview_request,
)
from designer.engine.report import RackReport, Report
from designer.engine.results import Lost
from designer.engine.subject import (
    ContentsWork,
    Facts,
    Filling,
    Headline,
    PreviewWork,
    Rule,
    Subject,
)
from designer.engine.subjects import SUBJECTS
from designer.engine.worker import Worker
from designer.io.export.report_json import report_data
from designer.io.export.report_layouts import report_html, report_markdown, report_text
from designer.model.change import Change
from designer.model.design import Device
from designer.model.figures import exact, missing
from designer.model.layout import Layout
from designer.model.measured import fields_of
from designer.render.drawing import faulty_racks
from designer.render.sheets.rack_facts import limit_rows
from tests.helpers import engine_designs as parts
from tests.helpers.previews import looked_at
from tests.helpers.toy_subject import TOY, TOY_OF_RACKS, Noise

CATALOG: Final = parts.small_catalog()
DESIGN: Final = parts.superpod(1).evolve(assemblies=(parts.dgx_assembly(4).evolve(id="dgx-4"),))
REASON: Final = "cannot be computed, because RuntimeError: no such luck"


def _quiet(_: Facts) -> Iterator[Finding]:
    yield from ()


def _told(noise: Noise) -> Iterator[Headline]:
    yield Headline("loudest", exact(noise.loudest_db or 0.0, "dB"))


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


def fails(*_: object) -> Any:
    raise RuntimeError("no such luck")


def fails_late(*_: object) -> Iterator[Any]:
    yield from ()
    raise RuntimeError("no such luck")


def _found(subject: Subject, hook: str) -> object:
    held: object = subject
    for name in HOOKS[hook]:
        held = getattr(held, name, None)
    return held


def broken(name: str, hook: str, how: Any = fails) -> tuple[Subject, ...]:
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


@cache
def reported(name: str, hook: str) -> Report:
    """Return the report of a hook that fails; three tests look at it."""
    return Evaluator(CATALOG, broken(name, hook)).report(DESIGN)


def words_of(name: str) -> str:
    return next(subject.words for subject in EVERY if subject.name == name)


def asked(worker: Worker, request: dict[str, Any]) -> dict[str, Any]:
    frames = worker.answer([json.dumps(request).encode()])
    (answer,) = (frame for data in frames for frame in FrameReader().feed(data))
    return answer


def bare(report: Report) -> dict[str, Any]:
    """Return what a report says but for its times."""
    return {name: getattr(report, name) for name in Report.model_fields if name != "timings"}


def test_no_hook_is_left_out_here() -> None:
    """What is no part of a report has tests of its own: losses of several, and later work."""
    for kind in (Subject, ContentsWork, PreviewWork):
        called = {
            f.name for f in fields(kind) if "Callable" in str(f.type) or "Rule" in str(f.type)
        }
        assert called - {"together", "losing", "later"} <= {hook[-1] for hook in HOOKS.values()}, (
            kind
        )
    assert {hook for _, hook in CASES} == set(HOOKS)
    toys = {hook for name, hook in CASES if name in (TOY.name, TOY_OF_RACKS.name)}
    assert toys == set(HOOKS)


@pytest.mark.parametrize(("name", "hook"), CASES)
def test_a_hook_thatfails_is_named_everywhere_and_stops_nothing(name: str, hook: str) -> None:
    subjects, report = broken(name, hook), reported(name, hook)
    if hook not in ("compute", "contents"):
        assert [rack.id for rack in report.racks] == [rack.id for rack in whole().racks]
        # What rows add up of a figure or a limit that is lost has bounds; their power stands.
        assert [(row.id, row.power_max_kw) for row in report.rows] == [
            (row.id, row.power_max_kw) for row in whole().rows
        ]
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
def test_the_worker_goes_on_with_a_hook_thatfails(name: str, hook: str) -> None:
    subjects = broken(name, hook, fails)
    worker = Worker(CATALOG, subjects)
    first = apply_patch(None, asked(worker, open_request(1, DESIGN))["patch"], subjects)
    assert bare(first) == bare(reported(name, hook))
    rack = DESIGN.racks[0].id
    device = Device(id="new", name="new", part="single", rack=rack, half_u=94)
    drop = Change(put=(("devices", (device,)),))
    preview, _ = looked_at(worker, preview_request(9, 1, drop, [rack]), subjects)
    assert preview.preview == 9
    told = any("no such luck" in sentence for sentence in preview.not_computed)
    # What the drop does not change has no figure that differs.
    assert told == (hook != "write") or hook == "headlines"
    after = apply_patch(first, asked(worker, change_request(2, 1, drop))["patch"], subjects)
    assert len(after.racks) == len(first.racks)


@pytest.mark.parametrize(("name", "hook"), OF_RACKS)
def test_a_rack_keeps_what_other_subjects_gave_and_does_not_look_well(name: str, hook: str) -> None:
    report = reported(name, hook)
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
        assert subject.of_contents is not None
        own = set(subject.of_contents.limit_names)
        assert here == {limit.name for limit in before.limits} - own
        gone.add("limits")
        if subject.of_contents.fills_up:
            assert (rack.binding_constraint, rack.stranded_kw) == ("", None)
            assert rack.strands == ()
            gone |= {"binding_constraint", "stranded_kw", "strands", "bounds"}
        return gone
    for field, info in RackReport.model_fields.items():
        if getattr(rack, field) != getattr(before, field) and field not in ("bounds", "complete"):
            assert getattr(rack, field) == info.default, field
            assert not (isinstance(info.default, float | int) and field not in MISSING), field
            gone.add(field)
    return gone | {"bounds"}


@pytest.mark.parametrize("hook", ["limits", "lost", "write", "headlines", "checks"])
def test_a_hook_thatfails_while_it_is_read_is_no_other(hook: str) -> None:
    """A generator fails when it is run through, not when it is called."""
    name = TOY_OF_RACKS.name if hook == "limits" else TOY.name
    subjects = broken(name, hook, fails_late)
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
        ("noise", "lost", ((Lost("nobody", "gone"), ("A01",)),), "ValueError: nobody is not what"),
        ("noise", "lost", ((Lost("totals", "gone"), ()),), "ValueError: totals is not what noise"),
        ("noise", "lost", ((Lost("power", "gone"), ()),), "ValueError: power is not what noise"),
        ("noise", "lost", ((Lost("noise", "gone"), (1,)),), "TypeError: int in place of str"),
        ("noise", "lost", ((Lost("noise", "gone"), "A01"),), "TypeError: str in place of a tuple"),
        ("noise", "lost", ((Lost("noise", None), ()),), "TypeError: NoneType in place of str"),  # type: ignore[arg-type]  # on purpose
        (
            "space",
            "fields",
            fields_of({"power_max_kw": exact(3.0, "kW")}),
            "TypeError: power_max_kw is a field of a rack that is not declared",
        ),
        ("space", "fields", {"id": "x"}, "TypeError: id is a field of a rack that is not declared"),
        (
            "space",
            "fields",
            {"bounds": fields_of({"air_kw": missing("x.air", "kW", 1.0, 2.0)})["bounds"]},
            "TypeError: air_kw is a field of a rack that is not declared",
        ),
        ("noise", "write", (Section("N", facts=(("a", "b"),)), None), "TypeError: NoneType in"),
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


def _windy(**fields: object) -> Rule:
    """Return a rule whose finding has some other fields."""

    def rule(_: Facts) -> Iterator[Finding]:
        said: dict[str, Any] = {
            "rule": "T02", "severity": "info", "cause": "c", "where": ("A01",), "message": "m",
        }  # fmt: skip
        yield Finding(**{**said, **fields})

    return rule


class _SpeechlessError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


def _speechless(_: Facts) -> Iterator[Finding]:
    raise _SpeechlessError


@dataclass
class _Unhashable:
    """A rule with a value of its own: compared by it, and so without a hash."""

    than: float = 63

    def __call__(self, facts: Facts) -> Iterator[Finding]:
        return _louder(facts, self.than)


class _Rule:
    """A rule that is an object, as its type allows."""

    def __init__(self, *, fails: bool = False) -> None:
        self.fails = fails

    def __call__(self, facts: Facts) -> Iterator[Finding]:
        if self.fails:
            raise RuntimeError("no such luck")
        return _louder(facts, 63)


@pytest.mark.parametrize("hook", ["checks", "contents checks"])
@pytest.mark.parametrize(
    "rule",
    [partial(_louder, than=63), _Rule(), _Unhashable(), lambda facts: _louder(facts, 63)],
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


@pytest.mark.parametrize("hook", ["checks", "contents checks"])
@pytest.mark.parametrize(
    ("fields", "because"),
    [
        ({"where": None}, "TypeError: where of a finding is NoneType in place of a tuple"),
        ({"where": "A01"}, "TypeError: where of a finding is str in place of a tuple"),
        ({"where": ("A01", None)}, "TypeError: rule, cause, places, message and advice of a"),
        ({"message": None}, "TypeError: rule, cause, places, message and advice of a"),
        ({"advice": 3}, "TypeError: rule, cause, places, message and advice of a"),
        ({"cause": []}, "TypeError: rule, cause, places, message and advice of a"),
        ({"rule": 5}, "TypeError: rule, cause, places, message and advice of a"),
        ({"open_on": (1,)}, "TypeError: rule, cause, places, message and advice of a"),
        ({"open_on": None}, "TypeError: open_on of a finding is NoneType in place of a tuple"),
        ({"weight": "x"}, "TypeError: the weight of a finding is no number: 'x'"),
        ({"weight": float("nan")}, "TypeError: the weight of a finding is no number: nan"),
        ({"message": "\ud800"}, "UnicodeEncodeError: "),
    ],
)
def test_a_finding_that_cannot_be_told_is_the_failure_of_its_rule(
    fields: dict[str, object], because: str, hook: str
) -> None:
    subjects = broken("noise", hook, _windy(**fields))
    worker = Worker(CATALOG, subjects)
    report = apply_patch(None, asked(worker, open_request(1, DESIGN))["patch"], subjects)
    said = [check.message for check in report.checks if check.rule == "E01"]
    assert [text.startswith(f"the rule “rule” cannot be computed, because {because}")
            for text in said] == [True]  # fmt: skip
    assert not any(check.rule == "T02" for check in report.checks)


def test_an_error_without_words_is_told_by_its_name() -> None:
    report = Evaluator(CATALOG, broken("noise", "checks", _speechless)).report(DESIGN)
    said = [check.message for check in report.checks if check.rule == "E01"]
    assert ["_SpeechlessError: no reason given (" in text for text in said] == [True]


def test_two_rules_that_are_equal_objects_speak_each_for_itself() -> None:
    """They are told apart by their places, also when they are asked again after an edit."""
    subjects = tuple(
        replace(s, checks=(_Unhashable(), _Unhashable(64), _Unhashable())) if s.name == "noise"
        else s
        for s in EVERY
    )  # fmt: skip
    worker = Worker(CATALOG, subjects)
    first = apply_patch(None, asked(worker, open_request(1, DESIGN))["patch"], subjects)
    device = Device(id="new", name="new", part="single", rack=DESIGN.racks[0].id, half_u=94)
    drop = Change(put=(("devices", (device,)),))
    after = apply_patch(first, asked(worker, change_request(2, 1, drop))["patch"], subjects)
    for report in (first, after):
        assert [c.key for c in report.checks if c.rule == "T02"] == ["T02:loud"]
        assert not any(c.rule == "E01" for c in report.checks)


@pytest.mark.parametrize(
    ("content", "because"),
    [
        (lambda: Section("N", table=Table((("a", "left"), ("b", "left")), (("x",),))),
         "ValueError: a row of 1 cells under 2 columns"),
        (lambda: Section("N", table=Table((("a", "left"),), ((3,),))),  # type: ignore[arg-type]  # on purpose
         "TypeError: cells of the report are no text: (3,)"),
        (lambda: Section("N", facts=(("a", None),)),  # type: ignore[arg-type]  # on purpose
         "TypeError: facts of the report are no text: ('a', None)"),
        (lambda: Section("N", facts=(("a", "b", "c"),)),  # type: ignore[arg-type]  # on purpose
         "ValueError: facts of the report are pairs: ('a', 'b', 'c')"),
        (lambda: Section("N", lines=(None,)),  # type: ignore[arg-type]  # on purpose
         "TypeError: lines of the report are no text: (None,)"),
        (lambda: Section("N", lines="abc"),  # type: ignore[arg-type]  # on purpose
         "TypeError: lines of the report are no text: 'abc'"),
        (lambda: Section(None),  # type: ignore[arg-type]  # on purpose
         "TypeError: titles of the report are no text: (None,)"),
    ],
)  # fmt: skip
def test_a_page_that_cannot_be_written_stands_as_its_failure(content: Any, because: str) -> None:
    subjects = broken("noise", "write", lambda _: (content(),))
    report = Evaluator(CATALOG, subjects).report(DESIGN)
    for form in (report_text, report_html, report_markdown):
        text = html.unescape(form(DESIGN, CATALOG, report, subjects)).replace("\\", "")
        assert f"its part of the report: cannot be computed, because {because}" in " ".join(
            text.split()
        )


@pytest.mark.parametrize("said", [None, "loud", Cost()])
def test_what_a_preview_cannot_carry_is_told_in_it(said: object) -> None:
    subjects = broken("noise", "preview", lambda *_: said)
    worker = Worker(CATALOG, subjects)
    asked(worker, open_request(1, DESIGN))
    request = preview_request(9, 1, Change(), [DESIGN.racks[0].id])
    preview, _ = looked_at(worker, request, subjects)
    because = f"Noise cannot be computed, because TypeError: {type(said).__name__} in place of"
    assert [text.startswith(because) for text in preview.not_computed] == [True]
    assert preview.sections == ()


def test_a_limit_of_a_name_that_is_not_declared_is_lost_and_told() -> None:
    """One of the name of another's would bind, or hide which one does."""

    def limits(filling: Filling) -> tuple[Limit, ...]:
        return (Limit(name="mass", label="Noise", used=99.0, limit=100.0),)

    report = Evaluator(CATALOG, broken(TOY_OF_RACKS.name, "limits", limits)).report(DESIGN)
    plain = Evaluator(CATALOG, SUBJECTS).report(DESIGN)
    for rack, before in zip(report.racks, plain.racks, strict=True):
        assert rack.limits == before.limits
        assert rack.binding_constraint == before.binding_constraint
        assert rack.stranded_kw == before.stranded_kw
    because = "TypeError: the limit mass is not declared"
    assert any(c.rule == "E01" and because in c.message for c in report.checks)


def test_two_limits_of_one_name_are_lost_and_told() -> None:
    twice = (Limit(name="noise", label="Noise", used=1.0, limit=2.0),) * 2
    report = Evaluator(CATALOG, broken(TOY_OF_RACKS.name, "limits", lambda _: twice)).report(DESIGN)
    assert not any(limit.name == "noise" for limit in report.racks[0].limits)
    because = "TypeError: two limits have one name"
    assert any(c.rule == "E01" and because in c.message for c in report.checks)


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
    with pytest.raises(ValueError, match=f"the group of limits {group} belongs to "):
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
