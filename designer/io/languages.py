"""Languages of the window and of pages: a template of all messages, catalogues beside it.

`resources/languages/designer.pot` is what translators begin with; a language is
`resources/languages/LANGUAGE.po`, read as it is, or `LANGUAGE/LC_MESSAGES/designer.mo` there.
`pseudo` is none that anybody speaks: every message in other letters, in brackets and a third
longer, so that a look at the window shows what is no message and what has no room. Nothing of this
is read while all is English.
"""

import gettext
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from designer.catalog.data_files import data_folder
from designer.catalog.load import load_shipped
from designer.model.local_numbers import NUMBER_SIGNS, in_numbers_of
from designer.model.phrases import PhraseBook
from designer.model.po_text import read_catalogue, read_template
from designer.model.presented import Presented
from designer.model.pseudo_language import bracketed, pseudo
from designer.model.unit_signs import german_signs

ENGLISH: Final = "en"
PSEUDO: Final = "pseudo"
_DOMAIN: Final = "designer"
_UNITS: Final[dict[str, Callable[[str], str]]] = {"de": german_signs}
"""How a language writes signs of units where English has others."""


class LanguageError(ValueError):
    """There is no such language; the message names those that are."""


def languages_folder() -> Path:
    """Return where the template and the languages are."""
    return data_folder("resources") / "languages"


def languages(folder: Path) -> list[str]:
    """Return the languages that there are, English first."""
    found = {path.parts[-3] for path in folder.glob(f"*/LC_MESSAGES/{_DOMAIN}.mo")}
    found |= {path.stem for path in folder.glob("*.po")}
    return [ENGLISH, *sorted(found), PSEUDO]


def read_in(chosen: Presented, language: str) -> Presented:
    """Return what a reader has chosen, in a language.

    Raises
    ------
    LanguageError
        If there is no such language.
    """
    return replace(chosen, language=language, book=open_book(language, languages_folder()))


def open_book(language: str, folder: Path) -> PhraseBook | None:
    """Return the phrases of a language; None for English, which needs none.

    Raises
    ------
    LanguageError
        If there is no such language.
    """
    *_, book = opening(language, folder)
    return book


def opening(language: str, folder: Path) -> Iterator[PhraseBook | None]:
    """Yield None after each small piece of the work, and at the end what `open_book` returns.

    Raises
    ------
    LanguageError
        If there is no such language.
    """
    if language == ENGLISH:
        yield None
        return
    known = languages(folder)
    if language not in known:
        raise LanguageError(f"no language {language!r}; there are {', '.join(known)}")
    every: dict[str, str] = {}
    for one, many in read_template((folder / f"{_DOMAIN}.pot").read_text(encoding="utf-8")):
        every[one] = many
        yield None
    if language == PSEUDO:
        yield PhraseBook(every.items(), pseudo, bracketed)
        return
    text = folder / f"{language}.po"
    told: dict[str, str] = {}
    for _ in _reading(text, told) if text.exists() else ():
        yield None
    translated = _by(told) if text.exists() else _compiled(language, folder, every)
    units = _UNITS.get(language, str)
    book = PhraseBook((), translated, names=_names, is_whole=True, units=units)
    for _ in book.taking(every.items()):
        yield None
    yield book


def _names() -> frozenset[str]:
    """Return names of parts and titles of documents: they are not half in another language."""
    found: set[str] = set()
    for part in load_shipped().parts:
        found |= {part.name, f"{part.vendor} {part.name}".strip()}
        found |= {one.source for one in part.provenance}
    named = {name for name in found if " " in name}
    # A text has passed to other numbers already: `Row CDU 1.3 MW` is a name with a comma as well.
    turned = {in_numbers_of(name, key) for name in named for key in NUMBER_SIGNS}
    return frozenset(named | turned)


def share_translated(language: str, folder: Path) -> float:
    """Return which part of the template's messages a catalogue has, 0 to 1."""
    every = {one for one, _ in read_template((folder / f"{_DOMAIN}.pot").read_text("utf-8"))}
    catalogue = read_catalogue((folder / f"{language}.po").read_text("utf-8"))
    return len({one for one, _, told, _ in catalogue if told} & every) / len(every)


def _reading(path: Path, told: dict[str, str]) -> Iterator[None]:
    """Read a catalogue as translators write it, message by message."""
    for one, many, of_one, of_many in read_catalogue(path.read_text(encoding="utf-8")):
        told[one] = of_one
        if many:
            told[many] = of_many
        yield


def _by(told: dict[str, str]) -> Callable[[str], str]:
    """Return what translates by a catalogue that was read."""
    return lambda message: told.get(message, "") or message


def _compiled(language: str, folder: Path, every: dict[str, str]) -> Callable[[str], str]:
    """Return what translates by a catalogue as `msgfmt` makes it."""
    spoken = gettext.translation(_DOMAIN, folder, [language])
    ones = {many: one for one, many in every.items() if many}

    def translated(message: str) -> str:
        if message in ones:
            return spoken.ngettext(ones[message], message, _MANY)
        many = every.get(message, "")
        return spoken.ngettext(message, many, 1) if many else spoken.gettext(message)

    return translated


_MANY: Final = 5
"""A number for which languages with several plurals take the commonest."""
