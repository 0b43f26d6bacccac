"""What `pyproject.toml` lets the tools pass over: pinned, so that a new leniency is seen here."""

import os
import tomllib
from pathlib import Path

import pytest

from tests.helpers.gates import REPOSITORY

TEXT = (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")
PINNED = {
    "ruff.lint.ignore": ["D105", "D107", "TRY003", "RUF001", "RUF002", "RUF003"],
    "ruff.lint.per-file-ignores": {"tests/**": ["D", "ANN", "N802"]},
    "mypy.overrides": [
        {
            "module": ["pyqtgraph.*", "scipy.*", "ezdxf.*", "xlsxwriter.*"],
            "ignore_missing_imports": True,
            "follow_imports": "skip",
        }
    ],
    "mypy.strict": True,
    "mypy.packages": ["designer"],
    "pytest.ini_options.filterwarnings": ["error"],
    "pytest.ini_options.qt_log_level_fail": "WARNING",
    "pytest.ini_options.addopts": "-ra --strict-markers --import-mode=importlib",
}
SELECTED = {"E", "F", "W", "I", "N", "UP", "B", "SIM", "RUF", "D", "ANN", "BLE", "TRY", "PT"}
MYPY_SETTINGS = {"strict", "packages", "plugins", "python_version", "mypy_path", "overrides"}
RUFF_SETTINGS = {"line-length", "target-version", "lint"}
RUFF_LINT_SETTINGS = {
    *("select", "ignore", "isort", "pydocstyle", "pep8-naming", "per-file-ignores"),
}


def lenient(text: str) -> list[str]:
    """Return the settings that differ from those pinned, or that none of them names."""
    tools = tomllib.loads(text)["tool"]
    found = [name for name, wanted in PINNED.items() if _at(tools, name) != wanted]
    if not set(tools["ruff"]["lint"]["select"]) >= SELECTED:
        found.append("ruff.lint.select")
    found += [f"mypy.{name}" for name in tools["mypy"].keys() - MYPY_SETTINGS]
    found += [f"ruff.{name}" for name in tools["ruff"].keys() - RUFF_SETTINGS]
    found += [f"ruff.lint.{name}" for name in tools["ruff"]["lint"].keys() - RUFF_LINT_SETTINGS]
    return found


OTHER_SETTINGS = {
    *("ruff.toml", ".ruff.toml", "mypy.ini", ".mypy.ini", ".importlinter", "setup.cfg", "tox.ini"),
    *("pytest.ini", ".pytest.ini", "pytest.toml", ".flake8", ".coveragerc"),
}
"""Files from which a tool takes its settings in place of `pyproject.toml`, or beside it."""
NOT_OURS = {".git", ".venv", "node_modules", "out"}


def other_settings(root: Path) -> list[str]:
    """Return the files under a folder that would tell a tool something else, sorted."""
    found = []
    for folder, inner, names in os.walk(root):
        inner[:] = [name for name in inner if name not in NOT_OURS]
        here = Path(folder)
        more = {"pyproject.toml"} if here != root else set()
        found += [str((here / n).relative_to(root)) for n in names if n in OTHER_SETTINGS | more]
    return sorted(found)


def _at(tools: dict, name: str) -> object:
    for key in name.split("."):
        tools = tools[key]
    return tools


def test_no_tool_is_told_to_pass_over_more() -> None:
    assert lenient(TEXT) == []


@pytest.mark.parametrize(
    ("setting", "before", "after"),
    [
        (
            "ruff.lint.per-file-ignores",
            '"tests/**" = [',
            '"designer/io/a.py" = ["ALL"]\n"tests/**" = [',
        ),
        ("ruff.lint.ignore", 'ignore = ["D105"', 'ignore = ["E722", "D105"'),
        ("ruff.lint.select", '"BLE", ', ""),
        ("ruff.lint.extend-ignore", "[tool.ruff.lint]", '[tool.ruff.lint]\nextend-ignore = ["E"]'),
        ("ruff.extend-exclude", "[tool.ruff]", '[tool.ruff]\nextend-exclude = ["designer/io"]'),
        (
            "mypy.overrides",
            "[tool.pytest.ini_options]",
            '[[tool.mypy.overrides]]\nmodule = ["designer.io.*"]\nignore_errors = true\n'
            "[tool.pytest.ini_options]",
        ),
        ("mypy.strict", "strict = true", "strict = false"),
        ("mypy.exclude", "[tool.mypy]", '[tool.mypy]\nexclude = ["designer/io"]'),
        (
            "pytest.ini_options.filterwarnings",
            'filterwarnings = ["error"]',
            'filterwarnings = ["error", "ignore::DeprecationWarning"]',
        ),
    ],
)
def test_a_planted_leniency_is_found(setting: str, before: str, after: str) -> None:
    assert TEXT.count(before) == 1
    assert lenient(TEXT.replace(before, after)) == [setting]


def test_no_tool_finds_its_settings_elsewhere() -> None:
    assert other_settings(REPOSITORY) == []


@pytest.mark.parametrize(
    "planted",
    ["designer/engine/ruff.toml", ".importlinter", "tests/pytest.ini", "io/pyproject.toml"],
)
def test_planted_settings_are_found(planted: str, tmp_path: Path) -> None:
    for name in ("pyproject.toml", planted):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    assert other_settings(tmp_path) == [planted]
