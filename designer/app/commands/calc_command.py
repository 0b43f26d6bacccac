"""`calc SUBJECT key=value … [--json]`: one calculation, explained."""

import argparse
import json
from typing import Any

from designer.app.command_error import CommandError
from designer.app.commands.design_input import key_values
from designer.engine.calc import SUBJECTS, CalcError, calculate


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments. `-h` is ours: it explains the subject it stands behind."""
    parser.add_argument("subject", metavar="SUBJECT", nargs="?", help="none lists the subjects")
    parser.add_argument("values", metavar="key=value", nargs="*", help="none lists them")
    parser.add_argument("--json", action="store_true", help="the result as JSON")
