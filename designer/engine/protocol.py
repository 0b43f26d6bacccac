"""What goes over the pipe between the window and the engine: frames, requests, answers, patches.

A frame is a length of four bytes, big end first, and so many bytes of UTF-8 JSON: one object with
a `type`. An answer carries only what changed against the last report sent (`ReportPatch`), so the
cost of an edit over the pipe does not grow with the design.
"""

import json
import struct
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from designer.catalog.part import Part
from designer.engine.report import (
    Cables,
    Check,
    Cost,
    FabricReport,
    Facility,
    Preview,
    RackReport,
    Report,
    StorageReport,
    Timing,
    Totals,
)
from designer.model.change import Change
from designer.model.design import Design
from designer.model.record import Record

_NOT_COMPUTED_WITH: Final = {"provenance", "note", "summary"}
"""What a part says that no figure of a report follows from."""

HEADER = struct.Struct(">I")
LONGEST_FRAME = 1 << 28
"""256 MiB: a length beyond it is no frame but a broken stream."""


class FrameError(ValueError):
    """Bytes that are not a frame; the message is one line."""


class ReportPatch(Record):
    """What differs between two reports. A section that is None is unchanged.

    Attributes
    ----------
    racks
        Racks that are new or changed, whole.
    dropped
        Ids of racks that are gone.
    """

    design: str | None = None
    totals: Totals | None = None
    racks: tuple[RackReport, ...] = ()
    dropped: tuple[str, ...] = ()
    rows: tuple[tuple[str, float], ...] | None = None
    facility: Facility | None = None
    fabrics: tuple[FabricReport, ...] | None = None
    cables: Cables | None = None
    storage: StorageReport | None = None
    cost: Cost | None = None
    checks: tuple[Check, ...] | None = None
    timings: tuple[Timing, ...] | None = None


_SECTIONS = (
    "design",
    "totals",
    "rows",
    "facility",
    "fabrics",
    "cables",
    "storage",
    "cost",
    "checks",
    "timings",
)


def framed(body: bytes) -> bytes:
    """Return a frame around bytes that already are JSON."""
    return HEADER.pack(len(body)) + body


def encode(frame: Mapping[str, Any]) -> bytes:
    """Return a frame for an object."""
    return framed(json.dumps(frame, ensure_ascii=False, separators=(",", ":")).encode())


def decode(body: bytes) -> dict[str, Any]:
    """Return the object in a frame's body.

    Raises
    ------
    FrameError
        If it is not UTF-8 JSON, or no object.
    """
    try:
        data = json.loads(body)
    except ValueError as error:
        raise FrameError(f"a frame is not JSON: {error}") from error
    if not isinstance(data, dict):
        raise FrameError(f"a frame holds a {type(data).__name__}, not an object")
    return data


class FrameReader:
    """Cuts a stream of bytes into frames, however the bytes arrive."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[dict[str, Any]]:
        """Yield the frames that these bytes complete.

        Raises
        ------
        FrameError
            At the frame that is none.
        """
        for body in self.bodies(data):
            yield decode(body)

    def bodies(self, data: bytes) -> Iterator[bytes]:
        """Yield the bodies that these bytes complete, unread.

        Raises
        ------
        FrameError
            If a length is beyond all measure. What was buffered is thrown away: where the next
            frame begins cannot be known.
        """
        buffer = self._buffer
        buffer += data
        while len(buffer) >= HEADER.size:
            (length,) = HEADER.unpack_from(buffer)
            if length > LONGEST_FRAME:
                buffer.clear()
                raise FrameError(
                    f"a frame says it has {length} bytes; the longest has {LONGEST_FRAME}"
                )
            end = HEADER.size + length
            if len(buffer) < end:
                return
            body = bytes(buffer[HEADER.size : end])
            del buffer[:end]
            yield body


def open_request(revision: int, design: Design, parts: Iterable[Part] = ()) -> dict[str, Any]:
    """Return the request to take a whole design, with the parts that its file or its user brings.

    They may be thousands, and most of what a part says is where it is from: the engine computes
    with the figures alone.
    """
    return {
        "type": "open",
        "revision": revision,
        "design": design.model_dump(mode="json", exclude_defaults=True),
        "parts": [
            part.model_dump(mode="json", exclude_defaults=True, exclude=_NOT_COMPUTED_WITH)
            for part in parts
        ],
    }


def change_request(revision: int, base: int, change: Change) -> dict[str, Any]:
    """Return the request to change the design of revision `base` into that of `revision`."""
    return {"type": "change", "revision": revision, "base": base, "change": change.to_data()}


def preview_request(
    number: int, revision: int, change: Change, rack_ids: Iterable[str]
) -> dict[str, Any]:
    """Return the request to say what a change would do to some racks, without making it."""
    return {
        "type": "preview",
        "preview": number,
        "revision": revision,
        "change": change.to_data(),
        "racks": list(rack_ids),
    }


def report_answer(revision: int, base: int | None, patch: ReportPatch) -> bytes:
    """Return a whole frame: the report of `revision` as a patch on that of `base`."""
    head = json.dumps({"type": "report", "revision": revision, "base": base})
    # exclude_none, not exclude_defaults: an emptied section must differ from an unchanged one.
    # Racks and checks hold many defaults, and leaving out None already drops most of them.
    body = patch.model_dump_json(exclude_none=True)
    return framed(f'{head[:-1]},"patch":{body}}}'.encode())


def preview_answer(preview: Preview) -> bytes:
    """Return a whole frame: what a change would do."""
    return framed(b'{"type":"preview",' + preview.model_dump_json().encode()[1:])


def preview_from_answer(frame: Mapping[str, Any]) -> Preview:
    """Return the preview that an answer carries.

    Raises
    ------
    ValueError
        If the answer does not fit.
    """
    fields = Preview.model_fields
    return Preview.model_validate({k: v for k, v in frame.items() if k in fields})


def report_patch(before: Report | None, after: Report) -> ReportPatch:
    """Return what turns one report into another; without `before`, all of it."""
    if before is None:
        sections = {name: getattr(after, name) for name in _SECTIONS}
        return ReportPatch.model_construct(**sections, racks=after.racks)
    sections = {
        name: new
        for name in _SECTIONS
        if (new := getattr(after, name)) is not (old := getattr(before, name)) and new != old
    }
    if before.racks is not after.racks:
        known = {rack.id: rack for rack in before.racks}
        sections["racks"] = tuple(
            rack
            for rack in after.racks
            if (was := known.pop(rack.id, None)) is not rack and was != rack
        )
        sections["dropped"] = tuple(known)
    return ReportPatch.model_construct(**sections)


def apply_patch(report: Report | None, patch: Mapping[str, Any]) -> Report:
    """Return the report that an answer describes; racks that did not change stay the same objects.

    Parameters
    ----------
    report
        The report that the answer's `base` names; None where `base` is null.

    Raises
    ------
    ValueError
        If the patch does not fit.
    """
    read = ReportPatch.model_validate(patch)
    before = report or Report()
    fields = {name: getattr(before, name) for name in Report.model_fields}
    for name in _SECTIONS:
        value = getattr(read, name)
        if value is not None:
            fields[name] = value
    if read.racks or read.dropped:
        fields["racks"] = _merged(before.racks, read.racks, read.dropped)
    # Every value was validated above or comes from a valid report: building anew would cost a
    # second validation of every rack.
    return Report.model_construct(**fields)


def _merged(
    old: tuple[RackReport, ...], put: tuple[RackReport, ...], dropped: tuple[str, ...]
) -> tuple[RackReport, ...]:
    if not old:
        return put
    racks = {rack.id: rack for rack in old}
    for key in dropped:
        racks.pop(key, None)
    adds = any(rack.id not in racks for rack in put)
    racks.update((rack.id, rack) for rack in put)
    values = racks.values()
    return tuple(sorted(values, key=lambda rack: rack.id)) if adds else tuple(values)
