"""What cannot be said, in words: the inputs that nobody states."""

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.reasons import because, cannot_be_said, input_in_words, names_of

NAMES = names_of(
    Catalog([Part(id="dgx", kind="node", name="DGX"), Part(id="x", kind="node", name="")])
)


def test_an_input_is_named_by_its_figure_and_its_part() -> None:
    assert input_in_words("dgx.power_max_w", NAMES) == "highest power of DGX"
    assert input_in_words("dgx.cooling.flow_lpm", NAMES) == "coolant flow of DGX"
    assert input_in_words("x.mass_kg", NAMES) == "mass of x"
    assert input_in_words("dgx.generator.prime_kw", NAMES) == "prime rating of DGX"
    assert input_in_words("dgx.generator.standby_kw", NAMES) == "standby rating of DGX"
    assert input_in_words("gone.some_field", NAMES) == "some field of gone"
    assert input_in_words("site.pue", NAMES) == "PUE of the site"
    assert input_in_words("default pue-in-row", NAMES) == "planning figure of pue in row"


def test_reasons_are_joined_and_never_repeated() -> None:
    assert because(["dgx.power_max_w"], NAMES) == "the highest power of DGX is not known"
    assert because(["dgx.mass_kg", "x.mass_kg", "dgx.mass_kg"], NAMES) == (
        "the mass of DGX and the mass of x are not known"
    )
    assert because([], NAMES) == "not all that it needs is known"


def test_an_open_answer_has_a_key_of_its_own() -> None:
    finding = cannot_be_said("C01", "room-air", ("r1",), "whether it holds", ["x.mass_kg"], NAMES)
    assert (finding.rule, finding.cause, finding.severity) == ("C01", "open:room-air", "warning")
    assert finding.message == "whether it holds cannot be said, because the mass of x is not known"
    assert finding.where == ("r1",)
