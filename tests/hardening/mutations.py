"""Damage to text and bytes as disks, editors, merges and people do it, drawn from a seed."""

import random
import re
from collections.abc import Callable
from typing import Final

Mutation = Callable[[random.Random, str], str]

_TOKENS: Final = (
    "[", "]", "{", "}", '"', "'", '"""', "=", ",", "#", "\n", "\r", "\t", "\0", "\ufeff", "\\",
    "\\u0000", "\\ud800", "0", "-1", "1e400", "nan", "inf", "-inf", "0x" + "f" * 40, "9" * 400,
    "true", "false", "null", "~", "2026-11-22", "1979-05-27T07:32:00Z", "[[[[", "{{{{", "<<<<<<<",
    "=======", ">>>>>>>", "*", "&a", "!!python/object:os.system", "\u202e", "𝟘", "é", "東京",
    "-", "--", "..", "/", "a.b.c", "''", '""', "{}", "[]", "[[]]", "{a = 1}", "0.5", "1_000",
)  # fmt: skip
_FIELD: Final = re.compile(r"([A-Za-z_]+) = (\"[^\"\n]*\"|-?[0-9][0-9_.]*|true|false)")


def _slice(chance: random.Random, text: str, longest: int = 60) -> tuple[int, int]:
    start = chance.randrange(len(text) + 1)
    return start, min(len(text), start + chance.randrange(longest))


def drop(chance: random.Random, text: str) -> str:
    """Leave some of it out."""
    start, end = _slice(chance, text)
    return text[:start] + text[end:]


def repeat(chance: random.Random, text: str) -> str:
    """Say some of it again, once or many times."""
    start, end = _slice(chance, text, 200)
    return text[:end] + text[start:end] * chance.choice((1, 1, 2, 50)) + text[end:]


def truncate(chance: random.Random, text: str) -> str:
    """End too early, as a full disk makes it."""
    return text[: chance.randrange(len(text) + 1)]


def insert(chance: random.Random, text: str) -> str:
    """Put in what does not belong there."""
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(_TOKENS) * chance.choice((1, 1, 1, 3, 300)) + text[at:]


def put_for_value(chance: random.Random, text: str) -> str:
    """Give some field another value."""
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    for sign in ("=", ":"):
        head, found, _ = lines[at].partition(sign)
        if found:
            lines[at] = f"{head}{sign} {chance.choice(_TOKENS)}"
            break
    return "\n".join(lines)


def odd_field(chance: random.Random, text: str) -> str:
    """Give one field inside a line another value of its own kind: a figure, or a name."""
    found = list(_FIELD.finditer(text))
    if not found:
        return text
    field = chance.choice(found)
    value = field[2]
    if value.startswith('"'):
        others = [other[2] for other in found if other[2].startswith('"')]
        odd = chance.choice((*others, '""', '"x"'))
    elif value in ("true", "false"):
        odd = "false" if value == "true" else "true"
    else:
        odd = chance.choice(("0", "1", "-1", "7", "100000", "0.5", f"{value}0"))
    return text[: field.start(2)] + odd + text[field.end(2) :]


def swap_lines(chance: random.Random, text: str) -> str:
    """Put two lines into each other's place."""
    lines = text.split("\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def merge(chance: random.Random, text: str) -> str:
    """Leave the marks of a merge that nobody resolved."""
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    block = lines[at : at + chance.randrange(1, 4)]
    lines[at:at] = ["<<<<<<< ours", *block, "=======", *block[::-1], ">>>>>>> theirs"]
    return "\n".join(lines)


def nest(chance: random.Random, text: str) -> str:
    """Nest something deeper than anybody would."""
    depth = chance.choice((5, 100, 600, 2000))
    opened, closed = chance.choice((("[", "]"), ("{a = ", "}"), ("- ", ""), ("a: {", "}")))
    at = chance.randrange(len(text) + 1)
    return text[:at] + opened * depth + "1" + closed * depth + text[at:]


MUTATIONS: Final[tuple[Mutation, ...]] = (
    drop, repeat, truncate, insert, put_for_value, swap_lines, merge, nest,
)  # fmt: skip


def damaged(chance: random.Random, text: str) -> bytes:
    """Return a text after one to four mutations, at times with bytes that are no UTF-8."""
    for _ in range(chance.choice((1, 1, 2, 4))):
        text = chance.choice(MUTATIONS)(chance, text)
    data = text.encode("utf-8", "surrogatepass")
    if chance.random() < 0.1:
        at = chance.randrange(len(data) + 1)
        data = data[:at] + bytes(chance.choices(range(256), k=chance.randrange(1, 9))) + data[at:]
    return data
