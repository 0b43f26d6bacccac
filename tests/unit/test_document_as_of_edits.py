"""A design as of a stage after edits is what it would be if nothing were known of it before."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from designer.catalog.load import load_shipped
from designer.document import as_of as module
from designer.document.as_of import AsOf, as_of
from designer.document.document import Document
from designer.document.edits import move_racks, place_device, remove, rename, set_fields
from designer.document.edits.stages import set_stage
from designer.document.errors import EditError
from designer.model.design import Design, Stage
from designer.planning.templates import build

CATALOG = load_shipped()
DAYS = (Stage(id="day-1", name="Day 1"), Stage(id="day-2", name="Day 2"))


def half_of(design: Design) -> int:
    return len(design.racks) // 2


@pytest.fixture(scope="module")
def hall() -> Design:
    """A pod of which the racks of the second half, and a few devices besides, come later."""
    made = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)
    half = half_of(made)
    racks = tuple(
        rack.evolve(stage="day-2") if at >= half else rack for at, rack in enumerate(made.racks)
    )
    return made.evolve(stages=DAYS, racks=racks)


def one_of(chance: random.Random, design: Design) -> Callable[[Design], Design]:
    """Return an edit by chance of those that people make while a stage is looked at."""
    rack, other = chance.choice(design.racks), chance.choice(design.racks)
    device = chance.choice(design.devices) if design.devices else None
    edits: list[Any] = [
        move_racks(CATALOG, (rack.id,), 0, 600),
        place_device(CATALOG, "dgx-h100", rack.id),
        place_device(CATALOG, "rack-pdu-3ph-415v-63a", rack.id, feed="A"),
        set_stage((rack.id,), chance.choice(("day-1", "day-2"))),
        rename(rack.id, f"X{chance.randrange(999)}"),
        remove((rack.id,)),
        set_fields("racks", rack.id, assembly=other.assembly),
    ]
    if device is not None:
        edits += [
            set_stage((device.id,), chance.choice(("day-1", "day-2"))),
            remove((device.id,)),
            set_fields(
                "devices", device.id, fabric=chance.choice(("", *(f.id for f in design.fabrics)))
            ),
        ]
    if design.fabrics:
        fabric = chance.choice(design.fabrics)
        edits += [set_fields("fabrics", fabric.id, stage=chance.choice(("", "day-2")))]
    return chance.choice(edits)


@pytest.mark.parametrize("seed", range(6))
def test_as_of_after_edits_is_as_of_from_nothing(hall: Design, seed: int) -> None:
    made = 0
    chance, known, document = random.Random(seed), AsOf(), Document(hall)
    known.of(hall, "day-1")
    for _ in range(25):
        try:
            document.apply("Change", one_of(chance, document.design))
        except (EditError, KeyError, ValueError):
            continue
        made += 1
        now = document.design
        assert known.of(now, "day-1") == as_of(now, "day-1")
        if chance.random() < 0.2:
            document.undo()
            assert known.of(document.design, "day-1") == as_of(document.design, "day-1")
    assert made > 8


def test_an_edit_in_a_rack_that_is_there_looks_at_no_other_for_kept_places(
    hall: Design, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 16,384 GPUs that took a quarter of a second for each edit."""
    known, asked = AsOf(), list[Design]()
    keeping = module.keeping_places

    def noted(members: Any, after: Design) -> Design:
        asked.append(after)
        return keeping(members, after)

    monkeypatch.setattr(module, "keeping_places", noted)
    first = known.of(hall, "day-1")
    assert len(asked) == 1
    assert first.places
    moved = move_racks(CATALOG, (hall.racks[0].id,), 0, 1)(hall)
    assert known.of(moved, "day-1").places == first.places
    assert len(asked) == 1
    late = move_racks(CATALOG, (hall.racks[-1].id,), 0, 1)(moved)
    assert known.of(late, "day-1") == as_of(late, "day-1")
    assert len(asked) == 2, "from nothing, by as_of"
    named = rename(hall.racks[half_of(hall)].id, "Other")(late)
    assert known.of(named, "day-1") == as_of(named, "day-1")
    assert len(asked) == 4
