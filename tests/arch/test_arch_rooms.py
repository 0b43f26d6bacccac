"""Every room of the program is read by every gate, or excepted from it with a reason."""

import tomllib
from pathlib import Path

import pytest

from tests.helpers import code_rules, figure_gate, zero_gate
from tests.helpers.gates import REPOSITORY
from tests.helpers.rooms import EXCEPTED, EXPORTS, ROOMS, folders_of, rooms_of
from tests.mutation import __main__ as mutation

DESIGNER = REPOSITORY / "designer"


def test_the_list_has_every_room() -> None:
    folders = {path.parent.name for path in DESIGNER.glob("*/__init__.py")}
    assert set(ROOMS) == folders
    assert len(ROOMS) == len(folders)
    assert (DESIGNER / EXPORTS).is_dir()


@pytest.mark.parametrize("gate", EXCEPTED)
def test_each_gate_reads_a_room_or_says_why_it_does_not(gate: str) -> None:
    excepted = EXCEPTED[gate]
    assert set(rooms_of(gate)) | set(excepted) == set(ROOMS)
    assert not set(rooms_of(gate)) & set(excepted)
    assert all(len(reason.split()) > 2 for reason in excepted.values())


def test_the_gates_read_what_the_list_says() -> None:
    assert set(figure_gate.ROOTS) == {*rooms_of("figures"), EXPORTS}
    assert set(zero_gate.ROOTS) == {*rooms_of("zeros"), EXPORTS}
    assert mutation.ROOMS == rooms_of("mutation") == ROOMS
    rules = code_rules.RULES
    for name in ("clock, chance, files", "catalogue as an argument"):
        assert rules[name].rooms == folders_of("pure")
    assert rules["name of a room above"].rooms == folders_of("below render")
    # All others read the whole program.
    narrow = {"clock, chance, files", "catalogue as an argument", "name of a room above"}
    for name in rules.keys() - narrow:
        assert {"designer", "tests"} & set(rules[name].rooms), name


@pytest.mark.parametrize("room", [room for room in ROOMS if room not in ("model", "io")])
def test_a_zero_for_what_is_unknown_is_found_in_each(tmp_path: Path, room: str) -> None:
    (tmp_path / room).mkdir()
    (tmp_path / room / "a.py").write_text("x = part.power_max_w or 0\n")
    assert [place for place, *_ in zero_gate.filled_up(tmp_path)] == [f"{room}/a.py"]


@pytest.mark.parametrize("room", rooms_of("figures"))
def test_a_sum_of_figures_is_found_in_each(tmp_path: Path, room: str) -> None:
    (tmp_path / room).mkdir()
    (tmp_path / room / "a.py").write_text("x = part.power_max_w + other.power_max_w\n")
    found = figure_gate.figure_arithmetic(list(figure_gate.computing(tmp_path)))
    assert len(found) == 1


@pytest.mark.parametrize("room", ["script", "plugins"])
def test_rooms_below_render_name_none_above(room: str) -> None:
    rule = code_rules.RULES["name of a room above"]
    planted = code_rules.planted(f"designer/{room}/a.py", "NAME = 'PySide6.QtCore'\n")
    assert rule.broken(planted)


def test_no_room_below_render_may_import_qt() -> None:
    """The contract of the imports names the same rooms."""
    contracts = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    every = contracts["tool"]["importlinter"]["contracts"]
    (named,) = (one for one in every if one["name"] == "no Qt below render")
    assert {f"designer.{room}" for room in rooms_of("below render")} <= set(named["source_modules"])
