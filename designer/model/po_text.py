"""Catalogues and templates of gettext, read as translators write them."""

import re
from collections.abc import Iterator
from typing import Final


def read_template(text: str) -> Iterator[tuple[str, str]]:
    """Yield the messages of a template of gettext, each with its plural."""
    yield from ((message, many) for message, many, *_ in read_catalogue(text))


def read_catalogue(text: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield each message of a catalogue of gettext and its plural, with the translations of both.

    What a message has not is empty. Of languages with more than two forms the second is that of
    all numbers but one.
    """
    entry, into = ["", "", "", ""], 0
    for line in (*text.splitlines(), 'msgid ""'):
        key, _, quoted = line.partition(" ")
        if key == "msgid":
            if entry[0]:
                yield entry[0], entry[1], entry[2], entry[3]
            entry = ["", "", "", ""]
        if key in _INTO:
            into = _INTO[key]
            entry[into] = _unquoted(quoted)
        elif line.startswith('"'):
            entry[into] += _unquoted(line)


_INTO: Final = {"msgid": 0, "msgid_plural": 1, "msgstr": 2, "msgstr[0]": 2, "msgstr[1]": 3}


def _unquoted(quoted: str) -> str:
    plain = quoted.strip()[1:-1]
    return re.sub(r"\\(.)", lambda found: _ESCAPED.get(found[1], found[1]), plain)


_ESCAPED: Final = {"n": "\n", "t": "\t"}
