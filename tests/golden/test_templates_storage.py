"""Storage of every template reaches a network, whatever is chosen: no system hangs on nothing."""

import pytest

from designer.catalog.load import load_shipped
from designer.planning.arguments import Parameter, Template
from designer.planning.templates import TEMPLATES, TemplateError, build
from tests.helpers.sections import section_report

SIZES = ("scalable_units", "nodes")
NO_STORAGE_PORT = {"inference-row": ("l40s",)}
"""Systems that have no port for storage, by template."""


def smallest(parameters: tuple[Parameter, ...]) -> dict[str, str]:
    return {one.name: str(one.minimum) for one in parameters if one.name in SIZES}


def asked(template: Template) -> list[dict[str, str]]:
    """Every kind of storage with every system, at the smallest size, AMD's with spines too."""
    named = {one.name: one for one in template.parameters}
    kinds = named["storage"].choices if "storage" in named else ("",)
    systems = named["system"].choices if "system" in named else ("",)
    sizes = [{}] if not smallest(template.parameters) else [smallest(template.parameters)]
    if template.id in ("mi300x-pod", "mi355x-pod"):
        sizes.append({"nodes": "17"})
    return [
        {k: v for k, v in {**size, "storage": kind, "system": system}.items() if v}
        for size in sizes
        for kind in kinds
        for system in systems
    ]


CASES = [(template.id, choice) for template in TEMPLATES for choice in asked(template)]


@pytest.mark.parametrize(("template", "choice"), CASES, ids=str)
def test_every_storage_system_hangs_on_a_network(template: str, choice: dict[str, str]) -> None:
    """What its network carries is known and above zero, and none of its ports is left over.

    A choice that cannot be drawn is refused by what cannot be: a node without a port for storage.
    """
    catalog = load_shipped()
    named = choice.get("storage") not in ("auto", "none")
    if named and choice.get("system") in NO_STORAGE_PORT.get(template, ()):
        with pytest.raises(TemplateError, match=r"^storage: "):
            build(template, choice, catalog)
        return
    design = build(template, choice, catalog)
    report = section_report(design, catalog, "storage", rules=True)
    storage = report.storage
    if not storage.systems:
        return
    assert storage.network_gb_s is not None
    assert storage.network_gb_s > 0
    assert storage.ports_left == 0
    assert [check.key for check in report.checks if check.rule == "L10"] == []


@pytest.mark.parametrize("template", ["hgx-spectrum-x", "gaudi-3-pod"])
@pytest.mark.parametrize("storage", ["ddn", "netapp"])
@pytest.mark.parametrize("units", ["1", "4", "32"])
def test_storage_on_the_network_in_band_gets_what_it_reads(
    template: str, storage: str, units: str
) -> None:
    """Uplinks of the leaves between carry what storage delivers."""
    catalog = load_shipped()
    asked = {"scalable_units": units, "storage": storage}
    design = build(template, asked, catalog)
    report = section_report(design, catalog, "storage", rules=True)
    assert report.storage.sent_gb_s == pytest.approx(report.storage.read_gb_s)
    assert [check.key for check in report.checks if check.rule == "L07"] == []
