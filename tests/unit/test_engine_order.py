"""What is refused where subjects are put in order, or where one is declared."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from designer.engine.evaluate import Evaluator
from designer.engine.order import FIELDS_OF_PLACE, in_order
from designer.engine.report import RackReport, Report
from designer.engine.results import Key
from designer.engine.subject import ContentsWork, PreviewWork, Subject
from designer.engine.subjects import SUBJECTS
from designer.model.measured import Measured
from designer.model.record import Record, odd_field
from tests.helpers import engine_designs as parts
from tests.helpers.toy_subject import TOY, TOY_OF_RACKS, WITH_TOY

CATALOG = parts.small_catalog()
WORKS = {s.name: s.of_contents for s in SUBJECTS if s.of_contents is not None}


def _orders(toy: Subject) -> tuple[Sequence[Subject], ...]:
    """Return the engine's subjects with another after them all, and before all but one."""
    return (*SUBJECTS, toy), (SUBJECTS[0], toy, *SUBJECTS[1:])


def _of_racks(**work: Any) -> Subject:
    return replace(TOY_OF_RACKS, of_contents=ContentsWork(lambda _: 1.0, **work))


LIMITS = (*((name, limit) for name, work in WORKS.items() for limit in work.limit_names),
          ("racks", "floor"))  # fmt: skip


@pytest.mark.parametrize(("owner", "limit"), LIMITS)
def test_the_name_of_a_limit_belongs_to_one_subject(owner: str, limit: str) -> None:
    """Which one binds is told by its name, and whether it fills up is its subject's to say."""
    names = {owner, TOY_OF_RACKS.name}
    for subjects in _orders(_of_racks(limits=lambda _: (), limit_names=(limit,))):
        with pytest.raises(ValueError, match=f"the limit {limit} belongs to ") as refused:
            Evaluator(CATALOG, subjects)
        assert all(name in str(refused.value) for name in names)


FIELDS = (*((name, field) for name, work in WORKS.items() for field in work.field_names),
          *(("racks", field) for field in FIELDS_OF_PLACE))  # fmt: skip


@pytest.mark.parametrize(("owner", "field"), FIELDS)
def test_a_field_of_a_rack_belongs_to_one_subject(owner: str, field: str) -> None:
    for subjects in _orders(_of_racks(fields=lambda _: {}, field_names=(field,))):
        with pytest.raises(ValueError, match=f"the field of a rack {field} belongs to "):
            in_order(subjects)


def test_every_field_of_a_rack_has_an_owner() -> None:
    assert sorted(field for _, field in FIELDS) == sorted(
        RackReport.model_fields.keys() - {"bounds"}
    )


def test_every_limit_that_a_rack_has_is_declared() -> None:
    racks = Evaluator(CATALOG).report(parts.superpod(1)).racks
    found = {limit.name for rack in racks for limit in rack.limits}
    assert {"power", "power-feed-lost", "psu-feed-lost", "cooling", "mass", "floor"} <= found
    assert found <= {limit for _, limit in LIMITS}


@pytest.mark.parametrize("section", ["totals", "racks", "cost"])
def test_a_section_of_the_report_belongs_to_one_subject(section: str) -> None:
    other = Subject(key=Key("other"), section=section, compute=lambda _: None)
    with pytest.raises(ValueError, match=f"the section {section} belongs to .*: other cannot"):
        in_order((*SUBJECTS, other))


def test_an_added_section_belongs_to_one_subject() -> None:
    with pytest.raises(ValueError, match="the section noise belongs to noise: gust cannot give it"):
        in_order((*WITH_TOY, replace(TOY, key=Key("gust"))))


@pytest.mark.parametrize("section", Report.model_fields)
def test_a_record_of_its_own_never_stands_in_another_place_of_the_report(section: str) -> None:
    """It would replace the cost of the report by the noise of the racks."""
    with pytest.raises(ValueError, match=f"section of its own|the section {section}, which no"):
        replace(TOY, section=section)


@pytest.mark.parametrize(
    "section", ["design", "checks", "settle", "timings", "sections", "not_computed"]
)
def test_what_all_subjects_make_together_is_the_section_of_none(section: str) -> None:
    with pytest.raises(ValueError, match=f"noise has the section {section}, which no subject"):
        replace(TOY, section=section, record=None, preview=None)
    with pytest.raises(ValueError, match=f"{section} is no name for a subject"):
        replace(TOY, key=Key(section))


def test_the_field_of_a_preview_belongs_to_one_subject() -> None:
    def of(field: str) -> Subject:
        return replace(TOY, preview=PreviewWork(lambda *_: (), field=field))

    for field, owner in (("racks", "racks"), ("free_leaf_ports", "fabrics")):
        with pytest.raises(ValueError, match=f"the field of a preview {field} belongs to {owner}"):
            in_order((*SUBJECTS, TOY_OF_RACKS, of(field)))
    for field in ("preview", "changes", "wind"):
        with pytest.raises(ValueError, match=f"noise cannot give the field {field} of a preview"):
            in_order((*SUBJECTS, TOY_OF_RACKS, of(field)))
    with pytest.raises(ValueError, match="speaks of previews and names no record"):
        replace(TOY, section="", record=None)


@pytest.mark.parametrize("names", [None, "noise", ["noise"], (None,)])
@pytest.mark.parametrize("what", ["fills_up", "groups", "limit_names", "field_names"])
def test_names_that_are_none_are_refused(what: str, names: object) -> None:
    with pytest.raises(TypeError, match=f"{what} is .* in place of a tuple of names"):
        _of_racks(**{what: names})


def test_what_fills_up_is_among_the_limits() -> None:
    with pytest.raises(ValueError, match="noise fills up and is not among the names of limits"):
        _of_racks(fills_up=("noise",))


@pytest.mark.parametrize("what", ["design", "reads", "checks", "contents_checks", "calc"])
def test_a_list_that_is_none_is_refused(what: str) -> None:
    with pytest.raises(TypeError, match=f"{what} of noise is None in place of a tuple"):
        replace(TOY, **{what: None})


class _Dated(Measured):
    title: str | None = None
    built: date = date(2026, 1, 1)


class _Deep(Record):
    parts: tuple[tuple[str, _Dated | None], ...] = ()


class _Holding(Measured):
    deep: tuple[_Deep, ...] = ()


class _Open(Measured):
    anything: Any = None


class _Set(Measured):
    names: frozenset[str] = frozenset()


@pytest.mark.parametrize(
    ("record", "field"),
    [(_Dated, "built"), (_Holding, "deep"), (_Open, "anything"), (_Set, "names")],
)
def test_a_record_of_what_no_file_holds_is_refused(record: type[Measured], field: str) -> None:
    with pytest.raises(TypeError, match=f"{field} of {record.__name__} is no text or number"):
        replace(TOY, record=record)


def test_a_record_of_texts_numbers_tuples_and_records_is_taken() -> None:
    assert odd_field(Report) == ""
    assert odd_field(RackReport) == ""
    assert odd_field(_Deep) == "parts"
