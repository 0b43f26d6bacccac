"""Make the pictures of the README anew: windows on the reference design, and a rack sheet.

The catalogue's window is shown on the GPUs, and comparing four of them.

Run with the project's own Python from the top of the checkout; needs `pdftoppm` (Debian's
poppler-utils) for the sheet. The window is drawn offscreen, so the pictures are the same anywhere.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from designer.app.composition import Studio

FOLDER = Path(__file__).parent / "pictures"
WIDTH, HEIGHT, DOTS_PER_INCH = 1600, 1000, 110
CATALOGUE_SIZE = (1600, 900)
SHOWN, FIGURE = "part/h100-sxm", "FP16 tensor, dense"
COMPARED = ("h100-sxm", "h200-sxm", "b200-sxm", "mi300x")


def main() -> int:
    """Write the pictures and return the exit code."""
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(QT_QPA_PLATFORM="offscreen", CLUSTER_DESIGNER_HOME=home)
        from designer.app.main import main as command

        design = Path(home) / "dgx-superpod-h100.cluster.toml"
        sheets = Path(home) / "sheets.pdf"
        FOLDER.mkdir(exist_ok=True)
        command(["new", "dgx-superpod-h100", "scalable_units=4", "-o", str(design)])
        picture_window(design)
        command(["print", str(design), "--racks", "B08", "-o", str(sheets)])
        subprocess.run(
            ["pdftoppm", "-r", str(DOTS_PER_INCH), "-png", "-singlefile", sheets,
             FOLDER / "rack-sheet"],
            check=True,
        )  # fmt: skip
    return 0


def picture_window(design: Path) -> None:
    """Grab the window, dark and light, with a rack selected and its report shown."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from designer.app.composition import Studio
    from designer.render.theme import DARK, LIGHT

    app = QApplication.instance() or QApplication(["pictures"])
    assert isinstance(app, QApplication)
    studio = Studio(app)
    studio.window.resize(WIDTH, HEIGHT)
    studio.show(design)
    themes = [("window-dark", DARK), ("window-light", LIGHT)]

    def grab() -> None:
        if not studio.window.isVisible() or studio.store.report is None:
            return
        if not studio.workspace.selection:
            studio.workspace.select(("B08",))
            return
        if studio.store.is_stale or not themes:
            return
        name, theme = themes[0]
        if studio.workspace.theme is not theme:
            studio.workspace.set_theme(theme)
            return
        studio.window.grab().save(str(FOLDER / f"{name}.png"))
        themes.pop(0)
        if theme is DARK:
            picture_catalogue(studio)
        if not themes:
            app.quit() if studio.session.document.is_saved else app.exit(1)

    clock = QTimer()
    clock.timeout.connect(grab)
    clock.start(1500)
    app.exec()
    clock.stop()
    studio.close()


def picture_catalogue(studio: "Studio") -> None:
    """Grab the catalogue's window on a GPU, and comparing four; its library is read here, now."""
    from PySide6.QtWidgets import QApplication

    browser = studio.window.catalogue.browse()
    browser.resize(*CATALOGUE_SIZE)
    browser.grab()  # The first paint asks for the library.
    QApplication.processEvents()
    for part_id in COMPARED:
        browser.show_entry(part_id)
        browser.toggle_compared()
    browser.compare_bar.say("")
    browser.show_entry(SHOWN)
    figures = browser.page.detail.list
    labels = [row.label for row in figures.rows.rows]
    figures.setCurrentIndex(figures.rows.index(labels.index(FIGURE)))
    QApplication.processEvents()
    browser.grab().save(str(FOLDER / "catalogue.png"))
    browser.show_page("Compare")
    QApplication.processEvents()
    browser.grab().save(str(FOLDER / "catalogue-compare.png"))
    browser.close()


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    sys.exit(main())
