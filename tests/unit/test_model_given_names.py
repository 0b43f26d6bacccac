"""Names that people gave stay letter by letter, whatever the reader has chosen."""

import random
import re
from typing import Final

import pytest

from designer.io.languages import languages_folder
from designer.model.comments import Comment
from designer.model.design import Assembly, Design, Rack, Room, Row, Slot, Stage
from designer.model.given_names import GivenNames, given_texts, names_in
from designer.model.phrases import PhraseBook
from designer.model.po_text import read_template
from designer.model.presented import Presented
from designer.model.pseudo_language import bracketed, pseudo

IMPERIAL: Final = Presented("imperial")
WORDS: Final = ("Phase", "Test", "North", "Row", "hall", "of", "to", "Rack", "spare", "zzz")
FIGURES: Final = (
    "5 m", "600 mm", "1,200 kg", "12 × 600 mm", "2.5 kW", "27 °C", "1,234.5", "7", "3–4 m",
    "12 of 16",
)  # fmt: skip


def rack(name: str, number: int = 1) -> Rack:
    return Rack(id=f"r{number}", name=name, part="rack-42u", x_mm=0, y_mm=0)


def design_of(*names: str) -> Design:
    return Design(racks=tuple(rack(name, at) for at, name in enumerate(names)))


@pytest.fixture(scope="module")
def messages() -> list[tuple[str, str]]:
    text = (languages_folder() / "designer.pot").read_text(encoding="utf-8")
    return list(read_template(text))


@pytest.fixture(scope="module")
def book(messages: list[tuple[str, str]]) -> PhraseBook:
    return PhraseBook(messages, pseudo, bracketed)


def test_a_name_that_looks_like_a_length_is_none() -> None:
    chosen = Presented("imperial", names=names_in(design_of("Test 600 mm", "Phase 5 m")))
    assert chosen.text("Test 600 mm") == "Test 600 mm"
    assert chosen.text("Rack Test 600 mm is 600 mm wide") == "Rack Test 600 mm is 23.6 in wide"
    assert chosen.text("Test 600 mm: 2.0 m of Phase 5 m.") == "Test 600 mm: 6.6 ft of Phase 5 m."
    again = chosen.text("Test 600 mm-1, 600 mm")
    assert again == chosen.text(again) == "Test 600 mm-1, 23.6 in"
    assert chosen.text("Phase 5 m²") == IMPERIAL.text("Phase 5 m²")


def test_a_number_at_the_end_of_a_name_is_no_part_of_a_figure() -> None:
    chosen = Presented("imperial", names=names_in(design_of("Row 12", "7")))
    assert chosen.text("Row 12 and 13 m of cable") == "Row 12 and 43 ft of cable"
    assert chosen.text("7 m of cable") == "23 ft of cable", "a figure alone is no name in a text"
    assert chosen.text("7") == "7"


def test_numbers_of_a_land_leave_names() -> None:
    chosen = Presented(numbers="de", names=names_in(design_of("Hall 1,234", "A01")))
    assert chosen.text("Hall 1,234") == "Hall 1,234"
    assert chosen.text("Hall 1,234: 1,234 kg").replace("\u2060", "") == "Hall 1,234: 1.234 kg"


def test_a_name_that_is_a_word_of_the_program_is_not_translated(book: PhraseBook) -> None:
    design = Design(
        stages=(Stage(id="a", name="Power"),), rows=(Row(id="b", name="Row North"),),
        assemblies=(
            Assembly(
                id="c", name="Main feed", rack_part="x",
                slots=(Slot(id="s", part="y", name="Storage {rack}"),),
            ),
        ),
    )  # fmt: skip
    chosen = Presented(book=book, names=names_in(design))
    assert chosen.text("Power") == "Power" != Presented(book=book).text("Power")
    for name in ("Power", "Row North", "Main feed"):
        said = chosen.text(f"{name} already has 7")
        assert f"«[{name} " in said
        assert "already" not in said
        assert chosen.text(said) == said
    assert "Power" not in chosen.text("Power and cooling"), "that is the program's own"


def test_what_the_program_calls_a_new_room_is_no_name() -> None:
    design = Design(name="New room", room=Room(name="Room"))
    assert [*given_texts(design)] == []
    assert [*given_texts(design.evolve(name="Hall 5 m"))] == ["Hall 5 m"]


def test_names_are_read_again_when_the_design_is_another(book: PhraseBook) -> None:
    open_now = [design_of("Test 5 m")]
    chosen = Presented("imperial", names=GivenNames(lambda: open_now[0]))
    assert chosen.text("Test 5 m, Test 9 m") == "Test 5 m, Test 30 ft"
    open_now[0] = design_of("Test 9 m")
    assert chosen.text("Test 5 m, Test 9 m") == "Test 16 ft, Test 9 m"


def test_comments_and_what_records_hold_are_read_but_no_defaults() -> None:
    comment = Comment(id="a", number=1, about="design", text="Keep 600 mm free")
    chosen = Presented("imperial", names=names_in(Design(), (comment,)))
    assert chosen.text("1: Keep 600 mm free") == "1: Keep 600 mm free"
    assert [*given_texts(Design())] == []
    assert [*given_texts(design_of("A"))] == ["A"]


def name_by_chance(chance: random.Random, messages: list[tuple[str, str]]) -> str:
    kind = chance.randrange(4)
    if kind == 0:
        return f"{chance.choice(WORDS)} {chance.choice(FIGURES)}"
    if kind == 1:
        return f"{chance.choice(FIGURES)} {chance.choice(WORDS)}"
    if kind == 2:
        words = chance.sample(WORDS, chance.randint(2, 3))
        return " ".join(words).capitalize()
    message = chance.choice(messages)[0]
    short = re.sub(r"\{[^{}]*\}", chance.choice(FIGURES), message).split("\n")[0][:40].strip()
    # A figure alone is a name only where it is the whole text.
    return short if re.search(r"[^\W\d_]", short) else "Power"


@pytest.mark.parametrize("seed", range(4))
def test_names_by_chance_stay_in_every_message(
    seed: int, messages: list[tuple[str, str]], book: PhraseBook
) -> None:
    """Each is put into gaps of messages, as rules and windows do, and in front of figures."""
    chance = random.Random(seed)
    with_gap = [one for one, _ in messages if one.count("{name}") == 1 and one.count("{") == 1]
    names = [name_by_chance(chance, messages) for _ in range(60)]
    given = names_in(design_of(*names))
    ways = (
        Presented("imperial", names=given), Presented("imperial", "de", names=given),
        Presented(book=book, names=given), Presented("imperial", "fr", book, "x", names=given),
    )  # fmt: skip
    lost = []
    for name in names:
        texts = [name, f"{name} · 3.0 m", f"Rack {name}: 600 of 1,500 kg"]
        texts += [one.replace("{name}", name) for one in chance.sample(with_gap, 6)]
        for text in texts:
            for way in ways:
                said = way.text(text)
                if name not in said or way.text(said) != said:
                    lost.append((way.units, way.numbers, way.language, text, said))
    assert not lost, lost[:5]
