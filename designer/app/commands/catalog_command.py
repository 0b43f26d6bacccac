"""`catalog list|show ID|complete|configure|validate|import-netbox`: its entries, their sources."""

import argparse
import errno
from collections.abc import Iterator
from pathlib import Path

from designer.app.command_error import CommandError
from designer.app.commands import catalog_complete, catalog_configure, catalog_import
from designer.app.commands.catalog_lookup import entry_lines, family_lines, find, search
from designer.app.commands.catalog_page import page
from designer.app.exit_codes import BAD_INPUT
from designer.app.terminal import say
from designer.catalog.catalog import Catalog
from designer.catalog.data_files import data_folder
from designer.catalog.families import LIBRARY_TABLES
from designer.catalog.library import Library
from designer.catalog.load import (
    load_folder,
    load_library,
    load_own,
    load_shipped,
    shipped_library,
    validate,
)
from designer.io.output_file import is_same_file
from designer.io.user_folders import catalogs_folder
from designer.model.plural import plural


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    actions = parser.add_subparsers(
        dest="action", metavar="list|show|complete|configure|validate|import-netbox", required=True
    )
    listing = actions.add_parser("list", help="entries, one a line; without words, all parts")
    listing.add_argument(
        "query",
        nargs="*",
        help="words and tokens: kind:node power<15 gpus>=8 family:models",
    )
    listing.add_argument(
        "--families", action="store_true", help="families, and how many of each fit"
    )
    show = actions.add_parser("show", help="one entry with every figure and its source")
    show.add_argument("entry", metavar="ID", help="an id, or table/id such as model/llama-3-70b")
    whole = actions.add_parser("complete", help="how complete parts are to be placed, by kind")
    whole.add_argument(
        "kinds", metavar="KIND", nargs="*", help="tell each part of it, such as node or rack-pdu"
    )
    check = actions.add_parser("validate", help="what is wrong with a folder of catalogue files")
    check.add_argument(
        "folder", metavar="FOLDER", nargs="?", type=Path, help="default: the shipped one"
    )
    catalog_configure.configure(actions)
    catalog_import.configure(actions)
    for action in (listing, show, whole):
        action.add_argument("--folder", type=Path, help="a catalogue of your own")


def run(arguments: argparse.Namespace) -> int:
    """Do the chosen action."""
    if arguments.action == catalog_import.ACTION:
        return catalog_import.run(arguments)
    if arguments.action == "validate":
        return _validate(arguments.folder)
    catalog, library = _loaded(getattr(arguments, "folder", None))
    if arguments.action == "complete":
        lines = catalog_complete.lines(catalog.parts, arguments.kinds)
    elif arguments.action == catalog_configure.ACTION:
        found = catalog_configure.lines(arguments, catalog, library)
        lines = iter(tuple(found))
    elif arguments.action == "show":
        lines = page(find(arguments.entry, catalog, library), catalog, library)
    elif query := " ".join(arguments.query):
        lines = _found(query, catalog, library, by_family=arguments.families)
    else:
        lines = family_lines(catalog, library) if arguments.families else entry_lines(catalog.parts)
    for line in lines:
        say(line)
    return 0


def _found(query: str, catalog: Catalog, library: Library, *, by_family: bool) -> Iterator[str]:
    """Yield a line for each entry that fits, or for each family how many of it do.

    What was looked for instead is said first.
    """
    found = search(query, catalog, library)
    if found.told:
        say(found.told, error=True)
    if not found.entries:
        say(f"no entry fits {query!r}; list --families says what there is", error=True)
    elif by_family:
        yield from family_lines(catalog, library, found.entries)
    else:
        yield from entry_lines(found.entries, found.query)


def _loaded(folder: Path | None) -> tuple[Catalog, Library]:
    """Return the shipped catalogue under the user's own parts, or a folder's alone."""
    if folder is None:
        own = load_own(catalogs_folder())
        for problem in own.problems:
            say(f"own parts: {problem.line()}", error=True)
        return load_shipped().overlay(own.parts), shipped_library().overlay(own.library)
    catalog, problems = load_folder(folder)
    library, more = load_library(folder)
    errors = [problem for problem in (*problems, *more) if problem.severity == "error"]
    if errors:
        raise CommandError(f"{errors[0].line()}; see cluster-designer catalog validate {folder}")
    return catalog, library


def _require_name(folder: Path) -> None:
    """Refuse a name that no folder can have; what is only not there is told with its problems.

    Raises
    ------
    CommandError
        If the system takes no such name.
    """
    try:
        folder.stat()
    except (OSError, ValueError) as error:
        if getattr(error, "errno", None) in (errno.ENAMETOOLONG, None):
            why = getattr(error, "strerror", None) or error
            raise CommandError(f"{folder}: {why}; name a folder of .toml files") from error


def _validate(folder: Path | None) -> int:
    shipped = data_folder("catalogs")
    if folder is None or is_same_file(folder, shipped):
        folder, problems = shipped, validate(shipped)
    else:
        _require_name(folder)
        problems = validate(folder, load_shipped(), shipped_library())
    for problem in problems:
        say(f"{problem.severity}: {problem.line()}")
    errors = sum(problem.severity == "error" for problem in problems)
    parts = len(load_folder(folder)[0].parts)
    library = load_library(folder)[0]
    others = sum(len(library.entries(table)) for table in LIBRARY_TABLES)
    counted = (
        plural(parts, "part"),
        plural(others, "library entry", "library entries"),
        plural(errors, "error"),
        plural(len(problems) - errors, "remark"),
    )
    say(f"{folder}: {', '.join(counted)}")
    return BAD_INPUT if errors else 0
