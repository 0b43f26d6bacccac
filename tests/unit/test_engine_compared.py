"""What a change would do to the results of subjects: figures, what else differs, what is lost."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from designer.engine.compared import compared, told_at_once
from designer.engine.evaluate import Evaluator
from designer.engine.report import Totals
from designer.engine.results import Key, Lost
from designer.engine.subject import Facts, Headline, PreviewWork, Subject
from designer.engine.subjects import SUBJECTS
from designer.model.change import diff
from designer.model.figures import Figure, estimate, exact, missing
from designer.model.measured import Bound
from tests.helpers import engine_designs as parts

Noise = dict[str, Figure]
NOISE: Key[Noise] = Key("noise")


def _headlines(noise: Noise) -> Iterator[Headline]:
    if "broken" in noise:
        raise RuntimeError("no such luck")
    yield from (Headline(what, figure) for what, figure in noise.items())


def _listens(before: Noise | None, after: Noise | None, _: Sequence[str]) -> int:
    assert "deaf" not in (after or {}), "nothing heard"
    return len(before or {}) - len(after or {})


TOY = Subject(
    key=NOISE, title="Noise", section="totals", headlines=_headlines,
    preview=PreviewWork(_listens, field="heard"),
)  # fmt: skip
LESS = Subject(key=Key("network"), title="Network", section="fabrics", tries_less=True)
INNER = Subject(key=Key("sums"), title="Sums", headlines=_headlines)


def told(before: Any, after: Any, *subjects: Subject) -> tuple[dict[str, Any], tuple[str, ...]]:
    every = subjects or (TOY,)
    sides = [{subject.name: side for subject in every} for side in (before, after)]
    return compared(every, sides[0], sides[1], ())


def test_what_was_told_at_once_is_not_asked_again() -> None:
    heard, failed = compared((TOY,), {"noise": {}}, {"noise": {"deaf": exact(1.0, "W")}}, (), {})
    assert "heard" not in heard
    assert failed
    again = {"heard": 3}
    after = {"noise": {"deaf": exact(1.0, "W")}}
    heard, failed = compared((TOY,), {"noise": {}}, after, (), again)
    assert (heard["heard"], failed) == (3, ())


def test_what_is_told_at_once_fills_a_field() -> None:
    with pytest.raises(ValueError, match="fills one of its fields"):
        PreviewWork(_listens, at_once=True)


def test_at_once_is_told_what_differs_and_what_can_be_said() -> None:
    quiet, loud = {"a": exact(1.0, "W")}, {"a": exact(2.0, "W"), "b": exact(1.0, "W")}
    sides = [{"noise": quiet}, {"noise": loud}, {"noise": {"deaf": exact(1.0, "W")}}]
    assert told_at_once((TOY,), sides[0], sides[1], ()) == {"heard": -1}
    assert told_at_once((TOY,), sides[0], sides[0], ()) == {}
    assert told_at_once((TOY,), sides[0], sides[2], ()) == {}


def _failing_later(subject: Subject) -> Subject:
    """Return a subject that can be computed once."""
    compute = subject.compute
    assert compute is not None

    def once(facts: Facts) -> object:
        if facts.last(subject.key) is not None:
            raise RuntimeError("no such luck")
        return compute(facts)

    return replace(subject, compute=once)


def changes(before: Any, after: Any) -> list[tuple[str, float | None, float | None]]:
    fields, failed = told(before, after)
    assert failed == ()
    return [(one.what, one.before, one.after) for one in fields["changes"]]


def test_figures_that_differ_are_told_with_both_sides_and_their_section() -> None:
    before = {"loudest": exact(60.0, "dB"), "racks": exact(2)}
    fields, failed = told(before, before | {"loudest": missing("fan.db", "dB", 60, 64)})
    (one,) = fields["changes"]
    assert (one.section, one.what, one.unit) == ("totals", "loudest", "dB")
    assert one.figure("before", "dB") == exact(60.0, "dB")
    after = one.figure("after", "dB")
    assert (after.value, after.low, after.high) == (None, 60, 64)
    assert [gap.ref for gap in after.gaps] == ["fan.db"]
    assert fields["altered"] == ("Noise",)
    assert (fields["unmeasured"], failed) == ((), ())


@pytest.mark.parametrize(
    "after",
    [
        estimate(60.0, 55, 65, "dB", "a", "r"), missing("a", "dB", 55, 65),
        missing("a", "dB", 60), exact(60.000001, "dB"),
    ],
)  # fmt: skip
def test_bounds_an_estimate_and_a_value_alone_make_a_change(after: Figure) -> None:
    plain = missing("a", "dB", 55, 66)
    assert [what for what, *_ in changes({"loudest": plain}, {"loudest": after})] == ["loudest"]


def test_rounding_and_other_sources_are_no_change_of_a_figure() -> None:
    before = {"loudest": exact(0.3, "dB"), "open": missing("a", "dB", 1)}
    after = {"loudest": exact(0.1 + 0.2, "dB", "x"), "open": missing("b", "dB", 1)}
    assert before != after
    assert changes(before, after) == []


def test_results_that_differ_by_rounding_are_not_altered() -> None:
    """A sum over racks in another order."""
    one = (Totals(weight_kg=0.3, racks=2, bounds=(Bound(name="heat_kw", low=0.3),)), Totals())
    other = (
        Totals(weight_kg=0.1 + 0.2, racks=2, bounds=(Bound(name="heat_kw", low=0.1 + 0.2),)),
        Totals(),
    )
    inner = replace(INNER, section="totals", headlines=None)
    assert one != other
    assert told(one, other, inner)[0]["altered"] == ()
    for third in (
        (one[0].evolve(weight_kg=0.30001), one[1]), (one[0].evolve(racks=3), one[1]),
        (one[0].evolve(weight_kg=None), one[1]), (one[0].evolve(bounds=()), one[1]), one[:1],
        (one[0], one[1].evolve(nodes=None)), Lost("sums", "of x"), None,
    ):  # fmt: skip
        assert told(one, third, inner)[0]["altered"] == ("Sums",), third


def test_what_only_one_result_has_is_no_figure_of_the_whole_design() -> None:
    assert changes({"feed A": exact(1.0)}, {"feed B": exact(1.0)}) == []


def test_a_result_lost_on_one_side_leaves_every_figure_unknown_there() -> None:
    noise, lost = {"loudest": exact(60.0, "dB"), "racks": exact(2)}, Lost("noise", "of x")
    assert changes(noise, lost) == [("loudest", 60.0, None), ("racks", 2.0, None)]
    assert changes(lost, noise) == [("loudest", None, 60.0), ("racks", None, 2.0)]
    (one, _) = told(noise, lost)[0]["changes"]
    assert one.figure("after", one.unit).unknown
    assert told(lost, noise)[0]["altered"] == ("Noise",)


def test_a_result_lost_on_both_sides_is_altered_where_the_reason_is_another() -> None:
    one, other = Lost("noise", "of x"), Lost("noise", "of y")
    assert told(one, one)[0]["altered"] == ()
    assert told(one, other)[0]["altered"] == ("Noise",)
    assert changes(one, other) == []


def test_equal_results_are_not_asked_for_their_figures() -> None:
    fields, failed = told({"broken": exact(1.0)}, {"broken": exact(1.0)})
    assert (fields["changes"], fields["altered"], failed) == ((), (), ())


def test_figures_that_fail_are_said_and_the_rest_of_the_preview_stands() -> None:
    fields, failed = told({}, {"broken": exact(1.0)})
    assert fields["heard"] == -1
    (sentence,) = failed
    assert sentence.startswith("Noise cannot be computed, because RuntimeError: no such luck")


def test_a_comparison_that_fails_is_said_and_leaves_its_field_alone() -> None:
    fields, failed = told({}, {"deaf": exact(1.0)})
    assert "heard" not in fields
    (sentence,) = failed
    assert sentence.startswith("Noise cannot be computed, because AssertionError: nothing heard")


def test_what_a_trial_computes_only_in_part_is_open_and_no_change() -> None:
    fields, _ = told(1, 2, LESS)
    assert (fields["altered"], fields["unmeasured"]) == ((), ("Network",))
    assert told(1, 1, LESS)[0]["unmeasured"] == ()


def test_a_result_outside_the_report_is_told_of_by_those_that_read_it() -> None:
    fields, _ = told({"a": exact(1.0)}, {"a": exact(2.0)}, INNER)
    assert fields["altered"] == ()


@pytest.mark.parametrize("name", ["totals", "cost", "facility", "power-report"])
def test_a_subject_that_fails_after_the_change_leaves_its_figures_unknown(name: str) -> None:
    design = parts.superpod(1)
    subject = next(one for one in SUBJECTS if one.name == name)
    every = [_failing_later(one) if one is subject else one for one in SUBJECTS]
    evaluator = Evaluator(parts.small_catalog(), every)
    assert evaluator.report(design).not_computed == ()
    fewer = design.evolve(racks=design.racks[1:])
    preview = evaluator.preview(1, design, diff(design, fewer), ())
    assert any(
        said.startswith(f"{subject.words} cannot be computed") for said in preview.not_computed
    )
    assert subject.words in preview.altered
    lost = [one for one in preview.changes if one.section == subject.section]
    assert lost
    assert all(one.figure("after", one.unit).unknown for one in lost)
    assert not all(one.figure("before", one.unit).unknown for one in lost)
