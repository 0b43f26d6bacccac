"""`comments FILE [--format text|json|csv] [--state open|resolved|all]`: what a review said."""

import argparse
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from designer.app.command_error import CommandError
from designer.app.commands.design_input import open_design
from designer.app.output import STANDARD, deliver, format_of, say_other_ending, say_written
from designer.app.terminal import say
from designer.catalog.catalog import Catalog
from designer.catalog.comment_words import thing_in_words
from designer.io.comments_file import comments_path, read_comments
from designer.io.export.csv_table import csv_table
from designer.model.comments import Comment, Comments, by_number, is_gone
from designer.model.layout import Layout
from designer.model.one_line import one_line

ENDINGS: Final = {".txt": "text", ".json": "json", ".csv": "csv"}
"""What the ending of OUT says where no format is named."""
SUFFIXES: Final = {"text": ".txt", "json": ".json", "csv": ".csv"}
"""How names of files of each format end."""
COLUMNS: Final = ("Number", "Thing", "Author", "Date", "State", "Text", "Answers")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a design; its comments lie beside")
    parser.add_argument(
        "--format", choices=("text", "json", "csv"),
        help="default: as OUT ends (.json, .csv), else text",
    )  # fmt: skip
    parser.add_argument(
        "--state", choices=("open", "resolved", "all"), default="all", help="default: all"
    )
    parser.add_argument(
        "-o", "--output", metavar="OUT", type=Path, help="default: the standard output"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the comments, in the order of their numbers."""
    file = arguments.file
    if file == STANDARD:
        raise CommandError("comments: name the design's file: the comments lie beside it")
    design, catalog = open_design(file)
    beside = comments_path(file)
    read = read_comments(beside)
    errors = [problem.evolve(done="") for problem in read.problems if problem.severity == "error"]
    if errors:
        raise CommandError(errors[0].line())
    for problem in read.problems:
        say(f"{problem.severity}: {problem.line()}", error=True)
    layout = Layout(design)
    wanted = [one for one in by_number(read.comments) if _wanted(one, arguments.state)]
    kind = arguments.format or format_of(arguments.output, ENDINGS)
    text = _TEXTS[kind](wanted, layout, catalog)
    if kind == "text":
        text += _counts(read.comments, beside)
    deliver(text, arguments.output, inputs=[file, beside])
    say_other_ending(arguments.output, SUFFIXES[kind])
    say_written(arguments.output)
    return 0


def _wanted(comment: Comment, state: str) -> bool:
    return state == "all" or comment.is_open == (state == "open")


def _plain(comments: Iterable[Comment], layout: Layout, catalog: Catalog) -> str:
    """Return comments for people: a line on each, its text, and the answers."""
    return "".join(f"{line}\n" for comment in comments for line in _lines(comment, layout, catalog))


def _lines(comment: Comment, layout: Layout, catalog: Catalog) -> Iterator[str]:
    thing = one_line(thing_in_words(comment, layout, catalog))
    yield (f"{comment.number} {thing}: {_signed(comment)}; {one_line(comment.state)}")
    yield f"    {one_line(comment.text)}"
    for reply in comment.replies:
        by = ", ".join(filter(None, (reply.author, reply.date[:10])))
        yield f"    > {one_line(by)}: {one_line(reply.text)}"


def _signed(comment: Comment) -> str:
    return one_line(", ".join(filter(None, (comment.author, comment.day)))) or "unsigned"


def _counts(comments: Comments, beside: Path) -> str:
    settled = sum(not comment.is_open for comment in comments)
    return f"{beside}: {len(comments) - settled} open, {settled} resolved"


def _json(comments: Iterable[Comment], layout: Layout, catalog: Catalog) -> str:
    rows: list[dict[str, Any]] = []
    for comment in comments:
        told = {"thing": thing_in_words(comment, layout, catalog), "gone": is_gone(comment, layout)}
        rows.append({**comment.model_dump(), **told, "open": comment.is_open})
    return json.dumps(rows, indent=2, ensure_ascii=False)


def _csv(comments: Iterable[Comment], layout: Layout, catalog: Catalog) -> str:
    return csv_table(COLUMNS, (_row(comment, layout, catalog) for comment in comments))


def _row(comment: Comment, layout: Layout, catalog: Catalog) -> dict[str, str]:
    said = " | ".join(f"{one.author}, {one.date[:10]}: {one.text}" for one in comment.replies)
    cells = (
        str(comment.number), thing_in_words(comment, layout, catalog), comment.author, comment.day,
        comment.state, comment.text, said,
    )  # fmt: skip
    return dict(zip(COLUMNS, cells, strict=True))


_TEXTS: Final = {"text": _plain, "json": _json, "csv": _csv}
