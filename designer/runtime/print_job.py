"""What is to be printed or exported, and the frames in which it goes to the process that does it.

The design is the one of the moment when it was asked for: records never change. Frames are made one
by one, so that a window can do something else between two.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pydantic import TypeAdapter

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.engine.fabric_map import FabricMaps
from designer.engine.patch import apply_patch, report_patch
from designer.engine.protocol import framed
from designer.engine.report import Report
from designer.io.export_asked import ExportAsked
from designer.model.change import COLLECTIONS
from designer.model.comments import Comment, Comments
from designer.model.design import Design
from designer.model.presented import METRIC, Presented, presented
from designer.model.record import Record
from designer.render.what_if import WhatIf

if TYPE_CHECKING:
    from designer.io.export.comparison_content import Compared

_RECORDS: Final = 1_000
"""Records of a design in a frame: written within some 5 ms."""
_RACKS: Final = 100
"""Racks of a report in a frame: as long."""
_EXPORT: Final = TypeAdapter(ExportAsked)
_BYTES: Final = "latin-1"
"""Any bytes are a text in it: JSON has none."""


@dataclass(frozen=True)
class Earlier:
    """The design that what is printed is compared with, with its figures.

    Attributes
    ----------
    names
        What the earlier design and that which is printed are called.
    parts
        Those that the shipped catalogue lacks or states otherwise.
    """

    names: tuple[str, str]
    design: Design
    parts: tuple[Part, ...]
    report: Report


@dataclass(frozen=True)
class PrintJob:
    """A set of sheets or a file for another program, and where it goes.

    Attributes
    ----------
    parts
        Those that the shipped catalogue lacks or states otherwise.
    export
        The file for another program; None where sheets are printed.
    path
        The file to write; None where it is printed or looked at.
    printer
        The printer; empty for a file.
    preview
        Whether its pages are looked at, each when it is asked for, and nothing is printed.
    presented
        In which units, numbers and language its texts are read; its book is not sent.
    earlier
        What it is compared with; None where nobody asked for that.
    folder
        Where the design's file is, from which building plans are found; None where it has none.
    sheets, paper, racks, file_name, file, unfolded, lost, maps, comments
        As `render.output.write_pdf` takes them.
    """

    design: Design
    parts: tuple[Part, ...]
    report: Report
    sheets: tuple[str, ...] = ()
    paper: str = ""
    export: ExportAsked | None = None
    path: Path | None = None
    printer: str = ""
    preview: bool = False
    racks: tuple[str, ...] | None = None
    file_name: str = ""
    file: bytes | None = None
    unfolded: tuple[str, ...] = ()
    lost: WhatIf | None = None
    maps: FabricMaps = field(default_factory=FabricMaps)
    presented: Presented = METRIC
    earlier: Earlier | None = None
    comments: Comments = ()
    folder: Path | None = None

    @property
    def target(self) -> str:
        """Where it goes, for people."""
        return self.printer or str(self.path)

    def choices(self) -> dict[str, Any]:
        """Return what was chosen, under the names that writing and printing have for it."""
        return {
            "sheets": self.sheets, "paper": self.paper, "racks": self.racks,
            "file_name": self.file_name, "file": self.file, "unfolded": self.unfolded,
            "lost": self.lost, "maps": self.maps, "compared": self._compared(),
            "comments": self.comments,
        }  # fmt: skip

    def _compared(self) -> "Compared | None":
        """Return it beside the earlier design; None where nobody asked for that."""
        was = self.earlier
        if was is None:
            return None
        # Not before: most sheets need nothing of it.
        from designer.io.export.consequences import Side, compared_of

        shipped = load_shipped()
        before = Side(was.design, shipped.overlay(was.parts), was.report)
        after = Side(self.design, shipped.overlay(self.parts), self.report)
        return compared_of(was.names, before, after)


def parts_beside_shipped(catalog: Catalog) -> tuple[Part, ...]:
    """Return the parts that whoever loads the shipped catalogue lacks or has otherwise."""
    shipped = load_shipped()
    return tuple(part for part in catalog.parts if shipped.get(part.id) is not part)


def frames_of(job: PrintJob) -> Iterator[bytes]:
    """Yield the frames of a job; the last one says that it may begin."""
    chosen = {
        "sheets": job.sheets, "paper": job.paper, "racks": job.racks, "file_name": job.file_name,
        "file": None if job.file is None else job.file.decode(_BYTES),
        "unfolded": job.unfolded, "printer": job.printer, "preview": job.preview,
        "path": None if job.path is None else str(job.path),
        "folder": None if job.folder is None else str(job.folder),
        "units": job.presented.units, "numbers": job.presented.numbers,
        "language": job.presented.language,
    }  # fmt: skip
    yield framed(b'{"type":"chosen","chosen":%s}' % json.dumps(chosen).encode())
    if job.export is not None:
        yield framed(b'{"type":"export","export":%s}' % _EXPORT.dump_json(job.export))
    if job.lost is not None:
        yield framed(b'{"type":"lost","lost":%s}' % TypeAdapter(WhatIf).dump_json(job.lost))
    yield framed(b'{"type":"maps","maps":%s}' % job.maps.model_dump_json().encode())
    for comments in _pieces(job.comments, _RECORDS):
        yield framed(b'{"type":"comments","comments":[%s]}' % _joined(comments))
    yield from _design_frames(job.design, job.parts, job.report)
    if job.earlier is not None:
        names = json.dumps(job.earlier.names).encode()
        yield framed(b'{"type":"earlier","names":%s}' % names)
        yield from _design_frames(job.earlier.design, job.earlier.parts, job.earlier.report)
    yield framed(b'{"type":"begin"}')


def _design_frames(design: Design, parts: Sequence[Part], report: Report) -> Iterator[bytes]:
    for some in _pieces(parts, _RACKS):
        yield framed(b'{"type":"parts","parts":[%s]}' % _joined(some))
    rest = design.model_dump_json(exclude_defaults=True, exclude=set(COLLECTIONS))
    yield framed(b'{"type":"design","design":%s}' % rest.encode())
    for name in COLLECTIONS:
        for records in _pieces(getattr(design, name), _RECORDS):
            head = b'{"type":"records","name":"%s","records":[' % name.encode()
            yield framed(head + _joined(records) + b"]}")
    sent: Report | None = None
    for end in range(0, len(report.racks) + _RACKS, _RACKS):
        piece = report.evolve(racks=report.racks[:end])
        yield framed(b'{"type":"report","patch":%s}' % report_patch(sent, piece).json())
        sent = piece


def _pieces(records: Sequence[Record], most: int) -> Iterator[Sequence[Record]]:
    return (records[at : at + most] for at in range(0, len(records), most))


def _joined(records: Sequence[Record]) -> bytes:
    return ",".join(one.model_dump_json(exclude_defaults=True) for one in records).encode()


class _DesignReader:
    """Puts a design together, with its parts and its report."""

    def __init__(self) -> None:
        self.design: dict[str, Any] = {}
        self.parts: list[Part] = []
        self.report: Report | None = None


class JobReader:
    """Puts a job together from its frames; after `earlier` they are of the earlier design."""

    def __init__(self) -> None:
        self._chosen: dict[str, Any] = {}
        self._of = self._job = _DesignReader()
        self._names: tuple[str, str] | None = None
        self._maps = FabricMaps()
        self._comments: list[Comment] = []
        self._lost: WhatIf | None = None
        self._export: ExportAsked | None = None

    def take(self, frame: Mapping[str, Any]) -> PrintJob | None:
        """Take one frame; return the job after the last one.

        Raises
        ------
        ValueError, KeyError
            If a frame is none of a job.
        """
        match frame["type"]:
            case "chosen":
                self._chosen = frame["chosen"]
            case "export":
                self._export = _EXPORT.validate_python(frame["export"])
            case "lost":
                self._lost = TypeAdapter(WhatIf).validate_python(frame["lost"])
            case "maps":
                self._maps = FabricMaps.model_validate(frame["maps"])
            case "comments":
                self._comments += map(Comment.model_validate, frame["comments"])
            case "parts":
                self._of.parts += map(Part.model_validate, frame["parts"])
            case "design":
                self._of.design = frame["design"]
            case "records":
                self._of.design.setdefault(frame["name"], []).extend(frame["records"])
            case "report":
                self._of.report = apply_patch(self._of.report, frame["patch"])
            case "earlier":
                before, after = frame["names"]
                self._names, self._of = (before, after), _DesignReader()
            case "begin":
                return self._whole()
            case other:
                raise ValueError(f"a print has no {other!r}")
        return None

    def _whole(self) -> PrintJob:
        chosen = self._chosen
        file, path, racks = chosen["file"], chosen["path"], chosen["racks"]
        folder = chosen["folder"]
        return PrintJob(
            design=Design.model_validate(self._job.design),
            parts=tuple(self._job.parts),
            report=self._job.report or Report(),
            sheets=tuple(chosen["sheets"]),
            paper=chosen["paper"],
            export=self._export,
            path=None if path is None else Path(path),
            printer=chosen["printer"],
            preview=chosen["preview"],
            racks=None if racks is None else tuple(racks),
            file_name=chosen["file_name"],
            file=None if file is None else file.encode(_BYTES),
            unfolded=tuple(chosen["unfolded"]),
            lost=self._lost,
            maps=self._maps,
            presented=replace(
                presented(chosen["units"], chosen["numbers"]), language=chosen["language"]
            ),
            earlier=self._earlier(),
            comments=tuple(self._comments),
            folder=None if folder is None else Path(folder),
        )

    def _earlier(self) -> Earlier | None:
        was = self._of
        if self._names is None:
            return None
        design = Design.model_validate(was.design)
        return Earlier(self._names, design, tuple(was.parts), was.report or Report())
