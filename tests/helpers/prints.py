"""Prints without a process: a job goes through its frames, and is carried out at once."""

from typing import Any

from designer.app.print_worker import carry_out
from designer.engine.protocol import FrameReader
from designer.runtime.print_job import JobReader, PrintJob, frames_of


def as_sent(job: PrintJob) -> PrintJob:
    """Return a job as it comes out of its frames."""
    reader, frames = JobReader(), FrameReader()
    for sent in frames_of(job):
        for frame in frames.feed(sent):
            whole = reader.take(frame)
    assert whole is not None, "the last frame is that of a whole job"
    return whole


class PrintedAtOnce:
    """Takes what a print dialog begins; `answers` is what the process would tell."""

    def __init__(self) -> None:
        self.jobs: list[PrintJob] = []
        self.answers: list[dict[str, Any]] = []

    def __call__(self, job: PrintJob) -> None:
        self.jobs.append(job)
        carry_out(as_sent(job), self.answers.append, lambda: True)
