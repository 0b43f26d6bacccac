"""Letters that our font lacks, control characters, and pictures that need no font at all."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QPainterPath, QRawFont
from PySide6.QtSvg import QSvgRenderer

from designer.catalog.catalog import Catalog
from designer.model.design import Design, Note
from designer.render import fonts, lettering
from designer.render.fonts import letters_without_font, load_fallback
from designer.render.lettering import draw_text
from designer.render.output import (
    OutputError,
    require_drawn,
    write_elevation,
    write_floor,
    write_pdf,
)
from designer.render.svg_letters import with_outlines
from tests.helpers.marks import marks_of, texts
from tests.helpers.printed import words

pytestmark = pytest.mark.usefixtures("qapp")
SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("東京-01", "서울-02", "ラック3", "龍鬱驫")


@pytest.fixture
def asian(drawn: Design) -> Design:
    racks = tuple(
        rack.evolve(name=name) for rack, name in zip(drawn.racks, NAMES, strict=False)
    )  # fmt: skip
    return drawn.evolve(racks=(*racks, *drawn.racks[len(NAMES) :]))


def test_letters_that_inter_lacks_are_printed_in_the_bundled_fallback(
    tmp_path: Path, asian: Design, catalog: Catalog
) -> None:
    assert letters_without_font(NAMES) == ""
    path = tmp_path / "set.pdf"
    write_pdf(path, asian, catalog, None, sheets=("floor",))
    page = PdfReader(path).pages[0]
    text = words(page).replace(" ", "")
    for name in NAMES:
        assert name in text, name
    used = {
        str(font.get_object()["/BaseFont"]).rpartition("+")[2]
        for font in page["/Resources"]["/Font"].values()
    }
    assert {name for name in used if "Inter" not in name} == {"/WenQuanYiMicroHei"}


def test_a_letter_that_no_font_has_is_named_with_its_place_and_nothing_is_written(
    tmp_path: Path, drawn: Design, catalog: Catalog
) -> None:
    odd = drawn.evolve(notes=(Note(id="n1", text="launch \U0001f680 and ก"),))
    said = "ก (U+0E01, THAI CHARACTER KO KAI) in notes n1, \U0001f680 (U+1F680, ROCKET) in notes n1"
    for write in (
        lambda: write_pdf(tmp_path / "x.pdf", odd, catalog, None),
        lambda: write_floor(tmp_path / "x.svg", odd, catalog, None),
        lambda: write_elevation(tmp_path / "x.png", odd, catalog, None, "a01"),
    ):
        with pytest.raises(OutputError, match=re.escape(said)):
            write()
    assert list(tmp_path.iterdir()) == []
    many = drawn.evolve(note="".join(chr(code) for code in range(0x0E01, 0x0E0A)))
    with pytest.raises(OutputError, match="and 5 more; write it otherwise"):
        write_pdf(tmp_path / "x.pdf", many, catalog, None)
    header = drawn.evolve(header="\U0001f680")
    write_floor(tmp_path / "x.svg", header, catalog, None)


def test_the_sources_of_parts_that_a_sheet_prints_are_looked_at_too(
    tmp_path: Path, drawn: Design, catalog: Catalog
) -> None:
    part = catalog.require("dgx-h100")
    source = part.provenance[0].evolve(source="\u0e41\u0e1c datasheet")
    own = catalog.overlay([part.evolve(provenance=(source, *part.provenance[1:]))])
    with pytest.raises(OutputError, match=r"U\+0E41.* in part dgx-h100"):
        write_pdf(tmp_path / "x.pdf", drawn, own, None, sheets=("racks",))
    assert list(tmp_path.iterdir()) == []
    write_pdf(tmp_path / "x.pdf", drawn, own, None, sheets=("floor",))


def test_what_is_drawn_and_found_nowhere_is_quoted(drawn: Design, catalog: Catalog) -> None:
    image = QImage(200, 50, QImage.Format.Format_RGB32)
    painter = lettering.NotingPainter(image)
    draw_text(painter, QRectF(0, 0, 200, 50), "so ก", 20, "#000000")
    with pytest.raises(OutputError, match="in “so ก”"):
        require_drawn(painter, drawn, catalog)
    painter.end()


def test_a_letter_of_the_fallback_is_lettered_wherever_it_comes_from(
    drawn: Design, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Below the letters of East Asia, too, are letters that only the fallback has."""
    loaded: list[str] = []
    monkeypatch.setattr(lettering, "load_fallback", lambda: loaded.append(""))
    assert lettering.text_width("plain ≥ ½", 11.5) > 0
    assert loaded == []
    assert lettering.text_width("\u2a75 plain", 11.5) > 0
    assert loaded == [""]


def test_what_has_no_shape_lacks_no_font() -> None:
    assert letters_without_font(["plain", "a\u0301", "a\u200bb", "a\x07b", "\u00a0"]) == ""


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("k\u0e34", "\u0e34"), ("a\u0951", "\u0951"), ("e\u1ace", "\u1ace"), ("\u0600", "\u0600"),
        ("a\u115fb", "\u115f"), ("1\u20e3", "\u20e3"),
    ],
)  # fmt: skip
def test_a_mark_that_no_font_has_is_no_box(text: str, gone: str) -> None:
    """Marks and signs of format are drawn, and as a box where no font has them."""
    assert letters_without_font([text]) == gone


def test_what_only_guides_the_writing_is_not_drawn_and_lacks_no_font() -> None:
    unseen = "\u200b\u200d\u200f\u00ad\u2062\ufe0f\ufeff\u180b\u3164\U000e0041\u3000\u1680"
    assert letters_without_font([f"a{letter}b" for letter in unseen]) == ""
    assert letters_without_font(["a\u030f", "a\u0301\u0323", "\u2028", "\x1b", "\x85"]) == ""


def test_the_fallback_is_loaded_only_where_a_letter_needs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loaded: list[str] = []
    monkeypatch.setattr(fonts, "load_fallback", lambda: loaded.append("") or "")
    assert letters_without_font(["A01 · 40.8 kW ≥ ½ Ω я"]) == ""
    assert loaded == []
    letters_without_font(["東京"])
    assert loaded == [""]
    assert load_fallback() == "WenQuanYi Micro Hei"


def test_a_picture_looks_the_same_without_our_fonts(
    tmp_path: Path, asian: Design, catalog: Catalog
) -> None:
    write_floor(tmp_path / "floor.svg", asian, catalog, None)
    tree = ElementTree.parse(tmp_path / "floor.svg").getroot()
    assert list(tree.iter(f"{SVG}text")) == [], "no letter is left to whoever shows it"
    labels = [node.attrib["aria-label"] for node in tree.iter() if "aria-label" in node.attrib]
    assert all(name in "".join(labels) for name in NAMES), "Qt writes each font's letters apart"
    shapes = {
        node.attrib["id"]: node.attrib["d"]
        for node in tree.iter(f"{SVG}path")
        if "id" in node.attrib
    }
    assert len(set(shapes.values())) > 20
    used = {node.attrib["{http://www.w3.org/1999/xlink}href"] for node in tree.iter(f"{SVG}use")}
    assert used == {f"#{name}" for name in shapes}, "every shape stands once, and is used"
    assert all(re.fullmatch(r"(?:[MLCZ][-\d. ]*)+", outline) for outline in shapes.values())


@pytest.mark.parametrize("write", [write_floor, write_elevation])
def test_every_shape_that_a_picture_uses_is_in_it(
    write: Callable[..., None], tmp_path: Path, drawn: Design, catalog: Catalog
) -> None:
    """Qt writes definitions of its own where it clips, as in the picture of racks."""
    rack = () if write is write_floor else (drawn.racks[0].id,)
    write(tmp_path / "a.svg", drawn, catalog, None, *rack)
    tree = ElementTree.parse(tmp_path / "a.svg").getroot()
    ids = {node.attrib["id"] for node in tree.iter() if "id" in node.attrib}
    used = {node.attrib["{http://www.w3.org/1999/xlink}href"] for node in tree.iter(f"{SVG}use")}
    assert len(used) > 10
    assert used <= {f"#{name}" for name in ids}
    clips = {clip for node in tree.iter() if (clip := node.attrib.get("clip-path", ""))}
    assert clips <= {f"url(#{name})" for name in ids}
    assert list(tree.iter(f"{SVG}text")) == []


@pytest.mark.parametrize("head", ["<svg>", "<svg><defs/>", "<svg width='1'><g/>"])
def test_shapes_find_a_place_whatever_qt_defines(head: str) -> None:
    given = 'x="1" y="2" fill="#000" fill-opacity="1" font-size="10" font-weight="400"'
    tree = ElementTree.fromstring(
        with_outlines(f"{head}<text {given}>A</text></svg>").replace("xlink:href", "href")
    )
    assert [node.attrib["id"] for node in tree.iter("path")] == ["l0"]


def test_a_letter_that_is_a_picture_is_left_to_whoever_shows_the_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Fonts of emoji have no outlines: the rocket left a gap."""
    monkeypatch.setattr(QRawFont, "pathForGlyph", lambda *_: QPainterPath())
    given = 'x="1" y="2" fill="#000" fill-opacity="1" font-size="10" font-weight="400"'
    text = f"<text {given}>A</text>"
    assert text in with_outlines(f"<svg>{text}</svg>")


@pytest.mark.parametrize(("words", "size"), [("東京 Rack-01", 20), ("DtAR 408", 38)])
def test_outlines_lie_where_the_letters_were(words: str, size: int) -> None:
    """Painted from the file without any text, they cover what the painter's own letters cover."""

    def draw(painter: QPainter) -> None:
        draw_text(painter, QRectF(5, 2, 190, 46), words, size, "#000000", 600)

    mine = QImage(200, 50, QImage.Format.Format_RGB32)
    mine.fill(0xFFFFFFFF)
    painter = QPainter(mine)
    draw(painter)
    painter.end()
    shown = QImage(200, 50, QImage.Format.Format_RGB32)
    shown.fill(0xFFFFFFFF)
    painter = QPainter(shown)
    QSvgRenderer(outlined(draw)).render(painter, QRectF(0, 0, 200, 50))
    painter.end()
    differ = sum(
        abs((mine.pixel(x, y) & 0xFF) - (shown.pixel(x, y) & 0xFF)) > 128
        for x in range(200)
        for y in range(50)
    )
    dark = sum(mine.pixel(x, y) & 0xFF < 128 for x in range(200) for y in range(50))
    assert dark > 300
    assert differ < dark * 0.03, "letters with holes, or elsewhere"


def outlined(draw: object) -> bytes:
    """Return a small picture as `write_floor` would write it."""
    from PySide6.QtCore import QSizeF

    from designer.render.picture_file import svg_picture

    return svg_picture(QSizeF(200, 50), "small", draw)  # type: ignore[arg-type]  # a function


def test_control_characters_reach_no_picture_and_no_sheet(
    tmp_path: Path, drawn: Design, catalog: Catalog
) -> None:
    racks = tuple(r.evolve(name=f"{r.name}\x07\x1b\u202e<&>") for r in drawn.racks)
    odd = drawn.evolve(racks=racks, name="bad\x00\x1fname", room=drawn.room.evolve(name="hall\x0b"))
    write_floor(tmp_path / "floor.svg", odd, catalog, None)
    raw = (tmp_path / "floor.svg").read_bytes()
    assert not [byte for byte in raw if byte < 32 and byte not in b"\n\r\t"]
    tree = ElementTree.fromstring(raw)
    labels = {node.attrib["aria-label"] for node in tree.iter() if "aria-label" in node.attrib}
    assert any("A01 <&>" in label for label in labels)
    write_pdf(tmp_path / "set.pdf", odd, catalog, None, sheets=("floor",))
    reader = PdfReader(tmp_path / "set.pdf")
    text = "".join(page.extract_text() for page in reader.pages) + str(reader.metadata.title)
    assert not re.search("[\x00-\x08\x0b-\x1f\u202e]", text)


def test_text_without_letters_becomes_an_empty_group() -> None:
    given = 'x="1" y="2" fill="#000" fill-opacity="1" font-size="10" font-weight="400"'
    drawn = with_outlines(f"<svg><defs>\n</defs><text {given}>  </text></svg>")
    assert "<use" not in drawn
    assert 'aria-label=""' in drawn
    assert texts(marks_of(10, 10, lambda painter: None)) == []
