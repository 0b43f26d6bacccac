"""Damaged TOML: every value is read under its own key, or a problem says what became of it."""

import random
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pytest

from designer.io.toml_salvage import read_toml
from designer.model.problem import Problem


def said(text: str) -> tuple[dict[str, Any], list[str]]:
    data, problems = read_toml(text, "a")
    return data, [problem.line() for problem in problems]


@pytest.mark.parametrize("key", ["", ".", "備考", "räume", "a b", "a..b", '"a', "a.", '"\\q"'])
def test_an_array_whose_key_is_none_is_left_out_and_told(key: str) -> None:
    data, (problem,) = said(f'[room]\nwidth = 1\n{key} = [\n  "a",\n]\n')
    assert data == {"room": {"width": 1}}
    assert problem.startswith("a:3:")
    assert "left out: '" in problem


@pytest.mark.parametrize("key", ["", ".", "räume"])
def test_an_array_that_is_never_closed_may_have_no_key(key: str) -> None:
    assert said(f"{key} = [")[0] == {}
    assert len(said(f"{key} = [")[1]) == 1


@pytest.mark.parametrize("key", ["備考", "a b"])
@pytest.mark.parametrize("closed", ["]\n", ""])
def test_an_array_whose_key_is_none_is_no_part_of_the_one_before(key: str, closed: str) -> None:
    data, problems = said(f"a = [\n1,\n!,\n{closed}{key} = [\n2,\n]\n")
    assert data == {"a": [1]}
    assert any(f"{key} = [\\n2" in line for line in problems)


def test_an_array_is_read_under_its_whole_key() -> None:
    data, problems = said('a."b.c"."\\u0041" = [\n1,\n!,\n]\n')
    assert data == {"a": {"b.c": {"A": [1]}}}
    assert problems == ["a:3:5: no valid TOML (Invalid value); left out: '!,'; mend the line"]


def test_an_array_of_too_deep_a_key_is_left_out() -> None:
    data, (problem,) = said(f"{'.'.join('a' * 201)} = [\n]\n")
    assert data == {}
    assert "a key of 201 steps is nested too deeply" in problem


def test_an_array_that_only_lacks_a_comma_is_read_and_told() -> None:
    data, problems = said("a = [\n1\n2\n]\n")
    assert data == {"a": [1, 2]}
    assert problems == [
        "a:3:1: no valid TOML (Unclosed array); its records were read; mend the line"
    ]


@pytest.mark.parametrize(
    ("header", "path"),
    [
        ("[räume]", ("räume",)),
        ("[ömer.x]", ("ömer", "x")),
        ("[1é . 'ö.p']", ("1é", "ö.p")),
        ("[[a]", ("a", 0)),
        ("[a]]", ("a",)),
        ('["\\q"]', ("\\q",)),
    ],
)
def test_a_damaged_header_is_told_and_its_table_has_its_whole_name(
    header: str, path: tuple[str | int, ...]
) -> None:
    data, (problem,) = said(f"[b]\nx = 1\n{header}\nx = 2\n")
    found: Any = data
    for step in path:
        found = found[step]
    assert (found, data["b"]) == ({"x": 2}, {"x": 1})
    assert problem.endswith("is damaged; read as a table")


def test_a_header_is_read_as_toml_reads_it_beside_damage() -> None:
    assert said('["\\u0041"]\nx = 1\ny = !\n')[0] == {"A": {"x": 1}}


@pytest.mark.parametrize("other", ["true", "1.0"])
def test_a_value_that_only_equals_another_is_told(other: str) -> None:
    data, problems = said(f"a = 1\na = {other}\n")
    assert data == {"a": 1}
    assert problems == ["a:2:1: a is there twice; the first was taken: '1'"]


class Value(NamedTuple):
    """A number that no other statement of a text has, with the lines that place it."""

    number: int
    path: tuple[str, ...]
    lines: frozenset[int]


_KEYS = ("a", "b", "racks", "1", "'x.y'", '"\\u0041"', '"q\\""', "''", "true", "-")
_NO_KEYS = ("räume", "備考", "", "é", "a b", '"z', "a\u00a0", '"\\q"', "1é", "[", "x]")
_NO_NAMES = ("räume", "備考", "é", '"\\q"', "1é")
"""Of tables: a line that nobody can tell for a header is none; what is below it belongs above."""


def _step(key: str) -> str:
    return {"'x.y'": "x.y", '"\\u0041"': "A", '"q\\""': 'q"', "''": ""}.get(key, key.strip())


def _key(chance: random.Random, wrong: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return a key as it is written, and its steps."""
    steps = chance.choice((1, 1, 1, 2, 3, chance.choice((4, 9, 200, 201, 230))))
    names = [chance.choice(_KEYS) for _ in range(steps)]
    if chance.random() < 0.25:
        names[chance.randrange(steps)] = chance.choice(wrong)
    return chance.choice((".", ".", " . ")).join(names), tuple(map(_step, names))


def damaged(seed: int) -> tuple[str, list[Value]]:
    """Return a text of tables and statements, some with keys that are none, and what it holds."""
    chance = random.Random(seed)
    lines, values = list[str](), list[Value]()
    section, header = tuple[str, ...](), 0
    for _ in range(chance.randint(1, 8)):
        kind = chance.random()
        written, steps = _key(chance, _NO_NAMES if kind < 0.3 else _NO_KEYS)
        if kind < 0.3:
            one, other = chance.choice((("[", "]"), ("[[", "]]"), ("[", "]]"), ("[[", "]")))
            lines.append(f"{one}{written}{other}")
            section, header = steps, len(lines)
            continue
        numbers = [100 + len(values) + n for n in range(chance.randint(1, 3))]
        first = len(lines) + 1
        if kind < 0.6:
            numbers = numbers[:1]
            lines.append(f"{written} = {numbers[0]}{chance.choice(('', '', '', '!'))}")
        else:
            lines.append(f"{written} = [")
            lines += [f"  {number}{chance.choice(',,, ')}" for number in numbers]
            lines += chance.choice((["]"], ["]"], [], ["] !"]))
        about = frozenset((header, *range(first, len(lines) + 1)))
        values += [Value(number, (*section, *steps), about) for number in numbers]
    return "\n".join(lines), values


def numbers_in(data: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield each number with the keys that lead to it."""
    if isinstance(data, dict):
        for key, held in data.items():
            yield from numbers_in(held, (*path, key))
    elif isinstance(data, list):
        for held in data:
            yield from numbers_in(held, path)
    else:
        yield data, path


def is_told(value: Value, problems: list[Problem]) -> bool:
    """Return whether a problem names a line of a value, or the text that was left out with it."""
    lines = {int(re.split(r":", problem.where)[1]) for problem in problems}
    shown = any(str(value.number) in problem.done or "…" in problem.done for problem in problems)
    return shown or bool(lines & value.lines)


def untold(seed: int) -> list[Value]:
    """Return the values of a text that are lost, or elsewhere, with no word of it."""
    text, values = damaged(seed)
    data, problems = read_toml(text, "a")
    read = list(numbers_in(data))
    places = dict(read)
    assert len(places) == len(read), "each number once"
    return [
        value for value in values
        if places.get(value.number) != value.path and not is_told(value, problems)
    ]  # fmt: skip


@pytest.mark.parametrize("share", range(10))
def test_no_value_of_any_damaged_text_is_lost_or_moved_untold(share: int) -> None:
    wrong = {seed: untold(seed) for seed in range(share * 200, share * 200 + 200)}
    assert {seed: values for seed, values in wrong.items() if values} == {}
