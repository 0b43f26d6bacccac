"""Values of fields: read as typed, bounded, refused in one line; and how a form says so."""

from typing import Any

import pytest

from designer.catalog.bands import CoolingBand
from designer.catalog.catalog import Catalog
from designer.document.errors import EditError
from designer.model.dates import DATE_FORMS
from designer.model.design import Design
from designer.model.grid_year import GridYear
from designer.ui.fields.field import Field, Value
from designer.ui.fields.form import Form
from designer.ui.fields.part_fields import (
    PORT_FIELDS,
    PartField,
    form_field,
    has_ports,
    name_of,
    sections_of,
)
from designer.ui.fields.part_price import PriceDraft
from designer.ui.fields.reading import MIXED, UNKNOWN, read, shown, text_of
from designer.ui.fields.sections import sections
from tests.helpers.signed_parts import CLIMATES
from tests.unit.test_ui_record_lists import CATALOG

TEXT = Field("note", "Note", "text", "")
NAME = Field("name", "Name", "text", "x", low=1)
WHOLE = Field("rails", "Rails", "integer", 8, low=1, high=16, unit="mm")
ANY = Field("pue", "PUE", "number", 1.3, optional=True)
DATE = Field("as_of", "As of", "date", "", optional=True)


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        (TEXT, "  two words ", "two words"),
        (TEXT, "", ""),
        (NAME, "a", "a"),
        (WHOLE, "16", 16),
        (WHOLE, "1 mm", 1),
        (WHOLE, "8.0", 8),
        (ANY, "1.25", 1.25),
        (ANY, " ", None),
        (DATE, "", ""),
        (DATE, "2026-03-31", "2026-03-31"),
        (Field("n", "N", "text", "", optional=True), "", ""),
        (Field("n", "N", "half-u", 2, optional=True), "", None),
        (Field("n", "N", "half-u", 2), "1.5", 3),
        (Field("n", "N", "number", 2.0), "-3", -3.0),
    ],
)
def test_what_is_typed_is_read(field: Field, text: str, value: Value) -> None:
    found = read(field, text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("field", "text", "words"),
    [
        (NAME, " ", "a text is needed"),
        (WHOLE, "17", "Rails cannot be 17: give 1 to 16 mm"),
        (WHOLE, "0", "Rails cannot be 0: give 1 to 16 mm"),
        (WHOLE, "8.5", "'8.5' is not a whole number"),
        (WHOLE, "", "a number is needed"),
        (ANY, "2 mm", "'2 mm' is not a number"),
        (DATE, "31.3.2026", "'31.3.2026' is not a date; write it as 2026-03-31"),
        (DATE, "2026-02-30", "'2026-02-30' is not a date; write it as 2026-03-31"),
        (Field("u", "U", "half-u", 2), "1.25", "'1.25' is no whole or half rack unit"),
        (Field("n", "N", "number", 0.0, low=0.5), "0.4", "N cannot be 0.4: give 0.5 or more"),
        (Field("n", "N", "number", 0.0, high=2), "3", "N cannot be 3: give 2 or less"),
        (Field("n", "N", "number", 0.0, low=1, unit="kW"), "0", "N cannot be 0: give 1 kW or more"),
    ],
)
def test_what_is_no_value_is_refused_in_one_line(field: Field, text: str, words: str) -> None:
    with pytest.raises(EditError) as refusal:
        read(field, text)
    assert str(refusal.value) == words


def test_a_field_has_its_own_bounds_beside_those_of_its_figure() -> None:
    """A unit of rails is 1 to 100 by the table of ranges; in half units that is not asked."""
    narrow = Field("units", "Units", "integer", 42, record="RackFigures", low=10, high=200)
    assert read(narrow, "100") == 100
    for text in ("9", "101"):
        with pytest.raises(EditError, match=f"Units cannot be {text}"):
            read(narrow, text)
    called = Field("other", "Other", "integer", 42, record="RackFigures", figure="units")
    with pytest.raises(EditError, match="Other cannot be 101"):
        read(called, "101")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""), ("x", "x"), (("a", "b"), "a, b"), ((), ""), (8, "8"), (1.30, "1.3"),
        (100_000.0, "100000"), (0.1 + 0.2, "0.3"), (1e-3, "0.001"),
    ],
)  # fmt: skip
def test_a_value_is_shown_as_it_would_be_typed(value: Value, text: str) -> None:
    assert shown(value) == text


def test_a_line_is_empty_where_records_differ_and_in_units_for_half_units() -> None:
    assert text_of(Field("x", "X", "integer", None, mixed=True)) == ""
    assert text_of(Field("u", "U", "half-u", 45)) == "22.5"
    assert text_of(Field("u", "U", "half-u", None)) == ""


class Written(list[tuple[str, Any]]):
    """Takes every value."""

    def __call__(self, field: Field, value: Value, _subject: str) -> str:
        self.append((field.name, value))
        return ""


def form_of(*fields: Field) -> tuple[Form, Written]:
    written = Written()
    form = Form(written)
    form.show(fields, "the site")
    return form, written


@pytest.mark.parametrize(
    ("field", "placeholder", "source"),
    [
        (Field("a", "A", "number", None, optional=True, source="s"), UNKNOWN, "s"),
        (Field("a", "A", "number", None, optional=True, fallback="1.4 by default"),
         "1.4 by default", ""),
        (Field("a", "A", "text", "", fallback="never said", source="s"), "", "s"),
        (Field("a", "A", "several", (), source="s"), "", "s"),
        (Field("a", "A", "number", 0.0, optional=True, source="s"), UNKNOWN, ""),
        (Field("a", "A", "number", None, mixed=True, optional=True, source="s"), MIXED, ""),
    ],
)  # fmt: skip
def test_an_empty_line_says_what_holds_and_from_where(
    field: Field, placeholder: str, source: str
) -> None:
    form, _ = form_of(field)
    assert (form.placeholder("a"), form.source("a")) == (placeholder, source)


def test_a_value_that_is_no_choice_any_more_stays_to_be_seen() -> None:
    choices = (("none", ""), ("Row A", "A"))
    form, written = form_of(
        Field("row", "Row", "choice", "gone", choices=choices),
        Field("feed", "Feed", "choice", "A", choices=choices),
        Field("nodes", "Nodes", "several", ("gone",), choices=choices),
        Field("face", "Face", "choice", None, mixed=True, choices=choices),
    )
    assert form.choices("row") == [*choices, ("gone", "gone")]
    assert form.choices("feed") == [*choices]
    assert form.choices("nodes") == [*choices]
    assert form.choices("face") == [(MIXED, None), *choices]
    assert not form.choose("row", "gone")
    assert form.choose("row", "A")
    assert form.choose("face", "A")
    assert written == [("row", "A"), ("face", "A")]


def test_another_kind_of_editor_is_another_form_and_other_values_are_not() -> None:
    form, _ = form_of(TEXT)
    assert not form.show([Field("note", "Note", "text", "new")], "the site")
    assert not form.show([Field("note", "Note", "number", 1.0)], "the site"), "a line as before"
    assert form.show([Field("note", "Note", "choice", "")], "the site")
    assert form.show([TEXT], "the site")
    assert form.show([TEXT, NAME], "the site")
    assert form.show([TEXT, NAME], "the room")


def test_what_was_typed_is_let_go_of_with_its_refusal() -> None:
    form, written = form_of(WHOLE)
    form.type("rails", "many")
    assert form.is_typed("rails")
    assert not form.commit("rails")
    assert form.problems() == ["Rails: 'many' is not a number"]
    form.forget()
    assert (form.is_typed("rails"), form.refusal("rails"), form.problems()) == (False, "", [])
    assert form.text("rails") == "8"
    form.type("rails", "9")
    form.type("rails", "8")
    assert not form.commit("rails")
    assert not form.is_typed("rails"), "the value as it was"
    assert written == []


OTHER_BANDS = CoolingBand(
    id="theirs", method="room-air", name="Room air", preset="theirs", preset_name="Theirs",
    warn_kw=8, error_kw=20, source="s", kind="guide",
)  # fmt: skip
WITH_CHOICES = Catalog(CATALOG.parts, (*CATALOG.bands, OTHER_BANDS), CATALOG.defaults, CLIMATES)
HOURS = GridYear(id="pjm", name="PJM", source="s")
BARE = Design(grid_years=(HOURS,))
SECTIONS = sections(BARE, WITH_CHOICES, None)


@pytest.mark.parametrize(
    ("title", "field"),
    [(section.title, field) for section in SECTIONS for field in section.fields],
    ids=lambda value: value.name if isinstance(value, Field) else "",
)
def test_a_setting_is_written_where_it_is_shown_and_nowhere_else(title: str, field: Field) -> None:
    value: Value
    if field.kind == "choice":
        value = next((v for _, v in field.choices if v != field.value), None)
        if value is None:
            pytest.skip("the small catalogue of this test has nothing to choose from")
    elif field.kind == "several":
        value = tuple(v for _, v in field.choices[:2])
    elif field.kind == "text":
        value = "EUR" if field.name == "currency" else f"other {field.name}"
    else:
        value = {"integer": 2100, "number": 1.0 if field.value != 1.0 else 0.9}[field.kind]
        value = 500 if field.name in ("scale", "tile_mm") else value
        value = 2 if field.name == "patch_panels" else value
    assert read(field, text_of(Field("f", "F", field.kind, value))) == value or (
        field.kind in ("choice", "several")
    ), "the field takes what the test gives it"
    after = field.edit(value)(BARE)
    before_all = {(s.title, f.name): f.value for s in SECTIONS for f in s.fields}
    after_all = {
        (s.title, f.name): f.value for s in sections(after, WITH_CHOICES, None) for f in s.fields
    }
    assert after_all == before_all | {(title, field.name): value}


@pytest.mark.parametrize("currency", ["EURO", "E1R", "€€€", "", "éur"])
def test_a_currency_is_three_letters(currency: str) -> None:
    field = next(f for s in SECTIONS for f in s.fields if f.name == "currency")
    with pytest.raises(EditError, match="is not a currency: three letters, such as USD"):
        field.edit(currency)


@pytest.mark.parametrize(
    ("kind", "has", "has_not"),
    [
        ("node", {"height_half_u", "power_max_w", "psu.count", "gpus", "compute.memory_gb"},
         {"height_mm", "rack.units", "pdu.volts", "cooling.method", "storage.read_gb_s",
          "accelerator.memory_gb"}),
        ("rack", {"height_mm", "rack.units", "width_mm"},
         {"height_half_u", "power_max_w", "gpus", "psu.count", "liquid_fraction"}),
        ("rack-pdu", {"pdu.volts", "pdu.phases"}, {"height_half_u", "rack.units", "gpus"}),
        ("cdu", {"cooling.method", "power_max_w", "height_mm"},
         {"liquid_fraction", "psu.count", "gpus"}),
        ("gpu", {"accelerator.memory_gb"}, {"height_half_u", "height_mm", "gpus"}),
        ("storage", {"storage.read_gb_s", "psu.count"}, {"gpus", "compute.memory_gb"}),
        ("", {"id", "kind", "mass_kg"}, {"power_max_w", "rack.units"}),
    ],
)  # fmt: skip
def test_a_part_has_the_fields_of_its_kind(kind: str, has: set[str], has_not: set[str]) -> None:
    names = {name_of(field.path) for _, fields in sections_of(kind) for field in fields}
    assert has <= names
    assert not has_not & names
    assert all(fields for _, fields in sections_of(kind)), "no heading above nothing"


def test_ports_are_listed_for_parts_that_have_any() -> None:
    assert [has_ports(kind) for kind in ("node", "rack", "no kind")] == [True, False, False]
    with pytest.raises(EditError):
        read(PORT_FIELDS["Ports"], "-1")
    assert read(PORT_FIELDS["Cages"], "") is None


def test_a_part_field_shows_what_the_part_holds_there() -> None:
    text = PartField(("vendor",), "Maker", "text")
    assert (form_field(text, None).value, form_field(text, "ACME").value) == ("", "ACME")
    number = PartField(("mass_kg",), "Mass", "number", "kg")
    assert (form_field(number, None).value, form_field(number, 9.5).value) == (None, 9.5)
    assert form_field(number, [1]).value is None
    choice = PartField(("pdu", "phases"), "Phases", "choice", choices=("1", "3"), needed=True)
    assert form_field(choice, 3).value == "3"
    made = form_field(choice, None)
    assert (made.name, made.fallback, made.choices) == (
        "pdu.phases", "needed", (("1", "1"), ("3", "3")),
    )  # fmt: skip
    assert form_field(number, None).fallback == ""
    airflow = form_field(PartField(("airflow",), "Air", "choice", choices=("", "side")), None)
    assert airflow.choices == (("unknown", ""), ("side", "side"))
    height = form_field(PartField(("height_half_u",), "Height", "half-u", "U"), 8)
    for words in ("0", "101"):
        with pytest.raises(EditError):
            read(height, words)


def drafted(**price: object) -> PriceDraft:
    draft = PriceDraft()
    draft.show(price)
    return draft


def test_the_price_of_a_part_is_shown_as_it_stands() -> None:
    draft = drafted(amount_cents=295_050, currency="EUR", as_of="2026-10", source="Quote")
    fields = {field.name: field for field in draft.fields()}
    assert {name: field.value for name, field in fields.items()} == {
        "amount": 2950.5, "currency": "EUR", "as_of": "2026-10", "source": "Quote",
    }  # fmt: skip
    assert (fields["currency"].fallback, fields["as_of"].fallback) == ("USD", DATE_FORMS)
    assert (draft.is_begun, draft.missing()) == (False, "")
    with pytest.raises(EditError):
        read(fields["amount"], "-1")
    assert read(fields["amount"], "0") == 0
    draft.show({})
    assert [field.value for field in draft.fields()] == [None, "", "", ""], "of another part"


def test_a_price_says_what_it_still_needs() -> None:
    draft = drafted()
    draft.take("source", "Quote")
    assert draft.is_begun
    assert draft.missing() == "a price needs its amount and its date, too"
    draft.take("amount", 10.0)
    draft.take("as_of", "2026")
    assert draft.missing() == ""
    draft.take("currency", "chf")
    assert draft.record("vendor") == {
        "amount_cents": 1000, "currency": "CHF", "as_of": "2026", "source": "Quote",
        "kind": "vendor",
    }  # fmt: skip
    draft.take("currency", "")
    found = draft.record("guide")
    assert found is not None
    assert (found["currency"], found["kind"]) == ("USD", "guide")
    draft.forget()
    draft.show({"amount_cents": 500})
    assert draft.fields()[0].value == 5.0, "what was begun is let go of"


@pytest.mark.parametrize("words", ["dollars", "U1D", "US"])
def test_what_is_no_currency_begins_no_price(words: str) -> None:
    draft = drafted()
    with pytest.raises(EditError, match="is not a currency: three letters"):
        draft.take("currency", words)
    assert not draft.is_begun
