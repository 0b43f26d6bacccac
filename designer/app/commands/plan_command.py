"""`plan key=value … [-o FILE]`: from five questions to a laid-out design.

How many GPUs or which run by when, which GPU, which room and feeds, which cooling, which budget.
"""

import argparse
import json
from pathlib import Path

from designer.app.command_error import CommandError
from designer.app.commands.design_output import see_that_it_may_be_written, write_design
from designer.app.commands.key_values import key_values
from designer.app.exit_codes import FINDINGS
from designer.app.output import is_standard_output
from designer.app.plan_answer import lines, measured, planned
from designer.app.terminal import say
from designer.catalog.load import load_shipped
from designer.planning.arguments import TemplateError
from designer.planning.questions.answers import QUESTIONS, answers_of
from designer.planning.questions.planner import plan


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "answers", metavar="key=value", nargs="*", default=(), help="answers, as below"
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path,
        help="write the design that fits; - is the standard output",
    )  # fmt: skip
    parser.add_argument(
        "--force", action="store_true", help="replace FILE; what it holds is kept as FILE.bak"
    )
    parser.add_argument(
        "--nearest", action="store_true", help="where nothing fits, write the nearest that does"
    )
    parser.add_argument("--json", action="store_true", help="the answer as JSON")
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    told = "\n".join(f"- {question.key}: {question.help}" for question in QUESTIONS)
    parser.epilog = (
        f"Keys and what they answer:\n\n{told}\n\nThe exit code is 1 where nothing fits."
    )


def run(arguments: argparse.Namespace) -> int:
    """Tell what comes of the answers, and write it."""
    output = arguments.output
    if output is not None:
        see_that_it_may_be_written(output, force=arguments.force)
    catalog = load_shipped()
    try:
        answers = answers_of(key_values(arguments.answers))
        found = plan(answers, catalog)
    except TemplateError as error:
        raise CommandError(error.problem.line()) from error
    shown = found.proposal or found.nearest
    figures = None if shown is None else measured(shown, answers, catalog)
    said = planned(found)
    # A design on the standard output is alone there.
    aside = output is not None and is_standard_output(output)
    if arguments.json:
        whole = {**said, "figures": figures}
        say(json.dumps(whole, indent=2, ensure_ascii=False), error=aside)
    else:
        say("\n".join(lines(said, figures)), error=aside)
    wanted = shown if found.proposal or arguments.nearest else None
    if output is not None and wanted is not None:
        write_design(output, wanted.design, catalog)
    return 0 if found.proposal else FINDINGS
