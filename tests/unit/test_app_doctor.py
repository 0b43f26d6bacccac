"""What `doctor` says line by line, and when it asks for something to be installed."""

import re
from collections.abc import Callable
from functools import partial

import pytest

from designer.app.commands import doctor_command
from designer.app.main import main
from designer.app.system_libraries import LIBRARIES, install_line
from designer.catalog.data_files import data_folder

ONE_OF = {group: next(lib for lib in LIBRARIES if lib.group == group)
          for group in ("offscreen", "x11", "wayland")}  # fmt: skip
LINE = partial(install_line, which=lambda name: f"/bin/{name}", knows=lambda _: True)
"""The machine's own package manager is not asked: under load that takes a test's whole time."""
Doctor = Callable[..., tuple[int, list[str]]]


@pytest.fixture
def doctor(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Doctor:
    """Run `doctor` on a machine that lacks one library of each of some groups."""

    def run(*lacking: str, display: str = "") -> tuple[int, list[str]]:
        monkeypatch.setattr(
            doctor_command, "missing",
            lambda groups: tuple(ONE_OF[group] for group in groups if group in lacking),
        )  # fmt: skip
        monkeypatch.setattr(doctor_command, "install_line", LINE)
        monkeypatch.setattr(doctor_command, "display_group", lambda _: display or None)
        code = main(["doctor"])
        return code, capsys.readouterr().out.splitlines()

    return run


def test_a_machine_that_lacks_nothing(doctor: Doctor) -> None:
    code, lines = doctor(display="x11")
    assert code == 0
    assert re.fullmatch(r"Python 3\.\d+\.\d+\S* on \S.*", lines[0])
    assert [line.split()[0] for line in lines[1:5]] == [
        "PySide6-Essentials", "pyqtgraph", "numpy", "pydantic"
    ]  # fmt: skip
    assert all(re.fullmatch(r"\S+ \d+\.\d+\S*", line) for line in lines[1:5])
    assert lines[5:] == [
        f"catalogues: {data_folder('catalogs')}",
        f"resources: {data_folder('resources')}",
        "display: x11",
        "pictures and sheets: ready",
        "the window on X11: ready",
        "the window on Wayland: ready (not needed here)",
    ]


def test_without_a_display_the_window_on_x11_is_looked_at(doctor: Doctor) -> None:
    code, lines = doctor("x11")
    assert code == 1
    assert lines[7:] == [
        "display: none; the window needs one, everything else does not",
        "pictures and sheets: ready",
        f"the window on X11: missing {ONE_OF['x11'].soname}",
        "the window on Wayland: ready (not needed here)",
        LINE([ONE_OF["x11"]]),
    ]


def test_what_this_session_does_not_need_is_said_and_not_asked_for(doctor: Doctor) -> None:
    code, lines = doctor("x11", display="wayland")
    assert code == 0
    assert lines[8:] == [
        "pictures and sheets: ready",
        f"the window on X11: missing {ONE_OF['x11'].soname} (not needed here)",
        "the window on Wayland: ready",
    ]


def test_all_that_is_needed_is_installed_by_one_line(doctor: Doctor) -> None:
    code, lines = doctor("offscreen", "x11", "wayland", display="wayland")
    assert code == 1
    assert lines[-1] == LINE([ONE_OF["offscreen"], ONE_OF["wayland"]])
    assert sum("(not needed here)" in line for line in lines) == 1


def test_data_that_is_not_there_is_named(doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(name: str) -> None:
        raise FileNotFoundError(f"no folder {name}")

    monkeypatch.setattr(doctor_command, "data_folder", gone)
    code, lines = doctor(display="x11")
    assert code == 1
    assert "data: no folder catalogs" in lines
