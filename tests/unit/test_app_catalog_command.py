"""`catalog list|show|validate`: every entry by id, with units, sources, decisions and prices."""

import re
from pathlib import Path

import pytest

from designer.app.commands.catalog_lookup import everything
from designer.app.commands.catalog_page import page
from designer.app.main import main
from designer.catalog.families import FAMILIES
from designer.catalog.load import load_shipped, shipped_library

OWN = """
[sources]
sheet = "A data sheet"
list = "A price list"

[[part]]
id = "box"
kind = "gpu"
name = "Box"
height_half_u = 8
power_max_w = 1500
prices = [
  { amount_cents = 300000, as_of = "2026-06", source = "list", kind = "guide" },
  { low_cents = 350000, high_cents = 450000, as_of = "2025", source = "list", kind = "guide" },
]

[[part.provenance]]
fields = ["*"]
source = "sheet"
kind = "vendor"

[[part.provenance]]
fields = ["power_max_w"]
source = "sheet"
kind = "guide"
note = "with fans"
other = "1,400"
conflict = "c-900"
"""
LIBRARY = """
[[topic]]
id = "box"
name = "About boxes"
subject = "glossary"
body = \"\"\"
A box is a box.

It has sides.
\"\"\"
see = ["part/box"]
provenance = [{ fields = ["*"], source = "A book", kind = "guide" }]

[[guideline]]
id = "boxes-per-row"
name = "Boxes of a row"
subject = "physical"
statement = "Ten fit."
value = 10
unit = "boxes"
variants = [
  { name = "Tall", low = 4, high = 6, source = "A book", kind = "guide" },
  { name = "weeks", unit = "weeks", low = 2, source = "A book", kind = "guide" },
]
provenance = [{ fields = ["*"], source = "A book", kind = "guide" }]

[[guideline]]
id = "shelf"
name = "Shelves"
subject = "physical"

[[topic]]
id = "shelf"
name = "About shelves"
subject = "glossary"
body = "A shelf is a shelf."

[[conflict]]
id = "c-900"
name = "Fans or not"
weight = "note"
claims = ["Sheet: 1,500 W", "Shop: 1,400 W"]
decision = "With fans: they cannot be taken out."
settled = ["part/box power_max_w = 1500"]
provenance = [{ fields = ["*"], source = "A book", kind = "guide" }]
"""


@pytest.fixture
def own(tmp_path: Path) -> str:
    (tmp_path / "library").mkdir()
    (tmp_path / "own.toml").write_text(OWN, encoding="utf-8")
    (tmp_path / "library" / "own.toml").write_text(LIBRARY, encoding="utf-8")
    return str(tmp_path)


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert main(["catalog", *words]) == code
    captured = capsys.readouterr()
    return captured.out if code == 0 else captured.err or captured.out


def line_of(text: str, start: str) -> str:
    return next(line.strip() for line in text.splitlines() if line.strip().startswith(start))


def test_a_fact_has_unit_and_source(own: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "show", "part/box", "--folder", own)
    assert line_of(text, "power_max_w").split() == ["power_max_w", "1,500", "W", "[2]"]
    assert line_of(text, "height_half_u").split() == ["height_half_u", "4", "U", "[1]"]
    assert line_of(text, "[1]") == "[1] [vendor] A data sheet"
    assert line_of(text, "[2]") == "[2] [guide] A data sheet"
    assert "with fans" in text
    assert "others say: 1,400" in text
    assert "decision (c-900): With fans" in text


def test_what_nobody_stated_is_not_shown(own: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "show", "part/box", "--folder", own)
    assert "mass_kg" not in text
    assert "full_depth" not in text


def test_prices_stand_oldest_first(own: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "show", "part/box", "--folder", own)
    prices = [line.strip() for line in text.splitlines() if "Purchase, each" in line]
    # How old they are is told by the clock of the day.
    plain = [re.sub(r", [^:,]* old(: [^:]*)?: ", ": ", re.sub(r"  .*", "", one)) for one in prices]
    assert plain == ["Purchase, each · 2025: $3,500–4,500", "Purchase, each · 2026-06: $3,000"]
    assert all(" old" in one for one in prices)


def test_what_follows_says_how(own: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "show", "part/box", "--folder", own)
    assert "Price change" in text
    assert "→" in text


def test_a_help_text_keeps_its_paragraphs(own: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "show", "topic/box", "--folder", own)
    assert "    A box is a box.\n\n    It has sides.\n" in text
    assert "see part/box" in text


def test_a_rule_shows_its_unit_and_variants(own: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "show", "boxes-per-row", "--folder", own)
    assert line_of(text, "value").split()[:3] == ["value", "10", "boxes"]
    assert line_of(text, "variant Tall") == "variant Tall: 4–6 boxes  [guide] A book"
    assert line_of(text, "variant weeks") == "variant weeks: ≥ 2 weeks  [guide] A book"
    assert "Ten fit." in text


def test_a_disagreement_shows_who_says_what(own: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "show", "c-900", "--folder", own)
    assert "- Sheet: 1,500 W" in text
    assert "decision: With fans" in text
    assert "settled in part/box power_max_w = 1500" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("shelf", "'shelf' is several entries; write one of guideline/shelf, topic/shelf"),
        ("boxe", "no entry 'boxe'; did you mean box"),
        ("topic/boxx", "no topic 'boxx'; did you mean box?"),
        ("topics/box", "no table 'topics'; did you mean topic/box?"),
    ],
)
def test_an_id_that_names_nothing_or_too_much(
    own: str, words: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in said(capsys, "show", words, "--folder", own, code=2)


@pytest.mark.parametrize("words", ["box", "part/box"])
def test_a_part_needs_no_table_where_a_text_has_its_name(
    own: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(capsys, "show", words, "--folder", own).startswith("box: Box (GPU)\n")


def test_entries_are_counted(own: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "validate", own)
    assert text.endswith(": 1 part, 5 library entries, 0 errors, 0 remarks\n")


def test_a_list_without_words_is_all_parts(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "list").splitlines()
    assert [line.split()[0] for line in lines] == [part.id for part in load_shipped().parts]


def test_a_family_lists_its_entries(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "list", "family:models").splitlines()
    models = [entry.id for entry in shipped_library().entries("model")]
    assert [line.split()[0] for line in lines] == [f"model/{entry_id}" for entry_id in models]


def test_families_are_listed_with_their_counts(capsys: pytest.CaptureFixture[str]) -> None:
    *rows, total = said(capsys, "list", "--families").splitlines()
    assert [row.split()[1] for row in rows] == [family.id for family in FAMILIES]
    counts = [int(row.split()[0]) for row in rows]
    assert int(total.split()[0]) == sum(counts)
    assert all(counts)


@pytest.mark.parametrize("query", ["kind:node", "h100", "nvidia switch"])
def test_families_with_a_query_count_what_fits(
    query: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """All were counted, and the query was left out without a word."""
    fitting = said(capsys, "list", *query.split()).splitlines()
    *rows, total = said(capsys, "list", *query.split(), "--families").splitlines()
    counts = [int(row.split()[0]) for row in rows]
    assert sum(counts) == int(total.split()[0]) == len(fitting) > 0
    assert all(counts)


def test_families_of_what_fits_nothing_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["catalog", "list", "kind:node", "gpus>999", "--families"]) == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert "no entry fits 'kind:node gpus>999'" in told.err


def test_a_token_that_means_nothing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert "no figure is called wings" in said(capsys, "list", "wings>2", code=2)


@pytest.mark.parametrize("words", ["model/llama-3-70b", "llama-3-70b", "h100-sxm", "cuda-12-5"])
def test_shipped_entries_show_by_id_or_table(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = said(capsys, "show", words)
    assert text.splitlines()[0].partition(":")[0].endswith(words.rpartition("/")[2])
    assert "sources:" in text


def test_every_shipped_entry_has_a_page() -> None:
    """No entry's figures, prices or conflicts are of a form that the page cannot write."""
    catalog, library = load_shipped(), shipped_library()
    for entry in everything(catalog, library):
        assert next(page(entry, catalog, library)).endswith(")")
        assert all(len(line) < 1000 for line in page(entry, catalog, library))


def test_own_parts_are_listed_and_a_bad_file_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("CLUSTER_DESIGNER_HOME", str(tmp_path))
    own = tmp_path / "catalogs"
    own.mkdir()
    (own / "mine.toml").write_text(
        '[[part]]\nid = "my-box"\nkind = "node"\nname = "Mine"\ncompute = { gpu = "h100-sxm" }\n'
    )
    (own / "bad.toml").write_text("[[part")
    assert main(["catalog", "list", "id:my-box"]) == 0
    said = capsys.readouterr()
    assert "my-box" in said.out
    assert "own parts: bad.toml:1:2: is not TOML: the bracket [ is never closed" in said.err
    assert main(["catalog", "list", "id:dgx-h100"]) == 0
    assert "dgx-h100" in capsys.readouterr().out
    (own / "bad.toml").unlink()
    assert main(["catalog", "validate", str(own)]) == 0
    assert "1 part, 0 library entries, 0 errors" in capsys.readouterr().out


def test_a_search_without_a_hit_says_so(capsys: pytest.CaptureFixture[str]):
    assert main(["catalog", "list", "toaster-oven"]) == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("no entry fits 'toaster-oven'")


@pytest.mark.parametrize(
    ("content", "code", "said"),
    [
        (b"a = [", 2, "own.toml:1:5: is not TOML: the bracket [ is never closed"),
        (b'[[part]]\nid = "x\n', 2, 'own.toml:2:6: is not TOML: the quote " is never closed'),
        (b"a = [\n[[part]]\nid = 1\n", 2, "own.toml:1:5: is not TOML: the bracket [ is never"),
        (b"a = 1 1\nb = [", 2, "own.toml:1:7: is not TOML: Expected newline"),
        (b"a = 1\n\x89PNG\xff", 2, "own.toml:2:1: no UTF-8: byte 0x89; save it as UTF-8 text"),
        (b"", 0, "warning: own.toml: holds nothing; add tables such as [[part]]"),
        (b"# only words\n", 0, "warning: own.toml: holds nothing; add tables such as [[part]]"),
    ],
)
def test_a_file_of_own_parts_is_told_as_a_design_is(
    content: bytes, code: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own.toml").write_bytes(content)
    assert main(["catalog", "validate", str(tmp_path)]) == code
    assert said in capsys.readouterr().out


def test_links_that_lead_to_themselves_are_no_catalogue(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "loop").symlink_to("loop")
    assert main(["catalog", "validate", str(tmp_path / "loop")]) == 2
    assert f"error: {tmp_path}/loop: no catalogue here" in capsys.readouterr().out


def test_an_import_goes_into_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text("manufacturer: X\nmodel: Y\nslug: x-y\nu_height: 1\n")
    (tmp_path / "own.toml").touch()
    into = ["--into", str(tmp_path / "own.toml")]
    assert main(["catalog", "import-netbox", str(tmp_path / "x.yaml"), *into]) == 0


@pytest.mark.parametrize("words", ["DGX-H100", "Part/DGX-h100"])
def test_capitals_of_an_id_do_not_matter(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "show", words).startswith("dgx-h100: NVIDIA DGX H100")


def test_a_misspelt_word_is_told_with_what_is_listed_instead(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["catalog", "list", "slrum"]) == 0
    told = capsys.readouterr()
    assert told.err == "Nothing says slrum: searched for “slurm”\n"
    assert told.out.startswith("software/slurm ")


def test_a_line_ends_in_what_fits_where_the_name_does_not_say_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = line_of(said(capsys, "list", "h100", "tdp"), "h100-sxm")
    assert line.endswith("NVIDIA H100 SXM5 80 GB · Power, maximum 700 W")


def test_a_name_with_a_colon_is_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "list", "Run:ai").startswith("software/run-ai ")


def test_a_system_is_configured_as_a_part_that_is_read_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    values = ["nics=8xconnectx-7:compute", "memory=32x96", "name=Our H200 node"]
    assert main(["catalog", "configure", "dell-xe9680-h200", *values]) == 0
    told = capsys.readouterr()
    assert "components at their maxima, as far as listed: 6," in told.err
    assert "(not the maker's maximum)" in told.err
    assert "nobody states of 96 GB: price" in told.err
    (tmp_path / "own.toml").write_text(told.out)
    assert main(["catalog", "validate", str(tmp_path)]) == 0
    assert "1 part, 0 library entries, 0 errors, 0 remarks" in capsys.readouterr().out
    page = said(capsys, "show", "our-h200-node", "--folder", str(tmp_path))
    assert "made of, configured from dell-xe9680-h200:" in page
    assert "NICs and DPUs: 8 × connectx-7, compute" in page


def test_a_configured_system_is_told_with_what_speaks_against_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    values = ["supplies=2x1000", "redundancy=1+1", "cpus=2xepyc-9554"]
    assert main(["catalog", "configure", "dgx-h100", *values]) == 0
    told = capsys.readouterr()
    warnings = [line for line in told.err.splitlines() if line.startswith("warning: ")]
    assert warnings == [
        "warning: the supplies that carry it deliver less than it takes at its highest",
        "warning: its board takes processors of one maker: these are of another",
    ]
    assert main(["catalog", "configure", "dgx-h100"]) == 0
    assert "warning" not in capsys.readouterr().err


def test_systems_that_can_be_configured_are_listed_as_they_are_written(
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = line_of(said(capsys, "configure"), "dgx-h200")
    assert line.endswith(
        "board=1xhgx-h200-8gpu cpus=2xxeon-8480c memory=32x64 nics=8xconnectx-7:compute,"
        "1xconnectx-7:storage,1xconnectx-7:in-band drives=8x3840"
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["l4-pcie-node"], "l4-pcie-node does not say what it is made of; systems that do: "),
        (["dgx-h200", "nics=8xconectx-7"], "did you mean connectx-7"),
        (["dgx-h200", "cpu"], "'cpu' is no key=value"),
        (["l40s-pcie-node", "gpus=8xh100-sxm"], "goes into no slot of SYS-421GE-TNRT"),
        (["l40s-pcie-node", "gpus=8xl40s,2xh200-nvl"], "with GPUs of one kind"),
    ],
)
def test_a_system_that_cannot_be_configured_is_told(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["catalog", "configure", *words]) == 2
    assert told in capsys.readouterr().err
