"""The command line's frame: what is run, and that everything wrong is one line."""

import os
import types
from collections.abc import Callable
from pathlib import Path

import pytest

from designer import __version__
from designer.app import main as main_module
from designer.app.command_error import CommandError, first_of
from designer.app.main import COMMANDS, main
from designer.app.system_libraries import missing
from designer.catalog.data_files import data_folder
from designer.model.problem import Problem


@pytest.fixture
def planted_command(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], int]], None]:
    """Return a function that puts its argument in the place of `doctor`."""

    def plant(work: Callable[[], int]) -> None:
        module = types.SimpleNamespace(
            configure=lambda parser: parser.add_argument("--depth", type=int, default=0),
            run=lambda arguments: work(),
        )
        monkeypatch.setattr(main_module.importlib, "import_module", lambda name: module)

    return plant


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1, captured.err
    assert "Traceback" not in captured.err
    return captured.err


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"\n  {name}" in shown for name in COMMANDS)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"cluster-designer {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--nonsense"], "no option '--nonsense'"),
        (["reprot", "x.toml"], "did you mean report?"),
        (["not-there.cluster.toml"], "not-there.cluster.toml: no such file"),
        (["doctr"], "did you mean doctor?"),
        (["doctor", "--nonsense"], "unrecognized arguments: --nonsense; see"),
        (["check", "x.toml", "--fromat", "json"], "--fromat (did you mean --format?); see"),
        (["new", "-o", "-", "empty-room", "--frce", "width=3"], "--frce (did you mean --force?); "),
        (["check", "x.toml", "--fail-on"], "--fail-on: expected one argument; see"),
        (["catalog", "list", "--familes"], "catalog list: unrecognized arguments: --familes (did "),
        (["catalog", "list", "--familes"], "(did you mean --families?); see cluster-designer cata"),
        (["new", "empty-room", "--outptu=x"], "--outptu=x (did you mean --output?); see"),
        (["new", "empty-room"], "required: -o/--output; see"),
        (["new", "empty-room", "--zzz", "x"], "required: -o/--output; see"),
        (["print", "x.toml", "--ouput", "a.pdf"], "--ouput (did you mean --output?); see"),
        (["export", "x.toml", "--too", "bom.csv", "-o", "b"], "--too (did you mean --to?); see"),
        (["catalog", "import-netbox", "--dry-runn"], "--dry-runn (did you mean --dry-run?); see"),
        (["catalog", "show", "--foldr", "x"], "--foldr (did you mean --folder?); see"),
        (["check", "--formt=json", "--fail-on"], "--formt=json (did you mean --format?); see"),
        (["print", "--", "--ouput"], "required: -o/--output; see"),
    ],
)
def test_a_wrong_word_is_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert said in one_line(capsys)


def test_a_folder_is_no_design(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert "is a folder" in one_line(capsys)


def test_without_a_display_the_window_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert main([]) == 1
    assert "there is no display" in one_line(capsys)


def test_a_display_that_does_not_answer_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if missing(("offscreen", "x11")):
        pytest.skip("the libraries of X11 are not installed")
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    # Xlib reads the environment of the process: a display number that no server takes.
    monkeypatch.setenv("DISPLAY", ":54321")
    assert main([]) == 1
    assert "the display ':54321' cannot be opened" in one_line(capsys)


def test_a_bad_argument_is_one_line(
    planted_command: Callable[[Callable[[], int]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    planted_command(lambda: 0)
    assert main(["doctor", "--depth", "deep"]) == 2
    assert one_line(capsys).startswith("cluster-designer doctor: argument --depth: invalid int")


def test_a_command_error_gives_its_code(
    planted_command: Callable[[Callable[[], int]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    def infeasible() -> int:
        raise CommandError("racks.A01: too heavy;\n  choose another", 3)

    planted_command(infeasible)
    assert main(["doctor"]) == 3
    assert one_line(capsys) == "cluster-designer: racks.A01: too heavy; choose another\n"


def test_a_fault_of_the_program_is_one_line_and_a_log(
    planted_command: Callable[[Callable[[], int]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> int:
        raise ZeroDivisionError("planted\nin two lines")

    planted_command(broken)
    assert main(["doctor"]) == 70
    said = one_line(capsys)
    assert "ZeroDivisionError: planted in two lines; details in " in said
    log = Path(said.rpartition(" ")[2].strip())
    assert log.is_relative_to(os.environ["CLUSTER_DESIGNER_HOME"])
    assert "Traceback" in log.read_text(encoding="utf-8")


def test_a_fault_whose_log_cannot_be_written_is_one_line_all_the_same(
    planted_command: Callable[[Callable[[], int]], None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken() -> int:
        raise ZeroDivisionError("planted\nin two lines")

    def refused(*_: object) -> Path:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(main_module, "log_crash", refused)
    planted_command(broken)
    assert main(["doctor"]) == 70
    assert one_line(capsys) == (
        "cluster-designer: a fault of the program, not of your input: "
        "ZeroDivisionError: planted in two lines\n"
    )


def test_an_interrupt_is_quiet(
    planted_command: Callable[[Callable[[], int]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    planted_command(interrupted)
    assert main(["doctor"]) == 130
    assert capsys.readouterr().err == ""


def test_several_problems_are_one_line_that_counts() -> None:
    problems = [Problem(where="a:1", what="bad", mend="good"), Problem(where="a:2", what="worse")]
    assert str(first_of(problems, "a")) == "a:1: bad; good (and 1 more)"
    assert str(first_of(problems[:1], "b")) == "b: a:1: bad; good"


def test_every_command_declares_its_arguments() -> None:
    for name in COMMANDS:
        module, parser = main_module.command_parser(name)
        assert parser.prog == f"cluster-designer {name}"
        assert callable(module.run)


def test_a_value_that_is_none_is_no_misspelt_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "x.toml", "--fail-on", "eror"]) == 2
    said = one_line(capsys)
    assert "invalid choice: 'eror' (choose from" in said
    assert "did you mean" not in said


def test_options_stand_between_words_of_a_command_within_a_command_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = str(data_folder("catalogs"))
    said = []
    for words in (["rear", "door", "--folder", folder], ["rear", "--folder", folder, "door"]):
        assert main(["catalog", "list", *words]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert "rdhx" in said[0]
