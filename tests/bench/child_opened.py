"""Started as a process of its own: opens the whole window on a file, and says what that takes.

`FILE standing` opens it in a window that stands with its panels, plots and engine; `FILE start`
starts with it; `FILE edits N` says what memory is taken before and after N drops of fabric switches
and once they are undone. Prints JSON.
"""

import json
import os
import sys
import time
from itertools import islice
from pathlib import Path

from PySide6.QtWidgets import QApplication

from tests.bench.bench_shown import paint_all, wait_for
from tests.bench.kinds_of_edit import DROPPED
from tests.bench.measure import processor_ms_of, resident_mb
from tests.bench.window_hand import OPENING_S, Hand, window_on_file


def opened(path: Path, *, standing: bool) -> dict[str, float]:
    """Return seconds from the file until its floor is painted, and until its report is."""
    os.environ["CLUSTER_DESIGNER_HOME"] = str(path.parent)
    from designer.app.composition import Studio

    application = QApplication(sys.argv[:1])
    studio = Studio(application)
    studio.window.resize(1600, 1000)
    engine = 0.0
    if standing:
        studio.show(None)
        wait_for(application, lambda: studio.window.is_populated, OPENING_S)
        hand = Hand(application, studio)
        hand.settle()
        engine = processor_ms_of(studio.client.process_id)
    begin, thread, process = time.perf_counter(), time.thread_time(), time.process_time()
    if standing:
        studio.window.files.open_now(path)
    else:
        studio.show(path)
    wait_for(
        application,
        lambda: studio.window.is_populated and studio.session.path == path,
        OPENING_S,
    )
    paint_all()
    floor_thread, floor_wall = time.thread_time() - thread, time.perf_counter() - begin
    wait_for(
        application,
        lambda: (
            studio.session.path == path
            and studio.store.is_current(studio.session.document.revision)
            and studio.store.report is not None
            and studio.window.dashboard.shown is studio.store.report
        ),
        OPENING_S,
    )
    paint_all()
    found = {
        "floor_thread_s": floor_thread,
        "floor_wall_s": floor_wall,
        "thread_s": time.thread_time() - thread,
        "process_s": time.process_time() - process,
        "engine_s": (processor_ms_of(studio.client.process_id) - engine) / 1e3,
        "wall_s": time.perf_counter() - begin,
    }
    studio.client.finish()
    return found


def edited(path: Path, times: int) -> dict[str, list[float]]:
    """Return the memory of window and engine: opened, after drops, and once they are undone."""
    with window_on_file(path) as hand:
        document = hand.studio.session.document

        def taken() -> list[float]:
            hand.settle()
            return [resident_mb(os.getpid()), resident_mb(hand.studio.client.process_id)]

        found = {"open": taken()}
        for edit in islice(hand.drops(DROPPED["a fabric switch"]), times):
            hand.follow(lambda edit=edit: document.apply("Drop", edit))
            hand.pause()
        found["dropped"] = taken()
        while document.can_undo:
            hand.follow(document.undo)
            hand.pause()
        found["undone"] = taken()
    return found


def main() -> None:
    """Do what was asked, and end without tidying up."""
    path, what, *number = sys.argv[1:]
    if what == "edits":
        said: object = edited(Path(path), int(number[0]))
    else:
        said = opened(Path(path), standing=what == "standing")
    print(json.dumps(said), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
