"""`catalog import-netbox PATH`: parts from the NetBox device-type library, and what they lack."""

import argparse
from pathlib import Path
from typing import Final

from designer.catalog.kinds import KIND_IDS

ACTION: Final = "import-netbox"


def configure(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the action and its arguments."""
    action = actions.add_parser(ACTION, help="parts from files of NetBox's device-type library")
    action.add_argument("path", metavar="PATH", type=Path, help="a file, a folder or a checkout")
    action.add_argument(
        "--into",
        metavar="FILE_OR_FOLDER",
        type=Path,
        help="one .toml file, or a folder of one a maker; your own catalogue if not given",
    )
    action.add_argument(
        "--report", metavar="FILE", type=Path, help="findings per file; TOML if it ends in .toml"
    )
    action.add_argument(
        "--kind",
        action="append",
        choices=KIND_IDS,
        metavar="KIND",
        help="only parts of this kind; may be repeated",
    )
    action.add_argument(
        "--psu",
        action="append",
        default=[],
        metavar="ID=MODEL",
        help="the module type in a part's bays for power supplies; may be repeated",
    )
    action.add_argument(
        "--merge",
        choices=("keep", "theirs", "both"),
        default="both",
        help="of a part that is known: keep its figures where the two differ, take theirs, or "
        "keep both parts (default)",
    )
    action.add_argument("--dry-run", action="store_true", help="say what would be done only")


def run(arguments: argparse.Namespace) -> int:
    """Do it; its modules are loaded only now."""
    from designer.app.commands import netbox_import

    return netbox_import.run(arguments)
