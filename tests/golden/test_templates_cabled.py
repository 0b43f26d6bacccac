"""Every template can be cabled: the catalogue joins each link, at the smallest size and by default.

What a template draws and nobody sells would be found by F10: it says nothing of any of them.
"""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.model.design import Design
from designer.planning.templates import TEMPLATES, Template, build

SIZES = ("nodes", "scalable_units", "pods", "stations")
CATALOG = load_shipped()


def unsold(design: Design) -> list[str]:
    """Return what F10 says, and how many cables have no medium where it says nothing."""
    found = evaluate(design, CATALOG)
    told = [check.message for check in found.checks if check.rule == "F10"]
    cables = found.cables
    lacking = (cables.without_medium, cables.misfits, cables.too_far)
    return told or ([] if lacking == (0, 0, 0) else [str(lacking)])


def smallest(template: Template) -> dict[str, str]:
    return {p.name: str(p.minimum) for p in template.parameters if p.name in SIZES}


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.id)
def test_each_link_of_a_template_has_a_cable(template: Template) -> None:
    assert unsold(build(template.id, {}, CATALOG)) == []
    if smallest(template):
        assert unsold(build(template.id, smallest(template), CATALOG)) == []


@pytest.mark.parametrize(
    ("template", "arguments"),
    [
        # Beyond eight nodes links have half the rate, and so do those between the joined leaves.
        ("dgx-basepod", {"nodes": "9"}),
        ("dgx-basepod", {"nodes": "16", "system": "dgx-b200"}),
        # Adapters that split their ports, and have enough of them whole.
        ("inference-row", {"system": "rtx-pro-6000"}),
        ("hgx-spectrum-x", {"scalable_units": "32"}),
    ],
)
def test_sizes_and_systems_that_split_ports_have_cables_too(
    template: str, arguments: dict[str, str]
) -> None:
    assert unsold(build(template, arguments, CATALOG)) == []
