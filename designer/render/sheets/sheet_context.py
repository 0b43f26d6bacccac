"""What every sheet of a set knows: design, report, paper, and where the set comes from."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from designer import __version__
from designer.catalog.catalog import Catalog
from designer.engine.fabric_map import FabricMaps
from designer.engine.reasons import names_of
from designer.engine.report import RackReport, Report
from designer.io.design_text import dumps
from designer.io.export.comparison_content import Compared
from designer.io.path_text import shown_name
from designer.model.comments import Comments
from designer.model.design import Design, Rack
from designer.model.layout import Layout
from designer.model.revisions import newest, not_issued
from designer.model.stages import in_order, stage_words
from designer.render.drawing import RackDrawing, floor_drawings, rack_drawing
from designer.render.rack_after import report_after
from designer.render.sheets.drawing_frame import TitleFields
from designer.render.sheets.paper import PAPERS, Paper
from designer.render.what_if import WhatIf

_DIGEST_SHOWN = 12
_NAME_BYTES = 44
"""Of a file's name in the code of a sheet: with more, its modules were too small to be read."""


@dataclass(frozen=True)
class SheetContext:
    """Input of the sheets.

    Attributes
    ----------
    file_name, digest
        Name of the design's file and SHA-256 of what `digest_of` says.
    unfolded
        Ids of the racks that are unfolded on the one-line.
    lost
        A loss that is tried: all sheets show what it does; None of none.
    maps
        The fabrics that are drawn, with their worst cuts.
    compared
        The design beside an earlier one; None where nobody asked for that.
    comments
        Those of a review that are printed: none where they are left out.
    """

    design: Design
    layout: Layout
    catalog: Catalog
    report: Report | None
    paper: Paper
    file_name: str
    digest: str
    digest_of: str = "unsaved design"
    unfolded: tuple[str, ...] = ()
    lost: WhatIf | None = None
    maps: FabricMaps = field(default_factory=FabricMaps)
    compared: Compared | None = None
    comments: Comments = ()
    _drawn: dict[tuple[str, int], RackDrawing] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def drawing_of(self, rack: Rack, report: RackReport | None) -> RackDrawing:
        """Return the drawing of a rack with a report of this set, made once for all its sheets."""
        key = rack.id, id(report)
        if key not in self._drawn:
            self._drawn[key] = rack_drawing(self.layout, self.catalog, rack, report)
        return self._drawn[key]

    @cached_property
    def on_floor(self) -> dict[str, RackDrawing]:
        """The drawing of everything that stands on the floor, by id, with its sign."""
        racks, report = self.design.racks, self.report
        return floor_drawings(self.layout, self.catalog, racks, report, self.drawing_of)

    @property
    def after_loss(self) -> str:
        """After which loss sheets of floor and power show the hall; empty where nothing is lost."""
        return f" after loss of {self.lost.title}" if self.lost else ""

    def short_names(self, *names: str) -> tuple[str, ...]:
        """Return what of a title may be shortened, the longest first: names, and what is lost."""
        shown = filter(None, (*names, self.lost.title if self.lost else ""))
        return tuple(sorted(shown, key=len, reverse=True))

    @cached_property
    def report_then(self) -> Report | None:
        """The report with racks as they are after the loss that is tried; the plain one of none."""
        if self.report is None or self.lost is None:
            return self.report
        return report_after(self.report, self.lost, names_of(self.catalog, self.design.power))

    @cached_property
    def code(self) -> str:
        """What the code of each sheet says: file, revision and digest; a long name is left out."""
        last, digest = newest(self.design.revisions), self.digest[:_DIGEST_SHOWN]
        name = self.file_name if len(self.file_name.encode()) <= _NAME_BYTES else ""
        revision = f"rev {last.id}" if last is not None else ""
        return " ".join(filter(None, (name, revision, digest)))

    @property
    def open_errors(self) -> int:
        """How many errors nobody accepted: an issued drawing bears their number."""
        checks = self.report.checks if self.report else ()
        return sum(check.severity == "error" and not check.waived for check in checks)

    @property
    def stage(self) -> str:
        """As of which stage the sheets show the design, with its date; empty of one without."""
        stages = in_order(self.design.stages)
        return stage_words(stages[-1]) if stages else ""

    def fields(
        self,
        title: str,
        document_type: str,
        number: str,
        scale: str,
        page: int,
        pages: int,
        name: str = "",
    ) -> TitleFields:
        """Return the title block of one sheet.

        Parameters
        ----------
        number
            What is appended to the drawing number.
        name
            The part of the title that may be shortened.
        """
        block = self.design.title_block
        last = newest(self.design.revisions)
        drawing = "-".join(part for part in (block.drawing_number, number) if part)
        return TitleFields(
            title=f"{title} · {self.stage}" if self.stage else title,
            document_type=document_type,
            drawing_number=drawing,
            owner=block.owner,
            created_by=block.created_by,
            checked_by=block.checked_by,
            approved_by=block.approved_by,
            revision=f"{last.id} · {last.date}" if last else "",
            stage=self.stage,
            open_errors=self.open_errors,
            file_name=self.file_name,
            digest=f"{self.digest[:_DIGEST_SHOWN]}…" if self.digest else "",
            tool=f"Cluster Designer {__version__}",
            scale=scale,
            paper=self.paper.name,
            sheet=f"{page} of {pages}",
            not_issued=not_issued(self.design),
            digest_of=self.digest_of,
            names=self.short_names(name, self.stage),
            code=self.code,
        )


def context_of(
    design: Design,
    catalog: Catalog,
    report: Report | None,
    paper: str,
    file_name: str,
    file: bytes | None,
    unfolded: Iterable[str] = (),
    lost: WhatIf | None = None,
    maps: FabricMaps | None = None,
    compared: Compared | None = None,
    comments: Comments = (),
) -> tuple[SheetContext, bytes]:
    """Return what the sheets of a set share, and the bytes whose digest they bear.

    Parameters
    ----------
    file
        The bytes of the design's file, where it holds what is drawn; None where it does not.
    unfolded
        Ids of the racks that are unfolded on the one-line.
    lost
        A loss that is tried, to be shown on all sheets.
    maps
        The fabrics to draw.
    compared
        The design beside an earlier one.
    comments
        Those to print.
    """
    text = dumps(design, catalog).encode() if file is None else file
    context = SheetContext(
        design, Layout(design), catalog, report, PAPERS[paper],
        shown_name(file_name) or f"{design.name}.toml",
        hashlib.sha256(text).hexdigest(), "unsaved design" if file is None else "file",
        tuple(unfolded), lost, maps or FabricMaps(), compared, comments,
    )  # fmt: skip
    return context, text
