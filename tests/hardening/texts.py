"""Files that people and other programs wrote: designs, own parts, device types of NetBox.

Each attack reads damaged text and returns what went wrong, or nothing. Reading may refuse, with
one line; it may mend and say so; it never raises, and what it read can be written and read again.
"""

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.load import PART_TABLES, load_shipped
from designer.catalog.reading import Reading
from designer.engine.evaluate import evaluate
from designer.io import part_file
from designer.io.design_file import ReadError, dumps, load, loads
from designer.io.netbox.walk import NothingHereError, import_path
from designer.model.problem import Problem
from designer.planning.templates import build
from tests.hardening.kind import Kind
from tests.hardening.mutations import damaged, odd_field
from tests.helpers.gates import REPOSITORY

Attack = Callable[[random.Random, Path], str]

_EVALUATED_ONE_IN: Final = 40
_DEVICE_TYPE: Final = """manufacturer: Example
model: X 1
slug: example-x-1
part_number: X1-42
u_height: 1
is_full_depth: true
airflow: front-to-rear
weight: 12.5
weight_unit: kg
comments: A switch.
console-ports:
  - name: con
    type: rj-45
power-ports:
  - name: PS1
    type: iec-60320-c14
    maximum_draw: 650
    allocated_draw: 400
  - name: PS2
    type: iec-60320-c14
    maximum_draw: 650
module-bays:
  - name: PSU1
    position: "1"
interfaces:
  - name: eth1
    type: 100gbase-x-qsfp28
  - name: mgmt
    type: 1000base-t
    mgmt_only: true
power-outlets:
  - name: Outlet 1
    type: iec-60320-c13
    power_port: PS1
    feed_leg: A
"""


def design(chance: random.Random, folder: Path) -> str:
    """Read a damaged design; what was read is written, read again, and at times computed."""
    path = folder / "a.toml"
    path.write_bytes(damaged(chance, chance.choice(_designs())))
    try:
        opened = load(path)
    except ReadError as error:
        return _not_one_line(error.problem)
    wrong = next(filter(None, map(_not_one_line, opened.problems)), "")
    if wrong:
        return wrong
    catalog = load_shipped().overlay(opened.parts)
    again = loads(dumps(opened.design, catalog))
    if again.design != opened.design:
        return "what was read is another design once it was saved and read again"
    if chance.randrange(_EVALUATED_ONE_IN) == 0:
        evaluate(opened.design, catalog).model_dump_json()
    return ""


def evaluation(chance: random.Random, folder: Path) -> str:
    """Compute a design whose figures and names are odd, but such as a file may hold."""
    text = chance.choice(_designs())
    for _ in range(chance.randrange(1, 7)):
        text = odd_field(chance, text)
    opened = loads(text)
    report = evaluate(opened.design, load_shipped().overlay(opened.parts))
    report.model_dump_json()
    lost = next(iter(report.not_computed), None)
    return f"{lost.subject} cannot be computed: {lost.because}" if lost else ""


def own_parts(chance: random.Random, folder: Path) -> str:
    """Read a damaged file of a user's own parts."""
    path = folder / "own.toml"
    path.write_bytes(damaged(chance, chance.choice(_part_files())))
    reading = Reading(PART_TABLES)
    reading.read_file(path)
    return next(filter(None, map(_not_one_line, reading.problems)), "")


def device_types(chance: random.Random, folder: Path) -> str:
    """Import a damaged device type."""
    path = folder / "a.yaml"
    path.write_bytes(damaged(chance, _DEVICE_TYPE))
    try:
        imported = import_path(path)
    except NothingHereError as error:
        return _not_one_line(error.problem)
    problems = [problem for file in imported.files for problem in file.problems]
    wrong = next((p.line() for p in problems if "\n" in p.line()), "")
    if wrong:
        return f"more than one line: {wrong[:80]!r}"
    part_file.dumps(imported.parts)
    return ""


class Texts(Kind):
    """Damaged texts of one sort, by the function that reads them."""

    def __init__(self, attack: Attack) -> None:
        self._attack = attack

    def attack(self, chance: random.Random, folder: Path) -> str:
        """Read one damaged text."""
        return self._attack(chance, folder)


def _not_one_line(problem: Problem) -> str:
    line = problem.line()
    return f"more than one line: {line[:80]!r}" if len(line.splitlines()) > 1 else ""


@cache
def _designs() -> tuple[str, ...]:
    catalog = load_shipped()
    pod = build("dgx-superpod-h100", {"scalable_units": "1"}, catalog)
    room = build("empty-room", {}, catalog)
    v0 = (REPOSITORY / "tests/golden/data/v0-sample.cluster.toml").read_text(encoding="utf-8")
    v1 = (REPOSITORY / "tests/golden/data/v1-sample.cluster.toml").read_text(encoding="utf-8")
    return dumps(pod, Catalog(())), dumps(room, catalog), v0, v1


@cache
def _part_files() -> tuple[str, ...]:
    parts = load_shipped().parts
    kinds = {part.kind: part for part in parts}
    return tuple(part_file.dumps([part]) for part in kinds.values())
