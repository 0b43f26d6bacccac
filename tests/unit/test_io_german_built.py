"""German of what a drop builds and brings: its card, the status bar, guides, the fields of rows."""

from functools import cache

import pytest

from designer.io.languages import languages_folder, read_in
from designer.model.po_text import read_catalogue
from designer.model.presented import Presented
from tests.helpers.gates import REPOSITORY
from tests.helpers.language_template import messages


@cache
def german() -> Presented:
    return read_in(Presented("metric", "de"), "de")


@pytest.mark.parametrize(
    ("english", "told"),
    [
        ("Place 8 leaf switches (QM9700)", "8 Leaf-Switches (QM9700) platzieren"),
        ("Place 1 core switch (QM9790)", "1 Core-Switch (QM9790) platzieren"),
        ("Hang 8 rack PDUs in 4 racks", "8 Rack-PDUs in 4 Racks anbringen"),
        ("Hang 1 rack PDU in 1 rack", "1 Rack-PDU in 1 Rack anbringen"),
        (
            "Draw fabric Compute for 4 DGX H200 nodes",
            "Fabric Compute für 4 Knoten DGX H200 zeichnen",
        ),
        ("Place 2 × Row CDU 1.3 MW", "2 × Row CDU 1,3 MW platzieren"),
        ("Place 3 × CRAH 100 kW", "3 × CRAH 100 kW platzieren"),
        ("Contain the hot aisles", "Warmgänge einhausen"),
        (
            "Hang 8 × ChilledDoor, place 2 × Row CDU 1.3 MW",
            "8 × ChilledDoor anbringen, 2 × Row CDU 1,3 MW platzieren",
        ),
        (
            "Place 2 power shelves in 1 rack: Open Rack V3 HPR power shelf 33 kW, and hang 2 rack "
            "PDUs",
            "2 Power Shelfs in 1 Rack platzieren: Open Rack V3 HPR power shelf 33 kW, und "
            "2 Rack-PDUs anbringen",
        ),
        ("Give up 1 free place of fabric-1", "1 freien Platz von fabric-1 aufgeben"),
    ],
)
def test_the_card_says_in_german_what_a_release_builds(english: str, told: str) -> None:
    for before, begun in (("", ""), ("also builds: ", "baut auch: ")):
        said = german().text(before + english)
        assert said.replace("\u2060", "") == begun + told


@pytest.mark.parametrize(
    ("english", "told"),
    [
        ("and 3 things more", "und 3 weitere Elemente"),
        (
            "not built: F01: A05 has no room for QM9700 (and 2 findings more)",
            "nicht gebaut: F01: A05 hat keinen Platz für QM9700 (und 2 weitere Befunde)",
        ),
        (
            "working out what is built for 1 finding…; figures here are without it",
            "was für 1 Befund gebaut wird, wird ermittelt …; die Werte hier sind ohne das",
        ),
        (
            "working out what is built for 2 findings, 1 so far…; figures here are without it",
            "was für 2 Befunde gebaut wird, wird ermittelt, bisher 1 …; die Werte hier sind ohne "
            "das",
        ),
        ("nearest free place: here drop it on a rack",
         "nächster freier Ort; hier: auf einem Rack ablegen"),
        ("2 new errors: P14 · 1 new warning: F16", "2 neue Fehler: P14 · 1 neue Warnung: F16"),
        ("1 new error: P14", "1 neuer Fehler: P14"),
        ("264 cables change their ends, all longer by up to 3 m",
         "264 Kabel ändern ihre Enden, alle länger um bis 3 m"),
        ("1 cable changes its route, 12 new", "1 Kabel ändert seinen Weg, 12 neu"),
        ("Compute X: 24 of 32 leaf switches stand, 8 missing",
         "Compute X: 24 von 32 Leaf-Switches stehen, 8 fehlen"),
        ("A01: centre of gravity 24.4U above the lowest unit, the middle of the rack is at 24.0U",
         "A01: Schwerpunkt 24,4 HE über der untersten, die Mitte des Racks liegt bei 24,0 HE"),
        ("worst, 24 alike · together 0.99", "höchste, 24 gleich · zusammen 0,99"),
        ("4,800 mm to the wall", "4.800 mm bis zur Wand"),
        ("1,200 mm = cold aisle 1", "1.200 mm = Kaltgang 1"),
        ("Hot aisle 2", "Warmgang 2"),
        ("120 mm out of line", "120 mm aus der Flucht"),
        ("below the row; at least 1,200 mm asked · binding; the row moves",
         "unterhalb der Reihe; mindestens 1.200 mm verlangt · bindend; die Reihe wandert"),
        ("'{row}' is the row, '{n:02}' the number of two digits",
         "'{row}' ist die Reihe, '{n:02}' die zweistellige Nummer"),
        ("Shift also builds what it needs; figures here are without it",
         "Umschalt baut auch, was gebraucht wird; die Werte hier sind ohne das"),
        ("Compare it", "Vergleichen"),
        ("Reword", "Ändern"),
    ],
)  # fmt: skip
def test_counts_agree_with_what_is_counted_and_sentences_are_whole(english: str, told: str) -> None:
    assert german().text(english).replace("\u2060", "") == told


def test_every_text_of_what_is_built_has_its_german() -> None:
    text = (languages_folder() / "de.po").read_text(encoding="utf-8")
    has = {one for one, *_ in read_catalogue(text)}
    paths = list((REPOSITORY / "designer" / "planning" / "remedies").glob("*.py"))
    said = {one for path in paths for one, _ in messages(path.read_text("utf-8"), "planning")}
    assert len(said) > 50
    assert not said - has
