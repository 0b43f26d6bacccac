"""The console's interpreter: edits of the open design, figures, blocks, errors of one line."""

import pytest

from designer.app.console import Console
from designer.catalog.load import load_shipped
from designer.document.document import Document
from designer.engine.report import Report
from designer.planning.templates import build
from tests.helpers.ui_desk import small_report

CATALOG = load_shipped()


@pytest.fixture
def document() -> Document:
    return Document(build("empty-room", {}, CATALOG), "New design")


def _console(document: Document, report: Report | None = None) -> Console:
    return Console(document, lambda: CATALOG, lambda: report)


def test_a_line_edits_the_open_design_as_one_step(document: Document) -> None:
    said = _console(document).run("session.place_rack('rack-48u', 2400, 2400, name='B07')")
    assert (said.error, said.unfinished) == ("", False)
    assert said.text == repr(document.design.racks[0].id)  # as Python shows a value
    assert document.history.position == 1
    document.undo()
    assert not document.design.racks


def test_a_block_waits_for_its_end(document: Document) -> None:
    console = _console(document)
    for line in (
        "for at in range(3):",
        "    session.place_rack('rack-48u', 1200 * at, 2400)",
    ):
        assert console.run(line).unfinished
    assert not console.run("").unfinished
    assert len(document.design.racks) == 3


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("session.place_rack('qqq zzz', 0, 0)", "qqq zzz"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("session.", "SyntaxError: invalid syntax"),
        ("raise SystemExit(3)", "exit ends no console: close its window"),
        ("input('name? ')", "EOFError"),
        ("session.report()", "report: the design is being sized; ask again in a moment"),
    ],
)
def test_what_goes_wrong_is_one_line_and_changes_nothing(
    document: Document, line: str, error: str
) -> None:
    console, before = _console(document), document.design
    said = console.run(line)
    assert error in said.error
    assert "\n" not in said.error
    assert document.design is before
    assert console.run("1 + 1").text == "2"


def test_figures_are_those_of_the_window(document: Document) -> None:
    report = small_report()
    console = _console(document, report)
    assert console.run("session.report().totals.gpus").text == str(report.totals.gpus)
    assert console.run("session.check()").text == repr(report.checks)


@pytest.mark.parametrize(
    "lines",
    [
        ("while True: pass",),
        (
            "while True:",
            "    try:",
            "        rack = session.place_rack('rack-48u', 2400, 2400)",
            "        session.rename(rack, 'B' + str(len(session.design.racks)))",
            "        session.remove(rack)",
            "    except Exception: pass",
        ),
    ],
)
def test_a_line_that_does_not_end_is_broken_off(document: Document, lines: tuple[str, ...]) -> None:
    console = _console(document)
    console.limit_s = 0.3
    said = [console.run(line) for line in (*lines, "")]
    told = "".join(one.error for one in said)
    assert told.startswith("TooLong: broken off after 0.3 s"), told
    assert console.run("1 + 1").text == "2", "the next line runs"
    assert len(lines) == 1 or document.history.position > 2, "steps until then stand"
    design, steps = document.design, document.history.position
    while document.history.position:
        document.undo()
    for _ in range(steps):
        document.redo()
    assert document.design == design, "no step is done by half"
