"""`ruff` and `mypy --strict` with the project's own settings, and each of them seen to fail."""

import sys
from pathlib import Path

import pytest

from tests.helpers.gates import REPOSITORY
from tests.helpers.sandbox import run

CONFIG = str(REPOSITORY / "pyproject.toml")
CHECKED = ("designer", "tests", "packaging")


def ruff(*arguments: str) -> "tuple[int, str]":
    done = run(sys.executable, "-m", "ruff", *arguments)
    return done.returncode, done.stdout + done.stderr


def mypy(*arguments: str) -> "tuple[int, str]":
    done = run(sys.executable, "-m", "mypy", "--config-file", CONFIG, *arguments)
    return done.returncode, done.stdout + done.stderr


def test_ruff_finds_nothing() -> None:
    code, output = ruff("check", "--no-cache", "--quiet", *CHECKED)
    assert code == 0, output


def test_every_file_is_formatted() -> None:
    code, output = ruff("format", "--no-cache", "--check", "--quiet", *CHECKED)
    assert code == 0, output


@pytest.mark.timeout(900)
def test_mypy_finds_nothing() -> None:
    code, output = mypy()
    assert code == 0, output


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("F401", '"""Planted."""\n\nimport os\n'),
        ("D103", '"""Planted."""\n\n\ndef visible() -> None:\n    print()\n'),
        ("ANN201", '"""Planted."""\n\n\ndef visible():\n    """Say nothing."""\n'),
        (
            "BLE001",
            '"""Planted."""\n\ntry:\n    print()\nexcept Exception:\n    print("lost")\n',
        ),
    ],
)
def test_ruff_finds_a_planted_violation(tmp_path: Path, rule: str, text: str) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text(text)
    code, output = ruff("check", "--no-cache", "--config", CONFIG, str(planted))
    assert code != 0
    assert rule in output


def test_ruff_finds_planted_bad_format(tmp_path: Path) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text("x = {  'a':1 }\n")
    code, _ = ruff("format", "--no-cache", "--check", "--config", CONFIG, str(planted))
    assert code != 0


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("error", "text"),
    [
        ("no-untyped-def", "def f(x):\n    return x\n"),
        ("return-value", "def f() -> int:\n    return ''\n"),
        (
            "call-arg",
            "from designer.model.problem import Problem\n\nProblem(where='a', what='b', nope=1)\n",
        ),
    ],
)
def test_mypy_finds_a_planted_violation(tmp_path: Path, error: str, text: str) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text(text)
    code, output = mypy(str(planted))
    assert code != 0
    assert f"[{error}]" in output
