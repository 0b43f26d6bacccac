"""Media, prices and watts of every cable, recomputed from files by code that shares nothing.

In crooked halls a cage holds links up and down, copper beside fibre, and parts by hand.
"""

from pathlib import Path

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.network_report import Cables
from designer.io.design_file import save
from designer.io.export.cable_list import cables_csv
from designer.model.design import Design
from designer.planning.templates import build
from tests.helpers.crooked_cables import CATALOG, crooked_cables
from tests.helpers.recompute.compare import same
from tests.helpers.recompute.media import Choice, Line
from tests.helpers.recompute.reading import read_plan
from tests.helpers.recompute.schedule import Schedule
from tests.helpers.recompute.spans import Span


def recomputed(design: Design, folder: Path, catalog: Catalog = CATALOG) -> Choice:
    file = folder / "hall.cluster.toml"
    save(file, design, catalog)
    return Choice(Schedule(read_plan(file), cables_csv(design, catalog)))


def ours(choice: Choice, line: Line) -> tuple[str, ...]:
    way = line.way
    if way is None:
        return "", "", "", "", ""
    price = choice.cost_of(line)
    reach = "" if way.reach is None else f"{way.reach:g}"
    cost = "" if price is None or price.value is None else f"{price.value:.2f}"
    return way.medium, way.cable["id"], f"{line.stock:g}", reach, cost


def differences(design: Design, folder: Path, catalog: Catalog = CATALOG) -> list[str]:
    """Return every row and every sum that is not the recomputed one."""
    choice = recomputed(design, folder, catalog)
    found = []
    for line, row in zip(choice.lines, choice.schedule.rows, strict=True):
        told = tuple(row.told[name] for name in ("medium", "part id", "m bought", "m reach",
                                                 "price"))  # fmt: skip
        if told != ours(choice, line):
            found.append(f"{row.told['label']}: {told}, recomputed {ours(choice, line)}")
    cables = evaluate(design, catalog).cables
    return found + list(sums(cables, choice))


def sums(cables: Cables, choice: Choice) -> list[str]:
    found = []
    bought = choice.bought()
    counts = {name: round(one.cables) for name, one in bought.items()}
    if counts != {one.medium: one.count for one in cables.media}:
        found.append(f"cables by medium: {counts}")
    for one in cables.media:
        for name, span in (("price", choice.cost(bought[one.medium])),
                           ("optics_w", choice.watts(bought[one.medium]))):  # fmt: skip
            span = choice.least(one.medium, name, span)
            figure = one.figure(name)
            told = Span(figure.low, figure.value, figure.high)
            pairs = (span.low, told.low), (span.value, told.value), (span.high, told.high)
            if not all(same(a, b) for a, b in pairs):
                found.append(f"{one.medium}, {name}: {told}, recomputed {span}")
    pieces = {
        (medium, part, metres or None): number
        for medium, of in bought.items()
        for (part, metres), number in of.pieces.items()
    }
    told_pieces = {(one.medium, one.part, one.stock_m): one.count for one in cables.bill}
    if pieces != told_pieces:
        found.append(f"pieces: {sorted(set(pieces.items()) ^ set(told_pieces.items()), key=str)}")
    return found


@pytest.mark.parametrize("system", ["h100", "h200"])
def test_media_of_the_reference_design_are_those_of_the_tables(system: str, tmp_path: Path) -> None:
    design = build("dgx-superpod-h100", {"scalable_units": "4", "system": system}, load_shipped())
    assert differences(design, tmp_path) == []


@pytest.mark.parametrize(
    ("template", "size"),
    [("gaudi-3-pod", {"scalable_units": "2"}), ("dgx-superpod-b200", {"scalable_units": "1"})],
)
def test_links_that_share_straight_cables_are_those_of_the_tables(
    template: str, size: dict[str, str], tmp_path: Path
) -> None:
    """Four links of 200 Gb/s between two cages of OSFP are one cable, or two fibres."""
    assert differences(build(template, size, load_shipped()), tmp_path) == []


@pytest.mark.parametrize("mode", ["overhead", "both"])
@pytest.mark.parametrize("seed", [0, 3, 8, 9, 17, 32])
def test_media_of_crooked_halls_are_those_of_the_tables(
    seed: int, mode: str, tmp_path: Path
) -> None:
    design = crooked_cables(seed, mode)  # type: ignore[arg-type]  # a word of a list
    assert differences(design, tmp_path) == []


@pytest.mark.parametrize("seed", [0, 3])
def test_a_module_with_two_fibres_of_which_one_is_by_hand_counts_once(
    seed: int, tmp_path: Path
) -> None:
    """Both links of its cage are of one sort, speak alike, and are of two options."""
    glass = CATALOG.get("fiber-mpo12-smf")
    assert glass is not None
    own = CATALOG.overlay([glass.evolve(id="fiber-own-smf", name="Own glass")])
    design = crooked_cables(seed, "overhead", own)
    cables = [
        cable.evolve(part="fiber-own-smf") if cable.part == glass.id else cable
        for cable in design.cables
    ]
    assert differences(design.evolve(cables=tuple(cables)), tmp_path, own) == []


def test_each_cage_of_a_crooked_hall_holds_one_part(tmp_path: Path) -> None:
    """The table that is recomputed is no help where it breaks its own rule."""
    held: dict[object, set[str]] = {}
    for seed in (0, 3, 8, 9, 17, 32):
        choice = recomputed(crooked_cables(seed, "overhead"), tmp_path)
        for line in choice.lines:
            for end, cage in enumerate(line.ends):
                if line.way is not None and not line.pinned:
                    module = line.way.modules[end]
                    held.setdefault((seed, cage), set()).add((module or line.way.cable)["id"])
    assert len(held) > 200
    assert {len(parts) for parts in held.values()} == {1}
