"""Routes a fabric with OpenSM over ibsim, both of Debian: who is not us says what its cables carry.

Needs the packages ibsim-utils, libumad2sim0 and opensm; tests without them are skipped and say so.
"""

import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Final

PRELOAD: Final = Path("/usr/lib/x86_64-linux-gnu/umad2sim/libumad2sim.so")
MISSING: Final = "opensm, ibsim-utils and libumad2sim0 (Debian) are not installed"
_SWITCH: Final = re.compile(r"Unicast lids .* of switch Lid (\d+) guid (0x[0-9a-f]+)")
_ROUTE: Final = re.compile(r"(0x[0-9a-f]+) (\d+) # (Switch|Channel Adapter) portguid (0x[0-9a-f]+)")
_THING: Final = re.compile(r'^(Switch|Ca)\t(\d+) "([SH])-([0-9a-f]{16})"')
_NAMED: Final = re.compile(r'^(?:Switch|Ca)\t\d+ "[SH]-([0-9a-f]{16})"\s+# "([^"]*)"')
_PORT: Final = re.compile(r'^\[(\d+)\](?:\([0-9a-f]+\))?\s+"[SH]-([0-9a-f]{16})"\[(\d+)\]')

End = tuple[int, int]
"""GUID of a switch or an adapter, and a port."""


def is_there() -> bool:
    """Return whether the packages are installed."""
    found = all(shutil.which(name, path="/usr/sbin:/usr/bin") for name in ("opensm", "ibsim"))
    return found and PRELOAD.exists()


def links_of(text: str) -> dict[End, End]:
    """Return what is at each port of a fabric's text, both ways."""
    found: dict[End, End] = {}
    thing = 0
    for line in text.splitlines():
        if named := _THING.match(line):
            thing = int(named[4], 16)
        elif there := _PORT.match(line):
            found[thing, int(there[1])] = int(there[2], 16), int(there[3])
    return found


def names_of(text: str) -> dict[int, str]:
    """Return what switches and adapters of a fabric's text are called, by GUID."""
    things = filter(None, map(_NAMED.match, text.splitlines()))
    return {int(one[1], 16): one[2] for one in things}


def adapters_of(text: str) -> list[int]:
    """Return the GUIDs of the adapters of a fabric's text."""
    things = filter(None, map(_THING.match, text.splitlines()))
    return [int(one[4], 16) for one in things if one[1] == "Ca"]


def flows(text: str, folder: Path, engine: str = "ftree") -> Counter[End]:
    """Return how many of all pairs of adapters leave each port of a switch, as OpenSM routes them.

    Parameters
    ----------
    folder
        For what both programs write.
    engine
        OpenSM's routing engine.
    """
    tables = _tables(_routed(text, folder, engine))
    links, adapters = links_of(text), adapters_of(text)
    found: Counter[End] = Counter()
    starts = Counter(links[adapter, 1][0] for adapter in adapters)
    for goal in adapters:
        own = links[goal, 1][0]
        for start, number in starts.items():
            at, pairs = start, number - (start == own)
            while at != goal:
                port = tables[at][goal | 1]
                found[at, port] += pairs
                at = links[at, port][0]
    return found


def _routed(text: str, folder: Path, engine: str) -> Path:
    """Run both programs; return the file with the forwarding tables."""
    net = folder / "fabric.net"
    net.write_text(text)
    things = sum(1 for line in text.splitlines() if _THING.match(line))
    said = folder / "opensm"
    said.mkdir()
    environment = {
        **os.environ, "OSM_TMP_DIR": str(said), "OSM_CACHE_DIR": str(said),
        "LD_PRELOAD": str(PRELOAD), "HOME": str(folder),
    }  # fmt: skip
    with _simulated(net, folder, things):
        done = subprocess.run(
            ["/usr/sbin/opensm", "-o", "-R", engine, "-D", "0x43", "-f", str(said / "log")],
            env=environment, cwd=folder, capture_output=True, text=True, timeout=240, check=False,
        )  # fmt: skip
    table = said / "opensm-lfts.dump"
    if not table.exists():
        raise AssertionError(f"OpenSM gave no tables: {done.stdout[-800:]}{done.stderr[-800:]}")
    return table


@contextmanager
def _simulated(net: Path, folder: Path, things: int) -> Iterator[None]:
    """Let ibsim stand for the hardware; its input stays open, at whose end it never rests."""
    simulator = subprocess.Popen(
        ["/usr/bin/ibsim", "-s", "-N", str(things + 8), "-S", str(things + 8), "-P", "60000", net],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder,
    )  # fmt: skip
    output, reader = simulator.stdout, None
    assert output is not None
    assert simulator.stdin is not None
    try:
        heard = b""
        while b"sim>" not in heard and (more := os.read(output.fileno(), 4096)):
            heard += more
        assert b"sim>" in heard, heard[-400:]
        # What it says of each connection must not fill the pipe: it would wait for a reader.
        reader = Thread(target=output.read)
        reader.start()
        yield
    finally:
        simulator.kill()
        simulator.wait()
        if reader is not None:
            reader.join()
        simulator.stdin.close()
        output.close()


def _tables(file: Path) -> dict[int, dict[int, int]]:
    """Return for each switch the port toward each adapter's port."""
    found: dict[int, dict[int, int]] = {}
    mine: dict[int, int] = {}
    with file.open() as lines:
        for line in lines:
            if named := _SWITCH.search(line):
                mine = found.setdefault(int(named[2], 16), {})
            elif (there := _ROUTE.match(line)) and there[3] != "Switch":
                mine[int(there[4], 16)] = int(there[2])
    return found
