"""`templates`: the reference designs with their parameters."""

import argparse

from designer.app.terminal import say
from designer.planning.plugin_templates import templates_of
from designer.planning.templates import TEMPLATES
from designer.plugins.registry import PlugIns


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments: there are none."""
    parser.epilog = "Write one with: cluster-designer new TEMPLATE key=value … -o FILE"


def run(arguments: argparse.Namespace) -> int:
    """Print the list."""
    del arguments
    plugins = PlugIns()
    for template in (*TEMPLATES, *(one for _, one in templates_of(plugins))):
        say(f"{template.id}: {template.name}")
        say(f"    {template.summary}")
        for parameter in template.parameters:
            say(f"    {parameter.name}={parameter.default}  {parameter.help}")
            say(f"        {parameter.allowed()}")
    for off in plugins.off():
        say(f"info: {off.words}", error=True)
    return 0
