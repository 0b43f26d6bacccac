"""`templates`: the reference designs with their parameters."""

import argparse

from designer.planning.templates import TEMPLATES


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments: there are none."""
    parser.epilog = "Write one with: cluster-designer new TEMPLATE key=value … -o FILE"


def run(arguments: argparse.Namespace) -> int:
    """Print the list."""
    del arguments
    for template in TEMPLATES:
        print(f"{template.id}: {template.name}")
        print(f"    {template.summary}")
        for parameter in template.parameters:
            print(f"    {parameter.name}={parameter.default}  {parameter.help}")
            print(f"        {parameter.allowed()}")
    return 0
