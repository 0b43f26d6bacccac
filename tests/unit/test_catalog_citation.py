"""Sources in fields: document, revision, page and address, each where it is known."""

import tomllib
from pathlib import Path

import pytest

from designer.app.commands.catalog_page import page
from designer.catalog.catalog import Catalog
from designer.catalog.citation import NOTHING_CITED, Citation
from designer.catalog.data_files import data_folder
from designer.catalog.entry import Price, Provenance
from designer.catalog.fact_words import origin_lines
from designer.catalog.library import Library
from designer.catalog.load import PART_TABLES, load_own, load_shipped, validate
from designer.catalog.part import Part
from designer.catalog.reading import Reading
from designer.catalog.records.guidance import Guideline, Variant
from designer.catalog.updates import differences, updates
from designer.io.design_text import dumps
from designer.io.part_text import with_own_source
from designer.model.design import Design, Device, Rack
from designer.ui.views.catalogue.detail_rows import detail_rows
from designer.ui.views.catalogue.entry_index import EntryIndex

SHEET = Citation(
    document="NVIDIA DGX SuperPOD H100 reference architecture RA-11333-001",
    revision="V11, 2023-09-22",
    page="Table 8",
    address="https://docs.nvidia.com/dgx-superpod",
)
WORDS = (
    "document: NVIDIA DGX SuperPOD H100 reference architecture RA-11333-001"
    " · revision: V11, 2023-09-22 · Table 8"
    " · address: https://docs.nvidia.com/dgx-superpod"
)
NODE = '[[part]]\nid = "a"\nname = "A"\nkind = "node"\nmass_kg = 5\n'


def read(text: str) -> Reading:
    reading = Reading(PART_TABLES)
    reading.read_text(text, "own.toml")
    return reading


def only_part(text: str) -> Part:
    reading = read(text)
    assert [problem.line() for problem in reading.problems] == []
    (part,) = reading.records["part"]
    assert isinstance(part, Part)
    return part


def test_words_name_each_field_that_is_known() -> None:
    assert SHEET.words() == WORDS
    assert Citation(document="A", page="p. 3").words() == "document: A · p. 3"
    assert Citation(address="a.com").words() == "address: a.com"
    assert NOTHING_CITED.words() == ""


def test_words_beside_the_same_sentence_say_only_what_is_more() -> None:
    cited = Citation(document="A", revision="2", page="3", address="a.com")
    assert cited.words("A, 2, p. 3") == "address: a.com"
    assert cited.words("A, 2") == "document: A · revision: 2 · p. 3 · address: a.com"
    assert Citation(document="A").words("A") == ""
    assert NOTHING_CITED.words("A") == ""


@pytest.mark.parametrize(
    ("cited", "sentence"),
    [
        (SHEET, "NVIDIA DGX SuperPOD H100 reference architecture RA-11333-001, V11, 2023-09-22,"
                " Table 8"),
        (Citation(document="A", page="24"), "A, p. 24"),
        (Citation(document="A", revision="2", address="a.com"), "A, 2"),
        (Citation(address="a.com"), ""),
    ],
)  # fmt: skip
def test_a_source_in_fields_reads_as_a_sentence(cited: Citation, sentence: str) -> None:
    assert cited.sentence() == sentence


@pytest.mark.parametrize(
    "page",
    ["24", "7–8", "7-8", "p. 24", "pp. 7–8", "Table 8", "tables 4.1, 4.5", "§ 3", "section Limits",
     "sections 1 and 2", "appendix C", "chapter 1.8", "concept 5", "exhibit 2", "slide 4"],
)  # fmt: skip
def test_a_place_in_a_document(page: str) -> None:
    assert list(Citation(document="A", page=page).own_problems()) == []


@pytest.mark.parametrize("page", ["somewhere", "table", "p.24", "0", "-3", "24 or so", "twenty"])
def test_no_place_in_a_document(page: str) -> None:
    ((field, wrong),) = Citation(document="A", page=page).own_problems()
    assert field == "page"
    assert wrong == f"page {page!r} is none: give p. 24, table 5 or section NAME"


@pytest.mark.parametrize(
    "address",
    ["a.com", "docs.habana.ai", "https://a.com", "http://a.co.jp:8080/x?y=1#z", "a.io/b/c.pdf",
     "doi:10.1016/j.apenergy.2020.114918", "isbn:978-3-16-148410-0", "a.com, https://b.org/c",
     "HTTPS://Docs.NVIDIA.com/x"],
)  # fmt: skip
def test_an_address(address: str) -> None:
    assert list(Citation(address=address).own_problems()) == []


@pytest.mark.parametrize(
    "address",
    ["a", "on the shelf", "ftp://a.com", "a.com/b c", "a.com b.com", "a.c", "doi:11.1/2", ".com",
     "a.com,b.com", "a.com, ", "-a.com", "javascript:alert(1)"],
)  # fmt: skip
def test_no_address(address: str) -> None:
    found = list(Citation(address=address).own_problems())
    assert [field for field, _ in found] == ["address"]
    assert found[0][1].endswith("is none: give example.com/sheet.pdf or doi:10.…")


def test_one_wrong_address_of_two_is_named_alone() -> None:
    ((_, wrong),) = Citation(address="a.com, nowhere").own_problems()
    assert "'nowhere'" in wrong


def test_a_revision_has_a_number_or_a_date() -> None:
    ((field, wrong),) = Citation(document="A", revision="the newest").own_problems()
    assert (field, "names no number" in wrong) == ("revision", True)
    assert list(Citation(document="A", revision="Rev A07").own_problems()) == []


@pytest.mark.parametrize("field", ["revision", "page"])
def test_a_revision_or_a_page_is_of_a_document(field: str) -> None:
    ((where, _),) = Citation.model_validate({field: "2"}).own_problems()
    assert where == "document"
    assert list(Citation.model_validate({field: "2", "document": "A"}).own_problems()) == []


def test_a_source_of_a_file_in_fields() -> None:
    part = only_part(
        '[sources]\ns = {document = "Sheet DS-1", revision = "v2", address = "a.com"}\n'
        + NODE + 'provenance = [{fields = ["*"], source = "s", kind = "vendor"}]'
    )  # fmt: skip
    (said,) = part.provenance
    assert said.source == "Sheet DS-1, v2"
    assert said.cited == Citation(document="Sheet DS-1", revision="v2", address="a.com")


def test_a_sentence_of_its_own_goes_before_that_of_the_fields() -> None:
    part = only_part(
        '[sources]\ns = {text = "Sheet, second-hand", document = "Sheet", page = "3"}\n'
        + NODE + 'provenance = [{fields = ["*"], source = "s", kind = "second-hand"}]'
    )  # fmt: skip
    assert part.provenance[0].source == "Sheet, second-hand"
    assert part.provenance[0].cited == Citation(document="Sheet", page="3")


def test_a_figure_names_its_own_page_of_the_document() -> None:
    part = only_part(
        '[sources]\ns = {document = "Sheet", revision = "v2", page = "3"}\n' + NODE
        + 'prices = [{amount_cents = 5, as_of = "2026", source = "s", kind = "vendor"}]\n'
        + 'provenance = [{fields = ["*"], source = "s", kind = "vendor", cited = {page = "9"}}]'
    )  # fmt: skip
    assert part.provenance[0].cited == Citation(document="Sheet", revision="v2", page="9")
    assert part.prices[0].cited == Citation(document="Sheet", revision="v2", page="3")


def test_a_source_that_is_written_out_cites_what_it_says_itself() -> None:
    part = only_part(
        NODE + 'provenance = [{fields = ["*"], source = "Sheet", kind = "vendor", '
        'cited = {document = "Sheet", page = "9"}}]'
    )  # fmt: skip
    assert part.provenance[0].source == "Sheet"
    assert part.provenance[0].cited == Citation(document="Sheet", page="9")


def test_files_from_before_the_fields_still_open(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        '[sources]\ns = "Maker\'s sheet"\n' + NODE
        + 'provenance = [{fields = ["*"], source = "s", kind = "vendor"}]',
        encoding="utf-8",
    )  # fmt: skip
    own = load_own(tmp_path)
    assert own.problems == ()
    assert own.parts[0].provenance == (
        Provenance(fields=("*",), source="Maker's sheet", kind="vendor"),
    )
    assert validate(tmp_path, load_shipped()) == []


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("{}", "own.toml:2:1: source s says neither text nor document"),
        ('{text = ""}', "own.toml:2:1: source s says neither text nor document"),
        ("{text = 5}", "own.toml:2:1: source s says neither text nor document"),
        ('{address = "a.com"}', "own.toml:2:1: source s says neither text nor document"),
        ('{document = "A", page = "there"}', "own.toml:2:22: source s: page 'there' is none"),
        ('{document = "A", pages = "3"}', "own.toml:2:22: source s: pages: Extra inputs"),
        ("{document = 5}", "own.toml:2:6: source s: document: Input should be a valid string"),
        ("[]", "own.toml:2:1: s is neither text nor a table"),
    ],
)  # fmt: skip
def test_a_wrong_source_is_told_with_its_place(source: str, said: str) -> None:
    reading = read(f"[sources]\ns = {source}\n{NODE}")
    (problem,) = reading.problems
    assert f"{problem.where}: {problem.what}".startswith(said)
    assert [getattr(part, "id", "") for part in reading.records["part"]] == ["a"]


def test_a_wrong_page_of_a_figure_is_told() -> None:
    reading = read(
        NODE + 'provenance = [{fields = ["*"], source = "S", kind = "vendor", '
        'cited = {document = "S", page = "there"}}]'
    )  # fmt: skip
    (problem,) = reading.problems
    assert "page 'there' is none" in problem.what
    assert "cited" in problem.what


def test_what_is_no_table_of_fields_is_told_and_not_tripped_over() -> None:
    for sources in ("", '[sources]\nS = {document = "Sheet"}\n'):
        reading = read(
            sources + NODE
            + 'provenance = [{fields = ["*"], source = "S", kind = "vendor", cited = 5}]'
        )  # fmt: skip
        (problem,) = reading.problems
        assert "provenance.0.cited" in problem.what


def cited_part(**more: object) -> Part:
    said = Provenance(fields=("*",), source="RA, Table 8", kind="vendor", cited=SHEET)
    return Part.model_validate(
        {"id": "a", "name": "A", "kind": "node", "mass_kg": 5, "provenance": (said,), **more}
    )


def test_the_line_of_a_figure_says_document_revision_page_and_address() -> None:
    said = cited_part().provenance[0]
    assert origin_lines(said) == ("Vendor: RA, Table 8", WORDS)
    assert origin_lines(said.evolve(note="N", cited=NOTHING_CITED)) == ("Vendor: RA, Table 8", "N")


def test_the_page_of_an_entry_says_them_below_each_source() -> None:
    price = Price(amount_cents=5, as_of="2026", source="List", kind="guide",
                  cited=Citation(document="List", page="7"))  # fmt: skip
    lines = list(page(cited_part(prices=(price,)), Catalog([]), Library({})))
    said = " ".join(line.strip() for line in lines)
    assert f"[1] [vendor] RA, Table 8 {WORDS}" in said
    assert "List document: List · p. 7" in said
    bare = cited_part().evolve(provenance=(Provenance(fields=("*",), source="RA", kind="vendor"),))
    assert list(page(bare, Catalog([]), Library({})))[-1].strip() == "[1] [vendor] RA"


def test_a_rule_says_them_for_each_of_its_variants() -> None:
    rule = Guideline(
        id="r", name="R", subject="power", unit="kW",
        variants=(Variant(name="v", value=1, source="S", cited=Citation(document="D")),),
    )  # fmt: skip
    lines = [line.strip() for line in page(rule, Catalog([]), Library({}))]
    assert "document: D" in lines
    said = rule.source_of("variants.v")
    assert said is not None
    assert said.cited == Citation(document="D")


def test_the_window_says_them_with_the_sources_and_with_each_figure() -> None:
    price = Price(amount_cents=5, as_of="2026", source="List", kind="guide",
                  cited=Citation(document="List", page="7"))  # fmt: skip
    part = cited_part(prices=(price,))
    rows = detail_rows(part, EntryIndex(Catalog([part]), Library({})))
    at = next(n for n, row in enumerate(rows) if row.text == "RA, Table 8")
    assert (rows[at].label, rows[at + 1].text) == ("Vendor", WORDS)
    assert WORDS in next(row.tip for row in rows if row.field == "mass_kg")
    assert any("document: List · p. 7" in row.tip for row in rows)


def test_a_search_finds_an_entry_by_document_revision_and_address_of_its_source() -> None:
    catalog = Catalog([cited_part(), Part(id="b", name="B", kind="node")])
    for words in ("RA-11333-001", "2023-09-22", "docs.nvidia.com"):
        assert [part.id for part in catalog.search(words)] == ["a"], words
    # What the fields are called is no text of the entry.
    for words in ("revision", "address", "cited"):
        assert catalog.search(words) == [], words


def test_a_part_of_before_the_fields_is_not_out_of_date() -> None:
    price = Price(amount_cents=5, as_of="2026", source="List", kind="guide")
    now = cited_part(prices=(price.evolve(cited=Citation(document="List")),))
    before = now.evolve(
        provenance=(now.provenance[0].evolve(cited=NOTHING_CITED),), prices=(price,)
    )
    assert before != now
    assert differences(before, now) == ()
    assert updates([before], Catalog([now])) == ()
    elsewhere = before.evolve(provenance=(before.provenance[0].evolve(source="RB"),))
    assert [d.field for d in differences(elsewhere, now)] == ["provenance"]
    dearer = before.evolve(prices=(price.evolve(amount_cents=6),))
    assert [d.field for d in differences(dearer, now)] == ["prices"]


def test_a_design_keeps_what_its_parts_cite() -> None:
    device = Device(id="d", name="d", part="a", rack="R1")
    design = Design(racks=(Rack(id="R1", name="R1", part="a", x_mm=0, y_mm=0),), devices=(device,))
    text = dumps(design, Catalog([cited_part()]))
    (said,) = tomllib.loads(text)["parts"]["a"]["provenance"]
    assert said["cited"] == SHEET.model_dump(exclude_defaults=True)


def test_another_source_of_own_figures_is_another_document() -> None:
    text = (
        NODE + 'provenance = [{fields = ["*"], source = "Sheet", kind = "vendor", '
        'cited = {document = "Sheet"}}]\n'
    )  # fmt: skip
    same = tomllib.loads(with_own_source(text, "Sheet", "guide"))["part"][0]["provenance"][0]
    assert (same["kind"], same["cited"]) == ("guide", {"document": "Sheet"})
    other = tomllib.loads(with_own_source(text, "Quote 4711", "guide"))["part"][0]["provenance"][0]
    assert other == {"fields": ["*"], "source": "Quote 4711", "kind": "guide"}


def shipped_sources() -> list[dict[str, str]]:
    found = []
    for path in data_folder("catalogs").rglob("*.toml"):
        sources = tomllib.loads(path.read_text(encoding="utf-8")).get("sources", {})
        found += [{"text": s} if isinstance(s, str) else s for s in sources.values()]
    return found


def test_shipped_sources_repeat_no_sentence_that_follows_from_their_fields() -> None:
    fields = ("document", "revision", "page", "address")
    for source in shipped_sources():
        cited = Citation.model_validate({f: source[f] for f in fields if f in source})
        assert source.get("text") != cited.sentence() or not cited.document, source
        assert list(cited.own_problems()) == [], source


def test_a_paper_of_the_archive_has_its_address() -> None:
    papers = [s for s in shipped_sources() if "arXiv" in s.get("text", "")]
    assert len(papers) > 60
    for source in papers:
        number = source["text"].split("arXiv ")[1][:10]
        assert f"https://arxiv.org/abs/{number}" in source["address"], source


def test_the_day_of_access_and_the_publisher_are_told_after_the_address() -> None:
    cited = Citation(publisher="Maker", document="A", address="a.com", accessed="2026-11-21")
    assert cited.words() == (
        "document: A · published by: Maker · address: a.com · read by: 2026-11-21"
    )
    assert "published by" not in cited.words("Maker's sheet"), "the sentence names it"
    assert "2026-11-21" not in " ".join(cited.searched())


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ({"accessed": "2026-11"}, "accessed '2026-11' is no day: give it as 2026-11-21"),
        ({"accessed": "20261121"}, "accessed '20261121' is no day: give it as 2026-11-21"),
        ({"accessed": "2026-02-30"}, "accessed '2026-02-30' is no day: give it as 2026-11-21"),
        (
            {"accessed": "2026-11-21", "address": ""},
            "a day of access needs the address that was read",
        ),
    ],
)
def test_a_day_of_access_that_is_none_is_told(said: dict[str, str], wrong: str) -> None:
    cited = Citation.model_validate({"document": "A", "address": "a.com"} | said)
    assert [text for _, text in cited.own_problems()] == [wrong]


def test_every_shipped_source_with_an_address_says_when_it_was_read() -> None:
    lines = [
        f"{path.name}: {line[:60]}"
        for path in data_folder("catalogs").rglob("*.toml")
        for line in path.read_text(encoding="utf-8").splitlines()
        if 'address = "' in line and 'accessed = "' not in line
    ]
    assert lines == []
