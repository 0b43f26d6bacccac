"""`run SCRIPT [FILE] [-- arguments]`: what a script finds, how it ends, what is told of it."""

from pathlib import Path

import pytest

from designer.app.main import main
from designer.catalog.load import load_shipped
from designer.io.design_file import load, save
from designer.model.design import Design, Rack

Printed = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "room.cluster.toml"
    rack = Rack(id="A01", name="A01", part="rack-48u", x_mm=0, y_mm=0)
    save(path, Design(name="room", racks=(rack,)), load_shipped())
    return path


@pytest.fixture
def written(tmp_path: Path):
    def write(text: str) -> str:
        path = tmp_path / "task.py"
        path.write_text(text)
        return str(path)

    return write


def test_a_script_edits_a_file_with_arguments_and_modules_beside_it(
    written, file: Path, tmp_path: Path, capsys: Printed
) -> None:
    (tmp_path / "beside_the_task.py").write_text("NODE = 'dgx-h100'\n")
    path = written(
        "import sys\nfrom beside_the_task import NODE\n"
        "session.place_device(NODE, 'A01')\nsession.save()\n"
        "print(arguments, sys.argv[1:], __name__, script.u(2))\n"
    )
    assert main(["run", path, str(file), "--", "-a", "b c"]) == 0
    said = capsys.readouterr()
    assert said.out == "('-a', 'b c') ['-a', 'b c'] __main__ 4\n"
    assert said.err == ""
    assert [device.part for device in load(file).design.devices] == ["dgx-h100"]


def test_without_a_file_the_room_is_empty_and_a_change_that_is_not_saved_is_told(
    written, file: Path, capsys: Printed
) -> None:
    assert main(["run", written("print(len(session.design.racks))")]) == 0
    assert capsys.readouterr() == ("0\n", "")
    before = file.read_bytes()
    assert main(["run", written("session.rename('A01', 'B01')"), str(file)]) == 0
    assert "did not save it" in capsys.readouterr().err
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "code", "first"),
    [
        ("import sys\nsys.exit()", 0, ""),
        ("import sys\nsys.exit(3)", 3, ""),
        ("import sys\nsys.exit('no rack')", 2, "no rack"),
        ("1 / 0", 2, "{task}:1: ZeroDivisionError: division by zero"),
        ("a = (", 2, "{task}:1: SyntaxError: '(' was never closed"),
        ("x = 1\nsession.remove('Q')", 2, "{task}:2: remove: nothing is called 'Q'"),
        ("import no_such_module", 2, "{task}:1: ModuleNotFoundError: No module named "
         "'no_such_module'"),
    ],
)  # fmt: skip
def test_a_script_ends_with_its_code_or_one_line_that_says_why(
    text: str, code: int, first: str, written, capsys: Printed
) -> None:
    path = written(text)
    assert main(["run", path]) == code
    said = capsys.readouterr().err
    assert (said.splitlines() or [""])[0] == first.format(task=path)


def test_only_lines_of_the_script_are_told_of_an_error(written, capsys: Printed) -> None:
    path = written("def place():\n    session.place_device('no-part', 'A01')\n\n\nplace()\n")
    assert main(["run", path]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith(f"{path}:2: place_device: ")
    assert lines[1:] == [
        f"    {path}:5 in <module>: place()",
        f"    {path}:2 in place: session.place_device('no-part', 'A01')",
    ]


@pytest.mark.parametrize("words", [["none.py"], ["{task}", "none.toml"], ["{task}", "a", "b"]])
def test_what_cannot_be_read_is_one_line(words: list[str], written, capsys: Printed) -> None:
    task = written("print('never')")
    assert main(["run", *(word.format(task=task) for word in words)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
