"""The engine of forms, without widgets: what is typed, read, refused, kept and written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.document.errors import EditError
from designer.ui.fields.field import Field, Value
from designer.ui.fields.form import Form, in_a_sentence
from designer.ui.fields.part_fields import PartField, form_field
from designer.ui.fields.part_price import PriceDraft
from designer.ui.fields.reading import MIXED, read, text_of
from tests.helpers.form_writer import Writer

PUE = Field("pue", "PUE", "number", 1.3, record="Site", optional=True, fallback="1.4 by default")


def form_of(*fields: Field) -> tuple[Form, Writer]:
    taker = Writer()
    form = Form(taker)
    assert form.show(fields, "the site")
    return form, taker


def test_what_is_typed_is_written_once_with_its_subject() -> None:
    form, taker = form_of(PUE)
    assert form.text("pue") == "1.3"
    assert not form.commit("pue"), "nothing was typed"
    form.type("pue", "1.25")
    assert form.text("pue") == "1.25"
    assert form.commit("pue")
    assert not form.commit("pue")
    assert form.text("pue") == "1.25"
    assert taker.written == [("pue", 1.25, "the site")]


def test_an_empty_line_is_unknown_and_shows_what_holds_then() -> None:
    form, taker = form_of(PUE)
    form.type("pue", "  ")
    assert form.commit("pue")
    assert taker.written == [("pue", None, "the site")]
    assert form.placeholder("pue") == "1.4 by default"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0.6", "PUE cannot be 0.6: give 1 to 10 (the building's power contains that of the IT)"),
        ("nan", "'nan' is not a number"),
        ("1,5", "write decimals with a point"),
        ("1.5 x", "is not a number"),
    ],
)
def test_what_cannot_be_stays_as_it_was_typed_with_one_line(text: str, words: str) -> None:
    form, taker = form_of(PUE)
    form.type("pue", text)
    assert not form.commit("pue")
    assert taker.written == []
    assert words in form.refusal("pue")
    assert "\n" not in form.refusal("pue")
    assert form.text("pue") == text
    assert form.problems() == [f"PUE: {form.refusal('pue')}"]
    assert not form.show((PUE,), "the site")
    assert form.text("pue") == text, "a change elsewhere leaves it"
    assert form.show((PUE,), "another site")
    assert (form.text("pue"), form.refusal("pue")) == ("1.3", "")


def test_a_refusal_of_the_writer_is_shown_until_it_is_taken() -> None:
    form, taker = form_of(PUE)
    taker.refusal = "not today"
    form.type("pue", "2")
    assert not form.commit("pue")
    assert form.refusal("pue") == "not today"
    taker.refusal = ""
    assert form.commit("pue")
    assert form.refusal("pue") == ""
    assert not form.is_typed("pue")


def test_an_error_of_the_edit_itself_is_a_refusal() -> None:
    def fail(_field: Field, _value: Value, _subject: str) -> str:
        raise EditError("no room")

    form = Form(fail)
    form.show((PUE,), "the site")
    form.type("pue", "2")
    assert not form.commit("pue")
    assert form.refusal("pue") == "no room"


def test_the_same_value_is_no_step() -> None:
    form, taker = form_of(PUE)
    form.type("pue", "1.30")
    assert not form.commit("pue")
    assert taker.written == []
    assert form.text("pue") == "1.3"


def test_a_value_can_be_taken_back_before_the_form_is_told_anew() -> None:
    form, taker = form_of(PUE)
    for text in ("1.4", "1.3"):
        form.type("pue", text)
        assert form.commit("pue")
    assert [value for _, value, _ in taker.written] == [1.4, 1.3]
    assert form.text("pue") == "1.3"


def test_what_differs_is_written_over_all_only_when_something_is_given() -> None:
    form, taker = form_of(
        Field("x_mm", "From left", "integer", None, mixed=True, record="Rack"),
        Field("row", "Row", "choice", None, mixed=True, choices=(("none", ""), ("A", "A"))),
    )
    assert form.placeholder("x_mm") == MIXED
    form.type("x_mm", " ")
    assert not form.commit("x_mm")
    assert form.choices("row")[0] == (MIXED, None)
    assert not form.choose("row", None)
    assert form.choose("row", "")
    assert taker.written == [("row", "", "the site")]


def test_rack_units_are_typed_whole_or_half_and_held_in_halves() -> None:
    field = Field("u", "Lowest U", "half-u", 44, low=1, high=60)
    assert text_of(field) == "22"
    assert read(field, "22.5") == 45
    for text, words in (("22.3", "no whole or half"), ("0.5", "cannot be 0.5"), ("61", "61")):
        with pytest.raises(EditError, match=words):
            read(field, text)


def test_a_unit_may_be_typed_and_is_not_needed() -> None:
    field = Field("x_mm", "From left", "integer", 0, unit="mm", record="Rack")
    assert read(field, "2,600 mm") == read(field, "2600") == 2600
    with pytest.raises(EditError, match="not a whole number"):
        read(field, "1.5")
    with pytest.raises(EditError, match="10 km"):
        read(field, "1e9")


@given(st.one_of(st.integers(-(10**7), 10**7), st.floats(-1e6, 1e6).map(lambda v: round(v, 3))))
def test_what_a_line_shows_is_read_back(value: float) -> None:
    field = Field("f", "F", "number", value)
    assert read(field, text_of(field)) == pytest.approx(value, abs=1e-6)
    assert read(field, f"{value:,}") == pytest.approx(value, rel=1e-12)


def test_a_part_of_half_units_is_shown_in_units() -> None:
    field = form_field(PartField(("height_half_u",), "Height", "half-u", "U"), 8)
    assert (text_of(field), read(field, "4.5"), read(field, "")) == ("4", 9, None)


def test_a_part_field_is_bounded_by_the_table_of_ranges() -> None:
    field = form_field(PartField(("liquid_fraction",), "Heat into liquid"), None)
    with pytest.raises(EditError, match="give 0 to 1"):
        read(field, "1.2")
    units = form_field(PartField(("rack", "units"), "Units", "integer", "U"), 48)
    with pytest.raises(EditError, match="1 to 100"):
        read(units, "0")


def test_a_price_is_whole_with_amount_date_and_source() -> None:
    draft = PriceDraft()
    draft.show({})
    assert (draft.missing(), draft.record("vendor")) == ("", None)
    draft.take("amount", 2950.5)
    assert draft.missing() == "a price needs its date and its source, too"
    draft.show({"amount_cents": 1, "as_of": "2020"})
    assert draft.fields()[0].value == 2950.5, "a price that is begun stays"
    draft.take("as_of", "2026-10")
    draft.take("source", "Quote 4711")
    with pytest.raises(EditError, match="three letters"):
        draft.take("currency", "dollars")
    assert draft.missing() == ""
    assert draft.record("vendor") == {
        "amount_cents": 295_050, "currency": "USD", "as_of": "2026-10", "source": "Quote 4711",
        "kind": "vendor",
    }  # fmt: skip
    for name in ("amount", "as_of", "source"):
        draft.take(name, None)
    assert (draft.missing(), draft.record("vendor")) == ("", None)


def test_capitals_that_are_no_word_stay_in_a_sentence() -> None:
    assert [in_a_sentence(label) for label in ("PUE", "Height")] == ["PUE", "height"]
