"""Values and lines of canonical TOML 1.0.

Written here and not by tomli-w, which breaks every array over several lines: a file that people
compare line by line wants one record a line, whatever its length. Keys keep the order they are
given in. May import nothing of this project.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
# Beyond what TOML asks for, everything that some tool takes for a line break is escaped as well
# (U+0085, U+2028, U+2029), so that a record is one line in every editor and every diff.
_ESCAPED: Final = re.compile('[\x00-\x1f"\\\\\x7f-\x9f\u2028\u2029\ufeff]')
_NOT_IN_COMMENTS: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")
_SHORT: Final = {
    "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\",
}  # fmt: skip


def string(text: str) -> str:
    """Return a basic string on one line."""
    return f'"{_ESCAPED.sub(_escape, text)}"'


def key(text: str) -> str:
    """Return a key, quoted where it must be."""
    return text if _BARE_KEY.fullmatch(text) else string(text)


def value(data: object) -> str:
    """Return a value on one line: scalars, arrays and inline tables.

    Raises
    ------
    TypeError
        If TOML cannot hold the value (`None` is one: leave its key out instead).
    """
    if isinstance(data, str):
        return string(data)
    if isinstance(data, bool):
        return "true" if data else "false"
    if isinstance(data, int | float):
        return repr(data)
    if isinstance(data, Mapping):
        return inline_table(data)
    if isinstance(data, list | tuple):
        return f"[{', '.join(map(value, data))}]"
    raise TypeError(f"TOML cannot hold {type(data).__name__}")


def inline_table(table: Mapping[str, object]) -> str:
    """Return a table on one line; keys without a value (`None`) are left out."""
    pairs = ", ".join(f"{key(k)} = {value(v)}" for k, v in table.items() if v is not None)
    return f"{{{pairs}}}"


def block(table: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a table's body: a line for each key, and for each record of an array."""
    for name, data in table.items():
        if data is None:
            continue
        if isinstance(data, list | tuple) and data and isinstance(data[0], Mapping):
            yield f"{key(name)} = ["
            yield from (f"  {inline_table(record)}," for record in data)
            yield "]"
        else:
            yield f"{key(name)} = {value(data)}"


def comment_text(line: str) -> str:
    """Return a line as a comment can hold it: control characters become spaces."""
    return _NOT_IN_COMMENTS.sub(" ", line)


def comment(text: str) -> Iterator[str]:
    """Yield text as comment lines."""
    for line in map(comment_text, text.split("\n")):
        yield f"# {line}" if line else "#"


def _escape(found: re.Match[str]) -> str:
    char = found[0]
    return _SHORT.get(char) or f"\\u{ord(char):04x}"
