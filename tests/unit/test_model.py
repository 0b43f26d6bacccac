"""Records, differences and units."""

import pytest
from pydantic import ValidationError

from designer.model.change import (
    COLLECTIONS,
    SINGLES,
    Change,
    apply,
    change_from_data,
    diff,
    went_and_came,
)
from designer.model.design import Design, Device, Rack, Site
from designer.model.problem import Problem
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
