"""Every cable of a schedule, recomputed from files by code that shares nothing with the program.

Lengths by a search (Dijkstra) through the trays for each cable; what the program deals with in
columns of pairs of racks.
"""

from functools import cache
from pathlib import Path

import pytest

from designer.catalog.load import load_shipped
from designer.io.design_file import save
from designer.io.export.cable_list import cables_csv
from designer.planning.templates import build
from tests.helpers.crooked_cables import CATALOG, Mode, crooked_cables
from tests.helpers.recompute.reading import read_plan
from tests.helpers.recompute.schedule import Schedule

ROUND = 0.0501
"""Lengths are written to a tenth of a metre."""
CROOKED: list[tuple[int, Mode]] = [
    *((seed, "overhead") for seed in (0, 3, 8, 17, 33)), *((seed, "both") for seed in (1, 9, 32)),
    *((seed, "one height") for seed in (2, 8)),
]  # fmt: skip


def drawn(seed: int, mode: Mode, folder: Path) -> Schedule:
    design = crooked_cables(seed, mode)
    file = folder / "crooked.cluster.toml"
    save(file, design, CATALOG)
    return Schedule(read_plan(file), cables_csv(design, CATALOG))


@cache
def superpod(folder: Path) -> Schedule:
    """Return the schedule of the reference design with four scalable units and its ladders."""
    catalog = load_shipped()
    design = build("dgx-superpod-h100", {"scalable_units": "4"}, catalog)
    file = folder / "pod.cluster.toml"
    save(file, design, catalog)
    return Schedule(read_plan(file), cables_csv(design, catalog))


@pytest.fixture(scope="module")
def pod(tmp_path_factory: pytest.TempPathFactory) -> Schedule:
    return superpod(tmp_path_factory.mktemp("pod"))


def told(row: dict[str, str], case: int) -> float | None:
    text = row[("m low", "m", "m high")[case + 1]]
    return float(text) if text else None


def test_every_length_of_four_scalable_units_is_that_of_a_search(pod: Schedule) -> None:
    assert len(pod.rows) == 3141
    for row in pod.rows:
        for case in (-1, 0, 1):
            assert told(row.told, case) == pytest.approx(pod.metres(row, case)[0], abs=ROUND)


@pytest.mark.parametrize(("seed", "mode"), CROOKED)
def test_every_length_of_a_crooked_hall_is_that_of_a_search(
    seed: int, mode: Mode, tmp_path: Path
) -> None:
    schedule = drawn(seed, mode, tmp_path)
    assert len(schedule.rows) == len(schedule.plan.design["cables"])
    for row in schedule.rows:
        low, likely, high = (schedule.metres(row, case) for case in (-1, 0, 1))
        assert told(row.told, 0) == pytest.approx(likely[0], abs=ROUND), row.told["label"]
        assert (row.told["trays"] != "none: a straight way") is likely[1], row.told["label"]
        least, most = told(row.told, -1), told(row.told, 1)
        assert least is not None
        # Bounds hold what a search finds where trays hang as low, and as high, as they may.
        assert least <= low[0] + ROUND, row.told["label"]
        assert (most is None) is not likely[1], row.told["label"]
        assert most is None or most >= high[0] - ROUND, row.told["label"]


def test_bounds_are_no_wider_than_they_must_where_trays_hang_at_one_height(tmp_path: Path) -> None:
    """Between trays of one stated height nothing is open but slack, loops and racks."""
    schedule = drawn(2, "one height", tmp_path)
    for row in schedule.rows:
        for case in (-1, 1):
            length, follows = schedule.metres(row, case)
            if follows or case < 0:
                assert told(row.told, case) == pytest.approx(length, abs=ROUND), row.told["label"]
