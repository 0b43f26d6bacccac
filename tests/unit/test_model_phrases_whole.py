"""A sentence in German is German as a whole or English as a whole: what drops and checks say."""

import re
from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.io.languages import read_in
from designer.model import phrases
from designer.model.change import diff
from designer.model.cooling_words import SHOWN_NAMES
from designer.model.phrases import PhraseBook, _Shape
from designer.model.presented import Presented
from designer.planning.templates import build
from designer.ui.state.drop_words import card_lines
from tests.helpers.random_drops import Drops

DROPS = 20
KINDS = ("node", "switch", "rack-pdu", "crah", "rack")
SMALL = re.compile(r"(?<![\w./-])[a-zäöüß]{2,}(?![\w.-])")
SAME = frozenset({"in", "die", "warm", "aus", "an", "kg", "kw", "lb", "mm", "cm", "km", "of", "so"})
"""Words of both languages, units, and what names of parts have."""


@cache
def german() -> Presented:
    return read_in(Presented("metric", "de"), "de")


@cache
def sentences() -> frozenset[str]:
    """Return what the card of 20 drops, the checks and the limits of a reference design say."""
    catalog, rng = load_shipped(), Random("german")
    parts = tuple(
        part.id
        for kind in KINDS
        for part in rng.sample([p for p in catalog.parts if p.kind == kind], 2)
    )
    design = build("dgx-superpod-h100", {}, catalog)
    evaluator = Evaluator(catalog)
    before = evaluator.report(design)
    said = {check.message for check in before.checks}
    for rack in before.racks:
        said |= {text for limit in rack.limits for text in (limit.label, limit.text)}
    fabrics = {one.id: one.name or one.id for one in design.fabrics}
    for number, (_, plan) in enumerate(Drops(design, catalog, parts, rng).drawn(DROPS)):
        assert plan.edit is not None
        change = diff(design, plan.edit(design))
        preview = evaluator.preview(number, design, change, plan.rack_ids[:12])
        lines = card_lines(plan, preview, SHOWN_NAMES, fabrics, power=before.power)
        said |= {line.text for line in lines}
        for some in (preview.comes, preview.alters, preview.stays, preview.goes):
            said |= {check.message for check in some}
    names = {name for part in catalog.parts for name in (part.name, part.vendor) if " " in name}
    # A name stays in any language: it says nothing of the sentence around it.
    pattern = re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))
    return frozenset(pattern.sub("DGX H100", text) for text in said)


def test_what_a_drop_says_is_german_or_english_as_a_whole() -> None:
    turned, mixed = 0, []
    for text in sentences():
        for piece in re.split(r" · |\n", text):
            told = german().text(piece).replace("\u2060", "")
            both = set(SMALL.findall(piece)) & set(SMALL.findall(told)) - SAME
            is_turned = set(SMALL.findall(told)) - set(SMALL.findall(piece))
            turned += bool(is_turned)
            if is_turned and both:
                mixed.append(f"{piece} → {told}: {sorted(both)}")
    assert len(sentences()) > 100
    assert turned > 60
    assert not mixed, "\n".join(mixed)


SMALL_WORDS = re.compile(
    r"(?<![\w./×-])(?:a|the|of|its|their|and|or|is|are|to|for|at|by|on|from|than|not|that|which|"
    r"lost|leaves|left|cannot|after|before|without|nothing)(?![\w.-])"
)
"""English words that no German sentence has."""
GERMAN = re.compile(
    r"(?<![\w-])(?:der|die|das|und|von|nach|nicht|ist|sind|mit|ohne|einem?|einer|für|bei|zu|"
    r"Ausfall|Einspeisung|Netzteile?|Kühlung)(?![\w-])"
)
FIGURES = re.compile(r"(?<![\w.])[0-9]+([.,])[0-9]{1,2}(?![0-9.])(?= (?:→|of|von|\(|–|kW))")


def test_no_german_sentence_has_a_small_english_word_or_two_kinds_of_figures() -> None:
    mixed, signs = [], []
    for text in sentences():
        for piece in re.split(r" · |\n", text):
            told = german().text(piece).replace("\u2060", "")
            if GERMAN.search(told) and SMALL_WORDS.search(told):
                mixed.append(f"{piece} → {told}: {SMALL_WORDS.findall(told)}")
            if len(set(FIGURES.findall(told))) > 1:
                signs.append(told)
    assert not mixed, "\n".join(mixed)
    assert not signs, "\n".join(signs)


@pytest.mark.parametrize(
    ("english", "shown"),
    [
        ("Feed C: 507.6 → 514.8, after a loss 779.0 → 793.3 of 800.0 kW",
         "Einspeisung C: 507,6 → 514,8, nach einem Ausfall 779,0 → 793,3 von 800,0 kW"),
        ("feed A: 533.2 → ~545 (540–549), after a loss 803.7 → ~816 (811–819) of 850.0 kW",
         "Einspeisung A: 533,2 → ~545 (540–549), "
         "nach einem Ausfall 803,7 → ~816 (811–819) von 850,0 kW"),
        ("no GPU is lost, nothing is overloaded", "keine GPU fällt aus, nichts ist überlastet"),
        ("1 leaves the design", "1 verlässt den Entwurf"),
        ("Replace 3, add 1 rack", "3 ersetzen, 1 Rack hinzufügen"),
        ("If released here · nothing saved yet · Esc: back",
         "Vorschau · noch nichts gespeichert · Esc: zurück"),
        ("DGX B200 runs on capped to 9.9 kW, ~74% (71–79) of its highest load: 3+3 supplies",
         "DGX B200 runs on capped to 9,9 kW, ~74\u00a0% (71–79) of its highest load: 3+3 supplies"),
        ("11.7 of 70.3 kW (all feeds)", "11,7 von 70,3 kW (alle Einspeisungen)"),
        ("without a GPU lost, nothing overloaded", "without a GPU lost, nothing overloaded"),
    ],
)  # fmt: skip
def test_a_gap_takes_a_name_a_figure_or_a_message(english: str, shown: str) -> None:
    assert german().text(english).replace("\u2060", "") == shown


@pytest.mark.parametrize(
    ("english", "shown"),
    [
        ("Release places · Esc cancels", "Loslassen platziert · Esc bricht ab"),
        ("Open (1)", "Offen (1)"),
        ("HOT AISLE 1 · 1.8 m", "WARMGANG 1 · 1,8 m"),
        ("build · why · show", "bauen · warum · zeigen"),
        ("mass: 1,000 lb, 282 lb more", "Masse: 1.000 lb, 282 lb mehr"),
        ("10.2 of ~21", "10,2 von ~21"),
        ("Rear-door heat exchanger, active", "Rear-door heat exchanger, active"),
        ("qqq zzz in this rack: place one", "qqq zzz in this rack: place one"),
        ("because the volts of feed A and the volts of…",
         "because the volts of feed A and the volts of…"),
        (
            "1 DGX B300, bus bar node belongs to no compute fabric",
            "1 Knoten DGX B300, bus bar gehört zu keiner Fabric für Rechnen",
        ),
    ],
)  # fmt: skip
def test_a_line_of_the_card_in_german(english: str, shown: str) -> None:
    assert german().text(english).replace("\u2060", "") == shown


WORDS = {"power {power}": "Leistung {power}", "supplies": "Netzteile", "no rack": "kein Rack",
         "{part} in {rack}": "{part} im {rack}", "Save": "Sichern"}  # fmt: skip


@pytest.mark.parametrize(
    ("english", "shown"),
    [
        ("power supplies", "power supplies"),
        ("Save · qqq zzz", "Sichern · qqq zzz"),
        ("Save: qqq zzz", "Save: qqq zzz"),
        ("DGX in A01", "DGX im A01"),
        ("qqq zzz in A01", "qqq zzz in A01"),
        ("no rack, qqq", "no rack, qqq"),
    ],
)
def test_no_word_is_translated_within_a_sentence(english: str, shown: str) -> None:
    book = PhraseBook([(one, "") for one in WORDS], lambda m: WORDS.get(m, m), is_whole=True)
    assert book.text(english) == shown


MOST_LOOKS = 5_000
"""Messages held against texts and parts of them, until a card of limits is German: it was without
end when every part of many lines was tried as what fills a gap."""


def test_a_long_card_is_looked_up_in_bounded_work(monkeypatch: pytest.MonkeyPatch) -> None:
    looks, look = [0], phrases.PhraseBook._said_whole
    catalog = load_shipped()
    report = Evaluator(catalog).report(build("starter-32", {}, catalog))

    def counted(book: PhraseBook, text: str) -> str | None:
        looks[0] += 1
        assert looks[0] < MOST_LOOKS, text
        return look(book, text)

    monkeypatch.setattr(phrases.PhraseBook, "_said_whole", counted)
    book = read_in(Presented("metric", "de"), "de")
    lines = [f"{one.label}: {one.text}" for rack in report.racks for one in rack.limits]
    assert len("\n".join(lines)) > 1300
    assert "Rack units" not in book.text("\n".join(lines))
    clauses = "; ".join(f"open: {check.message}" for check in report.checks)
    assert len(clauses) > 700, clauses
    book.text(clauses)
    assert looks[0] > 0


def test_lines_are_looked_up_one_by_one_and_each_clause_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = list[tuple[str, str]]()
    values_in = _Shape.values_in

    def noted(shape: _Shape, text: str, is_known: Callable[[str], bool]) -> list[str] | None:
        tried.append((shape.message, text))
        return values_in(shape, text, is_known)

    monkeypatch.setattr(_Shape, "values_in", noted)
    told = {"{part} in {rack}": "{part} im {rack}", "no {part} in {rack}": "kein {part} im {rack}",
            "Rows\n{part} in {rack}": "Zeilen\n{part} im {rack}"}  # fmt: skip
    book = PhraseBook([(one, "") for one in told], lambda m: told.get(m, m), is_whole=True)
    line = "no DGX in A01"
    assert book.text(f"{line}\n{line}: qqq zzz\n{line}") == (
        "kein DGX im A01\nno DGX in A01: qqq zzz\nkein DGX im A01"
    )
    assert book.text("Rows\nDGX in A01") == "Zeilen\nDGX im A01"
    of_lines = {message for message, text in tried if "\n" in text}
    assert of_lines == {"Rows\n{part} in {rack}"}, "a gap does not reach over the end of a line"
    assert len(set(tried)) == len(tried)


@pytest.mark.parametrize(
    ("english", "shown"),
    [
        ("highest observed power of Management server",
         "höchste beobachtete Leistung von Management server"),
        ("idle power of DGX H100", "Leerlaufleistung von DGX H100"),
        ("Unsaved work on “the second” (never saved): 1 record differs from the design it began "
         "with; 2 steps, the last “Move racks by hand”",
         "Ungespeicherte Arbeit an „the second“ (nie gespeichert): 1 Datensatz weicht vom "
         "Ausgangsentwurf ab; 2 Schritte, der letzte „Move racks by hand“"),
        ("A01 holds more than 4 × DGX H100; 3 other copies stay as they are.",
         "A01 enthält mehr als 4 × DGX H100; 3 andere Kopien bleiben, wie sie sind."),
        ("Feed A would carry 296.0 kW of its 250.0 kW after losing feed B",
         "Einspeisung A würde nach Ausfall von Einspeisung B 296,0 kW von 250,0 kW tragen"),
        ("DGX B200 runs on capped to 13.2 kW, ~98% (95–100) of its highest load: 2+2+2 supplies, "
         "4 of 6 left after losing feed A; 5 declared as needed; 13.2 kW for ~13 kW (12–14) at "
         "their output",
         "DGX B200 läuft gedrosselt auf 13,2 kW weiter, ~98\u00a0% (95–100) der höchsten Last: "
         "2+2+2 Netzteile, 4 von 6 übrig nach Ausfall von Einspeisung A; 5 als nötig angegeben; "
         "13,2 kW für ~13 kW (12–14) an ihrem Ausgang"),
        ("355 cables change their end", "355 Kabel ändern ihr Ende"),
        ("No node loses a link to Compute", "Kein Knoten verliert einen Link zu Rechnen"),
    ],
)  # fmt: skip
def test_a_sentence_put_together_is_german_as_a_whole(english: str, shown: str) -> None:
    assert german().text(english).replace("\u2060", "") == shown


def test_an_english_word_at_the_end_of_a_sentence_is_no_name() -> None:
    assert german().text("1 of 10 reasons speak, all for qqqing.").startswith("1 of 10 reasons")
