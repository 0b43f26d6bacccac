"""A figure that is derived of a price of which only the ends are named: a span, and no middle."""

from designer.catalog.derived import systems
from designer.catalog.load import load_shipped


def test_a_price_of_which_only_ends_are_named_gives_a_span_and_no_middle() -> None:
    """XD670: 250,000 to 320,000 USD for eight, of which 35,625 USD each was told."""
    catalog = load_shipped()
    part = catalog.require("hpe-xd670-h100")
    found = {one.name: one for one in systems.system_figures(part, catalog)}
    each = found["Purchase per accelerator"]
    assert each.value is None
    assert each.text == "31,250–40,000"
    assert each.how.startswith("250,000–320,000 USD (")
    assert found["Purchase per dense FP16 PFLOPS"].value is None
