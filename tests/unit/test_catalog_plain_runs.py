"""Runs of plain lines are read as the parser of TOML reads them, or not at all."""

import random
from typing import Any

import pytest
import tomli

from designer.catalog import plain_toml
from designer.catalog.plain_runs import LONG, shortened
from designer.catalog.plain_toml import read_plain

PAD = "# " + "qqq zzz " * (LONG // 8) + "\n"
"""What makes a text long enough to be looked through."""
VALUES = ('"A"', '""', '"ü – ß"', "3", "-0", "0", "46.5", "-0.25", "123456789012345", "true")
ODD = (
    '"a, b = {c}"', '"a\\"b"', "'A'", '["a"]', "1e3", "0x10", "007", "+1", "1_000", "{a = 1}",
    "1979-05-27", "12345678901234567890", '"tab\tin"', "nan", '""" x """', "", "3,", '"a" # b',
)  # fmt: skip


def lines(chance: random.Random, first: int, count: int, oddness: int) -> list[str]:
    """Return lines of records, of which one in so many has something odd."""
    found = []
    for number in range(first, first + count):
        values = [chance.choice(VALUES) for _ in range(chance.randrange(1, 6))]
        if oddness and not chance.randrange(oddness):
            values[0] = chance.choice(ODD)
        pairs = ", ".join(f"f{index} = {value}" for index, value in enumerate(values))
        found.append(f"n-{number:03} = {{{pairs}}}")
    return found


def told(text: str, read: Any) -> tuple[object, list[str]]:
    """Return what a reader makes of a text, with the order of the keys, or what it refuses."""
    try:
        data = read(text)
    except ValueError as error:
        return str(error), []
    return data, [key for table in data.values() if isinstance(table, dict) for key in table]


@pytest.mark.parametrize("seed", range(40))
def test_any_text_reads_as_the_parser_reads_it(seed: int) -> None:
    chance = random.Random(seed)
    oddness = chance.choice((0, 0, 150, 400))
    made = ["[a]", *lines(chance, 0, 120, oddness), "[b]", *lines(chance, 200, 90, oddness)]
    text = PAD + "\n".join(made) + chance.choice(("", "\n", "\n\n[c]\nx = 1\n"))
    assert told(text, read_plain) == told(text, tomli.loads)


def test_runs_are_taken_out_and_put_back_where_they_stood() -> None:
    body = lines(random.Random(1), 0, 200, 0)
    body[100] = "n-100 = {feeds = ['a']}"
    text = PAD + "[a]\n" + "\n".join(body) + "\n"
    short = shortened(text)
    assert short is not None
    assert len(short.runs) == 2
    assert len(short.text) < len(PAD) + 100
    assert list(read_plain(text)["a"]) == [f"n-{number:03}" for number in range(200)]
    assert read_plain(text) == tomli.loads(text)


PLAIN = "\n".join(lines(random.Random(2), 0, 120, 0)) + "\n"


@pytest.mark.parametrize(
    "text",
    [
        f"[a]\n{PLAIN}n-005 = {{f0 = 1}}\n",  # an id twice, in one run
        f"[a]\n{PLAIN}n-005 = [\n1]\n",  # the second is none of the run
        f"[a]\n{PLAIN}n-200 = {{f0 = 1, f0 = 2}}\n",  # a field twice
        f"[a]\n{PLAIN}[a.n-005]\nx = 1\n",  # a table beside a record
        f"[a]\n{PLAIN}[a]\n",  # a table twice
        f'[a]\nx = """\n{PLAIN}"""\n',  # lines of a text
        f"x = '''\n{PLAIN}'''\n[a]\n{PLAIN}",  # and the same as records
        f"{PLAIN}[a]\nx = 1\n",  # in front of the first table
        f"[[a]]\n{PLAIN}[[a]]\n",  # in an array of tables
        f"[a.b]\n{PLAIN}",  # in a table of a table
        f"[a]\n{PLAIN}plain-run-0 = 1\n",  # a key that looks like a mark
        f"[a]\n{PLAIN}x = \n",  # what is damaged stands at its line
        f"[a]\r\n{PLAIN}".replace("\n", "\r\n"),
    ],
)
def test_what_is_doubtful_is_left_to_the_parser(text: str) -> None:
    assert told(PAD + text, read_plain) == told(PAD + text, tomli.loads)


def test_a_plain_text_never_comes_to_the_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths: list[int] = []
    parse = tomli.loads
    monkeypatch.setattr(plain_toml.tomli, "loads", lambda t: (lengths.append(len(t)), parse(t))[1])
    read_plain(PAD + "[a]\n" + PLAIN)
    assert lengths == [len(PAD) + len("[a]\nplain-run-0 = 0\n")]
