"""`report FILE [--format text|json|md|html] [-o OUT]`: everything that follows from a design."""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from designer.app.commands.design_input import open_and_evaluate, take_stage
from designer.app.commands.each_stage import lines_of, open_stages
from designer.app.commands.reading_options import add_reading, reading_of
from designer.app.output import deliver, format_of, say_other_ending, say_written
from designer.engine.stage_lines import StageLine
from designer.io.export import REPORT_FORMATS
from designer.io.export.report_content import stages_content
from designer.io.export.report_layouts import (
    content_html,
    content_markdown,
    content_text,
    report_html,
    report_markdown,
    report_text,
)
from designer.model.given_names import names_in

ENDINGS: Final = {
    ".txt": "text", ".json": "json", ".md": "md", ".markdown": "md", ".html": "html",
    ".htm": "html",
}  # fmt: skip
"""What the ending of OUT says where no format is named."""
_PAGES: Final = {"text": report_text, "md": report_markdown, "html": report_html}
_CONTENTS: Final = {"text": content_text, "md": content_markdown, "html": content_html}
SUFFIXES: Final = {"text": ".txt", "json": ".json", "md": ".md", "html": ".html"}
"""How names of files of each format end."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a design; - reads standard input")
    parser.add_argument(
        "--format",
        choices=sorted(REPORT_FORMATS),
        help="default: as OUT ends (.json, .md, .html), else text",
    )
    parser.add_argument(
        "-o", "--output", metavar="OUT", type=Path, help="default: the standard output"
    )
    stages = parser.add_mutually_exclusive_group()
    take_stage(stages)
    stages.add_argument(
        "--all-stages", action="store_true",
        help="all stages of the design beside each other, with their findings",
    )  # fmt: skip
    add_reading(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the report."""
    read = reading_of(arguments)
    if arguments.all_stages:
        return _all_stages(arguments)
    design, catalog, report = open_and_evaluate(arguments.file, arguments.stage)
    kind = arguments.format or format_of(arguments.output, ENDINGS)
    # JSON is for programs: they know one system of units, and English.
    page = None if read.is_plain else _PAGES.get(kind)
    if page is None:
        text = REPORT_FORMATS[kind](design, catalog, report)
    else:
        named = replace(read, names=names_in(design))
        text = page(design, catalog, report, read=named)
    deliver(text, arguments.output, inputs=[arguments.file])
    say_other_ending(arguments.output, SUFFIXES[kind])
    say_written(arguments.output)
    return 0


def _all_stages(arguments: argparse.Namespace) -> int:
    """Write what the stages come to, beside each other, and the findings of each."""
    _, found = open_stages(arguments.file)
    lines = lines_of(found)
    kind = arguments.format or format_of(arguments.output, ENDINGS)
    if kind == "json":
        text = json.dumps([_data(one) for one in lines], indent=2, ensure_ascii=False) + "\n"
    else:
        name = found[-1].design.name
        text = _CONTENTS[kind](stages_content(name, lines))
    deliver(text, arguments.output, inputs=[arguments.file])
    say_other_ending(arguments.output, SUFFIXES[kind])
    say_written(arguments.output)
    return 0


def _data(line: StageLine) -> dict[str, Any]:
    """Return a stage as plain data: figures in words, as the table has them, and its findings."""
    return {
        "stage": line.stage.model_dump(),
        "figures": {one.what: {"is": one.words, "more": one.more or None} for one in line.figures},
        "checks": [check.model_dump() for check in line.checks],
    }
