"""Single figures in the text of an own part."""

import tomllib

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.library import Library
from designer.catalog.load import load_shipped
from designer.catalog.own_text import read_parts
from designer.io import part_file
from designer.io.part_text import own_source, value_at, values, with_own_source, with_value

TEXT = """# measured in March
[[part]]
id = "box"  # ours
kind = "node"
name = "Box"
mass_kg = 10
provenance = [
  { fields = ["mass_kg"], source = "the maker's sheet", kind = "vendor" },
]
"""


def problems(text: str) -> list[str]:
    _, found = read_parts(text, "part", Catalog(()), Library({}))
    return [p.line() for p in found]


def test_comments_and_the_rest_stay():
    changed = with_value(TEXT, ("mass_kg",), 12)
    assert changed.startswith("# measured in March\n")
    assert 'id = "box"  # ours' in changed
    assert values(changed)["mass_kg"] == 12


def test_a_changed_figure_is_no_longer_the_makers():
    data = values(with_value(TEXT, ("mass_kg",), 12))
    assert data["provenance"] == [
        {"fields": ["mass_kg"], "source": "Own figures", "kind": "assumed"}
    ]
    assert problems(with_value(TEXT, ("mass_kg",), 12)) == []


def test_nested_figures_are_made_and_removed():
    text = with_value(TEXT, ("psu", "count"), 6)
    assert value_at(values(text), ("psu", "count")) == 6
    assert problems(text) == []
    gone = with_value(text, ("psu", "count"), None)
    assert "psu" not in values(gone)
    assert problems(gone) == []
    assert with_value(TEXT, ("psu", "count"), None) == TEXT


def test_ports_are_an_array_of_records():
    rows = [{"name": "c", "purpose": "compute", "kind": "infiniband", "rate_gbps": 400, "count": 8}]
    text = with_value(TEXT, ("ports",), rows)
    assert values(text)["ports"] == rows
    assert problems(text) == []


def test_a_word_stays_a_word_and_is_no_array():
    assert values(with_value(TEXT, ("note",), "as built"))["note"] == "as built"
    assert values(with_value(TEXT, ("name",), "B"))["name"] == "B"


def test_a_part_without_sources_gets_one_for_all():
    text = '[[part]]\nid = "box"\nkind = "node"\nname = "Box"\nmass_kg = 10\n'
    assert "has no source" in problems(text)[0]
    changed = with_value(text, ("power_max_w",), 900)
    assert problems(changed) == []
    assert own_source(values(changed)) == ("Own figures", "assumed")
    cited = with_own_source(changed, "Quote 4711", "vendor")
    assert own_source(values(cited)) == ("Quote 4711", "vendor")
    assert problems(cited) == []


def test_one_figure_of_a_group_that_the_maker_states():
    shipped = load_shipped()
    text = part_file.dumps([shipped.require("dgx-h100")])
    changed = with_value(text, ("psu", "rating_w"), 3000)
    (part,), found = read_parts(changed, "part", shipped, Library({}))
    assert part.source_of("psu.rating_w").source == "Own figures"
    assert part.source_of("psu.count").kind == "second-hand"
    assert [p for p in found if "conflict" not in p.what] == []


@pytest.mark.parametrize("text", ["[[part]", "x = 1", "part = 3", ""])
def test_a_text_without_a_part_is_refused(text: str):
    assert values(text) is None
    with pytest.raises(ValueError, match=r"."):
        with_value(text, ("mass_kg",), 1)


@pytest.mark.parametrize(
    "line",
    ["psu = 3", "psu = [1]", 'provenance = "me"', 'provenance = ["me"]', "provenance = 3"],
)
def test_a_record_that_is_none_is_refused_and_not_written_over(line: str):
    text = f'[[part]]\nid = "box"\nkind = "node"\nname = "Box"\n{line}\n'
    assert own_source(values(text)) == ("Own figures", "assumed")
    with pytest.raises(ValueError, match="in the text"):
        with_value(text, ("psu", "count"), 4)


def test_a_source_with_a_word_for_its_fields_gets_a_list():
    said = '[{ fields = "mass_kg", source = "Own figures", kind = "assumed" }]'
    text = f'[[part]]\nid = "box"\nkind = "node"\nname = "Box"\nprovenance = {said}\n'
    assert values(with_value(text, ("mass_kg",), 4))["provenance"][0]["fields"] == ["mass_kg"]


def test_every_shipped_part_can_be_the_beginning():
    for part in load_shipped().parts:
        text = part_file.dumps([part])
        changed = with_value(text, ("mass_kg",), 4711)
        assert tomllib.loads(changed)["part"][0]["mass_kg"] == 4711
