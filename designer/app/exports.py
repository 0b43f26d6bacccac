"""Makes one file for another program: the same bytes for a command and for the window."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from designer.app.leaf_places_csv import leaf_places_csv
from designer.app.painting import prepare_painting
from designer.catalog.catalog import Catalog
from designer.engine.report import Report
from designer.io.export import DATA_FORMATS, EXPORT_FORMATS, OF_ONE_FABRIC, REPORT_FORMATS
from designer.io.export.cable_labels import cable_labels, labels_text
from designer.io.export.place_labels import place_labels, place_labels_csv
from designer.io.export.report_layouts import report_html
from designer.io.export_asked import LABELS, PLACE_LABELS, TABLE, ExportAsked
from designer.io.plugin_exports import exported
from designer.model.design import Design
from designer.model.given_names import names_in
from designer.model.presented import METRIC, Presented
from designer.plugins.registry import PlugInError, PlugIns
from designer.render.edge import presenting

PLACES: Final = "leaf-places.csv"
"""Where the leaves of one fabric could stand."""
OF_ONE_RACK: Final = ("racks.svg", "racks.png")
PICTURES: Final = ("floor.svg", "floor.png", *OF_ONE_RACK)
_PAGE: Final = "html"
OF_ONE: Final = (*OF_ONE_FABRIC, PLACES)
Told = Callable[[int, int], object]
"""Is told how many pages are drawn, and of how many."""


class ExportError(ValueError):
    """What was asked for cannot be made of this design; the message says why."""


@dataclass(frozen=True)
class Exported:
    """What is to be written.

    Attributes
    ----------
    data
        Of a file, or a text without more.
    labels, pages
        How many it has, where it has any; pages with the one for calibration.
    """

    data: str | bytes
    labels: int | None = None
    pages: int | None = None


@dataclass(frozen=True)
class Source:
    """A design with what is known of it.

    Attributes
    ----------
    folder
        In which its building plans are; None where it has no file.
    file
        The bytes of its file, where it holds the design: codes bear their digest.
    read
        How people read pictures, labels and pages; what programs read stays as it is.
    """

    design: Design
    catalog: Catalog
    report: Report
    folder: Path | None = None
    file: bytes | None = None
    read: Presented = METRIC


def make(asked: ExportAsked, of: Source, told: Told = lambda _done, _of: None) -> Exported:
    """Return what is asked for.

    Raises
    ------
    ExportError
        If it cannot be made of this design, or a plug-in fails.
    CommandError
        If a library that Qt needs is missing.
    """
    with presenting(replace(of.read, names=names_in(of.design))):
        return _made(asked, of, told)


def _made(asked: ExportAsked, of: Source, told: Told) -> Exported:
    kind = asked.kind
    if kind in (LABELS, TABLE):
        return _cable_labels(asked, of, told)
    if kind in PLACE_LABELS:
        return _place_labels(asked, of, told)
    if kind in PICTURES:
        return Exported(_painted(Path(kind).suffix, _picture(asked, of)))
    if kind in OF_ONE:
        return Exported(_of_one(asked, of))
    if kind == _PAGE:
        named = replace(of.read, names=names_in(of.design))
        return Exported(report_html(of.design, of.catalog, of.report, read=named))
    maker = EXPORT_FORMATS.get(kind) or REPORT_FORMATS.get(kind) or DATA_FORMATS.get(kind)
    if maker is not None:
        return Exported(maker(of.design, of.catalog, of.report))
    return Exported(_by_plugin(kind, of))


def _of_one(asked: ExportAsked, of: Source) -> str:
    """Return what is written of one fabric."""
    try:
        if asked.kind == PLACES:
            return leaf_places_csv(of.design, of.catalog, asked.fabric)
        return OF_ONE_FABRIC[asked.kind](of.design, of.catalog, of.report, asked.fabric)
    except ValueError as error:
        raise ExportError(str(error)) from error


def _by_plugin(kind: str, of: Source) -> str | bytes:
    plugin = PlugIns().named("exporters", kind)
    if plugin is None:
        raise ExportError(f"the exporter {kind} is no longer installed")
    try:
        return exported(plugin, of.design, of.catalog, of.report)
    except PlugInError as error:
        raise ExportError(str(error)) from error


def _painted(suffix: str, paint: Callable[[Path], object]) -> bytes:
    """Return the file that is painted; its ending tells the painter the format."""
    prepare_painting()
    from designer.render.output import OutputError  # QtGui: its libraries are there

    with tempfile.TemporaryDirectory(prefix="cluster-designer-") as folder:
        path = Path(folder) / f"painted{suffix}"
        try:
            paint(path)
        except OutputError as error:
            raise ExportError(str(error)) from error
        return path.read_bytes()


def _picture(asked: ExportAsked, of: Source) -> Callable[[Path], object]:
    def paint(path: Path) -> None:
        # QtGui: only with its libraries there
        from designer.render.output import write_elevation, write_floor
        from designer.render.printed_plans import plans_from

        if asked.kind in OF_ONE_RACK:
            write_elevation(path, of.design, of.catalog, of.report, asked.rack)
            return
        with plans_from(of.folder):
            write_floor(path, of.design, of.catalog, of.report)

    return paint


def _cable_labels(asked: ExportAsked, of: Source, told: Told) -> Exported:
    labels = cable_labels(of.design, of.catalog, asked.cables)
    if asked.kind != LABELS:
        return Exported(labels_text(labels), len(labels))
    pages: list[int] = []

    def paint(path: Path) -> None:
        from designer.render.cable_labels import write_labels  # QtGui, as above

        pages.append(write_labels(
            path, of.design, of.catalog, labels, paper=asked.paper, text_pt=asked.text_pt,
            codes=asked.codes, told=told,
        ))  # fmt: skip

    return Exported(_painted(".pdf", paint), len(labels), *pages)


def _place_labels(asked: ExportAsked, of: Source, told: Told) -> Exported:
    subject = PLACE_LABELS[asked.kind]
    labels = place_labels(of.design, of.catalog, subject, of.file)
    if asked.kind.endswith(".csv"):
        return Exported(place_labels_csv(labels), len(labels))
    pages: list[int] = []

    def paint(path: Path) -> None:
        from designer.render.place_labels import write_place_labels  # QtGui, as above

        pages.append(write_place_labels(
            path, of.design, of.catalog, labels, of=subject, stock=asked.stock, told=told
        ))  # fmt: skip

    return Exported(_painted(".pdf", paint), len(labels), *pages)
