"""`plugins list [--format text|json]`: the plug-ins that are installed, and whether they work."""

import argparse
import json

from designer.app.commands.export_command import FORMATS
from designer.app.exit_codes import FINDINGS
from designer.app.terminal import say
from designer.io.plugin_words import tried
from designer.plugins import SWITCH
from designer.plugins.registry import PREFIX, PlugIn, PlugIns


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("what", metavar="list", choices=("list",), help="tell what is installed")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    parser.epilog = "The exit code is 1 where one of them is off. The guide says how to write one."


def run(arguments: argparse.Namespace) -> int:
    """Load every plug-in, and print what is found and its state."""
    plugins = PlugIns()
    found = tried(plugins, FORMATS)
    if arguments.format == "json":
        said = {"enabled": plugins.enabled, "plugins": [_data(one) for one in found]}
        say(json.dumps(said, indent=2, ensure_ascii=False))
    elif not plugins.enabled:
        say(f"plug-ins are switched off (--no-plugins, or {SWITCH})")
    elif not found:
        say(f"no plug-ins are installed: none in the groups {PREFIX}exporters, checks, templates")
    for one in found if arguments.format == "text" else ():
        say(f"{one.kind[:-1]} {one.name}: {one.distribution} {one.version}".rstrip())
        say(f"    off: {one.because}" if one.is_off else "    on")
    return FINDINGS if any(one.is_off for one in found) else 0


def _data(one: PlugIn) -> dict[str, str]:
    return {
        "kind": one.kind, "name": one.name, "distribution": one.distribution,
        "version": one.version, "state": "off" if one.is_off else "on", "because": one.because,
    }  # fmt: skip
