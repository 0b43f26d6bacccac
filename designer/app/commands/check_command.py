"""`check FILE [--format text|json|sarif] [--fail-on warning|error]`: the design rules."""

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from designer import __version__
from designer.app.command_error import CommandError
from designer.app.commands.design_input import named, open_and_evaluate, take_stage
from designer.app.commands.each_stage import open_stages
from designer.app.exit_codes import FINDINGS
from designer.app.output import STANDARD, deliver, format_of, say_other_ending, say_written
from designer.engine.reasons import OPEN, OPEN_WORDS, gravity, standing, standing_words
from designer.engine.report import Check
from designer.io.guide import load_guide
from designer.model.design import Design, Waiver
from designer.model.layout import Layout
from designer.model.one_line import one_line
from designer.model.plural import plural
from designer.model.some_names import some
from designer.model.source_places import SourcePlaces
from designer.model.stages import stage_words

_RANK: Final = {"info": 0, "warning": 1, "error": 2}
_SARIF_LEVEL: Final = {"info": "note", "warning": "warning", "error": "error"}
_PLACES_SHOWN: Final = 6
ENDINGS: Final = {".txt": "text", ".json": "json", ".sarif": "sarif", ".sarif.json": "sarif"}
"""What the ending of OUT says where no format is named."""
SUFFIXES: Final = {"text": ".txt", "json": ".json", "sarif": ".sarif"}
"""How names of files of each format end."""
_SARIF_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a design; - reads standard input")
    parser.add_argument(
        "--format",
        choices=("text", "json", "sarif"),
        help="default: as OUT ends (.json, .sarif), else text",
    )
    parser.add_argument(
        "--fail-on",
        choices=("warning", "error"),
        default="warning",
        help="the mildest finding for which the exit code is 1 (default: warning); "
        "what cannot be said counts as a warning",
    )
    parser.add_argument(
        "-o", "--output", metavar="OUT", type=Path, help="default: the standard output"
    )
    stages = parser.add_mutually_exclusive_group()
    take_stage(stages)
    stages.add_argument(
        "--all-stages", action="store_true",
        help="the findings of every stage of the design, each by its name",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Write the findings; tell by the exit code whether there is one that counts."""
    if arguments.all_stages:
        return _all_stages(arguments)
    design, _, report = open_and_evaluate(arguments.file, arguments.stage)
    checks = _in_order(report.checks)
    kind = arguments.format or format_of(arguments.output, ENDINGS)
    if kind == "json":
        text = json.dumps([check.model_dump() for check in checks], indent=2, ensure_ascii=False)
    elif kind == "sarif":
        text = json.dumps(sarif(checks, arguments.file, design), indent=2, ensure_ascii=False)
    else:
        text = plain(checks, arguments.file, Layout(design))
    deliver(text, arguments.output, inputs=[arguments.file])
    say_other_ending(arguments.output, SUFFIXES[kind])
    say_written(arguments.output)
    return _exit_code(checks, arguments.fail_on)


def _all_stages(arguments: argparse.Namespace) -> int:
    """Write the findings of every stage; the exit code tells of all of them."""
    kind = arguments.format or format_of(arguments.output, ENDINGS)
    if kind == "sarif":
        raise CommandError("--all-stages: SARIF has no stages; write text or json, or name a stage")
    _, found = open_stages(arguments.file)
    each = [(one, _in_order(one.report.checks)) for one in found]
    if kind == "json":
        data = [
            {"stage": one.stage.id, "name": one.stage.called,
             "checks": [check.model_dump() for check in checks]}
            for one, checks in each
        ]  # fmt: skip
        text = json.dumps(data, indent=2, ensure_ascii=False)
    else:
        blocks = []
        for one, checks in each:
            called = f"{named(arguments.file)}, {one.stage.called}"
            heading = f"Stage {stage_words(one.stage)}"
            lines = plain(checks, arguments.file, Layout(one.design), called)
            blocks.append(f"{heading}\n{'-' * len(heading)}\n{lines}")
        text = "\n\n".join(blocks)
    deliver(text, arguments.output, inputs=[arguments.file])
    say_other_ending(arguments.output, SUFFIXES[kind])
    say_written(arguments.output)
    return _exit_code([check for _, checks in each for check in checks], arguments.fail_on)


def _in_order(checks: Iterable[Check]) -> list[Check]:
    return sorted(checks, key=lambda c: (-_RANK[c.severity], c.rule, c.key))


def _exit_code(checks: Iterable[Check], fail_on: str) -> int:
    """Return what the command ends with: whether a finding counts that nobody accepted."""
    limit = _RANK[fail_on]
    counts = any(not c.waived and _RANK[c.severity] >= limit for c in checks)
    return FINDINGS if counts else 0


def plain(checks: list[Check], file: Path, layout: Layout, called: str = "") -> str:
    """Return the findings as lines for people, the worst first, waived ones marked.

    Parameters
    ----------
    called
        What the last line calls the design, where it is not the file.
    """
    lines = []
    for check in sorted(checks, key=gravity):
        waived = " (waived)" if check.waived else ""
        places, message = _places(check.where, layout), one_line(check.message)
        said = message if message.startswith(places) else f"{places}{message}"
        lines.append(f"{standing_words(check)}{waived}: {said}")
        if check.advice:
            lines.append(f"    {one_line(check.advice)}")
        lines.append(f"    {check.rule}; waive as {check.key}")
    counted = [check for check in checks if not check.waived]
    numbers = Counter(standing(check) for check in counted)
    unsaid = (f"{numbers[OPEN]:,} {OPEN_WORDS}",) if numbers[OPEN] else ()
    counts = ", ".join(
        (
            plural(numbers["error"], "error"),
            plural(numbers["warning"], "warning"),
            *unsaid,
            f"{numbers['info']:,} info",
            f"{len(checks) - len(counted)} waived",
        )
    )
    lines.append(f"{called or named(file)}: {counts}")
    return "\n".join(lines)


def _places(where: tuple[str, ...], layout: Layout) -> str:
    names = layout.names_of(where)
    return f"{one_line(some(names, _PLACES_SHOWN))}: " if names else ""


def sarif(checks: list[Check], file: Path, design: Design) -> dict[str, Any]:
    """Return the findings as SARIF 2.1.0, each at the line where its first record stands.

    A waived one is suppressed with the reason and the author that its waiver gives. A place has
    the name that people call it by, and its id as the qualified name, which is unique.
    """
    # The standard input is read already, and its lines are of no file that a reader could open.
    text = "" if file == STANDARD else file.read_text(encoding="utf-8", errors="replace")
    places = SourcePlaces(text, file.name)
    reasons = {waiver.id: _justification(waiver) for waiver in design.waivers}
    layout = Layout(design)
    results = [_result(check, file, places, reasons, layout) for check in checks]
    driver = {
        "name": "cluster-designer",
        "version": __version__,
        "rules": _rules({check.rule for check in checks}),
    }
    return {
        "$schema": _SARIF_SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }


def _rules(codes: Iterable[str]) -> list[dict[str, Any]]:
    """Return the rules that have findings, each with what the guide says of it."""
    guide = load_guide()
    rules = []
    for code in sorted(codes):
        rule: dict[str, Any] = {"id": code}
        said = guide.rule_help(code)
        if said is not None:
            rule["shortDescription"] = {"text": said.title}
            rule["help"] = {"text": said.text}
        rules.append(rule)
    return rules


def _justification(waiver: Waiver) -> str:
    """Return why a finding was accepted, by whom and when, as far as the waiver says."""
    signed = ", ".join(word for word in (waiver.author, waiver.date) if word)
    return one_line(f"{waiver.reason} ({signed})" if signed else waiver.reason)


def _sentence(text: str) -> str:
    """Return a finding's words on one line that ends in a stop."""
    line = one_line(text).rstrip()
    return line if line.endswith((".", "!", "?")) else f"{line}."


def _result(
    check: Check, file: Path, places: SourcePlaces, reasons: Mapping[str, str], layout: Layout
) -> dict[str, Any]:
    uri = "stdin" if file == STANDARD else quote(file.as_posix())
    place: dict[str, Any] = {"artifactLocation": {"uri": uri}}
    line = places.line_of(check.where[0]) if check.where else None
    if line:
        place["region"] = {"startLine": line}
    names = [
        {
            "name": one_line(layout.name_of(ref)), "fullyQualifiedName": one_line(ref),
            "kind": "element",
        }
        for ref in check.where
    ]  # fmt: skip
    result: dict[str, Any] = {
        "ruleId": check.rule,
        "level": _SARIF_LEVEL[check.severity],
        "message": {"text": " ".join(map(_sentence, filter(None, (check.message, check.advice))))},
        "locations": [{"physicalLocation": place, "logicalLocations": names}],
        "partialFingerprints": {"key/v1": check.key},
    }
    if check.waived:
        reason = reasons.get(check.key, "")
        why = {"justification": reason} if reason else {}
        result["suppressions"] = [{"kind": "inSource", **why}]
    return result
