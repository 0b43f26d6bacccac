"""Twenty designs, recomputed from their files by code that shares nothing with the program.

Every figure, and both of its bounds, must agree with the engine's JSON report. Ways of cables are
not recomputed, so that switches are taken at their maximum; counted as cabled, everything that a
limit is held to must agree all the same.
"""

import ast
import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from designer.app.main import main
from tests.helpers.recompute.compare import differences, stated
from tests.helpers.recompute.design import IN_USE, Recomputed
from tests.helpers.recompute.floor import floor_loads
from tests.helpers.recompute.spans import Span

Edit = Callable[[str], str]


def cut(part_id: str, *fields: str) -> Edit:
    """Return an edit that takes figures out of a part that the file holds."""

    def edited(text: str) -> str:
        start = text.index(f"[parts.{part_id}]")
        end = text.find("\n[", start)
        block = text[start:end] if end > 0 else text[start:]
        left = block
        for field in fields:
            left = re.sub(rf"(?m)^{field} = .*\n", "", left)
        assert left != block, (part_id, fields)
        return text.replace(block, left)

    return edited


def with_cables(cost: dict[str, Any], ours: dict[str, Span]) -> dict[str, Span]:
    """Return what was recomputed, with what the report says of cables, whose ways are not here."""
    name = "optics and cables"
    if name not in cost["by_category"]:
        return ours
    key = f"by_category.{name}"
    bounds = {name: cost["bounds"][key]} if key in cost["bounds"] else {}
    cables = stated({name: cost["by_category"][name], "bounds": bounds}, name)
    return ours | {"capex": ours["capex"] + cables}


def swap(old: str, new: str, count: int = -1) -> Edit:
    """Return an edit that replaces text of the file."""

    def edited(text: str) -> str:
        assert old in text, old
        return text.replace(old, new, count)

    return edited


def site(**values: Any) -> Edit:
    """Return an edit that decides things of the site."""
    lines = "".join(f"{name} = {json.dumps(value)}\n" for name, value in values.items())

    def edited(text: str) -> str:
        taken = text
        for name in values:
            taken = re.sub(rf"(?m)^{name} = .*\n", "", taken, count=1)
        if "[site]\n" in taken:
            return taken.replace("[site]\n", f"[site]\n{lines}", 1)
        return taken.replace("[room]\n", f"[site]\n{lines}\n[room]\n", 1)

    return edited


def one_pdu_less(text: str) -> str:
    """Take feed C out of every rack of nodes."""
    left = re.sub(r'(?m)^  \{id = "pdu-c", part = "pdu-415v-60a-3ph",[^\n]*\n', "", text)
    assert left != text
    return left


def without_pdus(text: str) -> str:
    """Take out every rack PDU of the assemblies."""
    left = re.sub(r'(?m)^  \{id = "pdu-[^\n]*\n', "", text)
    assert left != text
    return left


def added(*racks: str) -> Edit:
    """Return an edit that puts more things on the floor."""

    def edited(text: str) -> str:
        lines = "".join(
            f'more-{n:02} = {{name = "M{n}", part = "{part}", x_mm = {700 * n}, y_mm = 30000}}\n'
            for n, part in enumerate(racks)
        )
        return text.replace("[racks]\n", f"[racks]\n{lines}", 1)

    return edited


def mixed(*slots: str, rack: str = "rack-48u", count: int = 2, **fields: str) -> Edit:
    """Return an edit that adds racks with a filling of their own."""

    def edited(text: str) -> str:
        body = "".join(
            f'  {{id = "s{n}", part = "{part}", '
            + ('face = "door"' if part.startswith("rdhx") else f"u = {1 + 9 * n}")
            + "},\n"
            for n, part in enumerate(slots)
        )
        more = "".join(f', {name} = "{value}"' for name, value in fields.items())
        lines = "".join(
            f'mixed-{n} = {{name = "X{n}", part = "{rack}", x_mm = {1300 * n}, y_mm = 40000, '
            f'assembly = "mixed"{more}}}\n'
            for n in range(count)
        )
        filling = f'[assemblies.mixed]\nrack_part = "{rack}"\nslots = [\n{body}]\n\n'
        return text.replace("[racks]\n", f"{filling}[racks]\n{lines}", 1)

    return edited


def on_bus_bars(text: str) -> str:
    """Add racks with power shelves: alike, of two sizes, with rack PDUs, of no known efficiency."""
    fillings = {
        "alike": (("power-shelf-nvl72-33",) * 4, ("dgx-b300-busbar",) * 2, ()),
        "unlike": (
            ("power-shelf-hpr-33", "power-shelf-orv3-18", "power-shelf-hpr-33"),
            ("hgx-b300-2ou", "qm9790"), (),
        ),
        "with-pdus": (
            ("power-shelf-hpr-33",) * 2, ("hgx-b300-2ou", "sn2201"),
            (("pdu-400v-32a-3ph", "A"), ("pdu-400v-32a-3ph", "B")),
        ),
        "unstated": (("power-shelf-artesyn-30",) * 2, ("dgx-b300-busbar",), ()),
    }  # fmt: skip
    lines, racks = "", ""
    for x, (name, (shelves, devices, pdus)) in enumerate(fillings.items()):
        slots = "".join(
            f'  {{id = "s{n}", part = "{part}", u = {1 + 3 * n}}},\n'
            for n, part in enumerate(shelves)
        )
        slots += "".join(
            f'  {{id = "d{n}", part = "{part}", u = {15 + 11 * n}}},\n'
            for n, part in enumerate(devices)
        )
        slots += "".join(
            f'  {{id = "p{feed}", part = "{part}", face = "zero-u", feed = "{feed}"}},\n'
            for part, feed in pdus
        )
        rack = "rack-orv3-legrand-52u"
        lines += f'[assemblies.{name}]\nrack_part = "{rack}"\nslots = [\n{slots}]\n\n'
        feeds = "" if pdus else ', feeds = ["A", "B"]'
        racks += (
            f'bus-{name} = {{name = "B{x}", part = "{rack}", x_mm = {1300 * x}, y_mm = 40000, '
            f'assembly = "{name}"{feeds}}}\n'
        )
    return text.replace("[racks]\n", f"{lines}[racks]\n{racks}", 1)


H100, GB200, ROOM = "dgx-superpod-h100", "dgx-superpod-gb200", "empty-room"
DESIGNS: dict[str, tuple[str, tuple[str, ...], tuple[Edit, ...]]] = {
    **{f"h100-{n}": (H100, (f"scalable_units={n}",), ()) for n in (1, 2, 3, 4, 8)},
    "h200-4": (H100, ("scalable_units=4", "system=h200"), ()),
    "weka": (H100, ("scalable_units=1", "storage=weka"), ()),
    "air": (H100, ("scalable_units=2", "cooling=air", "nodes_per_rack=2"), ()),
    **{f"gb200-{n}": (GB200, (f"scalable_units={n}",), ()) for n in (1, 2, 5)},
    "empty-room": (ROOM, (), ()),
    "no-estimates": (H100, ("system=h200", "scalable_units=1"), (site(estimates=False),)),
    "own-site": (
        H100, ("scalable_units=1",),
        (site(pue=1.27, electricity_price=0.11, utilisation=0.8, altitude_m=1200.0),),
    ),
    "euro": (
        H100, ("scalable_units=1",),
        (lambda text: site(currency="EUR")(re.sub(r"(?m)^electricity_price.*\n", "", text)),),
    ),
    # The planning price that the template wrote in dollars is none in euros.
    "euro-of-template": (H100, ("scalable_units=1",), (site(currency="EUR"),)),
    "unknown-watts": (
        # Without doors: what one takes of air at an unknown temperature is not recomputed here.
        H100, ("scalable_units=1", "cooling=air"),
        (cut("dgx-h100", "power_max_w", "power_typical_w"),),
    ),
    "nothing-known-of-nodes": (
        H100, ("scalable_units=1",),
        (cut("dgx-h100", "power_max_w", "power_peak_w", "power_typical_w", "psu", "mass_kg",
             "gpus"),),
    ),
    "contradiction": (
        H100, ("scalable_units=1",), (swap("power_max_w = 10200", "power_max_w = 5000"),)
    ),
    "two-feeds": (H100, ("scalable_units=1",), (one_pdu_less,)),
    "no-pdus": (H100, ("scalable_units=1",), (without_pdus,)),
    "mixed": (
        H100, ("scalable_units=1",),
        (mixed("dgx-b200", "hgx-b200-8u", "q3450-ld", "vast-cbox-gen6", "netapp-aff-a90"),),
    ),
    # Maximum, mass and the rating of supplies assumed between bounds. By hand, as which air takes
    # heat between two methods' bands is not recomputed here.
    "assumed": (
        ROOM, (),
        (mixed("dl380-gen12", "hgx-b200-10u", "mi300x-8-oam-node", "weka-node",
               cooling="in-row"),),
    ),
    "hybrid-with-door": (
        # Water so cold and air so warm that the door takes its rating, as is recomputed here.
        GB200, (),
        (site(cooling_water_c=5.0), swap("supply_air_c = 24.0", "supply_air_c = 60.0"),
         mixed("hgx-b200-8u", "q3450-ld", "rdhx"),
         added("cdu-uniflair-1000")),
    ),
    "by-hand": (
        ROOM, (),
        (mixed("dgx-h100", "dgx-h200", "dgx-b300", count=3, cooling="in-row"),
         added("crah", "in-row-300", "gb200-nvl72", "cdu-in-rack-100")),
    ),
    "tank": (
        ROOM, ("feeds=3",),
        (mixed("dgx-h100", "mgmt-server", rack="immersion-smartpodx"), added("gb200-nvl72")),
    ),
    "doors-and-tanks-of-no-known-flow": (
        ROOM, (),
        (site(altitude_m=1500.0),
         mixed("dgx-a100", "hgx-b200-8u", "rdhx-none", count=2),
         lambda text: text.replace("[racks]\n", """
[parts.rdhx-none]
name = "Door of no known flow"
kind = "rear-door"
cooling = {method = "rear-door", capacity_kw = 12.0}

[racks]
tank = {name = "T", part = "immersion-iceraq", x_mm = 9000, y_mm = 0, assembly = "wet"}
""", 1).replace("[assemblies.mixed]", """[assemblies.wet]
rack_part = "immersion-iceraq"
slots = [
  {id = "a", part = "dgx-h100", u = 1},
]

[assemblies.mixed]""", 1)),
    ),
    "power-shelves": (ROOM, ("feeds=2",), (on_bus_bars,)),
    "gone": (ROOM, (), (mixed("dgx-h100", "sold-by-nobody", "sn5600"),)),
}  # fmt: skip


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[dict[str, Any], Any]]:
    folder = tmp_path_factory.mktemp("designs")
    found = {}
    for name, (template, arguments, edits) in DESIGNS.items():
        file, out = folder / f"{name}.cluster.toml", folder / f"{name}.json"
        assert main(["new", template, *arguments, "-o", str(file)]) == 0
        text = file.read_text(encoding="utf-8")
        for edit in (*edits, site(switch_power="maximum")):
            text = edit(text)
        file.write_text(text, encoding="utf-8")
        assert main(["report", str(file), "--format", "json", "-o", str(out)]) == 0
        found[name] = json.loads(out.read_text(encoding="utf-8")), Recomputed(file)
    return found


@pytest.mark.parametrize("name", DESIGNS)
def test_every_figure_and_bound_is_that_of_the_file(
    name: str, reports: dict[str, tuple[dict[str, Any], Recomputed]]
) -> None:
    report, ours = reports[name]
    found = [
        *differences(report["totals"], ours.totals, "totals"),
        *differences(report["facility"], ours.facility, "facility"),
        *differences(report["cost"], with_cables(report["cost"], ours.cost), "cost"),
    ]
    masses = {rack_id: rack.figures["weight_kg"] for rack_id, rack in ours.racks.items()}
    loads = floor_loads(ours.plan, masses)
    assert {rack["id"] for rack in report["racks"]} == set(ours.racks)
    for rack in report["racks"]:
        expected = {k: v for k, v in ours.racks[rack["id"]].figures.items() if k != "gpus"}
        if rack["id"] in loads:
            expected["floor_load_kpa"] = loads[rack["id"]]
        found += differences(rack, expected, rack["id"])
        for feed in rack["feeds"] if ours.racks[rack["id"]].feeds else ():
            normal, lost = ours.racks[rack["id"]].feeds[feed["id"]]
            figures = {"load_kw": normal, "load_after_loss_kw": lost}
            found += differences(feed, figures, f"{rack['id']}, feed {feed['id']}")
        if rack["cooling_method"] != ours.racks[rack["id"]].method:
            found.append(f"{rack['id']}: {rack['cooling_method']}")
    cost = report["cost"]
    # Cables may have older prices, and newer ones.
    oldest, newest = cost["oldest_price_date"], cost["price_date"]
    if not oldest <= ours.dates[0] <= ours.dates[1] <= newest:
        found.append(f"dates {ours.dates}")
    assert found == []


@pytest.mark.parametrize("units", ["1", "4"])
def test_as_cabled_all_that_limits_are_held_to_is_that_of_the_file(
    units: str, tmp_path: Path
) -> None:
    file, out = tmp_path / "pod.cluster.toml", tmp_path / "pod.json"
    made = ["new", "dgx-superpod-h100", f"scalable_units={units}", "-o", str(file)]
    assert main(made) == 0
    assert main(["report", str(file), "--format", "json", "-o", str(out)]) == 0
    report, ours = json.loads(out.read_text(encoding="utf-8")), Recomputed(file)
    differ = set()
    for record, expected in (
        (report["totals"], ours.totals),
        *((rack, ours.racks[rack["id"]].figures) for rack in report["racks"]),
    ):
        known = {name: span for name, span in expected.items() if name in record}
        differ |= {line.split(":")[0].removeprefix(".") for line in differences(record, known, "")}
    for rack in report["racks"]:
        for feed in rack["feeds"] if ours.racks[rack["id"]].feeds else ():
            normal, lost = ours.racks[rack["id"]].feeds[feed["id"]]
            loads = {"load_kw": normal, "load_after_loss_kw": lost}
            assert list(differences(feed, loads, feed["id"])) == []
    assert "power_typical_kw" in differ
    assert differ <= IN_USE


def test_the_designs_cover_what_is_known_estimated_bounded_and_open(
    reports: dict[str, tuple[dict[str, Any], Recomputed]],
) -> None:
    spans = [span for _, ours in reports.values() for span in ours.totals.values()]
    assert len(DESIGNS) >= 20
    assert any(span.low == span.high for span in spans)
    assert any(span.value is None and span.high < math.inf for span in spans)
    assert any(span.value is None and span.high == math.inf for span in spans)
    assert any(span.value is not None and span.low < span.high for span in spans)
    racks = [rack for _, ours in reports.values() for rack in ours.racks.values()]
    assert sum(len(rack.feeds) == 3 for rack in racks) > 100
    assert sum(len(rack.feeds) == 2 for rack in racks) > 20
    methods = {rack.method for _, ours in reports.values() for rack in ours.racks.values()}
    assert methods >= {"room-air", "in-row", "rear-door", "direct-to-chip", "immersion", ""}


def test_nothing_of_the_program_recomputes_itself() -> None:
    """The code that recomputes imports the standard library and itself."""
    folder = Path(__file__).parents[1] / "helpers" / "recompute"
    names = set()
    for file in folder.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names.add(node.module or "")
    foreign = {name for name in names if name.split(".")[0] not in _PLAIN}
    assert {n for n in foreign if not n.startswith("tests.helpers.recompute")} == set()


_PLAIN = {
    "__future__", "collections", "csv", "dataclasses", "functools", "heapq", "io", "itertools",
    "math", "pathlib", "re", "statistics", "tomllib", "typing",
}  # fmt: skip
