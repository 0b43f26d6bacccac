"""The German catalogue: what it must keep of each message, and how much of the frame it has."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from designer.io.languages import languages_folder, open_book, share_translated
from designer.model.po_text import read_catalogue, read_template
from tests.helpers.gates import REPOSITORY
from tests.helpers.language_template import kept_of, messages

GAP = re.compile(r"\{[A-Za-z_0-9]+\}")
FRAME = ("ui", "render", "model")
FRAME_SHARE = 0.9
"""Of the frame's messages; others may be added before somebody translates them."""
WORDS_ALIKE = 4
"""So many words may be the same in both languages, as names of techniques are."""


@cache
def catalogue() -> list[tuple[str, str, str, str]]:
    return list(read_catalogue((languages_folder() / "de.po").read_text(encoding="utf-8")))


def pairs() -> list[tuple[str, str]]:
    """Every message, and every plural, with its translation."""
    found = []
    for one, many, of_one, of_many in catalogue():
        found.append((one, of_one))
        if many:
            found.append((many, of_many))
    return found


def test_each_translation_keeps_what_its_message_holds() -> None:
    assert len(pairs()) > 5_000
    wrong = []
    for message, told in pairs():
        ends = [(text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :])
                for text in (message, told)]  # fmt: skip
        same = {
            "gaps": set(GAP.findall(message)) == set(GAP.findall(told)),
            "braces": message.count("{{") == told.count("{{"),
            "ends": ends[0] == ends[1],
            "lines": message.count("\n") == told.count("\n"),
            "tabs": message.count("\t") == told.count("\t"),
            "mnemonic": message.startswith("&") == told.startswith("&"),
            "code": message.count("`") == told.count("`"),
            "markup": Counter(re.findall(r"</?[a-z]+", message))
            == Counter(re.findall(r"</?[a-z]+", told)),
            "said": bool(told.strip()),
        }
        wrong += [(name, message, told) for name, is_so in same.items() if not is_so]
    assert not wrong, wrong[:20]


def test_no_message_stands_twice_and_none_is_copied_for_a_translation() -> None:
    ones = [one for one, *_ in catalogue()]
    assert len(ones) == len(set(ones))
    copied = [
        message for message, told in pairs()
        if message == told and len(re.findall(r"[A-Za-z]{3,}", GAP.sub("", told))) > WORDS_ALIKE
    ]  # fmt: skip
    assert not copied, copied[:20]


def test_what_is_translated_is_not_translated_again() -> None:
    """A German word that is an English one, with another meaning, would become a third."""
    book = open_book("de", languages_folder())
    assert book is not None
    clean = open_book("de", languages_folder())
    assert clean is not None
    twice = []
    for message, told in pairs():
        if not GAP.search(message) and "{" not in told and clean.text(told) != told:
            twice.append((message, told, clean.text(told)))
    # What is left are signs of filters and files, and words of panels that no text passes twice.
    assert len(twice) <= 0.005 * len(pairs()), twice


def test_most_of_the_frame_is_translated() -> None:
    has = {one for one, *_ in catalogue()}
    frame: set[str] = set()
    for room in FRAME:
        for path in sorted((REPOSITORY / "designer" / room).rglob("*.py")):
            frame |= {text for text, _ in messages(path.read_text(encoding="utf-8"), room)}
    assert len(frame & has) >= FRAME_SHARE * len(frame), sorted(frame - has)[:40]


def test_a_changed_message_costs_its_translation_alone() -> None:
    text = (
        'msgid ""\nmsgstr ""\n"Language: de\\n"\n\n'
        'msgid "gone"\nmsgstr "weg"\n\nmsgid "{n} rack"\nmsgid_plural "{n} racks"\n'
        'msgstr[0] "{n} Rack"\nmsgstr[1] "{n} Racks"\n\nmsgid "not yet"\nmsgstr ""\n'
    )
    kept = kept_of(text, {"{n} rack": "{n} racks", "not yet": "", "new": ""})
    assert kept.startswith('msgid ""\nmsgstr ""\n"Language: de\\n"\n\n')
    assert list(read_catalogue(kept)) == [("{n} rack", "{n} racks", "{n} Rack", "{n} Racks")]
    assert kept_of(kept, {"{n} rack": "{n} racks"}) == kept


def test_the_share_is_of_the_messages_of_the_template(tmp_path: Path) -> None:
    pot = 'msgid ""\nmsgstr ""\n\n' + "".join(f'msgid "m{n}"\nmsgstr ""\n\n' for n in range(4))
    (tmp_path / "designer.pot").write_text(pot, encoding="utf-8")
    po = 'msgid ""\nmsgstr ""\n\nmsgid "m0"\nmsgstr "n0"\n\nmsgid "gone"\nmsgstr "weg"\n'
    (tmp_path / "de.po").write_text(po, encoding="utf-8")
    assert len(list(read_template(pot))) == 4
    assert share_translated("de", tmp_path) == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("38 racks", "38 Racks"),
        ("1 rack", "1 Rack"),
        ("FLOOR", "GRUNDRISS"),
        ("Snap: 600 mm", "Raster: 600 mm"),
        ("441 of 1,500 kg", "441 von 1,500 kg"),
        ("Open…", "Öffnen …"),
        ("&File", "&Datei"),
    ],
)
def test_texts_of_the_window_are_german(english: str, german: str) -> None:
    book = open_book("de", languages_folder())
    assert book is not None
    assert book.text(english) == german
