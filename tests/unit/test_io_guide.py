"""The guide: its pages, their links, the rules that they explain, the search."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from designer.app.main import main
from designer.catalog.data_files import data_folder
from designer.catalog.library import Library, entry_of
from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.records.guidance import Guideline, Topic
from designer.engine.subjects import SUBJECTS
from designer.io.guide import (
    CHECKS,
    CONTENTS,
    KEYS,
    Guide,
    Target,
    entry_key,
    load_guide,
    topic_page,
)
from designer.io.guide_text import Page, anchor_of, plain
from designer.io.guide_words import marks_of
from tests.helpers.gates import REPOSITORY
from tests.helpers.rule_levels import LEVELS, OPEN, rule_levels, unknown

ENGINE = REPOSITORY / "designer/engine"
README_LINES = 150
PICTURE_BYTES = 600_000


@pytest.fixture(scope="module")
def guide() -> Guide:
    return load_guide()


@pytest.fixture(scope="module")
def whole(guide: Guide) -> Guide:
    return guide.with_topics(shipped_library())


def written(folder: Path, **pages: str) -> Guide:
    """Return a guide of made-up pages."""
    listed = "".join(f"- [{name}]({name}.md)\n" for name in pages)
    (folder / CONTENTS).write_text(f"# Guide\n\n## All\n\n{listed}", encoding="utf-8")
    for name, text in pages.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    return load_guide(folder)


def broken(guide: Guide) -> Iterator[str]:
    """Yield links that lead to no page, heading, picture, entry of the catalogue or its file."""
    catalog, library = load_shipped(), shipped_library()
    for page in guide.pages.values():
        for link in page.links:
            entry = entry_key(link)
            if entry is not None:
                table, _, entry_id = entry.partition("/")
                is_topic = page.name.startswith("topic/")
                there = is_topic or (guide.folder / link.partition("#")[0]).is_file()
                if not there or entry_of(catalog, library, table, entry_id) is None:
                    yield f"{page.name}: {link}"
            elif guide.target(link, page.name) is None and not (guide.folder / link).is_file():
                yield f"{page.name}: {link}"


def test_the_contents_list_every_page_and_no_other(guide: Guide) -> None:
    files = {path.name for path in guide.folder.glob("*.md")}
    assert set(guide.pages) == files
    titles = {name: page.sections[0].title for name, page in guide.pages.items()}
    listed = {name: page.title for name, page in guide.pages.items()}
    assert listed == titles
    assert {page.group for page in guide.pages.values()} == {"", "Using it", "Behind it"}


def test_every_link_of_the_guide_leads_somewhere(whole: Guide) -> None:
    assert list(broken(whole)) == []


@pytest.mark.parametrize(
    "link",
    ["no.md", "a.md#nowhere", "#nowhere", "pictures/no.png",
     "../../catalogs/library/guidelines/facility.toml#guideline/no-such",
     "../../catalogs/library/no.toml#guideline/air-limit"],
)  # fmt: skip
def test_a_planted_broken_link_is_found(tmp_path: Path, link: str) -> None:
    folder = tmp_path / "resources/guide"
    folder.mkdir(parents=True)
    (tmp_path / "catalogs").symlink_to(data_folder("catalogs"))
    made = written(folder, a=f"# a\n\nSee [there]({link}).\n\n## Here\n")
    assert list(broken(made)) == [f"a.md: {link}"]


def test_a_link_that_leads_somewhere_is_not_found_broken(tmp_path: Path) -> None:
    made = written(
        tmp_path, a="# a\n\n[b](b.md#so-it-is) [a](#here)\n\n## Here\n", b="# b\n\n## So it is!\n"
    )
    assert list(broken(made)) == []
    assert made.target("b.md#so-it-is", "a.md") == Target("b.md", "so-it-is")
    assert made.target("#here", "a.md") == Target("a.md", "here")
    assert made.target("b.md", "a.md") == Target("b.md")


def test_the_readme_is_short_and_its_links_lead_to_files(guide: Guide) -> None:
    text = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= README_LINES
    links = Page("README.md", "", "", text).links
    assert [link for link in links if not (REPOSITORY / link).is_file()] == []
    linked = {link.removeprefix("resources/guide/") for link in links if link.endswith(".md")}
    assert linked == {*guide.pages, "resources/features.md"}


def test_no_picture_is_too_large_for_a_wheel_or_missing_in_the_guide(whole: Guide) -> None:
    pictures = {path.name: path.stat().st_size for path in (whole.folder / "pictures").iterdir()}
    assert {name: size for name, size in pictures.items() if size > PICTURE_BYTES} == {}
    shown = {link.rpartition("/")[2] for page in whole.pages.values() for link in page.links}
    assert pictures.keys() - shown == {"window-light.png"}, "the other theme, for who asks"


def test_every_rule_has_a_section_that_says_what_it_can_say(guide: Guide) -> None:
    assert unknown(ENGINE) == []
    sections = {
        section.title.partition(":")[0]: frozenset(said(guide, section.title))
        for section in guide.pages[CHECKS].sections
        if section.level == 3
    }
    assert sections == rule_levels(ENGINE)


def said(guide: Guide, title: str) -> list[str]:
    """Return what the line below a rule's heading lists."""
    found = re.search(rf"^### {re.escape(title)}\n\n\*(.+)\*$", guide.pages[CHECKS].text, re.M)
    assert found, title
    levels = found[1].split(" · ")
    order = [level for level in (*LEVELS, OPEN) if level in levels]
    assert levels == order
    return levels


def test_a_planted_rule_without_a_section_is_found(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(
        'Finding("Z99", "error" if x else "info", "c", (), "m")\n'
        'Finding("Z98", f"{level}", "c", (), "m")\ncannot_be_said("Z99", "c", (), "m")\n'
        'Finding("Z97", "warning", f"{OPEN}:c", (), "m")\n'
    )
    read = rule_levels(tmp_path)
    assert read["Z99"] == {"error", "info", OPEN}
    assert read["Z97"] == {OPEN}
    assert unknown(tmp_path) == ["Z98"]


def test_each_finding_finds_its_section(guide: Guide) -> None:
    assert guide.rule("P02") == Target(CHECKS, "p02-a-lost-feed-leaves-enough")
    assert guide.rule("P0") is None
    assert guide.rule("X99") is None
    assert all(guide.rule(code) for code in rule_levels(ENGINE))


def test_the_help_of_a_rule_is_plain_text(tmp_path: Path) -> None:
    (tmp_path / "checks.md").write_text("")
    checks = (
        "# Checks\n\n### P01: it carries *all*\n\n*error · warning*\n\nIt [carries](a.md) it.\n\n"
        "- So `be` it.\n\n## Other\n\nNo.\n\n### P02: last\n\n*info*\n\nEnd.\n"
    )
    made = written(tmp_path, checks=checks)
    first = made.rule_help("P01")
    assert first is not None
    assert (first.title, first.text) == ("It carries all", "It carries it. So be it.")
    last = made.rule_help("P02")
    assert last is not None
    assert last.text == "End."
    assert made.rule_help("P03") is None
    assert written(tmp_path, a="# a\n").rule_help("P01") is None


def test_every_rule_has_a_help(guide: Guide) -> None:
    for code in rule_levels(ENGINE):
        said = guide.rule_help(code)
        assert said is not None, code
        assert len(said.text) > 20, code
        assert "](" not in said.text


def test_rules_of_thumb_and_the_rules_that_apply_them_name_each_other(guide: Guide) -> None:
    rules = [rule for s in SUBJECTS for rule in (*s.contents_checks, *s.checks)]
    codes = {rule.__name__: (rule.__doc__ or "").partition(":")[0] for rule in rules}
    applied = {
        (codes[entry.engine], entry.id)
        for entry in shipped_library().entries("guideline")
        if isinstance(entry, Guideline) and entry.engine
    }
    linked = set()
    for block in re.split(r"^### ", guide.pages[CHECKS].text, flags=re.M)[1:]:
        for entry in re.findall(r"#guideline/([\w-]+)\)", block):
            linked.add((block.partition(":")[0], entry))
    assert linked == applied


def test_the_page_of_checks_names_the_bands_of_the_catalogue(guide: Guide) -> None:
    text = next(s.text for s in guide.pages[CHECKS].sections if s.title.startswith("C01"))
    for band in load_shipped().bands:
        if band.preset:
            continue
        for limit in (band.warn_kw, band.error_kw):
            assert limit is None or f"{limit:g} kW" in text


def test_a_missing_page_says_that_the_installation_is_damaged(tmp_path: Path) -> None:
    (tmp_path / CONTENTS).write_text("# Guide\n\n- [Gone](gone.md)\n", encoding="utf-8")
    with pytest.raises(FileNotFoundError, match=r"gone\.md"):
        load_guide(tmp_path)


def test_what_is_generated_is_marked_for_no_reader(guide: Guide) -> None:
    assert "<!--" in (guide.folder / KEYS).read_text(encoding="utf-8")
    assert "<!--" not in guide.pages[KEYS].text


def test_sections_are_headings_with_what_stands_below(tmp_path: Path) -> None:
    text = (
        "# A page\n\nFirst *words*, [linked](a.md).\n\n## Two `times`\n\n- one\n- two\n\n"
        "```sh\n# no heading\nls *.md\n```\n\n## Two times\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    )
    page = written(tmp_path, a=text).pages["a.md"]
    assert [(s.title, s.anchor, s.level) for s in page.sections] == [
        ("A page", "", 1), ("Two times", "two-times", 2), ("Two times", "two-times-1", 2),
    ]  # fmt: skip
    assert [s.text for s in page.sections] == [
        "First words, linked.", "one two # no heading ls *.md", "a b 1 2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("title", "anchor"),
    [("P02: a lost feed, twice", "p02-a-lost-feed-twice"), ("0.4.0, later", "040-later"),
     ("catalog import-netbox", "catalog-import-netbox"), ("Über_all", "über_all")],
)  # fmt: skip
def test_an_anchor_is_that_of_a_forge(title: str, anchor: str) -> None:
    assert anchor_of(title) == anchor


def test_plain_words_are_left_of_a_line_of_markdown() -> None:
    assert plain("- **bold** and `code`, [a link](x.md#y) | cell |").split() == [
        *("bold", "and", "code,", "a", "link", "cell")
    ]


def test_a_link_to_the_catalogue_names_its_entry() -> None:
    link = "../../catalogs/library/guidelines/facility.toml#guideline/air-limit"
    assert entry_key(link) == "guideline/air-limit"
    assert entry_key("checks.md#p02") is None
    assert entry_key("../../catalogs/bands.toml") is None


def test_help_texts_of_the_catalogue_are_pages_of_the_same_form(whole: Guide) -> None:
    topics = [t for t in shipped_library().entries("topic") if isinstance(t, Topic)]
    pages = [page for name, page in whole.pages.items() if name.startswith("topic/")]
    assert len(pages) == len(topics) > 100
    assert list(whole.pages)[:2] == [CONTENTS, "manual.md"]
    groups = [page.group for page in pages]
    assert groups == sorted(groups)
    for topic in topics:
        text = whole.pages[f"topic/{topic.id}"].text
        assert topic.body.strip() in text
        assert topic.summary in text


def test_a_help_text_links_others_and_entries_by_their_names() -> None:
    topic = Topic(
        id="a", name="About", summary="In short", subject="fabric", body="Words.\n",
        see=("b", "topic/b", "default/pue", "part/h100-sxm power_max_w", "guideline/gone"),
        provenance=({"fields": ("*",), "source": "A book", "kind": "guide"},),
    )  # fmt: skip
    other = topic.evolve(id="b", name="The other")
    page = topic_page(topic, Library({"topic": [topic, other]}))
    assert page.text == (
        "# About\n\nIn short\n\nWords.\n\n## See also\n\n- [The other](b)\n- [The other](b)\n"
        "- [h100-sxm](../../catalogs/x.toml#part/h100-sxm)\n"
        "- [gone](../../catalogs/x.toml#guideline/gone)\n\n## Sources\n\n- A book\n"
    )
    assert (page.name, page.group) == ("topic/a", "Topics: fabric")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("P02", "P02: a lost feed leaves enough"),
        ("lost feed", "P02: a lost feed leaves enough"),
        ("rear door", "C22: rear doors hang where they are needed"),
        ("import netbox", "catalog import-netbox"),
        ("waiver effect", "W01: a waiver has an effect"),
        ("full screen", "View"),
        ("crash", "After a crash"),
        ("adaptive routing", "Adaptive routing"),
        ("DKMS", "GPU drivers: open or proprietary, kernels, Secure Boot"),
        ("break-even", "Two markets: the prior generation and the new"),
        ("break even", "Two markets: the prior generation and the new"),
        ("backup", "Files"),
        ("dark mode", "View"),
        ("theme", "View"),
        ("where are settings stored", "Files"),
        ("Where is the backup?", "Files"),
        ("keyboard shortcuts", "Keyboard and mouse"),
    ],
)
def test_a_search_finds_first_what_is_meant(whole: Guide, text: str, title: str) -> None:
    assert whole.search(text)[0].section.title == title


def test_every_section_is_found_by_its_own_title(whole: Guide) -> None:
    lost = []
    for page in whole.pages.values():
        for section in page.sections:
            if page.name == CONTENTS or section.title in ("See also", "Sources"):
                continue
            found = [hit.section.title for hit in whole.search(section.title)]
            if section.title not in found[:3]:
                lost.append((page.name, section.title))
    assert lost == []


def test_a_search_asks_for_every_word_and_takes_beginnings(tmp_path: Path) -> None:
    made = written(
        tmp_path,
        a="# Alpha\n\nFeeds carry racks.\n",
        b="# Beta\n\nOne feed only; a feed, the feed.\n",
        c="# Gamma\n\nSpoonfeeding a rack.\n",
    )
    assert [hit.page.name for hit in made.search("feed rack")] == ["a.md"]
    assert [hit.page.name for hit in made.search("feed")] == ["b.md", "a.md"]
    assert made.search("") == made.search("  ") == made.search("nothing") == []
    assert made.search("nothing at rack nowhere") == []
    assert [hit.page.name for hit in made.search("GAMMA")] == ["c.md"]


def test_where_no_section_has_every_word_those_with_the_rarest_come_first(tmp_path: Path) -> None:
    made = written(
        tmp_path,
        a="# Alpha\n\nA feed is lost.\n",
        b="# Beta\n\nA feed, a rack.\n",
        c="# Gamma\n\nAnother feed.\n",
    )
    found = made.search("which lost feed, please")
    assert [(hit.page.name, hit.lacks) for hit in found] == [("a.md", ("please",))]
    found = made.search("rack lost feed")
    assert [(hit.page.name, hit.lacks) for hit in found] == [
        ("a.md", ("rack",)), ("b.md", ("lost",)),
    ]  # fmt: skip


QUESTIONS = {
    "what happens if a feed fails": "manual.md",
    "what does binding mean": "manual.md",
    "battery runtime": "command-line.md",
    "diesel hours": "command-line.md",
    "issued drawing": "manual.md",
}
"""Asked in plain words; nothing was found."""


@pytest.mark.parametrize("asked", QUESTIONS)
def test_a_plain_question_finds_its_page(guide: Guide, asked: str) -> None:
    assert QUESTIONS[asked] in [hit.page.name for hit in guide.search(asked)[:3]]


def test_what_is_called_otherwise_is_found_after_what_is_called_so(tmp_path: Path) -> None:
    made = written(
        tmp_path,
        a="# Alpha\n\nSets: many requests per second, each second.\n",
        b="# Beta\n\nA QPS of ten; qps, QPS.\n",
        c="# Gamma\n\nA request. One per rack, a second one.\n",
    )
    hits = made.search("QPS")
    assert [hit.page.name for hit in hits] == ["b.md", "a.md"]
    assert "requests per second" in hits[1].excerpt
    assert marks_of("the QPS")[:1] == ("qps",)
    assert "request per second" in marks_of("qps")


def test_words_that_say_nothing_are_asked_for_only_alone(tmp_path: Path) -> None:
    made = written(tmp_path, a="# Alpha\n\nFeeds.\n", b="# Beta\n\nThe rack.\n")
    assert [hit.page.name for hit in made.search("what are the feeds?")] == ["a.md"]
    assert [hit.page.name for hit in made.search("the")] == ["b.md"]


def test_what_a_rule_can_say_is_no_part_of_its_text(guide: Guide) -> None:
    (first, *_) = guide.search("P02")
    assert first.excerpt.startswith("By N+1 any one feed may be lost")


def test_words_that_stand_together_come_first(tmp_path: Path) -> None:
    apart = "# Apart\n\nA door at the rear. A door, a rear, a door, a rear.\n"
    made = written(tmp_path, a=apart, b="# Together\n\nA rear door.\n")
    assert [hit.page.name for hit in made.search("rear door")] == ["b.md", "a.md"]


def test_an_excerpt_shows_the_first_word_that_fits(tmp_path: Path) -> None:
    long = "# Page\n\n" + "before " * 60 + "needle in the middle " + "after " * 60
    made = written(tmp_path, a=long, b="# Short\n\nA needle.\n")
    hits = {hit.page.name: hit.excerpt for hit in made.search("needle")}
    assert hits["b.md"] == "A needle."
    assert hits["a.md"].startswith("… before ")
    assert hits["a.md"].endswith("after …")
    assert "needle in the middle" in hits["a.md"]
    assert len(hits["a.md"]) < 150


def test_the_example_of_a_design_file_is_accepted(
    guide: Guide, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", guide.pages["design-file.md"].text, re.DOTALL)
    path = tmp_path / "example.cluster.toml"
    path.write_text(example, encoding="utf-8")
    main(["check", str(path)])
    said = capsys.readouterr()
    assert ": 0 errors, 0 warnings, " in said.out
    assert said.err == ""


def test_the_first_change_is_of_the_version_that_runs(guide: Guide) -> None:
    from designer import __version__

    versions = [s.title.partition(",")[0] for s in guide.pages["changes.md"].sections[1:]]
    assert __version__.startswith(versions[0])
    assert versions == sorted(versions, reverse=True)
    assert f'version = "{__version__}"' in (REPOSITORY / "pyproject.toml").read_text("utf-8")
