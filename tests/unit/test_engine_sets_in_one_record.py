"""Sets that run together in one record fail as `k` of `n`, as the calculation of halls has it."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.subjects.availability.power_failures import _Tree
from designer.engine.subjects.availability.rates import LIKELY, rated, sets_of, unit_of
from designer.engine.subjects.facility.reliability import dark
from designer.model.design import PowerNode

CATALOG = load_shipped()


def lost(modules: int | None, spare: int | None) -> float:
    """Return the share of time in which the feed of a utility and of sets is down by these."""
    power = (
        PowerNode(id="A", parents=("u", "g")),
        PowerNode(id="u", kind="utility"),
        PowerNode(id="g", kind="generator", modules=modules, spare_modules=spare),
    )
    (mains,) = [one for one in _Tree(power, CATALOG).failing(LIKELY) if one.name == "u"]
    return sum(outcome.share for outcome in mains.outcomes if "A" in outcome.feeds)


@pytest.mark.parametrize(("modules", "spare"), [(3, 0), (3, 1), (3, 2)])
def test_sets_in_one_record_carry_as_k_of_n(modules: int, spare: int) -> None:
    rate = rated(CATALOG, "utility")
    sets = sets_of(CATALOG, modules, LIKELY, modules - spare)
    assert rate is not None
    assert sets is not None
    assert lost(modules, spare) == pytest.approx(dark(unit_of(rate, LIKELY), sets))


def test_each_spare_set_leaves_less_time_without_power() -> None:
    assert lost(3, 0) > lost(None, None) > lost(3, 2)
    assert lost(3, None) == lost(None, None)
