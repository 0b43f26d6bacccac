"""No command but the window imports QtWidgets, and no command needs a display. Seen to fail."""

import os
from pathlib import Path

import pytest

from tests.helpers.sandbox import Done, copy_package, run_python

WITHOUT_WIDGETS = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name in ("PySide6.QtWidgets", "PySide6.QtPrintSupport", "pyqtgraph"):
            raise ImportError(f"{name} is blocked")

sys.meta_path.insert(0, Blocked())
from designer.app.main import main
sys.exit(main(sys.argv[1:]))
"""


def without_widgets(*arguments: str, cwd: Path | None = None) -> Done:
    return run_python(WITHOUT_WIDGETS, *arguments, **({"cwd": cwd} if cwd else {}))


@pytest.fixture(scope="module")
def design(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("commands") / "pod.cluster.toml"
    done = without_widgets("new", "dgx-superpod-h100", "scalable_units=1", "-o", str(path))
    assert done.returncode == 0, done.stderr
    return path


@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("templates",),
        ("report", "{design}"),
        ("check", "{design}"),
        ("diff", "{design}", "{design}"),
        ("print", "{design}", "-o", "{out}.pdf"),
        ("export", "{design}", "--to", "bom.csv", "-o", "{out}.csv"),
        ("export", "{design}", "--to", "floor.svg", "-o", "{out}.svg"),
        ("calc", "feed"),
        ("catalog", "list"),
        ("doctor",),
    ],
    ids=lambda words: " ".join(words[:1] + words[2:4]),
)
def test_a_command_does_without_widgets(
    words: tuple[str, ...], design: Path, tmp_path: Path
) -> None:
    filled = [word.format(design=design, out=tmp_path / "out") for word in words]
    done = without_widgets(*filled)
    # 1 is an answer: findings of `check`, a machine without X11 libraries for `doctor`.
    assert done.returncode in ((0, 1) if words[0] in ("check", "doctor") else (0,)), done.stderr
    assert "Error" not in done.stderr


def test_a_planted_import_of_widgets_is_seen(tmp_path: Path) -> None:
    planted = copy_package(tmp_path) / "designer/app/commands/calc_command.py"
    planted.write_text("import PySide6.QtWidgets\n" + planted.read_text())
    done = without_widgets("calc", cwd=tmp_path)
    assert done.returncode == 70
    assert "ImportError" in done.stderr


def test_the_window_does_import_widgets() -> None:
    """The hook blocks what it says it blocks: the window cannot open under it."""
    if os.environ.get("QT_QPA_PLATFORM") != "offscreen":
        pytest.skip("a display is in use")
    done = without_widgets()
    assert done.returncode == 70
    assert "ImportError" in done.stderr
