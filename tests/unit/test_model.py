"""Records, differences and units."""

import json
from datetime import date
from typing import Annotated, Any, Literal

import pytest
from pydantic import ValidationError

from designer.model.change import (
    COLLECTIONS,
    SINGLES,
    Change,
    apply,
    change_from_data,
    diff,
    racks_with_ids,
    went_and_came,
)
from designer.model.design import Design, Device, Rack, Site
from designer.model.number_text import counted
from designer.model.problem import Problem
from designer.model.record import Record, odd_field
from designer.model.units import half_u_of, u_of, u_text


def racks(*ids):
    return tuple(Rack(id=i, name=i, part="rack-48u", x_mm=0, y_mm=0) for i in ids)


def test_evolve_refuses_a_typo_and_a_wrong_value():
    with pytest.raises(ValidationError):
        Site().evolve(altitude=3)
    with pytest.raises(ValidationError):
        Site().evolve(altitude_m="high")
    with pytest.raises(ValidationError):
        Site().altitude_m = 3


def test_every_field_of_a_design_is_a_single_or_a_collection():
    assert set(Design.model_fields) == set(COLLECTIONS) | set(SINGLES)


def test_difference_shares_what_did_not_change():
    before = Design(racks=racks("A01", "A02"), devices=())
    moved = before.racks[0].evolve(x_mm=600)
    after = apply(before, Change(put=(("racks", (moved,)),)))
    change = diff(before, after)
    assert change.put == (("racks", (moved,)),)
    assert after.racks[1] is before.racks[1]
    assert diff(after, after).is_empty()
    assert diff(after, after.evolve()).is_empty()


def test_what_went_and_came_is_told_by_identity_and_not_by_value():
    a, b, c = racks("A", "B", "C")
    same = b.evolve(x_mm=b.x_mm)
    assert went_and_came((a, b, c), (a, same, c)) == ((b,), (same,))
    assert went_and_came((a, b, c), (a, same, c))[1][0] is same
    assert went_and_came((a, c), (a, b, c)) == ((), (b,))
    assert went_and_came((a, b, c), (a,)) == ((b, c), ())
    # What changed places with neighbours is neither: it is there before and after.
    assert went_and_came((a, b, c), (b, a, c)) == ((), ())
    both = (a, b)
    assert went_and_came(both, both) == ((), ())


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("", ""), ("A", "A"), ("D", "D"), ("DB", "BD"), ("C", ""), ("Z", ""), ("0", ""),
        ("AZ", "A"), ("CD", "D"), ("0ABCDZ", "ABD"),
    ],
)  # fmt: skip
def test_racks_are_found_by_id_in_their_order_and_what_is_none_is_passed_over(wanted, found):
    assert racks_with_ids(racks("A", "B", "D"), set(wanted)) == list(racks(*found))


def test_racks_that_are_not_sorted_are_found_as_well():
    assert racks_with_ids(racks("D", "B", "A"), {"A", "D"}) == list(racks("D", "A"))


class Leaf(Record):
    text: str = ""
    number: int | float | None = None
    choice: Literal["a", 1] | None = None
    bounded: Annotated[int, "of a kind"] = 0
    pair: tuple[int, str] = (0, "")
    many: tuple[tuple[Annotated[bool, "of a kind"], ...], ...] = ()


class Tree(Record):
    leaves: tuple[Leaf, ...] = ()
    below: "tuple[Tree, ...]" = ()
    one: Leaf | None = None


class Day(Record):
    name: str = ""
    day: date | None = None


class Loose(Record):
    anything: Any = None


class Listed(Record):
    texts: tuple[list[str], ...] = ()


class Named(Record):
    by_name: Annotated[dict[str, int], "of a kind"]


class Deep(Record):
    leaf: Leaf = Leaf()
    above: Tree = Tree()
    days: tuple[Day, ...] = ()


@pytest.mark.parametrize(
    ("kind", "odd"),
    [
        (Leaf, ""), (Tree, ""), (Design, ""), (Day, "day"), (Loose, "anything"), (Listed, "texts"),
        (Named, "by_name"), (Deep, "days"),
    ],
)  # fmt: skip
def test_a_field_that_holds_more_than_a_file_does_is_told(kind, odd):
    assert odd_field(kind) == odd


def test_of_a_number_in_a_name_the_first_300_digits_count():
    assert counted("007") == 7
    assert counted("9" * 300) == 10**300 - 1
    assert counted("1" * 300 + "2") == counted("1" * 300)


def test_a_change_is_written_as_json_once_and_says_what_its_plain_data_says(monkeypatch):
    before = Design(racks=racks("A01", "A03"), devices=())
    device = Device(id="d", name='"é\n\u2028', part="dgx-h100", rack="A02", half_u=44)
    after = Design(
        name="ö", site=Site(altitude_m=5.25), racks=racks("A02", "A03"), devices=(device,)
    )
    change = diff(before, after)
    assert json.loads(change.as_json()) == json.loads(json.dumps(change.to_data()))
    assert json.loads(Change().as_json()) == Change().to_data()
    kept = change.as_json()
    monkeypatch.setattr(Device, "model_dump_json", lambda *_, **__: pytest.fail("written twice"))
    assert change.as_json() is kept


def test_change_survives_plain_data_and_keeps_collections_sorted():
    before = Design(racks=racks("A01", "A03"))
    device = Device(id="d", name="d", part="dgx-h100", rack="A02", half_u=44)
    after = Design(
        name="other", site=Site(altitude_m=5), racks=racks("A02", "A03"), devices=(device,)
    )
    change = change_from_data(diff(before, after).to_data())
    assert apply(before, change) == after
    assert change.dropped_from("racks") == ("A01",)
    assert [d.id for d in change.put_in("devices")] == ["d"]


def test_change_from_data_refuses_unknown_names():
    with pytest.raises(ValueError, match="unknown name 'cats'"):
        change_from_data({"put": {"cats": []}})


@pytest.mark.parametrize(
    ("half_u", "height", "text"),
    [
        (44, 16, "U22–U29"),
        (92, 2, "U46"),
        (45, 2, "U22.5–U23"),
        (2, 3, "U1–U2"),
        (44, 1, "U22"),
    ],
)
def test_spans_are_named_as_on_the_rail(half_u, height, text):
    assert u_text(half_u, height) == text
    assert half_u_of(u_of(half_u)) == half_u


def test_a_problem_is_one_line():
    problem = Problem(where="a.toml:3:1", what="no rack 'X'", mend="name one of A01, A02")
    assert problem.line() == "a.toml:3:1: no rack 'X'; name one of A01, A02"
