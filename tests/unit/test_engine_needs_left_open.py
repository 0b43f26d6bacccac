"""What the report says a rack lacks: yes, no, or that it cannot be said."""

import pytest

from designer.engine.report import RackReport, Report
from designer.model.cooling_words import SHOWN_NAMES, SHOWN_SHORT_NAMES, open_cooling_words
from tests.unit.test_engine_containment_left_open import MY_RACK, by_hand, pair, report

IN_AISLE = pair(containment="cold")


def rack(found: Report, key: str = "r2") -> RackReport:
    (one,) = (each for each in found.racks if each.id == key)
    return one


@pytest.mark.parametrize(
    ("figures", "missing", "shown"),
    [
        ({"power_max_w": 31_000, "liquid_fraction": 0.0}, True, "needs-rear-door"),
        ({"power_typical_w": 31_000, "liquid_fraction": 0.0}, True, "needs-rear-door"),
        ({"power_typical_w": 20_000, "liquid_fraction": 0.0}, None, "may-need-rear-door"),
        ({"power_max_w": 20_000, "liquid_fraction": 0.0}, False, "in-row"),
        ({"power_max_w": 20_000, "liquid_fraction": 0.5}, False, "direct-to-chip"),
    ],
)
def test_a_door_is_missing_where_the_heat_asks_for_it_whatever_it_is(
    figures: dict[str, float], missing: bool | None, shown: str
) -> None:
    found = rack(report(IN_AISLE, **figures))
    assert found.door_missing is missing
    assert found.cooling_shown == shown


def test_a_door_by_hand_is_not_missing_for_certain_where_no_heat_may_be_in_air() -> None:
    design = by_hand(IN_AISLE, "rear-door")
    said = rack(report(design, power_max_w=9_000))
    assert (said.door_missing, said.cooling_shown) == (None, "may-need-rear-door")
    some = rack(report(design, power_max_w=9_000, liquid_fraction=0.0))
    assert (some.door_missing, some.cooling_shown) == (True, "needs-rear-door")


@pytest.mark.parametrize(
    ("share", "missing", "shown"),
    [
        (None, None, "may-need-containment"), (0.0, True, "needs-containment"),
        (0.5, True, "direct-to-chip"), (1.0, False, "direct-to-chip"),
    ],
)  # fmt: skip
def test_containment_is_missing_where_there_is_heat_in_air_for_certain(
    share: float | None, missing: bool | None, shown: str
) -> None:
    figures = {} if share is None else {"liquid_fraction": share}
    found = rack(report(by_hand(pair(), "in-row"), power_max_w=9_000, **figures))
    assert found.containment_missing is missing
    assert found.cooling_shown == shown


def test_a_size_that_nobody_states_leaves_open_whether_containment_is_missing() -> None:
    design = pair(containment="cold", part="my-rack")
    for kw, missing, shown in (
        (21, None, "may-need-containment"), (9, False, "room-air"),
    ):  # fmt: skip
        found = report(design, MY_RACK, power_max_w=1000 * kw, liquid_fraction=0.0)
        for one in found.racks:
            assert one.containment_missing is missing
            assert one.cooling_shown == shown


def test_a_rack_of_no_catalogue_may_need_a_door_or_an_aisle() -> None:
    """It may be a tank as well: no method is known, and so none is shown."""
    found = rack(report(pair(part="lost"), power_max_w=31_000, liquid_fraction=0.0))
    assert (found.door_missing, found.containment_missing) == (None, None)
    assert found.cooling_shown == ""


def test_what_may_be_needed_has_words_for_window_sheets_and_text() -> None:
    assert SHOWN_NAMES["may-need-rear-door"] == "May need rear door"
    assert SHOWN_SHORT_NAMES["may-need-containment"] == "may need containment"
    assert open_cooling_words({"may-need-containment", "needs-rear-door"}) == (
        "Needs rear door, may need containment"
    )
