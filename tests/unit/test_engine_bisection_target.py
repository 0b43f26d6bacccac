"""R16: bisection keeps its target with nothing lost, and without any single thing."""

from functools import cache

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Check
from designer.model.design import Design
from designer.planning.templates import build

SHOP = load_shipped()


@cache
def reference(units: int = 4) -> Design:
    return build("dgx-superpod-h100", {"scalable_units": str(units)}, SHOP)


def asking(design: Design, target: float | None, fabric: str = "compute") -> Design:
    return design.evolve(
        fabrics=tuple(
            one.evolve(bisection_target_pct=target) if one.id == fabric else one
            for one in design.fabrics
        )
    )


def said(design: Design) -> list[Check]:
    return [one for one in evaluate(design, SHOP).checks if one.rule == "R16"]


def test_who_asks_for_nothing_is_told_nothing() -> None:
    assert said(reference()) == []


def test_all_spines_in_one_rack_leave_nothing() -> None:
    (check,) = said(asking(reference(), 90))
    assert (check.severity, check.key) == ("warning", "R16:compute:loss")
    assert "90% of a full bisection is to be kept, 0% is left without rack B03" in check.message
    assert "B03" in check.where


def test_a_fabric_that_has_less_is_an_error() -> None:
    (check,) = said(asking(reference(), 80, "storage"))
    assert (check.severity, check.key) == ("error", "R16:storage")
    assert "76% is there" in check.message


@pytest.mark.parametrize("target", [99.5, 40.0])
def test_more_losses_fall_below_a_higher_target(target: float) -> None:
    (check,) = said(asking(reference(), target))
    assert ("other thing" in check.message) == (target > 90), check.message


def test_what_nobody_counted_leaves_it_open() -> None:
    design = asking(reference(1), 90)
    unknown = SHOP.overlay((SHOP.require("qm9700").evolve(ports=()),))
    (check,) = [one for one in evaluate(design, unknown).checks if one.rule == "R16"]
    assert "cannot be said" in check.message


def test_one_other_thing_is_not_any_of_one() -> None:
    (check,) = said(asking(reference(), 50.0))
    assert check.message.endswith("left without rack B03; so it is without 1 other thing")
