"""Previews as a worker answers them: in parts, what is told at once before the rest."""

import json
from collections.abc import Iterable
from typing import Any

from designer.engine.preview import Preview
from designer.engine.protocol import FrameReader, preview_from_answer
from designer.engine.subject import Subject
from designer.engine.worker import Worker


def looked_at(
    worker: Worker, request: dict[str, Any], subjects: Iterable[Subject]
) -> tuple[Preview, dict[str, Any]]:
    """Return the whole of a preview, and the frame of its last part."""
    reader, told, last = FrameReader(), None, dict[str, Any]()
    for data in worker.answer([json.dumps(request).encode()]):
        for last in reader.feed(data):
            told = preview_from_answer(last, subjects, told=told)
    assert told is not None
    assert not told.rest_follows
    return told, last
