"""What the command box finds in slices is what it would find at once, with less to look at."""

import random
from collections.abc import Iterable, Iterator

import pytest

from designer.ui.commands.command_search import (
    EFFORT_OF_READING,
    PREFIXES,
    Entry,
    EntryKind,
    Finder,
    Pool,
    score,
)

KINDS: tuple[EntryKind, ...] = ("command", "rack", "part", "entry", "device", "check")
ORDER = dict(zip(KINDS, range(6), strict=True))
WORDS = ("node", "leaf", "a01", "b01-n2", "row", "dgx", "no", "u12", "Nod", "rail 3", "x")


def listed(chance: random.Random, count: int) -> list[Entry]:
    return [
        Entry(
            chance.choice(KINDS),
            " ".join(chance.choices(WORDS, k=chance.randint(1, 3))),
            lambda: None,
            detail=" ".join(chance.choices(WORDS, k=chance.randint(0, 3))),
            reason=chance.choice(("", "", "", "not now")),
            words=chance.choice(WORDS),
        )
        for _ in range(count)
    ]


def plainly(query: str, entries: Iterable[Entry], limit: int) -> list[Entry]:
    """The whole order, sorted at once: fit, kind, title, place."""
    text = query.strip()
    kinds = PREFIXES.get(text[:1])
    text = text[1:].strip() if kinds else text
    ranked = []
    for place, entry in enumerate(entries):
        fit = score(text, entry)
        if fit is not None and not (kinds and entry.kind not in kinds):
            fit += 3 if entry.reason else 0
            ranked.append((fit, ORDER[entry.kind], entry.title if text else "", place))
    chosen = list(entries)
    return [chosen[place] for *_, place in sorted(ranked)[:limit]]


def same(found: list[Entry], wanted: list[Entry]) -> bool:
    return [id(one) for one in found] == [id(one) for one in wanted]


@pytest.mark.parametrize("seed", range(25))
def test_typed_letter_by_letter_it_finds_what_a_whole_look_does(seed: int) -> None:
    chance = random.Random(seed)
    entries = listed(chance, chance.randint(0, 400))
    cut = chance.randint(0, len(entries))
    finder = Finder((Pool(entries[:cut]), Pool(entries[cut:])), limit=12)
    typed = chance.choice(("node a01", "@leaf", "> row x", "dgx no", "b01-n2 u1", "zzz"))
    queries = [typed[:end] for end in range(len(typed) + 1)]
    queries += [typed[:2], "", "x", typed]  # taken back, and begun anew
    for query in queries:
        finder.ask(query)
        for _ in range(chance.randint(0, 3)):
            finder.work(chance.choice((1, 40, 300)))  # not always to its end before the next letter
        if chance.random() < 0.6:
            while finder.work(chance.choice((1, 64, 1000))):
                pass
            assert same(finder.found(), plainly(query, entries, 12)), query


def counted(entries: list[Entry], made: list[Entry]) -> Iterator[Entry]:
    for entry in entries:
        made.append(entry)
        yield entry


def racks(count: int, kind: EntryKind = "device") -> list[Entry]:
    return [Entry(kind, f"n{at:05} {'node' if at % 50 == 0 else 'leaf'}", lambda: None)
            for at in range(count)]  # fmt: skip


def test_a_first_look_makes_and_looks_at_no_more_than_it_may() -> None:
    made: list[Entry] = []
    finder = Finder((Pool(counted(racks(20_000), made)),))
    finder.ask("n")
    assert finder.work(4_000)
    assert len(made) <= 4_000 // EFFORT_OF_READING + 1
    assert finder.looked_at == len(made)
    assert len(finder.found()) == 40


def test_each_further_letter_looks_only_at_what_fitted() -> None:
    made: list[Entry] = []
    finder = Finder((Pool(counted(racks(20_000), made)),))
    looked = []
    for query in ("n", "no", "nod", "node", "node 0", "node 00"):
        finder.ask(query)
        while finder.work(2_000):
            pass
        looked.append(finder.looked_at)
    assert len(made) == 20_000, "each is made once"
    # `no` is in `node` alone; all further letters look at the 400 of these.
    assert looked[:2] == [20_000, 20_000]
    assert looked[2:] == [400, 400, 400, 400]
    finder.ask("l")
    while finder.work(2_000):
        pass
    assert finder.looked_at == 20_000, "another search looks at all again, and makes none"
    assert len(made) == 20_000


def test_a_letter_typed_in_the_middle_of_a_look_does_not_lose_what_is_left() -> None:
    finder = Finder((Pool(racks(3_000)),))
    finder.ask("n")
    assert finder.work(8_000)
    finder.ask("no")
    while finder.work(100):
        pass
    assert len(finder.found()) == 40
    assert finder.looked_at == 3_000


def test_without_words_it_looks_no_further_than_what_is_shown() -> None:
    made: list[Entry] = []
    commands = racks(60, "command")
    finder = Finder((Pool(commands), Pool(counted(racks(5_000), made))))
    finder.ask("")
    assert not finder.work(50_000)
    assert same(finder.found(), commands[:40])
    assert made == []


def test_nothing_at_all_is_no_search() -> None:
    finder = Finder(())
    finder.ask("x")
    assert not finder.work(10)
    assert finder.found() == []
