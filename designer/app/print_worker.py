"""The process that prints and exports: reads a job, draws it, asks whether it may write, and ends.

`python -m designer.app.print_worker`. The job comes on stdin as frames, and answers go to
stdout: how far it is (`laid out`, `drawn`), `may write`, and at the end `done` or `failed`. Without
the answer `write` nothing is written: who asked has cancelled, or is gone. A job that is a preview
is answered by `pages`, and each request for a `page` by its picture; that of an export by what it
would be (`looked`).
"""

import gc
import os
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, Final

from designer.app.command_error import CommandError
from designer.app.export_look import looked
from designer.app.exports import Source, make
from designer.app.frames_out import frames_to_stdout
from designer.app.output import as_delivered
from designer.app.painting import prepare_painting
from designer.catalog.load import load_shipped
from designer.engine.protocol import FrameError, FrameReader
from designer.io.atomic_file import require_place
from designer.io.export_asked import ExportAsked
from designer.io.languages import read_in
from designer.io.output_file import refuse_to_lose, write_output
from designer.model.given_names import names_in
from designer.render.edge import presented, presenting
from designer.runtime.print_job import JobReader, PrintJob

_CHUNK: Final = 1 << 16
_COLLECT_AFTER: Final = 50_000
"""New objects before the collector looks for cycles: a sheet makes thousands and no cycle."""
Answer = Callable[[dict[str, Any]], None]


def carry_out(job: PrintJob, answer: Answer, may_write: Callable[[], bool]) -> None:
    """Print a job.

    Parameters
    ----------
    answer
        Takes the frames that tell of it.
    may_write
        Is asked when all is drawn; False ends it with nothing written.

    Raises
    ------
    OSError, ValueError
        If it cannot be printed; the message says why.
    """
    if job.path is None:
        _on_paper(job, answer, may_write)
        return
    if job.export is not None:
        _export(job, job.export, job.path, answer, may_write)
        return
    # Before all work: it would be refused at its end, too.
    refuse_to_lose(job.path, None)
    require_place(job.path)
    prepare_painting()
    from designer.render.output import pdf_of  # QtGui: its libraries are there

    catalog = load_shipped().overlay(job.parts)
    pdf, pages = pdf_of(job.design, catalog, job.report, told=_telling(answer), **job.choices())
    if may_write():
        write_output(job.path, pdf)
        answer({"type": "done", "pages": pages})


def _export(
    job: PrintJob, asked: ExportAsked, path: Path, answer: Answer, may_write: Callable[[], bool]
) -> None:
    refuse_to_lose(path, None)
    require_place(path)
    told = _telling(answer)
    made = make(asked, _source(job), lambda done, of: told("drawn", done, of))
    if may_write():
        write_output(path, as_delivered(made.data))
        answer({"type": "done", "labels": made.labels, "pages": made.pages})


def _source(job: PrintJob) -> Source:
    catalog = load_shipped().overlay(job.parts)
    return Source(job.design, catalog, job.report, job.folder, job.file, presented())


def _on_paper(job: PrintJob, answer: Answer, may_write: Callable[[], bool]) -> None:
    from PySide6.QtGui import QGuiApplication

    from designer.render.fonts import load_fonts
    from designer.ui.views.dialogs.printer_output import print_sheets, printer_called

    application = QGuiApplication.instance() or QGuiApplication(["cluster-designer"])
    load_fonts()
    catalog = load_shipped().overlay(job.parts)
    printer, told = printer_called(job.printer), _telling(answer)
    pages = print_sheets(
        printer, job.design, catalog, job.report, told=told, may_print=may_write, **job.choices()
    )
    if pages:
        answer({"type": "done", "pages": pages})
    del application


def show_pages(job: PrintJob, answer: Answer, frames: Iterator[dict[str, Any]]) -> None:
    """Lay the sheets of a job out, say what they are, and draw the pages that are asked for.

    Raises
    ------
    OSError, ValueError
        If it cannot be drawn; the message says why.
    """
    prepare_painting()
    from designer.render.sheet_pages import SheetPages  # QtGui: its libraries are there

    catalog = load_shipped().overlay(job.parts)
    pages = SheetPages(job.design, catalog, job.report, told=_telling(answer), **job.choices())
    answer({"type": "pages", "titles": pages.titles, "mm": (pages.wide_mm, pages.high_mm)})
    for frame in frames:
        number = int(frame["page"])
        png = b64encode(pages.page(number, int(frame["px"]))).decode()
        answer({"type": "page", "page": number, "px": frame["px"], "png": png})


def _telling(answer: Answer) -> Callable[[str, int, int], None]:
    return lambda phase, done, of: answer({"type": phase, "done": done, "of": of})


def _frames(source: BinaryIO) -> Iterator[dict[str, Any]]:
    reader = FrameReader()
    while data := os.read(source.fileno(), _CHUNK):
        yield from reader.feed(data)


def serve(source: BinaryIO, answer: Answer) -> None:
    """Print the job that comes in frames, unless who sends it goes before it is whole."""
    frames = _frames(source)

    def may_write() -> bool:
        answer({"type": "may write"})
        return next((frame.get("type") == "write" for frame in frames), False)

    try:
        reader = JobReader()
        jobs = (job for frame in frames if (job := reader.take(frame)) is not None)
        job = next(jobs, None)
        if job is not None:
            gc.freeze()
            from designer.render.printed_plans import plans_from  # QtGui, as below

            earlier = job.earlier.design if job.earlier is not None else None
            names = names_in(job.design, earlier, job.comments)
            named = replace(job.presented, names=names)
            read = read_in(named, job.presented.language)
            with presenting(read), plans_from(job.folder):
                if job.export is not None and job.export.look_px is not None:
                    answer({"type": "looked", **looked(job.export, _source(job))})
                elif job.preview:
                    show_pages(job, answer, frames)
                else:
                    carry_out(job, answer, may_write)
    except CommandError as error:  # of a library that Qt lacks
        answer({"type": "failed", "message": str(error)})
    except (FrameError, OSError, ValueError) as error:
        answer({"type": "failed", "message": str(error)})


def main() -> None:
    """Serve stdin and stdout. Whatever else would print goes to stderr, not into the frames."""
    gc.set_threshold(_COLLECT_AFTER)

    try:
        serve(sys.stdin.buffer, frames_to_stdout())
    except (BrokenPipeError, KeyboardInterrupt):
        return


if __name__ == "__main__":
    main()
