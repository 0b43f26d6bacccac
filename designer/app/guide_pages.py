"""Writes what follows from the program in the guide: `python -m designer.app.guide_pages`.

A page holds them between `<!-- generated: NAME -->` and `<!-- end -->`; all else is written by
hand. The command needs a checkout; a test fails while a page is out of date. A new part is a
function in `PARTS`.
"""

import argparse
import contextlib
import io
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from designer.app.main import COMMANDS, PROGRAM, command_parser, main
from designer.io.languages import languages_folder, share_translated

_BETWEEN: Final = re.compile(r"(<!-- generated: ([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
_SAMPLE: Final = ("dgx-superpod-h100", "scalable_units=1", "cooling=air", "nodes_per_rack=4")
_SAMPLE_FILE: Final = "pod.cluster.toml"
_FINDINGS_SHOWN: Final = 3
_LINES_OF_A_FINDING: Final = 3
_STEP: Final = 5
"""Per cent to which shares of translated messages are rounded down."""
_MANY: Final = 12
"""More choices than that are described, not listed."""


def renewed(text: str) -> str:
    """Return a page with its generated parts written anew."""
    return _BETWEEN.sub(lambda found: f"{found[1]}{PARTS[found[2]]()}\n{found[3]}", text)


def pages(checkout: Path) -> list[Path]:
    """Return the files of a checkout that may hold generated parts."""
    return [checkout / "README.md", *sorted((checkout / "resources/guide").glob("*.md"))]


def command_line() -> str:
    """Return every command with its usage and arguments."""
    return "\n\n".join(block for name in COMMANDS for block in _command(name))


def calculations() -> str:
    """Return the subjects of `calc` as a table."""
    from designer.engine.calc import CALCULATIONS

    rows = [
        (f"`{entry.name}`", entry.summary, " ".join(f"`{p.name}`" for p in entry.parameters))
        for entry in CALCULATIONS.values()
    ]
    return _table(("subject", "calculates", "parameters"), rows)


def keys() -> str:
    """Return every key of the window, menu by menu, and those of the views."""
    from designer.ui.state.actions import MENUS, SPECS
    from designer.ui.state.view_keys import VIEW_KEYS

    specs = {spec.id: spec for spec in SPECS}
    blocks = []
    for title, ids in MENUS:
        rows = [
            (f"`{specs[id_].shortcut}`", specs[id_].text)
            for id_ in ids
            if id_ in specs and specs[id_].shortcut
        ]
        blocks += [f"## {title.replace('&', '')}", _table(("key", "does"), rows)]
    for title, there in VIEW_KEYS:
        blocks += [f"## {title}", _table(("key", "does"), there)]
    return "\n\n".join(blocks)


def languages_told() -> str:
    """Return how much of the program each language has, rounded down: it grows by small steps."""
    folder = languages_folder()
    known = sorted(path.stem for path in folder.glob("*.po"))
    shares = {one: int(share_translated(one, folder) * 100) // _STEP * _STEP for one in known}
    told = ", ".join(f"`{one}` has {share} %" for one, share in shares.items())
    return f"- **How much is translated**, of all messages, at least: {told}."


def check_sample() -> str:
    """Return the first findings of `check` on a reference design, and its last line."""
    with tempfile.TemporaryDirectory() as folder:
        design = str(Path(folder) / _SAMPLE_FILE)
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            main(["new", *_SAMPLE, "-o", design])
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            main(["check", design])
    lines = said.getvalue().replace(design, _SAMPLE_FILE).splitlines()
    shown = lines[: _FINDINGS_SHOWN * _LINES_OF_A_FINDING]
    return "\n".join(
        (
            "```console",
            f"$ {PROGRAM} new {' '.join(_SAMPLE)} -o {_SAMPLE_FILE}",
            f"$ {PROGRAM} check {_SAMPLE_FILE}",
            *shown,
            "…",
            lines[-1],
            "```",
        )
    )


def completeness_table() -> str:
    """Return how complete the parts of the shipped catalogue are, by kind."""
    from designer.app.commands.catalog_complete import HEADS, cells
    from designer.catalog.completeness import completeness
    from designer.catalog.load import load_shipped

    return _table(HEADS, map(cells, completeness(load_shipped().parts)))


def figure_kinds() -> str:
    """Return how many figures of the shipped parts come from which kind of source."""
    from designer.catalog.load import load_shipped

    counted: Counter[str] = Counter()
    for part in load_shipped().parts:
        stated = (f for f in part.figures() if f.partition(".")[0] in part.model_fields_set)
        counted.update(said.kind for f in stated if (said := part.source_of(f)))
    return (
        f"Of the {counted.total():,} figures that the shipped parts state, {counted['vendor']:,} "
        f"are read at their makers, {counted['second-hand']:,} are makers' read in somebody else's "
        f"copy, {counted['guide']:,} guides', {counted['derived']:,} derived, "
        f"{counted['reference-design']:,} of reference designs, {counted['measured']:,} measured "
        f"and {counted['assumed']:,} assumed "
        f"({counted['assumed'] / counted.total():.1%}); what nobody states is left out."
    )


def source_counts() -> str:
    """Return what is known of the sources in the catalogue's files."""
    from designer.catalog.data_files import data_folder
    from designer.catalog.plain_toml import read_plain

    sources: list[dict[str, str]] = []
    for path in data_folder("catalogs").rglob("*.toml"):
        found = read_plain(path.read_text(encoding="utf-8")).get("sources", {})
        sources += [{} if isinstance(one, str) else one for one in found.values()]
    known = Counter(field for source in sources for field in source)
    return (
        f"Of the {len(sources):,} sources in its files, {known['document']:,} name a document, "
        f"{known['revision']:,} its revision, {known['page']:,} a page, table or section in it, "
        f"{known['publisher']:,} its publisher beside, and {known['accessed']:,} an address with "
        f"the day by which it was read; the others are assumptions, arithmetic, estimates "
        "and notes that name none."
    )


def reference_designs() -> str:
    """Return the reference designs: picture, what the design itself says of its rules, parameters.

    The picture is made by `packaging/pictures.py designs`.
    """
    from designer.catalog.load import load_shipped
    from designer.planning.templates import TEMPLATES, build

    catalog, blocks = load_shipped(), []
    for template in TEMPLATES:
        design = build(template.id, {}, catalog)
        rows = [
            (f"`{one.name}`", one.help, one.allowed(), f"`{one.default}`")
            for one in template.parameters
        ]
        blocks += [
            f"## {template.name}",
            f"`{PROGRAM} new {template.id}`: {template.summary}.",
            f"![{design.name}](pictures/design-{template.id}.png)",
            *([f"{design.name}. {design.note}"] if design.note else []),
            _table(("parameter", "is", "may be", "by default"), rows),
        ]
    return "\n\n".join(blocks)


PARTS: Final[dict[str, Callable[[], str]]] = {
    "commands": command_line,
    "calculations": calculations,
    "keys": keys,
    "check": check_sample,
    "completeness": completeness_table,
    "figure-kinds": figure_kinds,
    "sources": source_counts,
    "reference-designs": reference_designs,
    "languages": languages_told,
}


def _command(name: str) -> Iterator[str]:
    """Yield heading, purpose, usage and arguments of a command, and of what it divides into."""
    _, parser = command_parser(name)
    yield f"## {name}"
    yield str(parser.description)
    below = _divisions(parser)
    if not below:
        yield from _arguments(parser)
        return
    for choice, (division, purpose) in below.items():
        yield f"### {name} {choice}"
        yield f"{purpose[0].upper()}{purpose[1:]}."
        yield from _arguments(division)


def _divisions(
    parser: argparse.ArgumentParser,
) -> dict[str, tuple[argparse.ArgumentParser, str]]:
    """Return the sub-commands of a parser with their purpose."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            purposes = {choice.dest: choice.help or "" for choice in action._choices_actions}
            return {name: (made, purposes[name]) for name, made in action.choices.items()}
    return {}


def _arguments(parser: argparse.ArgumentParser) -> Iterator[str]:
    known = [action for action in parser._actions if action.dest != "help"]
    words = " ".join((parser.prog, *map(_in_usage, known)))
    yield f"```sh\n{words}\n```"
    rows = [(f"`{_named(action, short=True)}`", _meaning(parser, action)) for action in known]
    if rows:
        yield _table(("argument", "means"), rows)
    if parser.epilog:
        yield parser.epilog


def _in_usage(action: argparse.Action) -> str:
    """Return an argument as a line of usage writes it."""
    if action.option_strings:
        shown = _named(action).partition(", ")[0] if action.required else _named(action)
        shown = shown.rpartition(", ")[2] if not action.required else shown
        return shown if action.required else f"[{shown}]"
    shown = _value(action)
    return {"*": f"[{shown} …]", "?": f"[{shown}]"}.get(str(action.nargs), shown)


def _named(action: argparse.Action, *, short: bool = False) -> str:
    """Return an argument with its value: `-o OUT, --output OUT`.

    Parameters
    ----------
    short
        Whether choices are left to the argument's meaning: not every reader of Markdown takes a
        bar in a table for one of the text.
    """
    if not action.option_strings:
        return _value(action, short=short)
    value = "" if action.nargs == 0 else f" {_value(action, short=short)}"
    return ", ".join(f"{option}{value}" for option in action.option_strings)


def _value(action: argparse.Action, *, short: bool = False) -> str:
    if action.metavar:
        return str(action.metavar)
    if action.choices and not short:
        return "|".join(str(choice) for choice in action.choices)
    return action.dest.upper() if action.option_strings else action.dest


def _meaning(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    if not action.help:
        raise ValueError(f"{parser.prog}: {_named(action)} says nothing of itself")
    words = parser._get_formatter()._expand_help(action)
    choices = [f"`{choice}`" for choice in action.choices or ()]
    return f"{words}; one of {', '.join(choices)}" if 0 < len(choices) < _MANY else words


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    # A bar would end the cell, even between backticks.
    return "\n".join(f"| {' | '.join(c.replace('|', chr(92) + '|') for c in r)} |" for r in lines)


def write(checkout: Path) -> list[Path]:
    """Renew every page of a checkout; return those that changed."""
    changed = []
    for page in pages(checkout):
        old = page.read_text(encoding="utf-8")
        new = renewed(old)
        if new != old:
            page.write_text(new, encoding="utf-8")
            changed.append(page)
    return changed


if __name__ == "__main__":
    for written in write(Path(__file__).resolve().parents[2]):
        print(f"wrote {written}", file=sys.stderr)
