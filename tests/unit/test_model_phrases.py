"""Texts found among messages: whole, with gaps, put together; and the pseudo-language."""

import pytest

from designer.model.phrases import PhraseBook
from designer.model.po_text import read_template
from designer.model.pseudo_language import bracketed, pseudo

GERMAN = {
    "New empty room": "Neuer leerer Raum",
    "{n} rack": "{n} Schrank",
    "{n} racks": "{n} Schränke",
    "{part} is {width} mm wide, {rack} takes {room} mm": (
        "{rack} nimmt {room} mm, und {part} ist {width} mm breit"
    ),
    "{used} of {limit}": "{used} von {limit}",
    "Save": "Sichern",
    "nothing to save": "nichts zu sichern",
    "not known": "unbekannt",
    "{what}: {why}": "{what}: {why}",
    "; both lie side by side": "; beide liegen nebeneinander",
    "Capacity, apparent": "Scheinleistung",
}
MESSAGES = [(one, "{n} racks" if one == "{n} rack" else "") for one in GERMAN]


@pytest.fixture(scope="module")
def book() -> PhraseBook:
    return PhraseBook(MESSAGES, lambda message: GERMAN.get(message, message))


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("New empty room", "Neuer leerer Raum"),
        ("NEW EMPTY ROOM", "NEUER LEERER RAUM"),
        ("1 rack", "1 Schrank"),
        ("38 racks", "38 Schränke"),
        ("441 of 1,500 kg", "441 von 1,500 kg"),
        (
            "DGX H100 is 482 mm wide, A01 takes 450 mm",
            "A01 nimmt 450 mm, und DGX H100 ist 482 mm breit",
        ),
        # A reader of inches gets the same sentence.
        (
            "DGX H100 is 19.0 in wide, A01 takes 17.7 in",
            "A01 nimmt 17.7 in, und DGX H100 ist 19.0 in breit",
        ),
        ("Save: nothing to save", "Sichern: nichts zu sichern"),
        ("38 racks · not known", "38 Schränke · unbekannt"),
        ("as it is; both lie side by side", "as it is; beide liegen nebeneinander"),
        ("Capacity, apparent, kVA", "Scheinleistung, kVA"),
        ("rack-42u", "rack-42u"),
        ("qqq zzz", "qqq zzz"),
        ("40.8 kW", "40.8 kW"),
    ],
)
def test_a_text_is_found_among_the_messages(book: PhraseBook, english: str, german: str) -> None:
    assert book.text(english) == german


MORE = {
    "owning may {less} {month}, or never": "besitzen kann {less} {month}, oder nie",
    "cost less": "weniger kosten",
    "from month {n}": "ab Monat {n}",
    "from": "von",
    "door": "Tür",
    "without {lost}": "ohne {lost}",
}


@pytest.mark.parametrize(
    ("english", "german"),
    [
        # Which blank parts two gaps, what is known on both sides tells.
        (
            "owning may cost less from month 7, or never",
            "besitzen kann weniger kosten ab Monat 7, oder nie",
        ),
        (
            "Owning may cost less from month 7, or never.",
            "Besitzen kann weniger kosten ab Monat 7, oder nie.",
        ),
        ("232 without B", "232 ohne B"),
        ("Door", "Tür"),
        # A name stays, and a sentence that nobody has translated stays whole.
        ("Rear door, active", "Rear door, active"),
        ("qqq zzz: Rear door, active", "qqq zzz: Rear door, active"),
        ("the door stands open from A", "the door stands open from A"),
    ],
)
def test_gaps_ends_and_names(english: str, german: str) -> None:
    told = {**MORE, "the door stands open from {where}": ""}
    book = PhraseBook(
        [(one, "") for one in told],
        lambda message: told[message] or message,
        names=lambda: frozenset({"Rear door, active"}),
    )
    assert book.text(english) == german


def test_the_pseudo_language_keeps_gaps_and_units_and_is_longer() -> None:
    book = PhraseBook(MESSAGES, pseudo, bracketed)
    told = book.text("DGX H100 is 482 mm wide, A01 takes 450 mm")
    assert told.startswith("«[DGX H100 ïs 482 mm wïdé, A01 tàkés 450 mm~")
    assert len(told) >= 1.35 * len("DGX H100 is 482 mm wide, A01 takes 450 mm")
    assert book.text(told) == told, "what is translated is not translated again"
    assert book.text("DGX H100") == "DGX H100"


def test_a_template_of_gettext_is_read() -> None:
    text = (
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain\\n"\n\n'
        'msgid "say \\"no\\""\nmsgstr ""\n\n'
        'msgid ""\n"long "\n"text\\nin two lines"\nmsgstr ""\n\n'
        'msgid "{n} rack"\nmsgid_plural "{n} racks"\nmsgstr[0] ""\nmsgstr[1] ""\n'
    )
    assert list(read_template(text)) == [
        ('say "no"', ""),
        ("long text\nin two lines", ""),
        ("{n} rack", "{n} racks"),
    ]
