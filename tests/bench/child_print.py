"""Prints a set of sheets in a process of its own: `SUPERPODS RACKS` → what it took, as JSON.

Of the memory, only what printing adds to the design and its report.
"""

import gc
import json
import resource
import sys
import tempfile
import time
from pathlib import Path

from PySide6.QtGui import QGuiApplication

from designer.render.output import write_pdf
from tests.bench.print_designs import printed_pod


def _resident_mb() -> float:
    for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("this kernel does not tell what is resident")


def main() -> None:
    """Print, and tell pages, processor seconds and megabytes."""
    application = QGuiApplication([])
    design, parts, report = printed_pod(int(sys.argv[1]))
    racks = tuple(rack.id for rack in design.racks)[: int(sys.argv[2])]
    gc.freeze()
    gc.set_threshold(50_000)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "set.pdf"
        # What every print needs once: fonts, and modules imported on first use.
        write_pdf(path, design, parts, report, sheets=("racks",), racks=racks[:1])
        before, begin = _resident_mb(), time.process_time()
        pages = write_pdf(path, design, parts, report, sheets=("racks",), racks=racks)
        took = time.process_time() - begin
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    del application
    print(json.dumps({"pages": pages, "cpu": took, "before_mb": before, "most_mb": most}))


if __name__ == "__main__":
    main()
