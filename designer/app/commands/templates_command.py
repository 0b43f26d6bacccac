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
            low, high = parameter.minimum, parameter.maximum
            span = f", {low} to {high}" if high is not None else f", at least {low}"
            span = "" if low is None and high is None else span
            print(f"    {parameter.name}={parameter.default}  {parameter.help}{span}")
    return 0
