"""Languages of the window: those that there are, and catalogues of gettext."""

import struct
from pathlib import Path

import pytest

from designer.app.main import main
from designer.io.languages import LanguageError, languages, languages_folder, open_book
from designer.model.po_text import read_template
from tests.helpers.gates import REPOSITORY
from tests.helpers.language_template import (
    COMMAND,
    OF_TERMINALS,
    ROOMS,
    TEMPLATE,
    messages,
    template,
)

SMALL = (
    'msgid "New empty room"\nmsgstr ""\n\n'
    'msgid "{n} rack"\nmsgid_plural "{n} racks"\nmsgstr[0] ""\nmsgstr[1] ""\n'
)
HEAD = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"


def compiled(pairs: dict[str, str]) -> bytes:
    """A catalogue as gettext's `msgfmt` writes it."""
    texts = [(key.encode(), value.encode()) for key, value in sorted(pairs.items())]
    ids, values = b"", b""
    places = []
    for key, value in texts:
        places.append((len(key), len(ids), len(value), len(values)))
        ids += key + b"\0"
        values += value + b"\0"
    table = 28 + 16 * len(texts)
    head = struct.pack("<7I", 0x950412DE, 0, len(texts), 28, 28 + 8 * len(texts), 0, table)
    keys = b"".join(struct.pack("<2I", size, table + at) for size, at, _, _ in places)
    told = b"".join(struct.pack("<2I", size, table + len(ids) + at) for _, _, size, at in places)
    return head + keys + told + ids + values


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "designer.pot").write_text(SMALL, encoding="utf-8")
    german = tmp_path / "de" / "LC_MESSAGES"
    german.mkdir(parents=True)
    pairs = {
        "": HEAD,
        "New empty room": "Neuer leerer Raum",
        "{n} rack\0{n} racks": "{n} Schrank\0{n} Schränke",
    }
    (german / "designer.mo").write_bytes(compiled(pairs))
    return tmp_path


def test_a_catalogue_of_gettext_beside_the_template_is_a_language(folder: Path) -> None:
    assert languages(folder) == ["en", "de", "pseudo"]
    book = open_book("de", folder)
    assert book is not None
    assert book.text("New empty room") == "Neuer leerer Raum"
    assert book.text("1 rack") == "1 Schrank"
    assert book.text("7 racks") == "7 Schränke"
    assert open_book("en", folder) is None


def test_another_language_is_refused_with_those_that_there_are(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(LanguageError, match="no language 'qqq zzz'; there are en, de, pseudo"):
        open_book("qqq zzz", folder)
    assert main(["--language", "qqq"]) == 2
    assert "no language 'qqq'; there are en, de, pseudo" in capsys.readouterr().err
    assert main(["--language=pseudo", "report", "x"]) == 2
    assert "report and print take it, behind their name" in capsys.readouterr().err
    assert main(["--language"]) == 2
    assert "--language needs a language" in capsys.readouterr().err


def test_the_template_is_that_of_the_program() -> None:
    assert languages_folder() == (REPOSITORY / TEMPLATE).parent
    written = set(read_template((REPOSITORY / TEMPLATE).read_text(encoding="utf-8")))
    program = set(read_template(template(REPOSITORY)))
    new, gone = program - written, written - program
    assert not new | gone, (
        f"{TEMPLATE} lacks {len(new)} texts and has {len(gone)} that are gone; write it anew: "
        f"{COMMAND}; new: {sorted(new)[:5]}; gone: {sorted(gone)[:5]}"
    )


def test_every_room_is_read_but_for_what_writes_to_terminals() -> None:
    rooms = {path.name for path in (REPOSITORY / "designer").iterdir() if path.is_dir()}
    assert rooms - {"__pycache__"} == set(ROOMS)
    for where in OF_TERMINALS:
        place = REPOSITORY / "designer" / where
        assert place.is_dir() or place.with_suffix(".py").is_file()
    read = {message for message, _ in read_template(template(REPOSITORY))}
    assert "Opening {name} …" in read
    assert "exit ends no console: close its window" in read
    assert any("Your work is in the recovery journal" in message for message in read)


def test_texts_are_read_out_of_a_program_and_what_nobody_reads_is_not() -> None:
    source = (
        '"""A docstring of a module."""\n'
        "import re\n"
        'TITLE = "Units and numbers"\n'
        'PATTERN = re.compile("two words")\n'
        "def say(label, racks, n):\n"
        '    """Say something."""\n'
        '    label.setText(f"{racks:,} of {n.total} are placed")\n'
        '    label.setText(plural(n, "rack"))\n'
        '    label.setText("Save")\n'
        '    set_role(label, "dim caption")\n'
        '    if n.kind == "Save":\n'
        '        return f"{a} · {b}"\n'
    )
    found = list(messages(source, "ui"))
    assert sorted(set(found)) == [
        ("Save", ""),
        ("Units and numbers", ""),
        ("rack", ""),
        ("{n} rack", "{n} racks"),
        ("{racks} of {total} are placed", ""),
    ]
