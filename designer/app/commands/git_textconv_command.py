"""`git-textconv FILE`: a design with a line for each record, so that git compares records."""

import argparse
from pathlib import Path

from designer.app.command_error import CommandError
from designer.app.commands.compared_input import read_text
from designer.app.output import deliver
from designer.io.design_lines import design_lines


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a version that git has written")
    parser.epilog = "git-install tells git to call it, for git log -p and git show."


def run(arguments: argparse.Namespace) -> int:
    """Write the lines; of what is no design, the file as it is."""
    try:
        data = arguments.file.read_bytes()
    except OSError as error:
        raise CommandError(f"{arguments.file}: cannot be read: {error.strerror}") from error
    try:
        found = read_text(data, arguments.file.name)
    except CommandError:
        deliver(data, None)
        return 0
    deliver("\n".join(design_lines(found.design, found.parts)), None)
    return 0
