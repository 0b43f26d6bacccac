"""How the program starts: window first, then all else; what an unexpected error leaves behind."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.helpers.ui_desk import small_design

HEAVY = (
    "pyqtgraph", "numpy", "pydantic", "pypdf", "PySide6.QtPrintSupport", "PySide6.QtSvg", "ezdxf",
    "xlsxwriter", "segno",
)  # fmt: skip

START = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from designer.app.composition import Studio
heavy = json.loads(sys.argv[2])
app = QApplication(["start"])
studio = Studio(app)
seen = {}
studio.window.first_painted.connect(
    lambda: seen.setdefault("early", [name for name in heavy if name in sys.modules])
)
studio.window.first_painted.connect(
    lambda: seen.setdefault("says", studio.window.centralWidget().words)
)
studio.show(Path(sys.argv[1]))

def look():
    ready = studio.window.is_populated and "pyqtgraph" in sys.modules
    if ready and studio.window.dashboard.totals.gpus.value.text() != "—":
        try:
            raise RuntimeError("planted")
        except RuntimeError as error:
            studio.report_crash(type(error), error, error.__traceback__)
        seen["tables"] = [name for name in sys.modules if "designer.ui.views.tables" in name]
        seen["dxf"] = bool({"ezdxf", "segno", "xlsxwriter"} & set(sys.modules))
        seen["engine"] = [name for name in sys.modules if "designer.engine.subjects" in name]
        seen["gpus"] = studio.window.dashboard.totals.gpus.value.text()
        seen["name"] = studio.window.top.name.full_text()
        seen["crash"] = studio.window.centre.banners.texts().get("crash", "")
        print(json.dumps(seen), flush=True)
        app.exit(0)
    else:
        QTimer.singleShot(20, look)

QTimer.singleShot(20, look)
app.exec()
studio.close()
"""


def test_the_window_stands_before_anything_heavy_is_imported(tmp_path: Path) -> None:
    from designer.catalog.load import load_shipped
    from designer.io.design_file import save

    path = tmp_path / "pod.toml"
    save(path, small_design(), load_shipped())
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", START, str(path), json.dumps(HEAVY)],
        capture_output=True, text=True, timeout=90, check=False, cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout.splitlines()[-1])
    assert seen["early"] == []
    assert seen["says"] == "Opening pod.toml …"
    assert seen["dxf"] is False, "drawings of other programs are for who asks for one"
    assert seen["engine"] == [], "the engine is the other process: the window does not load it"
    assert seen["tables"] == [], "they are imported when somebody asks for them"
    assert seen["name"] == "small"
    assert seen["gpus"] == "8"
    assert "planted" in seen["crash"]
    log = Path(os.environ["CLUSTER_DESIGNER_HOME"]) / "state" / "crashes.log"
    assert "planted" in log.read_text()
