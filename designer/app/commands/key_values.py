"""`key=value` words of a command line."""

from collections.abc import Sequence

from designer.app.command_error import CommandError


def key_values(words: Sequence[str]) -> dict[str, str]:
    """Return `key=value` words as a dictionary.

    Raises
    ------
    CommandError
        If a word is no `key=value`, or a key comes twice.
    """
    found: dict[str, str] = {}
    for word in words:
        key, sign, value = word.partition("=")
        if not (sign and key.strip()):
            raise CommandError(f"{word!r} is no key=value; write for instance nodes=127")
        if key in found:
            raise CommandError(f"{key} is given twice; give it once")
        found[key.strip()] = value.strip()
    return found
