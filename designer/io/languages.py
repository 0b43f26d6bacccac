"""Languages of the window: the template of all messages, and catalogues of gettext beside it.

`resources/languages/designer.pot` is what translators begin with; a language is
`resources/languages/LANGUAGE/LC_MESSAGES/designer.mo`. `pseudo` is none that anybody speaks: every
message in other letters, in brackets and a third longer, so that a look at the window shows what is
no message and what has no room. Nothing of this is read while the window is English.
"""

import gettext
from pathlib import Path
from typing import Final

from designer.catalog.data_files import data_folder
from designer.model.phrases import PhraseBook, bracketed, pseudo, read_template

ENGLISH: Final = "en"
PSEUDO: Final = "pseudo"
_DOMAIN: Final = "designer"


class LanguageError(ValueError):
    """There is no such language; the message names those that are."""


def languages_folder() -> Path:
    """Return where the template and the languages are."""
    return data_folder("resources") / "languages"


def languages(folder: Path) -> list[str]:
    """Return the languages that there are, English first."""
    found = sorted(path.parts[-3] for path in folder.glob(f"*/LC_MESSAGES/{_DOMAIN}.mo"))
    return [ENGLISH, *found, PSEUDO]


def open_book(language: str, folder: Path) -> PhraseBook | None:
    """Return the phrases of a language; None for English, which needs none.

    Raises
    ------
    LanguageError
        If there is no such language.
    """
    if language == ENGLISH:
        return None
    known = languages(folder)
    if language not in known:
        raise LanguageError(f"no language {language!r}; there are {', '.join(known)}")
    messages = read_template((folder / f"{_DOMAIN}.pot").read_text(encoding="utf-8"))
    if language == PSEUDO:
        return PhraseBook(messages, pseudo, bracketed)
    spoken = gettext.translation(_DOMAIN, folder, [language])
    every = dict(messages)
    ones = {many: one for one, many in every.items() if many}

    def translated(message: str) -> str:
        if message in ones:
            return spoken.ngettext(ones[message], message, _MANY)
        many = every.get(message, "")
        return spoken.ngettext(message, many, 1) if many else spoken.gettext(message)

    return PhraseBook(every.items(), translated)


_MANY: Final = 5
"""A number for which languages with several plurals take the commonest."""
