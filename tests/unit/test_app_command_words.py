"""Commands that write files and lists: words, order, exit codes, what goes to which output."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from designer import __version__
from designer.app.command_error import CommandError
from designer.app.commands import export_command, print_command
from designer.app.commands.design_input import open_design, rack_of
from designer.app.commands.key_values import key_values
from designer.app.exit_codes import BAD_INPUT, FINDINGS
from designer.app.main import COMMANDS, main
from designer.catalog.load import load_shipped
from designer.engine.report import Report
from designer.io.design_file import save
from designer.model.design import Design, Device, Rack
from designer.planning.templates import TEMPLATES

pytestmark = pytest.mark.usefixtures("qapp")
Printed = pytest.CaptureFixture[str]


def racks(*ids: str, part: str = "rack-48u") -> tuple[Rack, ...]:
    return tuple(
        Rack(id=key, name=key, part=part, x_mm=1200 + 800 * n, y_mm=1200)
        for n, key in enumerate(ids)
    )


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "pod.toml"
    design = Design(
        name="pod", racks=(*racks("r1", "r2"), *racks("c1", part="cdu-row")),
        devices=(Device(id="n", name="n", part="dgx-h100", rack="r2", half_u=6),),
    )  # fmt: skip
    save(path, design, load_shipped())
    return path


def test_the_overview_lists_every_command_in_line(capsys: Printed) -> None:
    assert main(["--help"]) == main(["-h"]) == 0
    said = capsys.readouterr().out
    assert said.count("usage: cluster-designer [FILE]") == 2
    for name, text in COMMANDS.items():
        assert f"  {name:<16} {text}" in said
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"cluster-designer {__version__}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_explains_itself(name: str, capsys: Printed) -> None:
    code = main([name, "--help"])
    said = capsys.readouterr().out
    assert code == 0
    begin = COMMANDS[name][0].upper() + COMMANDS[name][1:] + "."
    assert " ".join(begin.split()) in " ".join(said.split()) or name == "calc"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-x"], "no option '-x' here; see cluster-designer --help"),
        (["chek", "a"], "no command 'chek' (did you mean check?); see cluster-designer --help"),
        (["zzz", "a"], "no command 'zzz'; see cluster-designer --help"),
        (["{tmp}/none.toml"], "{tmp}/none.toml: no such file, and no command of that name; make a "
         "design with cluster-designer new, or see cluster-designer --help"),
        (["{tmp}"], "{tmp}: is a folder; name a design file in it"),
    ],
)  # fmt: skip
def test_a_wrong_first_word_is_answered_in_one_line(
    words: list[str], said: str, tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")
    assert main([word.format(tmp=tmp_path) for word in words]) == BAD_INPUT
    assert capsys.readouterr().err == f"cluster-designer: {said.format(tmp=tmp_path)}\n"


def test_templates_are_written_line_by_line(capsys: Printed) -> None:
    assert main(["templates"]) == 0
    wanted = []
    for template in TEMPLATES:
        wanted += [f"{template.id}: {template.name}", f"    {template.summary}"]
        for parameter in template.parameters:
            wanted.append(f"    {parameter.name}={parameter.default}  {parameter.help}")
            wanted.append(f"        {parameter.allowed()}")
    assert capsys.readouterr().out.splitlines() == wanted


def test_new_counts_one_rack_and_no_cooling_units(tmp_path: Path, capsys: Printed) -> None:
    path = tmp_path / "room.toml"
    assert main(["new", "empty-room", "-o", str(path)]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"wrote {path}: ")
    assert said.endswith(", 0 racks\n")
    assert path.exists()


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ([], {}),
        (["a=1", " b = 2 "], {"a": "1", "b": "2"}),
        (["a="], {"a": ""}),
        (["a=b=c"], {"a": "b=c"}),
    ],
)
def test_words_become_keys_and_values(words: list[str], found: dict[str, str]) -> None:
    assert key_values(words) == found


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["a"], "'a' is no key=value; write for instance nodes=127"),
        (["=1"], "'=1' is no key=value; write for instance nodes=127"),
        (["  =1"], "'  =1' is no key=value; write for instance nodes=127"),
        (["a=1", "a=2"], "a is given twice; give it once"),
    ],
)
def test_words_that_are_none_are_named(words: list[str], said: str) -> None:
    with pytest.raises(CommandError) as caught:
        key_values(words)
    assert str(caught.value) == said
    assert caught.value.code == BAD_INPUT


def test_an_error_is_one_line_under_its_prefix() -> None:
    assert CommandError("a\n  b").line("prog") == "prog: a b"
    assert CommandError("a", prefix="").line("prog") == "a"
    assert CommandError("a", FINDINGS).code == 1


def test_a_report_goes_to_the_output_or_a_file(file: Path, tmp_path: Path, capsys: Printed) -> None:
    assert main(["report", str(file)]) == 0
    text = capsys.readouterr().out
    assert main(["report", str(file), "-o", "-"]) == 0
    assert capsys.readouterr().out == text
    assert text.endswith("\n")
    out = tmp_path / "report.txt"
    assert main(["report", str(file), "--format", "text", "-o", str(out)]) == 0
    assert capsys.readouterr().out == f"wrote {out}\n"
    assert out.read_text(encoding="utf-8") == text
    assert main(["report", str(file), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["design"] == "pod"


def test_exports_say_what_they_wrote_unless_they_go_to_the_output(
    file: Path, tmp_path: Path, capsys: Printed
) -> None:
    out = tmp_path / "bom.csv"
    assert main(["export", str(file), "--to", "bom.csv", "-o", str(out)]) == 0
    assert capsys.readouterr().out == f"wrote {out}\n"
    assert main(["export", str(file), "--to", "bom.csv", "-o", "-"]) == 0
    assert capsys.readouterr().out == out.read_bytes().decode()


@pytest.mark.parametrize(
    ("command", "name", "said"),
    [
        (["export", "--to", "floor.svg"], "x.png", "holds SVG and no PNG; give it a name that ends "
         "in .svg"),
        (["export", "--to", "bom.csv"], "x.XLSX", "holds CSV and no XLSX; give it a name that ends "
         "in .csv"),
        (["print", "--sheets", "floor"], "x.png", "holds PDF and no PNG; give it a name that ends "
         "in .pdf"),
        (["report"], "x.pdf", "holds text and no PDF; give it a name that ends in .txt"),
        (["report", "--format", "json"], "x.md", "holds JSON and no MD; give it a name that ends "
         "in .json"),
        (["report"], "x.xhtml", "holds text and no XHTML; give it a name that ends in .txt"),
        (["report"], "x.docx", "holds text and no DOCX; give it a name that ends in .txt"),
        (["report", "--format", "json"], "x.yml", "holds JSON and no YML; give it a name that ends "
         "in .json"),
        (["export", "--to", "bom.csv"], "x.tsv", "holds CSV and no TSV; give it a name that ends "
         "in .csv"),
        (["export", "--to", "floor.png"], "x.tif", "holds PNG and no TIF; give it a name that ends "
         "in .png"),
        (["check", "--format", "text"], "x.sarif", "holds text and no SARIF; give it a name that "
         "ends in .txt"),
        (["check", "--format", "json"], "x.sarif.json", "holds JSON and no SARIF; give it a name "
         "that ends in .json"),
        (["check", "--format", "sarif"], "x.svg", "holds SARIF and no SVG; give it a name that "
         "ends in .sarif"),
        (["check", "--format", "sarif"], "x.json", ""),
        (["check"], "x.sarif.json", ""),
        (["check"], "x.sarif", ""),
        (["report"], "x.markdown", ""),
        (["report"], "x.txt", ""),
        (["export", "--to", "html"], "x.htm", ""),
        (["export", "--to", "floor.svg"], "x.SVG", ""),
        (["export", "--to", "floor.svg"], "x.new", ""),
        (["export", "--to", "bom.csv"], "x", ""),
    ],
)  # fmt: skip
def test_a_name_that_ends_as_those_of_another_format_is_told(
    command: list[str], name: str, said: str, file: Path, tmp_path: Path, capsys: Printed
) -> None:
    """SVG went into x.png without a word, and no viewer of pictures opened it."""
    out = tmp_path / name
    assert main([*command, str(file), "-o", str(out)]) == (1 if command[0] == "check" else 0)
    assert capsys.readouterr().err == (f"info: {out}: {said}\n" if said else "")


def test_the_first_filled_rack_is_drawn_or_the_one_that_is_named(
    file: Path, tmp_path: Path
) -> None:
    for given, title in ((["--rack", "r1"], "Rack r1"), ([], "Rack r2")):
        out = tmp_path / "rack.svg"
        assert main(["export", str(file), "--to", "racks.svg", "-o", str(out), *given]) == 0
        assert f"<title>{title}</title>" in out.read_text(encoding="utf-8")
    out = tmp_path / "floor.svg"
    assert main(["export", str(file), "--to", "floor.svg", "-o", str(out)]) == 0
    assert "<title>Floor plan: " in out.read_text(encoding="utf-8")


def test_a_rack_is_asked_for_by_the_name_that_people_see(tmp_path: Path, capsys: Printed) -> None:
    """After two racks have swapped names, a name is that of the rack that bears it now."""
    first, second, third, fourth = racks("r1", "r2", "r3", "r4")
    named = (
        first.evolve(name="Front"), second.evolve(name="r1"), third.evolve(name="Pod"),
        fourth.evolve(name="Pod"),
    )  # fmt: skip
    file = tmp_path / "named.toml"
    save(file, Design(name="named", racks=named), load_shipped())
    design, _ = open_design(file)
    asked = {name: rack_of(design, name, "--rack", file) for name in ("Front", "r1", "r3")}
    assert asked == {"Front": "r1", "r1": "r2", "r3": "r3"}
    capitals = {name: rack_of(design, name, "--rack", file) for name in ("FRONT", "R1", "R3")}
    assert capitals == {"FRONT": "r1", "R1": "r2", "R3": "r3"}
    with pytest.raises(CommandError, match=r"2 racks are called 'Pod' in .*; give an id: r3, r4"):
        rack_of(design, "Pod", "--rack", file)
    out = tmp_path / "front.svg"
    assert main(["export", str(file), "--to", "racks.svg", "-o", str(out), "--rack", "Front"]) == 0
    assert "<title>Rack Front</title>" in out.read_text(encoding="utf-8")


def test_what_cannot_be_drawn_names_the_file(file: Path, tmp_path: Path, capsys: Printed) -> None:
    bare = tmp_path / "bare.toml"
    save(bare, Design(name="bare", racks=racks("r1")), load_shipped())
    assert main(["export", str(bare), "--to", "racks.svg", "-o", "x.svg"]) == BAD_INPUT
    said = f"{bare}: holds no rack with a device; there is no elevation to draw"
    assert capsys.readouterr().err == f"cluster-designer: {said}\n"
    assert main(["export", str(file), "--to", "racks.svg", "--rack", "z", "-o", "x"]) == BAD_INPUT
    assert capsys.readouterr().err == f"cluster-designer: --rack: no rack 'z' in {file}\n"
    assert main(["print", str(file), "--racks", "r1, z", "-o", "x"]) == BAD_INPUT
    assert capsys.readouterr().err == f"cluster-designer: --racks: no rack 'z' in {file}\n"


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """With what the PDF was asked for."""
    asked: list[dict[str, object]] = []

    def write_pdf(path: Path, *_: object, **given: object) -> int:
        asked.append(given)
        path.write_bytes(b"%PDF")
        return 1 + len(asked)

    monkeypatch.setattr("designer.render.output.write_pdf", write_pdf)
    return asked


@pytest.mark.parametrize(
    ("words", "sheets", "chosen", "paper"),
    [
        ([], ("floor", "racks"), None, "A3"),
        (["--sheets", "racks, floor,", "--racks", " r1 ,c1", "--paper", "A4"],
         ("racks", "floor"), ("r1", "c1"), "A4"),
    ],
)  # fmt: skip
def test_print_passes_on_what_was_asked_for(
    file: Path, tmp_path: Path, capsys: Printed, printed: list[dict[str, object]],
    words: list[str], sheets: tuple[str, ...], chosen: object, paper: str,
) -> None:  # fmt: skip
    out = tmp_path / "set.pdf"
    assert main(["print", str(file), "-o", str(out), *words]) == 0
    given = {
        "sheets": sheets, "paper": paper, "racks": chosen, "overlays": None,
        "file_name": "pod.toml", "maps": None, "compared": None, "comments": (),
    }  # fmt: skip
    assert printed == [{**given, "file": file.read_bytes()}]
    assert capsys.readouterr().out == f"wrote {out}: 2 pages\n"


def test_overlays_are_named_with_or_without_what_tells_a_limit(
    file: Path, tmp_path: Path, printed: list[dict[str, object]], capsys: Printed
) -> None:
    words = ["--sheets", "overlays", "--overlays", "airflow, stranded"]
    assert main(["print", str(file), "-o", str(tmp_path / "set.pdf"), *words]) == 0
    assert printed[0]["overlays"] == ("airflow", "stranded")
    capsys.readouterr()
    words[-1] = "colour"
    assert main(["print", str(file), "-o", str(tmp_path / "no.pdf"), *words]) == BAD_INPUT
    said = capsys.readouterr().err
    assert said.startswith("cluster-designer: --overlays: no overlay 'colour'; there are ")
    assert "airflow" in said
    assert main(["print", "none.toml", "-o", "x.pdf", "--overlays", "airflow"]) == BAD_INPUT
    said = "--overlays: none is printed; name overlays in --sheets, or leave it out"
    assert capsys.readouterr().err == f"cluster-designer: {said}\n"


@pytest.mark.parametrize("word", ["", ",", " , "])
def test_names_of_no_rack_are_said_before_the_file_is_read(word: str, capsys: Printed) -> None:
    assert main(["print", "none.toml", "-o", "x.pdf", "--racks", word]) == BAD_INPUT
    said = "--racks: names no rack; name racks, separated by commas, or leave it out to print all"
    assert capsys.readouterr().err == f"cluster-designer: {said}\n"


@pytest.mark.parametrize("kind", ["floor.svg", "floor.png", "bom.csv", "json", "html"])
def test_a_rack_for_what_draws_none_alone_is_refused(kind: str, capsys: Printed) -> None:
    assert main(["export", "none.toml", "--to", kind, "-o", "x", "--rack", "r1"]) == BAD_INPUT
    said = f"{kind} is of the whole design; leave it out, or write racks.svg or racks.png"
    assert capsys.readouterr().err == f"cluster-designer: --rack: {said}\n"


@pytest.mark.parametrize(
    ("words", "argument"),
    [
        (["check", ""], "FILE"),
        (["report", "x.toml", "-o", ""], "-o/--output"),
        (["catalog", "list", "--folder", ""], "--folder"),
        (["catalog", "import-netbox", ""], "PATH"),
    ],
)
def test_an_empty_name_is_not_taken_for_the_folder_one_is_in(
    words: list[str], argument: str, capsys: Printed
) -> None:
    assert main(words) == BAD_INPUT
    error = capsys.readouterr().err
    assert f"argument {argument}: the name is empty; write that of a file or a folder" in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("force", [[], ["--force"]])
def test_new_over_a_folder_asks_for_a_file_in_it(
    force: list[str], tmp_path: Path, capsys: Printed
) -> None:
    assert main(["new", "empty-room", "-o", str(tmp_path), *force]) == BAD_INPUT
    example = tmp_path / "design.cluster.toml"
    said = f"{tmp_path}: is a folder; name a file in it, such as {example}"
    assert capsys.readouterr().err == f"cluster-designer: {said}\n"
    assert list(tmp_path.iterdir()) == []


def test_new_requires_no_parameters(capsys: Printed) -> None:
    # Python 3.11 counts `key=value …` as required where it has no default.
    assert main(["new"]) == BAD_INPUT
    assert "required: TEMPLATE, -o/--output;" in capsys.readouterr().err


@pytest.mark.parametrize("word", ["cover", "", " , "])
def test_no_such_sheet_is_said_before_the_file_is_read(word: str, capsys: Printed) -> None:
    assert main(["print", "none.toml", "-o", "x.pdf", "--sheets", word]) == BAD_INPUT
    name = word if word == "cover" else ""
    there = "compare, floor, overlays, power, fabric, cables, racks, comments"
    said = f"--sheets: no sheet {name!r}; there are {there}"
    assert capsys.readouterr().err == f"cluster-designer: {said}\n"


def test_print_and_export_name_what_render_knows() -> None:
    from designer.render.output import SHEETS, USUAL
    from designer.render.sheets.paper import PAPERS

    assert tuple(PAPERS) == print_command.PAPERS
    assert tuple(SHEETS) == print_command.SHEETS
    assert tuple(USUAL) == print_command.USUAL
    assert {name.partition(".")[0] for name in export_command.PICTURES} == {"floor", "racks"}


def test_a_finding_of_a_file_that_was_mended_is_a_note(
    file: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    from designer.app.commands import design_input
    from designer.model.problem import Problem

    notes = (Problem(severity="info", where="pod.toml:3", what="an old word", mend="a new one"),)
    opened = SimpleNamespace(design=Design(), parts=(), problems=notes)
    monkeypatch.setattr(design_input, "load_read", lambda _: (opened, b""))
    monkeypatch.setattr(design_input, "evaluate", lambda *_: Report())
    design_input.open_and_evaluate(Path("deep/pod.toml"))
    assert capsys.readouterr().err == f"info: deep/{notes[0].line()}\n"
    design_input.open_design(Path("pod.toml"))
    assert capsys.readouterr().err == f"info: {notes[0].line()}\n"
    wrong = (notes[0].evolve(severity="error"), notes[0], notes[0].evolve(severity="error"))
    opened.problems = wrong
    with pytest.raises(CommandError) as caught:
        design_input.open_design(Path("deep/pod.toml"))
    assert str(caught.value) == f"deep/{notes[0].line()} (and 1 more)"


def test_a_program_off_the_search_path_is_named_with_its_place(
    tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "cluster-designer"
    program.touch()
    monkeypatch.setattr("shutil.which", lambda _name: None)
    monkeypatch.setattr("designer.app.desktop.start_command", lambda: (str(program),))
    assert main([str(tmp_path / "none.toml")]) == BAD_INPUT
    assert f"make a design with {program} new, or see {program} --help" in capsys.readouterr().err
