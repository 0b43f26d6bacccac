"""`templates`: the reference designs with their parameters."""

import argparse

from designer.app.terminal import say
from designer.planning.templates import TEMPLATES


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments: there are none."""
    parser.epilog = "Write one with: cluster-designer new TEMPLATE key=value … -o FILE"


def run(arguments: argparse.Namespace) -> int:
    """Print the list."""
    del arguments
    for template in TEMPLATES:
        say(f"{template.id}: {template.name}")
        say(f"    {template.summary}")
        for parameter in template.parameters:
            say(f"    {parameter.name}={parameter.default}  {parameter.help}")
            say(f"        {parameter.allowed()}")
    return 0
