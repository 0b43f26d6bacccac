"""Fresh ids and names."""

import re
from collections.abc import Container

_NUMBER = re.compile(r"^(.*?)(\d{1,18})$")


def slug(text: str) -> str:
    """Return text as an id: lower case letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "x"


def fresh_id(taken: Container[str], stem: str) -> str:
    """Return `stem-1`, `stem-2`, … whichever is the first not taken."""
    number = 1
    while f"{stem}-{number}" in taken:
        number += 1
    return f"{stem}-{number}"


def next_name(taken: Container[str], like: str) -> str:
    """Return a name like another with its number raised until it is free: B09 after B08."""
    found = _NUMBER.match(like)
    stem, digits = found.groups() if found else (f"{like}-", "1")
    number = int(digits) + 1
    while f"{stem}{number:0{len(digits)}d}" in taken:
        number += 1
    return f"{stem}{number:0{len(digits)}d}"


def after_rack(text: str, old: str, new: str) -> str:
    """Return a device's name with its rack's name, or that name as an id, put in anew.

    Only whole words count: `A1` is no part of `A10`.
    """
    for word in dict.fromkeys((old, slug(old))):
        found = re.sub(rf"(?<![A-Za-z0-9]){re.escape(word)}(?![A-Za-z0-9])", lambda _: new, text)
        if found != text:
            return found
    return text


def row_letters() -> list[str]:
    """Return the names of rows in order: A to Z, then AA to ZZ."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return [*alphabet, *(a + b for a in alphabet for b in alphabet)]
