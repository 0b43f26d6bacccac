"""What an edit costs between the window and the engine: both processes' processor time, its bytes.

From the design that was edited to the report that the window holds: the difference, its frame, the
evaluation, the patch, and the report that it makes. Every edit is one that nobody made before:
another rack is given a switch, or a name, each time. What the engine works out later is waited for
in between. The report of a design that is opened is the same way without an edit before it.
"""

import os
import select
import statistics
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from designer.catalog.catalog import Catalog
from designer.document.placement import first_fit
from designer.engine.patch import apply_patch
from designer.engine.protocol import FrameReader, change_request, encode, open_request
from designer.engine.report import Report
from designer.model.change import diff
from designer.model.design import Design, Device
from designer.model.layout import Layout
from tests.bench.designs import catalog, unfolded
from tests.bench.large_designs import NODES_OF_100K, hall
from tests.bench.measure import REPOSITORY, resident_mb
from tests.bench.row import Row
from tests.bench.sample import growth

OTHER = {"dgx-h100": "dgx-h200", "dgx-b300": "dgx-b200"}
PART = "sn2201"
"""A switch of one unit that serves nothing yet: room for it is found in most racks."""
TIMES = 12


class Handed(NamedTuple):
    """What one edit cost: milliseconds of both processes and of the wall, bytes of its patch."""

    window_ms: float
    engine_ms: float
    wall_ms: float
    patch: int

    @property
    def cpu_ms(self) -> float:
        return self.window_ms + self.engine_ms


class Pipe:
    """The engine's process, with all that the window does to ask it and to take its report."""

    def __init__(self) -> None:
        self._child = subprocess.Popen(
            [sys.executable, "-m", "designer.engine.start"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=REPOSITORY,
        )  # fmt: skip
        self._reader = FrameReader()
        self._frames: deque[dict[str, Any]] = deque()
        self._revision = 0
        self._held: Design | None = None
        self.report: Report | None = None

    @property
    def engine_mb(self) -> float:
        """Proportional share of memory of the engine's process."""
        return resident_mb(self._child.pid)

    def open(self, design: Design) -> Handed:
        """Hand over a whole design."""
        self._held = design
        self._revision = 1
        self.report = None
        return self._asked(lambda: open_request(1, design))

    def follow(self, after: Design) -> Handed:
        """Hand over an edited design."""
        before, self._held = self._held, after
        if before is None:
            raise RuntimeError("no design is open")
        self._revision += 1
        return self._asked(
            lambda: change_request(self._revision, self._revision - 1, diff(before, after))
        )

    def rest(self) -> None:
        """Wait until the engine has worked out what no report waits for, and take that."""
        stdout, quiet = self._child.stdout, 0
        while quiet < 3:
            before = self._engine_ms()
            if select.select([stdout], [], [], 0.02)[0]:
                for frame in self._reader.feed(self._read()):
                    self._take(frame)
            quiet = quiet + 1 if self._engine_ms() == before else 0

    def close(self) -> None:
        """End the process and give its pipes back."""
        self._child.communicate(encode({"type": "quit"}))

    def _asked(self, request: Callable[[], dict[str, Any]]) -> Handed:
        stdin = self._child.stdin
        if stdin is None:
            raise RuntimeError("the engine has no pipes")
        begin, cpu, engine = time.perf_counter(), time.thread_time(), self._engine_ms()
        stdin.write(encode(request()))
        stdin.flush()
        while True:
            data = self._read()
            # As soon as it answers: what it does from now on nobody waits for.
            ended = self._engine_ms()
            size = len(data)
            bodies = list(self._reader.feed(data))
            while not bodies:
                data = self._read()
                ended, size = self._engine_ms(), size + len(data)
                bodies = list(self._reader.feed(data))
            done = False
            for frame in bodies:
                self._take(frame)
                done = done or (frame["type"] == "report" and not frame.get("later"))
            if done:
                break
        window = (time.thread_time() - cpu) * 1e3
        return Handed(window, ended - engine, (time.perf_counter() - begin) * 1e3, size)

    def _read(self) -> bytes:
        stdout = self._child.stdout
        if stdout is None:
            raise RuntimeError("the engine has no pipes")
        data = os.read(stdout.fileno(), 1 << 20)
        if not data:
            raise RuntimeError("the engine ended")
        return data

    def _take(self, frame: dict[str, Any]) -> None:
        if frame["type"] != "report":
            raise RuntimeError(f"no report: {frame}")
        base = None if frame.get("base") is None else self.report
        self.report = apply_patch(base, frame["patch"])

    def _engine_ms(self) -> float:
        """Return the processor time of the engine's process so far."""
        said = Path(f"/proc/{self._child.pid}/schedstat").read_text(encoding="ascii")
        return int(said.split()[0]) / 1e6


def drops(design: Design, parts: Catalog) -> Iterator[Design]:
    """Yield designs each with one switch more: another rack is given one each time."""
    layout = Layout(design)
    number = 0
    for rack in spread(layout.racks):
        half_u = first_fit(layout, parts, PART, rack)
        if half_u is None:
            continue
        number += 1
        device = Device(id=f"~{number:04d}", name=f"drop {number}", part=PART, rack=rack,
                        half_u=half_u)  # fmt: skip
        devices = (*design.devices, device)
        design = design.evolve(devices=tuple(sorted(devices, key=lambda one: one.id)))
        yield design


def names(design: Design) -> Iterator[Design]:
    """Yield designs each with another rack renamed."""
    for number, at in enumerate(spread(range(len(design.racks)))):
        racks = list(design.racks)
        racks[at] = racks[at].evolve(name=f"{racks[at].name} {number}")
        design = design.evolve(racks=tuple(racks))
        yield design


def spread(things: Iterable[Any]) -> list[Any]:
    """Return things in another order: one after the other is far from the one before."""
    every = list(things)
    step = max(1, int(len(every) * 0.381966))
    while len(every) % step == 0 and step > 1:
        step -= 1
    seen = dict.fromkeys(at * step % len(every) for at in range(len(every)))
    return [every[at] for at in (*seen, *(n for n in range(len(every)) if n not in seen))]


def edited(pipe: Pipe, edits: Iterator[Design], times: int, warm: int = 2) -> list[Handed]:
    """Return what edits cost, each after the engine came to rest."""
    found = []
    for _ in range(times + warm):
        pipe.rest()
        found.append(pipe.follow(next(edits)))
    return found[warm:]


def median(found: list[Handed]) -> Handed:
    """Return the medians of what edits cost."""
    return Handed(*(statistics.median(values) for values in zip(*found, strict=True)))


def without_a_row(design: Design) -> Design:
    """Return a design without one of its rows and all that stands in it."""
    row = design.rows[len(design.rows) // 2].id
    gone = {rack.id for rack in design.racks if rack.row == row}
    return design.evolve(
        racks=tuple(rack for rack in design.racks if rack.id not in gone),
        rows=tuple(one for one in design.rows if one.id != row),
        devices=tuple(one for one in design.devices if one.rack not in gone),
    )


def replaced(design: Design) -> Design:
    """Return a design with another part in place of each node."""

    def others(things: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(
            one.evolve(part=OTHER[one.part]) if one.part in OTHER else one for one in things
        )

    return design.evolve(
        assemblies=tuple(one.evolve(slots=others(one.slots)) for one in design.assemblies),
        devices=others(design.devices),
        fabrics=tuple(
            one.evolve(nodes=tuple(sorted(OTHER.get(part, part) for part in one.nodes)))
            for one in design.fabrics
        ),
    )


def _designs(parts: Catalog, *, tiny: bool) -> Iterator[tuple[int, str, Design]]:
    """Yield GPUs, what people call it, and the design."""
    from designer.planning.templates import build

    for units in (1,) if tiny else (4, 64, 128):
        design = build("dgx-superpod-h100", {"scalable_units": str(units)}, parts)
        yield units * 256, f"{units * 256:,} GPUs", design
    if tiny:
        return
    large = hall(parts, NODES_OF_100K)
    yield 100_000, "100,000 GPUs", large
    yield 100_000, "100,000 GPUs, unfolded", unfolded(large)


DROP_MS = {1_024: 3, 16_384: 3, 32_768: 5, 100_000: 8}
_ROUGH_MS = 50


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on handing over edits and reports."""
    parts = catalog()
    found: list[Row] = []
    by_size: dict[int, float] = {}
    for gpus, called, design in _designs(parts, tiny=tiny):
        pipe = Pipe()
        try:
            mine = list(_of_design(pipe, parts, design, called, gpus, times=1 if tiny else TIMES))
        finally:
            pipe.close()
        found += mine
        by_size.setdefault(gpus, mine[1].value or 0.0)
    if len(by_size) > 1:
        exponent = growth(by_size)
        found.append(Row("growth of a drop with GPUs", exponent, 0.5, unit="", against="exponent"))
    return found


def _of_design(
    pipe: Pipe, parts: Catalog, design: Design, called: str, gpus: int, *, times: int
) -> Iterator[Row]:
    opened = pipe.open(design)
    yield Row(
        f"first report read by the window, {called}", opened.window_ms, 60, unit="ms",
        detail=f"{opened.patch / 1e3:,.0f} kB, with writing the design into the pipe; the engine "
        f"takes {opened.engine_ms:,.0f} ms with its start",
    )  # fmt: skip
    drop = median(edited(pipe, drops(design, parts), times))
    yield Row(
        f"drop, engine and pipe, {called}", drop.cpu_ms, DROP_MS.get(gpus, 3), unit="ms",
        detail=_told(drop),
    )  # fmt: skip
    yield Row(f"patch of a drop, {called}", drop.patch / 1e3, 20, unit="kB")
    pipe.follow(design)
    name = median(edited(pipe, names(design), times))
    yield Row(
        f"rename of a rack, {called}", name.cpu_ms / drop.cpu_ms, 1, against="a drop",
        detail=_told(name),
    )  # fmt: skip
    pipe.follow(design)
    gone, other = without_a_row(design), replaced(design)
    steps = {"delete a row": gone, "undo": design, "replace all nodes": other}
    said: dict[str, list[Handed]] = {}
    for _ in range(2):
        for what, after in (*steps.items(), ("undo of that", design)):
            pipe.rest()
            said.setdefault(what, []).append(pipe.follow(after))
    for what, took in said.items():
        # The second time: the first has to import and to compute what is kept from then on.
        yield Row(
            f"{what}, {called}", took[-1].cpu_ms, _ROUGH_MS, unit="ms",
            detail=f"{_told(took[-1])}; first {took[0].cpu_ms:.0f} ms",
        )  # fmt: skip
    yield Row(f"memory of the engine, {called}", pipe.engine_mb, 150, unit="MB")


def _told(one: Handed) -> str:
    return (
        f"window {one.window_ms:.1f} + engine {one.engine_ms:.1f} ms, wall {one.wall_ms:.0f} ms, "
        f"{one.patch / 1e3:,.1f} kB"
    )


if __name__ == "__main__":
    for row in rows():
        print(row.what, row.measured, row.target, row.verdict, row.detail, sep=" | ")
