"""Patch panels that are drawn offer the ports that fibres between racks take, or it is said."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.catalog.patch_figures import PatchFigures, plug_of
from designer.engine.checks import Check
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.subjects.cables.patching import Offered, hold
from designer.model.design import Design, Device, Tray
from tests.helpers.cable_halls import PARTS, STATED, at, hall, leaf, node


def fibre(key: str, reach: float, **figures: object) -> Part:
    table = {"medium": "MMF", "rate_gbps": 100, "length_max_m": reach, "fibre": "MPO-12"}
    return Part.model_validate(
        {"id": key, "kind": "cable", "name": key, "cable": {**table, **figures}}
    )


def module(reach: float) -> Part:
    return fibre("glass", reach, connector="QSFP28", optics="SR4")


GLASS, CORD = module(50), fibre("cord", 50)
FAR = (at("a", 1000, 1000), at("b", 21_000, 1000))
LINE = Tray(id="t", name="Main", corners=((0, 1000), (70_000, 1000)), height_mm=2100)


def panel(key: str, mpo: int | None, lc: int | None) -> Part:
    return Part(
        id=key, kind="patch-panel", name=key.upper(), height_half_u=2,
        patch=PatchFigures(mpo_ports=mpo, lc_ports=lc),
    )  # fmt: skip


BIG, SMALL = panel("big", 8, 4), panel("small", 1, 0)
SHOP = Catalog((*PARTS.parts, GLASS, CORD, BIG, SMALL))


def design(*panels: str, nodes: int = 2, passes: int | None = 2) -> Design:
    """Return nodes with a fibre each to a switch in another rack, and panels there."""
    held = [*(node(f"n{number}", "a", 1 + 3 * number) for number in range(nodes))]
    held += [leaf("leaf", "b", 38)]
    held += [Device(id=f"p{n}", name=f"P{n}", part=part, rack="b", half_u=2 + 2 * n)
             for n, part in enumerate(panels)]  # fmt: skip
    return hall(FAR, tuple(held), (LINE,), STATED.evolve(patch_panels=passes))


def told(found: Design, catalog: Catalog = SHOP) -> list[Check]:
    return [check for check in evaluate(found, catalog).checks if check.rule == "F22"]


def test_panels_that_offer_what_fibres_take_are_not_told() -> None:
    assert evaluate(design("big"), SHOP).cables.patch_ports == 4
    assert told(design("big")) == []
    assert told(design("small", "small", "small", "small")) == []


def test_too_few_ports_are_told_with_both_numbers() -> None:
    (check,) = told(design("small", "small", "small"))
    assert check.severity == "warning"
    assert check.message == (
        "fibres between racks take 4 MPO ports of patch panels, and the 3 patch panels drawn have "
        "3 MPO at most"
    )
    assert told(design("big", nodes=5)), "ten ports, and eight are there"


@pytest.mark.parametrize("passes", [None, 0])
def test_nothing_is_asked_without_panels_on_the_way(passes: int | None) -> None:
    assert told(design("small", passes=passes)) == []


def test_nothing_is_asked_without_a_panel_that_is_drawn() -> None:
    assert told(design()) == []


@pytest.mark.parametrize("hidden", [panel("small", None, 0), panel("small", None, None)])
def test_ports_that_nobody_states_leave_it_open(hidden: Part) -> None:
    catalog = Catalog((*PARTS.parts, GLASS, CORD, BIG, hidden))
    (check,) = told(design("small"), catalog)
    assert check.key.startswith("F22:open")
    assert "MPO ports of SMALL" in check.message
    assert told(design("small", "big"), catalog) == [], "the other is enough for all"


def test_what_is_not_asked_for_may_stay_unknown() -> None:
    catalog = Catalog((*PARTS.parts, GLASS, CORD, panel("big", 8, None)))
    assert told(design("big"), catalog) == []


def test_cables_without_a_medium_may_be_fibres() -> None:
    # The glass ends before the other rack: the cables have no medium, and may be of any.
    short = Catalog((*PARTS.parts, module(5), CORD, BIG, SMALL))
    (check,) = told(design("small"), short)
    assert check.key.startswith("F22:open")
    assert "medium of some cables" in check.message


def test_a_panel_that_is_added_is_seen_by_an_engine_that_goes_on() -> None:
    engine = Evaluator(SHOP)
    rules = [
        [one.rule for one in engine.whole(each).checks if one.rule == "F22"]
        for each in (design("small"), design("small", "big"), design("small"))
    ]
    assert rules == [["F22"], [], ["F22"]]


@pytest.mark.parametrize(
    ("mpo", "lc", "fits"),
    [(8, 0, True), (0, 4, True), (9, 0, False), (4, 2, True), (5, 2, False), (4, 3, False)],
)
def test_a_panel_offers_one_sort_or_a_share_of_both(mpo: int, lc: int, *, fits: bool) -> None:
    assert hold({"MPO": mpo, "LC": lc}, [Offered(BIG, 1, (8, 4))], 0.0) is fits


@pytest.mark.parametrize(("mpo", "lc", "fits"), [(12, 24, True), (12, 25, False), (13, 24, False)])
def test_each_panel_takes_what_it_offers_most_of(mpo: int, lc: int, *, fits: bool) -> None:
    """The first is best at MPO (12 or 6), the second at LC (6 or 24)."""
    panels = [Offered(BIG, 1, (6, 24)), Offered(SMALL, 1, (12, 6))]
    assert hold({"MPO": mpo, "LC": lc}, panels, 0.0) is fits


def test_an_unknown_sort_holds_nothing_or_everything() -> None:
    panels = [Offered(BIG, 2, (None, 4))]
    assert not hold({"MPO": 1, "LC": 0}, panels, 0.0)
    assert hold({"MPO": 1_000, "LC": 8}, panels, float("inf"))
    assert not hold({"MPO": 0, "LC": 9}, panels, float("inf"))


def test_plugs_are_told_by_their_fibres() -> None:
    assert [plug_of(name) for name in ("MPO-12", "MPO-16", "LC", "", "MMC-16")] == [
        "MPO", "MPO", "LC", "", "",
    ]  # fmt: skip


def test_every_fibre_of_the_shipped_catalogue_has_a_plug_that_panels_take() -> None:
    fibres = [part.cable for part in load_shipped().parts if part.cable and part.cable.is_fibre]
    assert fibres
    assert all(plug_of(one.fibre) for one in fibres)
