"""What to do about an open answer: the field that is the user's, the vendor for the rest."""

import pytest

from designer.engine.advice import ASK_VENDOR, EMBED_PART, SETTINGS_FIELDS, advice_on
from designer.engine.evaluate import evaluate
from designer.model.design import Design
from designer.ui.fields.sections import sections
from tests.helpers import engine_designs as parts

CATALOG = parts.small_catalog()


@pytest.mark.parametrize(
    ("ref", "said"),
    [
        ("dgx.power_max_w", ASK_VENDOR),
        ("default psu-efficiency", ASK_VENDOR),
        ("gone.part", EMBED_PART),
        ("room.floor_limit_kpa", "Enter it in Design settings › Room › Floor limit."),
        ("site.supply_air_c", "Enter it in Design settings › Site › Supply air."),
        (
            "site.cloud_extras",
            "Enter it in Design settings › Ownership › Storage, traffic included.",
        ),
        ("feed A.capacity_kw", "Enter it in Design settings › Feeds › A › Capacity."),
        ("ups u.1.capacity_kw", "Enter it in Design settings › Feeds › u.1 › Capacity."),
        (
            "feed meant by Z (the room has none of that name)",
            "Add that feed in Design settings › Feeds, or name another one on the rack PDU.",
        ),
        (
            "feed of a rack PDU that names none",
            "Select the rack PDU, and choose its Feed in the properties.",
        ),
        ("feed of CRAH", 'Name the feeds of the unit in the design file, as feeds = ["A", "B"].'),
        (
            "loop L1",
            "State the supply temperature of the loop in Design settings › Coolant loops.",
        ),
    ],
)
def test_who_states_an_input_is_named_with_the_place(ref: str, said: str) -> None:
    assert advice_on([ref]) == said


def test_each_thing_to_do_is_said_once_in_the_order_of_the_inputs() -> None:
    refs = ["room.floor_limit_kpa", "a.mass_kg", "b.mass_kg"]
    assert advice_on(refs) == f"Enter it in Design settings › Room › Floor limit. {ASK_VENDOR}"


def test_what_follows_from_other_inputs_sends_nobody_to_a_vendor() -> None:
    alone = advice_on(["feed A.whips"])
    assert alone == advice_on(["rule cooling method"])
    assert "vendor" not in alone
    assert advice_on(["rule cooling method", "a.mass_kg"]) == ASK_VENDOR


def test_the_fields_are_called_what_the_window_calls_them() -> None:
    labels = {
        (section.title, field.label)
        for section in sections(Design(), CATALOG, None)
        for field in section.fields
    }
    assert set(SETTINGS_FIELDS.values()) <= labels


def test_a_decision_that_a_design_lacks_is_asked_of_its_author() -> None:
    catalog = CATALOG.overlay([parts.DGX.evolve(inlet_max_c=30.0)])
    design = parts.superpod(units=1)
    open_room = design.evolve(
        room=design.room.evolve(floor_limit_kpa=None),
        site=design.site.evolve(supply_air_c=None),
    )
    advice = {
        (check.rule, check.advice)
        for check in evaluate(open_room, catalog).checks
        if check.key.startswith(("F04:open", "C04:open:supply-air"))
    }
    assert advice == {
        ("F04", "Enter it in Design settings › Room › Floor limit."),
        ("C04", "Enter it in Design settings › Site › Supply air."),
    }
