"""Designs edited by a script: undo, steps, figures, findings, files, and clear refusals."""

import subprocess
import sys
from pathlib import Path

import pytest

from designer import script
from designer.engine.evaluate import evaluate
from designer.io.design_file import dumps, load
from designer.script import ScriptError, Session, u

RACK, NODE = "rack-48u", "dgx-h100"


@pytest.fixture
def session() -> Session:
    made = script.new("empty-room", width_m=12, depth_m=12)
    made.place_rack(RACK, 1_200, 2_400, name="A01")
    return made


def test_no_qt_is_imported() -> None:
    code = (
        "import sys, designer.script\n"
        "s = designer.script.new()\n"
        "s.place_rack('rack-48u', 1200, 2400)\n"
        "s.report()\n"
        "s.export('json')\n"
        "print([m for m in sys.modules if m.partition('.')[0] in ('PySide6', 'shiboken6')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_edits_return_what_they_made_and_are_undone_one_by_one(session: Session) -> None:
    node = session.place_device(NODE, "A01", u(1))
    assert session.layout.devices[node].half_u == 2
    row = session.add_row(RACK, 3, 1_200, 6_000, name="B")
    assert row == ("B01", "B02", "B03")
    fabric = session.add_fabric("Compute")
    assert fabric == "compute"
    assert session.add_feed("C", volts=400.0) == "C"
    assert session.add_loop("Loop 1", supply_c=32.0) == "loop-1"
    assembly = session.make_assembly("A01", "Filled")
    session.copy_assembly(assembly, "B01")
    assert len(session.layout.in_rack("B01")) == 1
    assert session.duplicate("A01")
    assert session.history[0] == "New empty-room"
    steps = len(session.history)
    before = session.design
    session.remove_row("B")
    assert "B01" not in session.layout.racks
    assert session.undo()
    assert session.design is before
    assert session.redo()
    assert len(session.history) == steps + 1
    while session.undo():
        pass
    assert not session.design.racks


def test_a_step_is_one_undo_and_is_told_with_all_its_calls(session: Session) -> None:
    before = session.design
    with session.step("Fill the rack"):
        first = session.place_device(NODE, "A01")
        with session.step():
            second = session.place_device(NODE, "A01")
        assert {first, second} <= session.layout.devices.keys()
        with pytest.raises(ScriptError, match="a step is not finished"):
            session.undo()
    assert session.history[-1] == "Fill the rack"
    assert session.calls()[-1] == (
        "with session.step('Fill the rack'):\n"
        f"    session.place_device('{NODE}', 'A01')\n"
        f"    session.place_device('{NODE}', 'A01')"
    )
    session.undo()
    assert session.design is before


def half_done(session: Session) -> None:
    with session.step("Two"):
        session.place_device(NODE, "A01")
        session.place_device(NODE, "A99")


def broken_off(session: Session) -> None:
    with session.step("Inner"):
        session.rename("A01", "Q2")
        raise ZeroDivisionError


def test_nothing_of_a_step_stays_after_an_error(session: Session) -> None:
    session.place_device(NODE, "A01")
    session.undo()
    before, labels = session.design, session.history
    with pytest.raises(ScriptError, match="no rack 'A99'"):
        half_done(session)
    assert session.design is before
    assert session.history == labels
    assert session.redo()
    with session.step("Outer"):
        session.rename("A01", "Q1")
        with pytest.raises(ZeroDivisionError):
            broken_off(session)
    assert session.layout.racks["A01"].name == "Q1"
    with session.step("Nothing"):
        pass
    assert session.history[-1] == "Outer"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda s: s.place_device("dgx-h1000", "A01"), "place_device: "),
        (lambda s: s.place_device(NODE, "A01", u(47)), "place_device: "),
        (lambda s: s.place_rack(RACK, 1_200, 2_400), "place_rack: "),
        (lambda s: s.place_rack(RACK, 5.5, 6_000), "place_rack: "),
        (lambda s: s.place_rack(RACK, "left", 6_000), "place_rack: "),
        (lambda s: s.rename("A01", " "), "rename: a name cannot be empty"),
        (lambda s: s.set_fields("racks", "A01", colour="red"), "set_fields: "),
        (lambda s: s.set_fields("things", "A01", name="x"), "set_fields: "),
        (lambda s: s.set_fields("site", pue=-1.0), "set_fields: "),
        (lambda s: s.put("things", {"id": "x"}), "put: no collection 'things'; one of revisions"),
        (lambda s: s.put("notes", {"id": "x"}), "put: text: Field required"),
        (lambda s: s.remove("A99"), "remove: nothing is called 'A99'"),
        (lambda s: s.apply({"put": {"things": []}}), "apply: change: put: unknown name 'things'"),
        (lambda s: s.export("docx"), "export: no format 'docx'; one of text"),
        (lambda s: s.export("ibnetdiscover"), "export: "),
        (lambda s: s.save(), "save: the design has no file yet; name one: save('hall.toml')"),
        (lambda s: s.build("qqq zzz"), "build: no finding has the key 'qqq zzz'; take one of"),
        (lambda s: s.waive("qqq zzz", "why"), "waive: no finding has the key"),
        (lambda s: s.remake_tray("t", "no-tray"), "remake_tray: "),
        (lambda s: s.exchange_places({"A99": (0, 0, 0, "")}), "exchange_places: "),
    ],
)
def test_what_is_wrong_is_one_clear_line_and_nothing_happens(session, wrong, said) -> None:
    before, labels = session.design, session.history
    with pytest.raises(ScriptError) as refused:
        wrong(session)
    assert str(refused.value).startswith(said)
    assert "\n" not in str(refused.value)
    assert session.design is before
    assert session.history == labels


def test_figures_are_those_of_the_engine_and_computed_once(session: Session) -> None:
    session.place_device(NODE, "A01")
    report = session.report()
    assert session.report() is report
    assert report.totals == evaluate(session.design, session.catalog).totals
    figure = report.totals.figure("power_max_kw")
    assert figure.low <= report.totals.power_max_kw <= figure.high
    session.undo()
    assert session.report().totals.nodes == 0


def test_a_finding_is_built_as_one_step_and_its_call_does_the_same(session: Session) -> None:
    session.place_device(NODE, "A01")
    found = next(one for one in session.check() if one.remedy and one.remedy.action == "hang-pdus")
    before = session.design
    made = session.build(found)
    assert made
    assert all(key in session.layout.devices for key in made)
    assert found.key not in {one.key for one in session.check()}
    again = Session(before, session.catalog)
    exec(session.calls()[-1], {"session": again})  # the text is what is tested
    assert again.design == session.design
    session.undo()
    assert session.design is before
    session.waive(found, "bare on purpose", author="me", date="2026-11-30")
    assert next(one for one in session.check() if one.key == found.key).waived


def test_a_plan_says_what_would_happen_before_it_is_done(session: Session) -> None:
    plan = session.plan_device(NODE, "A01", u(1))
    assert plan.verdict.ok
    told = session.foresee(plan)
    done = session.do(plan)
    assert [one.key for one in told.comes if one.rule == "C01"] == [
        one.key for one in session.check() if one.rule == "C01"
    ]
    assert session.layout.devices[done[0]].part == NODE
    refused = session.plan_device(NODE, "A01", u(1))
    assert not refused.verdict.ok
    for act in (session.do, session.foresee):
        with pytest.raises(ScriptError, match="DGX"):
            act(refused)
    rack = session.do(session.plan_rack(RACK, 6_000, 6_000))
    assert rack[0] in session.layout.racks


def test_files_are_opened_saved_and_not_replaced_by_chance(tmp_path: Path, session) -> None:
    path = tmp_path / "hall.cluster.toml"
    assert not session.is_saved
    assert session.save(path) == path
    assert session.is_saved
    opened = script.open(path)
    assert dumps(opened.design, opened.catalog) == dumps(session.design, session.catalog)
    opened.rename("A01", "Q1")
    assert not opened.is_saved
    opened.save()
    assert load(path).design.racks[0].name == "Q1"
    session.rename("A01", "Q2")
    with pytest.raises(ScriptError, match="changed by someone else"):
        session.save()
    other = tmp_path / "other.toml"
    other.write_text(path.read_text())
    with pytest.raises(ScriptError, match="there is a file already"):
        session.save(other)
    session.save(other, replace=True)
    assert session.path == other
    with pytest.raises(ScriptError):
        script.open(tmp_path / "none.toml")
    damaged = tmp_path / "damaged.toml"
    damaged.write_text(path.read_text() + "\n[racks.B01]\npart = 3\n")
    with pytest.raises(ScriptError):
        script.open(damaged)
    with pytest.raises(ScriptError, match="no template"):
        script.new("qqq zzz")


def test_lists_and_reports_are_exported(tmp_path: Path, session: Session) -> None:
    session.place_device(NODE, "A01")
    path = tmp_path / "bom.csv"
    text = session.export("bom.csv", path)
    assert path.read_bytes() == text.encode()
    assert NODE in text
    assert session.export("md").startswith("#")
    session.save(tmp_path / "hall.toml")
    with pytest.raises(ScriptError):
        session.export("json", tmp_path / "hall.toml")
