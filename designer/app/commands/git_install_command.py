"""`git-install [--global|--local] [--uninstall]`: git compares and merges designs by record."""

import argparse

from designer.app.desktop import start_command
from designer.app.git_set_up import (
    ATTRIBUTES,
    COMMENTS,
    global_place,
    install,
    local_place,
    uninstall,
)
from designer.app.output import write_failed
from designer.app.terminal import say
from designer.io.atomic_file import WriteError


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--local", action="store_true", help="the repository that one is in, which is the default"
    )
    where.add_argument("--global", dest="everywhere", action="store_true", help="all of this user")
    parser.add_argument("--uninstall", action="store_true", help="take all of it away again")
    parser.epilog = (
        "It sets diff.cluster-design and merge.cluster-design and writes lines of attributes: "
        f"{ATTRIBUTES}, and {COMMENTS}. Run it again after the program has moved. With --local "
        "the lines stand in .gitattributes, which is committed; each clone runs the command once."
    )


def run(arguments: argparse.Namespace) -> int:
    """Tell git, or let it forget; say what was written."""
    place = global_place() if arguments.everywhere else local_place()
    steps = uninstall(place) if arguments.uninstall else install(place, start_command())
    is_said = False
    try:
        for line in steps:
            say(line)
            is_said = True
    except WriteError as error:
        raise write_failed(error) from error
    if arguments.uninstall and not is_said:
        say(f"nothing of it is set for {place.words}")
    return 0
