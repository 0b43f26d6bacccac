"""The option `--units` of the commands that write pages for people."""

import argparse

from designer.model.presented import UNITS


def add_units(parser: argparse.ArgumentParser) -> None:
    """Declare it."""
    parser.add_argument(
        "--units",
        choices=UNITS,
        default="metric",
        help="in which units people read it; files for programs stay metric (default: %(default)s)",
    )
