"""Damaged design files, a few lines each: what is kept of them, and what is said, word by word.

`data/damaged-files.txt` holds for each text what is read, then what is said with line and column.
The first list is of TOML that does not parse, the second of designs whose records are wrong.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from designer.catalog.catalog import Catalog
from designer.io.design_file import loads
from designer.io.design_text import dumps
from designer.io.toml_salvage import read_toml

DATA = Path(__file__).parent / "data" / "damaged-files.txt"

TORN = (
    "a = 1\nb = 2\n",
    "a = 1\nb =\nc = 3\n",
    "a = 1\nb = [1,\nc = 3\n",
    "a = 1\nb = {x = 1\nc = 3\n",
    'a = 1\nb = "open\nc = 3\n',
    "a = 1\nb = 'open\nc = 3\n",
    'a = """open\nand on\n',
    "a = '''open\nand on\n",
    "a = [1, 2] # [\nb = [\n",
    'a = "[" \nb = ["]", [\n',
    "a = 1\na = 2\n",
    "a = 1\nb = !\na = 1\n",
    "a = 1\nb = !\na = 2\n",
    "x = !\n\na = 1\n# end\n",
    "a = 1 2\nb = 3\n",
    "a = 1\n  and this\nb = 3\n",
    "[t]\na = 1\nb = !\n",
    "[t]\na = !\n[u]\nb = 1\n",
    "[t\na = 1\n",
    "[[t\na = 1\n[u]\nb = 2\n",
    "[t.x\na = 1\n",
    "[]\na = 1\nb = !\n",
    "[racks]\nR1 = {name = 'R1'}\nR1 = {name = 'R2'}\n",
    "[racks]\nR1 = {name = 'R1'}\nR2 = !\nR1 = {name = 'R2'}\nR1 = {name = 'R3'}\n",
    "[racks.R1]\na = 1\n[racks.R1]\na = 2\n",
    "[racks.R1]\na = 1\n[racks.R1]\na = 2\n[racks.R1]\na = 3\n",
    "[site]\na = 1\n[site]\nb = 2\n[site]\na = 3\n",
    "[[racks]]\nid = 'a'\n[[racks]]\nid = 'b'\nc = !\n",
    "[[racks]]\nid = 'a'\n[racks.x]\nb = 1\nc = !\n",
    "racks = 1\n[racks.x]\nb = 1\n",
    "racks = 1\n[[racks]]\nb = 1\n",
    "[a.b]\nx = 1\ny = !\n[a]\nb = {z = 2}\n",
    "slots = [\n  {id = 'a'},\n  {id = },\n\n  # remark\n  {id = 'c'}\n]\n",
    "slots = [\n",
    "slots = [\n  {id = 'a'},\n  {id = 'b'},\n",
    "slots = [\n  {id = 'a'},\n  {id = 'b'}]\nb = !\n",
    "slots = [ \n  {id = 'a'},\n  {id = !},\n",
    "[a]\nb = 1\n[a.b.c]\nd = 2\n",
    "a = 1\n[[a.b]]\nc = 2\n",
    "[a]\nb = 1\n\n\n[[a.b]]\nc = 2\n",
    "[a]\nx = !\n[[a]]\nb = 1\n",
    "slots = [\n]\nb = !\n",
    "<<<<<<< ours\na = 1\n=======\na = 2\n>>>>>>> theirs\nb = 3\n",
    "[racks]\n<<<<<<< ours\nR1 = {u = 1}\n||||||| base\nR1 = {u = 0}\n=======\nR1 = {u = 2}\n"
    ">>>>>>> theirs\n",
    "a = " + "9" * 5000 + "\n",
    "a = " + "[" * 2000 + "\nb = 1\n",
    "a = " + "x" * 200 + "\n",
    "b = !" + "y" * 113 + "\nc = !" + "z" * 115 + "\nd = !" + "z" * 116 + "\n",
    "a = 1\r\nb = !\r\n",
    "\n\n  = 3\n",
)

RACK = 'schema_version = 3\n[racks]\nR1 = {name = "R1", part = "r", x_mm = 0, y_mm = 0}\n'
WRONG = (
    'name = "old"\n',
    "schema_version = 3\n",
    "schema_version = 3\nname = 5\n",
    "schema_version = 3\nname = [5]\n",
    "schema_version = 3\nnme = 'x'\n",
    "schema_version = 3\nracks = 5\n",
    "schema_version = 3\nsite = 5\n",
    "schema_version = 3\n[site]\npue = 'much'\nelevation = 3\n",
    "schema_version = 3\n[site]\npue = 0.5\naltitude_m = 99999\n",
    "schema_version = 3\n[site]\nestimates = 1\n",
    "schema_version = 3\n[site]\npue = true\n",
    "schema_version = 3\n[room]\noutline = [[0, 0], [1, 'x'], [5000, 5000]]\n",
    "schema_version = 3\n[racks]\nR1 = 5\n",
    "schema_version = 3\n[racks]\nR1 = {}\n",
    'schema_version = 3\n[racks]\nR1 = {name = 7, part = "r", x_mm = "4", y_mm = 1.0}\n',
    'schema_version = 3\n[racks]\nR1 = {name = "a", part = "r", x_mm = 1.5, y_mm = 0}\n',
    RACK.replace("}", ", rotation = 45}"),
    RACK + '[devices]\nd1 = {part = "p", rack = "R1", u = 3, repeat = 2, colour = "red"}\n',
    RACK + '[devices]\nd1 = {part = "p", rack = "R1", u = 3.3}\n',
    RACK + '[devices]\nd1 = {part = "p", rack = "R1", u = 3, repeat = 0}\n',
    RACK + '[devices]\nd1 = {part = "p", rack = "R1", u = 3, repeat = 2.5}\n',
    RACK + '[devices]\nd1 = {part = "p", rack = "R1", u = 3, repeat = true}\n',
    RACK + '[devices]\nd1 = {part = "p", rack = "R1", u = 3, repeat = 3, pitch = 0.3}\n',
    RACK + '[devices]\nd1 = {part = "p", rack = "R1", u = 3, repeat = 3, pitch = 1.5}\n',
    RACK + '[devices]\nd1 = {part = "p", rack = "R1", repeat = 3}\n',
    RACK + '[devices]\nd1 = {part = "p", rack = "R1", half_u = 7}\n',
    RACK + '[devices]\nd1 = {part = "p", rack = "R1", half_u = 7, u = 5}\n',
    RACK + '[devices]\nd = {part = "p", rack = "R1", u = 5, repeat = 2}\n',
    RACK + '[devices]\nd1 = {part = "p", rack = "R1", u = 5, repeat = 2}\nd2 = {part = "q"}\n',
    RACK + '[devices]\nd1 = {part = "p", rack = "R9", u = 1e9}\n',
    RACK + '[devices]\nd1 = {part = "p", rack = "R1", u = 998, repeat = 5}\n',
    RACK + '[devices]\nd1 = {part = "p", rack = "R1", face = "left"}\n',
    'schema_version = 3\n[assemblies.a]\nname = "A"\nrack_part = "r"\nslots = [{id = "s"}, 4]\n',
    'schema_version = 3\n[assemblies.a]\nname = "A"\nslots = {id = "s"}\n',
    'schema_version = 3\n[fabrics.f]\nname = "F"\nrails = -1\nrate_gbps = "fast"\nnodes = "n"\n',
    "schema_version = 3\n[power]\nA = {name = 'A', capacity_kw = -5.0}\nB = {capacity_kw = 5}\n",
    'schema_version = 3\n[[rows]]\nid = "A"\n[[rows]]\nid = "A"\n',
    "schema_version = 'two'\n",
    "schema_version = 0\n",
    "schema_version = 99\n",
)  # fmt: skip


def shown(text: str) -> str:
    """Return a text, or its begin and end where it is long."""
    return text if len(text) <= 300 else f"{text[:150]} … {text[-60:]}"


def lines() -> Iterator[str]:
    for text in TORN:
        data, problems = read_toml(text, "x.toml")
        yield f"[{shown(repr(text))}]"
        yield f"read: {shown(repr(data))}"
        yield from (f"  {problem.severity}: {shown(problem.line())}" for problem in problems)
    for text in WRONG:
        opened = loads(text, "x.toml")
        yield f"[{shown(repr(text))}]"
        kept = dumps(opened.design, Catalog([])).splitlines()
        yield from (f"read: {line}" for line in kept if line.strip())
        yield from (f"  {problem.severity}: {problem.line()}" for problem in opened.problems)


def test_what_is_kept_of_damaged_texts_and_what_is_said() -> None:
    assert list(lines()) == DATA.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("text", [*TORN, *WRONG], ids=lambda text: repr(text)[:40])
def test_whatever_was_lost_is_said(text: str) -> None:
    """A text that Python's own parser refuses is never read without a word."""
    try:
        tomllib.loads(text)
    except (ValueError, RecursionError):
        assert read_toml(text, "x.toml")[1]
    else:
        assert read_toml(text, "x.toml") == (tomllib.loads(text), [])
