"""Doubts about a configured system: told in the window and on the command line, the same words."""

import pytest

from designer.catalog.configuration.build import part_of
from designer.catalog.configuration.choices import read_choice, systems
from designer.catalog.configuration.derive import configured
from designer.catalog.configuration.doubts import (
    NO_GPUS,
    OTHER_BOARD,
    OTHER_MAKER,
    SHORT,
    doubts,
)
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.ui.state.configure_words import verdict


def told(system_id: str, values: dict[str, str]) -> tuple[str, ...]:
    catalog = load_shipped()
    system = catalog.require(system_id)
    choice = read_choice(system, values, catalog)
    found = configured(system, choice.components, choice.psu, catalog)
    against = doubts(found)
    if against:
        assert verdict(found) == (against[0], "error" if found.refused else "warning")
    return against


def made(values: dict[str, str]) -> Part:
    catalog = load_shipped()
    system = catalog.require("dgx-h100")
    return part_of(system, read_choice(system, values, catalog), catalog)


def test_systems_as_sold_leave_no_doubt() -> None:
    for system in systems(load_shipped()):
        assert told(system.id, {}) == (), system.id


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"supplies": "2x1000", "redundancy": "1+1"}, (SHORT,)),
        # Enough for the components as listed, 6,950 W, and not for the 10,200 W that NVIDIA states.
        ({"supplies": "6x2500", "redundancy": "3+3"}, (SHORT,)),
        ({"cpus": "2xepyc-9554"}, (OTHER_MAKER,)),
        ({"board": "none"}, (NO_GPUS,)),
        (
            {"board": "none", "gpus": "8xl40s"},
            ("GPU cards: 8, sold with none; see that there is room for them",),
        ),
        (
            {"drives": "999x1000000"},
            (SHORT, "NVMe drives: 999, sold with 8; see that there is room for them"),
        ),
        ({"board": "hgx-h200-8gpu"}, (OTHER_BOARD,)),
        ({"memory": "16x64", "drives": "4x3840"}, ()),
    ],
)
def test_doubts_are_told_worst_first(values: dict[str, str], words: tuple[str, ...]) -> None:
    assert told("dgx-h100", values) == words


def test_of_what_nobody_lists_no_count_is_compared() -> None:
    # Nobody says with how many drives it is sold.
    assert told("cisco-c880a-b300", {"drives": "8x3840"}) == ()


def test_a_system_without_its_baseboard_names_no_gpu() -> None:
    part = made({"board": "none"})
    assert (part.gpu, part.gpus) == ("", 0)
    assert part.compute is not None
    assert part.compute.gpu == ""
