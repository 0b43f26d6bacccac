"""Picture every view of the real window as a film strip: sizes, themes, small and huge designs.

    .venv/bin/python packaging/film.py                      # everything, into out/film
    .venv/bin/python packaging/film.py --only huge Fabric   # frames that have both words
    .venv/bin/python packaging/film.py --beside FOLDER      # pictures of FOLDER beside the frames

`out/film/index.html` shows all frames below each other, a row for each view. With `--beside`, a
picture of that folder whose name begins with the name of a view stands before its row. Windows are
drawn offscreen, each size in a process of its own: Qt takes the scale of the screen as it starts.
"""

import argparse
import html
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from designer.app.composition import Studio

CHECKOUT = Path(__file__).resolve().parent.parent
FOLDER = CHECKOUT / "out/film"
REST_MS = 700
PATIENCE_MS = 180_000
STRIP_PX = 460


class Size(NamedTuple):
    """Of a window: its pixels of the screen, and how many of them are one of Qt's."""

    width: int
    height: int
    scale: float

    @property
    def name(self) -> str:
        """As it is called in the strip."""
        return f"{self.width}x{self.height}" + (f"@{self.scale:g}" if self.scale > 1 else "")


class Frame(NamedTuple):
    """One picture of the strip."""

    view: str
    design: str
    theme: str
    size: str

    @property
    def file(self) -> str:
        """Name of its file."""
        return "-".join(self).replace(" ", "_").lower() + ".png"


SIZES: Final = (Size(1280, 800, 1), Size(2560, 1440, 2))
THEMES: Final = ("dark", "light")
LARGE: Final = Size(1280, 800, 1.25)
"""A small screen on which letters and controls are chosen larger."""
HIGH: Final = ("high-dark", "high-light")
DESIGNS: Final[dict[str, tuple[str, ...]]] = {
    "empty": ("empty-room",),
    "small": ("dgx-superpod-h100", "scalable_units=1"),
    "huge": ("dgx-superpod-h100", "scalable_units=128"),
}
VIEWS: Final = (
    "Start", "Floor", "Selection", "Overlay", "Cables", "Elevation", "Fabric", "Power", "Loss",
    "Workloads", "Cost", "Compare", "Outline", "History", "Properties", "Settings", "Catalogue",
    "Replace", "Guide", "Console",
)  # fmt: skip


EASIER: Final = ("Floor", "Elevation", "Fabric", "Power", "Cost", "Properties", "Catalogue")
"""Views that are pictured in high contrast and with large letters as well, of the small design."""


def main() -> int:
    """Write the strip and return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=FOLDER, help="default: out/film")
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD", help="frames with these")
    parser.add_argument("--beside", type=Path, help="a folder of pictures to compare with")
    parser.add_argument("--of", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.of:
        told = json.loads(asked.of)
        _film(told["design"], Path(told["file"]), Size(*told["size"]), asked.only, asked.out)
        return 0
    asked.out.mkdir(parents=True, exist_ok=True)
    failed = [run for run in _runs(asked.only) if not _filmed(*run, asked.only, asked.out)]
    page = asked.out / "index.html"
    page.write_text(strip(asked.out, asked.beside), encoding="utf-8")
    print(f"{sum(1 for _ in asked.out.glob('*.png'))} pictures: {page}")
    for design, size in failed:
        print(f"the {design} design at {size.name} failed", file=sys.stderr)
    return 1 if failed else 0


def frames(design: str, size: Size, only: Iterable[str]) -> list[Frame]:
    """Return the frames of a design and a size that have all words asked for."""
    every = [Frame(view, design, theme, size.name) for theme in THEMES for view in VIEWS]
    easier = [Frame(view, design, theme, size.name) for theme in HIGH for view in EASIER]
    if size == LARGE:
        every = [one for one in every if design == "small" and one.view in EASIER]
    elif design == "small" and size == SIZES[0]:
        every += easier
    wanted = {word.casefold() for word in only}
    return [one for one in every if wanted <= {each.casefold() for each in one}]


def strip(folder: Path, beside: Path | None = None) -> str:
    """Return the page that shows the pictures of a folder, a row for each view."""
    rows = []
    for view in VIEWS:
        cells = [] if beside is None else [_cell(path, "") for path in _like(beside, view)]
        for design in DESIGNS:
            for size in (*SIZES, LARGE):
                for theme in (*THEMES, *HIGH):
                    frame = Frame(view, design, theme, size.name)
                    if (folder / frame.file).is_file():
                        words = f"{design}, {theme}, {size.name}"
                        cells.append(_cell(Path(frame.file), words))
        if cells:
            rows.append(f"<h2>{html.escape(view)}</h2><div>{''.join(cells)}</div>")
    style = (
        "body{font:14px sans-serif;background:#777;margin:16px}div{display:flex;overflow-x:auto}"
        f"figure{{margin:0 8px 8px 0}}img{{width:{STRIP_PX}px;display:block}}"
    )
    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Film strip</title>"
        f"<style>{style}</style><h1>Film strip</h1>{''.join(rows)}</html>\n"
    )


def _cell(path: Path, words: str) -> str:
    where, said = html.escape(str(path), quote=True), html.escape(words or path.name)
    return (
        f"<figure><a href='{where}'><img loading='lazy' alt='{said}' src='{where}'></a>"
        f"<figcaption>{said}</figcaption></figure>"
    )


def _like(folder: Path, view: str) -> list[Path]:
    found = folder.resolve().glob("*.png")
    return sorted(path for path in found if path.stem.startswith(view.casefold()))


def _runs(only: Iterable[str]) -> Iterator[tuple[str, Size]]:
    for size in (*SIZES, LARGE):
        for design in DESIGNS:
            if frames(design, size, only):
                yield design, size


def _filmed(design: str, size: Size, only: list[str], out: Path) -> bool:
    """Picture a design at a size in a process of its own; return whether it went well."""
    with tempfile.TemporaryDirectory() as home:
        file = Path(home) / f"{design}.cluster.toml"
        set_ = os.environ | {
            "QT_QPA_PLATFORM": "offscreen", "CLUSTER_DESIGNER_HOME": home,
            "QT_SCALE_FACTOR": str(size.scale),
        }  # fmt: skip
        made = [sys.executable, "-m", "designer", "new", *DESIGNS[design], "-o", str(file)]
        subprocess.run(made, check=True, cwd=CHECKOUT, env=set_, stdout=subprocess.DEVNULL)
        told = json.dumps({"design": design, "file": str(file), "size": size})
        words = [sys.executable, __file__, "--of", told, "--out", str(out.resolve())]
        if only:
            words += ["--only", *only]
        return subprocess.run(words, cwd=CHECKOUT, env=set_, check=False).returncode == 0


def _film(design: str, file: Path, size: Size, only: list[str], out: Path) -> None:
    from PySide6.QtWidgets import QApplication

    from designer.app.composition import Studio
    from designer.render.theme import theme_named

    app = QApplication(["film"])
    studio = Studio(app)
    studio.window.resize(round(size.width / size.scale), round(size.height / size.scale))
    studio.show(file)
    _wait(lambda: studio.window.is_populated and studio.store.report is not None)
    camera = Camera(studio)
    shown = ""
    for frame in frames(design, size, only):
        if frame.theme != shown:
            studio.workspace.set_theme(theme_named(frame.theme))
            shown = frame.theme
        picture = camera.of(frame.view)
        picture.grab().save(str(out / frame.file))
        camera.back()
    studio.close()


class Camera:
    """Brings the window to each view, and back to the floor as it opened.

    Parameters
    ----------
    studio
        The window on a design, sized.
    """

    def __init__(self, studio: "Studio") -> None:
        self._studio, self._window = studio, studio.window
        racks = studio.workspace.document.design.racks
        self._rack = racks[len(racks) // 2].id if racks else ""

    def of(self, view: str) -> "QWidget":
        """Show a view, and return the window that has it."""
        window: QWidget = getattr(self, f"_{view.casefold()}", self._plain(view))()
        _pause(REST_MS)
        _wait(lambda: not self._studio.store.is_stale)
        return window

    def back(self) -> None:
        """Leave what was opened."""
        studio, window = self._studio, self._window
        for other in self._others():
            other.close()
        studio.workspace.overlay.choose("")
        studio.workspace.filter.switch("cables", on=False)
        studio.workspace.what_if.restore()
        studio.workspace.select(())
        studio.workspace.document.go_to(0)
        window.left.show_page("Parts")
        window.right.show_page("Totals")
        window.views.show_view("Floor")
        _pause(50)

    def _plain(self, view: str) -> "Callable[[], QWidget]":
        def shown() -> "QWidget":
            if view in ("Outline", "History"):
                self._window.left.show_page(view)
            elif view == "Properties":
                self._select()
                self._window.right.show_page(view)
            else:
                self._window.views.show_view(view)
            return self._window

        return shown

    def _start(self) -> "QWidget":
        self._window.actions_by_id["file.start"].trigger()
        return self._window

    def _select(self) -> None:
        self._studio.workspace.select((self._rack,) if self._rack else ())

    def _selection(self) -> "QWidget":
        self._select()
        return self._window

    def _overlay(self) -> "QWidget":
        if not self._studio.workspace.overlay.shown:
            self._studio.workspace.overlay.toggle()
        return self._window

    def _cables(self) -> "QWidget":
        self._studio.workspace.filter.switch("cables", on=True)
        return self._window

    def _elevation(self) -> "QWidget":
        self._select()
        return self._plain("Elevation")()

    def _loss(self) -> "QWidget":
        self._window.views.show_view("Power")
        if self._studio.workspace.document.design.feeds:
            self._window.power.fail(self._studio.workspace.document.design.feeds[-1].id)
        return self._window

    def _compare(self) -> "QWidget":
        """Compare the design without a rack with its file."""
        from designer.document.edits import remove

        if self._rack:
            self._studio.workspace.apply("Remove a rack", remove((self._rack,)))
        return self._plain("Compare")()

    def _settings(self) -> "QWidget":
        return self._opened("edit.settings")

    def _catalogue(self) -> "QWidget":
        return self._opened("catalog.browse")

    def _replace(self) -> "QWidget":
        self._select()
        return self._opened("edit.replace")

    def _guide(self) -> "QWidget":
        return self._opened("help.guide")

    def _console(self) -> "QWidget":
        return self._opened("view.console")

    def _opened(self, action: str) -> "QWidget":
        """Carry out a command; return the window that it opened, ours where it opened none."""
        before = set(self._others())
        self._window.actions_by_id[action].trigger()
        _pause(REST_MS)
        new = [one for one in self._others() if one not in before]
        return new[-1] if new else self._window

    def _others(self) -> "list[QWidget]":
        from PySide6.QtWidgets import QApplication

        every = QApplication.topLevelWidgets()
        return [one for one in every if one.isVisible() and one is not self._window]


def _wait(done: Callable[[], bool]) -> None:
    for _ in range(PATIENCE_MS // 50):
        if done():
            return
        _pause(50)
    raise TimeoutError("the window did not get there")


def _pause(ms: int) -> None:
    from PySide6.QtTest import QTest

    QTest.qWait(ms)


if __name__ == "__main__":
    sys.path.insert(0, str(CHECKOUT))
    sys.exit(main())
