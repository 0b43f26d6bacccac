"""The options `--units` and `--language` of the commands that write pages for people."""

import argparse

from designer.app.command_error import CommandError
from designer.io.languages import ENGLISH, LanguageError, read_in
from designer.model.presented import UNITS, Presented, numbers_of


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Declare them."""
    parser.add_argument(
        "--units",
        choices=UNITS,
        default="metric",
        help="in which units people read it; files for programs stay metric (default: %(default)s)",
    )
    parser.add_argument(
        "--language",
        metavar="LANGUAGE",
        default=ENGLISH,
        help="in which language people read it, with numbers as there; what a language lacks, and "
        "files for programs, stay English: de, or one of your own (default: %(default)s)",
    )


def reading_of(arguments: argparse.Namespace) -> Presented:
    """Return how the page is read.

    Raises
    ------
    CommandError
        If there is no such language; the message names those that are.
    """
    language: str = arguments.language
    chosen = Presented(arguments.units, numbers_of(language))
    try:
        return chosen if language == ENGLISH else read_in(chosen, language)
    except LanguageError as error:
        raise CommandError(f"--language: {error}") from error
