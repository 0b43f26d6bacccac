"""Commands that read a design: what they write, their exit codes, and one line for bad input."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from designer.app.commands.check_command import plain, sarif
from designer.app.main import main
from designer.engine.report import Check
from designer.io.design_file import load
from designer.model.design import Design, Fabric, Waiver
from designer.model.layout import Layout
from designer.model.source_places import SourcePlaces

# Commands that paint use the application that is there: the suite's own.
pytestmark = pytest.mark.usefixtures("qapp")

NOTHING = Layout(Design())
CHECKS = [
    Check(
        rule="power.feed",
        severity="error",
        where=("R1", "R2"),
        message="12.0 kW on a feed of 10.4 kW",
        advice="move a node",
        key="power.feed:R1",
    ),
    Check(rule="space.u", severity="warning", where=("R2",), message="m", key="k", waived=True),
]


@pytest.fixture(scope="module")
def pod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pod") / "pod.cluster.toml"
    assert main(["new", "dgx-superpod-h100", "scalable_units=1", "-o", str(path)]) == 0
    return path


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("room") / "room.cluster.toml"
    assert main(["new", "empty-room", "-o", str(path)]) == 0
    return path


def bad_line(capsys: pytest.CaptureFixture[str]) -> str:
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1, captured.err
    return captured.err


@pytest.mark.parametrize(
    ("command", "name", "begins"),
    [
        ("report", "r.json", "{"), ("report", "r.md", "# "), ("report", "R.HTML", "<!doctype html"),
        ("report", "r.txt", ""), ("report", "r.htm", "<!doctype html"),
        ("check", "c.json", "["), ("check", "c.sarif", "{"), ("check", "c.sarif.json", "{"),
    ],
)  # fmt: skip
def test_the_ending_says_the_format_and_what_was_written_is_told(
    command: str, name: str, begins: str, room: Path, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    out = tmp_path / name
    main([command, str(room), "-o", str(out)])
    assert capsys.readouterr().out == f"wrote {out}\n"
    text = out.read_text(encoding="utf-8")
    assert text.lower().startswith(begins)
    assert (text[0] in "{[<#") is bool(begins)
    assert ('"$schema"' in text) is ("sarif" in name)


def test_a_format_that_is_named_goes_before_the_ending(room: Path, tmp_path: Path) -> None:
    for command in ("report", "check"):
        out = tmp_path / f"{command}.json"
        main([command, str(room), "--format", "text", "-o", str(out)])
        assert out.read_text(encoding="utf-8")[0] not in "{["


def test_racks_of_no_sheet_of_racks_are_refused(
    pod: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They were left unread, and the floor plan of the whole hall was printed."""
    out = tmp_path / "x.pdf"
    assert main(["print", str(pod), "--sheets", "floor", "--racks", "A01", "-o", str(out)]) == 2
    assert "--racks: " in bad_line(capsys)
    assert not out.exists()


def test_new_says_racks_and_cooling_units_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pod.toml"
    assert main(["new", "dgx-superpod-h100", "scalable_units=4", "-o", str(path)]) == 0
    said = capsys.readouterr().out
    counts = re.search(r"(\d+) racks, (\d+) cooling units$", said.strip())
    assert counts, said
    design = load(path).design
    assert int(counts[1]) + int(counts[2]) == len(design.racks)
    assert int(counts[2]) == sum(rack.part in ("cdu-row", "crah") for rack in design.racks) > 0


def test_new_writes_a_whole_design(pod: Path) -> None:
    assert pod.read_text(encoding="utf-8").count("dgx-h100") > 1
    assert pod.stat().st_size < 1_000_000


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["dgx-superpod-h10", "-o", "x"], "did you mean dgx-superpod-h100?"),
        (["dgx-superpod-h100", "scalable_unit=2", "-o", "x"], "did you mean scalable_units?"),
        (["dgx-superpod-h100", "scalable_units=many", "-o", "x"], "whole number"),
        (["dgx-superpod-h100", "scalable_units", "-o", "x"], "is no key=value"),
        (["dgx-superpod-h100"], "required: -o/--output"),
        (["dgx-superpod-h100", "-o", "not/there/x.toml"], "cannot be written"),
    ],
)
def test_new_refuses_in_one_line(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", *words]) == 2
    assert said in bad_line(capsys)
    assert list(tmp_path.iterdir()) == []


def test_templates_are_listed_with_their_parameters(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["templates"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("dgx-superpod-h100: ")
    assert "\n    scalable_units=4  " in shown


def test_the_report_as_json_has_the_promised_names(
    pod: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(pod), "--format", "json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    promised = "design totals racks rows facility fabrics cables storage cost carbon workloads"
    assert {*promised.split(), "checks", "timings"} <= shown.keys()
    # DGX SuperPOD H100 reference architecture, Table 3: 31 nodes in the first scalable unit.
    assert shown["totals"]["nodes"] == 31
    assert shown["totals"]["gpus"] == 248


@pytest.mark.parametrize("kind", ["text", "md"])
def test_the_report_for_people_names_the_design(
    kind: str, pod: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "report"
    assert main(["report", str(pod), "--format", kind, "-o", str(target)]) == 0
    assert capsys.readouterr().out == f"wrote {target}\n"
    assert "DGX SuperPOD H100" in target.read_text(encoding="utf-8")


def test_check_tells_by_its_exit_code(
    pod: Path, room: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["check", str(pod), "--format", "json", "--fail-on", "error"])
    checks = json.loads(capsys.readouterr().out)
    errors = [c for c in checks if c["severity"] == "error" and not c["waived"]]
    assert code == (1 if errors else 0)
    code = main(["check", str(room)])
    shown = capsys.readouterr().out
    assert code == (0 if re.search(r": 0 errors, 0 warnings, \d+ info", shown) else 1)


def test_findings_for_people_name_place_advice_and_key() -> None:
    shown = plain(CHECKS, Path("pod.toml"), NOTHING)
    assert "error: R1, R2: 12.0 kW on a feed of 10.4 kW\n    move a node\n" in shown
    assert "waive as power.feed:R1" in shown
    assert "warning (waived): R2: m" in shown
    assert shown.endswith("pod.toml: 1 error, 0 warnings, 0 info, 1 waived")
    unsaid = Check(rule="C04", severity="warning", message="who knows", key="C04:open:inlet")
    narrow = Check(rule="F06", severity="warning", message="narrow", key="F06:a")
    remark = Check(rule="A01", severity="info", message="by the way", key="A01:x")
    said = plain(
        [unsaid, remark, narrow, unsaid.evolve(waived=True)], Path("p"), NOTHING
    ).splitlines()
    assert [line for line in said if line[0] != " "] == [
        "warning: narrow", "cannot be said: who knows", "cannot be said (waived): who knows",
        "info: by the way", "p: 0 errors, 1 warning, 1 cannot be said, 1 info, 1 waived",
    ]  # fmt: skip
    nowhere = Check(rule="K01", severity="info", message="no price", key="K01:x")
    assert plain([nowhere], Path("p"), NOTHING).startswith("info: no price\n")


def test_sarif_names_the_line_of_the_record(tmp_path: Path) -> None:
    file = tmp_path / "pod.toml"
    file.write_text('schema_version = 1\n[racks]\n"R1" = {part = "rack-42u"}\n')
    shown: dict[str, Any] = sarif(CHECKS, file, Design())
    (first, second) = shown["runs"][0]["results"]
    place = first["locations"][0]["physicalLocation"]
    assert place["region"] == {"startLine": 3}
    assert first["level"] == "error"
    assert first["partialFingerprints"] == {"key/v1": "power.feed:R1"}
    assert second["suppressions"] == [{"kind": "inSource"}]
    assert "region" not in second["locations"][0]["physicalLocation"]


def test_sarif_says_what_each_rule_asks() -> None:
    found = [
        Check(rule=rule, severity="error", message="m", key=f"{rule}:a")
        for rule in ("P27", "P02", "X99", "P02")
    ]
    rules = sarif(found, Path("-"), Design())["runs"][0]["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["P02", "P27", "X99"]
    assert rules[0]["shortDescription"] == {"text": "A lost feed leaves enough"}
    assert rules[0]["help"]["text"].startswith("By N+1 any one feed may be lost")
    assert rules[2] == {"id": "X99"}, "a rule of another program, or of a later version"


def test_sarif_says_why_a_finding_was_accepted(tmp_path: Path) -> None:
    file = tmp_path / "a b%.toml"
    file.write_text("schema_version = 3\n")
    check = Check(rule="P01", severity="error", message="m", key="P01:x", waived=True)
    signed = Waiver(id="P01:x", reason="A spare", author="J. Doe", date="2026-11-22")
    for waiver, words in (
        (signed, "A spare (J. Doe, 2026-11-22)"),
        (signed.evolve(author=""), "A spare (2026-11-22)"),
        (signed.evolve(author="", date=""), "A spare"),
    ):
        (result,) = sarif([check], file, Design(waivers=(waiver,)))["runs"][0]["results"]
        assert result["suppressions"] == [{"kind": "inSource", "justification": words}]
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place["uri"].endswith("/a%20b%25.toml")


def test_sarif_of_the_standard_input_names_no_file() -> None:
    check = Check(rule="P01", severity="error", message="m", key="P01:x", where=("A01",))
    (result,) = sarif([check], Path("-"), Design())["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"] == {"artifactLocation": {"uri": "stdin"}}


@pytest.mark.parametrize(
    ("record", "line"),
    [
        ("A01", 2),
        ("A01/u4", 2),
        ("compute", 3),
        ("B", None),
        ("A0", None),
        ("n11", 6),
        ("n12", None),
    ],
)
def test_a_record_is_found_in_the_text(record: str, line: int | None) -> None:
    text = (
        "[racks]\nA01 = {x = 1}\n[fabrics.compute]\nnote = 'B = 2'\n"
        "[devices]\nn09 = {u = 1, repeat = 3}\n"
    )
    assert SourcePlaces(text, "a.toml").line_of(record) == line


def test_a_waived_finding_counts_no_more(
    pod: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["check", str(pod), "--format", "json"])
    checks = json.loads(capsys.readouterr().out)
    counting = [c for c in checks if c["severity"] in ("warning", "error")]
    lines = "".join(f"{json.dumps(c['key'])} = {{reason = 'seen'}}\n" for c in counting)
    waived = tmp_path / "waived.toml"
    waived.write_text(pod.read_text(encoding="utf-8") + f"\n[waivers]\n{lines}", encoding="utf-8")
    assert main(["check", str(waived)]) == 0


@pytest.mark.parametrize("command", ["report", "check", "print", "export"])
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "No such file"),
        ("name = \n", "broken.toml:1:"),
        ("schema_version = 1\n[racks]\nA = {nmae = 'A'}\n", "broken.toml:3"),
        ("schema_version = 99\n", "newer version"),
        ("\0\0\0", "broken.toml"),
    ],
)
def test_a_bad_file_is_one_line_and_no_output(
    command: str,
    content: str | None,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    broken, out = tmp_path / "broken.toml", tmp_path / "out.pdf"
    if content is not None:
        broken.write_text(content)
    more = ["--to", "bom.csv"] if command == "export" else []
    assert main([command, str(broken), "-o", str(out), *more]) == 2
    assert said in bad_line(capsys)
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["report", "{pod}", "--format", "pdf"], "invalid choice: 'pdf'"),
        (["report", "{pod}", "-o", "{none}/x"], "cannot be written"),
        (["check", "{pod}", "--fail-on", "info"], "invalid choice: 'info'"),
        (["print", "{pod}", "-o", "x.pdf", "--paper", "A9"], "invalid choice: 'A9'"),
        (["print", "{pod}", "-o", "x.pdf", "--sheets", "cover"], "no sheet 'cover'"),
        (["print", "{pod}", "-o", "x.pdf", "--racks", "Z99"], "no rack 'Z99'"),
        (["print", "{pod}", "-o", "{none}/x.pdf"], "cannot be written"),
        (["export", "{pod}", "--to", "bom.doc", "-o", "x"], "invalid choice: 'bom.doc'"),
        (["export", "{pod}", "--to", "floor.svg", "-o", "{none}/x.svg"], "cannot be written"),
        (["export", "{pod}", "--to", "racks.svg", "--rack", "Z99", "-o", "x"], "no rack 'Z99'"),
    ],
)
def test_a_bad_argument_is_one_line_and_no_output(
    words: list[str],
    said: str,
    pod: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    filled = [word.format(pod=pod, none=tmp_path / "none") for word in words]
    assert main(filled) == 2
    assert said in bad_line(capsys)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("kind", "begins"),
    [
        ("bom.csv", b""),
        ("json", b"{"),
        ("floor.svg", b"<?xml"),
        ("floor.png", b"\x89PNG"),
        ("racks.svg", b"<?xml"),
        ("racks.png", b"\x89PNG"),
    ],
)
def test_every_format_is_written(kind: str, begins: bytes, pod: Path, tmp_path: Path) -> None:
    out = tmp_path / f"out.{kind.rpartition('.')[2]}"
    assert main(["export", str(pod), "--to", kind, "-o", str(out)]) == 0
    assert out.read_bytes().startswith(begins)
    assert out.stat().st_size > 500
    assert [path.name for path in tmp_path.iterdir()] == [out.name]


def test_print_writes_the_sheets_asked_for(
    pod: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "racks.pdf"
    words = ["print", str(pod), "-o", str(out), "--paper", "A4", "--sheets", "racks,floor"]
    assert main(words) == 0
    pages = PdfReader(out).pages
    assert f"{out}: {len(pages)} pages" in capsys.readouterr().out
    assert len(pages) > 1
    # A4 in points, ISO 216: 210 mm × 297 mm.
    assert sorted(map(float, pages[0].mediabox[2:])) == pytest.approx([595.3, 841.9], abs=1)
    assert [path.name for path in tmp_path.iterdir()] == [out.name]


def test_a_design_whose_name_is_no_utf_8_is_printed(pod: Path, tmp_path: Path) -> None:
    named = tmp_path / os.fsdecode(b"caf\xe9.toml")
    named.write_bytes(pod.read_bytes())
    out = tmp_path / "floor.pdf"
    assert main(["print", str(named), "-o", str(out), "--sheets", "floor"]) == 0
    found = PdfReader(out)
    assert found.metadata is not None
    assert str(found.metadata.subject).startswith("caf?.toml, SHA-256 of the file: ")
    assert list(found.attachments) == ["caf?.toml"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["print", "{room}", "--sheets", "racks", "-o", "{out}"], "nothing to print"),
        (["export", "{room}", "--to", "racks.svg", "-o", "{out}"], "no rack with a device"),
    ],
)
def test_an_empty_room_has_nothing_to_draw(
    words: list[str], said: str, room: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main([word.format(room=room, out=out) for word in words]) == 2
    assert said in bad_line(capsys)
    assert not out.exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = [", ":1:5: no valid TOML (the bracket [ is never closed); mend the line\n"),
        ('[site]\npue = "abc"', "site: pue cannot be 'abc': give 1 to 10 ("),
        ("[site]\nspeed = 1", "site.speed: no such field; known fields: "),
        ("schema_version = 99", "written by a newer version (schema 99, this one knows"),
    ],
)
def test_a_command_does_not_say_what_the_window_would_open(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It refuses the file: nothing of it is used, so nothing is left out or opened."""
    path = tmp_path / "lab.cluster.toml"
    path.write_text(text if text.startswith("schema") else f"schema_version = 3\n{text}\n")
    assert main(["check", str(path)]) == 2
    shown = capsys.readouterr().err
    assert said.replace(":1:5", ":2:5") in shown
    assert "left out" not in shown
    assert "opened as far as possible" not in shown


def test_a_finding_that_begins_with_its_place_names_it_once() -> None:
    layout = Layout(Design(fabrics=(Fabric(id="c", name="Compute"),)))
    told = CHECKS[0].evolve(where=("c",), message="Compute: 8 of 16 leaf switches stand")
    assert "error: Compute: 8 of 16 leaf switches stand\n" in plain([told], Path("d"), layout)
    other = CHECKS[0].evolve(where=("c",), message="8 of 16 leaf switches stand")
    assert "error: Compute: 8 of 16 leaf switches stand\n" in plain([other], Path("d"), layout)
