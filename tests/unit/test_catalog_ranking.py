"""What comes first of what a search finds, and which words of an entry show why it was found."""

import pytest

from designer.catalog.figures import PortGroup
from designer.catalog.part import Part
from designer.catalog.search import Doubt, Query, _points_of, parse
from designer.catalog.search_hits import excerpt, name_spans, spans
from designer.catalog.search_text import search_text_of
from designer.catalog.search_word import Word
from designer.catalog.search_words import may_be_missing, said_as, telling
from designer.catalog.stems import line_of, placed_stems, stem, stems


def a_part(part_id: str, **fields: object) -> Part:
    return Part.model_validate({"id": part_id, "name": part_id, "kind": "node", **fields})


def first_of(query: str, *parts: Part) -> list[str]:
    """Return the order in which parts are found, in whatever order they were listed."""
    orders = {tuple(p.id for p in parse(query).rank(order)) for order in (parts, parts[::-1])}
    assert len(orders) == 1, orders
    return list(orders.pop())


def test_the_start_of_a_name_comes_before_its_middle_what_it_is_and_what_it_says() -> None:
    starts = a_part("toaster-1")
    inside = a_part("my-toaster")
    is_one = a_part("c", summary="a toaster")
    says = a_part("d", note="not a toaster")
    assert first_of("toaster", says, is_one, inside, starts) == [
        "toaster-1", "my-toaster", "c", "d"
    ]  # fmt: skip


def test_the_middle_of_a_name_counts_with_and_without_its_blanks() -> None:
    spaced = a_part("x", name="TPU v5p pod")
    assert parse("tpuv5p").rank([spaced]) == [spaced]
    assert parse("puv5").rank([spaced]) == [], "nothing is found across blanks"
    # Two letters are no middle of a word.
    assert parse("v5").rank([spaced]) == []
    assert parse("uv").rank([spaced]) == []


def test_an_alias_is_as_good_as_the_middle_of_a_name() -> None:
    called = a_part("a", aliases=("bread warmer",))
    summary = a_part("b", summary="bread warmer")
    assert first_of("bread slices warmer toast", summary, called)[0] == "a"


def test_a_rare_word_tells_more_than_a_common_one() -> None:
    rare = a_part("r", note="ham")
    common = [a_part(f"c{n}", note="bread") for n in range(5)]
    # Of three words none says all: the one that says the rare word tells most.
    assert first_of("bread ham cheese", *common, rare)[0] == "r"


def test_what_nothing_says_takes_no_share_of_what_must_be_said() -> None:
    """Each says one of two words, and so more than 40 % of what is told; nothing says the third."""
    one, other = a_part("a", note="ham"), a_part("b", note="egg")
    assert {p.id for p in parse("ham egg cheese").rank([one, other])} == {"a", "b"}
    assert parse("cheese wine beer").rank([one, other]) == []
    # Of two words both must be said.
    assert parse("ham egg").rank([one, other]) == []
    assert parse("ham cheese").rank([one, other]) == []


def test_of_many_words_two_fifths_of_what_they_tell_must_be_said() -> None:
    """Four words that as many entries say tell alike: two of them are half, one is a quarter."""
    half = a_part("a", note="ham egg")
    rest = a_part("b", note="wine beer")
    assert {p.id for p in parse("ham egg wine beer").rank([half, rest])} == {"a", "b"}
    words = ("ham", "egg", "wine", "beer")
    quarter = [a_part(f"q{n}", note=word) for n, word in enumerate(words)]
    assert parse("ham egg wine beer").rank(quarter) == []


def test_alternatives_need_one_of_them() -> None:
    one, other = a_part("a", note="ham"), a_part("b", note="egg")
    assert {p.id for p in parse("ham or egg").rank([one, other])} == {"a", "b"}
    assert {p.id for p in parse("ham vs egg").rank([one, other])} == {"a", "b"}
    assert parse("wine or beer").rank([one, other]) == []


def test_words_that_follow_each_other_come_before_those_apart() -> None:
    together = a_part("t", note="a fabric manager stands here")
    apart = a_part("a", note="the manager of a fabric")
    assert first_of("fabric manager", apart, together) == ["t", "a"]
    in_name = a_part("n", name="fabric manager x")
    apart_in_name = a_part("m", name="manager fabric y")
    assert first_of("fabric manager", apart_in_name, in_name) == ["n", "m"]


def test_what_says_all_comes_before_what_says_only_the_most() -> None:
    most = a_part("m", summary="ham egg")
    every = a_part("e", note="ham egg wine")
    assert first_of("ham egg wine", most, every) == ["e", "m"]


def test_an_id_and_a_whole_name_come_first_of_all() -> None:
    exact = a_part("ham")
    longer = [a_part(f"ham-{n}", summary="ham", note="ham") for n in range(3)]
    assert parse("ham").rank([*longer, exact])[0] == exact
    named = a_part("x", name="Ham 1 Slicer", summary="ham 1", note="ham 1")
    assert first_of("ham-1", named, a_part("ham-1", name="Slicer")) == ["ham-1", "x"]
    called = a_part("z", name="Big Ham")
    starts = a_part("big-hammer", name="Big Ham Slicer", summary="big ham", note="big ham")
    assert first_of("big ham", starts, called) == ["z", "big-hammer"]


def test_equal_fits_keep_the_order_in_which_they_are_listed() -> None:
    parts = [a_part(f"p{n}", note="ham") for n in (3, 1, 2)]
    assert [p.id for p in parse("ham").rank(parts)] == ["p3", "p1", "p2"]


def test_without_words_all_that_pass_the_tests_are_found() -> None:
    heavy, light = a_part("h", mass_kg=50), a_part("l", mass_kg=5)
    assert parse("mass>10").rank([light, heavy]) == [heavy]
    assert parse("").rank([light, heavy]) == [light, heavy]
    assert parse("mass>10 h").rank([light, heavy]) == [heavy]


def test_a_query_keeps_words_tests_doubts_and_pieces() -> None:
    query = parse("Break-Even mass>10 powr<2 the")
    assert query.pieces == ("break-even", "the")
    assert [word.typed for word in query.words] == ["break", "even"]
    assert len(query.tests) == 1
    why = "no figure is called powr (did you mean power?)"
    assert query.doubts == (Doubt("powr<2", why, fits_nothing=False),)
    assert parse("break powr<2").rank([a_part("a", note="break even", mass_kg=11)])
    assert parse("break mass<much").rank([a_part("a", note="break even", mass_kg=11)]) == []


def test_a_search_of_stop_words_alone_looks_for_them() -> None:
    assert [word.typed for word in parse("the").words] == ["the"]
    assert [word.typed for word in parse("the ham").words] == ["ham"]


def test_a_word_of_two_letters_is_whole_and_one_of_three_may_begin_another() -> None:
    assert parse("ab").words[0].lines[0] == " ab "
    assert parse("abc").words[0].lines[0] == " abc"
    assert not parse("ab").words[0].matches_inside
    assert parse("abc").words[0].matches_inside
    assert not Word("overview", (" overview",), needed=False).matches_inside


def test_words_of_the_asker_are_needed_only_alone() -> None:
    assert [w.needed for w in parse("ham overview").words] == [True, False]
    assert [w.needed for w in parse("overview").words] == [True]
    assert [w.needed for w in parse("8 ham").words] == [False, True]
    assert may_be_missing("99")
    assert not may_be_missing("100")
    assert not may_be_missing("x1")


def test_a_word_of_the_asker_counts_where_it_is_said() -> None:
    says = a_part("s", note="overview of ham")
    silent = a_part("q", note="ham")
    assert first_of("ham overview", silent, says) == ["s", "q"]
    named = a_part("overview", note="ham")
    assert first_of("ham overview", says, named) == ["overview", "s"]


@pytest.mark.parametrize(
    ("word", "expected"),
    [("gpus", "gpu"), ("ups", "ups"), ("dns", "dns"), ("buses", "buse"), ("bus", "bus"),
     ("status", "status"), ("switches", "switch"), ("boxes", "box"), ("glasses", "glass"),
     ("glass", "glass"), ("axis", "axis"), ("batteries", "battery"), ("l40s", "l40s"),
     ("racks", "rack"), ("sizes", "siz"), ("meshes", "mesh"), ("pods", "pod")],
)  # fmt: skip
def test_the_stem_of_a_word(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_stems_and_their_places_agree() -> None:
    text = "1,979 TFLOPS, GPUs (l40s) v3.13 -- 12,34 a_b"
    placed = placed_stems(text)
    assert [found for found, _, _ in placed] == stems(text)
    assert stems(text) == ["1979", "tflop", "gpus"[:3], "l40s", "v3.13", "12", "34", "a", "b"]
    assert [text[start:end] for _, start, end in placed] == [
        "1,979", "TFLOPS", "GPUs", "l40s", "v3.13", "12", "34", "a", "b"
    ]  # fmt: skip
    assert line_of("Two GPUs") == " two gpu "


def test_what_a_word_stands_for_stands_for_it_and_never_for_itself() -> None:
    assert "kubernetes" in said_as("k8s") or "kubernete" in said_as("k8s")
    assert "non blocking" in said_as("oversubscription")
    assert "oversubscription" in said_as("blocking")
    assert said_as("toaster") == ()
    assert all(word not in said_as(word) for word in ("k8s", "blocking", "tp", "pp", "psu"))
    assert telling(["the", "ham", "of", "egg"]) == ["ham", "egg"]


def test_an_excerpt_is_of_needed_words() -> None:
    assert excerpt(parse("ham"), a_part("a", note="two ham")) == "two ham"
    assert excerpt(parse("ham"), a_part("a", note="two ham here")) == "two ham here"
    assert excerpt(parse("toaster overview"), a_part("toaster", note="an overview of it")) == ""
    # The name says one of two words: the text is that of the other.
    both = a_part("toaster", summary="a toaster stands here", note="some ham stands here")
    assert excerpt(parse("toaster ham"), both) == "some ham stands here"


def test_an_excerpt_begins_at_a_word_shortly_before_the_hit() -> None:
    """Twelve letters before the hit are shown whole; of more, from the next blank on."""
    assert excerpt(parse("ham"), a_part("a", note="aaaa bbbbbb ham cc")) == "aaaa bbbbbb ham cc"
    assert excerpt(parse("ham"), a_part("a", note="aaaaa bbbbbb ham cc")) == "…bbbbbb ham cc"
    assert excerpt(parse("ham"), a_part("a", note="a  b\n ham")) == "a b ham"


def test_an_excerpt_of_160_letters_is_whole_and_a_longer_one_ends_at_a_word() -> None:
    text = f"ham xx {'b' * 151} c"
    assert len(text) == 160
    assert excerpt(parse("ham"), a_part("a", note=text)) == text
    longer = f"ham xx {'b' * 152} c"
    assert excerpt(parse("ham"), a_part("a", note=longer)) == f"ham xx {'b' * 152}…"


def test_spans_that_touch_are_one_and_stand_in_order() -> None:
    query = parse("even break")
    assert spans(query, "break even") == ((0, 5), (6, 10))
    assert name_spans(parse("hamegg gegg"), "hamegg") == ((0, 6),)
    assert name_spans(parse("ham egg"), "HamEgg") == ((0, 6),)
    assert name_spans(parse("ab"), "xaby") == ()
    assert name_spans(Query((), ()), "x") == ()


@pytest.mark.parametrize(
    ("fields", "points", "aside"),
    [
        ({"id": "hamster"}, 50, 6),
        ({"name": "hamster"}, 50, 6),
        ({"name": "a hamster"}, 20, 6),
        ({"name": "whammy"}, 1, 0),
        ({"aliases": ("ham",)}, 20, 6),
        ({"summary": "ham"}, 10, 2),
        ({"vendor": "Ham"}, 10, 2),
        ({"note": "ham"}, 2, 2),
        ({}, 0, 0),
    ],
)
def test_points_of_a_word_by_where_an_entry_says_it(
    fields: dict[str, object], points: int, aside: int
) -> None:
    """Of a needed word, and of one that says more of who asks."""
    part = Part.model_validate({"id": "x", "name": "x", "kind": "node", **fields})
    (word,) = parse("ham").words
    assert points_of(part, word) == points
    assert points_of(part, Word(word.typed, word.lines, needed=False)) == aside


def points_of(part: Part, word: Word) -> int:
    (found,) = _points_of((part,), (search_text_of(part),), word)
    return found


def test_ports_split_only_where_somebody_says_so() -> None:
    group = PortGroup(name="a", purpose="fabric", kind="ethernet", rate_gbps=400, count=2)
    assert (group.breakout, group.cages, group.either) == (1, None, False)
