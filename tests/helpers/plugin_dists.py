"""Distributions with plug-ins, as an installer leaves them: a module, metadata, entry points."""

from collections.abc import Mapping
from pathlib import Path

import pytest

GOOD = """
from designer.model.design import Design, Rack
from designer.script.plugins import Template, Parameter, finding, fail

def tall(design, catalog, report):
    print("asked")
    for rack in design.racks:
        yield finding("warning", "the rack is not numbered", [rack.id], cause="number",
                      advice="Number it.")

def racks_csv(design, catalog, report):
    return "".join(f"{rack.name},{rack.part}\\n" for rack in design.racks)

def packed(design, catalog, report):
    return b"\\x00" + design.name.encode()

def pair(arguments, catalog):
    if arguments.number("racks") == 9:
        raise fail("racks", "nine is too many", "8 and fewer")
    racks = tuple(Rack(id=f"R{n}", name=f"R{n}", part="rack-48u", x_mm=1000 * n, y_mm=1000)
                  for n in range(arguments.number("racks")))
    return Design(name="Pair", racks=racks)

PAIR = Template(id="pair", name="A pair", summary="Racks beside each other",
                parameters=(Parameter("racks", "int", "2", 1, 9, "racks"),), builder=pair)
"""
GOOD_ENTRIES = {
    "checks": {"tall": "tall"},
    "exporters": {"racks.csv": "racks_csv", "packed": "packed"},
    "templates": {"pair": "PAIR"},
}


def install(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    source: str,
    entries: Mapping[str, Mapping[str, str]],
) -> None:
    """Put a distribution of one module on the search path.

    Parameters
    ----------
    entries
        By kind the names of entry points, with what they name in the module.
    """
    place = folder / name
    place.mkdir()
    module = f"plugged_{folder.name}_{name}".replace("-", "_")
    (place / f"{module}.py").write_text(source)
    info = place / f"{name.replace('-', '_')}-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
    lines = []
    for kind, named in entries.items():
        lines.append(f"[cluster_designer.{kind}]")
        lines += [f"{entry} = {module}:{what}" for entry, what in named.items()]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    monkeypatch.syspath_prepend(str(place))


def install_good(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a distribution on the search path whose plug-ins all work."""
    install(folder, monkeypatch, "acme-good", GOOD, GOOD_ENTRIES)
