"""The search of the guide: plain questions find the sections that answer them."""

from pathlib import Path

import pytest

from designer.catalog.load import shipped_library
from designer.io.guide import CONTENTS, Guide, load_guide
from designer.io.guide_search import BEHIND, Hit
from designer.io.guide_words import words_of

FIRST = 3
"""Hits that one reads before one asks otherwise."""
SHARE = 0.9

QUESTIONS = {
    "how do I save a copy": "manual: Files | keyboard: File",
    "can I use the mouse wheel to zoom": "manual: Draw | keyboard: On the floor",
    "how do I turn off dark mode": "manual: Begin | keyboard: View",
    "where does the price of a GPU come from": "catalogue: The catalogue | topic/dated-prices:",
    "how do I open the command box": (
        "keyboard: View | manual: Begin | keyboard: Keyboard and mouse"
    ),
    "can I place a rack off the grid": "manual: Draw | keyboard: On the floor",
    "how do I make a whole row of racks": "manual: Rows, | manual: Draw | keyboard: Insert",
    "why does a number have bounds": "figures: | manual: Read the figures",
    "how do I export a bill of materials": "manual: Print and export | command-line: export",
    "which paper sizes can I print": "manual: Print and export | command-line: print",
    "why does my sheet say DRAFT": "manual: Print and export",
    "what happens if a UPS fails": "manual: Lose a feed | checks: P02",
    "which rack PDU is overloaded": "manual: Lose a feed | checks: P01 | checks: P08",
    "how do I accept a finding": "manual: Checks | checks: Checks | keyboard: In the checks",
    "how wide must an aisle be": "checks: F06",
    "is my floor strong enough": "checks: F04",
    "how heavy may a rack be": "checks: F02 | checks: F03",
    "do I need containment": "checks: C14",
    "what does cannot be said mean": "figures: | checks: Checks",
    "how do I import parts from NetBox": (
        "command-line: catalog import-netbox | catalogue: Parts from"
    ),
    "how do I add a part that is missing": "catalogue: Add a part | checks: D02",
    "can I change the price of a part": (
        "manual: Design settings | catalogue: Add a part | checks: K07"
    ),
    "how do I run the checks in CI without a display": (
        "command-line: Command line | command-line: check"
    ),
    "what do the exit codes mean": "command-line: Command line | command-line: check",
    "how do I read a design from standard input": (
        "command-line: Command line | command-line: report | command-line: check"
    ),
    "what is the format of the design file": "design-file:",
    "how do I write a waiver by hand": "design-file: | checks: Checks | manual: Checks",
    "can I move the settings folder": "manual: Files",
    "how do I uninstall the program": "command-line: desktop-install | manual: Files",
    "what is missing on my machine": "command-line: doctor",
    "how do I calculate the airflow": "command-line: Subjects of calc",
    "how large a generator do I need": "command-line: Subjects of calc",
    "how do I compare two parts": "catalogue: Compare parts | keyboard: In the catalogue",
    "how do I add a column or an obstacle": "manual: Design settings",
    "can I print in Chinese": "manual: Print and export",
    "who else has the file open": "manual: A file that somebody",
    "which keys work in the elevation": "keyboard: In the rack elevation",
    "how do I select several racks": "manual: Draw | keyboard: On the floor | keyboard: Edit",
    "what does hatched mean": "manual: Shade the racks | figures:",
    "are my feeds redundant": "checks: P02 | checks: P12 | checks: P13",
    "a supply has no outlet": "checks: P10",
    "where do I enter the PUE": "manual: Design settings | checks: D03",
    "how do I recover after a crash": "manual: After a crash",
    "how do I change the currency": "manual: Design settings | checks: K07",
    "how do I change the paper size": "manual: Print and export | command-line: print",
    "delete recovered work": "manual: After a crash",
    "what happens if a PDU fails": "manual: Lose a feed",
    "how do I waive a warning": "manual: Checks",
    "where are my files stored": "manual: Files",
    "what happens when two people edit the same file": "manual: Files | manual: A file that",
    "is there a limit on the size of a file": "command-line: Command line",
    "how do I undo": "manual: Draw | keyboard: Edit",
    "why is my rack red": "manual: Shade the racks",
    "how loud is it": "command-line: Subjects of calc",
    "print in black and white": "manual: Print and export | command-line: print",
    "I don't understand binding": "manual: Read the figures",
    "how do I print only one rack": "command-line: print | command-line: export",
    "how do I delete a rack": "keyboard: Edit | manual: Design settings",
    "how do I move several racks at once": "manual: Draw | keyboard: On the floor",
    "how do I see the rear of a rack": "manual: Begin | manual: Draw",
    "what is stranded power": "manual: Shade the racks",
    "does undo survive saving": "manual: Draw",
    "lose a power shelf": "manual: Lose a feed",
    "what does binding mean": "manual: Read the figures",
    "what does dashed line mean": "manual: Lose a feed",
    "power cut": "manual: After a crash",
    "can I open a design in excel": "manual: Print and export",
    "weight limit": "checks: F0",
    "where does a figure come from": "figures: | catalogue: The catalogue",
    "how do I lose a feed": "manual: Lose a feed",
    "turn a rack around": "keyboard: Edit",
    "how do I restore an old version of the file": "manual: Files | manual: After a crash",
    "redo": "keyboard: Edit",
    "how do I copy a rack": "keyboard: Edit | manual: Draw",
    "where is the backup": "manual: Files",
}
"""What users ask, and what answers it: the page, and how the title of its section begins.

Written from what the guide says, before the search was weighed; what is not found is left in.
"""


@pytest.fixture(scope="module")
def guide() -> Guide:
    return load_guide()


@pytest.fixture(scope="module")
def whole(guide: Guide) -> Guide:
    return guide.with_topics(shipped_library())


def written(folder: Path, **pages: str) -> Guide:
    """Return a guide of made-up pages; one that is called `behind` is of those behind it."""
    listed = "".join(
        f"## {BEHIND if name == 'behind' else 'Using it'}\n\n- [{name}]({name}.md)\n\n"
        for name in pages
    )
    (folder / CONTENTS).write_text(f"# Guide\n\n{listed}", encoding="utf-8")
    for name, text in pages.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    return load_guide(folder)


def is_answer(hit: Hit, asked: str) -> bool:
    """Return whether a hit is one of the sections that answer a question."""
    place = f"{hit.page.name.removesuffix('.md')}: {hit.section.title}"
    return any(place.startswith(answer) for answer in QUESTIONS[asked].split(" | "))


def unanswered(guide: Guide) -> list[str]:
    """Return the questions of which no answer is among the first hits."""
    return [
        asked
        for asked in QUESTIONS
        if not any(is_answer(hit, asked) for hit in guide.search(asked)[:FIRST])
    ]


def test_of_plain_questions_nine_tenths_are_answered(guide: Guide) -> None:
    assert len(unanswered(guide)) <= (1 - SHARE) * len(QUESTIONS), unanswered(guide)


def test_so_they_are_among_the_help_texts_of_the_catalogue(whole: Guide) -> None:
    assert len(unanswered(whole)) <= (1 - SHARE) * len(QUESTIONS), unanswered(whole)


def test_what_users_ask_leads_to_no_page_for_developers_first(guide: Guide) -> None:
    first = {asked: guide.search(asked)[:1] for asked in QUESTIONS}
    assert {asked for asked, hits in first.items() if hits[0].page.group == BEHIND} == set()


def test_a_long_section_that_holds_all_words_hides_no_answer(tmp_path: Path) -> None:
    filler = "Other things are told here, of which nobody asks anything. " * 8
    long = f"After a drop the crash is told. {filler}\n\nWhat one may recover is small. {filler}"
    made = written(
        tmp_path,
        behind=f"# Behind\n\n{long}",
        manual="# Manual\n\n## After a crash\n\nThe start page offers the work again.\n",
    )
    hits = made.search("how do I recover after a crash")
    assert [hit.page.name for hit in hits][:1] == ["manual.md"]
    assert "behind.md" in [hit.page.name for hit in hits]


def test_words_near_each_other_tell_more_than_the_same_far_apart(tmp_path: Path) -> None:
    filler = "Nothing of it stands in here, whatever it may be that one looks for. " * 6
    made = written(
        tmp_path,
        far=f"# Far\n\nA breaker. {filler}\n\nA rating.\n",
        near=f"# Near\n\n{filler}\n\nThe rating that a breaker has.\n",
    )
    assert [hit.page.name for hit in made.search("breaker rating")] == ["near.md", "far.md"]


def test_the_excerpt_is_of_the_passage_that_fits_best(tmp_path: Path) -> None:
    text = "# Page\n\n- A feed is drawn.\n- A feed is lost by a click.\n- A rack.\n"
    (hit,) = written(tmp_path, a=text).search("lost feed")
    assert hit.excerpt == "A feed is lost by a click."


@pytest.mark.parametrize("asked", ["print", "prints", "printed", "printing"])
def test_a_word_is_found_in_all_its_forms(tmp_path: Path, asked: str) -> None:
    texts = {"a": "They print.", "b": "It prints.", "c": "Printing.", "d": "Printed."}
    made = written(tmp_path, **{name: f"# {name}\n\n{text}\n" for name, text in texts.items()})
    assert len(made.search(asked)) == 4


def test_words_with_which_people_ask_are_the_least_of_a_question(tmp_path: Path) -> None:
    made = written(tmp_path, a="# A\n\nWe understand it.\n", b="# B\n\nThe fullest is binding.\n")
    hits = made.search("I don't understand binding")
    assert [(hit.page.name, hit.lacks) for hit in hits] == [("b.md", ("understand",))]


@pytest.mark.parametrize(
    "asked",
    ['"binding"', "“binding”", "(binding)", "‘binding’.", "what is »binding«?", "*binding*",
     "binding…", "`binding`", "[binding];", "binding's", "binding’s"],
)  # fmt: skip
def test_marks_around_a_word_are_none_of_it(guide: Guide, asked: str) -> None:
    assert [word.typed for word in words_of(asked)] == ["binding"]
    assert guide.search(asked) == guide.search("binding") != []


@pytest.mark.parametrize(
    "word",
    ["n+1", "3+3", ".cluster.toml", "-o", "--force", "c06", "4+2", "~", "≥", "break-even", "0.4"],
)  # fmt: skip
def test_a_sign_that_belongs_to_a_word_stays(word: str) -> None:
    for around in (word, f'"{word}"', f"({word})", f"“{word}”?", f"{word},"):
        assert [found.typed for found in words_of(around)] == [word]


def test_marks_alone_are_no_word_beside_others() -> None:
    assert [word.typed for word in words_of("racks — what … of feeds ?")] == ["racks", "feeds"]
    assert [word.typed for word in words_of("?")] == ["?"]
