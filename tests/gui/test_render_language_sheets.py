"""Printed sheets in another language: nothing but names and values stays English."""

import re
from pathlib import Path

import pytest

from designer.app.main import main
from designer.catalog.load import load_shipped
from designer.engine.report import Report
from designer.model.design import Design
from designer.model.phrases import PhraseBook
from designer.model.presented import METRIC, Presented
from designer.render.edge import Read, presented, presenting, shown
from designer.render.lettering import text_width, wrapped
from designer.runtime.print_job import PrintJob
from tests.helpers.printed import pages_of
from tests.helpers.prints import as_sent
from tests.helpers.untold import english

pytestmark = pytest.mark.usefixtures("qapp")
SHEETS = "floor,overlays,power,fabric,cables,racks"
QUOTED = frozenset({"stated", "full", "fan", "speed", "Cooling", "technologies"})
"""Words of documents and of figures of parts as their makers have them."""
MOST_LEFT = 0.003
"""Share of words that may be English: sentences of pieces, and texts newer than the template."""


@pytest.fixture(scope="module")
def starter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("starter") / "starter.cluster.toml"
    assert main(["new", "starter-32", "-o", str(path)]) == 0
    return path


def names(path: Path) -> frozenset[str]:
    said = [path.read_text(encoding="utf-8")]
    for part in load_shipped().parts:
        said += [part.name, part.vendor, part.summary, *(one.source for one in part.provenance)]
    return frozenset(re.findall(r"[A-Za-z]+", " ".join(said))) | QUOTED


@pytest.mark.parametrize("paper", ["A4", "A1"])
def test_every_sheet_is_printed_in_the_language_of_its_reader(
    starter: Path, tmp_path: Path, paper: str
) -> None:
    out = tmp_path / "out.pdf"
    command = ["print", str(starter), "-o", str(out), "--paper", paper, "--language", "pseudo"]
    assert main([*command, "--sheets", SHEETS]) == 0
    whole = " ".join(pages_of(out))
    assert "Pöwér öñé-lïñé" in whole
    # What lost its middle is a piece of a name.
    words = re.sub(r"\S*…\S*", " ", whole)
    left = english(words, names(starter))
    assert len(left) <= MOST_LEFT * len(words.split()), sorted(set(left))
    assert presented() == METRIC


def test_a_line_of_a_paragraph_is_not_translated_again() -> None:
    german = {"Load of feeds": "Last Einspeisungen", "Last": "Zuletzt"}
    book = PhraseBook([(one, "") for one in german], lambda text: german.get(text, text))
    with presenting(Presented(book=book, language="de")):
        first, second = wrapped(
            "Load of feeds", 12, 400, text_width(Read("Einspeisungen"), 12, 400)
        )
        assert (first, second) == ("Last", "Einspeisungen")
        assert shown(first) == "Last"
        assert shown("Last") == "Zuletzt"


def test_a_print_of_the_window_names_its_language() -> None:
    read = Presented("imperial", "de", language="de")
    job = PrintJob(
        design=Design(name="Lab"), parts=(), report=Report(), sheets=("floor",), paper="A3",
        presented=read,
    )  # fmt: skip
    assert as_sent(job).presented == read


def test_a_report_is_written_in_a_language(
    starter: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(starter), "--format", "html", "--language", "pseudo"]) == 0
    html = capsys.readouterr().out
    assert '<html lang="pseudo">' in html
    heads = re.findall(r"<h2>(.*?)</h2>", html) + re.findall(r"<th[^>]*>(.*?)</th>", html)
    left = [one for one in heads if english(one, names(starter))]
    assert len(heads) > 30
    assert len(left) <= 0.02 * len(heads), left
    assert main(["report", str(starter), "--language", "qqq"]) == 2
    assert "--language: no language 'qqq'; there are en, de" in capsys.readouterr().err


def test_an_export_for_people_is_in_their_language_and_one_for_programs_is_not(
    starter: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["export", str(starter), "--to"]
    for kind in ("floor.svg", "html", "bom.csv"):
        for language in ("en", "de"):
            out = tmp_path / f"{language}.{kind}"
            assert main([*command, kind, "-o", str(out), "--language", language]) == 0
    english, german = ((tmp_path / f"{one}.floor.svg").read_text("utf-8") for one in ("en", "de"))
    assert "<title>Grundriss: " in german
    assert "<title>Floor plan: " in english
    assert "Grundriss: " not in english
    assert '<html lang="de">' in (tmp_path / "de.html").read_text("utf-8")
    bills = [(tmp_path / f"{one}.bom.csv").read_bytes() for one in ("en", "de")]
    assert bills[0] == bills[1]
    assert main([*command, "html", "-o", "-", "--language", "qqq"]) == 2
    assert "--language: no language 'qqq'; there are en, de" in capsys.readouterr().err
    assert presented() == METRIC
