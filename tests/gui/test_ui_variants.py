"""Variants of a design: which stand, what they are measured with, what is said where none does."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.document.edits import drop, put
from designer.engine.evaluate import evaluate
from designer.engine.report import NotComputed, Report, Totals
from designer.io import design_file
from designer.model.design import Design, Rack
from designer.model.workload import Workload
from designer.planning.templates import TEMPLATES, build
from designer.runtime.aside_design import read_aside
from designer.runtime.aside_engine import AsideEngine
from designer.ui.state.beside_words import no_run_words, run_beside
from designer.ui.state.variants import Variants
from tests.helpers.ui_desk import Desk, small_design, small_report
from tests.helpers.variants import NOON, FakeAside, variants_of
from tests.helpers.workload_reports import RUN, SERVICE, show

PATIENCE_MS = 30_000


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, small_design())
    yield made
    made.close()


@pytest.fixture
def engine() -> FakeAside:
    return FakeAside()


@pytest.fixture
def variants(desk: Desk, engine: FakeAside) -> Variants:
    return variants_of(desk, engine)


@pytest.fixture
def told(variants: Variants) -> list[str]:
    found: list[str] = []
    variants.refused.connect(found.append)
    return found


def saved(folder: Path, name: str, design: Design | None = None) -> Path:
    path = folder / f"{name}.cluster.toml"
    design_file.save(path, design or small_design().evolve(name=name), load_shipped(), None)
    return path


def letters(variants: Variants) -> str:
    return "".join(one.letter for one in variants.every)


def test_a_file_is_measured_aside_and_stands_whole(
    variants: Variants, engine: FakeAside, desk: Desk, tmp_path: Path
) -> None:
    before = desk.design
    path = saved(tmp_path, "other")
    os.utime(path, (1_700_000_000, 1_700_000_000))
    variants.pick([path])
    assert engine.asked == [small_design().evolve(name="other")]
    assert variants.every == ()
    assert [one.of for one in variants.under_way] == ["other.cluster.toml"]
    report = small_report()
    engine.found.emit(report)
    (one,) = variants.every
    assert (one.letter, one.name, one.origin, one.file) == ("A", "other", "file", path)
    assert one.report is report
    assert one.design.name == "other"
    assert one.at.timestamp() == 1_700_000_000
    assert variants.under_way == ()
    assert desk.design is before
    assert desk.client.questions == []


def test_files_are_measured_one_after_another_in_the_order_they_were_picked(
    variants: Variants, engine: FakeAside, tmp_path: Path
) -> None:
    variants.pick([saved(tmp_path, "one"), saved(tmp_path, "two")])
    assert [one.name for one in engine.asked] == ["one"]
    engine.found.emit(small_report())
    assert [one.name for one in engine.asked] == ["one", "two"]
    engine.found.emit(small_report())
    assert [(one.letter, one.name) for one in variants.every] == [("A", "one"), ("B", "two")]


def test_more_than_three_are_refused_by_name(
    variants: Variants, engine: FakeAside, told: list[str], tmp_path: Path
) -> None:
    variants.pick(saved(tmp_path, name) for name in ("one", "two", "three", "four"))
    assert told == ["four.cluster.toml is not compared: 3 variants stand already; remove one first"]
    variants.remove("B")
    assert variants.letters_left == ("B",)
    variants.pick([tmp_path / "four.cluster.toml"])
    assert [(one.letter, one.name) for one in variants.under_way] == [
        ("A", "one"), ("B", "four"), ("C", "three"),
    ]  # fmt: skip


def test_a_file_that_is_picked_again_is_read_anew_in_its_place(
    variants: Variants, engine: FakeAside, tmp_path: Path
) -> None:
    path = saved(tmp_path, "one")
    variants.pick([path])
    engine.found.emit(small_report())
    design_file.save(path, small_design().evolve(name="renamed"), load_shipped(), None)
    # What changes on the disk is not taken until somebody asks for it.
    assert variants.every[0].name == "one"
    variants.pick([path])
    assert variants.every[0].name == "one"
    engine.found.emit(Report(totals=Totals(power_max_kw=7.0)))
    assert [(one.letter, one.name) for one in variants.every] == [("A", "renamed")]


def test_what_is_under_way_is_cancelled_and_the_next_begins(
    variants: Variants, engine: FakeAside, tmp_path: Path
) -> None:
    variants.pick([saved(tmp_path, "one"), saved(tmp_path, "two")])
    variants.remove("A")
    assert engine.stops == 1
    assert [one.name for one in engine.asked] == ["one", "two"]
    engine.found.emit(small_report())
    assert [(one.letter, one.name) for one in variants.every] == [("B", "two")]
    variants.pick([saved(tmp_path, "three")])
    variants.clear()
    assert engine.stops == 2
    assert variants.every == variants.under_way == ()


def test_an_engine_that_dies_is_told_in_a_line_and_leaves_nothing(
    variants: Variants, engine: FakeAside, told: list[str], tmp_path: Path
) -> None:
    variants.pick([saved(tmp_path, "one"), saved(tmp_path, "two")])
    engine.failed.emit("the engine crashed")
    assert told == [
        "one.cluster.toml is not compared: the engine crashed; pick it again to try anew"
    ]
    assert variants.every == ()
    assert [one.name for one in variants.under_way] == ["two"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("schema_version = 3\nname = [", "never closed"),
        ("{}", "JSON"),
        (None, "No such file"),
    ],
)
def test_a_bad_file_is_told_in_a_line_and_leaves_nothing(
    variants: Variants, engine: FakeAside, told: list[str], tmp_path: Path,
    text: str | None, words: str,
) -> None:  # fmt: skip
    path = tmp_path / "bad.cluster.toml"
    if text is not None:
        path.write_text(text)
    variants.pick([path])
    assert len(told) == 1
    assert told[0].startswith("Not compared: ")
    assert "bad.cluster.toml" in told[0]
    assert words in told[0]
    assert "\n" not in told[0]
    assert engine.asked == []
    assert variants.every == variants.under_way == ()


def test_parts_that_nobody_states_are_told_with_what_mends_it(
    variants: Variants, engine: FakeAside, told: list[str], tmp_path: Path
) -> None:
    racks = (
        Rack(id="X", name="X", part="nobody-knows", x_mm=0, y_mm=0),
        Rack(id="Y", name="Y", part="nobody-either", x_mm=2000, y_mm=0),
    )
    variants.pick([saved(tmp_path, "odd", Design(name="odd", racks=racks))])
    assert told == [
        "Not compared: odd.cluster.toml: the part nobody-either is not in the catalogue, nor is 1 "
        "other; save it where its parts are known, or add them to your own parts"
    ]
    assert engine.asked == []


def test_own_parts_of_the_window_and_parts_of_the_file_are_used(
    variants: Variants, engine: FakeAside, desk: Desk, tmp_path: Path
) -> None:
    shipped = desk.catalog.get("rack-48u")
    assert shipped is not None
    own = shipped.evolve(id="my-rack", name="Mine")
    desk.session.set_own_parts([own])
    design = Design(name="mine", racks=(Rack(id="X", name="X", part="my-rack", x_mm=0, y_mm=0),))
    text = tmp_path / "mine.cluster.toml"
    # Without the part embedded: only the window knows it.
    design_file.save(text, design, desk.catalog, None)
    variants.pick([text])
    assert engine.parts == [(own,)]
    assert variants.under_way[0].catalog.get("my-rack") == own


@pytest.mark.parametrize("template", [one.id for one in TEMPLATES])
def test_no_part_of_a_reference_design_counts_as_lost(template: str, tmp_path: Path) -> None:
    catalog = load_shipped()
    path = saved(tmp_path, "reference", build(template, {}, catalog))
    assert read_aside(path, catalog, ()).extra_parts is not None


def test_the_open_design_is_kept_as_it_is_and_stays_so(variants: Variants, desk: Desk) -> None:
    assert variants.keep("early") == "its figures are not worked out yet"
    desk.report(small_report())
    assert variants.keep("as drawn") == ""
    (one,) = variants.every
    assert (one.name, one.origin, one.at, one.of) == ("as drawn", "kept", NOON, "small")
    kept = one.report
    desk.workspace.apply("Smaller", drop("devices", "n1"))
    assert variants.keep("too early") == "its figures are not worked out yet"
    desk.report(Report(totals=Totals(power_max_kw=1.0)))
    assert variants.every[0].report is kept
    assert variants.every[0].design.devices != desk.design.devices
    desk.workspace.document.undo()
    desk.session.new(Design(name="another"))
    assert [one.name for one in variants.every] == ["as drawn"]
    assert variants.every[0].of == "small"


def test_what_the_engine_works_out_later_reaches_what_was_kept(
    variants: Variants, desk: Desk
) -> None:
    desk.report(small_report())
    variants.keep("now")
    later = small_report().evolve(workloads=(RUN,))
    desk.report(later)
    desk.workspace.report_changed.emit()
    assert variants.every[0].report is later


def test_a_run_is_compared_with_that_of_its_id_else_of_its_model(
    variants: Variants, desk: Desk
) -> None:
    show(desk, RUN.evolve(id="first", model="gpt-3-175b"), RUN, SERVICE)
    variants.keep("all")
    (one,) = variants.every

    def beside(**asked: object) -> str:
        run = run_beside(one, Workload(**{"id": "x", "model": "none", **asked}))
        return run.id if run is not None else ""

    assert beside(id="run", model="other") == "run"
    assert beside(model="llama-3-70b") == "run"
    assert beside(model="llama-3-70b", kind="inference") == "serve"
    # A service does not become a run by its name.
    assert beside(id="serve") == ""
    assert no_run_words(one, Workload(id="serve", model="none")) == "A: runs no such workload"


def test_a_run_that_is_not_computed_says_why(variants: Variants, desk: Desk) -> None:
    show(desk, RUN.evolve(missing="its GPU is not known"))
    variants.keep("open")
    asked = Workload(id="run", model="llama-3-70b")
    assert no_run_words(variants.every[0], asked) == "A: not computed: its GPU is not known"
    variants.clear()
    lost = NotComputed(subject="workloads", because="a fault", title="Training and serving")
    desk.report(Report(not_computed=(lost,)))
    variants.keep("lost")
    assert no_run_words(variants.every[0], asked).startswith("A: Training and serving")


# The real process.


@pytest.fixture
def aside(qtbot: QtBot) -> Iterator[AsideEngine]:
    made = AsideEngine()
    yield made
    made.finish()
    assert made.process_id == 0


def test_the_process_answers_with_what_is_worked_out_later_and_ends(
    qtbot: QtBot, aside: AsideEngine
) -> None:
    catalog = load_shipped()
    design = put("workloads", Workload(id="run", model="llama-2-7b", tokens=1e12, global_batch=512,
                                       sequence_tokens=4096))(
        build("dgx-superpod-h100", {"scalable_units": "1"}, catalog)
    )  # fmt: skip
    with qtbot.waitSignal(aside.found, timeout=PATIENCE_MS) as answer:
        aside.measure(design, ())
    (report,) = answer.args
    assert report.evolve(timings=()) == evaluate(design, catalog).evolve(timings=())
    assert len(report.workloads[0].scaling) > 1
    qtbot.waitUntil(lambda: aside.process_id == 0, timeout=PATIENCE_MS)


def test_a_stopped_process_says_nothing_and_the_next_one_answers(
    qtbot: QtBot, aside: AsideEngine
) -> None:
    failed: list[str] = []
    aside.failed.connect(failed.append)
    aside.measure(small_design().evolve(name="first"), ())
    aside.stop()
    with qtbot.waitSignal(aside.found, timeout=PATIENCE_MS) as answer:
        aside.measure(small_design().evolve(name="second"), ())
    assert answer.args[0].design == "second"
    assert failed == []


def test_a_process_that_dies_or_is_none_says_so(qtbot: QtBot) -> None:
    for command, words in (
        (("/bin/false",), "the engine ended with code 1"),
        (("/no/such/program",), "the engine could not start"),
    ):
        made = AsideEngine(command=command)
        with qtbot.waitSignal(made.failed, timeout=PATIENCE_MS) as why:
            made.measure(small_design(), ())
        assert why.args[0].startswith(words)
        assert made.process_id == 0
        made.finish()
