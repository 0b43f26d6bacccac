"""What goes over the pipe between the window and the engine: frames, requests, answers.

A frame is a length of four bytes, big end first, and so many bytes of UTF-8 JSON: one object with a
`type`. Where the length's highest bit is set they are compressed (zlib). An answer carries only
what changed against the last report sent (`patch`), so the cost of an edit over the pipe does not
grow with the design.
"""

import json
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from designer.catalog.part import Part
from designer.engine.patch import ReportPatch, section_records
from designer.engine.preview import Preview
from designer.engine.subject import Subject
from designer.engine.together_report import LossAsked, LostTogether
from designer.model.change import Change
from designer.model.design import Design
from designer.model.record import Record

_OF_EACH_PART: Final = {"preview", "rest_follows"}
"""Fields that both parts of a preview have of their own."""
_NOT_COMPUTED_WITH: Final = {"provenance", "note", "summary"}
"""What a part says that no figure of a report follows from, but for bounds of assumed figures."""

HEADER = struct.Struct(">I")
LONGEST_FRAME = 1 << 28
"""256 MiB: a length beyond it is no frame but a broken stream."""
_COMPRESSED: Final = 1 << 31
_COMPRESS_FROM: Final = 12_000
"""Bytes of a patch from which it is compressed. Such a patch names the same unknown figures with
each result that waits for them, and is a fifth as long then; a usual one is sent as it is."""


class FrameError(ValueError):
    """Bytes that are not a frame; the message is one line."""


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
            If a length is beyond all measure, or bytes are not compressed as they say. What was
            buffered is thrown away: where the next frame begins cannot be known.
        """
        buffer = self._buffer
        buffer += data
        while len(buffer) >= HEADER.size:
            (head,) = HEADER.unpack_from(buffer)
            length = head & ~_COMPRESSED
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
            yield self._whole(body) if head & _COMPRESSED else body

    def _whole(self, body: bytes) -> bytes:
        inflate = zlib.decompressobj()
        try:
            whole = inflate.decompress(body, LONGEST_FRAME)
        except zlib.error as error:
            self._buffer.clear()
            raise FrameError(f"a frame is not compressed as it says: {error}") from error
        if not inflate.eof:
            self._buffer.clear()
            raise FrameError("a compressed frame is cut off or longer than any frame")
        return whole


def open_request(
    revision: int, design: Design, parts: Iterable[Part] = (), *, whole: bool = False
) -> dict[str, Any]:
    """Return the request to take a whole design, with the parts that its file or its user brings.

    They may be thousands, and most of what a part says is where it is from: the engine computes
    with the figures alone.

    Parameters
    ----------
    whole
        Wait for what is worked out after a report, too. It comes in pieces, so that who reads
        them does something else in between.
    """
    return {
        "type": "open",
        "revision": revision,
        "design": design.model_dump(mode="json", exclude_defaults=True),
        "parts": [_as_computed_with(part) for part in parts],
        **({"whole": True} if whole else {}),
    }


def open_frame(revision: int, design: Design, parts: Iterable[Part] = ()) -> bytes:
    """Return the frame of `open_request`, whose design is written without being gone through twice.

    Its tens of thousands of records are no dictionaries in between, which took longer than to write
    them.
    """
    rest = {"type": "open", "revision": revision, "parts": [_as_computed_with(p) for p in parts]}
    head = json.dumps(rest, ensure_ascii=False, separators=(",", ":")).encode()
    written = design.model_dump_json(exclude_defaults=True).encode()
    return framed(b"".join((head[:-1], b',"design":', written, b"}")))


def _as_computed_with(part: Part) -> dict[str, Any]:
    """Return a part without what no figure follows from."""
    data = part.model_dump(mode="json", exclude_defaults=True, exclude=_NOT_COMPUTED_WITH)
    if all(one.low is None for one in part.provenance):
        return data
    # All records, as the one that names a figure most closely decides: which is assumed, which not.
    said = [
        one.model_dump(mode="json", include={"fields", "kind", "low", "high"}) | {"source": ""}
        for one in part.provenance
    ]
    return data | {"provenance": said}


def change_request(revision: int, base: int, change: Change) -> dict[str, Any]:
    """Return the request to change the design of revision `base` into that of `revision`."""
    return {"type": "change", "revision": revision, "base": base, "change": change.to_data()}


def change_frame(revision: int, base: int, change: Change) -> bytes:
    """Return a whole frame that says what `change_request` says."""
    head = {"type": "change", "revision": revision, "base": base}
    start = json.dumps(head, separators=(",", ":"))
    return framed(start[:-1].encode() + b',"change":' + change.as_json() + b"}")


def preview_request(
    number: int, revision: int, change: Change, rack_ids: Iterable[str],
    *, asks: bool = False, drags: bool = True,
) -> dict[str, Any]:  # fmt: skip
    """Return the request to say what a change would do to some racks, without making it.

    Parameters
    ----------
    asks
        Tell what could be built then as well.
    drags
        It is of a drag, which may be released at any time: what follows is computed ahead.
    """
    return {
        "type": "preview",
        "preview": number,
        "revision": revision,
        "change": change.to_data(),
        "racks": list(rack_ids),
        **({"asks": True} if asks else {}),
        **({} if drags else {"drags": False}),
    }


def let_go_request() -> dict[str, Any]:
    """Return the request to keep nothing of the change that was looked at; it has no answer."""
    return {"type": "let-go"}


def together_request(number: int, revision: int, asked: LossAsked) -> dict[str, Any]:
    """Return the request to say what the loss of several things does together."""
    lost = asked.model_dump(mode="json")
    return {"type": "together", "number": number, "revision": revision, "lost": lost}


def ask_request(
    number: int, revision: int, subject: str, question: str, asked: Record
) -> dict[str, Any]:
    """Return the request for what a subject answers beside its report."""
    return {
        "type": "ask", "number": number, "revision": revision, "subject": subject,
        "question": question, "asked": asked.model_dump(mode="json", exclude_defaults=True),
    }  # fmt: skip


def report_answer(
    revision: int,
    base: int | None,
    patch: ReportPatch,
    *,
    later: bool = False,
    step: Preview | None = None,
    rest_follows: bool = False,
) -> bytes:
    """Return a whole frame: the report of `revision` as a patch on that of `base`.

    Parameters
    ----------
    later
        Whether nobody asked for it: it is that of before with what was worked out since.
    step
        What is told of the change from `base` to it.
    rest_follows
        Whether it is a piece of a whole one, and more of it comes as patches on it.
    """
    head: dict[str, Any] = {"type": "report", "revision": revision, "base": base}
    if rest_follows:
        head["rest_follows"] = True
    if later:
        head["later"] = True
    if step is not None:
        head["step"] = step.model_dump(mode="json", exclude_unset=True)
    start = json.dumps(head)
    body = start[:-1].encode() + b',"patch":' + patch.json() + b"}"
    # Short pieces would come several at once, and be read at once.
    return framed(body) if base is None or rest_follows else _framed_short(body)


def answer_to_question(number: int, subject: str, question: str, found: Record) -> bytes:
    """Return a whole frame: what a subject answers beside its report."""
    head = {"type": "answer", "number": number, "subject": subject, "question": question}
    found_json = found.model_dump_json(exclude_defaults=True).encode()
    return _framed_short(json.dumps(head)[:-1].encode() + b',"found":' + found_json + b"}")


def _framed_short(body: bytes) -> bytes:
    """Return a frame around JSON, compressed where that is worth it."""
    if len(body) < _COMPRESS_FROM:
        return framed(body)
    shorter = zlib.compress(body, 1)
    return HEADER.pack(len(shorter) | _COMPRESSED) + shorter


def preview_answer(preview: Preview, told: Preview | None = None) -> bytes:
    """Return a whole frame: what a change would do.

    Parameters
    ----------
    told
        What was told of it at once, which is not sent again.
    """
    again = sorted(told.model_fields_set - _OF_EACH_PART) if told is not None else []
    head = {"type": "preview", "as_told": again} if again else {"type": "preview"}
    rest = preview.model_dump_json(exclude=set(again), exclude_unset=preview.rest_follows)
    return framed(json.dumps(head)[:-1].encode() + b"," + rest.encode()[1:])


def together_answer(found: LostTogether) -> bytes:
    """Return a whole frame: what a loss of several things does."""
    return framed(b'{"type":"together",' + found.model_dump_json().encode()[1:])


def together_from_answer(frame: Mapping[str, Any]) -> LostTogether:
    """Return the loss of several things that an answer carries.

    Raises
    ------
    ValueError
        If the answer does not fit.
    """
    fields = {name: value for name, value in frame.items() if name in LostTogether.model_fields}
    return LostTogether.model_validate(fields)


def step_from_answer(frame: Mapping[str, Any]) -> Preview | None:
    """Return what an answer with a report tells of the change before it; None where nothing.

    Raises
    ------
    ValueError
        If that does not fit.
    """
    step = frame.get("step")
    return None if step is None else preview_from_answer({"preview": 0, **step})


def preview_from_answer(
    frame: Mapping[str, Any],
    subjects: Iterable[Subject] | None = None,
    told: Preview | None = None,
) -> Preview:
    """Return the preview that an answer carries.

    Parameters
    ----------
    subjects
        The subjects whose sections it may hold; None takes those of the engine.
    told
        What was told of it at once.

    Raises
    ------
    ValueError
        If the answer does not fit.
    """
    fields = {name: value for name, value in frame.items() if name in Preview.model_fields}
    if frame.get("as_told"):
        if told is None or told.preview != fields.get("preview"):
            raise ValueError("the rest of a preview of which nothing was told")
        fields |= {name: getattr(told, name) for name in frame["as_told"]}
    if fields.get("sections"):
        records = section_records(subjects, [name for name, _ in fields["sections"]])
        unknown = [name for name, _ in fields["sections"] if name not in records]
        if unknown:
            raise ValueError(f"no subject has a section {unknown[0]!r}")
        fields["sections"] = tuple(
            (name, records[name].model_validate(value)) for name, value in fields["sections"]
        )
    return Preview.model_validate(fields)
