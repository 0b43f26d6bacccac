"""What commands do that read a file into a design: change it, say what was mended, write it."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from designer.app.command_error import CommandError
from designer.app.commands.design_input import open_design
from designer.app.output import deliver, is_standard_output, say_written, write_failed
from designer.app.terminal import say
from designer.document.document import Edit
from designer.document.errors import EditError
from designer.io.atomic_file import WriteError, is_stream
from designer.io.design_file import dumps, save


def deliver_changed(
    arguments: argparse.Namespace, edit: Edit, notes: Sequence[str], what: str
) -> int:
    """Change the design that the arguments name, and write it where they say.

    Parameters
    ----------
    notes
        What was mended or is doubtful, a line each.
    what
        What the design has now, in words.
    """
    source: Path = arguments.design
    output: Path = arguments.output or source
    design, catalog = open_design(source)
    try:
        changed = edit(design)
    except EditError as error:
        raise CommandError(f"{arguments.file}: {error}") from error
    for line in notes:
        say(line, error=True)
    if is_standard_output(output) or is_stream(output):
        deliver(dumps(changed, catalog), output)
    else:
        try:
            save(output, changed, catalog)
        except WriteError as error:
            raise write_failed(error) from error
    say_written(output, what)
    return 0
