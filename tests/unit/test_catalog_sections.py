"""Every fact of an entry stands under a heading that its page shows."""

import pytest

from designer.catalog.fact_words import SECTIONS, section_of
from designer.catalog.load import load_shipped
from designer.catalog.search import parse


def test_every_fact_of_every_part_has_a_heading_that_is_shown() -> None:
    lost = {
        field for part in load_shipped().parts for field in part.facts()
        if section_of(field) not in SECTIONS
    }  # fmt: skip
    assert not lost


@pytest.mark.parametrize(("part_id", "ports"), [("patch-fs-fhd-1u", 72)])
def test_a_patch_panel_has_the_ports_of_its_adapters(part_id: str, ports: int) -> None:
    found = parse(f"kind:patch-panel ports={ports}").rank(load_shipped().parts)
    assert part_id in [part.id for part in found]
