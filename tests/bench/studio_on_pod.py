"""The whole window on a reference design, with 16,384 GPUs or more, in a home of its own."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.designs import UNITS_FOR_16384_GPUS, catalog, pod

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from designer.app.composition import Studio


@contextmanager
def studio_on_pod(
    *, tiny: bool = False, units: int = UNITS_FOR_16384_GPUS
) -> Iterator[tuple["QApplication", "Studio"]]:
    """Yield the application and its window; whoever opens it closes the window."""
    from PySide6.QtWidgets import QApplication

    from designer.app.composition import Studio
    from designer.io.design_file import dumps

    parts = catalog()
    with tempfile.TemporaryDirectory() as home:
        os.environ["CLUSTER_DESIGNER_HOME"] = home
        path = Path(home) / "pod.toml"
        path.write_text(dumps(pod(parts, tiny=tiny, units=units), parts), encoding="utf-8")
        existing = QApplication.instance()
        application = existing if isinstance(existing, QApplication) else QApplication(["bench"])
        studio = Studio(application)
        studio.window.resize(1600, 1000)
        studio.show(path)
        yield application, studio
