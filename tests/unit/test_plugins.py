"""Plug-ins of other distributions: found, used, and each alone when it is faulty."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from designer import script
from designer.app.main import main, opens_window
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.plugin_checks import MOST, PlugInChecks
from designer.io.design_file import load, save
from designer.model.design import Design, Rack, Waiver
from designer.planning.plugin_templates import build_any, templates_of
from designer.planning.templates import TemplateError
from designer.plugins.registry import PlugInError, PlugIns
from designer.script import ScriptError
from designer.script.plugins import finding
from tests.helpers.plugin_dists import GOOD, install, install_good

CATALOG = load_shipped()
Printed = pytest.CaptureFixture[str]

USE = "designer.script.plugins import finding\n"
FAULTY_CHECKS = {
    "import": ("raise RuntimeError('no licence')", "x", "while it was loaded it raised "
               "RuntimeError: no licence (plugged_"),
    "exits": ("import sys\nsys.exit('bye')", "x", "while it was loaded it raised SystemExit: bye"),
    "nothing": ("", "x", "while it was loaded it raised AttributeError: "),
    "not-called": ("x = 3", "x", "it is an int, and not a function of design, catalogue and"),
    "raises": ("def x(*a):\n    raise KeyError('A99')", "x",
               "when it was called it raised KeyError: 'A99' (plugged_"),
    "late": (f"from {USE}def x(*a):\n    yield finding('info', 'one')\n    1 / 0", "x",
             "when it was called it raised ZeroDivisionError: "),
    "arguments": ("def x():\n    return []", "x", "when it was called it raised TypeError: x()"),
    "no-list": ("def x(*a):\n    return 7", "x", "it returned an int, and not findings"),
    "none": ("def x(*a):\n    return None", "x", "it returned nothing, and not findings"),
    "text": ("def x(*a):\n    return 'bad'", "x", "it returned a str, and not findings"),
    "others": ("def x(*a):\n    return ['bad']", "x", "it returned a str among its findings"),
    "nan": (f"from {USE}def x(*a):\n    return [finding('error', 'm', weight=float('nan'))]", "x",
            "the weight of a finding is no number: nan"),
    "severity": (f"from {USE}def x(*a):\n    return [finding('fatal', 'm')]", "x",
                 "a finding has no severity 'fatal'"),
    "places": (f"from {USE}def x(*a):\n    return [finding('info', 'm', [3])]", "x",
               "rule, cause, places, message and advice of a finding are text"),
    "silent": (f"from {USE}def x(*a):\n    return [finding('info', ' ')]", "x",
               "one of its findings has no message"),
    "endless": (f"from {USE}def x(*a):\n    while True:\n        yield finding('info', 'm')", "x",
                f"it gives more than {MOST:,} findings"),
    "speechless": ("class Odd(Exception):\n    def __str__(self):\n        1 / 0\n"
                   "def x(*a):\n    raise Odd", "x",
                   "when it was called it raised Odd: its message cannot be read (plugged_"),
    "derived": ("from designer.script.plugins import Finding\nclass Odd(Finding):\n"
                "    @property\n    def cause(self):\n        1 / 0\n"
                "def x(*a):\n    return [object.__new__(Odd)]", "x",
                "when it was called it raised AttributeError: "),
    "changes": ("def x(design, *a):\n    design.name = 'mine'", "x",
                "when it was called it raised ValidationError: "),
}  # fmt: skip


def room() -> Design:
    racks = (
        Rack(id="A01", name="First", part="rack-48u", x_mm=0, y_mm=0),
        Rack(id="A02", name="Second", part="rack-48u", x_mm=800, y_mm=0),
    )
    return Design(name="room", racks=racks)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "room.cluster.toml"
    save(path, room(), CATALOG)
    return path


@pytest.fixture
def good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_good(tmp_path, monkeypatch)


@pytest.mark.usefixtures("good")
def test_findings_of_a_check_stand_among_the_others_and_can_be_waived() -> None:
    plain = evaluate(room(), CATALOG)
    report = PlugInChecks(PlugIns()).added(room(), CATALOG, plain)
    (mine,) = [check for check in report.checks if check.rule == "plug-in/tall"]
    assert (mine.key, mine.severity) == ("plug-in/tall:number", "warning")
    assert mine.where == ("A01", "A02")
    assert [check for check in report.checks if check is not mine] == list(plain.checks)
    severities = [check.severity for check in report.checks]
    assert severities == sorted(severities, key=["error", "warning", "info"].index)
    waived = room().evolve(waivers=(Waiver(id=mine.key, reason="on purpose"),))
    plain = evaluate(waived, CATALOG)
    assert "W01:plug-in/tall:number" in {check.key for check in plain.checks}
    checks = PlugInChecks(PlugIns()).added(waived, CATALOG, plain).checks
    assert [check.waived for check in checks if check.key == mine.key] == [True]
    assert not [check for check in checks if check.rule == "W01"]


@pytest.mark.usefixtures("good")
def test_a_waiver_of_a_plug_in_has_no_effect_only_where_that_was_asked() -> None:
    design = room().evolve(waivers=(Waiver(id="plug-in/tall:gone", reason="x"),))
    plain = evaluate(design, CATALOG)
    asked = PlugInChecks(PlugIns()).added(design, CATALOG, plain)
    assert [check.key for check in asked.checks if check.rule == "W01"] == ["W01:plug-in/tall:gone"]
    without = PlugInChecks(PlugIns(enabled=False)).added(design, CATALOG, plain)
    assert not [check for check in without.checks if check.rule == "W01"]


@pytest.mark.parametrize("name", FAULTY_CHECKS)
def test_a_faulty_check_is_named_and_off_and_harms_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    source, what, said = FAULTY_CHECKS[name]
    install_good(tmp_path, monkeypatch)
    install(tmp_path, monkeypatch, "acme-faulty", source, {"checks": {"bad": what}})
    plugins = PlugIns()
    plain = evaluate(room(), CATALOG)
    checks = PlugInChecks(plugins)
    report = checks.added(room(), CATALOG, plain)
    (off,) = [check for check in report.checks if check.key == "plug-in/bad:off"]
    assert off.severity == "info"
    assert off.message.startswith(f"plug-in bad of acme-faulty 1.2 is off: {said}")
    assert "plug-in/tall:number" in {check.key for check in report.checks}
    assert len(report.checks) == len(plain.checks) + 2
    again = checks.added(room(), CATALOG, plain)
    assert again.checks == report.checks
    assert capsys.readouterr().out == ""
    with pytest.raises(PlugInError, match="is off"):
        plugins.of("checks")[0].use(lambda loaded: loaded)


@pytest.mark.usefixtures("good")
def test_commands_tell_findings_of_plug_ins_unless_these_are_switched_off(
    file: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    main(["check", str(file)])
    said = capsys.readouterr().out
    assert "plug-in/tall; waive as plug-in/tall:number" in said
    assert "First, Second" in said
    main(["check", str(file), "--format", "sarif"])
    sarif = json.loads(capsys.readouterr().out)["runs"][0]
    assert "plug-in/tall" in {rule["id"] for rule in sarif["tool"]["driver"]["rules"]}
    main(["report", str(file), "--format", "json"])
    report = json.loads(capsys.readouterr().out)
    assert "plug-in/tall" in {check["rule"] for check in report["checks"]}
    monkeypatch.setenv("CLUSTER_DESIGNER_PLUGINS", "1")
    main(["--no-plugins", "check", str(file)])
    assert "plug-in/tall" not in capsys.readouterr().out
    assert os.environ["CLUSTER_DESIGNER_PLUGINS"] == "0"


@pytest.mark.usefixtures("good")
def test_an_exporter_writes_its_format(file: Path, tmp_path: Path, capsys: Printed) -> None:
    out = tmp_path / "out.csv"
    assert main(["export", str(file), "--to", "racks.csv", "-o", str(out)]) == 0
    assert out.read_text() == "First,rack-48u\nSecond,rack-48u\n"
    assert main(["export", str(file), "--to", "packed", "-o", str(tmp_path / "p.bin")]) == 0
    assert (tmp_path / "p.bin").read_bytes() == b"\0room"
    assert main(["export", str(file), "--to", "qqq", "-o", "-"]) == 2
    assert "invalid choice: 'qqq'" in capsys.readouterr().err
    session = script.open(file)
    assert session.export("racks.csv") == out.read_text()
    assert session.export("packed") == b"\0room"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def x(*a):\n    return 5", "it returned a int, and neither text nor bytes"),
        ("x = 'text'", "it is a str, and not a function of design, catalogue and report"),
        ("def x(*a):\n    return '\\ud800'", "when it was called it raised UnicodeEncodeError"),
        ("def x(*a):\n    return open('/no/such')", "when it was called it raised FileNotFound"),
    ],
)
def test_a_faulty_exporter_is_named_and_writes_nothing(
    source: str, said: str, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: Printed,
) -> None:  # fmt: skip
    install(tmp_path, monkeypatch, "acme-faulty", source, {"exporters": {"x.csv": "x"}})
    out = tmp_path / "x.csv"
    assert main(["export", str(file), "--to", "x.csv", "-o", str(out)]) == 2
    assert f"plug-in x.csv of acme-faulty 1.2 is off: {said}" in capsys.readouterr().err
    assert not out.exists()
    session = script.open(file)
    for _ in range(2):
        with pytest.raises(ScriptError, match="is off"):
            session.export("x.csv")
    assert session.undo() is False


@pytest.mark.usefixtures("good")
def test_a_template_is_listed_and_built(tmp_path: Path, capsys: Printed) -> None:
    assert main(["templates"]) == 0
    said = capsys.readouterr().out
    assert "pair: A pair" in said
    assert "a whole number from 1 to 9" in said
    out = tmp_path / "pair.toml"
    assert main(["new", "pair", "racks=3", "-o", str(out)]) == 0
    assert len(load(out).design.racks) == 3
    assert len(script.new("pair", racks=4).design.racks) == 4
    for words, why in ((["racks=9"], "nine is too many"), (["racks=10"], "out of range")):
        capsys.readouterr()
        assert main(["new", "pair", *words, "-o", str(tmp_path / "no.toml")]) == 2
        assert why in capsys.readouterr().err
    assert len(script.new("pair").design.racks) == 2


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("raise ImportError('no such module')", "while it was loaded it raised ImportError: no "),
        ("PAIR = 'pair'", "it is a str, and not a Template"),
        (GOOD.replace('id="pair"', 'id="twin"'), "its template is called 'twin'"),
        (GOOD.replace('"int", "2"', '"int", "many"'), "when it was called it raised TemplateError"),
        (GOOD + "\ndef none(*a):\n    return None\nPAIR = Template(id='pair', name='P', "
         "summary='', parameters=(), builder=none)", "it built a NoneType, and not a Design"),
        (GOOD + "\ndef bad(*a):\n    room = Design().room.model_copy(update={'tile_mm': "
         "float('nan')})\n    return Design.model_construct(room=room)\nPAIR = Template(id='pair', "
         "name='P', summary='', parameters=(), builder=bad)", "it built no valid design: room."),
    ],
)  # fmt: skip
def test_a_faulty_template_is_named_and_builds_nothing(
    source: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    install(tmp_path, monkeypatch, "acme-faulty", source, {"templates": {"pair": "PAIR"}})
    with pytest.raises(TemplateError) as refused:
        build_any("pair", {}, CATALOG, PlugIns())
    assert f"plug-in pair of acme-faulty 1.2 is off: {said}" in str(refused.value)
    assert main(["templates"]) == 0
    told = capsys.readouterr()
    assert "empty-room" in told.out
    assert "\npair:" not in told.out or "built" in said
    with pytest.raises(ScriptError, match="is off"):
        script.new("pair")


def test_the_program_keeps_its_own_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: Path, capsys: Printed
) -> None:
    source = GOOD.replace('id="pair"', 'id="lab-workstations"')
    entries = {"templates": {"lab-workstations": "PAIR"}, "exporters": {"bom.csv": "racks_csv"}}
    install(tmp_path, monkeypatch, "acme-same", source, entries)
    assert build_any("lab-workstations", {}, CATALOG, PlugIns()).name.startswith("Lab")
    assert not templates_of(PlugIns())
    assert main(["export", str(file), "--to", "bom.csv", "-o", "-"]) == 0
    assert "rack-48u" in capsys.readouterr().out
    assert main(["plugins", "list"]) == 1
    said = capsys.readouterr().out
    assert "    off: the program has a format 'bom.csv'" in said
    assert "    off: the program has a template 'lab-workstations'" in said


def test_of_two_of_one_name_the_later_distribution_is_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_good(tmp_path, monkeypatch)
    install(tmp_path, monkeypatch, "b-other", GOOD, {"checks": {"tall": "tall"}})
    first, second = PlugIns().of("checks")
    assert (first.distribution, first.is_off) == ("acme-good", False)
    assert second.because == "plug-in tall of acme-good 1.2 has that name"


@pytest.mark.usefixtures("good")
def test_plug_ins_are_listed_with_their_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    assert main(["plugins", "list"]) == 0
    assert "check tall: acme-good 1.2\n    on\n" in capsys.readouterr().out
    install(tmp_path, monkeypatch, "z-bad", "x = 3", {"checks": {"bad": "x"}})
    assert main(["plugins", "list", "--format", "json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["enabled"] is True
    states = {(one["kind"], one["name"]): one["state"] for one in said["plugins"]}
    assert states == {
        ("exporters", "packed"): "on", ("exporters", "racks.csv"): "on", ("checks", "tall"): "on",
        ("checks", "bad"): "off", ("templates", "pair"): "on",
    }  # fmt: skip
    assert next(one for one in said["plugins"] if one["name"] == "bad")["because"]
    monkeypatch.setenv("CLUSTER_DESIGNER_PLUGINS", "off")
    assert main(["plugins", "list"]) == 0
    assert "switched off" in capsys.readouterr().out


def test_without_plug_ins_nothing_is_looked_for_with_slow_modules() -> None:
    code = (
        "import sys\nfrom designer.plugins.registry import PlugIns\n"
        "assert not PlugIns().every()\n"
        "print('importlib.metadata' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(
    ("words", "is_window"),
    [
        ([], True), (["a.toml"], True), (["--no-plugins"], True), (["--no-plugins", "a"], True),
        (["--no-plugins", "check", "a"], False), (["check"], False), (["--help"], False),
    ],
)  # fmt: skip
def test_the_switch_is_no_command(words: list[str], is_window: bool) -> None:
    assert opens_window(words) == is_window


def test_a_place_may_be_one_id() -> None:
    assert finding("info", "m", "A01").where == ("A01",)


@pytest.mark.usefixtures("good")
def test_what_nobody_asks_for_is_not_loaded() -> None:
    plugins = PlugIns()
    PlugInChecks(plugins).added(room(), CATALOG, evaluate(room(), CATALOG))
    (check,), templates = plugins.of("checks"), plugins.of("templates")
    assert check._loaded
    assert not any(one._loaded for one in templates)
