"""The mutator: what it changes, what it leaves alone, which tests it runs, and what it says."""

import ast
import json
import textwrap

import pytest

from tests.mutation import __main__ as command
from tests.mutation import mutants
from tests.mutation.covering import FileMap, covering
from tests.mutation.mutants import mutants_of, sample
from tests.mutation.trial import Outcome, Trial


def changes(text, place="designer/engine/a.py"):
    """Return what is changed into what, as (kind, before, after)."""
    found = mutants_of(place, textwrap.dedent(text))
    return [(one.kind, one.before, one.after) for one in found]


def kinds(text, place="designer/engine/a.py"):
    return {kind for kind, _, _ in changes(text, place)}


_BOTH_OF_NEAR = {("comparison", "(a >= near(b, 1e-09))"), ("boundary", "(a <= near(b, 1e-09))")}
"""A tolerance that a call takes is not one of the comparison."""


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("x = a < b", {("comparison", "(a >= b)"), ("boundary", "(a <= b)")}),
        ("x = a < b - 1e-9", {("comparison", "(a >= b - 1e-09)"), ("arithmetic", "(b + 1e-09)")}),
        ("x = a < -1e-9", {("comparison", "(a >= -1e-09)")}),
        ("x = a < near(b, 1e-9)", _BOTH_OF_NEAR),
        ("x = round(4, 3)", {("constant", "5"), ("constant", "4")}),
        ("x = a == b", {("comparison", "(a != b)")}),
        ("x = a in b", {("comparison", "(a not in b)")}),
        ("x = a is None", {("comparison", "(a is not None)")}),
        ("x = a + b", {("arithmetic", "(a - b)")}),
        ("x = a // b", {("arithmetic", "(a * b)")}),
        ("x = a and b", {("and or", "(a or b)")}),
        ("x = not a", {("negated", "(a)")}),
        ("x = 3", {("constant", "4")}),
        ("x = 2.5", {("constant", "3.5")}),
        ("x = 99", {("constant", "100")}),
        ("x = 100", {("constant", "200")}),
        ("x = 1e9", {("constant", "2000000000.0")}),
        ("x = True", {("constant", "False")}),
        ("if a:\n    x = b", {("negated", "(not (a))")}),
        ("x = [b for b in c if b]", {("negated", "(not (b))")}),
        ("x = a if b else c", {("negated", "(not (b))")}),
        ("f(a)", {("dropped", "pass")}),
        ("a.b = c", {("dropped", "pass")}),
        ("del a[b]", {("dropped", "pass")}),
        ("del a.b, c", {("dropped", "pass")}),
        ("a += b", {("dropped", "pass"), ("arithmetic", "a -= b")}),
        ("raise ValueError(a)", {("dropped", "pass")}),
        ("def f():\n    return a", {("returns nothing", "return None")}),
        ("def f(a=1):\n    return None", {("constant", "2")}),
        ("def f():\n    return False", {("constant", "True")}),
    ],
)
def test_each_change_is_made(text, wanted):
    assert {(kind, after) for kind, _, after in changes(text)} == wanted


@pytest.mark.parametrize(
    "text",
    [
        '"""A docstring."""',
        'def f(a: "int | None") -> tuple[int, 3]:\n    """A docstring, 1 + 1."""',
        "x: Literal[1, 2]",
        "Pair = tuple[int, 3]",
        "T = TypeVar('T', bound=3)",
        "if TYPE_CHECKING:\n    x = 1",
        "if __name__ == '__main__':\n    main()",
        "class A:\n    def __repr__(self):\n        return 1 + 1",
        "assert a == 1",
        "log.warning('%d', 1 + 1)",
        "self._log.info(1)",
        "x = f'{a + 1}'",
        "x = 'text'",
        "x = a % 'b'",
        "__all__ = [1]",
        "@lru_cache(maxsize=3)\ndef f():\n    return None",
        "x = f(timeout=3)",
        "x = 1e-9",
        "x = round(a, 9)",
        "x = np.round(a, 4)",
        "x = a.reshape(-1)",
        "import a",
        "def f(a):\n    del a",
        "x = QTimer.singleShot(0, self.look)",
    ],
)
def test_what_no_test_should_notice_is_left_alone(text):
    assert changes(text) == []


def test_looks_are_left_alone_where_things_are_drawn_only():
    text = "layout.setSpacing(8)\nx = 3\nif a > 4:\n    y = b[0]"
    assert ("constant", "3", "4") in changes(text)
    drawn = changes(text, "designer/ui/a.py")
    assert [(before, after) for kind, before, after in drawn if kind == "constant"] == [
        ("4", "5"),
        ("0", "1"),
    ]
    assert "dropped" not in kinds(text, "designer/ui/a.py")
    painting = "class A:\n    def _paint_bar(self):\n        y = top + 3\n        y += 1\n"
    assert changes(painting.replace("y += 1", "f(y)"), "designer/render/a.py") == [
        ("dropped", "f(y)", "pass")
    ]
    assert "arithmetic" not in kinds(painting, "designer/render/a.py")
    assert "arithmetic" in kinds(painting, "designer/engine/a.py")
    assert changes("super().leaveEvent(event)\nx.setWordWrap(True)", "designer/ui/a.py") == []
    assert "dropped" in kinds("layout.addWidget(x)", "designer/ui/a.py")


def test_only_the_place_changes_and_the_rest_keeps_its_bytes():
    text = "# Überschrift — 1\nx = 'ä' + f(a <\n        b)  # über\ny = 1\n"
    for mutant in mutants_of("designer/engine/a.py", text):
        changed = mutant.mutated()
        assert changed != text
        assert changed.startswith("# Überschrift — 1\n")
        ast.parse(changed)
    (boundary,) = [m for m in mutants_of("designer/engine/a.py", text) if m.kind == "boundary"]
    assert boundary.mutated() == text.replace("a <\n        b", "(a <= b)")
    assert (boundary.line, boundary.lines) == (2, (2, 3))
    assert boundary.words == "designer/engine/a.py:2: boundary: a < b -> (a <= b)"


def test_a_header_has_its_own_lines_and_its_function():
    text = "class A:\n    def f(self):\n        if (a\n            and b):\n            g()\n"
    (swap,) = [m for m in mutants_of("designer/io/a.py", text) if m.kind == "and or"]
    assert swap.lines == (3, 4)
    assert (swap.in_function, swap.at_import) == ("A.f", False)
    assert swap.room == "io"


def test_a_sample_is_the_same_again_and_stays_when_lines_move():
    body = "".join(f"x{n} = a + {n}\n" for n in range(40))
    first = sample(mutants_of("designer/io/a.py", body), 10, seed=1)
    moved = sample(mutants_of("designer/io/a.py", "\n\n" + body), 10, seed=1)
    assert [one.key for one in first] == [one.key for one in moved]
    assert len(first) == 10
    other = sample(mutants_of("designer/io/a.py", body), 10, seed=2)
    assert {one.key for one in first} != {one.key for one in other}


def test_what_does_not_compile_is_passed_over():
    broken = [m for m in mutants_of("designer/io/a.py", "f(a)\n")]
    bad = mutants.replace(broken[0], after="return ]")
    assert sample([bad, *broken], 5, seed=1) == broken


@pytest.fixture
def inside():
    (mutant,) = [
        m for m in mutants_of("designer/io/a.py", "def f():\n    return a\n") if m.in_function
    ]
    return mutant


def test_the_tests_that_reach_the_line_come_first_then_their_files(inside):
    near = FileMap({"t::slow": 3.0, "t::quick": 1.0, "t::other": 0.1})
    near.reached = {"designer/io/a.py": {2: ["t::quick", "t::slow"], 9: ["t::other"]}}
    far = FileMap({"u::x": 0.1}, {"designer/io/a.py": {9: ["u::x"]}}, ["designer/io/a.py"])
    chosen = [name for name, _ in covering(inside, [far, near], 60.0)]
    assert chosen == ["t::quick", "t::slow", "t::other"]


def test_a_budget_leaves_out_what_is_slow_but_never_all(inside):
    slow = FileMap({"t::a": 50.0, "t::b": 20.0}, {"designer/io/a.py": {2: ["t::a", "t::b"]}})
    assert [name for name, _ in covering(inside, [slow], 60.0)] == ["t::b"]
    assert [name for name, _ in covering(inside, [slow], 5.0)] == ["t::b"]


@pytest.mark.parametrize("text", ["LIMIT = 3\n", "class A:\n    limit: int = 3\n"])
def test_a_constant_of_a_module_is_judged_by_all_that_import_it(text):
    (mutant,) = mutants_of("designer/io/a.py", text)
    importing = FileMap({"t::a": 0.1}, {}, ["designer/io/a.py"])
    calling = FileMap({"u::a": 9.0, "u::b": 1.0}, {"designer/io/a.py": {7: ["u::a"]}})
    other = FileMap({"v::a": 0.1}, {}, ["designer/io/b.py"])
    chosen = [name for name, _ in covering(mutant, [importing, calling, other], 60.0)]
    assert chosen == ["u::a", "u::b", "t::a"]


def test_a_map_holds_until_a_file_it_rests_on_changes(tmp_path):
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / "folder").mkdir()
    made = FileMap({"t::a": 0.5}, {"designer/io/a.py": {2: ["t::a"]}}, ["designer/io/b.py"])
    from tests.mutation import covering as module

    made.digests = {name: module._digest(tmp_path / name) for name in ("a.py", "folder")}
    again = FileMap.from_json(made.to_json())
    assert again == made
    assert again.is_true(tmp_path)
    (tmp_path / "folder/new.toml").write_text("")
    assert not again.is_true(tmp_path)


UNIT = "tests/unit/test_a.py"
PROJECT = {
    "pyproject.toml": "[tool.pytest.ini_options]\npythonpath = ['.']\n",
    "designer/__init__.py": "",
    "designer/io/__init__.py": "",
    "designer/io/a.py": (
        "def double(x):\n    return x + x\n\n\ndef count(x):\n"
        "    while x > 0:\n        x -= 1\n    return x\n"
    ),
    "tests/unit/test_a.py": (
        "from designer.io.a import count, double\n\n"
        "def test_double():\n    assert double(3) == 6\n\n"
        "def test_double_of_nothing():\n    assert double(0) == 0\n\n"
        "def test_count():\n    count(3)\n"
    ),
}


@pytest.fixture
def project(tmp_path):
    for name, text in PROJECT.items():
        place = tmp_path / "project" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    root = tmp_path / "project"
    (root / "tests/mutation").mkdir()
    for name in ("__init__.py", "plugin.py"):
        source = command.REPOSITORY / "tests/mutation" / name
        (root / "tests/mutation" / name).write_text(source.read_text())
    return root


def test_mutants_of_a_small_project_are_tried(project, tmp_path):
    """A test that asserts kills; one that only runs the line lets what it returns pass.

    Loops that never end are the next test's: each would take the half minute it is given.
    """
    from tests.mutation.covering import measure

    files = [project / "tests/unit/test_a.py"]
    maps = measure(project, files, tmp_path / "kept", 1)
    assert sorted(maps[0].seconds) == [
        f"tests/unit/test_a.py::test_{name}" for name in ("count", "double", "double_of_nothing")
    ]
    assert maps[0].reached["designer/io/a.py"][2] == [
        "tests/unit/test_a.py::test_double",
        "tests/unit/test_a.py::test_double_of_nothing",
    ]
    assert json.loads((tmp_path / "kept/unit-test_a.json").read_text())["seconds"]
    trial = Trial(project, tmp_path / "copy")
    text = PROJECT["designer/io/a.py"]
    verdicts = {}
    for mutant in mutants_of("designer/io/a.py", text):
        if mutant.kind in ("arithmetic", "returns nothing") and mutant.before != "x -= 1":
            outcome = trial.run(mutant, covering(mutant, maps, 60.0))
            verdicts[mutant.before] = outcome.verdict
    assert verdicts["x + x"] == "killed"
    assert verdicts["return x"] == "survived"
    assert (trial.tree / "designer/io/a.py").read_text() == text


def test_an_endless_loop_is_ended_and_counts_apart(project, tmp_path, monkeypatch):
    monkeypatch.setattr("tests.mutation.trial._LEAST_S", 4.0)
    trial = Trial(project, tmp_path / "copy")
    (endless,) = [
        one
        for one in mutants_of("designer/io/a.py", PROJECT["designer/io/a.py"])
        if one.kind == "dropped" and one.before == "x -= 1"
    ]
    outcome = trial.run(endless, [("tests/unit/test_a.py::test_count", 0.0)])
    assert (outcome.verdict, outcome.is_noticed) == ("timeout", True)


def test_a_test_that_runs_into_its_own_limit_counts_apart(project, tmp_path):
    text = PROJECT["pyproject.toml"] + "timeout = 1\n"
    (project / "pyproject.toml").write_text(text)
    (endless,) = [
        one
        for one in mutants_of("designer/io/a.py", PROJECT["designer/io/a.py"])
        if one.kind == "dropped" and one.before == "x -= 1"
    ]
    outcome = Trial(project, tmp_path / "copy").run(endless, [(f"{UNIT}::test_count", 0.0)])
    assert outcome.verdict == "timeout"


RED = {
    "fails": "def test_double():\n    assert double(3) == 7\n",
    "cannot be set up": (
        "import pytest\n\n@pytest.fixture\ndef six():\n    raise OSError\n\n"
        "def test_double(six):\n    assert double(3) == six\n"
    ),
    "has another name": "def test_twice():\n    assert double(3) == 6\n",
    "cannot be imported": "import no_such_module\n",
}


@pytest.mark.parametrize("why", sorted(RED))
def test_a_test_that_does_not_pass_without_a_mutant_is_named(why, project, tmp_path):
    file = project / UNIT
    begin = "from designer.io.a import count, double\n\n"
    file.write_text(f"{begin}{RED[why]}\n\ndef test_count():\n    assert count(3) == 0\n")
    trial = Trial(project, tmp_path / "copy")
    broken = trial.not_passing([(f"{UNIT}::test_double", 0.1), (f"{UNIT}::test_count", 0.1)])
    assert f"{UNIT}::test_double" in broken
    assert (f"{UNIT}::test_count" in broken) == (why == "cannot be imported")


def test_tests_that_pass_or_are_skipped_are_no_hindrance(project, tmp_path):
    file = project / UNIT
    file.write_text(
        f"import pytest\n{file.read_text()}\n@pytest.mark.skip(reason='no')\n"
        "def test_later():\n    assert False\n"
    )
    trial = Trial(project, tmp_path / "copy")
    assert trial.not_passing([(f"{UNIT}::test_{name}", 0.1) for name in ("double", "later")]) == []
    assert trial.not_passing([]) == []


def test_a_file_that_is_gone_is_no_judge(project, tmp_path):
    trial = Trial(project, tmp_path / "copy")
    gone = "tests/unit/test_gone.py::test_x"
    assert trial.not_passing([(gone, 0.1)]) == [gone]


def test_a_map_of_a_failing_test_is_not_kept(project, tmp_path):
    from tests.mutation.covering import measure

    file, kept = project / UNIT, tmp_path / "kept"
    green = file.read_text()
    file.write_text(green.replace("double(0) == 0", "double(0) == 1"))
    (made,) = measure(project, [file], kept, 1)
    assert made.failed == [f"{UNIT}::test_double_of_nothing"]
    assert sorted(made.seconds) == [f"{UNIT}::test_count", f"{UNIT}::test_double"]
    assert list(kept.iterdir()) == []
    file.write_text("import no_such_module\n")
    (made,) = measure(project, [file], kept, 1)
    assert (made.failed, made.seconds) == ([UNIT], {})


@pytest.fixture
def of_the_project(project, monkeypatch, tmp_path):
    """The command, run on the small project; return how it ends."""
    monkeypatch.setattr(command, "REPOSITORY", project)
    monkeypatch.setattr(command, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(command.os, "nice", lambda _by: 0)
    (project / "tests/unit/test_a.py").rename(project / "tests/unit/test_io_a.py")

    def run(*options):
        return command.main(["--room", "io", "--own", "--seed", "5", *options])

    return run


def test_a_test_that_fails_by_itself_judges_nothing_and_is_named(of_the_project, project, capsys):
    """All mutants would seem to be noticed."""
    (project / "designer/io/a.py").write_text("def double(x):\n    return x + x\n")
    file = project / "tests/unit/test_io_a.py"
    file.write_text(
        "import os\nfrom designer.io.a import double\n\n"
        "def test_nothing():\n    double(0)\n\n"
        "def test_later():\n    assert 'MUTATION_NOTES' in os.environ\n    double(0)\n"
    )
    assert of_the_project("--number", "1") == command.RED == 3
    assert capsys.readouterr().out == (
        "  survived (1 tests): designer/io/a.py:2: arithmetic: x + x -> (x - x)\n"
        "  1 tests do not pass without a mutant and judged nothing: "
        "tests/unit/test_io_a.py::test_later\n"
        "io: seed 5, 1 mutants, 0 killed, 0 ended by a time limit, 1 survived\n"
    )


def test_the_command_says_what_survived(of_the_project, project, capsys):
    (project / "designer/io/a.py").write_text("def double(x):\n    return x + x\n")
    (project / "tests/unit/test_io_a.py").write_text(
        "from designer.io.a import double\n\ndef test_nothing():\n    assert double(0) == 0\n"
    )
    assert of_the_project() == command.TOO_MANY == 1
    assert capsys.readouterr().out == (
        "  survived (1 tests): designer/io/a.py:2: arithmetic: x + x -> (x - x)\n"
        "io: seed 5, 2 mutants, 1 killed, 0 ended by a time limit, 1 survived\n"
    )


def test_many_red_tests_are_counted_and_the_first_named():
    words = command.red_words([f"t::{n}" for n in range(9)])
    assert words.startswith("  9 tests do not pass without a mutant")
    assert words.endswith(": t::0, t::1, t::2, t::3, t::4, …")


@pytest.mark.parametrize("why", sorted(RED))
def test_only_tests_that_pass_without_a_mutant_judge_it(why, project, tmp_path):
    file = project / UNIT
    begin = "from designer.io.a import count, double\n\n"
    file.write_text(f"{begin}{RED[why]}\n\ndef test_count():\n    assert count(3) == 0\n")
    (swapped,) = [
        one
        for one in mutants_of("designer/io/a.py", PROJECT["designer/io/a.py"])
        if one.before == "x + x" and one.kind == "arithmetic"
    ]
    tests = [(f"{UNIT}::test_double", 0.1), (f"{UNIT}::test_count", 0.1)]
    outcome = Trial(project, tmp_path / "copy").run(swapped, tests)
    assert not outcome.is_noticed
    assert bool(outcome.red) == (why != "has another name")


def test_what_no_test_reaches_is_not_run(inside, project, tmp_path):
    outcome = Trial(project, tmp_path / "copy").run(inside, [])
    assert (outcome.verdict, outcome.is_noticed) == ("not reached", False)


def test_the_summary_counts_and_the_limit_is_a_tenth(inside):
    killed, late = Outcome(inside, "killed", 3), Outcome(inside, "timeout", 3)
    survived = Outcome(inside, "survived", 3)
    outcomes = [killed] * 8 + [late, survived]
    assert command.survivors_share(outcomes) == command.SHARE == 0.1
    assert command.survivors_share([*outcomes, survived]) > command.SHARE
    assert command.survivors_share([]) == 0.0
    assert command.summary("io", 7, outcomes) == (
        "io: seed 7, 10 mutants, 8 killed, 1 ended by a time limit, 1 survived"
    )


def test_a_rooms_own_tests_are_asked_before_the_others():
    own, others = command.test_files("planning")
    names = {file.stem for file in own}
    assert {"test_planning_templates", "test_templates_superpod"} <= names
    assert not names & {file.stem for file in others}
    assert {"test_document_edits", "test_engine_fabric"} <= {file.stem for file in others}
    assert {file.parent.name for file in (*own, *others)} == {"unit", "golden"}
    gui, _ = command.test_files("ui")
    assert {"test_ui_models", "test_canvas_drops"} <= {file.stem for file in gui}
    for room in command.ROOMS:
        own, others = command.test_files(room)
        assert own, room
        assert "test_mutation" not in {file.stem for file in (*own, *others)}


@pytest.mark.parametrize(("only_own", "asked"), [(True, 1), (False, 2)])
def test_what_its_own_tests_let_pass_is_asked_of_the_others(
    inside, monkeypatch, capsys, only_own, asked
):
    asked_files = []

    def attempted(mutants, maps, _trials):
        asked_files.append(maps)
        return [Outcome(one, "survived", 1) for one in mutants]

    monkeypatch.setattr(command, "_attempted", attempted)
    monkeypatch.setattr(
        command.covering, "measure", lambda _root, files, *_: [FileMap(failed=[files[0].name])]
    )
    outcomes = list(command._tried("io", [inside], None, only_own=only_own))
    assert [one.verdict for one in outcomes] == ["survived"]
    (red,) = (one.red for one in outcomes)
    assert len(red) == 1, "what failed when it was measured is named"
    assert len(asked_files) == asked
    assert capsys.readouterr().out.count("survived (1 tests)") == 1


def test_a_sample_is_shown_without_running_anything(capsys):
    assert command.main(["--room", "planning", "--number", "3", "--show"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert all(line.startswith("designer/planning/") and " -> " in line for line in lines)


@pytest.mark.parametrize("text", ["x = a.width() >= 3 * b", "x = a < b.top() + c"])
def test_the_boundary_of_a_drawn_length_is_left_alone(text):
    assert "boundary" not in kinds(text, "designer/render/a.py")
    assert "comparison" in kinds(text, "designer/render/a.py")
    assert "boundary" in kinds(text, "designer/engine/a.py")


def test_the_boundary_of_a_count_is_not_where_things_are_drawn():
    assert "boundary" in kinds("x = a.count() > 1", "designer/render/a.py")
