"""A print of 400 sheets against a bare `QPdfWriter` that paints the very same, call by call.

Each rack is one of its own, so that each has a sheet: views, facts, tables, limits, documents. The
time of the program is all of it: letters looked up, laid out, painted, outline and attachment
added, written. The anchor paints onto a new writer what was painted, in the same order; that its
pages are the same bytes is checked. Garbage is looked for as seldom as in the command and in the
process that prints for the window.
"""

import gc
import tempfile
import time
from pathlib import Path

from tests.bench.measure import child, least_in_turn, processor_seconds
from tests.bench.painted import contents, paint_again, painted
from tests.bench.print_designs import UNITS_BY_SHEETS, printed_pod
from tests.bench.row import Row
from tests.bench.sample import growth

KINDS = ("floor", "racks")
COLLECT_AFTER = 50_000
UNITS_IN_WINDOW = 128


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on printing."""
    sizes = {1: 1, 2: 1} if tiny else {1: 1, **UNITS_BY_SHEETS}
    ways = {
        count: child("tests.bench.child_print", str(units), str(count))
        for count, units in sizes.items()
    }
    took = {count: way["cpu"] for count, way in ways.items()}
    each = {count: f"{cpu / ways[count]['pages'] * 1e3:.1f}" for count, cpu in took.items()}
    small, large = list(ways.values())[1], list(ways.values())[-1]
    return [
        _slice_of_window(1 if tiny else UNITS_IN_WINDOW),
        *_beside_bare(1 if tiny else UNITS_BY_SHEETS[400], 1 if tiny else 400),
        Row(
            f"print of {', '.join(map(str, sizes))} sheets of racks, exponent", growth(took), 1.05,
            unit="growth",
            detail=f"{' / '.join(each.values())} ms a page, designs grow with them",
        ),
        Row(
            f"most memory, print of {max(sizes)} sheets", large["most_mb"] - large["before_mb"], 60,
            unit="MB",
            against="above the design",
            detail=f"{small['most_mb'] - small['before_mb']:.0f} MB for {small['pages']} pages, "
            f"{large['most_mb'] - large['before_mb']:.0f} MB for {large['pages']}",
        ),
    ]  # fmt: skip


def _slice_of_window(units: int) -> Row:
    """Return the longest time for which handing a print over holds the window's thread."""
    from designer.runtime.print_job import PrintJob, frames_of

    design, _, report = printed_pod(units)
    longest = []
    for _ in range(3):
        job = PrintJob(design=design, parts=(), report=report, sheets=KINDS, paper="A3")
        frames, times = frames_of(job), []
        frame: bytes | None = b""
        while frame is not None:
            begin = time.thread_time()
            frame = next(frames, None)
            times.append(time.thread_time() - begin)
        longest.append(max(times))
    return Row(
        f"print from the window, longest slice, {len(design.racks):,} racks", min(longest) * 1e3,
        16, unit="ms",
        detail=f"{len(times)} slices, {sum(times) * 1e3:.0f} ms in all; all else is done by a "
        "process of its own",
    )  # fmt: skip


def _beside_bare(units: int, count: int) -> list[Row]:
    from PySide6.QtGui import QGuiApplication

    from designer.render.output import write_pdf
    from designer.render.sheets.sheet_context import context_of

    application = QGuiApplication.instance() or QGuiApplication([])
    design, parts, report = printed_pod(units)
    racks = tuple(rack.id for rack in design.racks)[:count]
    context, _ = context_of(design, parts, report, "A3", "pod.toml", None)
    pages, drawn = painted(context, KINDS, racks)
    if contents(drawn) != contents(paint_again(pages, context.paper.layout())):
        raise RuntimeError("the bare writer paints something else")
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER)
    with tempfile.TemporaryDirectory() as folder:

        def ours(number: int) -> float:
            path = Path(folder) / f"{number}.pdf"
            return processor_seconds(
                lambda: write_pdf(path, design, parts, report, sheets=KINDS, racks=racks)
            )

        def bare(_: int) -> float:
            return processor_seconds(lambda: paint_again(pages, context.paper.layout()))

        took, least = least_in_turn(ours, bare, 1 if count == 1 else 2)
    del application
    number = len(pages)
    calls = sum(map(len, pages)) / number
    return [
        Row(
            f"print of {number} sheets, a page",
            took / least,
            2,
            against="a bare `QPdfWriter` with the same calls",
            detail=f"{took / number * 1e3:.1f} ms against {least / number * 1e3:.1f} ms CPU, "
            f"{calls:.0f} calls a page",
        )
    ]
