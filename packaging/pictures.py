"""Make every picture of the README and the guide anew, or only those that are named.

Windows on the reference design, the catalogue's on the GPUs and comparing four of them, the guide,
a rack sheet, the animation of a drag, and the floor of each reference design.

Run with the project's own Python from the top of the checkout; needs `pdftoppm` (Debian's
poppler-utils) for the sheet. Windows are drawn offscreen, so the pictures are the same anywhere.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from designer.app.composition import Studio

CHECKOUT = Path(__file__).resolve().parent.parent
FOLDER = CHECKOUT / "resources/guide/pictures"
WIDTH, HEIGHT, DOTS_PER_INCH = 1600, 1000, 110
CATALOGUE_SIZE = (1600, 900)
GUIDE_SIZE = (1280, 800)
STEP_MS = 1500
SHOWN, FIGURE = "part/h100-sxm", "FP16 tensor, dense"
COMPARED = ("h100-sxm", "h200-sxm", "b200-sxm", "mi300x")
SEARCHED = "rear door"
LOST = "B"
UNFOLDED = "B08"
LEAF = 20
SCHEDULED = "rack:A10 fabric:compute"
OVERLAYS = {"window-overlay": "limit:power-feed-lost", "window-stranded": "stranded"}
RACKS_ON_A_BUSWAY = 12
FABRIC_UNITS = (1, 64)
WHAT = ("windows", "fabrics", "plant", "work", "sheet", "drag", "designs")
DESIGN_WIDTH = 1280
WORK_HEIGHT, COST_HEIGHT = 1180, 1560
"""Of a window in which all plots of a view stand below each other."""
WORKED = {"window-workloads": "run", "window-serving": "service"}


def main() -> int:
    """Write the pictures and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", metavar="|".join(WHAT), help="default: all")
    asked = parser.parse_args().what or WHAT
    if wrong := set(asked) - set(WHAT):
        parser.error(f"there is no {', '.join(sorted(wrong))}")
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(QT_QPA_PLATFORM="offscreen", CLUSTER_DESIGNER_HOME=home)
        from designer.app.main import main as command

        FOLDER.mkdir(exist_ok=True)
        designs = {}
        for units in (4, *FABRIC_UNITS):
            designs[units] = Path(home) / f"dgx-superpod-h100-{units}.cluster.toml"
            words = ("dgx-superpod-h100", f"scalable_units={units}", "-o", str(designs[units]))
            command(["new", *words])
        if "windows" in asked:
            picture_window(designs[4])
        if "fabrics" in asked:
            for units in FABRIC_UNITS:
                picture_units(designs[units], FOLDER / f"fabric-{units}.png")
        if "plant" in asked:
            picture_plant(designs[4])
        if "work" in asked:
            picture_work(designs[4])
        if "drag" in asked:
            picture_drag(designs[1])
        # Last: printing begins an application without widgets.
        if "designs" in asked:
            picture_designs(Path(home))
        if "sheet" in asked:
            filled = Path(home) / "dgx-superpod-gb200.cluster.toml"
            command(["new", "dgx-superpod-gb200", "-o", str(filled)])
            for picture, design, rack in (
                ("rack-sheet", designs[4], "B08"), ("rack-sheet-nvl72", filled, "A01"),
            ):  # fmt: skip
                picture_sheet(design, rack, Path(home) / "sheets.pdf", FOLDER / picture)
    return 0


def picture_designs(home: Path) -> None:
    """Draw the floor plan of each reference design as it opens."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QImage

    from designer.app.main import main as command
    from designer.planning.templates import TEMPLATES

    for template in TEMPLATES:
        design, whole = home / f"{template.id}.cluster.toml", home / f"{template.id}.png"
        command(["new", template.id, "--force", "-o", str(design)])
        command(["export", str(design), "--to", "floor.png", "-o", str(whole)])
        picture = QImage(str(whole)).convertToFormat(QImage.Format.Format_RGB888)
        small = picture.scaledToWidth(DESIGN_WIDTH, Qt.TransformationMode.SmoothTransformation)
        small.save(str(FOLDER / f"design-{template.id}.png"), "PNG", 0)


def picture_sheet(design: Path, rack: str, sheets: Path, picture: Path) -> None:
    """Print one rack and draw its page."""
    from designer.app.main import main as command

    words = ("--sheets", "racks", "--racks", rack, "-o", str(sheets))
    command(["print", str(design), *words])
    subprocess.run(
        ["pdftoppm", "-r", str(DOTS_PER_INCH), "-png", "-singlefile", sheets, picture],
        check=True,
    )  # fmt: skip


def picture_plant(design: Path) -> None:
    """Grab the power one-line of a hall with all that supplies it, from the utility down."""
    import drag_animation
    from PySide6.QtWidgets import QApplication

    from designer.app.composition import Studio
    from designer.catalog.load import load_shipped
    from designer.io.design_file import load, save
    from tests.bench.designs import with_plant

    supplied = design.with_name("supplied.cluster.toml")
    save(supplied, with_plant(load(design).design, RACKS_ON_A_BUSWAY), load_shipped())
    app = QApplication.instance() or QApplication(["pictures"])
    assert isinstance(app, QApplication)
    studio = Studio(app)
    studio.window.resize(WIDTH, HEIGHT)
    studio.show(supplied)
    drag_animation.wait(lambda: studio.window.is_populated and studio.store.report is not None)
    studio.window.views.show_view("Power")
    drag_animation.wait(lambda: not studio.store.is_stale)
    QApplication.processEvents()
    studio.window.grab().save(str(FOLDER / "window-plant.png"))
    studio.close()


def picture_drag(design: Path) -> None:
    """Record a drag."""
    import drag_animation
    from PySide6.QtWidgets import QApplication

    from designer.app.composition import Studio

    app = QApplication.instance() or QApplication(["pictures"])
    assert isinstance(app, QApplication)
    studio = Studio(app)
    studio.window.resize(*drag_animation.WINDOW)
    studio.show(design)
    drag_animation.wait(lambda: studio.window.is_populated and studio.store.report is not None)
    drag_animation.make(studio, FOLDER / "drag.gif")
    studio.close()


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
            # Once the elevation has taken its share of the height.
            QTimer.singleShot(STEP_MS // 2, studio.window.floor.fit_standing)
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
            for picture, shaded_by in OVERLAYS.items():
                picture_overlay(studio, shaded_by, FOLDER / f"{picture}.png")
            picture_power(studio)
            picture_fabric(studio)
            picture_cables(studio)
            picture_catalogue(studio)
            picture_guide(studio)
        if not themes:
            app.quit() if studio.session.document.is_saved else app.exit(1)

    clock = QTimer()
    clock.timeout.connect(grab)
    clock.start(STEP_MS)
    app.exec()
    clock.stop()
    studio.close()


def picture_overlay(studio: "Studio", shaded_by: str, picture: Path) -> None:
    """Grab the floor shaded by something."""
    from PySide6.QtWidgets import QApplication

    overlay = studio.workspace.overlay
    overlay.choose(shaded_by)
    assert overlay.shown is not None, f"no overlay {shaded_by}"
    QApplication.processEvents()
    studio.window.grab().save(str(picture))
    overlay.choose("")


def picture_power(studio: "Studio") -> None:
    """Grab the power one-line with a feed lost, and the chain of a rack then."""
    from PySide6.QtWidgets import QApplication

    from designer.render.chain_pieces import PieceKey
    from designer.render.one_line import GroupKey

    views, power = studio.window.views, studio.window.power
    views.show_view("Power")
    power.fail(LOST)
    QApplication.processEvents()
    studio.window.grab().save(str(FOLDER / "window-power.png"))
    power.restore()
    group = GroupKey(tuple(feed.id for feed in studio.workspace.document.design.feeds))
    for key in (group, UNFOLDED):
        power.unfold(key)
        QApplication.processEvents()
    power.fail(LOST)
    QApplication.processEvents()
    power.show_box(PieceKey(UNFOLDED, "device", f"{UNFOLDED}/n1"))
    studio.window.grab().save(str(FOLDER / "window-chain.png"))
    power.restore()
    for key in (UNFOLDED, group):
        power.unfold(key)
    views.show_view("Floor")


def picture_fabric(studio: "Studio") -> None:
    """Grab the fabric with its worst balanced cut and a leaf switch lost."""
    import drag_animation

    from designer.render.fabric_things import Thing

    state = studio.window.fabric_state
    studio.window.views.show_view("Fabric")
    state.show_cut(True)
    drag_animation.wait(lambda: state.cut is not None and state.index is not None)
    leaf = Thing("leaf", LEAF)
    state.lose(leaf)
    state.select(leaf)
    drag_animation.wait(lambda: state.ports is not None)
    _settle(studio)
    studio.window.grab().save(str(FOLDER / "window-fabric.png"))
    state.restore()
    state.show_cut(False)
    studio.window.views.show_view("Floor")


def picture_work(design: Path) -> None:
    """Grab what a run and a service do on a design, with all their plots, and what it costs."""
    import drag_animation
    from PySide6.QtWidgets import QApplication

    from designer.app.composition import Studio
    from designer.catalog.load import load_shipped
    from designer.io.design_file import load, save
    from designer.model.workload import Workload

    run = Workload(
        id="run", name="Llama 3 405B", model="llama-3-1-405b", tokens=1e12, global_batch=2052,
        sequence_tokens=8192, dataset_tb=300.0, wanted_days=60.0, gpus=952,
    )  # fmt: skip
    service = Workload(
        id="service", name="Chat", kind="inference", model="llama-3-70b", precision="fp8", gpus=64,
        prompt_tokens=1024, answer_tokens=512, requests_per_s=20.0,
    )  # fmt: skip
    at_work = design.with_name("at-work.cluster.toml")
    stated = load(design).design.evolve(workloads=(run, service))
    save(at_work, stated, load_shipped())
    app = QApplication.instance() or QApplication(["pictures"])
    assert isinstance(app, QApplication)
    studio = Studio(app)
    studio.window.resize(WIDTH, WORK_HEIGHT)
    studio.show(at_work)
    drag_animation.wait(lambda: studio.window.is_populated and studio.store.report is not None)
    views = studio.window.views
    views.show_view("Workloads")
    choice = studio.window.workload_choice
    for name, key in WORKED.items():
        choice.choose(key)
        _settle(studio)
        studio.window.grab().save(str(FOLDER / f"{name}.png"))
    views.show_view("Cost")
    studio.window.resize(WIDTH, COST_HEIGHT)
    _settle(studio)
    studio.window.grab().save(str(FOLDER / "window-cost.png"))
    studio.close()


def picture_units(design: Path, picture: Path) -> None:
    """Grab the fabric of a design of another size, with its worst balanced cut."""
    import drag_animation
    from PySide6.QtWidgets import QApplication

    from designer.app.composition import Studio

    app = QApplication.instance() or QApplication(["pictures"])
    assert isinstance(app, QApplication)
    studio = Studio(app)
    studio.window.resize(WIDTH, HEIGHT)
    studio.show(design)
    drag_animation.wait(lambda: studio.window.is_populated and studio.store.report is not None)
    state = studio.window.fabric_state
    studio.window.views.show_view("Fabric")
    state.show_cut(True)
    drag_animation.wait(lambda: state.cut is not None and state.index is not None)
    _settle(studio)
    studio.window.grab().save(str(picture))
    studio.close()


def _settle(studio: "Studio") -> None:
    """Wait for all that follows a report, and let the window lay itself out."""
    import drag_animation

    def is_worked_out() -> bool:
        report = studio.store.report
        return report is not None and all(one.worked_out for one in report.fabrics)

    drag_animation.wait(is_worked_out)
    drag_animation.pause(STEP_MS)


def picture_cables(studio: "Studio") -> None:
    """Grab the floor with its cables, and the schedule of those of a rack."""
    import drag_animation
    from PySide6.QtWidgets import QApplication

    from designer.ui.views.cables.schedule import SchedulePanel
    from designer.ui.views.floor.canvas import FloorCanvas

    window = studio.window
    canvas, panel = window.findChild(FloorCanvas), window.findChild(SchedulePanel)
    assert canvas is not None
    assert panel is not None
    window.workspace.filter.switch("cables", on=True)
    canvas.shown_cables.set_filter(SCHEDULED)
    cables = panel.table.cables
    drag_animation.wait(lambda: canvas.shown_cables.ways is not None and not cables.is_waiting)
    QApplication.processEvents()
    window.grab().save(str(FOLDER / "window-cables.png"))
    canvas.shown_cables.set_filter("")
    window.workspace.filter.switch("cables", on=False)


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


def picture_guide(studio: "Studio") -> None:
    """Grab the guide, searched."""
    from PySide6.QtWidgets import QApplication

    guide = studio.window.guide.show()
    guide.resize(*GUIDE_SIZE)
    guide.read_topics()
    guide.search.setText(SEARCHED)
    guide.list.choose_first()
    QApplication.processEvents()
    guide.grab().save(str(FOLDER / "guide.png"))
    guide.close()


if __name__ == "__main__":
    sys.path.insert(0, str(CHECKOUT))
    sys.exit(main())
