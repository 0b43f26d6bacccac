"""Whole answers of the command line, compared with what is kept of them in `golden/answers`.

Made-up entries and rows, so that no figure of the catalogue moves them; of `calc`, whose subjects
are the program's own, the page of help and one answer.
"""

from collections.abc import Iterable
from datetime import date
from pathlib import Path

import pytest

from designer.app.commands import calc_command, check_command
from designer.app.commands.calc_command import _explained, _shown
from designer.app.commands.catalog_lookup import entry_lines, everything, family_lines
from designer.app.commands.catalog_page import page
from designer.app.commands.check_command import plain, sarif
from designer.app.main import main
from designer.catalog.library import Library
from designer.catalog.load import load_folder, load_library
from designer.engine.calc import CalcResult, Calculation, Parameter, calculate
from designer.engine.report import Check, Report
from designer.model.design import Design, Rack
from designer.model.layout import Layout
from tests.helpers.gates import REPOSITORY

KEPT = REPOSITORY / "tests" / "golden" / "answers"
FOLDER = KEPT / "catalogue"


def assert_kept(name: str, lines: Iterable[str]) -> None:
    """Compare with the kept answer; where it was meant to change, copy what is in `out`."""
    made = "\n".join(lines) + "\n"
    kept = KEPT / name
    if not kept.exists() or kept.read_text(encoding="utf-8") != made:
        out = REPOSITORY / "out" / "answers"
        out.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(made, encoding="utf-8")
    assert kept.read_text(encoding="utf-8") == made


TODAY = date(2026, 11, 30)
"""The day of the kept pages: they tell how old a price is."""


def test_pages_of_entries_are_as_kept() -> None:
    catalog, problems = load_folder(FOLDER)
    library, more = load_library(FOLDER)
    assert (list(problems), list(more)) == ([], [])
    lines: list[str] = []
    for entry in everything(catalog, library):
        lines += [*page(entry, catalog, library, TODAY), ""]
    assert_kept("pages.txt", lines)


def test_a_page_without_its_library_says_what_is_not_here() -> None:
    catalog, _ = load_folder(FOLDER)
    text = "\n".join(page(catalog.require("box"), catalog, Library({})))
    assert "decision (c-900): not in this catalogue" in text


def test_lists_of_entries_are_as_kept() -> None:
    catalog, _ = load_folder(FOLDER)
    library, _ = load_library(FOLDER)
    assert_kept("entries.txt", entry_lines(everything(catalog, library)))
    assert list(entry_lines([])) == []
    families = list(family_lines(catalog, library))
    counted = {line.split()[1]: int(line.split()[0]) for line in families[:-1]}
    assert {name for name, count in counted.items() if count} == {
        "gpus", "switches", "topics", "guidelines", "conflicts"
    }  # fmt: skip
    assert families[-1].split(None, 1) == [str(sum(counted.values())),
                                           f"entries in {len(counted)} families"]  # fmt: skip
    assert len({line.index(line.split()[2]) for line in families[:-1]}) == 1, "columns are aligned"


SUBJECT = Calculation(
    name="box", summary="boxes in a row", formula="n = length / width",
    parameters=(
        Parameter("length", "text", unit="m", help="of the row"),
        Parameter("w", "text", default=0.6),
        Parameter("side", "text", default="left", help="which one", choices=("left", "right")),
        Parameter("rest", "text", optional=True),
    ),
    results=(("n", ""), ("rest_m", "m")), sources=("A book", "Another"),
    run=lambda inputs, catalog: {},
)  # fmt: skip


def test_help_of_a_calculation_is_line_by_line() -> None:
    assert list(_explained(SUBJECT)) == [
        "usage: cluster-designer calc box key=value … [--json]",
        "\nbox: boxes in a row\n\nparameters:",
        "  length  [m] of the row; required",
        "  w       default 0.6",
        "  side    which one; one of left, right; default left",
        "  rest    optional",
        "\nresults:",
        "  n",
        "  rest_m  [m]",
        "\nformula: n = length / width",
        "source: A book",
        "source: Another",
    ]


def test_an_answer_of_a_calculation_is_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(calc_command.CALCULATIONS, "box", SUBJECT)
    result = CalcResult(
        subject="box", results={"n": 3, "rest_m": None}, formula="f", note="One is left over.",
        inputs={"length": 2.0, "side": "left", "fits": True, "not": False, "supplies": (4, 2.5)},
        sources=("A book",),
    )  # fmt: skip
    assert list(_shown(result)) == [
        "n      = 3",
        "rest_m = unknown",
        "One is left over.",
        "formula: f",
        "inputs: length=2, side=left, fits=yes, not=no, supplies=4+2.5",
        "source: A book",
    ]
    assert next(iter(_shown(calculate("feed", {})))).endswith("kVA")


CHECKS = [
    Check(rule="A01", severity="error", where=tuple(f"R{n}" for n in range(1, 8)), key="A01:x",
          message="Too many.", advice="Move one."),
    Check(rule="B02", severity="warning", where=tuple(f"R{n}" for n in range(1, 7)), key="B02:x",
          message="Six of them."),
    Check(rule="B02", severity="info", message="Nowhere.", key="B02:y", waived=True),
]  # fmt: skip


HALL = Design(racks=(Rack(id="R1", name="West", part="x", x_mm=0, y_mm=0),))


def test_findings_for_people_are_line_by_line() -> None:
    assert plain(CHECKS, Path("pod.toml"), Layout(HALL)).splitlines() == [
        "error: West, R2, R3, R4, R5, R6 and 1 more: Too many.",
        "    Move one.",
        "    A01; waive as A01:x",
        "warning: West, R2, R3, R4, R5, R6: Six of them.",
        "    B02; waive as B02:x",
        "info (waived): Nowhere.",
        "    B02; waive as B02:y",
        "pod.toml: 1 error, 1 warning, 0 info, 1 waived",
    ]


def test_findings_for_tools_are_whole(tmp_path: Path) -> None:
    file = tmp_path / "pod.toml"
    file.write_text('[racks]\n"R1" = {part = "x"}\n')
    shown = sarif(CHECKS, file, HALL)
    assert (shown["version"], shown["$schema"]) == (
        "2.1.0", "https://json.schemastore.org/sarif-2.1.0.json"
    )  # fmt: skip
    (run,) = shown["runs"]
    assert run["tool"]["driver"]["name"] == "cluster-designer"
    assert run["tool"]["driver"]["rules"] == [{"id": "A01"}, {"id": "B02"}]
    first, second, third = run["results"]
    assert first["message"] == {"text": "Too many. Move one."}
    assert second["message"] == {"text": "Six of them."}
    assert [found["level"] for found in run["results"]] == ["error", "warning", "note"]
    assert [found["ruleId"] for found in run["results"]] == ["A01", "B02", "B02"]
    (place,) = first["locations"]
    assert place["physicalLocation"] == {
        "artifactLocation": {"uri": file.as_posix()}, "region": {"startLine": 2}
    }  # fmt: skip
    assert place["logicalLocations"][6] == {
        "name": "R7",
        "fullyQualifiedName": "R7",
        "kind": "element",
    }
    assert third["locations"] == [
        {"physicalLocation": {"artifactLocation": {"uri": file.as_posix()}}, "logicalLocations": []}
    ]
    assert ("suppressions" in first, "suppressions" in third) == (False, True)


@pytest.mark.parametrize(
    ("action", "words"),
    [("waived", {"error": 0}), ("error", {"error": 1})],
)
def test_exit_codes_count_what_is_not_waived(
    action: str, words: dict[str, int], monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    waived = action == "waived"
    checks = (
        CHECKS[2], CHECKS[1].evolve(waived=waived), CHECKS[0].evolve(waived=waived),
    )  # fmt: skip
    monkeypatch.setattr(
        check_command, "open_and_evaluate", lambda *_: (HALL, None, Report(checks=checks))
    )
    assert main(["check", "pod.toml"]) == words["error"]
    shown = capsys.readouterr().out
    assert shown.index("Too many") < shown.index("Six of them") < shown.index("Nowhere")
    assert main(["check", "pod.toml", "--fail-on", "error"]) == words["error"]
    monkeypatch.setattr(
        check_command, "open_and_evaluate",
        lambda *_: (HALL, None, Report(checks=(CHECKS[1], CHECKS[2]))),
    )  # fmt: skip
    assert main(["check", "pod.toml"]) == 1
    assert main(["check", "pod.toml", "--fail-on", "error"]) == 0
